# Where NVIDIA's own occupancy calculator is installed: CUOCC_FOUND_CUDA_HEADER_DIR, false where it is
# not. The header is proprietary: used where a CUDA toolkit has it, never copied.
set(CUOCC_CUDA_HEADER_DIR "" CACHE PATH "Directory that holds cuda_occupancy.h; empty: look for a toolkit")

find_package(CUDAToolkit QUIET)
file(GLOB toolkit_dirs LIST_DIRECTORIES true /usr/local/cuda/include /usr/local/cuda*/include)
find_path(CUOCC_FOUND_CUDA_HEADER_DIR cuda_occupancy.h NO_CACHE
  HINTS ${CUOCC_CUDA_HEADER_DIR} ${CUDAToolkit_INCLUDE_DIRS} ${toolkit_dirs})
if(CUOCC_FOUND_CUDA_HEADER_DIR)
  message(STATUS "cuda_occupancy.h: ${CUOCC_FOUND_CUDA_HEADER_DIR}")
else()
  message(STATUS "cuda_occupancy.h: not found, the comparison with it will skip")
endif()

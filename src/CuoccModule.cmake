# cuocc_compile_options(TARGET): language level, warnings and sanitizers, the same for every target.
function(cuocc_compile_options target)
  target_compile_features(${target} PRIVATE c_std_11)
  set_target_properties(${target} PROPERTIES
    C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wvla -Wundef -Wwrite-strings $<$<BOOL:${CUOCC_DEVELOPER}>:-Werror>)
  # The same bytes wherever a release is built; debuggers want the paths.
  target_compile_options(${target} PRIVATE
    $<$<CONFIG:Release,MinSizeRel>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>
    $<$<CONFIG:Release,MinSizeRel>:-ffile-prefix-map=${PROJECT_BINARY_DIR}=.>)
  if(CUOCC_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${CUOCC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${CUOCC_SANITIZE})
  endif()
endfunction()

# cuocc_module(NAME SOURCES ... SYSTEM ... USES ...): one static library per module. What it may call is
# what it USES; a forbidden call does not link. SYSTEM are the sources that need an operating system or a
# library; the others are collected for the page, which is built without (src/web).
function(cuocc_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;SYSTEM;USES;PRIVATE_USES")
  add_library(cuocc_${name} STATIC ${arg_SOURCES} ${arg_SYSTEM})
  foreach(source ${arg_SOURCES})
    cmake_path(ABSOLUTE_PATH source)
    set_property(GLOBAL APPEND PROPERTY CUOCC_PURE_SOURCES ${source})
  endforeach()
  target_include_directories(cuocc_${name}
    PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_BINARY_DIR})
  list(TRANSFORM arg_USES PREPEND cuocc_)
  target_link_libraries(cuocc_${name} PUBLIC ${arg_USES} PRIVATE ${arg_PRIVATE_USES})
  cuocc_compile_options(cuocc_${name})
endfunction()

// SPDX-License-Identifier: MIT
//
// The backend asks the driver's occupancy functions; programs call those of the CUDA runtime. Here both are
// asked the same on a GPU, and must answer the same. Exit status 77: no GPU.
#include <cstdint>
#include <cstdio>

#include <cuda.h>
#include <cuda_runtime.h>

#include "../../src/cuda/backend/probes.cu"

#define AS_KERNEL(number)         (const void *)probe_registers_##number,
#define AS_STATIC(number)         (const void *)probe_static_##number,
#define AS_BARRIERS(number)       (const void *)probe_barriers_##number,
#define AS_BOUNDS(number, blocks) (const void *)probe_bounds_##number,

static const void *const kernels[] = {(const void *)probe_tiny, (const void *)probe_small,
                                      PROBE_REGISTER_LIST(AS_KERNEL) PROBE_STATIC_LIST(AS_STATIC)
                                          PROBE_BARRIER_LIST(AS_BARRIERS)
                                              PROBE_BOUNDS_LIST(AS_BOUNDS)};

static const size_t sizes[] = {0, 1, 4000, 16384, 49152, 49153, 100000, 232448};

static uint64_t points, differences;

static void compare(const char *what, size_t kernel, int block, size_t bytes, long runtime, long driver)
{
    points++;
    if (runtime == driver)
        return;
    differences++;
    printf("kernel %zu, %d threads, %zu B: %s: runtime %ld, driver %ld\n", kernel, block, bytes, what,
           runtime, driver);
}

template <typename Function> static Function driver_function(const char *name)
{
    void *address = nullptr;
    cudaDriverEntryPointQueryResult found;

    if (cudaGetDriverEntryPointByVersion(name, &address, 12040, cudaEnableDefault, &found) != cudaSuccess)
        return nullptr;
    return (Function)address;
}

static int check_kernel(size_t i)
{
    static const auto blocks_of = driver_function<decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor)>(
        "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    static const auto available_of = driver_function<decltype(&cuOccupancyAvailableDynamicSMemPerBlock)>(
        "cuOccupancyAvailableDynamicSMemPerBlock");
    cudaFunction_t function;

    if (blocks_of == nullptr || available_of == nullptr ||
        cudaGetFuncBySymbol(&function, kernels[i]) != cudaSuccess)
        return 1;
    for (int block = 1; block <= 1025; block++) {
        for (size_t bytes : sizes) {
            int runtime = -1, driver = -1;
            cudaError_t r =
                cudaOccupancyMaxActiveBlocksPerMultiprocessor(&runtime, kernels[i], block, bytes);
            CUresult d = blocks_of(&driver, (CUfunction)function, block, bytes);

            compare("status", i, block, bytes, r, d);
            compare("active blocks", i, block, bytes, runtime, driver);
        }
        for (int blocks = 1; blocks <= 4; blocks++) {
            size_t runtime = 0, driver = 0;
            cudaError_t r =
                cudaOccupancyAvailableDynamicSMemPerBlock(&runtime, kernels[i], blocks, block);
            CUresult d = available_of(&driver, (CUfunction)function, blocks, block);

            compare("status", i, block, (size_t)blocks, r, d);
            compare("available shared memory", i, block, (size_t)blocks, (long)runtime, (long)driver);
        }
    }
    return 0;
}

int main()
{
    int count = 0;

    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        printf("skipped: no GPU in this machine\n");
        return 77;
    }
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
        if (check_kernel(i) != 0) {
            printf("kernel %zu: cannot be asked about: %s\n", i, cudaGetErrorName(cudaGetLastError()));
            return 1;
        }
    }
    printf("%llu points, %llu differences between runtime and driver\n", (unsigned long long)points,
           (unsigned long long)differences);
    return differences == 0 ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * A libcuda.so.1 without a GPU: as much of the CUDA driver as the backend asks for, so that all of
 * it runs where there is none. FAKE_CUDA: `none` finds no GPU, `two` finds two, `broken` fails
 * where kernels are asked about; fake_gpu.c has the others.
 */
#include "fake_driver.h"

#include <stdlib.h>
#include <string.h>

#include "test_launches.h"

struct CUmod_st {
    struct CUfunc_st *functions;
};

CUresult CUDAAPI cuInit(unsigned int flags)
{
    (void)flags;
    return fake_is("none") ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}

CUresult CUDAAPI cuDriverGetVersion(int *version)
{
    *version = 13000;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGetErrorName(CUresult error, const char **name)
{
    *name = error == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE
                ? "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"
                : "FAKE_ERROR";
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetCount(int *count)
{
    *count = fake_is("two") ? 2 : 1;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetName(char *name, int length, CUdevice device)
{
    (void)device;
    strncpy(name, "NVIDIA Fake H200", (size_t)length);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    const struct cuocc_device *dev = fake_device();
    const struct {
        CUdevice_attribute attribute;
        uint32_t value;
    } rows[] = {
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, dev->cc_major},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, dev->cc_minor},
        {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, dev->sm_count},
        {CU_DEVICE_ATTRIBUTE_WARP_SIZE, dev->warp_size_threads},
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, dev->max_threads_per_block},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, dev->max_block_x_threads},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, dev->max_block_y_threads},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, dev->max_block_z_threads},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, dev->max_grid_x_blocks},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, dev->max_grid_y_blocks},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, dev->max_grid_z_blocks},
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, dev->max_threads_per_sm},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, dev->max_blocks_per_sm},
        {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, dev->regs_per_sm},
        {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, dev->max_regs_per_block},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, dev->smem_per_sm_bytes},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, dev->smem_per_block_default_bytes},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, dev->smem_per_block_optin_bytes},
        {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, dev->smem_reserved_per_block_bytes},
        {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 1},
    };

    (void)device;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].attribute == attribute) {
            *value = (int)rows[i].value;
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    (void)device;
    *context = NULL;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device)
{
    (void)device;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext context)
{
    (void)context;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxSynchronize(void)
{
    return CUDA_SUCCESS;
}

/* --- modules and kernels --------------------------------------------------------------------- */

CUresult CUDAAPI cuModuleLoadData(CUmodule *module, const void *image)
{
    static const unsigned char elf[] = {0x7f, 'E', 'L', 'F'}, fatbin[] = {0x50, 0xed, 0x55, 0xba};

    if (memcmp(image, elf, sizeof(elf)) != 0 && memcmp(image, fatbin, sizeof(fatbin)) != 0)
        return CUDA_ERROR_INVALID_IMAGE;
    *module = calloc(1, sizeof(**module));
    return *module != NULL ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuModuleUnload(CUmodule module)
{
    while (module->functions != NULL) {
        struct CUfunc_st *first = module->functions;

        module->functions = first->next;
        free(first);
    }
    free(module);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    struct CUfunc_st *found = malloc(sizeof(*found));

    if (found == NULL || !fake_kernel(name, found)) {
        free(found);
        return CUDA_ERROR_NOT_FOUND;
    }
    found->next = module->functions;
    module->functions = found;
    *function = found;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    const struct {
        CUfunction_attribute attribute;
        uint32_t value;
    } rows[] = {
        {CU_FUNC_ATTRIBUTE_NUM_REGS, function->regs},
        {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function->static_smem},
        {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function->max_threads},
        {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function->max_dynamic},
        {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, function->cluster},
        {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, 1},
        {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, 1},
        {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 0},
    };

    if (fake_is("broken"))
        return CUDA_ERROR_UNKNOWN;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].attribute == attribute) {
            *value = (int)rows[i].value;
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        if ((uint32_t)value + function->static_smem > fake_device()->smem_per_block_optin_bytes)
            return CUDA_ERROR_INVALID_VALUE;
        function->max_dynamic = (uint32_t)value;
    }
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        function->carveout = value;
    return CUDA_SUCCESS;
}

/* --- queries --------------------------------------------------------------------------------- */

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                             int threads, size_t dynamic)
{
    uint32_t found = 0;
    CUresult result = fake_query(function, (uint32_t)threads, (uint32_t)dynamic, &found);

    *blocks = (int)found;
    return result;
}

/* From the largest block down in steps of a warp; the first of the best is kept. */
CUresult CUDAAPI cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                                  CUoccupancyB2DSize smem_of_block, size_t dynamic,
                                                  int limit)
{
    int most = (int)function->max_threads;
    uint32_t best = 0;

    *grid = *block = 0;
    if (limit > 0 && limit < most)
        most = limit;
    for (int rounded = (most + 31) / 32 * 32; rounded > 0; rounded -= 32) {
        int threads = rounded < most ? rounded : most;
        uint32_t bytes = (uint32_t)(smem_of_block != NULL ? smem_of_block(threads) : dynamic);
        uint32_t blocks = 0;
        CUresult result = fake_query(function, (uint32_t)threads, bytes, &blocks);

        if (result != CUDA_SUCCESS)
            return result;
        if (blocks * (uint32_t)threads > best) {
            best = blocks * (uint32_t)threads;
            *block = threads;
            *grid = (int)(blocks * fake_device()->sm_count);
        }
    }
    return CUDA_SUCCESS;
}

/* As real ones compute it: without the bytes that the system reserves. */
CUresult CUDAAPI cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function,
                                                         int blocks, int threads)
{
    const struct cuocc_device *dev = fake_device();
    uint32_t share = dev->smem_per_sm_bytes / (uint32_t)blocks;

    (void)threads;
    share -= share % dev->smem_alloc_unit_bytes;
    if (share > dev->smem_per_block_optin_bytes)
        share = dev->smem_per_block_optin_bytes;
    *bytes = share > function->static_smem ? share - function->static_smem : 0;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuOccupancyMaxActiveClusters(int *clusters, CUfunction function,
                                              const CUlaunchConfig *config)
{
    *clusters = (int)fake_clusters(function, config);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function,
                                                    const CUlaunchConfig *config)
{
    *size = 0;
    for (unsigned blocks = 1; blocks <= fake_device()->max_cluster_blocks_nonportable; blocks++) {
        CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
        CUlaunchConfig with_cluster = *config;

        attribute.value.clusterDim.x = blocks;
        with_cluster.attrs = &attribute;
        with_cluster.numAttrs = 1;
        if (fake_clusters(function, &with_cluster) > 0)
            *size = (int)blocks;
    }
    return CUDA_SUCCESS;
}

/* --- memory and launches: device memory is the host's ---------------------------------------- */

CUresult CUDAAPI cuMemAlloc(CUdeviceptr *pointer, size_t bytes)
{
    *pointer = (CUdeviceptr)(uintptr_t)malloc(bytes);
    return *pointer != 0 ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuMemFree(CUdeviceptr pointer)
{
    free((void *)(uintptr_t)pointer);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    memcpy(to, (const void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemsetD32(CUdeviceptr to, unsigned int word, size_t words)
{
    for (size_t i = 0; i < words; i++)
        ((unsigned int *)(uintptr_t)to)[i] = word;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                                  void **arguments, void **extra)
{
    const struct {
        CUdeviceptr now, most;
        unsigned slots;
    } *census = arguments[0];
    uint32_t blocks = fake_resident(function, config);
    bool is_cluster = config->numAttrs > 0;
    unsigned *most = (unsigned *)(uintptr_t)census->most;

    (void)extra;
    if (blocks == 0)
        return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    for (unsigned i = 0; i < census->slots; i++)
        most[i] = blocks;
    most[census->slots] =
        is_cluster ? fake_clusters(function, config) * config->attrs[0].value.clusterDim.x
                   : blocks * census->slots;
    return CUDA_SUCCESS;
}

static CUlaunchConfig config_of(unsigned grid, unsigned threads, unsigned dynamic)
{
    return (CUlaunchConfig){.gridDimX = grid,
                            .gridDimY = 1,
                            .gridDimZ = 1,
                            .blockDimX = threads,
                            .blockDimY = 1,
                            .blockDimZ = 1,
                            .sharedMemBytes = dynamic};
}

CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                unsigned int block_z, unsigned int dynamic, CUstream stream,
                                void **arguments, void **extra)
{
    const CUlaunchConfig config =
        config_of(grid_x * grid_y * grid_z, block_x * block_y * block_z, dynamic);

    (void)stream;
    return cuLaunchKernelEx(&config, function, arguments, extra);
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x,
                                           unsigned int grid_y, unsigned int grid_z,
                                           unsigned int block_x, unsigned int block_y,
                                           unsigned int block_z, unsigned int dynamic,
                                           CUstream stream, void **arguments)
{
    const CUlaunchConfig config =
        config_of(grid_x * grid_y * grid_z, block_x * block_y * block_z, dynamic);
    uint32_t blocks = fake_resident(function, &config);

    (void)stream;
    if (blocks > 0 && config.gridDimX > blocks * fake_device()->sm_count)
        return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    return cuLaunchKernelEx(&config, function, arguments, NULL);
}

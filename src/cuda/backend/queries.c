/* SPDX-License-Identifier: MIT */
/* The driver's own occupancy calculator, one function for each of its questions. */
#include "cuda/backend/session.h"
#include "support/error.h"

enum cuocc_status query_active_blocks(struct cuda_kernel *kernel, uint32_t threads_per_block,
                                      uint32_t dynamic_smem_bytes, uint32_t *blocks,
                                      struct cuocc_error *error)
{
    const struct driver *driver = &kernel->session->driver;
    int found = 0;
    CUresult result =
        driver->active_blocks(&found, kernel->function, (int)threads_per_block, dynamic_smem_bytes);

    if (result == CUDA_SUCCESS)
        *blocks = (uint32_t)found;
    return driver_check(driver, result, "cuOccupancyMaxActiveBlocksPerMultiprocessor", error);
}

/* The driver calls back without a context, so each size per thread is a function. */
static size_t CUDA_CB smem_of_0(int threads)
{
    (void)threads;
    return 0;
}

static size_t CUDA_CB smem_of_4(int threads)
{
    return (size_t)threads * 4;
}

static size_t CUDA_CB smem_of_16(int threads)
{
    return (size_t)threads * 16;
}

static size_t CUDA_CB smem_of_48(int threads)
{
    return (size_t)threads * 48;
}

static CUoccupancyB2DSize smem_function(uint32_t bytes_per_thread)
{
    static const struct {
        uint32_t bytes;
        CUoccupancyB2DSize function;
    } rows[] = {{0, smem_of_0}, {4, smem_of_4}, {16, smem_of_16}, {48, smem_of_48}};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].bytes == bytes_per_thread)
            return rows[i].function;
    return NULL;
}

enum cuocc_status query_best_block(struct cuda_kernel *kernel, uint32_t dynamic_smem_bytes,
                                   uint32_t smem_per_thread_bytes, uint32_t limit,
                                   uint32_t *threads_per_block, uint32_t *grid_blocks,
                                   struct cuocc_error *error)
{
    const struct driver *driver = &kernel->session->driver;
    CUoccupancyB2DSize smem = smem_function(smem_per_thread_bytes);
    int grid = 0, block = 0;
    CUresult result;

    if (smem == NULL)
        return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "CUDA driver",
                               "no function for %u bytes per thread", smem_per_thread_bytes);
    /* With a function the fixed size is not looked at. */
    result = driver->potential_block_size(&grid, &block, kernel->function,
                                          smem_per_thread_bytes > 0 ? smem : NULL,
                                          dynamic_smem_bytes, (int)limit);
    if (result == CUDA_SUCCESS) {
        *threads_per_block = (uint32_t)block;
        *grid_blocks = (uint32_t)grid;
    }
    return driver_check(driver, result, "cuOccupancyMaxPotentialBlockSize", error);
}

static enum cuocc_status lacks(const char *what, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, "CUDA driver", "it is too old for %s",
                           what);
}

enum cuocc_status query_available_smem(struct cuda_kernel *kernel, uint32_t blocks,
                                       uint32_t threads_per_block, uint32_t *bytes,
                                       struct cuocc_error *error)
{
    static const char what[] = "cuOccupancyAvailableDynamicSMemPerBlock";
    const struct driver *driver = &kernel->session->driver;
    size_t found = 0;
    CUresult result;

    if (driver->available_smem == NULL)
        return lacks(what, error);
    result = driver->available_smem(&found, kernel->function, (int)blocks, (int)threads_per_block);
    if (result == CUDA_SUCCESS)
        *bytes = found > UINT32_MAX ? UINT32_MAX : (uint32_t)found;
    return driver_check(driver, result, what, error);
}

void launch_config_fill(struct launch_config *filled, const struct cuda_launch *launch)
{
    *filled = (struct launch_config){
        .config = {.gridDimX = launch->grid_blocks,
                   .gridDimY = 1,
                   .gridDimZ = 1,
                   .blockDimX = launch->threads_per_block,
                   .blockDimY = 1,
                   .blockDimZ = 1,
                   .sharedMemBytes = launch->dynamic_smem_bytes},
    };
    if (launch->cluster_blocks == 0)
        return;
    filled->attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    filled->attribute.value.clusterDim.x = launch->cluster_blocks;
    filled->attribute.value.clusterDim.y = 1;
    filled->attribute.value.clusterDim.z = 1;
    filled->config.attrs = &filled->attribute;
    filled->config.numAttrs = 1;
}

enum cuocc_status query_active_clusters(struct cuda_kernel *kernel,
                                        const struct cuda_launch *launch, uint32_t *clusters,
                                        struct cuocc_error *error)
{
    static const char what[] = "cuOccupancyMaxActiveClusters";
    const struct driver *driver = &kernel->session->driver;
    struct launch_config config;
    int found = 0;
    CUresult result;

    if (driver->active_clusters == NULL)
        return lacks(what, error);
    launch_config_fill(&config, launch);
    result = driver->active_clusters(&found, kernel->function, &config.config);
    /* A cluster that no GPC can hold is refused here: none is active. */
    if (result == CUDA_ERROR_INVALID_CLUSTER_SIZE) {
        found = 0;
        result = CUDA_SUCCESS;
    }
    if (result == CUDA_SUCCESS)
        *clusters = (uint32_t)found;
    return driver_check(driver, result, what, error);
}

enum cuocc_status query_largest_cluster(struct cuda_kernel *kernel,
                                        const struct cuda_launch *launch, uint32_t *blocks,
                                        struct cuocc_error *error)
{
    static const char what[] = "cuOccupancyMaxPotentialClusterSize";
    const struct driver *driver = &kernel->session->driver;
    struct launch_config config;
    int found = 0;
    CUresult result;

    if (driver->potential_cluster_size == NULL)
        return lacks(what, error);
    launch_config_fill(&config, launch);
    result = driver->potential_cluster_size(&found, kernel->function, &config.config);
    if (result == CUDA_SUCCESS)
        *blocks = (uint32_t)found;
    return driver_check(driver, result, what, error);
}

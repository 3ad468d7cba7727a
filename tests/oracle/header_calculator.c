/* SPDX-License-Identifier: MIT */
/* NVIDIA's occupancy calculator behind a door of our own types. */
#include "header_calculator.h"

#include "header_properties.h"

#define TEXT_OF(number)       #number
#define VERSION(major, minor) TEXT_OF(major) "." TEXT_OF(minor)

const char *header_version(void)
{
    return VERSION(__CUDA_OCC_MAJOR__, __CUDA_OCC_MINOR__);
}

static int count_or_none(uint32_t count)
{
    return count == CUOCC_NOT_GIVEN ? 0 : (int)count;
}

static cudaOccFuncAttributes attributes_of(const struct cuocc_device *dev,
                                           const struct cuocc_launch *launch)
{
    uint32_t fixed = launch->static_smem_per_block_bytes;
    uint32_t most = dev->smem_per_block_optin_bytes;

    return (cudaOccFuncAttributes){
        .maxThreadsPerBlock = INT_MAX,
        .numRegs = count_or_none(launch->regs_per_thread),
        .sharedSizeBytes = fixed,
        .partitionedGCConfig = PARTITIONED_GC_OFF,
        .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
        .maxDynamicSharedSizeBytes = fixed < most ? most - fixed : 0,
        .numBlockBarriers = count_or_none(launch->barriers_per_block),
    };
}

static uint32_t blocks_of(int limit)
{
    return limit == INT_MAX ? CUOCC_UNLIMITED : (uint32_t)limit;
}

static uint32_t limiters_of(unsigned factors)
{
    static const struct {
        unsigned factor;
        enum cuocc_limit limit;
    } rows[] = {
        {OCC_LIMIT_WARPS, CUOCC_LIMIT_WARPS},          {OCC_LIMIT_REGISTERS, CUOCC_LIMIT_REGISTERS},
        {OCC_LIMIT_SHARED_MEMORY, CUOCC_LIMIT_SHARED}, {OCC_LIMIT_BLOCKS, CUOCC_LIMIT_BLOCKS},
        {OCC_LIMIT_BARRIERS, CUOCC_LIMIT_BARRIERS},
    };
    uint32_t limiters = 0;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if ((factors & rows[i].factor) != 0)
            limiters |= 1U << rows[i].limit;
    return limiters;
}

bool header_solve(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                  struct header_answer *out)
{
    const cudaOccDeviceProp properties = header_properties(dev);
    const cudaOccFuncAttributes attributes = attributes_of(dev, launch);
    const cudaOccDeviceState state = {CACHE_PREFER_NONE, launch->carveout_percent};
    size_t dynamic = launch->smem_per_block_bytes - launch->static_smem_per_block_bytes;
    int threads = (int)cuocc_launch_threads(launch);
    cudaOccResult result;

    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, threads,
                                                dynamic) != CUDA_OCC_SUCCESS)
        return false;
    out->active_blocks = (uint32_t)result.activeBlocksPerMultiprocessor;
    out->limiters = limiters_of(result.limitingFactors);
    out->regs_per_block = (uint64_t)result.allocatedRegistersPerBlock;
    out->smem_per_block_bytes = result.allocatedSharedMemPerBlock;
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        out->block_limit[i] = CUOCC_UNLIMITED;
    out->block_limit[CUOCC_LIMIT_WARPS] = blocks_of(result.blockLimitWarps);
    out->block_limit[CUOCC_LIMIT_BLOCKS] = blocks_of(result.blockLimitBlocks);
    out->block_limit[CUOCC_LIMIT_REGISTERS] = blocks_of(result.blockLimitRegs);
    out->block_limit[CUOCC_LIMIT_SHARED] = blocks_of(result.blockLimitSharedMem);
    out->block_limit[CUOCC_LIMIT_BARRIERS] = blocks_of(result.blockLimitBarriers);
    return true;
}

/* SPDX-License-Identifier: MIT */
/* The launches of the benchmark as NVIDIA's calculator takes them. */
#include "header_side.h"

#include "header_properties.h"

struct question {
    cudaOccFuncAttributes attributes;
    cudaOccDeviceState state;
    int threads;
    size_t dynamic;
};

static cudaOccDeviceProp properties;
static struct question questions[BENCH_LAUNCHES];

static struct question question_of(const struct cuocc_launch *launch, size_t optin)
{
    return (struct question){
        .attributes = {.maxThreadsPerBlock = INT_MAX,
                       .numRegs = (int)launch->regs_per_thread,
                       .partitionedGCConfig = PARTITIONED_GC_OFF,
                       .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
                       .maxDynamicSharedSizeBytes = optin,
                       .numBlockBarriers = (int)launch->barriers_per_block},
        .state = {CACHE_PREFER_NONE, launch->carveout_percent},
        .threads = (int)launch->block_dim[0],
        .dynamic = launch->smem_per_block_bytes,
    };
}

bool header_side_prepare(const struct cuocc_device *dev, const struct cuocc_launch *launches)
{
    properties = header_properties(dev);
    for (size_t i = 0; i < BENCH_LAUNCHES; i++)
        questions[i] = question_of(&launches[i], dev->smem_per_block_optin_bytes);
    return true;
}

uint64_t header_side_pass(void)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < BENCH_LAUNCHES; i++) {
        const struct question *q = &questions[i];
        cudaOccResult result;

        if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &q->attributes, &q->state,
                                                    q->threads, q->dynamic) == CUDA_OCC_SUCCESS)
            sum += (uint64_t)result.activeBlocksPerMultiprocessor;
        use(&result);
    }
    return sum;
}

/* SPDX-License-Identifier: MIT */
/* All block sizes of a kernel, ranked. */
#include "cuocc/suggest.h"

#include "core/arith.h"

static uint32_t smem_of_block(const struct cuocc_launch *launch, uint32_t smem_per_thread_bytes,
                              uint32_t threads)
{
    uint64_t bytes = launch->smem_per_block_bytes + mul_sat(smem_per_thread_bytes, threads);

    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

static bool is_better(const struct cuocc_candidate *a, const struct cuocc_candidate *b)
{
    if (a->active_threads != b->active_threads)
        return a->active_threads > b->active_threads;
    return a->threads_per_block > b->threads_per_block;
}

/* Insert in rank order into the best `used` so far; the last falls out if there is no room. */
static size_t insert_ranked(struct cuocc_candidate *out, size_t used, size_t capacity,
                            const struct cuocc_candidate *candidate)
{
    size_t at = used;

    while (at > 0 && is_better(candidate, &out[at - 1]))
        at--;
    if (at == capacity)
        return used;
    if (used < capacity)
        used++;
    for (size_t i = used - 1; i > at; i--)
        out[i] = out[i - 1];
    out[at] = *candidate;
    return used;
}

static enum cuocc_status solve_block(const struct cuocc_device *dev, struct cuocc_launch launch,
                                     uint32_t smem_per_thread_bytes, uint32_t threads,
                                     struct cuocc_candidate *out)
{
    struct cuocc_result result;
    enum cuocc_status status;

    launch.block_dim[0] = threads;
    launch.block_dim[1] = launch.block_dim[2] = 1;
    launch.smem_per_block_bytes = smem_of_block(&launch, smem_per_thread_bytes, threads);
    status = cuocc_solve(dev, &launch, &result);
    if (status != CUOCC_OK)
        return status;
    *out = (struct cuocc_candidate){
        .threads_per_block = threads,
        .active_blocks = result.active_blocks,
        .active_warps = result.active_warps,
        .active_threads = result.active_threads,
        .smem_per_block_bytes = launch.smem_per_block_bytes,
        .needs_opt_in = launch.smem_per_block_bytes > dev->smem_per_block_default_bytes,
        .limiters = result.limiters,
    };
    if (dev->sm_count != CUOCC_NOT_GIVEN)
        out->min_grid_blocks = (uint64_t)result.active_blocks * dev->sm_count;
    return CUOCC_OK;
}

enum cuocc_status cuocc_suggest(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                                uint32_t smem_per_thread_bytes, struct cuocc_candidate *out,
                                size_t capacity, size_t *count)
{
    uint32_t bounds = launch->launch_bounds_threads;
    uint32_t most = dev->max_threads_per_block;
    uint32_t threads = 0;
    size_t found = 0, used = 0;

    if (bounds > 0)
        most = min_u32(most, bounds);
    while (threads < most) {
        struct cuocc_candidate candidate;
        enum cuocc_status status;

        threads = min_u32(threads + dev->warp_size_threads, most);
        status = solve_block(dev, *launch, smem_per_thread_bytes, threads, &candidate);
        if (status != CUOCC_OK)
            return status;
        if (candidate.active_blocks == 0)
            continue;
        used = insert_ranked(out, used, capacity, &candidate);
        found++;
    }
    *count = found;
    return CUOCC_OK;
}

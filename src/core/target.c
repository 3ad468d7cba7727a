/* SPDX-License-Identifier: MIT */
/* The bounds on registers and shared memory that a wanted number of blocks sets. */
#include "cuocc/target.h"

#include "core/arith.h"
#include "cuocc/plan.h"

uint32_t cuocc_blocks_for_occupancy(const struct cuocc_device *dev, uint32_t threads_per_block,
                                    uint32_t occupancy_millionths)
{
    uint64_t warps = div_up(threads_per_block, dev->warp_size_threads);
    uint64_t blocks =
        div_up((uint64_t)occupancy_millionths * dev->max_warps_per_sm, warps * CUOCC_OCCUPANCY_ONE);

    return blocks == 0 ? 1 : (uint32_t)blocks;
}

static void forbid(struct cuocc_target *out, enum cuocc_limit limit)
{
    out->limiters |= 1U << (unsigned)limit;
    out->reachable = false;
}

/* Everything but registers and shared memory. */
static void check_fixed_limits(const struct cuocc_result *free_launch, struct cuocc_target *out)
{
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        if (i != CUOCC_LIMIT_REGISTERS && i != CUOCC_LIMIT_SHARED &&
            free_launch->block_limit[i] < out->blocks)
            forbid(out, (enum cuocc_limit)i);
}

/* The launch at both bounds. Registers of 0 are none that a kernel could have. */
static enum cuocc_status solve_at_bounds(const struct cuocc_device *dev, struct cuocc_launch launch,
                                         struct cuocc_target *out)
{
    uint32_t static_bytes = launch.static_smem_per_block_bytes;
    struct cuocc_result result;
    enum cuocc_status status;

    launch.regs_per_thread = cuocc_regs_for_blocks(dev, &launch, out->blocks);
    if (launch.regs_per_thread == 0)
        forbid(out, CUOCC_LIMIT_REGISTERS);
    if (!cuocc_smem_for_blocks(dev, &launch, out->blocks, &launch.smem_per_block_bytes))
        forbid(out, CUOCC_LIMIT_SHARED);
    if (!out->reachable)
        return CUOCC_OK;

    launch.static_smem_per_block_bytes = 0;
    status = cuocc_solve(dev, &launch, &result);
    if (status != CUOCC_OK)
        return status;
    out->active_blocks = result.active_blocks;
    out->active_warps = result.active_warps;
    out->needs_opt_in = launch.smem_per_block_bytes > dev->smem_per_block_default_bytes;
    out->static_exceeds_smem = static_bytes > launch.smem_per_block_bytes;
    if (launch.regs_per_thread < dev->max_regs_per_thread)
        out->regs_per_thread = launch.regs_per_thread;
    if (launch.smem_per_block_bytes < dev->smem_per_block_optin_bytes)
        out->smem_per_block_bytes = launch.smem_per_block_bytes;
    return CUOCC_OK;
}

enum cuocc_status cuocc_target(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                               uint32_t blocks, struct cuocc_target *out)
{
    struct cuocc_target target = {.blocks = blocks,
                                  .reachable = true,
                                  .regs_per_thread = CUOCC_NOT_GIVEN,
                                  .smem_per_block_bytes = CUOCC_NOT_GIVEN};
    struct cuocc_launch free_launch = *launch;
    struct cuocc_result result;
    enum cuocc_status status;

    if (blocks == 0)
        return CUOCC_ERR_ARGUMENT;
    status = cuocc_solve(dev, launch, &result);
    if (status != CUOCC_OK)
        return status;
    target.threads_per_block = result.threads_per_block;
    target.launch_regs_fit = result.block_limit[CUOCC_LIMIT_REGISTERS] >= blocks;
    target.launch_smem_fit = result.block_limit[CUOCC_LIMIT_SHARED] >= blocks;

    free_launch.regs_per_thread = CUOCC_NOT_GIVEN;
    free_launch.smem_per_block_bytes = 0;
    free_launch.static_smem_per_block_bytes = 0;
    status = cuocc_solve(dev, &free_launch, &result);
    if (status != CUOCC_OK)
        return status;
    target.reasons = result.reasons;
    check_fixed_limits(&result, &target);
    status = solve_at_bounds(dev, *launch, &target);
    if (status == CUOCC_OK)
        *out = target;
    return status;
}

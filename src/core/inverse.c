/* SPDX-License-Identifier: MIT */
/* The limits solved for the resource instead of for the blocks. */
#include "core/arith.h"
#include "core/regs.h"
#include "core/smem.h"
#include "cuocc/plan.h"

static uint32_t warps_of(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    return (uint32_t)div_up(cuocc_launch_threads(launch), dev->warp_size_threads);
}

uint32_t cuocc_regs_for_blocks(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                               uint32_t blocks)
{
    uint32_t warps = warps_of(dev, launch);
    uint64_t warps_per_part = div_up((uint64_t)blocks * warps, dev->sub_partitions_per_sm);
    uint64_t by_sm, by_check;

    if (warps_per_part == 0)
        return 0;
    by_sm = dev->regs_per_sm / dev->sub_partitions_per_sm / warps_per_part;
    by_check = dev->max_regs_per_block / regs_checked_warps(dev, warps);
    if (by_check < by_sm)
        by_sm = by_check;
    by_sm = round_down(by_sm, dev->reg_alloc_unit_regs) / dev->warp_size_threads;
    return by_sm > dev->max_regs_per_thread ? dev->max_regs_per_thread : (uint32_t)by_sm;
}

bool cuocc_smem_for_blocks(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                           uint32_t blocks, uint32_t *bytes)
{
    uint32_t wanted = smem_config_wanted(dev, launch);
    uint64_t most = smem_allocated_bytes(dev, dev->smem_per_block_optin_bytes);
    uint32_t reserved = dev->smem_reserved_per_block_bytes;
    uint32_t config = dev->smem_per_sm_bytes;

    /* From the largest configuration down to the wanted one. A block gets one
     * above the wanted only if it does not fit the one below. */
    for (uint32_t i = dev->smem_carveout_count;; i--) {
        bool is_raised = config > wanted;
        uint32_t below = is_raised && i >= 2 ? dev->smem_carveout_bytes[i - 2] : 0;
        uint64_t allocated = round_down(config / blocks, dev->smem_alloc_unit_bytes);

        if (allocated > most)
            allocated = most;
        if (allocated >= reserved && !(is_raised && allocated <= below)) {
            uint64_t free_bytes = allocated - reserved;

            *bytes = free_bytes > dev->smem_per_block_optin_bytes ? dev->smem_per_block_optin_bytes
                                                                  : (uint32_t)free_bytes;
            return true;
        }
        if (!is_raised)
            return false;
        config = below;
    }
}

uint32_t cuocc_threads_for_regs(const struct cuocc_device *dev, uint32_t regs_per_thread)
{
    uint64_t per_warp = regs_allocated_per_warp(dev, regs_per_thread);
    uint64_t threads = dev->max_threads_per_block;
    uint64_t warps;

    if (regs_per_thread > dev->max_regs_per_thread)
        return 0;
    if (per_warp > 0) {
        warps = round_down(dev->max_regs_per_block / per_warp, dev->reg_check_granularity_warps);
        if (warps * dev->warp_size_threads < threads)
            threads = warps * dev->warp_size_threads;
    }
    return (uint32_t)round_down(threads, dev->warp_size_threads);
}

void cuocc_headroom(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                    const struct cuocc_result *result, struct cuocc_headroom *out)
{
    out->regs_per_thread = CUOCC_NOT_GIVEN;
    out->smem_per_block_bytes = CUOCC_NOT_GIVEN;
    if (result->active_blocks == 0)
        return;
    out->regs_per_thread = cuocc_regs_for_blocks(dev, launch, result->active_blocks);
    (void)cuocc_smem_for_blocks(dev, launch, result->active_blocks, &out->smem_per_block_bytes);
}

/* Lower the launch to what `blocks` blocks need; false if that is impossible. */
static bool reduce_to(const struct cuocc_device *dev, struct cuocc_launch *launch, uint32_t blocks)
{
    uint32_t regs = cuocc_regs_for_blocks(dev, launch, blocks);
    uint32_t smem;

    if (!cuocc_smem_for_blocks(dev, launch, blocks, &smem))
        return false;
    if (launch->regs_per_thread != CUOCC_NOT_GIVEN && launch->regs_per_thread > regs) {
        if (regs == 0)
            return false;
        launch->regs_per_thread = regs;
    }
    launch->smem_per_block_bytes = min_u32(launch->smem_per_block_bytes, smem);
    launch->static_smem_per_block_bytes =
        min_u32(launch->static_smem_per_block_bytes, launch->smem_per_block_bytes);
    return true;
}

void cuocc_next(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                const struct cuocc_result *result, struct cuocc_next *out)
{
    struct cuocc_launch reduced = *launch;
    struct cuocc_result better;
    uint32_t blocks = result->active_blocks + 1;

    *out = (struct cuocc_next){.blocks = 0};
    if (!reduce_to(dev, &reduced, blocks) || cuocc_solve(dev, &reduced, &better) != CUOCC_OK ||
        better.active_blocks < blocks)
        return;
    /* Reducing may skip counts; the largest values are those for the count it lands on. */
    out->blocks = better.active_blocks;
    out->regs_per_thread = cuocc_regs_for_blocks(dev, launch, out->blocks);
    (void)cuocc_smem_for_blocks(dev, launch, out->blocks, &out->smem_per_block_bytes);
}

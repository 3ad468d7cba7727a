/* SPDX-License-Identifier: MIT */
/* Shared memory that forces a number of blocks. */
#include "cuocc/ladder.h"

#include "core/arith.h"
#include "core/smem.h"

bool cuocc_smem_forcing_blocks(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                               uint32_t blocks, uint32_t *bytes)
{
    uint64_t unit = dev->smem_alloc_unit_bytes;
    uint64_t least = smem_allocated_bytes(dev, launch->smem_per_block_bytes);
    uint64_t start = least;
    uint32_t config = smem_config_for(dev, smem_config_wanted(dev, launch), start);

    /* A block that outgrows a configuration gets the next one, up to the largest. */
    for (;;) {
        uint64_t allocated = round_down(config / ((uint64_t)blocks + 1), unit) + unit;

        if (allocated < least)
            allocated = least;
        if (allocated <= config && config / allocated == blocks) {
            uint64_t needed = allocated == start
                                  ? launch->smem_per_block_bytes
                                  : allocated - unit + 1 - dev->smem_reserved_per_block_bytes;

            *bytes = (uint32_t)needed;
            return needed <= dev->smem_per_block_optin_bytes;
        }
        if (config == dev->smem_per_sm_bytes)
            return false;
        if (least <= config)
            least = round_down(config, unit) + unit;
        config = smem_config_for(dev, config + 1, 0);
    }
}

static void set_step(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                     const struct cuocc_result *result, uint32_t blocks, uint32_t smem_bytes,
                     struct cuocc_ladder_step *step)
{
    step->blocks = blocks;
    step->active_warps = blocks * result->warps_per_block;
    step->smem_per_block_bytes = smem_bytes;
    step->added_bytes = smem_bytes - launch->smem_per_block_bytes;
    step->needs_opt_in = smem_bytes > dev->smem_per_block_default_bytes;
}

bool cuocc_ladder_next(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                       const struct cuocc_result *result, struct cuocc_ladder_step *step)
{
    uint32_t bytes;

    if (step->blocks == 0 && result->active_blocks > 0) {
        set_step(dev, launch, result, result->active_blocks, launch->smem_per_block_bytes, step);
        return true;
    }
    for (uint32_t blocks = step->blocks; blocks > 1;) {
        blocks--;
        if (cuocc_smem_forcing_blocks(dev, launch, blocks, &bytes)) {
            set_step(dev, launch, result, blocks, bytes, step);
            return true;
        }
    }
    return false;
}

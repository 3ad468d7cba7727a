/* SPDX-License-Identifier: MIT */
/* Warps in turn, and what they leave. */
#include "cuocc/placement.h"

#include "core/arith.h"

uint32_t cuocc_warp_place(const struct cuocc_device *dev, uint32_t warp, uint32_t *slot)
{
    *slot = warp / dev->sub_partitions_per_sm;
    return warp % dev->sub_partitions_per_sm;
}

uint32_t cuocc_sub_partition_warps(const struct cuocc_device *dev, uint32_t warps, uint32_t part)
{
    return warps / dev->sub_partitions_per_sm + (part < warps % dev->sub_partitions_per_sm);
}

bool cuocc_next_block_demand(const struct cuocc_result *result, enum cuocc_limit limit,
                             struct cuocc_demand *out)
{
    uint64_t taken;

    if (result->block_limit[limit] == CUOCC_UNLIMITED)
        return false;
    taken = mul_sat(result->active_blocks, result->per_block[limit]);
    out->needed = result->per_block[limit];
    out->free = taken < result->per_sm[limit] ? result->per_sm[limit] - taken : 0;
    return true;
}

void cuocc_next_block_registers(const struct cuocc_device *dev, const struct cuocc_result *result,
                                uint32_t part, struct cuocc_demand *out)
{
    uint64_t share = dev->regs_per_sm / dev->sub_partitions_per_sm;
    uint32_t now = cuocc_sub_partition_warps(dev, result->active_warps, part);
    uint32_t then =
        cuocc_sub_partition_warps(dev, result->active_warps + result->warps_per_block, part);
    uint64_t taken = mul_sat(now, result->regs_per_warp);

    out->needed = mul_sat(then - now, result->regs_per_warp);
    out->free = taken < share ? share - taken : 0;
}

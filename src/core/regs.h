/* SPDX-License-Identifier: MIT */
/* Registers as an SM hands them out: whole units per warp, from one sub-partition. */
#ifndef CORE_REGS_H
#define CORE_REGS_H

#include "core/arith.h"
#include "cuocc/device.h"

static inline uint64_t regs_allocated_per_warp(const struct cuocc_device *dev,
                                               uint32_t regs_per_thread)
{
    return round_up((uint64_t)regs_per_thread * dev->warp_size_threads, dev->reg_alloc_unit_regs);
}

/* Warps that the launch check counts: it assumes full rows of sub-partitions. */
static inline uint64_t regs_checked_warps(const struct cuocc_device *dev, uint32_t warps_per_block)
{
    return round_up(warps_per_block, dev->reg_check_granularity_warps);
}

#endif

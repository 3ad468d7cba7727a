/* SPDX-License-Identifier: MIT */
/**
 * How to lower occupancy on purpose: the shared memory that forces each number
 * of blocks, for timing a kernel at every occupancy it can have.
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_LADDER_H
#define CUOCC_LADDER_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/**
 * The least shared memory per block, static plus dynamic and at least what the
 * launch has, with which exactly `blocks` blocks of it fit on an SM, as far as
 * shared memory decides. Its carve-out is respected and raised as the driver
 * raises it: a block too large for the configuration asked for gets a larger
 * one, in which more blocks may fit.
 *
 * @param blocks  At least 1.
 * @param bytes   Set on true.
 * @return        false if no amount that a block may have gives that number.
 */
CUOCC_API bool cuocc_smem_forcing_blocks(const struct cuocc_device *dev,
                                         const struct cuocc_launch *launch, uint32_t blocks,
                                         uint32_t *bytes);

/** One rung. The dynamic shared memory to request grows by `added_bytes`. */
struct cuocc_ladder_step {
    uint32_t blocks; /* exactly these are active */
    uint32_t active_warps;
    uint32_t smem_per_block_bytes; /* the least that gives them (first rung: what the launch has) */
    uint32_t added_bytes;          /* to what the launch has */
    bool needs_opt_in;             /* more than a block gets by default (48 KiB) */
};

/**
 * Walk down the ladder. The first rung is the launch as it is, the last the
 * fewest blocks that shared memory can force; numbers that no amount gives are
 * left out.
 *
 *     struct cuocc_ladder_step step = {.blocks = 0};
 *     while (cuocc_ladder_next(dev, launch, &result, &step))
 *         ...
 *
 * @param result  Of cuocc_solve() for the same device and launch.
 * @param step    In: the rung before, or `blocks` 0. Out, on true: the next.
 * @return        false if there is none; at once for a launch that cannot run.
 */
CUOCC_API bool cuocc_ladder_next(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                                 const struct cuocc_result *result, struct cuocc_ladder_step *step);

CUOCC_END_DECLS

#endif

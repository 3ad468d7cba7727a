/* SPDX-License-Identifier: MIT */
/**
 * The inverse question: what may a launch use so that a wanted number of blocks,
 * or a wanted occupancy, is reached?
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_TARGET_H
#define CUOCC_TARGET_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/** An occupancy of 100 % as cuocc_blocks_for_occupancy() counts it. */
#define CUOCC_OCCUPANCY_ONE 1000000U

/**
 * The least blocks per SM with which an occupancy is reached: the least B with
 * B x warps per block / most warps per SM >= occupancy. Whether so many fit is
 * another question: the result may be more than an SM can hold.
 *
 * The occupancy is an integer, so that the comparison is exact: 0.75 is 750000,
 * and 48 of 64 warps reach it. Two thirds of an SM do not reach 666700; whoever
 * accepts percentages as people copy them from an output ("66.67") subtracts
 * half a unit of the last digit typed, here 50.
 *
 * @param threads_per_block     At least 1.
 * @param occupancy_millionths  0 to CUOCC_OCCUPANCY_ONE.
 * @return                      At least 1, even for an occupancy of 0.
 */
CUOCC_API uint32_t cuocc_blocks_for_occupancy(const struct cuocc_device *dev,
                                              uint32_t threads_per_block,
                                              uint32_t occupancy_millionths);

/** What reaches a target with one block size. */
struct cuocc_target {
    uint32_t threads_per_block;
    uint32_t blocks; /* asked for, per SM; __launch_bounds__(threads_per_block, blocks) */
    bool reachable;  /* by some number of registers and some amount of shared memory */

    /* Not reachable: bit 1 << enum cuocc_limit for every limit that stays below
     * `blocks` whatever registers and shared memory are; and bit 1 << enum
     * cuocc_reason for every bound that such a launch breaks in any case. */
    uint32_t limiters;
    uint32_t reasons;

    /* Reachable: the two bounds hold together, for registers and shared memory
     * do not influence one another. The register bound is the value for
     * -maxrregcount. CUOCC_NOT_GIVEN: every value that a launch may have does
     * (and always where the target is not reachable). One register or one byte
     * above a bound does not reach the target. */
    uint32_t regs_per_thread;
    uint32_t smem_per_block_bytes; /* static plus dynamic */
    bool needs_opt_in;             /* that much needs the attribute for large dynamic sizes */
    bool static_exceeds_smem;      /* the launch's static part alone is above the bound */

    /* At both bounds; may be more than asked for, since counts that no value
     * gives are skipped. 0 where the target is not reachable. */
    uint32_t active_blocks;
    uint32_t active_warps;

    /* Whether the launch already satisfies each bound; so one bound alone, the
     * other resource left as the launch has it, suffices exactly if the other
     * flag is set. Registers that are not given satisfy theirs. */
    bool launch_regs_fit;
    bool launch_smem_fit;
};

/**
 * Find the most registers per thread and the most shared memory per block with
 * which `blocks` blocks of this launch fit on an SM.
 *
 * The launch's own registers and shared memory only decide the two flags at the
 * end; everything else of it counts: block, barriers, cluster, carve-out.
 *
 * @param blocks  At least 1.
 * @param out     Filled on CUOCC_OK.
 * @return        CUOCC_ERR_ARGUMENT  0 blocks, or as cuocc_solve()
 */
CUOCC_API enum cuocc_status cuocc_target(const struct cuocc_device *dev,
                                         const struct cuocc_launch *launch, uint32_t blocks,
                                         struct cuocc_target *out);

CUOCC_END_DECLS

#endif

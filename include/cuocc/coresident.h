/* SPDX-License-Identifier: MIT */
/**
 * Two kernels on one SM: how many blocks of a second fit beside the first.
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_CORESIDENT_H
#define CUOCC_CORESIDENT_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/**
 * The shared-memory configurations that the two kernels want.
 *
 * An SM has one configuration at a time, chosen for the kernel that starts on
 * an empty SM: with the default carve-out about the smallest that holds its
 * active blocks; the driver's rule is not published. A second kernel that wants
 * a larger one waits until the SM is empty, even if some of its blocks would
 * fit, unless the driver happened to choose larger.
 */
struct cuocc_pair_config {
    uint32_t first_bytes;  /* what the first kernel sets */
    uint32_t second_bytes; /* what the second would set on an empty SM */
    uint32_t bytes;        /* the larger: what both need to run at once; counts are under it */
    bool second_waits; /* second_bytes > first_bytes: they most likely run one after the other */
    /* Carve-out percentage to ask for the first kernel so that the second does
     * not wait; CUOCC_NOT_GIVEN if nothing is to be done. A larger one may make
     * room for more blocks of the second. */
    uint32_t first_carveout_percent;
};

/** So many blocks of the first kernel, and what fits beside them. */
struct cuocc_coresident {
    uint32_t first_blocks;
    uint32_t second_blocks; /* 0: none */
    uint32_t active_warps;  /* of both */
    /* Blocks of the second if only that limit held, as in struct cuocc_result;
     * its entry for CUOCC_LIMIT_SHARED is under the configuration of the pair. */
    uint32_t block_limit[CUOCC_LIMIT_COUNT];
    uint32_t limiters; /* bit 1 << enum cuocc_limit: every one equal to the minimum */
};

/**
 * Find which shared-memory configuration the two need.
 *
 * Source: measured on an H200, docs/validation-planning.md, "two kernels".
 *
 * @return CUOCC_ERR_ARGUMENT  as cuocc_solve() for either launch
 */
CUOCC_API enum cuocc_status cuocc_pair_config(const struct cuocc_device *dev,
                                              const struct cuocc_launch *first,
                                              const struct cuocc_launch *second,
                                              struct cuocc_pair_config *out);

/**
 * Find how many blocks of `second` fit on an SM beside `first_blocks` blocks of
 * `first`, under the configuration that cuocc_pair_config() gives.
 *
 * Threads, warps, blocks, barriers and shared memory are what the first leaves.
 * Registers are counted per sub-partition: warps go to them in turn, first those
 * of the first kernel, and a block waits for the one that its warp is due for
 * even if another has room. So a block that is no multiple of the sub-partitions
 * may leave much of the register file unused.
 *
 * @param first_blocks  0 to the active blocks of `first` alone.
 * @param out           Filled on CUOCC_OK.
 * @return              CUOCC_ERR_ARGUMENT  more first blocks than fit, or as
 *                                          cuocc_solve() for either launch
 */
CUOCC_API enum cuocc_status cuocc_coresident(const struct cuocc_device *dev,
                                             const struct cuocc_launch *first,
                                             const struct cuocc_launch *second,
                                             uint32_t first_blocks, struct cuocc_coresident *out);

CUOCC_END_DECLS

#endif

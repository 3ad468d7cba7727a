/* SPDX-License-Identifier: MIT */
/**
 * What would have to change: how far a launch may grow, and what it takes to
 * get more blocks onto an SM.
 *
 * Pure like solver.h, with the same rules for devices and pointers. Every bound
 * is exact: the value given reaches the blocks asked for, one register or one
 * byte more does not. tests/unit proves it for all devices by trying.
 */
#ifndef CUOCC_PLAN_H
#define CUOCC_PLAN_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/**
 * The most registers per thread with which `blocks` blocks of this launch still
 * fit on an SM, as far as registers decide.
 *
 * @param blocks  At least 1.
 * @return        0 if no register count allows it, else 1 to the device's most.
 */
CUOCC_API uint32_t cuocc_regs_for_blocks(const struct cuocc_device *dev,
                                         const struct cuocc_launch *launch, uint32_t blocks);

/**
 * The most shared memory per block, static plus dynamic, with which `blocks`
 * blocks of this launch still fit on an SM, as far as shared memory decides.
 * Its carve-out is respected and raised as the driver raises it.
 *
 * @param blocks  At least 1.
 * @param bytes   Set on true.
 * @return        false if not even 0 bytes allow it.
 */
CUOCC_API bool cuocc_smem_for_blocks(const struct cuocc_device *dev,
                                     const struct cuocc_launch *launch, uint32_t blocks,
                                     uint32_t *bytes);

/**
 * The largest block whose registers, at this launch's registers per thread, one
 * block may hold: a multiple of the warp size, 0 if even one warp is too much.
 */
CUOCC_API uint32_t cuocc_threads_for_regs(const struct cuocc_device *dev, uint32_t regs_per_thread);

/** How far each resource may grow, alone, at today's active blocks. */
struct cuocc_headroom {
    uint32_t regs_per_thread;      /* CUOCC_NOT_GIVEN at 0 active blocks */
    uint32_t smem_per_block_bytes; /* the same */
};

/**
 * @param result  Of cuocc_solve() for the same device and launch.
 */
CUOCC_API void cuocc_headroom(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                              const struct cuocc_result *result, struct cuocc_headroom *out);

/** The next step up, and the largest values that together reach it. */
struct cuocc_next {
    uint32_t blocks; /* 0: no reduction of registers or shared memory gives more */
    uint32_t regs_per_thread;
    uint32_t smem_per_block_bytes;
};

/**
 * The least number of active blocks above today's that fewer registers, less
 * shared memory or both give.
 *
 * @param result  Of cuocc_solve() for the same device and launch.
 */
CUOCC_API void cuocc_next(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                          const struct cuocc_result *result, struct cuocc_next *out);

CUOCC_END_DECLS

#endif

/* SPDX-License-Identifier: MIT */
/**
 * Occupancy over one variable, as the steps that it is: every range of block
 * sizes, registers or bytes with one answer, its ends exact.
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_CURVE_H
#define CUOCC_CURVE_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/** What varies. */
enum cuocc_variable {
    CUOCC_VARIABLE_BLOCK, /* block dimension x, beside the launch's y and z */
    CUOCC_VARIABLE_REGS,  /* registers per thread */
    CUOCC_VARIABLE_SMEM   /* shared memory per block, static plus dynamic, bytes */
};
#define CUOCC_VARIABLE_COUNT 3

/** A launch of which one member takes every value from `first` to `last`. */
struct cuocc_curve {
    const struct cuocc_device *dev;
    struct cuocc_launch launch;
    enum cuocc_variable variable;
    /* For BLOCK: the shared memory of T threads is the launch's and T times this. */
    uint32_t smem_per_thread_bytes;
    uint32_t first; /* at least 1, and for SMEM at least the static part */
    uint32_t last;
};

/**
 * Neighbouring values with one answer. Threads and warps count as one limiter:
 * which of them it is changes with every thread of a block's last warp.
 */
struct cuocc_step {
    uint32_t first, last;
    uint32_t active_blocks; /* 0: cannot run */
    uint32_t active_warps;
    uint32_t limiters; /* bit 1 << enum cuocc_limit; WARPS stands for THREADS too */
};

/**
 * Set `first` and `last` to what a device allows: one thread to the largest
 * block, 1 to the most registers, the static part to the most that a block can
 * opt in to; further if the launch's own value is larger.
 */
CUOCC_API void cuocc_curve_whole(struct cuocc_curve *curve);

/** @return the launch's own value of the variable; CUOCC_NOT_GIVEN without one. */
CUOCC_API uint32_t cuocc_curve_value(const struct cuocc_launch *launch,
                                     enum cuocc_variable variable);

/** Make the launch at one value of the curve. */
CUOCC_API void cuocc_curve_launch(const struct cuocc_curve *curve, uint32_t value,
                                  struct cuocc_launch *out);

/**
 * Find the step that begins at a value.
 *
 *     for (at = curve.first; at <= curve.last; at = step.last + 1)
 *         if (cuocc_curve_step(&curve, at, &step) != CUOCC_OK) ...
 *
 * @param first  A value of the curve.
 * @param out    Filled on CUOCC_OK.
 * @return       CUOCC_ERR_ARGUMENT  as cuocc_solve() for the launch there
 */
CUOCC_API enum cuocc_status cuocc_curve_step(const struct cuocc_curve *curve, uint32_t first,
                                             struct cuocc_step *out);

CUOCC_END_DECLS

#endif

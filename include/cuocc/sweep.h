/* SPDX-License-Identifier: MIT */
/**
 * Many launches from a few sets: every block size with every register count
 * with every shared memory size. Nothing is expanded; a launch is computed from
 * its index, so a sweep of any size costs no memory. Pure, as solver.h.
 */
#ifndef CUOCC_SWEEP_H
#define CUOCC_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "cuocc/launch.h"
#include "cuocc/status.h"

CUOCC_BEGIN_DECLS

/**
 * The values first, first + step, ... up to last.
 *
 * For blocks they are the x dimension, beside y and z. For shared memory they
 * are bytes per block, to which per_thread times the block size is added.
 */
struct cuocc_span {
    uint32_t first;
    uint32_t last;             /* at least first */
    uint32_t step;             /* at least 1 */
    uint32_t y, z;             /* blocks only; 1 otherwise */
    uint32_t per_thread_bytes; /* shared memory only; 0 otherwise */
};

/** Spans one after the other; no spans: the launch's own value stays. */
struct cuocc_set {
    const struct cuocc_span *spans; /* borrowed */
    size_t span_count;
};

/** The product of three sets over one launch, shared memory the fastest. */
struct cuocc_sweep {
    struct cuocc_launch base;
    struct cuocc_set block;
    struct cuocc_set regs;
    struct cuocc_set smem;
    bool smem_is_dynamic; /* the sizes of `smem` are the dynamic part: base's static comes on top */
};

/** @return the number of values of a set, at least 1 (the launch's own). */
CUOCC_API uint64_t cuocc_set_count(const struct cuocc_set *set);

/** @return the number of launches; UINT64_MAX if it does not fit. */
CUOCC_API uint64_t cuocc_sweep_count(const struct cuocc_sweep *sweep);

/**
 * Compute one launch of a sweep. Sizes that do not fit 32 bits become the
 * largest that does; no device runs either.
 *
 * @param index  Below cuocc_sweep_count().
 */
CUOCC_API void cuocc_sweep_launch(const struct cuocc_sweep *sweep, uint64_t index,
                                  struct cuocc_launch *out);

CUOCC_END_DECLS

#endif

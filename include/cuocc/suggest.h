/* SPDX-License-Identifier: MIT */
/**
 * Which block size? Every sensible one, ranked by the threads it keeps active.
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_SUGGEST_H
#define CUOCC_SUGGEST_H

#include <stddef.h>

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/** One block size that can run. Lane utilisation: cuocc_lane_utilization(). */
struct cuocc_candidate {
    uint32_t threads_per_block;
    uint32_t active_blocks; /* per SM, never 0 */
    uint32_t active_warps;
    uint32_t active_threads;
    uint32_t smem_per_block_bytes;
    bool needs_opt_in;        /* more shared memory than a block gets by default */
    uint32_t limiters;        /* bit 1 << enum cuocc_limit */
    uint64_t min_grid_blocks; /* active blocks of the whole GPU; 0 without an SM count */
};

/**
 * Rank the block sizes of a kernel: all multiples of the warp size up to the
 * launch bounds (or the device's most) and that bound itself, most active
 * threads first and in a tie the larger block. Sizes that cannot run are left
 * out.
 *
 * The first is the answer of cudaOccupancyMaxPotentialBlockSize, which tries
 * the same sizes from the largest down and keeps the first of the best; its
 * blockSizeLimit is launch_bounds_threads here. Equal active threads mean equal
 * occupancy except where the bound is no multiple of the warp size.
 *
 * @param launch                 Its block is not looked at. Shared memory of a
 *                               block of T threads is smem_per_block_bytes plus
 *                               T times smem_per_thread_bytes.
 * @param smem_per_thread_bytes  0 if shared memory does not depend on the block.
 * @param out                    Room for `capacity` candidates; the best that
 *                               there are, ranked. May be NULL with capacity 0.
 * @param count                  Set to how many candidates there are, which may
 *                               be more than capacity; 0: no block size runs.
 * @return                       CUOCC_ERR_ARGUMENT  as cuocc_solve()
 */
CUOCC_API enum cuocc_status cuocc_suggest(const struct cuocc_device *dev,
                                          const struct cuocc_launch *launch,
                                          uint32_t smem_per_thread_bytes,
                                          struct cuocc_candidate *out, size_t capacity,
                                          size_t *count);

CUOCC_END_DECLS

#endif

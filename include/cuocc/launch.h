/* SPDX-License-Identifier: MIT */
/** What somebody wants to run: one kernel with one block size. */
#ifndef CUOCC_LAUNCH_H
#define CUOCC_LAUNCH_H

#include "cuocc/api.h"

CUOCC_BEGIN_DECLS

/**
 * One launch. Start from CUOCC_LAUNCH_INIT and set what is known.
 *
 * The number of registers is the one of the launch: what `ptxas -v`,
 * cudaFuncAttributes or Nsight Compute report, not a count of live registers.
 * Barriers are the hardware barriers allocated to a block, not the number of
 * __syncthreads() in the source.
 */
struct cuocc_launch {
    uint32_t block_dim[3];                /* threads in x, y, z; their product is the block size */
    uint32_t regs_per_thread;             /* 0 or CUOCC_NOT_GIVEN: registers do not limit */
    uint32_t smem_per_block_bytes;        /* static plus dynamic, without the reserved part */
    uint32_t static_smem_per_block_bytes; /* the part of it that the compiler fixed */
    uint32_t barriers_per_block;          /* 0 or CUOCC_NOT_GIVEN: barriers do not limit */
    uint32_t cluster_blocks;              /* blocks per cluster; 0: not launched as clusters */
    uint32_t launch_bounds_threads;       /* most threads it was compiled for; 0: no bounds */
    uint32_t launch_bounds_min_blocks;    /* their second argument; 0: none; it is only noted */
    uint32_t grid_dim[3];                 /* blocks in x, y, z; all 0: not given */
    /* Wanted shared-memory configuration: a percentage of the maximum, 0 to 100,
     * -1 for the driver's default (= the maximum), or, where carveout_bytes is
     * given, one of the device's own sizes. More is taken if one block needs it. */
    int32_t carveout_percent;
    uint32_t carveout_bytes; /* CUOCC_NOT_GIVEN: the percentage counts */
};

/** One thread, nothing else known; one barrier, as the driver counts. */
#define CUOCC_LAUNCH_INIT                                                                          \
    {                                                                                              \
        {1, 1, 1}, CUOCC_NOT_GIVEN, 0, 0, 1, 0, 0, 0, {0, 0, 0}, -1, CUOCC_NOT_GIVEN               \
    }

/** @return threads of one block; UINT32_MAX if the product does not fit. */
CUOCC_API uint32_t cuocc_launch_threads(const struct cuocc_launch *launch);

/** @return blocks of the grid, 0 if it was not given; at most 2^64 - 1. */
CUOCC_API uint64_t cuocc_launch_grid_blocks(const struct cuocc_launch *launch);

CUOCC_END_DECLS

#endif

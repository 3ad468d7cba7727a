/* SPDX-License-Identifier: MIT */
/**
 * From one SM to the whole GPU: waves of blocks and the tail that a grid leaves.
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_GPU_H
#define CUOCC_GPU_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/** What a grid does on all SMs, if every block runs equally long. */
struct cuocc_gpu {
    uint32_t sm_count;
    uint64_t grid_blocks; /* 0: not given; then everything below the next two is 0 */

    /* SMs x active blocks: one wave, and the largest grid that is resident at
     * once, as a persistent or cooperative kernel needs it. */
    uint64_t persistent_grid_blocks;
    bool cooperative_grid_fits; /* grid_blocks is at most that; the driver refuses more */

    double waves;              /* grid / wave, what Nsight Compute calls Waves Per SM */
    uint64_t full_waves;       /* whole ones */
    uint64_t last_wave_blocks; /* what they leave over; 0: the grid ends with a full wave */
    double last_wave_fill;     /* those blocks / wave; 1 if the grid ends with a full wave */
    double tail_efficiency;    /* waves / waves rounded up: 1 wastes nothing at the end */
    uint32_t idle_sms;         /* get no block at all: fewer blocks than SMs */
    uint64_t resident_blocks;  /* at most at once, on the whole GPU */
    uint64_t resident_threads; /* those blocks' threads: threads in flight */
};

/**
 * @param launch    Its grid is what runs.
 * @param result    Of cuocc_solve() for the same device and launch.
 * @param sm_count  SMs of the GPU, at least 1.
 * @param out       Filled on CUOCC_OK.
 * @return          CUOCC_ERR_ARGUMENT  no SMs
 *                  CUOCC_ERR_VALUE     the launch cannot run: 0 active blocks
 */
CUOCC_API enum cuocc_status cuocc_gpu(const struct cuocc_launch *launch,
                                      const struct cuocc_result *result, uint32_t sm_count,
                                      struct cuocc_gpu *out);

/** @return active warps that each warp scheduler of an SM can choose from. */
CUOCC_API double cuocc_warps_per_scheduler(const struct cuocc_device *dev, uint32_t active_warps);

CUOCC_END_DECLS

#endif

/* SPDX-License-Identifier: MIT */
/* What must hold for every answer of the solver; shared by the targets that solve. */
#ifndef TESTS_FUZZ_LAUNCH_H
#define TESTS_FUZZ_LAUNCH_H

#include "cuocc/solver.h"
#include "fuzz.h"

static inline void fuzz_check_result(const struct cuocc_device *dev,
                                     const struct cuocc_result *result)
{
    uint32_t least = CUOCC_UNLIMITED, limiters = 0;
    double occupancy = cuocc_occupancy(dev, result->active_warps);

    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        least = result->block_limit[i] < least ? result->block_limit[i] : least;
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        limiters |= result->block_limit[i] == least ? 1U << i : 0;
    FUZZ_CHECK(result->active_blocks == least && result->limiters == limiters);
    FUZZ_CHECK((result->reasons == 0) == (least > 0));
    FUZZ_CHECK(occupancy >= 0 && occupancy <= 1);
    FUZZ_CHECK((uint64_t)least * result->warps_per_block == result->active_warps);
    FUZZ_CHECK((uint64_t)least * result->threads_per_block == result->active_threads);
    FUZZ_CHECK(result->active_warps <= dev->max_warps_per_sm);
    FUZZ_CHECK(result->active_threads <= dev->max_threads_per_sm);
    FUZZ_CHECK(least <= dev->max_blocks_per_sm);
    /* What the blocks take is there: nothing has wrapped. */
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT && least > 0; i++)
        if (result->block_limit[i] != CUOCC_UNLIMITED)
            FUZZ_CHECK(result->per_block[i] <= result->per_sm[i] / least);
}

#endif

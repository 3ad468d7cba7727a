/* SPDX-License-Identifier: MIT */
/* NVIDIA's occupancy calculator behind a door of our own types. */
#ifndef HEADER_CALCULATOR_H
#define HEADER_CALCULATOR_H

#include <stdbool.h>

#include "cuocc/solver.h"

/* Its answer in our words: block limits by enum cuocc_limit, CUOCC_UNLIMITED where it says
 * INT_MAX. It knows neither a limit of threads nor of clusters; those stay CUOCC_UNLIMITED. */
struct header_answer {
    uint32_t active_blocks;
    uint32_t block_limit[CUOCC_LIMIT_COUNT];
    uint32_t limiters;
    uint64_t regs_per_block;
    uint64_t smem_per_block_bytes;
};

/* Its version as it declares it, "12.1"; NULL if this program was built without it. */
const char *header_version(void);

/*
 * Ask it about a kernel that may use as much dynamic shared memory as a block can get. The device
 * is described by what a driver's device properties hold; units, slots, sub-partitions, barriers
 * and configurations are the header's own.
 *
 * Returns false if it refuses the question.
 */
bool header_solve(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                  struct header_answer *out);

#endif

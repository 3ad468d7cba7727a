/* SPDX-License-Identifier: MIT */
/* What a profiler printed of a launch, held against the model. */
#ifndef CLI_PROFILE_H
#define CLI_PROFILE_H

#include "cli/options.h"
#include "cuocc/kernel.h"
#include "render/report.h"

#define PROFILE_FIGURES_MAX 8

struct profile_check {
    struct report_difference differences[PROFILE_FIGURES_MAX];
    size_t difference_count;
    size_t compared_count;
};

/**
 * Make the launch the one that was profiled: block, grid, dynamic shared memory,
 * the configuration that the driver had picked, and the least number of
 * barriers that gives the printed limit. Options that were given win.
 */
void profile_apply(const struct cuocc_profile *profile, const struct cuocc_device *dev,
                   const struct cli_args *args, struct cuocc_launch *launch);

/* Compare every figure that was printed, to the digits that were printed. */
void profile_compare(const struct cuocc_device *dev, const struct cuocc_result *result,
                     const struct cuocc_launch *launch, const struct cuocc_profile *profile,
                     struct profile_check *check);

#endif

/* SPDX-License-Identifier: MIT */
/* Counts that follow from a launch alone. */
#include "cuocc/launch.h"

#include "core/arith.h"
#include "core/launch.h"

uint32_t cuocc_launch_threads(const struct cuocc_launch *launch)
{
    return launch_threads(launch);
}

uint64_t cuocc_launch_grid_blocks(const struct cuocc_launch *launch)
{
    uint64_t blocks = launch->grid_dim[0];

    return mul_sat(mul_sat(blocks, launch->grid_dim[1]), launch->grid_dim[2]);
}

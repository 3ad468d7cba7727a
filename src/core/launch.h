/* SPDX-License-Identifier: MIT */
/* Threads of a block, where a call would cost as much as the product. */
#ifndef CORE_LAUNCH_H
#define CORE_LAUNCH_H

#include "core/arith.h"
#include "cuocc/launch.h"

static inline uint32_t launch_threads(const struct cuocc_launch *launch)
{
    uint64_t threads = launch->block_dim[0];

    threads = mul_sat(mul_sat(threads, launch->block_dim[1]), launch->block_dim[2]);
    return threads > UINT32_MAX ? UINT32_MAX : (uint32_t)threads;
}

#endif

/* SPDX-License-Identifier: MIT */
/* What textbooks divide, kept to show where the real model differs: docs/model.md. */
#include "core/arith.h"
#include "cuocc/solver.h"

static uint32_t quotient(uint32_t available, uint64_t per_block)
{
    return per_block == 0 ? CUOCC_UNLIMITED : (uint32_t)(available / per_block);
}

void cuocc_textbook_limits(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                           uint32_t *out)
{
    uint32_t threads = cuocc_launch_threads(launch);
    uint32_t regs = launch->regs_per_thread == CUOCC_NOT_GIVEN ? 0 : launch->regs_per_thread;

    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        out[i] = CUOCC_UNLIMITED;
    out[CUOCC_LIMIT_THREADS] = quotient(dev->max_threads_per_sm, threads);
    out[CUOCC_LIMIT_WARPS] =
        quotient(dev->max_warps_per_sm, div_up(threads, dev->warp_size_threads));
    out[CUOCC_LIMIT_BLOCKS] = dev->max_blocks_per_sm;
    out[CUOCC_LIMIT_REGISTERS] = quotient(dev->regs_per_sm, mul_sat(regs, threads));
    out[CUOCC_LIMIT_SHARED] = quotient(dev->smem_per_sm_bytes, launch->smem_per_block_bytes);
}

/* SPDX-License-Identifier: MIT */
/* Where the answer changes as one value of a launch grows. */
#include "cuocc/curve.h"

#include "core/arith.h"
#include "core/smem.h"

void cuocc_curve_whole(struct cuocc_curve *curve)
{
    const struct cuocc_device *dev = curve->dev;
    const struct {
        uint32_t first, last;
    } ranges[] = {
        [CUOCC_VARIABLE_BLOCK] = {1, dev->max_threads_per_block},
        [CUOCC_VARIABLE_REGS] = {1, dev->max_regs_per_thread},
        [CUOCC_VARIABLE_SMEM] = {curve->launch.static_smem_per_block_bytes,
                                 dev->smem_per_block_optin_bytes},
    };
    uint32_t own = cuocc_curve_value(&curve->launch, curve->variable);

    _Static_assert(sizeof(ranges) / sizeof(ranges[0]) == CUOCC_VARIABLE_COUNT, "a range for each");
    curve->first = ranges[curve->variable].first;
    curve->last = ranges[curve->variable].last;
    if (own != CUOCC_NOT_GIVEN && own > curve->last)
        curve->last = own;
    if (curve->last < curve->first)
        curve->last = curve->first;
}

uint32_t cuocc_curve_value(const struct cuocc_launch *launch, enum cuocc_variable variable)
{
    switch (variable) {
    case CUOCC_VARIABLE_BLOCK:
        return launch->block_dim[0];
    case CUOCC_VARIABLE_REGS:
        return launch->regs_per_thread;
    case CUOCC_VARIABLE_SMEM:
        break;
    }
    return launch->smem_per_block_bytes;
}

void cuocc_curve_launch(const struct cuocc_curve *curve, uint32_t value, struct cuocc_launch *out)
{
    uint64_t bytes;

    *out = curve->launch;
    switch (curve->variable) {
    case CUOCC_VARIABLE_BLOCK:
        out->block_dim[0] = value;
        bytes = out->smem_per_block_bytes +
                mul_sat(curve->smem_per_thread_bytes, cuocc_launch_threads(out));
        out->smem_per_block_bytes = bytes < CUOCC_NOT_GIVEN ? (uint32_t)bytes : CUOCC_NOT_GIVEN - 1;
        break;
    case CUOCC_VARIABLE_REGS:
        out->regs_per_thread = value;
        break;
    case CUOCC_VARIABLE_SMEM:
        out->smem_per_block_bytes = value;
        break;
    }
}

static enum cuocc_status step_at(const struct cuocc_curve *curve, uint32_t value,
                                 struct cuocc_step *out)
{
    const uint32_t threads = 1U << CUOCC_LIMIT_THREADS, warps = 1U << CUOCC_LIMIT_WARPS;
    struct cuocc_launch launch;
    struct cuocc_result result;
    enum cuocc_status status;

    cuocc_curve_launch(curve, value, &launch);
    status = cuocc_solve(curve->dev, &launch, &result);
    if (status != CUOCC_OK)
        return status;
    *out = (struct cuocc_step){.first = value,
                               .last = value,
                               .active_blocks = result.active_blocks,
                               .active_warps = result.active_warps,
                               .limiters = result.limiters};
    if ((out->limiters & threads) != 0)
        out->limiters = (out->limiters & ~threads) | warps;
    return CUOCC_OK;
}

/* The last value that needs no look: shared memory is handed out in units, and only what a block
 * may ask for is counted in bytes. */
static uint32_t same_until(const struct cuocc_curve *curve, uint32_t value)
{
    const struct cuocc_device *dev = curve->dev;
    uint64_t last;

    if (curve->variable != CUOCC_VARIABLE_SMEM)
        return value;
    last = smem_allocated_bytes(dev, value) - dev->smem_reserved_per_block_bytes;
    if (value <= dev->smem_per_block_optin_bytes && last > dev->smem_per_block_optin_bytes)
        last = dev->smem_per_block_optin_bytes;
    return last < curve->last ? (uint32_t)last : curve->last;
}

enum cuocc_status cuocc_curve_step(const struct cuocc_curve *curve, uint32_t first,
                                   struct cuocc_step *out)
{
    struct cuocc_step step, next;
    enum cuocc_status status = step_at(curve, first, &step);

    if (status != CUOCC_OK)
        return status;
    step.last = same_until(curve, first);
    while (step.last < curve->last && step_at(curve, step.last + 1, &next) == CUOCC_OK &&
           next.active_blocks == step.active_blocks && next.active_warps == step.active_warps &&
           next.limiters == step.limiters)
        step.last = same_until(curve, step.last + 1);
    *out = step;
    return CUOCC_OK;
}

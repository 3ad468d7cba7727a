/* SPDX-License-Identifier: MIT */
/* Launches of a sweep, computed from their index. */
#include "cuocc/sweep.h"

#include "core/arith.h"

static uint64_t span_count(const struct cuocc_span *span)
{
    return (uint64_t)(span->last - span->first) / span->step + 1;
}

uint64_t cuocc_set_count(const struct cuocc_set *set)
{
    uint64_t count = 0;

    for (size_t i = 0; i < set->span_count; i++)
        count += span_count(&set->spans[i]);
    return count > 0 ? count : 1;
}

uint64_t cuocc_sweep_count(const struct cuocc_sweep *sweep)
{
    return mul_sat(mul_sat(cuocc_set_count(&sweep->block), cuocc_set_count(&sweep->regs)),
                   cuocc_set_count(&sweep->smem));
}

/* The span that holds the value at `index` of a set that has spans. */
static const struct cuocc_span *span_at(const struct cuocc_set *set, uint64_t index,
                                        uint32_t *value)
{
    const struct cuocc_span *span = set->spans;

    while (index >= span_count(span)) {
        index -= span_count(span);
        span++;
    }
    *value = (uint32_t)(span->first + index * span->step);
    return span;
}

static uint32_t to_size(uint64_t bytes)
{
    return bytes < CUOCC_NOT_GIVEN ? (uint32_t)bytes : CUOCC_NOT_GIVEN - 1;
}

static void set_block(const struct cuocc_set *set, uint64_t index, struct cuocc_launch *out)
{
    const struct cuocc_span *span;
    uint32_t x;

    if (set->span_count == 0)
        return;
    span = span_at(set, index, &x);
    out->block_dim[0] = x;
    out->block_dim[1] = span->y;
    out->block_dim[2] = span->z;
}

/* After set_block(): a part per thread needs the block size. */
static void set_smem(const struct cuocc_sweep *sweep, uint64_t index, struct cuocc_launch *out)
{
    const struct cuocc_span *span;
    uint32_t constant;
    uint64_t bytes;

    if (sweep->smem.span_count == 0)
        return;
    span = span_at(&sweep->smem, index, &constant);
    bytes = constant + (uint64_t)span->per_thread_bytes * cuocc_launch_threads(out);
    if (sweep->smem_is_dynamic)
        bytes += out->static_smem_per_block_bytes;
    out->smem_per_block_bytes = to_size(bytes);
}

void cuocc_sweep_launch(const struct cuocc_sweep *sweep, uint64_t index, struct cuocc_launch *out)
{
    uint64_t smem_count = cuocc_set_count(&sweep->smem);
    uint64_t regs_count = cuocc_set_count(&sweep->regs);

    *out = sweep->base;
    set_block(&sweep->block, index / smem_count / regs_count, out);
    if (sweep->regs.span_count > 0)
        (void)span_at(&sweep->regs, index / smem_count % regs_count, &out->regs_per_thread);
    set_smem(sweep, index % smem_count, out);
}

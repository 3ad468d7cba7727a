/* SPDX-License-Identifier: MIT */
/* Some limits of a result together: the least, and which of them it is. */
#ifndef CORE_LEAST_H
#define CORE_LEAST_H

#include "core/arith.h"
#include "cuocc/solver.h"

#define LIMIT_BIT(limit) (1U << (unsigned)(limit))

struct least {
    uint32_t blocks;
    uint32_t limiters;
};

/* No branch: which limit is the least is as good as random to the processor. */
static inline void least_apply(struct least *least, uint32_t blocks, uint32_t bit)
{
    least->limiters =
        (blocks <= least->blocks ? bit : 0) | (blocks < least->blocks ? 0 : least->limiters);
    least->blocks = min_u32(least->blocks, blocks);
}

static inline struct least least_of(const struct cuocc_result *result, uint32_t limits)
{
    struct least least = {.blocks = CUOCC_UNLIMITED};

    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        if ((limits & LIMIT_BIT(i)) != 0)
            least_apply(&least, result->block_limit[i], LIMIT_BIT(i));
    return least;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Integer arithmetic that cannot wrap. */
#ifndef CORE_ARITH_H
#define CORE_ARITH_H

#include <stdint.h>

static inline uint64_t mul_sat(uint64_t a, uint64_t b)
{
    /* The usual case first: a division costs more than all the rest. */
    if ((a | b) <= UINT32_MAX)
        return a * b;
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/* n is far from the top of its type: callers widen to 64 bits first. */
static inline uint64_t div_up(uint64_t n, uint64_t unit)
{
    return (n + unit - 1) / unit;
}

static inline uint64_t round_up(uint64_t n, uint64_t unit)
{
    /* Every real unit is a power of two, and a division is dear. */
    if ((unit & (unit - 1)) == 0)
        return (n + unit - 1) & ~(unit - 1);
    return div_up(n, unit) * unit;
}

static inline uint64_t round_down(uint64_t n, uint64_t unit)
{
    return n / unit * unit;
}

static inline uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

#endif

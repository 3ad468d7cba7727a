/* SPDX-License-Identifier: MIT */
/* The launches of the benchmark as NVIDIA's calculator takes them. */
#ifndef HEADER_SIDE_H
#define HEADER_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "cuocc/solver.h"

enum {
    BENCH_LAUNCHES = 4096
};

/* Makes the compiler believe that all of *result is read: else it drops what only a caller needs.
 */
static inline void use(const void *result)
{
    __asm__ volatile("" : : "r"(result) : "memory");
}

/* Translates BENCH_LAUNCHES launches outside the timing; false without the header. */
bool header_side_prepare(const struct cuocc_device *dev, const struct cuocc_launch *launches);

/* One pass over all of them. Returns the sum of active blocks. */
uint64_t header_side_pass(void);

#endif

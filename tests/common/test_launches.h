/* SPDX-License-Identifier: MIT */
/* Short ways to say a launch, and to say it to a person. */
#ifndef TEST_LAUNCHES_H
#define TEST_LAUNCHES_H

#include <stdio.h>

#include "cuocc/solver.h"

/* `smem` is dynamic; `regs` may be CUOCC_NOT_GIVEN. */
struct cuocc_launch test_launch(uint32_t threads, uint32_t regs, uint32_t smem);

/* Active blocks, or UINT32_MAX where cuocc_solve() refuses the launch. */
uint32_t test_blocks(const struct cuocc_device *dev, const struct cuocc_launch *launch);

/* The command line that asks the same, without a newline. */
void test_print_command(FILE *to, const struct cuocc_device *dev,
                        const struct cuocc_launch *launch);

/* Limits of a bit set as people write them, "registers+shared"; `text` holds 80 bytes. */
const char *test_limiter_names(uint32_t limiters, char *text);

#endif

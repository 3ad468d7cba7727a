/* SPDX-License-Identifier: MIT */
/* The entry point of every fuzz target. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the program where an invariant does not hold, in every kind of build. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : __builtin_trap())

#endif

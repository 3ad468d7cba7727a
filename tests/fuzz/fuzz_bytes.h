/* SPDX-License-Identifier: MIT */
/* The bytes of a fuzzer as small decisions: what is used up reads as 0. */
#ifndef TESTS_FUZZ_BYTES_H
#define TESTS_FUZZ_BYTES_H

#include "fuzz.h"

struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
};

static inline uint32_t fuzz_u8(struct fuzz_bytes *bytes)
{
    if (bytes->left == 0)
        return 0;
    bytes->left--;
    return *bytes->at++;
}

static inline uint32_t fuzz_u32(struct fuzz_bytes *bytes)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < 4; i++)
        value = value << 8 | fuzz_u8(bytes);
    return value;
}

/* A value from `min` to `max`. */
static inline uint32_t fuzz_between(struct fuzz_bytes *bytes, uint32_t min, uint32_t max)
{
    return min + (uint32_t)(fuzz_u32(bytes) % ((uint64_t)max - min + 1));
}

#endif

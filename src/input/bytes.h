/* SPDX-License-Identifier: MIT */
/* Little-endian numbers at any address. Whoever calls has checked the bounds. */
#ifndef INPUT_BYTES_H
#define INPUT_BYTES_H

#include <stdint.h>

static inline uint16_t get_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t get_u32(const uint8_t *at)
{
    return (uint32_t)get_u16(at) | (uint32_t)get_u16(at + 2) << 16;
}

static inline uint64_t get_u64(const uint8_t *at)
{
    return (uint64_t)get_u32(at) | (uint64_t)get_u32(at + 4) << 32;
}

#endif

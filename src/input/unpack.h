/* SPDX-License-Identifier: MIT */
/* The two compressions of fatbin entries. */
#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum packing {
    PACKING_NONE,
    PACKING_LZ4, /* one raw block */
    PACKING_ZSTD /* one frame */
};

/* Whether this build can decode it. */
bool unpack_is_available(enum packing packing);

/* @return false unless the data decodes to exactly `size` bytes. */
bool unpack(enum packing packing, const uint8_t *packed, size_t packed_size, uint8_t *bytes,
            size_t size);

#endif

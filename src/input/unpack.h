/* SPDX-License-Identifier: MIT */
/* The two compressions of fatbin entries. */
#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include <stddef.h>
#include <stdint.h>

enum packing {
    PACKING_NONE,
    PACKING_LZ4, /* one raw block */
    PACKING_ZSTD /* one frame */
};

struct packed {
    const uint8_t *bytes;
    size_t packed_size, size;
    enum packing packing;
};

/* Decodes one entry after another. Zeroed is new; to be freed. */
struct unpacker {
    struct zstd_decoder *zstd; /* NULL until it is needed */
};

enum unpacked {
    UNPACKED,
    UNPACK_LACKS_LIBRARY, /* this build or machine */
    UNPACK_DAMAGED,       /* does not decode to exactly `size` bytes */
    UNPACK_NO_MEMORY
};

/* @param bytes  Room for `packed->size`. */
enum unpacked unpack(struct unpacker *unpacker, const struct packed *packed, uint8_t *bytes);

void unpacker_free(struct unpacker *unpacker);

#endif

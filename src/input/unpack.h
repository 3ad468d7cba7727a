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

/* Decodes one entry after another. Zeroed is empty; to be freed. */
struct unpacker {
    uint8_t *bytes; /* of the last entry */
    size_t room;
    struct zstd_decoder *zstd; /* NULL until it is needed */
};

enum unpacked {
    UNPACKED,
    UNPACK_LACKS_LIBRARY, /* this build or machine */
    UNPACK_DAMAGED,       /* does not decode to exactly `size` bytes */
    UNPACK_NO_MEMORY
};

/* @param size  more than 0; the answer is in `unpacker->bytes`, until the next call. */
enum unpacked unpack(struct unpacker *unpacker, enum packing packing, const uint8_t *packed,
                     size_t packed_size, size_t size);

void unpacker_free(struct unpacker *unpacker);

#endif

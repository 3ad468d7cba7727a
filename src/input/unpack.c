/* SPDX-License-Identifier: MIT */
/* The two compressions of fatbin entries. */
#include "input/unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifdef CUOCC_HAVE_LZ4
#include <lz4.h>

static const bool has_lz4 = true;

static enum unpacked unpack_lz4(struct unpacker *unpacker, const uint8_t *packed,
                                size_t packed_size, size_t size)
{
    if (packed_size > INT_MAX || size > INT_MAX)
        return UNPACK_DAMAGED;
    return LZ4_decompress_safe((const char *)packed, (char *)unpacker->bytes, (int)packed_size,
                               (int)size) == (int)size
               ? UNPACKED
               : UNPACK_DAMAGED;
}
#else
static const bool has_lz4 = false;

static enum unpacked unpack_lz4(struct unpacker *unpacker, const uint8_t *packed,
                                size_t packed_size, size_t size)
{
    (void)unpacker, (void)packed, (void)packed_size, (void)size;
    return UNPACK_DAMAGED;
}
#endif

#ifdef CUOCC_HAVE_ZSTD
#include <zstd.h>

static const bool has_zstd = true;

static enum unpacked unpack_zstd(struct unpacker *unpacker, const uint8_t *packed,
                                 size_t packed_size, size_t size)
{
    if (unpacker->zstd == NULL)
        unpacker->zstd = ZSTD_createDCtx();
    if (unpacker->zstd == NULL)
        return UNPACK_NO_MEMORY;
    return ZSTD_decompressDCtx(unpacker->zstd, unpacker->bytes, size, packed, packed_size) == size
               ? UNPACKED
               : UNPACK_DAMAGED;
}

static void free_zstd(struct unpacker *unpacker)
{
    (void)ZSTD_freeDCtx(unpacker->zstd);
}
#else
static const bool has_zstd = false;

static enum unpacked unpack_zstd(struct unpacker *unpacker, const uint8_t *packed,
                                 size_t packed_size, size_t size)
{
    (void)unpacker, (void)packed, (void)packed_size, (void)size;
    return UNPACK_DAMAGED;
}

static void free_zstd(struct unpacker *unpacker)
{
    (void)unpacker;
}
#endif

bool unpack_is_available(enum packing packing)
{
    switch (packing) {
    case PACKING_NONE:
        return true;
    case PACKING_LZ4:
        return has_lz4;
    case PACKING_ZSTD:
        return has_zstd;
    }
    return false;
}

static enum unpacked copy(struct unpacker *unpacker, const uint8_t *packed, size_t packed_size,
                          size_t size)
{
    if (packed_size != size)
        return UNPACK_DAMAGED;
    memcpy(unpacker->bytes, packed, size);
    return UNPACKED;
}

enum unpacked unpack(struct unpacker *unpacker, enum packing packing, const uint8_t *packed,
                     size_t packed_size, size_t size)
{
    if (size > unpacker->room) {
        free(unpacker->bytes);
        unpacker->bytes = malloc(size);
        unpacker->room = unpacker->bytes != NULL ? size : 0;
    }
    if (unpacker->bytes == NULL)
        return UNPACK_NO_MEMORY;
    switch (packing) {
    case PACKING_NONE:
        return copy(unpacker, packed, packed_size, size);
    case PACKING_LZ4:
        return unpack_lz4(unpacker, packed, packed_size, size);
    case PACKING_ZSTD:
        return unpack_zstd(unpacker, packed, packed_size, size);
    }
    return UNPACK_DAMAGED;
}

void unpacker_free(struct unpacker *unpacker)
{
    free(unpacker->bytes);
    free_zstd(unpacker);
    *unpacker = (struct unpacker){0};
}

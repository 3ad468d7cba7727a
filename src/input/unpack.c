/* SPDX-License-Identifier: MIT */
/* The two compressions of fatbin entries. */
#include "input/unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "support/library.h"

static enum unpacked without_library(enum cuocc_status status)
{
    return status == CUOCC_ERR_MEMORY ? UNPACK_NO_MEMORY : UNPACK_LACKS_LIBRARY;
}

#ifdef CUOCC_HAVE_LZ4
#include <lz4.h>

#define LZ4_FUNCTIONS(X) X(LZ4_decompress_safe)
LIBRARY_TABLE(lz4, LZ4_FUNCTIONS)
CUOCC_OPEN_LZ4(lz4, LZ4_FUNCTIONS, CUOCC_NAME_LZ4)

static enum unpacked unpack_lz4(struct unpacker *unpacker, const uint8_t *packed,
                                size_t packed_size, size_t size)
{
    struct lz4 lz4;
    enum cuocc_status status = lz4_open(&lz4);

    if (status != CUOCC_OK)
        return without_library(status);
    if (packed_size > INT_MAX || size > INT_MAX)
        return UNPACK_DAMAGED;
    return lz4.LZ4_decompress_safe((const char *)packed, (char *)unpacker->bytes, (int)packed_size,
                                   (int)size) == (int)size
               ? UNPACKED
               : UNPACK_DAMAGED;
}
#else
static enum unpacked unpack_lz4(struct unpacker *unpacker, const uint8_t *packed,
                                size_t packed_size, size_t size)
{
    (void)unpacker, (void)packed, (void)packed_size, (void)size;
    return without_library(CUOCC_ERR_UNSUPPORTED);
}
#endif

#ifdef CUOCC_HAVE_ZSTD
#include <zstd.h>

#define ZSTD_FUNCTIONS(X) X(ZSTD_createDCtx) X(ZSTD_decompressDCtx) X(ZSTD_freeDCtx)
LIBRARY_TABLE(zstd, ZSTD_FUNCTIONS)
CUOCC_OPEN_ZSTD(zstd, ZSTD_FUNCTIONS, CUOCC_NAME_ZSTD)

struct zstd_decoder {
    struct zstd library;
    ZSTD_DCtx *context;
};

static enum unpacked open_zstd(struct unpacker *unpacker)
{
    struct zstd_decoder *decoder = calloc(1, sizeof(*decoder));
    enum cuocc_status status = decoder != NULL ? zstd_open(&decoder->library) : CUOCC_ERR_MEMORY;

    if (status == CUOCC_OK) {
        decoder->context = decoder->library.ZSTD_createDCtx();
        status = decoder->context != NULL ? CUOCC_OK : CUOCC_ERR_MEMORY;
    }
    if (status != CUOCC_OK) {
        free(decoder);
        return without_library(status);
    }
    unpacker->zstd = decoder;
    return UNPACKED;
}

static enum unpacked unpack_zstd(struct unpacker *unpacker, const uint8_t *packed,
                                 size_t packed_size, size_t size)
{
    enum unpacked opened = unpacker->zstd != NULL ? UNPACKED : open_zstd(unpacker);

    if (opened != UNPACKED)
        return opened;
    return unpacker->zstd->library.ZSTD_decompressDCtx(unpacker->zstd->context, unpacker->bytes,
                                                       size, packed, packed_size) == size
               ? UNPACKED
               : UNPACK_DAMAGED;
}

static void free_zstd(struct zstd_decoder *decoder)
{
    if (decoder == NULL)
        return;
    (void)decoder->library.ZSTD_freeDCtx(decoder->context);
    free(decoder);
}
#else
static enum unpacked unpack_zstd(struct unpacker *unpacker, const uint8_t *packed,
                                 size_t packed_size, size_t size)
{
    (void)unpacker, (void)packed, (void)packed_size, (void)size;
    return without_library(CUOCC_ERR_UNSUPPORTED);
}

static void free_zstd(struct zstd_decoder *decoder)
{
    (void)decoder;
}
#endif

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
    free_zstd(unpacker->zstd);
    *unpacker = (struct unpacker){0};
}

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

static enum unpacked unpack_lz4(const struct packed *packed, uint8_t *bytes)
{
    struct lz4 lz4;
    enum cuocc_status status = lz4_open(&lz4);

    if (status != CUOCC_OK)
        return without_library(status);
    if (packed->packed_size > INT_MAX || packed->size > INT_MAX)
        return UNPACK_DAMAGED;
    return lz4.LZ4_decompress_safe((const char *)packed->bytes, (char *)bytes,
                                   (int)packed->packed_size, (int)packed->size) == (int)packed->size
               ? UNPACKED
               : UNPACK_DAMAGED;
}
#else
static enum unpacked unpack_lz4(const struct packed *packed, uint8_t *bytes)
{
    (void)packed, (void)bytes;
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

static enum unpacked unpack_zstd(struct unpacker *unpacker, const struct packed *packed,
                                 uint8_t *bytes)
{
    enum unpacked opened = unpacker->zstd != NULL ? UNPACKED : open_zstd(unpacker);

    if (opened != UNPACKED)
        return opened;
    return unpacker->zstd->library.ZSTD_decompressDCtx(unpacker->zstd->context, bytes, packed->size,
                                                       packed->bytes,
                                                       packed->packed_size) == packed->size
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
static enum unpacked unpack_zstd(struct unpacker *unpacker, const struct packed *packed,
                                 uint8_t *bytes)
{
    (void)unpacker, (void)packed, (void)bytes;
    return without_library(CUOCC_ERR_UNSUPPORTED);
}

static void free_zstd(struct zstd_decoder *decoder)
{
    (void)decoder;
}
#endif

static enum unpacked copy(const struct packed *packed, uint8_t *bytes)
{
    if (packed->packed_size != packed->size)
        return UNPACK_DAMAGED;
    memcpy(bytes, packed->bytes, packed->size);
    return UNPACKED;
}

enum unpacked unpack(struct unpacker *unpacker, const struct packed *packed, uint8_t *bytes)
{
    switch (packed->packing) {
    case PACKING_NONE:
        return copy(packed, bytes);
    case PACKING_LZ4:
        return unpack_lz4(packed, bytes);
    case PACKING_ZSTD:
        return unpack_zstd(unpacker, packed, bytes);
    }
    return UNPACK_DAMAGED;
}

void unpacker_free(struct unpacker *unpacker)
{
    free_zstd(unpacker->zstd);
    *unpacker = (struct unpacker){0};
}

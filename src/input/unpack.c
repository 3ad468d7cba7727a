/* SPDX-License-Identifier: MIT */
/* The two compressions of fatbin entries. */
#include "input/unpack.h"

#include <limits.h>
#include <string.h>

#ifdef CUOCC_HAVE_LZ4
#include <lz4.h>

static const bool has_lz4 = true;

static bool unpack_lz4(const uint8_t *packed, size_t packed_size, uint8_t *bytes, size_t size)
{
    return packed_size <= INT_MAX && size <= INT_MAX &&
           LZ4_decompress_safe((const char *)packed, (char *)bytes, (int)packed_size, (int)size) ==
               (int)size;
}
#else
static const bool has_lz4 = false;

static bool unpack_lz4(const uint8_t *packed, size_t packed_size, uint8_t *bytes, size_t size)
{
    (void)packed, (void)packed_size, (void)bytes, (void)size;
    return false;
}
#endif

#ifdef CUOCC_HAVE_ZSTD
#include <zstd.h>

static const bool has_zstd = true;

static bool unpack_zstd(const uint8_t *packed, size_t packed_size, uint8_t *bytes, size_t size)
{
    return ZSTD_decompress(bytes, size, packed, packed_size) == size;
}
#else
static const bool has_zstd = false;

static bool unpack_zstd(const uint8_t *packed, size_t packed_size, uint8_t *bytes, size_t size)
{
    (void)packed, (void)packed_size, (void)bytes, (void)size;
    return false;
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

bool unpack(enum packing packing, const uint8_t *packed, size_t packed_size, uint8_t *bytes,
            size_t size)
{
    switch (packing) {
    case PACKING_NONE:
        if (packed_size == size)
            memcpy(bytes, packed, size);
        return packed_size == size;
    case PACKING_LZ4:
        return unpack_lz4(packed, packed_size, bytes, size);
    case PACKING_ZSTD:
        return unpack_zstd(packed, packed_size, bytes, size);
    }
    return false;
}

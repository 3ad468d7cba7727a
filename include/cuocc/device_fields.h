/* SPDX-License-Identifier: MIT */
/**
 * The members of struct cuocc_device as a table: the loader, the validator, the
 * device printer, the live-GPU backend and docs/device-format.md walk its rows,
 * so a new fact of a device is one row and one member.
 */
#ifndef CUOCC_DEVICE_FIELDS_H
#define CUOCC_DEVICE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "cuocc/device.h"

CUOCC_BEGIN_DECLS

enum cuocc_field_kind {
    CUOCC_FIELD_COUNT, /* one uint32_t */
    CUOCC_FIELD_BOOL,  /* one uint32_t, 0 or 1; true or false in JSON */
    CUOCC_FIELD_SIZES  /* smem_carveout_count and smem_carveout_bytes; a rising list in JSON */
};

/** One row: one number, or list of numbers, of a device file. */
struct cuocc_device_field {
    const char *key; /* in JSON; also the name of the member */
    size_t offset;   /* of the member in struct cuocc_device */
    uint32_t min;    /* least and greatest value accepted */
    uint32_t max;
    enum cuocc_field_kind kind;
    bool nullable;    /* null in JSON, CUOCC_NOT_GIVEN in the struct */
    const char *unit; /* "B", "threads", ... */
    const char *help; /* what it is, one line */
};

/** @return the rows, static; `count` is set to their number. */
CUOCC_API const struct cuocc_device_field *cuocc_device_fields(size_t *count);

/** @return the member that `field` describes; for SIZES the count of the list. */
static inline uint32_t cuocc_device_field_get(const struct cuocc_device *dev,
                                              const struct cuocc_device_field *field)
{
    return *(const uint32_t *)(const void *)((const char *)dev + field->offset);
}

CUOCC_END_DECLS

#endif

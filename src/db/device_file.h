/* SPDX-License-Identifier: MIT */
/* One device file, parsed and checked: the numbers, the sources, the products. */
#ifndef DB_DEVICE_FILE_H
#define DB_DEVICE_FILE_H

#include "cuocc/device_db.h"

#define DEVICE_FILE_SIZE_MAX ((size_t)4 << 20)

/* A text stands as its place in device_file.texts: numbers need no work when a program starts. */
struct source_at {
    uint32_t code;
    uint32_t text;
};

struct product_at {
    uint32_t name;
    uint32_t sm_count; /* or CUOCC_NOT_GIVEN */
};

/* A name or alias of a product. */
struct product_name {
    uint64_t letters; /* name_letters() of the text */
    uint32_t text;
    uint32_t product; /* index in device_file.products */
};

struct device_file {
    struct cuocc_device device; /* with no product */
    const char *texts;          /* one behind the other, each with its NUL */
    const uint32_t *aliases;    /* further names of the device */
    size_t alias_count;
    const uint32_t *limit_sources; /* one for each row of cuocc_device_fields() */
    const struct source_at *sources;
    size_t source_count;
    const struct product_at *products;
    size_t product_count;
    const struct product_name *names; /* product after product, each with its own name first */
    size_t name_count;
};

static inline const char *device_file_text(const struct device_file *file, uint32_t at)
{
    return file->texts + at;
}

/**
 * Parse and check one device file.
 *
 * @param name   Stands for the file in messages.
 * @param file   Set on CUOCC_OK; release it with device_file_free().
 * @param error  May be NULL.
 * @return as cuocc_device_parse()
 */
enum cuocc_status device_file_parse(const char *text, size_t size, const char *name,
                                    struct device_file **file, struct cuocc_error *error);

/** Release what device_file_parse() made; NULL is allowed. */
void device_file_free(struct device_file *file);

#endif

/* SPDX-License-Identifier: MIT */
/* One device file, parsed and checked: the numbers, the sources, the products. */
#ifndef DB_DEVICE_FILE_H
#define DB_DEVICE_FILE_H

#include "cuocc/device_db.h"

#define DEVICE_FILE_SIZE_MAX ((size_t)4 << 20)

/* A name or alias of a product. */
struct product_name {
    const char *text;
    size_t product; /* index in device_file.products */
};

struct device_file {
    struct cuocc_device device; /* with no product */
    const char **aliases;       /* further names of the device */
    size_t alias_count;
    const char **limit_sources; /* one for each row of cuocc_device_fields() */
    struct cuocc_source *sources;
    size_t source_count;
    struct cuocc_product *products;
    size_t product_count;
    struct product_name *names; /* of all products; a product's own name first */
    size_t name_count;
    char *texts; /* what all the pointers above point into */
};

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

/** NULL is allowed. */
void device_file_free(struct device_file *file);

#endif

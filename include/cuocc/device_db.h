/* SPDX-License-Identifier: MIT */
/**
 * Finding devices: by compute capability, compiler target or product name, in
 * the database built into the library, in a directory, in one file.
 *
 * What is built in was read and checked when the library was built; files are
 * on opening. Lists are made when they are first asked for, so a database is for
 * one thread at a time; several may be used at once. A function that
 * fails leaves what it would have set as it was. `index` must be less than
 * cuocc_device_db_count(); a greater one, or a NULL that is not allowed, is
 * CUOCC_ERR_ARGUMENT.
 *
 * A device file is JSON; docs/device-format.md describes it. Loading is strict:
 * an unknown key, a missing key, a wrong type or an impossible value is an
 * error that names the file and the JSON path.
 */
#ifndef CUOCC_DEVICE_DB_H
#define CUOCC_DEVICE_DB_H

#include <stddef.h>

#include "cuocc/device.h"
#include "cuocc/status.h"

CUOCC_BEGIN_DECLS

struct cuocc_device_db;

/** A product of a device file. Texts belong to the database. */
struct cuocc_product {
    const char *name;
    uint32_t sm_count; /* or CUOCC_NOT_GIVEN */
};

/** A code that the sources of a device file use, and what it stands for. */
struct cuocc_source {
    const char *code; /* "PG" */
    const char *text; /* "CUDA Programming Guide, ..." */
};

/** A product that a name fits, and its device. */
struct cuocc_product_match {
    size_t index; /* of the device */
    struct cuocc_product product;
};

/**
 * Open the database.
 *
 * @param dirs   `dir_count` directories whose *.json files add devices or, by
 *               the same name, replace built-in ones; later directories win.
 *               Read now, in alphabetical order; hidden files are skipped.
 * @param db     Set on CUOCC_OK; release it with cuocc_device_db_close().
 * @param error  May be NULL.
 * @return CUOCC_ERR_IO      a directory or a file in it cannot be read
 *         CUOCC_ERR_SYNTAX  a file is not JSON
 *         CUOCC_ERR_VALUE   a file is not a device: `where` has file and JSON path
 *         CUOCC_ERR_MEMORY
 */
CUOCC_API enum cuocc_status cuocc_device_db_open(const char *const *dirs, size_t dir_count,
                                                 struct cuocc_device_db **db,
                                                 struct cuocc_error *error);

/**
 * Add one device file; it replaces a device of the same name. Indexes change,
 * texts and arrays of other devices stay.
 *
 * @param index  Set on CUOCC_OK to the index of the device.
 * @return       as cuocc_device_db_open()
 */
CUOCC_API enum cuocc_status cuocc_device_db_add(struct cuocc_device_db *db, const char *path,
                                                size_t *index, struct cuocc_error *error);

/** NULL is allowed. */
CUOCC_API void cuocc_device_db_close(struct cuocc_device_db *db);

/** @return how many devices there are. */
CUOCC_API size_t cuocc_device_db_count(const struct cuocc_device_db *db);

/**
 * The device at `index`, in rising order of compute capability, then name.
 *
 * @param device  Filled on CUOCC_OK, with no product.
 */
CUOCC_API enum cuocc_status cuocc_device_db_get(struct cuocc_device_db *db, size_t index,
                                                struct cuocc_device *device,
                                                struct cuocc_error *error);

/**
 * The products of the device at `index`, in the file's order.
 *
 * @param products  Set to an array that belongs to the database.
 * @param count     Set to its length.
 */
CUOCC_API enum cuocc_status cuocc_device_db_products(struct cuocc_device_db *db, size_t index,
                                                     const struct cuocc_product **products,
                                                     size_t *count, struct cuocc_error *error);

/**
 * Where the numbers of the device at `index` come from.
 *
 * @param limits  Set to one text for each row of cuocc_device_fields(), in its
 *                order: "PG, OCC", or why a number is not known.
 */
CUOCC_API enum cuocc_status cuocc_device_db_limit_sources(struct cuocc_device_db *db, size_t index,
                                                          const char *const **limits,
                                                          struct cuocc_error *error);

/** The codes those texts use, in the file's order. */
CUOCC_API enum cuocc_status cuocc_device_db_source_codes(struct cuocc_device_db *db, size_t index,
                                                         const struct cuocc_source **codes,
                                                         size_t *count, struct cuocc_error *error);

/**
 * Find a device by any of its names, ignoring case: sm_89, 8.9, 89, compute_89,
 * sm_90a, sm_100f, or a product with or without vendor words ("rtx 4090",
 * "H100 SXM").
 *
 * An exact name or alias wins. A name that fits several products of one device
 * is accepted: `product` stays "", and `sm_count` is set only if all of them
 * have the same ("rtx 3080" is the printed name of two cards that differ; where
 * the count matters, cuocc_device_db_candidates() says which they are). An
 * unknown device is never replaced by another.
 *
 * @param device  Filled on CUOCC_OK.
 * @param error   May be NULL. `where` is "": the caller knows where the name is from.
 * @return CUOCC_ERR_NOT_FOUND  `text` names the nearest known ones
 *         CUOCC_ERR_AMBIGUOUS  it fits products of several devices; `text` lists them
 *         CUOCC_ERR_MEMORY
 *         CUOCC_ERR_IO, _SYNTAX, _VALUE  never: directories were read on opening
 */
CUOCC_API enum cuocc_status cuocc_device_db_find(struct cuocc_device_db *db, const char *name,
                                                 struct cuocc_device *device,
                                                 struct cuocc_error *error);

/**
 * List the products that cuocc_device_db_find() means by `name`, in the order
 * of the database: one if it fills `product`, several if it does not or if the
 * name is ambiguous, none if the name is one of a device or unknown.
 *
 * @param candidates  Filled with the first `capacity` of them; NULL if that is 0.
 * @param count       Set to how many there are.
 * @return CUOCC_ERR_MEMORY, else CUOCC_OK
 */
CUOCC_API enum cuocc_status cuocc_device_db_candidates(struct cuocc_device_db *db, const char *name,
                                                       struct cuocc_product_match *candidates,
                                                       size_t capacity, size_t *count,
                                                       struct cuocc_error *error);

/**
 * The text of the device file at `index`, as it was read or built in; it
 * belongs to the database and ends in NUL.
 */
CUOCC_API enum cuocc_status cuocc_device_db_text(struct cuocc_device_db *db, size_t index,
                                                 const char **text, struct cuocc_error *error);

/** Read one device file. @return as cuocc_device_db_open() */
CUOCC_API enum cuocc_status cuocc_device_load(const char *path, struct cuocc_device *device,
                                              struct cuocc_error *error);

/** Parse one device file from memory; `name` stands for the path in messages. */
CUOCC_API enum cuocc_status cuocc_device_parse(const char *text, size_t size, const char *name,
                                               struct cuocc_device *device,
                                               struct cuocc_error *error);

CUOCC_END_DECLS

#endif

/* SPDX-License-Identifier: MIT */
/* The inside of the database, for the files that work on it. */
#ifndef DB_DEVICE_DB_H
#define DB_DEVICE_DB_H

#include "cuocc/device_db.h"
#include "db/device_file.h"

struct user_file;

struct db_entry {
    const struct device_file *file;
    struct user_file *user; /* owned, `file` is of it; NULL: built in */
    /* The lists of the public interface, NULL until somebody asks. */
    struct cuocc_product *products;
    struct cuocc_source *sources;
    const char **limit_sources;
};

struct cuocc_device_db {
    struct db_entry *entries; /* in rising order of compute capability, then name */
    size_t count;
};

/** @return the entry of that name, or NULL. */
struct db_entry *db_entry_find(const struct cuocc_device_db *db, const char *name);

/** Release what the entry owns; it stays in its place. */
void db_entry_release(struct db_entry *entry);

/** Restore the order. */
void db_sort(struct cuocc_device_db *db);

#endif

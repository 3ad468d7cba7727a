/* SPDX-License-Identifier: MIT */
/* The inside of the database, for the two files that work on it. */
#ifndef DB_DEVICE_DB_H
#define DB_DEVICE_DB_H

#include "cuocc/device_db.h"
#include "db/device_file.h"

struct db_entry {
    char name[sizeof(((struct cuocc_device *)0)->name)];
    uint32_t cc_major;
    uint32_t cc_minor;
    const char *path; /* stands for the file in messages */
    const char *text;
    size_t size;
    char *owned_path; /* NULL: built in */
    char *owned_text;
    size_t directory;         /* which it came from; 0: built in */
    struct device_file *file; /* NULL until somebody asks */
};

struct cuocc_device_db {
    struct db_entry *entries; /* in rising order of compute capability, then name */
    size_t count;
};

/** Parse the entry if that was not done. */
enum cuocc_status db_entry_load(struct db_entry *entry, struct cuocc_error *error);

#endif

/* SPDX-License-Identifier: MIT */
/* Device files that people give. user_files_none.c stands in where there is nothing to read them.
 */
#ifndef DB_USER_FILES_H
#define DB_USER_FILES_H

#include "db/device_db.h"

struct user_file {
    char *path; /* stands for the file in messages */
    char *text;
    struct device_file *file;
    size_t directory; /* the number of the one it came from */
};

/** Add the devices of a directory, the `number`-th one. @return as cuocc_device_db_open() */
enum cuocc_status user_files_add(struct cuocc_device_db *db, const char *path, size_t number,
                                 struct cuocc_error *error);

/** NULL is allowed. */
void user_file_free(struct user_file *user);

/** @return the text that was read. */
const char *user_file_text(const struct user_file *user);

#endif

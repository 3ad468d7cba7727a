/* SPDX-License-Identifier: MIT */
/* For a build without cJSON or without files: it has the devices that are built in. */
#include "db/user_files.h"

#include "support/error.h"

static enum cuocc_status refuse(const char *where, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, where,
                           "this build reads no device files, the built-in devices are allowed");
}

enum cuocc_status user_files_add(struct cuocc_device_db *db, const char *path, size_t number,
                                 struct cuocc_error *error)
{
    (void)db;
    (void)number;
    return refuse(path, error);
}

void user_file_free(struct user_file *user)
{
    (void)user; /* there are none */
}

const char *user_file_text(const struct user_file *user)
{
    return user->text;
}

enum cuocc_status cuocc_device_db_add(struct cuocc_device_db *db, const char *path, size_t *index,
                                      struct cuocc_error *error)
{
    (void)db;
    (void)index;
    return refuse(path ? path : "", error);
}

enum cuocc_status cuocc_device_parse(const char *text, size_t size, const char *name,
                                     struct cuocc_device *device, struct cuocc_error *error)
{
    (void)text;
    (void)size;
    (void)device;
    return refuse(name ? name : "", error);
}

enum cuocc_status cuocc_device_load(const char *path, struct cuocc_device *device,
                                    struct cuocc_error *error)
{
    (void)device;
    return refuse(path ? path : "", error);
}

/* SPDX-License-Identifier: MIT */
/* Adding files and directories to the database, and reading single files. */
#define _POSIX_C_SOURCE 200809L
#include "db/user_files.h"

#include <stdlib.h>
#include <string.h>

#include "db/read_file.h"
#include "support/error.h"

/* The number of a directory that no directory has: the file replaces what has its name. */
#define SINGLE_FILE SIZE_MAX

static enum cuocc_status fail_memory(struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_MEMORY, "", "out of memory");
}

static enum cuocc_status fail_argument(struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "", "a NULL argument");
}

void user_file_free(struct user_file *user)
{
    if (!user)
        return;
    device_file_free(user->file);
    free(user->text);
    free(user->path);
    free(user);
}

const char *user_file_text(const struct user_file *user)
{
    return user->text;
}

/* --- reading -------------------------------------------------------------------------------- */

static enum cuocc_status read_file(struct user_file *user, struct cuocc_error *error)
{
    size_t size;
    enum cuocc_status status =
        read_whole_file(user->path, DEVICE_FILE_SIZE_MAX, &user->text, &size, error);

    if (status != CUOCC_OK)
        return status;
    return device_file_parse(user->text, size, user->path, &user->file, error);
}

/* Read the file at `path`, which comes from the heap and is freed in any case. */
static enum cuocc_status open_file(char *path, size_t directory, struct user_file **user,
                                   struct cuocc_error *error)
{
    struct user_file *opened = calloc(1, sizeof(*opened));
    enum cuocc_status status;

    if (!opened) {
        free(path);
        return fail_memory(error);
    }
    *opened = (struct user_file){.path = path, .directory = directory};
    status = read_file(opened, error);
    if (status == CUOCC_OK)
        *user = opened;
    else
        user_file_free(opened);
    return status;
}

/* --- adding --------------------------------------------------------------------------------- */

/* Give the file its place; on CUOCC_OK it belongs to the database. */
static enum cuocc_status place_file(struct cuocc_device_db *db, struct user_file *user,
                                    struct cuocc_error *error)
{
    const struct db_entry entry = {.file = user->file, .user = user};
    struct db_entry *same = db_entry_find(db, user->file->device.name);
    struct db_entry *grown;

    if (same && same->user && same->user->directory == user->directory &&
        user->directory != SINGLE_FILE)
        return cuocc_error_set(error, CUOCC_ERR_VALUE, user->path,
                               "the device %s is in %s already, once per directory is allowed",
                               user->file->device.name, same->user->path);
    if (same) {
        db_entry_release(same);
        *same = entry;
    } else {
        grown = realloc(db->entries, (db->count + 1) * sizeof(*grown));
        if (!grown)
            return fail_memory(error);
        db->entries = grown;
        db->entries[db->count++] = entry;
    }
    db_sort(db);
    return CUOCC_OK;
}

/* Add the file at `path`, which comes from the heap and is freed by the database or here. */
static enum cuocc_status add_file(struct cuocc_device_db *db, char *path, size_t directory,
                                  const struct user_file **added, struct cuocc_error *error)
{
    struct user_file *user = NULL;
    enum cuocc_status status = open_file(path, directory, &user, error);

    if (status != CUOCC_OK)
        return status;
    status = place_file(db, user, error);
    if (status != CUOCC_OK) {
        user_file_free(user);
        return status;
    }
    *added = user;
    return CUOCC_OK;
}

enum cuocc_status user_files_add(struct cuocc_device_db *db, const char *path, size_t number,
                                 struct cuocc_error *error)
{
    struct path_list list;
    enum cuocc_status status = list_json_files(path, &list, error);

    for (size_t i = 0; status == CUOCC_OK && i < list.count; i++) {
        const struct user_file *added;
        char *file = list.paths[i];

        list.paths[i] = NULL;
        status = add_file(db, file, number, &added, error);
    }
    path_list_free(&list);
    return status;
}

enum cuocc_status cuocc_device_db_add(struct cuocc_device_db *db, const char *path, size_t *index,
                                      struct cuocc_error *error)
{
    const struct user_file *added = NULL;
    char *copy = db && path && index ? strdup(path) : NULL;
    enum cuocc_status status;

    if (!db || !path || !index)
        return fail_argument(error);
    if (!copy)
        return fail_memory(error);
    status = add_file(db, copy, SINGLE_FILE, &added, error);
    for (size_t i = 0; status == CUOCC_OK && i < db->count; i++)
        if (db->entries[i].user == added)
            *index = i;
    return status;
}

/* --- single files --------------------------------------------------------------------------- */

enum cuocc_status cuocc_device_parse(const char *text, size_t size, const char *name,
                                     struct cuocc_device *device, struct cuocc_error *error)
{
    struct device_file *file;
    enum cuocc_status status;

    if (!text || !name || !device)
        return fail_argument(error);
    status = device_file_parse(text, size, name, &file, error);
    if (status != CUOCC_OK)
        return status;
    *device = file->device;
    device_file_free(file);
    return CUOCC_OK;
}

enum cuocc_status cuocc_device_load(const char *path, struct cuocc_device *device,
                                    struct cuocc_error *error)
{
    char *text;
    size_t size;
    enum cuocc_status status;

    if (!path || !device)
        return fail_argument(error);
    status = read_whole_file(path, DEVICE_FILE_SIZE_MAX, &text, &size, error);
    if (status != CUOCC_OK)
        return status;
    status = cuocc_device_parse(text, size, path, device, error);
    free(text);
    return status;
}

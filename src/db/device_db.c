/* SPDX-License-Identifier: MIT */
/* Opening the database and handing out what is in it. */
#define _POSIX_C_SOURCE 200809L

#include "db/device_db.h"

#include <stdlib.h>
#include <string.h>

#include "db/builtin.h"
#include "db/read_file.h"
#include "support/error.h"

static enum cuocc_status fail_memory(struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_MEMORY, "", "out of memory");
}

static enum cuocc_status fail_argument(struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "", "no such device, or a NULL argument");
}

/* --- entries -------------------------------------------------------------------------------- */

enum cuocc_status db_entry_load(struct db_entry *entry, struct cuocc_error *error)
{
    if (entry->file)
        return CUOCC_OK;
    return device_file_parse(entry->text, entry->size, entry->path, &entry->file, error);
}

static void entry_free(struct db_entry *entry)
{
    device_file_free(entry->file);
    free(entry->owned_text);
    free(entry->owned_path);
}

static struct db_entry *find_entry(const struct cuocc_device_db *db, const char *name)
{
    for (size_t i = 0; i < db->count; i++)
        if (strcmp(db->entries[i].name, name) == 0)
            return &db->entries[i];
    return NULL;
}

static int compare_entries(const void *a, const void *b)
{
    const struct db_entry *left = a;
    const struct db_entry *right = b;

    if (left->cc_major != right->cc_major)
        return left->cc_major < right->cc_major ? -1 : 1;
    if (left->cc_minor != right->cc_minor)
        return left->cc_minor < right->cc_minor ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* --- opening -------------------------------------------------------------------------------- */

static enum cuocc_status add_builtin(struct cuocc_device_db *db, struct cuocc_error *error)
{
    db->entries = calloc(builtin_device_count, sizeof(*db->entries));
    if (!db->entries)
        return fail_memory(error);
    for (size_t i = 0; i < builtin_device_count; i++) {
        const struct builtin_device *from = &builtin_devices[i];
        struct db_entry *entry = &db->entries[db->count++];

        memcpy(entry->name, from->name, strlen(from->name) + 1);
        entry->cc_major = from->cc_major;
        entry->cc_minor = from->cc_minor;
        entry->path = from->path;
        entry->text = from->text;
        entry->size = from->size;
    }
    return CUOCC_OK;
}

/* A directory number that no directory has: the file replaces what has its name. */
#define SINGLE_FILE SIZE_MAX

/* Give `entry` its place; on CUOCC_OK the database owns what it holds. */
static enum cuocc_status place_entry(struct cuocc_device_db *db, const struct db_entry *entry,
                                     struct cuocc_error *error)
{
    struct db_entry *same = find_entry(db, entry->name);
    struct db_entry *grown;

    if (same && same->directory == entry->directory && entry->directory != SINGLE_FILE)
        return cuocc_error_set(error, CUOCC_ERR_VALUE, entry->path,
                               "the device %s is in %s already, once per directory is allowed",
                               entry->name, same->path);
    if (same) {
        entry_free(same);
        *same = *entry;
        return CUOCC_OK;
    }
    grown = realloc(db->entries, (db->count + 1) * sizeof(*grown));
    if (!grown)
        return fail_memory(error);
    db->entries = grown;
    db->entries[db->count++] = *entry;
    return CUOCC_OK;
}

static enum cuocc_status read_entry(struct db_entry *entry, struct cuocc_error *error)
{
    enum cuocc_status status =
        read_whole_file(entry->path, DEVICE_FILE_SIZE_MAX, &entry->owned_text, &entry->size, error);

    if (status != CUOCC_OK)
        return status;
    entry->text = entry->owned_text;
    status = db_entry_load(entry, error);
    if (status != CUOCC_OK)
        return status;
    memcpy(entry->name, entry->file->device.name, sizeof(entry->name));
    entry->cc_major = entry->file->device.cc_major;
    entry->cc_minor = entry->file->device.cc_minor;
    return CUOCC_OK;
}

/* Add the file at `path`, which comes from the heap and is freed by the database. */
static enum cuocc_status add_file(struct cuocc_device_db *db, char *path, size_t directory,
                                  struct cuocc_error *error)
{
    struct db_entry entry = {.path = path, .owned_path = path, .directory = directory};
    enum cuocc_status status = read_entry(&entry, error);

    if (status == CUOCC_OK)
        status = place_entry(db, &entry, error);
    if (status != CUOCC_OK)
        entry_free(&entry);
    return status;
}

static enum cuocc_status add_directory(struct cuocc_device_db *db, const char *path,
                                       size_t directory, struct cuocc_error *error)
{
    struct path_list list;
    enum cuocc_status status = list_json_files(path, &list, error);

    for (size_t i = 0; status == CUOCC_OK && i < list.count; i++) {
        char *file = list.paths[i];

        list.paths[i] = NULL;
        status = add_file(db, file, directory, error);
    }
    path_list_free(&list);
    return status;
}

enum cuocc_status cuocc_device_db_open(const char *const *dirs, size_t dir_count,
                                       struct cuocc_device_db **db, struct cuocc_error *error)
{
    struct cuocc_device_db *opened;
    enum cuocc_status status;

    if (!db || (!dirs && dir_count > 0))
        return fail_argument(error);
    opened = calloc(1, sizeof(*opened));
    if (!opened)
        return fail_memory(error);
    status = add_builtin(opened, error);
    for (size_t i = 0; status == CUOCC_OK && i < dir_count; i++)
        status = add_directory(opened, dirs[i], i + 1, error);
    if (status != CUOCC_OK) {
        cuocc_device_db_close(opened);
        return status;
    }
    qsort(opened->entries, opened->count, sizeof(*opened->entries), compare_entries);
    *db = opened;
    return CUOCC_OK;
}

enum cuocc_status cuocc_device_db_add(struct cuocc_device_db *db, const char *path, size_t *index,
                                      struct cuocc_error *error)
{
    char *copy = db && path && index ? strdup(path) : NULL;
    enum cuocc_status status;

    if (!db || !path || !index)
        return fail_argument(error);
    if (!copy)
        return fail_memory(error);
    status = add_file(db, copy, SINGLE_FILE, error);
    /* add_file() has freed the copy, too deep down for the analyzer. */
    if (status != CUOCC_OK)
        return status; /* NOLINT(clang-analyzer-unix.Malloc) */
    qsort(db->entries, db->count, sizeof(*db->entries), compare_entries);
    for (size_t i = 0; i < db->count; i++)
        if (db->entries[i].path == copy)
            *index = i;
    return CUOCC_OK;
}

void cuocc_device_db_close(struct cuocc_device_db *db)
{
    if (!db)
        return;
    for (size_t i = 0; i < db->count; i++)
        entry_free(&db->entries[i]);
    free(db->entries);
    free(db);
}

/* --- reading -------------------------------------------------------------------------------- */

size_t cuocc_device_db_count(const struct cuocc_device_db *db)
{
    return db ? db->count : 0;
}

/* The parsed file at `index`. */
static enum cuocc_status get_file(struct cuocc_device_db *db, size_t index,
                                  const struct device_file **file, struct cuocc_error *error)
{
    enum cuocc_status status;

    *file = NULL;
    if (index >= cuocc_device_db_count(db))
        return fail_argument(error);
    status = db_entry_load(&db->entries[index], error);
    *file = db->entries[index].file;
    return status;
}

enum cuocc_status cuocc_device_db_get(struct cuocc_device_db *db, size_t index,
                                      struct cuocc_device *device, struct cuocc_error *error)
{
    const struct device_file *file = NULL;
    enum cuocc_status status = device ? get_file(db, index, &file, error) : fail_argument(error);

    if (status == CUOCC_OK)
        *device = file->device;
    return status;
}

enum cuocc_status cuocc_device_db_products(struct cuocc_device_db *db, size_t index,
                                           const struct cuocc_product **products, size_t *count,
                                           struct cuocc_error *error)
{
    const struct device_file *file = NULL;
    enum cuocc_status status =
        products && count ? get_file(db, index, &file, error) : fail_argument(error);

    if (status == CUOCC_OK) {
        *products = file->products;
        *count = file->product_count;
    }
    return status;
}

enum cuocc_status cuocc_device_db_limit_sources(struct cuocc_device_db *db, size_t index,
                                                const char *const **limits,
                                                struct cuocc_error *error)
{
    const struct device_file *file = NULL;
    enum cuocc_status status = limits ? get_file(db, index, &file, error) : fail_argument(error);

    if (status == CUOCC_OK)
        *limits = file->limit_sources;
    return status;
}

enum cuocc_status cuocc_device_db_source_codes(struct cuocc_device_db *db, size_t index,
                                               const struct cuocc_source **codes, size_t *count,
                                               struct cuocc_error *error)
{
    const struct device_file *file = NULL;
    enum cuocc_status status =
        codes && count ? get_file(db, index, &file, error) : fail_argument(error);

    if (status == CUOCC_OK) {
        *codes = file->sources;
        *count = file->source_count;
    }
    return status;
}

enum cuocc_status cuocc_device_db_text(struct cuocc_device_db *db, size_t index, const char **text,
                                       struct cuocc_error *error)
{
    if (!text || index >= cuocc_device_db_count(db))
        return fail_argument(error);
    *text = db->entries[index].text;
    return CUOCC_OK;
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

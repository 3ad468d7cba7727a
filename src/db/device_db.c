/* SPDX-License-Identifier: MIT */
/* Opening the database and handing out what is in it. */
#include "db/device_db.h"

#include <stdlib.h>
#include <string.h>

#include "cuocc/device_fields.h"
#include "db/builtin.h"
#include "db/user_files.h"
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

void db_entry_release(struct db_entry *entry)
{
    free(entry->products);
    free(entry->sources);
    free((void *)entry->limit_sources);
    user_file_free(entry->user);
}

struct db_entry *db_entry_find(const struct cuocc_device_db *db, const char *name)
{
    for (size_t i = 0; i < db->count; i++)
        if (strcmp(db->entries[i].file->device.name, name) == 0)
            return &db->entries[i];
    return NULL;
}

static int compare_entries(const void *a, const void *b)
{
    const struct cuocc_device *left = &((const struct db_entry *)a)->file->device;
    const struct cuocc_device *right = &((const struct db_entry *)b)->file->device;

    if (left->cc_major != right->cc_major)
        return left->cc_major < right->cc_major ? -1 : 1;
    if (left->cc_minor != right->cc_minor)
        return left->cc_minor < right->cc_minor ? -1 : 1;
    return strcmp(left->name, right->name);
}

void db_sort(struct cuocc_device_db *db)
{
    qsort(db->entries, db->count, sizeof(*db->entries), compare_entries);
}

/* --- opening -------------------------------------------------------------------------------- */

static enum cuocc_status add_builtin(struct cuocc_device_db *db, struct cuocc_error *error)
{
    db->entries = calloc(builtin_device_count, sizeof(*db->entries));
    if (!db->entries)
        return fail_memory(error);
    for (size_t i = 0; i < builtin_device_count; i++)
        db->entries[db->count++].file = &builtin_devices[i];
    return CUOCC_OK;
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
        status = user_files_add(opened, dirs[i], i, error);
    if (status != CUOCC_OK) {
        cuocc_device_db_close(opened);
        return status;
    }
    *db = opened;
    return CUOCC_OK;
}

void cuocc_device_db_close(struct cuocc_device_db *db)
{
    if (!db)
        return;
    for (size_t i = 0; i < db->count; i++)
        db_entry_release(&db->entries[i]);
    free(db->entries);
    free(db);
}

/* --- reading -------------------------------------------------------------------------------- */

size_t cuocc_device_db_count(const struct cuocc_device_db *db)
{
    return db ? db->count : 0;
}

enum cuocc_status cuocc_device_db_get(struct cuocc_device_db *db, size_t index,
                                      struct cuocc_device *device, struct cuocc_error *error)
{
    if (!device || index >= cuocc_device_db_count(db))
        return fail_argument(error);
    *device = db->entries[index].file->device;
    return CUOCC_OK;
}

static struct cuocc_product *list_products(const struct device_file *file)
{
    struct cuocc_product *list = calloc(file->product_count + 1, sizeof(*list));

    for (size_t i = 0; list && i < file->product_count; i++) {
        list[i].name = device_file_text(file, file->products[i].name);
        list[i].sm_count = file->products[i].sm_count;
    }
    return list;
}

static struct cuocc_source *list_sources(const struct device_file *file)
{
    struct cuocc_source *list = calloc(file->source_count + 1, sizeof(*list));

    for (size_t i = 0; list && i < file->source_count; i++) {
        list[i].code = device_file_text(file, file->sources[i].code);
        list[i].text = device_file_text(file, file->sources[i].text);
    }
    return list;
}

static const char **list_limit_sources(const struct device_file *file)
{
    size_t count;
    const char **list;

    (void)cuocc_device_fields(&count);
    list = calloc(count, sizeof(*list));
    for (size_t i = 0; list && i < count; i++)
        list[i] = device_file_text(file, file->limit_sources[i]);
    return list;
}

enum cuocc_status cuocc_device_db_products(struct cuocc_device_db *db, size_t index,
                                           const struct cuocc_product **products, size_t *count,
                                           struct cuocc_error *error)
{
    struct db_entry *entry;

    if (!products || !count || index >= cuocc_device_db_count(db))
        return fail_argument(error);
    entry = &db->entries[index];
    if (!entry->products)
        entry->products = list_products(entry->file);
    if (!entry->products)
        return fail_memory(error);
    *products = entry->products;
    *count = entry->file->product_count;
    return CUOCC_OK;
}

enum cuocc_status cuocc_device_db_limit_sources(struct cuocc_device_db *db, size_t index,
                                                const char *const **limits,
                                                struct cuocc_error *error)
{
    struct db_entry *entry;

    if (!limits || index >= cuocc_device_db_count(db))
        return fail_argument(error);
    entry = &db->entries[index];
    if (!entry->limit_sources)
        entry->limit_sources = list_limit_sources(entry->file);
    if (!entry->limit_sources)
        return fail_memory(error);
    *limits = entry->limit_sources;
    return CUOCC_OK;
}

enum cuocc_status cuocc_device_db_source_codes(struct cuocc_device_db *db, size_t index,
                                               const struct cuocc_source **codes, size_t *count,
                                               struct cuocc_error *error)
{
    struct db_entry *entry;

    if (!codes || !count || index >= cuocc_device_db_count(db))
        return fail_argument(error);
    entry = &db->entries[index];
    if (!entry->sources)
        entry->sources = list_sources(entry->file);
    if (!entry->sources)
        return fail_memory(error);
    *codes = entry->sources;
    *count = entry->file->source_count;
    return CUOCC_OK;
}

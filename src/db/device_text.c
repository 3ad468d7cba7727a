/* SPDX-License-Identifier: MIT */
/* Device files as they were written: apart, because hardly anybody asks and they are large. */
#include "db/builtin.h"
#include "db/device_db.h"
#include "db/user_files.h"
#include "support/error.h"

enum cuocc_status cuocc_device_db_text(struct cuocc_device_db *db, size_t index, const char **text,
                                       struct cuocc_error *error)
{
    const struct db_entry *entry;

    if (!text || index >= cuocc_device_db_count(db))
        return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "", "no such device, or a NULL argument");
    entry = &db->entries[index];
    *text =
        entry->user ? user_file_text(entry->user) : builtin_texts[entry->file - builtin_devices];
    return CUOCC_OK;
}

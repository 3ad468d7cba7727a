/* SPDX-License-Identifier: MIT */
/* Reading occ.kernels/1 back. */
#define _POSIX_C_SOURCE 200809L

#include "input/baseline.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"

/* A library with a hundred thousand kernels makes a file of this order. */
#define BASELINE_BYTES_MAX ((size_t)512 << 20)

static enum cuocc_status read_all(FILE *file, const char *path, char **text,
                                  struct cuocc_error *error)
{
    size_t size = 0, capacity = 1 << 16;
    char *bytes = malloc(capacity);

    while (bytes != NULL) {
        char *grown;

        size += fread(bytes + size, 1, capacity - size - 1, file);
        if (ferror(file) != 0 || size >= BASELINE_BYTES_MAX) {
            free(bytes);
            return cuocc_error_set(error, CUOCC_ERR_IO, path, "%s",
                                   ferror(file) != 0 ? strerror(errno) : "larger than 512 MiB");
        }
        if (size < capacity - 1)
            break;
        capacity *= 2;
        grown = realloc(bytes, capacity);
        if (grown == NULL)
            free(bytes);
        bytes = grown;
    }
    if (bytes == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, path, "out of memory");
    bytes[size] = '\0';
    *text = bytes;
    return CUOCC_OK;
}

static enum cuocc_status read_file(const char *path, char **text, struct cuocc_error *error)
{
    FILE *file = fopen(path, "rb");
    enum cuocc_status status;

    if (file == NULL)
        return cuocc_error_set(error, CUOCC_ERR_IO, path, "%s", strerror(errno));
    status = read_all(file, path, text, error);
    (void)fclose(file);
    return status;
}

/* A count that may be null; UINT32_MAX then. @return false if it is something else. */
static bool get_count(const cJSON *object, const char *key, uint32_t *value)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

    *value = UINT32_MAX;
    if (cJSON_IsNull(item))
        return true;
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble >= UINT32_MAX)
        return false;
    *value = (uint32_t)item->valuedouble;
    return true;
}

static bool copy_string(const cJSON *item, char **copy)
{
    *copy = cJSON_IsString(item) ? strdup(item->valuestring) : NULL;
    return *copy != NULL || !cJSON_IsString(item);
}

static bool read_launch(const cJSON *item, struct baseline_row *row)
{
    const cJSON *launch = cJSON_GetObjectItemCaseSensitive(item, "launch");
    uint32_t shared, fixed;

    if (!get_count(launch, "threads_per_block", &row->threads_per_block) ||
        !get_count(launch, "registers_per_thread", &row->regs_per_thread) ||
        !get_count(launch, "shared_bytes", &shared) ||
        !get_count(launch, "static_shared_bytes", &fixed))
        return false;
    row->dynamic_smem_bytes = shared - fixed;
    return true;
}

/* @return CUOCC_ERR_VALUE: a member is missing or of the wrong type. */
static enum cuocc_status read_row(const cJSON *item, struct baseline_row *row)
{
    const cJSON *kernel = cJSON_GetObjectItemCaseSensitive(item, "kernel");
    const cJSON *occupancy = cJSON_GetObjectItemCaseSensitive(item, "occupancy");
    const cJSON *device = cJSON_GetObjectItemCaseSensitive(item, "device");

    if (!cJSON_IsString(kernel) || !read_launch(item, row) ||
        !(cJSON_IsNumber(occupancy) || cJSON_IsNull(occupancy)))
        return CUOCC_ERR_VALUE;
    row->is_answered = cJSON_IsNumber(occupancy);
    row->occupancy = row->is_answered ? occupancy->valuedouble : 0;
    if (!copy_string(kernel, &row->kernel) ||
        !copy_string(cJSON_GetObjectItemCaseSensitive(device, "name"), &row->device) ||
        !copy_string(cJSON_GetObjectItemCaseSensitive(item, "arch"), &row->arch))
        return CUOCC_ERR_MEMORY;
    return CUOCC_OK;
}

static enum cuocc_status read_rows(const cJSON *root, const char *path, struct baseline *out,
                                   struct cuocc_error *error)
{
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(root, "schema");
    const cJSON *kernels = cJSON_GetObjectItemCaseSensitive(root, "kernels");
    const cJSON *item;

    if (!cJSON_IsString(schema) || strcmp(schema->valuestring, "occ.kernels/1") != 0 ||
        !cJSON_IsArray(kernels))
        return cuocc_error_set(error, CUOCC_ERR_VALUE, path,
                               "not a baseline, allowed: what --from with --json printed "
                               "(occ.kernels/1)");
    out->rows = calloc((size_t)cJSON_GetArraySize(kernels) + 1, sizeof(*out->rows));
    if (out->rows == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, path, "out of memory");
    cJSON_ArrayForEach(item, kernels)
    {
        enum cuocc_status status = read_row(item, &out->rows[out->count]);

        out->count++;
        if (status != CUOCC_OK)
            return cuocc_error_set(error, status, path, "$.kernels[%zu] %s", out->count - 1,
                                   status == CUOCC_ERR_MEMORY ? "does not fit memory"
                                                              : "is not what --json prints");
    }
    return CUOCC_OK;
}

enum cuocc_status baseline_read(const char *path, struct baseline *out, struct cuocc_error *error)
{
    char *text = NULL;
    const char *end = NULL;
    cJSON *root = NULL;
    enum cuocc_status status;

    *out = (struct baseline){.count = 0};
    status = read_file(path, &text, error);
    if (status != CUOCC_OK)
        return status;
    errno = 0; /* cJSON does not say why it failed, malloc() does */
    root = cJSON_ParseWithOpts(text, &end, 1);
    if (root != NULL)
        status = read_rows(root, path, out, error);
    else if (errno == ENOMEM)
        status = cuocc_error_set(error, CUOCC_ERR_MEMORY, path, "%s",
                                 cuocc_status_text(CUOCC_ERR_MEMORY));
    else
        status = cuocc_error_set(error, CUOCC_ERR_SYNTAX, path, "not JSON, from byte %zu on",
                                 end != NULL ? (size_t)(end - text) : 0);
    cJSON_Delete(root);
    free(text);
    return status;
}

void baseline_free(struct baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++) {
        free(baseline->rows[i].kernel);
        free(baseline->rows[i].device);
        free(baseline->rows[i].arch);
    }
    free(baseline->rows);
}

/* SPDX-License-Identifier: MIT */
/* Reading occ.kernels/1 back. */
#define _POSIX_C_SOURCE 200809L

#include "input/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cjson.h"
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
    const cJSON *item = json_member(object, key);

    *value = UINT32_MAX;
    if (json_is(item, cJSON_NULL))
        return true;
    if (!json_is(item, cJSON_Number) || item->valuedouble < 0 || item->valuedouble >= UINT32_MAX)
        return false;
    *value = (uint32_t)item->valuedouble;
    return true;
}

static bool copy_string(const cJSON *item, char **copy)
{
    *copy = json_is(item, cJSON_String) ? strdup(item->valuestring) : NULL;
    return *copy != NULL || !json_is(item, cJSON_String);
}

static bool read_launch(const cJSON *item, struct baseline_row *row)
{
    const cJSON *launch = json_member(item, "launch");
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
    const cJSON *kernel = json_member(item, "kernel");
    const cJSON *occupancy = json_member(item, "occupancy");
    const cJSON *device = json_member(item, "device");

    if (!json_is(kernel, cJSON_String) || !read_launch(item, row) ||
        !(json_is(occupancy, cJSON_Number) || json_is(occupancy, cJSON_NULL)))
        return CUOCC_ERR_VALUE;
    row->is_answered = json_is(occupancy, cJSON_Number);
    row->occupancy = row->is_answered ? occupancy->valuedouble : 0;
    if (!copy_string(kernel, &row->kernel) ||
        !copy_string(json_member(device, "name"), &row->device) ||
        !copy_string(json_member(item, "arch"), &row->arch))
        return CUOCC_ERR_MEMORY;
    return CUOCC_OK;
}

static enum cuocc_status read_rows(const cJSON *root, const char *path, struct baseline *out,
                                   struct cuocc_error *error)
{
    const cJSON *schema = json_member(root, "schema");
    const cJSON *kernels = json_member(root, "kernels");
    const cJSON *item;
    size_t count = 0;

    if (!json_is(schema, cJSON_String) || strcmp(schema->valuestring, "occ.kernels/1") != 0 ||
        !json_is(kernels, cJSON_Array))
        return cuocc_error_set(error, CUOCC_ERR_VALUE, path,
                               "not a baseline, allowed: what --from with --json printed "
                               "(occ.kernels/1)");
    cJSON_ArrayForEach(item, kernels) count++;
    out->rows = calloc(count + 1, sizeof(*out->rows));
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

static enum cuocc_status parse(const struct cjson *cjson, const char *text, const char *path,
                               struct baseline *out, struct cuocc_error *error)
{
    const char *end = NULL;
    enum cuocc_status status;
    cJSON *root;

    errno = 0; /* cJSON does not say why it failed, malloc() does */
    root = cjson->cJSON_ParseWithOpts(text, &end, 1);
    if (root != NULL)
        status = read_rows(root, path, out, error);
    else if (errno == ENOMEM)
        status = cuocc_error_set(error, CUOCC_ERR_MEMORY, path, "%s",
                                 cuocc_status_text(CUOCC_ERR_MEMORY));
    else
        status = cuocc_error_set(error, CUOCC_ERR_SYNTAX, path, "not JSON, from byte %zu on",
                                 end != NULL ? (size_t)(end - text) : 0);
    cjson->cJSON_Delete(root);
    return status;
}

enum cuocc_status baseline_read(const char *path, struct baseline *out, struct cuocc_error *error)
{
    struct cjson cjson;
    char *text = NULL;
    enum cuocc_status status = cjson_need(&cjson, path, error);

    *out = (struct baseline){.count = 0};
    if (status == CUOCC_OK)
        status = read_file(path, &text, error);
    if (status == CUOCC_OK)
        status = parse(&cjson, text, path, out, error);
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

/* SPDX-License-Identifier: MIT */
/* Reading files and directories (POSIX). */
#define _POSIX_C_SOURCE 200809L
#include "db/read_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/error.h"

#define FIRST_READ_BYTES ((size_t)16 << 10) /* most device files fit */

static enum cuocc_status fail_errno(struct cuocc_error *error, const char *path)
{
    return cuocc_error_set(error, CUOCC_ERR_IO, path, "%s", strerror(errno));
}

static enum cuocc_status fail_memory(struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_MEMORY, "", "out of memory");
}

/* Read to the end, at most `most` bytes; *text is the caller's to free in any case. */
static enum cuocc_status read_stream(FILE *stream, const char *path, size_t most, char **text,
                                     size_t *size, struct cuocc_error *error)
{
    size_t capacity = 0;

    *size = 0;
    for (;;) {
        size_t wanted = capacity == 0 ? FIRST_READ_BYTES : 2 * capacity;
        char *grown = realloc(*text, wanted + 1);

        if (!grown)
            return fail_memory(error);
        *text = grown;
        capacity = wanted;
        errno = 0;
        *size += fread(*text + *size, 1, capacity - *size, stream);
        (*text)[*size] = '\0';
        if (ferror(stream))
            return fail_errno(error, path);
        if (*size > most)
            return cuocc_error_set(error, CUOCC_ERR_VALUE, path,
                                   "larger than %zu bytes, which is the most allowed", most);
        if (*size < capacity)
            return CUOCC_OK;
    }
}

enum cuocc_status read_whole_file(const char *path, size_t most, char **text, size_t *size,
                                  struct cuocc_error *error)
{
    FILE *stream = fopen(path, "rb");
    char *read = NULL;
    enum cuocc_status status;

    if (!stream)
        return fail_errno(error, path);
    status = read_stream(stream, path, most, &read, size, error);
    (void)fclose(stream);
    if (status == CUOCC_OK)
        *text = read;
    else
        free(read);
    return status;
}

static bool is_json_name(const char *name)
{
    size_t length = strlen(name);

    return name[0] != '.' && length > 5 && strcmp(name + length - 5, ".json") == 0;
}

static enum cuocc_status add_path(struct path_list *list, const char *directory, const char *name,
                                  struct cuocc_error *error)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char **grown = realloc(list->paths, (list->count + 1) * sizeof(*grown));
    char *path = malloc(size);
    struct stat info;

    if (grown)
        list->paths = grown;
    if (!grown || !path) {
        free(path);
        return fail_memory(error);
    }
    (void)snprintf(path, size, "%s/%s", directory, name);
    list->paths[list->count++] = path;
    if (stat(path, &info) != 0)
        return fail_errno(error, path);
    if (!S_ISREG(info.st_mode))
        return cuocc_error_set(error, CUOCC_ERR_IO, path, "not a file");
    return CUOCC_OK;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum cuocc_status read_entries(DIR *stream, const char *directory, struct path_list *list,
                                      struct cuocc_error *error)
{
    for (;;) {
        const struct dirent *entry;
        enum cuocc_status status;

        errno = 0;
        entry = readdir(stream);
        if (!entry)
            return errno == 0 ? CUOCC_OK : fail_errno(error, directory);
        if (!is_json_name(entry->d_name))
            continue;
        status = add_path(list, directory, entry->d_name, error);
        if (status != CUOCC_OK)
            return status;
    }
}

enum cuocc_status list_json_files(const char *directory, struct path_list *list,
                                  struct cuocc_error *error)
{
    DIR *stream = opendir(directory);
    enum cuocc_status status;

    *list = (struct path_list){0};
    if (!stream)
        return fail_errno(error, directory);
    status = read_entries(stream, directory, list, error);
    (void)closedir(stream);
    if (status != CUOCC_OK)
        path_list_free(list);
    else if (list->count > 0)
        qsort(list->paths, list->count, sizeof(*list->paths), compare_paths);
    return status;
}

void path_list_free(struct path_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    *list = (struct path_list){0};
}

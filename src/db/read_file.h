/* SPDX-License-Identifier: MIT */
/* Bytes of device files, and the names of those in a directory. */
#ifndef DB_READ_FILE_H
#define DB_READ_FILE_H

#include <stddef.h>

#include "cuocc/status.h"

/**
 * Read a whole file or pipe.
 *
 * @param most  Greatest size accepted.
 * @param text  Set on CUOCC_OK: `size` bytes and a NUL; the caller frees it.
 * @return CUOCC_ERR_IO, CUOCC_ERR_VALUE (too large), CUOCC_ERR_MEMORY
 */
enum cuocc_status read_whole_file(const char *path, size_t most, char **text, size_t *size,
                                  struct cuocc_error *error);

/** Paths in alphabetical order; the list and each path are on the heap. */
struct path_list {
    char **paths;
    size_t count;
};

/**
 * The paths of a directory's files that end in .json and do not begin with a point.
 *
 * @param list  Set on CUOCC_OK; release it with path_list_free().
 * @return CUOCC_ERR_IO (one that is no regular file, too), CUOCC_ERR_MEMORY
 */
enum cuocc_status list_json_files(const char *directory, struct path_list *list,
                                  struct cuocc_error *error);

void path_list_free(struct path_list *list);

#endif

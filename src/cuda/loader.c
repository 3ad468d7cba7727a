/* SPDX-License-Identifier: MIT */
/* Finding the CUDA backend and taking its table of functions. */
#include "cuda/loader.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/error.h"

#define WHERE "CUDA backend"

/* @return the length of this program's directory in `path`, with the slash; 0 if it is unknown. */
static size_t program_directory(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    const char *slash;

    path[length > 0 ? length : 0] = '\0';
    slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

static bool find_backend(char *path, size_t size)
{
    static const char *const beside_program[] = {CUOCC_BACKEND_NAME, CUOCC_BACKEND_FROM_BINDIR};
    size_t length = program_directory(path, size);

    for (size_t i = 0; length > 0 && i < 2; i++)
        if ((size_t)snprintf(path + length, size - length, "%s", beside_program[i]) <
                size - length &&
            access(path, F_OK) == 0)
            return true;
    return (size_t)snprintf(path, size, "%s", CUOCC_BACKEND_INSTALLED) < size &&
           access(path, F_OK) == 0;
}

static enum cuocc_status take_table(struct cuda_library *library, const char *path,
                                    struct cuocc_error *error)
{
    const struct cuda_backend *(*table)(void) = NULL;
    void *symbol = dlsym(library->handle, CUDA_BACKEND_SYMBOL);

    /* POSIX says that the bits of the one are the other's. */
    memcpy(&table, &symbol, sizeof(symbol));
    if (table == NULL)
        return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, path, "is no CUDA backend of occ");
    library->backend = table();
    if (library->backend->version != CUDA_BACKEND_VERSION)
        return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, path,
                               "is of version %u, this program needs version %u",
                               library->backend->version, CUDA_BACKEND_VERSION);
    return CUOCC_OK;
}

enum cuocc_status cuda_library_open(struct cuda_library *library, struct cuocc_error *error)
{
    const char *named = getenv("OCC_CUDA_BACKEND");
    char path[2 * PATH_MAX];
    enum cuocc_status status;

    *library = (struct cuda_library){.handle = NULL};
    if (named != NULL && named[0] != '\0')
        (void)snprintf(path, sizeof(path), "%s", named);
    else if (!find_backend(path, sizeof(path)))
        return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, WHERE,
                               "not installed with this program, so no GPU can be asked");
    library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library->handle == NULL)
        return cuocc_error_set(error, CUOCC_ERR_IO, WHERE, "cannot be opened: %s", dlerror());
    status = take_table(library, path, error);
    if (status != CUOCC_OK)
        cuda_library_close(library);
    return status;
}

void cuda_library_close(struct cuda_library *library)
{
    if (library->handle != NULL)
        (void)dlclose(library->handle);
    *library = (struct cuda_library){.handle = NULL};
}

/* SPDX-License-Identifier: MIT */
/* Opening libraries when they are needed (POSIX). */
#include "support/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* The loader does not say whether there is no file or no memory; malloc() leaves its mark. */
static enum cuocc_status why_not(void)
{
    return errno == ENOMEM ? CUOCC_ERR_MEMORY : CUOCC_ERR_UNSUPPORTED;
}

enum cuocc_status library_load(const char *name, const char *functions, void *table)
{
    char *slot = table;
    void *library;

    errno = 0;
    library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL)
        return why_not();
    for (; *functions != '\0'; functions += strlen(functions) + 1) {
        void *symbol = dlsym(library, functions);

        if (symbol == NULL)
            return why_not();
        /* ISO C has no cast from an object to a function pointer; POSIX promises the copy. */
        memcpy(slot, &symbol, sizeof(symbol));
        slot += sizeof(symbol);
    }
    return CUOCC_OK;
}

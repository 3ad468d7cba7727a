/* SPDX-License-Identifier: MIT */
/* C++ names as people write them, through the C++ runtime. */
#include "input/demangle.h"

#include <stddef.h>

#ifdef CUOCC_HAVE_DLOPEN
#include "input/demangle_size.h"
#include "support/library.h"

struct runtime {
    char *(*demangle)(const char *mangled, char *buffer, size_t *length, int *status);
};

static bool find_runtime(struct runtime *runtime)
{
    static const char *const names[] = {"libstdc++.so.6", "libc++abi.so.1", "libc++abi.dylib"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
        if (library_load(names[i], "__cxa_demangle\0", runtime) == CUOCC_OK)
            return true;
    return false;
}

char *demangle(const char *mangled)
{
    struct runtime runtime;

    if (!demangle_is_bounded(mangled) || !find_runtime(&runtime))
        return NULL;
    return runtime.demangle(mangled, NULL, NULL, NULL);
}

#else

char *demangle(const char *mangled)
{
    (void)mangled;
    return NULL;
}

#endif

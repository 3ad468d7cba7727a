/* SPDX-License-Identifier: MIT */
/* C++ names as people write them, through the C++ runtime. */
#include "input/demangle.h"

#include <stddef.h>
#include <string.h>

#ifdef CUOCC_HAVE_DLOPEN
#include <dlfcn.h>

#include "input/demangle_size.h"

typedef char *demangle_fn(const char *mangled, char *buffer, size_t *length, int *status);

/* Opened on first use and left open: linked in, the C++ runtime would double the start-up
 * time of a program that hardly ever demangles. Opening it again costs 0.3 us. */
static demangle_fn *find_demangler(void)
{
    static const char *const runtimes[] = {"libstdc++.so.6", "libc++abi.so.1", "libc++abi.dylib"};

    for (size_t i = 0; i < sizeof(runtimes) / sizeof(runtimes[0]); ++i) {
        void *runtime = dlopen(runtimes[i], RTLD_LAZY | RTLD_LOCAL);
        void *symbol = runtime != NULL ? dlsym(runtime, "__cxa_demangle") : NULL;
        demangle_fn *function = NULL;

        /* ISO C has no cast from an object to a function pointer; POSIX promises the copy. */
        memcpy(&function, &symbol, sizeof(function));
        if (function != NULL)
            return function;
    }
    return NULL;
}

char *demangle(const char *mangled)
{
    bool is_mangled = strncmp(mangled, "_Z", 2) == 0;
    demangle_fn *function = is_mangled && demangle_is_bounded(mangled) ? find_demangler() : NULL;
    int status = 0;

    return function != NULL ? function(mangled, NULL, NULL, &status) : NULL;
}

#else

char *demangle(const char *mangled)
{
    (void)mangled;
    return NULL;
}

#endif

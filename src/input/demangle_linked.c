/* SPDX-License-Identifier: MIT */
/* C++ names through the demangler that libstdc++ has, linked in. */
#include "input/demangle.h"

#include <stddef.h>

#include "input/demangle_size.h"

/* The name is the Itanium C++ ABI's. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier) */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

char *demangle(const char *mangled)
{
    return demangle_is_bounded(mangled) ? __cxa_demangle(mangled, NULL, NULL, NULL) : NULL;
}

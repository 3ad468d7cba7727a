/* SPDX-License-Identifier: MIT */
/* Fuzzes the demangling of names: what is let through stays small. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "input/demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = malloc(size + 3);
    char *demangled;

    if (name == NULL)
        return 0;
    name[0] = '_';
    name[1] = 'Z';
    if (size != 0)
        memcpy(name + 2, data, size);
    name[size + 2] = '\0';
    demangled = demangle(name);
    FUZZ_CHECK(demangled == NULL || strlen(demangled) <= 262144);
    free(demangled);
    free(name);
    return 0;
}

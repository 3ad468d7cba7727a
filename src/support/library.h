/* SPDX-License-Identifier: MIT */
/*
 * Libraries that only some questions need: opened when the first one does, since to load and bind
 * all of them at every start costs more than an answer. They stay open; opening one again is cheap.
 *
 * What is called of a library stands in a list, X(function) each, and becomes a table of pointers
 * with the library's own prototypes. CMake says whether the table is filled by dlopen(), by the
 * linker or not at all (src/CuoccLibraries.cmake):
 *
 *     #define LZ4_FUNCTIONS(X) X(LZ4_decompress_safe)
 *     LIBRARY_TABLE(lz4, LZ4_FUNCTIONS)
 *     CUOCC_OPEN_LZ4(lz4, LZ4_FUNCTIONS, CUOCC_NAME_LZ4)
 *
 *     struct lz4 lz4;
 *     if (lz4_open(&lz4) == CUOCC_OK)
 *         lz4.LZ4_decompress_safe(...);
 */
#ifndef SUPPORT_LIBRARY_H
#define SUPPORT_LIBRARY_H

#include "cuocc/status.h"

/* clang-format off */
#define LIBRARY_MEMBER(function) __typeof__(&(function)) function;
#define LIBRARY_NAME(function)   #function "\0"
#define LIBRARY_VALUE(function)  .function = (function),
/* clang-format on */

#define LIBRARY_TABLE(type, FUNCTIONS)                                                             \
    struct type {                                                                                  \
        FUNCTIONS(LIBRARY_MEMBER)                                                                  \
    };

#define LIBRARY_LOADED(type, FUNCTIONS, name)                                                      \
    static enum cuocc_status type##_open(struct type *table)                                       \
    {                                                                                              \
        return library_load((name), FUNCTIONS(LIBRARY_NAME), table);                               \
    }

#define LIBRARY_LINKED(type, FUNCTIONS, name)                                                      \
    static enum cuocc_status type##_open(struct type *table)                                       \
    {                                                                                              \
        *table = (struct type){FUNCTIONS(LIBRARY_VALUE)};                                          \
        return CUOCC_OK;                                                                           \
    }

/* For a program that is linked without it and opens nothing. */
#define LIBRARY_ABSENT(type, FUNCTIONS, name)                                                      \
    static enum cuocc_status type##_open(struct type *table)                                       \
    {                                                                                              \
        *table = (struct type){0};                                                                 \
        return CUOCC_ERR_UNSUPPORTED;                                                              \
    }

/**
 * Open a library and look its functions up.
 *
 * @param name       As the dynamic loader knows it: "liblz4.so.1".
 * @param functions  Their names, each with its NUL, and one NUL more.
 * @param table      A pointer for each, filled on CUOCC_OK.
 * @return CUOCC_ERR_UNSUPPORTED  it is not here or lacks one of them
 *         CUOCC_ERR_MEMORY
 */
enum cuocc_status library_load(const char *name, const char *functions, void *table);

#endif

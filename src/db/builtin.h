/* SPDX-License-Identifier: MIT */
/* The files of devices/ as builtin.cmake puts them into the library, byte for byte. */
#ifndef DB_BUILTIN_H
#define DB_BUILTIN_H

#include <stddef.h>
#include <stdint.h>

/* Name and compute capability come from the file's name, so that no file needs parsing for them. */
struct builtin_device {
    const char *name; /* "sm_89" */
    const char *path; /* "devices/sm_89.json", for messages */
    uint32_t cc_major;
    uint32_t cc_minor;
    const char *text; /* `size` bytes and a NUL */
    size_t size;
};

/* In rising order of compute capability. */
extern const struct builtin_device builtin_devices[];
extern const size_t builtin_device_count;

#endif

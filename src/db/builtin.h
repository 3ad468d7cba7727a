/* SPDX-License-Identifier: MIT */
/* The files of devices/ as gen_builtin.c puts them into the library. */
#ifndef DB_BUILTIN_H
#define DB_BUILTIN_H

#include <stddef.h>

#include "db/device_file.h"

/* In rising order of compute capability: read and checked when the library was built. */
extern const struct device_file builtin_devices[];
extern const size_t builtin_device_count;

/* The files byte for byte, in the same order, in a source file of their own: a program that prints
 * none of them is linked without. */
extern const char *const builtin_texts[];

#endif

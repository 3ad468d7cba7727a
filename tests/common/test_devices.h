/* SPDX-License-Identifier: MIT */
/* The devices of the built-in database, opened once, for tests. */
#ifndef TEST_DEVICES_H
#define TEST_DEVICES_H

#include <stddef.h>

#include "cuocc/device.h"

/* Both end the program with a message if the database has no such device. */
size_t test_device_count(void);
const struct cuocc_device *test_device_at(size_t index);

/* By its database name, as in "sm_89". */
const struct cuocc_device *test_device(const char *name);

/* The textbooks' idealised SM: 64 warps, 2048 threads, 32 blocks, 64 KiB of
 * shared memory, nothing reserved, every unit 1. */
const struct cuocc_device *test_abstract_device(void);

#endif

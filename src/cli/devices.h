/* SPDX-License-Identifier: MIT */
/* The devices that --device names. */
#ifndef CLI_DEVICES_H
#define CLI_DEVICES_H

#include "cli/cli.h"

struct device_list {
    struct cuocc_device *items; /* owned; free() */
    size_t count;
};

/**
 * Resolve every name of a comma-separated list: names and products of the
 * database, `all`, device files.
 *
 * @param list  Set on CUOCC_OK; its items are the caller's to free.
 */
enum cuocc_status devices_resolve(struct cli *cli, const char *names, struct device_list *list);

/* Write the names of all known devices that could run a launch, separated by ", ". */
void devices_that_run(struct cli *cli, const struct cuocc_launch *launch, char *text, size_t size);

#endif

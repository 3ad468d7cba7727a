/* SPDX-License-Identifier: MIT */
/* The devices of the built-in database, opened once, for tests. */
#include "test_devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/device_db.h"

enum {
    MOST_DEVICES = 64
};

static struct cuocc_device devices[MOST_DEVICES];
static size_t device_count;

static void give_up(const char *what)
{
    fprintf(stderr, "device database: %s\n", what);
    exit(EXIT_FAILURE);
}

static void read_all(void)
{
    struct cuocc_device_db *db;
    struct cuocc_error error;

    if (device_count > 0)
        return;
    if (cuocc_device_db_open(NULL, 0, &db, &error) != CUOCC_OK)
        give_up("cannot be opened");
    if (cuocc_device_db_count(db) == 0 || cuocc_device_db_count(db) > MOST_DEVICES)
        give_up("is empty or too long for this test");
    for (size_t i = 0; i < cuocc_device_db_count(db); i++)
        if (cuocc_device_db_get(db, i, &devices[i], &error) != CUOCC_OK)
            give_up(error.text);
    device_count = cuocc_device_db_count(db);
    cuocc_device_db_close(db);
}

size_t test_device_count(void)
{
    read_all();
    return device_count;
}

const struct cuocc_device *test_device_at(size_t index)
{
    read_all();
    if (index >= device_count)
        give_up("index past the end");
    return &devices[index];
}

const struct cuocc_device *test_device(const char *name)
{
    read_all();
    for (size_t i = 0; i < device_count; i++)
        if (strcmp(devices[i].name, name) == 0)
            return &devices[i];
    give_up(name);
    return NULL;
}

const struct cuocc_device *test_abstract_device(void)
{
    static const struct cuocc_device abstract = {
        .name = "abstract",
        .architecture = "textbook",
        .sm_count = CUOCC_NOT_GIVEN,
        .warp_size_threads = 32,
        .max_threads_per_block = 1024,
        .max_block_x_threads = 1024,
        .max_block_y_threads = 1024,
        .max_block_z_threads = 64,
        .max_grid_x_blocks = 0x7fffffff,
        .max_grid_y_blocks = 65535,
        .max_grid_z_blocks = 65535,
        .max_threads_per_sm = 2048,
        .max_warps_per_sm = 64,
        .max_blocks_per_sm = 32,
        .warp_schedulers_per_sm = 1,
        .regs_per_sm = 65536,
        .max_regs_per_block = 65536,
        .max_regs_per_thread = 255,
        .reg_alloc_unit_regs = 1,
        .sub_partitions_per_sm = 1,
        .reg_check_granularity_warps = 1,
        .smem_per_sm_bytes = 65536,
        .smem_per_block_default_bytes = 49152,
        .smem_per_block_optin_bytes = 65536,
        .smem_alloc_unit_bytes = 1,
        .unified_l1_smem_bytes = CUOCC_NOT_GIVEN,
        .max_barriers_per_block = 16,
        .barriers_per_sm = 64,
        .max_cluster_blocks_portable = 1,
        .max_cluster_blocks_nonportable = 1,
        .max_cluster_resident_blocks_per_sm = CUOCC_NOT_GIVEN,
        .fp32_lanes_per_sm = CUOCC_NOT_GIVEN,
        .tmem_columns_per_sm = CUOCC_NOT_GIVEN,
        .tmem_alloc_unit_columns = CUOCC_NOT_GIVEN,
        .virtual_resources_per_sm = CUOCC_NOT_GIVEN,
    };

    return &abstract;
}

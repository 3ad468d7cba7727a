/* SPDX-License-Identifier: MIT */
/*
 * The GPU behind the fake driver: an H200 that answers as real ones were seen to, computed by the
 * solver. So a check against it agrees, and what it shows is that the comparison is made at all:
 * FAKE_CUDA=wrong gives it one block too few in places, and FAKE_CUDA=eager one too many where it
 * runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "fake_driver.h"
#include "test_devices.h"
#include "test_launches.h"

/* The GPCs of the one that was recorded: tests/oracle/data/h200/README-planning.md. */
static const uint32_t gpcs[] = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};

bool fake_is(const char *word)
{
    const char *wanted = getenv("FAKE_CUDA");
    size_t length = strlen(word);

    while (wanted != NULL && *wanted != '\0') {
        size_t span = strcspn(wanted, ",");

        if (span == length && strncmp(wanted, word, length) == 0)
            return true;
        wanted += span + (wanted[span] == ',');
    }
    return false;
}

const struct cuocc_device *fake_device(void)
{
    static struct cuocc_device dev;

    dev = *test_device("sm_90");
    dev.sm_count = 132;
    if (fake_is("unknown")) {
        dev.cc_major = 99;
        dev.cc_minor = 1;
        dev.max_threads_per_sm = 3072;
        dev.max_warps_per_sm = 96;
    }
    return &dev;
}

/* Kernels of files: what a real driver said of them. */
static bool recorded_kernel(const char *name, struct CUfunc_st *function)
{
    static const char *const columns[] = {"blocks_at_32",  "blocks_at_64",  "blocks_at_128",
                                          "blocks_at_256", "blocks_at_512", "blocks_at_1024"};
    const char *image = getenv("FAKE_CUDA_IMAGE");
    struct csv_table table;
    bool is_found = false;

    csv_open(&table, CUOCC_TESTS_DIR "/input/samples/driver_h200.csv");
    while (csv_next(&table)) {
        if (image == NULL || strcmp(csv_text(&table, "image"), image) != 0 ||
            strcmp(csv_text(&table, "kernel"), name) != 0)
            continue;
        is_found = function->is_recorded = true;
        function->regs = csv_count(&table, "regs") + (fake_is("wrong") ? 8 : 0);
        function->static_smem = csv_count(&table, "static_smem");
        function->max_threads = csv_count(&table, "max_threads");
        function->max_dynamic = csv_count(&table, "max_dynamic_smem");
        for (size_t i = 0; i < 6; i++)
            function->recorded_blocks[i] = csv_count(&table, columns[i]);
    }
    return is_found;
}

static bool number_after(const char *name, const char *prefix, uint32_t *number)
{
    size_t length = strlen(prefix);

    if (strncmp(name, prefix, length) != 0)
        return false;
    *number = (uint32_t)strtoul(name + length, NULL, 10);
    return true;
}

bool fake_kernel(const char *name, struct CUfunc_st *function)
{
    *function = (struct CUfunc_st){.regs = 20, .max_threads = 1024, .barriers = 1, .carveout = -1};
    (void)snprintf(function->name, sizeof(function->name), "%s", name);
    if (strcmp(name, "probe_tiny") == 0 || strcmp(name, "probe_small") == 0) {
        function->regs = strcmp(name, "probe_tiny") == 0 ? 4 : 12;
        function->barriers = 0;
    } else if (!number_after(name, "probe_registers_", &function->regs) &&
               !number_after(name, "probe_static_", &function->static_smem) &&
               !number_after(name, "probe_barriers_", &function->barriers) &&
               !number_after(name, "probe_bounds_", &function->max_threads) &&
               !number_after(name, "probe_cluster_", &function->cluster)) {
        return recorded_kernel(name, function);
    }
    function->max_dynamic = fake_device()->smem_per_block_default_bytes - function->static_smem;
    return true;
}

static struct cuocc_launch launch_of(const struct CUfunc_st *function, uint32_t threads,
                                     uint32_t dynamic)
{
    struct cuocc_launch launch =
        test_launch(threads, function->regs, function->static_smem + dynamic);

    launch.static_smem_per_block_bytes = function->static_smem;
    launch.barriers_per_block = function->barriers;
    launch.carveout_percent = function->carveout;
    return launch;
}

static CUresult recorded_query(const struct CUfunc_st *function, uint32_t threads, uint32_t *blocks)
{
    for (unsigned i = 0; i < 6; i++) {
        if (threads == 32U << i) {
            *blocks = function->recorded_blocks[i];
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult fake_query(const struct CUfunc_st *function, uint32_t threads, uint32_t dynamic,
                    uint32_t *blocks)
{
    const struct cuocc_launch launch = launch_of(function, threads, dynamic);

    if (function->is_recorded)
        return recorded_query(function, threads, blocks);
    *blocks = dynamic > function->max_dynamic ? 0 : test_blocks(fake_device(), &launch);
    if (fake_is("wrong") && *blocks > 1 && threads == 96 && dynamic == 8192)
        *blocks -= 1;
    return CUDA_SUCCESS;
}

static struct cuocc_launch launch_of_config(const struct CUfunc_st *function,
                                            const CUlaunchConfig *config)
{
    struct cuocc_launch launch = launch_of(function, config->blockDimX, config->sharedMemBytes);

    if (function->max_threads < 1024)
        launch.launch_bounds_threads = function->max_threads;
    if (config->numAttrs > 0)
        launch.cluster_blocks = config->attrs[0].value.clusterDim.x;
    else
        launch.cluster_blocks = function->cluster;
    return launch;
}

uint32_t fake_resident(const struct CUfunc_st *function, const CUlaunchConfig *config)
{
    const struct cuocc_launch launch = launch_of_config(function, config);
    uint32_t blocks = test_blocks(fake_device(), &launch);

    if (config->sharedMemBytes > function->max_dynamic)
        return 0;
    return blocks + (fake_is("eager") && blocks == 3 ? 1 : 0);
}

uint32_t fake_clusters(const struct CUfunc_st *function, const CUlaunchConfig *config)
{
    const struct cuocc_launch launch = launch_of_config(function, config);
    struct cuocc_device dev = *fake_device();
    struct cuocc_result result;
    struct cuocc_cluster cluster;

    /* The query counts clusters of any size, launched or not. */
    dev.max_cluster_blocks_nonportable = 1024;
    if (cuocc_solve(&dev, &launch, &result) != CUOCC_OK ||
        cuocc_cluster(&dev, &launch, &result, gpcs, sizeof(gpcs) / sizeof(gpcs[0]), &cluster) !=
            CUOCC_OK)
        return 0;
    return (uint32_t)cluster.active_clusters;
}

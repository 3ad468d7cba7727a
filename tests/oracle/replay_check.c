/* SPDX-License-Identifier: MIT */
/*
 * What `occ --check --measure --csv` recorded on an H200, held to today's solver; and what its
 * driver said of the sample kernels, held to the readers and the solver. data/h200/README-check.md
 * says how both were recorded.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "cuocc/cluster.h"
#include "cuocc/kernel.h"
#include "test_devices.h"
#include "test_launches.h"

static uint64_t points, differences;

static void expect(const struct cuocc_launch *launch, const char *what, uint64_t ours,
                   uint64_t recorded)
{
    points++;
    if (ours == recorded)
        return;
    differences++;
    test_print_command(stdout, test_device("sm_90"), launch);
    printf("\n    %s: %" PRIu64 ", recorded %" PRIu64 "\n", what, ours, recorded);
}

/* The query is blind to launch bounds and clusters. */
static uint32_t query_of(struct cuocc_launch launch)
{
    launch.launch_bounds_threads = 0;
    launch.cluster_blocks = 0;
    return test_blocks(test_device("sm_90"), &launch);
}

/* --- launches ----------------------------------------------------------------------------------
 */

/* As the driver's cluster answers implied for that GPU; the record has them too (check.json). */
static const uint32_t gpcs[] = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};

struct launches {
    unsigned rows, ran, clusters, hints;
    unsigned limited_by[CUOCC_LIMIT_COUNT];
};

static void replay_clusters(const struct csv_table *row, const struct cuocc_launch *launch,
                            const struct cuocc_result *result)
{
    struct cuocc_device dev = *test_device("sm_90");
    struct cuocc_cluster cluster = {.blocks = 0};

    dev.sm_count = 132;
    if (cuocc_cluster(&dev, launch, result, gpcs, sizeof(gpcs) / sizeof(gpcs[0]), &cluster) !=
        CUOCC_OK)
        expect(launch, "clusters can be computed", false, true);
    expect(launch, "blocks of clusters at once", cluster.active_clusters * launch->cluster_blocks,
           csv_count(row, "measured_total"));
    expect(launch, "no SM has more", csv_count(row, "measured_max") <= result->active_blocks, true);
}

/* A carve-out is a preference: where the hardware gave more shared memory than asked for, more
 * blocks ran, which is a finding and not an error. */
static void replay_blocks(struct launches *seen, const struct csv_table *row,
                          const struct cuocc_launch *launch, uint32_t blocks)
{
    if (launch->carveout_percent >= 0 && csv_count(row, "measured_max") > blocks) {
        seen->hints++;
        return;
    }
    expect(launch, "most resident blocks", blocks, csv_count(row, "measured_max"));
    expect(launch, "fewest resident blocks", blocks, csv_count(row, "measured_min"));
}

static void replay_launch(struct launches *seen, const struct csv_table *row)
{
    uint32_t fixed = csv_count(row, "static");
    struct cuocc_launch launch =
        test_launch(csv_count(row, "block"), csv_count(row, "regs"), fixed + csv_count(row, "dyn"));
    struct cuocc_result result = {.active_blocks = 0};

    launch.static_smem_per_block_bytes = fixed;
    launch.barriers_per_block = csv_count(row, "barriers");
    launch.carveout_percent = (int32_t)csv_number(row, "carveout");
    launch.cluster_blocks = csv_count(row, "cluster");
    (void)cuocc_solve(test_device("sm_90"), &launch, &result);
    seen->rows++;
    expect(&launch, "blocks", result.active_blocks, csv_count(row, "ours"));
    expect(&launch, "the query", query_of(launch), csv_count(row, "api_blocks"));
    expect(&launch, "can run", result.active_blocks > 0, csv_number(row, "err") == 0);
    if (csv_number(row, "err") != 0)
        return;
    seen->ran++;
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        seen->limited_by[i] += result.limiters >> i & 1U;
    if (launch.cluster_blocks > 0) {
        seen->clusters++;
        replay_clusters(row, &launch, &result);
    } else {
        replay_blocks(seen, row, &launch, result.active_blocks);
    }
}

static void replay_launches(void)
{
    struct launches seen = {.rows = 0};
    struct csv_table table;

    csv_open(&table, CUOCC_ORACLE_DATA_DIR "/h200/measured.csv");
    while (csv_next(&table))
        replay_launch(&seen, &table);
    printf("measured.csv: %u launches, %u ran, %u of them in clusters; limited by", seen.rows,
           seen.ran, seen.clusters);
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        printf(" %s %u", cuocc_limit_info((enum cuocc_limit)i)->key, seen.limited_by[i]);
    printf("\n    listed: %4u rows: the hardware gave more shared memory than the carve-out asked "
           "for\n",
           seen.hints);
    if (seen.ran < 800) {
        printf("too few launches\n");
        differences++;
    }
}

/* --- kernels of files --------------------------------------------------------------------------
 */

/* Images of driver_h200.csv whose bytes are among the samples. */
static const struct {
    const char *image, *file;
    unsigned rows; /* that the file must have: functions that are no kernels are in the table too */
} images[] = {
    {"kernels ptxas12.8 sm_90", "cubins/kernels_ptxas12.8_sm90.cubin", 30},
    {"kernels ptxas13.0 sm_90", "cubins/kernels_sm90.cubin", 29},
    {"kernels driver580 JIT-linked sm_90", "cubins/kernels_driver580_jit_sm90.cubin", 30},
    {"launch_attrs ptxas13.0 sm_90", "cubins/launch_attrs_sm90.cubin", 2},
    {"rdc_linked nvlink13.0 sm_90", "cubins/rdc_linked_sm90.cubin", 3},
    {"smem_spill ptxas13.0 sm_90", "cubins/smem_spill_sm90.cubin", 4},
};

struct search {
    const struct csv_table *row;
    bool is_found;
};

static uint32_t cluster_of_row(const struct csv_table *row)
{
    unsigned x = 0, y = 1, z = 1;

    if (csv_is_given(row, "cluster"))
        (void)sscanf(csv_text(row, "cluster"), "%ux%ux%u", &x, &y, &z);
    return x * y * z;
}

static enum cuocc_status compare_kernel(void *ctx, const struct cuocc_kernel *kernel)
{
    static const char *const columns[] = {"blocks_at_32",  "blocks_at_64",  "blocks_at_128",
                                          "blocks_at_256", "blocks_at_512", "blocks_at_1024"};
    struct search *search = ctx;
    const struct csv_table *row = search->row;
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

    if (search->is_found || strcmp(kernel->name, csv_text(row, "kernel")) != 0)
        return CUOCC_OK;
    search->is_found = true;
    launch.regs_per_thread = kernel->regs_per_thread;
    launch.static_smem_per_block_bytes = launch.smem_per_block_bytes =
        kernel->static_smem_per_block_bytes;
    launch.barriers_per_block = kernel->barriers_per_block;
    expect(&launch, kernel->name, kernel->regs_per_thread, csv_count(row, "regs"));
    expect(&launch, kernel->name, kernel->static_smem_per_block_bytes,
           csv_count(row, "static_smem"));
    if (cuocc_kernel_has(kernel, CUOCC_FACT_MAX_THREADS))
        expect(&launch, kernel->name, kernel->max_threads_per_block, csv_count(row, "max_threads"));
    if (cuocc_kernel_has(kernel, CUOCC_FACT_CLUSTER) && cluster_of_row(row) > 0)
        expect(&launch, kernel->name,
               kernel->cluster_dim[0] * kernel->cluster_dim[1] * kernel->cluster_dim[2],
               cluster_of_row(row));
    for (unsigned i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
        launch.block_dim[0] = 32U << i;
        expect(&launch, kernel->name, query_of(launch), csv_count(row, columns[i]));
    }
    return CUOCC_OK;
}

/* @return false where this build reads no cubins */
static bool replay_image(size_t index)
{
    char path[1024];
    struct csv_table table;
    unsigned rows = 0;

    (void)snprintf(path, sizeof(path), "%s/%s", CUOCC_SAMPLES_DIR, images[index].file);
    csv_open(&table, CUOCC_SAMPLES_DIR "/driver_h200.csv");
    while (csv_next(&table)) {
        struct search search = {.row = &table};
        const struct cuocc_kernel_sink sink = {.ctx = &search, .kernel = compare_kernel};
        struct cuocc_error error;
        enum cuocc_status status;

        if (strcmp(csv_text(&table, "image"), images[index].image) != 0)
            continue;
        status = cuocc_kernels_read(path, &sink, &error);
        if (status == CUOCC_ERR_UNSUPPORTED)
            return false;
        if (status != CUOCC_OK) {
            printf("%s: %s\n", error.where, error.text);
            differences++;
        }
        rows += search.is_found;
    }
    printf("%-36s %2u kernels\n", images[index].image, rows);
    if (rows != images[index].rows) {
        printf("    not %u\n", images[index].rows);
        differences++;
    }
    return true;
}

int main(void)
{
    replay_launches();
    for (size_t i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
        if (!replay_image(i)) {
            printf("this build reads no cubins: their kernels are not compared\n");
            break;
        }
    }
    printf("%" PRIu64 " points, %" PRIu64 " differences\n", points, differences);
    return differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

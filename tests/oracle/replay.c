/* SPDX-License-Identifier: MIT */
/*
 * Every recorded row of an H200 against the solver: what the driver's occupancy query answered,
 * what launches did, how many blocks were seen resident. data/h200/README.md says how it was
 * recorded.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "test_devices.h"
#include "test_launches.h"

/* Where the query's answer is not ours, on purpose; docs/validation.md gives the reasons. */
enum listed {
    LISTED_BOUNDS,
    LISTED_CLUSTER,
    LISTED_OPTIN,
    LISTED_HINT,
    LISTED_COUNT
};

static const char *const listed_texts[] = {
    [LISTED_BOUNDS] = "the query ignores the launch bounds, the launch does not",
    [LISTED_CLUSTER] = "the query ignores the cap on cluster launches, the hardware does not",
    [LISTED_OPTIN] = "the query answers 0 until the opt-in attribute is set",
    [LISTED_HINT] = "the hardware gave more shared memory than the carve-out asked for",
};

_Static_assert(sizeof(listed_texts) / sizeof(listed_texts[0]) == LISTED_COUNT, "a text for each");

struct replay {
    const struct cuocc_device *dev;
    const char *file;
    uint64_t points;
    uint64_t differences;
    uint64_t listed[LISTED_COUNT];
};

static bool expect(struct replay *r, const struct cuocc_launch *launch, const char *what,
                   uint64_t ours, uint64_t recorded)
{
    r->points++;
    if (ours == recorded)
        return true;
    r->differences++;
    test_print_command(stdout, r->dev, launch);
    printf("\n    %s: %s %" PRIu64 ", recorded %" PRIu64 "\n", r->file, what, ours, recorded);
    return false;
}

static void expect_blocks(struct replay *r, const struct cuocc_launch *launch, uint32_t blocks)
{
    expect(r, launch, "blocks", test_blocks(r->dev, launch), blocks);
}

/* Blocks of regs x a range of block sizes. */
static void replay_registers(struct replay *r, const struct csv_table *row)
{
    for (uint32_t threads = csv_count(row, "block_from"); threads <= csv_count(row, "block_to");
         threads++) {
        const struct cuocc_launch launch = test_launch(threads, csv_count(row, "regs"), 0);

        expect_blocks(r, &launch, csv_count(row, "blocks"));
    }
}

/* Blocks of a range of dynamic shared memory, byte by byte. */
static void replay_shared(struct replay *r, const struct csv_table *row)
{
    uint32_t last = csv_count(row, "dyn_to");

    for (uint32_t bytes = csv_count(row, "dyn_from"); bytes <= last; bytes++) {
        const struct cuocc_launch launch =
            test_launch(csv_count(row, "block"), csv_count(row, "regs"), bytes);

        expect_blocks(r, &launch, csv_count(row, "blocks"));
    }
}

/* Blocks of a carve-out preference, in steps of 128 bytes; the kernel used 22 registers. */
static void replay_carveout(struct replay *r, const struct csv_table *row)
{
    uint32_t last = csv_count(row, "dyn_to");

    for (uint32_t bytes = csv_count(row, "dyn_from"); bytes <= last; bytes += 128) {
        struct cuocc_launch launch = test_launch(csv_count(row, "block"), 22, bytes);

        launch.carveout_percent = (int32_t)csv_number(row, "carveout");
        expect_blocks(r, &launch, csv_count(row, "blocks"));
    }
}

static void replay_barriers(struct replay *r, const struct csv_table *row)
{
    struct cuocc_launch launch = test_launch(csv_count(row, "block"), csv_count(row, "regs"), 0);

    launch.barriers_per_block = csv_count(row, "barriers");
    expect_blocks(r, &launch, csv_count(row, "blocks"));
}

/*
 * What the query answered and what ran: `measured_*` are the most and fewest blocks seen at once on
 * an SM, `err` is 0 or 701 (too many resources requested). Where a preference for less shared
 * memory was set, the hardware sometimes gives more than asked for: a finding, told and not failed.
 */
static void replay_resident(struct replay *r, const struct csv_table *row)
{
    uint32_t fixed = csv_count(row, "static");
    struct cuocc_launch launch =
        test_launch(csv_count(row, "block"), csv_count(row, "regs"), fixed + csv_count(row, "dyn"));
    uint32_t blocks = csv_count(row, "api_blocks");
    uint32_t most = csv_count(row, "measured_max");

    launch.static_smem_per_block_bytes = fixed;
    launch.barriers_per_block = csv_count(row, "barriers");
    launch.carveout_percent = (int32_t)csv_number(row, "carveout");
    expect_blocks(r, &launch, blocks);
    expect(r, &launch, "can run", test_blocks(r->dev, &launch) > 0, csv_count(row, "err") == 0);
    if (launch.carveout_percent >= 0 && most > blocks) {
        test_print_command(stdout, r->dev, &launch);
        printf("\n    finding: %" PRIu32 " blocks by the query, %" PRIu32 " seen\n", blocks, most);
        r->listed[LISTED_HINT]++;
        return;
    }
    expect(r, &launch, "most resident blocks", blocks, most);
    expect(r, &launch, "fewest resident blocks", blocks, csv_count(row, "measured_min"));
}

/* What is known of the kernels of api_odd_launches.csv. Their registers never limit. */
static const struct odd_kernel {
    const char *name;
    uint32_t static_smem, launch_bounds, cluster;
} odd_kernels[] = {
    {"plain", 0, 0, 0},
    {"static_40000", 40000, 0, 0},
    {"launch_bounds_128", 0, 128, 0},
    {"launch_bounds_256_8", 0, 256, 0},
    {"cluster_dims_4", 0, 0, 4},
};

static const struct odd_kernel *odd_kernel_named(const char *name)
{
    for (size_t i = 0; i < sizeof(odd_kernels) / sizeof(odd_kernels[0]); i++)
        if (strcmp(odd_kernels[i].name, name) == 0)
            return &odd_kernels[i];
    printf("unknown kernel %s\n", name);
    exit(EXIT_FAILURE);
}

/* The query's answer: it knows neither launch bounds nor clusters, and gives 0 above 48 KiB where
 * the attribute for more has not been set. */
static uint32_t query_of(const struct cuocc_device *dev, struct cuocc_launch launch, bool has_optin)
{
    launch.launch_bounds_threads = 0;
    launch.cluster_blocks = 0;
    if (!has_optin && launch.smem_per_block_bytes > dev->smem_per_block_default_bytes)
        return 0;
    return test_blocks(dev, &launch);
}

/* Why ours, which answers for a launch after cudaFuncSetAttribute(), is not the query's. */
static void list_odd_answer(struct replay *r, const struct cuocc_launch *launch, uint32_t query)
{
    struct cuocc_result ours;

    if (cuocc_solve(r->dev, launch, &ours) != CUOCC_OK || ours.active_blocks == query)
        return;
    if ((ours.reasons & 1U << CUOCC_REASON_LAUNCH_BOUNDS) != 0)
        r->listed[LISTED_BOUNDS]++;
    else if (query == 0)
        r->listed[LISTED_OPTIN]++;
    else
        r->listed[LISTED_CLUSTER]++;
}

/* The launch itself: ours answers for the kernel whose attribute has been set. */
static void replay_odd_launch(struct replay *r, const struct csv_table *row)
{
    const struct odd_kernel *kernel = odd_kernel_named(csv_text(row, "kernel"));
    bool has_optin = csv_number(row, "optin_set") != 0;
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;
    bool is_refused;

    if (csv_number(row, "block") <= 0) {
        /* The query refuses it (error 1), and so does ours; -1 threads cannot even be said. */
        launch.block_dim[0] = 0;
        expect(r, &launch, "refused", test_blocks(r->dev, &launch) == UINT32_MAX,
               csv_number(row, "err") == 1);
        return;
    }
    launch = test_launch(csv_count(row, "block"), CUOCC_NOT_GIVEN,
                         kernel->static_smem + csv_count(row, "dyn"));
    launch.static_smem_per_block_bytes = kernel->static_smem;
    launch.launch_bounds_threads = kernel->launch_bounds;
    launch.cluster_blocks = kernel->cluster;
    expect(r, &launch, "the query", query_of(r->dev, launch, has_optin), csv_count(row, "blocks"));
    list_odd_answer(r, &launch, csv_count(row, "blocks"));
    is_refused = test_blocks(r->dev, &launch) == 0 ||
                 (!has_optin && launch.smem_per_block_bytes > r->dev->smem_per_block_default_bytes);
    expect(r, &launch, "the launch", is_refused, csv_number(row, "launch_err") != 0);
}

static const struct {
    const char *file;
    void (*replay)(struct replay *r, const struct csv_table *row);
    unsigned rows; /* so that a table cut short does not pass */
} tables[] = {
    {"api_registers.csv", replay_registers, 462}, {"api_shared.csv", replay_shared, 12},
    {"api_carveout.csv", replay_carveout, 1491},  {"api_barriers.csv", replay_barriers, 58},
    {"resident.csv", replay_resident, 465},       {"api_odd_launches.csv", replay_odd_launch, 1080},
};

static uint64_t replay_table(size_t index)
{
    struct replay r = {.dev = test_device("sm_90"), .file = tables[index].file};
    struct csv_table table;
    char path[1024];
    unsigned rows = 0;

    snprintf(path, sizeof(path), "%s/h200/%s", CUOCC_ORACLE_DATA_DIR, r.file);
    csv_open(&table, path);
    while (csv_next(&table)) {
        tables[index].replay(&r, &table);
        rows++;
    }
    if (rows != tables[index].rows) {
        printf("%s has %u rows, not %u\n", path, rows, tables[index].rows);
        r.differences++;
    }
    printf("%-22s %5u rows %8" PRIu64 " points %4" PRIu64 " differences\n", r.file, rows, r.points,
           r.differences);
    for (size_t i = 0; i < LISTED_COUNT; i++)
        if (r.listed[i] > 0)
            printf("    listed: %4" PRIu64 " rows: %s\n", r.listed[i], listed_texts[i]);
    return r.differences;
}

int main(void)
{
    uint64_t differences = 0;

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        differences += replay_table(i);
    return differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* SPDX-License-Identifier: MIT */
/* Nsight Compute reports: the recorded ones, and what may stand around and inside of them. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "collected_kernels.h"

#define NCU(file) CUOCC_TESTS_DIR "/input/samples/ncu/" file

/* What the recorded report says, in the order of its launches: ncu on an H200, CC 9.0. */
static const struct {
    const char *name;
    uint32_t grid, block, regs, dynamic_bytes, config_bytes;
    double waves, occupancy;
    uint32_t limit_registers, limit_shared, limit_warps;
} recorded_table[] = {
    /* clang-format off */
    {"void pressure<20, 32>(volatile float *)",   1000, 256,  32,      0,  32768, 0.95, 100.0,  8, 32,  8},
    {"void pressure<36, 48>(volatile float *)",   1000,  64,  48,   4000, 135168, 0.38, 62.5,  20, 26, 32},
    {"void pressure<28, 40>(volatile float *)",   1000,  64,  40,   2976, 135168, 0.32, 75.0,  24, 33, 32},
    {"void pressure<52, 64>(volatile float *)",    500, 256,  64,      0,  32768, 0.95, 50.0,   4, 32,  8},
    {"void pressure<116, 128>(volatile float *)",  132, 128, 128,      0,  32768, 0.25, 25.0,   4, 32, 16},
    {"void pressure<156, 168>(volatile float *)",  264, 384, 168, 100000, 102400, 2.0,  18.75,  1,  1,  5},
    {"void pressure<240, 254>(volatile float *)",   33, 256, 254, 200000, 233472, 0.25, 12.5,   1,  1,  8},
    {"void pressure<4, 24>(volatile float *)",    5000,  32,  16,  12288, 233472, 2.23, 26.56, 128, 17, 64},
    {"void pressure<4, 24>(volatile float *)",    5000,  33,  16,      0,  32768, 1.18, 100.0, 64, 32, 32},
    {"void pressure<4, 24>(volatile float *)",     777, 160,  16,      0,  32768, 0.49, 93.75, 25, 32, 12},
    {"void pressure<4, 24>(volatile float *)",     777, 192,  16,      0,  32768, 0.59, 93.75, 21, 32, 10},
    /* clang-format on */
};

enum {
    RECORDED = sizeof(recorded_table) / sizeof(recorded_table[0]),
    ALL_PROFILE_FACTS = (1 << CUOCC_PROFILE_COUNT) - 1,
    ALL_KERNEL_FACTS = 1 << CUOCC_FACT_ARCH | 1 << CUOCC_FACT_REGS | 1 << CUOCC_FACT_STATIC_SMEM,
};

static void check_recorded(const struct collected *got, uint32_t rounding, uint32_t config_slack)
{
    assert_int_equal(got->count, RECORDED);
    for (size_t i = 0; i < RECORDED; i++) {
        const struct cuocc_kernel *kernel = &got->kernels[i];
        const struct cuocc_profile *profile = &got->profiles[i];
        uint32_t config = recorded_table[i].config_bytes;

        assert_string_equal(kernel->name, recorded_table[i].name);
        assert_int_equal(kernel->known, ALL_KERNEL_FACTS);
        assert_int_equal(profile->known, ALL_PROFILE_FACTS);
        assert_int_equal(kernel->arch.cc_major, 9);
        assert_int_equal(kernel->arch.cc_minor, 0);
        assert_int_equal(kernel->regs_per_thread, recorded_table[i].regs);
        assert_int_equal(kernel->static_smem_per_block_bytes, 0);
        assert_int_equal(profile->grid_dim[0], recorded_table[i].grid);
        assert_int_equal(profile->block_dim[0], recorded_table[i].block);
        assert_int_equal(profile->grid_dim[1] * profile->grid_dim[2], 1);
        assert_int_equal(profile->block_dim[1] * profile->block_dim[2], 1);
        assert_int_equal(profile->dynamic_smem_per_block_bytes, recorded_table[i].dynamic_bytes);
        assert_int_equal(profile->driver_smem_per_block_bytes, 1024);
        assert_int_equal(profile->smem_rounding_bytes, rounding);
        assert_true(profile->smem_config_min_bytes <= config &&
                    config <= profile->smem_config_max_bytes);
        assert_int_equal(profile->smem_config_max_bytes - profile->smem_config_min_bytes,
                         2 * config_slack);
        assert_int_equal(profile->sm_count, 132);
        assert_true(profile->waves_per_sm == recorded_table[i].waves);
        assert_true(profile->occupancy_percent == recorded_table[i].occupancy);
        assert_int_equal(profile->block_limit_blocks, 32);
        assert_int_equal(profile->block_limit_barriers, 32);
        assert_int_equal(profile->block_limit_registers, recorded_table[i].limit_registers);
        assert_int_equal(profile->block_limit_shared, recorded_table[i].limit_shared);
        assert_int_equal(profile->block_limit_warps, recorded_table[i].limit_warps);
    }
}

static void recorded_csv_holds(void **state)
{
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);

    (void)state;
    assert_int_equal(cuocc_kernels_read(NCU("ncu_details_sample.csv"), &sink, NULL), CUOCC_OK);
    check_recorded(&got, 0, 0);
    assert_int_equal(got.notes, 0);
    collected_free(&got);
}

/* Two digits of Kbyte: 135.17 stands for 135168 bytes, 2.98 for 2976. */
static void recorded_text_holds(void **state)
{
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);

    (void)state;
    assert_int_equal(cuocc_kernels_read(NCU("ncu_details_sample.txt"), &sink, NULL), CUOCC_OK);
    check_recorded(&got, 5, 5);
    assert_int_equal(got.notes, 1);
    assert_non_null(strstr(got.last_note, "rounded to 10 bytes"));
    collected_free(&got);
}

/* --- what a report may look like ----------------------------------------------------------- */

#define HEADER                                                                                     \
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\",\"Metric Name\","   \
    "\"Metric Unit\",\"Metric Value\"\n"
#define ROW(id, process, kernel, metric, unit, value)                                              \
    "\"" id "\",\"" process "\",\"" kernel "\",\"(64, 2, 1)\",\"(10, 3, 2)\",\"8.6\",\"" metric    \
    "\",\"" unit "\",\"" value "\"\n"
#define REGS_ROW(id, value) ROW(id, "1", "k", "Registers Per Thread", "register/thread", value)
#define TEXT_HEAD           "  k(int) (10, 3, 2)x(64, 2, 1), Context 1, Stream 7, Device 0, CC 8.6\n"
#define TEXT_REGS           "    Registers Per Thread             register/thread              40\n"

static const struct report {
    const char *what;
    const char *text;
    enum cuocc_status status;
    size_t kernels;
    uint32_t regs; /* of the last kernel */
    uint32_t dynamic_bytes;
    const char *note; /* part of the last; NULL: no note */
} report_table[] = {
    /* clang-format off */
    {.what = "CSV, one launch", .text = HEADER REGS_ROW("0", "40"), .kernels = 1, .regs = 40},
    {.what = "CSV with CRLF", .text = "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Value\"\r\n\"0\",\"1\",\"k\",\"Registers Per Thread\",\"40\"\r\n", .kernels = 1, .regs = 40},
    {.what = "columns of 2020: no dimensions, no compute capability", .text = "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Kernel Time\",\"Context\",\"Stream\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n\"0\",\"1\",\"a\",\"h\",\"k\",\"t\",\"1\",\"7\",\"Launch Statistics\",\"Registers Per Thread\",\"register/thread\",\"40\"\n", .kernels = 1, .regs = 40},
    {.what = "two launches of one kernel", .text = HEADER REGS_ROW("0", "40") REGS_ROW("1", "41"), .kernels = 2, .regs = 41},
    {.what = "equal IDs in two processes", .text = HEADER ROW("0", "1", "k", "Registers Per Thread", "", "40") ROW("0", "2", "k", "Registers Per Thread", "", "41"), .kernels = 2, .regs = 41},
    {.what = "rows that continue a launch", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "byte/block", "4,000"), .kernels = 1, .regs = 40, .dynamic_bytes = 4000},
    {.what = "Kbyte in CSV", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "Kbyte/block", "2.98"), .kernels = 1, .regs = 40, .dynamic_bytes = 2976, .note = "rounded"},
    {.what = "several groups of thousands", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "byte/block", "1,048,576"), .kernels = 1, .regs = 40, .dynamic_bytes = 1048576},
    {.what = "quotes and line ends inside a cell", .text = HEADER "\"0\",\"1\",\"k\",\"\",\"\",\"8.6\",\"Advice\",\"\",\"he said \"\"no\"\",\nand left\"\n" REGS_ROW("0", "40"), .kernels = 1, .regs = 40},
    {.what = "program output around and inside", .text = "start \"quoted\nresult 1,2,3\n" HEADER "hello\n" REGS_ROW("0", "40") "==PROF== Disconnected from process 1\n\"bye\"\n", .kernels = 1, .regs = 40},
    {.what = "output without line end before the header", .text = "done." HEADER REGS_ROW("0", "40"), .kernels = 1, .regs = 40},
    {.what = "two reports one after the other", .text = HEADER REGS_ROW("0", "40") HEADER REGS_ROW("0", "41"), .kernels = 2, .regs = 41},
    {.what = "a row cut off, then a whole one", .text = HEADER "\"0\",\"1\",\"k\",\"(6\n" REGS_ROW("0", "40"), .kernels = 1, .regs = 40, .note = "quotes are not closed"},
    {.what = "the text ends inside a row", .text = HEADER REGS_ROW("0", "40") "\"0\",\"1\",\"k\",\"", .kernels = 1, .regs = 40, .note = "quotes are not closed"},
    {.what = "a launch without registers", .text = HEADER ROW("0", "1", "k", "Block Limit SM", "block", "16"), .status = CUOCC_ERR_NOT_FOUND, .note = "no Launch Statistics"},
    {.what = "a header alone", .text = HEADER, .status = CUOCC_ERR_NOT_FOUND},
    {.what = "the raw page", .text = "\"ID\",\"Process ID\",\"Kernel Name\",\"launch__registers_per_thread\"\n", .status = CUOCC_ERR_SYNTAX},
    {.what = "a value that is no number", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "byte/block", "n/a"), .kernels = 1, .regs = 40, .note = "not a number"},
    {.what = "a unit that is not known", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "Tbyte/block", "1"), .kernels = 1, .regs = 40, .note = "known unit"},
    {.what = "groups of another locale", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "byte/block", "4.000"), .kernels = 1, .regs = 40, .note = "not a number"},
    {.what = "a group of two", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "byte/block", "4,00"), .kernels = 1, .regs = 40, .note = "not a number"},
    {.what = "too large a number", .text = HEADER REGS_ROW("0", "4294967296"), .status = CUOCC_ERR_SYNTAX},
    {.what = "too large with groups", .text = HEADER REGS_ROW("0", "4,294,967,296"), .status = CUOCC_ERR_SYNTAX},
    {.what = "too many bytes", .text = HEADER REGS_ROW("0", "40") ROW("0", "1", "k", "Dynamic Shared Memory Per Block", "Mbyte/block", "4,295"), .status = CUOCC_ERR_SYNTAX},
    {.what = "text, one launch", .text = TEXT_HEAD TEXT_REGS, .kernels = 1, .regs = 40},
    {.what = "text with CRLF and colour", .text = "  k(int) (10, 3, 2)x(64, 2, 1), Context 1, Stream 7, Device 0, CC 8.6\r\n\033[32m    Registers Per Thread  register/thread  40\033[0m\r\n", .kernels = 1, .regs = 40},
    {.what = "text of 2020: a date, no dimensions", .text = "  k, 2020-Nov-05 10:11:12, Context 1, Stream 7\n" TEXT_REGS "    Dynamic Shared Memory Per Block      byte/block   0\n", .kernels = 1, .regs = 40},
    {.what = "an advice that begins like a metric", .text = TEXT_HEAD TEXT_REGS "          Registers Per Thread limit the occupancy to 75.0% of all warps\n", .kernels = 1, .regs = 40},
    {.what = "a metric before any launch", .text = TEXT_REGS TEXT_HEAD TEXT_REGS, .kernels = 1, .regs = 40},
    {.what = "a value cut at the end of the text", .text = TEXT_HEAD "    Registers Per Thread             register/thread              4", .status = CUOCC_ERR_NOT_FOUND, .note = "no Launch Statistics"},
    {.what = "a launch without sections", .text = TEXT_HEAD TEXT_HEAD TEXT_REGS, .kernels = 1, .regs = 40, .note = "no Launch Statistics"},
    /* clang-format on */
};

static void reports_are_read_as_printed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(report_table) / sizeof(report_table[0]); i++) {
        const struct report *row = &report_table[i];
        struct collected got = {.count = 0};
        struct cuocc_error error = {.status = CUOCC_OK};
        enum cuocc_status status = collect_text(row->text, &got, &error);
        const struct cuocc_kernel *last = got.count > 0 ? &got.kernels[got.count - 1] : NULL;

        if (status != row->status || (status == CUOCC_OK && got.count != row->kernels) ||
            (last != NULL && last->regs_per_thread != row->regs && status == CUOCC_OK) ||
            (last != NULL &&
             got.profiles[got.count - 1].dynamic_smem_per_block_bytes != row->dynamic_bytes &&
             status == CUOCC_OK) ||
            (row->note != NULL) != (got.notes > 0) ||
            (row->note != NULL && strstr(got.last_note, row->note) == NULL))
            fail_msg("%s: status %d, %d kernels, %d notes: %s%s", row->what, (int)status,
                     (int)got.count, (int)got.notes, got.all_notes, error.text);
        collected_free(&got);
    }
}

static void dimensions_and_capability_come_with_the_launch(void **state)
{
    static const char *const texts[] = {HEADER REGS_ROW("0", "40"), TEXT_HEAD TEXT_REGS};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        static const uint32_t grid[3] = {10, 3, 2};
        static const uint32_t block[3] = {64, 2, 1};
        struct collected got = {.count = 0};
        char text[32];

        assert_int_equal(collect_text(texts[i], &got, NULL), CUOCC_OK);
        assert_int_equal(got.count, 1);
        assert_memory_equal(got.profiles[0].grid_dim, grid, sizeof(grid));
        assert_memory_equal(got.profiles[0].block_dim, block, sizeof(block));
        assert_string_equal(arch_text(&got.kernels[0], text), "sm_86");
        collected_free(&got);
    }
}

/* Releases that print no dimensions print the products. */
static void totals_stand_in_for_dimensions(void **state)
{
    struct collected got = {.count = 0};

    (void)state;
    assert_int_equal(collect_text("  k, Context 1, Stream 7\n" TEXT_REGS
                                  "    Block Size      256\n    Grid Size    1,000\n",
                                  &got, NULL),
                     CUOCC_OK);
    assert_int_equal(got.profiles[0].block_dim[0], 256);
    assert_int_equal(got.profiles[0].grid_dim[0], 1000);
    assert_int_equal(got.profiles[0].grid_dim[2], 1);
    assert_false(cuocc_kernel_has(&got.kernels[0], CUOCC_FACT_ARCH));
    assert_false(cuocc_kernel_has(&got.kernels[0], CUOCC_FACT_CLUSTER));
    collected_free(&got);
}

static void cluster_size_is_a_fact_where_it_is_not_zero(void **state)
{
    struct collected got = {.count = 0};

    (void)state;
    assert_int_equal(collect_text(TEXT_HEAD TEXT_REGS "    Cluster Size     2\n", &got, NULL),
                     CUOCC_OK);
    assert_true(cuocc_kernel_has(&got.kernels[0], CUOCC_FACT_CLUSTER));
    assert_int_equal(got.kernels[0].cluster_dim[0], 2);
    collected_free(&got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_csv_holds),
        cmocka_unit_test(recorded_text_holds),
        cmocka_unit_test(reports_are_read_as_printed),
        cmocka_unit_test(dimensions_and_capability_come_with_the_launch),
        cmocka_unit_test(totals_stand_in_for_dimensions),
        cmocka_unit_test(cluster_size_is_a_fact_where_it_is_not_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* The whole GPU: waves as Nsight Compute prints them, cooperative grids as a driver takes them. */
#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>

#include "csv_rows.h"
#include "cuocc/gpu.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    H200_SMS = 132
};

static void assert_near(double got, double expected)
{
    if (got < expected - 1e-12 || got > expected + 1e-12)
        fail_msg("%.17g is not %.17g", got, expected);
}

static struct cuocc_gpu whole_gpu(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                                  uint32_t sm_count)
{
    struct cuocc_result result;
    struct cuocc_gpu gpu;

    assert_int_equal(cuocc_solve(dev, launch, &result), CUOCC_OK);
    assert_int_equal(cuocc_gpu(launch, &result, sm_count, &gpu), CUOCC_OK);
    return gpu;
}

static void worked_grids(void **state)
{
    const struct {
        uint32_t grid[3];
        uint64_t full_waves, last_wave_blocks, resident_blocks;
        double waves, last_wave_fill, tail_efficiency;
        uint32_t idle_sms;
        bool cooperative;
    } rows[] = {
        /* sm_90, 132 SMs, 256 threads of 64 registers: 4 blocks per SM, 528 in a wave. */
        {{1, 1, 1}, 0, 1, 1, 1 / 528.0, 1 / 528.0, 1 / 528.0, 131, true},
        {{33, 1, 1}, 0, 33, 33, 0.0625, 0.0625, 0.0625, 99, true},
        {{132, 1, 1}, 0, 132, 132, 0.25, 0.25, 0.25, 0, true},
        {{133, 1, 1}, 0, 133, 133, 133 / 528.0, 133 / 528.0, 133 / 528.0, 0, true},
        {{11, 12, 4}, 1, 0, 528, 1, 1, 1, 0, true},
        {{529, 1, 1}, 1, 1, 528, 529 / 528.0, 1 / 528.0, 529 / 528.0 / 2, 0, false},
        {{528, 2, 1}, 2, 0, 528, 2, 1, 1, 0, false},
        {{1188, 1, 1}, 2, 132, 528, 2.25, 0.25, 0.75, 0, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(256, 64, 0);
        struct cuocc_gpu got;

        memcpy(launch.grid_dim, rows[i].grid, sizeof(launch.grid_dim));
        got = whole_gpu(test_device("sm_90"), &launch, H200_SMS);
        assert_int_equal(got.sm_count, H200_SMS);
        assert_int_equal(got.grid_blocks, cuocc_launch_grid_blocks(&launch));
        assert_int_equal(got.persistent_grid_blocks, 528);
        assert_int_equal(got.full_waves, rows[i].full_waves);
        assert_int_equal(got.last_wave_blocks, rows[i].last_wave_blocks);
        assert_int_equal(got.resident_blocks, rows[i].resident_blocks);
        assert_int_equal(got.resident_threads, rows[i].resident_blocks * 256);
        assert_near(got.waves, rows[i].waves);
        assert_near(got.last_wave_fill, rows[i].last_wave_fill);
        assert_near(got.tail_efficiency, rows[i].tail_efficiency);
        assert_int_equal(got.idle_sms, rows[i].idle_sms);
        assert_int_equal(got.cooperative_grid_fits, rows[i].cooperative);
    }
}

static void the_largest_grid_does_not_overflow(void **state)
{
    struct cuocc_launch launch = test_launch(1024, 32, 0);
    const uint32_t grid[3] = {0x7fffffff, 65535, 65535};
    uint64_t blocks = (uint64_t)0x7fffffff * 65535 * 65535;
    struct cuocc_gpu got;

    (void)state;
    memcpy(launch.grid_dim, grid, sizeof(grid));
    got = whole_gpu(test_device("sm_90"), &launch, 1);
    assert_true(got.grid_blocks == blocks);
    assert_true(got.full_waves == blocks / 2);
    assert_int_equal(got.last_wave_blocks, 1);
}

static void without_a_grid_only_the_wave_is_known(void **state)
{
    const struct cuocc_launch launch = test_launch(256, 64, 0);
    const struct cuocc_gpu got = whole_gpu(test_device("sm_90"), &launch, H200_SMS);

    (void)state;
    assert_int_equal(got.grid_blocks, 0);
    assert_int_equal(got.persistent_grid_blocks, 528);
    assert_int_equal(got.resident_blocks, 0);
    assert_false(got.cooperative_grid_fits);
    assert_near(got.waves, 0);
    assert_int_equal(got.idle_sms, 0);
}

static void no_answer_where_there_is_none(void **state)
{
    const struct cuocc_launch launch = test_launch(1025, 32, 0);
    struct cuocc_result result;
    struct cuocc_gpu gpu;

    (void)state;
    assert_int_equal(cuocc_solve(test_device("sm_90"), &launch, &result), CUOCC_OK);
    assert_int_equal(cuocc_gpu(&launch, &result, H200_SMS, &gpu), CUOCC_ERR_VALUE);
    assert_int_equal(cuocc_gpu(&launch, &result, 0, &gpu), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_gpu(&launch, &result, CUOCC_NOT_GIVEN, &gpu), CUOCC_ERR_ARGUMENT);
}

static void a_scheduler_has_its_share_of_warps(void **state)
{
    (void)state;
    assert_near(cuocc_warps_per_scheduler(test_device("sm_90"), 64), 16);
    assert_near(cuocc_warps_per_scheduler(test_device("sm_89"), 10), 2.5);
    assert_near(cuocc_warps_per_scheduler(test_device("sm_60"), 64), 32);
}

/* Recorded on an H200: SMs x active blocks are accepted, one block more is refused. */
static void cooperative_grids_fit_as_recorded(void **state)
{
    struct csv_table csv;
    unsigned rows = 0;

    (void)state;
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/cooperative.csv");
    while (csv_next(&csv)) {
        struct cuocc_launch launch =
            test_launch(csv_count(&csv, "block"), CUOCC_NOT_GIVEN, csv_count(&csv, "dyn"));
        struct cuocc_gpu got;

        launch.grid_dim[0] = csv_count(&csv, "grid");
        launch.grid_dim[1] = launch.grid_dim[2] = 1;
        got = whole_gpu(test_device("sm_90"), &launch, H200_SMS);
        assert_int_equal(got.persistent_grid_blocks, csv_count(&csv, "blocks_per_sm") * H200_SMS);
        assert_int_equal(got.cooperative_grid_fits, csv_count(&csv, "launch_err") == 0);
        rows++;
    }
    assert_int_equal(rows, 45);
}

/* One launch of a Nsight Compute page: metrics come one a row. */
static void check_waves(const struct cuocc_launch *launch, uint32_t sm_count, const char *printed)
{
    const struct cuocc_gpu got = whole_gpu(test_device("sm_90"), launch, sm_count);
    char text[32];
    char *end;

    /* Two digits, zeros at the end left out. */
    snprintf(text, sizeof(text), "%.2f", got.waves);
    end = text + strlen(text);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        *--end = '\0';
    assert_string_equal(text, printed);
}

/* "1,000" as the report writes it. */
static uint32_t count_with_commas(const char *text)
{
    uint32_t count = 0;

    for (; *text != '\0'; text++)
        if (*text != ',')
            count = count * 10 + (uint32_t)(*text - '0');
    return count;
}

static void waves_are_those_that_nsight_compute_prints(void **state)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;
    struct csv_table csv;
    uint32_t sm_count = 0;
    unsigned launches = 0;

    (void)state;
    csv_open_report(&csv, CUOCC_TESTS_DIR "/input/samples/ncu/ncu_details_sample.csv", "ID");
    while (csv_next(&csv)) {
        const char *metric = csv_text(&csv, "Metric Name");
        const struct {
            const char *name;
            uint32_t *at;
        } wanted[] = {
            {"Block Size", &launch.block_dim[0]},
            {"Grid Size", &launch.grid_dim[0]},
            {"Registers Per Thread", &launch.regs_per_thread},
            {"Dynamic Shared Memory Per Block", &launch.smem_per_block_bytes},
            {"# SMs", &sm_count},
        };

        for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
            if (strcmp(metric, wanted[i].name) == 0)
                *wanted[i].at = count_with_commas(csv_text(&csv, "Metric Value"));
        if (strcmp(metric, "Waves Per SM") != 0)
            continue;
        launch.grid_dim[1] = launch.grid_dim[2] = 1;
        check_waves(&launch, sm_count, csv_text(&csv, "Metric Value"));
        launches++;
    }
    assert_int_equal(launches, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_grids),
        cmocka_unit_test(the_largest_grid_does_not_overflow),
        cmocka_unit_test(without_a_grid_only_the_wave_is_known),
        cmocka_unit_test(no_answer_where_there_is_none),
        cmocka_unit_test(a_scheduler_has_its_share_of_warps),
        cmocka_unit_test(cooperative_grids_fit_as_recorded),
        cmocka_unit_test(waves_are_those_that_nsight_compute_prints),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

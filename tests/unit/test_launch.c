/* SPDX-License-Identifier: MIT */
/* Counts of a launch, and launches that are not one: cuocc_solve() refuses them. */
#include "cmocka_env.h"

#include <string.h>

#include "cuocc/solver.h"
#include "test_devices.h"
#include "test_launches.h"

static void products_are_exact_or_saturate(void **state)
{
    static const struct {
        uint32_t dim[3];
        uint32_t threads;
        uint64_t blocks;
    } rows[] = {
        {{1, 1, 1}, 1, 1},
        {{0, 0, 0}, 0, 0},
        {{32, 8, 2}, 512, 512},
        {{0, 5, 5}, 0, 0},
        {{UINT32_MAX, UINT32_MAX, 0}, 0, 0},
        {{65536, 65535, 1}, 4294901760U, 4294901760U},
        {{65536, 65536, 1}, UINT32_MAX, 4294967296U},
        {{UINT32_MAX, 1, 1}, UINT32_MAX, UINT32_MAX},
        {{0x7fffffff, 65535, 65535}, UINT32_MAX, 9223090559730712575U},
        {{UINT32_MAX, UINT32_MAX, 1}, UINT32_MAX, 18446744065119617025U},
        {{UINT32_MAX, UINT32_MAX, 2}, UINT32_MAX, UINT64_MAX},
        {{UINT32_MAX, UINT32_MAX, UINT32_MAX}, UINT32_MAX, UINT64_MAX},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

        memcpy(launch.block_dim, rows[i].dim, sizeof(launch.block_dim));
        memcpy(launch.grid_dim, rows[i].dim, sizeof(launch.grid_dim));
        assert_int_equal(cuocc_launch_threads(&launch), rows[i].threads);
        assert_true(cuocc_launch_grid_blocks(&launch) == rows[i].blocks);
    }
}

static void the_initial_launch_says_nothing(void **state)
{
    const struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

    (void)state;
    assert_int_equal(cuocc_launch_threads(&launch), 1);
    assert_int_equal(cuocc_launch_grid_blocks(&launch), 0);
    assert_int_equal(launch.regs_per_thread, CUOCC_NOT_GIVEN);
    assert_int_equal(launch.barriers_per_block, 1);
    assert_int_equal(launch.carveout_percent, -1);
    assert_int_equal(launch.carveout_bytes, CUOCC_NOT_GIVEN);
}

/* What cuocc_solve() says about a launch of 64 threads and 1000 bytes with one thing changed. */
struct argument_row {
    const char *device;
    uint32_t threads;
    uint32_t static_smem;
    int32_t carveout_percent;
    uint32_t carveout_bytes;
    enum cuocc_status status;
};

static void impossible_arguments_are_refused(void **state)
{
    static const uint32_t none = CUOCC_NOT_GIVEN;
    static const struct argument_row rows[] = {
        {"sm_89", 64, 0, -1, none, CUOCC_OK},
        {"sm_89", 0, 0, -1, none, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, 1000, -1, none, CUOCC_OK},
        {"sm_89", 64, 1001, -1, none, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, UINT32_MAX, -1, none, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, 0, -2, none, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, 0, INT32_MIN, none, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, 0, 0, none, CUOCC_OK},
        {"sm_89", 64, 0, 100, none, CUOCC_OK},
        {"sm_89", 64, 0, 101, none, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, 0, INT32_MAX, none, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, 0, -1, 102400, CUOCC_OK},
        {"sm_89", 64, 0, -1, 0, CUOCC_OK},
        {"sm_89", 64, 0, -1, 32769, CUOCC_ERR_ARGUMENT},
        {"sm_89", 64, 0, -1, 135168, CUOCC_ERR_ARGUMENT}, /* of 8.0 and 9.0 */
        {"sm_75", 64, 0, -1, 0, CUOCC_ERR_ARGUMENT},      /* starts at 32 KiB */
        {"sm_61", 64, 0, -1, none, CUOCC_OK},
        {"sm_61", 64, 0, 0, none, CUOCC_ERR_ARGUMENT}, /* nothing to configure */
        {"sm_61", 64, 0, 100, none, CUOCC_ERR_ARGUMENT},
        {"sm_61", 64, 0, -1, 98304, CUOCC_ERR_ARGUMENT},
        {"sm_50", 64, 0, 50, none, CUOCC_ERR_ARGUMENT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(rows[i].threads, CUOCC_NOT_GIVEN, 1000);
        struct cuocc_result result, before;

        launch.static_smem_per_block_bytes = rows[i].static_smem;
        launch.carveout_percent = rows[i].carveout_percent;
        launch.carveout_bytes = rows[i].carveout_bytes;
        memset(&result, 0xa5, sizeof(result));
        before = result;
        assert_int_equal(cuocc_solve(test_device(rows[i].device), &launch, &result),
                         rows[i].status);
        if (rows[i].status != CUOCC_OK)
            assert_memory_equal(&result, &before, sizeof(result));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_exact_or_saturate),
        cmocka_unit_test(the_initial_launch_says_nothing),
        cmocka_unit_test(impossible_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* cuocc_textbook_limits(): the plain divisions, and where they differ from what runs. */
#include "cmocka_env.h"

#include "cuocc/solver.h"
#include "test_devices.h"
#include "test_launches.h"

static const uint32_t unlimited = CUOCC_UNLIMITED;

static void plain_divisions(void **state)
{
    const struct {
        const char *device;
        uint32_t threads, regs, smem;
        uint32_t limits[CUOCC_LIMIT_COUNT];
    } rows[] = {
        /* 228 / 12 = 19, where an H200 runs 17: the reserved KiB is forgotten. */
        {"sm_90", 32, 8, 12288, {64, 64, 32, 256, 19, unlimited, unlimited}},
        /* 65536 / (92 x 224) = 3, where 2 run: units and sub-partitions are forgotten. */
        {"sm_80", 224, 92, 0, {9, 9, 32, 3, unlimited, unlimited, unlimited}},
        {"sm_89", 256, 48, 16384, {6, 6, 24, 5, 6, unlimited, unlimited}},
        {"sm_89", 100, 0, 0, {15, 12, 24, unlimited, unlimited, unlimited, unlimited}},
        {"sm_89", 100, CUOCC_NOT_GIVEN, 1, {15, 12, 24, unlimited, 102400, unlimited, unlimited}},
        {"sm_89", UINT32_MAX, UINT32_MAX - 1, UINT32_MAX, {0, 0, 24, 0, 0, unlimited, unlimited}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct cuocc_launch launch = test_launch(rows[i].threads, rows[i].regs, rows[i].smem);
        uint32_t limits[CUOCC_LIMIT_COUNT];

        cuocc_textbook_limits(test_device(rows[i].device), &launch, limits);
        for (size_t k = 0; k < CUOCC_LIMIT_COUNT; k++)
            assert_int_equal(limits[k], rows[i].limits[k]);
    }
}

/* On the SM that textbooks assume, the textbook is right. */
static void the_abstract_sm_needs_nothing_else(void **state)
{
    const struct cuocc_device *dev = test_abstract_device();

    (void)state;
    for (uint32_t threads = 1; threads <= 1024; threads++) {
        const struct cuocc_launch launch = test_launch(threads, 24, threads * 16);
        struct cuocc_result result;
        uint32_t limits[CUOCC_LIMIT_COUNT];

        assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
        cuocc_textbook_limits(dev, &launch, limits);
        for (size_t k = 0; k < CUOCC_LIMIT_COUNT; k++)
            if (k != CUOCC_LIMIT_REGISTERS || threads % 32 == 0)
                assert_int_equal(limits[k], result.block_limit[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_divisions),
        cmocka_unit_test(the_abstract_sm_needs_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Why a launch cannot run: each reason alone, with its value, bound and unit. */
#include "cmocka_env.h"

#include <string.h>

#include "cuocc/solver.h"
#include "test_devices.h"
#include "test_launches.h"

struct reason_row {
    const char *device;
    enum cuocc_reason reason;
    enum cuocc_limit limit;
    uint64_t value, bound;
    const char *unit;
    /* What differs from a launch of 32 threads that fits everywhere. */
    uint32_t block[3];
    uint32_t grid[3];
    uint32_t regs, smem, barriers, cluster, bounds;
};

/* clang-format off */
#define REASON(dev_, name_, limit_, value_, bound_, unit_)                                          \
    .device = (dev_), .reason = CUOCC_REASON_##name_, .limit = CUOCC_LIMIT_##limit_,                \
    .value = (value_), .bound = (bound_), .unit = (unit_)

static const struct reason_row rows[] = {
    { REASON("sm_89", THREADS_PER_BLOCK, THREADS, 1025, 1024, "threads"),              .block = {1025} },
    { REASON("sm_89", THREADS_PER_BLOCK, THREADS, 2048, 1024, "threads"),              .block = {64, 32} },
    { REASON("sm_89", THREADS_PER_BLOCK, THREADS, UINT32_MAX, 1024, "threads"),        .block = {UINT32_MAX} },
    { REASON("sm_89", BLOCK_Z, THREADS, 65, 64, "threads"),                            .block = {1, 1, 65} },
    { REASON("sm_89", LAUNCH_BOUNDS, THREADS, 129, 128, "threads"),                    .block = {129}, .bounds = 128 },
    { REASON("sm_89", GRID_X, BLOCKS, 2147483648U, 2147483647, "blocks"),              .grid = {2147483648U, 1, 1} },
    { REASON("sm_89", GRID_Y, BLOCKS, 65536, 65535, "blocks"),                         .grid = {1, 65536, 1} },
    { REASON("sm_89", GRID_Z, BLOCKS, UINT32_MAX, 65535, "blocks"),                    .grid = {1, 1, UINT32_MAX} },
    { REASON("sm_89", REGS_PER_THREAD, REGISTERS, 256, 255, "registers"),              .regs = 256 },
    { REASON("sm_89", REGS_PER_BLOCK, REGISTERS, 69632, 65536, "registers"),           .block = {512}, .regs = 129 },
    /* 13 warps are checked as 16. */
    { REASON("sm_89", REGS_PER_BLOCK, REGISTERS, 86016, 65536, "registers"),           .block = {385}, .regs = 162 },
    { REASON("sm_53", REGS_PER_BLOCK, REGISTERS, 36864, 32768, "registers"),           .block = {512}, .regs = 72 },
    /* 21 warps are checked as 24, on 6.0 too. */
    { REASON("sm_60", REGS_PER_BLOCK, REGISTERS, 67584, 65536, "registers"),           .block = {672}, .regs = 88 },
    { REASON("sm_86", SMEM_PER_BLOCK, SHARED, 131072, 101376, "B"),                    .smem = 131072 },
    { REASON("sm_75", SMEM_PER_BLOCK, SHARED, 65538, 65536, "B"),                      .smem = 65538 },
    { REASON("sm_90", SMEM_PER_BLOCK, SHARED, 232449, 232448, "B"),                    .smem = 232449 },
    { REASON("sm_61", SMEM_PER_BLOCK, SHARED, 49153, 49152, "B"),                      .smem = 49153 },
    { REASON("sm_89", BARRIERS_PER_BLOCK, BARRIERS, 17, 16, "barriers"),               .barriers = 17 },
    { REASON("sm_90", BARRIERS_PER_BLOCK, BARRIERS, 24, 16, "barriers"),               .barriers = 24 },
    { REASON("sm_90", CLUSTER_BLOCKS, CLUSTER, 17, 16, "blocks"),                      .cluster = 17 },
    { REASON("sm_121", CLUSTER_BLOCKS, CLUSTER, 9, 8, "blocks"),                       .cluster = 9 },
    { REASON("sm_89", CLUSTER_BLOCKS, CLUSTER, 1, 0, "blocks"),                        .cluster = 1 },
};
/* clang-format on */

static struct cuocc_launch launch_of(const struct reason_row *row)
{
    struct cuocc_launch launch = test_launch(32, CUOCC_NOT_GIVEN, row->smem);

    for (size_t i = 0; i < 3; i++)
        if (row->block[i] > 0)
            launch.block_dim[i] = row->block[i];
    memcpy(launch.grid_dim, row->grid, sizeof(launch.grid_dim));
    if (row->regs > 0)
        launch.regs_per_thread = row->regs;
    if (row->barriers > 0)
        launch.barriers_per_block = row->barriers;
    launch.cluster_blocks = row->cluster;
    launch.launch_bounds_threads = row->bounds;
    return launch;
}

static void each_reason_stands_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct cuocc_device *dev = test_device(rows[i].device);
        const struct cuocc_launch launch = launch_of(&rows[i]);
        struct cuocc_reason_detail detail;
        struct cuocc_result result;

        assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
        assert_int_equal(result.active_blocks, 0);
        assert_int_equal(result.active_warps, 0);
        assert_int_equal(result.reasons, 1U << rows[i].reason);
        assert_int_equal(result.block_limit[rows[i].limit], 0);
        assert_true((result.limiters >> rows[i].limit & 1U) != 0);
        cuocc_reason_detail(dev, &launch, &result, rows[i].reason, &detail);
        assert_int_equal(detail.limit, rows[i].limit);
        assert_true(detail.value == rows[i].value);
        assert_true(detail.bound == rows[i].bound);
        assert_string_equal(detail.unit, rows[i].unit);
        assert_true(strlen(detail.text) > 0);
    }
}

/* One step back from every bound above the launch runs. */
static void the_bound_itself_is_allowed(void **state)
{
    static const struct reason_row allowed[] = {
        {.device = "sm_89", .block = {1024}},
        {.device = "sm_89", .block = {1, 1, 64}},
        {.device = "sm_89", .block = {1, 1024, 1}},
        {.device = "sm_89", .block = {128}, .bounds = 128},
        {.device = "sm_89", .grid = {2147483647, 65535, 65535}},
        {.device = "sm_89", .regs = 255},
        {.device = "sm_89", .block = {512}, .regs = 128},
        {.device = "sm_89", .block = {384}, .regs = 162},
        {.device = "sm_53", .block = {512}, .regs = 64},
        {.device = "sm_60", .block = {672}, .regs = 80},
        {.device = "sm_86", .smem = 101376},
        {.device = "sm_75", .smem = 65536},
        {.device = "sm_90", .smem = 232448},
        {.device = "sm_61", .smem = 49152},
        {.device = "sm_89", .barriers = 16},
        {.device = "sm_90", .cluster = 16},
        {.device = "sm_121", .cluster = 8},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
        const struct cuocc_launch launch = launch_of(&allowed[i]);
        struct cuocc_result result;

        assert_int_equal(cuocc_solve(test_device(allowed[i].device), &launch, &result), CUOCC_OK);
        assert_int_equal(result.reasons, 0);
        assert_true(result.active_blocks > 0);
    }
}

/* Every reason of the list has a row above, but those that a flat device cannot show. */
static void no_reason_is_untested(void **state)
{
    uint32_t tested = 1U << CUOCC_REASON_BLOCK_X | 1U << CUOCC_REASON_BLOCK_Y;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        tested |= 1U << rows[i].reason;
    assert_int_equal(tested, (1U << CUOCC_REASON_COUNT) - 1);
}

/* A dimension of 1025 is also a block of at least 1025 threads: only a shape shows x and y. */
static void dimensions_are_named_beside_the_product(void **state)
{
    static const struct {
        uint32_t block[3];
        uint32_t reasons;
    } shapes[] = {
        {{1025, 1, 1}, 1U << CUOCC_REASON_THREADS_PER_BLOCK},
        {{1025, 2, 1}, 1U << CUOCC_REASON_THREADS_PER_BLOCK | 1U << CUOCC_REASON_BLOCK_X},
        {{1, 1025, 1}, 1U << CUOCC_REASON_THREADS_PER_BLOCK | 1U << CUOCC_REASON_BLOCK_Y},
        {{1025, 1025, 65},
         1U << CUOCC_REASON_THREADS_PER_BLOCK | 1U << CUOCC_REASON_BLOCK_X |
             1U << CUOCC_REASON_BLOCK_Y | 1U << CUOCC_REASON_BLOCK_Z},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        struct cuocc_launch launch = test_launch(1, CUOCC_NOT_GIVEN, 0);
        struct cuocc_result result;
        struct cuocc_reason_detail detail;

        memcpy(launch.block_dim, shapes[i].block, sizeof(launch.block_dim));
        assert_int_equal(cuocc_solve(test_device("sm_89"), &launch, &result), CUOCC_OK);
        assert_int_equal(result.reasons, shapes[i].reasons);
        for (unsigned k = CUOCC_REASON_BLOCK_X; k <= CUOCC_REASON_BLOCK_Z; k++) {
            cuocc_reason_detail(test_device("sm_89"), &launch, &result, (enum cuocc_reason)k,
                                &detail);
            assert_int_equal(detail.value, shapes[i].block[k - CUOCC_REASON_BLOCK_X]);
            assert_int_equal(detail.bound, k == CUOCC_REASON_BLOCK_Z ? 64 : 1024);
        }
    }
}

static void several_reasons_are_all_told(void **state)
{
    struct cuocc_launch launch = test_launch(2048, 256, 200000);
    struct cuocc_result result;

    (void)state;
    launch.barriers_per_block = 17;
    launch.cluster_blocks = 2;
    assert_int_equal(cuocc_solve(test_device("sm_89"), &launch, &result), CUOCC_OK);
    assert_int_equal(result.reasons,
                     1U << CUOCC_REASON_THREADS_PER_BLOCK | 1U << CUOCC_REASON_REGS_PER_THREAD |
                         1U << CUOCC_REASON_REGS_PER_BLOCK | 1U << CUOCC_REASON_SMEM_PER_BLOCK |
                         1U << CUOCC_REASON_BARRIERS_PER_BLOCK | 1U << CUOCC_REASON_CLUSTER_BLOCKS);
    assert_int_equal(result.block_limit[CUOCC_LIMIT_BLOCKS], 24);
}

static void strangers_have_no_words(void **state)
{
    (void)state;
    assert_null(cuocc_limit_info(CUOCC_LIMIT_COUNT));
    assert_string_equal(cuocc_limit_info(CUOCC_LIMIT_SHARED)->key, "shared");
    assert_string_equal(cuocc_limit_info(CUOCC_LIMIT_SHARED)->unit, "B");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_reason_stands_alone),
        cmocka_unit_test(the_bound_itself_is_allowed),
        cmocka_unit_test(no_reason_is_untested),
        cmocka_unit_test(dimensions_are_named_beside_the_product),
        cmocka_unit_test(several_reasons_are_all_told),
        cmocka_unit_test(strangers_have_no_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

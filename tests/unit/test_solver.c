/* SPDX-License-Identifier: MIT */
/* cuocc_solve(): published and measured numbers, ties, each limit's rounding, extremes. */
#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>

#include "cuocc/solver.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    T = 1 << CUOCC_LIMIT_THREADS,
    W = 1 << CUOCC_LIMIT_WARPS,
    B = 1 << CUOCC_LIMIT_BLOCKS,
    R = 1 << CUOCC_LIMIT_REGISTERS,
    S = 1 << CUOCC_LIMIT_SHARED,
    BAR = 1 << CUOCC_LIMIT_BARRIERS,
    C = 1 << CUOCC_LIMIT_CLUSTER,
};

#define NO_REGS CUOCC_NOT_GIVEN

/* One launch and what is known about it. */
struct answer_row {
    const char *device; /* NULL: the abstract SM */
    uint32_t threads;
    uint32_t regs;
    uint32_t smem;
    uint32_t blocks;
    uint32_t warps;
    double percent;
    uint32_t limiters;
    const char *source;
};

/* clang-format off */
static const struct answer_row answers[] = {
    /* Arithmetic of the model; 48 registers and 17408 B tie at 5. */
    { "sm_89",  256, 48, 16384,   5, 40, 83.33, R | S,     "the README's first command" },
    { "sm_89",  256, 40, 16384,   5, 40, 83.33, S,         "fewer registers alone do not help" },
    { "sm_89",  256, 48, 16000,   5, 40, 83.33, R,         "less shared memory alone does not help" },
    { "sm_89",  256, 40, 16000,   6, 48, 100.0, T | W | R | S, "both together do" },
    { "sm_89",  256, 40, 16001,   5, 40, 83.33, S,         "one byte more" },
    { "sm_89",  256, 41, 16000,   5, 40, 83.33, R,         "one register more" },
    { "sm_89",   64, 48,  4000,  20, 40, 83.33, R | S,     "measured: RTX 4060 Laptop" },
    { "sm_89",   64, 40,  4000,  20, 40, 83.33, S,         "shared memory still allows 20" },
    { "sm_89",   64, 40,  2976,  24, 48, 100.0, T | W | B | R, "four limits tie" },
    { "sm_90",   32,  8, 12288,  17, 17, 26.56, S,         "measured: H200, driver 13.0; the textbook says 19" },
    { "sm_86",  256, 64,     0,   4, 32, 66.67, R,         "Nsight Compute tables" },
    { "sm_80",  256, 64,     0,   4, 32, 50.00, R,         "Nsight Compute tables" },
    { "sm_80",  256, 32,     0,   8, 64, 100.0, T | W | R, "Nsight Compute tables" },
    { "sm_80",  256, 32, 65536,   2, 16, 25.00, S,         "164 KiB / (64 + 1 KiB)" },
    /* The idealised SM of textbooks. */
    { NULL,      32, NO_REGS, 0, 32, 32, 50.00, B,         "textbook: block slots" },
    { NULL,      64, NO_REGS, 0, 32, 64, 100.0, T | W | B, "textbook: three ties" },
    { NULL,     128, NO_REGS, 0, 16, 64, 100.0, T | W,     "textbook" },
    { NULL,     160, NO_REGS, 0, 12, 60, 93.75, T | W,     "textbook" },
    { NULL,     192, NO_REGS, 0, 10, 60, 93.75, T | W,     "textbook" },
    { NULL,     256, NO_REGS, 0,  8, 64, 100.0, T | W,     "textbook" },
    { NULL,    1024, NO_REGS, 0,  2, 64, 100.0, T | W,     "textbook" },
    { NULL,     256, NO_REGS,  8192, 8, 64, 100.0, T | W | S, "textbook" },
    { NULL,     256, NO_REGS, 16384, 4, 32, 50.00, S,      "textbook" },
    { NULL,     256, NO_REGS, 20480, 3, 24, 37.50, S,      "textbook" },
    { NULL,     256, NO_REGS, 32768, 2, 16, 25.00, S,      "textbook" },
    { NULL,     256, NO_REGS, 49152, 1,  8, 12.50, S,      "textbook" },
    /* What people get wrong. */
    { "sm_86",  128, NO_REGS, 50496, 1, 4,  8.33, S,       "50496 + 1024 fits once" },
    { "sm_86",  128, NO_REGS, 49984, 2, 8, 16.67, S,       "49984 + 1024 fits twice" },
    { "sm_86",  128, NO_REGS, 50176, 2, 8, 16.67, S,       "the most that fits twice" },
    { "sm_86",  128, NO_REGS, 50177, 1, 4,  8.33, S,       "one byte more" },
    { "sm_80",  224, 92,     0,   2, 14, 21.88, R,         "5 warps in each of 4 sub-partitions hold 2 blocks of 7" },
    { "sm_80",   96, 41,     0,  13, 39, 60.94, R,         "41 registers allocate 48" },
    { "sm_80",   96, 43,     0,  13, 39, 60.94, R,         "43 registers allocate 48" },
    { "sm_120",  32, 16,     0,  24, 24, 50.00, B | BAR,   "24 block slots, not 32; as many barriers" },
    { "sm_86",   32, 16,     0,  16, 16, 33.33, B,         "16 block slots" },
    { "sm_89",   32, 16,     0,  24, 24, 50.00, B,         "24 block slots" },
    { "sm_80",   32, 16,     0,  32, 32, 50.00, B,         "32 block slots" },
    /* The register check of a block. */
    { "sm_60",  512, 128,    0,   1, 16, 25.00, R,         "exactly 64 Ki registers" },
    { "sm_60",  672, 80,     0,   1, 21, 32.81, R,         "24 x 2560 = 61440 pass the check of 6.1" },
    { "sm_60",  672, 88,     0,   0,  0,  0.00, R,         "22 x 2816 would run, 24 x 2816 is refused" },
    { "sm_61",  672, 88,     0,   0,  0,  0.00, R,         "the check of 6.1 itself" },
    { "sm_60",   96, 168,    0,   4, 12, 18.75, R,         "two sub-partitions: 6 warps each" },
    { "sm_61",   96, 168,    0,   4, 12, 18.75, R,         "four: 3 warps each" },
    { "sm_53",  512, 64,     0,   2, 32, 50.00, R,         "32 Ki registers for a block" },
    { "sm_53",  512, 72,     0,   0,  0,  0.00, R,         "36 Ki are too many on 5.3" },
    { "sm_62",  512, 72,     0,   0,  0,  0.00, R,         "and on 6.2" },
    { "sm_52",  512, 72,     0,   1, 16, 25.00, R,         "but not on 5.2" },
    { "sm_61",  512, 72,     0,   1, 16, 25.00, R,         "nor on 6.1" },
    { "sm_89",  512, 128,    0,   1, 16, 33.33, R,         "exactly 64 Ki registers" },
    { "sm_89",  512, 129,    0,   0,  0,  0.00, R,         "one register more cannot run" },
    { "sm_89",  384, 162,    0,   1, 12, 25.00, R,         "384 threads at 162 registers" },
    { "sm_89",  385, 162,    0,   0,  0,  0.00, R,         "13 warps count as 16" },
    { "sm_90",  128, 255,    0,   2,  8, 12.50, R,         "the most a compiler gives" },
    { "sm_90",   32, 256,    0,   0,  0,  0.00, R,         "what no compiler gives" },
    /* Whole blocks only. */
    { "sm_89", 1024, 32,     0,   1, 32, 66.67, T | W,     "1536 threads hold one block of 1024" },
    { "sm_89", 1025, 16,     0,   0,  0,  0.00, T | W,     "too many threads" },
    { "sm_75", 1024, 64,     0,   1, 32, 100.0, T | W | R, "1024 threads fill an SM" },
    { "sm_75",  128, 16,  1040,   8, 32, 100.0, T | W,     "25 of 32 KiB, 51 of 64 KiB: no limit here" },
};
/* clang-format on */

static void check_answer(const struct answer_row *row)
{
    const struct cuocc_device *dev =
        row->device ? test_device(row->device) : test_abstract_device();
    const struct cuocc_launch launch = test_launch(row->threads, row->regs, row->smem);
    struct cuocc_result result;
    double percent;

    assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
    percent = 100 * cuocc_occupancy(dev, result.active_warps);
    if (result.active_blocks != row->blocks || result.active_warps != row->warps ||
        result.limiters != row->limiters || percent - row->percent > 0.005 ||
        row->percent - percent > 0.005) {
        test_print_command(stderr, dev, &launch);
        fail_msg("%s: got %u blocks, %u warps, %.2f %%, limiters %#x", row->source,
                 result.active_blocks, result.active_warps, percent, result.limiters);
    }
    assert_int_equal(result.threads_per_block, row->threads);
    assert_int_equal(result.active_threads, row->blocks * row->threads);
    assert_int_equal(result.reasons == 0, row->blocks > 0);
}

static void known_launches_have_known_answers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        check_answer(&answers[i]);
}

/* The table that the README's first command prints. */
static void every_limit_of_the_first_command(void **state)
{
    static const struct {
        uint32_t blocks;
        uint64_t per_block;
        uint32_t per_sm;
    } expected[CUOCC_LIMIT_COUNT] = {
        [CUOCC_LIMIT_THREADS] = {6, 256, 1536},
        [CUOCC_LIMIT_WARPS] = {6, 8, 48},
        [CUOCC_LIMIT_BLOCKS] = {24, 1, 24},
        [CUOCC_LIMIT_REGISTERS] = {5, 12288, 65536},
        [CUOCC_LIMIT_SHARED] = {5, 17408, 102400},
        [CUOCC_LIMIT_BARRIERS] = {CUOCC_UNLIMITED, 1, 24},
        [CUOCC_LIMIT_CLUSTER] = {CUOCC_UNLIMITED, 1, CUOCC_NOT_GIVEN},
    };
    const struct cuocc_launch launch = test_launch(256, 48, 16384);
    struct cuocc_result result;

    (void)state;
    assert_int_equal(cuocc_solve(test_device("sm_89"), &launch, &result), CUOCC_OK);
    for (size_t i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        assert_int_equal(result.block_limit[i], expected[i].blocks);
        assert_int_equal(result.per_block[i], expected[i].per_block);
        assert_int_equal(result.per_sm[i], expected[i].per_sm);
    }
    assert_int_equal(result.regs_per_warp, 1536);
    assert_int_equal(result.regs_checked_per_block, 12288);
    assert_int_equal(result.warps_per_sub_partition, 10);
    assert_int_equal(result.carveout_wanted_bytes, 102400);
    assert_int_equal(result.warps_per_block, 8);
}

static uint32_t limit_of(const char *device, const struct cuocc_launch *launch,
                         enum cuocc_limit limit)
{
    struct cuocc_result result;

    assert_int_equal(cuocc_solve(test_device(device), launch, &result), CUOCC_OK);
    return result.block_limit[limit];
}

/* A limit that the launch does not use must never be a big number that could win or be printed. */
static void what_is_not_used_does_not_limit(void **state)
{
    struct cuocc_launch launch = test_launch(64, CUOCC_NOT_GIVEN, 0);

    (void)state;
    assert_int_equal(limit_of("sm_90", &launch, CUOCC_LIMIT_REGISTERS), CUOCC_UNLIMITED);
    assert_int_equal(limit_of("sm_90", &launch, CUOCC_LIMIT_CLUSTER), CUOCC_UNLIMITED);
    assert_int_equal(limit_of("sm_90", &launch, CUOCC_LIMIT_BARRIERS), 64);
    assert_int_equal(limit_of("sm_90", &launch, CUOCC_LIMIT_SHARED), 228);
    assert_int_equal(limit_of("sm_80", &launch, CUOCC_LIMIT_SHARED), 164);
    assert_int_equal(limit_of("sm_75", &launch, CUOCC_LIMIT_SHARED), CUOCC_UNLIMITED);
    assert_int_equal(limit_of("sm_61", &launch, CUOCC_LIMIT_SHARED), CUOCC_UNLIMITED);
    launch.regs_per_thread = 0;
    assert_int_equal(limit_of("sm_90", &launch, CUOCC_LIMIT_REGISTERS), CUOCC_UNLIMITED);
    launch.barriers_per_block = 0;
    assert_int_equal(limit_of("sm_90", &launch, CUOCC_LIMIT_BARRIERS), CUOCC_UNLIMITED);
    launch.barriers_per_block = CUOCC_NOT_GIVEN;
    assert_int_equal(limit_of("sm_90", &launch, CUOCC_LIMIT_BARRIERS), CUOCC_UNLIMITED);
}

/* From 9.0 on a pool of barriers limits, as the driver counts: H200, 3 barriers give 21, 16 give 4.
 */
static void barriers_limit_from_9_0_on(void **state)
{
    static const struct {
        const char *device;
        uint32_t barriers, blocks;
    } rows[] = {
        {"sm_90", 1, 64},
        {"sm_90", 3, 21},
        {"sm_90", 16, 4},
        {"sm_100", 16, 4},
        {"sm_110", 3, 8},
        {"sm_120", 16, 1},
        {"sm_121", 5, 4},
        {"sm_89", 16, CUOCC_UNLIMITED},
        {"sm_80", 16, CUOCC_UNLIMITED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(32, 16, 0);

        launch.barriers_per_block = rows[i].barriers;
        assert_int_equal(limit_of(rows[i].device, &launch, CUOCC_LIMIT_BARRIERS), rows[i].blocks);
    }
}

/* Resident clusters measured on an H200: 8 blocks of cluster launches on an SM, never more. */
static void cluster_launches_are_capped_on_9_0(void **state)
{
    static const struct {
        const char *device;
        uint32_t cluster, blocks, limiters;
    } rows[] = {
        {"sm_90", 0, 32, B},         {"sm_90", 1, 8, C},         {"sm_90", 8, 8, C},
        {"sm_90", 16, 8, C},         {"sm_90", 17, 0, C},        {"sm_89", 1, 0, C},
        {"sm_80", 2, 0, C},          {"sm_75", 2, 0, C},         {"sm_100", 16, 32, B},
        {"sm_100", 17, 0, C},        {"sm_121", 8, 24, B | BAR}, {"sm_121", 9, 0, C},
        {"sm_120", 12, 24, B | BAR}, /* how many are allowed depends on the product */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(32, 16, 0);
        struct cuocc_result result;

        launch.cluster_blocks = rows[i].cluster;
        assert_int_equal(cuocc_solve(test_device(rows[i].device), &launch, &result), CUOCC_OK);
        assert_int_equal(result.active_blocks, rows[i].blocks);
        assert_int_equal(result.limiters, rows[i].limiters);
    }
}

struct carveout_row {
    const char *device;
    int32_t percent;
    uint32_t bytes; /* CUOCC_NOT_GIVEN: the percentage counts */
    uint32_t smem;
    uint32_t wanted;
    uint32_t divided;
    uint32_t blocks; /* that shared memory allows */
};

static void carveouts_round_up_and_rise_for_one_block(void **state)
{
    enum {
        KIB = 1024
    };
    static const uint32_t pct = CUOCC_NOT_GIVEN;
    static const struct carveout_row rows[] = {
        {"sm_90", -1, pct, 0, 228 * KIB, 228 * KIB, 228},
        {"sm_90", 100, pct, 0, 228 * KIB, 228 * KIB, 228},
        {"sm_90", 0, pct, 0, 0, 8 * KIB, 8},              /* api_carveout: 8 */
        {"sm_90", 0, pct, 7168, 0, 8 * KIB, 1},           /* exactly 8 KiB with the reserved */
        {"sm_90", 0, pct, 7169, 0, 16 * KIB, 1},          /* one byte more needs the next */
        {"sm_90", 3, pct, 0, 8 * KIB, 8 * KIB, 8},        /* 7004 B */
        {"sm_90", 4, pct, 0, 16 * KIB, 16 * KIB, 16},     /* 9338 B */
        {"sm_90", 50, pct, 0, 132 * KIB, 132 * KIB, 132}, /* 114 KiB */
        {"sm_90", 99, pct, 0, 228 * KIB, 228 * KIB, 228},
        {"sm_90", 10, pct, 8192, 32 * KIB, 32 * KIB, 3}, /* measured: 3 */
        {"sm_90", 0, pct, 232448, 0, 228 * KIB, 1},
        {"sm_90", -1, 32 * KIB, 8192, 32 * KIB, 32 * KIB, 3},
        {"sm_90", -1, 32 * KIB, 40000, 32 * KIB, 64 * KIB, 1},
        {"sm_90", -1, 0, 0, 0, 8 * KIB, 8},
        {"sm_75", 0, pct, 1024, 32 * KIB, 32 * KIB, 32}, /* no smaller configuration */
        {"sm_75", 51, pct, 1024, 64 * KIB, 64 * KIB, 64},
        {"sm_75", 0, pct, 32769, 32 * KIB, 64 * KIB, 1},
        {"sm_75", -1, 32 * KIB, 1040, 32 * KIB, 32 * KIB, 25}, /* 1280 allocated */
        {"sm_70", 0, pct, 0, 0, 0, CUOCC_UNLIMITED},
        {"sm_70", 0, pct, 1, 0, 8 * KIB, 32},
        {"sm_61", -1, pct, 1, 96 * KIB, 96 * KIB, 384}, /* dedicated */
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(32, 16, rows[i].smem);
        struct cuocc_result result;

        launch.carveout_percent = rows[i].percent;
        launch.carveout_bytes = rows[i].bytes;
        assert_int_equal(cuocc_solve(test_device(rows[i].device), &launch, &result), CUOCC_OK);
        assert_int_equal(result.carveout_wanted_bytes, rows[i].wanted);
        assert_int_equal(result.per_sm[CUOCC_LIMIT_SHARED], rows[i].divided);
        assert_int_equal(result.block_limit[CUOCC_LIMIT_SHARED], rows[i].blocks);
    }
}

static void whole_warps_count(void **state)
{
    static const struct {
        uint32_t threads, warps;
        double lanes;
    } rows[] = {{1, 1, 1.0 / 32},
                {32, 1, 1.0},
                {33, 2, 33.0 / 64},
                {100, 4, 0.78125},
                {1000, 32, 1000.0 / 1024}};

    (void)state;
    for (size_t d = 0; d < test_device_count(); d++) {
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
            const struct cuocc_launch launch = test_launch(rows[i].threads, 16, 0);
            struct cuocc_result result;

            assert_int_equal(cuocc_solve(test_device_at(d), &launch, &result), CUOCC_OK);
            assert_int_equal(result.warps_per_block, rows[i].warps);
            assert_true(cuocc_lane_utilization(test_device_at(d), rows[i].threads) ==
                        rows[i].lanes);
        }
    }
}

static void shape_does_not_matter_within_its_bounds(void **state)
{
    const struct cuocc_launch flat = test_launch(256, 48, 16384);
    struct cuocc_launch cube = flat;
    struct cuocc_result a, b;

    (void)state;
    cube.block_dim[0] = 2;
    cube.block_dim[1] = 2;
    cube.block_dim[2] = 64;
    memset(&a, 0, sizeof(a));
    memset(&b, 0, sizeof(b));
    assert_int_equal(cuocc_solve(test_device("sm_89"), &flat, &a), CUOCC_OK);
    assert_int_equal(cuocc_solve(test_device("sm_89"), &cube, &b), CUOCC_OK);
    assert_int_equal(a.active_blocks, b.active_blocks);
    assert_int_equal(a.limiters, b.limiters);
    assert_int_equal(b.reasons, 0);
}

static const uint32_t extremes[] = {0,         1, 2, 31, 0x7fffffff, 0x80000000U, UINT32_MAX - 1,
                                    UINT32_MAX};

enum {
    EXTREMES = sizeof(extremes) / sizeof(extremes[0])
};

/* Nothing wraps to a small number and comes back as a launch that can run. */
static void check_extreme(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    struct cuocc_result result;
    enum cuocc_status status = cuocc_solve(dev, launch, &result);
    uint32_t threads = cuocc_launch_threads(launch);
    bool is_given = launch->regs_per_thread != CUOCC_NOT_GIVEN;

    assert_int_equal(status == CUOCC_OK, threads > 0);
    if (status != CUOCC_OK)
        return;
    assert_true(result.active_warps <= dev->max_warps_per_sm);
    assert_true(result.active_threads <= dev->max_threads_per_sm);
    if (threads > dev->max_threads_per_block ||
        launch->smem_per_block_bytes > dev->smem_per_block_optin_bytes ||
        (is_given && launch->regs_per_thread > dev->max_regs_per_thread))
        assert_int_equal(result.active_blocks, 0);
    assert_int_equal(result.reasons == 0, result.active_blocks > 0);
}

static void extreme_inputs_neither_wrap_nor_run(void **state)
{
    const struct cuocc_device *const devices[] = {test_device("sm_89"), test_device("sm_90"),
                                                  test_device("sm_60"), test_abstract_device()};

    (void)state;
    for (size_t d = 0; d < sizeof(devices) / sizeof(devices[0]); d++) {
        for (size_t i = 0; i < (size_t)EXTREMES * EXTREMES * EXTREMES * EXTREMES; i++) {
            struct cuocc_launch launch =
                test_launch(extremes[i % EXTREMES], extremes[i / EXTREMES % EXTREMES],
                            extremes[i / EXTREMES / EXTREMES % EXTREMES]);

            launch.block_dim[1] = extremes[i / EXTREMES / EXTREMES / EXTREMES];
            check_extreme(devices[d], &launch);
            launch.block_dim[2] = launch.block_dim[1];
            launch.barriers_per_block = launch.regs_per_thread;
            launch.cluster_blocks = launch.regs_per_thread;
            launch.grid_dim[0] = launch.grid_dim[1] = launch.grid_dim[2] = launch.block_dim[1];
            launch.launch_bounds_threads = launch.block_dim[1];
            launch.static_smem_per_block_bytes = launch.smem_per_block_bytes;
            check_extreme(devices[d], &launch);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_launches_have_known_answers),
        cmocka_unit_test(every_limit_of_the_first_command),
        cmocka_unit_test(what_is_not_used_does_not_limit),
        cmocka_unit_test(barriers_limit_from_9_0_on),
        cmocka_unit_test(cluster_launches_are_capped_on_9_0),
        cmocka_unit_test(carveouts_round_up_and_rise_for_one_block),
        cmocka_unit_test(whole_warps_count),
        cmocka_unit_test(shape_does_not_matter_within_its_bounds),
        cmocka_unit_test(extreme_inputs_neither_wrap_nor_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

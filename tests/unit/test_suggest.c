/* SPDX-License-Identifier: MIT */
/* Suggested block sizes: their order, and NVIDIA's recorded choice as the first. */
#include "cmocka_env.h"

#include <stdio.h>

#include "csv_rows.h"
#include "cuocc/suggest.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    ROOM = 64,
    H200_SMS = 132
};

static size_t suggest(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                      uint32_t smem_per_thread_bytes, struct cuocc_candidate *out)
{
    size_t count;

    assert_int_equal(cuocc_suggest(dev, launch, smem_per_thread_bytes, out, ROOM, &count),
                     CUOCC_OK);
    return count;
}

/* Recorded on an H200: cudaOccupancyMaxPotentialBlockSize, see the data's README-planning.md. */
static void the_first_is_what_the_runtime_picks(void **state)
{
    struct cuocc_device dev = *test_device("sm_90");
    struct csv_table csv;
    unsigned rows = 0;

    (void)state;
    dev.sm_count = H200_SMS;
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/api_potential_block.csv");
    while (csv_next(&csv)) {
        struct cuocc_launch launch =
            test_launch(1, csv_count(&csv, "regs"), csv_count(&csv, "dyn"));
        struct cuocc_candidate best[ROOM];

        launch.launch_bounds_threads = csv_count(&csv, "limit");
        assert_int_equal(csv_count(&csv, "err"), 0);
        assert_true(suggest(&dev, &launch, 0, best) > 0);
        if (best[0].threads_per_block != csv_count(&csv, "block") ||
            best[0].min_grid_blocks != csv_count(&csv, "min_grid"))
            fail_msg("line %u: %u threads", csv.line, (unsigned)best[0].threads_per_block);
        rows++;
    }
    assert_int_equal(rows, 1124);
}

static void the_bound_itself_is_a_candidate(void **state)
{
    const struct {
        uint32_t bounds, first, first_blocks;
        size_t count;
    } rows[] = {
        /* sm_90, 32 registers: in a tie the larger block. */
        {0, 1024, 2, 32},
        {1024, 1024, 2, 32},
        {5000, 1024, 2, 32},
        /* 20 blocks of 100 threads keep 2000 active, 21 of 96 threads 2016, 32 of 64 2048. */
        {100, 64, 32, 4},
        {32, 32, 32, 1},
        {1, 1, 32, 1},
        {33, 33, 32, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(1, 32, 0);
        struct cuocc_candidate got[ROOM];

        launch.launch_bounds_threads = rows[i].bounds;
        assert_int_equal(suggest(test_device("sm_90"), &launch, 0, got), rows[i].count);
        assert_int_equal(got[0].threads_per_block, rows[i].first);
        assert_int_equal(got[0].active_blocks, rows[i].first_blocks);
        assert_int_equal(got[0].min_grid_blocks, 0);
    }
}

static void shared_memory_may_grow_with_the_block(void **state)
{
    const struct cuocc_launch launch = test_launch(1, 32, 1024);
    struct cuocc_candidate got[ROOM];
    size_t count = suggest(test_device("sm_90"), &launch, 64, got);

    (void)state;
    /* 1 KiB and 64 B per thread: 66560 B and the reserved KiB for 1024 threads, three such fit. */
    assert_int_equal(count, 32);
    assert_int_equal(got[0].threads_per_block, 1024);
    assert_int_equal(got[0].smem_per_block_bytes, 1024 + 64 * 1024);
    assert_true(got[0].needs_opt_in);
    assert_int_equal(got[0].limiters, 1U << CUOCC_LIMIT_THREADS | 1U << CUOCC_LIMIT_WARPS |
                                          1U << CUOCC_LIMIT_REGISTERS);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(got[i].smem_per_block_bytes, 1024 + 64 * got[i].threads_per_block);
}

static void sizes_that_cannot_run_are_left_out(void **state)
{
    struct cuocc_candidate got[ROOM];
    struct cuocc_launch launch = test_launch(1, 255, 0);

    (void)state;
    /* 255 registers: 8 KiB of them per warp, 8 warps a block. */
    assert_int_equal(suggest(test_device("sm_90"), &launch, 0, got), 8);
    assert_int_equal(got[0].threads_per_block, 256);
    /* 300 registers or more bytes than 32 bits hold: no block at all. */
    launch.regs_per_thread = 300;
    assert_int_equal(suggest(test_device("sm_90"), &launch, 0, got), 0);
    launch.regs_per_thread = 32;
    assert_int_equal(suggest(test_device("sm_90"), &launch, UINT32_MAX, got), 0);
}

/* Ranked, complete, and each what the solver says of that block. */
static void check_ranking(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    struct cuocc_candidate got[ROOM];
    size_t count = suggest(dev, launch, 0, got);
    size_t runnable = 0;

    for (uint32_t threads = 32; threads <= dev->max_threads_per_block; threads += 32) {
        struct cuocc_launch one = *launch;

        one.block_dim[0] = threads;
        runnable += test_blocks(dev, &one) > 0;
    }
    assert_int_equal(count, runnable);
    for (size_t i = 0; i < count; i++) {
        struct cuocc_launch one = *launch;

        one.block_dim[0] = got[i].threads_per_block;
        assert_int_equal(got[i].active_blocks, test_blocks(dev, &one));
        assert_int_equal(got[i].active_threads, got[i].active_blocks * got[i].threads_per_block);
        if (i == 0 || got[i].active_threads < got[i - 1].active_threads)
            continue;
        assert_int_equal(got[i].active_threads, got[i - 1].active_threads);
        assert_true(got[i].threads_per_block < got[i - 1].threads_per_block);
    }
}

static void the_ranking_is_whole_on_every_device(void **state)
{
    (void)state;
    for (size_t d = 0; d < test_device_count(); d++)
        for (uint32_t regs = 8; regs <= 256; regs += 8)
            for (uint32_t smem = 0; smem <= 49152; smem += 7000) {
                const struct cuocc_launch launch = test_launch(1, regs, smem);

                check_ranking(test_device_at(d), &launch);
            }
}

/* A short array gets the head of the same ranking. */
static void little_room_keeps_the_best(void **state)
{
    const struct cuocc_launch launch = test_launch(1, 40, 5000);
    struct cuocc_candidate all[ROOM];
    size_t count = suggest(test_device("sm_86"), &launch, 0, all);

    (void)state;
    for (size_t room = 0; room <= 5; room++) {
        struct cuocc_candidate few[5];
        size_t found;

        assert_int_equal(
            cuocc_suggest(test_device("sm_86"), &launch, 0, room ? few : NULL, room, &found),
            CUOCC_OK);
        assert_int_equal(found, count);
        for (size_t i = 0; i < room; i++)
            assert_int_equal(few[i].threads_per_block, all[i].threads_per_block);
    }
}

static void bad_arguments_are_refused(void **state)
{
    struct cuocc_launch launch = test_launch(1, 32, 0);
    size_t count;

    (void)state;
    launch.carveout_percent = 101;
    assert_int_equal(cuocc_suggest(test_device("sm_90"), &launch, 0, NULL, 0, &count),
                     CUOCC_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_is_what_the_runtime_picks),
        cmocka_unit_test(the_bound_itself_is_a_candidate),
        cmocka_unit_test(shared_memory_may_grow_with_the_block),
        cmocka_unit_test(sizes_that_cannot_run_are_left_out),
        cmocka_unit_test(the_ranking_is_whole_on_every_device),
        cmocka_unit_test(little_room_keeps_the_best),
        cmocka_unit_test(bad_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* The ladder: worked rungs, recorded ones, then every rung exact in both directions. */
#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>

#include "csv_rows.h"
#include "cuocc/ladder.h"
#include "cuocc/plan.h"
#include "test_devices.h"
#include "test_launches.h"

static bool is_thorough;

static void worked_rungs(void **state)
{
    const struct {
        const char *device;
        uint32_t threads, regs, smem, below;
        uint32_t blocks, total, added;
        bool needs_opt_in;
    } rows[] = {
        /* The first rung is the launch itself. */
        {"sm_89", 256, 48, 16384, 0, 5, 16384, 0, false},
        /* 5 blocks of 19456 B fill sm_89; one byte more leaves 4. */
        {"sm_89", 256, 48, 16384, 5, 4, 19457, 3073, false},
        {"sm_89", 256, 48, 16384, 4, 3, 24577, 8193, false},
        {"sm_89", 256, 48, 16384, 2, 1, 50177, 33793, true},
        /* No shared memory before: what counts is the total. */
        {"sm_90", 1024, 32, 0, 2, 1, 115713, 115713, true},
        /* 31 and 30 blocks are not to be had: 64 KiB in units of 256. */
        {"sm_50", 32, 16, 0, 32, 28, 2049, 2049, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct cuocc_device *dev = test_device(rows[i].device);
        const struct cuocc_launch launch = test_launch(rows[i].threads, rows[i].regs, rows[i].smem);
        struct cuocc_ladder_step step = {.blocks = rows[i].below};
        struct cuocc_result result;

        assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
        assert_true(cuocc_ladder_next(dev, &launch, &result, &step));
        assert_int_equal(step.blocks, rows[i].blocks);
        assert_int_equal(step.active_warps, rows[i].blocks * result.warps_per_block);
        assert_int_equal(step.smem_per_block_bytes, rows[i].total);
        assert_int_equal(step.added_bytes, rows[i].added);
        assert_int_equal(step.needs_opt_in, rows[i].needs_opt_in);
    }
}

/* An experiment run on an H200 forced these numbers of blocks with the most shared memory that
 * allows them; the rung is the least that does. */
static void recorded_experiments_are_rungs(void **state)
{
    const struct cuocc_device *dev = test_device("sm_90");
    struct csv_table csv;
    unsigned rows = 0;

    (void)state;
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/latency_hiding.csv");
    while (csv_next(&csv)) {
        struct cuocc_launch launch =
            test_launch(csv_count(&csv, "block"), csv_count(&csv, "regs"), 0);
        uint32_t added = csv_count(&csv, "added_dynamic_shared");
        uint32_t blocks = csv_count(&csv, "blocks_per_sm");
        uint32_t least, most;

        if (added > 0) {
            assert_true(cuocc_smem_forcing_blocks(dev, &launch, blocks, &least));
            assert_true(least <= added);
            assert_true(cuocc_smem_for_blocks(dev, &launch, blocks, &most));
            assert_int_equal(most, added);
        }
        launch.smem_per_block_bytes = added;
        assert_int_equal(test_blocks(dev, &launch), blocks);
        rows++;
    }
    assert_int_equal(rows, 195);
}

static void expect(bool holds, const struct cuocc_device *dev, const struct cuocc_launch *launch,
                   uint32_t blocks, const char *what)
{
    if (holds)
        return;
    test_print_command(stderr, dev, launch);
    fail_msg(": %u blocks: %s", (unsigned)blocks, what);
}

/* Exactly these blocks at the rung, and no longer exactly these one byte below it. */
static void check_rung(const struct cuocc_device *dev, struct cuocc_launch launch,
                       const struct cuocc_ladder_step *step)
{
    launch.smem_per_block_bytes = step->smem_per_block_bytes;
    expect(test_blocks(dev, &launch) == step->blocks, dev, &launch, step->blocks, "not forced");
    if (step->added_bytes == 0)
        return;
    launch.smem_per_block_bytes--;
    expect(test_blocks(dev, &launch) > step->blocks, dev, &launch, step->blocks, "not the least");
}

/* Numbers that the ladder leaves out: at the most shared memory that allows them, there are more
 * blocks, so no amount gives them; or it allows none of them. */
static void check_gap(const struct cuocc_device *dev, struct cuocc_launch launch, uint32_t blocks)
{
    uint32_t smem;

    expect(!cuocc_smem_forcing_blocks(dev, &launch, blocks, &smem), dev, &launch, blocks, "forced");
    if (!cuocc_smem_for_blocks(dev, &launch, blocks, &smem) || smem < launch.smem_per_block_bytes)
        return;
    launch.smem_per_block_bytes = smem;
    expect(test_blocks(dev, &launch) > blocks, dev, &launch, blocks, "left out");
}

static void check_ladder(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    struct cuocc_ladder_step step = {.blocks = 0};
    struct cuocc_result result;
    uint32_t last_bytes = 0, next_blocks;

    assert_int_equal(cuocc_solve(dev, launch, &result), CUOCC_OK);
    next_blocks = result.active_blocks;
    while (cuocc_ladder_next(dev, launch, &result, &step)) {
        check_rung(dev, *launch, &step);
        expect(step.smem_per_block_bytes >= last_bytes, dev, launch, step.blocks, "order");
        for (; next_blocks > step.blocks; next_blocks--)
            check_gap(dev, *launch, next_blocks);
        next_blocks = step.blocks - 1;
        last_bytes = step.smem_per_block_bytes;
    }
    for (; next_blocks > 0; next_blocks--)
        check_gap(dev, *launch, next_blocks);
}

static void every_rung_is_exact(void **state)
{
    static const int32_t carveouts[] = {-1, 0, 10, 25, 50, 75, 100};

    (void)state;
    for (size_t d = 0; d < test_device_count(); d++) {
        const struct cuocc_device *dev = test_device_at(d);
        size_t carveout_count = dev->smem_carveout_count == 0 ? 1 : 7;
        uint32_t step = is_thorough ? 32 : 3001;

        for (uint32_t smem = 0; smem <= dev->smem_per_block_optin_bytes + 1; smem += step)
            for (size_t c = 0; c < carveout_count; c++)
                for (uint32_t threads = 32; threads <= 1024; threads *= 2) {
                    struct cuocc_launch launch = test_launch(threads, 24, smem);

                    launch.carveout_percent = carveouts[c];
                    check_ladder(dev, &launch);
                }
    }
}

static void the_fewest_blocks_are_those_that_fit_a_largest_block(void **state)
{
    (void)state;
    for (size_t d = 0; d < test_device_count(); d++) {
        const struct cuocc_device *dev = test_device_at(d);
        const struct cuocc_launch launch = test_launch(32, 16, 0);
        const char *name = dev->name;
        /* Two of the largest blocks fit where an SM has 96 KiB and a block at most 48. */
        uint32_t fewest = strcmp(name, "sm_52") == 0 || strcmp(name, "sm_61") == 0 ? 2 : 1;
        struct cuocc_ladder_step step = {.blocks = 0};
        struct cuocc_result result;

        assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
        while (cuocc_ladder_next(dev, &launch, &result, &step)) {
        }
        assert_int_equal(step.blocks, fewest);
    }
}

static void a_launch_that_cannot_run_has_no_ladder(void **state)
{
    const struct cuocc_launch launch = test_launch(1025, 32, 0);
    struct cuocc_ladder_step step = {.blocks = 0};
    struct cuocc_result result;

    (void)state;
    assert_int_equal(cuocc_solve(test_device("sm_90"), &launch, &result), CUOCC_OK);
    assert_false(cuocc_ladder_next(test_device("sm_90"), &launch, &result, &step));
}

/* A device whose configurations lie far apart: outgrowing one brings blocks back. */
static void a_larger_configuration_may_bring_blocks_back(void **state)
{
    struct cuocc_device dev = *test_abstract_device();
    struct cuocc_launch launch = test_launch(32, 16, 600);
    uint32_t bytes;

    (void)state;
    dev.smem_carveout_count = 2;
    dev.smem_carveout_bytes[0] = 1000;
    dev.smem_carveout_bytes[1] = dev.smem_per_sm_bytes;
    assert_int_equal(cuocc_device_check(&dev, NULL, NULL), CUOCC_OK);
    launch.carveout_percent = 0;
    assert_int_equal(test_blocks(&dev, &launch), 1);
    assert_true(cuocc_smem_forcing_blocks(&dev, &launch, 1, &bytes));
    assert_int_equal(bytes, 600);
    assert_true(cuocc_smem_forcing_blocks(&dev, &launch, 32, &bytes));
    assert_int_equal(bytes, 65536 / 33 + 1);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_rungs),
        cmocka_unit_test(recorded_experiments_are_rungs),
        cmocka_unit_test(every_rung_is_exact),
        cmocka_unit_test(the_fewest_blocks_are_those_that_fit_a_largest_block),
        cmocka_unit_test(a_launch_that_cannot_run_has_no_ladder),
        cmocka_unit_test(a_larger_configuration_may_bring_blocks_back),
    };

    is_thorough = argc > 1 && strcmp(argv[1], "--thorough") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

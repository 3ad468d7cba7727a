/* SPDX-License-Identifier: MIT */
/*
 * What must hold for every device and launch, tried out: the answer is the minimum of the limits,
 * more of anything never gives more blocks, and every bound of cuocc/plan.h is exact against a
 * search with cuocc_solve(). `--all` tries every value, the default a spread of them.
 */
#include "cmocka_env.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/plan.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    MOST_REGS = 256,
    MOST_SMEM = 262144,
    MOST_BLOCKS = 64
};

static bool try_all;

/* A fixed sequence (Numerical Recipes), so that a failure can be repeated. */
static uint32_t random_below(uint32_t *seed, uint32_t bound)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (*seed >> 8) % bound;
}

static struct cuocc_launch random_launch(const struct cuocc_device *dev, uint32_t *seed)
{
    struct cuocc_launch launch = test_launch(1 + random_below(seed, 1024), CUOCC_NOT_GIVEN, 0);

    if (random_below(seed, 8) > 0)
        launch.regs_per_thread = 1 + random_below(seed, 255);
    launch.smem_per_block_bytes = random_below(seed, 4) > 0
                                      ? random_below(seed, dev->smem_per_block_optin_bytes / 4 + 1)
                                      : random_below(seed, dev->smem_per_block_optin_bytes + 2000);
    launch.barriers_per_block = random_below(seed, 4) > 0 ? 1 : random_below(seed, 17);
    if (dev->smem_carveout_count > 0 && random_below(seed, 3) == 0)
        launch.carveout_percent = (int32_t)random_below(seed, 101);
    return launch;
}

static void expect(bool holds, const struct cuocc_device *dev, const struct cuocc_launch *launch,
                   const char *what)
{
    if (holds)
        return;
    test_print_command(stderr, dev, launch);
    fail_msg(": %s", what);
}

static struct cuocc_result solve(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    struct cuocc_result result;

    memset(&result, 0, sizeof(result));
    expect(cuocc_solve(dev, launch, &result) == CUOCC_OK, dev, launch, "is solved");
    return result;
}

static void check_result(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    const struct cuocc_result result = solve(dev, launch);
    uint32_t least = CUOCC_UNLIMITED;
    uint32_t limiters = 0;
    double occupancy = cuocc_occupancy(dev, result.active_warps);

    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        if (result.block_limit[i] < least)
            least = result.block_limit[i];
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        limiters |= (result.block_limit[i] == least) ? 1U << i : 0;
    expect(result.active_blocks == least, dev, launch, "the answer is the minimum of the limits");
    expect(result.limiters == limiters && limiters != 0, dev, launch, "limiters equal the minimum");
    expect((result.reasons == 0) == (least > 0), dev, launch, "0 blocks have a reason");
    expect(occupancy >= 0 && occupancy <= 1, dev, launch, "occupancy is within 0 and 1");
    expect(result.active_warps == least * result.warps_per_block, dev, launch, "whole blocks");
}

/* More of each resource, one at a time. The carve-out is a wish, not a resource. */
static void check_more_is_not_better(const struct cuocc_device *dev,
                                     const struct cuocc_launch *launch, uint32_t *seed)
{
    uint32_t blocks = test_blocks(dev, launch);
    struct cuocc_launch more = *launch;

    more.block_dim[0] += 1 + random_below(seed, 64);
    expect(test_blocks(dev, &more) <= blocks, dev, &more, "more threads give no more blocks");
    more = *launch;
    if (more.regs_per_thread != CUOCC_NOT_GIVEN)
        more.regs_per_thread += 1 + random_below(seed, 16);
    expect(test_blocks(dev, &more) <= blocks, dev, &more, "more registers give no more blocks");
    more = *launch;
    more.smem_per_block_bytes += 1 + random_below(seed, 2048);
    expect(test_blocks(dev, &more) <= blocks, dev, &more,
           "more shared memory gives no more blocks");
    more = *launch;
    more.static_smem_per_block_bytes = more.smem_per_block_bytes;
    expect(test_blocks(dev, &more) == blocks, dev, &more, "static and dynamic count alike");
    more = *launch;
    more.barriers_per_block += 1;
    expect(test_blocks(dev, &more) <= blocks, dev, &more, "more barriers give no more blocks");
    if (dev->max_cluster_blocks_portable > 1) {
        more = *launch;
        more.cluster_blocks = 2;
        expect(test_blocks(dev, &more) <= blocks, dev, &more, "clusters give no more blocks");
    }
}

static void answers_are_minima_and_never_grow(void **state)
{
    uint32_t launches = try_all ? 100000 : 300;
    uint32_t seed = 1;

    (void)state;
    for (size_t d = 0; d < test_device_count(); d++)
        for (uint32_t i = 0; i < launches; i++) {
            const struct cuocc_launch launch = random_launch(test_device_at(d), &seed);

            check_result(test_device_at(d), &launch);
            check_more_is_not_better(test_device_at(d), &launch, &seed);
        }
}

static uint32_t block_limit(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                            enum cuocc_limit limit)
{
    return solve(dev, launch).block_limit[limit];
}

/* For every block size and every number of blocks: the most registers, by trying all of them. */
static void check_regs_for_blocks(const struct cuocc_device *dev, uint32_t threads)
{
    uint32_t most[MOST_BLOCKS + 1] = {0};
    struct cuocc_launch launch = test_launch(threads, 1, 0);

    for (uint32_t regs = 1; regs <= MOST_REGS; regs++) {
        uint32_t limit;

        launch.regs_per_thread = regs;
        limit = block_limit(dev, &launch, CUOCC_LIMIT_REGISTERS);
        for (uint32_t blocks = 1; blocks <= MOST_BLOCKS && blocks <= limit; blocks++)
            most[blocks] = regs;
    }
    for (uint32_t blocks = 1; blocks <= MOST_BLOCKS; blocks++)
        expect(cuocc_regs_for_blocks(dev, &launch, blocks) == most[blocks], dev, &launch,
               "cuocc_regs_for_blocks() finds what a search finds");
}

static void registers_for_blocks_are_exact(void **state)
{
    uint32_t step = try_all ? 1 : 61;

    (void)state;
    for (size_t d = 0; d < test_device_count(); d++)
        for (uint32_t threads = 1; threads <= 1100; threads += step)
            check_regs_for_blocks(test_device_at(d), threads);
}

/* Byte by byte up to the opt-in limit, for one carve-out. */
static void check_smem_for_blocks(const struct cuocc_device *dev, struct cuocc_launch launch)
{
    int64_t most[MOST_BLOCKS + 1];
    uint32_t step =
        try_all || dev->smem_alloc_unit_bytes < 128 ? 1 : dev->smem_alloc_unit_bytes / 2;

    memset(most, -1, sizeof(most));
    for (uint32_t bytes = 0; bytes <= dev->smem_per_block_optin_bytes; bytes += step) {
        uint32_t limit;

        launch.smem_per_block_bytes = bytes;
        limit = block_limit(dev, &launch, CUOCC_LIMIT_SHARED);
        for (uint32_t blocks = 1; blocks <= MOST_BLOCKS && blocks <= limit; blocks++)
            most[blocks] = bytes;
    }
    for (uint32_t blocks = 1; blocks <= MOST_BLOCKS; blocks++) {
        uint32_t bytes = 0;
        bool is_possible = cuocc_smem_for_blocks(dev, &launch, blocks, &bytes);

        expect(is_possible == (most[blocks] >= 0), dev, &launch, "possible as a search says");
        if (is_possible)
            expect(bytes == most[blocks], dev, &launch,
                   "cuocc_smem_for_blocks() finds what a search finds");
    }
}

static void shared_memory_for_blocks_is_exact(void **state)
{
    (void)state;
    for (size_t d = 0; d < test_device_count(); d++) {
        const struct cuocc_device *dev = test_device_at(d);
        struct cuocc_launch launch = test_launch(64, 16, 0);

        check_smem_for_blocks(dev, launch);
        for (uint32_t i = 0; i < dev->smem_carveout_count; i++) {
            launch.carveout_bytes = dev->smem_carveout_bytes[i];
            check_smem_for_blocks(dev, launch);
        }
        launch.carveout_bytes = CUOCC_NOT_GIVEN;
        for (int32_t percent = 0; dev->smem_carveout_count > 0 && percent <= 100; percent += 33) {
            launch.carveout_percent = percent;
            check_smem_for_blocks(dev, launch);
        }
    }
}

/* Every whole number of warps. */
static void check_threads_for_regs(const struct cuocc_device *dev, uint32_t regs)
{
    struct cuocc_launch launch = test_launch(32, regs, 0);
    uint32_t most = 0;

    for (uint32_t threads = 32; threads <= dev->max_threads_per_block; threads += 32) {
        launch.block_dim[0] = threads;
        if (block_limit(dev, &launch, CUOCC_LIMIT_REGISTERS) > 0)
            most = threads;
    }
    expect(cuocc_threads_for_regs(dev, regs) == most, dev, &launch,
           "cuocc_threads_for_regs() finds what a search finds");
}

static void the_largest_block_for_registers_is_exact(void **state)
{
    (void)state;
    for (size_t d = 0; d < test_device_count(); d++)
        for (uint32_t regs = 0; regs <= MOST_REGS; regs++)
            check_threads_for_regs(test_device_at(d), regs);
}

/* Each resource alone: the value keeps today's blocks, one more loses a block or cannot run. */
static void check_headroom(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    const struct cuocc_result result = solve(dev, launch);
    uint32_t today = result.active_blocks;
    struct cuocc_launch grown = *launch;
    struct cuocc_headroom room;

    cuocc_headroom(dev, launch, &result, &room);
    if (today == 0) {
        expect(room.regs_per_thread == CUOCC_NOT_GIVEN &&
                   room.smem_per_block_bytes == CUOCC_NOT_GIVEN,
               dev, launch, "no headroom at 0 blocks");
        return;
    }
    expect(launch->regs_per_thread == CUOCC_NOT_GIVEN ||
               room.regs_per_thread >= launch->regs_per_thread,
           dev, launch, "headroom is not below what is used");
    expect(room.smem_per_block_bytes >= launch->smem_per_block_bytes, dev, launch,
           "headroom is not below what is used");
    grown.regs_per_thread = room.regs_per_thread;
    expect(test_blocks(dev, &grown) == today, dev, &grown, "headroom keeps the blocks");
    grown.regs_per_thread++;
    expect(test_blocks(dev, &grown) < today, dev, &grown, "one register more loses a block");
    grown = *launch;
    grown.smem_per_block_bytes = room.smem_per_block_bytes;
    expect(test_blocks(dev, &grown) == today, dev, &grown, "headroom keeps the blocks");
    grown.smem_per_block_bytes++;
    expect(test_blocks(dev, &grown) < today, dev, &grown, "one byte more loses a block");
}

/* The least number of blocks above `today` on the grid of smaller registers x shared memory. Both
 * step by the finest unit of any device from the top down, so every allocation is met. */
static uint32_t next_by_search(const struct cuocc_device *dev, struct cuocc_launch launch,
                               uint32_t today)
{
    const uint32_t regs = launch.regs_per_thread;
    const int64_t smem = launch.smem_per_block_bytes < dev->smem_per_block_optin_bytes
                             ? launch.smem_per_block_bytes
                             : dev->smem_per_block_optin_bytes;
    uint32_t unit = dev->smem_alloc_unit_bytes;
    /* The largest size not above that one that fills its last unit, and the size itself. */
    int64_t filled = (smem + dev->smem_reserved_per_block_bytes) / unit * unit -
                     dev->smem_reserved_per_block_bytes;
    bool is_given = regs != CUOCC_NOT_GIVEN;
    uint32_t least = 0;

    for (uint32_t r = is_given ? regs : 1; r >= 1; r--) {
        launch.regs_per_thread = is_given ? r : CUOCC_NOT_GIVEN;
        for (int64_t s = smem; s >= 0; s = (s == smem && filled < smem) ? filled : s - unit) {
            uint32_t blocks;

            launch.smem_per_block_bytes = (uint32_t)s;
            blocks = test_blocks(dev, &launch);
            if (blocks > today && (least == 0 || blocks < least))
                least = blocks;
        }
        launch.smem_per_block_bytes = 0;
        if (test_blocks(dev, &launch) > today && (least == 0 || test_blocks(dev, &launch) < least))
            least = test_blocks(dev, &launch);
    }
    return least;
}

static void check_next(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    const struct cuocc_result result = solve(dev, launch);
    struct cuocc_launch better = *launch;
    struct cuocc_next next;

    cuocc_next(dev, launch, &result, &next);
    expect(next.blocks == next_by_search(dev, *launch, result.active_blocks), dev, launch,
           "cuocc_next() finds what a search finds");
    if (next.blocks == 0)
        return;
    better.regs_per_thread = next.regs_per_thread;
    better.smem_per_block_bytes = next.smem_per_block_bytes;
    expect(test_blocks(dev, &better) == next.blocks, dev, &better, "both together reach it");
    better.regs_per_thread++;
    expect(test_blocks(dev, &better) < next.blocks, dev, &better, "one register more does not");
    better.regs_per_thread = next.regs_per_thread;
    better.smem_per_block_bytes++;
    expect(test_blocks(dev, &better) < next.blocks, dev, &better, "one byte more does not");
}

static void headroom_is_exact(void **state)
{
    uint32_t launches = try_all ? 20000 : 300;
    uint32_t seed = 2;

    (void)state;
    for (size_t d = 0; d < test_device_count(); d++)
        for (uint32_t i = 0; i < launches; i++) {
            const struct cuocc_launch launch = random_launch(test_device_at(d), &seed);

            check_headroom(test_device_at(d), &launch);
        }
}

static void next_is_the_least_step_that_any_reduction_gives(void **state)
{
    uint32_t launches = try_all ? 60 : 1;
    uint32_t seed = 3;

    (void)state;
    for (size_t d = 0; d < test_device_count(); d++)
        for (uint32_t i = 0; i < launches; i++) {
            const struct cuocc_launch launch = random_launch(test_device_at(d), &seed);

            check_next(test_device_at(d), &launch);
        }
}

/* A device that nobody built, within the rules of cuocc_device_check(): units that are no powers of
 * two, odd configurations, few registers. Small, so that a search is short. */
static struct cuocc_device made_up_device(uint32_t *seed)
{
    struct cuocc_device dev = *test_abstract_device();
    const char *member;

    do {
        dev.max_warps_per_sm = 1 + random_below(seed, 64);
        dev.max_threads_per_sm = dev.max_warps_per_sm * dev.warp_size_threads;
        dev.max_threads_per_block = 1 + random_below(seed, dev.max_threads_per_sm);
        dev.max_blocks_per_sm = 1 + random_below(seed, 40);
        dev.sub_partitions_per_sm = 1 + random_below(seed, 6);
        dev.reg_check_granularity_warps = dev.sub_partitions_per_sm * (1 + random_below(seed, 3));
        dev.regs_per_sm = dev.sub_partitions_per_sm * (1 + random_below(seed, 30000));
        dev.max_regs_per_block = 1 + random_below(seed, dev.regs_per_sm);
        dev.max_regs_per_thread = 1 + random_below(seed, MOST_REGS - 1);
        dev.reg_alloc_unit_regs = 1 + random_below(seed, 300);
        dev.smem_per_sm_bytes = 1 + random_below(seed, 6000);
        dev.smem_per_block_optin_bytes = 1 + random_below(seed, dev.smem_per_sm_bytes);
        dev.smem_per_block_default_bytes = dev.smem_per_block_optin_bytes;
        dev.smem_reserved_per_block_bytes = random_below(seed, 2) * random_below(seed, 300);
        dev.smem_alloc_unit_bytes = 1 + random_below(seed, 90);
        dev.smem_carveout_count = random_below(seed, 5);
        for (uint32_t i = 0; i < dev.smem_carveout_count; i++)
            dev.smem_carveout_bytes[i] = dev.smem_per_sm_bytes * (i + 1) / dev.smem_carveout_count;
        if (dev.smem_carveout_count > 1)
            dev.smem_carveout_bytes[0] = random_below(seed, dev.smem_carveout_bytes[1] + 1);
        dev.barriers_limit_blocks = random_below(seed, 2);
    } while (cuocc_device_check(&dev, &member, NULL) != CUOCC_OK);
    return dev;
}

static void made_up_devices_keep_the_rules(void **state)
{
    uint32_t devices = try_all ? 20000 : 60;
    uint32_t seed = 4;

    (void)state;
    for (uint32_t i = 0; i < devices; i++) {
        const struct cuocc_device dev = made_up_device(&seed);
        struct cuocc_launch launch = random_launch(&dev, &seed);

        check_result(&dev, &launch);
        check_regs_for_blocks(&dev, 1 + random_below(&seed, dev.max_threads_per_block));
        check_threads_for_regs(&dev, 1 + random_below(&seed, MOST_REGS));
        check_smem_for_blocks(&dev, launch);
        /* Where sizes more than double, a small wish makes a larger block get more than it needs:
         * shared memory is no falling limit then. No real device is like that. */
        launch.carveout_percent = -1;
        check_next(&dev, &launch);
        check_headroom(&dev, &launch);
        check_more_is_not_better(&dev, &launch, &seed);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_minima_and_never_grow),
        cmocka_unit_test(registers_for_blocks_are_exact),
        cmocka_unit_test(shared_memory_for_blocks_is_exact),
        cmocka_unit_test(the_largest_block_for_registers_is_exact),
        cmocka_unit_test(headroom_is_exact),
        cmocka_unit_test(made_up_devices_keep_the_rules),
        cmocka_unit_test(next_is_the_least_step_that_any_reduction_gives),
    };

    try_all = argc > 1 && strcmp(argv[1], "--all") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Two kernels on one SM: what an H200 did, worked numbers, and what must hold of any pair. */
#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>

#include "csv_rows.h"
#include "cuocc/coresident.h"
#include "test_devices.h"
#include "test_launches.h"

/* A launch from the columns that begin with `which`. */
static struct cuocc_launch launch_of_row(const struct csv_table *csv, const char *which)
{
    char regs[16], block[16], dyn[16];

    snprintf(regs, sizeof(regs), "%s_regs", which);
    snprintf(block, sizeof(block), "%s_block", which);
    snprintf(dyn, sizeof(dyn), "%s_dyn", which);
    return test_launch(csv_count(csv, block), csv_count(csv, regs), csv_count(csv, dyn));
}

/* Overlapped: so many blocks of the second were resident. Serial: the second waited. */
static void check_recorded_pair(const struct csv_table *csv, bool is_serial)
{
    const struct cuocc_device *dev = test_device("sm_90");
    const struct cuocc_launch first = launch_of_row(csv, "a");
    const struct cuocc_launch second = launch_of_row(csv, "b");
    struct cuocc_pair_config config;
    struct cuocc_coresident got;
    /* One second kernel did not wait although its two blocks of 99 KiB want a larger configuration
     * than the first's four of 49 KiB; one block fits either. */
    bool is_lucky = first.smem_per_block_bytes == 49152 && second.smem_per_block_bytes == 100000;

    assert_int_equal(cuocc_pair_config(dev, &first, &second, &config), CUOCC_OK);
    assert_int_equal(cuocc_coresident(dev, &first, &second, csv_count(csv, "a_per_sm"), &got),
                     CUOCC_OK);
    if (config.second_waits != (is_serial || is_lucky))
        fail_msg("line %u: %u and %u B", csv->line, (unsigned)config.first_bytes,
                 (unsigned)config.second_bytes);
    if (!is_serial && got.second_blocks != csv_count(csv, "b_resident_max"))
        fail_msg("line %u: %u blocks", csv->line, (unsigned)got.second_blocks);
    assert_int_equal(test_blocks(dev, &second), csv_count(csv, "b_api"));
}

static void recorded_pairs_did_the_same(void **state)
{
    struct csv_table csv;
    unsigned overlapped = 0, serial = 0;

    (void)state;
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/resident_pairs.csv");
    while (csv_next(&csv)) {
        bool is_serial = strcmp(csv_text(&csv, "err"), "0/0/serial") == 0;

        check_recorded_pair(&csv, is_serial);
        serial += is_serial;
        overlapped += strcmp(csv_text(&csv, "err"), "0/0/overlapped") == 0;
    }
    assert_int_equal(overlapped, 25);
    assert_int_equal(serial, 15);
}

/* What became of the second kernel, against what we say. */
enum outcome {
    AS_SAID,       /* it was not said to wait, and so many blocks were resident */
    MORE,          /* more than said: the driver had set a larger configuration */
    FEWER,         /* fewer than said: one block of 7 warps, where none came */
    WAITED,        /* it was said to wait, and did */
    DID_NOT_WAIT,  /* it was said to, and so many blocks as said were resident */
    OUTCOME_OTHER, /* neither */
    OUTCOME_COUNT
};

static enum outcome outcome_of_row(const struct csv_table *csv)
{
    const struct cuocc_device *dev = test_device("sm_90");
    const struct cuocc_launch first = launch_of_row(csv, "a");
    const struct cuocc_launch second = launch_of_row(csv, "b");
    uint32_t seen = csv_count(csv, "b_resident_max");
    struct cuocc_pair_config config;
    struct cuocc_coresident got;

    assert_int_equal(cuocc_pair_config(dev, &first, &second, &config), CUOCC_OK);
    assert_int_equal(cuocc_coresident(dev, &first, &second, csv_count(csv, "a_per_sm"), &got),
                     CUOCC_OK);
    if (got.second_blocks == seen)
        return config.second_waits && seen > 0 ? DID_NOT_WAIT : AS_SAID;
    if (!config.second_waits)
        return seen > got.second_blocks ? MORE : FEWER;
    return seen == 0 ? WAITED : OUTCOME_OTHER;
}

/* Random pairs, most of them with blocks that do not divide by the sub-partitions. */
static void random_pairs_did_what_we_say(void **state)
{
    unsigned counts[OUTCOME_COUNT] = {0};
    struct csv_table csv;

    (void)state;
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/resident_pairs_random.csv");
    while (csv_next(&csv)) {
        uint32_t first_blocks = csv_count(&csv, "a_per_sm");

        /* The first kernel has to be on every SM as meant. */
        if (csv_count(&csv, "a_min") == first_blocks && csv_count(&csv, "a_max") == first_blocks)
            counts[outcome_of_row(&csv)]++;
    }
    assert_int_equal(counts[AS_SAID], 900);
    assert_int_equal(counts[MORE], 7);
    assert_int_equal(counts[FEWER], 1);
    assert_int_equal(counts[WAITED], 261);
    assert_int_equal(counts[DID_NOT_WAIT], 68);
    assert_int_equal(counts[OUTCOME_OTHER], 0);
}

static void worked_pairs(void **state)
{
    const struct {
        const char *device;
        uint32_t first[3]; /* threads, registers, shared memory */
        uint32_t second[3];
        uint32_t beside, blocks, warps;
        const char *limiters;
    } rows[] = {
        {"sm_90", {256, 24, 0}, {256, 24, 0}, 3, 5, 64, "threads+warps+shared"},
        {"sm_90", {256, 24, 0}, {32, 24, 0}, 0, 32, 32, "blocks+shared"},
        {"sm_90", {128, 24, 100000}, {128, 24, 16384}, 1, 7, 32, "shared"},
        /* Five warps of 128 registers leave room for 2, 3, 3 and 3 such warps. The next is due for
           the second sub-partition, so a third block of 4 would bring the first a third. */
        {"sm_90", {32, 128, 0}, {128, 128, 0}, 5, 2, 13, "registers"},
        /* Measured: two blocks of 3 warps with 252 registers fill two sub-partitions, and no block
           of 4 warps runs beside them; 2 warps of 248 leave room for 2, 2, 5 and 5 warps of 96, but
           10 are there when the 11th is due for a full one. */
        {"sm_90", {96, 252, 0}, {128, 64, 0}, 2, 0, 6, "registers"},
        {"sm_90", {32, 248, 49152}, {32, 96, 0}, 2, 10, 12, "registers"},
        {"sm_90", {256, 64, 0}, {256, 300, 0}, 1, 0, 8, "registers"},
        {"sm_61", {256, 32, 20000}, {256, 32, 40000}, 1, 1, 16, "shared"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct cuocc_launch first =
            test_launch(rows[i].first[0], rows[i].first[1], rows[i].first[2]);
        const struct cuocc_launch second =
            test_launch(rows[i].second[0], rows[i].second[1], rows[i].second[2]);
        struct cuocc_coresident got;
        char names[80];

        assert_int_equal(
            cuocc_coresident(test_device(rows[i].device), &first, &second, rows[i].beside, &got),
            CUOCC_OK);
        assert_int_equal(got.first_blocks, rows[i].beside);
        assert_int_equal(got.second_blocks, rows[i].blocks);
        assert_int_equal(got.active_warps, rows[i].warps);
        assert_string_equal(test_limiter_names(got.limiters, names), rows[i].limiters);
    }
}

static void barriers_and_clusters_share_their_pools(void **state)
{
    const struct cuocc_device *dev = test_device("sm_90");
    struct cuocc_launch first = test_launch(32, 16, 0);
    struct cuocc_launch second = test_launch(32, 16, 0);
    struct cuocc_coresident got;

    (void)state;
    /* 64 barriers: 3 blocks take 48, 4 blocks of 4 the rest. */
    first.barriers_per_block = 16;
    second.barriers_per_block = 4;
    assert_int_equal(cuocc_coresident(dev, &first, &second, 3, &got), CUOCC_OK);
    assert_int_equal(got.second_blocks, 4);
    assert_int_equal(got.limiters, 1U << CUOCC_LIMIT_BARRIERS);
    first.barriers_per_block = CUOCC_NOT_GIVEN;
    assert_int_equal(cuocc_coresident(dev, &first, &second, 3, &got), CUOCC_OK);
    assert_int_equal(got.second_blocks, 16);
    /* The cap of 8 counts blocks of cluster launches only. */
    first.barriers_per_block = second.barriers_per_block = 1;
    second.cluster_blocks = 1;
    assert_int_equal(cuocc_coresident(dev, &first, &second, 3, &got), CUOCC_OK);
    assert_int_equal(got.second_blocks, 8);
    first.cluster_blocks = 1;
    assert_int_equal(cuocc_coresident(dev, &first, &second, 3, &got), CUOCC_OK);
    assert_int_equal(got.second_blocks, 5);
}

static void the_pair_has_one_configuration(void **state)
{
    const struct {
        const char *device;
        uint32_t first_regs, first_smem, second_smem;
        int32_t first_percent;
        uint32_t first_bytes, second_bytes, bytes, percent;
    } rows[] = {
        /* 8 blocks of 256 threads: 8 reserved KiB fill a size, 8 x 17 KiB do not fit 132 KiB. */
        {"sm_90", 24, 0, 16384, -1, 8192, 167936, 167936, 58},
        {"sm_90", 24, 16384, 0, -1, 167936, 8192, 167936, CUOCC_NOT_GIVEN},
        {"sm_90", 128, 31744, 0, -1, 65536, 8192, 65536, CUOCC_NOT_GIVEN},
        /* Asked for. */
        {"sm_90", 24, 0, 16384, 100, 233472, 167936, 233472, CUOCC_NOT_GIVEN},
        {"sm_90", 24, 0, 16384, 20, 65536, 167936, 167936, 58},
        /* Not configurable. */
        {"sm_61", 24, 0, 16384, -1, 98304, 98304, 98304, CUOCC_NOT_GIVEN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch first = test_launch(256, rows[i].first_regs, rows[i].first_smem);
        const struct cuocc_launch second = test_launch(256, 24, rows[i].second_smem);
        struct cuocc_pair_config got;

        first.carveout_percent = rows[i].first_percent;
        assert_int_equal(cuocc_pair_config(test_device(rows[i].device), &first, &second, &got),
                         CUOCC_OK);
        assert_int_equal(got.first_bytes, rows[i].first_bytes);
        assert_int_equal(got.second_bytes, rows[i].second_bytes);
        assert_int_equal(got.bytes, rows[i].bytes);
        assert_int_equal(got.second_waits, rows[i].second_bytes > rows[i].first_bytes);
        assert_int_equal(got.first_carveout_percent, rows[i].percent);
        if (rows[i].percent == CUOCC_NOT_GIVEN)
            continue;
        /* Asked for that, the second does not wait; for one percent less, it does. */
        first.carveout_percent = (int32_t)rows[i].percent;
        assert_int_equal(cuocc_pair_config(test_device(rows[i].device), &first, &second, &got),
                         CUOCC_OK);
        assert_false(got.second_waits);
        first.carveout_percent--;
        assert_int_equal(cuocc_pair_config(test_device(rows[i].device), &first, &second, &got),
                         CUOCC_OK);
        assert_true(got.second_waits);
    }
}

/* Beside none as many as alone; beside each block more, never more; and beside itself the rest. */
static void check_pair(const struct cuocc_device *dev, const struct cuocc_launch *first,
                       const struct cuocc_launch *second, bool is_same)
{
    uint32_t alone = test_blocks(dev, second);
    uint32_t before = UINT32_MAX;

    for (uint32_t n = 0; n <= test_blocks(dev, first); n++) {
        struct cuocc_coresident got;

        assert_int_equal(cuocc_coresident(dev, first, second, n, &got), CUOCC_OK);
        assert_true(n > 0 || got.second_blocks == alone);
        assert_true(got.second_blocks <= before);
        assert_true(got.active_warps <= dev->max_warps_per_sm);
        assert_true(!is_same || got.second_blocks == alone - n);
        before = got.second_blocks;
    }
}

static void pairs_behave_on_every_device(void **state)
{
    static const uint32_t kernels[][3] = {
        {32, 16, 0},      {33, 40, 3000},   {96, 72, 0},   {160, 24, 12000},
        {256, 64, 16384}, {352, 32, 40000}, {1024, 32, 0}, {64, 255, 1000},
        {512, 40, 48000}, {128, 128, 1},    {1025, 32, 0}, {96, CUOCC_NOT_GIVEN, 7777},
    };
    const size_t count = sizeof(kernels) / sizeof(kernels[0]);

    (void)state;
    for (size_t d = 0; d < test_device_count(); d++)
        for (size_t i = 0; i < count * count; i++) {
            const uint32_t *a = kernels[i / count], *b = kernels[i % count];
            const struct cuocc_launch first = test_launch(a[0], a[1], a[2]);
            const struct cuocc_launch second = test_launch(b[0], b[1], b[2]);

            check_pair(test_device_at(d), &first, &second, a == b);
        }
}

static void bad_arguments_are_refused(void **state)
{
    const struct cuocc_device *dev = test_device("sm_90");
    struct cuocc_launch first = test_launch(256, 32, 0);
    const struct cuocc_launch second = test_launch(256, 32, 0);
    struct cuocc_pair_config config;
    struct cuocc_coresident got;

    (void)state;
    assert_int_equal(cuocc_coresident(dev, &first, &second, 8, &got), CUOCC_OK);
    assert_int_equal(cuocc_coresident(dev, &first, &second, 9, &got), CUOCC_ERR_ARGUMENT);
    first.carveout_percent = 101;
    assert_int_equal(cuocc_coresident(dev, &first, &second, 0, &got), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_coresident(dev, &second, &first, 0, &got), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_pair_config(dev, &first, &second, &config), CUOCC_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_pairs_did_the_same),
        cmocka_unit_test(random_pairs_did_what_we_say),
        cmocka_unit_test(worked_pairs),
        cmocka_unit_test(barriers_and_clusters_share_their_pools),
        cmocka_unit_test(the_pair_has_one_configuration),
        cmocka_unit_test(pairs_behave_on_every_device),
        cmocka_unit_test(bad_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Clusters: worked numbers, and everything recorded on an H200. */
#include "cmocka_env.h"

#include <stdio.h>

#include "csv_rows.h"
#include "cuocc/cluster.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    H200_SMS = 132
};

/* The recorded GPU's GPCs as its clusters show them: the only list of SMs in pairs (a TPC has two)
 * that gives the recorded clusters of one block per SM; docs/validation-planning.md derives it. */
static const uint32_t h200_gpcs[] = {18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};

#define H200_GPC_COUNT (sizeof(h200_gpcs) / sizeof(h200_gpcs[0]))

static struct cuocc_cluster clusters(const struct cuocc_device *dev,
                                     const struct cuocc_launch *launch, const uint32_t *gpcs,
                                     size_t gpc_count)
{
    struct cuocc_result result;
    struct cuocc_cluster got;

    assert_int_equal(cuocc_solve(dev, launch, &result), CUOCC_OK);
    assert_int_equal(cuocc_cluster(dev, launch, &result, gpcs, gpc_count, &got), CUOCC_OK);
    return got;
}

static struct cuocc_device h200(void)
{
    struct cuocc_device dev = *test_device("sm_90");

    dev.sm_count = H200_SMS;
    return dev;
}

/* A launch as the row describes it. */
static struct cuocc_launch launch_of_row(const struct csv_table *csv)
{
    struct cuocc_launch launch =
        test_launch(csv_count(csv, "block"), csv_count(csv, "regs"), csv_count(csv, "dyn"));

    launch.cluster_blocks = csv_count(csv, "cluster");
    return launch;
}

/* With the GPCs exactly what was recorded, without them a bound on it. */
static void check_row(const struct csv_table *csv, const struct cuocc_launch *launch,
                      uint32_t recorded)
{
    const struct cuocc_device dev = h200();
    const struct cuocc_cluster exact = clusters(&dev, launch, h200_gpcs, H200_GPC_COUNT);
    const struct cuocc_cluster bound = clusters(&dev, launch, NULL, 0);

    if (exact.active_clusters != recorded)
        fail_msg("line %u: %u clusters, recorded %u", csv->line, (unsigned)exact.active_clusters,
                 (unsigned)recorded);
    assert_true(exact.exact);
    assert_true(bound.active_clusters >= recorded);
    assert_int_equal(bound.exact, recorded == 0);
}

static void the_driver_counts_as_many(void **state)
{
    struct csv_table csv;
    unsigned rows = 0;

    (void)state;
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/api_clusters.csv");
    while (csv_next(&csv)) {
        const struct cuocc_launch launch = launch_of_row(&csv);

        assert_int_equal(csv_count(&csv, "err"), 0);
        check_row(&csv, &launch, csv_count(&csv, "max_active_clusters"));
        rows++;
    }
    assert_int_equal(rows, 896);
}

/* Three rows saw one to five blocks more than the clusters that the driver counts in the same row:
 * no whole cluster more, so blocks of a cluster that had just ended. */
static uint32_t blocks_of_ended_clusters(const struct cuocc_launch *launch)
{
    const struct {
        uint32_t regs, block, dyn, cluster, extra;
    } rows[] = {
        {24, 1024, 0, 3, 1},
        {24, 1024, 100000, 3, 1},
        {128, 32, 16384, 10, 5},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (launch->regs_per_thread == rows[i].regs && launch->block_dim[0] == rows[i].block &&
            launch->smem_per_block_bytes == rows[i].dyn &&
            launch->cluster_blocks == rows[i].cluster)
            return rows[i].extra;
    return 0;
}

static void as_many_blocks_were_resident(void **state)
{
    const struct cuocc_device dev = h200();
    struct csv_table csv;
    unsigned rows = 0;

    (void)state;
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/resident_clusters.csv");
    while (csv_next(&csv)) {
        const struct cuocc_launch launch = launch_of_row(&csv);
        struct cuocc_launch single = launch;
        uint32_t recorded = csv_count(&csv, "api_clusters");

        check_row(&csv, &launch, recorded);
        assert_int_equal(csv_count(&csv, "resident_blocks_total"),
                         recorded * launch.cluster_blocks + blocks_of_ended_clusters(&launch));
        /* The cap is real: no SM ever held more blocks than we say. */
        assert_true(csv_count(&csv, "resident_max_per_sm") <= test_blocks(&dev, &launch));
        /* The query for blocks knows nothing of clusters. */
        single.cluster_blocks = 0;
        assert_int_equal(csv_count(&csv, "api_blocks"), test_blocks(&dev, &single));
        rows++;
    }
    assert_int_equal(rows, 405);
}

static void what_is_known_of_a_cluster(void **state)
{
    const struct {
        const char *device;
        uint32_t cluster, grid;
        uint32_t cap;
        bool portable, unknown, indivisible;
    } rows[] = {
        {"sm_90", 1, 0, 8, true, false, false},
        {"sm_90", 8, 16, 8, true, false, false},
        {"sm_90", 8, 17, 8, true, false, true},
        {"sm_90", 9, 0, 8, false, false, false},
        {"sm_100", 16, 0, CUOCC_NOT_GIVEN, false, false, false},
        {"sm_120", 8, 0, CUOCC_NOT_GIVEN, true, false, false},
        {"sm_120", 9, 0, CUOCC_NOT_GIVEN, false, true, false},
        {"sm_80", 2, 0, CUOCC_NOT_GIVEN, false, false, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(128, 32, 0);
        struct cuocc_cluster got;

        launch.cluster_blocks = rows[i].cluster;
        launch.grid_dim[0] = rows[i].grid;
        launch.grid_dim[1] = launch.grid_dim[2] = 1;
        got = clusters(test_device(rows[i].device), &launch, NULL, 0);
        assert_int_equal(got.blocks, rows[i].cluster);
        assert_int_equal(got.cap_per_sm, rows[i].cap);
        assert_int_equal(got.is_portable, rows[i].portable);
        assert_int_equal(got.max_is_unknown, rows[i].unknown);
        assert_int_equal(got.grid_is_indivisible, rows[i].indivisible);
    }
}

static void gpcs_make_it_exact(void **state)
{
    static const uint32_t even[] = {16, 16, 16, 16, 16, 16, 18, 18};
    static const uint32_t none[] = {132, 0};
    static const uint32_t few[] = {16, 16};
    struct cuocc_launch launch = test_launch(1024, 32, 0);
    struct cuocc_device dev = h200();
    struct cuocc_result result;
    struct cuocc_cluster got;

    (void)state;
    launch.cluster_blocks = 12;
    assert_int_equal(cuocc_solve(&dev, &launch, &result), CUOCC_OK);
    got = clusters(&dev, &launch, even, 8);
    /* 2 blocks per SM: 6 x floor(32 / 12) + 2 x floor(36 / 12), and 22 from 264 / 12. */
    assert_int_equal(got.active_clusters, 18);
    assert_int_equal(got.active_blocks_per_sm, 2);
    assert_true(got.exact);
    assert_int_equal(clusters(&dev, &launch, NULL, 0).active_clusters, 22);

    assert_int_equal(cuocc_cluster(&dev, &launch, &result, none, 2, &got), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_cluster(&dev, &launch, &result, few, 2, &got), CUOCC_ERR_ARGUMENT);
    dev.sm_count = CUOCC_NOT_GIVEN;
    assert_int_equal(clusters(&dev, &launch, few, 2).active_clusters, 4);
    assert_true(clusters(&dev, &launch, NULL, 0).active_clusters == UINT64_MAX);
    launch.cluster_blocks = 0;
    assert_int_equal(cuocc_cluster(&dev, &launch, &result, NULL, 0, &got), CUOCC_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_driver_counts_as_many),
        cmocka_unit_test(as_many_blocks_were_resident),
        cmocka_unit_test(what_is_known_of_a_cluster),
        cmocka_unit_test(gpcs_make_it_exact),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

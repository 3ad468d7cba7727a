/* SPDX-License-Identifier: MIT */
/* Launching the probes: what is accepted, and how many blocks are on an SM at once. */
#include "cuda/check_point.h"
#include "cuocc/cluster.h"

/* 0.1 to 0.2 ms on the GPUs of today: all SMs are full by then. */
#define HOLD_CYCLES 200000U
/* The second try, for an SM that was slow to fill. */
#define LONG_HOLD_CYCLES 3000000U

/* --- accepted or refused -----------------------------------------------------------------------
 */

static struct check_difference acceptance(const struct cuocc_launch *launch, bool ours, bool driver)
{
    return (struct check_difference){.question = "the launch is accepted",
                                     .options = "",
                                     .number = CUOCC_NOT_GIVEN,
                                     .launch = *launch,
                                     .ours = ours,
                                     .driver = driver};
}

static enum cuocc_status try_launch(struct check *check, const struct probe *probe,
                                    const struct cuda_launch *launch, bool *is_accepted)
{
    struct cuda_census census;
    enum cuocc_status status =
        check->cuda->count_resident(probe->kernel, launch, &census, check->error);

    if (status == CUOCC_OK)
        *is_accepted = census.driver_error == 0;
    return status;
}

static enum cuocc_status acceptance_point(struct check *check, const struct probe *probe,
                                          const struct cuocc_launch *launch)
{
    const struct cuda_launch asked = {.grid_blocks =
                                          launch->cluster_blocks > 0 ? launch->cluster_blocks : 1,
                                      .threads_per_block = launch->block_dim[0],
                                      .dynamic_smem_bytes = dynamic_of(launch)};
    bool ours = solve_blocks(check, launch) > 0 && dynamic_of(launch) <= probe->opted_in_bytes;
    bool driver = false;
    struct check_difference difference;
    enum cuocc_status status = try_launch(check, probe, &asked, &driver);

    if (status != CUOCC_OK)
        return status;
    difference = acceptance(launch, ours, driver);
    (void)point(check, &difference);
    return blocks_point(check, probe, launch);
}

/* Block sizes on both sides of everything that is special. */
static const uint32_t odd_blocks[] = {1,   31,  32,  33,   63,   64,   65,  97,  127,
                                      128, 129, 159, 255,  256,  257,  511, 512, 513,
                                      767, 896, 993, 1000, 1023, 1024, 1025};

static enum cuocc_status odd_launches_of(struct check *check, const struct probe *probe)
{
    const uint32_t sizes[] = {0,
                              1,
                              default_dynamic(check, probe),
                              default_dynamic(check, probe) + 1,
                              most_dynamic(check, probe),
                              most_dynamic(check, probe) + 1};
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; i < sizeof(odd_blocks) / sizeof(odd_blocks[0]); i += small_stride(check)) {
        for (size_t k = 0; status == CUOCC_OK && k < sizeof(sizes) / sizeof(sizes[0]); k++) {
            const struct cuocc_launch launch = launch_of_probe(probe, odd_blocks[i], sizes[k]);

            status = acceptance_point(check, probe, &launch);
        }
    }
    return status;
}

/* A cooperative grid must be resident at once: SMs x active blocks, and not one block more. */
static enum cuocc_status cooperative_point(struct check *check, const struct probe *probe,
                                           const struct cuocc_launch *launch, uint64_t extra)
{
    uint64_t grid = (uint64_t)check->dev->sm_count * solve_blocks(check, launch) + extra;
    const struct cuda_launch asked = {.grid_blocks = (uint32_t)grid,
                                      .threads_per_block = launch->block_dim[0],
                                      .dynamic_smem_bytes = dynamic_of(launch),
                                      .is_cooperative = true};
    bool driver = false;
    struct check_difference difference;
    enum cuocc_status status = try_launch(check, probe, &asked, &driver);

    if (status != CUOCC_OK)
        return status;
    difference = acceptance(launch, extra == 0, driver);
    difference.question = "the cooperative grid is accepted";
    difference.options = "--grid";
    difference.number = (uint32_t)grid;
    (void)point(check, &difference);
    return CUOCC_OK;
}

static enum cuocc_status cooperative_launches_of(struct check *check, struct probe *probe,
                                                 int32_t carveout)
{
    static const uint32_t blocks[] = {32, 33, 128, 256, 1000, 1024},
                          sizes[] = {0, 2000, 20000, 100000};
    enum cuocc_status status = CUOCC_OK;

    if (check->dev->smem_carveout_count > 0)
        status = set_carveout(check, probe, carveout);

    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        for (size_t k = 0; status == CUOCC_OK && k < sizeof(sizes) / sizeof(sizes[0]); k++) {
            struct cuocc_launch launch = launch_of_probe(probe, blocks[i], sizes[k]);

            launch.carveout_percent = carveout;
            if (solve_blocks(check, &launch) == 0)
                continue;
            status = cooperative_point(check, probe, &launch, 0);
            if (status == CUOCC_OK)
                status = cooperative_point(check, probe, &launch, 1);
        }
    }
    return status;
}

static enum cuocc_status check_launches(struct check *check)
{
    static const char names[][PROBE_NAME_SIZE] = {
        "probe_tiny",          "probe_registers_24", "probe_registers_64", "probe_registers_72",
        "probe_registers_255", "probe_static_40000", "probe_static_49152", "probe_bounds_32",
        "probe_bounds_128",    "probe_bounds_256",   "probe_bounds_512",   "probe_barriers_16",
        "probe_cluster_4",
    };
    enum cuocc_status status = CUOCC_OK;

    enter_section(check, CHECK_SECTION_LAUNCHES);
    for (size_t i = 0; status == CUOCC_OK && i < sizeof(names) / sizeof(names[0]); i++) {
        struct probe *probe = probe_named(check, names[i]);

        status = opt_in(check, probe, false);
        if (status == CUOCC_OK)
            status = odd_launches_of(check, probe);
        if (status == CUOCC_OK)
            status = opt_in(check, probe, true);
        if (status == CUOCC_OK)
            status = odd_launches_of(check, probe);
        if (status == CUOCC_OK && probe->kind == PROBE_REGISTERS && probe->can_count)
            status = cooperative_launches_of(check, probe, -1);
    }
    return status;
}

/* A preference for less shared memory binds cooperative grids, whatever the hardware gives. */
static enum cuocc_status cooperative_launches_with_carveouts(struct check *check)
{
    static const int32_t percents[] = {0, 3, 7, 14, 25, 50, 100, -1};
    struct probe *probe = probe_named(check, "probe_registers_24");
    enum cuocc_status status = CUOCC_OK;

    if (check->dev->smem_carveout_count == 0)
        return CUOCC_OK;
    for (size_t i = 0; status == CUOCC_OK && i < sizeof(percents) / sizeof(percents[0]); i++)
        status = cooperative_launches_of(check, probe, percents[i]);
    return status;
}

/* --- resident blocks ---------------------------------------------------------------------------
 */

/* What was seen, in the words of a difference. */
static bool count_point_agrees(struct check *check, const struct cuocc_launch *launch,
                               const char *question, uint64_t ours, uint64_t seen)
{
    const struct check_difference difference = {.question = question,
                                                .options = "",
                                                .number = CUOCC_NOT_GIVEN,
                                                .launch = *launch,
                                                .ours = ours,
                                                .driver = seen};

    return point(check, &difference);
}

static void compare_blocks(struct check *check, const struct check_launch *seen)
{
    const struct check_difference difference = {.question = "blocks at once on the fullest SM",
                                                .options = "",
                                                .number = CUOCC_NOT_GIVEN,
                                                .launch = *seen->launch,
                                                .ours = seen->ours,
                                                .driver = seen->census.most_per_sm};

    if (seen->launch->carveout_percent >= 0 && seen->census.most_per_sm > seen->ours) {
        point_with_finding(check, CHECK_FINDING_CARVEOUT_HINT, &difference);
        return;
    }
    (void)point(check, &difference);
    (void)count_point_agrees(check, seen->launch, "blocks at once on the emptiest SM", seen->ours,
                             seen->census.fewest_per_sm);
}

static void count_limiters(struct check *check, const struct cuocc_launch *launch)
{
    struct cuocc_result result;

    check->launch_count++;
    if (cuocc_solve(check->dev, launch, &result) != CUOCC_OK)
        return;
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        check->launches_limited_by[i] += result.limiters >> i & 1U;
}

/* Blocks of all active clusters; an upper bound, or CUOCC_NOT_GIVEN, where the GPCs are not known.
 */
static uint32_t blocks_in_clusters(const struct check *check, const struct cuocc_launch *launch)
{
    struct cuocc_result result;
    struct cuocc_cluster cluster;

    if (check->gpc_count == 0 || cuocc_solve(check->dev, launch, &result) != CUOCC_OK ||
        cuocc_cluster(check->dev, launch, &result, check->gpc_sms, check->gpc_count, &cluster) !=
            CUOCC_OK)
        return CUOCC_NOT_GIVEN;
    return (uint32_t)cluster.active_clusters * launch->cluster_blocks;
}

/* Enough blocks to fill every SM twice over, in whole clusters. */
static uint32_t grid_of(const struct check *check, const struct cuocc_launch *launch,
                        uint32_t blocks)
{
    uint32_t grid = check->dev->sm_count * 2 * (blocks + 1);
    uint32_t cluster = launch->cluster_blocks;

    return cluster == 0 ? grid : (grid + cluster - 1) / cluster * cluster;
}

static bool is_full(const struct check_launch *seen)
{
    if (seen->launch->cluster_blocks > 0)
        return seen->census.most_on_gpu >= seen->clusters_blocks;
    return seen->census.fewest_per_sm >= seen->ours;
}

/* Launch, and once more for longer if an SM did not fill. */
static enum cuocc_status take_census(struct check *check, const struct probe *probe,
                                     struct check_launch *seen)
{
    struct cuda_launch asked = {.grid_blocks = grid_of(check, seen->launch, seen->ours),
                                .threads_per_block = seen->launch->block_dim[0],
                                .dynamic_smem_bytes = dynamic_of(seen->launch),
                                .cluster_blocks = seen->launch->cluster_blocks,
                                .hold_cycles = HOLD_CYCLES};
    enum cuocc_status status =
        check->cuda->count_resident(probe->kernel, &asked, &seen->census, check->error);

    if (status == CUOCC_OK && seen->census.driver_error == 0 && !is_full(seen)) {
        asked.hold_cycles = LONG_HOLD_CYCLES;
        status = check->cuda->count_resident(probe->kernel, &asked, &seen->census, check->error);
    }
    return status;
}

static enum cuocc_status resident_point(struct check *check, const struct probe *probe,
                                        const struct cuocc_launch *launch, const char *kind)
{
    struct check_launch seen = {
        .kind = kind, .launch = launch, .ours = solve_blocks(check, launch)};
    struct check_difference difference;
    enum cuocc_status status;

    if (launch->cluster_blocks > 0)
        seen.clusters_blocks = blocks_in_clusters(check, launch);
    status = check->cuda->active_blocks(probe->kernel, launch->block_dim[0], dynamic_of(launch),
                                        &seen.query, check->error);
    if (status == CUOCC_OK)
        status = take_census(check, probe, &seen);
    if (status != CUOCC_OK)
        return status;
    difference = acceptance(launch, seen.ours > 0, seen.census.driver_error == 0);
    if (point(check, &difference) && seen.ours > 0) {
        count_limiters(check, launch);
        if (launch->cluster_blocks == 0)
            compare_blocks(check, &seen);
        else if (seen.clusters_blocks != CUOCC_NOT_GIVEN)
            (void)count_point_agrees(check, launch, "blocks of clusters at once on the GPU",
                                     seen.clusters_blocks, seen.census.most_on_gpu);
    }
    check->sink->launch(check->sink->ctx, &seen);
    return blocks_point(check, probe, launch);
}

static enum cuocc_status resident_points(struct check *check, struct probe *probe,
                                         struct numbers blocks, struct numbers sizes,
                                         const char *kind)
{
    enum cuocc_status status = opt_in(check, probe, true);

    for (size_t i = 0; i < blocks.count; i++) {
        for (size_t k = 0; status == CUOCC_OK && k < sizes.count; k++) {
            const struct cuocc_launch launch =
                launch_of_probe(probe, blocks.items[i], sizes.items[k]);

            if (dynamic_of(&launch) <= most_dynamic(check, probe))
                status = resident_point(check, probe, &launch, kind);
        }
    }
    return status;
}

static const uint32_t no_dynamic[] = {0};

static enum cuocc_status resident_of_kind(struct check *check, enum probe_kind kind,
                                          struct numbers blocks, struct numbers sizes,
                                          const char *name)
{
    enum cuocc_status status = CUOCC_OK;
    struct probe *probe = NULL;

    while (status == CUOCC_OK && (probe = next_probe(check, probe, kind)) != NULL)
        if (probe->can_count)
            status = resident_points(check, probe, blocks, sizes, name);
    return status;
}

static enum cuocc_status resident_shared(struct check *check)
{
    static const uint32_t blocks[] = {32, 128, 256},
                          sizes[] = {1,     1000,   2000,   4000,   6272,   6273,  8192,  10240,
                                     12288, 16384,  18000,  20480,  24576,  28160, 32768, 37888,
                                     40000, 45568,  49152,  49153,  57344,  65536, 76800, 76801,
                                     98304, 115712, 115713, 163840, 200000, 232448};
    enum cuocc_status status = resident_points(check, probe_named(check, "probe_registers_32"),
                                               NUMBERS(blocks), NUMBERS(sizes), "shared");

    return status == CUOCC_OK ? resident_points(check, probe_named(check, "probe_static_5000"),
                                                NUMBERS(blocks), NUMBERS(sizes), "shared")
                              : status;
}

static enum cuocc_status resident_carveouts(struct check *check)
{
    static const int32_t percents[] = {0, 3, 7, 14, 25, 40, 50, 60, 75, 90, 100};
    static const uint32_t sizes[] = {0, 2000, 10000, 40000}, blocks[] = {32, 256};
    struct probe *probe = probe_named(check, "probe_registers_32");
    enum cuocc_status status = CUOCC_OK;

    if (check->dev->smem_carveout_count == 0)
        return CUOCC_OK;
    for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
        if (status == CUOCC_OK)
            status = set_carveout(check, probe, percents[i]);
        for (size_t k = 0; status == CUOCC_OK && k < 8; k++) {
            struct cuocc_launch launch = launch_of_probe(probe, blocks[k % 2], sizes[k / 2]);

            launch.carveout_percent = percents[i];
            status = resident_point(check, probe, &launch, "carveout");
        }
    }
    return status == CUOCC_OK ? set_carveout(check, probe, -1) : status;
}

static enum cuocc_status resident_clusters_of_block(struct check *check, const struct probe *probe,
                                                    uint32_t threads, uint32_t dynamic)
{
    static const uint32_t clusters[] = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16};
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < sizeof(clusters) / sizeof(clusters[0]); i++) {
        struct cuocc_launch launch = launch_of_probe(probe, threads, dynamic);

        launch.cluster_blocks = clusters[i];
        /* Of clusters that the SMs cannot hold, the driver refuses the question too. */
        if (solve_blocks(check, &launch) > 0)
            status = resident_point(check, probe, &launch, "clusters");
    }
    return status;
}

static enum cuocc_status resident_clusters_of(struct check *check, struct probe *probe)
{
    static const uint32_t blocks[] = {32, 128, 256, 512, 1024}, sizes[] = {0, 40000, 100000};
    enum cuocc_status status = opt_in(check, probe, true);

    if (status == CUOCC_OK)
        status = check->cuda->set(probe->kernel, CUDA_SET_NON_PORTABLE_CLUSTER, 1, check->error);
    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
        for (size_t k = 0; status == CUOCC_OK && k < sizeof(sizes) / sizeof(sizes[0]); k++)
            status = resident_clusters_of_block(check, probe, blocks[i], sizes[k]);
    return status;
}

static enum cuocc_status resident_clusters(struct check *check)
{
    static const char names[][PROBE_NAME_SIZE] = {"probe_registers_24", "probe_registers_128"};
    enum cuocc_status status = find_gpcs(check);

    if (check->dev->max_cluster_blocks_portable == 1)
        return status;
    for (size_t i = 0; status == CUOCC_OK && i < sizeof(names) / sizeof(names[0]); i++)
        status = resident_clusters_of(check, probe_named(check, names[i]));
    return status;
}

static enum cuocc_status check_resident(struct check *check)
{
    static const uint32_t blocks[] = {32,  33,  64,  96,  128, 160, 192, 224,
                                      256, 320, 384, 448, 512, 640, 768, 1024},
                          few_blocks[] = {32, 64, 128, 512, 1024}, sizes[] = {0, 20000};
    enum cuocc_status status;

    enter_section(check, CHECK_SECTION_RESIDENT);
    status =
        resident_of_kind(check, PROBE_REGISTERS, NUMBERS(blocks), NUMBERS(no_dynamic), "registers");
    if (status == CUOCC_OK)
        status = resident_shared(check);
    if (status == CUOCC_OK)
        status = resident_of_kind(check, PROBE_STATIC_SMEM, NUMBERS(few_blocks), NUMBERS(sizes),
                                  "static");
    if (status == CUOCC_OK)
        status = resident_of_kind(check, PROBE_BARRIERS, NUMBERS(few_blocks), NUMBERS(no_dynamic),
                                  "barriers");
    if (status == CUOCC_OK)
        status = resident_carveouts(check);
    return status == CUOCC_OK ? resident_clusters(check) : status;
}

enum cuocc_status check_running(struct check *check)
{
    enum cuocc_status status = check_launches(check);

    if (status == CUOCC_OK)
        status = cooperative_launches_with_carveouts(check);
    return status == CUOCC_OK ? check_resident(check) : status;
}

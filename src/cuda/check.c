/* SPDX-License-Identifier: MIT */
/* The frame of a check: probes, points, and the rules of the driver's block query. */
#include "cuda/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cuda/check_point.h"

/* Often enough for a person, seldom enough to cost nothing. */
#define PROGRESS_POINTS 16384

/* --- points ------------------------------------------------------------------------------------
 */

void enter_section(struct check *check, enum check_section section)
{
    check->section = section;
    check->sink->progress(check->sink->ctx, section, check->points);
}

static void count_point(struct check *check)
{
    check->points++;
    check->tallies[check->section].points++;
    if (check->points - check->told_points >= PROGRESS_POINTS) {
        check->told_points = check->points;
        check->sink->progress(check->sink->ctx, check->section, check->points);
    }
}

bool point(struct check *check, const struct check_difference *difference)
{
    struct check_difference told = *difference;

    count_point(check);
    if (difference->ours == difference->driver)
        return true;
    told.section = check->section;
    check->differences++;
    check->tallies[check->section].differences++;
    check->sink->difference(check->sink->ctx, &told);
    return false;
}

void point_with_finding(struct check *check, enum check_finding finding,
                        const struct check_difference *difference)
{
    count_point(check);
    if (check->findings[finding]++ == 0) {
        check->examples[finding] = *difference;
        check->examples[finding].section = check->section;
    }
}

/* --- launches ----------------------------------------------------------------------------------
 */

struct cuocc_launch launch_of_probe(const struct probe *probe, uint32_t threads, uint32_t dynamic)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

    launch.block_dim[0] = threads;
    launch.regs_per_thread = probe->facts.regs_per_thread;
    launch.static_smem_per_block_bytes = probe->facts.static_smem_per_block_bytes;
    launch.smem_per_block_bytes = launch.static_smem_per_block_bytes + dynamic;
    launch.barriers_per_block = probe->barriers;
    launch.cluster_blocks = probe->facts.cluster_blocks;
    if (probe->kind == PROBE_BOUNDS)
        launch.launch_bounds_threads = probe->facts.max_threads_per_block;
    return launch;
}

uint32_t solve_blocks(const struct check *check, const struct cuocc_launch *launch)
{
    struct cuocc_result result;

    return cuocc_solve(check->dev, launch, &result) == CUOCC_OK ? result.active_blocks : 0;
}

uint32_t default_dynamic(const struct check *check, const struct probe *probe)
{
    return check->dev->smem_per_block_default_bytes - probe->facts.static_smem_per_block_bytes;
}

uint32_t most_dynamic(const struct check *check, const struct probe *probe)
{
    return check->dev->smem_per_block_optin_bytes - probe->facts.static_smem_per_block_bytes;
}

enum cuocc_status opt_in(struct check *check, struct probe *probe, bool is_wanted)
{
    uint32_t bytes = is_wanted ? most_dynamic(check, probe) : default_dynamic(check, probe);
    enum cuocc_status status =
        check->cuda->set(probe->kernel, CUDA_SET_MAX_DYNAMIC_SMEM, (int32_t)bytes, check->error);

    if (status == CUOCC_OK)
        probe->opted_in_bytes = bytes;
    return status;
}

enum cuocc_status set_carveout(struct check *check, struct probe *probe, int32_t percent)
{
    return check->cuda->set(probe->kernel, CUDA_SET_CARVEOUT, percent, check->error);
}

/* What the query is known to answer where ours is another: it is blind to bounds and clusters, and
 * answers for the attribute as it stands. */
static uint32_t query_of(const struct check *check, const struct probe *probe,
                         struct cuocc_launch launch, uint32_t ours, enum check_finding *finding)
{
    bool has_bounds =
        launch.launch_bounds_threads > 0 && launch.block_dim[0] > launch.launch_bounds_threads;

    if (dynamic_of(&launch) > probe->opted_in_bytes) {
        *finding = CHECK_FINDING_OPT_IN;
        return 0;
    }
    *finding = has_bounds ? CHECK_FINDING_BOUNDS : CHECK_FINDING_CLUSTER_CAP;
    if (!has_bounds && launch.cluster_blocks == 0)
        return ours;
    launch.launch_bounds_threads = 0;
    launch.cluster_blocks = 0;
    return solve_blocks(check, &launch);
}

enum cuocc_status blocks_point(struct check *check, const struct probe *probe,
                               const struct cuocc_launch *launch)
{
    struct check_difference difference = {.kernel = probe->kernel_name,
                                          .question = "active blocks",
                                          .options = "",
                                          .number = CUOCC_NOT_GIVEN,
                                          .launch = *launch};
    enum check_finding finding;
    uint32_t answer, expected;
    enum cuocc_status status = check->cuda->active_blocks(
        probe->kernel, launch->block_dim[0], dynamic_of(launch), &answer, check->error);

    if (status != CUOCC_OK)
        return status;
    difference.ours = solve_blocks(check, launch);
    difference.driver = answer;
    expected = query_of(check, probe, *launch, (uint32_t)difference.ours, &finding);
    if (difference.ours != answer && answer == expected)
        point_with_finding(check, finding, &difference);
    else
        (void)point(check, &difference);
    return CUOCC_OK;
}

/* --- probes ------------------------------------------------------------------------------------
 */

struct probe *next_probe(struct check *check, const struct probe *from, enum probe_kind kind)
{
    size_t i = from == NULL ? 0 : (size_t)(from - check->probes) + 1;

    while (i < check->probe_count && check->probes[i].kind != kind)
        i++;
    return i < check->probe_count ? &check->probes[i] : NULL;
}

struct probe *probe_named(struct check *check, const char *name)
{
    for (size_t i = 0; i < check->probe_count; i++)
        if (strcmp(check->probes[i].name, name) == 0)
            return &check->probes[i];
    assert(false); /* the probes are listed in probes.h */
    return NULL;
}

static enum cuocc_status add_probe(struct check *check, const char *name, enum probe_kind kind,
                                   uint32_t barriers)
{
    struct probe *probe = &check->probes[check->probe_count];
    enum cuocc_status status;

    assert(check->probe_count < PROBE_MOST);
    *probe =
        (struct probe){.name = name, .kind = kind, .barriers = barriers, .can_count = barriers > 0};
    status = check->cuda->kernel(check->module, name, &probe->kernel, check->error);
    if (status == CUOCC_OK)
        status = check->cuda->kernel_facts(probe->kernel, &probe->facts, check->error);
    if (status != CUOCC_OK)
        return status;
    probe->opted_in_bytes = probe->facts.max_dynamic_smem_bytes;
    check->probe_count++;
    return CUOCC_OK;
}

/* The names of probes.cu; the two that are too small to count name no barrier. */
static const struct {
    char name[PROBE_NAME_SIZE];
    enum probe_kind kind;
    uint32_t barriers;
} probe_rows[] = {
    {"probe_tiny", PROBE_REGISTERS, 0},
    {"probe_small", PROBE_REGISTERS, 0},
#define REGISTER_ROW(registers)     {"probe_registers_" #registers, PROBE_REGISTERS, 1},
#define STATIC_ROW(bytes)           {"probe_static_" #bytes, PROBE_STATIC_SMEM, 1},
#define BARRIER_ROW(barriers)       {"probe_barriers_" #barriers, PROBE_BARRIERS, barriers},
#define BOUNDS_ROW(threads, blocks) {"probe_bounds_" #threads, PROBE_BOUNDS, 1},
    PROBE_REGISTER_LIST(REGISTER_ROW) PROBE_STATIC_LIST(STATIC_ROW) PROBE_BARRIER_LIST(BARRIER_ROW)
        PROBE_BOUNDS_LIST(BOUNDS_ROW){"probe_cluster_4", PROBE_CLUSTER, 1},
};

_Static_assert(sizeof(probe_rows) / sizeof(probe_rows[0]) <= PROBE_MOST, "room for all");

enum cuocc_status check_begin(struct check *check)
{
    enum cuocc_status status =
        check->cuda->load(check->session, NULL, &check->module, check->error);

    if (check->stride == 0)
        check->stride = 1;
    for (size_t i = 0; status == CUOCC_OK && i < sizeof(probe_rows) / sizeof(probe_rows[0]); i++)
        status = add_probe(check, probe_rows[i].name, probe_rows[i].kind, probe_rows[i].barriers);
    return status;
}

void check_end(struct check *check)
{
    if (check->module != NULL)
        check->cuda->unload(check->module);
    check->module = NULL;
}

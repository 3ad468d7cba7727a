/* SPDX-License-Identifier: MIT */
/* Clusters: which SMs share a GPC, and how many clusters are active. */
#include "cuda/check_point.h"
#include "cuocc/cluster.h"

/* Most blocks of a cluster that are asked about; the largest GPCs have fewer SMs. */
#define CLUSTER_MOST 16U

/* --- the GPCs --------------------------------------------------------------------------------- */

/*
 * The driver does not list the SMs of each GPC. It says how many clusters of N blocks are active:
 * with one block per SM that is the sum of floor(g / N) over the GPCs of g SMs. The search is for
 * sizes, in falling order and in pairs of SMs (a TPC has two), that give all its answers.
 */
struct gpc_search {
    uint32_t clusters[CLUSTER_MOST + 1]; /* left to explain, by blocks of a cluster */
    uint32_t sizes[CHECK_GPCS_MAX];
    size_t count;
};

static void take_gpc(struct gpc_search *search, uint32_t size)
{
    for (uint32_t n = 1; n <= CLUSTER_MOST; n++)
        search->clusters[n] -= size / n;
    search->sizes[search->count++] = size;
}

static uint32_t return_gpc(struct gpc_search *search)
{
    uint32_t size = search->sizes[--search->count];

    for (uint32_t n = 1; n <= CLUSTER_MOST; n++)
        search->clusters[n] += size / n;
    return size;
}

/* Whether GPCs up to this size can still be what is left. */
static bool may_take(const struct gpc_search *search, uint32_t size)
{
    for (uint32_t n = 1; n <= CLUSTER_MOST; n++)
        if (search->clusters[n] < size / n)
            return false;
    return search->count < CHECK_GPCS_MAX;
}

static bool is_explained(const struct gpc_search *search)
{
    for (uint32_t n = 1; n <= CLUSTER_MOST; n++)
        if (search->clusters[n] != 0)
            return false;
    return true;
}

/* Depth first without recursion: take the largest that may be, go back where nothing fits. */
static bool search_gpcs(struct gpc_search *search)
{
    uint32_t size = 2 * CLUSTER_MOST;
    uint64_t steps_left = 20000000;

    while (!is_explained(search) && steps_left-- > 0) {
        while (size > 0 && !may_take(search, size))
            size -= 2;
        if (size > 0) {
            take_gpc(search, size);
            continue;
        }
        if (search->count == 0)
            return false;
        size = return_gpc(search) - 2;
    }
    return is_explained(search);
}

static enum cuocc_status ask_clusters(const struct check *check, const struct probe *probe,
                                      const struct cuocc_launch *launch, uint32_t *clusters)
{
    const struct cuda_launch asked = {.grid_blocks = launch->cluster_blocks,
                                      .threads_per_block = launch->block_dim[0],
                                      .dynamic_smem_bytes = dynamic_of(launch),
                                      .cluster_blocks = launch->cluster_blocks};

    return check->cuda->active_clusters(probe->kernel, &asked, clusters, check->error);
}

/* @return whether this device has clusters of more than one block */
static bool has_clusters(const struct check *check)
{
    return check->dev->max_cluster_blocks_portable > 1;
}

static uint32_t most_blocks(const struct check *check)
{
    uint32_t most = check->dev->max_cluster_blocks_nonportable;

    if (most == CUOCC_NOT_GIVEN)
        most = check->dev->max_cluster_blocks_portable;
    return most < CLUSTER_MOST ? most : CLUSTER_MOST;
}

static enum cuocc_status prepare(struct check *check, struct probe *probe)
{
    enum cuocc_status status = opt_in(check, probe, true);

    return status == CUOCC_OK
               ? check->cuda->set(probe->kernel, CUDA_SET_NON_PORTABLE_CLUSTER, 1, check->error)
               : status;
}

enum cuocc_status find_gpcs(struct check *check)
{
    struct probe *probe = probe_named(check, "probe_registers_32");
    struct gpc_search search = {.count = 0};
    enum cuocc_status status;

    if (!has_clusters(check) || most_blocks(check) < CLUSTER_MOST || check->gpc_count > 0)
        return CUOCC_OK;
    status = prepare(check, probe);
    for (uint32_t n = 1; status == CUOCC_OK && n <= CLUSTER_MOST; n++) {
        struct cuocc_launch launch = launch_of_probe(probe, 32, most_dynamic(check, probe));

        launch.cluster_blocks = n;
        status = ask_clusters(check, probe, &launch, &search.clusters[n]);
    }
    if (status != CUOCC_OK)
        return status == CUOCC_ERR_UNSUPPORTED ? CUOCC_OK : status;
    if (search.clusters[1] == check->dev->sm_count && search_gpcs(&search)) {
        check->gpc_count = search.count;
        for (size_t i = 0; i < search.count; i++)
            check->gpc_sms[i] = search.sizes[i];
    }
    return CUOCC_OK;
}

/* --- active clusters ------------------------------------------------------------------------- */

static enum cuocc_status cluster_point(struct check *check, const struct probe *probe,
                                       const struct cuocc_launch *launch)
{
    struct check_difference difference = {.question = "active clusters",
                                          .options = "--cluster",
                                          .number = launch->cluster_blocks,
                                          .launch = *launch};
    struct cuocc_result result;
    struct cuocc_cluster cluster;
    uint32_t clusters;
    enum cuocc_status status = ask_clusters(check, probe, launch, &clusters);

    if (status != CUOCC_OK || cuocc_solve(check->dev, launch, &result) != CUOCC_OK ||
        cuocc_cluster(check->dev, launch, &result, check->gpc_count > 0 ? check->gpc_sms : NULL,
                      check->gpc_count, &cluster) != CUOCC_OK)
        return status;
    difference.ours = cluster.active_clusters;
    difference.driver = clusters;
    if ((result.reasons & 1U << CUOCC_REASON_CLUSTER_BLOCKS) != 0 && clusters > 0) {
        point_with_finding(check, CHECK_FINDING_CLUSTER_TOO_LARGE, &difference);
        return CUOCC_OK;
    }
    /* Without the GPCs ours is a bound. */
    if (!cluster.exact && clusters <= cluster.active_clusters)
        difference.ours = clusters;
    (void)point(check, &difference);
    return CUOCC_OK;
}

/* The most blocks of a cluster of which at least one is active. */
static enum cuocc_status largest_point(struct check *check, const struct probe *probe,
                                       struct cuocc_launch launch)
{
    struct check_difference difference = {.question = "largest cluster",
                                          .options = "--cluster",
                                          .number = CUOCC_NOT_GIVEN,
                                          .launch = launch};
    const struct cuda_launch asked = {.grid_blocks = most_blocks(check),
                                      .threads_per_block = launch.block_dim[0],
                                      .dynamic_smem_bytes = dynamic_of(&launch)};
    uint32_t largest, ours = 0;
    enum cuocc_status status =
        check->cuda->largest_cluster(probe->kernel, &asked, &largest, check->error);

    if (status != CUOCC_OK)
        return status == CUOCC_ERR_UNSUPPORTED ? CUOCC_OK : status;
    for (launch.cluster_blocks = 1; launch.cluster_blocks <= most_blocks(check);
         launch.cluster_blocks++) {
        struct cuocc_result result;
        struct cuocc_cluster cluster;

        if (cuocc_solve(check->dev, &launch, &result) == CUOCC_OK &&
            cuocc_cluster(check->dev, &launch, &result, check->gpc_sms, check->gpc_count,
                          &cluster) == CUOCC_OK &&
            cluster.active_clusters > 0)
            ours = launch.cluster_blocks;
    }
    difference.ours = ours;
    difference.driver = largest;
    (void)point(check, &difference);
    return CUOCC_OK;
}

static enum cuocc_status clusters_of_block(struct check *check, const struct probe *probe,
                                           uint32_t threads, uint32_t dynamic)
{
    struct cuocc_launch launch = launch_of_probe(probe, threads, dynamic);
    enum cuocc_status status = CUOCC_OK;

    if (solve_blocks(check, &launch) == 0)
        return CUOCC_OK;
    if (check->gpc_count > 0)
        status = largest_point(check, probe, launch);
    /* Two more than a launch may have. */
    for (uint32_t n = 1; status == CUOCC_OK && n <= most_blocks(check) + 2; n++) {
        launch.cluster_blocks = n;
        status = cluster_point(check, probe, &launch);
    }
    return status;
}

static enum cuocc_status clusters_of_probe(struct check *check, struct probe *probe)
{
    static const uint32_t sizes[] = {0, 8192, 20000, 48000, 70000, 100000, 232448};
    enum cuocc_status status = prepare(check, probe);

    for (uint32_t threads = 32; threads <= check->dev->max_threads_per_block;
         threads += 32 * small_stride(check))
        for (size_t i = 0; status == CUOCC_OK && i < sizeof(sizes) / sizeof(sizes[0]); i++)
            status = clusters_of_block(check, probe, threads, sizes[i]);
    return status;
}

enum cuocc_status check_clusters(struct check *check)
{
    static const char names[][PROBE_NAME_SIZE] = {"probe_registers_24", "probe_registers_64",
                                                  "probe_registers_128", "probe_registers_255"};
    enum cuocc_status status = find_gpcs(check);

    if (!has_clusters(check))
        return status;
    for (size_t i = 0; status == CUOCC_OK && i < sizeof(names) / sizeof(names[0]); i++)
        status = clusters_of_probe(check, probe_named(check, names[i]));
    /* A driver without the question: nothing was asked. */
    return status == CUOCC_ERR_UNSUPPORTED ? CUOCC_OK : status;
}

/* SPDX-License-Identifier: MIT */
/**
 * Thread block clusters: how many are resident on the whole GPU.
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_CLUSTER_H
#define CUOCC_CLUSTER_H

#include <stddef.h>

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/** A launch in thread block clusters on the whole GPU. */
struct cuocc_cluster {
    uint32_t blocks; /* of one cluster */
    uint32_t active_blocks_per_sm;
    /* Most resident blocks per SM of cluster launches, counted already in
     * active_blocks; CUOCC_NOT_GIVEN where it is not known, and then
     * active_blocks may be too many. */
    uint32_t cap_per_sm;
    /* Clusters resident at once on the whole GPU; UINT64_MAX without an SM
     * count. An upper bound unless `exact`: the blocks of a cluster share a
     * GPC, and which SMs do differs from die to die. */
    uint64_t active_clusters;
    bool exact;
    bool is_portable;         /* at most what every device with clusters allows */
    bool max_is_unknown;      /* not portable, and the device's most is not published */
    bool grid_is_indivisible; /* a grid is given and is no multiple of the cluster: refused */
};

/**
 * @param dev        Its sm_count may be CUOCC_NOT_GIVEN.
 * @param launch     Its cluster_blocks is at least 1.
 * @param result     Of cuocc_solve() for the same device and launch; it has
 *                   reasons if the device forbids such clusters.
 * @param gpc_sms    SMs of each GPC as clusters see them, or NULL. With N blocks
 *                   a cluster and B active blocks per SM a GPC of g SMs holds
 *                   floor(g x B / N) clusters, but none if g < N, however many
 *                   blocks fit on its SMs. Without the list the bound is
 *                   floor(SMs x B / N).
 * @param gpc_count  Entries of gpc_sms, 0 with NULL.
 * @param out        Filled on CUOCC_OK.
 * @return           CUOCC_ERR_ARGUMENT  no cluster, a GPC of 0 SMs, or the GPCs
 *                                       do not add up to the device's SMs
 *
 * Source: measured on an H200, all 896 rows of api_clusters.csv and 405 of
 *         resident_clusters.csv in tests/oracle/data/h200; its GPCs are there.
 */
CUOCC_API enum cuocc_status cuocc_cluster(const struct cuocc_device *dev,
                                          const struct cuocc_launch *launch,
                                          const struct cuocc_result *result,
                                          const uint32_t *gpc_sms, size_t gpc_count,
                                          struct cuocc_cluster *out);

CUOCC_END_DECLS

#endif

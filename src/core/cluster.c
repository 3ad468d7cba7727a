/* SPDX-License-Identifier: MIT */
/* Clusters that are resident on the whole GPU. */
#include "cuocc/cluster.h"

#include "core/arith.h"

/* Clusters of N blocks on each GPC, added up. */
static uint64_t clusters_on_gpcs(const uint32_t *gpc_sms, size_t gpc_count, uint64_t blocks_per_sm,
                                 uint64_t cluster_blocks)
{
    uint64_t clusters = 0;

    for (size_t i = 0; i < gpc_count; i++)
        if (gpc_sms[i] >= cluster_blocks)
            clusters += gpc_sms[i] * blocks_per_sm / cluster_blocks;
    return clusters;
}

/* SMs of all GPCs; 0 if a GPC has none or they are not the device's. */
static uint64_t sms_of_gpcs(const struct cuocc_device *dev, const uint32_t *gpc_sms,
                            size_t gpc_count)
{
    uint64_t sms = 0;

    for (size_t i = 0; i < gpc_count; i++) {
        if (gpc_sms[i] == 0)
            return 0;
        sms += gpc_sms[i];
    }
    return dev->sm_count == CUOCC_NOT_GIVEN || sms == dev->sm_count ? sms : 0;
}

enum cuocc_status cuocc_cluster(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                                const struct cuocc_result *result, const uint32_t *gpc_sms,
                                size_t gpc_count, struct cuocc_cluster *out)
{
    uint32_t blocks = launch->cluster_blocks;
    bool has_sms = dev->sm_count != CUOCC_NOT_GIVEN;

    if (blocks == 0 || (gpc_count > 0 && sms_of_gpcs(dev, gpc_sms, gpc_count) == 0))
        return CUOCC_ERR_ARGUMENT;
    *out = (struct cuocc_cluster){
        .blocks = blocks,
        .active_blocks_per_sm = result->active_blocks,
        .cap_per_sm = dev->max_cluster_resident_blocks_per_sm,
        .active_clusters = UINT64_MAX,
        .exact = gpc_count > 0 || result->active_blocks == 0,
        .is_portable = blocks <= dev->max_cluster_blocks_portable,
        .grid_is_indivisible = cuocc_launch_grid_blocks(launch) % blocks != 0,
    };
    out->max_is_unknown =
        !out->is_portable && dev->max_cluster_blocks_nonportable == CUOCC_NOT_GIVEN;
    if (result->active_blocks == 0)
        out->active_clusters = 0;
    else if (gpc_count > 0)
        out->active_clusters = clusters_on_gpcs(gpc_sms, gpc_count, result->active_blocks, blocks);
    else if (has_sms)
        out->active_clusters = (uint64_t)dev->sm_count * result->active_blocks / blocks;
    return CUOCC_OK;
}

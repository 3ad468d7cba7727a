/* SPDX-License-Identifier: MIT */
/* The occupancy model: one function per limit, then the minimum. Formulas: docs/model.md. */
#include "cuocc/solver.h"

#include "core/arith.h"
#include "core/least.h"
#include "core/limits.h"
#include "core/regs.h"
#include "core/smem.h"

/* One launch on its way through the limits; each limit fills its own entries of out. */
struct placement {
    const struct cuocc_device *dev;
    const struct cuocc_launch *launch;
    struct cuocc_result *out;
};

static void refuse_if(struct placement *p, bool is_broken, enum cuocc_reason reason)
{
    /* No branch: which launches are refused is as good as random to the processor. */
    p->out->reasons |= (uint32_t)is_broken << (unsigned)reason;
}

static void set_resource(struct placement *p, enum cuocc_limit limit, uint64_t per_block,
                         uint32_t per_sm)
{
    p->out->per_block[limit] = per_block;
    p->out->per_sm[limit] = per_sm;
}

static uint32_t blocks_by_threads(struct placement *p)
{
    const struct cuocc_device *dev = p->dev;
    const uint32_t *dim = p->launch->block_dim;
    uint32_t bounds = p->launch->launch_bounds_threads;
    uint32_t threads = p->out->threads_per_block;
    /* A flat block that is too long is told once, as too many threads. */
    bool is_flat = dim[1] == 1 && dim[2] == 1 && threads > dev->max_threads_per_block;

    set_resource(p, CUOCC_LIMIT_THREADS, threads, dev->max_threads_per_sm);
    refuse_if(p, threads > dev->max_threads_per_block, CUOCC_REASON_THREADS_PER_BLOCK);
    refuse_if(p, dim[0] > dev->max_block_x_threads && !is_flat, CUOCC_REASON_BLOCK_X);
    refuse_if(p, dim[1] > dev->max_block_y_threads, CUOCC_REASON_BLOCK_Y);
    refuse_if(p, dim[2] > dev->max_block_z_threads, CUOCC_REASON_BLOCK_Z);
    refuse_if(p, bounds > 0 && threads > bounds, CUOCC_REASON_LAUNCH_BOUNDS);
    return dev->max_threads_per_sm / threads;
}

static uint32_t blocks_by_warps(struct placement *p)
{
    set_resource(p, CUOCC_LIMIT_WARPS, p->out->warps_per_block, p->dev->max_warps_per_sm);
    if (p->out->threads_per_block > p->dev->max_threads_per_block)
        return 0;
    return p->dev->max_warps_per_sm / p->out->warps_per_block;
}

static uint32_t blocks_by_blocks(struct placement *p)
{
    const uint32_t *dim = p->launch->grid_dim;

    set_resource(p, CUOCC_LIMIT_BLOCKS, 1, p->dev->max_blocks_per_sm);
    refuse_if(p, dim[0] > p->dev->max_grid_x_blocks, CUOCC_REASON_GRID_X);
    refuse_if(p, dim[1] > p->dev->max_grid_y_blocks, CUOCC_REASON_GRID_Y);
    refuse_if(p, dim[2] > p->dev->max_grid_z_blocks, CUOCC_REASON_GRID_Z);
    return p->dev->max_blocks_per_sm;
}

static uint32_t blocks_by_registers(struct placement *p)
{
    const struct cuocc_device *dev = p->dev;
    struct cuocc_result *out = p->out;
    uint32_t regs = p->launch->regs_per_thread;
    bool is_given = regs != CUOCC_NOT_GIVEN;

    if (!is_given || regs == 0) {
        set_resource(p, CUOCC_LIMIT_REGISTERS, is_given ? 0 : UINT64_MAX, dev->regs_per_sm);
        return CUOCC_UNLIMITED;
    }
    out->regs_per_warp = regs_allocated_per_warp(dev, regs);
    out->regs_checked_per_block =
        mul_sat(out->regs_per_warp, regs_checked_warps(dev, out->warps_per_block));
    set_resource(p, CUOCC_LIMIT_REGISTERS, mul_sat(out->regs_per_warp, out->warps_per_block),
                 dev->regs_per_sm);
    refuse_if(p, regs > dev->max_regs_per_thread, CUOCC_REASON_REGS_PER_THREAD);
    refuse_if(p, out->regs_checked_per_block > dev->max_regs_per_block,
              CUOCC_REASON_REGS_PER_BLOCK);

    /* A warp takes all its registers from the sub-partition that it lives in. One division for the
     * two of the model: floor(floor(R / s) / a) is floor(R / (s a)). */
    out->warps_per_sub_partition =
        (uint32_t)(dev->regs_per_sm / (out->regs_per_warp * dev->sub_partitions_per_sm));
    return out->warps_per_sub_partition * dev->sub_partitions_per_sm / out->warps_per_block;
}

static uint32_t blocks_by_shared(struct placement *p)
{
    const struct cuocc_device *dev = p->dev;
    uint32_t asked = p->launch->smem_per_block_bytes;
    uint64_t allocated = smem_allocated_bytes(dev, asked);
    uint32_t wanted = smem_config_wanted(dev, p->launch);
    uint32_t config = smem_config_for(dev, wanted, allocated);

    p->out->carveout_wanted_bytes = wanted;
    set_resource(p, CUOCC_LIMIT_SHARED, allocated, config);
    refuse_if(p, asked > dev->smem_per_block_optin_bytes, CUOCC_REASON_SMEM_PER_BLOCK);
    return allocated == 0 ? CUOCC_UNLIMITED : (uint32_t)(config / allocated);
}

static uint32_t blocks_by_barriers(struct placement *p)
{
    const struct cuocc_device *dev = p->dev;
    uint32_t barriers = p->launch->barriers_per_block;
    bool is_given = barriers != CUOCC_NOT_GIVEN;

    set_resource(p, CUOCC_LIMIT_BARRIERS, is_given ? barriers : UINT64_MAX, dev->barriers_per_sm);
    if (!is_given || barriers == 0)
        return CUOCC_UNLIMITED;
    refuse_if(p, barriers > dev->max_barriers_per_block, CUOCC_REASON_BARRIERS_PER_BLOCK);
    return dev->barriers_limit_blocks ? dev->barriers_per_sm / barriers : CUOCC_UNLIMITED;
}

/* The most blocks of a cluster: 0 without clusters, CUOCC_NOT_GIVEN if not known. */
static uint32_t max_cluster_blocks(const struct cuocc_device *dev)
{
    return dev->max_cluster_blocks_portable <= 1 ? 0 : dev->max_cluster_blocks_nonportable;
}

static uint32_t blocks_by_cluster(struct placement *p)
{
    uint32_t cap = p->dev->max_cluster_resident_blocks_per_sm;

    set_resource(p, CUOCC_LIMIT_CLUSTER, 1, cap);
    if (p->launch->cluster_blocks == 0)
        return CUOCC_UNLIMITED;
    refuse_if(p, p->launch->cluster_blocks > max_cluster_blocks(p->dev),
              CUOCC_REASON_CLUSTER_BLOCKS);
    return cap == CUOCC_NOT_GIVEN ? CUOCC_UNLIMITED : cap;
}

/* Inlined, and with it each limit: calls through a table cost more than the arithmetic. */
static inline void apply(struct placement *p, struct least *least, enum cuocc_limit limit,
                         uint32_t (*blocks_by)(struct placement *))
{
    uint32_t reasons_before = p->out->reasons;
    uint32_t blocks = blocks_by(p);

    /* A limit finds its own reasons only. */
    blocks = p->out->reasons != reasons_before ? 0 : blocks;
    least_apply(least, blocks, LIMIT_BIT(limit));
    p->out->block_limit[limit] = blocks;
}

_Static_assert(CUOCC_LIMIT_COUNT == 7, "every limit is applied below");

static void apply_limits(struct placement *p)
{
    struct cuocc_result *out = p->out;
    struct least least = {.blocks = CUOCC_UNLIMITED};

    apply(p, &least, CUOCC_LIMIT_THREADS, blocks_by_threads);
    apply(p, &least, CUOCC_LIMIT_WARPS, blocks_by_warps);
    apply(p, &least, CUOCC_LIMIT_BLOCKS, blocks_by_blocks);
    apply(p, &least, CUOCC_LIMIT_REGISTERS, blocks_by_registers);
    apply(p, &least, CUOCC_LIMIT_SHARED, blocks_by_shared);
    apply(p, &least, CUOCC_LIMIT_BARRIERS, blocks_by_barriers);
    apply(p, &least, CUOCC_LIMIT_CLUSTER, blocks_by_cluster);
    out->limiters = least.limiters;
    out->active_blocks = least.blocks;
    out->active_warps = least.blocks * out->warps_per_block;
    out->active_threads = least.blocks * out->threads_per_block;
}

enum cuocc_status cuocc_solve(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                              struct cuocc_result *out)
{
    struct placement p = {.dev = dev, .launch = launch, .out = out};
    uint32_t threads = cuocc_launch_threads(launch);

    if (threads == 0 || !smem_carveout_is_valid(dev, launch) ||
        launch->static_smem_per_block_bytes > launch->smem_per_block_bytes)
        return CUOCC_ERR_ARGUMENT;
    /* The limits fill the rest; clearing all of it first would cost a third of the call. */
    out->threads_per_block = threads;
    out->warps_per_block = (uint32_t)div_up(threads, dev->warp_size_threads);
    out->reasons = 0;
    out->regs_per_warp = 0;
    out->regs_checked_per_block = 0;
    out->warps_per_sub_partition = 0;
    apply_limits(&p);
    return CUOCC_OK;
}

/* Value and bound of each reason, in the order of the list. */
static void reason_values(const struct placement *p, enum cuocc_reason reason, uint64_t *value,
                          uint64_t *bound)
{
    const struct cuocc_device *dev = p->dev;
    const struct cuocc_launch *launch = p->launch;
    const struct {
        uint64_t value, bound;
    } rows[] = {
        [CUOCC_REASON_THREADS_PER_BLOCK] = {p->out->threads_per_block, dev->max_threads_per_block},
        [CUOCC_REASON_BLOCK_X] = {launch->block_dim[0], dev->max_block_x_threads},
        [CUOCC_REASON_BLOCK_Y] = {launch->block_dim[1], dev->max_block_y_threads},
        [CUOCC_REASON_BLOCK_Z] = {launch->block_dim[2], dev->max_block_z_threads},
        [CUOCC_REASON_LAUNCH_BOUNDS] = {p->out->threads_per_block, launch->launch_bounds_threads},
        [CUOCC_REASON_GRID_X] = {launch->grid_dim[0], dev->max_grid_x_blocks},
        [CUOCC_REASON_GRID_Y] = {launch->grid_dim[1], dev->max_grid_y_blocks},
        [CUOCC_REASON_GRID_Z] = {launch->grid_dim[2], dev->max_grid_z_blocks},
        [CUOCC_REASON_REGS_PER_THREAD] = {launch->regs_per_thread, dev->max_regs_per_thread},
        [CUOCC_REASON_REGS_PER_BLOCK] = {p->out->regs_checked_per_block, dev->max_regs_per_block},
        [CUOCC_REASON_SMEM_PER_BLOCK] = {launch->smem_per_block_bytes,
                                         dev->smem_per_block_optin_bytes},
        [CUOCC_REASON_BARRIERS_PER_BLOCK] = {launch->barriers_per_block,
                                             dev->max_barriers_per_block},
        [CUOCC_REASON_CLUSTER_BLOCKS] = {launch->cluster_blocks, max_cluster_blocks(dev)},
    };

    _Static_assert(sizeof(rows) / sizeof(rows[0]) == CUOCC_REASON_COUNT, "a row for every reason");
    *value = rows[reason].value;
    *bound = rows[reason].bound;
}

void cuocc_reason_detail(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                         const struct cuocc_result *result, enum cuocc_reason reason,
                         struct cuocc_reason_detail *out)
{
    struct cuocc_result copy = *result;
    const struct placement p = {.dev = dev, .launch = launch, .out = &copy};

    out->limit = reason_infos[reason].limit;
    out->unit = reason_infos[reason].unit;
    out->text = reason_infos[reason].text;
    reason_values(&p, reason, &out->value, &out->bound);
}

double cuocc_occupancy(const struct cuocc_device *dev, uint32_t active_warps)
{
    return (double)active_warps / dev->max_warps_per_sm;
}

double cuocc_lane_utilization(const struct cuocc_device *dev, uint32_t threads_per_block)
{
    return threads_per_block / (double)round_up(threads_per_block, dev->warp_size_threads);
}

/* SPDX-License-Identifier: MIT */
/* What the blocks of one kernel leave for those of another. */
#include "cuocc/coresident.h"

#include "core/arith.h"
#include "core/smem.h"

/* A kernel by itself. */
struct solo {
    const struct cuocc_launch *launch;
    struct cuocc_result result;
};

static bool carveout_is_default(const struct cuocc_launch *launch)
{
    return launch->carveout_bytes == CUOCC_NOT_GIVEN && launch->carveout_percent < 0;
}

/* The configuration that the driver sets for a kernel on an empty SM. */
static uint32_t config_of(const struct cuocc_device *dev, const struct solo *kernel)
{
    if (dev->smem_carveout_count == 0 || !carveout_is_default(kernel->launch))
        return kernel->result.per_sm[CUOCC_LIMIT_SHARED];
    return smem_config_for(
        dev, 0,
        mul_sat(kernel->result.active_blocks, kernel->result.per_block[CUOCC_LIMIT_SHARED]));
}

/* The least percentage that asks for `bytes`. */
static uint32_t carveout_percent_for(const struct cuocc_device *dev, struct cuocc_launch launch,
                                     uint32_t bytes)
{
    launch.carveout_bytes = CUOCC_NOT_GIVEN;
    launch.carveout_percent = 0;
    while (launch.carveout_percent < 100 && smem_config_wanted(dev, &launch) < bytes)
        launch.carveout_percent++;
    return (uint32_t)launch.carveout_percent;
}

static void set_config(const struct cuocc_device *dev, const struct solo *first,
                       const struct solo *second, struct cuocc_pair_config *out)
{
    out->first_bytes = config_of(dev, first);
    out->second_bytes = config_of(dev, second);
    out->second_waits = out->second_bytes > out->first_bytes;
    out->first_carveout_percent = CUOCC_NOT_GIVEN;
    if (out->second_waits)
        out->first_carveout_percent = carveout_percent_for(dev, *first->launch, out->second_bytes);
    out->bytes = out->second_waits ? out->second_bytes : out->first_bytes;
}

static enum cuocc_status solve_both(const struct cuocc_device *dev, struct solo *first,
                                    struct solo *second)
{
    enum cuocc_status status = cuocc_solve(dev, first->launch, &first->result);

    return status == CUOCC_OK ? cuocc_solve(dev, second->launch, &second->result) : status;
}

enum cuocc_status cuocc_pair_config(const struct cuocc_device *dev,
                                    const struct cuocc_launch *first,
                                    const struct cuocc_launch *second,
                                    struct cuocc_pair_config *out)
{
    struct solo a = {.launch = first}, b = {.launch = second};
    enum cuocc_status status = solve_both(dev, &a, &b);

    if (status == CUOCC_OK)
        set_config(dev, &a, &b, out);
    return status;
}

/* What blocks of the first kernel take of a resource; nothing if they do not use it, or are not
 * known to. */
static uint64_t taken_by(const struct solo *kernel, uint32_t blocks, enum cuocc_limit limit)
{
    if (kernel->result.block_limit[limit] == CUOCC_UNLIMITED)
        return 0;
    return mul_sat(kernel->result.per_block[limit], blocks);
}

/* Resources that all blocks of an SM take from one pool. */
static uint32_t blocks_from_pool(const struct solo *first, uint32_t first_blocks,
                                 const struct solo *second, enum cuocc_limit limit, uint32_t pool)
{
    uint64_t taken = taken_by(first, first_blocks, limit);

    return taken > pool ? 0 : (uint32_t)((pool - taken) / second->result.per_block[limit]);
}

/* Warps of all blocks go to the sub-partitions in turn, also from one kernel to the next, and a
 * warp does not go elsewhere if its own is full: docs/validation-planning.md, "two kernels". */
static uint32_t blocks_from_registers(const struct cuocc_device *dev, const struct solo *first,
                                      uint32_t first_blocks, const struct solo *second)
{
    uint32_t parts = dev->sub_partitions_per_sm;
    uint32_t first_warps = first_blocks * first->result.warps_per_block;
    uint64_t least = UINT64_MAX;

    /* The i-th sub-partition from the one that the second kernel's first warp goes to. */
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t part = (first_warps + i) % parts;
        uint64_t resident = first_warps / parts + (part < first_warps % parts);
        uint64_t free_regs = dev->regs_per_sm / parts - resident * first->result.regs_per_warp;
        uint64_t warps = free_regs / second->result.regs_per_warp;
        /* Of N warps in turn it gets as many as it holds if N <= warps x parts + i. */
        uint64_t blocks = (warps * parts + i) / second->result.warps_per_block;

        if (blocks < least)
            least = blocks;
    }
    return (uint32_t)least;
}

static void place_second(const struct cuocc_device *dev, const struct solo *first,
                         const struct solo *second, uint32_t shared_bytes,
                         struct cuocc_coresident *out)
{
    out->second_blocks = CUOCC_UNLIMITED;
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        enum cuocc_limit limit = (enum cuocc_limit)i;
        uint32_t alone = second->result.block_limit[i];

        if (alone == 0 || alone == CUOCC_UNLIMITED)
            out->block_limit[i] = alone;
        else if (limit == CUOCC_LIMIT_REGISTERS)
            out->block_limit[i] = blocks_from_registers(dev, first, out->first_blocks, second);
        else
            out->block_limit[i] = blocks_from_pool(
                first, out->first_blocks, second, limit,
                limit == CUOCC_LIMIT_SHARED ? shared_bytes : second->result.per_sm[i]);
        out->second_blocks = min_u32(out->second_blocks, out->block_limit[i]);
    }
}

enum cuocc_status cuocc_coresident(const struct cuocc_device *dev, const struct cuocc_launch *first,
                                   const struct cuocc_launch *second, uint32_t first_blocks,
                                   struct cuocc_coresident *out)
{
    struct solo a = {.launch = first}, b = {.launch = second};
    struct cuocc_coresident pair = {.first_blocks = first_blocks};
    struct cuocc_pair_config config;
    enum cuocc_status status = solve_both(dev, &a, &b);

    if (status != CUOCC_OK)
        return status;
    if (first_blocks > a.result.active_blocks)
        return CUOCC_ERR_ARGUMENT;
    set_config(dev, &a, &b, &config);
    place_second(dev, &a, &b, config.bytes, &pair);
    pair.active_warps =
        first_blocks * a.result.warps_per_block + pair.second_blocks * b.result.warps_per_block;
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        if (pair.block_limit[i] == pair.second_blocks)
            pair.limiters |= 1U << i;
    *out = pair;
    return CUOCC_OK;
}

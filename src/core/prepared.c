/* SPDX-License-Identifier: MIT */
/* Many launches on one device: tables that cuocc_solve() fills. */
#include "cuocc/prepared.h"

#include <string.h>

#include "core/arith.h"
#include "core/launch.h"
#include "core/least.h"
#include "core/regs.h"
#include "core/smem.h"

/* The quotient of two numbers below 2^16, from a product: see per_unit. */
#define RECIPROCAL_BITS 31

/* More blocks than any limit. */
#define UNLIMITED UINT16_MAX

/* The limits that a block size decides, with those that are the same for all blocks. Whole warps
 * never allow more blocks than threads do, so the least depends on the warps alone; whether threads
 * allow no more does not. */
#define BLOCK_BITS                                                                                 \
    (LIMIT_BIT(CUOCC_LIMIT_THREADS) | LIMIT_BIT(CUOCC_LIMIT_WARPS) |                               \
     LIMIT_BIT(CUOCC_LIMIT_BLOCKS) | LIMIT_BIT(CUOCC_LIMIT_BARRIERS))

_Static_assert(CUOCC_LIMIT_COUNT <= 8, "a bit for each limit in uint8_t");

/* --- preparing ------------------------------------------------------------------------------- */

/* Ask about a launch of which no more is told than this. */
static struct cuocc_result probe(const struct cuocc_device *dev, uint32_t threads, uint32_t regs,
                                 uint32_t barriers)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;
    struct cuocc_result result = {.active_blocks = 0};

    launch.block_dim[0] = threads;
    launch.regs_per_thread = regs;
    launch.barriers_per_block = barriers;
    (void)cuocc_solve(dev, &launch, &result);
    return result;
}

/* Up to the most whole warps that a block may have and the tables hold. */
static void prepare_blocks(struct cuocc_solver *solver)
{
    const struct cuocc_device *dev = &solver->dev;
    uint32_t most =
        min_u32(CUOCC_PREPARED_THREADS - 1, (CUOCC_PREPARED_WARPS - 1) * dev->warp_size_threads);

    most = min_u32(most, min_u32(dev->max_threads_per_block, dev->max_block_x_threads));
    solver->max_threads = (uint32_t)round_down(most, dev->warp_size_threads);
    for (uint32_t threads = 1; threads <= solver->max_threads; threads++) {
        const struct cuocc_result result = probe(dev, threads, 0, 1);

        solver->by_threads[threads] = (struct cuocc_prepared_block){
            .warps = (uint8_t)result.warps_per_block,
            .limiters = (uint8_t)(least_of(&result, BLOCK_BITS).limiters |
                                  LIMIT_BIT(CUOCC_LIMIT_REGISTERS)),
        };
    }
}

static void prepare_reg_class(struct cuocc_solver *solver, uint32_t class, uint32_t regs)
{
    const struct cuocc_device *dev = &solver->dev;

    for (uint32_t warps = 1; warps <= solver->max_threads / dev->warp_size_threads; warps++) {
        const struct cuocc_result result = probe(dev, warps * dev->warp_size_threads, regs, 1);
        const struct least least = least_of(&result, BLOCK_BITS | LIMIT_BIT(CUOCC_LIMIT_REGISTERS));
        bool is_by_block = (least.limiters & BLOCK_BITS) != 0;

        solver->by_regs[class * CUOCC_PREPARED_WARPS + warps] = (struct cuocc_prepared_limit){
            .blocks = (uint16_t)least.blocks,
            .allowed = (uint8_t)(least.limiters | (is_by_block ? BLOCK_BITS : 0)),
        };
    }
}

/* Register counts that a warp is given the same for have one answer. */
static void prepare_regs(struct cuocc_solver *solver)
{
    uint32_t last = min_u32(CUOCC_PREPARED_REGS - 1, solver->dev.max_regs_per_thread);
    uint32_t class = 0;

    prepare_reg_class(solver, class, 0);
    solver->reg_row[0] = 0;
    solver->max_regs = 0;
    for (uint32_t regs = 1; regs <= last; regs++) {
        if (regs_allocated_per_warp(&solver->dev, regs) !=
            regs_allocated_per_warp(&solver->dev, regs - 1)) {
            if (++class == CUOCC_PREPARED_REG_CLASSES)
                break;
            prepare_reg_class(solver, class, regs);
        }
        solver->reg_row[regs] = (uint16_t)(class * CUOCC_PREPARED_WARPS);
        solver->max_regs = regs;
    }
}

static void prepare_barriers(struct cuocc_solver *solver)
{
    const struct cuocc_device *dev = &solver->dev;

    solver->max_barriers = min_u32(CUOCC_PREPARED_BARRIERS - 1, dev->max_barriers_per_block);
    for (uint32_t barriers = 0; barriers <= solver->max_barriers; barriers++) {
        const struct cuocc_result result = probe(dev, 1, 0, barriers);

        solver->by_barriers[barriers] = result.block_limit[CUOCC_LIMIT_BARRIERS];
    }
    solver->needs_barriers = solver->by_barriers[1] <= dev->max_blocks_per_sm;
}

/* Returns false if the tables cannot hold the shared memory of this device. */
static bool prepare_shared(struct cuocc_solver *solver)
{
    const struct cuocc_device *dev = &solver->dev;
    uint32_t unit = dev->smem_alloc_unit_bytes;
    uint32_t shift = 0;

    while (unit >> shift > 1)
        shift++;
    solver->smem_unit_shift = shift;
    solver->smem_overhead_bytes = smem_overhead_bytes(dev);
    solver->max_smem_bytes = dev->smem_per_block_optin_bytes;
    for (uint32_t units = 1; units < CUOCC_PREPARED_SMEM_UNITS; units++)
        solver->per_unit[units] = (uint32_t)div_up(1ULL << RECIPROCAL_BITS, units);
    return unit == 1U << shift && dev->smem_per_sm_bytes >> shift <= UINT16_MAX &&
           smem_allocated_bytes(dev, solver->max_smem_bytes) >> shift < CUOCC_PREPARED_SMEM_UNITS;
}

static void prepare_configs(struct cuocc_solver *solver)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

    solver->percent_count = solver->dev.smem_carveout_count > 0 ? CUOCC_PREPARED_PERCENTAGES : 1;
    for (uint32_t i = 0; i < solver->percent_count; i++) {
        launch.carveout_percent = (int32_t)i - 1;
        solver->config_units[i] =
            (uint16_t)(smem_config_wanted(&solver->dev, &launch) >> solver->smem_unit_shift);
    }
    solver->by_smem[0] = UNLIMITED;
    for (uint32_t units = 1; units < CUOCC_PREPARED_SMEM_UNITS; units++)
        solver->by_smem[units] = (uint16_t)(solver->config_units[0] / units);
}

void cuocc_solver_prepare(const struct cuocc_device *dev, struct cuocc_solver *solver)
{
    solver->dev = *dev;
    prepare_blocks(solver);
    prepare_regs(solver);
    prepare_barriers(solver);
    if (prepare_shared(solver) && dev->max_blocks_per_sm < UNLIMITED)
        prepare_configs(solver);
    else
        solver->max_threads = 0; /* no launch is within the tables */
}

/* --- one launch ------------------------------------------------------------------------------ */

/* A launch within the tables, as they take it. */
struct key {
    uint32_t threads;
    uint32_t regs;
    uint32_t smem_blocks; /* that shared memory allows */
};

static inline void look_up(const struct cuocc_solver *solver, const struct key *key,
                           struct cuocc_blocks *out)
{
    struct cuocc_prepared_block block = solver->by_threads[key->threads];
    struct cuocc_prepared_limit limit = solver->by_regs[solver->reg_row[key->regs] + block.warps];
    uint32_t least = min_u32(limit.blocks, key->smem_blocks);
    uint32_t limiters = block.limiters & limit.allowed;
    /* Products in place of choices: which limit is the least is as good as random to the processor,
     * and compilers make branches of `?:` here. */
    uint32_t is_shared = key->smem_blocks == least;

    limiters *= limit.blocks == least;
    out->active_blocks = least;
    out->active_warps = least * block.warps;
    out->limiters = limiters | is_shared << CUOCC_LIMIT_SHARED;
}

static enum cuocc_status solve_without_tables(const struct cuocc_solver *solver,
                                              const struct cuocc_launch *launch,
                                              struct cuocc_blocks *out)
{
    struct cuocc_result result;
    enum cuocc_status status = cuocc_solve(&solver->dev, launch, &result);

    if (status == CUOCC_OK)
        *out = (struct cuocc_blocks){.active_blocks = result.active_blocks,
                                     .active_warps = result.active_warps,
                                     .limiters = result.limiters};
    return status;
}

/* A count that may not be given, which is the same as 0 to the solver. */
static inline uint32_t zero_if_not_given(uint32_t count)
{
    return count == CUOCC_NOT_GIVEN ? 0 : count;
}

/* Whether cuocc_solve() would neither refuse the launch nor find a reason outside the tables. */
static bool is_within_tables(const struct cuocc_solver *solver, const struct cuocc_launch *launch,
                             uint32_t threads)
{
    const struct cuocc_device *dev = &solver->dev;
    const uint32_t *dim = launch->block_dim;
    const uint32_t *grid = launch->grid_dim;
    uint32_t bounds = launch->launch_bounds_threads;

    return threads > 0 && threads <= solver->max_threads && (bounds == 0 || threads <= bounds) &&
           dim[0] <= dev->max_block_x_threads && dim[1] <= dev->max_block_y_threads &&
           dim[2] <= dev->max_block_z_threads &&
           launch->smem_per_block_bytes <= solver->max_smem_bytes &&
           launch->static_smem_per_block_bytes <= launch->smem_per_block_bytes &&
           launch->carveout_bytes == CUOCC_NOT_GIVEN &&
           (uint32_t)launch->carveout_percent + 1 < solver->percent_count &&
           zero_if_not_given(launch->regs_per_thread) <= solver->max_regs &&
           zero_if_not_given(launch->barriers_per_block) <= solver->max_barriers &&
           (grid[0] | grid[1] | grid[2] | launch->cluster_blocks) == 0;
}

/* More than the one barrier of the tables. */
static void apply_barriers(uint32_t blocks, struct cuocc_blocks *out)
{
    uint32_t bit = LIMIT_BIT(CUOCC_LIMIT_BARRIERS);

    if (blocks > out->active_blocks)
        return;
    out->limiters = blocks < out->active_blocks ? bit : out->limiters | bit;
    out->active_warps =
        out->active_blocks > 0 ? out->active_warps / out->active_blocks * blocks : 0;
    out->active_blocks = blocks;
}

/* The blocks that a configuration holds. */
static uint32_t smem_blocks(const struct cuocc_solver *solver, uint32_t config_units,
                            uint32_t smem_units)
{
    return smem_units == 0 ? UNLIMITED
                           : (uint32_t)((uint64_t)config_units * solver->per_unit[smem_units] >>
                                        RECIPROCAL_BITS);
}

/* What is_plain() leaves: blocks of two dimensions, carve-outs, bounds, ... */
static enum cuocc_status solve_unusual(const struct cuocc_solver *solver,
                                       const struct cuocc_launch *launch, struct cuocc_blocks *out)
{
    uint32_t barriers = zero_if_not_given(launch->barriers_per_block);
    struct key key = {.threads = launch_threads(launch),
                      .regs = zero_if_not_given(launch->regs_per_thread)};
    uint32_t smem_units, config_units;

    if (!is_within_tables(solver, launch, key.threads) || (barriers == 0 && solver->needs_barriers))
        return solve_without_tables(solver, launch, out);
    smem_units = smem_allocated_units(launch->smem_per_block_bytes, solver->smem_overhead_bytes,
                                      solver->smem_unit_shift);
    config_units = solver->config_units[launch->carveout_percent + 1];
    if (config_units < smem_units) /* one block raises the configuration */
        return solve_without_tables(solver, launch, out);
    key.smem_blocks = smem_blocks(solver, config_units, smem_units);
    look_up(solver, &key, out);
    if (barriers > 1)
        apply_barriers(solver->by_barriers[barriers], out);
    return CUOCC_OK;
}

/* A member of a launch and the one behind it, in one piece: half as many reads. */
#define PAIR(launch, member) pair_at((launch), offsetof(struct cuocc_launch, member))

#define IS_BEHIND(member, other)                                                                   \
    (offsetof(struct cuocc_launch, member) ==                                                      \
     offsetof(struct cuocc_launch, other) + sizeof(uint32_t))
_Static_assert(IS_BEHIND(launch_bounds_threads, cluster_blocks), "a pair");
_Static_assert(IS_BEHIND(carveout_bytes, carveout_percent), "a pair");

static inline uint64_t pair_at(const struct cuocc_launch *launch, size_t offset)
{
    uint64_t pair;

    memcpy(&pair, (const unsigned char *)launch + offset, sizeof(pair));
    return pair;
}

/* Whether only block size, registers and shared memory count, and are within the tables. */
static inline bool is_plain(const struct cuocc_solver *solver, const struct cuocc_launch *launch)
{
    const uint64_t ones = 0x100000001U; /* a pair of 1 and 1 */
    uint64_t rare = PAIR(launch, cluster_blocks) | PAIR(launch, grid_dim[0]) | launch->grid_dim[2] |
                    (PAIR(launch, block_dim[1]) ^ ones) | (launch->barriers_per_block ^ 1) |
                    ~PAIR(launch, carveout_percent);

    return rare == 0 && launch->block_dim[0] - 1 < solver->max_threads &&
           launch->regs_per_thread <= solver->max_regs &&
           launch->smem_per_block_bytes <= solver->max_smem_bytes &&
           launch->static_smem_per_block_bytes <= launch->smem_per_block_bytes;
}

enum cuocc_status cuocc_solver_blocks(const struct cuocc_solver *solver,
                                      const struct cuocc_launch *launch, struct cuocc_blocks *out)
{
    struct key key;

    if (!is_plain(solver, launch))
        return solve_unusual(solver, launch, out);
    key.threads = launch->block_dim[0];
    key.regs = launch->regs_per_thread;
    key.smem_blocks = solver->by_smem[smem_allocated_units(
        launch->smem_per_block_bytes, solver->smem_overhead_bytes, solver->smem_unit_shift)];
    look_up(solver, &key, out);
    return CUOCC_OK;
}

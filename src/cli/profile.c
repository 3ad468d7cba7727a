/* SPDX-License-Identifier: MIT */
/* What a profiler printed of a launch, held against the model. */
#include "cli/profile.h"

#include <math.h>
#include <string.h>

static bool has(const struct cuocc_profile *profile, enum cuocc_profile_fact fact)
{
    return (profile->known >> (unsigned)fact & 1U) != 0;
}

/* The device's own size within the printed bounds; CUOCC_NOT_GIVEN: there is none. */
static uint32_t configuration(const struct cuocc_device *dev, const struct cuocc_profile *profile)
{
    for (uint32_t i = 0; i < dev->smem_carveout_count; i++) {
        uint32_t size = dev->smem_carveout_bytes[i];

        if (size >= profile->smem_config_min_bytes && size <= profile->smem_config_max_bytes)
            return size;
    }
    return CUOCC_NOT_GIVEN;
}

/* Nsight Compute prints the pool's limit, but never more than the SM's most blocks. */
static uint32_t printed_barrier_limit(const struct cuocc_device *dev, uint32_t barriers)
{
    uint32_t blocks = dev->barriers_per_sm / barriers;

    return blocks < dev->max_blocks_per_sm ? blocks : dev->max_blocks_per_sm;
}

static uint32_t barriers_of(const struct cuocc_device *dev, uint32_t printed_limit)
{
    for (uint32_t barriers = 1; barriers <= dev->max_barriers_per_block; barriers++)
        if (printed_barrier_limit(dev, barriers) == printed_limit)
            return barriers;
    return CUOCC_NOT_GIVEN;
}

void profile_apply(const struct cuocc_profile *profile, const struct cuocc_device *dev,
                   const struct cli_args *args, struct cuocc_launch *launch)
{
    if (has(profile, CUOCC_PROFILE_BLOCK))
        memcpy(launch->block_dim, profile->block_dim, sizeof(launch->block_dim));
    if (has(profile, CUOCC_PROFILE_GRID) && !is_given(args, OPTION_GRID))
        memcpy(launch->grid_dim, profile->grid_dim, sizeof(launch->grid_dim));
    if (has(profile, CUOCC_PROFILE_DYNAMIC_SMEM))
        launch->smem_per_block_bytes += profile->dynamic_smem_per_block_bytes;
    if (has(profile, CUOCC_PROFILE_SMEM_CONFIG) && !is_given(args, OPTION_CARVEOUT))
        launch->carveout_bytes = configuration(dev, profile);
    if (has(profile, CUOCC_PROFILE_LIMIT_BARRIERS) && dev->barriers_limit_blocks)
        launch->barriers_per_block = barriers_of(dev, profile->block_limit_barriers);
}

/* One printed figure beside ours; `half_digit` is half a unit of the last digit printed. */
struct figure {
    enum cuocc_profile_fact fact;
    const char *key;
    const char *label;
    double ours;
    double printed;
    double half_digit;
    bool is_unlimited; /* ours: printed as some large number, so nothing to compare */
    const char *cause;
};

static const char *cause_of_occupancy(const struct cuocc_result *result)
{
    if (result->block_limit[CUOCC_LIMIT_CLUSTER] != CUOCC_UNLIMITED)
        return "the profiler leaves out the cap on cluster launches";
    if (result->reasons != 0)
        return "by the model this launch cannot run";
    return "not explained: please report it with the file";
}

static double limit_of(const struct cuocc_result *result, enum cuocc_limit limit)
{
    return result->block_limit[limit];
}

void profile_compare(const struct cuocc_device *dev, const struct cuocc_result *result,
                     const struct cuocc_launch *launch, const struct cuocc_profile *profile,
                     struct profile_check *check)
{
    static const char config_cause[] = "the configuration of the SM at the launch is not known";
    static const char unknown[] = "not explained: please report it with the file";
    const uint32_t *blocks = result->block_limit;
    bool has_config = launch->carveout_bytes != CUOCC_NOT_GIVEN;
    uint64_t wave = (uint64_t)result->active_blocks * dev->sm_count;
    double waves = wave > 0 ? (double)cuocc_launch_grid_blocks(launch) / (double)wave : 0;
    const struct figure figures[] = {
        {CUOCC_PROFILE_OCCUPANCY, "occupancy_percent", "theoretical occupancy",
         100 * cuocc_occupancy(dev, result->active_warps), profile->occupancy_percent, 0.005, false,
         cause_of_occupancy(result)},
        {CUOCC_PROFILE_LIMIT_BLOCKS, "block_limit_blocks", "block limit blocks",
         limit_of(result, CUOCC_LIMIT_BLOCKS), profile->block_limit_blocks, 0, false, unknown},
        {CUOCC_PROFILE_LIMIT_REGISTERS, "block_limit_registers", "block limit registers",
         limit_of(result, CUOCC_LIMIT_REGISTERS), profile->block_limit_registers, 0,
         blocks[CUOCC_LIMIT_REGISTERS] == CUOCC_UNLIMITED, unknown},
        {CUOCC_PROFILE_LIMIT_SHARED, "block_limit_shared", "block limit shared memory",
         limit_of(result, CUOCC_LIMIT_SHARED), profile->block_limit_shared, 0,
         blocks[CUOCC_LIMIT_SHARED] == CUOCC_UNLIMITED, has_config ? unknown : config_cause},
        {CUOCC_PROFILE_LIMIT_WARPS, "block_limit_warps", "block limit warps",
         limit_of(result, CUOCC_LIMIT_WARPS), profile->block_limit_warps, 0, false, unknown},
        {CUOCC_PROFILE_WAVES, "waves_per_sm", "waves per SM", waves, profile->waves_per_sm, 0.005,
         dev->sm_count == CUOCC_NOT_GIVEN, cause_of_occupancy(result)},
    };

    *check = (struct profile_check){.difference_count = 0};
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        const struct figure *figure = &figures[i];

        if (!has(profile, figure->fact) || figure->is_unlimited)
            continue;
        check->compared_count++;
        /* A hair more than half a digit: the printed decimal is no exact double. */
        if (fabs(figure->ours - figure->printed) > figure->half_digit + 1e-9)
            check->differences[check->difference_count++] = (struct report_difference){
                figure->key, figure->label, figure->ours, figure->printed, figure->cause};
    }
}

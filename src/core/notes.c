/* SPDX-License-Identifier: MIT */
/* When each note of cuocc/notes.h applies. */
#include "cuocc/notes.h"

const char *cuocc_note_key(enum cuocc_note note)
{
    static const char *const keys[] = {
#define NOTE_ROW(name_, key_) [CUOCC_NOTE_##name_] = (key_),
        CUOCC_NOTE_LIST(NOTE_ROW)
#undef NOTE_ROW
    };

    return (unsigned)note < CUOCC_NOTE_COUNT ? keys[note] : (const char *)0;
}

static bool needs_opt_in(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    return launch->smem_per_block_bytes > dev->smem_per_block_default_bytes &&
           launch->smem_per_block_bytes <= dev->smem_per_block_optin_bytes;
}

static bool launch_bounds_are_ignored(const struct cuocc_device *dev,
                                      const struct cuocc_launch *launch)
{
    return (uint64_t)launch->launch_bounds_threads * launch->launch_bounds_min_blocks >
           dev->max_threads_per_sm;
}

static bool cluster_is_above_portable(const struct cuocc_device *dev,
                                      const struct cuocc_launch *launch)
{
    return dev->max_cluster_blocks_portable > 1 &&
           launch->cluster_blocks > dev->max_cluster_blocks_portable;
}

uint32_t cuocc_notes(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                     const struct cuocc_result *result)
{
    bool is_above = cluster_is_above_portable(dev, launch);
    bool is_most_known = dev->max_cluster_blocks_nonportable != CUOCC_NOT_GIVEN;
    uint32_t config = result->per_sm[CUOCC_LIMIT_SHARED];
    const bool applies[] = {
        [CUOCC_NOTE_REGISTERS_NOT_GIVEN] = launch->regs_per_thread == CUOCC_NOT_GIVEN,
        [CUOCC_NOTE_BARRIERS_NOT_KNOWN] =
            dev->barriers_limit_blocks && launch->barriers_per_block == CUOCC_NOT_GIVEN,
        [CUOCC_NOTE_NEEDS_OPT_IN] = needs_opt_in(dev, launch),
        [CUOCC_NOTE_CARVEOUT_RAISED] = config > result->carveout_wanted_bytes,
        [CUOCC_NOTE_LAUNCH_BOUNDS_IGNORED] = launch_bounds_are_ignored(dev, launch),
        [CUOCC_NOTE_CLUSTER_NON_PORTABLE] = is_above && is_most_known,
        [CUOCC_NOTE_CLUSTER_MOST_UNKNOWN] = is_above && !is_most_known,
        [CUOCC_NOTE_CLUSTER_CAP] = launch->cluster_blocks > 0 &&
                                   dev->max_cluster_resident_blocks_per_sm != CUOCC_NOT_GIVEN,
    };
    uint32_t notes = 0;

    _Static_assert(sizeof(applies) / sizeof(applies[0]) == CUOCC_NOTE_COUNT,
                   "a row for every note");
    for (unsigned i = 0; i < CUOCC_NOTE_COUNT; i++)
        if (applies[i])
            notes |= 1U << i;
    return notes;
}

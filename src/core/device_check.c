/* SPDX-License-Identifier: MIT */
/* Whether a device is one that the solver can compute with. */
#include "core/arith.h"
#include "cuocc/device_fields.h"
#include "cuocc/solver.h"

struct rule {
    const char *member;
    bool (*holds)(const struct cuocc_device *dev);
    const char *text;
};

static bool threads_are_whole_warps(const struct cuocc_device *dev)
{
    return (uint64_t)dev->max_warps_per_sm * dev->warp_size_threads == dev->max_threads_per_sm;
}

static bool one_block_fits_threads(const struct cuocc_device *dev)
{
    return dev->max_threads_per_block <= dev->max_threads_per_sm;
}

static bool register_file_divides(const struct cuocc_device *dev)
{
    return dev->regs_per_sm % dev->sub_partitions_per_sm == 0;
}

/* With these two, a block that passes the launch check fits the register file. */
static bool block_fits_register_file(const struct cuocc_device *dev)
{
    return dev->max_regs_per_block <= dev->regs_per_sm;
}

static bool check_covers_sub_partitions(const struct cuocc_device *dev)
{
    return dev->reg_check_granularity_warps % dev->sub_partitions_per_sm == 0;
}

static bool optin_fits_sm(const struct cuocc_device *dev)
{
    return round_up((uint64_t)dev->smem_per_block_optin_bytes + dev->smem_reserved_per_block_bytes,
                    dev->smem_alloc_unit_bytes) <= dev->smem_per_sm_bytes;
}

static bool default_within_optin(const struct cuocc_device *dev)
{
    return dev->smem_per_block_default_bytes <= dev->smem_per_block_optin_bytes;
}

static bool carveouts_rise(const struct cuocc_device *dev)
{
    for (uint32_t i = 1; i < dev->smem_carveout_count; i++)
        if (dev->smem_carveout_bytes[i] <= dev->smem_carveout_bytes[i - 1])
            return false;
    return true;
}

static bool carveouts_end_at_maximum(const struct cuocc_device *dev)
{
    uint32_t count = dev->smem_carveout_count;

    return count == 0 || dev->smem_carveout_bytes[count - 1] == dev->smem_per_sm_bytes;
}

static bool block_fits_barriers(const struct cuocc_device *dev)
{
    return dev->max_barriers_per_block <= dev->barriers_per_sm;
}

static bool nonportable_is_not_less(const struct cuocc_device *dev)
{
    return dev->max_cluster_blocks_nonportable >= dev->max_cluster_blocks_portable;
}

/* clang-format off */
static const struct rule rules[] = {
    { "max_warps_per_sm",               threads_are_whole_warps,     "times warp_size_threads must be max_threads_per_sm" },
    { "max_threads_per_block",          one_block_fits_threads,      "must not exceed max_threads_per_sm" },
    { "sub_partitions_per_sm",          register_file_divides,       "must divide regs_per_sm" },
    { "max_regs_per_block",             block_fits_register_file,    "must not exceed regs_per_sm" },
    { "reg_check_granularity_warps",    check_covers_sub_partitions, "must be a multiple of sub_partitions_per_sm" },
    { "smem_per_block_optin_bytes",     optin_fits_sm,               "with the reserved bytes, rounded up to the unit, must not exceed smem_per_sm_bytes" },
    { "smem_per_block_default_bytes",   default_within_optin,        "must not exceed smem_per_block_optin_bytes" },
    { "smem_carveout_bytes",            carveouts_rise,              "must rise from entry to entry" },
    { "smem_carveout_bytes",            carveouts_end_at_maximum,    "must end with smem_per_sm_bytes" },
    { "max_barriers_per_block",         block_fits_barriers,         "must not exceed barriers_per_sm" },
    { "max_cluster_blocks_nonportable", nonportable_is_not_less,     "must not be less than max_cluster_blocks_portable" },
};
/* clang-format on */

static bool field_is_in_range(const struct cuocc_device *dev,
                              const struct cuocc_device_field *field)
{
    uint32_t value = cuocc_device_field_get(dev, field);

    if (field->kind == CUOCC_FIELD_SIZES)
        return value <= CUOCC_CARVEOUT_SIZES_MAX;
    return (field->nullable && value == CUOCC_NOT_GIVEN) ||
           (value >= field->min && value <= field->max);
}

static const char *field_out_of_range(const struct cuocc_device *dev)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    for (size_t i = 0; i < count; i++)
        if (!field_is_in_range(dev, &fields[i]))
            return fields[i].key;
    return (const char *)0;
}

enum cuocc_status cuocc_device_check(const struct cuocc_device *dev, const char **member,
                                     const char **rule)
{
    const char *where = field_out_of_range(dev);
    const char *what = where ? "is out of range" : (const char *)0;

    for (size_t i = 0; !where && i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (!rules[i].holds(dev)) {
            where = rules[i].member;
            what = rules[i].text;
        }
    }
    if (member)
        *member = where;
    if (rule)
        *rule = what;
    return where ? CUOCC_ERR_VALUE : CUOCC_OK;
}

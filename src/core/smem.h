/* SPDX-License-Identifier: MIT */
/* Shared memory as an SM hands it out: allocation and configuration. */
#ifndef CORE_SMEM_H
#define CORE_SMEM_H

#include <stdbool.h>

#include "core/arith.h"
#include "cuocc/device.h"
#include "cuocc/launch.h"

/* What one block takes: the reserved part comes on top, before rounding. */
static inline uint64_t smem_allocated_bytes(const struct cuocc_device *dev, uint32_t smem_bytes)
{
    return round_up((uint64_t)smem_bytes + dev->smem_reserved_per_block_bytes,
                    dev->smem_alloc_unit_bytes);
}

/* The same in units of 1 << shift bytes, with what is added before the rounding summed once. */
static inline uint32_t smem_overhead_bytes(const struct cuocc_device *dev)
{
    return dev->smem_reserved_per_block_bytes + dev->smem_alloc_unit_bytes - 1;
}

static inline uint32_t smem_allocated_units(uint32_t smem_bytes, uint32_t overhead_bytes,
                                            uint32_t shift)
{
    return (smem_bytes + overhead_bytes) >> shift;
}

/* Whether the launch's carve-out is one that this device can be asked for. */
bool smem_carveout_is_valid(const struct cuocc_device *dev, const struct cuocc_launch *launch);

/* The configuration that the launch's carve-out asks for. */
uint32_t smem_config_wanted(const struct cuocc_device *dev, const struct cuocc_launch *launch);

/* The smallest configuration that is at least `wanted` and holds `allocated`
 * bytes; the largest there is if none does. */
uint32_t smem_config_for(const struct cuocc_device *dev, uint32_t wanted, uint64_t allocated);

#endif

/* SPDX-License-Identifier: MIT */
/**
 * The facts of one GPU model that decide how many blocks an SM holds.
 *
 * A device is this struct wherever it came from: the database built into the
 * library, a JSON file, or a live GPU. The solver cannot tell.
 *
 * The end of a member's name is its unit, the part before it the scope:
 * `smem_per_block_optin_bytes` is shared memory, for one block, in bytes.
 * CUOCC_NOT_GIVEN marks what is not published; only members that say so may
 * hold it. The rows of src/core/device_fields.c name every member with its
 * bounds; docs/device-format.md says what each one means and its sources.
 */
#ifndef CUOCC_DEVICE_H
#define CUOCC_DEVICE_H

#include "cuocc/api.h"

CUOCC_BEGIN_DECLS

/** Most shared-memory configurations that a device may offer (9.0 has 10). */
#define CUOCC_CARVEOUT_SIZES_MAX 16

struct cuocc_device {
    /* Identity. Texts end in NUL and are cut to fit. */
    char name[32];         /* the database name, as in "sm_89" */
    char architecture[48]; /* "Ada Lovelace" */
    char product[64];      /* the product asked for, "" if none was */
    uint32_t sm_count;     /* SMs of that product, or CUOCC_NOT_GIVEN */
    uint32_t cc_major;     /* compute capability */
    uint32_t cc_minor;

    /* Threads, warps and blocks. */
    uint32_t warp_size_threads;
    uint32_t max_threads_per_block;
    uint32_t max_block_x_threads;
    uint32_t max_block_y_threads;
    uint32_t max_block_z_threads;
    uint32_t max_grid_x_blocks;
    uint32_t max_grid_y_blocks;
    uint32_t max_grid_z_blocks;
    uint32_t max_threads_per_sm;
    uint32_t max_warps_per_sm;
    uint32_t max_blocks_per_sm;
    uint32_t warp_schedulers_per_sm;

    /* Registers, 32 bits each. A warp receives them in multiples of the unit,
     * from the sub-partition of the SM that it lives in. */
    uint32_t regs_per_sm;
    uint32_t max_regs_per_block;
    uint32_t max_regs_per_thread;
    uint32_t reg_alloc_unit_regs;
    uint32_t sub_partitions_per_sm; /* the warp allocation granularity of NVIDIA's tables */
    /* Warps of a block are rounded up to a multiple of this before the check
     * against max_regs_per_block. Equal to sub_partitions_per_sm except on 6.0,
     * which must pass the check of 6.1 too. */
    uint32_t reg_check_granularity_warps;

    /* Shared memory. */
    uint32_t smem_per_sm_bytes;             /* the largest configuration */
    uint32_t smem_per_block_default_bytes;  /* without the opt-in attribute */
    uint32_t smem_per_block_optin_bytes;    /* with it; the reserved bytes come on top */
    uint32_t smem_reserved_per_block_bytes; /* taken by the system for every block */
    uint32_t smem_alloc_unit_bytes;
    /* The configurations an SM can be set to, rising, the last being
     * smem_per_sm_bytes. Count 0: shared memory is not configurable. */
    uint32_t smem_carveout_count;
    uint32_t smem_carveout_bytes[CUOCC_CARVEOUT_SIZES_MAX];
    uint32_t unified_l1_smem_bytes; /* or CUOCC_NOT_GIVEN; no part in occupancy */

    /* Hardware barriers. */
    uint32_t max_barriers_per_block;
    uint32_t barriers_per_sm;       /* the pool that resident blocks share */
    uint32_t barriers_limit_blocks; /* 1: the pool limits the blocks of an SM; 0: it does not */

    /* Thread block clusters; a maximum of 1 means that the device has none. */
    uint32_t max_cluster_blocks_portable;
    uint32_t max_cluster_blocks_nonportable;     /* or CUOCC_NOT_GIVEN */
    uint32_t max_cluster_resident_blocks_per_sm; /* cap on cluster launches, or CUOCC_NOT_GIVEN */

    /* No part in occupancy. Each may be CUOCC_NOT_GIVEN. */
    uint32_t fp32_lanes_per_sm;
    uint32_t tmem_columns_per_sm;
    uint32_t tmem_alloc_unit_columns;
    uint32_t virtual_resources_per_sm;
};

CUOCC_END_DECLS

#endif

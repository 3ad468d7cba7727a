/* SPDX-License-Identifier: MIT */
/* The rows behind cuocc/device_fields.h. Bounds are what makes sense, not what exists today. */
#include "cuocc/device_fields.h"

#define MAX_COUNT 0x7fffffffU

/* clang-format off */
#define ROW(member_)  .key = #member_, .offset = offsetof(struct cuocc_device, member_)

static const struct cuocc_device_field fields[] = {
    { ROW(warp_size_threads),                  .min = 1, .max = 64,        .unit = "threads",   .help = "threads of a warp" },
    { ROW(max_threads_per_block),              .min = 1, .max = 65536,     .unit = "threads",   .help = "most threads of a block" },
    { ROW(max_block_x_threads),                .min = 1, .max = MAX_COUNT, .unit = "threads",   .help = "most threads of a block in x" },
    { ROW(max_block_y_threads),                .min = 1, .max = MAX_COUNT, .unit = "threads",   .help = "most threads of a block in y" },
    { ROW(max_block_z_threads),                .min = 1, .max = MAX_COUNT, .unit = "threads",   .help = "most threads of a block in z" },
    { ROW(max_grid_x_blocks),                  .min = 1, .max = MAX_COUNT, .unit = "blocks",    .help = "most blocks of a grid in x" },
    { ROW(max_grid_y_blocks),                  .min = 1, .max = MAX_COUNT, .unit = "blocks",    .help = "most blocks of a grid in y" },
    { ROW(max_grid_z_blocks),                  .min = 1, .max = MAX_COUNT, .unit = "blocks",    .help = "most blocks of a grid in z" },
    { ROW(max_threads_per_sm),                 .min = 1, .max = 1048576,   .unit = "threads",   .help = "most resident threads of an SM" },
    { ROW(max_warps_per_sm),                   .min = 1, .max = 65536,     .unit = "warps",     .help = "most resident warps of an SM" },
    { ROW(max_blocks_per_sm),                  .min = 1, .max = 65536,     .unit = "blocks",    .help = "most resident blocks of an SM" },
    { ROW(warp_schedulers_per_sm),             .min = 1, .max = 64,        .unit = "",          .help = "warp schedulers of an SM" },
    { ROW(regs_per_sm),                        .min = 1, .max = MAX_COUNT, .unit = "registers", .help = "32-bit registers of an SM" },
    { ROW(max_regs_per_block),                 .min = 1, .max = MAX_COUNT, .unit = "registers", .help = "most registers that one block may hold" },
    { ROW(max_regs_per_thread),                .min = 1, .max = 65536,     .unit = "registers", .help = "most registers of a thread" },
    { ROW(reg_alloc_unit_regs),                .min = 1, .max = 65536,     .unit = "registers", .help = "registers go to a warp in multiples of this" },
    { ROW(sub_partitions_per_sm),              .min = 1, .max = 64,        .unit = "",          .help = "parts of an SM with their own register file (warp allocation granularity)" },
    { ROW(reg_check_granularity_warps),        .min = 1, .max = 64,        .unit = "warps",     .help = "warps of a block are rounded up to this for the register check at launch" },
    { ROW(smem_per_sm_bytes),                  .min = 1, .max = MAX_COUNT, .unit = "B",         .help = "most shared memory of an SM" },
    { ROW(smem_per_block_default_bytes),       .min = 1, .max = MAX_COUNT, .unit = "B",         .help = "most shared memory of a block without the opt-in attribute" },
    { ROW(smem_per_block_optin_bytes),         .min = 1, .max = MAX_COUNT, .unit = "B",         .help = "most shared memory of a block with it" },
    { ROW(smem_reserved_per_block_bytes),      .min = 0, .max = 1048576,   .unit = "B",         .help = "shared memory that the system takes for every block" },
    { ROW(smem_alloc_unit_bytes),              .min = 1, .max = 1048576,   .unit = "B",         .help = "shared memory goes to a block in multiples of this" },
    { .key = "smem_carveout_bytes", .offset = offsetof(struct cuocc_device, smem_carveout_count),
      .kind = CUOCC_FIELD_SIZES,               .min = 0, .max = MAX_COUNT, .unit = "B",         .help = "shared-memory configurations of an SM, rising; none: not configurable" },
    { ROW(unified_l1_smem_bytes),              .min = 1, .max = MAX_COUNT, .unit = "B",         .help = "L1 cache and shared memory together", .nullable = true },
    { ROW(max_barriers_per_block),             .min = 1, .max = 65536,     .unit = "barriers",  .help = "most hardware barriers of a block" },
    { ROW(barriers_per_sm),                    .min = 1, .max = 65536,     .unit = "barriers",  .help = "hardware barriers that the blocks of an SM share" },
    { ROW(barriers_limit_blocks),
      .kind = CUOCC_FIELD_BOOL,                .min = 0, .max = 1,         .unit = "",          .help = "whether the pool of barriers limits the blocks of an SM" },
    { ROW(max_cluster_blocks_portable),        .min = 1, .max = 1024,      .unit = "blocks",    .help = "most blocks of a cluster on every such device; 1: no clusters" },
    { ROW(max_cluster_blocks_nonportable),     .min = 1, .max = 1024,      .unit = "blocks",    .help = "most blocks of a cluster with the attribute for non-portable sizes", .nullable = true },
    { ROW(max_cluster_resident_blocks_per_sm), .min = 1, .max = 1024,      .unit = "blocks",    .help = "most resident blocks of cluster launches on an SM", .nullable = true },
    { ROW(fp32_lanes_per_sm),                  .min = 1, .max = 65536,     .unit = "",          .help = "single-precision lanes of an SM", .nullable = true },
    { ROW(tmem_columns_per_sm),                .min = 0, .max = 65536,     .unit = "columns",   .help = "tensor memory columns of an SM", .nullable = true },
    { ROW(tmem_alloc_unit_columns),            .min = 1, .max = 65536,     .unit = "columns",   .help = "tensor memory is allocated in multiples of this", .nullable = true },
    { ROW(virtual_resources_per_sm),           .min = 0, .max = 65536,     .unit = "",          .help = "virtual resources of an SM", .nullable = true },
};

#undef ROW
/* clang-format on */

const struct cuocc_device_field *cuocc_device_fields(size_t *count)
{
    *count = sizeof(fields) / sizeof(fields[0]);
    return fields;
}

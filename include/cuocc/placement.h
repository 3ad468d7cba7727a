/* SPDX-License-Identifier: MIT */
/**
 * Where the warps of one kernel live on an SM, and what is left for one more
 * block: what a picture of the SM shows.
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_PLACEMENT_H
#define CUOCC_PLACEMENT_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/** What one more block needs of a resource, and what is free. */
struct cuocc_demand {
    uint64_t needed;
    uint64_t free;
};

/**
 * Warps of all blocks go to the sub-partitions in turn; measured on an H200,
 * docs/validation-planning.md, "two kernels".
 *
 * @param warp  0 to the active warps - 1, block by block.
 * @param slot  Set to its place among the warps of its sub-partition.
 * @return      the sub-partition, from 0
 */
CUOCC_API uint32_t cuocc_warp_place(const struct cuocc_device *dev, uint32_t warp, uint32_t *slot);

/** @return how many of `warps` warps live in a sub-partition. */
CUOCC_API uint32_t cuocc_sub_partition_warps(const struct cuocc_device *dev, uint32_t warps,
                                             uint32_t part);

/**
 * What one more block of the launch needs beside those that are active, per SM.
 *
 * @param result  Of cuocc_solve(); may be one that cannot run.
 * @return        false if the launch does not use the resource
 */
CUOCC_API bool cuocc_next_block_demand(const struct cuocc_result *result, enum cuocc_limit limit,
                                       struct cuocc_demand *out);

/** The same for the registers of one sub-partition: of the warps that would go there. */
CUOCC_API void cuocc_next_block_registers(const struct cuocc_device *dev,
                                          const struct cuocc_result *result, uint32_t part,
                                          struct cuocc_demand *out);

CUOCC_END_DECLS

#endif

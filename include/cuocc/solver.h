/* SPDX-License-Identifier: MIT */
/**
 * How many blocks of a launch fit on one SM, and what stops the next one.
 *
 * Everything here is pure: no I/O, no allocation, no global state; any thread
 * may call it. Every formula stands in docs/model.md beside the textbook's.
 *
 * Devices must have passed cuocc_device_check(); the functions divide by their
 * members. Pointers are borrowed for the call and may not be NULL.
 */
#ifndef CUOCC_SOLVER_H
#define CUOCC_SOLVER_H

#include <stdbool.h>

#include "cuocc/device.h"
#include "cuocc/launch.h"
#include "cuocc/status.h"

CUOCC_BEGIN_DECLS

/** A block limit that does not exist: the launch does not use the resource. */
#define CUOCC_UNLIMITED UINT32_MAX

/**
 * What can limit the blocks on an SM: X(NAME, key, label, unit), in the order
 * in which every output lists them. `unit` is that of per_block and per_sm.
 */
#define CUOCC_LIMIT_LIST(X)                                                                        \
    X(THREADS, "threads", "threads", "threads")                                                    \
    X(WARPS, "warps", "warps", "warps")                                                            \
    X(BLOCKS, "blocks", "blocks", "blocks")                                                        \
    X(REGISTERS, "registers", "registers", "registers")                                            \
    X(SHARED, "shared", "shared memory", "B")                                                      \
    X(BARRIERS, "barriers", "barriers", "barriers")                                                \
    X(CLUSTER, "cluster", "cluster cap", "blocks")

#define CUOCC_LIMIT_ENUM(name, key, label, unit) CUOCC_LIMIT_##name,
enum cuocc_limit {
    CUOCC_LIMIT_LIST(CUOCC_LIMIT_ENUM) CUOCC_LIMIT_COUNT
};
#undef CUOCC_LIMIT_ENUM

/** The words of one row of CUOCC_LIMIT_LIST; static. */
struct cuocc_limit_info {
    const char *key;   /* as in JSON: "shared" */
    const char *label; /* for people: "shared memory" */
    const char *unit;
};

/** @return the words for `limit`; NULL if it is none. */
CUOCC_API const struct cuocc_limit_info *cuocc_limit_info(enum cuocc_limit limit);

/**
 * Why a launch cannot run: X(NAME, LIMIT, unit, text). `text` says what is
 * exceeded; the value and the bound come from cuocc_reason_detail().
 */
#define CUOCC_REASON_LIST(X)                                                                       \
    X(THREADS_PER_BLOCK, THREADS, "threads", "threads per block")                                  \
    X(BLOCK_X, THREADS, "threads", "block dimension x")                                            \
    X(BLOCK_Y, THREADS, "threads", "block dimension y")                                            \
    X(BLOCK_Z, THREADS, "threads", "block dimension z")                                            \
    X(LAUNCH_BOUNDS, THREADS, "threads", "threads per block against the launch bounds")            \
    X(GRID_X, BLOCKS, "blocks", "grid dimension x")                                                \
    X(GRID_Y, BLOCKS, "blocks", "grid dimension y")                                                \
    X(GRID_Z, BLOCKS, "blocks", "grid dimension z")                                                \
    X(REGS_PER_THREAD, REGISTERS, "registers", "registers per thread")                             \
    X(REGS_PER_BLOCK, REGISTERS, "registers", "registers per block")                               \
    X(SMEM_PER_BLOCK, SHARED, "B", "shared memory per block")                                      \
    X(BARRIERS_PER_BLOCK, BARRIERS, "barriers", "barriers per block")                              \
    X(CLUSTER_BLOCKS, CLUSTER, "blocks", "blocks per cluster")

#define CUOCC_REASON_ENUM(name, limit, unit, text) CUOCC_REASON_##name,
enum cuocc_reason {
    CUOCC_REASON_LIST(CUOCC_REASON_ENUM) CUOCC_REASON_COUNT
};
#undef CUOCC_REASON_ENUM

/** One broken bound: `value` was asked for, `bound` is the most allowed. */
struct cuocc_reason_detail {
    enum cuocc_limit limit;
    uint64_t value;
    uint64_t bound;
    const char *unit; /* static */
    const char *text; /* static */
};

/** The answer for one launch on one device. */
struct cuocc_result {
    uint32_t active_blocks; /* per SM; 0: the launch cannot run */
    uint32_t active_warps;
    uint32_t active_threads;
    uint32_t threads_per_block;
    uint32_t warps_per_block;

    /* Indexed by enum cuocc_limit. Blocks per SM if only that limit held;
     * CUOCC_UNLIMITED if the launch does not use it. */
    uint32_t block_limit[CUOCC_LIMIT_COUNT];
    /* What one block takes after rounding, and what an SM has to give: for
     * SHARED the configuration that was divided, for REGISTERS the register
     * file. UINT64_MAX in per_block: not known. */
    uint64_t per_block[CUOCC_LIMIT_COUNT];
    uint32_t per_sm[CUOCC_LIMIT_COUNT];

    uint32_t limiters; /* bit 1 << enum cuocc_limit: every limit equal to the minimum */
    uint32_t reasons;  /* bit 1 << enum cuocc_reason: every bound broken */

    /* Intermediate steps, for whoever explains the answer. */
    uint64_t regs_per_warp;           /* after rounding to the allocation unit; 0: not used */
    uint64_t regs_checked_per_block;  /* what the launch check compares with max_regs_per_block */
    uint32_t warps_per_sub_partition; /* that its share of the register file holds */
    uint32_t carveout_wanted_bytes;   /* the configuration asked for, before one block raised it */
};

/**
 * Find how many blocks of one launch fit on one SM, and what stops the next.
 *
 * @param dev     Facts of one device.
 * @param launch  What to place.
 * @param out     Filled on CUOCC_OK, else untouched. Entries of block_limit
 *                equal to the minimum are limiters; ties are normal. A launch
 *                that cannot run has 0 active blocks and a bit in `reasons`
 *                for every bound it breaks.
 * @return        CUOCC_ERR_ARGUMENT  0 threads; more static than all shared
 *                                    memory; a carve-out above 100 % or below
 *                                    -1; a carve-out on a device that has no
 *                                    configurations; a size that it does not
 *                                    offer
 *                CUOCC_OK            otherwise; 0 blocks is a valid answer
 *
 * Source: CUDA C++ Programming Guide, compute capability tables; allocation
 *         units: Nsight Compute occupancy tables. Held to both, to NVIDIA's own
 *         calculator and to a driver's answers by tests/oracle.
 */
CUOCC_API enum cuocc_status cuocc_solve(const struct cuocc_device *dev,
                                        const struct cuocc_launch *launch,
                                        struct cuocc_result *out);

/**
 * Say by how much a launch breaks one bound.
 *
 * @param reason  One whose bit is set in result->reasons.
 * @param out     Filled; the texts are static.
 */
CUOCC_API void cuocc_reason_detail(const struct cuocc_device *dev,
                                   const struct cuocc_launch *launch,
                                   const struct cuocc_result *result, enum cuocc_reason reason,
                                   struct cuocc_reason_detail *out);

/** @return theoretical occupancy, active warps / most warps of an SM, 0 to 1. */
CUOCC_API double cuocc_occupancy(const struct cuocc_device *dev, uint32_t active_warps);

/** @return threads / lanes of the warps that hold them: 33 threads use 33 of 64 lanes. */
CUOCC_API double cuocc_lane_utilization(const struct cuocc_device *dev, uint32_t threads_per_block);

/**
 * The block limits as textbooks compute them: plain divisions by what the
 * kernel asks for, without units, sub-partitions or reserved bytes. For
 * comparison only; docs/model.md shows where each goes wrong.
 *
 * @param out  CUOCC_LIMIT_COUNT entries, CUOCC_UNLIMITED where not used.
 */
CUOCC_API void cuocc_textbook_limits(const struct cuocc_device *dev,
                                     const struct cuocc_launch *launch, uint32_t *out);

/**
 * Check that a device is one the solver can compute with: no zero divisor, no
 * pair of members that contradict each other (max warps x warp size is max
 * threads, the opt-in limit with the reserved bytes fits an SM, ...).
 *
 * @param member  If not NULL, set to the name of the member that breaks a rule
 *                (static), else to NULL.
 * @param rule    If not NULL, set to what it must satisfy (static), else NULL.
 * @return        CUOCC_ERR_VALUE if a rule is broken, else CUOCC_OK.
 */
CUOCC_API enum cuocc_status cuocc_device_check(const struct cuocc_device *dev, const char **member,
                                               const char **rule);

CUOCC_END_DECLS

#endif

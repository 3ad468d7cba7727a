/* SPDX-License-Identifier: MIT */
/**
 * The solver prepared for one device: for whoever asks millions of times.
 *
 * The answers are those of cuocc_solve(), bit for bit; only the blocks and what
 * limits them are found, without the steps on the way. The tables are filled by
 * asking cuocc_solve() itself, once per device, so there is one set of formulas.
 * Pure, as solver.h: no I/O, no allocation; a prepared solver is only read, any
 * number of threads may share one.
 */
#ifndef CUOCC_PREPARED_H
#define CUOCC_PREPARED_H

#include "cuocc/solver.h"
#include "cuocc/sweep.h"

CUOCC_BEGIN_DECLS

/* Sizes of the tables. They hold every device of the database; a launch or a
 * device that exceeds them is answered by cuocc_solve(), only more slowly. */
#define CUOCC_PREPARED_THREADS     1025 /* 0 .. 1024 per block */
#define CUOCC_PREPARED_REGS        256  /* 0 .. 255 per thread */
#define CUOCC_PREPARED_REG_CLASSES 40   /* register counts that are rounded to the same */
#define CUOCC_PREPARED_WARPS       33   /* 0 .. 32 per block */
#define CUOCC_PREPARED_SMEM_UNITS  2048 /* shared memory of a block in allocation units */
#define CUOCC_PREPARED_BARRIERS    17   /* 0 .. 16 per block */
#define CUOCC_PREPARED_PERCENTAGES 102  /* -1 .. 100 */

/** Blocks per SM and the limits that allow no more. */
struct cuocc_blocks {
    uint32_t active_blocks; /* per SM; 0: the launch cannot run */
    uint32_t active_warps;
    uint32_t limiters; /* bit 1 << enum cuocc_limit, as in struct cuocc_result */
};

/** What registers and a number of warps allow, with the blocks of an SM and one barrier each. */
struct cuocc_prepared_limit {
    uint16_t blocks; /* the least of these limits */
    uint8_t allowed; /* limiters that are possible: those of the block size, registers, or both */
};

/** What a block size decides. */
struct cuocc_prepared_block {
    uint8_t warps;
    uint8_t limiters; /* if it decides alone; and registers, which allowed has the word on */
};

/**
 * A device with all that depends on it alone. Filled by cuocc_solver_prepare(),
 * about 20 KiB; the members are not for callers.
 */
struct cuocc_solver {
    struct cuocc_device dev;
    /* Launches up to these are answered by the tables. */
    uint32_t max_threads;
    uint32_t max_regs;
    uint32_t max_smem_bytes;
    uint32_t max_barriers;
    bool needs_barriers;    /* the tables assume one, and it may be the limit */
    uint32_t percent_count; /* carve-outs, from -1 on */
    uint32_t smem_overhead_bytes;
    uint32_t smem_unit_shift;
    struct cuocc_prepared_block by_threads[CUOCC_PREPARED_THREADS];
    /* Where the limits of a register count begin, one for each number of warps. */
    uint16_t reg_row[CUOCC_PREPARED_REGS];
    struct cuocc_prepared_limit by_regs[CUOCC_PREPARED_REG_CLASSES * CUOCC_PREPARED_WARPS];
    uint32_t by_barriers[CUOCC_PREPARED_BARRIERS];
    /* The blocks that shared memory allows, in units of a block, without a wish for a carve-out. */
    uint16_t by_smem[CUOCC_PREPARED_SMEM_UNITS];
    /* With one: the configuration in units that each percentage asks for, and 2^31 / units rounded
     * up: the high part of their product is the quotient, for all numbers below 2^16. */
    uint16_t config_units[CUOCC_PREPARED_PERCENTAGES];
    uint32_t per_unit[CUOCC_PREPARED_SMEM_UNITS];
};

/**
 * Prepare for one device; costs as much as some thousand calls of cuocc_solve().
 *
 * @param dev     Has passed cuocc_device_check(); copied.
 * @param solver  Filled.
 */
CUOCC_API void cuocc_solver_prepare(const struct cuocc_device *dev, struct cuocc_solver *solver);

/**
 * Find how many blocks of one launch fit on one SM, and the limiters.
 *
 * @param out  Filled on CUOCC_OK, else untouched.
 * @return     As cuocc_solve().
 */
CUOCC_API enum cuocc_status cuocc_solver_blocks(const struct cuocc_solver *solver,
                                                const struct cuocc_launch *launch,
                                                struct cuocc_blocks *out);

/**
 * Solve every launch of a sweep, without a prepared solver: each axis is solved
 * once, a point is then the least of what its row and its column allow.
 *
 * @param active_blocks  cuocc_sweep_count() entries in the order of the sweep,
 *                       shared memory the fastest. Blocks per SM.
 * @param limiters       As many; bits as in struct cuocc_result.
 * @return               CUOCC_ERR_ARGUMENT     cuocc_solve() refuses a launch; the
 *                                              entries are then of no use
 *                       CUOCC_ERR_UNSUPPORTED  an SM of the device holds more than
 *                                              254 blocks, too many for an entry
 *                       CUOCC_OK               otherwise
 */
CUOCC_API enum cuocc_status cuocc_sweep_blocks(const struct cuocc_device *dev,
                                               const struct cuocc_sweep *sweep,
                                               uint8_t *active_blocks, uint8_t *limiters);

CUOCC_END_DECLS

#endif

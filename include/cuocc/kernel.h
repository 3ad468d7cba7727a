/* SPDX-License-Identifier: MIT */
/**
 * Kernels as compilers and profilers describe them, read from what they wrote:
 * ptxas, nvcc and nvlink logs, cuobjdump -res-usage, cubins, fatbins, the host
 * objects, libraries and executables around them, Nsight Compute reports.
 *
 * A reader turns bytes into struct cuocc_kernel, one call of the sink for each.
 * It knows no device and solves nothing. What the file does not say is not
 * known: a bit per fact tells, never a special value.
 */
#ifndef CUOCC_KERNEL_H
#define CUOCC_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

#include "cuocc/status.h"

CUOCC_BEGIN_DECLS

/** The facts that a file may hold or lack; bit 1 << this in `known`. */
enum cuocc_kernel_fact {
    CUOCC_FACT_ARCH,
    CUOCC_FACT_REGS,
    CUOCC_FACT_STATIC_SMEM,
    CUOCC_FACT_BARRIERS,
    CUOCC_FACT_MAX_THREADS,
    CUOCC_FACT_REQUIRED_BLOCK,
    CUOCC_FACT_MIN_BLOCKS,
    CUOCC_FACT_CLUSTER,
    CUOCC_FACT_STACK,
    CUOCC_FACT_SPILL_STORES,
    CUOCC_FACT_SPILL_LOADS,
    CUOCC_FACT_PARAMS,
    CUOCC_FACT_COUNT
};

/** The architecture an image was compiled for: sm_90a is {9, 0, 'a'}. */
struct cuocc_arch {
    uint32_t cc_major;
    uint32_t cc_minor;
    char suffix; /* 'a', 'f' or 0 */
};

/** What a profiler says of one launch beside the kernel itself. */
enum cuocc_profile_fact {
    CUOCC_PROFILE_GRID,
    CUOCC_PROFILE_BLOCK,
    CUOCC_PROFILE_DYNAMIC_SMEM,
    CUOCC_PROFILE_DRIVER_SMEM,
    CUOCC_PROFILE_SMEM_CONFIG,
    CUOCC_PROFILE_SM_COUNT,
    CUOCC_PROFILE_WAVES,
    CUOCC_PROFILE_OCCUPANCY,
    CUOCC_PROFILE_LIMIT_BLOCKS,
    CUOCC_PROFILE_LIMIT_REGISTERS,
    CUOCC_PROFILE_LIMIT_SHARED,
    CUOCC_PROFILE_LIMIT_WARPS,
    CUOCC_PROFILE_LIMIT_BARRIERS,
    CUOCC_PROFILE_COUNT
};

struct cuocc_profile {
    uint32_t known; /* bit 1 << enum cuocc_profile_fact */
    uint32_t grid_dim[3];
    uint32_t block_dim[3];
    uint32_t dynamic_smem_per_block_bytes;
    uint32_t driver_smem_per_block_bytes; /* the reserved part */
    /* The configuration of the SM that the driver had picked. A text page rounds
     * it to two digits of Kbyte; then it lies within the two bounds. */
    uint32_t smem_config_min_bytes;
    uint32_t smem_config_max_bytes;
    /* The other sizes of shared memory are within so many bytes of the truth: 0, or
     * 5 where Kbyte were printed with two digits. */
    uint32_t smem_rounding_bytes;
    uint32_t sm_count;
    double waves_per_sm;
    double occupancy_percent;
    uint32_t block_limit_blocks;
    uint32_t block_limit_registers;
    uint32_t block_limit_shared;
    uint32_t block_limit_warps;
    uint32_t block_limit_barriers;
};

/** One kernel of one image, or one profiled launch. Texts are UTF-8 or bytes as found. */
struct cuocc_kernel {
    const char *name;      /* as the file has it, mangled if it was */
    const char *demangled; /* NULL: not mangled, or no demangler in this build */
    const char *source;    /* source file, archive member or image; NULL: not known */
    uint32_t known;        /* bit 1 << enum cuocc_kernel_fact */
    struct cuocc_arch arch;
    uint32_t regs_per_thread;
    uint32_t static_smem_per_block_bytes; /* the user's; the reserved part is taken off */
    uint32_t barriers_per_block;
    uint32_t max_threads_per_block; /* launch bounds, or the product of .maxntid */
    uint32_t required_block_dim[3]; /* .reqntid */
    uint32_t min_blocks_per_sm;     /* second argument of launch bounds */
    uint32_t cluster_dim[3];
    uint64_t stack_bytes; /* per thread */
    uint64_t spill_store_bytes;
    uint64_t spill_load_bytes;
    uint32_t param_bytes;
    /* The image is relocatable: a device linker may still change the figures. */
    bool is_provisional;
    const struct cuocc_profile *profile; /* NULL unless a profiler wrote the file */
};

/** @return true if the file said it. */
static inline bool cuocc_kernel_has(const struct cuocc_kernel *kernel, enum cuocc_kernel_fact fact)
{
    return (kernel->known >> (unsigned)fact & 1U) != 0;
}

/** Where a reader delivers. Everything it hands over is borrowed for the call. */
struct cuocc_kernel_sink {
    void *ctx;
    /* @return CUOCC_OK to go on; anything else stops the reader, which returns it. */
    enum cuocc_status (*kernel)(void *ctx, const struct cuocc_kernel *kernel);
    /* Something that was seen but could not be used or attributed with
     * certainty; `where` is file and line, offset or member. May be NULL. */
    void (*note)(void *ctx, const char *where, const char *text);
};

/**
 * Read all kernels of a file, telling its format by its content.
 *
 * Text is read as a stream, in memory that does not grow with its length.
 * Kernels come in the file's order.
 *
 * @param path   "-" is standard input.
 * @param error  May be NULL.
 * @return CUOCC_ERR_IO           cannot be opened or read
 *         CUOCC_ERR_SYNTAX       of no known format, or malformed: `where` has
 *                                the line or offset
 *         CUOCC_ERR_UNSUPPORTED  needs a library that this build lacks; says which
 *         CUOCC_ERR_NOT_FOUND    well-formed, but it holds no kernel
 *         what the sink returned, if it stopped the reading
 */
CUOCC_API enum cuocc_status cuocc_kernels_read(const char *path,
                                               const struct cuocc_kernel_sink *sink,
                                               struct cuocc_error *error);

/** The same for bytes in memory; `name` stands for the path in messages. */
CUOCC_API enum cuocc_status cuocc_kernels_read_memory(const void *bytes, size_t size,
                                                      const char *name,
                                                      const struct cuocc_kernel_sink *sink,
                                                      struct cuocc_error *error);

CUOCC_END_DECLS

#endif

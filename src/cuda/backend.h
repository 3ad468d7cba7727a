/* SPDX-License-Identifier: MIT */
/*
 * What the program asks of a CUDA driver: a table of functions that a shared
 * object of its own provides, so that the program starts without a driver and
 * costs nothing where it is not asked.
 *
 * A function that fails sets `error` (NULL is allowed) and changes nothing
 * else; where the driver refused, the text has its error's name. Not for
 * several threads.
 */
#ifndef CUDA_BACKEND_H
#define CUDA_BACKEND_H

#include <stdbool.h>
#include <stddef.h>

#include "cuocc/device.h"
#include "cuocc/status.h"

/* Raised whenever the table or a struct changes: an object of another version is refused. */
#define CUDA_BACKEND_VERSION 1U

/* The one symbol of the object: const struct cuda_backend *cuocc_cuda_backend(void). */
#define CUDA_BACKEND_SYMBOL "cuocc_cuda_backend"

struct cuda_session; /* the driver, opened, and the GPU in use */
struct cuda_module;  /* kernels loaded onto that GPU */
struct cuda_kernel;  /* one of them, or of the probes; lives as long as its module */

/* What the driver says of a kernel. */
struct cuda_kernel_facts {
    uint32_t regs_per_thread;
    uint32_t static_smem_per_block_bytes;
    uint32_t max_threads_per_block; /* the launch bounds, or the device's most */
    uint32_t local_bytes;           /* per thread */
    uint32_t max_dynamic_smem_bytes;
    uint32_t cluster_blocks; /* that the kernel was compiled for; 0: none */
};

/* Attributes of a kernel that a program may set. */
enum cuda_setting {
    CUDA_SET_MAX_DYNAMIC_SMEM,    /* bytes: the opt-in */
    CUDA_SET_CARVEOUT,            /* percent, -1: default */
    CUDA_SET_NON_PORTABLE_CLUSTER /* 0 or 1 */
};

struct cuda_launch {
    uint32_t grid_blocks;
    uint32_t threads_per_block;
    uint32_t dynamic_smem_bytes;
    uint32_t cluster_blocks; /* 0: not as clusters */
    bool is_cooperative;
    uint32_t hold_cycles; /* that every block stays, so that others join it */
};

/* Blocks that were there at once. */
struct cuda_census {
    uint32_t most_per_sm;   /* on the fullest SM */
    uint32_t fewest_per_sm; /* on the one that was least full at its fullest */
    uint32_t most_on_gpu;
    int driver_error; /* the driver's number; then the counts are 0. 0: it ran */
    char error_name[64];
};

struct cuda_backend {
    uint32_t version; /* CUDA_BACKEND_VERSION */

    /* @return CUOCC_ERR_NOT_FOUND: no driver, or no GPU */
    enum cuocc_status (*open)(struct cuda_session **session, struct cuocc_error *error);
    void (*close)(struct cuda_session *session);

    uint32_t (*gpu_count)(const struct cuda_session *session);
    /* "13.0 (580.159.04)": the CUDA version it offers and, where known, its own. */
    const char *(*driver_version)(const struct cuda_session *session);
    /* Members that the driver does not tell are CUOCC_NOT_GIVEN; `name` and
     * `architecture` are "". */
    enum cuocc_status (*gpu_facts)(struct cuda_session *session, uint32_t gpu,
                                   struct cuocc_device *facts, struct cuocc_error *error);
    /* What follows is asked of this GPU. */
    enum cuocc_status (*use)(struct cuda_session *session, uint32_t gpu, struct cuocc_error *error);

    /* `image` is a cubin or fatbin; NULL loads the backend's own probes. */
    enum cuocc_status (*load)(struct cuda_session *session, const void *image,
                              struct cuda_module **module, struct cuocc_error *error);
    void (*unload)(struct cuda_module *module);
    enum cuocc_status (*kernel)(struct cuda_module *module, const char *name,
                                struct cuda_kernel **kernel, struct cuocc_error *error);
    enum cuocc_status (*kernel_facts)(struct cuda_kernel *kernel, struct cuda_kernel_facts *facts,
                                      struct cuocc_error *error);
    enum cuocc_status (*set)(struct cuda_kernel *kernel, enum cuda_setting setting, int32_t value,
                             struct cuocc_error *error);

    /* cudaOccupancyMaxActiveBlocksPerMultiprocessor */
    enum cuocc_status (*active_blocks)(struct cuda_kernel *kernel, uint32_t threads_per_block,
                                       uint32_t dynamic_smem_bytes, uint32_t *blocks,
                                       struct cuocc_error *error);
    /* cudaOccupancyMaxPotentialBlockSize; `limit` 0: none. Bytes per thread: 0, 4, 16 or 48. */
    enum cuocc_status (*best_block)(struct cuda_kernel *kernel, uint32_t dynamic_smem_bytes,
                                    uint32_t smem_per_thread_bytes, uint32_t limit,
                                    uint32_t *threads_per_block, uint32_t *grid_blocks,
                                    struct cuocc_error *error);
    /* cudaOccupancyAvailableDynamicSMemPerBlock */
    enum cuocc_status (*available_smem)(struct cuda_kernel *kernel, uint32_t blocks,
                                        uint32_t threads_per_block, uint32_t *bytes,
                                        struct cuocc_error *error);
    /* cudaOccupancyMaxActiveClusters */
    enum cuocc_status (*active_clusters)(struct cuda_kernel *kernel,
                                         const struct cuda_launch *launch, uint32_t *clusters,
                                         struct cuocc_error *error);
    /* cudaOccupancyMaxPotentialClusterSize */
    enum cuocc_status (*largest_cluster)(struct cuda_kernel *kernel,
                                         const struct cuda_launch *launch, uint32_t *blocks,
                                         struct cuocc_error *error);
    /* Launch one of the probes and count its blocks. A launch that the driver
     * refuses is an answer (`driver_error`), not an error. */
    enum cuocc_status (*count_resident)(struct cuda_kernel *kernel,
                                        const struct cuda_launch *launch,
                                        struct cuda_census *census, struct cuocc_error *error);
};

#endif

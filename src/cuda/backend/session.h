/* SPDX-License-Identifier: MIT */
/* What the parts of the backend share. */
#ifndef CUDA_BACKEND_SESSION_H
#define CUDA_BACKEND_SESSION_H

#include "cuda/backend.h"
#include "cuda/backend/driver.h"

struct cuda_session {
    struct driver driver;
    uint32_t gpu_count;
    char version[64];
    CUdevice gpu; /* in use, if has_context */
    bool has_context;
    uint32_t sm_count; /* of the GPU in use */
};

struct cuda_kernel {
    struct cuda_session *session;
    CUfunction function;
    struct cuda_kernel *next; /* of the same module */
};

struct cuda_module {
    struct cuda_session *session;
    CUmodule module;
    struct cuda_kernel *kernels; /* owned */
};

/* Members of struct cuda_backend. */
enum cuocc_status gpu_facts(struct cuda_session *session, uint32_t gpu, struct cuocc_device *facts,
                            struct cuocc_error *error);

enum cuocc_status module_load(struct cuda_session *session, const void *image,
                              struct cuda_module **module, struct cuocc_error *error);
void module_unload(struct cuda_module *module);
enum cuocc_status module_kernel(struct cuda_module *module, const char *name,
                                struct cuda_kernel **kernel, struct cuocc_error *error);
enum cuocc_status kernel_facts(struct cuda_kernel *kernel, struct cuda_kernel_facts *facts,
                               struct cuocc_error *error);
enum cuocc_status kernel_set(struct cuda_kernel *kernel, enum cuda_setting setting, int32_t value,
                             struct cuocc_error *error);

enum cuocc_status query_active_blocks(struct cuda_kernel *kernel, uint32_t threads_per_block,
                                      uint32_t dynamic_smem_bytes, uint32_t *blocks,
                                      struct cuocc_error *error);
enum cuocc_status query_best_block(struct cuda_kernel *kernel, uint32_t dynamic_smem_bytes,
                                   uint32_t smem_per_thread_bytes, uint32_t limit,
                                   uint32_t *threads_per_block, uint32_t *grid_blocks,
                                   struct cuocc_error *error);
enum cuocc_status query_available_smem(struct cuda_kernel *kernel, uint32_t blocks,
                                       uint32_t threads_per_block, uint32_t *bytes,
                                       struct cuocc_error *error);
enum cuocc_status query_active_clusters(struct cuda_kernel *kernel,
                                        const struct cuda_launch *launch, uint32_t *clusters,
                                        struct cuocc_error *error);
enum cuocc_status query_largest_cluster(struct cuda_kernel *kernel,
                                        const struct cuda_launch *launch, uint32_t *blocks,
                                        struct cuocc_error *error);

enum cuocc_status count_resident(struct cuda_kernel *kernel, const struct cuda_launch *launch,
                                 struct cuda_census *census, struct cuocc_error *error);

/* A launch as the driver takes it: `attribute` stays where it is as long as `config` is used. */
struct launch_config {
    CUlaunchConfig config;
    CUlaunchAttribute attribute;
};

void launch_config_fill(struct launch_config *filled, const struct cuda_launch *launch);

#endif

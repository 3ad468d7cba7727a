/* SPDX-License-Identifier: MIT */
/* A kernel of somebody's file: what the reader found, and what the driver says once it is loaded.
 */
#include "cuda/check_point.h"

/* One fact of a kernel, said by both. */
struct fact {
    const char *question;
    enum cuocc_kernel_fact known_by; /* the reader, if it has this */
    uint32_t ours;
    uint32_t driver;
};

static void fact_point(struct check *check, const struct cuocc_kernel *kernel,
                       const struct cuocc_launch *launch, const struct fact *fact)
{
    const struct check_difference difference = {.kernel = kernel->name,
                                                .question = fact->question,
                                                .options = "",
                                                .number = CUOCC_NOT_GIVEN,
                                                .launch = *launch,
                                                .ours = fact->ours,
                                                .driver = fact->driver};

    if (cuocc_kernel_has(kernel, fact->known_by))
        (void)point(check, &difference);
}

static uint32_t blocks_of(const uint32_t dim[3])
{
    return dim[0] * dim[1] * dim[2];
}

static void compare_facts(struct check *check, const struct cuocc_kernel *kernel,
                          const struct cuocc_launch *launch, const struct cuda_kernel_facts *facts)
{
    const struct fact rows[] = {
        {"registers", CUOCC_FACT_REGS, kernel->regs_per_thread, facts->regs_per_thread},
        {"static shared memory", CUOCC_FACT_STATIC_SMEM, kernel->static_smem_per_block_bytes,
         facts->static_smem_per_block_bytes},
        {"most threads per block", CUOCC_FACT_MAX_THREADS, kernel->max_threads_per_block,
         facts->max_threads_per_block},
        /* The driver tells no cluster where only the launch may choose its size. */
        {"blocks per cluster", CUOCC_FACT_CLUSTER, blocks_of(kernel->cluster_dim),
         facts->cluster_blocks > 0 ? facts->cluster_blocks : blocks_of(kernel->cluster_dim)},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        fact_point(check, kernel, launch, &rows[i]);
}

/* The launch, with what the reader found. */
static struct cuocc_launch launch_of_kernel(const struct cuocc_kernel *kernel,
                                            const struct cuocc_launch *asked)
{
    struct cuocc_launch launch = *asked;

    launch.regs_per_thread =
        cuocc_kernel_has(kernel, CUOCC_FACT_REGS) ? kernel->regs_per_thread : CUOCC_NOT_GIVEN;
    launch.static_smem_per_block_bytes =
        cuocc_kernel_has(kernel, CUOCC_FACT_STATIC_SMEM) ? kernel->static_smem_per_block_bytes : 0;
    launch.smem_per_block_bytes += launch.static_smem_per_block_bytes;
    launch.barriers_per_block =
        cuocc_kernel_has(kernel, CUOCC_FACT_BARRIERS) ? kernel->barriers_per_block : 1;
    if (cuocc_kernel_has(kernel, CUOCC_FACT_MAX_THREADS))
        launch.launch_bounds_threads = kernel->max_threads_per_block;
    if (cuocc_kernel_has(kernel, CUOCC_FACT_CLUSTER))
        launch.cluster_blocks = blocks_of(kernel->cluster_dim);
    return launch;
}

enum cuocc_status check_kernel(struct check *check, struct cuda_module *module,
                               const struct cuocc_kernel *kernel, const struct cuocc_launch *asked)
{
    const struct cuocc_launch launch = launch_of_kernel(kernel, asked);
    struct probe loaded = {.kind = PROBE_BOUNDS, .kernel_name = kernel->name};
    uint32_t dynamic = dynamic_of(&launch);
    enum cuocc_status status =
        check->cuda->kernel(module, kernel->name, &loaded.kernel, check->error);

    check->section = CHECK_SECTION_KERNELS;
    if (status == CUOCC_OK)
        status = check->cuda->kernel_facts(loaded.kernel, &loaded.facts, check->error);
    if (status != CUOCC_OK)
        return status;
    compare_facts(check, kernel, &launch, &loaded.facts);
    loaded.opted_in_bytes = loaded.facts.max_dynamic_smem_bytes;
    if (dynamic > loaded.opted_in_bytes && dynamic <= most_dynamic(check, &loaded))
        status = opt_in(check, &loaded, true);
    return status == CUOCC_OK ? blocks_point(check, &loaded, &launch) : status;
}

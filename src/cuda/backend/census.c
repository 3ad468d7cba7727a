/* SPDX-License-Identifier: MIT */
/* Launching a probe and counting the blocks that are on each SM at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/backend/session.h"
#include "support/error.h"

/* What the probes take: struct census in probes.cu, which C++ compiles. */
struct census_argument {
    CUdeviceptr now;
    CUdeviceptr most;
    unsigned slots;       /* cppcheck-suppress unusedStructMember ; the GPU reads it */
    unsigned hold_cycles; /* cppcheck-suppress unusedStructMember ; and this */
    CUdeviceptr values;
};

/* That many floats, which the register probes load. */
#define VALUE_COUNT 256U

/* Words on the GPU: now and most, each a slot per SM and one for all, then the values. */
static size_t word_count(const struct cuda_session *session)
{
    return 2 * ((size_t)session->sm_count + 1) + VALUE_COUNT;
}

static CUresult launch_it(const struct cuda_kernel *kernel, const struct cuda_launch *launch,
                          struct census_argument *argument)
{
    const struct driver *driver = &kernel->session->driver;
    void *arguments[] = {argument};
    struct launch_config config;

    if (launch->cluster_blocks > 0) {
        if (driver->launch_kernel_ex == NULL)
            return CUDA_ERROR_NOT_SUPPORTED;
        launch_config_fill(&config, launch);
        return driver->launch_kernel_ex(&config.config, kernel->function, arguments, NULL);
    }
    if (launch->is_cooperative)
        return driver->launch_cooperative_kernel(kernel->function, launch->grid_blocks, 1, 1,
                                                 launch->threads_per_block, 1, 1,
                                                 launch->dynamic_smem_bytes, NULL, arguments);
    return driver->launch_kernel(kernel->function, launch->grid_blocks, 1, 1,
                                 launch->threads_per_block, 1, 1, launch->dynamic_smem_bytes, NULL,
                                 arguments, NULL);
}

static void summarise(const struct cuda_session *session, const unsigned *most,
                      struct cuda_census *census)
{
    *census =
        (struct cuda_census){.fewest_per_sm = most[0], .most_on_gpu = most[session->sm_count]};
    for (uint32_t i = 0; i < session->sm_count; i++) {
        if (most[i] > census->most_per_sm)
            census->most_per_sm = most[i];
        if (most[i] < census->fewest_per_sm)
            census->fewest_per_sm = most[i];
    }
}

/* Fill, launch, wait, fetch. `what` is set to the step that failed. */
static CUresult run(const struct cuda_kernel *kernel, const struct cuda_launch *launch,
                    CUdeviceptr words, unsigned *most, const char **what,
                    struct cuda_census *census)
{
    const struct cuda_session *session = kernel->session;
    const struct driver *driver = &session->driver;
    size_t slot_bytes = ((size_t)session->sm_count + 1) * sizeof(unsigned);
    struct census_argument argument = {.now = words,
                                       .most = words + slot_bytes,
                                       .slots = session->sm_count,
                                       .hold_cycles = launch->hold_cycles,
                                       .values = words + 2 * slot_bytes};
    CUresult result = driver->memset_words(words, 0, word_count(session));

    *what = "clearing the counters";
    if (result != CUDA_SUCCESS)
        return result;
    result = launch_it(kernel, launch, &argument);
    if (result != CUDA_SUCCESS) {
        /* Refused: an answer. Nothing was started. */
        *census = (struct cuda_census){.driver_error = (int)result};
        (void)snprintf(census->error_name, sizeof(census->error_name), "%s",
                       driver_error_name(driver, result));
        return CUDA_SUCCESS;
    }
    *what = "running a probe";
    result = driver->ctx_synchronize();
    if (result == CUDA_SUCCESS)
        result = driver->memcpy_to_host(most, argument.most, slot_bytes);
    if (result == CUDA_SUCCESS)
        summarise(session, most, census);
    return result;
}

enum cuocc_status count_resident(struct cuda_kernel *kernel, const struct cuda_launch *launch,
                                 struct cuda_census *census, struct cuocc_error *error)
{
    const struct cuda_session *session = kernel->session;
    const struct driver *driver = &session->driver;
    unsigned *most = calloc((size_t)session->sm_count + 1, sizeof(*most));
    const char *what = "allocating the counters";
    CUdeviceptr words = 0;
    CUresult result;

    if (most == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, "CUDA driver", "out of memory");
    result = driver->mem_alloc(&words, word_count(session) * sizeof(unsigned));
    if (result == CUDA_SUCCESS) {
        result = run(kernel, launch, words, most, &what, census);
        (void)driver->mem_free(words);
    }
    free(most);
    return driver_check(driver, result, what, error);
}

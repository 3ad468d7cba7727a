/* SPDX-License-Identifier: MIT */
/* Modules on the GPU, their kernels, and what the driver says of those. */
#include <stdlib.h>

#include "cuda/backend/probe_image.h"
#include "cuda/backend/session.h"
#include "support/error.h"

enum cuocc_status module_load(struct cuda_session *session, const void *image,
                              struct cuda_module **module, struct cuocc_error *error)
{
    struct cuda_module *loaded = calloc(1, sizeof(*loaded));
    enum cuocc_status status;

    if (loaded == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, "CUDA driver", "out of memory");
    loaded->session = session;
    status = driver_check(&session->driver,
                          session->driver.module_load_data(
                              &loaded->module, image != NULL ? image : (const void *)probe_image),
                          image != NULL ? "loading the file" : "loading the probes", error);
    if (status != CUOCC_OK) {
        free(loaded);
        return status;
    }
    *module = loaded;
    return CUOCC_OK;
}

void module_unload(struct cuda_module *module)
{
    if (module == NULL)
        return;
    while (module->kernels != NULL) {
        struct cuda_kernel *first = module->kernels;

        module->kernels = first->next;
        free(first);
    }
    (void)module->session->driver.module_unload(module->module);
    free(module);
}

enum cuocc_status module_kernel(struct cuda_module *module, const char *name,
                                struct cuda_kernel **kernel, struct cuocc_error *error)
{
    const struct driver *driver = &module->session->driver;
    struct cuda_kernel *found = calloc(1, sizeof(*found));
    CUresult result;

    if (found == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, "CUDA driver", "out of memory");
    result = driver->module_get_function(&found->function, module->module, name);
    if (result != CUDA_SUCCESS) {
        free(found);
        return cuocc_error_set(error, CUOCC_ERR_NOT_FOUND, name,
                               "the driver finds no such kernel: %s",
                               driver_error_name(driver, result));
    }
    found->session = module->session;
    found->next = module->kernels;
    module->kernels = found;
    *kernel = found;
    return CUOCC_OK;
}

static CUresult read_fact(const struct cuda_kernel *kernel, CUfunction_attribute attribute,
                          uint32_t *fact)
{
    int value = 0;
    CUresult result =
        kernel->session->driver.func_get_attribute(&value, attribute, kernel->function);

    if (result == CUDA_SUCCESS)
        *fact = (uint32_t)value;
    return result;
}

/* 0 where the driver does not know clusters. */
static CUresult read_cluster(const struct cuda_kernel *kernel, uint32_t *blocks)
{
    static const CUfunction_attribute dims[] = {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH,
                                                CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
                                                CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH};
    uint32_t product = 1;

    for (size_t i = 0; i < sizeof(dims) / sizeof(dims[0]); i++) {
        uint32_t blocks_in_dim = 0;
        CUresult result = read_fact(kernel, dims[i], &blocks_in_dim);

        if (result != CUDA_SUCCESS && result != CUDA_ERROR_INVALID_VALUE)
            return result;
        product *= blocks_in_dim;
    }
    *blocks = product;
    return CUDA_SUCCESS;
}

enum cuocc_status kernel_facts(struct cuda_kernel *kernel, struct cuda_kernel_facts *facts,
                               struct cuocc_error *error)
{
    struct cuda_kernel_facts found = {0};
    const struct {
        CUfunction_attribute attribute;
        uint32_t *fact;
    } rows[] = {
        {CU_FUNC_ATTRIBUTE_NUM_REGS, &found.regs_per_thread},
        {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &found.static_smem_per_block_bytes},
        {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &found.max_threads_per_block},
        {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &found.local_bytes},
        {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, &found.max_dynamic_smem_bytes},
    };
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; result == CUDA_SUCCESS && i < sizeof(rows) / sizeof(rows[0]); i++)
        result = read_fact(kernel, rows[i].attribute, rows[i].fact);
    if (result == CUDA_SUCCESS)
        result = read_cluster(kernel, &found.cluster_blocks);
    if (result != CUDA_SUCCESS)
        return driver_check(&kernel->session->driver, result, "asking for a kernel's attributes",
                            error);
    *facts = found;
    return CUOCC_OK;
}

enum cuocc_status kernel_set(struct cuda_kernel *kernel, enum cuda_setting setting, int32_t value,
                             struct cuocc_error *error)
{
    static const CUfunction_attribute attributes[] = {
        [CUDA_SET_MAX_DYNAMIC_SMEM] = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        [CUDA_SET_CARVEOUT] = CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
        [CUDA_SET_NON_PORTABLE_CLUSTER] = CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
    };
    const struct driver *driver = &kernel->session->driver;

    return driver_check(driver,
                        driver->func_set_attribute(kernel->function, attributes[setting], value),
                        "setting a kernel's attribute", error);
}

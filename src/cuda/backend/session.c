/* SPDX-License-Identifier: MIT */
/* The table of the backend, and the driver behind it: opening, and choosing a GPU. */
#include "cuda/backend/session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"

/* The first word that begins with a digit in what the kernel module says of itself. */
static void read_module_version(char *version, size_t size)
{
    FILE *file = fopen("/proc/driver/nvidia/version", "r");
    char line[256];

    version[0] = '\0';
    if (file == NULL)
        return;
    if (fgets(line, sizeof(line), file) != NULL) {
        for (char *word = strtok(line, " \t\n"); word != NULL; word = strtok(NULL, " \t\n")) {
            if (isdigit((unsigned char)word[0])) {
                (void)snprintf(version, size, "%s", word);
                break;
            }
        }
    }
    (void)fclose(file);
}

static enum cuocc_status read_versions(struct cuda_session *session, struct cuocc_error *error)
{
    char of_module[32];
    int version = 0;
    enum cuocc_status status =
        driver_check(&session->driver, session->driver.driver_get_version(&version),
                     "asking for its version", error);

    read_module_version(of_module, sizeof(of_module));
    (void)snprintf(session->version, sizeof(session->version),
                   of_module[0] != '\0' ? "%d.%d (%s)" : "%d.%d%s", version / 1000,
                   version % 1000 / 10, of_module);
    return status;
}

static void session_close(struct cuda_session *session)
{
    if (session->has_context)
        (void)session->driver.primary_ctx_release(session->gpu);
    driver_close(&session->driver);
    free(session);
}

static enum cuocc_status session_open(struct cuda_session **session, struct cuocc_error *error)
{
    struct cuda_session *opened = calloc(1, sizeof(*opened));
    enum cuocc_status status;
    int count = 0;

    if (opened == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, "CUDA driver", "out of memory");
    status = driver_open(&opened->driver, error);
    if (status != CUOCC_OK) {
        free(opened);
        return status;
    }
    status = driver_check(&opened->driver, opened->driver.device_get_count(&count), "counting GPUs",
                          error);
    if (status == CUOCC_OK)
        status = read_versions(opened, error);
    if (status != CUOCC_OK) {
        session_close(opened);
        return status;
    }
    opened->gpu_count = (uint32_t)count;
    *session = opened;
    return CUOCC_OK;
}

static uint32_t session_gpu_count(const struct cuda_session *session)
{
    return session->gpu_count;
}

static const char *session_version(const struct cuda_session *session)
{
    return session->version;
}

static enum cuocc_status session_use(struct cuda_session *session, uint32_t gpu,
                                     struct cuocc_error *error)
{
    const struct driver *driver = &session->driver;
    CUdevice device = 0;
    CUcontext context = NULL;
    int sms = 0;
    CUresult result = driver->device_get(&device, (int)gpu);

    if (result == CUDA_SUCCESS)
        result =
            driver->device_get_attribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    if (result == CUDA_SUCCESS)
        result = driver->primary_ctx_retain(&context, device);
    if (result != CUDA_SUCCESS)
        return driver_check(driver, result, "using the GPU", error);
    if (session->has_context)
        (void)driver->primary_ctx_release(session->gpu);
    session->gpu = device;
    session->has_context = true;
    session->sm_count = (uint32_t)sms;
    return driver_check(driver, driver->ctx_set_current(context), "using the GPU", error);
}

static const struct cuda_backend backend = {
    .version = CUDA_BACKEND_VERSION,
    .open = session_open,
    .close = session_close,
    .gpu_count = session_gpu_count,
    .driver_version = session_version,
    .gpu_facts = gpu_facts,
    .use = session_use,
    .load = module_load,
    .unload = module_unload,
    .kernel = module_kernel,
    .kernel_facts = kernel_facts,
    .set = kernel_set,
    .active_blocks = query_active_blocks,
    .best_block = query_best_block,
    .available_smem = query_available_smem,
    .active_clusters = query_active_clusters,
    .largest_cluster = query_largest_cluster,
    .count_resident = count_resident,
};

CUOCC_API const struct cuda_backend *cuocc_cuda_backend(void);

const struct cuda_backend *cuocc_cuda_backend(void)
{
    return &backend;
}

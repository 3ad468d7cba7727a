/* SPDX-License-Identifier: MIT */
/* What the driver tells of a GPU, as a device. */
#include <stdio.h>
#include <string.h>

#include "cuda/backend/session.h"
#include "cuocc/device_fields.h"
#include "support/error.h"

#define AT(member) offsetof(struct cuocc_device, member)

/* clang-format off */
static const struct {
    size_t offset;
    CUdevice_attribute attribute;
} told[] = {
    {AT(cc_major),                      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR},
    {AT(cc_minor),                      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR},
    {AT(sm_count),                      CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
    {AT(warp_size_threads),             CU_DEVICE_ATTRIBUTE_WARP_SIZE},
    {AT(max_threads_per_block),         CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    {AT(max_block_x_threads),           CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X},
    {AT(max_block_y_threads),           CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y},
    {AT(max_block_z_threads),           CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z},
    {AT(max_grid_x_blocks),             CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X},
    {AT(max_grid_y_blocks),             CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y},
    {AT(max_grid_z_blocks),             CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z},
    {AT(max_threads_per_sm),            CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    {AT(max_blocks_per_sm),             CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
    {AT(regs_per_sm),                   CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
    {AT(max_regs_per_block),            CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK},
    {AT(smem_per_sm_bytes),             CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
    {AT(smem_per_block_default_bytes),  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK},
    {AT(smem_per_block_optin_bytes),    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
    {AT(smem_reserved_per_block_bytes), CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK},
};
/* clang-format on */

static void forget_all(struct cuocc_device *facts)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    memset(facts, 0, sizeof(*facts));
    for (size_t i = 0; i < count; i++)
        memcpy((char *)facts + fields[i].offset, &(uint32_t){CUOCC_NOT_GIVEN}, sizeof(uint32_t));
}

/* An attribute that an older driver does not know stays not told. */
static CUresult read_attribute(const struct driver *driver, CUdevice device, size_t index,
                               struct cuocc_device *facts)
{
    int value = 0;
    CUresult result = driver->device_get_attribute(&value, told[index].attribute, device);
    uint32_t number = (uint32_t)value;

    if (result == CUDA_SUCCESS)
        memcpy((char *)facts + told[index].offset, &number, sizeof(number));
    return result == CUDA_ERROR_INVALID_VALUE ? CUDA_SUCCESS : result;
}

/* The driver tells whether there are clusters, not of how many blocks. */
static CUresult read_clusters(const struct driver *driver, CUdevice device,
                              struct cuocc_device *facts)
{
    int has_clusters = 0;
    CUresult result =
        driver->device_get_attribute(&has_clusters, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, device);

    if (result == CUDA_SUCCESS && !has_clusters)
        facts->max_cluster_blocks_portable = facts->max_cluster_blocks_nonportable = 1;
    return result == CUDA_ERROR_INVALID_VALUE ? CUDA_SUCCESS : result;
}

enum cuocc_status gpu_facts(struct cuda_session *session, uint32_t gpu, struct cuocc_device *facts,
                            struct cuocc_error *error)
{
    const struct driver *driver = &session->driver;
    struct cuocc_device found;
    CUdevice device = 0;
    CUresult result = driver->device_get(&device, (int)gpu);

    forget_all(&found);
    if (result == CUDA_SUCCESS)
        result = driver->device_get_name(found.product, (int)sizeof(found.product), device);
    for (size_t i = 0; result == CUDA_SUCCESS && i < sizeof(told) / sizeof(told[0]); i++)
        result = read_attribute(driver, device, i, &found);
    if (result == CUDA_SUCCESS)
        result = read_clusters(driver, device, &found);
    if (result != CUDA_SUCCESS)
        return driver_check(driver, result, "asking for the GPU's attributes", error);
    *facts = found;
    return CUOCC_OK;
}

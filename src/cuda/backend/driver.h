/* SPDX-License-Identifier: MIT */
/* The CUDA driver, opened where the program runs: no library is needed to build or to start. */
#ifndef CUDA_BACKEND_DRIVER_H
#define CUDA_BACKEND_DRIVER_H

#include <cuda.h>

#include "cuocc/status.h"

/* X(member, function): without any of these there is nothing to ask. */
#define DRIVER_REQUIRED_LIST(X)                                                                    \
    X(init, cuInit)                                                                                \
    X(driver_get_version, cuDriverGetVersion)                                                      \
    X(get_error_name, cuGetErrorName)                                                              \
    X(device_get_count, cuDeviceGetCount)                                                          \
    X(device_get, cuDeviceGet)                                                                     \
    X(device_get_name, cuDeviceGetName)                                                            \
    X(device_get_attribute, cuDeviceGetAttribute)                                                  \
    X(primary_ctx_retain, cuDevicePrimaryCtxRetain)                                                \
    X(primary_ctx_release, cuDevicePrimaryCtxRelease)                                              \
    X(ctx_set_current, cuCtxSetCurrent)                                                            \
    X(ctx_synchronize, cuCtxSynchronize)                                                           \
    X(module_load_data, cuModuleLoadData)                                                          \
    X(module_unload, cuModuleUnload)                                                               \
    X(module_get_function, cuModuleGetFunction)                                                    \
    X(func_get_attribute, cuFuncGetAttribute)                                                      \
    X(func_set_attribute, cuFuncSetAttribute)                                                      \
    X(active_blocks, cuOccupancyMaxActiveBlocksPerMultiprocessor)                                  \
    X(potential_block_size, cuOccupancyMaxPotentialBlockSize)                                      \
    X(mem_alloc, cuMemAlloc)                                                                       \
    X(mem_free, cuMemFree)                                                                         \
    X(memcpy_to_host, cuMemcpyDtoH)                                                                \
    X(memset_words, cuMemsetD32)                                                                   \
    X(launch_kernel, cuLaunchKernel)                                                               \
    X(launch_cooperative_kernel, cuLaunchCooperativeKernel)

/* NULL where the driver is older: available_smem 10.2, the others 11.8. */
#define DRIVER_OPTIONAL_LIST(X)                                                                    \
    X(available_smem, cuOccupancyAvailableDynamicSMemPerBlock)                                     \
    X(active_clusters, cuOccupancyMaxActiveClusters)                                               \
    X(potential_cluster_size, cuOccupancyMaxPotentialClusterSize)                                  \
    X(launch_kernel_ex, cuLaunchKernelEx)

struct driver {
    void *library;
#define DRIVER_MEMBER(member, function) __typeof__(function) *member;
    DRIVER_REQUIRED_LIST(DRIVER_MEMBER)
    DRIVER_OPTIONAL_LIST(DRIVER_MEMBER)
#undef DRIVER_MEMBER
};

/**
 * Open the driver and initialise it.
 *
 * @return CUOCC_ERR_NOT_FOUND    there is no driver, or it finds no GPU
 *         CUOCC_ERR_UNSUPPORTED  it lacks a function of the first list
 *         CUOCC_ERR_IO           it does not start
 */
enum cuocc_status driver_open(struct driver *driver, struct cuocc_error *error);
void driver_close(struct driver *driver);

/* @return the driver's name for an error, static. */
const char *driver_error_name(const struct driver *driver, CUresult result);

/* @return CUOCC_OK for CUDA_SUCCESS, else CUOCC_ERR_IO with an error that names `what`. */
enum cuocc_status driver_check(const struct driver *driver, CUresult result, const char *what,
                               struct cuocc_error *error);

#endif

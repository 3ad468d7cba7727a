/* SPDX-License-Identifier: MIT */
/* A device as NVIDIA's occupancy calculator takes it. */
#ifndef HEADER_PROPERTIES_H
#define HEADER_PROPERTIES_H

#include <cuda_occupancy.h>

#include "cuocc/device.h"

static inline cudaOccDeviceProp header_properties(const struct cuocc_device *dev)
{
    return (cudaOccDeviceProp){
        .computeMajor = (int)dev->cc_major,
        .computeMinor = (int)dev->cc_minor,
        .maxThreadsPerBlock = (int)dev->max_threads_per_block,
        .maxThreadsPerMultiprocessor = (int)dev->max_threads_per_sm,
        .regsPerBlock = (int)dev->max_regs_per_block,
        .regsPerMultiprocessor = (int)dev->regs_per_sm,
        .warpSize = (int)dev->warp_size_threads,
        .sharedMemPerBlock = dev->smem_per_block_default_bytes,
        .sharedMemPerMultiprocessor = dev->smem_per_sm_bytes,
        .numSms = 1,
        .sharedMemPerBlockOptin = dev->smem_per_block_optin_bytes,
        .reservedSharedMemPerBlock = dev->smem_reserved_per_block_bytes,
    };
}

#endif

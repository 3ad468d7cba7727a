/* SPDX-License-Identifier: MIT */
/* The probes as nvcc made them: a fatbin. */
#ifndef CUDA_BACKEND_PROBE_IMAGE_H
#define CUDA_BACKEND_PROBE_IMAGE_H

extern const unsigned char probe_image[];
extern const unsigned char probe_image_end[];

#endif

/* SPDX-License-Identifier: MIT */
/* Finding the CUDA backend: a shared object that is opened only when a GPU is asked for. */
#ifndef CUDA_LOADER_H
#define CUDA_LOADER_H

#include "cuda/backend.h"

struct cuda_library {
    void *handle;
    const struct cuda_backend *backend;
};

/**
 * Open the backend: the file that the environment variable OCC_CUDA_BACKEND
 * names; without it the one in this program's directory (a build tree), then
 * the one where an installation has it, moved with the program or not.
 *
 * @return CUOCC_ERR_UNSUPPORTED  there is none, or it is of another version
 *         CUOCC_ERR_IO           it cannot be opened
 */
enum cuocc_status cuda_library_open(struct cuda_library *library, struct cuocc_error *error);
void cuda_library_close(struct cuda_library *library);

#endif

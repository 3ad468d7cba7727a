/* SPDX-License-Identifier: MIT */
/* A backend of another version of the program, which must not be used. */
#include "cuda/backend.h"

const struct cuda_backend *cuocc_cuda_backend(void);

const struct cuda_backend *cuocc_cuda_backend(void)
{
    static const struct cuda_backend table = {.version = 999};

    return &table;
}

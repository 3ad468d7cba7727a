/* SPDX-License-Identifier: MIT */
/* For a program that opens no libraries: it has no CUDA backend. */
#include "cuda/loader.h"

#include "support/error.h"

enum cuocc_status cuda_library_open(struct cuda_library *library, struct cuocc_error *error)
{
    *library = (struct cuda_library){.handle = NULL};
    return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, "CUDA backend",
                           "this program is linked statically, so no GPU can be asked");
}

void cuda_library_close(struct cuda_library *library)
{
    *library = (struct cuda_library){.handle = NULL};
}

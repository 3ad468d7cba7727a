/* SPDX-License-Identifier: MIT */
/* CUDA machine code: an ELF image for one target, with facts on each of its kernels. */
#ifndef INPUT_CUBIN_H
#define INPUT_CUBIN_H

#include "input/reading.h"

/* What the entry of a container says of its cubin. */
struct cubin_label {
    uint32_t sm; /* 75, 120; 0: nothing is said */
    char suffix; /* 'a', 'f' or 0: none, or not said */
    const struct reader_input *container;
    uint64_t offset; /* of the entry in it */
};

/**
 * Add the kernels of a cubin. One without kernels (a device linker's stub) adds none.
 *
 * @param label  NULL: a bare file.
 */
enum cuocc_status cubin_read(struct reading *reading, const struct reader_input *in,
                             const struct cubin_label *label);

#endif

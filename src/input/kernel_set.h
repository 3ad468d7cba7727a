/* SPDX-License-Identifier: MIT */
/* The kernels of one file, kept until it is read to its end: which of them to show can only
 * be told then. */
#ifndef INPUT_KERNEL_SET_H
#define INPUT_KERNEL_SET_H

#include "cuocc/kernel.h"

/* Where in the file an image stands; numbers from 1, 0: not inside one. */
struct kernel_place {
    uint32_t member; /* of an archive */
    uint32_t container;
    uint32_t entry;
};

struct kernel_record;

struct kernel_set {
    struct kernel_record *first, *last; /* in the file's order */
    struct kernel_record **by_name, **by_value;
    size_t bucket_count;
    size_t count;
};

/**
 * Copy a kernel into the set. Values of unknown facts must be 0.
 *
 * The same kernel (name, target, values) of one member is kept once.
 */
enum cuocc_status kernel_set_add(struct kernel_set *set, const struct cuocc_kernel *kernel,
                                 const struct kernel_place *place);

/**
 * Hand the kernels to the sink, with demangled names, and until it stops.
 *
 * A provisional kernel whose linked form is in the same member is left out. Several
 * kernels of one name and target that differ get their container and entry into `source`.
 */
enum cuocc_status kernel_set_deliver(const struct kernel_set *set,
                                     const struct cuocc_kernel_sink *sink);

void kernel_set_free(struct kernel_set *set);

#endif

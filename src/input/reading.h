/* SPDX-License-Identifier: MIT */
/* What the binary readers share while they walk one file. */
#ifndef INPUT_READING_H
#define INPUT_READING_H

#include "input/kernel_set.h"
#include "input/reader.h"
#include "input/unpack_queue.h"

/* What was seen and cannot be shown. Each is noted once a file, with its count; where a
 * file has nothing else, the first of this list that was seen is the reason. */
enum skip {
    SKIP_LZ4,
    SKIP_ZSTD,
    SKIP_NO_DATA,
    SKIP_LTO,
    SKIP_PTX,
    SKIP_UNKNOWN_KIND,
    SKIP_TARGET_DIFFERS,
    SKIP_ABI,
    SKIP_SPILLS,
    SKIP_COUNT
};

struct skip_tally {
    uint32_t count;
    char where[256]; /* the first */
};

struct reading {
    const struct cuocc_kernel_sink *sink;
    struct cuocc_error *error;
    struct kernel_set kernels;
    struct kernel_place place; /* of the image that is being read */
    const char *member;        /* of an archive, else NULL */
    struct skip_tally skips[SKIP_COUNT];
    struct unpack_queue unpack_queue;
};

void reading_skip(struct reading *reading, enum skip skip, const struct reader_input *in,
                  uint64_t offset);

/* The same at a place that is no offset: a kernel. */
void reading_skip_at(struct reading *reading, enum skip skip, const char *where);

/* A status without a place: out of memory. */
enum cuocc_status reading_out_of_memory(const struct reading *reading,
                                        const struct reader_input *in);

typedef enum cuocc_status image_read_fn(struct reading *reading, const struct reader_input *in);

/**
 * Read a file with `image` and deliver what was found, or say why that is nothing.
 */
enum cuocc_status reading_run(image_read_fn *image, const struct reader_input *in,
                              const struct cuocc_kernel_sink *sink, struct cuocc_error *error);

#endif

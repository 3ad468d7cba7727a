/* SPDX-License-Identifier: MIT */
/* Sample files of tests/input/samples, what they hold, and a sink that keeps what was read. */
#ifndef TESTS_INPUT_SAMPLES_H
#define TESTS_INPUT_SAMPLES_H

#include "cuocc/kernel.h"
#include "input/reader.h"

struct gathered {
    struct cuocc_kernel *kernels; /* with texts of their own */
    size_t count;
    char notes[4096]; /* one line a note; cut when full */
    size_t note_count;
    struct cuocc_error error;
    enum cuocc_status status;
};

/* Read bytes with the reader; fails the test if the reader breaks the sink's contract. The
 * bytes are copied to a block of just that size, so that a sanitizer sees over-reads. */
void gather(struct gathered *got, const struct reader *reader, const char *name,
            const uint8_t *bytes, size_t size);

void gathered_free(struct gathered *got);

/* The kernel of that name, which must be there. */
const struct cuocc_kernel *gathered_find(const struct gathered *got, const char *name);

/* A file below tests/input/samples; to be freed. */
uint8_t *sample_load(const char *file, size_t *size);

/* Compare with the file's rows of expected.csv: the same kernels, in any order. */
void sample_check(const char *file, const struct gathered *got);

/* Read a sample with the reader, or where it is NULL with the one that takes it for its own, and
 * compare. */
void sample_holds(const struct reader *reader, const char *file);

/* Call `check` for every file of expected.csv whose name starts with `prefix`. */
void sample_each(const char *prefix, void (*check)(const char *file));

/* The readers' damage tests. Each expects an error that names an offset, or an answer. */
void damage_truncate(const struct reader *reader, const char *file, size_t stride);
void damage_flip(const struct reader *reader, const char *file, size_t stride);
void damage_random(const struct reader *reader, const uint8_t *start, size_t start_size);

#endif

/* SPDX-License-Identifier: MIT */
/* What the targets of the kernel readers share: a sink that checks what it is given. */
#ifndef TESTS_FUZZ_READER_H
#define TESTS_FUZZ_READER_H

#include <string.h>

#include "fuzz.h"
#include "input/reader.h"

static inline enum cuocc_status fuzz_take_kernel(void *ctx, const struct cuocc_kernel *kernel)
{
    size_t *count = ctx;

    FUZZ_CHECK(kernel->name != NULL && strlen(kernel->name) < SIZE_MAX);
    FUZZ_CHECK(kernel->known >> CUOCC_FACT_COUNT == 0);
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_MAX_THREADS) ==
               (kernel->max_threads_per_block != 0));
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_REQUIRED_BLOCK) ==
               (kernel->required_block_dim[2] != 0));
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_CLUSTER) == (kernel->cluster_dim[2] != 0));
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_REGS) || kernel->regs_per_thread == 0);
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_STACK) || kernel->stack_bytes == 0);
    ++*count;
    return CUOCC_OK;
}

static inline void fuzz_take_note(void *ctx, const char *where, const char *text)
{
    (void)ctx;
    FUZZ_CHECK(where[0] != '\0' && text[0] != '\0');
}

/* Kernels come with success alone, an error never without a text. */
static inline void fuzz_read(const struct reader *reader, const uint8_t *data, size_t size)
{
    size_t count = 0;
    const struct reader_input in = {.name = "fuzz", .bytes = data, .size = size};
    const struct cuocc_kernel_sink sink = {
        .ctx = &count, .kernel = fuzz_take_kernel, .note = fuzz_take_note};
    struct cuocc_error error = {0};
    enum cuocc_status status;

    if (!reader->is_mine(data, size))
        return;
    status = reader->read(&in, &sink, &error);
    FUZZ_CHECK((status == CUOCC_OK) == (count != 0));
    FUZZ_CHECK(status == CUOCC_OK || (error.status == status && error.text[0] != '\0'));
}

#endif

/* SPDX-License-Identifier: MIT */
/* What the targets of the text readers share: a sink that checks, and a plain cutter of lines. */
#ifndef TESTS_FUZZ_TEXT_H
#define TESTS_FUZZ_TEXT_H

#include <string.h>

#include "fuzz.h"
#include "input/text_reader.h"

/* Everything that was delivered, as one number. */
struct fuzz_sum {
    uint64_t hash;
    size_t kernels;
};

static inline void fuzz_add(struct fuzz_sum *sum, uint64_t value)
{
    sum->hash = (sum->hash ^ value) * 0x100000001b3U + 1;
}

static inline void fuzz_check_profile(const struct cuocc_profile *profile)
{
    FUZZ_CHECK(profile->known >> CUOCC_PROFILE_COUNT == 0);
    FUZZ_CHECK(profile->smem_config_min_bytes <= profile->smem_config_max_bytes);
    FUZZ_CHECK(profile->occupancy_percent >= 0 && profile->waves_per_sm >= 0);
}

static inline enum cuocc_status fuzz_take_kernel(void *ctx, const struct cuocc_kernel *kernel)
{
    struct fuzz_sum *sum = ctx;

    FUZZ_CHECK(kernel->name != NULL && kernel->name[0] != '\0');
    FUZZ_CHECK(kernel->known >> CUOCC_FACT_COUNT == 0);
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_CLUSTER) == (kernel->cluster_dim[2] != 0));
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_REGS) || kernel->regs_per_thread == 0);
    FUZZ_CHECK(cuocc_kernel_has(kernel, CUOCC_FACT_STACK) || kernel->stack_bytes == 0);
    if (kernel->profile != NULL)
        fuzz_check_profile(kernel->profile);
    sum->kernels++;
    fuzz_add(sum, span_hash(span_of(kernel->name)));
    fuzz_add(sum, kernel->known);
    fuzz_add(sum, kernel->regs_per_thread);
    fuzz_add(sum, kernel->static_smem_per_block_bytes);
    fuzz_add(sum, kernel->is_provisional);
    return CUOCC_OK;
}

static inline void fuzz_take_note(void *ctx, const char *where, const char *text)
{
    FUZZ_CHECK(where[0] != '\0' && text[0] != '\0');
    fuzz_add(ctx, span_hash(span_of(where)));
}

/* The lines of the data, one by one, to one reader. */
static inline void fuzz_lines(const struct text_reader *reader, const uint8_t *data, size_t size)
{
    struct fuzz_sum sum = {.kernels = 0};
    const struct cuocc_kernel_sink sink = {
        .ctx = &sum, .kernel = fuzz_take_kernel, .note = fuzz_take_note};
    struct cuocc_error error = {.status = CUOCC_OK};
    struct text_out out = {.name = "fuzz", .sink = &sink, .error = &error};
    struct text_line line = {.number = 0};
    enum cuocc_status status = CUOCC_OK;
    void *state = reader->begin(&out);

    FUZZ_CHECK(state != NULL);
    while (size > 0 && status == CUOCC_OK) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end != NULL ? (size_t)(end - data) : size;

        line.number++;
        line.text = (struct span){(const char *)data, length};
        line.is_last_unended = end == NULL;
        /* Such lines do not reach a reader. */
        if (memchr(data, '\0', length) == NULL)
            status = reader->line(state, &line);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    if (status == CUOCC_OK)
        status = reader->end(state);
    FUZZ_CHECK(status == CUOCC_OK || (error.status == status && error.text[0] != '\0'));
    FUZZ_CHECK(out.kernels == sum.kernels);
    FUZZ_CHECK(sum.kernels == 0 || reader->has_seen(state));
    reader->destroy(state);
}

#endif

/* SPDX-License-Identifier: MIT */
/* A sink that keeps copies of all kernels and notes, for the tests of the readers. */
#ifndef TESTS_COLLECTED_KERNELS_H
#define TESTS_COLLECTED_KERNELS_H

#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/kernel.h"

struct collected {
    struct cuocc_kernel *kernels;
    struct cuocc_profile *profiles;
    size_t count;
    size_t room;
    size_t notes;
    char last_where[512];
    char last_note[1024];
    char all_notes[8192]; /* "where text\n" of the first ones */
    size_t stop_after;    /* kernels; 0: never */
};

static inline char *collected_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    assert_non_null(copy);
    memcpy(copy, text, size);
    return copy;
}

static inline enum cuocc_status collect_kernel(void *ctx, const struct cuocc_kernel *kernel)
{
    struct collected *all = ctx;
    struct cuocc_kernel *copy;

    assert_non_null(kernel->name);
    if (all->count == all->room) {
        all->room = all->room > 0 ? all->room * 2 : 64;
        all->kernels = realloc(all->kernels, all->room * sizeof(*all->kernels));
        all->profiles = realloc(all->profiles, all->room * sizeof(*all->profiles));
        assert_non_null(all->kernels);
        assert_non_null(all->profiles);
    }
    copy = &all->kernels[all->count];
    *copy = *kernel;
    copy->name = collected_copy(kernel->name);
    copy->source = kernel->source != NULL ? collected_copy(kernel->source) : NULL;
    copy->demangled = NULL;
    if (kernel->profile != NULL)
        all->profiles[all->count] = *kernel->profile;
    all->count++;
    return all->count == all->stop_after ? CUOCC_ERR_CANCELLED : CUOCC_OK;
}

static inline void collect_note(void *ctx, const char *where, const char *text)
{
    struct collected *all = ctx;
    size_t used = strlen(all->all_notes);

    all->notes++;
    (void)snprintf(all->last_where, sizeof(all->last_where), "%s", where);
    (void)snprintf(all->last_note, sizeof(all->last_note), "%s", text);
    (void)snprintf(all->all_notes + used, sizeof(all->all_notes) - used, "%s %s\n", where, text);
}

static inline struct cuocc_kernel_sink collector(struct collected *all)
{
    return (struct cuocc_kernel_sink){.ctx = all, .kernel = collect_kernel, .note = collect_note};
}

static inline void collected_free(struct collected *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free((void *)(uintptr_t)all->kernels[i].name);
        free((void *)(uintptr_t)all->kernels[i].source);
    }
    free(all->kernels);
    free(all->profiles);
    *all = (struct collected){.count = 0};
}

static inline enum cuocc_status collect_text(const char *text, struct collected *all,
                                             struct cuocc_error *error)
{
    struct cuocc_kernel_sink sink = collector(all);

    return cuocc_kernels_read_memory(text, strlen(text), "log", &sink, error);
}

/* "sm_90a", or "" where it is not known. */
static inline const char *arch_text(const struct cuocc_kernel *kernel, char text[32])
{
    char suffix[2] = {kernel->arch.suffix, '\0'};

    text[0] = '\0';
    if (cuocc_kernel_has(kernel, CUOCC_FACT_ARCH))
        (void)snprintf(text, 32, "sm_%u%u%s", (unsigned)kernel->arch.cc_major,
                       (unsigned)kernel->arch.cc_minor, suffix);
    return text;
}

/* A decimal, or "" where it is not known. */
static inline const char *fact_text(const struct cuocc_kernel *kernel, enum cuocc_kernel_fact fact,
                                    uint64_t value, char text[32])
{
    text[0] = '\0';
    if (cuocc_kernel_has(kernel, fact))
        (void)snprintf(text, 32, "%llu", (unsigned long long)value);
    return text;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Compares two files that describe the same kernels: compare_kernels LOG CUBIN */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/kernel.h"

struct list {
    struct cuocc_kernel *kernels;
    size_t count;
};

/* The facts that both a log and machine code may hold. */
struct fact {
    enum cuocc_kernel_fact fact;
    const char *name;
};

static const struct fact facts[] = {
    {CUOCC_FACT_REGS, "registers"},          {CUOCC_FACT_STATIC_SMEM, "static shared memory"},
    {CUOCC_FACT_BARRIERS, "barriers"},       {CUOCC_FACT_SPILL_STORES, "spill stores"},
    {CUOCC_FACT_SPILL_LOADS, "spill loads"}, {CUOCC_FACT_STACK, "stack"},
};

static uint64_t value_of(const struct cuocc_kernel *kernel, enum cuocc_kernel_fact fact)
{
    const uint64_t values[CUOCC_FACT_COUNT] = {
        [CUOCC_FACT_REGS] = kernel->regs_per_thread,
        [CUOCC_FACT_STATIC_SMEM] = kernel->static_smem_per_block_bytes,
        [CUOCC_FACT_BARRIERS] = kernel->barriers_per_block,
        [CUOCC_FACT_STACK] = kernel->stack_bytes,
        [CUOCC_FACT_SPILL_STORES] = kernel->spill_store_bytes,
        [CUOCC_FACT_SPILL_LOADS] = kernel->spill_load_bytes,
    };

    return values[fact];
}

static enum cuocc_status keep(void *ctx, const struct cuocc_kernel *kernel)
{
    struct list *list = ctx;
    size_t name_size = strlen(kernel->name) + 1;
    struct cuocc_kernel *grown = realloc(list->kernels, (list->count + 1) * sizeof(*grown));
    char *name = malloc(name_size);

    if (grown != NULL)
        list->kernels = grown;
    if (grown == NULL || name == NULL) {
        free(name);
        return CUOCC_ERR_MEMORY;
    }
    memcpy(name, kernel->name, name_size);
    list->kernels[list->count] = *kernel;
    list->kernels[list->count++].name = name;
    return CUOCC_OK;
}

static bool read_list(const char *path, struct list *list)
{
    const struct cuocc_kernel_sink sink = {.ctx = list, .kernel = keep};
    struct cuocc_error error;

    if (cuocc_kernels_read(path, &sink, &error) == CUOCC_OK)
        return true;
    (void)fprintf(stderr, "%s: %s\n", error.where, error.text);
    return false;
}

static void free_list(struct list *list)
{
    for (size_t i = 0; i < list->count; ++i)
        free((char *)list->kernels[i].name);
    free(list->kernels);
}

static size_t compare(const struct cuocc_kernel *a, const struct cuocc_kernel *b)
{
    size_t differences = 0;

    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); ++i) {
        enum cuocc_kernel_fact fact = facts[i].fact;

        if (!cuocc_kernel_has(a, fact) || !cuocc_kernel_has(b, fact) ||
            value_of(a, fact) == value_of(b, fact))
            continue;
        ++differences;
        (void)fprintf(stderr, "%s: %s: %llu and %llu\n", a->name, facts[i].name,
                      (unsigned long long)value_of(a, fact), (unsigned long long)value_of(b, fact));
    }
    return differences;
}

/* A bare cubin does not hold the suffix "f", so the number alone counts. */
static const struct cuocc_kernel *find(const struct list *list, const struct cuocc_kernel *kernel)
{
    for (size_t i = 0; i < list->count; ++i) {
        const struct cuocc_kernel *at = &list->kernels[i];

        if (strcmp(at->name, kernel->name) == 0 && at->arch.cc_major == kernel->arch.cc_major &&
            at->arch.cc_minor == kernel->arch.cc_minor)
            return at;
    }
    (void)fprintf(stderr, "%s: in one file only\n", kernel->name);
    return NULL;
}

int main(int argc, char **argv)
{
    struct list lists[2] = {{0}};
    size_t differences = 0;
    bool is_read = argc == 3 && read_list(argv[1], &lists[0]) && read_list(argv[2], &lists[1]);

    if (is_read && lists[0].count != lists[1].count)
        ++differences;
    for (size_t i = 0; is_read && i < lists[0].count; ++i) {
        const struct cuocc_kernel *other = find(&lists[1], &lists[0].kernels[i]);

        differences += other != NULL ? compare(&lists[0].kernels[i], other) : 1;
    }
    (void)printf("%zu and %zu kernels, %zu differences\n", lists[0].count, lists[1].count,
                 differences);
    free_list(&lists[0]);
    free_list(&lists[1]);
    return is_read && differences == 0 ? 0 : 1;
}

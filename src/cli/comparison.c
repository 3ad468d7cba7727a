/* SPDX-License-Identifier: MIT */
/* Kernels against an earlier answer. */
#include "cli/comparison.h"

#include <stdlib.h>
#include <string.h>

#include "render/kernels.h"
#include "support/error.h"

/* Occupancies are quotients of small whole numbers, far further apart than this. */
#define SAME_OCCUPANCY 1e-9

static int compare_texts(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

static int compare_counts(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* By kernel and launch; registers are not part of it, for they are what changes. */
static int compare_rows(const struct baseline_row *a, const struct baseline_row *b)
{
    int order = compare_texts(a->kernel, b->kernel);

    if (order == 0)
        order = compare_texts(a->device, b->device);
    if (order == 0)
        order = compare_texts(a->arch, b->arch);
    if (order == 0)
        order = compare_counts(a->threads_per_block, b->threads_per_block);
    return order != 0 ? order : compare_counts(a->dynamic_smem_bytes, b->dynamic_smem_bytes);
}

/* Equals keep the file's order: the rows lie in one array. */
static int compare_sorted(const void *a, const void *b)
{
    const struct baseline_row *x = *(const struct baseline_row *const *)a;
    const struct baseline_row *y = *(const struct baseline_row *const *)b;
    int order = compare_rows(x, y);

    return order != 0 ? order : (x > y) - (x < y);
}

enum cuocc_status comparison_read(struct cli *cli, const char *path, struct comparison *c)
{
    enum cuocc_status status = baseline_read(path, &c->old, &cli->error);

    if (status != CUOCC_OK)
        return status;
    c->sorted = malloc((c->old.count + 1) * sizeof(struct baseline_row *));
    c->taken = calloc(c->old.count + 1, sizeof(*c->taken));
    if (c->sorted == NULL || c->taken == NULL)
        return cuocc_error_set(&cli->error, CUOCC_ERR_MEMORY, path, "out of memory");
    for (size_t i = 0; i < c->old.count; i++)
        c->sorted[i] = &c->old.rows[i];
    qsort(c->sorted, c->old.count, sizeof(struct baseline_row *), compare_sorted);
    return CUOCC_OK;
}

void comparison_free(struct comparison *c)
{
    free(c->sorted);
    free(c->taken);
    baseline_free(&c->old);
}

void comparison_restart(struct comparison *c)
{
    c->worse = c->better = c->same = c->added = c->gone = 0;
    memset(c->taken, 0, c->old.count * sizeof(*c->taken));
}

/* @return the first place in the sorted rows that is not below `row`. */
static size_t lower_bound(const struct comparison *c, const struct baseline_row *row)
{
    size_t from = 0, to = c->old.count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (compare_rows(c->sorted[middle], row) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* The n-th kernel of equal name and launch belongs to the n-th of the earlier answer. */
static const struct baseline_row *take_old(struct comparison *c, const struct report *report)
{
    const struct cuocc_launch *launch = report->launch;
    uint32_t threads = report->result.threads_per_block;
    char arch[32];
    struct baseline_row key;
    size_t first, at;

    format_arch(arch, sizeof(arch), report->kernel->facts);
    key = (struct baseline_row){
        .kernel = (char *)(uintptr_t)report->kernel->facts->name,
        .device = report->dev != NULL ? (char *)(uintptr_t)report->dev->name : NULL,
        .arch = strcmp(arch, "?") == 0 ? NULL : arch,
        .threads_per_block = threads > 0 ? threads : UINT32_MAX,
        .dynamic_smem_bytes = launch->smem_per_block_bytes - launch->static_smem_per_block_bytes};
    first = lower_bound(c, &key);
    at = first + (first < c->old.count ? c->taken[first] : 0);
    if (at >= c->old.count || compare_rows(c->sorted[at], &key) != 0)
        return NULL;
    c->taken[first]++;
    return c->sorted[at];
}

void comparison_add(struct comparison *c, const struct report *report, comparison_change_fn *change,
                    void *ctx)
{
    const struct baseline_row *old = take_old(c, report);
    bool is_comparable = old != NULL && old->is_answered && kernel_is_answered(report);
    double gain = 0;
    const char *what = NULL;

    if (is_comparable)
        gain = cuocc_occupancy(report->dev, report->result.active_warps) - old->occupancy;
    if (old == NULL) {
        c->added++;
        what = "new";
    } else if (gain < -SAME_OCCUPANCY) {
        c->worse++;
        what = "worse";
    } else if (gain > SAME_OCCUPANCY) {
        c->better++;
        what = "better";
    } else {
        c->same++;
    }
    if (change != NULL && what != NULL)
        change(ctx, what, old, report);
}

void comparison_finish(struct comparison *c, comparison_change_fn *change, void *ctx)
{
    for (size_t first = 0, end; first < c->old.count; first = end) {
        for (end = first; end < c->old.count && compare_rows(c->sorted[first], c->sorted[end]) == 0;
             end++) {
            if (end - first < c->taken[first])
                continue;
            c->gone++;
            if (change != NULL)
                change(ctx, "gone", c->sorted[end], NULL);
        }
    }
}

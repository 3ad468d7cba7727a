/* SPDX-License-Identifier: MIT */
/* The kernels of a file, kept. */
#include "cli/kernels.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"

struct loading {
    const char *glob;
    struct kernel_list *list;
    size_t seen;
    bool has_lost_note; /* for want of memory */
};

static char *copy_text(const char *text, bool *has_failed)
{
    char *copy = text != NULL ? strdup(text) : NULL;

    *has_failed |= text != NULL && copy == NULL;
    return copy;
}

static void free_entry(struct kernel_entry *entry)
{
    free((void *)(uintptr_t)entry->kernel.name);
    free((void *)(uintptr_t)entry->kernel.demangled);
    free((void *)(uintptr_t)entry->kernel.source);
}

static enum cuocc_status grow(struct kernel_list *list)
{
    size_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
    struct kernel_entry *items = NULL;

    /* Where addresses have 32 bits, a log can be that long. */
    if (capacity <= SIZE_MAX / sizeof(*items))
        items = realloc(list->items, capacity * sizeof(*items));
    if (items == NULL)
        return CUOCC_ERR_MEMORY;
    list->items = items;
    list->capacity = capacity;
    return CUOCC_OK;
}

static bool matches(const char *glob, const struct cuocc_kernel *kernel)
{
    return glob == NULL || fnmatch(glob, kernel->name, 0) == 0 ||
           (kernel->demangled != NULL && fnmatch(glob, kernel->demangled, 0) == 0);
}

static enum cuocc_status keep(void *ctx, const struct cuocc_kernel *kernel)
{
    struct loading *loading = ctx;
    struct kernel_list *list = loading->list;
    struct kernel_entry entry = {.kernel = *kernel};
    bool has_failed = false;

    loading->seen++;
    if (!matches(loading->glob, kernel))
        return CUOCC_OK;
    if (list->count == list->capacity && grow(list) != CUOCC_OK)
        return CUOCC_ERR_MEMORY;
    entry.kernel.name = copy_text(kernel->name, &has_failed);
    entry.kernel.demangled = copy_text(kernel->demangled, &has_failed);
    entry.kernel.source = copy_text(kernel->source, &has_failed);
    if (kernel->profile != NULL)
        entry.profile = *kernel->profile;
    entry.order = list->count;
    if (has_failed) {
        free_entry(&entry);
        return CUOCC_ERR_MEMORY;
    }
    list->items[list->count++] = entry;
    return CUOCC_OK;
}

static void keep_note(void *ctx, const char *where, const char *text)
{
    struct loading *loading = ctx;
    struct kernel_list *list = loading->list;

    if (list->note_count < READER_NOTES_MAX) {
        struct reader_note *note = &list->notes[list->note_count];

        note->where = copy_text(where, &loading->has_lost_note);
        note->text = copy_text(text, &loading->has_lost_note);
    }
    list->note_count++;
}

static int compare_archs(const struct cuocc_arch *a, const struct cuocc_arch *b)
{
    if (a->cc_major != b->cc_major)
        return a->cc_major < b->cc_major ? -1 : 1;
    if (a->cc_minor != b->cc_minor)
        return a->cc_minor < b->cc_minor ? -1 : 1;
    return (a->suffix > b->suffix) - (a->suffix < b->suffix);
}

/* By name, then architecture, then place: kernels of one name come together. */
static int compare_for_occurrence(const void *a, const void *b)
{
    const struct kernel_entry *x = *(struct kernel_entry *const *)a;
    const struct kernel_entry *y = *(struct kernel_entry *const *)b;
    int order = strcmp(x->kernel.name, y->kernel.name);

    if (order == 0)
        order = compare_archs(&x->kernel.arch, &y->kernel.arch);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

/* A name may stand in several translation units: the n-th of each architecture belong together. */
static enum cuocc_status count_occurrences(struct kernel_list *list)
{
    struct kernel_entry **sorted = malloc((list->count + 1) * sizeof(struct kernel_entry *));

    if (sorted == NULL)
        return CUOCC_ERR_MEMORY;
    for (size_t i = 0; i < list->count; i++) {
        sorted[i] = &list->items[i];
        /* The array has moved while it grew. */
        if (list->items[i].kernel.profile != NULL)
            list->items[i].kernel.profile = &list->items[i].profile;
    }
    qsort(sorted, list->count, sizeof(struct kernel_entry *), compare_for_occurrence);
    for (size_t i = 1; i < list->count; i++)
        if (strcmp(sorted[i]->kernel.name, sorted[i - 1]->kernel.name) == 0 &&
            compare_archs(&sorted[i]->kernel.arch, &sorted[i - 1]->kernel.arch) == 0)
            sorted[i]->occurrence = sorted[i - 1]->occurrence + 1;
    free(sorted);
    return CUOCC_OK;
}

enum cuocc_status kernels_load(struct cli *cli, const char *path, const char *glob,
                               struct kernel_list *list)
{
    struct loading loading = {.glob = glob, .list = list};
    const struct cuocc_kernel_sink sink = {.ctx = &loading, .kernel = keep, .note = keep_note};
    enum cuocc_status status;

    *list = (struct kernel_list){.count = 0};
    status = cuocc_kernels_read(path, &sink, &cli->error);
    if (status == CUOCC_OK)
        status = loading.has_lost_note ? CUOCC_ERR_MEMORY : count_occurrences(list);
    if (status == CUOCC_ERR_MEMORY)
        return cuocc_error_set(&cli->error, status, path, "out of memory");
    if (status == CUOCC_OK && list->count == 0)
        return cuocc_error_set(&cli->error, CUOCC_ERR_NOT_FOUND, "--kernel",
                               "none of the %zu kernels in %s matches '%s'", loading.seen, path,
                               glob != NULL ? glob : "*");
    return status;
}

void kernels_free(struct kernel_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_entry(&list->items[i]);
    for (size_t i = 0; i < list->note_count && i < READER_NOTES_MAX; i++) {
        free(list->notes[i].where);
        free(list->notes[i].text);
    }
    free(list->items);
}

/* --- images for a device ------------------------------------------------------------------ */

/* Whether the driver loads it: sm_90a nowhere else, sm_100f and sm_80 on later minors. */
static bool is_loadable(const struct cuocc_arch *arch, uint32_t cc_major, uint32_t cc_minor)
{
    if (arch->cc_major != cc_major)
        return false;
    return arch->suffix == 'a' ? arch->cc_minor == cc_minor : arch->cc_minor <= cc_minor;
}

static bool is_lower(const struct cuocc_arch *arch, uint32_t cc_major, uint32_t cc_minor)
{
    return arch->cc_major < cc_major || (arch->cc_major == cc_major && arch->cc_minor <= cc_minor);
}

/* Loadable ones first, then the higher architecture. */
static bool is_better(const struct kernel_entry *a, const struct kernel_entry *b, uint32_t cc_major,
                      uint32_t cc_minor)
{
    bool a_loads = is_loadable(&a->kernel.arch, cc_major, cc_minor);
    bool b_loads = is_loadable(&b->kernel.arch, cc_major, cc_minor);

    return a_loads != b_loads ? a_loads : compare_archs(&a->kernel.arch, &b->kernel.arch) > 0;
}

/* By name, then occurrence: the images of one kernel come together. */
static int compare_for_choice(const void *a, const void *b)
{
    const struct kernel_entry *x = *(struct kernel_entry *const *)a;
    const struct kernel_entry *y = *(struct kernel_entry *const *)b;
    int order = strcmp(x->kernel.name, y->kernel.name);

    if (order == 0)
        order = (x->occurrence > y->occurrence) - (x->occurrence < y->occurrence);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static bool is_same_kernel(const struct kernel_entry *a, const struct kernel_entry *b)
{
    return a->occurrence == b->occurrence && strcmp(a->kernel.name, b->kernel.name) == 0;
}

/* A choice with the place where its kernel first occurs. */
struct placed_choice {
    size_t first_order;
    struct image_choice choice;
};

static int compare_places(const void *a, const void *b)
{
    const struct placed_choice *x = a, *y = b;

    return (x->first_order > y->first_order) - (x->first_order < y->first_order);
}

/* Go through the groups of `sorted` and choose one image of each. @return how many were. */
static size_t choose_of_groups(struct kernel_entry *const *sorted, size_t count, uint32_t cc_major,
                               uint32_t cc_minor, struct placed_choice *out)
{
    size_t chosen = 0;

    for (size_t i = 0, end; i < count; i = end) {
        const struct kernel_entry *best = NULL;

        for (end = i; end < count && is_same_kernel(sorted[i], sorted[end]); end++)
            if (is_lower(&sorted[end]->kernel.arch, cc_major, cc_minor) &&
                (best == NULL || is_better(sorted[end], best, cc_major, cc_minor)))
                best = sorted[end];
        if (best != NULL)
            out[chosen++] = (struct placed_choice){
                sorted[i]->order,
                {best->order, !is_loadable(&best->kernel.arch, cc_major, cc_minor)}};
    }
    return chosen;
}

enum cuocc_status images_choose(struct cli *cli, const struct kernel_list *list, uint32_t cc_major,
                                uint32_t cc_minor, struct image_choice **choices, size_t *count)
{
    struct kernel_entry **sorted = malloc((list->count + 1) * sizeof(struct kernel_entry *));
    struct placed_choice *placed = malloc((list->count + 1) * sizeof(*placed));
    struct image_choice *out = malloc((list->count + 1) * sizeof(*out));
    enum cuocc_status status = CUOCC_OK;

    *count = 0;
    if (sorted == NULL || placed == NULL || out == NULL) {
        free(out);
        out = NULL;
        status = cuocc_error_set(&cli->error, CUOCC_ERR_MEMORY, "--from", "out of memory");
        goto cleanup;
    }
    for (size_t i = 0; i < list->count; i++)
        sorted[i] = &list->items[i];
    qsort(sorted, list->count, sizeof(struct kernel_entry *), compare_for_choice);
    *count = choose_of_groups(sorted, list->count, cc_major, cc_minor, placed);
    qsort(placed, *count, sizeof(*placed), compare_places);
    for (size_t i = 0; i < *count; i++)
        out[i] = placed[i].choice;
cleanup:
    free(sorted);
    free(placed);
    *choices = out;
    return status;
}

/* SPDX-License-Identifier: MIT */
/* The kernels of one file, kept until it is read to its end. */
#include "input/kernel_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/demangle.h"

/* All that two equal kernels share beside name, target and member. */
enum {
    VALUE_COUNT = 15
};

struct kernel_record {
    struct cuocc_kernel kernel; /* name and source point behind the record */
    struct kernel_place place;
    uint64_t name_hash, value_hash;
    struct kernel_record *next;
    struct kernel_record *next_by_name, *next_by_value;
    /* The first kernel of this name, target and member, which counts for all of them. */
    struct kernel_record *head;
    uint32_t linked_count, provisional_count;
    char text[];
};

static void list_values(const struct cuocc_kernel *kernel, uint64_t values[static VALUE_COUNT])
{
    const uint64_t list[VALUE_COUNT] = {
        kernel->known,
        kernel->regs_per_thread,
        kernel->static_smem_per_block_bytes,
        kernel->barriers_per_block,
        kernel->max_threads_per_block,
        kernel->required_block_dim[0],
        kernel->required_block_dim[1],
        kernel->required_block_dim[2],
        kernel->min_blocks_per_sm,
        kernel->cluster_dim[0],
        kernel->cluster_dim[1],
        kernel->cluster_dim[2],
        kernel->stack_bytes,
        kernel->param_bytes,
        kernel->is_provisional,
    };

    memcpy(values, list, sizeof(list));
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    /* FNV-1a */
    for (size_t i = 0; i < size; ++i)
        /* The analyzer follows numbers, not their bytes. */
        hash = (hash ^ at[i]) * 0x100000001b3U; /* NOLINT(clang-analyzer-core.*) */
    return hash;
}

static uint64_t hash_name(const struct cuocc_kernel *kernel, uint32_t member)
{
    const uint32_t target[] = {kernel->arch.cc_major, kernel->arch.cc_minor,
                               (unsigned char)kernel->arch.suffix, member};

    return hash_bytes(hash_bytes(0xcbf29ce484222325U, target, sizeof(target)), kernel->name,
                      strlen(kernel->name));
}

static bool has_same_name(const struct kernel_record *a, const struct kernel_record *b)
{
    return a->name_hash == b->name_hash && a->place.member == b->place.member &&
           a->kernel.arch.cc_major == b->kernel.arch.cc_major &&
           a->kernel.arch.cc_minor == b->kernel.arch.cc_minor &&
           a->kernel.arch.suffix == b->kernel.arch.suffix &&
           strcmp(a->kernel.name, b->kernel.name) == 0;
}

static bool has_same_values(const struct kernel_record *a, const struct kernel_record *b)
{
    uint64_t values_a[VALUE_COUNT], values_b[VALUE_COUNT];

    list_values(&a->kernel, values_a);
    list_values(&b->kernel, values_b);
    return memcmp(values_a, values_b, sizeof(values_a)) == 0;
}

static struct kernel_record *record_new(const struct cuocc_kernel *kernel,
                                        const struct kernel_place *place)
{
    size_t name_size = strlen(kernel->name) + 1;
    size_t source_size = kernel->source != NULL ? strlen(kernel->source) + 1 : 0;
    struct kernel_record *record = calloc(1, sizeof(*record) + name_size + source_size);
    uint64_t values[VALUE_COUNT];

    if (record == NULL)
        return NULL;
    record->kernel = *kernel;
    record->place = *place;
    memcpy(record->text, kernel->name, name_size);
    record->kernel.name = record->text;
    if (kernel->source != NULL) {
        memcpy(record->text + name_size, kernel->source, source_size);
        record->kernel.source = record->text + name_size;
    }
    list_values(kernel, values);
    record->name_hash = hash_name(kernel, place->member);
    record->value_hash = hash_bytes(record->name_hash, values, sizeof(values));
    return record;
}

static void link_record(struct kernel_set *set, struct kernel_record *record)
{
    struct kernel_record **by_name = &set->by_name[record->name_hash & (set->bucket_count - 1)];
    struct kernel_record **by_value = &set->by_value[record->value_hash & (set->bucket_count - 1)];

    if (record->head == record) {
        record->next_by_name = *by_name;
        *by_name = record;
    }
    record->next_by_value = *by_value;
    *by_value = record;
}

static bool make_room(struct kernel_set *set)
{
    size_t count = set->bucket_count != 0 ? set->bucket_count * 2 : 64;
    struct kernel_record **by_name, **by_value;

    if (set->count < set->bucket_count)
        return true;
    by_name = calloc(count, sizeof(struct kernel_record *));
    by_value = calloc(count, sizeof(struct kernel_record *));
    if (by_name == NULL || by_value == NULL) {
        free(by_name);
        free(by_value);
        return false;
    }
    free(set->by_name);
    free(set->by_value);
    set->by_name = by_name;
    set->by_value = by_value;
    set->bucket_count = count;
    for (struct kernel_record *record = set->first; record != NULL; record = record->next)
        link_record(set, record);
    return true;
}

static const struct kernel_record *find_equal(const struct kernel_set *set,
                                              const struct kernel_record *record)
{
    const struct kernel_record *at = set->by_value[record->value_hash & (set->bucket_count - 1)];

    while (at != NULL && !(at->value_hash == record->value_hash && has_same_name(at, record) &&
                           has_same_values(at, record)))
        at = at->next_by_value;
    return at;
}

static struct kernel_record *find_head(const struct kernel_set *set,
                                       const struct kernel_record *record)
{
    struct kernel_record *at = set->by_name[record->name_hash & (set->bucket_count - 1)];

    while (at != NULL && !has_same_name(at, record))
        at = at->next_by_name;
    return at;
}

enum cuocc_status kernel_set_add(struct kernel_set *set, const struct cuocc_kernel *kernel,
                                 const struct kernel_place *place)
{
    struct kernel_record *record = record_new(kernel, place);

    if (record == NULL || !make_room(set)) {
        free(record);
        return CUOCC_ERR_MEMORY;
    }
    if (find_equal(set, record) != NULL) {
        free(record);
        return CUOCC_OK;
    }
    record->head = find_head(set, record);
    if (record->head == NULL)
        record->head = record;
    if (kernel->is_provisional)
        ++record->head->provisional_count;
    else
        ++record->head->linked_count;
    link_record(set, record);
    if (set->last != NULL)
        set->last->next = record;
    else
        set->first = record;
    set->last = record;
    ++set->count;
    return CUOCC_OK;
}

static enum cuocc_status deliver(const struct kernel_record *record,
                                 const struct cuocc_kernel_sink *sink, bool with_place)
{
    struct cuocc_kernel kernel = record->kernel;
    char *demangled = demangle(kernel.name);
    char source[1024];
    enum cuocc_status status;

    if (with_place) {
        (void)snprintf(source, sizeof(source), "%s%scontainer %u, entry %u",
                       kernel.source != NULL ? kernel.source : "",
                       kernel.source != NULL ? ", " : "", (unsigned)record->place.container,
                       (unsigned)record->place.entry);
        kernel.source = source;
    }
    kernel.demangled = demangled;
    status = sink->kernel(sink->ctx, &kernel);
    free(demangled);
    return status;
}

enum cuocc_status kernel_set_deliver(const struct kernel_set *set,
                                     const struct cuocc_kernel_sink *sink)
{
    enum cuocc_status status = CUOCC_OK;

    for (const struct kernel_record *record = set->first; record != NULL && status == CUOCC_OK;
         record = record->next) {
        uint32_t linked = record->head->linked_count;
        uint32_t shown = linked != 0 ? linked : record->head->provisional_count;

        if (record->kernel.is_provisional && linked != 0)
            continue;
        status = deliver(record, sink, shown > 1 && record->place.container != 0);
    }
    return status;
}

void kernel_set_free(struct kernel_set *set)
{
    while (set->first != NULL) {
        struct kernel_record *record = set->first;

        set->first = record->next;
        free(record);
    }
    free(set->by_name);
    free(set->by_value);
    *set = (struct kernel_set){0};
}

/* SPDX-License-Identifier: MIT */
/* Which open kernel may a line without a name belong to? */
#include "input/open_kernels.h"

#include <string.h>

void open_kernels_add(struct open_kernels *open, const struct open_kernel *kernel)
{
    struct open_kernel *added = &open->kernels[open->count++];
    size_t group = 0;

    while (open->groups[group].members > 0)
        group++;
    open->groups[group] = (struct open_group){.members = 1, .named = kernel->named};
    *added = *kernel;
    added->group = group;
    added->name_hash = span_hash(span_of(added->name));
}

static void unite(struct open_kernels *open, size_t into, size_t from)
{
    struct open_group *a = &open->groups[into];
    struct open_group *b = &open->groups[from];

    if (into == from)
        return;
    if (a->used > 0 && b->used > 0) {
        a->figures_differ |= !figures_keep_equal(&a->figures, &b->figures);
    } else if (b->used > 0) {
        a->figures = b->figures;
    }
    a->figures_differ |= b->figures_differ;
    a->members += b->members;
    a->named += b->named;
    a->used += b->used;
    b->members = 0;
    for (size_t i = 0; i < open->count; i++)
        if (open->kernels[i].group == from)
            open->kernels[i].group = into;
}

/* Each open kernel is named once: one that had all its lines is not meant. */
static bool may_be_named(const struct open_kernel *kernel, struct span name, uint64_t hash)
{
    return !kernel->is_linked && kernel->name_hash == hash && span_equals(name, kernel->name) &&
           (kernel->rivals == 0 || kernel->named < kernel->rivals);
}

size_t open_kernels_name(struct open_kernels *open, struct span name, uint64_t message)
{
    uint64_t hash = span_hash(name);
    size_t group = MOST_OPEN_KERNELS;
    unsigned rivals = 0;

    for (size_t i = 0; i < open->count; i++)
        if (may_be_named(&open->kernels[i], name, hash))
            rivals++;
    for (size_t i = 0; i < open->count; i++) {
        struct open_kernel *kernel = &open->kernels[i];

        if (!may_be_named(kernel, name, hash))
            continue;
        kernel->named++;
        kernel->named_at = message;
        kernel->rivals = kernel->rivals > rivals ? kernel->rivals : rivals;
        kernel->awaits_frame = true;
        if (group == MOST_OPEN_KERNELS)
            group = kernel->group;
        unite(open, group, kernel->group);
    }
    if (group < MOST_OPEN_KERNELS) {
        open->groups[group].named++;
        open->has_properties = true;
    }
    return rivals;
}

void open_kernels_frame(struct open_kernels *open, const struct frame *frame)
{
    for (size_t i = 0; i < open->count; i++) {
        struct open_kernel *kernel = &open->kernels[i];

        if (!kernel->awaits_frame)
            continue;
        kernel->awaits_frame = false;
        if (frame == NULL)
            continue;
        if (kernel->frames == 0)
            kernel->frame = *frame;
        else if (!frames_are_equal(&kernel->frame, frame))
            kernel->frames_differ = true;
        kernel->frames++;
    }
}

bool open_kernel_has_frame(const struct open_kernel *kernel)
{
    return kernel->rivals > 0 && kernel->frames == kernel->rivals && !kernel->frames_differ;
}

static bool may_own(const struct open_kernels *open, const struct open_kernel *kernel,
                    bool is_linked, const struct cuocc_arch *arch, bool needs_name)
{
    const struct open_group *group = &open->groups[kernel->group];
    unsigned lines = needs_name ? group->named : (unsigned)group->members;

    if (kernel->is_linked != is_linked || lines <= group->used)
        return false;
    return arch == NULL || !kernel->has_arch || arch_is_equal(&kernel->arch, arch);
}

/* All groups that may own the line, made one; MOST_OPEN_KERNELS if there is none. */
static size_t owner(struct open_kernels *open, bool is_linked, const struct cuocc_arch *arch,
                    bool needs_name)
{
    bool is_owner[MOST_OPEN_KERNELS] = {false};
    size_t group = MOST_OPEN_KERNELS;

    for (size_t i = 0; i < open->count; i++)
        if (may_own(open, &open->kernels[i], is_linked, arch, needs_name))
            is_owner[open->kernels[i].group] = true;
    for (size_t i = 0; i < MOST_OPEN_KERNELS; i++) {
        if (!is_owner[i])
            continue;
        if (group == MOST_OPEN_KERNELS)
            group = i;
        unite(open, group, i);
    }
    return group;
}

static void absorb(struct open_group *group, const struct figures *figures)
{
    if (group->used == 0)
        group->figures = *figures;
    else
        group->figures_differ |= !figures_keep_equal(&group->figures, figures);
    group->used++;
}

bool open_kernels_use(struct open_kernels *open, bool is_linked, const struct cuocc_arch *arch,
                      const struct figures *figures, size_t *group, bool *found)
{
    *group = MOST_OPEN_KERNELS;
    if (is_linked || open->has_properties)
        *group = owner(open, is_linked, arch, true);
    if (*group == MOST_OPEN_KERNELS)
        *group = owner(open, is_linked, arch, false);
    *found = *group < MOST_OPEN_KERNELS;
    if (!*found)
        return false;
    absorb(&open->groups[*group], figures);
    return open->groups[*group].used >= open->groups[*group].members;
}

bool open_kernels_part(struct open_kernels *open, size_t index)
{
    struct open_kernel *kernel = &open->kernels[index];
    struct open_group *group = &open->groups[kernel->group];
    size_t own = 0;

    if (group->used != 1)
        return false;
    if (group->members == 1)
        return true;
    while (open->groups[own].members > 0)
        own++;
    open->groups[own] = *group;
    open->groups[own].members = 1;
    open->groups[own].named = kernel->named > 0;
    group->members--;
    group->named -= kernel->named > 0 && group->named > 0;
    group->used = 0;
    kernel->group = own;
    return true;
}

size_t open_kernels_stale(const struct open_kernels *open, uint64_t message)
{
    for (size_t i = 0; i < open->count; i++)
        if (open->kernels[i].named > 0 &&
            message - open->kernels[i].named_at > MOST_MESSAGES_TO_USED)
            return i;
    return MOST_OPEN_KERNELS;
}

size_t open_kernels_first_of(const struct open_kernels *open, size_t group)
{
    for (size_t i = 0; i < open->count; i++)
        if (open->kernels[i].group == group)
            return i;
    return MOST_OPEN_KERNELS;
}

struct open_kernel open_kernels_take(struct open_kernels *open, size_t index)
{
    struct open_kernel taken = open->kernels[index];
    struct open_group *group = &open->groups[taken.group];

    group->members--;
    if (group->named > 0 && taken.named > 0)
        group->named--;
    open->count--;
    memmove(&open->kernels[index], &open->kernels[index + 1],
            (open->count - index) * sizeof(open->kernels[0]));
    return taken;
}

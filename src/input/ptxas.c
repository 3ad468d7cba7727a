/* SPDX-License-Identifier: MIT */
/* What ptxas, nvcc and nvlink say about kernels with -v, in whatever log it ended up. */
#include <stdlib.h>
#include <string.h>

#include "input/kernel_queue.h"
#include "input/open_kernels.h"

#define BIT(fact) ((uint32_t)1 << (unsigned)(fact))

enum {
    MOST_UNKNOWN_STACKS = 64,
    MOST_TARGETS = 64,
    /* nvlink 13.0 and the driver's linker print the bytes that the system reserves
     * on 9.0 with a kernel's own; for no other target (measured 7.5 to 12.1). */
    RESERVED_BYTES = 1024,
    LEAST_CONSTANT_BYTES_OF_9_0 = 528,
};

/* Marks of a queued kernel. */
enum {
    IS_LINKED = 1,   /* nvlink's figures */
    IS_REPLACED = 2, /* nvlink's figures for this kernel came later */
};

/* What the next line may belong to. */
enum frame_owner {
    FRAME_OF_NOBODY,
    FRAME_OF_KERNEL,
    FRAME_OF_FUNCTION,
};

struct ptxas_state {
    struct text_out *out;
    struct open_kernels open;
    struct kernel_queue queue;
    enum frame_owner frame_owner;
    bool has_seen;
    bool has_linked;
    bool has_noted_window;
    uint64_t messages;
    uint64_t run; /* from 0, counts `gmem` lines: one for each run of ptxas */
    uint64_t relocatable_run;
    struct cuocc_arch targets[MOST_TARGETS]; /* seen so far */
    size_t target_count;
    uint64_t times_due;                           /* `Used` lines without their `Compile time` */
    uint64_t unknown_stacks[MOST_UNKNOWN_STACKS]; /* hashes of names, a ring */
    size_t next_unknown_stack;
};

/* --- what leaves --- */

/* Kernels whose stack a warning called unknown; each warning serves once. */
static bool take_unknown_stack(struct ptxas_state *state, uint64_t name_hash)
{
    for (size_t i = 0; i < MOST_UNKNOWN_STACKS; i++) {
        if (state->unknown_stacks[i] == name_hash) {
            state->unknown_stacks[i] = 0;
            return true;
        }
    }
    return false;
}

static bool settle(void *ctx, struct queued *leaving)
{
    const struct ptxas_state *state = ctx;

    if ((leaving->flags & IS_REPLACED) != 0)
        return false;
    /* A linker was at work and this kernel was not among what it printed. */
    if ((leaving->flags & IS_LINKED) == 0 && state->has_linked)
        leaving->kernel.is_provisional = true;
    return true;
}

static void note_about(struct ptxas_state *state, uint64_t line, struct span name,
                       const char *before, const char *after)
{
    struct message message = {.length = 0};

    message_add(&message, before);
    message_add_name(&message, name);
    message_add(&message, after);
    text_note(state->out, line, &message);
}

static void put_figures(struct cuocc_kernel *kernel, const struct figures *figures)
{
    kernel->known |= figures->known & (BIT(CUOCC_FACT_REGS) | BIT(CUOCC_FACT_STATIC_SMEM) |
                                       BIT(CUOCC_FACT_BARRIERS));
    kernel->regs_per_thread = figures->regs;
    kernel->static_smem_per_block_bytes = figures->smem_bytes;
    kernel->barriers_per_block = figures->barriers;
    if ((figures->known & BIT(CUOCC_FACT_PARAMS)) != 0 &&
        (kernel->known & BIT(CUOCC_FACT_ARCH)) != 0 &&
        arch_param_bytes(&kernel->arch, figures->constant_bytes, &kernel->param_bytes))
        kernel->known |= BIT(CUOCC_FACT_PARAMS);
}

static void put_frame(struct cuocc_kernel *kernel, const struct frame *frame)
{
    kernel->known |= frame->known;
    kernel->stack_bytes = frame->stack_bytes;
    kernel->spill_store_bytes = frame->spill_store_bytes;
    kernel->spill_load_bytes = frame->spill_load_bytes;
}

/* --- nvlink: the final figures of relocatable code --- */

/*
 * nvlink names its target only if it links for several. Otherwise the compiler's
 * lines for that kernel tell, if they agree.
 */
static void find_arch(struct ptxas_state *state, struct queued *linked)
{
    const struct queued *first = kernel_queue_find(&state->queue, linked->name);

    for (const struct queued *at = first; at != NULL; at = kernel_queue_older(&state->queue, at)) {
        if ((at->kernel.known & BIT(CUOCC_FACT_ARCH)) == 0 ||
            !arch_is_equal(&at->kernel.arch, &first->kernel.arch)) {
            note_about(state, linked->line, span_of(linked->name), "the linker's figures for ",
                       " name no target, and it was compiled for several");
            return;
        }
        if ((at->flags & IS_LINKED) != 0)
            break;
    }
    if (first == NULL)
        return;
    linked->kernel.arch = first->kernel.arch;
    linked->kernel.known |= BIT(CUOCC_FACT_ARCH);
}

/* Printed bytes hold the reserved ones on 9.0; without a target that is not always certain. */
static void take_reserved_off(struct ptxas_state *state, struct queued *linked,
                              const struct figures *figures)
{
    struct cuocc_kernel *kernel = &linked->kernel;
    bool may_be_9_0 = (figures->known & BIT(CUOCC_FACT_PARAMS)) != 0 &&
                      figures->constant_bytes >= LEAST_CONSTANT_BYTES_OF_9_0;

    if ((kernel->known & BIT(CUOCC_FACT_STATIC_SMEM)) == 0 ||
        kernel->static_smem_per_block_bytes < RESERVED_BYTES)
        return;
    if ((kernel->known & BIT(CUOCC_FACT_ARCH)) != 0) {
        if (kernel->arch.cc_major == 9 && kernel->arch.cc_minor == 0)
            kernel->static_smem_per_block_bytes -= RESERVED_BYTES;
    } else if (may_be_9_0) {
        kernel->known &= ~BIT(CUOCC_FACT_STATIC_SMEM);
        note_about(state, linked->line, span_of(linked->name), "the shared memory of ",
                   " holds 1024 reserved bytes if it is for sm_90; no line tells the target");
    }
}

static void copy_spills(struct cuocc_kernel *to, const struct cuocc_kernel *from, bool is_first)
{
    const uint32_t spills = BIT(CUOCC_FACT_SPILL_STORES) | BIT(CUOCC_FACT_SPILL_LOADS);

    if (is_first) {
        to->known |= from->known & spills;
        to->spill_store_bytes = from->spill_store_bytes;
        to->spill_load_bytes = from->spill_load_bytes;
    } else if (to->spill_store_bytes != from->spill_store_bytes ||
               to->spill_load_bytes != from->spill_load_bytes) {
        to->known &= ~spills;
    }
}

/* The compiler's records of this kernel make way; nvlink prints no spills, so theirs stay. */
static void replace_compiled(struct ptxas_state *state, struct queued *linked)
{
    bool is_first = true;

    if ((linked->kernel.known & BIT(CUOCC_FACT_ARCH)) == 0)
        return;
    for (struct queued *at = kernel_queue_find(&state->queue, linked->name); at != NULL;
         at = kernel_queue_older(&state->queue, at)) {
        if ((at->kernel.known & BIT(CUOCC_FACT_ARCH)) == 0 ||
            !arch_is_equal(&at->kernel.arch, &linked->kernel.arch))
            continue;
        copy_spills(&linked->kernel, &at->kernel, is_first);
        is_first = false;
        /* An earlier link of the same objects has been through all that is older. */
        if ((at->flags & IS_LINKED) != 0)
            break;
        at->flags |= IS_REPLACED;
    }
}

/* The window is full: the compiler's record of this kernel may have left it unreplaced. */
static void note_window(struct ptxas_state *state, const struct queued *linked)
{
    struct message message = {.length = 0};

    if (state->has_noted_window || state->queue.gone == 0 ||
        kernel_queue_find(&state->queue, linked->name) != NULL)
        return;
    state->has_noted_window = true;
    message_add(&message, "more kernels than are kept back for the linker: from here on some may "
                          "be listed twice, as compiled and as linked");
    text_note(state->out, linked->line, &message);
}

static void finish_linked(struct ptxas_state *state, struct queued *item,
                          const struct figures *figures)
{
    note_window(state, item);
    if ((item->kernel.known & BIT(CUOCC_FACT_ARCH)) == 0)
        find_arch(state, item);
    put_figures(&item->kernel, figures);
    take_reserved_off(state, item, figures);
    item->kernel.stack_bytes = figures->stack_bytes;
    item->kernel.known |= figures->known & BIT(CUOCC_FACT_STACK);
    item->flags = IS_LINKED;
    replace_compiled(state, item);
}

/* --- groups of open kernels --- */

static enum cuocc_status finish_kernel(struct ptxas_state *state, struct open_kernel *kernel,
                                       const struct figures *figures)
{
    struct queued item = {.name = kernel->name, .line = kernel->line, .run = kernel->run};

    if (kernel->has_arch) {
        item.kernel.arch = kernel->arch;
        item.kernel.known |= BIT(CUOCC_FACT_ARCH);
    }
    if (kernel->is_linked) {
        finish_linked(state, &item, figures);
    } else {
        put_figures(&item.kernel, figures);
        if (open_kernel_has_frame(kernel))
            put_frame(&item.kernel, &kernel->frame);
        item.kernel.is_provisional = kernel->run == state->relocatable_run;
    }
    if (take_unknown_stack(state, kernel->name_hash))
        item.kernel.known &= ~BIT(CUOCC_FACT_STACK);
    return kernel_queue_push(&state->queue, &item);
}

static enum cuocc_status close_group(struct ptxas_state *state, size_t group, uint64_t line)
{
    const struct open_group closing = state->open.groups[group];
    enum cuocc_status status = CUOCC_OK;
    size_t index;

    while ((index = open_kernels_first_of(&state->open, group)) < MOST_OPEN_KERNELS) {
        struct open_kernel kernel = open_kernels_take(&state->open, index);

        if (closing.figures_differ)
            note_about(state, line, span_of(kernel.name), "interleaved lines: the figures of ",
                       " cannot be told from those of another kernel; what differs is left "
                       "open (compile with -j1 or make -O, or read the cubin)");
        if (status == CUOCC_OK)
            status = finish_kernel(state, &kernel, &closing.figures);
        else
            free(kernel.name);
    }
    return status;
}

/* A kernel whose `Used` line will not come. */
static enum cuocc_status give_up(struct ptxas_state *state, size_t index, uint64_t line)
{
    struct open_kernel kernel = open_kernels_take(&state->open, index);
    const struct open_group *group = &state->open.groups[kernel.group];
    size_t left = kernel.group;

    note_about(state, kernel.line, span_of(kernel.name), "no line gives the registers of ",
               "; it is left out");
    free(kernel.name);
    if (group->members > 0 && group->used >= group->members)
        return close_group(state, left, line);
    return CUOCC_OK;
}

static enum cuocc_status open_kernel_at(struct ptxas_state *state, const struct text_line *line,
                                        struct span name, struct open_kernel *kernel)
{
    enum cuocc_status status = CUOCC_OK;

    kernel->name = text_copy(name);
    if (kernel->name == NULL)
        return text_fail_memory(state->out);
    kernel->line = line->number;
    kernel->run = state->run;
    while (status == CUOCC_OK && state->open.count == MOST_OPEN_KERNELS)
        status = give_up(state, 0, line->number);
    if (status == CUOCC_OK)
        open_kernels_add(&state->open, kernel);
    else
        free(kernel->name);
    return status;
}

static void remember_target(struct ptxas_state *state, const struct cuocc_arch *arch)
{
    for (size_t i = 0; i < state->target_count; i++)
        if (arch_is_equal(&state->targets[i], arch))
            return;
    if (state->target_count < MOST_TARGETS)
        state->targets[state->target_count++] = *arch;
}

/*
 * A compiler begins a kernel for this target. If there were as many runs as
 * targets, each target has one compiler, and the kernel before has had its `Used`.
 */
static enum cuocc_status end_previous(struct ptxas_state *state, const struct cuocc_arch *arch,
                                      uint64_t line)
{
    size_t index = 0;

    remember_target(state, arch);
    if (state->run != state->target_count)
        return CUOCC_OK;
    while (index < state->open.count && (state->open.kernels[index].is_linked ||
                                         !arch_is_equal(&state->open.kernels[index].arch, arch)))
        index++;
    if (index == state->open.count)
        return CUOCC_OK;
    if (open_kernels_part(&state->open, index))
        return close_group(state, state->open.kernels[index].group, line);
    if (state->open.groups[state->open.kernels[index].group].used == 0)
        return give_up(state, index, line);
    return CUOCC_OK;
}

/* --- one function for each message; `rest` is what follows its key --- */

/* NAME may hold anything once a demangler was at work; the last quotes are the line's own. */
static enum cuocc_status on_compiling(struct ptxas_state *state, const struct text_line *line,
                                      struct span rest)
{
    struct open_kernel kernel = {.name = NULL};
    enum cuocc_status status = CUOCC_OK;
    struct span name;

    if (!span_cut_last(&rest, "' for '", &name) || name.length == 0)
        return CUOCC_OK;
    kernel.has_arch = span_take_arch(&rest, &kernel.arch) == SCAN_OK && span_starts(rest, "'");
    if (!kernel.has_arch && line->is_last_unended)
        return CUOCC_OK;
    if (!kernel.has_arch)
        note_about(state, line->number, name, "the target of ", " is not an sm_ number");
    else
        status = end_previous(state, &kernel.arch, line->number);
    return status == CUOCC_OK ? open_kernel_at(state, line, name, &kernel) : status;
}

/* nvlink: Function properties for 'NAME': */
static enum cuocc_status on_linked_properties(struct ptxas_state *state,
                                              const struct text_line *line, struct span rest)
{
    struct open_kernel kernel = {.is_linked = true, .named = 1, .named_at = state->messages};
    struct span name;

    kernel.has_arch = target_take(&rest, &kernel.arch);
    if (!span_cut_last(&rest, "':", &name) || name.length < 2)
        return CUOCC_OK;
    name = (struct span){name.at + 1, name.length - 1};
    state->has_linked = true;
    return open_kernel_at(state, line, name, &kernel);
}

static enum cuocc_status on_properties(struct ptxas_state *state, const struct text_line *line,
                                       struct span rest)
{
    struct span name = span_trim(rest);

    if (span_starts(name, "'"))
        return on_linked_properties(state, line, name);
    state->frame_owner = open_kernels_name(&state->open, name, state->messages) > 0
                             ? FRAME_OF_KERNEL
                             : FRAME_OF_FUNCTION;
    return CUOCC_OK;
}

static enum cuocc_status fail_overflow(struct ptxas_state *state, const struct text_line *line)
{
    struct message message = {.length = 0};

    message_add(&message, "a number above 4294967295, which no compiler prints");
    return text_fail(state->out, CUOCC_ERR_SYNTAX, line->number, &message);
}

static enum cuocc_status use_figures(struct ptxas_state *state, const struct text_line *line,
                                     struct span text, bool is_linked)
{
    struct message message = {.length = 0};
    struct cuocc_arch arch;
    struct figures figures;
    bool has_target = is_linked && target_take(&text, &arch);
    bool is_closed;
    bool is_found;
    size_t group;
    enum scan scan = figures_parse(span_trim(text), !line->is_last_unended, &figures);

    if (scan == SCAN_OVERFLOW)
        return fail_overflow(state, line);
    if (scan != SCAN_OK) {
        message_add(&message, line->is_last_unended
                                  ? "the text ends inside this line"
                                  : "'used' without a number of registers, ignored");
        text_note(state->out, line->number, &message);
        return CUOCC_OK;
    }
    if (!is_linked)
        state->times_due++;
    is_closed = open_kernels_use(&state->open, is_linked, has_target ? &arch : NULL, &figures,
                                 &group, &is_found);
    if (!is_found) {
        message_add(&message, "no line before this one names the kernel that uses these registers");
        text_note(state->out, line->number, &message);
    }
    return is_closed ? close_group(state, group, line->number) : CUOCC_OK;
}

static enum cuocc_status on_used(struct ptxas_state *state, const struct text_line *line,
                                 struct span rest)
{
    return use_figures(state, line, rest, false);
}

static enum cuocc_status on_linked_used(struct ptxas_state *state, const struct text_line *line,
                                        struct span rest)
{
    return use_figures(state, line, rest, true);
}

/*
 * A kernel's time follows its `Used`. One time more than that belongs to a device
 * function that was compiled for itself: the sign of relocatable code.
 */
static enum cuocc_status on_time(struct ptxas_state *state, const struct text_line *line,
                                 struct span rest)
{
    struct queued *item;

    (void)line;
    (void)rest;
    if (state->times_due > 0) {
        state->times_due--;
        return CUOCC_OK;
    }
    if (state->relocatable_run == state->run)
        return CUOCC_OK;
    state->relocatable_run = state->run;
    for (size_t age = 0; (item = kernel_queue_recent(&state->queue, age)) != NULL; age++) {
        if (item->run != state->run)
            break;
        if ((item->flags & IS_LINKED) == 0)
            item->kernel.is_provisional = true;
    }
    return CUOCC_OK;
}

static const struct {
    const char *key;
    enum cuocc_status (*take)(struct ptxas_state *state, const struct text_line *line,
                              struct span rest);
} message_table[] = {
    {.key = "Compiling entry function '", .take = on_compiling},
    {.key = "Function properties for ", .take = on_properties},
    {.key = "Used ", .take = on_used},
    {.key = "used ", .take = on_linked_used},
    {.key = "Compile time = ", .take = on_time},
};

/* Said about a kernel or a build, and of use to whoever reads its figures. */
static const char *const passed_on_table[] = {
    "Potential Performance Loss: ",
    "Resource usage is not shown as the final resource allocation is not done",
    " uses too much shared data (",
};

/* --- lines --- */

/* `text` stands behind "info    : ". */
static bool take_message(struct ptxas_state *state, const struct text_line *line, struct span text,
                         enum cuocc_status *status)
{
    struct span rest = text;
    uint64_t number;

    for (size_t i = 0; i < sizeof(message_table) / sizeof(message_table[0]); i++) {
        if (!span_take(&rest, message_table[i].key))
            continue;
        state->messages++;
        *status = message_table[i].take(state, line, rest);
        return true;
    }
    if (span_take_number(&rest, UINT64_MAX, &number) != SCAN_OK || !span_take(&rest, " bytes gmem"))
        return false;
    state->messages++;
    state->run++;
    return true;
}

/* Build tools put anything before it, people collapse its blanks: "info", blanks, ":". */
static bool take_info_line(struct ptxas_state *state, const struct text_line *line,
                           enum cuocc_status *status)
{
    struct span rest = line->text;

    while (span_cut_first(&rest, "info", NULL)) {
        struct span text = rest;

        span_skip_blanks(&text);
        if (!span_take(&text, ":"))
            continue;
        span_skip_blanks(&text);
        if (take_message(state, line, text, status))
            return true;
    }
    return false;
}

static bool take_warning_line(struct ptxas_state *state, const struct text_line *line)
{
    struct span after = line->text;
    struct span name;
    struct message message = {.length = 0};

    if (span_cut_first(&after, "Stack size for entry function '", NULL) &&
        span_cut_last(&after, "' cannot be statically determined", &name)) {
        state->unknown_stacks[state->next_unknown_stack] = span_hash(name);
        state->next_unknown_stack = (state->next_unknown_stack + 1) % MOST_UNKNOWN_STACKS;
        return true;
    }
    for (size_t i = 0; i < sizeof(passed_on_table) / sizeof(passed_on_table[0]); i++) {
        struct span rest = line->text;

        if (!span_cut_first(&rest, passed_on_table[i], NULL))
            continue;
        message_add_name(&message, span_trim(line->text));
        text_note(state->out, line->number, &message);
        return true;
    }
    return false;
}

static enum cuocc_status take_frame_line(struct ptxas_state *state, const struct text_line *line,
                                         bool *is_frame)
{
    struct message message = {.length = 0};
    struct frame frame;
    enum scan scan = frame_parse(line->text, &frame);

    *is_frame = scan == SCAN_OK;
    if (scan == SCAN_OVERFLOW)
        return fail_overflow(state, line);
    if (scan != SCAN_OK || state->frame_owner != FRAME_OF_KERNEL)
        return CUOCC_OK;
    if ((frame.known & BIT(CUOCC_FACT_SPILL_STORES)) == 0 ||
        (frame.known & BIT(CUOCC_FACT_SPILL_LOADS)) == 0) {
        message_add(&message, "a negative number of spilled bytes, taken as not known");
        text_note(state->out, line->number, &message);
    }
    open_kernels_frame(&state->open, &frame);
    return CUOCC_OK;
}

static enum cuocc_status drop_stale(struct ptxas_state *state, uint64_t line)
{
    enum cuocc_status status = CUOCC_OK;
    size_t index;

    while (status == CUOCC_OK &&
           (index = open_kernels_stale(&state->open, state->messages)) < MOST_OPEN_KERNELS)
        status = give_up(state, index, line);
    return status;
}

static enum cuocc_status ptxas_line(void *ctx, const struct text_line *line)
{
    struct ptxas_state *state = ctx;
    enum frame_owner owner = state->frame_owner;
    enum cuocc_status status = CUOCC_OK;
    bool is_frame = false;

    /* CRLF written twice, and CI systems, put empty lines between any two. */
    if (span_trim(line->text).length == 0)
        return CUOCC_OK;
    if (owner != FRAME_OF_NOBODY) {
        status = take_frame_line(state, line, &is_frame);
        state->frame_owner = FRAME_OF_NOBODY;
        if (status != CUOCC_OK || is_frame)
            return status;
        open_kernels_frame(&state->open, NULL);
    }
    if (take_info_line(state, line, &status)) {
        state->has_seen = true;
        return status == CUOCC_OK ? drop_stale(state, line->number) : status;
    }
    if (take_warning_line(state, line))
        state->has_seen = true;
    return status;
}

static enum cuocc_status ptxas_end(void *ctx)
{
    struct ptxas_state *state = ctx;
    enum cuocc_status status = CUOCC_OK;

    while (status == CUOCC_OK && state->open.count > 0)
        status = give_up(state, 0, 0);
    return status == CUOCC_OK ? kernel_queue_flush(&state->queue) : status;
}

static bool ptxas_has_seen(const void *ctx)
{
    return ((const struct ptxas_state *)ctx)->has_seen;
}

static void *ptxas_begin(struct text_out *out)
{
    struct ptxas_state *state = calloc(1, sizeof(*state));

    if (state == NULL)
        return NULL;
    state->out = out;
    state->relocatable_run = UINT64_MAX;
    state->queue = (struct kernel_queue){.out = out, .settle = settle, .ctx = state};
    return state;
}

static void ptxas_destroy(void *ctx)
{
    struct ptxas_state *state = ctx;

    if (state == NULL)
        return;
    while (state->open.count > 0)
        free(open_kernels_take(&state->open, 0).name);
    kernel_queue_clear(&state->queue);
    free(state);
}

const struct text_reader ptxas_reader = {
    .label = "ptxas, nvcc or nvlink log",
    .begin = ptxas_begin,
    .line = ptxas_line,
    .end = ptxas_end,
    .has_seen = ptxas_has_seen,
    .destroy = ptxas_destroy,
};

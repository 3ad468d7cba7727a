/* SPDX-License-Identifier: MIT */
/* What `cuobjdump -res-usage` says of the images in a file. */
#include <stdlib.h>

#include "input/kernel_queue.h"

#define BIT(fact) ((uint32_t)1 << (unsigned)(fact))

enum {
    /* SHARED of linked code for 9.0 and later holds them (cuobjdump 12.8, 13.0). */
    RESERVED_BYTES = 1024,
    /* Constant bank 0 of a kernel without parameters on 9.0; less on all before it. */
    LEAST_CONSTANT_BYTES_OF_9_0 = 528,
};

/* One line of counts. */
struct counts {
    uint32_t known; /* REGS, STACK, STATIC_SMEM, PARAMS (CONSTANT[0]) */
    uint64_t regs;
    uint64_t stack_bytes;
    uint64_t shared_bytes;
    uint64_t constant_bytes;
    bool has_end; /* its last key */
};

/* What the SHARED figures of one unit (one image) tell about the image. */
struct unit_signs {
    bool has_below_9_0; /* a constant bank that starts too early for 9.0 */
    bool has_reserved;  /* a SHARED of just the reserved bytes */
    bool has_less;      /* some, but less than the reserved bytes: not linked, or below 9.0 */
};

struct resusage_state {
    struct text_out *out;
    struct kernel_queue queue; /* the kernels of the unit that is being read */
    struct cuocc_arch arch;
    bool has_arch;
    char *member;     /* of an archive */
    char *identifier; /* a source file, in builds with debug information */
    char *function;
    struct unit_signs signs;
    bool is_in_header;
    bool is_in_unit;
    bool has_seen;
    bool has_noted;
    uint64_t unit_line;
};

static const struct {
    const char *key;
    enum cuocc_kernel_fact fact;
    size_t at;
} count_table[] = {
    {.key = "REG", .fact = CUOCC_FACT_REGS, .at = offsetof(struct counts, regs)},
    {.key = "STACK", .fact = CUOCC_FACT_STACK, .at = offsetof(struct counts, stack_bytes)},
    {.key = "SHARED", .fact = CUOCC_FACT_STATIC_SMEM, .at = offsetof(struct counts, shared_bytes)},
    {.key = "CONSTANT[0]",
     .fact = CUOCC_FACT_PARAMS,
     .at = offsetof(struct counts, constant_bytes)},
};

static void note_once(struct resusage_state *state, const char *text)
{
    struct message message = {.length = 0};

    if (state->has_noted)
        return;
    state->has_noted = true;
    message_add(&message, text);
    text_note(state->out, state->unit_line, &message);
}

/* --- the reserved bytes inside SHARED --- */

static bool is_relocatable(const struct resusage_state *state)
{
    return state->has_arch && arch_is_from(&state->arch, 9, 0) && state->signs.has_less;
}

/* SHARED is at least RESERVED_BYTES, and the image may be for 9.0 or later. */
static void take_reserved_off(struct resusage_state *state, struct cuocc_kernel *kernel)
{
    bool is_sure = state->signs.has_reserved && !state->signs.has_less;

    if (state->has_arch && !is_sure)
        note_once(state, "1024 reserved bytes are taken off the shared memory of each kernel that "
                         "has some; in a relocatable object (-rdc) they would not be in it");
    if (!state->has_arch && !is_sure) {
        kernel->known &= ~BIT(CUOCC_FACT_STATIC_SMEM);
        note_once(state, "no architecture is named: whether 1024 reserved bytes are in the shared "
                         "memory cannot be told, so it is left open (read the cubin instead)");
        return;
    }
    if (!state->has_arch)
        note_once(state, "no architecture is named; by its constant bank and shared memory it is "
                         "sm_90 or later, so 1024 reserved bytes are taken off");
    kernel->static_smem_per_block_bytes -= RESERVED_BYTES;
}

static bool settle(void *ctx, struct queued *leaving)
{
    struct resusage_state *state = ctx;
    struct cuocc_kernel *kernel = &leaving->kernel;
    bool may_be_9_0 =
        state->has_arch ? arch_is_from(&state->arch, 9, 0) : !state->signs.has_below_9_0;

    if (is_relocatable(state))
        kernel->is_provisional = true;
    else if (may_be_9_0 && cuocc_kernel_has(kernel, CUOCC_FACT_STATIC_SMEM) &&
             kernel->static_smem_per_block_bytes >= RESERVED_BYTES)
        take_reserved_off(state, kernel);
    return true;
}

/* --- one line of counts --- */

static enum scan counts_parse(struct span text, struct counts *counts)
{
    *counts = (struct counts){.known = 0};
    for (;;) {
        struct span word;
        struct span key;

        span_skip_blanks(&text);
        word = span_take_word(&text);
        if (word.length == 0)
            return SCAN_OK;
        if (!span_cut_first(&word, ":", &key))
            return SCAN_NONE;
        if (span_equals(key, "SAMPLER"))
            counts->has_end = true;
        for (size_t i = 0; i < sizeof(count_table) / sizeof(count_table[0]); i++) {
            enum scan scan;

            if (!span_equals(key, count_table[i].key) || span_equals(word, "UNKNOWN"))
                continue;
            scan = span_take_number(&word, UINT32_MAX,
                                    (uint64_t *)(void *)((char *)counts + count_table[i].at));
            if (scan != SCAN_OK || word.length > 0)
                return scan == SCAN_OK ? SCAN_NONE : scan;
            counts->known |= BIT(count_table[i].fact);
        }
    }
}

static void add_signs(struct unit_signs *signs, const struct counts *counts)
{
    if (counts->constant_bytes < LEAST_CONSTANT_BYTES_OF_9_0)
        signs->has_below_9_0 = true;
    if (counts->shared_bytes == RESERVED_BYTES)
        signs->has_reserved = true;
    if (counts->shared_bytes > 0 && counts->shared_bytes < RESERVED_BYTES)
        signs->has_less = true;
}

static enum cuocc_status add_kernel(struct resusage_state *state, const struct counts *counts,
                                    uint64_t line)
{
    const char *source = state->member != NULL ? state->member : state->identifier;
    struct queued item = {.name = state->function, .line = line};
    struct cuocc_kernel *kernel = &item.kernel;

    state->function = NULL;
    if (source != NULL) {
        item.source = text_copy(span_of(source));
        if (item.source == NULL) {
            free(item.name);
            return text_fail_memory(state->out);
        }
    }
    kernel->known = counts->known & ~BIT(CUOCC_FACT_PARAMS);
    kernel->regs_per_thread = (uint32_t)counts->regs;
    kernel->stack_bytes = counts->stack_bytes;
    kernel->static_smem_per_block_bytes = (uint32_t)counts->shared_bytes;
    if (state->has_arch) {
        kernel->arch = state->arch;
        kernel->known |= BIT(CUOCC_FACT_ARCH);
        if (arch_param_bytes(&state->arch, (uint32_t)counts->constant_bytes, &kernel->param_bytes))
            kernel->known |= BIT(CUOCC_FACT_PARAMS);
    }
    add_signs(&state->signs, counts);
    return kernel_queue_push(&state->queue, &item);
}

static enum cuocc_status on_counts(struct resusage_state *state, const struct text_line *line,
                                   struct span text)
{
    struct message message = {.length = 0};
    struct counts counts;
    enum scan scan = counts_parse(text, &counts);

    if (scan == SCAN_OVERFLOW) {
        message_add(&message, "a number above 4294967295, which no compiler prints");
        return text_fail(state->out, CUOCC_ERR_SYNTAX, line->number, &message);
    }
    if (scan != SCAN_OK || (counts.known & BIT(CUOCC_FACT_REGS)) == 0 ||
        (line->is_last_unended && !counts.has_end)) {
        message_add(&message, "the counts of ");
        message_add_name(&message, span_of(state->function));
        message_add(&message, " are not complete; it is left out");
        text_note(state->out, line->number, &message);
    } else if ((counts.known & BIT(CUOCC_FACT_PARAMS)) != 0) {
        return add_kernel(state, &counts, line->number);
    }
    /* Without a constant bank of its own it is no kernel but a device function. */
    free(state->function);
    state->function = NULL;
    return CUOCC_OK;
}

/* --- units and what stands around them --- */

static enum cuocc_status end_unit(struct resusage_state *state)
{
    enum cuocc_status status = kernel_queue_flush(&state->queue);

    free(state->function);
    state->function = NULL;
    state->is_in_unit = false;
    state->signs = (struct unit_signs){.has_reserved = false};
    return status;
}

/* A header, or the unit of the next bare cubin: the last architecture is no longer valid. */
static enum cuocc_status forget_image(struct resusage_state *state)
{
    enum cuocc_status status = end_unit(state);

    state->has_arch = false;
    state->is_in_header = false;
    free(state->identifier);
    state->identifier = NULL;
    return status;
}

static enum cuocc_status set_text(struct resusage_state *state, char **text, struct span value)
{
    free(*text);
    *text = text_copy(value);
    return *text != NULL ? CUOCC_OK : text_fail_memory(state->out);
}

static enum cuocc_status on_header(struct resusage_state *state, const struct text_line *line,
                                   struct span rest)
{
    enum cuocc_status status = forget_image(state);

    (void)line;
    (void)rest;
    state->has_seen = true;
    state->is_in_header = true;
    return status;
}

static enum cuocc_status on_nothing(struct resusage_state *state, const struct text_line *line,
                                    struct span rest)
{
    (void)line;
    (void)rest;
    state->has_seen = true;
    return CUOCC_OK;
}

static enum cuocc_status on_unit(struct resusage_state *state, const struct text_line *line,
                                 struct span rest)
{
    enum cuocc_status status = state->is_in_unit ? forget_image(state) : CUOCC_OK;

    (void)rest;
    state->has_seen = true;
    state->is_in_header = false;
    state->is_in_unit = true;
    state->unit_line = line->number;
    return status;
}

static enum cuocc_status on_member(struct resusage_state *state, const struct text_line *line,
                                   struct span rest)
{
    struct span name;
    enum cuocc_status status;

    (void)line;
    if (!span_cut_last(&rest, ":", &name) || rest.length > 0 || name.length == 0)
        return CUOCC_OK;
    status = forget_image(state);
    return status == CUOCC_OK ? set_text(state, &state->member, name) : status;
}

static enum cuocc_status on_arch(struct resusage_state *state, const struct text_line *line,
                                 struct span rest)
{
    (void)line;
    if (state->is_in_header)
        state->has_arch = span_take_arch(&rest, &state->arch) == SCAN_OK && rest.length == 0;
    return CUOCC_OK;
}

static enum cuocc_status on_identifier(struct resusage_state *state, const struct text_line *line,
                                       struct span rest)
{
    (void)line;
    return !state->is_in_header || rest.length == 0 ? CUOCC_OK
                                                    : set_text(state, &state->identifier, rest);
}

static enum cuocc_status on_function(struct resusage_state *state, const struct text_line *line,
                                     struct span rest)
{
    struct span name;

    (void)line;
    if (!state->is_in_unit || !span_cut_last(&rest, ":", &name) || rest.length > 0 ||
        name.length == 0)
        return CUOCC_OK;
    return set_text(state, &state->function, name);
}

/* Time stamps may come before a key; other words may not, where the key is an everyday word. */
static bool is_after_stamp(struct span before)
{
    return before.length == 0 || (before.length >= 2 && before.at[before.length - 1] == ' ' &&
                                  before.at[before.length - 2] == 'Z');
}

static const struct {
    char key[32];
    bool is_everyday;
    bool is_start; /* looked for in any text; the others only once one of these was there */
    enum cuocc_status (*take)(struct resusage_state *state, const struct text_line *line,
                              struct span rest);
} line_table[] = {
    {.key = "Fatbin elf code:", .is_start = true, .take = on_header},
    {.key = "Fatbin ptx code:", .is_start = true, .take = on_header},
    {.key = "Fatbin nvvm code:", .is_start = true, .take = on_header},
    {.key = "does not contain device code", .is_start = true, .take = on_nothing},
    {.key = "No ELF file found to extract", .is_start = true, .take = on_nothing},
    {.key = "Resource usage:", .is_start = true, .take = on_unit},
    {.key = "Function ", .take = on_function},
    {.key = "arch = ", .take = on_arch},
    {.key = "identifier = ", .take = on_identifier},
    {.key = "member ", .is_everyday = true, .is_start = true, .take = on_member},
};

static enum cuocc_status resusage_line(void *ctx, const struct text_line *line)
{
    struct resusage_state *state = ctx;
    struct span text = span_trim(line->text);
    struct span rest = text;
    struct span before;

    if (state->function != NULL && span_cut_first(&rest, "REG:", &before))
        return on_counts(state, line,
                         (struct span){text.at + before.length, text.length - before.length});
    for (size_t i = 0; i < sizeof(line_table) / sizeof(line_table[0]); i++) {
        rest = text;
        if ((state->has_seen || line_table[i].is_start) &&
            span_cut_first(&rest, line_table[i].key, &before) &&
            (!line_table[i].is_everyday || is_after_stamp(before)))
            return line_table[i].take(state, line, rest);
    }
    return CUOCC_OK;
}

static enum cuocc_status resusage_end(void *ctx)
{
    struct resusage_state *state = ctx;

    if (state->function != NULL) {
        struct message message = {.length = 0};

        message_add(&message, "the text ends before the counts of ");
        message_add_name(&message, span_of(state->function));
        text_note(state->out, 0, &message);
    }
    return end_unit(state);
}

static bool resusage_has_seen(const void *ctx)
{
    return ((const struct resusage_state *)ctx)->has_seen;
}

static void *resusage_begin(struct text_out *out)
{
    struct resusage_state *state = calloc(1, sizeof(*state));

    if (state == NULL)
        return NULL;
    state->out = out;
    state->queue = (struct kernel_queue){.out = out, .settle = settle, .ctx = state};
    return state;
}

static void resusage_destroy(void *ctx)
{
    struct resusage_state *state = ctx;

    if (state == NULL)
        return;
    kernel_queue_clear(&state->queue);
    free(state->member);
    free(state->identifier);
    free(state->function);
    free(state);
}

const struct text_reader resusage_reader = {
    .label = "cuobjdump -res-usage",
    .begin = resusage_begin,
    .line = resusage_line,
    .end = resusage_end,
    .has_seen = resusage_has_seen,
    .destroy = resusage_destroy,
};

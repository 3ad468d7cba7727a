/* SPDX-License-Identifier: MIT */
/* The lines of ptxas and nvlink, taken apart one by one. */
#include "input/ptxas_grammar.h"

#define BIT(fact) ((uint32_t)1 << (unsigned)(fact))

/* What may stand behind an item's number. What is not here (cmem[2], lmem, textures,
 * cumulative stack size) says nothing about a launch. */
static const struct {
    const char *text;
    enum cuocc_kernel_fact fact;
} item_table[] = {
    {.text = "registers", .fact = CUOCC_FACT_REGS},
    {.text = "register", .fact = CUOCC_FACT_REGS},
    {.text = "barriers", .fact = CUOCC_FACT_BARRIERS},
    {.text = "barrier", .fact = CUOCC_FACT_BARRIERS},
    {.text = "bytes smem", .fact = CUOCC_FACT_STATIC_SMEM},
    {.text = "bytes cmem[0]", .fact = CUOCC_FACT_PARAMS},
    {.text = "stack", .fact = CUOCC_FACT_STACK},
};

bool figures_keep_equal(struct figures *figures, const struct figures *other)
{
    uint32_t differ = figures->known ^ other->known;

    if (figures->regs != other->regs)
        differ |= BIT(CUOCC_FACT_REGS);
    if (figures->smem_bytes != other->smem_bytes)
        differ |= BIT(CUOCC_FACT_STATIC_SMEM);
    if (figures->barriers != other->barriers)
        differ |= BIT(CUOCC_FACT_BARRIERS);
    if (figures->constant_bytes != other->constant_bytes)
        differ |= BIT(CUOCC_FACT_PARAMS);
    if (figures->stack_bytes != other->stack_bytes)
        differ |= BIT(CUOCC_FACT_STACK);
    figures->known &= ~differ;
    return differ == 0;
}

bool frames_are_equal(const struct frame *a, const struct frame *b)
{
    return a->known == b->known && a->stack_bytes == b->stack_bytes &&
           a->spill_store_bytes == b->spill_store_bytes &&
           a->spill_load_bytes == b->spill_load_bytes;
}

static void figures_set(struct figures *figures, struct span unit, uint64_t value)
{
    for (size_t i = 0; i < sizeof(item_table) / sizeof(item_table[0]); i++) {
        if (!span_equals(unit, item_table[i].text))
            continue;
        figures->known |= BIT(item_table[i].fact);
        if (item_table[i].fact == CUOCC_FACT_REGS)
            figures->regs = (uint32_t)value;
        else if (item_table[i].fact == CUOCC_FACT_BARRIERS)
            figures->barriers = (uint32_t)value;
        else if (item_table[i].fact == CUOCC_FACT_STATIC_SMEM)
            figures->smem_bytes = (uint32_t)value;
        else if (item_table[i].fact == CUOCC_FACT_PARAMS)
            figures->constant_bytes = (uint32_t)value;
        else
            figures->stack_bytes = value;
        return;
    }
}

/* `4+16 bytes smem` of the first GPUs: the second part is the system's, and counts too. */
static enum scan item_parse(struct span item, struct figures *figures)
{
    uint64_t value = 0;
    uint64_t system = 0;
    enum scan scan;

    (void)span_take(&item, "used ");
    scan = span_take_number(&item, UINT32_MAX, &value);
    if (scan == SCAN_OK && span_take(&item, "+"))
        scan = span_take_number(&item, UINT32_MAX - value, &system);
    if (scan == SCAN_OK && !span_take(&item, " "))
        scan = SCAN_NONE;
    if (scan == SCAN_OK)
        figures_set(figures, span_trim(item), value + system);
    return scan;
}

enum scan figures_parse(struct span text, bool is_complete, struct figures *figures)
{
    bool has_all_items = is_complete;

    *figures = (struct figures){.known = 0};
    while (text.length > 0) {
        struct span item = text;
        enum scan scan;

        if (!span_cut_first(&text, ",", &item))
            text.length = 0;
        scan = item_parse(span_trim(item), figures);
        if (scan == SCAN_OVERFLOW)
            return scan;
        if (scan != SCAN_OK)
            has_all_items = false;
    }
    if ((figures->known & BIT(CUOCC_FACT_REGS)) == 0)
        return SCAN_NONE;
    if (has_all_items)
        figures->known |= BIT(CUOCC_FACT_STATIC_SMEM);
    return SCAN_OK;
}

/* The number that ends where `before` ends. */
static enum scan last_number(struct span before, uint64_t *value)
{
    size_t digits = 0;
    struct span number;

    while (digits < before.length && before.at[before.length - 1 - digits] >= '0' &&
           before.at[before.length - 1 - digits] <= '9')
        digits++;
    number = (struct span){before.at + before.length - digits, digits};
    return span_take_number(&number, UINT32_MAX, value);
}

/* A public report has negative spill counts; there is no such number of bytes. */
static enum scan spill_parse(struct span *text, const char *unit, enum cuocc_kernel_fact fact,
                             uint64_t *bytes, uint32_t *known)
{
    bool is_negative = span_take(text, "-");
    enum scan scan = span_take_number(text, UINT32_MAX, bytes);

    if (scan == SCAN_OK && !span_take(text, unit))
        scan = SCAN_NONE;
    if (scan == SCAN_OK && !is_negative)
        *known |= BIT(fact);
    else
        *bytes = 0;
    return scan;
}

enum scan frame_parse(struct span line, struct frame *frame)
{
    struct span before;
    enum scan scan;

    *frame = (struct frame){.known = BIT(CUOCC_FACT_STACK)};
    if (!span_cut_first(&line, " bytes stack frame, ", &before))
        return SCAN_NONE;
    scan = last_number(before, &frame->stack_bytes);
    if (scan == SCAN_OK)
        scan = spill_parse(&line, " bytes spill stores, ", CUOCC_FACT_SPILL_STORES,
                           &frame->spill_store_bytes, &frame->known);
    if (scan == SCAN_OK)
        scan = spill_parse(&line, " bytes spill loads", CUOCC_FACT_SPILL_LOADS,
                           &frame->spill_load_bytes, &frame->known);
    return scan;
}

bool target_take(struct span *text, struct cuocc_arch *arch)
{
    struct span rest = *text;
    struct span before;

    if (!span_cut_last(&rest, "(target: ", &before) || span_take_arch(&rest, arch) != SCAN_OK ||
        !span_take(&rest, ")"))
        return false;
    *text = span_trim(before);
    return true;
}

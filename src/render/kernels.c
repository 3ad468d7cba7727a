/* SPDX-License-Identifier: MIT */
/* The kernels of a file. */
#include "render/kernels.h"

#include <stdio.h>
#include <string.h>

#include "render/csv.h"
#include "render/text.h"
#include "support/utf8.h"

#define CELL_SIZE 32

bool kernel_is_answered(const struct report *report)
{
    return report->dev != NULL && report->result.threads_per_block > 0;
}

const char *kernel_label(const struct report *report)
{
    const struct cuocc_kernel *facts = report->kernel->facts;

    return facts->demangled != NULL ? facts->demangled : facts->name;
}

void format_arch(char *text, size_t size, const struct cuocc_kernel *kernel)
{
    const char suffix[2] = {kernel->arch.suffix, '\0'};

    if (cuocc_kernel_has(kernel, CUOCC_FACT_ARCH))
        (void)snprintf(text, size, "sm_%u%u%s", kernel->arch.cc_major, kernel->arch.cc_minor,
                       suffix);
    else
        (void)snprintf(text, size, "?");
}

/* --- facts, one table for JSON and CSV --------------------------------------------------- */

struct kernel_field {
    char key[24];
    char csv[24]; /* empty: no column */
    struct value (*get)(const struct report *report);
};

static struct value text_or_null(const char *text)
{
    return (struct value){.kind = text != NULL ? VALUE_TEXT : VALUE_NULL, .text = text};
}

static struct value fact(const struct report *report, enum cuocc_kernel_fact which, uint64_t value)
{
    bool is_known = cuocc_kernel_has(report->kernel->facts, which);

    return (struct value){.kind = is_known ? VALUE_COUNT : VALUE_NULL, .count = value};
}

static struct value get_name(const struct report *report)
{
    return text_or_null(report->kernel->facts->name);
}

static struct value get_demangled(const struct report *report)
{
    return text_or_null(report->kernel->facts->demangled);
}

static struct value get_source(const struct report *report)
{
    return text_or_null(report->kernel->facts->source);
}

static struct value get_stack(const struct report *report)
{
    return fact(report, CUOCC_FACT_STACK, report->kernel->facts->stack_bytes);
}

static struct value get_spill_stores(const struct report *report)
{
    return fact(report, CUOCC_FACT_SPILL_STORES, report->kernel->facts->spill_store_bytes);
}

static struct value get_spill_loads(const struct report *report)
{
    return fact(report, CUOCC_FACT_SPILL_LOADS, report->kernel->facts->spill_load_bytes);
}

static struct value get_max_threads(const struct report *report)
{
    return fact(report, CUOCC_FACT_MAX_THREADS, report->kernel->facts->max_threads_per_block);
}

static struct value get_params(const struct report *report)
{
    return fact(report, CUOCC_FACT_PARAMS, report->kernel->facts->param_bytes);
}

static struct value get_provisional(const struct report *report)
{
    return (struct value){.kind = VALUE_BOOL, .count = report->kernel->facts->is_provisional};
}

static struct value get_estimate(const struct report *report)
{
    return (struct value){.kind = VALUE_BOOL, .count = report->kernel->is_estimate};
}

/* clang-format off */
static const struct kernel_field kernel_fields[] = {
    { .key = "kernel",                .get = get_name },
    { .key = "demangled",             .get = get_demangled },
    { .key = "source",                .get = get_source },
    { .key = "stack_bytes",           .csv = "stack_bytes",           .get = get_stack },
    { .key = "spill_store_bytes",     .csv = "spill_store_bytes",     .get = get_spill_stores },
    { .key = "spill_load_bytes",      .csv = "spill_load_bytes",      .get = get_spill_loads },
    { .key = "max_threads_per_block", .csv = "max_threads_per_block", .get = get_max_threads },
    { .key = "param_bytes",           .csv = "param_bytes",           .get = get_params },
    { .key = "provisional",           .csv = "provisional",           .get = get_provisional },
    { .key = "estimate",              .csv = "estimate",              .get = get_estimate },
};
/* clang-format on */

#define KERNEL_FIELD_COUNT (sizeof(kernel_fields) / sizeof(kernel_fields[0]))

/* --- text --------------------------------------------------------------------------------- */

static void format_fact(char *text, const struct report *report, enum cuocc_kernel_fact which,
                        uint64_t value)
{
    if (cuocc_kernel_has(report->kernel->facts, which))
        (void)snprintf(text, CELL_SIZE, "%llu", (unsigned long long)value);
    else
        (void)snprintf(text, CELL_SIZE, "?");
}

/* Names come from files: what could move a terminal's cursor is shown as '?'. */
static void write_name(struct out *out, const char *name, unsigned columns)
{
    size_t width = utf8_count(name);
    unsigned written = 0;

    while (*name != '\0' && written < columns) {
        size_t length = utf8_length(name);
        unsigned char c = (unsigned char)*name;
        bool is_last = written + 1 == columns && width > columns;

        if (is_last)
            out_char(out, '~');
        else if (length == 0 || c < 0x20 || c == 0x7f ||
                 (c == 0xc2 && (unsigned char)name[1] < 0xa0))
            out_char(out, '?');
        else
            out_bytes(out, name, length);
        name += length > 0 ? length : 1;
        written++;
    }
    out_blanks(out, columns - written);
}

void text_name(struct out *out, const char *name)
{
    write_name(out, name, (unsigned)utf8_count(name));
}

unsigned text_kernel_mark(char *text, size_t size, const struct cuocc_kernel *kernel)
{
    char arch[CELL_SIZE - sizeof(" ~") + 1];

    format_arch(arch, sizeof(arch), kernel);
    return (unsigned)snprintf(text, size, " ~%.*s", CELL_SIZE - 3, arch);
}

/* What is left for the name beside the other columns. */
static unsigned name_columns(const struct text_kernels *table)
{
    const unsigned others = 59 + table->mark_columns;

    return table->style->width > others + 12 ? table->style->width - others : 12;
}

void text_kernels_begin(const struct text_kernels *table)
{
    style_ink(table->out, table->style, INK_BOLD);
    out_printf(table->out, "%-*s %-7s %4s %6s %3s %5s %3s %6s %6s %s\n", (int)name_columns(table),
               "kernel", table->is_by_device ? "device" : "arch", "regs", "shared", "bar", "block",
               "/SM", "occ %", "spills", "limit");
    style_ink(table->out, table->style, INK_PLAIN);
}

static void write_limiter(struct out *out, const struct report *report)
{
    uint32_t limiters = report->result.limiters;
    char mark[CELL_SIZE];

    if (report->dev == NULL)
        out_text(out, "no device");
    else if (!kernel_is_answered(report))
        out_text(out, "no block");
    else if (!report_is_launchable(report))
        out_text(out, "can't run");
    for (unsigned i = 0;
         kernel_is_answered(report) && report_is_launchable(report) && i < CUOCC_LIMIT_COUNT; i++) {
        if ((limiters >> i & 1U) == 0)
            continue;
        /* The first is named; more are hinted at. */
        out_text(out, cuocc_limit_info((enum cuocc_limit)i)->key);
        out_text(out, limiters >> i > 1U ? "+" : "");
        break;
    }
    if (report->kernel->is_estimate) {
        (void)text_kernel_mark(mark, sizeof(mark), report->kernel->facts);
        out_text(out, mark);
    }
}

void text_kernels_row(const struct text_kernels *table, const struct report *report)
{
    struct out *out = table->out;
    const struct cuocc_kernel *facts = report->kernel->facts;
    bool is_answered = kernel_is_answered(report);
    char arch[CELL_SIZE], regs[CELL_SIZE], barriers[CELL_SIZE], spills[CELL_SIZE];
    char block[CELL_SIZE] = "-", blocks[CELL_SIZE] = "-", percent[CELL_SIZE] = "-";

    if (table->is_by_device)
        (void)snprintf(arch, sizeof(arch), "%s", report->dev->name);
    else
        format_arch(arch, sizeof(arch), facts);
    format_fact(regs, report, CUOCC_FACT_REGS, facts->regs_per_thread);
    /* Of the launch: a profiler's page gives them only indirectly. */
    (void)snprintf(barriers, sizeof(barriers), "?");
    if (report->launch->barriers_per_block != CUOCC_NOT_GIVEN)
        (void)snprintf(barriers, sizeof(barriers), "%u", report->launch->barriers_per_block);
    format_fact(spills, report, CUOCC_FACT_SPILL_STORES,
                facts->spill_store_bytes + facts->spill_load_bytes);
    if (is_answered) {
        (void)snprintf(block, sizeof(block), "%u", report->result.threads_per_block);
        (void)snprintf(blocks, sizeof(blocks), "%u", report->result.active_blocks);
        (void)snprintf(percent, sizeof(percent), "%.2f",
                       100 * cuocc_occupancy(report->dev, report->result.active_warps));
    }
    write_name(out, kernel_label(report), name_columns(table));
    out_printf(out, " %-7s %4s %6u %3s %5s %3s %6s %6s ", arch, regs,
               report->launch->smem_per_block_bytes, barriers, block, blocks, percent, spills);
    write_limiter(out, report);
    out_char(out, '\n');
}

void text_kernel_differences(struct out *out, const struct style *style,
                             const struct report *report)
{
    for (size_t i = 0; i < report->kernel->difference_count; i++) {
        const struct report_difference *difference = &report->kernel->differences[i];
        struct paragraph par;

        out_text(out, "  differs ");
        paragraph_begin(&par, out, style, 10, 10);
        paragraph_add(&par, "%s: computed %.4g, printed %.4g;", difference->label, difference->ours,
                      difference->printed);
        paragraph_add(&par, "%s.", difference->cause);
        paragraph_end(&par);
    }
}

static void kernel_facts_line(struct out *out, const struct report *report)
{
    const struct cuocc_kernel *facts = report->kernel->facts;
    char arch[CELL_SIZE];

    format_arch(arch, sizeof(arch), facts);
    out_printf(out, "compiled for %s", arch);
    if (facts->source != NULL) {
        out_text(out, " in ");
        text_name(out, facts->source);
    }
    if (cuocc_kernel_has(facts, CUOCC_FACT_SPILL_STORES))
        out_printf(out, ", spills %llu B stores %llu B loads",
                   (unsigned long long)facts->spill_store_bytes,
                   (unsigned long long)facts->spill_load_bytes);
    if (facts->is_provisional)
        out_text(out, "\nprovisional: the device linker may change it");
    out_char(out, '\n');
}

void text_kernel_lines(struct out *out, const struct style *style, const struct report *report)
{
    style_ink(out, style, INK_BOLD);
    text_name(out, kernel_label(report));
    style_ink(out, style, INK_PLAIN);
    out_char(out, '\n');
    kernel_facts_line(out, report);
    if (report->kernel->is_estimate)
        out_text(out, "an estimate: this device could not load that image\n");
    if (report->kernel->is_block_from_file)
        out_text(out, "the block size is the one that the file states\n");
}

/* --- JSON ----------------------------------------------------------------------------------- */

void json_kernels_begin(struct json *json, struct out *out)
{
    json_begin(json, out, false);
    json_open(json, NULL, '{');
    json_text(json, "schema", "occ.kernels/1");
    json_open(json, "kernels", '[');
}

static void json_differences(struct json *json, const struct report *report)
{
    const struct report_kernel *kernel = report->kernel;

    json_open(json, "profiler", '{');
    json_u64(json, "compared", kernel->compared_count);
    json_open(json, "differences", '[');
    for (size_t i = 0; i < kernel->difference_count; i++) {
        json_open_inline(json, NULL, '{');
        json_text(json, "figure", kernel->differences[i].key);
        json_real(json, "computed", kernel->differences[i].ours);
        json_real(json, "printed", kernel->differences[i].printed);
        json_text(json, "cause", kernel->differences[i].cause);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

void json_kernels_row(struct json *json, const struct report *report)
{
    char arch[CELL_SIZE];

    json_open(json, NULL, '{');
    for (size_t i = 0; i < KERNEL_FIELD_COUNT; i++)
        json_value(json, kernel_fields[i].key, kernel_fields[i].get(report));
    format_arch(arch, sizeof(arch), report->kernel->facts);
    json_text(json, "arch", cuocc_kernel_has(report->kernel->facts, CUOCC_FACT_ARCH) ? arch : NULL);
    if (report->kernel->compared_count > 0)
        json_differences(json, report);
    json_result_members(json, report, kernel_is_answered(report));
    json_close(json, '}');
}

void json_kernels_end(struct json *json)
{
    json_close(json, ']');
}

/* --- CSV ------------------------------------------------------------------------------------- */

void csv_kernels_header(struct out *out, const struct csv_columns *columns)
{
    out_text(out, "kernel,");
    csv_header_cells(out, columns);
    out_text(out, ",arch");
    for (size_t i = 0; i < KERNEL_FIELD_COUNT; i++) {
        if (kernel_fields[i].csv[0] == '\0')
            continue;
        out_char(out, ',');
        out_text(out, kernel_fields[i].csv);
    }
    out_char(out, '\n');
}

void csv_kernels_row(struct out *out, const struct csv_columns *columns,
                     const struct report *report)
{
    char arch[CELL_SIZE];

    csv_text(out, report->kernel->facts->name);
    out_char(out, ',');
    csv_row_cells(out, columns, report, kernel_is_answered(report));
    format_arch(arch, sizeof(arch), report->kernel->facts);
    out_char(out, ',');
    csv_text(out, arch);
    for (size_t i = 0; i < KERNEL_FIELD_COUNT; i++) {
        if (kernel_fields[i].csv[0] == '\0')
            continue;
        out_char(out, ',');
        csv_value(out, kernel_fields[i].get(report));
    }
    out_char(out, '\n');
}

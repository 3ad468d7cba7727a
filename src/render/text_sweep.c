/* SPDX-License-Identifier: MIT */
/* Many answers as a table: columns only for what varies, the best rows marked. */
#include <stdio.h>
#include <string.h>

#include "render/text.h"

#define BAR_CELLS 10

/* Marks, blocks/SM, warps and occupancy with the space between them. */
#define FIXED_COLUMNS 34
/* At least so much is left for the limiters: "registers +1". */
#define LIMITER_COLUMNS 12
/* With a bar they get more: a bar is worth less than the names. */
#define LIMITER_COLUMNS_BESIDE_BAR 17
#define LIMITERS_SIZE              80

/* clang-format off */
static const struct {
    unsigned swept;
    int columns;
    const char *head;
} columns[] = {
    { .swept = SWEPT_DEVICE, .columns = 0, .head = "device" }, /* as wide as its labels */
    { .swept = SWEPT_BLOCK,  .columns = 9,  .head = "block" },
    { .swept = SWEPT_REGS,   .columns = 5,  .head = "regs" },
    { .swept = SWEPT_SMEM,   .columns = 8,  .head = "shared B" },
};
/* clang-format on */

#define COLUMN_COUNT (sizeof(columns) / sizeof(columns[0]))

const char *text_device_label(const struct cuocc_device *dev)
{
    return dev->product[0] != '\0' ? dev->product : dev->name;
}

/* Negative: to the left. */
static int width_of(const struct text_sweep *sweep, size_t column)
{
    return columns[column].columns != 0 ? columns[column].columns : -sweep->device_columns;
}

/* Columns of all that varies, but for the devices. */
static int columns_beside_device(const struct text_sweep *sweep)
{
    int sum = 0;

    for (size_t i = 0; i < COLUMN_COUNT; i++)
        if ((sweep->swept & columns[i].swept) != 0)
            sum += columns[i].columns + (sum > 0 || i > 0 ? 1 : 0);
    return sum;
}

/* Share the width out: names of devices are cut and the bar left out where there is no room. */
static void lay_out(struct text_sweep *sweep)
{
    int width = (int)sweep->style->width;
    int beside = columns_beside_device(sweep);
    int most = width - FIXED_COLUMNS - LIMITER_COLUMNS - beside;
    int used = FIXED_COLUMNS + beside;

    if (sweep->device_columns > most)
        sweep->device_columns = most;
    if ((sweep->swept & SWEPT_DEVICE) != 0)
        used += sweep->device_columns;
    sweep->has_bar = used + BAR_CELLS + 4 + LIMITER_COLUMNS_BESIDE_BAR <= width;
    sweep->limiter_columns = width - used - (sweep->has_bar ? BAR_CELLS + 4 : 0);
}

/* What all products share goes first where a label is too long, then its end. */
static void format_device(char *text, size_t size, const char *label, int most)
{
    static const char *const prefixes[] = {"NVIDIA ", "GeForce "};

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if ((int)strlen(label) > most && strncmp(label, prefixes[i], strlen(prefixes[i])) == 0)
            label += strlen(prefixes[i]);
    (void)snprintf(text, size, "%.*s", most, label);
}

static void format_variable(char *text, size_t size, const struct text_sweep *sweep,
                            const struct report *report, unsigned swept)
{
    const uint32_t *dim = report->launch->block_dim;

    if (swept == SWEPT_DEVICE)
        format_device(text, size, text_device_label(report->dev), sweep->device_columns);
    else if (swept == SWEPT_REGS)
        (void)snprintf(text, size, "%u", report->launch->regs_per_thread);
    else if (swept == SWEPT_SMEM)
        (void)snprintf(text, size, "%u", report->launch->smem_per_block_bytes);
    else if (dim[2] > 1)
        (void)snprintf(text, size, "%ux%ux%u", dim[0], dim[1], dim[2]);
    else if (dim[1] > 1)
        (void)snprintf(text, size, "%ux%u", dim[0], dim[1]);
    else
        (void)snprintf(text, size, "%u", dim[0]);
}

void text_sweep_begin(struct text_sweep *sweep, const struct report *first)
{
    struct out *out = sweep->out;

    lay_out(sweep);
    if ((sweep->swept & SWEPT_DEVICE) == 0)
        text_device_line(out, sweep->style, first->dev);
    text_launch_lines(out, sweep->style, first, sweep->swept);
    out_text(out, "\n ");
    style_ink(out, sweep->style, INK_BOLD);
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        if ((sweep->swept & columns[i].swept) != 0)
            out_printf(out, " %*s", width_of(sweep, i), columns[i].head);
    out_text(out, "  blocks/SM    warps  occupancy ");
    out_blanks(out, sweep->has_bar ? BAR_CELLS + 4 : 0);
    out_text(out, " limited by");
    style_ink(out, sweep->style, INK_PLAIN);
    out_char(out, '\n');
}

/* Write the limiters by their short names, at most `named` of them: "threads, warps +1". */
static int format_some(char *text, size_t size, uint32_t limiters, unsigned named)
{
    unsigned count = 0;
    int used = 0;

    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        if ((limiters >> i & 1U) == 0)
            continue;
        if (count++ < named)
            used += snprintf(text + used, size - (size_t)used, "%s%s", count > 1 ? ", " : "",
                             cuocc_limit_info((enum cuocc_limit)i)->key);
    }
    if (count > named)
        used += snprintf(text + used, size - (size_t)used, " +%u", count - named);
    return used;
}

/* As many of the limiters as there is room for, at least one. */
static void limiter_cells(struct out *out, uint32_t limiters, int most)
{
    char text[LIMITERS_SIZE];
    unsigned named = CUOCC_LIMIT_COUNT;

    while (format_some(text, sizeof(text), limiters, named) > most && named > 1)
        named--;
    out_text(out, text);
}

static void keep_notes(struct text_sweep *sweep, const struct report *report)
{
    for (unsigned i = 0; i < CUOCC_NOTE_COUNT; i++) {
        if ((report->notes >> i & 1U) == 0)
            continue;
        if (sweep->notes[i].first == NULL)
            sweep->notes[i].first = report->dev;
        sweep->notes[i].last = report->dev;
    }
}

void text_sweep_row(struct text_sweep *sweep, const struct report *report, bool is_asked_for)
{
    struct out *out = sweep->out;
    const struct cuocc_result *result = &report->result;
    double occupancy = cuocc_occupancy(report->dev, result->active_warps);
    bool is_best = report_is_launchable(report) && occupancy >= sweep->best_occupancy;

    if (is_best || is_asked_for)
        style_ink(out, sweep->style, INK_BOLD);
    out_char(out, is_asked_for ? '>' : ' ');
    out_char(out, is_best ? '*' : ' ');
    for (size_t i = 0, written = 0; i < COLUMN_COUNT; i++) {
        char text[64];

        if ((sweep->swept & columns[i].swept) == 0)
            continue;
        format_variable(text, sizeof(text), sweep, report, columns[i].swept);
        out_printf(out, "%s%*s", written++ > 0 ? " " : "", width_of(sweep, i), text);
    }
    out_printf(out, "  %9u  %3u/%-3u  %6.2f %%  ", result->active_blocks, result->active_warps,
               report->dev->max_warps_per_sm, occupancy * 100);
    if (sweep->has_bar) {
        style_bar(out, sweep->style, occupancy, BAR_CELLS);
        out_text(out, "  ");
    }
    if (is_best || is_asked_for)
        style_ink(out, sweep->style, INK_BOLD);
    if (report_is_launchable(report))
        limiter_cells(out, result->limiters, sweep->limiter_columns);
    else
        out_text(out, "cannot run");
    style_ink(out, sweep->style, INK_PLAIN);
    out_char(out, '\n');
    sweep->is_any_marked |= is_asked_for;
    keep_notes(sweep, report);
}

/* The notes that hold for a device, not for one row, and those of them with its figures. */
#define DEVICE_NOTES                                                                               \
    (1U << CUOCC_NOTE_LAUNCH_BOUNDS_IGNORED | 1U << CUOCC_NOTE_CLUSTER_NON_PORTABLE |              \
     1U << CUOCC_NOTE_CLUSTER_MOST_UNKNOWN | 1U << CUOCC_NOTE_CLUSTER_CAP)
#define COMMON_NOTES                                                                               \
    (DEVICE_NOTES | 1U << CUOCC_NOTE_REGISTERS_NOT_GIVEN | 1U << CUOCC_NOTE_BARRIERS_NOT_KNOWN |   \
     1U << CUOCC_NOTE_NEEDS_OPT_IN)

/* Figures of one device stand for all that have the note, so the text says whose they are. */
static void sweep_note(const struct text_sweep *sweep, struct report *report, enum cuocc_note note)
{
    bool is_in_several = sweep->notes[note].first != sweep->notes[note].last;
    char where[160] = "";

    report->dev = sweep->notes[note].first;
    if ((sweep->swept & SWEPT_DEVICE) != 0 && (DEVICE_NOTES >> note & 1U) != 0)
        (void)snprintf(where, sizeof(where), "%s %s: ", is_in_several ? "For example on" : "On",
                       text_device_label(report->dev));
    text_report_note(sweep->out, sweep->style, report, note, where);
}

void text_sweep_end(struct text_sweep *sweep, const struct report *last)
{
    struct report report = *last;

    out_printf(sweep->out, "\n  * highest occupancy%s\n",
               sweep->is_any_marked ? "   > the block size asked for" : "");
    for (unsigned i = 0; i < CUOCC_NOTE_COUNT; i++)
        if (sweep->notes[i].first != NULL && (COMMON_NOTES >> i & 1U) != 0)
            sweep_note(sweep, &report, (enum cuocc_note)i);
}

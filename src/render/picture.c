/* SPDX-License-Identifier: MIT */
/* One SM in the terminal. */
#include "render/picture.h"

#include <stdio.h>

#include "render/text.h"

#define BAR_CELLS     48
#define LABEL_COLUMNS 17

/* More slots in a line stand close together. */
#define SPACED_SLOTS_MAX 16

char picture_block_letter(uint32_t block)
{
    if (block < 26)
        return (char)('A' + block);
    return block < 52 ? (char)('a' + (block - 26)) : '#';
}

uint32_t picture_slots(const struct report *report)
{
    const struct cuocc_device *dev = report->dev;

    return (dev->max_warps_per_sm + dev->sub_partitions_per_sm - 1) / dev->sub_partitions_per_sm;
}

uint32_t picture_block_in_slot(const struct report *report, uint32_t part, uint32_t slot)
{
    uint32_t warp = slot * report->dev->sub_partitions_per_sm + part;

    return warp < report->result.active_warps ? warp / report->result.warps_per_block : UINT32_MAX;
}

bool picture_has_bar(const struct report *report, enum cuocc_limit limit)
{
    struct cuocc_demand demand;

    return cuocc_next_block_demand(&report->result, limit, &demand) && demand.needed > 0;
}

/* The first sub-partition that has too few registers for its warps of the next block. */
static uint32_t short_part(const struct report *report, struct cuocc_demand *demand)
{
    uint32_t part = 0;

    for (; part < report->dev->sub_partitions_per_sm; part++) {
        cuocc_next_block_registers(report->dev, &report->result, part, demand);
        if (demand->needed > demand->free)
            break;
    }
    return part;
}

/* A whole SM may have room where a sub-partition has none. */
static void format_registers(char *text, size_t size, const struct report *report,
                             const struct cuocc_demand *whole)
{
    struct cuocc_demand demand = {0};
    uint32_t part;

    (void)snprintf(text, size, "a block needs %llu, %llu are free",
                   (unsigned long long)whole->needed, (unsigned long long)whole->free);
    if (whole->needed > whole->free)
        return;
    part = short_part(report, &demand);
    (void)snprintf(text, size,
                   "a block needs %llu, %llu are free, but sub-partition %u has %llu of the %llu "
                   "that its warps need",
                   (unsigned long long)whole->needed, (unsigned long long)whole->free, part,
                   (unsigned long long)demand.free, (unsigned long long)demand.needed);
}

bool format_shortage(char *text, size_t size, const struct report *report, enum cuocc_limit limit)
{
    const char *unit = limit == CUOCC_LIMIT_SHARED ? " B" : "";
    struct cuocc_demand demand;

    if ((report->result.limiters >> (unsigned)limit & 1U) == 0 ||
        !cuocc_next_block_demand(&report->result, limit, &demand))
        return false;
    if (limit == CUOCC_LIMIT_REGISTERS)
        format_registers(text, size, report, &demand);
    else
        (void)snprintf(text, size, "a block needs %llu%s, %llu%s %s free",
                       (unsigned long long)demand.needed, unit, (unsigned long long)demand.free,
                       unit, demand.free == 1 ? "is" : "are");
    return true;
}

/* --- text ----------------------------------------------------------------------------------------
 */

struct drawing {
    struct out *out;
    const struct style *style;
    const struct report *report;
};

/* Neighbours differ in colour, and always in their letter. */
static void block_cell(const struct drawing *d, uint32_t block)
{
    static const unsigned colours[] = {34, 33, 32, 35, 36};

    if (block == UINT32_MAX) {
        out_char(d->out, '.');
        return;
    }
    if (d->style->has_colour)
        out_printf(d->out, "\033[%um", colours[block % (sizeof(colours) / sizeof(colours[0]))]);
    out_char(d->out, picture_block_letter(block));
    style_ink(d->out, d->style, INK_PLAIN);
}

static void sub_partition(const struct drawing *d, uint32_t part)
{
    const struct report *report = d->report;
    uint32_t warps = cuocc_sub_partition_warps(report->dev, report->result.active_warps, part);

    out_printf(d->out, "  sub-partition %-*u", LABEL_COLUMNS - 14, part);
    for (uint32_t slot = 0; slot < picture_slots(report); slot++) {
        if (picture_slots(report) <= SPACED_SLOTS_MAX)
            out_char(d->out, ' ');
        block_cell(d, picture_block_in_slot(report, part, slot));
    }
    if (report->result.regs_per_warp > 0)
        out_printf(d->out, "  %llu of %u registers",
                   (unsigned long long)(warps * report->result.regs_per_warp),
                   report->dev->regs_per_sm / report->dev->sub_partitions_per_sm);
    out_char(d->out, '\n');
}

/* Cell i shows the block that has its middle; blocks smaller than a cell are not told apart. */
static void bar(const struct drawing *d, enum cuocc_limit limit)
{
    const struct cuocc_result *result = &d->report->result;
    const struct cuocc_limit_info *info = cuocc_limit_info(limit);
    uint64_t taken = result->active_blocks * result->per_block[limit];
    bool is_fine = result->per_block[limit] * BAR_CELLS < result->per_sm[limit];

    if (!picture_has_bar(d->report, limit))
        return;
    out_printf(d->out, "  %-*s[", LABEL_COLUMNS, info->label);
    for (uint64_t i = 0; i < BAR_CELLS; i++) {
        uint64_t middle = (2 * i + 1) * result->per_sm[limit] / (uint64_t)(2 * BAR_CELLS);
        uint64_t block = middle / result->per_block[limit];

        if (block < result->active_blocks && is_fine)
            out_char(d->out, '#');
        else
            block_cell(d, block < result->active_blocks ? (uint32_t)block : UINT32_MAX);
    }
    out_printf(d->out, "]\n%*s%llu of %u%s\n", LABEL_COLUMNS + 3, "", (unsigned long long)taken,
               result->per_sm[limit], limit == CUOCC_LIMIT_SHARED ? " B" : "");
}

static void shortages(const struct drawing *d)
{
    uint32_t blocks = d->report->result.active_blocks;

    out_printf(d->out, "  Block %c, the next one, does not fit:\n", picture_block_letter(blocks));
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        enum cuocc_limit limit = (enum cuocc_limit)i;
        struct paragraph par;
        char text[256];

        if (!format_shortage(text, sizeof(text), d->report, limit))
            continue;
        out_printf(d->out, "    %-*s", LABEL_COLUMNS - 2, cuocc_limit_info(limit)->label);
        paragraph_begin(&par, d->out, d->style, LABEL_COLUMNS + 2, LABEL_COLUMNS + 2);
        paragraph_add(&par, "%s.", text);
        paragraph_end(&par);
    }
}

static void reasons(const struct drawing *d)
{
    out_text(d->out, "  No block runs:\n");
    for (unsigned i = 0; i < CUOCC_REASON_COUNT; i++) {
        struct cuocc_reason_detail detail;

        if ((d->report->result.reasons >> i & 1U) == 0)
            continue;
        cuocc_reason_detail(d->report->dev, d->report->launch, &d->report->result,
                            (enum cuocc_reason)i, &detail);
        out_printf(d->out, "    %s: %llu, at most %llu %s\n", detail.text,
                   (unsigned long long)detail.value, (unsigned long long)detail.bound, detail.unit);
    }
}

void text_picture(struct out *out, const struct style *style, const struct report *report)
{
    const struct drawing d = {.out = out, .style = style, .report = report};
    const struct cuocc_result *result = &report->result;

    text_device_line(out, style, report->dev);
    text_launch_lines(out, style, report, 0);
    out_printf(out, "\n  One SM: %u block%s of %u warp%s, %u of %u warp slots taken\n\n",
               result->active_blocks, result->active_blocks == 1 ? "" : "s",
               result->warps_per_block, result->warps_per_block == 1 ? "" : "s",
               result->active_warps, report->dev->max_warps_per_sm);
    for (uint32_t part = 0; part < report->dev->sub_partitions_per_sm; part++)
        sub_partition(&d, part);
    out_char(out, '\n');
    bar(&d, CUOCC_LIMIT_REGISTERS);
    bar(&d, CUOCC_LIMIT_SHARED);
    out_text(out, "\n  A letter is a block, a dot is free.\n\n");
    if (result->active_blocks > 0)
        shortages(&d);
    else
        reasons(&d);
}

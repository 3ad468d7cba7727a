/* SPDX-License-Identifier: MIT */
/* One SM as SVG. */
#include <stdio.h>

#include "render/picture.h"
#include "render/svg.h"

#define LEFT        120.0
#define RIGHT       624.0
#define TITLE_Y     18
#define TOP         34.0
#define ROW_HEIGHT  30
#define SLOT_HEIGHT 24
#define REGS_WIDTH  128.0 /* to the right of the slots */
#define BAR_TOP_GAP 14
#define BAR_HEIGHT  22
#define BAR_ROW     46
#define LINE_HEIGHT 18
#define LINES_MAX   CUOCC_LIMIT_COUNT

static const char *block_colour(uint32_t block)
{
    static const char colours[][8] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                      "#56b4e9", "#d55e00", "#f0e442"};

    return colours[block % (sizeof(colours) / sizeof(colours[0]))];
}

static unsigned bar_count(const struct report *report)
{
    return picture_has_bar(report, CUOCC_LIMIT_REGISTERS) +
           picture_has_bar(report, CUOCC_LIMIT_SHARED);
}

static unsigned shortage_count(const struct report *report)
{
    unsigned count = 0;

    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        char text[256];

        count += format_shortage(text, sizeof(text), report, (enum cuocc_limit)i);
    }
    return count;
}

static double bars_top(const struct report *report)
{
    return TOP + report->dev->sub_partitions_per_sm * (double)ROW_HEIGHT + BAR_TOP_GAP;
}

static double lines_top(const struct report *report)
{
    return bars_top(report) + bar_count(report) * (double)BAR_ROW + 16;
}

unsigned svg_picture_height(const struct report *report)
{
    return (unsigned)lines_top(report) + (shortage_count(report) + 1) * LINE_HEIGHT + 8;
}

/* A rectangle with a letter in it. */
static void block_rect(struct out *out, double x, double y, double width, double height,
                       uint32_t block)
{
    out_printf(out,
               "<rect class=\"slot\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
               "fill=\"%s\" fill-opacity=\".75\"><title>block %c</title></rect>\n",
               x, y, width, height, block_colour(block), picture_block_letter(block));
    if (width >= 9)
        svg_text(out, x + width / 2, y + height / 2 + 4, "class=\"letter\"", "%c",
                 picture_block_letter(block));
}

static void free_rect(struct out *out, double x, double y, double width, double height)
{
    out_printf(out, "<rect class=\"free\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
               x + .5, y + .5, width - 1, height - 1);
}

static void sub_partition(struct out *out, const struct report *report, uint32_t part)
{
    const struct cuocc_device *dev = report->dev;
    uint32_t warps = cuocc_sub_partition_warps(dev, report->result.active_warps, part);
    double width = (RIGHT - REGS_WIDTH - LEFT) / picture_slots(report);
    double y = TOP + part * (double)ROW_HEIGHT;

    svg_text(out, LEFT - 8, y + 16, "class=\"small end\"", "sub-partition %u", part);
    for (uint32_t slot = 0; slot < picture_slots(report); slot++) {
        uint32_t block = picture_block_in_slot(report, part, slot);

        if (block == UINT32_MAX)
            free_rect(out, LEFT + slot * width, y, width, SLOT_HEIGHT);
        else
            block_rect(out, LEFT + slot * width, y, width, SLOT_HEIGHT, block);
    }
    if (report->result.regs_per_warp > 0)
        svg_text(out, RIGHT, y + 16, "class=\"small dim end\"", "%llu of %u regs",
                 (unsigned long long)(warps * report->result.regs_per_warp),
                 dev->regs_per_sm / dev->sub_partitions_per_sm);
}

static void bar(struct out *out, const struct report *report, enum cuocc_limit limit, double y)
{
    const struct cuocc_result *result = &report->result;
    double scale = (RIGHT - LEFT) / result->per_sm[limit];
    double width = (double)result->per_block[limit] * scale;
    const char *unit = limit == CUOCC_LIMIT_SHARED ? " B" : "";

    svg_text(out, LEFT - 8, y + 15, "class=\"small end\"", "%s", cuocc_limit_info(limit)->label);
    free_rect(out, LEFT, y, RIGHT - LEFT, BAR_HEIGHT);
    for (uint32_t block = 0; block < result->active_blocks; block++)
        block_rect(out, LEFT + block * width, y, width, BAR_HEIGHT, block);
    svg_text(out, LEFT, y + BAR_HEIGHT + 14, "class=\"small dim\"", "%llu of %u%s, %llu%s a block",
             (unsigned long long)(result->active_blocks * result->per_block[limit]),
             result->per_sm[limit], unit, (unsigned long long)result->per_block[limit], unit);
}

static void shortages(struct out *out, const struct report *report)
{
    double y = lines_top(report);
    uint32_t blocks = report->result.active_blocks;

    if (blocks > 0)
        svg_text(out, 12, y, "class=\"asked\"",
                 "Block %c, the next one, does not fit:", picture_block_letter(blocks));
    else
        svg_text(out, 12, y, "class=\"asked\"", "No block runs: one is larger than is allowed.");
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        enum cuocc_limit limit = (enum cuocc_limit)i;
        char text[256];

        if (!format_shortage(text, sizeof(text), report, limit))
            continue;
        y += LINE_HEIGHT;
        svg_text(out, 28, y, "class=\"small\"", "%s: %s", cuocc_limit_info(limit)->label, text);
    }
}

static void description(struct out *out, const struct report *report, unsigned id)
{
    svg_desc_begin(out, id);
    out_printf(out, "%u of %u warp slots in %u sub-partitions are taken.",
               report->result.active_warps, report->dev->max_warps_per_sm,
               report->dev->sub_partitions_per_sm);
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        char text[256];

        if (format_shortage(text, sizeof(text), report, (enum cuocc_limit)i))
            out_printf(out, " %s: %s.", cuocc_limit_info((enum cuocc_limit)i)->label, text);
    }
    svg_desc_end(out);
}

void svg_picture(struct out *out, const struct report *report, unsigned y, unsigned id)
{
    char title[96];
    double top = bars_top(report);

    (void)snprintf(title, sizeof(title), "One SM: %u block%s of %u warp%s",
                   report->result.active_blocks, report->result.active_blocks == 1 ? "" : "s",
                   report->result.warps_per_block, report->result.warps_per_block == 1 ? "" : "s");
    svg_group_begin(out, y, id, "sm", title);
    description(out, report, id);
    svg_text(out, 12, TITLE_Y, "class=\"title\"", "%s, %u of %u warp slots taken", title,
             report->result.active_warps, report->dev->max_warps_per_sm);
    for (uint32_t part = 0; part < report->dev->sub_partitions_per_sm; part++)
        sub_partition(out, report, part);
    if (picture_has_bar(report, CUOCC_LIMIT_REGISTERS)) {
        bar(out, report, CUOCC_LIMIT_REGISTERS, top);
        top += BAR_ROW;
    }
    if (picture_has_bar(report, CUOCC_LIMIT_SHARED))
        bar(out, report, CUOCC_LIMIT_SHARED, top);
    shortages(out, report);
    out_text(out, "</g>\n");
}

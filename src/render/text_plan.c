/* SPDX-License-Identifier: MIT */
/* Planning answers for people. */
#include <stdio.h>

#include "render/kernels.h"
#include "render/limiters.h"
#include "render/plan.h"
#include "render/text.h"

#define NUMBER_COLUMNS 32

static void format_wanted(char *text, size_t size, const struct cuocc_device *dev,
                          const struct plan_wanted *wanted, uint32_t blocks)
{
    char percent[NUMBER_COLUMNS];

    (void)dev;
    if (wanted->blocks > 0) {
        (void)snprintf(text, size, "%u~blocks/SM", wanted->blocks);
        return;
    }
    format_percent(percent, sizeof(percent), wanted->occupancy);
    if (blocks > 0)
        (void)snprintf(text, size, "%s~%% = %u~blocks/SM", percent, blocks);
    else
        (void)snprintf(text, size, "%s~%%", percent);
}

/* --- one target, in full ------------------------------------------------------------------ */

static void target_bounds(struct paragraph *par, const struct cuocc_target *target)
{
    bool has_regs = target->regs_per_thread != CUOCC_NOT_GIVEN;
    bool has_smem = target->smem_per_block_bytes != CUOCC_NOT_GIVEN;

    if (!has_regs && !has_smem)
        paragraph_text(par, "nothing: any registers and any shared memory reach it.");
    if (has_regs)
        paragraph_add(par, "at most %u~registers per thread%s", target->regs_per_thread,
                      has_smem ? " and" : "; any amount of shared memory does.");
    if (has_smem) {
        paragraph_text(par, "at most");
        paragraph_bytes(par, target->smem_per_block_bytes);
        paragraph_text(par, has_regs ? "shared memory per block."
                                     : "shared memory per block; any number of registers does.");
    }
}

static void target_today(struct paragraph *par, const struct plan_row *row)
{
    const struct cuocc_target *target = row->target;
    const struct cuocc_launch *launch = row->report->launch;

    if (target->launch_regs_fit && target->launch_smem_fit) {
        paragraph_text(par, "reached.");
        return;
    }
    if (!target->launch_regs_fit)
        paragraph_add(par, "%u~registers are %u too many%s", launch->regs_per_thread,
                      launch->regs_per_thread - target->regs_per_thread,
                      target->launch_smem_fit ? "; the shared memory is fine." : ";");
    if (!target->launch_smem_fit)
        paragraph_add(par, "%u~B shared memory are %u~B too many%s", launch->smem_per_block_bytes,
                      launch->smem_per_block_bytes - target->smem_per_block_bytes,
                      target->launch_regs_fit ? "; the registers are fine." : ".");
}

static void target_write(struct paragraph *par, const struct cuocc_target *target)
{
    paragraph_add(par, "__launch_bounds__(%u,~%u)", target->threads_per_block, target->blocks);
    if (target->regs_per_thread != CUOCC_NOT_GIVEN)
        paragraph_add(par, "at the kernel, or -maxrregcount=%u for the whole file;",
                      target->regs_per_thread);
    else
        paragraph_text(par, "at the kernel;");
    if (target->smem_per_block_bytes != CUOCC_NOT_GIVEN)
        paragraph_add(par, "request at most %u~B of shared memory, static part included.",
                      target->smem_per_block_bytes);
    else
        paragraph_text(par, "shared memory as you like.");
    if (target->static_exceeds_smem)
        paragraph_text(par, "The static part alone is more than that.");
    if (target->needs_opt_in)
        paragraph_text(par, "That much needs cudaFuncAttributeMaxDynamicSharedMemorySize.");
}

static void target_forbidden(struct paragraph *par, const struct plan_row *row)
{
    char names[160];

    format_limiters(names, sizeof(names), row->target->limiters);
    paragraph_add(par, "no registers and no shared memory reach %u~blocks: %s allow fewer.",
                  row->target->blocks, names);
    paragraph_text(par, "Other block sizes may: try --sweep.");
}

void text_target(struct out *out, const struct style *style, const struct plan_row *row,
                 const struct plan_wanted *wanted)
{
    const struct cuocc_target *target = row->target;
    struct paragraph par;
    char text[96], percent[NUMBER_COLUMNS];

    if (row->report->kernel != NULL)
        text_kernel_lines(out, style, row->report);
    text_device_line(out, style, row->report->dev);
    text_launch_lines(out, style, row->report, 0);
    out_char(out, '\n');
    format_wanted(text, sizeof(text), row->report->dev, wanted, target->blocks);
    text_fact(&par, out, style, "Target");
    paragraph_text(&par, text);
    paragraph_end(&par);
    if (!target->reachable) {
        text_fact(&par, out, style, "No");
        target_forbidden(&par, row);
        paragraph_end(&par);
        return;
    }
    text_fact(&par, out, style, "Needs");
    target_bounds(&par, target);
    paragraph_end(&par);
    text_fact(&par, out, style, "Today");
    target_today(&par, row);
    paragraph_end(&par);
    text_fact(&par, out, style, "Write");
    target_write(&par, target);
    paragraph_end(&par);
    format_percent(percent, sizeof(percent),
                   cuocc_occupancy(row->report->dev, target->active_warps));
    text_fact(&par, out, style, "Gives");
    paragraph_add(&par, "%u~blocks/SM, %u of %u~warps, %s~%% occupancy.", target->active_blocks,
                  target->active_warps, row->report->dev->max_warps_per_sm, percent);
    paragraph_end(&par);
}

/* --- tables -------------------------------------------------------------------------------- */

static void format_optional(char *text, size_t size, uint32_t value)
{
    if (value == CUOCC_NOT_GIVEN)
        (void)snprintf(text, size, "any");
    else
        (void)snprintf(text, size, "%u", value);
}

static void target_row(struct out *out, const struct style *style, const struct plan_row *row,
                       size_t index)
{
    const struct cuocc_target *target = row->target;
    char regs[NUMBER_COLUMNS], smem[NUMBER_COLUMNS], names[160];

    (void)style;
    (void)index;
    if (!target->reachable) {
        format_limiters(names, sizeof(names), target->limiters);
        out_printf(out, "%9u  %9u  %28s  not reachable: %s\n", target->threads_per_block,
                   target->blocks, "", names);
        return;
    }
    format_optional(regs, sizeof(regs), target->regs_per_thread);
    format_optional(smem, sizeof(smem), target->smem_per_block_bytes);
    out_printf(out, "%9u  %9u  %10s  %12s B  %6u/SM  %6.2f %%\n", target->threads_per_block,
               target->blocks, regs, smem, target->active_blocks,
               cuocc_occupancy(row->report->dev, target->active_warps) * 100);
}

static void suggest_row(struct out *out, const struct style *style, const struct plan_row *row,
                        size_t index)
{
    const struct cuocc_candidate *c = row->candidate;
    const struct cuocc_device *dev = row->report->dev;
    char grid[NUMBER_COLUMNS] = "";

    (void)style;
    if (c->min_grid_blocks > 0)
        (void)snprintf(grid, sizeof(grid), "%llu", (unsigned long long)c->min_grid_blocks);
    out_printf(out, "%6zu  %6u  %9u  %5u/%-3u  %6.2f %%  %6.2f %%  %8u  %9s%s\n", index + 1,
               c->threads_per_block, c->active_blocks, c->active_warps, dev->max_warps_per_sm,
               cuocc_occupancy(dev, c->active_warps) * 100,
               cuocc_lane_utilization(dev, c->threads_per_block) * 100, c->smem_per_block_bytes,
               grid, c->needs_opt_in ? " +" : "");
}

static void ladder_row(struct out *out, const struct style *style, const struct plan_row *row,
                       size_t index)
{
    const struct cuocc_ladder_step *step = row->step;

    (void)style;
    (void)index;
    out_printf(out, "%9u  %7.2f %%  %13u B  %13u B%s\n", step->blocks,
               cuocc_occupancy(row->report->dev, step->active_warps) * 100,
               step->smem_per_block_bytes, step->added_bytes, step->needs_opt_in ? " +" : "");
}

static void suggest_end(struct out *out, const struct style *style)
{
    struct paragraph par;

    text_fact(&par, out, style, "First");
    paragraph_text(&par, "is what cudaOccupancyMaxPotentialBlockSize returns: most active threads, "
                         "in a tie the larger block. Smaller blocks of the same occupancy leave a "
                         "shorter tail and finer steps; time the first few.");
    paragraph_end(&par);
}

static void ladder_end(struct out *out, const struct style *style)
{
    struct paragraph par;

    text_fact(&par, out, style, "Use");
    paragraph_text(&par, "request the added bytes as dynamic shared memory and time the kernel: "
                         "what stays as fast does not need the occupancy. Numbers that no size "
                         "gives are left out.");
    paragraph_end(&par);
}

/* clang-format off */
static const struct {
    const char *head;
    void (*row)(struct out *out, const struct style *style, const struct plan_row *row, size_t index);
    void (*end)(struct out *out, const struct style *style);
    bool has_opt_in_mark;
} tables[] = {
    [PLAN_TARGET] = {
        .head = "      block  blocks/SM   registers   shared memory      gives  occupancy",
        .row = target_row },
    [PLAN_SUGGEST] = {
        .head = "    rank   block  blocks/SM      warps  occupancy     lanes  shared B   min grid",
        .row = suggest_row, .end = suggest_end, .has_opt_in_mark = true },
    [PLAN_LADDER] = {
        .head = "  blocks/SM  occupancy    shared memory      added bytes",
        .row = ladder_row, .end = ladder_end, .has_opt_in_mark = true },
};
/* clang-format on */

_Static_assert(sizeof(tables) / sizeof(tables[0]) == PLAN_KIND_COUNT, "a row for every kind");

void text_plan_begin(struct out *out, const struct style *style, enum plan_kind kind,
                     const struct report *report, const struct plan_wanted *wanted)
{
    char text[96];
    struct paragraph par;

    if (report->kernel != NULL)
        text_kernel_lines(out, style, report);
    text_device_line(out, style, report->dev);
    if (kind == PLAN_LADDER)
        text_launch_lines(out, style, report, 0);
    else if (kind == PLAN_SUGGEST)
        text_launch_lines(out, style, report, SWEPT_BLOCK);
    out_char(out, '\n');
    if (wanted != NULL) {
        format_wanted(text, sizeof(text), report->dev, wanted, 0);
        text_fact(&par, out, style, "Target");
        paragraph_add(&par,
                      "%s, with at most these registers per thread and shared memory per "
                      "block together:",
                      text);
        paragraph_end(&par);
        out_char(out, '\n');
    }
    style_ink(out, style, INK_BOLD);
    out_text(out, tables[kind].head);
    style_ink(out, style, INK_PLAIN);
    out_char(out, '\n');
}

void text_plan_row(struct out *out, const struct style *style, enum plan_kind kind,
                   const struct plan_row *row, size_t index, bool is_marked)
{
    if (is_marked)
        style_ink(out, style, INK_BOLD);
    out_text(out, is_marked ? "> " : "  ");
    tables[kind].row(out, style, row, index);
    if (is_marked)
        style_ink(out, style, INK_PLAIN);
}

void text_plan_end(struct out *out, const struct style *style, enum plan_kind kind,
                   const struct report *report)
{
    out_char(out, '\n');
    if (tables[kind].end != NULL)
        tables[kind].end(out, style);
    if (tables[kind].has_opt_in_mark)
        out_printf(out, "  +         above %u B: set cudaFuncAttributeMaxDynamicSharedMemorySize\n",
                   report->dev->smem_per_block_default_bytes);
}

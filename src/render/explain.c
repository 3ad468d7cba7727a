/* SPDX-License-Identifier: MIT */
/* Every step of the arithmetic with a launch's own numbers, beside the textbook's. */
#include <stdarg.h>
#include <stdio.h>

#include "render/text.h"

#define LABEL_COLUMNS 12

struct explanation {
    struct out *out;
    const struct style *style;
    const struct report *report;
    uint32_t textbook[CUOCC_LIMIT_COUNT];
};

/* One line; the label stands only where a new step begins. */
SUPPORT_PRINTF(3, 4)
static void step(const struct explanation *e, const char *label, const char *format, ...)
{
    struct paragraph par;
    char text[512];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    out_printf(e->out, "    %-*s", LABEL_COLUMNS, label);
    paragraph_begin(&par, e->out, e->style, LABEL_COLUMNS + 4, LABEL_COLUMNS + 4);
    paragraph_text(&par, text);
    paragraph_end(&par);
}

static void textbook_step(const struct explanation *e, enum cuocc_limit limit, const char *why)
{
    if (e->textbook[limit] != e->report->result.block_limit[limit])
        step(e, "", "textbook: %u blocks; %s", e->textbook[limit], why);
}

static void explain_threads(const struct explanation *e)
{
    const struct cuocc_device *dev = e->report->dev;
    const struct cuocc_result *r = &e->report->result;

    step(e, "threads", "floor(%u / %u) = %u blocks", dev->max_threads_per_sm, r->threads_per_block,
         dev->max_threads_per_sm / r->threads_per_block);
    step(e, "warps", "ceil(%u / %u) = %u per block; floor(%u / %u) = %u blocks",
         r->threads_per_block, dev->warp_size_threads, r->warps_per_block, dev->max_warps_per_sm,
         r->warps_per_block, dev->max_warps_per_sm / r->warps_per_block);
    step(e, "blocks", "at most %u per SM", dev->max_blocks_per_sm);
}

static void explain_registers(const struct explanation *e)
{
    const struct cuocc_device *dev = e->report->dev;
    const struct cuocc_result *r = &e->report->result;
    uint32_t part = dev->regs_per_sm / dev->sub_partitions_per_sm;

    if (r->regs_per_warp == 0) {
        step(e, "registers", "not considered");
        return;
    }
    step(e, "registers", "%u x %u = %llu per warp, rounded up to %u: %llu",
         e->report->launch->regs_per_thread, dev->warp_size_threads,
         (unsigned long long)e->report->launch->regs_per_thread * dev->warp_size_threads,
         dev->reg_alloc_unit_regs, (unsigned long long)r->regs_per_warp);
    step(e, "", "%u sub-partitions of %u registers: floor(%u / %llu) = %u warps each",
         dev->sub_partitions_per_sm, part, part, (unsigned long long)r->regs_per_warp,
         r->warps_per_sub_partition);
    step(e, "", "floor(%u x %u / %u) = %u blocks", dev->sub_partitions_per_sm,
         r->warps_per_sub_partition, r->warps_per_block,
         dev->sub_partitions_per_sm * r->warps_per_sub_partition / r->warps_per_block);
    step(e, "", "at launch: %llu x %llu warps (rounded up to %u) = %llu, %s %u per block",
         (unsigned long long)r->regs_per_warp,
         (unsigned long long)(r->regs_checked_per_block / r->regs_per_warp),
         dev->reg_check_granularity_warps, (unsigned long long)r->regs_checked_per_block,
         r->regs_checked_per_block <= dev->max_regs_per_block ? "within" : "MORE than",
         dev->max_regs_per_block);
    textbook_step(e, CUOCC_LIMIT_REGISTERS,
                  "it divides the whole file and forgets units and sub-partitions");
}

static void explain_configuration(const struct explanation *e)
{
    const struct cuocc_launch *launch = e->report->launch;
    const struct cuocc_result *r = &e->report->result;
    uint32_t config = r->per_sm[CUOCC_LIMIT_SHARED];

    if (launch->carveout_bytes == CUOCC_NOT_GIVEN && launch->carveout_percent >= 0)
        step(e, "", "%d %% of %u, rounded up to a configuration: %u", launch->carveout_percent,
             e->report->dev->smem_per_sm_bytes, r->carveout_wanted_bytes);
    if (config > r->carveout_wanted_bytes)
        step(e, "", "one block needs more than %u: configured to %u", r->carveout_wanted_bytes,
             config);
}

static void explain_shared(const struct explanation *e)
{
    const struct cuocc_device *dev = e->report->dev;
    const struct cuocc_result *r = &e->report->result;
    unsigned long long allocated = r->per_block[CUOCC_LIMIT_SHARED];
    uint32_t config = r->per_sm[CUOCC_LIMIT_SHARED];

    if (allocated == 0) {
        step(e, "shared", "none used, none reserved: no limit");
        return;
    }
    step(e, "shared", "%u + %u reserved = %llu, rounded up to %u: %llu B",
         e->report->launch->smem_per_block_bytes, dev->smem_reserved_per_block_bytes,
         (unsigned long long)e->report->launch->smem_per_block_bytes +
             dev->smem_reserved_per_block_bytes,
         dev->smem_alloc_unit_bytes, allocated);
    explain_configuration(e);
    step(e, "", "floor(%u / %llu) = %llu blocks", config, allocated, config / allocated);
    if (e->textbook[CUOCC_LIMIT_SHARED] != CUOCC_UNLIMITED)
        textbook_step(e, CUOCC_LIMIT_SHARED,
                      "it forgets what the system reserves, units and configurations");
}

static void explain_barriers(const struct explanation *e)
{
    const struct cuocc_device *dev = e->report->dev;
    uint32_t barriers = e->report->launch->barriers_per_block;

    if (!dev->barriers_limit_blocks || barriers == 0 || barriers == CUOCC_NOT_GIVEN)
        return;
    step(e, "barriers", "floor(%u / %u) = %u blocks", dev->barriers_per_sm, barriers,
         dev->barriers_per_sm / barriers);
}

static void explain_result(const struct explanation *e)
{
    const struct cuocc_result *r = &e->report->result;
    char percent[32];

    if (r->block_limit[CUOCC_LIMIT_CLUSTER] != CUOCC_UNLIMITED)
        step(e, "cluster", "at most %u resident blocks of cluster launches, measured",
             r->block_limit[CUOCC_LIMIT_CLUSTER]);
    format_percent(percent, sizeof(percent), cuocc_occupancy(e->report->dev, r->active_warps));
    if (r->reasons != 0)
        step(e, "launch", "refused, see the reasons above: 0 blocks");
    else
        step(e, "minimum", "%u blocks x %u warps = %u of %u warps = %s~%%", r->active_blocks,
             r->warps_per_block, r->active_warps, e->report->dev->max_warps_per_sm, percent);
}

/* From 7.0 on an arithmetic result can be used after so many cycles (Volta Tuning Guide;
 * measured on 9.0: docs/latency.md). */
#define ARITHMETIC_CYCLES 4
/* A typical load from global memory: hundreds of cycles (CUDA C++ Programming Guide,
 * "Multiprocessor Level"); an example, --latency takes the real one. */
#define MEMORY_CYCLES 400

static void explain_latency(const struct explanation *e, const char *label, uint32_t cycles)
{
    const struct report *report = e->report;
    struct cuocc_latency latency;

    if (cuocc_latency(report->dev, report->result.active_warps, cycles, &latency) != CUOCC_OK)
        return;
    if (latency.instructions_per_warp == 1)
        step(e, label,
             "%u cycles are hidden by %u warps with one instruction each: more do not help", cycles,
             latency.warps_needed);
    else
        step(e, label, "%u cycles need %llu independent instructions per warp", cycles,
             (unsigned long long)latency.instructions_per_warp);
}

static void explain_meaning(const struct explanation *e)
{
    const struct report *report = e->report;
    bool is_default = report->latency == NULL;

    style_ink(e->out, e->style, INK_BOLD);
    out_text(e->out, "\n  What it means\n");
    style_ink(e->out, e->style, INK_PLAIN);
    step(e, "schedulers", "%u warps / %u schedulers = %.2f warps for each to choose from",
         report->result.active_warps, report->dev->warp_schedulers_per_sm,
         cuocc_warps_per_scheduler(report->dev, report->result.active_warps));
    if (report->dev->cc_major >= 7)
        explain_latency(e, "arithmetic", ARITHMETIC_CYCLES);
    if (is_default)
        explain_latency(e, "memory", MEMORY_CYCLES);
    else
        explain_latency(e, "--latency", report->latency->latency_cycles);
    step(e, "occupancy",
         "helps only as long as latency is not hidden; independent work per thread "
         "hides it as well. --ladder gives the experiment, docs/latency.md "
         "measured curves and sources.");
}

void text_explain(struct out *out, const struct style *style, const struct report *report)
{
    struct explanation e = {.out = out, .style = style, .report = report};

    cuocc_textbook_limits(report->dev, report->launch, e.textbook);
    style_ink(out, style, INK_BOLD);
    out_text(out, "\n  How it was computed (per SM)\n");
    style_ink(out, style, INK_PLAIN);
    explain_threads(&e);
    explain_registers(&e);
    explain_shared(&e);
    explain_barriers(&e);
    explain_result(&e);
    if (report_is_launchable(report))
        explain_meaning(&e);
}

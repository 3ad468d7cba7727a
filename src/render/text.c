/* SPDX-License-Identifier: MIT */
/* The answer for one launch: a table of the limits, what is left over, what comes next. */
#include "render/text.h"
#include "render/limiters.h"

#include <stdio.h>
#include <string.h>

#define LABEL_COLUMNS     18
#define PER_BLOCK_COLUMNS 12
#define PER_SM_COLUMNS    14
#define BLOCKS_COLUMNS    12
#define BAR_CELLS         30
#define NUMBER_COLUMNS    32

void text_device_line(struct out *out, const struct style *style, const struct cuocc_device *dev)
{
    style_ink(out, style, INK_BOLD);
    out_text(out, dev->name);
    style_ink(out, style, INK_PLAIN);
    if (dev->product[0] != '\0')
        out_printf(out, ", %s", dev->product);
    if (dev->sm_count != CUOCC_NOT_GIVEN)
        out_printf(out, ", %u SMs", dev->sm_count);
    out_text(out, " (");
    out_text(out, dev->architecture);
    out_text_u64(out, ", compute capability ", dev->cc_major);
    out_text_u64(out, ".", dev->cc_minor);
    out_text(out, ")\n");
}

static void add_block(struct paragraph *par, const struct report *report)
{
    const uint32_t *dim = report->launch->block_dim;

    if (dim[2] > 1)
        paragraph_add(par, "%ux%ux%u~=", dim[0], dim[1], dim[2]);
    else if (dim[1] > 1)
        paragraph_add(par, "%ux%u~=", dim[0], dim[1]);
    paragraph_count(par, report->result.threads_per_block, "thread");
    paragraph_open(par, "(");
    paragraph_count(par, report->result.warps_per_block, "warp");
    paragraph_glue(par, ")");
    paragraph_text(par, "per block,");
}

static void add_registers(struct paragraph *par, const struct cuocc_launch *launch)
{
    if (launch->regs_per_thread == CUOCC_NOT_GIVEN) {
        paragraph_text(par, "registers not given,");
        return;
    }
    paragraph_count(par, launch->regs_per_thread, "register");
    paragraph_text(par, "per thread,");
}

static void add_shared(struct paragraph *par, const struct report *report)
{
    const struct cuocc_launch *launch = report->launch;
    uint32_t fixed = launch->static_smem_per_block_bytes;

    if (report->smem_per_thread_bytes > 0) {
        paragraph_add(par, "%u~B + %u~B per thread of shared memory per block",
                      launch->smem_per_block_bytes, report->smem_per_thread_bytes);
        return;
    }
    if (launch->smem_per_block_bytes == 0) {
        paragraph_text(par, "no shared memory");
        return;
    }
    paragraph_bytes(par, launch->smem_per_block_bytes);
    paragraph_text(par, "shared memory per block");
    if (fixed > 0)
        paragraph_add(par, "(%u~static + %u~dynamic)", fixed, launch->smem_per_block_bytes - fixed);
}

/* What people seldom set is named only when they did. */
static void add_rare(struct paragraph *par, const struct cuocc_launch *launch)
{
    uint32_t barriers = launch->barriers_per_block;

    if (barriers != 1 && barriers != CUOCC_NOT_GIVEN) {
        paragraph_glue(par, ",");
        paragraph_add(par, "%u~barriers", barriers);
    }
    if (launch->cluster_blocks > 0) {
        paragraph_glue(par, ",");
        paragraph_text(par, "clusters of");
        paragraph_count(par, launch->cluster_blocks, "block");
    }
    if (launch->launch_bounds_threads > 0) {
        paragraph_glue(par, ",");
        paragraph_add(par, "launch bounds %u", launch->launch_bounds_threads);
    }
    if (launch->launch_bounds_min_blocks > 0) {
        paragraph_glue(par, ",");
        paragraph_add(par, "%u", launch->launch_bounds_min_blocks);
    }
}

static void add_carveout(struct paragraph *par, const struct cuocc_launch *launch)
{
    bool is_size = launch->carveout_bytes != CUOCC_NOT_GIVEN;

    if (!is_size && launch->carveout_percent < 0)
        return;
    paragraph_glue(par, ",");
    paragraph_text(par, "carve-out");
    if (is_size)
        paragraph_bytes(par, launch->carveout_bytes);
    else
        paragraph_add(par, "%d~%%", launch->carveout_percent);
}

void text_launch_lines(struct out *out, const struct style *style, const struct report *report,
                       unsigned swept)
{
    struct paragraph par;

    paragraph_begin(&par, out, style, 0, 0);
    if ((swept & SWEPT_BLOCK) == 0)
        add_block(&par, report);
    if ((swept & SWEPT_REGS) == 0)
        add_registers(&par, report->launch);
    if ((swept & SWEPT_SMEM) == 0)
        add_shared(&par, report);
    else
        paragraph_text(&par, "shared memory as listed");
    add_rare(&par, report->launch);
    add_carveout(&par, report->launch);
    paragraph_end(&par);
}

/* --- the table ------------------------------------------------------------------- */

/* Cells are written without printf(): six rows of it cost more than starting the program. */
static void amount_cell(struct out *out, uint64_t amount, const char *unit, unsigned width)
{
    bool is_bytes = strcmp(unit, "B") == 0;

    if (amount == UINT64_MAX) {
        out_right(out, "?", width);
        return;
    }
    out_right_u64(out, amount, is_bytes ? width - 2 : width);
    if (is_bytes)
        out_text(out, " B");
}

static void limit_row(struct out *out, const struct style *style, const struct report *report,
                      enum cuocc_limit limit)
{
    const struct cuocc_limit_info *info = cuocc_limit_info(limit);
    const struct cuocc_result *result = &report->result;
    bool is_limiting = (result->limiters >> (unsigned)limit & 1U) != 0;

    if (is_limiting)
        style_ink(out, style, INK_LIMIT);
    out_text(out, "  ");
    out_left(out, info->label, LABEL_COLUMNS);
    amount_cell(out, result->per_block[limit], info->unit, PER_BLOCK_COLUMNS);
    if (result->per_sm[limit] != CUOCC_NOT_GIVEN)
        amount_cell(out, result->per_sm[limit], info->unit, PER_SM_COLUMNS);
    else
        out_right(out, "-", PER_SM_COLUMNS);
    if (result->block_limit[limit] != CUOCC_UNLIMITED)
        out_right_u64(out, result->block_limit[limit], BLOCKS_COLUMNS);
    else
        out_right(out, "no limit", BLOCKS_COLUMNS);
    if (is_limiting) {
        out_text(out, "  <- limit");
        style_ink(out, style, INK_PLAIN);
    }
    out_char(out, '\n');
}

/* Below the registers: what rounding made of the count, and which counts cost the same. */
static void registers_line(struct out *out, const struct report *report)
{
    const struct cuocc_device *dev = report->dev;
    uint64_t per_warp = report->result.regs_per_warp;
    uint64_t most = per_warp / dev->warp_size_threads;
    uint64_t least = per_warp < dev->reg_alloc_unit_regs
                         ? 1
                         : (per_warp - dev->reg_alloc_unit_regs) / dev->warp_size_threads + 1;

    if (per_warp == 0)
        return;
    out_text_u64(out, "    ", report->launch->regs_per_thread);
    out_text_u64(out, " x ", dev->warp_size_threads);
    out_text_u64(out, " -> ", per_warp);
    out_text_u64(out, " per warp, unit ", dev->reg_alloc_unit_regs);
    if (least < most) {
        out_text_u64(out, "; the same for ", least);
        out_text_u64(out, " to ", most);
        out_text(out, " per thread");
    }
    out_char(out, '\n');
}

static void shared_lines(struct out *out, const struct report *report)
{
    const struct cuocc_device *dev = report->dev;
    uint32_t config = report->result.per_sm[CUOCC_LIMIT_SHARED];

    if (report->result.per_block[CUOCC_LIMIT_SHARED] > 0) {
        out_text_u64(out, "    ", report->launch->smem_per_block_bytes);
        if (dev->smem_reserved_per_block_bytes > 0) {
            out_text_u64(out, " + ", dev->smem_reserved_per_block_bytes);
            out_text(out, " reserved");
        }
        out_text_u64(out, " -> ", report->result.per_block[CUOCC_LIMIT_SHARED]);
        out_text_u64(out, ", unit ", dev->smem_alloc_unit_bytes);
        out_char(out, '\n');
    }
    if (config != dev->smem_per_sm_bytes)
        out_printf(out, "    configured to %u of at most %u B\n", config, dev->smem_per_sm_bytes);
}

static bool is_listed(const struct report *report, enum cuocc_limit limit)
{
    bool is_unused = report->result.block_limit[limit] == CUOCC_UNLIMITED;

    if (limit == CUOCC_LIMIT_BARRIERS)
        return !is_unused || report->dev->barriers_limit_blocks;
    return report_has_limit(report, limit);
}

static void limits_table(struct out *out, const struct style *style, const struct report *report)
{
    out_right(out, "per block", 2 + LABEL_COLUMNS + PER_BLOCK_COLUMNS);
    out_right(out, "per SM", PER_SM_COLUMNS);
    out_right(out, "blocks/SM", BLOCKS_COLUMNS);
    out_char(out, '\n');
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        enum cuocc_limit limit = (enum cuocc_limit)i;

        if (!is_listed(report, limit))
            continue;
        limit_row(out, style, report, limit);
        if (limit == CUOCC_LIMIT_REGISTERS)
            registers_line(out, report);
        else if (limit == CUOCC_LIMIT_SHARED)
            shared_lines(out, report);
    }
}

/* --- the summary ----------------------------------------------------------------- */

static void summary(struct out *out, const struct style *style, const struct report *report)
{
    const struct cuocc_result *result = &report->result;
    double occupancy = cuocc_occupancy(report->dev, result->active_warps);
    char percent[NUMBER_COLUMNS];

    format_percent(percent, sizeof(percent), occupancy);
    style_ink(out, style, INK_BOLD);
    out_text_u64(out, "  ", result->active_blocks);
    out_text(out, result->active_blocks == 1 ? " block/SM" : " blocks/SM");
    style_ink(out, style, INK_PLAIN);
    out_text_u64(out, "     ", result->active_warps);
    out_text_u64(out, " of ", report->dev->max_warps_per_sm);
    out_text_u64(out, " warps     ", result->active_threads);
    out_text_u64(out, " of ", report->dev->max_threads_per_sm);
    out_text(out, " threads\n  occupancy ");
    out_text(out, percent);
    out_text(out, " %  ");
    style_bar(out, style, occupancy, BAR_CELLS);
    out_char(out, '\n');
}

static void lanes_line(struct out *out, const struct report *report)
{
    uint32_t threads = report->result.threads_per_block;
    uint32_t lanes = report->result.warps_per_block * report->dev->warp_size_threads;
    char percent[NUMBER_COLUMNS];

    if (threads == lanes)
        return;
    format_percent(percent, sizeof(percent), cuocc_lane_utilization(report->dev, threads));
    out_printf(out, "  lanes used %s %%: %u thread%s in %u warp%s of %u lanes\n", percent, threads,
               threads == 1 ? "" : "s", report->result.warps_per_block,
               report->result.warps_per_block == 1 ? "" : "s", report->dev->warp_size_threads);
}

static void limited_by(struct out *out, const struct style *style, const struct report *report)
{
    struct paragraph par;
    char names[160];

    format_limiters(names, sizeof(names), report->result.limiters);
    paragraph_begin(&par, out, style, 2, 0);
    paragraph_text(&par, "Limited by");
    paragraph_text(&par, names);
    paragraph_glue(&par, ".");
    if (report->result.active_warps == report->dev->max_warps_per_sm)
        paragraph_text(&par, "Every warp slot of the SM is taken.");
    paragraph_end(&par);
}

static void room_of_shared(struct paragraph *par, const struct report *report)
{
    uint32_t most = report->headroom.smem_per_block_bytes;

    if (most > report->launch->smem_per_block_bytes) {
        paragraph_text(par, "shared memory may grow to");
        paragraph_bytes(par, most);
        paragraph_text(par, "at the same occupancy;");
    } else if (most == report->dev->smem_per_block_optin_bytes) {
        paragraph_text(par, "shared memory is at the most that a block can have;");
    } else {
        paragraph_text(par, "one more byte of shared memory costs a block;");
    }
}

static void room_of_registers(struct paragraph *par, const struct report *report)
{
    uint32_t most = report->headroom.regs_per_thread;
    uint32_t regs = report->launch->regs_per_thread;

    if (regs == CUOCC_NOT_GIVEN)
        paragraph_add(par, "up to %u~registers per thread would not change it.", most);
    else if (most > regs)
        paragraph_add(par, "registers may grow to %u per thread.", most);
    else if (most == report->dev->max_regs_per_thread)
        paragraph_text(par, "registers are at the most that a thread can have.");
    else
        paragraph_text(par, "one more register costs a block.");
}

static void room(struct out *out, const struct style *style, const struct report *report)
{
    struct paragraph par;

    text_fact(&par, out, style, "Room");
    room_of_shared(&par, report);
    room_of_registers(&par, report);
    paragraph_end(&par);
}

static void no_next(struct paragraph *par, const struct report *report)
{
    char names[160];
    uint32_t blocking =
        report->result.limiters & ~(1U << CUOCC_LIMIT_REGISTERS | 1U << CUOCC_LIMIT_SHARED);

    format_limiters(names, sizeof(names), blocking != 0 ? blocking : report->result.limiters);
    paragraph_add(par, "fewer registers or less shared memory give no further block (%s).", names);
    if ((blocking & 1U << CUOCC_LIMIT_BLOCKS) != 0)
        paragraph_text(par, "Larger blocks would: try --sweep.");
    else if ((blocking & 1U << CUOCC_LIMIT_WARPS) != 0)
        paragraph_text(par, "Another block size may fill the SM: try --sweep.");
}

static void next_bounds(struct paragraph *par, const struct report *report)
{
    const struct cuocc_launch *launch = report->launch;
    bool needs_regs = launch->regs_per_thread != CUOCC_NOT_GIVEN &&
                      launch->regs_per_thread > report->next.regs_per_thread;
    bool needs_smem = launch->smem_per_block_bytes > report->next.smem_per_block_bytes;

    if (needs_regs) {
        paragraph_text(par, needs_smem ? "both at most" : "at most");
        paragraph_count(par, report->next.regs_per_thread, "register");
        paragraph_text(par, needs_smem ? "per thread and" : "per thread.");
    }
    if (needs_smem) {
        paragraph_text(par, "at most");
        paragraph_bytes(par, report->next.smem_per_block_bytes);
        paragraph_text(par, "shared memory.");
    }
}

static void next_step(struct out *out, const struct style *style, const struct report *report)
{
    uint32_t warps = report->next.blocks * report->result.warps_per_block;
    struct paragraph par;
    char percent[NUMBER_COLUMNS];

    if (report->result.active_warps == report->dev->max_warps_per_sm)
        return;
    text_fact(&par, out, style, "Next");
    if (report->next.blocks == 0) {
        no_next(&par, report);
    } else {
        format_percent(percent, sizeof(percent), cuocc_occupancy(report->dev, warps));
        paragraph_count(&par, report->next.blocks, "block");
        paragraph_open(&par, "(");
        paragraph_text(&par, percent);
        paragraph_glue(&par, "~%)");
        paragraph_text(&par, report->next.blocks == 1 ? "needs" : "need");
        next_bounds(&par, report);
    }
    paragraph_end(&par);
}

/* --- a launch that cannot run ------------------------------------------------------ */

static void reason_line(struct out *out, const struct style *style, const struct report *report,
                        enum cuocc_reason reason)
{
    struct cuocc_reason_detail detail;
    struct paragraph par;

    cuocc_reason_detail(report->dev, report->launch, &report->result, reason, &detail);
    text_fact(&par, out, style, "Reason");
    paragraph_add(&par, "%s: %llu~%s asked for,", detail.text, (unsigned long long)detail.value,
                  detail.unit);
    if (reason == CUOCC_REASON_CLUSTER_BLOCKS && detail.bound == 0)
        paragraph_text(&par, "the device has no clusters.");
    else
        paragraph_add(&par, "at most %llu allowed (%llu too many).",
                      (unsigned long long)detail.bound,
                      (unsigned long long)(detail.value - detail.bound));
    paragraph_end(&par);
}

#define REASON(name_) (1U << CUOCC_REASON_##name_)

/* Registers and threads decide together, so both ways out are named. */
static void way_out_of_registers(struct out *out, const struct style *style,
                                 const struct report *report)
{
    const struct cuocc_launch *launch = report->launch;
    bool has_regs = launch->regs_per_thread != CUOCC_NOT_GIVEN && launch->regs_per_thread > 0;
    struct paragraph par;

    text_fact(&par, out, style, "Instead");
    if (has_regs && report->threads_for_regs > 0)
        paragraph_add(&par, "with %u~registers per thread the largest block has %u~threads",
                      launch->regs_per_thread, report->threads_for_regs);
    else if (has_regs)
        paragraph_add(&par, "no block can have %u~registers per thread", launch->regs_per_thread);
    else
        paragraph_add(&par, "the largest block has %u~threads", report->threads_for_regs);
    if ((report->result.reasons & REASON(THREADS_PER_BLOCK)) != 0) {
        paragraph_glue(&par, ";");
        paragraph_add(&par, "no register count allows a block of %u",
                      report->result.threads_per_block);
    } else if (report->regs_for_block > 0) {
        paragraph_glue(&par, ";");
        paragraph_add(&par, "a block of %u allows at most %u~registers per thread",
                      report->result.threads_per_block, report->regs_for_block);
    }
    paragraph_glue(&par, ".");
    paragraph_end(&par);
}

static void other_devices(struct out *out, const struct style *style, const struct report *report)
{
    struct paragraph par;

    if (report->runnable_devices == NULL)
        return;
    text_fact(&par, out, style, "Devices");
    if (report->runnable_devices[0] == '\0')
        paragraph_text(&par, "no known device could run it.");
    else
        paragraph_add(&par, "could run it: %s.", report->runnable_devices);
    paragraph_end(&par);
}

static void cannot_run(struct out *out, const struct style *style, const struct report *report)
{
    style_ink(out, style, INK_LIMIT);
    out_text(out, "  cannot run: 0 blocks/SM\n");
    style_ink(out, style, INK_PLAIN);
    out_char(out, '\n');
    for (unsigned i = 0; i < CUOCC_REASON_COUNT; i++)
        if ((report->result.reasons >> i & 1U) != 0)
            reason_line(out, style, report, (enum cuocc_reason)i);
    if ((report->result.reasons &
         (REASON(THREADS_PER_BLOCK) | REASON(REGS_PER_THREAD) | REASON(REGS_PER_BLOCK))) != 0)
        way_out_of_registers(out, style, report);
    if ((report->result.reasons & REASON(SMEM_PER_BLOCK)) != 0)
        other_devices(out, style, report);
}

/* --- notes ------------------------------------------------------------------------ */

static void note_text(struct paragraph *par, const struct report *report, enum cuocc_note note)
{
    const struct cuocc_device *dev = report->dev;
    const struct cuocc_launch *launch = report->launch;

    switch (note) {
    case CUOCC_NOTE_REGISTERS_NOT_GIVEN:
        paragraph_text(par, "registers were not given and are not considered: add --regs.");
        break;
    case CUOCC_NOTE_BARRIERS_NOT_KNOWN:
        paragraph_text(par, "the number of barriers is not known and not considered.");
        break;
    case CUOCC_NOTE_NEEDS_OPT_IN:
        paragraph_add(par,
                      "above %u~B the kernel must first be allowed the size with "
                      "cudaFuncAttributeMaxDynamicSharedMemorySize; until then the driver's query "
                      "answers 0.",
                      dev->smem_per_block_default_bytes);
        break;
    case CUOCC_NOTE_CARVEOUT_RAISED:
        paragraph_add(par, "one block does not fit the %u~B asked for; the driver takes %u~B.",
                      report->result.carveout_wanted_bytes,
                      report->result.per_sm[CUOCC_LIMIT_SHARED]);
        break;
    case CUOCC_NOTE_LAUNCH_BOUNDS_IGNORED:
        paragraph_add(par,
                      "%u blocks of %u threads are more than the %u threads of an SM: the "
                      "compiler ignores the second launch bound.",
                      launch->launch_bounds_min_blocks, launch->launch_bounds_threads,
                      dev->max_threads_per_sm);
        break;
    case CUOCC_NOTE_CLUSTER_NON_PORTABLE:
        paragraph_add(par,
                      "more than %u blocks per cluster are not portable and need "
                      "cudaFuncAttributeNonPortableClusterSizeAllowed.",
                      dev->max_cluster_blocks_portable);
        break;
    case CUOCC_NOTE_CLUSTER_MOST_UNKNOWN:
        paragraph_add(par,
                      "more than %u blocks per cluster: the most that this device allows is not "
                      "published.",
                      dev->max_cluster_blocks_portable);
        break;
    case CUOCC_NOTE_CLUSTER_CAP:
        paragraph_add(par,
                      "at most %u blocks of cluster launches run on an SM at once; the driver's "
                      "block query and Nsight's theoretical occupancy leave that out.",
                      dev->max_cluster_resident_blocks_per_sm);
        break;
    case CUOCC_NOTE_COUNT:
        break;
    }
}

void text_report_note(struct out *out, const struct style *style, const struct report *report,
                      enum cuocc_note note, const char *where)
{
    struct paragraph par;

    text_fact(&par, out, style, "Note");
    paragraph_text(&par, where);
    note_text(&par, report, note);
    paragraph_end(&par);
}

/* What was asked beyond one kernel on one SM. */
static void beyond(struct out *out, const struct style *style, const struct report *report)
{
    if (report->gpu != NULL)
        text_gpu(out, style, report);
    if (report->cluster != NULL)
        text_cluster(out, style, report);
    if (report->latency != NULL)
        text_latency(out, style, report);
    if (report->pair != NULL)
        text_pair(out, style, report);
}

void text_report(struct out *out, const struct style *style, const struct report *report)
{
    text_device_line(out, style, report->dev);
    text_launch_lines(out, style, report, 0);
    out_char(out, '\n');
    limits_table(out, style, report);
    out_char(out, '\n');
    if (report_is_launchable(report)) {
        summary(out, style, report);
        lanes_line(out, report);
        out_char(out, '\n');
        limited_by(out, style, report);
        room(out, style, report);
        next_step(out, style, report);
        beyond(out, style, report);
    } else {
        cannot_run(out, style, report);
    }
    for (unsigned i = 0; i < CUOCC_NOTE_COUNT; i++)
        if ((report->notes >> i & 1U) != 0)
            text_report_note(out, style, report, (enum cuocc_note)i, "");
}

/* SPDX-License-Identifier: MIT */
/* One launch, or many: reading the question, solving, choosing the form of the answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/devices.h"
#include "render/csv.h"
#include "render/json.h"
#include "render/text.h"
#include "support/error.h"

/* The block sizes that --sweep takes without a range. */
#define SWEEP_BLOCK_FIRST 32
#define SWEEP_BLOCK_LAST  1024
#define SWEEP_BLOCK_STEP  32

struct question {
    struct cli *cli;
    struct device_list devices;
    struct cuocc_sweep sweep;
    struct cuocc_span default_blocks[3];
    uint64_t launch_count;      /* per device */
    bool is_one;                /* one device, one launch, no --sweep */
    uint32_t asked_for_threads; /* the block size to mark; 0: none */
    char runnable[512];
};

static enum cuocc_status refuse(struct cli *cli, enum option_id id, const char *text)
{
    char where[40];

    (void)snprintf(where, sizeof(where), "--%s", option_rows[id].name);
    return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, where, "%s", text);
}

/* --- the question -------------------------------------------------------------------------- */

static struct cuocc_set set_of(const struct value_set *values)
{
    return (struct cuocc_set){.spans = values->spans, .span_count = values->count};
}

/* 32..1024 in steps of 32, with the block asked for between them if it is none of these. */
static struct cuocc_set default_blocks(struct question *q, const struct value_set *asked)
{
    struct cuocc_span all = {.first = SWEEP_BLOCK_FIRST,
                             .last = SWEEP_BLOCK_LAST,
                             .step = SWEEP_BLOCK_STEP,
                             .y = 1,
                             .z = 1};
    struct cuocc_launch shape = CUOCC_LAUNCH_INIT;
    struct cuocc_span *spans = q->default_blocks;
    uint32_t threads, below;
    size_t count = 0;

    if (asked->count > 0) {
        shape.block_dim[0] = asked->spans[0].first;
        shape.block_dim[1] = asked->spans[0].y;
        shape.block_dim[2] = asked->spans[0].z;
        q->asked_for_threads = cuocc_launch_threads(&shape);
    }
    threads = q->asked_for_threads;
    below = threads / SWEEP_BLOCK_STEP * SWEEP_BLOCK_STEP;
    if (threads % SWEEP_BLOCK_STEP == 0 && threads <= SWEEP_BLOCK_LAST) {
        spans[count++] = all;
    } else {
        if (below >= SWEEP_BLOCK_FIRST) {
            spans[count] = all;
            spans[count++].last = below < all.last ? below : all.last;
        }
        spans[count++] = asked->spans[0];
        if (below < SWEEP_BLOCK_LAST) {
            spans[count] = all;
            spans[count++].first = below + SWEEP_BLOCK_STEP;
        }
    }
    return (struct cuocc_set){.spans = spans, .span_count = count};
}

static struct cuocc_launch base_launch(const struct cli_args *args)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

    launch.static_smem_per_block_bytes = args->static_smem_bytes;
    launch.barriers_per_block = args->barriers;
    launch.cluster_blocks = args->cluster_blocks;
    launch.launch_bounds_threads = args->launch_bounds_threads;
    launch.launch_bounds_min_blocks = args->launch_bounds_min_blocks;
    launch.carveout_percent = args->carveout.percent;
    launch.carveout_bytes = args->carveout.bytes;
    return launch;
}

/* The least threads of any block of a set; where a set has none, the launch's own. */
static uint32_t least_threads(const struct cuocc_sweep *sweep)
{
    uint32_t least = UINT32_MAX;

    for (size_t i = 0; i < sweep->block.span_count; i++) {
        const struct cuocc_span *span = &sweep->block.spans[i];
        struct cuocc_launch shape = {.block_dim = {span->first, span->y, span->z}};
        uint32_t threads = cuocc_launch_threads(&shape);

        least = threads < least ? threads : least;
    }
    return least;
}

/* --smem holds the static part, so it can never be less. */
static enum cuocc_status check_static(struct question *q)
{
    const struct cuocc_sweep *sweep = &q->sweep;
    uint32_t threads = least_threads(sweep);

    for (size_t i = 0; i < sweep->smem.span_count; i++) {
        const struct cuocc_span *span = &sweep->smem.spans[i];
        uint64_t least = span->first + (uint64_t)span->per_thread_bytes * threads +
                         sweep->added_static_smem_bytes;

        if (least < sweep->base.static_smem_per_block_bytes)
            return refuse(q->cli, OPTION_STATIC_SMEM,
                          "is more than --smem, allowed: a part of it; or give --dynamic-smem");
    }
    return CUOCC_OK;
}

static enum cuocc_status read_launches(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    bool has_range = args->block.is_multiple || args->regs.is_multiple || args->smem.is_multiple;
    bool is_default = is_given(args, OPTION_SWEEP) && !has_range;

    if (args->block.count == 0 && !is_default)
        return refuse(q->cli, OPTION_BLOCK,
                      "missing, allowed: threads per block as in --block 256, or --sweep");
    q->sweep.base = base_launch(args);
    q->sweep.block = is_default ? default_blocks(q, &args->block) : set_of(&args->block);
    q->sweep.regs = set_of(&args->regs);
    q->sweep.smem = set_of(&args->smem);
    if (!is_given(args, OPTION_SMEM))
        q->sweep.added_static_smem_bytes = args->static_smem_bytes;
    q->launch_count = cuocc_sweep_count(&q->sweep);
    q->is_one = q->devices.count == 1 && q->launch_count == 1 && !is_given(args, OPTION_SWEEP);
    return check_static(q);
}

static enum cuocc_status refuse_carveout(struct cli *cli, const struct cuocc_device *dev)
{
    char sizes[256];
    size_t used = 0;

    if (dev->smem_carveout_count == 0)
        return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, "--carveout",
                               "%s has no configurable shared memory, allowed: leave it out",
                               dev->name);
    for (uint32_t i = 0; i < dev->smem_carveout_count && used < sizeof(sizes); i++)
        used += (size_t)snprintf(sizes + used, sizeof(sizes) - used, "%s%uK", i > 0 ? ", " : "",
                                 dev->smem_carveout_bytes[i] / 1024);
    return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, "--carveout",
                           "%u B is no configuration of %s, allowed: %s, or 0 to 100 percent",
                           cli->args->carveout.bytes, dev->name, sizes);
}

/* After this every launch of the sweep can be solved on every device. */
static enum cuocc_status check_carveouts(struct question *q)
{
    struct cuocc_launch launch;
    struct cuocc_result result;

    cuocc_sweep_launch(&q->sweep, 0, &launch);
    for (size_t i = 0; i < q->devices.count; i++)
        if (cuocc_solve(&q->devices.items[i], &launch, &result) != CUOCC_OK)
            return refuse_carveout(q->cli, &q->devices.items[i]);
    return CUOCC_OK;
}

static enum cuocc_status read_question(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    enum cuocc_status status;

    if (!is_given(args, OPTION_DEVICE))
        return refuse(q->cli, OPTION_DEVICE,
                      "missing, allowed: a device as in --device sm_89; --list-devices shows all");
    status = devices_resolve(q->cli, args->devices, &q->devices);
    if (status == CUOCC_OK)
        status = read_launches(q);
    if (status == CUOCC_OK)
        status = check_carveouts(q);
    return status;
}

/* --- the answers --------------------------------------------------------------------------- */

static void solve_into(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                       struct report *report)
{
    *report = (struct report){.dev = dev, .launch = launch};
    (void)cuocc_solve(dev, launch, &report->result);
    report->notes = cuocc_notes(dev, launch, &report->result);
}

/* Room, next step and ways out: what a table of answers leaves out. */
static void complete(struct report *report)
{
    const struct cuocc_device *dev = report->dev;
    const struct cuocc_launch *launch = report->launch;
    uint32_t regs = launch->regs_per_thread;

    cuocc_headroom(dev, launch, &report->result, &report->headroom);
    cuocc_next(dev, launch, &report->result, &report->next);
    if (report->result.active_blocks == 0) {
        report->threads_for_regs = cuocc_threads_for_regs(dev, regs == CUOCC_NOT_GIVEN ? 0 : regs);
        report->regs_for_block = cuocc_regs_for_blocks(dev, launch, 1);
    }
}

/* Exact: both sides are whole numbers. */
static bool is_below_required(const struct question *q, const struct report *report)
{
    uint64_t asked = q->cli->args->require_micro_percent;

    return (uint64_t)report->result.active_warps * 100 * 1000000 <
           asked * report->dev->max_warps_per_sm;
}

static enum exit_code verdict(struct question *q, uint64_t below, uint64_t count)
{
    if (below == 0)
        return EXIT_ANSWERED;
    (void)snprintf(q->cli->complaint, sizeof(q->cli->complaint),
                   "--require: %llu of %llu answer%s below %g %%", (unsigned long long)below,
                   (unsigned long long)count, count == 1 ? " is" : "s are",
                   q->cli->args->require_micro_percent / 1e6);
    return EXIT_ANSWER_IS_NO;
}

static enum exit_code answer_one(struct question *q)
{
    struct cli *cli = q->cli;
    struct cuocc_launch launch;
    struct report report;

    cuocc_sweep_launch(&q->sweep, 0, &launch);
    solve_into(&q->devices.items[0], &launch, &report);
    complete(&report);
    if ((report.result.reasons & 1U << CUOCC_REASON_SMEM_PER_BLOCK) != 0) {
        devices_that_run(cli, &launch, q->runnable, sizeof(q->runnable));
        report.runnable_devices = q->runnable;
    }
    if (is_given(cli->args, OPTION_JSON)) {
        json_result(cli->out, &report);
    } else if (is_given(cli->args, OPTION_CSV)) {
        csv_header(cli->out);
        csv_row(cli->out, &report);
    } else {
        text_report(cli->out, &cli->style, &report);
        if (is_given(cli->args, OPTION_EXPLAIN))
            text_explain(cli->out, &cli->style, &report);
    }
    if (!report_is_launchable(&report))
        return EXIT_ANSWER_IS_NO;
    return verdict(q, is_below_required(q, &report), 1);
}

/* --- many answers ---------------------------------------------------------------------------- */

/* The answers on their way into one form of output. */
struct table {
    struct question *q;
    struct text_sweep text;
    struct json json;
    uint64_t index;
    uint64_t below_required;
};

struct form {
    void (*begin)(struct table *table, const struct report *first);
    void (*row)(struct table *table, struct report *report);
    void (*end)(struct table *table, const struct report *last);
};

static bool is_best(const struct table *table, const struct report *report)
{
    return report_is_launchable(report) &&
           cuocc_occupancy(report->dev, report->result.active_warps) >= table->text.best_occupancy;
}

/* Call `visit` for every launch on every device, in the order of the output. The last
 * report stays in `last`, whose launch is kept in `launch`. */
static void for_each(struct table *table, void (*visit)(struct table *, struct report *),
                     struct report *last, struct cuocc_launch *launch)
{
    const struct question *q = table->q;

    table->index = 0;
    for (size_t i = 0; i < q->devices.count; i++) {
        for (uint64_t k = 0; k < q->launch_count && !q->cli->out->has_failed; k++) {
            cuocc_sweep_launch(&q->sweep, k, launch);
            solve_into(&q->devices.items[i], launch, last);
            visit(table, last);
            table->index++;
        }
    }
}

static void visit_for_best(struct table *table, struct report *report)
{
    double occupancy = cuocc_occupancy(report->dev, report->result.active_warps);

    if (occupancy > table->text.best_occupancy)
        table->text.best_occupancy = occupancy;
    table->below_required += is_below_required(table->q, report);
}

static void csv_begin(struct table *table, const struct report *first)
{
    (void)first;
    csv_header(table->q->cli->out);
}

static void csv_visit(struct table *table, struct report *report)
{
    csv_row(table->q->cli->out, report);
}

static void csv_end(struct table *table, const struct report *last)
{
    (void)table;
    (void)last;
}

static void json_begin_points(struct table *table, const struct report *first)
{
    (void)first;
    json_sweep_begin(&table->json, table->q->cli->out);
}

static void json_visit(struct table *table, struct report *report)
{
    complete(report);
    json_sweep_point(&table->json, report);
}

static void json_visit_best(struct table *table, struct report *report)
{
    if (is_best(table, report))
        json_sweep_best(&table->json, table->index);
}

static void json_end_points(struct table *table, const struct report *last)
{
    struct cuocc_launch launch;
    struct report report;

    (void)last;
    json_sweep_best_begin(&table->json);
    for_each(table, json_visit_best, &report, &launch);
    json_sweep_end(&table->json);
}

static bool has_part_per_thread(const struct cuocc_set *smem)
{
    return smem->span_count > 0 && smem->spans[0].per_thread_bytes > 0;
}

static unsigned swept_by(const struct question *q)
{
    return (q->devices.count > 1 ? SWEPT_DEVICE : 0U) |
           (cuocc_set_count(&q->sweep.block) > 1 ? SWEPT_BLOCK : 0U) |
           (cuocc_set_count(&q->sweep.regs) > 1 ? SWEPT_REGS : 0U) |
           (cuocc_set_count(&q->sweep.smem) > 1 || has_part_per_thread(&q->sweep.smem) ? SWEPT_SMEM
                                                                                       : 0U);
}

/* As wide as the longest name, and at least as the word above. */
static int device_columns(const struct device_list *devices)
{
    size_t widest = strlen("device");

    for (size_t i = 0; i < devices->count; i++) {
        size_t length = strlen(text_device_label(&devices->items[i]));

        widest = length > widest ? length : widest;
    }
    return (int)widest;
}

static void text_begin(struct table *table, const struct report *first)
{
    table->text.device_columns = device_columns(&table->q->devices);
    table->text.out = table->q->cli->out;
    table->text.style = &table->q->cli->style;
    table->text.swept = swept_by(table->q);
    text_sweep_begin(&table->text, first);
}

static void text_visit(struct table *table, struct report *report)
{
    uint32_t asked = table->q->asked_for_threads;

    text_sweep_row(&table->text, report, asked > 0 && report->result.threads_per_block == asked);
}

static void text_end(struct table *table, const struct report *last)
{
    text_sweep_end(&table->text, last);
}

static const struct form *form_of(const struct cli_args *args)
{
    static const struct form text = {text_begin, text_visit, text_end};
    static const struct form json = {json_begin_points, json_visit, json_end_points};
    static const struct form csv = {csv_begin, csv_visit, csv_end};

    return is_given(args, OPTION_JSON) ? &json : is_given(args, OPTION_CSV) ? &csv : &text;
}

static enum exit_code answer_many(struct question *q)
{
    const struct form *form = form_of(q->cli->args);
    struct table table = {.q = q};
    struct cuocc_launch launch;
    struct report report;

    if (is_given(q->cli->args, OPTION_EXPLAIN)) {
        (void)refuse(q->cli, OPTION_EXPLAIN,
                     "explains one launch on one device, allowed: no sweep");
        return EXIT_TROUBLE;
    }
    for_each(&table, visit_for_best, &report, &launch);
    cuocc_sweep_launch(&q->sweep, 0, &launch);
    solve_into(&q->devices.items[0], &launch, &report);
    form->begin(&table, &report);
    for_each(&table, form->row, &report, &launch);
    form->end(&table, &report);
    return verdict(q, table.below_required, q->launch_count * q->devices.count);
}

enum exit_code run_answers(struct cli *cli)
{
    struct question q = {.cli = cli};
    enum exit_code code = EXIT_TROUBLE;

    if (read_question(&q) == CUOCC_OK)
        code = q.is_one ? answer_one(&q) : answer_many(&q);
    free(q.devices.items);
    return code;
}

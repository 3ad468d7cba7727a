/* SPDX-License-Identifier: MIT */
/* Reading the question, and solving it launch by launch. */
#include "cli/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/error.h"

/* The block sizes that --sweep takes without a range. */
#define SWEEP_BLOCK_FIRST 32
#define SWEEP_BLOCK_LAST  1024
#define SWEEP_BLOCK_STEP  32

enum cuocc_status refuse(struct cli *cli, enum option_id id, const char *text)
{
    char where[40];

    (void)snprintf(where, sizeof(where), "--%s", option_rows[id].name);
    return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, where, "%s", text);
}

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
    memcpy(launch.grid_dim, args->grid_dim, sizeof(launch.grid_dim));
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

static enum cuocc_status read_launches(struct question *q, unsigned needs)
{
    const struct cli_args *args = q->cli->args;
    bool has_range = args->block.is_multiple || args->regs.is_multiple || args->smem.is_multiple;
    bool is_default = is_given(args, OPTION_SWEEP) && !has_range;

    if ((needs & NEEDS_BLOCK) != 0 && args->block.count == 0 && !is_default)
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

/* A name that fits products with different SM counts is no answer where the count matters. */
static enum cuocc_status refuse_sm_count(struct cli *cli, const struct cuocc_device *dev)
{
    struct cuocc_product_match matches[6];
    size_t count = 0, used = 0;
    char names[400] = "";

    (void)cuocc_device_db_candidates(cli->db, cli->args->devices, matches, 6, &count, NULL);
    for (size_t i = 0; i < count && i < 6 && used < sizeof(names); i++)
        used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i > 0 ? ", " : "",
                                 matches[i].product.name);
    if (count > 1)
        return cuocc_error_set(&cli->error, CUOCC_ERR_AMBIGUOUS, "--device",
                               "the number of SMs differs, allowed: one of %s%s; or give --sms",
                               names, count > 6 ? ", ..." : "");
    return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, "--sms",
                           "the number of SMs of %s is not known, allowed: a product as in "
                           "--device 'rtx 4090', or --sms N",
                           dev->name);
}

static enum cuocc_status read_sm_counts(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    bool is_needed = is_given(args, OPTION_GRID) || is_given(args, OPTION_GPC);

    for (size_t i = 0; i < q->devices.count; i++) {
        struct cuocc_device *dev = &q->devices.items[i];

        if (is_given(args, OPTION_SMS))
            dev->sm_count = args->sm_count;
        if (is_needed && dev->sm_count == CUOCC_NOT_GIVEN)
            return refuse_sm_count(q->cli, dev);
    }
    return CUOCC_OK;
}

/* The SMs of the GPCs are all the SMs there are. */
static enum cuocc_status check_gpcs(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    uint64_t sum = 0;

    if (!is_given(args, OPTION_GPC))
        return CUOCC_OK;
    for (size_t i = 0; i < args->gpc_count; i++)
        sum += args->gpc_sms[i];
    for (size_t i = 0; i < q->devices.count; i++)
        if (sum != q->devices.items[i].sm_count)
            return cuocc_error_set(&q->cli->error, CUOCC_ERR_VALUE, "--gpc",
                                   "adds up to %llu SMs, allowed: the %u SMs of %s",
                                   (unsigned long long)sum, q->devices.items[i].sm_count,
                                   q->devices.items[i].name);
    return CUOCC_OK;
}

/* The second kernel runs on the same device, so its own values must be possible there. */
static enum cuocc_status check_second(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    struct cuocc_pair_config config;
    struct cuocc_launch first;

    if (!is_given(args, OPTION_WITH))
        return CUOCC_OK;
    cuocc_sweep_launch(&q->sweep, 0, &first);
    for (size_t i = 0; i < q->devices.count; i++)
        if (cuocc_pair_config(&q->devices.items[i], &first, &args->second, &config) != CUOCC_OK)
            return refuse(q->cli, OPTION_WITH, "cannot be computed");
    return CUOCC_OK;
}

enum cuocc_status question_read(struct question *q, struct cli *cli, unsigned needs)
{
    enum cuocc_status status;

    *q = (struct question){.cli = cli};
    if (!is_given(cli->args, OPTION_DEVICE))
        return refuse(cli, OPTION_DEVICE,
                      "missing, allowed: a device as in --device sm_89; --list-devices shows all");
    status = devices_resolve(cli, cli->args->devices, &q->devices);
    if (status == CUOCC_OK)
        status = read_launches(q, needs);
    if (status == CUOCC_OK)
        status = check_carveouts(q);
    if (status == CUOCC_OK)
        status = read_sm_counts(q);
    if (status == CUOCC_OK)
        status = check_gpcs(q);
    if (status == CUOCC_OK)
        status = check_second(q);
    return status;
}

void question_free(struct question *q)
{
    free(q->devices.items);
    free(q->pairs);
}

/* --- solving ------------------------------------------------------------------------------ */

void question_solve(const struct question *q, size_t device, uint64_t index, struct answer *answer)
{
    const struct cuocc_device *dev = &q->devices.items[device];
    struct report *report = &answer->report;

    cuocc_sweep_launch(&q->sweep, index, &answer->launch);
    *report = (struct report){.dev = dev, .launch = &answer->launch};
    (void)cuocc_solve(dev, &answer->launch, &report->result);
    report->notes = cuocc_notes(dev, &answer->launch, &report->result);
}

static void add_ways_out(struct question *q, struct report *report)
{
    uint32_t regs = report->launch->regs_per_thread;

    report->threads_for_regs =
        cuocc_threads_for_regs(report->dev, regs == CUOCC_NOT_GIVEN ? 0 : regs);
    report->regs_for_block = cuocc_regs_for_blocks(report->dev, report->launch, 1);
    if ((report->result.reasons & 1U << CUOCC_REASON_SMEM_PER_BLOCK) != 0) {
        devices_that_run(q->cli, report->launch, q->runnable, sizeof(q->runnable));
        report->runnable_devices = q->runnable;
    }
}

static void add_whole_gpu(const struct question *q, struct answer *answer)
{
    const struct cli_args *args = q->cli->args;
    struct report *report = &answer->report;

    if (is_given(args, OPTION_GRID) &&
        cuocc_gpu(report->launch, &report->result, report->dev->sm_count, &answer->gpu) == CUOCC_OK)
        report->gpu = &answer->gpu;
    if (is_given(args, OPTION_CLUSTER) &&
        cuocc_cluster(report->dev, report->launch, &report->result,
                      args->gpc_count > 0 ? args->gpc_sms : NULL, args->gpc_count,
                      &answer->cluster) == CUOCC_OK)
        report->cluster = &answer->cluster;
}

/* What fits beside all, or one number, of the first kernel's blocks. */
static enum cuocc_status add_second(struct question *q, struct answer *answer)
{
    const struct cli_args *args = q->cli->args;
    struct report *report = &answer->report;
    struct report_pair *pair = &answer->pair;
    uint32_t most = report->result.active_blocks;
    bool is_one = args->beside_blocks != CUOCC_NOT_GIVEN;
    uint32_t from = is_one && args->beside_blocks < most ? args->beside_blocks : most;
    uint32_t count = is_one ? 1 : most + 1;

    *pair = (struct report_pair){.second = &args->second, .count = count};
    free(q->pairs);
    q->pairs = calloc(count, sizeof(*q->pairs));
    if (q->pairs == NULL)
        return cuocc_error_set(&q->cli->error, CUOCC_ERR_MEMORY, "--with", "out of memory");
    (void)cuocc_pair_config(report->dev, report->launch, &args->second, &pair->config);
    for (uint32_t i = 0; i < count; i++)
        (void)cuocc_coresident(report->dev, report->launch, &args->second, from - i, &q->pairs[i]);
    pair->rows = q->pairs;
    report->pair = pair;
    return CUOCC_OK;
}

enum cuocc_status question_complete(struct question *q, struct answer *answer)
{
    const struct cli_args *args = q->cli->args;
    struct report *report = &answer->report;

    cuocc_headroom(report->dev, report->launch, &report->result, &report->headroom);
    cuocc_next(report->dev, report->launch, &report->result, &report->next);
    if (report->result.active_blocks == 0)
        add_ways_out(q, report);
    add_whole_gpu(q, answer);
    if (is_given(args, OPTION_LATENCY) &&
        cuocc_latency(report->dev, report->result.active_warps, args->latency_cycles,
                      &answer->latency) == CUOCC_OK)
        report->latency = &answer->latency;
    return is_given(args, OPTION_WITH) ? add_second(q, answer) : CUOCC_OK;
}

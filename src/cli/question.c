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

/* Answers of one sweep: minutes of work. What asks for more is a slip of the keyboard. */
#define ANSWERS_MAX  UINT64_C(100000000)
#define STREAMED_MAX UINT64_C(1000000000000) /* days */

enum cuocc_status refuse(struct cli *cli, enum option_id id, const char *text)
{
    return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, option_rows[id].flag, "%s", text);
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
    launch.smem_per_block_bytes = args->static_smem_bytes;
    launch.barriers_per_block = args->barriers;
    launch.cluster_blocks = args->cluster_blocks;
    launch.launch_bounds_threads = args->launch_bounds_threads;
    launch.launch_bounds_min_blocks = args->launch_bounds_min_blocks;
    launch.carveout_percent = args->carveout.percent;
    launch.carveout_bytes = args->carveout.bytes;
    memcpy(launch.grid_dim, args->grid_dim, sizeof(launch.grid_dim));
    return launch;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t most_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The least and the most threads of any block of a set that has one. */
static void threads_range(const struct cuocc_set *block, uint32_t *least, uint32_t *most)
{
    *least = UINT32_MAX;
    *most = 0;
    for (size_t i = 0; i < block->span_count; i++) {
        const struct cuocc_span *span = &block->spans[i];
        struct cuocc_launch first = {.block_dim = {span->first, span->y, span->z}};
        struct cuocc_launch last = {.block_dim = {span->last, span->y, span->z}};

        *least = least_of(*least, cuocc_launch_threads(&first));
        *most = most_of(*most, cuocc_launch_threads(&last));
    }
}

static enum cuocc_status check_count(const struct question *q, unsigned needs)
{
    uint64_t most = (needs & STREAMS) != 0 ? STREAMED_MAX : ANSWERS_MAX;

    if (q->subject_count == 0 || q->launch_count <= most / q->subject_count)
        return CUOCC_OK;
    return cuocc_error_set(&q->cli->error, CUOCC_ERR_VALUE, "sweep",
                           "the ranges make too many answers, allowed: at most %llu in all",
                           (unsigned long long)most);
}

static enum cuocc_status refuse_smem_sum(struct cli *cli)
{
    bool is_all = is_given(cli->args, OPTION_SMEM);

    return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, is_all ? "--smem" : "--dynamic-smem",
                           "the parts of a block's shared memory are too large together, allowed: "
                           "at most %u B",
                           VALUE_MAX);
}

/* --smem holds the static part, so it can never be less; nor may the sum get too large. */
static enum cuocc_status check_sizes(struct question *q)
{
    const struct cuocc_sweep *sweep = &q->sweep;
    uint32_t least, most;

    threads_range(&sweep->block, &least, &most);
    for (size_t i = 0; i < sweep->smem.span_count; i++) {
        const struct cuocc_span *span = &sweep->smem.spans[i];
        uint64_t fixed = q->cli->args->static_smem_bytes;
        uint64_t added = sweep->smem_is_dynamic ? fixed : 0;
        uint64_t per_thread = span->per_thread_bytes;

        if (span->first + per_thread * least + added < fixed)
            return refuse(q->cli, OPTION_STATIC_SMEM,
                          "is more than --smem, allowed: a part of it; or give --dynamic-smem");
        if (span->last + per_thread * most + added > VALUE_MAX)
            return refuse_smem_sum(q->cli);
    }
    return CUOCC_OK;
}

static enum cuocc_status read_launches(struct question *q, unsigned needs)
{
    const struct cli_args *args = q->cli->args;
    bool has_range = args->block.is_multiple || args->regs.is_multiple || args->smem.is_multiple;
    bool is_default = is_given(args, OPTION_SWEEP) && (!has_range || args->block.count == 0);
    bool is_open = (needs & NEEDS_BLOCK) == 0 || is_given(args, OPTION_FROM);

    if (!is_open && args->block.count == 0 && !is_default)
        return refuse(q->cli, OPTION_BLOCK,
                      "missing, allowed: threads per block as in --block 256, or --sweep");
    q->sweep.base = base_launch(args);
    q->sweep.block = is_default ? default_blocks(q, &args->block) : set_of(&args->block);
    q->sweep.regs = set_of(&args->regs);
    q->sweep.smem = set_of(&args->smem);
    q->sweep.smem_is_dynamic = !is_given(args, OPTION_SMEM);
    q->launch_count = cuocc_sweep_count(&q->sweep);
    return check_sizes(q);
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

/* After this every launch of every subject can be solved. */
static enum cuocc_status check_carveouts(struct question *q)
{
    for (size_t i = 0; i < q->subject_count; i++) {
        const struct subject *subject = &q->subjects[i];
        struct cuocc_result result;

        if (subject->dev != NULL && cuocc_solve(subject->dev, &subject->base, &result) != CUOCC_OK)
            return refuse_carveout(q->cli, subject->dev);
    }
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

/* The device of an architecture without its suffix, or NULL: none is known. */
static enum cuocc_status find_architecture(struct question *q, const struct cuocc_arch *arch,
                                           struct cuocc_device *dev, bool *is_known)
{
    char name[32];
    enum cuocc_status status;

    (void)snprintf(name, sizeof(name), "sm_%u%u", arch->cc_major, arch->cc_minor);
    status = cuocc_device_db_find(q->cli->db, name, dev, &q->cli->error);
    *is_known = status == CUOCC_OK;
    return status == CUOCC_ERR_NOT_FOUND ? CUOCC_OK : status;
}

static bool is_for(const struct cuocc_device *dev, const struct cuocc_device *wanted)
{
    return strcmp(dev->name, wanted->name) == 0 && dev->sm_count == wanted->sm_count;
}

/* --- subjects -------------------------------------------------------------------------------- */

static enum cuocc_status no_memory(struct question *q)
{
    return cuocc_error_set(&q->cli->error, CUOCC_ERR_MEMORY, "", "out of memory");
}

static bool has_fact(const struct kernel_entry *entry, enum cuocc_kernel_fact fact)
{
    return cuocc_kernel_has(&entry->kernel, fact);
}

/* What the file states becomes the launch; what the command line gives stays. */
static void apply_kernel(const struct question *q, struct subject *subject)
{
    const struct kernel_entry *entry = subject->kernel;
    const struct cuocc_kernel *kernel = &entry->kernel;
    struct cuocc_launch *launch = &subject->base;
    const uint32_t *cluster = kernel->cluster_dim;

    launch->regs_per_thread =
        has_fact(entry, CUOCC_FACT_REGS) ? kernel->regs_per_thread : CUOCC_NOT_GIVEN;
    launch->barriers_per_block =
        has_fact(entry, CUOCC_FACT_BARRIERS) ? kernel->barriers_per_block : CUOCC_NOT_GIVEN;
    if (has_fact(entry, CUOCC_FACT_STATIC_SMEM))
        launch->static_smem_per_block_bytes = kernel->static_smem_per_block_bytes;
    launch->smem_per_block_bytes = launch->static_smem_per_block_bytes;
    if (has_fact(entry, CUOCC_FACT_MAX_THREADS))
        launch->launch_bounds_threads = kernel->max_threads_per_block;
    if (has_fact(entry, CUOCC_FACT_MIN_BLOCKS))
        launch->launch_bounds_min_blocks = kernel->min_blocks_per_sm;
    if (has_fact(entry, CUOCC_FACT_CLUSTER) && !is_given(q->cli->args, OPTION_CLUSTER))
        launch->cluster_blocks = cluster[0] * cluster[1] * cluster[2];

    if (q->sweep.block.span_count > 0)
        return;
    subject->has_block = true;
    subject->is_block_from_file = true;
    if (has_fact(entry, CUOCC_FACT_REQUIRED_BLOCK))
        memcpy(launch->block_dim, kernel->required_block_dim, sizeof(launch->block_dim));
    else if (has_fact(entry, CUOCC_FACT_MAX_THREADS))
        launch->block_dim[0] = kernel->max_threads_per_block;
    else
        subject->has_block = subject->is_block_from_file = false;
}

static void add_subject(struct question *q, const struct cuocc_device *dev,
                        const struct kernel_entry *entry, bool is_estimate)
{
    struct subject *subject = &q->subjects[q->subject_count++];

    *subject = (struct subject){.dev = dev,
                                .base = q->sweep.base,
                                .kernel = entry,
                                .is_estimate = is_estimate,
                                .has_block = q->sweep.block.span_count > 0};
    if (entry == NULL)
        return;
    apply_kernel(q, subject);
    if (entry->kernel.profile != NULL && dev != NULL)
        profile_apply(entry->kernel.profile, dev, q->cli->args, &subject->base);
    if (entry->kernel.profile != NULL && q->sweep.block.span_count == 0)
        subject->has_block = subject->is_block_from_file = true;
}

static enum cuocc_status reserve_subjects(struct question *q, size_t count)
{
    q->subjects = calloc(count + 1, sizeof(*q->subjects));
    return q->subjects != NULL ? CUOCC_OK : no_memory(q);
}

/* Launches typed on the command line: one subject a device. */
static enum cuocc_status subjects_of_devices(struct question *q)
{
    enum cuocc_status status = reserve_subjects(q, q->devices.count);

    for (size_t i = 0; status == CUOCC_OK && i < q->devices.count; i++)
        add_subject(q, &q->devices.items[i], NULL, false);
    return status;
}

static bool has_subject(const struct question *q, const struct cuocc_device *dev)
{
    for (size_t i = 0; i < q->subject_count; i++)
        if (q->subjects[i].dev == dev)
            return true;
    return false;
}

/* A device that could run no kernel of the file has no row; it is not left out in silence. */
static enum cuocc_status check_images(const struct question *q)
{
    if (q->subject_count == 0)
        return cuocc_error_set(
            &q->cli->error, CUOCC_ERR_NOT_FOUND, "--device",
            "every kernel of %s is for a later architecture, allowed: one that a "
            "kernel is for, or a later one",
            q->cli->args->from);
    for (size_t i = 0; i < q->devices.count; i++)
        if (!has_subject(q, &q->devices.items[i]))
            out_printf(q->cli->err,
                       "occ: note: %s: every kernel of the file is for a later architecture\n",
                       q->devices.items[i].name);
    return CUOCC_OK;
}

/* Kernels on devices that were named: the images that each device would load. */
static enum cuocc_status subjects_of_images(struct question *q)
{
    enum cuocc_status status = reserve_subjects(q, q->devices.count * q->kernels.count);

    for (size_t i = 0; status == CUOCC_OK && i < q->devices.count; i++) {
        const struct cuocc_device *dev = &q->devices.items[i];
        struct image_choice *choices;
        size_t count;

        status = images_choose(q->cli, &q->kernels, dev->cc_major, dev->cc_minor, &choices, &count);
        for (size_t k = 0; k < count; k++)
            add_subject(q, dev, &q->kernels.items[choices[k].entry], choices[k].is_estimate);
        free(choices);
    }
    return status == CUOCC_OK ? check_images(q) : status;
}

/* Devices for the architectures that the kernels were compiled for, each once. Their
 * number is bounded by that of the kernels, so the array never moves. */
static enum cuocc_status device_of_kernel(struct question *q, const struct kernel_entry *entry,
                                          const struct cuocc_device **dev)
{
    const struct cuocc_profile *profile = entry->kernel.profile;
    struct cuocc_device found;
    bool is_known = false;
    enum cuocc_status status = CUOCC_OK;

    *dev = NULL;
    if (has_fact(entry, CUOCC_FACT_ARCH))
        status = find_architecture(q, &entry->kernel.arch, &found, &is_known);
    if (status != CUOCC_OK || !is_known)
        return status;
    if (profile != NULL && (profile->known >> CUOCC_PROFILE_SM_COUNT & 1U) != 0)
        found.sm_count = profile->sm_count;
    for (size_t i = 0; i < q->devices.count && *dev == NULL; i++)
        if (is_for(&q->devices.items[i], &found))
            *dev = &q->devices.items[i];
    if (*dev == NULL) {
        q->devices.items[q->devices.count] = found;
        *dev = &q->devices.items[q->devices.count++];
    }
    return CUOCC_OK;
}

static enum cuocc_status subjects_of_kernels(struct question *q)
{
    enum cuocc_status status = reserve_subjects(q, q->kernels.count);

    q->devices.items = calloc(q->kernels.count + 1, sizeof(*q->devices.items));
    if (q->devices.items == NULL)
        return no_memory(q);
    for (size_t i = 0; status == CUOCC_OK && i < q->kernels.count; i++) {
        const struct cuocc_device *dev;

        status = device_of_kernel(q, &q->kernels.items[i], &dev);
        if (status == CUOCC_OK)
            add_subject(q, dev, &q->kernels.items[i], false);
    }
    return status;
}

/* The second kernel runs on the same device, so its own values must be possible there. */
static enum cuocc_status check_second(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    struct cuocc_pair_config config;

    for (size_t i = 0; is_given(args, OPTION_WITH) && i < q->subject_count; i++)
        if (q->subjects[i].dev != NULL &&
            cuocc_pair_config(q->subjects[i].dev, &q->subjects[i].base, &args->second, &config) !=
                CUOCC_OK)
            return refuse(q->cli, OPTION_WITH, "cannot be computed");
    return CUOCC_OK;
}

static enum cuocc_status read_subjects(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    enum cuocc_status status = CUOCC_OK;

    if (is_given(args, OPTION_FROM))
        status = kernels_load(q->cli, args->from, args->kernel_glob, &q->kernels);
    if (status == CUOCC_OK && is_given(args, OPTION_DEVICE))
        status = devices_resolve(q->cli, args->devices, &q->devices);
    if (status != CUOCC_OK)
        return status;
    if (!is_given(args, OPTION_FROM))
        return subjects_of_devices(q);
    return is_given(args, OPTION_DEVICE) ? subjects_of_images(q) : subjects_of_kernels(q);
}

enum cuocc_status question_read(struct question *q, struct cli *cli, unsigned needs)
{
    const struct cli_args *args = cli->args;
    enum cuocc_status status;

    *q = (struct question){.cli = cli};
    if (!is_given(args, OPTION_DEVICE) && !is_given(args, OPTION_FROM))
        return refuse(cli, OPTION_DEVICE,
                      "missing, allowed: a device as in --device sm_89; --list-devices shows all");
    status = read_launches(q, needs);
    if (status == CUOCC_OK)
        status = read_subjects(q);
    if (status == CUOCC_OK)
        status = check_count(q, needs);
    if (status == CUOCC_OK)
        status = check_carveouts(q);
    if (status == CUOCC_OK)
        status = read_sm_counts(q);
    if (status == CUOCC_OK)
        status = check_gpcs(q);
    if (status == CUOCC_OK)
        status = check_second(q);
    q->is_one = q->subject_count == 1 && q->launch_count == 1 && !is_given(args, OPTION_SWEEP);
    return status;
}

void question_free(struct question *q)
{
    free(q->subjects);
    free(q->devices.items);
    free(q->pairs);
    kernels_free(&q->kernels);
}

/* --- solving ------------------------------------------------------------------------------ */

bool subject_is_answerable(const struct subject *subject)
{
    return subject->dev != NULL && subject->has_block;
}

static void add_kernel(const struct subject *subject, struct answer *answer)
{
    struct report *report = &answer->report;
    struct report_kernel *kernel = &answer->kernel;

    if (subject->kernel == NULL)
        return;
    *kernel = (struct report_kernel){.facts = &subject->kernel->kernel,
                                     .is_estimate = subject->is_estimate,
                                     .is_block_from_file = subject->is_block_from_file};
    report->kernel = kernel;
    if (subject->kernel->kernel.profile == NULL || !subject->is_block_from_file ||
        subject->is_estimate || !subject_is_answerable(subject))
        return;
    profile_compare(report->dev, &report->result, report->launch, subject->kernel->kernel.profile,
                    &answer->check);
    kernel->differences = answer->check.differences;
    kernel->difference_count = answer->check.difference_count;
    kernel->compared_count = answer->check.compared_count;
}

void question_solve(const struct question *q, size_t subject_index, uint64_t index,
                    struct answer *answer)
{
    const struct subject *subject = &q->subjects[subject_index];
    struct cuocc_sweep sweep = q->sweep;
    struct report *report = &answer->report;

    sweep.base = subject->base;
    cuocc_sweep_launch(&sweep, index, &answer->launch);
    *report = (struct report){.dev = subject->dev, .launch = &answer->launch};
    if (subject_is_answerable(subject) &&
        cuocc_solve(subject->dev, &answer->launch, &report->result) == CUOCC_OK)
        report->notes = cuocc_notes(subject->dev, &answer->launch, &report->result);
    add_kernel(subject, answer);
}

enum cuocc_status question_refuse_unanswerable(struct question *q)
{
    return refuse(q->cli, OPTION_BLOCK,
                  "is needed: no kernel of the file has a block size there, and a device that is "
                  "known");
}

bool question_is_below_required(const struct question *q, const struct report *report)
{
    uint64_t asked = q->cli->args->require.least;

    /* Exact: both sides are whole numbers. */
    return (uint64_t)report->result.active_warps * 100 * 1000000 <
           asked * report->dev->max_warps_per_sm;
}

static void add_ways_out(struct question *q, struct report *report)
{
    uint32_t regs = report->launch->regs_per_thread;

    report->threads_for_regs =
        cuocc_threads_for_regs(report->dev, regs == CUOCC_NOT_GIVEN ? 0 : regs);
    if (report->launch->launch_bounds_threads > 0)
        report->threads_for_regs =
            least_of(report->threads_for_regs, report->launch->launch_bounds_threads);
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

    if (cuocc_launch_grid_blocks(report->launch) > 0 && report->dev->sm_count != CUOCC_NOT_GIVEN &&
        cuocc_gpu(report->launch, &report->result, report->dev->sm_count, &answer->gpu) == CUOCC_OK)
        report->gpu = &answer->gpu;
    if (report->launch->cluster_blocks > 0 &&
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

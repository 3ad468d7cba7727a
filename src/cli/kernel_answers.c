/* SPDX-License-Identifier: MIT */
/* The kernels of a file: table, JSON, CSV, gate, and comparison with an earlier answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/comparison.h"
#include "cli/question.h"
#include "render/kernels.h"
#include "render/text.h"
#include "support/error.h"

/* Where a row stands among all, for sorting: worst first, what has no answer last. */
struct place {
    size_t subject;
    uint64_t index;
    double occupancy; /* above 1: no answer */
};

struct listing {
    struct question q;
    struct cli *cli;
    struct answer answer; /* the row at hand */
    struct place *places;
    size_t count;
    uint64_t below_required;
    uint64_t without_answer;
    uint64_t compared, differing; /* figures of a profiler */
    struct comparison comparison;
    struct json json;
};

static double occupancy_of(const struct report *report)
{
    return kernel_is_answered(report) ? cuocc_occupancy(report->dev, report->result.active_warps)
                                      : 2;
}

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->occupancy != y->occupancy)
        return x->occupancy < y->occupancy ? -1 : 1;
    if (x->subject != y->subject)
        return x->subject < y->subject ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Solve everything once: places for the table, counts for the verdict. */
static enum cuocc_status survey(struct listing *l)
{
    const struct question *q = &l->q;
    uint64_t asked = l->cli->args->require.least;

    /* question_read() bounds the number of answers. */
    l->places = calloc((size_t)(q->subject_count * q->launch_count) + 1, sizeof(*l->places));
    if (l->places == NULL)
        return cuocc_error_set(&l->cli->error, CUOCC_ERR_MEMORY, "--from", "out of memory");
    for (size_t i = 0; i < q->subject_count; i++) {
        for (uint64_t k = 0; k < q->launch_count; k++) {
            const struct report *report = &l->answer.report;

            question_solve(q, i, k, &l->answer);
            l->places[l->count++] = (struct place){i, k, occupancy_of(report)};
            if (report->kernel != NULL) {
                l->compared += report->kernel->compared_count;
                l->differing += report->kernel->difference_count;
            }
            if (!kernel_is_answered(report))
                l->without_answer++;
            else if ((uint64_t)report->result.active_warps * 100 * 1000000 <
                     asked * report->dev->max_warps_per_sm)
                l->below_required++;
        }
    }
    return CUOCC_OK;
}

/* --- the baseline ----------------------------------------------------------------------------- */

/* An occupancy as text; a dash where there is none. */
static void format_share(char *text, size_t size, bool is_known, double share)
{
    if (is_known)
        (void)snprintf(text, size, "%6.2f %%", 100 * share);
    else
        (void)snprintf(text, size, "       -");
}

static void json_share(struct json *json, const char *key, bool is_known, double share)
{
    if (is_known)
        json_real(json, key, share);
    else
        json_null(json, key);
}

/* What is known of the new side; a kernel that is gone has none. */
static void new_side(const struct report *report, const char **device, bool *has, double *share)
{
    *has = report != NULL && kernel_is_answered(report);
    *share = *has ? occupancy_of(report) : 0;
    *device = report != NULL && report->dev != NULL ? report->dev->name : NULL;
}

/* One line, or one object, for a kernel that changed. */
static void write_change(void *ctx, const char *change, const struct baseline_row *old,
                         const struct report *report)
{
    struct listing *l = ctx;
    bool had = old != NULL && old->is_answered;
    double was = had ? old->occupancy : 0;
    const char *name = "", *label = "", *device;
    char before[32], after[32];
    bool has;
    double is;

    new_side(report, &device, &has, &is);
    if (report != NULL) {
        name = report->kernel->facts->name;
        label = kernel_label(report);
    } else if (old != NULL) {
        name = label = old->kernel;
        device = old->device;
    }
    if (is_given(l->cli->args, OPTION_JSON)) {
        json_open_inline(&l->json, NULL, '{');
        json_text(&l->json, "change", change);
        json_text(&l->json, "kernel", name);
        json_text(&l->json, "device", device);
        json_share(&l->json, "was", had, was);
        json_share(&l->json, "is", has, is);
        json_close(&l->json, '}');
        return;
    }
    format_share(before, sizeof(before), had, was);
    format_share(after, sizeof(after), has, is);
    out_printf(l->cli->out, "  %-8s %s -> %s  ", change, before, after);
    text_name(l->cli->out, label);
    out_char(l->cli->out, '\n');
}

/* Match every kernel with the earlier answer, writing the changes if asked to. */
static void compare(struct listing *l, comparison_change_fn *change)
{
    struct comparison *c = &l->comparison;

    comparison_restart(c);
    for (size_t i = 0; i < l->count; i++) {
        question_solve(&l->q, l->places[i].subject, l->places[i].index, &l->answer);
        comparison_add(c, &l->answer.report, change, l);
    }
    comparison_finish(c, change, l);
}

static void text_comparison(struct listing *l)
{
    const struct comparison *c = &l->comparison;

    compare(l, NULL);
    out_printf(l->cli->out,
               "\n  against the baseline: %zu worse, %zu better, %zu new, %zu gone, %zu the same\n",
               c->worse, c->better, c->added, c->gone, c->same);
    compare(l, write_change);
}

static void json_comparison(struct listing *l)
{
    const struct comparison *c = &l->comparison;

    json_open(&l->json, "baseline", '{');
    json_open(&l->json, "changes", '[');
    compare(l, write_change);
    json_close(&l->json, ']');
    json_u64(&l->json, "worse", c->worse);
    json_u64(&l->json, "better", c->better);
    json_u64(&l->json, "new", c->added);
    json_u64(&l->json, "gone", c->gone);
    json_u64(&l->json, "same", c->same);
    json_close(&l->json, '}');
}

/* --- the forms -----------------------------------------------------------------------------------
 */

static void row_at(struct listing *l, size_t i)
{
    question_solve(&l->q, l->places[i].subject, l->places[i].index, &l->answer);
    if (kernel_is_answered(&l->answer.report))
        (void)question_complete(&l->q, &l->answer);
}

static void write_json(struct listing *l)
{
    json_kernels_begin(&l->json, l->cli->out);
    for (size_t i = 0; i < l->count; i++) {
        row_at(l, i);
        json_kernels_row(&l->json, &l->answer.report);
    }
    json_kernels_end(&l->json);
    if (is_given(l->cli->args, OPTION_BASELINE))
        json_comparison(l);
    json_close(&l->json, '}');
}

static void write_csv(struct listing *l)
{
    struct csv_columns columns;

    csv_columns_find(&columns);
    csv_kernels_header(l->cli->out, &columns);
    for (size_t i = 0; i < l->count; i++) {
        row_at(l, i);
        csv_kernels_row(l->cli->out, &columns, &l->answer.report);
    }
}

/* A line of what the rows have in common, where they have it. */
static void text_legend(struct listing *l)
{
    struct out *out = l->cli->out;
    bool has_estimate = false, has_file_block = false, has_provisional = false;

    for (size_t i = 0; i < l->q.subject_count; i++) {
        has_estimate |= l->q.subjects[i].is_estimate;
        has_file_block |= l->q.subjects[i].is_block_from_file;
        has_provisional |= l->q.subjects[i].kernel->kernel.is_provisional;
    }
    if (has_estimate)
        out_text(out, "\n  ~ an estimate: registers as compiled for the architecture named\n");
    if (has_file_block)
        out_text(out, "\n  block sizes are those that the file states\n");
    if (has_provisional)
        out_text(out, "\n  relocatable code: the device linker may still change the figures\n");
    if (l->without_answer > 0)
        out_printf(out,
                   "\n  %llu without an answer: no device file for the architecture, or no block "
                   "size\n  in the file (give --block)\n",
                   (unsigned long long)l->without_answer);
}

static void write_table(struct listing *l)
{
    struct text_kernels table = {.out = l->cli->out,
                                 .style = &l->cli->style,
                                 .is_by_device = is_given(l->cli->args, OPTION_DEVICE)};

    for (size_t i = 0; i < l->q.subject_count; i++) {
        const struct subject *subject = &l->q.subjects[i];
        char mark[32];
        unsigned columns = subject->is_estimate
                               ? text_kernel_mark(mark, sizeof(mark), &subject->kernel->kernel)
                               : 0;

        if (columns > table.mark_columns)
            table.mark_columns = columns;
    }
    qsort(l->places, l->count, sizeof(*l->places), compare_places);
    text_kernels_begin(&table);
    for (size_t i = 0; i < l->count; i++) {
        row_at(l, i);
        text_kernels_row(&table, &l->answer.report);
        text_kernel_differences(table.out, table.style, &l->answer.report);
    }
}

static void write_text(struct listing *l)
{
    const struct style *style = &l->cli->style;

    if (l->count == 1 && l->without_answer == 0) {
        row_at(l, 0);
        text_kernel_lines(l->cli->out, style, &l->answer.report);
        text_report(l->cli->out, style, &l->answer.report);
        if (is_given(l->cli->args, OPTION_EXPLAIN))
            text_explain(l->cli->out, style, &l->answer.report);
        text_kernel_differences(l->cli->out, style, &l->answer.report);
    } else {
        write_table(l);
        text_legend(l);
    }
    if (l->compared > 0)
        out_printf(l->cli->out,
                   "\n  %llu figures that the profiler printed were compared, %llu differ\n",
                   (unsigned long long)l->compared, (unsigned long long)l->differing);
    if (is_given(l->cli->args, OPTION_BASELINE))
        text_comparison(l);
}

static void write_note(struct out *err, const struct reader_note *note)
{
    out_text(err, "occ: note: ");
    out_text(err, note->where);
    out_text(err, ": ");
    out_text(err, note->text);
    out_char(err, '\n');
}

/* Notes of the reader go to standard error: they are about the file, not the answer. */
static void write_notes(const struct listing *l)
{
    const struct kernel_list *list = &l->q.kernels;

    for (size_t i = 0; i < list->note_count && i < READER_NOTES_MAX; i++)
        write_note(l->cli->err, &list->notes[i]);
    if (list->note_count > READER_NOTES_MAX)
        out_printf(l->cli->err, "occ: note: %zu more like these\n",
                   list->note_count - READER_NOTES_MAX);
}

static enum exit_code verdict(struct listing *l)
{
    /* None is below, but none reaches it either. */
    if (is_given(l->cli->args, OPTION_REQUIRE) && l->without_answer == l->count)
        (void)snprintf(l->cli->complaint, sizeof(l->cli->complaint),
                       "--require: no kernel has an answer, allowed: with --block");
    else if (l->below_required > 0)
        (void)snprintf(l->cli->complaint, sizeof(l->cli->complaint),
                       "--require: %llu of %zu answers are below %g %%",
                       (unsigned long long)l->below_required, l->count,
                       l->cli->args->require.typed / 1e6);
    else if (l->comparison.worse > 0)
        (void)snprintf(l->cli->complaint, sizeof(l->cli->complaint),
                       "--baseline: %zu kernel%s got worse", l->comparison.worse,
                       l->comparison.worse == 1 ? "" : "s");
    return l->cli->complaint[0] != '\0' ? EXIT_ANSWER_IS_NO : EXIT_ANSWERED;
}

enum exit_code run_kernels(struct cli *cli)
{
    struct listing l = {.cli = cli};
    enum exit_code code = EXIT_TROUBLE;
    enum cuocc_status status = question_read(&l.q, cli, NEEDS_BLOCK);

    if (status == CUOCC_OK && is_given(cli->args, OPTION_BASELINE))
        status = comparison_read(cli, cli->args->baseline, &l.comparison);
    if (status == CUOCC_OK)
        status = survey(&l);
    if (status == CUOCC_OK) {
        if (is_given(cli->args, OPTION_JSON))
            write_json(&l);
        else if (is_given(cli->args, OPTION_CSV))
            write_csv(&l);
        else
            write_text(&l);
        write_notes(&l);
        code = verdict(&l);
    }
    free(l.places);
    comparison_free(&l.comparison);
    question_free(&l.q);
    return code;
}

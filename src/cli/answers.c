/* SPDX-License-Identifier: MIT */
/* One launch, or many: solving, and choosing the form of the answer. */
#include <stdio.h>
#include <string.h>

#include "cli/question.h"
#include "render/csv.h"
#include "render/json.h"
#include "render/text.h"

static enum exit_code verdict(struct question *q, uint64_t below, uint64_t count)
{
    if (below == 0)
        return EXIT_ANSWERED;
    (void)snprintf(q->cli->complaint, sizeof(q->cli->complaint),
                   "--require: %llu of %llu answer%s below %g %%", (unsigned long long)below,
                   (unsigned long long)count, count == 1 ? " is" : "s are",
                   q->cli->args->require.typed / 1e6);
    return EXIT_ANSWER_IS_NO;
}

static void write_one(struct question *q, const struct report *report)
{
    struct cli *cli = q->cli;
    struct csv_columns columns;

    if (is_given(cli->args, OPTION_JSON)) {
        json_result(cli->out, report);
    } else if (is_given(cli->args, OPTION_CSV)) {
        csv_columns_find(&columns);
        csv_header(cli->out, &columns);
        csv_row(cli->out, &columns, report);
    } else {
        text_report(cli->out, &cli->style, report);
        if (is_given(cli->args, OPTION_EXPLAIN))
            text_explain(cli->out, &cli->style, report);
    }
}

static enum exit_code answer_one(struct question *q)
{
    struct answer answer;

    question_solve(q, 0, 0, &answer);
    if (question_complete(q, &answer) != CUOCC_OK)
        return EXIT_TROUBLE;
    write_one(q, &answer.report);
    if (!report_is_launchable(&answer.report))
        return EXIT_ANSWER_IS_NO;
    return verdict(q, question_is_below_required(q, &answer.report), 1);
}

/* --- many answers ---------------------------------------------------------------------------- */

/* The answers on their way into one form of output. */
struct table {
    struct question *q;
    const struct form *form;
    struct answer answer; /* the one at hand */
    struct text_sweep text;
    struct json json;
    struct csv_columns columns;
    uint64_t index;
    uint64_t below_required;
};

struct form {
    void (*begin)(struct table *table); /* with the first answer at hand */
    void (*row)(struct table *table);
    void (*end)(struct table *table); /* with the last */
    bool needs_best;                  /* and so goes through all answers twice */
};

/* Call `visit` with every launch on every device at hand, in the order of the output. */
static void for_each(struct table *table, void (*visit)(struct table *table))
{
    const struct question *q = table->q;

    table->index = 0;
    for (size_t i = 0; i < q->subject_count; i++) {
        for (uint64_t k = 0; k < q->launch_count && !q->cli->out->has_failed; k++) {
            question_solve(q, i, k, &table->answer);
            visit(table);
            table->index++;
        }
    }
}

static void visit_row(struct table *table)
{
    table->below_required += question_is_below_required(table->q, &table->answer.report);
    table->form->row(table);
}

static double occupancy_of(const struct report *report)
{
    return cuocc_occupancy(report->dev, report->result.active_warps);
}

static void visit_for_best(struct table *table)
{
    double occupancy = occupancy_of(&table->answer.report);

    if (occupancy > table->text.best_occupancy)
        table->text.best_occupancy = occupancy;
}

static void csv_begin(struct table *table)
{
    csv_columns_find(&table->columns);
    csv_header(table->q->cli->out, &table->columns);
}

static void csv_visit(struct table *table)
{
    csv_row(table->q->cli->out, &table->columns, &table->answer.report);
}

static void csv_end(struct table *table)
{
    (void)table;
}

static void json_begin_points(struct table *table)
{
    json_sweep_begin(&table->json, table->q->cli->out);
}

/* Memory runs out only with --with, which is no sweep. */
static void json_visit(struct table *table)
{
    (void)question_complete(table->q, &table->answer);
    json_sweep_point(&table->json, &table->answer.report);
}

static void json_visit_best(struct table *table)
{
    const struct report *report = &table->answer.report;

    if (report_is_launchable(report) && occupancy_of(report) >= table->text.best_occupancy)
        json_sweep_best(&table->json, table->index);
}

static void json_end_points(struct table *table)
{
    json_sweep_best_begin(&table->json);
    for_each(table, json_visit_best);
    json_sweep_end(&table->json);
}

static bool has_part_per_thread(const struct cuocc_set *smem)
{
    return smem->span_count > 0 && smem->spans[0].per_thread_bytes > 0;
}

static unsigned swept_by(const struct question *q)
{
    const struct cuocc_sweep *sweep = &q->sweep;
    bool is_smem_swept = cuocc_set_count(&sweep->smem) > 1 || has_part_per_thread(&sweep->smem);

    return (q->devices.count > 1 ? SWEPT_DEVICE : 0U) |
           (cuocc_set_count(&sweep->block) > 1 ? SWEPT_BLOCK : 0U) |
           (cuocc_set_count(&sweep->regs) > 1 ? SWEPT_REGS : 0U) |
           (is_smem_swept ? SWEPT_SMEM : 0U);
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

static void text_begin(struct table *table)
{
    table->text.device_columns = device_columns(&table->q->devices);
    table->text.out = table->q->cli->out;
    table->text.style = &table->q->cli->style;
    table->text.swept = swept_by(table->q);
    text_sweep_begin(&table->text, &table->answer.report);
}

static void text_visit(struct table *table)
{
    const struct report *report = &table->answer.report;
    uint32_t asked = table->q->asked_for_threads;

    text_sweep_row(&table->text, report, asked > 0 && report->result.threads_per_block == asked);
}

static void text_end(struct table *table)
{
    text_sweep_end(&table->text, &table->answer.report);
}

static const struct form *form_of(const struct cli_args *args)
{
    static const struct form text = {text_begin, text_visit, text_end, true};
    static const struct form json = {json_begin_points, json_visit, json_end_points, true};
    static const struct form csv = {csv_begin, csv_visit, csv_end, false};

    return is_given(args, OPTION_JSON) ? &json : is_given(args, OPTION_CSV) ? &csv : &text;
}

static enum exit_code answer_many(struct question *q)
{
    const struct form *form = form_of(q->cli->args);
    struct table table = {.q = q, .form = form};

    if (is_given(q->cli->args, OPTION_EXPLAIN)) {
        (void)refuse(q->cli, OPTION_EXPLAIN,
                     "explains one launch on one device, allowed: no list, no range, no --sweep");
        return EXIT_TROUBLE;
    }
    if (form->needs_best)
        for_each(&table, visit_for_best);
    question_solve(q, 0, 0, &table.answer);
    form->begin(&table);
    for_each(&table, visit_row);
    form->end(&table);
    return verdict(q, table.below_required, q->launch_count * q->subject_count);
}

enum exit_code run_answers(struct cli *cli)
{
    struct question q;
    enum exit_code code = EXIT_TROUBLE;

    unsigned needs = NEEDS_BLOCK | (is_given(cli->args, OPTION_CSV) ? STREAMS : 0U);

    if (question_read(&q, cli, needs) == CUOCC_OK)
        code = q.is_one ? answer_one(&q) : answer_many(&q);
    question_free(&q);
    return code;
}

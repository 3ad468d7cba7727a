/* SPDX-License-Identifier: MIT */
/* Planning questions: targets, suggestions, ladders, a second kernel. */
#include <stdlib.h>

#include "cli/question.h"
#include "render/csv.h"
#include "render/plan.h"
#include "render/text.h"
#include "support/error.h"

/* One planning question on its way through its documents. */
struct plan {
    struct question q;
    struct cli *cli;
    enum plan_kind kind;
    struct plan_wanted wanted;
    struct answer answer; /* the launch at hand */
    struct json json;
    size_t row_index;
    uint64_t rows_yes; /* targets that can be reached */
};

static bool is_json(const struct plan *plan)
{
    return is_given(plan->cli->args, OPTION_JSON);
}

static bool is_csv(const struct plan *plan)
{
    return is_given(plan->cli->args, OPTION_CSV);
}

static void document_begin(struct plan *plan, bool has_launch)
{
    bool is_target = plan->kind == PLAN_TARGET;

    plan->row_index = 0;
    if (is_json(plan))
        json_plan_begin(&plan->json, plan->kind, &plan->answer.report, has_launch,
                        is_target ? &plan->wanted : NULL);
    else if (!is_csv(plan))
        text_plan_begin(plan->cli->out, &plan->cli->style, plan->kind, &plan->answer.report,
                        is_target ? &plan->wanted : NULL);
}

static void document_row(struct plan *plan, struct plan_row *row, bool is_marked)
{
    row->report = &plan->answer.report;
    if (is_json(plan))
        json_plan_row(&plan->json, plan->kind, row);
    else if (is_csv(plan))
        csv_plan_row(plan->cli->out, plan->kind, row);
    else
        text_plan_row(plan->cli->out, &plan->cli->style, plan->kind, row, plan->row_index,
                      is_marked);
    plan->row_index++;
}

static void document_end(struct plan *plan)
{
    if (is_json(plan))
        json_plan_end(&plan->json);
    else if (!is_csv(plan))
        text_plan_end(plan->cli->out, &plan->cli->style, plan->kind, &plan->answer.report);
}

/* --- targets -------------------------------------------------------------------------------- */

static struct cuocc_target solve_target(struct plan *plan)
{
    const struct report *report = &plan->answer.report;
    uint32_t blocks = plan->wanted.blocks;
    struct cuocc_target target;

    if (blocks == 0)
        blocks = cuocc_blocks_for_occupancy(report->dev, report->result.threads_per_block,
                                            (plan->cli->args->target.least + 99) / 100);
    (void)cuocc_target(report->dev, report->launch, blocks, &target);
    plan->rows_yes += target.reachable;
    return target;
}

static void target_in_full(struct plan *plan)
{
    struct cuocc_target target;
    struct plan_row row = {.report = &plan->answer.report, .target = &target};

    question_solve(&plan->q, 0, 0, &plan->answer);
    target = solve_target(plan);
    text_target(plan->cli->out, &plan->cli->style, &row, &plan->wanted);
}

static void target_document(struct plan *plan, size_t subject)
{
    question_solve(&plan->q, subject, 0, &plan->answer);
    document_begin(plan, plan->q.launch_count == 1);
    for (uint64_t i = 0; i < plan->q.launch_count; i++) {
        struct cuocc_target target;
        struct plan_row row = {.target = &target};
        uint32_t asked = plan->q.asked_for_threads;

        question_solve(&plan->q, subject, i, &plan->answer);
        target = solve_target(plan);
        document_row(plan, &row, asked > 0 && asked == target.threads_per_block);
    }
    document_end(plan);
}

/* --- suggestions ------------------------------------------------------------------------------ */

static enum cuocc_status suggest_document(struct plan *plan, size_t subject)
{
    const struct cli_args *args = plan->cli->args;
    const struct report *report = &plan->answer.report;
    struct cuocc_launch launch;
    struct cuocc_candidate *candidates;
    uint32_t per_thread = args->smem.count > 0 ? args->smem.spans[0].per_thread_bytes : 0;
    uint32_t asked = args->block.count > 0 ? args->block.spans[0].first : 0;
    size_t count;

    question_solve(&plan->q, subject, 0, &plan->answer);
    launch = plan->answer.launch;
    if (args->smem.count > 0)
        launch.smem_per_block_bytes =
            args->smem.spans[0].first +
            (plan->q.sweep.smem_is_dynamic ? launch.static_smem_per_block_bytes : 0);
    (void)cuocc_suggest(report->dev, &launch, per_thread, NULL, 0, &count);
    candidates = calloc(count + 1, sizeof(*candidates));
    if (candidates == NULL)
        return cuocc_error_set(&plan->cli->error, CUOCC_ERR_MEMORY, "--suggest", "out of memory");
    (void)cuocc_suggest(report->dev, &launch, per_thread, candidates, count, &count);
    plan->answer.launch = launch;
    plan->answer.report.is_any_block = true;
    plan->answer.report.smem_per_thread_bytes = per_thread;
    document_begin(plan, per_thread == 0);
    for (size_t i = 0; i < count; i++) {
        struct plan_row row = {.candidate = &candidates[i]};

        document_row(plan, &row, candidates[i].threads_per_block == asked);
    }
    document_end(plan);
    plan->rows_yes += count;
    free(candidates);
    return CUOCC_OK;
}

/* --- ladders ---------------------------------------------------------------------------------- */

static void ladder_document(struct plan *plan)
{
    struct report *report = &plan->answer.report;
    struct cuocc_ladder_step step = {.blocks = 0};
    struct plan_row row = {.step = &step};

    document_begin(plan, true);
    while (cuocc_ladder_next(report->dev, report->launch, &report->result, &step))
        document_row(plan, &row, false);
    document_end(plan);
    plan->rows_yes += report_is_launchable(report);
}

/* --- documents, one or a list of them ------------------------------------------------------------
 */

static enum cuocc_status pair_document(struct plan *plan)
{
    enum cuocc_status status = question_complete(&plan->q, &plan->answer);

    if (status != CUOCC_OK)
        return status;
    if (is_json(plan))
        json_result_object(&plan->json, &plan->answer.report);
    else
        text_report(plan->cli->out, &plan->cli->style, &plan->answer.report);
    plan->rows_yes += report_is_launchable(&plan->answer.report);
    return CUOCC_OK;
}

static bool is_per_subject(const struct plan *plan)
{
    return !is_given(plan->cli->args, OPTION_WITH) && plan->kind != PLAN_LADDER;
}

/* Suggestions need no block size; everything else does. */
static bool is_answerable(const struct plan *plan, size_t subject)
{
    return plan->kind == PLAN_SUGGEST ? plan->q.subjects[subject].dev != NULL
                                      : subject_is_answerable(&plan->q.subjects[subject]);
}

static size_t count_answerable(const struct plan *plan)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->q.subject_count; i++)
        count += is_answerable(plan, i);
    return count;
}

static enum cuocc_status one_document(struct plan *plan, size_t subject, uint64_t index)
{
    if (!is_given(plan->cli->args, OPTION_WITH) && plan->kind == PLAN_TARGET) {
        target_document(plan, subject);
        return CUOCC_OK;
    }
    if (!is_given(plan->cli->args, OPTION_WITH) && plan->kind == PLAN_SUGGEST)
        return suggest_document(plan, subject);
    question_solve(&plan->q, subject, index, &plan->answer);
    if (is_given(plan->cli->args, OPTION_WITH))
        return pair_document(plan);
    ladder_document(plan);
    return CUOCC_OK;
}

static enum cuocc_status all_documents(struct plan *plan)
{
    uint64_t per_subject = is_per_subject(plan) ? 1 : plan->q.launch_count;
    bool is_list = plan->q.subject_count * per_subject > 1;
    enum cuocc_status status = CUOCC_OK;
    uint64_t written = 0;

    if (count_answerable(plan) == 0)
        return question_refuse_unanswerable(&plan->q);
    json_begin(&plan->json, plan->cli->out, false);
    if (is_json(plan) && is_list)
        json_list_begin(&plan->json);
    if (is_csv(plan))
        csv_plan_header(plan->cli->out, plan->kind);
    for (size_t i = 0; status == CUOCC_OK && i < plan->q.subject_count; i++) {
        for (uint64_t k = 0; is_answerable(plan, i) && status == CUOCC_OK && k < per_subject; k++) {
            if (written++ > 0 && !is_json(plan) && !is_csv(plan))
                out_char(plan->cli->out, '\n');
            status = one_document(plan, i, k);
        }
    }
    if (is_json(plan) && is_list)
        json_list_end(&plan->json);
    return status;
}

static void choose_kind(struct plan *plan)
{
    const struct cli_args *args = plan->cli->args;

    plan->kind = is_given(args, OPTION_SUGGEST)  ? PLAN_SUGGEST
                 : is_given(args, OPTION_LADDER) ? PLAN_LADDER
                                                 : PLAN_TARGET;
    plan->wanted.blocks = args->target_blocks;
    plan->wanted.occupancy = args->target.typed / 1e8;
}

/* Suggestions rank the block sizes of one kernel, so the kernel must be one. */
static enum cuocc_status check_suggest(struct plan *plan)
{
    const struct cli_args *args = plan->cli->args;

    if (plan->kind != PLAN_SUGGEST)
        return CUOCC_OK;
    if (args->block.is_multiple)
        return refuse(plan->cli, OPTION_BLOCK, "--suggest tries every size, allowed: one, to mark");
    if (args->regs.is_multiple)
        return refuse(plan->cli, OPTION_REGS, "--suggest is for one kernel, allowed: one number");
    if (args->smem.is_multiple)
        return refuse(plan->cli, OPTION_SMEM,
                      "--suggest is for one kernel, allowed: one size or sum as in 1K+8*block");
    return CUOCC_OK;
}

enum exit_code run_plan(struct cli *cli)
{
    struct plan plan = {.cli = cli};
    enum cuocc_status status;

    choose_kind(&plan);
    status = question_read(&plan.q, cli, plan.kind == PLAN_SUGGEST ? 0 : NEEDS_BLOCK);
    if (status == CUOCC_OK)
        status = check_suggest(&plan);
    if (status == CUOCC_OK && plan.q.is_one && !is_given(cli->args, OPTION_WITH) &&
        plan.kind == PLAN_TARGET && is_answerable(&plan, 0) && !is_json(&plan) && !is_csv(&plan))
        target_in_full(&plan);
    else if (status == CUOCC_OK)
        status = all_documents(&plan);
    question_free(&plan.q);
    if (status != CUOCC_OK)
        return EXIT_TROUBLE;
    return plan.rows_yes > 0 ? EXIT_ANSWERED : EXIT_ANSWER_IS_NO;
}

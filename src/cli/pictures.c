/* SPDX-License-Identifier: MIT */
/* Answers as pictures: charts in the terminal, SVG files, pages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output_file.h"
#include "cli/page.h"
#include "render/kernels.h"
#include "render/picture.h"
#include "render/svg.h"
#include "render/text.h"
#include "support/error.h"

#define HEADING_SIZE    2048
#define HEADING_COLUMNS 88

/* Two pictures in a file: what stands between them. */
#define GAP 12

/* --- text -------------------------------------------------------------------------------- */

static void text_heading(struct question *q, const struct chart_set *set)
{
    const struct report *report = &set->answer.report;

    if (report->kernel != NULL)
        text_kernel_lines(q->cli->out, &q->cli->style, report);
    text_device_line(q->cli->out, &q->cli->style, report->dev);
    text_launch_lines(q->cli->out, &q->cli->style, report, set->swept);
}

static void plot_set(struct question *q, const struct chart_set *set)
{
    struct out *out = q->cli->out;

    text_heading(q, set);
    for (size_t i = 0; i < set->curve_count; i++) {
        out_char(out, '\n');
        text_chart(out, &q->cli->style, &set->curves[i].chart);
    }
    if (set->has_map) {
        out_char(out, '\n');
        text_heat(out, &q->cli->style, &set->map.heat);
    }
}

static enum cuocc_status plot_subject(struct question *q, size_t subject)
{
    struct chart_set *set = calloc(1, sizeof(*set));
    enum cuocc_status status;

    if (set == NULL)
        return cuocc_error_set(&q->cli->error, CUOCC_ERR_MEMORY, "--plot", "out of memory");
    status = charts_make(q, subject, set);
    if (status == CUOCC_OK)
        plot_set(q, set);
    charts_free(set);
    free(set);
    return status;
}

static enum cuocc_status picture_subject(struct question *q, size_t subject)
{
    struct answer answer;

    question_solve(q, subject, 0, &answer);
    if (answer.report.kernel != NULL)
        text_kernel_lines(q->cli->out, &q->cli->style, &answer.report);
    text_picture(q->cli->out, &q->cli->style, &answer.report);
    return CUOCC_OK;
}

/* One subject after the other; those without an answer are passed over. */
static enum cuocc_status write_text(struct question *q)
{
    bool is_picture = is_given(q->cli->args, OPTION_PICTURE);
    enum cuocc_status status = CUOCC_OK;
    size_t written = 0;

    for (size_t i = 0; status == CUOCC_OK && i < q->subject_count; i++) {
        if (!subject_is_answerable(&q->subjects[i]))
            continue;
        if (written++ > 0)
            out_char(q->cli->out, '\n');
        status = is_picture ? picture_subject(q, i) : plot_subject(q, i);
    }
    return written > 0 || status != CUOCC_OK ? status : question_refuse_unanswerable(q);
}

/* --- SVG --------------------------------------------------------------------------------- */

static bool drop(void *ctx, const char *bytes, size_t count)
{
    (void)ctx;
    (void)bytes;
    (void)count;
    return true;
}

/* The lines that say device and launch, as plain text. */
static void format_heading(char *text, size_t size, const struct report *report, unsigned swept)
{
    const struct style style = {.is_ascii = true, .width = HEADING_COLUMNS};
    struct out out = {.bytes = text, .size = size - 1, .flush = drop};

    if (report->kernel != NULL)
        out_printf(&out, "%s\n", kernel_label(report));
    text_device_line(&out, &style, report->dev);
    text_launch_lines(&out, &style, report, swept);
    text[out.used] = '\0';
}

static void svg_set(struct out *out, const struct chart_set *set, const char *heading)
{
    unsigned y = svg_heading_height(heading), height = y;

    for (size_t i = 0; i < set->curve_count; i++)
        height += svg_chart_height(&set->curves[i].chart) + GAP;
    if (set->has_map)
        height += svg_heat_height(&set->map.heat) + GAP;
    svg_begin(out, height, "Occupancy", heading);
    for (unsigned i = 0; i < set->curve_count; i++) {
        svg_chart(out, &set->curves[i].chart, y, i);
        y += svg_chart_height(&set->curves[i].chart) + GAP;
    }
    if (set->has_map)
        svg_heat(out, &set->map.heat, y, 0);
    svg_end(out);
}

static void svg_sm(struct out *out, const struct report *report, const char *heading)
{
    unsigned y = svg_heading_height(heading);

    svg_begin(out, y + svg_picture_height(report), "One SM", heading);
    svg_picture(out, report, y, 0);
    svg_end(out);
}

static enum cuocc_status draw_svg(struct question *q, struct chart_set *set, struct out *out)
{
    char heading[HEADING_SIZE];
    enum cuocc_status status = charts_make(q, 0, set);

    if (status != CUOCC_OK)
        return status;
    format_heading(heading, sizeof(heading), &set->answer.report, set->swept);
    if (is_given(q->cli->args, OPTION_PICTURE))
        svg_sm(out, &set->answer.report, heading);
    else
        svg_set(out, set, heading);
    return CUOCC_OK;
}

static enum cuocc_status check_svg(struct question *q)
{
    if (q->subject_count != 1 || !subject_is_answerable(&q->subjects[0]))
        return refuse(
            q->cli, OPTION_SVG,
            "draws one kernel on one device whose block size is known, allowed: --kernel, "
            "--block; or --html");
    return CUOCC_OK;
}

/* --- files ------------------------------------------------------------------------------- */

/* What is in memory together while a file is drawn. */
struct file_job {
    struct output_file file;
    struct chart_set set;
};

static enum cuocc_status
write_file(struct question *q, enum option_id option, const char *path,
           enum cuocc_status (*draw)(struct question *q, struct chart_set *set, struct out *out))
{
    struct file_job *job = calloc(1, sizeof(*job));
    enum cuocc_status status, closed;

    if (job == NULL)
        return cuocc_error_set(&q->cli->error, CUOCC_ERR_MEMORY, "", "out of memory");
    status = output_open(q->cli, option, path, &job->file);
    if (status == CUOCC_OK) {
        status = draw(q, &job->set, output_to(&job->file));
        closed = output_close(q->cli, &job->file, status == CUOCC_OK);
        status = status == CUOCC_OK ? closed : status;
    }
    charts_free(&job->set);
    free(job);
    return status;
}

/* --- the answer -------------------------------------------------------------------------- */

static enum cuocc_status check(struct question *q)
{
    const struct cli_args *args = q->cli->args;
    enum cuocc_status status = charts_check(q);

    if (status == CUOCC_OK && is_given(args, OPTION_PICTURE) &&
        (q->launch_count > 1 || is_given(args, OPTION_SWEEP)))
        return refuse(q->cli, OPTION_PICTURE, "shows one launch, allowed: no sweep");
    if (status == CUOCC_OK && is_given(args, OPTION_SVG))
        status = check_svg(q);
    if (status == CUOCC_OK && is_given(args, OPTION_HTML))
        status = page_check(q);
    return status;
}

static enum cuocc_status write_pictures(struct question *q)
{
    const struct cli_args *args = q->cli->args;

    if (is_given(args, OPTION_SVG))
        return write_file(q, OPTION_SVG, args->svg, draw_svg);
    if (is_given(args, OPTION_HTML))
        return write_file(q, OPTION_HTML, args->html, page_draw);
    return write_text(q);
}

/* As the text answers do: no for one launch that cannot run, and for --require. */
static enum exit_code verdict(struct question *q)
{
    uint64_t below = 0, count = 0;
    struct answer answer;

    for (size_t i = 0; i < q->subject_count; i++) {
        for (uint64_t k = 0; k < q->launch_count && subject_is_answerable(&q->subjects[i]); k++) {
            question_solve(q, i, k, &answer);
            below += question_is_below_required(q, &answer.report);
            count++;
        }
    }
    if (q->is_one && count == 1 && !report_is_launchable(&answer.report))
        return EXIT_ANSWER_IS_NO;
    if (below > 0)
        (void)snprintf(q->cli->complaint, sizeof(q->cli->complaint),
                       "--require: %llu of %llu answers are below %g %%", (unsigned long long)below,
                       (unsigned long long)count, q->cli->args->require.typed / 1e6);
    return below > 0 ? EXIT_ANSWER_IS_NO : EXIT_ANSWERED;
}

enum exit_code run_pictures(struct cli *cli)
{
    struct question q;
    enum exit_code code = EXIT_TROUBLE;
    enum cuocc_status status = question_read(&q, cli, NEEDS_BLOCK);

    if (status == CUOCC_OK)
        status = check(&q);
    if (status == CUOCC_OK)
        status = write_pictures(&q);
    if (status == CUOCC_OK)
        code = verdict(&q);
    question_free(&q);
    return code;
}

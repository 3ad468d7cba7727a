/* SPDX-License-Identifier: MIT */
/* A page: which answers stand on it, and with how much detail. */
#include "cli/page.h"

#include <stdio.h>
#include <string.h>

#include "render/html.h"
#include "support/error.h"

/* The most answers of a page, those with details, and those with a map each, which is large. */
#define ANSWERS_MAX 5000
#define DETAILS_MAX 100
#define MAPS_MAX    4

static uint64_t answer_count(const struct question *q)
{
    if (q->launch_count > ANSWERS_MAX || q->subject_count > ANSWERS_MAX)
        return UINT64_MAX;
    return q->subject_count * q->launch_count;
}

enum cuocc_status page_check(struct question *q)
{
    if (answer_count(q) > ANSWERS_MAX)
        return refuse(q->cli, OPTION_HTML, "shows at most 5000 answers, allowed: fewer");
    return CUOCC_OK;
}

static size_t subject_of(const struct question *q, uint64_t index)
{
    return (size_t)(index / q->launch_count);
}

static void answers_table(struct question *q, struct html *html, struct answer *answer)
{
    uint64_t count = answer_count(q);
    char note[160] = "";

    html_table_begin(html);
    for (uint64_t i = 0; i < count; i++) {
        size_t subject = subject_of(q, i);

        question_solve(q, subject, i % q->launch_count, answer);
        html_table_row(html, &answer->report, (size_t)i,
                       i < DETAILS_MAX && subject_is_answerable(&q->subjects[subject]));
    }
    if (count > DETAILS_MAX)
        (void)snprintf(note, sizeof(note),
                       "Details follow for the first %d; --kernel chooses others.", DETAILS_MAX);
    else if (count > MAPS_MAX)
        (void)snprintf(note, sizeof(note), "A page of at most %d answers has maps too.", MAPS_MAX);
    html_table_end(html, note);
}

static void ladder(struct html *html, const struct report *report)
{
    struct cuocc_ladder_step step = {.blocks = 0};

    if (!report_is_launchable(report))
        return;
    html_ladder_begin(html);
    while (cuocc_ladder_next(report->dev, report->launch, &report->result, &step))
        html_ladder_row(html, report, &step);
    html_ladder_end(html);
}

static enum cuocc_status section(struct question *q, struct html *html, struct chart_set *set,
                                 uint64_t index, bool has_map)
{
    const struct report *report = &set->answer.report;
    enum cuocc_status status =
        charts_make_around(q, subject_of(q, index), index % q->launch_count, has_map, set);

    if (status == CUOCC_OK)
        status = question_complete(q, &set->answer);
    if (status != CUOCC_OK)
        return status;
    html_section_begin(html, report, (size_t)index, set->device);
    html_charts_begin(html);
    for (size_t i = 0; i < set->curve_count; i++)
        html_chart(html, &set->curves[i].chart);
    html_picture(html, report);
    if (set->has_map)
        html_heat(html, &set->map.heat);
    html_charts_end(html);
    ladder(html, report);
    html_section_end(html, report);
    return CUOCC_OK;
}

static void format_title(char *text, size_t size, const struct question *q)
{
    const struct cli_args *args = q->cli->args;

    if (!is_given(args, OPTION_FROM))
        (void)snprintf(text, size, "Occupancy on %s", args->devices);
    else if (strcmp(args->from, "-") == 0)
        (void)snprintf(text, size, "Occupancy of kernels");
    else
        (void)snprintf(text, size, "Occupancy of the kernels in %s", args->from);
}

enum cuocc_status page_draw(struct question *q, struct chart_set *set, struct out *out)
{
    uint64_t count = answer_count(q);
    enum cuocc_status status = CUOCC_OK;
    struct html html;
    char title[512];

    format_title(title, sizeof(title), q);
    html_begin(&html, out, title);
    if (count > 1)
        answers_table(q, &html, &set->answer);
    for (uint64_t i = 0; status == CUOCC_OK && i < count && i < DETAILS_MAX; i++) {
        if (!subject_is_answerable(&q->subjects[subject_of(q, i)]))
            continue;
        charts_free(set);
        status = section(q, &html, set, i, count <= MAPS_MAX);
    }
    html_end(&html);
    return status;
}

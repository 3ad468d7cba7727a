/* SPDX-License-Identifier: MIT */
/* A step chart and a heat map as SVG. */
#include <stdio.h>
#include <string.h>

#include "render/svg.h"

#define LEFT        92.0
#define RIGHT       624.0
#define TITLE_Y     18
#define MARK_Y      38
#define TOP         46.0
#define BOTTOM      206.0
#define LABEL_Y     223
#define LANES_TOP   234
#define LANE_HEIGHT 20
#define LABEL_SIZE  16

struct plot {
    struct out *out;
    const struct chart *chart;
    uint32_t first;
    uint32_t last;
};

static struct plot plot_of(struct out *out, const struct chart *chart)
{
    return (struct plot){.out = out,
                         .chart = chart,
                         .first = chart->steps[0].first,
                         .last = chart->steps[chart->count - 1].last};
}

/* Every value has a width, so that a step of one value is seen: this is its left side. */
static double x_of(const struct plot *plot, uint32_t value)
{
    return LEFT + (RIGHT - LEFT) * (value - plot->first) / ((double)plot->last + 1 - plot->first);
}

static double middle_of(const struct plot *plot, uint32_t value)
{
    return (x_of(plot, value) + x_of(plot, value + 1)) / 2;
}

static double y_of(const struct plot *plot, const struct cuocc_step *step)
{
    return BOTTOM - (BOTTOM - TOP) * chart_occupancy(plot->chart, step);
}

static bool has_lane(const struct chart *chart, const struct chart_lane *lane)
{
    for (size_t i = 0; i < chart->count; i++)
        if (chart_is_in_lane(&chart->steps[i], lane))
            return true;
    return false;
}

static unsigned lane_count(const struct chart *chart)
{
    unsigned count = 0;

    for (size_t i = 0; i < CHART_LANE_COUNT; i++)
        count += has_lane(chart, &chart_lanes()[i]);
    return count;
}

unsigned svg_chart_height(const struct chart *chart)
{
    return LANES_TOP + lane_count(chart) * LANE_HEIGHT + 14;
}

/* --- words ------------------------------------------------------------------------------- */

static void format_step_range(char *text, size_t size, const struct chart *chart,
                              const struct cuocc_step *step)
{
    char range[32];

    format_range(range, sizeof(range), chart_axis_value(chart, step->first),
                 chart_axis_value(chart, step->last));
    (void)snprintf(text, size, "%s %s", range, chart_variable_unit(chart->variable));
}

/* "41..48 registers: 5 blocks/SM, 83.33 %, limited by registers + shared" */
static void format_step(char *text, size_t size, const struct chart *chart,
                        const struct cuocc_step *step)
{
    char range[64], answer[64], names[96];

    format_step_range(range, sizeof(range), chart, step);
    format_answer(answer, sizeof(answer), step->active_blocks, chart_occupancy(chart, step));
    format_lane_names(names, sizeof(names), step->limiters);
    (void)snprintf(text, size, "%s: %s, %s %s", range, answer,
                   step->active_blocks > 0 ? "limited by" : "because of", names);
}

static void description(const struct plot *plot, unsigned id)
{
    svg_desc_begin(plot->out, id);
    for (size_t i = 0; i < plot->chart->count; i++) {
        char text[256];

        format_step(text, sizeof(text), plot->chart, &plot->chart->steps[i]);
        xml_text(plot->out, text);
        out_text(plot->out, i + 1 < plot->chart->count ? "; " : ".");
    }
    svg_desc_end(plot->out);
}

/* --- the area ---------------------------------------------------------------------------- */

static void grid(const struct plot *plot)
{
    svg_text(plot->out, LEFT - 8, MARK_Y - 5, "class=\"dim small end\"", "occupancy");
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = BOTTOM - (BOTTOM - TOP) * percent / 100;

        out_printf(plot->out, "<path class=\"rule\" d=\"M%.1f %.1fH%.1f\"/>\n", LEFT, y, RIGHT);
        svg_text(plot->out, LEFT - 8, y + 4, "class=\"dim small end\"", "%d %%", percent);
    }
}

static void outline(const struct plot *plot)
{
    const struct chart *chart = plot->chart;

    for (size_t i = 0, end; i < chart->count; i = end) {
        const struct cuocc_step *step = &chart->steps[i];

        end = chart_same_answer_end(chart, i);
        out_printf(plot->out, "V%.1fH%.1f", y_of(plot, step),
                   x_of(plot, chart->steps[end - 1].last + 1));
    }
}

static void area(const struct plot *plot)
{
    out_printf(plot->out, "<path class=\"area\" d=\"M%.1f %.1f", LEFT, BOTTOM);
    outline(plot);
    out_printf(plot->out, "V%.1fZ\"/>\n<path class=\"line\" d=\"M%.1f %.1f", BOTTOM, LEFT,
               y_of(plot, &plot->chart->steps[0]));
    outline(plot);
    out_text(plot->out, "\"/>\n");
}

/* --- the axis ---------------------------------------------------------------------------- */

static void axis_label(const struct plot *plot, struct svg_labels *row, double x, uint32_t value,
                       const char *class_name)
{
    char text[LABEL_SIZE];
    double half, middle = x;

    (void)snprintf(text, sizeof(text), "%u", chart_axis_value(plot->chart, value));
    half = (double)strlen(text) * SVG_DIGIT_WIDTH / 2;
    if (middle + half > SVG_WIDTH - 4)
        middle = SVG_WIDTH - 4 - half;
    if (svg_take_place(row, middle - half, middle + half))
        svg_text(plot->out, middle, LABEL_Y, class_name, "%s", text);
}

/* The last value of every step, where there is room: first the asked-for one's, the ends, the rest.
 */
static void axis(const struct plot *plot)
{
    const struct chart *chart = plot->chart;
    struct svg_labels row = {.count = 0};

    svg_text(plot->out, LEFT - 8, LABEL_Y, "class=\"dim small end\"", "%s",
             chart->variable == CUOCC_VARIABLE_SMEM ? "bytes"
                                                    : chart_variable_unit(chart->variable));
    axis_label(plot, &row, RIGHT, plot->last, "class=\"tick\"");
    (void)svg_take_place(&row, 0, LEFT - 8);
    if (chart->marked != CUOCC_NOT_GIVEN) {
        uint32_t last = chart_step_at(chart, chart->marked)->last;

        axis_label(plot, &row, x_of(plot, last + 1), last, "class=\"tick\"");
    }
    for (size_t i = 0, end; i < chart->count; i = end) {
        uint32_t last;

        end = chart_same_answer_end(chart, i);
        last = chart->steps[end - 1].last;
        out_printf(plot->out, "<path class=\"rule\" d=\"M%.1f %.1fv5\"/>\n", x_of(plot, last + 1),
                   BOTTOM);
        axis_label(plot, &row, x_of(plot, last + 1), last, "class=\"tick\"");
    }
    axis_label(plot, &row, LEFT, plot->first, "class=\"tick dim\"");
    /* Where only what limits changes. */
    for (size_t i = 0; i + 1 < chart->count; i++)
        axis_label(plot, &row, x_of(plot, chart->steps[i].last + 1), chart->steps[i].last,
                   "class=\"tick dim\"");
}

/* --- what limits ------------------------------------------------------------------------- */

static void lane_run(const struct plot *plot, const struct chart_lane *lane, double y, size_t from,
                     size_t end)
{
    double x = x_of(plot, plot->chart->steps[from].first);
    double width = x_of(plot, plot->chart->steps[end - 1].last + 1) - x;

    out_printf(plot->out,
               "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"url(#p%c)\"/>\n", x,
               y, width, LANE_HEIGHT - 4, lane->letter);
    if (width >= 9)
        svg_text(plot->out, x + width / 2, y + 12, "class=\"letter\"", "%c", lane->letter);
}

static void lanes(const struct plot *plot)
{
    const struct chart *chart = plot->chart;
    double y = LANES_TOP;

    for (size_t i = 0; i < CHART_LANE_COUNT; i++) {
        const struct chart_lane *lane = &chart_lanes()[i];

        if (!has_lane(chart, lane))
            continue;
        svg_text(plot->out, LEFT - 8, y + 12, "class=\"small end\"", "%s %c", lane->label,
                 lane->letter);
        for (size_t from = 0, end; from < chart->count; from = end) {
            bool is_in = chart_is_in_lane(&chart->steps[from], lane);

            end = from + 1;
            while (end < chart->count && chart_is_in_lane(&chart->steps[end], lane) == is_in)
                end++;
            if (is_in)
                lane_run(plot, lane, y, from, end);
        }
        y += LANE_HEIGHT;
    }
}

/* --- the launch asked for, and the others ------------------------------------------------ */

static void marker_line(const struct plot *plot)
{
    const struct chart *chart = plot->chart;

    if (chart->marked != CUOCC_NOT_GIVEN)
        out_printf(plot->out, "<path class=\"mark\" d=\"M%.1f %.1fV%.1f\"/>\n",
                   middle_of(plot, chart->marked), TOP - 3,
                   LANES_TOP + lane_count(chart) * (double)LANE_HEIGHT - 2);
}

static void marker(const struct plot *plot)
{
    const struct chart *chart = plot->chart;
    const struct cuocc_step *step;
    const char *anchor;
    char answer[64];
    double x;

    if (chart->marked == CUOCC_NOT_GIVEN)
        return;
    step = chart_step_at(chart, chart->marked);
    x = middle_of(plot, chart->marked);
    format_answer(answer, sizeof(answer), step->active_blocks, chart_occupancy(chart, step));
    anchor = x < LEFT + 130    ? "class=\"asked\""
             : x > RIGHT - 130 ? "class=\"asked end\""
                               : "class=\"asked mid\"";
    out_printf(plot->out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", x,
               y_of(plot, step));
    svg_text(plot->out, x, MARK_Y, anchor, "%u %s: %s", chart_axis_value(chart, chart->marked),
             chart_variable_unit(chart->variable), answer);
}

/* Over each step, something to point at: what it is, and how to ask for its last launch. */
static void hits(const struct plot *plot)
{
    const struct chart *chart = plot->chart;

    for (size_t i = 0; i < chart->count; i++) {
        const struct cuocc_step *step = &chart->steps[i];
        struct cuocc_launch launch;
        char text[256], command[512];
        double x = x_of(plot, step->first);

        format_step(text, sizeof(text), chart, step);
        cuocc_curve_launch(chart->curve, step->last, &launch);
        format_command(command, sizeof(command), chart->device, &launch);
        out_printf(plot->out,
                   "<rect class=\"hit\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                   "data-set=\"%s=%u\" data-step=\"",
                   x, TOP, x_of(plot, step->last + 1) - x,
                   LANES_TOP + lane_count(chart) * (double)LANE_HEIGHT - 4 - TOP,
                   chart_variable_option(chart->variable), chart_axis_value(chart, step->last));
        xml_text(plot->out, text);
        out_text(plot->out, "\" data-command=\"");
        xml_text(plot->out, command);
        out_text(plot->out, "\"><title>");
        xml_text(plot->out, text);
        out_char(plot->out, '\n');
        xml_text(plot->out, command);
        out_text(plot->out, "</title></rect>\n");
    }
}

void svg_chart(struct out *out, const struct chart *chart, unsigned y, unsigned id)
{
    struct plot plot = plot_of(out, chart);
    char title[96];

    (void)snprintf(title, sizeof(title), "Occupancy by %s", chart_variable_label(chart->variable));
    svg_group_begin(out, y, id, "chart", title);
    description(&plot, id);
    svg_text(out, 12, TITLE_Y, "class=\"title\"", "%s", title);
    grid(&plot);
    area(&plot);
    marker_line(&plot);
    axis(&plot);
    lanes(&plot);
    marker(&plot);
    hits(&plot);
    out_text(out, "</g>\n");
}

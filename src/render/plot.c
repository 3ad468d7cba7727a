/* SPDX-License-Identifier: MIT */
/* Charts in the terminal: a filled step chart, letters for what limits, a map of digits. */
#include <stdio.h>
#include <string.h>

#include "render/chart.h"

#define MARGIN        13 /* "  registers |" */
#define LABEL_COLUMNS 11
#define COLUMNS_MAX   240
#define COLUMNS_MIN   24
#define ROWS          8 /* of eight eighths: a line for each of 64 warps */
#define EIGHTHS       8

/* A chart on its way to the terminal. */
struct plot {
    struct out *out;
    const struct style *style;
    const struct chart *chart;
    unsigned columns;
    unsigned marked_column; /* `columns`: none */
};

static unsigned plot_columns(const struct style *style)
{
    unsigned columns =
        style->width > MARGIN + COLUMNS_MIN ? style->width - MARGIN - 1 : COLUMNS_MIN;

    return columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
}

static uint32_t first_of(const struct plot *plot)
{
    return plot->chart->steps[0].first;
}

static uint32_t span_of(const struct plot *plot)
{
    return plot->chart->steps[plot->chart->count - 1].last - first_of(plot);
}

static unsigned column_of(const struct plot *plot, uint32_t value)
{
    uint64_t span = span_of(plot) > 0 ? span_of(plot) : 1;

    return (unsigned)(((value - first_of(plot)) * (uint64_t)(plot->columns - 1) + span / 2) / span);
}

/* The step drawn in a column; in the marked one that of the value asked for. */
static const struct cuocc_step *step_of(const struct plot *plot, unsigned column)
{
    uint64_t offset = (uint64_t)span_of(plot) * column / (plot->columns - 1);

    if (column == plot->marked_column)
        return chart_step_at(plot->chart, plot->chart->marked);
    return chart_step_at(plot->chart, first_of(plot) + (uint32_t)offset);
}

/* --- the area ----------------------------------------------------------------------------------
 */

/* How full a cell is, in eighths; `row` counts from the bottom. Half up, but never to nothing. */
static unsigned eighths(const struct plot *plot, const struct cuocc_step *step, unsigned row)
{
    uint32_t most = plot->chart->report->dev->max_warps_per_sm;
    unsigned height = (step->active_warps * ROWS * EIGHTHS * 2 + most) / (2 * most);

    if (height == 0 && step->active_warps > 0)
        height = 1;
    if (height <= row * EIGHTHS)
        return 0;
    return height >= (row + 1) * EIGHTHS ? EIGHTHS : height - row * EIGHTHS;
}

static void area_cell(const struct plot *plot, unsigned column, unsigned row)
{
    static const char *const blocks[] = {" ",      "\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587", "\u2588"};
    static const char ascii[] = " ...:::##";
    unsigned level = eighths(plot, step_of(plot, column), row);

    if (level == 0 && column == plot->marked_column)
        out_text(plot->out, plot->style->is_ascii ? "|" : "\u2502");
    else if (plot->style->is_ascii)
        out_char(plot->out, ascii[level]);
    else
        out_text(plot->out, blocks[level]);
}

/* Blanks at the end of a line are not written. */
static unsigned area_length(const struct plot *plot, unsigned row)
{
    unsigned length = plot->columns;

    while (length > 0 && length - 1 != plot->marked_column &&
           eighths(plot, step_of(plot, length - 1), row) == 0)
        length--;
    return length;
}

static void area(const struct plot *plot)
{
    static const char *const labels[ROWS] = {"100 %", "", "75 %", "", "50 %", "", "25 %", ""};

    for (unsigned row = ROWS; row-- > 0;) {
        out_printf(plot->out, "%*s |", LABEL_COLUMNS, labels[ROWS - 1 - row]);
        style_ink(plot->out, plot->style, INK_GOOD);
        for (unsigned column = 0, length = area_length(plot, row); column < length; column++) {
            if (column == plot->marked_column)
                style_ink(plot->out, plot->style, INK_LIMIT);
            area_cell(plot, column, row);
            if (column == plot->marked_column) {
                style_ink(plot->out, plot->style, INK_PLAIN);
                style_ink(plot->out, plot->style, INK_GOOD);
            }
        }
        style_ink(plot->out, plot->style, INK_PLAIN);
        out_char(plot->out, '\n');
    }
}

/* The value asked for, above its column. */
static void marker(const struct plot *plot)
{
    const struct chart *chart = plot->chart;
    const struct cuocc_step *step;
    char answer[64], text[128];
    unsigned length, column = MARGIN + plot->marked_column;

    if (plot->marked_column == plot->columns)
        return;
    step = chart_step_at(chart, chart->marked);
    format_answer(answer, sizeof(answer), step->active_blocks, chart_occupancy(chart, step));
    (void)snprintf(text, sizeof(text), "%u %s: %s", chart_axis_value(chart, chart->marked),
                   chart_variable_unit(chart->variable), answer);
    length = (unsigned)strlen(text);
    style_ink(plot->out, plot->style, INK_LIMIT);
    if (column + 2 + length <= MARGIN + plot->columns || column < length + 1) {
        out_blanks(plot->out, column);
        out_printf(plot->out, "v %s", text);
    } else {
        out_blanks(plot->out, column - length - 1);
        out_printf(plot->out, "%s v", text);
    }
    style_ink(plot->out, plot->style, INK_PLAIN);
    out_char(plot->out, '\n');
}

/* --- below the area -----------------------------------------------------------------------------
 */

/* A line of `columns` characters. */
static void put_line(const struct plot *plot, const char *label, char edge, char *line)
{
    unsigned length = plot->columns;

    while (length > 0 && line[length - 1] == ' ')
        length--;
    out_printf(plot->out, "%*s %c", LABEL_COLUMNS, label, edge);
    out_bytes(plot->out, line, length);
    out_char(plot->out, '\n');
}

/* Write a value around its column, if it meets no other. */
static void place_label(const struct plot *plot, char *line, uint32_t value)
{
    char text[16];
    unsigned length, at, column = column_of(plot, value);

    (void)snprintf(text, sizeof(text), "%u", chart_axis_value(plot->chart, value));
    length = (unsigned)strlen(text);
    at = column < length / 2 ? 0 : column - length / 2;
    if (at + length > plot->columns)
        at = plot->columns - length;
    for (unsigned i = at > 0 ? at - 1 : 0; i < at + length + 1 && i < plot->columns; i++)
        if (line[i] != ' ')
            return;
    memcpy(line + at, text, length);
}

/* Ticks and exact values where the answer changes: the last of each step, where there is room; the
 * asked-for one's comes first. */
static void axis(const struct plot *plot)
{
    const struct chart *chart = plot->chart;
    char ticks[COLUMNS_MAX], labels[COLUMNS_MAX];

    memset(ticks, '-', sizeof(ticks));
    memset(labels, ' ', sizeof(labels));
    place_label(plot, labels, chart->steps[chart->count - 1].last);
    if (chart->marked != CUOCC_NOT_GIVEN)
        place_label(plot, labels, chart_step_at(chart, chart->marked)->last);
    for (size_t i = 0; i < chart->count; i = chart_same_answer_end(chart, i)) {
        size_t end = chart_same_answer_end(chart, i);

        ticks[column_of(plot, chart->steps[end - 1].last)] = '+';
        place_label(plot, labels, chart->steps[end - 1].last);
    }
    place_label(plot, labels, chart->steps[0].first);
    if (plot->marked_column < plot->columns)
        ticks[plot->marked_column] = '^';
    put_line(plot, "0 %", '+', ticks);
    put_line(plot, "limited by", ' ', labels);
}

static bool has_lane(const struct chart *chart, const struct chart_lane *lane)
{
    for (size_t i = 0; i < chart->count; i++)
        if (chart_is_in_lane(&chart->steps[i], lane))
            return true;
    return false;
}

static void lanes(const struct plot *plot)
{
    const struct chart_lane *lane = chart_lanes();
    char letters[COLUMNS_MAX];

    for (size_t i = 0; i < CHART_LANE_COUNT; i++, lane++) {
        if (!has_lane(plot->chart, lane))
            continue;
        for (unsigned column = 0; column < plot->columns; column++)
            letters[column] = chart_is_in_lane(step_of(plot, column), lane) ? lane->letter : ' ';
        put_line(plot, lane->label, '|', letters);
    }
}

static void steps_fact(const struct plot *plot)
{
    const struct chart *chart = plot->chart;
    struct paragraph par;

    text_fact(&par, plot->out, plot->style, "Steps");
    for (size_t i = 0, end; i < chart->count; i = end) {
        const struct cuocc_step *step = &chart->steps[i];
        char range[32], percent[32];

        end = chart_same_answer_end(chart, i);
        format_range(range, sizeof(range), chart_axis_value(chart, step->first),
                     chart_axis_value(chart, chart->steps[end - 1].last));
        format_percent(percent, sizeof(percent), chart_occupancy(chart, step));
        if (step->active_blocks == 0)
            paragraph_add(&par, "%s:~cannot~run", range);
        else
            paragraph_add(&par, "%s:~%s~%%~(%u)", range, percent, step->active_blocks);
        paragraph_glue(&par, end < chart->count ? "," : "");
    }
    paragraph_end(&par);
}

void text_chart(struct out *out, const struct style *style, const struct chart *chart)
{
    struct plot plot = {.out = out, .style = style, .chart = chart, .columns = plot_columns(style)};

    plot.marked_column =
        chart->marked != CUOCC_NOT_GIVEN ? column_of(&plot, chart->marked) : plot.columns;
    style_ink(out, style, INK_BOLD);
    out_printf(out, "  Occupancy (blocks/SM) by %s", chart_variable_label(chart->variable));
    style_ink(out, style, INK_PLAIN);
    out_text(out, chart->variable == CUOCC_VARIABLE_SMEM ? ", in B\n\n" : "\n\n");
    marker(&plot);
    area(&plot);
    axis(&plot);
    lanes(&plot);
    steps_fact(&plot);
}

/* --- two variables ----------------------------------------------------------------------- */

/* Dark to bright, of the 256 colours that terminals have; with the ink that can be read on each. */
static void heat_ink(struct out *out, const struct style *style, char level)
{
    static const unsigned colours[] = {17, 18, 24, 30, 36, 37, 72, 78, 114, 149, 190};
    unsigned index = level == '*' ? 10 : level == '.' ? 0 : (unsigned)(level - '0');

    if (style->has_colour && level != '.')
        out_printf(out, "\033[48;5;%um\033[38;5;%um", colours[index], index < 5 ? 231U : 16U);
}

static unsigned heat_cell_columns(const struct heat *heat, const struct style *style)
{
    unsigned columns = plot_columns(style) / (unsigned)heat->columns;

    return columns > 3 ? 3 : columns > 0 ? columns : 1;
}

/* The values of the axis, each above the first character of its cell, where there is room. */
static void heat_head(struct out *out, const struct heat *heat, unsigned cell)
{
    char line[COLUMNS_MAX + 16];
    unsigned free_from = 0;

    memset(line, ' ', sizeof(line));
    for (size_t i = 0; i < heat->columns; i++) {
        unsigned at = (unsigned)i * cell;
        char text[16];
        int length = snprintf(text, sizeof(text), "%u", heat->across_values[i]);

        if (at < free_from || at + (unsigned)length > sizeof(line))
            continue;
        memcpy(line + at, text, (size_t)length);
        free_from = at + (unsigned)length + 1;
    }
    out_blanks(out, MARGIN);
    out_bytes(out, line, free_from > 0 ? free_from - 1 : 0);
    out_char(out, '\n');
}

static void heat_row(struct out *out, const struct style *style, const struct heat *heat,
                     size_t row, unsigned cell)
{
    bool is_marked = heat->down_values[row] == heat->marked_down;

    out_printf(out, "%*u %c", LABEL_COLUMNS, heat->down_values[row], is_marked ? '>' : '|');
    for (size_t i = 0; i < heat->columns; i++) {
        char level = heat_level(heat, &heat->cells[row * heat->columns + i]);
        bool is_asked = is_marked && heat->across_values[i] == heat->marked_across;

        heat_ink(out, style, level);
        out_char(out, level);
        if (cell > 1 && (is_asked || i + 1 < heat->columns))
            out_char(out, is_asked ? '<' : ' ');
        if (cell > 2 && i + 1 < heat->columns)
            out_char(out, ' ');
        style_ink(out, style, INK_PLAIN);
    }
    out_char(out, '\n');
}

void text_heat(struct out *out, const struct style *style, const struct heat *heat)
{
    unsigned cell = heat_cell_columns(heat, style);

    style_ink(out, style, INK_BOLD);
    out_printf(out, "  Occupancy: %s%s across, %s%s down", chart_variable_label(heat->across),
               heat->across == CUOCC_VARIABLE_SMEM ? " (B)" : "", chart_variable_label(heat->down),
               heat->down == CUOCC_VARIABLE_SMEM ? " (B)" : "");
    style_ink(out, style, INK_PLAIN);
    out_text(out, "\n\n");
    heat_head(out, heat, cell);
    for (size_t row = 0; row < heat->rows; row++)
        heat_row(out, style, heat, row, cell);
    out_text(out, "\n  * 100 %   9: 90 % or more ... 1: 10 % or more   0: less   . cannot run\n");
    if (heat->is_thinned)
        out_text(out, "  There are more values than fit: some are left out, see --csv.\n");
}

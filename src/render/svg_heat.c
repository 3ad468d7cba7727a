/* SPDX-License-Identifier: MIT */
/* A heat map as SVG: a colour and a digit for each launch. */
#include <stdio.h>
#include <string.h>

#include "render/svg.h"

#define LEFT        92.0
#define RIGHT       624.0
#define TITLE_Y     18
#define LABEL_SIZE  16
#define HEAT_TOP    52.0
#define HEAT_LEGEND 44

static double cell_height(const struct heat *heat)
{
    return heat->rows > 24 ? 13 : 16;
}

static double cell_width(const struct heat *heat)
{
    double width = (RIGHT - LEFT) / (double)heat->columns;

    return width < 24 ? width : 24;
}

unsigned svg_heat_height(const struct heat *heat)
{
    return (unsigned)(HEAT_TOP + cell_height(heat) * (double)heat->rows) + HEAT_LEGEND;
}

/* Viridis, from its dark end. */
static const char *level_colour(char level)
{
    static const char colours[][8] = {"#440154", "#482475", "#414487", "#355f8d",
                                      "#2a788e", "#21918c", "#22a884", "#44bf70",
                                      "#7ad151", "#bddf26", "#fde725"};

    if (level == '.')
        return "none";
    return colours[level == '*' ? 10 : level - '0'];
}

/* The class of a character on the colour of its level. */
static const char *digit_class(char level)
{
    if (level == '.')
        return "dim";
    return level >= '0' && level <= '5' ? "ondark" : "onlight";
}

static void heat_cell(struct out *out, const struct heat *heat, size_t row, size_t column)
{
    const struct heat_cell *cell = &heat->cells[row * heat->columns + column];
    char level = heat_level(heat, cell);
    char answer[64], names[96];

    format_answer(answer, sizeof(answer), cell->active_blocks,
                  cuocc_occupancy(heat->report->dev, cell->active_warps));
    format_lane_names(names, sizeof(names), cell->limiters);
    out_printf(out,
               "<rect class=\"cell\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
               "fill=\"%s\" data-set=\"%s=%u %s=%u\"><title>%u %s, %u %s: %s, %s</title></rect>\n",
               LEFT + cell_width(heat) * (double)column, HEAT_TOP + cell_height(heat) * (double)row,
               cell_width(heat), cell_height(heat), level_colour(level),
               chart_variable_option(heat->across), heat->across_values[column],
               chart_variable_option(heat->down), heat->down_values[row],
               heat->across_values[column], chart_variable_unit(heat->across),
               heat->down_values[row], chart_variable_unit(heat->down), answer, names);
}

/* The characters of a row that are of one class, as one text with a place for each. */
static void heat_digits(struct out *out, const struct heat *heat, size_t row, char like)
{
    const struct heat_cell *cells = &heat->cells[row * heat->columns];
    const char *class_name = digit_class(like);
    char digits[HEAT_COLUMNS_MAX + 1];
    size_t count = 0;

    for (size_t i = 0; i < heat->columns && count < HEAT_COLUMNS_MAX; i++) {
        char level = heat_level(heat, &cells[i]);

        if (digit_class(level) != class_name)
            continue;
        if (count == 0)
            out_printf(out, "<text class=\"digit %s\" y=\"%.1f\" x=\"", class_name,
                       HEAT_TOP + cell_height(heat) * ((double)row + 1) - 3.5);
        out_printf(out, "%s%.1f", count > 0 ? " " : "", LEFT + cell_width(heat) * ((double)i + .5));
        digits[count++] = level;
    }
    digits[count] = '\0';
    if (count > 0)
        out_printf(out, "\">%s</text>\n", digits);
}

static void heat_across_labels(struct out *out, const struct heat *heat)
{
    struct svg_labels row = {.count = 0};

    for (size_t i = 0; i < heat->columns; i++) {
        double x = LEFT + cell_width(heat) * ((double)i + .5);
        char text[LABEL_SIZE];
        double half;

        (void)snprintf(text, sizeof(text), "%u", heat->across_values[i]);
        half = (double)strlen(text) * SVG_DIGIT_WIDTH / 2;
        if (svg_take_place(&row, x - half, x + half))
            svg_text(out, x, HEAT_TOP - 6, "class=\"tick\"", "%s", text);
    }
}

static void heat_legend(struct out *out, const struct heat *heat)
{
    double y = HEAT_TOP + cell_height(heat) * (double)heat->rows + 20;

    svg_text(out, LEFT - 8, y - 4, "class=\"dim small end\"", "%s",
             chart_variable_unit(heat->down));
    for (unsigned i = 0; i <= 10; i++) {
        char level = i == 10 ? '*' : (char)('0' + i);

        out_printf(out,
                   "<rect class=\"cell\" x=\"%.1f\" y=\"%.1f\" width=\"18\" height=\"15\" "
                   "fill=\"%s\"/>\n",
                   LEFT + 18 * i, y - 12, level_colour(level));
        svg_text(out, LEFT + 18 * i + 9, y,
                 i < 6 ? "class=\"digit ondark\"" : "class=\"digit onlight\"", "%c", level);
    }
    svg_text(out, LEFT + 18 * 11 + 8, y, "class=\"small dim\"",
             "* 100 %%, 9: 90 %% or more, ... 0: below 10 %%, . cannot run%s",
             heat->is_thinned ? " (thinned out)" : "");
}

static void heat_mark(struct out *out, const struct heat *heat)
{
    for (size_t i = 0; i < heat->rows * heat->columns; i++) {
        size_t row = i / heat->columns, column = i % heat->columns;

        if (heat->down_values[row] != heat->marked_down ||
            heat->across_values[column] != heat->marked_across)
            continue;
        out_printf(out,
                   "<rect class=\"asked-cell\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                   "height=\"%.1f\"/>\n",
                   LEFT + cell_width(heat) * (double)column - 1,
                   HEAT_TOP + cell_height(heat) * (double)row - 1, cell_width(heat) + 2,
                   cell_height(heat) + 2);
    }
}

void svg_heat(struct out *out, const struct heat *heat, unsigned y, unsigned id)
{
    char title[128];

    (void)snprintf(title, sizeof(title), "Occupancy by %s (across) and %s (down)",
                   chart_variable_label(heat->across), chart_variable_label(heat->down));
    svg_group_begin(out, y, id, "heat", title);
    svg_desc_begin(out, id);
    out_text(out, "A map; every cell names its launch and answer.");
    svg_desc_end(out);
    svg_text(out, 12, TITLE_Y, "class=\"title\"", "%s", title);
    svg_text(out, LEFT - 8, HEAT_TOP - 6, "class=\"dim small end\"", "%s",
             chart_variable_unit(heat->across));
    heat_across_labels(out, heat);
    for (size_t row = 0; row < heat->rows; row++) {
        double middle = HEAT_TOP + cell_height(heat) * ((double)row + 1) - 3.5;

        svg_text(out, LEFT - 8, middle, "class=\"small end\"", "%u", heat->down_values[row]);
        for (size_t column = 0; column < heat->columns; column++)
            heat_cell(out, heat, row, column);
        heat_digits(out, heat, row, '0');
        heat_digits(out, heat, row, '*');
        heat_digits(out, heat, row, '.');
    }
    heat_mark(out, heat);
    heat_legend(out, heat);
    out_text(out, "</g>\n");
}

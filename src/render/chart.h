/* SPDX-License-Identifier: MIT */
/* What a chart shows, and the words that its forms (text, SVG, HTML) share. */
#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include "cuocc/curve.h"
#include "cuocc/ladder.h"
#include "cuocc/placement.h"
#include "render/style.h"

/* Occupancy over one variable. Pointers are borrowed. */
struct chart {
    const struct report *report; /* device and launch; what varies counts where `marked` is given */
    const char *device;          /* what --device takes for it */
    enum cuocc_variable variable;
    const struct cuocc_curve *curve;
    const struct cuocc_step *steps; /* at least one, neighbours, rising */
    size_t count;
    uint32_t marked; /* the value asked for; CUOCC_NOT_GIVEN: none */
};

/* The most columns and rows of a heat map. */
#define HEAT_COLUMNS_MAX 64
#define HEAT_ROWS_MAX    40

/* An answer in a heat map. */
struct heat_cell {
    uint32_t active_blocks;
    uint32_t active_warps;
    uint32_t limiters;
};

/* Occupancy over two variables, for values that were picked from all. Blocks are given
 * as their threads. */
struct heat {
    const struct report *report;
    const char *device;
    enum cuocc_variable across, down;
    const uint32_t *across_values, *down_values;
    size_t columns, rows;
    const struct heat_cell *cells; /* row by row */
    bool is_thinned;               /* there are more values than are shown */
    uint32_t marked_across, marked_down;
};

/* A row of letters below a chart: what limits where. */
struct chart_lane {
    uint32_t limiters; /* bits; 0: cannot run */
    char letter;
    const char *label;
};

#define CHART_LANE_COUNT 7

/* @return the lanes, in the order in which they are drawn. */
const struct chart_lane *chart_lanes(void);
/* @return whether a step belongs to a lane. */
bool chart_is_in_lane(const struct cuocc_step *step, const struct chart_lane *lane);

/* "registers per thread", its unit, and the option that sets it. */
const char *chart_variable_label(enum cuocc_variable variable);
const char *chart_variable_unit(enum cuocc_variable variable);
const char *chart_variable_option(enum cuocc_variable variable);

/* Values as the axis has them: blocks in threads, whatever their shape. */
uint32_t chart_axis_value(const struct chart *chart, uint32_t value);

/* @return the step that holds a value. */
const struct cuocc_step *chart_step_at(const struct chart *chart, uint32_t value);
double chart_occupancy(const struct chart *chart, const struct cuocc_step *step);

/* @return the index behind the last step with the answer of steps[from], whatever limits it. */
size_t chart_same_answer_end(const struct chart *chart, size_t from);

/* "41..48", "5 blocks/SM, 83.33 %", "registers and shared memory". */
void format_range(char *text, size_t size, uint32_t first, uint32_t last);
void format_answer(char *text, size_t size, uint32_t blocks, double occupancy);
void format_lane_names(char *text, size_t size, uint32_t limiters);

/* The command line that asks for one launch: "occ -d sm_89 -b 256 -r 48". */
void format_command(char *text, size_t size, const char *device, const struct cuocc_launch *launch);

/* Occupancy as one character: 0 to 9 for tenths, '*' for all, '.' for what cannot run. */
char heat_level(const struct heat *heat, const struct heat_cell *cell);

/* --- the forms ------------------------------------------------------------------------------- */

void text_chart(struct out *out, const struct style *style, const struct chart *chart);
void text_heat(struct out *out, const struct style *style, const struct heat *heat);

#endif

/* SPDX-License-Identifier: MIT */
/* The data of charts: curves and maps around the launches of a question. */
#ifndef CLI_CHARTS_H
#define CLI_CHARTS_H

#include "cli/question.h"
#include "render/chart.h"

/* One curve with what it points to. */
struct chart_data {
    struct cuocc_curve curve;
    struct cuocc_step *steps; /* owned */
    struct chart chart;
};

/* A heat map with what it points to. */
struct heat_data {
    uint32_t *across, *down; /* owned, and the cells */
    struct heat_cell *cells;
    struct heat heat;
};

/* What is drawn of one subject: up to three curves, or a map, or, for a page, both. It must
 * not move while it is drawn. */
struct chart_set {
    struct answer answer; /* of the first launch */
    const char *device;   /* what --device takes for it */
    unsigned swept;       /* bits of render/text.h */
    struct chart_data curves[CUOCC_VARIABLE_COUNT];
    size_t curve_count;
    struct heat_data map;
    bool has_map;
};

/* Check that the sweep of a question can be drawn: no more than two variables, blocks of one
 * shape. */
enum cuocc_status charts_check(struct question *q);

/* The charts of a sweep: its one variable, its two; without a sweep the three curves.
 * @param set  Given to charts_free() in any case. */
enum cuocc_status charts_make(struct question *q, size_t subject, struct chart_set *set);

/* The three curves around one launch and, where asked for, block sizes with registers. */
enum cuocc_status charts_make_around(struct question *q, size_t subject, uint64_t index,
                                     bool has_map, struct chart_set *set);
void charts_free(struct chart_set *set);

#endif

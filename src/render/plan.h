/* SPDX-License-Identifier: MIT */
/* Answers to planning questions: targets, suggestions, ladders. Each is a document with rows. */
#ifndef RENDER_PLAN_H
#define RENDER_PLAN_H

#include "cuocc/ladder.h"
#include "cuocc/suggest.h"
#include "cuocc/target.h"
#include "render/json.h"
#include "render/style.h"

enum plan_kind {
    PLAN_TARGET,
    PLAN_SUGGEST,
    PLAN_LADDER,
    PLAN_KIND_COUNT
};

/* What was wanted: blocks, or an occupancy. */
struct plan_wanted {
    uint32_t blocks;  /* 0: an occupancy was */
    double occupancy; /* 0 to 1 */
};

/* One row; the member of its kind is set. */
struct plan_row {
    const struct report *report; /* the launch that it is about, solved */
    const struct cuocc_target *target;
    const struct cuocc_candidate *candidate;
    const struct cuocc_ladder_step *step;
};

/* `launch` in `report` is written where `has_launch`; `wanted` for targets only. */
void json_plan_begin(struct json *json, enum plan_kind kind, const struct report *report,
                     bool has_launch, const struct plan_wanted *wanted);
void json_plan_row(struct json *json, enum plan_kind kind, const struct plan_row *row);
void json_plan_end(struct json *json);

/* The keys of the rows, and behind them whose they are. */
void csv_plan_header(struct out *out, enum plan_kind kind);
void csv_plan_row(struct out *out, enum plan_kind kind, const struct plan_row *row);

/* A target for one launch, in full. */
void text_target(struct out *out, const struct style *style, const struct plan_row *row,
                 const struct plan_wanted *wanted);

/* Tables: a heading, a line for each row, what the marks mean. */
void text_plan_begin(struct out *out, const struct style *style, enum plan_kind kind,
                     const struct report *report, const struct plan_wanted *wanted);
/* `index` counts the rows; `is_marked` is the one asked for. */
void text_plan_row(struct out *out, const struct style *style, enum plan_kind kind,
                   const struct plan_row *row, size_t index, bool is_marked);
void text_plan_end(struct out *out, const struct style *style, enum plan_kind kind,
                   const struct report *report);

#endif

/* SPDX-License-Identifier: MIT */
/* Answers for people. */
#ifndef RENDER_TEXT_H
#define RENDER_TEXT_H

#include "render/style.h"

/* The answer for one launch. */
void text_report(struct out *out, const struct style *style, const struct report *report);

/* Every step of the arithmetic, to stand below it. */
void text_explain(struct out *out, const struct style *style, const struct report *report);

/* @return the product where one was chosen, else the device's name. */
const char *text_device_label(const struct cuocc_device *dev);

/* The first lines of an answer: the device, and the launch as it was understood. */
void text_device_line(struct out *out, const struct style *style, const struct cuocc_device *dev);
void text_launch_lines(struct out *out, const struct style *style, const struct report *report,
                       unsigned swept);

/* What varies in a table of answers: bits of text_launch_lines() and text_sweep. */
#define SWEPT_DEVICE 1U
#define SWEPT_BLOCK  2U
#define SWEPT_REGS   4U
#define SWEPT_SMEM   8U

struct text_sweep {
    struct out *out;
    const struct style *style;
    unsigned swept;
    int device_columns; /* the longest text_device_label(); less where that is too long */
    double best_occupancy;
    bool is_any_marked;
    bool has_bar; /* this and the next: by text_sweep_begin() */
    int limiter_columns;
    struct {
        const struct cuocc_device *first, *last; /* where it applies to a row; NULL: nowhere */
    } notes[CUOCC_NOTE_COUNT];
};

void text_sweep_begin(struct text_sweep *sweep, const struct report *first);
void text_sweep_row(struct text_sweep *sweep, const struct report *report, bool is_asked_for);
/* `last` is the row written last; the devices of all rows must still be there. */
void text_sweep_end(struct text_sweep *sweep, const struct report *last);

/* What goes beyond one kernel on one SM; each needs its member of the report. */
void text_gpu(struct out *out, const struct style *style, const struct report *report);
void text_cluster(struct out *out, const struct style *style, const struct report *report);
void text_pair(struct out *out, const struct style *style, const struct report *report);
void text_latency(struct out *out, const struct style *style, const struct report *report);

/* One paragraph. `where` stands before it: "" or "On sm_90: ". */
void text_report_note(struct out *out, const struct style *style, const struct report *report,
                      enum cuocc_note note, const char *where);

#endif

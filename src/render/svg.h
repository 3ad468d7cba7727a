/* SPDX-License-Identifier: MIT */
/* Charts and pictures as SVG, by themselves or inside a page. */
#ifndef RENDER_SVG_H
#define RENDER_SVG_H

#include "render/chart.h"

/* Everything is this wide, in user units. */
#define SVG_WIDTH 640

/* Text with what XML and HTML would take for markup escaped, also inside quotes; what is no
 * character there becomes U+FFFD. */
void xml_text(struct out *out, const char *text);

/* An out that escapes what goes through it; ended with out_flush(). The text must be UTF-8. */
struct xml_out {
    struct out out;
    char buffer[1024];
};
void xml_out_begin(struct xml_out *xml, struct out *to);

/* The colours and fonts of everything below; light or dark as the reader prefers. */
void svg_style(struct out *out);
/* The patterns, to stand once in a document. */
void svg_patterns(struct out *out);

/* A standalone document. The lines of `heading` are drawn on top.
 * @return where the first thing below may begin */
unsigned svg_heading_height(const char *heading);
void svg_begin(struct out *out, unsigned height, const char *title, const char *heading);
void svg_end(struct out *out);

/* Parts, each a group with its top at `y`, title and description in it. `id` tells several of a
 * document apart. */
unsigned svg_chart_height(const struct chart *chart);
void svg_chart(struct out *out, const struct chart *chart, unsigned y, unsigned id);
unsigned svg_heat_height(const struct heat *heat);
void svg_heat(struct out *out, const struct heat *heat, unsigned y, unsigned id);
unsigned svg_picture_height(const struct report *report);
void svg_picture(struct out *out, const struct report *report, unsigned y, unsigned id);

/* Pieces of the parts. */

/* Digits of the labels of an axis are at most this wide. */
#define SVG_DIGIT_WIDTH 7.2

/* Places taken by the labels of an axis. */
struct svg_labels {
    double from[64], to[64];
    size_t count;
};

/* @return whether there was room; then it is taken. */
bool svg_take_place(struct svg_labels *labels, double from, double to);

void svg_group_begin(struct out *out, unsigned y, unsigned id, const char *class_name,
                     const char *title);
void svg_desc_begin(struct out *out, unsigned id);
void svg_desc_end(struct out *out);
SUPPORT_PRINTF(5, 6)
void svg_text(struct out *out, double x, double y, const char *attributes, const char *format, ...);

#endif

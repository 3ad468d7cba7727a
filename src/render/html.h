/* SPDX-License-Identifier: MIT */
/* Answers as one page that needs nothing else, written from top to bottom. */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include "render/picture.h"
#include "render/svg.h"

struct html {
    struct out *out;
    unsigned next_id; /* of the parts of all charts */
};

/* The head, and the heading: what the page is about. */
void html_begin(struct html *html, struct out *out, const char *title);
void html_end(struct html *html);

/* The table of all answers; a row without details has no link to them. Reports whose answer is
 * not known show their facts. */
void html_table_begin(struct html *html);
void html_table_row(struct html *html, const struct report *report, size_t index, bool has_details);
void html_table_end(struct html *html, const char *note);

/* The details of one answer: a section, with these in it in this order. */
void html_section_begin(struct html *html, const struct report *report, size_t index,
                        const char *device);
void html_charts_begin(struct html *html);
void html_chart(struct html *html, const struct chart *chart);
void html_picture(struct html *html, const struct report *report);
void html_heat(struct html *html, const struct heat *heat);
void html_charts_end(struct html *html);
void html_ladder_begin(struct html *html);
void html_ladder_row(struct html *html, const struct report *report,
                     const struct cuocc_ladder_step *step);
void html_ladder_end(struct html *html);
void html_section_end(struct html *html, const struct report *report);

/* The parts of every page that never change. */
extern const char html_style[];
extern const char html_script[];

#endif

/* SPDX-License-Identifier: MIT */
/* How text looks: width, colour, characters, and the phrases that recur. */
#ifndef RENDER_STYLE_H
#define RENDER_STYLE_H

#include "render/report.h"

struct style {
    bool has_colour;
    bool is_ascii;
    unsigned width; /* columns */
};

enum ink {
    INK_PLAIN,
    INK_BOLD,
    INK_LIMIT, /* what stops the next block */
    INK_GOOD,
    INK_DIM
};

/* Switch colour; nothing is written without colour. */
void style_ink(struct out *out, const struct style *style, enum ink ink);

/* A bar of `width` cells in brackets, filled to `share` of 1. */
void style_bar(struct out *out, const struct style *style, double share, unsigned width);

/* A paragraph: words are put on lines of the style's width, each line after the
 * first indented by `indent` columns. */
struct paragraph {
    struct out *out;
    unsigned width;
    unsigned indent;
    unsigned column;
    /* The last word is kept until it is known to be whole. */
    char word[128];
    unsigned word_length;  /* bytes */
    unsigned word_columns; /* characters */
    bool is_open;          /* the next word continues it */
    bool is_continued;     /* its beginning was too long to be kept */
};

/* `column` is where the caller already stands. */
void paragraph_begin(struct paragraph *par, struct out *out, const struct style *style,
                     unsigned indent, unsigned column);
/* Words are separated by single spaces; a non-breaking space is written as '~'. */
void paragraph_text(struct paragraph *par, const char *text);
/* The same; what is longer than 1023 bytes is cut. */
SUPPORT_PRINTF(2, 3) void paragraph_add(struct paragraph *par, const char *format, ...);
/* "1 block", "5 blocks": one word. */
void paragraph_count(struct paragraph *par, uint64_t count, const char *unit);
/* "16384 B (16 KiB)", one word; 16000 B are 15.62 KiB. */
void paragraph_bytes(struct paragraph *par, uint64_t bytes);
/* Put text before the next word, without a space between: a bracket. */
void paragraph_open(struct paragraph *par, const char *text);
/* Put text behind the last word, without a space: a comma. */
void paragraph_glue(struct paragraph *par, const char *text);
/* Switch colour behind the last word. */
void paragraph_ink(struct paragraph *par, const struct style *style, enum ink ink);
void paragraph_end(struct paragraph *par);

/* A labelled paragraph: "  Room    ..."; the caller adds words and ends it. */
void text_fact(struct paragraph *par, struct out *out, const struct style *style,
               const char *label);

/* "83.33", as many decimals as it has, at most two. */
void format_percent(char *text, size_t size, double share);

#endif

/* SPDX-License-Identifier: MIT */
/* How text looks. */
#include "render/style.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support/utf8.h"

/* Longer lines are hard to read, however wide the terminal is. */
#define PARAGRAPH_COLUMNS 100

void style_ink(struct out *out, const struct style *style, enum ink ink)
{
    static const char *const codes[] = {
        [INK_PLAIN] = "\033[0m", [INK_BOLD] = "\033[1m", [INK_LIMIT] = "\033[1;33m",
        [INK_GOOD] = "\033[32m", [INK_DIM] = "\033[2m",
    };

    if (style->has_colour)
        out_text(out, codes[ink]);
}

void style_bar(struct out *out, const struct style *style, double share, unsigned width)
{
    unsigned filled = (unsigned)(share * width + 0.5);

    out_char(out, '[');
    style_ink(out, style, INK_GOOD);
    for (unsigned i = 0; i < width; i++) {
        if (i == filled)
            style_ink(out, style, INK_DIM);
        if (style->is_ascii)
            out_char(out, i < filled ? '#' : '-');
        else
            out_text(out, i < filled ? "\u2588" : "\u2591");
    }
    style_ink(out, style, INK_PLAIN);
    out_char(out, ']');
}

void paragraph_begin(struct paragraph *par, struct out *out, const struct style *style,
                     unsigned indent, unsigned column)
{
    *par = (struct paragraph){.out = out,
                              .width = style->width < PARAGRAPH_COLUMNS ? style->width
                                                                        : PARAGRAPH_COLUMNS,
                              .indent = indent,
                              .column = column};
}

static void add_word(struct paragraph *par, char *word)
{
    unsigned columns = (unsigned)utf8_count(word);
    bool is_first = par->column <= par->indent;

    for (char *c = strchr(word, '~'); c != NULL; c = strchr(c, '~'))
        *c = ' ';
    if (!is_first && par->column + 1 + columns > par->width) {
        out_char(par->out, '\n');
        par->column = 0;
        is_first = true;
    }
    if (is_first) {
        out_repeat(par->out, ' ', par->indent - par->column);
        par->column = par->indent;
    } else {
        out_char(par->out, ' ');
        par->column++;
    }
    out_text(par->out, word);
    par->column += columns;
}

void paragraph_add(struct paragraph *par, const char *format, ...)
{
    char text[1024];
    char *rest = text;
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    while (*rest != '\0') {
        char *word = rest;

        rest += strcspn(rest, " ");
        if (*rest == ' ')
            *rest++ = '\0';
        if (*word != '\0')
            add_word(par, word);
    }
}

void paragraph_glue(struct paragraph *par, const char *text)
{
    out_text(par->out, text);
    par->column += (unsigned)utf8_count(text);
}

void paragraph_end(struct paragraph *par)
{
    out_char(par->out, '\n');
}

/* At most two decimals, without zeros at the end. */
static void format_short(char *text, size_t size, double value)
{
    size_t length;

    (void)snprintf(text, size, "%.2f", value);
    length = strlen(text);
    while (length > 0 && text[length - 1] == '0')
        text[--length] = '\0';
    if (length > 0 && text[length - 1] == '.')
        text[--length] = '\0';
}

void format_bytes(char *text, size_t size, uint64_t bytes)
{
    char kib[32];

    if (bytes < 1024) {
        (void)snprintf(text, size, "%llu~B", (unsigned long long)bytes);
        return;
    }
    format_short(kib, sizeof(kib), (double)bytes / 1024);
    (void)snprintf(text, size, "%llu~B~(%s~KiB)", (unsigned long long)bytes, kib);
}

void format_percent(char *text, size_t size, double share)
{
    format_short(text, size, share * 100);
}

#define FACT_COLUMNS 12 /* two spaces, the label, spaces: "  Room      " */

void text_fact(struct paragraph *par, struct out *out, const struct style *style, const char *label)
{
    style_ink(out, style, INK_BOLD);
    out_text(out, "  ");
    out_left(out, label, FACT_COLUMNS - 2);
    style_ink(out, style, INK_PLAIN);
    paragraph_begin(par, out, style, FACT_COLUMNS, FACT_COLUMNS);
}

/* SPDX-License-Identifier: MIT */
/* How text looks. */
#include "render/style.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support/digits.h"
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

/* Write the last word, if there is one, on the next line if it is too long for this one. */
static void place_word(struct paragraph *par)
{
    bool is_first = par->column <= par->indent;

    if (par->word_length == 0)
        return;
    if (!par->is_continued && !is_first && par->column + 1 + par->word_columns > par->width) {
        out_char(par->out, '\n');
        par->column = 0;
        is_first = true;
    }
    if (!par->is_continued && is_first) {
        out_blanks(par->out, par->indent - par->column);
        par->column = par->indent;
    } else if (!par->is_continued) {
        out_char(par->out, ' ');
        par->column++;
    }
    out_bytes(par->out, par->word, par->word_length);
    par->column += par->word_columns;
    par->word_length = par->word_columns = 0;
}

/* What comes now is a new word, unless it was opened. */
static void begin_word(struct paragraph *par)
{
    if (!par->is_open)
        place_word(par);
    par->is_open = par->is_continued = false;
}

static void end_word(struct paragraph *par, const char *end, unsigned columns)
{
    par->word_length = (unsigned)(end - par->word);
    par->word_columns = columns;
}

/* @return its bytes, one for what is no character. */
static size_t copy_character(char *to, const char *text)
{
    size_t length = utf8_length(text);

    memcpy(to, text, length > 0 ? length : 1);
    return length > 0 ? length : 1;
}

/* Add a text up to its first space. @return what is left of it */
static const char *add_to_word(struct paragraph *par, const char *text)
{
    const char *last = par->word + sizeof(par->word) - UTF8_LENGTH_MAX;
    char *to = par->word + par->word_length;
    unsigned columns = par->word_columns;
    char c;

    for (; (c = *text) != ' ' && c != '\0'; columns++) {
        size_t length = 1;

        if (to > last) { /* longer than any line */
            end_word(par, to, columns);
            place_word(par);
            par->is_continued = true;
            to = par->word;
            columns = 0;
        }
        if ((unsigned char)c < 0x80)
            *to = c == '~' ? ' ' : c;
        else
            length = copy_character(to, text);
        to += length;
        text += length;
    }
    end_word(par, to, columns);
    return text;
}

void paragraph_text(struct paragraph *par, const char *text)
{
    while (*text != '\0') {
        if (*text == ' ') {
            text++;
            continue;
        }
        begin_word(par);
        text = add_to_word(par, text);
    }
}

void paragraph_add(struct paragraph *par, const char *format, ...)
{
    char text[1024];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    paragraph_text(par, text);
}

void paragraph_count(struct paragraph *par, uint64_t count, const char *unit)
{
    char digits[DIGITS_MAX + 1];

    digits[DIGITS_MAX] = '\0';
    begin_word(par);
    (void)add_to_word(par, digits_before(digits + DIGITS_MAX, count));
    (void)add_to_word(par, "~");
    (void)add_to_word(par, unit);
    if (count != 1)
        (void)add_to_word(par, "s");
}

static char *text_before(char *end, const char *text)
{
    size_t length = strlen(text);

    return (char *)memcpy(end - length, text, length);
}

/* At most two decimals, without zeros at the end. A half goes to the even number, as in printf().
 */
static char *kib_before(char *end, uint64_t bytes)
{
    uint64_t rest = bytes % 1024 * 100;
    uint64_t hundredths = rest / 1024;

    if (rest % 1024 + hundredths % 2 > 512)
        hundredths++;
    if (hundredths % 10 != 0)
        *--end = (char)('0' + hundredths % 10);
    if (hundredths % 100 != 0) {
        *--end = (char)('0' + hundredths / 10);
        *--end = '.';
    }
    return digits_before(end, bytes / 1024 + hundredths / 100);
}

void paragraph_bytes(struct paragraph *par, uint64_t bytes)
{
    char word[sizeof("~B~(.00~KiB)") + DIGITS_MAX + DIGITS_MAX];
    char *at = word + sizeof(word) - 1;

    *at = '\0';
    if (bytes >= 1024) {
        at = kib_before(text_before(at, "~KiB)"), bytes);
        at = text_before(at, "~(");
    }
    at = digits_before(text_before(at, "~B"), bytes);
    paragraph_text(par, at);
}

void paragraph_open(struct paragraph *par, const char *text)
{
    begin_word(par);
    (void)add_to_word(par, text);
    par->is_open = true;
}

void paragraph_glue(struct paragraph *par, const char *text)
{
    (void)add_to_word(par, text);
}

void paragraph_ink(struct paragraph *par, const struct style *style, enum ink ink)
{
    place_word(par);
    style_ink(par->out, style, ink);
}

void paragraph_end(struct paragraph *par)
{
    place_word(par);
    out_char(par->out, '\n');
}

void format_percent(char *text, size_t size, double share)
{
    size_t length;

    if (share == 1 && size >= sizeof("100")) { /* most occupancies that are wished for */
        (void)memcpy(text, "100", sizeof("100"));
        return;
    }
    (void)snprintf(text, size, "%.2f", share * 100);
    length = strlen(text);
    while (length > 0 && text[length - 1] == '0')
        text[--length] = '\0';
    if (length > 0 && text[length - 1] == '.')
        text[--length] = '\0';
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

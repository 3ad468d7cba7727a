/* SPDX-License-Identifier: MIT */
/* Buffered output with a remembered failure. */
#include "support/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/digits.h"

void out_flush(struct out *out)
{
    if (out->used > 0 && !out->has_failed && !out->flush(out->ctx, out->bytes, out->used))
        out->has_failed = true;
    out->used = 0;
}

void out_bytes_slowly(struct out *out, const char *bytes, size_t count)
{
    while (count > 0) {
        size_t room = out->size - out->used;
        size_t part = count < room ? count : room;

        memcpy(out->bytes + out->used, bytes, part);
        out->used += part;
        bytes += part;
        count -= part;
        if (out->used == out->size)
            out_flush(out);
    }
}

void out_blanks(struct out *out, size_t count)
{
    static const char blanks[] = "                                ";

    for (size_t part; count > 0; count -= part) {
        part = count < sizeof(blanks) - 1 ? count : sizeof(blanks) - 1;
        out_bytes(out, blanks, part);
    }
}

static void fill(struct out *out, size_t used, unsigned width)
{
    if (used < width)
        out_blanks(out, width - used);
}

void out_left(struct out *out, const char *text, unsigned width)
{
    size_t length = strlen(text);

    out_bytes(out, text, length);
    fill(out, length, width);
}

void out_right(struct out *out, const char *text, unsigned width)
{
    size_t length = strlen(text);

    fill(out, length, width);
    out_bytes(out, text, length);
}

void out_u64(struct out *out, uint64_t value)
{
    /* Twice as long as the longest number: where there is room, as much is copied as makes the
     * copy a few instructions of fixed length, and what is too much is written over. */
    char digits[2 * DIGITS_MAX];
    char *end = digits + DIGITS_MAX;
    const char *first;
    size_t length;

    if (value < 10) { /* most blocks and warps */
        out_char(out, (char)('0' + value));
        return;
    }
    first = digits_before(end, value);
    length = (size_t)(end - first);
    if (out->size - out->used <= DIGITS_MAX) {
        out_bytes(out, first, length);
        return;
    }
    memcpy(out->bytes + out->used, first, DIGITS_MAX);
    out->used += length;
}

void out_text_u64(struct out *out, const char *text, uint64_t value)
{
    out_text(out, text);
    out_u64(out, value);
}

void out_right_u64(struct out *out, uint64_t value, unsigned width)
{
    char digits[DIGITS_MAX];
    char *end = digits + DIGITS_MAX;
    const char *first = digits_before(end, value);

    fill(out, (size_t)(end - first), width);
    out_bytes(out, first, (size_t)(end - first));
}

/* From here on %.15g writes an exponent. */
#define WHOLE_PLAIN 1e15

static size_t write_shortest(char *text, size_t size, double value)
{
    int length = 0;

    /* 15 digits always survive the way there and back; 17 always name one double. */
    for (int digits = 15; digits <= 17; digits++) {
        length = snprintf(text, size, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return length > 0 ? (size_t)length : 0;
}

/* By the bits: 0 and -0 are equal and written differently. */
static bool is_kept(const struct out_known_real *known, double value)
{
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    return known->length > 0 && memcmp(&known->value, &value, sizeof(value)) == 0;
}

/* Where a number is remembered, or the place to remember it. The high bits of a product mix all of
 * its own (Knuth's multiplicative hashing, 2^64 divided by the golden ratio); numbers that meet
 * there find another place nearby. */
static struct out_known_real *place_of(struct out *out, double value)
{
    uint64_t bits;
    size_t first;

    memcpy(&bits, &value, sizeof(bits));
    first = bits * 0x9e3779b97f4a7c15U >> (64 - OUT_KNOWN_REALS_LOG2);
    for (size_t i = 0; i < 4; i++) {
        struct out_known_real *known = &out->known_reals[(first + i) % OUT_KNOWN_REALS];

        if (known->length == 0 || is_kept(known, value))
            return known;
    }
    return &out->known_reals[first];
}

void out_real(struct out *out, double value)
{
    struct out_known_real *known;
    char text[32];
    size_t length;

    if (value >= 1 && value < WHOLE_PLAIN && (double)(uint64_t)value == value) {
        out_u64(out, (uint64_t)value);
        return;
    }
    known = place_of(out, value);
    if (is_kept(known, value)) {
        out_bytes(out, known->text, known->length);
        return;
    }
    length = write_shortest(text, sizeof(text), value);
    out_bytes(out, text, length);
    if (length > sizeof(known->text))
        return;
    known->value = value;
    known->length = (uint8_t)length;
    memcpy(known->text, text, length);
}

void out_printf(struct out *out, const char *format, ...)
{
    char text[1024];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    out_text(out, text);
}

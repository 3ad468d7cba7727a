/* SPDX-License-Identifier: MIT */
/* Buffered output with a remembered failure. */
#include "support/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void out_flush(struct out *out)
{
    if (out->used > 0 && !out->has_failed && !out->flush(out->ctx, out->bytes, out->used))
        out->has_failed = true;
    out->used = 0;
}

void out_bytes(struct out *out, const char *bytes, size_t count)
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

void out_text(struct out *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

void out_char(struct out *out, char c)
{
    out_bytes(out, &c, 1);
}

void out_repeat(struct out *out, char c, unsigned count)
{
    while (count-- > 0)
        out_char(out, c);
}

void out_u64(struct out *out, uint64_t value)
{
    char digits[20];
    size_t at = sizeof(digits);

    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    out_bytes(out, digits + at, sizeof(digits) - at);
}

void out_real(struct out *out, double value)
{
    char text[32];

    /* 15 digits always survive the way there and back; 17 always name one double. */
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(text, sizeof(text), "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    out_text(out, text);
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

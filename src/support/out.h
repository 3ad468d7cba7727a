/* SPDX-License-Identifier: MIT */
/*
 * Where output is written: a buffer with a place to flush it to.
 *
 * A failed write is remembered, later ones are dropped, and whoever finishes
 * the output asks once. Renderers thereby need no error path of their own.
 */
#ifndef SUPPORT_OUT_H
#define SUPPORT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include "cuocc/status.h"
#include "support/error.h"

/* A number that was written before: finding its shortest decimal costs a microsecond, and
 * tables repeat few numbers. */
struct out_known_real {
    double value;
    char text[23];  /* as out_real() writes it */
    uint8_t length; /* 0: nothing is known here */
};

enum {
    OUT_KNOWN_REALS_LOG2 = 8,
    OUT_KNOWN_REALS = 1 << OUT_KNOWN_REALS_LOG2
};

struct out {
    char *bytes; /* `size` bytes, of which `used` wait to be flushed */
    size_t size;
    size_t used;
    /* @return false if the bytes could not be written. */
    bool (*flush)(void *ctx, const char *bytes, size_t count);
    void *ctx;
    bool has_failed;
    struct out_known_real known_reals[OUT_KNOWN_REALS];
};

void out_flush(struct out *out);

/* out_bytes() where the buffer may become full. */
void out_bytes_slowly(struct out *out, const char *bytes, size_t count);

static inline void out_bytes(struct out *out, const char *bytes, size_t count)
{
    if (count >= out->size - out->used) {
        out_bytes_slowly(out, bytes, count);
        return;
    }
    memcpy(out->bytes + out->used, bytes, count);
    out->used += count;
}

static inline void out_text(struct out *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

static inline void out_char(struct out *out, char c)
{
    if (out->size - out->used > 1)
        out->bytes[out->used++] = c;
    else
        out_bytes_slowly(out, &c, 1);
}

void out_blanks(struct out *out, size_t count);
/* A text in a column of `width` bytes, to the left or right; what is longer is not cut. */
void out_left(struct out *out, const char *text, unsigned width);
void out_right(struct out *out, const char *text, unsigned width);
void out_u64(struct out *out, uint64_t value);
/* A text and a number behind it, as in " of " 48. */
void out_text_u64(struct out *out, const char *text, uint64_t value);
void out_right_u64(struct out *out, uint64_t value, unsigned width);
/* The shortest decimal that reads back as the same double. */
void out_real(struct out *out, double value);
/* For short texts: what does not fit 1024 bytes is cut. */
SUPPORT_PRINTF(2, 3) void out_printf(struct out *out, const char *format, ...);

#endif

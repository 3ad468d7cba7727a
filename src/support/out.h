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

#include "cuocc/status.h"
#include "support/error.h"

struct out {
    char *bytes; /* `size` bytes, of which `used` wait to be flushed */
    size_t size;
    size_t used;
    /* @return false if the bytes could not be written. */
    bool (*flush)(void *ctx, const char *bytes, size_t count);
    void *ctx;
    bool has_failed;
};

void out_flush(struct out *out);
void out_bytes(struct out *out, const char *bytes, size_t count);
void out_text(struct out *out, const char *text);
void out_char(struct out *out, char c);
void out_repeat(struct out *out, char c, unsigned count);
void out_u64(struct out *out, uint64_t value);
/* The shortest decimal that reads back as the same double. */
void out_real(struct out *out, double value);
/* For short texts: what does not fit 1024 bytes is cut. */
SUPPORT_PRINTF(2, 3) void out_printf(struct out *out, const char *format, ...);

#endif

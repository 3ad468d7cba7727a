/* SPDX-License-Identifier: MIT */
/* Output that tests can read back. */
#ifndef TESTS_TEXT_SINK_H
#define TESTS_TEXT_SINK_H

#include <string.h>

#include "support/out.h"

struct text_sink {
    struct out out;
    char bytes[8192];
};

static bool text_sink_is_full(void *ctx, const char *bytes, size_t count)
{
    (void)ctx;
    (void)bytes;
    (void)count;
    return false;
}

static inline void text_sink_begin(struct text_sink *sink)
{
    *sink =
        (struct text_sink){.out = {.size = sizeof(sink->bytes) - 1, .flush = text_sink_is_full}};
    sink->out.bytes = sink->bytes;
}

/* @return what was written so far. */
static inline const char *text_sink_end(struct text_sink *sink)
{
    sink->bytes[sink->out.used] = '\0';
    return sink->bytes;
}

#endif

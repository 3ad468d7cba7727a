/* SPDX-License-Identifier: MIT */
/* Errors and notes of the binary readers: the image's name and the offset in it. */
#include "input/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_TEXT = 512,
    MAX_NAME = 200
};

void report_where(char where[static REPORT_WHERE_SIZE], const struct reader_input *in,
                  uint64_t offset)
{
    size_t length = strlen(in->name);
    bool is_long = length > MAX_NAME;

    (void)snprintf(where, REPORT_WHERE_SIZE, "%s%s: offset 0x%" PRIx64, is_long ? "..." : "",
                   in->name + (is_long ? length - MAX_NAME : 0), offset);
}

enum cuocc_status report_damage(struct cuocc_error *error, const struct reader_input *in,
                                uint64_t offset, const char *format, ...)
{
    char where[REPORT_WHERE_SIZE];
    char text[MAX_TEXT];
    va_list args;

    report_where(where, in, offset);
    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    return cuocc_error_set(error, CUOCC_ERR_SYNTAX, where, "%s", text);
}

void report_note(const struct cuocc_kernel_sink *sink, const struct reader_input *in,
                 uint64_t offset, const char *format, ...)
{
    char where[REPORT_WHERE_SIZE];
    char text[MAX_TEXT];
    va_list args;

    if (sink->note == NULL)
        return;
    report_where(where, in, offset);
    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    sink->note(sink->ctx, where, text);
}

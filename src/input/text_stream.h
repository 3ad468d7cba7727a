/* SPDX-License-Identifier: MIT */
/**
 * Bytes in pieces of any size, to lines, to every text reader.
 *
 * A text may hold several formats one after the other, a build and then a
 * profile: each reader picks its own lines. Memory does not depend on the length
 * of the text. UTF-8 with or without a byte order mark, and UTF-16 with one (what
 * PowerShell writes); LF and CRLF; terminal control sequences are taken out.
 */
#ifndef INPUT_TEXT_STREAM_H
#define INPUT_TEXT_STREAM_H

#include "cuocc/kernel.h"

struct text_stream;

/** @return NULL if there is no memory. All arguments outlive the stream. */
struct text_stream *text_stream_begin(const char *name, const struct cuocc_kernel_sink *sink,
                                      struct cuocc_error *error);

/** After anything but CUOCC_OK only text_stream_destroy() may follow. */
enum cuocc_status text_stream_feed(struct text_stream *stream, const uint8_t *bytes, size_t size);

/** @return CUOCC_ERR_SYNTAX if no line was of a known format, CUOCC_ERR_NOT_FOUND if some
 *          were and there was no kernel. */
enum cuocc_status text_stream_end(struct text_stream *stream);

/** NULL is allowed. */
void text_stream_destroy(struct text_stream *stream);

#endif

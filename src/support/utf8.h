/* SPDX-License-Identifier: MIT */
/* Telling text from bytes that only look like it. */
#ifndef SUPPORT_UTF8_H
#define SUPPORT_UTF8_H

#include <stddef.h>

/* Bytes of the longest character. */
#define UTF8_LENGTH_MAX 4

/* @return the bytes of the UTF-8 character at `text`, 0 if there is none; reads no further
 *         than a NUL. */
size_t utf8_length(const char *text);

/* @return the characters of a text: its width where none is wide. */
size_t utf8_count(const char *text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * JSON as a stream: nothing is kept, so an array of any length costs no memory.
 *
 * Containers opened with json_open() put each member on a line of its own,
 * those opened with json_open_inline() stay on one line.
 */
#ifndef RENDER_JSON_WRITER_H
#define RENDER_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "support/out.h"

/* Containers nested deeper than this are a programming error. */
#define JSON_DEPTH_MAX 16

struct json {
    struct out *out;
    unsigned depth;
    unsigned inline_from; /* depth from which everything stays on one line; 0: nowhere */
    bool has_member[JSON_DEPTH_MAX];
    bool is_compact; /* no white space at all */
};

void json_begin(struct json *json, struct out *out, bool is_compact);

/* `key` is a word that needs no escapes, NULL inside an array; `bracket` is '{' or '['. */
void json_open(struct json *json, const char *key, char bracket);
void json_open_inline(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);

void json_null(struct json *json, const char *key);
void json_bool(struct json *json, const char *key, bool value);
void json_u64(struct json *json, const char *key, uint64_t value);
void json_int(struct json *json, const char *key, int64_t value);
void json_real(struct json *json, const char *key, double value);
/* A number as somebody wrote it in JSON. */
void json_number(struct json *json, const char *key, const char *text, size_t size);
/* NULL becomes null. Bytes that are not UTF-8 become U+FFFD. */
void json_text(struct json *json, const char *key, const char *value);
/* CUOCC_NOT_GIVEN becomes null. */
void json_count(struct json *json, const char *key, uint32_t value);

#endif

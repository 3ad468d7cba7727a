/* SPDX-License-Identifier: MIT */
/* JSON as a stream. */
#include "render/json_writer.h"

#include <assert.h>

#include "cuocc/api.h"
#include "support/utf8.h"

void json_begin(struct json *json, struct out *out, bool is_compact)
{
    *json = (struct json){.out = out, .is_compact = is_compact};
}

static bool is_inline(const struct json *json)
{
    return json->inline_from > 0 && json->depth >= json->inline_from;
}

static void new_line(struct json *json)
{
    out_char(json->out, '\n');
    out_blanks(json->out, (size_t)2 * json->depth);
}

/* @return how many bytes from `text` on stand for themselves: nearly always all of them. */
static size_t plain_length(const char *text)
{
    size_t length = 0;

    while (text[length] >= ' ' && text[length] < 0x7f && text[length] != '"' &&
           text[length] != '\\')
        length++;
    return length;
}

/* One character that does not; @return its bytes. */
static size_t write_character(struct out *out, const char *text)
{
    size_t length = utf8_length(text);
    unsigned char c = (unsigned char)*text;

    if (length == 0)
        out_text(out, "\xef\xbf\xbd");
    else if (c == '"' || c == '\\')
        out_printf(out, "\\%c", c);
    else if (c < 0x20 || c == 0x7f)
        out_printf(out, "\\u%04x", c);
    else
        out_bytes(out, text, length);
    return length > 0 ? length : 1;
}

static void write_string(struct json *json, const char *text)
{
    struct out *out = json->out;

    out_char(out, '"');
    for (;;) {
        size_t length = plain_length(text);

        out_bytes(out, text, length);
        text += length;
        if (*text == '\0')
            break;
        text += write_character(out, text);
    }
    out_char(out, '"');
}

/* Comma, line and key: all that stands before a value. */
static void before_value(struct json *json, const char *key)
{
    if (json->depth > 0) {
        if (json->has_member[json->depth - 1])
            out_bytes(json->out, ", ", is_inline(json) && !json->is_compact ? 2 : 1);
        json->has_member[json->depth - 1] = true;
        if (!is_inline(json) && !json->is_compact)
            new_line(json);
    }
    if (key != NULL) {
        out_char(json->out, '"');
        out_text(json->out, key);
        out_bytes(json->out, "\": ", json->is_compact ? 2 : 3);
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    assert(json->depth < JSON_DEPTH_MAX);
    before_value(json, key);
    out_char(json->out, bracket);
    json->has_member[json->depth++] = false;
}

void json_open_inline(struct json *json, const char *key, char bracket)
{
    json_open(json, key, bracket);
    if (json->inline_from == 0)
        json->inline_from = json->depth;
}

void json_close(struct json *json, char bracket)
{
    bool was_inline = is_inline(json);

    assert(json->depth > 0);
    if (json->inline_from == json->depth)
        json->inline_from = 0;
    json->depth--;
    if (!was_inline && !json->is_compact && json->has_member[json->depth])
        new_line(json);
    out_char(json->out, bracket);
    if (json->depth == 0)
        out_char(json->out, '\n');
}

void json_null(struct json *json, const char *key)
{
    before_value(json, key);
    out_bytes(json->out, "null", 4);
}

void json_bool(struct json *json, const char *key, bool value)
{
    before_value(json, key);
    out_text(json->out, value ? "true" : "false");
}

void json_u64(struct json *json, const char *key, uint64_t value)
{
    before_value(json, key);
    out_u64(json->out, value);
}

void json_int(struct json *json, const char *key, int64_t value)
{
    before_value(json, key);
    if (value < 0)
        out_char(json->out, '-');
    out_u64(json->out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void json_real(struct json *json, const char *key, double value)
{
    before_value(json, key);
    out_real(json->out, value);
}

void json_number(struct json *json, const char *key, const char *text, size_t size)
{
    before_value(json, key);
    out_bytes(json->out, text, size);
}

void json_text(struct json *json, const char *key, const char *value)
{
    before_value(json, key);
    if (value == NULL)
        out_text(json->out, "null");
    else
        write_string(json, value);
}

void json_count(struct json *json, const char *key, uint32_t value)
{
    if (value == CUOCC_NOT_GIVEN)
        json_null(json, key);
    else
        json_u64(json, key, value);
}

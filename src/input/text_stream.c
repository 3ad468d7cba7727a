/* SPDX-License-Identifier: MIT */
/* Bytes in pieces of any size, to lines, to every text reader. */
#include "input/text_stream.h"

#include <stdlib.h>
#include <string.h>

#include "input/text_reader.h"

enum {
    /* Mangled names of template kernels reach some ten thousand characters. */
    LONGEST_LINE = 1 << 20,
    FIRST_LINE_ROOM = 4096,
    UTF16_PIECE = 1024,
    ESCAPE = 0x1b,
    BELL = 0x07,
};

static const struct text_reader *const readers[] = {
    &ptxas_reader,
    &resusage_reader,
    &ncu_csv_reader,
    &ncu_text_reader,
};

enum {
    READER_COUNT = sizeof(readers) / sizeof(readers[0]),
};

enum encoding {
    ENCODING_UNKNOWN, /* the first bytes have not come yet */
    ENCODING_BYTES,
    ENCODING_UTF16_LITTLE,
    ENCODING_UTF16_BIG,
};

struct text_stream {
    struct text_out out;
    void *states[READER_COUNT];
    enum encoding encoding;
    uint8_t head[3]; /* while the encoding is unknown */
    size_t head_size;
    uint8_t utf16_byte; /* the first of a pair whose second has not come */
    bool has_utf16_byte;
    uint32_t high_surrogate;
    char *line; /* the start of a line whose end has not come */
    size_t line_length;
    size_t line_room;
    char *clean; /* a line without control sequences */
    size_t clean_room;
    bool is_too_long;
    uint64_t line_number; /* of the line that is being read */
};

/* --- one line --- */

/* The length of the control sequence at `at`, which holds an escape. */
static size_t sequence_length(struct span at)
{
    size_t length = 2;

    if (at.length < 2)
        return at.length;
    if (at.at[1] == '[') { /* parameters, then one letter */
        while (length < at.length && at.at[length] >= 0x20 && at.at[length] < 0x40)
            length++;
        return length < at.length ? length + 1 : length;
    }
    if (at.at[1] != ']') /* not a title or link either: two characters */
        return length;
    while (length < at.length && at.at[length] != BELL && at.at[length] != ESCAPE)
        length++;
    if (length < at.length && at.at[length] == ESCAPE)
        length++;
    return length < at.length ? length + 1 : length;
}

static bool make_room(char **buffer, size_t *room, size_t needed)
{
    size_t larger = *room > 0 ? *room : FIRST_LINE_ROOM;
    char *moved;

    if (needed <= *room)
        return true;
    while (larger < needed)
        larger *= 2;
    moved = realloc(*buffer, larger);
    if (moved == NULL)
        return false;
    *buffer = moved;
    *room = larger;
    return true;
}

static bool clean_line(struct text_stream *stream, struct span *line)
{
    struct span rest = *line;
    size_t length = 0;

    if (line->length == 0 || memchr(line->at, ESCAPE, line->length) == NULL)
        return true;
    if (!make_room(&stream->clean, &stream->clean_room, line->length))
        return false;
    while (rest.length > 0) {
        size_t skip = rest.at[0] == ESCAPE ? sequence_length(rest) : 0;

        if (skip == 0) {
            stream->clean[length++] = rest.at[0];
            skip = 1;
        }
        rest.at += skip;
        rest.length -= skip;
    }
    *line = (struct span){stream->clean, length};
    return true;
}

static void note_line(struct text_stream *stream, const char *text)
{
    struct message message = {.length = 0};

    message_add(&message, text);
    text_note(&stream->out, stream->line_number, &message);
}

static enum cuocc_status emit_line(struct text_stream *stream, struct span text, bool is_last)
{
    struct text_line line = {.number = stream->line_number, .is_last_unended = is_last};
    enum cuocc_status status = CUOCC_OK;

    if (stream->is_too_long) {
        stream->is_too_long = false;
        note_line(stream, "a line of more than 1 MiB, left out");
        return CUOCC_OK;
    }
    if (text.length > 0 && memchr(text.at, '\0', text.length) != NULL) {
        note_line(stream, "a line with NUL bytes, left out");
        return CUOCC_OK;
    }
    if (!clean_line(stream, &text))
        return text_fail_memory(&stream->out);
    while (text.length > 0 && text.at[text.length - 1] == '\r')
        text.length--;
    line.text = text;
    for (size_t i = 0; i < READER_COUNT && status == CUOCC_OK; i++)
        status = readers[i]->line(stream->states[i], &line);
    return status;
}

/* --- bytes to lines --- */

static enum cuocc_status keep(struct text_stream *stream, const char *bytes, size_t size)
{
    if (stream->is_too_long || size > LONGEST_LINE - stream->line_length) {
        stream->is_too_long = true;
        stream->line_length = 0;
        return CUOCC_OK;
    }
    if (!make_room(&stream->line, &stream->line_room, stream->line_length + size))
        return text_fail_memory(&stream->out);
    if (size > 0)
        memcpy(stream->line + stream->line_length, bytes, size);
    stream->line_length += size;
    return CUOCC_OK;
}

static enum cuocc_status end_line(struct text_stream *stream, const char *bytes, size_t size)
{
    struct span text = {bytes, size};
    enum cuocc_status status = CUOCC_OK;

    if (stream->line_length > 0 || stream->is_too_long || size > LONGEST_LINE) {
        status = keep(stream, bytes, size);
        text = (struct span){stream->line, stream->line_length};
    }
    if (status == CUOCC_OK)
        status = emit_line(stream, text, false);
    stream->line_length = 0;
    stream->line_number++;
    return status;
}

static enum cuocc_status feed_text(struct text_stream *stream, const char *bytes, size_t size)
{
    enum cuocc_status status = CUOCC_OK;

    while (size > 0 && status == CUOCC_OK) {
        const char *end = memchr(bytes, '\n', size);
        size_t length = end != NULL ? (size_t)(end - bytes) : size;

        if (end == NULL)
            return keep(stream, bytes, size);
        status = end_line(stream, bytes, length);
        bytes += length + 1;
        size -= length + 1;
    }
    return status;
}

/* --- UTF-16 to UTF-8 --- */

static size_t put_utf8(char *at, uint32_t code)
{
    if (code < 0x80) {
        at[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        at[0] = (char)(0xc0 | code >> 6);
        at[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        at[0] = (char)(0xe0 | code >> 12);
        at[1] = (char)(0x80 | (code >> 6 & 0x3f));
        at[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    at[0] = (char)(0xf0 | code >> 18);
    at[1] = (char)(0x80 | (code >> 12 & 0x3f));
    at[2] = (char)(0x80 | (code >> 6 & 0x3f));
    at[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

/* @return bytes written, at most 4; half a pair of surrogates is kept or dropped */
static size_t put_unit(struct text_stream *stream, char *at, uint32_t unit)
{
    uint32_t high = stream->high_surrogate;

    stream->high_surrogate = 0;
    if (unit >= 0xd800 && unit < 0xdc00) {
        stream->high_surrogate = unit;
        return 0;
    }
    if (unit < 0xdc00 || unit > 0xdfff)
        return put_utf8(at, unit);
    if (high == 0)
        return put_utf8(at, 0xfffd);
    return put_utf8(at, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
}

static enum cuocc_status feed_utf16(struct text_stream *stream, const uint8_t *bytes, size_t size)
{
    bool is_big = stream->encoding == ENCODING_UTF16_BIG;
    char piece[UTF16_PIECE];
    size_t length = 0;
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; i < size && status == CUOCC_OK; i++) {
        uint32_t first = stream->utf16_byte;

        stream->utf16_byte = bytes[i];
        stream->has_utf16_byte = !stream->has_utf16_byte;
        if (stream->has_utf16_byte)
            continue;
        length += put_unit(stream, piece + length,
                           is_big ? first << 8 | bytes[i] : (uint32_t)bytes[i] << 8 | first);
        if (length > sizeof(piece) - 4) {
            status = feed_text(stream, piece, length);
            length = 0;
        }
    }
    return status == CUOCC_OK ? feed_text(stream, piece, length) : status;
}

/* --- the stream --- */

static enum cuocc_status feed_encoded(struct text_stream *stream, const uint8_t *bytes, size_t size)
{
    if (stream->encoding == ENCODING_BYTES)
        return feed_text(stream, (const char *)bytes, size);
    return feed_utf16(stream, bytes, size);
}

/* The head has three bytes, or the text has no more. */
static enum cuocc_status begin_encoding(struct text_stream *stream)
{
    const uint8_t *head = stream->head;
    size_t size = stream->head_size;
    size_t mark = 0;

    stream->encoding = ENCODING_BYTES;
    if (size >= 2 && head[0] == 0xff && head[1] == 0xfe) {
        stream->encoding = ENCODING_UTF16_LITTLE;
        mark = 2;
    } else if (size >= 2 && head[0] == 0xfe && head[1] == 0xff) {
        stream->encoding = ENCODING_UTF16_BIG;
        mark = 2;
    } else if (size == 3 && head[0] == 0xef && head[1] == 0xbb && head[2] == 0xbf) {
        mark = 3;
    }
    return feed_encoded(stream, head + mark, size - mark);
}

enum cuocc_status text_stream_feed(struct text_stream *stream, const uint8_t *bytes, size_t size)
{
    enum cuocc_status status = CUOCC_OK;

    if (stream->encoding == ENCODING_UNKNOWN) {
        while (size > 0 && stream->head_size < sizeof(stream->head)) {
            stream->head[stream->head_size++] = *bytes++;
            size--;
        }
        if (stream->head_size == sizeof(stream->head))
            status = begin_encoding(stream);
    }
    if (status != CUOCC_OK || size == 0)
        return status;
    return feed_encoded(stream, bytes, size);
}

static enum cuocc_status fail_empty(struct text_stream *stream)
{
    struct message message = {.length = 0};
    bool has_seen = false;

    for (size_t i = 0; i < READER_COUNT; i++) {
        if (!readers[i]->has_seen(stream->states[i]))
            continue;
        message_add(&message, has_seen ? ", " : "no kernel in this ");
        message_add(&message, readers[i]->label);
        has_seen = true;
    }
    if (has_seen)
        return text_fail(&stream->out, CUOCC_ERR_NOT_FOUND, 0, &message);
    message_add(&message, "no line of a known format; known texts: ");
    for (size_t i = 0; i < READER_COUNT; i++) {
        message_add(&message, i > 0 ? ", " : "");
        message_add(&message, readers[i]->label);
    }
    return text_fail(&stream->out, CUOCC_ERR_SYNTAX, 0, &message);
}

enum cuocc_status text_stream_end(struct text_stream *stream)
{
    enum cuocc_status status = CUOCC_OK;

    if (stream->encoding == ENCODING_UNKNOWN)
        status = begin_encoding(stream);
    if (status == CUOCC_OK && (stream->line_length > 0 || stream->is_too_long))
        status = emit_line(stream, (struct span){stream->line, stream->line_length}, true);
    for (size_t i = 0; i < READER_COUNT && status == CUOCC_OK; i++)
        status = readers[i]->end(stream->states[i]);
    if (status == CUOCC_OK && stream->out.kernels == 0)
        return fail_empty(stream);
    return status;
}

struct text_stream *text_stream_begin(const char *name, const struct cuocc_kernel_sink *sink,
                                      struct cuocc_error *error)
{
    struct text_stream *stream = calloc(1, sizeof(*stream));

    if (stream == NULL)
        return NULL;
    stream->out = (struct text_out){.name = name, .sink = sink, .error = error};
    stream->line_number = 1;
    for (size_t i = 0; i < READER_COUNT; i++) {
        stream->states[i] = readers[i]->begin(&stream->out);
        if (stream->states[i] == NULL) {
            text_stream_destroy(stream);
            return NULL;
        }
    }
    return stream;
}

void text_stream_destroy(struct text_stream *stream)
{
    if (stream == NULL)
        return;
    for (size_t i = 0; i < READER_COUNT; i++)
        readers[i]->destroy(stream->states[i]);
    free(stream->line);
    free(stream->clean);
    free(stream);
}

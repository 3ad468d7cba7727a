/* SPDX-License-Identifier: MIT */
/* A scanner for JSON without recursion: it keeps which kind of bracket is open at each depth. */
#include "db/json_syntax.h"

#include <string.h>

struct scanner {
    const unsigned char *at;
    const unsigned char *end;
    const unsigned char *mistake_at;
    const char *mistake;
    unsigned depth;
    char closer[JSON_DEPTH_MAX]; /* what ends the container at each depth */
};

static bool fail(struct scanner *s, const unsigned char *at, const char *text)
{
    s->mistake_at = at;
    s->mistake = text;
    return false;
}

/* The byte at the cursor; -1 at the end. */
static int peek(const struct scanner *s)
{
    return s->at < s->end ? *s->at : -1;
}

static bool take(struct scanner *s, int byte)
{
    if (peek(s) != byte)
        return false;
    s->at++;
    return true;
}

static void skip_space(struct scanner *s)
{
    while (peek(s) == ' ' || peek(s) == '\t' || peek(s) == '\n' || peek(s) == '\r')
        s->at++;
}

static bool is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

static int hex_value(int byte)
{
    if (is_digit(byte))
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F')
        return byte - 'A' + 10;
    return -1;
}

/* Four hexadecimal digits behind "\u"; -1 if they are not there. */
static int hex_unit(struct scanner *s)
{
    int value = 0;

    for (int i = 0; i < 4; i++) {
        int digit = hex_value(peek(s));

        if (digit < 0)
            return -1;
        value = value * 16 + digit;
        s->at++;
    }
    return value;
}

static bool unicode_escape(struct scanner *s, const unsigned char *start)
{
    int unit = hex_unit(s);

    if (unit < 0)
        return fail(s, start, "\\u needs four hexadecimal digits");
    if (unit == 0)
        return fail(s, start, "\\u0000 is not allowed in a text");
    if (unit >= 0xdc00 && unit <= 0xdfff)
        return fail(s, start, "a low surrogate needs a high one before it");
    if (unit >= 0xd800 && unit <= 0xdbff) {
        int low = take(s, '\\') && take(s, 'u') ? hex_unit(s) : -1;

        if (low < 0xdc00 || low > 0xdfff)
            return fail(s, start, "a high surrogate needs a low one behind it");
    }
    return true;
}

static bool escape(struct scanner *s)
{
    const unsigned char *start = s->at++;
    int byte = peek(s);

    if (byte == 'u') {
        s->at++;
        return unicode_escape(s, start);
    }
    if (byte <= 0 || !strchr("\"\\/bfnrt", byte))
        return fail(s, start,
                    "unknown escape, one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u is allowed");
    s->at++;
    return true;
}

/* One UTF-8 sequence of two to four bytes: no overlong form, no surrogate, at most U+10FFFF. */
static bool utf8_sequence(struct scanner *s)
{
    static const struct {
        unsigned char mask, lead, tail_bytes;
        unsigned long least, most;
    } forms[] = {
        {0xe0, 0xc0, 1, 0x80, 0x7ff},
        {0xf0, 0xe0, 2, 0x800, 0xffff},
        {0xf8, 0xf0, 3, 0x10000, 0x10ffff},
    };
    const unsigned char *start = s->at;

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        unsigned long code = *start & ~forms[i].mask & 0xffU;

        if ((*start & forms[i].mask) != forms[i].lead)
            continue;
        s->at++;
        for (unsigned n = 0; n < forms[i].tail_bytes; n++, s->at++) {
            if ((peek(s) & 0xc0) != 0x80 || peek(s) < 0)
                return fail(s, start, "not UTF-8");
            code = code << 6 | (*s->at & 0x3fU);
        }
        if (code < forms[i].least || code > forms[i].most || (code >= 0xd800 && code <= 0xdfff))
            return fail(s, start, "not UTF-8");
        return true;
    }
    return fail(s, start, "not UTF-8");
}

/* One character of a text. */
static bool character(struct scanner *s)
{
    int byte = peek(s);

    if (byte < ' ')
        return fail(s, s->at, "a control character in a text must be escaped");
    if (byte == '\\')
        return escape(s);
    if (byte >= 0x80)
        return utf8_sequence(s);
    s->at++;
    return true;
}

static bool string(struct scanner *s)
{
    const unsigned char *start = s->at;

    if (!take(s, '"'))
        return fail(s, start, "a text in double quotes is expected");
    while (!take(s, '"')) {
        if (peek(s) < 0)
            return fail(s, start, "the text that begins here has no end");
        if (!character(s))
            return false;
    }
    return true;
}

static bool digits(struct scanner *s)
{
    if (!is_digit(peek(s)))
        return fail(s, s->at, "a digit is expected");
    while (is_digit(peek(s)))
        s->at++;
    return true;
}

static bool number(struct scanner *s)
{
    (void)take(s, '-');
    if (take(s, '0')) {
        if (is_digit(peek(s)))
            return fail(s, s->at - 1, "a number must not begin with 0");
    } else if (!digits(s)) {
        return false;
    }
    if (take(s, '.') && !digits(s))
        return false;
    if (take(s, 'e') || take(s, 'E')) {
        if (!take(s, '-'))
            (void)take(s, '+');
        return digits(s);
    }
    return true;
}

static bool word(struct scanner *s)
{
    static const char *const words[] = {"true", "false", "null"};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        size_t length = strlen(words[i]);

        if ((size_t)(s->end - s->at) >= length && memcmp(s->at, words[i], length) == 0) {
            s->at += length;
            return true;
        }
    }
    return fail(s, s->at, s->at == s->end ? "the text ends too early" : "a value is expected");
}

static bool open_container(struct scanner *s, char closer)
{
    if (s->depth == JSON_DEPTH_MAX)
        return fail(s, s->at, "nested too deeply");
    s->closer[s->depth++] = closer;
    s->at++;
    return true;
}

static bool inside_object(const struct scanner *s)
{
    return s->depth > 0 && s->closer[s->depth - 1] == '}';
}

static bool key(struct scanner *s)
{
    skip_space(s);
    if (!string(s))
        return false;
    skip_space(s);
    if (!take(s, ':'))
        return fail(s, s->at, "':' is expected");
    return true;
}

/* Close what ends here; then either a comma asks for more, or the value is complete. */
static bool after_value(struct scanner *s, bool *more)
{
    *more = false;
    for (;;) {
        skip_space(s);
        if (s->depth == 0)
            return true;
        if (take(s, s->closer[s->depth - 1])) {
            s->depth--;
            continue;
        }
        if (!take(s, ','))
            return fail(s, s->at,
                        inside_object(s) ? "',' or '}' is expected" : "',' or ']' is expected");
        *more = true;
        return !inside_object(s) || key(s);
    }
}

/* One value without what it contains. Sets `entered` if it opened a container that is not empty. */
static bool value(struct scanner *s, bool *entered)
{
    int byte;

    *entered = false;
    skip_space(s);
    byte = peek(s);
    if (byte == '"')
        return string(s);
    if (byte == '-' || is_digit(byte))
        return number(s);
    if (byte != '{' && byte != '[')
        return word(s);
    if (!open_container(s, byte == '{' ? '}' : ']'))
        return false;
    skip_space(s);
    if (peek(s) == s->closer[s->depth - 1])
        return true; /* empty: after_value() closes it */
    *entered = true;
    return byte == '[' || key(s);
}

static bool document(struct scanner *s)
{
    bool more = true;

    while (more) {
        bool entered;

        if (!value(s, &entered))
            return false;
        if (!entered && !after_value(s, &more))
            return false;
    }
    return s->at == s->end || fail(s, s->at, "nothing may follow the value");
}

bool json_syntax_check(const char *text, size_t size, struct json_mistake *mistake)
{
    const unsigned char *begin = (const unsigned char *)text;
    struct scanner s = {.at = begin, .end = begin + size};
    const unsigned char *line_start = begin;

    if (document(&s))
        return true;
    mistake->line = 1;
    for (const unsigned char *p = begin; p < s.mistake_at; p++) {
        if (*p == '\n') {
            mistake->line++;
            line_start = p + 1;
        }
    }
    mistake->column = (size_t)(s.mistake_at - line_start) + 1;
    mistake->text = s.mistake;
    return false;
}

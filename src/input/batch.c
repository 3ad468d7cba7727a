/* SPDX-License-Identifier: MIT */
/* Lines of a batch. */
#include "input/batch.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support/error.h"
#include "support/utf8.h"

/* More digits name no 32-bit number. */
#define DIGITS_MAX 10

/* Where one key's value goes; a row for every key that takes a number. */
struct number_row {
    size_t at;         /* in struct cuocc_launch */
    uint32_t min, max; /* of numbers */
    uint32_t if_null;  /* what "not given" is there */
    bool is_required;
    const char *allowed; /* for messages */
};

/* The carve-out is signed: -1 has all bits set. */
#define DEFAULT_CARVEOUT UINT32_MAX
#define NUMBER_MAX       (CUOCC_NOT_GIVEN - 1)
#define AT(member)       .at = offsetof(struct cuocc_launch, member)

/* clang-format off */
#define NAME(text_) { .text = (text_), .size = sizeof(text_) - 1 }
static const struct {
    const char *text;
    size_t size;
} key_names[] = {
    [BATCH_ID] = NAME("id"),
    [BATCH_DEVICE] = NAME("device"),
    [BATCH_THREADS] = NAME("threads_per_block"),
    [BATCH_REGS] = NAME("registers_per_thread"),
    [BATCH_SMEM] = NAME("shared_bytes"),
    [BATCH_BARRIERS] = NAME("barriers"),
    [BATCH_CARVEOUT] = NAME("carveout_percent"),
};
#undef NAME

static const struct number_row number_rows[] = {
    [BATCH_THREADS]  = { AT(block_dim),            .min = 1, .max = NUMBER_MAX, .is_required = true, .allowed = "a whole number from 1" },
    [BATCH_REGS]     = { AT(regs_per_thread),      .max = NUMBER_MAX, .if_null = CUOCC_NOT_GIVEN,    .allowed = "a whole number, or none" },
    [BATCH_SMEM]     = { AT(smem_per_block_bytes), .max = NUMBER_MAX,                                .allowed = "a whole number of bytes, or none" },
    [BATCH_BARRIERS] = { AT(barriers_per_block),   .max = NUMBER_MAX, .if_null = CUOCC_NOT_GIVEN,    .allowed = "a whole number, or none" },
    [BATCH_CARVEOUT] = { AT(carveout_percent),     .max = 100,        .if_null = DEFAULT_CARVEOUT,   .allowed = "a whole number from 0 to 100, or none" },
};
/* clang-format on */

_Static_assert(sizeof(key_names) / sizeof(key_names[0]) == BATCH_KEY_COUNT, "a name for every key");
_Static_assert(sizeof(number_rows) / sizeof(number_rows[0]) == BATCH_KEY_COUNT, "a row for each");

#define KEYS_ALLOWED                                                                               \
    "id, device, threads_per_block, registers_per_thread, shared_bytes, barriers, "                \
    "carveout_percent"

/* A line on its way through a parser. */
struct cursor {
    char *at;
    char *end; /* the NUL behind the line */
    const char *begin;
    char *mistake;
    size_t mistake_size;
    unsigned next_key; /* where the search begins: most lines have the keys in one order */
};

/* A value in the line: the bytes from `at` up to `end`. */
struct token {
    char *at;
    char *end;
};

/* --- mistakes ------------------------------------------------------------------------------- */

/* False, for return. */
SUPPORT_PRINTF(2, 3) static bool fail(struct cursor *c, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(c->mistake, c->mistake_size, format, args);
    va_end(args);
    return false;
}

static bool fail_at(struct cursor *c, const char *what)
{
    return fail(c, "byte %zu: %s", (size_t)(c->at - c->begin) + 1, what);
}

static bool fail_number(struct cursor *c, enum batch_key key, struct token value)
{
    size_t size = (size_t)(value.end - value.at);
    int shown = size < 24 ? (int)size : 24;

    /* It goes to JSON and to terminals. */
    for (int i = 0; i < shown; i++)
        if (value.at[i] < ' ' || value.at[i] > '~')
            value.at[i] = '?';
    return fail(c, "%s: '%.*s' is not understood, allowed: %s", key_names[key].text, shown,
                value.at, number_rows[key].allowed);
}

/* --- values --------------------------------------------------------------------------------- */

static bool set_number(struct cursor *c, enum batch_key key, struct token value,
                       struct batch_line *out)
{
    const struct number_row *row = &number_rows[key];
    uint64_t number = 0;
    uint32_t kept;

    if (value.at == value.end || value.end - value.at > DIGITS_MAX)
        return fail_number(c, key, value);
    for (const char *at = value.at; at < value.end; at++) {
        unsigned digit = (unsigned)(unsigned char)*at - '0';

        if (digit > 9)
            return fail_number(c, key, value);
        number = number * 10 + digit;
    }
    if (number < row->min || number > row->max)
        return fail_number(c, key, value);
    kept = (uint32_t)number;
    memcpy((char *)&out->launch + row->at, &kept, sizeof(kept));
    return true;
}

static bool set_null(struct cursor *c, enum batch_key key, struct batch_line *out)
{
    const struct number_row *row = &number_rows[key];

    if (key == BATCH_ID || key == BATCH_DEVICE)
        return true;
    if (row->is_required)
        return fail(c, "%s: missing, allowed: %s", key_names[key].text, row->allowed);
    memcpy((char *)&out->launch + row->at, &row->if_null, sizeof(row->if_null));
    return true;
}

/* The byte behind the text is no part of a later value: it becomes the NUL. */
static bool set_text(struct cursor *c, enum batch_key key, struct token value,
                     struct batch_line *out)
{
    const char *at = value.at;

    assert(value.end != NULL);
    *value.end = '\0';
    for (;;) {
        size_t length;

        while (*at > 0 && *at < 0x7f) /* nearly all of it */
            at++;
        if (at == value.end)
            break;
        length = utf8_length(at);
        if (length == 0)
            return fail(c, "%s: allowed: text in UTF-8", key_names[key].text);
        at += length;
    }
    if (key == BATCH_DEVICE) {
        out->device = value.at;
        return true;
    }
    out->id = value.at;
    out->id_size = (size_t)(value.end - value.at);
    return true;
}

static bool key_is(unsigned key, const char *name, size_t size)
{
    return key_names[key].size == size && memcmp(key_names[key].text, name, size) == 0;
}

/* A key that is known and was not seen before. */
static bool take_key(struct cursor *c, const char *name, size_t size, uint32_t *seen,
                     enum batch_key *key)
{
    for (unsigned i = 0; i < BATCH_KEY_COUNT; i++) {
        unsigned at = (c->next_key + i) % BATCH_KEY_COUNT;

        if (!key_is(at, name, size))
            continue;
        if ((*seen >> at & 1U) != 0)
            return fail(c, "%s: appears twice, allowed: once", key_names[at].text);
        *seen |= 1U << at;
        *key = (enum batch_key)at;
        c->next_key = at + 1;
        return true;
    }
    return fail(c, "unknown key, allowed: " KEYS_ALLOWED);
}

static bool check_required(struct cursor *c, uint32_t given)
{
    if ((given >> BATCH_THREADS & 1U) != 0)
        return true;
    return fail(c, "%s: missing, allowed: %s", key_names[BATCH_THREADS].text,
                number_rows[BATCH_THREADS].allowed);
}

/* --- CSV -------------------------------------------------------------------------------------- */

/* A cell in quotes, its doubled quotes made single in place. */
static bool take_quoted(struct cursor *c, struct token *cell)
{
    char *to = ++c->at;

    cell->at = to;
    for (; c->at < c->end; *to++ = *c->at++) {
        if (*c->at != '"')
            continue;
        if (c->at[1] != '"')
            break;
        c->at++;
    }
    if (c->at == c->end)
        return fail_at(c, "the line ends within quotes, allowed: one launch on one line");
    c->at++;
    cell->end = to;
    return c->at == c->end || *c->at == ',' || fail_at(c, "allowed behind quotes: a comma");
}

/* The next cell; its comma is passed by. */
static bool take_cell(struct cursor *c, struct token *cell, bool *is_last)
{
    if (*c->at == '"') {
        if (!take_quoted(c, cell))
            return false;
    } else {
        cell->at = c->at;
        while (*c->at != ',' && c->at < c->end)
            c->at++;
        cell->end = c->at;
    }
    *is_last = c->at == c->end;
    c->at += !*is_last;
    return true;
}

bool batch_read_header(struct batch_format *format, char *line, size_t size, char *mistake,
                       size_t mistake_size)
{
    struct cursor c = {line, line + size, line, mistake, mistake_size, 0};
    uint32_t seen = 0;
    bool is_last = false;

    format->form = BATCH_CSV;
    format->column_count = 0;
    while (!is_last) {
        struct token cell = {NULL, NULL};

        if (!take_cell(&c, &cell, &is_last) ||
            !take_key(&c, cell.at, (size_t)(cell.end - cell.at), &seen,
                      &format->columns[format->column_count]))
            return false;
        format->column_count++;
    }
    return check_required(&c, seen);
}

static bool read_csv(const struct batch_format *format, struct cursor *c, struct batch_line *out)
{
    bool is_last = false;
    size_t column = 0;

    while (!is_last) {
        enum batch_key key = format->columns[column];
        struct token cell = {NULL, NULL};
        bool is_taken;

        if (!take_cell(c, &cell, &is_last))
            return false;
        if (++column > format->column_count || is_last != (column == format->column_count))
            return fail(c, "%s cells than the header has, allowed: %zu", is_last ? "fewer" : "more",
                        format->column_count);
        if (cell.at == cell.end)
            is_taken = set_null(c, key, out);
        else if (key == BATCH_ID || key == BATCH_DEVICE)
            is_taken = set_text(c, key, cell, out);
        else
            is_taken = set_number(c, key, cell, out);
        if (!is_taken)
            return false;
    }
    return true;
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void skip_space(struct cursor *c)
{
    while (*c->at == ' ' || *c->at == '\t')
        c->at++;
}

static bool take_char(struct cursor *c, char wanted)
{
    skip_space(c);
    if (*c->at != wanted)
        return false;
    c->at++;
    return true;
}

static bool take_hex4(struct cursor *c, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, c->at++) {
        unsigned char digit = (unsigned char)*c->at;
        unsigned letter = (digit | 0x20U) - 'a';

        if (digit >= '0' && digit <= '9')
            *unit = *unit * 16 + digit - '0';
        else if (letter < 6)
            *unit = *unit * 16 + letter + 10;
        else
            return fail_at(c, "allowed behind \\u: four hexadecimal digits");
    }
    return true;
}

static char *put_utf8(char *to, uint32_t point)
{
    static const uint8_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    unsigned length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;

    for (unsigned i = length; i-- > 1; point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3f));
    to[0] = (char)(leads[length] | point);
    return to + length;
}

/* Behind \u. What it names is never longer than its escape. */
static bool take_code_point(struct cursor *c, char **to)
{
    uint32_t point, low;

    if (!take_hex4(c, &point))
        return false;
    if (point >= 0xd800 && point < 0xdc00) {
        if (c->at[0] != '\\' || c->at[1] != 'u')
            return fail_at(c, "half a surrogate pair");
        c->at += 2;
        if (!take_hex4(c, &low))
            return false;
        if (low < 0xdc00 || low > 0xdfff)
            return fail_at(c, "half a surrogate pair");
        point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
    } else if (point == 0 || (point >= 0xdc00 && point <= 0xdfff)) {
        return fail_at(c, point == 0 ? "\\u0000 is not allowed" : "half a surrogate pair");
    }
    *to = put_utf8(*to, point);
    return true;
}

static bool take_escape(struct cursor *c, char **to)
{
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    const char *found;

    c->at++;
    if (*c->at == 'u') {
        c->at++;
        return take_code_point(c, to);
    }
    found = *c->at != '\0' ? strchr(names, *c->at) : NULL;
    if (found == NULL)
        return fail_at(c, "unknown escape");
    *(*to)++ = values[found - names];
    c->at++;
    return true;
}

/* @return where a string ends, or has something to be looked at. */
static char *skip_plain(char *at)
{
    while (*at != '"' && *at != '\\' && (unsigned char)*at >= ' ')
        at++;
    return at;
}

/* At its opening quote. Escapes are replaced in place, so what follows them moves. */
static bool take_string(struct cursor *c, struct token *text)
{
    char *to;

    text->at = ++c->at;
    c->at = skip_plain(c->at);
    to = c->at;
    while (*c->at != '"') {
        char *end;

        if ((unsigned char)*c->at < ' ') /* the NUL at the end, too */
            return fail_at(c, c->at == c->end ? "the line ends within a string"
                                              : "control character in a string");
        if (!take_escape(c, &to))
            return false;
        end = skip_plain(c->at);
        memmove(to, c->at, (size_t)(end - c->at));
        to += end - c->at;
        c->at = end;
    }
    text->end = to;
    c->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool skip_digits(struct cursor *c)
{
    if (!is_digit(*c->at))
        return fail_at(c, "allowed here: a digit");
    while (is_digit(*c->at))
        c->at++;
    return true;
}

/* A number as JSON writes it, as text. */
static bool take_number(struct cursor *c, struct token *text)
{
    text->at = c->at;
    c->at += *c->at == '-';
    if (*c->at == '0' && is_digit(c->at[1]))
        return fail_at(c, "a number does not begin with 0");
    if (!skip_digits(c))
        return false;
    if (*c->at == '.') {
        c->at++;
        if (!skip_digits(c))
            return false;
    }
    if (*c->at == 'e' || *c->at == 'E') {
        c->at++;
        c->at += *c->at == '+' || *c->at == '-';
        if (!skip_digits(c))
            return false;
    }
    text->end = c->at;
    return true;
}

static bool fail_type(struct cursor *c, enum batch_key key)
{
    if (key == BATCH_ID)
        return fail(c, "id: allowed: a string, a number or null");
    if (key == BATCH_DEVICE)
        return fail(c, "device: allowed: a string or null");
    return fail(c, "%s: allowed: %s", key_names[key].text, number_rows[key].allowed);
}

static bool take_value(struct cursor *c, enum batch_key key, struct batch_line *out)
{
    bool is_text = key == BATCH_ID || key == BATCH_DEVICE;
    struct token value = {NULL, NULL};

    skip_space(c);
    if (strncmp(c->at, "null", 4) == 0) {
        c->at += 4;
        return set_null(c, key, out);
    }
    if (*c->at == '"' && is_text)
        return take_string(c, &value) && set_text(c, key, value, out);
    if ((*c->at != '-' && !is_digit(*c->at)) || key == BATCH_DEVICE)
        return fail_type(c, key);
    if (!take_number(c, &value))
        return false;
    if (!is_text)
        return set_number(c, key, value, out);
    out->is_id_number = true;
    out->id = value.at;
    out->id_size = (size_t)(value.end - value.at);
    return true;
}

static bool take_member(struct cursor *c, struct batch_line *out)
{
    enum batch_key key = BATCH_ID;
    struct token name = {NULL, NULL};

    skip_space(c);
    if (*c->at != '"')
        return fail_at(c, "allowed here: a key in quotes");
    if (!take_string(c, &name) ||
        !take_key(c, name.at, (size_t)(name.end - name.at), &out->given, &key))
        return false;
    if (!take_char(c, ':'))
        return fail_at(c, "allowed here: a colon");
    return take_value(c, key, out);
}

static bool read_json(struct cursor *c, struct batch_line *out)
{
    if (!take_char(c, '{'))
        return fail_at(c, "allowed here: an object as in {\"threads_per_block\": 256}");
    if (!take_char(c, '}')) {
        do {
            if (!take_member(c, out))
                return false;
        } while (take_char(c, ','));
        if (!take_char(c, '}'))
            return fail_at(c, "allowed here: a comma, or the end of the object");
    }
    skip_space(c);
    if (c->at != c->end)
        return fail_at(c, "allowed behind the object: nothing");
    return check_required(c, out->given);
}

/* --- lines ------------------------------------------------------------------------------------ */

enum batch_form batch_form_of(char first)
{
    return first == '{' ? BATCH_JSON : BATCH_CSV;
}

bool batch_read_line(const struct batch_format *format, char *line, size_t size,
                     struct batch_line *out)
{
    struct cursor c = {line, line + size, line, out->mistake, sizeof(out->mistake), 0};

    out->id = NULL;
    out->is_id_number = false;
    out->device = NULL;
    out->given = 0;
    out->launch = (struct cuocc_launch)CUOCC_LAUNCH_INIT;
    return format->form == BATCH_JSON ? read_json(&c, out) : read_csv(format, &c, out);
}

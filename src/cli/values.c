/* SPDX-License-Identifier: MIT */
/* Values as people type them. */
#include "cli/values.h"

#include <stdio.h>
#include <string.h>

#include "support/error.h"

#define SIZE_ALLOWED  "bytes as in 49152, or with K, KB or KiB (1024) as in 16K or 1.5K"
#define COUNT_ALLOWED "a whole number"
#define BLOCK_ALLOWED "threads as in 256, 16x16 or 8x8x8"

/* Text on its way through a parser, with what its errors are made of. */
struct cursor {
    const char *at;
    const char *where;
    const char *text; /* all of it */
    const char *allowed;
    struct cuocc_error *error;
};

/* A text as messages quote it: short, and cut between characters. */
struct quoted {
    char text[64];
};

static struct quoted quote(const char *text, size_t length)
{
    static const size_t most = sizeof(((struct quoted *)0)->text) - sizeof("'...'");
    struct quoted quoted;
    size_t shown = length <= most ? length : most;

    while (shown > 0 && shown < length && ((unsigned char)text[shown] & 0xc0U) == 0x80)
        shown--;
    (void)snprintf(quoted.text, sizeof(quoted.text), "'%.*s%s'", (int)shown, text,
                   shown < length ? "..." : "");
    return quoted;
}

static enum cuocc_status refuse_as(const struct cursor *c, const char *allowed)
{
    struct quoted all = quote(c->text, strlen(c->text));
    struct quoted rest = quote(c->at, strlen(c->at));

    if (c->at == c->text)
        return cuocc_error_set(c->error, CUOCC_ERR_VALUE, c->where,
                               "%s is not understood, allowed: %s", all.text, allowed);
    if (*c->at == '\0')
        return cuocc_error_set(c->error, CUOCC_ERR_VALUE, c->where, "%s ends too soon, allowed: %s",
                               all.text, allowed);
    return cuocc_error_set(c->error, CUOCC_ERR_VALUE, c->where,
                           "%s is not understood at %s, allowed: %s", all.text, rest.text, allowed);
}

static enum cuocc_status refuse(const struct cursor *c)
{
    return refuse_as(c, c->allowed);
}

/* The number that began at `start` and ends at the cursor. */
static enum cuocc_status refuse_range(const struct cursor *c, const char *start, uint32_t min,
                                      uint32_t max)
{
    struct quoted number = quote(start, (size_t)(c->at - start));
    struct quoted all = quote(c->text, strlen(c->text));
    bool is_all = start == c->text && *c->at == '\0';

    return cuocc_error_set(c->error, CUOCC_ERR_VALUE, c->where,
                           "%s%s%s is out of range, allowed: %u to %u", number.text,
                           is_all ? "" : " in ", is_all ? "" : all.text, min, max);
}

static bool take(struct cursor *c, const char *token)
{
    size_t length = strlen(token);

    if (strncmp(c->at, token, length) != 0)
        return false;
    c->at += length;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits to a value; UINT64_MAX when they name more than `max`. @return false without digits. */
static bool take_digits(struct cursor *c, uint64_t max, uint64_t *value)
{
    if (!is_digit(*c->at))
        return false;
    for (*value = 0; is_digit(*c->at); c->at++) {
        if (*value != UINT64_MAX)
            *value = *value * 10 + (uint64_t)(*c->at - '0');
        if (*value > max)
            *value = UINT64_MAX;
    }
    return true;
}

static enum cuocc_status take_count(struct cursor *c, uint32_t min, uint32_t max, uint32_t *out)
{
    const char *start = c->at;
    uint64_t value;

    if (!take_digits(c, max, &value))
        return refuse(c);
    if (value > max || value < min)
        return refuse_range(c, start, min, max);
    *out = (uint32_t)value;
    return CUOCC_OK;
}

/* Digits after the point, as a numerator over a power of ten; at most nine. */
static bool take_fraction(struct cursor *c, uint64_t *numerator, uint64_t *denominator)
{
    *numerator = 0;
    *denominator = 1;
    /* Two points begin a range. */
    if (strncmp(c->at, "..", 2) == 0 || !take(c, "."))
        return true;
    if (!is_digit(*c->at))
        return false;
    for (; is_digit(*c->at); c->at++) {
        if (*denominator >= 1000000000)
            return false;
        *numerator = *numerator * 10 + (uint64_t)(*c->at - '0');
        *denominator *= 10;
    }
    return true;
}

static uint64_t take_unit(struct cursor *c)
{
    static const struct {
        const char *name;
        uint64_t bytes;
    } units[] = {
        /* Longer names first: K is the beginning of all. */
        {"KiB", 1024}, {"kib", 1024}, {"KIB", 1024}, {"KB", 1024}, {"kB", 1024},
        {"kb", 1024},  {"K", 1024},   {"k", 1024},   {"B", 1},
    };

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (take(c, units[i].name))
            return units[i].bytes;
    return 1;
}

static enum cuocc_status take_size(struct cursor *c, uint32_t *bytes)
{
    const char *start = c->at;
    uint64_t whole, numerator, denominator, unit;

    if (!take_digits(c, VALUE_MAX, &whole) || !take_fraction(c, &numerator, &denominator))
        return refuse(c);
    unit = take_unit(c);
    if (numerator * unit % denominator != 0)
        return cuocc_error_set(c->error, CUOCC_ERR_VALUE, c->where,
                               "%s is not a whole number of bytes, allowed: %s",
                               quote(start, (size_t)(c->at - start)).text, c->allowed);
    if (whole > VALUE_MAX / unit)
        return refuse_range(c, start, 0, VALUE_MAX);
    whole = whole * unit + numerator * unit / denominator;
    if (whole > VALUE_MAX)
        return refuse_range(c, start, 0, VALUE_MAX);
    *bytes = (uint32_t)whole;
    return CUOCC_OK;
}

static enum cuocc_status finish(const struct cursor *c)
{
    return *c->at == '\0' ? CUOCC_OK : refuse(c);
}

static struct cursor cursor_at(const char *where, const char *text, const char *allowed,
                               struct cuocc_error *error)
{
    return (struct cursor){
        .at = text, .where = where, .text = text, .allowed = allowed, .error = error};
}

enum cuocc_status parse_count(const char *where, const char *text, uint32_t min, uint32_t max,
                              uint32_t *value, struct cuocc_error *error)
{
    struct cursor c = cursor_at(where, text, COUNT_ALLOWED, error);
    enum cuocc_status status = take_count(&c, min, max, value);

    return status == CUOCC_OK ? finish(&c) : status;
}

enum cuocc_status parse_launch_bounds(const char *where, const char *text, uint32_t *threads,
                                      uint32_t *min_blocks, struct cuocc_error *error)
{
    struct cursor c = cursor_at(where, text, "N or N,B as in 256 or 256,4", error);
    enum cuocc_status status = take_count(&c, 1, VALUE_MAX, threads);

    *min_blocks = 0;
    if (status == CUOCC_OK && take(&c, ","))
        status = take_count(&c, 1, VALUE_MAX, min_blocks);
    return status == CUOCC_OK ? finish(&c) : status;
}

enum cuocc_status parse_size(const char *where, const char *text, uint32_t *bytes,
                             struct cuocc_error *error)
{
    struct cursor c = cursor_at(where, text, SIZE_ALLOWED, error);
    enum cuocc_status status = take_size(&c, bytes);

    return status == CUOCC_OK ? finish(&c) : status;
}

static enum cuocc_status take_dim(struct cursor *c, uint32_t dim[3])
{
    const char *start = c->at;
    enum cuocc_status status = take_count(c, 1, VALUE_MAX, &dim[0]);
    uint64_t threads = status == CUOCC_OK ? dim[0] : 0;

    dim[1] = 1;
    dim[2] = 1;
    for (unsigned i = 1; i < 3 && status == CUOCC_OK && take(c, "x"); i++) {
        status = take_count(c, 1, VALUE_MAX, &dim[i]);
        threads = threads <= VALUE_MAX ? threads * dim[i] : threads;
    }
    if (status == CUOCC_OK && threads > VALUE_MAX)
        return cuocc_error_set(c->error, CUOCC_ERR_VALUE, c->where,
                               "%s has too many threads, allowed: at most %u",
                               quote(start, (size_t)(c->at - start)).text, VALUE_MAX);
    return status;
}

enum cuocc_status parse_dim(const char *where, const char *text, uint32_t dim[3],
                            struct cuocc_error *error)
{
    struct cursor c = cursor_at(where, text, "N, NxN or NxNxN", error);
    enum cuocc_status status = take_dim(&c, dim);

    return status == CUOCC_OK ? finish(&c) : status;
}

enum cuocc_status parse_percent(const char *where, const char *text, struct percent *percent,
                                struct cuocc_error *error)
{
    struct cursor c =
        cursor_at(where, text, "a percentage from 0 to 100, as in 75 or 66.67%", error);
    uint64_t whole, numerator, denominator;

    if (!take_digits(&c, 100, &whole) || !take_fraction(&c, &numerator, &denominator))
        return refuse(&c);
    (void)take(&c, "%");
    if (*c.at != '\0')
        return refuse(&c);
    if (whole > 100 || (whole == 100 && numerator > 0))
        return refuse_range(&c, text, 0, 100);
    if (numerator * 1000000 % denominator != 0)
        return cuocc_error_set(error, CUOCC_ERR_VALUE, where,
                               "%s has too many decimals, allowed: at most six",
                               quote(text, strlen(text)).text);
    percent->typed = (uint32_t)(whole * 1000000 + numerator * 1000000 / denominator);
    /* Half a unit of the last digit typed. */
    percent->least = percent->typed - (numerator > 0 ? (uint32_t)(500000 / denominator) : 0U);
    return CUOCC_OK;
}

enum cuocc_status parse_count_list(const char *where, const char *text, uint32_t *values,
                                   size_t capacity, size_t *count, struct cuocc_error *error)
{
    struct cursor c =
        cursor_at(where, text, "whole numbers of at least 1 with commas between", error);

    *count = 0;
    do {
        enum cuocc_status status;

        if (*count == capacity)
            return cuocc_error_set(error, CUOCC_ERR_VALUE, where,
                                   "the list is too long, allowed: %zu numbers", capacity);
        status = take_count(&c, 1, VALUE_MAX, &values[*count]);
        if (status != CUOCC_OK)
            return status;
        ++*count;
    } while (take(&c, ","));
    return finish(&c);
}

/* --- the second kernel ------------------------------------------------------------------ */

#define SECOND_ALLOWED "block=N,regs=N,smem=SIZE,barriers=N,beside=N, of which only block is needed"

struct second_key {
    const char *name;
    enum cuocc_status (*take)(struct cursor *c, struct cuocc_launch *launch, uint32_t *beside);
};

static enum cuocc_status take_second_block(struct cursor *c, struct cuocc_launch *launch,
                                           uint32_t *beside)
{
    (void)beside;
    return take_dim(c, launch->block_dim);
}

static enum cuocc_status take_second_regs(struct cursor *c, struct cuocc_launch *launch,
                                          uint32_t *beside)
{
    (void)beside;
    return take_count(c, 0, VALUE_MAX, &launch->regs_per_thread);
}

static enum cuocc_status take_second_smem(struct cursor *c, struct cuocc_launch *launch,
                                          uint32_t *beside)
{
    (void)beside;
    return take_size(c, &launch->smem_per_block_bytes);
}

static enum cuocc_status take_second_barriers(struct cursor *c, struct cuocc_launch *launch,
                                              uint32_t *beside)
{
    (void)beside;
    return take_count(c, 0, 16, &launch->barriers_per_block);
}

static enum cuocc_status take_second_beside(struct cursor *c, struct cuocc_launch *launch,
                                            uint32_t *beside)
{
    (void)launch;
    return take_count(c, 0, VALUE_MAX, beside);
}

static const struct second_key second_keys[] = {
    {"block=", take_second_block},   {"regs=", take_second_regs},
    {"smem=", take_second_smem},     {"barriers=", take_second_barriers},
    {"beside=", take_second_beside},
};

#define SECOND_KEY_COUNT (sizeof(second_keys) / sizeof(second_keys[0]))

enum cuocc_status parse_second(const char *where, const char *text, struct cuocc_launch *launch,
                               uint32_t *beside_blocks, struct cuocc_error *error)
{
    struct cursor c = cursor_at(where, text, SECOND_ALLOWED, error);
    unsigned seen = 0;

    *launch = (struct cuocc_launch)CUOCC_LAUNCH_INIT;
    *beside_blocks = CUOCC_NOT_GIVEN;
    do {
        enum cuocc_status status;
        size_t i = 0;

        while (i < SECOND_KEY_COUNT && !take(&c, second_keys[i].name))
            i++;
        if (i == SECOND_KEY_COUNT || (seen >> i & 1U) != 0)
            return refuse(&c);
        seen |= 1U << i;
        status = second_keys[i].take(&c, launch, beside_blocks);
        if (status != CUOCC_OK)
            return status;
    } while (take(&c, ","));
    return (seen & 1U) != 0 ? finish(&c) : refuse(&c);
}

/* --- sets --------------------------------------------------------------------------- */

typedef enum cuocc_status take_value_fn(struct cursor *c, struct cuocc_span *span);

/* How the values of one kind of set are read. */
struct set_kind {
    take_value_fn *take_first; /* fills first and what else the kind knows */
    enum cuocc_status (*take_bound)(struct cursor *c, uint32_t *value); /* last and step */
};

static enum cuocc_status take_block_value(struct cursor *c, struct cuocc_span *span)
{
    uint32_t dim[3];
    enum cuocc_status status = take_dim(c, dim);

    if (status != CUOCC_OK)
        return status;
    span->first = dim[0];
    span->y = dim[1];
    span->z = dim[2];
    return CUOCC_OK;
}

static enum cuocc_status take_block_bound(struct cursor *c, uint32_t *value)
{
    return take_count(c, 1, VALUE_MAX, value);
}

static enum cuocc_status take_count_value(struct cursor *c, struct cuocc_span *span)
{
    return take_count(c, 0, VALUE_MAX, &span->first);
}

static enum cuocc_status take_count_bound(struct cursor *c, uint32_t *value)
{
    return take_count(c, 0, VALUE_MAX, value);
}

/* A sum of sizes and of sizes per thread: 1K+8*block. */
static enum cuocc_status take_size_value(struct cursor *c, struct cuocc_span *span)
{
    const char *start = c->at;
    uint64_t constant = 0, per_thread = 0;

    do {
        uint32_t bytes = 0;
        enum cuocc_status status = take_size(c, &bytes);

        if (status != CUOCC_OK)
            return status;
        if (take(c, "*block"))
            per_thread += bytes;
        else
            constant += bytes;
    } while (take(c, "+"));
    if (constant > VALUE_MAX || per_thread > VALUE_MAX)
        return refuse_range(c, start, 0, VALUE_MAX);
    span->first = (uint32_t)constant;
    span->per_thread_bytes = (uint32_t)per_thread;
    return CUOCC_OK;
}

static enum cuocc_status take_span(struct cursor *c, const struct set_kind *kind,
                                   struct cuocc_span *span)
{
    enum cuocc_status status;

    *span = (struct cuocc_span){.step = 1, .y = 1, .z = 1};
    status = kind->take_first(c, span);
    if (status != CUOCC_OK)
        return status;
    span->last = span->first;
    if (!take(c, ".."))
        return CUOCC_OK;
    if (span->y != 1 || span->z != 1 || span->per_thread_bytes != 0)
        return refuse_as(c, "ranges of plain numbers, MIN..MAX or MIN..MAX:STEP");
    status = kind->take_bound(c, &span->last);
    if (status == CUOCC_OK && take(c, ":"))
        status = kind->take_bound(c, &span->step);
    if (status != CUOCC_OK)
        return status;
    if (span->last < span->first || span->step == 0)
        return refuse_as(c,
                         "ranges that rise, MIN..MAX or MIN..MAX:STEP with a step of at least 1");
    return CUOCC_OK;
}

static enum cuocc_status parse_set(struct cursor *c, const struct set_kind *kind,
                                   struct value_set *set)
{
    const struct cuocc_span *span;

    set->count = 0;
    do {
        enum cuocc_status status;

        if (set->count == SET_SPANS_MAX)
            return cuocc_error_set(c->error, CUOCC_ERR_VALUE, c->where,
                                   "the list has too many parts, allowed: %d; a range may help",
                                   SET_SPANS_MAX);
        status = take_span(c, kind, &set->spans[set->count]);
        if (status != CUOCC_OK)
            return status;
        set->count++;
    } while (take(c, ","));
    span = &set->spans[0];
    set->is_multiple = set->count > 1 || (uint64_t)span->first + span->step <= span->last;
    return finish(c);
}

#define SET_ALLOWED "; several as in A,B or MIN..MAX:STEP"

enum cuocc_status parse_block_set(const char *where, const char *text, struct value_set *set,
                                  struct cuocc_error *error)
{
    static const struct set_kind kind = {take_block_value, take_block_bound};
    struct cursor c = cursor_at(where, text, BLOCK_ALLOWED SET_ALLOWED, error);

    return parse_set(&c, &kind, set);
}

enum cuocc_status parse_count_set(const char *where, const char *text, struct value_set *set,
                                  struct cuocc_error *error)
{
    static const struct set_kind kind = {take_count_value, take_count_bound};
    struct cursor c = cursor_at(where, text, COUNT_ALLOWED SET_ALLOWED, error);

    return parse_set(&c, &kind, set);
}

enum cuocc_status parse_size_set(const char *where, const char *text, struct value_set *set,
                                 struct cuocc_error *error)
{
    static const struct set_kind kind = {take_size_value, take_size};
    struct cursor c = cursor_at(
        where, text, SIZE_ALLOWED "; a part per thread as in 1K+8*block" SET_ALLOWED, error);

    return parse_set(&c, &kind, set);
}

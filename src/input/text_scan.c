/* SPDX-License-Identifier: MIT */
/* Taking words and numbers off the front of a piece of text that has no final NUL. */
#include "input/text_scan.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void drop(struct span *span, size_t count)
{
    span->at += count;
    span->length -= count;
}

struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

bool span_equals(struct span span, const char *text)
{
    size_t length = strlen(text);

    return span.length == length && memcmp(span.at, text, length) == 0;
}

bool span_starts(struct span span, const char *prefix)
{
    size_t length = strlen(prefix);

    return span.length >= length && memcmp(span.at, prefix, length) == 0;
}

/* FNV-1a, 64 bits. */
uint64_t span_hash(struct span span)
{
    uint64_t hash = 0xcbf29ce484222325U;

    for (size_t i = 0; i < span.length; i++)
        hash = (hash ^ (unsigned char)span.at[i]) * 0x100000001b3U;
    return hash;
}

struct span span_trim(struct span span)
{
    span_skip_blanks(&span);
    while (span.length > 0 && is_blank(span.at[span.length - 1]))
        span.length--;
    return span;
}

static void split(struct span *span, size_t at, size_t mark_length, struct span *before)
{
    if (before != NULL)
        *before = (struct span){span->at, at};
    drop(span, at + mark_length);
}

bool span_cut_first(struct span *span, const char *mark, struct span *before)
{
    size_t length = strlen(mark);
    struct span rest = *span;

    while (rest.length >= length) {
        const char *hit = memchr(rest.at, mark[0], rest.length - length + 1);

        if (hit == NULL)
            return false;
        drop(&rest, (size_t)(hit - rest.at));
        if (span_starts(rest, mark)) {
            split(span, (size_t)(hit - span->at), length, before);
            return true;
        }
        drop(&rest, 1);
    }
    return false;
}

bool span_cut_last(struct span *span, const char *mark, struct span *before)
{
    size_t length = strlen(mark);

    if (span->length < length)
        return false;
    for (size_t at = span->length - length + 1; at-- > 0;) {
        if (span->at[at] == mark[0] && memcmp(span->at + at, mark, length) == 0) {
            split(span, at, length, before);
            return true;
        }
    }
    return false;
}

bool span_take(struct span *span, const char *prefix)
{
    if (!span_starts(*span, prefix))
        return false;
    drop(span, strlen(prefix));
    return true;
}

void span_skip_blanks(struct span *span)
{
    while (span->length > 0 && is_blank(span->at[0]))
        drop(span, 1);
}

struct span span_take_word(struct span *span)
{
    struct span word = {span->at, 0};

    while (word.length < span->length && !is_blank(word.at[word.length]))
        word.length++;
    drop(span, word.length);
    return word;
}

enum scan span_take_number(struct span *span, uint64_t limit, uint64_t *value)
{
    struct span rest = *span;
    uint64_t sum = 0;

    if (rest.length == 0 || !is_digit(rest.at[0]))
        return SCAN_NONE;
    for (; rest.length > 0 && is_digit(rest.at[0]); drop(&rest, 1)) {
        uint64_t digit = (uint64_t)(rest.at[0] - '0');

        if (sum > limit / 10 || digit > limit - sum * 10)
            return SCAN_OVERFLOW;
        sum = sum * 10 + digit;
    }
    *span = rest;
    *value = sum;
    return SCAN_OK;
}

enum scan span_take_arch(struct span *span, struct cuocc_arch *arch)
{
    struct span rest = *span;
    uint64_t number = 0;
    char suffix = 0;

    /* Two digits for the oldest (sm_10), three from sm_100 on; a fourth is somebody's mistake. */
    if (!span_take(&rest, "sm_") || span_take_number(&rest, 999, &number) != SCAN_OK || number < 10)
        return SCAN_NONE;
    if (rest.length > 0 && (rest.at[0] == 'a' || rest.at[0] == 'f')) {
        suffix = rest.at[0];
        drop(&rest, 1);
    }
    *arch = (struct cuocc_arch){(uint32_t)(number / 10), (uint32_t)(number % 10), suffix};
    *span = rest;
    return SCAN_OK;
}

bool arch_is_equal(const struct cuocc_arch *a, const struct cuocc_arch *b)
{
    return a->cc_major == b->cc_major && a->cc_minor == b->cc_minor && a->suffix == b->suffix;
}

bool arch_is_from(const struct cuocc_arch *arch, uint32_t cc_major, uint32_t cc_minor)
{
    return arch->cc_major > cc_major || (arch->cc_major == cc_major && arch->cc_minor >= cc_minor);
}

/* Measured with ptxas 12.8 to 13.0 and cuobjdump 13.0, as cmem[0] of kernels without parameters. */
static const struct {
    uint32_t from_major, from_minor, to_major, to_minor;
    uint32_t base_bytes;
} constant_bank_table[] = {
    {.from_major = 5, .from_minor = 0, .to_major = 6, .to_minor = 1, .base_bytes = 320},
    {.from_major = 7, .from_minor = 0, .to_major = 8, .to_minor = 9, .base_bytes = 352},
    {.from_major = 9, .from_minor = 0, .to_major = 9, .to_minor = 0, .base_bytes = 528},
    {.from_major = 10, .from_minor = 0, .to_major = 12, .to_minor = 1, .base_bytes = 896},
};

bool arch_param_bytes(const struct cuocc_arch *arch, uint32_t constant_bytes, uint32_t *params)
{
    for (size_t i = 0; i < sizeof(constant_bank_table) / sizeof(constant_bank_table[0]); i++) {
        const uint32_t base = constant_bank_table[i].base_bytes;

        if (!arch_is_from(arch, constant_bank_table[i].from_major,
                          constant_bank_table[i].from_minor) ||
            arch_is_from(arch, constant_bank_table[i].to_major,
                         constant_bank_table[i].to_minor + 1) ||
            constant_bytes < base)
            continue;
        *params = constant_bytes - base;
        return true;
    }
    return false;
}

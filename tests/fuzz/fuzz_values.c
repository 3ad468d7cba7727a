/* SPDX-License-Identifier: MIT */
/* Fuzzes what reads values as people type them: the first byte chooses the kind, the rest is the
 * text. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/values.h"

#define WHERE "--fuzz"

static void check_count(const char *text, struct cuocc_error *error)
{
    uint32_t value = 0;

    if (parse_count(WHERE, text, 3, 1000, &value, error) != CUOCC_OK)
        return;
    FUZZ_CHECK(value >= 3 && value <= 1000 && strspn(text, "0123456789") == strlen(text));
    FUZZ_CHECK(strtoul(text, NULL, 10) == value);
}

static void check_size(const char *text, struct cuocc_error *error)
{
    uint32_t bytes = 0, again = 0;
    char plain[16];

    if (parse_size(WHERE, text, &bytes, error) != CUOCC_OK)
        return;
    FUZZ_CHECK(bytes <= VALUE_MAX && text[strspn(text, "0123456789.KkiIBb")] == '\0');
    (void)snprintf(plain, sizeof(plain), "%u", bytes);
    FUZZ_CHECK(parse_size(WHERE, plain, &again, error) == CUOCC_OK && again == bytes);
    if (strspn(text, "0123456789") == strlen(text))
        FUZZ_CHECK(strtoul(text, NULL, 10) == bytes);
}

static void check_dim(const char *text, struct cuocc_error *error)
{
    uint32_t dim[3];

    if (parse_dim(WHERE, text, dim, error) != CUOCC_OK)
        return;
    for (unsigned i = 0; i < 3; i++)
        FUZZ_CHECK(dim[i] >= 1 && dim[i] <= VALUE_MAX);
}

static void check_percent(const char *text, struct cuocc_error *error)
{
    struct percent percent = {.typed = 0};
    double typed;

    if (parse_percent(WHERE, text, &percent, error) != CUOCC_OK)
        return;
    typed = strtod(text, NULL) * 1e6;
    FUZZ_CHECK(percent.typed <= typed + 0.5 && percent.typed >= typed - 0.5);
    /* Half a unit of the last digit typed may be taken off, at most 0.05. */
    FUZZ_CHECK(percent.least <= percent.typed && percent.least + 50000 >= percent.typed);
}

static void check_count_list(const char *text, struct cuocc_error *error)
{
    uint32_t values[8];
    size_t count = 0;

    if (parse_count_list(WHERE, text, values, 8, &count, error) != CUOCC_OK)
        return;
    FUZZ_CHECK(count >= 1 && count <= 8);
    for (size_t i = 0; i < count; i++)
        FUZZ_CHECK(values[i] >= 1 && values[i] <= VALUE_MAX);
}

static void check_second(const char *text, struct cuocc_error *error)
{
    struct cuocc_launch launch;
    uint32_t beside = 0;

    if (parse_second(WHERE, text, &launch, &beside, error) != CUOCC_OK)
        return;
    FUZZ_CHECK(launch.block_dim[0] >= 1 && launch.smem_per_block_bytes <= VALUE_MAX);
    FUZZ_CHECK(beside <= VALUE_MAX || beside == CUOCC_NOT_GIVEN);
    FUZZ_CHECK(launch.barriers_per_block <= 16);
}

/* As the program would print a span again. */
static int print_span(char *to, size_t room, const struct cuocc_span *span)
{
    if (span->last != span->first || span->step != 1)
        return snprintf(to, room, "%u..%u:%u", span->first, span->last, span->step);
    if (span->y != 1 || span->z != 1)
        return snprintf(to, room, "%ux%ux%u", span->first, span->y, span->z);
    if (span->per_thread_bytes != 0)
        return snprintf(to, room, "%u+%u*block", span->first, span->per_thread_bytes);
    return snprintf(to, room, "%u", span->first);
}

typedef enum cuocc_status parse_set_fn(const char *where, const char *text, struct value_set *set,
                                       struct cuocc_error *error);

/* What was read, printed plainly and read again, is the same. */
static void check_set(parse_set_fn *parse, const char *text, struct cuocc_error *error)
{
    static struct value_set set, again;
    static char plain[SET_SPANS_MAX * 48];
    size_t length = 0;

    if (parse(WHERE, text, &set, error) != CUOCC_OK)
        return;
    FUZZ_CHECK(set.count >= 1 && set.count <= SET_SPANS_MAX);
    for (size_t i = 0; i < set.count; i++) {
        const struct cuocc_span *span = &set.spans[i];

        FUZZ_CHECK(span->step >= 1 && span->last >= span->first && span->last <= VALUE_MAX);
        if (i > 0)
            plain[length++] = ',';
        length += (size_t)print_span(plain + length, sizeof(plain) - length, span);
    }
    FUZZ_CHECK(parse(WHERE, plain, &again, error) == CUOCC_OK && again.count == set.count);
    FUZZ_CHECK(memcmp(set.spans, again.spans, set.count * sizeof(set.spans[0])) == 0);
    FUZZ_CHECK(again.is_multiple == set.is_multiple);
}

static void check_text(unsigned kind, const char *text, struct cuocc_error *error)
{
    static parse_set_fn *const sets[] = {parse_block_set, parse_count_set, parse_size_set};
    static void (*const checks[])(const char *, struct cuocc_error *) = {
        check_count, check_size, check_dim, check_percent, check_count_list, check_second};
    enum {
        SETS = sizeof(sets) / sizeof(sets[0]),
        CHECKS = sizeof(checks) / sizeof(checks[0])
    };

    kind %= SETS + CHECKS;
    if (kind < SETS)
        check_set(sets[kind], text, error);
    else
        checks[kind - SETS](text, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cuocc_error error = {.status = CUOCC_OK};
    char *text = size > 0 ? malloc(size) : NULL;

    if (text == NULL)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    check_text(data[0], text, &error);
    if (error.status != CUOCC_OK)
        FUZZ_CHECK(strcmp(error.where, WHERE) == 0 && error.text[0] != '\0');
    free(text);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Values as people type them: what is read, what is refused, and where the message points. */
#include "cmocka_env.h"

#include <string.h>

#include "cli/values.h"
#include "cuocc/status.h"

static void sizes(void **state)
{
    static const struct {
        const char *text;
        uint32_t bytes;
    } rows[] = {
        {"0", 0},         {"49152", 49152},         {"16K", 16384},
        {"16k", 16384},   {"16KB", 16384},          {"16kB", 16384},
        {"16KiB", 16384}, {"16kib", 16384},         {"1.5K", 1536},
        {"1.50K", 1536},  {"0.125K", 128},          {"100B", 100},
        {"007", 7},       {"2097151K", 2147482624}, {"2147483647", 2147483647},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint32_t bytes = 4711;

        assert_int_equal(parse_size("--smem", rows[i].text, &bytes, NULL), CUOCC_OK);
        assert_int_equal(bytes, rows[i].bytes);
    }
}

/* Which row of text is refused, and what the message must hold. */
struct refusal {
    const char *text;
    const char *message;
};

static void check_refusal(enum cuocc_status status, const struct cuocc_error *error,
                          const struct refusal *row)
{
    assert_int_equal(status, CUOCC_ERR_VALUE);
    assert_string_equal(error->where, "--here");
    if (strstr(error->text, row->message) == NULL)
        fail_msg("%s: %s", row->text, error->text);
}

static void sizes_refused(void **state)
{
    static const struct refusal rows[] = {
        {"", "'' is not understood, allowed: bytes"},
        {"-1", "'-1' is not understood"},
        {"K", "'K' is not understood"},
        {"16M", "'16M' is not understood at 'M'"},
        {"1.", "'1.' ends too soon"},
        {"1.5", "'1.5' is not a whole number of bytes"},
        {"1.0000000001K", "is not understood at"},
        {"2097152K", "'2097152K' is out of range, allowed: 0 to 2147483647"},
        {"18446744073709551616", "is out of range"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_error error;
        uint32_t bytes;

        check_refusal(parse_size("--here", rows[i].text, &bytes, &error), &error, &rows[i]);
    }
}

static void counts(void **state)
{
    static const struct refusal rows[] = {
        {"", "'' is not understood, allowed: a whole number"},
        {" 5", "' 5' is not understood"},
        {"+5", "'+5' is not understood"},
        {"2", "'2' is out of range, allowed: 3 to 9"},
        {"10", "'10' is out of range, allowed: 3 to 9"},
        {"5 ", "'5 ' is not understood at ' '"},
        {"0x5", "'0' in '0x5' is out of range"},
    };
    uint32_t value = 0;

    (void)state;
    assert_int_equal(parse_count("--here", "9", 3, 9, &value, NULL), CUOCC_OK);
    assert_int_equal(value, 9);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_error error;

        check_refusal(parse_count("--here", rows[i].text, 3, 9, &value, &error), &error, &rows[i]);
    }
}

static void blocks(void **state)
{
    static const struct {
        const char *text;
        uint32_t dim[3];
    } rows[] = {
        {"256", {256, 1, 1}},
        {"16x16", {16, 16, 1}},
        {"32x8x2", {32, 8, 2}},
        {"1x1x2147483647", {1, 1, 2147483647}},
    };
    static const struct refusal bad[] = {
        {"0", "'0' is out of range, allowed: 1 to"},
        {"16x", "'16x' ends too soon"},
        {"16x0", "'0' in '16x0' is out of range"},
        {"1x2x3x4", "'1x2x3x4' is not understood at 'x4'"},
        {"65536x32768", "'65536x32768' has too many threads"},
        {"2147483647x2147483647x2147483647", "has too many threads"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint32_t dim[3];

        assert_int_equal(parse_dim("--block", rows[i].text, dim, NULL), CUOCC_OK);
        assert_memory_equal(dim, rows[i].dim, sizeof(dim));
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct cuocc_error error;
        uint32_t dim[3];

        check_refusal(parse_dim("--here", bad[i].text, dim, &error), &error, &bad[i]);
    }
}

/* What is printed rounded is met by what was printed: half a unit of the last digit is taken off.
 */
static void percentages(void **state)
{
    static const struct {
        const char *text;
        uint32_t typed, least;
    } rows[] = {
        {"0", 0, 0},
        {"75", 75000000, 75000000},
        {"75%", 75000000, 75000000},
        {"100", 100000000, 100000000},
        {"100.0", 100000000, 100000000},
        {"66.67", 66670000, 66665000},
        {"66.67%", 66670000, 66665000},
        {"83.333333", 83333333, 83333333},
    };
    static const struct refusal bad[] = {
        {"", "is not understood, allowed: a percentage from 0 to 100"},
        {"101", "'101' is out of range, allowed: 0 to 100"},
        {"100.1", "'100.1' is out of range"},
        {"50%%", "'50%%' is not understood at '%'"},
        {"33.3333333", "has too many decimals, allowed: at most six"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct percent percent;

        assert_int_equal(parse_percent("--require", rows[i].text, &percent, NULL), CUOCC_OK);
        assert_int_equal(percent.typed, rows[i].typed);
        assert_int_equal(percent.least, rows[i].least);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct cuocc_error error;
        struct percent percent;

        check_refusal(parse_percent("--here", bad[i].text, &percent, &error), &error, &bad[i]);
    }
}

static void bounds(void **state)
{
    static const struct refusal bad[] = {
        {",4", "',4' is not understood, allowed: N or N,B"},
        {"256,", "'256,' ends too soon"},
        {"256,0", "'0' in '256,0' is out of range"},
        {"256,4,2", "at ',2'"},
    };
    uint32_t threads, blocks;

    (void)state;
    assert_int_equal(parse_launch_bounds("--here", "256", &threads, &blocks, NULL), CUOCC_OK);
    assert_int_equal(threads, 256);
    assert_int_equal(blocks, 0);
    assert_int_equal(parse_launch_bounds("--here", "256,4", &threads, &blocks, NULL), CUOCC_OK);
    assert_int_equal(threads, 256);
    assert_int_equal(blocks, 4);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct cuocc_error error;

        check_refusal(parse_launch_bounds("--here", bad[i].text, &threads, &blocks, &error), &error,
                      &bad[i]);
    }
}

typedef enum cuocc_status parse_set_fn(const char *, const char *, struct value_set *,
                                       struct cuocc_error *);

static void sets(void **state)
{
    static const struct {
        parse_set_fn *parse;
        const char *text;
        size_t count;
        bool is_multiple;
        struct cuocc_span last; /* the last span */
    } rows[] = {
        {parse_block_set, "256", 1, false, {256, 256, 1, 1, 1, 0}},
        {parse_block_set, "32..1024:32", 1, true, {32, 1024, 32, 1, 1, 0}},
        {parse_block_set, "32,16x8", 2, true, {16, 16, 1, 8, 1, 0}},
        {parse_block_set, "32..40:32", 1, false, {32, 40, 32, 1, 1, 0}}, /* one value in effect */
        {parse_count_set, "0..255", 1, true, {0, 255, 1, 1, 1, 0}},
        {parse_count_set, "24,32..40:8", 2, true, {32, 40, 8, 1, 1, 0}},
        {parse_size_set, "1K..2K:128", 1, true, {1024, 2048, 128, 1, 1, 0}},
        {parse_size_set, "1K+8*block", 1, false, {1024, 1024, 1, 1, 1, 8}},
        {parse_size_set, "8*block+1K+4*block", 1, false, {1024, 1024, 1, 1, 1, 12}},
        {parse_size_set, "1.5K", 1, false, {1536, 1536, 1, 1, 1, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct value_set set;

        assert_int_equal(rows[i].parse("--here", rows[i].text, &set, NULL), CUOCC_OK);
        assert_int_equal(set.count, rows[i].count);
        assert_int_equal(set.is_multiple, rows[i].is_multiple);
        assert_memory_equal(&set.spans[set.count - 1], &rows[i].last, sizeof(rows[i].last));
    }
}

static void sets_refused(void **state)
{
    static const struct refusal rows[] = {
        {"", "'' is not understood, allowed: a whole number; several as in"},
        {"32,", "'32,' ends too soon"},
        {"40..32", "ranges that rise"},
        {"32..40:0", "with a step of at least 1"},
        {"32..40:-1", "'32..40:-1' is not understood at '-1'"},
        {"1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,"
         "5,6,"
         "7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5",
         "the list has too many parts, allowed: 64"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_error error;
        struct value_set set;

        check_refusal(parse_count_set("--here", rows[i].text, &set, &error), &error, &rows[i]);
    }
}

/* A message quotes what was typed, but not all of a long text, nor half a character. */
static void long_texts_are_cut_in_messages(void **state)
{
    char text[400] = "x";
    struct cuocc_error error;
    uint32_t value;

    (void)state;
    while (strlen(text) < sizeof(text) - 3)
        (void)strcat(text, "\xc3\xa9");
    assert_int_equal(parse_count("--here", text, 0, 9, &value, &error), CUOCC_ERR_VALUE);
    assert_non_null(strstr(error.text, "\xc3\xa9...' is not understood, allowed: a whole number"));
    assert_true(strlen(error.text) < 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(sizes_refused),
        cmocka_unit_test(counts),
        cmocka_unit_test(blocks),
        cmocka_unit_test(percentages),
        cmocka_unit_test(bounds),
        cmocka_unit_test(sets),
        cmocka_unit_test(sets_refused),
        cmocka_unit_test(long_texts_are_cut_in_messages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

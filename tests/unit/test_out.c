/* SPDX-License-Identifier: MIT */
/* Buffered output: order, failures remembered, numbers as short as they can be. */
#include "cmocka_env.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/out.h"

/* Where the bytes arrive; `room` more are taken, then writing fails. */
struct sink {
    char bytes[512];
    size_t used;
    size_t room;
    unsigned flushes;
};

static bool take(void *ctx, const char *bytes, size_t count)
{
    struct sink *sink = ctx;

    sink->flushes++;
    if (count > sink->room)
        return false;
    memcpy(sink->bytes + sink->used, bytes, count);
    sink->used += count;
    sink->room -= count;
    return true;
}

#define OUT_OF(sink_, buffer_)                                                                     \
    {                                                                                              \
        .bytes = (buffer_), .size = sizeof(buffer_), .flush = take, .ctx = &(sink_)                \
    }

static void bytes_arrive_in_order_through_a_small_buffer(void **state)
{
    struct sink sink = {.room = 500};
    char buffer[4];
    struct out out = OUT_OF(sink, buffer);

    (void)state;
    out_text(&out, "abc");
    assert_int_equal(sink.flushes, 0);
    out_text(&out, "defghijkl");
    out_char(&out, '-');
    out_blanks(&out, 40);
    out_printf(&out, "%d%s", 7, "!");
    out_flush(&out);
    sink.bytes[sink.used] = '\0';
    assert_string_equal(sink.bytes, "abcdefghijkl-                                        7!");
    assert_false(out.has_failed);
}

static void columns_are_filled(void **state)
{
    struct sink sink = {.room = 500};
    char buffer[64];
    struct out out = OUT_OF(sink, buffer);

    (void)state;
    out_left(&out, "left", 6);
    out_right(&out, "right", 7);
    out_right_u64(&out, 0, 2);
    out_right_u64(&out, 1234, 6);
    out_left(&out, "longer", 3);
    out_right(&out, "longer", 6);
    out_right_u64(&out, UINT64_MAX, 5);
    out_text_u64(&out, " of ", 48);
    out_flush(&out);
    sink.bytes[sink.used] = '\0';
    assert_string_equal(sink.bytes, "left    right 0  1234longerlonger18446744073709551615 of 48");
}

static void a_failure_is_remembered_and_later_writes_dropped(void **state)
{
    struct sink sink = {.room = 4};
    char buffer[4];
    struct out out = OUT_OF(sink, buffer);
    unsigned flushes;

    (void)state;
    out_text(&out, "12345678");
    assert_true(out.has_failed);
    flushes = sink.flushes;
    out_text(&out, "more and more of it");
    out_flush(&out);
    assert_true(out.has_failed);
    assert_int_equal(sink.flushes, flushes);
    assert_int_equal(sink.used, 4);
}

static void long_printf_is_cut_not_overrun(void **state)
{
    static char text[3000];
    struct sink sink = {.room = 0};
    static char buffer[4096];
    struct out out = OUT_OF(sink, buffer);

    (void)state;
    memset(text, 'x', sizeof(text) - 1);
    out_printf(&out, "%s", text);
    assert_int_equal(out.used, 1023);
}

static void whole_numbers(void **state)
{
    static const struct {
        uint64_t value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {9, "9"},
        {10, "10"},
        {4294967296, "4294967296"},
        {UINT64_MAX, "18446744073709551615"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sink sink = {.room = 100};
        char buffer[64];
        struct out out = OUT_OF(sink, buffer);

        out_u64(&out, rows[i].value);
        out_flush(&out);
        assert_string_equal(sink.bytes, rows[i].text);
    }
}

/* Python's repr() prints the same digits, which are the shortest that read back equal. */
static void doubles_are_the_shortest_that_read_back_equal(void **state)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {1, "1"},
        {0.5, "0.5"},
        {0.1, "0.1"},
        {40.0 / 48.0, "0.8333333333333334"},
        {2.0 / 3.0, "0.6666666666666666"},
        {1.0 / 3.0, "0.3333333333333333"},
        {33.0 / 64.0, "0.515625"},
        {0.1 + 0.2, "0.30000000000000004"},
        {7.0 / 48.0, "0.14583333333333334"},
        {123456.75, "123456.75"},
        {-0.0, "-0"},
        {-3, "-3"},
        {48, "48"},
        {999999999999999, "999999999999999"},
        {1e15, "1e+15"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sink sink = {.room = 100};
        char buffer[64];
        struct out out = OUT_OF(sink, buffer);

        out_real(&out, rows[i].value);
        out_flush(&out);
        assert_string_equal(sink.bytes, rows[i].text);
    }
}

/* Every occupancy that can occur, and every lane utilisation. */
static void every_share_reads_back_equal_and_no_shorter_one_does(void **state)
{
    (void)state;
    for (unsigned whole = 1; whole <= 64; whole++) {
        for (unsigned part = 0; part <= whole; part++) {
            double value = (double)part / whole;
            struct sink sink = {.room = 100};
            char buffer[64], shorter[32];
            struct out out = OUT_OF(sink, buffer);

            out_real(&out, value);
            out_flush(&out);
            assert_true(strtod(sink.bytes, NULL) == value);
            (void)snprintf(shorter, sizeof(shorter), "%.14g", value);
            assert_true(strtod(shorter, NULL) != value || strcmp(shorter, sink.bytes) == 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_arrive_in_order_through_a_small_buffer),
        cmocka_unit_test(columns_are_filled),
        cmocka_unit_test(a_failure_is_remembered_and_later_writes_dropped),
        cmocka_unit_test(long_printf_is_cut_not_overrun),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(doubles_are_the_shortest_that_read_back_equal),
        cmocka_unit_test(every_share_reads_back_equal_and_no_shorter_one_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

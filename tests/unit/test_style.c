/* SPDX-License-Identifier: MIT */
/* How text looks: paragraphs, bars, bytes, percentages. */
#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>

#include "render/limiters.h"
#include "render/style.h"
#include "text_sink.h"

static const struct style plain = {.is_ascii = true, .width = 20};

static void words_are_put_on_lines_of_the_width(void **state)
{
    static const struct {
        unsigned indent;
        unsigned column;
        const char *words;
        const char *text;
    } rows[] = {
        {0, 0, "exactly twenty chars", "exactly twenty chars\n"},
        {0, 0, "exactly twenty charts", "exactly twenty\ncharts\n"},
        {2, 0, "one two three four five", "  one two three four\n  five\n"},
        {4, 4, "a b", "a b\n"}, /* the caller stands at the indent */
        {4, 4, "aaaaaaaaaaaaaaaa b", "aaaaaaaaaaaaaaaa\n    b\n"},
        {0, 0, "a~b~c d~e~f g~h~i j~k~l", "a b c d e f g h i\nj k l\n"},
        {0, 0, "longer-than-the-whole-line x", "longer-than-the-whole-line\nx\n"},
        {0, 0, "  spaces   count  once ", "spaces count once\n"},
        {0, 0,
         "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9 123456789 1",
         "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9 123456789\n1\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct paragraph par;
        struct text_sink sink;

        text_sink_begin(&sink);
        paragraph_begin(&par, &sink.out, &plain, rows[i].indent, rows[i].column);
        paragraph_add(&par, "%s", rows[i].words);
        paragraph_end(&par);
        assert_string_equal(text_sink_end(&sink), rows[i].text);
    }
}

static void glued_text_follows_without_a_space(void **state)
{
    struct paragraph par;
    struct text_sink sink;

    (void)state;
    text_sink_begin(&sink);
    paragraph_begin(&par, &sink.out, &plain, 0, 0);
    paragraph_add(&par, "a");
    paragraph_glue(&par, ",");
    paragraph_add(&par, "b");
    paragraph_end(&par);
    assert_string_equal(text_sink_end(&sink), "a, b\n");
}

/* Brackets, commas and units stay with their word, on whichever line there is room for all. */
static void what_is_glued_counts(void **state)
{
    static char long_word[300];
    struct paragraph par;
    struct text_sink sink;

    (void)state;
    text_sink_begin(&sink);
    paragraph_begin(&par, &sink.out, &plain, 0, 0);
    paragraph_text(&par, "exactly twenty chars");
    paragraph_glue(&par, ",");
    paragraph_count(&par, 12345, "block");
    paragraph_open(&par, "(");
    paragraph_count(&par, 1, "warp");
    paragraph_glue(&par, ")");
    paragraph_end(&par);
    assert_string_equal(text_sink_end(&sink), "exactly twenty\nchars, 12345 blocks\n(1 warp)\n");
    text_sink_begin(&sink);
    paragraph_begin(&par, &sink.out, &plain, 0, 0);
    paragraph_text(&par, "plain");
    paragraph_ink(&par, &(const struct style){.has_colour = true}, INK_BOLD);
    paragraph_text(&par, "bold");
    paragraph_end(&par);
    assert_string_equal(text_sink_end(&sink), "plain\033[1m bold\n");
    /* Longer than what is kept of a word. */
    memset(long_word, 'x', sizeof(long_word) - 1);
    text_sink_begin(&sink);
    paragraph_begin(&par, &sink.out, &plain, 0, 0);
    paragraph_text(&par, long_word);
    paragraph_glue(&par, ",");
    paragraph_text(&par, "y");
    paragraph_end(&par);
    assert_memory_equal(text_sink_end(&sink), long_word, sizeof(long_word) - 1);
    assert_string_equal(text_sink_end(&sink) + sizeof(long_word) - 1, ",\ny\n");
}

static void bars_round_to_the_nearest_cell(void **state)
{
    static const struct {
        double share;
        const char *text;
    } rows[] = {
        {0, "[----------]"},   {0.04, "[----------]"}, {0.05, "[#---------]"},
        {0.5, "[#####-----]"}, {0.94, "[#########-]"}, {1, "[##########]"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct text_sink sink;

        text_sink_begin(&sink);
        style_bar(&sink.out, &plain, rows[i].share, 10);
        assert_string_equal(text_sink_end(&sink), rows[i].text);
    }
}

static void bars_in_unicode_and_colour(void **state)
{
    static const struct style unicode = {.width = 80},
                              colour = {.is_ascii = true, .has_colour = true};
    struct text_sink sink;

    (void)state;
    text_sink_begin(&sink);
    style_bar(&sink.out, &unicode, 0.5, 2);
    style_bar(&sink.out, &colour, 0.5, 2);
    assert_string_equal(text_sink_end(&sink),
                        "[\xe2\x96\x88\xe2\x96\x91][\033[32m#\033[2m-\033[0m]");
}

static void check_bytes(uint64_t bytes, const char *text)
{
    struct paragraph par;
    struct text_sink sink;

    text_sink_begin(&sink);
    paragraph_begin(&par, &sink.out, &plain, 0, 0);
    paragraph_bytes(&par, bytes);
    paragraph_end(&par);
    assert_string_equal(text_sink_end(&sink), text);
}

static void bytes_stand_beside_kib(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } rows[] = {
        {0, "0 B\n"},
        {1023, "1023 B\n"},
        {1024, "1024 B (1 KiB)\n"},
        {16000, "16000 B (15.62 KiB)\n"},
        {101376, "101376 B (99 KiB)\n"},
        {4294967295, "4294967295 B (4194304 KiB)\n"},
        {UINT64_MAX, "18446744073709551615 B (18014398509481984 KiB)\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_bytes(rows[i].bytes, rows[i].text);
    /* Every rest, as printf() rounds it. */
    for (uint64_t bytes = 1024; bytes < 3072; bytes++) {
        char kib[16], text[64];

        (void)snprintf(kib, sizeof(kib), "%.2f", (double)bytes / 1024);
        if (kib[3] == '0')
            kib[kib[2] == '0' ? 1 : 3] = '\0';
        (void)snprintf(text, sizeof(text), "%u B (%s KiB)\n", (unsigned)bytes, kib);
        check_bytes(bytes, text);
    }
}

static void percentages_have_two_decimals_at_most(void **state)
{
    static const struct {
        double share;
        const char *text;
    } rows[] = {
        {0, "0"},        {1, "100"},           {0.5, "50"},
        {0.375, "37.5"}, {40.0 / 48, "83.33"}, {2.0 / 3, "66.67"},
    };
    char text[64];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        format_percent(text, sizeof(text), rows[i].share);
        assert_string_equal(text, rows[i].text);
    }
}

#define BIT(limit_) (1U << CUOCC_LIMIT_##limit_)

static void limiters_are_enumerated(void **state)
{
    static const struct {
        uint32_t limiters;
        const char *text;
    } rows[] = {
        {0, ""},
        {BIT(SHARED), "shared memory"},
        {BIT(REGISTERS) | BIT(SHARED), "registers and shared memory"},
        {BIT(THREADS) | BIT(WARPS) | BIT(CLUSTER), "threads, warps and cluster cap"},
    };
    char text[160];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        format_limiters(text, sizeof(text), rows[i].limiters);
        assert_string_equal(text, rows[i].text);
    }
    format_limiters(text, 9, BIT(REGISTERS) | BIT(SHARED));
    assert_string_equal(text, "register"); /* cut, not overrun */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_put_on_lines_of_the_width),
        cmocka_unit_test(glued_text_follows_without_a_space),
        cmocka_unit_test(what_is_glued_counts),
        cmocka_unit_test(bars_round_to_the_nearest_cell),
        cmocka_unit_test(bars_in_unicode_and_colour),
        cmocka_unit_test(bytes_stand_beside_kib),
        cmocka_unit_test(percentages_have_two_decimals_at_most),
        cmocka_unit_test(limiters_are_enumerated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

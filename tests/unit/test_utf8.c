/* SPDX-License-Identifier: MIT */
/* UTF-8: the boundaries of the Unicode Standard's table 3-7, and what lies just outside. */
#include "cmocka_env.h"

#include "support/utf8.h"

static void lengths(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *why;
    } rows[] = {
        {"", 0, "nothing"},
        {"a", 1, "ASCII"},
        {"\x7f", 1, "last of one byte"},
        {"\x80", 0, "continuation alone"},
        {"\xbf", 0, "continuation alone"},
        {"\xc0\x80", 0, "overlong NUL"},
        {"\xc1\xbf", 0, "overlong"},
        {"\xc2\x80", 2, "first of two bytes"},
        {"\xdf\xbf", 2, "last of two bytes"},
        {"\xc3", 0, "cut after one"},
        {"\xc3(", 0, "second is ASCII"},
        {"\xe0\x9f\xbf", 0, "overlong"},
        {"\xe0\xa0\x80", 3, "first of three bytes"},
        {"\xe2\x96\x88", 3, "full block"},
        {"\xe2\x96", 0, "cut after two"},
        {"\xed\x9f\xbf", 3, "last before the surrogates"},
        {"\xed\xa0\x80", 0, "surrogate"},
        {"\xed\xbf\xbf", 0, "surrogate"},
        {"\xee\x80\x80", 3, "first after them"},
        {"\xef\xbf\xbd", 3, "replacement character"},
        {"\xf0\x8f\xbf\xbf", 0, "overlong"},
        {"\xf0\x90\x80\x80", 4, "first of four bytes"},
        {"\xf4\x8f\xbf\xbf", 4, "last of all"},
        {"\xf4\x90\x80\x80", 0, "beyond U+10FFFF"},
        {"\xf5\x80\x80\x80", 0, "no lead byte"},
        {"\xff", 0, "no lead byte"},
        {"\xf0\x90\x80", 0, "cut after three"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (utf8_length(rows[i].bytes) != rows[i].length)
            fail_msg("%s: %zu", rows[i].why, utf8_length(rows[i].bytes));
}

static void counts(void **state)
{
    (void)state;
    assert_int_equal(utf8_count(""), 0);
    assert_int_equal(utf8_count("abc"), 3);
    assert_int_equal(utf8_count("\xc3\xa9t\xc3\xa9"), 3);
    assert_int_equal(utf8_count("a\xff\xfe"), 3); /* each wrong byte counts */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths),
        cmocka_unit_test(counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

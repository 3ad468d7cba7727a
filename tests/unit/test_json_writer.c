/* SPDX-License-Identifier: MIT */
/* JSON as a stream: commas, lines, escapes, nulls. */
#include "cmocka_env.h"

#include "cuocc/api.h"
#include "render/json_writer.h"
#include "text_sink.h"

static void write_document(struct json *json)
{
    json_open(json, NULL, '{');
    json_text(json, "a", "x");
    json_open_inline(json, "b", '[');
    json_u64(json, NULL, 1);
    json_open(json, NULL, '{');
    json_bool(json, "c", true);
    json_null(json, "d");
    json_close(json, '}');
    json_close(json, ']');
    json_open(json, "e", '[');
    json_close(json, ']');
    json_open(json, "f", '[');
    json_int(json, NULL, -3);
    json_real(json, NULL, 0.5);
    json_close(json, ']');
    json_close(json, '}');
}

static void containers_stand_on_lines_or_in_one(void **state)
{
    struct text_sink sink;
    struct json json;

    (void)state;
    text_sink_begin(&sink);
    json_begin(&json, &sink.out, false);
    write_document(&json);
    assert_string_equal(text_sink_end(&sink), "{\n"
                                              "  \"a\": \"x\",\n"
                                              "  \"b\": [1, {\"c\": true, \"d\": null}],\n"
                                              "  \"e\": [],\n"
                                              "  \"f\": [\n"
                                              "    -3,\n"
                                              "    0.5\n"
                                              "  ]\n"
                                              "}\n");
}

static void compact_has_no_white_space(void **state)
{
    struct text_sink sink;
    struct json json;

    (void)state;
    text_sink_begin(&sink);
    json_begin(&json, &sink.out, true);
    write_document(&json);
    assert_string_equal(
        text_sink_end(&sink),
        "{\"a\":\"x\",\"b\":[1,{\"c\":true,\"d\":null}],\"e\":[],\"f\":[-3,0.5]}\n");
}

static void texts_are_escaped(void **state)
{
    static const struct {
        const char *text; /* NULL: null */
        const char *json;
    } rows[] = {
        {NULL, "null\n"},
        {"", "\"\"\n"},
        {"a \"b\" \\ /", "\"a \\\"b\\\" \\\\ /\"\n"},
        {"\b\n\x1f\x7f", "\"\\u0008\\u000a\\u001f\\u007f\"\n"},
        {"\xc3\xa9\xe2\x96\x88", "\"\xc3\xa9\xe2\x96\x88\"\n"},
        {"a\xff\xc3", "\"a\xef\xbf\xbd\xef\xbf\xbd\"\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct text_sink sink;
        struct json json;

        text_sink_begin(&sink);
        json_begin(&json, &sink.out, true);
        json_open(&json, NULL, '[');
        json_text(&json, NULL, rows[i].text);
        out_char(&sink.out, '\n');
        assert_string_equal(text_sink_end(&sink) + 1, rows[i].json);
    }
}

static void extreme_numbers(void **state)
{
    struct text_sink sink;
    struct json json;

    (void)state;
    text_sink_begin(&sink);
    json_begin(&json, &sink.out, true);
    json_open(&json, NULL, '[');
    json_u64(&json, NULL, UINT64_MAX);
    json_int(&json, NULL, INT64_MIN);
    json_int(&json, NULL, INT64_MAX);
    json_count(&json, NULL, CUOCC_NOT_GIVEN);
    json_count(&json, NULL, CUOCC_NOT_GIVEN - 1);
    json_close(&json, ']');
    assert_string_equal(
        text_sink_end(&sink),
        "[18446744073709551615,-9223372036854775808,9223372036854775807,null,4294967294]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(containers_stand_on_lines_or_in_one),
        cmocka_unit_test(compact_has_no_white_space),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(extreme_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

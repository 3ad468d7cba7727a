/* SPDX-License-Identifier: MIT */
/* Lines of batches: what is read of each form, and what is said of a line that is refused. The
 * forms are those of docs/scale.md; JSON is RFC 8259, CSV RFC 4180. */
#include "cmocka_env.h"

#include <string.h>

#include "input/batch.h"

#define NONE        CUOCC_NOT_GIVEN
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* What a line gives; texts may be NULL. */
struct expected {
    const char *id;
    const char *device;
    uint32_t threads, regs, smem, barriers;
    int32_t carveout;
    bool is_id_number;
};

struct good_row {
    const char *line;
    struct expected expected;
};

struct bad_row {
    const char *line;
    const char *mistake; /* a part of what is said */
};

/* A copy in memory that may be written to. */
struct buffer {
    char text[256];
    size_t size;
};

static void fill(struct buffer *buffer, const char *text)
{
    buffer->size = strlen(text);
    assert_true(buffer->size < sizeof(buffer->text));
    memcpy(buffer->text, text, buffer->size + 1);
}

static void assert_text(const char *got, const char *want)
{
    if (want == NULL)
        assert_null(got);
    else
        assert_string_equal(got, want);
}

static void check_good(const struct batch_format *format, const struct good_row *row)
{
    struct buffer buffer;
    struct batch_line line;

    fill(&buffer, row->line);
    if (!batch_read_line(format, buffer.text, buffer.size, &line))
        fail_msg("%s: %s", row->line, line.mistake);
    if (row->expected.is_id_number) /* ends where the line goes on */
        assert_memory_equal(line.id, row->expected.id, strlen(row->expected.id));
    else
        assert_text(line.id, row->expected.id);
    assert_int_equal(line.is_id_number, row->expected.is_id_number);
    assert_true(line.id == NULL || line.id_size == strlen(row->expected.id));
    assert_text(line.device, row->expected.device);
    assert_int_equal(line.launch.block_dim[0], row->expected.threads);
    assert_int_equal(line.launch.block_dim[1], 1);
    assert_int_equal(line.launch.regs_per_thread, row->expected.regs);
    assert_int_equal(line.launch.smem_per_block_bytes, row->expected.smem);
    assert_int_equal(line.launch.barriers_per_block, row->expected.barriers);
    assert_int_equal(line.launch.carveout_percent, row->expected.carveout);
}

static void check_bad(const struct batch_format *format, const struct bad_row *row)
{
    struct buffer buffer;
    struct batch_line line;

    fill(&buffer, row->line);
    if (batch_read_line(format, buffer.text, buffer.size, &line))
        fail_msg("%s: accepted", row->line);
    if (strstr(line.mistake, row->mistake) == NULL)
        fail_msg("%s: '%s', expected: '%s'", row->line, line.mistake, row->mistake);
}

static void read_header(struct batch_format *format, const char *text)
{
    struct buffer buffer;
    char mistake[128];

    fill(&buffer, text);
    if (!batch_read_header(format, buffer.text, buffer.size, mistake, sizeof(mistake)))
        fail_msg("%s: %s", text, mistake);
}

/* clang-format off */
static const char all_columns[] =
    "id,device,threads_per_block,registers_per_thread,shared_bytes,barriers,carveout_percent";

static const struct good_row good_csv[] = {
    { "a,sm_89,256,48,16384,2,50",    { "a", "sm_89", 256, 48, 16384, 2, 50, false } },
    { ",,1,,,,",                      { NULL, NULL, 1, NONE, 0, NONE, -1, false } },
    { "\"x,\"\"y\"\"\",\"rtx 4090\",\"64\",0,0,0,0", { "x,\"y\"", "rtx 4090", 64, 0, 0, 0, 0, false } },
    { "\"\",,4294967294,4294967294,4294967294,4294967294,100", { NULL, NULL, NONE - 1, NONE - 1, NONE - 1, NONE - 1, 100, false } },
    { "\xc3\xa9,,32,,,,",             { "\xc3\xa9", NULL, 32, NONE, 0, NONE, -1, false } },
};

static const struct bad_row bad_csv[] = {
    { "a,sm_89,256",              "fewer cells than the header has, allowed: 7" },
    { "a,,256,,,,,",              "more cells than the header has, allowed: 7" },
    { "a,,,,,,",                  "threads_per_block: missing" },
    { "a,,0,,,,",                 "threads_per_block: '0' is not understood, allowed: a whole number from 1" },
    { "a,,+1,,,,",                "'+1'" },
    { "a,,1 ,,,,",                "'1 '" },
    { "a,,4294967295,,,,",        "'4294967295'" },
    { "a,,99999999999,,,,",       "'99999999999'" },
    { "a,,32,-1,,,",              "registers_per_thread: '-1' is not understood, allowed: a whole number, or none" },
    { "a,,32,,,,101",             "carveout_percent: '101' is not understood, allowed: a whole number from 0 to 100, or none" },
    { "a,,\x01\xff,,,,",          "'?" "?'" },
    { "\xff,,32,,,,",             "id: allowed: text in UTF-8" },
    { "a,\xc3,32,,,,",            "device: allowed: text in UTF-8" },
    { "\"a,,32,,,,",              "the line ends within quotes" },
    { "\"a\"b,,32,,,,",           "byte 4: allowed behind quotes: a comma" },
    { "",                         "fewer cells" },
};

static const struct bad_row bad_headers[] = {
    { "id,device",                             "threads_per_block: missing" },
    { "threads_per_block,threads_per_block",   "threads_per_block: appears twice" },
    { "threads_per_block,regs",                "unknown key, allowed: id, device" },
    { "threads_per_block,",                    "unknown key" },
    { "threads_per_bloc",                      "unknown key" },
    { "\"threads_per_block",                   "the line ends within quotes" },
    { "",                                      "unknown key" },
};

static const struct good_row good_json[] = {
    { "{\"threads_per_block\":256}",                   { NULL, NULL, 256, NONE, 0, 1, -1, false } },
    { " {\t\"id\" : \"k\" , \"threads_per_block\" : 32 } ", { "k", NULL, 32, NONE, 0, 1, -1, false } },
    { "{\"barriers\":null,\"threads_per_block\":32,\"registers_per_thread\":null,\"shared_bytes\":null,\"carveout_percent\":null,\"device\":null,\"id\":null}",
                                                       { NULL, NULL, 32, NONE, 0, NONE, -1, false } },
    { "{\"id\":-1.5e+3,\"threads_per_block\":32,\"device\":\"sm_90\",\"shared_bytes\":1024,\"carveout_percent\":0}",
                                                       { "-1.5e+3", "sm_90", 32, NONE, 1024, 1, 0, true } },
    { "{\"id\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\",\"threads_per_block\":32}", { "\"\\/\b\f\n\r\t", NULL, 32, NONE, 0, 1, -1, false } },
    { "{\"id\":\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\",\"threads_per_block\":32}",
                                                       { "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", NULL, 32, NONE, 0, 1, -1, false } },
    { "{\"\\u0069d\":\"x\",\"threads_per_block\":32}", { "x", NULL, 32, NONE, 0, 1, -1, false } },
};

static const struct bad_row bad_json[] = {
    { "",                                              "byte 1: allowed here: an object" },
    { "[]",                                            "byte 1: allowed here: an object" },
    { "{}",                                            "threads_per_block: missing" },
    { "{\"id\":\"x\"}",                                "threads_per_block: missing" },
    { "{\"threads_per_block\":null}",                  "threads_per_block: missing" },
    { "{\"threads_per_block\":\"32\"}",                "threads_per_block: allowed: a whole number from 1" },
    { "{\"threads_per_block\":32.0}",                  "'32.0' is not understood" },
    { "{\"threads_per_block\":1e2}",                   "'1e2' is not understood" },
    { "{\"threads_per_block\":032}",                   "a number does not begin with 0" },
    { "{\"threads_per_block\":-32}",                   "'-32' is not understood" },
    { "{\"threads_per_block\":-}",                     "allowed here: a digit" },
    { "{\"id\":1.,\"threads_per_block\":32}",          "allowed here: a digit" },
    { "{\"id\":1e,\"threads_per_block\":32}",          "allowed here: a digit" },
    { "{\"id\":true,\"threads_per_block\":32}",        "id: allowed: a string, a number or null" },
    { "{\"device\":89,\"threads_per_block\":32}",      "device: allowed: a string or null" },
    { "{\"threads_per_block\":32,\"threads_per_block\":32}", "appears twice" },
    { "{\"threads\":32}",                              "unknown key" },
    { "{\"threads_per_block\":32,}",                   "allowed here: a key in quotes" },
    { "{\"threads_per_block\" 32}",                    "allowed here: a colon" },
    { "{\"threads_per_block\":32",                     "allowed here: a comma, or the end of the object" },
    { "{\"threads_per_block\":32} x",                  "allowed behind the object: nothing" },
    { "{\"id",                                         "the line ends within a string" },
    { "{\"id\":\"a\tb\"}",                             "control character in a string" },
    { "{\"id\":\"\\x\"}",                              "unknown escape" },
    { "{\"id\":\"\\",                                  "unknown escape" },
    { "{\"id\":\"\\u12g4\"}",                          "four hexadecimal digits" },
    { "{\"id\":\"\\u0000\"}",                          "\\u0000 is not allowed" },
    { "{\"id\":\"\\udc00\"}",                          "half a surrogate pair" },
    { "{\"id\":\"\\ud800x\"}",                         "half a surrogate pair" },
    { "{\"id\":\"\\ud800\\u0041\"}",                   "half a surrogate pair" },
    { "{\"id\":\"\xed\xa0\x80\",\"threads_per_block\":32}", "id: allowed: text in UTF-8" },
};
/* clang-format on */

static void csv_lines(void **state)
{
    struct batch_format format;

    (void)state;
    read_header(&format, all_columns);
    assert_int_equal(format.column_count, BATCH_KEY_COUNT);
    for (size_t i = 0; i < COUNT(good_csv); i++)
        check_good(&format, &good_csv[i]);
    for (size_t i = 0; i < COUNT(bad_csv); i++)
        check_bad(&format, &bad_csv[i]);
}

/* Columns in any order, and fewer; without a column of barriers there is one barrier. */
static void csv_columns(void **state)
{
    static const struct good_row row = {"7,\"64\",x", {"x", NULL, 64, NONE, 7, 1, -1, false}};
    struct batch_format format;

    (void)state;
    read_header(&format, "shared_bytes,\"threads_per_block\",id");
    check_good(&format, &row);
}

static void csv_headers_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad_headers); i++) {
        struct batch_format format;
        struct buffer buffer;
        char mistake[128];

        fill(&buffer, bad_headers[i].line);
        assert_false(
            batch_read_header(&format, buffer.text, buffer.size, mistake, sizeof(mistake)));
        if (strstr(mistake, bad_headers[i].mistake) == NULL)
            fail_msg("%s: %s", bad_headers[i].line, mistake);
    }
}

static void json_lines(void **state)
{
    static const struct batch_format format = {.form = BATCH_JSON};

    (void)state;
    for (size_t i = 0; i < COUNT(good_json); i++)
        check_good(&format, &good_json[i]);
    for (size_t i = 0; i < COUNT(bad_json); i++)
        check_bad(&format, &bad_json[i]);
}

static void an_id_is_kept_of_a_line_that_is_refused(void **state)
{
    static const struct batch_format format = {.form = BATCH_JSON};
    struct buffer buffer;
    struct batch_line line;

    (void)state;
    fill(&buffer, "{\"id\":\"k1\",\"threads_per_block\":0}");
    assert_false(batch_read_line(&format, buffer.text, buffer.size, &line));
    assert_string_equal(line.id, "k1");
}

static void the_first_byte_tells_the_form(void **state)
{
    (void)state;
    assert_int_equal(batch_form_of('{'), BATCH_JSON);
    assert_int_equal(batch_form_of('t'), BATCH_CSV);
    assert_int_equal(batch_form_of('\0'), BATCH_CSV);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_lines),
        cmocka_unit_test(csv_columns),
        cmocka_unit_test(csv_headers_are_refused),
        cmocka_unit_test(json_lines),
        cmocka_unit_test(an_id_is_kept_of_a_line_that_is_refused),
        cmocka_unit_test(the_first_byte_tells_the_form),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

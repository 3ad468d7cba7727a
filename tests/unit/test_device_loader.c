/* SPDX-License-Identifier: MIT */
/* The loader: one good device file, broken in every way we could think of, and each message. */
#include "cmocka_env.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/device_db.h"
#include "db/device_file.h"
#include "db/json_syntax.h"
#include "test_files.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

#define WARPS                                                                                      \
    "\"max_warps_per_sm\":                   {\"value\": 64,         \"source\": \"BOOK\"}"
#define CARVEOUT "\"smem_carveout_bytes\":                {\"value\": [],"
#define L1       "\"unified_l1_smem_bytes\":              {\"value\": null,"
#define PRODUCT                                                                                    \
    "{\"name\": \"Textbook card\", \"aliases\": [\"TB-1\"], \"sm_count\": 108, \"source\": "       \
    "\"BOOK\"}"

/* clang-format off */
static const struct {
    const char *from; /* NULL: `to` is the whole file */
    const char *to;
    enum cuocc_status status;
    const char *where; /* what follows "f.json" */
    const char *text;
} rows[] = {
    /* not JSON: line and column */
    { NULL, "",                                   CUOCC_ERR_SYNTAX, ":1:1", "not JSON: the text ends too early" },
    { NULL, "  \n ",                              CUOCC_ERR_SYNTAX, ":2:2", "not JSON: the text ends too early" },
    { NULL, "sm_89",                              CUOCC_ERR_SYNTAX, ":1:1", "not JSON: a value is expected" },
    { NULL, "{} x",                               CUOCC_ERR_SYNTAX, ":1:4", "not JSON: nothing may follow the value" },
    { NULL, "{}{}",                               CUOCC_ERR_SYNTAX, ":1:3", "not JSON: nothing may follow the value" },
    { NULL, "\xef\xbb\xbf{}",                     CUOCC_ERR_SYNTAX, ":1:1", "not JSON: a value is expected" },
    { "\"aliases\": [],", "\"aliases\": [}",      CUOCC_ERR_SYNTAX, ":4:15", "not JSON: a value is expected" },
    { "\"aliases\": [],", "\"aliases\": []",      CUOCC_ERR_SYNTAX, ":5:3", "not JSON: ',' or '}' is expected" },
    { "\"aliases\": [],", "\"aliases\": [\"a\" \"b\"],", CUOCC_ERR_SYNTAX, ":4:19", "not JSON: ',' or ']' is expected" },
    { "\"aliases\": [],", "\"aliases\": [\"a\",],", CUOCC_ERR_SYNTAX, ":4:19", "not JSON: a value is expected" },
    { "\"aliases\": [],", "\"aliases\" [],",      CUOCC_ERR_SYNTAX, ":4:13", "not JSON: ':' is expected" },
    { "\"aliases\": [],", "aliases: [],",         CUOCC_ERR_SYNTAX, ":4:3", "not JSON: a text in double quotes is expected" },
    { "\"aliases\": [],", "// none\n\"aliases\": [],", CUOCC_ERR_SYNTAX, ":4:3", "not JSON: a text in double quotes is expected" },
    { "\n  ]\n}\n", "\n  ]\n",                    CUOCC_ERR_SYNTAX, ":51:1", "not JSON: ',' or '}' is expected" },
    { "\"textbook\"", "\"textbook",               CUOCC_ERR_SYNTAX, ":3:21", "not JSON: a control character in a text must be escaped" },
    { "\"textbook\"", "\"text\tbook\"",           CUOCC_ERR_SYNTAX, ":3:16", "not JSON: a control character in a text must be escaped" },
    { "\"textbook\"", "\"text\\xbook\"",          CUOCC_ERR_SYNTAX, ":3:16", "not JSON: unknown escape, one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u is allowed" },
    { "\"textbook\"", "\"text\\u00",              CUOCC_ERR_SYNTAX, ":3:16", "not JSON: \\u needs four hexadecimal digits" },
    { "\"textbook\"", "\"text\\u0000\"",          CUOCC_ERR_SYNTAX, ":3:16", "not JSON: \\u0000 is not allowed in a text" },
    { "\"textbook\"", "\"\\ud83d\"",              CUOCC_ERR_SYNTAX, ":3:12", "not JSON: a high surrogate needs a low one behind it" },
    { "\"textbook\"", "\"\\udc00\"",              CUOCC_ERR_SYNTAX, ":3:12", "not JSON: a low surrogate needs a high one before it" },
    { "\"textbook\"", "\"\xff\"",                 CUOCC_ERR_SYNTAX, ":3:12", "not JSON: not UTF-8" },
    { "\"textbook\"", "\"\xc0\xaf\"",             CUOCC_ERR_SYNTAX, ":3:12", "not JSON: not UTF-8" },
    { "\"textbook\"", "\"\xed\xa0\x80\"",         CUOCC_ERR_SYNTAX, ":3:12", "not JSON: not UTF-8" },
    { "\"textbook\"", "\"\xe2\x82\"",             CUOCC_ERR_SYNTAX, ":3:12", "not JSON: not UTF-8" },
    { "108", "0108",                              CUOCC_ERR_SYNTAX, ":49:64", "not JSON: a number must not begin with 0" },
    { "108", "+108",                              CUOCC_ERR_SYNTAX, ":49:64", "not JSON: a value is expected" },
    { "108", "108.",                              CUOCC_ERR_SYNTAX, ":49:68", "not JSON: a digit is expected" },
    { "108", "1e",                                CUOCC_ERR_SYNTAX, ":49:66", "not JSON: a digit is expected" },
    { "108", "0x6c",                              CUOCC_ERR_SYNTAX, ":49:65", "not JSON: ',' or '}' is expected" },
    { "108", "NaN",                               CUOCC_ERR_SYNTAX, ":49:64", "not JSON: a value is expected" },
    { "108", "[[[[[[[[[[[[[[[[",                  CUOCC_ERR_SYNTAX, ":49:77", "not JSON: nested too deeply" },
    { NULL, "\"no end",                           CUOCC_ERR_SYNTAX, ":1:1", "not JSON: the text that begins here has no end" },

    /* the whole and its keys */
    { NULL, "[]",                                 CUOCC_ERR_VALUE, ": $", "a list, an object is allowed" },
    { NULL, "null",                               CUOCC_ERR_VALUE, ": $", "null, an object is allowed" },
    { NULL, "{}",                                 CUOCC_ERR_VALUE, ": $.schema", "the key is missing, every key of a device file is required" },
    { "\"aliases\": [],\n", "",                   CUOCC_ERR_VALUE, ": $.aliases", "the key is missing, every key of a device file is required" },
    { "\"aliases\": [],", "\"aliases\": [], \"alias\": [],", CUOCC_ERR_VALUE, ": $.alias", "unknown key, the nearest one allowed here is \"aliases\"" },
    { "\"aliases\": [],", "\"aliases\": [], \"Name\": \"x\",", CUOCC_ERR_VALUE, ": $.Name", "unknown key, the nearest one allowed here is \"name\"" },
    { "\"aliases\": [],", "\"aliases\": [], \"\\u001b\": 1,", CUOCC_ERR_VALUE, ": $.?", "unknown key, the nearest one allowed here is \"name\"" },
    { "\"aliases\": [],", "\"aliases\": [], \"aliases\": [],", CUOCC_ERR_VALUE, ": $.aliases", "the key appears twice, once is allowed" },

    /* the head */
    { "\"occ.device/1\"", "\"occ.device/2\"",     CUOCC_ERR_VALUE, ": $.schema", "\"occ.device/2\", only \"occ.device/1\" is allowed" },
    { "\"occ.device/1\"", "1",                    CUOCC_ERR_VALUE, ": $.schema", "a number, a text is allowed" },
    { "\"textbook\"", "\"\"",                     CUOCC_ERR_VALUE, ": $.name", "the text is empty, 1 to 31 bytes are allowed" },
    { "\"textbook\"", "\"a/b\"",                  CUOCC_ERR_VALUE, ": $.name", "\"a/b\", letters, digits, _ + and - are allowed, and no - in front" },
    { "\"textbook\"", "\"a,b\"",                  CUOCC_ERR_VALUE, ": $.name", "\"a,b\", letters, digits, _ + and - are allowed, and no - in front" },
    { "\"textbook\"", "\"-d\"",                   CUOCC_ERR_VALUE, ": $.name", "\"-d\", letters, digits, _ + and - are allowed, and no - in front" },
    { "\"textbook\"", "\"a_name_of_thirty_two_characters_\"", CUOCC_ERR_VALUE, ": $.name", "32 bytes long, at most 31 are allowed" },
    { "\"textbook\"", "\"sm_89\"",                CUOCC_ERR_VALUE, ": $.name", "\"sm_89\" means compute capability 8.9, only 99.0 is allowed in this file" },
    { "\"aliases\": [],", "\"aliases\": \"x\",",  CUOCC_ERR_VALUE, ": $.aliases", "a text, a list is allowed" },
    { "\"aliases\": [],", "\"aliases\": [\"a\", 7],", CUOCC_ERR_VALUE, ": $.aliases[1]", "a number, a text is allowed" },
    { "\"aliases\": [],", "\"aliases\": [1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3],", CUOCC_ERR_VALUE, ": $.aliases", "33 entries, at most 32 are allowed" },
    { "\"99.0\"", "99.0",                         CUOCC_ERR_VALUE, ": $.compute_capability", "a number, a text like \"8.9\" is allowed" },
    { "\"99.0\"", "\"99\"",                       CUOCC_ERR_VALUE, ": $.compute_capability", "\"99\", a text like \"8.9\" is allowed: a number, a point, one digit" },
    { "\"99.0\"", "\"0.9\"",                      CUOCC_ERR_VALUE, ": $.compute_capability", "\"0.9\", a text like \"8.9\" is allowed: a number, a point, one digit" },
    { "\"99.0\"", "\"9.10\"",                     CUOCC_ERR_VALUE, ": $.compute_capability", "\"9.10\", a text like \"8.9\" is allowed: a number, a point, one digit" },
    { "\"99.0\"", "\"1000.0\"",                   CUOCC_ERR_VALUE, ": $.compute_capability", "\"1000.0\", a text like \"8.9\" is allowed: a number, a point, one digit" },
    { "\"idealised SM of textbooks\"", "true",    CUOCC_ERR_VALUE, ": $.architecture", "true or false, a text is allowed" },
    { "\"idealised SM of textbooks\"", "\"\\u001b[31mred\"", CUOCC_ERR_VALUE, ": $.architecture", "control character 27, printable characters are allowed" },
    { "\"idealised SM of textbooks\"", "\"an architecture name of forty-eight bytes, really\"", CUOCC_ERR_VALUE, ": $.architecture", "49 bytes long, at most 47 are allowed" },
    { "\"FREE\": \"no", "\"BOOK\": \"no",         CUOCC_ERR_VALUE, ": $.sources.BOOK", "the key appears twice, once is allowed" },
    { "\"FREE\": \"no", "\"F-1\": \"no",          CUOCC_ERR_VALUE, ": $.sources.F-1", "a code of 1 to 15 letters and digits is allowed" },
    { "\"FREE\": \"no exercise uses it\"", "\"FREE\": null", CUOCC_ERR_VALUE, ": $.sources.FREE", "null, a text is allowed" },

    /* limits */
    { "\"limits\": {", "\"limits\": 7, \"x\": {", CUOCC_ERR_VALUE, ": $.limits", "a number, an object is allowed" },
    { WARPS ",", "",                              CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm", "the key is missing, every key of a device file is required" },
    { "\"max_warps_per_sm\":  ", "\"max_warps_per_mp\":  ", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_mp", "unknown key, the nearest one allowed here is \"max_warps_per_sm\"" },
    { WARPS, WARPS ", " WARPS,                    CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm", "the key appears twice, once is allowed" },
    { WARPS, "\"max_warps_per_sm\": 64",          CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm", "a number, an object is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 64}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.source", "the key is missing, every key of a device file is required" },
    { WARPS, "\"max_warps_per_sm\": {\"source\": \"BOOK\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "the key is missing, every key of a device file is required" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 64, \"source\": \"BOOK\", \"unit\": \"warps\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.unit", "unknown key, the nearest one allowed here is \"value\"" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 64, \"source\": \"\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.source", "the text is empty, 1 to 511 bytes are allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 64, \"source\": 1}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.source", "a number, a text is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": \"64\", \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "a text, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": null, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "null, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 0, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "0, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": -64, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "-64, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 63.5, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "63.5, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 65537, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "65537, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 4294967360, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "4294967360, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": 1e999, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "inf, a whole number from 1 to 65536 warps is allowed" },
    { WARPS, "\"max_warps_per_sm\": {\"value\": true, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "true or false, a whole number from 1 to 65536 warps is allowed" },
    { L1, "\"unified_l1_smem_bytes\": {\"value\": \"x\",", CUOCC_ERR_VALUE, ": $.limits.unified_l1_smem_bytes.value", "a text, a whole number from 1 to 2147483647 B, or null is allowed" },
    { "\"value\": false", "\"value\": 0",         CUOCC_ERR_VALUE, ": $.limits.barriers_limit_blocks.value", "a number, true or false is allowed" },
    { CARVEOUT, "\"smem_carveout_bytes\": {\"value\": null,", CUOCC_ERR_VALUE, ": $.limits.smem_carveout_bytes.value", "null, a list is allowed" },
    { CARVEOUT, "\"smem_carveout_bytes\": {\"value\": [0, \"8K\"],", CUOCC_ERR_VALUE, ": $.limits.smem_carveout_bytes.value[1]", "a text, a whole number from 0 to 2147483647 B is allowed" },
    { CARVEOUT, "\"smem_carveout_bytes\": {\"value\": [0, -1],", CUOCC_ERR_VALUE, ": $.limits.smem_carveout_bytes.value[1]", "-1, a whole number from 0 to 2147483647 B is allowed" },
    { CARVEOUT, "\"smem_carveout_bytes\": {\"value\": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16],", CUOCC_ERR_VALUE, ": $.limits.smem_carveout_bytes.value", "17 entries, at most 16 are allowed" },

    /* rules between numbers; the rest of them is in test_device_check.c */
    { WARPS, "\"max_warps_per_sm\": {\"value\": 48, \"source\": \"B\"}", CUOCC_ERR_VALUE, ": $.limits.max_warps_per_sm.value", "max_warps_per_sm times warp_size_threads must be max_threads_per_sm" },
    { CARVEOUT, "\"smem_carveout_bytes\": {\"value\": [0, 8192, 131072],", CUOCC_ERR_VALUE, ": $.limits.smem_carveout_bytes.value", "smem_carveout_bytes must end with smem_per_sm_bytes" },
    { CARVEOUT, "\"smem_carveout_bytes\": {\"value\": [8192, 8192, 65536],", CUOCC_ERR_VALUE, ": $.limits.smem_carveout_bytes.value", "smem_carveout_bytes must rise from entry to entry" },

    /* products */
    { PRODUCT, "7",                               CUOCC_ERR_VALUE, ": $.products[0]", "a number, an object is allowed" },
    { PRODUCT, PRODUCT ", " PRODUCT,              CUOCC_ERR_VALUE, ": $.products[1].name", "the product \"Textbook card\" appears twice, once is allowed" },
    { "\"sm_count\": 108, ", "",                  CUOCC_ERR_VALUE, ": $.products[0].sm_count", "the key is missing, every key of a device file is required" },
    { "\"sm_count\": 108", "\"sm_count\": 0",     CUOCC_ERR_VALUE, ": $.products[0].sm_count", "0, a whole number from 1 to 65536 SMs, or null is allowed" },
    { "\"sm_count\": 108", "\"sm_count\": \"108\"", CUOCC_ERR_VALUE, ": $.products[0].sm_count", "a text, a whole number from 1 to 65536 SMs, or null is allowed" },
    { "[\"TB-1\"]", "[\"TB-1\", \"\"]",           CUOCC_ERR_VALUE, ": $.products[0].aliases[1]", "the text is empty, 1 to 63 bytes are allowed" },
    { "[\"TB-1\"]", "{\"TB\": 1}",                CUOCC_ERR_VALUE, ": $.products[0].aliases", "an object, a list is allowed" },
    { "\"sm_count\": 108, \"source\": \"BOOK\"", "\"sm_count\": 108, \"source\": \"\\u007f\"", CUOCC_ERR_VALUE, ": $.products[0].source", "control character 127, printable characters are allowed" },
    { "\"products\": [", "\"products\": {}, \"x\": [", CUOCC_ERR_VALUE, ": $.products", "an object, a list is allowed" },
};

/* Unusual, but a device file. */
static const struct {
    const char *from;
    const char *to;
} good[] = {
    { "", "" },
    { "", "\r\n\t " },
    { "\"textbook\"", "\"text\\u0062ook\"" },
    { "\"textbook\"", "\"sm_990\"" },
    { "idealised", "id\xc3\xa9" "alis\\u00e9 \\ud83d\\ude00 \xf0\x9f\x98\x80" },
    { "\"value\": 64,", "\"value\": 6.4e1," },
    { "\"value\": 64,", "\"value\": 64.0," },
    { "\"sm_count\": 108", "\"sm_count\": null" },
    { CARVEOUT, "\"smem_carveout_bytes\": {\"value\": [0, 65536]," },
    { L1, "\"unified_l1_smem_bytes\": {\"value\": 131072," },
    { PRODUCT, "" },
};
/* clang-format on */

static char *base_text(void)
{
    return test_file_read(CUOCC_TESTS_DIR "/data/textbook_sm.json", NULL);
}

static void broken_files_are_refused(void **state)
{
    char *base = base_text();

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *text = test_text_replace(rows[i].from ? base : "", rows[i].from ? rows[i].from : "",
                                       rows[i].to);
        struct cuocc_device dev = {.name = "untouched"};
        struct cuocc_error error = {.status = CUOCC_OK};
        char where[256];
        enum cuocc_status status = cuocc_device_parse(text, strlen(text), "f.json", &dev, &error);

        (void)snprintf(where, sizeof(where), "f.json%s", rows[i].where);
        if (status != rows[i].status || strcmp(error.where, where) != 0 ||
            strcmp(error.text, rows[i].text) != 0)
            print_error("row %zu (%s): %s: %s\n", i, rows[i].to, error.where, error.text);
        assert_int_equal(status, rows[i].status);
        assert_int_equal(error.status, rows[i].status);
        assert_string_equal(error.where, where);
        assert_string_equal(error.text, rows[i].text);
        assert_string_equal(dev.name, "untouched");
        assert_int_equal(cuocc_device_parse(text, strlen(text), "f.json", &dev, NULL), status);
        free(text);
    }
    free(base);
}

static void unusual_files_are_read(void **state)
{
    char *base = base_text();

    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        char *text = test_text_replace(base, good[i].from, good[i].to);
        struct cuocc_device dev;
        struct cuocc_error error = {.text = ""};
        enum cuocc_status status = cuocc_device_parse(text, strlen(text), "f", &dev, &error);

        if (status != CUOCC_OK)
            print_error("row %zu: %s: %s\n", i, error.where, error.text);
        assert_int_equal(status, CUOCC_OK);
        assert_int_equal(dev.max_warps_per_sm, 64);
        free(text);
    }
    free(base);
}

static void the_textbook_device_is_read(void **state)
{
    struct cuocc_device dev;

    (void)state;
    assert_int_equal(cuocc_device_load(CUOCC_TESTS_DIR "/data/textbook_sm.json", &dev, NULL),
                     CUOCC_OK);
    assert_string_equal(dev.name, "textbook");
    assert_string_equal(dev.architecture, "idealised SM of textbooks");
    assert_string_equal(dev.product, "");
    assert_int_equal(dev.sm_count, CUOCC_NOT_GIVEN);
    assert_int_equal(dev.cc_major, 99);
    assert_int_equal(dev.cc_minor, 0);
    assert_int_equal(dev.max_grid_x_blocks, 2147483647);
    assert_int_equal(dev.smem_carveout_count, 0);
    assert_int_equal(dev.barriers_limit_blocks, 0);
    assert_int_equal(dev.fp32_lanes_per_sm, CUOCC_NOT_GIVEN);
}

/* Whatever is cut off, the rest is no device file; the exact copies let ASan see an over-read. */
static void no_beginning_of_a_file_is_a_device(void **state)
{
    char *base = base_text();
    size_t size = strlen(base);

    (void)state;
    for (size_t length = 0; length + 1 < size; length++) {
        char *part = malloc(length > 0 ? length : 1);
        struct cuocc_device dev;

        assert_non_null(part);
        memcpy(part, base, length);
        assert_int_equal(cuocc_device_parse(part, length, "f", &dev, NULL), CUOCC_ERR_SYNTAX);
        free(part);
    }
    free(base);
}

static void nul_bytes_are_refused(void **state)
{
    char *base = base_text();
    size_t size = strlen(base);
    struct cuocc_device dev;

    (void)state;
    /* What cJSON would take for the end of the text. */
    assert_int_equal(cuocc_device_parse(base, size + 1, "f", &dev, NULL), CUOCC_ERR_SYNTAX);
    for (size_t i = 0; i < size; i += 7) {
        char byte = base[i];

        base[i] = '\0';
        assert_int_equal(cuocc_device_parse(base, size, "f", &dev, NULL), CUOCC_ERR_SYNTAX);
        base[i] = byte;
    }
    free(base);
}

static void large_and_deep_texts_are_refused(void **state)
{
    size_t size = DEVICE_FILE_SIZE_MAX + 1;
    char *text = malloc(size);
    struct cuocc_device dev;
    struct cuocc_error error;

    (void)state;
    assert_non_null(text);
    memset(text, '[', size);
    assert_int_equal(cuocc_device_parse(text, size, "f", &dev, &error), CUOCC_ERR_VALUE);
    assert_string_equal(error.where, "f");
    assert_string_equal(error.text, "larger than 4194304 bytes, which is the most allowed");
    assert_int_equal(cuocc_device_parse(text, size - 1, "f", &dev, &error), CUOCC_ERR_SYNTAX);
    assert_string_equal(error.where, "f:1:17");
    assert_string_equal(error.text, "not JSON: nested too deeply");
    free(text);
}

static void many_sources_are_refused(void **state)
{
    char *base = base_text();
    char codes[65 * 16] = "";
    char *text;
    struct cuocc_device dev;
    struct cuocc_error error;

    (void)state;
    for (int i = 0; i < 63; i++)
        (void)snprintf(codes + strlen(codes), sizeof(codes) - strlen(codes), "\"C%d\": \"x\", ", i);
    text = test_text_replace(base, "\"BOOK\": \"the", codes);
    free(text);
    (void)snprintf(codes + strlen(codes), sizeof(codes) - strlen(codes), "\"BOOK\": \"the");
    text = test_text_replace(base, "\"BOOK\": \"the", codes);
    assert_int_equal(cuocc_device_parse(text, strlen(text), "f", &dev, &error), CUOCC_ERR_VALUE);
    assert_string_equal(error.where, "f: $.sources.FREE");
    assert_string_equal(error.text, "too many keys, at most 64 are allowed");
    free(text);
    free(base);
}

/* Of a path that is too long the end is kept, and the place in the JSON is not lost. */
static void long_paths_keep_the_place(void **state)
{
    char path[1000];
    struct cuocc_device dev;
    struct cuocc_error error;

    (void)state;
    memset(path, 'p', sizeof(path));
    (void)snprintf(path + 900, 100, "/last.json");
    assert_int_equal(cuocc_device_parse("{\"limits\": {\"x\": 1}}", 20, path, &dev, &error),
                     CUOCC_ERR_VALUE);
    assert_memory_equal(error.where, "...pp", 5);
    assert_non_null(strstr(error.where, "p/last.json: $.limits.x"));
}

/* Numbers are read the same where a comma is the decimal point. */
static void the_locale_does_not_matter(void **state)
{
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
    char *base = base_text();
    char *text = test_text_replace(base, "\"value\": 64,", "\"value\": 63.5,");
    struct cuocc_device dev;
    struct cuocc_error error;
    size_t i = 0;

    (void)state;
    while (i < COUNT(locales) && !setlocale(LC_ALL, locales[i]))
        i++;
    assert_int_equal(cuocc_device_parse(base, strlen(base), "f", &dev, NULL), CUOCC_OK);
    assert_int_equal(cuocc_device_parse(text, strlen(text), "f", &dev, &error), CUOCC_ERR_VALUE);
    (void)setlocale(LC_ALL, "C");
    free(text);
    free(base);
}

static void arguments_are_checked(void **state)
{
    struct cuocc_device dev;
    struct cuocc_error error;

    (void)state;
    assert_int_equal(cuocc_device_parse(NULL, 0, "f", &dev, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_parse("{}", 2, NULL, &dev, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_parse("{}", 2, "f", NULL, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_load(NULL, &dev, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_load("f", NULL, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_load("/nonexistent/f.json", &dev, &error), CUOCC_ERR_IO);
    assert_string_equal(error.where, "/nonexistent/f.json");
    assert_string_equal(error.text, "No such file or directory");
    assert_int_equal(cuocc_device_load("/", &dev, &error), CUOCC_ERR_IO);
    assert_string_equal(error.text, "Is a directory");
    assert_int_equal(cuocc_device_load("/dev/zero", &dev, &error), CUOCC_ERR_VALUE);
    assert_string_equal(error.text, "larger than 4194304 bytes, which is the most allowed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(unusual_files_are_read),
        cmocka_unit_test(the_textbook_device_is_read),
        cmocka_unit_test(no_beginning_of_a_file_is_a_device),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(large_and_deep_texts_are_refused),
        cmocka_unit_test(many_sources_are_refused),
        cmocka_unit_test(long_paths_keep_the_place),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(arguments_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

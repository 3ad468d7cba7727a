/* SPDX-License-Identifier: MIT */
/* docs/device-format.md and the schema say of each limit what the field table says. */
#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/device_fields.h"
#include "test_files.h"

#define DOCS CUOCC_TESTS_DIR "/../docs/"

static void bounds_text(const struct cuocc_device_field *field, char *text, size_t size)
{
    const char *times = field->kind == CUOCC_FIELD_SIZES ? "at most 16 times " : "";

    if (field->kind == CUOCC_FIELD_BOOL)
        (void)snprintf(text, size, "true or false");
    else
        (void)snprintf(text, size, "%s%u to %u%s", times, field->min, field->max,
                       field->nullable ? ", or null" : "");
}

static void schema_value(const struct cuocc_device_field *field, char *text, size_t size)
{
    char number[128];

    (void)snprintf(number, sizeof(number), "{\"type\": %s, \"minimum\": %u, \"maximum\": %u}",
                   field->nullable ? "[\"integer\", \"null\"]" : "\"integer\"", field->min,
                   field->max);
    switch (field->kind) {
    case CUOCC_FIELD_COUNT:
        (void)snprintf(text, size, "%s", number);
        break;
    case CUOCC_FIELD_BOOL:
        (void)snprintf(text, size, "{\"type\": \"boolean\"}");
        break;
    case CUOCC_FIELD_SIZES:
        (void)snprintf(text, size,
                       "{\"type\": \"array\", \"maxItems\": %d, \"uniqueItems\": true, "
                       "\"items\": %s}",
                       CUOCC_CARVEOUT_SIZES_MAX, number);
        break;
    }
}

/* `line` stands in `text` behind `after`; @return the place behind it. */
static const char *expect_line(const char *after, const char *line)
{
    const char *at = strstr(after, line);

    if (!at)
        fail_msg("missing or out of order: %s", line);
    return at + strlen(line);
}

static void the_table_of_the_manual_is_the_field_table(void **state)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);
    char *doc = test_file_read(DOCS "device-format.md", NULL);
    const char *at = strstr(doc, "| key | unit | value | what |\n| --- | --- | --- | --- |\n");

    (void)state;
    assert_non_null(at);
    at = strchr(strchr(at, '\n') + 1, '\n') + 1;
    for (size_t i = 0; i < count; i++) {
        char bounds[64];
        char line[512];

        bounds_text(&fields[i], bounds, sizeof(bounds));
        (void)snprintf(line, sizeof(line), "| `%s` | %s | %s | %s |\n", fields[i].key,
                       *fields[i].unit != '\0' ? fields[i].unit : "-", bounds, fields[i].help);
        if (strncmp(at, line, strlen(line)) != 0)
            fail_msg("docs/device-format.md should have here: %s", line);
        at += strlen(line);
    }
    assert_int_equal(*at, '\n'); /* no row too many */
    free(doc);
}

static void the_schema_has_the_bounds_of_the_field_table(void **state)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);
    char *schema = test_file_read(DOCS "schema/device-1.json", NULL);
    const char *required = expect_line(schema, "\"limits\": {");
    const char *properties = required;

    (void)state;
    for (size_t i = 0; i < count; i++) {
        char value[256];
        char line[512];

        schema_value(&fields[i], value, sizeof(value));
        (void)snprintf(line, sizeof(line), "        \"%s\"%s\n", fields[i].key,
                       i + 1 < count ? "," : "");
        required = expect_line(required, line);
        (void)snprintf(line, sizeof(line),
                       "\"%s\": {\"$ref\": \"#/$defs/limit\", \"properties\": {\"value\": %s}}",
                       fields[i].key, value);
        properties = expect_line(properties, line);
    }
    free(schema);
}

static void the_example_is_the_textbook_device(void **state)
{
    char *doc = test_file_read(DOCS "device-format.md", NULL);
    char *file = test_file_read(CUOCC_TESTS_DIR "/data/textbook_sm.json", NULL);
    const char *example = expect_line(doc, "```json\n");

    (void)state;
    assert_int_equal(strncmp(example, file, strlen(file)), 0);
    assert_int_equal(strncmp(example + strlen(file), "```\n", 4), 0);
    free(file);
    free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_of_the_manual_is_the_field_table),
        cmocka_unit_test(the_schema_has_the_bounds_of_the_field_table),
        cmocka_unit_test(the_example_is_the_textbook_device),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

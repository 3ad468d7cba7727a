/* SPDX-License-Identifier: MIT */
/* The table of what is printed of an answer: complete rows, no key twice, the order of CSV. */
#include "cmocka_env.h"

#include <string.h>

#include "render/csv.h"
#include "render/report.h"
#include "text_sink.h"

static void every_row_can_be_printed(void **state)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);

    (void)state;
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(fields[i].key[0] != '\0');
        /* Whole words, each with its end. */
        assert_non_null(memchr(fields[i].key, '\0', sizeof(fields[i].key)));
        assert_non_null(memchr(fields[i].csv, '\0', sizeof(fields[i].csv)));
        /* One value, or a function for each form of output that has it. */
        assert_true((fields[i].get != NULL) != (fields[i].json != NULL));
        if (fields[i].csv[0] != '\0' && fields[i].get == NULL)
            assert_non_null(fields[i].cell);
        if (fields[i].section == SECTION_LIMITS)
            assert_true(fields[i].csv[0] != '\0');
    }
}

static void no_key_and_no_column_is_there_twice(void **state)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);

    (void)state;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count; k++) {
            if (fields[i].section == fields[k].section)
                assert_string_not_equal(fields[i].key, fields[k].key);
            if (fields[i].csv[0] != '\0' && fields[k].csv[0] != '\0')
                assert_string_not_equal(fields[i].csv, fields[k].csv);
        }
    }
}

static void sections_stand_together(void **state)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);

    (void)state;
    for (size_t i = 1; i < count; i++)
        assert_true(fields[i].section >= fields[i - 1].section);
}

/* Published: columns may be added behind these, never between. */
static void csv_begins_with_the_published_columns(void **state)
{
    static const char published[] =
        "device,threads_per_block,registers_per_thread,shared_bytes,barriers,carveout_percent,"
        "blocks_threads,blocks_warps,blocks_blocks,blocks_registers,blocks_shared,blocks_barriers,"
        "active_blocks,active_warps,occupancy,limiters";
    struct csv_columns columns;
    struct text_sink sink;

    (void)state;
    text_sink_begin(&sink);
    csv_columns_find(&columns);
    csv_header(&sink.out, &columns);
    assert_memory_equal(text_sink_end(&sink), published, sizeof(published) - 1);
}

static void csv_cells_are_quoted_where_they_must_be(void **state)
{
    static const struct {
        const char *text;
        const char *cell;
    } rows[] = {
        {"", ""},
        {"plain text", "plain text"},
        {"a,b", "\"a,b\""},
        {"say \"x\"", "\"say \"\"x\"\"\""},
        {"two\nlines", "\"two\nlines\""},
        {"cr\r", "\"cr\r\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct text_sink sink;

        text_sink_begin(&sink);
        csv_text(&sink.out, rows[i].text);
        assert_string_equal(text_sink_end(&sink), rows[i].cell);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_can_be_printed),
        cmocka_unit_test(no_key_and_no_column_is_there_twice),
        cmocka_unit_test(sections_stand_together),
        cmocka_unit_test(csv_begins_with_the_published_columns),
        cmocka_unit_test(csv_cells_are_quoted_where_they_must_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Answers as comma-separated values. */
#include "render/csv.h"

#include <assert.h>

/* Without a call of the library: most cells are a few bytes. */
static size_t unquoted_length(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0' && text[length] != ',' && text[length] != '"' &&
           text[length] != '\r' && text[length] != '\n')
        length++;
    return length;
}

void csv_text(struct out *out, const char *text)
{
    size_t length = unquoted_length(text);

    if (text[length] == '\0') {
        out_bytes(out, text, length);
        return;
    }
    out_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            out_char(out, '"');
        out_char(out, *text);
    }
    out_char(out, '"');
}

void csv_value(struct out *out, struct value value)
{
    switch (value.kind) {
    case VALUE_NULL:
        break;
    case VALUE_COUNT:
        out_u64(out, value.count);
        break;
    case VALUE_REAL:
        out_real(out, value.real);
        break;
    case VALUE_BOOL:
        out_text(out, value.count != 0 ? "true" : "false");
        break;
    case VALUE_TEXT:
        csv_text(out, value.text);
        break;
    }
}

void csv_columns_find(struct csv_columns *columns)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);

    columns->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (fields[i].csv[0] == '\0')
            continue;
        assert(columns->count < CSV_COLUMNS_MAX);
        columns->fields[columns->count++] = &fields[i];
    }
}

void csv_header_cells(struct out *out, const struct csv_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++) {
        if (i > 0)
            out_char(out, ',');
        out_text(out, columns->fields[i]->csv);
    }
}

void csv_header(struct out *out, const struct csv_columns *columns)
{
    csv_header_cells(out, columns);
    out_char(out, '\n');
}

void csv_row_cells(struct out *out, const struct csv_columns *columns, const struct report *report,
                   bool is_answered)
{
    for (size_t i = 0; i < columns->count; i++) {
        const struct report_field *field = columns->fields[i];

        if (i > 0)
            out_char(out, ',');
        if (!is_answered && !report_is_known(report, field->section, is_answered))
            continue;
        if (field->get != NULL)
            csv_value(out, field->get(report));
        else
            field->cell(out, report);
    }
}

void csv_row(struct out *out, const struct csv_columns *columns, const struct report *report)
{
    csv_row_cells(out, columns, report, true);
    out_char(out, '\n');
}

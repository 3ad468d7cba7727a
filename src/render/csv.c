/* SPDX-License-Identifier: MIT */
/* Answers as comma-separated values. */
#include "render/csv.h"

#include <string.h>

void csv_text(struct out *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        out_text(out, text);
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

void csv_header_columns(struct out *out)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);
    const char *separator = "";

    for (size_t i = 0; i < count; i++) {
        if (fields[i].csv == NULL)
            continue;
        out_text(out, separator);
        out_text(out, fields[i].csv);
        separator = ",";
    }
}

void csv_header(struct out *out)
{
    csv_header_columns(out);
    out_char(out, '\n');
}

void csv_row_cells(struct out *out, const struct report *report, bool is_answered)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);
    const char *separator = "";

    for (size_t i = 0; i < count; i++) {
        bool is_known = report_is_known(report, fields[i].section, is_answered);

        if (fields[i].csv == NULL)
            continue;
        out_text(out, separator);
        if (is_known && fields[i].get != NULL)
            csv_value(out, fields[i].get(report));
        else if (is_known)
            fields[i].cell(out, report);
        separator = ",";
    }
}

void csv_row(struct out *out, const struct report *report)
{
    csv_row_cells(out, report, true);
    out_char(out, '\n');
}

/* SPDX-License-Identifier: MIT */
/* Answers as comma-separated values, RFC 4180 with LF line ends. */
#ifndef RENDER_CSV_H
#define RENDER_CSV_H

#include "render/report.h"

enum {
    CSV_COLUMNS_MAX = 24
};

/* The fields that are columns: looked for once, not in every row. */
struct csv_columns {
    const struct report_field *fields[CSV_COLUMNS_MAX];
    size_t count;
};

void csv_columns_find(struct csv_columns *columns);

void csv_header(struct out *out, const struct csv_columns *columns);
void csv_row(struct out *out, const struct csv_columns *columns, const struct report *report);

/* The same without the line end. Where an answer is not known, only the launch's cells
 * are filled. */
void csv_header_cells(struct out *out, const struct csv_columns *columns);
void csv_row_cells(struct out *out, const struct csv_columns *columns, const struct report *report,
                   bool is_answered);

/* One cell of a table's field. */
void csv_value(struct out *out, struct value value);

/* One cell, quoted where it must be. */
void csv_text(struct out *out, const char *text);

#endif

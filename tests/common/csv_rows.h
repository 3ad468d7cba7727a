/* SPDX-License-Identifier: MIT */
/* Recorded tables: CSV with one header line, numbers or short words; cells may be quoted. */
#ifndef CSV_ROWS_H
#define CSV_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    CSV_MOST_COLUMNS = 48,
    CSV_LINE_SIZE = 4096
};

struct csv_table {
    FILE *file;
    unsigned line;
    unsigned columns;
    bool is_report;
    char header[CSV_LINE_SIZE];
    char row[CSV_LINE_SIZE];
    const char *names[CSV_MOST_COLUMNS]; /* into header */
    const char *cells[CSV_MOST_COLUMNS]; /* into row */
};

/* Trouble of any kind (no file, a row of another length, a cell that is no number) ends the program
 * with a message: data that cannot be read must never look like data that holds. */
void csv_open(struct csv_table *table, const char *path);
/* A profiler's report: other lines come before the header, which begins with `first_column`, and a
 * row may leave out empty cells at its end. */
void csv_open_report(struct csv_table *table, const char *path, const char *first_column);
bool csv_next(struct csv_table *table); /* false after the last row, when the file is closed */

const char *csv_text(const struct csv_table *table, const char *column);
bool csv_is_given(const struct csv_table *table, const char *column);
int64_t csv_number(const struct csv_table *table, const char *column);
uint32_t csv_count(const struct csv_table *table, const char *column);
double csv_decimal(const struct csv_table *table, const char *column);

#endif

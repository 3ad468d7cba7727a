/* SPDX-License-Identifier: MIT */
/* Recorded tables: CSV with one header line, numbers or short words; cells may be quoted. */
#include "csv_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const struct csv_table *table, const char *what, const char *which)
{
    fprintf(stderr, "line %u: %s %s\n", table->line, what, which);
    exit(EXIT_FAILURE);
}

/* Cut one cell off the text at *at, its quotes removed in place. @return whether another follows */
static bool take_cell(char **at, const char **cell)
{
    char *from = *at, *to = *at;
    bool is_quoted = false, is_more;

    for (; *from != '\0' && (is_quoted || *from != ','); from++) {
        if (*from == '"')
            is_quoted = !is_quoted;
        else
            *to++ = *from;
    }
    is_more = *from == ',';
    *cell = *at;
    *at = from + is_more;
    *to = '\0';
    return is_more;
}

static unsigned split(const struct csv_table *table, char *line, const char **cells)
{
    unsigned count = 0;
    bool is_more = true;

    line[strcspn(line, "\r\n")] = '\0';
    while (is_more) {
        if (count == CSV_MOST_COLUMNS)
            give_up(table, "too many cells before", line);
        is_more = take_cell(&line, &cells[count++]);
    }
    return count;
}

static void open_file(struct csv_table *table, const char *path)
{
    memset(table, 0, sizeof(*table));
    table->file = fopen(path, "r");
    if (!table->file)
        give_up(table, "cannot open", path);
}

static bool read_header(struct csv_table *table)
{
    table->line++;
    if (!fgets(table->header, sizeof(table->header), table->file))
        return false;
    table->columns = split(table, table->header, table->names);
    return true;
}

void csv_open(struct csv_table *table, const char *path)
{
    open_file(table, path);
    if (!read_header(table))
        give_up(table, "no header in", path);
}

void csv_open_report(struct csv_table *table, const char *path, const char *first_column)
{
    open_file(table, path);
    table->is_report = true;
    do {
        if (!read_header(table))
            give_up(table, "no header in", path);
    } while (strcmp(table->names[0], first_column) != 0);
}

bool csv_next(struct csv_table *table)
{
    unsigned count;

    if (!fgets(table->row, sizeof(table->row), table->file)) {
        fclose(table->file);
        return false;
    }
    table->line++;
    count = split(table, table->row, table->cells);
    while (table->is_report && count < table->columns)
        table->cells[count++] = "";
    if (count != table->columns)
        give_up(table, "not as many cells as the header", table->row);
    return true;
}

const char *csv_text(const struct csv_table *table, const char *column)
{
    for (unsigned i = 0; i < table->columns; i++)
        if (strcmp(table->names[i], column) == 0)
            return table->cells[i];
    give_up(table, "no column", column);
    return NULL;
}

bool csv_is_given(const struct csv_table *table, const char *column)
{
    return csv_text(table, column)[0] != '\0';
}

int64_t csv_number(const struct csv_table *table, const char *column)
{
    const char *text = csv_text(table, column);
    char *end;
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0')
        give_up(table, "not a whole number in", column);
    return value;
}

uint32_t csv_count(const struct csv_table *table, const char *column)
{
    int64_t value = csv_number(table, column);

    if (value < 0 || value >= UINT32_MAX)
        give_up(table, "not a count in", column);
    return (uint32_t)value;
}

double csv_decimal(const struct csv_table *table, const char *column)
{
    const char *text = csv_text(table, column);
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end != '\0')
        give_up(table, "not a number in", column);
    return value;
}

/* SPDX-License-Identifier: MIT */
/* Recorded tables: CSV without quotes, one header line, numbers or short words. */
#include "csv_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const struct csv_table *table, const char *what, const char *which)
{
    fprintf(stderr, "line %u: %s %s\n", table->line, what, which);
    exit(EXIT_FAILURE);
}

static unsigned split(char *line, const char **cells)
{
    unsigned count = 0;

    line[strcspn(line, "\r\n")] = '\0';
    while (count < CSV_MOST_COLUMNS) {
        char *comma = strchr(line, ',');

        cells[count++] = line;
        if (!comma)
            break;
        *comma = '\0';
        line = comma + 1;
    }
    return count;
}

void csv_open(struct csv_table *table, const char *path)
{
    memset(table, 0, sizeof(*table));
    table->file = fopen(path, "r");
    if (!table->file)
        give_up(table, "cannot open", path);
    table->line = 1;
    if (!fgets(table->header, sizeof(table->header), table->file))
        give_up(table, "no header in", path);
    table->columns = split(table->header, table->names);
}

bool csv_next(struct csv_table *table)
{
    if (!fgets(table->row, sizeof(table->row), table->file)) {
        fclose(table->file);
        return false;
    }
    table->line++;
    if (split(table->row, table->cells) != table->columns)
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

/* SPDX-License-Identifier: MIT */
/* tests/input/samples/expected.csv: what the tools said about every sample. */
#ifndef TESTS_EXPECTED_ROWS_H
#define TESTS_EXPECTED_ROWS_H

#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum expected_column {
    EXPECTED_FILE,
    EXPECTED_KERNEL,
    EXPECTED_ARCH,
    EXPECTED_REGS,
    EXPECTED_STATIC_SMEM,
    EXPECTED_BARRIERS,
    EXPECTED_MAX_THREADS,
    EXPECTED_CLUSTER,
    EXPECTED_STACK,
    EXPECTED_SPILL_STORES,
    EXPECTED_SPILL_LOADS,
    EXPECTED_COLUMNS
};

struct expected_row {
    const char *cells[EXPECTED_COLUMNS];
};

struct expected_rows {
    char *text;
    struct expected_row *rows;
    size_t count;
};

/* The next RFC 4180 cell, unquoted in place. */
static inline char *expected_cell(char **at)
{
    char *cell = *at;
    char *to = cell;
    char *from = cell;
    int is_quoted = *from == '"';

    from += is_quoted;
    while (*from != '\0' && (is_quoted || (*from != ',' && *from != '\n'))) {
        if (is_quoted && *from == '"' && *++from != '"') {
            is_quoted = 0;
            continue;
        }
        *to++ = *from++;
    }
    *at = *from != '\0' ? from + 1 : from;
    *to = '\0';
    return cell;
}

static inline struct expected_rows expected_load(void)
{
    struct expected_rows all = {.text = NULL};
    FILE *file = fopen(CUOCC_TESTS_DIR "/input/samples/expected.csv", "rb");
    char *at;
    size_t size;

    assert_non_null(file);
    all.text = calloc(1, 1 << 20);
    all.rows = calloc(4096, sizeof(*all.rows));
    assert_non_null(all.text);
    assert_non_null(all.rows);
    size = fread(all.text, 1, (1 << 20) - 1, file);
    assert_true(size > 0);
    (void)fclose(file);
    at = strchr(all.text, '\n') + 1;
    while (*at != '\0' && all.count < 4096) {
        for (size_t i = 0; i < EXPECTED_COLUMNS; i++)
            all.rows[all.count].cells[i] = expected_cell(&at);
        all.count++;
    }
    assert_int_equal(all.count, 1626);
    return all;
}

static inline void expected_free(struct expected_rows *all)
{
    free(all->text);
    free(all->rows);
}

#endif

/* SPDX-License-Identifier: MIT */
/* What `ncu --csv --page details` prints. */
#include <stdlib.h>
#include <string.h>

#include "input/ncu_launch.h"

enum {
    MOST_CELLS = 64,
    /* Of one row, which may have line ends inside quotes: advice is a few hundred. */
    MOST_ROW_BYTES = 1 << 20,
    MOST_ROW_LINES = 1000,
};

enum column {
    COLUMN_ID,
    COLUMN_PROCESS,
    COLUMN_KERNEL,
    COLUMN_BLOCK,
    COLUMN_GRID,
    COLUMN_CAPABILITY,
    COLUMN_METRIC,
    COLUMN_UNIT,
    COLUMN_VALUE,
    COLUMN_COUNT
};

static const struct {
    const char *name;
    bool is_needed; /* without the others the report says less */
} column_table[] = {
    [COLUMN_ID] = {.name = "ID", .is_needed = true},
    [COLUMN_PROCESS] = {.name = "Process ID"},
    [COLUMN_KERNEL] = {.name = "Kernel Name", .is_needed = true},
    [COLUMN_BLOCK] = {.name = "Block Size"},
    [COLUMN_GRID] = {.name = "Grid Size"},
    [COLUMN_CAPABILITY] = {.name = "CC"},
    [COLUMN_METRIC] = {.name = "Metric Name", .is_needed = true},
    [COLUMN_UNIT] = {.name = "Metric Unit"},
    [COLUMN_VALUE] = {.name = "Metric Value", .is_needed = true},
};
_Static_assert(sizeof(column_table) / sizeof(column_table[0]) == COLUMN_COUNT, "a row each");

struct ncu_csv_state {
    struct ncu_pages pages;
    size_t columns[COLUMN_COUNT]; /* where in a row; MOST_CELLS: there is none */
    bool has_header;
    bool has_seen;
    uint64_t launch_key; /* hash of ID, process and name: a new launch begins where it changes */
    char *row;           /* one whose quotes are not closed yet */
    bool is_in_quotes;
    size_t row_length;
    size_t row_room;
    uint64_t row_line;
};

/* --- a row --- */

static bool has_odd_quotes(struct span text)
{
    bool is_odd = false;

    for (size_t i = 0; i < text.length; i++)
        is_odd ^= text.at[i] == '"';
    return is_odd;
}

/* RFC 4180, in place: doubled quotes become one. @return false if it is not a row */
static bool split_row(char *at, size_t length, struct span cells[MOST_CELLS], size_t *count)
{
    size_t from = 0;

    *count = 0;
    for (;;) {
        bool is_quoted = from < length && at[from] == '"';
        size_t start = from + is_quoted;
        size_t to = start;

        if (*count == MOST_CELLS)
            return false;
        for (from = start; from < length && (is_quoted || at[from] != ','); from++) {
            if (is_quoted && at[from] == '"') {
                if (from + 1 == length || at[from + 1] != '"')
                    break;
                from++;
            }
            at[to++] = at[from];
        }
        from += is_quoted; /* the closing quote */
        cells[(*count)++] = (struct span){at + start, to - start};
        if (from >= length)
            return from == length || !is_quoted;
        if (at[from] != ',')
            return false;
        from++;
    }
}

static struct span cell(const struct ncu_csv_state *state, const struct span *cells, size_t count,
                        enum column column)
{
    size_t index = state->columns[column];

    return index < count ? cells[index] : (struct span){"", 0};
}

/* --- rows --- */

static enum cuocc_status fail_columns(struct ncu_csv_state *state, enum column missing)
{
    struct message message = {.length = 0};

    message_add(&message, "an ncu report without the column '");
    message_add(&message, column_table[missing].name);
    message_add(&message, "'; print it with --csv --page details");
    return text_fail(state->pages.out, CUOCC_ERR_SYNTAX, state->row_line, &message);
}

static enum cuocc_status on_header(struct ncu_csv_state *state, const struct span *cells,
                                   size_t count)
{
    enum cuocc_status status = ncu_flush(&state->pages);

    state->has_header = true;
    state->has_seen = true;
    state->launch_key = 0;
    for (size_t column = 0; column < COLUMN_COUNT; column++) {
        state->columns[column] = MOST_CELLS;
        for (size_t i = 0; i < count; i++)
            if (span_equals(cells[i], column_table[column].name))
                state->columns[column] = i;
        if (state->columns[column] == MOST_CELLS && column_table[column].is_needed)
            return fail_columns(state, (enum column)column);
    }
    return status;
}

static enum cuocc_status begin_launch(struct ncu_csv_state *state, const struct span *cells,
                                      size_t count)
{
    struct span name = cell(state, cells, count, COLUMN_KERNEL);
    struct span grid_text = cell(state, cells, count, COLUMN_GRID);
    struct span block_text = cell(state, cells, count, COLUMN_BLOCK);
    uint64_t key = span_hash(name);
    uint32_t grid[3];
    uint32_t block[3];
    enum cuocc_status status;

    key = key * 31 + span_hash(cell(state, cells, count, COLUMN_ID));
    key = key * 31 + span_hash(cell(state, cells, count, COLUMN_PROCESS));
    if (state->pages.launch.name != NULL && key == state->launch_key)
        return CUOCC_OK;
    state->launch_key = key;
    status = ncu_begin(&state->pages, name, state->row_line);
    if (status != CUOCC_OK)
        return status;
    if (ncu_take_dim(&grid_text, grid) && ncu_take_dim(&block_text, block))
        ncu_set_dims(&state->pages, grid, block);
    ncu_set_capability(&state->pages, cell(state, cells, count, COLUMN_CAPABILITY));
    return CUOCC_OK;
}

static enum cuocc_status on_row(struct ncu_csv_state *state, const struct span *cells, size_t count)
{
    struct span id = cell(state, cells, count, COLUMN_ID);
    uint64_t number = 0;
    enum cuocc_status status;

    if (count <= state->columns[COLUMN_VALUE] || count <= state->columns[COLUMN_KERNEL] ||
        span_take_number(&id, UINT64_MAX, &number) != SCAN_OK || id.length > 0 ||
        cell(state, cells, count, COLUMN_KERNEL).length == 0)
        return CUOCC_OK;
    status = begin_launch(state, cells, count);
    if (status != CUOCC_OK)
        return status;
    return ncu_metric(&state->pages, state->row_line, cell(state, cells, count, COLUMN_METRIC),
                      cell(state, cells, count, COLUMN_UNIT),
                      cell(state, cells, count, COLUMN_VALUE));
}

static enum cuocc_status take_row(struct ncu_csv_state *state)
{
    struct span cells[MOST_CELLS];
    size_t count = 0;
    size_t length = state->row_length;

    state->row_length = 0;
    state->is_in_quotes = false;
    if (!split_row(state->row, length, cells, &count)) {
        struct message message = {.length = 0};

        message_add(&message, "a row that is not CSV, left out");
        if (state->has_header)
            text_note(state->pages.out, state->row_line, &message);
        return CUOCC_OK;
    }
    if (count >= 2 && span_equals(cells[0], "ID") && span_equals(cells[1], "Process ID"))
        return on_header(state, cells, count);
    return state->has_header ? on_row(state, cells, count) : CUOCC_OK;
}

/* --- lines --- */

static bool append(struct ncu_csv_state *state, struct span text)
{
    size_t needed = state->row_length + text.length + 1;

    if (needed > state->row_room) {
        size_t room = needed * 2;
        char *moved = realloc(state->row, room);

        if (moved == NULL)
            return false;
        state->row = moved;
        state->row_room = room;
    }
    if (state->row_length > 0)
        state->row[state->row_length++] = '\n';
    if (text.length > 0)
        memcpy(state->row + state->row_length, text.at, text.length);
    state->row_length += text.length;
    return true;
}

static bool is_row_start(struct span text)
{
    struct span rest = text;
    uint64_t id;

    return span_starts(text, "\"ID\",") ||
           (span_take(&rest, "\"") && span_take_number(&rest, UINT64_MAX, &id) == SCAN_OK &&
            span_starts(rest, "\",\""));
}

static void drop_row(struct ncu_csv_state *state)
{
    struct message message = {.length = 0};

    message_add(&message, "a row whose quotes are not closed, left out");
    text_note(state->pages.out, state->row_line, &message);
    state->row_length = 0;
    state->is_in_quotes = false;
}

static enum cuocc_status ncu_csv_line(void *ctx, const struct text_line *line)
{
    struct ncu_csv_state *state = ctx;
    struct span text = line->text;
    struct span before;

    /* The program's last words may stand before the header. */
    if (state->row_length == 0 && span_cut_first(&text, "\"ID\",\"Process ID\",", &before))
        text = (struct span){line->text.at + before.length, line->text.length - before.length};
    else
        text = line->text;
    if (state->row_length > 0 &&
        (line->number - state->row_line > MOST_ROW_LINES ||
         state->row_length + text.length > MOST_ROW_BYTES || is_row_start(text)))
        drop_row(state);
    if (state->row_length == 0) {
        if (!is_row_start(text))
            return CUOCC_OK;
        state->row_line = line->number;
    }
    if (!append(state, text))
        return text_fail_memory(state->pages.out);
    state->is_in_quotes ^= has_odd_quotes(text);
    return state->is_in_quotes ? CUOCC_OK : take_row(state);
}

static enum cuocc_status ncu_csv_end(void *ctx)
{
    struct ncu_csv_state *state = ctx;

    if (state->row_length > 0)
        drop_row(state);
    return ncu_flush(&state->pages);
}

static bool ncu_csv_has_seen(const void *ctx)
{
    return ((const struct ncu_csv_state *)ctx)->has_seen;
}

static void *ncu_csv_begin(struct text_out *out)
{
    struct ncu_csv_state *state = calloc(1, sizeof(*state));

    if (state != NULL)
        state->pages.out = out;
    return state;
}

static void ncu_csv_destroy(void *ctx)
{
    struct ncu_csv_state *state = ctx;

    if (state == NULL)
        return;
    ncu_clear(&state->pages);
    free(state->row);
    free(state);
}

const struct text_reader ncu_csv_reader = {
    .label = "ncu --csv",
    .begin = ncu_csv_begin,
    .line = ncu_csv_line,
    .end = ncu_csv_end,
    .has_seen = ncu_csv_has_seen,
    .destroy = ncu_csv_destroy,
};

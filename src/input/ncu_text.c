/* SPDX-License-Identifier: MIT */
/* The details page that ncu prints for people. */
#include <stdlib.h>

#include "input/ncu_launch.h"

struct ncu_text_state {
    struct ncu_pages pages;
    bool has_seen;
};

/* "(1000, 1, 1)x(256, 1, 1)" at the end of the text, which loses it; old releases have none. */
static bool take_dims(struct span *text, uint32_t grid[3], uint32_t block[3])
{
    struct span rest = *text;
    struct span before;
    struct span name;
    struct span dims;

    if (!span_cut_last(&rest, ")x(", &before))
        return false;
    rest = (struct span){rest.at - 1, rest.length + 1};
    dims = before;
    if (!span_cut_last(&dims, "(", &name))
        return false;
    dims = (struct span){dims.at - 1, dims.length + 2}; /* with both parentheses */
    if (!ncu_take_dim(&dims, grid) || dims.length > 0 || !ncu_take_dim(&rest, block) ||
        rest.length > 0)
        return false;
    *text = span_trim(name);
    return true;
}

static bool take_number_after(struct span *text, const char *key)
{
    uint64_t number = 0;

    return span_take(text, key) && span_take_number(text, UINT64_MAX, &number) == SCAN_OK;
}

/*
 * "  NAME (1000, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0". Releases of
 * 2020 end with the stream and have a date after the name instead of dimensions.
 */
static bool header_parse(struct span line, struct span *name, struct span *capability)
{
    struct span rest = line;

    *capability = (struct span){line.at, 0};
    if (!span_cut_last(&rest, ", Context ", name))
        return false;
    rest = (struct span){rest.at - 1, rest.length + 1}; /* the blank */
    if (!take_number_after(&rest, " ") || !take_number_after(&rest, ", Stream "))
        return false;
    if (rest.length == 0)
        return true;
    if (!take_number_after(&rest, ", Device ") || !span_take(&rest, ", CC "))
        return false;
    *capability = rest;
    return true;
}

/* "NAME, 2020-Nov-05 10:11:12" */
static void drop_date(struct span *name)
{
    struct span rest = *name;
    struct span before;

    if (span_cut_last(&rest, ", ", &before) && rest.length == 20 && rest.at[4] == '-' &&
        rest.at[8] == '-' && rest.at[14] == ':')
        *name = before;
}

static enum cuocc_status on_header(struct ncu_text_state *state, uint64_t line, struct span name,
                                   struct span capability)
{
    uint32_t grid[3];
    uint32_t block[3];
    bool has_dims = take_dims(&name, grid, block);
    enum cuocc_status status;

    drop_date(&name);
    state->has_seen = true;
    if (name.length == 0)
        return ncu_flush(&state->pages);
    status = ncu_begin(&state->pages, name, line);
    if (status != CUOCC_OK)
        return status;
    if (has_dims)
        ncu_set_dims(&state->pages, grid, block);
    ncu_set_capability(&state->pages, capability);
    return CUOCC_OK;
}

/* "Registers Per Thread   register/thread   32": the unit may be missing. */
static enum cuocc_status on_metric(struct ncu_text_state *state, const struct text_line *line,
                                   struct span name, struct span rest)
{
    struct span words[2];
    struct span unit = {rest.at, 0};

    for (size_t i = 0; i < 2; i++) {
        span_skip_blanks(&rest);
        words[i] = span_take_word(&rest);
    }
    /* A sentence of an advice that begins with the metric's name has more words. */
    if (words[0].length == 0 || span_trim(rest).length > 0 || line->is_last_unended)
        return CUOCC_OK;
    if (words[1].length > 0)
        unit = words[0];
    return ncu_metric(&state->pages, line->number, name, unit,
                      words[1].length > 0 ? words[1] : words[0]);
}

static enum cuocc_status ncu_text_line(void *ctx, const struct text_line *line)
{
    struct ncu_text_state *state = ctx;
    struct span text = span_trim(line->text);
    struct span name;
    struct span capability;

    if (header_parse(text, &name, &capability))
        return on_header(state, line->number, span_trim(name), capability);
    if (state->pages.launch.name != NULL && ncu_take_metric_name(&text, &name))
        return on_metric(state, line, name, text);
    return CUOCC_OK;
}

static enum cuocc_status ncu_text_end(void *ctx)
{
    struct ncu_text_state *state = ctx;

    return ncu_flush(&state->pages);
}

static bool ncu_text_has_seen(const void *ctx)
{
    return ((const struct ncu_text_state *)ctx)->has_seen;
}

static void *ncu_text_begin(struct text_out *out)
{
    struct ncu_text_state *state = calloc(1, sizeof(*state));

    if (state != NULL)
        state->pages.out = out;
    return state;
}

static void ncu_text_destroy(void *ctx)
{
    struct ncu_text_state *state = ctx;

    if (state != NULL)
        ncu_clear(&state->pages);
    free(state);
}

const struct text_reader ncu_text_reader = {
    .label = "ncu details page",
    .begin = ncu_text_begin,
    .line = ncu_text_line,
    .end = ncu_text_end,
    .has_seen = ncu_text_has_seen,
    .destroy = ncu_text_destroy,
};

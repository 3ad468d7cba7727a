/* SPDX-License-Identifier: MIT */
/* Words and look-ups that all forms of a chart share. */
#include "render/chart.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define BIT(limit) (1U << CUOCC_LIMIT_##limit)

/* clang-format off */
static const struct chart_lane lanes[] = {
    { .limiters = BIT(THREADS) | BIT(WARPS), .letter = 'W', .label = "warps" },
    { .limiters = BIT(BLOCKS),               .letter = 'B', .label = "blocks" },
    { .limiters = BIT(REGISTERS),            .letter = 'R', .label = "registers" },
    { .limiters = BIT(SHARED),               .letter = 'S', .label = "shared" },
    { .limiters = BIT(BARRIERS),             .letter = 'A', .label = "barriers" },
    { .limiters = BIT(CLUSTER),              .letter = 'C', .label = "cluster" },
    { .limiters = 0,                         .letter = 'x', .label = "cannot run" },
};

static const struct {
    const char *label, *unit, *option;
} variables[] = {
    [CUOCC_VARIABLE_BLOCK] = { "threads per block",       "threads",   "block" },
    [CUOCC_VARIABLE_REGS]  = { "registers per thread",    "registers", "regs" },
    [CUOCC_VARIABLE_SMEM]  = { "shared memory per block", "B",         "smem" },
};
/* clang-format on */

_Static_assert(sizeof(lanes) / sizeof(lanes[0]) == CHART_LANE_COUNT, "as many lanes as are said");
_Static_assert(sizeof(variables) / sizeof(variables[0]) == CUOCC_VARIABLE_COUNT, "words for each");

const struct chart_lane *chart_lanes(void)
{
    return lanes;
}

bool chart_is_in_lane(const struct cuocc_step *step, const struct chart_lane *lane)
{
    if (lane->limiters == 0)
        return step->active_blocks == 0;
    return (step->limiters & lane->limiters) != 0;
}

const char *chart_variable_label(enum cuocc_variable variable)
{
    return variables[variable].label;
}

const char *chart_variable_unit(enum cuocc_variable variable)
{
    return variables[variable].unit;
}

const char *chart_variable_option(enum cuocc_variable variable)
{
    return variables[variable].option;
}

uint32_t chart_axis_value(const struct chart *chart, uint32_t value)
{
    const uint32_t *dim = chart->curve->launch.block_dim;

    return chart->variable == CUOCC_VARIABLE_BLOCK ? value * dim[1] * dim[2] : value;
}

const struct cuocc_step *chart_step_at(const struct chart *chart, uint32_t value)
{
    size_t low = 0, high = chart->count - 1;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (value <= chart->steps[middle].last)
            high = middle;
        else
            low = middle + 1;
    }
    return &chart->steps[low];
}

double chart_occupancy(const struct chart *chart, const struct cuocc_step *step)
{
    return cuocc_occupancy(chart->report->dev, step->active_warps);
}

size_t chart_same_answer_end(const struct chart *chart, size_t from)
{
    const struct cuocc_step *steps = chart->steps;
    size_t end = from + 1;

    while (end < chart->count && steps[end].active_blocks == steps[from].active_blocks &&
           steps[end].active_warps == steps[from].active_warps)
        end++;
    return end;
}

void format_range(char *text, size_t size, uint32_t first, uint32_t last)
{
    if (first == last)
        (void)snprintf(text, size, "%u", first);
    else
        (void)snprintf(text, size, "%u..%u", first, last);
}

void format_answer(char *text, size_t size, uint32_t blocks, double occupancy)
{
    char percent[32];

    format_percent(percent, sizeof(percent), occupancy);
    if (blocks == 0)
        (void)snprintf(text, size, "cannot run");
    else
        (void)snprintf(text, size, "%u block%s/SM, %s %%", blocks, blocks == 1 ? "" : "s", percent);
}

void format_lane_names(char *text, size_t size, uint32_t limiters)
{
    const char *separator = "";
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < CHART_LANE_COUNT && used < size; i++) {
        if ((limiters & lanes[i].limiters) == 0)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s", separator, lanes[i].label);
        separator = " + ";
    }
}

char heat_level(const struct heat *heat, const struct heat_cell *cell)
{
    uint32_t most = heat->report->dev->max_warps_per_sm;

    if (cell->active_blocks == 0)
        return '.';
    if (cell->active_warps == most)
        return '*';
    return (char)('0' + cell->active_warps * 10 / most);
}

/* --- the command line of a launch ---------------------------------------------------------------
 */

struct command {
    char *text;
    size_t size;
    size_t used;
};

SUPPORT_PRINTF(2, 3) static void add(struct command *command, const char *format, ...)
{
    va_list args;
    int length;

    if (command->used >= command->size)
        return;
    va_start(args, format);
    length = vsnprintf(command->text + command->used, command->size - command->used, format, args);
    va_end(args);
    command->used += length > 0 ? (size_t)length : 0;
}

/* As a shell takes it: in quotes where it must be. */
static void add_quoted(struct command *command, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./:,";

    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        add(command, "%s", word);
        return;
    }
    add(command, "'");
    for (; *word != '\0'; word++)
        add(command, *word == '\'' ? "'\\''" : "%c", *word);
    add(command, "'");
}

static void add_shape(struct command *command, const uint32_t *dim)
{
    add(command, " -b %u", dim[0]);
    if (dim[1] > 1 || dim[2] > 1)
        add(command, "x%u", dim[1]);
    if (dim[2] > 1)
        add(command, "x%u", dim[2]);
}

static void add_rare(struct command *command, const struct cuocc_launch *launch)
{
    if (launch->static_smem_per_block_bytes > 0)
        add(command, " --static-smem %u", launch->static_smem_per_block_bytes);
    /* Unknown and none come to the same: no limit. */
    if (launch->barriers_per_block != 1)
        add(command, " --barriers %u",
            launch->barriers_per_block == CUOCC_NOT_GIVEN ? 0 : launch->barriers_per_block);
    if (launch->cluster_blocks > 0)
        add(command, " --cluster %u", launch->cluster_blocks);
    if (launch->launch_bounds_threads > 0)
        add(command, " --launch-bounds %u", launch->launch_bounds_threads);
    if (launch->launch_bounds_threads > 0 && launch->launch_bounds_min_blocks > 0)
        add(command, ",%u", launch->launch_bounds_min_blocks);
    if (launch->carveout_bytes != CUOCC_NOT_GIVEN)
        add(command, " --carveout %u", launch->carveout_bytes);
    else if (launch->carveout_percent >= 0)
        add(command, " --carveout %d", launch->carveout_percent);
}

void format_command(char *text, size_t size, const char *device, const struct cuocc_launch *launch)
{
    struct command command = {.text = text, .size = size};

    add(&command, "occ -d ");
    add_quoted(&command, device);
    add_shape(&command, launch->block_dim);
    if (launch->regs_per_thread != CUOCC_NOT_GIVEN)
        add(&command, " -r %u", launch->regs_per_thread);
    if (launch->smem_per_block_bytes > 0)
        add(&command, " -s %u", launch->smem_per_block_bytes);
    add_rare(&command, launch);
}

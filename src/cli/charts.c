/* SPDX-License-Identifier: MIT */
/* Choosing what to draw, and computing it. */
#include "cli/charts.h"

#include <stdlib.h>
#include <string.h>

#include "render/text.h"
#include "support/error.h"

/* A chart ends at so many times the most that its device allows. */
#define FAR_ABOVE 4

/* The map of a page: steps of one warp, and of one register allocation unit. */
#define MAP_BLOCK_STEP 32
#define MAP_REGS_STEP  8

static enum cuocc_status no_memory(struct question *q)
{
    return cuocc_error_set(&q->cli->error, CUOCC_ERR_MEMORY, "", "out of memory");
}

static const struct cuocc_set *set_of(const struct cuocc_sweep *sweep, enum cuocc_variable variable)
{
    switch (variable) {
    case CUOCC_VARIABLE_BLOCK:
        return &sweep->block;
    case CUOCC_VARIABLE_REGS:
        return &sweep->regs;
    case CUOCC_VARIABLE_SMEM:
        break;
    }
    return &sweep->smem;
}

/* The variables that take more than one value, in the order of the product. */
static size_t swept_variables(const struct cuocc_sweep *sweep, enum cuocc_variable *variables)
{
    size_t count = 0;

    for (int i = 0; i < CUOCC_VARIABLE_COUNT; i++)
        if (cuocc_set_count(set_of(sweep, (enum cuocc_variable)i)) > 1)
            variables[count++] = (enum cuocc_variable)i;
    return count;
}

static unsigned swept_bit(enum cuocc_variable variable)
{
    static const unsigned bits[] = {SWEPT_BLOCK, SWEPT_REGS, SWEPT_SMEM};

    return bits[variable];
}

static uint32_t part_per_thread(const struct cuocc_sweep *sweep)
{
    return sweep->smem.span_count > 0 ? sweep->smem.spans[0].per_thread_bytes : 0;
}

static bool is_of_one_shape(const struct cuocc_set *blocks)
{
    for (size_t i = 1; i < blocks->span_count; i++)
        if (blocks->spans[i].y != blocks->spans[0].y || blocks->spans[i].z != blocks->spans[0].z)
            return false;
    return true;
}

static enum option_id picture_option(const struct cli_args *args)
{
    return is_given(args, OPTION_PLOT)      ? OPTION_PLOT
           : is_given(args, OPTION_SVG)     ? OPTION_SVG
           : is_given(args, OPTION_PICTURE) ? OPTION_PICTURE
                                            : OPTION_HTML;
}

enum cuocc_status charts_check(struct question *q)
{
    enum option_id option = picture_option(q->cli->args);
    enum cuocc_variable variables[CUOCC_VARIABLE_COUNT];
    size_t count = swept_variables(&q->sweep, variables);

    if (count > 2 || q->launch_count == UINT64_MAX)
        return refuse(q->cli, option, "draws one or two variables, allowed: fewer ranges");
    if (q->asked_for_threads == 0 && count > 0 && !is_of_one_shape(&q->sweep.block))
        return refuse(q->cli, option,
                      "draws blocks of one shape, allowed: the same y and z in all of --block");
    if (part_per_thread(&q->sweep) > 0 && cuocc_set_count(&q->sweep.smem) > 1)
        return refuse(q->cli, option,
                      "draws sizes with a part per thread one at a time, allowed: one --smem");
    return CUOCC_OK;
}

/* --- curves ------------------------------------------------------------------------------------
 */

static enum cuocc_status add_step(struct chart_data *data, size_t *capacity,
                                  const struct cuocc_step *step)
{
    if (data->chart.count == *capacity) {
        size_t larger = *capacity > 0 ? 2 * *capacity : 32;
        struct cuocc_step *steps = realloc(data->steps, larger * sizeof(*steps));

        if (steps == NULL)
            return CUOCC_ERR_MEMORY;
        data->steps = steps;
        *capacity = larger;
    }
    data->steps[data->chart.count++] = *step;
    return CUOCC_OK;
}

static enum cuocc_status find_steps(struct question *q, struct chart_data *data)
{
    const struct cuocc_curve *curve = &data->curve;
    size_t capacity = 0;
    struct cuocc_step step;

    for (uint32_t at = curve->first; at <= curve->last; at = step.last + 1) {
        /* Small blocks whose shared memory would be less than its static part do not exist. */
        step.last = at;
        if (cuocc_curve_step(curve, at, &step) != CUOCC_OK)
            continue;
        if (add_step(data, &capacity, &step) != CUOCC_OK)
            return no_memory(q);
    }
    data->chart.steps = data->steps;
    /* The launch of the curve itself can be solved, question_read() has seen to it. */
    return data->chart.count > 0 ? CUOCC_OK : no_memory(q);
}

/* What of a launch's shared memory does not depend on its threads. */
static uint32_t constant_part(const struct cuocc_launch *launch, uint32_t per_thread)
{
    uint64_t rest = (uint64_t)per_thread * cuocc_launch_threads(launch);

    return rest < launch->smem_per_block_bytes ? launch->smem_per_block_bytes - (uint32_t)rest : 0;
}

/* A curve through a launch, over all that the device allows. `marked`: CUOCC_NOT_GIVEN or a value.
 */
static struct chart_data *new_curve(struct chart_set *set, enum cuocc_variable variable,
                                    const struct cuocc_launch *launch, uint32_t per_thread,
                                    uint32_t marked)
{
    struct chart_data *data = &set->curves[set->curve_count++];
    struct cuocc_curve *curve = &data->curve;

    *curve = (struct cuocc_curve){.dev = set->answer.report.dev,
                                  .launch = *launch,
                                  .variable = variable,
                                  .smem_per_thread_bytes =
                                      variable == CUOCC_VARIABLE_BLOCK ? per_thread : 0};
    curve->launch.smem_per_block_bytes = constant_part(launch, curve->smem_per_thread_bytes);
    cuocc_curve_whole(curve);
    data->chart = (struct chart){.report = &set->answer.report,
                                 .device = set->device,
                                 .variable = variable,
                                 .curve = curve,
                                 .marked = marked};
    return data;
}

/* Over block sizes a launch of any shape stands among the flat ones. */
static struct cuocc_launch flat(const struct cuocc_launch *launch)
{
    struct cuocc_launch out = *launch;

    out.block_dim[0] = cuocc_launch_threads(launch);
    out.block_dim[1] = out.block_dim[2] = 1;
    return out;
}

static enum cuocc_status three_curves(struct question *q, struct chart_set *set)
{
    const struct cuocc_launch *launch = &set->answer.launch;
    uint32_t per_thread = part_per_thread(&q->sweep);
    struct cuocc_launch flat_launch = flat(launch);
    enum cuocc_status status = CUOCC_OK;

    for (int i = 0; status == CUOCC_OK && i < CUOCC_VARIABLE_COUNT; i++) {
        enum cuocc_variable variable = (enum cuocc_variable)i;
        const struct cuocc_launch *through =
            variable == CUOCC_VARIABLE_BLOCK ? &flat_launch : launch;
        uint32_t marked = cuocc_curve_value(through, variable);

        /* No registers are as good as one, and not to be found on the axis. */
        if (variable == CUOCC_VARIABLE_REGS && marked == 0)
            marked = CUOCC_NOT_GIVEN;
        status = find_steps(q, new_curve(set, variable, through, per_thread, marked));
    }
    return status;
}

/* From the least to the most value of a set. */
static void range_of(const struct cuocc_set *set, uint32_t *first, uint32_t *last)
{
    *first = UINT32_MAX;
    *last = 0;
    for (size_t i = 0; i < set->span_count; i++) {
        const struct cuocc_span *span = &set->spans[i];
        uint32_t end = span->last - (span->last - span->first) % span->step;

        *first = span->first < *first ? span->first : *first;
        *last = end > *last ? end : *last;
    }
}

/* Far above what the device allows nothing changes any more. */
static void limit_range(struct cuocc_curve *curve, uint32_t first, uint32_t last)
{
    if (last / FAR_ABOVE > curve->last)
        last = FAR_ABOVE * curve->last;
    curve->first = first > 0 || curve->variable == CUOCC_VARIABLE_SMEM ? first : 1;
    curve->last = last > curve->first ? last : curve->first;
}

static enum cuocc_status swept_curve(struct question *q, struct chart_set *set,
                                     const struct cuocc_sweep *sweep, enum cuocc_variable variable)
{
    struct cuocc_launch launch;
    bool is_default = variable == CUOCC_VARIABLE_BLOCK && q->sweep.block.spans == q->default_blocks;
    uint32_t marked =
        is_default && q->asked_for_threads > 0 ? q->asked_for_threads : CUOCC_NOT_GIVEN;
    struct chart_data *data;
    uint32_t first, last;

    /* Again: the one of the answer may say its shared memory in parts. */
    cuocc_sweep_launch(sweep, 0, &launch);
    if (is_default)
        launch = flat(&launch);
    data = new_curve(set, variable, &launch, part_per_thread(&q->sweep), marked);
    if (is_default) {
        /* The whole of what the device allows already holds 32 to 1024. */
        if (q->asked_for_threads > data->curve.last)
            data->curve.last = q->asked_for_threads;
        return find_steps(q, data);
    }
    range_of(set_of(&q->sweep, variable), &first, &last);
    if (variable == CUOCC_VARIABLE_SMEM && q->sweep.smem_is_dynamic) {
        first += launch.static_smem_per_block_bytes;
        last += launch.static_smem_per_block_bytes;
    }
    limit_range(&data->curve, first, last);
    return find_steps(q, data);
}

/* --- maps --------------------------------------------------------------------------------------
 */

/* Which of `total` values the i-th of `count` is: evenly spread, the first and the last among them.
 */
static uint64_t pick(uint64_t total, size_t count, size_t i)
{
    return count > 1 ? i * (total - 1) / (count - 1) : 0;
}

static uint32_t axis_value(const struct cuocc_launch *launch, enum cuocc_variable variable)
{
    return variable == CUOCC_VARIABLE_BLOCK ? cuocc_launch_threads(launch)
                                            : cuocc_curve_value(launch, variable);
}

/* The launch of a sweep at places of two of its sets, the third at its first. */
static void launch_at(const struct cuocc_sweep *sweep, enum cuocc_variable across, uint64_t a,
                      enum cuocc_variable down, uint64_t d, struct cuocc_launch *out)
{
    uint64_t index = 0;

    for (int i = 0; i < CUOCC_VARIABLE_COUNT; i++) {
        enum cuocc_variable variable = (enum cuocc_variable)i;

        index = index * cuocc_set_count(set_of(sweep, variable)) + (variable == across ? a
                                                                    : variable == down ? d
                                                                                       : 0);
    }
    cuocc_sweep_launch(sweep, index, out);
}

static void fill_map(const struct cuocc_sweep *sweep, struct heat_data *data)
{
    const struct heat *heat = &data->heat;
    uint64_t across_total = cuocc_set_count(set_of(sweep, heat->across));
    uint64_t down_total = cuocc_set_count(set_of(sweep, heat->down));

    for (size_t i = 0; i < heat->rows * heat->columns; i++) {
        size_t row = i / heat->columns, column = i % heat->columns;
        struct cuocc_launch launch;
        struct cuocc_result result = {.active_blocks = 0};

        launch_at(sweep, heat->across, pick(across_total, heat->columns, column), heat->down,
                  pick(down_total, heat->rows, row), &launch);
        (void)cuocc_solve(heat->report->dev, &launch, &result);
        data->across[column] = axis_value(&launch, heat->across);
        data->down[row] = axis_value(&launch, heat->down);
        data->cells[i] =
            (struct heat_cell){result.active_blocks, result.active_warps, result.limiters};
    }
}

static enum cuocc_status make_map(struct question *q, struct chart_set *set,
                                  const struct cuocc_sweep *sweep, enum cuocc_variable across,
                                  enum cuocc_variable down)
{
    struct heat_data *data = &set->map;
    uint64_t columns = cuocc_set_count(set_of(sweep, across));
    uint64_t rows = cuocc_set_count(set_of(sweep, down));
    size_t shown_columns = columns < HEAT_COLUMNS_MAX ? (size_t)columns : HEAT_COLUMNS_MAX;
    size_t shown_rows = rows < HEAT_ROWS_MAX ? (size_t)rows : HEAT_ROWS_MAX;

    set->has_map = true;
    data->across = calloc(shown_columns, sizeof(*data->across));
    data->down = calloc(shown_rows, sizeof(*data->down));
    data->cells = calloc(shown_columns * shown_rows, sizeof(*data->cells));
    if (data->across == NULL || data->down == NULL || data->cells == NULL)
        return no_memory(q);
    data->heat = (struct heat){.report = &set->answer.report,
                               .device = set->device,
                               .across = across,
                               .down = down,
                               .across_values = data->across,
                               .down_values = data->down,
                               .columns = shown_columns,
                               .rows = shown_rows,
                               .cells = data->cells,
                               .is_thinned = columns > shown_columns || rows > shown_rows,
                               .marked_across = CUOCC_NOT_GIVEN,
                               .marked_down = CUOCC_NOT_GIVEN};
    fill_map(sweep, data);
    return CUOCC_OK;
}

/* step, 2 step, ... up to `last`, with `value` and `last` between or behind them. */
static struct cuocc_set multiples_and(struct cuocc_span *spans, uint32_t step, uint32_t last,
                                      uint32_t value)
{
    const uint32_t stops[] = {value < last ? value : last, value < last ? last : value};
    uint32_t next = step;
    size_t count = 0;

    for (size_t i = 0; i < 2; i++) {
        uint32_t stop = stops[i];

        if (stop >= next)
            spans[count++] = (struct cuocc_span){next, stop - stop % step, step, 1, 1, 0};
        if (stop >= next)
            next = stop - stop % step + step;
        if (stop % step != 0 && (i == 0 || stop != stops[0]))
            spans[count++] = (struct cuocc_span){stop, stop, 1, 1, 1, 0};
    }
    return (struct cuocc_set){.spans = spans, .span_count = count};
}

/* Block sizes with registers, the launch among them. */
static enum cuocc_status map_around(struct question *q, struct chart_set *set)
{
    const struct report *report = &set->answer.report;
    uint32_t threads = report->result.threads_per_block;
    uint32_t regs = report->launch->regs_per_thread;
    bool has_regs = regs != CUOCC_NOT_GIVEN && regs > 0;
    uint32_t per_thread = part_per_thread(&q->sweep);
    struct cuocc_span blocks[4], counts[4], sizes[1];
    struct cuocc_sweep sweep = {.base = *report->launch};
    enum cuocc_status status;

    sweep.block =
        multiples_and(blocks, MAP_BLOCK_STEP, report->dev->max_threads_per_block, threads);
    sweep.regs = multiples_and(counts, MAP_REGS_STEP, report->dev->max_regs_per_thread,
                               has_regs ? regs : MAP_REGS_STEP);
    if (per_thread > 0) {
        uint32_t rest = constant_part(report->launch, per_thread);

        sizes[0] = (struct cuocc_span){rest, rest, 1, 1, 1, per_thread};
        sweep.smem = (struct cuocc_set){.spans = sizes, .span_count = 1};
    }
    status = make_map(q, set, &sweep, CUOCC_VARIABLE_BLOCK, CUOCC_VARIABLE_REGS);
    set->map.heat.marked_across = threads;
    if (has_regs)
        set->map.heat.marked_down = regs;
    return status;
}

/* --- sets ----------------------------------------------------------------------------------------
 */

static void begin_set(struct question *q, size_t subject, uint64_t index, struct chart_set *set)
{
    const struct cli_args *args = q->cli->args;
    const struct cuocc_device *dev;

    *set = (struct chart_set){.swept = 0};
    question_solve(q, subject, index, &set->answer);
    dev = set->answer.report.dev;
    set->device = is_given(args, OPTION_DEVICE) && q->devices.count == 1 ? args->devices
                  : dev->product[0] != '\0'                              ? dev->product
                                                                         : dev->name;
}

/* Where blocks vary, so does their shared memory. */
static void say_part_per_thread(struct chart_set *set, uint32_t per_thread)
{
    set->answer.launch.smem_per_block_bytes = constant_part(&set->answer.launch, per_thread);
    set->answer.report.smem_per_thread_bytes = per_thread;
}

enum cuocc_status charts_make(struct question *q, size_t subject, struct chart_set *set)
{
    enum cuocc_variable variables[CUOCC_VARIABLE_COUNT];
    size_t count = swept_variables(&q->sweep, variables);

    struct cuocc_sweep sweep = q->sweep;

    begin_set(q, subject, 0, set);
    sweep.base = q->subjects[subject].base;
    for (size_t i = 0; i < count; i++)
        set->swept |= swept_bit(variables[i]);
    if (count == 0)
        return three_curves(q, set);
    if (part_per_thread(&q->sweep) > 0 && variables[0] == CUOCC_VARIABLE_BLOCK)
        say_part_per_thread(set, part_per_thread(&q->sweep));
    if (count == 1)
        return swept_curve(q, set, &sweep, variables[0]);
    return make_map(q, set, &sweep, variables[0], variables[1]);
}

enum cuocc_status charts_make_around(struct question *q, size_t subject, uint64_t index,
                                     bool has_map, struct chart_set *set)
{
    enum cuocc_status status;

    begin_set(q, subject, index, set);
    status = three_curves(q, set);
    return status == CUOCC_OK && has_map ? map_around(q, set) : status;
}

void charts_free(struct chart_set *set)
{
    for (size_t i = 0; i < set->curve_count; i++)
        free(set->curves[i].steps);
    free(set->map.across);
    free(set->map.down);
    free(set->map.cells);
}

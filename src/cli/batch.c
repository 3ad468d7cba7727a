/* SPDX-License-Identifier: MIT */
/* --batch: one launch a line, one answer a line, in order and in constant memory. */
#include "input/batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/devices.h"
#include "cli/line_source.h"
#include "cli/question.h"
#include "cuocc/prepared.h"
#include "render/csv.h"
#include "render/json.h"
#include "render/limiters.h"
#include "support/error.h"

enum {
    DEVICE_NAME_MAX = 63, /* longer ones are looked up every time, and hardly exist */
    DEVICES_KEPT = 32
};

/* A device that lines name, with its solver. */
struct known_device {
    char name[DEVICE_NAME_MAX + 1]; /* as the lines write it; "" for the one of --device */
    struct cuocc_solver solver;
};

/* What is said of one line. */
struct batch_answer {
    const struct batch_line *line;
    uint64_t number;                   /* of the line */
    const struct known_device *device; /* NULL: the line was refused */
    const char *mistake;
    const struct csv_columns *columns; /* in CSV */
    struct report report; /* in compact form: dev, launch and what cuocc_solver_blocks() finds */
};

struct batch {
    struct cli *cli;
    struct batch_format format;
    struct line_source source;
    const struct batch_writer *writer;
    struct csv_columns columns;
    struct known_device *devices[DEVICES_KEPT]; /* owned */
    size_t device_count;
    size_t next_replaced;
    const struct known_device *last_device; /* of the line before; NULL: none */
    const struct known_device *default_device;
    uint64_t line_count;
    uint64_t refused_count;
    uint64_t below_required;
    bool shows_progress;
    time_t started;
    time_t last_shown;
};

/* One form of output. */
struct batch_writer {
    void (*begin)(struct batch *batch);
    void (*answer)(struct out *out, const struct batch_answer *answer);
    void (*mistake)(struct out *out, const struct batch_answer *answer);
    bool is_compact; /* only blocks and limiters are needed */
};

/* --- CSV ------------------------------------------------------------------------------------ */

static void csv_begin(struct batch *batch)
{
    struct out *out = batch->cli->out;

    csv_columns_find(&batch->columns);
    out_text(out, "id,");
    csv_header_cells(out, &batch->columns);
    out_text(out, ",error\n");
}

static void csv_id(struct out *out, const struct batch_line *line)
{
    if (line->id == NULL)
        return;
    if (line->is_id_number)
        out_bytes(out, line->id, line->id_size);
    else
        csv_text(out, line->id);
}

static void csv_answer(struct out *out, const struct batch_answer *answer)
{
    csv_id(out, answer->line);
    out_char(out, ',');
    csv_row_cells(out, answer->columns, &answer->report, true);
    out_text(out, ",\n");
}

static void csv_mistake(struct out *out, const struct batch_answer *answer)
{
    char text[1100];

    csv_id(out, answer->line);
    for (size_t i = 0; i <= answer->columns->count; i++)
        out_char(out, ',');
    (void)snprintf(text, sizeof(text), "line %llu: %s", (unsigned long long)answer->number,
                   answer->mistake);
    csv_text(out, text);
    out_char(out, '\n');
}

/* --- JSON ----------------------------------------------------------------------------------- */

static void json_begin_nothing(struct batch *batch)
{
    (void)batch;
}

static void json_id(struct json *json, const struct batch_line *line)
{
    if (line->id != NULL && line->is_id_number)
        json_number(json, "id", line->id, line->id_size);
    else
        json_text(json, "id", line->id);
}

static void json_answer(struct out *out, const struct batch_answer *answer)
{
    struct report report = answer->report;
    struct json json;

    report.notes = cuocc_notes(report.dev, report.launch, &report.result);
    cuocc_headroom(report.dev, report.launch, &report.result, &report.headroom);
    cuocc_next(report.dev, report.launch, &report.result, &report.next);
    json_begin(&json, out, true);
    json_open(&json, NULL, '{');
    json_text(&json, "schema", "occ.result/1");
    json_id(&json, answer->line);
    json_result_members(&json, &report, true);
    json_close(&json, '}');
}

static void json_compact_answer(struct out *out, const struct batch_answer *answer)
{
    const struct cuocc_result *result = &answer->report.result;
    struct json json;

    json_begin(&json, out, true);
    json_open(&json, NULL, '{');
    json_id(&json, answer->line);
    json_u64(&json, "active_blocks", result->active_blocks);
    json_u64(&json, "active_warps", result->active_warps);
    json_real(&json, "occupancy", cuocc_occupancy(answer->report.dev, result->active_warps));
    json_limiters(&json, "limiters", result->limiters);
    json_close(&json, '}');
}

static void json_mistake(struct out *out, const struct batch_answer *answer)
{
    struct json json;

    json_begin(&json, out, true);
    json_open(&json, NULL, '{');
    json_u64(&json, "line", answer->number);
    json_id(&json, answer->line);
    json_text(&json, "error", answer->mistake);
    json_close(&json, '}');
}

static const struct batch_writer *writer_of(const struct batch *batch)
{
    static const struct batch_writer csv = {csv_begin, csv_answer, csv_mistake, false};
    static const struct batch_writer json = {json_begin_nothing, json_answer, json_mistake, false};
    static const struct batch_writer compact = {json_begin_nothing, json_compact_answer,
                                                json_mistake, true};
    const struct cli_args *args = batch->cli->args;

    if (args->is_compact)
        return &compact;
    if (is_given(args, OPTION_JSON))
        return &json;
    return is_given(args, OPTION_CSV) || batch->format.form == BATCH_CSV ? &csv : &json;
}

/* --- devices -------------------------------------------------------------------------------- */

/* Keep a device under a name, in the place of an older one if there are many. */
static const struct known_device *keep_device(struct batch *batch, const char *name,
                                              const struct cuocc_device *dev)
{
    size_t at = batch->device_count < DEVICES_KEPT ? batch->device_count : batch->next_replaced;
    struct known_device *kept = batch->devices[at];

    if (kept == NULL)
        kept = malloc(sizeof(*kept));
    if (kept == NULL)
        return NULL;
    if (at == batch->device_count)
        batch->device_count++;
    else
        batch->next_replaced = (at + 1) % DEVICES_KEPT;
    batch->devices[at] = kept;
    (void)snprintf(kept->name, sizeof(kept->name), "%s", name);
    cuocc_solver_prepare(dev, &kept->solver);
    return kept;
}

static const struct known_device *find_kept(const struct batch *batch, const char *name)
{
    for (size_t i = 0; i < batch->device_count; i++)
        if (batch->devices[i] != batch->default_device &&
            strcmp(batch->devices[i]->name, name) == 0)
            return batch->devices[i];
    return NULL;
}

/* The device of a line; NULL with a mistake. Only names of the database: a line opens no file. */
static const struct known_device *device_of(struct batch *batch, struct batch_line *line)
{
    const char *name = line->device;
    const struct known_device *found = batch->last_device;
    struct cuocc_error error;
    struct cuocc_device dev;

    if (name == NULL && batch->default_device == NULL)
        (void)snprintf(line->mistake, sizeof(line->mistake),
                       "device: missing, allowed: a name as in sm_89, or --device for all lines");
    if (name == NULL)
        return batch->default_device;
    if (found != NULL && strcmp(found->name, name) == 0)
        return found;
    found = find_kept(batch, name);
    if (found == NULL && cuocc_device_db_find(batch->cli->db, name, &dev, &error) != CUOCC_OK) {
        (void)snprintf(line->mistake, sizeof(line->mistake), "device: %s", error.text);
        return NULL;
    }
    if (found == NULL)
        found = keep_device(batch, name, &dev);
    if (found == NULL)
        (void)snprintf(line->mistake, sizeof(line->mistake), "out of memory");
    batch->last_device = found;
    return found;
}

static enum cuocc_status read_default_device(struct batch *batch)
{
    struct cli *cli = batch->cli;
    struct device_list list = {.count = 0};
    enum cuocc_status status;

    if (!is_given(cli->args, OPTION_DEVICE))
        return CUOCC_OK;
    status = devices_resolve(cli, cli->args->devices, &list);
    if (status == CUOCC_OK && list.count != 1)
        status = refuse(cli, OPTION_DEVICE,
                        "allowed with --batch: one device, for lines that "
                        "name none");
    if (status == CUOCC_OK) {
        batch->default_device = keep_device(batch, "", &list.items[0]);
        if (batch->default_device == NULL)
            status = cuocc_error_set(&cli->error, CUOCC_ERR_MEMORY, "", "out of memory");
    }
    free(list.items);
    return status;
}

/* --- lines ---------------------------------------------------------------------------------- */

static bool solve(struct batch_answer *answer, const struct batch_line *line, bool is_compact)
{
    const struct cuocc_solver *solver = &answer->device->solver;
    struct cuocc_result *result = &answer->report.result;
    struct cuocc_blocks blocks;

    answer->report.dev = &solver->dev;
    answer->report.launch = &line->launch;
    if (!is_compact)
        return cuocc_solve(&solver->dev, &line->launch, result) == CUOCC_OK;
    if (cuocc_solver_blocks(solver, &line->launch, &blocks) != CUOCC_OK)
        return false;
    result->active_blocks = blocks.active_blocks;
    result->active_warps = blocks.active_warps;
    result->limiters = blocks.limiters;
    return true;
}

/* Read, resolve and solve; false with a mistake. */
static bool answer_line(struct batch *batch, const struct line *read, struct batch_line *line,
                        struct batch_answer *answer)
{
    line->id = NULL;
    if (read->text == NULL) {
        (void)snprintf(line->mistake, sizeof(line->mistake),
                       "longer than %d bytes, the most "
                       "allowed",
                       LINE_SIZE_MAX);
        return false;
    }
    if (!batch_read_line(&batch->format, read->text, read->size, line))
        return false;
    answer->device = device_of(batch, line);
    if (answer->device == NULL)
        return false;
    if (solve(answer, line, batch->writer->is_compact))
        return true;
    (void)snprintf(line->mistake, sizeof(line->mistake),
                   "carveout_percent: %s has no configurable shared memory, allowed: none",
                   answer->device->solver.dev.name);
    return false;
}

static bool is_below_required(const struct batch *batch, const struct batch_answer *answer)
{
    uint64_t asked = batch->cli->args->require.least;

    return (uint64_t)answer->report.result.active_warps * 100 * 1000000 <
           asked * answer->report.dev->max_warps_per_sm;
}

static void take_line(struct batch *batch, const struct line *read, struct batch_line *line,
                      struct batch_answer *answer)
{
    struct out *out = batch->cli->out;

    answer->line = line;
    answer->number = read->number;
    answer->mistake = line->mistake;
    batch->line_count++;
    if (answer_line(batch, read, line, answer)) {
        batch->writer->answer(out, answer);
        batch->below_required += is_below_required(batch, answer);
    } else {
        batch->writer->mistake(out, answer);
        batch->refused_count++;
    }
}

/* --- progress ------------------------------------------------------------------------------- */

static time_t seconds_now(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* A person who waits at a terminal for what goes to a file sees how far it is. */
static void show_progress(struct batch *batch)
{
    time_t now;

    if (!batch->shows_progress)
        return;
    now = seconds_now();
    if (now == batch->last_shown)
        return;
    batch->last_shown = now;
    out_printf(batch->cli->err, "\rocc: %llu lines, %llu a second",
               (unsigned long long)batch->line_count,
               (unsigned long long)(batch->line_count / (uint64_t)(now - batch->started)));
    out_flush(batch->cli->err);
}

static void end_progress(const struct batch *batch)
{
    if (batch->last_shown == batch->started)
        return;
    out_text(batch->cli->err, "\r\033[K");
    out_flush(batch->cli->err);
}

/* --- the whole ------------------------------------------------------------------------------ */

static void before_wait(void *ctx)
{
    struct batch *batch = ctx;

    out_flush(batch->cli->out);
}

static const char *source_name(const struct batch *batch)
{
    const char *path = batch->cli->args->batch;

    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static enum cuocc_status fail_reading(struct batch *batch, int failure)
{
    return cuocc_error_set(&batch->cli->error, CUOCC_ERR_IO, source_name(batch), "%s",
                           strerror(failure));
}

static enum cuocc_status read_header(struct batch *batch)
{
    char mistake[256], where[280];
    struct line line;

    (void)snprintf(mistake, sizeof(mistake), "longer than %d bytes", LINE_SIZE_MAX);
    if (!line_source_next(&batch->source, &line) ||
        (line.text != NULL &&
         batch_read_header(&batch->format, line.text, line.size, mistake, sizeof(mistake))))
        return CUOCC_OK;
    (void)snprintf(where, sizeof(where), "%s:1", source_name(batch));
    return cuocc_error_set(&batch->cli->error, CUOCC_ERR_SYNTAX, where, "%s", mistake);
}

/* Form, header, and the head of the output. Nothing at all is an empty batch. */
static enum cuocc_status begin(struct batch *batch)
{
    enum cuocc_status status = CUOCC_OK;
    char first;

    if (!line_source_open(&batch->source, batch->cli->args->batch))
        return fail_reading(batch, errno);
    batch->source.before_wait = before_wait;
    batch->source.ctx = batch;
    first = line_source_first(&batch->source);
    batch->format.form = batch_form_of(first);
    batch->writer = writer_of(batch);
    if (batch->format.form == BATCH_CSV)
        status = read_header(batch);
    if (batch->source.failure != 0)
        return fail_reading(batch, batch->source.failure);
    if (status == CUOCC_OK && first != '\0')
        batch->writer->begin(batch);
    return status;
}

static enum exit_code verdict(struct batch *batch)
{
    char *complaint = batch->cli->complaint;
    size_t size = sizeof(batch->cli->complaint);

    if (batch->refused_count > 0)
        (void)snprintf(complaint, size, "--batch: %llu of %llu lines refused",
                       (unsigned long long)batch->refused_count,
                       (unsigned long long)batch->line_count);
    else if (batch->below_required > 0)
        (void)snprintf(complaint, size, "--require: %llu of %llu answers are below %g %%",
                       (unsigned long long)batch->below_required,
                       (unsigned long long)batch->line_count,
                       batch->cli->args->require.typed / 1e6);
    return complaint[0] == '\0' ? EXIT_ANSWERED : EXIT_ANSWER_IS_NO;
}

static enum exit_code run(struct batch *batch)
{
    struct batch_line line;
    struct batch_answer answer = {.columns = &batch->columns};
    struct line read;

    if (read_default_device(batch) != CUOCC_OK || begin(batch) != CUOCC_OK)
        return EXIT_TROUBLE;
    batch->shows_progress = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) != 1;
    batch->started = batch->last_shown = seconds_now();
    while (!batch->cli->out->has_failed && line_source_next(&batch->source, &read)) {
        take_line(batch, &read, &line, &answer);
        if (batch->line_count % 65536 == 0)
            show_progress(batch);
    }
    end_progress(batch);
    if (batch->source.failure != 0) {
        (void)fail_reading(batch, batch->source.failure);
        return EXIT_TROUBLE;
    }
    return verdict(batch);
}

enum exit_code run_batch(struct cli *cli)
{
    struct batch batch = {.cli = cli};
    enum exit_code code = run(&batch);

    line_source_close(&batch.source);
    for (size_t i = 0; i < batch.device_count; i++)
        free(batch.devices[i]);
    return code;
}

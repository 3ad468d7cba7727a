/* SPDX-License-Identifier: MIT */
/* Planning answers as JSON and CSV, from one table of fields for each kind of row. */
#include "render/plan.h"

#include "render/csv.h"
#include "render/limiters.h"
#include "render/values.h"

static struct value occupancy_of(const struct plan_row *row, uint32_t warps)
{
    return real_value(cuocc_occupancy(row->report->dev, warps));
}

/* --- targets -------------------------------------------------------------------------- */

static struct value target_threads(const struct plan_row *row)
{
    return count_value(row->target->threads_per_block);
}

static struct value target_reachable(const struct plan_row *row)
{
    return bool_value(row->target->reachable);
}

static struct value target_blocks(const struct plan_row *row)
{
    return unless_zero(row->target->active_blocks);
}

static struct value target_occupancy(const struct plan_row *row)
{
    struct value value = {.kind = VALUE_NULL};

    return row->target->reachable ? occupancy_of(row, row->target->active_warps) : value;
}

static struct value target_regs(const struct plan_row *row)
{
    return optional(row->target->regs_per_thread);
}

static struct value target_smem(const struct plan_row *row)
{
    return optional(row->target->smem_per_block_bytes);
}

static void json_launch_bounds(struct json *json, const char *key, const struct plan_row *row)
{
    json_open_inline(json, key, '[');
    json_u64(json, NULL, row->target->threads_per_block);
    json_u64(json, NULL, row->target->blocks);
    json_close(json, ']');
}

static void cell_launch_bounds(struct out *out, const struct plan_row *row)
{
    out_u64(out, row->target->threads_per_block);
    out_char(out, '+');
    out_u64(out, row->target->blocks);
}

static void json_target_limiters(struct json *json, const char *key, const struct plan_row *row)
{
    json_limiters(json, key, row->target->limiters);
}

static void cell_target_limiters(struct out *out, const struct plan_row *row)
{
    csv_limiters(out, row->target->limiters);
}

/* --- suggestions ------------------------------------------------------------------------ */

static struct value candidate_threads(const struct plan_row *row)
{
    return count_value(row->candidate->threads_per_block);
}

static struct value candidate_blocks(const struct plan_row *row)
{
    return count_value(row->candidate->active_blocks);
}

static struct value candidate_occupancy(const struct plan_row *row)
{
    return occupancy_of(row, row->candidate->active_warps);
}

static struct value candidate_lanes(const struct plan_row *row)
{
    return real_value(cuocc_lane_utilization(row->report->dev, row->candidate->threads_per_block));
}

static struct value candidate_smem(const struct plan_row *row)
{
    return count_value(row->candidate->smem_per_block_bytes);
}

static struct value candidate_grid(const struct plan_row *row)
{
    return unless_zero(row->candidate->min_grid_blocks);
}

/* --- ladders ------------------------------------------------------------------------------ */

static struct value step_blocks(const struct plan_row *row)
{
    return count_value(row->step->blocks);
}

static struct value step_occupancy(const struct plan_row *row)
{
    return occupancy_of(row, row->step->active_warps);
}

static struct value step_smem(const struct plan_row *row)
{
    return count_value(row->step->smem_per_block_bytes);
}

static struct value step_added(const struct plan_row *row)
{
    return count_value(row->step->added_bytes);
}

static struct value step_opt_in(const struct plan_row *row)
{
    return bool_value(row->step->needs_opt_in);
}

/* --- whose row it is, in CSV ----------------------------------------------------------------- */

static struct value row_device(const struct plan_row *row)
{
    return (struct value){.kind = VALUE_TEXT, .text = row->report->dev->name};
}

static struct value row_kernel(const struct plan_row *row)
{
    const struct report_kernel *kernel = row->report->kernel;

    return (struct value){.kind = kernel != NULL ? VALUE_TEXT : VALUE_NULL,
                          .text = kernel != NULL ? kernel->facts->name : NULL};
}

static struct value row_threads(const struct plan_row *row)
{
    return count_value(row->report->result.threads_per_block);
}

struct plan_field {
    char key[24];
    bool is_csv_only;
    struct value (*get)(const struct plan_row *row);
    void (*json)(struct json *json, const char *key, const struct plan_row *row);
    void (*cell)(struct out *out, const struct plan_row *row);
};

/* clang-format off */
static const struct plan_field target_fields[] = {
    { .key = "threads_per_block",    .get = target_threads },
    { .key = "reachable",            .get = target_reachable },
    { .key = "active_blocks",        .get = target_blocks },
    { .key = "occupancy",            .get = target_occupancy },
    { .key = "registers_per_thread", .get = target_regs },
    { .key = "shared_bytes",         .get = target_smem },
    { .key = "launch_bounds",        .json = json_launch_bounds,   .cell = cell_launch_bounds },
    { .key = "limiters",             .json = json_target_limiters, .cell = cell_target_limiters },
    { .key = "device",               .get = row_device,            .is_csv_only = true },
    { .key = "kernel",               .get = row_kernel,            .is_csv_only = true },
};

static const struct plan_field suggest_fields[] = {
    { .key = "threads_per_block",    .get = candidate_threads },
    { .key = "active_blocks",        .get = candidate_blocks },
    { .key = "occupancy",            .get = candidate_occupancy },
    { .key = "lane_utilization",     .get = candidate_lanes },
    { .key = "shared_bytes",         .get = candidate_smem },
    { .key = "min_grid_blocks",      .get = candidate_grid },
    { .key = "device",               .get = row_device,            .is_csv_only = true },
    { .key = "kernel",               .get = row_kernel,            .is_csv_only = true },
};

static const struct plan_field ladder_fields[] = {
    { .key = "blocks",               .get = step_blocks },
    { .key = "occupancy",            .get = step_occupancy },
    { .key = "shared_bytes",         .get = step_smem },
    { .key = "added_bytes",          .get = step_added },
    { .key = "needs_opt_in",         .get = step_opt_in },
    { .key = "device",               .get = row_device,            .is_csv_only = true },
    { .key = "kernel",               .get = row_kernel,            .is_csv_only = true },
    { .key = "threads_per_block",    .get = row_threads,           .is_csv_only = true },
};

#define FIELDS(array_) .fields = (array_), .count = sizeof(array_) / sizeof((array_)[0])

static const struct {
    const char *schema;
    const char *rows; /* key of the list */
    const struct plan_field *fields;
    size_t count;
} kinds[] = {
    [PLAN_TARGET]  = { .schema = "occ.target/1",  .rows = "answers",    FIELDS(target_fields) },
    [PLAN_SUGGEST] = { .schema = "occ.suggest/1", .rows = "candidates", FIELDS(suggest_fields) },
    [PLAN_LADDER]  = { .schema = "occ.ladder/1",  .rows = "steps",      FIELDS(ladder_fields) },
};
/* clang-format on */

_Static_assert(sizeof(kinds) / sizeof(kinds[0]) == PLAN_KIND_COUNT, "a row for every kind");

static void json_wanted(struct json *json, const struct plan_wanted *wanted)
{
    json_open_inline(json, "target", '{');
    if (wanted->blocks > 0) {
        json_u64(json, "blocks", wanted->blocks);
        json_null(json, "occupancy");
    } else {
        json_null(json, "blocks");
        json_real(json, "occupancy", wanted->occupancy);
    }
    json_close(json, '}');
}

void json_plan_begin(struct json *json, enum plan_kind kind, const struct report *report,
                     bool has_launch, const struct plan_wanted *wanted)
{
    json_open(json, NULL, '{');
    json_text(json, "schema", kinds[kind].schema);
    if (report->kernel != NULL)
        json_text(json, "kernel", report->kernel->facts->name);
    json_device_object(json, report);
    if (has_launch)
        json_launch_object(json, report);
    if (wanted != NULL)
        json_wanted(json, wanted);
    json_open(json, kinds[kind].rows, '[');
}

void json_plan_row(struct json *json, enum plan_kind kind, const struct plan_row *row)
{
    json_open_inline(json, NULL, '{');
    for (size_t i = 0; i < kinds[kind].count; i++) {
        const struct plan_field *field = &kinds[kind].fields[i];

        if (field->is_csv_only)
            continue;
        if (field->get != NULL)
            json_value(json, field->key, field->get(row));
        else
            field->json(json, field->key, row);
    }
    json_close(json, '}');
}

void json_plan_end(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
}

void csv_plan_header(struct out *out, enum plan_kind kind)
{
    for (size_t i = 0; i < kinds[kind].count; i++) {
        out_text(out, i > 0 ? "," : "");
        out_text(out, kinds[kind].fields[i].key);
    }
    out_char(out, '\n');
}

void csv_plan_row(struct out *out, enum plan_kind kind, const struct plan_row *row)
{
    for (size_t i = 0; i < kinds[kind].count; i++) {
        const struct plan_field *field = &kinds[kind].fields[i];

        out_text(out, i > 0 ? "," : "");
        if (field->get != NULL)
            csv_value(out, field->get(row));
        else
            field->cell(out, row);
    }
    out_char(out, '\n');
}

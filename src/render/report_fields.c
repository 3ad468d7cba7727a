/* SPDX-License-Identifier: MIT */
/* What is printed of an answer: one table for JSON and CSV. */
#include "render/report.h"

#include <stdio.h>

#include "render/limiters.h"
#include "render/values.h"

bool report_has_limit(const struct report *report, enum cuocc_limit limit)
{
    return limit != CUOCC_LIMIT_CLUSTER || (report->launch->cluster_blocks > 0 &&
                                            (report->result.block_limit[limit] != CUOCC_UNLIMITED));
}

bool report_is_known(const struct report *report, enum report_section section, bool is_answered)
{
    return is_answered || section == SECTION_LAUNCH ||
           (section == SECTION_DEVICE && report->dev != NULL);
}

bool report_is_launchable(const struct report *report)
{
    return report->result.active_blocks > 0;
}

/* --- device ------------------------------------------------------------------ */

static struct value get_device(const struct report *r)
{
    return text_value(r->dev->name);
}

static void json_capability(struct json *json, const char *key, const struct report *r)
{
    char text[24];

    (void)snprintf(text, sizeof(text), "%u.%u", r->dev->cc_major, r->dev->cc_minor);
    json_text(json, key, text);
}

static struct value get_product(const struct report *r)
{
    return r->dev->product[0] != '\0' ? text_value(r->dev->product) : null_value();
}

static struct value get_sm_count(const struct report *r)
{
    return optional(r->dev->sm_count);
}

/* --- launch ------------------------------------------------------------------ */

static struct value get_threads_per_block(const struct report *r)
{
    return unless_zero(r->is_any_block ? 0 : r->result.threads_per_block);
}

static void json_dim(struct json *json, const char *key, const struct report *r)
{
    if (r->is_any_block || r->result.threads_per_block == 0) {
        json_null(json, key);
        return;
    }
    json_open_inline(json, key, '[');
    for (unsigned i = 0; i < 3; i++)
        json_u64(json, NULL, r->launch->block_dim[i]);
    json_close(json, ']');
}

static struct value get_warps_per_block(const struct report *r)
{
    return unless_zero(r->is_any_block ? 0 : r->result.warps_per_block);
}

static struct value get_regs(const struct report *r)
{
    return optional(r->launch->regs_per_thread);
}

static struct value get_smem(const struct report *r)
{
    return count_value(r->launch->smem_per_block_bytes);
}

static struct value get_static_smem(const struct report *r)
{
    return count_value(r->launch->static_smem_per_block_bytes);
}

static struct value get_barriers(const struct report *r)
{
    return optional(r->launch->barriers_per_block);
}

static struct value get_carveout_percent(const struct report *r)
{
    bool is_percent = r->launch->carveout_bytes == CUOCC_NOT_GIVEN;

    if (!is_percent || r->launch->carveout_percent < 0)
        return null_value();
    return count_value((uint64_t)r->launch->carveout_percent);
}

static struct value get_carveout_bytes(const struct report *r)
{
    return optional(r->launch->carveout_bytes);
}

static struct value get_cluster(const struct report *r)
{
    return unless_zero(r->launch->cluster_blocks);
}

static struct value get_launch_bounds(const struct report *r)
{
    return unless_zero(r->launch->launch_bounds_threads);
}

static struct value get_grid(const struct report *r)
{
    return unless_zero(cuocc_launch_grid_blocks(r->launch));
}

/* --- limits, as columns --------------------------------------------------------- */

#define LIMIT_GETTER(name, limit)                                                                  \
    static struct value name(const struct report *r)                                               \
    {                                                                                              \
        return optional(r->result.block_limit[limit]);                                             \
    }

LIMIT_GETTER(get_blocks_threads, CUOCC_LIMIT_THREADS)
LIMIT_GETTER(get_blocks_warps, CUOCC_LIMIT_WARPS)
LIMIT_GETTER(get_blocks_blocks, CUOCC_LIMIT_BLOCKS)
LIMIT_GETTER(get_blocks_registers, CUOCC_LIMIT_REGISTERS)
LIMIT_GETTER(get_blocks_shared, CUOCC_LIMIT_SHARED)
LIMIT_GETTER(get_blocks_barriers, CUOCC_LIMIT_BARRIERS)

/* --- result ------------------------------------------------------------------ */

static struct value get_launchable(const struct report *r)
{
    return bool_value(report_is_launchable(r));
}

static void json_reason(struct json *json, const struct report *r, enum cuocc_reason reason)
{
    struct cuocc_reason_detail detail;

    cuocc_reason_detail(r->dev, r->launch, &r->result, reason, &detail);
    json_open_inline(json, NULL, '{');
    json_text(json, "limit", cuocc_limit_info(detail.limit)->key);
    json_u64(json, "value", detail.value);
    json_u64(json, "bound", detail.bound);
    json_text(json, "unit", detail.unit);
    json_text(json, "text", detail.text);
    json_close(json, '}');
}

static void json_reasons(struct json *json, const char *key, const struct report *r)
{
    json_open(json, key, '[');
    for (unsigned i = 0; i < CUOCC_REASON_COUNT; i++)
        if ((r->result.reasons >> i & 1U) != 0)
            json_reason(json, r, (enum cuocc_reason)i);
    json_close(json, ']');
}

static struct value get_active_blocks(const struct report *r)
{
    return count_value(r->result.active_blocks);
}

static struct value get_active_warps(const struct report *r)
{
    return count_value(r->result.active_warps);
}

static struct value get_active_threads(const struct report *r)
{
    return count_value(r->result.active_threads);
}

static struct value get_max_warps(const struct report *r)
{
    return count_value(r->dev->max_warps_per_sm);
}

static struct value get_occupancy(const struct report *r)
{
    return real_value(cuocc_occupancy(r->dev, r->result.active_warps));
}

static void json_result_limiters(struct json *json, const char *key, const struct report *r)
{
    json_limiters(json, key, r->result.limiters);
}

static void cell_limiters(struct out *out, const struct report *r)
{
    csv_limiters(out, r->result.limiters);
}

static struct value get_lane_utilization(const struct report *r)
{
    return real_value(cuocc_lane_utilization(r->dev, r->result.threads_per_block));
}

static void json_headroom(struct json *json, const char *key, const struct report *r)
{
    json_open_inline(json, key, '{');
    json_count(json, "registers_per_thread", r->headroom.regs_per_thread);
    json_count(json, "shared_bytes", r->headroom.smem_per_block_bytes);
    json_close(json, '}');
}

static void json_next(struct json *json, const char *key, const struct report *r)
{
    uint64_t warps = (uint64_t)r->next.blocks * r->result.warps_per_block;

    if (r->next.blocks == 0) {
        json_null(json, key);
        return;
    }
    json_open_inline(json, key, '{');
    json_u64(json, "blocks", r->next.blocks);
    json_real(json, "occupancy", cuocc_occupancy(r->dev, (uint32_t)warps));
    json_u64(json, "registers_per_thread", r->next.regs_per_thread);
    json_u64(json, "shared_bytes", r->next.smem_per_block_bytes);
    json_close(json, '}');
}

static void json_notes(struct json *json, const char *key, const struct report *r)
{
    json_open_inline(json, key, '[');
    for (unsigned i = 0; i < CUOCC_NOTE_COUNT; i++)
        if ((r->notes >> i & 1U) != 0)
            json_text(json, NULL, cuocc_note_key((enum cuocc_note)i));
    json_close(json, ']');
}

/* --- what is there only where it was asked for ---------------------------------------- */

static void json_gpu(struct json *json, const char *key, const struct report *r)
{
    const struct cuocc_gpu *gpu = r->gpu;

    if (gpu == NULL)
        return;
    json_open(json, key, '{');
    json_u64(json, "sm_count", gpu->sm_count);
    json_real(json, "waves", gpu->waves);
    json_u64(json, "full_waves", gpu->full_waves);
    json_u64(json, "last_wave_blocks", gpu->last_wave_blocks);
    json_real(json, "last_wave_fill", gpu->last_wave_fill);
    json_real(json, "tail_efficiency", gpu->tail_efficiency);
    json_u64(json, "idle_sms", gpu->idle_sms);
    json_u64(json, "persistent_grid_blocks", gpu->persistent_grid_blocks);
    json_bool(json, "cooperative_grid_fits", gpu->cooperative_grid_fits);
    json_u64(json, "resident_threads", gpu->resident_threads);
    json_real(json, "warps_per_scheduler",
              cuocc_warps_per_scheduler(r->dev, r->result.active_warps));
    json_close(json, '}');
}

static void json_cluster(struct json *json, const char *key, const struct report *r)
{
    const struct cuocc_cluster *cluster = r->cluster;

    if (cluster == NULL)
        return;
    json_open_inline(json, key, '{');
    json_u64(json, "blocks", cluster->blocks);
    json_u64(json, "active_blocks_per_sm", cluster->active_blocks_per_sm);
    if (cluster->active_clusters == UINT64_MAX)
        json_null(json, "active_clusters");
    else
        json_u64(json, "active_clusters", cluster->active_clusters);
    json_bool(json, "exact", cluster->exact);
    json_close(json, '}');
}

static void json_latency(struct json *json, const char *key, const struct report *r)
{
    const struct cuocc_latency *latency = r->latency;

    if (latency == NULL)
        return;
    json_open_inline(json, key, '{');
    json_u64(json, "cycles", latency->latency_cycles);
    json_real(json, "warps_per_scheduler", latency->warps_per_scheduler);
    json_u64(json, "instructions_per_sm", latency->instructions_per_sm);
    json_u64(json, "instructions_per_warp", latency->instructions_per_warp);
    json_u64(json, "warps_needed", latency->warps_needed);
    json_close(json, '}');
}

static void json_coresident(struct json *json, const char *key, const struct report *r)
{
    if (r->pair == NULL)
        return;
    json_open(json, key, '[');
    for (size_t i = 0; i < r->pair->count; i++) {
        const struct cuocc_coresident *row = &r->pair->rows[i];

        json_open_inline(json, NULL, '{');
        json_u64(json, "first_blocks", row->first_blocks);
        json_u64(json, "second_blocks", row->second_blocks);
        json_u64(json, "active_warps", row->active_warps);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_bool(json, "second_waits", r->pair->config.second_waits);
}

/* clang-format off */
static const struct report_field fields[] = {
    { .key = "name",                 .section = SECTION_DEVICE, .csv = "device",               .get = get_device },
    { .key = "compute_capability",   .section = SECTION_DEVICE,                                .json = json_capability },
    { .key = "product",              .section = SECTION_DEVICE,                                .get = get_product },
    { .key = "sm_count",             .section = SECTION_DEVICE,                                .get = get_sm_count },

    { .key = "threads_per_block",    .section = SECTION_LAUNCH, .csv = "threads_per_block",    .get = get_threads_per_block },
    { .key = "block_dim",            .section = SECTION_LAUNCH,                                .json = json_dim },
    { .key = "warps_per_block",      .section = SECTION_LAUNCH,                                .get = get_warps_per_block },
    { .key = "registers_per_thread", .section = SECTION_LAUNCH, .csv = "registers_per_thread", .get = get_regs },
    { .key = "shared_bytes",         .section = SECTION_LAUNCH, .csv = "shared_bytes",         .get = get_smem },
    { .key = "static_shared_bytes",  .section = SECTION_LAUNCH,                                .get = get_static_smem },
    { .key = "barriers",             .section = SECTION_LAUNCH, .csv = "barriers",             .get = get_barriers },
    { .key = "carveout_percent",     .section = SECTION_LAUNCH, .csv = "carveout_percent",     .get = get_carveout_percent },
    { .key = "carveout_bytes",       .section = SECTION_LAUNCH,                                .get = get_carveout_bytes },
    { .key = "cluster_blocks",       .section = SECTION_LAUNCH,                                .get = get_cluster },
    { .key = "launch_bounds",        .section = SECTION_LAUNCH,                                .get = get_launch_bounds },
    { .key = "grid_blocks",          .section = SECTION_LAUNCH,                                .get = get_grid },

    { .key = "threads",              .section = SECTION_LIMITS, .csv = "blocks_threads",       .get = get_blocks_threads },
    { .key = "warps",                .section = SECTION_LIMITS, .csv = "blocks_warps",         .get = get_blocks_warps },
    { .key = "blocks",               .section = SECTION_LIMITS, .csv = "blocks_blocks",        .get = get_blocks_blocks },
    { .key = "registers",            .section = SECTION_LIMITS, .csv = "blocks_registers",     .get = get_blocks_registers },
    { .key = "shared",               .section = SECTION_LIMITS, .csv = "blocks_shared",        .get = get_blocks_shared },
    { .key = "barriers",             .section = SECTION_LIMITS, .csv = "blocks_barriers",      .get = get_blocks_barriers },

    { .key = "launchable",           .section = SECTION_RESULT,                                .get = get_launchable },
    { .key = "reasons",              .section = SECTION_RESULT,                                .json = json_reasons },
    { .key = "active_blocks",        .section = SECTION_RESULT, .csv = "active_blocks",        .get = get_active_blocks },
    { .key = "active_warps",         .section = SECTION_RESULT, .csv = "active_warps",         .get = get_active_warps },
    { .key = "active_threads",       .section = SECTION_RESULT,                                .get = get_active_threads },
    { .key = "max_warps",            .section = SECTION_RESULT,                                .get = get_max_warps },
    { .key = "occupancy",            .section = SECTION_RESULT, .csv = "occupancy",            .get = get_occupancy },
    { .key = "limiters",             .section = SECTION_RESULT, .csv = "limiters",             .json = json_result_limiters, .cell = cell_limiters },
    { .key = "lane_utilization",     .section = SECTION_RESULT,                                .get = get_lane_utilization },
    { .key = "headroom",             .section = SECTION_RESULT,                                .json = json_headroom },
    { .key = "next",                 .section = SECTION_RESULT,                                .json = json_next },
    { .key = "notes",                .section = SECTION_RESULT,                                .json = json_notes },
    { .key = "gpu",                  .section = SECTION_RESULT,                                .json = json_gpu, .is_optional = true },
    { .key = "cluster",              .section = SECTION_RESULT,                                .json = json_cluster, .is_optional = true },
    { .key = "latency",              .section = SECTION_RESULT,                                .json = json_latency, .is_optional = true },
    { .key = "coresident",           .section = SECTION_RESULT,                                .json = json_coresident, .is_optional = true },
};
/* clang-format on */

const struct report_field *report_fields(size_t *count)
{
    *count = sizeof(fields) / sizeof(fields[0]);
    return fields;
}

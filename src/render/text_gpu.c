/* SPDX-License-Identifier: MIT */
/* What an answer says beyond one kernel on one SM: whole GPU, clusters, a second kernel, latency.
 */
#include <stdio.h>

#include "render/limiters.h"
#include "render/text.h"

#define NUMBER_COLUMNS 32

static void waves_fact(struct out *out, const struct style *style, const struct cuocc_gpu *gpu)
{
    struct paragraph par;
    char fill[NUMBER_COLUMNS], tail[NUMBER_COLUMNS];

    format_percent(fill, sizeof(fill), gpu->last_wave_fill);
    format_percent(tail, sizeof(tail), gpu->tail_efficiency);
    text_fact(&par, out, style, "Waves");
    paragraph_add(&par, "%.2f: %llu~full", gpu->waves, (unsigned long long)gpu->full_waves);
    if (gpu->last_wave_blocks > 0)
        paragraph_add(&par, "and a last one of %llu~blocks (%s~%% full); tail efficiency %s~%%.",
                      (unsigned long long)gpu->last_wave_blocks, fill, tail);
    else
        paragraph_text(&par, "and no rest.");
    if (gpu->idle_sms > 0)
        paragraph_add(&par, "%u of %u~SMs get no block at all.", gpu->idle_sms, gpu->sm_count);
    paragraph_end(&par);
}

void text_gpu(struct out *out, const struct style *style, const struct report *report)
{
    const struct cuocc_gpu *gpu = report->gpu;
    struct paragraph par;

    text_fact(&par, out, style, "GPU");
    paragraph_add(&par, "%u~SMs x %u~blocks = %llu~blocks at once; the grid has %llu.",
                  gpu->sm_count, report->result.active_blocks,
                  (unsigned long long)gpu->persistent_grid_blocks,
                  (unsigned long long)gpu->grid_blocks);
    paragraph_add(&par, "%llu~threads in flight, %.2f~warps per scheduler.",
                  (unsigned long long)gpu->resident_threads,
                  cuocc_warps_per_scheduler(report->dev, report->result.active_warps));
    paragraph_end(&par);
    waves_fact(out, style, gpu);
    text_fact(&par, out, style, "Resident");
    paragraph_add(&par, "a persistent or cooperative kernel may have at most %llu~blocks;",
                  (unsigned long long)gpu->persistent_grid_blocks);
    paragraph_add(&par,
                  gpu->cooperative_grid_fits ? "this grid fits." : "the driver refuses this grid.");
    paragraph_end(&par);
}

void text_cluster(struct out *out, const struct style *style, const struct report *report)
{
    const struct cuocc_cluster *cluster = report->cluster;
    struct paragraph par;

    text_fact(&par, out, style, "Clusters");
    if (cluster->active_clusters == UINT64_MAX)
        paragraph_text(&par, "how many run at once depends on the GPU: name a product or --sms.");
    else if (cluster->exact)
        paragraph_add(&par, "%llu of %u~blocks run at once.",
                      (unsigned long long)cluster->active_clusters, cluster->blocks);
    else
        paragraph_add(&par,
                      "at most %llu of %u~blocks run at once: an upper bound, for which SMs "
                      "share a GPC differs from die to die; --gpc makes it exact.",
                      (unsigned long long)cluster->active_clusters, cluster->blocks);
    if (cluster->grid_is_indivisible)
        paragraph_text(&par, "The grid is no multiple of the cluster: the launch is refused.");
    paragraph_end(&par);
}

static void pair_table(struct out *out, const struct style *style, const struct report *report)
{
    style_ink(out, style, INK_BOLD);
    out_printf(out, "          %10s  %10s  %7s  %s\n", "first", "second", "warps",
               "second limited by");
    style_ink(out, style, INK_PLAIN);
    for (size_t i = 0; i < report->pair->count; i++) {
        const struct cuocc_coresident *row = &report->pair->rows[i];
        char names[160];

        format_limiters(names, sizeof(names), row->limiters);
        out_printf(out, "          %10u  %10u  %3u/%-3u  %s\n", row->first_blocks,
                   row->second_blocks, row->active_warps, report->dev->max_warps_per_sm, names);
    }
}

void text_pair(struct out *out, const struct style *style, const struct report *report)
{
    const struct cuocc_pair_config *config = &report->pair->config;
    const struct cuocc_launch *second = report->pair->second;
    struct paragraph par;

    text_fact(&par, out, style, "With");
    paragraph_add(&par, "a second kernel of %u~threads per block,", cuocc_launch_threads(second));
    if (second->regs_per_thread != CUOCC_NOT_GIVEN)
        paragraph_add(&par, "%u~registers per thread,", second->regs_per_thread);
    paragraph_add(&par,
                  "%u~B shared memory per block. Blocks per SM:", second->smem_per_block_bytes);
    paragraph_end(&par);
    pair_table(out, style, report);
    if (!config->second_waits)
        return;
    text_fact(&par, out, style, "Caution");
    paragraph_add(&par,
                  "the first kernel configures the SM to %u~B of shared memory, the second needs "
                  "%u~B: it waits until the SM is empty, and they run one after the other.",
                  config->first_bytes, config->second_bytes);
    if (config->first_carveout_percent != CUOCC_NOT_GIVEN)
        paragraph_add(&par, "A carve-out of %u~%% for the first lets them overlap.",
                      config->first_carveout_percent);
    paragraph_end(&par);
}

void text_latency(struct out *out, const struct style *style, const struct report *report)
{
    const struct cuocc_latency *latency = report->latency;
    struct paragraph par;

    text_fact(&par, out, style, "Latency");
    paragraph_add(&par,
                  "%u~cycles need %llu~independent instructions in flight per SM; with %u~warps "
                  "that is %llu per warp (%.2f~warps per scheduler).",
                  latency->latency_cycles, (unsigned long long)latency->instructions_per_sm,
                  report->result.active_warps, (unsigned long long)latency->instructions_per_warp,
                  latency->warps_per_scheduler);
    if (latency->instructions_per_warp == 1)
        paragraph_add(&par, "%u~warps would do: more occupancy does not help.",
                      latency->warps_needed);
    else if (!latency->hidden_by_full_sm)
        paragraph_text(&par, "Even a full SM does not hide it with one instruction per warp: more "
                             "independent work per thread helps where occupancy cannot.");
    paragraph_end(&par);
}

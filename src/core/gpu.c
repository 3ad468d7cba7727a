/* SPDX-License-Identifier: MIT */
/* Waves of blocks over all SMs. */
#include "cuocc/gpu.h"

#include "core/arith.h"

static void set_waves(struct cuocc_gpu *out)
{
    uint64_t grid = out->grid_blocks;
    uint64_t wave = out->persistent_grid_blocks;

    out->waves = (double)grid / (double)wave;
    out->full_waves = grid / wave;
    out->last_wave_blocks = grid % wave;
    out->last_wave_fill = 1.0;
    out->tail_efficiency = 1.0;
    if (out->last_wave_blocks > 0) {
        out->last_wave_fill = (double)out->last_wave_blocks / (double)wave;
        out->tail_efficiency = out->waves / ((double)out->full_waves + 1.0);
    }
}

enum cuocc_status cuocc_gpu(const struct cuocc_launch *launch, const struct cuocc_result *result,
                            uint32_t sm_count, struct cuocc_gpu *out)
{
    struct cuocc_gpu gpu = {.sm_count = sm_count};
    uint64_t grid = cuocc_launch_grid_blocks(launch);

    if (sm_count == 0 || sm_count == CUOCC_NOT_GIVEN)
        return CUOCC_ERR_ARGUMENT;
    if (result->active_blocks == 0)
        return CUOCC_ERR_VALUE;
    gpu.grid_blocks = grid;
    gpu.persistent_grid_blocks = (uint64_t)sm_count * result->active_blocks;
    if (grid > 0) {
        gpu.cooperative_grid_fits = grid <= gpu.persistent_grid_blocks;
        set_waves(&gpu);
        gpu.idle_sms = grid < sm_count ? sm_count - (uint32_t)grid : 0;
        gpu.resident_blocks = gpu.cooperative_grid_fits ? grid : gpu.persistent_grid_blocks;
        gpu.resident_threads = mul_sat(gpu.resident_blocks, result->threads_per_block);
    }
    *out = gpu;
    return CUOCC_OK;
}

double cuocc_warps_per_scheduler(const struct cuocc_device *dev, uint32_t active_warps)
{
    return (double)active_warps / dev->warp_schedulers_per_sm;
}

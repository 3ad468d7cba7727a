/* SPDX-License-Identifier: MIT */
/* Little's law for the warp schedulers of an SM. */
#include "cuocc/latency.h"

#include "core/arith.h"
#include "cuocc/gpu.h"

enum cuocc_status cuocc_latency(const struct cuocc_device *dev, uint32_t active_warps,
                                uint32_t latency_cycles, struct cuocc_latency *out)
{
    uint64_t in_flight = (uint64_t)dev->warp_schedulers_per_sm * latency_cycles;

    if (active_warps == 0 || latency_cycles == 0)
        return CUOCC_ERR_ARGUMENT;
    *out = (struct cuocc_latency){
        .latency_cycles = latency_cycles,
        .warps_per_scheduler = cuocc_warps_per_scheduler(dev, active_warps),
        .instructions_per_sm = in_flight,
        .instructions_per_warp = div_up(in_flight, active_warps),
        .hidden_by_full_sm = in_flight <= dev->max_warps_per_sm,
    };
    out->warps_needed = (uint32_t)div_up(in_flight, out->instructions_per_warp);
    return CUOCC_OK;
}

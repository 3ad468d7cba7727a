/* SPDX-License-Identifier: MIT */
/**
 * What a number of active warps means for hiding latency (Little's law).
 *
 * Pure like solver.h, with the same rules for devices and pointers.
 */
#ifndef CUOCC_LATENCY_H
#define CUOCC_LATENCY_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/**
 * Instructions in flight = latency x rate. A warp scheduler issues one
 * instruction per cycle, so to be never idle while each takes `latency_cycles`
 * it needs that many instructions in flight that do not wait for one another;
 * they come from its warps, and from independent instructions of each warp.
 */
struct cuocc_latency {
    uint32_t latency_cycles;
    double warps_per_scheduler;
    /* Instructions in flight on an SM that keep every scheduler busy:
     * schedulers x latency; also the warps needed if each has only one. */
    uint64_t instructions_per_sm;
    /* Independent instructions that each warp must offer, rounded up. 1: the
     * warps alone hide the latency, more of them do not help. */
    uint64_t instructions_per_warp;
    /* The least active warps that hide it with that many each: what lies above
     * is not needed. At most active_warps. */
    uint32_t warps_needed;
    bool hidden_by_full_sm; /* with all warps that an SM can hold and one instruction each */
};

/**
 * @param active_warps    Of one SM, at least 1.
 * @param latency_cycles  From issue to the first instruction that can use the
 *                        result, at least 1.
 * @param out             Filled on CUOCC_OK.
 * @return                CUOCC_ERR_ARGUMENT  one of the two is 0
 *
 * Source: CUDA C++ Programming Guide, "Multiprocessor Level": L cycles need 4L
 *         instructions in flight where an SM issues four at a time (2L on 6.0).
 *         docs/latency.md has measured curves.
 */
CUOCC_API enum cuocc_status cuocc_latency(const struct cuocc_device *dev, uint32_t active_warps,
                                          uint32_t latency_cycles, struct cuocc_latency *out);

CUOCC_END_DECLS

#endif

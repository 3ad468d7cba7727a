/* SPDX-License-Identifier: MIT */
/* The lines of ptxas and nvlink, taken apart one by one. */
#ifndef INPUT_PTXAS_GRAMMAR_H
#define INPUT_PTXAS_GRAMMAR_H

#include "input/text_scan.h"

/** What a `Used` (ptxas) or `used` (nvlink) line says. */
struct figures {
    uint32_t
        known; /* bit 1 << enum cuocc_kernel_fact: REGS, STATIC_SMEM, BARRIERS, STACK, PARAMS */
    uint32_t regs;
    uint32_t smem_bytes;
    uint32_t barriers;
    uint32_t constant_bytes; /* cmem[0]: PARAMS is set; the bank's base is still in it */
    uint64_t stack_bytes;    /* nvlink only */
};

/** The stack frame line that follows `Function properties`. */
struct frame {
    uint32_t known; /* STACK, SPILL_STORES, SPILL_LOADS */
    uint64_t stack_bytes;
    uint64_t spill_store_bytes;
    uint64_t spill_load_bytes;
};

/** `known` becomes what both know and agree on. @return true if nothing differed. */
bool figures_keep_equal(struct figures *figures, const struct figures *other);
bool frames_are_equal(const struct frame *a, const struct frame *b);

/**
 * From the number after `Used ` on: a list of items in any order.
 *
 * @param is_complete  The line has an end, so an item that is missing is none:
 *                     no shared memory. It says nothing about barriers.
 * @return SCAN_NONE: it does not give registers
 */
enum scan figures_parse(struct span text, bool is_complete, struct figures *figures);

/** A line that has a stack frame line in it, whatever stands before. */
enum scan frame_parse(struct span line, struct frame *frame);

/** " (target: sm_90)" at the end of nvlink's lines; cut off the text. */
bool target_take(struct span *text, struct cuocc_arch *arch);

#endif

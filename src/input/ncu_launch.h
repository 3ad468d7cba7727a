/* SPDX-License-Identifier: MIT */
/* One launch of a Nsight Compute report, whichever page it was printed on. */
#ifndef INPUT_NCU_LAUNCH_H
#define INPUT_NCU_LAUNCH_H

#include "input/text_reader.h"

struct ncu_launch {
    struct cuocc_kernel kernel;
    struct cuocc_profile profile;
    char *name; /* NULL: no launch yet */
    uint64_t line;
    /* Of "Grid Size" and "Block Size", which are totals; old releases print no dimensions. */
    uint32_t grid_blocks;
    uint32_t block_threads;
    uint32_t totals_known; /* bits of CUOCC_PROFILE_GRID and _BLOCK */
};

struct ncu_pages {
    struct text_out *out;
    struct ncu_launch launch;
    bool has_noted_rounding;
};

/** Deliver the launch before it, and begin the next. An empty name is refused with a note. */
enum cuocc_status ncu_begin(struct ncu_pages *pages, struct span name, uint64_t line);
/** Deliver the last one. */
enum cuocc_status ncu_flush(struct ncu_pages *pages);
void ncu_clear(struct ncu_pages *pages);

/** "(1000, 1, 1)", which is taken off. */
bool ncu_take_dim(struct span *text, uint32_t dim[3]);
void ncu_set_dims(struct ncu_pages *pages, const uint32_t grid[3], const uint32_t block[3]);
/** "9.0" */
void ncu_set_capability(struct ncu_pages *pages, struct span text);

/** Does the text begin with the name of a metric that is used, and a blank or its end? */
bool ncu_take_metric_name(struct span *text, struct span *name);

/**
 * A metric of the launch; unknown names are skipped, values that are not understood noted.
 *
 * @return CUOCC_ERR_SYNTAX for a number that does not fit
 */
enum cuocc_status ncu_metric(struct ncu_pages *pages, uint64_t line, struct span name,
                             struct span unit, struct span value);

#endif

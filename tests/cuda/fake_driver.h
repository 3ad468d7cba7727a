/* SPDX-License-Identifier: MIT */
/* The parts of a CUDA driver that is none: its GPU, its kernels, its occupancy queries. */
#ifndef FAKE_DRIVER_H
#define FAKE_DRIVER_H

#include <stdbool.h>

#include <cuda.h>

#include "cuocc/cluster.h"

/* What FAKE_CUDA asks for: words separated by commas. */
bool fake_is(const char *word);

/* The GPU: an H200, or with `unknown` one that no database has. */
const struct cuocc_device *fake_device(void);

struct CUfunc_st {
    char name[160];
    uint32_t regs, static_smem, max_threads, barriers, cluster, max_dynamic;
    int carveout;
    bool is_recorded; /* of driver_h200.csv: only the blocks recorded are known */
    uint32_t recorded_blocks[6];
    struct CUfunc_st *next;
};

/* @return whether there is a kernel of that name; `function` is filled. */
bool fake_kernel(const char *name, struct CUfunc_st *function);

/* What the query answers: it ignores launch bounds and clusters, and gives 0 above what was opted
 * in for. */
CUresult fake_query(const struct CUfunc_st *function, uint32_t threads, uint32_t dynamic,
                    uint32_t *blocks);

/* Blocks per SM that run, with bounds and clusters; 0: refused. */
uint32_t fake_resident(const struct CUfunc_st *function, const CUlaunchConfig *config);
/* Clusters on the whole GPU. */
uint32_t fake_clusters(const struct CUfunc_st *function, const CUlaunchConfig *config);

#endif

/* SPDX-License-Identifier: MIT */
/* What the sections of a check share: points, and probes. */
#ifndef CUDA_CHECK_POINT_H
#define CUDA_CHECK_POINT_H

#include "cuda/check.h"

/* A list of numbers that a section walks. */
struct numbers {
    const uint32_t *items;
    size_t count;
};

#define NUMBERS(array) ((struct numbers){(array), sizeof(array) / sizeof((array)[0])})

/* The stride where there are thousands of points, not millions. */
static inline uint32_t small_stride(const struct check *check)
{
    return check->stride < 8 ? check->stride : 8;
}

/* Where the points that follow belong. */
void enter_section(struct check *check, enum check_section section);

/* Count a point; tell if it differs. @return whether it agrees */
bool point(struct check *check, const struct check_difference *difference);

/* Count a point whose answers differ for a known reason. */
void point_with_finding(struct check *check, enum check_finding finding,
                        const struct check_difference *difference);

/* The launch of a probe, with what the driver says of it. */
struct cuocc_launch launch_of_probe(const struct probe *probe, uint32_t threads, uint32_t dynamic);

static inline uint32_t dynamic_of(const struct cuocc_launch *launch)
{
    return launch->smem_per_block_bytes - launch->static_smem_per_block_bytes;
}

/* Active blocks, 0 where the solver refuses the launch. */
uint32_t solve_blocks(const struct check *check, const struct cuocc_launch *launch);

/* The most dynamic shared memory of a probe, without the attribute and with it. */
uint32_t default_dynamic(const struct check *check, const struct probe *probe);
uint32_t most_dynamic(const struct check *check, const struct probe *probe);

/* Set the attribute for dynamic shared memory, or take it back. */
enum cuocc_status opt_in(struct check *check, struct probe *probe, bool is_wanted);
enum cuocc_status set_carveout(struct check *check, struct probe *probe, int32_t percent);

/* Ask for the active blocks of a launch of a probe, and compare. */
enum cuocc_status blocks_point(struct check *check, const struct probe *probe,
                               const struct cuocc_launch *launch);

/* Probes of a kind, from `from` on. @return NULL after the last */
struct probe *next_probe(struct check *check, const struct probe *from, enum probe_kind kind);
struct probe *probe_named(struct check *check, const char *name);

/* Sections that have files of their own. */
enum cuocc_status check_suggest(struct check *check);
enum cuocc_status check_inverse(struct check *check);
enum cuocc_status check_clusters(struct check *check);
enum cuocc_status find_gpcs(struct check *check);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Comparing the solver with a live GPU: with what its driver answers, and with
 * what runs.
 *
 * A point is one number of one question. Where NVIDIA's answer is known to be
 * another than ours, the point must have exactly that other answer, and counts
 * as a finding; anything else that differs is a difference.
 */
#ifndef CUDA_CHECK_H
#define CUDA_CHECK_H

#include "cuda/backend.h"
#include "cuda/probes.h"
#include "cuocc/kernel.h"
#include "cuocc/solver.h"

/* What is compared: X(NAME, key, text). */
#define CHECK_SECTION_LIST(X)                                                                      \
    X(REGISTERS, "registers", "registers x every block size")                                      \
    X(SHARED, "shared", "shared memory: before, at and after every step, with and without opt-in") \
    X(CARVEOUT, "carveout", "carve-outs -1 to 100 x shared memory")                                \
    X(BARRIERS, "barriers", "1 to 16 barriers x every block size")                                 \
    X(BOUNDS, "launch_bounds", "kernels with launch bounds x every block size")                    \
    X(MIXED, "mixed", "all of these at random")                                                    \
    X(SUGGEST, "suggest", "best block sizes")                                                      \
    X(INVERSE, "inverse", "most registers and most shared memory for a number of blocks")          \
    X(CLUSTERS, "clusters", "active clusters, 1 to the most blocks each")                          \
    X(KERNELS, "kernels", "kernels of the file")                                                   \
    X(LAUNCHES, "launches", "launches that are accepted or refused")                               \
    X(RESIDENT, "resident", "blocks counted where they run")

#define CHECK_SECTION_ENUM(name, key, text) CHECK_SECTION_##name,
enum check_section {
    CHECK_SECTION_LIST(CHECK_SECTION_ENUM) CHECK_SECTION_COUNT
};
#undef CHECK_SECTION_ENUM

/* Where NVIDIA's answer is another, and why ours stands: X(NAME, key, text). */
#define CHECK_FINDING_LIST(X)                                                                      \
    X(OPT_IN, "opt_in",                                                                            \
      "the query answers 0 above what a block gets by default until the attribute for more is "    \
      "set; ours is for the launch that sets it")                                                  \
    X(BOUNDS, "launch_bounds", "the query ignores the launch bounds, the launch does not")         \
    X(CLUSTER_CAP, "cluster_cap",                                                                  \
      "the block query ignores the cap on cluster launches, the hardware does not")                \
    X(CLUSTER_TOO_LARGE, "cluster_too_large",                                                      \
      "cudaOccupancyMaxActiveClusters counts clusters of more blocks than a launch may have")      \
    X(AVAILABLE_TOO_MUCH, "available_too_much",                                                    \
      "cudaOccupancyAvailableDynamicSMemPerBlock gives a size with which the driver's own query "  \
      "finds fewer blocks than asked for")                                                         \
    X(AVAILABLE_TOO_LITTLE, "available_too_little",                                                \
      "cudaOccupancyAvailableDynamicSMemPerBlock gives less than the most that keeps the blocks "  \
      "asked for, by the driver's own query")                                                      \
    X(CARVEOUT_HINT, "carveout_hint",                                                              \
      "more blocks ran than the carve-out preference allows: the hardware gave more shared "       \
      "memory than asked for")

#define CHECK_FINDING_ENUM(name, key, text) CHECK_FINDING_##name,
enum check_finding {
    CHECK_FINDING_LIST(CHECK_FINDING_ENUM) CHECK_FINDING_COUNT
};
#undef CHECK_FINDING_ENUM

/* One answer that is not NVIDIA's. */
struct check_difference {
    enum check_section section;
    const char *kernel;   /* of a file, borrowed from its record; NULL: a probe */
    const char *question; /* static: "active blocks" */
    const char *options;  /* static, what the question adds to the command, or "" */
    uint32_t number;      /* behind the options, if not CUOCC_NOT_GIVEN */
    struct cuocc_launch launch;
    uint64_t ours;
    uint64_t driver;
};

/* One launch that ran, or was refused. */
struct check_launch {
    const char *kind; /* static: what the probe has much of */
    const struct cuocc_launch *launch;
    uint32_t ours;            /* blocks per SM */
    uint32_t query;           /* by the driver's query */
    uint64_t clusters_blocks; /* in clusters: most blocks on the GPU, by ours; else 0 */
    struct cuda_census census;
};

struct check_sink {
    void *ctx;
    void (*difference)(void *ctx, const struct check_difference *difference);
    void (*progress)(void *ctx, enum check_section section, uint64_t points); /* all so far */
    void (*launch)(void *ctx, const struct check_launch *launch);
};

struct check_tally {
    uint64_t points;
    uint64_t differences;
};

/* A kernel of the backend's own, and what is known of it. */
struct probe {
    const char *name; /* of the probe, static */
    enum probe_kind kind;
    bool can_count; /* its blocks count themselves */
    struct cuda_kernel *kernel;
    struct cuda_kernel_facts facts;
    const char *kernel_name; /* for a kernel of a file, else NULL */
    uint32_t barriers;
    uint32_t opted_in_bytes; /* dynamic, as the attribute stands now */
};

#define CHECK_GPCS_MAX 32

struct check {
    /* In. */
    const struct cuda_backend *cuda;
    struct cuda_session *session;
    const struct cuocc_device *dev; /* of the GPU in use */
    const struct check_sink *sink;
    uint32_t stride; /* every so many points; 1: all */
    struct cuocc_error *error;

    /* Out. */
    struct check_tally tallies[CHECK_SECTION_COUNT];
    uint64_t findings[CHECK_FINDING_COUNT];
    struct check_difference examples[CHECK_FINDING_COUNT]; /* the first of each */
    uint64_t points;
    uint64_t differences;
    uint32_t gpc_sms[CHECK_GPCS_MAX]; /* as the driver's cluster answers imply */
    size_t gpc_count;                 /* 0: not known */
    uint64_t launch_count;
    uint64_t launches_limited_by[CUOCC_LIMIT_COUNT]; /* that ran; ties count for each */

    /* Its own. */
    struct cuda_module *module;
    struct probe probes[PROBE_MOST];
    size_t probe_count;
    enum check_section section;
    uint64_t told_points;
};

/**
 * Load the probes onto the GPU in use.
 *
 * @param check  Its "in" members set, the rest 0. Given to check_end() in any case.
 */
enum cuocc_status check_begin(struct check *check);
void check_end(struct check *check);

/* Ask the driver's occupancy functions. @return an error if a call failed; differences are none. */
enum cuocc_status check_queries(struct check *check);

/* Launch the probes and count their blocks. */
enum cuocc_status check_running(struct check *check);

/**
 * Compare a kernel of a file with what the driver says once it is loaded: attributes, and blocks
 * per SM. `asked` has block and dynamic shared memory; the rest is what the reader found.
 */
enum cuocc_status check_kernel(struct check *check, struct cuda_module *module,
                               const struct cuocc_kernel *kernel, const struct cuocc_launch *asked);

#endif

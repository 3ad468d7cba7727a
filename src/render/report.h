/* SPDX-License-Identifier: MIT */
/* A finished answer, and the table of what is printed of it. */
#ifndef RENDER_REPORT_H
#define RENDER_REPORT_H

#include "cuocc/cluster.h"
#include "cuocc/coresident.h"
#include "cuocc/gpu.h"
#include "cuocc/kernel.h"
#include "cuocc/latency.h"
#include "cuocc/notes.h"
#include "cuocc/plan.h"
#include "render/json_writer.h"

/* A second kernel beside the first: a row for each number of blocks of the first. */
struct report_pair {
    const struct cuocc_launch *second;
    struct cuocc_pair_config config;
    const struct cuocc_coresident *rows; /* from the most first blocks down */
    size_t count;
};

/* A figure that a profiler printed and the model does not give. Texts are static. */
struct report_difference {
    const char *key; /* as in JSON: "occupancy_percent" */
    const char *label;
    double ours;
    double printed;
    const char *cause;
};

/* The kernel of a file that the answer is about. */
struct report_kernel {
    const struct cuocc_kernel *facts;
    bool is_estimate;        /* compiled for a lower architecture than the device's */
    bool is_block_from_file; /* the block size is the one that the file states */
    const struct report_difference *differences;
    size_t difference_count;
    size_t compared_count; /* figures of a profiler that were compared; 0: none wrote the file */
};

/* One launch on one device with all that was found. Pointers are borrowed. */
struct report {
    const struct cuocc_device *dev;
    const struct cuocc_launch *launch;
    struct cuocc_result result;
    struct cuocc_headroom headroom;
    struct cuocc_next next;
    uint32_t notes; /* bit 1 << enum cuocc_note */
    /* For a launch that cannot run. */
    uint32_t threads_for_regs;    /* the largest block that its registers allow */
    uint32_t regs_for_block;      /* the most registers that its block allows */
    const char *runnable_devices; /* known devices that could run it; NULL: not asked */
    /* Where they were asked for, else NULL. */
    const struct cuocc_gpu *gpu;
    const struct cuocc_cluster *cluster;
    const struct cuocc_latency *latency;
    const struct report_pair *pair;
    const struct report_kernel *kernel;
    bool is_any_block;              /* the question leaves the block size open */
    uint32_t smem_per_thread_bytes; /* then: comes on top of the launch's for every thread */
};

enum report_section {
    SECTION_DEVICE,
    SECTION_LAUNCH,
    SECTION_LIMITS, /* CSV columns; JSON has an object for each limit instead */
    SECTION_RESULT
};

enum value_kind {
    VALUE_NULL,
    VALUE_COUNT,
    VALUE_REAL,
    VALUE_BOOL,
    VALUE_TEXT
};

/* Two words, which functions return in registers: a table has sixteen in every row. */
struct value {
    enum value_kind kind;
    union {
        uint64_t count; /* COUNT and BOOL */
        double real;
        const char *text;
    };
};

/* One row: a member of the JSON result, a column of CSV, or both. */
struct report_field {
    char key[24];
    char csv[24]; /* the column's name; empty: no column */
    enum report_section section;
    struct value (*get)(const struct report *report);
    /* Lists and objects, which are no single value; get is NULL then. */
    void (*json)(struct json *json, const char *key, const struct report *report);
    bool is_optional; /* written only where it was asked for */
    /* How a list stands in a CSV cell. */
    void (*cell)(struct out *out, const struct report *report);
};

/* @return the rows, in the order of CSV and of each JSON object. */
const struct report_field *report_fields(size_t *count);

/* @return whether the answer lists this limit: the cluster cap only where it counts. */
bool report_has_limit(const struct report *report, enum cuocc_limit limit);

/* @return whether fields of this section are known for a report that `is_answered`, or of
 * which only the launch and perhaps the device are known. */
bool report_is_known(const struct report *report, enum report_section section, bool is_answered);

/* @return whether at least one block runs. */
bool report_is_launchable(const struct report *report);

#endif

/* SPDX-License-Identifier: MIT */
/* What was asked: devices, launches, and what is to be said of the whole GPU. */
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include "cli/devices.h"
#include "cli/kernels.h"
#include "cli/profile.h"
#include "render/report.h"

/* One kernel on one device: what the sets of the command line are applied to. */
struct subject {
    const struct cuocc_device *dev; /* NULL: its architecture has no device file */
    struct cuocc_launch base;
    const struct kernel_entry *kernel; /* of --from; NULL: typed on the command line */
    bool is_estimate;                  /* compiled for a lower architecture */
    bool has_block;                    /* from --block, or the file states it */
    bool is_block_from_file;
};

struct question {
    struct cli *cli;
    struct device_list devices;
    struct kernel_list kernels;
    struct subject *subjects; /* owned; devices outermost, kernels in the file's order */
    size_t subject_count;
    struct cuocc_sweep sweep; /* the sets; each subject brings its own base */
    struct cuocc_span default_blocks[3];
    uint64_t launch_count;      /* per subject */
    bool is_one;                /* one subject, one launch, no --sweep */
    uint32_t asked_for_threads; /* the block size to mark; 0: none */
    char runnable[512];
    struct cuocc_coresident *pairs; /* owned; as many as the first kernel has blocks, and one */
};

/* One answer with everything it points to; valid until the next is made. */
struct answer {
    struct cuocc_launch launch;
    struct report report;
    struct cuocc_gpu gpu;
    struct cuocc_cluster cluster;
    struct cuocc_latency latency;
    struct report_pair pair;
    struct report_kernel kernel;
    struct profile_check check;
};

/* What a mode needs of a question. */
#define NEEDS_BLOCK 1U /* --block, or --sweep */
#define STREAMS     2U /* every answer is written when it is found: memory sets no bound */

/**
 * Read the question and check it as a whole: after this every launch can be
 * solved on every device.
 *
 * @param q  Given to question_free() in any case.
 */
enum cuocc_status question_read(struct question *q, struct cli *cli, unsigned needs);
void question_free(struct question *q);

/* @return whether it has all that an answer needs; without it only its facts are known. */
bool subject_is_answerable(const struct subject *subject);

/* Solve launch `index` of subject `subject`: the result and its notes alone. A subject
 * that is not answerable gives a report with threads_per_block 0, perhaps without device. */
void question_solve(const struct question *q, size_t subject, uint64_t index,
                    struct answer *answer);

/* Then add room, next step, ways out, whole GPU, clusters, second kernel.
 * @return CUOCC_ERR_MEMORY, else CUOCC_OK */
enum cuocc_status question_complete(struct question *q, struct answer *answer);

/* @return whether an answer is below what --require asks for. */
bool question_is_below_required(const struct question *q, const struct report *report);

/* Report that no kernel of the file has a block size and a device that is known. */
enum cuocc_status question_refuse_unanswerable(struct question *q);

/* Report trouble with an option. */
enum cuocc_status refuse(struct cli *cli, enum option_id id, const char *text);

#endif

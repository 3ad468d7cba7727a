/* SPDX-License-Identifier: MIT */
/* What was asked: devices, launches, and what is to be said of the whole GPU. */
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include "cli/devices.h"
#include "render/report.h"

struct question {
    struct cli *cli;
    struct device_list devices;
    struct cuocc_sweep sweep;
    struct cuocc_span default_blocks[3];
    uint64_t launch_count;      /* per device */
    bool is_one;                /* one device, one launch, no --sweep */
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
};

/* What a mode needs of a question. */
#define NEEDS_BLOCK 1U /* --block, or --sweep */

/**
 * Read the question and check it as a whole: after this every launch can be
 * solved on every device.
 *
 * @param q  Given to question_free() in any case.
 */
enum cuocc_status question_read(struct question *q, struct cli *cli, unsigned needs);
void question_free(struct question *q);

/* Solve launch `index` on device `device`: the result and its notes alone. */
void question_solve(const struct question *q, size_t device, uint64_t index, struct answer *answer);

/* Then add room, next step, ways out, whole GPU, clusters, second kernel.
 * @return CUOCC_ERR_MEMORY, else CUOCC_OK */
enum cuocc_status question_complete(struct question *q, struct answer *answer);

/* Report trouble with an option. */
enum cuocc_status refuse(struct cli *cli, enum option_id id, const char *text);

#endif

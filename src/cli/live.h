/* SPDX-License-Identifier: MIT */
/* The GPUs in this machine, as devices. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include <string.h>

#include "cli/cli.h"
#include "cuda/loader.h"
#include "cuocc/device_db.h"

#define LIVE_FIELDS_MAX 64

struct live {
    struct cuda_library library;
    struct cuda_session *session;
};

/* One GPU: what the driver tells, and what its compute capability adds. */
struct live_gpu {
    struct cuocc_device dev;
    struct cuocc_product product;
    const char *sources[LIVE_FIELDS_MAX]; /* one for each row of cuocc_device_fields() */
    struct cuocc_source codes[2];         /* that the sources use */
    char told_text[200];
    char base_text[200];
    bool is_known;  /* the database has its compute capability */
    char label[24]; /* "cuda:0" */
};

/* @return whether a name means a GPU in this machine: cuda, cuda:N */
static inline bool is_live_name(const char *name)
{
    return strcmp(name, "cuda") == 0 || strncmp(name, "cuda:", 5) == 0;
}

/**
 * Open the backend and the driver.
 *
 * @return what cuda_library_open() and the backend's open() return
 */
enum cuocc_status live_open(struct cli *cli, struct live *live);
void live_close(struct live *live);

/* @param name  For which is_live_name() holds.
 * @return CUOCC_ERR_NOT_FOUND if there is no GPU of that number */
enum cuocc_status live_index(struct cli *cli, const struct live *live, const char *name,
                             uint32_t *index);

/* @return CUOCC_ERR_VALUE if what the driver tells and the rest do not fit together */
enum cuocc_status live_read(struct cli *cli, const struct live *live, uint32_t index,
                            struct live_gpu *gpu);

/* Open, read the GPU of that name, close. */
enum cuocc_status live_find(struct cli *cli, const char *name, struct live_gpu *gpu);

#endif

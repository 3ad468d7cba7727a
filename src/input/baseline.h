/* SPDX-License-Identifier: MIT */
/* An earlier answer, to compare a new one with: the file that `--from ... --json` printed. */
#ifndef INPUT_BASELINE_H
#define INPUT_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuocc/status.h"

/* One kernel of the earlier answer. */
struct baseline_row {
    char *kernel;
    char *device; /* NULL: it had no device file */
    char *arch;   /* NULL: not known */
    uint32_t threads_per_block;
    uint32_t dynamic_smem_bytes;
    bool is_answered;
    double occupancy;
    uint32_t regs_per_thread; /* UINT32_MAX: not known */
};

struct baseline {
    struct baseline_row *rows; /* in the file's order */
    size_t count;
};

/**
 * @param out  Given to baseline_free() in any case.
 * @return     CUOCC_ERR_IO, CUOCC_ERR_SYNTAX (not JSON), CUOCC_ERR_VALUE (no
 *             occ.kernels/1), CUOCC_ERR_MEMORY
 */
enum cuocc_status baseline_read(const char *path, struct baseline *out, struct cuocc_error *error);
void baseline_free(struct baseline *baseline);

#endif

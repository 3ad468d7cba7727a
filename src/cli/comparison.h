/* SPDX-License-Identifier: MIT */
/* Kernels against an earlier answer: which got worse, better, are new, are gone. */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include "cli/cli.h"
#include "input/baseline.h"
#include "render/report.h"

struct comparison {
    struct baseline old;
    const struct baseline_row **sorted; /* by what tells kernels and launches apart */
    size_t *taken;                      /* of each group of equals: how many found a partner */
    size_t worse, better, same, added, gone;
};

/* What became of one kernel. `old` NULL: it is new; `report` NULL: it is gone. */
typedef void comparison_change_fn(void *ctx, const char *change, const struct baseline_row *old,
                                  const struct report *report);

/**
 * Read the earlier answer.
 *
 * @param c  Given to comparison_free() in any case.
 */
enum cuocc_status comparison_read(struct cli *cli, const char *path, struct comparison *c);
void comparison_free(struct comparison *c);

/* Forget the partners and the counts: the comparison starts again. */
void comparison_restart(struct comparison *c);

/* Match one kernel and count it; `change` is called if it changed, NULL: only count. */
void comparison_add(struct comparison *c, const struct report *report, comparison_change_fn *change,
                    void *ctx);

/* After the last kernel: what found no partner is gone. */
void comparison_finish(struct comparison *c, comparison_change_fn *change, void *ctx);

#endif

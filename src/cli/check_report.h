/* SPDX-License-Identifier: MIT */
/* What --check prints: text, occ.check/1, and the launches as CSV. */
#ifndef CLI_CHECK_REPORT_H
#define CLI_CHECK_REPORT_H

#include "cli/cli.h"
#include "cuda/check.h"

/* Differences kept for the output; more are counted. */
#define DIFFERENCES_MAX 200

struct check_report {
    const struct check *check;
    const char *gpu;    /* "cuda:0": the device of the commands */
    const char *driver; /* its version */
    const char *file;   /* whose kernels were compared, or NULL */
    double seconds;
    struct check_difference differences[DIFFERENCES_MAX];
    size_t kept;
};

void text_check(struct cli *cli, const struct check_report *report);
void json_check(struct out *out, const struct check_report *report);

void csv_launch_header(struct out *out);
void csv_launch_row(struct out *out, const struct check_launch *seen);

/* @return what a section compares, static. */
const char *check_section_text(enum check_section section);

#endif

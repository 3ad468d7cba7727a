/* SPDX-License-Identifier: MIT */
/* What the parts of the program share: the open database, where to write, exit codes. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/options.h"
#include "cuocc/device_db.h"
#include "render/style.h"

/* docs/occ.1 lists them for people. */
enum exit_code {
    EXIT_ANSWERED = 0,
    EXIT_ANSWER_IS_NO = 1,
    EXIT_TROUBLE = 2
};

struct cli {
    const struct cli_args *args;
    struct cuocc_device_db *db;
    struct out *out;
    struct out *err; /* notes about the input; mistakes are told by the frame */
    struct style style;
    struct cuocc_error error; /* the trouble, for EXIT_TROUBLE */
    char complaint[256];      /* why the answer is no, "" if that is plain to see */
};

/* Each answers one kind of question; EXIT_TROUBLE comes with cli->error set and
 * nothing written. */
enum exit_code run_answers(struct cli *cli);
enum exit_code run_plan(struct cli *cli);
enum exit_code run_kernels(struct cli *cli);
enum exit_code run_batch(struct cli *cli);
enum exit_code run_check(struct cli *cli);
enum exit_code run_pictures(struct cli *cli);
enum exit_code run_list_devices(struct cli *cli);
enum exit_code run_show_device(struct cli *cli);

void print_help(struct out *out);

#endif

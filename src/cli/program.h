/* SPDX-License-Identifier: MIT */
/* The program without its surroundings: from the words of a command line to an exit status. */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "cli/cli.h"

/* What differs between a terminal, a pipe and a page. */
struct surroundings {
    struct out *out; /* what `occ` writes to standard output */
    struct out *err; /* and to standard error */
    unsigned columns;
    bool takes_colour;      /* for --color=auto */
    bool takes_utf8;        /* else ASCII stands for lines and blocks */
    const char *device_dir; /* searched before those of --device-dir; NULL: none */
};

/* Answer one command line. Both outputs are flushed; whatever was wrong is told in `err`. */
enum exit_code program_run(const struct surroundings *around, int argc, char **argv);

#endif

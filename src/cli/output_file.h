/* SPDX-License-Identifier: MIT */
/* A file that is there as a whole or not at all. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include "cli/cli.h"

#define OUTPUT_PATH_MAX 4096

struct output_file {
    struct out out; /* write here; for "-" use to() */
    char buffer[16384];
    struct out *standard; /* for "-": where standard output goes; else NULL */
    enum option_id option;
    int fd;
    int reason;        /* errno of the first write that failed */
    const char *given; /* the path as typed */
    char path[OUTPUT_PATH_MAX];
    char temporary[OUTPUT_PATH_MAX]; /* beside it, renamed at the end; "": written in place */
};

/* Write to the file descriptor that ctx points to. For struct out. */
bool write_to_fd(void *ctx, const char *bytes, size_t count);

/**
 * Open a file that an option names. "-" is standard output. What is no regular
 * file, as /dev/null, is written in place, everything else beside it first.
 *
 * @return CUOCC_ERR_IO with cli->error set; then nothing is to be closed
 */
enum cuocc_status output_open(struct cli *cli, enum option_id option, const char *path,
                              struct output_file *file);

/* @return where to write. */
struct out *output_to(struct output_file *file);

/* Put the file in its place if `is_complete`, else leave nothing behind.
 * @return CUOCC_ERR_IO with cli->error set */
enum cuocc_status output_close(struct cli *cli, struct output_file *file, bool is_complete);

#endif

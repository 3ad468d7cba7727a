/* SPDX-License-Identifier: MIT */
/* What a page cannot do, in the places of the sources that do it: each refuses by name. */
#include <stddef.h>
#include <string.h>

#include "cli/comparison.h"
#include "cli/live.h"
#include "cli/output_file.h"
#include "cli/question.h"
#include "input/reader.h"
#include "support/error.h"

/* --- questions ---------------------------------------------------------------------------- */

enum exit_code run_check(struct cli *cli)
{
    (void)refuse(cli, OPTION_CHECK, "needs the program: a page has no GPU to compare with");
    return EXIT_TROUBLE;
}

enum exit_code run_batch(struct cli *cli)
{
    (void)refuse(cli, OPTION_BATCH, "needs the program: a page answers one launch at a time");
    return EXIT_TROUBLE;
}

enum cuocc_status comparison_read(struct cli *cli, const char *path, struct comparison *c)
{
    (void)path;
    (void)c;
    return refuse(cli, OPTION_BASELINE, "needs the program: a page reads no files");
}

void comparison_free(struct comparison *c)
{
    (void)c;
}

void comparison_restart(struct comparison *c)
{
    (void)c;
}

void comparison_add(struct comparison *c, const struct report *report, comparison_change_fn *change,
                    void *ctx)
{
    (void)c;
    (void)report;
    (void)change;
    (void)ctx;
}

void comparison_finish(struct comparison *c, comparison_change_fn *change, void *ctx)
{
    (void)c;
    (void)change;
    (void)ctx;
}

/* --- the GPU of this machine -------------------------------------------------------------- */

enum cuocc_status live_open(struct cli *cli, struct live *live)
{
    (void)live;
    return cuocc_error_set(&cli->error, CUOCC_ERR_UNSUPPORTED, "--device",
                           "cuda needs the program: a page sees no GPU");
}

void live_close(struct live *live)
{
    (void)live;
}

enum cuocc_status live_read(struct cli *cli, const struct live *live, uint32_t index,
                            struct live_gpu *gpu)
{
    (void)index;
    (void)gpu;
    return live_open(cli, (struct live *)(uintptr_t)live);
}

enum cuocc_status live_find(struct cli *cli, const char *name, struct live_gpu *gpu)
{
    (void)name;
    (void)gpu;
    return live_open(cli, NULL);
}

/* --- files -------------------------------------------------------------------------------- */

enum cuocc_status output_open(struct cli *cli, enum option_id option, const char *path,
                              struct output_file *file)
{
    file->standard = cli->out;
    if (strcmp(path, "-") == 0)
        return CUOCC_OK;
    return refuse(cli, option, "files need the program, allowed in a page: -");
}

struct out *output_to(struct output_file *file)
{
    return file->standard;
}

enum cuocc_status output_close(struct cli *cli, struct output_file *file, bool is_complete)
{
    (void)cli;
    (void)file;
    (void)is_complete;
    return CUOCC_OK;
}

/* --- binary formats ----------------------------------------------------------------------- */

static bool begins_with(const uint8_t *head, size_t size, const char *magic, size_t length)
{
    return size >= length && memcmp(head, magic, length) == 0;
}

/* ELF, ar, the fatbin container, Windows and macOS. */
static bool is_binary(const uint8_t *head, size_t size)
{
    return begins_with(head, size,
                       "\x7f"
                       "ELF",
                       4) ||
           begins_with(head, size, "!<arch>\n", 8) ||
           begins_with(head, size, "\x50\xed\x55\xba", 4) || begins_with(head, size, "MZ", 2) ||
           begins_with(head, size, "\xcf\xfa\xed\xfe", 4);
}

static enum cuocc_status refuse_binary(const struct reader_input *in,
                                       const struct cuocc_kernel_sink *sink,
                                       struct cuocc_error *error)
{
    (void)sink;
    return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, in->name,
                           "a binary file needs the program, allowed in a page: text, as ptxas -v, "
                           "cuobjdump -res-usage and Nsight Compute print it");
}

const struct reader *reader_find(const uint8_t *head, size_t size)
{
    static const struct reader binary = {"binary file", is_binary, refuse_binary};

    return is_binary(head, size) ? &binary : NULL;
}

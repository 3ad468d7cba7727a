/* SPDX-License-Identifier: MIT */
/* --check: the solver against the GPU in this machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/check_report.h"
#include "cli/kernels.h"
#include "cli/live.h"
#include "cli/question.h"
#include "cuocc/sweep.h"
#include "db/read_file.h"
#include "support/error.h"

/* The driver takes its images from memory; no cubin comes near this. */
#define IMAGE_BYTES_MAX (1U << 30)

struct checking {
    struct cli *cli;
    struct live live;
    struct live_gpu gpu;
    struct check check;
    struct check_report report;
    struct kernel_list kernels; /* of the file; differences name them */
    struct image_choice *choices;
    size_t choice_count;
    bool has_progress; /* a line on the terminal, to be wiped */
};

/* --- what the check tells -----------------------------------------------------------------------
 */

static void keep_difference(void *ctx, const struct check_difference *difference)
{
    struct check_report *report = &((struct checking *)ctx)->report;

    if (report->kept < DIFFERENCES_MAX)
        report->differences[report->kept++] = *difference;
}

static void show_progress(void *ctx, enum check_section section, uint64_t points)
{
    const struct checking *c = ctx;

    if (!c->has_progress)
        return;
    out_printf(c->cli->err, "\r\033[K%llu points, %.60s", (unsigned long long)points,
               check_section_text(section));
    out_flush(c->cli->err);
}

static void show_launch(void *ctx, const struct check_launch *launch)
{
    struct cli *cli = ((struct checking *)ctx)->cli;

    if (is_given(cli->args, OPTION_CSV))
        csv_launch_row(cli->out, launch);
}

/* --- kernels of a file ---------------------------------------------------------------------------
 */

static bool is_loadable(const char *bytes, size_t size)
{
    static const unsigned char elf[] = {0x7f, 'E', 'L', 'F'}, fatbin[] = {0x50, 0xed, 0x55, 0xba};
    /* e_machine 190 is CUDA; a host's ELF file holds fatbins, but is none. */
    bool is_cubin =
        size > 20 && memcmp(bytes, elf, sizeof(elf)) == 0 && (unsigned char)bytes[18] == 190;

    return is_cubin || (size > 20 && memcmp(bytes, fatbin, sizeof(fatbin)) == 0);
}

static enum cuocc_status load_image(struct checking *c, char **bytes, struct cuda_module **module)
{
    struct cli *cli = c->cli;
    size_t size;
    enum cuocc_status status =
        read_whole_file(cli->args->from, IMAGE_BYTES_MAX, bytes, &size, &cli->error);

    if (status != CUOCC_OK)
        return status;
    if (!is_loadable(*bytes, size))
        return cuocc_error_set(
            &cli->error, CUOCC_ERR_VALUE, cli->args->from,
            "the driver cannot load it, allowed with --check: a cubin or fatbin");
    return c->check.cuda->load(c->live.session, *bytes, module, &cli->error);
}

static enum cuocc_status check_every_launch(struct checking *c, struct cuda_module *module,
                                            const struct cuocc_kernel *kernel)
{
    static const struct cuocc_span every_warp = {32, 1024, 32, 1, 1, 0};
    const struct cli_args *args = c->cli->args;
    struct cuocc_sweep sweep = {.base = CUOCC_LAUNCH_INIT,
                                .block = {args->block.spans, args->block.count},
                                .smem = {args->smem.spans, args->smem.count}};
    enum cuocc_status status = CUOCC_OK;

    if (args->block.count == 0)
        sweep.block = (struct cuocc_set){&every_warp, 1};
    for (uint64_t i = 0; status == CUOCC_OK && i < cuocc_sweep_count(&sweep); i++) {
        struct cuocc_launch launch;

        cuocc_sweep_launch(&sweep, i, &launch);
        launch.block_dim[0] = cuocc_launch_threads(&launch);
        launch.block_dim[1] = launch.block_dim[2] = 1;
        status = check_kernel(&c->check, module, kernel, &launch);
    }
    return status;
}

/* Those that the driver would load; it must have one, and not make it from PTX. */
static enum cuocc_status choose_kernels(struct checking *c)
{
    const struct cuocc_device *dev = &c->gpu.dev;
    enum cuocc_status status = images_choose(c->cli, &c->kernels, dev->cc_major, dev->cc_minor,
                                             &c->choices, &c->choice_count);

    for (size_t i = 0; status == CUOCC_OK && i < c->choice_count; i++)
        if (!c->choices[i].is_estimate)
            return CUOCC_OK;
    if (status != CUOCC_OK)
        return status;
    return cuocc_error_set(&c->cli->error, CUOCC_ERR_NOT_FOUND, c->cli->args->from,
                           "holds no machine code for compute capability %u.%u, with which it "
                           "could be compared",
                           dev->cc_major, dev->cc_minor);
}

static enum cuocc_status check_file(struct checking *c)
{
    struct cli *cli = c->cli;
    const char *path = cli->args->from;
    struct cuda_module *module = NULL;
    char *bytes = NULL;
    enum cuocc_status status = kernels_load(cli, path, cli->args->kernel_glob, &c->kernels);

    if (status == CUOCC_OK && c->kernels.items[0].kernel.is_provisional)
        return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, path,
                               "is relocatable, the driver loads what nvlink made of it");
    c->report.file = path;
    if (status == CUOCC_OK)
        status = choose_kernels(c);
    if (status == CUOCC_OK)
        status = load_image(c, &bytes, &module);
    for (size_t i = 0; status == CUOCC_OK && i < c->choice_count; i++)
        if (!c->choices[i].is_estimate)
            status = check_every_launch(c, module, &c->kernels.items[c->choices[i].entry].kernel);
    if (module != NULL)
        c->check.cuda->unload(module);
    free(bytes);
    return status;
}

/* --- the whole
 * ------------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Only for tests of the program itself, where sanitizers make all points slow. */
static uint32_t stride(void)
{
    const char *text = getenv("OCC_CHECK_STRIDE");
    long value = text != NULL ? strtol(text, NULL, 10) : 1;

    return value > 1 && value < 100000 ? (uint32_t)value : 1;
}

static enum cuocc_status choose_gpu(struct checking *c)
{
    struct cli *cli = c->cli;
    const char *name = is_given(cli->args, OPTION_DEVICE) ? cli->args->devices : "cuda";
    uint32_t index;
    enum cuocc_status status;

    if (!is_live_name(name))
        return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, "--device",
                               "'%s' is no GPU in this machine, allowed with --check: cuda, cuda:N",
                               name);
    status = live_index(cli, &c->live, name, &index);
    if (status == CUOCC_OK)
        status = live_read(cli, &c->live, index, &c->gpu);
    return status == CUOCC_OK ? c->live.library.backend->use(c->live.session, index, &cli->error)
                              : status;
}

static enum cuocc_status run_sections(struct checking *c)
{
    const struct cli_args *args = c->cli->args;
    enum cuocc_status status;

    if (is_given(args, OPTION_FROM))
        return check_file(c);
    status = check_begin(&c->check);
    if (status == CUOCC_OK && is_given(args, OPTION_CSV))
        csv_launch_header(c->cli->out);
    if (status == CUOCC_OK && !is_given(args, OPTION_CSV))
        status = check_queries(&c->check);
    if (status == CUOCC_OK && is_given(args, OPTION_MEASURE))
        status = check_running(&c->check);
    check_end(&c->check);
    return status;
}

static enum exit_code report(struct checking *c)
{
    struct cli *cli = c->cli;

    if (is_given(cli->args, OPTION_JSON))
        json_check(cli->out, &c->report);
    else if (!is_given(cli->args, OPTION_CSV))
        text_check(cli, &c->report);
    return c->check.differences == 0 ? EXIT_ANSWERED : EXIT_ANSWER_IS_NO;
}

static enum exit_code check_opened(struct checking *c)
{
    const struct check_sink sink = {c, keep_difference, show_progress, show_launch};
    double start = now();
    enum cuocc_status status = choose_gpu(c);

    if (status != CUOCC_OK)
        return EXIT_TROUBLE;
    c->check = (struct check){.cuda = c->live.library.backend,
                              .session = c->live.session,
                              .dev = &c->gpu.dev,
                              .sink = &sink,
                              .stride = stride(),
                              .error = &c->cli->error};
    status = run_sections(c);
    if (c->has_progress) {
        out_text(c->cli->err, "\r\033[K");
        out_flush(c->cli->err); /* before the report */
    }
    if (status != CUOCC_OK)
        return EXIT_TROUBLE;
    c->report.check = &c->check;
    c->report.gpu = c->gpu.label;
    c->report.driver = c->live.library.backend->driver_version(c->live.session);
    c->report.seconds = now() - start;
    return report(c);
}

static enum cuocc_status check_options(struct cli *cli)
{
    if (!is_given(cli->args, OPTION_FROM) && is_given(cli->args, OPTION_BLOCK))
        return refuse(cli, OPTION_BLOCK, "belongs to the kernels of a file, allowed: with --from");
    if (!is_given(cli->args, OPTION_FROM) && is_given(cli->args, OPTION_DYNAMIC_SMEM))
        return refuse(cli, OPTION_DYNAMIC_SMEM,
                      "belongs to the kernels of a file, allowed: with --from");
    if (is_given(cli->args, OPTION_CSV) && !is_given(cli->args, OPTION_MEASURE))
        return refuse(cli, OPTION_CSV, "lists launches, allowed: with --measure");
    return CUOCC_OK;
}

enum exit_code run_check(struct cli *cli)
{
    struct checking *c = calloc(1, sizeof(*c));
    enum exit_code code = EXIT_TROUBLE;

    if (c == NULL) {
        (void)cuocc_error_set(&cli->error, CUOCC_ERR_MEMORY, "--check", "out of memory");
        return EXIT_TROUBLE;
    }
    c->cli = cli;
    c->has_progress = isatty(STDERR_FILENO) == 1;
    if (check_options(cli) == CUOCC_OK && live_open(cli, &c->live) == CUOCC_OK) {
        code = check_opened(c);
        live_close(&c->live);
    }
    free(c->choices);
    kernels_free(&c->kernels);
    free(c);
    return code;
}

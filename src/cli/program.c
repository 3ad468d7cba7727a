/* SPDX-License-Identifier: MIT */
/* Which question is asked, and what is said when it cannot be answered. */
#include "cli/program.h"

#include "support/error.h"
#include "support/utf8.h"
#include "version.h"

static struct style choose_style(const struct surroundings *around, const struct cli_args *args)
{
    bool is_auto_on = args->color == COLOR_AUTO && around->takes_colour;

    return (struct style){
        .width = around->columns,
        .has_colour = args->color == COLOR_ALWAYS || is_auto_on,
        .is_ascii = is_given(args, OPTION_ASCII) || !around->takes_utf8,
    };
}

static enum cuocc_status open_database(struct cli *cli, const char *device_dir)
{
    const char *dirs[DEVICE_DIRS_MAX + 1];
    size_t count = 0;

    /* Later ones win: what is typed beats the environment. */
    if (device_dir != NULL)
        dirs[count++] = device_dir;
    for (size_t i = 0; i < cli->args->device_dir_count; i++)
        dirs[count++] = cli->args->device_dirs[i];
    return cuocc_device_db_open(dirs, count, &cli->db, &cli->error);
}

static enum exit_code answer(struct cli *cli, const char *device_dir)
{
    const struct cli_args *args = cli->args;

    if (is_given(args, OPTION_HELP)) {
        print_help(cli->out);
        return EXIT_ANSWERED;
    }
    if (is_given(args, OPTION_VERSION)) {
        out_text(cli->out, "occ " CUOCC_VERSION " (device database of " CUOCC_DATABASE_DATE ")\n");
        return EXIT_ANSWERED;
    }
    if (open_database(cli, device_dir) != CUOCC_OK)
        return EXIT_TROUBLE;
    if (is_given(args, OPTION_CHECK))
        return run_check(cli);
    if (is_given(args, OPTION_LIST_DEVICES))
        return run_list_devices(cli);
    if (is_given(args, OPTION_SHOW_DEVICE))
        return run_show_device(cli);
    if (is_given(args, OPTION_TARGET) || is_given(args, OPTION_TARGET_BLOCKS) ||
        is_given(args, OPTION_SUGGEST) || is_given(args, OPTION_LADDER) ||
        is_given(args, OPTION_WITH))
        return run_plan(cli);
    if (is_given(args, OPTION_PLOT) || is_given(args, OPTION_PICTURE) ||
        is_given(args, OPTION_SVG) || is_given(args, OPTION_HTML))
        return run_pictures(cli);
    if (is_given(args, OPTION_BATCH))
        return run_batch(cli);
    if (is_given(args, OPTION_FROM))
        return run_kernels(cli);
    return run_answers(cli);
}

/* What was typed may hold anything; a terminal shall not obey it. */
static void make_harmless(char *text)
{
    for (char *c = text; *c != '\0';) {
        size_t length = utf8_length(c);

        if (length == 0 || (unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
        c += length > 0 ? length : 1;
    }
}

static void complain(struct out *err, const char *where, const char *text)
{
    out_text(err, "occ: ");
    if (where[0] != '\0') {
        out_text(err, where);
        out_text(err, ": ");
    }
    out_text(err, text);
    out_char(err, '\n');
}

/* Say what is to be said beside the answer. @return the exit status */
static enum exit_code conclude(struct cli *cli, enum exit_code code, bool is_usage)
{
    if (cli->out->has_failed) {
        complain(cli->err, "standard output", "cannot be written");
        return EXIT_TROUBLE;
    }
    if (code == EXIT_TROUBLE) {
        make_harmless(cli->error.where);
        make_harmless(cli->error.text);
        complain(cli->err, cli->error.where, cli->error.text);
        if (is_usage)
            out_text(cli->err, "Try 'occ --help'.\n");
    } else if (cli->complaint[0] != '\0') {
        complain(cli->err, "", cli->complaint);
    }
    return code;
}

enum exit_code program_run(const struct surroundings *around, int argc, char **argv)
{
    struct cli_args args;
    struct cli cli = {.args = &args, .out = around->out, .err = around->err};
    enum exit_code code = EXIT_TROUBLE;
    bool is_usage = options_parse(argc, argv, &args, &cli.error) != CUOCC_OK;

    if (!is_usage) {
        cli.style = choose_style(around, &args);
        code = answer(&cli, around->device_dir);
        cuocc_device_db_close(cli.db);
    }
    out_flush(cli.out);
    code = conclude(&cli, code, is_usage);
    out_flush(cli.err);
    return code;
}

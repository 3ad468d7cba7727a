/* SPDX-License-Identifier: MIT */
/* occ: the program's frame. Only this file decides the exit status. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/output_file.h"
#include "support/error.h"
#include "support/utf8.h"
#include "version.h"

#define OUT_BUFFER_BYTES 65536

/* Columns of what is piped, and bounds for those of a terminal. */
#define TEXT_COLUMNS     80
#define TEXT_COLUMNS_MIN 40
#define TEXT_COLUMNS_MAX 240

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value != NULL && value[0] != '\0';
}

static bool has_utf8_locale(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *value = getenv(variables[i]);

        if (value != NULL && value[0] != '\0')
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
    }
    return false;
}

static unsigned terminal_columns(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return TEXT_COLUMNS;
    if (size.ws_col < TEXT_COLUMNS_MIN)
        return TEXT_COLUMNS_MIN;
    return size.ws_col < TEXT_COLUMNS_MAX ? size.ws_col : TEXT_COLUMNS_MAX;
}

/* What is piped is plain ASCII without colour, so that it is the same everywhere. */
static struct style choose_style(const struct cli_args *args)
{
    bool is_terminal = isatty(STDOUT_FILENO) == 1;
    const char *term = getenv("TERM");
    bool is_dumb = term == NULL || strcmp(term, "dumb") == 0;
    bool is_auto_on = is_terminal && !is_dumb && !is_set("NO_COLOR");

    return (struct style){
        .width = is_terminal ? terminal_columns() : TEXT_COLUMNS,
        .has_colour = args->color == COLOR_ALWAYS || (args->color == COLOR_AUTO && is_auto_on),
        .is_ascii = is_given(args, OPTION_ASCII) || !is_terminal || !has_utf8_locale(),
    };
}

static enum cuocc_status open_database(struct cli *cli)
{
    const char *dirs[DEVICE_DIRS_MAX + 1];
    const char *variable = getenv("OCC_DEVICE_DIR");
    size_t count = 0;

    /* Later ones win: what is typed beats the environment. */
    if (variable != NULL && variable[0] != '\0')
        dirs[count++] = variable;
    for (size_t i = 0; i < cli->args->device_dir_count; i++)
        dirs[count++] = cli->args->device_dirs[i];
    return cuocc_device_db_open(dirs, count, &cli->db, &cli->error);
}

static enum exit_code run(struct cli *cli)
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
    if (open_database(cli) != CUOCC_OK)
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

static void complain(struct cuocc_error *error, bool has_hint)
{
    make_harmless(error->where);
    make_harmless(error->text);
    if (error->where[0] != '\0')
        (void)fprintf(stderr, "occ: %s: %s\n", error->where, error->text);
    else
        (void)fprintf(stderr, "occ: %s\n", error->text);
    if (has_hint)
        (void)fputs("Try 'occ --help'.\n", stderr);
}

int main(int argc, char **argv)
{
    static char buffer[OUT_BUFFER_BYTES];
    int fd = STDOUT_FILENO;
    struct out out = {.bytes = buffer, .size = sizeof(buffer), .flush = write_to_fd, .ctx = &fd};
    struct cli_args args;
    struct cli cli = {.args = &args, .out = &out};
    enum exit_code code = EXIT_TROUBLE;
    bool is_usage = options_parse(argc, argv, &args, &cli.error) != CUOCC_OK;

    if (!is_usage) {
        cli.style = choose_style(&args);
        code = run(&cli);
        cuocc_device_db_close(cli.db);
    }
    errno = 0;
    out_flush(&out);
    if (out.has_failed) {
        (void)fprintf(stderr, "occ: standard output: cannot be written\n");
        return EXIT_TROUBLE;
    }
    if (code == EXIT_TROUBLE)
        complain(&cli.error, is_usage);
    else if (cli.complaint[0] != '\0')
        (void)fprintf(stderr, "occ: %s\n", cli.complaint);
    return (int)code;
}

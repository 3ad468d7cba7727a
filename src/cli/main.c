/* SPDX-License-Identifier: MIT */
/* occ on its machine: terminal, environment, and the two outputs. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/output_file.h"
#include "cli/program.h"

#define OUT_BUFFER_BYTES 65536
#define ERR_BUFFER_BYTES 4096

/* Columns of what is piped, and bounds for those of a terminal. */
#define TEXT_COLUMNS     80
#define TEXT_COLUMNS_MIN 40
#define TEXT_COLUMNS_MAX 240

/* NULL if it is not set, or empty. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0' ? value : NULL;
}

static bool has_utf8_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = variable(names[i]);

        if (value != NULL)
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
    }
    return false;
}

static bool is_dumb(void)
{
    const char *term = getenv("TERM");

    return term == NULL || strcmp(term, "dumb") == 0;
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
static struct surroundings look_around(struct out *out, struct out *err)
{
    bool is_terminal = isatty(STDOUT_FILENO) == 1;

    return (struct surroundings){
        .out = out,
        .err = err,
        .columns = is_terminal ? terminal_columns() : TEXT_COLUMNS,
        .takes_colour = is_terminal && !is_dumb() && variable("NO_COLOR") == NULL,
        .takes_utf8 = is_terminal && has_utf8_locale(),
        .device_dir = variable("OCC_DEVICE_DIR"),
    };
}

static void write_to(struct out *out, int *fd, char *buffer, size_t size)
{
    out->bytes = buffer;
    out->size = size;
    out->flush = write_to_fd;
    out->ctx = fd;
}

int main(int argc, char **argv)
{
    static char out_buffer[OUT_BUFFER_BYTES], err_buffer[ERR_BUFFER_BYTES];
    static struct out out, err; /* large, and zero without anybody writing that */
    int out_fd = STDOUT_FILENO, err_fd = STDERR_FILENO;
    struct surroundings around;

    write_to(&out, &out_fd, out_buffer, sizeof(out_buffer));
    write_to(&err, &err_fd, err_buffer, sizeof(err_buffer));
    around = look_around(&out, &err);
    return (int)program_run(&around, argc, argv);
}

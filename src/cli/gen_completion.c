/* SPDX-License-Identifier: MIT */
/* Writes the completion of a shell, or the bare names of the options for tests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"

struct shell {
    const char *name;
    const char *head;
    void (*device)(const char *name); /* each device; NULL: not listed */
    const char *neck;
    void (*option)(const struct option_row *row);
    const char *tail;
};

/* Help is written for a page; a shell shows its first clause, between single quotes. `escaped` are
 * the characters that want a backslash there, `apostrophe` is how the quote itself is written. */
static void put_clause(const char *help, const char *escaped, const char *apostrophe)
{
    size_t length = strcspn(help, ":;");

    for (size_t i = 0; i < length && strncmp(help + i, " (", 2) != 0; i++) {
        if (help[i] == '\'')
            (void)fputs(apostrophe, stdout);
        else
            (void)printf("%s%c", strchr(escaped, help[i]) != NULL ? "\\" : "", help[i]);
    }
}

static void put_device(const char *name)
{
    (void)printf(" %s", name);
}

/* --- bash -------------------------------------------------------------------------------- */

static const char bash_head[] =
    "# bash completion for occ, made from its table of options\n"
    "\n"
    "_occ_words()\n"
    "{\n"
    "    mapfile -t COMPREPLY < <(compgen \"$@\" -- \"$cur\")\n"
    "}\n"
    "\n"
    "_occ_paths()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    _occ_words \"$@\"\n"
    "}\n"
    "\n"
    "# The last of several, separated by commas; a path is a device file.\n"
    "_occ_devices()\n"
    "{\n"
    "    local before=${cur%\"${cur##*,}\"}\n"
    "\n"
    "    if [[ $cur == */* || $cur == .* ]]; then\n"
    "        _occ_paths -f\n"
    "    else\n"
    "        cur=${cur##*,}\n"
    "        _occ_words -P \"$before\" -W 'all";

static const char bash_neck[] =
    "'\n"
    "    fi\n"
    "}\n"
    "\n"
    "_occ()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} options=\n"
    "\n"
    "    # --name=value arrives as three words.\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "    elif [[ $prev == = ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    COMPREPLY=()\n";

static void bash_argument(const struct option_row *row)
{
    switch (row->completion) {
    case COMPLETE_NOTHING:
        break;
    case COMPLETE_DEVICE:
        (void)fputs("_occ_devices; ", stdout);
        break;
    case COMPLETE_FILE:
        (void)fputs("_occ_paths -f; ", stdout);
        break;
    case COMPLETE_DIRECTORY:
        (void)fputs("_occ_paths -d; ", stdout);
        break;
    case COMPLETE_WORDS:
        (void)printf("_occ_words -W '%s'; ", row->words);
        break;
    }
}

static void bash_option(const struct option_row *row)
{
    if (row->letter != 0)
        (void)printf("    options+=' -%c'\n", row->letter);
    (void)printf("    options+=' %s'\n", row->flag);
    if (!takes_argument(row))
        return;
    (void)printf("    [[ $prev == %s", row->flag);
    if (row->letter != 0)
        (void)printf(" || $prev == -%c", row->letter);
    (void)fputs(" ]] && { ", stdout);
    bash_argument(row);
    (void)fputs("return; }\n", stdout);
}

static const char bash_tail[] = "    if [[ $cur == -* ]]; then\n"
                                "        _occ_words -W \"$options\"\n"
                                "    else\n"
                                "        _occ_paths -f\n"
                                "    fi\n"
                                "}\n"
                                "\n"
                                "complete -F _occ occ\n";

/* --- zsh --------------------------------------------------------------------------------- */

static const char zsh_head[] = "#compdef occ\n"
                               "# zsh completion for occ, made from its table of options\n"
                               "\n"
                               "_occ_devices()\n"
                               "{\n"
                               "    if [[ $PREFIX == */* || $PREFIX == .* ]]; then\n"
                               "        _files -g '*.json'\n"
                               "    else\n"
                               "        _values -s , device all";

static const char zsh_neck[] = "\n"
                               "    fi\n"
                               "}\n"
                               "\n"
                               "_arguments -s -S \\\n";

static void zsh_argument(const struct option_row *row)
{
    (void)putchar(':');
    for (const char *at = row->arg; *at != '\0'; at++)
        (void)printf("%s%c", *at == ':' ? "\\" : "", *at);
    (void)putchar(':');
    switch (row->completion) {
    case COMPLETE_NOTHING:
        (void)putchar(' ');
        break;
    case COMPLETE_DEVICE:
        (void)fputs("_occ_devices", stdout);
        break;
    case COMPLETE_FILE:
        (void)fputs("_files", stdout);
        break;
    case COMPLETE_DIRECTORY:
        (void)fputs("_files -/", stdout);
        break;
    case COMPLETE_WORDS:
        (void)printf("(%s)", row->words);
        break;
    }
}

static void zsh_option(const struct option_row *row)
{
    const char *value = takes_argument(row) ? "=" : "";

    (void)fputs("    ", stdout);
    if (row->may_repeat)
        (void)fputs("'*'", stdout);
    if (row->letter != 0 && !row->may_repeat)
        (void)printf("'(-%c %s)'", row->letter, row->flag);
    if (row->letter != 0)
        (void)printf("{-%c%s,%s%s}", row->letter, takes_argument(row) ? "+" : "", row->flag, value);
    else
        (void)printf("%s%s", row->flag, value);
    (void)fputs("'[", stdout);
    put_clause(row->help, "[]\\", "'\\''");
    (void)putchar(']');
    if (takes_argument(row))
        zsh_argument(row);
    (void)fputs("' \\\n", stdout);
}

static const char zsh_tail[] = "    '*:file:_files'\n";

/* --- fish -------------------------------------------------------------------------------- */

static const char fish_head[] = "# fish completion for occ, made from its table of options\n"
                                "\n"
                                "function __occ_devices\n"
                                "    printf '%s\\n' all";

static const char fish_neck[] = "\n"
                                "end\n"
                                "\n";

static void fish_argument(const struct option_row *row)
{
    switch (row->completion) {
    case COMPLETE_NOTHING:
        (void)fputs(" -x", stdout);
        break;
    case COMPLETE_DEVICE:
        (void)fputs(" -r -F -a '(__fish_complete_list , __occ_devices)'", stdout);
        break;
    case COMPLETE_FILE:
        (void)fputs(" -r -F", stdout);
        break;
    case COMPLETE_DIRECTORY:
        (void)fputs(" -x -a '(__fish_complete_directories)'", stdout);
        break;
    case COMPLETE_WORDS:
        (void)printf(" -x -a '%s'", row->words);
        break;
    }
}

static void fish_option(const struct option_row *row)
{
    (void)fputs("complete -c occ", stdout);
    if (row->letter != 0)
        (void)printf(" -s %c", row->letter);
    (void)printf(" -l %s", row->flag + 2);
    if (takes_argument(row))
        fish_argument(row);
    (void)fputs(" -d '", stdout);
    put_clause(row->help, "\\", "\\'");
    (void)fputs("'\n", stdout);
}

/* --- for tests --------------------------------------------------------------------------- */

static void bare_option(const struct option_row *row)
{
    (void)printf("%s\n", row->flag + 2);
}

/* clang-format off */
static const struct shell shells[] = {
    { .name = "bash", .head = bash_head, .device = put_device, .neck = bash_neck, .option = bash_option, .tail = bash_tail },
    { .name = "zsh",  .head = zsh_head,  .device = put_device, .neck = zsh_neck,  .option = zsh_option,  .tail = zsh_tail },
    { .name = "fish", .head = fish_head, .device = put_device, .neck = fish_neck, .option = fish_option, .tail = "" },
    { .name = "names", .head = "", .neck = "", .option = bare_option, .tail = "" },
};
/* clang-format on */

static void put_completion(const struct shell *shell, char *const *devices)
{
    (void)fputs(shell->head, stdout);
    for (; *devices != NULL && shell->device != NULL; devices++)
        shell->device(*devices);
    (void)fputs(shell->neck, stdout);
    for (int i = 0; i < OPTION_COUNT; i++)
        shell->option(&option_rows[i]);
    (void)fputs(shell->tail, stdout);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 2 && i < sizeof(shells) / sizeof(shells[0]); i++) {
        if (strcmp(argv[1], shells[i].name) != 0 || freopen(argv[2], "w", stdout) == NULL)
            continue;
        put_completion(&shells[i], argv + 3);
        return fclose(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    (void)fputs("usage: gen_completion bash|zsh|fish|names OUTPUT DEVICE...\n", stderr);
    return EXIT_FAILURE;
}

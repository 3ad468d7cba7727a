/* SPDX-License-Identifier: MIT */
/* Writes the manual page: copies docs/occ.1.in and fills in what tables of the program know. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "version.h"

/* roff's name for a character that it would take for its own or print as another. */
static const char *roff_name(char c)
{
    switch (c) {
    case '\\':
        return "\\e";
    case '\'':
        return "\\(aq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return NULL;
    }
}

/* Help as sentences. Hyphens of an option are typed by people, so they must stay ASCII; those of
 * prose need not. */
static void put_text(const char *text)
{
    bool is_option = false;

    for (const char *at = text; *at != '\0'; at++) {
        if (at == text || strchr(" ('", at[-1]) != NULL)
            is_option = *at == '-';
        if (roff_name(*at) != NULL)
            (void)fputs(roff_name(*at), stdout);
        else if (*at == '-' && is_option)
            (void)fputs("\\-", stdout);
        else
            (void)putchar(at == text ? toupper((unsigned char)*at) : *at);
    }
    (void)puts(".");
}

static void put_option(const struct option_row *row)
{
    (void)puts(".TP");
    if (row->letter != 0)
        (void)printf("\\fB\\-%c\\fR, ", row->letter);
    (void)fputs("\\fB", stdout);
    for (const char *at = row->flag; *at != '\0'; at++)
        (void)printf("%s%c", *at == '-' ? "\\" : "", *at);
    (void)fputs("\\fR", stdout);
    if (takes_argument(row))
        (void)printf(" \\fI%s\\fR", row->arg);
    (void)putchar('\n');
    put_text(row->help);
}

static void put_options(void)
{
    for (int group = 0; group < GROUP_COUNT; group++) {
        (void)printf(".SS %s\n", option_group_titles[group]);
        for (int i = 0; i < OPTION_COUNT; i++)
            if ((int)option_rows[i].group == group)
                put_option(&option_rows[i]);
    }
}

static void put_statuses(void)
{
#define PUT_STATUS(name_, number_, text_)                                                          \
    (void)puts(".TP\n\\fBCUOCC_" #name_ "\\fR (" #number_ ")\n" text_ ".");
    CUOCC_STATUS_LIST(PUT_STATUS)
#undef PUT_STATUS
}

static void put_title(void)
{
    (void)puts(".TH OCC 1 " CUOCC_DATABASE_DATE " \"occ " CUOCC_VERSION "\" \"User Commands\"");
}

static const struct {
    const char *line;
    void (*put)(void);
} insertions[] = {
    {"@TITLE@\n", put_title},
    {"@OPTIONS@\n", put_options},
    {"@STATUS@\n", put_statuses},
};

static void put_line(const char *line)
{
    for (size_t i = 0; i < sizeof(insertions) / sizeof(insertions[0]); i++) {
        if (strcmp(line, insertions[i].line) == 0) {
            insertions[i].put();
            return;
        }
    }
    (void)fputs(line, stdout);
}

int main(int argc, char **argv)
{
    char line[512];

    if (argc != 3 || freopen(argv[1], "r", stdin) == NULL ||
        freopen(argv[2], "w", stdout) == NULL) {
        (void)fputs("usage: gen_man occ.1.in OUTPUT\n", stderr);
        return EXIT_FAILURE;
    }
    while (fgets(line, sizeof(line), stdin) != NULL)
        put_line(line);
    return ferror(stdin) || fclose(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

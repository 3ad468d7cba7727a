/* SPDX-License-Identifier: MIT */
/*
 * The one stream that the C library would bring along.
 *
 * Formatting a long double and parsing one are not in wasi-libc's smaller printf and strtod, which
 * say so on standard error, as getopt_long() says what is wrong with an option. occ has no long
 * double, and tells of options itself; without this the module would import a way to write.
 */
#include <stdio.h>

/* The C library's name for what `stderr` points to. */
extern char __stderr_FILE[]; /* NOLINT(bugprone-reserved-identifier) */
char __stderr_FILE[1];       /* NOLINT(bugprone-reserved-identifier) */

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int fputs(const char *restrict text, FILE *restrict stream)
{
    (void)text;
    (void)stream;
    return EOF;
}

int putc(int c, FILE *stream)
{
    (void)c;
    (void)stream;
    return EOF;
}

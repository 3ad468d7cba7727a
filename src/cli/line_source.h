/* SPDX-License-Identifier: MIT */
/* Lines of a file or a pipe, in constant memory. */
#ifndef CLI_LINE_SOURCE_H
#define CLI_LINE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer lines are told, and skipped. */
#define LINE_SIZE_MAX 65536

struct line_source {
    int fd;
    /* Called before the source may have to wait for its writer. */
    void (*before_wait)(void *ctx);
    void *ctx;
    char *bytes; /* owned */
    size_t begin, end;
    size_t scanned; /* up to here no line ends */
    uint64_t number;
    bool is_at_end;
    bool is_skipping; /* the rest of a line that is too long */
    int failure;      /* errno of a failed read */
};

struct line {
    char *text; /* NULL: longer than LINE_SIZE_MAX. Ends in NUL, may be changed until the next */
    size_t size;
    uint64_t number; /* from 1 */
};

/* @param path  "-" is standard input. @return false with errno set */
bool line_source_open(struct line_source *source, const char *path);
void line_source_close(struct line_source *source);

/* The next line without its end, LF or CR LF. @return false at the end, or if `failure` is set */
bool line_source_next(struct line_source *source, struct line *line);

/* The first byte of what is left; '\0' at the end. A byte order mark is passed by. */
char line_source_first(struct line_source *source);

#endif

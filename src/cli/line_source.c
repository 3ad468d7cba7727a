/* SPDX-License-Identifier: MIT */
/* Lines of a file or a pipe. */
#include "cli/line_source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line may begin anywhere, and one byte more is kept for the NUL of a last line without end. */
#define BUFFER_SIZE (4 * (size_t)LINE_SIZE_MAX)

bool line_source_open(struct line_source *source, const char *path)
{
    *source = (struct line_source){.fd = STDIN_FILENO};
    source->bytes = malloc(BUFFER_SIZE + 1);
    if (source->bytes == NULL)
        return false;
    if (strcmp(path, "-") != 0)
        source->fd = open(path, O_RDONLY | O_CLOEXEC);
    return source->fd >= 0;
}

void line_source_close(struct line_source *source)
{
    if (source->fd > STDIN_FILENO)
        (void)close(source->fd);
    free(source->bytes);
    source->bytes = NULL;
}

static bool has_more_at_once(int fd)
{
    struct pollfd wanted = {.fd = fd, .events = POLLIN};

    return poll(&wanted, 1, 0) > 0;
}

/* Add to the buffer what there is; at least a byte, or the end. */
static void refill(struct line_source *source)
{
    ssize_t count;

    if (source->begin > 0) {
        memmove(source->bytes, source->bytes + source->begin, source->end - source->begin);
        source->end -= source->begin;
        source->scanned -= source->begin;
        source->begin = 0;
    }
    if (!has_more_at_once(source->fd) && source->before_wait != NULL)
        source->before_wait(source->ctx);
    do {
        count = read(source->fd, source->bytes + source->end, BUFFER_SIZE - source->end);
    } while (count < 0 && errno == EINTR);
    if (count < 0)
        source->failure = errno;
    if (count <= 0)
        source->is_at_end = true;
    else
        source->end += (size_t)count;
}

/* The end of the line at `begin`, or NULL: no line is left. */
static char *find_end(struct line_source *source)
{
    for (;;) {
        char *found = memchr(source->bytes + source->scanned, '\n', source->end - source->scanned);

        if (found != NULL)
            return found;
        source->scanned = source->end;
        if (source->is_at_end)
            return source->begin < source->end || source->is_skipping ? source->bytes + source->end
                                                                      : NULL;
        if (source->end - source->begin > LINE_SIZE_MAX) {
            source->is_skipping = true;
            source->begin = source->end;
        }
        refill(source);
    }
}

bool line_source_next(struct line_source *source, struct line *line)
{
    char *end = source->failure == 0 ? find_end(source) : NULL;

    if (end == NULL || source->failure != 0)
        return false;
    line->text = source->bytes + source->begin;
    line->size = (size_t)(end - line->text);
    line->number = ++source->number;
    source->begin = (size_t)(end - source->bytes);
    source->begin += source->begin < source->end;
    source->scanned = source->begin;
    if (source->is_skipping || line->size > LINE_SIZE_MAX)
        line->text = NULL;
    source->is_skipping = false;
    if (line->text == NULL)
        return true;
    if (line->size > 0 && end[-1] == '\r')
        line->size--;
    line->text[line->size] = '\0';
    return true;
}

char line_source_first(struct line_source *source)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};

    while (source->end < sizeof(mark) && !source->is_at_end) {
        if (source->end > 0 && source->bytes[0] != mark[0])
            break;
        refill(source);
    }
    if (source->end >= sizeof(mark) && memcmp(source->bytes, mark, sizeof(mark)) == 0)
        source->begin = source->scanned = sizeof(mark);
    return source->begin < source->end ? source->bytes[source->begin] : '\0';
}

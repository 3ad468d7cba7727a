/* SPDX-License-Identifier: MIT */
/* Opening what people name, and reading what it holds. */
#define _POSIX_C_SOURCE 200809L

#include "cuocc/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/demangling_sink.h"
#include "input/reader.h"
#include "input/text_stream.h"
#include "support/error.h"

enum {
    PIECE_BYTES = 64 << 10,
};

/* Larger than any library that a linker makes with 32-bit offsets. */
#define MOST_IMAGE_BYTES ((uint64_t)4 << 30)

struct source {
    const char *name;
    int fd;
    uint8_t *head; /* the first bytes, up to PIECE_BYTES */
    size_t head_size;
};

static enum cuocc_status fail_system(const struct source *source, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_IO, source->name, "%s", strerror(errno));
}

static enum cuocc_status fail_memory(const struct source *source, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_MEMORY, source->name, "out of memory");
}

static enum cuocc_status fail_size(const struct source *source, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, source->name,
                           "larger than 4 GiB, the most that is read of a binary file");
}

/* Fill as much of the buffer as there is; short only at the end of the file. */
static bool read_up_to(int fd, uint8_t *buffer, size_t room, size_t *size)
{
    *size = 0;
    while (*size < room) {
        ssize_t got = read(fd, buffer + *size, room - *size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        *size += (size_t)got;
    }
    return true;
}

/* --- text --- */

static enum cuocc_status feed_rest(const struct source *source, struct text_stream *stream,
                                   struct cuocc_error *error)
{
    enum cuocc_status status = text_stream_feed(stream, source->head, source->head_size);

    while (status == CUOCC_OK) {
        ssize_t got = read(source->fd, source->head, PIECE_BYTES);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_system(source, error);
        if (got == 0)
            break;
        status = text_stream_feed(stream, source->head, (size_t)got);
    }
    return status;
}

static enum cuocc_status read_text(const struct source *source,
                                   const struct cuocc_kernel_sink *sink, struct cuocc_error *error)
{
    struct cuocc_kernel_sink wanted = *sink;
    struct cuocc_kernel_sink demangling = demangling_sink(&wanted);
    struct text_stream *stream = text_stream_begin(source->name, &demangling, error);
    enum cuocc_status status;

    if (stream == NULL)
        return fail_memory(source, error);
    status = feed_rest(source, stream, error);
    if (status == CUOCC_OK)
        status = text_stream_end(stream);
    text_stream_destroy(stream);
    return status;
}

/* --- binary formats: the whole image in memory --- */

static enum cuocc_status read_mapped(const struct reader *reader, const struct source *source,
                                     size_t size, const struct cuocc_kernel_sink *sink,
                                     struct cuocc_error *error)
{
    void *image = mmap(NULL, size, PROT_READ, MAP_PRIVATE, source->fd, 0);
    struct reader_input in = {.name = source->name, .bytes = image, .size = size};
    enum cuocc_status status;

    if (image == MAP_FAILED)
        return fail_system(source, error);
    status = reader->read(&in, sink, error);
    (void)munmap(image, size);
    return status;
}

/* A pipe: its size shows at its end. */
static enum cuocc_status read_gathered(const struct reader *reader, const struct source *source,
                                       const struct cuocc_kernel_sink *sink,
                                       struct cuocc_error *error)
{
    struct reader_input in = {.name = source->name};
    enum cuocc_status status = CUOCC_OK;
    size_t room = (size_t)PIECE_BYTES * 2;
    size_t size = source->head_size;
    size_t got = 0;
    uint8_t *image = malloc(room);

    if (image == NULL)
        return fail_memory(source, error);
    memcpy(image, source->head, size);
    while (status == CUOCC_OK) {
        /* size < room, and room bytes were allocated. */
        /* cppcheck-suppress pointerOutOfBoundsCond */
        if (!read_up_to(source->fd, image + size, room - size, &got)) {
            status = fail_system(source, error);
        } else if ((size += got) < room) {
            break;
        } else if (size >= MOST_IMAGE_BYTES) {
            status = fail_size(source, error);
        } else {
            uint8_t *larger = realloc(image, room * 2);

            if (larger == NULL)
                status = fail_memory(source, error);
            image = larger != NULL ? larger : image;
            room *= 2;
        }
    }
    in.bytes = image;
    in.size = size;
    if (status == CUOCC_OK)
        status = reader->read(&in, sink, error);
    free(image);
    return status;
}

static enum cuocc_status read_binary(const struct reader *reader, const struct source *source,
                                     const struct cuocc_kernel_sink *sink,
                                     struct cuocc_error *error)
{
    struct stat facts;

    if (fstat(source->fd, &facts) != 0)
        return fail_system(source, error);
    /* Standard input may be a file that somebody has read from before. */
    if (!S_ISREG(facts.st_mode) || facts.st_size == 0 || source->fd == STDIN_FILENO)
        return read_gathered(reader, source, sink, error);
    if ((uint64_t)facts.st_size > MOST_IMAGE_BYTES)
        return fail_size(source, error);
    return read_mapped(reader, source, (size_t)facts.st_size, sink, error);
}

/* --- the way in --- */

static enum cuocc_status read_source(struct source *source, const struct cuocc_kernel_sink *sink,
                                     struct cuocc_error *error)
{
    const struct reader *reader;

    if (!read_up_to(source->fd, source->head, PIECE_BYTES, &source->head_size))
        return fail_system(source, error);
    reader = reader_find(source->head, source->head_size);
    if (reader != NULL)
        return read_binary(reader, source, sink, error);
    return read_text(source, sink, error);
}

enum cuocc_status cuocc_kernels_read(const char *path, const struct cuocc_kernel_sink *sink,
                                     struct cuocc_error *error)
{
    bool is_stdin;
    struct source source;
    enum cuocc_status status;

    if (path == NULL || sink == NULL || sink->kernel == NULL)
        return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "", "no path or no sink");
    is_stdin = strcmp(path, "-") == 0;
    source = (struct source){.name = is_stdin ? "standard input" : path, .fd = STDIN_FILENO};
    source.head = malloc(PIECE_BYTES);
    if (source.head == NULL)
        return fail_memory(&source, error);
    if (!is_stdin)
        source.fd = open(path, O_RDONLY | O_CLOEXEC);
    if (source.fd < 0) {
        status = fail_system(&source, error);
    } else {
        status = read_source(&source, sink, error);
        if (!is_stdin)
            (void)close(source.fd);
    }
    free(source.head);
    return status;
}

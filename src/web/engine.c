/* SPDX-License-Identifier: MIT */
/* occ in a page: its words and its standard input come from JavaScript, its outputs stay in memory.
 */
#include "web/engine.h"

#include <stdlib.h>
#include <string.h>

#include "cli/program.h"
#include "cuocc/kernel.h"
#include "support/error.h"

#define TEXT_COLUMNS 80 /* as for a pipe */

enum {
    BUFFER_BYTES = 4096,
};

/* All that was written to one output. */
struct memory_text {
    char *bytes; /* owned */
    size_t size;
    size_t room;
};

/* The one program of this module, as a process is: what it is given, and what it answered. */
static struct {
    char *input; /* owned: the words, each ended by a NUL, then standard input */
    size_t words_size;
    size_t stdin_size;
    struct memory_text out, err;
} engine;

static bool append(void *ctx, const char *bytes, size_t count)
{
    struct memory_text *text = ctx;

    if (count > text->room - text->size) {
        size_t room = 2 * text->room + count;
        /* Past 2 GiB the double does not fit in the 32 bits of a size. */
        char *grown = room > text->room ? realloc(text->bytes, room) : NULL;

        if (grown == NULL)
            return false;
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->size, bytes, count);
    text->size += count;
    return true;
}

static void forget(struct memory_text *text)
{
    free(text->bytes);
    *text = (struct memory_text){.size = 0};
}

/* argv with a name of the program, in one allocation; NULL without memory. */
static char **split_words(int *argc)
{
    static char name[] = "occ";
    size_t count = 0;
    char **argv;

    for (size_t i = 0; i < engine.words_size; i++)
        count += engine.input[i] == '\0';
    argv = malloc((count + 2) * sizeof(*argv));
    if (argv == NULL)
        return NULL;
    argv[0] = name;
    *argc = 1;
    for (size_t i = 0; i < engine.words_size; i += strlen(engine.input + i) + 1)
        argv[(*argc)++] = engine.input + i;
    argv[*argc] = NULL;
    return argv;
}

void *engine_reserve(size_t size)
{
    free(engine.input);
    engine.input = malloc(size + 1);
    return engine.input;
}

int engine_run(size_t words_size, size_t stdin_size)
{
    char out_buffer[BUFFER_BYTES], err_buffer[BUFFER_BYTES];
    struct out out = {
        .bytes = out_buffer, .size = sizeof(out_buffer), .flush = append, .ctx = &engine.out};
    struct out err = {
        .bytes = err_buffer, .size = sizeof(err_buffer), .flush = append, .ctx = &engine.err};
    const struct surroundings around = {.out = &out, .err = &err, .columns = TEXT_COLUMNS};
    enum exit_code code = EXIT_TROUBLE;
    char **argv;
    int argc;

    forget(&engine.out);
    forget(&engine.err);
    engine.words_size = words_size;
    engine.stdin_size = stdin_size;
    argv = split_words(&argc);
    if (argv != NULL)
        code = program_run(&around, argc, argv);
    free(argv);
    return (int)code;
}

const char *engine_out(void)
{
    return engine.out.bytes;
}

size_t engine_out_size(void)
{
    return engine.out.size;
}

const char *engine_err(void)
{
    return engine.err.bytes;
}

size_t engine_err_size(void)
{
    return engine.err.size;
}

enum cuocc_status cuocc_kernels_read(const char *path, const struct cuocc_kernel_sink *sink,
                                     struct cuocc_error *error)
{
    if (strcmp(path, "-") != 0)
        return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, path,
                               "files need the program, allowed in a page: -, what was pasted");
    return cuocc_kernels_read_memory(engine.input + engine.words_size, engine.stdin_size,
                                     "standard input", sink, error);
}

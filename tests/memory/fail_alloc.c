/* SPDX-License-Identifier: MIT */
/*
 * A library to preload: wherever the program allocates, a copy of it goes on with that one
 * allocation failed. So one run shows every failure, each in the state it would happen in.
 *
 * FAIL_ALLOC_DIR is a directory: copy N writes N.out and N.err there, `log` gets "N STATUS" (as of
 * waitpid()). FAIL_ALLOC_EACH=K leaves it at K failures of each
 * chain of callers. FAIL_ALLOC_ONLY=N fails allocation N
 * in the program itself instead, for a debugger.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PATHS_MAX = 1 << 16, /* far more than there are */
    FRAMES_MAX = 64,
    FILES_MAX = 16
};

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void *aligned_alloc(size_t alignment, size_t size);

/* The allocator behind this one: the C library's, or a sanitizer's. */
static struct {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t count, size_t size);
    void *(*realloc)(void *old, size_t size);
    void *(*aligned_alloc)(size_t alignment, size_t size);
} next;

typedef int main_function(int argc, char **argv, char **environment);
typedef int start_function(main_function *main, int argc, char **argv, void (*init)(void),
                           void (*fini)(void), void (*loader_fini)(void), void *stack_end);

static struct {
    const char *dir;
    unsigned long only;
    unsigned long each;
    unsigned long count;
    bool is_copy;
    bool is_over;
} state;

static unsigned long number_of(const char *variable, unsigned long otherwise)
{
    const char *value = getenv(variable);

    return value != NULL ? strtoul(value, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void begin(void)
{
    void *frame;

    state.only = number_of("FAIL_ALLOC_ONLY", 0);
    state.each = number_of("FAIL_ALLOC_EACH", 0);
    (void)backtrace(&frame, 1); /* it loads a library the first time */
    state.dir = getenv("FAIL_ALLOC_DIR");
}

static int open_file(const char *suffix, int flags)
{
    char path[4096];

    if (suffix[0] == '.')
        (void)snprintf(path, sizeof(path), "%s/%lu%s", state.dir, state.count, suffix);
    else
        (void)snprintf(path, sizeof(path), "%s/%s", state.dir, suffix);
    return open(path, O_WRONLY | O_CREAT | flags, 0666);
}

static void redirect(int fd, const char *suffix)
{
    int file = open_file(suffix, O_TRUNC);

    if (file < 0 || dup2(file, fd) < 0)
        _exit(125);
    (void)close(file);
}

/* Original and copy share where each open file is read: noted before there is a copy, the original
 * goes on from there. */
static void note_offsets(off_t offsets[FILES_MAX])
{
    for (int fd = 0; fd < FILES_MAX; fd++)
        offsets[fd] = lseek(fd, 0, SEEK_CUR);
}

static void wait_for(pid_t copy, int *status, const off_t offsets[FILES_MAX])
{
    while (waitpid(copy, status, 0) < 0 && errno == EINTR)
        ;
    for (int fd = 0; fd < FILES_MAX; fd++)
        if (offsets[fd] >= 0)
            (void)lseek(fd, offsets[fd], SEEK_SET);
}

static void log_copy(pid_t copy, const off_t offsets[FILES_MAX])
{
    char line[64];
    int status = -1;
    int file = open_file("log", O_APPEND);
    int length;

    wait_for(copy, &status, offsets);
    length = snprintf(line, sizeof(line), "%lu %d\n", state.count, status);
    if (file < 0 || write(file, line, (size_t)length) != length)
        _exit(125);
    (void)close(file);
}

/* Whether this chain of callers has failed often enough. */
static bool is_known_path(void)
{
    static struct {
        uint64_t hash;
        unsigned long failures;
    } paths[PATHS_MAX];
    void *frames[FRAMES_MAX];
    int depth = state.each > 0 ? backtrace(frames, FRAMES_MAX) : 0;
    uint64_t hash = 1;
    size_t at;

    for (int i = 0; i < depth; i++)
        hash = (hash ^ (uintptr_t)frames[i]) * 0x100000001b3U;
    for (at = hash % PATHS_MAX; paths[at].hash != hash && paths[at].hash != 0;)
        at = (at + 1) % PATHS_MAX;
    paths[at].hash = hash;
    return state.each > 0 && ++paths[at].failures > state.each;
}

/* @return whether this allocation, in this process, is the one to fail. */
static bool fails(void)
{
    int saved = errno;
    off_t offsets[FILES_MAX];
    pid_t copy;

    if (state.is_copy || state.is_over || (state.only == 0 && state.dir == NULL))
        return false;
    state.count++;
    if (state.only != 0 || state.dir == NULL)
        return state.count == state.only;
    state.is_copy = true; /* what is called from here on does not count */
    note_offsets(offsets);
    copy = is_known_path() ? 1 : fork();
    if (copy < 0)
        _exit(125);
    if (copy == 0) {
        redirect(STDOUT_FILENO, ".out");
        redirect(STDERR_FILENO, ".err");
        return true;
    }
    if (copy > 1)
        log_copy(copy, offsets);
    state.is_copy = false;
    errno = saved;
    return false;
}

static void *find(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (found == NULL)
        _exit(125);
    return found;
}

/* ISO C has no cast from an object's address to a function's. */
#define NEXT(name)                                                                                 \
    do {                                                                                           \
        void *found = next.name == NULL ? find(#name) : NULL;                                      \
        if (found != NULL)                                                                         \
            memcpy(&next.name, &found, sizeof(found));                                             \
    } while (0)

void *malloc(size_t size)
{
    NEXT(malloc);
    if (!fails())
        return next.malloc(size);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t count, size_t size)
{
    NEXT(calloc);
    if (!fails())
        return next.calloc(count, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *old, size_t size)
{
    NEXT(realloc);
    if (!fails())
        return next.realloc(old, size);
    errno = ENOMEM;
    return NULL;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(aligned_alloc);
    if (!fails())
        return next.aligned_alloc(alignment, size);
    errno = ENOMEM;
    return NULL;
}

static void end(void)
{
    state.is_over = true;
}

/* What is asked for once main() is over is not the program's. gcov locks the files that it writes:
 * a copy would wait for the lock of the original, which waits for the copy. Registered here because
 * the last to register is the first to be called. */
int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    void *found = find("__libc_start_main");
    start_function *start;

    memcpy(&start, &found, sizeof(start));
    if (loader_fini != NULL && atexit(loader_fini) != 0)
        _exit(125);
    if (atexit(end) != 0)
        _exit(125);
    return start(main, argc, argv, init, fini, NULL, stack_end);
}

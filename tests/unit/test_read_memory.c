/* SPDX-License-Identifier: MIT */
/* A log of any length is read in the same memory: 64 MB through a pipe against 16 MB. */
#define _XOPEN_SOURCE 700

#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuocc/kernel.h"

enum {
    BLOCK_BYTES = 4096,
    /* The window of kernels that wait for a linker's figures is full after the first log. */
    FIRST_BYTES = 16 << 20,
    SECOND_BYTES = 64 << 20,
    MOST_GROWTH_KIB = 8 << 10,
};

/* A sanitizer keeps what was freed; that must not look like growth. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
}

static size_t make_block(char *to, unsigned long number)
{
    return (size_t)snprintf(
        to, BLOCK_BYTES,
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function '_Z%lukernelPf' for 'sm_%u'\n"
        "ptxas info    : Function properties for _Z%lukernelPf\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used %lu registers, used 1 barriers, 360 bytes cmem[0]\n"
        "ptxas info    : Compile time = 1.000 ms\n",
        number, number % 3 == 0 ? 90U : 86U, number, 8 + number % 100);
}

static void produce(int fd, size_t bytes)
{
    FILE *to = fdopen(fd, "w");
    char block[BLOCK_BYTES];
    size_t sent = 0;

    if (to == NULL)
        _exit(1);
    for (unsigned long number = 0; sent < bytes; number++) {
        size_t size = make_block(block, number);

        if (fwrite(block, 1, size, to) != size)
            _exit(1);
        sent += size;
    }
    _exit(fclose(to) == 0 ? 0 : 1);
}

static enum cuocc_status count_kernel(void *ctx, const struct cuocc_kernel *kernel)
{
    size_t *count = ctx;

    *count += cuocc_kernel_has(kernel, CUOCC_FACT_REGS);
    return CUOCC_OK;
}

/* @return the most memory this process ever had, in KiB */
static long read_through_pipe(size_t bytes, size_t *kernels)
{
    const struct cuocc_kernel_sink sink = {.ctx = kernels, .kernel = count_kernel};
    struct cuocc_error error;
    struct rusage usage;
    int ends[2];
    int child_status;
    pid_t child;

    *kernels = 0;
    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)close(ends[0]);
        produce(ends[1], bytes);
    }
    (void)close(ends[1]);
    assert_true(dup2(ends[0], STDIN_FILENO) >= 0);
    (void)close(ends[0]);
    assert_int_equal(cuocc_kernels_read("-", &sink, &error), CUOCC_OK);
    assert_int_equal(waitpid(child, &child_status, 0), child);
    assert_int_equal(child_status, 0);
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static void memory_does_not_grow_with_the_log(void **state)
{
    size_t few;
    size_t many;
    long first = read_through_pipe(FIRST_BYTES, &few);
    long second = read_through_pipe(SECOND_BYTES, &many);

    (void)state;
    print_message("%zu kernels in %ld KiB, %zu kernels in %ld KiB\n", few, first, many, second);
    assert_true(many > few * 3);
    assert_in_range(second - first, 0, MOST_GROWTH_KIB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_does_not_grow_with_the_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Nanoseconds per launch: cuocc_solve() against NVIDIA's calculator on the same random launches. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "header_side.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    PASSES = 200,
    ROUNDS = 5
};

static struct cuocc_launch launches[BENCH_LAUNCHES];
static const struct cuocc_device *device;

static uint64_t our_pass(void)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < BENCH_LAUNCHES; i++) {
        struct cuocc_result result;

        if (cuocc_solve(device, &launches[i], &result) == CUOCC_OK)
            sum += result.active_blocks;
        use(&result);
    }
    return sum;
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double nanoseconds_per_launch(uint64_t (*pass)(void), uint64_t *sum)
{
    double start = seconds_now();

    *sum = pass();
    return (seconds_now() - start) * 1e9 / BENCH_LAUNCHES;
}

/* A fixed sequence (Numerical Recipes), the same for both sides and every run. */
static void draw_launches(void)
{
    uint32_t seed = 1;
    uint32_t draws[3];

    for (size_t i = 0; i < BENCH_LAUNCHES; i++) {
        for (size_t k = 0; k < 3; k++) {
            seed = seed * 1664525U + 1013904223U;
            draws[k] = seed >> 8;
        }
        launches[i] = test_launch(1 + draws[0] % 1024, 1 + draws[1] % 255,
                                  draws[2] % device->smem_per_block_optin_bytes);
    }
}

static void keep_least(double *least, double value)
{
    if (value < *least)
        *least = value;
}

/* The best of many short rounds, in turn: what disturbs a round only ever makes it longer. */
static int measure(const char *name)
{
    uint64_t our_sum = 0, their_sum = 0;
    double ours = 1e9, theirs = 1e9;
    bool has_header;

    device = test_device(name);
    draw_launches();
    has_header = header_side_prepare(device, launches);
    for (int round = 0; round < ROUNDS; round++) {
        keep_least(&ours, nanoseconds_per_launch(our_pass, &our_sum));
        if (has_header)
            keep_least(&theirs, nanoseconds_per_launch(header_side_pass, &their_sum));
    }
    if (!has_header) {
        printf("%-7s ours %5.1f ns, no cuda_occupancy.h to compare with\n", name, ours);
        return 0;
    }
    printf("%-7s ours %5.1f ns, header %5.1f ns, ratio %.2f\n", name, ours, theirs, ours / theirs);
    if (our_sum == their_sum)
        return 0;
    printf("        but the answers differ: %" PRIu64 " and %" PRIu64 "\n", our_sum, their_sum);
    return 1;
}

int main(void)
{
    static const char *const names[] = {"sm_61", "sm_75", "sm_80", "sm_89", "sm_90", "sm_120"};
    int differences = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        differences += measure(names[i]);
    return differences > 0;
}

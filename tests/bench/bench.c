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
    }
    return sum;
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The best of some rounds: what disturbs a round only ever makes it longer. */
static double nanoseconds_per_launch(uint64_t (*pass)(void), uint64_t *sum)
{
    double best = 1e9;

    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds_now();
        double seconds;

        *sum = 0;
        for (int i = 0; i < PASSES; i++)
            *sum += pass();
        seconds = seconds_now() - start;
        if (seconds < best)
            best = seconds;
    }
    return best * 1e9 / PASSES / BENCH_LAUNCHES;
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

static int measure(const char *name)
{
    uint64_t our_sum, their_sum;
    double ours, theirs;

    device = test_device(name);
    draw_launches();
    ours = nanoseconds_per_launch(our_pass, &our_sum);
    if (!header_side_prepare(device, launches)) {
        printf("%-7s ours %5.1f ns, no cuda_occupancy.h to compare with\n", name, ours);
        return 0;
    }
    theirs = nanoseconds_per_launch(header_side_pass, &their_sum);
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

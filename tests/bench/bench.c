/* SPDX-License-Identifier: MIT */
/*
 * Nanoseconds per launch: NVIDIA's calculator, cuocc_solve(), the prepared solver's single call and
 * its grid call, in one run on the same random launches. docs/performance.md has the results.
 *
 *   bench            all of it, with ratios to the header
 *   bench WHO COUNT  only WHO (header, solve, blocks, grid) over COUNT passes on sm_89, for a tool
 *                    that counts instructions
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuocc/prepared.h"
#include "header_side.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    ROUNDS = 25,
    MOST_CELLS = 32 * 255 * 256
};

static struct cuocc_launch launches[BENCH_LAUNCHES];
static uint64_t places[BENCH_LAUNCHES]; /* of the launches in the sweep */
static const struct cuocc_device *device;
static struct cuocc_solver solver;

/* --- the sweep that the launches are drawn from ---------------------------------------------- */

static struct cuocc_span block_span = {.first = 32, .last = 1024, .step = 32, .y = 1, .z = 1};
static struct cuocc_span regs_span = {.first = 1, .last = 255, .step = 1};
static struct cuocc_span smem_span = {.first = 0, .step = 1024};
static struct cuocc_sweep sweep = {
    .base = CUOCC_LAUNCH_INIT,
    .block = {&block_span, 1},
    .regs = {&regs_span, 1},
    .smem = {&smem_span, 1},
};
static uint8_t grid_blocks[MOST_CELLS];
static uint8_t grid_limiters[MOST_CELLS];

/* A fixed sequence (Numerical Recipes), the same for all sides and every run. */
static void draw_launches(void)
{
    uint64_t count;
    uint32_t seed = 1;

    smem_span.last = device->smem_per_block_optin_bytes;
    count = cuocc_sweep_count(&sweep);
    for (size_t i = 0; i < BENCH_LAUNCHES; i++) {
        seed = seed * 1664525U + 1013904223U;
        places[i] = (uint64_t)(seed >> 8) * count >> 24;
        cuocc_sweep_launch(&sweep, places[i], &launches[i]);
    }
}

/* --- the contestants: one pass each, returning the sum of active blocks ---------------------- */

static uint64_t solve_pass(void)
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

static uint64_t blocks_pass(void)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < BENCH_LAUNCHES; i++) {
        struct cuocc_blocks result;

        if (cuocc_solver_blocks(&solver, &launches[i], &result) == CUOCC_OK)
            sum += result.active_blocks;
        use(&result);
    }
    return sum;
}

/* Its sum is made outside the time: it reads from all over the arrays. */
static uint64_t grid_pass(void)
{
    (void)cuocc_sweep_blocks(device, &sweep, grid_blocks, grid_limiters);
    use(grid_blocks);
    return 0;
}

static uint64_t grid_sum(void)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < BENCH_LAUNCHES; i++)
        sum += grid_blocks[places[i]];
    return sum;
}

static const struct contestant {
    const char *name;
    uint64_t (*pass)(void);
    bool is_grid; /* solves the whole sweep in a pass, not only the launches drawn */
} contestants[] = {
    {"header", header_side_pass, false},
    {"solve", solve_pass, false},
    {"blocks", blocks_pass, false},
    {"grid", grid_pass, true},
};

enum {
    HEADER,
    CONTESTANTS = sizeof(contestants) / sizeof(contestants[0])
};

/* --- measuring ------------------------------------------------------------------------------- */

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double nanoseconds_per_launch(const struct contestant *contestant, uint64_t *sum)
{
    uint64_t count = contestant->is_grid ? cuocc_sweep_count(&sweep) : BENCH_LAUNCHES;
    double start = seconds_now();

    *sum = contestant->pass();
    return (seconds_now() - start) * 1e9 / (double)count;
}

static bool prepare(const char *name)
{
    device = test_device(name);
    cuocc_solver_prepare(device, &solver);
    draw_launches();
    return header_side_prepare(device, launches);
}

/* The best of many short rounds, in turn: what disturbs a round only ever makes it longer. */
static int measure(const char *name)
{
    bool has_header = prepare(name);
    size_t first = has_header ? HEADER : HEADER + 1;
    double best[CONTESTANTS] = {0};
    uint64_t sums[CONTESTANTS] = {0};
    int differences = 0;

    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = first; i < CONTESTANTS; i++) {
            double time = nanoseconds_per_launch(&contestants[i], &sums[i]);

            best[i] = round == 0 || time < best[i] ? time : best[i];
        }
    sums[CONTESTANTS - 1] = grid_sum();
    printf("%-7s", name);
    for (size_t i = first; i < CONTESTANTS; i++) {
        printf("  %s %6.3f ns", contestants[i].name, best[i]);
        if (has_header && i != HEADER)
            printf(" (%.1fx)", best[HEADER] / best[i]);
        differences += sums[i] != sums[CONTESTANTS - 1];
    }
    printf("%s\n", has_header ? "" : "  no cuda_occupancy.h to compare with");
    if (differences > 0)
        printf("        but the answers differ\n");
    return differences;
}

/* Returns 2 if there is no such contestant. */
static int run_one(const char *who, long passes)
{
    if (!prepare("sm_89") && strcmp(who, "header") == 0)
        return 2;
    for (size_t i = 0; i < CONTESTANTS; i++) {
        if (strcmp(contestants[i].name, who) != 0)
            continue;
        for (long pass = 0; pass < passes; pass++)
            use(&(uint64_t){contestants[i].pass()});
        printf("%" PRIu64 "\n",
               contestants[i].is_grid ? cuocc_sweep_count(&sweep) : (uint64_t)BENCH_LAUNCHES);
        return 0;
    }
    return 2;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"sm_61", "sm_75", "sm_80", "sm_89", "sm_90", "sm_120"};
    int differences = 0;

    if (argc == 3)
        return run_one(argv[1], strtol(argv[2], NULL, 10));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        differences += measure(names[i]);
    return differences > 0;
}

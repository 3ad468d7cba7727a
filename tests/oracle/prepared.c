/* SPDX-License-Identifier: MIT */
/* The prepared solver against cuocc_solve(), point by point, for every device of the database. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/prepared.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    MOST_PRINTED = 20,
    PAST_OPTIN_BYTES = 2048,
    MOST_BLOCK = 1026,
    MOST_REGS = 257
};

struct comparison {
    const struct cuocc_device *dev;
    struct cuocc_solver solver;
    uint32_t thinning;
    uint64_t points;
    uint64_t differences;
};

static void note(struct comparison *c, const struct cuocc_launch *launch, uint32_t blocks,
                 uint32_t limiters, const struct cuocc_result *expected)
{
    char ours[80], theirs[80];

    if (++c->differences > MOST_PRINTED)
        return;
    test_print_command(stdout, c->dev, launch);
    printf("\n    prepared: %" PRIu32 " by %s, cuocc_solve: %" PRIu32 " by %s\n", blocks,
           test_limiter_names(limiters, ours), expected->active_blocks,
           test_limiter_names(expected->limiters, theirs));
}

static void compare_point(struct comparison *c, const struct cuocc_launch *launch)
{
    struct cuocc_result expected = {.active_blocks = 0};
    struct cuocc_blocks found = {.active_blocks = 0};
    enum cuocc_status status = cuocc_solve(c->dev, launch, &expected);

    c->points++;
    if (cuocc_solver_blocks(&c->solver, launch, &found) != status ||
        found.active_blocks != expected.active_blocks ||
        found.active_warps != expected.active_warps || found.limiters != expected.limiters)
        note(c, launch, found.active_blocks, found.limiters, &expected);
}

static void compare_registers(struct comparison *c)
{
    for (uint32_t threads = 0; threads <= MOST_BLOCK; threads++)
        for (uint32_t regs = 0; regs <= MOST_REGS; regs += c->thinning) {
            const struct cuocc_launch launch = test_launch(threads, regs, 0);

            compare_point(c, &launch);
        }
}

/* Every byte, with every percentage at the finest allocation unit and a byte more. */
static void compare_shared(struct comparison *c)
{
    uint32_t last = c->dev->smem_per_block_optin_bytes + PAST_OPTIN_BYTES;

    for (uint32_t bytes = 0; bytes <= last; bytes += c->thinning) {
        struct cuocc_launch launch = test_launch(64, 24, bytes);

        compare_point(c, &launch);
        for (int32_t percent = -2; percent <= 101 && bytes % 128 < 2; percent++) {
            launch.carveout_percent = percent;
            compare_point(c, &launch);
        }
    }
}

static void compare_barriers(struct comparison *c)
{
    for (uint32_t threads = 1; threads <= MOST_BLOCK; threads += c->thinning)
        for (uint32_t barriers = 0; barriers <= 18; barriers++) {
            struct cuocc_launch launch = test_launch(threads, CUOCC_NOT_GIVEN, 0);

            launch.barriers_per_block = barriers < 18 ? barriers : CUOCC_NOT_GIVEN;
            compare_point(c, &launch);
        }
}

/* A fixed linear congruence (Numerical Recipes). */
static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (*seed >> 8) % below;
}

/* Every member at once, each often at its edge or past it. */
static void compare_mixtures(struct comparison *c, uint32_t points)
{
    const struct cuocc_device *dev = c->dev;
    static const uint32_t extremes[] = {0, 1, 65535, 65536, UINT32_MAX - 1, UINT32_MAX};
    uint32_t seed = 1;

    for (uint32_t i = 0; i < points; i++) {
        struct cuocc_launch launch = CUOCC_LAUNCH_INIT;
        uint32_t *const members[] = {
            &launch.block_dim[0],         &launch.block_dim[1],
            &launch.block_dim[2],         &launch.regs_per_thread,
            &launch.smem_per_block_bytes, &launch.static_smem_per_block_bytes,
            &launch.barriers_per_block,   &launch.cluster_blocks,
            &launch.grid_dim[0],          &launch.launch_bounds_threads,
            &launch.grid_dim[2],          &launch.carveout_bytes,
        };

        launch.block_dim[0] = 1 + draw(&seed, 96);
        launch.block_dim[1] = 1 + draw(&seed, 12);
        launch.regs_per_thread = draw(&seed, 256);
        launch.smem_per_block_bytes = draw(&seed, dev->smem_per_block_optin_bytes + 1024);
        launch.static_smem_per_block_bytes = draw(&seed, launch.smem_per_block_bytes + 1);
        launch.barriers_per_block = draw(&seed, 17);
        if (dev->smem_carveout_count > 0)
            launch.carveout_percent = (int32_t)draw(&seed, 102) - 1;
        if (draw(&seed, 4) == 0)
            *members[draw(&seed, sizeof(members) / sizeof(members[0]))] =
                extremes[draw(&seed, sizeof(extremes) / sizeof(extremes[0]))];
        if (draw(&seed, 4) == 0)
            launch.launch_bounds_threads = draw(&seed, 1024);
        if (draw(&seed, 8) == 0)
            launch.cluster_blocks = draw(&seed, 20);
        compare_point(c, &launch);
    }
}

/* --- sweeps ---------------------------------------------------------------------------------- */

/* The arrays end in a mark, which a grid call must leave alone. */
#define MARK 0xa5

static void compare_cells(struct comparison *c, const struct cuocc_sweep *sweep,
                          const uint8_t *blocks, const uint8_t *limiters, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        struct cuocc_launch launch;
        struct cuocc_result expected;

        cuocc_sweep_launch(sweep, i, &launch);
        c->points++;
        if (cuocc_solve(c->dev, &launch, &expected) != CUOCC_OK ||
            expected.active_blocks != blocks[i] || expected.limiters != limiters[i])
            note(c, &launch, blocks[i], limiters[i], &expected);
    }
    if (limiters[count] != MARK || blocks[count] != MARK) {
        printf("%s: a grid call wrote past its end\n", c->dev->name);
        c->differences++;
    }
}

static void compare_sweep(struct comparison *c, const struct cuocc_sweep *sweep)
{
    uint64_t count = cuocc_sweep_count(sweep);
    uint8_t *blocks = malloc(count + 1);
    uint8_t *limiters = malloc(count + 1);

    if (!blocks || !limiters) {
        puts("out of memory");
        exit(EXIT_FAILURE);
    }
    blocks[count] = limiters[count] = MARK;
    if (cuocc_sweep_blocks(c->dev, sweep, blocks, limiters) == CUOCC_OK) {
        compare_cells(c, sweep, blocks, limiters, count);
    } else {
        printf("%s: a grid call refuses its sweep\n", c->dev->name);
        c->differences++;
    }
    free(blocks);
    free(limiters);
}

#define SPAN(first_, last_, step_)                                                                 \
    {                                                                                              \
        .first = (first_), .last = (last_), .step = (step_), .y = 1, .z = 1                        \
    }
#define SET(spans_)                                                                                \
    {                                                                                              \
        .spans = (spans_), .span_count = sizeof(spans_) / sizeof((spans_)[0])                      \
    }

static void compare_sweeps(struct comparison *c)
{
    uint32_t optin = c->dev->smem_per_block_optin_bytes;
    const struct cuocc_span blocks[] = {SPAN(1, MOST_BLOCK, c->thinning)};
    const struct cuocc_span shapes[] = {{.first = 1, .last = 1025, .step = 64, .y = 4, .z = 2},
                                        {.first = 8, .last = 8, .step = 1, .y = 2, .z = 65}};
    const struct cuocc_span regs[] = {SPAN(0, MOST_REGS, c->thinning), SPAN(32, 32, 1)};
    const struct cuocc_span kib[] = {SPAN(0, optin + 2048, 1024 * c->thinning)};
    const struct cuocc_span bytes[] = {SPAN(0, optin + 64, c->thinning)};
    const struct cuocc_span per_thread[] = {
        {.first = 512, .last = 8192, .step = 512, .per_thread_bytes = 8}};
    struct cuocc_sweep sweeps[] = {
        {.block = SET(blocks), .regs = SET(regs), .smem = SET(kib)},
        {.block = SET(blocks), .regs = SET(regs)},
        {.block = SET(shapes), .regs = SET(regs), .smem = SET(per_thread), .smem_is_dynamic = true},
        {.regs = SET(regs)},
        {.smem = SET(bytes)},
        {.block = SET(shapes), .smem = SET(bytes)},
        {.block = SET(blocks)},
    };

    for (size_t i = 0; i < sizeof(sweeps) / sizeof(sweeps[0]); i++) {
        sweeps[i].base = test_launch(96, 40, 4096);
        sweeps[i].base.barriers_per_block = (uint32_t)i;
        sweeps[i].base.launch_bounds_threads = i == 3 ? 64 : 0;
        compare_sweep(c, &sweeps[i]);
    }
}

static uint64_t compare_device(const struct cuocc_device *dev, uint32_t thinning)
{
    static struct comparison c;

    c = (struct comparison){.dev = dev, .thinning = thinning};
    cuocc_solver_prepare(dev, &c.solver);
    compare_registers(&c);
    compare_shared(&c);
    compare_barriers(&c);
    compare_mixtures(&c, 1000000 / thinning);
    compare_sweeps(&c);
    printf("%-10s %10" PRIu64 " points %4" PRIu64 " differences\n", dev->name, c.points,
           c.differences);
    return c.differences;
}

/* Devices whose numbers do not fit the tables: answered all the same. */
static uint64_t compare_odd_devices(uint32_t thinning)
{
    struct cuocc_device dev = *test_device("sm_89");
    uint64_t differences;

    strcpy(dev.name, "unit 96");
    dev.smem_alloc_unit_bytes = 96;
    differences = compare_device(&dev, thinning);
    dev = *test_device("sm_89");
    strcpy(dev.name, "warp 8");
    dev.warp_size_threads = 8;
    dev.max_warps_per_sm = dev.max_threads_per_sm / 8;
    dev.reg_alloc_unit_regs = 8;
    differences += compare_device(&dev, thinning);
    dev = *test_device("sm_90");
    strcpy(dev.name, "narrow");
    dev.max_block_x_threads = 100;
    dev.max_barriers_per_block = 5;
    dev.max_regs_per_thread = 60;
    return differences + compare_device(&dev, thinning);
}

int main(int argc, char **argv)
{
    /* A prime, so that a thinned run meets every residue of the units. */
    uint32_t thinning = argc > 1 && strcmp(argv[1], "--quick") == 0 ? 97 : 1;
    uint64_t differences = 0;

    for (size_t i = 0; i < test_device_count(); i++)
        differences += compare_device(test_device_at(i), thinning);
    differences += compare_device(test_abstract_device(), thinning);
    differences += compare_odd_devices(thinning);
    return differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* SPDX-License-Identifier: MIT */
/* Ours against NVIDIA's cuda_occupancy.h, point by point, for every device of the database. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "header_calculator.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    EXIT_SKIPPED = 77,
    MOST_PRINTED = 20,
    PAST_OPTIN_BYTES = 2048,
    MOST_BLOCK = 1025
};

/* Where the two differ on purpose: X(NAME, text). The reasons are in docs/validation.md. */
#define LISTED(X)                                                                                  \
    X(REGS_256, "256 registers")           /* the header computes with them from 7.0 on */         \
    X(STALE_LIMITERS, "stale limiters")    /* it keeps those from before barriers were counted */  \
    X(NO_CARVEOUT, "nothing to configure") /* it ignores a carve-out on 5.x and 6.x */

enum verdict {
#define VERDICT(name, text) name,
    LISTED(VERDICT)
#undef VERDICT
    SAME,
    DIFFERENT,
    VERDICTS
};

struct tally {
    uint64_t points;
    uint64_t counts[VERDICTS];
};

struct comparison {
    const struct cuocc_device *dev;
    struct tally tally;
};

/* The limits that both know. */
static const enum cuocc_limit common[] = {CUOCC_LIMIT_WARPS, CUOCC_LIMIT_BLOCKS,
                                          CUOCC_LIMIT_REGISTERS, CUOCC_LIMIT_SHARED,
                                          CUOCC_LIMIT_BARRIERS};

enum {
    COMMON = sizeof(common) / sizeof(common[0])
};

static bool limits_agree(const struct cuocc_result *ours, const struct header_answer *theirs,
                         uint32_t except)
{
    for (size_t i = 0; i < COMMON; i++)
        if ((except >> common[i] & 1U) == 0 &&
            ours->block_limit[common[i]] != theirs->block_limit[common[i]])
            return false;
    /* Ours names threads and warps apart; whole warps never allow more blocks than threads do. */
    return ours->block_limit[CUOCC_LIMIT_THREADS] >= ours->block_limit[CUOCC_LIMIT_WARPS] &&
           ours->block_limit[CUOCC_LIMIT_CLUSTER] == CUOCC_UNLIMITED;
}

static bool allocations_agree(const struct cuocc_result *ours, const struct header_answer *theirs)
{
    uint64_t regs = ours->per_block[CUOCC_LIMIT_REGISTERS];

    return (regs == UINT64_MAX ? 0 : regs) == theirs->regs_per_block &&
           ours->per_block[CUOCC_LIMIT_SHARED] == theirs->smem_per_block_bytes;
}

/* The header's set as it should be: the limits that equal its own answer. */
static uint32_t limiters_at_answer(const struct header_answer *theirs)
{
    uint32_t limiters = 0;

    for (size_t i = 0; i < COMMON; i++)
        if (theirs->block_limit[common[i]] == theirs->active_blocks)
            limiters |= 1U << common[i];
    return limiters;
}

static enum verdict judge(const struct cuocc_launch *launch, const struct cuocc_result *ours,
                          const struct header_answer *theirs)
{
    uint32_t limiters = ours->limiters & ~(1U << CUOCC_LIMIT_THREADS);
    const uint32_t regs_bit = 1U << CUOCC_LIMIT_REGISTERS;
    const uint32_t barriers_bit = 1U << CUOCC_LIMIT_BARRIERS;

    if (!allocations_agree(ours, theirs))
        return DIFFERENT;
    if (launch->regs_per_thread == 256 && theirs->block_limit[CUOCC_LIMIT_REGISTERS] > 0)
        return limits_agree(ours, theirs, regs_bit) && ours->active_blocks == 0 &&
                       ours->block_limit[CUOCC_LIMIT_REGISTERS] == 0
                   ? REGS_256
                   : DIFFERENT;
    if (!limits_agree(ours, theirs, 0) || ours->active_blocks != theirs->active_blocks ||
        limiters != limiters_at_answer(theirs))
        return DIFFERENT;
    if (limiters == theirs->limiters)
        return SAME;
    /* Only barriers may be the limit here: they alone are counted last. */
    return limiters == barriers_bit && (theirs->limiters & barriers_bit) != 0 ? STALE_LIMITERS
                                                                              : DIFFERENT;
}

static void print_difference(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                             const struct cuocc_result *ours, const struct header_answer *theirs)
{
    char a[80], b[80];

    test_print_command(stdout, dev, launch);
    printf("\n    blocks %" PRIu32 " header %" PRIu32 ", limiters %s header %s",
           ours->active_blocks, theirs->active_blocks, test_limiter_names(ours->limiters, a),
           test_limiter_names(theirs->limiters, b));
    for (size_t i = 0; i < COMMON; i++)
        if (ours->block_limit[common[i]] != theirs->block_limit[common[i]])
            printf(", %s %" PRIu32 " header %" PRIu32, cuocc_limit_info(common[i])->key,
                   ours->block_limit[common[i]], theirs->block_limit[common[i]]);
    printf(", allocated %" PRIu64 " registers header %" PRIu64 ", %" PRIu64 " B header %" PRIu64
           "\n",
           ours->per_block[CUOCC_LIMIT_REGISTERS], theirs->regs_per_block,
           ours->per_block[CUOCC_LIMIT_SHARED], theirs->smem_per_block_bytes);
}

static void compare_point(struct comparison *c, const struct cuocc_launch *launch)
{
    struct cuocc_result ours;
    struct header_answer theirs;
    enum verdict verdict = DIFFERENT;
    bool we_answer = cuocc_solve(c->dev, launch, &ours) == CUOCC_OK;
    bool they_answer = header_solve(c->dev, launch, &theirs);
    bool both_answer = we_answer && they_answer;

    if (both_answer)
        verdict = judge(launch, &ours, &theirs);
    else if (they_answer && c->dev->smem_carveout_count == 0 && launch->carveout_percent >= 0)
        verdict = NO_CARVEOUT;
    c->tally.points++;
    c->tally.counts[verdict]++;
    if (verdict != DIFFERENT || c->tally.counts[DIFFERENT] > MOST_PRINTED)
        return;
    if (both_answer) {
        print_difference(c->dev, launch, &ours, &theirs);
    } else {
        test_print_command(stdout, c->dev, launch);
        printf("\n    no answer from one of the two\n");
    }
}

/* Every block size x every register count. */
static void compare_registers(struct comparison *c, uint32_t thinning)
{
    for (uint32_t threads = 1; threads <= MOST_BLOCK; threads += thinning)
        for (uint32_t regs = 0; regs <= 256; regs++) {
            const struct cuocc_launch launch = test_launch(threads, regs, 0);

            compare_point(c, &launch);
        }
}

static void compare_bytes(struct comparison *c, struct cuocc_launch launch, uint32_t static_percent,
                          uint32_t first, uint32_t last, uint32_t step)
{
    for (uint32_t bytes = first; bytes <= last; bytes += step) {
        launch.smem_per_block_bytes = bytes;
        launch.static_smem_per_block_bytes = (uint32_t)((uint64_t)bytes * static_percent / 100);
        compare_point(c, &launch);
    }
}

/* Byte by byte past the most that a block may ask for; around that edge no byte is left out. */
static void compare_shared(struct comparison *c, uint32_t thinning)
{
    uint32_t edge = c->dev->smem_per_block_optin_bytes - PAST_OPTIN_BYTES / 8;
    static const struct {
        uint32_t threads, regs, static_percent;
    } rows[] = {{32, CUOCC_NOT_GIVEN, 0}, {64, 40, 0},   {256, 48, 0}, {1024, 32, 0},
                {128, 24, 100},           {128, 24, 50}, {512, 64, 7}};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct cuocc_launch launch = test_launch(rows[i].threads, rows[i].regs, 0);

        compare_bytes(c, launch, rows[i].static_percent, 0, edge - 1, thinning);
        compare_bytes(c, launch, rows[i].static_percent, edge, edge + PAST_OPTIN_BYTES, 1);
    }
}

/* Every percentage x shared memory in steps of the finest allocation unit, and of a byte more. */
static void compare_carveouts(struct comparison *c, uint32_t thinning)
{
    static const struct {
        uint32_t threads, regs, step;
    } rows[] = {{32, 32, 128}, {256, 32, 128}, {32, 8, 129}, {256, 8, 129}};
    uint32_t last = c->dev->smem_per_block_optin_bytes + PAST_OPTIN_BYTES;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (int32_t percent = -1; percent <= 100; percent++) {
            struct cuocc_launch launch = test_launch(rows[i].threads, rows[i].regs, 0);

            launch.carveout_percent = percent;
            compare_bytes(c, launch, 0, 0, last, rows[i].step * thinning);
        }
}

static void compare_barriers(struct comparison *c, uint32_t thinning)
{
    static const struct {
        uint32_t regs, smem;
    } rows[] = {{0, 0}, {40, 0}, {64, 4000}};

    for (uint32_t threads = 1; threads <= MOST_BLOCK; threads += thinning)
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
            for (uint32_t barriers = 0; barriers <= 16; barriers++) {
                struct cuocc_launch launch = test_launch(threads, rows[i].regs, rows[i].smem);

                launch.barriers_per_block = barriers;
                compare_point(c, &launch);
            }
}

/* Everything at once, at points spread by a fixed linear congruence (Numerical Recipes). */
static void compare_mixtures(struct comparison *c, uint32_t points)
{
    uint32_t seed = 1;
    uint32_t draws[7];

    for (uint32_t i = 0; i < points; i++) {
        struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

        for (size_t k = 0; k < sizeof(draws) / sizeof(draws[0]); k++) {
            seed = seed * 1664525U + 1013904223U;
            draws[k] = seed >> 8;
        }
        launch.block_dim[0] = 1 + draws[0] % 64;
        launch.block_dim[1] = 1 + draws[1] % 16;
        launch.regs_per_thread = draws[2] % 256;
        launch.smem_per_block_bytes = draws[3] % (c->dev->smem_per_block_optin_bytes + 1024);
        launch.static_smem_per_block_bytes = draws[4] % (launch.smem_per_block_bytes + 1);
        launch.barriers_per_block = draws[5] % 17;
        if (c->dev->smem_carveout_count > 0)
            launch.carveout_percent = (int32_t)(draws[6] % 102) - 1;
        compare_point(c, &launch);
    }
}

static void print_tally(const char *name, const struct tally *tally)
{
    static const char *const texts[] = {
#define TEXT(name, text) [name] = (text),
        LISTED(TEXT)
#undef TEXT
    };

    printf("%-7s %9" PRIu64 " points %4" PRIu64 " differences", name, tally->points,
           tally->counts[DIFFERENT]);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        if (tally->counts[i] > 0)
            printf(", listed: %" PRIu64 " %s", tally->counts[i], texts[i]);
    printf("\n");
}

static struct tally compare_device(const struct cuocc_device *dev, uint32_t thinning)
{
    struct comparison c = {.dev = dev};

    compare_registers(&c, thinning);
    compare_shared(&c, thinning);
    compare_carveouts(&c, thinning);
    compare_barriers(&c, thinning);
    compare_mixtures(&c, 400000 / thinning);
    print_tally(dev->name, &c.tally);
    return c.tally;
}

int main(int argc, char **argv)
{
    /* A prime, so that a thinned run meets every residue of the units. */
    uint32_t thinning = argc > 1 && strcmp(argv[1], "--quick") == 0 ? 97 : 1;
    const char *only = argc > 1 && thinning == 1 ? argv[1] : NULL;
    struct tally total = {0};

    if (!header_version()) {
        puts("skipped: built without cuda_occupancy.h (no CUDA toolkit found)");
        return EXIT_SKIPPED;
    }
    printf("cuda_occupancy.h, which knows devices up to %s\n", header_version());
    for (size_t i = 0; i < test_device_count(); i++) {
        struct tally one;

        if (only && strcmp(only, test_device_at(i)->name) != 0)
            continue;
        one = compare_device(test_device_at(i), thinning);
        total.points += one.points;
        for (size_t v = 0; v < VERDICTS; v++)
            total.counts[v] += one.counts[v];
    }
    print_tally("total", &total);
    return total.counts[DIFFERENT] == 0 && total.points > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

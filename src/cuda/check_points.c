/* SPDX-License-Identifier: MIT */
/* The sections that ask for active blocks. */
#include "cuda/check_point.h"

/* Every block size, and one too large. */
#define MOST_THREADS(check) ((check)->dev->max_threads_per_block + 1)

static const uint32_t usual_blocks[] = {1, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1000, 1024};

/* Every block size with a few amounts of dynamic shared memory. */
static enum cuocc_status every_block(struct check *check, const struct probe *probe,
                                     struct numbers sizes)
{
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < sizes.count; i++) {
        for (uint32_t threads = 1; status == CUOCC_OK && threads <= MOST_THREADS(check);
             threads += check->stride) {
            const struct cuocc_launch launch = launch_of_probe(probe, threads, sizes.items[i]);

            status = blocks_point(check, probe, &launch);
        }
    }
    return status;
}

static enum cuocc_status every_block_of_kind(struct check *check, enum probe_kind kind,
                                             struct numbers sizes)
{
    enum cuocc_status status = CUOCC_OK;
    struct probe *probe = NULL;

    while (status == CUOCC_OK && (probe = next_probe(check, probe, kind)) != NULL)
        status = every_block(check, probe, sizes);
    return status;
}

static enum cuocc_status check_registers(struct check *check)
{
    static const uint32_t sizes[] = {0, 1, 1024, 4000, 8192, 20000, 48000};

    return every_block_of_kind(check, PROBE_REGISTERS, NUMBERS(sizes));
}

static enum cuocc_status check_barriers(struct check *check)
{
    static const uint32_t sizes[] = {0, 8192, 20000};

    return every_block_of_kind(check, PROBE_BARRIERS, NUMBERS(sizes));
}

static enum cuocc_status check_bounds(struct check *check)
{
    static const uint32_t sizes[] = {0, 8192, 49152, 49153};
    enum cuocc_status status = every_block_of_kind(check, PROBE_BOUNDS, NUMBERS(sizes));

    return status == CUOCC_OK ? every_block_of_kind(check, PROBE_CLUSTER, NUMBERS(sizes)) : status;
}

/* --- shared memory -----------------------------------------------------------------------------
 */

/* The byte before, at and after each multiple of the allocation unit, to beyond the most. */
static enum cuocc_status every_step(struct check *check, const struct probe *probe,
                                    struct cuocc_launch launch)
{
    uint32_t unit = check->dev->smem_alloc_unit_bytes;
    uint32_t fixed = launch.static_smem_per_block_bytes;
    uint32_t last = check->dev->smem_per_block_optin_bytes + 3 * unit;
    enum cuocc_status status = CUOCC_OK;

    for (uint32_t edge = unit; status == CUOCC_OK && edge <= last; edge += unit * check->stride) {
        for (uint32_t bytes = edge - 1; status == CUOCC_OK && bytes <= edge + 1; bytes++) {
            if (bytes < fixed)
                continue;
            launch.smem_per_block_bytes = bytes;
            status = blocks_point(check, probe, &launch);
        }
    }
    return status;
}

static enum cuocc_status every_step_of(struct check *check, const struct probe *probe)
{
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < sizeof(usual_blocks) / sizeof(usual_blocks[0]);
         i++)
        status = every_step(check, probe, launch_of_probe(probe, usual_blocks[i], 0));
    return status;
}

static enum cuocc_status every_byte_of(struct check *check, const struct probe *probe,
                                       uint32_t threads)
{
    uint32_t last = check->dev->smem_per_block_optin_bytes + 2000;
    enum cuocc_status status = CUOCC_OK;

    for (uint32_t bytes = 0; status == CUOCC_OK && bytes <= last; bytes += check->stride) {
        const struct cuocc_launch launch = launch_of_probe(probe, threads, bytes);

        status = blocks_point(check, probe, &launch);
    }
    return status;
}

static enum cuocc_status check_shared(struct check *check)
{
    static const char names[][PROBE_NAME_SIZE] = {
        "probe_tiny",        "probe_registers_32", "probe_registers_96", "probe_static_4",
        "probe_static_1024", "probe_static_5000",  "probe_static_40000", "probe_static_49152"};
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < sizeof(names) / sizeof(names[0]); i++) {
        struct probe *probe = probe_named(check, names[i]);

        for (int is_opted_in = 0; status == CUOCC_OK && is_opted_in <= 1; is_opted_in++) {
            status = opt_in(check, probe, is_opted_in);
            if (status == CUOCC_OK)
                status = every_step_of(check, probe);
        }
    }
    if (status == CUOCC_OK)
        status = every_byte_of(check, probe_named(check, "probe_registers_32"), 32);
    return status == CUOCC_OK ? every_byte_of(check, probe_named(check, "probe_registers_32"), 256)
                              : status;
}

/* --- carve-outs --------------------------------------------------------------------------------
 */

static enum cuocc_status check_carveout(struct check *check)
{
    static const uint32_t blocks[] = {32, 256};
    struct probe *probe = probe_named(check, "probe_registers_32");
    enum cuocc_status status = opt_in(check, probe, true);

    if (check->dev->smem_carveout_count == 0)
        return status;
    for (int32_t percent = -1; status == CUOCC_OK && percent <= 100; percent++) {
        status = set_carveout(check, probe, percent);
        for (size_t i = 0; status == CUOCC_OK && i < 2; i++) {
            struct cuocc_launch launch = launch_of_probe(probe, blocks[i], 0);

            launch.carveout_percent = percent;
            status = every_step(check, probe, launch);
        }
    }
    return status == CUOCC_OK ? set_carveout(check, probe, -1) : status;
}

/* --- all of these at random ----------------------------------------------------------------------
 */

#define MIXED_PROBES     64
#define MIXED_OF_A_PROBE 8192

/* xorshift32: the same points everywhere. */
static uint32_t draw(uint32_t *state, uint32_t below)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % below;
}

static enum cuocc_status mix_probe(struct check *check, struct probe *probe, uint32_t *state)
{
    bool has_carveout = check->dev->smem_carveout_count > 0 && draw(state, 2) == 1;
    int32_t percent = has_carveout ? (int32_t)draw(state, 101) : -1;
    enum cuocc_status status = opt_in(check, probe, draw(state, 4) > 0);

    if (status == CUOCC_OK && has_carveout)
        status = set_carveout(check, probe, percent);
    for (uint32_t i = 0; status == CUOCC_OK && i < MIXED_OF_A_PROBE; i += check->stride) {
        uint32_t most = most_dynamic(check, probe) >> draw(state, 7);
        struct cuocc_launch launch = launch_of_probe(
            probe, 1 + draw(state, check->dev->max_threads_per_block), draw(state, most + 1));

        launch.carveout_percent = percent;
        status = blocks_point(check, probe, &launch);
    }
    return status == CUOCC_OK && has_carveout ? set_carveout(check, probe, -1) : status;
}

static enum cuocc_status check_mixed(struct check *check)
{
    uint32_t state = 20261130;
    enum cuocc_status status = CUOCC_OK;

    for (uint32_t i = 0; status == CUOCC_OK && i < MIXED_PROBES; i++)
        status =
            mix_probe(check, &check->probes[draw(&state, (uint32_t)check->probe_count)], &state);
    return status;
}

enum cuocc_status check_queries(struct check *check)
{
    static const struct {
        enum check_section section;
        enum cuocc_status (*run)(struct check *check);
    } sections[] = {
        {CHECK_SECTION_REGISTERS, check_registers}, {CHECK_SECTION_SHARED, check_shared},
        {CHECK_SECTION_CARVEOUT, check_carveout},   {CHECK_SECTION_BARRIERS, check_barriers},
        {CHECK_SECTION_BOUNDS, check_bounds},       {CHECK_SECTION_MIXED, check_mixed},
        {CHECK_SECTION_SUGGEST, check_suggest},     {CHECK_SECTION_INVERSE, check_inverse},
        {CHECK_SECTION_CLUSTERS, check_clusters},
    };
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < sizeof(sections) / sizeof(sections[0]); i++) {
        enter_section(check, sections[i].section);
        status = sections[i].run(check);
    }
    return status;
}

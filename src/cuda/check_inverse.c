/* SPDX-License-Identifier: MIT */
/* The questions the other way round: best block sizes, and the most that keeps a number of blocks.
 */
#include "cuda/check_point.h"
#include "cuocc/plan.h"
#include "cuocc/suggest.h"

/* --- best block sizes ------------------------------------------------------------------------ */

static enum cuocc_status suggest_point(struct check *check, const struct probe *probe,
                                       uint32_t dynamic, uint32_t per_thread, uint32_t limit)
{
    struct cuocc_launch launch = launch_of_probe(probe, 1, dynamic);
    struct check_difference difference = {
        .question = "best block size", .options = "--suggest", .number = CUOCC_NOT_GIVEN};
    struct cuocc_candidate best = {0};
    uint32_t threads, grid;
    size_t count;
    enum cuocc_status status = check->cuda->best_block(probe->kernel, dynamic, per_thread, limit,
                                                       &threads, &grid, check->error);

    if (status != CUOCC_OK)
        return status;
    if (limit > 0 && (launch.launch_bounds_threads == 0 || limit < launch.launch_bounds_threads))
        launch.launch_bounds_threads = limit;
    (void)cuocc_suggest(check->dev, &launch, per_thread, &best, 1, &count);
    difference.launch = launch;
    difference.ours = best.threads_per_block;
    difference.driver = threads;
    (void)point(check, &difference);
    difference.question = "blocks of the smallest grid that fills the GPU";
    difference.ours = best.min_grid_blocks;
    difference.driver = grid;
    (void)point(check, &difference);
    return CUOCC_OK;
}

static enum cuocc_status suggest_for_probe(struct check *check, const struct probe *probe)
{
    static const struct {
        uint32_t dynamic, per_thread;
    } sizes[] = {{0, 0}, {4000, 0}, {16384, 0}, {40000, 0}, {100000, 0}, {0, 4}, {0, 16}, {0, 48}};
    static const uint32_t limits[] = {0, 1, 31, 32, 33, 100, 256, 384, 500, 768, 1000, 1024};
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        if (sizes[i].dynamic > most_dynamic(check, probe))
            continue;
        for (size_t k = 0; status == CUOCC_OK && k < sizeof(limits) / sizeof(limits[0]); k++)
            status = suggest_point(check, probe, sizes[i].dynamic, sizes[i].per_thread, limits[k]);
    }
    return status;
}

enum cuocc_status check_suggest(struct check *check)
{
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < check->probe_count; i += small_stride(check)) {
        struct probe *probe = &check->probes[i];

        if (probe->kind == PROBE_CLUSTER)
            continue;
        status = opt_in(check, probe, true);
        if (status == CUOCC_OK)
            status = suggest_for_probe(check, probe);
    }
    return status;
}

/* --- most shared memory ---------------------------------------------------------------------- */

static enum cuocc_status query(const struct check *check, const struct probe *probe,
                               uint32_t threads, uint32_t dynamic, uint32_t *blocks)
{
    return check->cuda->active_blocks(probe->kernel, threads, dynamic, blocks, check->error);
}

/* The driver's own query says whether a size is what was asked for. */
static enum cuocc_status size_point(struct check *check, const struct probe *probe,
                                    const struct cuocc_launch *launch, uint32_t blocks,
                                    uint32_t dynamic, bool is_enough)
{
    struct check_difference difference = {.question = "this size keeps the blocks asked for",
                                          .options = "--target-blocks",
                                          .number = blocks,
                                          .launch = *launch,
                                          .ours = is_enough};
    uint32_t found;
    enum cuocc_status status = query(check, probe, launch->block_dim[0], dynamic, &found);

    difference.driver = found >= blocks;
    if (status == CUOCC_OK)
        (void)point(check, &difference);
    return status;
}

/* NVIDIA's answer to the same question. */
static enum cuocc_status available_point(struct check *check, const struct probe *probe,
                                         const struct cuocc_launch *launch, uint32_t blocks,
                                         uint32_t dynamic)
{
    struct check_difference difference = {.question = "most dynamic shared memory",
                                          .options = "--target-blocks",
                                          .number = blocks,
                                          .launch = *launch,
                                          .ours = dynamic};
    uint32_t available, found = 0;
    enum cuocc_status status = check->cuda->available_smem(
        probe->kernel, blocks, launch->block_dim[0], &available, check->error);

    if (status == CUOCC_ERR_UNSUPPORTED)
        return CUOCC_OK;
    if (status == CUOCC_OK)
        status = query(check, probe, launch->block_dim[0], available, &found);
    if (status != CUOCC_OK)
        return status;
    difference.driver = available;
    if (available > dynamic && found < blocks)
        point_with_finding(check, CHECK_FINDING_AVAILABLE_TOO_MUCH, &difference);
    else if (available < dynamic)
        point_with_finding(check, CHECK_FINDING_AVAILABLE_TOO_LITTLE, &difference);
    else
        (void)point(check, &difference);
    return CUOCC_OK;
}

static enum cuocc_status inverse_points(struct check *check, const struct probe *probe,
                                        uint32_t threads, uint32_t blocks)
{
    struct cuocc_launch launch = launch_of_probe(probe, threads, 0);
    uint32_t bytes, dynamic;
    enum cuocc_status status;

    if (!cuocc_smem_for_blocks(check->dev, &launch, blocks, &bytes) ||
        bytes < launch.static_smem_per_block_bytes)
        return CUOCC_OK;
    dynamic = bytes - launch.static_smem_per_block_bytes;
    status = size_point(check, probe, &launch, blocks, dynamic, true);
    if (status == CUOCC_OK)
        status = size_point(check, probe, &launch, blocks, dynamic + 1, false);
    return status == CUOCC_OK ? available_point(check, probe, &launch, blocks, dynamic) : status;
}

static enum cuocc_status most_shared_memory(struct check *check)
{
    static const char names[][PROBE_NAME_SIZE] = {
        "probe_tiny",          "probe_registers_24", "probe_registers_64", "probe_registers_128",
        "probe_registers_255", "probe_static_1024",  "probe_static_5000",  "probe_static_40000"};
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < sizeof(names) / sizeof(names[0]); i++) {
        struct probe *probe = probe_named(check, names[i]);

        status = opt_in(check, probe, true);
        for (uint32_t threads = 32; threads <= check->dev->max_threads_per_block;
             threads += 32 * small_stride(check)) {
            const struct cuocc_launch launch = launch_of_probe(probe, threads, 0);
            uint32_t most = solve_blocks(check, &launch);

            for (uint32_t blocks = 1; status == CUOCC_OK && blocks <= most; blocks++)
                status = inverse_points(check, probe, threads, blocks);
        }
    }
    return status;
}

/* --- most registers -------------------------------------------------------------------------- */

/* Probes at or below the bound get the blocks asked for, those above it do not. */
static enum cuocc_status register_points(struct check *check, uint32_t threads, uint32_t blocks)
{
    struct probe *probe = NULL;
    enum cuocc_status status = CUOCC_OK;

    while (status == CUOCC_OK && (probe = next_probe(check, probe, PROBE_REGISTERS)) != NULL) {
        const struct cuocc_launch launch = launch_of_probe(probe, threads, 0);
        uint32_t most = cuocc_regs_for_blocks(check->dev, &launch, blocks);

        status = size_point(check, probe, &launch, blocks, 0, launch.regs_per_thread <= most);
    }
    return status;
}

static enum cuocc_status most_registers(struct check *check)
{
    enum cuocc_status status = CUOCC_OK;

    for (uint32_t threads = 32; threads <= check->dev->max_threads_per_block;
         threads += 32 * small_stride(check)) {
        const struct cuocc_launch launch =
            launch_of_probe(probe_named(check, "probe_tiny"), threads, 0);
        uint32_t most = solve_blocks(check, &launch);

        for (uint32_t blocks = 1; status == CUOCC_OK && blocks <= most; blocks++)
            status = register_points(check, threads, blocks);
    }
    return status;
}

enum cuocc_status check_inverse(struct check *check)
{
    enum cuocc_status status = most_shared_memory(check);

    return status == CUOCC_OK ? most_registers(check) : status;
}

/* SPDX-License-Identifier: MIT */
/* A whole sweep at once: each axis solved once, then the least of rows and columns. */
#include <string.h>

#include "core/least.h"
#include "core/regs.h"
#include "cuocc/prepared.h"

/* More than any answer, so that it never is the least. */
#define UNLIMITED8 UINT8_MAX

#define REGS_BIT LIMIT_BIT(CUOCC_LIMIT_REGISTERS)
#define SMEM_BIT LIMIT_BIT(CUOCC_LIMIT_SHARED)
/* The limits that registers and shared memory have no part in. */
#define ROW_BITS (~(REGS_BIT | SMEM_BIT))

_Static_assert(CUOCC_LIMIT_COUNT <= 8, "a bit for each limit in uint8_t");

enum {
    TILE_REGS = 256,
    TILE_SMEM = 1024,
    LANES = 32 /* gcc unrolls loops of up to 16 before it looks for vectors */
};

/* The values of an axis within a tile: what each allows, as long as nothing else counts. */
struct axis {
    uint64_t first; /* of its values in the sweep */
    uint32_t count; /* in the tile */
    uint8_t bit;
    uint8_t blocks[TILE_SMEM];
};

/* A part of a sweep whose two inner axes fit on the stack. */
struct tile {
    const struct cuocc_device *dev;
    const struct cuocc_sweep *sweep;
    uint64_t block_count, regs_count, smem_count; /* of the sweep */
    uint8_t *active_blocks;
    uint8_t *limiters;
    struct axis smem;
    struct axis regs;
    uint32_t regs_per_thread[TILE_REGS];
    bool repeats[TILE_REGS]; /* a warp is given as many registers as for the value before */
    uint32_t warps;          /* of the blocks that regs was solved for; 0: none yet */
};

static uint8_t to_u8(uint32_t blocks)
{
    return blocks < UNLIMITED8 ? (uint8_t)blocks : UNLIMITED8;
}

static uint64_t index_of(const struct tile *tile, uint64_t block, uint64_t reg, uint64_t smem)
{
    return (block * tile->regs_count + reg) * tile->smem_count + smem;
}

/* --- the axes -------------------------------------------------------------------------------- */

/* Whether two counts of registers come to the same for every block. */
static bool are_same_registers(const struct cuocc_device *dev, uint32_t a, uint32_t b)
{
    return a <= dev->max_regs_per_thread && b <= dev->max_regs_per_thread &&
           regs_allocated_per_warp(dev, a) == regs_allocated_per_warp(dev, b);
}

static void load_regs(struct tile *tile, uint64_t first)
{
    uint64_t left = tile->regs_count - first;

    tile->warps = 0;
    tile->regs.first = first;
    tile->regs.count = left < TILE_REGS ? (uint32_t)left : TILE_REGS;
    for (uint32_t i = 0; i < tile->regs.count; i++) {
        struct cuocc_launch launch;

        cuocc_sweep_launch(tile->sweep, index_of(tile, 0, first + i, 0), &launch);
        tile->regs_per_thread[i] = launch.regs_per_thread;
        tile->repeats[i] = i > 0 && are_same_registers(tile->dev, launch.regs_per_thread,
                                                       tile->regs_per_thread[i - 1]);
    }
}

/* The warps of a block alone decide how many blocks registers allow. */
static void solve_regs(struct tile *tile, const struct cuocc_launch *launch, uint32_t warps)
{
    struct cuocc_launch other = *launch;

    if (tile->warps == warps)
        return;
    tile->warps = warps;
    for (uint32_t i = 0; i < tile->regs.count; i++) {
        struct cuocc_result result;

        other.regs_per_thread = tile->regs_per_thread[i];
        if (tile->repeats[i])
            tile->regs.blocks[i] = tile->regs.blocks[i - 1];
        else if (cuocc_solve(tile->dev, &other, &result) == CUOCC_OK)
            tile->regs.blocks[i] = to_u8(result.block_limit[CUOCC_LIMIT_REGISTERS]);
    }
}

static enum cuocc_status solve_smem(struct tile *tile, uint64_t block)
{
    for (uint32_t i = 0; i < tile->smem.count; i++) {
        struct cuocc_launch launch;
        struct cuocc_result result;

        cuocc_sweep_launch(tile->sweep, index_of(tile, block, 0, tile->smem.first + i), &launch);
        if (cuocc_solve(tile->dev, &launch, &result) != CUOCC_OK)
            return CUOCC_ERR_ARGUMENT;
        tile->smem.blocks[i] = to_u8(result.block_limit[CUOCC_LIMIT_SHARED]);
    }
    return CUOCC_OK;
}

/* --- the points ------------------------------------------------------------------------------ */

/* One number against LANES others: all of a sweep's time goes to these few instructions. The count
 * is fixed and there is no branch, so that every compiler makes vector instructions of it. */
static void fill_lanes(struct least row, uint8_t bit, const uint8_t *restrict axis,
                       uint8_t *restrict active_blocks, uint8_t *restrict limiters)
{
    uint8_t row_blocks = (uint8_t)row.blocks;
    uint8_t row_limiters = (uint8_t)row.limiters;

    for (uint32_t i = 0; i < LANES; i++) {
        uint8_t of_row = axis[i] >= row_blocks ? row_limiters : 0;
        uint8_t of_axis = axis[i] <= row_blocks ? bit : 0;

        active_blocks[i] = axis[i] < row_blocks ? axis[i] : row_blocks;
        limiters[i] = of_row | of_axis;
    }
}

static void fill_row(struct least row, const struct axis *axis, uint8_t *active_blocks,
                     uint8_t *limiters)
{
    uint32_t count = axis->count;

    for (uint32_t i = 0; count < LANES && i < count; i++) {
        struct least least = row;

        least_apply(&least, axis->blocks[i], axis->bit);
        active_blocks[i] = (uint8_t)least.blocks;
        limiters[i] = (uint8_t)least.limiters;
    }
    /* The last step ends at the end, over a part of the one before. */
    for (uint32_t i = 0; count >= LANES && i < count; i += LANES) {
        uint32_t at = min_u32(i, count - LANES);

        fill_lanes(row, axis->bit, axis->blocks + at, active_blocks + at, limiters + at);
    }
}

/* Write the first of `count` things, `size` bytes each, over those behind it. */
static void repeat(uint8_t *bytes, size_t size, size_t count)
{
    size_t done = 1;

    while (done < count) {
        size_t more = done < count - done ? done : count - done;

        memcpy(bytes + done * size, bytes, more * size);
        done += more;
    }
}

/* How many rows from this one on are the same, if they lie side by side: those in which registers
 * allow as many blocks. */
static uint32_t count_same_rows(const struct tile *tile, uint32_t first)
{
    uint32_t end = first + 1;

    if (tile->smem.count == tile->smem_count)
        while (end < tile->regs.count && tile->regs.blocks[end] == tile->regs.blocks[first])
            end++;
    return end - first;
}

static void fill_rows(const struct tile *tile, struct least row, uint64_t at)
{
    size_t size = tile->smem_count;
    uint32_t count;

    for (uint32_t i = 0; i < tile->regs.count; i += count, at += count * size) {
        struct least both = row;

        count = count_same_rows(tile, i);
        least_apply(&both, tile->regs.blocks[i], REGS_BIT);
        fill_row(both, &tile->smem, tile->active_blocks + at, tile->limiters + at);
        repeat(tile->active_blocks + at, size, count);
        repeat(tile->limiters + at, size, count);
    }
}

static enum cuocc_status fill_block(struct tile *tile, uint64_t block)
{
    uint64_t at = index_of(tile, block, tile->regs.first, tile->smem.first);
    struct cuocc_launch launch;
    struct cuocc_result result;
    struct least row;

    cuocc_sweep_launch(tile->sweep, at, &launch);
    if (cuocc_solve(tile->dev, &launch, &result) != CUOCC_OK)
        return CUOCC_ERR_ARGUMENT;
    row = least_of(&result, ROW_BITS);
    solve_regs(tile, &launch, result.warps_per_block);
    if (tile->smem_count == 1) {
        least_apply(&row, tile->smem.blocks[0], SMEM_BIT);
        fill_row(row, &tile->regs, tile->active_blocks + at, tile->limiters + at);
        return CUOCC_OK;
    }
    fill_rows(tile, row, at);
    return CUOCC_OK;
}

/* --- the sweep ------------------------------------------------------------------------------- */

static bool depends_on_block(const struct cuocc_set *smem)
{
    for (size_t i = 0; i < smem->span_count; i++)
        if (smem->spans[i].per_thread_bytes > 0)
            return true;
    return false;
}

static enum cuocc_status fill_tile(struct tile *tile, uint64_t first_smem)
{
    uint64_t left = tile->smem_count - first_smem;
    bool has_part_per_thread = depends_on_block(&tile->sweep->smem);
    enum cuocc_status status = CUOCC_OK;

    tile->smem.first = first_smem;
    tile->smem.count = left < TILE_SMEM ? (uint32_t)left : TILE_SMEM;
    for (uint64_t block = 0; status == CUOCC_OK && block < tile->block_count; block++) {
        if (block == 0 || has_part_per_thread)
            status = solve_smem(tile, block);
        if (status == CUOCC_OK)
            status = fill_block(tile, block);
    }
    return status;
}

enum cuocc_status cuocc_sweep_blocks(const struct cuocc_device *dev,
                                     const struct cuocc_sweep *sweep, uint8_t *active_blocks,
                                     uint8_t *limiters)
{
    struct tile tile;
    enum cuocc_status status = CUOCC_OK;

    if (dev->max_blocks_per_sm >= UNLIMITED8)
        return CUOCC_ERR_UNSUPPORTED;
    memset(&tile, 0, sizeof(tile));
    tile.dev = dev;
    tile.sweep = sweep;
    tile.block_count = cuocc_set_count(&sweep->block);
    tile.regs_count = cuocc_set_count(&sweep->regs);
    tile.smem_count = cuocc_set_count(&sweep->smem);
    tile.active_blocks = active_blocks;
    tile.limiters = limiters;
    tile.regs.bit = REGS_BIT;
    tile.smem.bit = SMEM_BIT;
    for (uint64_t reg = 0; reg < tile.regs_count; reg += TILE_REGS) {
        load_regs(&tile, reg);
        for (uint64_t smem = 0; status == CUOCC_OK && smem < tile.smem_count; smem += TILE_SMEM)
            status = fill_tile(&tile, smem);
    }
    return status;
}

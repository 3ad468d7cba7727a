/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes the solver and what is built on it: a device of the database, as it is or with members
 * changed within the rules, and a launch. More of anything never gives more blocks, and every bound
 * that is named is reached by it and not by one more.
 */
#include "fuzz_bytes.h"
#include "fuzz_launch.h"

#include "cuocc/device_fields.h"
#include "cuocc/ladder.h"
#include "cuocc/plan.h"
#include "cuocc/target.h"
#include "test_devices.h"

static void change_field(struct fuzz_bytes *in, struct cuocc_device *dev)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);
    const struct cuocc_device_field *field = &fields[fuzz_u8(in) % count];
    uint32_t value = fuzz_between(in, field->min, field->max);

    if (field->kind == CUOCC_FIELD_SIZES) {
        dev->smem_carveout_count = 0;
        return;
    }
    *(uint32_t *)(void *)((char *)dev + field->offset) = value;
}

/* @return whether it is a device at all. */
static bool make_device(struct fuzz_bytes *in, struct cuocc_device *dev)
{
    *dev = *test_device_at(fuzz_u8(in) % test_device_count());
    for (uint32_t changes = fuzz_u8(in) % 6; changes > 0; changes--)
        change_field(in, dev);
    /* Members that a rule ties together would hardly ever fit by chance. */
    dev->max_threads_per_sm = dev->max_warps_per_sm * dev->warp_size_threads;
    if (dev->smem_carveout_count > 0)
        dev->smem_per_sm_bytes = dev->smem_carveout_bytes[dev->smem_carveout_count - 1];
    return cuocc_device_check(dev, NULL, NULL) == CUOCC_OK;
}

static struct cuocc_launch make_launch(struct fuzz_bytes *in, const struct cuocc_device *dev)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;
    uint32_t shape = fuzz_u8(in);

    launch.block_dim[0] = (shape & 1U) != 0 ? fuzz_u32(in) : fuzz_between(in, 1, 1100);
    launch.block_dim[1] = (shape & 2U) != 0 ? fuzz_u32(in) : 1;
    launch.block_dim[2] = (shape & 4U) != 0 ? fuzz_between(in, 1, 70) : 1;
    launch.regs_per_thread = (shape & 8U) != 0 ? fuzz_u32(in) : fuzz_u8(in);
    launch.smem_per_block_bytes =
        (shape & 16U) != 0 ? fuzz_u32(in) : fuzz_between(in, 0, dev->smem_per_block_optin_bytes);
    launch.barriers_per_block = (shape & 32U) != 0 ? fuzz_u32(in) : fuzz_u8(in) % 17;
    if ((shape & 64U) != 0)
        launch.carveout_percent = (int32_t)(fuzz_u8(in) % 104) - 2;
    if ((shape & 128U) != 0) {
        launch.cluster_blocks = fuzz_u8(in) % 20;
        launch.launch_bounds_threads = fuzz_u32(in) % 1100;
        launch.static_smem_per_block_bytes = fuzz_u32(in) % 50000;
        launch.grid_dim[0] = fuzz_u32(in);
    }
    return launch;
}

/* Active blocks; UINT32_MAX where the launch is none. */
static uint32_t blocks_of(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    struct cuocc_result result;

    return cuocc_solve(dev, launch, &result) == CUOCC_OK ? result.active_blocks : UINT32_MAX;
}

/* Saturating, so that more stays more; "not given" is not reached. */
static uint32_t more(uint32_t value, uint32_t by)
{
    return value > UINT32_MAX - 1 - by ? UINT32_MAX - 1 : value + by;
}

static void check_more(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                       uint32_t blocks, struct fuzz_bytes *in)
{
    uint32_t by = 1 + fuzz_u8(in) * fuzz_u8(in);
    struct cuocc_launch grown = *launch;

    grown.block_dim[0] = more(grown.block_dim[0], by);
    FUZZ_CHECK(blocks_of(dev, &grown) <= blocks);
    grown = *launch;
    if (grown.regs_per_thread != CUOCC_NOT_GIVEN && grown.regs_per_thread != 0)
        grown.regs_per_thread = more(grown.regs_per_thread, by);
    FUZZ_CHECK(blocks_of(dev, &grown) <= blocks);
    grown = *launch;
    if (grown.barriers_per_block != CUOCC_NOT_GIVEN && grown.barriers_per_block != 0)
        grown.barriers_per_block = more(grown.barriers_per_block, by);
    FUZZ_CHECK(blocks_of(dev, &grown) <= blocks);
    /* A carve-out is a wish; a block that outgrows it gets a larger one, with room for more. */
    grown = *launch;
    grown.smem_per_block_bytes = more(grown.smem_per_block_bytes, by);
    if (launch->carveout_percent == -1)
        FUZZ_CHECK(blocks_of(dev, &grown) <= blocks);
}

/* Each bound of the room keeps the blocks, and one more does not. */
static void check_headroom(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                           const struct cuocc_result *result)
{
    struct cuocc_launch grown = *launch;
    struct cuocc_headroom room;

    cuocc_headroom(dev, launch, result, &room);
    if (result->active_blocks == 0) {
        FUZZ_CHECK(room.regs_per_thread == CUOCC_NOT_GIVEN);
        FUZZ_CHECK(room.smem_per_block_bytes == CUOCC_NOT_GIVEN);
        return;
    }
    grown.regs_per_thread = room.regs_per_thread;
    FUZZ_CHECK(blocks_of(dev, &grown) == result->active_blocks);
    grown.regs_per_thread++;
    FUZZ_CHECK(blocks_of(dev, &grown) < result->active_blocks);
    grown = *launch;
    grown.smem_per_block_bytes = room.smem_per_block_bytes;
    FUZZ_CHECK(room.smem_per_block_bytes >= launch->smem_per_block_bytes);
    FUZZ_CHECK(blocks_of(dev, &grown) == result->active_blocks);
    grown.smem_per_block_bytes++;
    if (launch->carveout_percent == -1)
        FUZZ_CHECK(blocks_of(dev, &grown) < result->active_blocks);
}

static void check_next(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                       const struct cuocc_result *result)
{
    struct cuocc_launch better = *launch;
    struct cuocc_next next;

    cuocc_next(dev, launch, result, &next);
    if (next.blocks == 0)
        return;
    FUZZ_CHECK(next.blocks > result->active_blocks);
    better.regs_per_thread = next.regs_per_thread;
    better.smem_per_block_bytes = next.smem_per_block_bytes;
    better.static_smem_per_block_bytes = 0;
    FUZZ_CHECK(blocks_of(dev, &better) == next.blocks);
    better.regs_per_thread++;
    FUZZ_CHECK(blocks_of(dev, &better) < next.blocks);
}

static void check_target(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                         uint32_t blocks)
{
    struct cuocc_launch best = *launch;
    struct cuocc_target target;

    FUZZ_CHECK(cuocc_target(dev, launch, blocks, &target) == CUOCC_OK);
    FUZZ_CHECK(target.blocks == blocks && target.reachable == (target.active_blocks >= blocks));
    best.static_smem_per_block_bytes = 0;
    if (!target.reachable) {
        best.regs_per_thread = 1;
        best.smem_per_block_bytes = 0;
        FUZZ_CHECK(blocks_of(dev, &best) < blocks);
        return;
    }
    /* "Every value does": the most that a launch may have. */
    best.regs_per_thread = target.regs_per_thread != CUOCC_NOT_GIVEN ? target.regs_per_thread
                                                                     : dev->max_regs_per_thread;
    best.smem_per_block_bytes = target.smem_per_block_bytes != CUOCC_NOT_GIVEN
                                    ? target.smem_per_block_bytes
                                    : dev->smem_per_block_optin_bytes;
    FUZZ_CHECK(blocks_of(dev, &best) >= blocks);
}

static void check_ladder(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                         const struct cuocc_result *result)
{
    struct cuocc_ladder_step step = {.blocks = 0};
    uint32_t last = UINT32_MAX;

    /* Devices with thousands of blocks have thousands of rungs. */
    for (unsigned rungs = 0; rungs < 100 && cuocc_ladder_next(dev, launch, result, &step);
         rungs++) {
        struct cuocc_launch padded = *launch;

        FUZZ_CHECK(step.blocks < last && step.blocks > 0);
        FUZZ_CHECK(step.smem_per_block_bytes == launch->smem_per_block_bytes + step.added_bytes);
        padded.smem_per_block_bytes = step.smem_per_block_bytes;
        FUZZ_CHECK(blocks_of(dev, &padded) == step.blocks);
        last = step.blocks;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct cuocc_device dev;
    struct cuocc_launch launch;
    struct cuocc_result result;

    if (!make_device(&in, &dev))
        return 0;
    launch = make_launch(&in, &dev);
    if (cuocc_solve(&dev, &launch, &result) != CUOCC_OK)
        return 0;
    fuzz_check_result(&dev, &result);
    check_more(&dev, &launch, result.active_blocks, &in);
    check_headroom(&dev, &launch, &result);
    check_next(&dev, &launch, &result);
    check_target(&dev, &launch, fuzz_between(&in, 1, dev.max_blocks_per_sm + 2));
    check_ladder(&dev, &launch, &result);
    return 0;
}

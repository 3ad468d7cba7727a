/* SPDX-License-Identifier: MIT */
/* Warps in their sub-partitions, and what one more block lacks. */
#include "cmocka_env.h"

#include "cuocc/placement.h"
#include "test_devices.h"
#include "test_launches.h"

static void warps_go_in_turn(void **state)
{
    const struct cuocc_device *dev = test_device("sm_89");
    uint32_t slot;

    (void)state;
    assert_int_equal(cuocc_warp_place(dev, 0, &slot), 0);
    assert_int_equal(slot, 0);
    assert_int_equal(cuocc_warp_place(dev, 7, &slot), 3);
    assert_int_equal(slot, 1);
    assert_int_equal(cuocc_sub_partition_warps(dev, 6, 1), 2);
    assert_int_equal(cuocc_sub_partition_warps(dev, 6, 2), 1);
    assert_int_equal(cuocc_sub_partition_warps(test_device("sm_60"), 6, 1), 3);
}

static void what_the_next_block_lacks(void **state)
{
    const struct {
        uint32_t threads, regs, smem;
        enum cuocc_limit limit;
        uint64_t needed, free;
    } rows[] = {
        /* sm_89: 5 blocks of 12288 registers and 17408 B of 65536 and 102400. */
        {256, 48, 16384, CUOCC_LIMIT_REGISTERS, 12288, 4096},
        {256, 48, 16384, CUOCC_LIMIT_SHARED, 17408, 15360},
        {256, 48, 16384, CUOCC_LIMIT_WARPS, 8, 8},
        {256, 48, 16384, CUOCC_LIMIT_THREADS, 256, 256},
        {256, 48, 16384, CUOCC_LIMIT_BLOCKS, 1, 19},
        {64, 40, 2976, CUOCC_LIMIT_BLOCKS, 1, 0},
    };
    const struct cuocc_device *dev = test_device("sm_89");

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct cuocc_launch launch = test_launch(rows[i].threads, rows[i].regs, rows[i].smem);
        struct cuocc_demand demand;
        struct cuocc_result result;

        assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
        assert_true(cuocc_next_block_demand(&result, rows[i].limit, &demand));
        assert_int_equal(demand.needed, rows[i].needed);
        assert_int_equal(demand.free, rows[i].free);
    }
}

static void unused_resources_are_no_demand(void **state)
{
    const struct cuocc_launch launch = test_launch(256, CUOCC_NOT_GIVEN, 0);
    struct cuocc_demand demand;
    struct cuocc_result result;

    (void)state;
    assert_int_equal(cuocc_solve(test_device("sm_89"), &launch, &result), CUOCC_OK);
    assert_false(cuocc_next_block_demand(&result, CUOCC_LIMIT_REGISTERS, &demand));
}

/* Registers limit exactly where some sub-partition has too few for its warps of the next block. */
static void a_sub_partition_is_what_registers_lack(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_device_count(); i++) {
        const struct cuocc_device *dev = test_device_at(i);

        for (uint32_t threads = 32; threads <= 1024; threads += 32) {
            for (uint32_t regs = 8; regs <= 255; regs += 13) {
                const struct cuocc_launch launch = test_launch(threads, regs, 0);
                struct cuocc_result result;
                bool has_room = true;

                assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
                if (result.active_blocks == 0)
                    continue;
                for (uint32_t part = 0; part < dev->sub_partitions_per_sm; part++) {
                    struct cuocc_demand demand;

                    cuocc_next_block_registers(dev, &result, part, &demand);
                    has_room &= demand.needed <= demand.free;
                }
                assert_int_equal(has_room, (result.limiters >> CUOCC_LIMIT_REGISTERS & 1U) == 0);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warps_go_in_turn),
        cmocka_unit_test(what_the_next_block_lacks),
        cmocka_unit_test(unused_resources_are_no_demand),
        cmocka_unit_test(a_sub_partition_is_what_registers_lack),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

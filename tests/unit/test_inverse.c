/* SPDX-License-Identifier: MIT */
/* Worked numbers of cuocc/plan.h; test_invariants.c proves the same by trying everything. */
#include "cmocka_env.h"

#include "cuocc/plan.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    NONE = -1
};

static const uint32_t not_given = CUOCC_NOT_GIVEN;

/* A launch, how far each resource may grow alone, and the next step up. */
struct room_row {
    const char *device;
    uint32_t threads, regs, smem;
    uint32_t room_regs, room_smem;
    uint32_t next_blocks, next_regs, next_smem;
};

static void check_room(const struct room_row *row)
{
    const struct cuocc_device *dev = test_device(row->device);
    const struct cuocc_launch launch = test_launch(row->threads, row->regs, row->smem);
    struct cuocc_headroom room;
    struct cuocc_result result;
    struct cuocc_next next;

    assert_int_equal(cuocc_solve(dev, &launch, &result), CUOCC_OK);
    cuocc_headroom(dev, &launch, &result, &room);
    assert_int_equal(room.regs_per_thread, row->room_regs);
    assert_int_equal(room.smem_per_block_bytes, row->room_smem);
    cuocc_next(dev, &launch, &result, &next);
    assert_int_equal(next.blocks, row->next_blocks);
    assert_int_equal(next.regs_per_thread, row->next_regs);
    assert_int_equal(next.smem_per_block_bytes, row->next_smem);
}

static void headroom_and_next_step(void **state)
{
    const struct room_row rows[] = {
        /* The README's first command. */
        {"sm_89", 256, 48, 16384, 48, 19456, 6, 40, 16000},
        {"sm_89", 64, 48, 4000, 48, 4096, 21, 40, 3840},
        /* Full: no reduction gives more. */
        {"sm_89", 64, 40, 2976, 40, 3200, 0, 0, 0},
        {"sm_80", 256, 32, 0, 32, 19968, 0, 0, 0},
        /* 3 blocks need 80 registers; without registers in the question the bound stands all the
           same. */
        {"sm_80", 256, 128, 0, 128, 82944, 3, 80, 54912},
        {"sm_80", 256, not_given, 60000, 128, 82944, 3, 80, 54912},
        /* Cannot run: from no block to one. */
        {"sm_89", 512, 129, 0, not_given, not_given, 1, 128, 101376},
        {"sm_86", 128, 32, 131072, not_given, not_given, 1, 255, 101376},
        {"sm_60", 672, 88, 0, not_given, not_given, 1, 80, 49152},
        /* Cannot run whatever registers and shared memory do. */
        {"sm_89", 1025, 32, 0, not_given, not_given, 0, 0, 0},
        /* 7.5 has nothing reserved: no shared memory is no limit, and full stays full. */
        {"sm_75", 32, 16, 0, 128, 4096, 0, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        check_room(&rows[i]);
}

static void registers_for_a_number_of_blocks(void **state)
{
    static const struct {
        const char *device;
        uint32_t threads, blocks, regs;
    } rows[] = {
        {"sm_80", 256, 8, 32},        {"sm_80", 256, 4, 64},
        {"sm_80", 256, 2, 128},       {"sm_80", 256, 1, 255},
        {"sm_80", 1024, 1, 64},       {"sm_80", 1024, 2, 32},
        {"sm_80", 1024, 3, 16},       {"sm_80", 1024, 1000, 0},
        {"sm_53", 512, 1, 64},        {"sm_60", 672, 1, 80},
        {"sm_61", 672, 1, 80},        {"sm_60", 96, 4, 168},
        {"sm_89", 512, 1, 128},       {"sm_89", 1025, 1, 56},
        {"sm_89", 32, UINT32_MAX, 0}, {"sm_89", UINT32_MAX, UINT32_MAX, 0},
        {"sm_89", 0, 1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct cuocc_launch launch = test_launch(rows[i].threads, not_given, 0);

        assert_int_equal(
            cuocc_regs_for_blocks(test_device(rows[i].device), &launch, rows[i].blocks),
            rows[i].regs);
    }
}

static void shared_memory_for_a_number_of_blocks(void **state)
{
    static const struct {
        const char *device;
        int32_t carveout;
        uint32_t blocks;
        int64_t bytes; /* NONE: not even 0 allow it */
    } rows[] = {
        {"sm_86", -1, 2, 50176},
        {"sm_86", -1, 1, 101376},
        {"sm_89", -1, 24, 3200},
        {"sm_90", -1, 17, 12672},
        {"sm_90", -1, 228, 0},
        {"sm_90", -1, 229, NONE},
        {"sm_90", -1, UINT32_MAX, NONE},
        {"sm_75", -1, 256, 256},
        {"sm_75", -1, UINT32_MAX, 0}, /* without shared memory nothing limits */
        {"sm_90", 0, 8, 0},
        {"sm_90", 0, 7, 128},
        {"sm_90", 0, 1, 232448}, /* raised for one block */
        {"sm_90", 0, 9, NONE},
        {"sm_90", 10, 3, 9856},
        {"sm_90", 10, 2, 15360},
        {"sm_70", 0, 33, 0}, /* one byte takes the 8 KiB configuration: 32 blocks */
        {"sm_70", 0, 32, 256},
        {"sm_61", -1, 2, 49152},
        {"sm_61", -1, 3, 32768},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_launch launch = test_launch(64, not_given, 0);
        uint32_t bytes = 0;
        bool is_possible;

        launch.carveout_percent = rows[i].carveout;
        is_possible =
            cuocc_smem_for_blocks(test_device(rows[i].device), &launch, rows[i].blocks, &bytes);
        assert_int_equal(is_possible, rows[i].bytes != NONE);
        if (is_possible)
            assert_int_equal(bytes, rows[i].bytes);
    }
}

static void the_largest_block_for_registers(void **state)
{
    static const struct {
        const char *device;
        uint32_t regs, threads;
    } rows[] = {
        {"sm_89", 0, 1024},  {"sm_89", 64, 1024},      {"sm_89", 65, 896}, {"sm_89", 162, 384},
        {"sm_89", 255, 256}, {"sm_89", 256, 0},        {"sm_53", 64, 512}, {"sm_53", 255, 128},
        {"sm_60", 88, 640},  {"sm_89", UINT32_MAX, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(cuocc_threads_for_regs(test_device(rows[i].device), rows[i].regs),
                         rows[i].threads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headroom_and_next_step),
        cmocka_unit_test(registers_for_a_number_of_blocks),
        cmocka_unit_test(shared_memory_for_a_number_of_blocks),
        cmocka_unit_test(the_largest_block_for_registers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* The prepared solver and whole sweeps: worked numbers and refusals. tests/oracle has all points.
 */
#include "cmocka_env.h"

#include "cuocc/prepared.h"
#include "test_devices.h"
#include "test_launches.h"

static void answers_worked_numbers(void **state)
{
    static const struct {
        const char *device;
        uint32_t threads, regs, smem, blocks, warps;
        const char *limiters;
        const char *source;
    } rows[] = {
        {"sm_89", 256, 48, 16384, 5, 40, "registers+shared", "docs/model.md"},
        {"sm_89", 64, 48, 4000, 20, 40, "registers+shared", "measured: RTX 4060 Laptop"},
        {"sm_89", 64, 40, 2976, 24, 48, "threads+warps+blocks+registers", "docs/model.md"},
        {"sm_90", 32, 8, 12288, 17, 17, "shared", "measured: H200"},
        {"sm_86", 256, 64, 0, 4, 32, "registers", "docs/model.md"},
        {"sm_80", 1024, 33, 0, 1, 32, "registers", "the launch check lets 33 registers pass"},
        {"sm_80", 1024, 65, 0, 0, 0, "registers", "65536 registers a block are too few"},
        {"sm_120", 32, CUOCC_NOT_GIVEN, 0, 24, 24, "blocks+barriers", "24 barriers for 24 blocks"},
        {"sm_61", 2000, 16, 0, 0, 0, "threads+warps", "1024 threads a block: past the tables"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        static struct cuocc_solver solver;
        const struct cuocc_launch launch = test_launch(rows[i].threads, rows[i].regs, rows[i].smem);
        struct cuocc_blocks blocks;
        char names[80];

        cuocc_solver_prepare(test_device(rows[i].device), &solver);
        print_message("%s, %u threads: %s\n", rows[i].device, rows[i].threads, rows[i].source);
        assert_int_equal(cuocc_solver_blocks(&solver, &launch, &blocks), CUOCC_OK);
        assert_int_equal(blocks.active_blocks, rows[i].blocks);
        assert_int_equal(blocks.active_warps, rows[i].warps);
        assert_string_equal(test_limiter_names(blocks.limiters, names), rows[i].limiters);
    }
}

static void refuses_what_cuocc_solve_refuses(void **state)
{
    static struct cuocc_solver solver;
    struct cuocc_blocks blocks = {.active_blocks = 77};
    struct cuocc_launch launches[3];

    (void)state;
    for (size_t i = 0; i < 3; i++)
        launches[i] = test_launch(64, 32, 1024);
    launches[0].block_dim[1] = 0;
    launches[1].static_smem_per_block_bytes = 1025;
    launches[2].carveout_percent = 101;
    cuocc_solver_prepare(test_device("sm_89"), &solver);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(cuocc_solver_blocks(&solver, &launches[i], &blocks), CUOCC_ERR_ARGUMENT);
    assert_int_equal(blocks.active_blocks, 77);
}

static void sweeps_say_what_they_cannot_do(void **state)
{
    const struct cuocc_span from_zero = {.first = 0, .last = 64, .step = 32, .y = 1, .z = 1};
    const struct cuocc_span sizes = {.first = 100, .last = 300, .step = 100};
    struct cuocc_sweep sweep = {.base = test_launch(32, 32, 0), .block = {&from_zero, 1}};
    struct cuocc_device wide = *test_device("sm_89");
    uint8_t blocks[4], limiters[4];

    (void)state;
    assert_int_equal(cuocc_sweep_blocks(&wide, &sweep, blocks, limiters), CUOCC_ERR_ARGUMENT);
    sweep = (struct cuocc_sweep){.base = test_launch(32, 32, 0), .smem = {&sizes, 1}};
    sweep.base.static_smem_per_block_bytes = 150;
    assert_int_equal(cuocc_sweep_blocks(&wide, &sweep, blocks, limiters), CUOCC_ERR_ARGUMENT);
    sweep.base.static_smem_per_block_bytes = 0;
    assert_int_equal(cuocc_sweep_blocks(&wide, &sweep, blocks, limiters), CUOCC_OK);
    wide.max_blocks_per_sm = 255;
    assert_int_equal(cuocc_sweep_blocks(&wide, &sweep, blocks, limiters), CUOCC_ERR_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_worked_numbers),
        cmocka_unit_test(refuses_what_cuocc_solve_refuses),
        cmocka_unit_test(sweeps_say_what_they_cannot_do),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

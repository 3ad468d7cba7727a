/* SPDX-License-Identifier: MIT */
/* Steps of a curve: worked ends, then every value compared with the solver. */
#include "cmocka_env.h"

#include "cuocc/curve.h"
#include "test_devices.h"
#include "test_launches.h"

#define W (1U << CUOCC_LIMIT_WARPS)
#define R (1U << CUOCC_LIMIT_REGISTERS)
#define S (1U << CUOCC_LIMIT_SHARED)

static void worked_steps(void **state)
{
    const struct {
        enum cuocc_variable variable;
        uint32_t inside; /* a value of the step before */
        uint32_t first, last, blocks;
        uint32_t limiters;
    } rows[] = {
        /* sm_89, 256 threads, 48 registers, 16 KiB: docs/model.md. */
        {CUOCC_VARIABLE_REGS, 0, 1, 40, 5, S},
        {CUOCC_VARIABLE_REGS, 40, 41, 48, 5, R | S},
        {CUOCC_VARIABLE_REGS, 48, 49, 64, 4, R},
        {CUOCC_VARIABLE_SMEM, 0, 1, 16000, 5, R},
        {CUOCC_VARIABLE_SMEM, 16000, 16001, 19456, 5, R | S},
        {CUOCC_VARIABLE_SMEM, 19456, 19457, 24576, 4, S},
        {CUOCC_VARIABLE_BLOCK, 255, 256, 256, 5, R | S},
        {CUOCC_VARIABLE_BLOCK, 256, 257, 288, 4, R},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_curve curve = {.dev = test_device("sm_89"),
                                    .launch = test_launch(256, 48, 16384),
                                    .variable = rows[i].variable,
                                    .first = 1,
                                    .last = 1024 * 100};
        struct cuocc_step step;

        assert_int_equal(cuocc_curve_step(&curve, rows[i].inside + 1, &step), CUOCC_OK);
        assert_int_equal(step.first, rows[i].first);
        assert_int_equal(step.last, rows[i].last);
        assert_int_equal(step.active_blocks, rows[i].blocks);
        assert_int_equal(step.limiters, rows[i].limiters);
    }
}

static uint32_t comparable(uint32_t limiters)
{
    uint32_t threads = 1U << CUOCC_LIMIT_THREADS;

    return (limiters & threads) != 0 ? (limiters & ~threads) | W : limiters;
}

/* Every value of a step has its answer, and the next step has another. */
static void check_step(const struct cuocc_curve *curve, const struct cuocc_step *step)
{
    struct cuocc_step next;

    assert_in_range(step->last, step->first, curve->last);
    for (uint32_t value = step->first; value <= step->last; value++) {
        struct cuocc_launch launch;
        struct cuocc_result result;

        cuocc_curve_launch(curve, value, &launch);
        assert_int_equal(cuocc_curve_value(&launch, curve->variable),
                         curve->variable == CUOCC_VARIABLE_SMEM ? launch.smem_per_block_bytes
                                                                : value);
        assert_int_equal(cuocc_solve(curve->dev, &launch, &result), CUOCC_OK);
        assert_int_equal(result.active_blocks, step->active_blocks);
        assert_int_equal(result.active_warps, step->active_warps);
        assert_int_equal(comparable(result.limiters), step->limiters);
    }
    if (step->last == curve->last)
        return;
    assert_int_equal(cuocc_curve_step(curve, step->last + 1, &next), CUOCC_OK);
    assert_true(next.active_blocks != step->active_blocks ||
                next.active_warps != step->active_warps || next.limiters != step->limiters);
}

static void check_curve(const struct cuocc_device *dev, struct cuocc_launch launch,
                        enum cuocc_variable variable, uint32_t smem_per_thread)
{
    struct cuocc_curve curve = {.dev = dev,
                                .launch = launch,
                                .variable = variable,
                                .smem_per_thread_bytes = smem_per_thread};
    struct cuocc_step step;

    cuocc_curve_whole(&curve);
    curve.last += 40; /* some that cannot run */
    for (uint32_t at = curve.first; at <= curve.last; at = step.last + 1) {
        assert_int_equal(cuocc_curve_step(&curve, at, &step), CUOCC_OK);
        assert_int_equal(step.first, at);
        check_step(&curve, &step);
    }
}

static void steps_are_what_the_solver_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_device_count(); i++) {
        const struct cuocc_device *dev = test_device_at(i);
        struct cuocc_launch launch = test_launch(192, 37, 3000);

        for (int variable = 0; variable < CUOCC_VARIABLE_COUNT; variable++)
            check_curve(dev, launch, (enum cuocc_variable)variable, 0);
        check_curve(dev, launch, CUOCC_VARIABLE_BLOCK, 24);
        launch.launch_bounds_threads = 200;
        check_curve(dev, launch, CUOCC_VARIABLE_BLOCK, 0);
        launch.carveout_percent = 10;
        if (dev->smem_carveout_count > 0)
            check_curve(dev, launch, CUOCC_VARIABLE_SMEM, 0);
    }
}

static void the_whole_holds_the_launch(void **state)
{
    struct cuocc_curve curve = {.dev = test_device("sm_89"),
                                .launch = test_launch(2048, 300, 200000)};

    (void)state;
    curve.variable = CUOCC_VARIABLE_BLOCK;
    cuocc_curve_whole(&curve);
    assert_int_equal(curve.first, 1);
    assert_int_equal(curve.last, 2048);
    curve.variable = CUOCC_VARIABLE_REGS;
    cuocc_curve_whole(&curve);
    assert_int_equal(curve.first, 1);
    assert_int_equal(curve.last, 300);
    curve.variable = CUOCC_VARIABLE_SMEM;
    cuocc_curve_whole(&curve);
    assert_int_equal(curve.first, 0);
    assert_int_equal(curve.last, 200000);
    curve.launch = test_launch(7, 8, 600);
    curve.launch.static_smem_per_block_bytes = 500;
    cuocc_curve_whole(&curve);
    assert_int_equal(curve.first, 500);
    assert_int_equal(curve.last, 101376);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_steps),
        cmocka_unit_test(steps_are_what_the_solver_says),
        cmocka_unit_test(the_whole_holds_the_launch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Hiding latency: worked numbers, and the measured curves that they explain. */
#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>

#include "csv_rows.h"
#include "cuocc/latency.h"
#include "test_devices.h"

static void worked_latencies(void **state)
{
    const struct {
        const char *device;
        uint32_t warps, cycles;
        uint64_t per_sm, per_warp;
        uint32_t needed;
        double per_scheduler;
        bool full_sm;
    } rows[] = {
        /* An arithmetic latency of 4 cycles on four schedulers: 16 warps, or 4 with 4 each. */
        {"sm_90", 64, 4, 16, 1, 16, 16, true},
        {"sm_90", 16, 4, 16, 1, 16, 4, true},
        {"sm_90", 15, 4, 16, 2, 8, 3.75, true},
        {"sm_90", 4, 4, 16, 4, 4, 1, true},
        {"sm_90", 1, 4, 16, 16, 1, 0.25, true},
        /* Global memory: no SM has the warps for it. */
        {"sm_90", 64, 600, 2400, 38, 64, 16, false},
        {"sm_89", 40, 500, 2000, 50, 40, 10, false},
        {"sm_89", 48, 12, 48, 1, 48, 12, true},
        {"sm_89", 48, 13, 52, 2, 26, 12, false},
        /* Two schedulers. */
        {"sm_60", 64, 32, 64, 1, 64, 32, true},
        {"sm_90", 1, UINT32_MAX, 4ULL * UINT32_MAX, 4ULL * UINT32_MAX, 1, 0.25, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_latency got;

        assert_int_equal(
            cuocc_latency(test_device(rows[i].device), rows[i].warps, rows[i].cycles, &got),
            CUOCC_OK);
        assert_int_equal(got.latency_cycles, rows[i].cycles);
        assert_true(got.instructions_per_sm == rows[i].per_sm);
        assert_true(got.instructions_per_warp == rows[i].per_warp);
        assert_int_equal(got.warps_needed, rows[i].needed);
        assert_true(got.warps_per_scheduler == rows[i].per_scheduler);
        assert_int_equal(got.hidden_by_full_sm, rows[i].full_sm);
    }
}

static void zeros_are_refused(void **state)
{
    struct cuocc_latency got;

    (void)state;
    assert_int_equal(cuocc_latency(test_device("sm_90"), 0, 4, &got), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_latency(test_device("sm_90"), 4, 0, &got), CUOCC_ERR_ARGUMENT);
}

enum {
    CHAINS_MOST = 8,
    FMA_CYCLES = 4 /* of a dependent multiply-add on 9.0, as the curves show */
};

/* Highest throughput of the multiply-add kernel with so many chains per thread. */
static void read_peaks(double *peaks)
{
    struct csv_table csv;

    memset(peaks, 0, (CHAINS_MOST + 1) * sizeof(*peaks));
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/latency_hiding.csv");
    while (csv_next(&csv)) {
        uint32_t chains = csv_count(&csv, "independent_per_thread");
        double rate = csv_decimal(&csv, "gunits_per_s");

        assert_true(chains <= CHAINS_MOST);
        if (strcmp(csv_text(&csv, "kernel"), "fma") == 0 && rate > peaks[chains])
            peaks[chains] = rate;
    }
}

/* Measured on an H200: where warps x chains fall short of what Little's law asks for, throughput is
 * short in the same proportion; where they are enough by a third, nothing is gained by more. One
 * warp for each scheduler is an exception: it stays a fifth below, however many chains it has. */
static void measured_multiply_adds_follow_the_law(void **state)
{
    double peaks[CHAINS_MOST + 1];
    struct csv_table csv;
    unsigned short_rows = 0, ample_rows = 0;

    (void)state;
    read_peaks(peaks);
    csv_open(&csv, CUOCC_TESTS_DIR "/oracle/data/h200/latency_hiding.csv");
    while (csv_next(&csv)) {
        uint32_t chains = csv_count(&csv, "independent_per_thread");
        uint32_t warps = csv_count(&csv, "warps_per_sm");
        double share = csv_decimal(&csv, "gunits_per_s") / peaks[chains];
        struct cuocc_latency need;
        double in_flight;

        if (strcmp(csv_text(&csv, "kernel"), "fma") != 0)
            continue;
        assert_int_equal(cuocc_latency(test_device("sm_90"), warps, FMA_CYCLES, &need), CUOCC_OK);
        in_flight = (double)warps * chains / (double)need.instructions_per_sm;
        if (in_flight <= 0.75) {
            assert_true(share > 0.9 * in_flight && share < 1.1 * in_flight);
            short_rows++;
        } else if (in_flight >= 1.33 && need.warps_per_scheduler > 1) {
            assert_true(share > 0.9);
            ample_rows++;
        }
    }
    assert_true(short_rows >= 5 && ample_rows >= 70);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_latencies),
        cmocka_unit_test(zeros_are_refused),
        cmocka_unit_test(measured_multiply_adds_follow_the_law),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/*
 * Launches that people reported in public, with what a profiler, the driver or a calculator
 * printed. Each number is checked that follows from what the report states; a limit that it states
 * stands in for an input that it does not. data/README.md says where they are from.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "test_devices.h"
#include "test_launches.h"

enum {
    ROWS = 61
};

/* Cases that cannot hold, with the reason; each must still fail, or it is taken off the list. */
static const struct {
    const char *id, *reason;
} listed[] = {
    {"sm52-01", "partitioned global caching gives each block half an SM; a compiler option of 5.2 "
                "that nothing in a launch shows"},
};

struct tally {
    unsigned cases, numbers, differences, listed;
};

/* One report on its way. */
struct report {
    const struct csv_table *row;
    const struct cuocc_device *dev;
    struct cuocc_launch launch;
    struct cuocc_result result;
    bool has_threads, has_regs, has_smem;
    unsigned numbers, differences;
};

static uint32_t count_or(const struct csv_table *row, const char *column, uint32_t otherwise)
{
    return csv_is_given(row, column) ? csv_count(row, column) : otherwise;
}

static void read_report(struct report *r, const struct csv_table *row)
{
    const char *cc = csv_text(row, "cc");
    char name[32];

    snprintf(name, sizeof(name), "sm_%.*s%s", (int)strcspn(cc, "."), cc, strchr(cc, '.') + 1);
    r->row = row;
    r->dev = test_device(name);
    r->has_threads = csv_is_given(row, "threads_per_block");
    r->has_regs = csv_is_given(row, "registers_per_thread");
    /* Reports leave out the part that is 0, but a report that states neither states nothing. */
    r->has_smem =
        csv_is_given(row, "static_shared_bytes") || csv_is_given(row, "dynamic_shared_bytes");
    /* A warp where the block is not stated: shared memory and block slots do not depend on it. */
    r->launch = test_launch(count_or(row, "threads_per_block", 32),
                            count_or(row, "registers_per_thread", CUOCC_NOT_GIVEN), 0);
    r->launch.static_smem_per_block_bytes = count_or(row, "static_shared_bytes", 0);
    r->launch.smem_per_block_bytes =
        r->launch.static_smem_per_block_bytes + count_or(row, "dynamic_shared_bytes", 0);
    r->launch.barriers_per_block = count_or(row, "barriers", 1);
    r->launch.cluster_blocks = count_or(row, "cluster_blocks", 0);
    r->launch.carveout_bytes = count_or(row, "shared_configuration_bytes", CUOCC_NOT_GIVEN);
    if (cuocc_solve(r->dev, &r->launch, &r->result) != CUOCC_OK) {
        printf("%s: refused\n", csv_text(row, "id"));
        exit(EXIT_FAILURE);
    }
}

static void expect(struct report *r, const char *what, double ours, double stated, double within)
{
    r->numbers++;
    if (ours - stated <= within && stated - ours <= within)
        return;
    r->differences++;
    test_print_command(stdout, r->dev, &r->launch);
    printf("\n    %s: %s %g, reported %g\n", csv_text(r->row, "id"), what, ours, stated);
}

/* As the profiler prints it: the slots of an SM where nothing limits, and never more barriers'
 * worth of blocks than slots. */
static uint32_t as_printed(const struct report *r, enum cuocc_limit limit)
{
    uint32_t slots = r->result.block_limit[CUOCC_LIMIT_BLOCKS];
    uint32_t blocks = r->result.block_limit[limit];
    bool is_cut = blocks == CUOCC_UNLIMITED || (limit == CUOCC_LIMIT_BARRIERS && blocks > slots);

    return is_cut ? slots : blocks;
}

static void check_limit(struct report *r, const char *column, enum cuocc_limit limit, bool is_known)
{
    if (is_known && csv_is_given(r->row, column))
        expect(r, column, as_printed(r, limit), csv_count(r->row, column), 0);
}

/* Relative to the configuration that the driver picked. Where the report does not say which that
 * was, one of the device's must explain the limit. */
static void check_shared_limit(struct report *r)
{
    struct report other = *r;
    uint32_t stated;

    if (!r->has_smem || !csv_is_given(r->row, "limit_shared"))
        return;
    stated = csv_count(r->row, "limit_shared");
    for (uint32_t i = 0;
         !csv_is_given(r->row, "shared_configuration_bytes") && i < r->dev->smem_carveout_count;
         i++) {
        other.launch.carveout_bytes = r->dev->smem_carveout_bytes[i];
        if (cuocc_solve(r->dev, &other.launch, &other.result) == CUOCC_OK &&
            as_printed(&other, CUOCC_LIMIT_SHARED) == stated)
            break;
    }
    expect(r, "limit_shared", as_printed(&other, CUOCC_LIMIT_SHARED), stated, 0);
}

static void check_limits(struct report *r)
{
    check_limit(r, "limit_blocks", CUOCC_LIMIT_BLOCKS, true);
    check_limit(r, "limit_warps", CUOCC_LIMIT_WARPS, r->has_threads);
    check_limit(r, "limit_registers", CUOCC_LIMIT_REGISTERS, r->has_threads && r->has_regs);
    check_shared_limit(r);
    check_limit(r, "limit_barriers", CUOCC_LIMIT_BARRIERS, csv_is_given(r->row, "barriers"));
}

/* The answer where a limit that the report states takes the place of an input that it lacks. */
static uint32_t active_blocks(const struct report *r)
{
    uint32_t blocks = r->result.active_blocks;
    uint32_t by_regs = count_or(r->row, "limit_registers", UINT32_MAX);
    uint32_t by_smem = count_or(r->row, "limit_shared", UINT32_MAX);

    if (!r->has_regs && by_regs < blocks)
        blocks = by_regs;
    if ((!r->has_smem || r->launch.carveout_bytes == CUOCC_NOT_GIVEN) && by_smem < blocks)
        blocks = by_smem;
    return blocks;
}

/* One of the last digit that the report prints: some tools cut, some round. */
static double last_digit(const char *text)
{
    const char *point = strchr(text, '.');
    double digit = 1;

    for (size_t i = 1; point && point[i] != '\0'; i++)
        digit /= 10;
    return digit;
}

static void check_answer(struct report *r)
{
    uint32_t blocks = active_blocks(r);
    uint32_t warps = blocks * r->result.warps_per_block;

    if (csv_is_given(r->row, "active_blocks"))
        expect(r, "active blocks", blocks, csv_count(r->row, "active_blocks"), 0);
    if (!r->has_threads)
        return;
    if (csv_is_given(r->row, "active_warps"))
        expect(r, "active warps", warps, csv_count(r->row, "active_warps"), 0);
    if (csv_is_given(r->row, "occupancy_percent")) {
        const char *text = csv_text(r->row, "occupancy_percent");

        expect(r, "occupancy", 100 * cuocc_occupancy(r->dev, warps), strtod(text, NULL),
               last_digit(text));
    }
}

static const char *listed_reason(const char *id)
{
    for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); i++)
        if (strcmp(listed[i].id, id) == 0)
            return listed[i].reason;
    return NULL;
}

static void check_case(struct tally *tally, const struct csv_table *row)
{
    const char *reason = listed_reason(csv_text(row, "id"));
    struct report r = {.row = row};

    read_report(&r, row);
    check_limits(&r);
    check_answer(&r);
    tally->cases++;
    tally->numbers += r.numbers;
    if (reason && r.differences > 0) {
        printf("    listed: %s\n", reason);
        tally->listed += r.differences;
        return;
    }
    if (reason || r.numbers == 0) {
        printf("%s: %s\n", csv_text(row, "id"), reason ? "holds, but is listed" : "states nothing");
        tally->differences++;
    }
    tally->differences += r.differences;
}

int main(void)
{
    struct tally tally = {0};
    struct csv_table table;

    csv_open(&table, CUOCC_ORACLE_DATA_DIR "/cases.csv");
    while (csv_next(&table))
        check_case(&tally, &table);
    printf("cases.csv: %u cases, %u numbers, %u differences, %u listed\n", tally.cases,
           tally.numbers, tally.differences, tally.listed);
    return tally.differences == 0 && tally.cases == ROWS ? EXIT_SUCCESS : EXIT_FAILURE;
}

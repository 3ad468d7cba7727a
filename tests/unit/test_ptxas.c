/* SPDX-License-Identifier: MIT */
/* Compiler and linker logs: the recorded samples, and every trap of their format. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "collected_kernels.h"
#include "expected_rows.h"

#define SAMPLE(file) CUOCC_TESTS_DIR "/input/samples/" file

/* --- recorded samples ------------------------------------------------------------------ */

/* expected.csv has nvlink's lines as printed, without spills; everything else of a log has them. */
static int is_linked(const struct expected_row *row)
{
    return *row->cells[EXPECTED_STACK] != '\0' && *row->cells[EXPECTED_SPILL_STORES] == '\0';
}

static int is_of(const struct expected_row *row, const char *file)
{
    return strcmp(row->cells[EXPECTED_FILE], file) == 0;
}

static int is_same_kernel(const struct expected_row *compiled, const struct expected_row *linked)
{
    return !is_linked(compiled) && is_linked(linked) &&
           strcmp(compiled->cells[EXPECTED_KERNEL], linked->cells[EXPECTED_KERNEL]) == 0 &&
           (*linked->cells[EXPECTED_ARCH] == '\0' ||
            strcmp(compiled->cells[EXPECTED_ARCH], linked->cells[EXPECTED_ARCH]) == 0);
}

/* The linker's figures replace the compiler's: is there a later row of that kind? */
static int is_replaced(const struct expected_rows *all, size_t index)
{
    const struct expected_row *row = &all->rows[index];

    for (size_t i = index + 1; i < all->count; i++)
        if (is_of(&all->rows[i], row->cells[EXPECTED_FILE]) && is_same_kernel(row, &all->rows[i]))
            return 1;
    return 0;
}

/* What a linker's row means once the compiler's row is known: its target and spills; and 1024
 * bytes less on sm_90, or no shared memory if the target is not known but may be sm_90. */
static struct expected_row complete_linked(const struct expected_rows *all, size_t index,
                                           char smem[32])
{
    struct expected_row row = all->rows[index];
    unsigned long printed = strtoul(row.cells[EXPECTED_STATIC_SMEM], NULL, 10);

    for (size_t i = 0; i < index; i++) {
        if (!is_of(&all->rows[i], row.cells[EXPECTED_FILE]) ||
            !is_same_kernel(&all->rows[i], &all->rows[index]))
            continue;
        row.cells[EXPECTED_ARCH] = all->rows[i].cells[EXPECTED_ARCH];
        row.cells[EXPECTED_SPILL_STORES] = all->rows[i].cells[EXPECTED_SPILL_STORES];
        row.cells[EXPECTED_SPILL_LOADS] = all->rows[i].cells[EXPECTED_SPILL_LOADS];
    }
    if (printed < 1024)
        return row;
    if (*row.cells[EXPECTED_ARCH] == '\0') {
        row.cells[EXPECTED_STATIC_SMEM] = "";
    } else if (strncmp(row.cells[EXPECTED_ARCH], "sm_90", 5) == 0) {
        (void)snprintf(smem, 32, "%lu", printed - 1024);
        row.cells[EXPECTED_STATIC_SMEM] = smem;
    }
    return row;
}

/* A warning says that the depth of these is not known; the line itself then says 0. */
static int has_unknown_stack(const struct expected_row *row)
{
    static const char *const table[][2] = {
        {"logs/driver580_jit_cuLink_kernels.log", "k_recurse"},
        {"logs/nvlink13.0_recursion_sm86.log", "_Z1rPi"},
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (is_of(row, table[i][0]) && strcmp(row->cells[EXPECTED_KERNEL], table[i][1]) == 0)
            return 1;
    return 0;
}

static void check_kernel(const struct cuocc_kernel *kernel, const struct expected_row *row)
{
    char text[32];

    assert_string_equal(kernel->name, row->cells[EXPECTED_KERNEL]);
    assert_string_equal(arch_text(kernel, text), row->cells[EXPECTED_ARCH]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_REGS, kernel->regs_per_thread, text),
                        row->cells[EXPECTED_REGS]);
    assert_string_equal(
        fact_text(kernel, CUOCC_FACT_STATIC_SMEM, kernel->static_smem_per_block_bytes, text),
        row->cells[EXPECTED_STATIC_SMEM]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_BARRIERS, kernel->barriers_per_block, text),
                        row->cells[EXPECTED_BARRIERS]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_STACK, kernel->stack_bytes, text),
                        has_unknown_stack(row) ? "" : row->cells[EXPECTED_STACK]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_SPILL_STORES, kernel->spill_store_bytes, text),
                        row->cells[EXPECTED_SPILL_STORES]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_SPILL_LOADS, kernel->spill_load_bytes, text),
                        row->cells[EXPECTED_SPILL_LOADS]);
    assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_MAX_THREADS));
    assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_CLUSTER));
    assert_null(kernel->profile);
}

static void read_sample(const char *file, struct collected *got)
{
    char path[512];
    struct cuocc_kernel_sink sink = collector(got);
    struct cuocc_error error = {.status = CUOCC_OK};

    (void)snprintf(path, sizeof(path), "%s%s", SAMPLE(""), file);
    if (cuocc_kernels_read(path, &sink, &error) != CUOCC_OK)
        fail_msg("%s: %s", error.where, error.text);
}

static void recorded_logs_hold(void **state)
{
    struct expected_rows all = expected_load();
    size_t files = 0;

    (void)state;
    for (size_t i = 0; i < all.count;) {
        const char *file = all.rows[i].cells[EXPECTED_FILE];
        struct collected got = {.count = 0};
        size_t at = 0;

        if (strncmp(file, "logs/", 5) != 0) {
            i++;
            continue;
        }
        read_sample(file, &got);
        for (; i < all.count && is_of(&all.rows[i], file); i++) {
            char smem[32];
            struct expected_row row = all.rows[i];

            if (is_replaced(&all, i))
                continue;
            if (is_linked(&row))
                row = complete_linked(&all, i, smem);
            if (at >= got.count)
                fail_msg("%s: %s is missing", file, row.cells[EXPECTED_KERNEL]);
            check_kernel(&got.kernels[at++], &row);
        }
        if (at != got.count)
            fail_msg("%s: %s is too much", file, got.kernels[at].name);
        collected_free(&got);
        files++;
    }
    assert_int_equal(files, 66);
    expected_free(&all);
}

/* --- really interleaved: four compilers at once -------------------------------------------- */

/* The same sources and targets, one after the other: what the parallel log must agree with. */
static void interleaved_log_is_never_wrong(void **state)
{
    static const char *const serial[] = {
        "logs/ptxas13.0_kernels_sm75.log", "logs/ptxas13.0_kernels_sm80.log",
        "logs/ptxas13.0_kernels_sm86.log", "logs/ptxas13.0_kernels_sm89.log",
        "logs/ptxas13.0_kernels_sm90.log",
    };
    struct collected mixed = {.count = 0};
    size_t known = 0;

    (void)state;
    read_sample("logs/parallel_interleaved_4arch.log", &mixed);
    assert_int_equal(mixed.count, 104);
    for (size_t s = 0; s < sizeof(serial) / sizeof(serial[0]); s++) {
        struct collected alone = {.count = 0};

        read_sample(serial[s], &alone);
        for (size_t i = 0; i < alone.count; i++) {
            for (size_t k = 0; k < mixed.count; k++) {
                const struct cuocc_kernel *a = &alone.kernels[i];
                const struct cuocc_kernel *b = &mixed.kernels[k];

                /* The anonymous namespace has another hash in each compilation. */
                if ((strcmp(a->name, b->name) != 0 && (strstr(a->name, "anon_kernel") == NULL ||
                                                       strstr(b->name, "anon_kernel") == NULL)) ||
                    a->arch.cc_major != b->arch.cc_major || a->arch.cc_minor != b->arch.cc_minor)
                    continue;
                known += cuocc_kernel_has(b, CUOCC_FACT_REGS);
                if (cuocc_kernel_has(b, CUOCC_FACT_REGS))
                    assert_int_equal(a->regs_per_thread, b->regs_per_thread);
                if (cuocc_kernel_has(b, CUOCC_FACT_STATIC_SMEM))
                    assert_int_equal(a->static_smem_per_block_bytes,
                                     b->static_smem_per_block_bytes);
                if (cuocc_kernel_has(b, CUOCC_FACT_BARRIERS))
                    assert_int_equal(a->barriers_per_block, b->barriers_per_block);
                if (cuocc_kernel_has(b, CUOCC_FACT_STACK))
                    assert_int_equal(a->stack_bytes, b->stack_bytes);
                if (cuocc_kernel_has(b, CUOCC_FACT_SPILL_LOADS))
                    assert_int_equal(a->spill_load_bytes, b->spill_load_bytes);
            }
        }
        collected_free(&alone);
    }
    assert_true(known >= 72);
    assert_true(known == 104 || mixed.notes > 0);
    collected_free(&mixed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_logs_hold),
        cmocka_unit_test(interleaved_log_is_never_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

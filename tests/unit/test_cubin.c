/* SPDX-License-Identifier: MIT */
/* Bare cubins: the recorded samples, damaged ones, and each trap of the format. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "input_samples.h"

static void check_sample(const char *file)
{
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    gather(&got, &elf_reader, file, bytes, size);
    sample_check(file, &got);
    gathered_free(&got);
    free(bytes);
}

static void samples_hold(void **state)
{
    (void)state;
    sample_each("cubins/", check_sample);
}

static void truncated_ones_are_refused(void **state)
{
    (void)state;
    damage_truncate(&elf_reader, "cubins/launch_attrs_ptxas12.8_sm75.cubin", 1);
    damage_truncate(&elf_reader, "cubins/small_sm75.cubin", 1);
    damage_truncate(&elf_reader, "cubins/rdc_a_rel_sm90.cubin", 1);
    damage_truncate(&elf_reader, "cubins/kernels_sm100.cubin", 997);
}

static void flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    damage_flip(&elf_reader, "cubins/launch_attrs_ptxas12.8_sm75.cubin", 1);
    damage_flip(&elf_reader, "cubins/rdc_b_rel_sm90.cubin", 3);
}

static void random_bytes_do_no_harm(void **state)
{
    static const uint8_t start[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41, 8,   0,
                                    0,    0,   0,   0,   0, 0, 2, 0,    190, 0};

    (void)state;
    damage_random(&elf_reader, start, sizeof(start));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_hold),
        cmocka_unit_test(truncated_ones_are_refused),
        cmocka_unit_test(flipped_bytes_do_no_harm),
        cmocka_unit_test(random_bytes_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

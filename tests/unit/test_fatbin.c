/* SPDX-License-Identifier: MIT */
/* Containers: the recorded samples in every compression, damaged ones, and each trap. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "input_samples.h"

static void check_sample(const char *file)
{
    struct gathered got;
    size_t size;
    uint8_t *bytes;

    if (strstr(file, ".fatbin") == NULL)
        return;
    bytes = sample_load(file, &size);
    gather(&got, &fatbin_reader, file, bytes, size);
    sample_check(file, &got);
    gathered_free(&got);
    free(bytes);
}

static void samples_hold(void **state)
{
    (void)state;
    sample_each("fatbins/", check_sample);
}

static void truncated_ones_are_refused(void **state)
{
    (void)state;
    damage_truncate(&fatbin_reader, "fatbins/small_all_size.fatbin", 1);
    damage_truncate(&fatbin_reader, "fatbins/small_all_speed.fatbin", 1);
    damage_truncate(&fatbin_reader, "fatbins/kernels_12arch_size.fatbin", 4999);
}

static void flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    damage_flip(&fatbin_reader, "fatbins/small_all_size.fatbin", 3);
    damage_flip(&fatbin_reader, "fatbins/small_all_speed.fatbin", 3);
    damage_flip(&fatbin_reader, "fatbins/small_all_none.fatbin", 31);
}

static void random_bytes_do_no_harm(void **state)
{
    static const uint8_t start[] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0,  0xf0, 0, 0, 0, 0,
                                    0,    0,    0,    2,    0, 1, 1,  64, 0,    0, 0, 0};

    (void)state;
    damage_random(&fatbin_reader, start, 4);
    damage_random(&fatbin_reader, start, 16);
    damage_random(&fatbin_reader, start, sizeof(start));
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

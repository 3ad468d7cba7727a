/* SPDX-License-Identifier: MIT */
/* Device code inside objects, executables, shared and static libraries. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "input_samples.h"

static const struct reader *reader_of(const uint8_t *bytes, size_t size)
{
    static const struct reader *const readers[] = {&elf_reader, &fatbin_reader, &archive_reader,
                                                   &foreign_reader};
    const struct reader *mine = NULL;

    for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); ++i) {
        if (!readers[i]->is_mine(bytes, size))
            continue;
        assert_null(mine);
        mine = readers[i];
    }
    assert_non_null(mine);
    return mine;
}

static void check_sample(const char *file)
{
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    gather(&got, reader_of(bytes, size), file, bytes, size);
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
    damage_truncate(&elf_reader, "fatbins/small_size.o", 7);
    damage_truncate(&elf_reader, "fatbins/small.exe", 499);
    damage_truncate(&elf_reader, "fatbins/libsmall.so", 499);
    damage_truncate(&archive_reader, "fatbins/libsmall.a", 499);
}

static void flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    damage_flip(&elf_reader, "fatbins/small_speed.o", 13);
    damage_flip(&archive_reader, "fatbins/libsmall.a", 199);
}

static void random_bytes_do_no_harm(void **state)
{
    static const uint8_t elf[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0,  0,
                                  0,    0,   0,   0,   0, 0, 2, 0, 62, 0};

    (void)state;
    damage_random(&elf_reader, elf, sizeof(elf));
    damage_random(&archive_reader, (const uint8_t *)"!<arch>\n", 8);
    damage_random(&foreign_reader, (const uint8_t *)"MZ", 2);
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

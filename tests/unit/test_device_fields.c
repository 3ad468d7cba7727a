/* SPDX-License-Identifier: MIT */
/* The field table: complete rows, no key twice, every member of the struct covered once. */
#include "cmocka_env.h"

#include <string.h>

#include "cuocc/device_fields.h"

static void rows_are_complete(void **state)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    (void)state;
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_non_null(fields[i].key);
        assert_non_null(fields[i].unit);
        assert_non_null(fields[i].help);
        assert_true(fields[i].key[0] != '\0');
        assert_true(fields[i].help[0] != '\0');
        assert_null(strpbrk(fields[i].key, " \"|"));
        assert_null(strpbrk(fields[i].help, "\"|\n"));
        assert_true(fields[i].min <= fields[i].max);
        assert_true(fields[i].max < CUOCC_NOT_GIVEN);
        if (fields[i].kind == CUOCC_FIELD_BOOL)
            assert_true(fields[i].min == 0 && fields[i].max == 1 && !fields[i].nullable);
        if (fields[i].kind == CUOCC_FIELD_SIZES)
            assert_false(fields[i].nullable);
    }
}

static void no_key_appears_twice(void **state)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(fields[i].key, fields[j].key);
}

/* The rows stand in the order of the struct and leave nothing out between its head and its end. */
static void rows_cover_the_struct(void **state)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);
    size_t next = offsetof(struct cuocc_device, warp_size_threads);

    (void)state;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(fields[i].offset, next);
        next += sizeof(uint32_t);
        if (fields[i].kind == CUOCC_FIELD_SIZES)
            next += sizeof(((struct cuocc_device *)0)->smem_carveout_bytes);
    }
    assert_int_equal(next, sizeof(struct cuocc_device));
    assert_int_equal(offsetof(struct cuocc_device, warp_size_threads),
                     offsetof(struct cuocc_device, cc_minor) + sizeof(uint32_t));
}

static void get_reads_the_member(void **state)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);
    struct cuocc_device dev = {
        .warp_size_threads = 7, .smem_carveout_count = 3, .virtual_resources_per_sm = 11};

    (void)state;
    assert_int_equal(cuocc_device_field_get(&dev, &fields[0]), 7);
    assert_int_equal(cuocc_device_field_get(&dev, &fields[count - 1]), 11);
    for (size_t i = 0; i < count; i++)
        if (fields[i].kind == CUOCC_FIELD_SIZES)
            assert_int_equal(cuocc_device_field_get(&dev, &fields[i]), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(no_key_appears_twice),
        cmocka_unit_test(rows_cover_the_struct),
        cmocka_unit_test(get_reads_the_member),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

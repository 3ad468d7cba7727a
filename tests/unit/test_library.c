/* SPDX-License-Identifier: MIT */
/* Libraries that are opened when they are needed: here, without a function, not here. */
#include "cmocka_env.h"

#include "support/library.h"

#include <stddef.h>

static void a_function_is_found(void **state)
{
    struct {
        size_t (*strlen)(const char *text);
        int (*toupper)(int c);
    } table = {NULL, NULL};

    (void)state;
    assert_int_equal(library_load("libc.so.6", "strlen\0toupper\0", &table), CUOCC_OK);
    assert_int_equal(table.strlen("four"), 4);
    assert_int_equal(table.toupper('a'), 'A');
}

static void what_is_missing_is_unsupported(void **state)
{
    void *table[2];

    (void)state;
    assert_int_equal(library_load("libc.so.6", "strlen\0no_such_function\0", table),
                     CUOCC_ERR_UNSUPPORTED);
    assert_int_equal(library_load("libno_such_library.so.1", "strlen\0", table),
                     CUOCC_ERR_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_found),
        cmocka_unit_test(what_is_missing_is_unsupported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* The status list: dense numbers, texts, and an answer for a stranger. */
#include "cmocka_env.h"

#include "cuocc/status.h"

static void numbers_are_dense_and_texts_exist(void **state)
{
    int next = 0;

    (void)state;
#define CHECK_ROW(name, number, text)                                                              \
    assert_int_equal(CUOCC_##name, next++);                                                        \
    assert_string_equal(cuocc_status_text(CUOCC_##name), text);
    CUOCC_STATUS_LIST(CHECK_ROW)
#undef CHECK_ROW
    assert_string_equal(cuocc_status_text((enum cuocc_status)next), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_dense_and_texts_exist),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

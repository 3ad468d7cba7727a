/* SPDX-License-Identifier: MIT */
/* Every allocation fails once: a clean CUOCC_ERR_MEMORY, nothing leaked (the sanitizer looks), and
 * the database still usable. The linker sends the library's calls here (--wrap). */
#include "cmocka_env.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/device_db.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

#define NEVER SIZE_MAX

static size_t until_failure = NEVER;

static bool fails_now(void)
{
    if (until_failure == NEVER)
        return false;
    return until_failure-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails_now() ? NULL : __real_realloc(old, size);
}

/* @return whether the allocation of that number was reached. */
static bool fail_at(size_t number, enum cuocc_status (*work)(struct cuocc_error *error))
{
    struct cuocc_error error = {.status = CUOCC_OK};
    enum cuocc_status status;
    bool reached;

    until_failure = number;
    status = work(&error);
    reached = until_failure == NEVER; /* 0 went on to SIZE_MAX */
    until_failure = NEVER;
    if (reached) {
        assert_int_equal(status, CUOCC_ERR_MEMORY);
        assert_int_equal(error.status, CUOCC_ERR_MEMORY);
        assert_string_equal(error.text, "out of memory");
    } else {
        assert_int_equal(status, CUOCC_OK);
    }
    return reached;
}

static void fail_at_each(enum cuocc_status (*work)(struct cuocc_error *error), size_t step,
                         size_t least)
{
    size_t number = 0;

    while (fail_at(number, work))
        number += step;
    assert_true(number >= least);
}

static enum cuocc_status load_file(struct cuocc_error *error)
{
    struct cuocc_device dev;

    return cuocc_device_load(CUOCC_TESTS_DIR "/data/textbook_sm.json", &dev, error);
}

static enum cuocc_status open_directory(struct cuocc_error *error)
{
    static const char *const directory = CUOCC_TESTS_DIR "/data/device_dir";
    struct cuocc_device_db *db;
    enum cuocc_status status = cuocc_device_db_open(&directory, 1, &db, error);

    if (status == CUOCC_OK)
        cuocc_device_db_close(db);
    return status;
}

static enum cuocc_status find_product(struct cuocc_error *error)
{
    struct cuocc_device_db *db;
    struct cuocc_device dev;
    enum cuocc_status status = cuocc_device_db_open(NULL, 0, &db, error);

    if (status != CUOCC_OK)
        return status;
    status = cuocc_device_db_find(db, "rtx 4090", &dev, error);
    assert_int_equal(status, CUOCC_OK); /* what is built in needs no memory */
    assert_string_equal(dev.name, "sm_89");
    cuocc_device_db_close(db);
    return status;
}

static enum cuocc_status ask_for_lists(struct cuocc_device_db *db, struct cuocc_error *error)
{
    const struct cuocc_product *products;
    const struct cuocc_source *codes;
    const char *const *limits;
    size_t count;
    enum cuocc_status status = cuocc_device_db_products(db, 0, &products, &count, error);

    if (status == CUOCC_OK)
        status = cuocc_device_db_source_codes(db, 0, &codes, &count, error);
    if (status == CUOCC_OK)
        status = cuocc_device_db_limit_sources(db, 0, &limits, error);
    return status;
}

static enum cuocc_status list(struct cuocc_error *error)
{
    struct cuocc_device_db *db;
    enum cuocc_status status = cuocc_device_db_open(NULL, 0, &db, error);

    if (status != CUOCC_OK)
        return status;
    status = ask_for_lists(db, error);
    if (status == CUOCC_ERR_MEMORY) /* there is memory again */
        assert_int_equal(ask_for_lists(db, NULL), CUOCC_OK);
    cuocc_device_db_close(db);
    return status;
}

static enum cuocc_status add_file(struct cuocc_error *error)
{
    struct cuocc_device_db *db;
    size_t index;
    enum cuocc_status status = cuocc_device_db_open(NULL, 0, &db, error);

    if (status != CUOCC_OK)
        return status;
    status = cuocc_device_db_add(db, CUOCC_TESTS_DIR "/data/textbook_sm.json", &index, error);
    assert_int_equal(cuocc_device_db_count(db), status == CUOCC_OK ? 20 : 19);
    cuocc_device_db_close(db);
    return status;
}

static void loading(void **state)
{
    (void)state;
    fail_at_each(load_file, 1, 250);
}

static void opening_a_directory(void **state)
{
    (void)state;
    fail_at_each(open_directory, 1, 250);
}

static void adding_a_file(void **state)
{
    (void)state;
    fail_at_each(add_file, 1, 250);
}

static void finding_a_product(void **state)
{
    (void)state;
    fail_at_each(find_product, 1, 2);
}

static void listing(void **state)
{
    (void)state;
    fail_at_each(list, 1, 5);
}

static int let_cjson_fail(void **state)
{
    cJSON_Hooks hooks = {.malloc_fn = __wrap_malloc, .free_fn = free};

    (void)state;
    cJSON_InitHooks(&hooks);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loading),       cmocka_unit_test(opening_a_directory),
        cmocka_unit_test(adding_a_file), cmocka_unit_test(finding_a_product),
        cmocka_unit_test(listing),
    };

    return cmocka_run_group_tests(tests, let_cjson_fail, NULL);
}

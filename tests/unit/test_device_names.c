/* SPDX-License-Identifier: MIT */
/* Names: what resolves, to which device, product and SM count; and what does not. */
#include "cmocka_env.h"

#include <stdio.h>
#include <string.h>

#include "cuocc/device_db.h"
#include "db/names.h"

#define NONE CUOCC_NOT_GIVEN

static int open_db(void **state)
{
    struct cuocc_device_db *db = NULL;

    if (cuocc_device_db_open(NULL, 0, &db, NULL) != CUOCC_OK)
        return -1;
    *state = db;
    return 0;
}

static int close_db(void **state)
{
    cuocc_device_db_close(*state);
    return 0;
}

/* clang-format off */
static const struct {
    const char *name;
    const char *device;
    const char *product;
    uint32_t sm_count;
} resolving[] = {
    /* design: the spellings of a target */
    { "sm_89",       "sm_89",  "", NONE },
    { "SM_89",       "sm_89",  "", NONE },
    { "8.9",         "sm_89",  "", NONE },
    { "89",          "sm_89",  "", NONE },
    { "compute_89",  "sm_89",  "", NONE },
    { "Compute_75",  "sm_75",  "", NONE },
    { "sm_90a",      "sm_90",  "", NONE },
    { "90a",         "sm_90",  "", NONE },
    { "sm_100f",     "sm_100", "", NONE },
    { "SM_100A",     "sm_100", "", NONE },
    { "12.1",        "sm_121", "", NONE },
    { "120",         "sm_120", "", NONE },
    /* renamed in CUDA 13.0 */
    { "sm_101",      "sm_110", "", NONE },
    { "sm_101a",     "sm_110", "", NONE },
    { "compute_101", "sm_110", "", NONE },
    { "10.1",        "sm_110", "", NONE },
    { "101",         "sm_110", "", NONE },
    /* products, with and without vendor words */
    { "rtx 4090",                "sm_89", "NVIDIA GeForce RTX 4090", 128 },
    { "RTX4090",                 "sm_89", "NVIDIA GeForce RTX 4090", 128 },
    { "rtx-4090",                "sm_89", "NVIDIA GeForce RTX 4090", 128 },
    { "NVIDIA GeForce RTX 4090", "sm_89", "NVIDIA GeForce RTX 4090", 128 },
    { "nvidia rtx 4090",         "sm_89", "NVIDIA GeForce RTX 4090", 128 },
    { "RTX 4090 D",              "sm_89", "NVIDIA GeForce RTX 4090 D", 114 },
    { "4090 laptop",             "sm_89", "NVIDIA GeForce RTX 4090 Laptop GPU", 76 },
    { "RTX 3060 Ti",             "sm_86", "NVIDIA GeForce RTX 3060 Ti", 38 },
    { "H100 SXM",                "sm_90", "NVIDIA H100 80GB HBM3", 132 },
    { "h100 pcie",               "sm_90", "NVIDIA H100 PCIe", 114 },
    { "NVIDIA H200",             "sm_90", "NVIDIA H200", 132 },
    { "A100",                    "sm_80", "NVIDIA A100-SXM4-40GB", 108 },
    { "t4",                      "sm_75", "Tesla T4", 40 },
    { "Tesla V100-SXM2-16GB",    "sm_70", "Tesla V100-SXM2-16GB", 80 },
    { "Quadro RTX 6000",         "sm_75", "Quadro RTX 6000", 72 },
    { "RTX 6000 Ada",            "sm_89", "NVIDIA RTX 6000 Ada Generation", 142 },
    { "DGX Spark",               "sm_121", "NVIDIA GB10", 48 },
    { "jetson nano",             "sm_53", "Jetson Nano", 1 },
    { "titan v",                 "sm_70", "NVIDIA TITAN V", 80 },
    /* several products of one device, alike in SMs */
    { "a100 80gb",               "sm_80", "", 108 },
    { "A100 80 GB",              "sm_80", "", 108 },
    { "RTX 5060 Ti",             "sm_120", "", 36 },
    { "h100 sxm5",               "sm_90", "", 132 },
    { "orin nx",                 "sm_87", "", 8 },
    /* ... and not alike: cards that print the same name */
    { "rtx 3080",                "sm_86", "", NONE },
    { "NVIDIA GeForce RTX 3080", "sm_86", "", NONE },
    { "rtx 3080 10gb",           "sm_86", "NVIDIA GeForce RTX 3080", 68 },
    { "rtx 3080 12gb",           "sm_86", "NVIDIA GeForce RTX 3080 12GB", 70 },
    { "gtx 1650",                "sm_75", "", NONE },
    { "Orin",                    "sm_87", "", NONE },
    { "NVIDIA Thor",             "sm_110", "", NONE },
    { "NVIDIA GeForce RTX 2070 Super", "sm_75", "NVIDIA GeForce RTX 2070 Super", 40 },
    { "nvidia geforce rtx 2070 super", "sm_75", "", 40 },
    /* the sources know no SM count */
    { "Quadro P1000",            "sm_61", "Quadro P1000", NONE },
};

static const struct {
    const char *name;
    enum cuocc_status status;
    const char *text; /* all of it, or its beginning where it ends in "..." */
} refused[] = {
    { "sm_88",    CUOCC_ERR_NOT_FOUND, "no device is called \"sm_88\", the nearest known are sm_87, sm_89, sm_86, sm_90" },
    { "sm_107",   CUOCC_ERR_NOT_FOUND, "no device is called \"sm_107\", the nearest known are sm_110, sm_103, sm_100, sm_120" },
    { "8.8",      CUOCC_ERR_NOT_FOUND, "no device is called \"8.8\", the nearest known are sm_87, sm_89, sm_86, sm_90" },
    { "sm_89a",   CUOCC_ERR_NOT_FOUND, "no device is called \"sm_89a\", the nearest known are sm_89..." },
    { "sm_90f",   CUOCC_ERR_NOT_FOUND, "no device is called \"sm_90f\", the nearest known are sm_90..." },
    { "sm_8",     CUOCC_ERR_NOT_FOUND, "no device is called \"sm_8\", ..." },
    { "sm_089",   CUOCC_ERR_NOT_FOUND, "no device is called \"sm_089\", ..." },
    { "8.90",     CUOCC_ERR_NOT_FOUND, "no device is called \"8.90\", ..." },
    { "sm_89 ",   CUOCC_ERR_NOT_FOUND, "no device is called \"sm_89 \", the nearest known are sm_89..." },
    { "rtx 4095", CUOCC_ERR_NOT_FOUND, "no device is called \"rtx 4095\", the nearest known are NVIDIA GeForce RTX 4090 (sm_89)..." },
    { "4095",     CUOCC_ERR_NOT_FOUND, "no device is called \"4095\", ..." },
    { "hoper",    CUOCC_ERR_NOT_FOUND, "no device is called \"hoper\", the nearest known are sm_90..." },
    { "blackwell", CUOCC_ERR_NOT_FOUND, "no device is called \"blackwell\", the nearest known are sm_100, sm_110, sm_120, sm_121" },
    { "",         CUOCC_ERR_NOT_FOUND, "no device is called \"\", ..." },
    { "nvidia",   CUOCC_ERR_NOT_FOUND, "no device is called \"nvidia\", known are sm_50, sm_52, sm_53..." },
    { "laptop",   CUOCC_ERR_NOT_FOUND, "no device is called \"laptop\", ..." },
    { "24gb",     CUOCC_ERR_NOT_FOUND, "no device is called \"24gb\", ..." },
    { "a\x1b[1m\n", CUOCC_ERR_NOT_FOUND, "no device is called \"a?[1m?\", ..." },
    { "titan x",  CUOCC_ERR_AMBIGUOUS, "\"titan x\" fits products of several devices: NVIDIA GeForce GTX TITAN X (sm_52), NVIDIA TITAN X (Pascal) (sm_61)" },
    { "rtx 6000", CUOCC_ERR_AMBIGUOUS, "\"rtx 6000\" fits products of several devices: Quadro RTX 6000 (sm_75), NVIDIA RTX 6000 Ada Generation (sm_89), NVIDIA RTX PRO 6000 Blackwell Server Edition (sm_120), NVIDIA RTX PRO 6000 Blackwell Workstation Edition (sm_120) and 1 more" },
};
/* clang-format on */

static void names_resolve(void **state)
{
    for (size_t i = 0; i < sizeof(resolving) / sizeof(resolving[0]); i++) {
        struct cuocc_device dev;
        struct cuocc_error error = {.status = CUOCC_OK};
        enum cuocc_status status = cuocc_device_db_find(*state, resolving[i].name, &dev, &error);

        if (status != CUOCC_OK)
            print_error("%s: %s\n", resolving[i].name, error.text);
        assert_int_equal(status, CUOCC_OK);
        if (strcmp(dev.name, resolving[i].device) != 0 ||
            strcmp(dev.product, resolving[i].product) != 0 || dev.sm_count != resolving[i].sm_count)
            print_error("%s\n", resolving[i].name);
        assert_string_equal(dev.name, resolving[i].device);
        assert_string_equal(dev.product, resolving[i].product);
        assert_int_equal(dev.sm_count, resolving[i].sm_count);
    }
}

static bool text_matches(const char *text, const char *expected)
{
    const char *dots = strstr(expected, "...");

    return dots ? strncmp(text, expected, (size_t)(dots - expected)) == 0
                : strcmp(text, expected) == 0;
}

static void names_are_refused(void **state)
{
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct cuocc_device dev = {.name = "untouched"};
        struct cuocc_error error = {.status = CUOCC_OK};
        enum cuocc_status status = cuocc_device_db_find(*state, refused[i].name, &dev, &error);

        if (status != refused[i].status || !text_matches(error.text, refused[i].text))
            print_error("%s: %s\n  expected %s\n", refused[i].name, error.text, refused[i].text);
        assert_int_equal(status, refused[i].status);
        assert_true(text_matches(error.text, refused[i].text));
        assert_int_equal(error.status, status);
        assert_string_equal(error.where, "");
        assert_string_equal(dev.name, "untouched");
    }
}

static void a_long_name_is_refused(void **state)
{
    char name[NAME_LENGTH_MAX + 2];
    struct cuocc_device dev;
    struct cuocc_error error;
    size_t count = 1;

    memset(name, 'x', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    assert_int_equal(cuocc_device_db_find(*state, name, &dev, &error), CUOCC_ERR_NOT_FOUND);
    assert_non_null(strstr(error.text, "names have at most 127 bytes"));
    assert_int_equal(cuocc_device_db_candidates(*state, name, NULL, 0, &count, NULL), CUOCC_OK);
    assert_int_equal(count, 0);
    name[sizeof(name) - 2] = '\0';
    assert_int_equal(cuocc_device_db_find(*state, name, &dev, &error), CUOCC_ERR_NOT_FOUND);
    assert_non_null(strstr(error.text, "known are sm_50, "));
}

/* clang-format off */
static const struct {
    const char *name;
    size_t count;
    const char *first;
    uint32_t sm_count;
} candidate_rows[] = {
    { "rtx 3080",  2, "NVIDIA GeForce RTX 3080",      68 },
    { "rtx 4090",  1, "NVIDIA GeForce RTX 4090",     128 },
    { "orin",      6, "Jetson AGX Orin 64GB",         16 },
    { "titan x",   2, "NVIDIA GeForce GTX TITAN X",   24 },
    { "sm_89",     0, NULL,                            0 },
    { "sm_101",    0, NULL,                            0 },
    { "rtx 4095",  0, NULL,                            0 },
};
/* clang-format on */

static void candidates_are_listed(void **state)
{
    for (size_t i = 0; i < sizeof(candidate_rows) / sizeof(candidate_rows[0]); i++) {
        struct cuocc_product_match first = {.index = 1000};
        size_t count;

        assert_int_equal(
            cuocc_device_db_candidates(*state, candidate_rows[i].name, &first, 1, &count, NULL),
            CUOCC_OK);
        assert_int_equal(count, candidate_rows[i].count);
        if (count == 0) {
            assert_int_equal(first.index, 1000);
            continue;
        }
        assert_true(first.index < cuocc_device_db_count(*state));
        assert_string_equal(first.product.name, candidate_rows[i].first);
        assert_int_equal(first.product.sm_count, candidate_rows[i].sm_count);
    }
}

/* Nobody can reach a product whose own name leads elsewhere. */
static void every_name_and_device_finds_itself(void **state)
{
    for (size_t d = 0; d < cuocc_device_db_count(*state); d++) {
        const struct cuocc_product *products;
        size_t count;
        struct cuocc_device dev;
        struct cuocc_device found;

        assert_int_equal(cuocc_device_db_get(*state, d, &dev, NULL), CUOCC_OK);
        assert_int_equal(cuocc_device_db_products(*state, d, &products, &count, NULL), CUOCC_OK);
        for (size_t p = 0; p < count; p++) {
            assert_int_equal(cuocc_device_db_find(*state, products[p].name, &found, NULL),
                             CUOCC_OK);
            assert_string_equal(found.name, dev.name);
            if (found.product[0] != '\0')
                assert_string_equal(found.product, products[p].name);
        }
    }
}

static void distances(void **state)
{
    static const struct {
        const char *a, *b;
        size_t distance;
    } rows[] = {
        {"", "", 0},     {"", "abc", 3}, {"kitten", "sitting", 3}, {"rtx4090", "rtx4095", 1},
        {"ab", "ba", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(edit_distance(rows[i].a, rows[i].b), rows[i].distance);
        assert_int_equal(edit_distance(rows[i].b, rows[i].a), rows[i].distance);
    }
}

static void null_arguments_are_refused(void **state)
{
    struct cuocc_device dev;
    size_t count;

    assert_int_equal(cuocc_device_db_find(NULL, "sm_89", &dev, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_find(*state, NULL, &dev, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_find(*state, "sm_89", NULL, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_candidates(*state, "sm_89", NULL, 1, &count, NULL),
                     CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_candidates(*state, "sm_89", NULL, 0, NULL, NULL),
                     CUOCC_ERR_ARGUMENT);
}

/* This test is linked with user_files_none.c. */
static void files_are_refused(void **state)
{
    static const char *const directory = "devices";
    struct cuocc_device_db *db = NULL;
    struct cuocc_error error;
    struct cuocc_device dev;
    size_t index;

    assert_int_equal(cuocc_device_db_open(&directory, 1, &db, &error), CUOCC_ERR_UNSUPPORTED);
    assert_string_equal(error.where, directory);
    assert_string_equal(error.text,
                        "this build reads no device files, the built-in devices are allowed");
    assert_null(db);
    assert_int_equal(cuocc_device_db_add(*state, "x.json", &index, &error), CUOCC_ERR_UNSUPPORTED);
    assert_int_equal(cuocc_device_load("x.json", &dev, &error), CUOCC_ERR_UNSUPPORTED);
    assert_int_equal(cuocc_device_parse("{}", 2, "x.json", &dev, &error), CUOCC_ERR_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_resolve),
        cmocka_unit_test(names_are_refused),
        cmocka_unit_test(a_long_name_is_refused),
        cmocka_unit_test(candidates_are_listed),
        cmocka_unit_test(every_name_and_device_finds_itself),
        cmocka_unit_test(distances),
        cmocka_unit_test(null_arguments_are_refused),
        cmocka_unit_test(files_are_refused),
    };

    return cmocka_run_group_tests(tests, open_db, close_db);
}

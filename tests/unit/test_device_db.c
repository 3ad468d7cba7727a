/* SPDX-License-Identifier: MIT */
/* The database: what is built in, what directories add and replace. */
#define _POSIX_C_SOURCE 200809L
#include "cmocka_env.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cuocc/device_fields.h"
#include "db/device_db.h"
#include "test_files.h"

#define COUNT(list)   (sizeof(list) / sizeof((list)[0]))
#define DIRECTORY_MAX 2
#define PATH_SIZE     300

/* Directories of one test, and what was put there. */
struct fixture {
    char dirs[DIRECTORY_MAX][32];
    const char *dir_list[DIRECTORY_MAX];
    struct cuocc_device_db *db;
    struct cuocc_error error;
};

static int make_dirs(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    if (!f)
        return -1;
    for (size_t i = 0; i < DIRECTORY_MAX; i++) {
        (void)snprintf(f->dirs[i], sizeof(f->dirs[i]), "/tmp/cuocc_db_XXXXXX");
        if (!mkdtemp(f->dirs[i]))
            return -1;
        f->dir_list[i] = f->dirs[i];
    }
    *state = f;
    return 0;
}

static void remove_dir(const char *path)
{
    DIR *stream = opendir(path);
    const struct dirent *entry;

    while (stream && (entry = readdir(stream))) {
        char file[PATH_SIZE];

        (void)snprintf(file, sizeof(file), "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            (void)remove(file);
    }
    if (stream)
        (void)closedir(stream);
    (void)rmdir(path);
}

static int remove_dirs(void **state)
{
    struct fixture *f = *state;

    cuocc_device_db_close(f->db);
    for (size_t i = 0; i < DIRECTORY_MAX; i++)
        remove_dir(f->dirs[i]);
    free(f);
    return 0;
}

static void open_builtin(struct fixture *f)
{
    assert_int_equal(cuocc_device_db_open(NULL, 0, &f->db, &f->error), CUOCC_OK);
}

static void open_dirs(struct fixture *f)
{
    if (cuocc_device_db_open(f->dir_list, DIRECTORY_MAX, &f->db, &f->error) != CUOCC_OK)
        fail_msg("%s: %s", f->error.where, f->error.text);
}

/* The textbook device under another name, capability and architecture. */
static void put_device(const struct fixture *f, size_t dir, const char *file, const char *name,
                       const char *capability, const char *architecture)
{
    char *base = test_file_read(CUOCC_TESTS_DIR "/data/textbook_sm.json", NULL);
    char *named = test_text_replace(base, "\"textbook\"", name);
    char *with_capability = test_text_replace(named, "\"99.0\"", capability);
    char *text = test_text_replace(with_capability, "\"idealised SM of textbooks\"", architecture);
    char path[PATH_SIZE];

    (void)snprintf(path, sizeof(path), "%s/%s", f->dirs[dir], file);
    test_file_write(path, text, strlen(text));
    free(text);
    free(with_capability);
    free(named);
    free(base);
}

/* --- what is built in ----------------------------------------------------------------------- */

static void every_device_is_there_in_order(void **state)
{
    static const char *const names[] = {"sm_50",  "sm_52",  "sm_53",  "sm_60", "sm_61",
                                        "sm_62",  "sm_70",  "sm_72",  "sm_75", "sm_80",
                                        "sm_86",  "sm_87",  "sm_89",  "sm_90", "sm_100",
                                        "sm_103", "sm_110", "sm_120", "sm_121"};
    struct fixture *f = *state;
    uint32_t last = 0;

    open_builtin(f);
    assert_int_equal(cuocc_device_db_count(f->db), COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++) {
        struct cuocc_device dev;

        if (cuocc_device_db_get(f->db, i, &dev, &f->error) != CUOCC_OK)
            fail_msg("%s: %s", f->error.where, f->error.text);
        assert_string_equal(dev.name, names[i]);
        assert_string_equal(dev.product, "");
        assert_int_equal(dev.sm_count, CUOCC_NOT_GIVEN);
        assert_true(dev.cc_major * 10 + dev.cc_minor > last);
        last = dev.cc_major * 10 + dev.cc_minor;
    }
}

static void the_text_is_the_file(void **state)
{
    struct fixture *f = *state;

    open_builtin(f);
    for (size_t i = 0; i < f->db->count; i++) {
        char path[PATH_SIZE];
        const char *text;
        size_t size;
        char *file;

        (void)snprintf(path, sizeof(path), "%s/%s.json", CUOCC_DEVICES_DIR,
                       f->db->entries[i].file->device.name);
        file = test_file_read(path, &size);
        assert_int_equal(cuocc_device_db_text(f->db, i, &text, NULL), CUOCC_OK);
        assert_int_equal(strlen(text), size);
        assert_memory_equal(text, file, size + 1);
        free(file);
    }
}

/* --- what was built in is what the reader makes of the file --------------------------------- */

/* Where a text lies is nobody's business. */
#define ASSERT_TEXT(has, has_at, want, want_at)                                                    \
    assert_string_equal(device_file_text((has), (has_at)), device_file_text((want), (want_at)))

static void compare_devices(const struct cuocc_device *has, const struct cuocc_device *want)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    for (size_t i = 0; i < count; i++)
        if (cuocc_device_field_get(has, &fields[i]) != cuocc_device_field_get(want, &fields[i]))
            fail_msg("%s: %s is %u in the table, %u in the file", want->name, fields[i].key,
                     cuocc_device_field_get(has, &fields[i]),
                     cuocc_device_field_get(want, &fields[i]));
    /* Names and the list of sizes as well; there is no padding between texts and numbers. */
    assert_memory_equal(has, want, sizeof(*has));
}

static void compare_products(const struct device_file *has, const struct device_file *want)
{
    assert_int_equal(has->product_count, want->product_count);
    for (size_t i = 0; i < want->product_count; i++) {
        ASSERT_TEXT(has, has->products[i].name, want, want->products[i].name);
        assert_int_equal(has->products[i].sm_count, want->products[i].sm_count);
    }
    assert_int_equal(has->name_count, want->name_count);
    for (size_t i = 0; i < want->name_count; i++) {
        ASSERT_TEXT(has, has->names[i].text, want, want->names[i].text);
        assert_int_equal(has->names[i].product, want->names[i].product);
    }
}

static void compare_files(const struct device_file *has, const struct device_file *want)
{
    size_t count;

    (void)cuocc_device_fields(&count);
    compare_devices(&has->device, &want->device);
    for (size_t i = 0; i < count; i++)
        ASSERT_TEXT(has, has->limit_sources[i], want, want->limit_sources[i]);
    assert_int_equal(has->alias_count, want->alias_count);
    for (size_t i = 0; i < want->alias_count; i++)
        ASSERT_TEXT(has, has->aliases[i], want, want->aliases[i]);
    assert_int_equal(has->source_count, want->source_count);
    for (size_t i = 0; i < want->source_count; i++) {
        ASSERT_TEXT(has, has->sources[i].code, want, want->sources[i].code);
        ASSERT_TEXT(has, has->sources[i].text, want, want->sources[i].text);
    }
    compare_products(has, want);
}

static void the_table_is_what_the_reader_makes(void **state)
{
    struct fixture *f = *state;

    open_builtin(f);
    for (size_t i = 0; i < f->db->count; i++) {
        const struct device_file *has = f->db->entries[i].file;
        struct device_file *want;
        char path[PATH_SIZE];
        size_t size;
        char *text;

        (void)snprintf(path, sizeof(path), "%s/%s.json", CUOCC_DEVICES_DIR, has->device.name);
        text = test_file_read(path, &size);
        assert_int_equal(device_file_parse(text, size, path, &want, NULL), CUOCC_OK);
        compare_files(has, want);
        device_file_free(want);
        free(text);
    }
}

static void products_and_sources_are_told(void **state)
{
    struct fixture *f = *state;
    const struct cuocc_product *products;
    const struct cuocc_source *codes;
    const char *const *limits;
    size_t count;

    open_builtin(f);
    assert_int_equal(cuocc_device_db_products(f->db, 3, &products, &count, NULL), CUOCC_OK);
    assert_int_equal(count, 4);
    assert_string_equal(products[3].name, "Quadro GP100");
    assert_int_equal(products[3].sm_count, 56);
    assert_int_equal(cuocc_device_db_source_codes(f->db, 3, &codes, &count, NULL), CUOCC_OK);
    assert_true(count > 5);
    assert_string_equal(codes[0].code, "PG11");
    assert_memory_equal(codes[0].text, "CUDA C++ Programming Guide of CUDA 11.x", 39);
    assert_int_equal(cuocc_device_db_limit_sources(f->db, 3, &limits, NULL), CUOCC_OK);
    assert_string_equal(limits[0], "PG11, NCU");
    assert_string_equal(limits[17], "OCC (a block must also pass the check of 6.1)");
}

/* --- directories ---------------------------------------------------------------------------- */

static void a_directory_adds_devices(void **state)
{
    struct fixture *f = *state;
    struct cuocc_device dev;
    struct cuocc_product_match candidate;
    size_t count;

    put_device(f, 0, "b.json", "\"mine\"", "\"99.0\"", "\"A\"");
    put_device(f, 0, "a.json", "\"early\"", "\"1.0\"", "\"B\"");
    put_device(f, 1, ".hidden.json", "\"hidden\"", "\"1.1\"", "\"C\"");
    put_device(f, 1, "notes.txt", "\"notes\"", "\"1.1\"", "\"C\"");
    put_device(f, 1, "json", "\"bare\"", "\"1.1\"", "\"C\"");
    open_dirs(f);
    assert_int_equal(cuocc_device_db_count(f->db), 21);
    assert_string_equal(f->db->entries[0].file->device.name, "early");
    assert_string_equal(f->db->entries[20].file->device.name, "mine");
    assert_int_equal(cuocc_device_db_find(f->db, "MINE", &dev, NULL), CUOCC_OK);
    assert_string_equal(dev.architecture, "A");
    /* By its compute capability, which no other has. */
    assert_int_equal(cuocc_device_db_find(f->db, "sm_990", &dev, NULL), CUOCC_OK);
    assert_string_equal(dev.name, "mine");
    assert_int_equal(cuocc_device_db_find(f->db, "hidden", &dev, NULL), CUOCC_ERR_NOT_FOUND);
    /* Both have the product: it does not say which. */
    assert_int_equal(cuocc_device_db_find(f->db, "tb-1", &dev, &f->error), CUOCC_ERR_AMBIGUOUS);
    assert_string_equal(f->error.text, "\"tb-1\" fits products of several devices: "
                                       "Textbook card (early), Textbook card (mine)");
    assert_int_equal(cuocc_device_db_candidates(f->db, "tb-1", &candidate, 1, &count, NULL),
                     CUOCC_OK);
    assert_int_equal(count, 2);
    assert_int_equal(candidate.index, 0);
}

static void the_later_directory_wins(void **state)
{
    struct fixture *f = *state;
    struct cuocc_device dev;
    const char *text;

    put_device(f, 0, "x.json", "\"sm_89\"", "\"8.9\"", "\"first\"");
    put_device(f, 1, "y.json", "\"sm_89\"", "\"8.9\"", "\"second\"");
    open_dirs(f);
    assert_int_equal(cuocc_device_db_count(f->db), 19);
    assert_int_equal(cuocc_device_db_find(f->db, "8.9", &dev, NULL), CUOCC_OK);
    assert_string_equal(dev.architecture, "second");
    assert_int_equal(dev.reg_alloc_unit_regs, 1);
    assert_int_equal(cuocc_device_db_text(f->db, 12, &text, NULL), CUOCC_OK);
    assert_non_null(strstr(text, "\"second\""));
    /* The whole file is replaced, products too. */
    assert_int_equal(cuocc_device_db_find(f->db, "rtx 4090", &dev, NULL), CUOCC_ERR_NOT_FOUND);
}

static void a_capability_of_several_devices(void **state)
{
    struct fixture *f = *state;
    struct cuocc_device dev;

    put_device(f, 0, "x.json", "\"mine\"", "\"8.9\"", "\"A\"");
    put_device(f, 0, "y.json", "\"one\"", "\"98.7\"", "\"A\"");
    put_device(f, 0, "z.json", "\"two\"", "\"98.7\"", "\"A\"");
    open_dirs(f);
    assert_int_equal(cuocc_device_db_find(f->db, "8.9", &dev, NULL), CUOCC_OK);
    assert_string_equal(dev.name, "sm_89");
    assert_int_equal(cuocc_device_db_find(f->db, "98.7", &dev, &f->error), CUOCC_ERR_AMBIGUOUS);
    assert_string_equal(f->error.text,
                        "\"98.7\" is the compute capability of several devices: one, two");
}

static void two_files_for_one_device(void **state)
{
    struct fixture *f = *state;
    char text[PATH_SIZE];

    put_device(f, 0, "x.json", "\"mine\"", "\"99.0\"", "\"A\"");
    put_device(f, 0, "y.json", "\"mine\"", "\"99.1\"", "\"A\"");
    assert_int_equal(cuocc_device_db_open(f->dir_list, 1, &f->db, &f->error), CUOCC_ERR_VALUE);
    assert_non_null(strstr(f->error.where, "/y.json"));
    (void)snprintf(text, sizeof(text),
                   "the device mine is in %s/x.json already, once per directory is allowed",
                   f->dirs[0]);
    assert_string_equal(f->error.text, text);
    assert_null(f->db);
}

/* clang-format off */
static const struct {
    const char *file;
    const char *text; /* NULL: a directory */
    enum cuocc_status status;
    const char *where; /* behind the directory */
    const char *message;
} broken[] = {
    { "x.json", "{",  CUOCC_ERR_SYNTAX, "/x.json:1:2",       "not JSON: a text in double quotes is expected" },
    { "x.json", "{}", CUOCC_ERR_VALUE,  "/x.json: $.schema", "the key is missing, every key of a device file is required" },
    { "x.json", "",   CUOCC_ERR_SYNTAX, "/x.json:1:1",       "not JSON: the text ends too early" },
    { "x.json", NULL, CUOCC_ERR_IO,     "/x.json",           "not a file" },
};
/* clang-format on */

static void a_broken_file_is_an_error(void **state)
{
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT(broken); i++) {
        char path[PATH_SIZE];

        (void)snprintf(path, sizeof(path), "%s/%s", f->dirs[0], broken[i].file);
        if (broken[i].text)
            test_file_write(path, broken[i].text, strlen(broken[i].text));
        else
            assert_int_equal(mkdir(path, 0700), 0);
        assert_int_equal(cuocc_device_db_open(f->dir_list, 1, &f->db, &f->error), broken[i].status);
        (void)snprintf(path, sizeof(path), "%s%s", f->dirs[0], broken[i].where);
        assert_string_equal(f->error.where, path);
        assert_string_equal(f->error.text, broken[i].message);
        assert_null(f->db);
        (void)snprintf(path, sizeof(path), "%s/%s", f->dirs[0], broken[i].file);
        assert_int_equal(remove(path), 0);
    }
}

static void a_missing_directory_is_an_error(void **state)
{
    struct fixture *f = *state;
    const char *const missing = "/nonexistent/devices";

    assert_int_equal(cuocc_device_db_open(&missing, 1, &f->db, &f->error), CUOCC_ERR_IO);
    assert_string_equal(f->error.where, missing);
    assert_string_equal(f->error.text, "No such file or directory");
}

static void a_dangling_link_is_an_error(void **state)
{
    struct fixture *f = *state;
    char path[PATH_SIZE];

    (void)snprintf(path, sizeof(path), "%s/link.json", f->dirs[0]);
    assert_int_equal(symlink("/nonexistent", path), 0);
    assert_int_equal(cuocc_device_db_open(f->dir_list, 1, &f->db, &f->error), CUOCC_ERR_IO);
    assert_string_equal(f->error.where, path);
}

/* --- one more file -------------------------------------------------------------------------- */

static void a_file_is_added_in_its_place(void **state)
{
    struct fixture *f = *state;
    struct cuocc_device dev;
    size_t index = 99;

    open_builtin(f);
    assert_int_equal(
        cuocc_device_db_add(f->db, CUOCC_TESTS_DIR "/data/textbook_sm.json", &index, &f->error),
        CUOCC_OK);
    assert_int_equal(cuocc_device_db_count(f->db), 20);
    assert_int_equal(cuocc_device_db_get(f->db, index, &dev, &f->error), CUOCC_OK);
    assert_string_equal(dev.name, "textbook");
    /* The same name again replaces it. */
    assert_int_equal(
        cuocc_device_db_add(f->db, CUOCC_TESTS_DIR "/data/textbook_sm.json", &index, &f->error),
        CUOCC_OK);
    assert_int_equal(cuocc_device_db_count(f->db), 20);
}

static void a_missing_file_adds_nothing(void **state)
{
    struct fixture *f = *state;
    size_t index = 99;

    open_builtin(f);
    assert_int_equal(cuocc_device_db_add(f->db, "./no/such.json", &index, &f->error), CUOCC_ERR_IO);
    assert_string_equal(f->error.where, "./no/such.json");
    assert_int_equal(cuocc_device_db_count(f->db), 19);
    assert_int_equal(index, 99);
}

/* --- arguments ------------------------------------------------------------------------------ */

static void arguments_are_checked(void **state)
{
    struct fixture *f = *state;
    struct cuocc_device dev;
    const struct cuocc_product *products;
    const struct cuocc_source *codes;
    const char *const *limits;
    const char *text;
    size_t count;

    open_builtin(f);
    cuocc_device_db_close(NULL);
    assert_int_equal(cuocc_device_db_count(NULL), 0);
    assert_int_equal(cuocc_device_db_open(NULL, 0, NULL, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_open(NULL, 1, &f->db, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_add(NULL, "x.json", &count, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_add(f->db, "x.json", NULL, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_get(f->db, 19, &dev, &f->error), CUOCC_ERR_ARGUMENT);
    assert_int_equal(f->error.status, CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_get(f->db, 0, NULL, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_get(NULL, 0, &dev, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_products(f->db, 19, &products, &count, NULL),
                     CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_products(f->db, 0, NULL, &count, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_source_codes(f->db, 0, &codes, NULL, NULL),
                     CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_limit_sources(f->db, 19, &limits, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_limit_sources(f->db, 0, NULL, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_text(f->db, 19, &text, NULL), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_device_db_text(f->db, 0, NULL, NULL), CUOCC_ERR_ARGUMENT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_dirs, remove_dirs)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_device_is_there_in_order),     TEST(the_text_is_the_file),
        TEST(the_table_is_what_the_reader_makes), TEST(products_and_sources_are_told),
        TEST(a_directory_adds_devices),           TEST(the_later_directory_wins),
        TEST(a_capability_of_several_devices),    TEST(two_files_for_one_device),
        TEST(a_broken_file_is_an_error),          TEST(a_missing_directory_is_an_error),
        TEST(a_dangling_link_is_an_error),        TEST(a_file_is_added_in_its_place),
        TEST(a_missing_file_adds_nothing),        TEST(arguments_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Every number of every device file against tables that were collected independently:
 * tests/oracle/data/devices. Everything that differs is a row here, with the reason. */
#include "cmocka_env.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_rows.h"
#include "cuocc/device_fields.h"
#include "db/device_db.h"
#include "test_files.h"

#define DATA        CUOCC_TESTS_DIR "/oracle/data/devices/"
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* --- the database --------------------------------------------------------------------------- */

struct facts {
    struct cuocc_device_db *db;
    cJSON *nsight;
};

static int read_facts(void **state)
{
    struct facts *facts = calloc(1, sizeof(*facts));
    char *text = test_file_read(DATA "nsight_limits.json", NULL);

    assert_non_null(facts);
    facts->nsight = cJSON_Parse(text);
    free(text);
    assert_non_null(facts->nsight);
    *state = facts;
    return cuocc_device_db_open(NULL, 0, &facts->db, NULL) == CUOCC_OK ? 0 : -1;
}

static int free_facts(void **state)
{
    struct facts *facts = *state;

    cuocc_device_db_close(facts->db);
    cJSON_Delete(facts->nsight);
    free(facts);
    return 0;
}

static const struct cuocc_device_field *field_of(const char *key)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].key, key) == 0)
            return &fields[i];
    fail_msg("no field %s", key);
    return NULL;
}

static uint32_t value_of(const struct cuocc_device *dev, const char *key)
{
    return cuocc_device_field_get(dev, field_of(key));
}

static bool is_one_of(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, list[i]) == 0)
            return true;
    return false;
}

/* --- limits.csv ----------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *column;
    const char *key; /* NULL: no limit, or no part of a device file */
} columns[] = {
    { "cc",                             NULL }, /* finds the device */
    { "family",                         NULL },
    { "toolkit_names",                  NULL },
    { "warp_size_threads",              "warp_size_threads" },
    { "max_threads_per_block",          "max_threads_per_block" },
    { "max_threads_per_sm",             "max_threads_per_sm" },
    { "max_warps_per_sm",               "max_warps_per_sm" },
    { "max_blocks_per_sm",              "max_blocks_per_sm" },
    { "regs_per_sm_32bit",              "regs_per_sm" },
    { "max_regs_per_block_32bit",       "max_regs_per_block" },
    { "max_regs_per_thread",            "max_regs_per_thread" },
    { "reg_alloc_unit_regs",            "reg_alloc_unit_regs" },
    { "reg_alloc_granularity",          NULL }, /* "warp" everywhere */
    { "warp_alloc_granularity_warps",   "sub_partitions_per_sm" },
    { "warp_schedulers_per_sm",         "warp_schedulers_per_sm" },
    { "smem_per_sm_max_bytes",          "smem_per_sm_bytes" },
    { "unified_l1_smem_bytes",          "unified_l1_smem_bytes" },
    { "separate_l1_tex_bytes",          NULL }, /* no part in occupancy */
    { "smem_carveout_sizes_bytes",      "smem_carveout_bytes" },
    { "smem_per_block_default_bytes",   "smem_per_block_default_bytes" },
    { "smem_per_block_optin_bytes",     "smem_per_block_optin_bytes" },
    { "smem_reserved_per_block_bytes",  "smem_reserved_per_block_bytes" },
    { "smem_alloc_granularity_bytes",   "smem_alloc_unit_bytes" },
    { "named_barriers_per_block",       "max_barriers_per_block" },
    { "barrier_pool_per_sm",            "barriers_per_sm" },
    { "cluster_max_portable_blocks",    "max_cluster_blocks_portable" },
    { "cluster_max_nonportable_blocks", "max_cluster_blocks_nonportable" },
    { "tmem_columns_per_sm",            "tmem_columns_per_sm" },
    { "tmem_alloc_unit_columns",        "tmem_alloc_unit_columns" },
    { "virtual_resources_per_sm",       "virtual_resources_per_sm" },
    { "fp32_lanes_per_sm",              "fp32_lanes_per_sm" },
    { "max_grid_x_blocks",              "max_grid_x_blocks" },
    { "max_grid_y_blocks",              "max_grid_y_blocks" },
    { "max_grid_z_blocks",              "max_grid_z_blocks" },
    { "max_block_x_threads",            "max_block_x_threads" },
    { "max_block_y_threads",            "max_block_y_threads" },
    { "max_block_z_threads",            "max_block_z_threads" },
    { "confidence",                     NULL },
};

/* Not in the table: given here for every device in turn. */
static const struct {
    const char *device;
    uint32_t reg_check_granularity_warps;        /* 6.0 must pass the check of 6.1 too */
    uint32_t barriers_limit_blocks;              /* cuda_occupancy.h: from 9.0 on */
    uint32_t max_cluster_resident_blocks_per_sm; /* measured: H200, driver 13.0, 2026-11 */
} derived[] = {
    { "sm_50",  4, 0, CUOCC_NOT_GIVEN }, { "sm_52",  4, 0, CUOCC_NOT_GIVEN },
    { "sm_53",  4, 0, CUOCC_NOT_GIVEN }, { "sm_60",  4, 0, CUOCC_NOT_GIVEN },
    { "sm_61",  4, 0, CUOCC_NOT_GIVEN }, { "sm_62",  4, 0, CUOCC_NOT_GIVEN },
    { "sm_70",  4, 0, CUOCC_NOT_GIVEN }, { "sm_72",  4, 0, CUOCC_NOT_GIVEN },
    { "sm_75",  4, 0, CUOCC_NOT_GIVEN }, { "sm_80",  4, 0, CUOCC_NOT_GIVEN },
    { "sm_86",  4, 0, CUOCC_NOT_GIVEN }, { "sm_87",  4, 0, CUOCC_NOT_GIVEN },
    { "sm_89",  4, 0, CUOCC_NOT_GIVEN }, { "sm_90",  4, 1, 8 },
    { "sm_100", 4, 1, CUOCC_NOT_GIVEN }, { "sm_103", 4, 1, CUOCC_NOT_GIVEN },
    { "sm_110", 4, 1, CUOCC_NOT_GIVEN }, { "sm_120", 4, 1, CUOCC_NOT_GIVEN },
    { "sm_121", 4, 1, CUOCC_NOT_GIVEN },
};

/* Not confirmed well enough for a device file. */
static const char *const left_out[] = { "8.8", "10.7" };
/* clang-format on */

static void value_text(const struct cuocc_device *dev, const struct cuocc_device_field *field,
                       char *text, size_t size)
{
    uint32_t value = cuocc_device_field_get(dev, field);

    *text = '\0';
    if (field->kind == CUOCC_FIELD_SIZES) {
        for (uint32_t i = 0; i < value; i++)
            (void)snprintf(text + strlen(text), size - strlen(text), "%s%u", i > 0 ? ";" : "",
                           dev->smem_carveout_bytes[i]);
    } else if (value != CUOCC_NOT_GIVEN) {
        (void)snprintf(text, size, "%u", value);
    }
}

/* The first field that differs from the table, or NULL. */
static const char *limit_that_differs(const struct cuocc_device *dev, const struct csv_table *table)
{
    for (size_t i = 0; i < COUNT(columns); i++) {
        char ours[256];

        if (!columns[i].key)
            continue;
        value_text(dev, field_of(columns[i].key), ours, sizeof(ours));
        if (strcmp(ours, csv_text(table, columns[i].column)) != 0)
            return columns[i].key;
    }
    return NULL;
}

/* Change each number that the table has, one at a time: the comparison must notice. */
static void expect_typos_to_be_noticed(const struct cuocc_device *dev,
                                       const struct csv_table *table)
{
    for (size_t i = 0; i < COUNT(columns); i++) {
        struct cuocc_device wrong = *dev;
        const char *noticed;

        if (!columns[i].key)
            continue;
        *(uint32_t *)(void *)((char *)&wrong + field_of(columns[i].key)->offset) ^= 1;
        noticed = limit_that_differs(&wrong, table);
        assert_non_null(noticed);
        assert_string_equal(noticed, columns[i].key);
    }
}

static void limits_equal_the_table(void **state)
{
    struct facts *facts = *state;
    struct csv_table table;
    size_t compared = 0;

    csv_open(&table, DATA "limits.csv");
    while (csv_next(&table)) {
        const char *cc = csv_text(&table, "cc");
        struct cuocc_device dev;
        enum cuocc_status status = cuocc_device_db_find(facts->db, cc, &dev, NULL);
        const char *wrong;

        if (is_one_of(cc, left_out, COUNT(left_out))) {
            assert_int_equal(status, CUOCC_ERR_NOT_FOUND);
            continue;
        }
        assert_int_equal(status, CUOCC_OK);
        wrong = limit_that_differs(&dev, &table);
        if (wrong)
            fail_msg("%s: %s is not that of limits.csv:%u", dev.name, wrong, table.line);
        expect_typos_to_be_noticed(&dev, &table);
        compared++;
    }
    /* 10.1 is the old number of 11.0: its row found that device. */
    assert_int_equal(compared, cuocc_device_db_count(facts->db) + 1);
}

static void every_column_and_every_field_is_compared(void **state)
{
    struct csv_table table;
    size_t field_count;
    size_t with_key = 0;

    (void)state;
    (void)cuocc_device_fields(&field_count);
    csv_open(&table, DATA "limits.csv");
    while (csv_next(&table))
        ; /* closes the file */
    assert_int_equal(table.columns, COUNT(columns));
    for (size_t i = 0; i < COUNT(columns); i++) {
        assert_string_equal(table.names[i], columns[i].column);
        with_key += columns[i].key != NULL;
    }
    assert_int_equal(with_key + 3, field_count); /* the three of `derived` */
}

static void what_no_table_has(void **state)
{
    struct facts *facts = *state;

    assert_int_equal(cuocc_device_db_count(facts->db), COUNT(derived));
    for (size_t i = 0; i < COUNT(derived); i++) {
        struct cuocc_device dev;

        assert_int_equal(cuocc_device_db_get(facts->db, i, &dev, NULL), CUOCC_OK);
        assert_string_equal(dev.name, derived[i].device);
        assert_int_equal(dev.reg_check_granularity_warps, derived[i].reg_check_granularity_warps);
        assert_int_equal(dev.barriers_limit_blocks, derived[i].barriers_limit_blocks);
        assert_int_equal(dev.max_cluster_resident_blocks_per_sm,
                         derived[i].max_cluster_resident_blocks_per_sm);
    }
}

/* --- nsight_limits.json --------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *theirs;
    const char *key;
} nsight_keys[] = {
    { "threads_per_warp",                "warp_size_threads" },
    { "max_warps_per_sm",                "max_warps_per_sm" },
    { "max_threads_per_sm",              "max_threads_per_sm" },
    { "max_thread_blocks_per_sm",        "max_blocks_per_sm" },
    { "block_barriers_per_sm",           "barriers_per_sm" },
    { "smem_per_sm",                     "smem_per_sm_bytes" },
    { "registers_per_sm",                "regs_per_sm" },
    { "max_regs_per_block",              "max_regs_per_block" },
    { "max_regs_per_thread",             "max_regs_per_thread" },
    { "reg_allocation_unit_size",        "reg_alloc_unit_regs" },
    { "shared_mem_allocation_unit_size", "smem_alloc_unit_bytes" },
    { "warps_allocation_granularity",    "sub_partitions_per_sm" },
    { "max_thread_block_size",           "max_threads_per_block" },
};

/* Where Nsight Compute is wrong, or means something else (README.md beside the data). */
static const struct {
    const char *device;
    const char *theirs;
    uint32_t nsight;
    uint32_t ours;
} nsight_differences[] = {
    { "sm_52", "max_regs_per_block",           32768, 65536 }, /* with partitioned global caching */
    { "sm_52", "warps_allocation_granularity",     2,     4 }, /* the same */
    { "sm_53", "warps_allocation_granularity",     2,     4 }, /* the same */
    { "sm_62", "max_regs_per_block",           65536, 32768 }, /* Jetson TX2 reports 32768 */
};
/* clang-format on */

static double nsight_number(const cJSON *nsight, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(nsight, key);

    if (!cJSON_IsNumber(item))
        fail_msg("no number %s", key);
    return item->valuedouble;
}

/* What ours should be, given theirs; counts the differences that were used. */
static uint32_t corrected(const char *device, const char *key, uint32_t nsight, size_t *used)
{
    for (size_t i = 0; i < COUNT(nsight_differences); i++) {
        if (strcmp(nsight_differences[i].device, device) != 0 ||
            strcmp(nsight_differences[i].theirs, key) != 0)
            continue;
        assert_int_equal(nsight, nsight_differences[i].nsight);
        ++*used;
        return nsight_differences[i].ours;
    }
    return nsight;
}

static void compare_nsight(const struct cuocc_device *dev, const cJSON *nsight, size_t *used)
{
    const cJSON *sizes = cJSON_GetObjectItemCaseSensitive(nsight, "shared_mem_size_configs");
    int size_count = cJSON_GetArraySize(sizes);

    for (size_t i = 0; i < COUNT(nsight_keys); i++) {
        const char *key = nsight_keys[i].theirs;
        uint32_t expected = corrected(dev->name, key, (uint32_t)nsight_number(nsight, key), used);

        if (value_of(dev, nsight_keys[i].key) != expected)
            fail_msg("%s %s: %u, Nsight Compute has %u", dev->name, nsight_keys[i].key,
                     value_of(dev, nsight_keys[i].key), expected);
    }
    /* Theirs counts the reserved bytes in. */
    assert_int_equal(nsight_number(nsight, "max_shared_mem_per_block"),
                     dev->smem_per_block_optin_bytes + dev->smem_reserved_per_block_bytes);
    assert_string_equal(
        cJSON_GetObjectItemCaseSensitive(nsight, "reg_allocation_granularity")->valuestring,
        "warp");
    /* Theirs fall. One size: not configurable. */
    assert_true(size_count > 0);
    assert_int_equal(dev->smem_carveout_count, size_count > 1 ? size_count : 0);
    for (int i = 0; i < size_count; i++)
        assert_int_equal(cJSON_GetArrayItem(sizes, i)->valueint,
                         size_count > 1 ? dev->smem_carveout_bytes[size_count - 1 - i]
                                        : dev->smem_per_sm_bytes);
}

static void limits_equal_nsight(void **state)
{
    struct facts *facts = *state;
    size_t used = 0;

    for (size_t i = 0; i < cuocc_device_db_count(facts->db); i++) {
        struct cuocc_device dev;
        char cc[32];
        const cJSON *nsight;

        assert_int_equal(cuocc_device_db_get(facts->db, i, &dev, NULL), CUOCC_OK);
        (void)snprintf(cc, sizeof(cc), "%u.%u", dev.cc_major, dev.cc_minor);
        nsight = cJSON_GetObjectItemCaseSensitive(facts->nsight, cc);
        if (!cJSON_IsObject(nsight))
            fail_msg("Nsight Compute has no %s", cc);
        compare_nsight(&dev, nsight, &used);
    }
    assert_int_equal(used, COUNT(nsight_differences));
}

/* --- products.csv --------------------------------------------------------------------------- */

static const struct device_file *file_of_capability(const struct facts *facts, const char *cc)
{
    for (size_t i = 0; i < facts->db->count; i++) {
        const struct device_file *file = facts->db->entries[i].file;
        char has[32];

        (void)snprintf(has, sizeof(has), "%u.%u", file->device.cc_major, file->device.cc_minor);
        if (strcmp(has, cc) == 0)
            return file;
    }
    return NULL;
}

static size_t find_product(const struct device_file *file, const char *name)
{
    for (size_t i = 0; i < file->product_count; i++)
        if (strcmp(device_file_text(file, file->products[i].name), name) == 0)
            return i;
    fail_msg("%s has no product %s", file->device.name, name);
    return 0;
}

static bool has_alias(const struct device_file *file, size_t product, const char *alias)
{
    for (size_t i = 0; i < file->name_count; i++)
        if (file->names[i].product == product &&
            strcmp(device_file_text(file, file->names[i].text), alias) == 0)
            return true;
    return false;
}

/* @return the number of aliases. */
static size_t compare_aliases(const struct device_file *file, size_t product, const char *aliases)
{
    char list[256];
    size_t count = 0;

    assert_true(strlen(aliases) < sizeof(list));
    memcpy(list, aliases, strlen(aliases) + 1);
    for (char *alias = strtok(list, ";"); alias; alias = strtok(NULL, ";"), count++)
        if (!has_alias(file, product, alias))
            fail_msg("%s has no alias %s", device_file_text(file, file->products[product].name),
                     alias);
    return count;
}

/* A product whose name was made up to tell it from another has that other's name as an alias,
 * since that is what the driver prints. */
static size_t printed_names(const char *note)
{
    return strstr(note, "label made here") != NULL;
}

/* @return the number of names that the row gives the product. */
static size_t compare_product(const struct device_file *file, const struct csv_table *row)
{
    const char *name = csv_text(row, "name");
    size_t product = find_product(file, name);
    uint32_t sm_count =
        csv_is_given(row, "sm_count") ? csv_count(row, "sm_count") : CUOCC_NOT_GIVEN;

    if (file->products[product].sm_count != sm_count)
        fail_msg("%s: %u SMs, %u in the table", name, file->products[product].sm_count, sm_count);
    return 1 + printed_names(csv_text(row, "source_note")) +
           compare_aliases(file, product, csv_text(row, "aliases"));
}

static void products_equal_the_table(void **state)
{
    struct facts *facts = *state;
    struct csv_table table;
    size_t products = 0;
    size_t names = 0;

    csv_open(&table, DATA "products.csv");
    while (csv_next(&table)) {
        const char *cc = csv_text(&table, "cc");
        const struct device_file *file = file_of_capability(facts, cc);

        if (is_one_of(cc, left_out, COUNT(left_out)))
            continue;
        assert_non_null(file);
        names += compare_product(file, &table);
        products++;
    }
    /* Nothing stands in the files beside it. */
    for (size_t i = 0; i < facts->db->count; i++) {
        products -= facts->db->entries[i].file->product_count;
        names -= facts->db->entries[i].file->name_count;
    }
    assert_int_equal(products, 0);
    assert_int_equal(names, 0);
}

/* --- sources -------------------------------------------------------------------------------- */

static bool is_code_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Whether `code` stands in `text` as a word of its own. */
static bool uses_code(const char *text, const char *code)
{
    for (const char *at = strstr(text, code); at; at = strstr(at + 1, code))
        if ((at == text || !is_code_char(at[-1])) && !is_code_char(at[strlen(code)]))
            return true;
    return false;
}

/* Each number names a code, or says in words why it is null; each code is used in the file. */
static void sources_are_explained_and_used(void **state)
{
    struct facts *facts = *state;
    size_t field_count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&field_count);

    for (size_t d = 0; d < facts->db->count; d++) {
        const struct cuocc_source *codes;
        const char *const *limits;
        const char *text;
        size_t code_count;
        struct cuocc_device dev;

        assert_int_equal(cuocc_device_db_get(facts->db, d, &dev, NULL), CUOCC_OK);
        assert_int_equal(cuocc_device_db_text(facts->db, d, &text, NULL), CUOCC_OK);
        assert_int_equal(cuocc_device_db_limit_sources(facts->db, d, &limits, NULL), CUOCC_OK);
        assert_int_equal(cuocc_device_db_source_codes(facts->db, d, &codes, &code_count, NULL),
                         CUOCC_OK);
        for (size_t f = 0; f < field_count; f++) {
            bool explained = cuocc_device_field_get(&dev, &fields[f]) == CUOCC_NOT_GIVEN;

            for (size_t c = 0; c < code_count && !explained; c++)
                explained = strncmp(limits[f], codes[c].code, strlen(codes[c].code)) == 0 &&
                            uses_code(limits[f], codes[c].code);
            if (!explained)
                fail_msg("%s %s: no source \"%s\"", dev.name, fields[f].key, limits[f]);
        }
        for (size_t c = 0; c < code_count; c++)
            if (!uses_code(strstr(text, "\"limits\""), codes[c].code))
                fail_msg("%s: nothing uses the source %s", dev.name, codes[c].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_equal_the_table),
        cmocka_unit_test(every_column_and_every_field_is_compared),
        cmocka_unit_test(what_no_table_has),
        cmocka_unit_test(limits_equal_nsight),
        cmocka_unit_test(products_equal_the_table),
        cmocka_unit_test(sources_are_explained_and_used),
    };

    return cmocka_run_group_tests(tests, read_facts, free_facts);
}

/* SPDX-License-Identifier: MIT */
/* cuocc_device_check(): each rule broken once, each bound overstepped once. */
#include "cmocka_env.h"

#include "cuocc/device_fields.h"
#include "cuocc/solver.h"

#define MEMBER(member_) offsetof(struct cuocc_device, member_)

/* Small odd numbers that fit together; no GPU's. */
static struct cuocc_device good_device(void)
{
    return (struct cuocc_device){
        .name = "good",
        .sm_count = CUOCC_NOT_GIVEN,
        .cc_major = 99,
        .warp_size_threads = 32,
        .max_threads_per_block = 128,
        .max_block_x_threads = 128,
        .max_block_y_threads = 128,
        .max_block_z_threads = 8,
        .max_grid_x_blocks = 1000,
        .max_grid_y_blocks = 100,
        .max_grid_z_blocks = 10,
        .max_threads_per_sm = 256,
        .max_warps_per_sm = 8,
        .max_blocks_per_sm = 4,
        .warp_schedulers_per_sm = 2,
        .regs_per_sm = 4096,
        .max_regs_per_block = 2048,
        .max_regs_per_thread = 64,
        .reg_alloc_unit_regs = 64,
        .sub_partitions_per_sm = 2,
        .reg_check_granularity_warps = 4,
        .smem_per_sm_bytes = 4096,
        .smem_per_block_default_bytes = 1024,
        .smem_per_block_optin_bytes = 3968,
        .smem_reserved_per_block_bytes = 100,
        .smem_alloc_unit_bytes = 128,
        .smem_carveout_count = 3,
        .smem_carveout_bytes = {0, 2048, 4096},
        .unified_l1_smem_bytes = CUOCC_NOT_GIVEN,
        .max_barriers_per_block = 4,
        .barriers_per_sm = 8,
        .barriers_limit_blocks = 1,
        .max_cluster_blocks_portable = 2,
        .max_cluster_blocks_nonportable = 4,
        .max_cluster_resident_blocks_per_sm = 2,
        .fp32_lanes_per_sm = 16,
        .tmem_columns_per_sm = CUOCC_NOT_GIVEN,
        .tmem_alloc_unit_columns = CUOCC_NOT_GIVEN,
        .virtual_resources_per_sm = 0,
    };
}

/* clang-format off */
static const struct {
    size_t offset;
    uint32_t value;
    const char *member; /* NULL: still a good device */
    const char *rule;
} rows[] = {
    { MEMBER(max_warps_per_sm),               7,    "max_warps_per_sm",             "times warp_size_threads must be max_threads_per_sm" },
    { MEMBER(max_threads_per_sm),             288,  "max_warps_per_sm",             "times warp_size_threads must be max_threads_per_sm" },
    /* 2^16 warps times 64 threads must not wrap */
    { MEMBER(max_warps_per_sm),               65536, "max_warps_per_sm",            "times warp_size_threads must be max_threads_per_sm" },
    { MEMBER(max_threads_per_block),          256,  NULL,                           NULL },
    { MEMBER(max_threads_per_block),          257,  "max_threads_per_block",        "must not exceed max_threads_per_sm" },
    { MEMBER(regs_per_sm),                    4095, "sub_partitions_per_sm",        "must divide regs_per_sm" },
    { MEMBER(max_regs_per_block),             4096, NULL,                           NULL },
    { MEMBER(max_regs_per_block),             4097, "max_regs_per_block",           "must not exceed regs_per_sm" },
    { MEMBER(reg_check_granularity_warps),    2,    NULL,                           NULL },
    { MEMBER(reg_check_granularity_warps),    1,    "reg_check_granularity_warps",  "must be a multiple of sub_partitions_per_sm" },
    { MEMBER(reg_check_granularity_warps),    3,    "reg_check_granularity_warps",  "must be a multiple of sub_partitions_per_sm" },
    { MEMBER(smem_per_block_optin_bytes),     3996, NULL,                           NULL },
    { MEMBER(smem_per_block_optin_bytes),     3997, "smem_per_block_optin_bytes",   "with the reserved bytes, rounded up to the unit, must not exceed smem_per_sm_bytes" },
    { MEMBER(smem_reserved_per_block_bytes),  129,  "smem_per_block_optin_bytes",   "with the reserved bytes, rounded up to the unit, must not exceed smem_per_sm_bytes" },
    { MEMBER(smem_per_block_optin_bytes),     0x7fffffff, "smem_per_block_optin_bytes", "with the reserved bytes, rounded up to the unit, must not exceed smem_per_sm_bytes" },
    { MEMBER(smem_per_block_default_bytes),   3968, NULL,                           NULL },
    { MEMBER(smem_per_block_default_bytes),   3969, "smem_per_block_default_bytes", "must not exceed smem_per_block_optin_bytes" },
    { MEMBER(smem_carveout_bytes),            2048, "smem_carveout_bytes",          "must rise from entry to entry" },
    { MEMBER(smem_carveout_bytes[2]),         4097, "smem_carveout_bytes",          "must end with smem_per_sm_bytes" },
    { MEMBER(smem_carveout_count),            2,    "smem_carveout_bytes",          "must end with smem_per_sm_bytes" },
    { MEMBER(smem_carveout_count),            0,    NULL,                           NULL },
    { MEMBER(smem_carveout_count),            CUOCC_CARVEOUT_SIZES_MAX + 1, "smem_carveout_bytes", "is out of range" },
    { MEMBER(max_barriers_per_block),         8,    NULL,                           NULL },
    { MEMBER(max_barriers_per_block),         9,    "max_barriers_per_block",       "must not exceed barriers_per_sm" },
    { MEMBER(max_cluster_blocks_nonportable), 2,    NULL,                           NULL },
    { MEMBER(max_cluster_blocks_nonportable), 1,    "max_cluster_blocks_nonportable", "must not be less than max_cluster_blocks_portable" },
    { MEMBER(max_cluster_blocks_nonportable), CUOCC_NOT_GIVEN, NULL,                NULL },
};
/* clang-format on */

static void set_member(struct cuocc_device *dev, size_t offset, uint32_t value)
{
    *(uint32_t *)(void *)((char *)dev + offset) = value;
}

static void each_rule_is_checked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cuocc_device dev = good_device();
        const char *member = "";
        const char *rule = "";
        enum cuocc_status status;

        set_member(&dev, rows[i].offset, rows[i].value);
        status = cuocc_device_check(&dev, &member, &rule);
        if ((member != NULL) != (rows[i].member != NULL))
            print_error("row %zu: %s %s\n", i, member ? member : "no rule broken",
                        rule ? rule : "");
        if (!rows[i].member) {
            assert_int_equal(status, CUOCC_OK);
            assert_null(member);
            assert_null(rule);
            continue;
        }
        assert_int_equal(status, CUOCC_ERR_VALUE);
        assert_non_null(member);
        assert_string_equal(member, rows[i].member);
        assert_string_equal(rule, rows[i].rule);
    }
}

static void expect_out_of_range(const struct cuocc_device_field *field, uint32_t value)
{
    struct cuocc_device dev = good_device();
    const char *member = NULL;
    const char *rule = NULL;

    set_member(&dev, field->offset, value);
    if (cuocc_device_check(&dev, &member, &rule) == CUOCC_OK)
        fail_msg("%s may be %u", field->key, value);
    assert_string_equal(member, field->key);
    assert_string_equal(rule, "is out of range");
}

static void each_bound_is_checked(void **state)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    (void)state;
    for (size_t i = 0; i < count; i++) {
        if (fields[i].kind == CUOCC_FIELD_SIZES)
            continue;
        if (fields[i].min > 0)
            expect_out_of_range(&fields[i], fields[i].min - 1);
        expect_out_of_range(&fields[i], fields[i].max + 1);
        if (!fields[i].nullable)
            expect_out_of_range(&fields[i], CUOCC_NOT_GIVEN);
    }
}

static void the_good_device_is_good_and_pointers_may_be_null(void **state)
{
    struct cuocc_device dev = good_device();

    (void)state;
    assert_int_equal(cuocc_device_check(&dev, NULL, NULL), CUOCC_OK);
    dev.max_warps_per_sm = 0;
    assert_int_equal(cuocc_device_check(&dev, NULL, NULL), CUOCC_ERR_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_is_checked),
        cmocka_unit_test(each_bound_is_checked),
        cmocka_unit_test(the_good_device_is_good_and_pointers_may_be_null),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

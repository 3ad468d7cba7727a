/* SPDX-License-Identifier: MIT */
/* Containers: the recorded samples in every compression, damaged ones, and each trap. */
#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_builder.h"
#include "input_samples.h"

static void check_sample(const char *file)
{
    if (strstr(file, ".fatbin") != NULL)
        sample_holds(&fatbin_reader, file);
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

/* --- traps: each row names what docs/formats/fatbin.md warns of --------------------------- */

enum {
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000
};

/* One entry with one cubin of one kernel k0 of 9 registers, for sm_90, changed in one point. */
struct trap {
    const char *trap;
    struct entry_spec entry;
    size_t at; /* patch: bytes there, counted from the container */
    uint8_t bytes[8];
    size_t byte_count;
    enum cuocc_status status;
    const char *arch; /* of the kernel; NULL: sm_90 */
    const char *note; /* must be among the notes, or in the error */
};

/* clang-format off */
static const struct trap traps[] = {
    { "2: a version other than 1", .at = 4, .bytes = {2}, .byte_count = 1, .status = CUOCC_ERR_SYNTAX, .note = "version other than 1" },
    { "2: a container's size beyond the file", .at = 8, .bytes = {0xff}, .byte_count = 1, .status = CUOCC_ERR_SYNTAX, .note = "container ends past" },
    { "2: a container's size of 2^64 - 1", .at = 8, .bytes = {255, 255, 255, 255, 255, 255, 255, 255}, .byte_count = 8,
      .status = CUOCC_ERR_SYNTAX, .note = "container ends past" },
    { "2: an empty container", .at = 8, .bytes = {0}, .byte_count = 8, .status = CUOCC_ERR_NOT_FOUND, .note = "no kernel" },
    { "3: an entry version other than 0x0101", .at = 18, .bytes = {2}, .byte_count = 1, .status = CUOCC_ERR_SYNTAX, .note = "0x0101" },
    { "3: H below 64", .at = 20, .bytes = {63}, .byte_count = 1, .status = CUOCC_ERR_SYNTAX, .note = "header size" },
    { "3: H past the container", .at = 20, .bytes = {0, 0, 0, 0x80}, .byte_count = 4, .status = CUOCC_ERR_SYNTAX, .note = "header size" },
    { "3: H + P that overflows", .at = 24, .bytes = {0xc0, 255, 255, 255, 255, 255, 255, 255}, .byte_count = 8,
      .status = CUOCC_ERR_SYNTAX, .note = "entry ends past" },
    { "3: P no multiple of 8", .at = 24, .bytes = {1}, .byte_count = 1, .status = CUOCC_ERR_SYNTAX, .note = "multiple of 8" },
    { "3: H above 64, extras in between", .entry = { .header_size = 136 } },
    { "3: flags 0x100000 mean 'a'", .entry = { .flags = 0x100011 }, .arch = "sm_90a" },
    { "3: flags 0x200000 mean 'f', which stands nowhere else", .entry = { .flags = 0x200011 }, .arch = "sm_90f" },
    { "3: the entry's SM differs from the cubin's", .entry = { .sm = 80 }, .note = "another target" },
    { "3: an unknown kind", .entry = { .kind = 16 }, .status = CUOCC_ERR_NOT_FOUND, .note = "unknown kind" },
    { "4: PTX alone", .entry = { .kind = 1 }, .status = CUOCC_ERR_NOT_FOUND, .note = "PTX" },
    { "6: LTO IR alone", .entry = { .kind = 8, .flags = 0x18011 }, .status = CUOCC_ERR_NOT_FOUND, .note = "LTO IR" },
    { "4: C past P", .entry = { .flags = FLAG_ZSTD, .packed = 1 << 30, .unpacked = 1 << 30 }, .status = CUOCC_ERR_SYNTAX, .note = "end past the entry" },
    { "4: C = 0 with a flag", .entry = { .flags = FLAG_LZ4 }, .status = CUOCC_ERR_SYNTAX, .note = "0 bytes (flags 0x2000)" },
    { "4: U = 0", .entry = { .flags = FLAG_ZSTD, .packed = 100 }, .status = CUOCC_ERR_SYNTAX, .note = "uncompressed size" },
    { "4: U above 4 GiB", .entry = { .flags = FLAG_ZSTD, .packed = 100, .unpacked = UINT64_C(1) << 33 }, .status = CUOCC_ERR_SYNTAX, .note = "uncompressed size" },
    { "4: U above 1000 C", .entry = { .flags = FLAG_ZSTD, .packed = 100, .unpacked = 101000 }, .status = CUOCC_ERR_SYNTAX, .note = "uncompressed size" },
    { "4: both flags", .entry = { .flags = FLAG_ZSTD | FLAG_LZ4, .packed = 100, .unpacked = 100 }, .status = CUOCC_ERR_SYNTAX, .note = "both" },
    { "4: another compression", .entry = { .flags = 0x4000, .packed = 100, .unpacked = 100 }, .status = CUOCC_ERR_SYNTAX, .note = "unknown way (flags 0x4000)" },
    { "4: machine code that is none", .at = 16 + 64, .bytes = {0}, .byte_count = 1, .status = CUOCC_ERR_SYNTAX, .note = "holds no cubin" },
};
/* clang-format on */

static void build_one(struct blob *out, struct entry_spec entry)
{
    struct blob cubin = {0};

    build_cubin(&cubin, &(struct cubin_spec){.regs = 9});
    entry.payload = cubin.bytes;
    entry.size = cubin.size;
    build_container(out, &entry, 1);
    blob_free(&cubin);
}

static void check_arch(const struct cuocc_kernel *kernel, const char *arch)
{
    char text[16];

    (void)snprintf(text, sizeof(text), "sm_%u%u%.1s", (unsigned)kernel->arch.cc_major,
                   (unsigned)kernel->arch.cc_minor, &kernel->arch.suffix);
    assert_string_equal(text, arch);
}

static void check_trap(const struct trap *trap)
{
    struct gathered got;
    struct blob image = {0};

    print_message("  %s\n", trap->trap);
    build_one(&image, trap->entry);
    memcpy(image.bytes + trap->at, trap->bytes, trap->byte_count);
    gather(&got, &fatbin_reader, "built", image.bytes, image.size);
    assert_int_equal(got.status, trap->status);
    if (trap->note != NULL)
        assert_non_null(strstr(trap->status == CUOCC_OK ? got.notes : got.error.text, trap->note));
    else
        assert_int_equal(got.note_count, 0);
    if (trap->status == CUOCC_OK) {
        assert_int_equal(gathered_find(&got, "k0")->regs_per_thread, 9);
        check_arch(&got.kernels[0], trap->arch != NULL ? trap->arch : "sm_90");
    }
    gathered_free(&got);
    blob_free(&image);
}

static void traps_are_avoided(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(traps) / sizeof(traps[0]); ++i)
        check_trap(&traps[i]);
}

/* A change to the first entry of a compressed sample, at an offset from the container. */
struct packed_trap {
    const char *trap;
    const char *file;
    size_t at;
    uint8_t mask;
    const char *error;
};

/* The entry starts at 16: C at 32, flags at 56, U at 72, data from 80 on. */
static const struct packed_trap packed_traps[] = {
    {"4: U one too large", "fatbins/small_all_size.fatbin", 72, 1, "does not decode"},
    {"4: U one too large, LZ4", "fatbins/small_all_speed.fatbin", 72, 1, "does not decode"},
    {"4: the LZ4 flag on zstd data", "fatbins/small_all_size.fatbin", 57, 0xa0, "LZ4 data"},
    {"4: the zstd flag on LZ4 data", "fatbins/small_all_speed.fatbin", 57, 0xa0, "zstd data"},
    {"4: C one off", "fatbins/small_all_size.fatbin", 32, 1, "does not decode"},
    {"4: a bit of the zstd header", "fatbins/small_all_size.fatbin", 80, 1, "does not decode"},
    {"4: another flag, decided by zstd's magic", "fatbins/small_all_size.fatbin", 57, 0xc0, NULL},
};

static void damaged_compression_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(packed_traps) / sizeof(packed_traps[0]); ++i) {
        const struct packed_trap *trap = &packed_traps[i];
        struct gathered got;
        size_t size;
        uint8_t *bytes = sample_load(trap->file, &size);

        print_message("  %s\n", trap->trap);
        bytes[trap->at] ^= trap->mask;
        gather(&got, &fatbin_reader, trap->file, bytes, size);
        if (trap->error != NULL) {
            assert_int_equal(got.status, CUOCC_ERR_SYNTAX);
            assert_non_null(strstr(got.error.text, trap->error));
        } else {
            sample_check(trap->file, &got);
        }
        gathered_free(&got);
        free(bytes);
    }
}

/* 5: one container mixes raw, LZ4 and zstd entries. Here: all entries of three samples. */
static void compressions_mix_in_one_container(void **state)
{
    static const char *const files[] = {"fatbins/small_all_none.fatbin",
                                        "fatbins/small_all_speed.fatbin",
                                        "fatbins/small_all_size.fatbin"};
    struct blob image = {0};
    struct gathered got;

    (void)state;
    build_container(&image, NULL, 0);
    for (size_t i = 0; i < 3; ++i) {
        size_t size;
        uint8_t *bytes = sample_load(files[i], &size);

        blob_put(&image, bytes + 16, size - 16);
        free(bytes);
    }
    for (size_t i = 0; i < 8; ++i)
        image.bytes[8 + i] = (uint8_t)((image.size - 16) >> (8 * i));
    gather(&got, &fatbin_reader, "mixed", image.bytes, image.size);
    /* Equal kernels are shown once. */
    sample_check("fatbins/small_all_none.fatbin", &got);
    gathered_free(&got);
    blob_free(&image);
}

static void gaps_and_empty_containers_are_passed(void **state)
{
    struct blob image = {0};
    struct gathered got;

    (void)state;
    for (size_t i = 0; i < 5000; ++i)
        build_container(&image, NULL, 0);
    blob_zeros(&image, 24);
    build_one(&image, (struct entry_spec){0});
    blob_zeros(&image, 4);
    gather(&got, &fatbin_reader, "gaps", image.bytes, image.size);
    assert_int_equal(got.status, CUOCC_OK);
    assert_int_equal(got.count, 1);
    gathered_free(&got);
    blob_free(&image);
}

/* Large files are unpacked ahead of the reader; kernels and errors are the same. */
static void large_files_are_read_alike(void **state)
{
    enum {
        COPIES = 60 /* of 12 entries with 150 KB each, when unpacked: enough for threads */
    };
    static const char file[] = "fatbins/kernels_12arch_size.fatbin";
    struct blob image = {0};
    struct gathered got;
    char offset[64];
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    (void)state;
    for (size_t i = 0; i < COPIES; ++i)
        blob_put(&image, bytes, size);
    gather(&got, &fatbin_reader, file, image.bytes, image.size);
    sample_check(file, &got); /* equal kernels are shown once */
    gathered_free(&got);
    image.bytes[(COPIES - 1) * size + 72] ^= 1;
    gather(&got, &fatbin_reader, file, image.bytes, image.size);
    assert_int_equal(got.status, CUOCC_ERR_SYNTAX);
    assert_non_null(strstr(got.error.text, "does not decode"));
    (void)snprintf(offset, sizeof(offset), "0x%zx", (COPIES - 1) * size + 80);
    assert_non_null(strstr(got.error.where, offset));
    gathered_free(&got);
    free(bytes);
    blob_free(&image);
}

/* A container in a payload is data of that payload. */
static void containers_inside_payloads_are_not_followed(void **state)
{
    struct blob inner = {0}, image = {0};
    struct gathered got;

    (void)state;
    build_one(&inner, (struct entry_spec){0});
    build_container(&image,
                    &(struct entry_spec){.kind = 1, .payload = inner.bytes, .size = inner.size}, 1);
    gather(&got, &fatbin_reader, "nested", image.bytes, image.size);
    assert_int_equal(got.status, CUOCC_ERR_NOT_FOUND);
    gathered_free(&got);
    blob_free(&image);
    blob_put(&image, "MZ", 3);
    build_container(&image,
                    &(struct entry_spec){.kind = 1, .payload = inner.bytes, .size = inner.size}, 1);
    gather(&got, &foreign_reader, "nested", image.bytes, image.size);
    assert_int_equal(got.status, CUOCC_ERR_NOT_FOUND);
    gathered_free(&got);
    blob_free(&image);
    blob_free(&inner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_hold),
        cmocka_unit_test(traps_are_avoided),
        cmocka_unit_test(damaged_compression_is_refused),
        cmocka_unit_test(compressions_mix_in_one_container),
        cmocka_unit_test(gaps_and_empty_containers_are_passed),
        cmocka_unit_test(large_files_are_read_alike),
        cmocka_unit_test(containers_inside_payloads_are_not_followed),
        cmocka_unit_test(truncated_ones_are_refused),
        cmocka_unit_test(flipped_bytes_do_no_harm),
        cmocka_unit_test(random_bytes_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

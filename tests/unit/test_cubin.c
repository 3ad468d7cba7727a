/* SPDX-License-Identifier: MIT */
/* Bare cubins: the recorded samples, damaged ones, and each trap of the format. */
#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_builder.h"
#include "input_samples.h"

static void check_sample(const char *file)
{
    sample_holds(&elf_reader, file);
}

static void samples_hold(void **state)
{
    (void)state;
    sample_each("cubins/", check_sample);
}

static void truncated_ones_are_refused(void **state)
{
    (void)state;
    damage_truncate(&elf_reader, "cubins/launch_attrs_ptxas12.8_sm75.cubin", 1);
    damage_truncate(&elf_reader, "cubins/small_sm75.cubin", 1);
    damage_truncate(&elf_reader, "cubins/rdc_a_rel_sm90.cubin", 1);
    damage_truncate(&elf_reader, "cubins/kernels_sm100.cubin", 997);
}

static void flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    damage_flip(&elf_reader, "cubins/launch_attrs_ptxas12.8_sm75.cubin", 1);
    damage_flip(&elf_reader, "cubins/rdc_b_rel_sm90.cubin", 3);
}

static void random_bytes_do_no_harm(void **state)
{
    static const uint8_t start[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0x41, 8,   0,
                                    0,    0,   0,   0,   0, 0, 2, 0,    190, 0};

    (void)state;
    damage_random(&elf_reader, start, sizeof(start));
}

/* --- traps: each row names what docs/formats/cubin.md warns of ---------------------------- */

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__})
#define ATTRIBUTES(...)                                                                            \
    .attributes = BYTES(__VA_ARGS__), .attributes_size = sizeof(BYTES(__VA_ARGS__))
#define U32(n)             (n) & 0xff, (n) >> 8 & 0xff, (n) >> 16 & 0xff, (n) >> 24 & 0xff
#define DIM(code, x, y, z) 4, (code), 12, 0, U32(x), U32(y), U32(z)
#define NOT_KNOWN          0xfffffffeU

struct trap {
    const char *trap;
    struct cubin_spec spec;
    enum cuocc_status status;
    const char *arch;                                         /* NULL: sm_90 */
    uint32_t regs, static_smem, barriers, max_threads, stack; /* NOT_KNOWN: must be so */
    bool is_provisional;
    const char *note; /* must be among the notes, or in the error */
};

/* clang-format off */
static const struct trap traps[] = {
    /* 1. Two layouts of e_flags. */
    { "1: ABI 7 has the SM in the low byte, and a foreign e_version",
      .spec = { .abi = 7, .flags = 0x4b0556, .regs = 32 }, .arch = "sm_86", .regs = 32 },
    { "1: ABI 8 has the SM in the second byte",
      .spec = { .flags = 0x06007802, .regs = 32 }, .arch = "sm_120", .regs = 32 },
    { "1: bits 24-31 of ABI 8 vary and mean nothing",
      .spec = { .flags = 0xff007802, .regs = 32 }, .arch = "sm_120", .regs = 32 },
    { "1: Thor is 101 up to 12.9", .spec = { .flags = 0x06006502, .regs = 9 }, .arch = "sm_101", .regs = 9 },
    { "1: an older ABI is read as 7", .spec = { .abi = 5, .flags = 0x340534, .regs = 9 }, .arch = "sm_52", .regs = 9 },
    { "1: an older ABI with an SM of later times is refused",
      .spec = { .abi = 5, .flags = 0x640534 | 0x64, .regs = 9 }, .status = CUOCC_ERR_SYNTAX, .note = "no target" },
    { "1: no ABI", .spec = { .is_abi_zero = true, .regs = 9 }, .status = CUOCC_ERR_SYNTAX, .note = "no target" },
    { "1: a later ABI is tried as 8, and that is said", .spec = { .abi = 9, .regs = 9 }, .regs = 9, .note = "above 8" },
    { "1: another e_type", .spec = { .type = 3, .regs = 9 }, .status = CUOCC_ERR_SYNTAX, .note = "type 3" },
    { "1: e_shnum, e_shstrndx, st_shndx in extended numbering",
      .spec = { .kernel_count = 30000, .regs = 24, .shared_bytes = 1025, ATTRIBUTES(2, 0x4c, 3, 0) },
      .regs = 24, .static_smem = 1, .barriers = 3 },
    /* 3. The attribute stream. */
    { "3: unknown attributes are passed by their format",
      .spec = { .regs = 9, ATTRIBUTES(4, 0xee, 8, 0, 4, 5, 12, 0, 4, 5, 12, 0, 1, 0xef, 7, 7, 3, 0xf0, 4, 5, 2, 0xf1, 4, 5, 2, 0x4c, 2, 0) },
      .regs = 9, .barriers = 2 },
    { "3: format 2 has its value in the header and no payload",
      .spec = { .regs = 9, ATTRIBUTES(2, 0x4c, 2, 0, DIM(0x05, 64, 2, 1)) }, .regs = 9, .barriers = 2, .max_threads = 128 },
    { "3: an unknown format ends the section, what was read is kept, and that is said",
      .spec = { .regs = 9, ATTRIBUTES(2, 0x4c, 2, 0, 5, 0x05, 0, 0, DIM(0x05, 64, 1, 1)) },
      .regs = 9, .barriers = 2, .note = "unknown form" },
    { "3: a length past the section's end likewise",
      .spec = { .regs = 9, ATTRIBUTES(2, 0x4c, 2, 0, 4, 0x05, 13, 0, U32(64), U32(1), U32(1)) },
      .regs = 9, .barriers = 2, .note = "unknown form" },
    { "3: a record cut inside its header", .spec = { .regs = 9, ATTRIBUTES(2, 0x4c, 2, 0, 4, 0x05) },
      .regs = 9, .barriers = 2, .note = "unknown form" },
    { "3: an attribute too short for its value", .spec = { .regs = 9, ATTRIBUTES(4, 0x05, 8, 0, U32(64), U32(1)) },
      .regs = 9, .note = "impossible value" },
    { "3: an attribute of a form that its code does not have", .spec = { .regs = 9, ATTRIBUTES(3, 0x05, 64, 0) },
      .regs = 9, .note = "impossible value" },
    { "3: a launch bound of 0", .spec = { .regs = 9, ATTRIBUTES(DIM(0x05, 64, 0, 1)) }, .regs = 9, .note = "impossible value" },
    { "3: a launch bound past 32 bits", .spec = { .regs = 9, ATTRIBUTES(DIM(0x05, 65536, 65536, 65536)) },
      .regs = 9, .note = "impossible value" },
    { "3: attributes of symbol 0 and of symbols past the table",
      .spec = { .regs = 9, .info = BYTES(4, 0x2f, 8, 0, U32(0), U32(77), 4, 0x2f, 8, 0, U32(2), U32(78), 4, 0x2f, 8, 0, U32(0xffffffff), U32(79)), .info_size = 36 },
      .regs = 9 },
    /* 4. The values. */
    { "4: registers without REGCOUNT stand in sh_info",
      .spec = { .type = 1, .code_info_regs = 168, .min_stack_plus1 = 1 }, .regs = 168, .is_provisional = true },
    { "4: sh_info is no general source", .spec = { .regs = 40, .code_info_regs = 0 }, .regs = 40 },
    { "4: neither says it", .spec = { .min_stack_plus1 = 1 }, .regs = NOT_KNOWN },
    { "4: no .nv.info at all", .spec = { .without_info = true }, .regs = NOT_KNOWN, .stack = NOT_KNOWN },
    { "4: ABI 7 has the barriers in sh_flags", .spec = { .abi = 7, .flags = 0x5a055a, .regs = 9, .code_flags = 0xa00000 }, .regs = 9, .barriers = 10 },
    { "4: ABI 8 has them in an attribute", .spec = { .regs = 9, ATTRIBUTES(2, 0x4c, 16, 0) }, .regs = 9, .barriers = 16 },
    { "4: no barrier attribute means none", .spec = { .regs = 9 }, .regs = 9, .barriers = 0 },
    { "4: the stack is MIN_STACK_SIZE", .spec = { .regs = 9, .min_stack_plus1 = 249, .frame_plus1 = 9 }, .regs = 9, .stack = 248 },
    { "4: and FRAME_SIZE in its absence", .spec = { .regs = 9, .frame_plus1 = 9 }, .regs = 9, .stack = 8 },
    { "4: 0xffffffff is an unknown stack", .spec = { .regs = 9, .info = BYTES(4, 0x12, 8, 0, U32(1), U32(0xffffffff)), .info_size = 12 },
      .regs = 9, .stack = NOT_KNOWN },
    { "4: spills are seen and not counted", .spec = { .regs = 9, ATTRIBUTES(4, 0x37, 4, 0, U32(130), 4, 0x55, 16, 0, U32(2), U32(0), U32(1), U32(16)) },
      .regs = 9, .note = "k0: registers are spilled" },
    /* 5. Static shared memory. */
    { "5: linked from sm_90 on, with the reserved 1024", .spec = { .regs = 9, .shared_bytes = 1152 }, .regs = 9, .static_smem = 128 },
    { "5: of its own, none", .spec = { .regs = 9, .shared_bytes = 1024 }, .regs = 9, .static_smem = 0 },
    { "5: the same from ABI 7", .spec = { .abi = 7, .flags = 0x5a055a, .regs = 9, .shared_bytes = 1424 }, .regs = 9, .static_smem = 400 },
    { "5: below sm_90 the section is the user's", .spec = { .flags = 0x06005904, .regs = 9, .shared_bytes = 1152 },
      .arch = "sm_89", .regs = 9, .static_smem = 1152 },
    { "5: relocatable likewise", .spec = { .type = 1, .regs = 9, .shared_bytes = 1152 }, .regs = 9, .static_smem = 1152, .is_provisional = true },
    { "5: relocatable shared memory has a type of its own, and no bytes in the file either (libnccl)",
      .spec = { .type = 1, .regs = 9, .shared_bytes = 1 << 20, .shared_type = 0x7000000a }, .regs = 9, .static_smem = 1 << 20, .is_provisional = true },
    { "5: less than the reserved", .spec = { .regs = 9, .shared_bytes = 1000 }, .regs = 9, .static_smem = 1000 },
    { "5: past 4 GiB", .spec = { .regs = 9, .shared_bytes = UINT64_C(1) << 40 }, .status = CUOCC_ERR_SYNTAX, .note = "4 GiB" },
    /* 6. The suffix. */
    { "6: ABI 7 marks 'a' by 0x800", .spec = { .abi = 7, .flags = 0x5a0d5a, .regs = 9 }, .arch = "sm_90a", .regs = 9 },
    { "6: ABI 8 of 12.8 by 0x8", .spec = { .flags = 0x0600640a, .regs = 9 }, .arch = "sm_100a", .regs = 9 },
    { "6: 13.0 in .nv.compat", .spec = { .flags = 0x06006402, .regs = 9, .compat = BYTES(2, 2, 1, 0, 2, 9, 1, 0), .compat_size = 8 },
      .arch = "sm_100a", .regs = 9 },
    { "6: which may say no", .spec = { .flags = 0x06006402, .regs = 9, .compat = BYTES(2, 9, 0, 0), .compat_size = 4 }, .arch = "sm_100", .regs = 9 },
    /* 9. Broken inputs. */
    { "9: two kernels of one name and the same values are one", .spec = { .kernel_count = 2, .name = "twice", .regs = 9 }, .regs = 9 },
};
/* clang-format on */

static uint32_t fact_or(const struct cuocc_kernel *kernel, enum cuocc_kernel_fact fact,
                        uint32_t value)
{
    return cuocc_kernel_has(kernel, fact) ? value : NOT_KNOWN;
}

static void check_trap_kernel(const struct trap *trap, const struct cuocc_kernel *kernel)
{
    char arch[16];
    uint32_t stack =
        trap->spec.min_stack_plus1 == 0 && trap->spec.frame_plus1 == 0 && trap->stack == 0
            ? NOT_KNOWN
            : trap->stack;

    (void)snprintf(arch, sizeof(arch), "sm_%u%u%.1s", (unsigned)kernel->arch.cc_major,
                   (unsigned)kernel->arch.cc_minor, &kernel->arch.suffix);
    assert_string_equal(arch, trap->arch != NULL ? trap->arch : "sm_90");
    assert_int_equal(fact_or(kernel, CUOCC_FACT_REGS, kernel->regs_per_thread), trap->regs);
    assert_int_equal(kernel->static_smem_per_block_bytes, trap->static_smem);
    assert_int_equal(kernel->barriers_per_block, trap->barriers);
    assert_int_equal(kernel->max_threads_per_block, trap->max_threads);
    assert_int_equal(cuocc_kernel_has(kernel, CUOCC_FACT_MAX_THREADS), trap->max_threads != 0);
    assert_int_equal(fact_or(kernel, CUOCC_FACT_STACK, (uint32_t)kernel->stack_bytes), stack);
    assert_int_equal(kernel->is_provisional, trap->is_provisional);
}

static void check_trap(const struct trap *trap)
{
    size_t expected =
        trap->spec.name != NULL || trap->spec.kernel_count == 0 ? 1 : trap->spec.kernel_count;
    struct gathered got;
    struct blob image = {0};

    print_message("  %s\n", trap->trap);
    build_cubin(&image, &trap->spec);
    gather(&got, &elf_reader, "built", image.bytes, image.size);
    assert_int_equal(got.status, trap->status);
    if (trap->note != NULL)
        assert_non_null(strstr(trap->status == CUOCC_OK ? got.notes : got.error.text, trap->note));
    else
        assert_int_equal(got.note_count, 0);
    assert_int_equal(got.count, trap->status == CUOCC_OK ? expected : 0);
    for (size_t i = 0; i < got.count; ++i)
        check_trap_kernel(trap, &got.kernels[i]);
    gathered_free(&got);
    blob_free(&image);
}

static void traps_are_avoided(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(traps) / sizeof(traps[0]); ++i)
        check_trap(&traps[i]);
}

static void launch_attributes_are_read(void **state)
{
    static const char file[] = "cubins/launch_attrs_sm90.cubin";
    const struct cuocc_kernel *kernel;
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    (void)state;
    gather(&got, &elf_reader, file, bytes, size);
    kernel = gathered_find(&got, "k_reqntid"); /* .reqntid 128, 2, 1 and .minnctapersm 3 */
    assert_true(cuocc_kernel_has(kernel, CUOCC_FACT_REQUIRED_BLOCK));
    assert_int_equal(kernel->required_block_dim[0], 128);
    assert_int_equal(kernel->required_block_dim[1], 2);
    assert_int_equal(kernel->required_block_dim[2], 1);
    assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_MIN_BLOCKS)); /* not in the file */
    assert_true(cuocc_kernel_has(kernel, CUOCC_FACT_PARAMS));
    assert_int_equal(kernel->param_bytes, 8);
    kernel = gathered_find(&got, "k_maxntid3"); /* .maxntid 16, 8, 4 */
    assert_int_equal(kernel->max_threads_per_block, 512);
    assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_REQUIRED_BLOCK));
    gathered_free(&got);
    free(bytes);
}

static void spills_are_told_from_none(void **state)
{
    static const char file[] = "cubins/kernels_sm90.cubin";
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    (void)state;
    gather(&got, &elf_reader, file, bytes, size);
    assert_true(cuocc_kernel_has(gathered_find(&got, "k_tiny"), CUOCC_FACT_SPILL_STORES));
    assert_int_equal(gathered_find(&got, "k_tiny")->spill_store_bytes, 0);
    assert_false(cuocc_kernel_has(gathered_find(&got, "k_lb256_4"), CUOCC_FACT_SPILL_STORES));
    assert_non_null(strstr(got.notes, "registers are spilled"));
    assert_non_null(strstr(got.notes, "(3 in this file)"));
    gathered_free(&got);
    free(bytes);
}

static void names_of_any_length_are_kept(void **state)
{
    char name[5000];
    struct gathered got;
    struct blob image = {0};

    (void)state;
    memset(name, 'n', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    build_cubin(&image, &(struct cubin_spec){.name = name, .regs = 9});
    gather(&got, &elf_reader, name, image.bytes, image.size);
    assert_int_equal(gathered_find(&got, name)->regs_per_thread, 9);
    gathered_free(&got);
    blob_free(&image);
}

static void names_are_demangled(void **state)
{
    static const char file[] = "cubins/small_sm75.cubin";
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    (void)state;
    gather(&got, &elf_reader, file, bytes, size);
    assert_null(gathered_find(&got, "plain")->demangled);
    if (gathered_find(&got, "_Z2tkILi32EEvPf")->demangled != NULL)
        assert_string_equal(gathered_find(&got, "_Z2tkILi32EEvPf")->demangled,
                            "void tk<32>(float*)");
    gathered_free(&got);
    free(bytes);
}

static enum cuocc_status stop_reading(void *ctx, const struct cuocc_kernel *kernel)
{
    (void)ctx, (void)kernel;
    return CUOCC_ERR_CANCELLED;
}

/* 1: libelf reads from any address, and a file may go on behind the image. */
static void address_and_tail_do_not_matter(void **state)
{
    static const char file[] = "cubins/kernels_ptxas12.8_sm75.cubin";
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);
    struct blob image = {0};

    (void)state;
    blob_put(&image, bytes, size);
    blob_zeros(&image, 333);
    gather(&got, &elf_reader, file, image.bytes, image.size);
    sample_check(file, &got);
    gathered_free(&got);
    blob_free(&image);
    for (size_t shift = 1; shift < 8; shift += 2) {
        struct reader_input in = {.name = file, .size = size};
        struct cuocc_error error;
        struct gathered ignored = {0};

        blob_zeros(&image, shift);
        blob_put(&image, bytes, size);
        in.bytes = image.bytes + shift;
        assert_int_equal(
            elf_reader.read(
                &in, &(struct cuocc_kernel_sink){.ctx = &ignored, .kernel = stop_reading}, &error),
            CUOCC_ERR_CANCELLED);
        blob_free(&image);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_hold),
        cmocka_unit_test(traps_are_avoided),
        cmocka_unit_test(launch_attributes_are_read),
        cmocka_unit_test(spills_are_told_from_none),
        cmocka_unit_test(names_of_any_length_are_kept),
        cmocka_unit_test(names_are_demangled),
        cmocka_unit_test(address_and_tail_do_not_matter),
        cmocka_unit_test(truncated_ones_are_refused),
        cmocka_unit_test(flipped_bytes_do_no_harm),
        cmocka_unit_test(random_bytes_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

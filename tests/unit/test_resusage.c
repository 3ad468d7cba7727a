/* SPDX-License-Identifier: MIT */
/* cuobjdump -res-usage: the recorded ones against what is known of the same images. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "collected_kernels.h"
#include "expected_rows.h"

#define RESUSAGE(file) CUOCC_TESTS_DIR "/input/samples/resusage/" file

/* A dump and the compilation whose figures it must repeat, by name and (where it has one)
 * architecture. Shared memory is left open where the dump names no target and it matters. */
static const struct {
    const char *dump;
    const char *same_as; /* file of expected.csv */
    size_t kernels;
    bool has_arch;
    bool has_smem;
    size_t first; /* of its kernels, where it holds several images of a program */
} dump_table[] = {
    /* clang-format off */
    {"cuobjdump13.0_kernels_ptxas13.0_sm75.txt",     "logs/ptxas13.0_kernels_sm75.log",     26, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas13.0_sm80.txt",     "logs/ptxas13.0_kernels_sm80.log",     26, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas13.0_sm90.txt",     "logs/ptxas13.0_kernels_sm90.log",     30, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas13.0_sm90a.txt",    "logs/ptxas13.0_kernels_sm90a.log",    30, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas13.0_sm100.txt",    "logs/ptxas13.0_kernels_sm100.log",    30, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas13.0_sm120.txt",    "logs/ptxas13.0_kernels_sm120.log",    30, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas12.8_sm70.txt",     "logs/ptxas12.8_kernels_sm70.log",     26, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas12.8_sm75.txt",     "logs/ptxas12.8_kernels_sm75.log",     26, false, true, 0},
    {"cuobjdump13.0_kernels_ptxas12.8_sm90.txt",     "logs/ptxas12.8_kernels_sm90.log",     30, false, true, 0},
    {"cuobjdump12.8_kernels_ptxas12.8_sm90.txt",     "logs/ptxas12.8_kernels_sm90.log",     30, false, true, 0},
    {"cuobjdump13.0_kernels_driver580_jit_sm90.txt", "cubins/kernels_driver580_jit_sm90.cubin", 30, false, true, 0},
    {"cuobjdump13.0_fatbin_12arch.txt",              "fatbins/kernels_12arch_size.fatbin", 336, true,  true, 0},
    {"cuobjdump13.0_rdc_executable_all.txt",         "fatbins/small_rdc.exe",                8, true,  true,  0},
    {"cuobjdump13.0_rdc_executable_all.txt",         "fatbins/small_rdc.o",                  8, true,  true,  8},
    {"cuobjdump13.0_rdc_a_rel_sm90.txt",             "cubins/rdc_a_rel_sm90.cubin",          2, false, true, 0},
    {"cuobjdump13.0_rdc_b_rel_sm90.txt",             "cubins/rdc_b_rel_sm90.cubin",          1, false, true, 0},
    {"cuobjdump13.0_rdc_linked_sm90.txt",            "cubins/rdc_linked_sm90.cubin",         3, false, false, 0},
    /* clang-format on */
};

static const struct expected_row *find_row(const struct expected_rows *all, const char *file,
                                           const struct cuocc_kernel *kernel)
{
    char arch[32];

    (void)arch_text(kernel, arch);
    for (size_t i = 0; i < all->count; i++) {
        const char *const *cells = all->rows[i].cells;
        bool is_anonymous = strstr(kernel->name, "anon_kernel") != NULL &&
                            strstr(cells[EXPECTED_KERNEL], "anon_kernel") != NULL;

        /* An anonymous namespace has another hash in each compilation. */
        if (strcmp(cells[EXPECTED_FILE], file) == 0 &&
            (is_anonymous || strcmp(cells[EXPECTED_KERNEL], kernel->name) == 0) &&
            (*arch == '\0' || strcmp(cells[EXPECTED_ARCH], arch) == 0))
            return &all->rows[i];
    }
    fail_msg("%s has no %s for %s", file, kernel->name, arch);
    return NULL;
}

/* A log's stack is the kernel's own frame; the dump has that of its calls too. */
static bool has_own_stack_only(const char *file)
{
    return strncmp(file, "logs/", 5) == 0;
}

static void check_dump(const struct expected_rows *all, size_t index)
{
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);
    struct cuocc_error error = {.status = CUOCC_OK};
    const char *same_as = dump_table[index].same_as;
    char path[512];

    (void)snprintf(path, sizeof(path), "%s%s", RESUSAGE(""), dump_table[index].dump);
    if (cuocc_kernels_read(path, &sink, &error) != CUOCC_OK)
        fail_msg("%s: %s", error.where, error.text);
    assert_in_range(got.count, dump_table[index].first + dump_table[index].kernels, 336);
    for (size_t i = 0; i < dump_table[index].kernels; i++) {
        const struct cuocc_kernel *kernel = &got.kernels[dump_table[index].first + i];
        const struct expected_row *row = find_row(all, same_as, kernel);
        char text[32];

        assert_int_equal(cuocc_kernel_has(kernel, CUOCC_FACT_ARCH), dump_table[index].has_arch);
        assert_string_equal(fact_text(kernel, CUOCC_FACT_REGS, kernel->regs_per_thread, text),
                            row->cells[EXPECTED_REGS]);
        (void)fact_text(kernel, CUOCC_FACT_STATIC_SMEM, kernel->static_smem_per_block_bytes, text);
        if (dump_table[index].has_smem || *text != '\0')
            assert_string_equal(text, row->cells[EXPECTED_STATIC_SMEM]);
        assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_BARRIERS));
        assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_SPILL_STORES));
        if (!has_own_stack_only(same_as))
            assert_string_equal(cuocc_kernel_has(kernel, CUOCC_FACT_STACK)
                                    ? fact_text(kernel, CUOCC_FACT_STACK, kernel->stack_bytes, text)
                                    : "unknown",
                                row->cells[EXPECTED_STACK]);
    }
    if (!dump_table[index].has_smem)
        assert_true(got.notes > 0);
    collected_free(&got);
}

static void recorded_dumps_repeat_the_compilations(void **state)
{
    struct expected_rows all = expected_load();

    (void)state;
    for (size_t i = 0; i < sizeof(dump_table) / sizeof(dump_table[0]); i++)
        check_dump(&all, i);
    expected_free(&all);
}

/* --- each trap --- */

#define ELF(arch)                                                                                  \
    "\nFatbin elf code:\n================\narch = " arch                                           \
    "\ncode version = [1,8]\nhost = linux\ncompile_size = 64bit\n\n"
#define UNIT "Resource usage:\n Common:\n  GLOBAL:0\n"
#define FUNCTION(name, regs, shared, constant)                                                     \
    " Function " name ":\n  REG:" regs " STACK:0 SHARED:" shared " LOCAL:0 CONSTANT[0]:" constant  \
    " TEXTURE:0 SURFACE:0 SAMPLER:0\n"

static const struct trap {
    const char *what;
    const char *text;
    enum cuocc_status status;
    size_t kernels;
    const char *smem; /* of the last; "": not known */
    bool is_provisional;
    const char *source;
    const char *note;
} trap_table[] = {
    /* clang-format off */
    {.what = "SHARED of linked sm_90 holds 1024 reserved bytes", .text = ELF("sm_90") UNIT FUNCTION("a", "8", "1024", "528") FUNCTION("k", "8", "1152", "536"), .kernels = 2, .smem = "128"},
    {.what = "the same on sm_120", .text = ELF("sm_120") UNIT FUNCTION("a", "8", "1024", "896") FUNCTION("k", "8", "1152", "904"), .kernels = 2, .smem = "128"},
    {.what = "below sm_90 SHARED is the user's", .text = ELF("sm_89") UNIT FUNCTION("k", "8", "1152", "536"), .kernels = 1, .smem = "1152"},
    {.what = "without a kernel of just 1024 the reader says what it did", .text = ELF("sm_90") UNIT FUNCTION("k", "8", "1152", "536"), .kernels = 1, .smem = "128", .note = "taken off"},
    {.what = "a relocatable sm_90 object has no reserved bytes", .text = ELF("sm_90") UNIT FUNCTION("a", "8", "400", "536") FUNCTION("k", "8", "2000", "536"), .kernels = 2, .smem = "2000", .is_provisional = true},
    {.what = "a bare cubin names no target: left open", .text = "\n" UNIT FUNCTION("k", "8", "2000", "536"), .kernels = 1, .smem = "", .note = "no architecture"},
    {.what = "a bare cubin whose constant bank is below sm_90's", .text = "\n" UNIT FUNCTION("a", "8", "0", "360") FUNCTION("k", "8", "2000", "536"), .kernels = 2, .smem = "2000"},
    {.what = "a bare cubin that can only be sm_90 or later", .text = "\n" UNIT FUNCTION("a", "8", "1024", "528") FUNCTION("k", "8", "2048", "536"), .kernels = 2, .smem = "1024", .note = "sm_90 or later"},
    {.what = "STACK:UNKNOWN", .text = ELF("sm_86") UNIT " Function k:\n  REG:24 STACK:UNKNOWN SHARED:0 LOCAL:0 CONSTANT[0]:360 TEXTURE:0 SURFACE:0 SAMPLER:0\n", .kernels = 1, .smem = "0"},
    {.what = "a device function has no CONSTANT[0]", .text = ELF("sm_86") UNIT FUNCTION("k", "8", "16", "360") " Function dev:\n  REG:0 STACK:0 SHARED:0 LOCAL:0 TEXTURE:0 SURFACE:0 SAMPLER:0\n", .kernels = 1, .smem = "16"},
    {.what = "units without functions: device-link stubs", .text = ELF("sm_75") UNIT ELF("sm_90") UNIT, .status = CUOCC_ERR_NOT_FOUND},
    {.what = "a PTX unit has no usage, and its target is not the next cubin's", .text = "\nFatbin ptx code:\n================\narch = sm_90\nptxasOptions = \n" ELF("sm_86") UNIT FUNCTION("k", "8", "2048", "600"), .kernels = 1, .smem = "2048"},
    {.what = "archive members", .text = "\nmember m.a:one.o:\n" ELF("sm_86") UNIT FUNCTION("k", "8", "0", "360") "\nmember m.a:two.o:\n" ELF("sm_86") UNIT FUNCTION("k", "8", "0", "360"), .kernels = 2, .smem = "0", .source = "m.a:two.o"},
    {.what = "identifier", .text = "\nFatbin elf code:\n================\narch = sm_86\nidentifier = s.cu\n\n" UNIT FUNCTION("k", "8", "0", "360"), .kernels = 1, .smem = "0", .source = "s.cu"},
    {.what = "time stamps before each line", .text = "2026-11-30T04:00:00.0Z Fatbin elf code:\n2026-11-30T04:00:00.0Z arch = sm_86\n2026-11-30T04:00:00.0Z Resource usage:\n2026-11-30T04:00:00.0Z  Function k:\n2026-11-30T04:00:00.0Z   REG:8 STACK:0 SHARED:4 CONSTANT[0]:360 SAMPLER:0\n", .kernels = 1, .smem = "4"},
    {.what = "names from a demangler", .text = ELF("sm_86") UNIT FUNCTION("void f<a::b>(int, a::b)", "8", "4", "360"), .kernels = 1, .smem = "4"},
    {.what = "a file without device code", .text = "cuobjdump info    : File 'x' does not contain device code\n", .status = CUOCC_ERR_NOT_FOUND},
    {.what = "cut inside the counts", .text = ELF("sm_86") UNIT FUNCTION("k", "8", "4", "360") " Function cut:\n  REG:24 STACK:0 SHAR", .kernels = 1, .smem = "4", .note = "not complete"},
    {.what = "cut before the counts", .text = ELF("sm_86") UNIT FUNCTION("k", "8", "4", "360") " Function cut:\n", .kernels = 1, .smem = "4", .note = "ends before"},
    {.what = "counts that are no numbers", .text = ELF("sm_86") UNIT FUNCTION("k", "8", "4", "360") FUNCTION("bad", "8x", "4", "360"), .kernels = 1, .smem = "4", .note = "not complete"},
    {.what = "too large a number", .text = ELF("sm_86") UNIT FUNCTION("k", "4294967296", "4", "360"), .status = CUOCC_ERR_SYNTAX},
    /* clang-format on */
};

static void traps_are_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(trap_table) / sizeof(trap_table[0]); i++) {
        const struct trap *row = &trap_table[i];
        struct collected got = {.count = 0};
        struct cuocc_error error = {.status = CUOCC_OK};
        enum cuocc_status status = collect_text(row->text, &got, &error);
        const struct cuocc_kernel *last = got.count > 0 ? &got.kernels[got.count - 1] : NULL;
        char smem[32] = "";

        if (last != NULL)
            (void)fact_text(last, CUOCC_FACT_STATIC_SMEM, last->static_smem_per_block_bytes, smem);
        if (status != row->status || got.count != row->kernels ||
            (last != NULL && strcmp(smem, row->smem) != 0) ||
            (last != NULL && last->is_provisional != row->is_provisional) ||
            (row->source != NULL &&
             (last->source == NULL || strcmp(last->source, row->source) != 0)) ||
            (row->note != NULL) != (got.notes > 0) ||
            (row->note != NULL && strstr(got.last_note, row->note) == NULL))
            fail_msg("%s: status %d, %d kernels, shared '%s', %d notes: %s%s", row->what,
                     (int)status, (int)got.count, smem, (int)got.notes, got.all_notes, error.text);
        collected_free(&got);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_dumps_repeat_the_compilations),
        cmocka_unit_test(traps_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

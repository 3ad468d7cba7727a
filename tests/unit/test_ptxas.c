/* SPDX-License-Identifier: MIT */
/* Compiler and linker logs: the recorded samples, and every trap of their format. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "collected_kernels.h"
#include "expected_rows.h"

#define SAMPLE(file) CUOCC_TESTS_DIR "/input/samples/" file

/* --- recorded samples ------------------------------------------------------------------ */

/* expected.csv has nvlink's lines as printed, without spills; everything else of a log has them. */
static int is_linked(const struct expected_row *row)
{
    return *row->cells[EXPECTED_STACK] != '\0' && *row->cells[EXPECTED_SPILL_STORES] == '\0';
}

static int is_of(const struct expected_row *row, const char *file)
{
    return strcmp(row->cells[EXPECTED_FILE], file) == 0;
}

static int is_same_kernel(const struct expected_row *compiled, const struct expected_row *linked)
{
    return !is_linked(compiled) && is_linked(linked) &&
           strcmp(compiled->cells[EXPECTED_KERNEL], linked->cells[EXPECTED_KERNEL]) == 0 &&
           (*linked->cells[EXPECTED_ARCH] == '\0' ||
            strcmp(compiled->cells[EXPECTED_ARCH], linked->cells[EXPECTED_ARCH]) == 0);
}

/* The linker's figures replace the compiler's: is there a later row of that kind? */
static int is_replaced(const struct expected_rows *all, size_t index)
{
    const struct expected_row *row = &all->rows[index];

    for (size_t i = index + 1; i < all->count; i++)
        if (is_of(&all->rows[i], row->cells[EXPECTED_FILE]) && is_same_kernel(row, &all->rows[i]))
            return 1;
    return 0;
}

/* What a linker's row means once the compiler's row is known: its target and spills; and 1024
 * bytes less on sm_90, or no shared memory if the target is not known but may be sm_90. */
static struct expected_row complete_linked(const struct expected_rows *all, size_t index,
                                           char smem[32])
{
    struct expected_row row = all->rows[index];
    unsigned long printed = strtoul(row.cells[EXPECTED_STATIC_SMEM], NULL, 10);

    for (size_t i = 0; i < index; i++) {
        if (!is_of(&all->rows[i], row.cells[EXPECTED_FILE]) ||
            !is_same_kernel(&all->rows[i], &all->rows[index]))
            continue;
        row.cells[EXPECTED_ARCH] = all->rows[i].cells[EXPECTED_ARCH];
        row.cells[EXPECTED_SPILL_STORES] = all->rows[i].cells[EXPECTED_SPILL_STORES];
        row.cells[EXPECTED_SPILL_LOADS] = all->rows[i].cells[EXPECTED_SPILL_LOADS];
    }
    if (printed < 1024)
        return row;
    if (*row.cells[EXPECTED_ARCH] == '\0') {
        row.cells[EXPECTED_STATIC_SMEM] = "";
    } else if (strncmp(row.cells[EXPECTED_ARCH], "sm_90", 5) == 0) {
        (void)snprintf(smem, 32, "%lu", printed - 1024);
        row.cells[EXPECTED_STATIC_SMEM] = smem;
    }
    return row;
}

/* A warning says that the depth of these is not known; the line itself then says 0. */
static int has_unknown_stack(const struct expected_row *row)
{
    static const char *const table[][2] = {
        {"logs/driver580_jit_cuLink_kernels.log", "k_recurse"},
        {"logs/nvlink13.0_recursion_sm86.log", "_Z1rPi"},
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if (is_of(row, table[i][0]) && strcmp(row->cells[EXPECTED_KERNEL], table[i][1]) == 0)
            return 1;
    return 0;
}

static void check_kernel(const struct cuocc_kernel *kernel, const struct expected_row *row)
{
    char text[32];

    assert_string_equal(kernel->name, row->cells[EXPECTED_KERNEL]);
    assert_string_equal(arch_text(kernel, text), row->cells[EXPECTED_ARCH]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_REGS, kernel->regs_per_thread, text),
                        row->cells[EXPECTED_REGS]);
    assert_string_equal(
        fact_text(kernel, CUOCC_FACT_STATIC_SMEM, kernel->static_smem_per_block_bytes, text),
        row->cells[EXPECTED_STATIC_SMEM]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_BARRIERS, kernel->barriers_per_block, text),
                        row->cells[EXPECTED_BARRIERS]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_STACK, kernel->stack_bytes, text),
                        has_unknown_stack(row) ? "" : row->cells[EXPECTED_STACK]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_SPILL_STORES, kernel->spill_store_bytes, text),
                        row->cells[EXPECTED_SPILL_STORES]);
    assert_string_equal(fact_text(kernel, CUOCC_FACT_SPILL_LOADS, kernel->spill_load_bytes, text),
                        row->cells[EXPECTED_SPILL_LOADS]);
    assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_MAX_THREADS));
    assert_false(cuocc_kernel_has(kernel, CUOCC_FACT_CLUSTER));
    assert_null(kernel->profile);
}

static void read_sample(const char *file, struct collected *got)
{
    char path[512];
    struct cuocc_kernel_sink sink = collector(got);
    struct cuocc_error error = {.status = CUOCC_OK};

    (void)snprintf(path, sizeof(path), "%s%s", SAMPLE(""), file);
    if (cuocc_kernels_read(path, &sink, &error) != CUOCC_OK)
        fail_msg("%s: %s", error.where, error.text);
}

static void recorded_logs_hold(void **state)
{
    struct expected_rows all = expected_load();
    size_t files = 0;

    (void)state;
    for (size_t i = 0; i < all.count;) {
        const char *file = all.rows[i].cells[EXPECTED_FILE];
        struct collected got = {.count = 0};
        size_t at = 0;

        if (strncmp(file, "logs/", 5) != 0) {
            i++;
            continue;
        }
        read_sample(file, &got);
        for (; i < all.count && is_of(&all.rows[i], file); i++) {
            char smem[32];
            struct expected_row row = all.rows[i];

            if (is_replaced(&all, i))
                continue;
            if (is_linked(&row))
                row = complete_linked(&all, i, smem);
            if (at >= got.count)
                fail_msg("%s: %s is missing", file, row.cells[EXPECTED_KERNEL]);
            check_kernel(&got.kernels[at++], &row);
        }
        if (at != got.count)
            fail_msg("%s: %s is too much", file, got.kernels[at].name);
        collected_free(&got);
        files++;
    }
    assert_int_equal(files, 66);
    expected_free(&all);
}

/* --- really interleaved: four compilers at once -------------------------------------------- */

/* The same sources and targets, one after the other: what the parallel log must agree with. */
static void interleaved_log_is_never_wrong(void **state)
{
    static const char *const serial[] = {
        "logs/ptxas13.0_kernels_sm75.log", "logs/ptxas13.0_kernels_sm80.log",
        "logs/ptxas13.0_kernels_sm86.log", "logs/ptxas13.0_kernels_sm89.log",
        "logs/ptxas13.0_kernels_sm90.log",
    };
    struct collected mixed = {.count = 0};
    size_t known = 0;

    (void)state;
    read_sample("logs/parallel_interleaved_4arch.log", &mixed);
    assert_int_equal(mixed.count, 104);
    for (size_t s = 0; s < sizeof(serial) / sizeof(serial[0]); s++) {
        struct collected alone = {.count = 0};

        read_sample(serial[s], &alone);
        for (size_t i = 0; i < alone.count; i++) {
            for (size_t k = 0; k < mixed.count; k++) {
                const struct cuocc_kernel *a = &alone.kernels[i];
                const struct cuocc_kernel *b = &mixed.kernels[k];

                /* The anonymous namespace has another hash in each compilation. */
                if ((strcmp(a->name, b->name) != 0 && (strstr(a->name, "anon_kernel") == NULL ||
                                                       strstr(b->name, "anon_kernel") == NULL)) ||
                    a->arch.cc_major != b->arch.cc_major || a->arch.cc_minor != b->arch.cc_minor)
                    continue;
                known += cuocc_kernel_has(b, CUOCC_FACT_REGS);
                if (cuocc_kernel_has(b, CUOCC_FACT_REGS))
                    assert_int_equal(a->regs_per_thread, b->regs_per_thread);
                if (cuocc_kernel_has(b, CUOCC_FACT_STATIC_SMEM))
                    assert_int_equal(a->static_smem_per_block_bytes,
                                     b->static_smem_per_block_bytes);
                if (cuocc_kernel_has(b, CUOCC_FACT_BARRIERS))
                    assert_int_equal(a->barriers_per_block, b->barriers_per_block);
                if (cuocc_kernel_has(b, CUOCC_FACT_STACK))
                    assert_int_equal(a->stack_bytes, b->stack_bytes);
                if (cuocc_kernel_has(b, CUOCC_FACT_SPILL_LOADS))
                    assert_int_equal(a->spill_load_bytes, b->spill_load_bytes);
            }
        }
        collected_free(&alone);
    }
    assert_true(known >= 72);
    assert_true(known == 104 || mixed.notes > 0);
    collected_free(&mixed);
}

/* --- each trap of the format, one row ------------------------------------------------------ */

#define GMEM               "ptxas info    : 0 bytes gmem\n"
#define OPEN(name, target) "ptxas info    : Compiling entry function '" name "' for '" target "'\n"
#define PROPERTIES(name)   "ptxas info    : Function properties for " name "\n"
#define FRAME(stack, spill)                                                                        \
    "    " stack " bytes stack frame, " spill " bytes spill stores, " spill " bytes spill loads\n"
#define NAMED(name)                PROPERTIES(name) FRAME("0", "0")
#define USED(regs)                 "ptxas info    : Used " regs " registers, used 1 barriers, 360 bytes cmem[0]\n"
#define TIME                       "ptxas info    : Compile time = 1.000 ms\n"
#define KERNEL(name, target, regs) OPEN(name, target) NAMED(name) USED(regs) TIME
#define LINKED(name, figures)                                                                      \
    "nvlink info    : Function properties for '" name "':\n"                                       \
    "nvlink info    : used " figures "\n"

/* Kernels as "name arch regs smem barriers stack spills", `-` where not known and `?` at the end
 * of a provisional one, joined by "; ". */
static const struct trap {
    const char *what;
    const char *text;
    const char *kernels;
    const char *note; /* part of all notes; NULL: none */
    enum cuocc_status status;
} trap_table[] = {
    /* clang-format off */
    /* 2: lines of a block */
    {.what = "2.1 one kernel", .text = GMEM KERNEL("k", "sm_86", "8"), .kernels = "k sm_86 8 0 1 0 0"},
    {.what = "2.2 device function after a kernel's time", .text = GMEM KERNEL("k", "sm_86", "8") PROPERTIES("dev") FRAME("16", "12") KERNEL("l", "sm_86", "9"), .kernels = "k sm_86 8 0 1 0 0; l sm_86 9 0 1 0 0"},
    {.what = "2.2 device function before any kernel (-G -rdc)", .text = GMEM PROPERTIES("dev") FRAME("128", "0") TIME KERNEL("k", "sm_86", "8"), .kernels = "k sm_86 8 0 1 0 0 ?"},
    {.what = "2.2 device function with a time of its own (-rdc)", .text = GMEM KERNEL("k", "sm_86", "8") PROPERTIES("dev") FRAME("136", "0") TIME, .kernels = "k sm_86 8 0 1 0 0 ?"},
    {.what = "2.2 the next run is not relocatable for that", .text = GMEM KERNEL("k", "sm_86", "8") PROPERTIES("dev") FRAME("136", "0") TIME GMEM KERNEL("l", "sm_86", "9"), .kernels = "k sm_86 8 0 1 0 0 ?; l sm_86 9 0 1 0 0"},
    {.what = "2.3 a run without kernels", .text = GMEM GMEM KERNEL("k", "sm_86", "8"), .kernels = "k sm_86 8 0 1 0 0"},
    {.what = "2 runtime stubs between kernels", .text = KERNEL("k", "sm_20", "8") PROPERTIES("cudaMalloc") FRAME("8", "0") KERNEL("l", "sm_20", "9"), .kernels = "k sm_20 8 0 1 0 0; l sm_20 9 0 1 0 0"},
    {.what = "1 a kernel over the shared memory limit still has its block", .text = "ptxas error   : Entry function 'k' uses too much shared data (0x13880 bytes, 0xc000 max)\n" OPEN("k", "sm_86") NAMED("k") "ptxas info    : Used 12 registers, used 1 barriers, 80000 bytes smem\n", .kernels = "k sm_86 12 80000 1 0 0", .note = "uses too much shared data"},
    {.what = "1 -rdc -c prints no figures", .text = "nvcc warning : Resource usage is not shown as the final resource allocation is not done.\n", .status = CUOCC_ERR_NOT_FOUND, .note = "Resource usage is not shown"},
    /* 3: grammar */
    {.what = "3 items in another order, unknown items", .text = OPEN("k", "sm_86") "ptxas info    : Used 8 registers, 7 surfaces, 12 bytes lmem, 4 bytes cmem[2], 16 bytes smem, used 2 barriers, 9 samplers\n", .kernels = "k sm_86 8 16 2 - -"},
    {.what = "3.1 no barriers item is unknown, not 0", .text = OPEN("k", "sm_86") "ptxas info    : Used 8 registers, 360 bytes cmem[0]\n", .kernels = "k sm_86 8 0 - - -"},
    {.what = "3.1 0 barriers is 0", .text = OPEN("k", "sm_86") "ptxas info    : Used 8 registers, used 0 barriers\n", .kernels = "k sm_86 8 0 0 - -"},
    {.what = "3.1 singular", .text = OPEN("k", "sm_86") "ptxas info    : Used 1 register, used 1 barrier\n", .kernels = "k sm_86 1 0 1 - -"},
    {.what = "3.1 the stack is the kernel's own frame", .text = OPEN("k", "sm_20") PROPERTIES("k") FRAME("8", "4") "ptxas info    : Used 20 registers, 16 bytes cumulative stack size\n", .kernels = "k sm_20 20 0 - 8 4"},
    {.what = "3.1 negative spill counts", .text = OPEN("k", "sm_90") PROPERTIES("k") "    8 bytes stack frame, -4 bytes spill stores, -4 bytes spill loads\n" USED("8"), .kernels = "k sm_90 8 0 1 8 -", .note = "negative"},
    {.what = "3.2 a name with the words of the line", .text = OPEN("f(char)' for 'x", "sm_86") USED("8"), .kernels = "f(char)' for 'x sm_86 8 0 1 - -"},
    {.what = "3.2 equal names in two files", .text = GMEM KERNEL("k", "sm_86", "8") GMEM KERNEL("k", "sm_86", "9"), .kernels = "k sm_86 8 0 1 0 0; k sm_86 9 0 1 0 0"},
    {.what = "3.3 dotted frame line", .text = OPEN("k", "sm_90a") PROPERTIES("k") "ptxas         .     24 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n" USED("8"), .kernels = "k sm_90a 8 0 1 24 4"},
    {.what = "3.3 no frame line after properties", .text = OPEN("k", "sm_86") PROPERTIES("k") USED("8"), .kernels = "k sm_86 8 0 1 - -"},
    {.what = "3.4 sm_1x: a+b", .text = OPEN("k", "sm_13") "ptxas info    : Used 18 registers, 6440+0 bytes lmem, 4+16 bytes smem, 40 bytes cmem[1]\n", .kernels = "k sm_13 18 20 - - -"},
    {.what = "3 targets: suffixes, three digits, retired numbers", .text = KERNEL("a", "sm_100f", "8") KERNEL("b", "sm_121a", "8") KERNEL("c", "sm_101", "8"), .kernels = "a sm_100f 8 0 1 0 0; b sm_121a 8 0 1 0 0; c sm_101 8 0 1 0 0"},
    {.what = "3 a target that is no number", .text = OPEN("k", "sm_next") USED("8"), .kernels = "k - 8 0 1 - -", .note = "not an sm_ number"},
    /* 4: nvlink */
    {.what = "4 with a target", .text = "nvlink info    : Function properties for 'k': (target: sm_75)\nnvlink info    : used 62 registers, used 0 barriers, 136 stack, 128 bytes smem, 364 bytes cmem[0], 0 bytes lmem (target: sm_75)\n", .kernels = "k sm_75 62 128 0 136 -"},
    {.what = "4 toolkits 10 and 11: no barriers", .text = LINKED("k", "62 registers, 136 stack, 128 bytes smem, 364 bytes cmem[0], 0 bytes lmem"), .kernels = "k - 62 128 - 136 -"},
    {.what = "4 linked figures replace the compiler's, spills stay", .text = GMEM OPEN("k", "sm_86") PROPERTIES("k") FRAME("0", "4") USED("24") TIME LINKED("k", "54 registers, used 1 barriers, 136 stack, 128 bytes smem, 364 bytes cmem[0], 0 bytes lmem"), .kernels = "k sm_86 54 128 1 136 4"},
    {.what = "4 a kernel that the linker dropped stays, provisional", .text = GMEM KERNEL("gone", "sm_86", "8") KERNEL("k", "sm_86", "24") LINKED("k", "54 registers, used 1 barriers, 0 stack, 0 bytes smem, 0 bytes lmem"), .kernels = "gone sm_86 8 0 1 0 0 ?; k sm_86 54 0 1 0 0"},
    {.what = "4 only the target's own block is replaced", .text = GMEM KERNEL("k", "sm_75", "8") GMEM KERNEL("k", "sm_86", "9") "nvlink info    : Function properties for 'k': (target: sm_86)\nnvlink info    : used 54 registers, used 1 barriers, 0 stack, 0 bytes smem, 0 bytes lmem (target: sm_86)\n", .kernels = "k sm_75 8 0 1 0 0 ?; k sm_86 54 0 1 0 0"},
    {.what = "4 no target, compiled for several: left open", .text = GMEM KERNEL("k", "sm_75", "8") GMEM KERNEL("k", "sm_86", "9") LINKED("k", "54 registers, used 1 barriers, 0 stack, 0 bytes smem, 0 bytes lmem"), .kernels = "k sm_75 8 0 1 0 0 ?; k sm_86 9 0 1 0 0 ?; k - 54 0 1 0 -", .note = "compiled for several"},
    {.what = "4 a template in two files is replaced in both, differing spills are dropped", .text = GMEM OPEN("k", "sm_86") PROPERTIES("k") FRAME("0", "4") USED("24") GMEM OPEN("k", "sm_86") PROPERTIES("k") FRAME("0", "8") USED("24") LINKED("k", "54 registers, used 1 barriers, 0 stack, 0 bytes smem, 0 bytes lmem"), .kernels = "k sm_86 54 0 1 0 -"},
    {.what = "4 linked twice: two programs of the same objects", .text = GMEM KERNEL("k", "sm_86", "8") LINKED("k", "54 registers, used 1 barriers, 0 stack, 0 bytes smem, 0 bytes lmem") LINKED("k", "54 registers, used 1 barriers, 0 stack, 0 bytes smem, 0 bytes lmem"), .kernels = "k sm_86 54 0 1 0 0; k sm_86 54 0 1 0 0"},
    {.what = "4 the 1 KiB trap on sm_90", .text = GMEM KERNEL("k", "sm_90", "8") LINKED("k", "12 registers, used 1 barriers, 0 stack, 1152 bytes smem, 536 bytes cmem[0], 0 bytes lmem"), .kernels = "k sm_90 12 128 1 0 0"},
    {.what = "4 dynamic shared memory only: 1024 on sm_90a", .text = GMEM KERNEL("k", "sm_90a", "8") LINKED("k", "12 registers, used 1 barriers, 0 stack, 1024 bytes smem, 536 bytes cmem[0], 0 bytes lmem"), .kernels = "k sm_90a 12 0 1 0 0"},
    {.what = "4 not on sm_120", .text = GMEM KERNEL("k", "sm_120", "8") LINKED("k", "12 registers, used 1 barriers, 0 stack, 1152 bytes smem, 0 bytes lmem"), .kernels = "k sm_120 12 1152 1 0 0"},
    {.what = "4 not where the constant bank rules 9.0 out", .text = LINKED("k", "12 registers, used 1 barriers, 0 stack, 2048 bytes smem, 360 bytes cmem[0], 0 bytes lmem"), .kernels = "k - 12 2048 1 0 -"},
    {.what = "4 without a target it is left open", .text = LINKED("k", "12 registers, used 1 barriers, 0 stack, 2048 bytes smem, 536 bytes cmem[0], 0 bytes lmem"), .kernels = "k - 12 - 1 0 -", .note = "1024 reserved bytes"},
    {.what = "4 `0 stack` of a recursion is unknown", .text = "nvlink warning : Stack size for entry function 'k' cannot be statically determined\n" LINKED("k", "24 registers, used 0 barriers, 0 stack, 0 bytes smem, 0 bytes lmem"), .kernels = "k - 24 0 0 - -"},
    {.what = "6 the same warning of ptxas", .text = "ptxas warning : Stack size for entry function 'k' cannot be statically determined\n" GMEM KERNEL("k", "sm_86", "8") KERNEL("l", "sm_86", "8"), .kernels = "k sm_86 8 0 1 - 0; l sm_86 8 0 1 0 0"},
    {.what = "1 the driver's linker has no tool name", .text = KERNEL("k", "sm_90a", "10") "info    : 0 bytes gmem\ninfo    : Function properties for 'k':\ninfo    : used 10 registers, used 1 barriers, 0 stack, 1424 bytes smem, 536 bytes cmem[0], 0 bytes lmem\n", .kernels = "k sm_90a 10 400 1 0 0"},
    {.what = "4 two linkers interleaved, told apart by their targets", .text = "nvlink info    : Function properties for 'k': (target: sm_75)\nnvlink info    : Function properties for 'k': (target: sm_86)\nnvlink info    : used 9 registers, 0 stack, 0 bytes smem, 0 bytes lmem (target: sm_86)\nnvlink info    : used 8 registers, 0 stack, 0 bytes smem, 0 bytes lmem (target: sm_75)\n", .kernels = "k sm_86 9 0 - 0 -; k sm_75 8 0 - 0 -"},
    /* 6: lines to skip */
    {.what = "6 lines that look alike", .text = GMEM OPEN("k", "sm_86")
        "ptxas info    : Overriding maximum register limit 256 for 'k' with  32 of maxrregcount option\n"
        "ptxas info    : Overriding global maxrregcount 32 with entry-specific value 40 of .maxnreg\n"
        "ptxas warning : Registers are spilled to local memory in function 'k', 648 bytes spill stores, 648 bytes spill loads\n"
        "ptxas warning : Local memory used for function 'k', size of stack frame: 344 bytes\n"
        "ptxas a.ptx, line 324; warning : Program is doing double precision computations.\n"
        "ptxas warning : Value of threads per SM for entry k is out of range. .minnctapersm will be ignored\n"
        "ptxas warning : For profile sm_80 adjusting per thread register count of 18 to lower bound of 24\n"
        "#$ ptxas -arch=sm_75 -m64 -v  \"a.ptx\"  -o \"a.cubin\"\n" NAMED("k") USED("32"), .kernels = "k sm_86 32 0 1 0 0"},
    {.what = "6 advisories are passed on", .text = "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized in the function 'k'\n" GMEM KERNEL("k", "sm_90a", "8"), .kernels = "k sm_90a 8 0 1 0 0", .note = "C7510"},
    /* 7: surroundings */
    {.what = "7 collapsed blanks", .text = "ptxas info : Compiling entry function 'k' for 'sm_86'\nptxas info: Used 8 registers\n", .kernels = "k sm_86 8 0 - - -"},
    {.what = "7 the tool has another name", .text = "ptxas-blackwell info    : Compiling entry function 'k' for 'sm_103'\nptxas-blackwell info    : Used 8 registers\n", .kernels = "k sm_103 8 0 - - -"},
    {.what = "7 quoted, indented, coloured", .text = "> // \033[1;32mptxas info    : Compiling entry function 'k' for 'sm_86'\033[0m\n> //   \033]8;;x\033\\ptxas info    : Used 8 registers\033[m\n", .kernels = "k sm_86 8 0 - - -"},
    {.what = "7 another `info` before the tool's", .text = "[info] 12:00 ptxas info    : Compiling entry function 'k' for 'sm_86'\n[info] : 12:00 ptxas info    : Used 8 registers\n", .kernels = "k sm_86 8 0 - - -"},
    {.what = "7 CRLF, doubled", .text = "ptxas info    : Compiling entry function 'k' for 'sm_86'\r\r\nptxas info    : Function properties for k\r\n\r\n    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\r\nptxas info    : Used 8 registers, 16 bytes smem\r\n", .kernels = "k sm_86 8 16 - 8 0"},
    {.what = "7 interleaved: properties come before Used", .text = OPEN("a", "sm_75") OPEN("b", "sm_86") NAMED("a") USED("8") NAMED("b") USED("9"), .kernels = "a sm_75 8 0 1 0 0; b sm_86 9 0 1 0 0"},
    {.what = "7 interleaved: which of two is not known", .text = OPEN("a", "sm_75") OPEN("b", "sm_86") NAMED("a") NAMED("b") USED("8") USED("9"), .kernels = "a sm_75 - 0 1 0 0; b sm_86 - 0 1 0 0", .note = "cannot be told"},
    {.what = "7 interleaved: it does not matter which", .text = OPEN("a", "sm_75") OPEN("b", "sm_86") NAMED("a") NAMED("b") USED("8") USED("8"), .kernels = "a sm_75 8 0 1 0 0; b sm_86 8 0 1 0 0"},
    {.what = "7 interleaved: one run per target, so the next kernel ends the one before", .text = GMEM OPEN("a", "sm_75") GMEM OPEN("b", "sm_86") NAMED("a") NAMED("b") USED("8") OPEN("c", "sm_75") USED("9") NAMED("c") USED("10"), .kernels = "a sm_75 8 0 1 0 0; b sm_86 9 0 1 0 0; c sm_75 10 0 1 0 0"},
    {.what = "7 interleaved: one name, two targets, different frames", .text = OPEN("k", "sm_75") OPEN("k", "sm_86") PROPERTIES("k") FRAME("8", "0") PROPERTIES("k") FRAME("16", "0") USED("8") USED("8"), .kernels = "k sm_75 8 0 1 - -; k sm_86 8 0 1 - -"},
    {.what = "7 interleaved: one name, two targets, equal frames", .text = OPEN("k", "sm_75") OPEN("k", "sm_86") NAMED("k") NAMED("k") USED("8") USED("8"), .kernels = "k sm_75 8 0 1 0 0; k sm_86 8 0 1 0 0"},
    {.what = "7 interleaved: one name, two targets, one frame", .text = OPEN("k", "sm_75") OPEN("k", "sm_86") PROPERTIES("k") FRAME("8", "0") USED("8") USED("8"), .kernels = "k sm_75 8 0 1 - -; k sm_86 8 0 1 - -"},
    {.what = "7 interleaved, old toolkit without properties", .text = OPEN("a", "sm_30") OPEN("b", "sm_35") USED("8") USED("9"), .kernels = "a sm_30 - 0 1 - -; b sm_35 - 0 1 - -", .note = "cannot be told"},
    {.what = "7 Used without a kernel", .text = USED("8") KERNEL("k", "sm_86", "9"), .kernels = "k sm_86 9 0 1 0 0", .note = "log:1 no line before"},
    {.what = "7 cut off: an open kernel is left out", .text = KERNEL("k", "sm_86", "8") OPEN("l", "sm_86") NAMED("l"), .kernels = "k sm_86 8 0 1 0 0", .note = "log:6 no line gives the registers of 'l'"},
    {.what = "7 cut off inside a number", .text = KERNEL("k", "sm_86", "8") OPEN("l", "sm_86") "ptxas info    : Used 22", .kernels = "k sm_86 8 0 1 0 0", .note = "ends inside this line"},
    {.what = "7 cut off between items: no shared memory is not certain", .text = OPEN("k", "sm_86") "ptxas info    : Used 22 registers, used 1 barriers", .kernels = "k sm_86 22 - 1 - -"},
    {.what = "7 a lost Used line does not spoil the next kernel of the run", .text = GMEM OPEN("a", "sm_86") NAMED("a") KERNEL("b", "sm_86", "9") KERNEL("c", "sm_86", "10"), .kernels = "b sm_86 9 0 1 0 0; c sm_86 10 0 1 0 0", .note = "log:2 no line gives"},
    {.what = "7 a program's own `used` line", .text = GMEM OPEN("a", "sm_86") "info: Used 5 workers\n" NAMED("a") USED("8"), .kernels = "a sm_86 8 0 1 0 0", .note = "without a number of registers"},
    {.what = "7 NUL bytes do not get here; invalid UTF-8 is passed on", .text = OPEN("k\xff\xfe", "sm_86") USED("8"), .kernels = "k\xff\xfe sm_86 8 0 1 - -"},
    {.what = "7 too large a number", .text = OPEN("k", "sm_86") USED("4294967296"), .status = CUOCC_ERR_SYNTAX},
    {.what = "7 too large a frame", .text = OPEN("k", "sm_86") PROPERTIES("k") FRAME("99999999999999999999", "0"), .status = CUOCC_ERR_SYNTAX},
    {.what = "7 too large a sum", .text = OPEN("k", "sm_13") "ptxas info    : Used 8 registers, 4294967295+1 bytes smem\n", .status = CUOCC_ERR_SYNTAX},
    {.what = "nothing of the kind", .text = "hello\nworld\n", .status = CUOCC_ERR_SYNTAX},
    {.what = "an empty log", .text = "", .status = CUOCC_ERR_SYNTAX},
    /* clang-format on */
};

static void describe(const struct collected *got, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < got->count && used < size; i++) {
        const struct cuocc_kernel *k = &got->kernels[i];
        char parts[6][32];

        (void)arch_text(k, parts[0]);
        (void)fact_text(k, CUOCC_FACT_REGS, k->regs_per_thread, parts[1]);
        (void)fact_text(k, CUOCC_FACT_STATIC_SMEM, k->static_smem_per_block_bytes, parts[2]);
        (void)fact_text(k, CUOCC_FACT_BARRIERS, k->barriers_per_block, parts[3]);
        (void)fact_text(k, CUOCC_FACT_STACK, k->stack_bytes, parts[4]);
        (void)fact_text(k, CUOCC_FACT_SPILL_STORES, k->spill_store_bytes, parts[5]);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "; " : "", k->name);
        for (size_t p = 0; p < 6 && used < size; p++)
            used += (size_t)snprintf(text + used, size - used, " %s",
                                     parts[p][0] != '\0' ? parts[p] : "-");
        if (k->is_provisional && used < size)
            used += (size_t)snprintf(text + used, size - used, " ?");
    }
}

static void traps_are_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(trap_table) / sizeof(trap_table[0]); i++) {
        const struct trap *row = &trap_table[i];
        const char *kernels = row->kernels != NULL ? row->kernels : "";
        struct collected got = {.count = 0};
        struct cuocc_error error = {.status = CUOCC_OK};
        enum cuocc_status status = collect_text(row->text, &got, &error);
        char text[1024];

        describe(&got, text, sizeof(text));
        if (status != row->status || strcmp(text, kernels) != 0 ||
            (row->note == NULL && row->status == CUOCC_OK && got.notes > 0) ||
            (row->note != NULL && strstr(got.all_notes, row->note) == NULL))
            fail_msg("%s:\n status %d\n got    %s\n wanted %s\n notes  %s error  %s %s", row->what,
                     (int)status, text, kernels, got.all_notes, error.where, error.text);
        collected_free(&got);
    }
}

static void constant_bank_gives_parameter_bytes(void **state)
{
    static const struct {
        const char *target;
        const char *constant;
        const char *params; /* "": not known */
    } table[] = {
        {"sm_52", "328", "8"}, {"sm_61", "320", "0"},     {"sm_62", "328", ""},
        {"sm_70", "360", "8"}, {"sm_89", "1360", "1008"}, {"sm_89", "300", ""},
        {"sm_90", "536", "8"}, {"sm_120", "904", "8"},    {"sm_35", "328", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct collected got = {.count = 0};
        char log[256];
        char text[32];

        (void)snprintf(log, sizeof(log),
                       "ptxas info : Compiling entry function 'k' for '%s'\n"
                       "ptxas info : Used 8 registers, %s bytes cmem[0]\n",
                       table[i].target, table[i].constant);
        assert_int_equal(collect_text(log, &got, NULL), CUOCC_OK);
        assert_string_equal(
            fact_text(&got.kernels[0], CUOCC_FACT_PARAMS, got.kernels[0].param_bytes, text),
            table[i].params);
        collected_free(&got);
    }
}

/* --- damaged logs -------------------------------------------------------------------------- */

/* A fact of a cut log is the whole log's or not known. */
static void check_subset(const struct cuocc_kernel *part, const struct collected *whole)
{
    for (size_t i = 0; i < whole->count; i++) {
        const struct cuocc_kernel *k = &whole->kernels[i];
        char arch[32];
        char part_arch[32];

        if (strcmp(k->name, part->name) == 0 && (part->known & ~k->known) == 0 &&
            strcmp(arch_text(k, arch), arch_text(part, part_arch)) == 0 &&
            (!cuocc_kernel_has(part, CUOCC_FACT_REGS) ||
             part->regs_per_thread == k->regs_per_thread) &&
            (!cuocc_kernel_has(part, CUOCC_FACT_STATIC_SMEM) ||
             part->static_smem_per_block_bytes == k->static_smem_per_block_bytes) &&
            (!cuocc_kernel_has(part, CUOCC_FACT_BARRIERS) ||
             part->barriers_per_block == k->barriers_per_block))
            return;
    }
    fail_msg("%s is not what the whole log says", part->name);
}

static const char small_log[] = GMEM OPEN("plain", "sm_86") NAMED("plain") USED("18")
    TIME OPEN("_Z2tkILi32EEvPf", "sm_86") PROPERTIES("_Z2tkILi32EEvPf") FRAME(
        "16",
        "24") "ptxas info    : Used 40 registers, used 1 barriers, 16 bytes cumulative stack size, "
              "1280 bytes smem, 368 bytes cmem[0]\n" TIME PROPERTIES("dev") FRAME("128", "64");

static void every_prefix_is_read_right(void **state)
{
    struct collected whole = {.count = 0};

    (void)state;
    assert_int_equal(collect_text(small_log, &whole, NULL), CUOCC_OK);
    assert_int_equal(whole.count, 2);
    for (size_t size = 0; size < sizeof(small_log); size++) {
        struct collected part = {.count = 0};
        struct cuocc_kernel_sink sink = collector(&part);
        char *copy = malloc(size > 0 ? size : 1);
        enum cuocc_status status;

        assert_non_null(copy);
        memcpy(copy, small_log, size);
        status = cuocc_kernels_read_memory(copy, size, "cut", &sink, NULL);
        assert_true(status == CUOCC_OK || status == CUOCC_ERR_NOT_FOUND ||
                    status == CUOCC_ERR_SYNTAX);
        for (size_t i = 0; i < part.count; i++)
            check_subset(&part.kernels[i], &whole);
        collected_free(&part);
        free(copy);
    }
    collected_free(&whole);
}

static void flipped_bytes_do_no_harm(void **state)
{
    static const unsigned char masks[] = {0x01, 0x20, 0xff};
    char *copy = malloc(sizeof(small_log) - 1);

    (void)state;
    assert_non_null(copy);
    for (size_t at = 0; at < sizeof(small_log) - 1; at++) {
        for (size_t m = 0; m < sizeof(masks); m++) {
            struct collected got = {.count = 0};
            struct cuocc_kernel_sink sink = collector(&got);

            memcpy(copy, small_log, sizeof(small_log) - 1);
            copy[at] = (char)(copy[at] ^ masks[m]);
            (void)cuocc_kernels_read_memory(copy, sizeof(small_log) - 1, "flipped", &sink, NULL);
            assert_in_range(got.count, 0, 2);
            collected_free(&got);
        }
    }
    free(copy);
}

/* More kernels open at once than there is room, and more notes than anybody reads. */
static void memory_and_messages_are_bounded(void **state)
{
    enum {
        KERNELS = 3000,
        LINE = 80
    };
    char *log = calloc(KERNELS + 1, LINE);
    struct collected got = {.count = 0};
    struct cuocc_error error;
    size_t used = 0;

    (void)state;
    assert_non_null(log);
    for (unsigned i = 0; i < KERNELS; i++)
        used += (size_t)snprintf(log + used, LINE,
                                 "ptxas info : Compiling entry function 'k%u' for 'sm_86'\n", i);
    assert_int_equal(collect_text(log, &got, &error), CUOCC_ERR_NOT_FOUND);
    assert_int_equal(got.notes, 101);
    assert_non_null(strstr(got.last_note, "left out"));
    collected_free(&got);
    free(log);
}

/* A kernel whose Used line was lost must not spoil the rest of two concatenated logs. */
static void lost_line_is_given_up_in_time(void **state)
{
    enum {
        KERNELS = 400,
        BLOCK = 512
    };
    char *log = calloc(KERNELS + 2, BLOCK);
    struct collected got = {.count = 0};
    size_t used = 0;
    size_t known = 0;

    (void)state;
    assert_non_null(log);
    used += (size_t)snprintf(log, BLOCK, "%s", GMEM OPEN("lost", "sm_86") NAMED("lost") GMEM);
    for (unsigned i = 0; i < KERNELS; i++)
        used +=
            (size_t)snprintf(log + used, BLOCK,
                             "ptxas info : Compiling entry function 'k%u' for 'sm_86'\n"
                             "ptxas info : Function properties for k%u\n"
                             "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                             "ptxas info : Used %u registers\n",
                             i, i, 8 + i % 100);
    assert_int_equal(collect_text(log, &got, NULL), CUOCC_OK);
    for (size_t i = 0; i < got.count; i++) {
        unsigned number = (unsigned)strtoul(got.kernels[i].name + 1, NULL, 10);

        known += cuocc_kernel_has(&got.kernels[i], CUOCC_FACT_REGS);
        if (cuocc_kernel_has(&got.kernels[i], CUOCC_FACT_REGS))
            assert_int_equal(got.kernels[i].regs_per_thread, 8 + number % 100);
    }
    assert_int_equal(got.count, KERNELS);
    assert_in_range(known, 200, KERNELS - 1);
    assert_true(got.notes > 0);
    collected_free(&got);
    free(log);
}

/* 32768 records wait for a linker's. What has left before stays as compiled, with a note. */
static void linked_figures_replace_within_the_window(void **state)
{
    static const struct {
        unsigned kernels;
        bool are_all_replaced;
    } table[] = {{300, true}, {16384, true}, {20000, false}};

    (void)state;
    for (size_t t = 0; t < sizeof(table) / sizeof(table[0]); t++) {
        enum {
            BLOCK = 200
        };
        char *log = calloc(table[t].kernels * 2 + 1, BLOCK);
        struct collected got = {.count = 0};
        size_t used = 0;
        size_t linked = 0;

        assert_non_null(log);
        for (unsigned i = 0; i < table[t].kernels; i++)
            used += (size_t)snprintf(log + used, BLOCK,
                                     "ptxas info : Compiling entry function 'k%u' for 'sm_86'\n"
                                     "ptxas info : Used 8 registers\n",
                                     i);
        /* Backwards, so that linking pushes out none that is still to be replaced. */
        for (unsigned i = table[t].kernels; i-- > 0;)
            used += (size_t)snprintf(log + used, BLOCK,
                                     "nvlink info : Function properties for 'k%u':\n"
                                     "nvlink info : used 20 registers, 0 stack, 0 bytes smem\n",
                                     i);
        assert_int_equal(collect_text(log, &got, NULL), CUOCC_OK);
        for (size_t i = 0; i < got.count; i++)
            linked += got.kernels[i].regs_per_thread == 20;
        assert_int_equal(linked, table[t].kernels);
        assert_int_equal(got.count == table[t].kernels, table[t].are_all_replaced);
        assert_int_equal(got.notes, table[t].are_all_replaced ? 0 : 1);
        collected_free(&got);
        free(log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_logs_hold),
        cmocka_unit_test(interleaved_log_is_never_wrong),
        cmocka_unit_test(traps_are_known),
        cmocka_unit_test(constant_bank_gives_parameter_bytes),
        cmocka_unit_test(every_prefix_is_read_right),
        cmocka_unit_test(flipped_bytes_do_no_harm),
        cmocka_unit_test(memory_and_messages_are_bounded),
        cmocka_unit_test(lost_line_is_given_up_in_time),
        cmocka_unit_test(linked_figures_replace_within_the_window),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

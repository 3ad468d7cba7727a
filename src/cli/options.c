/* SPDX-License-Identifier: MIT */
/* The command line: one table, and the walk over it. */
#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "support/error.h"

static void *target_of(const struct option_row *row, struct cli_args *args)
{
    return (char *)args + row->at;
}

static enum cuocc_status refuse_empty(const struct option_row *row, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_VALUE, row->flag, "the argument is empty, allowed: %s",
                           row->arg);
}

static enum cuocc_status store_text(const struct option_row *row, const char *text,
                                    struct cli_args *args, struct cuocc_error *error)
{
    if (text[0] == '\0')
        return refuse_empty(row, error);
    *(const char **)target_of(row, args) = text;
    return CUOCC_OK;
}

static enum cuocc_status store_count(const struct option_row *row, const char *text,
                                     struct cli_args *args, struct cuocc_error *error)
{
    return parse_count(row->flag, text, row->min, row->max, target_of(row, args), error);
}

static enum cuocc_status store_size(const struct option_row *row, const char *text,
                                    struct cli_args *args, struct cuocc_error *error)
{
    return parse_size(row->flag, text, target_of(row, args), error);
}

/* --json alone, or --json=compact. */
static enum cuocc_status store_json_form(const struct option_row *row, const char *text,
                                         struct cli_args *args, struct cuocc_error *error)
{
    args->is_compact = text != NULL;
    if (text == NULL || strcmp(text, "compact") == 0)
        return CUOCC_OK;
    return cuocc_error_set(error, CUOCC_ERR_VALUE, row->flag,
                           "'%s' is not understood, allowed: --json or --json=compact", text);
}

static enum cuocc_status store_percent(const struct option_row *row, const char *text,
                                       struct cli_args *args, struct cuocc_error *error)
{
    return parse_percent(row->flag, text, target_of(row, args), error);
}

static enum cuocc_status store_block_set(const struct option_row *row, const char *text,
                                         struct cli_args *args, struct cuocc_error *error)
{
    return parse_block_set(row->flag, text, target_of(row, args), error);
}

static enum cuocc_status store_count_set(const struct option_row *row, const char *text,
                                         struct cli_args *args, struct cuocc_error *error)
{
    return parse_count_set(row->flag, text, target_of(row, args), error);
}

static enum cuocc_status store_size_set(const struct option_row *row, const char *text,
                                        struct cli_args *args, struct cuocc_error *error)
{
    return parse_size_set(row->flag, text, target_of(row, args), error);
}

static enum cuocc_status store_launch_bounds(const struct option_row *row, const char *text,
                                             struct cli_args *args, struct cuocc_error *error)
{
    return parse_launch_bounds(row->flag, text, &args->launch_bounds_threads,
                               &args->launch_bounds_min_blocks, error);
}

/* A plain number up to 100 is a percentage, as the driver takes it. */
static bool is_percentage(const char *text)
{
    size_t length = strlen(text);

    if (length > 0 && text[length - 1] == '%')
        return true;
    return length > 0 && strspn(text, "0123456789") == length &&
           (length <= 2 || strcmp(text, "100") == 0);
}

static enum cuocc_status store_carveout(const struct option_row *row, const char *text,
                                        struct cli_args *args, struct cuocc_error *error)
{
    struct carveout_arg *carveout = target_of(row, args);
    struct percent percent;

    if (strcmp(text, "default") == 0)
        return CUOCC_OK;
    if (!is_percentage(text) && parse_size(row->flag, text, &carveout->bytes, NULL) == CUOCC_OK)
        return CUOCC_OK;
    if (!is_percentage(text) || parse_percent(row->flag, text, &percent, NULL) != CUOCC_OK ||
        percent.typed % 1000000 != 0)
        return cuocc_error_set(error, CUOCC_ERR_VALUE, row->flag,
                               "'%s' is not understood, allowed: default, 0 to 100 as whole "
                               "percent, or one of the device's sizes as in 32K",
                               text);
    carveout->percent = (int32_t)(percent.typed / 1000000);
    return CUOCC_OK;
}

static enum cuocc_status store_dim(const struct option_row *row, const char *text,
                                   struct cli_args *args, struct cuocc_error *error)
{
    return parse_dim(row->flag, text, target_of(row, args), error);
}

static enum cuocc_status store_gpcs(const struct option_row *row, const char *text,
                                    struct cli_args *args, struct cuocc_error *error)
{
    return parse_count_list(row->flag, text, args->gpc_sms, GPCS_MAX, &args->gpc_count, error);
}

static enum cuocc_status store_second(const struct option_row *row, const char *text,
                                      struct cli_args *args, struct cuocc_error *error)
{
    return parse_second(row->flag, text, &args->second, &args->beside_blocks, error);
}

static enum cuocc_status store_directory(const struct option_row *row, const char *text,
                                         struct cli_args *args, struct cuocc_error *error)
{
    if (text[0] == '\0')
        return refuse_empty(row, error);
    if (args->device_dir_count == DEVICE_DIRS_MAX)
        return cuocc_error_set(error, CUOCC_ERR_VALUE, row->flag,
                               "given too often, allowed: %d times", DEVICE_DIRS_MAX);
    args->device_dirs[args->device_dir_count++] = text;
    return CUOCC_OK;
}

/* One of the row's words; their order is that of the enum behind them. */
static enum cuocc_status store_word(const struct option_row *row, const char *text,
                                    struct cli_args *args, struct cuocc_error *error)
{
    size_t length = strlen(text);
    uint32_t index = 0;

    for (const char *word = row->words; *word != '\0'; index++) {
        size_t span = strcspn(word, " ");

        if (span == length && strncmp(word, text, span) == 0) {
            *(uint32_t *)target_of(row, args) = index;
            return CUOCC_OK;
        }
        word += span + (word[span] == ' ');
    }
    return cuocc_error_set(error, CUOCC_ERR_VALUE, row->flag,
                           "'%s' is not understood, allowed: one of %s", text, row->words);
}

#define AT(member_) .at = offsetof(struct cli_args, member_)

/* clang-format off */
const struct option_row option_rows[] = {
    [OPTION_DEVICE] = { .flag = "--device", .letter = 'd', .arg = "LIST", .group = GROUP_LAUNCH, .parse = store_text, AT(devices),
        .completion = COMPLETE_DEVICE, .since = "0.1",
        .help = "devices, separated by commas: sm_89, 8.9, a product as in 'rtx 4090', all, cuda or cuda:N (the GPU in this machine), or a device file (holds a / or ends in .json); several are compared" },
    [OPTION_BLOCK] = { .flag = "--block", .letter = 'b', .arg = "SET", .group = GROUP_LAUNCH, .parse = store_block_set, AT(block), .since = "0.1",
        .help = "threads per block: 256, 16x16, 32x8x2" },
    [OPTION_REGS] = { .flag = "--regs", .letter = 'r', .arg = "SET", .group = GROUP_LAUNCH, .parse = store_count_set, AT(regs), .since = "0.1",
        .help = "registers per thread of the compiled kernel, as ptxas -v or a profiler's launch page reports (not live registers); left out: not considered" },
    [OPTION_SMEM] = { .flag = "--smem", .letter = 's', .arg = "SET", .group = GROUP_LAUNCH, .parse = store_size_set, AT(smem), .since = "0.1",
        .help = "shared memory per block, static plus dynamic: 49152, 16K, 48KiB, 1.5K (K, KB and KiB are 1024), or with a part per thread: 1K+8*block" },
    [OPTION_STATIC_SMEM] = { .flag = "--static-smem", .arg = "SIZE", .group = GROUP_LAUNCH, .parse = store_size, AT(static_smem_bytes), .since = "0.1",
        .help = "how much of --smem the compiler fixed" },
    [OPTION_DYNAMIC_SMEM] = { .flag = "--dynamic-smem", .arg = "SET", .group = GROUP_LAUNCH, .parse = store_size_set, AT(smem), .since = "0.1",
        .help = "instead of --smem: the launch's part alone, on top of --static-smem" },
    [OPTION_BARRIERS] = { .flag = "--barriers", .arg = "N", .group = GROUP_LAUNCH, .parse = store_count, AT(barriers), .min = 0, .max = 16, .since = "0.1",
        .help = "hardware barriers allocated to a block, 0 to 16, as ptxas -v reports (not the number of __syncthreads calls); default 1, as the driver counts" },
    [OPTION_CLUSTER] = { .flag = "--cluster", .arg = "N", .group = GROUP_LAUNCH, .parse = store_count, AT(cluster_blocks), .min = 1, .max = VALUE_MAX, .since = "0.1",
        .help = "blocks per thread block cluster, compute capability 9.0 and later" },
    [OPTION_LAUNCH_BOUNDS] = { .flag = "--launch-bounds", .arg = "N[,B]", .group = GROUP_LAUNCH, .parse = store_launch_bounds, .since = "0.1",
        .help = "most threads per block that the kernel was compiled for, as in __launch_bounds__(N, B)" },
    [OPTION_CARVEOUT] = { .flag = "--carveout", .arg = "default|PCT|SIZE", .group = GROUP_LAUNCH, .parse = store_carveout, AT(carveout), .since = "0.1",
        .help = "wanted shared-memory configuration of the SM: 0 to 100 percent of the most, or one of the device's sizes as in 32K; default: the most" },
    [OPTION_GRID] = { .flag = "--grid", .arg = "N|XxYxZ", .group = GROUP_LAUNCH, .parse = store_dim, AT(grid_dim), .since = "0.1",
        .help = "blocks of the grid: adds waves, tail and idle SMs; needs a product or --sms" },
    [OPTION_SMS] = { .flag = "--sms", .arg = "N", .group = GROUP_LAUNCH, .parse = store_count, AT(sm_count), .min = 1, .max = VALUE_MAX, .since = "0.1",
        .help = "SMs of the GPU, where --device names no product" },
    [OPTION_GPC] = { .flag = "--gpc", .arg = "LIST", .group = GROUP_LAUNCH, .parse = store_gpcs, .since = "0.1",
        .help = "SMs of each GPC as in 18,18,16: makes the number of active clusters exact" },
    [OPTION_SWEEP] = { .flag = "--sweep", .group = GROUP_QUESTION, .since = "0.1",
        .help = "many launches: a SET may be a list (64,128) or a range (32..1024:32); without one, block sizes 32 to 1024 in steps of 32, a --block given is marked" },
    [OPTION_TARGET] = { .flag = "--target", .arg = "PCT", .group = GROUP_QUESTION, .parse = store_percent, AT(target), .since = "0.1",
        .help = "the most registers and the most shared memory that together reach this occupancy, for the block size or for every one of a SET" },
    [OPTION_TARGET_BLOCKS] = { .flag = "--target-blocks", .arg = "N", .group = GROUP_QUESTION, .parse = store_count, AT(target_blocks), .min = 1, .max = VALUE_MAX, .since = "0.1",
        .help = "the same for a number of blocks per SM" },
    [OPTION_SUGGEST] = { .flag = "--suggest", .group = GROUP_QUESTION, .since = "0.1",
        .help = "all block sizes up to --launch-bounds, best first; the first is what cudaOccupancyMaxPotentialBlockSize returns" },
    [OPTION_LADDER] = { .flag = "--ladder", .group = GROUP_QUESTION, .since = "0.1",
        .help = "for each lower number of blocks per SM the least shared memory that forces it, to time a kernel at every occupancy" },
    [OPTION_WITH] = { .flag = "--with", .arg = "SPEC", .group = GROUP_QUESTION, .parse = store_second, .since = "0.1",
        .help = "a second kernel beside this one on the SM: block=128,regs=64,smem=32K; beside=N: only beside N blocks of the first" },
    [OPTION_LATENCY] = { .flag = "--latency", .arg = "CYCLES", .group = GROUP_QUESTION, .parse = store_count, AT(latency_cycles), .min = 1, .max = VALUE_MAX, .since = "0.1",
        .help = "how many independent instructions per warp hide a latency of so many cycles" },
    [OPTION_EXPLAIN] = { .flag = "--explain", .group = GROUP_QUESTION, .since = "0.1",
        .help = "every step of the arithmetic, and the textbook's value where it differs" },
    [OPTION_REQUIRE] = { .flag = "--require", .arg = "PCT", .group = GROUP_QUESTION, .parse = store_percent, AT(require), .since = "0.1",
        .help = "exit with 1 if the occupancy of any answer is below this" },
    [OPTION_FROM] = { .flag = "--from", .arg = "FILE", .group = GROUP_FILES, .parse = store_text, AT(from),
        .completion = COMPLETE_FILE, .since = "0.1",
        .help = "read kernels from what compilers and profilers wrote (- is standard input): ptxas -v, nvcc and nvlink logs, cuobjdump -res-usage, cubins, fatbins, host objects, executables and libraries, Nsight Compute pages; 'occ FILE' is the same" },
    [OPTION_KERNEL] = { .flag = "--kernel", .arg = "GLOB", .group = GROUP_FILES, .parse = store_text, AT(kernel_glob), .since = "0.1",
        .help = "only kernels whose name, mangled or demangled, matches" },
    [OPTION_BASELINE] = { .flag = "--baseline", .arg = "FILE", .group = GROUP_FILES, .parse = store_text, AT(baseline),
        .completion = COMPLETE_FILE, .since = "0.1",
        .help = "compare with an earlier --json of the same question; exit with 1 if a kernel got worse" },
    [OPTION_BATCH] = { .flag = "--batch", .arg = "FILE", .group = GROUP_FILES, .parse = store_text, AT(batch),
        .completion = COMPLETE_FILE, .since = "0.1",
        .help = "one launch a line (- is standard input), one answer a line, in order: CSV with a header, or JSON objects; keys id, device, threads_per_block, registers_per_thread, shared_bytes, barriers, carveout_percent; exit with 1 if a line was refused" },
    [OPTION_CHECK] = { .flag = "--check", .group = GROUP_CHECK, .since = "0.1",
        .help = "compare with what the driver of the GPU in this machine answers, for millions of launches of small kernels; with --from for the kernels of a cubin or fatbin; exit with 1 if anything differs" },
    [OPTION_MEASURE] = { .flag = "--measure", .group = GROUP_CHECK, .since = "0.1",
        .help = "with --check: also launch those kernels and count the blocks that really share an SM; with --csv the launches alone" },
    [OPTION_LIST_DEVICES] = { .flag = "--list-devices", .group = GROUP_DATABASE, .since = "0.1",
        .help = "the devices of the database, after the GPUs in this machine" },
    [OPTION_SHOW_DEVICE] = { .flag = "--show-device", .arg = "NAME", .group = GROUP_DATABASE, .parse = store_text, AT(show_device),
        .completion = COMPLETE_DEVICE, .since = "0.1",
        .help = "one device (a GPU in this machine: cuda) with the source of every number; with --json as a device file" },
    [OPTION_DEVICE_DIR] = { .flag = "--device-dir", .arg = "DIR", .group = GROUP_DATABASE, .parse = store_directory, .may_repeat = true,
        .completion = COMPLETE_DIRECTORY, .since = "0.1",
        .help = "device files that add to the database or replace parts of it; also the environment variable OCC_DEVICE_DIR" },
    [OPTION_JSON] = { .flag = "--json", .group = GROUP_OUTPUT, .parse = store_json_form, .may_have_arg = true, .since = "0.1",
        .help = "the answer as JSON; --json=compact, with --batch: only blocks, warps, occupancy and limiters" },
    [OPTION_CSV] = { .flag = "--csv", .group = GROUP_OUTPUT, .since = "0.1",
        .help = "the answer as comma-separated values" },
    [OPTION_PLOT] = { .flag = "--plot", .group = GROUP_OUTPUT, .since = "0.1",
        .help = "charts in the terminal: occupancy over block size, registers and shared memory around a launch, over the one variable of a sweep, or a map over two" },
    [OPTION_PICTURE] = { .flag = "--picture", .group = GROUP_OUTPUT, .since = "0.1",
        .help = "one SM with its sub-partitions and warp slots, which blocks are in them, and what the next block lacks" },
    [OPTION_SVG] = { .flag = "--svg", .arg = "FILE", .group = GROUP_OUTPUT, .parse = store_text, AT(svg), .completion = COMPLETE_FILE, .since = "0.1",
        .help = "the charts of --plot, or the --picture, as an SVG file (- is standard output)" },
    [OPTION_HTML] = { .flag = "--html", .arg = "FILE", .group = GROUP_OUTPUT, .parse = store_text, AT(html), .completion = COMPLETE_FILE, .since = "0.1",
        .help = "one page that needs nothing else: answers, charts, map, ladder and explanation of a launch, of many, or of the kernels of --from (- is standard output)" },
    [OPTION_COLOR] = { .flag = "--color", .arg = "WHEN", .group = GROUP_OUTPUT, .parse = store_word, AT(color),
        .completion = COMPLETE_WORDS, .words = "auto always never", .since = "0.1",
        .help = "when to use colour: auto (on a terminal, unless NO_COLOR is set), always or never" },
    [OPTION_ASCII] = { .flag = "--ascii", .group = GROUP_OUTPUT, .since = "0.1",
        .help = "only ASCII characters" },
    [OPTION_HELP] = { .flag = "--help", .letter = 'h', .group = GROUP_OTHER, .since = "0.1",
        .help = "this text" },
    [OPTION_VERSION] = { .flag = "--version", .letter = 'V', .group = GROUP_OTHER, .since = "0.1",
        .help = "the version of the program and of its database" },
};
/* clang-format on */

_Static_assert(sizeof(option_rows) / sizeof(option_rows[0]) == OPTION_COUNT,
               "a row for every option");
_Static_assert(OPTION_COUNT <= 64, "a bit for each in uint64_t");

const char *const option_group_titles[GROUP_COUNT] = {
    [GROUP_LAUNCH] = "The launch",
    [GROUP_QUESTION] = "The question",
    [GROUP_FILES] = "Files of compilers and profilers",
    [GROUP_CHECK] = "The GPU in this machine",
    [GROUP_DATABASE] = "The database",
    [GROUP_OUTPUT] = "The output",
    [GROUP_OTHER] = "Other",
};

/* --- options that do not go together ---------------------------------------------------- */

#define BIT(id) (1ULL << (id))

/* What goes with --batch: all else stands in its lines. */
#define BATCH_OPTIONS                                                                              \
    (BIT(OPTION_BATCH) | BIT(OPTION_DEVICE) | BIT(OPTION_REQUIRE) | BIT(OPTION_DEVICE_DIR) |       \
     BIT(OPTION_JSON) | BIT(OPTION_CSV) | BIT(OPTION_COLOR) | BIT(OPTION_ASCII) |                  \
     BIT(OPTION_HELP) | BIT(OPTION_VERSION))

/* Each has a kind of answer of its own. */
#define PLAN_QUESTIONS                                                                             \
    (BIT(OPTION_TARGET) | BIT(OPTION_TARGET_BLOCKS) | BIT(OPTION_SUGGEST) | BIT(OPTION_LADDER) |   \
     BIT(OPTION_WITH))

/* Answers as pictures. */
#define PICTURES (BIT(OPTION_PLOT) | BIT(OPTION_PICTURE) | BIT(OPTION_SVG) | BIT(OPTION_HTML))

/* All that makes sense where the database itself is shown. */
#define WITH_DATABASE                                                                              \
    (BIT(OPTION_LIST_DEVICES) | BIT(OPTION_SHOW_DEVICE) | BIT(OPTION_DEVICE_DIR) |                 \
     BIT(OPTION_JSON) | BIT(OPTION_COLOR) | BIT(OPTION_ASCII) | BIT(OPTION_HELP) |                 \
     BIT(OPTION_VERSION))

static const struct {
    uint64_t any_of;
    uint64_t none_of;
    char why[64];
} conflicts[] = {
    {BIT(OPTION_SMEM), BIT(OPTION_DYNAMIC_SMEM), "--smem already holds the dynamic part"},
    {BIT(OPTION_JSON), BIT(OPTION_CSV), "one output at a time"},
    {BIT(OPTION_EXPLAIN), BIT(OPTION_JSON) | BIT(OPTION_CSV),
     "the explanation is part of the text answer"},
    {BIT(OPTION_LIST_DEVICES) | BIT(OPTION_SHOW_DEVICE), ~WITH_DATABASE,
     "the database is shown without a launch"},
    {BIT(OPTION_TARGET), PLAN_QUESTIONS & ~BIT(OPTION_TARGET), "one question at a time"},
    {BIT(OPTION_TARGET_BLOCKS), PLAN_QUESTIONS & ~BIT(OPTION_TARGET_BLOCKS),
     "one question at a time"},
    {BIT(OPTION_SUGGEST), PLAN_QUESTIONS & ~BIT(OPTION_SUGGEST), "one question at a time"},
    {BIT(OPTION_LADDER), PLAN_QUESTIONS & ~BIT(OPTION_LADDER), "one question at a time"},
    {BIT(OPTION_TARGET) | BIT(OPTION_TARGET_BLOCKS) | BIT(OPTION_SUGGEST) | BIT(OPTION_LADDER),
     BIT(OPTION_EXPLAIN) | BIT(OPTION_REQUIRE) | BIT(OPTION_LATENCY) | BIT(OPTION_GPC),
     "it belongs to the answer for one launch"},
    {BIT(OPTION_SUGGEST), BIT(OPTION_SWEEP), "it tries every block size itself"},
    {BIT(OPTION_SMEM), BIT(OPTION_FROM), "the file knows the static part, allowed: --dynamic-smem"},
    {BIT(OPTION_REGS) | BIT(OPTION_STATIC_SMEM) | BIT(OPTION_BARRIERS) | BIT(OPTION_LAUNCH_BOUNDS),
     BIT(OPTION_FROM), "the file says it"},
    {BIT(OPTION_BATCH), ~BATCH_OPTIONS, "every line is a launch of its own"},
    {BIT(OPTION_BASELINE), PLAN_QUESTIONS, "it compares answers"},
    {BIT(OPTION_BASELINE), BIT(OPTION_CSV), "the comparison has no columns, allowed: --json"},
    {BIT(OPTION_WITH), BIT(OPTION_CSV), "the second kernel has no columns, allowed: --json"},
    {BIT(OPTION_LIST_DEVICES), BIT(OPTION_SHOW_DEVICE), "one question at a time"},
    {BIT(OPTION_CHECK),
     BIT(OPTION_REGS) | BIT(OPTION_SMEM) | BIT(OPTION_STATIC_SMEM) | BIT(OPTION_BARRIERS) |
         BIT(OPTION_CLUSTER) | BIT(OPTION_LAUNCH_BOUNDS) | BIT(OPTION_CARVEOUT) | BIT(OPTION_GRID) |
         BIT(OPTION_SMS) | BIT(OPTION_GPC) | BIT(OPTION_LATENCY) | BIT(OPTION_SWEEP) |
         BIT(OPTION_EXPLAIN) | BIT(OPTION_REQUIRE) | BIT(OPTION_BASELINE) |
         BIT(OPTION_LIST_DEVICES) | BIT(OPTION_SHOW_DEVICE) | PLAN_QUESTIONS | PICTURES,
     "it tries launches of its own"},
    {BIT(OPTION_MEASURE), BIT(OPTION_FROM), "only its own kernels count themselves"},
    {PICTURES, BIT(OPTION_JSON) | BIT(OPTION_CSV), "one output at a time"},
    {PICTURES, PLAN_QUESTIONS | BIT(OPTION_BASELINE), "it has no picture"},
    {BIT(OPTION_PLOT) | BIT(OPTION_PICTURE) | BIT(OPTION_SVG), BIT(OPTION_EXPLAIN),
     "the explanation is part of the text answer, and of --html"},
    {BIT(OPTION_PLOT), BIT(OPTION_PICTURE), "one picture at a time"},
    {BIT(OPTION_SVG), BIT(OPTION_HTML), "one output at a time"},
    {BIT(OPTION_HTML), BIT(OPTION_PLOT) | BIT(OPTION_PICTURE), "the page has its own pictures"},
};

static const struct {
    uint64_t any_of;
    uint64_t one_of; /* at least one of these must stand beside it */
    char why[64];
} requirements[] = {
    {BIT(OPTION_GPC), BIT(OPTION_CLUSTER) | BIT(OPTION_FROM),
     "needs --cluster: it counts clusters"},
    {BIT(OPTION_KERNEL), BIT(OPTION_FROM), "needs --from: it chooses kernels of a file"},
    {BIT(OPTION_BASELINE), BIT(OPTION_FROM), "needs --from: it compares kernels of a file"},
    {BIT(OPTION_MEASURE), BIT(OPTION_CHECK), "needs --check: it is a part of it"},
};

static enum option_id lowest(uint64_t set)
{
    unsigned id = 0;

    while ((set >> id & 1U) == 0)
        id++;
    return (enum option_id)id;
}

static enum cuocc_status check_conflicts(const struct cli_args *args, struct cuocc_error *error)
{
    for (size_t i = 0; i < sizeof(conflicts) / sizeof(conflicts[0]); i++) {
        uint64_t first = args->given & conflicts[i].any_of;
        uint64_t second = args->given & conflicts[i].none_of;

        if (first != 0 && second != 0)
            return cuocc_error_set(error, CUOCC_ERR_VALUE, option_rows[lowest(first)].flag,
                                   "does not go with %s: %s", option_rows[lowest(second)].flag,
                                   conflicts[i].why);
    }
    return CUOCC_OK;
}

static enum cuocc_status check_requirements(const struct cli_args *args, struct cuocc_error *error)
{
    for (size_t i = 0; i < sizeof(requirements) / sizeof(requirements[0]); i++) {
        uint64_t first = args->given & requirements[i].any_of;

        if (first != 0 && (args->given & requirements[i].one_of) == 0)
            return cuocc_error_set(error, CUOCC_ERR_VALUE, option_rows[lowest(first)].flag, "%s",
                                   requirements[i].why);
    }
    if (args->is_compact && !is_given(args, OPTION_BATCH))
        return cuocc_error_set(error, CUOCC_ERR_VALUE, "--json=compact",
                               "needs --batch: it has one answer on a line");
    return CUOCC_OK;
}

/* --- the walk ---------------------------------------------------------------------------- */

/* getopt_long() wants its own tables; both are made from the rows. */
struct getopt_tables {
    struct option longs[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + 2];
};

static int argument_of(const struct option_row *row)
{
    if (row->may_have_arg)
        return optional_argument;
    return takes_argument(row) ? required_argument : no_argument;
}

static void make_tables(struct getopt_tables *tables)
{
    char *letter = tables->letters;

    memset(tables, 0, sizeof(*tables));
    *letter++ = ':'; /* a missing argument is told apart from an unknown option */
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &option_rows[i];

        tables->longs[i] =
            (struct option){.name = row->flag + 2, .has_arg = argument_of(row), .val = 256 + i};
        if (row->letter != 0)
            *letter++ = row->letter;
        if (row->letter != 0 && takes_argument(row))
            *letter++ = ':';
    }
}

static int id_of(int value)
{
    if (value >= 256)
        return value - 256;
    for (int i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].letter == value)
            return i;
    return OPTION_COUNT;
}

static enum cuocc_status refuse_word(const char *word, const char *what, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_VALUE, word[0] != '\0' ? word : "''", "%s", what);
}

/* Write the options that begin as a word does, separated by ", ". @return how many. */
static unsigned list_matches(const char *word, size_t length, char *text, size_t size)
{
    unsigned count = 0;
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < OPTION_COUNT && used < size; i++) {
        const char *flag = option_rows[i].flag;

        if (strncmp(flag, word, length) == 0)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", count++ > 0 ? ", " : "", flag);
    }
    return count;
}

/* A word short for several options, or one that agrees with some for at least three letters. */
static enum cuocc_status refuse_unknown(const char *word, struct cuocc_error *error)
{
    size_t dashes = strspn(word, "-");
    size_t length = strcspn(word, "=");
    char matches[200];

    if (dashes != 2 || length == dashes)
        return refuse_word(word, "unknown option, allowed: those of --help", error);
    if (list_matches(word, length, matches, sizeof(matches)) > 1)
        return cuocc_error_set(error, CUOCC_ERR_VALUE, word, "short for several, allowed: %s",
                               matches);
    while (length > dashes + 3 && list_matches(word, length, matches, sizeof(matches)) == 0)
        length--;
    if (list_matches(word, length, matches, sizeof(matches)) == 0)
        return refuse_word(word, "unknown option, allowed: those of --help", error);
    return cuocc_error_set(error, CUOCC_ERR_VALUE, word, "unknown option, similar: %s", matches);
}

static enum cuocc_status refuse_option(int found, int argc, char **argv, struct cuocc_error *error)
{
    char letter[3] = {'-', (char)optopt, '\0'};
    bool is_letter = optopt > 0 && optopt < 128;
    bool is_option = optopt >= 256 && optopt < 256 + OPTION_COUNT;
    /* A byte of a longer character, which C libraries number differently: getopt() stays at a word
     * whose letters it has not all seen. */
    bool is_inside = optopt != 0 && !is_letter && !is_option && optind < argc;
    const char *word = is_letter ? letter : argv[is_inside ? optind : optind - 1];

    if (found == ':')
        return refuse_word(word, "needs an argument", error);
    if (is_option)
        return refuse_word(word, "takes no argument", error);
    return refuse_unknown(word, error);
}

static enum cuocc_status take_option(int id, struct cli_args *args, struct cuocc_error *error)
{
    const struct option_row *row = &option_rows[id];

    if (is_given(args, (enum option_id)id) && !row->may_repeat)
        return cuocc_error_set(error, CUOCC_ERR_VALUE, row->flag, "given twice, allowed: once");
    args->given |= BIT(id);
    return row->parse != NULL ? row->parse(row, optarg, args, error) : CUOCC_OK;
}

/* `occ FILE ...` is `occ --from FILE ...`. */
static enum cuocc_status take_operand(int argc, char **argv, struct cli_args *args,
                                      struct cuocc_error *error)
{
    optarg = argv[optind];
    if (optind + 1 < argc)
        return refuse_word(argv[optind + 1], "one file too many, allowed: one", error);
    return take_option(OPTION_FROM, args, error);
}

enum cuocc_status options_parse(int argc, char **argv, struct cli_args *args,
                                struct cuocc_error *error)
{
    struct getopt_tables tables;
    enum cuocc_status status = CUOCC_OK;
    int found;

    *args = (struct cli_args){.barriers = 1, .carveout = {-1, CUOCC_NOT_GIVEN}};
    make_tables(&tables);
    optind = 0; /* begin anew, in GNU's and in musl's */
    while (status == CUOCC_OK &&
           (found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1)
        status = found == '?' || found == ':' ? refuse_option(found, argc, argv, error)
                                              : take_option(id_of(found), args, error);
    if (status == CUOCC_OK && optind < argc)
        status = take_operand(argc, argv, args, error);
    if (status == CUOCC_OK)
        status = check_conflicts(args, error);
    return status == CUOCC_OK ? check_requirements(args, error) : status;
}

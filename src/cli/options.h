/* SPDX-License-Identifier: MIT */
/* The command line: one table for parser, help, man page, completions and their tests. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/values.h"
#include "cuocc/status.h"

enum option_id {
    OPTION_DEVICE,
    OPTION_BLOCK,
    OPTION_REGS,
    OPTION_SMEM,
    OPTION_STATIC_SMEM,
    OPTION_DYNAMIC_SMEM,
    OPTION_BARRIERS,
    OPTION_CLUSTER,
    OPTION_LAUNCH_BOUNDS,
    OPTION_CARVEOUT,
    OPTION_GRID,
    OPTION_SMS,
    OPTION_GPC,
    OPTION_SWEEP,
    OPTION_TARGET,
    OPTION_TARGET_BLOCKS,
    OPTION_SUGGEST,
    OPTION_LADDER,
    OPTION_WITH,
    OPTION_FROM,
    OPTION_KERNEL,
    OPTION_BASELINE,
    OPTION_BATCH,
    OPTION_REQUIRE,
    OPTION_EXPLAIN,
    OPTION_LATENCY,
    OPTION_CHECK,
    OPTION_MEASURE,
    OPTION_LIST_DEVICES,
    OPTION_SHOW_DEVICE,
    OPTION_DEVICE_DIR,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_PLOT,
    OPTION_PICTURE,
    OPTION_SVG,
    OPTION_HTML,
    OPTION_COLOR,
    OPTION_ASCII,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT
};

enum color_mode {
    COLOR_AUTO,
    COLOR_ALWAYS,
    COLOR_NEVER
};

/* What --carveout asks for; sizes are checked against each device later. */
struct carveout_arg {
    int32_t percent; /* -1: the default */
    uint32_t bytes;  /* CUOCC_NOT_GIVEN: the percentage counts */
};

#define DEVICE_DIRS_MAX 16

/* Most GPCs in --gpc; today's largest GPUs have 12. */
#define GPCS_MAX 64

/* The command line as it was understood. Texts point into argv. */
struct cli_args {
    uint64_t given; /* bit 1 << enum option_id */
    const char *devices;
    struct value_set block;
    struct value_set regs;
    struct value_set smem; /* of --smem or --dynamic-smem */
    uint32_t static_smem_bytes;
    uint32_t barriers;
    uint32_t cluster_blocks;
    uint32_t launch_bounds_threads;
    uint32_t launch_bounds_min_blocks;
    struct carveout_arg carveout;
    uint32_t grid_dim[3];
    uint32_t sm_count;
    uint32_t gpc_sms[GPCS_MAX];
    size_t gpc_count;
    struct percent target;
    uint32_t target_blocks;
    struct cuocc_launch second; /* of --with */
    const char *from;
    const char *kernel_glob;
    const char *baseline;
    const char *batch;
    uint32_t beside_blocks; /* CUOCC_NOT_GIVEN: every number of the first */
    uint32_t latency_cycles;
    struct percent require;
    const char *show_device;
    const char *device_dirs[DEVICE_DIRS_MAX];
    size_t device_dir_count;
    const char *svg;
    const char *html;
    uint32_t color;  /* enum color_mode */
    bool is_compact; /* --json=compact */
};

static inline bool is_given(const struct cli_args *args, enum option_id id)
{
    return (args->given >> (unsigned)id & 1U) != 0;
}

enum option_group {
    GROUP_LAUNCH,
    GROUP_QUESTION,
    GROUP_FILES,
    GROUP_CHECK,
    GROUP_DATABASE,
    GROUP_OUTPUT,
    GROUP_OTHER,
    GROUP_COUNT
};

/* What a shell may offer as the argument. */
enum option_completion {
    COMPLETE_NOTHING,
    COMPLETE_DEVICE,
    COMPLETE_DIRECTORY,
    COMPLETE_FILE,
    COMPLETE_WORDS /* the words in .words */
};

struct option_row {
    char flag[20];     /* as it is typed: "--device" */
    char letter;       /* 0: none */
    char arg[20];      /* name of the argument in help; empty: takes none */
    bool may_have_arg; /* only behind a '='; the help says which. arg is empty then */
    enum option_group group;
    /* Stores the argument at `at` in struct cli_args; NULL for plain flags. */
    enum cuocc_status (*parse)(const struct option_row *row, const char *text,
                               struct cli_args *args, struct cuocc_error *error);
    size_t at;
    uint32_t min, max; /* counts only */
    bool may_repeat;
    enum option_completion completion;
    const char *words; /* separated by spaces */
    char since[8];     /* version that brought it */
    const char *help;
};

static inline bool takes_argument(const struct option_row *row)
{
    return row->arg[0] != '\0';
}

/* OPTION_COUNT rows, indexed by enum option_id. */
extern const struct option_row option_rows[];

/* Headings of the groups, indexed by enum option_group. */
extern const char *const option_group_titles[];

/**
 * Parse a command line and check that its options go together.
 *
 * @return CUOCC_ERR_VALUE with the option in `where`
 */
enum cuocc_status options_parse(int argc, char **argv, struct cli_args *args,
                                struct cuocc_error *error);

#endif

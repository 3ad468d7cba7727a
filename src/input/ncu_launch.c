/* SPDX-License-Identifier: MIT */
/* One launch of a Nsight Compute report, whichever page it was printed on. */
#include "input/ncu_launch.h"

#include <stdlib.h>

#define BIT(fact) ((uint32_t)1 << (unsigned)(fact))

enum metric_kind {
    METRIC_COUNT,
    METRIC_BYTES,  /* in the unit that is printed with it */
    METRIC_CONFIG, /* bytes too, as bounds */
    METRIC_REAL,
};

/* What is kept of the sections "Launch Statistics" and "Occupancy". */
static const struct metric {
    char name[40];
    enum metric_kind kind;
    size_t at; /* in struct ncu_launch */
    uint32_t kernel_bit;
    uint32_t profile_bit;
    uint32_t total_bit;
} metric_table[] = {
/* clang-format off */
#define KERNEL(member, fact) .at = offsetof(struct ncu_launch, kernel.member), .kernel_bit = BIT(fact)
#define PROFILE(member, fact) .at = offsetof(struct ncu_launch, profile.member), .profile_bit = BIT(fact)
#define TOTAL(member, fact) .at = offsetof(struct ncu_launch, member), .total_bit = BIT(fact)
    {.name = "Registers Per Thread", .kind = METRIC_COUNT, KERNEL(regs_per_thread, CUOCC_FACT_REGS)},
    {.name = "Static Shared Memory Per Block", .kind = METRIC_BYTES, KERNEL(static_smem_per_block_bytes, CUOCC_FACT_STATIC_SMEM)},
    {.name = "Dynamic Shared Memory Per Block", .kind = METRIC_BYTES, PROFILE(dynamic_smem_per_block_bytes, CUOCC_PROFILE_DYNAMIC_SMEM)},
    {.name = "Driver Shared Memory Per Block", .kind = METRIC_BYTES, PROFILE(driver_smem_per_block_bytes, CUOCC_PROFILE_DRIVER_SMEM)},
    {.name = "Shared Memory Configuration Size", .kind = METRIC_CONFIG, PROFILE(smem_config_min_bytes, CUOCC_PROFILE_SMEM_CONFIG)},
    {.name = "Grid Size", .kind = METRIC_COUNT, TOTAL(grid_blocks, CUOCC_PROFILE_GRID)},
    {.name = "Block Size", .kind = METRIC_COUNT, TOTAL(block_threads, CUOCC_PROFILE_BLOCK)},
    {.name = "Cluster Size", .kind = METRIC_COUNT, KERNEL(cluster_dim, CUOCC_FACT_CLUSTER)},
    {.name = "# SMs", .kind = METRIC_COUNT, PROFILE(sm_count, CUOCC_PROFILE_SM_COUNT)},
    {.name = "Waves Per SM", .kind = METRIC_REAL, PROFILE(waves_per_sm, CUOCC_PROFILE_WAVES)},
    {.name = "Theoretical Occupancy", .kind = METRIC_REAL, PROFILE(occupancy_percent, CUOCC_PROFILE_OCCUPANCY)},
    {.name = "Block Limit SM", .kind = METRIC_COUNT, PROFILE(block_limit_blocks, CUOCC_PROFILE_LIMIT_BLOCKS)},
    {.name = "Block Limit Registers", .kind = METRIC_COUNT, PROFILE(block_limit_registers, CUOCC_PROFILE_LIMIT_REGISTERS)},
    {.name = "Block Limit Shared Mem", .kind = METRIC_COUNT, PROFILE(block_limit_shared, CUOCC_PROFILE_LIMIT_SHARED)},
    {.name = "Block Limit Warps", .kind = METRIC_COUNT, PROFILE(block_limit_warps, CUOCC_PROFILE_LIMIT_WARPS)},
    {.name = "Block Limit Barriers", .kind = METRIC_COUNT, PROFILE(block_limit_barriers, CUOCC_PROFILE_LIMIT_BARRIERS)},
#undef KERNEL
#undef PROFILE
#undef TOTAL
    /* clang-format on */
};

/* Nsight Compute's Kbyte are 1000 bytes: a configuration of 228 KiB is printed as 233.47. */
static const struct {
    const char *text;
    uint32_t bytes;
} unit_table[] = {
    {.text = "byte", .bytes = 1},        {.text = "byte/block", .bytes = 1},
    {.text = "Kbyte", .bytes = 1000},    {.text = "Kbyte/block", .bytes = 1000},
    {.text = "Mbyte", .bytes = 1000000}, {.text = "Mbyte/block", .bytes = 1000000},
};

/* --- numbers --- */

/* A decimal number as hundredths: "1,024", "32.77". Commas stand between groups of three. */
struct decimal {
    uint64_t hundredths;
    bool has_fraction;
};

static enum scan take_grouped(struct span *text, uint64_t *value)
{
    enum scan scan = span_take_number(text, UINT32_MAX, value);
    uint64_t group = 0;

    while (scan == SCAN_OK && text->length > 0 && text->at[0] == ',') {
        struct span digits = {text->at + 1, text->length > 3 ? 3 : text->length - 1};

        if (span_take_number(&digits, 999, &group) != SCAN_OK || digits.at != text->at + 4)
            return SCAN_NONE;
        if (*value > (UINT32_MAX - group) / 1000)
            return SCAN_OVERFLOW;
        *value = *value * 1000 + group;
        text->at += 4;
        text->length -= 4;
    }
    return scan;
}

static enum scan decimal_parse(struct span text, struct decimal *number)
{
    uint64_t whole = 0;
    uint64_t digits = 0;
    enum scan scan = take_grouped(&text, &whole);

    *number = (struct decimal){.has_fraction = false};
    if (scan == SCAN_OK && span_take(&text, ".")) {
        const struct span fraction = text;

        scan = span_take_number(&text, 99, &digits);
        if (scan != SCAN_OK || text.length != 0 || fraction.length > 2)
            return SCAN_NONE;
        if (fraction.length == 1)
            digits *= 10;
        number->has_fraction = true;
    }
    if (scan == SCAN_OK && text.length > 0)
        return SCAN_NONE;
    number->hundredths = whole * 100 + digits;
    return scan;
}

/* The bytes that a printed size may stand for. */
struct byte_range {
    uint64_t least;
    uint64_t most;
};

static bool find_unit(struct span unit, uint32_t *bytes)
{
    for (size_t i = 0; i < sizeof(unit_table) / sizeof(unit_table[0]); i++) {
        if (span_equals(unit, unit_table[i].text)) {
            *bytes = unit_table[i].bytes;
            return true;
        }
    }
    return false;
}

static struct byte_range possible_bytes(const struct decimal *number, uint32_t unit_bytes)
{
    uint64_t middle = number->hundredths * unit_bytes / 100;
    uint64_t half = unit_bytes / 200; /* half of the last digit */

    return (struct byte_range){middle > half ? middle - half : middle, middle + half};
}

/*
 * The size in the range that most powers of two divide: sizes of shared memory are
 * sizes of arrays. 1.02 Kbyte are 1024 bytes, 2.98 are 2976.
 */
static uint64_t roundest(struct byte_range range)
{
    uint64_t step = 1;

    if (range.least == 0)
        return 0;
    while (range.most / (step * 2) * (step * 2) >= range.least)
        step *= 2;
    return range.most / step * step;
}

/* --- a launch --- */

void ncu_clear(struct ncu_pages *pages)
{
    free(pages->launch.name);
    pages->launch = (struct ncu_launch){.name = NULL};
}

static void complete_dims(struct ncu_launch *launch)
{
    uint32_t missing = launch->totals_known & ~launch->profile.known;

    if ((missing & BIT(CUOCC_PROFILE_GRID)) != 0)
        launch->profile.grid_dim[0] = launch->grid_blocks;
    if ((missing & BIT(CUOCC_PROFILE_BLOCK)) != 0)
        launch->profile.block_dim[0] = launch->block_threads;
    for (size_t i = 1; i < 3; i++) {
        if ((missing & BIT(CUOCC_PROFILE_GRID)) != 0)
            launch->profile.grid_dim[i] = 1;
        if ((missing & BIT(CUOCC_PROFILE_BLOCK)) != 0)
            launch->profile.block_dim[i] = 1;
    }
    launch->profile.known |= missing;
    /* Of a cluster only its number of blocks is printed; 0: none. */
    if (launch->kernel.cluster_dim[0] > 0)
        launch->kernel.cluster_dim[1] = launch->kernel.cluster_dim[2] = 1;
    else
        launch->kernel.known &= ~BIT(CUOCC_FACT_CLUSTER);
}

enum cuocc_status ncu_flush(struct ncu_pages *pages)
{
    struct ncu_launch *launch = &pages->launch;
    struct message message = {.length = 0};
    enum cuocc_status status = CUOCC_OK;

    if (launch->name == NULL)
        return CUOCC_OK;
    if (!cuocc_kernel_has(&launch->kernel, CUOCC_FACT_REGS)) {
        message_add_name(&message, span_of(launch->name));
        message_add(&message, " has no Launch Statistics in this report; it is left out");
        text_note(pages->out, launch->line, &message);
    } else {
        complete_dims(launch);
        launch->kernel.name = launch->name;
        launch->kernel.profile = &launch->profile;
        status = text_deliver(pages->out, &launch->kernel);
    }
    ncu_clear(pages);
    return status;
}

enum cuocc_status ncu_begin(struct ncu_pages *pages, struct span name, uint64_t line)
{
    enum cuocc_status status = ncu_flush(pages);

    if (status != CUOCC_OK)
        return status;
    pages->launch.name = text_copy(name);
    pages->launch.line = line;
    return pages->launch.name != NULL ? CUOCC_OK : text_fail_memory(pages->out);
}

bool ncu_take_dim(struct span *text, uint32_t dim[3])
{
    struct span rest = *text;

    for (size_t i = 0; i < 3; i++) {
        uint64_t value = 0;

        if (!span_take(&rest, i == 0 ? "(" : ",") ||
            (span_skip_blanks(&rest), span_take_number(&rest, UINT32_MAX, &value)) != SCAN_OK)
            return false;
        dim[i] = (uint32_t)value;
    }
    if (!span_take(&rest, ")"))
        return false;
    *text = rest;
    return true;
}

void ncu_set_dims(struct ncu_pages *pages, const uint32_t grid[3], const uint32_t block[3])
{
    struct cuocc_profile *profile = &pages->launch.profile;

    for (size_t i = 0; i < 3; i++) {
        profile->grid_dim[i] = grid[i];
        profile->block_dim[i] = block[i];
    }
    profile->known |= BIT(CUOCC_PROFILE_GRID) | BIT(CUOCC_PROFILE_BLOCK);
}

void ncu_set_capability(struct ncu_pages *pages, struct span text)
{
    uint64_t major = 0;
    uint64_t minor = 0;

    if (span_take_number(&text, 999, &major) != SCAN_OK || !span_take(&text, ".") ||
        span_take_number(&text, 9, &minor) != SCAN_OK || text.length > 0)
        return;
    pages->launch.kernel.arch = (struct cuocc_arch){(uint32_t)major, (uint32_t)minor, 0};
    pages->launch.kernel.known |= BIT(CUOCC_FACT_ARCH);
}

/* --- metrics --- */

static const struct metric *find_metric(struct span name)
{
    for (size_t i = 0; i < sizeof(metric_table) / sizeof(metric_table[0]); i++)
        if (span_equals(name, metric_table[i].name))
            return &metric_table[i];
    return NULL;
}

bool ncu_take_metric_name(struct span *text, struct span *name)
{
    for (size_t i = 0; i < sizeof(metric_table) / sizeof(metric_table[0]); i++) {
        struct span rest = *text;

        if (!span_take(&rest, metric_table[i].name) ||
            (rest.length > 0 && rest.at[0] != ' ' && rest.at[0] != '\t'))
            continue;
        *name = (struct span){text->at, text->length - rest.length};
        *text = rest;
        return true;
    }
    return false;
}

static void note_rounding(struct ncu_pages *pages, uint64_t line)
{
    struct message message = {.length = 0};

    if (pages->has_noted_rounding)
        return;
    pages->has_noted_rounding = true;
    message_add(&message,
                "sizes in Kbyte are rounded to 10 bytes here; the one that most powers of "
                "two divide is taken (ncu --csv prints bytes)");
    text_note(pages->out, line, &message);
}

static enum scan set_bytes(struct ncu_pages *pages, const struct metric *metric, uint64_t line,
                           uint32_t unit_bytes, const struct decimal *number)
{
    struct byte_range range = possible_bytes(number, unit_bytes);
    uint32_t *at = (uint32_t *)(void *)((char *)&pages->launch + metric->at);

    if (range.most > UINT32_MAX)
        return SCAN_OVERFLOW;
    if (unit_bytes == 1 && number->has_fraction)
        return SCAN_NONE;
    if (metric->kind == METRIC_CONFIG) {
        pages->launch.profile.smem_config_min_bytes = (uint32_t)range.least;
        pages->launch.profile.smem_config_max_bytes = (uint32_t)range.most;
        return SCAN_OK;
    }
    *at = (uint32_t)roundest(range);
    if (unit_bytes > 1 && number->hundredths > 0) {
        if (pages->launch.profile.smem_rounding_bytes < unit_bytes / 200)
            pages->launch.profile.smem_rounding_bytes = unit_bytes / 200;
        /* The driver's part is 1024 wherever it is not 0, so it alone tells nothing. */
        if (metric->profile_bit != BIT(CUOCC_PROFILE_DRIVER_SMEM))
            note_rounding(pages, line);
    }
    return SCAN_OK;
}

static enum scan set_value(struct ncu_pages *pages, const struct metric *metric, uint64_t line,
                           struct span unit, struct span value)
{
    struct decimal number;
    uint32_t unit_bytes = 1;
    char *at = (char *)&pages->launch + metric->at;
    enum scan scan = decimal_parse(value, &number);

    if (scan != SCAN_OK)
        return scan;
    switch (metric->kind) {
    case METRIC_COUNT:
        if (number.has_fraction)
            return SCAN_NONE;
        *(uint32_t *)(void *)at = (uint32_t)(number.hundredths / 100);
        return SCAN_OK;
    case METRIC_REAL:
        *(double *)(void *)at = (double)number.hundredths / 100.0;
        return SCAN_OK;
    case METRIC_BYTES:
    case METRIC_CONFIG:
        break;
    }
    if (!find_unit(unit, &unit_bytes))
        return SCAN_NONE;
    return set_bytes(pages, metric, line, unit_bytes, &number);
}

enum cuocc_status ncu_metric(struct ncu_pages *pages, uint64_t line, struct span name,
                             struct span unit, struct span value)
{
    const struct metric *metric = find_metric(name);
    struct message message = {.length = 0};
    enum scan scan;

    if (metric == NULL || pages->launch.name == NULL)
        return CUOCC_OK;
    scan = set_value(pages, metric, line, unit, value);
    if (scan == SCAN_OK) {
        pages->launch.kernel.known |= metric->kernel_bit;
        pages->launch.profile.known |= metric->profile_bit;
        pages->launch.totals_known |= metric->total_bit;
        return CUOCC_OK;
    }
    message_add(&message, metric->name);
    message_add(&message, scan == SCAN_OVERFLOW ? " does not fit in 32 bits: "
                                                : " is not a number in a known unit: ");
    message_add_name(&message, value);
    message_add(&message, " ");
    message_add_name(&message, unit);
    if (scan == SCAN_OVERFLOW)
        return text_fail(pages->out, CUOCC_ERR_SYNTAX, line, &message);
    text_note(pages->out, line, &message);
    return CUOCC_OK;
}

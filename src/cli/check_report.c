/* SPDX-License-Identifier: MIT */
/* What --check prints. */
#include "cli/check_report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "render/json_writer.h"

/* Differences that the text shows; --json has more. */
#define DIFFERENCES_SHOWN 20

static const struct {
    char key[24];
    const char *text;
} section_words[] =
    {
#define SECTION_WORDS(name, key, text) [CHECK_SECTION_##name] = {key, text},
        CHECK_SECTION_LIST(SECTION_WORDS)
#undef SECTION_WORDS
},
  finding_words[] = {
#define FINDING_WORDS(name, key, text) [CHECK_FINDING_##name] = {key, text},
      CHECK_FINDING_LIST(FINDING_WORDS)
#undef FINDING_WORDS
};

const char *check_section_text(enum check_section section)
{
    return section_words[section].text;
}

/* --- the command that asks the same ------------------------------------------------------------
 */

#define COMMAND_SIZE 768

struct command {
    char text[COMMAND_SIZE];
    size_t used;
};

SUPPORT_PRINTF(2, 3)
static void add(struct command *command, const char *format, ...)
{
    va_list args;
    int length;

    if (command->used >= COMMAND_SIZE - 1)
        return;
    va_start(args, format);
    length = vsnprintf(command->text + command->used, COMMAND_SIZE - command->used, format, args);
    va_end(args);
    if (length > 0)
        command->used += (size_t)length;
}

static void add_launch(struct command *command, const struct cuocc_launch *launch)
{
    if (launch->regs_per_thread != CUOCC_NOT_GIVEN)
        add(command, " -r %u", launch->regs_per_thread);
    if (launch->smem_per_block_bytes > 0)
        add(command, " -s %u", launch->smem_per_block_bytes);
    if (launch->static_smem_per_block_bytes > 0)
        add(command, " --static-smem %u", launch->static_smem_per_block_bytes);
    if (launch->barriers_per_block != 1)
        add(command, " --barriers %u", launch->barriers_per_block);
    if (launch->launch_bounds_threads > 0)
        add(command, " --launch-bounds %u", launch->launch_bounds_threads);
    if (launch->cluster_blocks > 0)
        add(command, " --cluster %u", launch->cluster_blocks);
    if (launch->carveout_percent >= 0)
        add(command, " --carveout %d", launch->carveout_percent);
}

static void add_gpcs(struct command *command, const struct check *check)
{
    for (size_t i = 0; i < check->gpc_count; i++)
        add(command, "%s%u", i == 0 ? " --gpc " : ",", check->gpc_sms[i]);
}

/* Of a kernel of the file the file says the rest. */
static void add_kernel(struct command *command, const struct check_report *report,
                       const struct check_difference *difference)
{
    const struct cuocc_launch *launch = &difference->launch;
    uint32_t dynamic = launch->smem_per_block_bytes - launch->static_smem_per_block_bytes;

    add(command, " --from %s --kernel '%s' -b %u", report->file, difference->kernel,
        launch->block_dim[0]);
    if (dynamic > 0)
        add(command, " --dynamic-smem %u", dynamic);
}

static struct command command_of(const struct check_report *report,
                                 const struct check_difference *difference)
{
    struct command command = {.used = 0};

    add(&command, "occ -d %s", report->gpu);
    if (difference->kernel != NULL) {
        add_kernel(&command, report, difference);
        return command;
    }
    if (difference->section != CHECK_SECTION_SUGGEST)
        add(&command, " -b %u", difference->launch.block_dim[0]);
    add_launch(&command, &difference->launch);
    if (difference->section == CHECK_SECTION_CLUSTERS)
        add_gpcs(&command, report->check);
    else if (difference->options[0] != '\0')
        add(&command, " %s", difference->options);
    if (difference->section != CHECK_SECTION_CLUSTERS && difference->number != CUOCC_NOT_GIVEN)
        add(&command, " %u", difference->number);
    return command;
}

/* --- text --------------------------------------------------------------------------------------
 */

static void text_difference(struct out *out, const struct check_report *report,
                            const struct check_difference *difference)
{
    const struct command command = command_of(report, difference);

    out_printf(out, "    %s\n", command.text);
    out_printf(out, "        %s: ours %" PRIu64 ", the driver's %" PRIu64 "\n",
               difference->question, difference->ours, difference->driver);
}

static void text_tallies(struct out *out, const struct check_report *report)
{
    const struct check *check = report->check;

    out_printf(out, "  %-72s %9s %11s\n", "", "points", "differences");
    for (size_t i = 0; i < CHECK_SECTION_COUNT; i++)
        if (check->tallies[i].points > 0)
            out_printf(out, "  %-72s %9" PRIu64 " %11" PRIu64 "\n", section_words[i].text,
                       check->tallies[i].points, check->tallies[i].differences);
    out_printf(out, "  %-72s %9" PRIu64 " %11" PRIu64 "  %.1f s\n", "all", check->points,
               check->differences, report->seconds);
}

static void text_findings(struct cli *cli, const struct check_report *report)
{
    const struct check *check = report->check;
    bool is_first = true;

    for (size_t i = 0; i < CHECK_FINDING_COUNT; i++) {
        struct paragraph par;

        if (check->findings[i] == 0)
            continue;
        if (is_first)
            out_text(
                cli->out,
                "\n  Where NVIDIA's answer is another, as is known (not counted as differences)\n");
        is_first = false;
        out_printf(cli->out, "  %8" PRIu64 "  ", check->findings[i]);
        paragraph_begin(&par, cli->out, &cli->style, 12, 12);
        paragraph_text(&par, finding_words[i].text);
        paragraph_end(&par);
        text_difference(cli->out, report, &check->examples[i]);
    }
}

static void text_launches(struct out *out, const struct check *check)
{
    if (check->launch_count == 0)
        return;
    out_printf(out,
               "\n  %" PRIu64 " launches ran and were counted, limited by (ties count for each)",
               check->launch_count);
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        if (check->launches_limited_by[i] > 0)
            out_printf(out, "%s %s %" PRIu64, i == 0 ? ":" : ",",
                       cuocc_limit_info((enum cuocc_limit)i)->label, check->launches_limited_by[i]);
    out_char(out, '\n');
}

static void text_gpcs(struct out *out, const struct check *check)
{
    if (check->gpc_count == 0)
        return;
    out_text(out, "\n  SMs of each GPC, as the driver's answers for clusters imply: ");
    for (size_t i = 0; i < check->gpc_count; i++)
        out_printf(out, "%s%u", i > 0 ? "," : "", check->gpc_sms[i]);
    out_char(out, '\n');
}

void text_check(struct cli *cli, const struct check_report *report)
{
    const struct check *check = report->check;
    struct out *out = cli->out;

    out_printf(out, "%s: %s (%s), CUDA driver %s\n\n", report->gpu, check->dev->product,
               check->dev->name, report->driver);
    text_tallies(out, report);
    text_gpcs(out, check);
    text_launches(out, check);
    text_findings(cli, report);
    if (check->differences == 0) {
        out_text(out, "\n  No difference.\n");
        return;
    }
    out_printf(out, "\n  %" PRIu64 " difference%s", check->differences,
               check->differences == 1 ? "" : "s");
    if (check->differences > DIFFERENCES_SHOWN)
        out_printf(out, ", the first %d of them", DIFFERENCES_SHOWN);
    out_char(out, '\n');
    for (size_t i = 0; i < report->kept && i < DIFFERENCES_SHOWN; i++)
        text_difference(out, report, &report->differences[i]);
}

/* --- JSON --------------------------------------------------------------------------------------
 */

static void json_answer(struct json *json, const struct check_report *report,
                        const struct check_difference *difference)
{
    const struct command command = command_of(report, difference);

    json_text(json, "command", command.text);
    json_text(json, "question", difference->question);
    json_u64(json, "ours", difference->ours);
    json_u64(json, "driver", difference->driver);
}

static void json_sections(struct json *json, const struct check *check)
{
    json_open(json, "sections", '[');
    for (size_t i = 0; i < CHECK_SECTION_COUNT; i++) {
        if (check->tallies[i].points == 0)
            continue;
        json_open_inline(json, NULL, '{');
        json_text(json, "section", section_words[i].key);
        json_u64(json, "points", check->tallies[i].points);
        json_u64(json, "differences", check->tallies[i].differences);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void json_findings(struct json *json, const struct check_report *report)
{
    json_open(json, "findings", '[');
    for (size_t i = 0; i < CHECK_FINDING_COUNT; i++) {
        if (report->check->findings[i] == 0)
            continue;
        json_open(json, NULL, '{');
        json_text(json, "finding", finding_words[i].key);
        json_text(json, "text", finding_words[i].text);
        json_u64(json, "points", report->check->findings[i]);
        json_answer(json, report, &report->check->examples[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void json_launches(struct json *json, const struct check *check)
{
    json_open(json, "launches", '{');
    json_u64(json, "counted", check->launch_count);
    json_open_inline(json, "limited_by", '{');
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        json_u64(json, cuocc_limit_info((enum cuocc_limit)i)->key, check->launches_limited_by[i]);
    json_close(json, '}');
    json_close(json, '}');
}

static void json_head(struct json *json, const struct check_report *report)
{
    const struct check *check = report->check;
    char capability[24];

    (void)snprintf(capability, sizeof(capability), "%u.%u", check->dev->cc_major,
                   check->dev->cc_minor);
    json_text(json, "schema", "occ.check/1");
    json_text(json, "gpu", check->dev->product);
    json_text(json, "compute_capability", capability);
    json_count(json, "sm_count", check->dev->sm_count);
    json_text(json, "driver", report->driver);
    json_u64(json, "points", check->points);
    json_u64(json, "difference_count", check->differences);
    json_real(json, "seconds", report->seconds);
    json_open_inline(json, "gpc_sms", '[');
    for (size_t i = 0; i < check->gpc_count; i++)
        json_count(json, NULL, check->gpc_sms[i]);
    json_close(json, ']');
}

void json_check(struct out *out, const struct check_report *report)
{
    struct json json;

    json_begin(&json, out, false);
    json_open(&json, NULL, '{');
    json_head(&json, report);
    json_sections(&json, report->check);
    json_launches(&json, report->check);
    json_findings(&json, report);
    json_open(&json, "differences", '[');
    for (size_t i = 0; i < report->kept; i++) {
        json_open(&json, NULL, '{');
        json_answer(&json, report, &report->differences[i]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

/* --- CSV ---------------------------------------------------------------------------------------
 */

void csv_launch_header(struct out *out)
{
    out_text(out, "kind,regs,static,barriers,block,dyn,carveout,cluster,ours,api_blocks,"
                  "measured_max,measured_min,cluster_blocks,measured_total,err\n");
}

void csv_launch_row(struct out *out, const struct check_launch *seen)
{
    const struct cuocc_launch *launch = seen->launch;

    out_printf(out, "%s,%u,%u,%u,%u,%u,%d,%u,%u,%u,%u,%u,", seen->kind, launch->regs_per_thread,
               launch->static_smem_per_block_bytes, launch->barriers_per_block,
               launch->block_dim[0],
               launch->smem_per_block_bytes - launch->static_smem_per_block_bytes,
               launch->carveout_percent, launch->cluster_blocks, seen->ours, seen->query,
               seen->census.most_per_sm, seen->census.fewest_per_sm);
    if (launch->cluster_blocks > 0 && seen->clusters_blocks != CUOCC_NOT_GIVEN)
        out_u64(out, seen->clusters_blocks);
    out_printf(out, ",%u,%d\n", seen->census.most_on_gpu, seen->census.driver_error);
}

/* SPDX-License-Identifier: MIT */
/* The table of options, and the walk over a command line. */
#include "cmocka_env.h"

#include <string.h>

#include "cli/options.h"

#define WORDS_MAX 12

/* Parse "-d sm_89 -b 256", split at spaces. */
static enum cuocc_status parse(const char *line, struct cli_args *args, struct cuocc_error *error)
{
    static char text[512], name[] = "occ";
    char *words[WORDS_MAX + 1] = {name};
    int count = 1;

    (void)strncpy(text, line, sizeof(text) - 1);
    for (char *word = strtok(text, " "); word != NULL && count < WORDS_MAX;
         word = strtok(NULL, " "))
        words[count++] = word;
    return options_parse(count, words, args, error);
}

static void rows_are_complete_and_unique(void **state)
{
    (void)state;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &option_rows[i];

        assert_memory_equal(row->flag, "--", 2);
        assert_true(row->flag[2] != '\0' && row->since[0] != '\0');
        /* Whole words, each with its end. */
        assert_non_null(memchr(row->flag, '\0', sizeof(row->flag)));
        assert_non_null(memchr(row->arg, '\0', sizeof(row->arg)));
        assert_non_null(row->help);
        assert_true(row->group < GROUP_COUNT);
        /* A row that stores has something to store, and words to choose from are listed. */
        assert_int_equal(row->parse != NULL, takes_argument(row) || row->may_have_arg);
        assert_false(takes_argument(row) && row->may_have_arg);
        assert_int_equal(row->completion == COMPLETE_WORDS, row->words != NULL);
        for (int k = i + 1; k < OPTION_COUNT; k++) {
            assert_string_not_equal(row->flag, option_rows[k].flag);
            if (row->letter != 0)
                assert_int_not_equal(row->letter, option_rows[k].letter);
        }
    }
    for (int i = 0; i < GROUP_COUNT; i++)
        assert_non_null(option_group_titles[i]);
}

static void defaults_are_those_of_the_driver(void **state)
{
    struct cli_args args;

    (void)state;
    assert_int_equal(parse("", &args, NULL), CUOCC_OK);
    assert_int_equal(args.given, 0);
    assert_int_equal(args.barriers, 1);
    assert_int_equal(args.carveout.percent, -1);
    assert_int_equal(args.carveout.bytes, CUOCC_NOT_GIVEN);
}

static void words_end_up_where_they_belong(void **state)
{
    struct cli_args args;

    (void)state;
    assert_int_equal(parse("-dsm_89 --block=16x8 -r 40 --smem 1K+8*block --launch-bounds 256,4 "
                           "--carveout 50 --json",
                           &args, NULL),
                     CUOCC_OK);
    assert_string_equal(args.devices, "sm_89");
    assert_int_equal(args.block.spans[0].y, 8);
    assert_int_equal(args.regs.spans[0].first, 40);
    assert_int_equal(args.smem.spans[0].per_thread_bytes, 8);
    assert_int_equal(args.launch_bounds_threads, 256);
    assert_int_equal(args.launch_bounds_min_blocks, 4);
    assert_int_equal(args.carveout.percent, 50);
    assert_true(is_given(&args, OPTION_JSON));
    assert_false(is_given(&args, OPTION_CSV));
}

static void carveouts(void **state)
{
    static const struct {
        const char *line;
        int32_t percent;
        uint32_t bytes;
    } rows[] = {
        {"--carveout default", -1, CUOCC_NOT_GIVEN},
        {"--carveout 0", 0, CUOCC_NOT_GIVEN},
        {"--carveout 100", 100, CUOCC_NOT_GIVEN},
        {"--carveout 33%", 33, CUOCC_NOT_GIVEN},
        {"--carveout 101", -1, 101},
        {"--carveout 32K", -1, 32768},
        {"--carveout 0K", -1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cli_args args;

        assert_int_equal(parse(rows[i].line, &args, NULL), CUOCC_OK);
        assert_int_equal(args.carveout.percent, rows[i].percent);
        assert_int_equal(args.carveout.bytes, rows[i].bytes);
    }
}

static void mistakes_name_the_option(void **state)
{
    static const struct {
        const char *line;
        const char *where;
        const char *text;
    } rows[] = {
        {"--block", "--block", "needs an argument"},
        {"-b", "-b", "needs an argument"},
        {"--csv=x", "--csv=x", "takes no argument"},
        {"--json=x", "--json", "'x' is not understood"},
        {"-x", "-x", "unknown option, allowed: those of --help"},
        {"--devices x", "--devices", "unknown option, similar: --device, --device-dir"},
        {"--la 3", "--la", "short for several, allowed: "},
        {"-b 1 -b 2", "--block", "given twice, allowed: once"},
        {"-b x", "--block", "'x' is not understood"},
        {"--color=maybe", "--color",
         "'maybe' is not understood, allowed: one of auto always never"},
        {"--json --csv", "--json", "does not go with --csv: one output at a time"},
        {"--smem 1 --dynamic-smem 2", "--smem", "does not go with --dynamic-smem"},
        {"--list-devices -b 1", "--list-devices", "does not go with --block"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cli_args args;
        struct cuocc_error error;

        assert_int_equal(parse(rows[i].line, &args, &error), CUOCC_ERR_VALUE);
        assert_string_equal(error.where, rows[i].where);
        if (strncmp(error.text, rows[i].text, strlen(rows[i].text)) != 0)
            fail_msg("%s: %s", rows[i].line, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_complete_and_unique),
        cmocka_unit_test(defaults_are_those_of_the_driver),
        cmocka_unit_test(words_end_up_where_they_belong),
        cmocka_unit_test(carveouts),
        cmocka_unit_test(mistakes_name_the_option),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

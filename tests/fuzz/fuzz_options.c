/* SPDX-License-Identifier: MIT */
/* Fuzzes the command line: every line of the input is one argument. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options.h"

enum {
    ARGUMENTS_MAX = 40
};

struct words {
    char *argv[ARGUMENTS_MAX + 2];
    int argc;
};

static void split(char *text, struct words *words)
{
    static char name[] = "occ";

    words->argc = 1;
    words->argv[0] = name;
    while (text != NULL && words->argc <= ARGUMENTS_MAX) {
        char *end = strchr(text, '\n');

        words->argv[words->argc++] = text;
        if (end != NULL)
            *end++ = '\0';
        text = end;
    }
    words->argv[words->argc] = NULL;
}

static void check_args(const struct cli_args *args)
{
    FUZZ_CHECK(args->given >> OPTION_COUNT == 0);
    FUZZ_CHECK(is_given(args, OPTION_DEVICE) == (args->devices != NULL));
    FUZZ_CHECK(is_given(args, OPTION_FROM) == (args->from != NULL));
    FUZZ_CHECK(is_given(args, OPTION_BLOCK) == (args->block.count > 0));
    FUZZ_CHECK(is_given(args, OPTION_REGS) == (args->regs.count > 0));
    FUZZ_CHECK(args->device_dir_count <= DEVICE_DIRS_MAX && args->gpc_count <= GPCS_MAX);
    FUZZ_CHECK(args->carveout.percent >= -1 && args->carveout.percent <= 100);
    FUZZ_CHECK(args->color <= COLOR_NEVER);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct cli_args args, again;
    struct cuocc_error error = {.status = CUOCC_OK};
    char *text = malloc(size + 1);
    struct words words;
    enum cuocc_status status;

    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    split(text, &words);
    status = options_parse(words.argc, words.argv, &args, &error);
    FUZZ_CHECK((status == CUOCC_OK) == (error.status == CUOCC_OK));
    FUZZ_CHECK(status == CUOCC_OK || error.text[0] != '\0');
    if (status == CUOCC_OK) {
        check_args(&args);
        /* getopt has put the operands last; that changes nothing. */
        FUZZ_CHECK(options_parse(words.argc, words.argv, &again, &error) == CUOCC_OK);
        FUZZ_CHECK(again.given == args.given && again.from == args.from);
    }
    free(text);
    return 0;
}

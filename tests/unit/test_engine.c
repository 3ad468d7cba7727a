/* SPDX-License-Identifier: MIT */
/* The program of the page, on this machine: one run after another, under the sanitizers. */
#include "cmocka_env.h"

#include <string.h>

#include "web/engine.h"

/* Run words that are separated by spaces. @return the exit status */
static int run(const char *line, const char *input)
{
    size_t words_size = strlen(line) + 1, input_size = strlen(input);
    char *at = engine_reserve(words_size + input_size);

    assert_non_null(at);
    memcpy(at, line, words_size);
    memcpy(at + words_size, input, input_size);
    for (char *space = strchr(at, ' '); space != NULL; space = strchr(space + 1, ' '))
        *space = '\0';
    return engine_run(words_size, input_size);
}

static void assert_written(const char *bytes, size_t size, const char *begin)
{
    assert_true(size >= strlen(begin));
    assert_memory_equal(bytes, begin, strlen(begin));
}

static const char log_text[] = "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
                               "ptxas info    : Used 40 registers, 368 bytes cmem[0]\n";

static const struct {
    const char *line, *input;
    int status;
    const char *out, *err; /* how they begin; "" is nothing */
} runs[] = {
    {"-d sm_90 -b 256 -r 48", "", 0, "sm_90 (Hopper", ""},
    {"-d sm_90 -b 1024 -r 255 --json", "", 1, "{\n  \"schema\": \"occ.result/1\"", ""},
    {"-d sm_90 -b 0", "", 2, "", "occ: --block: '0' is out of range"},
    {"-d sm_90 -b 64 --nonsense", "", 2, "", "occ: --nonsense: unknown option"},
    {"--from - -b 256 --csv", log_text, 0, "kernel,device,", ""},
    {"--from - -b 256", "nothing known", 2, "", "occ: standard input: "},
    {"--from - -b 256",
     "\x7f"
     "ELF\x02",
     2, "", "occ: standard input: a binary file needs the program"},
    {"some.log -b 256", "", 2, "", "occ: some.log: files need the program"},
    {"-d sm_90 -b 64 --svg -", "", 0, "<?xml ", ""},
    {"-d sm_90 -b 64 --svg x.svg", "", 2, "", "occ: --svg: files need the program"},
    {"-d cuda -b 64", "", 2, "", "occ: --device: cuda needs the program"},
    {"-d ./x.json -b 64", "", 2, "", "occ: ./x.json: this build reads no device files"},
    {"--check", "", 2, "", "occ: --check: needs the program"},
    {"--batch -", "", 2, "", "occ: --batch: needs the program"},
    {"--from - -b 64 --baseline x", log_text, 2, "", "occ: --baseline: needs the program"},
};

static void every_run_answers_for_itself(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
            print_message("%s\n", runs[i].line);
            assert_int_equal(run(runs[i].line, runs[i].input), runs[i].status);
            assert_written(engine_out(), engine_out_size(), runs[i].out);
            assert_written(engine_err(), engine_err_size(), runs[i].err);
            assert_int_equal(engine_out_size() == 0, runs[i].out[0] == '\0');
            assert_int_equal(engine_err_size() == 0, runs[i].err[0] == '\0');
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_run_answers_for_itself),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

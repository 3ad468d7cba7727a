/* SPDX-License-Identifier: MIT */
/* Finding the reader by content, whatever the bytes come from. */
#define _POSIX_C_SOURCE 200809L

#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collected_kernels.h"
#include "input/text_stream.h"

#define SAMPLE(file) CUOCC_TESTS_DIR "/input/samples/" file

static const char log_text[] = "ptxas info    : 0 bytes gmem\n"
                               "ptxas info    : Compiling entry function '_Z1kPf' for 'sm_86'\n"
                               "ptxas info    : Used 18 registers, used 1 barriers\n";

static void check_log(enum cuocc_status status, const struct collected *got)
{
    assert_int_equal(status, CUOCC_OK);
    assert_int_equal(got->count, 1);
    assert_string_equal(got->kernels[0].name, "_Z1kPf");
    assert_int_equal(got->kernels[0].regs_per_thread, 18);
}

static char *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);

    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    assert_in_range(*size, 1, (1 << 20) - 1);
    (void)fclose(file);
    return bytes;
}

/* Standard input of this process becomes a pipe into which a child writes. */
static pid_t feed_stdin(void (*produce)(int fd, const void *what, size_t size), const void *what,
                        size_t size)
{
    int ends[2];
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)close(ends[0]);
        produce(ends[1], what, size);
        _exit(0);
    }
    (void)close(ends[1]);
    assert_true(dup2(ends[0], STDIN_FILENO) >= 0);
    (void)close(ends[0]);
    return child;
}

static void write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        ssize_t sent = write(fd, at, size);

        if (sent <= 0)
            _exit(1);
        at += sent;
        size -= (size_t)sent;
    }
}

/* A cubin has no name that tells; neither has standard input. */
static void content_tells_the_format(void **state)
{
    static const struct {
        const char *path;
        size_t kernels;
        bool has_profile;
    } table[] = {
        {SAMPLE("logs/nvcc13.0_multiarch_small.log"), 8, false},
        {SAMPLE("resusage/cuobjdump13.0_fatbin_12arch.txt"), 336, false},
        {SAMPLE("ncu/ncu_details_sample.csv"), 11, true},
        {SAMPLE("ncu/ncu_details_sample.txt"), 11, true},
        {SAMPLE("cubins/small_sm90.cubin"), 2, false},
        {SAMPLE("fatbins/small_all_none.fatbin"), 8, false},
        {SAMPLE("fatbins/libsmall.a"), 16, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        size_t size;
        char *bytes = load(table[i].path, &size);

        for (int way = 0; way < 3; way++) {
            struct collected got = {.count = 0};
            struct cuocc_kernel_sink sink = collector(&got);
            struct cuocc_error error = {.status = CUOCC_OK};
            enum cuocc_status status;

            if (way == 0) {
                status = cuocc_kernels_read(table[i].path, &sink, &error);
            } else if (way == 1) {
                status = cuocc_kernels_read_memory(bytes, size, "bytes", &sink, &error);
            } else {
                pid_t child = feed_stdin(write_all, bytes, size);

                status = cuocc_kernels_read("-", &sink, &error);
                assert_int_equal(waitpid(child, NULL, 0), child);
            }
            if (status == CUOCC_ERR_UNSUPPORTED) {
                print_message("left out, %s: %s\n", table[i].path, error.text);
                continue;
            }
            if (status != CUOCC_OK || got.count != table[i].kernels)
                fail_msg("%s, way %d: %d kernels, %s", table[i].path, way, (int)got.count,
                         error.text);
            assert_int_equal(got.kernels[0].profile != NULL, table[i].has_profile);
            collected_free(&got);
        }
        free(bytes);
    }
}

static void what_cannot_be_read_is_said(void **state)
{
    static const struct {
        const char *path;
        enum cuocc_status status;
        const char *text;
    } table[] = {
        {SAMPLE("no such file"), CUOCC_ERR_IO, "No such file"},
        {SAMPLE(""), CUOCC_ERR_IO, "directory"},
        {SAMPLE("src/kernels.cu"), CUOCC_ERR_SYNTAX, "no line of a known format"},
        {"/dev/null", CUOCC_ERR_SYNTAX, "no line of a known format"},
    };
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);
    struct cuocc_kernel_sink none = {.ctx = NULL};
    struct cuocc_error error;

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        assert_int_equal(cuocc_kernels_read(table[i].path, &sink, &error), table[i].status);
        assert_int_equal(error.status, table[i].status);
        assert_non_null(strstr(error.text, table[i].text));
        assert_string_equal(error.where, table[i].path);
        assert_int_equal(cuocc_kernels_read(table[i].path, &sink, NULL), table[i].status);
    }
    assert_int_equal(cuocc_kernels_read(NULL, &sink, &error), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_kernels_read("-", NULL, &error), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_kernels_read("-", &none, &error), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_kernels_read_memory(NULL, 1, "x", &sink, &error), CUOCC_ERR_ARGUMENT);
    assert_int_equal(cuocc_kernels_read_memory("", 0, NULL, &sink, &error), CUOCC_ERR_ARGUMENT);
    assert_int_equal(got.count, 0);
}

static void sink_stops_the_reading(void **state)
{
    static const char *const paths[] = {
        SAMPLE("logs/nvcc13.0_multiarch_small.log"),
        SAMPLE("resusage/cuobjdump13.0_fatbin_12arch.txt"),
        SAMPLE("ncu/ncu_details_sample.csv"),
        SAMPLE("ncu/ncu_details_sample.txt"),
    };

    (void)state;
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        struct collected got = {.stop_after = 2};
        struct cuocc_kernel_sink sink = collector(&got);

        assert_int_equal(cuocc_kernels_read(paths[i], &sink, NULL), CUOCC_ERR_CANCELLED);
        assert_int_equal(got.count, 2);
        collected_free(&got);
    }
}

static void notes_need_not_be_taken(void **state)
{
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);

    (void)state;
    sink.note = NULL;
    assert_int_equal(cuocc_kernels_read(SAMPLE("logs/synthetic_truncated.log"), &sink, NULL),
                     CUOCC_OK);
    assert_int_equal(got.count, 18);
    collected_free(&got);
}

/* A build and then a profile, in one log. */
static void one_text_may_hold_several_formats(void **state)
{
    struct collected got = {.count = 0};
    char text[1024];

    (void)state;
    (void)snprintf(text, sizeof(text), "%s%s", log_text,
                   "  k (1, 1, 1)x(32, 1, 1), Context 1, Stream 7, Device 0, CC 9.0\n"
                   "    Registers Per Thread  register/thread  20\n"
                   "Resource usage:\n Function k:\n  REG:22 SHARED:0 CONSTANT[0]:360\n");
    assert_int_equal(collect_text(text, &got, NULL), CUOCC_OK);
    assert_int_equal(got.count, 3);
    collected_free(&got);
}

/* --- encodings and lines --- */

static size_t to_utf16(const char *text, bool is_big, char *to)
{
    size_t used = 0;

    to[used++] = is_big ? '\xfe' : '\xff';
    to[used++] = is_big ? '\xff' : '\xfe';
    for (; *text != '\0'; text++) {
        to[used + is_big] = *text;
        to[used + !is_big] = '\0';
        used += 2;
    }
    return used;
}

static void byte_order_marks_are_known(void **state)
{
    char text[1024];

    (void)state;
    for (int way = 0; way < 3; way++) {
        struct collected got = {.count = 0};
        struct cuocc_kernel_sink sink = collector(&got);
        size_t size = way < 2 ? to_utf16(log_text, way == 1, text)
                              : (size_t)snprintf(text, sizeof(text), "\xef\xbb\xbf%s", log_text);

        check_log(cuocc_kernels_read_memory(text, size, "x", &sink, NULL), &got);
        assert_int_equal(got.notes, 0);
        collected_free(&got);
    }
}

static void utf16_names_become_utf8(void **state)
{
    /* e acute, euro sign, U+1F600 as two surrogates, and half a pair */
    static const uint16_t name[] = {0xe9, 0x20ac, 0xd83d, 0xde00, 0xdc00};
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);
    char text[1024];
    char rest[256];
    size_t rest_size;
    size_t used = to_utf16("ptxas info : Compiling entry function '", false, text);

    (void)state;
    for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++) {
        text[used++] = (char)(name[i] & 0xff);
        text[used++] = (char)(name[i] >> 8);
    }
    rest_size = to_utf16("' for 'sm_86'\nptxas info : Used 8 registers\n", false, rest) - 2;
    memcpy(text + used, rest + 2, rest_size);
    used += rest_size;
    assert_int_equal(cuocc_kernels_read_memory(text, used, "x", &sink, NULL), CUOCC_OK);
    assert_string_equal(got.kernels[0].name, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xef\xbf\xbd");
    collected_free(&got);
}

static void bad_lines_are_left_out_and_named(void **state)
{
    enum {
        LONG = (1 << 20) + 1
    };
    size_t size = LONG + 1024;
    char *text = malloc(size);
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);
    size_t used = 0;

    (void)state;
    assert_non_null(text);
    memset(text, 'x', LONG);
    used = LONG;
    text[used++] = '\n';
    memcpy(text + used, "a\0b\n", 4);
    used += 4;
    memcpy(text + used, log_text, sizeof(log_text) - 1);
    used += sizeof(log_text) - 1;
    check_log(cuocc_kernels_read_memory(text, used, "x", &sink, NULL), &got);
    assert_string_equal(got.all_notes, "x:1 a line of more than 1 MiB, left out\n"
                                       "x:2 a line with NUL bytes, left out\n");
    collected_free(&got);
    free(text);
}

/* Names of template kernels are longer than any fixed buffer. */
static void long_names_are_whole(void **state)
{
    enum {
        LONG = 300000
    };
    char *text = malloc(LONG * 2);
    struct collected got = {.count = 0};
    struct cuocc_kernel_sink sink = collector(&got);
    size_t used;

    (void)state;
    assert_non_null(text);
    used = (size_t)sprintf(text, "ptxas info : Compiling entry function '");
    memset(text + used, 'n', LONG);
    used += LONG;
    used += (size_t)sprintf(text + used, "' for 'sm_86'\nptxas info : Used 8 registers\n");
    assert_int_equal(cuocc_kernels_read_memory(text, used, "x", &sink, NULL), CUOCC_OK);
    assert_int_equal(strlen(got.kernels[0].name), LONG);
    collected_free(&got);
    free(text);
}

static void size_of_pieces_does_not_matter(void **state)
{
    size_t size;
    char *bytes = load(SAMPLE("logs/nvcc13.0_rdc_Xptxas_v_Xnvlink_v.log"), &size);

    (void)state;
    for (size_t piece = 1; piece < 200; piece += 13) {
        struct collected got = {.count = 0};
        struct cuocc_kernel_sink sink = collector(&got);
        struct text_stream *stream = text_stream_begin("x", &sink, NULL);

        assert_non_null(stream);
        for (size_t at = 0; at < size; at += piece)
            assert_int_equal(text_stream_feed(stream, (const uint8_t *)bytes + at,
                                              size - at < piece ? size - at : piece),
                             CUOCC_OK);
        assert_int_equal(text_stream_end(stream), CUOCC_OK);
        assert_int_equal(got.count, 12);
        text_stream_destroy(stream);
        collected_free(&got);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(content_tells_the_format),
        cmocka_unit_test(what_cannot_be_read_is_said),
        cmocka_unit_test(sink_stops_the_reading),
        cmocka_unit_test(notes_need_not_be_taken),
        cmocka_unit_test(one_text_may_hold_several_formats),
        cmocka_unit_test(byte_order_marks_are_known),
        cmocka_unit_test(utf16_names_become_utf8),
        cmocka_unit_test(bad_lines_are_left_out_and_named),
        cmocka_unit_test(long_names_are_whole),
        cmocka_unit_test(size_of_pieces_does_not_matter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

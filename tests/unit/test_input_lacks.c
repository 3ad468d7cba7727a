/* SPDX-License-Identifier: MIT */
/* A build without one of the optional libraries, or a machine, names it where it is needed. */
#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/baseline.h"
#include "input_samples.h"

struct lack {
    const char *library;
    const struct reader *reader;
    const char *file;
};

static const struct lack lacks[] = {
#ifdef LACKS_ELF
    {"libelf", &elf_reader, "cubins/small_sm90.cubin"},
    {"libelf", &elf_reader, "fatbins/small.exe"},
    {"libelf", &archive_reader, "fatbins/libsmall.a"},
    {"libelf", &fatbin_reader, "fatbins/small_all_none.fatbin"},
#endif
#ifdef LACKS_LZ4
    {"liblz4", &fatbin_reader, "fatbins/small_all_speed.fatbin"},
#endif
#ifdef LACKS_ZSTD
    {"libzstd", &fatbin_reader, "fatbins/small_all_size.fatbin"},
#endif
    {NULL, NULL, NULL},
};

static void missing_libraries_are_named(void **state)
{
    (void)state;
    for (const struct lack *lack = lacks; lack->library != NULL; ++lack) {
        char text[32];
        struct gathered got;
        size_t size;
        uint8_t *bytes = sample_load(lack->file, &size);

        gather(&got, lack->reader, lack->file, bytes, size);
        assert_int_equal(got.status, CUOCC_ERR_UNSUPPORTED);
        (void)snprintf(text, sizeof(text), "lacks %s", lack->library);
        assert_non_null(strstr(got.error.text, text));
        gathered_free(&got);
        free(bytes);
    }
}

#ifdef LACKS_CJSON
/* On this machine there is no library at all. The linker sends calls here (--wrap). */
void *__wrap_dlopen(const char *name, int flags);

void *__wrap_dlopen(const char *name, int flags)
{
    (void)name, (void)flags;
    return NULL;
}

static void a_baseline_needs_cjson(void **state)
{
    struct baseline baseline;
    struct cuocc_error error;

    (void)state;
    assert_int_equal(baseline_read(CUOCC_TESTS_DIR "/memory/baseline.json", &baseline, &error),
                     CUOCC_ERR_UNSUPPORTED);
    assert_string_equal(error.where, CUOCC_TESTS_DIR "/memory/baseline.json");
    assert_non_null(strstr(error.text, "lacks libcjson"));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_libraries_are_named),
#ifdef LACKS_CJSON
        cmocka_unit_test(a_baseline_needs_cjson),
#endif
    };

    if (lacks[0].library == NULL) {
        (void)puts("skipped: this build has every library");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Device code inside objects, executables, shared and static libraries. */
#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_builder.h"
#include "input_samples.h"

static void check_sample(const char *file)
{
    sample_holds(NULL, file);
}

static void samples_hold(void **state)
{
    (void)state;
    sample_each("fatbins/", check_sample);
}

static void truncated_ones_are_refused(void **state)
{
    (void)state;
    damage_truncate(&elf_reader, "fatbins/small_size.o", 7);
    damage_truncate(&elf_reader, "fatbins/small.exe", 499);
    damage_truncate(&elf_reader, "fatbins/libsmall.so", 499);
    damage_truncate(&archive_reader, "fatbins/libsmall.a", 499);
}

static void flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    damage_flip(&elf_reader, "fatbins/small_speed.o", 13);
    damage_flip(&archive_reader, "fatbins/libsmall.a", 199);
}

static void random_bytes_do_no_harm(void **state)
{
    static const uint8_t elf[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0,  0,
                                  0,    0,   0,   0,   0, 0, 2, 0, 62, 0};

    (void)state;
    damage_random(&elf_reader, elf, sizeof(elf));
    damage_random(&archive_reader, (const uint8_t *)"!<arch>\n", 8);
    damage_random(&foreign_reader, (const uint8_t *)"MZ", 2);
}

/* --- where containers are: docs/formats/fatbin.md 6 ---------------------------------------- */

enum {
    PROGBITS = 1,
    NOBITS = 8,
    RELOCATABLE = 1,
    LINKED = 2
};

/* A container in a section of a host file: kernels of one cubin, in the order given. */
struct part {
    const char *section;
    uint32_t section_type; /* 0: PROGBITS */
    uint16_t cubin_type;   /* 0: linked */
    const char *kernel;    /* NULL: an image without kernels */
    uint32_t regs;
    size_t gap; /* bytes before the container, in the section */
};

struct place {
    const char *trap;
    struct part parts[3];
    bool without_section_headers;
    enum cuocc_status status;
    const char *kernels; /* "name:registers ..." in order, * for a provisional one */
    const char *note;    /* in the error, if there is one, else in `source` of the first */
};

/* clang-format off */
static const struct place places[] = {
    { "6: .nv_fatbin", {{.section = ".nv_fatbin", .kernel = "a", .regs = 8}}, .kernels = "a:8 " },
    { "6: __nv_relfatbin alone is before linking", {{.section = "__nv_relfatbin", .cubin_type = RELOCATABLE, .kernel = "a", .regs = 8}}, .kernels = "a:8* " },
    { "6: both hold a kernel: the linked one",
      {{.section = "__nv_relfatbin", .cubin_type = RELOCATABLE, .kernel = "a", .regs = 24}, {.section = ".nv_fatbin", .kernel = "a", .regs = 62}}, .kernels = "a:62 " },
    { "6: decided kernel by kernel",
      {{.section = "__nv_relfatbin", .cubin_type = RELOCATABLE, .kernel = "a", .regs = 24}, {.section = ".nv_fatbin", .kernel = "b", .regs = 62}}, .kernels = "a:24* b:62 " },
    { "6: padding before a container", {{.section = ".nv_fatbin", .kernel = "a", .regs = 8, .gap = 40}}, .kernels = "a:8 " },
    { "6: equal kernels of several containers once",
      {{.section = ".nv_fatbin", .kernel = "a", .regs = 8}, {.section = ".nv_fatbin", .kernel = "a", .regs = 8}}, .kernels = "a:8 " },
    { "6: different ones each, with their place",
      {{.section = ".nv_fatbin", .kernel = "a", .regs = 8}, {.section = ".nv_fatbin", .kernel = "a", .regs = 9}}, .kernels = "a:8 a:9 ", .note = "container 1, entry 1" },
    { "6: an empty image of a device link is dropped", {{.section = ".nv_fatbin", .kernel = "a", .regs = 8}, {.section = ".nv_fatbin"}}, .kernels = "a:8 " },
    { "6: nothing else than that", {{.section = ".nv_fatbin"}}, .status = CUOCC_ERR_NOT_FOUND, .note = "holds no kernel" },
    { "6: containers in plain data", {{.section = ".nv_fatbin"}, {.section = ".rodata", .kernel = "a", .regs = 8, .gap = 8}}, .kernels = "a:8 " },
    { "6: at any address", {{.section = ".ldata", .kernel = "a", .regs = 8, .gap = 3}}, .kernels = "a:8 " },
    { "6: no section headers", {{.section = ".nv_fatbin", .kernel = "a", .regs = 8, .gap = 3}}, .without_section_headers = true, .kernels = "a:8 " },
    { "6: NOBITS in a separate debug file", {{.section = ".nv_fatbin", .section_type = NOBITS}}, .status = CUOCC_ERR_NOT_FOUND, .note = "without data" },
    { "6: a program without device code", {{.section = ".text", .section_type = NOBITS}}, .status = CUOCC_ERR_NOT_FOUND, .note = "holds no kernel" },
};
/* clang-format on */

static void build_part(struct blob *out, const struct part *part)
{
    struct blob cubin = {0};
    const struct cubin_spec spec = {
        .type = part->cubin_type, .name = part->kernel, .regs = part->regs};

    /* An image without kernels: an ELF file for the same machine with no section but one. */
    if (part->kernel != NULL)
        build_cubin(&cubin, &spec);
    else
        build_elf(&cubin,
                  &(struct elf_kind_spec){
                      .machine = 190, .type = LINKED, .flags = 0x06005a04, .abi_version = 8},
                  NULL, 0);
    blob_zeros(out, part->gap);
    build_container(out, &(struct entry_spec){.payload = cubin.bytes, .size = cubin.size}, 1);
    blob_free(&cubin);
}

static void build_host(struct blob *out, const struct part *parts, size_t count,
                       bool without_section_headers)
{
    struct built_section sections[3] = {{0}};
    struct blob bytes[3] = {{0}};

    for (size_t i = 0; i < count; ++i) {
        build_part(&bytes[i], &parts[i]);
        sections[i] = (struct built_section){
            .name = parts[i].section,
            .type = parts[i].section_type != 0 ? parts[i].section_type : PROGBITS,
            .bytes = parts[i].section_type == NOBITS ? NULL : bytes[i].bytes,
            .size = bytes[i].size,
        };
    }
    build_elf(out,
              &(struct elf_kind_spec){.machine = 62,
                                      .type = 3,
                                      .version = 1,
                                      .without_section_headers = without_section_headers},
              sections, count);
    for (size_t i = 0; i < count; ++i)
        blob_free(&bytes[i]);
}

static void write_kernels(char *text, size_t size, const struct gathered *got)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < got->count && used < size; ++i)
        used += (size_t)snprintf(text + used, size - used, "%s:%u%s ", got->kernels[i].name,
                                 (unsigned)got->kernels[i].regs_per_thread,
                                 got->kernels[i].is_provisional ? "*" : "");
}

static void check_place(const struct place *place)
{
    char text[256];
    struct gathered got;
    struct blob image = {0};
    size_t count = 0;

    print_message("  %s\n", place->trap);
    while (count < 3 && place->parts[count].section != NULL)
        ++count;
    build_host(&image, place->parts, count, place->without_section_headers);
    gather(&got, &elf_reader, "host", image.bytes, image.size);
    assert_int_equal(got.status, place->status);
    if (place->note != NULL)
        assert_non_null(
            strstr(got.count != 0 ? got.kernels[0].source : got.error.text, place->note));
    else if (got.count != 0)
        assert_null(got.kernels[0].source);
    write_kernels(text, sizeof(text), &got);
    assert_string_equal(text, place->kernels != NULL ? place->kernels : "");
    gathered_free(&got);
    blob_free(&image);
}

static void containers_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); ++i)
        check_place(&places[i]);
}

/* 6: a wrapper's magic is no container's; a magic without a header is passed over. */
static void false_starts_are_passed(void **state)
{
    static const uint8_t wrapper[] = {0xb1, 0x43, 0x62, 0x46, 1, 0, 0, 0};
    static const uint8_t magic[] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 8, 0, 0, 0, 0, 0, 0, 0};
    const struct part part = {.section = ".x", .kernel = "a", .regs = 8};
    struct blob image = {0};
    struct gathered got;

    (void)state;
    blob_put(&image, "MZ", 2);
    blob_put(&image, wrapper, sizeof(wrapper));
    blob_put(&image, magic, sizeof(magic));
    blob_put(&image, magic, 7);
    build_part(&image, &part);
    blob_put(&image, magic, 5);
    gather(&got, &foreign_reader, "pe", image.bytes, image.size);
    assert_int_equal(gathered_find(&got, "a")->regs_per_thread, 8);
    assert_int_equal(got.count, 1);
    gathered_free(&got);
    blob_free(&image);
}

/* Containers of which each walks all entries to a broken end: linear time, not quadratic. */
static void crafted_false_starts_end(void **state)
{
    static const uint8_t magic[] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0};
    struct blob image = {0};
    struct gathered got;

    (void)state;
    blob_put(&image, "MZ\0\0\0\0\0", 8);
    for (size_t i = 0; i < 200000; ++i) {
        /* An entry of 80 bytes of header, the last 16 a container that reaches to the end. */
        uint8_t entry[80] = {2, 0, 1, 1, 80};
        uint64_t rest = (200000 - i - 1) * sizeof(entry);

        memcpy(entry + 64, magic, sizeof(magic));
        for (size_t byte = 0; byte < 8; ++byte)
            entry[72 + byte] = (uint8_t)((rest + 8) >> (8 * byte));
        blob_put(&image, entry, sizeof(entry));
    }
    blob_zeros(&image, 8);
    gather(&got, &foreign_reader, "crafted", image.bytes, image.size);
    assert_int_equal(got.status, CUOCC_ERR_SYNTAX);
    assert_non_null(strstr(got.error.text, "too many damaged containers"));
    gathered_free(&got);
    blob_free(&image);
}

/* --- archives --------------------------------------------------------------------------------- */

static void add_member(struct blob *out, const char *name, const void *bytes, size_t size)
{
    char header[61];

    (void)snprintf(header, sizeof(header), "%-16s%-12d%-6d%-6d%-8s%-10zu`\n", name, 0, 0, 0, "644",
                   size);
    blob_put(out, header, 60);
    blob_put(out, bytes, size);
    if (size % 2 != 0)
        blob_put(out, "\n", 1);
}

static void archive_dialects_are_read(void **state)
{
    static const char long_names[] = "a_name_that_is_long.o/\nanother_long_name.o/\n";
    static const char bsd_name[] = "bsd_name.o";
    const struct part part = {.section = ".nv_fatbin", .kernel = "a", .regs = 8};
    struct blob image = {0}, object = {0}, bsd = {0};
    struct gathered got;
    static const char *const sources[] = {"short.o", "a_name_that_is_long.o", "another_long_name.o",
                                          "bsd_name.o", "odd"};

    (void)state;
    build_host(&object, &part, 1, false);
    blob_put(&bsd, bsd_name, 10);
    blob_put(&bsd, object.bytes, object.size);
    blob_put(&image, "!<arch>\n", 8);
    add_member(&image, "/", "symbols", 7);
    add_member(&image, "//", long_names, sizeof(long_names) - 1);
    add_member(&image, "short.o/", object.bytes, object.size);
    add_member(&image, "/0", object.bytes, object.size);
    add_member(&image, "/23", object.bytes, object.size);
    add_member(&image, "#1/10", bsd.bytes, bsd.size);
    add_member(&image, "text.txt/", "nothing", 7);
    add_member(&image, "odd", object.bytes, object.size);
    gather(&got, &archive_reader, "lib.a", image.bytes, image.size);
    assert_int_equal(got.status, CUOCC_OK);
    assert_int_equal(got.count, 5);
    for (size_t i = 0; i < 5; ++i)
        assert_string_equal(got.kernels[i].source, sources[i]);
    gathered_free(&got);
    blob_free(&image);
    blob_free(&object);
    blob_free(&bsd);
}

struct broken_archive {
    const char *trap, *bytes, *error;
    enum cuocc_status status;
};

#define HEADER(name, size) name "0           0     0     644     " size "`\n"

/* clang-format off */
static const struct broken_archive broken_archives[] = {
    { "thin", "!<thin>\n" HEADER("a.o/            ", "4         "), "thin", CUOCC_ERR_UNSUPPORTED },
    { "no member", "!<arch>\n", "no kernel", CUOCC_ERR_NOT_FOUND },
    { "a cut header", "!<arch>\na.o", "cut off", CUOCC_ERR_SYNTAX },
    { "a size that is no number", "!<arch>\n" HEADER("a.o/            ", "4x        "), "header", CUOCC_ERR_SYNTAX },
    { "a size past the end", "!<arch>\n" HEADER("a.o/            ", "9999999999"), "past the archive", CUOCC_ERR_SYNTAX },
    { "a long name without a table", "!<arch>\n" HEADER("/7              ", "0         "), "name is outside", CUOCC_ERR_SYNTAX },
    { "a BSD name longer than its member", "!<arch>\n" HEADER("#1/70           ", "0         "), "name is outside", CUOCC_ERR_SYNTAX },
};
/* clang-format on */

static void broken_archives_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(broken_archives) / sizeof(broken_archives[0]); ++i) {
        const struct broken_archive *broken = &broken_archives[i];
        struct gathered got;

        print_message("  %s\n", broken->trap);
        gather(&got, &archive_reader, "lib.a", (const uint8_t *)broken->bytes,
               strlen(broken->bytes));
        assert_int_equal(got.status, broken->status);
        assert_non_null(strstr(got.error.text, broken->error));
        gathered_free(&got);
    }
}

static void lto_objects_say_what_they_are(void **state)
{
    static const char file[] = "fatbins/small_lto.o";
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    (void)state;
    gather(&got, &elf_reader, file, bytes, size);
    assert_int_equal(got.status, CUOCC_ERR_NOT_FOUND);
    assert_non_null(strstr(got.error.text, "LTO IR"));
    gathered_free(&got);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_hold),
        cmocka_unit_test(containers_are_found),
        cmocka_unit_test(false_starts_are_passed),
        cmocka_unit_test(crafted_false_starts_end),
        cmocka_unit_test(archive_dialects_are_read),
        cmocka_unit_test(broken_archives_are_refused),
        cmocka_unit_test(lto_objects_say_what_they_are),
        cmocka_unit_test(truncated_ones_are_refused),
        cmocka_unit_test(flipped_bytes_do_no_harm),
        cmocka_unit_test(random_bytes_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* Files around device code. */
#include "input/host.h"

#include <string.h>

#include "input/cubin.h"
#include "input/elf_image.h"
#include "input/fatbin.h"
#include "input/report.h"

static enum cuocc_status read_sections(struct reading *reading, const struct elf_image *image)
{
    static const char *const names[] = {".nv_fatbin", "__nv_relfatbin"};
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 1; i < image->section_count && status == CUOCC_OK; ++i) {
        const struct elf_section *section = &image->sections[i];

        if (strcmp(section->name, names[0]) != 0 && strcmp(section->name, names[1]) != 0)
            continue;
        if (section->type == ELF_SECTION_NOBITS)
            reading_skip(reading, SKIP_NO_DATA, image->in, section->offset);
        else if (!elf_section_has_bytes(image, section))
            status = report_damage(reading->error, image->in, section->offset,
                                   "section %s ends past the %zu bytes of the file", section->name,
                                   image->in->size);
        else
            status = fatbin_read_section(reading, image->in, (size_t)section->offset,
                                         (size_t)(section->offset + section->size));
    }
    return status;
}

/* Some libraries keep containers as plain data for a loader of their own: where the sections
 * have no kernel, all bytes are searched. That passes the sections again, so what was
 * skipped there is forgotten first. */
static enum cuocc_status read_elf(struct reading *reading, const struct reader_input *in)
{
    size_t count = reading->kernels.count;
    struct skip_tally skips[SKIP_COUNT];
    struct elf_image image;
    enum cuocc_status status = elf_image_open(&image, in, reading->error);

    if (status != CUOCC_OK)
        return status;
    memcpy(skips, reading->skips, sizeof(skips));
    status = read_sections(reading, &image);
    elf_image_close(&image);
    if (status != CUOCC_OK || reading->kernels.count != count)
        return status;
    if (reading->skips[SKIP_NO_DATA].count == skips[SKIP_NO_DATA].count)
        memcpy(reading->skips, skips, sizeof(skips));
    reading->place.container = 0;
    return fatbin_scan(reading, in);
}

enum cuocc_status host_read(struct reading *reading, const struct reader_input *in)
{
    if (elf_is_cubin(in->bytes, in->size))
        return cubin_read(reading, in, NULL);
    if (elf_is_image(in->bytes, in->size))
        return read_elf(reading, in);
    if (fatbin_is_mine(in->bytes, in->size))
        return fatbin_read_section(reading, in, 0, in->size);
    return fatbin_scan(reading, in);
}

static enum cuocc_status read_host(const struct reader_input *in,
                                   const struct cuocc_kernel_sink *sink, struct cuocc_error *error)
{
    return reading_run(host_read, in, sink, error);
}

/* PE, COFF (x86-64, ARM64, with many sections), Mach-O (32, 64 bit, fat). */
static bool is_foreign(const uint8_t *head, size_t size)
{
    static const uint8_t starts[][4] = {
        {'M', 'Z'},
        {0x64, 0x86},
        {0x64, 0xaa},
        {0x00, 0x00, 0xff, 0xff},
        {0xce, 0xfa, 0xed, 0xfe},
        {0xcf, 0xfa, 0xed, 0xfe},
        {0xca, 0xfe, 0xba, 0xbe},
    };

    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); ++i) {
        size_t length = i < 3 ? 2 : 4;

        if (size >= length && memcmp(head, starts[i], length) == 0)
            return true;
    }
    return false;
}

const struct reader elf_reader = {
    .label = "ELF file",
    .is_mine = elf_is_image,
    .read = read_host,
};

const struct reader foreign_reader = {
    .label = "Windows or macOS binary",
    .is_mine = is_foreign,
    .read = read_host,
};

/* SPDX-License-Identifier: MIT */
/* An ELF image in memory, through libelf. */
#include "input/elf_image.h"

#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "input/report.h"
#include "support/library.h"

/* clang-format off */
#define ELF_FUNCTIONS(X) \
    X(elf_version) X(elf_memory) X(elf_kind) X(elf_end) X(elf_errmsg) \
    X(elf_getshdrnum) X(elf_getshdrstrndx) X(elf_getscn) X(elf_getdata) X(elf_strptr) \
    X(gelf_getehdr) X(gelf_getshdr) X(gelf_getsymshndx) X(gelf_fsize)
/* clang-format on */

LIBRARY_TABLE(libelf, ELF_FUNCTIONS)
CUOCC_OPEN_ELF(libelf, ELF_FUNCTIONS, CUOCC_NAME_ELF)

_Static_assert(ELF_MACHINE_CUDA == EM_CUDA, "");
_Static_assert(ELF_TYPE_REL == ET_REL && ELF_TYPE_EXEC == ET_EXEC, "");
_Static_assert(ELF_SECTION_SYMTAB == SHT_SYMTAB && ELF_SECTION_NOBITS == SHT_NOBITS, "");
_Static_assert(ELF_SYMBOL_FUNC == STT_FUNC, "");

/* libelf does not say whether what failed was the input or an allocation; the latter leaves its
 * mark in errno, which the callers have set to 0. */
static enum cuocc_status unless_out_of_memory(enum cuocc_status status,
                                              const struct reader_input *in,
                                              struct cuocc_error *error)
{
    if (errno != ENOMEM)
        return status;
    return cuocc_error_set(error, CUOCC_ERR_MEMORY, in->name, "%s",
                           cuocc_status_text(CUOCC_ERR_MEMORY));
}

static bool is_inside(const struct reader_input *in, uint64_t offset, uint64_t size)
{
    return offset <= in->size && size <= in->size - offset;
}

/* libelf takes headers that it cannot reach for absent; here that is damage. */
static enum cuocc_status check_headers(const struct elf_image *image, const GElf_Ehdr *header,
                                       size_t count, struct cuocc_error *error)
{
    const struct reader_input *in = image->in;
    size_t entry_size = image->libelf->gelf_fsize(image->handle, ELF_T_SHDR, 1, EV_CURRENT);

    if (header->e_shnum != 0)
        count = header->e_shnum;
    if (header->e_shoff != 0 && (!is_inside(in, header->e_shoff, entry_size) ||
                                 (count != 0 && header->e_shentsize != entry_size) ||
                                 count > (in->size - header->e_shoff) / entry_size))
        return report_damage(error, in, header->e_shoff,
                             "%zu section headers of %u bytes do not fit the %zu bytes of the ELF "
                             "image",
                             count, (unsigned)header->e_shentsize, in->size);
    if (!is_inside(in, header->e_phoff, (uint64_t)header->e_phnum * header->e_phentsize))
        return report_damage(error, in, header->e_phoff,
                             "%u program headers do not fit the %zu bytes of the ELF image",
                             (unsigned)header->e_phnum, in->size);
    return CUOCC_OK;
}

static enum cuocc_status read_section(struct elf_image *image, size_t index, size_t names,
                                      struct cuocc_error *error)
{
    struct elf_section *section = &image->sections[index];
    GElf_Shdr header;
    Elf_Scn *scn = image->libelf->elf_getscn(image->handle, index);

    if (scn == NULL || image->libelf->gelf_getshdr(scn, &header) == NULL)
        return report_damage(error, image->in, 0, "header of section %zu: %s", index,
                             image->libelf->elf_errmsg(-1));
    *section = (struct elf_section){
        .name = index != 0 ? image->libelf->elf_strptr(image->handle, names, header.sh_name) : "",
        .flags = header.sh_flags,
        .offset = header.sh_offset,
        .size = header.sh_size,
        .type = header.sh_type,
        .link = header.sh_link,
        .info = header.sh_info,
    };
    if (section->name == NULL)
        return report_damage(error, image->in, header.sh_offset,
                             "name of section %zu is outside of the section names", index);
    return CUOCC_OK;
}

static enum cuocc_status read_sections(struct elf_image *image, const GElf_Ehdr *header,
                                       struct cuocc_error *error)
{
    enum cuocc_status status;
    size_t count = 0, names = 0;

    if (image->libelf->elf_getshdrnum(image->handle, &count) != 0 ||
        image->libelf->elf_getshdrstrndx(image->handle, &names) != 0)
        return report_damage(error, image->in, header->e_shoff, "section headers: %s",
                             image->libelf->elf_errmsg(-1));
    status = check_headers(image, header, count, error);
    if (status != CUOCC_OK || count == 0)
        return status;
    image->sections = calloc(count, sizeof(image->sections[0]));
    if (image->sections == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, image->in->name, "%s",
                               cuocc_status_text(CUOCC_ERR_MEMORY));
    image->section_count = count;
    for (size_t i = 0; i < count && status == CUOCC_OK; ++i)
        status = read_section(image, i, names, error);
    return status;
}

static enum cuocc_status open_image(struct elf_image *image, const struct reader_input *in,
                                    struct cuocc_error *error)
{
    GElf_Ehdr header;

    (void)image->libelf->elf_version(EV_CURRENT);
    /* Never written to: libelf has no const form of this call. */
    image->handle = image->libelf->elf_memory((char *)in->bytes, in->size);
    if (image->handle == NULL || image->libelf->elf_kind(image->handle) != ELF_K_ELF ||
        image->libelf->gelf_getehdr(image->handle, &header) == NULL)
        return report_damage(error, in, 0, "starts as an ELF image, but its header is damaged");
    image->flags = header.e_flags;
    image->machine = header.e_machine;
    image->type = header.e_type;
    image->abi_version = header.e_ident[EI_ABIVERSION];
    return read_sections(image, &header, error);
}

static enum cuocc_status open_library(struct elf_image *image, struct cuocc_error *error)
{
    enum cuocc_status status;

    image->libelf = malloc(sizeof(*image->libelf));
    status = image->libelf != NULL ? libelf_open(image->libelf) : CUOCC_ERR_MEMORY;
    if (status == CUOCC_ERR_UNSUPPORTED)
        return cuocc_error_set(error, status, image->in->name,
                               "an ELF file, and this machine lacks %s (elfutils)", CUOCC_NAME_ELF);
    if (status != CUOCC_OK)
        return cuocc_error_set(error, status, image->in->name, "%s", cuocc_status_text(status));
    return CUOCC_OK;
}

enum cuocc_status elf_image_open(struct elf_image *image, const struct reader_input *in,
                                 struct cuocc_error *error)
{
    enum cuocc_status status;

    *image = (struct elf_image){.in = in};
    status = open_library(image, error);
    errno = 0;
    if (status == CUOCC_OK)
        status = unless_out_of_memory(open_image(image, in, error), in, error);
    if (status != CUOCC_OK)
        elf_image_close(image);
    return status;
}

void elf_image_close(struct elf_image *image)
{
    free(image->sections);
    if (image->handle != NULL)
        (void)image->libelf->elf_end(image->handle);
    free(image->libelf);
    *image = (struct elf_image){0};
}

/* The first section of a type, NULL if there is none. */
static const struct elf_section *find_section(const struct elf_image *image, uint32_t type)
{
    for (size_t i = 0; i < image->section_count; ++i) {
        if (image->sections[i].type == type)
            return &image->sections[i];
    }
    return NULL;
}

static Elf_Data *section_data(const struct elf_image *image, const struct elf_section *section)
{
    if (section == NULL || !elf_section_has_bytes(image, section))
        return NULL;
    return image->libelf->elf_getdata(
        image->libelf->elf_getscn(image->handle, (size_t)(section - image->sections)), NULL);
}

enum cuocc_status elf_symbols_open(struct elf_image *image, struct cuocc_error *error)
{
    const struct elf_section *table = find_section(image, SHT_SYMTAB);
    const Elf_Data *data;

    if (table == NULL)
        return CUOCC_OK;
    errno = 0;
    data = section_data(image, table);
    if (data == NULL || data->d_type != ELF_T_SYM)
        return unless_out_of_memory(
            report_damage(error, image->in, table->offset, "damaged symbol table"), image->in,
            error);
    image->symbols = section_data(image, table);
    image->symbol_sections = section_data(image, find_section(image, SHT_SYMTAB_SHNDX));
    image->symbol_names = table->link;
    image->symbol_count =
        data->d_size / image->libelf->gelf_fsize(image->handle, ELF_T_SYM, 1, EV_CURRENT);
    return unless_out_of_memory(CUOCC_OK, image->in, error);
}

bool elf_symbol_get(const struct elf_image *image, size_t index, struct elf_symbol *symbol)
{
    GElf_Sym raw;
    Elf32_Word section = 0;

    if (image->libelf->gelf_getsymshndx(image->symbols, image->symbol_sections, (int)index, &raw,
                                        &section) == NULL)
        return false;
    if (raw.st_shndx != SHN_XINDEX)
        section = raw.st_shndx < SHN_LORESERVE ? raw.st_shndx : 0;
    *symbol = (struct elf_symbol){
        .name = image->libelf->elf_strptr(image->handle, image->symbol_names, raw.st_name),
        .section = section < image->section_count ? section : 0,
        .type = GELF_ST_TYPE(raw.st_info),
        .other = raw.st_other,
    };
    return symbol->name != NULL;
}

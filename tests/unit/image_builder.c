/* SPDX-License-Identifier: MIT */
/* Makes ELF images, cubins and containers with what no compiler at hand writes. */
#include "image_builder.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_env.h"

enum {
    TYPE_ATTRIBUTES = 0x70000000,
    TYPE_COMPAT = 0x70000086,
    SECTIONS_A_KERNEL = 3
};

/* --- bytes --------------------------------------------------------------------------------- */

void blob_put(struct blob *blob, const void *bytes, size_t size)
{
    if (size == 0)
        return;
    if (blob->size + size > blob->room) {
        blob->room = (blob->size + size) * 2;
        blob->bytes = realloc(blob->bytes, blob->room);
        assert_non_null(blob->bytes);
    }
    if (bytes != NULL)
        memcpy(blob->bytes + blob->size, bytes, size);
    else
        memset(blob->bytes + blob->size, 0, size);
    blob->size += size;
}

void blob_zeros(struct blob *blob, size_t size)
{
    blob_put(blob, NULL, size);
}

void blob_free(struct blob *blob)
{
    free(blob->bytes);
    *blob = (struct blob){0};
}

static void blob_align(struct blob *blob)
{
    blob_zeros(blob, (8 - blob->size % 8) % 8);
}

static void blob_u32(struct blob *blob, uint32_t value)
{
    const uint8_t bytes[] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                             (uint8_t)(value >> 24)};

    blob_put(blob, bytes, sizeof(bytes));
}

/* --- ELF ------------------------------------------------------------------------------------ */

static Elf64_Shdr place_section(struct blob *out, struct blob *names,
                                const struct built_section *section)
{
    Elf64_Shdr header = {
        .sh_name = (Elf64_Word)names->size,
        .sh_type = section->type,
        .sh_flags = section->flags,
        .sh_size = section->size,
        .sh_link = section->link,
        .sh_info = section->info,
        .sh_addralign = 1,
        .sh_entsize = section->type == SHT_SYMTAB ? sizeof(Elf64_Sym) : 0,
    };

    blob_put(names, section->name, strlen(section->name) + 1);
    blob_align(out);
    header.sh_offset = out->size;
    if (section->bytes != NULL)
        blob_put(out, section->bytes, (size_t)section->size);
    return header;
}

/* More sections than 16 bits count go into the first header. */
static void finish_header(Elf64_Ehdr *header, Elf64_Shdr *sections, size_t count)
{
    header->e_shentsize = sizeof(Elf64_Shdr);
    header->e_shnum = (Elf64_Half)(count < SHN_LORESERVE ? count : 0);
    header->e_shstrndx = (Elf64_Half)(count <= SHN_LORESERVE ? count - 1 : SHN_XINDEX);
    if (count < SHN_LORESERVE)
        return;
    sections[0].sh_size = count;
    sections[0].sh_link = (Elf64_Word)(count - 1);
}

void build_elf(struct blob *out, const struct elf_kind_spec *kind,
               const struct built_section *sections, size_t count)
{
    Elf64_Ehdr header = {
        .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT, kind->os_abi,
                    kind->abi_version},
        .e_type = kind->type,
        .e_machine = kind->machine,
        .e_version = kind->version,
        .e_flags = kind->flags,
        .e_ehsize = sizeof(Elf64_Ehdr),
    };
    Elf64_Shdr *headers = calloc(count + 2, sizeof(*headers));
    struct blob names = {0};
    const size_t start = out->size;
    struct blob body = {0};

    assert_non_null(headers);
    blob_zeros(&names, 1);
    blob_zeros(&body, sizeof(header));
    for (size_t i = 0; i < count; ++i)
        headers[i + 1] = place_section(&body, &names, &sections[i]);
    blob_put(&names, ".shstrtab", sizeof(".shstrtab"));
    headers[count + 1] = (Elf64_Shdr){.sh_name = (Elf64_Word)(names.size - sizeof(".shstrtab")),
                                      .sh_type = SHT_STRTAB,
                                      .sh_offset = body.size,
                                      .sh_size = names.size,
                                      .sh_addralign = 1};
    blob_put(&body, names.bytes, names.size);
    blob_align(&body);
    if (!kind->without_section_headers) {
        header.e_shoff = body.size;
        finish_header(&header, headers, count + 2);
        blob_put(&body, headers, (count + 2) * sizeof(*headers));
    }
    memcpy(body.bytes, &header, sizeof(header));
    blob_put(out, body.bytes, body.size);
    assert_int_equal(out->size - start, body.size);
    blob_free(&body);
    blob_free(&names);
    free(headers);
}

/* --- cubin ----------------------------------------------------------------------------------- */

struct cubin_parts {
    struct blob symbols, symbol_sections, symbol_names, info;
    struct built_section *sections;
    size_t count;
};

static size_t add_section(struct cubin_parts *parts, struct built_section section)
{
    parts->sections[parts->count++] = section;
    return parts->count;
}

static void add_info(struct blob *info, uint8_t code, size_t symbol, uint32_t value)
{
    const uint8_t header[] = {4, code, 8, 0};

    blob_put(info, header, sizeof(header));
    blob_u32(info, (uint32_t)symbol);
    blob_u32(info, value);
}

/* The section names ".text.K", ".nv.info.K", ".nv.shared.K" of one kernel; they never move. */
static char *section_name(const char *prefix, const char *kernel)
{
    size_t size = strlen(prefix) + strlen(kernel) + 1;
    char *name = malloc(size);

    assert_non_null(name);
    (void)snprintf(name, size, "%s%s", prefix, kernel);
    return name;
}

static void add_symbol(struct cubin_parts *parts, const char *name, size_t section)
{
    const Elf64_Sym symbol = {
        .st_name = (Elf64_Word)parts->symbol_names.size,
        .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
        .st_other = 0x10,
        .st_shndx = (Elf64_Half)(section < SHN_LORESERVE ? section : SHN_XINDEX),
    };

    blob_put(&parts->symbols, &symbol, sizeof(symbol));
    blob_put(&parts->symbol_names, name, strlen(name) + 1);
    blob_u32(&parts->symbol_sections, section < SHN_LORESERVE ? 0 : (uint32_t)section);
}

static void add_built_kernel(struct cubin_parts *parts, const struct cubin_spec *spec, size_t index)
{
    char number[32];
    const char *name = spec->name != NULL ? spec->name : number;
    size_t symbol = index + 1, code;

    (void)snprintf(number, sizeof(number), "k%zu", index);
    code = add_section(parts, (struct built_section){
                                  .name = section_name(".text.", name),
                                  .type = SHT_PROGBITS,
                                  .flags = 6 | spec->code_flags,
                                  .info = (uint32_t)symbol | spec->code_info_regs << 24,
                                  .bytes = "",
                              });
    add_symbol(parts, name, code);
    if (spec->attributes != NULL)
        add_section(parts, (struct built_section){.name = section_name(".nv.info.", name),
                                                  .type = TYPE_ATTRIBUTES,
                                                  .info = (uint32_t)code,
                                                  .bytes = spec->attributes,
                                                  .size = spec->attributes_size});
    if (spec->shared_bytes != 0)
        add_section(parts, (struct built_section){.name = section_name(".nv.shared.", name),
                                                  .type = spec->shared_type != 0 ? spec->shared_type
                                                                                 : SHT_NOBITS,
                                                  .info = (uint32_t)code,
                                                  .size = spec->shared_bytes});
    if (spec->regs != 0)
        add_info(&parts->info, 0x2f, symbol, spec->regs);
    if (spec->min_stack_plus1 != 0)
        add_info(&parts->info, 0x12, symbol, spec->min_stack_plus1 - 1);
    if (spec->frame_plus1 != 0)
        add_info(&parts->info, 0x11, symbol, spec->frame_plus1 - 1);
}

static void add_tables(struct cubin_parts *parts, const struct cubin_spec *spec)
{
    const struct blob *symbols = &parts->symbols, *sections = &parts->symbol_sections;
    size_t names = add_section(parts, (struct built_section){.name = ".strtab",
                                                             .type = SHT_STRTAB,
                                                             .bytes = parts->symbol_names.bytes,
                                                             .size = parts->symbol_names.size});
    size_t table = add_section(parts, (struct built_section){.name = ".symtab",
                                                             .type = SHT_SYMTAB,
                                                             .link = (uint32_t)names,
                                                             .bytes = symbols->bytes,
                                                             .size = symbols->size});

    if (parts->count >= SHN_LORESERVE)
        add_section(parts, (struct built_section){.name = ".symtab_shndx",
                                                  .type = SHT_SYMTAB_SHNDX,
                                                  .link = (uint32_t)table,
                                                  .bytes = sections->bytes,
                                                  .size = sections->size});
    blob_put(&parts->info, spec->info, spec->info_size);
    if (!spec->without_info)
        add_section(parts, (struct built_section){.name = ".nv.info",
                                                  .type = TYPE_ATTRIBUTES,
                                                  .bytes = parts->info.bytes,
                                                  .size = parts->info.size});
    if (spec->compat != NULL)
        add_section(parts, (struct built_section){.name = ".nv.compat",
                                                  .type = TYPE_COMPAT,
                                                  .bytes = spec->compat,
                                                  .size = spec->compat_size});
}

void build_cubin(struct blob *out, const struct cubin_spec *spec)
{
    const struct elf_kind_spec kind = {
        .machine = 190,
        .type = spec->type != 0 ? spec->type : ET_EXEC,
        .version = spec->abi == 7 ? 118 : 1,
        .flags = spec->flags != 0 ? spec->flags : 0x06005a04,
        .os_abi = spec->abi == 7 ? 0x33 : 0x41,
        .abi_version = spec->abi != 0 || spec->is_abi_zero ? spec->abi : 8,
    };
    size_t kernel_count = spec->kernel_count != 0 ? spec->kernel_count : 1, named;
    struct cubin_parts parts = {0};

    parts.sections = calloc(kernel_count * SECTIONS_A_KERNEL + 8, sizeof(*parts.sections));
    assert_non_null(parts.sections);
    blob_zeros(&parts.symbols, sizeof(Elf64_Sym));
    blob_zeros(&parts.symbol_sections, 4);
    blob_zeros(&parts.symbol_names, 1);
    for (size_t i = 0; i < kernel_count; ++i)
        add_built_kernel(&parts, spec, i);
    named = parts.count;
    add_tables(&parts, spec);
    build_elf(out, &kind, parts.sections, parts.count);
    for (size_t i = 0; i < named; ++i)
        free((char *)parts.sections[i].name);
    free(parts.sections);
    blob_free(&parts.symbols);
    blob_free(&parts.symbol_sections);
    blob_free(&parts.symbol_names);
    blob_free(&parts.info);
}

/* --- container ------------------------------------------------------------------------------- */

static void put_number(uint8_t *at, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        at[i] = (uint8_t)(value >> (8 * i));
}

static void add_entry(struct blob *out, const struct entry_spec *entry)
{
    uint32_t header_size = entry->header_size != 0 ? entry->header_size : 64;
    size_t padded = (entry->size + 7) / 8 * 8;
    uint8_t header[64] = {0};

    put_number(header, entry->kind != 0 ? entry->kind : 2, 2);
    put_number(header + 2, 0x0101, 2);
    put_number(header + 4, header_size, 4);
    put_number(header + 8, padded, 8);
    put_number(header + 16, entry->packed, 4);
    put_number(header + 28, entry->sm != 0 ? entry->sm : 90, 4);
    put_number(header + 40, entry->flags, 8);
    put_number(header + 56, entry->unpacked, 8);
    blob_put(out, header, sizeof(header));
    blob_zeros(out, header_size - sizeof(header));
    blob_put(out, entry->payload, entry->size);
    blob_zeros(out, padded - entry->size);
}

void build_container(struct blob *out, const struct entry_spec *entries, size_t count)
{
    static const uint8_t magic[] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0};
    const size_t start = out->size;

    blob_put(out, magic, sizeof(magic));
    blob_zeros(out, 8);
    for (size_t i = 0; i < count; ++i)
        add_entry(out, &entries[i]);
    put_number(out->bytes + start + 8, out->size - start - 16, 8);
}

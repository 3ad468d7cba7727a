/* SPDX-License-Identifier: MIT */
/* An ELF image in memory, its section headers read once, every range checked. */
#ifndef INPUT_ELF_IMAGE_H
#define INPUT_ELF_IMAGE_H

#include "input/bytes.h"
#include "input/reader.h"

/* Of elf.h and the notes on cubins in docs/formats; here, since elf.h may not exist. */
enum {
    ELF_MACHINE_CUDA = 190,
    ELF_TYPE_REL = 1,
    ELF_TYPE_EXEC = 2,
    ELF_SECTION_SYMTAB = 2,
    ELF_SECTION_NOBITS = 8,
    ELF_SYMBOL_FUNC = 2
};

struct elf_section {
    const char *name;
    uint64_t flags, offset, size;
    uint32_t type, link, info;
};

struct elf_symbol {
    const char *name;
    uint32_t section; /* 0: undefined, or not one of the image's sections */
    uint8_t type, other;
};

struct elf_image {
    const struct reader_input *in; /* borrowed */
    uint32_t flags;
    uint16_t machine, type;
    uint8_t abi_version;
    struct elf_section *sections;
    size_t section_count;  /* 0: no section headers */
    size_t symbol_count;   /* 0 before elf_symbols_open() */
    uint32_t symbol_names; /* section of their names */
    struct libelf *libelf; /* its functions */
    void *handle, *symbols, *symbol_sections;
};

static inline bool elf_is_image(const uint8_t *head, size_t size)
{
    return size >= 20 && get_u32(head) == 0x464c457fU;
}

static inline bool elf_is_cubin(const uint8_t *head, size_t size)
{
    return elf_is_image(head, size) && get_u16(head + 18) == ELF_MACHINE_CUDA;
}

/**
 * @return CUOCC_ERR_SYNTAX       damaged: headers or names outside of the image
 *         CUOCC_ERR_UNSUPPORTED  a build or machine without libelf
 *         CUOCC_ERR_MEMORY
 *         CUOCC_OK               to be closed
 */
enum cuocc_status elf_image_open(struct elf_image *image, const struct reader_input *in,
                                 struct cuocc_error *error);

void elf_image_close(struct elf_image *image);

/* Whether a section's bytes all lie inside the image; false for one that has none (NOBITS). */
static inline bool elf_section_has_bytes(const struct elf_image *image,
                                         const struct elf_section *section)
{
    return section->type != ELF_SECTION_NOBITS && section->offset <= image->in->size &&
           section->size <= image->in->size - section->offset;
}

/* Find the symbol table. An image without one has no symbols, which is not an error. */
enum cuocc_status elf_symbols_open(struct elf_image *image, struct cuocc_error *error);

/* @return false: its name is outside of the names. */
bool elf_symbol_get(const struct elf_image *image, size_t index, struct elf_symbol *symbol);

#endif

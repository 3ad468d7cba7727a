/* SPDX-License-Identifier: MIT */
/* Stands for elf_image.c in a build without libelf: says so. */
#include "input/elf_image.h"

#include "support/error.h"

enum cuocc_status elf_image_open(struct elf_image *image, const struct reader_input *in,
                                 struct cuocc_error *error)
{
    *image = (struct elf_image){.in = in};
    return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, in->name,
                           "an ELF file, and this build lacks libelf (elfutils)");
}

void elf_image_close(struct elf_image *image)
{
    (void)image;
}

enum cuocc_status elf_symbols_open(struct elf_image *image, struct cuocc_error *error)
{
    (void)image, (void)error;
    return CUOCC_OK;
}

bool elf_symbol_get(const struct elf_image *image, size_t index, struct elf_symbol *symbol)
{
    (void)image, (void)index, (void)symbol;
    return false;
}

/* SPDX-License-Identifier: MIT */
/* What read.c asks of the reader of one binary format. */
#ifndef INPUT_READER_H
#define INPUT_READER_H

#include "cuocc/kernel.h"

/* A whole file in memory. The readers also use it for images inside of it. */
struct reader_input {
    const char *name; /* for messages: the path, or what leads to an image inside */
    const uint8_t *bytes;
    size_t size;
};

/* `read` returns what cuocc_kernels_read() promises. It delivers nothing from a file
 * that turns out to be damaged: kernels reach the sink after the last byte was checked. */
struct reader {
    const char *label; /* "ELF file", as in "reads ELF files" */
    bool (*is_mine)(const uint8_t *head, size_t size);
    enum cuocc_status (*read)(const struct reader_input *in, const struct cuocc_kernel_sink *sink,
                              struct cuocc_error *error);
};

/* elf: a cubin, or a host object, executable or shared library with containers inside.
 * fatbin: a bare container. archive: ar, of any of these. foreign: PE, COFF and Mach-O,
 * which are searched for containers as a whole. */
extern const struct reader elf_reader, fatbin_reader, archive_reader, foreign_reader;

/* The reader for what begins so; NULL: it is a text, or nothing that is known. */
const struct reader *reader_find(const uint8_t *head, size_t size);

#endif

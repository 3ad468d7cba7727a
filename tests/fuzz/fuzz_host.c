/* SPDX-License-Identifier: MIT */
/* Fuzzes the readers of host files: ELF, archives, and the search through foreign ones. */
#include "fuzz_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(&elf_reader, data, size);
    fuzz_read(&archive_reader, data, size);
    fuzz_read(&foreign_reader, data, size);
    return 0;
}

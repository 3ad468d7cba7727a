/* SPDX-License-Identifier: MIT */
/* Fuzzes the reader of bare cubins (and whatever else starts as ELF). */
#include "fuzz_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(&elf_reader, data, size);
    return 0;
}

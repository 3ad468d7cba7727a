/* SPDX-License-Identifier: MIT */
/* Fuzzes the reader of the text of cuobjdump -res-usage. */
#include "fuzz_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_lines(&resusage_reader, data, size);
    return 0;
}

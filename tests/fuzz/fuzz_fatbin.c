/* SPDX-License-Identifier: MIT */
/* Fuzzes the reader of bare containers. */
#include "fuzz_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(&fatbin_reader, data, size);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Fuzzes the reader of logs of compilers and linkers. */
#include "fuzz_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_lines(&ptxas_reader, data, size);
    return 0;
}

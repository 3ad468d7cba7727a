/* SPDX-License-Identifier: MIT */
/* Fuzzes the readers of Nsight Compute's two pages. */
#include "fuzz_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_lines(&ncu_csv_reader, data, size);
    fuzz_lines(&ncu_text_reader, data, size);
    return 0;
}

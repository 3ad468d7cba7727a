/* SPDX-License-Identifier: MIT */
/* The readers of binary formats. */
#include "input/reader.h"

/* In this order; the first that knows the head takes it. */
static const struct reader *const binary_readers[] = {
    &archive_reader,
    &elf_reader,
    &fatbin_reader,
    &foreign_reader,
};

const struct reader *reader_find(const uint8_t *head, size_t size)
{
    for (size_t i = 0; i < sizeof(binary_readers) / sizeof(binary_readers[0]); i++)
        if (binary_readers[i]->is_mine(head, size))
            return binary_readers[i];
    return NULL;
}

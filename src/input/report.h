/* SPDX-License-Identifier: MIT */
/* Errors and notes of the binary readers: the image's name and the offset in it. */
#ifndef INPUT_REPORT_H
#define INPUT_REPORT_H

#include "input/reader.h"
#include "support/error.h"

enum {
    REPORT_WHERE_SIZE = 256
};

/* Write "name: offset 0x..."; of a long name the end is kept. */
void report_where(char where[static REPORT_WHERE_SIZE], const struct reader_input *in,
                  uint64_t offset);

/* Report damage: CUOCC_ERR_SYNTAX, which is returned. */
SUPPORT_PRINTF(4, 5)
enum cuocc_status report_damage(struct cuocc_error *error, const struct reader_input *in,
                                uint64_t offset, const char *format, ...);

/* Tell the sink, if it listens. */
SUPPORT_PRINTF(4, 5)
void report_note(const struct cuocc_kernel_sink *sink, const struct reader_input *in,
                 uint64_t offset, const char *format, ...);

#endif

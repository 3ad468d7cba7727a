/* SPDX-License-Identifier: MIT */
/*
 * Lines of a batch: one launch each, as CSV with a header or as flat JSON objects.
 *
 * Lines are read in place, nothing is allocated. Both forms take the same names: those of the
 * columns that the program prints of a launch, and `id`.
 */
#ifndef INPUT_BATCH_H
#define INPUT_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "cuocc/launch.h"
#include "cuocc/status.h"

enum batch_form {
    BATCH_CSV,
    BATCH_JSON
};

enum batch_key {
    BATCH_ID,
    BATCH_DEVICE,
    BATCH_THREADS,
    BATCH_REGS,
    BATCH_SMEM,
    BATCH_BARRIERS,
    BATCH_CARVEOUT,
    BATCH_KEY_COUNT
};

/* How the lines are to be read. */
struct batch_format {
    enum batch_form form;
    enum batch_key columns[BATCH_KEY_COUNT]; /* CSV: what stands where */
    size_t column_count;
};

struct batch_line {
    const char *id; /* NULL: none. Points into the line; only texts end in NUL */
    size_t id_size;
    bool is_id_number;  /* to be written without quotes in JSON */
    const char *device; /* NULL: none. Points into the line */
    uint32_t given;     /* bit 1 << enum batch_key */
    struct cuocc_launch launch;
    char mistake[1024]; /* why it was refused; names the key and what is allowed */
};

/* Tell the form from the first byte: an object or a header. */
enum batch_form batch_form_of(char first);

/**
 * Read the header of CSV.
 *
 * @param line     `size` bytes, then a NUL; changed.
 * @param mistake  As struct batch_line's; set where false is returned.
 */
bool batch_read_header(struct batch_format *format, char *line, size_t size, char *mistake,
                       size_t mistake_size);

/**
 * Read one line without its end.
 *
 * @param line  `size` bytes, then a NUL; changed, and to be kept as long as `out`.
 * @param out   Filled; where false is returned only `mistake`, and `id` if it was read before.
 */
bool batch_read_line(const struct batch_format *format, char *line, size_t size,
                     struct batch_line *out);

#endif

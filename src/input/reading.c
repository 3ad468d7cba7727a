/* SPDX-License-Identifier: MIT */
/* What the binary readers share while they walk one file. */
#include "input/reading.h"

#include <stdio.h>
#include <stdlib.h>

#include "input/report.h"

struct skip_row {
    const char *text;         /* a count in brackets follows */
    enum cuocc_status reason; /* if the file has nothing else; CUOCC_OK: never the reason */
};

/* clang-format off */
static const struct skip_row skip_rows[] = {
    [SKIP_LZ4]            = { .reason = CUOCC_ERR_UNSUPPORTED, .text = "compressed with LZ4, and this build or machine lacks liblz4" },
    [SKIP_ZSTD]           = { .reason = CUOCC_ERR_UNSUPPORTED, .text = "compressed with zstd, and this build or machine lacks libzstd" },
    [SKIP_NO_DATA]        = { .reason = CUOCC_ERR_NOT_FOUND,   .text = "a section for device code without data, as in a separate debug file" },
    [SKIP_LTO]            = { .reason = CUOCC_ERR_NOT_FOUND,   .text = "LTO IR, which has no machine code until it is linked" },
    [SKIP_PTX]            = { .reason = CUOCC_ERR_NOT_FOUND,   .text = "PTX without machine code: ptxas or the driver will decide its registers" },
    [SKIP_UNKNOWN_KIND]   = { .reason = CUOCC_ERR_NOT_FOUND,   .text = "an entry of unknown kind" },
    [SKIP_TARGET_DIFFERS] = { .reason = CUOCC_OK,              .text = "the entry's header names another target than its cubin; the cubin's is shown" },
    [SKIP_ABI]            = { .reason = CUOCC_OK,              .text = "an ABI version above 8, read as 8" },
    [SKIP_SPILLS]         = { .reason = CUOCC_OK,              .text = "registers are spilled; machine code does not say how many bytes" },
};
/* clang-format on */

_Static_assert(sizeof(skip_rows) / sizeof(skip_rows[0]) == SKIP_COUNT, "one row a skip");

void reading_skip_at(struct reading *reading, enum skip skip, const char *where)
{
    struct skip_tally *tally = &reading->skips[skip];

    if (tally->count++ == 0)
        (void)snprintf(tally->where, sizeof(tally->where), "%s", where);
}

void reading_skip(struct reading *reading, enum skip skip, const struct reader_input *in,
                  uint64_t offset)
{
    char where[REPORT_WHERE_SIZE];

    report_where(where, in, offset);
    reading_skip_at(reading, skip, where);
}

enum cuocc_status reading_out_of_memory(const struct reading *reading,
                                        const struct reader_input *in)
{
    return cuocc_error_set(reading->error, CUOCC_ERR_MEMORY, in->name, "%s",
                           cuocc_status_text(CUOCC_ERR_MEMORY));
}

static void tell_skips(const struct reading *reading)
{
    char text[256];

    for (size_t i = 0; i < SKIP_COUNT && reading->sink->note != NULL; ++i) {
        const struct skip_tally *tally = &reading->skips[i];

        if (tally->count == 0)
            continue;
        (void)snprintf(text, sizeof(text), "%s (%u in this file)", skip_rows[i].text,
                       (unsigned)tally->count);
        reading->sink->note(reading->sink->ctx, tally->where, text);
    }
}

static enum cuocc_status explain_nothing(const struct reading *reading,
                                         const struct reader_input *in)
{
    for (size_t i = 0; i < SKIP_COUNT; ++i) {
        const struct skip_tally *tally = &reading->skips[i];

        if (tally->count != 0 && skip_rows[i].reason != CUOCC_OK)
            return cuocc_error_set(reading->error, skip_rows[i].reason, tally->where,
                                   "no kernel in machine code: %s (%u in this file)",
                                   skip_rows[i].text, (unsigned)tally->count);
    }
    return cuocc_error_set(reading->error, CUOCC_ERR_NOT_FOUND, in->name,
                           "holds no kernel in machine code");
}

enum cuocc_status reading_run(image_read_fn *image, const struct reader_input *in,
                              const struct cuocc_kernel_sink *sink, struct cuocc_error *error)
{
    struct reading *reading = calloc(1, sizeof(*reading));
    enum cuocc_status status;

    if (reading == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, in->name, "%s",
                               cuocc_status_text(CUOCC_ERR_MEMORY));
    reading->sink = sink;
    reading->error = error;
    status = image(reading, in);
    if (status == CUOCC_OK && reading->kernels.count == 0)
        status = explain_nothing(reading, in);
    if (status == CUOCC_OK) {
        tell_skips(reading);
        status = kernel_set_deliver(&reading->kernels, sink);
    }
    kernel_set_free(&reading->kernels);
    unpack_queue_free(&reading->unpack_queue);
    free(reading);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* Fuzzes the lines of a batch: the data is a whole batch, read as the program reads it. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "input/batch.h"
#include "support/utf8.h"

static void check_text(const char *text)
{
    while (*text != '\0') {
        size_t length = utf8_length(text);

        FUZZ_CHECK(length > 0);
        text += length;
    }
}

static void check_line(const struct batch_line *line)
{
    const struct cuocc_launch *launch = &line->launch;

    FUZZ_CHECK(launch->block_dim[0] >= 1 && launch->block_dim[0] < CUOCC_NOT_GIVEN);
    FUZZ_CHECK(launch->carveout_percent >= -1 && launch->carveout_percent <= 100);
    FUZZ_CHECK(launch->smem_per_block_bytes < CUOCC_NOT_GIVEN);
    FUZZ_CHECK(launch->block_dim[1] == 1 && launch->cluster_blocks == 0);
    if (line->device != NULL)
        check_text(line->device);
    if (line->id != NULL && !line->is_id_number) {
        check_text(line->id);
        FUZZ_CHECK(strlen(line->id) == line->id_size);
    }
}

/* A line gets memory of its own, so that a step outside of it is seen. */
static void read_line(struct batch_format *format, const uint8_t *data, size_t size, bool is_header,
                      bool *is_good)
{
    char *copy = malloc(size + 1);
    struct batch_line line;
    char mistake[64] = "";

    FUZZ_CHECK(copy != NULL);
    memcpy(copy, data, size);
    copy[size] = '\0';
    line.mistake[0] = '\0';
    if (is_header) {
        *is_good = batch_read_header(format, copy, size, mistake, sizeof(mistake));
        FUZZ_CHECK(*is_good || mistake[0] != '\0');
    } else if (batch_read_line(format, copy, size, &line)) {
        check_line(&line);
    } else {
        FUZZ_CHECK(line.mistake[0] != '\0');
        check_text(line.mistake);
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct batch_format format = {.form = batch_form_of(size > 0 ? (char)data[0] : '\0')};
    bool is_header = format.form == BATCH_CSV;
    bool is_good = true;

    while (size > 0 && is_good) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end != NULL ? (size_t)(end - data) : size;

        read_line(&format, data, length, is_header, &is_good);
        is_header = false;
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    return 0;
}

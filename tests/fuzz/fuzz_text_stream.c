/* SPDX-License-Identifier: MIT */
/* Fuzzes what makes lines of bytes: the size of the pieces that come in must not matter. */
#include "fuzz_text.h"
#include "input/text_stream.h"

static enum cuocc_status read_pieces(const uint8_t *data, size_t size, size_t piece,
                                     struct fuzz_sum *sum)
{
    const struct cuocc_kernel_sink sink = {
        .ctx = sum, .kernel = fuzz_take_kernel, .note = fuzz_take_note};
    struct cuocc_error error = {.status = CUOCC_OK};
    struct text_stream *stream = text_stream_begin("fuzz", &sink, &error);
    enum cuocc_status status = CUOCC_OK;

    FUZZ_CHECK(stream != NULL);
    for (size_t at = 0; at < size && status == CUOCC_OK; at += piece)
        status = text_stream_feed(stream, data + at, size - at < piece ? size - at : piece);
    if (status == CUOCC_OK)
        status = text_stream_end(stream);
    FUZZ_CHECK((status == CUOCC_OK) <= (sum->kernels > 0));
    FUZZ_CHECK(status == CUOCC_OK || (error.status == status && error.text[0] != '\0'));
    text_stream_destroy(stream);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_sum whole = {.kernels = 0};
    enum cuocc_status status = read_pieces(data, size, size > 0 ? size : 1, &whole);
    static const size_t pieces[] = {1, 2, 7, 64};

    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        struct fuzz_sum parts = {.kernels = 0};

        FUZZ_CHECK(read_pieces(data, size, pieces[i], &parts) == status);
        FUZZ_CHECK(parts.hash == whole.hash && parts.kernels == whole.kernels);
    }
    return 0;
}

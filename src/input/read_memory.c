/* SPDX-License-Identifier: MIT */
/* Reading what is in memory already. */
#include "cuocc/kernel.h"

#include "input/demangling_sink.h"
#include "input/reader.h"
#include "input/text_stream.h"
#include "support/error.h"

static enum cuocc_status read_text(const struct reader_input *in,
                                   const struct cuocc_kernel_sink *sink, struct cuocc_error *error)
{
    struct cuocc_kernel_sink wanted = *sink;
    struct cuocc_kernel_sink demangling = demangling_sink(&wanted);
    struct text_stream *stream = text_stream_begin(in->name, &demangling, error);
    enum cuocc_status status;

    if (stream == NULL)
        return cuocc_error_set(error, CUOCC_ERR_MEMORY, in->name, "out of memory");
    status = text_stream_feed(stream, in->bytes, in->size);
    if (status == CUOCC_OK)
        status = text_stream_end(stream);
    text_stream_destroy(stream);
    return status;
}

enum cuocc_status cuocc_kernels_read_memory(const void *bytes, size_t size, const char *name,
                                            const struct cuocc_kernel_sink *sink,
                                            struct cuocc_error *error)
{
    struct reader_input in = {.name = name, .bytes = bytes, .size = size};
    const struct reader *reader;

    if ((bytes == NULL && size > 0) || name == NULL || sink == NULL || sink->kernel == NULL)
        return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "", "no bytes, no name or no sink");
    reader = reader_find(bytes, size);
    if (reader != NULL)
        return reader->read(&in, sink, error);
    return read_text(&in, sink, error);
}

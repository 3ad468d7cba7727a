/* SPDX-License-Identifier: MIT */
/* A sink that adds what C++ names mean. */
#include "input/demangling_sink.h"

#include <stdlib.h>

#include "input/demangle.h"

static enum cuocc_status deliver_demangled(void *ctx, const struct cuocc_kernel *kernel)
{
    const struct cuocc_kernel_sink *sink = ctx;
    struct cuocc_kernel named = *kernel;
    char *demangled = demangle(kernel->name);
    enum cuocc_status status;

    named.demangled = demangled;
    status = sink->kernel(sink->ctx, &named);
    free(demangled);
    return status;
}

static void pass_note(void *ctx, const char *where, const char *text)
{
    const struct cuocc_kernel_sink *sink = ctx;

    if (sink->note != NULL)
        sink->note(sink->ctx, where, text);
}

struct cuocc_kernel_sink demangling_sink(struct cuocc_kernel_sink *sink)
{
    return (struct cuocc_kernel_sink){.ctx = sink, .kernel = deliver_demangled, .note = pass_note};
}

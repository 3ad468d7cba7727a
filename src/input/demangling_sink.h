/* SPDX-License-Identifier: MIT */
/* A sink that adds what C++ names mean. */
#ifndef INPUT_DEMANGLING_SINK_H
#define INPUT_DEMANGLING_SINK_H

#include "cuocc/kernel.h"

/* Texts have mangled names; their readers know no demangler.
 * @return a sink that passes all on to `sink`, which outlives it, with names demangled */
struct cuocc_kernel_sink demangling_sink(struct cuocc_kernel_sink *sink);

#endif

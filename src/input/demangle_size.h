/* SPDX-License-Identifier: MIT */
/* Whether a C++ name is well-formed, and does not become too long when it is demangled. */
#ifndef INPUT_DEMANGLE_SIZE_H
#define INPUT_DEMANGLE_SIZE_H

#include <stdbool.h>

/**
 * Tell from a name whether it is a mangled one ("_Z...") that can be demangled at a bounded price.
 *
 * A mangled name refers back to its own parts. Ten characters more can double the result,
 * and the C++ runtime writes it out to the last byte: of 300 characters it makes
 * gigabytes. Malformed ones it may read forever. Names from files are therefore measured
 * first, without demangling, and what is not understood to its last character stays mangled:
 * constraints, qualified members ("srN"), virtual tables and the like, none of them kernels.
 */
bool demangle_is_bounded(const char *mangled);

#endif

/* SPDX-License-Identifier: MIT */
/* Whether a C++ name becomes too long when it is demangled. */
#ifndef INPUT_DEMANGLE_SIZE_H
#define INPUT_DEMANGLE_SIZE_H

#include <stdbool.h>

/**
 * Tell from a mangled name ("_Z...") whether it can be demangled at a bounded price.
 *
 * A mangled name refers back to its own parts. Ten characters more can double the result,
 * and the C++ runtime writes it out to the last byte: of 300 characters it makes
 * gigabytes. Names from files are therefore measured first, without demangling.
 */
bool demangle_is_bounded(const char *mangled);

#endif

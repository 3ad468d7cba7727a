/* SPDX-License-Identifier: MIT */
/** How a function of libcuocc says that it could not do its work. */
#ifndef CUOCC_STATUS_H
#define CUOCC_STATUS_H

#include "cuocc/api.h"

CUOCC_BEGIN_DECLS

/**
 * Every status: X(name, number, text). The enum, the text function, the
 * `error` codes of JSON and the table in the man page are made from this list.
 *
 * ARGUMENT     a parameter breaks the contract written at the function
 * MEMORY       an allocation failed; nothing was changed
 * IO           a file could not be opened, read or written
 * SYNTAX       the bytes are not of the format they claim to be
 * VALUE        well-formed, but a value is missing, unknown, of the wrong type
 *              or impossible
 * NOT_FOUND    no device, product, kernel or file of that name
 * AMBIGUOUS    the name fits several things that differ
 * UNSUPPORTED  this build or this version lacks what the input needs
 * CANCELLED    a callback asked to stop
 */
#define CUOCC_STATUS_LIST(X)                                                                       \
    X(OK, 0, "success")                                                                            \
    X(ERR_ARGUMENT, 1, "invalid argument")                                                         \
    X(ERR_MEMORY, 2, "out of memory")                                                              \
    X(ERR_IO, 3, "input or output failed")                                                         \
    X(ERR_SYNTAX, 4, "malformed input")                                                            \
    X(ERR_VALUE, 5, "impossible value")                                                            \
    X(ERR_NOT_FOUND, 6, "not found")                                                               \
    X(ERR_AMBIGUOUS, 7, "ambiguous name")                                                          \
    X(ERR_UNSUPPORTED, 8, "not supported by this build")                                           \
    X(ERR_CANCELLED, 9, "stopped by the caller")

#define CUOCC_STATUS_ENUM(name, number, text) CUOCC_##name = (number),
enum cuocc_status {
    CUOCC_STATUS_LIST(CUOCC_STATUS_ENUM)
};
#undef CUOCC_STATUS_ENUM

/** @return the text of the list above, static; "unknown status" for a stranger. */
CUOCC_API const char *cuocc_status_text(enum cuocc_status status);

/**
 * Where something went wrong, and what. Filled by functions that read what
 * people wrote; they accept NULL where the caller does not care.
 *
 * where  a file with its JSON path, line or offset, or an option; may be ""
 * text   what was wrong and what is allowed, one line, no full stop
 */
struct cuocc_error {
    enum cuocc_status status;
    char where[256];
    char text[768];
};

CUOCC_END_DECLS

#endif

/* SPDX-License-Identifier: MIT */
/* Filling struct cuocc_error: one call where the mistake is found. */
#ifndef SUPPORT_ERROR_H
#define SUPPORT_ERROR_H

#include "cuocc/status.h"

#if defined(__GNUC__)
#define SUPPORT_PRINTF(format_arg, first_arg) __attribute__((format(printf, format_arg, first_arg)))
#else
#define SUPPORT_PRINTF(format_arg, first_arg)
#endif

/**
 * Write status, place and text; what does not fit is cut.
 *
 * @param error  NULL is allowed: the caller does not care.
 * @param where  May be "", not NULL.
 * @return       `status`, so that a function can return what it reports.
 */
SUPPORT_PRINTF(4, 5)
enum cuocc_status cuocc_error_set(struct cuocc_error *error, enum cuocc_status status,
                                  const char *where, const char *format, ...);

#ifdef __clang_analyzer__
/* It does not look into another file, where it would see that what is given is returned. */
#define cuocc_error_set(error_, status_, ...)                                                      \
    (cuocc_error_set(error_, status_, __VA_ARGS__), (status_))
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* Filling struct cuocc_error. */
#include "support/error.h"

#include <stdarg.h>
#include <stdio.h>

enum cuocc_status(cuocc_error_set)(struct cuocc_error *error, enum cuocc_status status,
                                   const char *where, const char *format, ...)
{
    va_list args;

    if (error == NULL)
        return status;
    error->status = status;
    (void)snprintf(error->where, sizeof(error->where), "%s", where);
    va_start(args, format);
    (void)vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    return status;
}

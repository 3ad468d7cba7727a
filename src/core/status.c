/* SPDX-License-Identifier: MIT */
/* The texts of cuocc/status.h. */
#include "cuocc/status.h"

const char *cuocc_status_text(enum cuocc_status status)
{
    switch (status) {
#define STATUS_CASE(name, number, text)                                                            \
    case CUOCC_##name:                                                                             \
        return text;
        CUOCC_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    }
    return "unknown status";
}

/* SPDX-License-Identifier: MIT */
/* The fixed part of each reason why a launch cannot run. */
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

#include "cuocc/solver.h"

struct reason_info {
    enum cuocc_limit limit;
    const char *unit;
    const char *text;
};

/* CUOCC_REASON_COUNT rows, indexed by enum cuocc_reason. */
extern const struct reason_info reason_infos[];

#endif

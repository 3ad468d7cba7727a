/* SPDX-License-Identifier: MIT */
/* The words of the limits and of the reasons in cuocc/solver.h. */
#include "core/limits.h"

static const struct cuocc_limit_info limit_infos[] = {
#define LIMIT_ROW(name_, key_, label_, unit_)                                                      \
    [CUOCC_LIMIT_##name_] = {.key = (key_), .label = (label_), .unit = (unit_)},
    CUOCC_LIMIT_LIST(LIMIT_ROW)
#undef LIMIT_ROW
};

_Static_assert(sizeof(limit_infos) / sizeof(limit_infos[0]) == CUOCC_LIMIT_COUNT,
               "a row for every limit");
_Static_assert(CUOCC_LIMIT_COUNT <= 32 && CUOCC_REASON_COUNT <= 32, "a bit for each in uint32_t");

const struct reason_info reason_infos[] = {
#define REASON_ROW(name_, limit_, unit_, text_)                                                    \
    [CUOCC_REASON_##name_] = {.limit = CUOCC_LIMIT_##limit_, .unit = (unit_), .text = (text_)},
    CUOCC_REASON_LIST(REASON_ROW)
#undef REASON_ROW
};

const struct cuocc_limit_info *cuocc_limit_info(enum cuocc_limit limit)
{
    return (unsigned)limit < CUOCC_LIMIT_COUNT ? &limit_infos[limit] : (const void *)0;
}

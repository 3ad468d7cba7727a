/* SPDX-License-Identifier: MIT */
/* Making the values that fields of reports and of plans hand out. */
#ifndef RENDER_VALUES_H
#define RENDER_VALUES_H

#include "render/report.h"

static inline struct value null_value(void)
{
    return (struct value){.kind = VALUE_NULL};
}

static inline struct value count_value(uint64_t count)
{
    return (struct value){.kind = VALUE_COUNT, .count = count};
}

static inline struct value optional(uint32_t count)
{
    return count == CUOCC_NOT_GIVEN ? null_value() : count_value(count);
}

/* 0 stands for "not given" in members that cannot be 0 otherwise. */
static inline struct value unless_zero(uint64_t count)
{
    return count == 0 ? null_value() : count_value(count);
}

static inline struct value real_value(double real)
{
    return (struct value){.kind = VALUE_REAL, .real = real};
}

static inline struct value bool_value(bool is_true)
{
    return (struct value){.kind = VALUE_BOOL, .count = is_true};
}

static inline struct value text_value(const char *text)
{
    return (struct value){.kind = VALUE_TEXT, .text = text};
}

#endif

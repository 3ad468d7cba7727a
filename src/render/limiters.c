/* SPDX-License-Identifier: MIT */
/* A set of limits in every form. */
#include "render/limiters.h"

#include <stdio.h>

void json_limiters(struct json *json, const char *key, uint32_t limiters)
{
    json_open_inline(json, key, '[');
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        if ((limiters >> i & 1U) != 0)
            json_text(json, NULL, cuocc_limit_info((enum cuocc_limit)i)->key);
    json_close(json, ']');
}

void csv_limiters(struct out *out, uint32_t limiters)
{
    const char *separator = "";

    for (unsigned i = 0; limiters >> i != 0; i++) {
        if ((limiters >> i & 1U) == 0)
            continue;
        out_text(out, separator);
        out_text(out, cuocc_limit_info((enum cuocc_limit)i)->key);
        separator = "+";
    }
}

void format_limiters(char *text, size_t size, uint32_t limiters)
{
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT && used < size; i++) {
        uint32_t rest = limiters >> i;
        const char *separator = used == 0 ? "" : rest == 1U ? " and " : ", ";

        if ((rest & 1U) != 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s", separator,
                                     cuocc_limit_info((enum cuocc_limit)i)->label);
    }
}

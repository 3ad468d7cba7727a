/* SPDX-License-Identifier: MIT */
/* Whether bytes are JSON (RFC 8259), and if not, in which line and column. */
#ifndef DB_JSON_SYNTAX_H
#define DB_JSON_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>

/* Objects and lists within one another; a device file needs four. */
#define JSON_DEPTH_MAX 16

struct json_mistake {
    size_t line;      /* from 1 */
    size_t column;    /* from 1, in bytes */
    const char *text; /* static */
};

/**
 * Check the whole text: one value, nothing after it, UTF-8, no NUL, not even
 * an escaped one. cJSON lets several of these pass (leading zeros, control
 * characters, what follows a NUL), and cannot tell a mistake from a lack of
 * memory; after this check a parser can fail for the latter only.
 *
 * @return false if it is not JSON; `mistake` then says where and why.
 */
bool json_syntax_check(const char *text, size_t size, struct json_mistake *mistake);

#endif

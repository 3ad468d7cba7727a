/* SPDX-License-Identifier: MIT */
/* A set of limits in every form: bit 1 << enum cuocc_limit for each. */
#ifndef RENDER_LIMITERS_H
#define RENDER_LIMITERS_H

#include "cuocc/solver.h"
#include "render/json_writer.h"

/* A list of keys. */
void json_limiters(struct json *json, const char *key, uint32_t limiters);
/* Keys joined by '+', one CSV cell. */
void csv_limiters(struct out *out, uint32_t limiters);
/* "registers and shared memory" */
void format_limiters(char *text, size_t size, uint32_t limiters);

#endif

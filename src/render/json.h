/* SPDX-License-Identifier: MIT */
/* Answers as JSON: docs/json.md is the contract. */
#ifndef RENDER_JSON_H
#define RENDER_JSON_H

#include "render/report.h"

/* A whole occ.result/1 document. */
void json_result(struct out *out, const struct report *report);

/* Parts of documents: a result as a member, and the objects `device` and `launch`. */
void json_result_object(struct json *json, const struct report *report);
/* The members of a result without its braces and schema; null where it is not answered. */
void json_result_members(struct json *json, const struct report *report, bool is_answered);
void json_device_object(struct json *json, const struct report *report);
void json_launch_object(struct json *json, const struct report *report);

/* An occ.list/1 document around several others. */
void json_list_begin(struct json *json);
void json_list_end(struct json *json);

void json_value(struct json *json, const char *key, struct value value);

/* An occ.sweep/1 document, as a stream: begin, a point for each answer, then
 * the indexes of the best between best_begin and end. */
void json_sweep_begin(struct json *json, struct out *out);
void json_sweep_point(struct json *json, const struct report *report);
void json_sweep_best_begin(struct json *json);
void json_sweep_best(struct json *json, uint64_t index);
void json_sweep_end(struct json *json);

#endif

/* SPDX-License-Identifier: MIT */
/* Answers as JSON. */
#include "render/json.h"

void json_value(struct json *json, const char *key, struct value value)
{
    switch (value.kind) {
    case VALUE_NULL:
        json_null(json, key);
        break;
    case VALUE_COUNT:
        json_u64(json, key, value.count);
        break;
    case VALUE_REAL:
        json_real(json, key, value.real);
        break;
    case VALUE_BOOL:
        json_bool(json, key, value.count != 0);
        break;
    case VALUE_TEXT:
        json_text(json, key, value.text);
        break;
    }
}

static void write_section(struct json *json, const struct report *report,
                          enum report_section section)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);

    for (size_t i = 0; i < count; i++) {
        if (fields[i].section != section)
            continue;
        if (fields[i].get != NULL)
            json_value(json, fields[i].key, fields[i].get(report));
        else
            fields[i].json(json, fields[i].key, report);
    }
}

static void write_limit(struct json *json, const struct report *report, enum cuocc_limit limit)
{
    const struct cuocc_result *result = &report->result;

    json_open_inline(json, cuocc_limit_info(limit)->key, '{');
    json_count(json, "blocks", result->block_limit[limit]);
    if (result->per_block[limit] == UINT64_MAX)
        json_null(json, "per_block");
    else
        json_u64(json, "per_block", result->per_block[limit]);
    json_count(json, "per_sm", result->per_sm[limit]);
    json_bool(json, "limiting", (result->limiters >> (unsigned)limit & 1U) != 0);
    json_close(json, '}');
}

static void write_limits(struct json *json, const struct report *report)
{
    json_open(json, "limits", '{');
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        if (report_has_limit(report, (enum cuocc_limit)i))
            write_limit(json, report, (enum cuocc_limit)i);
    json_close(json, '}');
}

void json_device_object(struct json *json, const struct report *report)
{
    json_open_inline(json, "device", '{');
    write_section(json, report, SECTION_DEVICE);
    json_close(json, '}');
}

void json_launch_object(struct json *json, const struct report *report)
{
    json_open(json, "launch", '{');
    write_section(json, report, SECTION_LAUNCH);
    json_close(json, '}');
}

void json_list_begin(struct json *json)
{
    json_open(json, NULL, '{');
    json_text(json, "schema", "occ.list/1");
    json_open(json, "items", '[');
}

void json_list_end(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
}

/* Members whose values need an answer, where there is none. */
static void write_nulls(struct json *json)
{
    size_t count;
    const struct report_field *fields = report_fields(&count);

    for (size_t i = 0; i < count; i++)
        if (fields[i].section == SECTION_RESULT && !fields[i].is_optional)
            json_null(json, fields[i].key);
}

void json_result_members(struct json *json, const struct report *report, bool is_answered)
{
    if (report->dev != NULL)
        json_device_object(json, report);
    else
        json_null(json, "device");
    json_launch_object(json, report);
    if (is_answered) {
        write_limits(json, report);
        write_section(json, report, SECTION_RESULT);
    } else {
        json_null(json, "limits");
        write_nulls(json);
    }
}

void json_result_object(struct json *json, const struct report *report)
{
    json_open(json, NULL, '{');
    json_text(json, "schema", "occ.result/1");
    json_result_members(json, report, true);
    json_close(json, '}');
}

void json_result(struct out *out, const struct report *report)
{
    struct json json;

    json_begin(&json, out, false);
    json_result_object(&json, report);
}

void json_sweep_begin(struct json *json, struct out *out)
{
    json_begin(json, out, false);
    json_open(json, NULL, '{');
    json_text(json, "schema", "occ.sweep/1");
    json_open(json, "points", '[');
}

void json_sweep_point(struct json *json, const struct report *report)
{
    json_result_object(json, report);
}

void json_sweep_best_begin(struct json *json)
{
    json_close(json, ']');
    json_open_inline(json, "best", '[');
}

void json_sweep_best(struct json *json, uint64_t index)
{
    json_u64(json, NULL, index);
}

void json_sweep_end(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
}

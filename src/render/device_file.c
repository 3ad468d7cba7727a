/* SPDX-License-Identifier: MIT */
/* Writing device files: docs/device-format.md describes them. */
#include "render/device_file.h"

#include <stdio.h>

#include "cuocc/device_fields.h"

static void write_sources(struct json *json, const struct device_document *document)
{
    json_open(json, "sources", '{');
    for (size_t i = 0; i < document->code_count; i++)
        json_text(json, document->codes[i].code, document->codes[i].text);
    json_close(json, '}');
}

static void write_limits(struct json *json, const struct device_document *document)
{
    const struct cuocc_device *dev = document->entry->dev;
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    json_open(json, "limits", '{');
    for (size_t i = 0; i < count; i++) {
        json_open_inline(json, fields[i].key, '{');
        json_device_limit(json, "value", dev, &fields[i]);
        json_text(json, "source", document->entry->sources[i]);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void write_products(struct json *json, const struct device_document *document)
{
    const struct device_entry *entry = document->entry;

    json_open(json, "products", '[');
    for (size_t i = 0; i < entry->product_count; i++) {
        json_open_inline(json, NULL, '{');
        json_text(json, "name", entry->products[i].name);
        json_open_inline(json, "aliases", '[');
        json_close(json, ']');
        json_count(json, "sm_count", entry->products[i].sm_count);
        json_text(json, "source", document->product_source);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void json_device_document(struct out *out, const struct device_document *document)
{
    const struct cuocc_device *dev = document->entry->dev;
    char capability[24];
    struct json json;

    (void)snprintf(capability, sizeof(capability), "%u.%u", dev->cc_major, dev->cc_minor);
    json_begin(&json, out, false);
    json_open(&json, NULL, '{');
    json_text(&json, "schema", "occ.device/1");
    json_text(&json, "name", dev->name);
    json_open_inline(&json, "aliases", '[');
    json_close(&json, ']');
    json_text(&json, "compute_capability", capability);
    json_text(&json, "architecture", dev->architecture);
    write_sources(&json, document);
    write_limits(&json, document);
    write_products(&json, document);
    json_close(&json, '}');
}

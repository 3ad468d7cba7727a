/* SPDX-License-Identifier: MIT */
/* The device database, for people and as occ.devices/1. */
#include "render/devices.h"

#include <stdio.h>
#include <string.h>

#include "cuocc/device_fields.h"

void text_devices_begin(struct out *out, const struct style *style)
{
    style_ink(out, style, INK_BOLD);
    out_printf(out, "%-8s %-5s %-23s %5s %6s %8s  %s\n", "device", "cc", "architecture", "warps",
               "blocks", "shared", "products");
    style_ink(out, style, INK_PLAIN);
}

void text_devices_row(struct out *out, const struct device_entry *entry)
{
    const struct cuocc_device *dev = entry->dev;
    char capability[24];

    (void)snprintf(capability, sizeof(capability), "%u.%u", dev->cc_major, dev->cc_minor);
    out_printf(out, "%-8s %-5s %-23s %5u %6u %4u KiB",
               entry->live_name != NULL ? entry->live_name : dev->name, capability,
               dev->architecture, dev->max_warps_per_sm, dev->max_blocks_per_sm,
               dev->smem_per_sm_bytes / 1024);
    if (entry->live_name != NULL)
        out_printf(out, "  %s, in this machine", dev->product);
    else if (entry->product_count > 0)
        out_printf(out, "  %zu product%s", entry->product_count,
                   entry->product_count == 1 ? "" : "s");
    out_char(out, '\n');
}

static void format_sizes(char *text, size_t size, const struct cuocc_device *dev)
{
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < dev->smem_carveout_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%u", i > 0 ? " " : "",
                                 dev->smem_carveout_bytes[i]);
}

static void format_field(char *text, size_t size, const struct cuocc_device *dev,
                         const struct cuocc_device_field *field)
{
    uint32_t value = cuocc_device_field_get(dev, field);

    if (field->kind == CUOCC_FIELD_SIZES && value > 0)
        format_sizes(text, size, dev);
    else if (field->kind == CUOCC_FIELD_SIZES)
        (void)snprintf(text, size, "not configurable");
    else if (field->kind == CUOCC_FIELD_BOOL)
        (void)snprintf(text, size, "%s", value != 0 ? "yes" : "no");
    else if (value == CUOCC_NOT_GIVEN)
        (void)snprintf(text, size, "not known");
    else
        (void)snprintf(text, size, "%u%s%s", value, field->unit[0] != '\0' ? " " : "", field->unit);
}

static void text_field(struct out *out, const struct style *style, const struct cuocc_device *dev,
                       const struct cuocc_device_field *field, const char *source)
{
    struct paragraph par;
    char value[200];

    format_field(value, sizeof(value), dev, field);
    out_printf(out, "  %-35s", field->key);
    paragraph_begin(&par, out, style, 37, 37);
    paragraph_text(&par, value);
    if (source != NULL) {
        paragraph_ink(&par, style, INK_DIM);
        paragraph_add(&par, "[%s]", source);
        paragraph_ink(&par, style, INK_PLAIN);
    }
    paragraph_end(&par);
}

static void text_source(struct out *out, const struct style *style,
                        const struct cuocc_source *source, bool is_first)
{
    struct paragraph par;

    if (is_first)
        out_text(out, "\n  sources\n");
    out_printf(out, "    %-7s", source->code);
    paragraph_begin(&par, out, style, 11, 11);
    paragraph_text(&par, source->text);
    paragraph_end(&par);
}

void text_device(struct out *out, const struct style *style, const struct device_entry *entry)
{
    const struct cuocc_device *dev = entry->dev;
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    style_ink(out, style, INK_BOLD);
    out_text(out, dev->name);
    style_ink(out, style, INK_PLAIN);
    out_printf(out, " (%s, compute capability %u.%u)\n\n", dev->architecture, dev->cc_major,
               dev->cc_minor);
    for (size_t i = 0; i < count; i++)
        text_field(out, style, dev, &fields[i], entry->sources != NULL ? entry->sources[i] : NULL);
    for (size_t i = 0; i < entry->code_count; i++)
        text_source(out, style, &entry->codes[i], i == 0);
    if (entry->product_count > 0)
        out_text(out, "\n  products\n");
    for (size_t i = 0; i < entry->product_count; i++) {
        out_printf(out, "    %-48s", entry->products[i].name);
        if (entry->products[i].sm_count != CUOCC_NOT_GIVEN)
            out_printf(out, " %4u SMs\n", entry->products[i].sm_count);
        else
            out_text(out, " SM count not known\n");
    }
}

void json_device_limit(struct json *json, const char *key, const struct cuocc_device *dev,
                       const struct cuocc_device_field *field)
{
    uint32_t value = cuocc_device_field_get(dev, field);

    if (field->kind == CUOCC_FIELD_BOOL) {
        json_bool(json, key, value != 0);
    } else if (field->kind == CUOCC_FIELD_SIZES) {
        json_open_inline(json, key, '[');
        for (uint32_t i = 0; i < value; i++)
            json_u64(json, NULL, dev->smem_carveout_bytes[i]);
        json_close(json, ']');
    } else {
        json_count(json, key, value);
    }
}

void json_devices_begin(struct json *json, struct out *out)
{
    json_begin(json, out, false);
    json_open(json, NULL, '{');
    json_text(json, "schema", "occ.devices/1");
    json_open(json, "devices", '[');
}

void json_devices_entry(struct json *json, const struct device_entry *entry)
{
    const struct cuocc_device *dev = entry->dev;
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);
    char capability[24];

    (void)snprintf(capability, sizeof(capability), "%u.%u", dev->cc_major, dev->cc_minor);
    json_open(json, NULL, '{');
    json_text(json, "name", entry->live_name != NULL ? entry->live_name : dev->name);
    json_text(json, "compute_capability", capability);
    json_text(json, "architecture", dev->architecture);
    json_open(json, "products", '[');
    for (size_t i = 0; i < entry->product_count; i++) {
        json_open_inline(json, NULL, '{');
        json_text(json, "name", entry->products[i].name);
        json_count(json, "sm_count", entry->products[i].sm_count);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_open(json, "limits", '{');
    for (size_t i = 0; i < count; i++)
        json_device_limit(json, fields[i].key, dev, &fields[i]);
    json_close(json, '}');
    json_close(json, '}');
}

void json_devices_end(struct json *json)
{
    json_close(json, ']');
    json_close(json, '}');
}

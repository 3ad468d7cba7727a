/* SPDX-License-Identifier: MIT */
/* The device database, for people and as occ.devices/1. */
#ifndef RENDER_DEVICES_H
#define RENDER_DEVICES_H

#include "cuocc/device_db.h"
#include "render/style.h"

/* One device with what the database knows of it. */
struct device_entry {
    const struct cuocc_device *dev;
    const struct cuocc_product *products;
    size_t product_count;
    const char *const *sources; /* one for each row of cuocc_device_fields(); NULL: not known */
    const struct cuocc_source *codes; /* what the sources abbreviate */
    size_t code_count;
    const char *live_name; /* "cuda:0": a GPU in this machine; NULL: of the database */
};

/* The list: one line a device. */
void text_devices_begin(struct out *out, const struct style *style);
void text_devices_row(struct out *out, const struct device_entry *entry);

/* Everything about one. */
void text_device(struct out *out, const struct style *style, const struct device_entry *entry);

/* occ.devices/1 as a stream. */
void json_devices_begin(struct json *json, struct out *out);
void json_devices_entry(struct json *json, const struct device_entry *entry);
void json_devices_end(struct json *json);

/* The value of one row of cuocc_device_fields() as a member. */
struct cuocc_device_field;
void json_device_limit(struct json *json, const char *key, const struct cuocc_device *dev,
                       const struct cuocc_device_field *field);

#endif

/* SPDX-License-Identifier: MIT */
/* A device as a file that --device reads again: occ.device/1. */
#ifndef RENDER_DEVICE_FILE_H
#define RENDER_DEVICE_FILE_H

#include "render/devices.h"

struct device_document {
    const struct device_entry *entry; /* its sources are needed */
    const struct cuocc_source *codes; /* that the sources use */
    size_t code_count;
    const char *product_source; /* where the products are from */
};

void json_device_document(struct out *out, const struct device_document *document);

#endif

/* SPDX-License-Identifier: MIT */
/* The attribute stream of cubins: sections .nv.info, .nv.info.KERNEL and .nv.compat. */
#ifndef INPUT_ATTRIBUTES_H
#define INPUT_ATTRIBUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum attribute_format {
    ATTRIBUTE_NONE = 1,
    ATTRIBUTE_BYTE = 2,
    ATTRIBUTE_HALF = 3,
    ATTRIBUTE_SIZED = 4
};

/* Named as cuobjdump -elf prints them, without EIATTR_. */
enum attribute_code {
    ATTRIBUTE_MAX_THREADS = 0x05,
    ATTRIBUTE_TARGET_IS_ACCELERATOR = 0x09, /* in .nv.compat */
    ATTRIBUTE_REQNTID = 0x10,
    ATTRIBUTE_FRAME_SIZE = 0x11,
    ATTRIBUTE_MIN_STACK_SIZE = 0x12,
    ATTRIBUTE_CBANK_PARAM_SIZE = 0x19,
    ATTRIBUTE_REGCOUNT = 0x2f,
    ATTRIBUTE_CUDA_API_VERSION = 0x37,
    ATTRIBUTE_CTA_PER_CLUSTER = 0x3d,
    ATTRIBUTE_NUM_BARRIERS = 0x4c,
    ATTRIBUTE_ANNOTATIONS = 0x55
};

struct attribute {
    uint8_t format, code;
    const uint8_t *payload; /* the value's first byte, whatever the format */
    size_t size;            /* bytes there: 0, 1, 2, or as stated */
};

/* A walk over one section: set `at` and `end`, then call attribute_next(). */
struct attribute_walk {
    const uint8_t *at, *end;
    bool is_broken; /* ended at a record that cannot be understood, which `at` shows */
};

bool attribute_next(struct attribute_walk *walk, struct attribute *attribute);

#endif

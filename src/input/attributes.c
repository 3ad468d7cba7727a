/* SPDX-License-Identifier: MIT */
/* The attribute stream of cubins. */
#include "input/attributes.h"

#include "input/bytes.h"

enum {
    HEADER_SIZE = 4
};

bool attribute_next(struct attribute_walk *walk, struct attribute *attribute)
{
    size_t left = (size_t)(walk->end - walk->at);
    size_t record_size = HEADER_SIZE;

    if (left == 0)
        return false;
    walk->is_broken = true;
    if (left < HEADER_SIZE)
        return false;
    *attribute =
        (struct attribute){.format = walk->at[0], .code = walk->at[1], .payload = walk->at + 2};
    switch (attribute->format) {
    case ATTRIBUTE_NONE:
        break;
    case ATTRIBUTE_BYTE:
        attribute->size = 1;
        break;
    case ATTRIBUTE_HALF:
        attribute->size = 2;
        break;
    case ATTRIBUTE_SIZED:
        attribute->size = get_u16(walk->at + 2);
        attribute->payload = walk->at + HEADER_SIZE;
        record_size += attribute->size;
        break;
    default:
        return false;
    }
    if (record_size > left)
        return false;
    walk->at += record_size;
    walk->is_broken = false;
    return true;
}

/* SPDX-License-Identifier: MIT */
/* Memory to unpack into, used again: that of a large library is a gigabyte, and memory which was
 * just written to is several times faster than memory fresh from the system. */
#ifndef INPUT_UNPACK_ROOMS_H
#define INPUT_UNPACK_ROOMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed is none. */
struct unpack_room {
    uint8_t *bytes;
    size_t size;
};

enum {
    MOST_UNPACK_ROOMS = 16
};

/* Those that are not in use, the last used behind the others. Zeroed is empty; to be freed. */
struct unpack_rooms {
    struct unpack_room kept[MOST_UNPACK_ROOMS];
    size_t count;
    size_t bytes; /* of all that are kept; there is a limit to them */
};

/* @return a room of `size` bytes or more, `bytes` NULL if there is no memory; for
 * unpack_rooms_give() */
struct unpack_room unpack_rooms_take(struct unpack_rooms *rooms, size_t size);

void unpack_rooms_give(struct unpack_rooms *rooms, struct unpack_room room);

void unpack_rooms_free(struct unpack_rooms *rooms);

#endif

/* SPDX-License-Identifier: MIT */
/* Memory to unpack into, used again. */
#define _DEFAULT_SOURCE /* madvise() */
#include "input/unpack_rooms.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* What a processor maps at once, where the system lets it: x86-64 and most of AArch64. */
#define LARGE_PAGE ((size_t)2 << 20)
/* Below this a large page is mostly waste. */
#define LEAST_LARGE_ROOM (LARGE_PAGE / 8)
#define MOST_BYTES_KEPT  ((size_t)64 << 20)

static struct unpack_room room_new(size_t size)
{
    struct unpack_room room = {.size = size};

    if (size < LEAST_LARGE_ROOM || size > SIZE_MAX - LARGE_PAGE) {
        room.bytes = malloc(size);
        return room;
    }
    room.size = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    room.bytes = aligned_alloc(LARGE_PAGE, room.size);
#ifdef MADV_HUGEPAGE
    if (room.bytes != NULL)
        (void)madvise(room.bytes, room.size, MADV_HUGEPAGE);
#endif
    return room;
}

static struct unpack_room remove_at(struct unpack_rooms *rooms, size_t index)
{
    struct unpack_room removed = rooms->kept[index];

    rooms->count--;
    rooms->bytes -= removed.size;
    memmove(&rooms->kept[index], &rooms->kept[index + 1],
            (rooms->count - index) * sizeof(rooms->kept[0]));
    return removed;
}

/* Not a far larger one: that would be missing, and made anew, when it is needed. */
static bool suits(const struct unpack_room *room, size_t size)
{
    return room->size >= size && (room->size <= LARGE_PAGE || room->size / 2 <= size);
}

struct unpack_room unpack_rooms_take(struct unpack_rooms *rooms, size_t size)
{
    for (size_t i = rooms->count; i > 0; i--)
        if (suits(&rooms->kept[i - 1], size))
            return remove_at(rooms, i - 1);
    return room_new(size);
}

void unpack_rooms_give(struct unpack_rooms *rooms, struct unpack_room room)
{
    if (room.bytes == NULL || room.size > MOST_BYTES_KEPT) {
        free(room.bytes);
        return;
    }
    while (rooms->count == MOST_UNPACK_ROOMS || rooms->bytes + room.size > MOST_BYTES_KEPT)
        free(remove_at(rooms, 0).bytes);
    rooms->kept[rooms->count++] = room;
    rooms->bytes += room.size;
}

void unpack_rooms_free(struct unpack_rooms *rooms)
{
    while (rooms->count > 0)
        free(remove_at(rooms, 0).bytes);
}

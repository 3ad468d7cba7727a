/* SPDX-License-Identifier: MIT */
/* Rooms to unpack into: the last used comes first, and what is kept is bounded. */
#include "cmocka_env.h"

#include <string.h>

#include "input/unpack_rooms.h"

#define MIB ((size_t)1 << 20)

static void give(struct unpack_rooms *rooms, size_t size)
{
    struct unpack_room room = unpack_rooms_take(rooms, size);

    assert_non_null(room.bytes);
    assert_true(room.size >= size);
    memset(room.bytes, 1, size); /* all of it is there */
    unpack_rooms_give(rooms, room);
}

static void the_last_used_that_is_large_enough_comes(void **state)
{
    static const size_t sizes[] = {1000, 100000, 3 * MIB, 300};
    struct unpack_rooms rooms = {0};
    struct unpack_room taken[4];

    (void)state;
    for (size_t i = 0; i < 4; i++)
        taken[i] = unpack_rooms_take(&rooms, sizes[i]);
    for (size_t i = 0; i < 4; i++)
        unpack_rooms_give(&rooms, taken[i]);
    assert_int_equal(rooms.count, 4);
    assert_ptr_equal(unpack_rooms_take(&rooms, 300).bytes, taken[3].bytes);
    /* One that is far larger is left for what needs it. */
    assert_ptr_equal(unpack_rooms_take(&rooms, 301).bytes, taken[1].bytes);
    assert_ptr_equal(unpack_rooms_take(&rooms, 1000).bytes, taken[0].bytes);
    assert_ptr_equal(unpack_rooms_take(&rooms, 2 * MIB).bytes, taken[2].bytes);
    assert_int_equal(rooms.count, 0);
    assert_int_equal(rooms.bytes, 0);
    for (size_t i = 0; i < 4; i++)
        unpack_rooms_give(&rooms, taken[i]);
    unpack_rooms_free(&rooms);
    assert_int_equal(rooms.count, 0);
}

static void what_is_kept_is_bounded(void **state)
{
    struct unpack_rooms rooms = {0};
    struct unpack_room taken[2 * MOST_UNPACK_ROOMS];
    size_t count = sizeof(taken) / sizeof(taken[0]);

    (void)state;
    for (size_t size = 500; size <= 10 * MIB; size *= 20) {
        for (size_t i = 0; i < count; i++)
            taken[i] = unpack_rooms_take(&rooms, size);
        for (size_t i = 0; i < count; i++) {
            unpack_rooms_give(&rooms, taken[i]);
            assert_in_range(rooms.count, 1, MOST_UNPACK_ROOMS);
            assert_true(rooms.bytes <= 64 * MIB);
        }
    }
    assert_true(rooms.bytes > 32 * MIB);
    /* One larger than the bound is not kept, and drives nothing out. */
    count = rooms.count;
    give(&rooms, 65 * MIB);
    assert_int_equal(rooms.count, count);
    /* What there was no memory for is no room. */
    unpack_rooms_give(&rooms, (struct unpack_room){.size = 100});
    assert_int_equal(rooms.count, count);
    unpack_rooms_free(&rooms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_used_that_is_large_enough_comes),
        cmocka_unit_test(what_is_kept_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

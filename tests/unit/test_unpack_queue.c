/* SPDX-License-Identifier: MIT */
/* Unpacking ahead: every entry comes in its turn with its own bytes, or its own damage. */
#include "cmocka_env.h"

#include <stdlib.h>
#include <string.h>

#include "input/unpack_queue.h"

enum {
    ENTRIES = 3000,
    ENTRY_BYTES = 8192, /* at most; together enough that threads are started */
    DAMAGED = 2222,     /* this one does not unpack to the size that it states */
    IMPOSSIBLE = 1700,  /* this one states more bytes than there is memory */
    GIANT = 1500,
    GIANT_BYTES = 80 << 20 /* more than is kept unpacked */
};

struct entries {
    struct packed packed[ENTRIES];
    uint8_t *bytes; /* the entries one behind the other */
    size_t next;
    size_t given;
};

/* A sanitizer's allocator stops the program otherwise. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier) */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void build(struct entries *entries, size_t giant_bytes)
{
    size_t used = 0;

    entries->bytes = malloc((size_t)ENTRIES * ENTRY_BYTES + GIANT_BYTES);
    assert_non_null(entries->bytes);
    entries->next = entries->given = 0;
    for (size_t i = 0; i < ENTRIES; i++) {
        size_t size = i == GIANT && giant_bytes != 0 ? giant_bytes : 1 + i * 7919 % ENTRY_BYTES;

        memset(entries->bytes + used, (int)(i % 251), size);
        entries->packed[i] = (struct packed){
            .bytes = entries->bytes + used,
            .packed_size = size,
            .size = i == DAMAGED      ? size + 1
                    : i == IMPOSSIBLE ? SIZE_MAX / 4
                                      : size,
            .packing = PACKING_NONE,
        };
        used += size;
    }
}

static bool next_entry(void *ctx, struct packed *next)
{
    struct entries *entries = ctx;

    if (entries->next == ENTRIES)
        return false;
    *next = entries->packed[entries->next++];
    entries->given++;
    return true;
}

static void check_entry(struct unpack_queue *queue, const struct entries *entries, size_t i)
{
    const struct packed *wanted = &entries->packed[i];
    const uint8_t *bytes;
    enum unpacked result = unpack_queue_take(queue, wanted, &bytes);

    assert_int_equal(result, i == DAMAGED      ? UNPACK_DAMAGED
                             : i == IMPOSSIBLE ? UNPACK_NO_MEMORY
                                               : UNPACKED);
    if (result == UNPACKED)
        assert_memory_equal(bytes, wanted->bytes, wanted->size);
}

static void entries_come_in_their_turn(void **state)
{
    static struct entries entries;
    struct unpack_queue queue = {0};

    (void)state;
    build(&entries, 0);
    unpack_queue_begin(&queue, next_entry, &entries);
    for (size_t i = 0; i < ENTRIES; i++)
        check_entry(&queue, &entries, i);
    unpack_queue_end(&queue);
    if (queue.workers == NULL)
        assert_true(queue.has_no_workers); /* one core */
    else
        assert_true(entries.given > ENTRIES / 2);
    /* The same once more, with some left out, and left in the middle. */
    entries.next = 0;
    unpack_queue_begin(&queue, next_entry, &entries);
    for (size_t i = 5; i < ENTRIES - 10; i += 1 + i % 3)
        check_entry(&queue, &entries, i);
    unpack_queue_end(&queue);
    /* What comes is not known: each is unpacked when it is asked for. */
    for (size_t i = IMPOSSIBLE - 5; i < IMPOSSIBLE + 5; i++)
        check_entry(&queue, &entries, i);
    unpack_queue_free(&queue);
    free(entries.bytes);
}

/* Not one of those that were announced: it is unpacked by itself, and those behind it come. */
static void one_that_was_not_announced_comes_too(void **state)
{
    static struct entries entries;
    struct unpack_queue queue = {0};
    struct packed other = {.packed_size = 1, .size = 1, .packing = PACKING_NONE};
    const uint8_t *bytes;

    (void)state;
    build(&entries, 0);
    unpack_queue_begin(&queue, next_entry, &entries);
    for (size_t i = 0; i < 2000; i++)
        check_entry(&queue, &entries, i);
    assert_true(entries.packed[2003].size > 1);
    other.bytes = entries.packed[2003].bytes + 1;
    assert_int_equal(unpack_queue_take(&queue, &other, &bytes), UNPACKED);
    assert_int_equal(bytes[0], other.bytes[0]);
    for (size_t i = 2004; i < 2050; i++)
        check_entry(&queue, &entries, i);
    unpack_queue_free(&queue);
    free(entries.bytes);
}

static void one_larger_than_all_room_comes_too(void **state)
{
    static struct entries entries;
    struct unpack_queue queue = {0};

    (void)state;
    build(&entries, GIANT_BYTES);
    unpack_queue_begin(&queue, next_entry, &entries);
    for (size_t i = 0; i < GIANT + 50; i++)
        check_entry(&queue, &entries, i);
    unpack_queue_free(&queue); /* at any time */
    free(entries.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_come_in_their_turn),
        cmocka_unit_test(one_that_was_not_announced_comes_too),
        cmocka_unit_test(one_larger_than_all_room_comes_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

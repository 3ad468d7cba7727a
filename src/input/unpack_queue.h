/* SPDX-License-Identifier: MIT */
/* Unpacking ahead of the reader: a large library is mostly that, and its entries are independent.
 */
#ifndef INPUT_UNPACK_QUEUE_H
#define INPUT_UNPACK_QUEUE_H

#include <stdbool.h>

#include "input/unpack.h"
#include "input/unpack_rooms.h"

/* The entries in the order in which they will be taken. @return false after the last */
typedef bool next_packed_fn(void *ctx, struct packed *next);

/* Zeroed is empty; to be freed. */
struct unpack_queue {
    struct unpack_workers *workers; /* NULL as long as too little was unpacked to pay for them */
    size_t unpacked_bytes;          /* so far */
    bool has_no_workers;            /* there can be none */
    next_packed_fn *next;           /* NULL: nothing is known of what comes */
    void *ctx;
    struct unpack_rooms rooms;
    /* What is not unpacked ahead. */
    struct unpacker unpacker;
    struct unpack_room room;
};

/* From here on the entries come from `next`; the bytes stay until unpack_queue_end(). */
void unpack_queue_begin(struct unpack_queue *queue, next_packed_fn *next, void *ctx);

/**
 * Wait until an entry is unpacked.
 *
 * @param wanted  One of `next`, in its order; some may be left out.
 * @param bytes   Its `wanted->size` bytes, until the next call.
 */
enum unpacked unpack_queue_take(struct unpack_queue *queue, const struct packed *wanted,
                                const uint8_t **bytes);

/* Nothing of what was packed is looked at after this. */
void unpack_queue_end(struct unpack_queue *queue);

void unpack_queue_free(struct unpack_queue *queue);

#endif

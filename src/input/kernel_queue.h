/* SPDX-License-Identifier: MIT */
/**
 * Kernels that wait, in the file's order, because a later line may still change
 * them: a linker's figures replace the compiler's.
 *
 * The queue is bounded. When it is full the oldest is delivered, so a text of
 * any length is read in constant memory.
 */
#ifndef INPUT_KERNEL_QUEUE_H
#define INPUT_KERNEL_QUEUE_H

#include "input/text_reader.h"

struct queued {
    struct cuocc_kernel kernel; /* name and source point to the two below */
    char *name;
    char *source;
    uint64_t name_hash;
    uint64_t line;
    uint64_t run; /* two marks of the reader: which run of the tool, and what it knows of it */
    uint32_t flags;
};

struct kernel_queue {
    struct text_out *out;
    /* Settles the last facts of a kernel that leaves; false: do not deliver it. */
    bool (*settle)(void *ctx, struct queued *leaving);
    void *ctx;
    /* Items are numbered from 1 as they come; up to `gone` they have left. The item of a
     * number stands at (number - 1) % capacity. */
    struct queued *items;
    size_t capacity;
    size_t count;
    uint64_t gone;
    size_t text_bytes;
    /* Chains of equal name hashes, newest first; 0 ends one. */
    uint64_t *chain_start;
    uint64_t *chain_next;
};

/**
 * Append. The strings were made by text_copy() and belong to the queue from here
 * on, on failure too; `source` may be NULL.
 */
enum cuocc_status kernel_queue_push(struct kernel_queue *queue, const struct queued *item);
/** The `age`-th newest, 0 the newest; NULL: none. */
struct queued *kernel_queue_recent(const struct kernel_queue *queue, size_t age);
/** The newest waiting kernel of that name; then, from one of them, the next older. NULL: none. */
struct queued *kernel_queue_find(const struct kernel_queue *queue, const char *name);
struct queued *kernel_queue_older(const struct kernel_queue *queue, const struct queued *from);
/** Deliver all. */
enum cuocc_status kernel_queue_flush(struct kernel_queue *queue);
void kernel_queue_clear(struct kernel_queue *queue);

#endif

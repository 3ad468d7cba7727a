/* SPDX-License-Identifier: MIT */
/* Kernels that wait because a later line may still change them. */
#include "input/kernel_queue.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 64,
    MOST_CAPACITY = 32768,
    MOST_TEXT_BYTES = 16 << 20, /* of their names */
};

static size_t text_size(const struct queued *item)
{
    return strlen(item->name) + (item->source != NULL ? strlen(item->source) : 0);
}

static void release(struct queued *item)
{
    free(item->name);
    free(item->source);
    item->name = NULL;
    item->source = NULL;
}

static struct queued *item_at(const struct kernel_queue *queue, size_t index)
{
    /* The analyzer does not follow grow(), which replaces what it frees. */
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
    return &queue->items[(queue->gone + index) % queue->capacity];
}

struct queued *kernel_queue_recent(const struct kernel_queue *queue, size_t age)
{
    return age < queue->count ? item_at(queue, queue->count - 1 - age) : NULL;
}

static struct queued *follow(const struct kernel_queue *queue, uint64_t number, const char *name,
                             uint64_t hash)
{
    while (number > queue->gone) {
        size_t slot = (size_t)((number - 1) % queue->capacity);
        struct queued *item = &queue->items[slot];

        if (item->name_hash == hash && strcmp(item->name, name) == 0)
            return item;
        number = queue->chain_next[slot];
    }
    return NULL;
}

struct queued *kernel_queue_find(const struct kernel_queue *queue, const char *name)
{
    uint64_t hash = span_hash(span_of(name));

    if (queue->count == 0)
        return NULL;
    return follow(queue, queue->chain_start[hash % queue->capacity], name, hash);
}

struct queued *kernel_queue_older(const struct kernel_queue *queue, const struct queued *from)
{
    return follow(queue, queue->chain_next[from - queue->items], from->name, from->name_hash);
}

static bool allocate(struct kernel_queue *queue, size_t capacity)
{
    queue->capacity = capacity;
    queue->items = calloc(capacity, sizeof(*queue->items));
    queue->chain_start = calloc(capacity, sizeof(*queue->chain_start));
    queue->chain_next = calloc(capacity, sizeof(*queue->chain_next));
    return queue->items != NULL && queue->chain_start != NULL && queue->chain_next != NULL;
}

static void free_arrays(struct kernel_queue *queue)
{
    free(queue->items);
    free(queue->chain_start);
    free(queue->chain_next);
    queue->items = NULL;
    queue->chain_start = NULL;
    queue->chain_next = NULL;
}

static void append(struct kernel_queue *queue, const struct queued *item)
{
    struct queued *added = item_at(queue, queue->count);
    uint64_t hash = span_hash(span_of(item->name));
    uint64_t *start = &queue->chain_start[hash % queue->capacity];

    *added = *item;
    added->name_hash = hash;
    queue->chain_next[added - queue->items] = *start;
    queue->text_bytes += text_size(item);
    queue->count++;
    *start = queue->gone + queue->count;
}

/* The first room, or twice as much; all are chained anew. */
static bool grow(struct kernel_queue *queue)
{
    struct kernel_queue larger = *queue;

    larger.count = 0;
    larger.text_bytes = 0;
    if (!allocate(&larger, queue->capacity > 0 ? queue->capacity * 2 : FIRST_CAPACITY)) {
        free_arrays(&larger);
        return false;
    }
    for (size_t i = 0; i < queue->count; i++)
        append(&larger, item_at(queue, i));
    free_arrays(queue);
    *queue = larger;
    return true;
}

static void drop_first(struct kernel_queue *queue)
{
    struct queued *item = item_at(queue, 0);

    queue->text_bytes -= text_size(item);
    release(item);
    queue->count--;
    queue->gone++;
}

static enum cuocc_status deliver_first(struct kernel_queue *queue)
{
    struct queued *item = item_at(queue, 0);
    enum cuocc_status status = CUOCC_OK;

    if (queue->settle(queue->ctx, item)) {
        item->kernel.name = item->name;
        item->kernel.source = item->source;
        status = text_deliver(queue->out, &item->kernel);
    }
    drop_first(queue);
    return status;
}

enum cuocc_status kernel_queue_push(struct kernel_queue *queue, const struct queued *item)
{
    enum cuocc_status status = CUOCC_OK;
    struct queued mine = *item;

    if (mine.name == NULL ||
        (queue->count == queue->capacity && queue->capacity < MOST_CAPACITY && !grow(queue)))
        status = text_fail_memory(queue->out);
    while (status == CUOCC_OK && queue->count > 0 &&
           (queue->count == queue->capacity || queue->text_bytes > MOST_TEXT_BYTES))
        status = deliver_first(queue);
    if (status == CUOCC_OK)
        append(queue, &mine);
    else
        release(&mine);
    return status;
}

enum cuocc_status kernel_queue_flush(struct kernel_queue *queue)
{
    enum cuocc_status status = CUOCC_OK;

    while (status == CUOCC_OK && queue->count > 0)
        status = deliver_first(queue);
    return status;
}

void kernel_queue_clear(struct kernel_queue *queue)
{
    while (queue->count > 0)
        drop_first(queue);
    free_arrays(queue);
    queue->capacity = 0;
}

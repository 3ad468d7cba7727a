/* SPDX-License-Identifier: MIT */
/* Kernels that wait because a later line may still change them. */
#include "input/kernel_queue.h"

#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY = 8192,
    MOST_TEXT_BYTES = 8 << 20, /* of their names */
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
    return &queue->items[(queue->first + index) % CAPACITY];
}

struct queued *kernel_queue_recent(const struct kernel_queue *queue, size_t age)
{
    return age < queue->count ? item_at(queue, queue->count - 1 - age) : NULL;
}

static struct queued *follow(const struct kernel_queue *queue, uint64_t number, const char *name,
                             uint64_t hash)
{
    while (number > queue->gone) {
        size_t slot = (size_t)((number - 1) % CAPACITY);
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
    return follow(queue, queue->chain_start[hash % CAPACITY], name, hash);
}

struct queued *kernel_queue_older(const struct kernel_queue *queue, const struct queued *from)
{
    return follow(queue, queue->chain_next[from - queue->items], from->name, from->name_hash);
}

static bool allocate(struct kernel_queue *queue)
{
    if (queue->items == NULL) {
        queue->items = calloc(CAPACITY, sizeof(*queue->items));
        queue->chain_start = calloc(CAPACITY, sizeof(*queue->chain_start));
        queue->chain_next = calloc(CAPACITY, sizeof(*queue->chain_next));
    }
    return queue->items != NULL && queue->chain_start != NULL && queue->chain_next != NULL;
}

static void append(struct kernel_queue *queue, const struct queued *item)
{
    size_t slot = (queue->first + queue->count) % CAPACITY;
    uint64_t *start;

    queue->items[slot] = *item;
    queue->items[slot].name_hash = span_hash(span_of(item->name));
    start = &queue->chain_start[queue->items[slot].name_hash % CAPACITY];
    queue->chain_next[slot] = *start;
    queue->text_bytes += text_size(item);
    queue->count++;
    *start = queue->gone + queue->count;
}

static void drop_first(struct kernel_queue *queue)
{
    struct queued *item = item_at(queue, 0);

    queue->text_bytes -= text_size(item);
    release(item);
    queue->first = (queue->first + 1) % CAPACITY;
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

    if (mine.name == NULL || !allocate(queue))
        status = text_fail_memory(queue->out);
    while (status == CUOCC_OK && queue->count > 0 &&
           (queue->count == CAPACITY || queue->text_bytes > MOST_TEXT_BYTES))
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
    free(queue->items);
    free(queue->chain_start);
    free(queue->chain_next);
    queue->items = NULL;
    queue->chain_start = NULL;
    queue->chain_next = NULL;
}

/* SPDX-License-Identifier: MIT */
/* Unpacking ahead of the reader, on as many threads as there are cores. */
#include "input/unpack_queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MOST_WORKERS = 8, /* the reader itself keeps no more busy */
    SLOTS_PER_WORKER = 2,
    SLOTS = SLOTS_PER_WORKER * MOST_WORKERS
};

/* Below this, starting threads costs more than it saves. */
#define BYTES_BEFORE_WORKERS ((size_t)4 << 20)
/* What may lie unpacked ahead of the reader; one entry always may. */
#define MOST_BYTES_AHEAD ((size_t)64 << 20)

enum slot_state {
    SLOT_QUEUED,
    SLOT_BUSY,
    SLOT_DONE
};

struct slot {
    enum slot_state state;
    enum unpacked result;
    struct packed packed;
    struct unpack_room room;
};

/* A ring: the oldest of `count` slots is `first`. What is not a slot in the ring belongs to the
 * thread of the reader; what is, is guarded by `mutex`, but for what a busy slot unpacks. */
struct unpack_workers {
    pthread_mutex_t mutex;
    pthread_cond_t has_work, has_result;
    struct slot slots[SLOTS];
    size_t first, count;
    size_t bytes; /* that the slots in the ring unpack to */
    bool is_ending;
    bool is_taken; /* the oldest was given to the reader, who is done with it at the next call */
    bool is_last;  /* `next` has no more */
    pthread_t threads[MOST_WORKERS];
    size_t thread_count;
    struct unpack_rooms *rooms; /* the reader's thread's */
};

static struct slot *slot_at(struct unpack_workers *workers, size_t index)
{
    return &workers->slots[(workers->first + index) % SLOTS];
}

static struct slot *find_queued(struct unpack_workers *workers)
{
    for (size_t i = 0; i < workers->count; i++)
        if (slot_at(workers, i)->state == SLOT_QUEUED)
            return slot_at(workers, i);
    return NULL;
}

static void *work(void *ctx)
{
    struct unpack_workers *workers = ctx;
    struct unpacker unpacker = {0};

    (void)pthread_mutex_lock(&workers->mutex);
    while (!workers->is_ending) {
        struct slot *slot = find_queued(workers);

        if (slot == NULL) {
            (void)pthread_cond_wait(&workers->has_work, &workers->mutex);
            continue;
        }
        slot->state = SLOT_BUSY;
        (void)pthread_mutex_unlock(&workers->mutex);
        slot->result = unpack(&unpacker, &slot->packed, slot->room.bytes);
        (void)pthread_mutex_lock(&workers->mutex);
        slot->state = SLOT_DONE;
        (void)pthread_cond_signal(&workers->has_result);
    }
    (void)pthread_mutex_unlock(&workers->mutex);
    unpacker_free(&unpacker);
    return NULL;
}

static void workers_free(struct unpack_workers *workers)
{
    if (workers == NULL)
        return;
    (void)pthread_mutex_lock(&workers->mutex);
    workers->is_ending = true;
    (void)pthread_cond_broadcast(&workers->has_work);
    (void)pthread_mutex_unlock(&workers->mutex);
    for (size_t i = 0; i < workers->thread_count; i++)
        (void)pthread_join(workers->threads[i], NULL);
    for (size_t i = 0; i < workers->count; i++)
        unpack_rooms_give(workers->rooms, slot_at(workers, i)->room);
    (void)pthread_cond_destroy(&workers->has_result);
    (void)pthread_cond_destroy(&workers->has_work);
    (void)pthread_mutex_destroy(&workers->mutex);
    free(workers);
}

/* @return NULL if there is one core only, no memory, or no thread to be had. */
static struct unpack_workers *workers_start(struct unpack_rooms *rooms)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct unpack_workers *workers = cores > 1 ? calloc(1, sizeof(*workers)) : NULL;

    if (workers == NULL)
        return NULL;
    workers->rooms = rooms;
    (void)pthread_mutex_init(&workers->mutex, NULL);
    (void)pthread_cond_init(&workers->has_work, NULL);
    (void)pthread_cond_init(&workers->has_result, NULL);
    while (workers->thread_count < MOST_WORKERS && (long)workers->thread_count < cores &&
           pthread_create(&workers->threads[workers->thread_count], NULL, work, workers) == 0)
        workers->thread_count++;
    if (workers->thread_count > 0)
        return workers;
    workers_free(workers);
    return NULL;
}

/* --- with the mutex held ------------------------------------------------------------------ */

static void wait_for(struct unpack_workers *workers, const struct slot *slot)
{
    while (slot->state != SLOT_DONE)
        (void)pthread_cond_wait(&workers->has_result, &workers->mutex);
}

static void drop_first(struct unpack_workers *workers)
{
    struct slot *slot = slot_at(workers, 0);

    wait_for(workers, slot);
    workers->bytes -= slot->packed.size;
    unpack_rooms_give(workers->rooms, slot->room);
    workers->first = (workers->first + 1) % SLOTS;
    workers->count--;
    workers->is_taken = false;
}

static void fill(struct unpack_queue *queue)
{
    struct unpack_workers *workers = queue->workers;

    while (!workers->is_last && workers->count < SLOTS_PER_WORKER * workers->thread_count &&
           (workers->count == 0 || workers->bytes < MOST_BYTES_AHEAD)) {
        struct slot *slot = slot_at(workers, workers->count);

        workers->is_last = !queue->next(queue->ctx, &slot->packed);
        if (workers->is_last)
            return;
        slot->room = unpack_rooms_take(workers->rooms, slot->packed.size);
        slot->result = UNPACK_NO_MEMORY;
        slot->state = slot->room.bytes != NULL ? SLOT_QUEUED : SLOT_DONE;
        workers->bytes += slot->packed.size;
        workers->count++;
        (void)pthread_cond_signal(&workers->has_work);
    }
}

/* @return NULL if `next` never gave it. */
static struct slot *take(struct unpack_queue *queue, const struct packed *wanted)
{
    struct unpack_workers *workers = queue->workers;

    if (workers->is_taken)
        drop_first(workers);
    fill(queue);
    while (workers->count > 0 && slot_at(workers, 0)->packed.bytes < wanted->bytes) {
        drop_first(workers);
        fill(queue);
    }
    if (workers->count == 0 || slot_at(workers, 0)->packed.bytes != wanted->bytes)
        return NULL;
    wait_for(workers, slot_at(workers, 0));
    workers->is_taken = true;
    return slot_at(workers, 0);
}

/* --- the queue ---------------------------------------------------------------------------- */

void unpack_queue_begin(struct unpack_queue *queue, next_packed_fn *next, void *ctx)
{
    queue->next = next;
    queue->ctx = ctx;
    if (queue->workers != NULL)
        queue->workers->is_last = false;
}

void unpack_queue_end(struct unpack_queue *queue)
{
    queue->next = NULL;
    if (queue->workers == NULL)
        return;
    (void)pthread_mutex_lock(&queue->workers->mutex);
    while (queue->workers->count > 0)
        drop_first(queue->workers);
    (void)pthread_mutex_unlock(&queue->workers->mutex);
}

static bool has_workers(struct unpack_queue *queue)
{
    if (queue->workers == NULL && !queue->has_no_workers &&
        queue->unpacked_bytes >= BYTES_BEFORE_WORKERS) {
        queue->workers = workers_start(&queue->rooms);
        queue->has_no_workers = queue->workers == NULL;
    }
    return queue->workers != NULL && queue->next != NULL;
}

static enum unpacked unpack_now(struct unpack_queue *queue, const struct packed *wanted)
{
    unpack_rooms_give(&queue->rooms, queue->room);
    queue->room = unpack_rooms_take(&queue->rooms, wanted->size);
    return queue->room.bytes != NULL ? unpack(&queue->unpacker, wanted, queue->room.bytes)
                                     : UNPACK_NO_MEMORY;
}

enum unpacked unpack_queue_take(struct unpack_queue *queue, const struct packed *wanted,
                                const uint8_t **bytes)
{
    const struct slot *slot = NULL;
    enum unpacked result;

    if (has_workers(queue)) {
        (void)pthread_mutex_lock(&queue->workers->mutex);
        slot = take(queue, wanted);
        (void)pthread_mutex_unlock(&queue->workers->mutex);
    }
    result = slot != NULL ? slot->result : unpack_now(queue, wanted);
    *bytes = slot != NULL ? slot->room.bytes : queue->room.bytes;
    queue->unpacked_bytes += wanted->size;
    return result;
}

void unpack_queue_free(struct unpack_queue *queue)
{
    workers_free(queue->workers);
    unpack_rooms_give(&queue->rooms, queue->room);
    unpack_rooms_free(&queue->rooms);
    unpacker_free(&queue->unpacker);
    *queue = (struct unpack_queue){0};
}

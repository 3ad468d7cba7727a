/* SPDX-License-Identifier: MIT */
/* What the text readers share: messages without stdio, notes, delivery. */
#include "input/text_reader.h"

#include <stdlib.h>
#include <string.h>

#include "support/digits.h"

enum {
    MOST_NOTES = 100,
    LONGEST_NAME = 120, /* of a kernel in a message; template names reach thousands */
};

static void add_bytes(struct message *message, const char *bytes, size_t count)
{
    size_t room = sizeof(message->text) - 1 - message->length;

    if (count > room)
        count = room;
    memcpy(message->text + message->length, bytes, count);
    message->length += count;
    message->text[message->length] = '\0';
}

void message_add(struct message *message, const char *text)
{
    add_bytes(message, text, strlen(text));
}

void message_add_number(struct message *message, uint64_t number)
{
    char digits[DIGITS_MAX];
    const char *first = digits_before(digits + sizeof(digits), number);

    add_bytes(message, first, (size_t)(digits + sizeof(digits) - first));
}

void message_add_name(struct message *message, struct span name)
{
    message_add(message, "'");
    if (name.length <= LONGEST_NAME) {
        add_bytes(message, name.at, name.length);
    } else {
        add_bytes(message, name.at, LONGEST_NAME / 2);
        message_add(message, "...");
        add_bytes(message, name.at + name.length - LONGEST_NAME / 2, LONGEST_NAME / 2);
    }
    message_add(message, "'");
}

static struct message place(const struct text_out *out, uint64_t line)
{
    struct message where = {.length = 0};
    struct span name = span_of(out->name);

    /* The end of a long path tells more than its start, and the line must fit. */
    if (name.length > 200) {
        message_add(&where, "...");
        name = (struct span){name.at + name.length - 200, 200};
    }
    add_bytes(&where, name.at, name.length);
    if (line > 0) {
        message_add(&where, ":");
        message_add_number(&where, line);
    }
    return where;
}

void text_note(struct text_out *out, uint64_t line, const struct message *message)
{
    struct message where = place(out, line);

    if (out->sink->note == NULL || out->notes > MOST_NOTES)
        return;
    out->notes++;
    out->sink->note(out->sink->ctx, where.text,
                    out->notes > MOST_NOTES ? "further notes on this file are left out"
                                            : message->text);
}

enum cuocc_status text_fail(struct text_out *out, enum cuocc_status status, uint64_t line,
                            const struct message *message)
{
    struct message where = place(out, line);

    if (out->error == NULL)
        return status;
    out->error->status = status;
    memcpy(out->error->text, message->text, message->length + 1);
    where.length =
        where.length < sizeof(out->error->where) ? where.length : sizeof(out->error->where) - 1;
    memcpy(out->error->where, where.text, where.length);
    out->error->where[where.length] = '\0';
    return status;
}

enum cuocc_status text_fail_memory(struct text_out *out)
{
    struct message message = {.length = 0};

    message_add(&message, "out of memory");
    return text_fail(out, CUOCC_ERR_MEMORY, 0, &message);
}

/* What interleaved lines left open must not look like a figure to whoever forgets to ask. */
static void clear_unknown(struct cuocc_kernel *kernel)
{
    if (!cuocc_kernel_has(kernel, CUOCC_FACT_REGS))
        kernel->regs_per_thread = 0;
    if (!cuocc_kernel_has(kernel, CUOCC_FACT_STATIC_SMEM))
        kernel->static_smem_per_block_bytes = 0;
    if (!cuocc_kernel_has(kernel, CUOCC_FACT_BARRIERS))
        kernel->barriers_per_block = 0;
    if (!cuocc_kernel_has(kernel, CUOCC_FACT_STACK))
        kernel->stack_bytes = 0;
    if (!cuocc_kernel_has(kernel, CUOCC_FACT_SPILL_STORES))
        kernel->spill_store_bytes = 0;
    if (!cuocc_kernel_has(kernel, CUOCC_FACT_SPILL_LOADS))
        kernel->spill_load_bytes = 0;
}

enum cuocc_status text_deliver(struct text_out *out, const struct cuocc_kernel *kernel)
{
    struct cuocc_kernel delivered = *kernel;

    clear_unknown(&delivered);
    out->kernels++;
    return out->sink->kernel(out->sink->ctx, &delivered);
}

char *text_copy(struct span span)
{
    char *copy = malloc(span.length + 1);

    if (copy != NULL) {
        memcpy(copy, span.at, span.length);
        copy[span.length] = '\0';
    }
    return copy;
}

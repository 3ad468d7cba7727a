/* SPDX-License-Identifier: MIT */
/**
 * What a reader of a text format is: a parser that is given one line after the
 * other and delivers kernels as soon as it is sure of them.
 *
 * Readers keep bounded state, use no stdio and no global; so they also compile
 * for targets without files.
 */
#ifndef INPUT_TEXT_READER_H
#define INPUT_TEXT_READER_H

#include "cuocc/kernel.h"
#include "input/text_scan.h"

/** Where the readers of one text deliver. */
struct text_out {
    const char *name; /* stands for the file in messages */
    const struct cuocc_kernel_sink *sink;
    struct cuocc_error *error; /* may be NULL */
    uint64_t notes;
    uint64_t kernels;
};

/** One line, without its line end and without terminal control sequences. */
struct text_line {
    struct span text;
    uint64_t number; /* from 1 */
    /* The text ends in this line without a line end: it may be cut. */
    bool is_last_unended;
};

struct text_reader {
    const char *label;
    /* @return NULL if there is no memory. `out` outlives the state. */
    void *(*begin)(struct text_out *out);
    enum cuocc_status (*line)(void *state, const struct text_line *line);
    /* Delivers what was waiting for the end. */
    enum cuocc_status (*end)(void *state);
    /* Has any line been of this format? */
    bool (*has_seen)(const void *state);
    void (*destroy)(void *state); /* NULL is allowed */
};

extern const struct text_reader ptxas_reader, resusage_reader, ncu_csv_reader, ncu_text_reader;

/** A message made without stdio; what does not fit is cut. */
struct message {
    char text[512];
    size_t length;
};

void message_add(struct message *message, const char *text);
void message_add_number(struct message *message, uint64_t number);
/** In quotes, shortened in the middle if it is very long. */
void message_add_name(struct message *message, struct span name);

/**
 * Tell the caller about something that could not be used, at a line; 0: at the end.
 *
 * After a hundred notes only one more says that there are others: a log of a
 * million broken lines must not become a million messages.
 */
void text_note(struct text_out *out, uint64_t line, const struct message *message);
enum cuocc_status text_fail(struct text_out *out, enum cuocc_status status, uint64_t line,
                            const struct message *message);
enum cuocc_status text_fail_memory(struct text_out *out);
enum cuocc_status text_deliver(struct text_out *out, const struct cuocc_kernel *kernel);

/** A copy with a final NUL; NULL if there is no memory. */
char *text_copy(struct span span);

#endif

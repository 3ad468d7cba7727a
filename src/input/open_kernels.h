/* SPDX-License-Identifier: MIT */
/**
 * Kernels whose `Compiling` line was read and whose `Used` line was not yet.
 *
 * A `Used` line names no kernel. In the log of one compiler at a time it belongs
 * to the only open kernel; compilers that ran in parallel interleave their lines.
 * What is certain then: a compiler prints a kernel's `Function properties`, with
 * its name, before its `Used`. So open kernels form groups, each of one kernel at
 * first. Lines that may belong to several groups unite them, and when a group has
 * as many `Used` lines as kernels, all of it is closed. In a united group only
 * what all its lines agree on is known. Nothing is ever assigned by likelihood.
 */
#ifndef INPUT_OPEN_KERNELS_H
#define INPUT_OPEN_KERNELS_H

#include "input/ptxas_grammar.h"

enum {
    MOST_OPEN_KERNELS = 256,
    /* A kernel that was named so many messages ago has lost its `Used` line: the
     * two are written without compiling in between. In a log of four parallel
     * compilers the most was 4. */
    MOST_MESSAGES_TO_USED = 400,
};

struct open_kernel {
    char *name;
    uint64_t name_hash;
    struct cuocc_arch arch;
    bool has_arch;
    bool is_linked; /* nvlink's: it waits for `used`, not for `Used` */
    uint64_t line;
    uint64_t run;
    size_t group;
    /* `Function properties` lines that named it, and how many kernels of that
     * name were open, at most, when one did: each of these gets one of the lines. */
    unsigned named;
    unsigned rivals;
    uint64_t named_at; /* message number */
    bool awaits_frame;
    unsigned frames;
    bool frames_differ;
    struct frame frame;
};

struct open_group {
    size_t members; /* 0: not in use */
    unsigned named; /* `Function properties` lines */
    unsigned used;
    struct figures figures;
    bool figures_differ;
};

struct open_kernels {
    struct open_kernel kernels[MOST_OPEN_KERNELS]; /* in the order of their lines */
    size_t count;
    struct open_group groups[MOST_OPEN_KERNELS];
    bool has_properties; /* old compilers print none */
};

/** Append; the oldest must have been taken out before if all are in use. */
void open_kernels_add(struct open_kernels *open, const struct open_kernel *kernel);

/** `Function properties for NAME`. @return how many kernels it may mean. */
size_t open_kernels_name(struct open_kernels *open, struct span name, uint64_t message);
/** The line after it; NULL: some other line. */
void open_kernels_frame(struct open_kernels *open, const struct frame *frame);
bool open_kernel_has_frame(const struct open_kernel *kernel);

/**
 * A `Used` line.
 *
 * @param arch  nvlink's "(target: ...)", or NULL.
 * @param group Set where the result is true: all of this group is closed now.
 *              Take its kernels out with open_kernels_take().
 * @param found Set to false if no open kernel can own the line.
 */
bool open_kernels_use(struct open_kernels *open, bool is_linked, const struct cuocc_arch *arch,
                      const struct figures *figures, size_t *group, bool *found);

/**
 * The kernel is known to have had its `Used` line. If its group has just one, that
 * is it: the kernel leaves the group with it.
 *
 * @return false if the group has none or several
 */
bool open_kernels_part(struct open_kernels *open, size_t index);

/** The oldest kernel that lost its `Used` line by now, or MOST_OPEN_KERNELS. */
size_t open_kernels_stale(const struct open_kernels *open, uint64_t message);

/** First kernel of the group, or MOST_OPEN_KERNELS. */
size_t open_kernels_first_of(const struct open_kernels *open, size_t group);
/** Remove; its name belongs to the caller from here on. */
struct open_kernel open_kernels_take(struct open_kernels *open, size_t index);

#endif

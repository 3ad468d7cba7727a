/* SPDX-License-Identifier: MIT */
/* The kernels of the files that --from names, kept for as long as the question lives. */
#ifndef CLI_KERNELS_H
#define CLI_KERNELS_H

#include "cli/cli.h"
#include "cuocc/kernel.h"

/* A kernel with texts and profile of its own. */
struct kernel_entry {
    struct cuocc_kernel kernel;
    struct cuocc_profile profile;
    size_t order;        /* place in the file */
    uint32_t occurrence; /* earlier kernels of the same name and architecture */
};

/* Something that a reader saw but could not use. */
struct reader_note {
    char *where;
    char *text;
};

/* Notes kept; more are counted. */
#define READER_NOTES_MAX 50

struct kernel_list {
    struct kernel_entry *items; /* owned, in the file's order */
    size_t count;
    size_t capacity;
    struct reader_note notes[READER_NOTES_MAX];
    size_t note_count; /* may be more than are kept */
};

/**
 * Read a file, keeping the kernels whose name, mangled or not, matches the glob.
 *
 * @param glob  NULL: all.
 * @param list  Given to kernels_free() in any case.
 * @return      as cuocc_kernels_read(); CUOCC_ERR_NOT_FOUND if none matches
 */
enum cuocc_status kernels_load(struct cli *cli, const char *path, const char *glob,
                               struct kernel_list *list);
void kernels_free(struct kernel_list *list);

/* One kernel of one image for one device. */
struct image_choice {
    size_t entry;     /* index into the list */
    bool is_estimate; /* the device could not load it; the nearest lower architecture */
};

/**
 * For each kernel of the list the image that the driver would load on a device of
 * this compute capability: same major version, highest minor not above; else the
 * nearest lower architecture, as an estimate. Kernels that have neither are left
 * out. In the order in which the kernels first occur.
 *
 * @param choices  Set to an array, to be released with free(); NULL on failure.
 */
enum cuocc_status images_choose(struct cli *cli, const struct kernel_list *list, uint32_t cc_major,
                                uint32_t cc_minor, struct image_choice **choices, size_t *count);

#endif

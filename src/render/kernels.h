/* SPDX-License-Identifier: MIT */
/* The kernels of a file: a table for people, occ.kernels/1, CSV. */
#ifndef RENDER_KERNELS_H
#define RENDER_KERNELS_H

#include "render/csv.h"
#include "render/json.h"
#include "render/style.h"

/* Rows of `report->kernel`. A report without a device, or whose kernel states no block
 * size where none was given, has threads_per_block 0: then only the facts are known. */
bool kernel_is_answered(const struct report *report);

/* @return the name for people: demangled where there is one. */
const char *kernel_label(const struct report *report);

/* A name of a file, for a terminal: what could move the cursor is shown as '?'. */
void text_name(struct out *out, const char *name);

/* The lines above the full answer for one kernel. */
void text_kernel_lines(struct out *out, const struct style *style, const struct report *report);

/* The table for people. */
struct text_kernels {
    struct out *out;
    const struct style *style;
    bool is_by_device; /* devices were named, so each row says its device, and not its architecture
                        */
    unsigned mark_columns; /* of the longest text_kernel_mark() */
};

/* Write what stands behind the row of an estimate, " ~sm_80". @return its length. */
unsigned text_kernel_mark(char *text, size_t size, const struct cuocc_kernel *kernel);

void text_kernels_begin(const struct text_kernels *table);
void text_kernels_row(const struct text_kernels *table, const struct report *report);
/* A figure of a profiler that differs; nothing where none does. */
void text_kernel_differences(struct out *out, const struct style *style,
                             const struct report *report);

/* occ.kernels/1 as a stream; json_kernels_end() closes the list, the caller may add
 * members and closes the document with json_close(json, '}'). */
void json_kernels_begin(struct json *json, struct out *out);
void json_kernels_row(struct json *json, const struct report *report);
void json_kernels_end(struct json *json);

void csv_kernels_header(struct out *out, const struct csv_columns *columns);
void csv_kernels_row(struct out *out, const struct csv_columns *columns,
                     const struct report *report);

/* "sm_90a"; "?" where it is not known. */
void format_arch(char *text, size_t size, const struct cuocc_kernel *kernel);

#endif

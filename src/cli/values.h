/* SPDX-License-Identifier: MIT */
/*
 * Values as people type them: counts, sizes, block shapes, sets of them.
 *
 * Numbers are decimal digits and nothing else; a sign, a space, a value that
 * does not fit or anything left over is refused. Every parser returns CUOCC_OK
 * or CUOCC_ERR_VALUE with `where` = the name it was given and a text that says
 * what is allowed.
 */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include <stdbool.h>

#include "cuocc/sweep.h"

/* The largest count or size accepted. Far above every device, far below wrapping. */
#define VALUE_MAX 0x7fffffffU

/* Spans of one set; more is refused. */
#define SET_SPANS_MAX 64

struct value_set {
    struct cuocc_span spans[SET_SPANS_MAX];
    size_t count;
    bool is_multiple; /* more than one value */
};

enum cuocc_status parse_count(const char *where, const char *text, uint32_t min, uint32_t max,
                              uint32_t *value, struct cuocc_error *error);

/* N or N,B as in __launch_bounds__(N, B); without B `min_blocks` becomes 0. */
enum cuocc_status parse_launch_bounds(const char *where, const char *text, uint32_t *threads,
                                      uint32_t *min_blocks, struct cuocc_error *error);

/* 49152, 16K, 48KiB, 1.5K. */
enum cuocc_status parse_size(const char *where, const char *text, uint32_t *bytes,
                             struct cuocc_error *error);

/* 256, 16x16, 8x8x8; at most VALUE_MAX threads in all. */
enum cuocc_status parse_dim(const char *where, const char *text, uint32_t dim[3],
                            struct cuocc_error *error);

/* A share in millionths of one percent: what was typed, and the least that is printed so, which
 * meets it: 66.67 is met by two thirds. */
struct percent {
    uint32_t typed;
    uint32_t least;
};

/* 75, 75%, 66.67 */
enum cuocc_status parse_percent(const char *where, const char *text, struct percent *percent,
                                struct cuocc_error *error);

/* 18,18,16: at most `capacity` counts of at least 1. */
enum cuocc_status parse_count_list(const char *where, const char *text, uint32_t *values,
                                   size_t capacity, size_t *count, struct cuocc_error *error);

/* A second kernel: block=128,regs=64,smem=32K,barriers=2,beside=4; only block is needed. */
enum cuocc_status parse_second(const char *where, const char *text, struct cuocc_launch *launch,
                               uint32_t *beside_blocks, struct cuocc_error *error);

/* Lists and ranges: 32,64,128 or 32..1024:32, of block shapes, counts or sizes. */
enum cuocc_status parse_block_set(const char *where, const char *text, struct value_set *set,
                                  struct cuocc_error *error);
enum cuocc_status parse_count_set(const char *where, const char *text, struct value_set *set,
                                  struct cuocc_error *error);
/* Also sums with a part per thread: 1K+8*block. */
enum cuocc_status parse_size_set(const char *where, const char *text, struct value_set *set,
                                 struct cuocc_error *error);

#endif

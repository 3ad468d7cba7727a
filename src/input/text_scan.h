/* SPDX-License-Identifier: MIT */
/* Taking words and numbers off the front of a piece of text that has no final NUL. */
#ifndef INPUT_TEXT_SCAN_H
#define INPUT_TEXT_SCAN_H

#include "cuocc/kernel.h"

struct span {
    const char *at;
    size_t length;
};

enum scan {
    SCAN_OK,
    SCAN_NONE,     /* something else stands there; nothing was taken */
    SCAN_OVERFLOW, /* a number above the limit */
};

struct span span_of(const char *text);
bool span_equals(struct span span, const char *text);
bool span_starts(struct span span, const char *prefix);
uint64_t span_hash(struct span span);

/** Without the blanks (tab and CR too) at both ends. */
struct span span_trim(struct span span);

/** What stands before the first occurrence of `mark` goes to `before` (may be NULL), what
 *  follows it stays in `span`. @return false if there is none; then nothing changes. */
bool span_cut_first(struct span *span, const char *mark, struct span *before);
bool span_cut_last(struct span *span, const char *mark, struct span *before);

bool span_take(struct span *span, const char *prefix);
void span_skip_blanks(struct span *span);
/** Up to the next blank or the end. */
struct span span_take_word(struct span *span);

/** Decimal digits up to `limit`. */
enum scan span_take_number(struct span *span, uint64_t limit, uint64_t *value);
/** "sm_90", "sm_120a": the last digit is the minor number. */
enum scan span_take_arch(struct span *span, struct cuocc_arch *arch);
bool arch_is_equal(const struct cuocc_arch *a, const struct cuocc_arch *b);
/** a >= cc_major.cc_minor */
bool arch_is_from(const struct cuocc_arch *arch, uint32_t cc_major, uint32_t cc_minor);
/**
 * Parameter bytes of a kernel that takes so much of constant bank 0, which begins
 * with what the system keeps there.
 *
 * @return false where the size of that beginning was not measured, or it is larger
 */
bool arch_param_bytes(const struct cuocc_arch *arch, uint32_t constant_bytes, uint32_t *params);

#endif

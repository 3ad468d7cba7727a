/* SPDX-License-Identifier: MIT */
/* One SM as its blocks fill it: what text and SVG share. */
#ifndef RENDER_PICTURE_H
#define RENDER_PICTURE_H

#include "cuocc/placement.h"
#include "render/style.h"

/* @return the block that a warp belongs to, as a letter; '#' beyond the letters. */
char picture_block_letter(uint32_t block);

/* @return the block whose warp is in a slot of a sub-partition; UINT32_MAX: it is free. */
uint32_t picture_block_in_slot(const struct report *report, uint32_t part, uint32_t slot);

/* @return the warp slots of a sub-partition. */
uint32_t picture_slots(const struct report *report);

/* Resources that blocks take from one pool, as bars: registers and shared memory.
 * @return false if the launch does not use it */
bool picture_has_bar(const struct report *report, enum cuocc_limit limit);

/* What one more block lacks: "registers: a block needs 12288, 4096 are free".
 * @return false if this limit has room for one */
bool format_shortage(char *text, size_t size, const struct report *report, enum cuocc_limit limit);

void text_picture(struct out *out, const struct style *style, const struct report *report);

#endif

/* SPDX-License-Identifier: MIT */
/* Containers of device code, in a file of their own or in a part of a host file. */
#ifndef INPUT_FATBIN_H
#define INPUT_FATBIN_H

#include "input/reading.h"

bool fatbin_is_mine(const uint8_t *head, size_t size);

/**
 * Read the containers that stand back to back in [begin, end), with gaps between them at
 * most; what starts as a container and is none is damage.
 */
enum cuocc_status fatbin_read_section(struct reading *reading, const struct reader_input *in,
                                      size_t begin, size_t end);

/**
 * Search bytes of unknown form for containers, at any address; what starts as a container
 * and is none is passed over.
 */
enum cuocc_status fatbin_scan(struct reading *reading, const struct reader_input *in);

#endif

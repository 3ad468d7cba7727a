/* SPDX-License-Identifier: MIT */
/* Files around device code: told apart by their first bytes, containers found inside. */
#ifndef INPUT_HOST_H
#define INPUT_HOST_H

#include "input/reading.h"

/* Read one image, be it a cubin, a container, a host ELF file or anything else. */
enum cuocc_status host_read(struct reading *reading, const struct reader_input *in);

#endif

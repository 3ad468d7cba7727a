/* SPDX-License-Identifier: MIT */
/* The probes, put into the object as they are. */
#include "cuda/backend/probe_image.h"

/* A cubin's sections may be read in words of 8 bytes. */
__asm__(".pushsection .rodata\n"
        ".balign 16\n"
        ".globl probe_image, probe_image_end\n"
        ".hidden probe_image\n"
        ".hidden probe_image_end\n"
        "probe_image:\n"
        ".incbin \"" CUOCC_PROBE_FATBIN "\"\n"
        "probe_image_end:\n"
        ".byte 0\n"
        ".popsection\n");

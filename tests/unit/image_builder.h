/* SPDX-License-Identifier: MIT */
/* Makes ELF images, cubins and containers with what no compiler at hand writes. */
#ifndef TESTS_IMAGE_BUILDER_H
#define TESTS_IMAGE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct blob {
    uint8_t *bytes;
    size_t size, room;
};

void blob_put(struct blob *blob, const void *bytes, size_t size);
void blob_zeros(struct blob *blob, size_t size);
void blob_free(struct blob *blob);

struct built_section {
    const char *name;
    uint32_t type, link, info;
    uint64_t flags;
    const void *bytes; /* NULL: none in the file */
    uint64_t size;
};

struct elf_kind_spec {
    uint16_t machine, type;
    uint32_t version, flags;
    uint8_t os_abi, abi_version;
    bool without_section_headers;
};

/* Sections get numbers from 1 in the order given; the last one added is their names. */
void build_elf(struct blob *out, const struct elf_kind_spec *kind,
               const struct built_section *sections, size_t count);

/* A cubin for sm_90 by CUDA 13 (ABI 8, linked) unless said otherwise. */
struct cubin_spec {
    uint8_t abi;              /* 0: 8 */
    bool is_abi_zero;         /* really 0 */
    uint32_t flags;           /* 0: 0x06005a04 */
    uint16_t type;            /* 0: linked */
    size_t kernel_count;      /* 0: 1 */
    const char *name;         /* of all kernels; NULL: k0, k1 ... */
    uint32_t regs;            /* REGCOUNT; 0: no such attribute */
    uint32_t min_stack_plus1; /* MIN_STACK_SIZE, plus 1; 0: no such attribute */
    uint32_t frame_plus1;
    uint32_t code_info_regs; /* high byte of the code section's sh_info */
    uint32_t code_flags;
    uint64_t shared_bytes; /* 0: no section */
    uint32_t shared_type;  /* 0: NOBITS */
    bool without_info;
    const uint8_t *info; /* behind the above in .nv.info */
    size_t info_size;
    const uint8_t *attributes; /* .nv.info.KERNEL; NULL: no section */
    size_t attributes_size;
    const uint8_t *compat; /* .nv.compat */
    size_t compat_size;
};

void build_cubin(struct blob *out, const struct cubin_spec *spec);

struct entry_spec {
    uint16_t kind;        /* 0: a cubin */
    uint32_t header_size; /* 0: 64 */
    uint32_t packed;      /* size stated */
    uint64_t unpacked;
    uint64_t flags;
    uint32_t sm; /* 0: 90 */
    const void *payload;
    size_t size;
};

void build_container(struct blob *out, const struct entry_spec *entries, size_t count);

#endif

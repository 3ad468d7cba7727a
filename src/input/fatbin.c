/* SPDX-License-Identifier: MIT */
/* Containers of device code: docs/formats/fatbin.md describes them. */
#include "input/fatbin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "input/cubin.h"
#include "input/elf_image.h"
#include "input/report.h"
#include "input/unpack.h"

enum {
    CONTAINER_HEADER = 16,
    CONTAINER_ALIGNMENT = 8,
    ENTRY_HEADER = 64, /* at least */
    ENTRY_VERSION = 0x0101,
    ENTRY_ALIGNMENT = 8,
    KIND_PTX = 1,
    KIND_CUBIN = 2,
    KIND_LTO = 8,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    FLAG_ARCH_SPECIFIC = 0x100000,
    FLAG_FAMILY = 0x200000,
    MOST_RATIO = 1000 /* of unpacked to packed bytes; machine code has below 10 */
};

#define MOST_UNPACKED (UINT64_C(4) << 30)
#define ZSTD_MAGIC    0xfd2fb528U

/* Magic, version 1, header size 16. */
static const uint8_t container_magic[] = {0x50, 0xed, 0x55, 0xba, 1, 0, CONTAINER_HEADER, 0};

struct entry {
    size_t offset, payload, end; /* in the input */
    uint64_t packed, unpacked;   /* 0, 0: not compressed */
    uint64_t flags;
    uint32_t sm;
    uint16_t kind;
};

struct container {
    size_t offset, end;
    bool has_ptx, has_cubin;
    size_t ptx_offset;
};

/* How far the headers were looked at, ahead of the reader, for what is to be unpacked. */
struct lookahead {
    const struct reader_input *in;
    size_t at, container_end, end;
};

bool fatbin_is_mine(const uint8_t *head, size_t size)
{
    return size >= 4 && memcmp(head, container_magic, 4) == 0;
}

/* --- headers: each returns what is wrong, or NULL --------------------------------------- */

static const char *parse_container(const struct reader_input *in, size_t at, size_t limit,
                                   struct container *container)
{
    const uint8_t *header = in->bytes + at;
    uint64_t size;

    if (limit - at < CONTAINER_HEADER)
        return "a container's header is cut off";
    if (memcmp(header, container_magic, sizeof(container_magic)) != 0)
        return "a container of a version other than 1, or with a header of other than 16 bytes";
    size = get_u64(header + 8);
    if (size > limit - at - CONTAINER_HEADER)
        return "a container ends past the bytes that hold it";
    *container = (struct container){.offset = at, .end = at + CONTAINER_HEADER + (size_t)size};
    return NULL;
}

static const char *parse_entry(const struct reader_input *in, size_t at, size_t limit,
                               struct entry *entry)
{
    const uint8_t *header = in->bytes + at;
    uint32_t header_size;
    uint64_t payload_size;

    if (limit - at < ENTRY_HEADER)
        return "an entry's header is cut off";
    header_size = get_u32(header + 4);
    payload_size = get_u64(header + 8);
    if (get_u16(header + 2) != ENTRY_VERSION)
        return "an entry of a version other than 0x0101";
    if (header_size < ENTRY_HEADER || header_size > limit - at)
        return "an entry's header size is below 64 or past its container";
    if (payload_size > limit - at - header_size)
        return "an entry ends past its container";
    if (payload_size % ENTRY_ALIGNMENT != 0)
        return "an entry's size is no multiple of 8";
    *entry = (struct entry){
        .offset = at,
        .payload = at + header_size,
        .end = at + header_size + (size_t)payload_size,
        .packed = get_u32(header + 16),
        .unpacked = get_u64(header + 56),
        .flags = get_u64(header + 40),
        .sm = get_u32(header + 28),
        .kind = get_u16(header),
    };
    return NULL;
}

/* --- one entry ---------------------------------------------------------------------------- */

static const char *find_packing(const struct reader_input *in, const struct entry *entry,
                                enum packing *packing)
{
    bool is_lz4 = (entry->flags & FLAG_LZ4) != 0;
    bool is_zstd = (entry->flags & FLAG_ZSTD) != 0;

    *packing = PACKING_NONE;
    if (entry->packed == 0)
        return is_lz4 || is_zstd ? "a compressed entry of 0 bytes" : NULL;
    if (entry->packed > entry->end - entry->payload)
        return "an entry's compressed bytes end past the entry";
    if (entry->unpacked == 0 || entry->unpacked > MOST_UNPACKED ||
        entry->unpacked / MOST_RATIO > entry->packed)
        return "an entry states an impossible uncompressed size";
    if (is_lz4 && is_zstd)
        return "an entry is flagged both LZ4 and zstd";
    if (!is_lz4 && !is_zstd)
        is_zstd = entry->packed >= 4 && get_u32(in->bytes + entry->payload) == ZSTD_MAGIC;
    if (!is_lz4 && !is_zstd)
        return "an entry is compressed in an unknown way";
    *packing = is_lz4 ? PACKING_LZ4 : PACKING_ZSTD;
    return NULL;
}

static enum cuocc_status read_image(struct reading *reading, const struct reader_input *in,
                                    const struct entry *entry, const uint8_t *bytes, size_t size)
{
    char name[REPORT_WHERE_SIZE];
    const struct reader_input image = {.name = name, .bytes = bytes, .size = size};
    const struct cubin_label label = {
        .sm = entry->sm,
        .suffix = (entry->flags & FLAG_ARCH_SPECIFIC) != 0 ? 'a'
                  : (entry->flags & FLAG_FAMILY) != 0      ? 'f'
                                                           : '\0',
        .container = in,
        .offset = entry->offset,
    };

    report_where(name, in, entry->offset);
    if (!elf_is_cubin(bytes, size))
        return report_damage(reading->error, &image, 0,
                             "an entry for machine code that holds no cubin");
    return cubin_read(reading, &image, &label);
}

static struct packed packed_of(const struct reader_input *in, const struct entry *entry,
                               enum packing packing)
{
    return (struct packed){
        .bytes = in->bytes + entry->payload,
        .packed_size = (size_t)entry->packed,
        .size = (size_t)entry->unpacked,
        .packing = packing,
    };
}

static enum cuocc_status read_packed(struct reading *reading, const struct reader_input *in,
                                     const struct entry *entry, enum packing packing)
{
    const struct packed packed = packed_of(in, entry, packing);
    const uint8_t *bytes;

    switch (unpack_queue_take(&reading->unpack_queue, &packed, &bytes)) {
    case UNPACKED:
        return read_image(reading, in, entry, bytes, packed.size);
    case UNPACK_NO_MEMORY:
        return reading_out_of_memory(reading, in);
    case UNPACK_LACKS_LIBRARY:
        reading_skip(reading, packing == PACKING_LZ4 ? SKIP_LZ4 : SKIP_ZSTD, in, entry->offset);
        return CUOCC_OK;
    case UNPACK_DAMAGED:
        break;
    }
    return report_damage(reading->error, in, entry->payload,
                         "%s data does not decode to the %zu bytes that its entry states",
                         packing == PACKING_LZ4 ? "LZ4" : "zstd", packed.size);
}

static enum cuocc_status read_cubin_entry(struct reading *reading, const struct reader_input *in,
                                          const struct entry *entry)
{
    enum packing packing;
    const char *problem = find_packing(in, entry, &packing);

    if (problem != NULL)
        return report_damage(reading->error, in, entry->offset, "%s (flags 0x%" PRIx64 ")", problem,
                             entry->flags);
    if (packing != PACKING_NONE)
        return read_packed(reading, in, entry, packing);
    return read_image(reading, in, entry, in->bytes + entry->payload, entry->end - entry->payload);
}

static enum cuocc_status read_entry(struct reading *reading, const struct reader_input *in,
                                    struct container *container, const struct entry *entry)
{
    switch (entry->kind) {
    case KIND_CUBIN:
        container->has_cubin = true;
        return read_cubin_entry(reading, in, entry);
    case KIND_PTX:
        container->has_ptx = true;
        container->ptx_offset = entry->offset;
        return CUOCC_OK;
    case KIND_LTO:
        reading_skip(reading, SKIP_LTO, in, entry->offset);
        return CUOCC_OK;
    default:
        reading_skip(reading, SKIP_UNKNOWN_KIND, in, entry->offset);
        return CUOCC_OK;
    }
}

/* --- containers --------------------------------------------------------------------------- */

/* The next entry with machine code, container after container. @return false at the end, or
 * where the reader will report damage */
static bool next_cubin_entry(struct lookahead *ahead, struct entry *entry)
{
    while (ahead->at < ahead->end) {
        struct container container;

        if (ahead->at < ahead->container_end) {
            if (parse_entry(ahead->in, ahead->at, ahead->container_end, entry) != NULL)
                return false;
            ahead->at = entry->end;
            if (entry->kind == KIND_CUBIN)
                return true;
        } else if (!fatbin_is_mine(ahead->in->bytes + ahead->at, ahead->end - ahead->at)) {
            ahead->at += CONTAINER_ALIGNMENT;
        } else {
            if (parse_container(ahead->in, ahead->at, ahead->end, &container) != NULL)
                return false;
            ahead->at += CONTAINER_HEADER;
            ahead->container_end = container.end;
        }
    }
    return false;
}

static bool next_packed(void *ctx, struct packed *next)
{
    struct lookahead *ahead = ctx;
    struct entry entry;
    enum packing packing;

    while (next_cubin_entry(ahead, &entry)) {
        if (find_packing(ahead->in, &entry, &packing) != NULL)
            return false;
        if (packing == PACKING_NONE)
            continue;
        *next = packed_of(ahead->in, &entry, packing);
        return true;
    }
    return false;
}

static enum cuocc_status read_container(struct reading *reading, const struct reader_input *in,
                                        struct container *container, struct lookahead *ahead)
{
    enum cuocc_status status = CUOCC_OK;
    size_t at = container->offset + CONTAINER_HEADER;

    ++reading->place.container;
    reading->place.entry = 0;
    while (at < container->end && status == CUOCC_OK) {
        struct entry entry;
        const char *problem = parse_entry(in, at, container->end, &entry);

        if (problem != NULL)
            return report_damage(reading->error, in, at, "%s", problem);
        if (ahead->at < at) {
            ahead->at = at;
            ahead->container_end = container->end;
        }
        ++reading->place.entry;
        status = read_entry(reading, in, container, &entry);
        at = entry.end;
    }
    /* Beside machine code PTX is for later devices, and the same kernels. */
    if (container->has_ptx && !container->has_cubin)
        reading_skip(reading, SKIP_PTX, in, container->ptx_offset);
    return status;
}

static enum cuocc_status read_containers(struct reading *reading, struct lookahead *ahead)
{
    const struct reader_input *in = ahead->in;
    enum cuocc_status status = CUOCC_OK;
    size_t at = ahead->at;

    while (at < ahead->end && status == CUOCC_OK) {
        struct container container;
        const char *problem;

        if (!fatbin_is_mine(in->bytes + at, ahead->end - at)) {
            at += ahead->end - at < CONTAINER_ALIGNMENT ? ahead->end - at : CONTAINER_ALIGNMENT;
            continue;
        }
        problem = parse_container(in, at, ahead->end, &container);
        if (problem != NULL)
            return report_damage(reading->error, in, at, "%s", problem);
        status = read_container(reading, in, &container, ahead);
        at = container.end;
    }
    return status;
}

enum cuocc_status fatbin_read_section(struct reading *reading, const struct reader_input *in,
                                      size_t begin, size_t end)
{
    struct lookahead ahead = {.in = in, .at = begin, .end = end};
    enum cuocc_status status;

    unpack_queue_begin(&reading->unpack_queue, next_packed, &ahead);
    status = read_containers(reading, &ahead);
    unpack_queue_end(&reading->unpack_queue);
    return status;
}

/* --- search ------------------------------------------------------------------------------- */

/* The next place at or after `at` that has the magic; the input's size if none. */
static size_t find_magic(const struct reader_input *in, size_t at)
{
    while (at < in->size) {
        const uint8_t *hit = memchr(in->bytes + at, container_magic[0], in->size - at);

        if (hit == NULL)
            break;
        at = (size_t)(hit - in->bytes);
        if (in->size - at >= sizeof(container_magic) &&
            memcmp(hit, container_magic, sizeof(container_magic)) == 0)
            return at;
        ++at;
    }
    return in->size;
}

/* Whether all headers of a container fit together. `steps` keeps headers made to be walked
 * again and again from taking forever: an honest file has no more entries than it has room. */
static bool is_whole(const struct reader_input *in, const struct container *container,
                     size_t *steps)
{
    size_t at = container->offset + CONTAINER_HEADER;

    while (at < container->end) {
        struct entry entry;

        if (*steps == 0 || parse_entry(in, at, container->end, &entry) != NULL)
            return false;
        --*steps;
        at = entry.end;
    }
    return true;
}

enum cuocc_status fatbin_scan(struct reading *reading, const struct reader_input *in)
{
    size_t steps = in->size / ENTRY_HEADER * 4 + ENTRY_HEADER;
    enum cuocc_status status = CUOCC_OK;
    size_t at = 0;

    while (status == CUOCC_OK && (at = find_magic(in, at)) < in->size) {
        struct container container;

        if (steps == 0)
            return report_damage(reading->error, in, at, "too many damaged containers");
        if (parse_container(in, at, in->size, &container) == NULL &&
            is_whole(in, &container, &steps)) {
            status = fatbin_read_section(reading, in, at, container.end);
            at = container.end;
        } else {
            ++at;
        }
    }
    return status;
}

/* --- reader ------------------------------------------------------------------------------- */

static enum cuocc_status read_file(struct reading *reading, const struct reader_input *in)
{
    return fatbin_read_section(reading, in, 0, in->size);
}

static enum cuocc_status read_fatbin(const struct reader_input *in,
                                     const struct cuocc_kernel_sink *sink,
                                     struct cuocc_error *error)
{
    return reading_run(read_file, in, sink, error);
}

const struct reader fatbin_reader = {
    .label = "fatbin",
    .is_mine = fatbin_is_mine,
    .read = read_fatbin,
};

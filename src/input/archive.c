/* SPDX-License-Identifier: MIT */
/* Static libraries: ar archives of objects, in the GNU and BSD dialects. */
#include "input/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/host.h"
#include "input/report.h"

enum {
    MAGIC_SIZE = 8,
    HEADER_SIZE = 60,
    NAME_SIZE = 16,
    SIZE_OFFSET = 48,
    SIZE_SIZE = 10,
    MOST_NAME = 4096
};

struct archive {
    const struct reader_input *in;
    const uint8_t *long_names; /* GNU "//": names that do not fit a header */
    size_t long_names_size;
};

struct member {
    size_t offset, end; /* of its bytes */
    char name[MOST_NAME];
};

static bool is_archive(const uint8_t *head, size_t size)
{
    return size >= MAGIC_SIZE && (memcmp(head, "!<arch>\n", MAGIC_SIZE) == 0 ||
                                  memcmp(head, "!<thin>\n", MAGIC_SIZE) == 0);
}

/* A decimal number padded with spaces; false if it is none. */
static bool parse_number(const uint8_t *text, size_t width, size_t *number)
{
    size_t i = 0;

    *number = 0;
    while (i < width && text[i] >= '0' && text[i] <= '9')
        *number = *number * 10 + (size_t)(text[i++] - '0');
    if (i == 0)
        return false;
    while (i < width && text[i] == ' ')
        ++i;
    return i == width;
}

static void set_name(struct member *member, const uint8_t *text, size_t width, const char *stops)
{
    size_t length = 0;

    while (length < width && length < MOST_NAME - 1 && text[length] != '\0' &&
           strchr(stops, text[length]) == NULL) {
        member->name[length] = (char)text[length];
        ++length;
    }
    member->name[length] = '\0';
}

/* Take off the padding, and the mark that GNU puts behind a name; "/" and "//" are names. */
static void trim_name(char *name)
{
    size_t length = strlen(name);

    while (length > 0 && name[length - 1] == ' ')
        --length;
    if (length > 1 && name[length - 1] == '/' && name[0] != '/')
        --length;
    name[length] = '\0';
}

/* The dialects: "name/", "/123" into the table of long names, "#1/20" before the data. */
static bool parse_name(const struct archive *archive, struct member *member, const uint8_t *header)
{
    size_t number;

    if (header[0] == '/' && parse_number(header + 1, NAME_SIZE - 1, &number)) {
        if (number >= archive->long_names_size)
            return false;
        set_name(member, archive->long_names + number, archive->long_names_size - number, "\n");
    } else if (memcmp(header, "#1/", 3) == 0 && parse_number(header + 3, NAME_SIZE - 3, &number)) {
        if (number > member->end - member->offset)
            return false;
        set_name(member, archive->in->bytes + member->offset, number, "");
        member->offset += number;
    } else {
        set_name(member, header, NAME_SIZE, header[0] == '/' ? " " : "/");
    }
    return true;
}

static enum cuocc_status parse_member(const struct archive *archive, size_t at,
                                      struct member *member, struct cuocc_error *error)
{
    const struct reader_input *in = archive->in;
    const uint8_t *header = in->bytes + at;
    size_t size;

    if (in->size - at < HEADER_SIZE)
        return report_damage(error, in, at, "a member's header is cut off");
    if (header[HEADER_SIZE - 2] != '`' || header[HEADER_SIZE - 1] != '\n' ||
        !parse_number(header + SIZE_OFFSET, SIZE_SIZE, &size))
        return report_damage(error, in, at, "no archive member's header");
    if (size > in->size - at - HEADER_SIZE)
        return report_damage(error, in, at, "a member of %zu bytes ends past the archive", size);
    member->offset = at + HEADER_SIZE;
    member->end = member->offset + size;
    if (!parse_name(archive, member, header))
        return report_damage(error, in, at, "a member's name is outside of the archive");
    trim_name(member->name);
    return CUOCC_OK;
}

/* Symbol tables, which hold no object. */
static bool is_symbol_table(const char *name)
{
    return strcmp(name, "/") == 0 || strcmp(name, "/SYM64/") == 0 ||
           strncmp(name, "__.SYMDEF", 9) == 0;
}

static enum cuocc_status read_member(struct reading *reading, struct archive *archive,
                                     const struct member *member)
{
    char name[REPORT_WHERE_SIZE];
    const struct reader_input image = {
        .name = name,
        .bytes = archive->in->bytes + member->offset,
        .size = member->end - member->offset,
    };
    enum cuocc_status status;

    if (strcmp(member->name, "//") == 0) {
        archive->long_names = image.bytes;
        archive->long_names_size = image.size;
        return CUOCC_OK;
    }
    if (is_symbol_table(member->name))
        return CUOCC_OK;
    (void)snprintf(name, sizeof(name), "%.120s(%.120s)", archive->in->name, member->name);
    ++reading->place.member;
    reading->place.container = 0;
    reading->place.entry = 0;
    reading->member = member->name;
    status = host_read(reading, &image);
    reading->member = NULL;
    return status;
}

static enum cuocc_status read_members(struct reading *reading, const struct reader_input *in)
{
    struct archive archive = {.in = in};
    struct member *member;
    enum cuocc_status status = CUOCC_OK;

    if (memcmp(in->bytes, "!<thin>", 7) == 0)
        return cuocc_error_set(reading->error, CUOCC_ERR_UNSUPPORTED, in->name,
                               "a thin archive: its members are files of their own, read those");
    member = calloc(1, sizeof(*member));
    if (member == NULL)
        return reading_out_of_memory(reading, in);
    for (size_t at = MAGIC_SIZE; at < in->size && status == CUOCC_OK;) {
        status = parse_member(&archive, at, member, reading->error);
        if (status == CUOCC_OK)
            status = read_member(reading, &archive, member);
        /* Members start at even offsets. */
        at = member->end + (member->end & 1);
    }
    free(member);
    return status;
}

static enum cuocc_status read_archive(const struct reader_input *in,
                                      const struct cuocc_kernel_sink *sink,
                                      struct cuocc_error *error)
{
    return reading_run(read_members, in, sink, error);
}

const struct reader archive_reader = {
    .label = "static library",
    .is_mine = is_archive,
    .read = read_archive,
};

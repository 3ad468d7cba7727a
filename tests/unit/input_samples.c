/* SPDX-License-Identifier: MIT */
/* Sample files of tests/input/samples, what they hold, and a sink that keeps what was read. */
#include "input_samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_env.h"

#define SAMPLES_DIR CUOCC_TESTS_DIR "/input/samples/"

enum {
    MOST_FIELDS = 16
};

/* --- gathering ------------------------------------------------------------------------- */

static char *copy_text(const char *text)
{
    char *copy = NULL;

    if (text != NULL) {
        copy = malloc(strlen(text) + 1);
        assert_non_null(copy);
        strcpy(copy, text);
    }
    return copy;
}

static enum cuocc_status gather_kernel(void *ctx, const struct cuocc_kernel *kernel)
{
    struct gathered *got = ctx;
    struct cuocc_kernel *copy;

    assert_non_null(kernel->name);
    assert_int_equal(kernel->known >> CUOCC_FACT_COUNT, 0);
    if ((got->count & (got->count - 1)) == 0)
        got->kernels = realloc(got->kernels, (got->count * 2 + 1) * sizeof(*copy));
    assert_non_null(got->kernels);
    copy = &got->kernels[got->count++];
    *copy = *kernel;
    copy->name = copy_text(kernel->name);
    copy->demangled = copy_text(kernel->demangled);
    copy->source = copy_text(kernel->source);
    return CUOCC_OK;
}

static void gather_note(void *ctx, const char *where, const char *text)
{
    struct gathered *got = ctx;
    size_t used = strlen(got->notes);

    ++got->note_count;
    (void)snprintf(got->notes + used, sizeof(got->notes) - used, "%s: %s\n", where, text);
}

void gather(struct gathered *got, const struct reader *reader, const char *name,
            const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size + (size == 0));
    const struct reader_input in = {.name = name, .bytes = copy, .size = size};
    const struct cuocc_kernel_sink sink = {
        .ctx = got, .kernel = gather_kernel, .note = gather_note};

    *got = (struct gathered){0};
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    assert_true(reader->is_mine(copy, size));
    got->status = reader->read(&in, &sink, &got->error);
    free(copy);
    if (got->status == CUOCC_OK)
        assert_true(got->count > 0);
    else
        assert_int_equal(got->count, 0);
    if (got->status != CUOCC_OK)
        assert_int_equal(got->error.status, got->status);
}

void gathered_free(struct gathered *got)
{
    for (size_t i = 0; i < got->count; ++i) {
        free((char *)got->kernels[i].name);
        free((char *)got->kernels[i].demangled);
        free((char *)got->kernels[i].source);
    }
    free(got->kernels);
    *got = (struct gathered){0};
}

const struct cuocc_kernel *gathered_find(const struct gathered *got, const char *name)
{
    for (size_t i = 0; i < got->count; ++i) {
        if (strcmp(got->kernels[i].name, name) == 0)
            return &got->kernels[i];
    }
    fail_msg("no kernel %s; status %d, %s: %s", name, (int)got->status, got->error.where,
             got->error.text);
    return NULL;
}

uint8_t *sample_load(const char *file, size_t *size)
{
    char path[1024];
    FILE *stream;
    uint8_t *bytes;
    long length;

    (void)snprintf(path, sizeof(path), SAMPLES_DIR "%s", file);
    stream = fopen(path, "rb");
    if (stream == NULL)
        fail_msg("cannot open %s", path);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    length = ftell(stream);
    assert_true(length > 0);
    rewind(stream);
    bytes = malloc((size_t)length + 1);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)length, stream);
    assert_int_equal(*size, length);
    bytes[*size] = 0;
    (void)fclose(stream);
    return bytes;
}

/* --- expected.csv ------------------------------------------------------------------------ */

enum column {
    COLUMN_FILE,
    COLUMN_KERNEL,
    COLUMN_ARCH,
    COLUMN_REGS,
    COLUMN_STATIC_SMEM,
    COLUMN_BARRIERS,
    COLUMN_MAX_THREADS,
    COLUMN_CLUSTER,
    COLUMN_STACK,
    COLUMN_SPILL_STORES,
    COLUMN_SPILL_LOADS,
    COLUMN_COUNT
};

/* Cut a line of RFC 4180 in place; returns the start of the next one. */
static char *split_row(char *line, const char *fields[static MOST_FIELDS])
{
    char *in = line, *out = line;
    size_t count = 0;
    bool is_quoted = false;

    fields[count++] = out;
    for (; *in != '\0' && (is_quoted || *in != '\n'); ++in) {
        if (*in == '"') {
            is_quoted = !is_quoted;
        } else if (*in == ',' && !is_quoted) {
            *out++ = '\0';
            assert_true(count < MOST_FIELDS);
            fields[count++] = out;
        } else {
            *out++ = *in;
        }
    }
    line = *in != '\0' ? in + 1 : in;
    *out = '\0';
    assert_int_equal(count, COLUMN_COUNT);
    return line;
}

/* A fact as expected.csv writes it. */
static void write_fact(char *text, size_t size, const struct cuocc_kernel *kernel,
                       enum column column)
{
    const uint32_t *required = kernel->required_block_dim;
    const uint32_t *cluster = kernel->cluster_dim;

    *text = '\0';
    if (column == COLUMN_ARCH)
        (void)snprintf(text, size, "sm_%u%u%.1s", (unsigned)kernel->arch.cc_major,
                       (unsigned)kernel->arch.cc_minor, &kernel->arch.suffix);
    else if (column == COLUMN_REGS && cuocc_kernel_has(kernel, CUOCC_FACT_REGS))
        (void)snprintf(text, size, "%u", (unsigned)kernel->regs_per_thread);
    else if (column == COLUMN_STATIC_SMEM && cuocc_kernel_has(kernel, CUOCC_FACT_STATIC_SMEM))
        (void)snprintf(text, size, "%u", (unsigned)kernel->static_smem_per_block_bytes);
    else if (column == COLUMN_BARRIERS && cuocc_kernel_has(kernel, CUOCC_FACT_BARRIERS))
        (void)snprintf(text, size, "%u", (unsigned)kernel->barriers_per_block);
    else if (column == COLUMN_MAX_THREADS && cuocc_kernel_has(kernel, CUOCC_FACT_MAX_THREADS))
        (void)snprintf(text, size, "%u", (unsigned)kernel->max_threads_per_block);
    else if (column == COLUMN_MAX_THREADS && cuocc_kernel_has(kernel, CUOCC_FACT_REQUIRED_BLOCK))
        (void)snprintf(text, size, "%u", (unsigned)(required[0] * required[1] * required[2]));
    else if (column == COLUMN_CLUSTER && cuocc_kernel_has(kernel, CUOCC_FACT_CLUSTER))
        (void)snprintf(text, size, "%ux%ux%u", (unsigned)cluster[0], (unsigned)cluster[1],
                       (unsigned)cluster[2]);
    else if (column == COLUMN_STACK)
        (void)snprintf(text, size, cuocc_kernel_has(kernel, CUOCC_FACT_STACK) ? "%llu" : "unknown",
                       (unsigned long long)kernel->stack_bytes);
}

static bool is_row_of(const struct cuocc_kernel *kernel, const char *const *fields)
{
    char text[64];

    if (strcmp(kernel->name, fields[COLUMN_KERNEL]) != 0)
        return false;
    /* expected.csv has the bytes from the compiler's log; a file can tell only that there are none.
     */
    if (cuocc_kernel_has(kernel, CUOCC_FACT_SPILL_STORES) &&
        strtol(fields[COLUMN_SPILL_STORES], NULL, 10) != 0)
        return false;
    for (enum column column = COLUMN_ARCH; column <= COLUMN_STACK; ++column) {
        write_fact(text, sizeof(text), kernel, column);
        if (strcmp(text, fields[column]) != 0)
            return false;
    }
    return true;
}

static void take_row(const struct gathered *got, bool *taken, const char *const *fields)
{
    for (size_t i = 0; i < got->count; ++i) {
        if (!taken[i] && is_row_of(&got->kernels[i], fields)) {
            taken[i] = true;
            return;
        }
    }
    fail_msg("%s: no kernel %s %s with %s registers, %s B shared, %s barriers, %s threads, "
             "cluster %s, stack %s",
             fields[COLUMN_FILE], fields[COLUMN_KERNEL], fields[COLUMN_ARCH], fields[COLUMN_REGS],
             fields[COLUMN_STATIC_SMEM], fields[COLUMN_BARRIERS], fields[COLUMN_MAX_THREADS],
             fields[COLUMN_CLUSTER], fields[COLUMN_STACK]);
}

void sample_check(const char *file, const struct gathered *got)
{
    size_t size, rows = 0;
    char *text = (char *)sample_load("expected.csv", &size);
    bool *taken = calloc(got->count + 1, sizeof(*taken));

    assert_non_null(taken);
    if (got->status != CUOCC_OK)
        fail_msg("%s: %s: %s", file, got->error.where, got->error.text);
    for (char *line = text; *line != '\0';) {
        const char *fields[MOST_FIELDS];

        line = split_row(line, fields);
        if (strcmp(fields[COLUMN_FILE], file) != 0)
            continue;
        take_row(got, taken, fields);
        ++rows;
    }
    if (rows != got->count || rows == 0)
        fail_msg("%s: %zu kernels read, %zu expected", file, got->count, rows);
    free(taken);
    free(text);
}

static const struct reader *reader_of(const uint8_t *bytes, size_t size)
{
    static const struct reader *const readers[] = {&elf_reader, &fatbin_reader, &archive_reader,
                                                   &foreign_reader};
    const struct reader *mine = NULL;

    for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); ++i) {
        if (!readers[i]->is_mine(bytes, size))
            continue;
        assert_null(mine);
        mine = readers[i];
    }
    assert_non_null(mine);
    return mine;
}

void sample_holds(const struct reader *reader, const char *file)
{
    struct gathered got;
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    gather(&got, reader != NULL ? reader : reader_of(bytes, size), file, bytes, size);
    sample_check(file, &got);
    gathered_free(&got);
    free(bytes);
}

void sample_each(const char *prefix, void (*check)(const char *file))
{
    size_t size, files = 0;
    char *text = (char *)sample_load("expected.csv", &size);
    const char *last = "";

    for (char *line = text; *line != '\0';) {
        const char *fields[MOST_FIELDS];

        line = split_row(line, fields);
        if (strncmp(fields[COLUMN_FILE], prefix, strlen(prefix)) != 0 ||
            strcmp(fields[COLUMN_FILE], last) == 0)
            continue;
        last = fields[COLUMN_FILE];
        check(last);
        ++files;
    }
    assert_true(files > 0);
    free(text);
}

/* --- damage -------------------------------------------------------------------------------- */

static void read_damaged(const struct reader *reader, const uint8_t *bytes, size_t size,
                         bool may_answer)
{
    struct gathered got;

    if (!reader->is_mine(bytes, size))
        return;
    gather(&got, reader, "damaged", bytes, size);
    if (got.status == CUOCC_OK || got.status == CUOCC_ERR_NOT_FOUND)
        assert_true(may_answer);
    else
        assert_int_equal(got.status, CUOCC_ERR_SYNTAX);
    if (got.status == CUOCC_ERR_SYNTAX)
        assert_non_null(strstr(got.error.where, "offset 0x"));
    gathered_free(&got);
}

void damage_truncate(const struct reader *reader, const char *file, size_t stride)
{
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    for (size_t cut = 1; cut < size; cut += stride)
        read_damaged(reader, bytes, size - cut, false);
    free(bytes);
}

void damage_flip(const struct reader *reader, const char *file, size_t stride)
{
    static const uint8_t masks[] = {0x01, 0x80, 0xff};
    size_t size;
    uint8_t *bytes = sample_load(file, &size);

    for (size_t at = 0; at < size; at += stride) {
        for (size_t i = 0; i < sizeof(masks); ++i) {
            bytes[at] ^= masks[i];
            read_damaged(reader, bytes, size, true);
            bytes[at] ^= masks[i];
        }
    }
    free(bytes);
}

void damage_random(const struct reader *reader, const uint8_t *start, size_t start_size)
{
    uint8_t bytes[2048];
    uint32_t seed = 1;

    for (size_t round = 0; round < 200; ++round) {
        for (size_t i = 0; i < sizeof(bytes); ++i) {
            seed = seed * 1664525U + 1013904223U;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        memcpy(bytes, start, start_size);
        read_damaged(reader, bytes, sizeof(bytes) - round * 10, true);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * usage: gen_builtin TABLES.c TEXTS.c FILE...
 *
 * Reads and checks the device files as occ does those of its users and writes what it read as
 * tables, so that a program has nothing to parse when it starts. A file that is wrong ends the
 * build.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/device_fields.h"
#include "db/device_file.h"
#include "db/read_file.h"

#define FILES_MAX   256
#define POOL_BYTES  ((size_t)4 << 20)
#define ROW_NUMBERS 12 /* on a line of the output */

struct input {
    const char *path;
    char *text;
    size_t size;
    struct device_file *file;
};

/* Every text of every file, each once. */
struct pool {
    char *bytes;
    size_t size;
};

/* --- reading -------------------------------------------------------------------------------- */

static bool fail(const char *where, const char *text)
{
    (void)fprintf(stderr, "gen_builtin: %s: %s\n", where, text);
    return false;
}

/* devices/sm_89.json holds sm_89. */
static bool is_named_after_device(const struct input *in)
{
    const char *slash = strrchr(in->path, '/');
    const char *base = slash ? slash + 1 : in->path;
    const char *name = in->file->device.name;
    size_t length = strlen(name);

    return strncmp(base, name, length) == 0 && strcmp(base + length, ".json") == 0;
}

static bool read_input(struct input *in)
{
    struct cuocc_error error;

    if (read_whole_file(in->path, DEVICE_FILE_SIZE_MAX, &in->text, &in->size, &error) != CUOCC_OK ||
        device_file_parse(in->text, in->size, in->path, &in->file, &error) != CUOCC_OK)
        return fail(error.where, error.text);
    if (!is_named_after_device(in))
        return fail(in->path, "a device file is called as its device is, with .json behind it");
    return true;
}

static int compare_inputs(const void *a, const void *b)
{
    const struct cuocc_device *left = &((const struct input *)a)->file->device;
    const struct cuocc_device *right = &((const struct input *)b)->file->device;

    if (left->cc_major != right->cc_major)
        return left->cc_major < right->cc_major ? -1 : 1;
    return (left->cc_minor > right->cc_minor) - (left->cc_minor < right->cc_minor);
}

/* --- texts ---------------------------------------------------------------------------------- */

/* The place of `text` in the pool, which is large enough for all files. */
static size_t pool_add(struct pool *pool, const char *text)
{
    size_t size = strlen(text) + 1;
    size_t at = 0;

    while (at < pool->size && strcmp(pool->bytes + at, text) != 0)
        at += strlen(pool->bytes + at) + 1;
    if (at < pool->size)
        return at;
    memcpy(pool->bytes + pool->size, text, size);
    pool->size += size;
    return at;
}

/* As bytes: compilers need not take string literals this long. Past ASCII a character constant has
 * the sign that char has. */
static void print_bytes(FILE *out, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        (void)fprintf(out, (unsigned char)bytes[i] < 0x80 ? "%d," : "'\\%o',",
                      (unsigned char)bytes[i]);
        if (bytes[i] == '\0' || bytes[i] == '\n')
            (void)fputc('\n', out);
    }
}

/* A literal of one line; octal escapes have three digits at most, so that what follows does not
 * matter. */
static void print_literal(FILE *out, const char *text)
{
    (void)fputc('"', out);
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c < ' ' || c >= 0x7f || strchr("\"\\?", c))
            (void)fprintf(out, "\\%03o", c);
        else
            (void)fputc(c, out);
    }
    (void)fputc('"', out);
}

/* --- tables --------------------------------------------------------------------------------- */

/* Where lists of numbers are written; a list without entries is NULL. */
struct list {
    FILE *out;
    size_t count;
};

static void list_begin(struct list *list, const char *type, const char *device, const char *member)
{
    list->count = 0;
    (void)fprintf(list->out, "static const %s %s_%s[] = {", type, device, member);
}

static void list_add(struct list *list, size_t number)
{
    (void)fprintf(list->out, "%s%zu,", list->count++ % ROW_NUMBERS == 0 ? "\n    " : " ", number);
}

static void list_add_pair(struct list *list, size_t first, size_t second)
{
    (void)fprintf(list->out, "%s{%zu, %zu},",
                  list->count++ % (ROW_NUMBERS / 2) == 0 ? "\n    " : " ", first, second);
}

static void list_add_name(struct list *list, const struct product_name *name, size_t text)
{
    (void)fprintf(list->out, "\n    {UINT64_C(0x%" PRIx64 "), %zu, %" PRIu32 "},", name->letters,
                  text, name->product);
    list->count++;
}

/* An array of no elements is not C. */
static void list_end(struct list *list, const char *empty)
{
    (void)fprintf(list->out, "%s\n};\n", list->count == 0 ? empty : "");
}

static void print_lists(FILE *out, const struct device_file *file, struct pool *pool)
{
    struct list list = {.out = out};
    const char *name = file->device.name;
    size_t field_count;

#define TEXT(at) pool_add(pool, device_file_text(file, (at)))
    (void)cuocc_device_fields(&field_count);
    list_begin(&list, "uint32_t", name, "aliases");
    for (size_t i = 0; i < file->alias_count; i++)
        list_add(&list, TEXT(file->aliases[i]));
    list_end(&list, "0");
    list_begin(&list, "uint32_t", name, "limit_sources");
    for (size_t i = 0; i < field_count; i++)
        list_add(&list, TEXT(file->limit_sources[i]));
    list_end(&list, "0");
    list_begin(&list, "struct source_at", name, "sources");
    for (size_t i = 0; i < file->source_count; i++) {
        /* In this order, whichever the compiler takes arguments in. */
        size_t code = TEXT(file->sources[i].code);

        list_add_pair(&list, code, TEXT(file->sources[i].text));
    }
    list_end(&list, "{0, 0}");
    list_begin(&list, "struct product_at", name, "products");
    for (size_t i = 0; i < file->product_count; i++)
        list_add_pair(&list, TEXT(file->products[i].name), file->products[i].sm_count);
    list_end(&list, "{0, 0}");
    list_begin(&list, "struct product_name", name, "names");
    for (size_t i = 0; i < file->name_count; i++)
        list_add_name(&list, &file->names[i], TEXT(file->names[i].text));
    list_end(&list, "{0, 0, 0}");
#undef TEXT
}

static void print_field(FILE *out, const struct cuocc_device *dev,
                        const struct cuocc_device_field *field)
{
    if (field->kind != CUOCC_FIELD_SIZES) {
        (void)fprintf(out, "        .%s = %uU,\n", field->key, cuocc_device_field_get(dev, field));
        return;
    }
    (void)fprintf(out, "        .smem_carveout_count = %u,\n        .%s = {",
                  dev->smem_carveout_count, field->key);
    for (uint32_t i = 0; i < dev->smem_carveout_count; i++)
        (void)fprintf(out, "%u, ", dev->smem_carveout_bytes[i]);
    (void)fputs("0},\n", out);
}

static void print_device(FILE *out, const struct cuocc_device *dev)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    (void)fputs("    {.device = {\n        .name = ", out);
    print_literal(out, dev->name);
    (void)fputs(",\n        .architecture = ", out);
    print_literal(out, dev->architecture);
    (void)fprintf(out,
                  ",\n        .sm_count = %uU,\n        .cc_major = %u,\n        .cc_minor = %u,\n",
                  dev->sm_count, dev->cc_major, dev->cc_minor);
    for (size_t i = 0; i < count; i++)
        print_field(out, dev, &fields[i]);
    (void)fputs("     },\n     .texts = texts,\n", out);
}

static void print_row(FILE *out, const struct device_file *file)
{
    const char *name = file->device.name;

    print_device(out, &file->device);
    (void)fprintf(out, "     .aliases = %s_aliases, .alias_count = %zu,\n", name,
                  file->alias_count);
    (void)fprintf(out, "     .limit_sources = %s_limit_sources,\n", name);
    (void)fprintf(out, "     .sources = %s_sources, .source_count = %zu,\n", name,
                  file->source_count);
    (void)fprintf(out, "     .products = %s_products, .product_count = %zu,\n", name,
                  file->product_count);
    (void)fprintf(out, "     .names = %s_names, .name_count = %zu},\n", name, file->name_count);
}

static void print_tables(FILE *out, const struct input *inputs, size_t count, struct pool *pool)
{
    (void)fputs("/* Made from devices/ by src/db/gen_builtin.c. */\n#include \"db/builtin.h\"\n\n",
                out);
    for (size_t i = 0; i < count; i++)
        print_lists(out, inputs[i].file, pool);
    (void)fputs("\nstatic const char texts[] = {\n", out);
    print_bytes(out, pool->bytes, pool->size);
    (void)fputs("};\n\nconst struct device_file builtin_devices[] = {\n", out);
    for (size_t i = 0; i < count; i++)
        print_row(out, inputs[i].file);
    (void)fprintf(out, "};\n\nconst size_t builtin_device_count = %zu;\n", count);
}

static void print_texts(FILE *out, const struct input *inputs, size_t count)
{
    (void)fputs("/* Made from devices/ by src/db/gen_builtin.c. */\n#include \"db/builtin.h\"\n",
                out);
    for (size_t i = 0; i < count; i++) {
        (void)fprintf(out, "\nstatic const char %s[] = {\n", inputs[i].file->device.name);
        print_bytes(out, inputs[i].text, inputs[i].size + 1);
        (void)fputs("};\n", out);
    }
    (void)fputs("\nconst char *const builtin_texts[] = {\n", out);
    for (size_t i = 0; i < count; i++)
        (void)fprintf(out, "    %s,\n", inputs[i].file->device.name);
    (void)fputs("};\n", out);
}

/* --- the whole ------------------------------------------------------------------------------ */

static bool close_output(FILE *out, const char *path)
{
    bool is_written = ferror(out) == 0;

    is_written = fclose(out) == 0 && is_written;
    return is_written || fail(path, "cannot be written");
}

static bool write_outputs(const char *tables_path, const char *texts_path,
                          const struct input *inputs, size_t count)
{
    struct pool pool = {.bytes = malloc(POOL_BYTES)};
    FILE *tables = fopen(tables_path, "w");
    FILE *texts = fopen(texts_path, "w");
    bool is_good = pool.bytes && tables && texts;

    if (is_good) {
        print_tables(tables, inputs, count, &pool);
        print_texts(texts, inputs, count);
    } else {
        (void)fail(tables_path, "cannot be made");
    }
    is_good = (!tables || close_output(tables, tables_path)) && is_good;
    is_good = (!texts || close_output(texts, texts_path)) && is_good;
    free(pool.bytes);
    return is_good;
}

/* The pool holds what the files hold. */
static bool read_inputs(struct input *inputs, size_t count, char **paths)
{
    size_t total = 0;

    for (size_t i = 0; i < count; i++) {
        inputs[i].path = paths[i];
        if (!read_input(&inputs[i]))
            return false;
        total += inputs[i].size;
    }
    qsort(inputs, count, sizeof(*inputs), compare_inputs);
    return total <= POOL_BYTES || fail(paths[0], "the files together are too large");
}

int main(int argc, char **argv)
{
    static struct input inputs[FILES_MAX];
    size_t count = argc > 3 ? (size_t)argc - 3 : 0;
    bool is_good;

    if (count == 0 || count > FILES_MAX) {
        (void)fprintf(stderr, "usage: gen_builtin TABLES.c TEXTS.c FILE...\n");
        return EXIT_FAILURE;
    }
    is_good =
        read_inputs(inputs, count, argv + 3) && write_outputs(argv[1], argv[2], inputs, count);
    for (size_t i = 0; i < count; i++) {
        device_file_free(inputs[i].file);
        free(inputs[i].text);
    }
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

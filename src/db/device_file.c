/* SPDX-License-Identifier: MIT */
/* From JSON to struct device_file. Every object is read by a table of its keys, which are all
 * required: what is not in the table is refused, so nothing is half-read in silence. */
#include "db/device_file.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuocc/device_fields.h"
#include "cuocc/solver.h"
#include "db/json_syntax.h"
#include "db/names.h"
#include "support/cjson.h"
#include "support/error.h"

#define SCHEMA "occ.device/1"

/* Bounds on what a file may hold; docs/device-format.md repeats them. */
#define ALIASES_MAX       32
#define SOURCES_MAX       64
#define PRODUCTS_MAX      1024
#define CODE_LENGTH_MAX   15
#define SOURCE_LENGTH_MAX 511
#define MEMBERS_MAX       64 /* keys of one object; a bit each while it is read */

#define LENGTH_MAX(array) (sizeof(array) - 1)
#define COUNT_OF(array)   (sizeof(array) / sizeof((array)[0]))

/* The state of reading one file. Functions return false when they have set `error`. */
struct reader {
    struct device_file *file;
    /* What the pointers in `file` lead to, as long as it is written to. */
    char *texts;
    uint32_t *aliases;
    uint32_t *limit_sources;
    struct source_at *sources;
    struct product_at *products;
    struct product_name *names;
    uint32_t texts_length;
    struct cuocc_error *error;
    enum cuocc_status status;
    char where[sizeof(((struct cuocc_error *)0)->where)]; /* "file: $.limits.regs_per_sm" */
};

struct member {
    const char *key;
    bool (*read)(struct reader *r, const cJSON *json, size_t row);
    size_t row; /* passed to read(): which limit or product the value belongs to */
};

/* --- messages ----------------------------------------------------------------------------- */

/* Report a wrong value at the path where the reader is; false, for return. */
#define FAIL(r, ...)                                                                               \
    ((r)->status = cuocc_error_set((r)->error, CUOCC_ERR_VALUE, (r)->where, __VA_ARGS__), false)

static bool fail_memory(struct reader *r)
{
    r->status = cuocc_error_set(r->error, CUOCC_ERR_MEMORY, "", "out of memory");
    return false;
}

/* Begin `where`. Of a long file name the end is kept: it says more, and the JSON path must fit. */
static void where_begin(char *where, size_t size, const char *name)
{
    size_t length = strlen(name);
    size_t most = size / 2;

    if (length > most)
        (void)snprintf(where, size, "...%s", name + length - most);
    else
        (void)snprintf(where, size, "%s", name);
}

/* Append as much of `part` as fits, with '?' for what is not for a terminal: an unknown key may
 * hold anything. Every key of every file comes by here, so this is no snprintf(). */
static size_t path_append(struct reader *r, size_t length, const char *part)
{
    for (; *part != '\0' && length + 1 < sizeof(r->where); part++)
        r->where[length++] = (unsigned char)*part < ' ' || *part == 0x7f ? '?' : *part;
    r->where[length] = '\0';
    return length;
}

/* Add to the path; @return the length to cut it to when the part is done. */
static size_t path_push(struct reader *r, const char *before, const char *part)
{
    size_t length = strlen(r->where);

    (void)path_append(r, path_append(r, length, before), part);
    return length;
}

static size_t path_push_index(struct reader *r, size_t index)
{
    char part[32];

    (void)snprintf(part, sizeof(part), "[%zu]", index);
    return path_push(r, part, "");
}

static void path_pop(struct reader *r, size_t length)
{
    r->where[length] = '\0';
}

static const char *type_text(const cJSON *json)
{
    if (json_is(json, cJSON_NULL))
        return "null";
    if (json_is(json, cJSON_True | cJSON_False))
        return "true or false";
    if (json_is(json, cJSON_Number))
        return "a number";
    if (json_is(json, cJSON_String))
        return "a text";
    return json_is(json, cJSON_Array) ? "a list" : "an object";
}

/* --- objects and lists -------------------------------------------------------------------- */

static size_t find_member(const struct member *members, size_t count, const char *key)
{
    size_t row = 0;

    while (row < count && strcmp(members[row].key, key) != 0)
        row++;
    return row;
}

static bool fail_unknown_key(struct reader *r, const struct member *members, size_t count,
                             const char *key)
{
    size_t nearest = 0;

    for (size_t i = 1; i < count; i++)
        if (edit_distance(key, members[i].key) < edit_distance(key, members[nearest].key))
            nearest = i;
    return FAIL(r, "unknown key, the nearest one allowed here is \"%s\"", members[nearest].key);
}

static bool read_member(struct reader *r, const struct member *members, size_t count,
                        const cJSON *json, uint64_t *seen)
{
    size_t row = find_member(members, count, json->string);
    size_t length = path_push(r, ".", json->string);

    if (row == count)
        return fail_unknown_key(r, members, count, json->string);
    if (*seen >> row & 1)
        return FAIL(r, "the key appears twice, once is allowed");
    *seen |= (uint64_t)1 << row;
    if (!members[row].read(r, json, members[row].row))
        return false;
    path_pop(r, length);
    return true;
}

/* An object that has each of the keys once and no other. */
static bool read_object(struct reader *r, const struct member *members, size_t count,
                        const cJSON *json)
{
    uint64_t seen = 0;
    const cJSON *child;

    if (!json_is(json, cJSON_Object))
        return FAIL(r, "%s, an object is allowed", type_text(json));
    cJSON_ArrayForEach(child, json) if (!read_member(r, members, count, child, &seen)) return false;
    for (size_t row = 0; row < count; row++) {
        if (seen >> row & 1)
            continue;
        (void)path_push(r, ".", members[row].key);
        return FAIL(r, "the key is missing, every key of a device file is required");
    }
    return true;
}

static bool list_length(struct reader *r, const cJSON *json, size_t most, size_t *count)
{
    const cJSON *child;

    *count = 0;
    if (!json_is(json, cJSON_Array))
        return FAIL(r, "%s, a list is allowed", type_text(json));
    cJSON_ArrayForEach(child, json)++ *count;
    if (*count > most)
        return FAIL(r, "%zu entries, at most %zu are allowed", *count, most);
    return true;
}

/* @return zeroed memory, never of size 0; NULL when the failure is reported. */
static void *allocate(struct reader *r, size_t count, size_t size)
{
    void *array = calloc(count > 0 ? count : 1, size);

    if (!array)
        (void)fail_memory(r);
    return array;
}

/* --- texts ---------------------------------------------------------------------------------- */

/* A text for people: of one line and safe to print. */
static bool check_text(struct reader *r, const cJSON *json, size_t most)
{
    const char *text = json->valuestring;

    if (!json_is(json, cJSON_String))
        return FAIL(r, "%s, a text is allowed", type_text(json));
    if (*text == '\0')
        return FAIL(r, "the text is empty, 1 to %zu bytes are allowed", most);
    if (strlen(text) > most)
        return FAIL(r, "%zu bytes long, at most %zu are allowed", strlen(text), most);
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return FAIL(r, "control character %u, printable characters are allowed",
                        (unsigned)(unsigned char)*text);
    return true;
}

/* r->texts holds every text: with its quotes, each is longer in JSON than here with its NUL. */
static uint32_t keep_text(struct reader *r, const char *text)
{
    size_t size = strlen(text) + 1;
    uint32_t kept = r->texts_length;

    memcpy(r->texts + kept, text, size);
    r->texts_length += (uint32_t)size;
    return kept;
}

/* A word that can stand in a list on a command line and is no path. */
static bool check_word(struct reader *r, const cJSON *json, size_t most)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-";

    if (!check_text(r, json, most))
        return false;
    if (json->valuestring[strspn(json->valuestring, allowed)] != '\0' || *json->valuestring == '-')
        return FAIL(r, "\"%s\", letters, digits, _ + and - are allowed, and no - in front",
                    json->valuestring);
    return true;
}

/* --- the head of the file ------------------------------------------------------------------- */

static bool read_schema(struct reader *r, const cJSON *json, size_t row)
{
    (void)row;
    if (!check_text(r, json, SOURCE_LENGTH_MAX))
        return false;
    if (strcmp(json->valuestring, SCHEMA) != 0)
        return FAIL(r, "\"%.60s\", only \"" SCHEMA "\" is allowed", json->valuestring);
    return true;
}

static bool read_name(struct reader *r, const cJSON *json, size_t row)
{
    struct cuocc_device *dev = &r->file->device;

    (void)row;
    if (!check_word(r, json, LENGTH_MAX(dev->name)))
        return false;
    memcpy(dev->name, json->valuestring, strlen(json->valuestring) + 1);
    return true;
}

static bool read_aliases(struct reader *r, const cJSON *json, size_t row)
{
    struct device_file *file = r->file;
    size_t count;
    const cJSON *child;

    (void)row;
    if (!list_length(r, json, ALIASES_MAX, &count))
        return false;
    file->aliases = r->aliases = allocate(r, count, sizeof(*r->aliases));
    if (!r->aliases)
        return false;
    cJSON_ArrayForEach(child, json)
    {
        size_t length = path_push_index(r, file->alias_count);

        if (!check_word(r, child, LENGTH_MAX(file->device.name)))
            return false;
        r->aliases[file->alias_count++] = keep_text(r, child->valuestring);
        path_pop(r, length);
    }
    return true;
}

static bool read_capability(struct reader *r, const cJSON *json, size_t row)
{
    struct target target;

    (void)row;
    if (!json_is(json, cJSON_String))
        return FAIL(r, "%s, a text like \"8.9\" is allowed", type_text(json));
    if (!check_text(r, json, CODE_LENGTH_MAX))
        return false;
    if (!capability_parse(json->valuestring, &target))
        return FAIL(r, "\"%s\", a text like \"8.9\" is allowed: a number, a point, one digit",
                    json->valuestring);
    r->file->device.cc_major = target.major;
    r->file->device.cc_minor = target.minor;
    return true;
}

static bool read_architecture(struct reader *r, const cJSON *json, size_t row)
{
    struct cuocc_device *dev = &r->file->device;

    (void)row;
    if (!check_text(r, json, LENGTH_MAX(dev->architecture)))
        return false;
    memcpy(dev->architecture, json->valuestring, strlen(json->valuestring) + 1);
    return true;
}

static bool code_is_known(const struct device_file *file, const char *code)
{
    for (size_t i = 0; i < file->source_count; i++)
        if (strcmp(device_file_text(file, file->sources[i].code), code) == 0)
            return true;
    return false;
}

static bool code_is_word(const char *code)
{
    return *code != '\0' && strlen(code) <= CODE_LENGTH_MAX &&
           code[strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")] ==
               '\0';
}

static bool read_source_code(struct reader *r, const cJSON *json)
{
    struct device_file *file = r->file;

    if (file->source_count == SOURCES_MAX)
        return FAIL(r, "too many keys, at most %d are allowed", SOURCES_MAX);
    if (!code_is_word(json->string))
        return FAIL(r, "a code of 1 to %d letters and digits is allowed", CODE_LENGTH_MAX);
    if (code_is_known(file, json->string))
        return FAIL(r, "the key appears twice, once is allowed");
    if (!check_text(r, json, SOURCE_LENGTH_MAX))
        return false;
    r->sources[file->source_count].code = keep_text(r, json->string);
    r->sources[file->source_count].text = keep_text(r, json->valuestring);
    file->source_count++;
    return true;
}

static bool read_sources(struct reader *r, const cJSON *json, size_t row)
{
    const cJSON *child;

    (void)row;
    if (!json_is(json, cJSON_Object))
        return FAIL(r, "%s, an object is allowed", type_text(json));
    r->file->sources = r->sources = allocate(r, SOURCES_MAX, sizeof(*r->sources));
    if (!r->sources)
        return false;
    cJSON_ArrayForEach(child, json)
    {
        size_t length = path_push(r, ".", child->string);

        if (!read_source_code(r, child))
            return false;
        path_pop(r, length);
    }
    return true;
}

/* --- limits --------------------------------------------------------------------------------- */

/* Set a number of 0 to 2^32-2 within the bounds of `field`. `allowed` completes the message. */
static bool read_whole(struct reader *r, const struct cuocc_device_field *field, const cJSON *json,
                       uint32_t *out)
{
    const char *or_null = field->nullable ? ", or null" : "";
    const char *space = *field->unit == '\0' ? "" : " ";
    double value = json->valuedouble;

    if (!json_is(json, cJSON_Number))
        return FAIL(r, "%s, a whole number from %u to %u%s%s%s is allowed", type_text(json),
                    field->min, field->max, space, field->unit, or_null);
    if (!(value >= field->min && value <= field->max) || value != (double)(uint32_t)value)
        return FAIL(r, "%.10g, a whole number from %u to %u%s%s%s is allowed", value, field->min,
                    field->max, space, field->unit, or_null);
    *out = (uint32_t)value;
    return true;
}

static bool read_bool(struct reader *r, const cJSON *json, uint32_t *out)
{
    if (!json_is(json, cJSON_True | cJSON_False))
        return FAIL(r, "%s, true or false is allowed", type_text(json));
    *out = json_is(json, cJSON_True) ? 1 : 0;
    return true;
}

static bool read_sizes(struct reader *r, const struct cuocc_device_field *field, const cJSON *json)
{
    struct cuocc_device *dev = &r->file->device;
    size_t count;
    size_t index = 0;
    const cJSON *child;

    if (!list_length(r, json, CUOCC_CARVEOUT_SIZES_MAX, &count))
        return false;
    cJSON_ArrayForEach(child, json)
    {
        size_t length = path_push_index(r, index);

        if (!read_whole(r, field, child, &dev->smem_carveout_bytes[index++]))
            return false;
        path_pop(r, length);
    }
    dev->smem_carveout_count = (uint32_t)count;
    return true;
}

static bool read_limit_value(struct reader *r, const cJSON *json, size_t row)
{
    size_t count;
    const struct cuocc_device_field *field = &cuocc_device_fields(&count)[row];
    uint32_t *out = (uint32_t *)(void *)((char *)&r->file->device + field->offset);

    if (field->nullable && json_is(json, cJSON_NULL)) {
        *out = CUOCC_NOT_GIVEN;
        return true;
    }
    switch (field->kind) {
    case CUOCC_FIELD_COUNT:
        return read_whole(r, field, json, out);
    case CUOCC_FIELD_BOOL:
        return read_bool(r, json, out);
    case CUOCC_FIELD_SIZES:
        return read_sizes(r, field, json);
    }
    return false;
}

static bool read_limit_source(struct reader *r, const cJSON *json, size_t row)
{
    if (!check_text(r, json, SOURCE_LENGTH_MAX))
        return false;
    r->limit_sources[row] = keep_text(r, json->valuestring);
    return true;
}

static bool read_limit(struct reader *r, const cJSON *json, size_t row)
{
    const struct member members[] = {
        {.key = "value", .read = read_limit_value, .row = row},
        {.key = "source", .read = read_limit_source, .row = row},
    };

    return read_object(r, members, COUNT_OF(members), json);
}

static bool read_limits(struct reader *r, const cJSON *json, size_t row)
{
    struct member members[MEMBERS_MAX];
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    (void)row;
    assert(count <= MEMBERS_MAX);
    for (size_t i = 0; i < count; i++)
        members[i] = (struct member){.key = fields[i].key, .read = read_limit, .row = i};
    r->file->limit_sources = r->limit_sources = allocate(r, count, sizeof(*r->limit_sources));
    return r->limit_sources && read_object(r, members, count, json);
}

/* --- products ------------------------------------------------------------------------------- */

static void add_name(struct reader *r, uint32_t text, size_t product)
{
    r->names[r->file->name_count++] =
        (struct product_name){.letters = name_letters(device_file_text(r->file, text)),
                              .text = text,
                              .product = (uint32_t)product};
}

static bool read_product_name(struct reader *r, const cJSON *json, size_t row)
{
    struct device_file *file = r->file;

    if (!check_text(r, json, LENGTH_MAX(file->device.product)))
        return false;
    for (size_t i = 0; i < row; i++)
        if (strcmp(device_file_text(file, file->products[i].name), json->valuestring) == 0)
            return FAIL(r, "the product \"%s\" appears twice, once is allowed", json->valuestring);
    r->products[row].name = keep_text(r, json->valuestring);
    add_name(r, r->products[row].name, row);
    return true;
}

static bool read_product_aliases(struct reader *r, const cJSON *json, size_t row)
{
    size_t index = 0;
    size_t count;
    const cJSON *child;

    if (!list_length(r, json, ALIASES_MAX, &count))
        return false;
    cJSON_ArrayForEach(child, json)
    {
        size_t length = path_push_index(r, index++);

        if (!check_text(r, child, LENGTH_MAX(r->file->device.product)))
            return false;
        add_name(r, keep_text(r, child->valuestring), row);
        path_pop(r, length);
    }
    return true;
}

static bool read_product_sm_count(struct reader *r, const cJSON *json, size_t row)
{
    static const struct cuocc_device_field field = {
        .key = "sm_count", .min = 1, .max = 65536, .nullable = true, .unit = "SMs"};
    uint32_t *out = &r->products[row].sm_count;

    *out = CUOCC_NOT_GIVEN;
    return json_is(json, cJSON_NULL) || read_whole(r, &field, json, out);
}

/* Where a product's count comes from is for people who read the file. */
static bool read_product_source(struct reader *r, const cJSON *json, size_t row)
{
    (void)row;
    return check_text(r, json, SOURCE_LENGTH_MAX);
}

static bool read_product(struct reader *r, const cJSON *json, size_t row)
{
    const struct member members[] = {
        {.key = "name", .read = read_product_name, .row = row},
        {.key = "aliases", .read = read_product_aliases, .row = row},
        {.key = "sm_count", .read = read_product_sm_count, .row = row},
        {.key = "source", .read = read_product_source, .row = row},
    };

    return read_object(r, members, COUNT_OF(members), json);
}

/* How many names the products have at most, whatever else may be wrong with them. */
static size_t count_names(const cJSON *products)
{
    size_t count = 0;
    const cJSON *child;
    const cJSON *alias;

    cJSON_ArrayForEach(child, products)
    {
        count++;
        cJSON_ArrayForEach(alias, json_member(child, "aliases")) count++;
    }
    return count;
}

static bool read_products(struct reader *r, const cJSON *json, size_t row)
{
    struct device_file *file = r->file;
    size_t count;
    const cJSON *child;

    (void)row;
    if (!list_length(r, json, PRODUCTS_MAX, &count))
        return false;
    file->products = r->products = allocate(r, count, sizeof(*r->products));
    file->names = r->names = allocate(r, count_names(json), sizeof(*r->names));
    if (!r->products || !r->names)
        return false;
    cJSON_ArrayForEach(child, json)
    {
        size_t length = path_push_index(r, file->product_count);

        if (!read_product(r, child, file->product_count))
            return false;
        file->product_count++;
        path_pop(r, length);
    }
    return true;
}

/* --- the whole ------------------------------------------------------------------------------ */

static const struct member top[] = {
    {.key = "schema", .read = read_schema},
    {.key = "name", .read = read_name},
    {.key = "aliases", .read = read_aliases},
    {.key = "compute_capability", .read = read_capability},
    {.key = "architecture", .read = read_architecture},
    {.key = "sources", .read = read_sources},
    {.key = "limits", .read = read_limits},
    {.key = "products", .read = read_products},
};

/* A file copied from another and changed only in part would make sm_89 mean something else. */
static bool check_name(struct reader *r)
{
    const struct cuocc_device *dev = &r->file->device;
    struct target target;

    if (!target_parse(dev->name, &target) ||
        (target.major == dev->cc_major && target.minor == dev->cc_minor))
        return true;
    (void)path_push(r, ".", "name");
    return FAIL(r, "\"%s\" means compute capability %u.%u, only %u.%u is allowed in this file",
                dev->name, target.major, target.minor, dev->cc_major, dev->cc_minor);
}

static bool check_rules(struct reader *r)
{
    const char *member;
    const char *rule;

    if (cuocc_device_check(&r->file->device, &member, &rule) == CUOCC_OK)
        return true;
    (void)path_push(r, ".limits.", member);
    (void)path_push(r, ".", "value");
    return FAIL(r, "%s %s", member, rule);
}

static bool read_file(struct reader *r, const cJSON *json)
{
    return read_object(r, top, COUNT_OF(top), json) && check_name(r) && check_rules(r);
}

static bool check_syntax(struct reader *r, const char *text, size_t size)
{
    struct json_mistake mistake;
    char place[64];

    if (size > DEVICE_FILE_SIZE_MAX)
        return FAIL(r, "larger than %zu bytes, which is the most allowed", DEVICE_FILE_SIZE_MAX);
    if (json_syntax_check(text, size, &mistake))
        return true;
    (void)snprintf(place, sizeof(place), ":%zu:%zu", mistake.line, mistake.column);
    (void)path_push(r, place, "");
    r->status = cuocc_error_set(r->error, CUOCC_ERR_SYNTAX, r->where, "not JSON: %s", mistake.text);
    return false;
}

/* The bytes are JSON. */
static bool read_json(struct reader *r, const char *text, size_t size)
{
    struct cjson cjson;
    cJSON *json;
    bool good;

    r->status = cjson_need(&cjson, r->where, r->error);
    if (r->status != CUOCC_OK)
        return false;
    json = cjson.cJSON_ParseWithLength(text, size);
    if (!json)
        return fail_memory(r);
    (void)path_push(r, ": ", "$");
    good = read_file(r, json);
    cjson.cJSON_Delete(json);
    return good;
}

static bool read_text(struct reader *r, const char *text, size_t size)
{
    if (!check_syntax(r, text, size))
        return false;
    r->file = allocate(r, 1, sizeof(*r->file));
    if (!r->file)
        return false;
    r->file->device.sm_count = CUOCC_NOT_GIVEN;
    r->file->texts = r->texts = allocate(r, size, 1);
    return r->texts && read_json(r, text, size);
}

enum cuocc_status device_file_parse(const char *text, size_t size, const char *name,
                                    struct device_file **file, struct cuocc_error *error)
{
    struct reader r = {.status = CUOCC_OK, .error = error};

    where_begin(r.where, sizeof(r.where), name);
    if (read_text(&r, text, size)) {
        *file = r.file;
        return CUOCC_OK;
    }
    device_file_free(r.file);
    return r.status;
}

void device_file_free(struct device_file *file)
{
    if (!file)
        return;
    free((void *)file->texts);
    free((void *)file->names);
    free((void *)file->products);
    free((void *)file->sources);
    free((void *)file->limit_sources);
    free((void *)file->aliases);
    free(file);
}

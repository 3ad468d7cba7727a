/* SPDX-License-Identifier: MIT */
/* From what people type to a device: targets first, then aliases, then products. */
#include <stdio.h>
#include <string.h>

#include "db/device_db.h"
#include "db/names.h"
#include "support/error.h"

#define LISTED_MAX  6 /* names in one message */
#define NEAREST_MAX 4

/* What is looked for, in the forms it is compared in. */
struct wanted {
    const char *name;
    bool is_target;
    struct target target;
    struct name_words words;
    /* For comparison with products: see wanted_complete(). */
    struct name_key key;
    uint64_t letters;
};

/* What a name leads to. */
struct found {
    bool is_device;
    size_t index;        /* of the device */
    size_t device_count; /* with that compute capability, where no name decides */
    unsigned quality;    /* of the best products; see name_quality() */
};

static bool wanted_make(const char *name, struct wanted *wanted)
{
    wanted->name = name;
    wanted->is_target = target_parse(name, &wanted->target);
    return name_words_make(name, &wanted->words);
}

static void wanted_complete(struct wanted *wanted)
{
    name_key_make(&wanted->words, &wanted->key);
    wanted->letters = name_letters_asked(&wanted->words);
}

/* --- devices -------------------------------------------------------------------------------- */

static bool find_by_name(const struct cuocc_device_db *db, const char *name, size_t *index)
{
    for (size_t i = 0; i < db->count; i++) {
        *index = i;
        if (name_equal_ignoring_case(db->entries[i].file->device.name, name))
            return true;
    }
    return false;
}

/* The device named after the target, else the devices of that compute capability. */
static bool find_by_target(const struct cuocc_device_db *db, const struct target *target,
                           struct found *found)
{
    char name[32];

    (void)snprintf(name, sizeof(name), "sm_%u%u", target->major, target->minor);
    found->device_count = 1;
    if (find_by_name(db, name, &found->index))
        return true;
    found->device_count = 0;
    for (size_t i = 0; i < db->count; i++) {
        const struct cuocc_device *dev = &db->entries[i].file->device;

        if (dev->cc_major != target->major || dev->cc_minor != target->minor)
            continue;
        if (found->device_count++ == 0)
            found->index = i;
    }
    return found->device_count > 0;
}

static bool alias_is(const struct wanted *wanted, const char *alias)
{
    struct target target;

    return name_equal_ignoring_case(alias, wanted->name) ||
           (wanted->is_target && target_parse(alias, &target) &&
            target.major == wanted->target.major && target.minor == wanted->target.minor);
}

static bool find_by_alias(const struct cuocc_device_db *db, const struct wanted *wanted,
                          size_t *index)
{
    for (size_t i = 0; i < db->count; i++) {
        const struct device_file *file = db->entries[i].file;

        *index = i;
        for (size_t a = 0; a < file->alias_count; a++)
            if (alias_is(wanted, device_file_text(file, file->aliases[a])))
                return true;
    }
    return false;
}

/* --- products ------------------------------------------------------------------------------- */

/* How well the name of a product is what was asked for; 0: not at all. */
static unsigned name_quality(const struct wanted *wanted, const char *name)
{
    struct name_words words;
    struct name_key key;

    if (strcmp(name, wanted->name) == 0)
        return 4;
    if (name_equal_ignoring_case(name, wanted->name))
        return 3;
    if (!name_words_make(name, &words))
        return 0;
    name_key_make(&words, &key);
    if (key.text[0] != '\0' && strcmp(key.text, wanted->key.text) == 0)
        return 2;
    return name_fits(&wanted->words, &words);
}

/* How well the best of a product's names fits. They stand together: `at` is moved past them. */
static unsigned product_quality(const struct wanted *wanted, const struct device_file *file,
                                size_t *at)
{
    uint32_t product = file->names[*at].product;
    unsigned best = 0;

    for (; *at < file->name_count && file->names[*at].product == product; ++*at) {
        const struct product_name *name = &file->names[*at];
        unsigned quality;

        if ((name->letters & wanted->letters) != wanted->letters)
            continue;
        quality = name_quality(wanted, device_file_text(file, name->text));
        best = quality > best ? quality : best;
    }
    return best;
}

/* Goes through the products, of all devices, that have one quality. */
struct walk {
    const struct cuocc_device_db *db;
    const struct wanted *wanted;
    unsigned quality;
    size_t entry;
    size_t next; /* of that entry's names of products */
    struct cuocc_product product;
};

static bool walk_next(struct walk *walk)
{
    for (; walk->entry < walk->db->count; walk->entry++, walk->next = 0) {
        const struct device_file *file = walk->db->entries[walk->entry].file;

        while (walk->next < file->name_count) {
            const struct product_at *product = &file->products[file->names[walk->next].product];

            if (product_quality(walk->wanted, file, &walk->next) != walk->quality)
                continue;
            walk->product.name = device_file_text(file, product->name);
            walk->product.sm_count = product->sm_count;
            return true;
        }
    }
    return false;
}

static unsigned best_quality(const struct cuocc_device_db *db, const struct wanted *wanted)
{
    unsigned best = 0;

    for (size_t i = 0; i < db->count; i++) {
        const struct device_file *file = db->entries[i].file;

        for (size_t at = 0; at < file->name_count;) {
            unsigned quality = product_quality(wanted, file, &at);

            best = quality > best ? quality : best;
        }
    }
    return best;
}

/* --- looking up ----------------------------------------------------------------------------- */

static void look_up(const struct cuocc_device_db *db, struct wanted *wanted, struct found *found)
{
    *found = (struct found){.is_device = true, .device_count = 1};
    if (find_by_name(db, wanted->name, &found->index) ||
        (wanted->is_target && find_by_target(db, &wanted->target, found)))
        return;
    found->device_count = 1;
    found->is_device = find_by_alias(db, wanted, &found->index);
    if (found->is_device)
        return;
    wanted_complete(wanted);
    found->quality = best_quality(db, wanted);
}

/* --- messages ------------------------------------------------------------------------------- */

/* A list for a message: "a, b, c and 2 more". What does not fit is cut. */
struct listing {
    char text[sizeof(((struct cuocc_error *)0)->text) - 160];
    size_t length;
    size_t count;
    size_t left_out;
};

static void listing_add(struct listing *list, const char *product, const char *device)
{
    size_t room = sizeof(list->text) - list->length;
    int length = product ? snprintf(list->text + list->length, room, "%s%s (%s)",
                                    list->count > 0 ? ", " : "", product, device)
                         : snprintf(list->text + list->length, room, "%s%s",
                                    list->count > 0 ? ", " : "", device);

    list->count++;
    if (length > 0)
        list->length += (size_t)length < room ? (size_t)length : room - 1;
}

static void listing_end(struct listing *list)
{
    if (list->left_out > 0)
        (void)snprintf(list->text + list->length, sizeof(list->text) - list->length,
                       " and %zu more", list->left_out);
}

/* The name for a message: not long, and on one line. */
struct shown_name {
    char text[64];
};

static struct shown_name show_name(const char *name)
{
    struct shown_name shown;

    (void)snprintf(shown.text, sizeof(shown.text), "%s", name);
    for (char *c = shown.text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return shown;
}

static enum cuocc_status fail_several_devices(const struct cuocc_device_db *db,
                                              const struct wanted *wanted,
                                              struct cuocc_error *error)
{
    struct listing list = {0};

    for (size_t i = 0; i < db->count; i++) {
        const struct cuocc_device *dev = &db->entries[i].file->device;

        if (dev->cc_major == wanted->target.major && dev->cc_minor == wanted->target.minor)
            listing_add(&list, NULL, dev->name);
    }
    return cuocc_error_set(error, CUOCC_ERR_AMBIGUOUS, "",
                           "\"%s\" is the compute capability of several devices: %s",
                           show_name(wanted->name).text, list.text);
}

/* At most two products of each device, so that every device has a chance to be named. */
static enum cuocc_status fail_several_products(struct walk walk, struct cuocc_error *error)
{
    struct listing list = {0};
    size_t entry = walk.db->count;
    size_t of_entry = 0;

    while (walk_next(&walk)) {
        of_entry = walk.entry == entry ? of_entry + 1 : 1;
        entry = walk.entry;
        if (of_entry > 2 || list.count == LISTED_MAX)
            list.left_out++;
        else
            listing_add(&list, walk.product.name, walk.db->entries[entry].file->device.name);
    }
    listing_end(&list);
    return cuocc_error_set(error, CUOCC_ERR_AMBIGUOUS, "",
                           "\"%s\" fits products of several devices: %s",
                           show_name(walk.wanted->name).text, list.text);
}

/* --- the nearest known ---------------------------------------------------------------------- */

struct near {
    size_t distance;
    const char *product; /* NULL: the device itself */
    const char *device;
};

struct nearest {
    struct near list[NEAREST_MAX]; /* nearest first */
    size_t count;
};

static void nearest_add(struct nearest *nearest, struct near near)
{
    size_t at = nearest->count;

    while (at > 0 && near.distance < nearest->list[at - 1].distance)
        at--;
    if (at == NEAREST_MAX)
        return;
    if (nearest->count < NEAREST_MAX)
        nearest->count++;
    for (size_t i = nearest->count - 1; i > at; i--)
        nearest->list[i] = nearest->list[i - 1];
    nearest->list[at] = near;
}

static void nearest_by_capability(const struct cuocc_device_db *db, const struct target *target,
                                  struct nearest *nearest)
{
    size_t asked = (size_t)target->major * 10 + target->minor;

    for (size_t i = 0; i < db->count; i++) {
        const struct cuocc_device *dev = &db->entries[i].file->device;
        size_t has = (size_t)dev->cc_major * 10 + dev->cc_minor;

        nearest_add(nearest, (struct near){.distance = has > asked ? has - asked : asked - has,
                                           .device = dev->name});
    }
}

static size_t name_distance(const struct wanted *wanted, const char *name)
{
    struct name_words words;
    struct name_key key;

    if (!name_words_make(name, &words))
        return NAME_LENGTH_MAX;
    name_key_make(&words, &key);
    return edit_distance(wanted->key.text, key.text);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void nearest_by_spelling(const struct device_file *file, const struct wanted *wanted,
                                struct nearest *nearest)
{
    struct near near = {.distance = smaller(name_distance(wanted, file->device.name),
                                            name_distance(wanted, file->device.architecture)),
                        .device = file->device.name};

    for (size_t i = 0; i < file->alias_count; i++)
        near.distance =
            smaller(near.distance, name_distance(wanted, device_file_text(file, file->aliases[i])));
    nearest_add(nearest, near);
    for (size_t p = 0; p < file->product_count; p++) {
        near.product = device_file_text(file, file->products[p].name);
        near.distance = NAME_LENGTH_MAX;
        for (size_t i = 0; i < file->name_count; i++)
            if (file->names[i].product == p)
                near.distance =
                    smaller(near.distance,
                            name_distance(wanted, device_file_text(file, file->names[i].text)));
        nearest_add(nearest, near);
    }
}

/* "4095" is rather a misspelt product than compute capability 409.5. */
static bool means_capability(const struct wanted *wanted)
{
    return wanted->is_target && wanted->target.major < 50;
}

/* Less than half of the name agrees with the nearest one: it is no misspelling of that. */
static bool is_like_nothing(const struct wanted *wanted, const struct nearest *nearest)
{
    return nearest->count == 0 || 2 * nearest->list[0].distance >= strlen(wanted->key.text);
}

static enum cuocc_status fail_unlike_any(const struct cuocc_device_db *db,
                                         const struct wanted *wanted, struct cuocc_error *error)
{
    struct listing list = {0};

    for (size_t i = 0; i < db->count; i++)
        listing_add(&list, NULL, db->entries[i].file->device.name);
    return cuocc_error_set(error, CUOCC_ERR_NOT_FOUND, "",
                           "no device is called \"%s\", known are %s and their products",
                           show_name(wanted->name).text, list.text);
}

static enum cuocc_status fail_unknown(const struct cuocc_device_db *db, const struct wanted *wanted,
                                      struct cuocc_error *error)
{
    struct nearest nearest = {.count = 0};
    struct listing list = {0};

    if (means_capability(wanted))
        nearest_by_capability(db, &wanted->target, &nearest);
    for (size_t i = 0; i < db->count && !means_capability(wanted); i++)
        nearest_by_spelling(db->entries[i].file, wanted, &nearest);
    if (!means_capability(wanted) && is_like_nothing(wanted, &nearest))
        return fail_unlike_any(db, wanted, error);
    for (size_t i = 0; i < nearest.count; i++)
        listing_add(&list, nearest.list[i].product, nearest.list[i].device);
    return cuocc_error_set(error, CUOCC_ERR_NOT_FOUND, "",
                           "no device is called \"%s\", the nearest known are %s",
                           show_name(wanted->name).text, list.text);
}

/* --- answers -------------------------------------------------------------------------------- */

/* The device of the products in `walk`, if it is one, with what they have in common. */
static enum cuocc_status take_products(struct walk walk, struct cuocc_device *device,
                                       struct cuocc_error *error)
{
    const struct walk start = walk;
    struct walk first;

    (void)walk_next(&walk);
    first = walk;
    *device = walk.db->entries[walk.entry].file->device;
    (void)snprintf(device->product, sizeof(device->product), "%s", first.product.name);
    device->sm_count = first.product.sm_count;
    while (walk_next(&walk)) {
        if (walk.entry != first.entry)
            return fail_several_products(start, error);
        device->product[0] = '\0';
        if (walk.product.sm_count != first.product.sm_count)
            device->sm_count = CUOCC_NOT_GIVEN;
    }
    return CUOCC_OK;
}

static enum cuocc_status fail_long_name(const char *name, struct cuocc_error *error)
{
    return cuocc_error_set(error, CUOCC_ERR_NOT_FOUND, "",
                           "no device is called \"%s...\", names have at most %d bytes",
                           show_name(name).text, NAME_LENGTH_MAX);
}

enum cuocc_status cuocc_device_db_find(struct cuocc_device_db *db, const char *name,
                                       struct cuocc_device *device, struct cuocc_error *error)
{
    struct wanted wanted;
    struct found found;
    struct cuocc_device answer;
    enum cuocc_status status;

    if (!db || !name || !device)
        return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "", "a NULL argument");
    if (!wanted_make(name, &wanted))
        return fail_long_name(name, error);
    look_up(db, &wanted, &found);
    if (found.is_device && found.device_count > 1)
        return fail_several_devices(db, &wanted, error);
    if (found.is_device)
        return cuocc_device_db_get(db, found.index, device, error);
    if (found.quality == 0)
        return fail_unknown(db, &wanted, error);
    status = take_products((struct walk){.db = db, .wanted = &wanted, .quality = found.quality},
                           &answer, error);
    if (status == CUOCC_OK)
        *device = answer;
    return status;
}

enum cuocc_status cuocc_device_db_candidates(struct cuocc_device_db *db, const char *name,
                                             struct cuocc_product_match *candidates,
                                             size_t capacity, size_t *count,
                                             struct cuocc_error *error)
{
    struct wanted wanted;
    struct found found = {.quality = 0};
    struct walk walk = {.db = db, .wanted = &wanted};

    if (!db || !name || !count || (!candidates && capacity > 0))
        return cuocc_error_set(error, CUOCC_ERR_ARGUMENT, "", "a NULL argument");
    if (wanted_make(name, &wanted))
        look_up(db, &wanted, &found);
    *count = 0;
    walk.quality = found.quality;
    while (walk.quality > 0 && walk_next(&walk)) {
        if (*count < capacity)
            candidates[*count] = (struct cuocc_product_match){walk.entry, walk.product};
        ++*count;
    }
    return CUOCC_OK;
}

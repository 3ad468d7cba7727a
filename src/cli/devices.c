/* SPDX-License-Identifier: MIT */
/* The devices that --device names, and the questions about the database itself. */
#include "cli/devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/live.h"
#include "cuocc/solver.h"
#include "render/device_file.h"
#include "support/error.h"

static bool is_path(const char *name)
{
    size_t length = strlen(name);

    return strchr(name, '/') != NULL || (length > 5 && strcmp(name + length - 5, ".json") == 0);
}

static enum cuocc_status append(struct cli *cli, struct device_list *list,
                                const struct cuocc_device *dev)
{
    struct cuocc_device *grown = realloc(list->items, (list->count + 1) * sizeof(*list->items));

    if (grown == NULL)
        return cuocc_error_set(&cli->error, CUOCC_ERR_MEMORY, "--device", "out of memory");
    list->items = grown;
    list->items[list->count++] = *dev;
    return CUOCC_OK;
}

static enum cuocc_status append_all(struct cli *cli, struct device_list *list)
{
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < cuocc_device_db_count(cli->db); i++) {
        struct cuocc_device dev;

        status = cuocc_device_db_get(cli->db, i, &dev, &cli->error);
        if (status == CUOCC_OK)
            status = append(cli, list, &dev);
    }
    return status;
}

/* A name that is not found is the option's fault, not the database's. */
static enum cuocc_status find(struct cli *cli, enum option_id option, const char *name,
                              struct cuocc_device *dev)
{
    struct live_gpu gpu;
    enum cuocc_status status;

    if (is_live_name(name)) {
        status = live_find(cli, name, &gpu);
        if (status == CUOCC_OK)
            *dev = gpu.dev;
        return status;
    }
    status = is_path(name) ? cuocc_device_load(name, dev, &cli->error)
                           : cuocc_device_db_find(cli->db, name, dev, &cli->error);

    if (status == CUOCC_ERR_NOT_FOUND || status == CUOCC_ERR_AMBIGUOUS)
        (void)snprintf(cli->error.where, sizeof(cli->error.where), "%s", option_rows[option].flag);
    return status;
}

static enum cuocc_status append_named(struct cli *cli, struct device_list *list, const char *name)
{
    struct cuocc_device dev;
    enum cuocc_status status;

    if (name[0] == '\0')
        return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, "--device",
                               "a name in the list is empty, allowed: names with commas between");
    if (strcasecmp(name, "all") == 0)
        return append_all(cli, list);
    status = find(cli, OPTION_DEVICE, name, &dev);
    return status == CUOCC_OK ? append(cli, list, &dev) : status;
}

enum cuocc_status devices_resolve(struct cli *cli, const char *names, struct device_list *list)
{
    char *copy = strdup(names);
    char *rest = copy;
    enum cuocc_status status = CUOCC_OK;

    *list = (struct device_list){.count = 0};
    if (copy == NULL)
        return cuocc_error_set(&cli->error, CUOCC_ERR_MEMORY, "--device", "out of memory");
    while (status == CUOCC_OK && rest != NULL) {
        char *comma = strchr(rest, ',');

        if (comma != NULL)
            *comma = '\0';
        status = append_named(cli, list, rest);
        rest = comma != NULL ? comma + 1 : NULL;
    }
    free(copy);
    if (status != CUOCC_OK) {
        free(list->items);
        *list = (struct device_list){.count = 0};
    }
    return status;
}

void devices_that_run(struct cli *cli, const struct cuocc_launch *launch, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < cuocc_device_db_count(cli->db) && used < size; i++) {
        struct cuocc_device dev;
        struct cuocc_result result;

        if (cuocc_device_db_get(cli->db, i, &dev, NULL) == CUOCC_OK &&
            cuocc_solve(&dev, launch, &result) == CUOCC_OK && result.active_blocks > 0)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", dev.name);
    }
}

/* --- the database itself --------------------------------------------------------------- */

static enum cuocc_status load_entry(struct cli *cli, size_t index, struct cuocc_device *dev,
                                    struct device_entry *entry)
{
    enum cuocc_status status = cuocc_device_db_get(cli->db, index, dev, &cli->error);

    *entry = (struct device_entry){.dev = dev};
    if (status == CUOCC_OK)
        status = cuocc_device_db_products(cli->db, index, &entry->products, &entry->product_count,
                                          &cli->error);
    if (status == CUOCC_OK)
        status = cuocc_device_db_limit_sources(cli->db, index, &entry->sources, &cli->error);
    if (status == CUOCC_OK)
        status = cuocc_device_db_source_codes(cli->db, index, &entry->codes, &entry->code_count,
                                              &cli->error);
    return status;
}

/* A bad file must be found before anything is written. */
static enum cuocc_status load_all(struct cli *cli)
{
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 0; status == CUOCC_OK && i < cuocc_device_db_count(cli->db); i++) {
        struct cuocc_device dev;
        struct device_entry entry;

        status = load_entry(cli, i, &dev, &entry);
    }
    return status;
}

static void list_entry(struct cli *cli, struct json *json, const struct device_entry *entry)
{
    if (json != NULL)
        json_devices_entry(json, entry);
    else
        text_devices_row(cli->out, entry);
}

static struct device_entry entry_of_gpu(const struct live_gpu *gpu)
{
    return (struct device_entry){.dev = &gpu->dev,
                                 .products = &gpu->product,
                                 .product_count = 1,
                                 .sources = gpu->sources,
                                 .live_name = gpu->label};
}

/* A machine without a GPU, or without its driver, is nothing to complain of here. */
static void list_live_gpus(struct cli *cli, struct json *json)
{
    struct live live;
    uint32_t count;

    if (live_open(cli, &live) != CUOCC_OK)
        return;
    count = live.library.backend->gpu_count(live.session);
    for (uint32_t i = 0; i < count; i++) {
        struct live_gpu gpu;

        if (live_read(cli, &live, i, &gpu) == CUOCC_OK) {
            const struct device_entry entry = entry_of_gpu(&gpu);

            list_entry(cli, json, &entry);
        }
    }
    live_close(&live);
}

enum exit_code run_list_devices(struct cli *cli)
{
    bool is_json = is_given(cli->args, OPTION_JSON);
    struct json json;

    if (load_all(cli) != CUOCC_OK)
        return EXIT_TROUBLE;
    if (is_json)
        json_devices_begin(&json, cli->out);
    else
        text_devices_begin(cli->out, &cli->style);
    list_live_gpus(cli, is_json ? &json : NULL);
    for (size_t i = 0; i < cuocc_device_db_count(cli->db); i++) {
        struct cuocc_device dev;
        struct device_entry entry;

        (void)load_entry(cli, i, &dev, &entry);
        list_entry(cli, is_json ? &json : NULL, &entry);
    }
    if (is_json)
        json_devices_end(&json);
    return EXIT_ANSWERED;
}

/* Find the device that a name, a product or a device file means. */
static enum cuocc_status index_of(struct cli *cli, const char *name, size_t *index)
{
    struct cuocc_device wanted, dev;
    enum cuocc_status status;

    if (is_path(name))
        return cuocc_device_db_add(cli->db, name, index, &cli->error);
    status = find(cli, OPTION_SHOW_DEVICE, name, &wanted);
    for (size_t i = 0; status == CUOCC_OK && i < cuocc_device_db_count(cli->db); i++) {
        status = cuocc_device_db_get(cli->db, i, &dev, &cli->error);
        if (status == CUOCC_OK && strcmp(dev.name, wanted.name) == 0)
            *index = i;
    }
    return status;
}

static enum exit_code show_known_device(struct cli *cli)
{
    struct device_entry entry;
    struct cuocc_device dev;
    const char *text;
    size_t index = 0;

    if (index_of(cli, cli->args->show_device, &index) != CUOCC_OK ||
        load_entry(cli, index, &dev, &entry) != CUOCC_OK ||
        cuocc_device_db_text(cli->db, index, &text, &cli->error) != CUOCC_OK)
        return EXIT_TROUBLE;
    if (is_given(cli->args, OPTION_JSON))
        out_text(cli->out, text);
    else
        text_device(cli->out, &cli->style, &entry);
    return EXIT_ANSWERED;
}

static enum exit_code show_live_device(struct cli *cli)
{
    struct live_gpu gpu;
    struct device_entry entry;

    if (live_find(cli, cli->args->show_device, &gpu) != CUOCC_OK)
        return EXIT_TROUBLE;
    entry = entry_of_gpu(&gpu);
    if (is_given(cli->args, OPTION_JSON)) {
        json_device_document(cli->out, &(struct device_document){&entry, gpu.codes, 2, "GPU"});
        return EXIT_ANSWERED;
    }
    text_device(cli->out, &cli->style, &entry);
    for (size_t i = 0; i < 2; i++)
        out_printf(cli->out, "\n  [%s] %s", gpu.codes[i].code, gpu.codes[i].text);
    out_char(cli->out, '\n');
    return EXIT_ANSWERED;
}

enum exit_code run_show_device(struct cli *cli)
{
    if (is_live_name(cli->args->show_device))
        return show_live_device(cli);
    return show_known_device(cli);
}

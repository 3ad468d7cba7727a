/* SPDX-License-Identifier: MIT */
/* The GPUs in this machine: what the driver tells, completed from the database. */
#include "cli/live.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/values.h"
#include "cuocc/device_fields.h"
#include "cuocc/solver.h"
#include "support/error.h"

enum cuocc_status live_open(struct cli *cli, struct live *live)
{
    enum cuocc_status status = cuda_library_open(&live->library, &cli->error);

    if (status != CUOCC_OK)
        return status;
    status = live->library.backend->open(&live->session, &cli->error);
    if (status != CUOCC_OK)
        cuda_library_close(&live->library);
    return status;
}

void live_close(struct live *live)
{
    live->library.backend->close(live->session);
    cuda_library_close(&live->library);
}

enum cuocc_status live_index(struct cli *cli, const struct live *live, const char *name,
                             uint32_t *index)
{
    uint32_t count = live->library.backend->gpu_count(live->session);
    enum cuocc_status status = CUOCC_OK;

    *index = 0;
    if (name[4] == ':')
        status = parse_count("--device", name + 5, 0, VALUE_MAX, index, &cli->error);
    if (status == CUOCC_OK && *index >= count)
        return cuocc_error_set(&cli->error, CUOCC_ERR_NOT_FOUND, "--device",
                               "'%s' is not in this machine, which has %u GPU%s", name, count,
                               count == 1 ? ": cuda:0" : "s, counted from cuda:0");
    return status;
}

/* --- what the driver does not tell ----------------------------------------------------------- */

static uint32_t capability(const struct cuocc_device *dev)
{
    return dev->cc_major * 1000 + dev->cc_minor;
}

/* The device of the same compute capability; without one the nearest lower, without that the
 * lowest: newer GPUs resemble those before them. */
static enum cuocc_status find_base(struct cli *cli, const struct cuocc_device *facts,
                                   struct cuocc_device *base)
{
    size_t count = cuocc_device_db_count(cli->db);
    struct cuocc_device dev;
    enum cuocc_status status = CUOCC_OK;

    assert(count > 0);
    /* They come in rising order. */
    for (size_t i = 0; status == CUOCC_OK && i < count; i++) {
        status = cuocc_device_db_get(cli->db, i, &dev, &cli->error);
        if (status == CUOCC_OK && (i == 0 || capability(&dev) <= capability(facts)))
            *base = dev;
    }
    return status;
}

/* The configurations end with what an SM has. */
static void fit_carveouts(struct cuocc_device *dev)
{
    uint32_t count = dev->smem_carveout_count;

    if (count == 0)
        return;
    while (count > 0 && dev->smem_carveout_bytes[count - 1] >= dev->smem_per_sm_bytes)
        count--;
    if (count == CUOCC_CARVEOUT_SIZES_MAX)
        count--;
    dev->smem_carveout_bytes[count++] = dev->smem_per_sm_bytes;
    dev->smem_carveout_count = count;
}

/* What the driver tells goes over the base; each row says which of the two it is from. */
static void overlay(struct live_gpu *gpu, const struct cuocc_device *facts)
{
    size_t count;
    const struct cuocc_device_field *fields = cuocc_device_fields(&count);

    assert(count <= LIVE_FIELDS_MAX);
    for (size_t i = 0; i < count; i++) {
        uint32_t told = cuocc_device_field_get(facts, &fields[i]);

        gpu->sources[i] = "DB";
        if (told == CUOCC_NOT_GIVEN)
            continue;
        memcpy((char *)&gpu->dev + fields[i].offset, &told, sizeof(told));
        gpu->sources[i] = "GPU";
    }
    if (!gpu->is_known)
        gpu->dev.max_warps_per_sm = gpu->dev.max_threads_per_sm / gpu->dev.warp_size_threads;
    fit_carveouts(&gpu->dev);
}

static void name_gpu(struct live_gpu *gpu, const struct cuocc_device *facts, uint32_t index)
{
    struct cuocc_device *dev = &gpu->dev;

    if (!gpu->is_known) {
        (void)snprintf(dev->name, sizeof(dev->name), "sm_%u%u", facts->cc_major, facts->cc_minor);
        (void)snprintf(dev->architecture, sizeof(dev->architecture), "not in the database");
    }
    dev->cc_major = facts->cc_major;
    dev->cc_minor = facts->cc_minor;
    dev->sm_count = facts->sm_count;
    (void)snprintf(dev->product, sizeof(dev->product), "%s", facts->product);
    gpu->product = (struct cuocc_product){.name = dev->product, .sm_count = dev->sm_count};
    (void)snprintf(gpu->label, sizeof(gpu->label), "cuda:%u", index);
}

static void name_sources(struct live_gpu *gpu, const struct cuocc_device *base, const char *driver)
{
    (void)snprintf(gpu->told_text, sizeof(gpu->told_text),
                   "attributes of the GPU itself (%s), asked of CUDA driver %s", gpu->dev.product,
                   driver);
    (void)snprintf(gpu->base_text, sizeof(gpu->base_text),
                   gpu->is_known ? "not told by the driver: %s of occ's database"
                                 : "not told by the driver and assumed, for this compute "
                                   "capability is not known: %s of occ's database",
                   base->name);
    gpu->codes[0] = (struct cuocc_source){.code = "GPU", .text = gpu->told_text};
    gpu->codes[1] = (struct cuocc_source){.code = "DB", .text = gpu->base_text};
}

enum cuocc_status live_read(struct cli *cli, const struct live *live, uint32_t index,
                            struct live_gpu *gpu)
{
    const struct cuda_backend *cuda = live->library.backend;
    struct cuocc_device facts, base;
    const char *member, *rule;
    enum cuocc_status status = cuda->gpu_facts(live->session, index, &facts, &cli->error);

    if (status == CUOCC_OK)
        status = find_base(cli, &facts, &base);
    if (status != CUOCC_OK)
        return status;
    memset(gpu, 0, sizeof(*gpu));
    gpu->dev = base;
    gpu->is_known = capability(&base) == capability(&facts);
    overlay(gpu, &facts);
    name_gpu(gpu, &facts, index);
    name_sources(gpu, &base, cuda->driver_version(live->session));
    if (cuocc_device_check(&gpu->dev, &member, &rule) == CUOCC_OK)
        return CUOCC_OK;
    return cuocc_error_set(&cli->error, CUOCC_ERR_VALUE, gpu->label,
                           "what the driver tells does not fit the rest: %s %s", member, rule);
}

enum cuocc_status live_find(struct cli *cli, const char *name, struct live_gpu *gpu)
{
    struct live live;
    uint32_t index;
    enum cuocc_status status = live_open(cli, &live);

    if (status != CUOCC_OK)
        return status;
    status = live_index(cli, &live, name, &index);
    if (status == CUOCC_OK)
        status = live_read(cli, &live, index, gpu);
    live_close(&live);
    return status;
}

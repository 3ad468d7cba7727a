/* SPDX-License-Identifier: MIT */
/* Shared memory as an SM hands it out: allocation and configuration. */
#include "core/smem.h"

static bool device_offers(const struct cuocc_device *dev, uint32_t bytes)
{
    for (uint32_t i = 0; i < dev->smem_carveout_count; i++)
        if (dev->smem_carveout_bytes[i] == bytes)
            return true;
    return false;
}

bool smem_carveout_is_valid(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    if (launch->carveout_bytes != CUOCC_NOT_GIVEN)
        return device_offers(dev, launch->carveout_bytes);
    if (launch->carveout_percent == -1)
        return true;
    return launch->carveout_percent >= 0 && launch->carveout_percent <= 100 &&
           dev->smem_carveout_count > 0;
}

uint32_t smem_config_wanted(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    uint64_t bytes;

    if (launch->carveout_bytes != CUOCC_NOT_GIVEN)
        return launch->carveout_bytes;
    if (launch->carveout_percent < 0)
        return dev->smem_per_sm_bytes;
    /* Rounded down to whole bytes first, then up to a size, as the driver does. */
    bytes = (uint64_t)launch->carveout_percent * dev->smem_per_sm_bytes / 100;
    return smem_config_for(dev, 0, bytes);
}

uint32_t smem_config_for(const struct cuocc_device *dev, uint32_t wanted, uint64_t allocated)
{
    /* The default preference, nearly always: nothing to look for. */
    if (wanted == dev->smem_per_sm_bytes)
        return wanted;
    for (uint32_t i = 0; i < dev->smem_carveout_count; i++) {
        uint32_t size = dev->smem_carveout_bytes[i];

        if (size >= wanted && size >= allocated)
            return size;
    }
    return dev->smem_per_sm_bytes;
}

/* SPDX-License-Identifier: MIT */
/* Fuzzes the loader of device files: what it accepts, the solver can compute with. */
#include "fuzz_launch.h"

#include <string.h>

#include "cuocc/device_db.h"

static void check_texts(const struct cuocc_device *dev)
{
    FUZZ_CHECK(memchr(dev->name, '\0', sizeof(dev->name)) != NULL);
    FUZZ_CHECK(memchr(dev->architecture, '\0', sizeof(dev->architecture)) != NULL);
    FUZZ_CHECK(memchr(dev->product, '\0', sizeof(dev->product)) != NULL);
    FUZZ_CHECK(dev->name[0] != '\0');
}

static void check_launches(const struct cuocc_device *dev)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;
    struct cuocc_result result;

    for (launch.block_dim[0] = 1; launch.block_dim[0] < 5000; launch.block_dim[0] *= 3) {
        launch.regs_per_thread = launch.block_dim[0] % 256;
        launch.smem_per_block_bytes = launch.block_dim[0] * 7;
        FUZZ_CHECK(cuocc_solve(dev, &launch, &result) == CUOCC_OK);
        fuzz_check_result(dev, &result);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cuocc_error error = {.status = CUOCC_OK};
    struct cuocc_device dev;
    enum cuocc_status status =
        cuocc_device_parse((const char *)data, size, "fuzz.json", &dev, &error);

    if (status != CUOCC_OK) {
        FUZZ_CHECK(error.status == status && error.text[0] != '\0');
        FUZZ_CHECK(strncmp(error.where, "fuzz.json", strlen("fuzz.json")) == 0);
        FUZZ_CHECK(strpbrk(error.text, "\n\r") == NULL);
        return 0;
    }
    FUZZ_CHECK(cuocc_device_check(&dev, NULL, NULL) == CUOCC_OK);
    check_texts(&dev);
    check_launches(&dev);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Opening libcuda.so.1 and finding its functions. */
#include "cuda/backend/driver.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "support/error.h"

#define LIBRARY "libcuda.so.1"

/* cuda.h renames functions to the version that it describes: the name is taken after that. */
#define NAME_AS_WRITTEN(text)  #text
#define EXPORTED_NAME(renamed) NAME_AS_WRITTEN(renamed)

static const struct {
    const char *name;
    size_t offset;
    int is_required;
} functions[] = {
#define REQUIRED(member, function) {EXPORTED_NAME(function), offsetof(struct driver, member), 1},
#define OPTIONAL(member, function) {EXPORTED_NAME(function), offsetof(struct driver, member), 0},
    DRIVER_REQUIRED_LIST(REQUIRED) DRIVER_OPTIONAL_LIST(OPTIONAL)};

static enum cuocc_status find_functions(struct driver *driver, struct cuocc_error *error)
{
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        void *address = dlsym(driver->library, functions[i].name);

        if (address == NULL && functions[i].is_required)
            return cuocc_error_set(error, CUOCC_ERR_UNSUPPORTED, LIBRARY,
                                   "the driver is too old, it has no %s", functions[i].name);
        /* POSIX says that the bits of the one are the other's. */
        memcpy((char *)driver + functions[i].offset, &address, sizeof(address));
    }
    return CUOCC_OK;
}

const char *driver_error_name(const struct driver *driver, CUresult result)
{
    const char *name = NULL;

    if (driver->get_error_name(result, &name) != CUDA_SUCCESS || name == NULL)
        return "an error without a name";
    return name;
}

enum cuocc_status driver_check(const struct driver *driver, CUresult result, const char *what,
                               struct cuocc_error *error)
{
    if (result == CUDA_SUCCESS)
        return CUOCC_OK;
    return cuocc_error_set(error, CUOCC_ERR_IO, "CUDA driver", "%s failed: %s (error %d)", what,
                           driver_error_name(driver, result), (int)result);
}

static enum cuocc_status initialise(const struct driver *driver, struct cuocc_error *error)
{
    CUresult result = driver->init(0);
    int count = 0;

    if (result == CUDA_SUCCESS)
        result = driver->device_get_count(&count);
    if (result == CUDA_ERROR_NO_DEVICE || (result == CUDA_SUCCESS && count == 0))
        return cuocc_error_set(error, CUOCC_ERR_NOT_FOUND, "CUDA driver", "it finds no GPU");
    return driver_check(driver, result, "starting", error);
}

enum cuocc_status driver_open(struct driver *driver, struct cuocc_error *error)
{
    enum cuocc_status status;

    *driver = (struct driver){.library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL)};
    if (driver->library == NULL)
        return cuocc_error_set(error, CUOCC_ERR_NOT_FOUND, "CUDA driver",
                               "there is none on this machine (no " LIBRARY ")");
    status = find_functions(driver, error);
    if (status == CUOCC_OK)
        status = initialise(driver, error);
    if (status != CUOCC_OK)
        driver_close(driver);
    return status;
}

void driver_close(struct driver *driver)
{
    (void)dlclose(driver->library);
    driver->library = NULL;
}

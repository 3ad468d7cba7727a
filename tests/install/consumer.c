/* SPDX-License-Identifier: MIT */
/* The smallest user of the installed library: a launch, solved for a device of the database. */
#include <cuocc/device_db.h>
#include <cuocc/kernel.h>
#include <cuocc/solver.h>
#include <stdio.h>

int main(void)
{
    struct cuocc_device_db *db;
    struct cuocc_device dev;
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;
    struct cuocc_result result;

    launch.block_dim[0] = 256;
    launch.regs_per_thread = 48;
    launch.smem_per_block_bytes = 16384;
    if (cuocc_device_db_open(NULL, 0, &db, NULL) != CUOCC_OK ||
        cuocc_device_db_find(db, "rtx 4090", &dev, NULL) != CUOCC_OK ||
        cuocc_solve(&dev, &launch, &result) != CUOCC_OK)
        return 1;
    cuocc_device_db_close(db);
    /* The readers bring the most libraries with them; no file is called so. */
    if (cuocc_kernels_read("", &(const struct cuocc_kernel_sink){0}, NULL) == CUOCC_OK)
        return 1;
    return printf("%u blocks\n", (unsigned)result.active_blocks) < 0;
}

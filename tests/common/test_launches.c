/* SPDX-License-Identifier: MIT */
/* Short ways to say a launch, and to say it to a person. */
#include "test_launches.h"

#include <inttypes.h>
#include <string.h>

struct cuocc_launch test_launch(uint32_t threads, uint32_t regs, uint32_t smem)
{
    struct cuocc_launch launch = CUOCC_LAUNCH_INIT;

    launch.block_dim[0] = threads;
    launch.regs_per_thread = regs;
    launch.smem_per_block_bytes = smem;
    return launch;
}

uint32_t test_blocks(const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    struct cuocc_result result;

    return cuocc_solve(dev, launch, &result) == CUOCC_OK ? result.active_blocks : UINT32_MAX;
}

void test_print_command(FILE *to, const struct cuocc_device *dev, const struct cuocc_launch *launch)
{
    const uint32_t *dim = launch->block_dim;

    fprintf(to, "occ -d %s -b %" PRIu32, dev->name, dim[0]);
    if (dim[1] != 1 || dim[2] != 1)
        fprintf(to, "x%" PRIu32 "x%" PRIu32, dim[1], dim[2]);
    if (launch->regs_per_thread != CUOCC_NOT_GIVEN)
        fprintf(to, " -r %" PRIu32, launch->regs_per_thread);
    if (launch->smem_per_block_bytes > 0)
        fprintf(to, " -s %" PRIu32, launch->smem_per_block_bytes);
    if (launch->static_smem_per_block_bytes > 0)
        fprintf(to, " --static-smem %" PRIu32, launch->static_smem_per_block_bytes);
    if (launch->barriers_per_block != 1)
        fprintf(to, " --barriers %" PRIu32, launch->barriers_per_block);
    if (launch->launch_bounds_threads > 0)
        fprintf(to, " --launch-bounds %" PRIu32, launch->launch_bounds_threads);
    if (launch->cluster_blocks > 0)
        fprintf(to, " --cluster %" PRIu32, launch->cluster_blocks);
    if (launch->carveout_bytes != CUOCC_NOT_GIVEN)
        fprintf(to, " --carveout %" PRIu32 "B", launch->carveout_bytes);
    else if (launch->carveout_percent >= 0)
        fprintf(to, " --carveout %" PRId32, launch->carveout_percent);
}

const char *test_limiter_names(uint32_t limiters, char *text)
{
    text[0] = '\0';
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++) {
        if ((limiters >> i & 1U) == 0)
            continue;
        if (text[0] != '\0')
            strcat(text, "+");
        strcat(text, cuocc_limit_info((enum cuocc_limit)i)->key);
    }
    return text;
}

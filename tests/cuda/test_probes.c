/* SPDX-License-Identifier: MIT */
/* The probes as they were compiled, read as any cubin: do they use what their names say? */
#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/backend/probe_image.h"
#include "cuda/probes.h"
#include "cuocc/kernel.h"

/* Register allocation buckets of 8, by the architectures of which code is there. */
struct seen {
    struct {
        struct cuocc_arch arch;
        uint32_t buckets; /* bit 0: 1 to 8 registers */
        unsigned kernels;
    } archs[16];
    size_t arch_count;
    bool is_wrong;
};

static bool number_after(const char *name, const char *prefix, uint32_t *number)
{
    size_t length = strlen(prefix);

    if (strncmp(name, prefix, length) != 0)
        return false;
    *number = (uint32_t)strtoul(name + length, NULL, 10);
    return true;
}

static bool is_as_named(const struct cuocc_kernel *kernel)
{
    uint32_t number;

    if (number_after(kernel->name, "probe_registers_", &number))
        return kernel->regs_per_thread <= number && kernel->regs_per_thread + 8 > number;
    if (number_after(kernel->name, "probe_static_", &number))
        return kernel->static_smem_per_block_bytes == number;
    if (number_after(kernel->name, "probe_barriers_", &number))
        return kernel->barriers_per_block == number;
    if (number_after(kernel->name, "probe_bounds_", &number))
        return kernel->max_threads_per_block == number;
    if (number_after(kernel->name, "probe_cluster_", &number))
        return kernel->arch.cc_major < 9 || kernel->cluster_dim[0] == number;
    return kernel->barriers_per_block == 0;
}

static enum cuocc_status look(void *ctx, const struct cuocc_kernel *kernel)
{
    struct seen *seen = ctx;
    size_t i = 0;

    while (i < seen->arch_count && (seen->archs[i].arch.cc_major != kernel->arch.cc_major ||
                                    seen->archs[i].arch.cc_minor != kernel->arch.cc_minor))
        i++;
    assert_true(i < 16);
    if (i == seen->arch_count)
        seen->archs[seen->arch_count++].arch = kernel->arch;
    seen->archs[i].buckets |= 1U << (kernel->regs_per_thread - 1) / 8;
    seen->archs[i].kernels++;
    if (!is_as_named(kernel)) {
        printf("sm_%u%u: %s: %u registers, %u B, %u barriers, %u threads\n", kernel->arch.cc_major,
               kernel->arch.cc_minor, kernel->name, kernel->regs_per_thread,
               kernel->static_smem_per_block_bytes, kernel->barriers_per_block,
               kernel->max_threads_per_block);
        seen->is_wrong = true;
    }
    return CUOCC_OK;
}

static void every_probe_is_what_its_name_says(void **state)
{
    struct seen seen = {.arch_count = 0};
    const struct cuocc_kernel_sink sink = {.ctx = &seen, .kernel = look};
    struct cuocc_error error;
    enum cuocc_status status = cuocc_kernels_read_memory(
        probe_image, (size_t)(probe_image_end - probe_image), "probes", &sink, &error);

    (void)state;
    if (status == CUOCC_ERR_UNSUPPORTED)
        skip();
    assert_int_equal(status, CUOCC_OK);
    assert_false(seen.is_wrong);
    assert_true(seen.arch_count >= 3);
    for (size_t i = 0; i < seen.arch_count; i++) {
        printf("sm_%u%u: %u kernels\n", seen.archs[i].arch.cc_major, seen.archs[i].arch.cc_minor,
               seen.archs[i].kernels);
        assert_int_equal(seen.archs[i].buckets, 0xffffffff);
        assert_true(seen.archs[i].kernels <= PROBE_MOST);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_probe_is_what_its_name_says)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

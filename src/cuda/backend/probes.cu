/* SPDX-License-Identifier: MIT */
/*
 * Kernels that use a known amount of one resource, and count themselves where they run.
 *
 * nvcc -fatbin; the counts are of blocks that are resident at once: a block enters its SM's count
 * when its first thread runs, and leaves it before any of its warps may exit. Counted otherwise the
 * answer is too high: an SM frees registers warp by warp, and the next block moves in early. For the
 * same reason the blocks of a cluster have all left before one of them exits: a waiting cluster moves
 * into places that others leave one by one.
 */
#include "../probes.h"

struct census {
    unsigned *now;  /* per SM, and one more for the whole GPU */
    unsigned *most; /* the same */
    unsigned slots;
    unsigned hold_cycles;
    float *values; /* 256 of them, for the register probes */
};

static __device__ __forceinline__ unsigned sm_of_block()
{
    unsigned sm;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}

static __device__ __forceinline__ void enter(const struct census &census, unsigned slot)
{
    atomicMax(&census.most[slot], atomicAdd(&census.now[slot], 1U) + 1U);
}

static __device__ __forceinline__ void wait_for_cluster()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.release;\n\t"
                 "barrier.cluster.wait.acquire;"
                 :
                 :
                 : "memory");
#endif
}

static __device__ __forceinline__ void be_counted(const struct census &census)
{
    if (threadIdx.x == 0) {
        unsigned sm = min(sm_of_block(), census.slots - 1);
        long long start = clock64();

        enter(census, sm);
        enter(census, census.slots);
        while (clock64() - start < (long long)census.hold_cycles)
            ;
        atomicSub(&census.now[sm], 1U);
        atomicSub(&census.now[census.slots], 1U);
        __threadfence();
    }
    __syncthreads();
    wait_for_cluster();
}

/*
 * As many values alive across the count as the cap leaves room for. The loads are volatile, so they
 * stay before it; the stores depend on a value that is known when it runs, so they stay behind it.
 */
template <int values> static __device__ __forceinline__ void hold_registers(struct census census)
{
    float held[values];

#pragma unroll
    for (int i = 0; i < values; i++)
        held[i] = ((volatile float *)census.values)[i];
    be_counted(census);
    if (census.hold_cycles == 0xffffffffU) {
#pragma unroll
        for (int i = 0; i < values; i++)
            ((volatile float *)census.values)[i] = held[values - 1 - i];
    }
}

/* The smallest kernel there is: it uses what no kernel can do without, and counts nothing. */
extern "C" __global__ void probe_tiny(struct census)
{
}

/* 9 to 16 registers: a few running values are enough. */
extern "C" __global__ void probe_small(struct census census)
{
    float sum = 0, product = 1, least = 0, most = 0, last = 0;

    for (unsigned i = threadIdx.x; i < census.slots; i += blockDim.x) {
        last = ((volatile float *)census.values)[i];
        sum += last;
        product *= last;
        least = fminf(least, last);
        most = fmaxf(most, last);
    }
    if (census.hold_cycles == 0xffffffffU)
        ((volatile float *)census.values)[blockIdx.x] = sum + product * last - least * most;
}

#define REGISTER_PROBE(registers)                                                                  \
    extern "C" __global__ void __maxnreg__(registers)                                              \
        probe_registers_##registers(struct census census)                                          \
    {                                                                                              \
        hold_registers<(registers) - 4>(census);                                                   \
    }
PROBE_REGISTER_LIST(REGISTER_PROBE)

#define STATIC_PROBE(bytes)                                                                        \
    extern "C" __global__ void probe_static_##bytes(struct census census)                          \
    {                                                                                              \
        __shared__ volatile char held[bytes];                                                      \
                                                                                                   \
        held[threadIdx.x % (bytes)] = 0;                                                           \
        be_counted(census);                                                                        \
    }
PROBE_STATIC_LIST(STATIC_PROBE)

/* The barriers that a block gets are the highest number named, and one. */
template <int barriers> static __device__ __forceinline__ void hold_barriers(struct census census)
{
    be_counted(census);
    asm volatile("bar.sync %0;" : : "n"(barriers - 1) : "memory");
}

#define BARRIER_PROBE(barriers)                                                                    \
    extern "C" __global__ void probe_barriers_##barriers(struct census census)                     \
    {                                                                                              \
        hold_barriers<barriers>(census);                                                           \
    }
PROBE_BARRIER_LIST(BARRIER_PROBE)

#define BOUNDS_PROBE(threads, blocks)                                                              \
    extern "C" __global__ void __launch_bounds__(threads, blocks)                                  \
        probe_bounds_##threads(struct census census)                                               \
    {                                                                                              \
        be_counted(census);                                                                        \
    }
PROBE_BOUNDS_LIST(BOUNDS_PROBE)

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define IN_CLUSTERS __cluster_dims__(4, 1, 1)
#else
#define IN_CLUSTERS
#endif

extern "C" __global__ void IN_CLUSTERS probe_cluster_4(struct census census)
{
    be_counted(census);
}

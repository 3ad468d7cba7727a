/* SPDX-License-Identifier: MIT */
/*
 * The kernels that the backend brings along, each the least of its kind:
 * X(NAME, kind, barriers). The names say what each is for; registers and shared
 * memory are asked of the driver.
 */
#ifndef CUDA_PROBES_H
#define CUDA_PROBES_H

enum probe_kind {
    PROBE_REGISTERS,
    PROBE_STATIC_SMEM,
    PROBE_BARRIERS,
    PROBE_BOUNDS,
    PROBE_CLUSTER /* compiled for clusters of 4 from 9.0 on */
};

/* One for every register allocation bucket from the third on; the number is the most it may use.
 * The first two have kernels too small to count themselves: probe_tiny and probe_small. */
/* clang-format off */
#define PROBE_REGISTER_LIST(X)                                                                     \
    X(24)  X(32)  X(40)  X(48)  X(56)  X(64)  X(72)  X(80)  X(88)  X(96)                           \
    X(104) X(112) X(120) X(128) X(136) X(144) X(152) X(160) X(168) X(176)                          \
    X(184) X(192) X(200) X(208) X(216) X(224) X(232) X(240) X(248) X(255)
/* clang-format on */

/* clang-format on */

#define PROBE_STATIC_LIST(X) X(4) X(1024) X(5000) X(40000) X(49152)

#define PROBE_BARRIER_LIST(X)                                                                      \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

/* X(threads, least blocks), as __launch_bounds__() takes them. */
#define PROBE_BOUNDS_LIST(X) X(32, 1) X(128, 1) X(256, 4) X(512, 1) X(1024, 1)

#define PROBE_MOST 80

/* Of the longest name and its end. */
#define PROBE_NAME_SIZE 24

#endif

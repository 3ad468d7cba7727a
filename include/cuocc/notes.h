/* SPDX-License-Identifier: MIT */
/**
 * What a launch's answer needs said beside its numbers: conditions that the
 * figures rest on and that people trip over. Pure, as solver.h.
 */
#ifndef CUOCC_NOTES_H
#define CUOCC_NOTES_H

#include "cuocc/solver.h"

CUOCC_BEGIN_DECLS

/**
 * Every note: X(NAME, key). The keys are the `key` of JSON's `notes`.
 *
 * REGISTERS_NOT_GIVEN    registers were not considered
 * BARRIERS_NOT_KNOWN     barriers would limit this device, but were not known
 * NEEDS_OPT_IN           the kernel must be allowed more dynamic shared memory
 *                        first, else the driver's query answers 0
 * CARVEOUT_RAISED        one block did not fit the configuration asked for
 * LAUNCH_BOUNDS_IGNORED  the bounds ask for more threads than an SM holds, so
 *                        that the compiler drops the second one
 * CLUSTER_NON_PORTABLE   the cluster size needs an attribute
 * CLUSTER_MOST_UNKNOWN   the most blocks of a cluster are not published
 * CLUSTER_CAP            the hardware's cap on cluster launches counts here,
 *                        while NVIDIA's query and profiler leave it out
 */
#define CUOCC_NOTE_LIST(X)                                                                         \
    X(REGISTERS_NOT_GIVEN, "registers_not_given")                                                  \
    X(BARRIERS_NOT_KNOWN, "barriers_not_known")                                                    \
    X(NEEDS_OPT_IN, "needs_opt_in")                                                                \
    X(CARVEOUT_RAISED, "carveout_raised")                                                          \
    X(LAUNCH_BOUNDS_IGNORED, "launch_bounds_ignored")                                              \
    X(CLUSTER_NON_PORTABLE, "cluster_non_portable")                                                \
    X(CLUSTER_MOST_UNKNOWN, "cluster_most_unknown")                                                \
    X(CLUSTER_CAP, "cluster_cap")

#define CUOCC_NOTE_ENUM(name, key) CUOCC_NOTE_##name,
enum cuocc_note {
    CUOCC_NOTE_LIST(CUOCC_NOTE_ENUM) CUOCC_NOTE_COUNT
};
#undef CUOCC_NOTE_ENUM

/** @return the key of the list above, static; NULL if `note` is none. */
CUOCC_API const char *cuocc_note_key(enum cuocc_note note);

/**
 * @param result  Of cuocc_solve() for the same device and launch.
 * @return        bit 1 << enum cuocc_note for each that applies
 */
CUOCC_API uint32_t cuocc_notes(const struct cuocc_device *dev, const struct cuocc_launch *launch,
                               const struct cuocc_result *result);

CUOCC_END_DECLS

#endif

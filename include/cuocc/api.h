/* SPDX-License-Identifier: MIT */
/** What every public header needs: linkage and the marker for "no value". */
#ifndef CUOCC_API_H
#define CUOCC_API_H

#include <stdint.h>

#ifdef __cplusplus
#define CUOCC_BEGIN_DECLS extern "C" {
#define CUOCC_END_DECLS   }
#else
#define CUOCC_BEGIN_DECLS
#define CUOCC_END_DECLS
#endif

/* The library is built with hidden symbols; what carries this mark is exported. */
#if defined(__GNUC__)
#define CUOCC_API __attribute__((visibility("default")))
#else
#define CUOCC_API
#endif

/**
 * "No value" in every uint32_t member that says it may lack one: a limit that
 * is not published, a register count that was not given. It is never a count,
 * a size or an answer, and JSON prints it as null.
 */
#define CUOCC_NOT_GIVEN UINT32_MAX

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The program for a page: what page/engine.js calls.
 *
 * One run after another; each begins as a new process would. The module imports nothing, so there
 * is no clock, no file and no network that it could reach.
 */
#ifndef WEB_ENGINE_H
#define WEB_ENGINE_H

#include <stddef.h>

#ifdef __wasm__
#define ENGINE_EXPORT(name_) __attribute__((export_name(#name_)))
#else
#define ENGINE_EXPORT(name_)
#endif

/* @return where the caller puts the words of the command line, each ended by a NUL, and behind them
 *         standard input; `size` bytes in all. NULL without memory. */
ENGINE_EXPORT(engine_reserve) void *engine_reserve(size_t size);

/* Answer the command line that was put there. @return the exit status of the program */
ENGINE_EXPORT(engine_run) int engine_run(size_t words_size, size_t stdin_size);

/* What the last run wrote, until the next. */
ENGINE_EXPORT(engine_out) const char *engine_out(void);
ENGINE_EXPORT(engine_out_size) size_t engine_out_size(void);
ENGINE_EXPORT(engine_err) const char *engine_err(void);
ENGINE_EXPORT(engine_err_size) size_t engine_err_size(void);

#endif

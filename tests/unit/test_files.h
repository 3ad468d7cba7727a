/* SPDX-License-Identifier: MIT */
/* Reading the files that tests compare with. */
#ifndef TESTS_TEST_FILES_H
#define TESTS_TEST_FILES_H

#include <stddef.h>

/** The whole file and a NUL behind it, for free(); a file that cannot be read fails the test. */
char *test_file_read(const char *path, size_t *size);

/** Make the file; one that cannot be written fails the test. */
void test_file_write(const char *path, const char *text, size_t size);

/** A copy of `text` with its first `from` replaced by `to`, for free(). `from` must be there. */
char *test_text_replace(const char *text, const char *from, const char *to);

#endif

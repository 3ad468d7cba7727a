/* SPDX-License-Identifier: MIT */
#include "test_files.h"

#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *test_file_read(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    char *text;
    long length;

    if (!stream)
        fail_msg("cannot open %s", path);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    length = ftell(stream);
    assert_true(length >= 0);
    rewind(stream);
    text = malloc((size_t)length + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, stream), length);
    text[length] = '\0';
    (void)fclose(stream);
    if (size)
        *size = (size_t)length;
    return text;
}

void test_file_write(const char *path, const char *text, size_t size)
{
    FILE *stream = fopen(path, "wb");

    if (!stream)
        fail_msg("cannot make %s", path);
    assert_int_equal(fwrite(text, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

char *test_text_replace(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    size_t size = strlen(text) + strlen(to) + 1;
    char *changed = malloc(size);

    assert_non_null(changed);
    if (!at)
        fail_msg("the text has no: %s", from);
    (void)snprintf(changed, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return changed;
}

/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over files, without a fuzzer. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0;
    int failed = 1;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        goto done;
    size = (size_t)ftell(file);
    rewind(file);
    /* Of just that size, so that a sanitizer sees over-reads. */
    data = malloc(size + (size == 0));
    if (data == NULL || fread(data, 1, size, file) != size)
        goto done;
    (void)LLVMFuzzerTestOneInput(data, size);
    failed = 0;
done:
    if (failed != 0)
        (void)fprintf(stderr, "cannot read %s\n", path);
    free(data);
    if (file != NULL)
        (void)fclose(file);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;

    for (int i = 1; i < argc; ++i)
        failed |= replay(argv[i]);
    (void)printf("%d files\n", argc - 1);
    return failed;
}

/* SPDX-License-Identifier: MIT */
/* What the test of failing allocations must find: an allocation that nobody checks. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *checked = malloc(10);
    char *unchecked = malloc(10);

    if (checked == NULL) {
        (void)fprintf(stderr, "occ: out of memory\n");
        free(unchecked);
        return 2;
    }
    *(char *volatile)unchecked = 'x';
    (void)puts("answer");
    free(checked);
    free(unchecked);
    return 0;
}

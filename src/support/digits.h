/* SPDX-License-Identifier: MIT */
/* Whole numbers in decimal. */
#ifndef SUPPORT_DIGITS_H
#define SUPPORT_DIGITS_H

#include <stdint.h>

#define DIGITS_MAX 20 /* of 2^64 - 1 */

/* Write the digits of a number so that they end at `end`. @return their first */
static inline char *digits_before(char *end, uint64_t value)
{
    while (value >= 10) {
        *--end = (char)('0' + value % 10);
        value /= 10;
    }
    *--end = (char)('0' + value);
    return end;
}

#endif

/* SPDX-License-Identifier: MIT */
/* What the purity check must refuse. */
int printf(const char *format, ...);

int speak(void);
int speak(void)
{
    return printf("%d\n", 1);
}

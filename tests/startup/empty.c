/* SPDX-License-Identifier: MIT */
/* What any program costs. */
int main(void)
{
    return 0;
}

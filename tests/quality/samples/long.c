/* SPDX-License-Identifier: MIT */
/* What the length check must refuse when five lines are allowed. */
int long_one(int a);
int long_one(int a)
{
    a += 1;
    a += 2;
    a += 3;
    return a;
}

/* SPDX-License-Identifier: MIT */
/* What clang-tidy and cppcheck must refuse. */
int careless(int count);
int careless(int count)
{
    const int *nothing = 0;

    return count + *nothing;
}

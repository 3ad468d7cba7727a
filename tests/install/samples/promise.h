/* SPDX-License-Identifier: MIT */
/* What the symbol check must refuse: a function that no library exports. */
CUOCC_API int cuocc_not_there(const char *a_name_so_long_that_the_line_breaks,
                              int (*a_callback_with_its_own_parentheses)(int));

/* SPDX-License-Identifier: MIT */
/* cmocka with the headers that it needs before it. */
#ifndef TESTS_CMOCKA_ENV_H
#define TESTS_CMOCKA_ENV_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif

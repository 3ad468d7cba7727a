/* SPDX-License-Identifier: MIT */
/* Answers as one page: --html. */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "cli/charts.h"

/* Refuse what would be too much for a page. */
enum cuocc_status page_check(struct question *q);

/* Write the page. `set` is zeroed, and the caller's to free in any case. */
enum cuocc_status page_draw(struct question *q, struct chart_set *set, struct out *out);

#endif

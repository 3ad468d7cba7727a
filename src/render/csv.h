/* SPDX-License-Identifier: MIT */
/* Answers as comma-separated values, RFC 4180 with LF line ends. */
#ifndef RENDER_CSV_H
#define RENDER_CSV_H

#include "render/report.h"

void csv_header(struct out *out);
void csv_row(struct out *out, const struct report *report);

/* One cell, quoted where it must be. */
void csv_text(struct out *out, const char *text);

#endif

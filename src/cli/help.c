/* SPDX-License-Identifier: MIT */
/* --help, from the table of options. */
#include <stdio.h>

#include "cli/cli.h"

#define HELP_WIDTH  80
#define HELP_INDENT 26

static void print_row(struct out *out, const struct option_row *row)
{
    static const struct style plain = {.width = HELP_WIDTH, .is_ascii = true};
    struct paragraph par;
    char left[64];
    int length;

    length = snprintf(left, sizeof(left), "  %c%c%s %s%s%s", row->letter != 0 ? '-' : ' ',
                      row->letter != 0 ? row->letter : ' ', row->letter != 0 ? "," : " ", row->flag,
                      takes_argument(row) ? " " : "", row->arg);
    out_text(out, left);
    if (length >= HELP_INDENT) {
        out_char(out, '\n');
        length = 0;
    } else {
        out_blanks(out, HELP_INDENT - (unsigned)length);
        length = HELP_INDENT;
    }
    paragraph_begin(&par, out, &plain, HELP_INDENT, (unsigned)length);
    paragraph_text(&par, row->help);
    paragraph_end(&par);
}

void print_help(struct out *out)
{
    out_text(out, "Usage: occ -d DEVICE -b BLOCK [-r REGS] [-s SMEM] [options]\n"
                  "       occ -d DEVICE --sweep [options]\n"
                  "       occ --list-devices | --show-device NAME\n"
                  "\n"
                  "How many blocks of a CUDA kernel fit on one SM, what stops the next one, and\n"
                  "what would have to change. No GPU is needed.\n"
                  "\n"
                  "  occ --device sm_89 --block 256 --smem 16K --regs 48\n"
                  "  occ -d 'rtx 4090,h100 sxm' -b 256 -r 64\n"
                  "  occ -d sm_90 --sweep -r 40 --csv\n");
    for (int group = 0; group < GROUP_COUNT; group++) {
        out_printf(out, "\n%s\n", option_group_titles[group]);
        for (int i = 0; i < OPTION_COUNT; i++)
            if ((int)option_rows[i].group == group)
                print_row(out, &option_rows[i]);
    }
    out_text(out, "\nExit status: 0 answered; 1 the answer is no (cannot run, --require not met);\n"
                  "2 trouble. Manual: occ(1).\n");
}

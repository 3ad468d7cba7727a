# SPDX-License-Identifier: MIT
# awk -v median_max=20 -v share_min=90 -v longest_max=52 -f function_lengths.awk FILE...
#
# Measures functions from brace to brace, both included, and fails past a bound. It relies on the layout
# that clang-format keeps: a body opens with a `{` and closes with a `}` in column 0, alone on its line.

FNR == 1                  { start = 0; in_comment = 0 }
/^\{$/                    { start = FNR }
/^\}$/ && start           { take(FNR - start + 1, FILENAME ":" start); start = 0 }
/^[ \t]*\/\*/             { in_comment = 1 }
in_comment                { comments++ }
in_comment && /\*\//      { in_comment = 0 }

function take(length_, place)
{
    with_length[length_]++
    functions++
    under_40 += length_ < 40
    if (length_ > longest) {
        longest = length_
        longest_place = place
    }
}

function median(    i, seen)
{
    for (i = 1; i <= longest; i++) {
        seen += with_length[i]
        if (2 * seen >= functions)
            return i
    }
}

function complain(text)
{
    print "function_lengths: " text
    failed = 1
}

END {
    if (!functions) {
        complain("no function found")
        exit 1
    }
    share = 100 * under_40 / functions
    printf "%d functions: median %d lines, %.1f %% under 40, longest %d (%s); comments %.0f %% of %d lines\n",
        functions, median(), share, longest, longest_place, 100 * comments / NR, NR
    if (median() > median_max)
        complain("the median is above " median_max " lines")
    if (share < share_min)
        complain("less than " share_min " % are under 40 lines")
    if (longest > longest_max)
        complain(longest_place ": " longest " lines, allowed: " longest_max)
    exit failed
}

#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: format.sh FILE...
#
# .clang-format decides the layout. Other versions of clang-format decide a little differently: 14 counts.
set -eu

for formatter in clang-format-14 clang-format; do
    if "$formatter" --version 2>/dev/null | grep -q 'version 14\.'; then
        "$formatter" --dry-run -Werror "$@"
        echo "format: $# files"
        exit 0
    fi
done
echo "format: skipped, no clang-format 14 here"
exit 77

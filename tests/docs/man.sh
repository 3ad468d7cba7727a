#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: man.sh PAGE
#
# Neither mandoc nor man finds anything to complain about.
set -eu

page=$1
looked=0
failed=0

if command -v mandoc >/dev/null; then
    looked=1
    mandoc -T lint -W warning "$page" || failed=1
fi
if command -v man >/dev/null && command -v groff >/dev/null; then
    looked=1
    complaints=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    if [ -n "$complaints" ]; then
        printf '%s\n' "$complaints"
        failed=1
    fi
fi
if [ $looked = 0 ]; then
    echo "man: skipped, neither mandoc nor man here"
    exit 77
fi
exit $failed

#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: environment.sh MANUAL SOURCES
#
# Every environment variable that the program reads by its name is in the manual page.
set -eu

manual=$1
sources=$2
names=$(grep -rhoE --include='*.c' '(getenv|variable)\("[A-Z_]+"\)' "$sources" | sed 's/.*"\(.*\)".*/\1/' | sort -u)
failed=0
for name in $names; do
    if ! grep -qE "^\.BR? .*\b$name\b" "$manual"; then
        echo "environment: $manual: $name is missing"
        failed=1
    fi
done
echo "environment: $(echo "$names" | wc -l) variables"
[ -n "$names" ] && exit $failed

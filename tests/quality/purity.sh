#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: [MODULE='the core'] [ALSO='malloc|free'] purity.sh COMPILER INCLUDE_DIR... -- FILE.c...
#
# The arithmetic core needs nothing but a compiler: built as for a machine without an operating system, the
# objects together may leave only mem* undefined, which such a compiler itself asks for. The text readers must
# run where there are no files: they may also allocate and compare strings (ALSO), and no more.
set -eu

compiler=$1
shift
if ! command -v "$compiler" >/dev/null; then
    echo "purity: skipped, no $compiler here"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

includes=
while [ "$1" != -- ]; do
    includes="$includes -I$1"
    shift
done
shift

count=0
for file; do
    count=$((count + 1))
    # shellcheck disable=SC2086 # a list
    "$compiler" -std=c11 -ffreestanding -fno-stack-protector -DNDEBUG -O2 $includes \
        -c "$file" -o "$scratch/$count.o"
done

nm --defined-only "$scratch"/*.o | awk 'NF == 3 { print $3 }' | sort -u >"$scratch/defined"
nm -u "$scratch"/*.o | awk '$1 == "U" { print $2 }' | sort -u >"$scratch/undefined"
foreign=$(comm -13 "$scratch/defined" "$scratch/undefined" |
    grep -vxE "memcpy|memset|memmove|memcmp${ALSO:+|$ALSO}" || true)
if [ -n "$foreign" ]; then
    echo "purity: $compiler: ${MODULE:-the core} calls" $foreign
    exit 1
fi
echo "purity: $compiler: $count files, nothing undefined but" \
    $(comm -13 "$scratch/defined" "$scratch/undefined")

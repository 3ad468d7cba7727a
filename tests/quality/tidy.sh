#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: tidy.sh BUILD_DIR FILE...
#
# .clang-tidy says what is looked for and why the rest is not. One process per file: given several, release 14
# takes every va_list for uninitialised.
set -eu

build_dir=$1
shift
if ! command -v clang-tidy >/dev/null; then
    echo "tidy: skipped, no clang-tidy here"
    exit 77
fi
if ! [ -f "$build_dir/compile_commands.json" ]; then
    echo "tidy: skipped, built without CMAKE_EXPORT_COMPILE_COMMANDS"
    exit 77
fi
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 clang-tidy -p "$build_dir" --quiet 2>/dev/null
echo "tidy: $# files"

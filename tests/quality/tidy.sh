#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: tidy.sh BUILD_DIR FILE...
#
# .clang-tidy says what is looked for and why the rest is not. One process per file: given several, release 14
# takes every va_list for uninitialised. The analyzer gives up on a function after NODES states: a third of its own limit
# takes half the time.
set -eu

nodes=${NODES:-75000}
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
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 clang-tidy -p "$build_dir" --quiet \
    --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg="max-nodes=$nodes" 2>/dev/null
echo "tidy: $# files"

#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: cppcheck.sh INCLUDE_DIR... -- FILE...
#
# Left out: variableScope, because declarations stand at the top of a block here; shadowFunction, because a local
# variable may well be called what a function of another purpose is; knownConditionTrueFalse and badBitmaskCheck,
# because release 2.10 concludes from `least = a < b ? a : b` that a is never the least. Single places say so
# themselves.
set -eu

if ! command -v cppcheck >/dev/null; then
    echo "cppcheck: skipped, no cppcheck here"
    exit 77
fi
options=
while [ "$1" != -- ]; do
    options="$options -I$1"
    shift
done
shift
# What CMake defines where every library is here and opened when it is needed.
options="$options -DCUOCC_HAVE_DLOPEN"
for library in CJSON ELF LZ4 ZSTD; do
    options="$options -DCUOCC_HAVE_$library -DCUOCC_OPEN_$library=LIBRARY_LOADED -DCUOCC_NAME_$library=\"\""
done
# shellcheck disable=SC2086 # a list
cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem --suppress=variableScope --suppress=shadowFunction \
    --suppress=knownConditionTrueFalse --suppress=badBitmaskCheck \
    --error-exitcode=1 $options "$@"
echo "cppcheck: $# files"

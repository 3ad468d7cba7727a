#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: headers.sh INCLUDE_DIR HEADER_DIR
#
# Every public header compiles alone, as C11 and as C++17, without a warning.
set -eu

include_dir=$1
header_dir=$2
: "${CC:=cc}" "${CXX:=c++}"
# Without -Wshadow: a struct and a function of one name, as with stat(), are what it means in C++.
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wundef -Werror'
failed=0
count=0

# compiles_alone COMPILER STANDARD LANGUAGE HEADER
compiles_alone()
{
    # shellcheck disable=SC2086 # a list
    printf '#include "%s"\n' "$4" |
        "$1" -std="$2" -x "$3" -fsyntax-only -I"$include_dir" $warnings -
}

command -v "$CXX" >/dev/null || echo "headers: no C++ compiler here, C only"
for header in "$header_dir"/*.h; do
    count=$((count + 1))
    if ! compiles_alone "$CC" c11 c "$header"; then
        echo "headers: $header does not compile alone as C11"
        failed=1
    fi
    if command -v "$CXX" >/dev/null && ! compiles_alone "$CXX" c++17 c++ "$header"; then
        echo "headers: $header does not compile alone as C++17"
        failed=1
    fi
done
echo "headers: $count looked at"
[ "$count" -gt 0 ] && exit $failed

#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: symbols.sh LIBCUOCC.so LIBCUOCC.a HEADER_DIR
#
# The shared library exports what the headers mark CUOCC_API, all of it and nothing else. In the static one
# every global name begins with cuocc_, so that it cannot collide with a program's.
set -eu

shared=$1
static=$2
headers=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# empty_or_complain FILE TEXT: FILE must be empty.
empty_or_complain()
{
    if [ -s "$1" ]; then
        echo "symbols: $2: $(tr '\n' ';' <"$1")"
        failed=1
    fi
}

awk '/^CUOCC_API/ { declaration = "" ; open = 1 }
     open { declaration = declaration " " $0 }
     open && /;/ { sub(/ *\(.*/, "", declaration); sub(/.*[ *]/, "", declaration); print declaration; open = 0 }' \
    "$headers"/*.h | sort -u >"$scratch/promised"
# The sanitizers add names that begin with two underscores.
nm -D --defined-only "$shared" | awk '$3 !~ /^__/ { print $3 }' | sort -u >"$scratch/exported"
nm -g --defined-only "$static" | awk 'NF == 3 && $3 !~ /^(cuocc_|__)/ { print $3 }' >"$scratch/unprefixed"
comm -23 "$scratch/promised" "$scratch/exported" >"$scratch/missing"
comm -13 "$scratch/promised" "$scratch/exported" >"$scratch/surplus"

empty_or_complain "$scratch/missing" "promised by the headers, not exported"
empty_or_complain "$scratch/surplus" "exported, in no header"
empty_or_complain "$scratch/unprefixed" "global in the static library without cuocc_"
echo "symbols: $(wc -l <"$scratch/exported") exported"
[ -s "$scratch/promised" ] && exit $failed

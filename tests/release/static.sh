#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: static.sh CMAKE CC OCC      (in the project's directory)
#
# The program of the preset `static` is one file, answers as OCC does, and says what it cannot do.
set -eu

cmake=$1
compiler=$2
occ=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

complain()
{
    echo "static: $*"
    failed=1
}

echo 'int main(void) { return 0; }' >"$scratch/empty.c"
if ! "$compiler" -static "$scratch/empty.c" -o "$scratch/empty" 2>/dev/null; then
    echo "static: skipped, no archive of the C library here"
    exit 77
fi
"$cmake" -S . -B "$scratch/build" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DCUOCC_STATIC=ON \
    -DCUOCC_DEVELOPER=ON >"$scratch/configured"
if grep -E 'without lib(elf|lz4|zstd|supc)' "$scratch/configured"; then
    echo "static: skipped, no archive of that library here"
    exit 77
fi
"$cmake" --build "$scratch/build" --target occ -j 2 >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
static=$scratch/build/occ

! readelf -d "$static" | grep -q NEEDED || complain "it needs $(readelf -d "$static" | grep NEEDED)"

# run PROGRAM ARGUMENT...: all that it says, and its exit status.
run()
{
    env -u OCC_DEVICE_DIR OCC_CUDA_BACKEND=/nonexistent "$@" </dev/null 2>&1 || echo "exit status $?"
}

count=0
while read -r arguments; do
    # shellcheck disable=SC2086 # words
    run "$occ" $arguments >"$scratch/expected"
    # shellcheck disable=SC2086
    run "$static" $arguments | diff "$scratch/expected" - || complain "$arguments: answers otherwise"
    count=$((count + 1))
done <<END
-d sm_89 -b 256 -s 16K -r 48
-d sm_89 -b 256 -s 16K -r 48 --json
-d h100 --sweep -r 40 --csv
-d sm_90 -b 4000
-d nothing -b 32
--list-devices
--show-device sm_120 --json
$(find tests/input/samples/fatbins tests/input/samples/cubins tests/input/samples/ncu -type f | sort | sed 's/$/ --csv -b 64/')
END
[ "$count" -gt 50 ] || complain "only $count commands were compared"

# refuses TEXT ARGUMENT...
refuses()
{
    text=$1
    shift
    status=0
    "$static" "$@" >"$scratch/answer" 2>"$scratch/message" || status=$?
    if [ $status != 2 ] || [ -s "$scratch/answer" ] || ! grep -q "$text" "$scratch/message"; then
        complain "$*: exit status $status, $(cat "$scratch/message")"
    fi
}

refuses "linked statically" -d cuda -b 32
if grep -q 'without libcjson' "$scratch/configured"; then
    refuses "lacks libcjson" -d ./devices/sm_75.json -b 32
fi
[ $failed = 0 ] && echo "static: $count commands answered alike"
exit $failed

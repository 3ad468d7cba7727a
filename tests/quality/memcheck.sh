#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: memcheck.sh BUILD_DIR OCC     (in the project's directory; a build without sanitizers)
#
# Runs the unit tests and a set of commands of each kind under valgrind: no invalid access, no use of what was
# not set, nothing lost. What the commands print is compared elsewhere.
set -eu

build_dir=$1
occ=$2
if ! command -v valgrind >/dev/null; then
    echo "memcheck: skipped, no valgrind here"
    exit 77
fi

commands()
{
    find "$build_dir/tests/unit" -maxdepth 1 -type f -perm -u+x -name 'test_*' | sort
    cat <<END
$occ --help
$occ --version
$occ --device sm_89 --block 256 --smem 16K --regs 48
$occ --device sm_89 --block 256 --smem 16K --regs 48 --explain
$occ --device sm_89 --block 256 --smem 16K --regs 48 --json
$occ --device all --block 16x16 --regs 64 --csv
$occ --device sm_90,sm_80 --sweep --regs 32..64:8 --smem 1K+8*block
$occ --device sm_60 --block 33 --regs 256
$occ --device sm_90 --block 2000
$occ --device nonsense --block 256
$occ --device ./devices/sm_75.json --block 128 --carveout 32K
$occ --device sm_90 --block 256 --regs 40 --cluster 4 --gpc 18,16
$occ --device rtx_4090 --block 256 --regs 64 --grid 1000
$occ --device sm_86 --regs 64 --target 75
$occ --device sm_86 --regs 64 --suggest --json
$occ --device sm_86 --block 128 --ladder
$occ --device sm_86 --block 128 --with block=64,regs=32
$occ --list-devices
$occ --list-devices --json
$occ --show-device sm_100
$occ --show-device sm_100 --json
$occ --device-dir devices --list-devices
$occ tests/input/samples/cubins/kernels_sm90.cubin --json
$occ tests/input/samples/fatbins/small.exe --device sm_86
$occ tests/input/samples/README.md
END
}

# What is still reachable at the end is left to the system.
commands | xargs -P "$(nproc)" -I '{}' sh -c '
    log=$(mktemp)
    status=0
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        --log-file="$log" $1 >/dev/null 2>&1 || status=$?
    if [ $status = 99 ] || [ $status -ge 128 ] || [ -s "$log" ]; then
        echo "memcheck: $1: exit $status"
        cat "$log"
        rm -f "$log"
        exit 1
    fi
    rm -f "$log"' sh '{}'
echo "memcheck: $(commands | wc -l) programs and commands"

#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: instructions.sh BENCH WHO=MOST...     (an optimised build)
#
# A launch may cost WHO (solve, blocks, grid) at most MOST instructions. They are the same at every run, whatever else
# the machine does; what a pass costs is the difference of a long and a short run.
set -eu
. "$(dirname "$0")/../common/instructions.sh"

bench=$1
shift
if ! command -v valgrind >/dev/null; then
    echo "instructions: skipped, no valgrind here"
    exit 77
fi

status=0
for bound in "$@"; do
    who=${bound%=*}
    most=${bound#*=}
    launches=$("$bench" "$who" 1)
    long=$(instructions "$bench" "$who" 3)
    short=$(instructions "$bench" "$who" 1)
    hundredths=$((100 * (long - short) / (2 * launches)))
    echo "$who: $((hundredths / 100)).$(printf %02d $((hundredths % 100))) instructions a launch, at most $most allowed"
    [ "$hundredths" -le $((100 * most)) ] || status=1
done
exit $status

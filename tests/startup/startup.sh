#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: startup.sh MOST EMPTY PROGRAM ARGUMENT...
#
# Instructions from the first of the loader to the exit: the command may take at most MOST more than a program
# that does nothing, which itself takes more or less as the system is set up. They are the same at every run, whatever else the machine does. And the program must need
# no library but the C library and what the compiler adds for sanitizers.
set -eu
. "$(dirname "$0")/../common/instructions.sh"

most=$1
empty=$2
shift 2
for tool in valgrind readelf; do
    if ! command -v $tool >/dev/null; then
        echo "startup: skipped, no $tool here"
        exit 77
    fi
done

needed=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p' | grep -v '^libc\.so' | tr '\n' ' ' || true)
if [ -n "$needed" ]; then
    echo "startup: loads $needed at every start"
    exit 1
fi
base=$(instructions "$empty")
cost=$(instructions "$@")
more=$((cost - base))
echo "startup: $cost instructions, $more more than the $base of an empty program ($((100 * cost / base)) %)"
if [ "$more" -gt "$most" ]; then
    echo "startup: at most $most more are allowed"
    exit 1
fi

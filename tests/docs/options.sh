#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: options.sh GEN_COMPLETION OCC FILE...
#
# Every option of the program's table is in its help and in each file: a manual page or a completion.
set -eu

gen_completion=$1
occ=$2
shift 2
names=$("$gen_completion" names /dev/stdout)
failed=0

# look_for_all TEXT PLACE
look_for_all()
{
    for name in $names; do
        # fish writes the bare name behind -l.
        if ! printf '%s\n' "$1" | grep -qE -e "(--|-l )$name([^a-z-]|\$)"; then
            echo "options: $2: --$name is missing"
            failed=1
        fi
    done
}

look_for_all "$("$occ" --help)" "--help"
for file; do
    # In a manual page a hyphen that is typed is \-.
    look_for_all "$(sed 's/\\-/-/g' "$file")" "$file"
done
echo "options: $(echo "$names" | wc -l) in the help and in $# files"
[ -n "$names" ] && exit $failed

#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: completion_fish.sh OCC.fish     (in the project's directory)
#
# Loads the completion and asks fish for the last word of some lines.
set -eu

if ! command -v fish >/dev/null; then
    echo "completion: skipped, no fish here"
    exit 77
fi
HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT
fish -n "$1"
failed=0

# offers FILE WANTED LINE
offers()
{
    got=$(fish --no-config -c "source '$1'; complete -C '$3'" | cut -f 1 | sort | paste -sd ' ')
    if [ "$got" != "$2" ]; then
        echo "completion: '$3': offers '$got', wanted '$2'"
        failed=1
    fi
}

offers "$1" '--block' 'occ --blo'
offers "$1" 'always auto' 'occ --color a'
offers "$1" 'sm_80 sm_86 sm_87 sm_89' 'occ -d sm_8'
offers "$1" 'sm_90,sm_86' 'occ --device sm_90,sm_86'
offers "$1" 'devices/' 'occ --device-dir devi'
offers "$1" '' 'occ --regs 4'
exit $failed

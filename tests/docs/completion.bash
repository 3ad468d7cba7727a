#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# usage: completion.bash OCC.bash     (in the project's directory)
#
# Loads the completion as bash does and asks it for the last word of some lines.
set -u

bash -n "$1" || exit 1
# shellcheck source=/dev/null
source "$1"
[[ $(complete -p occ) == 'complete -F _occ occ' ]] || { echo "completion: not registered"; exit 1; }
failed=0

# offers WANTED WORD...
offers()
{
    local wanted=$1 got
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _occ
    got=${COMPREPLY[*]-}
    if [[ $got != "$wanted" ]]; then
        echo "completion: '$*': offers '$got', wanted '$wanted'"
        failed=1
    fi
}

offers '--block' occ --blo
offers '--version' occ -d sm_89 --vers
offers 'auto always' occ --color a
offers 'never' occ --color = n
offers 'auto always never' occ --color =
offers 'sm_80 sm_86 sm_87 sm_89' occ -d sm_8
offers 'sm_90,sm_86' occ --device sm_90,sm_86
offers 'all' occ --show-device al
offers './CMakeLists.txt' occ -d ./CMakeL
offers 'devices' occ --device-dir devi
offers 'CMakeLists.txt' occ CMakeL
offers '' occ -b 25
offers '' occ --regs 4
exit $failed

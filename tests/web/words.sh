# SPDX-License-Identifier: MIT
# usage: bash words.sh <COMMANDS
#
# Which words `occ` is given by commands of tests/cli. A command ends with a NUL, and so does each word; a line
# feed of its own ends the words of a command. Commands that do more than call occ once give no words.
while IFS= read -r -d '' command; do
    case $command in
    "occ"*) ;;
    *) printf '\n\0'; continue ;;
    esac
    case $command in
    *[\|\<\>\;\&\$]*) printf '\n\0'; continue ;;
    esac
    eval "words=(${command#occ})"
    [ ${#words[@]} -eq 0 ] || printf '%s\0' "${words[@]}"
    printf '\n\0'
done

# SPDX-License-Identifier: MIT
# Read by scripts that count instructions.

# instructions PROGRAM ARGUMENT...: how many it takes, from the first of the loader to the exit. They are the same at
# every run, whatever else the machine does. Fails where valgrind counts nothing, as of a program that it cannot read.
instructions()
{
    counted=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p')
    if [ -z "$counted" ]; then
        echo "valgrind counts nothing of $1" >&2
        return 1
    fi
    echo "$counted"
}

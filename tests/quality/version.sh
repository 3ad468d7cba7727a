#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: version.sh VERSION DATE OCC FILE...     (in the project's directory)
#
# The version stands in CMakeLists.txt and the changelog alone, `occ --version` prints it with the day of the
# database, and no source of a device is younger than that day. FILEs are looked through for both.
set -eu

version=$1
date=$2
occ=$3
shift 3
failed=0

complain()
{
    echo "version: $*"
    failed=1
}

printed=$("$occ" --version)
[ "$printed" = "occ $version (device database of $date)" ] || complain "occ --version prints '$printed'"

pattern=$(printf '%s' "$version" | sed 's/\./[.]/g')
grep -nE "(^|[^0-9.])$pattern([^0-9.]|\$)" "$@" /dev/null && complain "the version is written again"

# A month alone stands for its first day.
for found in $(grep -ohE '20[0-9]{2}-[01][0-9](-[0-3][0-9])?' devices/*.json | sort -u); do
    day=$found
    [ ${#found} = 7 ] && day="$found-01"
    [ "$(printf '%s\n%s\n' "$day" "$date" | sort | tail -1)" = "$date" ] ||
        complain "devices/ has a source of $found, the database is of $date: raise CUOCC_DATABASE_DATE"
done
exit $failed

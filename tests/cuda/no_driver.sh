#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: no_driver.sh OCC
#
# The backend as it is built, on a machine without a CUDA driver: one line, exit status 2, and the rest works.
set -u

if ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; then
    echo "skipped: a CUDA driver is here"
    exit 77
fi
text=$("$1" --check 2>&1)
code=$?
echo "$text"
[ $code -eq 2 ] || exit 1
[ "$text" = "occ: CUDA driver: there is none on this machine (no libcuda.so.1)" ] || exit 1
"$1" -d sm_90 -b 256 >/dev/null

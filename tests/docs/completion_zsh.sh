#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: completion_zsh.sh OCC.zsh
#
# zsh understands the file, and _arguments every specification in it.
set -eu

if ! command -v zsh >/dev/null; then
    echo "completion: skipped, no zsh here"
    exit 77
fi
zsh -n "$1"

#!/usr/bin/env bash
# Compiles the sample kernels for every target that nvcc knows, and compares what ptxas printed
# with what stands in the machine code. usage: fresh_compile.sh COMPARE SOURCES NVCC
set -eu
compare=$1 sources=$2 nvcc=$3
[ -x "$nvcc" ] || { echo "skipped: no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

check() { # NAME IMAGE: the log is NAME.log
    printf '%s: ' "$1"
    "$compare" "$work/$1.log" "$work/$2" || { failed=1; echo "  differs: $1"; }
}

targets=$("$nvcc" --list-gpu-code | grep -o 'sm_[0-9]*[af]*')
[ -n "$targets" ] || { echo "nvcc lists no target"; exit 1; }
for target in $targets; do
    "$nvcc" -cubin -arch="$target" -Xptxas -v -o "$work/$target.cubin" "$sources/kernels.cu" \
        2>"$work/$target.log" || { cat "$work/$target.log"; exit 1; }
    check "$target" "$target.cubin"
done

gencode=$(for target in $targets; do echo "-gencode arch=compute_${target#sm_},code=$target"; done)
for mode in none speed balance size; do
    # shellcheck disable=SC2086
    "$nvcc" -fatbin $gencode -Xptxas -v -Xfatbin -compress-all --compress-mode=$mode \
        -o "$work/$mode.fatbin" "$sources/small.cu" 2>"$work/$mode.log" ||
        { grep -q 'compress-mode' "$work/$mode.log" && continue; cat "$work/$mode.log"; exit 1; }
    check "$mode" "$mode.fatbin"
done
exit $failed

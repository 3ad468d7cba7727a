#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a scratch prefix, moves that, and builds a small program against it: with pkg-config and with
# find_package(), shared and static each. Its environment is set by CMakeLists.txt.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix="$scratch/a prefix"
failed=0

complain()
{
    echo "install: $*"
    failed=1
}

# answers_five NAME COMMAND...
answers_five()
{
    name=$1
    shift
    [ "$("$@")" = "5 blocks" ] && echo "install: $name: answers" || complain "$name: no answer"
}

"$CMAKE" --install "$BUILD_DIR" --config "$CONFIG" --prefix "$scratch/first" >"$scratch/log" ||
    { cat "$scratch/log"; exit 1; }
mv "$scratch/first" "$prefix"

for file in bin/occ include/cuocc/solver.h "$LIBDIR/libcuocc.so" "$LIBDIR/libcuocc.a" \
    "$LIBDIR/pkgconfig/cuocc.pc" "$LIBDIR/cmake/cuocc/cuoccConfig.cmake" share/man/man1/occ.1 \
    share/bash-completion/completions/occ share/zsh/site-functions/_occ \
    share/fish/vendor_completions.d/occ.fish; do
    [ -f "$prefix/$file" ] || complain "$file is not installed"
done
"$prefix/bin/occ" --version >/dev/null || complain "the installed program does not run"

if command -v pkg-config >/dev/null; then
    # A prefix with a blank is quoted by pkg-config for eval.
    export PKG_CONFIG_PATH="$prefix/$LIBDIR/pkgconfig"
    [ "$(pkg-config --modversion cuocc)" = "$VERSION" ] || complain "cuocc.pc has another version"
    flags="-std=c11 -Wall -Wextra -Werror $SANITIZE"
    eval "$CC $flags $here/consumer.c -o $scratch/shared $(pkg-config --cflags --libs cuocc)"
    answers_five "pkg-config, shared" env LD_LIBRARY_PATH="$prefix/$LIBDIR" "$scratch/shared"
    # Both kinds lie side by side; the name picks the static one.
    eval "$CC $flags $here/consumer.c -o $scratch/static \
        $(pkg-config --static --cflags --libs cuocc | sed 's/-lcuocc/-l:libcuocc.a/')"
    answers_five "pkg-config, static" "$scratch/static"
else
    echo "install: no pkg-config here, find_package() only"
fi

"$CMAKE" -S "$here/project" -B "$scratch/project" -DCMAKE_C_COMPILER="$CC" -DCUOCC_WANTED="$VERSION" \
    -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/log" && "$CMAKE" --build "$scratch/project" >>"$scratch/log" ||
    { cat "$scratch/log"; exit 1; }
answers_five "find_package, shared" "$scratch/project/consumer_cuocc"
answers_five "find_package, static" "$scratch/project/consumer_cuocc_static"
exit $failed

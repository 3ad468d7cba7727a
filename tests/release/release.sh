#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the sources twice, in folders of other names, and compares the programs and libraries byte by byte; then
# makes the packages, unpacks them where nothing is installed, looks into them and runs what is inside.
# Its environment is set by CMakeLists.txt.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
# Any day of the past does; files that carry a date take it from here.
export SOURCE_DATE_EPOCH=1700000000

complain()
{
    echo "release: $*"
    failed=1
}

# build SOURCE BINARY: a copy of the sources, built as for a release.
build()
{
    mkdir -p "$1"
    for name in CMakeLists.txt README.md LICENSE src include devices docs; do
        cp -r "$SOURCE_DIR/$name" "$1/"
    done
    { "$CMAKE" -S "$1" -B "$2" -DCMAKE_C_COMPILER="$CC" -DCMAKE_BUILD_TYPE=Release -DCUOCC_BUILD_TESTS=OFF \
        -DCUOCC_DEVELOPER=ON -DCMAKE_INSTALL_PREFIX=/usr && "$CMAKE" --build "$2" -j 2; } >"$scratch/log" 2>&1 ||
        { cat "$scratch/log"; exit 1; }
}

# hashes BINARY: of all that is installed and has machine code.
hashes()
{
    (cd "$1" && find . -name CMakeFiles -prune -o \( -name occ -o -name 'libcuocc.so.*.*.*' -o -name libcuocc.a \
        -o -name 'libcuocc_cuda.so' \) -type f -print | sort | xargs sha256sum)
}

# look_at ROOT: a package that was unpacked there.
look_at()
{
    usr=$(dirname "$(dirname "$(find "$1" -path '*/bin/occ')")")
    # Debian's folder for libraries, or plain lib.
    libdir=$(dirname "$(find "$usr/lib" -name libcuocc.a)")
    for file in "$usr/bin/occ" "$usr/include/cuocc/solver.h" "$usr/share/man/man1/occ.1" \
        "$usr/share/bash-completion/completions/occ" "$usr/share/doc/cuocc/copyright" "$libdir/libcuocc.a" \
        "$libdir/libcuocc.so" "$libdir/pkgconfig/cuocc.pc" "$libdir/cmake/cuocc/cuoccConfig.cmake"; do
        [ -f "$file" ] || complain "$file is not in the package"
    done
    [ "$("$usr/bin/occ" --version | cut -d' ' -f2)" = "$VERSION" ] || complain "the program has another version"
    "$usr/bin/occ" -d sm_89 -b 256 -s 16K -r 48 | grep -q '5 blocks/SM' || complain "the program does not answer"
    "$usr/bin/occ" --list-devices | grep -q '^sm_121' || complain "the database is not in the program"
    grep -rlE "$scratch|$SOURCE_DIR" "$usr" | sed 's/^/release: has a path of the build: /' | grep . && failed=1
    return 0
}

build "$scratch/first" "$scratch/first/build"
build "$scratch/another/place" "$scratch/b"
hashes "$scratch/first/build" >"$scratch/1"
hashes "$scratch/b" >"$scratch/2"
[ "$(wc -l <"$scratch/1")" -ge 3 ] || complain "only $(wc -l <"$scratch/1") files were built"
sed 's|\./.*/||' "$scratch/1" >"$scratch/1.names"
sed 's|\./.*/||' "$scratch/2" >"$scratch/2.names"
diff "$scratch/1.names" "$scratch/2.names" || complain "two builds of the same sources differ"

generators=TGZ
command -v dpkg-shlibdeps >/dev/null && generators="TGZ;DEB" || echo "release: no dpkg-dev here, no .deb"
(cd "$scratch/b" && "$CPACK" -G "$generators") >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }

mkdir "$scratch/tar"
tar -xzf "$scratch/b/"*.tar.gz -C "$scratch/tar"
look_at "$scratch/tar"
if [ "$generators" != TGZ ]; then
    deb=$(ls "$scratch/b/"*.deb)
    dpkg-deb -x "$deb" "$scratch/deb"
    look_at "$scratch/deb"
    [ "$(dpkg-deb -f "$deb" Package Version | tr '\n' ' ')" = "Package: occ Version: $VERSION " ] ||
        complain "control: $(dpkg-deb -f "$deb" Package Version)"
    depends=$(dpkg-deb -f "$deb" Depends)
    for library in libc6 libcjson1 libelf1 liblz4-1 libzstd1; do
        case $depends in *"$library"*) ;; *) complain "does not depend on $library: $depends" ;; esac
    done
    dpkg-deb -c "$deb" | awk '{ print $6 }' | grep -vE '^\./(usr/.*)?$' && complain "has files outside of /usr"
    echo "release: $(basename "$deb") depends on $depends"
fi
echo "release: $(cut -d' ' -f1 "$scratch/1" | cut -c1-12 | tr '\n' ' ')"
exit $failed

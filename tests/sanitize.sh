#!/bin/sh
# Run the tests of what is compiled under AddressSanitizer and UBSan: tests/sanitize.sh [pytest arguments]
# PYTHON names the interpreter, CC the compiler; the sanitized modules are built in a folder of their own.
set -e
cd "$(dirname "$0")/.."
: "${PYTHON:=python3}" "${CC:=gcc}"
case $PYTHON in
/*) ;;
*/*) PYTHON=$PWD/$PYTHON ;; # the tests run in another folder
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R dlx nqueens "$work"
rm -f "$work"/dlx/engines/_kernel*.so "$work"/nqueens/_kernel*.so
include=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
for package in dlx/engines nqueens; do
    "$CC" -std=c11 -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined \
        -Wall -Wextra -Wconversion -fPIC -shared -I"$include" \
        "$package"/*.c -o "$work/$package/_kernel.abi3.so"
done
kernel=$PWD/tests/test_kernel.py
counting=$PWD/tests/test_counting_queens.py
large=$PWD/tests/test_large_boards.py
cd "$work"
# Python itself keeps memory until the process ends, so leaks are not looked for here.
LD_PRELOAD="$("$CC" -print-file-name=libasan.so) $("$CC" -print-file-name=libubsan.so)" \
    ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH="$work" \
    "$PYTHON" -m pytest -q -p no:cacheprovider --rootdir "$work" "$kernel" "$counting" "$large" "$@"

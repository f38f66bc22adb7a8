#!/bin/sh
# Run the tests of the compiled engines under AddressSanitizer and UBSan: tests/sanitize.sh [pytest arguments]
# PYTHON names the interpreter, CC the compiler; the sanitized module is built in a folder of its own.
set -e
cd "$(dirname "$0")/.."
: "${PYTHON:=python3}" "${CC:=gcc}"
case $PYTHON in
/*) ;;
*/*) PYTHON=$PWD/$PYTHON ;; # the tests run in another folder
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R dlx "$work/dlx"
rm -f "$work"/dlx/engines/_kernel*.so
include=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
"$CC" -std=c11 -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined \
    -Wall -Wextra -Wconversion -fPIC -shared -I"$include" \
    dlx/engines/*.c -o "$work/dlx/engines/_kernel.abi3.so"
tests=$PWD/tests/test_kernel.py
cd "$work"
# Python itself keeps memory until the process ends, so leaks are not looked for here.
LD_PRELOAD="$("$CC" -print-file-name=libasan.so) $("$CC" -print-file-name=libubsan.so)" \
    ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH="$work" \
    "$PYTHON" -m pytest -q -p no:cacheprovider --rootdir "$work" "$tests" "$@"

#!/bin/sh
# asset_sign.h beside libsodium and OpenSSL: 4,000 signatures, half of them with a bit turned, and
# 30,000 odd encodings. Where the three differ is known, and nothing else differs.
. "$(dirname "$0")/support/test.sh"
builds() {
    ${CC:-cc} -O2 -Wall -Wextra -Wno-unused-function -I. tests/check_cache_sign.c -o "$work/compare" \
        $LDFLAGS -lsodium -lcrypto 2>"$work/log"
}
if ! echo '#include <sodium.h>
#include <openssl/evp.h>' | ${CC:-cc} -fsyntax-only -x c - 2>/dev/null; then
    skip "asset_sign.h beside libsodium and OpenSSL" "their headers are not installed (make setup-dev)"
    finish
    exit
fi
check "builds" builds
check "no warning" test ! -s "$work/log"
check "agrees with libsodium and OpenSSL" "$work/compare"
finish

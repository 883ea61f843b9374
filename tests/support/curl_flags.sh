#!/bin/sh
# curl_flags.sh CC CURL - prints how to compile and link gc_fetch.h here: with libcurl if its
# headers are there and CURL is not "no".
cc=$1
if [ "$2" != no ]; then
    for flags in -lcurl "$(pkg-config --cflags --libs libcurl 2>/dev/null)" \
        "$(curl-config --cflags --libs 2>/dev/null | tr '\n' ' ')"; do
        [ -n "$flags" ] || continue
        if echo 'int main(void) { return curl_global_init(0) != 0; }' |
            $cc -include curl/curl.h -x c - -o /dev/null $flags 2>/dev/null; then
            echo $flags
            exit 0
        fi
    done
    echo "libcurl's headers are not there: building without HTTP, over file: URLs" \
        "(make setup installs them)" >&2
fi
echo -DGC_FETCH_NO_CURL

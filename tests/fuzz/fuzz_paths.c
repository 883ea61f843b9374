// fuzz_paths.c - the rules of paths in gc_writer.h and gc_fetch.h, which must be the same: what
// they let pass is a relative path in UTF-8 that leaves no folder on any system. And the
// percent-encoding of paths, which a decoder of its own turns back.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_paths.c -o fuzz_paths -pthread
//     ./fuzz_paths tests/fuzz/corpus/paths
#define GC_WRITER_STATIC
#define GC_FETCH_STATIC
#define GC_FETCH_NO_CURL
#include "gc_writer.h"
#include "gc_fetch.h"
#include "fuzz.h"

// Bytes of the UTF-8 character at p, by its definition: decoded and measured; 0: none.
static size_t fuzz_paths_utf8(const unsigned char *p) {
    static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t n = p[0] < 0x80 ? 1 : p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : p[0] >= 0xc0 ? 2 : 0;
    if (n == 0 || p[0] >= 0xf8) return 0;
    uint32_t code = n == 1 ? p[0] : p[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;        // also the end of the text
        code = code << 6 | (p[i] & 0x3fu);
    }
    return code < least[n] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0 : n;
}

// Upper case of ASCII, as far as a name's first dot, without the spaces before it.
static bool fuzz_paths_is_device(const char *part, size_t n) {
    static const char *const names[] = { "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "COM", "LPT" };
    size_t length = 0;
    while (length < n && part[length] != '.') length++;
    while (length && part[length - 1] == ' ') length--;
    for (size_t k = 0; k < 8; k++) {
        size_t i = 0;
        for (; names[k][i] && i < length; i++) {
            char c = part[i];
            if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
            if (c != names[k][i]) break;
        }
        if (names[k][i]) continue;
        if (k < 6 && i == length) return true;
        if (k >= 6 && length == 4 && part[3] >= '1' && part[3] <= '9') return true;
    }
    return false;
}

// What nobody may let pass.
static bool fuzz_paths_harmful(const char *path) {
    const char *part = path;
    for (const unsigned char *p = (const unsigned char *)path; *p;) {
        size_t n = fuzz_paths_utf8(p);
        if (n == 0 || *p < 32 || *p == 127 || strchr("\\:*?\"<>|", *p)) return true;
        p += n;
    }
    for (const char *p = path;; p++) {
        if (*p && *p != '/') continue;
        size_t n = (size_t)(p - part);
        if (n == 0 || n > 255 || part[n - 1] == '.' || part[n - 1] == ' ') return true;
        if (fuzz_paths_is_device(part, n)) return true;
        if (n > 4 && part[0] == '.' && (part[1] | 32) == 'g' && (part[2] | 32) == 'c' &&
            ((part[3] | 32) == 'w' || (part[3] | 32) == 'f') && part[4] == '-') return true;
        if (!*p) return false;
        part = p + 1;
    }
}

static int fuzz_paths_digit(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *path = (char *)malloc(size + 1);
    FUZZ_NEED(path != NULL);
    memcpy(path, data, size);
    path[size] = 0;

    // The same word of both, which lets nothing harmful pass.
    const bool writer = gc_writer_check_path(path) == GC_WRITER_OK;
    const bool fetch = gc_fetch_priv_check_path(path, 4096) == GC_FETCH_OK;
    FUZZ_NEED(writer == fetch);
    if (writer) FUZZ_NEED(strlen(path) < 4096 && !fuzz_paths_harmful(path));

    // Encoded, and decoded again; as much room as was told is enough, one less is not.
    const size_t length = gc_fetch_encode_path(NULL, 0, path);
    char *encoded = (char *)malloc(length + 1);
    FUZZ_NEED(encoded != NULL);
    FUZZ_NEED(gc_fetch_encode_path(encoded, length + 1, path) == length && strlen(encoded) == length);

    const char *from = encoded;
    for (const char *p = path; *p; p++) {
        if (*from != '%') {
            FUZZ_NEED(*from == *p && (*p == '/' || strchr("-._~", *p) || (*p >= '0' && *p <= '9') ||
                                      ((*p | 32) >= 'a' && (*p | 32) <= 'z')));
            from++;
        } else {
            FUZZ_NEED(fuzz_paths_digit(from[1]) * 16 + fuzz_paths_digit(from[2]) == (unsigned char)*p);
            from += 3;
        }
    }

    FUZZ_NEED(!*from);
    if (length) {
        FUZZ_NEED(gc_fetch_encode_path(encoded, length, path) == length && !encoded[0]);
    }

    free(encoded);
    free(path);
    return 0;
}

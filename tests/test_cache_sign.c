// test_cache_sign.c - examples/asset_sign.h: known answers, and each bit of a signature turned.
// How a cache refuses manifests is in test_cache.c; tests/check_cache_sign.sh compares with
// libsodium and OpenSSL.
#ifndef ASSET_SIGN_IMPLEMENTED
#define ASSET_SIGN_IMPLEMENTATION
#endif
#include "examples/asset_sign.h"
#include "examples/common/asset_signer.h"
#include "support/test.h"
#include "vectors/ed25519_vectors.h"

// Bytes of a vector's hex, at most so many, and how many there are.
static size_t test_cache_sign_bytes(uint8_t *out, size_t capacity, const char *hex) {
    size_t n = strlen(hex) / 2;
    if (!CHECK(n <= capacity) || !CHECK(as_from_hex(out, (int)n, hex))) return 0;
    return n;
}

static void test_cache_sign_vectors(void) {
    static uint8_t message[2048];
    uint8_t key[32], signature[128];
    int right = 0, wrong = 0, lengths = 0;
    for (size_t i = 0; i < sizeof ed25519_vectors / sizeof ed25519_vectors[0]; i++) {
        const ed25519_vector *v = &ed25519_vectors[i];
        size_t size = test_cache_sign_bytes(message, sizeof message, v->message);
        CHECK_U64(test_cache_sign_bytes(key, sizeof key, v->key), 32);

        // Signatures of another length have no form here: a line has 128 digits.
        if (test_cache_sign_bytes(signature, sizeof signature, v->signature) != 64) {
            CHECK(!v->valid);
            lengths++;
            continue;
        }
        bool valid = asset_sign_verify(key, signature, message, size);
        if (!CHECK(valid == (v->valid != 0))) printf("    number %d: %s\n", v->number, v->flags);
        right += valid;
        wrong += !valid;
    }
    CHECK_INT(right, 88 + 5);
    CHECK_INT(wrong, 151 - 88 - 12);
    CHECK_INT(lengths, 12);
}

// RFC 8032's secrets give its keys and signatures.
static void test_cache_sign_signer(void) {
    static uint8_t message[2048];
    uint8_t secret[32], key[32], want[64], signature[64];
    int count = 0;
    for (size_t i = 0; i < sizeof ed25519_vectors / sizeof ed25519_vectors[0]; i++) {
        const ed25519_vector *v = &ed25519_vectors[i];
        if (!v->secret[0]) continue;
        size_t size = test_cache_sign_bytes(message, sizeof message, v->message);
        CHECK_U64(test_cache_sign_bytes(secret, 32, v->secret), 32);

        test_cache_sign_bytes(want, 64, v->key);
        signer_public_key(secret, key);
        CHECK(memcmp(key, want, 32) == 0);

        test_cache_sign_bytes(want, 64, v->signature);
        signer_sign(secret, message, size, signature);
        CHECK(memcmp(signature, want, 64) == 0);
        count++;
    }
    CHECK_INT(count, 5);
}

// Each bit of key, signature and message matters.
static void test_cache_sign_bits(void) {
    uint8_t secret[32], all[32 + 64 + 20];
    for (int i = 0; i < 32; i++) secret[i] = (uint8_t)(test_seed >> (i % 8) ^ (uint64_t)(i * 41));
    memset(all, 7, sizeof all);
    signer_public_key(secret, all);
    signer_sign(secret, all + 96, 20, all + 32);
    CHECK(asset_sign_verify(all, all + 32, all + 96, 20));
    CHECK(!asset_sign_verify(all, all + 32, all + 96, 19));

    for (size_t bit = 0; bit < sizeof all * 8; bit++) {
        all[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (!CHECK(!asset_sign_verify(all, all + 32, all + 96, 20))) printf("    bit %zu\n", bit);
        all[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

// Texts of every length around SHA-512's blocks: the sizes of its padding.
static void test_cache_sign_lengths(void) {
    uint8_t secret[32] = {1}, key[32], signature[64], message[300];
    for (int i = 0; i < 300; i++) message[i] = (uint8_t)(i * 7);
    signer_public_key(secret, key);
    for (size_t size = 0; size < sizeof message; size += size > 40 && size < 200 ? 1 : 13) {
        signer_sign(secret, message, size, signature);
        CHECK(asset_sign_verify(key, signature, message, size));
        signature[40] ^= 1;
        CHECK(!asset_sign_verify(key, signature, message, size));
    }

    // FIPS 180-4's known answer: "abc", cut in three.
    uint8_t hash[64];
    as_sha512_of(hash, "a", 1, "b", 1, "c", 1);
    CHECK_INT(hash[0], 0xdd);
    CHECK_INT(hash[63], 0x9f);
}

// Keys of a text, with the signature's among them, or not.
static void test_cache_sign_keys(void) {
    uint8_t secrets[3][32] = {{1}, {2}, {3}}, key[32], sha256[32] = {9};
    char keys[3][65], line[SIGNER_LINE + 1], text[300], name[17];
    for (int i = 0; i < 3; i++) {
        signer_public_key(secrets[i], key);
        signer_hex(keys[i], key, 32);
    }
    signer_line(secrets[1], sha256, line);
    CHECK_U64(strlen(line), SIGNER_LINE);

    snprintf(text, sizeof text, "%s, %s\n", keys[0], keys[1]);
    CHECK(asset_sign_check(text, line, SIGNER_LINE, sha256, name) == NULL);
    CHECK(strncmp(name, keys[1], 16) == 0 && name[16] == 0);

    snprintf(text, sizeof text, "%s %s", keys[0], keys[2]);
    CHECK_STR(asset_sign_check(text, line, SIGNER_LINE, sha256, name),
              "wrong key: signed by none that is known");
    CHECK(strncmp(name, keys[1], 16) == 0);
    CHECK_STR(asset_sign_check("", line, SIGNER_LINE, sha256, name),
              "wrong key: signed by none that is known");
    CHECK_STR(asset_sign_check("1234", line, SIGNER_LINE, sha256, name), "desc.keys is no list of keys");
    keys[2][10] = 'G';
    CHECK_STR(asset_sign_check(keys[2], line, SIGNER_LINE, sha256, name), "desc.keys is no list of keys");

    // Another manifest's, and none.
    sha256[31] ^= 1;
    CHECK_STR(asset_sign_check(keys[1], line, SIGNER_LINE, sha256, name),
              "mix and match: a signature of another manifest, or changed");
    CHECK_STR(asset_sign_check(keys[1], line, 0, sha256, name), "not signed");
    CHECK_STR(name, "");
    CHECK_STR(asset_sign_check(keys[1], line, SIGNER_LINE - 2, sha256, name), "not signed");
}

// Where the signatures begin: the last lines, at most eight, and no line before another.
static void test_cache_sign_places(void) {
    static char text[4096];
    uint8_t secret[32] = {1}, sha256[32] = {0};
    char line[SIGNER_LINE + 1];
    signer_line(secret, sha256, line);
    for (size_t lines = 0; lines < 12; lines++) {
        size_t n = (size_t)snprintf(text, sizeof text, "one\n# signature is no last line\ntwo\n");
        size_t begin = n;
        for (size_t i = 0; i < lines; i++) n += (size_t)snprintf(text + n, sizeof text - n, "%s", line);
        size_t want = begin + (lines > 8 ? (lines - 8) * SIGNER_LINE : 0);
        CHECK_U64(asset_sign_find(text, n), lines ? want : n);
    }
    CHECK_U64(asset_sign_find("", 0), 0);
    CHECK_U64(asset_sign_find(line, SIGNER_LINE), 0);
    CHECK_U64(asset_sign_find("# signature", 11), 11);
}

// Odd encodings. A key that is nothing, 1, makes [S]B = R right for every message; so it shows
// which encodings are taken, and that the highest bit of S counts.
static void test_cache_sign_odd(void) {
    static const uint32_t scalars[2][8] = {{5}, {1, 0, 0, 0, 0, 0, 0, 0x10000000}};
    uint8_t key[32], signature[64];
    for (int i = 0; i < 2; i++) {
        signer_multiple(signature, scalars[i]);
        for (int n = 0; n < 32; n++) signature[32 + n] = (uint8_t)(scalars[i][n / 4] >> (n % 4 * 8));
        memset(key, 0, 32);
        key[0] = 1;
        CHECK(asset_sign_verify(key, signature, "any", 3));
        key[31] = 0x80;                     // minus zero
        CHECK(!asset_sign_verify(key, signature, "any", 3));
        memset(key, 0xff, 32);
        key[0] = 0xee;                      // 2^255 - 19 + 1
        key[31] = 0x7f;
        CHECK(!asset_sign_verify(key, signature, "any", 3));
    }
}

// 2^256 - 1 is 37: sums, differences and products that carry more than once.
static void test_cache_sign_carries(void) {
    as_number most, small = {{74}}, r;
    memset(&most, 0xff, sizeof most);
    as_add(&r, &most, &most);
    as_subtract(&r, &r, &small);
    CHECK(as_is_zero(r));
    as_multiply(&r, &most, &most);
    small.w[0] = 37 * 37;
    as_subtract(&r, &r, &small);
    CHECK(as_is_zero(r));
    as_subtract(&r, &as_none, &most);
    small.w[0] = 37;
    CHECK(!as_is_zero(r));
    as_add(&r, &r, &small);
    CHECK(as_is_zero(r));
}

// What is signed stays the same for ever.
static void test_cache_sign_form(void) {
    uint8_t secret[32] = {1}, sha256[32] = {9};
    char line[SIGNER_LINE + 1];
    signer_line(secret, sha256, line);
    line[48] = 0;
    CHECK_STR(line, "# signature cecc1507dc1ddd72 e41f87fa686a306744d");
}

static const test_case test_cache_sign_cases[] = {
    TEST_CASE(test_cache_sign_vectors), TEST_CASE(test_cache_sign_signer),
    TEST_CASE(test_cache_sign_bits),    TEST_CASE(test_cache_sign_lengths),
    TEST_CASE(test_cache_sign_keys),    TEST_CASE(test_cache_sign_places),
    TEST_CASE(test_cache_sign_odd),     TEST_CASE(test_cache_sign_carries),
    TEST_CASE(test_cache_sign_form),
};
TEST_MAIN(test_cache_sign_cases)

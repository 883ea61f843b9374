// check_cache_sign.c - examples/asset_sign.h beside libsodium and OpenSSL: random messages,
// turned bits, and encodings that are odd. Where they differ is known, and counted.
//
//     cc -O2 -I. tests/check_cache_sign.c -o check_cache_sign -lsodium -lcrypto
#define ASSET_SIGN_IMPLEMENTATION
#include "examples/asset_sign.h"
#include "examples/common/asset_signer.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// What may be: equal; libsodium refuses points of small order; OpenSSL takes keys that are not
// below 2^255 - 19, and a zero with a sign.
static unsigned long equal, small_order, not_reduced, failures;

static bool by_openssl(const uint8_t key[32], const uint8_t signature[64], const void *message, size_t size) {
    EVP_PKEY *public_key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key, 32);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool valid = public_key && context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, public_key) == 1 &&
                 EVP_DigestVerify(context, signature, 64, (const unsigned char *)message, size) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(public_key);
    return valid;
}

static bool by_sodium(const uint8_t key[32], const uint8_t signature[64], const void *message, size_t size) {
    return crypto_sign_verify_detached(signature, (const unsigned char *)message, size, key) == 0;
}

// Is it, in one of its encodings, a point whose eighth multiple is nothing?
static bool is_small(const uint8_t bytes[32]) {
    uint8_t encoded[32], reduced[32];
    as_number y = as_none;
    as_point p;
    memcpy(reduced, bytes, 32);
    reduced[31] &= 127;
    as_get(y.w, 32, reduced);
    as_reduce(&y);
    for (int i = 0; i < 32; i++) reduced[i] = (uint8_t)(y.w[i / 4] >> (i % 4 * 8));
    if (!as_decode(&p, reduced)) return false;
    for (int i = 0; i < 3; i++) as_add_points(&p, &p, &p);
    as_encode(encoded, &p);
    static const uint8_t nothing[32] = {1};
    return memcmp(encoded, nothing, 32) == 0;
}

static void compare(const uint8_t key[32], const uint8_t signature[64], const void *message, size_t size) {
    as_point p;
    bool ours = asset_sign_verify(key, signature, message, size);
    bool openssl = by_openssl(key, signature, message, size);
    bool sodium = by_sodium(key, signature, message, size);

    bool odd_key = !as_decode(&p, key), small = is_small(key) || is_small(signature);

    if (ours == openssl && ours == sodium) equal++;
    else if (ours == openssl && ours && small) small_order++;
    else if (!ours && openssl && !sodium && odd_key) not_reduced++;
    else {
        printf("ours %d, OpenSSL %d, libsodium %d:", ours, openssl, sodium);
        for (int i = 0; i < 32; i++) printf("%s%02x", i ? "" : " key ", key[i]);
        for (int i = 0; i < 64; i++) printf("%s%02x", i ? "" : " signature ", signature[i]);
        printf("\n");
        failures++;
    }
}

static void compare_random(void) {
    uint8_t secret[32], key[32], signature[64], theirs[64], all[64], message[200];
    for (int n = 0; n < 2000; n++) {
        size_t size = randombytes_uniform(sizeof message);

        randombytes_buf(secret, sizeof secret);
        randombytes_buf(message, size);
        signer_public_key(secret, key);
        signer_sign(secret, message, size, signature);
        memcpy(all, secret, 32);
        memcpy(all + 32, key, 32);
        crypto_sign_detached(theirs, NULL, message, size, all);
        failures += memcmp(theirs, signature, 64) != 0 || !by_sodium(key, signature, message, size);
        compare(key, signature, message, size);

        // One bit of it is another.
        uint32_t bit = randombytes_uniform(96 * 8);
        uint8_t *at = bit < 512 ? signature + bit / 8 : key + (bit - 512) / 8;
        *at ^= (uint8_t)(1u << bit % 8);
        compare(key, signature, message, size);
    }
}

// Keys and R of every order that divides eight, in all their encodings; S of 0, of a number,
// and of these with the order added.
static void compare_odd(void) {
    static uint8_t points[64][32];
    int count = 0;
    uint8_t message[8] = {0}, signature[64], scalar[32];

    // y near 0, near 2^255 - 19 and 2^255, with either sign; and those of order eight.
    for (int i = 0; i < 20; i++) {
        for (int high = 0; high < 2; high++, count++) {
            memset(points[count], i < 2 ? 0 : 255, 32);
            points[count][0] = (uint8_t)(i < 2 ? i : 0xec + i - 2);
            points[count][31] = (uint8_t)((points[count][31] & 127) | high << 7);
        }
    }
    static const char *const eight[2] = {"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                                         "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"};
    for (int i = 0; i < 4; i++, count++) {
        as_from_hex(points[count], 32, eight[i / 2]);
        points[count][31] |= (uint8_t)(i % 2 << 7);
    }

    for (int a = 0; a < count; a++) {
        for (int r = 0; r < count; r++) {
            for (int turn = 0; turn < 16; turn++) {
                memset(scalar, 0, 32);
                if (turn & 4) memcpy(scalar, as_order, 32);
                scalar[0] = (uint8_t)(scalar[0] + (turn & 8 ? 5 : 0));
                memcpy(signature, points[r], 32);
                memcpy(signature + 32, scalar, 32);
                message[0] = (uint8_t)turn;
                compare(points[a], signature, message, sizeof message);
            }
        }
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

// Microseconds of a check, the least of 9 rounds of 100, in turn.
static void measure(void) {
    static bool (*const ways[3])(const uint8_t *, const uint8_t *, const void *, size_t) = {
        asset_sign_verify, by_openssl, by_sodium};
    uint8_t secret[32] = {7}, key[32], signature[64], message[49] = {1};

    double least[3] = {1e9, 1e9, 1e9};
    signer_public_key(secret, key);
    signer_sign(secret, message, sizeof message, signature);
    for (int n = 0; n < 27; n++) {
        double start = now();
        for (int i = 0; i < 100; i++) failures += !ways[n % 3](key, signature, message, sizeof message);
        double us = (now() - start) / 100;
        if (us < least[n % 3]) least[n % 3] = us;
    }
    printf("a check takes %.0f us, OpenSSL's %.0f, libsodium's %.0f\n", least[0], least[1], least[2]);
}

int main(void) {
    if (sodium_init() < 0) return 2;
    compare_random();
    compare_odd();
    measure();
    printf("equal %lu, small order %lu, not reduced %lu, wrong %lu\n", equal, small_order, not_reduced,
           failures);
    return failures != 0 || !small_order || !not_reduced;
}

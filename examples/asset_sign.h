/*
asset_sign.h - signed manifests: Ed25519 (RFC 8032), to verify - an example beside asset_cache.h;
needs nothing, not even memory

DO THIS, before asset_cache.h's implementation
    #define ASSET_SIGN_IMPLEMENTATION
    #include "asset_sign.h"
    desc.keys = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    Now asset_cache_update takes only what this key has signed, or another of the list. The key
    comes from `asset_cache sign --make-key game.key`, which prints its public half, the
    signature from `asset_cache sign manifest.txt --key game.key --number 18 --days 90`.

WHAT IS SIGNED
    # 1 assets, SHA-256 of the lines below: 6dc5...
    # number 18, made 1790000000, expires 1797776000
    <SHA-256>  <size>  <name>
    # signature d75a980182b10ab7 <128 hex digits>
    All between the first line and the first signature; through the hashes, so each byte of each
    asset. The signatures, at most 8, are the last lines, and name their keys by 16 digits. To
    change keys ship both, and sign with both until no program knows the old one alone.

WHAT IS REFUSED, each with a text of its own (asset_cache_event.detail)
    freeze           an old manifest for ever: after its expiry the update fails. What was taken
                     before stays, also offline. A clock before its date refuses nothing.
    rollback         a number that is lower than the one that is there
    mix and match    the signature of another manifest, the assets of another version
    wrong key        signed, but by none of the keys
    endless data     manifests over desc.max_manifest, assets over their size

ODD ENCODINGS. Scalars are below the group's order, coordinates below 2^255 - 19, and
    [S]B = R + [h]A without the cofactor. Points of small order are points as others, as in
    OpenSSL (libsodium refuses them): the keys are the program's own.

THREADS. [any thread]: all

SPDX-License-Identifier: MIT OR Unlicense
*/
#ifndef ASSET_SIGN_H
#define ASSET_SIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Is it the key's signature of the message? Takes a third of a millisecond. [any thread]
bool asset_sign_verify(const uint8_t key[32], const uint8_t signature[64], const void *message, size_t size);

// Where a manifest's signatures begin; `size`: there are none. [any thread]
size_t asset_sign_find(const char *manifest, size_t size);

// Has one of the keys (64 hex digits each, with spaces or commas between) signed? NULL: yes;
// else what is wrong. lines: from asset_sign_find on; sha256: of all between the first line and
// them; name: the first 16 digits of the key that was looked at last, or "". [any thread]
const char *asset_sign_check(const char *keys, const char *lines, size_t size, const uint8_t sha256[32],
                             char name[17]);

#ifdef __cplusplus
}
#endif
#endif // ASSET_SIGN_H

#if defined(ASSET_SIGN_IMPLEMENTATION) && !defined(ASSET_SIGN_IMPLEMENTED)
#define ASSET_SIGN_IMPLEMENTED

// >>map   sha512 (FIPS 180-4); field, modulo 2^255 - 19; points, and scalars modulo their order;
// lines: asset_sign_check > asset_sign_verify > as_decode, as_sha512_of, as_encode.

#include <string.h>

// ---- >>sha512

// Of the fractional parts of the first primes: square roots of 8, cube roots of 80.
static const uint64_t as_roots[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
    0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
static const uint64_t as_cube_roots[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

static uint64_t as_turn(uint64_t x, int n) { return x >> n | x << (64 - n); }

static void as_sha512_block(uint64_t state[8], const uint8_t block[128]) {
    uint64_t w[16] = {0}, v[8];
    for (int i = 0; i < 128; i++) w[i / 8] = w[i / 8] << 8 | block[i];
    memcpy(v, state, sizeof v);

    for (int i = 0; i < 80; i++) {
        uint64_t mix = as_turn(v[4], 14) ^ as_turn(v[4], 18) ^ as_turn(v[4], 41);
        uint64_t one = v[7] + mix + ((v[4] & v[5]) ^ (~v[4] & v[6])) + as_cube_roots[i] + w[i % 16];
        mix = as_turn(v[0], 28) ^ as_turn(v[0], 34) ^ as_turn(v[0], 39);
        uint64_t two = mix + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;

        // The word that this place has sixteen turns later.
        uint64_t a = w[(i + 1) % 16], b = w[(i + 14) % 16];
        w[i % 16] += (as_turn(a, 1) ^ as_turn(a, 8) ^ a >> 7) + w[(i + 9) % 16] +
                     (as_turn(b, 19) ^ as_turn(b, 61) ^ b >> 6);
    }
    for (int i = 0; i < 8; i++) state[i] += v[i];
}

// The hash of three texts, one after the other. Then follow a bit, zeros, the number of bits.
static void as_sha512_of(uint8_t out[64], const void *a, size_t a_size, const void *b, size_t b_size,
                         const void *c, size_t c_size) {
    uint8_t block[128], end[144] = {0x80};
    const size_t size = a_size + b_size + c_size;
    const size_t sizes[4] = {a_size, b_size, c_size, 17 + (239 - size % 128) % 128};
    const void *const parts[4] = {a, b, c, end};
    uint64_t state[8];
    memcpy(state, as_roots, sizeof state);
    for (size_t i = 0; i < 8; i++) end[sizes[3] - 8 + i] = (uint8_t)((uint64_t)size * 8 >> (56 - 8 * i));

    size_t at = 0;
    for (int part = 0; part < 4; part++) {
        for (size_t i = 0; i < sizes[part]; i++) {
            block[at++ % 128] = ((const uint8_t *)parts[part])[i];
            if (at % 128 == 0) as_sha512_block(state, block);
        }
    }
    for (int i = 0; i < 64; i++) out[i] = (uint8_t)(state[i / 8] >> (56 - i % 8 * 8));
}

// ---- >>field
//
// Any 256 bits stand for their remainder; 2^256 is 38. The products are of 32 bits, as all
// processors have them.

typedef struct as_number { uint32_t w[8]; } as_number;

static const as_number as_none = {{0}}, as_one = {{1}};
static const as_number as_d = {{0x135978a3, 0x75eb4dca, 0x4141d8ab, 0x00700a4d, 0x7779e898, 0x8cc74079,
                                0x2b6ffe73, 0x52036cee}};
static const as_number as_root_of_minus_one = {{0x4a0ea0b0, 0xc4ee1b27, 0xad2fe478, 0x2f431806, 0x3dfbd7a7,
                                                0x2b4d0099, 0x4fc1df0b, 0x2b832480}};

// Adds a word, and gives what goes beyond 2^256.
static uint64_t as_carry(as_number *r, uint64_t carry) {
    for (int i = 0; i < 8; i++) {
        carry += r->w[i];
        r->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry;
}

// a + b, or a - b: ~b is 37 - b, so 2^255 - 19 - 37 is added to it.
static void as_sum(as_number *r, const as_number *a, const as_number *b, bool minus) {
    uint64_t carry = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t less = i == 0 ? 0xffffffc8 : i == 7 ? 0x7fffffff : 0xffffffff;
        carry += a->w[i] + (minus ? (uint64_t)(uint32_t)~b->w[i] + less : b->w[i]);
        r->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    as_carry(r, as_carry(r, carry * 38) * 38);
}

static void as_add(as_number *r, const as_number *a, const as_number *b) { as_sum(r, a, b, false); }
static void as_subtract(as_number *r, const as_number *a, const as_number *b) { as_sum(r, a, b, true); }

static void as_multiply(as_number *r, const as_number *a, const as_number *b) {
    uint32_t both[16] = {0};
    uint64_t carry = 0;
    for (int i = 0; i < 8; i++, carry = 0) {
        for (int j = 0; j < 8; j++) {
            carry += (uint64_t)a->w[i] * b->w[j] + both[i + j];
            both[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        both[i + 8] = (uint32_t)carry;
    }

    for (int i = 0; i < 8; i++) {
        carry += (uint64_t)both[i + 8] * 38 + both[i];
        r->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    as_carry(r, as_carry(r, carry * 38) * 38);
}

// a to the power of a number whose bits are ones but for the lowest five.
static void as_power(as_number *r, const as_number *a, int bits, unsigned lowest) {
    as_number power = as_one, base = *a;
    for (int i = bits - 1; i >= 0; i--) {
        as_multiply(&power, &power, &power);
        if (i >= 5 || (lowest >> i & 1)) as_multiply(&power, &power, &base);
    }
    *r = power;
}

// Its remainder, below 2^255 - 19: with 19 added, bit 255 tells whether that is to be taken.
static void as_reduce(as_number *a) {
    uint32_t high = a->w[7] >> 31;
    a->w[7] &= 0x7fffffff;
    as_carry(a, high * 19);
    as_number more = *a;
    as_carry(&more, 19);
    if (more.w[7] >> 31) *a = more;
    a->w[7] &= 0x7fffffff;
}

static bool as_is_zero(as_number a) {
    as_reduce(&a);
    return memcmp(&a, &as_none, sizeof a) == 0;
}

static void as_get(uint32_t *words, int bytes, const uint8_t *from) {
    for (int i = 0; i < bytes; i++) words[i / 4] = words[i / 4] >> 8 | (uint32_t)from[i] << 24;
}

// ---- >>points
//
// (x, y) as X/Z, Y/Z, and T = XY/Z. The sum is that of Hisil, Wong, Carter and Dawson, "Twisted
// Edwards Curves Revisited" (2008), which holds for all points of this curve.

typedef struct as_point { as_number x, y, z, t; } as_point;

static const as_point as_base = {
    {{0x8f25d51a, 0xc9562d60, 0x9525a7b2, 0x692cc760, 0xfdd6dc5c, 0xc0a4e231, 0xcd6e53fe, 0x216936d3}},
    {{0x66666658, 0x66666666, 0x66666666, 0x66666666, 0x66666666, 0x66666666, 0x66666666, 0x66666666}},
    {{1}},
    {{0xa5b7dda3, 0x6dde8ab3, 0x775152f5, 0x20f09f80, 0x64abe37d, 0x66ea4e8e, 0xd78b7665, 0x67875f0f}},
};
static const as_point as_zero = {{{0}}, {{1}}, {{1}}, {{0}}};

static void as_add_points(as_point *r, const as_point *p, const as_point *q) {
    as_number a, b, c, d, e, f;
    as_subtract(&a, &p->y, &p->x);
    as_subtract(&e, &q->y, &q->x);
    as_multiply(&a, &a, &e);
    as_add(&b, &p->y, &p->x);
    as_add(&e, &q->y, &q->x);
    as_multiply(&b, &b, &e);
    as_multiply(&c, &p->t, &q->t);
    as_multiply(&c, &c, &as_d);
    as_add(&c, &c, &c);
    as_multiply(&d, &p->z, &q->z);
    as_add(&d, &d, &d);

    as_subtract(&e, &b, &a);
    as_add(&b, &b, &a);
    as_subtract(&f, &d, &c);
    as_add(&d, &d, &c);
    as_multiply(&r->x, &e, &f);
    as_multiply(&r->y, &d, &b);
    as_multiply(&r->z, &f, &d);
    as_multiply(&r->t, &e, &b);
}

static void as_encode(uint8_t bytes[32], const as_point *p) {
    as_number x, y, inverse;
    as_power(&inverse, &p->z, 255, 0x0b);
    as_multiply(&x, &p->x, &inverse);
    as_multiply(&y, &p->y, &inverse);
    as_reduce(&x);
    as_reduce(&y);
    y.w[7] |= x.w[0] << 31;
    for (int i = 0; i < 32; i++) bytes[i] = (uint8_t)(y.w[i / 4] >> (i % 4 * 8));
}

// The point of y and a sign of x. False: there is none, or y is not below 2^255 - 19.
static bool as_decode(as_point *p, const uint8_t bytes[32]) {
    as_number u, v, x, y = as_none, check;
    as_get(y.w, 32, bytes);
    uint32_t sign = y.w[7] >> 31;
    y.w[7] &= 0x7fffffff;
    u = y;
    as_reduce(&u);
    if (memcmp(&u, &y, sizeof y) != 0) return false;

    // x^2 = (y^2 - 1) / (d y^2 + 1) = u / v; x = u v^3 (u v^7)^((p - 5) / 8), or that times the
    // root of -1.
    as_multiply(&check, &y, &y);
    as_subtract(&u, &check, &as_one);
    as_multiply(&v, &check, &as_d);
    as_add(&v, &v, &as_one);
    as_multiply(&check, &v, &v);
    as_multiply(&check, &check, &v);
    as_multiply(&x, &u, &check);                    // u v^3
    as_multiply(&check, &x, &check);
    as_multiply(&check, &check, &v);                // u v^7
    as_power(&check, &check, 252, 0x1d);
    as_multiply(&x, &x, &check);

    as_multiply(&check, &x, &x);
    as_multiply(&check, &check, &v);
    as_subtract(&v, &check, &u);
    if (!as_is_zero(v)) {
        as_add(&v, &check, &u);
        if (!as_is_zero(v)) return false;
        as_multiply(&x, &x, &as_root_of_minus_one);
    }

    as_reduce(&x);
    if (sign && as_is_zero(x)) return false;
    if ((x.w[0] & 1) != sign) as_subtract(&x, &as_none, &x);
    p->x = x;
    p->y = y;
    p->z = as_one;
    as_multiply(&p->t, &x, &y);
    return true;
}

static const uint32_t as_order[8] = {0x5cf5d3ed, 0x5812631a, 0xa2f79cd6, 0x14def9de, 0, 0, 0, 0x10000000};

// r - order, if that is not below zero. True: it was.
static bool as_take_order(uint32_t r[8]) {
    uint32_t less[8];
    uint64_t borrow = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t word = (uint64_t)r[i] - as_order[i] - borrow;
        less[i] = (uint32_t)word;
        borrow = word >> 63;
    }
    for (int i = 0; i < 8; i++) r[i] ^= (r[i] ^ less[i]) & ((uint32_t)borrow - 1);
    return borrow != 0;
}

// A hash modulo the order, a bit at a time.
static void as_modulo(uint32_t r[8], const uint8_t hash[64]) {
    memset(r, 0, 8 * sizeof *r);
    for (int bit = 511; bit >= 0; bit--) {
        for (int i = 7; i > 0; i--) r[i] = r[i] << 1 | r[i - 1] >> 31;
        r[0] = r[0] << 1 | (hash[bit / 8] >> bit % 8 & 1);
        as_take_order(r);
    }
}

bool asset_sign_verify(const uint8_t key[32], const uint8_t signature[64], const void *message, size_t size) {
    as_point sums[4], r = as_zero;
    as_number s = as_none;
    uint32_t h[8];
    uint8_t bytes[64];
    as_get(s.w, 32, signature + 32);
    if (!as_take_order(s.w) || !as_decode(&sums[2], key)) return false;

    // sums: nothing, B, -A, B - A.
    sums[1] = as_base;
    as_subtract(&sums[2].x, &as_none, &sums[2].x);
    as_subtract(&sums[2].t, &as_none, &sums[2].t);
    as_add_points(&sums[3], &sums[1], &sums[2]);

    // R = [S]B - [h]A, both by the same doublings.
    as_sha512_of(bytes, signature, 32, key, 32, message, size);
    as_modulo(h, bytes);
    for (int bit = 252; bit >= 0; bit--) {
        unsigned which = (s.w[bit / 32] >> (bit % 32) & 1) | (h[bit / 32] >> (bit % 32) & 1) << 1;
        as_add_points(&r, &r, &r);
        if (which) as_add_points(&r, &r, &sums[which]);
    }
    as_encode(bytes, &r);
    return memcmp(bytes, signature, 32) == 0;
}

// ---- >>lines

#define AS_LINE "# signature "

// So many bytes of hex digits. False: others.
static bool as_from_hex(uint8_t *out, int bytes, const char *text) {
    for (int i = 0; i < 2 * bytes; i++) {
        char c = text[i];
        int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (value < 0) return false;
        out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] << 4 | value : value);
    }
    return true;
}

// The next key of a text, or NULL; *bad: what stands there is none.
static const char *as_next_key(const char *keys, uint8_t key[32], bool *bad) {
    keys += strspn(keys, " ,\r\n");
    size_t size = strcspn(keys, " ,\r\n");
    *bad = size && (size != 64 || !as_from_hex(key, 32, keys));
    return size && !*bad ? keys + size : NULL;
}

size_t asset_sign_find(const char *manifest, size_t size) {
    size_t at = size;
    for (int lines = 0; lines < 8 && at; lines++) {
        size_t line = at - 1;
        while (line && manifest[line - 1] != '\n') line--;
        if (at - line < sizeof AS_LINE || memcmp(manifest + line, AS_LINE, sizeof AS_LINE - 1) != 0) break;
        at = line;
    }
    return at;
}

// What is signed: the hash, behind a word, so that no other use of a key is taken for this.
enum { AS_MESSAGE = 17 + 32 };
static void as_message(uint8_t message[AS_MESSAGE], const uint8_t sha256[32]) {
    memcpy(message, "asset manifest 1\n", 17);
    memcpy(message + 17, sha256, 32);
}

const char *asset_sign_check(const char *keys, const char *lines, size_t size, const uint8_t sha256[32],
                             char name[17]) {
    const char *wrong = "not signed", *others = "mix and match: a signature of another manifest, or changed";
    uint8_t message[AS_MESSAGE], id[8], signature[64], key[32];
    as_message(message, sha256);
    name[0] = 0;

    for (const char *end; size; size -= (size_t)(end - lines), lines = end) {
        const char *feed = (const char *)memchr(lines, '\n', size);
        end = feed ? feed + 1 : lines + size;
        bool good = end - lines >= 157 && as_from_hex(id, 8, lines + 12) && lines[28] == ' ' &&
                    as_from_hex(signature, 64, lines + 29);
        if (!good) continue;
        if (wrong != others) {
            wrong = "wrong key: signed by none that is known";
            memcpy(name, lines + 12, 16);
            name[16] = 0;
        }

        // Which of the keys is it?
        bool bad = false;
        for (const char *at = keys; at && (at = as_next_key(at, key, &bad)) != NULL;) {
            if (memcmp(key, id, 8) != 0) continue;
            memcpy(name, lines + 12, 16);
            if (asset_sign_verify(key, signature, message, sizeof message)) return NULL;
            wrong = others;
        }
        if (bad) return "desc.keys is no list of keys";
    }
    return wrong;
}

#endif // ASSET_SIGN_IMPLEMENTATION

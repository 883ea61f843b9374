// asset_signer.h - the other half of asset_sign.h, for who publishes: makes keys and signs
// manifests. No branch and no table depends on the secret. To be included after the
// implementation of asset_sign.h.
#ifndef ASSET_SIGNER_H
#define ASSET_SIGNER_H

#include <stdint.h>
#include <string.h>

enum { SIGNER_LINE = 12 + 16 + 1 + 128 + 1 };

// [n]B, encoded.
static void signer_multiple(uint8_t bytes[32], const uint32_t n[8]) {
    as_point r = as_zero, more;
    for (int bit = 255; bit >= 0; bit--) {
        as_add_points(&r, &r, &r);
        as_add_points(&more, &r, &as_base);
        uint32_t *to = r.x.w, *from = more.x.w, mask = 0u - (n[bit / 32] >> (bit % 32) & 1);
        for (size_t i = 0; i < sizeof r / sizeof *to; i++) to[i] ^= (to[i] ^ from[i]) & mask;
    }
    as_encode(bytes, &r);
}

// A secret's scalar, and behind it 32 bytes that nobody else can know.
static void signer_expand(const uint8_t secret[32], uint32_t scalar[8], uint8_t own[32]) {
    uint8_t hash[64];
    as_sha512_of(hash, secret, 32, NULL, 0, NULL, 0);
    hash[0] &= 248;
    hash[31] = (uint8_t)((hash[31] & 63) | 64);
    memset(scalar, 0, 8 * sizeof *scalar);
    as_get(scalar, 32, hash);
    memcpy(own, hash + 32, 32);
}

// The public half of a secret key, which is any 32 bytes that nobody can guess.
static void signer_public_key(const uint8_t secret[32], uint8_t key[32]) {
    uint32_t scalar[8];
    uint8_t own[32];
    signer_expand(secret, scalar, own);
    signer_multiple(key, scalar);
}

// r + h a, modulo the order.
static void signer_sum(uint32_t sum[8], const uint32_t r[8], const uint32_t h[8], const uint32_t a[8]) {
    uint32_t wide[16] = {0};
    uint8_t bytes[64];
    memcpy(wide, r, 32);
    for (int i = 0; i < 8; i++) {
        uint64_t carry = 0;

        for (int j = 0; j < 8; j++) {
            carry += (uint64_t)h[i] * a[j] + wide[i + j];
            wide[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        for (int j = i + 8; j < 16; j++) {
            carry += wide[j];
            wide[j] = (uint32_t)carry;
            carry >>= 32;
        }
    }

    for (int i = 0; i < 64; i++) bytes[i] = (uint8_t)(wide[i / 4] >> (i % 4 * 8));
    as_modulo(sum, bytes);
}

// Signs a message, by RFC 8032: the same secret and message give the same signature.
static void signer_sign(const uint8_t secret[32], const void *message, size_t size, uint8_t signature[64]) {
    uint32_t scalar[8], r[8], h[8], s[8];
    uint8_t own[32], key[32], hash[64];
    signer_expand(secret, scalar, own);
    signer_multiple(key, scalar);

    // R = [r]B, with r of the secret and the message.
    as_sha512_of(hash, own, 32, message, size, NULL, 0);
    as_modulo(r, hash);
    signer_multiple(signature, r);

    as_sha512_of(hash, signature, 32, key, 32, message, size);
    as_modulo(h, hash);
    signer_sum(s, r, h, scalar);
    for (int i = 0; i < 32; i++) signature[32 + i] = (uint8_t)(s[i / 4] >> (i % 4 * 8));
}

static void signer_hex(char *out, const uint8_t *bytes, int n) {
    for (int i = 0; i < 2 * n; i++) out[i] = "0123456789abcdef"[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
    out[2 * n] = 0;
}

// The line that signs what has this hash: the lines between a manifest's first and its
// signatures.
static void signer_line(const uint8_t secret[32], const uint8_t sha256[32], char line[SIGNER_LINE + 1]) {
    uint8_t message[AS_MESSAGE], key[32], signature[64];

    as_message(message, sha256);
    signer_public_key(secret, key);
    signer_sign(secret, message, sizeof message, signature);

    memcpy(line, AS_LINE, 12);
    signer_hex(line + 12, key, 8);
    line[28] = ' ';
    signer_hex(line + 29, signature, 64);
    memcpy(line + 157, "\n", 2);
}

#endif // ASSET_SIGNER_H

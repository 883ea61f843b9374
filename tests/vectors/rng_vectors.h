// rng_vectors.h - known answers for tests/test_rng.c. Written by make_vectors.py from rng.json; do not edit.
// In each array the start (state words, or a seed) comes first, then the outputs.
#ifndef RNG_VECTORS_H
#define RNG_VECTORS_H

#include <stdint.h>

// seed
static const uint16_t rng_vectors_mwc32_0[] = {
    0x0000, 0xffff, 0x0a48, 0x4177, 0xfa67, 0xcbdd, 0xf830, 0x162d, 0xef91, 0x0a81,
    0xe7aa, 0x3e45, 0xa8f4, 0x2f25, 0xedc3, 0xb068, 0x36f6
};

// seed
static const uint16_t rng_vectors_mwc32_1[] = {
    0x0001, 0xf5b7, 0xbe89, 0xfb50, 0xe862, 0xc1a8, 0xd7cd, 0x0639, 0xd51b, 0x0861,
    0xa744, 0x54eb, 0x9074, 0x28e2, 0x3717, 0xc2c6, 0xb130
};

// low and high half of the state
static const uint32_t rng_vectors_mwc64_0[] = {
    0x00000001, 0x00000000, 0xffffda61, 0x058758c1, 0x011bafe3, 0x54e94af5, 0x8c60b88e,
    0x2a2a1848, 0x46b92735, 0x7a800f2b, 0xaefe7a1b, 0x02cc3f65, 0x6cf967a9, 0x47e97005,
    0x05cc0b8a, 0x308348be, 0xeabe66ae, 0xdf6a558a
};

// low and high half of the state
static const uint32_t rng_vectors_mwc64_1[] = {
    0x0000002a, 0x00000000, 0xfff9d3ea, 0xe8348fd3, 0x2e8adb3e, 0xee464c32, 0x07de4759,
    0xeae7fbe7, 0x9a606eb8, 0x19027d19, 0xb5c00882, 0x758266ae, 0xe0eb01ba, 0xcc4c60e3,
    0xf379e4af, 0xf589ef2c, 0x833cd893, 0xa77208ca
};

// state
static const uint32_t rng_vectors_xorshift32_0[] = {
    0xffff0001, 0xe01ad03e, 0xf9b4eb30, 0xfe89f279, 0xd810f15a, 0x01419aa7, 0x70b9160d,
    0x1d6b7911, 0x3b656695, 0x6146248e, 0x1f217ac5, 0x3f419dd9, 0x93adcf24, 0x63621a00,
    0x24634831, 0xe1cc9ee3, 0x30083a8b
};

// state
static const uint32_t rng_vectors_xorshift32_1[] = {
    0xffff002a, 0xe0b3b537, 0x54b6d99d, 0x7f22f5bf, 0x1335abd5, 0x6fa446b2, 0x093cd46b,
    0xe58e4bd3, 0xb2738889, 0xaf3bee38, 0x8d6c6f86, 0x130956c8, 0x03d90e20, 0x61befaee,
    0x628fd67f, 0x904f31bf, 0xb965bae3
};

// x, y, z, w
static const uint32_t rng_vectors_xorshift128_0[] = {
    0x075bcd15, 0x159a55e5, 0x1f123bb5, 0x05491333, 0xdca345ea, 0x1b5116e6, 0x951049aa,
    0xd88d00b0, 0x1ec7825e, 0x8db24146, 0x9af81443, 0x2ac00f2c, 0x0837ad58, 0x17906569,
    0x4d9031d4, 0x6703ee25, 0xd2ebd2f0, 0x46c45ee9, 0x8a16d974, 0xf21c7cd5
};

// x, y, z, w
static const uint32_t rng_vectors_xorshift128_1[] = {
    0x00000000, 0x00000001, 0x6c078966, 0x714acb3f, 0x714ac516, 0x714ac336, 0x215638c0,
    0x06621ce6, 0x21270b49, 0x06532f28, 0x9653871a, 0x80c03c1a, 0x99a41208, 0x0611447b,
    0x0c7078f4, 0x8dd1b58c, 0x345cc26c, 0xb8e26a00, 0x37da1230, 0x37a7bc92
};

// seed
static const uint64_t rng_vectors_splitmix64_0[] = {
    0x0000000000000000, 0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec,
    0x1b39896a51a8749b, 0x53cb9f0c747ea2ea, 0x2c829abe1f4532e1, 0xc584133ac916ab3c, 0x3ee5789041c98ac3,
    0xf3b8488c368cb0a6, 0x657eecdd3cb13d09, 0xc2d326e0055bdef6, 0x8621a03fe0bbdb7b, 0x8e1f7555983aa92f,
    0xb54e0f1600cc4d19, 0x84bb3f97971d80ab
};

// seed
static const uint64_t rng_vectors_splitmix64_1[] = {
    0x0000000000000001, 0x910a2dec89025cc1, 0xbeeb8da1658eec67, 0xf893a2eefb32555e, 0x71c18690ee42c90b,
    0x71bb54d8d101b5b9, 0xc34d0bff90150280, 0xe099ec6cd7363ca5, 0x85e7bb0f12278575, 0x491718de357e3da8,
    0xcb435c8e74616796, 0x6775dc7701564f61, 0x9afcd44d14cf8bfe, 0x7476cf8a4baa5dc0, 0x87b341d690d7a28a,
    0x6f9b6dae6f4c57a8, 0x2ac2ce17a5794a3b
};

// seed
static const uint64_t rng_vectors_sfc64_0[] = {
    0x0000000000000000, 0x3acfa029e3cc6041, 0xf5b6515bf2ee419c, 0x1259635894a29b61, 0x0b6ae75395f8ebd6,
    0x225622285ce302e2, 0x520d28611395cb21, 0xdb909c818901599d, 0x8ffd195365216f57, 0xe8c4ad5e258ac04a,
    0x8f8ef2c89fdb63ca, 0xf9865b01d98d8e2f, 0x46555871a65d08ba, 0x66868677c6298fcd, 0x2ce15a7e6329f57d,
    0x0b2f1833ca91ca79, 0x4b0890ac9bf453ca
};

// seed
static const uint64_t rng_vectors_sfc64_1[] = {
    0x0000000000000001, 0x3f7fcc2e95d8fb8b, 0x205a2e2c3eb6a892, 0xc700bc0ca3d92940, 0x025bcb97f1e91199,
    0x8ee24ca5c9ecd337, 0xe5fe98e470abc0ed, 0xad6fdc729feef3c1, 0x2a20433d733f77d5, 0x0310e21369647420,
    0x331a176bc71dcabc, 0x53118f35c2494d94, 0xa3a99de7e77e16bf, 0xa7b1b70a3e59a1ff, 0x8e1127b28667eb3c,
    0x3fc589dc124cf6e8, 0x81e0eaaaceb81d81
};

// FNV-1a (64 bits, over little-endian bytes) of the tables in gc_rng.h.
#define RNG_VECTORS_TAYLOR_FNV 0xa5cfe64c774f958f
#define RNG_VECTORS_NORMAL_LAYER_FNV 0x711819116bdd8602
#define RNG_VECTORS_NORMAL_HEIGHT_FNV 0x4621068802816967
#define RNG_VECTORS_EXPONENTIAL_LAYER_FNV 0x6dfd17b22b7c95ba
#define RNG_VECTORS_EXPONENTIAL_HEIGHT_FNV 0xc9badc1144178148

#endif

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

// state
static const uint64_t rng_vectors_xorshift64_0[] = {
    0x0000000000000001, 0x0000000880000001, 0x0002020088004041, 0xcc88202811914041, 0x4c88a226159900c1,
    0xc445b118f580b36b, 0x04467012f588f38b, 0x374504184a68e265, 0x27544453446ca235, 0x1477dd84782adb97,
    0x20641e6ebaaa97d3, 0xfd81bfa843fc7c26, 0x8550cd148ae12dda, 0xef0d4d036c411115, 0xd3a1485f364b9ad0,
    0x30d4f08f1fc9f554, 0xfd93159c23c95570
};

// state
static const uint64_t rng_vectors_xorshift64_1[] = {
    0x000000000000002a, 0x0000014500000028, 0x00545405500a8aaa, 0x9c5140028d800a28, 0xaa54adac07f81fa0,
    0xb510a146c8bc2866, 0xd52a50a9296d7fc1, 0x0acd5c757c56b5e2, 0xb493f6e127de4fe0, 0x70a459eee3efd2b3,
    0x7e3b607b7d32aff6, 0x4b4bcf458c52635e, 0xd7a92fb02f0acbcf, 0xea524b7e30103e1c, 0xf78cf3c0686f7365,
    0x80870218cf0e6724, 0x3bf52c33386f4b49
};

// state
static const uint64_t rng_vectors_xoshiro256pp_0[] = {
    0x0000000000000001, 0x0000000000000002, 0x0000000000000003, 0x0000000000000004, 0x0000000002800001,
    0x0000000003800067, 0x000cc00003800067, 0x000cc201994400b2, 0x8012a2019ac433cd, 0x8a69978acdee33ba,
    0xc271134733154abd, 0xac2ba09179169e97, 0xdbf3190a8f073fd8, 0x9105f14ab2229220, 0x69576e14f7917c67,
    0xe817e79337dffde4, 0x27c420f2b27951f1, 0x8d82d937547b908d, 0x093db8420f72979e, 0x26df21f24c914924
};

// seed
static const uint64_t rng_vectors_xoshiro256pp_1[] = {
    0x000000000000002a, 0xd0764d4f4476689f, 0x519e4174576f3791, 0xfbe07cfb0c24ed8c, 0xb37d9f600cd835b8,
    0xcb231c3874846a73, 0x968d9f004e50de7d, 0x201718ff221a3556, 0x9ae94e070ed8cb46, 0x352cf3daf095ccc7,
    0xeeefd63219b4a0d4, 0x8f3dfa98020e7942, 0xd99b8e00792f360d, 0xae14e77054359b98, 0x11ccbfbb36590dbd,
    0x672fcfd4efd0e0bd, 0x8bc6e858d0501168
};

// state; the states after 2^128 and 2^192 steps
static const uint64_t rng_vectors_xoshiro256pp_jump[] = {
    0x0000000000000001, 0x0000000000000002, 0x0000000000000003, 0x0000000000000004, 0x8c7a153956b5f3d1,
    0x701f1a713401d85e, 0x6527f66a65469085, 0x8386b786c4408050, 0x096a8eb71295a400, 0xdbf84991e50f4516,
    0x534ee745810d2a0e, 0x31655ca1a2215bf1
};

// seed
static const uint32_t rng_vectors_lcg_1[] = {
    0x00000001, 0x41c67ea6, 0x167eb0e7, 0x2781e494, 0x446b9b3d, 0x794bdf32, 0x15fb7483,
    0x59e2b600, 0x1cfbae39, 0x3f54bc7e, 0x0ff6d5df, 0x0abd322c, 0x31dff4f5, 0x237c228a,
    0x2f1cf0fb, 0x7de14518, 0x4487eb71
};

// seed
static const uint32_t rng_vectors_dotnet_0[] = {
    0x00000000, 0x5cf58a1a, 0x689e1e0c, 0x624e9146, 0x4771d36f, 0x1a5f4b5d, 0x47898975,
    0x73f8b1e4, 0x389948d8, 0x7d2059ad, 0x2308bf67, 0x255d2f65, 0x3bd0f7d5, 0x50faf8f5,
    0x3c18f719, 0x7db721db, 0x03e310c8
};

// seed
static const uint32_t rng_vectors_dotnet_1[] = {
    0x00000001, 0x1fd45f46, 0x0e2cdbd0, 0x3bc70186, 0x62c3ec82, 0x54299440, 0x37656b97,
    0x2d529de4, 0x78d07aa3, 0x0cf64c95, 0x523bfbcf, 0x03aa5eff, 0x1fbf6b46, 0x28f95e69,
    0x7eb0b09c, 0x574fcf73, 0x53d35dc4
};

// seed
static const uint32_t rng_vectors_dotnet_42[] = {
    0x0000002a, 0x5584833e, 0x12094017, 0x1010fbba, 0x42e9f096, 0x158f40ae, 0x219ca304,
    0x5cb969cd, 0x41a7743b, 0x163a3399, 0x6170a886, 0x1e06fe9e, 0x20efe856, 0x40b79df0,
    0x28fd66ad, 0x30c39cbf, 0x214fb23a
};

// seed
static const uint32_t rng_vectors_dotnet_minus_1[] = {
    0xffffffff, 0x1fd45f46, 0x0e2cdbd0, 0x3bc70186
};

// seed, the 10000th output
static const uint32_t rng_vectors_sfmt_1234[] = {
    0x000004d2, 0xd2cf28c8, 0xcd0d0032, 0x5d47f5d7, 0x5a0afbf6, 0xaea87b24, 0x56927984,
    0xe24675a5, 0x19385cf0, 0x7fc8135d, 0xe41ebbd0, 0xb20a8d63, 0x9f70ef32, 0x5b9a5b12,
    0x78d21b91, 0x9717779b, 0x64865eed, 0x2081a8e4
};

// seed
static const uint64_t rng_vectors_sfmt64_1234[] = {
    0x00000000000004d2, 0x5d47f5d7cd0d0032, 0xaea87b245a0afbf6, 0xe24675a556927984, 0x7fc8135d19385cf0,
    0xb20a8d63e41ebbd0, 0x5b9a5b129f70ef32, 0x9717779b78d21b91, 0x2081a8e464865eed, 0x51b0b16c58c08a49,
    0xee1bdb4bfc3021bc, 0x31265c016931c3b5, 0x93359c993369f48c, 0x156ac49130734c32, 0xc8b649e806f8a2f0,
    0x7124ec508ab5ec72, 0x8dcb83e9bf1f6d67
};

// seed, the 10000th output
static const uint32_t rng_vectors_sfmt_0[] = {
    0x00000000, 0x3cdc212c, 0x2e0caa58, 0x0fcf240a, 0x3e796292, 0x5f814e26, 0xc91a29cd,
    0xcb7902b7, 0xbf590dae, 0x33777fa1, 0xc172af5f, 0x1db4db25, 0x4ea0f791, 0x58127eb9,
    0xfcfe053b, 0x8a3a07c7, 0x82f4623b, 0xbce17749
};

// seed
static const uint64_t rng_vectors_sfmt64_0[] = {
    0x0000000000000000, 0x0fcf240a2e0caa58, 0x5f814e263e796292, 0xcb7902b7c91a29cd, 0x33777fa1bf590dae,
    0x1db4db25c172af5f, 0x58127eb94ea0f791, 0x8a3a07c7fcfe053b, 0xbce1774982f4623b, 0x2a433ed876023b4b,
    0x0d06a63eaf726166, 0x1baa1d7d29188352, 0x1196d8106fec7768, 0xe7747a20e5c556e7, 0x7a886b9a5381ab7d,
    0x57ccd76d8c22c53e, 0x2a1f57c4bda81bc6
};

// state and sequence; from the 17th output on: after 1000000 further steps
static const uint32_t rng_vectors_pcg32[] = {
    0x0000002a, 0x00000036, 0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b,
    0xcbed606e, 0xbfc6a3ad, 0x812fff6d, 0xe61f305a, 0xf9384b90, 0x32db86fe, 0x1dc035f9,
    0xed786826, 0x3822441d, 0x2ba113d7, 0x1c5b818b, 0x11918599, 0xe71d02ec, 0x1fdbe22f,
    0x7d34fdae
};

// key, counter
static const uint32_t rng_vectors_philox_0[] = {
    0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x6627e8d5,
    0xe169c58d, 0xbc57ac4c, 0x9b00dbd8
};

// key, counter
static const uint32_t rng_vectors_philox_1[] = {
    0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d,
    0x41c83b0e, 0xa20bc7c6, 0x6d5451fd
};

// key, counter
static const uint32_t rng_vectors_philox_2[] = {
    0xa4093822, 0x299f31d0, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xd16cfe09,
    0x94fdcceb, 0x5001e420, 0x24126ea1
};

// key, counter
static const uint32_t rng_vectors_philox_3[] = {
    0x0000002a, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x9ceaf053,
    0x77f5493b, 0x12bf50ad, 0x5742b3d7
};

// key, counter
static const uint32_t rng_vectors_philox_4[] = {
    0x0000002a, 0x00000000, 0x00000001, 0x00000000, 0x00000000, 0x00000000, 0xfcdb2127,
    0x53ba6cfd, 0x838f5a6e, 0x744e06fb
};

// key, counter
static const uint32_t rng_vectors_philox_5[] = {
    0x0000002a, 0x00000000, 0x00000002, 0x00000000, 0x00000000, 0x00000000, 0xd36c0225,
    0xa8875dcb, 0x9a4d6d99, 0xc609a559
};

// key, counter
static const uint32_t rng_vectors_philox_6[] = {
    0x0000002a, 0x00000000, 0x00000003, 0x00000000, 0x00000000, 0x00000000, 0xbac70475,
    0xabaf0dab, 0x961e5543, 0x610e67f7
};

// The seed.
#define RNG_VECTORS_CHACHA8_SEED "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456"
// outputs only
static const uint64_t rng_vectors_chacha8[] = {
    0xb773b6063d4616a5, 0x1160af22a66abc3c, 0x8c2599d9418d287c, 0x7ee07e037edc5cd6, 0xcfaa9ee02d1c16ad,
    0x0e090eef8febea79, 0x3c82d271128b5b3e, 0x9c5addc11252a34f, 0xdf79bb617d6ceea6, 0x36d553591f9d736a,
    0xeef0d14e181ee01f, 0x089bfc760ae58436, 0xd9e52b59cc2ad268, 0xeb2fb4444b1b8aba, 0x4f95c8a692c46661,
    0xc3c6323217cae62c
};

// seed
static const uint32_t rng_vectors_asa128_31459[] = {
    0x00007ae3, 0xa5c76f60, 0xb080d1e4, 0xdc7e58ee, 0x93235e1e, 0xcfd2380b, 0xe90898bb,
    0x67359ebb, 0xbf75bd4a, 0x68576ce1, 0xd645d99c, 0x57d89cae, 0x7764f6a8, 0x53eae1ce,
    0x0cec1964, 0xc1e857c2, 0xde304e1b
};

// bits of the doubles 1 to 8, 8191 and 8192; FNV-1a of the first 64 KiB and 1 MiB
static const uint64_t rng_vectors_asa128_f64_31459[] = {
    0x3fde0d9b183680f8, 0x3fd9e02e3a3e1f38, 0x3fe4d8c5d6dbf2e0, 0x3fe9893a31f0de46, 0x3fddacada6c90d0c,
    0x3fe69a8eadd12d30, 0x3fe772515601a774, 0x3fe6e408b568b6c8, 0x3fcaf0f6e3f2c770, 0x3fe38dfd982f209a,
    0xbed7ebd35761f466, 0x316648d2aec9ffe4
};

// seed
static const uint32_t rng_vectors_asa128_4262[] = {
    0x000010a6, 0x30d75883, 0x5229ae5c, 0x6d9d93ae, 0x334ab516, 0xe8f54aad, 0xa5145262,
    0xdbc0611b, 0xeba0bf68, 0xc0cdb846, 0x3a35914d, 0xa3df0099, 0xbd7ba884, 0xc7556b59,
    0x0222443a, 0x1c362993, 0xe13fff39
};

// bits of the doubles 1 to 8, 8191 and 8192; FNV-1a of the first 64 KiB and 1 MiB
static const uint64_t rng_vectors_asa128_f64_4262[] = {
    0x3fda117076db4778, 0x3fd80864d3ec32d8, 0x3fefa5abb156059a, 0x3fe847b083940db2, 0x3fec6e7aa7d7195e,
    0x3fd59f4a7ae92630, 0x3fe8e849c3006780, 0x3feffa8e512dd9e6, 0x3fe56a2cdb3b275c, 0x3fd5f86c4c6f12d8,
    0xb54a2eb60a81823c, 0x4f0d9114efab636e
};

// digits of the golden ratio, with which it is seeded; outputs of seed 0; FNV-1a of the first 1 MiB
static const uint64_t rng_vectors_shishua[] = {
    0x9e3779b97f4a7c15, 0xf39cc0605cedc834, 0x1082276bf3a27251, 0xf86c6a11d0c18e95, 0x2767f0b153d27b7f,
    0x0347045b5bf1827f, 0x01886f0928403002, 0xc1d64ba40f335e36, 0xf06ad7ae9717877e, 0x85839d6effbd7dc6,
    0x64d325d1c5371682, 0xcadd0cccfdffbbe1, 0x626e33b8d04b4331, 0xbbf73c790d94f79d, 0x471c4ab3ed3d82a5,
    0xfec507705e4ae6e5, 0x53aab40ff9965d95, 0xe2097c3ae6822d09, 0x395a5aa7a5a4a52c, 0x2bcee75d12b468dc,
    0x42ccd98bf5fe6e6b, 0xb918fd814e74dd12, 0x1bccef385d62f058, 0xeee5f736a30ddb6f, 0xc740da5ceae8db6b,
    0x07d5c1bfd5d04453, 0xea1b710812f52ce0, 0x061df7ccd6cf8288, 0xc6f25d98f15ec762, 0x85d6da352e3d6dd5,
    0x26e0b74db776c13a, 0xf103a68b34ce2d51, 0x065f921554ac6af6
};

// FNV-1a (64 bits, over little-endian bytes) of the tables in gc_rng.h.
#define RNG_VECTORS_TAYLOR_FNV 0xa5cfe64c774f958f
#define RNG_VECTORS_POWER_TAYLOR_FNV 0x4d3f2d6ac4275a5a
#define RNG_VECTORS_POWER_OF_2_FNV 0xed67cdf49470d7a9
#define RNG_VECTORS_NORMAL_LAYER_FNV 0x711819116bdd8602
#define RNG_VECTORS_NORMAL_HEIGHT_FNV 0x4621068802816967
#define RNG_VECTORS_EXPONENTIAL_LAYER_FNV 0x6dfd17b22b7c95ba
#define RNG_VECTORS_EXPONENTIAL_HEIGHT_FNV 0xc9badc1144178148

#endif

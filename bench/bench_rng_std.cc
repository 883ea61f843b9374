// bench_rng_std.cc - what bench_rng.c measures of the C++ library: std::mt19937_64 with
// its distributions, std::shuffle with gc_rng, and where BENCH_RNG_PCG is defined pcg64 with
// the same distributions. Each makes `count` draws (of a fill: bytes) and gives their sum;
// bench/link.sh links it in where there is a C++ compiler.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#ifdef BENCH_RNG_PCG
#include <pcg_random.hpp>
#endif

#include "../gc_rng.h"

namespace {
std::mt19937_64 engine(1);

// gc_rng as the standard library wants it.
struct Ours {
    typedef uint64_t result_type;
    gc_rng state;
    static constexpr uint64_t min() { return 0; }
    static constexpr uint64_t max() { return ~static_cast<uint64_t>(0); }
    uint64_t operator()() { return gc_rng_u64(&state); }
};

template <class Draw> uint64_t loop(size_t count, Draw draw) {
    decltype(draw()) sum = 0;
    for (size_t i = 0; i < count; i++) sum += draw();
    return static_cast<uint64_t>(sum);
}
}

extern "C" {
uint64_t bench_rng_std_next(size_t count) {
    return loop(count, [] { return static_cast<uint64_t>(engine()); });
}
uint64_t bench_rng_std_f64(size_t count) {
    std::uniform_real_distribution<double> d(0.0, 1.0);
    return loop(count, [&] { return d(engine); });
}
uint64_t bench_rng_std_below(size_t count, uint64_t n) {
    std::uniform_int_distribution<uint64_t> d(0, n - 1);
    return loop(count, [&] { return d(engine); });
}
uint64_t bench_rng_std_normal(size_t count) {
    std::normal_distribution<double> d(100.0, 15.0);
    return loop(count, [&] { return d(engine); });
}
uint64_t bench_rng_std_exponential(size_t count) {
    std::exponential_distribution<double> d(1.5);
    return loop(count, [&] { return d(engine); });
}
void bench_rng_std_shuffle(uint32_t *cards, size_t n) { std::shuffle(cards, cards + n, engine); }
// The generator is local, so that its state may stay in registers.
uint64_t bench_rng_std_shuffle_ours(uint32_t *cards, size_t n, size_t times) {
    Ours ours;
    gc_rng_seed(&ours.state, 1);
    for (; times > 0; times--) std::shuffle(cards, cards + n, ours);
    return cards[1];
}
uint64_t bench_rng_std_shuffle_structs(uint32_t *cards, size_t n, size_t times) {
    struct card { uint32_t words[4]; } *structs = reinterpret_cast<card *>(cards);
    Ours ours;
    gc_rng_seed(&ours.state, 1);
    for (; times > 0; times--) std::shuffle(structs, structs + n, ours);
    return cards[1];
}
void bench_rng_std_fill(unsigned char *to, size_t bytes) {
    for (; bytes >= 8; bytes -= 8, to += 8) {
        uint64_t word = engine();
        std::memcpy(to, &word, 8);
    }
}

// pcg64 draws below a bound by itself; the rest is the standard library's.
#ifdef BENCH_RNG_PCG
uint64_t bench_rng_pcg_next(size_t count) {
    pcg64 pcg(1);
    return loop(count, [&] { return static_cast<uint64_t>(pcg()); });
}
uint64_t bench_rng_pcg_f64(size_t count) {
    pcg64 pcg(1);
    std::uniform_real_distribution<double> d(0.0, 1.0);
    return loop(count, [&] { return d(pcg); });
}
uint64_t bench_rng_pcg_below(size_t count, uint64_t n) {
    pcg64 pcg(1);
    return loop(count, [&] { return static_cast<uint64_t>(pcg(n)); });
}
uint64_t bench_rng_pcg_normal(size_t count) {
    pcg64 pcg(1);
    std::normal_distribution<double> d(100.0, 15.0);
    return loop(count, [&] { return d(pcg); });
}
uint64_t bench_rng_pcg_exponential(size_t count) {
    pcg64 pcg(1);
    std::exponential_distribution<double> d(1.5);
    return loop(count, [&] { return d(pcg); });
}
#endif
}

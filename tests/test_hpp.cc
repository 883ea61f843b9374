// test_hpp.cc - tests of gc.hpp: owners that move and close once, <random> over gc_rng, sorts
// by type of key, worlds by type, files that end or are aborted, data that was taken. C++17.
//
//     c++ -std=c++17 -I. -Itests tests/test_hpp.cc -o test_hpp -pthread      (-DGC_FETCH_NO_CURL)
#define GC_RNG_NO_SIMD      // seconds of compile time, for code that has tests of its own
#define GC_SORT_NO_SIMD
#define GC_RNG_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#define GC_SPARSE_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#include "gc.hpp"
#include "support/files.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

// ---- gc_rng.h

static_assert(std::is_invocable_r_v<uint64_t, gch::rng &>, "");
static_assert(gch::rng::min() == 0 && gch::rng::max() == UINT64_MAX, "");
static_assert(std::is_trivially_copyable_v<gch::rng> && sizeof(gch::rng) == sizeof(gc_rng), "");
#if __cplusplus >= 202002L
static_assert(std::uniform_random_bit_generator<gch::rng>, "");
static_assert(std::ranges::random_access_range<std::span<int>>, "");
#endif

static void test_hpp_rng_same_words() {
    gch::rng a(2026, 7);
    gc_rng b;
    gc_rng_seed_stream(&b, 2026, 7);
    for (int i = 0; i < 100; i++) CHECK_U64(a(), gc_rng_u64(&b));
    gch::rng plain(2026);
    gc_rng_seed(&b, 2026);
    CHECK_U64(plain(), gc_rng_u64(&b));

    // The C functions take it as it is.
    CHECK_U64(gc_rng_below(&plain, 1000), gc_rng_below(&b, 1000));
    CHECK_INT(gc_rng_range(&plain, -3, 12), gc_rng_range(&b, -3, 12));
}

// Each member gives what its function gives.
static void test_hpp_rng_members() {
    gch::rng a(5);
    gc_rng b;
    gc_rng_seed(&b, 5);
    std::vector<uint16_t> v(9), w(9);
    for (uint16_t i = 0; i < 9; i++) v[i] = w[i] = i;
    int plain[3] = { 7, 8, 9 };

    for (int i = 0; i < 200; i++) {
        CHECK_INT(a.range(1, 6), gc_rng_range(&b, 1, 6));
        CHECK_INT(a.range(int64_t(-5), int64_t(i)), gc_rng_range(&b, -5, i));
        CHECK(a.range(0.5f, 2.0f) == gc_rng_range_f32(&b, 0.5f, 2.0f));
        CHECK(a.f64() == gc_rng_f64(&b) && a.f32() == gc_rng_f32(&b));
        CHECK(a.normal(1, 2) == gc_rng_normal(&b, 1, 2));
        CHECK(a.chance(0.3) == gc_rng_chance(&b, 0.3) && a.below(77) == gc_rng_below(&b, 77));
        CHECK(&a.pick(v) == v.data() + gc_rng_below(&b, 9));
        CHECK(&a.pick(plain) == plain + gc_rng_below(&b, 3));
        a.shuffle(v);
        gc_rng_shuffle(&b, w.data(), 9, 2);
        CHECK(v == w);
    }
    a.pick(v) = 100;
    CHECK(std::find(v.begin(), v.end(), 100) != v.end());
    static_assert(std::is_same_v<decltype(a.range(short(1), short(2))), short>, "");
}

static void test_hpp_rng_random() {
    gch::rng r(1);
    std::uniform_int_distribution<int> dice(1, 6);
    int seen = 0;
    for (int i = 0; i < 1000; i++) {
        const int eyes = dice(r);
        CHECK(eyes >= 1 && eyes <= 6);
        seen |= 1 << eyes;
    }
    CHECK_INT(seen, 0x7e);
    std::normal_distribution<double> normal(10, 2);
    double sum = 0;
    for (int i = 0; i < 10000; i++) sum += normal(r);
    CHECK(sum / 10000 > 9.8 && sum / 10000 < 10.2);

    std::vector<int> deck(52);
    for (size_t i = 0; i < deck.size(); i++) deck[i] = int(i);
    const std::vector<int> sorted = deck;
    std::shuffle(deck.begin(), deck.end(), r);
    CHECK(deck != sorted);
    std::sort(deck.begin(), deck.end());
    CHECK(deck == sorted);
}

// ---- gc_sort.h

// Sorts by each form, beside std::sort.
template <typename T> static void test_hpp_sort_type() {
    gch::rng r(5);
    std::vector<T> keys(1000);
    for (T &key : keys) key = static_cast<T>(static_cast<int>(gc_rng_below(&r, 200)) - 100);
    const std::vector<T> before = keys;
    std::vector<T> want = keys;
    std::sort(want.begin(), want.end());

    gch::sort(keys);
    CHECK(keys == want);
    keys = before;
    gch::sort(keys.data(), keys.size());
    CHECK(keys == want);
    gch::sort_down(keys);
    CHECK(std::equal(want.rbegin(), want.rend(), keys.begin()));
    keys = before;
    gch::sort_down(keys.data(), keys.size());
    CHECK(std::equal(want.rbegin(), want.rend(), keys.begin()));
    T few[3] = { 2, 3, 1 };
    gch::sort_down(few);
    CHECK(few[0] == 3 && few[2] == 1);
}

static void test_hpp_sort_types() {
    test_hpp_sort_type<int16_t>();
    test_hpp_sort_type<uint16_t>();
    test_hpp_sort_type<int32_t>();
    test_hpp_sort_type<uint32_t>();
    test_hpp_sort_type<int64_t>();
    test_hpp_sort_type<uint64_t>();
    test_hpp_sort_type<float>();
    test_hpp_sort_type<double>();
}

struct hpp_seen { uint32_t frame; };
struct hpp_draw : hpp_seen { double depth; char name[3]; uint64_t key; };

static void test_hpp_sort_records() {
    hpp_draw draws[3] = {};
    draws[0].depth = 3, draws[1].depth = 1, draws[2].depth = 2;
    draws[0].key = 1, draws[1].key = 3, draws[2].key = 2;
    draws[0].frame = 9, draws[1].frame = 9, draws[2].frame = 8;
    CHECK_INT(gch::sort_by(draws, &hpp_draw::depth), GC_SORT_OK);
    CHECK(draws[0].depth == 1 && draws[1].depth == 2 && draws[2].depth == 3);

    // A field of the base; equals keep their order.
    CHECK_INT(gch::sort_by(draws, &hpp_draw::frame), GC_SORT_OK);
    CHECK(draws[0].frame == 8 && draws[1].depth == 1 && draws[2].depth == 3);
    CHECK_INT(gch::sort_by(draws, 3, &hpp_draw::key), GC_SORT_OK);
    CHECK(draws[0].key == 1 && draws[1].key == 2 && draws[2].key == 3);

    // Scratch comes to where it is used.
    std::vector<hpp_draw> many(2000);
    for (size_t i = 0; i < many.size(); i++) many[i].key = uint32_t(i * 2654435761u);
    std::vector<unsigned char> scratch(gc_sort_by_scratch(many.size(), sizeof(hpp_draw)), 0xaa);
    const std::vector<unsigned char> before = scratch;
    CHECK_INT(gch::sort_by(many, &hpp_draw::key, scratch.data(), scratch.size()), GC_SORT_OK);
    CHECK(scratch != before);
    for (size_t i = 1; i < many.size(); i++) CHECK(many[i - 1].key <= many[i].key);

    // Without scratch, and the first of them.
    CHECK_INT(gch::sort_by_any_down(many, &hpp_draw::key), GC_SORT_OK);
    const auto most = many[0].key;
    for (size_t i = 1; i < many.size(); i++) CHECK(many[i - 1].key >= many[i].key);
    CHECK_INT(gch::sort_by_any(many, &hpp_draw::key), GC_SORT_OK);
    for (size_t i = 1; i < many.size(); i++) CHECK(many[i - 1].key <= many[i].key);
    CHECK_INT(gch::top_by_down(many, &hpp_draw::key, 5), GC_SORT_OK);
    CHECK(many[0].key == most && many[3].key >= many[4].key);
    CHECK_INT(gch::top_by(draws, &hpp_draw::key, 2), GC_SORT_OK);
    CHECK(draws[0].key == 1 && draws[1].key == 2);

    // Nothing to sort; what has data() and size().
    std::vector<hpp_draw> none;
    CHECK_INT(gch::sort_by(none, &hpp_draw::key), GC_SORT_OK);
    gch::sort(std::vector<float>());
#if __cplusplus >= 202002L
    int32_t keys[] = { 3, 1, 2 };
    gch::sort(std::span<int32_t>(keys, 2));
    CHECK(keys[0] == 1 && keys[1] == 3 && keys[2] == 2);
#endif
}

// Two fields, of which one falls: through a context, with scratch, in place.
static void test_hpp_sort_by2() {
    struct item { float depth; uint16_t material; uint8_t layer; int32_t at; };
    gc_sort_context *const context = gc_sort_open(nullptr, nullptr);
    std::vector<item> items(3000);
    std::vector<unsigned char> scratch(gc_sort_by_scratch(items.size(), sizeof(item)));
    for (int way = 0; way < 3; way++) {
        for (size_t i = 0; i < items.size(); i++) {
            const uint32_t x = uint32_t(i) * 2654435761u;
            items[i] = item{ float(x >> 28), uint16_t(x >> 20), uint8_t(x >> 13 & 3), int32_t(i) };
        }
        auto want = items;
        std::sort(want.begin(), want.end(), [](const item &a, const item &b) {
            if (a.layer != b.layer) return a.layer < b.layer;
            return a.depth != b.depth ? a.depth > b.depth : a.at < b.at;
        });
        const auto depth = gch::down(&item::depth);
        const int result =
            way == 0 ? gch::sort_by2(items, &item::layer, depth, scratch.data(), scratch.size()) :
            way == 1 ? gch::sort_by2(items.data(), items.size(), &item::layer, depth) :
                       gch::sort_by2(context, items, &item::layer, depth);
        CHECK_INT(result, GC_SORT_OK);
        for (size_t i = 0; i < items.size(); i++) CHECK_INT(items[i].at, want[i].at);
    }

    // By one of them: each of equal fields before those behind it, up and down, in all ways.
    for (int way = 0; way < 4; way++) {
        const int result =
            way == 0 ? gch::sort_by_down(items, &item::material, scratch.data(), scratch.size()) :
            way == 1 ? gch::sort_by(items, &item::layer) :
            way == 2 ? gch::sort_by(context, items, &item::at) :
                       gch::sort_by_down(context, items.data(), items.size(), &item::depth);
        CHECK_INT(result, GC_SORT_OK);
        for (size_t i = 1; i < items.size(); i++) {
            const item &a = items[i - 1], &b = items[i];
            CHECK(way == 0 ? a.material >= b.material : way == 1 ? a.layer <= b.layer :
                  way == 2 ? a.at < b.at : a.depth > b.depth || (a.depth == b.depth && a.at < b.at));
        }
    }
    CHECK_INT(gch::nth_by(items, &item::at, 1234), GC_SORT_OK);
    CHECK_INT(items[1234].at, 1234);
    CHECK_INT(gch::nth_by_down(items, &item::at, 0), GC_SORT_OK);
    CHECK_INT(items[0].at, 2999);
    gc_sort_close(context);
}

// Keys with values, argsort, the nth and the first: V is the values' type.
template <typename T, typename V> static void test_hpp_sort_pairs_of(gc_sort_context *context) {
    const size_t n = 500;
    std::vector<T> keys(n);
    std::vector<V> values(n);
    std::vector<uint32_t> order(n);
    for (size_t i = 0; i < n; i++) keys[i] = T((i * 7919) % n), values[i] = V(keys[i]) * 2;
    const std::vector<T> first = keys;
    const std::vector<V> worth = values;

    for (int way = 0; way < 8; way++) {
        const bool down = way % 2 == 1;
        auto k = first;
        auto v = worth;
        switch (way) {
        case 0: gch::sort_kv(k, v.data()); break;
        case 1: gch::sort_kv_down(k, v.data()); break;
        case 2: CHECK_INT(gch::sort_kv(context, k, v.data()), GC_SORT_OK); break;
        case 3: CHECK_INT(gch::sort_kv_down(context, k.data(), n, v.data()), GC_SORT_OK); break;
        case 4: CHECK_INT(gch::order(k, order.data()), GC_SORT_OK); break;
        case 5: CHECK_INT(gch::order_down(k, order.data()), GC_SORT_OK); break;
        case 6: CHECK_INT(gch::order(context, k, order.data()), GC_SORT_OK); break;
        default: CHECK_INT(gch::order_down(context, k.data(), n, order.data()), GC_SORT_OK); break;
        }
        for (size_t i = 0; i < n; i++) {
            const size_t place = down ? n - 1 - i : i;
            if (way < 4) CHECK(k[i] == T(place) && v[i] == V(2 * place));
            else CHECK(first[order[i]] == T(place) && k[i] == first[i]);
        }
    }

    // Those before the places that are asked for are not looked at: test_sort.c does.
    auto k = first;
    gch::nth(k, 100);
    CHECK(k[100] == T(100));
    gch::nth_down(k.data(), n, 100);
    CHECK(k[100] == T(n - 101));
    gch::top(k, 10);
    CHECK(k[0] == T(0) && k[9] == T(9));
    gch::top_down(k, 10);
    CHECK(k[0] == T(n - 1) && k[9] == T(n - 10));
    CHECK_INT(gch::sort(context, k), GC_SORT_OK);
    CHECK(k[0] == T(0) && k[n - 1] == T(n - 1));
    CHECK_INT(gch::sort_down(context, k.data(), n), GC_SORT_OK);
    CHECK(k[0] == T(n - 1) && k[n - 1] == T(0));
}

static void test_hpp_sort_pairs() {
    gc_sort_context *const context = gc_sort_open(nullptr, nullptr);
    test_hpp_sort_pairs_of<int32_t, uint32_t>(context);
    test_hpp_sort_pairs_of<uint32_t, uint32_t>(context);
    test_hpp_sort_pairs_of<float, uint32_t>(context);
    test_hpp_sort_pairs_of<int64_t, uint64_t>(context);
    test_hpp_sort_pairs_of<uint64_t, uint64_t>(context);
    test_hpp_sort_pairs_of<double, uint64_t>(context);
    test_hpp_sort_pairs_of<uint64_t, uint32_t>(context);
    gc_sort_close(context);
}

// ---- owners

static int hpp_closed;
struct hpp_close {
    void operator()(int *at) const { hpp_closed += *at; }
};
using hpp_owner = gch::owner<int *, hpp_close>;
static_assert(!std::is_copy_constructible_v<gch::writer> && !std::is_copy_assignable_v<gch::writer>, "");
static_assert(std::is_nothrow_move_constructible_v<gch::fetch>, "");
static_assert(std::is_nothrow_move_assignable_v<gch::file>, "");

static void test_hpp_owner() {
    int one = 1, ten = 10, hundred = 100;
    {
        hpp_owner a(&one), b(&ten), empty;
        CHECK(a && !empty && a == &one);

        empty = std::move(a);
        CHECK(!a && empty == &one && hpp_closed == 0);

        empty = std::move(b);
        CHECK_INT(hpp_closed, 1);

        hpp_owner &self = empty;
        empty = std::move(self);
        CHECK(empty == &ten && hpp_closed == 1);

        hpp_owner moved(std::move(empty));
        CHECK(!empty && moved);

        moved.reset();
        CHECK(!moved && hpp_closed == 11);
        moved.reset();
        CHECK_INT(hpp_closed, 11);

        hpp_owner given(&hundred);
        CHECK(given.release() == &hundred && !given);

        hpp_owner last(&hundred);
    }
    CHECK_INT(hpp_closed, 111);
}

// ---- gc_sparse.h

struct hpp_place { float x, y; };
struct hpp_speed { float x, y; };
struct hpp_life { int points; };
struct hpp_frozen {};
struct hpp_clock { float dt; };
using hpp_world = gch::world<hpp_place, hpp_speed, hpp_life, hpp_frozen, hpp_clock>;
template <> inline constexpr const char *gch::name_of<hpp_place> = "Place";
template <> inline constexpr int gch::kind_of<hpp_life> = GC_SPARSE_DIRECT;
static_assert(hpp_world::type<hpp_place>().index == 1 && hpp_world::type<const hpp_frozen>().index == 4, "");

static void test_hpp_world_types() {
    int error = 1;
    hpp_world world(gc_sparse_desc(), &error);
    if (!CHECK(world)) return;
    gc_sparse_type_info info = gc_sparse_info(world, hpp_world::type<hpp_place>());
    CHECK_STR(info.name, "Place");
    CHECK(info.size == 8 && info.align == 4 && info.kind == GC_SPARSE_DENSE);
    info = gc_sparse_info(world, hpp_world::type<hpp_life>());
    CHECK(info.size == 4 && info.kind == GC_SPARSE_DIRECT);
    CHECK_U64(gc_sparse_info(world, hpp_world::type<hpp_frozen>()).size, 0);

    gc_sparse_id id = gc_sparse_create(world);
    CHECK(!world.get<hpp_place>(id) && !world.has<hpp_frozen>(id));
    CHECK_INT(world.set(id, hpp_place{ 1, 2 }), GC_SPARSE_OK);
    CHECK(world.get<hpp_place>(id)->y == 2);
    CHECK(world.add<hpp_life>(id)->points == 0);
    CHECK_INT(world.set(id, hpp_frozen()), GC_SPARSE_OK);
    CHECK(world.has<hpp_frozen>(id));
    CHECK_INT(world.remove<hpp_frozen>(id), GC_SPARSE_OK);
    CHECK_INT(world.remove<hpp_frozen>(id), GC_SPARSE_E_NOT_FOUND);
    world.resource<hpp_clock>()->dt = 0.5f;
    CHECK(world.resource<hpp_clock>()->dt == 0.5f);
    CHECK_INT(world.set(gc_sparse_id(), hpp_place()), GC_SPARSE_E_STALE);

    // Too few types allowed: empty, and why.
    gc_sparse_desc small_desc = {};
    small_desc.max_types = 2;
    hpp_world none(small_desc, &error);
    CHECK(!none);
    CHECK_INT(error, GC_SPARSE_E_FULL);
    hpp_world quiet(small_desc);
    CHECK(!quiet);
    world = hpp_world();
    CHECK(!world);
}

static void test_hpp_rollback() {
    hpp_world world{ gc_sparse_desc() };
    gc_sparse_id id = gc_sparse_create(world);
    int error = 1;
    gch::rollback none, ring(world, 2, &error);
    CHECK(!none && ring);
    CHECK_INT(error, GC_SPARSE_OK);
    CHECK_INT(world.set(id, hpp_place{ 1, 2 }), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_rollback_take(ring, 7), GC_SPARSE_OK);
    world.get<hpp_place>(id)->y = 3;
    CHECK_INT(gc_sparse_rollback_restore(ring, 7), GC_SPARSE_OK);
    CHECK(world.get<hpp_place>(id)->y == 2);
    CHECK_INT(gc_sparse_rollback_restore(ring, 8), GC_SPARSE_E_NOT_FOUND);
}

static void test_hpp_world_each() {
    hpp_world world{ gc_sparse_desc() };
    gc_sparse_id ids[300];
    CHECK_INT(gc_sparse_create_n(world, ids, 300), GC_SPARSE_OK);
    for (int i = 0; i < 300; i++) {
        world.set(ids[i], hpp_place{ float(i), 0 });
        if (i % 3) world.set(ids[i], hpp_speed{ 1, 0 });
        if (i % 5 == 0) world.set(ids[i], hpp_frozen());
    }

    // In unlike order, so that chunks are scattered.
    for (int i = 299; i >= 0; i--) if (i % 7 == 0) world.set(ids[i], hpp_life{ i });
    int turns = 0, wrong = 0;
    CHECK_INT((world.each<hpp_place, const hpp_speed>([&](gc_sparse_id id, hpp_place &p, const hpp_speed &s) {
        turns++;
        wrong += &p != world.get<hpp_place>(id) || &s != world.get<hpp_speed>(id);
        p.x += s.x;
    })), GC_SPARSE_OK);
    CHECK(turns == 200 && !wrong);
    CHECK(world.get<hpp_place>(ids[1])->x == 2 && world.get<hpp_place>(ids[3])->x == 3);
    turns = 0;
    world.each<const hpp_life, hpp_place>([&](gc_sparse_id id, const hpp_life &life, hpp_place &p) {
        turns++;
        wrong += &p != world.get<hpp_place>(id) || &life != world.get<hpp_life>(id);
    });
    CHECK(turns == 43 && !wrong);

    // Filters; without the id.
    turns = 0;
    world.each<const hpp_place>([&](const hpp_place &) { turns++; }, gch::with<hpp_speed, hpp_frozen>());
    CHECK_INT(turns, 40);
    turns = 0;
    world.each<const hpp_place>([&](const hpp_place &) { turns++; }, gch::without<hpp_frozen>(),
                                gch::with<hpp_speed>());
    CHECK_INT(turns, 160);

    // The parts of a view.
    const gc_sparse_query_desc query = hpp_world::query<const hpp_place, const hpp_speed>();
    gc_sparse_view whole;
    gc_sparse_begin(&whole, world, &query);
    turns = 0;
    for (uint32_t p = 0; p < gc_sparse_view_parts(&whole, 64); p++) {
        gc_sparse_view part = gc_sparse_view_part(&whole, p, 64);
        hpp_world::walk<const hpp_place, const hpp_speed>(part, [&](const hpp_place &, const hpp_speed &) {
            turns++;
        });
    }
    CHECK_INT(turns, 200);
    hpp_world none;
}

#ifndef GC_SPARSE_NO_CHANGES
static void test_hpp_world_changes() {
    hpp_world world{ gc_sparse_desc() };
    CHECK_INT(gc_sparse_track(world, hpp_world::type<hpp_place>()), GC_SPARSE_OK);
    world.set(gc_sparse_create(world), hpp_place());
    const uint64_t seen = gc_sparse_tick(world);
    gc_sparse_query_desc changed = hpp_world::query<const hpp_place>();
    changed.changed = hpp_world::type<hpp_place>();
    changed.since = seen;
    int turns = 0;
    const auto count = [&](const hpp_place &) { turns++; };
    gc_sparse_view view;

    // Reading changes nothing; a walk over what is not const does.
    world.each<const hpp_place>(count);
    gc_sparse_begin(&view, world, &changed);
    turns = 0;
    hpp_world::walk<const hpp_place>(view, count);
    CHECK_INT(turns, 0);
    world.each<hpp_place>([](hpp_place &p) { p.x = 1; });
    gc_sparse_begin(&view, world, &changed);
    hpp_world::walk<const hpp_place>(view, count);
    CHECK_INT(turns, 1);
}
#endif

// ---- gc_writer.h and gc_fetch.h

struct hpp_folder {
    char path[200];
    bool there;
    hpp_folder() : path(), there(test_files_new_folder(path, sizeof path, "/dev/shm", "gc_hpp_")) {}
    ~hpp_folder() { test_files_remove(path); }
    std::string at(const char *name) const { return std::string(path) + "/" + name; }
};
static bool test_hpp_is_there(const std::string &path) {
    FILE *f = fopen(path.c_str(), "rb");
    if (f) fclose(f);
    return f != nullptr;
}

static void test_hpp_writer() {
    char player[4096], same[4096], little[4];
    CHECK_INT(gch::user_folder("studio", "a/b", player), GC_WRITER_E_PATH);
    CHECK_INT(gch::user_folder("studio", "game", player),
              gc_writer_user_folder("studio", "game", same, sizeof same));
    CHECK_STR(player, same);
    CHECK(gch::user_folder("studio", "game", little) != GC_WRITER_OK);

    hpp_folder folder;
    gc_writer_error why = {};
    gc_writer_desc desc = {};
    const std::string nowhere = folder.at("no/such");
    desc.root = nowhere.c_str();
    desc.read_only = true;
    gch::writer none(desc, &why);
    CHECK(!none);
    CHECK_INT(why.result, GC_WRITER_E_ROOT);

    desc.root = folder.path;
    desc.read_only = false;
    gch::writer writer(desc);
    if (!CHECK(writer)) return;
    gc_writer_file_desc save = {};
    save.path = "a.sav", save.tag = 7;
    CHECK_INT(writer.put(save, std::vector<uint16_t>{ 1, 2, 3 }), GC_WRITER_OK);
    save.path = "empty.sav";
    CHECK_INT(writer.put(save, std::string()), GC_WRITER_OK);
    save.path = "../b";
    CHECK_INT(writer.put(save, std::string("x")), GC_WRITER_E_PATH);
    int error = 0;
    gch::file refused(writer, save, &error);
    CHECK(!refused);
    CHECK_INT(error, GC_WRITER_E_PATH);

    // What was saved comes back, with its version; of two files the newer one that is whole.
    save.path = "world.sav", save.version = 3, save.tag = 0, save.backups = 1;
    CHECK_INT(writer.save(save, std::string("first")), GC_WRITER_OK);
    CHECK_INT(gc_writer_flush(writer, -1), GC_WRITER_OK);
    CHECK_INT(writer.save(save, std::string("second!")), GC_WRITER_OK);
    {
        gch::content found = writer.load("world.sav", &error);
        CHECK(found && error == GC_WRITER_OK && found.found().version == 3 && found.found().backup == 0);
        if (CHECK_U64(found.size(), 7)) CHECK(memcmp(found.data(), "second!", 7) == 0);
        gch::content other = std::move(found);
        CHECK(!found && found.size() == 0 && other.size() == 7);
        if (FILE *f = fopen(folder.at("world.sav").c_str(), "r+b")) fputc('S', f), fclose(f);
        other = writer.load("world.sav", &error);
        CHECK(error == GC_WRITER_OK && other.size() == 5 && other.found().backup == 1);
        CHECK_INT(other.found().newer, GC_WRITER_E_DATA);
        const gch::content none_of_it = writer.load("no.sav", &error);
        CHECK(!none_of_it && none_of_it.size() == 0);
        CHECK_INT(error, GC_WRITER_E_NOT_FOUND);
    }
    save.version = 0, save.tag = 7, save.backups = 0;

    // A set that ends, and one that leaves its scope before.
    for (int ends = 0; ends < 2; ends++) {
        gch::file set = writer.begin_set(3, &error);
        gc_writer_file_desc one = {};
        one.path = ends ? "set/stands" : "set/dropped";
        one.set = set;
        CHECK_INT(error, GC_WRITER_OK);
        CHECK_INT(writer.put(one, std::string("one")), GC_WRITER_OK);
        if (ends) CHECK_INT(set.end(), GC_WRITER_OK);
    }
    CHECK_INT(gc_writer_flush(writer, -1), GC_WRITER_OK);
    CHECK(test_hpp_is_there(folder.at("set/stands")) && !test_hpp_is_there(folder.at("set/dropped")));

    // A file that ends, and one that leaves its scope before.
    save.path = "ended.sav";
    gch::file ended(writer, save, &error);
    CHECK(ended && error == GC_WRITER_OK);
    CHECK_U64(ended.write("twelve ", 7), 7);
    CHECK_U64(ended.write("bytes", 5), 5);
    gch::file moved = std::move(ended);
    CHECK(!ended);
    CHECK_INT(moved.end(), GC_WRITER_OK);
    CHECK(!moved);
    CHECK_INT(moved.end(), GC_WRITER_E_STALE);
    {
        save.path = "left.sav";
        gch::file left(writer, save);
        CHECK_U64(left.write("half", 4), 4);
    }
    gc_writer_flush(writer, -1);
    int published = 0, aborted = 0;
    gc_writer_event event;
    while (gc_writer_poll(writer, &event)) {
        published += event.type == GC_WRITER_PUBLISHED && event.result == GC_WRITER_OK && event.tag == 7;
        aborted += event.result == GC_WRITER_E_ABORTED;
        if (std::string(event.path) == "a.sav") CHECK_U64(event.bytes, 6);
    }
    CHECK_INT(published, 3);
    CHECK_INT(aborted, 2);
    CHECK(!test_hpp_is_there(folder.at("left.sav")) && test_hpp_is_there(folder.at("ended.sav")));
}

#ifndef _WIN32
static void test_hpp_fetch() {
    hpp_folder folder;

    FILE *out = fopen(folder.at("data").c_str(), "wb");
    if (!CHECK(out != nullptr)) return;
    fputs("twelve bytes", out);
    fclose(out);

    gch::fetch fetch{ gc_fetch_desc() };
    if (!CHECK(fetch)) return;

    const std::string url = "file://" + folder.at("data");
    gc_fetch_request request = {};
    request.url = url.c_str();
    CHECK_INT(gc_fetch_add(fetch, request), GC_FETCH_OK);

    gch::body kept;
    int done = 0;

    while (gc_fetch_wait(fetch, 10000) == GC_FETCH_OK) {
        gc_fetch_event event;
        while (gc_fetch_poll(fetch, &event)) {

            if (event.type != GC_FETCH_DONE) continue;
            done++;
            if (gch::body got = fetch.take(event.id)) kept = std::move(got);
        }
    }

    CHECK_INT(done, 1);
    CHECK(kept.size() == 12 && memcmp(kept.data(), "twelve bytes", 12) == 0);
    CHECK(!fetch.take(gc_fetch_id()) && gch::body().size() == 0);

    kept.reset();
    CHECK_U64(kept.size(), 0);
}
#endif

static const test_case test_hpp_cases[] = {
    TEST_CASE(test_hpp_rng_same_words), TEST_CASE(test_hpp_rng_random), TEST_CASE(test_hpp_rng_members),
    TEST_CASE(test_hpp_sort_types),
    TEST_CASE(test_hpp_sort_records), TEST_CASE(test_hpp_sort_by2),
    TEST_CASE(test_hpp_sort_pairs), TEST_CASE(test_hpp_owner),
    TEST_CASE(test_hpp_world_types), TEST_CASE(test_hpp_rollback), TEST_CASE(test_hpp_world_each),
    TEST_CASE(test_hpp_writer),
#ifndef GC_SPARSE_NO_CHANGES
    TEST_CASE(test_hpp_world_changes),
#endif
#ifndef _WIN32
    TEST_CASE(test_hpp_fetch),
#endif
};
TEST_MAIN(test_hpp_cases)

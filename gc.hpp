/*
gc.hpp - v0.3.0 - the gc headers from C++17: owners, types, containers - MIT or public domain

DO THIS
    #include "gc.hpp"
It brings those of the five headers that lie beside it, and only what belongs to them. One file
of yours still defines their IMPLEMENTATION macros, before the include.

EXAMPLE
    c++ -std=c++17 example.cc -o example -pthread

        #define GC_SPARSE_IMPLEMENTATION
        #include "gc.hpp"
        #include <cstdio>
        struct Position { float x, y; };
        struct Velocity { float x, y; };
        struct Frozen {};
        int main() {
            gc::world<Position, Velocity, Frozen> world{ gc_sparse_desc() };
            gc_sparse_id ball = gc_sparse_create(world);
            world.set(ball, Position{ 1, 2 });
            world.set(ball, Velocity{ 60, 0 });
            world.each<Position, const Velocity>([](Position &p, const Velocity &v) { p.x += v.x / 60; },
                                                 gc::without<Frozen>());
            std::printf("%g\n", double(world.get<Position>(ball)->x));
        }

    It prints "2".

OVERVIEW
    gc::rng             a gc_rng that <random> and std::shuffle take as their engine
    gc::sort ...        sort, sort_down, order, nth, top, lower, upper, sort_by: by the type of
                        key; of a pointer and n, or of what has data() and size(); gc::sorter
    gc::world<T...>     owns a world with these component types; struct Frozen {} is a tag
    gc::writer          owns a writer; gc::file a file of it, which is aborted unless ended
    gc::fetch           owns a fetch; gc::body data that was taken; gc::stream_to a lambda as sink

    An owner closes what it owns, can be moved, is false when empty, and converts to the handle:
    all functions of the C headers take it. The calls add no code of their own; what one does,
    its errors and its threads are those of the function that its line names.

ERRORS AND LOGGING
    Values, as in C: nothing throws, and -fno-exceptions and -fno-rtti are fine. An owner whose
    open has failed is empty, and the error is where the constructor was told to put it.

MEMORY, THREADS, PLATFORMS
    Nothing is allocated here. An owner is as safe as its handle: moving and destroying it is
    [change]. A gc::file must not outlive its writer, nor a gc::body its fetch.
    C++17 and C++20; gcc, clang. Draws of <random>'s distributions differ between standard
    libraries; gc_rng_range, gc_rng_normal and so on do not.

LIMITS
    Components are trivially copyable. Optional types of a query are left to the C functions,
    with world.type<T>().

SPDX-License-Identifier: MIT OR Unlicense
*/
#ifndef GC_HPP
#define GC_HPP
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "gc.hpp: C++17 or newer"
#endif

// The five come first: they ask for POSIX, which the first system header decides.
#if __has_include("gc_rng.h")
#include "gc_rng.h"
#endif
#if __has_include("gc_sort.h")
#include "gc_sort.h"
#endif
#if __has_include("gc_sparse.h")
#include "gc_sparse.h"
#endif
#if __has_include("gc_writer.h")
#include "gc_writer.h"
#endif
#if __has_include("gc_fetch.h")
#include "gc_fetch.h"
#endif

#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace gc {

// Owns a handle, and gives it to Close at its end; a handle of zeros is none.
template <typename Handle, typename Close> class owner {
public:
    owner() noexcept = default;
    explicit owner(Handle of, Close by = Close()) noexcept : handle(of), close(by) {}
    owner(owner &&from) noexcept : handle(from.release()), close(from.close) {}
    owner &operator=(owner &&from) noexcept {
        if (this != &from) {
            reset();
            handle = from.release();
            close = from.close;
        }
        return *this;
    }
    ~owner() { reset(); }

    operator Handle() const noexcept { return handle; }
    explicit operator bool() const noexcept { return !(handle == Handle()); }
    Handle release() noexcept { return std::exchange(handle, Handle()); }   // the caller's from now on
    void reset() noexcept { if (*this) close(release()); }                  // closes it now

protected:
    Handle handle = Handle();
    Close close = Close();
};

// Below, what calls C is not noexcept: a frame that catches what never comes would cost each
// call an instruction or three.

// What the elements of a container or an array are.
template <typename C> using element = std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>;

#ifdef GC_RNG_H
// ---- gc_rng.h

// A generator: seeded, 32 bytes, can be copied. The gc_rng_ functions take its address.
struct rng : gc_rng {
    using result_type = uint64_t;
    explicit rng(uint64_t seed, uint64_t stream = 0) : gc_rng() {
        gc_rng_seed_stream(this, seed, stream);
    }
    static constexpr uint64_t(min)() noexcept { return 0; }
    static constexpr uint64_t(max)() noexcept { return UINT64_MAX; }
    uint64_t operator()() noexcept { return gc_rng_u64(this); }

    // gc_rng_range, for numbers of up to 64 bits, signed; gc_rng_range_f32.
    template <typename T> T range(T lo, T hi) {
        constexpr bool whole = std::is_integral_v<T> && (std::is_signed_v<T> || sizeof(T) < 8);
        static_assert(whole || std::is_same_v<T, float>, "gc::rng::range: float, or a number within int64_t");
        if constexpr (std::is_same_v<T, float>) return gc_rng_range_f32(this, lo, hi);
        else return static_cast<T>(gc_rng_range(this, lo, hi));
    }

    // gc_rng_shuffle of a whole container or array.
    template <typename C> void shuffle(C &&all) {
        static_assert(std::is_trivially_copyable_v<element<C>>, "gc::rng::shuffle moves bytes");
        gc_rng_shuffle(this, std::data(all), std::size(all), sizeof(element<C>));
    }
};
#endif

#ifdef GC_SORT_H
// ---- gc_sort.h

// X(type of key, its name) for those that the cuts leave.
#ifdef GC_SORT_NO_16
#define GC_HPP_NUMBERS_16(X)
#else
#define GC_HPP_NUMBERS_16(X) X(int16_t, i16) X(uint16_t, u16)
#endif
#ifdef GC_SORT_NO_64
#define GC_HPP_NUMBERS_64(X)
#else
#define GC_HPP_NUMBERS_64(X) X(int64_t, i64) X(uint64_t, u64) X(double, f64)
#endif
#define GC_HPP_NUMBERS_32(X) X(int32_t, i32) X(uint32_t, u32) X(float, f32)
#define GC_HPP_NUMBERS(X) GC_HPP_NUMBERS_16(X) GC_HPP_NUMBERS_32(X) GC_HPP_NUMBERS_64(X)

// gc_sort_u32, gc_sort_u32_down ... by the type of the keys: of n, or of a container.
#define GC_HPP_SORT(T, t)                                                                                    \
    inline void sort(T *keys, size_t n) { gc_sort_##t(keys, n); }                                            \
    inline void sort_down(T *keys, size_t n) { gc_sort_##t##_down(keys, n); }
GC_HPP_NUMBERS(GC_HPP_SORT)
template <typename C> void sort(C &&keys) { sort(std::data(keys), std::size(keys)); }
template <typename C> void sort_down(C &&keys) { sort_down(std::data(keys), std::size(keys)); }

#ifndef GC_SORT_NO_SELECT
// gc_sort_nth_u32, gc_sort_top_u32, gc_sort_lower_u32, gc_sort_upper_u32 ...
#define GC_HPP_SELECT(T, t)                                                                                  \
    inline void nth(T *keys, size_t n, size_t at) { gc_sort_nth_##t(keys, n, at); }                          \
    inline void top(T *keys, size_t n, size_t k) { gc_sort_top_##t(keys, n, k); }                            \
    inline size_t lower(const T *keys, size_t n, T key) { return gc_sort_lower_##t(keys, n, key); }          \
    inline size_t upper(const T *keys, size_t n, T key) { return gc_sort_upper_##t(keys, n, key); }
GC_HPP_NUMBERS(GC_HPP_SELECT)
template <typename C> void nth(C &&keys, size_t at) { nth(std::data(keys), std::size(keys), at); }
template <typename C> void top(C &&keys, size_t k) { top(std::data(keys), std::size(keys), k); }
template <typename C> size_t lower(const C &keys, element<const C> &key) {
    return lower(std::data(keys), std::size(keys), key);
}
template <typename C> size_t upper(const C &keys, element<const C> &key) {
    return upper(std::data(keys), std::size(keys), key);
}
#endif

#ifndef GC_SORT_NO_PAIRS
// gc_sort_u32_kv ..., gc_sort_order_u32 ...; containers of unlike sizes are E_ARGUMENT.
#define GC_HPP_PAIRS(K, V, kv)                                                                               \
    inline void sort(K *keys, V *values, size_t n) { gc_sort_##kv(keys, values, n); }                        \
    inline void sort_down(K *keys, V *values, size_t n) { gc_sort_##kv##_down(keys, values, n); }
GC_HPP_PAIRS(uint32_t, uint32_t, u32_kv)
GC_HPP_PAIRS(int32_t, uint32_t, i32_kv)
GC_HPP_PAIRS(float, uint32_t, f32_kv)
#ifndef GC_SORT_NO_64
GC_HPP_PAIRS(uint64_t, uint64_t, u64_kv)
GC_HPP_PAIRS(int64_t, uint64_t, i64_kv)
GC_HPP_PAIRS(double, uint64_t, f64_kv)
GC_HPP_PAIRS(uint64_t, uint32_t, u64_kv32)
#endif
template <typename K, typename V, typename = element<V>>
[[nodiscard]] int sort(K &&keys, V &&values) {
    if (std::size(keys) != std::size(values)) return GC_SORT_E_ARGUMENT;
    sort(std::data(keys), std::data(values), std::size(keys));
    return GC_SORT_OK;
}
#define GC_HPP_ORDER(T, t)                                                                                   \
    [[nodiscard]] inline int order(const T *keys, uint32_t *to, size_t n) {                                  \
        return gc_sort_order_##t(keys, to, n);                                                               \
    }
GC_HPP_NUMBERS(GC_HPP_ORDER)
template <typename K, typename V> [[nodiscard]] int order(const K &keys, V &&to) {
    if (std::size(keys) != std::size(to)) return GC_SORT_E_ARGUMENT;
    return order(std::data(keys), std::data(to), std::size(keys));
}

// gc_sort_by_f32 ... of records by one of their fields: sort_by(draws, &draw::depth).
template <typename S, typename F> size_t offset_of(S *records, size_t n, F field) {
    static_assert(std::is_trivially_copyable_v<S>, "gc::sort_by moves bytes");
    if (!n) return 0;
    return size_t(reinterpret_cast<char *>(&(records->*field)) - reinterpret_cast<char *>(records));
}
#define GC_HPP_BY(T, t)                                                                                      \
    template <typename S, typename B> [[nodiscard]] int sort_by(                                             \
        S *records, size_t n, T B::*field, void *scratch = nullptr, size_t scratch_size = 0) {               \
        return gc_sort_by_##t(records, n, sizeof(S), offset_of(records, n, field), scratch, scratch_size);   \
    }
GC_HPP_NUMBERS_32(GC_HPP_BY)
GC_HPP_NUMBERS_64(GC_HPP_BY)
template <typename C, typename T, typename B>
[[nodiscard]] int sort_by(
    C &&records, T B::*field, void *scratch = nullptr, size_t scratch_size = 0) {
    return sort_by(std::data(records), std::size(records), field, scratch, scratch_size);
}
#endif

#ifndef GC_SORT_NO_CTX
// Owns a context. Its sort, sort_down and sort_by are gc_sort_ctx_u32 ...
struct sorter_close {
    void operator()(gc_sort_context *context) const noexcept { gc_sort_close(context); }
};
struct sorter : owner<gc_sort_context *, sorter_close> {
    sorter() noexcept = default;
    explicit sorter(const gc_sort_desc &desc, int *error = nullptr)
        : owner(gc_sort_open(&desc, error)) {}
#define GC_HPP_CTX(T, t)                                                                                     \
    [[nodiscard]] int sort(T *keys, size_t n) { return gc_sort_ctx_##t(handle, keys, n); }                   \
    [[nodiscard]] int sort_down(T *keys, size_t n) { return gc_sort_ctx_##t##_down(handle, keys, n); }
    GC_HPP_NUMBERS(GC_HPP_CTX)
    template <typename C> [[nodiscard]] int sort(C &&keys) { return sort(std::data(keys), std::size(keys)); }
    template <typename C> [[nodiscard]] int sort_down(C &&keys) {
        return sort_down(std::data(keys), std::size(keys));
    }
#ifndef GC_SORT_NO_PAIRS
#define GC_HPP_CTX_BY(T, t)                                                                                  \
    template <typename S, typename B> [[nodiscard]] int sort_by(S *records, size_t n, T B::*field) {         \
        return gc_sort_ctx_by_##t(handle, records, n, sizeof(S), offset_of(records, n, field));              \
    }
    GC_HPP_NUMBERS_32(GC_HPP_CTX_BY)
    GC_HPP_NUMBERS_64(GC_HPP_CTX_BY)
    template <typename C, typename T, typename B> [[nodiscard]] int sort_by(C &&records, T B::*field) {
        return sort_by(std::data(records), std::size(records), field);
    }
#endif
};
#endif
#endif

#ifdef GC_SPARSE_H
// ---- gc_sparse.h

// Components: T is dense, direct<T> of direct kind, an empty struct a tag. Their names and
// fields, for saves and inspectors: template <> inline constexpr const char *
// gc::name_of<Position> = "Position"; see gc_sparse_describe for fields_of.
template <typename T> struct direct {};
template <typename T> inline constexpr const char *name_of = "";
template <typename T> inline constexpr const char *fields_of = nullptr;

// What a query also wants, and what it does not; tags can stand in both.
template <typename... T> struct with { static constexpr size_t wanted = sizeof...(T), refused = 0; };
template <typename... T> struct without { static constexpr size_t wanted = 0, refused = sizeof...(T); };

template <typename T> struct component {
    using type = T;
    static constexpr int kind = GC_SPARSE_DENSE;
};
template <typename T> struct component<direct<T>> {
    using type = T;
    static constexpr int kind = GC_SPARSE_DIRECT;
};
struct world_close {
    void operator()(gc_sparse_world *world) const noexcept { gc_sparse_close(world); }
};

// Owns a world whose types are Ts, in this order, from its beginning.
template <typename... Ts> class world : public owner<gc_sparse_world *, world_close> {
public:
    world() noexcept = default;
    explicit world(const gc_sparse_desc &desc, int *error = nullptr)
        : owner<gc_sparse_world *, world_close>(gc_sparse_open(&desc, error)) {
        int result = GC_SPARSE_OK;
        if (!*this || (((result = enter<Ts>()) == GC_SPARSE_OK) && ...)) return;
        this->reset();
        if (error) *error = result;
    }

    // The type's number here; of one that is not among Ts it does not compile. [any thread]
    template <typename T> static constexpr gc_sparse_type type() noexcept {
        static_assert((std::is_same_v<std::remove_const_t<T>, typename component<Ts>::type> + ... + 0) == 1,
                      "gc::world: one of its components, and once among them");
        uint32_t index = 0, at = 0;
        ((at++, index += std::is_same_v<std::remove_const_t<T>, typename component<Ts>::type> ? at : 0), ...);
        return gc_sparse_type{ index };
    }

    // gc_sparse_get, _has, _add, _set_value, _remove, _resource.
    template <typename T> inline T *get(gc_sparse_id id) const {
        return data<T>(gc_sparse_get(handle, id, type<T>()));
    }
    template <typename T> inline bool has(gc_sparse_id id) const {
        return gc_sparse_has(handle, id, type<T>());
    }
    template <typename T> T *add(gc_sparse_id id) const {
        return data<T>(gc_sparse_add(handle, id, type<T>()));
    }
    template <typename T> int set(gc_sparse_id id, const T &value) const {
        return gc_sparse_set_value(handle, id, type<T>(), &value);
    }
    template <typename T> int remove(gc_sparse_id id) const {
        return gc_sparse_remove(handle, id, type<T>());
    }
    template <typename T> T *resource() const { return data<T>(gc_sparse_resource(handle, type<T>())); }
#ifndef GC_SPARSE_NO_GROUPS
    template <typename... T> int group() const {
        const gc_sparse_type types[] = { type<T>()... };
        return gc_sparse_group(handle, types, sizeof...(T));
    }
#endif

    // Calls body(T &...) or body(gc_sparse_id, T &...) for each entity that has all T; const
    // ones are only read, the others count as changed. Returns view.error.
    template <typename... T, typename Body, typename... Filter>
    int each(Body &&body, Filter... filter) const {
        gc_sparse_view view;
        gc_sparse_begin(&view, handle, query<T...>(filter...));
        return walk<T...>(view, body);
    }

    // The query of each, and its walk over a view or a part of one: for threads, order,
    // changes.
    template <typename... T, typename... Filter> static gc_sparse_query_desc query(Filter... filter) {
        static_assert(sizeof...(T) + (Filter::wanted + ... + 0) <= GC_SPARSE_TERMS &&
                      (Filter::refused + ... + 0) <= GC_SPARSE_TERMS, "gc::world: too many terms");
        gc_sparse_query_desc desc = {};
        [[maybe_unused]] size_t wanted = 0, written = 0, refused = 0;
        ((desc.include[wanted++] = type<T>()), ...);
        ((std::is_const_v<T> ? void() : void(desc.write[written++] = type<T>())), ...);
        (narrow(desc, wanted, refused, filter), ...);
        return desc;
    }
    template <typename... T, typename Body> static int walk(gc_sparse_view &view, Body &&body) {
        while (gc_sparse_next(&view)) chunk<T...>(view, body, std::index_sequence_for<T...>());
        return view.error;
    }

private:
    using owner<gc_sparse_world *, world_close>::handle;

    template <typename T> static T *data(void *component) {
        static_assert(!std::is_empty_v<T>, "gc::world: a tag has no data; has<T>(), gc::with<T>");
        return static_cast<T *>(component);
    }
    template <typename C> int enter() {
        using T = typename component<C>::type;
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 64, "gc::world: bytes that can move");
        gc_sparse_component_desc desc = {};
        gc_sparse_type out;
        desc.name = name_of<T>;
        desc.fields = fields_of<T>;
        desc.size = std::is_empty_v<T> ? 0 : sizeof(T);
        desc.align = std::is_empty_v<T> ? 0 : alignof(T);
        desc.kind = component<C>::kind;
        return gc_sparse_component(handle, &desc, &out);
    }
    template <typename... T>
    static void narrow(gc_sparse_query_desc &desc, size_t &wanted, size_t &, with<T...>) {
        ((desc.include[wanted++] = type<T>()), ...);
    }
    template <typename... T>
    static void narrow(gc_sparse_query_desc &desc, size_t &, size_t &refused, without<T...>) {
        ((desc.exclude[refused++] = type<T>()), ...);
    }
    template <typename Body, typename... T>
    static void call(const gc_sparse_view &view, size_t i, Body &body, T &...component) {
        if constexpr (std::is_invocable_v<Body &, gc_sparse_id, T &...>) {
            body(gc_sparse_view_id(&view, i), component...);
        } else {
            body(component...);
        }
    }
    template <typename... T, typename Body, size_t... K>
    static void chunk(const gc_sparse_view &view, Body &body, std::index_sequence<K...>) {
        const auto loop = [&](size_t n, auto *...column) {
            if (!view.rows[0]) {
                for (size_t i = 0; i < n; i++) call(view, i, body, column[i]...);
            } else {
                for (size_t i = 0; i < n; i++) call(view, i, body, column[view.rows[K][i]]...);
            }
        };
        loop(view.count, data<T>(view.columns[K])...);
    }
};
#endif

#ifdef GC_WRITER_H
// ---- gc_writer.h

struct file_close {
    gc_writer *writer = nullptr;
    void operator()(gc_writer_file file) const noexcept { gc_writer_abort(writer, file); }
};
struct writer_close {
    void operator()(gc_writer *writer) const noexcept { gc_writer_close(writer); }
};

// A file that was begun: aborted, unless it was ended. Empty, with *error, if it could not
// begin.
struct file : owner<gc_writer_file, file_close> {
    file() noexcept = default;
    file(gc_writer *writer, const gc_writer_file_desc &desc, int *error = nullptr)
        : owner(gc_writer_file(), file_close{ writer }) {
        const int result = gc_writer_begin_with(writer, &desc, &handle);
        if (error) *error = result;
    }

    // gc_writer_write of a container's bytes, or of these: how many were taken. gc_writer_end.
    template <typename C> [[nodiscard]] size_t write(const C &all) {
        static_assert(std::is_trivially_copyable_v<element<const C>>, "gc::file::write writes bytes");
        return write(std::data(all), std::size(all) * sizeof *std::data(all));
    }
    [[nodiscard]] size_t write(const void *bytes, size_t size) {
        return gc_writer_write(close.writer, handle, bytes, size);
    }
    int end() { return gc_writer_end(close.writer, release()); }
};

// Owns a writer; its end publishes all files that were ended.
struct writer : owner<gc_writer *, writer_close> {
    writer() noexcept = default;
    explicit writer(const gc_writer_desc &desc, gc_writer_error *error = nullptr)
        : owner(gc_writer_open(&desc, error)) {}

    // gc_writer_put of a container's bytes. gc_writer_poll.
    template <typename C>
    [[nodiscard]] int put(const gc_writer_file_desc &desc, const C &all) const {
        static_assert(std::is_trivially_copyable_v<element<const C>>, "gc::writer::put writes bytes");
        return gc_writer_put(handle, &desc, std::data(all), std::size(all) * sizeof *std::data(all), nullptr);
    }
    std::optional<gc_writer_event> poll() const {
        gc_writer_event event;
        return gc_writer_poll(handle, &event) ? std::optional<gc_writer_event>(event) : std::nullopt;
    }
};
#endif

#ifdef GC_FETCH_H
// ---- gc_fetch.h

struct body_close {
    gc_fetch *fetch = nullptr;
    size_t size = 0;
    void operator()(void *data) const noexcept { gc_fetch_free(fetch, data); }
};
struct fetch_close {
    void operator()(gc_fetch *fetch) const noexcept { gc_fetch_close(fetch); }
};

// Data that gc_fetch_take gave.
struct body : owner<void *, body_close> {
    using owner::owner;
    const unsigned char *data() const noexcept { return static_cast<const unsigned char *>(handle); }
    size_t size() const noexcept { return handle ? close.size : 0; }
};

// Owns a fetch; its end cancels what runs.
struct fetch : owner<gc_fetch *, fetch_close> {
    fetch() noexcept = default;
    explicit fetch(const gc_fetch_desc &desc, gc_fetch_error *error = nullptr)
        : owner(gc_fetch_open(&desc, error)) {}

    // gc_fetch_poll; gc_fetch_take.
    std::optional<gc_fetch_event> poll() const {
        gc_fetch_event event;
        return gc_fetch_poll(handle, &event) ? std::optional<gc_fetch_event>(event) : std::nullopt;
    }
    body take(gc_fetch_id id) const {
        body_close by{ handle, 0 };
        void *data = gc_fetch_take(handle, id, &by.size);
        return body(data, by);
    }
};

// Makes a function object, which must live until the final event, the request's stream: size_t
// sink(uint64_t offset, const void *data, size_t size), on the network thread.
template <typename Sink> void stream_to(gc_fetch_request &request, Sink &sink) {
    request.sink = GC_FETCH_STREAM;
    request.stream_user = &sink;
    request.stream = [](void *user, uint64_t offset, const void *data, size_t size) -> size_t {
        return (*static_cast<Sink *>(user))(offset, data, size);
    };
}
#endif

}   // namespace gc
#endif // GC_HPP

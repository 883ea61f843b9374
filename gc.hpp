/*
gc.hpp - v0.4.0 - the gc headers from C++17: owners, types, containers - MIT or public domain

DO THIS
    #include "gc.hpp"
It brings those of the five headers that lie beside it, and only what belongs to them. One file
of yours still defines their IMPLEMENTATION macros before an include, its first or a later one.

EXAMPLE
    c++ -std=c++17 example.cc -o example -pthread

        #define GC_SPARSE_IMPLEMENTATION
        #include "gc.hpp"
        #include <cstdio>
        struct Position { float x, y; };
        struct Velocity { float x, y; };
        struct Frozen {};
        int main() {
            gch::world<Position, Velocity, Frozen> world{ gc_sparse_desc() };
            gc_sparse_id ball = gc_sparse_create(world);
            world.set(ball, Position{ 1, 2 });
            world.set(ball, Velocity{ 60, 0 });
            world.each<Position, const Velocity>([](Position &p, const Velocity &v) { p.x += v.x / 60; },
                                                 gch::without<Frozen>());
            std::printf("%g\n", double(world.get<Position>(ball)->x));
        }

    It prints "2".

OVERVIEW
    gch::rng             a gc_rng: r.range(1, 6), r.pick(v), r.shuffle(v); an engine for <random>
    gch::sort            and sort_kv, order, nth, top; sort_by, sort_by2, nth_by, top_by of structs:
                        by the type of key or of a field, most with _down; of a pointer and n, or
                        of what has data() and size(); behind a gc_sort_context * through it
    gch::world<T...>     owns a world with these component types; struct Frozen {} is a tag
    gch::writer          owns a writer; gch::file a file of it, which is aborted unless ended
    gch::fetch           owns a fetch; gch::body data that was taken

    An owner closes what it owns, can be moved, is false when empty, and converts to the handle:
    all functions of the C headers take it. The calls add no code of their own; what one does,
    its errors and its threads are those of the function that its line names.

ERRORS AND LOGGING
    Values, as in C: nothing throws, and -fno-exceptions and -fno-rtti are fine. An owner whose
    open has failed is empty, and the error is where the constructor was told to put it.

MEMORY, THREADS, PLATFORMS
    Nothing is allocated here. An owner is as safe as its handle: moving and destroying it is
    [change]. A gch::file must not outlive its writer, nor a gch::body its fetch.
    C++17 and C++20; gcc, clang. Draws of <random>'s distributions differ between standard
    libraries; gc_rng_range, gc_rng_normal and so on do not.

LIMITS
    Components are trivially copyable. Optional types of a query are left to the C functions,
    with world.type<T>(). Keys are of the fixed-width types; long long or size_t may be another.

SPDX-License-Identifier: MIT OR Unlicense
*/
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "gc.hpp: C++17 or newer"
#endif

// The five come first: they ask for POSIX, which the first system header decides. And at each
// include: a plain one may come before that with their IMPLEMENTATION macros.
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

#ifndef GC_HPP
#define GC_HPP
#include <iterator>
#include <type_traits>
#include <utility>

namespace gch {

// Owns a handle, and gives it to Close at its end; a handle of zeros is none.
template <class Handle, class Close> class owner {
public:
    owner() noexcept = default;
    explicit owner(Handle of, Close by = Close()) noexcept : handle(of), close(by) {}
    owner(owner &&from) noexcept : handle(from.release()), close(from.close) {}
    owner &operator=(owner &&from) noexcept {
        if (this != &from) reset(), handle = from.release(), close = from.close;
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

#ifdef GC_RNG_H
// ---- gc_rng.h

// A generator: seeded, 32 bytes, can be copied. The gc_rng_ functions take its address.
struct rng : gc_rng {
    using result_type = uint64_t;
    explicit rng(uint64_t seed, uint64_t stream = 0) : gc_rng() { gc_rng_seed_stream(this, seed, stream); }
    static constexpr uint64_t(min)() noexcept { return 0; }
    static constexpr uint64_t(max)() noexcept { return UINT64_MAX; }
    uint64_t operator()() noexcept { return gc_rng_u64(this); }

    // gc_rng_f64, _f32, _below, _chance, _normal; _range of integers, _range_f32 of floats.
    double f64() noexcept { return gc_rng_f64(this); }
    float f32() noexcept { return gc_rng_f32(this); }
    uint64_t below(uint64_t n) noexcept { return gc_rng_below(this, n); }
    bool chance(double p) noexcept { return gc_rng_chance(this, p); }
    double normal(double mean, double sd) { return gc_rng_normal(this, mean, sd); }
    template <class T> T range(T lo, T hi) noexcept {
        static_assert(!std::is_same_v<T, double> && (std::is_signed_v<T> || sizeof(T) < 8),
                      "gch::rng::range: of floats, and of what an int64_t holds");
        if constexpr (std::is_floating_point_v<T>) return gc_rng_range_f32(this, lo, hi);
        else return T(gc_rng_range(this, lo, hi));
    }

    // An element of what has data() and size(), which must not be empty; gc_rng_shuffle of it.
    // Elements that are not trivially copyable: std::shuffle(first, last, r), in another order.
    template <class C> auto &pick(C &&all) noexcept {
        return std::data(all)[gc_rng_below(this, std::size(all))];
    }
    template <class C> void shuffle(C &&all) {
        static_assert(std::is_trivially_copyable_v<std::remove_reference_t<decltype(*std::data(all))>>,
                      "gch::rng::shuffle: bytes are moved: std::shuffle(first, last, r)");
        gc_rng_shuffle(this, std::data(all), std::size(all), sizeof *std::data(all));
    }
};
#endif

#ifdef GC_SORT_H
// ---- gc_sort.h

// X(type of key, its name, its kind) for those that the cut leaves; what else it leaves.
#define GC_HPP_NUMBERS_32(X) X(int32_t, i32, I32) X(uint32_t, u32, U32) X(float, f32, F32)
#ifdef GC_SORT_NO_64
#define GC_HPP_NUMBERS(X) GC_HPP_NUMBERS_32(X)
#else
#define GC_HPP_NUMBERS(X)                                                                                    \
    GC_HPP_NUMBERS_32(X) X(int64_t, i64, I64) X(uint64_t, u64, U64) X(double, f64, F64)
#endif
#ifdef GC_SORT_NO_CTX
#define GC_HPP_CTX(...)
#else
#define GC_HPP_CTX(...) __VA_ARGS__
#endif
#ifdef GC_SORT_NO_SELECT
#define GC_HPP_SELECT(...)
#else
#define GC_HPP_SELECT(...) __VA_ARGS__
#endif
#ifdef GC_SORT_NO_PAIRS
#define GC_HPP_PAIRS(...)
#else
#define GC_HPP_PAIRS(...) __VA_ARGS__
#endif

// The C functions by the type of the keys.
template <class T> struct sort_calls;
#define GC_HPP_KEYS(T, t, kind)                                                                              \
    template <> struct sort_calls<T> {                                                                       \
        static constexpr auto keys = gc_sort_##t, keys_down = gc_sort_##t##_down;                            \
        GC_HPP_CTX(static constexpr auto ctx = gc_sort_ctx_##t, ctx_down = gc_sort_ctx_##t##_down;)          \
        GC_HPP_SELECT(static constexpr auto nth = gc_sort_nth_##t, nth_down = gc_sort_nth_##t##_down,        \
                                            top = gc_sort_top_##t, top_down = gc_sort_top_##t##_down;)       \
        GC_HPP_PAIRS(                                                                                        \
            static constexpr auto order = gc_sort_order_##t, order_down = gc_sort_order_##t##_down;          \
            GC_HPP_CTX(static constexpr auto ctx_order = gc_sort_ctx_order_##t,                              \
                                             ctx_order_down = gc_sort_ctx_order_##t##_down;))                \
    };
GC_HPP_NUMBERS(GC_HPP_KEYS)
#ifndef GC_SORT_NO_16
GC_HPP_KEYS(int16_t, i16, I16)
GC_HPP_KEYS(uint16_t, u16, U16)
#endif

// name(of, ...) for name(data, size, ...), of what has data() and size(); and behind a context.
// A place or a size may be an int. Attribute: [[nodiscard]], or nothing.
template <class A> constexpr auto sort_argument(A a) {
    if constexpr (std::is_integral_v<A>) return size_t(a);
    else return a;
}
#define GC_HPP_OF(name, attribute)                                                                           \
    template <class C, class... A> attribute auto name(C &&of, A... rest)                                    \
        ->decltype(name(std::data(of), std::size(of), sort_argument(rest)...)) {                             \
        return name(std::data(of), std::size(of), sort_argument(rest)...);                                   \
    }                                                                                                        \
    GC_HPP_CTX(template <class C, class... A> attribute auto name(gc_sort_context *context, C &&of,          \
                                                                  A... rest)                                 \
                   ->decltype(name(context, std::data(of), std::size(of), rest...)) {                        \
        return name(context, std::data(of), std::size(of), rest...);                                         \
    })

// gc_sort_u32, gc_sort_u32_down ..., gc_sort_ctx_u32 ...
#define GC_HPP_SORT(name, suffix)                                                                            \
    template <class T> auto name(T *keys, size_t n)->decltype(sort_calls<T>::keys##suffix(keys, n)) {        \
        sort_calls<T>::keys##suffix(keys, n);                                                                \
    }                                                                                                        \
    GC_HPP_CTX(template <class T> auto name(gc_sort_context *context, T *keys, size_t n)                     \
                   ->decltype(sort_calls<T>::ctx##suffix(context, keys, n)) {                                \
        return sort_calls<T>::ctx##suffix(context, keys, n);                                                 \
    })                                                                                                       \
    GC_HPP_OF(name, )
GC_HPP_SORT(sort, )
GC_HPP_SORT(sort_down, _down)

#ifndef GC_SORT_NO_SELECT
// gc_sort_nth_u32, gc_sort_top_u32 ...: nth(keys, 7).
#define GC_HPP_PLACE(name)                                                                                   \
    template <class T> auto name(T *keys, size_t n, size_t k)->decltype(sort_calls<T>::name(keys, n, k)) {   \
        sort_calls<T>::name(keys, n, k);                                                                     \
    }                                                                                                        \
    GC_HPP_OF(name, )
GC_HPP_PLACE(nth)
GC_HPP_PLACE(nth_down)
GC_HPP_PLACE(top)
GC_HPP_PLACE(top_down)
#endif

#ifndef GC_SORT_NO_PAIRS
// gc_sort_u32_kv ..., gc_sort_ctx_u32_kv ...: sort_kv(keys, values.data()), as many as keys.
#define GC_HPP_KV2(K, V, name, suffix)                                                                       \
    inline void sort_kv##suffix(K *keys, size_t n, V *values) {                                              \
        gc_sort_##name##suffix(keys, values, n);                                                             \
    }                                                                                                        \
    GC_HPP_CTX(inline int sort_kv##suffix(gc_sort_context *context, K *keys, size_t n, V *values) {          \
        return gc_sort_ctx_##name##suffix(context, keys, values, n);                                         \
    })
#define GC_HPP_KV(K, V, name)                                                                                \
    GC_HPP_KV2(K, V, name, )                                                                                 \
    GC_HPP_KV2(K, V, name, _down)
GC_HPP_KV(int32_t, uint32_t, i32_kv)
GC_HPP_KV(uint32_t, uint32_t, u32_kv)
GC_HPP_KV(float, uint32_t, f32_kv)
#ifndef GC_SORT_NO_64
GC_HPP_KV(int64_t, uint64_t, i64_kv)
GC_HPP_KV(uint64_t, uint64_t, u64_kv)
GC_HPP_KV(double, uint64_t, f64_kv)
GC_HPP_KV(uint64_t, uint32_t, u64_kv32)
#endif
GC_HPP_OF(sort_kv, )
GC_HPP_OF(sort_kv_down, )

// gc_sort_order_f32 ..., gc_sort_ctx_order_f32 ...: order(keys, indices.data()), as many.
#define GC_HPP_ORDER(name)                                                                                   \
    template <class T> [[nodiscard]] int name(const T *keys, size_t n, uint32_t *indices) {                  \
        return sort_calls<T>::name(keys, indices, n);                                                        \
    }                                                                                                        \
    GC_HPP_CTX(template <class T> [[nodiscard]] int name(                                                    \
        gc_sort_context *context, const T *keys, size_t n, uint32_t *indices) {                              \
        return sort_calls<T>::ctx_##name(context, keys, indices, n);                                         \
    })                                                                                                       \
    GC_HPP_OF(name, [[nodiscard]])
GC_HPP_ORDER(order)
GC_HPP_ORDER(order_down)

// The same of records by the type of one of their fields.
template <class T> struct field_calls;
#define GC_HPP_FIELD(T, t, type)                                                                             \
    template <> struct field_calls<T> {                                                                      \
        static constexpr int kind = GC_SORT_KIND_##type;                                                     \
        static constexpr auto sort_by = gc_sort_by_##t, sort_by_down = gc_sort_by_##t##_down;                \
        static constexpr auto sort_by_any = gc_sort_by_##t##_any;                                            \
        static constexpr auto sort_by_any_down = gc_sort_by_##t##_any_down;                                  \
        GC_HPP_CTX(static constexpr auto ctx_sort_by = gc_sort_ctx_by_##t,                                   \
                                         ctx_sort_by_down = gc_sort_ctx_by_##t##_down;)                      \
        GC_HPP_SELECT(                                                                                       \
            static constexpr auto nth_by = gc_sort_nth_by_##t, nth_by_down = gc_sort_nth_by_##t##_down,      \
                                  top_by = gc_sort_top_by_##t, top_by_down = gc_sort_top_by_##t##_down;)     \
    };
GC_HPP_NUMBERS(GC_HPP_FIELD)
#ifndef GC_SORT_NO_16
GC_HPP_FIELD(uint8_t, u8, U8)
GC_HPP_FIELD(uint16_t, u16, U16)
#endif
template <class S, class F> size_t offset_of(S *records, size_t n, F field) {
    static_assert(std::is_trivially_copyable_v<S>, "gch::sort_by moves bytes");
    return n ? size_t(reinterpret_cast<char *>(&(records->*field)) - reinterpret_cast<char *>(records)) : 0;
}

// gc_sort_by_f32 ..., gc_sort_ctx_by_f32 ...: sort_by(draws, &draw::depth). More than 1,024
// take 8 times as long without a context, or scratch of gc_sort_by_scratch(n, sizeof(draw)).
#define GC_HPP_BY(name)                                                                                      \
    template <class S, class B, class T>                                                                     \
    [[nodiscard]] int name(S *records, size_t n, T B::*field, void *scratch = nullptr, size_t bytes = 0) {   \
        return field_calls<T>::name(                                                                         \
            records, n, sizeof(S), offset_of(records, n, field), scratch, bytes);                            \
    }                                                                                                        \
    GC_HPP_CTX(template <class S, class B, class T>                                                          \
               [[nodiscard]] int name(gc_sort_context *context, S *records, size_t n, T B::*field) {         \
        return field_calls<T>::ctx_##name(context, records, n, sizeof(S), offset_of(records, n, field));     \
    })                                                                                                       \
    GC_HPP_OF(name, [[nodiscard]])
GC_HPP_BY(sort_by)
GC_HPP_BY(sort_by_down)

// gc_sort_by2, gc_sort_ctx_by2: sort_by2(draws, &draw::layer, gch::down(&draw::depth)).
template <class F> struct down { explicit down(F of) : field(of) {} F field; };
template <class S, class B, class T> gc_sort_field field_of(S *records, size_t n, T B::*field) {
    return { offset_of(records, n, field), field_calls<T>::kind, false };
}
template <class S, class F> gc_sort_field field_of(S *records, size_t n, down<F> field) {
    return { offset_of(records, n, field.field), field_of(records, n, field.field).kind, true };
}
template <class S, class F, class G>
[[nodiscard]] int sort_by2(
    S *records, size_t n, F first, G second, void *scratch = nullptr, size_t bytes = 0) {
    return gc_sort_by2(records, n, sizeof(S), field_of(records, n, first), field_of(records, n, second),
                       scratch, bytes);
}
GC_HPP_CTX(template <class S, class F, class G> [[nodiscard]] int sort_by2(
    gc_sort_context *context, S *records, size_t n, F first, G second) {
    return gc_sort_ctx_by2(context, records, n, sizeof(S), field_of(records, n, first),
                           field_of(records, n, second));
})
GC_HPP_OF(sort_by2, [[nodiscard]])

// Without scratch, equal ones in any order: gc_sort_by_f32_any ... And of these the nth and the
// first k: gc_sort_nth_by_f32, gc_sort_top_by_f32 ...
#define GC_HPP_IN_PLACE(name, parameter, argument)                                                           \
    template <class S, class B, class T>                                                                     \
    [[nodiscard]] int name(S *records, size_t n, T B::*field parameter) {                                    \
        return field_calls<T>::name(records, n, sizeof(S), offset_of(records, n, field) argument);           \
    }                                                                                                        \
    GC_HPP_OF(name, [[nodiscard]])
#define GC_HPP_COMMA ,
GC_HPP_IN_PLACE(sort_by_any, , )
GC_HPP_IN_PLACE(sort_by_any_down, , )
#ifndef GC_SORT_NO_SELECT
GC_HPP_IN_PLACE(nth_by, GC_HPP_COMMA size_t k, GC_HPP_COMMA k)
GC_HPP_IN_PLACE(nth_by_down, GC_HPP_COMMA size_t k, GC_HPP_COMMA k)
GC_HPP_IN_PLACE(top_by, GC_HPP_COMMA size_t k, GC_HPP_COMMA k)
GC_HPP_IN_PLACE(top_by_down, GC_HPP_COMMA size_t k, GC_HPP_COMMA k)
#endif
#endif
#endif

#ifdef GC_SPARSE_H
// ---- gc_sparse.h

// Of a component: its name, for saves, and its kind; an empty struct is a tag. In your code:
// template <> inline constexpr const char *gch::name_of<Position> = "Position";
template <class T> inline constexpr const char *name_of = "";
template <class T> inline constexpr int kind_of = GC_SPARSE_DENSE;

// What a query also wants, and what it does not; tags can stand in both.
template <class... T> struct with { static constexpr size_t wanted = sizeof...(T), refused = 0; };
template <class... T> struct without { static constexpr size_t wanted = 0, refused = sizeof...(T); };

struct world_close { void operator()(gc_sparse_world *world) const noexcept { gc_sparse_close(world); } };

#ifndef GC_SPARSE_NO_SAVE
// Snapshots of a world, for gc_sparse_rollback_take and _restore. It ends before the world.
struct rollback_close {
    void operator()(gc_sparse_rollback *rollback) const noexcept { gc_sparse_rollback_close(rollback); }
};
struct rollback : owner<gc_sparse_rollback *, rollback_close> {
    rollback() noexcept = default;
    explicit rollback(gc_sparse_world *world, uint32_t frames, int *error = nullptr)
        : owner<gc_sparse_rollback *, rollback_close>(gc_sparse_rollback_open(world, frames, error)) {}
};
#endif

// Whether a body takes its components by reference, by its own signature: of a lambda with auto
// by that which Args give it. What has none, as with overloads, is trusted.
template <class> inline constexpr bool by_reference = true;
template <class R, class... P, bool N> inline constexpr bool by_reference<R (*)(P...) noexcept(N)> =
    ((std::is_reference_v<P> || std::is_same_v<P, gc_sparse_id>) && ...);
template <class F, class R, class... P, bool N>
inline constexpr bool by_reference<R (F::*)(P...) noexcept(N)> = by_reference<R (*)(P...)>;
template <class F, class R, class... P, bool N>
inline constexpr bool by_reference<R (F::*)(P...) const noexcept(N)> = by_reference<R (*)(P...)>;

template <class Body, class... Args> constexpr bool takes_references(...) { return by_reference<Body>; }
template <class Body, class... Args> constexpr auto takes_references(long)
    -> decltype(&Body::template operator()<Args...>, true) {
    return by_reference<decltype(&Body::template operator()<Args...>)>;
}
template <class Body, class... Args> constexpr auto takes_references(int)
    -> decltype(&Body::operator(), true) {
    return by_reference<decltype(&Body::operator())>;
}

// Owns a world whose types are Ts, in this order, from its beginning.
template <class... Ts> class world : public owner<gc_sparse_world *, world_close> {
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
    template <class T> static constexpr gc_sparse_type type() noexcept {
        static_assert((std::is_same_v<std::remove_const_t<T>, Ts> + ... + 0) == 1,
                      "gch::world: one of its components, and once among them");
        uint32_t index = 0, at = 0;
        ((at++, index += std::is_same_v<std::remove_const_t<T>, Ts> ? at : 0), ...);
        return gc_sparse_type{ index };
    }

    // gc_sparse_get, _has, _add, _set_value, _remove, _resource.
    template <class T> inline T *get(gc_sparse_id id) const {
        return data<T>(gc_sparse_get(handle, id, type<T>()));
    }
    template <class T> inline bool has(gc_sparse_id id) const { return gc_sparse_has(handle, id, type<T>()); }
    template <class T> T *add(gc_sparse_id id) const {
        return data<T>(gc_sparse_add(handle, id, type<T>()));
    }
    template <class T> int set(gc_sparse_id id, const T &value) const {
        return gc_sparse_set_value(handle, id, type<T>(), &value);
    }
    template <class T> int remove(gc_sparse_id id) const { return gc_sparse_remove(handle, id, type<T>()); }
    template <class T> T *resource() const { return data<T>(gc_sparse_resource(handle, type<T>())); }

    // Calls body(T &...) or body(gc_sparse_id, T &...) for each entity that has all T; const
    // ones are only read, the others count as changed. Returns view.error. A body that takes a
    // component by value, a copy, does not compile; by auto beside a named type, it does.
    template <class... T, class Body, class... Filter> int each(Body &&body, Filter... filter) const {
        gc_sparse_view view;
        gc_sparse_begin(&view, handle, query<T...>(filter...));
        return walk<T...>(view, body);
    }

    // The query of each, and its walk over a view or a part of one: for threads, order,
    // changes.
    template <class... T, class... Filter> static gc_sparse_query_desc query(Filter... filter) {
        static_assert(sizeof...(T) + (Filter::wanted + ... + 0) <= GC_SPARSE_TERMS &&
                      (Filter::refused + ... + 0) <= GC_SPARSE_TERMS, "gch::world: too many terms");
        gc_sparse_query_desc desc = {};
        [[maybe_unused]] gc_sparse_type *wanted = desc.include, *write = desc.write, *refused = desc.exclude;
        ((*wanted++ = type<T>()), ...);
        ((std::is_const_v<T> ? void() : void(*write++ = type<T>())), ...);
        (narrow(Filter::refused ? refused : wanted, filter), ...);
        return desc;
    }
    template <class... T, class Body> static int walk(gc_sparse_view &view, Body &&body) {
        while (gc_sparse_next(&view)) chunk<T...>(view, body, std::index_sequence_for<T...>());
        GC_SPARSE_ASSERT(view.error != GC_SPARSE_E_CHANGED &&
                         "gch::world: the world was changed while walking, by the body");
        return view.error;
    }

private:
    using owner<gc_sparse_world *, world_close>::handle;

    template <class T> static T *data(void *component) {
        static_assert(!std::is_empty_v<T>, "gch::world: a tag has no data; has<T>(), gch::with<T>");
        return static_cast<T *>(component);
    }
    template <class T> int enter() {
        static_assert(std::is_trivially_copyable_v<T>, "gch::world: T is not trivially copyable");
        static_assert(alignof(T) <= 64, "gch::world: T is aligned to more than 64 bytes");
        gc_sparse_component_desc desc = {};
        gc_sparse_type out;
        desc.name = name_of<T>;
        desc.size = std::is_empty_v<T> ? 0 : sizeof(T);
        desc.align = std::is_empty_v<T> ? 0 : alignof(T);
        desc.kind = kind_of<T>;
        return gc_sparse_component(handle, &desc, &out);
    }
    template <template <class...> class Filter, class... T>
    static void narrow(gc_sparse_type *&to, Filter<T...>) {
        ((*to++ = type<T>()), ...);
    }
    template <class Body, class... T>
    static void call(const gc_sparse_view &view, size_t i, Body &body, T &...component) {
        constexpr bool with_id = std::is_invocable_v<Body &, gc_sparse_id, T &...>;
        using F = std::decay_t<Body>;
        static_assert(takes_references<F, T...>(0), "gch::world: the body takes T &, not T");
        if constexpr (with_id) {
            static_assert(takes_references<F, gc_sparse_id, T...>(0), "gch::world: it takes T &, not T");
            body(gc_sparse_view_id(&view, i), component...);
        } else {
            body(component...);
        }
    }
    template <class... T, class Body, size_t... K>
    static void chunk(gc_sparse_view &view, Body &body, std::index_sequence<K...>) {
        // A body that changes the world ends the walk behind its turn: columns may have moved.
        const auto loop = [&](size_t n, auto *...column) {
            if (!view.rows[0]) {
                for (size_t i = 0; !GC_SPARSE_PRIV_ENDED(&view) && i < n; i++) {
                    call(view, i, body, column[i]...);
                }
            } else {
                for (size_t i = 0; !GC_SPARSE_PRIV_ENDED(&view) && i < n; i++) {
                    call(view, i, body, column[view.rows[K][i]]...);
                }
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
struct writer_close { void operator()(gc_writer *writer) const noexcept { gc_writer_close(writer); } };

// A file that was begun: aborted, unless it was ended. Empty, with *error, if it could not
// begin.
struct file : owner<gc_writer_file, file_close> {
    file() noexcept = default;
    file(gc_writer_file begun, file_close by) noexcept : owner(begun, by) {}
    file(gc_writer *writer, const gc_writer_file_desc &desc, int *error = nullptr)
        : owner(gc_writer_file(), file_close{ writer }) {
        const int result = gc_writer_begin_with(writer, &desc, &handle);
        if (error) *error = result;
    }

    // gc_writer_write: how many bytes were taken. gc_writer_end; after E_STATE (a reservation
    // is open) the file is still this owner's.
    [[nodiscard]] size_t write(const void *bytes, size_t size) {
        return gc_writer_write(close.writer, handle, bytes, size);
    }
    int end() {
        const int result = gc_writer_end(close.writer, handle);
        if (result != GC_WRITER_E_STATE) release();
        return result;
    }
};

#ifndef GC_WRITER_NO_CRC32C
struct content_close {
    gc_writer *writer = nullptr;
    gc_writer_content found = {};
    void operator()(void *) const noexcept {
        gc_writer_content given = found;
        gc_writer_free(writer, &given);
    }
};

// What gc_writer_load gave; it goes before its writer. found(): its version, and which it is.
struct content : owner<void *, content_close> {
    using owner::owner;
    const unsigned char *data() const noexcept { return static_cast<const unsigned char *>(handle); }
    size_t size() const noexcept { return handle ? close.found.size : 0; }
    const gc_writer_content &found() const noexcept { return close.found; }
};
#endif

// gc_writer_user_folder into an array.
template <size_t N>
[[nodiscard]] int user_folder(const char *organisation, const char *game, char (&out)[N]) {
    return gc_writer_user_folder(organisation, game, out, N);
}

// Owns a writer; its end publishes all files that were ended.
struct writer : owner<gc_writer *, writer_close> {
    writer() noexcept = default;
    explicit writer(const gc_writer_desc &desc, gc_writer_error *error = nullptr)
        : owner(gc_writer_open(&desc, error)) {}

    // gc_writer_put of a container's bytes; of a literal also its closing zero.
    template <class C> [[nodiscard]] int put(const gc_writer_file_desc &desc, const C &all) const {
        using T = std::remove_reference_t<decltype(*std::data(all))>;
        static_assert(std::is_trivially_copyable_v<T>, "gch::writer::put writes bytes");
        return gc_writer_put(handle, &desc, std::data(all), std::size(all) * sizeof(T), nullptr);
    }

    // gc_writer_begin_set: all of its files or none; end() publishes it.
    file begin_set(uint64_t tag = 0, int *error = nullptr) const {
        gc_writer_file set;
        const int result = gc_writer_begin_set(handle, tag, &set);
        if (error) *error = result;
        return file(set, file_close{ handle });
    }

#ifndef GC_WRITER_NO_CRC32C
    // gc_writer_save of a container's bytes. gc_writer_load: empty, with *error, without one.
    template <class C> [[nodiscard]] int save(const gc_writer_file_desc &desc, const C &all) const {
        using T = std::remove_reference_t<decltype(*std::data(all))>;
        static_assert(std::is_trivially_copyable_v<T>, "gch::writer::save writes bytes");
        return gc_writer_save(handle, &desc, std::data(all), std::size(all) * sizeof(T), nullptr);
    }
    content load(const char *path, int *error = nullptr) const {
        content_close by{ handle, {} };
        const int result = gc_writer_load(handle, path, &by.found);
        if (error) *error = result;
        return content(by.found.data, by);
    }
#endif
};
#endif

#ifdef GC_FETCH_H
// ---- gc_fetch.h

struct body_close {
    gc_fetch *fetch = nullptr;
    size_t size = 0;
    void operator()(void *data) const noexcept { gc_fetch_free(fetch, data); }
};
struct fetch_close { void operator()(gc_fetch *fetch) const noexcept { gc_fetch_close(fetch); } };

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

    // gc_fetch_take.
    body take(gc_fetch_id id) const {
        body_close by{ handle, 0 };
        void *data = gc_fetch_take(handle, id, &by.size);
        return body(data, by);
    }
};
#endif

}   // namespace gch
#endif // GC_HPP

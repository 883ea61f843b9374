#!/bin/sh
# gc.hpp: its tests, as strict C++17; what it refuses to compile, with a message that says why.
. "$(dirname "$0")/support/test.sh"
root=$PWD
cxx="${CXX:-c++} -std=c++17"
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
knows() { echo 'int main() { if constexpr (true) return 0; }' | $cxx -fsyntax-only -x c++ - 2>/dev/null; }
if ! knows; then
    skip "gc.hpp" "no C++ compiler, or none that knows C++17"
    finish
    exit
fi

flags=$(sh tests/support/curl_flags.sh "${CC:-cc}" "${CURL:-auto}" 2>/dev/null)
builds() {
    $cxx $strict -O1 -g1 -I. -Itests tests/test_hpp.cc -o "$work/test_hpp" $flags -pthread \
        2>"$work/message" || { head -n 10 "$work/message"; return 1; }
}
check "the tests of gc.hpp build" builds
passes() { "$work/test_hpp" >"$work/out" || { cat "$work/out"; return 1; }; }
check "and pass" passes

# ---- a body that changes what it walks ends the walk behind its turn, packed and scattered

cat >"$work/change.cc" <<'CODE'
#include "gc.hpp"
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
struct Position { float x, y; };
struct Place { int at; };
int main(int argc, char **) {
    gch::world<Position, Place> world{ gc_sparse_desc() };
    gc_sparse_id ids[100];
    gc_sparse_create_n(world, ids, 100);
    for (int i = 0; i < 100; i++) world.set(ids[i], Position{ 0, 0 });
    for (int i = 0; i < 100; i++) world.set(ids[i * 37 % 100], Place{ 0 });     // in unlike order: scattered
    int turns = 0, error = 0;
    const auto grow = [&](Position &p) {
        p.x = 1;
        if (++turns == 10) for (int i = 0; i < 1000; i++) world.add<Position>(gc_sparse_create(world));
    };
    if (argc == 1) error = world.each<Position>(grow);
    else error = world.each<Position, Place>([&](Position &p, Place &) { grow(p); });
    return error != GC_SPARSE_E_CHANGED || turns != 10;
}
CODE
$cxx -O1 -g1 -DNDEBUG -fsanitize=address,undefined -I"$root" "$work/change.cc" -o "$work/released" \
    2>"$work/message" && $cxx -I"$root" "$work/change.cc" -o "$work/asserting" 2>>"$work/message" ||
    head -n 8 "$work/message"
ends() {
    "$work/released" $1 >"$work/message" 2>&1 || { head -n 8 "$work/message"; return 1; }
    { "$work/asserting" $1; } >"$work/message" 2>&1 && { echo "  no assertion"; return 1; }
    grep -q "gch::world: the world was changed while walking" "$work/message" ||
        { cat "$work/message"; return 1; }
}
check "a body that changes what it walks ends the walk: packed" ends ""
check "the same: scattered" ends scattered

# ---- wrong "what" EXPECTED CODE: the code is an error that says EXPECTED; right: it compiles

code() {
    cat >"$work/code.cc" <<CODE
#include "gc.hpp"
#include <string>
#include <vector>
struct Position { float x, y; };
struct Frozen {};
struct Named { std::string name; int age; };
using World = gch::world<Position, Frozen>;
void f(World &world, gc_sparse_id id, gch::writer &writer);
void f(World &world, gc_sparse_id id, gch::writer &writer) {
    (void)id, (void)world, (void)writer;
    $1
}
CODE
}
compiles() { $cxx $strict -I"$root" -fsyntax-only "$work/code.cc" 2>"$work/message"; }
accepted() { compiles || { head -n 8 "$work/message"; return 1; }; }
right() { code "$2"; check "right: $1" accepted; }
refused() {
    compiles && { echo "  it is accepted"; return 1; }
    grep "error:" "$work/message" | grep -qE -e "$1" || { head -n 8 "$work/message"; return 1; }
}
wrong() { code "$3"; check "wrong: $1" refused "$2"; }
right "a component" 'world.get<Position>(id)->x = 1;'
wrong "one that the world has not" "one of its components" 'world.get<Named>(id);'
wrong "the data of a tag" "a tag has no data" 'world.get<Frozen>(id);'
wrong "a tag in a walk" "a tag has no data" 'world.each<Frozen>([](Frozen &) {});'
wrong "a component that owns memory" "not trivially copyable" 'gch::world<Named> other{ gc_sparse_desc() };'
wrong "a component twice" "once among them" 'gch::world<Position, Position>::type<Position>();'
wrong "more than eight types" "too many terms" 'world.each<Position, Position, Position, Position, Position,
    Position, Position, Position, Position>([](auto &...) {});'
wrong "a write through const" "read-only|const" 'world.each<const Position>([](auto &p) { p.x = 1; });'
right "a body of any kind that takes references" 'world.each<Position>([](Position &) noexcept {});
    world.each<const Position>([](const Position &) {});
    world.each<Position>([](gc_sparse_id, auto &p) { p.x = 1; });
    world.each<Position>([](auto self, auto &&p) { p.x = float(self.slot); });
    world.each<Position>([n = 0](auto &...p) mutable { ((p.x = float(n++)), ...); });
    struct both { void operator()(Position &) {} void operator()(gc_sparse_id, Position &) {} };
    world.each<Position>(both());
    world.each<Position>(static_cast<void (*)(Position &)>([](Position &p) { p.x = 1; }));'
wrong "a component by value" "takes T &, not T" 'world.each<Position>([](Position p) { (void)p; });'
wrong "with the id" "takes T &, not T" 'world.each<Position>([](gc_sparse_id, Position) {});'
wrong "by auto" "takes T &, not T" 'world.each<Position>([](auto) {});'
wrong "by auto, as the id" "takes T &, not T" 'world.each<Position>([](auto, auto) {});'
wrong "by a function" "takes T &, not T" \
    'void (*body)(Position) = [](Position) {}; world.each<Position>(*body);'
wrong "a copy of an owner" "deleted|implicitly" 'gch::writer two = writer; (void)two;'
wrong "keys that have no order" "no matching" 'std::vector<std::string> keys; gch::sort(keys);'
wrong "keys that are const" "no matching" 'const std::vector<int> keys; gch::sort(keys);'
wrong "a result that is not looked at" "nodiscard" \
    'std::vector<Position> all; gch::sort_by(all, &Position::x);'
wrong "records that own memory" "moves bytes" \
    'std::vector<Named> all; if (gch::sort_by(all, &Named::age)) return;'
wrong "a file of what is no bytes" "writes bytes" \
    'std::vector<std::string> lines; if (writer.put(gc_writer_file_desc(), lines)) return;'
right "a generator that is seeded" 'gch::rng r(1); (void)gc_rng_range(&r, 1, 6);'
wrong "one that is not" "no matching" 'gch::rng r;'

# Plainly first, as by a header of the game, then with the implementations.
plainly_first() {
    printf '#include "gc.hpp"\n#define GC_%s_IMPLEMENTATION\n' RNG SORT SPARSE WRITER FETCH >"$work/code.cc"
    cat >>"$work/code.cc" <<'CODE'
#include "gc.hpp"
int main() {
    uint32_t keys[] = { 2, 1 };
    gch::sort(keys);
    gch::world<int> world{ gc_sparse_desc() };
    gch::writer writer;
    gch::fetch fetch{ gc_fetch_desc() };
    return gch::rng(1)() == 0 || keys[0] != 1 || !world || writer || !fetch;
}
CODE
    $cxx $strict -DGC_RNG_NO_SIMD -DGC_SORT_NO_SIMD -DGC_SORT_NO_DEBUG_OPT -I"$root" "$work/code.cc" \
        -o "$work/code" $flags -pthread 2>"$work/message" && "$work/code"
}
check "plainly first, later with the implementations" plainly_first

# Boehm's collector has a class `gc`, the base of what is collected.
beside() {
    printf 'class gc {};\n#include "gc.hpp"\nint use(gch::rng &r) { return int(r()); }\n' >"$work/code.cc"
    $cxx -I"$root" -fsyntax-only "$work/code.cc"
}
check "beside a class named gc" beside
finish

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

# ---- wrong "what" EXPECTED CODE: the code is an error that says EXPECTED; right: it compiles

code() {
    cat >"$work/code.cc" <<CODE
#include "gc.hpp"
#include <string>
#include <vector>
struct Position { float x, y; };
struct Frozen {};
struct Named { std::string name; int age; };
using World = gc::world<Position, Frozen>;
void f(World &world, gc_sparse_id id, gc::writer &writer);
void f(World &world, gc_sparse_id id, gc::writer &writer) {
    (void)id, (void)world, (void)writer;
    $1
}
CODE
}
compiles() { $cxx $strict -I"$root" -fsyntax-only "$work/code.cc" 2>"$work/message"; }
right() { code "$2"; check "right: $1" compiles; }
refused() {
    compiles && { echo "  it is accepted"; return 1; }
    grep "error:" "$work/message" | grep -qE -e "$1" || { head -n 8 "$work/message"; return 1; }
}
wrong() { code "$3"; check "wrong: $1" refused "$2"; }
right "a component" 'world.get<Position>(id)->x = 1;'
wrong "one that the world has not" "one of its components" 'world.get<Named>(id);'
wrong "the data of a tag" "a tag has no data" 'world.get<Frozen>(id);'
wrong "a tag in a walk" "a tag has no data" 'world.each<Frozen>([](Frozen &) {});'
wrong "a component that owns memory" "bytes that can move" 'gc::world<Named> other{ gc_sparse_desc() };'
wrong "a component twice" "once among them" 'gc::world<Position, Position>::type<Position>();'
wrong "more than eight types" "too many terms" 'world.each<Position, Position, Position, Position, Position,
    Position, Position, Position, Position>([](auto &...) {});'
wrong "a write through const" "read-only|const" 'world.each<const Position>([](auto &p) { p.x = 1; });'
wrong "a copy of an owner" "deleted|implicitly" 'gc::writer two = writer; (void)two;'
wrong "keys that have no order" "no matching" 'std::vector<std::string> keys; gc::sort(keys);'
wrong "keys that are const" "no matching" 'const std::vector<int> keys; gc::sort(keys);'
wrong "a result that is not looked at" "nodiscard" \
    'std::vector<Position> all; gc::sort_by(all, &Position::x);'
wrong "records that own memory" "moves bytes" \
    'std::vector<Named> all; if (gc::sort_by(all, &Named::age)) return;'
wrong "a file of what is no bytes" "writes bytes" \
    'std::vector<std::string> lines; if (writer.put(gc_writer_file_desc(), lines)) return;'
right "a generator that is seeded" 'gc::rng r(1); (void)gc_rng_range(&r, 1, 6);'
wrong "one that is not" "no matching" 'gc::rng r;'
finish

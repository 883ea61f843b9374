#!/bin/sh
# messages.sh - what a compiler says of a wrong word in the typed layer of gc_sparse.h: the word
# stands in it, and gcc needs at most 10 lines, in C. clang, which tells of every macro on the
# way, is held to what it needs today.
#   messages.sh [--all]     --all: prints the number of lines of each, also where it is kept
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh
cat >"$work/types.h" <<'END'
#define GC_SPARSE_RELATIONS
#include "gc_sparse.h"
typedef struct Place { float x, y; } Place;
typedef struct Velocity { float x, y; } Velocity;
#define GAME(X) X(DENSE, Place) X(DENSE, Velocity) X(TAG, Frozen)
GC_SPARSE_COMPONENTS(GAME)
void f(gc_sparse_world *world, gc_sparse_id id);
END

# says WORD CLANG CODE: what gcc says of the code has the word and at most 10 lines, of clang at
# most CLANG.
at_most() { # COMPILER LINES WORD
    $1 -I. -fsyntax-only "$work/wrong.c" >"$work/message" 2>&1 && { echo "  it is accepted"; return 1; }
    lines=$(wc -l <"$work/message")
    [ -z "$all" ] || echo "$1: $lines lines: $(tail -n 1 "$work/wrong.c")"
    [ "$lines" -le "$2" ] && grep -q "$3" "$work/message" && return
    echo "  $lines lines, $2 are allowed; the first of them:"
    head -n 12 "$work/message"
    return 1
}
says() {
    { cat "$work/types.h"; printf '%s\n' "$3"; } >"$work/wrong.c"
    for compiler in gcc clang; do
        command -v $compiler >/dev/null 2>&1 || { skip "$compiler" "not installed"; continue; }
        allowed=10
        [ $compiler = gcc ] || allowed=$2
        check "$compiler: $3" at_most $compiler "$allowed" "$1"
    done
}
all=${1:-}
body='{ v->x += 1; p->x += v->x; }'
says Velocty 100 "GC_SPARSE_SYSTEM(move, (float dt), (dt), Place, p, Velocty, v) $body"
says Velocty 100 "GC_SPARSE_SYSTEM(move, (float dt), (dt), Place, p, READ(Velocty), v) { p->x += v->x; }"
says Velocty 100 "GC_SPARSE_SYSTEM(move, (float dt), (dt), Place, p, MAYBE(Velocty), v) { p->x = v->x; }"
says Frozn 100 "GC_SPARSE_SYSTEM(move, (float dt), (dt), Place, p, WITHOUT, Frozn) { p->x += p->y; }"
says Frozn 100 "GC_SPARSE_SYSTEM(move, (float dt), (dt), Place, p, ANY_OF, Frozn) { p->x += p->y; }"
says Velocty 100 "GC_SPARSE_SYSTEM(move, (float dt), (dt), Place, p, PARENT(Velocty), v) { p->x += v->x; }"
says RAED 360 "GC_SPARSE_SYSTEM(move, (float dt), (dt), RAED(Place), p, Velocity, v) $body"
says terms_come_in_pairs 30 "GC_SPARSE_SYSTEM(move, (float dt), (dt), Place p, Velocity, v) $body"
says stand_in_parentheses 30 "GC_SPARSE_SYSTEM(move, (float dt), Place, p, Velocity, v) $body"
says stand_in_parentheses 30 "GC_SPARSE_SYSTEM(move, Place, p, Velocity, v) $body"

in_f() { # as says, of a function's body
    says "$1" "$2" "void f(gc_sparse_world *world, gc_sparse_id id) { (void)id; $3 }"
}
in_f Velocty 120 "GC_SPARSE_EACH(world, Place, p, Velocty, v) $body"
in_f any_of_is_for_systems 120 "GC_SPARSE_EACH(world, Place, p, ANY_OF, Frozen) { p->x += p->y; }"
in_f parent_is_for_systems 150 "GC_SPARSE_EACH(world, Place, p, PARENT(Place), v) $body"
in_f Velocty 120 "GC_SPARSE_EACH(world, Place, p, READ(Velocty), v) { p->x += v->x; }"
in_f Frozn 120 "GC_SPARSE_EACH(world, Place, p, WITHOUT, Frozn) { p->x += p->y; }"
in_f RAED 150 "GC_SPARSE_EACH(world, RAED(Place), p, Velocity, v) $body"
in_f terms_come_in_pairs 40 "GC_SPARSE_EACH(world, Place p, Velocity, v) $body"
in_f terms_come_in_pairs 40 "GC_SPARSE_EACH(world, Place, p, Velocity) p->x = 0;"
in_f Plaec 40 "GC_SPARSE_SET(world, id, Plaec, 1, 2);"
in_f Frozn 40 "GC_SPARSE_PUT(world, id, Frozn);"
finish

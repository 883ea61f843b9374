#!/bin/sh
# What the typed layer of gc_sparse.h refuses: each wrong use is an error whose message names
# the thing, by gcc and clang, in C99 to C++20; beside it the right use, without a warning.
. "$(dirname "$0")/support/test.sh"
root=$PWD
cd "$work" || exit 1

cat >types.h <<'END'
#include "gc_sparse.h"
typedef struct Position { float x, y; } Position;
typedef struct Velocity { float x, y; } Velocity;
typedef struct Health { int points; } Health;
#define GAME(X) X(DENSE, Position) X(DENSE, Velocity) X(DIRECT, Health) X(TAG, Frozen) X(RESOURCE, Clock)
typedef struct Clock { float dt; } Clock;
GC_SPARSE_COMPONENTS(GAME)
GC_SPARSE_SYSTEM(move, (float dt), (dt), Position, p, Velocity, v) { p->x += v->x * dt; }
END

# ---- the languages that are there

strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
: >languages
for compiler in gcc clang g++ clang++; do
    command -v $compiler >/dev/null 2>&1 || { skip "$compiler" "not installed (make setup-dev)"; continue; }
    # The oldest of each language and the newest, one by gcc, one by clang.
    case $compiler in
    gcc) echo "gcc -std=c99" ;;
    clang) echo "clang -std=c17" ;;
    g++) echo "g++ -x c++ -std=c++20" ;;
    clang++) echo "clang++ -x c++ -std=c++11" ;;
    esac >>languages
done

# in_all_languages TEST EXPECTED: TEST COMPILER EXPECTED for each, side by side; says which
# failed.
in_all_languages() {
    rm -f message.*
    number=0
    while read -r language; do
        number=$((number + 1))
        { "$1" "$language" message.$number "$2" >message.$number.no 2>&1 && rm message.$number.no ||
            echo "  $language" >>message.$number.no; } &
    done <languages
    wait
    cat message.*.no 2>/dev/null && return 1
    return 0
}

# ---- wrong WHERE "what" EXPECTED CODE: the code is an error that says EXPECTED; WHERE: file, or body

accepted() { $1 $strict -I"$root" -fsyntax-only code.c 2>"$2" || { head -n 5 "$2"; return 1; }; }
refused() {
    if $1 -Wall -Werror -I"$root" -fsyntax-only code.c 2>"$2"; then
        echo "  it is accepted"
        return 1
    fi
    grep "error:" "$2" | grep -qE -e "$3" || { head -n 8 "$2"; return 1; }
}
# The first error is the one that says it, and gcc has no other (clang goes on with what follows
# the name).
refused_at_once() {
    refused "$@" && grep "error:" "$2" | head -n 1 | grep -qE -e "$3" || { grep "error:" "$2"; return 1; }
    case $1 in g*) [ "$(grep -c "error:" "$2")" = 1 ] || { grep "error:" "$2"; return 1; } ;; esac
}
code() { # WHERE CODE
    echo '#include "types.h"'
    case $1 in
    body) printf 'void f(gc_sparse_world *world, gc_sparse_id id);\n'
        printf 'void f(gc_sparse_world *world, gc_sparse_id id) {\n    (void)id;\n    %s\n}\n' "$2" ;;
    file) printf '%s\n' "$2" ;;
    esac
}
right() { code "$1" "$3" >code.c; check "right: $2" in_all_languages accepted; }
wrong() { code "$1" "$4" >code.c; check "wrong: $2" in_all_languages refused "$3"; }
wrong_once() { code "$1" "$4" >code.c; check "wrong, at once: $2" in_all_languages refused_at_once "$3"; }

# ---- components by type

right body "a pointer to the type" 'Position *p = gc_sparse_get_Position(world, id); (void)p;'
wrong body "a pointer to another type" "Position.*Velocity|Velocity.*Position" \
    'Velocity *v = gc_sparse_get_Position(world, id); (void)v;'
wrong body "get of a misspelt type" "gc_sparse_get_Positon" 'if (gc_sparse_get_Positon(world, id)) return;'
wrong body "a slot for an id" "gc_sparse_id|no matching function|incompatible" \
    'gc_sparse_remove_Position(world, 7u);'

right body "values" 'GC_SPARSE_SET(world, id, Position, 3, 4); GC_SPARSE_SET(world, id, Health, 9);'
right body "fewer values than fields, also in a loop" \
    'GC_SPARSE_SET(world, id, Position, 3); if (GC_SPARSE_SET(world, id, Velocity, 4)) return;
    for (int i = 0; i < 2; i++) GC_SPARSE_SET(world, id, Health, GC_SPARSE_SET(world, id, Position, 1));
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    if (!GC_SPARSE_RECORD(commands, id, Position, 3)) return;
    GC_SPARSE_RECORD(commands, id, Velocity, 3);'
right file "a tree's node, by its parent alone" \
    'typedef gc_sparse_node Parent;
#define MODS(X) X(DENSE, Parent)
GC_SPARSE_COMPONENTS_AFTER(MODS, GAME)
int hang(gc_sparse_world *world, gc_sparse_id id, gc_sparse_id parent);
int hang(gc_sparse_world *world, gc_sparse_id id, gc_sparse_id parent) {
    return GC_SPARSE_SET(world, id, Parent, parent);
}'
wrong body "values of a misspelt type" "Positon" 'GC_SPARSE_SET(world, id, Positon, 3, 4);'
wrong body "too many values" "excess|too many" 'GC_SPARSE_SET(world, id, Position, 3, 4, 5);'
wrong body "a value of another type" "char|float" 'GC_SPARSE_SET(world, id, Position, "three", 4);'
wrong body "values of a tag" "gc_sparse_[a-z_]*_Frozen" \
    'GC_SPARSE_SET(world, id, Frozen, 1);'
wrong body "a world and an id the wrong way round" "gc_sparse_id|gc_sparse_priv_set_Position" \
    'GC_SPARSE_SET(id, world, Position, 3, 4);'

right body "a tag" 'GC_SPARSE_PUT(world, id, Frozen); if (gc_sparse_has_Frozen(world, id)) return;'
wrong body "a misspelt tag" "gc_sparse_[a-z_]*_Frosen" 'GC_SPARSE_PUT(world, id, Frosen);'
wrong body "the data of a tag" "gc_sparse_tag_Frozen" 'gc_sparse_get_Frozen(world, id)->x = 1;'

right body "a group" 'GC_SPARSE_GROUP(world, Position, Velocity);'
wrong body "a group with a misspelt type" "gc_sparse_index_Velocty" \
    'GC_SPARSE_GROUP(world, Position, Velocty);'

# ---- loops and systems

right body "a loop" 'GC_SPARSE_EACH(world, Position, p, WITHOUT, Frozen, MAYBE(Health), h) if (h) p->x = 1;'
wrong body "a field of another type" "points" 'GC_SPARSE_EACH(world, Position, p) p->points = 1;'
wrong body "a loop over a misspelt type" "gc_sparse_[a-z_]*_Positon" \
    'GC_SPARSE_EACH(world, Positon, p) p->x = 1;'
wrong body "a loop with a misspelt type" "gc_sparse_[a-z_]*_Frosen" \
    'GC_SPARSE_EACH(world, Position, p, WITH, Frosen) p->x = 1;'
wrong body "a loop without a misspelt type" "gc_sparse_[a-z_]*_Frosen" \
    'GC_SPARSE_EACH(world, Position, p, WITHOUT, Frosen) p->x = 1;'
wrong body "a loop with, perhaps, a misspelt type" "gc_sparse_[a-z_]*_Helth" \
    'GC_SPARSE_EACH(world, Position, p, MAYBE(Helth), h) if (h) p->x = 1;'
wrong body "the data of a tag in a loop" "gc_sparse_tag_Frozen" 'GC_SPARSE_EACH(world, Frozen, f) f->x = 1;'
wrong body "a type without a pointer" "gc_sparse_terms_come_in_pairs" 'GC_SPARSE_EACH(world, Position) {}'

right body "eight terms" \
    'GC_SPARSE_EACH(world, Position, p, WITH, Velocity, WITH, Health, WITH, Frozen,
        ALSO_READS, Clock, ALSO_WRITES, Health, ALSO_READS, Velocity, ALSO_READS, Frozen) p->x = 1;'
wrong_once body "nine terms" "gc_sparse_more_than_8_terms" \
    'GC_SPARSE_EACH(world, Position, p, WITH, Velocity, WITH, Health, WITH, Frozen, ALSO_READS, Clock,
        ALSO_WRITES, Health, ALSO_READS, Velocity, ALSO_READS, Frozen, ALSO_WRITES, Clock) p->x = 1;'
wrong_once file "nine terms of a system" "gc_sparse_more_than_8_terms" \
    'GC_SPARSE_SYSTEM(nine, (), (), Position, p, WITH, Velocity, WITH, Health, WITH, Frozen,
        ALSO_READS, Clock, ALSO_WRITES, Health, ALSO_READS, Velocity, ALSO_READS, Frozen,
        ALSO_WRITES, Clock) { p->x = 1; }'
wrong body "a loop over what is not there, alone" "gc_sparse_no_type_to_walk" \
    'GC_SPARSE_EACH(world, WITHOUT, Frozen) return;'
wrong body "a loop over what may be there, alone" "gc_sparse_no_type_to_walk" \
    'GC_SPARSE_EACH(world, MAYBE(Health), h) if (h) return;'
wrong file "a system over what is not there, alone" "gc_sparse_no_type_to_walk" \
    'GC_SPARSE_SYSTEM(none, (), (), WITHOUT, Frozen) {}'

right body "a system" 'move(world, 1.0f);'
wrong body "a system with an argument too few" "too few arguments|no matching function" 'move(world);'
right file "systems without parameters" \
    'GC_SPARSE_SYSTEM(stop, (), (), Velocity, v) { v->x = 0; }
GC_SPARSE_SYSTEM(halt, (void), (), Velocity, v, WITH, Frozen) { v->x = 0; }'
wrong file "a field of another type in a system" "points" \
    'GC_SPARSE_SYSTEM(stop, (), (), Velocity, v) { v->points = 0; }'
wrong file "a system over a misspelt type" "gc_sparse_component_Velocty" \
    'GC_SPARSE_SYSTEM(stop, (), (), Velocty, v) { v->x = 0; }'
wrong file "the data of a tag in a system" "gc_sparse_tag_Frozen" \
    'GC_SPARSE_SYSTEM(stop, (), (), Frozen, f) { f->x = 0; }'

right file "a system that only reads" \
    'GC_SPARSE_SYSTEM(look, (float *x), (x), READ(Position), p, MAYBE_READ(Health), h, ALSO_READS, Clock) {
    *x += p->x + (h ? (float)h->points : 0);
}'
wrong file "a write through READ" "read-only|const" \
    'GC_SPARSE_SYSTEM(look, (), (), READ(Position), p) { p->x = 1; }'
wrong file "a write through MAYBE_READ" "read-only|const" \
    'GC_SPARSE_SYSTEM(look, (), (), Position, p, MAYBE_READ(Health), h) { if (h) h->points = (int)p->x; }'
wrong body "a write through READ in a loop" "read-only|const" \
    'GC_SPARSE_EACH(world, READ(Position), p) p->x = 1;'
wrong file "a system that reads a misspelt type besides" "gc_sparse_component_Clok" \
    'GC_SPARSE_SYSTEM(look, (), (), Position, p, ALSO_READS, Clok) { p->x = 1; }'

# ---- resources and schedules

right body "a resource" 'gc_sparse_resource_Clock(world)->dt = 1;'
wrong body "a resource of an entity" "gc_sparse_[a-z_]*_Clock" \
    'GC_SPARSE_SET(world, id, Clock, 1);'
wrong body "a component as a resource" "gc_sparse_resource_Position" 'gc_sparse_resource_Position(world);'
right file "a function that tells what is read and written" \
    'GC_SPARSE_ACCESS(draw, (Position, Clock), ()) GC_SPARSE_ACCESS(none, (), ())'
wrong file "the same of a misspelt type" "gc_sparse_index_Positon" 'GC_SPARSE_ACCESS(draw, (Positon), ())'

# ---- lists

right file "a second list" \
    '#define MODS(X) X(TAG, Modded)
GC_SPARSE_COMPONENTS_AFTER(MODS, GAME)'
wrong file "a second list behind one that is not there" "gc_sparse_last_GAMES" \
    '#define MODS(X) X(TAG, Modded)
GC_SPARSE_COMPONENTS_AFTER(MODS, GAMES)'
wrong file "a type that is not there" "Posture" '#define MODS(X) X(DENSE, Posture)
GC_SPARSE_COMPONENTS_AFTER(MODS, GAME)'
wrong file "a kind that is not there" "DENS\b" '#define MODS(X) X(DENS, Modded)
GC_SPARSE_COMPONENTS_AFTER(MODS, GAME)'
wrong file "a type in two lists" "gc_sparse_index_Position" '#define MODS(X) X(DENSE, Position)
GC_SPARSE_COMPONENTS_AFTER(MODS, GAME)'

# ---- bodies that change what they walk

cat >body.c <<'END'
#define GC_SPARSE_IMPLEMENTATION
#include "types.h"
#include <stdio.h>
GC_SPARSE_SYSTEM(grow, (gc_sparse_world *w, int *n), (w, n), Position, p, WITHOUT, Frozen) {
    p->y = 1;
    if (++*n == 10) GC_SPARSE_SET(w, gc_sparse_create(w), Position, 7, 7);
}
int main(int argc, char **argv) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    int n = 0, way = argc > 1 ? argv[1][0] - '0' : 0;
    if (!world || GAME_register(world)) return 1;
    for (int i = 0; i < 512; i++) GC_SPARSE_SET(world, gc_sparse_create(world), Position, (float)i, 0);
    if (way == 0) {
        if (grow(world, world, &n) != GC_SPARSE_E_CHANGED) return 2;
    } else GC_SPARSE_EACH(world, Position, p) {
        p->y = 1;
        if (++n == 10) GC_SPARSE_SET(world, gc_sparse_create(world), Position, 7, 7);
        if (n == 200) break;
    }
    gc_sparse_statistics all;
    gc_sparse_get_statistics(world, &all);
    printf("%d turns, %u ended\n", n, (unsigned)all.ended);
    gc_sparse_close(world);
    return 0;
}
END
cc -g1 -fsanitize=address,undefined -DNDEBUG -I"$root" body.c -o released
cc -I"$root" body.c -o asserting
# WAY, what the assertion says: with asserts it names who did it; without, ASan is silent, the
# walk has ended and is counted.
ends() {
    ./released "$1" >out 2>&1 && [ "$(cat out)" = "10 turns, 1 ended" ] || { head -n 5 out; return 1; }
    { ./asserting "$1"; } >out 2>&1 && { echo "  no assertion"; return 1; }
    grep -qF "$2" out || { head -n 5 out; return 1; }
}
check "a system that changes what it walks ends, and is named" ends 0 \
    'by the body of " "the system grow (Position, p, WITHOUT, Frozen)"'
check "a loop that changes what it walks ends, and is named" ends 1 \
    'by the body of " "GC_SPARSE_EACH(world, Position, p)"'

# ---- in C++ alone

grep '++' languages >only
mv only languages
if [ -s languages ]; then
    printf '%s\n' '#include "gc_sparse.h"' '#include <string>' 'struct Name { std::string s; };' \
        '#define NAMES(X) X(DENSE, Name)' 'GC_SPARSE_COMPONENTS(NAMES)' >code.c
    check "wrong: a component with a string" in_all_languages refused "Name is not trivially copyable"
fi
finish

/*
gc_sparse.h - v0.4.0 - sparse-set storage of an entity component system - MIT or public domain

DO THIS
    #define GC_SPARSE_IMPLEMENTATION
    #include "gc_sparse.h"
in exactly one C or C++ file; include the header plainly everywhere else.

EXAMPLE
    cc example.c -o example

        #define GC_SPARSE_IMPLEMENTATION
        #include "gc_sparse.h"
        #include <stdio.h>
        typedef struct Position { float x, y; } Position;
        typedef struct Velocity { float x, y; } Velocity;
        #define GAME(X) X(DENSE, Position) X(DENSE, Velocity) X(TAG, Frozen)
        GC_SPARSE_COMPONENTS(GAME)
        GC_SPARSE_SYSTEM(move, (float dt), (dt), Position, p, Velocity, v) { p->x += v->x * dt; }
        int main(void) {
            gc_sparse_world *world = gc_sparse_open(NULL, NULL);
            if (!world || GAME_register(world) != GC_SPARSE_OK) return 1;
            for (int i = 1; i <= 3; i++) {
                gc_sparse_id id = gc_sparse_create(world);
                GC_SPARSE_SET(world, id, Position, 0, (float)i);
                GC_SPARSE_SET(world, id, Velocity, 10, 0);
                if (i == 2) GC_SPARSE_PUT(world, id, Frozen);
            }
            move(world, 0.5f);
            GC_SPARSE_EACH(world, Position, p, WITHOUT, Frozen) printf("%g, %g\n", p->x, p->y);
            gc_sparse_close(world);
            return 0;
        }

    It prints "5, 1" and "5, 3". Read on under `typed`, below.

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_SPARSE_API               extern; prefix of every public function
    GC_SPARSE_INLINE            static inline; prefix of the lookups in the public section
    GC_SPARSE_ASSERT(c)         assert(c), an expression; checks of the contract, debug builds only
    GC_SPARSE_MALLOC(n)         malloc(n)       these three all or none;
    GC_SPARSE_REALLOC(p, n)     realloc(p, n)   an allocator in gc_sparse_desc wins over them
    GC_SPARSE_FREE(p)           free(p)
    GC_SPARSE_GENERATION_BITS   31; 1 to 31; a slot is used 2^bits - 1 times. Only the
                                implementation reads it; a file with another does not link.

FEATURE MACROS
    GC_SPARSE_STATIC            every function static, implies IMPLEMENTATION; compilers leave
                                out what you do not call (a small program: 33 KB of 123; cut, 18)
    GC_SPARSE_NO_COMMANDS, GC_SPARSE_NO_GROUPS (cached queries, too), GC_SPARSE_NO_DIRECT,
    GC_SPARSE_NO_SORT, _NO_SAVE, _NO_CHANGES, _NO_TREES     no symbol of what they name is left
    GC_SPARSE_FIELDS, _RELATIONS    descriptions, and what is made of them; prefabs, relations

OVERVIEW
    A world holds entities and components. An entity is an id { slot, generation }; it has at
    most one component of each registered type. Each type has a pool, a sparse set: its
    components stand in a column without gaps, so that a plain loop walks them at the speed of
    an array; removing one moves the last into the hole. A lookup is three loads. The id of a
    destroyed entity is always refused; a slot whose generations are used up is retired.
    Open, register components, create entities, add components; each frame run systems and
    record changes, then replay them; close. Each group of functions begins with its rules.

DUTIES
    A new component is all zero bytes, and trivially copyable in C++ (no std::string, no vector).
    Size 0 is a tag: its address is not NULL; do not use it. A function marked [change] ends all
    walks of the world, and pointers to dense components whose rows or columns move;
    gc_sparse_create, _create_n and _create_at end neither. Do not copy a view after gc_sparse_next.
    Hooks and callbacks of sorts must not change the world; nor may hooks record during a
    replay. Closing calls no hooks: clear first, where components own something.

MEMORY
    All memory comes from desc.allocator, else from the macros. resize(user, ptr, old_size,
    new_size) allocates (ptr NULL, old_size 0), frees (new_size 0, returns NULL) and resizes. It
    returns memory aligned like malloc's, or NULL for failure: then the old block stays. Open, the
    record functions (from each thread that records) and those marked [change] may allocate, but
    not remove, destroy and clear.
    A failed allocation leaves the world as it was: replay and the _n forms do all or nothing,
    and recorded commands stay. Arrays double; gc_sparse_shrink frees what is not in use.
    Columns of dense types stay where they are, to 2^24 components and 16 GiB, with the default
    allocator on 64-bit Linux, macOS, FreeBSD and Windows; else they move when they grow.

ERRORS (no logging)
    Functions return GC_SPARSE_OK or a negative GC_SPARSE_E_... value, NULL or the zero id.
    Misuse (NULL, a bad desc, an unknown type, a wrong size, a change while walking or inside a
    hook) trips GC_SPARSE_ASSERT in debug builds and is the error value otherwise; GC_SPARSE_AT
    then reads what is not there. Stale and foreign ids, full worlds, no memory never assert.

THREADS (of one world; worlds are independent. A view belongs to one thread at a time.)
    [any thread]    any thread, at any time
    [read]          many at once, also beside writes to other components; not beside [change]
    [record]        as [read]; a commands object is used by one thread at a time
    [change]        one at a time, beside nothing else

PLATFORMS AND DETERMINISM
    C99 and C++11, 32 and 64 bits, either byte order; standard headers, <sys/mman.h>, and of
    Windows <windows.h>, <intrin.h> (lists and systems want /Zc:preprocessor of MSVC). The same
    calls give the same ids, order of rows, chunks and hash everywhere (ids in debug builds: in
    the world opened first, or with desc.first_generation), however many threads have recorded.

LIMITS
    2^32 - 1 slots, each used 2^31 - 1 times; GC_SPARSE_TERMS types in each list of a query.
    Alignment of components at most 64, size at most 1 GiB.
    Ids do not know their world: one of another world is refused unless the same id lives here
    (debug builds keep 32 worlds apart, which desc.first_generation turns off).

RECENT CHANGES
    0.4.0   new bits of hashes; saves of 0.3 load; gc_sparse_set is gc_sparse_map: CHANGELOG.md

SPDX-License-Identifier: MIT OR Unlicense
*/

// >>common head
// Strict ISO modes hide POSIX, and the first system header decides: each of the five has this.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#if defined(GC_SPARSE_IMPLEMENTATION) || defined(GC_SPARSE_STATIC)
#define _GNU_SOURCE
#endif
#endif

// After a plain include the declarations are extern and stay it.
#if defined(GC_SPARSE_STATIC) && defined(GC_SPARSE_PRIV_PLAIN)
#error "gc_sparse.h: GC_SPARSE_STATIC must be defined before the first include"
#endif
// <<common head

#if defined(GC_SPARSE_VERSION) && GC_SPARSE_VERSION != 400
#error "gc_sparse.h: another version of gc_sparse.h was already included in this translation unit"
#endif

#ifndef GC_SPARSE_H
#define GC_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef GC_SPARSE_ASSERT
#include <assert.h>     // the inlined lookups check the caller's contract
#define GC_SPARSE_ASSERT(c) assert(c)
#endif

#define GC_SPARSE_VERSION 400   // major * 10000 + minor * 100 + patch

// >>common config
#if defined(__GNUC__) || defined(__clang__)
#define GC_SPARSE_PRIV_UNUSED __attribute__((unused))
#else
#define GC_SPARSE_PRIV_UNUSED
#endif

#ifdef GC_SPARSE_STATIC
#ifndef GC_SPARSE_IMPLEMENTATION
#define GC_SPARSE_IMPLEMENTATION
#endif
#ifndef GC_SPARSE_API
#define GC_SPARSE_API GC_SPARSE_PRIV_UNUSED static
#endif
#else
#define GC_SPARSE_PRIV_PLAIN
#endif
#ifndef GC_SPARSE_API
#define GC_SPARSE_API extern
#endif
#ifndef GC_SPARSE_INLINE
#define GC_SPARSE_INLINE GC_SPARSE_PRIV_UNUSED static inline
#endif
// <<common config

// Types in each list of a query.
#define GC_SPARSE_TERMS 8
// Most matches in a scattered chunk; half of it with more than 7 columns.
#define GC_SPARSE_CHUNK 128
// A row that does not exist.
#define GC_SPARSE_NONE UINT32_MAX

#ifdef __cplusplus
extern "C" {
#endif

// ---- results and kinds

// Results of functions: GC_SPARSE_OK or an error; gc_sparse_result_string has a text for each.
enum {
    GC_SPARSE_OK = 0,
    GC_SPARSE_E_ARGUMENT = -1,      // NULL, or a value of a desc out of range
    GC_SPARSE_E_MEMORY = -2,        // the allocator failed; nothing has changed
    GC_SPARSE_E_FULL = -3,          // max_types or max_slots reached
    GC_SPARSE_E_STALE = -4,         // no live entity has this id
    GC_SPARSE_E_UNSUPPORTED = -6,   // not with this kind of storage
    GC_SPARSE_E_NOT_FOUND = -12,    // the entity has no such component
    GC_SPARSE_E_BUSY = -15,         // the world is inside a hook or a sort: no changes
    GC_SPARSE_E_TYPE = -20,         // no such component type in this world
    GC_SPARSE_E_GROUPED = -22,      // the type is in a group already
    GC_SPARSE_E_CHANGED = -23,      // the world has changed since the query: the walk has ended
    GC_SPARSE_E_DATA = -24,         // not the bytes of a save, or not all of them, unchanged
    GC_SPARSE_E_CYCLE = -25,        // the parent is the child itself, or below it
    GC_SPARSE_E_SIZE = -26,         // components of this name have another size in the save
    GC_SPARSE_E_FIELDS = -27        // they have other fields there
};
#define GC_SPARSE_E_ABSENT GC_SPARSE_E_NOT_FOUND    // its name in 0.3

// Kinds of storage. A sparse set is fastest for walks over rare components and over groups, and
// its rows can be sorted. Of direct kind, create and destroy are cheapest, pointers are valid
// until the component is removed, and queries AND whole words, so types that most entities have
// need no group; it has no order of its own: no groups, no sorting. A page is allocated whole
// at the first component in it; replaying an add to a new entity allocates pages for all slots.
enum {
    GC_SPARSE_DENSE = 0,    // sparse set: contiguous 64-byte-aligned column, the last row fills a hole
    GC_SPARSE_DIRECT = 1    // pages of 1024 by slot and a bit for each slot: components never move
};

// ---- ids and types of components

// An entity. The zero id is null: never alive.
typedef struct gc_sparse_id { uint32_t slot, generation; } gc_sparse_id;
// The bit that generations of temporary ids have.
#define GC_SPARSE_PRIV_TEMPORARY (1u << 31)

// A type of components. The zero type is null: never registered.
typedef struct gc_sparse_type { uint32_t index; } gc_sparse_type;

// Files that differ in GC_SPARSE_GENERATION_BITS must not be linked: to the linker
// gc_sparse_open has one more name for them (the implementation has the plain one as well: a
// file that says nothing takes any). Of a file that calls only inlined lookups, the linker sees
// nothing.
#define GC_SPARSE_PRIV_JOINED(a, b) a##b
#define GC_SPARSE_PRIV_JOIN(a, b) GC_SPARSE_PRIV_JOINED(a, b)
#define GC_SPARSE_PRIV_OPEN GC_SPARSE_PRIV_JOIN(gc_sparse_open_generation_bits_, GC_SPARSE_GENERATION_BITS)
#if defined(GC_SPARSE_GENERATION_BITS) && !defined(GC_SPARSE_IMPLEMENTATION)
#undef gc_sparse_open
#define gc_sparse_open GC_SPARSE_PRIV_OPEN
#define GC_SPARSE_PRIV_OPEN_RENAMED
#endif

// ---- worlds, descs, views, sets

// A world: entities, component types and their pools, commands.
typedef struct gc_sparse_world gc_sparse_world;
// The components of one type, for lookups; see gc_sparse_pool_of.
typedef struct gc_sparse_pool gc_sparse_pool;
// The recorded commands of one (system, part); see the group "commands".
typedef struct gc_sparse_commands gc_sparse_commands;
// Snapshots of a world; see gc_sparse_rollback_open.
typedef struct gc_sparse_rollback gc_sparse_rollback;

// >>common allocation
// Memory from the caller. One function for all: ptr NULL allocates, new_size 0 frees and
// returns NULL; NULL otherwise means out of memory, and the block is unchanged. Blocks are
// aligned as malloc's.
typedef struct gc_sparse_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} gc_sparse_allocator;
// <<common allocation

// How to open a world. Zero means the default in every field.
typedef struct gc_sparse_desc {
    gc_sparse_allocator allocator;
    uint32_t max_types;         // 64; at most 65535: component types of this world
    uint32_t max_slots;         // 2^32 - 1, the most: alive at once and retired
    // Generation of the first id of every slot: 1, in debug builds another one for each world
    // that is open at once but the first; at most 2^GC_SPARSE_GENERATION_BITS - 1.
    uint32_t first_generation;
    // false: 8 bytes for each entity tell its types, so destroy need not ask all pools.
    bool no_masks;
} gc_sparse_desc;

// What is told of a component, which is there: it is new, or about to go, or has a new value.
typedef void (*gc_sparse_hook)(void *user, gc_sparse_world *world, gc_sparse_id id, void *component);

// Who is told of the components of a type; a NULL hook is not called. on_add: when it is there
// (all zero after gc_sparse_add; else with its value). on_remove: while it is still there, from
// remove, destroy, clear and replay. on_update: gc_sparse_set_value, gc_sparse_add_n (values)
// or a replay has set one that was there. Destroy takes the types by rising index, clear calls
// all hooks before anything goes. A hook may read and write components, and record, but not
// during a replay. Every [change] function called inside a hook or a callback of a sort, and
// every record function in a hook during a replay, asserts, changes nothing and gives E_BUSY,
// NULL or the zero id.
typedef struct gc_sparse_listener {
    gc_sparse_hook on_add, on_remove, on_update;
    void *user;             // first argument of all three
} gc_sparse_listener;

// A component type. Zero means the default in every field.
typedef struct gc_sparse_component_desc {
    const char *name;       // "": copied; for people
    size_t size;            // bytes of a component, a multiple of align; 0: a tag
    size_t align;           // power of two, at most 64; default: the largest up to 16 that divides size
    int kind;               // GC_SPARSE_DENSE or GC_SPARSE_DIRECT
    gc_sparse_hook on_add, on_remove;   // the type's first listener; see gc_sparse_listener
    void *user;                         // first argument of its hooks
    gc_sparse_hook on_update;
    const char *fields; bool transient; // NULL: not known; see gc_sparse_describe
} gc_sparse_component_desc;

// Types of a query; each list ends with the first zero type, or after GC_SPARSE_TERMS. A type
// behind a zero is misuse.
typedef struct gc_sparse_query_desc {
    gc_sparse_type include[GC_SPARSE_TERMS];    // at least one
    gc_sparse_type exclude[GC_SPARSE_TERMS];
    gc_sparse_type optional[GC_SPARSE_TERMS];
    gc_sparse_type write[GC_SPARSE_TERMS + 1];  // which of these the walk changes; see "changes"
    gc_sparse_type changed;     // an included one: only blocks of it that have changed
    uint64_t since;             // after this tick; of a type that is not tracked all have
} gc_sparse_query_desc;

// Entities that a group keeps in the first rows of each of its pools: those that have all of
// types and none of excludes. Both lists end as those of a query.
typedef struct gc_sparse_group_desc {
    gc_sparse_type types[GC_SPARSE_TERMS];      // dense; one or more, two or more without excludes
    gc_sparse_type excludes[GC_SPARSE_TERMS];   // of either kind
} gc_sparse_group_desc;

// The walk of a view; private.
typedef struct gc_sparse_priv_walk {
    const gc_sparse_world *world;                           // NULL: an error
    const struct gc_sparse_priv_kept *cached;               // whose list is walked; NULL: none
    uint64_t version;                                       // the world's at the begin
    uint32_t begin, end, at;                                // rows, or slots: the range, and the next one
    uint32_t include_count, column_count, exclude_count;
    // Column whose pool is walked; matches that fit; columns (bits): rows of the lead; direct.
    uint32_t lead, room, lockstep, direct;
    uint32_t marks, changed, since;                         // columns (bits) to mark; column + 1; tick
    uint16_t types[2 * GC_SPARSE_TERMS];                    // of the columns: include, then optional
    uint16_t excluded[GC_SPARSE_TERMS];
    gc_sparse_commands *later; const struct gc_sparse_priv_memo *memo;  // of a system; what is known
} gc_sparse_priv_walk;

// A walk over matches, and its present chunk; see the group "views". Its buffers are in it
// (about 5 KB, on your stack), so views nest and run in several threads.
typedef struct gc_sparse_view {
    size_t count;                                           // matches in this chunk
    void *columns[2 * GC_SPARSE_TERMS];                     // include order, then optional
    const uint32_t *rows[2 * GC_SPARSE_TERMS];              // NULL: packed; else row of match i
    const uint32_t *slots;                                  // slot of match i; see gc_sparse_view_id
    const void *uneven;                                     // private; NULL: packed, no column missing
    int error;                                              // GC_SPARSE_OK, or why it is empty or ended early
    gc_sparse_priv_walk walk;
    uint32_t buffer[(2 * GC_SPARSE_TERMS + 1) * 64];        // slots, then rows of each column
} gc_sparse_view;

// How to sort: by compare or by key, one of them. Callbacks must not change the world.
typedef struct gc_sparse_sort_desc {
    // Less than 0: a before b; equal ones keep their order.
    int (*compare)(const void *a, const void *b, void *user);
    // Rising keys; equal ones keep their order.
    uint64_t (*key)(void *user, const void *component);
    // Sorts n pairs by key, then by row; NULL: a radix sort in this header. Called only when
    // key is given.
    void (*sort)(void *user, uint64_t *keys, uint32_t *rows, size_t n);
    void *user;
} gc_sparse_sort_desc;

// How to make a map. Zero means the default in every field.
typedef struct gc_sparse_map_desc {
    size_t size;            // bytes of a component, at most 1 GiB; 0: the map holds ids alone
    gc_sparse_allocator allocator;
} gc_sparse_map_desc;

// Where a map has the id of a slot; private.
typedef struct gc_sparse_priv_place { uint32_t row, generation; } gc_sparse_priv_place;
// A sparse set without a world; begin with gc_sparse_map_init. The fields are private.
typedef struct gc_sparse_map {
    gc_sparse_priv_place *sparse;   // by slot; generation 0: not held
    void *data;                     // components by row
    gc_sparse_id *ids;              // by row
    void *memory;                   // what the allocator gave; data is aligned within
    uint32_t size, count, capacity, sparse_capacity;
    gc_sparse_allocator allocator;
} gc_sparse_map;

// Numbers of a world, from gc_sparse_get_statistics.
typedef struct gc_sparse_statistics {
    uint32_t entities, types;   // alive; registered
    uint32_t slots, retired;    // ever used; with all generations used up. The others wait for reuse
    uint32_t ended;         // walks that a change has ended (E_CHANGED): misuse
    uint64_t skipped;       // commands skipped by all replays
    // Blocks that copies to or from this world found changed and not told, in debug builds; the
    // last type and entity.
    uint64_t untold;
    gc_sparse_type untold_type;
    gc_sparse_id untold_id;
} gc_sparse_statistics;

// What is known of a type, from gc_sparse_info.
typedef struct gc_sparse_type_info {
    const char *name;
    size_t size, align;
    int kind;
    uint32_t count;         // entities that have it
} gc_sparse_type_info;

// ---- world

// Opens a world; desc NULL: all default. NULL on failure, with the reason in *error (which may
// be NULL): E_ARGUMENT, E_MEMORY. [any thread]
GC_SPARSE_API gc_sparse_world *gc_sparse_open(const gc_sparse_desc *desc, int *error);

// Frees everything, recorded commands too; world NULL is allowed. [change]
GC_SPARSE_API void gc_sparse_close(gc_sparse_world *world);

// Opens an empty world like another one, so that gc_sparse_copy between the two is exact and
// copies by arrays: of the same allocator, limits, types, resources (all zero), groups, cached
// queries, tree and generations. Listeners and tracked types are each world's own, but for
// those that are copied by change. NULL on
// failure, with the reason in *error (which may be NULL): E_ARGUMENT, E_MEMORY. [read]
GC_SPARSE_API gc_sparse_world *gc_sparse_open_like(const gc_sparse_world *world, int *error);

// Registers a component type. Types count up from 1 in the order of registration. E_ARGUMENT,
// E_MEMORY, E_FULL (max_types), E_UNSUPPORTED (kind): *out is the zero type. [change]
GC_SPARSE_API int gc_sparse_component(gc_sparse_world *world, const gc_sparse_component_desc *desc,
                                      gc_sparse_type *out);

// Tells what the fields of a component are, in order: 1, 2, 4 or 8 for a number of so many
// bytes, i for a gc_sparse_id, p for a byte of padding that is not as usual; *n behind one
// repeats it, and takes all digits: "8*3 4" is not "8*34". So "i4" is struct { gc_sparse_id of;
// float fear; }, "8 4*16" a double and 16 floats; usual padding is known. Then saves of the
// type load where the order of bytes is another, padding counts in no hash, and replay turns
// temporary ids in its i fields into real ones. NULL: not known. Components of transient types
// are left out of saves. E_ARGUMENT (they do not fill the component, or it has more than 65534
// bytes), E_TYPE, E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_describe(gc_sparse_world *world, gc_sparse_type type, const char *fields,
                                     bool transient);

// The name given at registration, valid while the world lives; NULL: no such type. [read]
GC_SPARSE_API const char *gc_sparse_name(const gc_sparse_world *world, gc_sparse_type type);

// The first type registered with this name; the zero type: there is none. [read]
GC_SPARSE_API gc_sparse_type gc_sparse_find(const gc_sparse_world *world, const char *name);

// Name, size, alignment, kind and number of components. All zero: no such type. [read]
GC_SPARSE_API gc_sparse_type_info gc_sparse_info(const gc_sparse_world *world, gc_sparse_type type);

// A resource, the world's own value of a type, beside those of its entities: all zero at first,
// at a fixed address while the world lives; gc_sparse_clear leaves it. NULL: no memory, unknown
// type. Made by the first call, which is [change]; from then on [read].
GC_SPARSE_API void *gc_sparse_resource(gc_sparse_world *world, gc_sparse_type type);

// Numbers of entities, slots, types, skipped commands. All zero for a NULL world. [read]
GC_SPARSE_API void gc_sparse_get_statistics(const gc_sparse_world *world, gc_sparse_statistics *out);

#define gc_sparse_counts gc_sparse_statistics   // its name in 0.3

// The same by value, as in 0.3. [read]
GC_SPARSE_API gc_sparse_statistics gc_sparse_stats(const gc_sparse_world *world);

// Hash of the content: by rising slot, slot and generation of every live entity, and, by rising
// type, the type's index and every byte of its components (also padding in your own structs:
// the bytes gc_sparse_add zeroes; of a tree's node the parent alone); then, by rising type, the
// resources. Neither addresses, capacities, names, dead slots nor the order of rows count. A
// change inside one 8-byte word of one component always changes it; any other change, of a few
// bits, of signs or of all, goes unnoticed with probability 2^-64. It is a check of equality,
// not a defence against forged data. Generations that a debug build has chosen count as those
// of a release build; ids inside components are bytes like others, so worlds that hold such and
// are compared take the same desc.first_generation. Time: entities x types. 0 for NULL. [read]
GC_SPARSE_API uint64_t gc_sparse_hash(const gc_sparse_world *world);

#ifndef GC_SPARSE_NO_SAVE
// Hash of all that decides how the world goes on: the content, as above, and also the order of
// rows, of free slots and of cached queries, generations to come, and the lengths of groups.
// Worlds of equal hash, with the same groups and caches, stay equal under the same calls. Time:
// that of reading all components. 0 for NULL. [read]
GC_SPARSE_API uint64_t gc_sparse_hash_all(const gc_sparse_world *world);

// Makes `to` what `from` is, so that the same calls then do the same in both; ids of `from` are
// ids of `to`. Both have the same types in the same order. For a rollback keep a second world:
// copy there, run on, copy back. It takes about twice as long as memcpy of the components, and
// allocates only what `to` has no room for. Own to each world, and not copied, are groups and
// cached queries (rows and lists are copied where both have them, else arranged anew),
// listeners, who are not told, and max_slots. Commands that are recorded and not replayed are
// not copied; those of `to` are forgotten, its commands objects stay. Components that own
// memory do not bear it. E_ARGUMENT, E_TYPE (other types), E_FULL (max_slots), E_MEMORY: `to`
// is as it was. [change] of `to`, [read] of `from`.
GC_SPARSE_API int gc_sparse_copy(gc_sparse_world *to, const gc_sparse_world *from);

// A ring of the last snapshots of a world, for netcode: up to `frames` of them, each in a world
// of gc_sparse_open_like. Open it when types, groups and cached queries are there; a type that
// comes later is E_TYPE to take and restore. Close it before the world. NULL on failure, with
// the reason in *error (which may be NULL): E_ARGUMENT (0 frames too), E_MEMORY.
//
//     int late = gc_sparse_rollback_restore(rollback, input.frame);    // as it was before it
//     for (f = input.frame; late == GC_SPARSE_OK && f < now; f++) {
//         gc_sparse_rollback_take(rollback, f);
//         run(world, inputs[f % 8]);
//     }
//
// [read]
GC_SPARSE_API gc_sparse_rollback *gc_sparse_rollback_open(gc_sparse_world *world, uint32_t frames,
                                                          int *error);

// Frees the snapshots; NULL is allowed. [change] of the rollback.
GC_SPARSE_API void gc_sparse_rollback_close(gc_sparse_rollback *rollback);

// Keeps the world, by gc_sparse_copy, under a number of the caller's. Numbers rise: snapshots
// of this one and of higher ones are forgotten, since what comes now takes their place; of a
// full ring the lowest one goes. E_ARGUMENT, E_TYPE, E_MEMORY: the ring is as it was. [read],
// and [change] of the rollback.
GC_SPARSE_API int gc_sparse_rollback_take(gc_sparse_rollback *rollback, uint64_t frame);

// Makes the world what it was when this number was taken, by gc_sparse_copy; snapshots stay.
// E_NOT_FOUND (never taken, or gone), E_ARGUMENT, E_TYPE, E_MEMORY: the world is as it was.
// [change]
GC_SPARSE_API int gc_sparse_rollback_restore(gc_sparse_rollback *rollback, uint64_t frame);

// Writes the world for a file and returns the number of bytes; with less capacity writes
// nothing, so (NULL, 0) tells it. All that gc_sparse_copy copies, resources too, but nothing of
// transient types; with a checksum. 0: world is NULL. [read]
GC_SPARSE_API size_t gc_sparse_save(const gc_sparse_world *world, void *dst, size_t capacity);

// Makes the world what was saved, in place of what it is; ids are those of then, and it goes on
// as that one would have. Types are those of the same name (of several, in their order), of
// either kind; types that the save does not have become empty, and their resources zero, but
// for those of transient types, which stay. Groups, cached queries,
// listeners and recorded commands as in gc_sparse_copy. Saves of debug, release, 32 and 64 bits
// are the same; they need the same bits for slots and generations. Those of 0.3 are taken, too.
// Any bytes may come: E_DATA (not a save, cut, changed), E_TYPE (no type of this name), E_SIZE,
// E_FIELDS, E_UNSUPPORTED (other bits; a later version; the other order of bytes, and a type's
// fields are not known), E_FULL (max_slots), E_MEMORY: the world is as it was. [change]
GC_SPARSE_API int gc_sparse_load(gc_sparse_world *world, const void *bytes, size_t size);
#endif

// ---- entities

// A new entity without components, in the slot freed last, else in a new one. The zero id: no
// memory or max_slots. [change]
GC_SPARSE_API gc_sparse_id gc_sparse_create(gc_sparse_world *world);

// n new entities, ids to out: all of them, or E_MEMORY / E_FULL and none (out unchanged).
// [change]
GC_SPARSE_API int gc_sparse_create_n(gc_sparse_world *world, gc_sparse_id *out, size_t n);

// An entity of this id, which comes from a saved world or from another machine: its slot must
// be neither alive nor retired. Slots below that were never used become free. Ids in rising
// order are fastest; a slot that was used before costs a walk of the free list. That the id was
// never given to another entity is for the caller to know. E_ARGUMENT (none could have this id;
// foreign data, so it never asserts), E_FULL (the slot is not free, max_slots), E_MEMORY.
// [change]
GC_SPARSE_API int gc_sparse_create_at(gc_sparse_world *world, gc_sparse_id id);

// A new entity with copies of all components of another one. The zero id: stale, no memory or
// max_slots; then nothing has changed. [change]
GC_SPARSE_API gc_sparse_id gc_sparse_clone(gc_sparse_world *world, gc_sparse_id id);

// Ends an entity and its components. E_STALE. [change]
GC_SPARSE_API int gc_sparse_destroy(gc_sparse_world *world, gc_sparse_id id);

// Ends n entities in array order: all, or E_STALE and none. An id may stand in the array more
// than once. [change]
GC_SPARSE_API int gc_sparse_destroy_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n);

// Ends all entities; types, memory and recorded commands stay. Slots come back lowest first.
// [change]
GC_SPARSE_API int gc_sparse_clear(gc_sparse_world *world);

// Memory for n entities in all (zero type), or for n components in all of one type (reserve
// entities first). That of entities and of a dense type is touched, so that the system provides
// it now. E_MEMORY, E_TYPE, E_FULL. [change]
GC_SPARSE_API int gc_sparse_reserve(gc_sparse_world *world, gc_sparse_type type, size_t n);

// Frees memory that is not in use. E_MEMORY: the allocator refused a smaller block; the world
// is whole, and some of it has shrunk. [change]
GC_SPARSE_API int gc_sparse_shrink(gc_sparse_world *world);

// The entity that lives in the next slot behind an id's, alive or not; behind the zero id the
// first one. The zero id: there are no more. Ending or changing entities in between is fine.
// [read]
GC_SPARSE_API gc_sparse_id gc_sparse_next_entity(const gc_sparse_world *world, gc_sparse_id id);

// The next type behind `type` that an entity has; behind the zero type the first one. The zero
// type: no more, or a stale id. [read]
GC_SPARSE_API gc_sparse_type gc_sparse_next_type(const gc_sparse_world *world, gc_sparse_id id,
                                                 gc_sparse_type type);

// The entity that lives in a slot; the zero id: none. [read]
GC_SPARSE_API gc_sparse_id gc_sparse_id_of(const gc_sparse_world *world, uint32_t slot);

// True while the entity lives; false for stale, zero and temporary ids. [read]
GC_SPARSE_INLINE bool gc_sparse_alive(const gc_sparse_world *world, gc_sparse_id id);

// Whether two ids are the same, slot and generation. C++ has == and !=. [any thread]
GC_SPARSE_INLINE bool gc_sparse_id_equal(gc_sparse_id a, gc_sparse_id b) {
    return ((a.slot ^ b.slot) | (a.generation ^ b.generation)) == 0;
}

// Whether two types are the same. C++ has == and !=. [any thread]
GC_SPARSE_INLINE bool gc_sparse_type_equal(gc_sparse_type a, gc_sparse_type b) { return a.index == b.index; }

// ---- components

// The entity's component: a new one, all zero, or the one it has. NULL: stale id, no memory,
// unknown type. A tag's address is not NULL and not to be used. [change]
GC_SPARSE_API void *gc_sparse_add(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);

// Sets the entity's component to the bytes at value, and adds it if it is missing: on_add sees
// them. Value may be a component of this type, also the entity's own: then only on_update
// happens. Of a tag it is not read. E_ARGUMENT (NULL), E_STALE, E_TYPE, E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_set_value(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type,
                                      const void *value);

// Adds to n entities and sets each component to its piece of values (n * size bytes); values
// NULL: new ones are zero, existing ones stay. All, or E_STALE / E_MEMORY / E_TYPE and none.
// [change]
GC_SPARSE_API int gc_sparse_add_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n,
                                  gc_sparse_type type, const void *values);

// Takes a component away. E_STALE, E_TYPE, E_NOT_FOUND. [change]
GC_SPARSE_API int gc_sparse_remove(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);

// Takes a component away from those of n entities that have it: all, or E_STALE / E_TYPE and
// none. [change]
GC_SPARSE_API int gc_sparse_remove_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n,
                                     gc_sparse_type type);

// From now on the listener, which is copied, is told of the components of a type, after those
// that came before it. E_ARGUMENT, E_TYPE, E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_listen(gc_sparse_world *world, gc_sparse_type type,
                                   const gc_sparse_listener *listener);

// Ends what gc_sparse_listen began with the same four values. E_NOT_FOUND. [change]
GC_SPARSE_API int gc_sparse_unlisten(gc_sparse_world *world, gc_sparse_type type,
                                     const gc_sparse_listener *listener);

// The entity's component; NULL: it has none, the id is stale, or the type unknown. [read]
GC_SPARSE_INLINE void *gc_sparse_get(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);

// Whether the entity lives and has the component. [read]
GC_SPARSE_INLINE bool gc_sparse_has(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type) {
    return gc_sparse_get(world, id, type) != NULL;
}

// The pool of a type: valid, at a fixed address, while the world lives. NULL: no such type.
// [read]
GC_SPARSE_INLINE const gc_sparse_pool *gc_sparse_pool_of(const gc_sparse_world *world, gc_sparse_type type);

// T *, NULL as gc_sparse_get; sizeof(T) must be the size of the component (not for tags: use
// gc_sparse_has). [read]
#define GC_SPARSE_GET(T, pool, id) ((T *)gc_sparse_pool_get((pool), (id), sizeof(T)))

// GC_SPARSE_GET calls this; size is that of the component. [read]
GC_SPARSE_INLINE void *gc_sparse_pool_get(const gc_sparse_pool *pool, gc_sparse_id id, size_t size);

// ---- orders

// Which to choose. Dense: always, to begin with. Direct: for a type that most entities have and
// that walks join with others, or whose address must stay. A group: for the types of the loop
// that costs most; it walks like plain arrays, and each type stands in one order. A cached
// query: for every other loop that matches the same often and of which some types are rare,
// excluded or optional; it costs 4 bytes for each slot, for each match and for each of its
// columns, and its adds and removes as much as those of a group.

// A group keeps the entities that have all of its types in the first rows of each of their
// pools, in one order: a query that includes the group whole, and excludes what it does, walks
// plain arrays. Further terms are looked up. An add or remove that makes an entity enter or
// leave moves a row in each pool of the group. A sorted order lasts until adds and removes
// disturb it.

#ifndef GC_SPARSE_NO_GROUPS
// Makes 2 to GC_SPARSE_TERMS dense types a group: from now on the entities that have all of
// them stand in the first rows of each pool, in one order. A type may be in several groups if
// of any two of them one has all types, and all excludes, of the other. Their present
// components are arranged; time: rows of the smallest pool. E_ARGUMENT (n, NULL, a type twice),
// E_TYPE, E_GROUPED, E_UNSUPPORTED, E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_group(gc_sparse_world *world, const gc_sparse_type *types, size_t n);

// The same with types that members must not have; then one type is enough. [change]
GC_SPARSE_API int gc_sparse_group_with(gc_sparse_world *world, const gc_sparse_group_desc *desc);

// Keeps the matches of a query in a list: from now on a query with the same types in the same
// order walks the list. It follows adds and removes; its order is its own. All chunks are
// scattered, and the entities of one have the same of the first three optional types. Columns
// must be dense. Cached already: OK, and nothing happens. E_ARGUMENT, E_TYPE, E_UNSUPPORTED,
// E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_cache(gc_sparse_world *world, const gc_sparse_query_desc *desc);
#endif

#ifndef GC_SPARSE_NO_SORT
// Sorts the rows of a dense type, stably: walks led by it follow that order until its next add
// or remove. Of a grouped type: the group's rows, with all its pools, and the others among
// themselves. Allocates room for the rows meanwhile. E_ARGUMENT (NULL, neither or both of
// compare and key, desc.sort spoilt the rows), E_TYPE, E_UNSUPPORTED, E_MEMORY: nothing has
// changed. [change]
GC_SPARSE_API int gc_sparse_sort(gc_sparse_world *world, gc_sparse_type type,
                                 const gc_sparse_sort_desc *desc);

// Puts entities that also have `like` first, in the order of its rows, and leaves the others in
// theirs. Groups and errors as gc_sparse_sort; `like` is dense. [change]
GC_SPARSE_API int gc_sparse_sort_as(gc_sparse_world *world, gc_sparse_type type, gc_sparse_type like);
#endif

// ---- views

// A query walks the entities that have all of include and none of exclude; components of
// optional come along where they exist. The pool with the fewest rows among include leads (the
// first of equals; a group that is included whole counts with its own rows), in the order of
// its rows. If a type in include or optional is of direct kind, slots are walked instead,
// rising. gc_sparse_next yields chunks; columns[k] and rows[k] stand in include order, then
// optional:
//
//     packed      rows[k] is NULL for all k: match i has ((T *)columns[k])[i]. Single sets and
//                 groups come as one chunk; so do runs in which all columns advance together
//                 (entities whose components were added in one order). An optional column is
//                 NULL if no entity of the chunk has it. Of direct kind: consecutive slots, at
//                 most 1024.
//     scattered   match i has ((T *)columns[k])[rows[k][i]]; rows[k][i] is GC_SPARSE_NONE if
//                 an optional one is missing. At most GC_SPARSE_CHUNK matches. In a cached
//                 query columns[k] is NULL as well if all of the chunk miss it.
//
// GC_SPARSE_AT serves both. Hot loops branch once per chunk on rows[0] and run over the
// pointers.
//
// Parts cut a view by its data, so the cuts are the same for any number of threads: part p
// covers rows [p * rows, (p + 1) * rows) of the leading pool, or those slots, or those places
// of a cached query's list. With a multiple of 64 no two parts write one cache line of it.

// Starts a walk in the caller's view, which needs no clearing: its count and error are set, the
// rest by gc_sparse_next. On misuse (E_TYPE; E_ARGUMENT: NULL, nothing included, a type behind
// a zero) the view is empty and its error says why. [read]
GC_SPARSE_API void gc_sparse_begin(gc_sparse_view *view, gc_sparse_world *world,
                                   const gc_sparse_query_desc *desc);

// The same, returned by value, which can cost a copy of 5 KB. [read]
GC_SPARSE_API gc_sparse_view gc_sparse_query(gc_sparse_world *world, const gc_sparse_query_desc *desc);

// The next chunk, of at least one match; false: the end (view->error: OK), or the world has
// changed, which is misuse (E_CHANGED). [read]
GC_SPARSE_API bool gc_sparse_next(gc_sparse_view *view);

// T *: component of match i in column k of the present chunk; NULL: an optional one is missing.
// sizeof(T) must be the size of the component, k a column and i less than count: only debug
// builds check it. [read]
#define GC_SPARSE_AT(T, view, k, i) ((T *)gc_sparse_view_at((view), (k), (i), sizeof(T)))

// GC_SPARSE_AT calls this; size is that of the component. [read]
GC_SPARSE_INLINE void *gc_sparse_view_at(const gc_sparse_view *view, size_t k, size_t i, size_t size);

// The id of match i of the present chunk; the zero id: there is none. [read]
GC_SPARSE_INLINE gc_sparse_id gc_sparse_view_id(const gc_sparse_view *view, size_t i);

// Matches of the view in all, however far it has walked. At once for single types and for
// groups; else it walks, without buffers. 0 when the world has changed. [read]
GC_SPARSE_API size_t gc_sparse_view_count(const gc_sparse_view *view);

// Number of parts of `rows` rows each (0: 1024; the last may be shorter) that the view falls
// into. [read]
GC_SPARSE_API uint32_t gc_sparse_view_parts(const gc_sparse_view *view, size_t rows);

// One of those parts as a view of its own, from its first row, however far `view` has walked.
// Together they yield each match once, in the order of the whole. A part that does not exist is
// misuse: an empty view with E_ARGUMENT. [read]
GC_SPARSE_API gc_sparse_view gc_sparse_view_part(const gc_sparse_view *view, uint32_t part, size_t rows);

#ifndef GC_SPARSE_NO_CHANGES
// ---- changes

// Of a tracked type the world knows when each block of 64 rows (of direct kind: 64 slots) has
// changed last: a number for each block, no list of callbacks. A reader keeps the tick at which
// it has looked, and later walks only blocks that have changed since:
//
//     query.changed = position;           // and query.since = seen, 0 at first: all
//     ... walk, then
//     seen = gc_sparse_tick(world);
//
// A block is marked by gc_sparse_touch; by a walk whose query names the type in `write`, chunk
// for chunk as it comes to them; and by all that adds, sets, removes, moves or sorts a
// component in it (both blocks, where the last row fills a hole). What else is written through
// pointers is for gc_sparse_touch to tell. All 64 of a block come, also those that are as they
// were; of what has gone on_remove tells. Marks are the world's own: a copy marks in `to` what
// has become different, a load marks all. Threads may mark at once.

// From now on the type is tracked; what is there counts as changed now. It costs 4 bytes a
// block, and adds and removes go the way of those of groups. E_TYPE, E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_track(gc_sparse_world *world, gc_sparse_type type);

#ifndef GC_SPARSE_NO_SAVE
// From now on gc_sparse_copy, and so a rollback, passes over those blocks of 16 rows of a type
// that nobody has changed since they were the same in both worlds; a copy costs what is
// different. In both worlds the type must be so (gc_sparse_open_like makes it so, and
// gc_sparse_rollback_open), else it is copied whole. It is tracked from now on, and what a
// walk does not mark, or a call of this header, must be told by gc_sparse_touch before the
// next copy: else it may be missing there. Debug builds compare what they pass over: a write
// that was not told asserts, is copied, and is named by gc_sparse_get_statistics. A copy from
// a world with such types is [change] of that one, too. E_TYPE, E_UNSUPPORTED (of direct kind,
// or a tree), E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_copy_by_change(gc_sparse_world *world, gc_sparse_type type);
#endif

// Ends the present tick, and returns it: what changes from now on has changed since. Ticks
// count from 1. Ends no walks. 0: NULL, or no memory for the changes of a tracked query: the
// tick goes on, and nothing is lost. [change]
GC_SPARSE_API uint64_t gc_sparse_tick(gc_sparse_world *world);

// Exact changes: who has begun to match a query or ceased to (enter and leave), and who has
// another value. The world looks at the end of each tick, where something was done, so it tells
// what has become different, whoever did it: calls, replays, gc_sparse_copy (a rollback, too)
// and gc_sparse_load, which compare. It tells by rising tick, in a tick by rising slot, however
// many threads have written. A reader keeps the tick at which it has looked:
//
//     uint64_t now = gc_sparse_tick(world), at = 0;
//     while ((n = gc_sparse_changes(world, &query, seen, &at, changes, 64)) > 0)
//         for (int i = 0; i < n; i++) send(changes[i].id, changes[i].what);
//     seen = now;

// What is told of an entity. Who matched at `since`, and was another entity or did not match in
// between, is told as removed and then as added.
enum { GC_SPARSE_ADDED = 1, GC_SPARSE_REMOVED = 2, GC_SPARSE_MODIFIED = 3 };
typedef struct gc_sparse_change { gc_sparse_id id; int what; } gc_sparse_change;

// From now on the world keeps who matches the query: include and exclude, of either kind. Of
// the included types in `write`, which are tracked from now on, it also keeps who was modified:
// whose component was added, set, touched, or given out for writing by a walk. Who matches
// already counts as added now. It costs 17 bytes a slot and 24 to 72 a match; adds and removes
// go the way of those of groups. A load takes the memory of a copy of the world, too.
// E_ARGUMENT, E_TYPE, E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_track_query(gc_sparse_world *world, const gc_sparse_query_desc *query);

// What is different from what it was at the end of tick `since` (0: nothing was there) at that
// of the last one: up to n changes to out, the next ones at each call; *at is 0 at first.
// Returns their number, 0 at the end; E_ARGUMENT, E_NOT_FOUND (the query is not kept, or since
// is before what was forgotten). [read]
GC_SPARSE_API int gc_sparse_changes(const gc_sparse_world *world, const gc_sparse_query_desc *query,
                                    uint64_t since, uint64_t *at, gc_sparse_change *out, uint32_t n);

// Nobody will ask for changes since an earlier tick than this one, but for 0: who was removed
// up to it is forgotten. Until then each removal takes 24 bytes. [change]
GC_SPARSE_API int gc_sparse_forget(gc_sparse_world *world, uint64_t tick);

// Marks the block of an entity's component, by the type's pool, which hot loops look up once.
// False: it has none, or the type is not tracked. [record]
GC_SPARSE_API bool gc_sparse_pool_touch(const gc_sparse_pool *pool, gc_sparse_id id);

// The same by the type. [record]
GC_SPARSE_INLINE bool gc_sparse_touch(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type) {
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
    return pool && gc_sparse_pool_touch(pool, id);
}
#endif

#ifndef GC_SPARSE_NO_TREES
// ---- trees

// A type of nodes makes a tree of the entities that have it: each node names its parent, which
// has a node as well; that of a root names the zero id. Whoever ends an entity ends all below
// it, the deepest first (by gc_sparse_destroy, _destroy_n or a replay); who loses its node
// leaves its children as roots. Nodes are set like other components, also by commands: then a
// parent that is dead, has no node, or would be below its child, becomes the zero id.

// A node. All fields but the parent are private and cannot be set: GC_SPARSE_SET(world, id,
// Parent, parent) says all. A parent that is written through a pointer moves nothing.
typedef struct gc_sparse_node {
    gc_sparse_id parent; uint32_t linked, first, next, previous, depth; } gc_sparse_node;

// From now on a type whose components are a gc_sparse_node is the world's tree (in a list: X(
// DENSE, Parent) after typedef gc_sparse_node Parent). Parents named already are linked, by
// rising slot: before a load, so that children keep their order. Its fields are described.
// E_ARGUMENT (size), E_TYPE, E_FULL (there is another tree), E_UNSUPPORTED (it is copied by
// change), E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_tree(gc_sparse_world *world, gc_sparse_type type);

// Makes an entity the first child of another one, with all that is below it; the zero id: a
// root. Both get a node, where they have none. E_STALE, E_CYCLE, E_UNSUPPORTED (no tree),
// E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_attach(gc_sparse_world *world, gc_sparse_id child, gc_sparse_id parent);

// The child of an entity behind one of its children; behind the zero id the first one. The zero
// id: there are no more. The child attached last comes first. [read]
GC_SPARSE_API gc_sparse_id gc_sparse_next_child(const gc_sparse_world *world, gc_sparse_id parent,
                                                gc_sparse_id child);

#ifndef GC_SPARSE_NO_SORT
// Sorts the nodes by depth: a walk over them meets parents before their children, until nodes
// come or go. gc_sparse_sort_as gives other types their order. Time: the nodes. E_UNSUPPORTED
// (no tree, or of direct kind), E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_sort_tree(gc_sparse_world *world);
#endif
#endif

// ---- schedule

// What a system reads and writes by queries, by id or as resources: types, each list ended by a
// zero type; NULL: none.
typedef struct gc_sparse_access {
    const gc_sparse_type *reads, *writes;
    bool alone;             // it makes [change] calls: nothing runs beside it
} gc_sparse_access;

// Puts n systems into waves: those of one wave may run at once, on any threads, and the waves,
// one after the other, do what the systems do in the order of the array. A system is in the
// first wave behind all earlier systems that it must not run beside: one of the two is alone,
// or writes what the other reads or writes. waves[i], counted from 0, is that of system i.
// Which entities have a type is no conflict: recorded commands wait for the replay. Returns the
// number of waves; 0: n is 0, or NULL. Time: n * n, times the types of a system. [any thread]
GC_SPARSE_API uint32_t gc_sparse_waves(const gc_sparse_access *systems, size_t n, uint32_t *waves);

#ifndef GC_SPARSE_NO_COMMANDS
// ---- commands

// Systems that run in parallel record their changes, and gc_sparse_replay applies them all in
// (system, part, record) order, so the world is the same for every number of threads and every
// schedule. Fetch the commands objects before going parallel.
//
// Only the commands object that made a temporary id takes it, until the next replay, in
// record_add, record_remove and record_destroy; the world, other objects and later recordings
// refuse it. Real ids are given during replay; gc_sparse_record_resolve tells them. Temporary
// ids in fields that gc_sparse_describe knows become real, when their component is set or, for
// entities that come later, at the end of the replay; others stay. One recording creates at
// most 2^31 - 1 entities.
//
// An added component is made at replay if it is missing, and then set to the recorded bytes. A
// command on an id that is dead when it is replayed is skipped, and counted in the statistics.
// Removing a component that is not there does nothing and is not counted.

// The commands object of (system, part), made at the first call; recording goes on where it
// was. NULL: no memory. It lives as long as the world. [change]
GC_SPARSE_API gc_sparse_commands *gc_sparse_record(gc_sparse_world *world, uint32_t system, uint32_t part);

// A temporary id for an entity to be created. The zero id: no memory. [record]
GC_SPARSE_API gc_sparse_id gc_sparse_record_create(gc_sparse_commands *commands);

// Zeroed bytes for the component's value, aligned like the component, to be filled before the
// replay (of a tag: not to be used). NULL: no memory, unknown type, or a temporary id that is
// not of this recording. [record]
GC_SPARSE_INLINE void *gc_sparse_record_add(gc_sparse_commands *commands, gc_sparse_id id,
                                            gc_sparse_type type);

// Records a removal. E_MEMORY, E_TYPE, E_STALE (a temporary id that is not of this recording).
// [record]
GC_SPARSE_API int gc_sparse_record_remove(gc_sparse_commands *commands, gc_sparse_id id, gc_sparse_type type);

// Records an entity's end. E_MEMORY, E_STALE (a temporary id that is not of this recording).
// [record]
GC_SPARSE_API int gc_sparse_record_destroy(gc_sparse_commands *commands, gc_sparse_id id);

// Applies and forgets all recorded commands, in (system, part, record) order. E_MEMORY: nothing
// was applied, all is still recorded. E_FULL: max_slots stopped some creates; they and what was
// recorded on them count as skipped, the rest was applied. [change]
GC_SPARSE_API int gc_sparse_replay(gc_sparse_world *world);

// The real id of a temporary one, from the replay that created it to the next; before and
// after: the zero id, as for one that could not be created. A real id comes back as it is.
// [read]
GC_SPARSE_API gc_sparse_id gc_sparse_record_resolve(const gc_sparse_commands *commands, gc_sparse_id id);
#endif

// ---- maps; their thread marks are those of a world

// A map holds components by ids, whose life is the caller's affair, in a contiguous array. At
// most one id of a slot is in it; every function compares whole ids, so a stale one finds and
// removes nothing. It takes 8 bytes for each slot up to the highest, and for each component 8
// bytes and its size. It has no hooks and no views: walk gc_sparse_map_data and
// gc_sparse_map_ids, gc_sparse_map_count long.

// An empty map; nothing is allocated yet. desc NULL: size 0. E_ARGUMENT: NULL, size. [change]
GC_SPARSE_API int gc_sparse_map_init(gc_sparse_map *map, const gc_sparse_map_desc *desc);

// The id's component: a new one, all zero, or the one it has. NULL: no memory, generation 0,
// slot 2^32 - 1, or another id holds the slot. Of size 0: not to be used. [change]
GC_SPARSE_API void *gc_sparse_map_add(gc_sparse_map *map, gc_sparse_id id);

// Takes the id and its component out; the last row fills the hole. E_NOT_FOUND: not there, or
// another id holds the slot. [change]
GC_SPARSE_API int gc_sparse_map_remove(gc_sparse_map *map, gc_sparse_id id);

#ifndef GC_SPARSE_NO_SAVE
// Makes `to`, which gc_sparse_map_init has made for components of the same size, hold what
// `from` holds, in the same rows. E_ARGUMENT (NULL, another size), E_MEMORY: `to` is as it was.
// [change] of `to`, [read] of `from`.
GC_SPARSE_API int gc_sparse_map_copy(gc_sparse_map *to, const gc_sparse_map *from);
#endif

// Frees the memory; the map is empty and can be used on. NULL is allowed. [change]
GC_SPARSE_API void gc_sparse_map_free(gc_sparse_map *map);

// GC_SPARSE_MAP_GET calls this; size is that of the component. [read]
GC_SPARSE_INLINE void *gc_sparse_map_at(const gc_sparse_map *map, gc_sparse_id id, size_t size) {
    GC_SPARSE_ASSERT(map != NULL && map->size == size && "gc_sparse_map_at: NULL, or another size");
    if (!map || map->size != size || id.slot >= map->sparse_capacity) return NULL;
    const gc_sparse_priv_place *place = &map->sparse[id.slot];      // an empty one has generation 0
    if (place->generation != id.generation || place->generation == 0) return NULL;
    return (char *)map->data + (size_t)place->row * size;
}

// The component of an id; NULL: the map does not hold it. Of size 0: not to be used. [read]
GC_SPARSE_INLINE void *gc_sparse_map_get(const gc_sparse_map *map, gc_sparse_id id) {
    return gc_sparse_map_at(map, id, map ? map->size : 0);
}

// Whether the map holds this id. [read]
GC_SPARSE_INLINE bool gc_sparse_map_has(const gc_sparse_map *map, gc_sparse_id id) {
    return gc_sparse_map_get(map, id) != NULL;
}

// Components by row, at a multiple of 64 bytes; valid until the next add or remove. [read]
GC_SPARSE_INLINE void *gc_sparse_map_data(const gc_sparse_map *map) { return map ? map->data : NULL; }

// The ids by row; valid until the next add or remove. [read]
GC_SPARSE_INLINE const gc_sparse_id *gc_sparse_map_ids(const gc_sparse_map *map) {
    return map ? map->ids : NULL;
}

// The number of rows. [read]
GC_SPARSE_INLINE size_t gc_sparse_map_count(const gc_sparse_map *map) { return map ? map->count : 0; }

// T *, NULL as gc_sparse_map_get; sizeof(T) must be the size of the component. [read]
#define GC_SPARSE_MAP_GET(T, map, id) ((T *)gc_sparse_map_at((map), (id), sizeof(T)))

// Its names in 0.3.
#define gc_sparse_set gc_sparse_map
#define gc_sparse_set_desc gc_sparse_map_desc
#define gc_sparse_set_init gc_sparse_map_init
#define gc_sparse_set_add gc_sparse_map_add
#define gc_sparse_set_get gc_sparse_map_get
#define gc_sparse_set_has gc_sparse_map_has
#define gc_sparse_set_remove gc_sparse_map_remove
#define gc_sparse_set_data gc_sparse_map_data
#define gc_sparse_set_ids gc_sparse_map_ids
#define gc_sparse_set_count gc_sparse_map_count
#define gc_sparse_set_copy gc_sparse_map_copy
#define gc_sparse_set_free gc_sparse_map_free
#define GC_SPARSE_SET_GET GC_SPARSE_MAP_GET

// ---- this header

// A short text for a result, never NULL. [any thread]
GC_SPARSE_API const char *gc_sparse_result_string(int result);

// GC_SPARSE_VERSION of the implementation. [any thread]
GC_SPARSE_API int gc_sparse_version(void);

// ---- inlined bodies, and the structs that they read: private, they may change

// The first member of every gc_sparse_world.
typedef struct gc_sparse_priv_lookup {
    gc_sparse_id *entities;                 // entities[slot] is the id itself while the entity lives
    gc_sparse_pool *pools;                  // by type index; pools[0] is the null type's, always empty
    uint64_t version, stamp;                // counts what invalidates views; that of rows that change now
    uint32_t slot_count, type_count;        // slots ever used, types registered
    uint32_t tick, ended;                   // the present one, from tick_base on; walks that a change ended
} gc_sparse_priv_lookup;

// The second half of a command's record, which is stored at once.
// what: type.index * 4 + GC_SPARSE_PRIV_...; bytes: from here to the next, a multiple of 8.
typedef struct gc_sparse_priv_head { uint32_t what, bytes; } gc_sparse_priv_head;

// A recorded command; the component stands behind it, aligned.
typedef struct gc_sparse_priv_command { gc_sparse_id id; gc_sparse_priv_head head; } gc_sparse_priv_command;

// Stored to memory that then holds components of any type.
#if defined(__GNUC__)
typedef uint64_t __attribute__((may_alias)) gc_sparse_priv_any;
#else
typedef uint64_t gc_sparse_priv_any;
#endif

// The first member of every gc_sparse_commands.
typedef struct gc_sparse_priv_recorder {
    char *cursor, *limit;                   // where the next record goes, end of its block
    gc_sparse_priv_head heads[16];          // by type.index % 16; bytes UINT32_MAX: none yet
    uint64_t types;                         // bits of all whose components are added
} gc_sparse_priv_recorder;

// 1024 components of a pool of direct kind; column NULL: none of them was ever there.
typedef struct gc_sparse_priv_page { char *column; void *memory; } gc_sparse_priv_page;

// Seldom called, and so compiled for size: not for what growth, saves and loads call, too.
#if defined(__GNUC__)
#define GC_SPARSE_PRIV_COLD __attribute__((cold, noinline))
#else
#define GC_SPARSE_PRIV_COLD
#endif

// The components of one type; both kinds are drawn at >>pools.
struct gc_sparse_pool {
    const gc_sparse_id *entities;           // the world's table
    const uint32_t *sparse;                 // row + 1 by slot, 0: absent; NULL: see table
    void *column;                           // components by row
    uint32_t sparse_capacity, size;         // at most the table's: one bounds check for both; bytes
    uint32_t *dense, count, capacity;       // slot by row; rows in use, rows allocated
    uint64_t bit;                           // of the type in masks
    gc_sparse_priv_head record;             // of an add, if inlined; else bytes UINT32_MAX
    bool direct, plain, transient;          // plain: no groups, caches, listeners, ticks: the short ways
    void *column_memory, *resource_memory;  // what the allocator gave; both are aligned within
    char *name;
    size_t range, name_bytes;               // of addresses that the column has, 0: none; with the end mark
    uint64_t replay_rows;                   // rows and slots that a replay will need
    uint32_t replay_slots, align, index, set_size, page_count;  // set_size: of a node its parent alone
    struct gc_sparse_priv_link *groups, *barred, *caches;   // what keeps matches of this type; >>groups
    struct gc_sparse_priv_term *memos;      // what remembers them; >>memos
    gc_sparse_priv_page *pages;             // direct kind: by slot / 1024; one block with words
    uint64_t *words;                        // by slot / 64, a bit for each slot that has a component
    struct gc_sparse_priv_listener *listeners;
    struct gc_sparse_priv_fields *fields;   // NULL: not known
    void *resource;                         // the world's own value; NULL: none was asked for
    struct gc_sparse_priv_cell *table;      // of a rare type, in place of sparse; NULL: it is not
    uint32_t table_size, slots, version_count;      // cells, a power of two; slots that it has room for
    uint32_t *ticks, tick_count;            // when each block has changed; NULL: not tracked
    const uint32_t *now;                    // the world's look.tick; NULL: not tracked
    uint64_t *versions;                     // of each 16 rows; NULL: it is copied whole
    struct gc_sparse_priv_watch *watches;   // journals of queries with this type
    const uint64_t *stamp;                  // the world's look.stamp
};

#ifndef GC_SPARSE_NO_COMMANDS
// The long way of gc_sparse_record_add: its record has no room in the block, or needs another
// look; private. [record]
GC_SPARSE_API void *gc_sparse_priv_record_add(gc_sparse_commands *commands, gc_sparse_id id,
                                              gc_sparse_type type);
#endif

GC_SPARSE_INLINE bool gc_sparse_alive(const gc_sparse_world *world, gc_sparse_id id) {
    const gc_sparse_priv_lookup *look = (const gc_sparse_priv_lookup *)(const void *)world;
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_alive: world is NULL");
    return look && id.slot < look->slot_count && gc_sparse_id_equal(look->entities[id.slot], id);
}

GC_SPARSE_INLINE const gc_sparse_pool *gc_sparse_pool_of(const gc_sparse_world *world, gc_sparse_type type) {
    const gc_sparse_priv_lookup *look = (const gc_sparse_priv_lookup *)(const void *)world;
    GC_SPARSE_ASSERT(world != NULL && type.index - 1u < look->type_count && "gc_sparse_get: no such type");
    return look && type.index - 1u < look->type_count ? &look->pools[type.index] : NULL;
}

// The slot's component in a pool of direct kind, which has it; private.
GC_SPARSE_INLINE void *gc_sparse_priv_direct_at(const gc_sparse_pool *pool, uint32_t slot) {
    return pool->size ? pool->pages[slot >> 10].column + (size_t)(slot & 1023) * pool->size : pool->column;
}

// The same as gc_sparse_pool_get, of a rare type; private. Apart, for a loop in the inlined
// lookup takes clang 14 three times as long for all other types. [read]
GC_SPARSE_API GC_SPARSE_PRIV_COLD void *gc_sparse_priv_table_get(const gc_sparse_pool *pool, gc_sparse_id id);

#ifndef GC_SPARSE_NO_DIRECT
GC_SPARSE_INLINE bool gc_sparse_priv_direct_has(const gc_sparse_pool *pool, uint32_t slot) {
    return slot >> 10 < pool->page_count && (pool->words[slot >> 6] >> (slot & 63) & 1) != 0;
}

GC_SPARSE_INLINE void *gc_sparse_priv_direct_get(const gc_sparse_pool *pool, gc_sparse_id id) {
    if (!gc_sparse_priv_direct_has(pool, id.slot)) {
        return pool->table ? gc_sparse_priv_table_get(pool, id) : NULL;
    }
    return gc_sparse_id_equal(pool->entities[id.slot], id) ? gc_sparse_priv_direct_at(pool, id.slot) : NULL;
}
#endif

// Three loads: the sparse entry, the id of the slot, the component. Slots beyond the sparse
// array are looked for in the words, which dense pools do not have, or in the table of a rare
// type. The row is read before the id: entities are filled up to the slots in use, no further.
GC_SPARSE_INLINE void *gc_sparse_pool_get(const gc_sparse_pool *pool, gc_sparse_id id, size_t size) {
    GC_SPARSE_ASSERT(pool != NULL && pool->size == size && "gc_sparse_pool_get: NULL, or another size");
    if (!pool || pool->size != size) return NULL;
#ifdef GC_SPARSE_NO_DIRECT
    if (id.slot >= pool->sparse_capacity) return pool->table ? gc_sparse_priv_table_get(pool, id) : NULL;
#else
    if (id.slot >= pool->sparse_capacity) return gc_sparse_priv_direct_get(pool, id);
#endif
    uint32_t row = pool->sparse[id.slot];
    if (row == 0 || !gc_sparse_id_equal(pool->entities[id.slot], id)) return NULL;
    return (char *)pool->column + (size_t)(row - 1) * size;
}

GC_SPARSE_INLINE void *gc_sparse_get(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type) {
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
    return pool ? gc_sparse_pool_get(pool, id, pool->size) : NULL;
}

#ifndef GC_SPARSE_NO_COMMANDS
// The common case, a type of at most 32 bytes that was recorded before and whose record needs
// no gap. Each waits for the cursor that the one before has stored.
GC_SPARSE_INLINE void *gc_sparse_record_add(gc_sparse_commands *commands, gc_sparse_id id,
                                            gc_sparse_type type) {
    gc_sparse_priv_recorder *recorder = (gc_sparse_priv_recorder *)(void *)commands;
    if (recorder) {
        gc_sparse_priv_head head = recorder->heads[type.index % 16];
        gc_sparse_priv_command *command = (gc_sparse_priv_command *)(void *)recorder->cursor;
        if (head.what >> 2 == type.index && (size_t)(recorder->limit - recorder->cursor) >= head.bytes &&
            (id.generation & GC_SPARSE_PRIV_TEMPORARY) == 0) {
            gc_sparse_priv_any *value = (gc_sparse_priv_any *)(void *)(command + 1);
            recorder->cursor += head.bytes;
            command->id = id;
            command->head = head;

            // The value is zeroed by whole words: records are multiples of 8 bytes.
            value[0] = 0;
            if (head.bytes > 24) value[1] = 0;
            if (head.bytes > 32) value[2] = 0;
            if (head.bytes > 40) value[3] = 0;
            return value;
        }
    }
    return gc_sparse_priv_record_add(commands, id, type);
}
#endif

// Bytes of a component of column k; private.
GC_SPARSE_INLINE size_t gc_sparse_priv_size(const gc_sparse_priv_walk *walk, size_t k) {
    return ((const gc_sparse_priv_lookup *)(const void *)walk->world)->pools[walk->types[k]].size;
}

// One test, the same for all columns, stands before the address: at -O3 it leaves the loop.
GC_SPARSE_INLINE void *gc_sparse_view_at(const gc_sparse_view *view, size_t k, size_t i, size_t size) {
    GC_SPARSE_ASSERT(view != NULL && k < view->walk.column_count && i < view->count &&
                     gc_sparse_priv_size(&view->walk, k) == size &&
                     "gc_sparse_view_at: NULL, no such column or match, or another size");
    if (!view->uneven) return (char *)view->columns[k] + i * size;

    const uint32_t *rows = view->rows[k];
    if (!rows) return view->columns[k] ? (char *)view->columns[k] + i * size : NULL;
    return rows[i] == GC_SPARSE_NONE ? NULL : (char *)view->columns[k] + (size_t)rows[i] * size;
}

GC_SPARSE_INLINE const gc_sparse_id *gc_sparse_priv_ids(const gc_sparse_view *view) {
    return ((const gc_sparse_priv_lookup *)(const void *)view->walk.world)->entities;
}
#define GC_SPARSE_PRIV_SELF(view, i) (gc_sparse_priv_ids(view)[(view)->slots[i]])

GC_SPARSE_INLINE gc_sparse_id gc_sparse_view_id(const gc_sparse_view *view, size_t i) {
    GC_SPARSE_ASSERT(view != NULL && i < view->count && "gc_sparse_view_id: NULL, or no such match");
    if (view && view->walk.world && i < view->count) return GC_SPARSE_PRIV_SELF(view, i);

    const gc_sparse_id none = { 0, 0 };
    return none;
}

// ---- typed

// A list of components, written once, gives each type a constant index and functions of its
// own, so that the compiler checks what `void *` and positions leave to you:
//
//     #define GAME(X) X(DENSE, Position) X(DENSE, Velocity) X(DIRECT, Health) X(TAG, Frozen)
//     GC_SPARSE_COMPONENTS(GAME)
//     GC_SPARSE_SYSTEM(move, (float dt), (dt), Position, p, Velocity, v, WITHOUT, Frozen) {
//         p->x += v->x * dt;
//     }
//
//         GAME_register(world);
//         GC_SPARSE_SET(world, id, Position, 3, 4);
//         GC_SPARSE_PUT(world, id, Frozen);
//         move(world, 1 / 60.0f);
//         GC_SPARSE_EACH(world, Position, p, MAYBE(Health), h) if (h && p->x < 0) h->points--;
//
// These are macros; they stand in full under >>typed, at the end of this file.
//
// GC_SPARSE_COMPONENTS(LIST) takes a list X(KIND, Type) of kinds DENSE, DIRECT and TAG (which
// need not be a type), makes int LIST_register(gc_sparse_world *), and for each type T what
// follows. A type is one word (a typedef), in one list of a file. Of kind RESOURCE it is a
// value of the world, which has the first and T *gc_sparse_resource_T(world) [read].
//
//     gc_sparse_type gc_sparse_type_T(void)                                  [any thread]
//     T *gc_sparse_get_T(const gc_sparse_world *, gc_sparse_id)              [read]
//     bool gc_sparse_has_T(const gc_sparse_world *, gc_sparse_id)            [read]
//     T *gc_sparse_add_T(gc_sparse_world *, gc_sparse_id)                    [change]
//     int gc_sparse_remove_T(gc_sparse_world *, gc_sparse_id)                [change]
//     bool gc_sparse_touch_T(gc_sparse_world *, gc_sparse_id)                [record]
//     T *gc_sparse_record_add_T(gc_sparse_commands *, gc_sparse_id)          [record]
//     int gc_sparse_record_remove_T(gc_sparse_commands *, gc_sparse_id)      [record]
//
// LIST_register registers the types and makes the resources, all or none. They count from 1:
// the list comes first in each world, else E_TYPE. E_MEMORY, E_FULL. [change]
//
// GC_SPARSE_COMPONENTS_AFTER(LIST, EARLIER) is a further list, of another module: its types
// count on from those of EARLIER, a list of the same file. LIST_register then comes next after
// EARLIER_register, else E_TYPE.
//
// GC_SPARSE_SET(world, id, T, values...) sets a component to T x = { values }, and adds it
// where it is missing. An id that is written with a comma, (gc_sparse_id){ 1, 1 }, needs
// parentheses around it. GC_SPARSE_OK, E_STALE, E_MEMORY. Padding gets any bytes, which
// gc_sparse_hash sees: hashed types have none. [change]
//
// GC_SPARSE_PUT(world, id, T) adds a component, all zero, or a tag, where it is missing.
// GC_SPARSE_OK, E_STALE, E_MEMORY. [change]
//
// GC_SPARSE_RECORD(commands, id, T, values...) is gc_sparse_record_add_T with T x = { values }
// as the value; NULL as there. [record]
//
// GC_SPARSE_GROUP(world, T, ...) is gc_sparse_group of 2 to 8 types. [change]

// Loops and systems take 1 to 8 terms, one of the first three kinds at least:
//
//     Type, p             entities that have it, p points to it; marks it, where it is tracked
//     READ(Type), p       the same, p points to const; marks nothing
//     WITH, Type          that have it, where nobody reads it: tags above all
//     WITHOUT, Type       that do not have it
//     MAYBE(Type), p      with or without it; without, p is NULL. MAYBE_READ(Type): to const
//
// Only for schedules, what the body reads and writes otherwise (of others, or a resource):
// ALSO_READS, Type and ALSO_WRITES, Type. Only of systems: LATER, c is a gc_sparse_commands *c,
// to record by; that of (GC_SPARSE_NONE, 0) where the system is called by its name.
//
// In the body, `self` is the entity's id. The rules of views hold: inside, write to components,
// create, and record the other changes.
//
// GC_SPARSE_EACH(world, terms...) is a loop, for all that runs once, whose body follows: break,
// continue and return do what they do elsewhere. A body that makes a [change] call ends it
// behind this turn; the statistics count that. GC_SPARSE_EACH_AS(name, world, terms...) has a
// name for the id, so that a loop within a loop can tell them apart;
// GC_SPARSE_EACH_CHANGED(world, since, terms...) goes over blocks of the first type that have
// changed since a tick. [read]
//
// GC_SPARSE_SYSTEM(name, (parameters), (arguments), terms...) is for hot loops and for threads:
// it makes functions from a body that follows, in which return goes on with the next entity.
// Parameters are as in (float dt, game *g), arguments their names, as in (dt, g); () and ()
// where there are none.
//
//     int name(gc_sparse_world *, parameters)                    over all; view.error     [read]
//     int name_part(gc_sparse_view *, parameters)                over a view, or a part   [read]
//     void name_begin(gc_sparse_view *, gc_sparse_world *)       the query of both        [read]
//     gc_sparse_access name_access(void)                         for a schedule     [any thread]
//     void name_changed(gc_sparse_view *, gc_sparse_world *, uint64_t since)        [read]
//         as name_begin, of the first type only what has changed since that tick
//
// GC_SPARSE_SCHEDULE(name, (parameters), (arguments), move, aim, ...) makes a frame of up to 16
// systems, which all take these parameters (in C: no arrays); GC_SPARSE_SCHEDULE(name, move,
// aim, ...) of those without. It does what the systems do in this order, on any threads:
//
//     int name(gc_sparse_world *, gc_sparse_parallel_for, void *user, parameters)   [change]
//         runs waves of them, each part of 4096 rows a task (NULL: all here), then replays what
//         is recorded, by (number of the system, part). E_CHANGED: a body has changed the world,
//         and the frame ends there. E_TYPE. E_MEMORY: nothing has changed, or all has run, and
//         nothing is replayed; call it again, it goes on there
//     int name_groups(gc_sparse_world *)      a group for each, if those before allow it; then,
//         within it, of those that have what is optional, so that they stand apart; of all types
//         of those that share some; then, again at each call, entities that have the same of these
//         types come to stand beside each other, by rising slots                      [change]
//
// It remembers which blocks of 64 rows match, and matches only those that have changed. That is
// in no result, hash, copy or save. Groups are: call name_groups in all peers, at one moment.
//
// GC_SPARSE_RUN(move, world, parallel_for, user, (arguments)) runs one system so, and replays
// nothing: its parts record for (GC_SPARSE_NONE, part). [change]
//
// GC_SPARSE_ACCESS(name, (reads), (writes)) makes a function gc_sparse_access name(void) from
// two lists of up to 8 types, as in GC_SPARSE_ACCESS(draw_access, (Position, Camera), ()), for
// what is not a system.

// Lends threads, as gc_sort_parallel_for: it calls task(task_arg, index) once for each index
// below count, on any threads, and returns when all have come back.
typedef void (*gc_sparse_parallel_for)(void *user, void (*task)(void *task_arg, size_t index), void *task_arg,
                                       size_t count);

// Calls part(arg, view of the part, its number) for each part of `rows` rows of a view, by way
// of parallel_for; NULL: one after the other. The parts do not depend on the threads: rows 0 is
// 1024, a multiple of 64 is wise. view->error, or E_ARGUMENT: view or part is NULL. A system on
// the threads of a job system:
//
//     static void move_some(void *dt, gc_sparse_view *part, uint32_t index) {
//         (void)index;    // of an array of commands, where the system records
//         move_part(part, *(float *)dt);
//     }
//
//         move_begin(&view, world);
//         gc_sparse_run(&view, 4096, my_parallel_for, my_jobs, move_some, &dt);
//
// [read]
GC_SPARSE_API int gc_sparse_run(const gc_sparse_view *view, size_t rows, gc_sparse_parallel_for parallel_for,
    void *user, void (*part)(void *arg, gc_sparse_view *part, uint32_t index), void *arg);

#ifdef GC_SPARSE_RELATIONS
// ---- prefabs
//
// Define GC_SPARSE_RELATIONS where the implementation is, and in each file that uses what
// follows.
//
// A prefab is an entity to be copied: queries skip it. What makes it one is a tag of the game's
// own, so it is copied, saved, hashed and recorded as all tags are, and get and set by id know
// no difference. All that walks skips it, groups, cached and tracked queries, systems; but a
// query that names the tag: WITH, Prefab walks prefabs alone.
//
//     #define GAME(X) X(TAG, Prefab) X(DENSE, Parent) X(DENSE, Place) X(DENSE, Weapon)
//
//         gc_sparse_prefab(world, gc_sparse_find(world, "Prefab"));
//         ... goblin, and a weapon that is attached to it
//         gc_sparse_set_prefab(world, goblin, true);
//         gc_sparse_clone_tree(world, goblin, 100, goblins);
//         GC_SPARSE_SET(world, goblins[7], Place, 3, 4);     // this one stands elsewhere

// From now on the entities that have this type, a tag, are prefabs. It is one exclude of all
// other queries and groups, which so have room for one less. While prefabs are the first rows
// of the pool that leads, walks begin behind them; else they ask each entity. E_ARGUMENT (no
// tag), E_TYPE, E_FULL (another type is it), E_UNSUPPORTED (there are groups, cached or tracked
// queries already). [change]
GC_SPARSE_API int gc_sparse_prefab(gc_sparse_world *world, gc_sparse_type type);

// Gives the tag to an entity and all below it, or takes it away: all or none. E_STALE,
// E_UNSUPPORTED (no type is it), E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_set_prefab(gc_sparse_world *world, gc_sparse_id id, bool prefab);

// n copies of an entity and all below it; out gets their roots, which are children of its
// parent, if it has one, and no prefabs. Ids in described fields that name an entity of the
// original name that of the copy. What is different in a copy is set afterwards. Children stand
// in the order of the original; listeners of all types are told when all is there. E_STALE,
// E_FULL, E_MEMORY: nothing has changed. [change]
GC_SPARSE_API int gc_sparse_clone_tree(gc_sparse_world *world, gc_sparse_id from, size_t n,
                                       gc_sparse_id *out);

// ---- relations
//
// A relation is a type whose components are a gc_sparse_pair: who has one, the source, is so
// related to its target, another entity or itself, also in circles.
//
//     typedef gc_sparse_pair Hunts;       // X(DENSE, Hunts)
//
//         gc_sparse_relation(world, gc_sparse_find(world, "Hunts"), GC_SPARSE_GONE_REMOVES);
//         GC_SPARSE_SET(world, wolf, Hunts, deer);
//
// From the source it is found as a component, from the target by gc_sparse_next_source. A
// source has one target in each relation; for more, put an entity between, with a pair to each
// end. A tree is the relation that has depth: see "trees".
//
// Systems (no loops) take three more terms:
//
//     PARENT(Type), p     of its parent in the tree, p points to const; NULL: it has none
//     ABOVE(Type), p      of the nearest one above it that has the type, else NULL
//     ANY_OF, Type        that have one at least of all the types that stand so
//
// so that, where parents stand before their children (gc_sparse_sort_tree, _sort_as),
//
//     GC_SPARSE_SYSTEM(place, (), (), READ(Local), l, Place, p, PARENT(Place), above) {
//         p->x = l->x + (above ? above->x : 0);
//     }
//
// does all. In a schedule a system with PARENT or ABOVE is one part, on one thread.

// A pair. All fields but the target are private and cannot be set. A target that is written
// through a pointer moves nothing.
typedef struct gc_sparse_pair { gc_sparse_id target; uint32_t linked, next, previous; } gc_sparse_pair;

// What becomes of the sources when their target ends: they lose their pair; they end as well,
// and those of them, each before its target; or they keep it, with an id that is stale.
enum { GC_SPARSE_GONE_REMOVES = 0, GC_SPARSE_GONE_DESTROYS = 1, GC_SPARSE_GONE_KEEPS = 2 };

// From now on a type whose components are a gc_sparse_pair is a relation; gone is one of the
// above. Pairs that are there are linked, by rising slot. A pair that is set with a dead target
// has none, unless they are kept. Its fields are described. It costs 4 bytes a slot, and all
// relations together 8 more. E_ARGUMENT (size, gone), E_TYPE, E_UNSUPPORTED (of direct kind, or
// copied by change), E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_relation(gc_sparse_world *world, gc_sparse_type type, int gone);

// The source of a target behind one of them; behind the zero id the first one. The zero id:
// there are no more. The one related last comes first. [read]
GC_SPARSE_API gc_sparse_id gc_sparse_next_source(const gc_sparse_world *world, gc_sparse_type type,
                                                 gc_sparse_id target, gc_sparse_id source);

// The component of the nearest entity above one in the tree that has the type; NULL: none has.
// [read]
GC_SPARSE_API void *gc_sparse_above(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);

// The way up from entities of a walk; private. Where nodes stand in the order of the walk, each
// is the row behind the last one; rows 0: there is no tree, or it has none.
typedef struct gc_sparse_priv_climb { const gc_sparse_pool *tree; uint32_t row, rows; } gc_sparse_priv_climb;
GC_SPARSE_API gc_sparse_priv_climb gc_sparse_priv_begin_climb(const gc_sparse_world *world);

// The component of an entity that lives, by its slot.
GC_SPARSE_INLINE void *gc_sparse_priv_at(const gc_sparse_pool *pool, uint32_t slot, size_t size) {
    if (slot >= pool->sparse_capacity) return gc_sparse_pool_get(pool, pool->entities[slot], size);
    uint32_t row = pool->sparse[slot];
    return row ? (char *)pool->column + (size_t)(row - 1) * size : NULL;
}

// The component of the parent, or of all above it the nearest one that there is. The long ways:
// the node of a slot, and what is above one.
GC_SPARSE_API GC_SPARSE_PRIV_COLD const gc_sparse_node *gc_sparse_priv_climb_to(const gc_sparse_pool *tree,
                                                                                uint32_t slot);
GC_SPARSE_API GC_SPARSE_PRIV_COLD void *gc_sparse_priv_further(const gc_sparse_pool *tree,
    const gc_sparse_pool *of, const gc_sparse_node *node);
#if defined(__GNUC__)
__attribute__((always_inline))      // called, it keeps the climb in memory: clang takes 1.4 times as long
#endif
GC_SPARSE_INLINE void *gc_sparse_priv_up(gc_sparse_priv_climb *climb, const gc_sparse_pool *of, uint32_t slot,
                                         size_t size, bool all) {
    uint32_t row = climb->row;
    const gc_sparse_node *node;
    if (row < climb->rows && climb->tree->dense[row] == slot) {
        node = (const gc_sparse_node *)climb->tree->column + row;
        climb->row = row + 1;
    } else {
        node = gc_sparse_priv_climb_to(climb->tree, slot);
        if (!node) return NULL;
        if (climb->rows) climb->row = (uint32_t)(node - (const gc_sparse_node *)climb->tree->column) + 1;
    }
    if (node->linked == 0) return NULL;
    void *found = gc_sparse_priv_at(of, node->linked - 1, size);
    return found || !all ? found : gc_sparse_priv_further(climb->tree, of, node);
}
#endif

#ifdef GC_SPARSE_FIELDS
// ---- fields
//
// One description of a component, beside its type: inspectors and editors go through it, and
// saves have it. For it define GC_SPARSE_FIELDS where the implementation is, and in each file
// that uses what follows.
//
//     #define HEALTH(F) F(int32_t, now) F(int32_t, most)
//     #define TARGET(F) F(gc_sparse_id, who) F(char, name, 8) F(Health, of)
//     GC_SPARSE_STRUCT(Health, HEALTH)            // makes the struct, and describes it
//     GC_SPARSE_STRUCT(Target, TARGET)            // char name[8]; a struct in a struct
//     #define GAME(X) X(DENSE, Health) X(DENSE, Target) X(TAG, Frozen)
//     GC_SPARSE_COMPONENTS(GAME)
//     GC_SPARSE_DESCRIBED(GAME)                   // makes int GAME_describe(gc_sparse_world *)
//
//         if (GAME_register(world) != GC_SPARSE_OK || GAME_describe(world) != GC_SPARSE_OK) ...
//
// GC_SPARSE_FIELDS_OF(T, LIST) describes a struct T that is there: all its fields, in their
// order. F(type, field) has as type bool, char (in arrays a text), int, unsigned, float,
// double, int8_t to uint64_t, gc_sparse_id, or a described type. Arrays have one dimension.
// With gcc and clang a field of another type does not compile.
//
// GC_SPARSE_ENUM_OF(T, LIST) gives the enumerators of an enum T that is there, LIST as in
// #define TEAM(E) E(TEAM_RED) E(TEAM_BLUE).
//
// Each makes const gc_sparse_shape *gc_sparse_shape_T(void) [any thread]. GC_SPARSE_DESCRIBED
// wants one for each type of its list that is no tag; its function is gc_sparse_describe_as of
// all of them, and gives the first error. [change]

// What a type is. Integers with members are enums.
enum {
    GC_SPARSE_IS_STRUCT = 's',
    GC_SPARSE_IS_BOOL = 'b',
    GC_SPARSE_IS_CHAR = 'c',
    GC_SPARSE_IS_INT = 'i',
    GC_SPARSE_IS_UINT = 'u',
    GC_SPARSE_IS_FLOAT = 'f',
    GC_SPARSE_IS_ID = 'e'
};
typedef struct gc_sparse_shape gc_sparse_shape;

// A field of a struct, or a value of an enum.
typedef struct gc_sparse_member {
    const char *name;
    int64_t at;             // offset in bytes; of an enumerator its value
    uint32_t bytes;         // of the whole array
    const gc_sparse_shape *(*shape)(void);
} gc_sparse_member;
struct gc_sparse_shape {
    const char *name;
    uint32_t size;          // bytes
    int is;                 // GC_SPARSE_IS_...
    uint32_t count;         // of members
    const gc_sparse_member *members;
};

// A number, text or id within a component, also in a struct of it: "of.now", "parts[2].mass".
typedef struct gc_sparse_field {
    const char *name;
    const gc_sparse_shape *shape;       // of one element, which is no struct
    uint32_t offset, count;             // bytes from the component's begin; elements of an array, else 1
} gc_sparse_field;

// Describes a type by a shape of its size, which stays where it is: as gc_sparse_describe does
// with its text, and saves have the names. Transient types stay transient. E_ARGUMENT (not a
// struct, another size, fields not in their order, a name above 127 bytes, more than 65534
// bytes), E_TYPE, E_MEMORY. [change]
GC_SPARSE_API int gc_sparse_describe_as(gc_sparse_world *world, gc_sparse_type type,
                                        const gc_sparse_shape *shape);

// The n-th field of a type's components, in their order. False: it has no more, or no shape.
// Names live as long as the description. [read]
GC_SPARSE_API bool gc_sparse_field_at(const gc_sparse_world *world, gc_sparse_type type, uint32_t n,
                                      gc_sparse_field *out);

// The value of a field as text: 30, 0.5, true, "text", 12:1 (an id), TEAM_RED, [1, 2]. A float
// is the shortest decimal number that reads back equal. As snprintf: returns its length, writes
// at most capacity bytes, the last one 0. [any thread]
GC_SPARSE_API size_t gc_sparse_field_text(const gc_sparse_field *field, const void *component, char *out,
                                          size_t capacity);

// Bytes of a shape that are of no field, padding or forgotten ones, and where they are, as in
// "3 behind a, 4 behind b": what GC_SPARSE_SET leaves as it happens to be. Length and room as
// in gc_sparse_field_text; 0: there are none. [any thread]
GC_SPARSE_API size_t gc_sparse_holes(const gc_sparse_shape *shape, char *out, size_t capacity);

// Calls tell(user, ...) for each difference in content between two worlds of the same types, by
// rising slot, in words as in "entity 12: Health.now 30, not 22", of the first world the 30:
// fields, or bytes of types without a shape (padding counts as little as in gc_sparse_hash);
// components and entities that one of them has; generations; resources, with the zero id. Then,
// if there is none, whether their gc_sparse_hash_all differ. `words` last for the call; longer
// values are cut. Returns their number; SIZE_MAX: NULL, or other types. [read]
GC_SPARSE_API size_t gc_sparse_difference(const gc_sparse_world *a, const gc_sparse_world *b,
                                          void (*tell)(void *user, gc_sparse_id id, gc_sparse_type type,
                                                       const char *words),
                                          void *user);

#ifndef GC_SPARSE_NO_SAVE
// A type of earlier versions of a game. Of several with the same old_type each makes a type of
// today: so a type is split.
typedef struct gc_sparse_alias {
    const char *old_type;               // its name in the save
    const char *type;                   // its name now; NULL: it has gone, and is left out
    // NULL, or old and new names of fields, structs and arrays: { "hp", "now", NULL }
    const char *const *renamed;
    // NULL, or what was in it, for saves without names
    const gc_sparse_shape *(*shape)(void);
} gc_sparse_alias;
// A component as it is in a save.
typedef struct gc_sparse_old {
    uint32_t version;                   // of the game that has saved it
    const char *type;                   // its name there
    const char *bytes;                  // private, as is the next one
    const struct gc_sparse_priv_past *past;
} gc_sparse_old;
// How saves of other versions become those of today, and the version of today.
typedef struct gc_sparse_migration {
    uint32_t version;                   // goes into saves; 0: none
    const gc_sparse_alias *aliases;
    size_t alias_count;
    // NULL, or called for each component and resource with a shape, of a save of another
    // version, when its fields have been found: it may change the component. Of the world it
    // may call gc_sparse_name and gc_sparse_find alone.
    void (*convert)(void *user, const gc_sparse_old *old, gc_sparse_type type, void *component);
    void *user;
} gc_sparse_migration;

// Saves of other versions load into worlds whose types have shapes: fields are found by their
// names, new ones are zero, those that have gone are left out. Numbers become those of today's
// kind, or the nearest that it has (as an integer NaN is 0, and a fraction is cut off; what is
// above a float's numbers is infinite); of arrays the first elements stay. Enumerators keep
// their numbers. Saves without names (of gc_sparse_describe, or of no description) load where
// types are as they were, or where an alias has their shape. Types without a shape are as they
// were, and each type of a save is there, or is one of the aliases: else E_TYPE, E_SIZE,
// E_FIELDS, and the world stays as it is.
//
// This call gives aliases, a hook, and the version that the world is saved with from now on.
// What it points to stays where it is; NULL: none. E_ARGUMENT: an alias without old_type,
// or whose shape's fields are not in their order. [change]
GC_SPARSE_API int gc_sparse_migrate(gc_sparse_world *world, const gc_sparse_migration *migration);

// For `convert`: the first n elements of a field of the save, by its old name, as numbers, ids
// or characters of a shape, converted as above; what is missing is zero. False: there is no
// such field. [any thread]
GC_SPARSE_API bool gc_sparse_old_field(const gc_sparse_old *old, const char *name,
                                       const gc_sparse_shape *shape, void *out, uint32_t n);

// Gives bytes that a program has put together, as saves are drawn at >>save, their size and
// their sum (the last 8 bytes); gc_sparse_load tells what else is wrong with them. E_ARGUMENT:
// NULL, no multiple of 8, or less than 72 bytes. [any thread]
GC_SPARSE_API int gc_sparse_seal(void *save, size_t size);
#endif
#endif

// ---- what the typed layer calls, private

// Registers n types behind those that the world has, which must be `before` in number.
#define GC_SPARSE_PRIV_RESOURCE 2       // in the place of a kind
typedef struct gc_sparse_priv_entry { const char *name; size_t size, align; int kind; } gc_sparse_priv_entry;
GC_SPARSE_API int gc_sparse_priv_register(gc_sparse_world *world, const gc_sparse_priv_entry *list, size_t n,
                                          uint32_t before);

// Ends a walk, since the world has changed.
GC_SPARSE_API void gc_sparse_priv_stop(gc_sparse_view *view);

// A system of a schedule, and the run of n of them: call(arg, view of a part, n - its number),
// or call(arg, the views of all, the last one first, 0).
typedef struct gc_sparse_priv_step { const gc_sparse_query_desc *(*query)(void); bool records, whole;
    gc_sparse_access (*access)(void); } gc_sparse_priv_step;
typedef int gc_sparse_priv_call(void *arg, gc_sparse_view *part, uint32_t which);
GC_SPARSE_API int gc_sparse_priv_frame(gc_sparse_world *world, const gc_sparse_priv_step *steps, uint32_t n,
    bool frame, gc_sparse_parallel_for parallel_for, void *user, gc_sparse_priv_call *call, void *arg);
#ifndef GC_SPARSE_NO_GROUPS
GC_SPARSE_API int gc_sparse_priv_groups(gc_sparse_world *world, const gc_sparse_priv_step *steps, size_t n);
#endif

#ifdef __cplusplus
}

// ---- C++: comparisons, and descs by reference

inline bool operator==(gc_sparse_id a, gc_sparse_id b) { return gc_sparse_id_equal(a, b); }
inline bool operator!=(gc_sparse_id a, gc_sparse_id b) { return !gc_sparse_id_equal(a, b); }
inline bool operator==(gc_sparse_type a, gc_sparse_type b) { return gc_sparse_type_equal(a, b); }
inline bool operator!=(gc_sparse_type a, gc_sparse_type b) { return !gc_sparse_type_equal(a, b); }

// gc_sparse_open with a desc by reference. [any thread]
GC_SPARSE_INLINE gc_sparse_world *gc_sparse_open(const gc_sparse_desc &desc, int *error) {
    return gc_sparse_open(&desc, error);
}
// gc_sparse_component with a desc by reference. [change]
GC_SPARSE_INLINE int gc_sparse_component(gc_sparse_world *world, const gc_sparse_component_desc &desc,
                                         gc_sparse_type *out) {
    return gc_sparse_component(world, &desc, out);
}
#ifndef GC_SPARSE_NO_SORT
// gc_sparse_sort with a desc by reference. [change]
GC_SPARSE_INLINE int gc_sparse_sort(gc_sparse_world *world, gc_sparse_type type,
                                    const gc_sparse_sort_desc &desc) {
    return gc_sparse_sort(world, type, &desc);
}
#endif
// gc_sparse_begin with a desc by reference. [read]
GC_SPARSE_INLINE void gc_sparse_begin(gc_sparse_view *view, gc_sparse_world *world,
                                      const gc_sparse_query_desc &desc) {
    gc_sparse_begin(view, world, &desc);
}
// gc_sparse_query with a desc by reference. [read]
GC_SPARSE_INLINE gc_sparse_view gc_sparse_query(gc_sparse_world *world, const gc_sparse_query_desc &desc) {
    return gc_sparse_query(world, &desc);
}
#endif
#endif // GC_SPARSE_H

#if defined(GC_SPARSE_IMPLEMENTATION) && !defined(GC_SPARSE_IMPLEMENTED)
#define GC_SPARSE_IMPLEMENTED

// >>map

// Sections, in order; each calls upwards only (but for gc_sparse_record_add, which is inlined).
//
//     config, types, memory          settings; the world, its groups and commands; the allocator
//     slots, hooks, masks, numbers   entities: slots and ids; hooks; types as bits; worlds apart
//     fields, asked                  what is in a component; queries do not see prefabs
//     lists, pools                   components: their place, and room for them
//     journals                       exact changes of queries
//     cached, memos, groups, rows    matches that are kept, how components come and go
//     components, entities           add, remove; create, destroy, clear
//     sort                           new orders of rows
//     plan, match, direct, views     queries: the walk; chunks by rows, by slots; the view
//     schedule, trees                waves of systems; parents and children
//     relations, copies              GC_SPARSE_RELATIONS: pairs; prefabs and their copies
//     records, replay, frames        commands: recorded, applied; systems of a schedule
//     world, room, hash              open, component, lists, close; reserve, shrink; hash
//     copy, save, load               a world as another one, and a ring of such; as bytes, for a file
//     shapes, words, difference      GC_SPARSE_FIELDS: what components are made of; values and
//     migrate                        differences as text; saves of other versions
//     alone, strings                 maps, without a world; texts of results
//     typed                          macros of lists, loops, systems; in plain includes, too
//
// (a > b: a calls b.)
//
// The life of a component:  gc_sparse_create gives the entity a slot of its own
//     gc_sparse_add > priv_add: three steps
//         priv_add > priv_grow_pool    room: all that can fail
//         priv_add > priv_insert > priv_came    the last row. priv_came > priv_join: swapped among
//             the rows of its groups; priv_came > priv_list: into the lists of cached queries
//         priv_add > priv_added        the listeners
//     gc_sparse_remove > priv_erase, or gc_sparse_destroy > priv_destroy > priv_end > priv_drop >
//     priv_erase: four steps
//         priv_erase > priv_removing   the listeners
//         priv_erase > priv_goes       priv_leave, priv_unlist: out of groups and lists
//         the last row moves into the hole, which may be this one
//         priv_erase > priv_went       into those that had barred it
//     priv_end > priv_release: the slot is free, or retired after its last generation
//
// A change that is told:  priv_insert > priv_report, and priv_erase > priv_report: a mark
//     gc_sparse_pool_touch > priv_touch_more > priv_mark_slot: one more
//     gc_sparse_tick > priv_collect > priv_look: compares, an event; gc_sparse_changes reads it
//
// The life of a query:  gc_sparse_begin > priv_start > priv_plan: which pool leads
//     gc_sparse_next > priv_next_any: one of three
//         priv_next_any > priv_next    rows, by blocks. priv_next > priv_run_block: do all columns
//             advance together? Then priv_next > priv_packed, else priv_next > priv_scattered
//         priv_next > priv_next_direct    slots. priv_next_direct > priv_next_page, or
//             priv_next_direct > priv_next_words > priv_match_word
//         priv_next_any > priv_next_cached    a list, as it is
//
// The life of a command:  gc_sparse_record: the commands object
//     gc_sparse_record_add, inlined, or priv_record_add > priv_push > priv_next_block: a record
//     gc_sparse_replay > priv_replay_reserve: room for all (all that can fail)
//     gc_sparse_replay > priv_apply_all > priv_apply > priv_translate: ids in it; then priv_apply
//         inserts, erases, destroys
//     gc_sparse_replay > priv_rewind: the blocks are used again

// >>common strict
// Silent under clang's -Weverything: STATIC marks functions as unused, and libcurl's and the C
// library's macros name themselves.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wused-but-marked-unused"
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#endif
// <<common strict

// >>config settings, limits, what compilers differ in

#include <string.h>
#ifdef _MSC_VER
#include <intrin.h>
#endif
#if defined(GC_SPARSE_RELATIONS) && defined(GC_SPARSE_NO_TREES)
#error "gc_sparse.h: GC_SPARSE_RELATIONS needs trees"
#endif

#if defined(GC_SPARSE_MALLOC) && defined(GC_SPARSE_REALLOC) && defined(GC_SPARSE_FREE)
// all three are the user's
#elif !defined(GC_SPARSE_MALLOC) && !defined(GC_SPARSE_REALLOC) && !defined(GC_SPARSE_FREE)
#include <stdlib.h>
#define GC_SPARSE_MALLOC(n) malloc(n)
#define GC_SPARSE_REALLOC(p, n) realloc((p), (n))
#define GC_SPARSE_FREE(p) free(p)

// Where columns have addresses of their own, see >>memory.
#if UINTPTR_MAX > UINT32_MAX && defined(_WIN32)
#define GC_SPARSE_PRIV_RANGES
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#elif UINTPTR_MAX > UINT32_MAX && (defined(__linux__) || defined(__APPLE__) || defined(__FreeBSD__))
#define GC_SPARSE_PRIV_RANGES
#include <sys/mman.h>
#endif
#else
#error "gc_sparse.h: define all or none of GC_SPARSE_MALLOC, GC_SPARSE_REALLOC and GC_SPARSE_FREE"
#endif

#define GC_SPARSE_PRIV_SLOT_BITS 32u             // as a save tells it
#ifdef GC_SPARSE_GENERATION_BITS
#define GC_SPARSE_PRIV_BITS_CHOSEN
#else
#define GC_SPARSE_GENERATION_BITS 31
#endif
#if GC_SPARSE_GENERATION_BITS < 1 || GC_SPARSE_GENERATION_BITS > 31
#error "gc_sparse.h: GC_SPARSE_GENERATION_BITS must be 1 to 31"
#endif

#define GC_SPARSE_PRIV_LAST_GENERATION ((1u << GC_SPARSE_GENERATION_BITS) - 1u)
#define GC_SPARSE_PRIV_NO_SLOT UINT32_MAX       // the slot that no id has
#define GC_SPARSE_PRIV_MOST_CREATED (GC_SPARSE_PRIV_NO_SLOT / 2)    // temporary ids of one recording
#define GC_SPARSE_PRIV_LINE 64u                 // alignment of columns and of what threads write, bytes
#define GC_SPARSE_PRIV_BLOCK 64u                // rows that a view matches at once
#define GC_SPARSE_PRIV_WIDE 7u                  // columns that GC_SPARSE_CHUNK matches have room for
#define GC_SPARSE_PRIV_LEAST 64u                // first capacity of arrays
#ifndef GC_SPARSE_PRIV_RARE                     // tests take less
#define GC_SPARSE_PRIV_RARE 32u                 // slots for a component, from which on a type is rare
#define GC_SPARSE_PRIV_FEW_SLOTS 1024u          // so many have an array, however rare the type
#endif
#define GC_SPARSE_PRIV_LEAST_CELLS 16u          // of the table of a rare type
#define GC_SPARSE_PRIV_NESTED 16u               // groups of one type, each within the other, at most
#define GC_SPARSE_PRIV_MAX_SIZE 0x40000000u     // of a component, so that a command's length fits 32 bits
#define GC_SPARSE_PRIV_PAGE 1024u               // slots of a page of direct kind; inlined lookups know it
#define GC_SPARSE_PRIV_PART_ROWS 1024u
#define GC_SPARSE_PRIV_AHEAD 16u                // entities or commands whose memory is asked for at once
// A world of this many slots is taken to be larger than the caches: replay asks ahead, and
// destroy chooses its way by it.
#define GC_SPARSE_PRIV_LARGE 32768u
#define GC_SPARSE_PRIV_FIRST_BLOCK 1024u        // bytes of commands; further ones double, up to the last
#define GC_SPARSE_PRIV_LAST_BLOCK 65536u

// What is cut: nothing is kept, and nothing is of direct kind.
#ifdef GC_SPARSE_NO_GROUPS
#define gc_sparse_priv_grow_caches(world, pool, rows, slots) ((void)(slots), true)
#define gc_sparse_priv_came(world, pool, slot) ((void)0)
#define gc_sparse_priv_goes(pool, slot) ((void)0)
#define gc_sparse_priv_went(world, pool, slot, ending) ((void)(ending))
#define gc_sparse_priv_moved(pool, slot) ((void)0)
#define gc_sparse_priv_keep_nothing(world) ((void)0)
#define gc_sparse_priv_copy_kept(to, from) ((void)0)
#define gc_sparse_priv_load_kept(world, load) ((void)0)
#define gc_sparse_priv_hash_kept(world, pool, hash) (hash)
#define gc_sparse_priv_free_kept(world, kept) ((void)0)
#define gc_sparse_priv_keep_like(world, kept, list) GC_SPARSE_OK
#define gc_sparse_priv_shrink_caches(world) true
#define gc_sparse_priv_groups_of(pool, out) 0
#define gc_sparse_priv_whole_group(walk, k) NULL
#define gc_sparse_priv_trust(walk, group) ((void)0)
#define gc_sparse_priv_cached(world, desc) NULL
#define gc_sparse_priv_next_cached(view) false
#define gc_sparse_priv_free_memos(world) ((void)0)
#define gc_sparse_priv_recall(walk, desc) ((void)0)
#define gc_sparse_priv_remember(world, steps, n) ((void)0)
#define gc_sparse_priv_known(walk, n) 0u
#define gc_sparse_priv_known_run(walk, first) false
#define gc_sparse_priv_known_chunk(view, at, count) ((void)(count))
#endif
#ifdef GC_SPARSE_NO_CHANGES
#define gc_sparse_priv_grow_ticks(world, pool, blocks) true
#define gc_sparse_priv_shrink_ticks(world, pool) true
#define gc_sparse_priv_mark_rows(pool, first, count) ((void)0)
#define gc_sparse_priv_mark_all(pool) ((void)0)
#define gc_sparse_priv_mark_copied(pool, from) ((void)0)
#define gc_sparse_priv_grow_journal(world, journal, slots) ((void)(journal), true)
#define gc_sparse_priv_free_journals(world, journal) ((void)(journal))
#define gc_sparse_priv_report(pool, slot, modified) ((void)0)
#define gc_sparse_priv_report_all(world) ((void)0)
#define gc_sparse_priv_report_copied(pool, from) ((void)0)
#define gc_sparse_priv_same_table(to, from) false
#define gc_sparse_priv_copied(to, from, untold) ((void)(untold))
#define gc_sparse_priv_copy_changed(to, pool, from, same) ((void)(to), false)
#define gc_sparse_priv_plan_changes(walk, desc) GC_SPARSE_OK
#define gc_sparse_priv_block_changed(view, block) true
#define gc_sparse_priv_next_tracked(view) false
#endif
#ifndef GC_SPARSE_RELATIONS
#define gc_sparse_priv_asked(world, desc, room) ((void)(room), (desc))
#define gc_sparse_priv_spare(walk) ((void)0)
#define gc_sparse_priv_grow_relations(world, slots) true
#define gc_sparse_priv_relate_again(world, pool, slot) ((void)0)
#define gc_sparse_priv_link_pairs(world) ((void)0)
#endif
#ifdef GC_SPARSE_NO_TREES
#define gc_sparse_priv_rehang(world, slot) ((void)0)
#define gc_sparse_priv_judge_tree(world) ((void)0)
#define gc_sparse_priv_destroy_below(world, slot) ((void)0)
#endif
#ifdef GC_SPARSE_NO_DIRECT
#define GC_SPARSE_PRIV_DIRECT(of) false
#define gc_sparse_priv_grow_page(world, pool, slot) true
#define gc_sparse_priv_grow_pages(world, pool, slots) true
#define gc_sparse_priv_page_bytes(pool) 0
#define gc_sparse_priv_pages_bytes(count) 0
#define gc_sparse_priv_match_word(view, at, range) (range)
#define gc_sparse_priv_next_direct(view) false
#define gc_sparse_priv_shrink_direct(world, pool) true
#define gc_sparse_priv_copy_page_room(to, pool, from) true
#else
#define GC_SPARSE_PRIV_DIRECT(of) ((of)->direct != 0)
#endif

// A function that only prefetches is pure to gcc 12, which drops calls of it; KEEP in it keeps
// them. APART marks a long way that would cost the short one in front of it its registers.
#if defined(__GNUC__)
#define GC_SPARSE_PRIV_PREFETCH(p) __builtin_prefetch(p)
#define GC_SPARSE_PRIV_KEEP() __asm__ __volatile__("")
#define GC_SPARSE_PRIV_APART __attribute__((noinline))
#else
#define GC_SPARSE_PRIV_APART
#define GC_SPARSE_PRIV_PREFETCH(p) ((void)(p))
#define GC_SPARSE_PRIV_KEEP() ((void)0)
#endif

// Misuse, which asserts by the name of the function, and which release builds answer.
#define GC_SPARSE_PRIV_MISUSE(wrong, text) (GC_SPARSE_ASSERT(!(wrong) && text), (wrong))

// In debug builds, worlds that are open at once have numbers, which keep their ids apart: where
// threads can share a word for it without a library.
#if defined(NDEBUG)
#elif defined(__GNUC__) && defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)
#define GC_SPARSE_PRIV_NUMBERS
#define GC_SPARSE_PRIV_EXCHANGE(word, old, new)                                                              \
    __atomic_compare_exchange_n(word, &(old), new, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#elif defined(_MSC_VER)
#define GC_SPARSE_PRIV_NUMBERS
#define GC_SPARSE_PRIV_EXCHANGE(word, old, new) gc_sparse_priv_exchange(word, &(old), new)
#endif

// >>types the world, its groups, its commands; pools are in the public section

typedef struct gc_sparse_priv_block gc_sparse_priv_block;
typedef struct gc_sparse_priv_reader gc_sparse_priv_reader;

// A cell of the table of a rare type; row + 1, 0: empty.
typedef struct gc_sparse_priv_cell { uint32_t slot, row; } gc_sparse_priv_cell;

// A listener of a type, in a list.
typedef struct gc_sparse_priv_listener {
    struct gc_sparse_priv_listener *next;
    gc_sparse_listener to;
} gc_sparse_priv_listener;

// Entities that have all of some types and none of others, kept through adds and removes: by a
// group in the first rows of its pools, by a cached query in a list. Each pool has the links of
// those that it is a term of.
typedef struct gc_sparse_priv_kept gc_sparse_priv_kept;
typedef struct gc_sparse_priv_link {
    struct gc_sparse_priv_link *next;
    gc_sparse_priv_kept *of;
    uint32_t column;        // of it; GC_SPARSE_NONE: an excluded type
} gc_sparse_priv_link;

struct gc_sparse_priv_kept {
    gc_sparse_priv_kept *next;
    gc_sparse_pool *pools[2 * GC_SPARSE_TERMS];     // include, then optional (cached queries alone)
    gc_sparse_pool *excluded[GC_SPARSE_TERMS];
    uint32_t include_count, column_count, exclude_count;
    uint32_t length;        // rows, or places of the list
    uint64_t bits, excluded_bits;                   // of the included and the excluded types
    bool exact;             // these bits say all: no type beyond the 63rd
    gc_sparse_priv_link links[3 * GC_SPARSE_TERMS];

    gc_sparse_query_desc desc;                      // include, exclude and optional alone

    // Of a cached query: its walk to be copied, and its list, drawn at >>cached.
    gc_sparse_priv_walk walk;
    uint32_t *list;
    uint32_t capacity;      // places of the list
    uint32_t *where;        // by slot, place + 1; 0: no match
    uint32_t where_capacity;
    uint32_t ends[8];       // of its segments
    uint32_t segment_count;
};

// What matched in each 64 rows of the pool that led, remembered for the systems of a schedule;
// drawn at >>memos. Each pool has the terms that it is.
typedef struct gc_sparse_priv_memo gc_sparse_priv_memo;
typedef struct gc_sparse_priv_term {
    struct gc_sparse_priv_term *next;
    gc_sparse_priv_memo *of;
} gc_sparse_priv_term;

struct gc_sparse_priv_memo {
    gc_sparse_priv_memo *next;
    gc_sparse_query_desc desc;          // include, exclude and optional
    const gc_sparse_pool *lead;         // NULL: nothing is known
    uint32_t columns, block_capacity, state_count;
    uint8_t *states;                    // by block
    uint32_t *list;
    bool stale;                         // a block is not known any more
    gc_sparse_priv_term terms[3 * GC_SPARSE_TERMS];
};

// What happened to an entity in a tick; `began`: when it began to match, with the bit GONE
// where it has ceased to. And what was told of a slot: the entity, and the place of its last
// event + 1; 0: there is no match.
typedef struct gc_sparse_priv_event { gc_sparse_id id; uint64_t tick, began; } gc_sparse_priv_event;
typedef struct gc_sparse_priv_told { uint64_t began; uint32_t generation, place; } gc_sparse_priv_told;
#define GC_SPARSE_PRIV_GONE ((uint64_t)1 << 63)

// That a pool is a term of a journal's query; write: it tells who was modified as well.
typedef struct gc_sparse_priv_journal gc_sparse_priv_journal;
typedef struct gc_sparse_priv_watch {
    struct gc_sparse_priv_watch *next;
    gc_sparse_priv_journal *of;
    bool write;
} gc_sparse_priv_watch;

// Changes of a query, drawn at >>journals.
struct gc_sparse_priv_journal {
    gc_sparse_priv_journal *next;
    gc_sparse_query_desc desc;                      // include, exclude and write
    gc_sparse_pool *pools[2 * GC_SPARSE_TERMS];     // include, then exclude
    uint32_t include_count, pool_count;
    gc_sparse_priv_watch watches[2 * GC_SPARSE_TERMS];
    gc_sparse_priv_told *told;                      // by slot
    uint32_t told_count;
    uint8_t *marks, *blocks;                        // by slot: what to look for; by 16 slots: any mark
    uint32_t mark_count, block_count;
    gc_sparse_priv_event *events;                   // by rising tick
    uint32_t length, capacity;
    uint64_t whole;                                 // events of this tick are the last of their slots
};

struct gc_sparse_world {
    gc_sparse_priv_lookup look;     // first: the inlined lookups read it through a pointer to the world
    gc_sparse_allocator allocator;
    uint32_t max_types, max_slots;
    uint32_t first_generation, last_generation;     // of a slot; behind the largest one comes 1
    uint32_t shift;                 // of generations: what a debug build adds to the first one, see >>numbers
    uint32_t number;                // the world's, a bit; 0: it has none
    uint32_t entity_capacity;       // of look.entities
    uint32_t mask_capacity;
    uint64_t *masks;                // by slot: the types of an entity, see >>masks; NULL: none are kept
    bool no_masks;
    bool busy;                      // inside a hook or a callback of a sort
    bool replaying;
    bool late;                      // of this replay: an id in a component is of an entity still to come
    gc_sparse_priv_kept *groups, *caches;
    gc_sparse_priv_memo *memos;
    const void *remembered;         // the schedule whose memos are fresh at this version
    uint64_t remembered_version;
    gc_sparse_view *views;          // of the systems of `planned`, the last one first, see >>frames
    const void *planned;
    uint32_t view_count;
    bool walking;                   // these views
    const void *unreplayed;         // the schedule that has run, and whose replay had no memory
    uint32_t free_head;             // slot to be used next; the list runs through entities[slot].slot
    uint32_t free_count, alive, retired;
    gc_sparse_commands **commands;  // by rising (system, part)
    uint32_t commands_count, commands_capacity;
    uint32_t next_number;           // of the next commands object
    uint64_t skipped;
    uint32_t tracked;               // types that are
    uint64_t tick_base;             // ticks in pools count from here
    gc_sparse_priv_journal *journals;
    uint64_t forgotten;             // nobody asks for changes since an earlier tick
    uint64_t drawn;                 // the stamp drawn last, see >>copy; 0: no type is copied by change
    uint64_t table_stamp, table_version;            // of entities and masks, and look.version then
    uint32_t table_alive;
    uint64_t untold;
    gc_sparse_type untold_type;
    gc_sparse_id untold_id;
    gc_sparse_pool *tree;           // of nodes; NULL: there is none
#ifdef GC_SPARSE_RELATIONS
    gc_sparse_pool *prefab;         // the tag of prefabs; NULL: there is none
    bool cloning;                   // nodes come with their links
    struct gc_sparse_priv_relation *relations;
    struct gc_sparse_priv_doomed { uint32_t slot, marked; } *doomed;    // a queue; and a mark by slot
    uint32_t doomed_count;
#endif
#if defined(GC_SPARSE_FIELDS) && !defined(GC_SPARSE_NO_SAVE)
    gc_sparse_migration migration;
#endif
};

#ifdef GC_SPARSE_RELATIONS
// A relation, in a list: by slot of a target its first source + 1.
typedef struct gc_sparse_priv_relation {
    struct gc_sparse_priv_relation *next;
    gc_sparse_pool *pool;
    int gone;
    uint32_t *first, count;
} gc_sparse_priv_relation;
#endif

// Recorded commands: records of variable length in a list of blocks, which stay for the next
// recording; drawn at >>records.
struct gc_sparse_priv_block {
    gc_sparse_priv_block *next;
    size_t bytes;       // of the records that follow this head, allocated
    size_t used;        // of those, when the recording has gone on to the next block
    size_t unused;      // makes the head 32 bytes with 64-bit pointers: records start as aligned as the block
};

enum { GC_SPARSE_PRIV_CREATE, GC_SPARSE_PRIV_DESTROY, GC_SPARSE_PRIV_ADD, GC_SPARSE_PRIV_REMOVE };

struct gc_sparse_commands {
    gc_sparse_priv_recorder to;             // first: the inlined record_add reads it through a pointer
    gc_sparse_world *world;
    gc_sparse_priv_block *first, *current;
    uint32_t system, part;
    uint32_t number;                        // of this object, in its temporary ids
    uint32_t created_first, created_count;  // temporary ids of this recording: their slots
    uint32_t made;                          // of those, by the replay that runs
    uint32_t created_capacity, resolved_number, resolved_first, resolved_count, resolved_capacity;
    gc_sparse_id *created;                  // real ids of this recording: room now, values at replay
    gc_sparse_id *resolved;                 // those of the last replay
    void *memory;                           // what the allocator gave
};

// A commands object fills whole cache lines, and room to align it.
#define GC_SPARSE_PRIV_COMMANDS_BYTES                                                                        \
    ((sizeof(gc_sparse_commands) + GC_SPARSE_PRIV_LINE - 1) / GC_SPARSE_PRIV_LINE * GC_SPARSE_PRIV_LINE +    \
     GC_SPARSE_PRIV_LINE)

// >>memory the allocator, capacities, copies of components

static void *gc_sparse_priv_default_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        GC_SPARSE_FREE(ptr);
        return NULL;
    }
    return ptr ? GC_SPARSE_REALLOC(ptr, new_size) : GC_SPARSE_MALLOC(new_size);
}

static void *gc_sparse_priv_alloc(const gc_sparse_world *world, size_t bytes) {
    return world->allocator.resize(world->allocator.user, NULL, 0, bytes);
}

static void gc_sparse_priv_free(const gc_sparse_world *world, void *ptr, size_t bytes) {
    if (ptr) world->allocator.resize(world->allocator.user, ptr, bytes, 0);
}

// The first address from ptr on that is a multiple of align.
static char *gc_sparse_priv_align(void *ptr, size_t align) {
    return (char *)ptr + (size_t)((0 - (uintptr_t)ptr) & (uintptr_t)(align - 1));
}

// Bytes of count elements and some more; 0: does not fit a size_t.
static size_t gc_sparse_priv_bytes(uint64_t count, size_t size, size_t more) {
    if (size != 0 && count > (uint64_t)(SIZE_MAX / 2 - more) / size) return 0;
    return (size_t)count * size + more;
}

// Capacity for `need` elements: doubled, from a least one, and no more than limit; need <=
// limit.
static uint32_t gc_sparse_priv_capacity(uint32_t old, uint32_t need, uint32_t limit) {
    uint64_t capacity = old < GC_SPARSE_PRIV_LEAST / 2 ? GC_SPARSE_PRIV_LEAST : (uint64_t)old * 2;
    if (capacity < need) capacity = need;
    return capacity < limit ? (uint32_t)capacity : limit;
}

// Moves an array of *capacity elements, by the address of the pointer to it, to one of `count`,
// or frees it. On failure it stays.
static bool gc_sparse_priv_fit(const gc_sparse_world *world, void *array, uint32_t *capacity,
                               uint32_t count, size_t size) {
    size_t bytes = gc_sparse_priv_bytes(count, size, 0);
    void *old, *fitted = NULL;
    memcpy(&old, array, sizeof old);
    if (count == 0) gc_sparse_priv_free(world, old, *capacity * size);
    else if (bytes) fitted = world->allocator.resize(world->allocator.user, old, *capacity * size, bytes);
    if (count && !fitted) return false;
    memcpy(array, &fitted, sizeof fitted);
    *capacity = count;
    return true;
}

// The same to a longer one; the new elements are zero.
static bool gc_sparse_priv_extend(const gc_sparse_world *world, void *array, uint32_t *capacity,
                                  uint32_t count, size_t size) {
    uint32_t old = *capacity;
    char *bytes;
    if (!gc_sparse_priv_fit(world, array, capacity, count, size)) return false;
    memcpy(&bytes, array, sizeof bytes);
    memset(bytes + old * size, 0, (count - old) * size);
    return true;
}

// A column that the allocator gives moves when it grows. With the default allocator it has a
// range of addresses instead, of which the first pages are filled: so it stays where it is.
#ifdef GC_SPARSE_PRIV_RANGES
#ifndef GC_SPARSE_PRIV_RANGE_ROWS                           // tests take less
#define GC_SPARSE_PRIV_RANGE_ROWS 0x1000000u                // a range is for so many rows, or max_slots
#endif
#define GC_SPARSE_PRIV_RANGE_MOST ((size_t)1 << 34)         // bytes
#define GC_SPARSE_PRIV_RANGE_STEP ((size_t)65536)           // bytes, a multiple of every system's pages

// NULL: there are no such addresses.
static void *gc_sparse_priv_open_range(size_t bytes) {
#ifdef _WIN32
    return VirtualAlloc(NULL, bytes, MEM_RESERVE, PAGE_NOACCESS);
#else
    void *range = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0);
    return range == MAP_FAILED ? NULL : range;
#endif
}

static void gc_sparse_priv_close_range(void *range, size_t bytes) {
#ifdef _WIN32
    (void)bytes;
    VirtualFree(range, 0, MEM_RELEASE);
#else
    munmap(range, bytes);
#endif
}

// Fills the first bytes of a range, of which the first `old` are; or gives back those behind.
static bool gc_sparse_priv_fill_range(void *range, size_t old, size_t bytes) {
    old = (old + GC_SPARSE_PRIV_RANGE_STEP - 1) / GC_SPARSE_PRIV_RANGE_STEP * GC_SPARSE_PRIV_RANGE_STEP;
    bytes = (bytes + GC_SPARSE_PRIV_RANGE_STEP - 1) / GC_SPARSE_PRIV_RANGE_STEP * GC_SPARSE_PRIV_RANGE_STEP;
    char *from = (char *)range + (old < bytes ? old : bytes);
#ifdef _WIN32
    if (bytes > old) return VirtualAlloc(from, bytes - old, MEM_COMMIT, PAGE_READWRITE) != NULL;
    return bytes == old || VirtualFree(from, old - bytes, MEM_DECOMMIT);
#else
    if (bytes > old) return mprotect(from, bytes - old, PROT_READ | PROT_WRITE) == 0;
    if (bytes < old) madvise(from, old - bytes, MADV_DONTNEED);
    return bytes == old || mprotect(from, old - bytes, PROT_NONE) == 0;
#endif
}
#endif

// Components of common sizes are moved without a call. Without the word inline -O2 calls these.
static inline void gc_sparse_priv_copy(char *to, const char *from, size_t size) {
    switch (size) {
    case 0: break;
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    case 12: memcpy(to, from, 12); break;
    case 16: memcpy(to, from, 16); break;
    default: memcpy(to, from, size);
    }
}

static inline void gc_sparse_priv_zero(char *to, size_t size) {
    switch (size) {
    case 0: break;
    case 4: memset(to, 0, 4); break;
    case 8: memset(to, 0, 8); break;
    case 12: memset(to, 0, 12); break;
    case 16: memset(to, 0, 16); break;
    default: memset(to, 0, size);
    }
}

// >>slots the table of entities: which id lives in a slot, which slots are free or retired

// What entities[slot] holds in each state of a slot, and who moves it:
//
//     unused      nothing: slot >= slot_count
//       | priv_create, when no slot is free
//     alive       { slot, generation }, the entity's id      <----------------+
//       | priv_release                                                        | priv_create
//       +---> free      { next free slot, generation to come }   -------------+
//       +---> retired   { NO_SLOT, 0 }, after the last generation
//
// A dead slot's entry can never be an id of the slot: the free list never holds a slot twice,
// and a retired slot has generation 0.

static inline gc_sparse_id gc_sparse_priv_id(uint32_t slot, uint32_t generation) {
    gc_sparse_id id;
    id.slot = slot;
    id.generation = generation;
    return id;
}

static inline bool gc_sparse_priv_alive(const gc_sparse_world *world, gc_sparse_id id) {
    return id.slot < world->look.slot_count && gc_sparse_id_equal(world->look.entities[id.slot], id);
}

// Moves the table. Each pool has its address, for lookups that are given a pool alone.
static bool gc_sparse_priv_fit_entities(gc_sparse_world *world, uint32_t slots) {
    gc_sparse_id **table = &world->look.entities;
    if (!gc_sparse_priv_fit(world, table, &world->entity_capacity, slots, sizeof **table)) return false;
    for (uint32_t i = 1; i <= world->look.type_count; i++) world->look.pools[i].entities = *table;
    return true;
}

#ifndef GC_SPARSE_NO_CHANGES
// Room in a journal for slots 0 .. slots - 1: marks by whole words, and blocks of them, too.
static bool gc_sparse_priv_grow_journal(const gc_sparse_world *world, gc_sparse_priv_journal *journal,
                                        uint32_t slots) {
    uint32_t blocks = (slots / 128 + 1) * 8;
    if (slots > UINT32_MAX - 128) return false;
    if (slots > journal->told_count &&
        !gc_sparse_priv_extend(world, &journal->told, &journal->told_count, slots,
                               sizeof *journal->told)) return false;
    if (blocks > journal->block_count &&
        !gc_sparse_priv_extend(world, &journal->blocks, &journal->block_count, blocks, 1)) return false;
    if (blocks * 16 <= journal->mark_count) return true;
    return gc_sparse_priv_extend(world, &journal->marks, &journal->mark_count, blocks * 16, 1);
}
#endif

#ifdef GC_SPARSE_RELATIONS
static bool gc_sparse_priv_grow_relations(gc_sparse_world *world, uint32_t slots) {
    for (gc_sparse_priv_relation *at = world->relations; at; at = at->next) {
        if (slots > at->count &&
            !gc_sparse_priv_extend(world, &at->first, &at->count, slots, sizeof *at->first)) return false;
    }
    return !world->relations || slots <= world->doomed_count ||
           gc_sparse_priv_extend(world, &world->doomed, &world->doomed_count, slots, sizeof *world->doomed);
}
#endif

// Room in the table, in journals and relations, for slots 0 .. slots - 1; slots <= max_slots.
GC_SPARSE_PRIV_APART static bool gc_sparse_priv_grow_entities(gc_sparse_world *world, uint32_t slots) {
    if (slots <= world->entity_capacity) return true;

    uint32_t capacity = gc_sparse_priv_capacity(world->entity_capacity, slots, world->max_slots);
    for (gc_sparse_priv_journal *at = world->journals; at; at = at->next) {
        if (!gc_sparse_priv_grow_journal(world, at, capacity)) return false;
    }
    if (!gc_sparse_priv_grow_relations(world, capacity)) return false;
    return gc_sparse_priv_fit_entities(world, capacity);
}

// Masks for slots 0 .. slots - 1, which the entity table has already: for all that it has. They
// come with the first component, so that entities alone cost nothing for them.
static bool gc_sparse_priv_grow_masks(gc_sparse_world *world, uint32_t slots) {
    if (world->no_masks || slots <= world->mask_capacity) return true;
    return gc_sparse_priv_extend(world, &world->masks, &world->mask_capacity, world->entity_capacity,
                                 sizeof(uint64_t));
}

// An entity; there is a free slot, or room in the table. The mask of a dead slot is not read,
// so it is cleared here, where the first component will need it, and not at its end.
static inline gc_sparse_id gc_sparse_priv_create(gc_sparse_world *world) {
    gc_sparse_id *entities = world->look.entities;
    gc_sparse_id id;

    if (world->free_head != GC_SPARSE_PRIV_NO_SLOT) {
        // The slot that was freed last; its entry has the generation to come.
        id = gc_sparse_priv_id(world->free_head, entities[world->free_head].generation);
        world->free_head = entities[id.slot].slot;
        world->free_count--;
        if (id.slot < world->mask_capacity) world->masks[id.slot] = 0;
    } else {
        id = gc_sparse_priv_id(world->look.slot_count++, world->first_generation);
    }

    entities[id.slot] = id;
    world->alive++;
    return id;
}

// Ends the life of a slot's entity: the slot becomes free, or retired after its last
// generation.
static inline void gc_sparse_priv_release(gc_sparse_world *world, uint32_t slot) {
    gc_sparse_id *entry = &world->look.entities[slot];
    uint32_t generation = entry->generation;
    world->alive--;

    // The last one has lived here: the slot is in no list, and has no generation.
    if (generation == world->last_generation) {
        *entry = gc_sparse_priv_id(GC_SPARSE_PRIV_NO_SLOT, 0);
        world->retired++;
        return;
    }

    // The head of the free list, with the generation to come; behind the largest one comes 1.
    *entry = gc_sparse_priv_id(world->free_head,
                               generation == GC_SPARSE_PRIV_LAST_GENERATION ? 1 : generation + 1);
    world->free_head = slot;
    world->free_count++;
}

// >>hooks listeners of components, and the world that nothing may change meanwhile

// Whether the world is inside a hook or a sort, where nothing may change it.
static inline bool gc_sparse_priv_busy(const gc_sparse_world *world) {
    GC_SPARSE_ASSERT(!world->busy && "gc_sparse: a change inside a hook or a callback of a sort");
    return world->busy;
}

// Tells the listeners of a type, in the order in which they came.
enum { GC_SPARSE_PRIV_ADDED, GC_SPARSE_PRIV_REMOVING, GC_SPARSE_PRIV_UPDATED };
static void gc_sparse_priv_tell(gc_sparse_world *world, const gc_sparse_pool *pool, uint32_t slot,
                                void *component, int what) {
    const gc_sparse_priv_listener *at = pool->listeners;
    world->busy = true;
    for (; at; at = at->next) {
        gc_sparse_hook hook = at->to.on_add;
        if (what == GC_SPARSE_PRIV_REMOVING) hook = at->to.on_remove;
        if (what == GC_SPARSE_PRIV_UPDATED) hook = at->to.on_update;
        if (hook) hook(at->to.user, world, world->look.entities[slot], component);
    }
    world->busy = false;
}

static inline void gc_sparse_priv_added(gc_sparse_world *world, const gc_sparse_pool *pool, uint32_t slot,
                                        void *component) {
    if (pool->listeners) gc_sparse_priv_tell(world, pool, slot, component, GC_SPARSE_PRIV_ADDED);
}

static inline void gc_sparse_priv_removing(gc_sparse_world *world, const gc_sparse_pool *pool, uint32_t slot,
                                           void *component) {
    if (pool->listeners) gc_sparse_priv_tell(world, pool, slot, component, GC_SPARSE_PRIV_REMOVING);
}

// >>masks the types of an entity as bits

// An entity's mask lets destroy ask only the pools that have it; it costs 8 bytes a slot. With
// desc.no_masks every registered pool is asked.

// Types 1 to 63 have a bit each. Those behind share the last bit, which says that there may be
// some: it stays when they are removed.
static uint64_t gc_sparse_priv_bit(uint32_t type) {
    return (uint64_t)1 << (type < 64 ? type - 1 : 63);
}

// The number of the lowest bit that is set; there is one.
static inline uint32_t gc_sparse_priv_lowest(uint64_t word) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(word);
#else
    uint32_t n = 0;
    if ((word & 0xffffffffu) == 0) { word >>= 32; n += 32; }
    if ((word & 0xffffu) == 0) { word >>= 16; n += 16; }
    if ((word & 0xffu) == 0) { word >>= 8; n += 8; }
    while ((word & 1) == 0) { word >>= 1; n++; }
    return n;
#endif
}

// How many bits are set.
static uint32_t gc_sparse_priv_bits(uint64_t word) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_popcountll(word);
#else
    uint32_t n = 0;
    for (; word; word &= word - 1) n++;
    return n;
#endif
}

// Walks the types that a slot may have, rising: the next after `type` (0 at first), 0 at the
// end. *left: at first gc_sparse_priv_mask of the slot.
static uint32_t gc_sparse_priv_next_type(const gc_sparse_world *world, uint64_t *left, uint32_t type) {
    uint32_t next;
    if (type >= 64) {
        next = type + 1;
    } else {
        if (*left == 0) return 0;
        next = gc_sparse_priv_lowest(*left) + 1;
        *left &= *left - 1;
    }
    return next <= world->look.type_count ? next : 0;
}

static uint64_t gc_sparse_priv_mask(const gc_sparse_world *world, uint32_t slot) {
    if (slot < world->mask_capacity) return world->masks[slot];
    return world->no_masks ? ~(uint64_t)0 : 0;
}

// >>numbers in debug builds, worlds that are open at once begin with generations of their own

// A world takes the lowest free number, so that a program that opens one at a time has the ids
// of a release build, and every run the same. 32 numbers exist: of the worlds that are open at
// once the first begins as in a release build, and 31 more far from it and from each other. A
// world that finds none, and one with desc.first_generation, goes without; one that is never
// closed keeps its number. This is the only global state.
#ifdef GC_SPARSE_PRIV_NUMBERS
#ifndef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4
static bool gc_sparse_priv_exchange(volatile uint32_t *word, uint32_t *old, uint32_t value) {
    uint32_t found = (uint32_t)_InterlockedCompareExchange((volatile long *)word, (long)value, (long)*old);
    bool same = found == *old;
    *old = found;
    return same;
}
#endif

static volatile uint32_t gc_sparse_priv_numbers;    // those taken, a bit for each
#endif

static uint32_t gc_sparse_priv_take_number(void) {
    uint32_t number = 0;
#ifdef GC_SPARSE_PRIV_NUMBERS
    uint32_t taken = 0;     // a guess, corrected by the first exchange
    do {
        number = ~taken & (taken + 1);      // 0: there is none left
    } while (number && !GC_SPARSE_PRIV_EXCHANGE(&gc_sparse_priv_numbers, taken, taken | number));
#endif
    return number;
}

static void gc_sparse_priv_give_number(uint32_t number) {
#ifdef GC_SPARSE_PRIV_NUMBERS
    uint32_t taken = number;
    while (number && !GC_SPARSE_PRIV_EXCHANGE(&gc_sparse_priv_numbers, taken, taken & ~number)) {}
#else
    (void)number;
#endif
}

// Far from those of other numbers: multiples of the golden ratio (Knuth, The Art of Computer
// Programming 3, 6.4). The first number, and none, have 0. Slots go through all generations,
// round the end, and are used as often as without.
static uint32_t gc_sparse_priv_shift(uint32_t number) {
    uint32_t n = number ? gc_sparse_priv_lowest(number) : 0, part = n * 0x9e3779b9u;
    return (uint32_t)((uint64_t)part * GC_SPARSE_PRIV_LAST_GENERATION >> 32);
}

// The generation as it would be without the shift.
static inline uint32_t gc_sparse_priv_unshifted(const gc_sparse_world *world, uint32_t generation) {
    if (generation > world->shift) return generation - world->shift;
    return generation - world->shift + GC_SPARSE_PRIV_LAST_GENERATION;
}

// >>fields what is in a component: where ids are, and where its bytes are in a file

// A file has little-endian numbers without padding in between. `map` has, for each byte of a
// component in a file, its offset in memory; it is there only where the two differ, so that
// most components are copied whole.
typedef struct gc_sparse_priv_fields {
    size_t bytes;           // of this block
    uint16_t *map;          // NULL: as in memory
    uint16_t *ids;          // offsets of ids
    uint32_t id_count;
    char *text;             // as it was given
#ifdef GC_SPARSE_FIELDS
    const gc_sparse_shape *shape;   // NULL: it was a text
    gc_sparse_field *list;          // of the shape, `count` of them
    uint32_t count;
#endif
} gc_sparse_priv_fields;
#define GC_SPARSE_PRIV_PADDING 65535u       // in a map: zero in the file

// How uint64_t and double are aligned in structs: 32-bit x86 has 4.
typedef struct gc_sparse_priv_eight { char first; uint64_t second; } gc_sparse_priv_eight;

static bool gc_sparse_priv_big_endian(void) {
    const uint32_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

// Reads the text of fields. Ids and map go where there is room for them; *differs: a map is
// needed. False: they do not fill `size` bytes.
static bool gc_sparse_priv_parse(const char *text, size_t size, gc_sparse_priv_fields *fields,
                                 bool *differs) {
    size_t at = 0, most = 1;
    bool big = gc_sparse_priv_big_endian();
    fields->id_count = 0;
    *differs = false;
    while (*text == ' ') text++;
    for (bool end = false; !end; ) {
        // A letter, and how often. Behind the last one the padding at the end.
        char letter = *text;
        size_t width = 1, word = 1, align = 1, times = 1;
        end = letter == 0;
        if (letter == '2' || letter == '4' || letter == '8') width = word = align = (size_t)(letter - '0');
        else if (letter == 'i') { width = sizeof(gc_sparse_id); word = align = sizeof(uint32_t); }
        else if (letter != '1' && letter != 'p' && !end) return false;
        if (letter == '8') align = offsetof(gc_sparse_priv_eight, second);
        if (end) { align = most; times = 0; }
        else text++;
        if (*text == '*') {
            for (times = 0, text++; *text >= '0' && *text <= '9' && times <= size; text++) {
                times = times * 10 + (size_t)(*text - '0');
            }
            if (times == 0) return false;
        }
        while (*text == ' ') text++;

        // Padding in front of it, as compilers make it.
        size_t hole = (0 - at) & (align - 1);
        if (align > most) most = align;
        if (hole > size - at || times > (size - at - hole) / width) return false;
        *differs = *differs || hole || letter == 'p' || (big && word > 1);
        while (hole-- > 0) {
            if (fields->map) fields->map[at] = GC_SPARSE_PRIV_PADDING;
            at++;
        }

        // Its bytes, the lowest of each word first.
        for (; times > 0; times--) {
            for (size_t i = 0; fields->map && i < width; i++) {
                size_t from = at + (big ? i ^ (word - 1) : i);
                fields->map[at + i] = (uint16_t)(letter == 'p' ? GC_SPARSE_PRIV_PADDING : from);
            }
            if (letter == 'i' && fields->ids) fields->ids[fields->id_count] = (uint16_t)at;
            fields->id_count += letter == 'i';
            at += width;
        }
    }
    return at == size;
}

static void gc_sparse_priv_free_fields(const gc_sparse_world *world, gc_sparse_priv_fields *fields) {
    if (fields) gc_sparse_priv_free(world, fields, fields->bytes);
}

// The fields of a component of `size` bytes, in one block: GC_SPARSE_OK, E_ARGUMENT, E_MEMORY.
static int gc_sparse_priv_make_fields(const gc_sparse_world *world, const char *text, size_t size,
                                      gc_sparse_priv_fields **out) {
    gc_sparse_priv_fields read;
    bool differs = false;
    *out = NULL;
    if (!text || *text == 0) return GC_SPARSE_OK;
    memset(&read, 0, sizeof read);
    bool sound = size < GC_SPARSE_PRIV_PADDING && gc_sparse_priv_parse(text, size, &read, &differs);
    GC_SPARSE_ASSERT(sound && "gc_sparse_describe: the fields do not fill the component (8*34 is 34 eights)");
    if (!sound) return GC_SPARSE_E_ARGUMENT;

    size_t length = strlen(text) + 1, map = differs ? size : 0;
    size_t bytes = sizeof read + (map + read.id_count) * sizeof(uint16_t) + length;
    gc_sparse_priv_fields *fields = (gc_sparse_priv_fields *)gc_sparse_priv_alloc(world, bytes);
    if (!fields) return GC_SPARSE_E_MEMORY;
    *fields = read;
    fields->bytes = bytes;
    fields->ids = (uint16_t *)(void *)(fields + 1);
    fields->map = differs ? fields->ids + read.id_count : NULL;
    fields->text = (char *)(fields->ids + read.id_count + map);
    memcpy(fields->text, text, length);
    gc_sparse_priv_parse(text, size, fields, &differs);
    *out = fields;
    return GC_SPARSE_OK;
}

// >>asked queries do not see prefabs

#ifdef GC_SPARSE_RELATIONS
// A query as it is meant: one exclude more, unless it names the type of prefabs. NULL: it has
// no room for it.
static const gc_sparse_query_desc *gc_sparse_priv_asked(const gc_sparse_world *world,
                                                        const gc_sparse_query_desc *desc,
                                                        gc_sparse_query_desc *room) {
    if (!world || !desc || !world->prefab) return desc;
    uint32_t n = 0, prefab = world->prefab->index;
    while (n < GC_SPARSE_TERMS && desc->exclude[n].index) n++;
    for (uint32_t i = 0; i < GC_SPARSE_TERMS; i++) {
        if (desc->include[i].index == prefab || desc->exclude[i].index == prefab ||
            desc->optional[i].index == prefab) return desc;
        if (i > n && desc->exclude[i].index) return desc;       // a hole, which is misuse
    }
    if (n == GC_SPARSE_TERMS) return NULL;
    *room = *desc;
    room->exclude[n].index = prefab;
    return room;
}
#endif

// >>lists room for the matches of cached queries, which grows with the pools

// A query matches at most what the smallest included pool has room for, and slots below the end
// of each included sparse array: so adds alone grow a list, and removes cannot fail.

#ifndef GC_SPARSE_NO_GROUPS
static size_t gc_sparse_priv_list_bytes(const gc_sparse_priv_kept *kept, uint32_t capacity) {
    return gc_sparse_priv_bytes(capacity, (kept->column_count + 1) * sizeof(uint32_t), 0);
}

// Moves a list to one of other capacity, at least its length; the old one stays on failure.
static bool gc_sparse_priv_fit_list(const gc_sparse_world *world, gc_sparse_priv_kept *kept,
                                    uint32_t capacity) {
    size_t bytes = gc_sparse_priv_list_bytes(kept, capacity);
    uint32_t *list = NULL;
    if (capacity == kept->capacity) return true;
    if (capacity) {
        list = bytes ? (uint32_t *)gc_sparse_priv_alloc(world, bytes) : NULL;
        if (!list) return false;
    }
    for (uint32_t k = 0; k <= kept->column_count && kept->length; k++) {
        memcpy(list + (size_t)k * capacity, kept->list + (size_t)k * kept->capacity,
               kept->length * sizeof *list);
    }
    gc_sparse_priv_free(world, kept->list, gc_sparse_priv_list_bytes(kept, kept->capacity));
    kept->list = list;
    kept->capacity = capacity;
    return true;
}

// What a list needs: places and slots. One pool, or NULL, is about to have room for `rows` rows
// and `slots` slots.
static void gc_sparse_priv_list_needs(const gc_sparse_priv_kept *kept, const gc_sparse_pool *pool,
                                      uint32_t *rows, uint32_t *slots) {
    uint32_t pool_rows = *rows, pool_slots = *slots;
    *rows = *slots = UINT32_MAX;
    for (uint32_t i = 0; i < kept->include_count; i++) {
        const gc_sparse_pool *other = kept->pools[i];
        uint32_t r = other == pool ? pool_rows : other->capacity;
        uint32_t s = other == pool ? pool_slots : other->slots;
        if (r < *rows) *rows = r;
        if (s < *slots) *slots = s;
    }
}

static bool gc_sparse_priv_grow_list(const gc_sparse_world *world, gc_sparse_priv_kept *kept,
                                     const gc_sparse_pool *pool, uint32_t rows, uint32_t slots) {
    gc_sparse_priv_list_needs(kept, pool, &rows, &slots);
    if (rows > kept->capacity && !gc_sparse_priv_fit_list(world, kept, rows)) return false;
    if (slots <= kept->where_capacity) return true;
    return gc_sparse_priv_extend(world, &kept->where, &kept->where_capacity, slots, sizeof *kept->where);
}

// Room in all lists that include a pool, which is about to have room for so many rows and
// slots.
static bool gc_sparse_priv_grow_caches(const gc_sparse_world *world, const gc_sparse_pool *pool,
                                       uint32_t rows, uint32_t slots) {
    for (const gc_sparse_priv_link *link = pool->caches; link; link = link->next) {
        if (link->column >= link->of->include_count) continue;
        if (!gc_sparse_priv_grow_list(world, link->of, pool, rows, slots)) return false;
    }
    return true;
}
#endif

// >>pools where the components of a type are, and room for more

// A pool of dense kind, with entities in slots 2, 7 and 5, added in this order:
//
//     slot        0    1    2    3    4    5    6    7
//     sparse    | 0  | 0  | 1  | 0  | 0  | 3  | 0  | 2  |     row + 1, 0: absent
//
//     row         0    1    2    3                            (count 3)
//     dense     | 2  | 7  | 5  |    |                         slot
//     column    | A  | B  | C  |    |                         component, column at a multiple of 64
//
// After the component of slot 2 was removed, the last row has moved into the hole:
//
//     sparse    | 0  | 0  | 0  | 0  | 0  | 1  | 0  | 2  |
//     dense     | 5  | 7  |    |    |                         (count 2)
//     column    | C  | B  |    |    |
//
// The first `length` rows of a pool in a group are the group's, drawn at >>groups.
//
// Where the array would have more than 32 slots for a component, the type is rare: a table of
// cells { slot, row + 1 } takes its place, and sparse_capacity is 0. A slot is in the first
// empty cell from its hash on; at most half of the cells are in use. A rare type whose
// components have come to one in 16 slots gets its array again.
//
// A pool of direct kind has no rows: the slot is the row. Its pages and words are one block,
// the columns of the pages are blocks of their own:
//
//     pages     | page 0 | page 1 | ... | words of page 0 | words of page 1 | ... |   (page_count)
//                 |   |               a bit for each slot that has a component: 16 words a page
//                 |   NULL: it has no component
//                 column of 1024 components, at a multiple of 64: slot s at [s % 1024]
//
// sparse_capacity is 0 then, so that the bounds check of lookups also tells the kinds apart.
//
// Memory: 8 bytes for an entity, and 8 for its mask. A pool takes 4 bytes for each slot up to
// the highest it has held (of a rare type 16 to 32 for each component instead), and for each
// component 4 bytes and its size; one of direct kind a
// bit and its size for each slot of its pages, and 80 bytes for a page. Arrays that have
// doubled hold up to twice of that, until gc_sparse_shrink.

// All tags are here: an address that is not NULL and cannot be written.
static const char gc_sparse_priv_tag[GC_SPARSE_PRIV_LINE] = { 0 };

static inline gc_sparse_pool *gc_sparse_priv_pool(const gc_sparse_world *world, gc_sparse_type type) {
    return type.index - 1u < world->look.type_count ? &world->look.pools[type.index] : NULL;
}

// The cell of its table at which the search for a slot of a rare type begins.
static inline uint32_t gc_sparse_priv_home(const gc_sparse_pool *pool, uint32_t slot) {
    return (uint32_t)((uint64_t)(slot * 2654435769u) * pool->table_size >> 32);
}

// The cell of a slot, or the empty one in which it belongs. At most half are in use.
static inline gc_sparse_priv_cell *gc_sparse_priv_cell_of(const gc_sparse_pool *pool, uint32_t slot) {
    uint32_t at = gc_sparse_priv_home(pool, slot);
    while (pool->table[at].row != 0 && pool->table[at].slot != slot) at = (at + 1) & (pool->table_size - 1);
    return &pool->table[at];
}

GC_SPARSE_API uint32_t gc_sparse_priv_table_find(const gc_sparse_pool *pool, uint32_t slot) {
    return gc_sparse_priv_cell_of(pool, slot)->row;
}

GC_SPARSE_API void *gc_sparse_priv_table_get(const gc_sparse_pool *pool, gc_sparse_id id) {
    uint32_t row = gc_sparse_priv_cell_of(pool, id.slot)->row;
    if (row == 0 || !gc_sparse_id_equal(pool->entities[id.slot], id)) return NULL;
    return (char *)pool->column + (size_t)(row - 1) * pool->size;
}

// Row + 1 of a slot, 0: absent. In a pool of direct kind the slot is the row.
GC_SPARSE_PRIV_APART static uint32_t gc_sparse_priv_find_far(const gc_sparse_pool *pool, uint32_t slot) {
    if (pool->table) return gc_sparse_priv_cell_of(pool, slot)->row;
#ifdef GC_SPARSE_NO_DIRECT
    return 0;
#else
    return gc_sparse_priv_direct_has(pool, slot) ? slot + 1 : 0;
#endif
}

static inline uint32_t gc_sparse_priv_find(const gc_sparse_pool *pool, uint32_t slot) {
    return slot < pool->sparse_capacity ? pool->sparse[slot] : gc_sparse_priv_find_far(pool, slot);
}

GC_SPARSE_PRIV_APART static void gc_sparse_priv_set_cell(gc_sparse_pool *pool, uint32_t slot, uint32_t row) {
    gc_sparse_priv_cell *cell = gc_sparse_priv_cell_of(pool, slot);
    cell->slot = slot;
    cell->row = row + 1;
}

// A slot has this row of a dense pool; there is room.
static inline void gc_sparse_priv_set_row(gc_sparse_pool *pool, uint32_t slot, uint32_t row) {
    uint32_t *sparse = (uint32_t *)(uintptr_t)pool->sparse;     // const in the public section only
    if (slot < pool->sparse_capacity) sparse[slot] = row + 1;
    else gc_sparse_priv_set_cell(pool, slot, row);
}

// Empties the cell of a slot. Each cell behind it, up to an empty one, moves into the hole, if
// its search begins at the hole or before.
GC_SPARSE_PRIV_APART static void gc_sparse_priv_empty_cell(gc_sparse_pool *pool, uint32_t slot) {
    uint32_t mask = pool->table_size - 1, hole = (uint32_t)(gc_sparse_priv_cell_of(pool, slot) - pool->table);
    for (uint32_t at = (hole + 1) & mask; pool->table[at].row != 0; at = (at + 1) & mask) {
        uint32_t home = gc_sparse_priv_home(pool, pool->table[at].slot);
        if (((at - home) & mask) < ((at - hole) & mask)) continue;
        pool->table[hole] = pool->table[at];
        hole = at;
    }
    pool->table[hole].row = 0;
}

// A slot of a dense pool has no row any more.
static inline void gc_sparse_priv_no_row(gc_sparse_pool *pool, uint32_t slot) {
    if (slot < pool->sparse_capacity) ((uint32_t *)(uintptr_t)pool->sparse)[slot] = 0;
    else gc_sparse_priv_empty_cell(pool, slot);
}

static char *gc_sparse_priv_row(const gc_sparse_pool *pool, uint32_t row) {
    if (GC_SPARSE_PRIV_DIRECT(pool)) return (char *)gc_sparse_priv_direct_at(pool, row);
    return (char *)pool->column + (size_t)row * pool->size;
}

// Blocks of so many rows.
#define GC_SPARSE_PRIV_BLOCKS(rows) ((rows) / 64 + ((rows) % 64 != 0))

#ifndef GC_SPARSE_NO_CHANGES
// The blocks that a type has room for, at least one.
static uint32_t gc_sparse_priv_blocks_of(const gc_sparse_pool *pool) {
    uint32_t blocks = GC_SPARSE_PRIV_BLOCKS(pool->capacity);
    if (GC_SPARSE_PRIV_DIRECT(pool)) blocks = pool->page_count * (GC_SPARSE_PRIV_PAGE / 64);
    return blocks ? blocks : 1;
}

// Room for the ticks of a tracked type; more than its rows need is no change.
static bool gc_sparse_priv_grow_ticks(const gc_sparse_world *world, gc_sparse_pool *pool, uint32_t blocks) {
    uint32_t versions = blocks > UINT32_MAX / 4 ? UINT32_MAX : blocks * 4;
    if (pool->stamp && versions > pool->version_count &&
        !gc_sparse_priv_extend(world, &pool->versions, &pool->version_count, versions,
                               sizeof *pool->versions)) return false;
    if (!pool->now || blocks <= pool->tick_count) return true;
    return gc_sparse_priv_extend(world, &pool->ticks, &pool->tick_count, blocks, sizeof *pool->ticks);
}

static void gc_sparse_priv_mark_all(const gc_sparse_pool *pool) {
    for (uint32_t block = 0; block < pool->tick_count; block++) pool->ticks[block] = *pool->now;
    for (uint32_t block = 0; block < pool->version_count; block++) pool->versions[block] = *pool->stamp;
}

// Threads mark the same blocks at once, all with the same number.
#if defined(__GNUC__)
#define GC_SPARSE_PRIV_LOAD(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define GC_SPARSE_PRIV_STORE(p, value) __atomic_store_n(p, value, __ATOMIC_RELAXED)
#define GC_SPARSE_PRIV_LOAD_8(p) GC_SPARSE_PRIV_LOAD(p)
#define GC_SPARSE_PRIV_STORE_8(p, value) GC_SPARSE_PRIV_STORE(p, value)
#if UINTPTR_MAX > UINT32_MAX
#define GC_SPARSE_PRIV_LOAD_64(p) GC_SPARSE_PRIV_LOAD(p)
#define GC_SPARSE_PRIV_STORE_64(p, value) GC_SPARSE_PRIV_STORE(p, value)
#endif
#else
#define GC_SPARSE_PRIV_LOAD(p) (*(const volatile uint32_t *)(p))
#define GC_SPARSE_PRIV_STORE(p, value) ((void)(*(volatile uint32_t *)(p) = (value)))
#define GC_SPARSE_PRIV_LOAD_8(p) (*(const volatile uint8_t *)(p))
#define GC_SPARSE_PRIV_STORE_8(p, value) ((void)(*(volatile uint8_t *)(p) = (value)))
#endif

// In halves, where whole words are not stored at once: all store the same.
#ifndef GC_SPARSE_PRIV_LOAD_64
#define GC_SPARSE_PRIV_LOAD_64(p) (*(const volatile uint64_t *)(p))
#define GC_SPARSE_PRIV_STORE_64(p, value) ((void)(*(volatile uint64_t *)(p) = (value)))
#endif

// Marks the block of a row of a tracked type; what is marked already is not written again.
static inline void gc_sparse_priv_mark_tick(const gc_sparse_pool *pool, uint32_t row) {
    uint32_t *tick = &pool->ticks[row >> 6], now = *pool->now;
    if (GC_SPARSE_PRIV_LOAD(tick) != now) GC_SPARSE_PRIV_STORE(tick, now);
}

static inline void gc_sparse_priv_mark_version(const gc_sparse_pool *pool, uint32_t row) {
    uint64_t *version = &pool->versions[row >> 4], stamp = *pool->stamp;
    if (GC_SPARSE_PRIV_LOAD_64(version) != stamp) GC_SPARSE_PRIV_STORE_64(version, stamp);
}

static inline void gc_sparse_priv_mark(const gc_sparse_pool *pool, uint32_t row) {
    gc_sparse_priv_mark_tick(pool, row);
    if (pool->versions) gc_sparse_priv_mark_version(pool, row);
}

// Marks the blocks of `count` rows from `first` on, where the type is tracked.
static void gc_sparse_priv_mark_rows(const gc_sparse_pool *pool, uint32_t first, uint32_t count) {
    if (!pool->ticks || count == 0) return;
    uint32_t last = first + (count - 1);
    for (uint32_t block = first >> 6; block <= last >> 6; block++) gc_sparse_priv_mark_tick(pool, block << 6);
    if (!pool->versions) return;
    for (uint32_t block = first >> 4; block <= last >> 4; block++) {
        gc_sparse_priv_mark_version(pool, block << 4);
    }
}
#endif

// Whether a type with this many components in this many slots is rare. One that is must come to
// twice as many before it is not, so that it does not turn to and fro.
static bool gc_sparse_priv_is_rare(const gc_sparse_pool *pool, uint32_t slots, uint32_t rows) {
    uint64_t components = (uint64_t)rows * GC_SPARSE_PRIV_RARE;
    return slots > GC_SPARSE_PRIV_FEW_SLOTS && slots > (pool->table ? components / 2 : components);
}

static void gc_sparse_priv_free_index(const gc_sparse_world *world, const gc_sparse_pool *pool) {
    gc_sparse_priv_free(world, (void *)(uintptr_t)pool->sparse, pool->sparse_capacity * sizeof(uint32_t));
    gc_sparse_priv_free(world, pool->table, pool->table_size * sizeof *pool->table);
}

// Makes a dense pool's array, or its table, one for this many slots and rows, which are enough
// for those that it has. On failure the old one stays.
static bool gc_sparse_priv_fit_index(const gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slots,
                                     uint32_t rows) {
    bool rare = gc_sparse_priv_is_rare(pool, slots, rows);
    if (!rare && !pool->table) {
        uint32_t *capacity = &pool->sparse_capacity;
        bool fits = slots > *capacity
                        ? gc_sparse_priv_extend(world, &pool->sparse, capacity, slots, sizeof(uint32_t))
                        : gc_sparse_priv_fit(world, &pool->sparse, capacity, slots, sizeof(uint32_t));
        pool->slots = *capacity;
        return fits;
    }

    // Another one, in which all rows are found again.
    uint64_t cells = GC_SPARSE_PRIV_LEAST_CELLS;
    while (cells < (uint64_t)rows * 2) cells *= 2;
    size_t bytes = rare ? gc_sparse_priv_bytes(cells, sizeof *pool->table, 0)
                        : gc_sparse_priv_bytes(slots, sizeof(uint32_t), 0);
    void *memory = bytes ? gc_sparse_priv_alloc(world, bytes) : NULL;
    if (!memory && slots) return false;
    if (memory) memset(memory, 0, bytes);
    gc_sparse_priv_free_index(world, pool);
    pool->sparse = rare ? NULL : (const uint32_t *)memory;
    pool->sparse_capacity = rare ? 0 : slots;
    pool->table = rare ? (gc_sparse_priv_cell *)memory : NULL;
    pool->table_size = rare ? (uint32_t)cells : 0;
    pool->slots = slots;
    for (uint32_t row = 0; row < pool->count; row++) gc_sparse_priv_set_row(pool, pool->dense[row], row);
    return true;
}

// Room to find `rows` rows of slots 0 .. slots - 1, which the entity table has already.
static bool gc_sparse_priv_grow_index(gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slots,
                                      uint32_t rows) {
    bool beyond = slots > pool->slots;
    if (!beyond && (!pool->table || rows <= pool->table_size / 2)) return true;

    // Masks first: a slot within the array has one.
    uint32_t capacity = pool->slots;
    if (beyond) capacity = gc_sparse_priv_capacity(capacity, slots, world->entity_capacity);
    if (!gc_sparse_priv_grow_masks(world, capacity)) return false;
    if (pool->caches && !gc_sparse_priv_grow_caches(world, pool, pool->capacity, capacity)) return false;

    return gc_sparse_priv_fit_index(world, pool, capacity, rows < pool->count ? pool->count : rows);
}

static size_t gc_sparse_priv_column_bytes(const gc_sparse_pool *pool, uint32_t capacity) {
    return gc_sparse_priv_bytes(capacity, pool->size, GC_SPARSE_PRIV_LINE);
}

// Frees the column of a pool that had this capacity.
static void gc_sparse_priv_free_column(const gc_sparse_world *world, const gc_sparse_pool *pool,
                                       uint32_t capacity) {
#ifdef GC_SPARSE_PRIV_RANGES
    if (pool->range) {
        gc_sparse_priv_close_range(pool->column_memory, pool->range);
        return;
    }
#endif
    gc_sparse_priv_free(world, pool->column_memory, gc_sparse_priv_column_bytes(pool, capacity));
}

#ifdef GC_SPARSE_PRIV_RANGES
// Whether a column has a range for so many rows; it gets one with its first rows.
static bool gc_sparse_priv_has_range(const gc_sparse_world *world, gc_sparse_pool *pool, uint32_t rows) {
    uint32_t most = GC_SPARSE_PRIV_RANGE_ROWS;
    if (most > world->max_slots) most = world->max_slots;
    size_t range = (size_t)most * pool->size, bytes = (size_t)rows * pool->size;
    if (range > GC_SPARSE_PRIV_RANGE_MOST) range = GC_SPARSE_PRIV_RANGE_MOST;
    range = (range / GC_SPARSE_PRIV_RANGE_STEP + 1) * GC_SPARSE_PRIV_RANGE_STEP;

    bool own = world->allocator.resize != gc_sparse_priv_default_resize;
    if (pool->column_memory || own || bytes == 0 || bytes > range) return bytes <= pool->range && pool->range;
    pool->column_memory = pool->column = gc_sparse_priv_open_range(range);
    if (pool->column) pool->range = range;
    return pool->range != 0;
}

// The same as priv_fit_rows, for a column with a range: room comes first and goes last. What
// cannot be given back stays filled, which is no harm.
static bool gc_sparse_priv_fit_range(const gc_sparse_world *world, gc_sparse_pool *pool, uint32_t capacity) {
    size_t old = (size_t)pool->capacity * pool->size, bytes = (size_t)capacity * pool->size;
    if (bytes > old && !gc_sparse_priv_fill_range(pool->column, old, bytes)) return false;

    bool fits = gc_sparse_priv_fit(world, &pool->dense, &pool->capacity, capacity, sizeof *pool->dense);
    if (fits && bytes < old) gc_sparse_priv_fill_range(pool->column, old, bytes);
    if (!fits && bytes > old) gc_sparse_priv_fill_range(pool->column, bytes, old);
    return fits;
}
#endif

// Makes the arrays of a dense pool's rows ones of `capacity`, at least count; on failure they
// stay. A column without a range is moved by hand, for realloc would keep the offset to the
// allocator's alignment, not to ours: it is there first, and is given back if the dense array
// cannot follow.
static bool gc_sparse_priv_fit_rows(const gc_sparse_world *world, gc_sparse_pool *pool, uint32_t capacity) {
#ifdef GC_SPARSE_PRIV_RANGES
    bool stays = gc_sparse_priv_has_range(world, pool, capacity);
    if (stays) return gc_sparse_priv_fit_range(world, pool, capacity);
#endif
    uint32_t old = pool->capacity;
    size_t bytes = pool->size && capacity ? gc_sparse_priv_column_bytes(pool, capacity) : 0;
    void *memory = bytes ? gc_sparse_priv_alloc(world, bytes) : NULL;
    if (pool->size && capacity && !memory) return false;
    if (!gc_sparse_priv_fit(world, &pool->dense, &pool->capacity, capacity, sizeof *pool->dense)) {
        gc_sparse_priv_free(world, memory, bytes);
        return false;
    }
    if (pool->size == 0) return true;   // a tag has no column

    char *column = memory ? gc_sparse_priv_align(memory, GC_SPARSE_PRIV_LINE) : NULL;
    if (pool->count) memcpy(column, pool->column, (size_t)pool->count * pool->size);
    gc_sparse_priv_free_column(world, pool, old);
    pool->column = column;
    pool->column_memory = memory;
    pool->range = 0;
    return true;
}

// Room for `rows` components.
static bool gc_sparse_priv_grow_rows(gc_sparse_world *world, gc_sparse_pool *pool, uint32_t rows) {
    if (rows <= pool->capacity) return true;
    uint32_t capacity = gc_sparse_priv_capacity(pool->capacity, rows, world->max_slots);
    if (pool->caches && !gc_sparse_priv_grow_caches(world, pool, capacity, pool->slots)) return false;
    if (!gc_sparse_priv_grow_ticks(world, pool, GC_SPARSE_PRIV_BLOCKS(capacity))) return false;
    return gc_sparse_priv_fit_rows(world, pool, capacity);
}

#ifndef GC_SPARSE_NO_DIRECT
static size_t gc_sparse_priv_pages_bytes(uint32_t count) {
    return gc_sparse_priv_bytes(count, sizeof(gc_sparse_priv_page) + GC_SPARSE_PRIV_PAGE / 8, 0);
}

static size_t gc_sparse_priv_page_bytes(const gc_sparse_pool *pool) {
    return gc_sparse_priv_bytes(GC_SPARSE_PRIV_PAGE, pool->size, GC_SPARSE_PRIV_LINE);
}

// Moves pages and words to a block for `count` pages; on failure they stay. The words stand
// behind the pages, so they move within the block.
static bool gc_sparse_priv_fit_pages(const gc_sparse_world *world, gc_sparse_pool *pool, uint32_t count) {
    uint32_t old = pool->page_count, both = old < count ? old : count;
    size_t bytes = gc_sparse_priv_pages_bytes(count);
    gc_sparse_priv_page *pages = NULL;
    if (count) {
        pages = bytes ? (gc_sparse_priv_page *)gc_sparse_priv_alloc(world, bytes) : NULL;
        if (!pages) return false;
        memset(pages, 0, bytes);
    }

    uint64_t *words = (uint64_t *)(void *)(pages ? pages + count : NULL);
    if (both) {
        memcpy(pages, pool->pages, both * sizeof *pages);
        memcpy(words, pool->words, (size_t)both * (GC_SPARSE_PRIV_PAGE / 8));
    }
    gc_sparse_priv_free(world, pool->pages, gc_sparse_priv_pages_bytes(old));
    pool->pages = pages;
    pool->words = words;
    pool->page_count = count;
    return true;
}

// Words and places for pages of slots 0 .. slots - 1 of a pool of direct kind.
static bool gc_sparse_priv_grow_words(const gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slots) {
    uint32_t old = pool->page_count, count = slots / GC_SPARSE_PRIV_PAGE + (slots % GC_SPARSE_PRIV_PAGE != 0);
    if (count <= old) return true;
    if (count < old * 2) count = old * 2;       // at most 2^22 pages
    if (!gc_sparse_priv_grow_ticks(world, pool, count * (GC_SPARSE_PRIV_PAGE / 64))) return false;

    return gc_sparse_priv_fit_pages(world, pool, count);
}

// Room for the component of a slot in a pool of direct kind.
static bool gc_sparse_priv_grow_page(gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slot) {
    size_t bytes = gc_sparse_priv_page_bytes(pool);

    // All is there, as nearly always.
    if (slot / GC_SPARSE_PRIV_PAGE < pool->page_count && pool->pages[slot / GC_SPARSE_PRIV_PAGE].column &&
        (slot < world->mask_capacity || world->no_masks)) return true;

    if (slot < world->look.slot_count && !gc_sparse_priv_grow_masks(world, slot + 1)) return false;
    if (!gc_sparse_priv_grow_words(world, pool, slot + 1)) return false;

    gc_sparse_priv_page *page = &pool->pages[slot / GC_SPARSE_PRIV_PAGE];
    if (pool->size == 0 || page->column) return true;
    page->memory = bytes ? gc_sparse_priv_alloc(world, bytes) : NULL;
    if (!page->memory) return false;
    page->column = gc_sparse_priv_align(page->memory, GC_SPARSE_PRIV_LINE);
    return true;
}

// Room for the components of slots 0 .. slots - 1.
static bool gc_sparse_priv_grow_pages(gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slots) {
    uint32_t count = slots / GC_SPARSE_PRIV_PAGE + (slots % GC_SPARSE_PRIV_PAGE != 0);
    for (uint32_t page = 0; page < count; page++) {
        if (!gc_sparse_priv_grow_page(world, pool, page * GC_SPARSE_PRIV_PAGE)) return false;
    }
    return true;
}
#endif

// Room for one more row of this slot, and that is all that can fail in adding.
static bool gc_sparse_priv_grow_pool(gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slot) {
    if (GC_SPARSE_PRIV_DIRECT(pool)) return gc_sparse_priv_grow_page(world, pool, slot);
    return gc_sparse_priv_grow_index(world, pool, slot + 1, pool->count + 1) &&
           gc_sparse_priv_grow_rows(world, pool, pool->count + 1);
}

// >>journals exact changes of queries: marks by slot, looked at when a tick ends

// Whoever changes something marks the slot, by a byte, so that threads need no more than a
// store; the end of the tick looks at marked slots, and compares what is with what was told:
//
//     marks       | 0 | 1 | 0 | 2 | ...       by slot: LOOK, MODIFIED; blocks: a byte for 16
//     told        | 0 | 3 | 0 | 1 | ...       by slot: place of its last event + 1; see the struct
//     events      | 3:1, tick 2 | 1:1, tick 4 | 1:1, tick 5 | 7:1, tick 5, gone | ...
//
// An entity that matches has one event, its last one; those before it are out of date, and go
// when there is no room. One that has ceased to match has one as well, until it is forgotten.
// So a reader reads what is behind its tick, and nothing else.

#ifndef GC_SPARSE_NO_CHANGES
enum { GC_SPARSE_PRIV_LOOK = 1, GC_SPARSE_PRIV_MODIFIED = 2 };
#define GC_SPARSE_PRIV_EVENTS 32u       // of the slots of a block: two of each

static inline void gc_sparse_priv_mark_slot(const gc_sparse_priv_journal *journal, uint32_t slot,
                                            uint32_t what) {
    uint8_t *mark = &journal->marks[slot], *block = &journal->blocks[slot >> 4];
    uint32_t old = GC_SPARSE_PRIV_LOAD_8(mark);
    if ((old & what) == what) return;
    GC_SPARSE_PRIV_STORE_8(mark, (uint8_t)(old | what));
    if (!GC_SPARSE_PRIV_LOAD_8(block)) GC_SPARSE_PRIV_STORE_8(block, (uint8_t)1);
}

// A slot has got or lost a component of a pool, or, modified, it has another value.
GC_SPARSE_PRIV_APART static void gc_sparse_priv_report(const gc_sparse_pool *pool, uint32_t slot,
                                                       bool modified) {
    for (const gc_sparse_priv_watch *watch = pool->watches; watch; watch = watch->next) {
        uint32_t what = 0;
        if (watch->write) what |= GC_SPARSE_PRIV_MODIFIED;
        if (!modified) what |= GC_SPARSE_PRIV_LOOK;
        if (what) gc_sparse_priv_mark_slot(watch->of, slot, what);
    }
}

// What a touch marks beside the tick. True, so that the short way ends with it.
GC_SPARSE_PRIV_APART static bool gc_sparse_priv_touch_more(const gc_sparse_pool *pool, uint32_t row,
                                                           uint32_t slot) {
    if (pool->versions) gc_sparse_priv_mark_version(pool, row);
    for (const gc_sparse_priv_watch *watch = pool->watches; watch; watch = watch->next) {
        if (watch->write) gc_sparse_priv_mark_slot(watch->of, slot, GC_SPARSE_PRIV_MODIFIED);
    }
    return true;
}

GC_SPARSE_API bool gc_sparse_pool_touch(const gc_sparse_pool *pool, gc_sparse_id id) {
    GC_SPARSE_ASSERT(pool != NULL && "gc_sparse_pool_touch: pool is NULL");
    if (!pool || !pool->ticks) return false;
    uint32_t row = id.slot, there = 1;
    if (id.slot < pool->sparse_capacity) row = (there = pool->sparse[id.slot]) - 1;
    else if (pool->table) row = (there = gc_sparse_priv_table_find(pool, id.slot)) - 1;
#ifndef GC_SPARSE_NO_DIRECT
    else there = gc_sparse_priv_direct_has(pool, id.slot);
#else
    else return false;
#endif
    if (there == 0 || !gc_sparse_id_equal(pool->entities[id.slot], id)) return false;
    gc_sparse_priv_mark_tick(pool, row);
    return pool->versions || pool->watches ? gc_sparse_priv_touch_more(pool, row, id.slot) : true;
}

// All components go, untold.
static void gc_sparse_priv_report_all(const gc_sparse_world *world) {
    for (const gc_sparse_priv_journal *journal = world->journals; journal; journal = journal->next) {
        for (uint32_t slot = 0; slot < journal->told_count; slot++) {
            if (journal->told[slot].place) gc_sparse_priv_mark_slot(journal, slot, GC_SPARSE_PRIV_LOOK);
        }
    }
}

// Whether what lives in a slot, if anything does, matches.
static bool gc_sparse_priv_watched(const gc_sparse_priv_journal *journal, uint32_t slot) {
    bool there = true;
    for (uint32_t i = 0; i < journal->pool_count && there; i++) {
        there = (gc_sparse_priv_find(journal->pools[i], slot) != 0) == (i < journal->include_count);
    }
    return there;
}

// Room for the events of a block. Those that are out of date go first, and as many as stay
// have room behind them, so that each event is moved a few times in all.
static bool gc_sparse_priv_event_room(const gc_sparse_world *world, gc_sparse_priv_journal *journal) {
    if (journal->capacity - journal->length >= GC_SPARSE_PRIV_EVENTS) return true;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < journal->length; i++) {
        gc_sparse_priv_event event = journal->events[i];
        gc_sparse_priv_told *told = &journal->told[event.id.slot];
        bool gone = (event.began & GC_SPARSE_PRIV_GONE) != 0;
        if (gone ? event.tick <= world->forgotten : told->place != i + 1) continue;
        journal->events[kept++] = event;
        if (!gone) told->place = kept;
    }
    journal->length = kept;

    bool full = journal->capacity - kept < GC_SPARSE_PRIV_EVENTS;
    if (!full && kept <= journal->capacity / 2) return true;
    if (kept > UINT32_MAX / 2 - GC_SPARSE_PRIV_EVENTS) return !full;
    uint32_t capacity = kept * 2 + GC_SPARSE_PRIV_EVENTS;
    return gc_sparse_priv_fit(world, &journal->events, &journal->capacity, capacity,
                              sizeof *journal->events) || !full;
}

static void gc_sparse_priv_add_event(gc_sparse_priv_journal *journal, uint32_t slot, uint32_t generation,
                                      uint64_t tick, uint64_t began) {
    gc_sparse_priv_event *event = &journal->events[journal->length++];
    event->id = gc_sparse_priv_id(slot, generation);
    event->tick = tick;
    event->began = began;
}

// Compares a slot with what was told of it; there is room. Where nothing but a value was
// written, it matches as before.
static inline void gc_sparse_priv_look(const gc_sparse_world *world, gc_sparse_priv_journal *journal,
                                       uint32_t slot, uint32_t mark, uint64_t tick) {
    gc_sparse_priv_told *told = &journal->told[slot];
    bool there = told->place != 0, same = there;
    if (mark & GC_SPARSE_PRIV_LOOK) {
        there = gc_sparse_priv_watched(journal, slot);
        same = same && there && world->look.entities[slot].generation == told->generation;
        if (same && mark == GC_SPARSE_PRIV_LOOK) return;
    }

    if (!same) {
        uint64_t gone = told->began | GC_SPARSE_PRIV_GONE;
        if (told->place) gc_sparse_priv_add_event(journal, slot, told->generation, tick, gone);
        told->place = 0;
        if (!there) return;
        told->began = tick;
        told->generation = world->look.entities[slot].generation;
    }
    gc_sparse_priv_add_event(journal, slot, told->generation, tick, told->began);
    told->place = journal->length;
}

// Eight bytes as a word, the first one lowest.
static inline uint64_t gc_sparse_priv_marks_of(const uint8_t *p) {
    uint64_t low = (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
    return low | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

// Looks at all marked slots; false: no memory, and those that it has not come to stay marked.
static bool gc_sparse_priv_collect(const gc_sparse_world *world, gc_sparse_priv_journal *journal,
                                   uint64_t tick) {
    bool torn = journal->length && journal->events[journal->length - 1].tick == tick;
    journal->whole = UINT64_MAX;
    for (uint32_t first = 0; first < journal->block_count; first += 8) {
        uint64_t any = gc_sparse_priv_marks_of(journal->blocks + first);
        for (uint32_t one; any != 0; any &= ~((uint64_t)255 << one * 8)) {
            one = gc_sparse_priv_lowest(any) / 8;
            if (!gc_sparse_priv_event_room(world, journal)) return false;

            uint32_t block = (first + one) * 16;
            for (uint32_t slot = block; slot < block + 16; slot += 8) {
                uint64_t word = gc_sparse_priv_marks_of(journal->marks + slot);
                for (uint32_t at; word != 0; word &= ~((uint64_t)255 << at * 8)) {
                    at = gc_sparse_priv_lowest(word) / 8;
                    gc_sparse_priv_look(world, journal, slot + at, (uint32_t)(word >> at * 8) & 255, tick);
                }
            }
            memset(journal->marks + block, 0, 16);
            journal->blocks[first + one] = 0;
        }
    }
    if (!torn) journal->whole = tick;
    return true;
}

static const gc_sparse_priv_journal *gc_sparse_priv_journal_of(const gc_sparse_world *world,
                                                               const gc_sparse_query_desc *query) {
    const gc_sparse_priv_journal *at = world->journals;
    size_t terms = offsetof(gc_sparse_query_desc, optional);
    while (at && (memcmp(&at->desc, query, terms) != 0 ||
                  memcmp(at->desc.write, query->write, sizeof query->write) != 0)) at = at->next;
    return at;
}

static void gc_sparse_priv_free_journals(const gc_sparse_world *world, gc_sparse_priv_journal *journal) {
    while (journal) {
        gc_sparse_priv_journal *next = journal->next;
        gc_sparse_priv_free(world, journal->told, journal->told_count * sizeof *journal->told);
        gc_sparse_priv_free(world, journal->marks, journal->mark_count);
        gc_sparse_priv_free(world, journal->blocks, journal->block_count);
        gc_sparse_priv_free(world, journal->events, journal->capacity * sizeof *journal->events);
        gc_sparse_priv_free(world, journal, sizeof *journal);
        journal = next;
    }
}

GC_SPARSE_API int gc_sparse_changes(const gc_sparse_world *world, const gc_sparse_query_desc *query,
                                    uint64_t since, uint64_t *at, gc_sparse_change *out, uint32_t n) {
    bool sound = world && query && at && out && n;
    if (GC_SPARSE_PRIV_MISUSE(!sound, "gc_sparse_changes: NULL, or n is 0")) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_query_desc room;
    query = gc_sparse_priv_asked(world, query, &room);
    const gc_sparse_priv_journal *journal = query ? gc_sparse_priv_journal_of(world, query) : NULL;
    if (!journal || (since && since < world->forgotten)) return GC_SPARSE_E_NOT_FOUND;

    // The first event behind `since`.
    uint32_t begin = 0, end = journal->length;
    while (*at == 0 && begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (journal->events[middle].tick <= since) begin = middle + 1;
        else end = middle;
    }
    if (*at) begin = *at - 1 < end ? (uint32_t)(*at - 1) : end;

    int told = 0;
    for (; begin < journal->length && (uint32_t)told < n && told < INT32_MAX; begin++) {
        const gc_sparse_priv_event *event = &journal->events[begin];
        bool knows = (event->began & ~GC_SPARSE_PRIV_GONE) <= since;
        bool gone = (event->began & GC_SPARSE_PRIV_GONE) != 0;
        bool last = event->tick == journal->whole || journal->told[event->id.slot].place == begin + 1;
        if (gone ? !knows : !last) continue;
        out[told].id = event->id;
        out[told++].what = gone ? GC_SPARSE_REMOVED : knows ? GC_SPARSE_MODIFIED : GC_SPARSE_ADDED;
    }
    *at = (uint64_t)begin + 1;
    return told;
}
#endif

// >>cached lists of the matches of cached queries

// A list has the slot of each match, and its row in each column, so that a walk reads them as
// they are:
//
//     list       | slots: capacity | rows of column 0: capacity | rows of column 1: capacity | ...
//     where      | 0 | 3 | 0 | 1 | ...       by slot: place in the list + 1, 0: no match
//
// Segments part the places by which of the first three optional types are missing (bits of the
// segment's number); segment s ends at ends[s]. Places are moved from segment to segment to
// close a hole or to open one, one of each segment behind.

#ifndef GC_SPARSE_NO_GROUPS
// Whether a slot has all included types and none of the excluded ones.
static inline bool gc_sparse_priv_matches(const gc_sparse_world *world, const gc_sparse_priv_kept *kept,
                                   uint32_t slot) {
    if (world->masks) {
        if ((world->masks[slot] & kept->bits) != kept->bits) return false;
        if (kept->exact) return (world->masks[slot] & kept->excluded_bits) == 0;
    }
    for (uint32_t i = 0; i < kept->include_count; i++) {
        if (gc_sparse_priv_find(kept->pools[i], slot) == 0) return false;
    }
    for (uint32_t i = 0; i < kept->exclude_count; i++) {
        if (gc_sparse_priv_find(kept->excluded[i], slot) != 0) return false;
    }
    return true;
}

// Place + 1 of a slot in a list, 0: it is no match.
static inline uint32_t gc_sparse_priv_place_of(const gc_sparse_priv_kept *kept, uint32_t slot) {
    return slot < kept->where_capacity ? kept->where[slot] : 0;
}

static void gc_sparse_priv_copy_place(gc_sparse_priv_kept *kept, uint32_t to, uint32_t from) {
    if (to == from) return;
    for (uint32_t k = 0; k <= kept->column_count; k++) {
        kept->list[(size_t)k * kept->capacity + to] = kept->list[(size_t)k * kept->capacity + from];
    }
    kept->where[kept->list[to]] = to + 1;
}

// Takes a match into the list; there is room.
static void gc_sparse_priv_list(gc_sparse_priv_kept *kept, uint32_t slot) {
    uint32_t segment = 0, hole = kept->length++;
    for (uint32_t k = kept->include_count; 1u << (k - kept->include_count) < kept->segment_count; k++) {
        if (gc_sparse_priv_find(kept->pools[k], slot) == 0) segment |= 1u << (k - kept->include_count);
    }

    // Each segment behind gives its first place for one at its end.
    for (uint32_t s = kept->segment_count - 1; s > segment; s--) {
        gc_sparse_priv_copy_place(kept, hole, kept->ends[s - 1]);
        hole = kept->ends[s - 1];
        kept->ends[s]++;
    }
    kept->ends[segment]++;

    kept->list[hole] = slot;
    kept->where[slot] = hole + 1;
    for (uint32_t k = 0; k < kept->column_count; k++) {
        kept->list[(size_t)(k + 1) * kept->capacity + hole] = gc_sparse_priv_find(kept->pools[k], slot) - 1;
    }
}

// Takes a match out of the list.
static void gc_sparse_priv_unlist(gc_sparse_priv_kept *kept, uint32_t slot) {
    uint32_t segment = 0, hole = kept->where[slot] - 1;
    while (kept->ends[segment] <= hole) segment++;
    kept->where[slot] = 0;
    kept->length--;

    // The segment's last place fills the hole, and each segment behind moves down by one.
    for (uint32_t s = segment; s < kept->segment_count; s++) {
        uint32_t last = --kept->ends[s];
        if (last != hole) gc_sparse_priv_copy_place(kept, hole, last);
        hole = last;
    }
}

// Takes those that match and are not in the list yet into it, in the order of the pool that led
// when it was made.
static void gc_sparse_priv_fill_list(const gc_sparse_world *world, gc_sparse_priv_kept *kept) {
    const gc_sparse_pool *lead = kept->pools[kept->walk.lead];
    for (uint32_t row = 0; row < lead->count; row++) {
        uint32_t slot = lead->dense[row];
        if (!gc_sparse_priv_matches(world, kept, slot)) continue;
        if (gc_sparse_priv_place_of(kept, slot) == 0) gc_sparse_priv_list(kept, slot);
    }
}

// The cached query with these terms; NULL: there is none.
static inline const gc_sparse_priv_kept *gc_sparse_priv_cached(const gc_sparse_world *world,
                                                               const gc_sparse_query_desc *desc) {
    uint32_t type = desc->include[0].index;
    if (type > world->look.type_count) return NULL;
    const gc_sparse_priv_link *link = world->look.pools[type].caches;
    for (; link; link = link->next) {
        size_t terms = offsetof(gc_sparse_query_desc, write);
        if (link->column == 0 && memcmp(desc, &link->of->desc, terms) == 0) return link->of;
    }
    return NULL;
}

static void gc_sparse_priv_free_kept(const gc_sparse_world *world, gc_sparse_priv_kept *kept) {
    while (kept) {
        gc_sparse_priv_kept *next = kept->next;
        gc_sparse_priv_free(world, kept->list, gc_sparse_priv_list_bytes(kept, kept->capacity));
        gc_sparse_priv_free(world, kept->where, kept->where_capacity * sizeof(uint32_t));
        gc_sparse_priv_free(world, kept, sizeof *kept);
        kept = next;
    }
}
#endif

// >>memos what a system of a schedule has matched is not matched again

// A memo knows of each whole block of 64 rows of the pool that leads a walk what matches in it,
// and where; a change of a component of one of its types makes the block of the entity
// unknown. A walk with the same lead takes known blocks from the memo, and matches the others:
// so it goes the same way with a memo, or without, and a memo is in no hash, copy or save.
// Schedules match unknown blocks before they begin; a walk only reads. A block that is not
// whole any more is not asked for, and the row that makes it whole again makes it unknown.
//
//     states      | 0 | 1 | 2 | 3 + 37 | ...     by block: unknown, a run, one that goes on where
//                                            that of the block before has ended, so many matches
//     list        | slots of block 0: 64 | of block 1: 64 | ...; then so the rows of each column

enum { GC_SPARSE_PRIV_UNKNOWN, GC_SPARSE_PRIV_RUN, GC_SPARSE_PRIV_GOES_ON, GC_SPARSE_PRIV_MATCHES };

#ifndef GC_SPARSE_NO_GROUPS
// A component of a slot came, goes, or has moved.
GC_SPARSE_PRIV_APART static void gc_sparse_priv_unknown(const gc_sparse_pool *pool, uint32_t slot) {
    for (const gc_sparse_priv_term *term = pool->memos; term; term = term->next) {
        uint32_t row = term->of->lead ? gc_sparse_priv_find(term->of->lead, slot) : 0;
        uint32_t block = (row - 1) >> 6, count = term->of->state_count;
        uint8_t *states = term->of->states;
        if (row == 0 || block >= count) continue;
        if (block + 1 < count && states[block + 1] == GC_SPARSE_PRIV_GOES_ON) {
            states[block + 1] = GC_SPARSE_PRIV_RUN;
        }
        states[block] = GC_SPARSE_PRIV_UNKNOWN;
        term->of->stale = true;
    }
}

static void gc_sparse_priv_all_unknown(const gc_sparse_world *world) {
    for (gc_sparse_priv_memo *memo = world->memos; memo; memo = memo->next) memo->lead = NULL;
}

static size_t gc_sparse_priv_memo_bytes(const gc_sparse_priv_memo *memo, uint32_t blocks) {
    return gc_sparse_priv_bytes(blocks, (memo->columns + 1) * 64 * sizeof(uint32_t), 0);
}

static void gc_sparse_priv_free_memos(const gc_sparse_world *world) {
    for (gc_sparse_priv_memo *memo = world->memos, *next; memo; memo = next) {
        next = memo->next;
        gc_sparse_priv_free(world, memo->list, gc_sparse_priv_memo_bytes(memo, memo->block_capacity));
        gc_sparse_priv_free(world, memo->states, memo->state_count);
        gc_sparse_priv_free(world, memo, sizeof *memo);
    }
}
#endif

// >>groups pools whose first rows hold the same entities in the same order

// Two pools in a group of length 2. Slots 4 and 9 have both types; what stands behind `length`
// has one of the two:
//
//     row          0    1  | 2    3    4
//     dense of A | 4  | 9  | 1  | 6  | 3  |
//     dense of B | 4  | 9  | 8  |
//
// Slot 6 gets a component of B, in row 3 of B's pool, and so has all types: priv_join swaps its
// row, in each pool, with the first one behind the group, and the group is longer by one:
//
//     dense of A | 4  | 9  | 6  | 1  | 3  |
//     dense of B | 4  | 9  | 6  | 8  |
//
// priv_leave does the reverse: the row that leaves is swapped with the group's last one.
//
// A group within another has all of its types and excludes, so its members are the other's as
// well, and come first among them: in A and B those of { A, B, C }, then the rest of { A, B },
// then the others. A pool's links, of groups that include it and of groups that bar it, go from
// the outermost to the innermost; who enters does so in this order, who leaves in the reverse
// one. Groups that share no pool do not matter to each other.

#ifndef GC_SPARSE_NO_GROUPS
// A slot has another row now.
static inline void gc_sparse_priv_moved(const gc_sparse_pool *pool, uint32_t slot) {
    if (pool->memos) gc_sparse_priv_unknown(pool, slot);
    for (const gc_sparse_priv_link *link = pool->caches; link; link = link->next) {
        uint32_t place = link->column == GC_SPARSE_NONE ? 0 : gc_sparse_priv_place_of(link->of, slot);
        if (place == 0) continue;
        link->of->list[(size_t)(link->column + 1) * link->of->capacity + place - 1] =
            gc_sparse_priv_find(pool, slot) - 1;
    }
}

static void gc_sparse_priv_swap_rows(gc_sparse_pool *pool, uint32_t a, uint32_t b) {
    if (a == b) return;
    uint32_t slot = pool->dense[a];
    size_t size = pool->size;
    char *p = (char *)pool->column + a * size, *q = (char *)pool->column + b * size;
    char keep[GC_SPARSE_PRIV_LINE];

    // Components, by pieces of up to 64 bytes.
    for (size_t n; size > 0; size -= n, p += n, q += n) {
        n = size < sizeof keep ? size : sizeof keep;
        gc_sparse_priv_copy(keep, p, n);
        gc_sparse_priv_copy(p, q, n);
        gc_sparse_priv_copy(q, keep, n);
    }

    // Slots of the two rows, and rows of the two slots.
    pool->dense[a] = pool->dense[b];
    pool->dense[b] = slot;
    gc_sparse_priv_set_row(pool, pool->dense[a], a);
    gc_sparse_priv_set_row(pool, slot, b);
    gc_sparse_priv_mark_rows(pool, a, 1);
    gc_sparse_priv_mark_rows(pool, b, 1);
    if (!pool->caches && !pool->memos) return;
    gc_sparse_priv_moved(pool, pool->dense[a]);
    gc_sparse_priv_moved(pool, slot);
}

// Takes a slot into a group if it matches now; it is in none of the group's rows yet.
static void gc_sparse_priv_join(const gc_sparse_world *world, gc_sparse_priv_kept *group, uint32_t slot) {
    if (!gc_sparse_priv_matches(world, group, slot)) return;
    for (uint32_t i = 0; i < group->include_count; i++) {
        gc_sparse_pool *pool = group->pools[i];
        gc_sparse_priv_swap_rows(pool, gc_sparse_priv_find(pool, slot) - 1, group->length);
    }
    group->length++;
}

// Takes a slot out of those of these groups that it is in, innermost first. Its row is then the
// first one behind each.
static void gc_sparse_priv_leave(const gc_sparse_priv_link *link, uint32_t slot) {
    if (link->next) gc_sparse_priv_leave(link->next, slot);
    gc_sparse_priv_kept *group = link->of;
    uint32_t row = gc_sparse_priv_find(group->pools[0], slot);
    if (row - 1 >= group->length) return;
    group->length--;
    for (uint32_t i = 0; i < group->include_count; i++) {
        gc_sparse_priv_swap_rows(group->pools[i], row - 1, group->length);
    }
}

// A slot has got a component of a pool: who keeps matches of it looks.
static void gc_sparse_priv_came(const gc_sparse_world *world, const gc_sparse_pool *pool, uint32_t slot) {
    for (const gc_sparse_priv_link *link = pool->groups; link; link = link->next) {
        gc_sparse_priv_join(world, link->of, slot);
    }
    if (pool->barred) gc_sparse_priv_leave(pool->barred, slot);
    if (pool->memos) gc_sparse_priv_unknown(pool, slot);

    // Lists come last: all rows are where they will be.
    for (const gc_sparse_priv_link *link = pool->caches; link; link = link->next) {
        gc_sparse_priv_kept *kept = link->of;
        uint32_t place = gc_sparse_priv_place_of(kept, slot);
        if (place) gc_sparse_priv_unlist(kept, slot);
        if (link->column >= kept->include_count ? place && link->column != GC_SPARSE_NONE
                                                : gc_sparse_priv_matches(world, kept, slot)) {
            gc_sparse_priv_list(kept, slot);
        }
    }
}

// A slot is about to lose its component of a pool.
static void gc_sparse_priv_goes(const gc_sparse_pool *pool, uint32_t slot) {
    if (pool->groups) gc_sparse_priv_leave(pool->groups, slot);
    if (pool->memos) gc_sparse_priv_unknown(pool, slot);
    for (const gc_sparse_priv_link *link = pool->caches; link; link = link->next) {
        bool included = link->column < link->of->include_count;
        if (included && gc_sparse_priv_place_of(link->of, slot)) gc_sparse_priv_unlist(link->of, slot);
    }
}

// It has lost it; ending: with its entity, which enters nothing any more.
static void gc_sparse_priv_went(const gc_sparse_world *world, const gc_sparse_pool *pool, uint32_t slot,
                                bool ending) {
    for (const gc_sparse_priv_link *link = pool->barred; link && !ending; link = link->next) {
        gc_sparse_priv_join(world, link->of, slot);
    }
    for (const gc_sparse_priv_link *link = pool->caches; link; link = link->next) {
        gc_sparse_priv_kept *kept = link->of;
        bool enters = link->column == GC_SPARSE_NONE && !ending;
        bool listed = gc_sparse_priv_place_of(kept, slot) != 0;
        if (listed) gc_sparse_priv_unlist(kept, slot);
        if (listed || (enters && gc_sparse_priv_matches(world, kept, slot))) gc_sparse_priv_list(kept, slot);
    }
}

// All entities end.
static void gc_sparse_priv_keep_nothing(gc_sparse_world *world) {
    gc_sparse_priv_all_unknown(world);
    for (gc_sparse_priv_kept *group = world->groups; group; group = group->next) group->length = 0;
    for (gc_sparse_priv_kept *kept = world->caches; kept; kept = kept->next) {
        for (uint32_t place = 0; place < kept->length; place++) kept->where[kept->list[place]] = 0;
        memset(kept->ends, 0, sizeof kept->ends);
        kept->length = 0;
    }
}

#ifndef GC_SPARSE_NO_SORT
// The groups that include a pool, innermost first; their number. out: GC_SPARSE_PRIV_NESTED.
static uint32_t gc_sparse_priv_groups_of(const gc_sparse_pool *pool, const gc_sparse_priv_kept **out) {
    uint32_t count = 0, at = 0;
    for (const gc_sparse_priv_link *link = pool->groups; link; link = link->next) count++;
    for (const gc_sparse_priv_link *link = pool->groups; link; link = link->next) {
        out[count - ++at] = link->of;
    }
    return count;
}
#endif

static uint32_t gc_sparse_priv_rank(const gc_sparse_priv_kept *kept) {
    return kept->include_count + kept->exclude_count;
}

// The bits of all types.
static void gc_sparse_priv_sum_up(gc_sparse_priv_kept *kept) {
    kept->exact = true;
    for (uint32_t i = 0; i < kept->include_count; i++) {
        kept->bits |= kept->pools[i]->bit;
        kept->exact = kept->exact && kept->pools[i]->index < 64;
    }
    for (uint32_t i = 0; i < kept->exclude_count; i++) {
        kept->excluded_bits |= kept->excluded[i]->bit;
        kept->exact = kept->exact && kept->excluded[i]->index < 64;
    }
}

static bool gc_sparse_priv_one_of(const gc_sparse_pool *pool, gc_sparse_pool *const *pools, uint32_t n) {
    uint32_t i = 0;
    while (i < n && pools[i] != pool) i++;
    return i < n;
}

// Whether all terms of `outer` are terms of `inner` as well.
static bool gc_sparse_priv_within(const gc_sparse_priv_kept *inner, const gc_sparse_priv_kept *outer) {
    bool within = true;
    for (uint32_t i = 0; i < outer->include_count; i++) {
        within = within && gc_sparse_priv_one_of(outer->pools[i], inner->pools, inner->include_count);
    }
    for (uint32_t i = 0; i < outer->exclude_count; i++) {
        within = within && gc_sparse_priv_one_of(outer->excluded[i], inner->excluded, inner->exclude_count);
    }
    return within;
}

// Judges the terms of a group and puts its pools into it; GC_SPARSE_OK or an error.
static int gc_sparse_priv_judge_group(const gc_sparse_world *world, gc_sparse_priv_kept *group,
                                      uint32_t n, uint32_t m) {
    bool sound = true, direct = false;
    for (uint32_t i = 0; i < n + m; i++) {
        gc_sparse_type type = i < n ? group->desc.include[i] : group->desc.exclude[i - n];
        gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
        GC_SPARSE_ASSERT(pool != NULL && "gc_sparse_group: no such type");
        if (!pool) return GC_SPARSE_E_TYPE;
        sound = sound && !gc_sparse_priv_one_of(pool, group->pools, group->include_count) &&
                !gc_sparse_priv_one_of(pool, group->excluded, group->exclude_count);
        if (i < n) group->pools[group->include_count++] = pool;
        else group->excluded[group->exclude_count++] = pool;
        direct = direct || (i < n && GC_SPARSE_PRIV_DIRECT(pool));
    }
    group->column_count = n;
    GC_SPARSE_ASSERT(sound && "gc_sparse_group: a type stands in it twice");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    if (direct) return GC_SPARSE_E_UNSUPPORTED;

    // Of two groups that share a type one is within the other.
    for (uint32_t i = 0; i < n; i++) {
        for (const gc_sparse_priv_link *link = group->pools[i]->groups; link; link = link->next) {
            bool inner = gc_sparse_priv_within(link->of, group);
            bool outer = gc_sparse_priv_within(group, link->of);
            if (inner == outer) return GC_SPARSE_E_GROUPED;
        }
    }
    gc_sparse_priv_sum_up(group);
    return GC_SPARSE_OK;
}

// Takes all that match into a group that is empty. The smallest pool has all entities that can
// be in it. A row that joins changes places with one that was looked at already; the members of
// a group within are the first, and stay where they are.
static void gc_sparse_priv_fill_group(const gc_sparse_world *world, gc_sparse_priv_kept *group) {
    const gc_sparse_pool *smallest = group->pools[0];
    for (uint32_t i = 1; i < group->include_count; i++) {
        if (group->pools[i]->count < smallest->count) smallest = group->pools[i];
    }
    for (uint32_t row = 0; row < smallest->count; row++) {
        gc_sparse_priv_join(world, group, smallest->dense[row]);
    }
}

// Adds a group, or a list, to those of a world. From now on its pools know it: groups outermost
// first, lists in order.
static int gc_sparse_priv_keep(gc_sparse_world *world, gc_sparse_priv_kept *kept,
                               gc_sparse_priv_kept **first) {
    bool list = first == &world->caches;
    kept->next = *first;
    *first = kept;
    for (uint32_t i = 0; i < kept->column_count + kept->exclude_count; i++) {
        bool column = i < kept->column_count;
        gc_sparse_pool *pool = column ? kept->pools[i] : kept->excluded[i - kept->column_count];
        gc_sparse_priv_link **at = list ? &pool->caches : column ? &pool->groups : &pool->barred;
        while (*at && (list || gc_sparse_priv_rank((*at)->of) < gc_sparse_priv_rank(kept))) at = &(*at)->next;
        kept->links[i].next = *at;
        kept->links[i].of = kept;
        kept->links[i].column = column ? i : GC_SPARSE_NONE;
        *at = &kept->links[i];
        pool->plain = false;
    }

    if (list) gc_sparse_priv_fill_list(world, kept);
    else gc_sparse_priv_fill_group(world, kept);
    world->look.version++;
    return GC_SPARSE_OK;
}

GC_SPARSE_PRIV_COLD static int gc_sparse_priv_group(gc_sparse_world *world, const gc_sparse_type *types,
                                                    uint32_t n, const gc_sparse_type *excludes, uint32_t m) {
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    gc_sparse_query_desc terms, room;
    memset(&terms, 0, sizeof terms);
    memcpy(terms.include, types, n * sizeof *types);
    if (m) memcpy(terms.exclude, excludes, m * sizeof *excludes);
    const gc_sparse_query_desc *asked = gc_sparse_priv_asked(world, &terms, &room);
    if (!asked) return GC_SPARSE_E_ARGUMENT;

    // All types are judged before anything changes.
    gc_sparse_priv_kept made;
    memset(&made, 0, sizeof made);
    made.desc = *asked;
    int result = gc_sparse_priv_judge_group(world, &made, n, m + (asked == &room));
    if (result != GC_SPARSE_OK) return result;
    gc_sparse_priv_kept *group = (gc_sparse_priv_kept *)gc_sparse_priv_alloc(world, sizeof *group);
    if (!group) return GC_SPARSE_E_MEMORY;
    *group = made;
    return gc_sparse_priv_keep(world, group, &world->groups);
}

GC_SPARSE_API int gc_sparse_group(gc_sparse_world *world, const gc_sparse_type *types, size_t n) {
    bool sound = world != NULL && types != NULL && n >= 2 && n <= GC_SPARSE_TERMS;
    GC_SPARSE_ASSERT(sound && "gc_sparse_group: world or types is NULL, or n is not 2 to GC_SPARSE_TERMS");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    return gc_sparse_priv_group(world, types, (uint32_t)n, NULL, 0);
}

GC_SPARSE_API int gc_sparse_group_with(gc_sparse_world *world, const gc_sparse_group_desc *desc) {
    uint32_t n = 0, m = 0, behind = 0;
    while (desc && n < GC_SPARSE_TERMS && desc->types[n].index != 0) n++;
    while (desc && m < GC_SPARSE_TERMS && desc->excludes[m].index != 0) m++;
    for (uint32_t i = n; desc && i < GC_SPARSE_TERMS; i++) behind |= desc->types[i].index;
    for (uint32_t i = m; desc && i < GC_SPARSE_TERMS; i++) behind |= desc->excludes[i].index;
    bool sound = world != NULL && n >= 1 && n + m >= 2 && behind == 0;
    GC_SPARSE_ASSERT(sound && "gc_sparse_group_with: NULL, too few types, or one behind a zero");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    return gc_sparse_priv_group(world, desc->types, n, desc->excludes, m);
}

#endif

// >>rows components come and go, one at a time or with their entity

// A component that was there has a new value.
GC_SPARSE_PRIV_APART static void gc_sparse_priv_tell_updated(gc_sparse_world *world,
                                                             const gc_sparse_pool *pool, uint32_t slot,
                                                             void *component) {
    gc_sparse_priv_mark_rows(pool, gc_sparse_priv_find(pool, slot) - 1, 1);
    if (pool->watches) gc_sparse_priv_report(pool, slot, true);
    if (pool->listeners) gc_sparse_priv_tell(world, pool, slot, component, GC_SPARSE_PRIV_UPDATED);
}

static inline void gc_sparse_priv_updated(gc_sparse_world *world, const gc_sparse_pool *pool, uint32_t slot,
                                          void *component) {
    if (!pool->plain) gc_sparse_priv_tell_updated(world, pool, slot, component);
}

// A row, not yet written, for a slot that has none; there is room.
static char *gc_sparse_priv_insert(gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slot) {
    uint32_t row = pool->count++;
    if (world->masks) world->masks[slot] |= pool->bit;
    world->look.version++;
    if (pool->watches) gc_sparse_priv_report(pool, slot, false);

    if (GC_SPARSE_PRIV_DIRECT(pool)) {
        pool->words[slot >> 6] |= (uint64_t)1 << (slot & 63);
        if (!pool->plain) gc_sparse_priv_came(world, pool, slot);
        gc_sparse_priv_mark_rows(pool, slot, 1);
        return (char *)gc_sparse_priv_direct_at(pool, slot);
    }

    // The last row, unless a group takes it among its own.
    pool->dense[row] = slot;
    gc_sparse_priv_set_row(pool, slot, row);
    if (!pool->plain) {
        gc_sparse_priv_came(world, pool, slot);
        row = gc_sparse_priv_find(pool, slot) - 1;
        gc_sparse_priv_mark_rows(pool, row, 1);
    }
    return gc_sparse_priv_row(pool, row);
}

// Takes a row out of a plain pool that is not rare; the last row fills the hole.
static inline void gc_sparse_priv_erase_plain(gc_sparse_pool *pool, uint32_t slot, uint32_t row) {
    uint32_t *sparse = (uint32_t *)(uintptr_t)pool->sparse, last = --pool->count, moved = pool->dense[last];
    char *column = (char *)pool->column;

    // If the row is the last one itself, the second line undoes the first.
    pool->dense[row] = moved;
    sparse[moved] = row + 1;
    sparse[slot] = 0;
    if (row == last) return;
    gc_sparse_priv_copy(column + (size_t)row * pool->size, column + (size_t)last * pool->size, pool->size);
}

// The same for one type of an entity that lives on.
static inline void gc_sparse_priv_take_plain(gc_sparse_world *world, gc_sparse_pool *pool, uint32_t slot,
                                             uint32_t row) {
    if (world->masks && pool->index < 64) world->masks[slot] &= ~pool->bit;
    world->look.version++;
    gc_sparse_priv_erase_plain(pool, slot, row);
}

// Removes the slot's row if it has one; ending: with its entity, which enters nothing any more.
GC_SPARSE_PRIV_APART static bool gc_sparse_priv_erase(gc_sparse_world *world, gc_sparse_pool *pool,
                                                      uint32_t slot, bool ending) {
    uint32_t row = gc_sparse_priv_find(pool, slot);
    if (row-- == 0) return false;

    if (pool->plain && pool->sparse) {
        gc_sparse_priv_take_plain(world, pool, slot, row);
        return true;
    }

    // The hooks see the component where it was; then its row leaves its groups, and is behind
    // them.
    gc_sparse_priv_removing(world, pool, slot, gc_sparse_priv_row(pool, row));
    if (pool->watches) gc_sparse_priv_report(pool, slot, false);
    gc_sparse_priv_goes(pool, slot);
    if (!GC_SPARSE_PRIV_DIRECT(pool)) row = gc_sparse_priv_find(pool, slot) - 1;

    // The last row fills the hole; of direct kind a bit goes, and nothing moves.
    uint32_t last = --pool->count;
    gc_sparse_priv_mark_rows(pool, row, 1);
    if (GC_SPARSE_PRIV_DIRECT(pool)) {
        pool->words[slot >> 6] &= ~((uint64_t)1 << (slot & 63));
    } else if (row != last) {
        gc_sparse_priv_mark_rows(pool, last, 1);
        gc_sparse_priv_copy(gc_sparse_priv_row(pool, row), gc_sparse_priv_row(pool, last), pool->size);
        uint32_t moved = pool->dense[last];
        pool->dense[row] = moved;
        gc_sparse_priv_set_row(pool, moved, row);
        gc_sparse_priv_moved(pool, moved);
    }
    if (!GC_SPARSE_PRIV_DIRECT(pool)) gc_sparse_priv_no_row(pool, slot);

    if (world->masks && pool->index < 64) world->masks[slot] &= ~pool->bit;
    world->look.version++;
    gc_sparse_priv_went(world, pool, slot, ending);
    return true;
}

// The same for one type of an entity that ends: its mask goes with it.
GC_SPARSE_PRIV_APART static void gc_sparse_priv_drop(gc_sparse_world *world, gc_sparse_pool *pool,
                                                     uint32_t slot) {
    if (!pool->plain || pool->table) {
        gc_sparse_priv_erase(world, pool, slot, true);
    } else if (!GC_SPARSE_PRIV_DIRECT(pool)) {
        uint32_t row = slot < pool->sparse_capacity ? pool->sparse[slot] : 0;
        if (row) gc_sparse_priv_erase_plain(pool, slot, row - 1);
    } else if (slot >> 10 < pool->page_count) {     // without a branch on whether it is there
        uint64_t *word = &pool->words[slot >> 6], old = *word, left = old & ~((uint64_t)1 << (slot & 63));
        pool->count -= old != left;
        *word = left;
    }
}

// Ends an entity and its components. In a large world a few pools are asked without waiting for
// the mask to come from memory. In a small one the mask is in the cache, and spares a branch
// for each type that an entity may have or not. Each type is one small function: inlined, the
// loop is slower.
static void gc_sparse_priv_end(gc_sparse_world *world, uint32_t slot) {
    uint32_t first = 1, count = world->look.type_count;
    uint32_t few = world->look.slot_count < GC_SPARSE_PRIV_LARGE ? 2 : 4;

    // By the mask: types 1 to 63 that the entity has; then all behind, if it may have some.
    if (count > few && !world->no_masks) {
        uint64_t mask = gc_sparse_priv_mask(world, slot);
        for (uint64_t left = mask & (UINT64_MAX >> 1); left; left &= left - 1) {
            gc_sparse_priv_drop(world, &world->look.pools[gc_sparse_priv_lowest(left) + 1], slot);
        }
        first = mask >> 63 ? 64 : count + 1;
    }
    for (uint32_t t = first; t <= count; t++) gc_sparse_priv_drop(world, &world->look.pools[t], slot);

    world->look.version++;
    gc_sparse_priv_release(world, slot);
}

#ifndef GC_SPARSE_NO_TREES
// The node of a slot; NULL: it has none.
static gc_sparse_node *gc_sparse_priv_node(const gc_sparse_world *world, uint32_t slot) {
    uint32_t row = gc_sparse_priv_find(world->tree, slot);
    return row ? (gc_sparse_node *)(void *)gc_sparse_priv_row(world->tree, row - 1) : NULL;
}

// Ends all below a slot: down to a leaf, which ends and leaves its parent, which is next.
static void gc_sparse_priv_destroy_below(gc_sparse_world *world, uint32_t slot) {
    uint32_t at = slot;
    for (;;) {
        const gc_sparse_node *node = gc_sparse_priv_node(world, at);
        if (node && node->first) {
            at = node->first - 1;
            continue;
        }
        if (at == slot || !node) return;
        uint32_t parent = node->linked - 1;
        gc_sparse_priv_end(world, at);
        at = parent;
    }
}
#endif

#ifdef GC_SPARSE_RELATIONS
// The pair of a slot; NULL: it has none. Its links are slots + 1, as those of nodes are.
static gc_sparse_pair *gc_sparse_priv_pair(const gc_sparse_priv_relation *relation, uint32_t slot) {
    uint32_t row = gc_sparse_priv_find(relation->pool, slot);
    return row ? (gc_sparse_pair *)(void *)gc_sparse_priv_row(relation->pool, row - 1) : NULL;
}

// Out of the list of its target.
static void gc_sparse_priv_part(const gc_sparse_priv_relation *relation, gc_sparse_pair *pair) {
    if (pair->linked == 0) return;
    gc_sparse_pair *behind = pair->next ? gc_sparse_priv_pair(relation, pair->next - 1) : NULL;
    if (pair->previous) gc_sparse_priv_pair(relation, pair->previous - 1)->next = pair->next;
    else relation->first[pair->linked - 1] = pair->next;
    if (behind) behind->previous = pair->previous;
    pair->linked = pair->next = pair->previous = 0;
}

// Into the list of the target that it names. An id that a replay will make real waits for it.
static void gc_sparse_priv_relate(const gc_sparse_world *world, const gc_sparse_priv_relation *relation,
                                  gc_sparse_pair *pair, uint32_t slot) {
    gc_sparse_id id = pair->target;
    if (world->replaying && (id.generation & GC_SPARSE_PRIV_TEMPORARY)) return;
    if (!gc_sparse_priv_alive(world, id)) {
        if (relation->gone != GC_SPARSE_GONE_KEEPS) pair->target = gc_sparse_priv_id(0, 0);
        return;
    }
    uint32_t *first = &relation->first[id.slot];
    if (*first) gc_sparse_priv_pair(relation, *first - 1)->previous = slot + 1;
    pair->next = *first;
    pair->linked = id.slot + 1;
    *first = slot + 1;
}

static void gc_sparse_priv_pair_added(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    gc_sparse_pair *pair = (gc_sparse_pair *)component;
    pair->linked = pair->next = pair->previous = 0;
    gc_sparse_priv_relate(world, (const gc_sparse_priv_relation *)user, pair, id.slot);
}

static void gc_sparse_priv_pair_updated(void *user, gc_sparse_world *world, gc_sparse_id id,
                                        void *component) {
    const gc_sparse_priv_relation *relation = (const gc_sparse_priv_relation *)user;
    gc_sparse_pair *pair = (gc_sparse_pair *)component;
    if (pair->linked && gc_sparse_id_equal(world->look.entities[pair->linked - 1], pair->target)) return;
    gc_sparse_priv_part(relation, pair);
    gc_sparse_priv_relate(world, relation, pair, id.slot);
}

static void gc_sparse_priv_pair_removed(void *user, gc_sparse_world *world, gc_sparse_id id,
                                        void *component) {
    (void)world;
    (void)id;
    gc_sparse_priv_part((const gc_sparse_priv_relation *)user, (gc_sparse_pair *)component);
}

// A late id in it is real now.
GC_SPARSE_PRIV_UNUSED static void gc_sparse_priv_relate_again(gc_sparse_world *world,
                                                              const gc_sparse_pool *pool, uint32_t slot) {
    for (gc_sparse_priv_relation *at = world->relations; at; at = at->next) {
        if (at->pool != pool) continue;
        gc_sparse_priv_pair_updated(at, world, world->look.entities[slot], gc_sparse_priv_pair(at, slot));
    }
}

// One more that ends, once.
static uint32_t gc_sparse_priv_doom(const gc_sparse_world *world, uint32_t slot, uint32_t n) {
    if (world->doomed[slot].marked) return n;
    world->doomed[slot].marked = 1;
    world->doomed[n].slot = slot;
    return n + 1;
}

// Ends an entity, all below it, and all that end with their target: the last found first.
static void gc_sparse_priv_destroy_related(gc_sparse_world *world, uint32_t slot) {
    uint32_t n = gc_sparse_priv_doom(world, slot, 0);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = world->doomed[i].slot;
        const gc_sparse_node *node = world->tree ? gc_sparse_priv_node(world, at) : NULL;
        for (uint32_t child = node ? node->first : 0; child; ) {
            n = gc_sparse_priv_doom(world, child - 1, n);
            child = gc_sparse_priv_node(world, child - 1)->next;
        }

        for (gc_sparse_priv_relation *of = world->relations; of; of = of->next) {
            if (of->gone != GC_SPARSE_GONE_DESTROYS) continue;
            for (uint32_t source = of->first[at]; source; ) {
                n = gc_sparse_priv_doom(world, source - 1, n);
                source = gc_sparse_priv_pair(of, source - 1)->next;
            }
        }
    }

    // Who is left among its sources loses the pair, or is not linked any more.
    while (n-- > 0) {
        uint32_t at = world->doomed[n].slot;
        world->doomed[at].marked = 0;
        for (gc_sparse_priv_relation *of = world->relations; of; of = of->next) {
            while (of->first[at]) {
                uint32_t source = of->first[at] - 1;
                bool lost = of->gone == GC_SPARSE_GONE_REMOVES;
                if (lost) gc_sparse_priv_erase(world, of->pool, source, false);
                else gc_sparse_priv_part(of, gc_sparse_priv_pair(of, source));
            }
        }
        gc_sparse_priv_end(world, at);
    }
}
#endif

static void gc_sparse_priv_destroy(gc_sparse_world *world, uint32_t slot) {
#ifdef GC_SPARSE_RELATIONS
    if (world->relations) {
        gc_sparse_priv_destroy_related(world, slot);
        return;
    }
#endif
    if (world->tree) gc_sparse_priv_destroy_below(world, slot);
    gc_sparse_priv_end(world, slot);
}

// Asks for the memory that erasing the rows of n slots will touch: first by slot, then by row.
// Slots beyond the table are passed over.
static void gc_sparse_priv_erase_ahead(const gc_sparse_pool *pool, const uint32_t *slots, uint32_t n) {
    // Entries of the slots, and of the last rows, which will fill the holes.
    GC_SPARSE_PRIV_KEEP();
    for (uint32_t i = 0; i < n; i++) {
        if (slots[i] < pool->sparse_capacity) GC_SPARSE_PRIV_PREFETCH(&pool->sparse[slots[i]]);
        if (i < pool->count && pool->sparse) {
            GC_SPARSE_PRIV_PREFETCH(&pool->sparse[pool->dense[pool->count - 1 - i]]);
        }
    }

    // By now the entries are on their way: the rows that they name.
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row = slots[i] < pool->sparse_capacity ? pool->sparse[slots[i]] : 0;
        if (row == 0) continue;
        GC_SPARSE_PRIV_PREFETCH(&pool->dense[row - 1]);
        GC_SPARSE_PRIV_PREFETCH((const char *)pool->column + (size_t)(row - 1) * pool->size);
    }
}

// The same for all types that one of the slots may have.
static void gc_sparse_priv_destroy_ahead(const gc_sparse_world *world, const uint32_t *slots, uint32_t n) {
    uint64_t left = 0;
    uint32_t t = 0;
    for (uint32_t i = 0; i < n; i++) left |= gc_sparse_priv_mask(world, slots[i]);
    while ((t = gc_sparse_priv_next_type(world, &left, t)) != 0) {
        gc_sparse_priv_erase_ahead(&world->look.pools[t], slots, n);
    }
}

// >>components add and remove, as the user calls them

// The long way of gc_sparse_add.
GC_SPARSE_PRIV_APART static char *gc_sparse_priv_add(gc_sparse_world *world, gc_sparse_pool *pool,
                                                     uint32_t slot) {
    uint32_t row = gc_sparse_priv_find(pool, slot);
    if (row) {
        // What is told here need not be told by who writes to it next.
        if (pool->stamp) gc_sparse_priv_mark_rows(pool, row - 1, 1);
        if (pool->watches) gc_sparse_priv_report(pool, slot, true);
        return gc_sparse_priv_row(pool, row - 1);
    }
    if (!gc_sparse_priv_grow_pool(world, pool, slot)) return NULL;
    char *value = gc_sparse_priv_insert(world, pool, slot);
    gc_sparse_priv_zero(value, pool->size);
    gc_sparse_priv_added(world, pool, slot, value);
    return value;
}

GC_SPARSE_API void *gc_sparse_add(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type) {
    gc_sparse_pool *pool = world ? gc_sparse_priv_pool(world, type) : NULL;
    GC_SPARSE_ASSERT(pool != NULL && "gc_sparse_add: world is NULL, or has no such type");
    if (!pool || gc_sparse_priv_busy(world) || !gc_sparse_priv_alive(world, id)) return NULL;

    // The short way. A slot within the sparse array has a mask.
    if (pool->plain && id.slot < pool->sparse_capacity) {
        uint32_t row = pool->sparse[id.slot];
        if (row) return (char *)pool->column + (size_t)(row - 1) * pool->size;
        if (pool->count < pool->capacity) {
            row = pool->count++;
            pool->dense[row] = id.slot;
            ((uint32_t *)(uintptr_t)pool->sparse)[id.slot] = row + 1;
            if (world->masks) world->masks[id.slot] |= pool->bit;
            world->look.version++;
            char *value = (char *)pool->column + (size_t)row * pool->size;
            gc_sparse_priv_zero(value, pool->size);
            return value;
        }
    }
    return gc_sparse_priv_add(world, pool, id.slot);
}

// The long way of gc_sparse_set_value.
GC_SPARSE_PRIV_APART static int gc_sparse_priv_set_value(gc_sparse_world *world, gc_sparse_pool *pool,
                                                         uint32_t slot, const char *value) {
    uint32_t row = gc_sparse_priv_find(pool, slot);
    if (row) {
        char *at = gc_sparse_priv_row(pool, row - 1);
        if (at != value) gc_sparse_priv_copy(at, value, pool->set_size);
        gc_sparse_priv_updated(world, pool, slot, at);
        return GC_SPARSE_OK;
    }

    // If value is in this column, it moves when the column grows or a group takes its row.
    uint32_t from = GC_SPARSE_NONE;
    size_t offset = (size_t)((uintptr_t)value - (uintptr_t)pool->column);
    if (!GC_SPARSE_PRIV_DIRECT(pool) && pool->size && offset < (size_t)pool->count * pool->size) {
        from = pool->dense[offset / pool->size];
        offset %= pool->size;
    }
    if (!gc_sparse_priv_grow_pool(world, pool, slot)) return GC_SPARSE_E_MEMORY;
    char *at = gc_sparse_priv_insert(world, pool, slot);
    if (from != GC_SPARSE_NONE) {
        value = gc_sparse_priv_row(pool, gc_sparse_priv_find(pool, from) - 1) + offset;
    }
    gc_sparse_priv_copy(at, value, pool->set_size);
    gc_sparse_priv_added(world, pool, slot, at);
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_set_value(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type,
                                      const void *value) {
    gc_sparse_pool *pool = world ? gc_sparse_priv_pool(world, type) : NULL;
    GC_SPARSE_ASSERT(pool != NULL && "gc_sparse_set_value: world is NULL, or has no such type");
    if (!pool) return world ? GC_SPARSE_E_TYPE : GC_SPARSE_E_ARGUMENT;
    bool sound = value != NULL || pool->size == 0;
    if (GC_SPARSE_PRIV_MISUSE(!sound, "gc_sparse_set_value: value is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (!gc_sparse_priv_alive(world, id)) return GC_SPARSE_E_STALE;

    // The short way, as in gc_sparse_add.
    if (pool->plain && pool->column && id.slot < pool->sparse_capacity) {
        uint32_t row = pool->sparse[id.slot];
        char *at = (char *)pool->column + (size_t)(row ? row - 1 : pool->count) * pool->size;
        if (row == 0 && pool->count < pool->capacity) {
            pool->dense[pool->count++] = id.slot;
            ((uint32_t *)(uintptr_t)pool->sparse)[id.slot] = row = pool->count;
            if (world->masks) world->masks[id.slot] |= pool->bit;
            world->look.version++;
        }
        if (row && at != value) gc_sparse_priv_copy(at, (const char *)value, pool->size);
        if (row) return GC_SPARSE_OK;
    }
    return gc_sparse_priv_set_value(world, pool, id.slot, (const char *)value);
}

GC_SPARSE_API int gc_sparse_add_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n,
                                  gc_sparse_type type, const void *values) {
    if (GC_SPARSE_PRIV_MISUSE(!world || (!ids && n), "gc_sparse_add_n: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_add_n: no such type")) return GC_SPARSE_E_TYPE;

    // All ids live; the highest slot says how long the sparse array must be.
    uint32_t slots = 0;
    for (size_t i = 0; i < n; i++) {
        if (!gc_sparse_priv_alive(world, ids[i])) return GC_SPARSE_E_STALE;
        if (ids[i].slot >= slots) slots = ids[i].slot + 1u;
    }

    // Room for all of them, so that nothing can fail below.
    world->look.version++;      // even where all have it, the column may move
    uint64_t rows = (uint64_t)pool->count + n;
    if (rows > world->alive) rows = world->alive;
    if (GC_SPARSE_PRIV_DIRECT(pool)) {
        for (size_t i = 0; i < n; i++) {
            if (!gc_sparse_priv_grow_page(world, pool, ids[i].slot)) return GC_SPARSE_E_MEMORY;
        }
    } else {
        if (!gc_sparse_priv_grow_index(world, pool, slots, (uint32_t)rows)) return GC_SPARSE_E_MEMORY;
        if (!gc_sparse_priv_grow_rows(world, pool, (uint32_t)rows)) return GC_SPARSE_E_MEMORY;
    }

    for (size_t i = 0; i < n; i++) {
        uint32_t row = gc_sparse_priv_find(pool, ids[i].slot);

        // 16 ids ahead; their slots lie within both arrays.
        if (n - i > GC_SPARSE_PRIV_AHEAD) {
            uint32_t ahead = ids[i + GC_SPARSE_PRIV_AHEAD].slot;
            if (pool->sparse) GC_SPARSE_PRIV_PREFETCH(&pool->sparse[ahead]);
            if (world->masks) GC_SPARSE_PRIV_PREFETCH(&world->masks[ahead]);
        }

        // The short way, as in gc_sparse_add.
        if (row == 0 && pool->plain && ids[i].slot < pool->sparse_capacity) {
            char *at = (char *)pool->column + (size_t)pool->count * pool->size;
            pool->dense[pool->count++] = ids[i].slot;
            ((uint32_t *)(uintptr_t)pool->sparse)[ids[i].slot] = pool->count;
            if (world->masks) world->masks[ids[i].slot] |= pool->bit;
            if (values) gc_sparse_priv_copy(at, (const char *)values + i * pool->size, pool->size);
            else gc_sparse_priv_zero(at, pool->size);
            continue;
        }

        char *value =
            row ? gc_sparse_priv_row(pool, row - 1) : gc_sparse_priv_insert(world, pool, ids[i].slot);
        if (values) gc_sparse_priv_copy(value, (const char *)values + i * pool->size, pool->set_size);
        else if (!row) gc_sparse_priv_zero(value, pool->size);
        if (!row) gc_sparse_priv_added(world, pool, ids[i].slot, value);
        else if (values) gc_sparse_priv_updated(world, pool, ids[i].slot, value);
    }
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_remove(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_remove: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_remove: no such type")) return GC_SPARSE_E_TYPE;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (!gc_sparse_priv_alive(world, id)) return GC_SPARSE_E_STALE;

    // The short way.
    if (pool->plain && id.slot < pool->sparse_capacity) {
        uint32_t row = pool->sparse[id.slot];
        if (row) gc_sparse_priv_take_plain(world, pool, id.slot, row - 1);
        return row ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND;
    }
    return gc_sparse_priv_erase(world, pool, id.slot, false) ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND;
}

GC_SPARSE_API int gc_sparse_remove_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n,
                                     gc_sparse_type type) {
    if (GC_SPARSE_PRIV_MISUSE(!world || (!ids && n), "gc_sparse_remove_n: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_remove_n: no such type")) return GC_SPARSE_E_TYPE;
    for (size_t i = 0; i < n; i++) if (!gc_sparse_priv_alive(world, ids[i])) return GC_SPARSE_E_STALE;

    uint32_t slots[GC_SPARSE_PRIV_AHEAD];
    for (size_t i = 0; i < n; i++) {
        // In a large world the memory of the next 16 is asked for at once.
        if (i % GC_SPARSE_PRIV_AHEAD == 0 && world->look.slot_count >= GC_SPARSE_PRIV_LARGE) {
            uint32_t ahead = 0;
            for (; ahead < GC_SPARSE_PRIV_AHEAD && ahead < n - i; ahead++) slots[ahead] = ids[i + ahead].slot;
            gc_sparse_priv_erase_ahead(pool, slots, ahead);
        }

        // The short way, as above.
        uint32_t slot = ids[i].slot;
        if (pool->plain && slot < pool->sparse_capacity) {
            uint32_t row = pool->sparse[slot];
            if (row) gc_sparse_priv_take_plain(world, pool, slot, row - 1);
        } else {
            gc_sparse_priv_erase(world, pool, slot, false);
        }
    }
    return GC_SPARSE_OK;
}

// >>entities create, destroy and clear, as the user calls them

GC_SPARSE_API gc_sparse_id gc_sparse_create(gc_sparse_world *world) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_create: world is NULL");
    if (!world || gc_sparse_priv_busy(world)) return gc_sparse_priv_id(0, 0);
    if (world->free_head == GC_SPARSE_PRIV_NO_SLOT && world->look.slot_count == world->entity_capacity) {
        if (world->look.slot_count == world->max_slots) return gc_sparse_priv_id(0, 0);
        if (!gc_sparse_priv_grow_entities(world, world->look.slot_count + 1)) return gc_sparse_priv_id(0, 0);
    }
    return gc_sparse_priv_create(world);
}

GC_SPARSE_API int gc_sparse_create_n(gc_sparse_world *world, gc_sparse_id *out, size_t n) {
    if (GC_SPARSE_PRIV_MISUSE(!world || (!out && n), "gc_sparse_create_n: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    // Free slots come first, the rest are new ones.
    size_t fresh = n > world->free_count ? n - world->free_count : 0;
    if (fresh > world->max_slots - world->look.slot_count) return GC_SPARSE_E_FULL;
    if (!gc_sparse_priv_grow_entities(world, world->look.slot_count + (uint32_t)fresh)) {
        return GC_SPARSE_E_MEMORY;
    }
    for (size_t i = 0; i < n; i++) out[i] = gc_sparse_priv_create(world);
    return GC_SPARSE_OK;
}

// Takes a slot that was used before out of the free list; false: it is not there.
static bool gc_sparse_priv_unfree(gc_sparse_world *world, uint32_t slot) {
    gc_sparse_id *entities = world->look.entities;
    uint32_t at = world->free_head, before = GC_SPARSE_PRIV_NO_SLOT;
    if (entities[slot].slot == slot || entities[slot].generation == 0) return false;    // alive, retired
    while (at != slot) {
        before = at;
        at = entities[at].slot;
    }
    if (before == GC_SPARSE_PRIV_NO_SLOT) world->free_head = entities[slot].slot;
    else entities[before].slot = entities[slot].slot;
    world->free_count--;
    return true;
}

GC_SPARSE_API int gc_sparse_create_at(gc_sparse_world *world, gc_sparse_id id) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_create_at: world is NULL");
    if (!world || id.slot >= GC_SPARSE_PRIV_NO_SLOT) return GC_SPARSE_E_ARGUMENT;
    if (id.generation == 0 || id.generation > GC_SPARSE_PRIV_LAST_GENERATION) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (id.slot >= world->max_slots) return GC_SPARSE_E_FULL;

    // A slot that was used before; or those up to it become used, and those below it free.
    if (id.slot < world->look.slot_count) {
        if (!gc_sparse_priv_unfree(world, id.slot)) return GC_SPARSE_E_FULL;
        if (id.slot < world->mask_capacity) world->masks[id.slot] = 0;
    } else {
        uint32_t first = world->look.slot_count;
        if (!gc_sparse_priv_grow_entities(world, id.slot + 1u)) return GC_SPARSE_E_MEMORY;
        for (uint32_t slot = id.slot; slot-- > first;) {
            world->look.entities[slot] = gc_sparse_priv_id(world->free_head, world->first_generation);
            world->free_head = slot;
            world->free_count++;
        }
        world->look.slot_count = id.slot + 1u;
    }
    world->look.entities[id.slot] = id;
    world->alive++;
    return GC_SPARSE_OK;
}

GC_SPARSE_API gc_sparse_id gc_sparse_clone(gc_sparse_world *world, gc_sparse_id id) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_clone: world is NULL");
    gc_sparse_id none = gc_sparse_priv_id(0, 0);
    if (!world || gc_sparse_priv_busy(world) || !gc_sparse_priv_alive(world, id)) return none;

    // The slot that it will have, and room there for all components; most pools have it.
    uint32_t slot = world->free_head, t = 0;
    uint64_t mask = gc_sparse_priv_mask(world, id.slot), left = mask;
    if (slot == GC_SPARSE_PRIV_NO_SLOT) slot = world->look.slot_count;
    if (slot == world->max_slots || !gc_sparse_priv_grow_entities(world, slot + 1u)) return none;
    gc_sparse_pool *pools = world->look.pools;
    world->look.version++;      // columns may move
    while ((t = gc_sparse_priv_next_type(world, &left, t)) != 0) {
        if (slot < pools[t].sparse_capacity && pools[t].count < pools[t].capacity) continue;
        if (gc_sparse_priv_find(&pools[t], id.slot) == 0) continue;
        if (!gc_sparse_priv_grow_masks(world, slot + 1u)) return none;
        if (!gc_sparse_priv_grow_pool(world, &pools[t], slot)) return none;
    }

    // All is there. Where the original is may change with each copy.
    gc_sparse_id made = gc_sparse_priv_create(world);
    for (left = mask, t = 0; (t = gc_sparse_priv_next_type(world, &left, t)) != 0;) {
        gc_sparse_pool *pool = &pools[t];
        if (pool->plain && pool->sparse) {
            uint32_t row = id.slot < pool->sparse_capacity ? pool->sparse[id.slot] : 0;
            char *column = (char *)pool->column;
            if (row == 0) continue;
            gc_sparse_priv_copy(column + (size_t)pool->count * pool->size,
                                column + (size_t)(row - 1) * pool->size, pool->size);
            pool->dense[pool->count++] = slot;
            ((uint32_t *)(uintptr_t)pool->sparse)[slot] = pool->count;
            if (world->masks) world->masks[slot] |= pool->bit;
            continue;
        }
        if (gc_sparse_priv_find(pool, id.slot) == 0) continue;
        char *value = gc_sparse_priv_insert(world, pool, slot);
        uint32_t row = gc_sparse_priv_find(pool, id.slot) - 1;
        gc_sparse_priv_copy(value, gc_sparse_priv_row(pool, row), pool->size);
        gc_sparse_priv_added(world, pool, slot, value);
    }
    return made;
}

GC_SPARSE_API gc_sparse_id gc_sparse_id_of(const gc_sparse_world *world, uint32_t slot) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_id_of: world is NULL");
    bool alive = world && slot < world->look.slot_count && world->look.entities[slot].slot == slot;
    return alive ? world->look.entities[slot] : gc_sparse_priv_id(0, 0);
}

GC_SPARSE_API gc_sparse_id gc_sparse_next_entity(const gc_sparse_world *world, gc_sparse_id id) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_next_entity: world is NULL");
    uint32_t slot = id.generation ? id.slot + 1u : 0, count = world ? world->look.slot_count : 0;
    while (slot < count && world->look.entities[slot].slot != slot) slot++;
    return slot < count ? world->look.entities[slot] : gc_sparse_priv_id(0, 0);
}

GC_SPARSE_API gc_sparse_type gc_sparse_next_type(const gc_sparse_world *world, gc_sparse_id id,
                                                 gc_sparse_type type) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_next_type: world is NULL");
    uint32_t t = type.index;
    type.index = 0;
    if (!world || !gc_sparse_priv_alive(world, id)) return type;

    // The bits behind t; the shared one stays, which stands for all types past the 63rd.
    uint64_t left = gc_sparse_priv_mask(world, id.slot);
    if (t < 64) left &= ~(uint64_t)0 << t;
    do t = gc_sparse_priv_next_type(world, &left, t);
    while (t != 0 && gc_sparse_priv_find(&world->look.pools[t], id.slot) == 0);
    type.index = t;
    return type;
}

GC_SPARSE_API int gc_sparse_destroy(gc_sparse_world *world, gc_sparse_id id) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_destroy: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (!gc_sparse_priv_alive(world, id)) return GC_SPARSE_E_STALE;
    gc_sparse_priv_destroy(world, id.slot);
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_destroy_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n) {
    bool sound = world && (ids || n == 0);
    if (GC_SPARSE_PRIV_MISUSE(!sound, "gc_sparse_destroy_n: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    for (size_t i = 0; i < n; i++) if (!gc_sparse_priv_alive(world, ids[i])) return GC_SPARSE_E_STALE;

    uint32_t slots[GC_SPARSE_PRIV_AHEAD];
    for (size_t i = 0; i < n; i++) {
        // In a large world the memory of the next 16 is asked for at once: ids and masks, then
        // rows.
        if (i % GC_SPARSE_PRIV_AHEAD == 0 && world->look.slot_count >= GC_SPARSE_PRIV_LARGE) {
            uint32_t ahead = 0;
            for (; ahead < GC_SPARSE_PRIV_AHEAD && ahead < n - i; ahead++) slots[ahead] = ids[i + ahead].slot;
            for (uint32_t k = 0; k < ahead; k++) {
                GC_SPARSE_PRIV_PREFETCH(&world->look.entities[slots[k]]);
                if (slots[k] < world->mask_capacity) GC_SPARSE_PRIV_PREFETCH(&world->masks[slots[k]]);
            }
            gc_sparse_priv_destroy_ahead(world, slots, ahead);
        }

        // An id that stands in the array twice is dead the second time.
        if (gc_sparse_priv_alive(world, ids[i])) gc_sparse_priv_destroy(world, ids[i].slot);
    }
    return GC_SPARSE_OK;
}

#ifdef GC_SPARSE_RELATIONS
// Finds the first sources of all targets again, when pairs have come as bytes. Links that do
// not name each other, since bytes may be forged, are made anew, by rising slot.
static void gc_sparse_priv_link_pairs(gc_sparse_world *world) {
    for (gc_sparse_priv_relation *of = world->relations; of; of = of->next) {
        const gc_sparse_pool *pool = of->pool;
        uint32_t linked = 0, found = 0;
        bool sound = true;
        if (of->count) memset(of->first, 0, of->count * sizeof *of->first);
        for (uint32_t row = 0; row < pool->count && sound; row++) {
            uint32_t slot = pool->dense[row];
            const gc_sparse_pair *pair = (const gc_sparse_pair *)(const void *)gc_sparse_priv_row(pool, row);
            const gc_sparse_pair *next = pair->next ? gc_sparse_priv_pair(of, pair->next - 1) : NULL;
            bool alive = gc_sparse_priv_alive(world, pair->target);

            linked += alive;
            sound = alive ? pair->linked == pair->target.slot + 1u
                          : !pair->linked && !pair->next && !pair->previous;
            if (pair->next && (!next || next->linked != pair->linked || next->previous != slot + 1)) {
                sound = false;
            }
            if (!sound || !alive || pair->previous) continue;
            sound = of->first[pair->target.slot] == 0;
            of->first[pair->target.slot] = slot + 1;
            for (uint32_t at = slot + 1; sound && at; found++) {
                const gc_sparse_pair *source = gc_sparse_priv_pair(of, at - 1);
                sound = source && found < pool->count;
                at = source ? source->next : 0;
            }
        }
        if (sound && linked == found) continue;

        memset(of->first, 0, of->count * sizeof *of->first);
        for (uint32_t slot = 0; slot < world->look.slot_count; slot++) {
            gc_sparse_pair *pair = gc_sparse_priv_pair(of, slot);
            if (!pair) continue;
            pair->linked = pair->next = pair->previous = 0;
            gc_sparse_priv_relate(world, of, pair, slot);
        }
    }
}
#endif

// Takes all components away, untold.
static void gc_sparse_priv_empty(gc_sparse_world *world) {
    gc_sparse_priv_report_all(world);
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        gc_sparse_pool *pool = &world->look.pools[t];
        uint32_t *sparse = (uint32_t *)(uintptr_t)pool->sparse;
        if (pool->page_count) memset(pool->words, 0, (size_t)pool->page_count * (GC_SPARSE_PRIV_PAGE / 8));
        if (pool->table) memset(pool->table, 0, pool->table_size * sizeof *pool->table);
        uint32_t rows = sparse ? pool->count : 0;
        for (uint32_t row = 0; row < rows; row++) sparse[pool->dense[row]] = 0;
        pool->count = 0;
    }
    gc_sparse_priv_link_pairs(world);
    gc_sparse_priv_keep_nothing(world);
}

GC_SPARSE_API int gc_sparse_clear(gc_sparse_world *world) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_clear: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    // First all hooks: they see the world whole.
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        const gc_sparse_pool *pool = &world->look.pools[t];
        for (uint32_t slot = 0; slot < world->look.slot_count && pool->listeners; slot++) {
            uint32_t row = gc_sparse_priv_find(pool, slot);
            if (row) gc_sparse_priv_removing(world, pool, slot, gc_sparse_priv_row(pool, row - 1));
        }
    }

    gc_sparse_priv_empty(world);

    // The free list is made anew from the highest slot down, so that the lowest comes back
    // first.
    world->free_head = GC_SPARSE_PRIV_NO_SLOT;
    world->free_count = 0;
    for (uint32_t slot = world->look.slot_count; slot-- > 0;) {
        gc_sparse_id *entry = &world->look.entities[slot];
        if (entry->slot == slot) {
            gc_sparse_priv_release(world, slot);
        } else if (entry->generation != 0) {        // dead before: to its place among the others
            *entry = gc_sparse_priv_id(world->free_head, entry->generation);
            world->free_head = slot;
            world->free_count++;
        }
    }
    world->look.version++;
    return GC_SPARSE_OK;
}

// >>sort orders of rows: by key, by comparison, as another type's

#ifndef GC_SPARSE_NO_SORT
// Rows that move together: [begin, begin + n) of a pool, or of all pools of a group. A sort
// opens a range for each group and one for the others; finds the new order of each in `rows`,
// which may fail and changes nothing; and then arranges them. One block holds what this needs:
//
//     memory     | keys: 2 n words | rows: 2 n rows | buffer, if it does not fit where the keys were |
typedef struct gc_sparse_priv_range {
    gc_sparse_pool *const *pools;
    uint32_t pool_count, begin, n;
    uint64_t *keys;         // 2 n
    uint32_t *rows;         // 2 n; the first n become the new order
    char *buffer;           // n components of the largest size, or n slots
    void *memory;
    size_t bytes;
} gc_sparse_priv_range;

// Rows [begin, end) of a pool, or of all pools of a group, to be sorted; false: no memory.
static bool gc_sparse_priv_range_open(const gc_sparse_world *world, gc_sparse_priv_range *range,
                                      gc_sparse_pool *const *pools, uint32_t pool_count, uint32_t begin,
                                      uint32_t end) {
    size_t most = 0, keys = 2 * sizeof(uint64_t);
    memset(range, 0, sizeof *range);
    range->pools = pools;
    range->pool_count = pool_count;
    range->begin = begin;
    range->n = end - begin;
    if (range->n == 0) return true;

    // The keys are no longer needed when the components come: up to 16 bytes fit in their
    // place.
    for (uint32_t i = 0; i < range->pool_count; i++) {
        if (range->pools[i]->size > most) most = range->pools[i]->size;
    }
    if (most <= keys) most = 0;
    range->bytes = gc_sparse_priv_bytes(range->n, keys + 2 * sizeof(uint32_t) + most, 0);
    range->memory = range->bytes ? gc_sparse_priv_alloc(world, range->bytes) : NULL;
    if (!range->memory) return false;

    range->keys = (uint64_t *)range->memory;
    range->rows = (uint32_t *)(range->keys + 2 * (size_t)range->n);
    range->buffer = most ? (char *)(range->rows + 2 * (size_t)range->n) : (char *)range->keys;
    return true;
}

static void gc_sparse_priv_range_close(const gc_sparse_world *world, gc_sparse_priv_range *range) {
    gc_sparse_priv_free(world, range->memory, range->bytes);
}

#define GC_SPARSE_PRIV_GATHER(bytes)                                                                         \
    case bytes:                                                                                              \
        for (uint32_t i = 0; i < n; i++) {                                                                   \
            memcpy(to + (size_t)i * (bytes), from + (size_t)rows[i] * (bytes), (bytes));                     \
        }                                                                                                    \
        break

// Components of n rows, one after the other: a loop for each common size instead of a switch
// for each row.
static void gc_sparse_priv_gather(char *to, const char *from, const uint32_t *rows, uint32_t n, size_t size) {
    switch (size) {
    GC_SPARSE_PRIV_GATHER(4);
    GC_SPARSE_PRIV_GATHER(8);
    GC_SPARSE_PRIV_GATHER(12);
    GC_SPARSE_PRIV_GATHER(16);
    default: for (uint32_t i = 0; i < n; i++) memcpy(to + i * size, from + rows[i] * size, size);
    }
}

// Brings the rows into their new order: gathered, copied back, and found again.
static void gc_sparse_priv_arrange(const gc_sparse_priv_range *range) {
    for (uint32_t p = 0; p < range->pool_count && range->n > 0; p++) {
        gc_sparse_pool *pool = range->pools[p];
        uint32_t *slots = (uint32_t *)(void *)range->buffer;
        size_t size = pool->size;
        if (size) {
            gc_sparse_priv_gather(range->buffer, (const char *)pool->column, range->rows, range->n, size);
            memcpy(gc_sparse_priv_row(pool, range->begin), range->buffer, range->n * size);
        }

        // Three passes: as one, a sort of a million rows takes 1.6 times as long.
        for (uint32_t i = 0; i < range->n; i++) slots[i] = pool->dense[range->rows[i]];
        memcpy(pool->dense + range->begin, slots, range->n * sizeof *slots);
        for (uint32_t i = 0; i < range->n; i++) gc_sparse_priv_set_row(pool, slots[i], range->begin + i);
        uint32_t tell = pool->caches || pool->memos ? range->n : 0;
        for (uint32_t i = 0; i < tell; i++) gc_sparse_priv_moved(pool, slots[i]);
        gc_sparse_priv_mark_rows(pool, range->begin, range->n);
    }
}

// Sorts n words by their upper halves, of which `most` is the highest, stably. The least
// significant digit comes first (Knuth, The Art of Computer Programming 3, 5.2.5); digits that
// are the same in all are left out. Returns where the words are then: there, or in room.
static uint64_t *gc_sparse_priv_radix(uint64_t *words, uint64_t *room, uint32_t n, uint32_t most) {
    uint32_t counts[2048], width = n < 8192 ? 8 : 11, mask = (1u << width) - 1, shift = 32;
    for (; most != 0; shift += width, most >>= width) {
        uint32_t sum = 0;
        memset(counts, 0, (mask + 1) * sizeof *counts);
        for (uint32_t i = 0; i < n; i++) counts[words[i] >> shift & mask]++;
        if (counts[words[0] >> shift & mask] == n) continue;

        // Counts become the places where the values begin.
        for (uint32_t digit = 0; digit <= mask; digit++) {
            uint32_t count = counts[digit];
            counts[digit] = sum;
            sum += count;
        }
        for (uint32_t i = 0; i < n; i++) room[counts[words[i] >> shift & mask]++] = words[i];
        uint64_t *swap = words;
        words = room;
        room = swap;
    }
    return words;
}

// Orders the rows of a range by its keys, from `least` to `most`. A word is half a key and the
// number of a row; where keys lie further apart than 2^32 the lower halves come first.
static void gc_sparse_priv_order_keys(const gc_sparse_priv_range *range, uint64_t least, uint64_t most) {
    uint32_t n = range->n;
    uint64_t *keys = range->keys, *words = keys, *room = keys + n;
    bool wide = most - least > UINT32_MAX;
    if (wide) {     // the keys stay, for their upper halves
        words = room;
        room = (uint64_t *)(void *)range->rows;
    }
    for (uint32_t i = 0; i < n; i++) words[i] = (keys[i] - least) << 32 | i;

    uint64_t *sorted = gc_sparse_priv_radix(words, room, n, wide ? UINT32_MAX : (uint32_t)(most - least));
    if (wide) {
        for (uint32_t i = 0; i < n; i++) {
            uint32_t row = (uint32_t)sorted[i];
            sorted[i] = ((keys[row] - least) & ~(uint64_t)UINT32_MAX) | row;
        }
        uint32_t high = (uint32_t)((most - least) >> 32);
        sorted = gc_sparse_priv_radix(sorted, sorted == words ? room : words, n, high);
        if (sorted != words) memcpy(words, sorted, n * sizeof *words);
        sorted = words;
    }
    for (uint32_t i = 0; i < n; i++) range->rows[i] = range->begin + (uint32_t)sorted[i];
}

// Merges runs of 1, 2, 4 ... rows; whatever compare returns, the result is a permutation. rows
// has room for 2 n.
static void gc_sparse_priv_merge(const gc_sparse_pool *pool, const gc_sparse_sort_desc *desc, uint32_t *rows,
                                 uint32_t n) {
    uint32_t *from = rows, *to = rows + n;
    for (uint64_t width = 1; width < n; width *= 2) {
        for (uint64_t start = 0; start < n; start += 2 * width) {
            size_t a = (size_t)start, middle = (size_t)(start + width < n ? start + width : n), b = middle;
            size_t out = a, end = (size_t)(start + 2 * width < n ? start + 2 * width : n);

            // The second run gives a row only if it is less: equal ones keep their order.
            while (a < middle && b < end) {
                bool second = desc->compare(gc_sparse_priv_row(pool, from[b]),
                                            gc_sparse_priv_row(pool, from[a]), desc->user) < 0;
                to[out++] = second ? from[b++] : from[a++];
            }

            // Of these two rests one is empty.
            memcpy(to + out, from + a, (middle - a) * sizeof *to);
            out += middle - a;
            memcpy(to + out, from + b, (end - b) * sizeof *to);
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != rows) memcpy(rows, from, n * sizeof *rows);
}

// Whether rows holds begin .. begin + n - 1, each once; the buffer is written.
static bool gc_sparse_priv_permutes(const gc_sparse_priv_range *range) {
    memset(range->buffer, 0, range->n);
    for (uint32_t i = 0; i < range->n; i++) {
        uint32_t at = range->rows[i] - range->begin;
        if (at >= range->n || range->buffer[at]) return false;
        range->buffer[at] = 1;
    }
    return true;
}

// Finds the new order of a range; false: desc->sort spoilt it.
static bool gc_sparse_priv_order(gc_sparse_priv_range *range, const gc_sparse_pool *pool,
                                 const gc_sparse_sort_desc *desc) {
    if (range->n == 0) return true;     // an empty pool has no column
    const char *component = (const char *)pool->column + (size_t)range->begin * pool->size;
    for (uint32_t i = 0; i < range->n; i++) range->rows[i] = range->begin + i;
    if (desc->compare) {
        gc_sparse_priv_merge(pool, desc, range->rows, range->n);
        return true;
    }

    // Each key is asked for once.
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t i = 0; i < range->n; i++) {
        uint64_t key = desc->key(desc->user, component + (size_t)i * pool->size);
        range->keys[i] = key;
        if (key < least) least = key;
        if (key > most) most = key;
    }
    if (!desc->sort) {
        gc_sparse_priv_order_keys(range, least, most);
        return true;
    }

    // The user's sort is not trusted.
    desc->sort(desc->user, range->keys, range->rows, range->n);
    return gc_sparse_priv_permutes(range);
}

// The new order of a range: entities that `like` has, as there; then the others.
static void gc_sparse_priv_order_as(gc_sparse_priv_range *range, const gc_sparse_pool *pool,
                                    const gc_sparse_pool *like) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < like->count; i++) {
        // Absent: past every range.
        uint32_t at = gc_sparse_priv_find(pool, like->dense[i]) - 1 - range->begin;
        if (at < range->n) range->rows[n++] = range->begin + at;
    }
    for (uint32_t i = range->begin; i < range->begin + range->n; i++) {
        if (gc_sparse_priv_find(like, pool->dense[i]) == 0) range->rows[n++] = i;
    }
}

#ifndef GC_SPARSE_NO_GROUPS
// The new order of a range: entities that have the same of the types that are these bits stand
// beside each other, by slots. In which order, does not matter, if it is the same in all pools.
static void gc_sparse_priv_order_alike(const gc_sparse_world *world, gc_sparse_priv_range *range,
                                       const gc_sparse_pool *pool, uint64_t bits) {
    for (uint32_t i = 0; i < range->n; i++) {
        uint32_t slot = pool->dense[range->begin + i];
        uint64_t same = world->masks ? (world->masks[slot] & bits) * 0x9e3779b97f4a7c15u : 0;
        range->keys[i] = (same >> 32) << 32 | slot;
    }
    if (range->n) gc_sparse_priv_order_keys(range, 0, UINT64_MAX);
}
#endif

// The ranges of a pool, by desc, as `like`, or alike in what is `bits`.
static int gc_sparse_priv_sort(gc_sparse_world *world, gc_sparse_pool *pool, const gc_sparse_sort_desc *desc,
                               const gc_sparse_pool *like, uint64_t bits) {
    gc_sparse_priv_range ranges[GC_SPARSE_PRIV_NESTED + 1];
    const gc_sparse_priv_kept *groups[GC_SPARSE_PRIV_NESTED];
    int result = GC_SPARSE_OK;
    bool sound = true;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    // The rows of the innermost group, what the next one has beyond them, ... and the others.
    uint32_t count = gc_sparse_priv_groups_of(pool, groups), begin = 0;
    for (uint32_t i = 0; i <= count; i++) {
        const gc_sparse_priv_kept *group = i < count ? groups[i] : NULL;
        uint32_t end = group ? group->length : pool->count;
        if (!gc_sparse_priv_range_open(world, &ranges[i], group ? group->pools : &pool,
                                       group ? group->include_count : 1, begin, end)) {
            result = GC_SPARSE_E_MEMORY;
        }
        begin = end;
    }

    // All orders are found before any row moves; the callbacks may not change the world.
    world->busy = true;
    for (uint32_t i = 0; i <= count && result == GC_SPARSE_OK; i++) {
        if (like) gc_sparse_priv_order_as(&ranges[i], pool, like);
        else if (desc) sound = gc_sparse_priv_order(&ranges[i], pool, desc) && sound;
#ifndef GC_SPARSE_NO_GROUPS
        else gc_sparse_priv_order_alike(world, &ranges[i], pool, bits);
#endif
    }
    world->busy = false;
    (void)bits;
    GC_SPARSE_ASSERT(sound && "gc_sparse_sort: desc.sort returned rows that it was not given");
    if (!sound) result = GC_SPARSE_E_ARGUMENT;

    for (uint32_t i = 0; i <= count; i++) {
        if (result == GC_SPARSE_OK) gc_sparse_priv_arrange(&ranges[i]);
        gc_sparse_priv_range_close(world, &ranges[i]);
    }
    if (result == GC_SPARSE_OK) world->look.version++;
    return result;
}

GC_SPARSE_API int gc_sparse_sort(gc_sparse_world *world, gc_sparse_type type,
                                 const gc_sparse_sort_desc *desc) {
    bool sound = world != NULL && desc != NULL && (desc->compare == NULL) != (desc->key == NULL);
    GC_SPARSE_ASSERT(sound && "gc_sparse_sort: NULL, or not one of compare and key");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_sort: no such type")) return GC_SPARSE_E_TYPE;
    if (GC_SPARSE_PRIV_DIRECT(pool)) return GC_SPARSE_E_UNSUPPORTED;
    return gc_sparse_priv_sort(world, pool, desc, NULL, 0);
}

GC_SPARSE_API int gc_sparse_sort_as(gc_sparse_world *world, gc_sparse_type type, gc_sparse_type like) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_sort_as: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    gc_sparse_pool *other = gc_sparse_priv_pool(world, like);
    if (GC_SPARSE_PRIV_MISUSE(!pool || !other, "gc_sparse_sort_as: no such type")) return GC_SPARSE_E_TYPE;
    if (GC_SPARSE_PRIV_DIRECT(pool) || GC_SPARSE_PRIV_DIRECT(other)) return GC_SPARSE_E_UNSUPPORTED;
    return gc_sparse_priv_sort(world, pool, NULL, other, 0);
}
#endif

// >>plan from a query to a walk: which pool leads, which columns advance with it

// The pool with the fewest rows among include leads (the first of equals; a group that is
// included whole counts with its own rows), and the walk follows the order of its rows. Columns
// in lockstep have the same row as the lead: of the lead itself, and of its group. If a column
// is of direct kind, slots are walked instead, rising, and nothing leads.

// The pools of column k, and of excluded term k.
static inline const gc_sparse_pool *gc_sparse_priv_column(const gc_sparse_priv_walk *walk, uint32_t k) {
    return &walk->world->look.pools[walk->types[k]];
}

static inline const gc_sparse_pool *gc_sparse_priv_excluded(const gc_sparse_priv_walk *walk, uint32_t k) {
    return &walk->world->look.pools[walk->excluded[k]];
}

// Reads one list of a query; the number of types, or an error.
static inline int gc_sparse_priv_terms(const gc_sparse_world *world, const gc_sparse_type *types,
                                       uint16_t *out) {
    // Most lists are empty, nothing but zeros: by words.
    if (types[0].index == 0) {
        uint64_t words[GC_SPARSE_TERMS / 2];
        memcpy(words, types, sizeof words);
        return (words[0] | words[1] | words[2] | words[3]) == 0 ? 0 : GC_SPARSE_E_ARGUMENT;
    }

    int n = 0;
    for (; n < GC_SPARSE_TERMS && types[n].index != 0; n++) {
        if (types[n].index > world->look.type_count) return GC_SPARSE_E_TYPE;
        out[n] = (uint16_t)types[n].index;
    }

    // A hole: the types behind it were meant as well.
    uint32_t behind = 0;
    for (int i = n; i < GC_SPARSE_TERMS; i++) behind |= types[i].index;
    return behind ? GC_SPARSE_E_ARGUMENT : n;
}

#ifndef GC_SPARSE_NO_GROUPS
// Whether pool stands among n types of a walk.
static bool gc_sparse_priv_among(const gc_sparse_pool *pool, const uint16_t *types, uint32_t n) {
    uint32_t i = 0;
    while (i < n && types[i] != pool->index) i++;
    return i < n;
}

// The innermost group of column k whose types are all included, and whose excludes all
// excluded; else NULL.
static const gc_sparse_priv_kept *gc_sparse_priv_whole_group(const gc_sparse_priv_walk *walk, uint32_t k) {
    const gc_sparse_priv_kept *found = NULL;
    const gc_sparse_priv_link *link = gc_sparse_priv_column(walk, k)->groups;
    for (; link; link = link->next) {
        const gc_sparse_priv_kept *group = link->of;
        bool whole = true;
        for (uint32_t i = 0; i < group->include_count && whole; i++) {
            whole = gc_sparse_priv_among(group->pools[i], walk->types, walk->include_count);
        }
        for (uint32_t i = 0; i < group->exclude_count && whole; i++) {
            whole = gc_sparse_priv_among(group->excluded[i], walk->excluded, walk->exclude_count);
        }
        if (whole) found = group;
    }
    return found;
}

// Leaves to a group what it includes and excludes: those columns are in lockstep with the lead.
static void gc_sparse_priv_trust(gc_sparse_priv_walk *walk, const gc_sparse_priv_kept *group) {
    for (uint32_t i = 0; i < group->include_count; i++) {
        for (uint32_t k = 0; k < walk->column_count; k++) {
            if (walk->types[k] == group->pools[i]->index) walk->lockstep |= 1u << k;
        }
    }

    uint32_t left = 0;
    for (uint32_t k = 0; k < walk->exclude_count; k++) {
        uint32_t i = 0;
        while (i < group->exclude_count && walk->excluded[k] != group->excluded[i]->index) i++;
        if (i == group->exclude_count) walk->excluded[left++] = walk->excluded[k];
    }
    walk->exclude_count = left;
}
#endif

#ifndef GC_SPARSE_NO_CHANGES
// The tick from which the ticks in a pool count: those above are after `since`.
static uint32_t gc_sparse_priv_since(const gc_sparse_world *world, uint64_t since) {
    if (since <= world->tick_base) return 0;
    return since - world->tick_base < UINT32_MAX ? (uint32_t)(since - world->tick_base) : UINT32_MAX;
}

// The first column of a type among the first n; n: there is none.
static uint32_t gc_sparse_priv_column_of(const gc_sparse_priv_walk *walk, gc_sparse_type type, uint32_t n) {
    uint32_t k = 0;
    while (k < n && walk->types[k] != type.index) k++;
    return k;
}

// The columns that the walk marks, and the one whose changed blocks it takes, which leads where
// rows are walked. GC_SPARSE_OK or an error.
GC_SPARSE_PRIV_APART static int gc_sparse_priv_plan_changes(gc_sparse_priv_walk *walk,
                                                            const gc_sparse_query_desc *desc) {
    for (uint32_t i = 0; i <= GC_SPARSE_TERMS && desc->write[i].index != 0; i++) {
        uint32_t k = gc_sparse_priv_column_of(walk, desc->write[i], walk->column_count);
        if (k == walk->column_count) return GC_SPARSE_E_ARGUMENT;
        if (gc_sparse_priv_column(walk, k)->ticks) walk->marks |= 1u << k;
    }
    if (desc->changed.index == 0) return GC_SPARSE_OK;

    uint32_t lead = gc_sparse_priv_column_of(walk, desc->changed, walk->include_count);
    if (lead == walk->include_count) return GC_SPARSE_E_ARGUMENT;
    if (!gc_sparse_priv_column(walk, lead)->ticks) return GC_SPARSE_OK;
    walk->changed = lead + 1;
    walk->since = gc_sparse_priv_since(walk->world, desc->since);
    if (GC_SPARSE_PRIV_DIRECT(walk)) return GC_SPARSE_OK;

    walk->lead = lead;
    walk->lockstep = 1u << lead;
    walk->end = gc_sparse_priv_column(walk, lead)->count;
    const gc_sparse_priv_kept *group = gc_sparse_priv_whole_group(walk, lead);
    if (group) walk->end = group->length;
    if (group) gc_sparse_priv_trust(walk, group);
    return GC_SPARSE_OK;
}
#endif

#ifndef GC_SPARSE_NO_GROUPS
// The memo with these terms; NULL: there is none.
static gc_sparse_priv_memo *gc_sparse_priv_memo_of(const gc_sparse_world *world,
                                                   const gc_sparse_query_desc *desc) {
    const gc_sparse_priv_term *term = world->look.pools[desc->include[0].index].memos;
    for (; term; term = term->next) {
        if (memcmp(desc, &term->of->desc, offsetof(gc_sparse_query_desc, write)) == 0) return term->of;
    }
    return NULL;
}

static void gc_sparse_priv_recall(gc_sparse_priv_walk *walk, const gc_sparse_query_desc *desc) {
    if (walk->end < GC_SPARSE_PRIV_BLOCK) return;       // whole blocks are known, and there is none
    const gc_sparse_priv_memo *memo = gc_sparse_priv_memo_of(walk->world, desc);
    if (memo && memo->lead == gc_sparse_priv_column(walk, walk->lead)) walk->memo = memo;
}
#endif

// Fills a walk from a query, all but `at`; GC_SPARSE_OK or an error. Of the arrays only the
// parts that are in use: nothing else of them is read.
GC_SPARSE_PRIV_APART static int gc_sparse_priv_plan(gc_sparse_priv_walk *walk, const gc_sparse_world *world,
                                                    const gc_sparse_query_desc *desc) {
    if (!world || !desc || desc->include[0].index == 0) return GC_SPARSE_E_ARGUMENT;
    const gc_sparse_priv_kept *cached = gc_sparse_priv_cached(world, desc);
    if (cached && (!world->tracked || desc->changed.index == 0)) {
        *walk = cached->walk;
        walk->version = world->look.version;
        walk->end = cached->length;
        return world->tracked ? gc_sparse_priv_plan_changes(walk, desc) : GC_SPARSE_OK;
    }

    // The three lists; optional columns stand behind the included ones.
    int include = gc_sparse_priv_terms(world, desc->include, walk->types);
    if (include < 0) return include;
    int optional = gc_sparse_priv_terms(world, desc->optional, walk->types + include);
    if (optional < 0) return optional;
    int exclude = gc_sparse_priv_terms(world, desc->exclude, walk->excluded);
    if (exclude < 0) return exclude;

    walk->world = world;
    walk->cached = NULL;
    walk->memo = NULL;
    walk->version = world->look.version;
    walk->include_count = (uint32_t)include;
    walk->column_count = (uint32_t)(include + optional);
    walk->exclude_count = (uint32_t)exclude;
    walk->room = walk->column_count <= GC_SPARSE_PRIV_WIDE ? GC_SPARSE_CHUNK : GC_SPARSE_PRIV_BLOCK;
    walk->begin = 0;
    walk->marks = walk->changed = 0;

    // Columns of direct kind: then slots are walked. The lead: the fewest rows.
    uint32_t direct = 0, lead = 0, rows = GC_SPARSE_NONE;
    bool grouped = false;
    for (uint32_t k = 0; k < walk->column_count; k++) {
        const gc_sparse_pool *pool = gc_sparse_priv_column(walk, k);
        direct |= (uint32_t)GC_SPARSE_PRIV_DIRECT(pool) << k;
        if (k >= walk->include_count) continue;
        grouped = grouped || pool->groups;
        if (pool->count >= rows) continue;
        lead = k;
        rows = pool->count;
    }
    walk->direct = direct;
    walk->end = direct ? world->look.slot_count : rows;
    walk->lead = lead;
    walk->lockstep = direct ? 0 : 1u << lead;
    if (world->tracked) {
        int error = gc_sparse_priv_plan_changes(walk, desc);
        if (error != GC_SPARSE_OK || walk->changed) return error;
    }
    if (direct || !grouped) {
        if (!direct && world->memos) gc_sparse_priv_recall(walk, desc);
        return GC_SPARSE_OK;
    }

    // A group counts with its own rows.
    const gc_sparse_priv_kept *lead_group = NULL;
    for (uint32_t k = 0; k < walk->include_count; k++) {
        const gc_sparse_priv_kept *group = gc_sparse_priv_whole_group(walk, k);
        rows = group ? group->length : gc_sparse_priv_column(walk, k)->count;
        if (k != 0 && rows >= walk->end) continue;
        walk->lead = k;
        walk->end = rows;
        lead_group = group;
    }
    walk->lockstep = 1u << walk->lead;
    if (lead_group) gc_sparse_priv_trust(walk, lead_group);
    if (world->memos) gc_sparse_priv_recall(walk, desc);
    return GC_SPARSE_OK;
}

#ifndef GC_SPARSE_NO_GROUPS
GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_cache(gc_sparse_world *world,
                                                      const gc_sparse_query_desc *desc) {
    gc_sparse_priv_walk walk;
    gc_sparse_query_desc terms;         // alone: what a walk marks or leaves out is its own
    if (world && gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    memset(&terms, 0, sizeof terms);
    gc_sparse_query_desc room;
    desc = gc_sparse_priv_asked(world, desc, &room);
    if (desc) memcpy(&terms, desc, offsetof(gc_sparse_query_desc, write));
    int error = gc_sparse_priv_plan(&walk, world, &terms);
    GC_SPARSE_ASSERT(error == GC_SPARSE_OK && "gc_sparse_cache: NULL, no such type, a hole, or no include");
    if (error != GC_SPARSE_OK) return error;
    if (walk.cached) return GC_SPARSE_OK;
    if (walk.direct) return GC_SPARSE_E_UNSUPPORTED;

    // Its terms; of the plan, the columns alone stay.
    gc_sparse_priv_kept *kept = (gc_sparse_priv_kept *)gc_sparse_priv_alloc(world, sizeof *kept);
    if (!kept) return GC_SPARSE_E_MEMORY;
    memset(kept, 0, sizeof *kept);
    kept->desc = terms;
    kept->include_count = walk.include_count;
    kept->column_count = walk.column_count;
    for (uint32_t k = 0; k < walk.column_count; k++) kept->pools[k] = &world->look.pools[walk.types[k]];
    while (kept->exclude_count < GC_SPARSE_TERMS && terms.exclude[kept->exclude_count].index != 0) {
        kept->excluded[kept->exclude_count] = &world->look.pools[terms.exclude[kept->exclude_count].index];
        kept->exclude_count++;
    }
    uint32_t optional = kept->column_count - kept->include_count;
    kept->segment_count = 1u << (optional < 3 ? optional : 3);
    gc_sparse_priv_sum_up(kept);
    walk.cached = kept;
    walk.exclude_count = 0;
    walk.lockstep = 0;
    walk.begin = walk.at = 0;
    kept->walk = walk;

    if (!gc_sparse_priv_grow_list(world, kept, NULL, 0, 0)) {
        kept->next = NULL;
        gc_sparse_priv_free_kept(world, kept);
        return GC_SPARSE_E_MEMORY;
    }
    return gc_sparse_priv_keep(world, kept, &world->caches);
}
#endif

// >>match blocks of rows of the lead: which match, and where their components are

// A chunk is packed (a run: all columns advance together) or scattered (rows in the view's
// buffers). Blocks of 64 rows are looked at: those that are runs and continue each other become
// one packed chunk; the matches of others gather while the buffers have room.
//
//     buffer     | slots: room | rows of column 0: room | rows of column 1: room | ...
//
// room is GC_SPARSE_CHUNK, with more than 7 columns half of it. While a run of slots is walked,
// the whole buffer holds the slots.

// The rows of column k in a scattered chunk.
static uint32_t *gc_sparse_priv_buffer(gc_sparse_view *view, uint32_t k) {
    return view->buffer + (k + 1) * view->walk.room;
}

// Whether no slot in use lies beyond the pool's sparse array: then lookups need no bounds
// check.
static bool gc_sparse_priv_covers(const gc_sparse_view *view, const gc_sparse_pool *pool) {
    return view->walk.world->look.slot_count <= pool->sparse_capacity;
}

// Whether n slots have consecutive rows here, or none of them has a row; *first: the first
// one's.
static bool gc_sparse_priv_is_run(const gc_sparse_pool *pool, const uint32_t *slots, uint32_t n,
                                  uint32_t *first) {
    uint32_t start = gc_sparse_priv_find(pool, slots[0]), last = gc_sparse_priv_find(pool, slots[n - 1]);
    *first = start - 1;     // 0, absent, becomes GC_SPARSE_NONE
    if (start == 0) {
        for (uint32_t i = 1; i < n; i++) if (gc_sparse_priv_find(pool, slots[i]) != 0) return false;
        return true;
    }

    // Unlike orders end here. The rest is compared by rows, not by slots, by which a walk over
    // two types takes 1.5 to 2.4 times as long by gcc 12, 1 to 1.6 by clang 14.
    if (last != start + n - 1 || GC_SPARSE_PRIV_DIRECT(pool)) return false;
    return memcmp(pool->dense + (start - 1), slots, n * sizeof *slots) == 0;
}

// Keeps the flagged ones of n values, in order, at the start of the array.
static uint32_t gc_sparse_priv_compact(uint32_t *values, const uint8_t *keep, uint32_t n) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        values[kept] = values[i];
        kept += keep[i];
    }
    return kept;
}

// Whether n rows of the leading pool from `at` on all match and form a run in every column;
// first[]: where they start.
static bool gc_sparse_priv_run_block(const gc_sparse_view *view, uint32_t at, uint32_t n, uint32_t *first) {
    const gc_sparse_priv_walk *walk = &view->walk;
    const uint32_t *slots = gc_sparse_priv_column(walk, walk->lead)->dense + at;
    for (uint32_t k = 0; k < walk->column_count; k++) {
        if (walk->lockstep >> k & 1) first[k] = at;
        else if (!gc_sparse_priv_is_run(gc_sparse_priv_column(walk, k), slots, n, &first[k])) return false;
        if (k < walk->include_count && first[k] == GC_SPARSE_NONE) return false;
    }

    // Nobody may have an excluded type: a run of rows that are not there. Of a rare type, as
    // tags of prefabs are, the few rows are looked for in the block.
    uint32_t row;
    for (uint32_t k = 0; k < walk->exclude_count; k++) {
        const gc_sparse_pool *pool = gc_sparse_priv_excluded(walk, k);
        const gc_sparse_pool *lead = gc_sparse_priv_column(walk, walk->lead);
        bool few = pool->table && pool->count < n / 4;
        for (uint32_t i = 0; few && i < pool->count; i++) {
            if (gc_sparse_priv_find(lead, pool->dense[i]) - 1 - at < n) return false;
        }
        if (few) continue;
        if (!gc_sparse_priv_is_run(pool, slots, n, &row) || row != GC_SPARSE_NONE) return false;
    }
    return true;
}

// Matches n rows of the leading pool from `at` on; writes slots and rows from position `out` of
// the buffers on, and returns the number of matches.
static uint32_t gc_sparse_priv_match_block(gc_sparse_view *view, uint32_t at, uint32_t n, uint32_t out) {
    const gc_sparse_priv_walk *walk = &view->walk;
    const uint32_t *slots = gc_sparse_priv_column(walk, walk->lead)->dense + at;
    uint8_t keep[GC_SPARSE_PRIV_BLOCK];
    uint32_t dropped = 0;
    memset(keep, 1, sizeof keep);

    // Rows of all n, column by column; an included one drops those that have none.
    for (uint32_t k = 0; k < walk->column_count; k++) {
        const gc_sparse_pool *pool = gc_sparse_priv_column(walk, k);
        uint32_t *rows = gc_sparse_priv_buffer(view, k) + out, missing = 0;
        if (walk->lockstep >> k & 1) {
            for (uint32_t i = 0; i < n; i++) rows[i] = at + i;
            continue;
        }

        if (gc_sparse_priv_covers(view, pool)) {
            for (uint32_t i = 0; i < n; i++) rows[i] = pool->sparse[slots[i]] - 1;
        } else {
            for (uint32_t i = 0; i < n; i++) rows[i] = gc_sparse_priv_find(pool, slots[i]) - 1;
        }
        if (k >= walk->include_count) continue;

        for (uint32_t i = 0; i < n; i++) missing |= rows[i] == GC_SPARSE_NONE;
        if (missing) {
            for (uint32_t i = 0; i < n; i++) keep[i] = (uint8_t)(keep[i] & (rows[i] != GC_SPARSE_NONE));
        }
        dropped |= missing;
    }

    // An excluded type drops those that have it.
    for (uint32_t k = 0; k < walk->exclude_count; k++) {
        const gc_sparse_pool *pool = gc_sparse_priv_excluded(walk, k);
        bool covers = gc_sparse_priv_covers(view, pool);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t found = covers ? pool->sparse[slots[i]] : gc_sparse_priv_find(pool, slots[i]);
            keep[i] = (uint8_t)(keep[i] & (found == 0));
            dropped |= found;
        }
    }

    // One type without others: what is left is written in one pass.
    if (dropped && walk->column_count == 1) {
        uint32_t *to = view->buffer + out, *rows = gc_sparse_priv_buffer(view, 0) + out, kept = 0;
        for (uint32_t i = 0; i < n; i++) {
            to[kept] = slots[i];
            rows[kept] = at + i;
            kept += keep[i];
        }
        return kept;
    }

    // Where some were dropped, the others close up, in every buffer.
    memcpy(view->buffer + out, slots, n * sizeof(uint32_t));
    if (!dropped) return n;
    for (uint32_t k = 0; k < walk->column_count; k++) {
        gc_sparse_priv_compact(gc_sparse_priv_buffer(view, k) + out, keep, n);
    }
    return gc_sparse_priv_compact(view->buffer + out, keep, n);
}

// Whether a run that starts at first[] goes on where a run of `count` rows from base[] on has
// ended.
static bool gc_sparse_priv_continues(const gc_sparse_view *view, const uint32_t *base, uint32_t count,
                                     const uint32_t *first) {
    for (uint32_t k = 0; k < view->walk.column_count; k++) {
        uint32_t want = base[k] == GC_SPARSE_NONE ? GC_SPARSE_NONE : base[k] + count;
        if (first[k] != want) return false;
    }
    return true;
}

// Makes a run of `count` rows from base[] on the view's chunk.
static void gc_sparse_priv_packed(gc_sparse_view *view, const uint32_t *base, uint32_t count) {
    const gc_sparse_priv_walk *walk = &view->walk;
    view->uneven = NULL;
    for (uint32_t k = 0; k < walk->column_count; k++) {
        bool missing = base[k] == GC_SPARSE_NONE;
        view->rows[k] = NULL;
        view->columns[k] = missing ? NULL : gc_sparse_priv_row(gc_sparse_priv_column(walk, k), base[k]);
        if (missing) view->uneven = view;
    }

    // Slots: those of the lead's rows, or the ones that the walk over slots has written.
    const uint32_t *dense = gc_sparse_priv_column(walk, walk->lead)->dense;
    view->slots = GC_SPARSE_PRIV_DIRECT(walk) ? view->buffer : dense + base[walk->lead];
    view->count = count;
}

// Makes the first `count` matches of the buffers the view's chunk.
static void gc_sparse_priv_scattered(gc_sparse_view *view, uint32_t count) {
    view->uneven = view;
    for (uint32_t k = 0; k < view->walk.column_count; k++) {
        view->rows[k] = gc_sparse_priv_buffer(view, k);
        view->columns[k] = gc_sparse_priv_column(&view->walk, k)->column;
    }
    view->slots = view->buffer;
    view->count = count;
}

// >>direct walks over slots, where a column is of direct kind: a word is 64 slots

#ifndef GC_SPARSE_NO_DIRECT
// The 64 slots from `first` (a multiple of 64) on that have a component here, a bit for each.
static uint64_t gc_sparse_priv_word(const gc_sparse_pool *pool, uint32_t first) {
    if (GC_SPARSE_PRIV_DIRECT(pool)) return first >> 10 < pool->page_count ? pool->words[first >> 6] : 0;
    if (first >= pool->slots) return 0;

    // A dense pool has no words: one is made.
    uint64_t word = 0;
    uint32_t n = pool->slots - first < 64 ? pool->slots - first : 64;
    for (uint32_t i = 0; i < n; i++) word |= (uint64_t)(gc_sparse_priv_find(pool, first + i) != 0) << i;
    return word;
}

// The matches among the slots of `range`, all in the word that slot `at` is in; bits count from
// the word's first slot.
static uint64_t gc_sparse_priv_match_word(const gc_sparse_view *view, uint32_t at, uint64_t range) {
    const gc_sparse_priv_walk *walk = &view->walk;
    uint32_t first = at & ~(uint32_t)63;

    // Words that are there before words that must be made.
    for (uint32_t direct = 2; direct-- > 0;) {
        for (uint32_t k = 0; k < walk->include_count && range; k++) {
            if ((walk->direct >> k & 1) != direct) continue;
            range &= gc_sparse_priv_word(gc_sparse_priv_column(walk, k), first);
        }
    }
    for (uint32_t k = 0; k < walk->exclude_count && range; k++) {
        range &= ~gc_sparse_priv_word(gc_sparse_priv_excluded(walk, k), first);
    }
    return range;
}

// Whether all columns advance together over n slots from `at` on, which all match; slots holds
// them.
static bool gc_sparse_priv_run_word(const gc_sparse_view *view, uint32_t at, uint32_t n, uint64_t range,
                                    const uint32_t *slots, uint32_t *first) {
    const gc_sparse_priv_walk *walk = &view->walk;
    for (uint32_t k = 0; k < walk->column_count; k++) {
        const gc_sparse_pool *pool = gc_sparse_priv_column(walk, k);
        if (walk->direct >> k & 1) {
            uint64_t has = gc_sparse_priv_word(pool, at & ~(uint32_t)63) & range;
            if (has != 0 && has != range) return false;
            first[k] = has ? at : GC_SPARSE_NONE;
        } else if (!gc_sparse_priv_is_run(pool, slots, n, &first[k])) {
            return false;
        }
    }
    return true;
}

// Whether a whole page begins at `at` in which all slots have all columns, all of them of
// direct kind, and nothing is excluded.
static bool gc_sparse_priv_full_page(const gc_sparse_view *view, uint32_t at) {
    const gc_sparse_priv_walk *walk = &view->walk;
    if (at % GC_SPARSE_PRIV_PAGE != 0 || walk->end - at < GC_SPARSE_PRIV_PAGE || walk->exclude_count != 0 ||
        walk->direct != ((uint32_t)1 << walk->column_count) - 1) return false;

    uint64_t all = ~(uint64_t)0;
    for (uint32_t k = 0; k < walk->column_count && all == ~(uint64_t)0; k++) {
        const gc_sparse_pool *pool = gc_sparse_priv_column(walk, k);
        if (at / GC_SPARSE_PRIV_PAGE >= pool->page_count) return false;
        for (uint32_t w = 0; w < GC_SPARSE_PRIV_PAGE / 64; w++) all &= pool->words[at / 64 + w];
    }
    return all == ~(uint64_t)0;
}

// The whole page at `at` as one packed chunk.
static bool gc_sparse_priv_next_page(gc_sparse_view *view) {
    gc_sparse_priv_walk *walk = &view->walk;
    uint32_t base[2 * GC_SPARSE_TERMS];
    for (uint32_t i = 0; i < GC_SPARSE_PRIV_PAGE; i++) view->buffer[i] = walk->at + i;
    for (uint32_t k = 0; k < walk->column_count; k++) base[k] = walk->at;
    walk->at += GC_SPARSE_PRIV_PAGE;
    gc_sparse_priv_packed(view, base, GC_SPARSE_PRIV_PAGE);
    return true;
}

// Words from `at` on, up to the end of the chunk: full ones make a run, the bits of others
// rows. Returns the length of the run, which starts at base[], or sets *matches; one of them
// stays 0.
static uint32_t gc_sparse_priv_next_words(gc_sparse_view *view, uint32_t *base, uint32_t *matches) {
    gc_sparse_priv_walk *walk = &view->walk;
    uint32_t first[2 * GC_SPARSE_TERMS];
    uint32_t run = 0, found = 0, page = walk->at / GC_SPARSE_PRIV_PAGE;

    while (walk->at < walk->end && found + 64 <= walk->room) {
        // The slots of one word, or those of them that lie within the walk.
        uint32_t at = walk->at, n = 64 - (at & 63), *slots = view->buffer + (run ? run : found);
        if (n > walk->end - at) n = walk->end - at;
        uint64_t range = (~(uint64_t)0 >> (64 - n)) << (at & 63);

        // A chunk lies within one page.
        if (at / GC_SPARSE_PRIV_PAGE != page) {
            if (run || found) break;
            page = at / GC_SPARSE_PRIV_PAGE;
        }

        // Nothing here: a gap ends a run.
        uint64_t word = gc_sparse_priv_match_word(view, at, range);
        if (word == 0) {
            if (run) break;
            walk->at += n;
            continue;
        }

        // All of them: a run, unless a column goes another way. After others, or where it does
        // not continue the last one, it opens the next chunk.
        if (word == range) {
            for (uint32_t i = 0; i < n; i++) slots[i] = at + i;
            if (gc_sparse_priv_run_word(view, at, n, range, slots, first)) {
                if (found || (run && !gc_sparse_priv_continues(view, base, run, first))) break;
                if (run == 0) memcpy(base, first, walk->column_count * sizeof *base);
                run += n;
                walk->at += n;
                continue;
            }
        }
        if (run) break;

        // Some of them: their slots, and their row in each column. Of direct kind rows count
        // from the start of the page; included columns have all of them.
        uint32_t some = 0;
        for (; word; word &= word - 1) slots[some++] = (at & ~(uint32_t)63) + gc_sparse_priv_lowest(word);
        for (uint32_t k = 0; k < walk->column_count; k++) {
            const gc_sparse_pool *pool = gc_sparse_priv_column(walk, k);
            uint32_t *rows = gc_sparse_priv_buffer(view, k) + found;
            if (GC_SPARSE_PRIV_DIRECT(pool) && k < walk->include_count) {
                for (uint32_t i = 0; i < some; i++) rows[i] = slots[i] & (GC_SPARSE_PRIV_PAGE - 1);
                continue;
            }
            for (uint32_t i = 0; i < some; i++) {
                rows[i] = gc_sparse_priv_find(pool, slots[i]) - 1;
                if (!GC_SPARSE_PRIV_DIRECT(pool) || rows[i] == GC_SPARSE_NONE) continue;
                rows[i] &= GC_SPARSE_PRIV_PAGE - 1;
            }
        }
        found += some;
        walk->at = (at | 63) + 1 < walk->end && (at | 63) != GC_SPARSE_NONE ? (at | 63) + 1 : walk->end;
    }
    *matches = found;
    return run;
}

// The columns of direct kind in a scattered chunk: that of the page which its slots are in.
static void gc_sparse_priv_page_columns(gc_sparse_view *view) {
    uint32_t page = view->buffer[0] / GC_SPARSE_PRIV_PAGE;
    for (uint32_t k = 0; k < view->walk.column_count; k++) {
        const gc_sparse_pool *pool = gc_sparse_priv_column(&view->walk, k);
        if (!GC_SPARSE_PRIV_DIRECT(pool) || pool->size == 0) continue;
        view->columns[k] = page < pool->page_count ? pool->pages[page].column : NULL;
    }
}

// gc_sparse_next where slots are walked.
static bool gc_sparse_priv_next_direct(gc_sparse_view *view) {
    uint32_t base[2 * GC_SPARSE_TERMS], matches;
    if (gc_sparse_priv_full_page(view, view->walk.at)) return gc_sparse_priv_next_page(view);

    uint32_t run = gc_sparse_priv_next_words(view, base, &matches);
    if (run) {
        gc_sparse_priv_packed(view, base, run);
    } else if (matches) {
        gc_sparse_priv_scattered(view, matches);
        gc_sparse_priv_page_columns(view);
    }
    return view->count > 0;
}
#endif

// >>views walks as the user sees them: query, next, count, parts

// A view that has not begun, all but its walk; columns and rows are set by the first
// gc_sparse_next.
static inline void gc_sparse_priv_fresh(gc_sparse_view *view, int error) {
    view->count = 0;
    view->slots = NULL;
    view->uneven = NULL;
    view->error = error;
}

#ifdef GC_SPARSE_RELATIONS
// Spares a walk the question for prefabs, where there are none, or none but its first rows.
static void gc_sparse_priv_spare(gc_sparse_priv_walk *walk) {
    const gc_sparse_pool *prefab = walk->world->prefab, *lead = gc_sparse_priv_column(walk, walk->lead);
    uint32_t last = walk->exclude_count - 1, first = 0, all = 0;
    if (walk->cached || walk->exclude_count == 0 || walk->excluded[last] != prefab->index) return;
    if (prefab->count && (walk->direct || walk->memo || walk->changed || GC_SPARSE_PRIV_DIRECT(prefab) ||
                          prefab->count > walk->end / 16)) return;

    for (uint32_t row = 0; row < prefab->count; row++) {
        uint32_t at = gc_sparse_priv_find(lead, prefab->dense[row]);
        all += at != 0;
        if (at > first) first = at;
    }
    if (all != first) return;
    walk->begin = first;
    walk->exclude_count--;
}
#endif

// The walk of a query; on misuse over nothing, with the error.
static inline int gc_sparse_priv_start(gc_sparse_priv_walk *walk, const gc_sparse_world *world,
                                       const gc_sparse_query_desc *desc) {
    gc_sparse_query_desc room;
    const gc_sparse_query_desc *asked = gc_sparse_priv_asked(world, desc, &room);
    int error = gc_sparse_priv_plan(walk, world, asked);
    GC_SPARSE_ASSERT(error == GC_SPARSE_OK && "gc_sparse_query: NULL, no such type, a hole, or no include");
    if (error != GC_SPARSE_OK) memset(walk, 0, sizeof *walk);
    else if (asked != desc) gc_sparse_priv_spare(walk);
    walk->at = walk->begin;
    walk->later = NULL;
    return error;
}

GC_SPARSE_API void gc_sparse_begin(gc_sparse_view *view, gc_sparse_world *world,
                                   const gc_sparse_query_desc *desc) {
    if (GC_SPARSE_PRIV_MISUSE(!view, "gc_sparse_begin: view is NULL")) return;
    gc_sparse_priv_fresh(view, gc_sparse_priv_start(&view->walk, world, desc));
}

GC_SPARSE_API gc_sparse_view gc_sparse_query(gc_sparse_world *world, const gc_sparse_query_desc *desc) {
    gc_sparse_view view;
    gc_sparse_begin(&view, world, desc);
    return view;
}

// Whether the first `columns` columns all have the rows of the lead, and nothing is excluded:
// all rows match.
static bool gc_sparse_priv_is_plain(const gc_sparse_view *view, uint32_t columns) {
    uint32_t all = ((uint32_t)1 << columns) - 1;
    return view->walk.direct == 0 && (view->walk.lockstep & all) == all && view->walk.exclude_count == 0;
}

#ifndef GC_SPARSE_NO_CHANGES
// Whether a block of 64 rows or slots of the walk has changed. Where slots are walked, those of
// a dense type have rows anywhere: one of them in a changed block is enough.
static bool gc_sparse_priv_block_changed(const gc_sparse_view *view, uint32_t block) {
    const gc_sparse_priv_walk *walk = &view->walk;
    const gc_sparse_pool *pool = gc_sparse_priv_column(walk, walk->changed - 1);
    if (!GC_SPARSE_PRIV_DIRECT(walk) || GC_SPARSE_PRIV_DIRECT(pool)) {
        return block < pool->tick_count && GC_SPARSE_PRIV_LOAD(&pool->ticks[block]) > walk->since;
    }
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t row = gc_sparse_priv_find(pool, block << 6 | i);
        if (row && GC_SPARSE_PRIV_LOAD(&pool->ticks[(row - 1) >> 6]) > walk->since) return true;
    }
    return false;
}
#endif

#ifndef GC_SPARSE_NO_GROUPS
// What a memo knows of the n rows that are next: a state.
static inline uint32_t gc_sparse_priv_known(const gc_sparse_priv_walk *walk, uint32_t n) {
    uint32_t block = walk->at >> 6;
    if (n != GC_SPARSE_PRIV_BLOCK || (walk->at & 63) != 0) return 0;
    return block < walk->memo->state_count ? walk->memo->states[block] : 0;
}

// Where a memo has the slots (k: 0) or the rows of column k - 1, from row `at` of the lead on.
static uint32_t *gc_sparse_priv_memo_at(const gc_sparse_priv_memo *memo, uint32_t k, uint32_t at) {
    return memo->list + (size_t)k * memo->block_capacity * 64 + at;
}

static bool gc_sparse_priv_known_run(const gc_sparse_priv_walk *walk, uint32_t *first) {
    for (uint32_t k = 0; k < walk->column_count; k++) {
        first[k] = *gc_sparse_priv_memo_at(walk->memo, k + 1, walk->at);
    }
    return true;
}

static void gc_sparse_priv_known_chunk(gc_sparse_view *view, uint32_t at, uint32_t count) {
    gc_sparse_priv_scattered(view, count);
    view->slots = gc_sparse_priv_memo_at(view->walk.memo, 0, at);
    for (uint32_t k = 0; k < view->walk.column_count; k++) {
        view->rows[k] = gc_sparse_priv_memo_at(view->walk.memo, k + 1, at);
    }
}

// Whether the run of a block goes on where that of the block before has ended. Walks then need
// not read where it begins: over a million rows that took a third of their time.
static void gc_sparse_priv_goes_on(const gc_sparse_priv_memo *memo, uint32_t block) {
    uint8_t *state = &memo->states[block];
    if (*state == GC_SPARSE_PRIV_UNKNOWN || *state >= GC_SPARSE_PRIV_MATCHES) return;
    bool goes_on = block > 0 && state[-1] != GC_SPARSE_PRIV_UNKNOWN && state[-1] < GC_SPARSE_PRIV_MATCHES;
    for (uint32_t k = 1; k <= memo->columns && goes_on; k++) {
        const uint32_t *first = gc_sparse_priv_memo_at(memo, k, block << 6);
        uint32_t last = first[-(int)GC_SPARSE_PRIV_BLOCK];
        goes_on = *first == (last == GC_SPARSE_NONE ? last : last + GC_SPARSE_PRIV_BLOCK);
    }
    *state = goes_on ? GC_SPARSE_PRIV_GOES_ON : GC_SPARSE_PRIV_RUN;
}

// Matches all blocks that a memo does not know; without memory, those that it has room for.
static void gc_sparse_priv_learn(gc_sparse_world *world, gc_sparse_priv_memo *memo) {
    gc_sparse_view view;
    int error = gc_sparse_priv_plan(&view.walk, world, &memo->desc);
    const gc_sparse_priv_walk *walk = &view.walk;
    if (error != GC_SPARSE_OK || walk->cached || walk->direct) return;
    const gc_sparse_pool *lead = gc_sparse_priv_column(walk, walk->lead);
    uint32_t blocks = walk->end >> 6;
    if (lead == memo->lead && !memo->stale && blocks <= memo->state_count) return;

    // Room: with more of it, all is unknown.
    if (blocks > memo->block_capacity) {
        uint32_t capacity = blocks + blocks / 2;
        size_t bytes = gc_sparse_priv_memo_bytes(memo, capacity);
        uint32_t *list = bytes ? (uint32_t *)gc_sparse_priv_alloc(world, bytes) : NULL;
        if (!list) return;
        gc_sparse_priv_free(world, memo->list, gc_sparse_priv_memo_bytes(memo, memo->block_capacity));
        memo->list = list;
        memo->block_capacity = capacity;
        memo->lead = NULL;
    }
    if (blocks > memo->state_count &&
        !gc_sparse_priv_extend(world, &memo->states, &memo->state_count, memo->block_capacity, 1)) {
        memo->lead = NULL;
        return;
    }
    if (memo->lead != lead && memo->state_count) memset(memo->states, 0, memo->state_count);
    memo->lead = lead;
    memo->stale = false;
    world->look.version++;      // of walks that go on, the list has changed

    // As a walk matches them.
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t at = block << 6, first[2 * GC_SPARSE_TERMS];
        if (memo->states[block] != GC_SPARSE_PRIV_UNKNOWN) continue;
        if (gc_sparse_priv_run_block(&view, at, GC_SPARSE_PRIV_BLOCK, first)) {
            for (uint32_t k = 1; k <= memo->columns; k++) *gc_sparse_priv_memo_at(memo, k, at) = first[k - 1];
            memo->states[block] = GC_SPARSE_PRIV_RUN;
        } else {
            uint32_t count = gc_sparse_priv_match_block(&view, at, GC_SPARSE_PRIV_BLOCK, 0);
            for (uint32_t k = 0; k <= memo->columns; k++) {
                memcpy(gc_sparse_priv_memo_at(memo, k, at), view.buffer + k * walk->room,
                       count * sizeof *memo->list);
            }
            memo->states[block] = (uint8_t)(GC_SPARSE_PRIV_MATCHES + count);
        }
        gc_sparse_priv_goes_on(memo, block);
        if (block + 1 < blocks) gc_sparse_priv_goes_on(memo, block + 1);
    }
}

// A memo of a query of dense types, if it would spare anything. Without memory there is none.
static gc_sparse_priv_memo *gc_sparse_priv_new_memo(gc_sparse_world *world,
                                                    const gc_sparse_query_desc *desc) {
    gc_sparse_priv_walk walk;
    if (gc_sparse_priv_plan(&walk, world, desc) != GC_SPARSE_OK || walk.direct) return NULL;
    if (walk.column_count + walk.exclude_count < 2) return NULL;
    gc_sparse_priv_memo *memo = (gc_sparse_priv_memo *)gc_sparse_priv_alloc(world, sizeof *memo);
    if (!memo) return NULL;
    memset(memo, 0, sizeof *memo);
    memcpy(&memo->desc, desc, offsetof(gc_sparse_query_desc, write));
    memo->columns = walk.column_count;
    memo->next = world->memos;
    world->memos = memo;

    // The pools know it; from now on their changes go the long way.
    const gc_sparse_type *lists[3] = { memo->desc.include, memo->desc.exclude, memo->desc.optional };
    for (uint32_t i = 0; i < 3 * GC_SPARSE_TERMS; i++) {
        uint32_t type = lists[i / GC_SPARSE_TERMS][i % GC_SPARSE_TERMS].index;
        if (type == 0) continue;
        gc_sparse_pool *pool = &world->look.pools[type];
        memo->terms[i].of = memo;
        memo->terms[i].next = pool->memos;
        pool->memos = &memo->terms[i];
        pool->plain = false;
    }
    return memo;
}

// Before the systems of a schedule run: memos of their queries, which know all whole blocks.
static void gc_sparse_priv_remember(gc_sparse_world *world, const gc_sparse_priv_step *steps, uint32_t n) {
    if (world->remembered == steps && world->remembered_version == world->look.version) return;
    for (uint32_t i = 0; i < n; i++) {
        gc_sparse_query_desc room;
        const gc_sparse_query_desc *desc = gc_sparse_priv_asked(world, steps[i].query(), &room);
        if (!desc || desc->include[0].index > world->look.type_count) continue;
        gc_sparse_priv_memo *memo = gc_sparse_priv_memo_of(world, desc);
        if (!memo) memo = gc_sparse_priv_new_memo(world, desc);
        if (memo) gc_sparse_priv_learn(world, memo);
    }
    world->remembered = steps;
    world->remembered_version = world->look.version;
}
#endif

// The next chunk of rows or slots at .. end.
static bool gc_sparse_priv_next(gc_sparse_view *view) {
    gc_sparse_priv_walk *walk = &view->walk;
    uint32_t base[2 * GC_SPARSE_TERMS];     // first row of the chunk's run in each column
    uint32_t first[2 * GC_SPARSE_TERMS];    // and of a block's
    uint32_t run = 0, matches = 0;          // of the chunk: one of them stays 0
    if (GC_SPARSE_PRIV_DIRECT(walk)) return gc_sparse_priv_next_direct(view);

    // All rows match, and all columns are the lead's: one chunk.
    if (gc_sparse_priv_is_plain(view, walk->column_count)) {
        if (walk->at == walk->end) return false;
        for (uint32_t k = 0; k < walk->column_count; k++) base[k] = walk->at;
        gc_sparse_priv_packed(view, base, walk->end - walk->at);
        walk->at = walk->end;
        return true;
    }

    // Blocks of rows gather into one chunk: runs while they continue each other, others while
    // the buffers have room.
    while (walk->at < walk->end && matches + GC_SPARSE_PRIV_BLOCK <= walk->room) {
        uint32_t left = walk->end - walk->at, n = left < GC_SPARSE_PRIV_BLOCK ? left : GC_SPARSE_PRIV_BLOCK;
        uint32_t known = walk->memo ? gc_sparse_priv_known(walk, n) : 0;
        if (known == GC_SPARSE_PRIV_GOES_ON && run) {
            run += n;
            walk->at += n;
            continue;
        }
        if (known >= GC_SPARSE_PRIV_MATCHES) {
            // Matches of a memo are a chunk of their own, where they stand.
            if (run || matches) break;
            walk->at += n;
            if (known == GC_SPARSE_PRIV_MATCHES) continue;
            gc_sparse_priv_known_chunk(view, walk->at - n, known - GC_SPARSE_PRIV_MATCHES);
            return true;
        }
        if (known ? gc_sparse_priv_known_run(walk, first)
                  : gc_sparse_priv_run_block(view, walk->at, n, first)) {
            // After others it opens the next chunk, unless it is too short to be worth one.
            if (matches && n == GC_SPARSE_PRIV_BLOCK) break;
            if (run && !gc_sparse_priv_continues(view, base, run, first)) break;
            if (matches) {
                matches += gc_sparse_priv_match_block(view, walk->at, n, matches);
            } else {
                if (run == 0) memcpy(base, first, walk->column_count * sizeof *base);
                run += n;
            }
        } else {
            if (run) break;
            matches += gc_sparse_priv_match_block(view, walk->at, n, matches);
        }
        walk->at += n;
    }

    if (run) gc_sparse_priv_packed(view, base, run);
    else if (matches) gc_sparse_priv_scattered(view, matches);
    return view->count > 0;
}

#ifndef GC_SPARSE_NO_GROUPS
// The next chunk of a list: the list itself, within one segment.
static bool gc_sparse_priv_next_cached(gc_sparse_view *view) {
    gc_sparse_priv_walk *walk = &view->walk;
    const gc_sparse_priv_kept *kept = walk->cached;
    uint32_t segment = 0, begin = walk->at;
    if (begin == walk->end) return false;

    while (kept->ends[segment] <= begin) segment++;
    uint32_t end = kept->ends[segment] < walk->end ? kept->ends[segment] : walk->end;
    if (end - begin > GC_SPARSE_CHUNK) end = begin + GC_SPARSE_CHUNK;
    walk->at = end;

    // An optional column that all of the segment miss has no address; its rows say so, too.
    for (uint32_t k = 0; k < walk->column_count; k++) {
        uint32_t o = k - walk->include_count;
        bool missing = k >= walk->include_count && o < 3 && (segment >> o & 1) != 0;
        view->columns[k] = missing ? NULL : kept->pools[k]->column;
        view->rows[k] = kept->list + (size_t)(k + 1) * kept->capacity + begin;
    }
    view->uneven = view;
    view->slots = kept->list + begin;
    view->count = end - begin;
    return true;
}
#endif

#ifndef GC_SPARSE_NO_CHANGES
// The first row or slot from `at` on, at most `end`, in a block that has changed, or has not.
static uint32_t gc_sparse_priv_seek(const gc_sparse_view *view, uint32_t at, uint32_t end, bool changed) {
    const gc_sparse_priv_walk *walk = &view->walk;
    const gc_sparse_pool *pool = gc_sparse_priv_column(walk, walk->changed - 1);
    uint32_t block = at >> 6, blocks = GC_SPARSE_PRIV_BLOCKS(end), since = walk->since;
    if (changed && (!GC_SPARSE_PRIV_DIRECT(walk) || GC_SPARSE_PRIV_DIRECT(pool))) {
        // Most have not, and are passed over as fast as they can be read.
        const uint32_t *ticks = pool->ticks;
        uint32_t known = blocks < pool->tick_count ? blocks : pool->tick_count;
        while (block < known && GC_SPARSE_PRIV_LOAD(&ticks[block]) <= since) block++;
    }
    while (block < blocks && gc_sparse_priv_block_changed(view, block) != changed) block++;
    if (block == at >> 6) return at;
    return block < blocks ? block << 6 : end;
}

// The next chunk within blocks that have changed: the walk is narrowed to each run of them.
static bool gc_sparse_priv_next_changed(gc_sparse_view *view) {
    gc_sparse_priv_walk *walk = &view->walk;
    uint32_t end = walk->end;
    bool found = false;
    while (!found && walk->at < end) {
        walk->at = gc_sparse_priv_seek(view, walk->at, end, true);
        walk->end = gc_sparse_priv_seek(view, walk->at, end, false);
        while (!found && walk->at < walk->end) found = gc_sparse_priv_next(view);
    }
    walk->end = end;
    return found;
}

// Marks what the present chunk has of the columns that the walk writes.
static void gc_sparse_priv_mark_chunk(const gc_sparse_view *view) {
    const gc_sparse_priv_walk *walk = &view->walk;
    for (uint32_t left = walk->marks; left; left &= left - 1) {
        uint32_t k = gc_sparse_priv_lowest(left), count = (uint32_t)view->count;
        const gc_sparse_pool *pool = gc_sparse_priv_column(walk, k);
        const uint32_t *rows = view->rows[k];
        if (!rows) {
            uint32_t first = gc_sparse_priv_find(pool, view->slots[0]);
            if (first) gc_sparse_priv_mark_rows(pool, first - 1, count);
            for (uint32_t i = 0; i < count && first && pool->watches; i++) {
                gc_sparse_priv_report(pool, view->slots[i], true);
            }
            continue;
        }

        // Of direct kind the slot is the row; one that is not there is not marked.
        for (uint32_t i = 0; i < count; i++) {
            if (rows[i] == GC_SPARSE_NONE) continue;
            gc_sparse_priv_mark(pool, GC_SPARSE_PRIV_DIRECT(pool) ? view->slots[i] : rows[i]);
            if (pool->watches) gc_sparse_priv_report(pool, view->slots[i], true);
        }
    }
}

static bool gc_sparse_priv_next_any(gc_sparse_view *view);

// gc_sparse_next of a walk that marks, or takes what has changed.
static bool gc_sparse_priv_next_tracked(gc_sparse_view *view) {
    bool found = view->walk.changed ? gc_sparse_priv_next_changed(view) : gc_sparse_priv_next_any(view);
    if (found) gc_sparse_priv_mark_chunk(view);
    return found;
}
#endif

static bool gc_sparse_priv_next_any(gc_sparse_view *view) {
    return view->walk.cached ? gc_sparse_priv_next_cached(view) : gc_sparse_priv_next(view);
}

GC_SPARSE_API void gc_sparse_priv_stop(gc_sparse_view *view) {
    ((gc_sparse_world *)(uintptr_t)view->walk.world)->look.ended++;
    view->error = GC_SPARSE_E_CHANGED;
    view->walk.world = NULL;
    view->count = 0;
}

GC_SPARSE_API bool gc_sparse_next(gc_sparse_view *view) {
    if (GC_SPARSE_PRIV_MISUSE(!view, "gc_sparse_next: view is NULL")) return false;
    view->count = 0;
    if (!view->walk.world) return false;         // an error, or nothing but zeros

    bool unchanged = view->walk.version == view->walk.world->look.version;
    GC_SPARSE_ASSERT(unchanged && "gc_sparse_next: the world was changed while walking");
    if (!unchanged) {
        gc_sparse_priv_stop(view);
        return false;
    }
    if (view->walk.marks | view->walk.changed) return gc_sparse_priv_next_tracked(view);
    return gc_sparse_priv_next_any(view);
}

// How many of n rows of the leading pool from `at` on match; n is at most 64. Column by column,
// without a branch.
static uint32_t gc_sparse_priv_count_block(const gc_sparse_view *view, uint32_t at, uint32_t n) {
    const gc_sparse_priv_walk *walk = &view->walk;
    const uint32_t *slots = gc_sparse_priv_column(walk, walk->lead)->dense + at;
    uint8_t keep[64];
    uint32_t count = 0;
    memset(keep, 1, sizeof keep);
    for (uint32_t k = 0; k < walk->include_count + walk->exclude_count; k++) {
        bool include = k < walk->include_count;
        if (include && (walk->lockstep >> k & 1)) continue;
        const gc_sparse_pool *pool =
            include ? gc_sparse_priv_column(walk, k) : gc_sparse_priv_excluded(walk, k - walk->include_count);

        if (gc_sparse_priv_covers(view, pool)) {
            for (uint32_t i = 0; i < n; i++) keep[i] &= (uint8_t)((pool->sparse[slots[i]] != 0) == include);
        } else {
            for (uint32_t i = 0; i < n; i++) {
                keep[i] &= (uint8_t)((gc_sparse_priv_find(pool, slots[i]) != 0) == include);
            }
        }
    }

    for (uint32_t i = 0; i < n; i++) count += keep[i];
    return count;
}

GC_SPARSE_API size_t gc_sparse_view_count(const gc_sparse_view *view) {
    GC_SPARSE_ASSERT(view != NULL && "gc_sparse_view_count: view is NULL");
    if (!view || !view->walk.world) return 0;
    const gc_sparse_priv_walk *walk = &view->walk;
    bool unchanged = walk->version == walk->world->look.version;
    GC_SPARSE_ASSERT(unchanged && "gc_sparse_view_count: the world was changed while walking");
    if (!unchanged) return 0;

    // Known without a walk: rows that all match, and all of one pool of direct kind.
    bool all = !walk->changed;
    if (walk->cached || (all && gc_sparse_priv_is_plain(view, walk->include_count))) {
        return walk->end - walk->begin;
    }
    if (all && GC_SPARSE_PRIV_DIRECT(walk) && walk->include_count == 1 && walk->exclude_count == 0 &&
        walk->begin == 0 && walk->end == walk->world->look.slot_count) {
        return gc_sparse_priv_column(walk, 0)->count;
    }

    // Words of slots, or rows of the lead: 64 at a time, since each tells of its changes.
    size_t count = 0;
    for (uint32_t at = walk->begin, n; at < walk->end; at += n) {
        n = 64 - (at & 63);
        if (n > walk->end - at) n = walk->end - at;
        if (!all && !gc_sparse_priv_block_changed(view, at >> 6)) continue;
        uint64_t range = (~(uint64_t)0 >> (64 - n)) << (at & 63);
        if (!GC_SPARSE_PRIV_DIRECT(walk)) count += gc_sparse_priv_count_block(view, at, n);
        else count += gc_sparse_priv_bits(gc_sparse_priv_match_word(view, at, range));
    }
    return count;
}

// A part of a walk that exists: so it begins before the walk's end.
static void gc_sparse_priv_cut(gc_sparse_priv_walk *part, const gc_sparse_priv_walk *walk, uint32_t index,
                               size_t rows) {
    *part = *walk;
    part->begin += index * (uint32_t)rows;
    if (part->end - part->begin > rows) part->end = part->begin + (uint32_t)rows;
    part->at = part->begin;
}

GC_SPARSE_API uint32_t gc_sparse_view_parts(const gc_sparse_view *view, size_t rows) {
    if (GC_SPARSE_PRIV_MISUSE(!view, "gc_sparse_view_parts: view is NULL")) return 0;
    uint32_t all = view->walk.end - view->walk.begin;
    if (rows == 0) rows = GC_SPARSE_PRIV_PART_ROWS;
    return (uint32_t)(all / rows + (all % rows != 0));
}

GC_SPARSE_API gc_sparse_view gc_sparse_view_part(const gc_sparse_view *view, uint32_t part, size_t rows) {
    gc_sparse_view made;
    bool exists = view != NULL && part < gc_sparse_view_parts(view, rows);
    GC_SPARSE_ASSERT(exists && "gc_sparse_view_part: no such part, or view is NULL");
    gc_sparse_priv_fresh(&made, exists ? GC_SPARSE_OK : GC_SPARSE_E_ARGUMENT);
    if (exists) gc_sparse_priv_cut(&made.walk, &view->walk, part, rows ? rows : GC_SPARSE_PRIV_PART_ROWS);
    else memset(&made.walk, 0, sizeof made.walk);
    return made;
}

// What gc_sparse_run hands to each of its tasks.
typedef struct gc_sparse_priv_job {
    const gc_sparse_view *view;
    size_t rows;
    void (*part)(void *arg, gc_sparse_view *part, uint32_t index);
    void *arg;
} gc_sparse_priv_job;

static void gc_sparse_priv_run_part(void *task_arg, size_t index) {
    const gc_sparse_priv_job *job = (const gc_sparse_priv_job *)task_arg;
    gc_sparse_view part = gc_sparse_view_part(job->view, (uint32_t)index, job->rows);
    job->part(job->arg, &part, (uint32_t)index);
}

GC_SPARSE_API int gc_sparse_run(const gc_sparse_view *view, size_t rows, gc_sparse_parallel_for parallel_for,
    void *user, void (*part)(void *arg, gc_sparse_view *part, uint32_t index), void *arg) {
    GC_SPARSE_ASSERT(view != NULL && part != NULL && "gc_sparse_run: view or part is NULL");
    if (!view || !part) return GC_SPARSE_E_ARGUMENT;

    gc_sparse_priv_job job = { view, rows, part, arg };
    uint32_t parts = gc_sparse_view_parts(view, rows);
    if (parallel_for && parts) parallel_for(user, gc_sparse_priv_run_part, &job, parts);
    for (uint32_t p = 0; !parallel_for && p < parts; p++) gc_sparse_priv_run_part(&job, p);
    return view->error;
}

// >>schedule waves of systems

// Whether two lists of types, each ended by a zero type, share one.
static bool gc_sparse_priv_share(const gc_sparse_type *a, const gc_sparse_type *b) {
    for (; a && b && a->index != 0; a++) {
        for (const gc_sparse_type *at = b; at->index != 0; at++) if (at->index == a->index) return true;
    }
    return false;
}

static bool gc_sparse_priv_conflict(const gc_sparse_access *a, const gc_sparse_access *b) {
    return a->alone || b->alone || gc_sparse_priv_share(a->writes, b->writes) ||
           gc_sparse_priv_share(a->writes, b->reads) || gc_sparse_priv_share(a->reads, b->writes);
}

// A bit for each type of a list, of types beyond 64 the bit of another one as well.
static uint64_t gc_sparse_priv_type_bits(const gc_sparse_type *list, bool *beyond) {
    uint64_t bits = 0;
    for (; list && list->index != 0; list++) {
        bits |= (uint64_t)1 << (list->index & 63);
        *beyond = *beyond || list->index > 64;
    }
    return bits;
}

GC_SPARSE_API uint32_t gc_sparse_waves(const gc_sparse_access *systems, size_t n, uint32_t *waves) {
    bool sound = n == 0 || (systems != NULL && waves != NULL), beyond = false;
    uint32_t count = 0;
    GC_SPARSE_ASSERT(sound && "gc_sparse_waves: systems or waves is NULL");

    // The first systems as bits, which are compared at once.
    enum { GC_SPARSE_PRIV_WAVE_BITS = 64 };
    uint64_t reads[GC_SPARSE_PRIV_WAVE_BITS], writes[GC_SPARSE_PRIV_WAVE_BITS];
    for (size_t i = 0; i < n && sound; i++) {
        uint64_t read = gc_sparse_priv_type_bits(systems[i].reads, &beyond);
        uint64_t write = gc_sparse_priv_type_bits(systems[i].writes, &beyond);
        waves[i] = 0;
        for (size_t earlier = 0; earlier < i; earlier++) {
            if (waves[earlier] < waves[i]) continue;
            bool known = earlier < GC_SPARSE_PRIV_WAVE_BITS;
            bool may = !known || systems[earlier].alone || systems[i].alone ||
                       ((writes[earlier] & (read | write)) | (reads[earlier] & write)) != 0;
            if (may && (!known || beyond)) may = gc_sparse_priv_conflict(&systems[earlier], &systems[i]);
            if (may) waves[i] = waves[earlier] + 1;
        }

        if (i < GC_SPARSE_PRIV_WAVE_BITS) {
            reads[i] = read;
            writes[i] = write;
        }
        if (waves[i] >= count) count = waves[i] + 1;
    }
    return count;
}

// >>trees parents and children, by listeners of their nodes

// A node knows slots + 1 (0: none): `linked` is that of the parent whose list it is in, `first`
// the first one of its own children, `next` and `previous` are in its parent's list. They go
// with the component, into copies and saves; `parent` is what was asked for. Nothing here calls
// itself, however deep the tree.

#ifndef GC_SPARSE_NO_TREES
// Out of the list of its parent.
static void gc_sparse_priv_unhang(const gc_sparse_world *world, gc_sparse_node *node) {
    if (node->linked == 0) return;
    gc_sparse_node *before = node->previous ? gc_sparse_priv_node(world, node->previous - 1) : NULL;
    gc_sparse_node *behind = node->next ? gc_sparse_priv_node(world, node->next - 1) : NULL;
    gc_sparse_node *parent = gc_sparse_priv_node(world, node->linked - 1);
    if (before) before->next = node->next;
    else if (parent) parent->first = node->next;
    if (behind) behind->previous = node->previous;
    node->linked = node->next = node->previous = 0;
}

// Whether `at` is a node or below it. A node without children has nothing below it: so a tree
// that grows by leaves, or by roots, costs no climbs.
static bool gc_sparse_priv_below(const gc_sparse_world *world, const gc_sparse_node *at,
                                 const gc_sparse_node *node) {
    if (at == node || !node->first) return at == node;
    while (at && at != node) at = at->linked ? gc_sparse_priv_node(world, at->linked - 1) : NULL;
    return at == node;
}

// Into the list of the parent that it names. An id that a replay will make real waits for it.
static void gc_sparse_priv_hang(const gc_sparse_world *world, gc_sparse_node *node, uint32_t slot) {
    gc_sparse_id id = node->parent;
    if (id.generation == 0 || (world->replaying && (id.generation & GC_SPARSE_PRIV_TEMPORARY))) return;
    gc_sparse_node *parent = gc_sparse_priv_alive(world, id) ? gc_sparse_priv_node(world, id.slot) : NULL;
    if (!parent || gc_sparse_priv_below(world, parent, node)) {
        node->parent = gc_sparse_priv_id(0, 0);
        return;
    }
    gc_sparse_node *behind = parent->first ? gc_sparse_priv_node(world, parent->first - 1) : NULL;
    if (behind) behind->previous = slot + 1;
    node->next = parent->first;
    node->linked = id.slot + 1u;
    parent->first = slot + 1;
}

// Its parent may be another one now.
static void gc_sparse_priv_rehang(const gc_sparse_world *world, uint32_t slot) {
    gc_sparse_node *node = gc_sparse_priv_node(world, slot);
    if (!node) return;
    bool same = node->linked && node->linked == node->parent.slot + 1u;
    if (same && gc_sparse_priv_alive(world, node->parent)) return;
    gc_sparse_priv_unhang(world, node);
    gc_sparse_priv_hang(world, node, slot);
}

static void gc_sparse_priv_node_added(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    gc_sparse_node *node = (gc_sparse_node *)component;
    (void)user;
#ifdef GC_SPARSE_RELATIONS
    if (world->cloning) return;
#endif
    node->linked = node->first = node->next = node->previous = node->depth = 0;
    gc_sparse_priv_hang(world, node, id.slot);
}

static void gc_sparse_priv_node_updated(void *user, gc_sparse_world *world, gc_sparse_id id,
                                        void *component) {
    (void)user;
    (void)component;
    gc_sparse_priv_rehang(world, id.slot);
}

// Its children are roots from now on.
static void gc_sparse_priv_node_removed(void *user, gc_sparse_world *world, gc_sparse_id id,
                                        void *component) {
    gc_sparse_node *node = (gc_sparse_node *)component, *child;
    (void)user;
    (void)id;
    gc_sparse_priv_unhang(world, node);
    while (node->first && (child = gc_sparse_priv_node(world, node->first - 1)) != NULL) {
        gc_sparse_priv_mark_rows(world->tree, gc_sparse_priv_find(world->tree, node->first - 1) - 1, 1);
        gc_sparse_priv_report(world->tree, node->first - 1, true);
        gc_sparse_priv_unhang(world, child);
        child->parent = gc_sparse_priv_id(0, 0);
    }
}

// Makes all links anew: all are roots at first; then each that names a parent goes there.
static void gc_sparse_priv_hang_all(const gc_sparse_world *world) {
    for (int named = 0; named < 2; named++) {
        for (uint32_t slot = 0; slot < world->look.slot_count; slot++) {
            gc_sparse_node *node = gc_sparse_priv_node(world, slot);
            if (!node) continue;
            if (named) gc_sparse_priv_hang(world, node, slot);
            else node->linked = node->first = node->next = node->previous = node->depth = 0;
        }
    }
}

GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_tree(gc_sparse_world *world, gc_sparse_type type) {
    static const gc_sparse_listener to = { gc_sparse_priv_node_added, gc_sparse_priv_node_removed,
                                           gc_sparse_priv_node_updated, NULL };
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_tree: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_tree: no such type")) return GC_SPARSE_E_TYPE;
    if (pool->stamp) return GC_SPARSE_E_UNSUPPORTED;
    bool sound = pool->size == sizeof(gc_sparse_node);
    GC_SPARSE_ASSERT(sound && "gc_sparse_tree: the type is not a gc_sparse_node");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    if (world->tree) return world->tree == pool ? GC_SPARSE_OK : GC_SPARSE_E_FULL;

    // Ids in recorded nodes become real, as in other described fields.
    int error = gc_sparse_describe(world, type, "i4*5", pool->transient);
    if (error == GC_SPARSE_OK) error = gc_sparse_listen(world, type, &to);
    if (error != GC_SPARSE_OK) return error;
    world->tree = pool;
    pool->set_size = sizeof(gc_sparse_id);

    gc_sparse_priv_hang_all(world);
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_attach(gc_sparse_world *world, gc_sparse_id child, gc_sparse_id parent) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_attach: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (!world->tree) return GC_SPARSE_E_UNSUPPORTED;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (!gc_sparse_priv_alive(world, child)) return GC_SPARSE_E_STALE;
    bool root = parent.generation == 0;
    if (!root && !gc_sparse_priv_alive(world, parent)) return GC_SPARSE_E_STALE;
    const gc_sparse_node *node = gc_sparse_priv_node(world, child.slot);
    const gc_sparse_node *above = root ? NULL : gc_sparse_priv_node(world, parent.slot);
    if (gc_sparse_id_equal(child, parent)) return GC_SPARSE_E_CYCLE;
    if (node && above && gc_sparse_priv_below(world, above, node)) return GC_SPARSE_E_CYCLE;

    // A node of the parent alone, where the other cannot follow, is a root more.
    gc_sparse_type type;
    gc_sparse_node value;
    type.index = world->tree->index;
    memset(&value, 0, sizeof value);
    value.parent = parent;
    if (!root && !above && !gc_sparse_add(world, parent, type)) return GC_SPARSE_E_MEMORY;
    int error = gc_sparse_set_value(world, child, type, &value);
    if (error != GC_SPARSE_OK && !root && !above) gc_sparse_remove(world, parent, type);
    return error;
}

GC_SPARSE_API gc_sparse_id gc_sparse_next_child(const gc_sparse_world *world, gc_sparse_id parent,
                                                gc_sparse_id child) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_next_child: world is NULL");
    bool first = child.generation == 0;
    gc_sparse_id id = first ? parent : child;
    if (!world || !world->tree || !gc_sparse_priv_alive(world, id)) return gc_sparse_priv_id(0, 0);
    const gc_sparse_node *node = gc_sparse_priv_node(world, id.slot);
    uint32_t next = !node ? 0 : first ? node->first : node->linked == parent.slot + 1u ? node->next : 0;
    return next ? world->look.entities[next - 1] : gc_sparse_priv_id(0, 0);
}

#if !defined(GC_SPARSE_NO_SAVE) || !defined(GC_SPARSE_NO_SORT)
// Walks a root and all below it, and may write their depth: down to the first child, along to
// the next one, else up. Their number.
static uint32_t gc_sparse_priv_measure(const gc_sparse_world *world, gc_sparse_node *root, bool write) {
    gc_sparse_node *node = root;
    uint32_t depth = 0, count = 0;
    for (;;) {
        if (write) node->depth = depth;
        count++;
        if (node->first) {
            node = gc_sparse_priv_node(world, node->first - 1);
            depth++;
            continue;
        }
        for (; node != root && !node->next; depth--) node = gc_sparse_priv_node(world, node->linked - 1);
        if (node == root) return count;
        node = gc_sparse_priv_node(world, node->next - 1);
    }
}

// Takes the depths out of the nodes again.
static void gc_sparse_priv_no_depths(const gc_sparse_world *world) {
    for (uint32_t slot = 0; slot < world->look.slot_count; slot++) {
        gc_sparse_node *node = gc_sparse_priv_node(world, slot);
        if (node) node->depth = 0;
    }
}
#endif

#ifndef GC_SPARSE_NO_SAVE
// Whether the links of a node and those that they lead to name each other.
static bool gc_sparse_priv_sound(const gc_sparse_world *world, const gc_sparse_node *node, uint32_t slot) {
    const gc_sparse_node *first = node->first ? gc_sparse_priv_node(world, node->first - 1) : NULL;
    const gc_sparse_node *next = node->next ? gc_sparse_priv_node(world, node->next - 1) : NULL;
    const gc_sparse_node *before = node->previous ? gc_sparse_priv_node(world, node->previous - 1) : NULL;
    const gc_sparse_node *parent = node->linked ? gc_sparse_priv_node(world, node->linked - 1) : NULL;
    if (node->first && (!first || first->linked != slot + 1 || first->previous)) return false;
    if (node->next && (!next || next->previous != slot + 1 || next->linked != node->linked)) return false;
    if (node->previous && (!before || before->next != slot + 1)) return false;
    if (!node->linked) return !node->next && !node->previous && node->parent.generation == 0;
    if (!parent || (!before && parent->first != slot + 1)) return false;
    return node->linked == node->parent.slot + 1u && gc_sparse_priv_alive(world, node->parent);
}

// After a load: links are not believed, for bytes may be forged. Where they are no trees, they
// are made anew.
static void gc_sparse_priv_judge_tree(const gc_sparse_world *world) {
    uint32_t count = 0;
    bool sound = true;
    for (uint32_t slot = 0; slot < world->look.slot_count && sound; slot++) {
        const gc_sparse_node *node = gc_sparse_priv_node(world, slot);
        if (node) sound = gc_sparse_priv_sound(world, node, slot);
    }

    // Parents in a circle are sound each, but no root leads there.
    for (uint32_t slot = 0; slot < world->look.slot_count && sound; slot++) {
        gc_sparse_node *node = gc_sparse_priv_node(world, slot);
        if (node && !node->linked) count += gc_sparse_priv_measure(world, node, false);
    }
    if (!sound || count != world->tree->count) gc_sparse_priv_hang_all(world);
    gc_sparse_priv_no_depths(world);    // 0.3 has saved them
}
#endif

#ifndef GC_SPARSE_NO_SORT
// The depth is there while the nodes are sorted, and else 0: no hash and no save has it.
static uint64_t gc_sparse_priv_depth(void *user, const void *component) {
    (void)user;
    return ((const gc_sparse_node *)component)->depth;
}

GC_SPARSE_API int gc_sparse_sort_tree(gc_sparse_world *world) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_sort_tree: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (!world->tree || GC_SPARSE_PRIV_DIRECT(world->tree)) return GC_SPARSE_E_UNSUPPORTED;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    for (uint32_t row = 0; row < world->tree->count; row++) {
        gc_sparse_node *node = (gc_sparse_node *)(void *)gc_sparse_priv_row(world->tree, row);
        if (node->linked == 0) gc_sparse_priv_measure(world, node, true);
    }
    gc_sparse_sort_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.key = gc_sparse_priv_depth;
    type.index = world->tree->index;
    int error = gc_sparse_sort(world, type, &desc);
    gc_sparse_priv_no_depths(world);
    return error;
}
#endif
#endif

// >>relations pairs, found from both ends, and the way up a tree

#ifdef GC_SPARSE_RELATIONS
GC_SPARSE_API int gc_sparse_relation(gc_sparse_world *world, gc_sparse_type type, int gone) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_relation: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_relation: no such type")) return GC_SPARSE_E_TYPE;
    if (pool->stamp || GC_SPARSE_PRIV_DIRECT(pool)) return GC_SPARSE_E_UNSUPPORTED;
    bool sound = pool->size == sizeof(gc_sparse_pair) && gone >= 0 && gone <= GC_SPARSE_GONE_KEEPS;
    GC_SPARSE_ASSERT(sound && "gc_sparse_relation: the type is not a gc_sparse_pair, or gone is none");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    gc_sparse_priv_relation **end = &world->relations;
    for (; *end; end = &(*end)->next) {
        if ((*end)->pool != pool) continue;
        (*end)->gone = gone;
        return GC_SPARSE_OK;
    }

    // Room for all slots, then those who tell of pairs.
    gc_sparse_priv_relation *made = (gc_sparse_priv_relation *)gc_sparse_priv_alloc(world, sizeof *made);
    if (!made) return GC_SPARSE_E_MEMORY;
    memset(made, 0, sizeof *made);
    made->pool = pool;
    made->gone = gone;
    gc_sparse_listener to;
    to.on_add = gc_sparse_priv_pair_added;
    to.on_remove = gc_sparse_priv_pair_removed;
    to.on_update = gc_sparse_priv_pair_updated;
    to.user = made;
    *end = made;
    int error = gc_sparse_describe(world, type, "i4*3", pool->transient);
    if (error == GC_SPARSE_OK && !gc_sparse_priv_grow_relations(world, world->entity_capacity)) {
        error = GC_SPARSE_E_MEMORY;
    }
    if (error == GC_SPARSE_OK) error = gc_sparse_listen(world, type, &to);
    if (error != GC_SPARSE_OK) {
        *end = NULL;
        gc_sparse_priv_free(world, made->first, made->count * sizeof *made->first);
        gc_sparse_priv_free(world, made, sizeof *made);
        return error;
    }

    // What is there counts as bytes that have come.
    pool->set_size = sizeof(gc_sparse_id);
    gc_sparse_priv_link_pairs(world);
    return GC_SPARSE_OK;
}

GC_SPARSE_API gc_sparse_id gc_sparse_next_source(const gc_sparse_world *world, gc_sparse_type type,
                                                 gc_sparse_id target, gc_sparse_id source) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_next_source: world is NULL");
    const gc_sparse_priv_relation *of = world ? world->relations : NULL;
    uint32_t next = 0;

    while (of && of->pool->index != type.index) of = of->next;
    if (of && gc_sparse_priv_alive(world, target) && source.generation == 0) next = of->first[target.slot];
    if (of && gc_sparse_priv_alive(world, source)) {
        const gc_sparse_pair *pair = gc_sparse_priv_pair(of, source.slot);
        if (pair && pair->linked == target.slot + 1u) next = pair->next;
    }
    return next ? world->look.entities[next - 1] : gc_sparse_priv_id(0, 0);
}

GC_SPARSE_API gc_sparse_priv_climb gc_sparse_priv_begin_climb(const gc_sparse_world *world) {
    gc_sparse_priv_climb climb = { world->tree, 0, 0 };
    if (world->tree && !GC_SPARSE_PRIV_DIRECT(world->tree)) climb.rows = world->tree->count;
    return climb;
}

GC_SPARSE_API const gc_sparse_node *gc_sparse_priv_climb_to(const gc_sparse_pool *tree, uint32_t slot) {
    return tree ? (const gc_sparse_node *)gc_sparse_priv_at(tree, slot, sizeof(gc_sparse_node)) : NULL;
}

GC_SPARSE_API void *gc_sparse_priv_further(const gc_sparse_pool *tree, const gc_sparse_pool *of,
                                           const gc_sparse_node *node) {
    void *found = NULL;
    while (!found && node && node->linked) {
        uint32_t slot = node->linked - 1;
        found = gc_sparse_priv_at(of, slot, of->size);
        node = (const gc_sparse_node *)gc_sparse_priv_at(tree, slot, sizeof *node);
    }
    return found;
}

GC_SPARSE_API void *gc_sparse_above(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type) {
    const gc_sparse_pool *pool = world ? gc_sparse_priv_pool(world, type) : NULL;
    GC_SPARSE_ASSERT(pool != NULL && "gc_sparse_above: world is NULL, or has no such type");
    if (!pool || !gc_sparse_priv_alive(world, id)) return NULL;
    gc_sparse_priv_climb climb = gc_sparse_priv_begin_climb(world);
    return gc_sparse_priv_up(&climb, pool, id.slot, pool->size, true);
}

static void gc_sparse_priv_free_relations(gc_sparse_world *world) {
    for (gc_sparse_priv_relation *at = world->relations, *next; at; at = next) {
        next = at->next;
        gc_sparse_priv_free(world, at->first, at->count * sizeof *at->first);
        gc_sparse_priv_free(world, at, sizeof *at);
    }
    gc_sparse_priv_free(world, world->doomed, world->doomed_count * sizeof *world->doomed);
}
#endif

// >>copies prefabs, and copies of what is below an entity

#ifdef GC_SPARSE_RELATIONS
GC_SPARSE_API int gc_sparse_prefab(gc_sparse_world *world, gc_sparse_type type) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_prefab: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_prefab: no such type")) return GC_SPARSE_E_TYPE;
    if (GC_SPARSE_PRIV_MISUSE(pool->size, "gc_sparse_prefab: not a tag")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (world->prefab) return world->prefab == pool ? GC_SPARSE_OK : GC_SPARSE_E_FULL;
    if (world->groups || world->caches || world->journals) return GC_SPARSE_E_UNSUPPORTED;
    world->prefab = pool;
    world->look.version++;
    return GC_SPARSE_OK;
}

// The next slot + 1 of those below a root, parents before their children; 0: there are no more.
static uint32_t gc_sparse_priv_next_below(const gc_sparse_world *world, uint32_t root, uint32_t at) {
    const gc_sparse_node *node = world->tree ? gc_sparse_priv_node(world, at) : NULL;
    if (!node) return 0;
    if (node->first) return node->first;
    for (; at != root; node = gc_sparse_priv_node(world, at)) {
        if (node->next) return node->next;
        at = node->linked - 1;
    }
    return 0;
}

// The ids of a root and of all below it, in a block of its own; NULL: no memory.
static gc_sparse_id *gc_sparse_priv_all_below(const gc_sparse_world *world, uint32_t root, uint32_t *count) {
    gc_sparse_id *parts = NULL;
    for (int fill = 0; fill < 2; fill++) {
        uint32_t m = 0;
        for (uint32_t at = root + 1; at != 0; at = gc_sparse_priv_next_below(world, root, at - 1)) {
            if (fill) parts[m] = world->look.entities[at - 1];
            m++;
        }
        *count = m;
        size_t bytes = gc_sparse_priv_bytes(m, sizeof *parts, 0);
        if (!fill) parts = bytes ? (gc_sparse_id *)gc_sparse_priv_alloc(world, bytes) : NULL;
        if (!parts) return NULL;
    }
    return parts;
}

GC_SPARSE_API int gc_sparse_set_prefab(gc_sparse_world *world, gc_sparse_id id, bool prefab) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_set_prefab: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (!world->prefab) return GC_SPARSE_E_UNSUPPORTED;
    if (!gc_sparse_priv_alive(world, id)) return GC_SPARSE_E_STALE;

    uint32_t m;
    gc_sparse_id *parts = gc_sparse_priv_all_below(world, id.slot, &m);
    gc_sparse_type type;
    if (!parts) return GC_SPARSE_E_MEMORY;
    type.index = world->prefab->index;
    int error = prefab ? gc_sparse_add_n(world, parts, m, type, NULL)
                       : gc_sparse_remove_n(world, parts, m, type);
    gc_sparse_priv_free(world, parts, m * sizeof *parts);
    return error;
}

// What copies are made of: m parts, n times. The slots of part j, which there are or will be,
// are slots[j * n] and behind; the table of `index` finds j + 1 by the slot of a part.
typedef struct gc_sparse_priv_cloning {
    gc_sparse_id *parts;
    uint32_t *slots;
    uint32_t m, n, end;     // end: of all slots
    gc_sparse_pool index;
} gc_sparse_priv_cloning;

// The slots of the copies of an entity; NULL: it is none of the parts.
static const uint32_t *gc_sparse_priv_copies_of(const gc_sparse_priv_cloning *of, gc_sparse_id id) {
    uint32_t part = id.generation ? gc_sparse_priv_cell_of(&of->index, id.slot)->row : 0;
    if (part == 0 || !gc_sparse_id_equal(of->parts[part - 1], id)) return NULL;
    return of->slots + (size_t)(part - 1) * of->n;
}

// Room for the copies, but for components: their slots are those that create will give.
static int gc_sparse_priv_clone_slots(gc_sparse_world *world, gc_sparse_priv_cloning *of) {
    uint32_t total = of->m * of->n, at = world->free_head, fresh = world->look.slot_count;
    size_t bytes = gc_sparse_priv_bytes(total, sizeof *of->slots, 0);
    of->slots = bytes ? (uint32_t *)gc_sparse_priv_alloc(world, bytes) : NULL;
    for (of->index.table_size = 2; of->index.table_size / 2 < of->m;) of->index.table_size *= 2;
    bytes = gc_sparse_priv_bytes(of->index.table_size, sizeof *of->index.table, 0);
    of->index.table = bytes ? (gc_sparse_priv_cell *)gc_sparse_priv_alloc(world, bytes) : NULL;
    if (!of->slots || !of->index.table) return GC_SPARSE_E_MEMORY;

    memset(of->index.table, 0, bytes);
    for (uint32_t j = 0; j < of->m; j++) gc_sparse_priv_set_cell(&of->index, of->parts[j].slot, j);
    for (uint32_t k = 0; k < total; k++) {
        bool used = at != GC_SPARSE_PRIV_NO_SLOT;
        if (!used && fresh == world->max_slots) return GC_SPARSE_E_FULL;
        of->slots[k] = used ? at : fresh++;
        if (used) at = world->look.entities[at].slot;
        if (of->slots[k] >= of->end) of->end = of->slots[k] + 1;
    }
    bool room = gc_sparse_priv_grow_entities(world, fresh) && gc_sparse_priv_grow_masks(world, of->end);
    return room ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
}

// And for those of one type.
static bool gc_sparse_priv_clone_room(gc_sparse_world *world, gc_sparse_pool *pool,
                                      const gc_sparse_priv_cloning *of) {
    uint32_t rows = pool->count;
    for (uint32_t j = 0; j < of->m; j++) {
        if (gc_sparse_priv_find(pool, of->parts[j].slot) == 0) continue;
        rows += of->n;
        for (uint32_t i = 0; i < of->n && GC_SPARSE_PRIV_DIRECT(pool); i++) {
            if (!gc_sparse_priv_grow_page(world, pool, of->slots[(size_t)j * of->n + i])) return false;
        }
    }
    if (GC_SPARSE_PRIV_DIRECT(pool) || rows == pool->count) return true;
    return gc_sparse_priv_grow_index(world, pool, of->end, rows) &&
           gc_sparse_priv_grow_rows(world, pool, rows);
}

// The components of a part, which has the type. Returns the first, if they stand one behind the
// other; else NULL.
static char *gc_sparse_priv_clone_rows(gc_sparse_world *world, gc_sparse_pool *pool, const uint32_t *slots,
                                       uint32_t n, uint32_t from) {
    if (pool->groups || pool->barred || pool->caches || pool->memos || pool->watches || pool->ticks ||
        !pool->sparse) {
        for (uint32_t i = 0; i < n; i++) {
            char *value = gc_sparse_priv_insert(world, pool, slots[i]);
            uint32_t row = gc_sparse_priv_find(pool, from) - 1;     // it may have moved
            gc_sparse_priv_copy(value, gc_sparse_priv_row(pool, row), pool->size);
        }
        return NULL;
    }

    uint32_t *sparse = (uint32_t *)(uintptr_t)pool->sparse, row = pool->count;
    pool->count += n;
    for (uint32_t i = 0; i < n; i++) {
        pool->dense[row + i] = slots[i];
        sparse[slots[i]] = row + i + 1;
    }
    for (uint32_t i = 0; i < n && world->masks; i++) world->masks[slots[i]] |= pool->bit;
    if (pool->size == 0) return NULL;

    // One, then as many as there are.
    char *first = (char *)pool->column + (size_t)row * pool->size;
    size_t done = pool->size, bytes = done * n;
    memcpy(first, (char *)pool->column + (size_t)(sparse[from] - 1) * pool->size, pool->size);
    for (; done < bytes; done *= 2) memcpy(first + done, first, done < bytes - done ? done : bytes - done);
    return first;
}

// Turns the ids in them.
static void gc_sparse_priv_clone_ids(const gc_sparse_world *world, const gc_sparse_pool *pool,
                                     const gc_sparse_priv_cloning *of, const uint32_t *slots, uint32_t from,
                                     char *first) {
    for (uint32_t f = 0; pool->fields && f < pool->fields->id_count; f++) {
        size_t at = pool->fields->ids[f];
        gc_sparse_id id;
        memcpy(&id, gc_sparse_priv_row(pool, gc_sparse_priv_find(pool, from) - 1) + at, sizeof id);
        const uint32_t *to = gc_sparse_priv_copies_of(of, id);
        for (uint32_t i = 0; to && i < of->n; i++) {
            char *value = first ? first + (size_t)i * pool->size
                                : gc_sparse_priv_row(pool, gc_sparse_priv_find(pool, slots[i]) - 1);
            memcpy(value + at, &world->look.entities[to[i]], sizeof id);
        }
    }
}

// Turns the links of nodes; those of a root are made when all is there.
static void gc_sparse_priv_clone_links(const gc_sparse_world *world, const gc_sparse_priv_cloning *of,
                                       const uint32_t *slots, uint32_t from) {
    gc_sparse_node node = *gc_sparse_priv_node(world, from);
    uint32_t links[4] = { node.linked, node.first, node.next, node.previous };
    const uint32_t *to[4];
    for (uint32_t k = 0; k < 4; k++) {
        bool none = links[k] == 0 || (slots == of->slots && k != 1);
        to[k] = none ? NULL : gc_sparse_priv_copies_of(of, world->look.entities[links[k] - 1]);
    }
    for (uint32_t i = 0; i < of->n; i++) {
        gc_sparse_node *copy = gc_sparse_priv_node(world, slots[i]);
        copy->linked = to[0] ? to[0][i] + 1 : 0;
        copy->first = to[1] ? to[1][i] + 1 : 0;
        copy->next = to[2] ? to[2][i] + 1 : 0;
        copy->previous = to[3] ? to[3][i] + 1 : 0;
    }
}

// All components of all parts; then roots are children of the original's parent, and all is
// told.
static void gc_sparse_priv_clone_all(gc_sparse_world *world, const gc_sparse_priv_cloning *of) {
    for (uint32_t k = 0; k < of->m * of->n; k++) gc_sparse_priv_create(world);
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        gc_sparse_pool *pool = &world->look.pools[t];
        for (uint32_t j = 0; j < of->m && pool != world->prefab; j++) {
            const uint32_t *slots = of->slots + (size_t)j * of->n;
            uint32_t from = of->parts[j].slot;
            if (gc_sparse_priv_find(pool, from) == 0) continue;
            char *first = gc_sparse_priv_clone_rows(world, pool, slots, of->n, from);
            gc_sparse_priv_clone_ids(world, pool, of, slots, from, first);
            if (pool == world->tree) gc_sparse_priv_clone_links(world, of, slots, from);
        }
    }
    for (uint32_t i = 0; i < of->n && world->tree; i++) {
        gc_sparse_node *root = gc_sparse_priv_node(world, of->slots[i]);
        if (root) gc_sparse_priv_hang(world, root, of->slots[i]);
    }

    world->cloning = true;
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        const gc_sparse_pool *pool = &world->look.pools[t];
        bool silent = !pool->listeners || (pool == world->tree && !pool->listeners->next);
        for (uint32_t k = 0; k < of->m * of->n && !silent; k++) {
            uint32_t row = gc_sparse_priv_find(pool, of->slots[k]);
            if (row) gc_sparse_priv_added(world, pool, of->slots[k], gc_sparse_priv_row(pool, row - 1));
        }
    }
    world->cloning = false;
}

GC_SPARSE_API int gc_sparse_clone_tree(gc_sparse_world *world, gc_sparse_id from, size_t n,
                                       gc_sparse_id *out) {
    bool sound = world && (out || n == 0);
    if (GC_SPARSE_PRIV_MISUSE(!sound, "gc_sparse_clone_tree: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (!gc_sparse_priv_alive(world, from)) return GC_SPARSE_E_STALE;
    if (n == 0) return GC_SPARSE_OK;

    // All that can fail: ids, then rows of each type that a part has.
    gc_sparse_priv_cloning of;
    memset(&of, 0, sizeof of);
    of.parts = gc_sparse_priv_all_below(world, from.slot, &of.m);
    int error = of.parts ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
    if (of.parts && n > (GC_SPARSE_PRIV_NO_SLOT - 1) / of.m) error = GC_SPARSE_E_FULL;
    of.n = error == GC_SPARSE_OK ? (uint32_t)n : 0;
    if (error == GC_SPARSE_OK) error = gc_sparse_priv_clone_slots(world, &of);
    world->look.version++;      // columns may move
    for (uint32_t t = 1; t <= world->look.type_count && error == GC_SPARSE_OK; t++) {
        gc_sparse_pool *pool = &world->look.pools[t];
        if (pool != world->prefab && !gc_sparse_priv_clone_room(world, pool, &of)) error = GC_SPARSE_E_MEMORY;
    }

    if (error == GC_SPARSE_OK) gc_sparse_priv_clone_all(world, &of);
    for (uint32_t i = 0; i < of.n && error == GC_SPARSE_OK; i++) out[i] = world->look.entities[of.slots[i]];
    gc_sparse_priv_free(world, of.index.table, of.index.table_size * sizeof *of.index.table);
    gc_sparse_priv_free(world, of.slots, (size_t)of.m * of.n * sizeof *of.slots);
    gc_sparse_priv_free(world, of.parts, of.m * sizeof *of.parts);
    return error;
}
#endif

// >>records commands as they are recorded

#ifndef GC_SPARSE_NO_COMMANDS
// The blocks of a commands object, with ids of 64 bits; the second record adds a component of
// align 16 and so has a gap:
//
//     first > block | next | bytes | used | unused |                  32 bytes with 64-bit pointers
//                   | id | what, bytes 40 | value, 24 bytes       |   bytes: from here to the next
//                   | id | what, bytes 40 | gap, 8 | value, 16    |
//                   | id | what, bytes 16 |                           no value: create, remove, destroy
//                   | free ...                                    |   to.cursor .. to.limit
//     next  > block | ...                                             kept from an earlier recording
//
// what is type.index * 4 + GC_SPARSE_PRIV_CREATE, DESTROY, ADD or REMOVE. When a record does
// not fit, priv_next_block notes how much of the block is used and goes on to the next one. The
// inlined gc_sparse_record_add writes its record itself if it knows the head (to.heads has one
// for each type.index % 16) and the block has room; else priv_record_add does.
//
// A temporary id is { created_first + its number in this recording, number | TEMPORARY }. The
// world refuses it by its generation, which no entity has; later recordings by its slot; other
// objects by the number.

// No type has been recorded yet.
static void gc_sparse_priv_no_types(gc_sparse_commands *commands) {
    for (uint32_t i = 0; i < 16; i++) commands->to.heads[i].bytes = UINT32_MAX;
    commands->to.types = 0;
}

static gc_sparse_priv_command *gc_sparse_priv_records(gc_sparse_priv_block *block) {
    return (gc_sparse_priv_command *)(void *)(block + 1);
}

static void gc_sparse_priv_use_block(gc_sparse_commands *commands, gc_sparse_priv_block *block) {
    commands->current = block;
    commands->to.cursor = (char *)gc_sparse_priv_records(block);
    commands->to.limit = commands->to.cursor + block->bytes;
}

static void gc_sparse_priv_free_blocks(const gc_sparse_world *world, gc_sparse_priv_block *block) {
    for (gc_sparse_priv_block *next; block; block = next) {
        next = block->next;
        gc_sparse_priv_free(world, block, sizeof *block + block->bytes);
    }
}

// The address of a component's value inside its record.
static char *gc_sparse_priv_value(gc_sparse_priv_command *command, size_t align) {
    return gc_sparse_priv_align(command + 1, align);
}

// Goes on to a block with room for `bytes`: the next one kept from earlier recordings, or a new
// one.
static bool gc_sparse_priv_next_block(gc_sparse_commands *commands, size_t bytes) {
    gc_sparse_priv_block *current = commands->current, *next = current ? current->next : commands->first;
    GC_SPARSE_ASSERT(!commands->world->replaying && "gc_sparse_record_...: in a hook during a replay");
    if (commands->world->replaying) return false;

    // A new block, twice as large as the last one, goes in between.
    if (!next || next->bytes < bytes) {
        size_t size = current ? current->bytes * 2 : GC_SPARSE_PRIV_FIRST_BLOCK;
        if (size > GC_SPARSE_PRIV_LAST_BLOCK) size = GC_SPARSE_PRIV_LAST_BLOCK;
        if (size < bytes) size = bytes;
        gc_sparse_priv_block *block =
            (gc_sparse_priv_block *)gc_sparse_priv_alloc(commands->world, sizeof *block + size);
        if (!block) return false;
        block->bytes = size;
        block->next = next;
        block->used = block->unused = 0;
        if (current) current->next = block;
        else commands->first = block;
        next = block;
    }

    if (current) current->used = (size_t)(commands->to.cursor - (char *)gc_sparse_priv_records(current));
    gc_sparse_priv_use_block(commands, next);
    return true;
}

// A new record with room for `size` bytes of a component; NULL: no memory.
static gc_sparse_priv_command *gc_sparse_priv_push(gc_sparse_commands *commands, uint32_t what,
                                                   gc_sparse_id id, size_t size, size_t align) {
    // Records begin at multiples of 8: only a larger alignment needs a gap.
    size_t bytes = (sizeof(gc_sparse_priv_command) + size + 7) & ~(size_t)7;
    size_t most = align <= 8 ? bytes : bytes + align;
    size_t room = (size_t)(commands->to.limit - commands->to.cursor);
    if (room < most && !gc_sparse_priv_next_block(commands, most)) return NULL;

    gc_sparse_priv_command *command = (gc_sparse_priv_command *)(void *)commands->to.cursor;
    if (align > 8) bytes += (size_t)(gc_sparse_priv_value(command, align) - (char *)(command + 1));
    command->id = id;
    command->head.what = what;
    command->head.bytes = (uint32_t)bytes;
    commands->to.cursor += bytes;
    return command;
}

// A record without a component, and the error if there is none.
static int gc_sparse_priv_note(gc_sparse_commands *commands, uint32_t what, gc_sparse_id id) {
    if (gc_sparse_priv_push(commands, what, id, 0, 1)) return GC_SPARSE_OK;
    return commands->world->replaying ? GC_SPARSE_E_BUSY : GC_SPARSE_E_MEMORY;
}

static bool gc_sparse_priv_temporary(gc_sparse_id id) {
    return (id.generation & GC_SPARSE_PRIV_TEMPORARY) != 0;
}

// Whether a command may name this id: real ones are judged at replay, temporary ones must be of
// this recording.
static bool gc_sparse_priv_accepts(const gc_sparse_commands *commands, gc_sparse_id id) {
    if (!gc_sparse_priv_temporary(id)) return true;
    return id.generation == (commands->number | GC_SPARSE_PRIV_TEMPORARY) &&
           id.slot - commands->created_first < commands->created_count;
}

// Position of (system, part) in the world's sorted array, or where it belongs.
static uint32_t gc_sparse_priv_position(const gc_sparse_world *world, uint32_t system, uint32_t part) {
    uint32_t low = 0, high = world->commands_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const gc_sparse_commands *commands = world->commands[middle];
        bool before = commands->system < system || (commands->system == system && commands->part < part);
        if (before) low = middle + 1;
        else high = middle;
    }
    return low;
}

static uint32_t gc_sparse_priv_new_number(gc_sparse_world *world) {
    uint32_t number = world->next_number;
    world->next_number = (number + 1) & (GC_SPARSE_PRIV_TEMPORARY - 1);
    return number;
}

GC_SPARSE_API gc_sparse_commands *gc_sparse_record(gc_sparse_world *world, uint32_t system, uint32_t part) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_record: world is NULL");
    if (!world || gc_sparse_priv_busy(world)) return NULL;
    uint32_t at = gc_sparse_priv_position(world, system, part);
    if (at < world->commands_count && world->commands[at]->system == system &&
        world->commands[at]->part == part) {
        return world->commands[at];
    }

    if (world->commands_count == world->commands_capacity) {
        uint32_t capacity = gc_sparse_priv_capacity(world->commands_capacity, 1, 0x80000000u);
        bool fits = gc_sparse_priv_fit(world, &world->commands, &world->commands_capacity, capacity,
                                       sizeof *world->commands);
        if (!fits) return NULL;
    }

    // In cache lines of its own: other threads write the next object.
    void *memory = gc_sparse_priv_alloc(world, GC_SPARSE_PRIV_COMMANDS_BYTES);
    if (!memory) return NULL;
    gc_sparse_commands *commands =
        (gc_sparse_commands *)(void *)gc_sparse_priv_align(memory, GC_SPARSE_PRIV_LINE);
    memset(commands, 0, sizeof *commands);
    commands->world = world;
    gc_sparse_priv_no_types(commands);
    commands->system = system;
    commands->part = part;
    commands->memory = memory;
    commands->number = gc_sparse_priv_new_number(world);

    // To its place by (system, part), which is the order of replay.
    memmove(world->commands + at + 1, world->commands + at,
            (world->commands_count - at) * sizeof *world->commands);
    world->commands[at] = commands;
    world->commands_count++;
    return commands;
}

GC_SPARSE_API gc_sparse_id gc_sparse_record_create(gc_sparse_commands *commands) {
    GC_SPARSE_ASSERT(commands != NULL && "gc_sparse_record_create: commands is NULL");
    if (!commands) return gc_sparse_priv_id(0, 0);

    // Room for the real id, so that the replay cannot fail for it.
    if (commands->created_count == commands->created_capacity) {
        uint32_t old = commands->created_capacity;
        if (old == GC_SPARSE_PRIV_MOST_CREATED) return gc_sparse_priv_id(0, 0);
        uint32_t capacity = gc_sparse_priv_capacity(old, old + 1, GC_SPARSE_PRIV_MOST_CREATED);
        bool fits = gc_sparse_priv_fit(commands->world, &commands->created, &commands->created_capacity,
                                       capacity, sizeof *commands->created);
        if (!fits) return gc_sparse_priv_id(0, 0);
    }

    gc_sparse_id id = gc_sparse_priv_id(commands->created_first + commands->created_count,
                                        commands->number | GC_SPARSE_PRIV_TEMPORARY);
    if (!gc_sparse_priv_push(commands, GC_SPARSE_PRIV_CREATE, id, 0, 1)) return gc_sparse_priv_id(0, 0);
    commands->created_count++;
    return id;
}

GC_SPARSE_API void *gc_sparse_priv_record_add(gc_sparse_commands *commands, gc_sparse_id id,
                                              gc_sparse_type type) {
    gc_sparse_pool *pool = commands ? gc_sparse_priv_pool(commands->world, type) : NULL;
    GC_SPARSE_ASSERT(pool != NULL && "gc_sparse_record_add: commands is NULL, or there is no such type");
    if (!pool || !gc_sparse_priv_accepts(commands, id)) return NULL;

    uint32_t what = type.index << 2 | GC_SPARSE_PRIV_ADD;
    gc_sparse_priv_command *command = gc_sparse_priv_push(commands, what, id, pool->size, pool->align);
    if (!command) return NULL;

    // From now on the inlined function knows the type, if it is of the common kind.
    commands->to.types |= pool->bit;
    if (pool->record.bytes != UINT32_MAX) commands->to.heads[type.index % 16] = pool->record;
    char *value = gc_sparse_priv_value(command, pool->align);
    gc_sparse_priv_zero(value, pool->size);
    return value;
}

GC_SPARSE_API int gc_sparse_record_remove(gc_sparse_commands *commands, gc_sparse_id id,
                                          gc_sparse_type type) {
    GC_SPARSE_ASSERT(commands != NULL && "gc_sparse_record_remove: commands is NULL");
    if (!commands) return GC_SPARSE_E_ARGUMENT;
    bool known = gc_sparse_priv_pool(commands->world, type) != NULL;
    if (GC_SPARSE_PRIV_MISUSE(!known, "gc_sparse_record_remove: no such type")) return GC_SPARSE_E_TYPE;
    if (!gc_sparse_priv_accepts(commands, id)) return GC_SPARSE_E_STALE;
    return gc_sparse_priv_note(commands, type.index << 2 | GC_SPARSE_PRIV_REMOVE, id);
}

GC_SPARSE_API int gc_sparse_record_destroy(gc_sparse_commands *commands, gc_sparse_id id) {
    GC_SPARSE_ASSERT(commands != NULL && "gc_sparse_record_destroy: commands is NULL");
    if (!commands) return GC_SPARSE_E_ARGUMENT;
    if (!gc_sparse_priv_accepts(commands, id)) return GC_SPARSE_E_STALE;
    return gc_sparse_priv_note(commands, GC_SPARSE_PRIV_DESTROY, id);
}
#endif

// >>replay recorded commands are applied: room for all, then all in order, then rewound

#ifndef GC_SPARSE_NO_COMMANDS
// Walks the records of one commands object.
struct gc_sparse_priv_reader {
    const gc_sparse_commands *commands;
    gc_sparse_priv_block *block;
    char *at, *end;
};

static void gc_sparse_priv_read_block(gc_sparse_priv_reader *reader, gc_sparse_priv_block *block) {
    reader->block = block;
    reader->at = block ? (char *)gc_sparse_priv_records(block) : NULL;
    reader->end = reader->at;
    if (block == reader->commands->current) reader->end = reader->commands->to.cursor;
    else if (block) reader->end += block->used;
}

static void gc_sparse_priv_read_first(gc_sparse_priv_reader *reader, const gc_sparse_commands *commands) {
    reader->commands = commands;
    gc_sparse_priv_read_block(reader, commands->current ? commands->first : NULL);
}

static gc_sparse_priv_command *gc_sparse_priv_read(gc_sparse_priv_reader *reader) {
    while (reader->at == reader->end) {
        if (reader->block == reader->commands->current) return NULL;
        gc_sparse_priv_read_block(reader, reader->block->next);
    }
    gc_sparse_priv_command *command = (gc_sparse_priv_command *)(void *)reader->at;
    reader->at += command->head.bytes;
    return command;
}

static void gc_sparse_priv_replay_note(gc_sparse_pool *pool, uint64_t rows, uint32_t slots) {
    pool->replay_rows += rows;
    if (slots > pool->replay_slots) pool->replay_slots = slots;
}

// Whether all pools that components are added to have room, whichever the commands are: then
// nobody need look at each.
static bool gc_sparse_priv_replay_has_room(const gc_sparse_world *world, uint64_t slots, uint64_t entities) {
    // The bytes of all records bound their number.
    uint64_t types = 0, bytes = 0;
    for (uint32_t c = 0; c < world->commands_count; c++) {
        const gc_sparse_commands *commands = world->commands[c];
        types |= commands->to.types;
        if (!commands->current) continue;
        const gc_sparse_priv_block *block = commands->first;
        for (; block != commands->current; block = block->next) bytes += block->used;
        bytes += (size_t)(commands->to.cursor - (const char *)(commands->current + 1));
    }

    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        const gc_sparse_pool *pool = &world->look.pools[t];
        uint64_t rows = pool->count + bytes / sizeof(gc_sparse_priv_command);
        if ((pool->bit & types) == 0) continue;
        if (rows > entities) rows = entities;
        if (pool->capacity < rows || pool->slots < slots) return false;     // of direct kind: 0
        if (pool->table && pool->table_size / 2 < rows) return false;
    }
    return true;
}

// Counts in each pool what one commands object adds to it: rows, and the highest slot. A pool
// of direct kind gets its pages at once. False: no memory.
static bool gc_sparse_priv_replay_measure(gc_sparse_world *world, const gc_sparse_commands *commands,
                                          uint64_t slots) {
    gc_sparse_priv_reader reader;
    gc_sparse_priv_command *command;
    gc_sparse_pool *pool = world->look.pools;   // of the last add: its numbers stay in registers
    uint32_t what = 0, most = 0;
    uint64_t rows = 0;
    gc_sparse_priv_read_first(&reader, commands);

    while ((command = gc_sparse_priv_read(&reader)) != NULL) {
        uint32_t need = gc_sparse_priv_temporary(command->id) ? (uint32_t)slots : command->id.slot + 1u;
        if ((command->head.what & 3) != GC_SPARSE_PRIV_ADD) continue;
        if (command->head.what != what) {
            gc_sparse_priv_replay_note(pool, rows, most);
            what = command->head.what;
            pool = &world->look.pools[what >> 2];
            rows = most = 0;
        }
        rows++;
        if (need <= slots && need > most) most = need;
        if (!GC_SPARSE_PRIV_DIRECT(pool) || need == 0 || need > slots) continue;

        // Where a new entity will be is not known yet: pages for all.
        if (gc_sparse_priv_temporary(command->id) ? !gc_sparse_priv_grow_pages(world, pool, need)
                                                  : !gc_sparse_priv_grow_page(world, pool, need - 1)) {
            return false;
        }
    }
    gc_sparse_priv_replay_note(pool, rows, most);
    return true;
}

// Reserves all that a replay can need, so that applying cannot fail.
static int gc_sparse_priv_replay_reserve(gc_sparse_world *world) {
    uint64_t creates = 0;
    for (uint32_t c = 0; c < world->commands_count; c++) creates += world->commands[c]->created_count;

    // Entities: as if nothing were destroyed.
    uint64_t slots = world->look.slot_count + (creates > world->free_count ? creates - world->free_count : 0);
    if (slots > world->max_slots) slots = world->max_slots;
    uint64_t entities = world->alive + creates;
    if (entities > slots) entities = slots;
    if (!gc_sparse_priv_grow_entities(world, (uint32_t)slots)) return GC_SPARSE_E_MEMORY;
    if (!gc_sparse_priv_grow_masks(world, (uint32_t)slots)) return GC_SPARSE_E_MEMORY;
    if (gc_sparse_priv_replay_has_room(world, slots, entities)) return GC_SPARSE_OK;

    // Components: the commands are read once to count them.
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        world->look.pools[t].replay_rows = 0;
        world->look.pools[t].replay_slots = 0;
    }
    for (uint32_t c = 0; c < world->commands_count; c++) {
        if (!gc_sparse_priv_replay_measure(world, world->commands[c], slots)) return GC_SPARSE_E_MEMORY;
    }

    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        gc_sparse_pool *pool = &world->look.pools[t];
        uint64_t rows = pool->count + pool->replay_rows;
        if (pool->replay_rows == 0 || GC_SPARSE_PRIV_DIRECT(pool)) continue;
        if (rows > entities) rows = entities;
        bool room = gc_sparse_priv_grow_index(world, pool, pool->replay_slots, (uint32_t)rows) &&
                    gc_sparse_priv_grow_rows(world, pool, (uint32_t)rows);
        if (!room) return GC_SPARSE_E_MEMORY;
    }
    return GC_SPARSE_OK;
}

// Asks for the memory that applying a command will touch: first by slot, then by row.
static void gc_sparse_priv_apply_ahead(const gc_sparse_world *world, const gc_sparse_priv_command *command) {
    const gc_sparse_pool *pool = &world->look.pools[command->head.what >> 2];
    uint32_t slot = command->id.slot;
    GC_SPARSE_PRIV_KEEP();
    if (slot >= world->look.slot_count) return;
    GC_SPARSE_PRIV_PREFETCH(&world->look.entities[slot]);
    if (slot < pool->sparse_capacity) GC_SPARSE_PRIV_PREFETCH(&pool->sparse[slot]);
    else if (slot < world->mask_capacity) GC_SPARSE_PRIV_PREFETCH(&world->masks[slot]);
}

static void gc_sparse_priv_apply_soon(const gc_sparse_world *world, const gc_sparse_priv_command *command) {
    const gc_sparse_pool *pool = &world->look.pools[command->head.what >> 2];
    uint32_t slot = command->id.slot, row = slot < pool->sparse_capacity ? pool->sparse[slot] : 0;
    GC_SPARSE_PRIV_KEEP();
    if (row && !GC_SPARSE_PRIV_DIRECT(pool)) {
        GC_SPARSE_PRIV_PREFETCH((const char *)pool->column + (size_t)(row - 1) * pool->size);
    } else if (slot < world->mask_capacity) {
        GC_SPARSE_PRIV_PREFETCH(&world->masks[slot]);
    }
}

// What a temporary id stands for: *id becomes the real one, if its entity is made already.
// False: it is still to come. An id of no recording stays.
static bool gc_sparse_priv_real(const gc_sparse_world *world, const gc_sparse_commands *commands,
                                gc_sparse_id *id) {
    if (!gc_sparse_priv_temporary(*id)) return true;
    uint32_t c = 0;
    while (!gc_sparse_priv_accepts(commands, *id)) {    // this object's; else whose?
        if (c == world->commands_count) return true;
        commands = world->commands[c++];
    }
    uint32_t index = id->slot - commands->created_first;
    if (index < commands->made) *id = commands->created[index];
    return index < commands->made;
}

// Makes the temporary ids in a recorded component real, before it is copied.
GC_SPARSE_PRIV_APART static void gc_sparse_priv_translate(gc_sparse_world *world,
                                                          const gc_sparse_commands *commands,
                                                          const gc_sparse_pool *pool, char *value) {
    for (uint32_t i = 0; i < pool->fields->id_count; i++) {
        gc_sparse_id id;
        memcpy(&id, value + pool->fields->ids[i], sizeof id);
        if (!gc_sparse_priv_real(world, commands, &id)) world->late = true;
        else memcpy(value + pool->fields->ids[i], &id, sizeof id);
    }
}

// Those that were of entities still to come, when all have been made: where the component is
// there, and the field has not been set since.
static void gc_sparse_priv_translate_late(gc_sparse_world *world, const gc_sparse_commands *commands) {
    gc_sparse_priv_reader reader;
    gc_sparse_priv_command *command;
    gc_sparse_priv_read_first(&reader, commands);

    while ((command = gc_sparse_priv_read(&reader)) != NULL) {
        const gc_sparse_pool *pool = &world->look.pools[command->head.what >> 2];
        gc_sparse_id self = command->id;
        if ((command->head.what & 3) != GC_SPARSE_PRIV_ADD || !pool->fields) continue;
        gc_sparse_priv_real(world, commands, &self);
        uint32_t row = gc_sparse_priv_alive(world, self) ? gc_sparse_priv_find(pool, self.slot) : 0;
        for (uint32_t i = 0; row && i < pool->fields->id_count; i++) {
            char *field = gc_sparse_priv_row(pool, row - 1) + pool->fields->ids[i];
            gc_sparse_id id, now;
            memcpy(&id, gc_sparse_priv_value(command, pool->align) + pool->fields->ids[i], sizeof id);
            memcpy(&now, field, sizeof now);
            if (!gc_sparse_priv_temporary(id) || !gc_sparse_id_equal(id, now)) continue;
            gc_sparse_priv_real(world, commands, &id);
            memcpy(field, &id, sizeof id);
            if (pool == world->tree) gc_sparse_priv_rehang(world, self.slot);
            else gc_sparse_priv_relate_again(world, pool, self.slot);
        }
    }
}

// Applies one record of a commands object; the room is there.
static int gc_sparse_priv_apply(gc_sparse_world *world, gc_sparse_commands *commands,
                                gc_sparse_priv_command *command) {
    gc_sparse_pool *pool = &world->look.pools[command->head.what >> 2];
    uint32_t what = command->head.what & 3, row;
    gc_sparse_id id = command->id;

    // A new entity: its real id is what the temporary one stands for from here on.
    if (what == GC_SPARSE_PRIV_CREATE) {
        bool full = world->free_head == GC_SPARSE_PRIV_NO_SLOT && world->look.slot_count == world->max_slots;
        if (full) world->skipped++;
        commands->created[commands->made++] = full ? gc_sparse_priv_id(0, 0) : gc_sparse_priv_create(world);
        return full ? GC_SPARSE_E_FULL : GC_SPARSE_OK;
    }
    if (gc_sparse_priv_temporary(id)) id = commands->created[id.slot - commands->created_first];
    if (what == GC_SPARSE_PRIV_ADD && pool->fields) {
        gc_sparse_priv_translate(world, commands, pool, gc_sparse_priv_value(command, pool->align));
    }

    if (!gc_sparse_priv_alive(world, id)) {
        world->skipped++;
    } else if (what == GC_SPARSE_PRIV_DESTROY) {
        gc_sparse_priv_destroy(world, id.slot);
    } else if (what == GC_SPARSE_PRIV_REMOVE) {
        gc_sparse_priv_erase(world, pool, id.slot, false);
    } else if (id.slot < pool->sparse_capacity && (row = pool->sparse[id.slot]) != 0) {
        // A dense component that is there, as in most frames: its value alone is written.
        char *value = (char *)pool->column + (size_t)(row - 1) * pool->size;
        gc_sparse_priv_copy(value, gc_sparse_priv_value(command, pool->align), pool->set_size);
        gc_sparse_priv_updated(world, pool, id.slot, value);
    } else {
        row = gc_sparse_priv_find(pool, id.slot);
        char *value = row ? gc_sparse_priv_row(pool, row - 1) : gc_sparse_priv_insert(world, pool, id.slot);
        gc_sparse_priv_copy(value, gc_sparse_priv_value(command, pool->align), pool->set_size);
        if (row == 0) gc_sparse_priv_added(world, pool, id.slot, value);
        else gc_sparse_priv_updated(world, pool, id.slot, value);
    }
    return GC_SPARSE_OK;
}

// Applies all records of one commands object.
static int gc_sparse_priv_apply_all(gc_sparse_world *world, gc_sparse_commands *commands) {
    gc_sparse_priv_command *queue[2 * GC_SPARSE_PRIV_AHEAD], *command;
    gc_sparse_priv_reader reader;
    uint32_t in = 0, out = 0;
    int result = GC_SPARSE_OK, applied;
    gc_sparse_priv_read_first(&reader, commands);

    // In a small world one after the other; creates may make it large on the way.
    while (world->look.slot_count < GC_SPARSE_PRIV_LARGE &&
           (command = gc_sparse_priv_read(&reader)) != NULL) {
        applied = gc_sparse_priv_apply(world, commands, command);
        if (applied != GC_SPARSE_OK) result = applied;
    }

    // In a large one they pass a queue: their memory is asked for when they enter it and when
    // they are in its middle.
    for (;;) {
        command = gc_sparse_priv_read(&reader);
        if (command) {
            queue[in++ % (2 * GC_SPARSE_PRIV_AHEAD)] = command;
            gc_sparse_priv_apply_ahead(world, command);
            if (in - out > GC_SPARSE_PRIV_AHEAD) {
                uint32_t middle = in - GC_SPARSE_PRIV_AHEAD;
                gc_sparse_priv_apply_soon(world, queue[middle % (2 * GC_SPARSE_PRIV_AHEAD)]);
            }
            if (in - out < 2 * GC_SPARSE_PRIV_AHEAD) continue;
        }

        if (in == out) break;
        applied = gc_sparse_priv_apply(world, commands, queue[out++ % (2 * GC_SPARSE_PRIV_AHEAD)]);
        if (applied != GC_SPARSE_OK) result = applied;
    }
    return result;
}

// Makes an applied commands object ready for the next recording. Its temporary ids go on
// counting, so that those of earlier recordings stay invalid; before the count can wrap, the
// object takes a new number.
static void gc_sparse_priv_rewind(gc_sparse_world *world, gc_sparse_commands *commands) {
    // The real ids are kept for gc_sparse_record_resolve; the room of the last ones is used
    // again.
    gc_sparse_id *ids = commands->resolved;
    uint32_t capacity = commands->resolved_capacity;
    commands->resolved = commands->created;
    commands->resolved_capacity = commands->created_capacity;
    commands->resolved_number = commands->number;
    commands->resolved_first = commands->created_first;
    commands->resolved_count = commands->created_count;
    commands->created = ids;
    commands->created_capacity = capacity;

    commands->created_first += commands->created_count;
    commands->created_count = commands->made = 0;
    if (commands->created_first > GC_SPARSE_PRIV_MOST_CREATED) {
        commands->number = gc_sparse_priv_new_number(world);
        commands->created_first = 0;
    }
    gc_sparse_priv_no_types(commands);
    if (commands->first) gc_sparse_priv_use_block(commands, commands->first);
}

GC_SPARSE_API int gc_sparse_replay(gc_sparse_world *world) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_replay: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    world->look.version++;      // even where nothing is applied, columns may move

    // All that can fail comes first.
    int result = gc_sparse_priv_replay_reserve(world);
    if (result != GC_SPARSE_OK) return result;

    world->unreplayed = NULL;
    world->replaying = true;
    for (uint32_t c = 0; c < world->commands_count; c++) {
        world->commands[c]->to.limit = world->commands[c]->to.cursor;   // no room for a hook to record
    }
    for (uint32_t c = 0; c < world->commands_count; c++) {
        int applied = gc_sparse_priv_apply_all(world, world->commands[c]);
        if (applied != GC_SPARSE_OK) result = applied;
    }
    for (uint32_t c = 0; c < world->commands_count && world->late; c++) {
        gc_sparse_priv_translate_late(world, world->commands[c]);
    }
    for (uint32_t c = 0; c < world->commands_count; c++) gc_sparse_priv_rewind(world, world->commands[c]);
    world->replaying = world->late = false;
    return result;
}

GC_SPARSE_API gc_sparse_id gc_sparse_record_resolve(const gc_sparse_commands *commands, gc_sparse_id id) {
    GC_SPARSE_ASSERT(commands != NULL && "gc_sparse_record_resolve: commands is NULL");
    if (!commands) return gc_sparse_priv_id(0, 0);
    if (!gc_sparse_priv_temporary(id)) return id;
    uint32_t index = id.slot - commands->resolved_first;
    if (id.generation != (commands->resolved_number | GC_SPARSE_PRIV_TEMPORARY)) {
        return gc_sparse_priv_id(0, 0);
    }
    return index < commands->resolved_count ? commands->resolved[index] : gc_sparse_priv_id(0, 0);
}
#endif

// >>frames systems of a schedule run, wave by wave and part by part

// What the tasks of a wave share: of each system the wave, the walk, and its number of parts.
enum { GC_SPARSE_PRIV_STEPS = 16, GC_SPARSE_PRIV_FRAME_ROWS = 4096 };
typedef struct gc_sparse_priv_frame_job {
    gc_sparse_world *world;
    const gc_sparse_priv_step *steps;
    gc_sparse_priv_call *call;
    void *arg;
    uint32_t n, wave;
    bool frame;
    uint32_t waves[GC_SPARSE_PRIV_STEPS], parts[GC_SPARSE_PRIV_STEPS];
    gc_sparse_view *views;          // the world's, kept from frame to frame; NULL: the own walks
    gc_sparse_priv_walk own[GC_SPARSE_PRIV_STEPS];
} gc_sparse_priv_frame_job;

static gc_sparse_priv_walk *gc_sparse_priv_walk_of(gc_sparse_priv_frame_job *job, uint32_t i) {
    return job->views ? &job->views[job->n - 1 - i].walk : &job->own[i];
}

// Views that stay, if there is memory; not for a body that runs a schedule, which is a change
// and ends the one that it is in.
static void gc_sparse_priv_keep_views(gc_sparse_priv_frame_job *job) {
    gc_sparse_world *world = job->world;
    job->views = NULL;
    if (!job->frame) return;
    if (world->walking) {
        for (uint32_t i = 0; i < world->view_count; i++) world->views[i].error = GC_SPARSE_E_CHANGED;
        world->planned = NULL;
        world->look.ended++;
        return;
    }

    if (job->n > world->view_count) {
        gc_sparse_view *views = (gc_sparse_view *)gc_sparse_priv_alloc(world, job->n * sizeof *views);
        if (!views) return;
        gc_sparse_priv_free(world, world->views, world->view_count * sizeof *views);
        world->views = views;
        world->view_count = job->n;
        world->planned = NULL;
    }
    job->views = world->views;
}

// A view whose walk has been planned. If its first chunk is its only one, it has that already.
static void gc_sparse_priv_foresee(gc_sparse_view *view) {
    gc_sparse_priv_walk *walk = &view->walk;
    gc_sparse_priv_fresh(view, GC_SPARSE_OK);
    if (walk->marks || walk->end - walk->at > GC_SPARSE_PRIV_FRAME_ROWS) return;
    (void)gc_sparse_priv_next_any(view);
    if (walk->at == walk->end) return;
    view->count = 0;
    walk->at = walk->begin;
}

// The walk of each system, and the commands of each part of those that record: all that can
// fail. *together: the views can be walked as they are, one after the other.
static int gc_sparse_priv_prepare(gc_sparse_priv_frame_job *job, bool *together) {
    // A frame's walks are those of the frame before, if nothing has changed since.
    gc_sparse_world *world = job->world;
    gc_sparse_priv_keep_views(job);
    bool known = job->views && world->planned == job->steps &&
                 job->views->walk.version == world->look.version;
    if (job->views && !known) world->planned = NULL;
    *together = job->views != NULL;
    for (uint32_t i = 0; i < job->n; i++) {
        gc_sparse_priv_walk *walk = gc_sparse_priv_walk_of(job, i);
        int error = known ? GC_SPARSE_OK : gc_sparse_priv_start(walk, world, job->steps[i].query());
        if (error != GC_SPARSE_OK) return error;

        uint32_t rows = walk->end - walk->begin;
        job->parts[i] = rows / GC_SPARSE_PRIV_FRAME_ROWS + (rows % GC_SPARSE_PRIV_FRAME_ROWS != 0);
        if (job->steps[i].whole) job->parts[i] = rows != 0;
        if (job->views && !known) gc_sparse_priv_foresee(&job->views[job->n - 1 - i]);
        else if (job->views && job->views[job->n - 1 - i].count == 0) walk->at = walk->begin;
        if (job->steps[i].records) *together = false;
#ifndef GC_SPARSE_NO_COMMANDS
        uint32_t system = job->frame ? i : GC_SPARSE_NONE;
        for (uint32_t part = 0; part < job->parts[i] && job->steps[i].records; part++) {
            if (!gc_sparse_record(job->world, system, part)) return GC_SPARSE_E_MEMORY;
        }
#endif
    }
    if (job->views) world->planned = job->steps;
    return GC_SPARSE_OK;
}

// A part of system i. Its walk is copied once, to where it is walked.
static void gc_sparse_priv_frame_part(gc_sparse_priv_frame_job *job, uint32_t i, uint32_t part) {
    // A body has run another schedule, though that is a change: the walks are of that one.
    if (job->views && job->world->planned != job->steps) {
        job->world->look.ended++;
        return;
    }

    gc_sparse_view view;
    gc_sparse_priv_fresh(&view, GC_SPARSE_OK);
    size_t rows = job->steps[i].whole ? UINT32_MAX : (size_t)GC_SPARSE_PRIV_FRAME_ROWS;
    gc_sparse_priv_cut(&view.walk, gc_sparse_priv_walk_of(job, i), part, rows);
#ifndef GC_SPARSE_NO_COMMANDS
    if (job->steps[i].records) {
        uint32_t at = gc_sparse_priv_position(job->world, job->frame ? i : GC_SPARSE_NONE, part);
        view.walk.later = job->world->commands[at];
    }
#endif
    job->call(job->arg, &view, job->n - i);
}

// The part of this number in the present wave.
static void gc_sparse_priv_wave_part(void *task_arg, size_t index) {
    gc_sparse_priv_frame_job *job = (gc_sparse_priv_frame_job *)task_arg;
    uint32_t i = 0, part = (uint32_t)index;
    for (; job->waves[i] != job->wave || part >= job->parts[i]; i++) {
        if (job->waves[i] == job->wave) part -= job->parts[i];
    }
    gc_sparse_priv_frame_part(job, i, part);
}

GC_SPARSE_API int gc_sparse_priv_frame(gc_sparse_world *world, const gc_sparse_priv_step *steps, uint32_t n,
    bool frame, gc_sparse_parallel_for parallel_for, void *user, gc_sparse_priv_call *call, void *arg) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "a schedule: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_priv_frame_job job;
    job.world = world;
    job.steps = steps;
    job.call = call;
    job.arg = arg;
    job.n = n;
    job.frame = frame;
    if (frame) gc_sparse_priv_remember(world, steps, n);
    bool together;
    int result = gc_sparse_priv_prepare(&job, &together);
    if (result != GC_SPARSE_OK) return result;
    if (frame && world->unreplayed == steps) n = 0;

    // Without threads one system after the other; if none records, in one call for all views.
    uint32_t waves = 0, ended = world->look.ended;
    together = together && !parallel_for;
    if (together && n) {
        world->walking = true;
        result = call(arg, job.views, 0);
        world->walking = false;
        if (result != GC_SPARSE_OK || world->look.ended != ended) return GC_SPARSE_E_CHANGED;
    }
    for (uint32_t i = 0; i < n && !parallel_for && !together; i++) {
        for (uint32_t part = 0; part < job.parts[i]; part++) gc_sparse_priv_frame_part(&job, i, part);
        if (world->look.ended != ended) return GC_SPARSE_E_CHANGED;
    }
    if (parallel_for) {
        gc_sparse_access access[GC_SPARSE_PRIV_STEPS];
        for (uint32_t i = 0; i < n; i++) access[i] = steps[i].access();
        waves = gc_sparse_waves(access, n, job.waves);
    }
    for (job.wave = 0; job.wave < waves; job.wave++) {
        uint32_t parts = 0;
        for (uint32_t i = 0; i < n; i++) if (job.waves[i] == job.wave) parts += job.parts[i];
        if (parts > 1) parallel_for(user, gc_sparse_priv_wave_part, &job, parts);
        else if (parts) gc_sparse_priv_wave_part(&job, 0);
        if (world->look.ended != ended) return GC_SPARSE_E_CHANGED;
    }
#ifndef GC_SPARSE_NO_COMMANDS
    if (frame && world->commands_count) result = gc_sparse_replay(world);
    if (result == GC_SPARSE_E_MEMORY) world->unreplayed = steps;
#endif
    return result;
}

#ifndef GC_SPARSE_NO_GROUPS
// Adds a type to a list, if it is not in it; false: there is no room.
static bool gc_sparse_priv_with(gc_sparse_type *list, uint32_t index) {
    uint32_t i = 0;
    while (i < GC_SPARSE_TERMS && list[i].index != index && list[i].index != 0) i++;
    if (i < GC_SPARSE_TERMS) list[i].index = index;
    return i < GC_SPARSE_TERMS;
}

// Adds the terms of all groups that share a type; false: they do not fit.
static bool gc_sparse_priv_unite(const gc_sparse_world *world, gc_sparse_group_desc *group) {
    bool fits = true;

    // The list grows under the loop: their groups are asked, too.
    for (uint32_t i = 0; i < GC_SPARSE_TERMS && group->types[i].index != 0 && fits; i++) {
        const gc_sparse_priv_link *link = world->look.pools[group->types[i].index].groups;
        for (; link && fits; link = link->next) {
            for (uint32_t k = 0; k < link->of->include_count && fits; k++) {
                fits = gc_sparse_priv_with(group->types, link->of->pools[k]->index);
            }
            for (uint32_t k = 0; k < link->of->exclude_count && fits; k++) {
                fits = gc_sparse_priv_with(group->excludes, link->of->excluded[k]->index);
            }
        }
    }

    for (uint32_t i = 0; i < GC_SPARSE_TERMS; i++) {
        for (uint32_t k = 0; k < GC_SPARSE_TERMS && group->types[i].index; k++) {
            fits = fits && group->types[i].index != group->excludes[k].index;
        }
    }
    return fits;
}

// The groups of a schedule, as its systems come: each has its own, where those of the earlier
// ones allow it. Then, within them, of those that have the first optional type, the first two,
// and so on: who has it stands apart. Then, for a system that the others have left none, of its
// types and theirs: rows of its columns that run together. At last other entities' rows, too.
GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_priv_groups(gc_sparse_world *world,
                                                            const gc_sparse_priv_step *steps, size_t n) {
    int result = GC_SPARSE_OK;
    for (size_t i = 0; i < n * (GC_SPARSE_TERMS + 1) && result == GC_SPARSE_OK; i++) {
        const gc_sparse_query_desc *query = steps[i % n].query();
        size_t more = i / n;
        bool wanted = more == 0 || more == GC_SPARSE_TERMS || query->optional[more - 1].index != 0;
        gc_sparse_group_desc group;
        memcpy(group.types, query->include, sizeof group.types);
        memcpy(group.excludes, query->exclude, sizeof group.excludes);
        if (!group.types[1].index && !group.excludes[0].index && more % GC_SPARSE_TERMS == 0) continue;

        if (more == GC_SPARSE_TERMS) wanted = gc_sparse_priv_unite(world, &group);
        for (size_t t = 0; t < more && more < GC_SPARSE_TERMS && wanted; t++) {
            wanted = gc_sparse_priv_with(group.types, query->optional[t].index);
        }
        if (!wanted) continue;

        result = gc_sparse_group_with(world, &group);
        if (result == GC_SPARSE_E_GROUPED || result == GC_SPARSE_E_UNSUPPORTED) result = GC_SPARSE_OK;
    }
#ifndef GC_SPARSE_NO_SORT

    // The bits of all terms, then the rows of those that are included.
    uint64_t bits = 0;
    for (size_t i = 0; i < n * 4 * GC_SPARSE_TERMS && result == GC_SPARSE_OK; i++) {
        const gc_sparse_query_desc *query = steps[i % n].query();
        const gc_sparse_type *lists[4] = { query->exclude, query->optional, query->include, query->include };
        const gc_sparse_type *terms = lists[i / n / GC_SPARSE_TERMS];
        gc_sparse_pool *pool = gc_sparse_priv_pool(world, terms[i / n % GC_SPARSE_TERMS]);
        if (!pool) continue;
        bits |= pool->bit;
        if (i / n < 3 * GC_SPARSE_TERMS || GC_SPARSE_PRIV_DIRECT(pool)) continue;
        result = gc_sparse_priv_sort(world, pool, NULL, NULL, bits);
    }
#endif
    return result;
}
#endif

// >>world open and close, component types, numbers

// The world's own value of a type, made if it is missing; NULL: no memory.
static void *gc_sparse_priv_make_resource(const gc_sparse_world *world, gc_sparse_pool *pool) {
    if (pool->resource) return pool->resource;
    if (pool->size == 0) return pool->resource = (void *)(uintptr_t)gc_sparse_priv_tag;
    pool->resource_memory = gc_sparse_priv_alloc(world, pool->size + (size_t)GC_SPARSE_PRIV_LINE);
    if (!pool->resource_memory) return NULL;
    pool->resource = gc_sparse_priv_align(pool->resource_memory, GC_SPARSE_PRIV_LINE);
    memset(pool->resource, 0, pool->size);
    return pool->resource;
}

static void gc_sparse_priv_free_resource(const gc_sparse_world *world, gc_sparse_pool *pool) {
    gc_sparse_priv_free(world, pool->resource_memory, pool->size + (size_t)GC_SPARSE_PRIV_LINE);
}

GC_SPARSE_API void *gc_sparse_resource(gc_sparse_world *world, gc_sparse_type type) {
    gc_sparse_pool *pool = world ? gc_sparse_priv_pool(world, type) : NULL;
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_resource: world is NULL, or has no such type")) return NULL;
    if (!pool->resource && gc_sparse_priv_busy(world)) return NULL;
    return gc_sparse_priv_make_resource(world, pool);
}

static void gc_sparse_priv_error(int *error, int value) {
    if (error) *error = value;
}

GC_SPARSE_PRIV_COLD static gc_sparse_world *gc_sparse_priv_open(const gc_sparse_desc *desc, int *error) {
    // The desc with its defaults, judged.
    gc_sparse_desc d;
    memset(&d, 0, sizeof d);
    if (desc) d = *desc;
    if (!d.allocator.resize) d.allocator.resize = gc_sparse_priv_default_resize;
    if (d.max_types == 0) d.max_types = 64;
    if (d.max_slots == 0) d.max_slots = GC_SPARSE_PRIV_NO_SLOT;
    bool sound = d.max_types <= 65535 && d.first_generation <= GC_SPARSE_PRIV_LAST_GENERATION &&
                 d.max_slots <= GC_SPARSE_PRIV_NO_SLOT;
    GC_SPARSE_ASSERT(sound && "gc_sparse_open: a field of desc is out of range");
    gc_sparse_priv_error(error, sound ? GC_SPARSE_E_MEMORY : GC_SPARSE_E_ARGUMENT);
    if (!sound) return NULL;

    // The world, and all pools there can be, so that their addresses stay.
    void *user = d.allocator.user;
    size_t bytes = (d.max_types + 1) * sizeof(gc_sparse_pool);
    gc_sparse_world *world = (gc_sparse_world *)d.allocator.resize(user, NULL, 0, sizeof *world);
    if (!world) return NULL;
    gc_sparse_pool *pools = (gc_sparse_pool *)d.allocator.resize(user, NULL, 0, bytes);
    if (!pools) {
        d.allocator.resize(user, world, sizeof *world, 0);
        return NULL;
    }
    memset(pools, 0, bytes);
    memset(world, 0, sizeof *world);
    world->allocator = d.allocator;
    world->max_types = d.max_types;
    world->max_slots = d.max_slots;

    // Generations: the user's first one, or, in debug builds, one far from those of other
    // worlds.
    world->first_generation = d.first_generation;
    world->last_generation = GC_SPARSE_PRIV_LAST_GENERATION;
    if (d.first_generation == 0) {
        world->number = gc_sparse_priv_take_number();
        world->shift = gc_sparse_priv_shift(world->number);
        world->first_generation = world->shift + 1;
        if (world->shift) world->last_generation = world->shift;
    }
    world->no_masks = d.no_masks;
    world->free_head = GC_SPARSE_PRIV_NO_SLOT;

    world->look.pools = pools;
    world->look.tick = 1;
    gc_sparse_priv_error(error, GC_SPARSE_OK);
    return world;
}

// Under the name that says how many bits generations have, for files that say it as well; and
// under the one that does not, for those that do not. The second may be hidden by a plain
// include of this unit that has said it already.
#if defined(GC_SPARSE_PRIV_BITS_CHOSEN) && !defined(GC_SPARSE_STATIC)
GC_SPARSE_API gc_sparse_world *GC_SPARSE_PRIV_OPEN(const gc_sparse_desc *desc, int *error);
GC_SPARSE_API gc_sparse_world *GC_SPARSE_PRIV_OPEN(const gc_sparse_desc *desc, int *error) {
    return gc_sparse_priv_open(desc, error);
}
#endif
#ifdef GC_SPARSE_PRIV_OPEN_RENAMED
#undef gc_sparse_open
GC_SPARSE_API gc_sparse_world *gc_sparse_open(const gc_sparse_desc *desc, int *error);
#endif
GC_SPARSE_API gc_sparse_world *gc_sparse_open(const gc_sparse_desc *desc, int *error) {
    return gc_sparse_priv_open(desc, error);
}
#ifdef GC_SPARSE_PRIV_OPEN_RENAMED
#undef gc_sparse_open
#define gc_sparse_open GC_SPARSE_PRIV_OPEN
#endif

GC_SPARSE_API GC_SPARSE_PRIV_COLD void gc_sparse_close(gc_sparse_world *world) {
    if (!world || gc_sparse_priv_busy(world)) return;

#ifdef GC_SPARSE_RELATIONS
    gc_sparse_priv_free_relations(world);
#endif

    // Pools: rows, or pages and their words.
    for (uint32_t i = 1; i <= world->look.type_count; i++) {
        gc_sparse_pool *pool = &world->look.pools[i];
        gc_sparse_priv_free_index(world, pool);
        gc_sparse_priv_free(world, pool->dense, pool->capacity * sizeof(uint32_t));
        gc_sparse_priv_free_column(world, pool, pool->capacity);
        gc_sparse_priv_free(world, pool->name, pool->name_bytes);
        gc_sparse_priv_free_fields(world, pool->fields);
        gc_sparse_priv_free_resource(world, pool);
        gc_sparse_priv_free(world, pool->ticks, pool->tick_count * sizeof(uint32_t));
        gc_sparse_priv_free(world, pool->versions, pool->version_count * sizeof(uint64_t));
        while (pool->listeners) {
            gc_sparse_priv_listener *listener = pool->listeners;
            pool->listeners = listener->next;
            gc_sparse_priv_free(world, listener, sizeof *listener);
        }
        for (uint32_t k = 0; k < pool->page_count; k++) {
            gc_sparse_priv_free(world, pool->pages[k].memory, gc_sparse_priv_page_bytes(pool));
        }
        gc_sparse_priv_free(world, pool->pages, gc_sparse_priv_pages_bytes(pool->page_count));
    }

#ifndef GC_SPARSE_NO_COMMANDS
    // Commands objects: blocks, and both arrays of real ids.
    for (uint32_t i = 0; i < world->commands_count; i++) {
        gc_sparse_commands *commands = world->commands[i];
        gc_sparse_priv_free_blocks(world, commands->first);
        gc_sparse_priv_free(world, commands->created, commands->created_capacity * sizeof(gc_sparse_id));
        gc_sparse_priv_free(world, commands->resolved, commands->resolved_capacity * sizeof(gc_sparse_id));
        gc_sparse_priv_free(world, commands->memory, GC_SPARSE_PRIV_COMMANDS_BYTES);
    }
#endif

    gc_sparse_priv_free_kept(world, world->groups);
    gc_sparse_priv_free_kept(world, world->caches);
    gc_sparse_priv_free_memos(world);
    gc_sparse_priv_free(world, world->views, world->view_count * sizeof *world->views);
    gc_sparse_priv_free_journals(world, world->journals);

    gc_sparse_priv_free(world, world->commands, world->commands_capacity * sizeof *world->commands);
    gc_sparse_priv_free(world, world->look.entities, world->entity_capacity * sizeof(gc_sparse_id));
    gc_sparse_priv_free(world, world->masks, world->mask_capacity * sizeof(uint64_t));
    gc_sparse_priv_free(world, world->look.pools, (world->max_types + 1) * sizeof(gc_sparse_pool));
    gc_sparse_priv_give_number(world->number);
    gc_sparse_priv_free(world, world, sizeof *world);
}

GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_component(gc_sparse_world *world,
    const gc_sparse_component_desc *desc, gc_sparse_type *out) {
    if (out) out->index = 0;
    GC_SPARSE_ASSERT(world != NULL && desc != NULL && out != NULL && "gc_sparse_component: NULL");
    if (!world || !desc || !out) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    // The default alignment: the largest up to 16 that divides the size.
    size_t align = desc->align;
    if (align == 0) for (align = 1; align < 16 && desc->size % (align * 2) == 0;) align *= 2;
    bool sound = align <= GC_SPARSE_PRIV_LINE && (align & (align - 1)) == 0 && desc->size % align == 0 &&
                 desc->size <= GC_SPARSE_PRIV_MAX_SIZE;
    GC_SPARSE_ASSERT(sound && "gc_sparse_component: size or align is out of range");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
#ifdef GC_SPARSE_NO_DIRECT
    if (desc->kind != GC_SPARSE_DENSE) return GC_SPARSE_E_UNSUPPORTED;
#endif
    if (desc->kind != GC_SPARSE_DENSE && desc->kind != GC_SPARSE_DIRECT) return GC_SPARSE_E_UNSUPPORTED;
    if (world->look.type_count == world->max_types) return GC_SPARSE_E_FULL;

    gc_sparse_priv_fields *fields;
    int error = gc_sparse_priv_make_fields(world, desc->fields, desc->size, &fields);
    if (error != GC_SPARSE_OK) return error;
    const char *name = desc->name ? desc->name : "";
    size_t length = strlen(name) + 1;
    char *copy = (char *)gc_sparse_priv_alloc(world, length);
    gc_sparse_listener to = { desc->on_add, desc->on_remove, desc->on_update, desc->user };
    gc_sparse_priv_listener *first = NULL;
    bool told = to.on_add || to.on_remove || to.on_update;
    if (told) first = (gc_sparse_priv_listener *)gc_sparse_priv_alloc(world, sizeof *first);
    if (!copy || (told && !first)) {
        gc_sparse_priv_free_fields(world, fields);
        gc_sparse_priv_free(world, copy, length);
        gc_sparse_priv_free(world, first, sizeof *first);
        return GC_SPARSE_E_MEMORY;
    }
    memcpy(copy, name, length);
    if (first) {
        first->next = NULL;
        first->to = to;
    }

    // The pool, which open has set to zero.
    out->index = ++world->look.type_count;
    gc_sparse_pool *pool = &world->look.pools[out->index];
    pool->entities = world->look.entities;
    pool->index = out->index;
    pool->bit = gc_sparse_priv_bit(pool->index);
    pool->direct = desc->kind == GC_SPARSE_DIRECT;
    pool->plain = first == NULL;
    pool->size = pool->set_size = (uint32_t)desc->size;
    pool->align = (uint32_t)align;

    // The head of its records, if gc_sparse_record_add may write them inlined.
    pool->record.what = out->index << 2 | GC_SPARSE_PRIV_ADD;
    pool->record.bytes = UINT32_MAX;
    if (align <= 8 && desc->size != 0 && desc->size <= 32) {
        pool->record.bytes = ((uint32_t)(sizeof(gc_sparse_priv_command) + desc->size) + 7u) & ~7u;
    }

    pool->fields = fields;
    pool->transient = desc->transient;
    pool->name = copy;
    pool->name_bytes = length;
    pool->listeners = first;
    if (pool->size == 0) pool->column = (void *)(uintptr_t)gc_sparse_priv_tag;
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_describe(gc_sparse_world *world, gc_sparse_type type, const char *fields,
                                     bool transient) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_describe: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_describe: no such type")) return GC_SPARSE_E_TYPE;

    gc_sparse_priv_fields *made;
    int error = gc_sparse_priv_make_fields(world, fields, pool->size, &made);
    if (error != GC_SPARSE_OK) return error;
    gc_sparse_priv_free_fields(world, pool->fields);
    pool->fields = made;
    pool->transient = transient;
    return GC_SPARSE_OK;
}

// The place of a listener in its type's list, or the end of the list.
static gc_sparse_priv_listener **gc_sparse_priv_find_listener(gc_sparse_pool *pool,
                                                              const gc_sparse_listener *to) {
    gc_sparse_priv_listener **at = &pool->listeners;
    while (*at && !(to && (*at)->to.on_add == to->on_add && (*at)->to.on_remove == to->on_remove &&
                    (*at)->to.on_update == to->on_update && (*at)->to.user == to->user)) {
        at = &(*at)->next;
    }
    return at;
}

// Whether the short ways may be taken.
static bool gc_sparse_priv_is_plain_pool(const gc_sparse_pool *pool) {
    return !pool->listeners && !pool->groups && !pool->barred && !pool->caches && !pool->memos &&
           !pool->ticks && !pool->watches;
}

#ifndef GC_SPARSE_NO_CHANGES
GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_track(gc_sparse_world *world, gc_sparse_type type) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_track: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_track: no such type")) return GC_SPARSE_E_TYPE;
    if (pool->ticks) return GC_SPARSE_OK;

    // At least one block, so that there is memory where a type is tracked.
    pool->now = &world->look.tick;
    if (!gc_sparse_priv_grow_ticks(world, pool, gc_sparse_priv_blocks_of(pool))) {
        pool->now = NULL;
        return GC_SPARSE_E_MEMORY;
    }
    gc_sparse_priv_mark_all(pool);
    pool->plain = false;
    world->tracked++;
    world->planned = NULL;      // its walks do not mark the type yet
    return GC_SPARSE_OK;
}

#ifndef GC_SPARSE_NO_SAVE
// A number that no world has drawn before: the world's serial number, and a count.
static uint64_t gc_sparse_priv_draw(gc_sparse_world *world) {
    static uint32_t serials;
    if ((uint32_t)++world->drawn > 1) return world->drawn;
#if defined(__GNUC__)
    uint64_t serial = __atomic_add_fetch(&serials, 1u, __ATOMIC_RELAXED);
#elif defined(_MSC_VER)
    uint64_t serial = (uint32_t)_InterlockedIncrement((volatile long *)(void *)&serials);
#else
    uint64_t serial = ++serials;
#endif
    return world->drawn = serial << 32 | 2;
}

GC_SPARSE_API int gc_sparse_copy_by_change(gc_sparse_world *world, gc_sparse_type type) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_copy_by_change: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_copy_by_change: no such type")) return GC_SPARSE_E_TYPE;
    if (GC_SPARSE_PRIV_DIRECT(pool) || pool->set_size != pool->size) return GC_SPARSE_E_UNSUPPORTED;
    if (pool->stamp) return GC_SPARSE_OK;

    int error = gc_sparse_track(world, type);
    if (error != GC_SPARSE_OK) return error;
    pool->stamp = &world->look.stamp;
    if (!gc_sparse_priv_grow_ticks(world, pool, gc_sparse_priv_blocks_of(pool))) {
        pool->stamp = NULL;
        return GC_SPARSE_E_MEMORY;
    }
    if (world->look.stamp == 0) world->look.stamp = gc_sparse_priv_draw(world);
    gc_sparse_priv_mark_rows(pool, 0, pool->count);
    return GC_SPARSE_OK;
}
#endif

GC_SPARSE_API uint64_t gc_sparse_tick(gc_sparse_world *world) {
    GC_SPARSE_ASSERT(world != NULL && "gc_sparse_tick: world is NULL");
    if (!world || gc_sparse_priv_busy(world)) return 0;
    uint64_t tick = world->tick_base + world->look.tick;
    for (gc_sparse_priv_journal *at = world->journals; at; at = at->next) {
        if (!gc_sparse_priv_collect(world, at, tick)) return 0;
    }

    // After 2^32 - 2 ticks they are counted from a later one: all that was marked before the
    // present tick counts as marked in it.
    if (world->look.tick == UINT32_MAX) {
        for (uint32_t t = 1; t <= world->look.type_count; t++) {
            gc_sparse_pool *pool = &world->look.pools[t];
            for (uint32_t b = 0; b < pool->tick_count; b++) pool->ticks[b] = pool->ticks[b] != 0;
        }
        world->tick_base += world->look.tick - 1;
        world->look.tick = 1;
    }
    world->look.tick++;
    return tick;
}

// Judges a query and makes its journal, which is not known to the pools yet.
static int gc_sparse_priv_judge_query(const gc_sparse_world *world, const gc_sparse_query_desc *query,
                                      gc_sparse_priv_journal *journal) {
    memset(journal, 0, sizeof *journal);
    memcpy(journal->desc.include, query->include, sizeof query->include);
    memcpy(journal->desc.exclude, query->exclude, sizeof query->exclude);
    memcpy(journal->desc.write, query->write, sizeof query->write);

    uint16_t types[2 * GC_SPARSE_TERMS];
    int include = gc_sparse_priv_terms(world, query->include, types);
    if (include <= 0) return include ? include : GC_SPARSE_E_ARGUMENT;
    int exclude = gc_sparse_priv_terms(world, query->exclude, types + include);
    if (exclude < 0) return exclude;

    journal->include_count = (uint32_t)include;
    journal->pool_count = (uint32_t)(include + exclude);
    for (uint32_t i = 0; i < journal->pool_count; i++) {
        journal->pools[i] = &world->look.pools[types[i]];
    }
    for (uint32_t w = 0; w <= GC_SPARSE_TERMS && query->write[w].index; w++) {
        uint32_t i = 0;
        while (i < journal->include_count && types[i] != query->write[w].index) i++;
        if (i == journal->include_count) return GC_SPARSE_E_ARGUMENT;
        journal->watches[i].write = true;
    }
    return GC_SPARSE_OK;
}

GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_track_query(gc_sparse_world *world,
                                                            const gc_sparse_query_desc *query) {
    if (GC_SPARSE_PRIV_MISUSE(!world || !query, "gc_sparse_track_query: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_priv_journal made, *journal;
    gc_sparse_query_desc room;
    query = gc_sparse_priv_asked(world, query, &room);
    int error = query ? gc_sparse_priv_judge_query(world, query, &made) : GC_SPARSE_E_ARGUMENT;
    GC_SPARSE_ASSERT(error == GC_SPARSE_OK && "gc_sparse_track_query: not a query of this world");
    if (error != GC_SPARSE_OK || gc_sparse_priv_journal_of(world, query)) return error;

    // All that can fail. A type that is tracked in vain tells nothing that is wrong.
    for (uint32_t i = 0; i < made.include_count; i++) {
        if (made.watches[i].write) error = gc_sparse_track(world, query->include[i]);
        if (error != GC_SPARSE_OK) return error;
    }
    journal = (gc_sparse_priv_journal *)gc_sparse_priv_alloc(world, sizeof *journal);
    if (!journal) return GC_SPARSE_E_MEMORY;
    *journal = made;
    if (!gc_sparse_priv_grow_journal(world, journal, world->entity_capacity)) {
        gc_sparse_priv_free_journals(world, journal);
        return GC_SPARSE_E_MEMORY;
    }

    // From now on the pools know it, and the next tick tells who matches already.
    journal->next = world->journals;
    world->journals = journal;
    for (uint32_t i = 0; i < journal->pool_count; i++) {
        journal->watches[i].of = journal;
        journal->watches[i].next = journal->pools[i]->watches;
        journal->pools[i]->watches = &journal->watches[i];
        journal->pools[i]->plain = false;
    }
    for (uint32_t slot = 0; slot < world->look.slot_count; slot++) {
        if (gc_sparse_priv_watched(journal, slot)) {
            gc_sparse_priv_mark_slot(journal, slot, GC_SPARSE_PRIV_LOOK);
        }
    }
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_forget(gc_sparse_world *world, uint64_t tick) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_forget: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    uint64_t ended = world->tick_base + world->look.tick - 1;
    if (tick > ended) tick = ended;
    if (tick > world->forgotten) world->forgotten = tick;
    return GC_SPARSE_OK;
}
#endif

GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_listen(gc_sparse_world *world, gc_sparse_type type,
                                   const gc_sparse_listener *listener) {
    if (GC_SPARSE_PRIV_MISUSE(!world || !listener, "gc_sparse_listen: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_listen: no such type")) return GC_SPARSE_E_TYPE;

    gc_sparse_priv_listener *last = (gc_sparse_priv_listener *)gc_sparse_priv_alloc(world, sizeof *last);
    if (!last) return GC_SPARSE_E_MEMORY;
    last->next = NULL;
    last->to = *listener;
    *gc_sparse_priv_find_listener(pool, NULL) = last;
    pool->plain = false;
    return GC_SPARSE_OK;
}

GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_unlisten(gc_sparse_world *world, gc_sparse_type type,
                                     const gc_sparse_listener *listener) {
    if (GC_SPARSE_PRIV_MISUSE(!world || !listener, "gc_sparse_unlisten: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_unlisten: no such type")) return GC_SPARSE_E_TYPE;

    gc_sparse_priv_listener **at = gc_sparse_priv_find_listener(pool, listener), *old = *at;
    if (!old) return GC_SPARSE_E_NOT_FOUND;
    *at = old->next;
    gc_sparse_priv_free(world, old, sizeof *old);
    pool->plain = gc_sparse_priv_is_plain_pool(pool);
    return GC_SPARSE_OK;
}

// What a list of components registers: all, or none.
GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_priv_register(gc_sparse_world *world,
    const gc_sparse_priv_entry *list, size_t n, uint32_t before) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "LIST_register: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    if (world->look.type_count != before) return GC_SPARSE_E_TYPE;

    int error = GC_SPARSE_OK;
    for (size_t i = 0; i < n && error == GC_SPARSE_OK; i++) {
        gc_sparse_component_desc desc;
        gc_sparse_type type;
        memset(&desc, 0, sizeof desc);
        desc.name = list[i].name;
        desc.size = list[i].size;
        desc.align = list[i].align > 16 ? list[i].align : 0;
        desc.kind = list[i].kind == GC_SPARSE_PRIV_RESOURCE ? GC_SPARSE_DENSE : list[i].kind;
        error = gc_sparse_component(world, &desc, &type);
        if (error != GC_SPARSE_OK || list[i].kind != GC_SPARSE_PRIV_RESOURCE) continue;
        if (!gc_sparse_resource(world, type)) error = GC_SPARSE_E_MEMORY;
    }

    // Those before the one that failed go again; they have a name, and perhaps a value.
    while (error != GC_SPARSE_OK && world->look.type_count > before) {
        gc_sparse_pool *pool = &world->look.pools[world->look.type_count--];
        gc_sparse_priv_free(world, pool->name, pool->name_bytes);
        gc_sparse_priv_free_resource(world, pool);
        memset(pool, 0, sizeof *pool);
    }
    return error;
}

#ifndef GC_SPARSE_NO_GROUPS
// The groups, or lists, of another world, made in the same order: it has the newest first.
static int gc_sparse_priv_keep_like(gc_sparse_world *world, const gc_sparse_priv_kept *kept, bool list) {
    if (!kept) return GC_SPARSE_OK;
    int error = gc_sparse_priv_keep_like(world, kept->next, list);
    if (error != GC_SPARSE_OK) return error;
    if (list) return gc_sparse_cache(world, &kept->desc);
    return gc_sparse_priv_group(world, kept->desc.include, kept->include_count, kept->desc.exclude,
                                kept->exclude_count);
}
#endif

// A type as a pool of another world has it, and the world's own value of it.
static int gc_sparse_priv_component_like(gc_sparse_world *world, const gc_sparse_pool *like) {
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.name = like->name;
    desc.size = like->size;
    desc.align = like->align;
    desc.kind = GC_SPARSE_PRIV_DIRECT(like) ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
    desc.fields = like->fields ? like->fields->text : NULL;
    desc.transient = like->transient;

    // Described as it is there.
#ifdef GC_SPARSE_FIELDS
    const gc_sparse_shape *shape = like->fields ? like->fields->shape : NULL;
    if (shape) desc.fields = NULL;
    int error = gc_sparse_component(world, &desc, &type);
    if (error == GC_SPARSE_OK && shape) error = gc_sparse_describe_as(world, type, shape);
#else
    int error = gc_sparse_component(world, &desc, &type);
#endif
#if !defined(GC_SPARSE_NO_CHANGES) && !defined(GC_SPARSE_NO_SAVE)
    if (error == GC_SPARSE_OK && like->stamp) error = gc_sparse_copy_by_change(world, type);
#endif
    if (error != GC_SPARSE_OK || !like->resource) return error;
    return gc_sparse_resource(world, type) ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
}

GC_SPARSE_API GC_SPARSE_PRIV_COLD gc_sparse_world *gc_sparse_open_like(const gc_sparse_world *world,
    int *error) {
    gc_sparse_priv_error(error, GC_SPARSE_E_ARGUMENT);
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_open_like: world is NULL")) return NULL;

    // Generations are the other's: it needs no number of its own.
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator = world->allocator;
    desc.max_types = world->max_types;
    desc.max_slots = world->max_slots;
    desc.first_generation = world->first_generation;
    desc.no_masks = world->no_masks;
    gc_sparse_world *made = gc_sparse_priv_open(&desc, error);
    if (!made) return NULL;
    made->last_generation = world->last_generation;
    made->shift = world->shift;
#if defined(GC_SPARSE_FIELDS) && !defined(GC_SPARSE_NO_SAVE)
    made->migration = world->migration;
#endif

    // Types first; the tree makes its one a listener.
    int result = GC_SPARSE_OK;
    for (uint32_t t = 1; t <= world->look.type_count && result == GC_SPARSE_OK; t++) {
        result = gc_sparse_priv_component_like(made, &world->look.pools[t]);
    }
#ifndef GC_SPARSE_NO_TREES
    gc_sparse_type tree;
    tree.index = world->tree ? world->tree->index : 0;
    if (result == GC_SPARSE_OK && world->tree) result = gc_sparse_tree(made, tree);
#endif
#ifdef GC_SPARSE_RELATIONS
    if (result == GC_SPARSE_OK && world->prefab) made->prefab = &made->look.pools[world->prefab->index];
    for (const gc_sparse_priv_relation *of = world->relations; of && result == GC_SPARSE_OK; of = of->next) {
        gc_sparse_type type;
        type.index = of->pool->index;
        result = gc_sparse_relation(made, type, of->gone);
    }
#endif
    if (result == GC_SPARSE_OK) result = gc_sparse_priv_keep_like(made, world->groups, false);
    if (result == GC_SPARSE_OK) result = gc_sparse_priv_keep_like(made, world->caches, true);
    if (result == GC_SPARSE_OK) return made;

    gc_sparse_close(made);
    gc_sparse_priv_error(error, result);
    return NULL;
}

GC_SPARSE_API const char *gc_sparse_name(const gc_sparse_world *world, gc_sparse_type type) {
    const gc_sparse_pool *pool = world ? gc_sparse_priv_pool(world, type) : NULL;
    GC_SPARSE_ASSERT(pool != NULL && "gc_sparse_name: world is NULL, or has no such type");
    return pool ? pool->name : NULL;
}

GC_SPARSE_API gc_sparse_type gc_sparse_find(const gc_sparse_world *world, const char *name) {
    gc_sparse_type type = { 0 };
    GC_SPARSE_ASSERT(world != NULL && name != NULL && "gc_sparse_find: NULL");
    for (uint32_t t = 1; world && name && t <= world->look.type_count && type.index == 0; t++) {
        if (strcmp(world->look.pools[t].name, name) == 0) type.index = t;
    }
    return type;
}

GC_SPARSE_API gc_sparse_type_info gc_sparse_info(const gc_sparse_world *world, gc_sparse_type type) {
    gc_sparse_type_info info;
    memset(&info, 0, sizeof info);
    const gc_sparse_pool *pool = world ? gc_sparse_priv_pool(world, type) : NULL;
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_info: world is NULL, or has no such type")) return info;
    info.name = pool->name;
    info.size = pool->size;
    info.align = pool->align;
    info.kind = GC_SPARSE_PRIV_DIRECT(pool) ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
    info.count = pool->count;
    return info;
}

GC_SPARSE_API void gc_sparse_get_statistics(const gc_sparse_world *world, gc_sparse_statistics *out) {
    GC_SPARSE_ASSERT(world != NULL && out != NULL && "gc_sparse_get_statistics: NULL");
    if (out) memset(out, 0, sizeof *out);
    if (!world || !out) return;
    out->entities = world->alive;
    out->slots = world->look.slot_count;
    out->retired = world->retired;
    out->types = world->look.type_count;
    out->ended = world->look.ended;
    out->skipped = world->skipped;
    out->untold = world->untold;
    out->untold_type = world->untold_type;
    out->untold_id = world->untold_id;
}

GC_SPARSE_API gc_sparse_statistics gc_sparse_stats(const gc_sparse_world *world) {
    gc_sparse_statistics out;
    gc_sparse_get_statistics(world, &out);
    return out;
}

// >>room reserve and shrink

// Writes into each page of memory that is not in use yet, so that the system provides it now
// and not when the first components come.
static void gc_sparse_priv_touch(void *memory, uint32_t count, uint32_t capacity, size_t size) {
    volatile char *bytes = (volatile char *)memory;
    for (size_t at = count * size; at < capacity * size; at += 4096) bytes[at] = 0;
}

GC_SPARSE_API int gc_sparse_reserve(gc_sparse_world *world, gc_sparse_type type, size_t n) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_reserve: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    GC_SPARSE_ASSERT((type.index == 0 || pool != NULL) && "gc_sparse_reserve: no such type");
    if (type.index != 0 && !pool) return GC_SPARSE_E_TYPE;
    if (n > world->max_slots) return GC_SPARSE_E_FULL;
    uint32_t slots = (uint32_t)n;

    // The zero type: entities and their masks.
    if (!pool) {
        bool ok = gc_sparse_priv_grow_entities(world, slots) && gc_sparse_priv_grow_masks(world, slots);
        if (!ok) return GC_SPARSE_E_MEMORY;
        gc_sparse_priv_touch(world->look.entities, world->look.slot_count, world->entity_capacity,
                             sizeof(gc_sparse_id));
        return GC_SPARSE_OK;
    }

    // Components; the sparse array for the slots that the entity table has.
    world->look.version++;      // the column may move
    if (GC_SPARSE_PRIV_DIRECT(pool)) {
        return gc_sparse_priv_grow_pages(world, pool, slots) ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
    }
    if (!gc_sparse_priv_grow_rows(world, pool, slots)) return GC_SPARSE_E_MEMORY;
    gc_sparse_priv_touch(pool->dense, pool->count, pool->capacity, sizeof(uint32_t));
    if (pool->size) gc_sparse_priv_touch(pool->column, pool->count, pool->capacity, pool->size);
    if (slots > world->entity_capacity) slots = world->entity_capacity;
    return gc_sparse_priv_grow_index(world, pool, slots, (uint32_t)n) ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
}

// gc_sparse_priv_fit to fewer elements, where there are more.
static bool gc_sparse_priv_trim(const gc_sparse_world *world, void *array, uint32_t *capacity,
                                uint32_t count, size_t size) {
    return *capacity <= count || gc_sparse_priv_fit(world, array, capacity, count, size);
}

#ifndef GC_SPARSE_NO_GROUPS
// Lists, when their pools have shrunk: to what those have room for.
static bool gc_sparse_priv_shrink_caches(const gc_sparse_world *world) {
    for (gc_sparse_priv_kept *kept = world->caches; kept; kept = kept->next) {
        uint32_t rows = 0, slots = 0;
        gc_sparse_priv_list_needs(kept, NULL, &rows, &slots);
        if (!gc_sparse_priv_fit_list(world, kept, rows)) return false;
        uint32_t *size = &kept->where_capacity;
        if (!gc_sparse_priv_trim(world, &kept->where, size, slots, sizeof *kept->where)) return false;
    }
    return true;
}
#endif

// A dense pool: the sparse array ends with the last slot that has a row, the others with the
// last row.
static bool gc_sparse_priv_shrink_dense(const gc_sparse_world *world, gc_sparse_pool *pool) {
    uint32_t slots = 0;
    for (uint32_t row = 0; row < pool->count; row++) {
        if (pool->dense[row] >= slots) slots = pool->dense[row] + 1;
    }
    bool shrinks = slots < pool->slots || gc_sparse_priv_is_rare(pool, slots, pool->count);
    if (shrinks && !gc_sparse_priv_fit_index(world, pool, slots, pool->count)) return false;
    return pool->capacity == pool->count || gc_sparse_priv_fit_rows(world, pool, pool->count);
}

#ifndef GC_SPARSE_NO_DIRECT
// A pool of direct kind: pages without a component go, and the words end with the last page
// that has one.
static bool gc_sparse_priv_shrink_direct(const gc_sparse_world *world, gc_sparse_pool *pool) {
    uint32_t count = 0, old = pool->page_count;
    for (uint32_t page = 0; page < old; page++) {
        const uint64_t *words = pool->words + page * (GC_SPARSE_PRIV_PAGE / 64);
        uint64_t any = 0;
        for (uint32_t w = 0; w < GC_SPARSE_PRIV_PAGE / 64; w++) any |= words[w];
        if (any) count = page + 1;
        if (any || !pool->pages[page].memory) continue;
        gc_sparse_priv_free(world, pool->pages[page].memory, gc_sparse_priv_page_bytes(pool));
        pool->pages[page].memory = NULL;
        pool->pages[page].column = NULL;
    }
    return count == old || gc_sparse_priv_fit_pages(world, pool, count);
}
#endif

#ifndef GC_SPARSE_NO_COMMANDS
// Recorded commands stay, and the ids of the last replay; blocks behind them go.
static bool gc_sparse_priv_shrink_commands(const gc_sparse_world *world, gc_sparse_commands *commands) {
    gc_sparse_priv_block *block = commands->first, *last = commands->current;

    // The blocks behind the last record; all of them if nothing is recorded.
    if (last && last == commands->first && commands->to.cursor == (char *)gc_sparse_priv_records(last)) {
        last = NULL;
    }
    if (last) {
        block = last->next;
        last->next = NULL;
    } else {
        commands->first = commands->current = NULL;
        commands->to.cursor = commands->to.limit = NULL;
    }

    gc_sparse_priv_free_blocks(world, block);

    // Real ids: those to come, and those of the last replay.
    bool ok = gc_sparse_priv_trim(world, &commands->created, &commands->created_capacity,
                                  commands->created_count, sizeof *commands->created);
    return gc_sparse_priv_trim(world, &commands->resolved, &commands->resolved_capacity,
                               commands->resolved_count, sizeof *commands->resolved) && ok;
}
#endif

#ifndef GC_SPARSE_NO_CHANGES
static bool gc_sparse_priv_shrink_ticks(const gc_sparse_world *world, gc_sparse_pool *pool) {
    uint32_t blocks = gc_sparse_priv_blocks_of(pool);
    if (pool->versions && !gc_sparse_priv_trim(world, &pool->versions, &pool->version_count, blocks * 4,
                                               sizeof *pool->versions)) return false;
    return !pool->ticks || gc_sparse_priv_trim(world, &pool->ticks, &pool->tick_count, blocks,
                                               sizeof *pool->ticks);
}
#endif

GC_SPARSE_API GC_SPARSE_PRIV_COLD int gc_sparse_shrink(gc_sparse_world *world) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_shrink: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    world->look.version++;      // columns move

    bool ok = true;
    for (uint32_t i = 1; i <= world->look.type_count && ok; i++) {
        gc_sparse_pool *pool = &world->look.pools[i];
        ok = GC_SPARSE_PRIV_DIRECT(pool) ? gc_sparse_priv_shrink_direct(world, pool)
                          : gc_sparse_priv_shrink_dense(world, pool);
        ok = ok && gc_sparse_priv_shrink_ticks(world, pool);
    }
#ifndef GC_SPARSE_NO_COMMANDS
    for (uint32_t i = 0; i < world->commands_count && ok; i++) {
        ok = gc_sparse_priv_shrink_commands(world, world->commands[i]);
    }
#endif
    ok = ok && gc_sparse_priv_shrink_caches(world);
    if (!ok) return GC_SPARSE_E_MEMORY;

    // Last: no pool's sparse array may be longer than the table.
    uint32_t slots = world->look.slot_count;
    ok = gc_sparse_priv_trim(world, &world->masks, &world->mask_capacity, slots, sizeof *world->masks);
    if (slots < world->entity_capacity) ok = gc_sparse_priv_fit_entities(world, slots) && ok;
    return ok ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
}

// >>hash a number of the world's content

// By rising slot: slot and generation of every live entity; for each, by rising type: the
// type's index and every byte of its component, as little-endian words of 8 bytes. Generations
// that a debug build has shifted count as those of a release build.

// The product of a word and the fraction of the square root of 3, modulo 2^64 - 1: the halves
// of the whole product, added, and the carry once more. The factor has no divisor in common
// with 2^64 - 1, so this is a bijection; and it turns with the bits: none is at an end, as the
// top one, the sign, is in a product modulo 2^64.
static inline uint64_t gc_sparse_priv_spread(uint64_t word) {
    const uint64_t factor = 0xbb67ae8584caa73bu;
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 gc_sparse_priv_u128;
    gc_sparse_priv_u128 product = (gc_sparse_priv_u128)word * factor;
    uint64_t low = (uint64_t)product, high = (uint64_t)(product >> 64);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
    uint64_t low = word * factor, high = __umulh(word, factor);
#else
    // By halves of 32 bits.
    uint64_t lh = (word & UINT32_MAX) * (factor >> 32), hl = (word >> 32) * (factor & UINT32_MAX);
    uint64_t ll = (word & UINT32_MAX) * (factor & UINT32_MAX);
    uint64_t middle = (ll >> 32) + (lh & UINT32_MAX) + (hl & UINT32_MAX);
    uint64_t low = middle << 32 | (ll & UINT32_MAX);
    uint64_t high = (word >> 32) * (factor >> 32) + (lh >> 32) + (hl >> 32) + (middle >> 32);
#endif
    low += high;
    return low + (low < high);
}

// One step is a bijection of the state for a given word, and of the word for a given state, so
// that a change in one word always shows. Changes of several words must meet as what two unlike
// products make of them: none with few bits, of signs or of whole words does (all were tried
// with the same step on 16 bits, where 0.3's lost signs). The factor is 2^64 divided by the
// golden ratio (Knuth, The Art of Computer Programming 3, 6.4).
static inline uint64_t gc_sparse_priv_mix(uint64_t hash, uint64_t word) {
    return ((hash << 32 | hash >> 32) ^ gc_sparse_priv_spread(word)) * 0x9e3779b97f4a7c15u;
}

// Eight bytes as a little-endian word; compilers make one load of this.
static inline uint64_t gc_sparse_priv_get64(const char *bytes) {
    const unsigned char *p = (const unsigned char *)bytes;
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

// The last word, of up to 7 bytes.
static uint64_t gc_sparse_priv_get_rest(const char *bytes, size_t size) {
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++) word |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
    return word;
}

static uint64_t gc_sparse_priv_mix_bytes(uint64_t hash, const char *bytes, size_t size) {
    for (; size >= 8; bytes += 8, size -= 8) hash = gc_sparse_priv_mix(hash, gc_sparse_priv_get64(bytes));
    return size ? gc_sparse_priv_mix(hash, gc_sparse_priv_get_rest(bytes, size)) : hash;
}

// Byte i of a component as it is in a file: in memory it may be elsewhere, or be padding.
static inline unsigned char gc_sparse_priv_byte(const uint16_t *map, const char *component, uint32_t i) {
    return (unsigned char)(map[i] == GC_SPARSE_PRIV_PADDING ? 0 : component[map[i]]);
}

// The first `size` bytes of a component.
static inline uint64_t gc_sparse_priv_mix_component(uint64_t hash, const gc_sparse_pool *pool,
                                                    const char *component, uint32_t size) {
    const uint16_t *map = pool->fields ? pool->fields->map : NULL;
    if (!map) return gc_sparse_priv_mix_bytes(hash, component, size);
    for (uint32_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        for (uint32_t i = at; i < at + 8 && i < size; i++) {
            word |= (uint64_t)gc_sparse_priv_byte(map, component, i) << (8 * (i - at));
        }
        hash = gc_sparse_priv_mix(hash, word);
    }
    return hash;
}

// The resource of a type; one that is all zero counts as one that was never asked for.
static uint64_t gc_sparse_priv_mix_resource(uint64_t hash, const gc_sparse_pool *pool) {
    const char *bytes = (const char *)pool->resource;
    const uint16_t *map = pool->fields ? pool->fields->map : NULL;
    uint32_t zero = 0;
    for (; bytes && zero < pool->size; zero++) {
        if (map ? gc_sparse_priv_byte(map, bytes, zero) != 0 : bytes[zero] != 0) break;
    }
    if (!bytes || zero == pool->size) return hash;
    return gc_sparse_priv_mix_component(gc_sparse_priv_mix(hash, pool->index), pool, bytes, pool->size);
}

GC_SPARSE_API uint64_t gc_sparse_hash(const gc_sparse_world *world) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_hash: world is NULL")) return 0;

    uint64_t hash = gc_sparse_priv_mix(0, world->alive);
    for (uint32_t slot = 0; slot < world->look.slot_count; slot++) {
        gc_sparse_id id = world->look.entities[slot];
        if (id.slot != slot) continue;      // free or retired
        uint64_t generation = gc_sparse_priv_unshifted(world, id.generation);
        hash = gc_sparse_priv_mix(hash, generation << 32 | slot);

        // Its components; a type that it may have and has not leaves no trace. Of a node its
        // parent counts alone: in which order children were attached is no content.
        uint64_t left = gc_sparse_priv_mask(world, slot);
        uint32_t t = 0;
        while ((t = gc_sparse_priv_next_type(world, &left, t)) != 0) {
            const gc_sparse_pool *pool = &world->look.pools[t];
            uint32_t row = gc_sparse_priv_find(pool, slot);
            if (row == 0) continue;
            hash = gc_sparse_priv_mix(hash, t);
            const char *component = gc_sparse_priv_row(pool, row - 1);
            hash = gc_sparse_priv_mix_component(hash, pool, component, pool->set_size);
        }
    }

    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        hash = gc_sparse_priv_mix_resource(hash, &world->look.pools[t]);
    }
    return hash ^ hash >> 32;
}

#ifndef GC_SPARSE_NO_SAVE
// A hash of bytes that come in parts: four lanes take their words in turn, so that none waits
// for the one before.
typedef struct gc_sparse_priv_stream {
    uint64_t lane[4];
    size_t size;
    char rest[32];          // size % 32 bytes that no lane has taken yet
} gc_sparse_priv_stream;

static gc_sparse_priv_stream gc_sparse_priv_stream_of(void) {
    gc_sparse_priv_stream stream = { { 1, 2, 3, 4 }, 0, { 0 } };
    return stream;
}

// Whole turns; returns what is behind them.
static const char *gc_sparse_priv_stream_turns(gc_sparse_priv_stream *stream, const char *bytes, size_t n) {
    uint64_t a = stream->lane[0], b = stream->lane[1], c = stream->lane[2], d = stream->lane[3];
    for (; n >= 32; bytes += 32, n -= 32) {
        a = gc_sparse_priv_mix(a, gc_sparse_priv_get64(bytes));
        b = gc_sparse_priv_mix(b, gc_sparse_priv_get64(bytes + 8));
        c = gc_sparse_priv_mix(c, gc_sparse_priv_get64(bytes + 16));
        d = gc_sparse_priv_mix(d, gc_sparse_priv_get64(bytes + 24));
    }
    stream->lane[0] = a;
    stream->lane[1] = b;
    stream->lane[2] = c;
    stream->lane[3] = d;
    return bytes;
}

static void gc_sparse_priv_stream_put(gc_sparse_priv_stream *stream, const char *bytes, size_t n) {
    size_t kept = stream->size % 32, more = kept == 0 ? 0 : n < 32 - kept ? n : 32 - kept;
    stream->size += n;
    if (more) {
        memcpy(stream->rest + kept, bytes, more);
        if (kept + more < 32) return;
        gc_sparse_priv_stream_turns(stream, stream->rest, 32);
    }

    const char *rest = gc_sparse_priv_stream_turns(stream, bytes + more, n - more);
    if (stream->size % 32) memcpy(stream->rest, rest, stream->size % 32);
}

static uint64_t gc_sparse_priv_stream_end(const gc_sparse_priv_stream *stream) {
    uint64_t hash = stream->size;
    for (int i = 0; i < 4; i++) hash = gc_sparse_priv_mix(hash, stream->lane[i]);
    return gc_sparse_priv_mix_bytes(hash, stream->rest, stream->size % 32);
}

// Where bytes go: to memory, to a hash; both NULL: they are counted. Numbers are little-endian,
// so the same everywhere.
typedef struct gc_sparse_priv_out {
    char *to;
    size_t size;
    gc_sparse_priv_stream *stream;
} gc_sparse_priv_out;

static void gc_sparse_priv_put(gc_sparse_priv_out *out, const void *bytes, size_t size) {
    if (size == 0) return;
    if (out->to) memcpy(out->to + out->size, bytes, size);
    if (out->stream) gc_sparse_priv_stream_put(out->stream, (const char *)bytes, size);
    out->size += size;
}

// n numbers, of which one side is a file's.
static void gc_sparse_priv_words(void *to, const void *from, size_t n) {
    if (n && !gc_sparse_priv_big_endian()) memcpy(to, from, n * sizeof(uint32_t));
    else for (size_t i = 0; i < n * 4; i++) ((char *)to)[i] = ((const char *)from)[i ^ 3];
}

static void gc_sparse_priv_put_words(gc_sparse_priv_out *out, const void *words, size_t n) {
    if (!gc_sparse_priv_big_endian()) {
        gc_sparse_priv_put(out, words, n * sizeof(uint32_t));
        return;
    }
    for (size_t i = 0; i < n; i++) {
        char word[4];
        gc_sparse_priv_words(word, (const char *)words + 4 * i, 1);
        gc_sparse_priv_put(out, word, 4);
    }
}

// Ids are two numbers.
static void gc_sparse_priv_put_ids(gc_sparse_priv_out *out, const gc_sparse_id *ids, uint32_t n) {
    gc_sparse_priv_put_words(out, ids, (size_t)n * 2);
}

// n components that stand one after the other.
static void gc_sparse_priv_put_components(gc_sparse_priv_out *out, const gc_sparse_pool *pool,
                                          const char *components, uint32_t n) {
    const uint16_t *map = pool->fields ? pool->fields->map : NULL;
    if (!map) {
        gc_sparse_priv_put(out, components, (size_t)n * pool->size);
        return;
    }
    for (uint32_t row = 0; row < n; row++, components += pool->size) {
        for (uint32_t at = 0; at < pool->size; at += 64) {
            char part[64];
            uint32_t bytes = pool->size - at < 64 ? pool->size - at : 64;
            for (uint32_t i = 0; i < bytes; i++) part[i] = (char)gc_sparse_priv_byte(map, components, at + i);
            gc_sparse_priv_put(out, part, bytes);
        }
    }
}

// Rows of a pool from `begin` to `end`, or slots, which then are multiples of 64: in runs.
static void gc_sparse_priv_put_slots(gc_sparse_priv_out *out, const gc_sparse_pool *pool, bool components,
                                     uint32_t begin, uint32_t end) {
    if (begin == end) return;
    if (!GC_SPARSE_PRIV_DIRECT(pool)) {
        if (!components) gc_sparse_priv_put_words(out, pool->dense + begin, end - begin);
        else gc_sparse_priv_put_components(out, pool, gc_sparse_priv_row(pool, begin), end - begin);
        return;
    }

    for (uint32_t word = begin / 64; word < end / 64; word++) {
        for (uint64_t left = pool->words[word], run; left; left &= left + run) {
            uint32_t slots[64], slot = word * 64 + gc_sparse_priv_lowest(left), n = 0;
            run = left & (0 - left);
            for (uint64_t bits = left >> (slot & 63); bits & 1; bits >>= 1, n++) slots[n] = slot + n;
            if (!components) gc_sparse_priv_put_words(out, slots, n);
            else gc_sparse_priv_put_components(out, pool, gc_sparse_priv_row(pool, slot), n);
        }
    }
}

// Behind the last row, or slot.
static uint32_t gc_sparse_priv_put_end(const gc_sparse_pool *pool) {
    return GC_SPARSE_PRIV_DIRECT(pool) ? pool->page_count * GC_SPARSE_PRIV_PAGE : pool->count;
}

#ifndef GC_SPARSE_NO_GROUPS
// What is kept of a pool: lengths of its groups, slots of its lists in their order.
static uint64_t gc_sparse_priv_hash_kept(const gc_sparse_world *world, const gc_sparse_pool *pool,
                                         uint64_t hash) {
    (void)world;
    for (const gc_sparse_priv_link *link = pool->groups; link; link = link->next) {
        hash = gc_sparse_priv_mix(hash, link->of->length);
    }
    for (const gc_sparse_priv_link *link = pool->caches; link; link = link->next) {
        if (link->column != 0) continue;        // each list once, with its first column
        gc_sparse_priv_stream stream = gc_sparse_priv_stream_of();
        gc_sparse_priv_out out = { NULL, 0, &stream };
        gc_sparse_priv_put_words(&out, link->of->list, link->of->length);
        hash = gc_sparse_priv_mix(hash, gc_sparse_priv_stream_end(&stream));
    }
    return hash;
}
#endif

// Pieces of 1024 rows, or slots, are hashed each by itself, then their hashes in order: so they
// could be kept, or come from several threads.
#define GC_SPARSE_PRIV_PIECE 1024u

// The table: ids, and the free list, which runs through it.
static uint64_t gc_sparse_priv_hash_table(const gc_sparse_world *world, uint64_t hash) {
    for (uint32_t first = 0, end; first < world->look.slot_count; first = end) {
        gc_sparse_priv_stream stream = gc_sparse_priv_stream_of();
        gc_sparse_priv_out out = { NULL, 0, &stream };
        end = world->look.slot_count - first < GC_SPARSE_PRIV_PIECE ? world->look.slot_count
                                                                    : first + GC_SPARSE_PRIV_PIECE;

        // As they are, in release builds.
        if (world->shift == 0) gc_sparse_priv_put_ids(&out, world->look.entities + first, end - first);
        for (uint32_t slot = first; slot < end && world->shift; ) {
            gc_sparse_id ids[64];
            uint32_t n = 0;
            for (; n < 64 && slot < end; n++, slot++) {
                ids[n] = world->look.entities[slot];
                if (ids[n].generation == 0) continue;
                ids[n] = gc_sparse_priv_id(ids[n].slot, gc_sparse_priv_unshifted(world, ids[n].generation));
            }
            gc_sparse_priv_put_ids(&out, ids, n);
        }
        hash = gc_sparse_priv_mix(hash, gc_sparse_priv_stream_end(&stream));
    }
    return hash;
}

static uint64_t gc_sparse_priv_hash_pool(const gc_sparse_pool *pool, uint64_t hash) {
    uint32_t last = gc_sparse_priv_put_end(pool);
    for (uint32_t first = 0, end; first < last; first = end) {
        gc_sparse_priv_stream stream = gc_sparse_priv_stream_of();
        gc_sparse_priv_out out = { NULL, 0, &stream };
        end = last - first < GC_SPARSE_PRIV_PIECE ? last : first + GC_SPARSE_PRIV_PIECE;
        for (int components = 0; components < 2; components++) {
            gc_sparse_priv_put_slots(&out, pool, components != 0, first, end);
        }
        if (out.size) hash = gc_sparse_priv_mix(hash, gc_sparse_priv_stream_end(&stream));
    }
    return hash;
}

GC_SPARSE_API uint64_t gc_sparse_hash_all(const gc_sparse_world *world) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_hash_all: world is NULL")) return 0;

    uint64_t hash = gc_sparse_priv_mix(world->free_head, world->look.slot_count);
    hash = gc_sparse_priv_hash_table(world, hash);
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        const gc_sparse_pool *pool = &world->look.pools[t];
        hash = gc_sparse_priv_hash_pool(pool, gc_sparse_priv_mix(hash, pool->count));
        hash = gc_sparse_priv_hash_kept(world, pool, hash);
        hash = gc_sparse_priv_mix_resource(hash, pool);
    }
    return hash ^ hash >> 32;
}
#endif

// >>copy a world as another one: room first (all that can fail), then by arrays; rings of such

#ifndef GC_SPARSE_NO_SAVE
// Whether two worlds have the same types in the same order.
static bool gc_sparse_priv_same_types(const gc_sparse_world *a, const gc_sparse_world *b) {
    bool same = a->look.type_count == b->look.type_count;
    for (uint32_t t = 1; same && t <= a->look.type_count; t++) {
        const gc_sparse_pool *p = &a->look.pools[t], *q = &b->look.pools[t];
        same = p->size == q->size && p->align == q->align && p->direct == q->direct &&
               strcmp(p->name, q->name) == 0;
    }
    return same;
}

// Walks the slots of a pool, `count` of them: in the order of rows, of direct kind rising.
typedef struct gc_sparse_priv_slots {
    const gc_sparse_pool *pool;
    uint32_t row, word;
    uint64_t left;          // of the word before `word`
} gc_sparse_priv_slots;

static gc_sparse_priv_slots gc_sparse_priv_slots_of(const gc_sparse_pool *pool) {
    gc_sparse_priv_slots slots = { pool, 0, 0, 0 };
    return slots;
}

static inline uint32_t gc_sparse_priv_next_slot(gc_sparse_priv_slots *slots) {
    if (!GC_SPARSE_PRIV_DIRECT(slots->pool)) return slots->pool->dense[slots->row++];
    while (slots->left == 0) slots->left = slots->pool->words[slots->word++];
    uint32_t slot = (slots->word - 1) * 64 + gc_sparse_priv_lowest(slots->left);
    slots->left &= slots->left - 1;
    return slot;
}

// How far a dense pool's sparse array is in use.
static uint32_t gc_sparse_priv_used(const gc_sparse_world *world, const gc_sparse_pool *pool) {
    uint32_t slots = world->look.slot_count;
    if (pool->count == 0) return 0;
    return slots < pool->slots ? slots : pool->slots;
}

#ifndef GC_SPARSE_NO_DIRECT
// Whether a page has components.
static bool gc_sparse_priv_page_used(const gc_sparse_pool *pool, uint32_t page) {
    uint64_t any = 0;
    for (uint32_t w = 0; page < pool->page_count && w < GC_SPARSE_PRIV_PAGE / 64; w++) {
        any |= pool->words[page * (GC_SPARSE_PRIV_PAGE / 64) + w];
    }
    return any != 0;
}

static bool gc_sparse_priv_copy_page_room(gc_sparse_world *to, gc_sparse_pool *pool,
                                          const gc_sparse_pool *from) {
    for (uint32_t page = 0; page < from->page_count; page++) {
        if (!gc_sparse_priv_page_used(from, page)) continue;
        if (!gc_sparse_priv_grow_page(to, pool, page * GC_SPARSE_PRIV_PAGE)) return false;
    }
    return true;
}

static void gc_sparse_priv_copy_pages(gc_sparse_pool *pool, const gc_sparse_pool *from) {
    const uint32_t words = GC_SPARSE_PRIV_PAGE / 64;
    for (uint32_t page = 0; page < pool->page_count; page++) {
        if (!gc_sparse_priv_page_used(from, page)) {
            memset(pool->words + page * words, 0, words * sizeof(uint64_t));
            continue;
        }
        memcpy(pool->words + page * words, from->words + page * words, words * sizeof(uint64_t));
        if (pool->size == 0) continue;
        memcpy(pool->pages[page].column, from->pages[page].column, (size_t)GC_SPARSE_PRIV_PAGE * pool->size);
    }
}
#endif

#ifndef GC_SPARSE_NO_COMMANDS
// A commands object, and room for so many ids of the last replay. An object more is no change:
// it is empty.
static bool gc_sparse_priv_commands_room(gc_sparse_world *world, uint32_t system, uint32_t part,
                                         uint32_t resolved) {
    gc_sparse_commands *commands = gc_sparse_record(world, system, part);
    if (!commands || commands->resolved_capacity >= resolved) return commands != NULL;
    return gc_sparse_priv_fit(world, &commands->resolved, &commands->resolved_capacity, resolved,
                              sizeof *commands->resolved);
}

// Forgets what is recorded, and the last replay.
static void gc_sparse_priv_forget(gc_sparse_commands *commands, uint32_t number, uint32_t created_first) {
    commands->number = number;
    commands->created_first = created_first;
    commands->created_count = commands->made = 0;
    commands->resolved_count = 0;
    gc_sparse_priv_no_types(commands);
    if (commands->first) gc_sparse_priv_use_block(commands, commands->first);
}

// Temporary ids go on as they do in `from`. An object that is not there takes a number as if it
// were made next.
static void gc_sparse_priv_copy_commands(gc_sparse_world *to, const gc_sparse_world *from) {
    to->next_number = from->next_number;
    for (uint32_t c = 0; c < to->commands_count; c++) {
        gc_sparse_commands *commands = to->commands[c];
        uint32_t at = gc_sparse_priv_position(from, commands->system, commands->part);
        const gc_sparse_commands *has = at < from->commands_count ? from->commands[at] : NULL;
        if (!has || has->system != commands->system || has->part != commands->part) {
            gc_sparse_priv_forget(commands, gc_sparse_priv_new_number(to), 0);
            continue;
        }
        gc_sparse_priv_forget(commands, has->number, has->created_first);
        commands->resolved_number = has->resolved_number;
        commands->resolved_first = has->resolved_first;
        commands->resolved_count = has->resolved_count;
        if (has->resolved_count) {
            memcpy(commands->resolved, has->resolved, has->resolved_count * sizeof(gc_sparse_id));
        }
    }
}
#endif

// Room in `to` for all that `from` has.
static bool gc_sparse_priv_copy_room(gc_sparse_world *to, const gc_sparse_world *from) {
    uint32_t slots = from->look.slot_count;
    if (!gc_sparse_priv_grow_entities(to, slots) || !gc_sparse_priv_grow_masks(to, slots)) return false;
    for (uint32_t t = 1; t <= to->look.type_count; t++) {
        gc_sparse_pool *pool = &to->look.pools[t];
        const gc_sparse_pool *has = &from->look.pools[t];
        if (GC_SPARSE_PRIV_DIRECT(pool)) {
            if (!gc_sparse_priv_copy_page_room(to, pool, has)) return false;
        } else {
            uint32_t used = gc_sparse_priv_used(from, has);
            if (!gc_sparse_priv_grow_index(to, pool, used, has->count)) return false;
            if (!gc_sparse_priv_grow_rows(to, pool, has->count)) return false;
        }
        if (has->resource && !gc_sparse_priv_make_resource(to, pool)) return false;
    }

#ifndef GC_SPARSE_NO_COMMANDS
    for (uint32_t c = 0; c < from->commands_count; c++) {
        const gc_sparse_commands *has = from->commands[c];
        if (!gc_sparse_priv_commands_room(to, has->system, has->part, has->resolved_count)) return false;
    }
#endif
    return true;
}

// Makes the masks anew from the pools; those of `end` slots may be in use.
static void gc_sparse_priv_make_masks(gc_sparse_world *world, uint32_t end) {
    if (!world->masks) return;
    memset(world->masks, 0, (end < world->mask_capacity ? end : world->mask_capacity) * sizeof(uint64_t));
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        const gc_sparse_pool *pool = &world->look.pools[t];
        gc_sparse_priv_slots slots = gc_sparse_priv_slots_of(pool);
        for (uint32_t i = 0; i < pool->count; i++) {
            world->masks[gc_sparse_priv_next_slot(&slots)] |= pool->bit;
        }
    }
}

// The table and the masks. `old` slots were in use.
static void gc_sparse_priv_copy_slots(gc_sparse_world *to, const gc_sparse_world *from, uint32_t old,
                                      bool same) {
    uint32_t slots = from->look.slot_count;
    to->look.slot_count = slots;
    if (slots && !same) memcpy(to->look.entities, from->look.entities, slots * sizeof(gc_sparse_id));
    to->first_generation = from->first_generation;
    to->last_generation = from->last_generation;
    to->shift = from->shift;
    to->free_head = from->free_head;
    to->free_count = from->free_count;
    to->alive = from->alive;
    to->retired = from->retired;
    to->skipped = from->skipped;

    // Behind the slots in use masks are zero.
    if (same) return;
    if (!to->masks || !from->masks) {
        gc_sparse_priv_make_masks(to, old > slots ? old : slots);
        return;
    }
    uint32_t masks = slots < from->mask_capacity ? slots : from->mask_capacity;
    uint32_t end = old > slots ? old : slots;
    if (end > to->mask_capacity) end = to->mask_capacity;
    memcpy(to->masks, from->masks, masks * sizeof(uint64_t));
    if (end > masks) memset(to->masks + masks, 0, (end - masks) * sizeof(uint64_t));
}

#ifndef GC_SPARSE_NO_CHANGES
// Whether the components of up to 64 rows, or slots, of both pools are the same bytes.
static bool gc_sparse_priv_same_rows(const gc_sparse_pool *a, const gc_sparse_pool *b, uint32_t first,
                                     uint32_t n) {
    size_t bytes = (size_t)n * a->size;
    if (bytes == 0) return true;
    return memcmp(gc_sparse_priv_row(a, first), gc_sparse_priv_row(b, first), bytes) == 0;
}

// Whether the same entities have up to 64 components of both pools: in a slot that both have
// may live another one.
static bool gc_sparse_priv_same_ids(const gc_sparse_pool *a, const gc_sparse_pool *b, const uint32_t *slots,
                                    uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!gc_sparse_id_equal(a->entities[slots[i]], b->entities[slots[i]])) return false;
    }
    return true;
}

// Marks the blocks of a tracked type that the copy will change.
static void gc_sparse_priv_mark_copied(const gc_sparse_pool *pool, const gc_sparse_pool *from) {
    uint32_t both = pool->count < from->count ? pool->count : from->count;
    uint32_t most = pool->count + from->count - both;
    for (uint32_t row = 0; row < most && !GC_SPARSE_PRIV_DIRECT(pool); row += 64) {
        uint32_t n = most - row < 64 ? most - row : 64;
        if (row + n <= both && memcmp(pool->dense + row, from->dense + row, n * sizeof *pool->dense) == 0 &&
            gc_sparse_priv_same_ids(pool, from, pool->dense + row, n) &&
            gc_sparse_priv_same_rows(pool, from, row, n)) continue;
        gc_sparse_priv_mark_tick(pool, row);
    }

#ifndef GC_SPARSE_NO_DIRECT
    for (uint32_t block = 0; block < pool->page_count * (GC_SPARSE_PRIV_PAGE / 64); block++) {
        uint64_t has = block >> 4 < from->page_count ? from->words[block] : 0;
        uint32_t slots[64], n = 0;
        for (uint64_t left = has; left; left &= left - 1) {
            slots[n++] = (block << 6) + gc_sparse_priv_lowest(left);
        }
        if (has == pool->words[block] && gc_sparse_priv_same_ids(pool, from, slots, n) &&
            (has == 0 || gc_sparse_priv_same_rows(pool, from, block << 6, 64))) continue;
        gc_sparse_priv_mark_tick(pool, block << 6);
    }
#endif
}

// Marks for journals what a copy will change in a pool: who is in one of the two alone, and
// whose bytes differ.
static void gc_sparse_priv_report_copied(const gc_sparse_pool *pool, const gc_sparse_pool *from) {
    for (int back = 0; back < 2 && pool->watches; back++) {
        const gc_sparse_pool *a = back ? from : pool, *b = back ? pool : from;
        gc_sparse_priv_slots slots = gc_sparse_priv_slots_of(a);
        for (uint32_t i = 0; i < a->count; i++) {
            uint32_t slot = gc_sparse_priv_next_slot(&slots), row = gc_sparse_priv_find(b, slot);
            if (row == 0 || !gc_sparse_id_equal(a->entities[slot], b->entities[slot])) {
                gc_sparse_priv_report(pool, slot, false);
                continue;
            }
            const char *has = gc_sparse_priv_row(a, gc_sparse_priv_find(a, slot) - 1);
            bool same = back || memcmp(has, gc_sparse_priv_row(b, row - 1), pool->set_size) == 0;
            if (!same) gc_sparse_priv_report(pool, slot, true);
        }
    }
}

// Copies by change. A block of 16 rows has a version, which its rows have got with their last
// change: the world's stamp of then. Who copies a block copies its version; and who is copied
// from draws a new stamp, which no world has had. So blocks of one version are the same.
//
//     world, stamp 5     | 5 | 5 | 5 |              copy     | 5 | 5 | 5 |
//     a copy draws 6; then block 1 is written:
//     world, stamp 6     | 5 | 6 | 5 |              copy     | 5 | 5 | 5 |      differ in block 1
//
// Entities, masks, and which row each slot has, have one stamp for all. It is drawn anew where
// look.version or the number of entities has changed since.

// The stamp of entities, masks and rows.
static uint64_t gc_sparse_priv_table_stamp(gc_sparse_world *world) {
    if (world->table_stamp == 0 || world->table_version != world->look.version ||
        world->table_alive != world->alive) {
        world->table_stamp = gc_sparse_priv_draw(world);
        world->table_version = world->look.version;
        world->table_alive = world->alive;
    }
    return world->table_stamp;
}

// Whether both worlds have the same entities, masks and rows, as far as is known.
static bool gc_sparse_priv_same_table(gc_sparse_world *to, const gc_sparse_world *from) {
    if (!to->look.stamp || !from->look.stamp) return false;
    gc_sparse_world *drawn = (gc_sparse_world *)(uintptr_t)from;
    return gc_sparse_priv_table_stamp(to) == gc_sparse_priv_table_stamp(drawn);
}

// The copy is made: what changes in `from` from now on has another version. `untold` is what
// `to` has counted before.
static void gc_sparse_priv_copied(gc_sparse_world *to, const gc_sparse_world *from, uint64_t untold) {
    gc_sparse_world *drawn = (gc_sparse_world *)(uintptr_t)from;
    to->table_stamp = to->look.stamp && from->look.stamp ? from->table_stamp : 0;
    to->table_version = to->look.version;
    to->table_alive = to->alive;
    if (from->look.stamp) drawn->look.stamp = gc_sparse_priv_draw(drawn);

    // Which of the two was written to, and not told, is not known.
    if (to->untold == untold) return;
    drawn->untold += to->untold - untold;
    drawn->untold_type = to->untold_type;
    drawn->untold_id = to->untold_id;
}

// Rows of a pool in a block of 16.
static uint32_t gc_sparse_priv_rows_in(const gc_sparse_pool *pool, uint32_t block) {
    uint32_t first = block * 16;
    return first >= pool->count ? 0 : pool->count - first < 16 ? pool->count - first : 16;
}

// Whether a block has the same version, and so the same rows, in both pools. A debug build
// looks; `to`, NULL the second time, notes a row that was changed and not told.
static bool gc_sparse_priv_same_version(gc_sparse_world *to, const gc_sparse_pool *pool,
                                        const gc_sparse_pool *from, uint32_t block) {
    uint32_t n = gc_sparse_priv_rows_in(from, block), row = block * 16;
    bool same = n == gc_sparse_priv_rows_in(pool, block) && pool->versions[block] == from->versions[block];
    if (!same) return false;
#ifdef NDEBUG
    (void)to;
    (void)row;
    return true;
#else
    while (n > 0 && pool->dense[row] == from->dense[row] && gc_sparse_priv_same_rows(pool, from, row, 1)) {
        n--;
        row++;
    }
    if (n == 0 || !to) return n == 0;
    to->untold++;
    to->untold_type.index = pool->index;
    to->untold_id = from->entities[from->dense[row]];
    GC_SPARSE_ASSERT(n == 0 && "gc_sparse_copy: a change was not told: see gc_sparse_get_statistics");
    return false;
#endif
}

// Copies 64 whole blocks, whose rows stay, at once, if more than 12 of them have another
// version: eight frames of 2 % at random take 0.77 of what they take block by block.
static bool gc_sparse_priv_copy_many(gc_sparse_world *to, gc_sparse_pool *pool, const gc_sparse_pool *from,
                                     uint32_t block) {
    uint32_t other = 0, row = block * 16;
#ifdef NDEBUG
    if (memcmp(&pool->versions[block], &from->versions[block], 64 * sizeof *pool->versions) == 0) return true;
#endif
    for (uint32_t i = 0; i < 64; i++) other += pool->versions[block + i] != from->versions[block + i];
    if (other <= 12) return false;
    for (uint32_t i = 0; i < 64; i++) {
        if (gc_sparse_priv_same_version(to, pool, from, block + i)) continue;
        gc_sparse_priv_mark_tick(pool, row + i * 16);
    }
    size_t bytes = 64 * 16 * (size_t)pool->size;
    if (bytes) memcpy(gc_sparse_priv_row(pool, row), gc_sparse_priv_row(from, row), bytes);
    memcpy(&pool->versions[block], &from->versions[block], 64 * sizeof *pool->versions);
    return true;
}

// The rows of a dense pool, and where they are found, by blocks that have another version;
// false: they have no versions. Slots of all such blocks are lost first, then found again,
// unless all rows are known to have the same slots.
static bool gc_sparse_priv_copy_changed(gc_sparse_world *to, gc_sparse_pool *pool,
                                        const gc_sparse_pool *from, bool same) {
    if (!pool->versions || !from->versions) return false;
    uint32_t most = pool->count > from->count ? pool->count : from->count;
    uint32_t blocks = most / 16 + (most % 16 != 0);
    for (int found = same; found < 2; found++) {
        for (uint32_t block = 0; block < blocks; block++) {
            bool whole = same && block % 64 == 0 && from->count / 16 >= block + 64;
            if (whole && gc_sparse_priv_copy_many(to, pool, from, block)) {
                block += 63;
                continue;
            }
#ifdef NDEBUG
            // Eight at once, where all are the same.
            uint64_t end = (uint64_t)(block + 8) * 16;
            if (block % 8 == 0 && end <= pool->count && end <= from->count &&
                memcmp(&pool->versions[block], &from->versions[block], 8 * sizeof(uint64_t)) == 0) {
                block += 7;
                continue;
            }
#endif
            if (gc_sparse_priv_same_version(found && !same ? NULL : to, pool, from, block)) continue;
            uint32_t row = block * 16, was = gc_sparse_priv_rows_in(pool, block);
            uint32_t n = gc_sparse_priv_rows_in(from, block);
            const uint32_t *slots = from->dense + row;
            bool moved = !same && (was != n || memcmp(pool->dense + row, slots, n * sizeof *slots) != 0);
            for (uint32_t i = 0; i < was && moved && !found; i++) {
                gc_sparse_priv_no_row(pool, pool->dense[row + i]);
            }
            if (!found) continue;

            gc_sparse_priv_mark_tick(pool, row);
            if (n == 0) continue;
            for (uint32_t i = 0; i < n && moved; i++) gc_sparse_priv_set_row(pool, slots[i], row + i);
            if (moved) memcpy(pool->dense + row, slots, n * sizeof *slots);
            size_t bytes = (size_t)n * pool->size;
            if (bytes) memcpy(gc_sparse_priv_row(pool, row), gc_sparse_priv_row(from, row), bytes);
            pool->versions[block] = from->versions[block];
        }
    }
    pool->count = from->count;
    return true;
}
#endif

// The array, or the table, of a pool that has its own rows still: as a whole where that is
// less than to go by rows. `old` slots of it may be in use.
static void gc_sparse_priv_copy_index(gc_sparse_pool *pool, const gc_sparse_pool *from, uint32_t used,
                                      uint32_t old) {
    uint32_t *sparse = (uint32_t *)(uintptr_t)pool->sparse;
    uint64_t rows = (uint64_t)pool->count + from->count;
    if (old > pool->sparse_capacity) old = pool->sparse_capacity;
    if (sparse && from->sparse && rows * 16 > used) {
        if (old > used) memset(sparse + used, 0, (old - used) * sizeof *sparse);
        memcpy(sparse, from->sparse, used * sizeof *sparse);
    } else if (pool->table && pool->table_size == from->table_size) {
        memcpy(pool->table, from->table, pool->table_size * sizeof *pool->table);
    } else {
        for (uint32_t row = 0; row < pool->count; row++) gc_sparse_priv_no_row(pool, pool->dense[row]);
        for (uint32_t row = 0; row < from->count; row++) gc_sparse_priv_set_row(pool, from->dense[row], row);
    }
}

// A pool; same: each slot has the same row in both already. `used` and `old` slots are in use.
static void gc_sparse_priv_copy_pool(gc_sparse_world *to, gc_sparse_pool *pool, const gc_sparse_pool *from,
                                     uint32_t used, uint32_t old, bool same) {
    if (pool->resource && pool->size) {
        if (from->resource) memcpy(pool->resource, from->resource, pool->size);
        else memset(pool->resource, 0, pool->size);
    }
    gc_sparse_priv_report_copied(pool, from);
    if (gc_sparse_priv_copy_changed(to, pool, from, same)) return;
    if (pool->now) gc_sparse_priv_mark_copied(pool, from);
    if (!same && !GC_SPARSE_PRIV_DIRECT(pool)) gc_sparse_priv_copy_index(pool, from, used, old);
    pool->count = from->count;
    for (uint32_t block = 0; block < pool->version_count; block++) pool->versions[block] = *pool->stamp;
#ifndef GC_SPARSE_NO_DIRECT
    if (GC_SPARSE_PRIV_DIRECT(pool)) {
        gc_sparse_priv_copy_pages(pool, from);
        return;
    }
#endif
    if (from->count == 0) return;
    if (!same) memcpy(pool->dense, from->dense, from->count * sizeof *pool->dense);
    if (pool->size) memcpy(pool->column, from->column, (size_t)from->count * pool->size);
}

#ifndef GC_SPARSE_NO_GROUPS
// What keeps the matches of these terms, from a group or list on; NULL: nothing does.
static const gc_sparse_priv_kept *gc_sparse_priv_same_kept(const gc_sparse_query_desc *desc,
                                                           const gc_sparse_priv_kept *at) {
    while (at && memcmp(desc, &at->desc, offsetof(gc_sparse_query_desc, write)) != 0) at = at->next;
    return at;
}

// Groups and lists of `to`, when all rows are as in `from`: lengths and places are those of
// `from`, where it has the same; else all is looked at.
static void gc_sparse_priv_copy_kept(gc_sparse_world *to, const gc_sparse_world *from) {
    bool arranged = false;
    for (gc_sparse_priv_kept *group = to->groups; group; group = group->next) {
        const gc_sparse_priv_kept *has = gc_sparse_priv_same_kept(&group->desc, from->groups);
        group->length = has ? has->length : 0;
    }
    for (gc_sparse_priv_kept *group = to->groups; group; group = group->next) {
        if (gc_sparse_priv_same_kept(&group->desc, from->groups)) continue;
        gc_sparse_priv_fill_group(to, group);
        arranged = true;
    }
    if (arranged) to->look.version++;       // the rows are not those of `from`

    for (gc_sparse_priv_kept *kept = to->caches; kept; kept = kept->next) {
        const gc_sparse_priv_kept *has = gc_sparse_priv_same_kept(&kept->desc, from->caches);
        for (uint32_t i = 0; has && i < has->length; i++) {
            if (arranged) gc_sparse_priv_list(kept, has->list[i]);
            else kept->where[has->list[i]] = i + 1;
        }
        if (!has) gc_sparse_priv_fill_list(to, kept);
        if (!has || arranged || has->length == 0) continue;

        kept->length = has->length;
        memcpy(kept->ends, has->ends, sizeof kept->ends);
        for (uint32_t k = 0; k <= kept->column_count; k++) {
            memcpy(kept->list + (size_t)k * kept->capacity, has->list + (size_t)k * has->capacity,
                   has->length * sizeof *kept->list);
        }
    }
}
#endif

GC_SPARSE_API int gc_sparse_copy(gc_sparse_world *to, const gc_sparse_world *from) {
    if (GC_SPARSE_PRIV_MISUSE(!to || !from, "gc_sparse_copy: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(to) || gc_sparse_priv_busy(from)) return GC_SPARSE_E_BUSY;
    bool same = gc_sparse_priv_same_types(to, from);
    GC_SPARSE_ASSERT(same && "gc_sparse_copy: the worlds do not have the same types");
    if (!same) return GC_SPARSE_E_TYPE;
    if (from->look.slot_count > to->max_slots) return GC_SPARSE_E_FULL;
    if (to == from) return GC_SPARSE_OK;

    // All that can fail comes first.
    uint32_t old = to->look.slot_count;
    uint64_t untold = to->untold;
    bool table = gc_sparse_priv_same_table(to, from);
    to->look.version++;     // columns may move
    if (!gc_sparse_priv_copy_room(to, from)) return GC_SPARSE_E_MEMORY;

    gc_sparse_priv_keep_nothing(to);
    for (uint32_t t = 1; t <= to->look.type_count; t++) {
        uint32_t used = gc_sparse_priv_used(from, &from->look.pools[t]);
        gc_sparse_priv_copy_pool(to, &to->look.pools[t], &from->look.pools[t], used, old, table);
    }
    gc_sparse_priv_copy_slots(to, from, old, table);
    gc_sparse_priv_copied(to, from, untold);
    gc_sparse_priv_link_pairs(to);
    gc_sparse_priv_copy_kept(to, from);
#ifndef GC_SPARSE_NO_COMMANDS
    gc_sparse_priv_copy_commands(to, from);
#endif
    return GC_SPARSE_OK;
}

// Snapshots in a ring: `length` of them from `first` on, their frames rise.
typedef struct gc_sparse_priv_snapshot { gc_sparse_world *world; uint64_t frame; } gc_sparse_priv_snapshot;
struct gc_sparse_rollback {
    gc_sparse_world *world;
    gc_sparse_priv_snapshot *ring;
    uint32_t capacity, first, length;
};

static gc_sparse_priv_snapshot *gc_sparse_priv_snapshot_at(const gc_sparse_rollback *rollback, uint32_t i) {
    return &rollback->ring[((uint64_t)rollback->first + i) % rollback->capacity];
}

// How many snapshots are of frames before this one.
static uint32_t gc_sparse_priv_before(const gc_sparse_rollback *rollback, uint64_t frame) {
    uint32_t before = rollback->length;
    while (before > 0 && gc_sparse_priv_snapshot_at(rollback, before - 1)->frame >= frame) before--;
    return before;
}

GC_SPARSE_API GC_SPARSE_PRIV_COLD void gc_sparse_rollback_close(gc_sparse_rollback *rollback) {
    if (!rollback) return;
    gc_sparse_priv_snapshot *ring = rollback->ring;
    for (uint32_t i = 0; ring && i < rollback->capacity; i++) gc_sparse_close(ring[i].world);
    gc_sparse_priv_free(rollback->world, ring, rollback->capacity * sizeof *ring);
    gc_sparse_priv_free(rollback->world, rollback, sizeof *rollback);
}

GC_SPARSE_API GC_SPARSE_PRIV_COLD gc_sparse_rollback *gc_sparse_rollback_open(gc_sparse_world *world,
    uint32_t frames, int *error) {
    gc_sparse_priv_error(error, GC_SPARSE_E_ARGUMENT);
    bool sound = world != NULL && frames > 0;
    if (GC_SPARSE_PRIV_MISUSE(!sound, "gc_sparse_rollback_open: NULL, or 0 frames")) return NULL;

    gc_sparse_priv_error(error, GC_SPARSE_E_MEMORY);
    size_t bytes = gc_sparse_priv_bytes(frames, sizeof(gc_sparse_priv_snapshot), 0);
    if (bytes == 0) return NULL;
    gc_sparse_rollback *rollback = (gc_sparse_rollback *)gc_sparse_priv_alloc(world, sizeof *rollback);
    if (!rollback) return NULL;
    rollback->world = world;
    rollback->capacity = frames;
    rollback->first = rollback->length = 0;
    rollback->ring = (gc_sparse_priv_snapshot *)gc_sparse_priv_alloc(world, bytes);
    if (rollback->ring) memset(rollback->ring, 0, bytes);

    // A world for each.
    bool made = rollback->ring != NULL;
    for (uint32_t i = 0; i < frames && made; i++) {
        made = (rollback->ring[i].world = gc_sparse_open_like(world, error)) != NULL;
    }
    if (made) return rollback;
    gc_sparse_rollback_close(rollback);
    return NULL;
}

GC_SPARSE_API int gc_sparse_rollback_take(gc_sparse_rollback *rollback, uint64_t frame) {
    if (GC_SPARSE_PRIV_MISUSE(!rollback, "gc_sparse_rollback_take: NULL")) return GC_SPARSE_E_ARGUMENT;

    // Behind those before it; in a full ring that is the place of the first one.
    uint32_t before = gc_sparse_priv_before(rollback, frame);
    gc_sparse_priv_snapshot *snapshot = gc_sparse_priv_snapshot_at(rollback, before);
    int error = gc_sparse_copy(snapshot->world, rollback->world);
    if (error != GC_SPARSE_OK) return error;

    snapshot->frame = frame;
    rollback->length = before + 1;
    if (before < rollback->capacity) return GC_SPARSE_OK;
    rollback->length = rollback->capacity;
    rollback->first = rollback->first + 1 == rollback->capacity ? 0 : rollback->first + 1;
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_rollback_restore(gc_sparse_rollback *rollback, uint64_t frame) {
    if (GC_SPARSE_PRIV_MISUSE(!rollback, "gc_sparse_rollback_restore: NULL")) return GC_SPARSE_E_ARGUMENT;
    uint32_t before = gc_sparse_priv_before(rollback, frame);
    const gc_sparse_priv_snapshot *snapshot = gc_sparse_priv_snapshot_at(rollback, before);
    if (before == rollback->length || snapshot->frame != frame) return GC_SPARSE_E_NOT_FOUND;
    return gc_sparse_copy(rollback->world, snapshot->world);
}
#endif

// >>save a world as bytes, the same for the same world on every machine

#ifndef GC_SPARSE_NO_SAVE
// All numbers are little-endian, all parts begin at multiples of 8:
//
//     | "gcsparse" | version, order of the writer's bytes, bits of slots and generations |
//     | size of the whole (8) | skipped (8) |
//     | first_generation | shift | slot_count | free_head |
//     | types | lists | commands objects | next_number |                 4 bytes each
//     entities   | slot, generation | of each slot, as in the table
//     type       | bytes of its name | of its fields, 0: not known | size | rows |
//                | 1: with a resource | version of the game: see gc_sparse_migrate; 0 |
//                name | fields | slots, in the order of rows | components | the resource |
//     list       | include_count | column_count | exclude_count | length |
//                its types, counted as they are in this file | slots |
//     commands   | system | part | number | created_first |
//                | resolved_number | resolved_first | resolved_count | 0 | ids |
//     sum (8) of all before it
//
// Rows of direct kind are in the order of slots, so that a type may change its kind. Lengths of
// groups are not there: rows are in such an order that filling the groups moves none.
typedef struct gc_sparse_priv_save_head {
    uint32_t magic[2], version, settings, size[2], skipped[2];
    uint32_t first_generation, shift, slot_count, free_head;
    uint32_t types, lists, commands, next_number;
} gc_sparse_priv_save_head;
typedef struct gc_sparse_priv_save_type {
    uint32_t name, text, size, count, resource, version;
} gc_sparse_priv_save_type;
typedef struct gc_sparse_priv_save_list {
    uint32_t include, columns, excluded, length;
} gc_sparse_priv_save_list;
typedef struct gc_sparse_priv_save_commands {
    uint32_t system, part, number, created_first;
    uint32_t resolved_number, resolved_first, resolved_count, none;
} gc_sparse_priv_save_commands;

#define GC_SPARSE_PRIV_SAVE_MAGIC { 0x70736367u, 0x65737261u }      // "gcsparse"
#define GC_SPARSE_PRIV_SAVE_VERSION 2u      // 1: of gc_sparse.h up to 0.3, with another sum
#define GC_SPARSE_PRIV_SAVE_SETTINGS                                                                         \
    ((gc_sparse_priv_big_endian() ? 2u : 1u) | GC_SPARSE_PRIV_SLOT_BITS << 8 |                               \
     GC_SPARSE_GENERATION_BITS << 16)
#ifdef GC_SPARSE_FIELDS
#define GC_SPARSE_PRIV_GAME(world) (world)->migration.version
#else
#define GC_SPARSE_PRIV_GAME(world) 0
#endif

// To the next multiple of 8.
static void gc_sparse_priv_put_gap(gc_sparse_priv_out *out) {
    static const char zero[8] = { 0 };
    gc_sparse_priv_put(out, zero, (8 - out->size % 8) % 8);
}

// The slots of a pool, then its components; then its resource.
static void gc_sparse_priv_put_rows(gc_sparse_priv_out *out, const gc_sparse_pool *pool) {
    for (int components = 0; components < 2; components++) {
        size_t bytes = components ? pool->size : sizeof(uint32_t);
        if (!out->to) out->size += pool->count * bytes;
        else gc_sparse_priv_put_slots(out, pool, components != 0, 0, gc_sparse_priv_put_end(pool));
        gc_sparse_priv_put_gap(out);
    }
    if (pool->resource) gc_sparse_priv_put_components(out, pool, (const char *)pool->resource, 1);
    gc_sparse_priv_put_gap(out);
}

#ifndef GC_SPARSE_NO_GROUPS
// The number of a type among those that are saved; 0: it is not.
static uint32_t gc_sparse_priv_saved_number(const gc_sparse_world *world, uint32_t index) {
    uint32_t number = 0;
    if (index == 0 || world->look.pools[index].transient) return 0;
    for (uint32_t t = 1; t <= index; t++) number += !world->look.pools[t].transient;
    return number;
}

// The lists of types that are all saved; their number.
static uint32_t gc_sparse_priv_put_lists(gc_sparse_priv_out *out, const gc_sparse_world *world) {
    uint32_t count = 0;
    for (const gc_sparse_priv_kept *kept = world->caches; kept; kept = kept->next) {
        uint32_t numbers[3 * GC_SPARSE_TERMS], n = kept->column_count + kept->exclude_count;
        bool saved = true;
        for (uint32_t i = 0; i < n; i++) {
            const gc_sparse_pool *pool =
                i < kept->column_count ? kept->pools[i] : kept->excluded[i - kept->column_count];
            numbers[i] = gc_sparse_priv_saved_number(world, pool->index);
            saved = saved && numbers[i] != 0;
        }
        if (!saved) continue;
        count++;
        if (!out) continue;

        const gc_sparse_priv_save_list head = { kept->include_count, kept->column_count, kept->exclude_count,
                                                kept->length };
        gc_sparse_priv_put_words(out, &head, 4);
        gc_sparse_priv_put_words(out, numbers, n);
        gc_sparse_priv_put_gap(out);
        gc_sparse_priv_put_words(out, kept->list, kept->length);
        gc_sparse_priv_put_gap(out);
    }
    return count;
}
#endif

// The sum of saves of version 1, of gc_sparse.h up to 0.3; n is a multiple of 8.
static uint64_t gc_sparse_priv_old_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

static uint64_t gc_sparse_priv_old_sum(const char *bytes, size_t n) {
    uint64_t lanes[4] = { 0, 1, 2, 3 }, hash = n;
    size_t at = 0;
    for (; n - at >= 32; at += 32) {
        for (size_t i = 0; i < 4; i++) {
            lanes[i] = gc_sparse_priv_old_mix(lanes[i], gc_sparse_priv_get64(bytes + at + 8 * i));
        }
    }
    for (int i = 0; i < 4; i++) hash = gc_sparse_priv_old_mix(hash, lanes[i]);
    for (; at < n; at += 8) hash = gc_sparse_priv_old_mix(hash, gc_sparse_priv_get64(bytes + at));
    return hash;
}

static uint64_t gc_sparse_priv_sum(const char *bytes, size_t n) {
    gc_sparse_priv_stream stream = gc_sparse_priv_stream_of();
    gc_sparse_priv_stream_put(&stream, bytes, n);
    return gc_sparse_priv_stream_end(&stream);
}

// Everything but the sum, whose place comes last; `size`: of the whole.
static void gc_sparse_priv_write(gc_sparse_priv_out *out, const gc_sparse_world *world, size_t size) {
    gc_sparse_priv_save_head head = {
        GC_SPARSE_PRIV_SAVE_MAGIC, GC_SPARSE_PRIV_SAVE_VERSION, GC_SPARSE_PRIV_SAVE_SETTINGS,
        { (uint32_t)(size & UINT32_MAX), (uint32_t)((uint64_t)size >> 32) },
        { (uint32_t)(world->skipped & UINT32_MAX), (uint32_t)(world->skipped >> 32) },
        world->first_generation, world->shift, world->look.slot_count, world->free_head,
        0, 0, world->commands_count, world->next_number
    };
    for (uint32_t t = 1; t <= world->look.type_count; t++) head.types += !world->look.pools[t].transient;
#ifndef GC_SPARSE_NO_GROUPS
    head.lists = gc_sparse_priv_put_lists(NULL, world);
#endif
    gc_sparse_priv_put_words(out, &head, 16);
    gc_sparse_priv_put_ids(out, world->look.entities, world->look.slot_count);

    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        const gc_sparse_pool *pool = &world->look.pools[t];
        const char *text = pool->fields ? pool->fields->text : "";
        const gc_sparse_priv_save_type type = { (uint32_t)pool->name_bytes - 1, (uint32_t)strlen(text),
                                                pool->size, pool->count, pool->resource != NULL,
                                                GC_SPARSE_PRIV_GAME(world) };
        if (pool->transient) continue;
        gc_sparse_priv_put_words(out, &type, 6);
        gc_sparse_priv_put(out, pool->name, type.name);
        gc_sparse_priv_put(out, text, type.text);
        gc_sparse_priv_put_gap(out);
        gc_sparse_priv_put_rows(out, pool);
    }
#ifndef GC_SPARSE_NO_GROUPS
    gc_sparse_priv_put_lists(out, world);
#endif
#ifndef GC_SPARSE_NO_COMMANDS
    for (uint32_t c = 0; c < world->commands_count; c++) {
        const gc_sparse_commands *commands = world->commands[c];
        const gc_sparse_priv_save_commands saved = {
            commands->system, commands->part, commands->number, commands->created_first,
            commands->resolved_number, commands->resolved_first, commands->resolved_count, 0
        };
        gc_sparse_priv_put_words(out, &saved, 8);
        gc_sparse_priv_put_ids(out, commands->resolved, commands->resolved_count);
    }
#endif
}

GC_SPARSE_API size_t gc_sparse_save(const gc_sparse_world *world, void *dst, size_t capacity) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_save: world is NULL")) return 0;

    // Counted, then written.
    gc_sparse_priv_out out = { NULL, 0, NULL };
    gc_sparse_priv_write(&out, world, 0);
    size_t size = out.size + 8;
    if (!dst || capacity < size) return size;
    out.to = (char *)dst;
    out.size = 0;
    gc_sparse_priv_write(&out, world, size);
    uint64_t sum = gc_sparse_priv_sum(out.to, out.size);
    const uint32_t words[2] = { (uint32_t)(sum & UINT32_MAX), (uint32_t)(sum >> 32) };
    gc_sparse_priv_put_words(&out, words, 2);
    return size;
}
#endif

// >>load bytes are judged, then room is made (all that can fail), then the world is theirs

#ifndef GC_SPARSE_NO_SAVE
// Bytes to be read; NULL: they have ended too early.
typedef struct gc_sparse_priv_in {
    const char *at;
    size_t left;
} gc_sparse_priv_in;

// Of a type in a save: where its rows are, and which type it is here.
typedef struct gc_sparse_priv_saved {
    gc_sparse_pool *pool;
    const char *slots, *components, *resource;      // the last one NULL: it has none
    uint32_t count, end, size;                      // rows; behind the highest slot; of a component
    bool native;                                    // bytes as they were in memory: without a text
#ifdef GC_SPARSE_FIELDS
    struct gc_sparse_priv_past *past;               // NULL: it is what it was
#endif
} gc_sparse_priv_saved;

// A save, judged.
typedef struct gc_sparse_priv_load {
    gc_sparse_priv_saved *types;    // one block with the bits; of a pool NULL: it has gone
    uint32_t type_count;            // those of the save, then others that they are now, too
    uint64_t *bits;                 // by slot, for what must not come twice
    const char *entities, *lists, *commands;
    size_t bytes;                   // of the block
    gc_sparse_priv_save_head head;
    uint32_t free_count, alive, retired;
} gc_sparse_priv_load;

static inline uint32_t gc_sparse_priv_read32(const char *from) {
    const unsigned char *p = (const unsigned char *)from;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void gc_sparse_priv_read_ids(gc_sparse_id *to, const char *from, uint32_t n) {
    gc_sparse_priv_words(to, from, (size_t)n * 2);
}

// n elements, and the gap behind them; NULL: there are not so many.
static const char *gc_sparse_priv_take(gc_sparse_priv_in *in, uint32_t n, size_t size) {
    const char *at = in->at;
    if (!at || (size != 0 && n > in->left / size)) return in->at = NULL;
    size_t bytes = (n * size + 7) / 8 * 8;
    if (bytes > in->left) return in->at = NULL;
    in->at += bytes;
    in->left -= bytes;
    return at;
}

// A head of n numbers; false: it is not there.
static bool gc_sparse_priv_take_head(gc_sparse_priv_in *in, void *head, uint32_t n) {
    const char *at = gc_sparse_priv_take(in, n, sizeof(uint32_t));
    if (at) gc_sparse_priv_words(head, at, n);
    return at != NULL;
}

// The world's type of this name that has not been found yet; NULL: there is none.
static gc_sparse_pool *gc_sparse_priv_saved_pool(const gc_sparse_world *world,
                                                 const gc_sparse_priv_load *load, const char *name,
                                                 size_t length) {
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        gc_sparse_pool *pool = &world->look.pools[t];
        bool taken = pool->transient || pool->name_bytes != length + 1;
        taken = taken || memcmp(pool->name, name, length) != 0;
        for (uint32_t i = 0; i < load->type_count && !taken; i++) taken = load->types[i].pool == pool;
        if (!taken) return pool;
    }
    return NULL;
}

// The head, and whether the size and the sum are right.
static int gc_sparse_priv_load_head(gc_sparse_priv_load *load, gc_sparse_priv_in *in) {
    gc_sparse_priv_save_head *head = &load->head;
    const uint32_t magic[2] = GC_SPARSE_PRIV_SAVE_MAGIC;
    const char *bytes = in->at;
    uint32_t sum[2];
    size_t size = in->left;
    if (size % 8 != 0 || !gc_sparse_priv_take_head(in, head, 16) || in->left < 8) return GC_SPARSE_E_DATA;
    in->left -= 8;
    gc_sparse_priv_words(sum, bytes + size - 8, 2);
    bool old = head->version == 1;
    bool sound = head->magic[0] == magic[0] && head->magic[1] == magic[1] &&
                 (head->size[0] | (uint64_t)head->size[1] << 32) == size &&
                 (old ? gc_sparse_priv_old_sum(bytes, size - 8) : gc_sparse_priv_sum(bytes, size - 8)) ==
                     (sum[0] | (uint64_t)sum[1] << 32);
    if (!sound) return GC_SPARSE_E_DATA;
    if (!old && head->version != GC_SPARSE_PRIV_SAVE_VERSION) return GC_SPARSE_E_UNSUPPORTED;
    if (head->settings >> 8 != GC_SPARSE_PRIV_SAVE_SETTINGS >> 8) return GC_SPARSE_E_UNSUPPORTED;

    // Either the user's first generation, or one that a debug build has chosen.
    sound = head->first_generation - 1u < GC_SPARSE_PRIV_LAST_GENERATION &&
            head->shift < GC_SPARSE_PRIV_LAST_GENERATION &&
            (head->shift == 0 || head->first_generation == head->shift + 1) &&
            head->next_number < GC_SPARSE_PRIV_TEMPORARY;
    return sound ? GC_SPARSE_OK : GC_SPARSE_E_DATA;
}

// The table: each slot is alive, retired, or once in the free list.
static bool gc_sparse_priv_load_slots(gc_sparse_priv_load *load, gc_sparse_priv_in *in) {
    load->entities = gc_sparse_priv_take(in, load->head.slot_count, 8);
    if (!load->entities || load->head.slot_count > GC_SPARSE_PRIV_NO_SLOT) return false;
    load->alive = load->retired = load->free_count = 0;
    for (uint32_t slot = 0; slot < load->head.slot_count; slot++) {
        uint32_t in_slot = gc_sparse_priv_read32(load->entities + (size_t)slot * 8);
        uint32_t generation = gc_sparse_priv_read32(load->entities + (size_t)slot * 8 + 4);
        if (generation > GC_SPARSE_PRIV_LAST_GENERATION) return false;
        if (generation == 0 && in_slot != GC_SPARSE_PRIV_NO_SLOT) return false;
        if (generation == 0) load->retired++;
        else if (in_slot == slot) load->alive++;
        else load->free_count++;
    }

    // A list of so many steps that ends has no slot twice.
    uint32_t at = load->head.free_head;
    for (uint32_t steps = 0; steps < load->free_count; steps++) {
        if (at >= load->head.slot_count) return false;
        uint32_t next = gc_sparse_priv_read32(load->entities + (size_t)at * 8);
        if (next == at || gc_sparse_priv_read32(load->entities + (size_t)at * 8 + 4) == 0) return false;
        at = next;
    }
    return at == GC_SPARSE_PRIV_NO_SLOT;
}

// Rows: each slot lives, and comes once.
static bool gc_sparse_priv_load_rows(const gc_sparse_priv_load *load, gc_sparse_priv_saved *type) {
    memset(load->bits, 0, (load->head.slot_count / 64 + 1) * sizeof(uint64_t));
    for (uint32_t row = 0; row < type->count; row++) {
        uint32_t slot = gc_sparse_priv_read32(type->slots + (size_t)row * 4);
        if (slot >= load->head.slot_count) return false;
        uint64_t bit = (uint64_t)1 << (slot & 63), *word = &load->bits[slot >> 6];
        if ((*word & bit) || gc_sparse_priv_read32(load->entities + (size_t)slot * 8) != slot) return false;
        *word |= bit;
        if (slot >= type->end) type->end = slot + 1;
    }
    return true;
}

// Whether its bytes are those of its pool: the same fields where both sides know them; another
// order of bytes where both do.
static int gc_sparse_priv_same_fields(const gc_sparse_priv_saved *type, const gc_sparse_priv_save_type *head,
                                      const char *text, uint32_t order) {
    if (type->pool->size != head->size) return GC_SPARSE_E_SIZE;
    const gc_sparse_priv_fields *fields = type->pool->fields;
    bool known = fields && head->text;
    if (known && (strlen(fields->text) != head->text || memcmp(fields->text, text, head->text) != 0)) {
        return GC_SPARSE_E_FIELDS;
    }
    bool other = order != (gc_sparse_priv_big_endian() ? 2u : 1u);
    bool any = head->size && (head->count || head->resource);

    // Described bytes have the lowest of a word first, which big-endian machines cannot turn
    // without the description.
    other = other || (head->text && gc_sparse_priv_big_endian());
    return other && !known && any ? GC_SPARSE_E_UNSUPPORTED : GC_SPARSE_OK;
}

#ifdef GC_SPARSE_FIELDS
static int gc_sparse_priv_load_aliases(const gc_sparse_world *world, gc_sparse_priv_load *load,
                                       uint32_t number, const gc_sparse_priv_save_type *head,
                                       const char *name, uint32_t order);
static void gc_sparse_priv_load_past(const gc_sparse_priv_saved *type, char *to, const char *from,
                                     uint32_t n);
static void gc_sparse_priv_free_pasts(const gc_sparse_world *world, const gc_sparse_priv_load *load);
#endif

static int gc_sparse_priv_load_type(const gc_sparse_world *world, gc_sparse_priv_load *load, uint32_t number,
                                    gc_sparse_priv_in *in, uint32_t order) {
    gc_sparse_priv_saved *type = &load->types[number];
    gc_sparse_priv_save_type head;
    if (!gc_sparse_priv_take_head(in, &head, 6) || head.name > INT32_MAX || head.text > INT32_MAX) {
        return GC_SPARSE_E_DATA;
    }
    const char *name = gc_sparse_priv_take(in, head.name + head.text, 1);
    type->count = head.count;
    type->end = 0;
    type->size = head.size;
    type->native = head.text == 0;
    type->slots = gc_sparse_priv_take(in, head.count, sizeof(uint32_t));
    type->components = gc_sparse_priv_take(in, head.count, head.size);
    type->resource = head.resource ? gc_sparse_priv_take(in, 1, head.size) : NULL;
    if (!in->at || !gc_sparse_priv_load_rows(load, type)) return GC_SPARSE_E_DATA;

#ifdef GC_SPARSE_FIELDS
    return gc_sparse_priv_load_aliases(world, load, number, &head, name, order);
#else
    type->pool = gc_sparse_priv_saved_pool(world, load, name, head.name);
    return type->pool ? gc_sparse_priv_same_fields(type, &head, name + head.name, order) : GC_SPARSE_E_TYPE;
#endif
}

// Lists and commands: whether they are all there. What is in them is judged when it is used.
static bool gc_sparse_priv_load_rest(gc_sparse_priv_load *load, gc_sparse_priv_in *in) {
    load->lists = in->at;
    for (uint32_t i = 0; i < load->head.lists; i++) {
        gc_sparse_priv_save_list head;
        if (!gc_sparse_priv_take_head(in, &head, 4)) return false;
        if (head.include == 0 || head.include > head.columns || head.include > GC_SPARSE_TERMS) return false;
        if (head.columns - head.include > GC_SPARSE_TERMS || head.excluded > GC_SPARSE_TERMS) return false;
        if (!gc_sparse_priv_take(in, head.columns + head.excluded, 4)) return false;
        if (!gc_sparse_priv_take(in, head.length, 4)) return false;
    }

    load->commands = in->at;
    for (uint32_t i = 0; i < load->head.commands; i++) {
        gc_sparse_priv_save_commands head;
        if (!gc_sparse_priv_take_head(in, &head, 8)) return false;
        bool sound = head.number < GC_SPARSE_PRIV_TEMPORARY &&
                     head.resolved_number < GC_SPARSE_PRIV_TEMPORARY &&
                     head.created_first <= GC_SPARSE_PRIV_MOST_CREATED;
        if (!sound || !gc_sparse_priv_take(in, head.resolved_count, 8)) return false;
    }
    return in->left == 0;
}

// Judges all of it; the world is read alone.
static int gc_sparse_priv_judge(const gc_sparse_world *world, gc_sparse_priv_load *load, const char *bytes,
                                size_t size) {
    gc_sparse_priv_in in = { bytes, size };
    int error = gc_sparse_priv_load_head(load, &in);
    if (error != GC_SPARSE_OK) return error;
    if (!gc_sparse_priv_load_slots(load, &in)) return GC_SPARSE_E_DATA;
    if (load->head.slot_count > world->max_slots) return GC_SPARSE_E_FULL;
    size_t words = load->head.slot_count / 64 + 1, types = load->head.types;
#ifdef GC_SPARSE_FIELDS
    if (types > size / sizeof(gc_sparse_priv_save_type)) return GC_SPARSE_E_DATA;
    types += world->look.type_count;
#else
    if (types > world->look.type_count) return GC_SPARSE_E_TYPE;
#endif

    // One block for the types and the bits.
    load->bytes = words * sizeof(uint64_t) + types * sizeof *load->types;
    load->bits = (uint64_t *)gc_sparse_priv_alloc(world, load->bytes);
    if (!load->bits) return GC_SPARSE_E_MEMORY;
    load->types = (gc_sparse_priv_saved *)(void *)(load->bits + words);
    load->type_count = load->head.types;
    memset(load->types, 0, types * sizeof *load->types);

    uint32_t order = gc_sparse_priv_read32(bytes + 12) & 255;
    for (uint32_t i = 0; i < load->head.types && error == GC_SPARSE_OK; i++) {
        error = gc_sparse_priv_load_type(world, load, i, &in, order);
    }
    if (error == GC_SPARSE_OK && !gc_sparse_priv_load_rest(load, &in)) error = GC_SPARSE_E_DATA;
    return error;
}

// Room for all of it.
static bool gc_sparse_priv_load_room(gc_sparse_world *world, const gc_sparse_priv_load *load) {
    if (!gc_sparse_priv_grow_entities(world, load->head.slot_count)) return false;
    if (!gc_sparse_priv_grow_masks(world, load->head.slot_count)) return false;
    for (uint32_t i = 0; i < load->type_count; i++) {
        const gc_sparse_priv_saved *type = &load->types[i];
        gc_sparse_pool *pool = type->pool;
        const char *slots = type->slots;
        if (!pool) continue;
        if (type->resource && !gc_sparse_priv_make_resource(world, pool)) return false;
        for (uint32_t row = 0; row < type->count && GC_SPARSE_PRIV_DIRECT(pool); row++, slots += 4) {
            if (!gc_sparse_priv_grow_page(world, pool, gc_sparse_priv_read32(slots))) return false;
        }
        if (GC_SPARSE_PRIV_DIRECT(pool)) continue;
        if (!gc_sparse_priv_grow_index(world, pool, type->end, type->count)) return false;
        if (!gc_sparse_priv_grow_rows(world, pool, type->count)) return false;
    }

#ifndef GC_SPARSE_NO_COMMANDS
    const char *at = load->commands;
    for (uint32_t i = 0; i < load->head.commands; i++) {
        gc_sparse_priv_save_commands head;
        gc_sparse_priv_words(&head, at, 8);
        if (!gc_sparse_priv_commands_room(world, head.system, head.part, head.resolved_count)) return false;
        at += sizeof head + (size_t)head.resolved_count * 8;
    }
#endif
    return true;
}

// n components, from a file to where they stand one after the other. Native bytes stay where
// they are, but for padding.
static void gc_sparse_priv_load_components(const gc_sparse_priv_saved *type, char *to, const char *from,
                                           uint32_t n) {
    const gc_sparse_pool *pool = type->pool;
    const uint16_t *map = pool->fields ? pool->fields->map : NULL;
    size_t bytes = (size_t)n * pool->size;
    if (bytes == 0) return;
#ifdef GC_SPARSE_FIELDS
    if (type->past) {
        gc_sparse_priv_load_past(type, to, from, n);
        return;
    }
#endif
    if (!map) {
        memcpy(to, from, bytes);
        return;
    }
    memset(to, 0, bytes);
    for (uint32_t row = 0; row < n; row++, to += pool->size, from += pool->size) {
        for (uint32_t i = 0; i < pool->size; i++) {
            if (map[i] != GC_SPARSE_PRIV_PADDING) to[map[i]] = from[type->native ? map[i] : i];
        }
    }
}

// The rows of a type, into its empty pool; and its resource.
static void gc_sparse_priv_load_pool(const gc_sparse_priv_saved *type) {
    gc_sparse_pool *pool = type->pool;
    pool->count = type->count;

    for (uint32_t row = 0; row < type->count; row++) {
        uint32_t slot = gc_sparse_priv_read32(type->slots + (size_t)row * 4);
        if (GC_SPARSE_PRIV_DIRECT(pool)) {
            const char *from = type->components + (size_t)row * type->size;
            pool->words[slot >> 6] |= (uint64_t)1 << (slot & 63);
            gc_sparse_priv_load_components(type, gc_sparse_priv_row(pool, slot), from, 1);
        } else {
            pool->dense[row] = slot;
            gc_sparse_priv_set_row(pool, slot, row);
        }
    }
    if (!GC_SPARSE_PRIV_DIRECT(pool)) {
        gc_sparse_priv_load_components(type, (char *)pool->column, type->components, type->count);
    }
    if (!type->resource) return;
    gc_sparse_priv_load_components(type, (char *)pool->resource, type->resource, 1);
}

#ifndef GC_SPARSE_NO_GROUPS
// Groups are filled, which moves nothing where they were the same; then the lists, first in
// their saved order. Slots that do not match are left out, those that are missing come last.
static void gc_sparse_priv_load_kept(const gc_sparse_world *world, const gc_sparse_priv_load *load) {
    const char *at = load->lists;
    gc_sparse_priv_all_unknown(world);
    for (gc_sparse_priv_kept *group = world->groups; group; group = group->next) {
        gc_sparse_priv_fill_group(world, group);
    }

    for (uint32_t list = 0; list < load->head.lists; list++) {
        gc_sparse_priv_kept *kept = world->caches;
        gc_sparse_query_desc of;
        gc_sparse_priv_save_list head;
        gc_sparse_priv_words(&head, at, 4);
        memset(&of, 0, sizeof of);
        uint32_t length = head.length, terms = head.columns + head.excluded;

        bool known = true;
        for (uint32_t i = 0; i < terms; i++) {
            uint32_t number = gc_sparse_priv_read32(at + 16 + (size_t)i * 4) - 1;
            known = known && number < load->head.types;
            gc_sparse_pool *pool = known ? load->types[number].pool : NULL;
            known = pool != NULL;
            if (!known) continue;
            if (i < head.include) of.include[i].index = pool->index;
            else if (i < head.columns) of.optional[i - head.include].index = pool->index;
            else of.exclude[i - head.columns].index = pool->index;
        }
        at += 16 + (size_t)(terms + terms % 2) * 4;

        const gc_sparse_priv_kept *same = known ? gc_sparse_priv_same_kept(&of, kept) : NULL;
        while (kept != same) kept = kept->next;
        for (uint32_t i = 0; kept && i < length; i++) {
            uint32_t slot = gc_sparse_priv_read32(at + (size_t)i * 4);
            if (slot >= load->head.slot_count || !gc_sparse_priv_matches(world, kept, slot)) continue;
            if (gc_sparse_priv_place_of(kept, slot) == 0) gc_sparse_priv_list(kept, slot);
        }
        at += ((size_t)length + length % 2) * 4;
    }
    for (gc_sparse_priv_kept *kept = world->caches; kept; kept = kept->next) {
        gc_sparse_priv_fill_list(world, kept);
    }
}
#endif

#ifndef GC_SPARSE_NO_COMMANDS
static void gc_sparse_priv_load_commands(gc_sparse_world *world, const gc_sparse_priv_load *load) {
    // Those that the save has keep their numbers.
    const char *at = load->commands;
    for (uint32_t c = 0; c < world->commands_count; c++) world->commands[c]->created_count = 1;
    for (uint32_t i = 0; i < load->head.commands; i++) {
        gc_sparse_priv_save_commands head;
        gc_sparse_priv_words(&head, at, 8);
        uint32_t position = gc_sparse_priv_position(world, head.system, head.part);
        gc_sparse_commands *commands = world->commands[position];
        gc_sparse_priv_forget(commands, head.number, head.created_first);
        commands->resolved_number = head.resolved_number;
        commands->resolved_first = head.resolved_first;
        commands->resolved_count = head.resolved_count;
        gc_sparse_priv_read_ids(commands->resolved, at + sizeof head, head.resolved_count);
        at += sizeof head + (size_t)head.resolved_count * 8;
    }

    // The others are as if they were made next.
    world->next_number = load->head.next_number;
    for (uint32_t c = 0; c < world->commands_count; c++) {
        gc_sparse_commands *commands = world->commands[c];
        if (commands->created_count) gc_sparse_priv_forget(commands, gc_sparse_priv_new_number(world), 0);
    }
}
#endif

static void gc_sparse_priv_free_load(const gc_sparse_world *world, const gc_sparse_priv_load *load) {
#ifdef GC_SPARSE_FIELDS
    gc_sparse_priv_free_pasts(world, load);
#endif
    gc_sparse_priv_free(world, load->bits, load->bytes);
}

GC_SPARSE_API int gc_sparse_load(gc_sparse_world *world, const void *bytes, size_t size) {
    gc_sparse_priv_load load;
    if (GC_SPARSE_PRIV_MISUSE(!world || !bytes, "gc_sparse_load: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;

    // All that can fail comes first.
    memset(&load, 0, sizeof load);
    gc_sparse_world *before = NULL;     // what it is now, where changes are told
    int error = gc_sparse_priv_judge(world, &load, (const char *)bytes, size);
    if (error == GC_SPARSE_OK && world->journals) {
        before = gc_sparse_open_like(world, &error);
        if (before) error = gc_sparse_copy(before, world);
    }
    if (error == GC_SPARSE_OK) {
        world->look.version++;      // columns may move
        if (!gc_sparse_priv_load_room(world, &load)) error = GC_SPARSE_E_MEMORY;
    }
    if (error != GC_SPARSE_OK) {
        gc_sparse_priv_free_load(world, &load);
        gc_sparse_close(before);
        return error;
    }

    // The table.
    uint32_t old = world->look.slot_count;
    gc_sparse_priv_empty(world);
    gc_sparse_priv_read_ids(world->look.entities, load.entities, load.head.slot_count);
    world->look.slot_count = load.head.slot_count;
    world->first_generation = load.head.first_generation;
    world->shift = load.head.shift;
    world->last_generation = load.head.shift ? load.head.shift : GC_SPARSE_PRIV_LAST_GENERATION;
    world->free_head = load.head.free_head;
    world->free_count = load.free_count;
    world->alive = load.alive;
    world->retired = load.retired;
    world->skipped = load.head.skipped[0] | (uint64_t)load.head.skipped[1] << 32;

    // Components and resources, then what is made of them.
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        gc_sparse_pool *pool = &world->look.pools[t];
        if (pool->resource && pool->size && !pool->transient) memset(pool->resource, 0, pool->size);
    }
    world->busy = true;     // for the hook of gc_sparse_migrate
    for (uint32_t i = 0; i < load.type_count; i++) {
        if (load.types[i].pool) gc_sparse_priv_load_pool(&load.types[i]);
    }
    world->busy = false;
    gc_sparse_priv_make_masks(world, old > load.head.slot_count ? old : load.head.slot_count);
    gc_sparse_priv_load_kept(world, &load);
    if (world->tree) gc_sparse_priv_judge_tree(world);
    gc_sparse_priv_link_pairs(world);
    for (uint32_t t = 1; t <= world->look.type_count; t++) {
        gc_sparse_priv_mark_all(&world->look.pools[t]);
        if (before) gc_sparse_priv_report_copied(&world->look.pools[t], &before->look.pools[t]);
    }
    gc_sparse_close(before);
#ifndef GC_SPARSE_NO_COMMANDS
    gc_sparse_priv_load_commands(world, &load);
#endif
    gc_sparse_priv_free_load(world, &load);
    return GC_SPARSE_OK;
}
#endif

// >>shapes descriptions of components: what they are made of, and where

#ifdef GC_SPARSE_FIELDS
// Text that is written as far as there is room; its whole length is counted.
typedef struct gc_sparse_priv_text {
    char *to;
    size_t capacity, size;
} gc_sparse_priv_text;

static void gc_sparse_priv_say_char(gc_sparse_priv_text *text, char c) {
    if (text->size < text->capacity) text->to[text->size] = c;
    text->size++;
}

static void gc_sparse_priv_say(gc_sparse_priv_text *text, const char *words) {
    while (*words) gc_sparse_priv_say_char(text, *words++);
}

static void gc_sparse_priv_say_number(gc_sparse_priv_text *text, uint64_t number, unsigned base) {
    char digits[20];
    int n = 0;
    do digits[n++] = "0123456789abcdef"[number % base]; while ((number /= base) != 0);
    while (n > 0) gc_sparse_priv_say_char(text, digits[--n]);
}

// Ends a text of the user's, for which a 0 is needed.
static size_t gc_sparse_priv_said(const gc_sparse_priv_text *text) {
    if (text->capacity) text->to[text->size < text->capacity ? text->size : text->capacity - 1] = 0;
    return text->size;
}

// A walk over the fields of a shape: name, offset and number of each in turn.
typedef struct gc_sparse_priv_leaves {
    char path[128], last[128];      // of the present field, and of the one before
    gc_sparse_priv_text name;
    gc_sparse_field field;
    uint32_t end;           // of the one before
    bool sound;             // they stand in their order, none within another, and names fit
    void (*each)(struct gc_sparse_priv_leaves *leaves);
    void *to;
} gc_sparse_priv_leaves;

static void gc_sparse_priv_walk_shape(gc_sparse_priv_leaves *leaves, const gc_sparse_shape *shape,
                                      uint32_t at) {
    for (uint32_t i = 0; i < shape->count && leaves->sound; i++) {
        const gc_sparse_member *member = &shape->members[i];
        const gc_sparse_shape *of = member->shape();
        uint32_t count = member->bytes / of->size, offset = at + (uint32_t)member->at;
        size_t before = leaves->name.size;
        if (before) gc_sparse_priv_say_char(&leaves->name, '.');
        gc_sparse_priv_say(&leaves->name, member->name);

        // A struct's fields in its place, and those of an array of structs each by its index.
        size_t stem = leaves->name.size;
        bool is_struct = of->is == GC_SPARSE_IS_STRUCT;
        for (uint32_t k = 0; is_struct && k < count; k++) {
            if (count > 1) {
                gc_sparse_priv_say_char(&leaves->name, '[');
                gc_sparse_priv_say_number(&leaves->name, k, 10);
                gc_sparse_priv_say_char(&leaves->name, ']');
            }
            gc_sparse_priv_walk_shape(leaves, of, offset + k * of->size);
            leaves->name.size = stem;
        }

        if (!is_struct) {
            gc_sparse_field field = { leaves->path, of, offset, count };
            leaves->field = field;
            leaves->sound = offset >= leaves->end && stem < sizeof leaves->path;
            if (leaves->sound) leaves->path[stem] = 0;
            if (leaves->sound) leaves->each(leaves);
            leaves->end = offset + member->bytes;
        }
        leaves->name.size = before;
    }
}

// Calls each(leaves), with leaves->field and leaves->to, for each field; false: not sound.
static bool gc_sparse_priv_each_leaf(const gc_sparse_shape *shape, gc_sparse_priv_leaves *leaves,
                                     void (*each)(gc_sparse_priv_leaves *), void *to) {
    memset(leaves, 0, sizeof *leaves);
    leaves->name.to = leaves->path;
    leaves->name.capacity = sizeof leaves->path;
    leaves->sound = shape->is == GC_SPARSE_IS_STRUCT;
    leaves->each = each;
    leaves->to = to;
    gc_sparse_priv_walk_shape(leaves, shape, 0);
    return leaves->sound && leaves->end <= shape->size;
}

// What a description holds: counted first, then written to one block.
typedef struct gc_sparse_priv_shaping {
    gc_sparse_priv_fields *fields;          // NULL: they are counted
    uint32_t count, ids;
    char *names;                            // where the next name goes
    size_t name_bytes;
    gc_sparse_priv_text text;               // as a save has it: "now i4@0;most i4@4;name c1@8*8;"
} gc_sparse_priv_shaping;

static void gc_sparse_priv_shape_leaf(gc_sparse_priv_leaves *leaves) {
    gc_sparse_priv_shaping *to = (gc_sparse_priv_shaping *)leaves->to;
    const gc_sparse_field *field = &leaves->field;
    bool id = field->shape->is == GC_SPARSE_IS_ID;
    size_t length = strlen(field->name) + 1;
    gc_sparse_priv_say(&to->text, field->name);
    gc_sparse_priv_say_char(&to->text, ' ');
    gc_sparse_priv_say_char(&to->text, (char)field->shape->is);
    gc_sparse_priv_say_number(&to->text, field->shape->size, 10);
    gc_sparse_priv_say_char(&to->text, '@');
    gc_sparse_priv_say_number(&to->text, field->offset, 10);
    if (field->count > 1) gc_sparse_priv_say_char(&to->text, '*');
    if (field->count > 1) gc_sparse_priv_say_number(&to->text, field->count, 10);
    gc_sparse_priv_say_char(&to->text, ';');

    if (to->fields) {
        gc_sparse_field *put = &to->fields->list[to->count];
        *put = *field;
        put->name = (const char *)memcpy(to->names, field->name, length);
        to->names += length;

        // Its bytes, the lowest of each word first; ids are two words.
        uint32_t word = id ? 4 : field->shape->size, end = field->offset + field->count * field->shape->size;
        bool big = gc_sparse_priv_big_endian();
        for (uint32_t at = field->offset; at < end; at++) {
            to->fields->map[at] = (uint16_t)(big ? field->offset + ((at - field->offset) ^ (word - 1)) : at);
        }
        for (uint32_t k = 0; id && k < field->count; k++) {
            to->fields->ids[to->ids + k] = (uint16_t)(field->offset + k * field->shape->size);
        }
    }
    to->count++;
    to->ids += id ? field->count : 0;
    to->name_bytes += length;
}

GC_SPARSE_API int gc_sparse_describe_as(gc_sparse_world *world, gc_sparse_type type,
                                        const gc_sparse_shape *shape) {
    if (GC_SPARSE_PRIV_MISUSE(!world || !shape, "gc_sparse_describe_as: NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    gc_sparse_pool *pool = gc_sparse_priv_pool(world, type);
    if (GC_SPARSE_PRIV_MISUSE(!pool, "gc_sparse_describe_as: no such type")) return GC_SPARSE_E_TYPE;

    gc_sparse_priv_leaves leaves;
    gc_sparse_priv_shaping to;
    memset(&to, 0, sizeof to);
    bool sound = shape->size == pool->size && pool->size < GC_SPARSE_PRIV_PADDING;
    sound = sound && gc_sparse_priv_each_leaf(shape, &leaves, gc_sparse_priv_shape_leaf, &to);
    GC_SPARSE_ASSERT(sound && "gc_sparse_describe_as: another size, or fields that are not in their order");
    if (!sound) return GC_SPARSE_E_ARGUMENT;

    // One block: the list, ids and map, names, the text.
    size_t list = to.count * sizeof(gc_sparse_field), words = (to.ids + pool->size) * sizeof(uint16_t);
    size_t bytes = sizeof(gc_sparse_priv_fields) + list + words + to.name_bytes + to.text.size + 1;
    gc_sparse_priv_fields *fields = (gc_sparse_priv_fields *)gc_sparse_priv_alloc(world, bytes);
    if (!fields) return GC_SPARSE_E_MEMORY;
    fields->bytes = bytes;
    fields->shape = shape;
    fields->list = (gc_sparse_field *)(void *)(fields + 1);
    fields->count = to.count;
    fields->ids = (uint16_t *)(void *)(fields->list + to.count);
    fields->id_count = to.ids;
    fields->map = fields->ids + to.ids;
    for (uint32_t i = 0; i < pool->size; i++) fields->map[i] = GC_SPARSE_PRIV_PADDING;

    size_t name_bytes = to.name_bytes, length = to.text.size;
    memset(&to, 0, sizeof to);
    to.fields = fields;
    to.names = (char *)(fields->map + pool->size);
    to.text.to = fields->text = to.names + name_bytes;
    to.text.capacity = length + 1;
    gc_sparse_priv_each_leaf(shape, &leaves, gc_sparse_priv_shape_leaf, &to);
    fields->text[length] = 0;

    // Components that are in a file as they are in memory are copied whole.
    bool differs = false;
    for (uint32_t i = 0; i < pool->size; i++) differs = differs || fields->map[i] != i;
    if (!differs) fields->map = NULL;
    gc_sparse_priv_free_fields(world, pool->fields);
    pool->fields = fields;
    return GC_SPARSE_OK;
}

GC_SPARSE_API bool gc_sparse_field_at(const gc_sparse_world *world, gc_sparse_type type, uint32_t n,
                                      gc_sparse_field *out) {
    const gc_sparse_pool *pool = world ? gc_sparse_priv_pool(world, type) : NULL;
    if (GC_SPARSE_PRIV_MISUSE(!pool || !out, "gc_sparse_field_at: NULL, or no such type")) return false;
    if (!pool->fields || n >= pool->fields->count) return false;
    *out = pool->fields->list[n];
    return true;
}

// The hole in front of a field, or of the end.
static void gc_sparse_priv_say_hole(gc_sparse_priv_leaves *leaves) {
    gc_sparse_priv_text *text = (gc_sparse_priv_text *)leaves->to;
    if (leaves->field.offset > leaves->end) {
        if (text->size) gc_sparse_priv_say(text, ", ");
        gc_sparse_priv_say_number(text, leaves->field.offset - leaves->end, 10);
        gc_sparse_priv_say(text, leaves->end ? " behind " : " at the begin");
        if (leaves->end) gc_sparse_priv_say(text, leaves->last);
    }
    memcpy(leaves->last, leaves->path, sizeof leaves->path);
}

GC_SPARSE_API size_t gc_sparse_holes(const gc_sparse_shape *shape, char *out, size_t capacity) {
    gc_sparse_priv_text text = { out, capacity, 0 };
    gc_sparse_priv_leaves leaves;
    bool sound = shape && gc_sparse_priv_each_leaf(shape, &leaves, gc_sparse_priv_say_hole, &text);
    GC_SPARSE_ASSERT(sound && "gc_sparse_holes: NULL, or fields that are not in their order");
    if (!sound) return 0;
    leaves.field.offset = shape->size;
    gc_sparse_priv_say_hole(&leaves);
    return gc_sparse_priv_said(&text);
}

// >>words values as text

// The bits of a number, from its bytes; of a signed one sign-extended.
static uint64_t gc_sparse_priv_bits_of(const gc_sparse_shape *shape, const void *from) {
    uint64_t bits = 0;
    uint8_t one;
    uint16_t two;
    uint32_t four;
    switch (shape->size) {
    case 1: memcpy(&one, from, 1); bits = one; break;
    case 2: memcpy(&two, from, 2); bits = two; break;
    case 4: memcpy(&four, from, 4); bits = four; break;
    default: memcpy(&bits, from, 8); break;
    }

    uint64_t sign = (uint64_t)1 << (shape->size * 8 - 1);
    return shape->is == GC_SPARSE_IS_INT ? (bits ^ sign) - sign : bits;
}

// Whole numbers of up to 1,300 bits, the lowest word first.
typedef struct gc_sparse_priv_whole {
    uint32_t n, words[41];
} gc_sparse_priv_whole;

static void gc_sparse_priv_whole_set(gc_sparse_priv_whole *x, uint64_t value) {
    x->words[0] = (uint32_t)(value & UINT32_MAX);
    x->words[1] = (uint32_t)(value >> 32);
    x->n = x->words[1] ? 2 : x->words[0] ? 1 : 0;
}

static void gc_sparse_priv_whole_times(gc_sparse_priv_whole *x, uint32_t by) {
    uint64_t carry = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        carry += (uint64_t)x->words[i] * by;
        x->words[i] = (uint32_t)(carry & UINT32_MAX);
        carry >>= 32;
    }
    if (carry) x->words[x->n++] = (uint32_t)carry;
}

// Times 2^two * 10^ten.
static void gc_sparse_priv_whole_scale(gc_sparse_priv_whole *x, int two, int ten) {
    for (; two >= 31; two -= 31) gc_sparse_priv_whole_times(x, 1u << 31);
    if (two > 0) gc_sparse_priv_whole_times(x, 1u << two);
    for (; ten >= 9; ten -= 9) gc_sparse_priv_whole_times(x, 1000000000u);
    for (; ten > 0; ten--) gc_sparse_priv_whole_times(x, 10);
}

static int gc_sparse_priv_whole_compare(const gc_sparse_priv_whole *a, const gc_sparse_priv_whole *b) {
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (uint32_t i = a->n; i-- > 0; ) {
        if (a->words[i] != b->words[i]) return a->words[i] < b->words[i] ? -1 : 1;
    }
    return 0;
}

// x + y compared with z.
static int gc_sparse_priv_whole_sum(const gc_sparse_priv_whole *x, const gc_sparse_priv_whole *y,
                                    const gc_sparse_priv_whole *z) {
    gc_sparse_priv_whole sum;
    uint64_t carry = 0;
    sum.n = x->n > y->n ? x->n : y->n;
    for (uint32_t i = 0; i < sum.n; i++) {
        carry += (uint64_t)(i < x->n ? x->words[i] : 0) + (i < y->n ? y->words[i] : 0);
        sum.words[i] = (uint32_t)(carry & UINT32_MAX);
        carry >>= 32;
    }
    if (carry) sum.words[sum.n++] = (uint32_t)carry;
    return gc_sparse_priv_whole_compare(&sum, z);
}

static void gc_sparse_priv_whole_less(gc_sparse_priv_whole *x, const gc_sparse_priv_whole *y) {
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        uint64_t left = (uint64_t)x->words[i] - (i < y->n ? y->words[i] : 0) - borrow;
        x->words[i] = (uint32_t)(left & UINT32_MAX);
        borrow = left >> 63;
    }
    while (x->n && x->words[x->n - 1] == 0) x->n--;
}

// The digits of r / s, which is below 1, and the ends of its interval; all times 10 fit.
static int gc_sparse_priv_digits_64(uint64_t r, uint64_t s, uint64_t up, uint64_t down, bool even,
                                    char *digits) {
    for (int n = 0; ; ) {
        r *= 10;
        up *= 10;
        down *= 10;
        char digit = (char)('0' + (char)(r / s));
        r %= s;
        bool low = r < down || (even && r == down), above = r + up > s || (even && r + up == s);
        if (above && (!low || r + r > s || (r + r == s && (digit & 1)))) digit++;
        digits[n++] = digit;
        if (low || above) return n;
    }
}

// The digits of m * 2^e, m above 0, as few as read back equal, of these the nearest, or even
// (Steele and White, "How to print floating-point numbers accurately", 1990); narrow: what lies
// below it is half as far away. Returns their number; the point is in front of digits[*point].
static int gc_sparse_priv_digits(uint64_t m, int e, bool narrow, char *digits, int *point) {
    int high = 0, n = 0;
    while (m >> high > 1) high++;
    int k = (int)(((int64_t)(high + e) * 20201781 + ((int64_t)400 << 26)) >> 26) - 400 + 1;

    // The number is r / s * 10^k, half the way to its neighbours up / s and down / s. Numbers
    // of usual size have room in 64 bits.
    int shift = narrow ? 2 : 1, tens = ((k < 0 ? -k : k) * 10 + 2) / 3;
    if (high + shift + (e > 0 ? e : 0) + (k < 0 ? tens : 0) < 58 &&
        shift + (e < 0 ? -e : 0) + (k > 0 ? tens : 0) < 58) {
        uint64_t ten = 1;
        for (int i = k < 0 ? -k : k; i > 0; i--) ten *= 10;

        uint64_t small_r = (m << (shift + (e > 0 ? e : 0))) * (k < 0 ? ten : 1);
        uint64_t small_s = ((uint64_t)1 << (shift + (e < 0 ? -e : 0))) * (k > 0 ? ten : 1);
        uint64_t below = ((uint64_t)1 << (e > 0 ? e : 0)) * (k < 0 ? ten : 1), beyond = below << (shift - 1);
        bool is_even = (m & 1) == 0;
        *point = k;
        if (small_r + beyond > small_s || (is_even && small_r + beyond == small_s)) {
            small_s *= 10;
            (*point)++;
        }
        if (small_s <= UINT64_MAX / 20) {
            return gc_sparse_priv_digits_64(small_r, small_s, beyond, below, is_even, digits);
        }
    }
    gc_sparse_priv_whole r, s, up, down;
    gc_sparse_priv_whole_set(&r, m);
    gc_sparse_priv_whole_set(&s, 1);
    gc_sparse_priv_whole_set(&up, 1);
    gc_sparse_priv_whole_set(&down, 1);
    gc_sparse_priv_whole_scale(&r, shift + (e > 0 ? e : 0), k < 0 ? -k : 0);
    gc_sparse_priv_whole_scale(&s, shift + (e < 0 ? -e : 0), k > 0 ? k : 0);
    gc_sparse_priv_whole_scale(&up, shift - 1 + (e > 0 ? e : 0), k < 0 ? -k : 0);
    gc_sparse_priv_whole_scale(&down, e > 0 ? e : 0, k < 0 ? -k : 0);

    // Of a tie the even number is read, so the ends of its interval are its own if it is even.
    int own = (m & 1) == 0 ? 0 : 1;
    while (gc_sparse_priv_whole_sum(&r, &up, &s) >= own) {
        gc_sparse_priv_whole_times(&s, 10);
        k++;
    }
    for (bool end = false; !end; ) {
        gc_sparse_priv_whole_times(&r, 10);
        gc_sparse_priv_whole_times(&up, 10);
        gc_sparse_priv_whole_times(&down, 10);
        char digit = '0';
        for (; gc_sparse_priv_whole_compare(&r, &s) >= 0; digit++) gc_sparse_priv_whole_less(&r, &s);
        bool low = gc_sparse_priv_whole_compare(&r, &down) <= -own;
        bool above = gc_sparse_priv_whole_sum(&r, &up, &s) >= own;
        end = low || above;
        int half = gc_sparse_priv_whole_sum(&r, &r, &s);
        if (above && (!low || half > 0 || (half == 0 && (digit & 1)))) digit++;
        digits[n++] = digit;
    }
    *point = k;
    return n;
}

// A float of either size, whose bits are given.
static void gc_sparse_priv_say_real(gc_sparse_priv_text *text, uint64_t bits, bool wide) {
    int width = wide ? 52 : 23, most = wide ? 2047 : 255, point = 0;
    uint64_t m = bits & (((uint64_t)1 << width) - 1);
    int e = (int)(bits >> width) & most;
    if (bits >> (wide ? 63 : 31)) gc_sparse_priv_say_char(text, '-');
    if (e == most) {
        gc_sparse_priv_say(text, m ? "nan(0x" : "inf");
        if (m) gc_sparse_priv_say_number(text, m, 16);
        if (m) gc_sparse_priv_say_char(text, ')');
        return;
    }
    if (e == 0 && m == 0) {
        gc_sparse_priv_say_char(text, '0');
        return;
    }

    // Plain from 0.00001 to 21 digits, else with an exponent.
    char digits[24];
    bool narrow = m == 0 && e > 1;
    if (e) m |= (uint64_t)1 << width;
    int n = gc_sparse_priv_digits(m, (e ? e : 1) - most / 2 - width, narrow, digits, &point);
    int exponent = point < -4 || point > 21 ? point - 1 : 0;
    if (exponent) point = 1;
    if (point <= 0) gc_sparse_priv_say(text, "0.");
    for (int i = point; i < 0; i++) gc_sparse_priv_say_char(text, '0');
    for (int i = 0; i < n || i < point; i++) {
        if (i == point && point > 0) gc_sparse_priv_say_char(text, '.');
        gc_sparse_priv_say_char(text, i < n ? digits[i] : '0');
    }
    if (!exponent) return;
    gc_sparse_priv_say(text, exponent < 0 ? "e-" : "e+");
    gc_sparse_priv_say_number(text, (uint64_t)(exponent < 0 ? -exponent : exponent), 10);
}

// A text up to its last byte that is not 0.
static void gc_sparse_priv_say_chars(gc_sparse_priv_text *text, const char *from, uint32_t n) {
    while (n > 0 && from[n - 1] == 0) n--;
    gc_sparse_priv_say_char(text, '"');
    for (uint32_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)from[i];
        if (c == '"' || c == '\\') gc_sparse_priv_say_char(text, '\\');
        if (c >= ' ' && c < 127) {
            gc_sparse_priv_say_char(text, (char)c);
        } else {
            gc_sparse_priv_say(text, c < 16 ? "\\x0" : "\\x");
            gc_sparse_priv_say_number(text, c, 16);
        }
    }
    gc_sparse_priv_say_char(text, '"');
}

// One element of a field.
static void gc_sparse_priv_say_value(gc_sparse_priv_text *text, const gc_sparse_shape *shape,
                                     const char *from) {
    if (shape->is == GC_SPARSE_IS_ID) {
        gc_sparse_id id;
        memcpy(&id, from, sizeof id);
        gc_sparse_priv_say_number(text, id.slot, 10);
        gc_sparse_priv_say_char(text, ':');
        gc_sparse_priv_say_number(text, id.generation, 10);
        return;
    }
    if (shape->is == GC_SPARSE_IS_CHAR) {
        gc_sparse_priv_say_chars(text, from, 1);
        return;
    }

    uint64_t bits = gc_sparse_priv_bits_of(shape, from);
    for (uint32_t i = 0; i < shape->count; i++) {
        if (shape->members[i].at != (int64_t)bits) continue;
        gc_sparse_priv_say(text, shape->members[i].name);
        return;
    }
    if (shape->is == GC_SPARSE_IS_FLOAT) {
        gc_sparse_priv_say_real(text, bits, shape->size == 8);
    } else if (shape->is == GC_SPARSE_IS_BOOL && bits < 2) {
        gc_sparse_priv_say(text, bits ? "true" : "false");
    } else {
        bool negative = shape->is == GC_SPARSE_IS_INT && bits >> 63;
        if (negative) gc_sparse_priv_say_char(text, '-');
        gc_sparse_priv_say_number(text, negative ? 0 - bits : bits, 10);
    }
}

GC_SPARSE_API size_t gc_sparse_field_text(const gc_sparse_field *field, const void *component, char *out,
                                          size_t capacity) {
    gc_sparse_priv_text text = { out, capacity, 0 };
    bool sound = field && field->shape && field->shape->is != GC_SPARSE_IS_STRUCT && component;
    GC_SPARSE_ASSERT(sound && "gc_sparse_field_text: NULL, or not of gc_sparse_field_at");
    if (!sound) return 0;
    const char *from = (const char *)component + field->offset;
    if (field->shape->is == GC_SPARSE_IS_CHAR) {
        gc_sparse_priv_say_chars(&text, from, field->count);
        return gc_sparse_priv_said(&text);
    }

    if (field->count > 1) gc_sparse_priv_say_char(&text, '[');
    for (uint32_t i = 0; i < field->count; i++, from += field->shape->size) {
        if (i) gc_sparse_priv_say(&text, ", ");
        gc_sparse_priv_say_value(&text, field->shape, from);
    }
    if (field->count > 1) gc_sparse_priv_say_char(&text, ']');
    return gc_sparse_priv_said(&text);
}

// >>difference two worlds in words

// What is told: of which component, in which words.
typedef struct gc_sparse_priv_telling {
    void (*tell)(void *user, gc_sparse_id id, gc_sparse_type type, const char *words);
    void *user;
    gc_sparse_id id;
    gc_sparse_type type;
    const char *name;       // of the type; NULL: of the entity itself
    size_t count;
    char words[640];
    gc_sparse_priv_text text;
} gc_sparse_priv_telling;

static void gc_sparse_priv_tell_of(gc_sparse_priv_telling *to, gc_sparse_id id, const gc_sparse_pool *pool) {
    to->id = id;
    to->type.index = pool ? pool->index : 0;
    to->name = pool ? pool->name : NULL;
}

// "entity 12: Health", or "resource Health".
static gc_sparse_priv_text *gc_sparse_priv_tell_begin(gc_sparse_priv_telling *to) {
    to->text.to = to->words;
    to->text.capacity = sizeof to->words;
    to->text.size = 0;
    gc_sparse_priv_say(&to->text, to->id.generation ? "entity " : "resource ");
    if (to->id.generation) gc_sparse_priv_say_number(&to->text, to->id.slot, 10);
    if (to->id.generation) gc_sparse_priv_say(&to->text, ": ");
    if (to->name) gc_sparse_priv_say(&to->text, to->name);
    return &to->text;
}

static void gc_sparse_priv_tell_end(gc_sparse_priv_telling *to, const char *words) {
    gc_sparse_priv_say(&to->text, words);
    gc_sparse_priv_said(&to->text);
    to->count++;
    to->tell(to->user, to->id, to->type, to->words);
}

static void gc_sparse_priv_tell_only(gc_sparse_priv_telling *to, bool first) {
    gc_sparse_priv_text *text = gc_sparse_priv_tell_begin(to);
    gc_sparse_priv_say(text, to->name ? " only in" : "only in");
    gc_sparse_priv_tell_end(to, first ? " the first world" : " the second world");
}

// Some elements of a field, of both worlds.
static void gc_sparse_priv_tell_values(gc_sparse_priv_telling *to, const gc_sparse_field *field,
                                       uint32_t index, uint32_t count, const char *a, const char *b) {
    gc_sparse_field part = { field->name, field->shape, field->offset + index * field->shape->size, count };
    gc_sparse_priv_text *text = gc_sparse_priv_tell_begin(to);
    gc_sparse_priv_say_char(text, '.');
    gc_sparse_priv_say(text, field->name);
    if (count < field->count) {
        gc_sparse_priv_say_char(text, '[');
        gc_sparse_priv_say_number(text, index, 10);
        gc_sparse_priv_say_char(text, ']');
    }

    char value[160];
    gc_sparse_field_text(&part, a, value, sizeof value);
    gc_sparse_priv_say_char(text, ' ');
    gc_sparse_priv_say(text, value);
    gc_sparse_field_text(&part, b, value, sizeof value);
    gc_sparse_priv_say(text, ", not ");
    gc_sparse_priv_tell_end(to, value);
}

// A component that both worlds have.
static void gc_sparse_priv_tell_component(gc_sparse_priv_telling *to, const gc_sparse_pool *pool,
                                          const char *a, const char *b) {
    const gc_sparse_priv_fields *fields = pool->fields;
    if (memcmp(a, b, pool->size) == 0) return;
    for (uint32_t n = 0; fields && n < fields->count; n++) {
        const gc_sparse_field *field = &fields->list[n];
        uint32_t size = field->shape->size, at = field->offset;
        if (memcmp(a + at, b + at, size * field->count) == 0) continue;

        // Short texts whole, else the elements.
        bool whole = field->shape->is == GC_SPARSE_IS_CHAR && field->count <= 32;
        if (whole) gc_sparse_priv_tell_values(to, field, 0, field->count, a, b);
        for (uint32_t i = 0; i < field->count && !whole; i++, at += size) {
            if (memcmp(a + at, b + at, size) != 0) gc_sparse_priv_tell_values(to, field, i, 1, a, b);
        }
    }

    // Without a shape, bytes as they are in a file.
    const uint16_t *map = fields ? fields->map : NULL;
    for (uint32_t i = 0; i < pool->set_size && !(fields && fields->shape); i++) {
        unsigned first = map ? gc_sparse_priv_byte(map, a, i) : (unsigned char)a[i];
        unsigned second = map ? gc_sparse_priv_byte(map, b, i) : (unsigned char)b[i];
        if (first == second) continue;
        gc_sparse_priv_text *text = gc_sparse_priv_tell_begin(to);
        gc_sparse_priv_say(text, " byte ");
        gc_sparse_priv_say_number(text, i, 10);
        gc_sparse_priv_say(text, " 0x");
        gc_sparse_priv_say_number(text, first, 16);
        gc_sparse_priv_say(text, ", not 0x");
        gc_sparse_priv_say_number(text, second, 16);
        gc_sparse_priv_tell_end(to, "");
    }
}

// The entity of a slot; the zero id: there is none.
static gc_sparse_id gc_sparse_priv_living(const gc_sparse_world *world, uint32_t slot) {
    const gc_sparse_id none = { 0, 0 };
    bool lives = slot < world->look.slot_count && world->look.entities[slot].slot == slot;
    return lives ? world->look.entities[slot] : none;
}

static void gc_sparse_priv_tell_entity(gc_sparse_priv_telling *to, const gc_sparse_world *a,
                                       const gc_sparse_world *b, uint32_t slot) {
    gc_sparse_id first = gc_sparse_priv_living(a, slot), second = gc_sparse_priv_living(b, slot);
    gc_sparse_id id = first.generation ? first : second;
    if (id.generation == 0) return;
    gc_sparse_priv_tell_of(to, id, NULL);
    if (!first.generation || !second.generation) {
        gc_sparse_priv_tell_only(to, first.generation != 0);
        return;
    }

    uint32_t lived = gc_sparse_priv_unshifted(a, first.generation);
    uint32_t other = gc_sparse_priv_unshifted(b, second.generation);
    if (lived != other) {
        gc_sparse_priv_text *text = gc_sparse_priv_tell_begin(to);
        gc_sparse_priv_say(text, "generation ");
        gc_sparse_priv_say_number(text, lived, 10);
        gc_sparse_priv_say(text, ", not ");
        gc_sparse_priv_say_number(text, other, 10);
        gc_sparse_priv_tell_end(to, "");
    }

    // Its components, of either world.
    uint64_t left = gc_sparse_priv_mask(a, slot) | gc_sparse_priv_mask(b, slot);
    uint32_t t = 0;
    while ((t = gc_sparse_priv_next_type(a, &left, t)) != 0) {
        const gc_sparse_pool *pool_a = &a->look.pools[t], *pool_b = &b->look.pools[t];
        uint32_t row_a = gc_sparse_priv_find(pool_a, slot), row_b = gc_sparse_priv_find(pool_b, slot);
        if (row_a == 0 && row_b == 0) continue;
        gc_sparse_priv_tell_of(to, id, pool_a);
        if (row_a && row_b) {
            gc_sparse_priv_tell_component(to, pool_a, gc_sparse_priv_row(pool_a, row_a - 1),
                                          gc_sparse_priv_row(pool_b, row_b - 1));
        } else {
            gc_sparse_priv_tell_only(to, row_a != 0);
        }
    }
}

GC_SPARSE_API size_t gc_sparse_difference(const gc_sparse_world *a, const gc_sparse_world *b,
                                          void (*tell)(void *user, gc_sparse_id id, gc_sparse_type type,
                                                       const char *words),
                                          void *user) {
    bool sound = a && b && tell && a->look.type_count == b->look.type_count;
    for (uint32_t t = 1; sound && t <= a->look.type_count; t++) {
        const gc_sparse_pool *pool_a = &a->look.pools[t], *pool_b = &b->look.pools[t];
        sound = pool_a->size == pool_b->size && strcmp(pool_a->name, pool_b->name) == 0;
    }
    GC_SPARSE_ASSERT(sound && "gc_sparse_difference: NULL, or worlds of other types");
    if (!sound) return SIZE_MAX;

    // Entities, then resources, of which one that is missing is all zero.
    gc_sparse_priv_telling to;
    memset(&to, 0, sizeof to);
    to.tell = tell;
    to.user = user;
    uint32_t slots = a->look.slot_count > b->look.slot_count ? a->look.slot_count : b->look.slot_count;
    for (uint32_t slot = 0; slot < slots; slot++) gc_sparse_priv_tell_entity(&to, a, b, slot);
    for (uint32_t t = 1; t <= a->look.type_count; t++) {
        const gc_sparse_pool *pool_a = &a->look.pools[t], *pool_b = &b->look.pools[t];
        const gc_sparse_id none = { 0, 0 };
        gc_sparse_priv_tell_of(&to, none, pool_a);
        if (pool_a->resource && pool_b->resource) {
            gc_sparse_priv_tell_component(&to, pool_a, (const char *)pool_a->resource,
                                          (const char *)pool_b->resource);
        } else if (gc_sparse_priv_mix_resource(0, pool_a) != gc_sparse_priv_mix_resource(0, pool_b)) {
            gc_sparse_priv_tell_only(&to, pool_a->resource != NULL);
        }
    }
#ifndef GC_SPARSE_NO_SAVE
    if (to.count == 0 && gc_sparse_hash_all(a) != gc_sparse_hash_all(b)) {
        const gc_sparse_id none = { 0, 0 };
        to.count = 1;
        gc_sparse_priv_tell_of(&to, none, NULL);
        tell(user, none, to.type, "the same content, but another order of rows, free slots or lists");
    }
#endif
    return to.count;
}

// >>migrate saves of other versions

#ifndef GC_SPARSE_NO_SAVE
// A field of a save; its `field.shape` is not there.
typedef struct gc_sparse_priv_was {
    gc_sparse_field field;
    gc_sparse_shape of;
} gc_sparse_priv_was;

// What a type of a save was, and how it becomes one of today.
typedef struct gc_sparse_priv_past {
    size_t bytes;                       // of this block
    const gc_sparse_migration *rules;
    gc_sparse_priv_was *was;            // its fields, `count` of them
    uint32_t count;
    const gc_sparse_priv_was **plan;    // of each field of today the one that it was; NULL: new
    bool other;                         // its words are in the order of other machines
    gc_sparse_old old;
} gc_sparse_priv_past;

// The number at *at, which is moved behind it.
static uint32_t gc_sparse_priv_read_number(char **at) {
    uint32_t number = 0;
    while (**at >= '0' && **at <= '9') number = number * 10 + (uint32_t)(*(*at)++ - '0');
    return number;
}

// Reads the text of a shape, as in "now i4@0;m f4@4*16;", and ends names in it. False: it is
// none, or a field is not within `size` bytes.
static bool gc_sparse_priv_read_shape(char *at, uint32_t size, gc_sparse_priv_past *past) {
    while (*at) {
        gc_sparse_priv_was *was = &past->was[past->count++];
        was->field.name = at;
        at += strcspn(at, " ;");
        if (at[0] != ' ' || at[1] == 0) return false;
        const char kind[] = { at[1], at[2], 0 };
        *at = 0;
        at += 2;
        was->of.is = kind[0];
        was->of.size = gc_sparse_priv_read_number(&at);
        if (*at++ != '@') return false;
        was->field.offset = gc_sparse_priv_read_number(&at);
        was->field.count = 1;
        if (*at == '*') {
            at++;
            was->field.count = gc_sparse_priv_read_number(&at);
        }
        if (*at++ != ';') return false;

        // A kind that there is, and its place.
        bool sound = was->of.size < 10 && was->field.count > 0 && was->field.offset <= size;
        if (!sound || !strstr("b1 c1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 e8", kind)) return false;
        if (was->field.count > (size - was->field.offset) / was->of.size) return false;
    }
    return true;
}

// Whether a field of a save has this name now; what is renamed may be a struct or array that it
// is in.
static bool gc_sparse_priv_is_now(const char *was, const char *const *renamed, const char *name) {
    for (; renamed && renamed[0]; renamed += 2) {
        size_t from = strlen(renamed[0]), to = strlen(renamed[1]);
        if (strncmp(was, renamed[0], from) != 0 || !strchr(".[", was[from])) continue;
        return strncmp(name, renamed[1], to) == 0 && strcmp(name + to, was + from) == 0;
    }
    return strcmp(name, was) == 0;
}

// An element of a field of a save, as one of today.
static void gc_sparse_priv_convert(const gc_sparse_shape *was, bool other, const char *from,
                                   const gc_sparse_shape *shape, char *to) {
    // Its bytes in this machine's order; ids are two words.
    bool id = was->is == GC_SPARSE_IS_ID, same = was->is == shape->is && was->size == shape->size;
    bool is_signed = shape->is == GC_SPARSE_IS_INT, negative = false;
    char word[8];
    for (uint32_t i = 0; i < was->size; i++) word[i] = from[other ? i ^ ((id ? 4 : was->size) - 1) : i];
    if (same) memcpy(to, word, was->size);
    if (same || id || shape->is == GC_SPARSE_IS_ID) return;

    // As a number: rounded once, also by the x87.
    uint64_t bits = gc_sparse_priv_bits_of(was, word);
    bool minus = was->is == GC_SPARSE_IS_INT;
    double real = minus ? (double)(int64_t)bits : (double)bits;
    float narrow = minus ? (float)(int64_t)bits : (float)bits;
    if (was->is == GC_SPARSE_IS_FLOAT && was->size == 8) {
        memcpy(&real, word, 8);
        narrow = (float)real;
    } else if (was->is == GC_SPARSE_IS_FLOAT) {
        memcpy(&narrow, word, 4);
        real = (double)narrow;
    }
    if (shape->is == GC_SPARSE_IS_FLOAT) {
        memcpy(to, shape->size == 4 ? (const void *)&narrow : (const void *)&real, shape->size);
        return;
    }

    // Its sign and magnitude; then what fits.
    negative = real < 0;
    if (was->is == GC_SPARSE_IS_FLOAT) {
        double magnitude = negative ? -real : real;
        bits = magnitude >= 18446744073709551616.0 ? UINT64_MAX : magnitude >= 1 ? (uint64_t)magnitude : 0;
    } else if (negative) {
        bits = 0 - bits;
    }
    uint64_t most = shape->is == GC_SPARSE_IS_BOOL ? 1 : UINT64_MAX >> (64 - shape->size * 8 + is_signed);
    if (negative) most = is_signed ? most + 1 : 0;
    if (bits > most) bits = most;
    if (negative) bits = 0 - bits;
    if (gc_sparse_priv_big_endian()) bits <<= 64 - shape->size * 8;
    memcpy(to, &bits, shape->size);
}

// Elements of a field of a save, to where there is room for n.
static void gc_sparse_priv_convert_field(const gc_sparse_priv_past *past, const gc_sparse_priv_was *was,
                                         const char *component, const gc_sparse_shape *shape, char *to,
                                         uint32_t n) {
    const char *from = component + was->field.offset;
    for (uint32_t i = 0; i < n && i < was->field.count; i++, from += was->of.size, to += shape->size) {
        gc_sparse_priv_convert(&was->of, past->other, from, shape, to);
    }
    if (shape->is == GC_SPARSE_IS_CHAR && n < was->field.count) to[-1] = 0;     // a text that is cut ends
}

static void gc_sparse_priv_load_past(const gc_sparse_priv_saved *type, char *to, const char *from,
                                     uint32_t n) {
    const gc_sparse_pool *pool = type->pool;
    gc_sparse_priv_past *past = type->past;
    const gc_sparse_type index = { pool->index };
    bool hook = past->rules->convert && past->rules->version != past->old.version;
    memset(to, 0, (size_t)n * pool->size);
    for (uint32_t row = 0; row < n; row++, to += pool->size, from += type->size) {
        for (uint32_t f = 0; f < pool->fields->count; f++) {
            const gc_sparse_field *now = &pool->fields->list[f];
            if (!past->plan[f]) continue;
            gc_sparse_priv_convert_field(past, past->plan[f], from, now->shape, to + now->offset, now->count);
        }
        past->old.bytes = from;
        if (hook) past->rules->convert(past->rules->user, &past->old, index, to);
    }
}

// Whether ids are where a text of gc_sparse_describe has them; behind those it has zeros.
static bool gc_sparse_priv_agree_on_ids(const gc_sparse_priv_past *past, const gc_sparse_priv_fields *then) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < past->count; i++) {
        const gc_sparse_priv_was *was = &past->was[i];
        for (uint32_t k = 0; was->of.is == GC_SPARSE_IS_ID && k < was->field.count; k++, n++) {
            if (then->ids[n] != was->field.offset + k * 8) return false;
        }
    }
    return n == then->id_count;
}

// Finds each field of today; most are where they are looked for first, behind the one before.
static void gc_sparse_priv_plan_past(gc_sparse_priv_past *past, const gc_sparse_priv_fields *now,
                                     const char *const *renamed) {
    for (uint32_t f = 0, next = 0; f < now->count; f++) {
        for (uint32_t i = 0; i < past->count && !past->plan[f]; i++) {
            uint32_t at = (next + i) % past->count;
            if (!gc_sparse_priv_is_now(past->was[at].field.name, renamed, now->list[f].name)) continue;
            past->plan[f] = &past->was[at];
            next = at + 1;
        }
    }
}

// What a type was whose bytes are not today's: by its names, or by the shape that it has here,
// with which a text of gc_sparse_describe must agree on ids.
static int gc_sparse_priv_make_past(const gc_sparse_world *world, gc_sparse_priv_saved *type,
                                    const gc_sparse_priv_save_type *head, const char *name,
                                    const gc_sparse_alias *alias, uint32_t order) {
    const gc_sparse_priv_fields *now = type->pool->fields;
    const char *text = name + head->name;
    bool named = memchr(text, '@', head->text) != NULL, differs;
    const gc_sparse_shape *shape = alias && alias->shape ? alias->shape() : now->shape;
    gc_sparse_priv_leaves leaves;
    gc_sparse_priv_shaping to;
    memset(&to, 0, sizeof to);
    if (!named && shape->size != head->size) return GC_SPARSE_E_SIZE;
    if (!named) gc_sparse_priv_each_leaf(shape, &leaves, gc_sparse_priv_shape_leaf, &to);

    // One block: the fields, the plan, offsets of ids, the name, and room for either text.
    size_t length = head->text + to.text.size + 1, most = length / 5 + 1, ids = named ? 0 : head->size / 8;
    size_t plan = now->count * sizeof(gc_sparse_priv_was *), chars = head->name + 1 + length;
    size_t bytes = sizeof(gc_sparse_priv_past) + most * sizeof(gc_sparse_priv_was) + plan + ids * 2 + chars;
    gc_sparse_priv_past *past = (gc_sparse_priv_past *)gc_sparse_priv_alloc(world, bytes);
    if (!past) return GC_SPARSE_E_MEMORY;
    type->past = past;
    memset(past, 0, bytes);
    past->bytes = bytes;
    past->rules = &world->migration;
    past->was = (gc_sparse_priv_was *)(void *)(past + 1);
    past->plan = (const gc_sparse_priv_was **)(void *)(past->was + most);
    past->other = gc_sparse_priv_big_endian() != (order == 2 && head->text == 0);

    gc_sparse_priv_fields then;
    memset(&then, 0, sizeof then);
    then.ids = (uint16_t *)(void *)(past->plan + now->count);
    char *own_name = (char *)(then.ids + ids), *own_text = own_name + head->name + 1;
    memcpy(own_name, name, head->name);
    memcpy(own_text, text, head->text);
    past->old.version = head->version;
    past->old.type = own_name;
    past->old.past = past;

    // A text without names only says where ids are.
    bool lettered = head->text && !named;
    if (lettered && !gc_sparse_priv_parse(own_text, head->size, &then, &differs)) return GC_SPARSE_E_FIELDS;
    if (!named) {
        memset(&to, 0, sizeof to);
        to.text.to = own_text;
        to.text.capacity = length;
        gc_sparse_priv_each_leaf(shape, &leaves, gc_sparse_priv_shape_leaf, &to);
        gc_sparse_priv_said(&to.text);
    }
    if (!gc_sparse_priv_read_shape(own_text, head->size, past)) return GC_SPARSE_E_FIELDS;
    if (lettered && !gc_sparse_priv_agree_on_ids(past, &then)) return GC_SPARSE_E_FIELDS;
    gc_sparse_priv_plan_past(past, now, alias ? alias->renamed : NULL);
    return GC_SPARSE_OK;
}

// The types of today that a type of a save is: those of its aliases, else the one of its name.
static int gc_sparse_priv_load_aliases(const gc_sparse_world *world, gc_sparse_priv_load *load,
                                       uint32_t number, const gc_sparse_priv_save_type *head,
                                       const char *name, uint32_t order) {
    const gc_sparse_migration *rules = &world->migration;
    const gc_sparse_priv_saved type = load->types[number];
    bool aliased = false;
    for (size_t a = 0; a <= rules->alias_count; a++) {
        const gc_sparse_alias *alias = a < rules->alias_count ? &rules->aliases[a] : NULL;
        if (!alias && aliased) break;
        if (alias && strlen(alias->old_type) != head->name) continue;
        if (alias && memcmp(alias->old_type, name, head->name) != 0) continue;
        aliased = true;
        if (alias && !alias->type) continue;

        // The first one is where lists know it by its number.
        gc_sparse_pool *pool = gc_sparse_priv_saved_pool(world, load, alias ? alias->type : name,
                                                         alias ? strlen(alias->type) : head->name);
        if (!pool) return GC_SPARSE_E_TYPE;
        gc_sparse_priv_saved *to = &load->types[load->types[number].pool ? load->type_count++ : number];
        *to = type;
        to->pool = pool;

        // A text that is today's has today's names.
        int error = gc_sparse_priv_same_fields(to, head, name + head->name, order);
        bool known = error == GC_SPARSE_OK && head->text, shaped = pool->fields && pool->fields->shape;
        bool hook = rules->convert && rules->version != head->version;
        if (shaped && (error != GC_SPARSE_OK || hook || (!known && alias && alias->shape))) {
            error = gc_sparse_priv_make_past(world, to, head, name, known ? NULL : alias, order);
        }
        if (error != GC_SPARSE_OK) return error;
    }
    return GC_SPARSE_OK;
}

static void gc_sparse_priv_free_pasts(const gc_sparse_world *world, const gc_sparse_priv_load *load) {
    for (uint32_t i = 0; i < load->type_count; i++) {
        gc_sparse_priv_past *past = load->types[i].past;
        if (past) gc_sparse_priv_free(world, past, past->bytes);
    }
}

GC_SPARSE_API bool gc_sparse_old_field(const gc_sparse_old *old, const char *name,
                                       const gc_sparse_shape *shape, void *out, uint32_t n) {
    bool sound = old && name && shape && shape->is != GC_SPARSE_IS_STRUCT && out && n;
    if (GC_SPARSE_PRIV_MISUSE(!sound, "gc_sparse_old_field: NULL, a struct, or n is 0")) return false;
    memset(out, 0, (size_t)n * shape->size);
    for (uint32_t i = 0; i < old->past->count; i++) {
        const gc_sparse_priv_was *was = &old->past->was[i];
        if (strcmp(was->field.name, name) != 0) continue;
        gc_sparse_priv_convert_field(old->past, was, old->bytes, shape, (char *)out, n);
        return true;
    }
    return false;
}

GC_SPARSE_API int gc_sparse_seal(void *save, size_t size) {
    bool sound = save && size >= sizeof(gc_sparse_priv_save_head) + 8 && size % 8 == 0;
    if (GC_SPARSE_PRIV_MISUSE(!sound, "gc_sparse_seal: NULL, or a size")) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_priv_out out = { (char *)save, offsetof(gc_sparse_priv_save_head, size), NULL };
    const uint32_t bytes[2] = { (uint32_t)(size & UINT32_MAX), (uint32_t)((uint64_t)size >> 32) };
    gc_sparse_priv_put_words(&out, bytes, 2);
    out.size = size - 8;
    uint64_t sum = gc_sparse_priv_sum(out.to, out.size);
    const uint32_t words[2] = { (uint32_t)(sum & UINT32_MAX), (uint32_t)(sum >> 32) };
    gc_sparse_priv_put_words(&out, words, 2);
    return GC_SPARSE_OK;
}

GC_SPARSE_API int gc_sparse_migrate(gc_sparse_world *world, const gc_sparse_migration *migration) {
    if (GC_SPARSE_PRIV_MISUSE(!world, "gc_sparse_migrate: world is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (gc_sparse_priv_busy(world)) return GC_SPARSE_E_BUSY;
    bool sound = !migration || !migration->alias_count || migration->aliases;
    for (size_t i = 0; sound && migration && i < migration->alias_count; i++) {
        const gc_sparse_alias *alias = &migration->aliases[i];
        gc_sparse_priv_leaves leaves;
        gc_sparse_priv_shaping to;
        memset(&to, 0, sizeof to);
        sound = alias->old_type != NULL;
        if (!sound || !alias->shape) continue;
        sound = gc_sparse_priv_each_leaf(alias->shape(), &leaves, gc_sparse_priv_shape_leaf, &to);
    }
    GC_SPARSE_ASSERT(sound && "gc_sparse_migrate: an alias without a name, or of fields not in their order");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    memset(&world->migration, 0, sizeof world->migration);
    if (migration) world->migration = *migration;
    return GC_SPARSE_OK;
}
#endif
#endif

// >>alone maps, without a world

GC_SPARSE_API int gc_sparse_map_init(gc_sparse_map *map, const gc_sparse_map_desc *desc) {
    bool sound = map != NULL && (!desc || desc->size <= GC_SPARSE_PRIV_MAX_SIZE);
    GC_SPARSE_ASSERT(sound && "gc_sparse_map_init: map is NULL, or desc.size is above 1 GiB");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    memset(map, 0, sizeof *map);
    if (desc) map->size = (uint32_t)desc->size;
    if (desc) map->allocator = desc->allocator;
    map->data = (void *)(uintptr_t)gc_sparse_priv_tag;
    return GC_SPARSE_OK;
}

static void *gc_sparse_priv_map_resize(gc_sparse_map *map, void *ptr, size_t old_size, size_t new_size) {
    if (old_size == 0 && new_size == 0) return NULL;
    if (!map->allocator.resize) map->allocator.resize = gc_sparse_priv_default_resize;
    return map->allocator.resize(map->allocator.user, ptr, old_size, new_size);
}

static size_t gc_sparse_priv_map_bytes(const gc_sparse_map *map, uint32_t rows) {
    return map->size && rows ? gc_sparse_priv_bytes(rows, map->size, GC_SPARSE_PRIV_LINE) : 0;
}

// Room for so many slots and rows; all that can fail in adding, and in a copy.
static bool gc_sparse_priv_map_grow(gc_sparse_map *map, uint32_t slots, uint32_t rows) {
    uint32_t old = map->sparse_capacity;
    if (slots > old) {
        size_t bytes = gc_sparse_priv_bytes(slots, sizeof *map->sparse, 0);
        void *grown =
            bytes ? gc_sparse_priv_map_resize(map, map->sparse, old * sizeof *map->sparse, bytes) : NULL;
        if (!grown) return false;
        map->sparse = (gc_sparse_priv_place *)grown;
        memset(map->sparse + old, 0, (size_t)(slots - old) * sizeof *map->sparse);
        map->sparse_capacity = slots;
    }
    if (rows <= map->capacity) return true;

    // The data first, which are given back if the ids cannot follow.
    size_t bytes = gc_sparse_priv_map_bytes(map, rows);
    size_t id_bytes = gc_sparse_priv_bytes(rows, sizeof *map->ids, 0);
    void *memory = gc_sparse_priv_map_resize(map, NULL, 0, bytes), *ids = NULL;
    if (map->size && !memory) return false;
    if (id_bytes) ids = gc_sparse_priv_map_resize(map, map->ids, map->capacity * sizeof *map->ids, id_bytes);
    if (!ids) {
        gc_sparse_priv_map_resize(map, memory, bytes, 0);
        return false;
    }
    if (memory) {
        char *data = gc_sparse_priv_align(memory, GC_SPARSE_PRIV_LINE);
        if (map->count) memcpy(data, map->data, map->count * (size_t)map->size);
        gc_sparse_priv_map_resize(map, map->memory, gc_sparse_priv_map_bytes(map, map->capacity), 0);
        map->memory = memory;
        map->data = data;
    }
    map->ids = (gc_sparse_id *)ids;
    map->capacity = rows;
    return true;
}

GC_SPARSE_API void *gc_sparse_map_add(gc_sparse_map *map, gc_sparse_id id) {
    GC_SPARSE_ASSERT(map != NULL && "gc_sparse_map_add: map is NULL");
    if (!map || id.generation == 0 || id.slot == UINT32_MAX) return NULL;
    uint32_t slots = map->sparse_capacity, rows = map->capacity;
    if (id.slot < slots && map->sparse[id.slot].generation != 0) return gc_sparse_map_get(map, id);

    // The last row; arrays double.
    if (id.slot >= slots) slots = gc_sparse_priv_capacity(slots, id.slot + 1, UINT32_MAX);
    if (map->count == rows) rows = gc_sparse_priv_capacity(rows, rows + 1, UINT32_MAX);
    if (!gc_sparse_priv_map_grow(map, slots, rows)) return NULL;
    gc_sparse_priv_place *place = &map->sparse[id.slot];
    place->row = map->count++;
    place->generation = id.generation;
    map->ids[place->row] = id;
    char *value = (char *)map->data + (size_t)place->row * map->size;
    gc_sparse_priv_zero(value, map->size);
    return value;
}

GC_SPARSE_API int gc_sparse_map_remove(gc_sparse_map *map, gc_sparse_id id) {
    if (GC_SPARSE_PRIV_MISUSE(!map, "gc_sparse_map_remove: map is NULL")) return GC_SPARSE_E_ARGUMENT;
    if (!gc_sparse_map_has(map, id)) return GC_SPARSE_E_NOT_FOUND;

    // The last row fills the hole.
    uint32_t row = map->sparse[id.slot].row, last = --map->count;
    if (row != last) {
        char *data = (char *)map->data;
        gc_sparse_priv_copy(data + (size_t)row * map->size, data + (size_t)last * map->size, map->size);
        map->ids[row] = map->ids[last];
        map->sparse[map->ids[row].slot].row = row;
    }
    map->sparse[id.slot].generation = 0;
    return GC_SPARSE_OK;
}

#ifndef GC_SPARSE_NO_SAVE
GC_SPARSE_API int gc_sparse_map_copy(gc_sparse_map *to, const gc_sparse_map *from) {
    bool sound = to != NULL && from != NULL && to->size == from->size;
    GC_SPARSE_ASSERT(sound && "gc_sparse_map_copy: NULL, or maps of different sizes");
    if (!sound) return GC_SPARSE_E_ARGUMENT;
    if (to == from) return GC_SPARSE_OK;

    uint32_t slots = from->sparse_capacity, old = to->sparse_capacity;
    if (!gc_sparse_priv_map_grow(to, slots, from->count)) return GC_SPARSE_E_MEMORY;
    to->count = from->count;
    if (slots) memcpy(to->sparse, from->sparse, slots * sizeof *to->sparse);
    if (old > slots) memset(to->sparse + slots, 0, (old - slots) * sizeof *to->sparse);
    if (to->count == 0) return GC_SPARSE_OK;
    memcpy(to->ids, from->ids, to->count * sizeof *to->ids);
    if (to->size) memcpy(to->data, from->data, to->count * (size_t)to->size);
    return GC_SPARSE_OK;
}
#endif

GC_SPARSE_API void gc_sparse_map_free(gc_sparse_map *map) {
    if (!map) return;
    gc_sparse_priv_map_resize(map, map->sparse, map->sparse_capacity * sizeof *map->sparse, 0);
    gc_sparse_priv_map_resize(map, map->ids, map->capacity * sizeof *map->ids, 0);
    gc_sparse_priv_map_resize(map, map->memory, gc_sparse_priv_map_bytes(map, map->capacity), 0);

    // As after init: size and allocator stay.
    map->sparse = NULL;
    map->ids = NULL;
    map->memory = NULL;
    map->data = (void *)(uintptr_t)gc_sparse_priv_tag;
    map->count = map->capacity = map->sparse_capacity = 0;
}

// >>strings texts of results, the version

GC_SPARSE_API const char *gc_sparse_result_string(int result) {
    switch (result) {
    case GC_SPARSE_OK: return "ok";
    case GC_SPARSE_E_ARGUMENT: return "bad argument";
    case GC_SPARSE_E_MEMORY: return "out of memory";
    case GC_SPARSE_E_FULL: return "full";
    case GC_SPARSE_E_STALE: return "stale handle";
    case GC_SPARSE_E_BUSY: return "in use just now";
    case GC_SPARSE_E_UNSUPPORTED: return "not supported";

    case GC_SPARSE_E_TYPE: return "component type not registered";
    case GC_SPARSE_E_NOT_FOUND: return "not found";
    case GC_SPARSE_E_GROUPED: return "type is in a group already";
    case GC_SPARSE_E_CHANGED: return "the world has changed since the query";
    case GC_SPARSE_E_DATA: return "not a save, or a damaged one";
    case GC_SPARSE_E_CYCLE: return "the parent is below its child";
    case GC_SPARSE_E_SIZE: return "components of this name have another size in the save";
    case GC_SPARSE_E_FIELDS: return "components of this name have other fields in the save";
    default: return "unknown result";
    }
}

GC_SPARSE_API int gc_sparse_version(void) {
    return GC_SPARSE_VERSION;
}

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif // GC_SPARSE_IMPLEMENTATION

// >>typed macros of lists, loops and systems, and what they call; for plain includes as well

// To gcc the rest of this file is a system header: so what it says of a wrong term is about the
// user's line, without the macros that led there.
#if defined(__GNUC__) && __INCLUDE_LEVEL__ > 0
#pragma GCC system_header
#endif
#ifndef GC_SPARSE_TYPED_H
#define GC_SPARSE_TYPED_H

// ---- lists

#define GC_SPARSE_COMPONENTS(LIST) GC_SPARSE_PRIV_COMPONENTS(LIST, 0)
#define GC_SPARSE_COMPONENTS_AFTER(LIST, EARLIER) GC_SPARSE_PRIV_COMPONENTS(LIST, gc_sparse_last_##EARLIER)
#define GC_SPARSE_PRIV_COMPONENTS(LIST, before)                                                              \
    enum {                                                                                                   \
        gc_sparse_before_##LIST = before,                                                                    \
        LIST(GC_SPARSE_PRIV_NUMBERED) gc_sparse_end_##LIST,                                                  \
        gc_sparse_last_##LIST = gc_sparse_end_##LIST - 1                                                     \
    };                                                                                                       \
    LIST(GC_SPARSE_PRIV_COMPONENT)                                                                           \
    GC_SPARSE_PRIV_TYPED int LIST##_register(gc_sparse_world *world) {                                       \
        static const gc_sparse_priv_entry list[] = { LIST(GC_SPARSE_PRIV_LISTED) };                          \
        return gc_sparse_priv_register(world, list, sizeof list / sizeof *list, gc_sparse_before_##LIST);    \
    }
#define GC_SPARSE_PRIV_NUMBERED(KIND, T) gc_sparse_index_##T,
#define GC_SPARSE_PRIV_LISTED(KIND, T)                                                                       \
    { #T, gc_sparse_size_##T, gc_sparse_align_##T, gc_sparse_kind_##T },
#define GC_SPARSE_PRIV_COMPONENT(KIND, T)                                                                    \
    enum { gc_sparse_kind_##T = GC_SPARSE_PRIV_KIND_##KIND };                                                \
    GC_SPARSE_PRIV_COMPONENT_##KIND(T)
enum {
    GC_SPARSE_PRIV_KIND_DENSE = GC_SPARSE_DENSE,
    GC_SPARSE_PRIV_KIND_DIRECT = GC_SPARSE_DIRECT,
    GC_SPARSE_PRIV_KIND_TAG = GC_SPARSE_DENSE,
    GC_SPARSE_PRIV_KIND_RESOURCE = GC_SPARSE_PRIV_RESOURCE
};

// Of each kind. The data of a tag are of a struct without a body: who uses them reads
// gc_sparse_tag_T in the compiler's message.
#define GC_SPARSE_PRIV_COMPONENT_DENSE(T)                                                                    \
    GC_SPARSE_PRIV_COMPONENT_VALUE(T)                                                                        \
    GC_SPARSE_PRIV_COMPONENT_ANY(T)                                                                          \
    GC_SPARSE_PRIV_RECORD_VALUE(T)                                                                           \
    GC_SPARSE_PRIV_TYPED int gc_sparse_priv_set_##T(gc_sparse_world *world, gc_sparse_id id, T value) {      \
        return gc_sparse_set_value(world, id, gc_sparse_type_##T(), &value);                                 \
    }
#define GC_SPARSE_PRIV_COMPONENT_DIRECT(T) GC_SPARSE_PRIV_COMPONENT_DENSE(T)
#define GC_SPARSE_PRIV_NO_VALUES(T)                                                                          \
    extern struct gc_sparse_no_values_##T gc_sparse_priv_set_##T, gc_sparse_priv_record_##T;
#define GC_SPARSE_PRIV_COMPONENT_RESOURCE(T)                                                                 \
    GC_SPARSE_PRIV_NO_VALUES(T)                                                                              \
    GC_SPARSE_PRIV_COMPONENT_VALUE(T)                                                                        \
    GC_SPARSE_PRIV_TYPED T *gc_sparse_resource_##T(const gc_sparse_world *world) {                           \
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, gc_sparse_type_##T());                         \
        GC_SPARSE_ASSERT((!pool || pool->size == sizeof(T)) && "gc_sparse_resource: another type");          \
        return (T *)(pool && pool->size == sizeof(T) ? pool->resource : NULL);                               \
    }
#define GC_SPARSE_PRIV_COMPONENT_TAG(T)                                                                      \
    GC_SPARSE_PRIV_NO_VALUES(T)                                                                              \
    GC_SPARSE_PRIV_TAG(T)                                                                                    \
    GC_SPARSE_PRIV_COMPONENT_TYPE(T, struct gc_sparse_tag_##T, 0, 1)                                         \
    GC_SPARSE_PRIV_COMPONENT_ANY(T)
#define GC_SPARSE_PRIV_COMPONENT_VALUE(T)                                                                    \
    GC_SPARSE_PRIV_TRIVIAL(T)                                                                                \
    GC_SPARSE_PRIV_COMPONENT_TYPE(T, T, sizeof(T), GC_SPARSE_PRIV_ALIGN(T))
#define GC_SPARSE_PRIV_COMPONENT_TYPE(T, type_of_data, bytes, alignment)                                     \
    typedef type_of_data gc_sparse_data_##T;                                                                 \
    typedef const type_of_data gc_sparse_read_##T;                                                           \
    enum { gc_sparse_size_##T = bytes, gc_sparse_align_##T = alignment };                                    \
    GC_SPARSE_PRIV_CONSTANT(gc_sparse_component_##T, (uint64_t)gc_sparse_index_##T << 32 | bytes)            \
    GC_SPARSE_PRIV_WANTED(T, data)                                                                           \
    GC_SPARSE_PRIV_WANTED(T, read)                                                                           \
    GC_SPARSE_PRIV_TYPED gc_sparse_type gc_sparse_type_##T(void) {                                           \
        gc_sparse_type type;                                                                                 \
        type.index = gc_sparse_index_##T;                                                                    \
        return type;                                                                                         \
    }
#define GC_SPARSE_PRIV_WANTED(T, data)                                                                       \
    GC_SPARSE_PRIV_TYPED gc_sparse_##data##_##T *gc_sparse_want_##data##_##T(gc_sparse_type *list,           \
                                                                             gc_sparse_type *write) {        \
        gc_sparse_priv_want(list, write, gc_sparse_index_##T);                                               \
        return NULL;                                                                                         \
    }
#define GC_SPARSE_PRIV_COMPONENT_ANY(T)                                                                      \
    GC_SPARSE_PRIV_TYPED gc_sparse_data_##T *gc_sparse_get_##T(const gc_sparse_world *world,                 \
                                                               gc_sparse_id id) {                            \
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, gc_sparse_type_##T());                         \
        return (gc_sparse_data_##T *)(pool ? gc_sparse_pool_get(pool, id, gc_sparse_size_##T) : NULL);       \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED bool gc_sparse_has_##T(const gc_sparse_world *world, gc_sparse_id id) {             \
        return gc_sparse_get_##T(world, id) != NULL;                                                         \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED gc_sparse_data_##T *gc_sparse_add_##T(gc_sparse_world *world, gc_sparse_id id) {    \
        return (gc_sparse_data_##T *)gc_sparse_add(world, id, gc_sparse_type_##T());                         \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED int gc_sparse_priv_put_##T(gc_sparse_world *world, gc_sparse_id id) {               \
        if (gc_sparse_add_##T(world, id)) return GC_SPARSE_OK;                                               \
        return gc_sparse_add_n(world, &id, 1, gc_sparse_type_##T(), NULL);                                   \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED int gc_sparse_remove_##T(gc_sparse_world *world, gc_sparse_id id) {                 \
        return gc_sparse_remove(world, id, gc_sparse_type_##T());                                            \
    }                                                                                                        \
    GC_SPARSE_PRIV_TOUCH(T)                                                                                  \
    GC_SPARSE_PRIV_RECORD_ANY(T)

// What the cuts leave of a component.
#ifdef GC_SPARSE_NO_CHANGES
#define GC_SPARSE_PRIV_TOUCH(T)
#else
#define GC_SPARSE_PRIV_TOUCH(T)                                                                              \
    GC_SPARSE_PRIV_TYPED bool gc_sparse_touch_##T(gc_sparse_world *world, gc_sparse_id id) {                 \
        return gc_sparse_touch(world, id, gc_sparse_type_##T());                                             \
    }
#endif
#ifdef GC_SPARSE_NO_COMMANDS
#define GC_SPARSE_PRIV_RECORD_VALUE(T)
#define GC_SPARSE_PRIV_RECORD_ANY(T)
#else
#define GC_SPARSE_PRIV_RECORD_VALUE(T)                                                                       \
    GC_SPARSE_PRIV_TYPED T *gc_sparse_priv_record_##T(gc_sparse_commands *commands, gc_sparse_id id,         \
                                                      T value) {                                             \
        T *to = gc_sparse_record_add_##T(commands, id);                                                      \
        if (to) *to = value;                                                                                 \
        return to;                                                                                           \
    }
#define GC_SPARSE_PRIV_RECORD_ANY(T)                                                                         \
    GC_SPARSE_PRIV_TYPED gc_sparse_data_##T *gc_sparse_record_add_##T(gc_sparse_commands *commands,          \
                                                                      gc_sparse_id id) {                     \
        return (gc_sparse_data_##T *)gc_sparse_record_add(commands, id, gc_sparse_type_##T());               \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED int gc_sparse_record_remove_##T(gc_sparse_commands *commands, gc_sparse_id id) {    \
        return gc_sparse_record_remove(commands, id, gc_sparse_type_##T());                                  \
    }
#endif

#define GC_SPARSE_SET(world, id, T, ...)                                                                     \
    GC_SPARSE_PRIV_FEWER(int, gc_sparse_result_##T,                                                          \
        gc_sparse_priv_set_##T((world), (id), GC_SPARSE_PRIV_VALUE(gc_sparse_data_##T){ __VA_ARGS__ }))
#define GC_SPARSE_PUT(world, id, T) (gc_sparse_priv_put_##T)((world), (id))
#define GC_SPARSE_RECORD(commands, id, T, ...)                                                               \
    GC_SPARSE_PRIV_FEWER(gc_sparse_data_##T *, gc_sparse_recorded_##T,                                       \
        gc_sparse_priv_record_##T((commands), (id), GC_SPARSE_PRIV_VALUE(gc_sparse_data_##T){ __VA_ARGS__ }))

// What a value gives: values may be fewer than fields, about which -Wextra is silent here. The
// warning belongs to where the braces stand, so they are inside.
#if defined(__GNUC__) && !defined(__TINYC__)
#define GC_SPARSE_PRIV_FEWER(T, name, expression)                                                            \
    __extension__({                                                                                          \
        _Pragma("GCC diagnostic push")                                                                       \
        _Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")                                   \
        T name = expression;                                                                                 \
        _Pragma("GCC diagnostic pop")                                                                        \
        name;                                                                                                \
    })
#else
#define GC_SPARSE_PRIV_FEWER(T, name, expression) expression
#endif

// ---- what compilers differ in

#define GC_SPARSE_PRIV_TYPED GC_SPARSE_PRIV_UNUSED static inline

// The loops of a system are those that a user would write, at the same speed; gcc keeps them
// so only in a function of their own.
#if defined(__clang__)
#define GC_SPARSE_PRIV_BODY __attribute__((always_inline)) GC_SPARSE_PRIV_TYPED
#define GC_SPARSE_PRIV_LOOPS GC_SPARSE_PRIV_TYPED
#elif defined(__GNUC__)
#define GC_SPARSE_PRIV_BODY __attribute__((always_inline)) GC_SPARSE_PRIV_TYPED
#define GC_SPARSE_PRIV_LOOPS __attribute__((noinline)) GC_SPARSE_PRIV_UNUSED static
#elif defined(_MSC_VER)
#define GC_SPARSE_PRIV_BODY static __forceinline
#define GC_SPARSE_PRIV_LOOPS static
#else
#define GC_SPARSE_PRIV_BODY static inline
#define GC_SPARSE_PRIV_LOOPS static
#endif

// A value of a type, from the braces that follow; its alignment, if it is known; whether it may
// be copied as bytes; a pointer to it, of void *.
#ifdef __cplusplus
#define GC_SPARSE_PRIV_VALUE(T) T
#define GC_SPARSE_PRIV_ALIGN(T) alignof(T)
#define GC_SPARSE_PRIV_TRIVIAL(T)                                                                            \
    static_assert(__is_trivially_copyable(T), "gc_sparse.h: the component " #T " is not trivially copyable");
#define GC_SPARSE_PRIV_CAST (gc_sparse_priv_pointer)
struct gc_sparse_priv_pointer {
    void *at;
    explicit gc_sparse_priv_pointer(void *to) : at(to) {}
    template <class T> operator T *() const { return static_cast<T *>(at); }
};
#else
#define GC_SPARSE_PRIV_VALUE(T) (T)
#define GC_SPARSE_PRIV_TRIVIAL(T)
#define GC_SPARSE_PRIV_CAST
#if defined(__GNUC__)
#define GC_SPARSE_PRIV_ALIGN(T) __alignof__(T)
#elif defined(_MSC_VER)
#define GC_SPARSE_PRIV_ALIGN(T) __alignof(T)
#else
#define GC_SPARSE_PRIV_ALIGN(T) 1
#endif
#endif

// A wrong name is to be one error, and what depends on it none. So a system asks for a type
// once, for its index and size in one number; and where a declaration can do without the name
// of its type, a loop asks once for a pointer.
#if defined(__cplusplus)
#define GC_SPARSE_PRIV_CONSTANT(name, value) GC_SPARSE_PRIV_UNUSED static const uint64_t name = value;
#elif defined(__GNUC__)
#define GC_SPARSE_PRIV_CONSTANT(name, value) __extension__ enum { name = value };
#else
#define GC_SPARSE_PRIV_CONSTANT(name, value)
#endif
#if defined(__cplusplus) || defined(__GNUC__)
#define GC_SPARSE_PRIV_NUMBER(x, i, T) (uint32_t)(gc_sparse_term##i##_##x >> 32)
#define GC_SPARSE_PRIV_SIZE(x, i, T) (size_t)(gc_sparse_term##i##_##x & UINT32_MAX)
#else
#define GC_SPARSE_PRIV_NUMBER(x, i, T) gc_sparse_index_##T
#define GC_SPARSE_PRIV_SIZE(x, i, T) gc_sparse_size_##T
#endif
#define GC_SPARSE_PRIV_INDEX(x, i, T) { GC_SPARSE_PRIV_NUMBER(x, i, T) },
#if defined(__cplusplus)
#define GC_SPARSE_PRIV_POINTER(data, T, p, list, write)                                                      \
    GC_SPARSE_PRIV_UNUSED auto p = gc_sparse_want_##data##_##T(list, write)
#define GC_SPARSE_PRIV_SIZE_AT(T, p) gc_sparse_size_##T
#define GC_SPARSE_PRIV_TAG(T)
#elif defined(__GNUC__) && !defined(__clang__)
#define GC_SPARSE_PRIV_POINTER(data, T, p, list, write)                                                      \
    __extension__ GC_SPARSE_PRIV_UNUSED __auto_type p = ({ (gc_sparse_want_##data##_##T)(list, write); })
#define GC_SPARSE_PRIV_SIZE_AT(T, p) sizeof *p
#define GC_SPARSE_PRIV_TAG(T) __extension__ struct gc_sparse_tag_##T {};
#else
#define GC_SPARSE_PRIV_POINTER(data, T, p, list, write)                                                      \
    GC_SPARSE_PRIV_UNUSED gc_sparse_##data##_##T *p = gc_sparse_want_##data##_##T(list, write)
#define GC_SPARSE_PRIV_SIZE_AT(T, p) gc_sparse_size_##T
#define GC_SPARSE_PRIV_TAG(T)
#endif

// ---- terms

// A term is two words: F, S. This is the table of its roles, by the first word: which of the
// two has the type (1: the second), the type; 0 or 1, whether entities have it (in), do not
// (out), or may (maybe); whether there is a pointer (2: to commands), and to what; whether it
// is read, and written. F alone is a type, NO_ROLE: all other roles have a macro, whose first
// value is left out.
#define GC_SPARSE_PRIV_NO_ROLE(T)             0, T,  1, 0, 0,  1, data,  0, 1
#define GC_SPARSE_PRIV_ROLE_READ(T)        ~, 0, T,  1, 0, 0,  1, read,  1, 0
#define GC_SPARSE_PRIV_ROLE_MAYBE(T)       ~, 0, T,  0, 0, 1,  1, data,  0, 1
#define GC_SPARSE_PRIV_ROLE_MAYBE_READ(T)  ~, 0, T,  0, 0, 1,  1, read,  1, 0
#define GC_SPARSE_PRIV_ROLE_WITH           ~, 1, ~,  1, 0, 0,  0, data,  0, 0
#define GC_SPARSE_PRIV_ROLE_WITHOUT        ~, 1, ~,  0, 1, 0,  0, data,  0, 0
#define GC_SPARSE_PRIV_ROLE_ALSO_READS     ~, 1, ~,  0, 0, 0,  0, data,  1, 0
#define GC_SPARSE_PRIV_ROLE_ALSO_WRITES    ~, 1, ~,  0, 0, 0,  0, data,  0, 1
#define GC_SPARSE_PRIV_ROLE_LATER          ~, 1, ~,  0, 0, 0,  2, data,  0, 0
#ifdef GC_SPARSE_RELATIONS      // 3 and 4: up the tree; 5: none, but it is asked
#define GC_SPARSE_PRIV_ROLE_PARENT(T)      ~, 0, T,  0, 0, 0,  3, read,  1, 0
#define GC_SPARSE_PRIV_ROLE_ABOVE(T)       ~, 0, T,  0, 0, 0,  4, read,  1, 0
#define GC_SPARSE_PRIV_ROLE_ANY_OF         ~, 1, ~,  0, 0, 0,  5, data,  0, 0
#endif

// m of each term in loop or system x, as m(x, the term's number, its column, type, pointer, and
// the rest of its row). PLACED alone counts the columns: included types have the first, those
// that may be there the next.
#define GC_SPARSE_PRIV_TERMS(m, x, ...) GC_SPARSE_PRIV_WALK(m, x, ~, __VA_ARGS__)
#define GC_SPARSE_PRIV_PLACED(m, x, ...)                                                                     \
    GC_SPARSE_PRIV_WALK(m, x, GC_SPARSE_PRIV_INCLUDED(__VA_ARGS__), __VA_ARGS__)
#define GC_SPARSE_PRIV_INCLUDED(...) 0 GC_SPARSE_PRIV_WALK(GC_SPARSE_PRIV_INCLUDED_OF, ~, ~, __VA_ARGS__)
#define GC_SPARSE_PRIV_INCLUDED_OF(x, i, k, T, p, in, ...) + in
#define GC_SPARSE_PRIV_WALK(m, x, behind, ...)                                                               \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_WALK_,                                                               \
                         GC_SPARSE_PRIV_PAIRS(__VA_ARGS__))(m, x, 0, behind, __VA_ARGS__)
#define GC_SPARSE_PRIV_WALK_1(m, x, k, o, F, S) GC_SPARSE_PRIV_TERM(m, x, 1, k, o, F, S)
#define GC_SPARSE_PRIV_WALK_2(m, x, k, o, F, S, ...) GC_SPARSE_PRIV_TERM(m, x, 2, k, o, F, S)                \
    GC_SPARSE_PRIV_WALK_1(m, x, k GC_SPARSE_PRIV_IN(F), o GC_SPARSE_PRIV_MAYBE(F), __VA_ARGS__)
#define GC_SPARSE_PRIV_WALK_3(m, x, k, o, F, S, ...) GC_SPARSE_PRIV_TERM(m, x, 3, k, o, F, S)                \
    GC_SPARSE_PRIV_WALK_2(m, x, k GC_SPARSE_PRIV_IN(F), o GC_SPARSE_PRIV_MAYBE(F), __VA_ARGS__)
#define GC_SPARSE_PRIV_WALK_4(m, x, k, o, F, S, ...) GC_SPARSE_PRIV_TERM(m, x, 4, k, o, F, S)                \
    GC_SPARSE_PRIV_WALK_3(m, x, k GC_SPARSE_PRIV_IN(F), o GC_SPARSE_PRIV_MAYBE(F), __VA_ARGS__)
#define GC_SPARSE_PRIV_WALK_5(m, x, k, o, F, S, ...) GC_SPARSE_PRIV_TERM(m, x, 5, k, o, F, S)                \
    GC_SPARSE_PRIV_WALK_4(m, x, k GC_SPARSE_PRIV_IN(F), o GC_SPARSE_PRIV_MAYBE(F), __VA_ARGS__)
#define GC_SPARSE_PRIV_WALK_6(m, x, k, o, F, S, ...) GC_SPARSE_PRIV_TERM(m, x, 6, k, o, F, S)                \
    GC_SPARSE_PRIV_WALK_5(m, x, k GC_SPARSE_PRIV_IN(F), o GC_SPARSE_PRIV_MAYBE(F), __VA_ARGS__)
#define GC_SPARSE_PRIV_WALK_7(m, x, k, o, F, S, ...) GC_SPARSE_PRIV_TERM(m, x, 7, k, o, F, S)                \
    GC_SPARSE_PRIV_WALK_6(m, x, k GC_SPARSE_PRIV_IN(F), o GC_SPARSE_PRIV_MAYBE(F), __VA_ARGS__)
#define GC_SPARSE_PRIV_WALK_8(m, x, k, o, F, S, ...) GC_SPARSE_PRIV_TERM(m, x, 8, k, o, F, S)                \
    GC_SPARSE_PRIV_WALK_7(m, x, k GC_SPARSE_PRIV_IN(F), o GC_SPARSE_PRIV_MAYBE(F), __VA_ARGS__)

// The row of a term, behind what else m gets; m with it.
#define GC_SPARSE_PRIV_ROW(m, F, ...)                                                                        \
    GC_SPARSE_PRIV_WITH_ROW(m, __VA_ARGS__, GC_SPARSE_PRIV_ROLE_##F, GC_SPARSE_PRIV_NO_ROLE(F))
#define GC_SPARSE_PRIV_WITH_ROW(m, ...) m(__VA_ARGS__, ~)
#define GC_SPARSE_PRIV_IN(F) GC_SPARSE_PRIV_ROW(GC_SPARSE_PRIV_ADD_IN, F, ~)
#define GC_SPARSE_PRIV_ADD_IN(x, no_role, second, T, in, ...) + in
#define GC_SPARSE_PRIV_MAYBE(F) GC_SPARSE_PRIV_ROW(GC_SPARSE_PRIV_ADD_MAYBE, F, ~)
#define GC_SPARSE_PRIV_ADD_MAYBE(x, no_role, second, T, in, out, maybe, ...) + maybe
#define GC_SPARSE_PRIV_TERM(m, x, i, k, o, F, S)                                                             \
    GC_SPARSE_PRIV_ROW(GC_SPARSE_PRIV_TERM_OF, F, m, x, i, k, o, S)
#define GC_SPARSE_PRIV_TERM_OF(m, x, i, k, o, S, no_role, second, T, in, out, maybe, to, data, reads,        \
                               writes, ...)                                                                  \
    GC_SPARSE_PRIV_OF_TERM(m, x, i, GC_SPARSE_PRIV_PICK_##maybe(k, o), GC_SPARSE_PRIV_PICK_##second(T, S), S,\
                           in, out, maybe, to, data, reads, writes)
#define GC_SPARSE_PRIV_OF_TERM(m, ...) m(__VA_ARGS__)
#define GC_SPARSE_PRIV_PICK_0(a, b) a
#define GC_SPARSE_PRIV_PICK_1(a, b) b
#define GC_SPARSE_PRIV_IF_0(...)
#define GC_SPARSE_PRIV_IF_1(...) __VA_ARGS__
#define GC_SPARSE_PRIV_IF_2(...)
#define GC_SPARSE_PRIV_IF_LATER_0(...)
#define GC_SPARSE_PRIV_IF_LATER_1(...)
#define GC_SPARSE_PRIV_IF_LATER_2(...) __VA_ARGS__
#define GC_SPARSE_PRIV_IF_UP_0(...)
#define GC_SPARSE_PRIV_IF_UP_1(...)
#define GC_SPARSE_PRIV_IF_UP_2(...)
#define GC_SPARSE_PRIV_NO_LOOP_0
#define GC_SPARSE_PRIV_NO_LOOP_1
#define GC_SPARSE_PRIV_NO_LOOP_2

// How many pairs the terms are: 1 to 8, odd, or many; and whether that is ok.
#define GC_SPARSE_PRIV_PAIRS(...)                                                                            \
    GC_SPARSE_PRIV_33RD(__VA_ARGS__, many, many, many, many, many, many, many, many, many, many, many, many, \
        many, many, many, many, 8, odd, 7, odd, 6, odd, 5, odd, 4, odd, 3, odd, 2, odd, 1, odd, ~)
#define GC_SPARSE_PRIV_33RD(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...)                             \
    GC_SPARSE_PRIV_17TH(__VA_ARGS__)
#define GC_SPARSE_PRIV_17TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, ...) q
#define GC_SPARSE_PRIV_FORM(...)                                                                             \
    GC_SPARSE_PRIV_SECOND(                                                                                   \
        GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_FORM_, GC_SPARSE_PRIV_PAIRS(__VA_ARGS__)), ok, ~)
#define GC_SPARSE_PRIV_FORM_odd ~, odd
#define GC_SPARSE_PRIV_FORM_many ~, many
#define GC_SPARSE_PRIV_PASTE(a, b) GC_SPARSE_PRIV_PASTED(a, b)
#define GC_SPARSE_PRIV_PASTED(a, b) a##b
#define GC_SPARSE_PRIV_SECOND(...) GC_SPARSE_PRIV_SECOND_OF(__VA_ARGS__)
#define GC_SPARSE_PRIV_SECOND_OF(a, b, ...) b

// Where the form is wrong, one message that says why; the body behind it is passed over.
#if defined(__GNUC__) && !defined(__clang__)
#define GC_SPARSE_PRIV_NO_SYSTEM(name, why) int name why
#else
#define GC_SPARSE_PRIV_NO_SYSTEM(name, why) why name
#endif
#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#define GC_SPARSE_PRIV_NO_LOOP(why) auto void gc_sparse_no_loop(why *gc_sparse_none)
#else
#define GC_SPARSE_PRIV_NO_LOOP(why) const why gc_sparse_no_loop
#endif
#define GC_SPARSE_PRIV_SYSTEM_odd(name, ...) GC_SPARSE_PRIV_NO_SYSTEM(name, gc_sparse_terms_come_in_pairs)
#define GC_SPARSE_PRIV_SYSTEM_many(name, ...) GC_SPARSE_PRIV_NO_SYSTEM(name, gc_sparse_more_than_8_terms)
#define GC_SPARSE_PRIV_SYSTEM_lists(name, ...)                                                               \
    GC_SPARSE_PRIV_NO_SYSTEM(name, gc_sparse_parameters_and_arguments_stand_in_parentheses)
#define GC_SPARSE_PRIV_EACH_odd(...) GC_SPARSE_PRIV_NO_LOOP(gc_sparse_terms_come_in_pairs)
#define GC_SPARSE_PRIV_EACH_many(...) GC_SPARSE_PRIV_NO_LOOP(gc_sparse_more_than_8_terms)

// A query. Its last field is 0, or an error: nothing is included.
#define GC_SPARSE_PRIV_QUERY(x, ...)                                                                         \
    {                                                                                                        \
        { GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_INCLUDE, x, __VA_ARGS__) },                                    \
        { GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_EXCLUDE, x, __VA_ARGS__) { 0 } },                              \
        { GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_OPTIONAL, x, __VA_ARGS__) { 0 } },                             \
        { GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_WRITE, x, __VA_ARGS__) { 0 } }, { 0 },                         \
        GC_SPARSE_PRIV_REFUSE(GC_SPARSE_PRIV_INCLUDED(__VA_ARGS__))                                          \
    }
#ifdef __cplusplus
template <bool> struct gc_sparse_no_type_to_walk;
template <> struct gc_sparse_no_type_to_walk<true> { static const uint64_t value = 0; };
#define GC_SPARSE_PRIV_REFUSE(included) gc_sparse_no_type_to_walk<(included > 0)>::value
#else
#define GC_SPARSE_PRIV_REFUSE(included)                                                                      \
    (sizeof(struct { int gc_sparse_no_type_to_walk : (included) ? 1 : -1; }) == 0)
#endif
#define GC_SPARSE_PRIV_INCLUDE(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                       \
    GC_SPARSE_PRIV_IF_##in(GC_SPARSE_PRIV_INDEX(x, i, T))
#define GC_SPARSE_PRIV_EXCLUDE(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                       \
    GC_SPARSE_PRIV_IF_##out(GC_SPARSE_PRIV_INDEX(x, i, T))
#define GC_SPARSE_PRIV_OPTIONAL(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                      \
    GC_SPARSE_PRIV_IF_##maybe(GC_SPARSE_PRIV_INDEX(x, i, T))
#define GC_SPARSE_PRIV_WRITE(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                         \
    GC_SPARSE_PRIV_IF_##to(GC_SPARSE_PRIV_IF_##writes(GC_SPARSE_PRIV_INDEX(x, i, T)))
#define GC_SPARSE_PRIV_READS(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                         \
    GC_SPARSE_PRIV_IF_##reads(GC_SPARSE_PRIV_INDEX(x, i, T))
#define GC_SPARSE_PRIV_WRITES(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                        \
    GC_SPARSE_PRIV_IF_##writes(GC_SPARSE_PRIV_INDEX(x, i, T))

// Whether the world has changed since the walk began; then the walk ends, with E_CHANGED. Loops
// ask behind each entity, for columns may have moved. Compilers see that a body which calls
// nothing changes nothing, if they also see that a walk which was stopped does not go on: loops
// and systems are as fast as without (without that `true` a loop takes 3 times as long).
#define GC_SPARSE_PRIV_LOOK(view) ((const gc_sparse_priv_lookup *)(const void *)(view)->walk.world)
#define GC_SPARSE_PRIV_ENDED(view)                                                                           \
    (GC_SPARSE_PRIV_LOOK(view)->version != (view)->walk.version && (gc_sparse_priv_stop(view), true))

// Says whose body has changed the world; an expression.
#define GC_SPARSE_PRIV_TELL(...)                                                                             \
    GC_SPARSE_ASSERT(false && "the world was changed while walking, by the body of " #__VA_ARGS__)

// ---- loops

#define GC_SPARSE_EACH(world, ...) GC_SPARSE_EACH_AS(self, world, __VA_ARGS__)
#define GC_SPARSE_EACH_AS(self, world, ...) GC_SPARSE_PRIV_EACH(self, world, false, 0, __VA_ARGS__)
#ifndef GC_SPARSE_NO_CHANGES
#define GC_SPARSE_EACH_CHANGED(world, since, ...) GC_SPARSE_PRIV_EACH(self, world, true, since, __VA_ARGS__)
#endif
#define GC_SPARSE_PRIV_EACH(self, world, changed, since, ...)                                                \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_EACH_, GC_SPARSE_PRIV_FORM(__VA_ARGS__))(self, world, changed, since,\
                                                                                __VA_ARGS__)
#define GC_SPARSE_PRIV_EACH_ok(self, world, changed, since, ...)                                             \
    for (gc_sparse_view gc_sparse_view_##self, *gc_sparse_on_##self =                                        \
             gc_sparse_priv_enter(&gc_sparse_view_##self, (world),                                           \
                                  GC_SPARSE_PRIV_REFUSE(GC_SPARSE_PRIV_INCLUDED(__VA_ARGS__)));              \
         gc_sparse_on_##self; gc_sparse_on_##self = NULL)                                                    \
    for (gc_sparse_query_desc gc_sparse_query_##self = gc_sparse_priv_no_query();                            \
         gc_sparse_on_##self; gc_sparse_on_##self = NULL)                                                    \
    GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_WANT, self, __VA_ARGS__)                                             \
    for (GC_SPARSE_PRIV_UNUSED gc_sparse_id self =                                                           \
             gc_sparse_priv_start_loop(gc_sparse_on_##self, &gc_sparse_query_##self, changed, since);        \
         gc_sparse_on_##self; gc_sparse_on_##self = NULL)                                                    \
    for (; gc_sparse_on_##self && gc_sparse_next(gc_sparse_on_##self);)                                      \
    for (size_t gc_sparse_at_##self = ((void)(gc_sparse_on_##self = NULL), (size_t)0);                       \
         GC_SPARSE_PRIV_ENDED(&gc_sparse_view_##self)                                                        \
             ? (GC_SPARSE_PRIV_TELL(GC_SPARSE_EACH(world, __VA_ARGS__)), false)                              \
         : gc_sparse_at_##self < gc_sparse_view_##self.count                                                 \
             ? (GC_SPARSE_PRIV_PLACED(GC_SPARSE_PRIV_ASSIGN, self, __VA_ARGS__)                              \
                self = GC_SPARSE_PRIV_SELF(&gc_sparse_view_##self, gc_sparse_at_##self), true)               \
             : (gc_sparse_on_##self = &gc_sparse_view_##self, false);                                        \
         gc_sparse_at_##self++)
#define GC_SPARSE_PRIV_WANT(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                          \
    GC_SPARSE_PRIV_IF_##in(GC_SPARSE_PRIV_WANT_##to(x, i, T, p, data, include, writes))                      \
    GC_SPARSE_PRIV_IF_##out(GC_SPARSE_PRIV_WANT_##to(x, i, T, p, data, exclude, writes))                     \
    GC_SPARSE_PRIV_IF_##maybe(GC_SPARSE_PRIV_WANT_##to(x, i, T, p, data, optional, writes))
#define GC_SPARSE_PRIV_WANT_0(x, i, T, p, data, list, writes)                                                \
    GC_SPARSE_PRIV_WANT_1(x, i, T, gc_sparse_term##i##_##x, data, list, writes)
#define GC_SPARSE_PRIV_WANT_1(x, i, T, p, data, list, writes)                                                \
    for (GC_SPARSE_PRIV_POINTER(                                                                             \
             data, T, p, gc_sparse_query_##x.list,                                                           \
             GC_SPARSE_PRIV_PICK_##writes(NULL, gc_sparse_query_##x.write));                                 \
         gc_sparse_on_##x; gc_sparse_on_##x = NULL)
#define GC_SPARSE_PRIV_ASSIGN(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                        \
    GC_SPARSE_PRIV_IF_##to(p = GC_SPARSE_PRIV_CAST gc_sparse_view_at(                                        \
                               &gc_sparse_view_##x, k, gc_sparse_at_##x, GC_SPARSE_PRIV_SIZE_AT(T, p)),)     \
    GC_SPARSE_PRIV_NO_LOOP_##to

// The world is kept in the view until its query is known.
GC_SPARSE_PRIV_TYPED gc_sparse_view *gc_sparse_priv_enter(gc_sparse_view *view, gc_sparse_world *world,
                                                          uint64_t refused) {
    (void)refused;
    view->walk.world = world;
    return view;
}

GC_SPARSE_PRIV_TYPED gc_sparse_query_desc gc_sparse_priv_no_query(void) {
    const gc_sparse_query_desc desc = { { { 0 } }, { { 0 } }, { { 0 } }, { { 0 } }, { 0 }, 0 };
    return desc;
}

GC_SPARSE_PRIV_TYPED gc_sparse_id gc_sparse_priv_start_loop(gc_sparse_view *view, gc_sparse_query_desc *desc,
                                                            bool changed, uint64_t since) {
    const gc_sparse_id none = { 0, 0 };
    if (changed) desc->changed = desc->include[0];
    desc->since = since;
    gc_sparse_begin(view, (gc_sparse_world *)(uintptr_t)view->walk.world, desc);
    return none;
}

// One more type in a list of a query, and among those that it writes, if write is not NULL.
GC_SPARSE_PRIV_TYPED void gc_sparse_priv_want(gc_sparse_type *list, gc_sparse_type *write, uint32_t index) {
    while (list->index) list++;
    list->index = index;
    while (write && write->index) write++;
    if (write) write->index = index;
}

// ---- systems

#define GC_SPARSE_SYSTEM(name, parameters, arguments, ...)                                                   \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_SYSTEM_,                                                             \
        GC_SPARSE_PRIV_IF_LIST(parameters,                                                                   \
            GC_SPARSE_PRIV_IF_LIST(arguments, GC_SPARSE_PRIV_FORM(__VA_ARGS__))))(                           \
        name, parameters, arguments, __VA_ARGS__)
#define GC_SPARSE_PRIV_IF_LIST(list, form)                                                                   \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_PICK_,                                                               \
                         GC_SPARSE_PRIV_SECOND(GC_SPARSE_PRIV_LIST list, 0, ~))(lists, form)
#define GC_SPARSE_PRIV_LIST(...) ~, 1
#define GC_SPARSE_PRIV_SYSTEM_ok(name, parameters, arguments, ...)                                           \
    GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_ASK, name, __VA_ARGS__)                                              \
    GC_SPARSE_PRIV_CLIMBS(name, __VA_ARGS__)                                                                 \
    GC_SPARSE_PRIV_BODY void gc_sparse_one_##name(GC_SPARSE_PRIV_UNUSED gc_sparse_id self                    \
        GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_PARAMETER, name, __VA_ARGS__)                                    \
        GC_SPARSE_PRIV_MORE(arguments, parameters));                                                         \
    GC_SPARSE_PRIV_LOOPS void gc_sparse_chunk_##name(gc_sparse_view *gc_sparse_in                            \
        GC_SPARSE_PRIV_MORE(arguments, parameters)) {                                                        \
        const gc_sparse_id *gc_sparse_ids = gc_sparse_priv_ids(gc_sparse_in);                                \
        const uint32_t *gc_sparse_slots = gc_sparse_in->slots;                                               \
        const gc_sparse_priv_lookup *gc_sparse_look = GC_SPARSE_PRIV_LOOK(gc_sparse_in);                     \
        uint64_t gc_sparse_then = gc_sparse_in->walk.version;                                                \
        size_t gc_sparse_n = gc_sparse_in->count;                                                            \
        GC_SPARSE_PRIV_PLACED(GC_SPARSE_PRIV_COLUMN, name, __VA_ARGS__)                                      \
        GC_SPARSE_PRIV_CLIMB(name)                                                                           \
        if (gc_sparse_in->rows[0]) {                                                                         \
            GC_SPARSE_PRIV_LOOP(name, GC_SPARSE_PRIV_SCATTERED, arguments, __VA_ARGS__)                      \
        } else if (true GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_THERE, name, __VA_ARGS__)) {                     \
            GC_SPARSE_PRIV_LOOP(name, GC_SPARSE_PRIV_PACKED, arguments, __VA_ARGS__)                         \
        } else if (true GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_MISSING, name, __VA_ARGS__)) {                   \
            GC_SPARSE_PRIV_LOOP(name, GC_SPARSE_PRIV_PACKED, arguments, __VA_ARGS__)                         \
        } else {                                                                                             \
            GC_SPARSE_PRIV_LOOP(name, GC_SPARSE_PRIV_PACKED, arguments, __VA_ARGS__)                         \
        }                                                                                                    \
        if (GC_SPARSE_PRIV_ENDED(gc_sparse_in)) {                                                            \
            GC_SPARSE_PRIV_TELL(the system name (__VA_ARGS__));                                              \
        }                                                                                                    \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED const gc_sparse_query_desc *gc_sparse_query_of_##name(void) {                       \
        static const gc_sparse_query_desc gc_sparse_all = GC_SPARSE_PRIV_QUERY(name, __VA_ARGS__);           \
        return &gc_sparse_all;                                                                               \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED void gc_sparse_some_##name(gc_sparse_view *gc_sparse_in,                            \
        gc_sparse_world *gc_sparse_of, bool gc_sparse_changed, uint64_t gc_sparse_since) {                   \
        gc_sparse_query_desc gc_sparse_asked;                                                                \
        if (gc_sparse_changed) {                                                                             \
            gc_sparse_asked = *gc_sparse_query_of_##name();                                                  \
            gc_sparse_asked.changed = gc_sparse_asked.include[0];                                            \
            gc_sparse_asked.since = gc_sparse_since;                                                         \
        }                                                                                                    \
        gc_sparse_begin(gc_sparse_in, gc_sparse_of,                                                          \
                        gc_sparse_changed ? &gc_sparse_asked : gc_sparse_query_of_##name());                 \
        GC_SPARSE_PRIV_PLACED(GC_SPARSE_PRIV_CHECK, name, __VA_ARGS__)                                       \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED void name##_begin(gc_sparse_view *gc_sparse_in, gc_sparse_world *gc_sparse_of) {    \
        gc_sparse_some_##name(gc_sparse_in, gc_sparse_of, false, 0);                                         \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED void name##_changed(gc_sparse_view *gc_sparse_in, gc_sparse_world *gc_sparse_of,    \
        uint64_t gc_sparse_since) {                                                                          \
        gc_sparse_some_##name(gc_sparse_in, gc_sparse_of, true, gc_sparse_since);                            \
    }                                                                                                        \
    GC_SPARSE_PRIV_ACCESS(name##_access, GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_READS, name, __VA_ARGS__),      \
        GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_WRITES, name, __VA_ARGS__))                                      \
    enum { gc_sparse_records_##name = 0 GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_RECORDS, name, __VA_ARGS__) };   \
    GC_SPARSE_PRIV_TYPED int name##_part(gc_sparse_view *gc_sparse_in                                        \
        GC_SPARSE_PRIV_MORE(arguments, parameters)) {                                                        \
        while (gc_sparse_next(gc_sparse_in))                                                                 \
            gc_sparse_chunk_##name(gc_sparse_in GC_SPARSE_PRIV_MORE(arguments, arguments));                  \
        return gc_sparse_in->error;                                                                          \
    }                                                                                                        \
    GC_SPARSE_PRIV_TYPED int name(gc_sparse_world *gc_sparse_of                                              \
        GC_SPARSE_PRIV_MORE(arguments, parameters)) {                                                        \
        gc_sparse_view gc_sparse_in;                                                                         \
        name##_begin(&gc_sparse_in, gc_sparse_of);                                                           \
        if (gc_sparse_records_##name > 0) GC_SPARSE_PRIV_LATER(&gc_sparse_in, gc_sparse_of);                 \
        return name##_part(&gc_sparse_in GC_SPARSE_PRIV_MORE(arguments, arguments));                         \
    }                                                                                                        \
    GC_SPARSE_PRIV_FRAME(name##_run, false, parameters, arguments, name)                                     \
    GC_SPARSE_PRIV_BODY void gc_sparse_one_##name(GC_SPARSE_PRIV_UNUSED gc_sparse_id self                    \
        GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_PARAMETER, name, __VA_ARGS__)                                    \
        GC_SPARSE_PRIV_MORE(arguments, parameters))
// A loop over a chunk. There is one for chunks where all have what they may have, and one where
// none has, so that its body does not ask.
#define GC_SPARSE_PRIV_LOOP(name, component, arguments, ...)                                                 \
    for (size_t gc_sparse_i = 0; gc_sparse_i < GC_SPARSE_PRIV_WHILE(gc_sparse); gc_sparse_i++)               \
        GC_SPARSE_PRIV_IF_ANY(name, __VA_ARGS__)                                                             \
        gc_sparse_one_##name(gc_sparse_ids[gc_sparse_slots[gc_sparse_i]]                                     \
            GC_SPARSE_PRIV_TERMS(component, name, __VA_ARGS__) GC_SPARSE_PRIV_MORE(arguments, arguments));
#define GC_SPARSE_PRIV_THERE(x, i, k, T, p, in, out, maybe, to, ...)                                         \
    GC_SPARSE_PRIV_IF_##to(GC_SPARSE_PRIV_IF_##maybe(&& gc_sparse_column_##p))
#define GC_SPARSE_PRIV_MISSING(x, i, k, T, p, in, out, maybe, to, ...)                                       \
    GC_SPARSE_PRIV_IF_##to(GC_SPARSE_PRIV_IF_##maybe(&& !gc_sparse_column_##p))

// The count of a chunk, 0 once the world has changed. So gcc asks once where the body cannot
// change it, which it does not where the loop has two conditions.
#define GC_SPARSE_PRIV_WHILE(of) (of##_look->version == of##_then ? of##_n : 0)
#define GC_SPARSE_PRIV_ASK(x, i, k, T, p, in, out, maybe, to, ...) GC_SPARSE_PRIV_ASK_##to(x, i, T)
#define GC_SPARSE_PRIV_ASK_0(x, i, T)                                                                        \
    GC_SPARSE_PRIV_CONSTANT(gc_sparse_term##i##_##x, gc_sparse_component_##T)
#define GC_SPARSE_PRIV_ASK_1(x, i, T) GC_SPARSE_PRIV_ASK_0(x, i, T)
#define GC_SPARSE_PRIV_ASK_2(x, i, T)
#define GC_SPARSE_PRIV_RECORDS(x, i, k, T, p, in, out, maybe, to, ...) + (to == 2)
#define GC_SPARSE_PRIV_PARAMETER(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                     \
    GC_SPARSE_PRIV_IF_##to(, gc_sparse_##data##_##T *p GC_SPARSE_PRIV_UNUSED)                                \
    GC_SPARSE_PRIV_IF_LATER_##to(, gc_sparse_commands *p GC_SPARSE_PRIV_UNUSED)                              \
    GC_SPARSE_PRIV_IF_UP_##to(, gc_sparse_##data##_##T *p GC_SPARSE_PRIV_UNUSED)
#define GC_SPARSE_PRIV_CHECK(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                         \
    GC_SPARSE_PRIV_PICK_##out(GC_SPARSE_PRIV_IF_##to, GC_SPARSE_PRIV_IF_0)(GC_SPARSE_ASSERT(                 \
        (gc_sparse_in->error != GC_SPARSE_OK ||                                                              \
         gc_sparse_priv_size(&gc_sparse_in->walk, k) == GC_SPARSE_PRIV_SIZE(x, i, T)) &&                     \
        "a system: the world has another type where the list has its own");)

// A component in each turn of both loops.
#define GC_SPARSE_PRIV_COLUMN(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                        \
    GC_SPARSE_PRIV_IF_##to(char *gc_sparse_column_##p = (char *)gc_sparse_in->columns[k];                    \
                           const uint32_t *gc_sparse_rows_##p = gc_sparse_in->rows[k];)
#define GC_SPARSE_PRIV_PACKED(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                        \
    GC_SPARSE_PRIV_IF_##to(, GC_SPARSE_PRIV_CAST(                                                            \
        GC_SPARSE_PRIV_IF_##maybe(!gc_sparse_column_##p ? NULL :)                                            \
        (void *)(gc_sparse_column_##p + gc_sparse_i * GC_SPARSE_PRIV_SIZE(x, i, T))))                        \
    GC_SPARSE_PRIV_IF_LATER_##to(, gc_sparse_in->walk.later)                                                 \
    GC_SPARSE_PRIV_IF_UP_##to(, GC_SPARSE_PRIV_UP(x, i, T, to))
#define GC_SPARSE_PRIV_SCATTERED(x, i, k, T, p, in, out, maybe, to, data, reads, writes)                     \
    GC_SPARSE_PRIV_IF_##to(, GC_SPARSE_PRIV_CAST(                                                            \
        GC_SPARSE_PRIV_IF_##maybe(gc_sparse_rows_##p[gc_sparse_i] == GC_SPARSE_NONE ? NULL :)                \
        (void *)(gc_sparse_column_##p +                                                                      \
                 (size_t)gc_sparse_rows_##p[gc_sparse_i] * GC_SPARSE_PRIV_SIZE(x, i, T))))                   \
    GC_SPARSE_PRIV_IF_LATER_##to(, gc_sparse_in->walk.later)                                                 \
    GC_SPARSE_PRIV_IF_UP_##to(, GC_SPARSE_PRIV_UP(x, i, T, to))

// What a system looks for beside its columns.
#ifdef GC_SPARSE_RELATIONS
#define GC_SPARSE_PRIV_IF_3(...)
#define GC_SPARSE_PRIV_IF_4(...)
#define GC_SPARSE_PRIV_IF_5(...)
#define GC_SPARSE_PRIV_IF_LATER_3(...)
#define GC_SPARSE_PRIV_IF_LATER_4(...)
#define GC_SPARSE_PRIV_IF_LATER_5(...)
#define GC_SPARSE_PRIV_IF_UP_3(...) __VA_ARGS__
#define GC_SPARSE_PRIV_IF_UP_4(...) __VA_ARGS__
#define GC_SPARSE_PRIV_IF_UP_5(...)
#define GC_SPARSE_PRIV_NO_LOOP_3 gc_sparse_parent_is_for_systems,
#define GC_SPARSE_PRIV_NO_LOOP_4 gc_sparse_above_is_for_systems,
#define GC_SPARSE_PRIV_NO_LOOP_5 gc_sparse_any_of_is_for_systems,
#define GC_SPARSE_PRIV_ASK_3(x, i, T) GC_SPARSE_PRIV_ASK_0(x, i, T)
#define GC_SPARSE_PRIV_ASK_4(x, i, T) GC_SPARSE_PRIV_ASK_0(x, i, T)
#define GC_SPARSE_PRIV_ASK_5(x, i, T) GC_SPARSE_PRIV_ASK_0(x, i, T)
#define GC_SPARSE_PRIV_POOL(x, i, T) (&gc_sparse_look->pools[GC_SPARSE_PRIV_NUMBER(x, i, T)])
#define GC_SPARSE_PRIV_UP(x, i, T, to)                                                                       \
    GC_SPARSE_PRIV_CAST gc_sparse_priv_up(&gc_sparse_climb, GC_SPARSE_PRIV_POOL(x, i, T),                    \
                                          gc_sparse_slots[gc_sparse_i], GC_SPARSE_PRIV_SIZE(x, i, T), to == 4)
#define GC_SPARSE_PRIV_COUNT_UP(x, i, k, T, p, in, out, maybe, to, ...) + (to == 3 || to == 4)
#define GC_SPARSE_PRIV_COUNT_ANY(x, i, k, T, p, in, out, maybe, to, ...) + (to == 5)
#define GC_SPARSE_PRIV_CLIMBS(name, ...)                                                                     \
    enum { gc_sparse_climbs_##name = 0 GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_COUNT_UP, name, __VA_ARGS__),     \
           gc_sparse_asks_##name = 0 GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_COUNT_ANY, name, __VA_ARGS__) };
#define GC_SPARSE_PRIV_CLIMB(name)                                                                           \
    GC_SPARSE_PRIV_UNUSED gc_sparse_priv_climb gc_sparse_climb = { NULL, 0, 0 };                             \
    if (gc_sparse_climbs_##name > 0) gc_sparse_climb = gc_sparse_priv_begin_climb(gc_sparse_in->walk.world);
#define GC_SPARSE_PRIV_WHOLE(name) gc_sparse_climbs_##name > 0
#define GC_SPARSE_PRIV_IF_ANY(name, ...)                                                                     \
    if (gc_sparse_asks_##name == 0 GC_SPARSE_PRIV_TERMS(GC_SPARSE_PRIV_ASK_ANY, name, __VA_ARGS__))
#define GC_SPARSE_PRIV_ASK_ANY(x, i, k, T, p, in, out, maybe, to, ...) GC_SPARSE_PRIV_ASK_ANY_##to(x, i, T)
#define GC_SPARSE_PRIV_ASK_ANY_0(x, i, T)
#define GC_SPARSE_PRIV_ASK_ANY_1(x, i, T)
#define GC_SPARSE_PRIV_ASK_ANY_2(x, i, T)
#define GC_SPARSE_PRIV_ASK_ANY_3(x, i, T)
#define GC_SPARSE_PRIV_ASK_ANY_4(x, i, T)
#define GC_SPARSE_PRIV_ASK_ANY_5(x, i, T)                                                                    \
    || gc_sparse_priv_at(GC_SPARSE_PRIV_POOL(x, i, T), gc_sparse_slots[gc_sparse_i],                         \
                         GC_SPARSE_PRIV_SIZE(x, i, T)) != NULL
#else
#define GC_SPARSE_PRIV_CLIMBS(name, ...)
#define GC_SPARSE_PRIV_CLIMB(name)
#define GC_SPARSE_PRIV_WHOLE(name) false
#define GC_SPARSE_PRIV_IF_ANY(name, ...)
#endif

// ---- schedules

#define GC_SPARSE_RUN(name, world, parallel_for, user, arguments)                                            \
    name##_run((world), (parallel_for), (user) GC_SPARSE_PRIV_MORE(arguments, arguments))
#define GC_SPARSE_SCHEDULE(name, ...)                                                                        \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_SCHEDULE_, GC_SPARSE_PRIV_IS_LIST(__VA_ARGS__, ~))(name, __VA_ARGS__)
#define GC_SPARSE_PRIV_IS_LIST(first, ...) GC_SPARSE_PRIV_SECOND(GC_SPARSE_PRIV_LIST first, 0, ~)
#define GC_SPARSE_PRIV_SCHEDULE_0(name, ...) GC_SPARSE_PRIV_SCHEDULE_1(name, (), (), __VA_ARGS__)
#define GC_SPARSE_PRIV_SCHEDULE_1(name, parameters, arguments, ...)                                          \
    GC_SPARSE_PRIV_FRAME(name, true, parameters, arguments, __VA_ARGS__)                                     \
    GC_SPARSE_PRIV_GROUPS(name)

// A function that runs systems. What they are given is kept for the threads: in C in a struct
// of the parameters, which so are no arrays; in C++ by a lambda.
#define GC_SPARSE_PRIV_FRAME(name, frame, parameters, arguments, ...)                                        \
    GC_SPARSE_PRIV_TYPED int gc_sparse_parts_##name(gc_sparse_view *gc_sparse_in, uint32_t gc_sparse_which   \
        GC_SPARSE_PRIV_MORE(arguments, parameters)) {                                                        \
        switch (gc_sparse_which) {                                                                           \
            GC_SPARSE_PRIV_OVER(GC_SPARSE_PRIV_CASE, arguments, __VA_ARGS__)                                 \
        default:                                                                                             \
            GC_SPARSE_PRIV_OVER(GC_SPARSE_PRIV_ALL, arguments, __VA_ARGS__)                                  \
            return GC_SPARSE_OK;                                                                             \
        }                                                                                                    \
    }                                                                                                        \
    GC_SPARSE_PRIV_CALLED(name, parameters, arguments)                                                       \
    static const gc_sparse_priv_step gc_sparse_steps_##name[] GC_SPARSE_PRIV_UNUSED = {                      \
        GC_SPARSE_PRIV_OVER(GC_SPARSE_PRIV_STEP, ~, __VA_ARGS__)                                             \
    };                                                                                                       \
    GC_SPARSE_PRIV_TYPED int name(gc_sparse_world *gc_sparse_of, gc_sparse_parallel_for gc_sparse_for,      \
        void *gc_sparse_user GC_SPARSE_PRIV_MORE(arguments, parameters)) {                                   \
        GC_SPARSE_PRIV_KEPT(name, arguments)                                                                 \
        return gc_sparse_priv_frame(gc_sparse_of, gc_sparse_steps_##name, GC_SPARSE_PRIV_COUNT(__VA_ARGS__), \
                                    frame, gc_sparse_for, gc_sparse_user,                                    \
                                    GC_SPARSE_PRIV_CALL_OF(name), &gc_sparse_values);                        \
    }
#define GC_SPARSE_PRIV_CASE(arguments, n, name)                                                              \
    case n: return name##_part(gc_sparse_in GC_SPARSE_PRIV_MORE(arguments, arguments));
#define GC_SPARSE_PRIV_ALL(arguments, n, name)                                                               \
    if (gc_sparse_in[n - 1].count)                                                                           \
        gc_sparse_chunk_##name(&gc_sparse_in[n - 1] GC_SPARSE_PRIV_MORE(arguments, arguments));              \
    else                                                                                                     \
        name##_part(&gc_sparse_in[n - 1] GC_SPARSE_PRIV_MORE(arguments, arguments));                         \
    if (gc_sparse_in[n - 1].error != GC_SPARSE_OK) return gc_sparse_in[n - 1].error;
#define GC_SPARSE_PRIV_STEP(x, n, name)                                                                      \
    { gc_sparse_query_of_##name, gc_sparse_records_##name > 0, GC_SPARSE_PRIV_WHOLE(name), name##_access },
#ifdef __cplusplus
#define GC_SPARSE_PRIV_CALLED(name, parameters, arguments)
#define GC_SPARSE_PRIV_KEPT(name, arguments)                                                                 \
    auto gc_sparse_values = [&](gc_sparse_view *gc_sparse_in, uint32_t gc_sparse_which) {                    \
        return gc_sparse_parts_##name(gc_sparse_in, gc_sparse_which                                          \
            GC_SPARSE_PRIV_MORE(arguments, arguments));                                                      \
    };
#define GC_SPARSE_PRIV_CALL_OF(name) gc_sparse_priv_called<decltype(gc_sparse_values)>
template <class T> int gc_sparse_priv_called(void *values, gc_sparse_view *part, uint32_t which) {
    return (*static_cast<T *>(values))(part, which);
}
#else
#define GC_SPARSE_PRIV_CALLED(name, parameters, arguments)                                                   \
    struct gc_sparse_values_##name {                                                                         \
        GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_FIELDS_, GC_SPARSE_PRIV_NONE arguments) parameters               \
        int gc_sparse_end;                                                                                   \
    };                                                                                                       \
    GC_SPARSE_PRIV_TYPED int gc_sparse_called_##name(void *gc_sparse_arg, gc_sparse_view *gc_sparse_in,      \
        uint32_t gc_sparse_which) {                                                                          \
        struct gc_sparse_values_##name *gc_sparse_of = (struct gc_sparse_values_##name *)gc_sparse_arg;      \
        (void)gc_sparse_of;                                                                                  \
        return gc_sparse_parts_##name(gc_sparse_in, gc_sparse_which                                          \
            GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_VALUES_, GC_SPARSE_PRIV_NONE arguments) arguments);          \
    }
#define GC_SPARSE_PRIV_KEPT(name, arguments)                                                                 \
    struct gc_sparse_values_##name gc_sparse_values = {                                                      \
        GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_GIVEN_, GC_SPARSE_PRIV_NONE arguments) arguments 0 };
#define GC_SPARSE_PRIV_CALL_OF(name) gc_sparse_called_##name
#define GC_SPARSE_PRIV_FIELDS_0(...) GC_SPARSE_PRIV_OVER(GC_SPARSE_PRIV_FIELD, ~, __VA_ARGS__)
#define GC_SPARSE_PRIV_FIELDS_1(...)
#define GC_SPARSE_PRIV_FIELD(x, n, parameter) parameter;
#define GC_SPARSE_PRIV_VALUES_0(...) GC_SPARSE_PRIV_OVER(GC_SPARSE_PRIV_VALUE_OF, ~, __VA_ARGS__)
#define GC_SPARSE_PRIV_VALUES_1(...)
#define GC_SPARSE_PRIV_VALUE_OF(x, n, argument) , gc_sparse_of->argument
#define GC_SPARSE_PRIV_GIVEN_0(...) __VA_ARGS__,
#define GC_SPARSE_PRIV_GIVEN_1(...)
#endif

// The commands of a system that is called by its name; the groups of a schedule.
#ifdef GC_SPARSE_NO_COMMANDS
#define GC_SPARSE_PRIV_LATER(view, world) ((void)(view))
#else
#define GC_SPARSE_PRIV_LATER(view, world) ((view)->walk.later = gc_sparse_record(world, GC_SPARSE_NONE, 0))
#endif
#ifdef GC_SPARSE_NO_GROUPS
#define GC_SPARSE_PRIV_GROUPS(name)
#else
#define GC_SPARSE_PRIV_GROUPS(name)                                                                          \
    GC_SPARSE_PRIV_TYPED int name##_groups(gc_sparse_world *gc_sparse_of) {                                  \
        return gc_sparse_priv_groups(gc_sparse_of, gc_sparse_steps_##name,                                   \
                                     sizeof gc_sparse_steps_##name / sizeof *gc_sparse_steps_##name);        \
    }
#endif

// A function that tells what is read and written.
#define GC_SPARSE_ACCESS(name, reads, writes)                                                                \
    GC_SPARSE_PRIV_ACCESS(name,                                                                              \
        GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_TYPES_OF_, GC_SPARSE_PRIV_NONE reads) reads,                     \
        GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_TYPES_OF_, GC_SPARSE_PRIV_NONE writes) writes)
#define GC_SPARSE_PRIV_ACCESS(name, reads, writes)                                                           \
    GC_SPARSE_PRIV_TYPED gc_sparse_access name(void) {                                                       \
        static const gc_sparse_type gc_sparse_reads[] = { reads { 0 } };                                     \
        static const gc_sparse_type gc_sparse_writes[] = { writes { 0 } };                                   \
        gc_sparse_access gc_sparse_uses = { gc_sparse_reads, gc_sparse_writes, false };                      \
        return gc_sparse_uses;                                                                               \
    }

// A list in parentheses as further ones of a longer list: with a comma in front, unless `names`
// are none, which shows when GC_SPARSE_PRIV_TRIGGER meets the parentheses that follow them.
#define GC_SPARSE_PRIV_MORE(names, list)                                                                     \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_MORE_, GC_SPARSE_PRIV_NONE names) list
#define GC_SPARSE_PRIV_MORE_0(...) , __VA_ARGS__
#define GC_SPARSE_PRIV_MORE_1(...)
#define GC_SPARSE_PRIV_NONE(...)                                                                             \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_PICK_, GC_SPARSE_PRIV_COMMA(__VA_ARGS__))(                           \
        GC_SPARSE_PRIV_COMMA(GC_SPARSE_PRIV_TRIGGER __VA_ARGS__()), 0)
#define GC_SPARSE_PRIV_TRIGGER(...) ,
#define GC_SPARSE_PRIV_COMMA(...)                                                                            \
    GC_SPARSE_PRIV_17TH(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, ~)

// ---- lists of types

#define GC_SPARSE_GROUP(world, ...)                                                                          \
    gc_sparse_group((world),                                                                                 \
        GC_SPARSE_PRIV_VALUE(gc_sparse_priv_types){                                                          \
            { GC_SPARSE_PRIV_OVER(GC_SPARSE_PRIV_INDEX_OF, ~, __VA_ARGS__) } }.types,                        \
        GC_SPARSE_PRIV_COUNT(__VA_ARGS__))
typedef struct gc_sparse_priv_types { gc_sparse_type types[GC_SPARSE_TERMS]; } gc_sparse_priv_types;
#define GC_SPARSE_PRIV_INDEX_OF(x, n, T) { gc_sparse_index_##T },
#define GC_SPARSE_PRIV_TYPES_OF_0(...) GC_SPARSE_PRIV_OVER(GC_SPARSE_PRIV_INDEX_OF, ~, __VA_ARGS__)
#define GC_SPARSE_PRIV_TYPES_OF_1(...)
// m(x, n, a) of each of up to 16 values, n the number of those from a on.
#define GC_SPARSE_PRIV_OVER(m, x, ...)                                                                       \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_OVER_, GC_SPARSE_PRIV_COUNT(__VA_ARGS__))(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_COUNT(...)                                                                            \
    GC_SPARSE_PRIV_17TH(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, ~)
#define GC_SPARSE_PRIV_OVER_1(m, x, a) m(x, 1, a)
#define GC_SPARSE_PRIV_OVER_2(m, x, a, ...) m(x, 2, a) GC_SPARSE_PRIV_OVER_1(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_3(m, x, a, ...) m(x, 3, a) GC_SPARSE_PRIV_OVER_2(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_4(m, x, a, ...) m(x, 4, a) GC_SPARSE_PRIV_OVER_3(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_5(m, x, a, ...) m(x, 5, a) GC_SPARSE_PRIV_OVER_4(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_6(m, x, a, ...) m(x, 6, a) GC_SPARSE_PRIV_OVER_5(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_7(m, x, a, ...) m(x, 7, a) GC_SPARSE_PRIV_OVER_6(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_8(m, x, a, ...) m(x, 8, a) GC_SPARSE_PRIV_OVER_7(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_9(m, x, a, ...) m(x, 9, a) GC_SPARSE_PRIV_OVER_8(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_10(m, x, a, ...) m(x, 10, a) GC_SPARSE_PRIV_OVER_9(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_11(m, x, a, ...) m(x, 11, a) GC_SPARSE_PRIV_OVER_10(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_12(m, x, a, ...) m(x, 12, a) GC_SPARSE_PRIV_OVER_11(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_13(m, x, a, ...) m(x, 13, a) GC_SPARSE_PRIV_OVER_12(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_14(m, x, a, ...) m(x, 14, a) GC_SPARSE_PRIV_OVER_13(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_15(m, x, a, ...) m(x, 15, a) GC_SPARSE_PRIV_OVER_14(m, x, __VA_ARGS__)
#define GC_SPARSE_PRIV_OVER_16(m, x, a, ...) m(x, 16, a) GC_SPARSE_PRIV_OVER_15(m, x, __VA_ARGS__)

#ifdef GC_SPARSE_FIELDS
// ---- fields

// In a function of its own, so that `gc_sparse_here` is the struct.
#define GC_SPARSE_FIELDS_OF(T, LIST)                                                                         \
    GC_SPARSE_PRIV_TYPED const gc_sparse_shape *gc_sparse_shape_##T(void) {                                  \
        typedef T gc_sparse_here;                                                                            \
        static const gc_sparse_member members[] = { LIST(GC_SPARSE_PRIV_MEMBER) };                           \
        static const gc_sparse_shape shape = {                                                               \
            #T, sizeof(T), GC_SPARSE_IS_STRUCT, sizeof members / sizeof *members, members                    \
        };                                                                                                   \
        return &shape;                                                                                       \
    }
#define GC_SPARSE_STRUCT(T, LIST)                                                                            \
    typedef struct T { LIST(GC_SPARSE_PRIV_DECLARE) } T;                                                     \
    GC_SPARSE_FIELDS_OF(T, LIST)
#define GC_SPARSE_ENUM_OF(T, LIST)                                                                           \
    GC_SPARSE_PRIV_TYPED const gc_sparse_shape *gc_sparse_shape_##T(void) {                                  \
        static const gc_sparse_member members[] = { LIST(GC_SPARSE_PRIV_ENUMERATOR) };                       \
        static const gc_sparse_shape shape = {                                                               \
            #T, sizeof(T), (GC_SPARSE_PRIV_UNDER(T))-1 < (GC_SPARSE_PRIV_UNDER(T))1 ? GC_SPARSE_IS_INT :     \
            GC_SPARSE_IS_UINT, sizeof members / sizeof *members, members                                     \
        };                                                                                                   \
        return &shape;                                                                                       \
    }
#define GC_SPARSE_PRIV_ENUMERATOR(name) { #name, (int64_t)(name), 0, NULL },
#define GC_SPARSE_PRIV_DECLARE(type, ...)                                                                    \
    GC_SPARSE_PRIV_PASTE(GC_SPARSE_PRIV_DECLARE_, GC_SPARSE_PRIV_COUNT(__VA_ARGS__))(type, __VA_ARGS__)
#define GC_SPARSE_PRIV_DECLARE_1(type, name) type name;
#define GC_SPARSE_PRIV_DECLARE_2(type, name, n) type name[n];
#define GC_SPARSE_PRIV_MEMBER(type, ...)                                                                     \
    GC_SPARSE_PRIV_MEMBER_IN(type, gc_sparse_shape_##type, GC_SPARSE_PRIV_FIRST(__VA_ARGS__, ~))
#define GC_SPARSE_PRIV_FIRST(name, ...) name
#define GC_SPARSE_PRIV_MEMBER_IN(type, shape, name) GC_SPARSE_PRIV_MEMBER_OF(type, shape, name)
#define GC_SPARSE_PRIV_MEMBER_OF(type, shape, name)                                                          \
    { #name, offsetof(gc_sparse_here, name),                                                                 \
      GC_SPARSE_PRIV_SAME(type, ((gc_sparse_here *)0)->name) * sizeof(((gc_sparse_here *)0)->name), shape },

// 1 where a field is of the type, or an array of it; else it does not compile.
#if defined(__cplusplus)
template <class T, class field> struct gc_sparse_field_of_another_type;
template <class T> struct gc_sparse_field_of_another_type<T, T> { enum { is_none = 1 }; };
template <class T, size_t n> struct gc_sparse_field_of_another_type<T, T[n]> { enum { is_none = 1 }; };
template <class T> struct gc_sparse_priv_bare { typedef T type; };
template <class T> struct gc_sparse_priv_bare<T &> { typedef T type; };
#define GC_SPARSE_PRIV_SAME(T, field)                                                                        \
    gc_sparse_field_of_another_type<T, gc_sparse_priv_bare<decltype((field))>::type>::is_none
#define GC_SPARSE_PRIV_UNDER(T) __underlying_type(T)
#else
#define GC_SPARSE_PRIV_UNDER(T) T
#if defined(__GNUC__) && !defined(__TINYC__)
#define GC_SPARSE_PRIV_SAME(T, field)                                                                        \
    sizeof(struct { int field_of_another_type : __builtin_types_compatible_p(T, __typeof__(field)) ||        \
        __builtin_types_compatible_p(T[(sizeof(field) + sizeof(T) - 1) / sizeof(T)], __typeof__(field)) ?    \
        1 : -1; }) / sizeof(int)
#else
#define GC_SPARSE_PRIV_SAME(T, field) 1
#endif
#endif

#define GC_SPARSE_DESCRIBED(LIST)                                                                            \
    GC_SPARSE_PRIV_TYPED int LIST##_describe(gc_sparse_world *world) {                                       \
        int error = GC_SPARSE_OK;                                                                            \
        LIST(GC_SPARSE_PRIV_DESCRIBE)                                                                        \
        return error;                                                                                        \
    }
#define GC_SPARSE_PRIV_DESCRIBE(KIND, T) GC_SPARSE_PRIV_DESCRIBE_##KIND(T)
#define GC_SPARSE_PRIV_DESCRIBE_DENSE(T)                                                                     \
    if (error == GC_SPARSE_OK) {                                                                             \
        error = gc_sparse_describe_as(world, gc_sparse_type_##T(), gc_sparse_shape_##T());                   \
    }
#define GC_SPARSE_PRIV_DESCRIBE_DIRECT(T) GC_SPARSE_PRIV_DESCRIBE_DENSE(T)
#define GC_SPARSE_PRIV_DESCRIBE_RESOURCE(T) GC_SPARSE_PRIV_DESCRIBE_DENSE(T)
#define GC_SPARSE_PRIV_DESCRIBE_TAG(T) (void)world;

// The shapes of numbers.
#define GC_SPARSE_PRIV_SHAPE(T, is)                                                                          \
    GC_SPARSE_PRIV_TYPED const gc_sparse_shape *gc_sparse_shape_##T(void) {                                  \
        static const gc_sparse_shape shape = { #T, sizeof(T), is, 0, NULL };                                 \
        return &shape;                                                                                       \
    }
GC_SPARSE_PRIV_SHAPE(bool, GC_SPARSE_IS_BOOL)
GC_SPARSE_PRIV_SHAPE(char, GC_SPARSE_IS_CHAR)
GC_SPARSE_PRIV_SHAPE(int, GC_SPARSE_IS_INT)
GC_SPARSE_PRIV_SHAPE(unsigned, GC_SPARSE_IS_UINT)
GC_SPARSE_PRIV_SHAPE(float, GC_SPARSE_IS_FLOAT)
GC_SPARSE_PRIV_SHAPE(double, GC_SPARSE_IS_FLOAT)
GC_SPARSE_PRIV_SHAPE(int8_t, GC_SPARSE_IS_INT)
GC_SPARSE_PRIV_SHAPE(int16_t, GC_SPARSE_IS_INT)
GC_SPARSE_PRIV_SHAPE(int32_t, GC_SPARSE_IS_INT)
GC_SPARSE_PRIV_SHAPE(int64_t, GC_SPARSE_IS_INT)
GC_SPARSE_PRIV_SHAPE(uint8_t, GC_SPARSE_IS_UINT)
GC_SPARSE_PRIV_SHAPE(uint16_t, GC_SPARSE_IS_UINT)
GC_SPARSE_PRIV_SHAPE(uint32_t, GC_SPARSE_IS_UINT)
GC_SPARSE_PRIV_SHAPE(uint64_t, GC_SPARSE_IS_UINT)
GC_SPARSE_PRIV_SHAPE(gc_sparse_id, GC_SPARSE_IS_ID)
#endif
#endif // GC_SPARSE_TYPED_H

// >>common licence
/*
------------------------------------------------------------------------------
This software is available under two licences: choose whichever you prefer.
------------------------------------------------------------------------------
ALTERNATIVE A - MIT License

Copyright (c) 2026 the gc headers authors

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
------------------------------------------------------------------------------
ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>
------------------------------------------------------------------------------
*/
// <<common licence

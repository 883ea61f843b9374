// sparse_game - two fleets fight: ships with turrets, bullets, targets by id, a team by tag.
//
//     cc -O2 -I. examples/sparse_game.c -o sparse_game  (in the project's root)
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include <stdio.h>

typedef struct Place { float x, y; } Place;
typedef struct Motion { float x, y; } Motion;
typedef struct Hull { int points; } Hull;           // ships have one, and nothing else has
typedef struct Turret { gc_sparse_id ship, target; float y, reload; } Turret;   // y: beside the ship
typedef struct Bullet { int damage; float left; } Bullet;       // seconds that it flies on

#define GAME(X) X(DENSE, Place) X(DENSE, Motion) X(DENSE, Hull) X(DENSE, Turret) X(DENSE, Bullet) X(TAG, Red)
GC_SPARSE_COMPONENTS(GAME)
GC_SPARSE_SYSTEM(move, (gc_sparse_world *world, float dt), (world, dt), Place, p, READ(Motion), m) {
    (void)world;
    p->x += m->x * dt;
    p->y += m->y * dt;
}

static float distance2(const Place *a, const Place *b) {
    return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y);
}

// A ship and its two turrets: entities of their own, which know the ship by its id.
static void launch(gc_sparse_world *world, bool red, float x, float y) {
    gc_sparse_id ship = gc_sparse_create(world), none = { 0, 0 };
    GC_SPARSE_SET(world, ship, Place, x, y);
    GC_SPARSE_SET(world, ship, Motion, red ? 0.5f : -0.75f, 0);
    GC_SPARSE_SET(world, ship, Hull, red ? 60 : 90);
    if (red) GC_SPARSE_PUT(world, ship, Red);
    for (float side = -1; side <= 1; side += 2) {
        gc_sparse_id turret = gc_sparse_create(world);
        GC_SPARSE_SET(world, turret, Turret, ship, none, side, 0.5f + 0.25f * side);
        GC_SPARSE_SET(world, turret, Place, x, y + side);
    }
}

// Turrets follow their ships and fire at the nearest foe. Births and deaths are recorded.
GC_SPARSE_SYSTEM(aim, (gc_sparse_world *world, float dt), (world, dt), Turret, t, Place, p, LATER, later,
                 ALSO_READS, Hull, ALSO_READS, Red) {
    bool red = gc_sparse_has_Red(world, t->ship);
    const Place *ship = gc_sparse_get_Place(world, t->ship), *to = gc_sparse_get_Place(world, t->target);
    if (!ship) { gc_sparse_record_destroy(later, self); return; }
    p->x = ship->x;
    p->y = ship->y + t->y;

    if (!to) GC_SPARSE_EACH_AS(foe, world, READ(Place), q, WITH, Hull) {
        if (gc_sparse_has_Red(world, foe) == red || (to && distance2(p, q) >= distance2(p, to))) continue;
        to = gc_sparse_get_Place(world, t->target = foe);
    }
    if (!to || (t->reload -= dt) > 0) return;
    t->reload = 1.5f;
    gc_sparse_id bullet = gc_sparse_record_create(later);
    GC_SPARSE_RECORD(later, bullet, Place, p->x, p->y);
    GC_SPARSE_RECORD(later, bullet, Motion, to->x - p->x, to->y - p->y);
    GC_SPARSE_RECORD(later, bullet, Bullet, 10, 1.25f);
    if (red) gc_sparse_record_add_Red(later, bullet);
}

GC_SPARSE_SYSTEM(fly, (gc_sparse_world *world, float dt), (world, dt), Bullet, b, LATER, later) {
    (void)world;
    if ((b->left -= dt) <= 0) gc_sparse_record_destroy(later, self);
}

// A system writes to its own entity alone, so ships look for the bullets that hit them.
GC_SPARSE_SYSTEM(hurt, (gc_sparse_world *world, float dt), (world, dt), Hull, h, READ(Place), q, LATER, later,
                 ALSO_READS, Bullet, ALSO_READS, Red) {
    (void)dt;
    GC_SPARSE_EACH_AS(bullet, world, READ(Bullet), b, READ(Place), p) {
        if (gc_sparse_has_Red(world, bullet) == gc_sparse_has_Red(world, self)) continue;
        if (b->left <= 0 || distance2(p, q) > 0.25f) continue;
        gc_sparse_record_destroy(later, bullet);
        h->points -= b->damage;
    }
    if (h->points <= 0) gc_sparse_record_destroy(later, self);
}
// The NULLs in main are a parallel_for and its user, where there are threads.
GC_SPARSE_SCHEDULE(play, (gc_sparse_world *world, float dt), (world, dt), move, aim, fly, hurt)

// Prints how the fleets stand; true while both have ships.
static bool both_there(gc_sparse_world *world, int frame) {
    int ships[2] = { 0, 0 }, points[2] = { 0, 0 };
    GC_SPARSE_EACH(world, WITH, Hull) ships[gc_sparse_has_Red(world, self)]++;
    GC_SPARSE_EACH(world, Hull, h) points[gc_sparse_has_Red(world, self)] += h->points;
    if (frame % 64 != 0 && ships[0] && ships[1]) return true;
    printf("%5.2f s   red: %d ships, %3d points   blue: %d ships, %3d points\n", frame / 64.0, ships[1],
           points[1], ships[0], points[0]);
    return ships[0] && ships[1];
}

int main(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    if (!world || GAME_register(world) != GC_SPARSE_OK) return 1;
    for (int i = 0; i < 9; i++) launch(world, i < 5, i < 5 ? 0 : 20, 3.5f * (float)(i % 5));
    for (int f = 0; both_there(world, f) && !play(world, NULL, NULL, world, 1 / 64.0f); f++) {}
    gc_sparse_close(world);
    return 0;
}

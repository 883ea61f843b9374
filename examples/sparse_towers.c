// sparse_towers - a tower defence for two, to read from top to bottom; late inputs roll back.
//
//     cc -O2 -I. examples/sparse_towers.c -o sparse_towers -pthread  (in the project's root)
//     ./sparse_towers late 1 threads 2     the same hash, where inputs come up to 20 frames late
//     ./sparse_towers look 1 frames 100    each entity in words, after 100 frames
//     ./sparse_towers save FILE            at the end; load FILE begins with one, or of version 1
// All numbers are integers: the same game on every machine.
#define GC_SPARSE_FIELDS
#define GC_SPARSE_RELATIONS
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#define JOBS_IMPLEMENTATION
#include "jobs.h"
#include <stdio.h>

// ---- what there is: a description makes each struct, for saves and for who looks at it
#define PLACE(F) F(int32_t, x) F(int32_t, y)
#define WALKER(F) F(int32_t, corner) F(int32_t, speed)      // the corner of the road that it walks to
#define HEALTH(F) F(int32_t, now) F(int32_t, most)
#define TOWER(F) F(int32_t, range) F(int32_t, reload) F(int32_t, owner) F(gc_sparse_id, target)
#define SHOT(F) F(int32_t, damage) F(int32_t, speed)        // speed 0: it has arrived
#define STATE(F) F(int, frame) F(int, lives) F(int, gold, 2) F(uint32_t, seed) F(gc_sparse_id, goblin)
GC_SPARSE_STRUCT(Place, PLACE) GC_SPARSE_STRUCT(Walker, WALKER) GC_SPARSE_STRUCT(Health, HEALTH)
GC_SPARSE_STRUCT(Flag, PLACE)           // where it is beside who carries it, its parent
GC_SPARSE_STRUCT(Tower, TOWER) GC_SPARSE_STRUCT(Shot, SHOT) GC_SPARSE_STRUCT(State, STATE)
typedef gc_sparse_node Parent;
typedef gc_sparse_pair Hunts;           // a shot its goblin, with which it ends
#define GAME(X) X(DENSE, Place) X(DENSE, Walker) X(DENSE, Health) X(DENSE, Flag) X(DENSE, Tower) \
    X(DENSE, Shot) X(RESOURCE, State)
#define LINKS(X) X(DENSE, Parent) X(DENSE, Hunts) X(TAG, Prefab)
GC_SPARSE_COMPONENTS(GAME)
GC_SPARSE_DESCRIBED(GAME)
GC_SPARSE_COMPONENTS_AFTER(LINKS, GAME)

static const Place road[] = { { 0, 2000 }, { 7000, 2000 }, { 7000, 12000 }, { 17000, 12000 }, { 17000, 0 } };
enum { CORNERS = sizeof road / sizeof *road, WAVE = 40, PRICE = 25, HISTORY = 32, INPUTS = 30 };

static uint32_t draw(uint32_t *seed, uint32_t below) {
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*seed * below >> 32);
}

// One step towards a place; true: it is there.
static bool go(Place *p, const Place *to, int32_t speed) {
    int32_t x = to->x - p->x, y = to->y - p->y, most = abs(x) > abs(y) ? abs(x) : abs(y);
    p->x += most > speed ? x * speed / most : x;
    p->y += most > speed ? y * speed / most : y;
    return most <= speed;
}

static bool within(const Place *a, const Place *b, int range) {
    return abs(a->x - b->x) <= range && abs(a->y - b->y) <= range;
}

// ---- systems: each writes to its own entity alone, and records what comes and goes
GC_SPARSE_SYSTEM(walk, (gc_sparse_world *world), (world), Walker, w, Place, p) {
    (void)world;
    if (w->corner < CORNERS && go(p, &road[w->corner], w->speed)) w->corner++;
}
GC_SPARSE_SYSTEM(carry, (gc_sparse_world *world), (world), READ(Flag), flag, Place, p, PARENT(Place), of) {
    (void)world;
    if (of) p->x = of->x + flag->x, p->y = of->y + flag->y;
}

// A tower keeps its goblin while it can, else takes the one that is farthest on the road.
GC_SPARSE_SYSTEM(aim, (gc_sparse_world *world), (world), Tower, t, READ(Place), p, LATER, later,
                 ALSO_READS, Walker) {
    if (t->reload > 0 && --t->reload > 0) return;
    const Place *at = gc_sparse_get_Place(world, t->target);
    int32_t best = at && within(p, at, t->range) ? CORNERS : 0;
    if (best == 0) GC_SPARSE_EACH_AS(foe, world, READ(Walker), w, READ(Place), q) {
        if (w->corner <= best || !within(p, q, t->range)) continue;
        best = w->corner;
        t->target = foe;
    }
    if (best == 0) return;
    t->reload = 12;
    gc_sparse_id shot = gc_sparse_record_create(later);
    GC_SPARSE_RECORD(later, shot, Place, p->x, p->y);
    GC_SPARSE_RECORD(later, shot, Shot, 6, 512);
    GC_SPARSE_RECORD(later, shot, Hunts, t->target);
}

GC_SPARSE_SYSTEM(fly, (gc_sparse_world *world), (world), Shot, s, Place, p, READ(Hunts), hunts) {
    const Place *at = gc_sparse_get_Place(world, hunts->target);
    if (at && go(p, at, s->speed)) s->speed = 0;
}

GC_SPARSE_SYSTEM(hurt, (gc_sparse_world *world), (world), Health, h, LATER, later, ALSO_READS, Shot,
                 ALSO_READS, Hunts) {
    gc_sparse_type hunts = gc_sparse_type_Hunts();
    for (gc_sparse_id shot = { 0, 0 }; (shot = gc_sparse_next_source(world, hunts, self, shot)).generation;) {
        const Shot *s = gc_sparse_get_Shot(world, shot);
        if (s->speed) continue;
        h->now -= s->damage;
        gc_sparse_record_destroy(later, shot);
    }
}
GC_SPARSE_SCHEDULE(tick, (gc_sparse_world *world), (world), walk, carry, aim, fly, hurt)

// ---- a frame: inputs, a wave, the systems, and who has gone
typedef struct input { int frame, arrives, player; Place at; } input;
static void build(gc_sparse_world *world, State *game, const input *in) {
    if (game->gold[in->player] < PRICE) return;
    game->gold[in->player] -= PRICE;
    gc_sparse_id tower = gc_sparse_create(world), none = { 0, 0 };
    GC_SPARSE_SET(world, tower, Place, in->at.x, in->at.y);
    GC_SPARSE_SET(world, tower, Tower, 3072, 0, in->player, none);
}

static void send_wave(gc_sparse_world *world, State *game) {
    gc_sparse_id goblins[8];
    uint32_t n = 4 + draw(&game->seed, 5);
    if (gc_sparse_clone_tree(world, game->goblin, n, goblins) != GC_SPARSE_OK) return;
    for (uint32_t i = 0; i < n; i++) {
        gc_sparse_get_Place(world, goblins[i])->y += (int32_t)draw(&game->seed, 1024) - 512;
        gc_sparse_get_Walker(world, goblins[i])->speed += (int32_t)draw(&game->seed, 24);
    }
}

// Flags, and the shots at them, go with goblins that are home or dead.
static void reap(gc_sparse_world *world, State *game) {
    gc_sparse_id gone[64];
    size_t n = 0;
    GC_SPARSE_EACH(world, READ(Walker), w, READ(Health), h) {
        if ((w->corner < CORNERS && h->now > 0) || n == 64) continue;
        if (h->now > 0) game->lives--;
        else game->gold[draw(&game->seed, 2)] += 5;
        gone[n++] = self;
    }
    gc_sparse_destroy_n(world, gone, n);
}

static int play(gc_sparse_world *world, jobs *pool, int frame, int now, const input *inputs) {
    State *game = gc_sparse_resource_State(world);
    game->frame = frame + 1;
    for (int i = 0; i < INPUTS; i++)
        if (inputs[i].frame == frame && inputs[i].arrives <= now) build(world, game, &inputs[i]);
    if (frame % WAVE == 0) send_wave(world, game);
    int error = tick(world, jobs_for, pool, world);
    reap(world, game);
    return error;
}

// ---- the world, and saves: in version 1 Health was { int16_t hp }, a reload was a cooldown
static void convert(void *user, const gc_sparse_old *old, gc_sparse_type type, void *component) {
    bool first = !user && old->version == 1 && type.index == gc_sparse_type_Health().index;
    if (first) ((Health *)component)->most = ((Health *)component)->now;
}
static const char *const new_names[] = { "hp", "now", "cooldown", "reload", NULL };
static const gc_sparse_alias aliases[] = {
    { "Health", "Health", new_names, NULL }, { "Tower", "Tower", new_names, NULL } };
static const gc_sparse_migration migration = { 2, aliases, 2, convert, NULL };

static gc_sparse_world *open_world(void) {
    gc_sparse_world *w = gc_sparse_open(NULL, NULL);
    bool made = w && !GAME_register(w) && !LINKS_register(w) && !GAME_describe(w) &&
        !gc_sparse_tree(w, gc_sparse_type_Parent()) && !gc_sparse_prefab(w, gc_sparse_type_Prefab()) &&
        !gc_sparse_relation(w, gc_sparse_type_Hunts(), GC_SPARSE_GONE_DESTROYS) &&
        !gc_sparse_migrate(w, &migration);
    return made ? w : NULL;
}

// The goblin of all waves, which saves of version 1 do not have either.
static void begin(gc_sparse_world *world, State *game) {
    if (gc_sparse_alive(world, game->goblin)) return;
    State state = { game->frame, 50, { 75, 75 }, 1, gc_sparse_create(world) };
    gc_sparse_id flag = gc_sparse_create(world);
    GC_SPARSE_SET(world, state.goblin, Place, road[0].x, road[0].y);
    GC_SPARSE_SET(world, state.goblin, Walker, 1, 96);
    GC_SPARSE_SET(world, state.goblin, Health, 24, 24);
    GC_SPARSE_PUT(world, flag, Place);
    GC_SPARSE_SET(world, flag, Flag, 128, -256);
    gc_sparse_attach(world, flag, state.goblin);
    gc_sparse_set_prefab(world, state.goblin, true);
    *game = state;
}

// Reads a save, or writes one; an error.
static int keep(gc_sparse_world *world, const char *path, bool reads) {
    static char bytes[1 << 20];
    FILE *file = fopen(path, reads ? "rb" : "wb");
    if (!file) return GC_SPARSE_E_DATA;
    size_t size = reads ? sizeof bytes : gc_sparse_save(world, bytes, sizeof bytes);
    size_t done = reads ? fread(bytes, 1, size, file) : fwrite(bytes, 1, size, file);
    if (fclose(file) != 0 || (!reads && done != size)) return GC_SPARSE_E_DATA;
    return reads ? gc_sparse_load(world, bytes, done) : GC_SPARSE_OK;
}

static void look_at_all(const gc_sparse_world *world) {
    for (gc_sparse_id id = { 0, 0 }; (id = gc_sparse_next_entity(world, id)).generation != 0;) {
        printf("%u:%u", (unsigned)id.slot, (unsigned)id.generation);
        for (gc_sparse_type t = { 0 }; (t = gc_sparse_next_type(world, id, t)).index != 0;) {
            gc_sparse_field f;
            char text[64];
            printf("  %s", gc_sparse_name(world, t));
            for (uint32_t n = 0; gc_sparse_field_at(world, t, n, &f); n++) {
                gc_sparse_field_text(&f, gc_sparse_get(world, id, t), text, sizeof text);
                printf(" %s=%s", f.name, text);
            }
        }
        printf("\n");
    }
}

// ---- two players, who build beside the road; what they do comes when it comes
int main(int argc, char **argv) {
    const char *options[] = { "late", "threads", "look", "frames", "save", "load" };
    const char *given[6] = { "0", "1", "0", "1200", NULL, NULL };
    for (int a = 1; a + 1 < argc; a += 2) {
        for (int o = 0; o < 6; o++) if (strcmp(argv[a], options[o]) == 0) given[o] = argv[a + 1];
    }

    int late = atoi(given[0]) != 0, error = GC_SPARSE_OK;
    uint32_t seed = 7;
    input inputs[INPUTS];
    for (int i = 0; i < INPUTS; i++) {
        int frame = 20 + i * 37, delay = late * (int)draw(&seed, 20);
        input in = { frame, frame + delay, i % 2, road[1 + draw(&seed, CORNERS - 1)] };
        inputs[i] = in;
    }
    jobs *pool = jobs_open((unsigned)atoi(given[1]));
    gc_sparse_world *world = open_world();
    gc_sparse_rollback *rollback = world ? gc_sparse_rollback_open(world, HISTORY, &error) : NULL;
    if (!rollback) return 1;
    State *game = gc_sparse_resource_State(world);
    if (given[5]) error = keep(world, given[5], true);
    begin(world, game);

    // From the earliest frame of which an input has just come, all is played again.
    for (int now = game->frame; error == GC_SPARSE_OK && now < atoi(given[3]); now++) {
        int from = now;
        for (int i = 0; i < INPUTS; i++)
            if (inputs[i].arrives == now && inputs[i].frame < from) from = inputs[i].frame;
        if (from < now) error = gc_sparse_rollback_restore(rollback, (uint64_t)from);
        for (; error == GC_SPARSE_OK && from <= now; from++) {
            if (gc_sparse_rollback_take(rollback, (uint64_t)from)) return 1;
            error = play(world, pool, from, now, inputs);
        }
    }

    if (given[4] && !error) error = keep(world, given[4], false);
    if (atoi(given[2])) look_at_all(world);
    printf("%s: frame %d, %d lives, gold %d, %d, hash %016llx\n", gc_sparse_result_string(error), game->frame,
           game->lives, game->gold[0], game->gold[1], (unsigned long long)gc_sparse_hash_all(world));
    gc_sparse_rollback_close(rollback);
    gc_sparse_close(world);
    jobs_close(pool);
    return error != GC_SPARSE_OK;
}

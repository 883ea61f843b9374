// test_sparse_delta.c - examples/sparse/gc_sparse_delta.h: a client behind a network that
// loses, doubles and reorders packets. The types are those of test_sparse_fields.c.
//
//     -DTEST_DELTA_GAMES=1000    longer
#ifndef TEST_AMALGAM
#define TEST_DELTA_ALONE
#define TEST_AMALGAM
#endif
#ifndef GC_SPARSE_FIELDS
#define GC_SPARSE_FIELDS
#endif
#ifdef TEST_DELTA_ALONE
#include "test_sparse_fields.c"
#endif

// Memory that is refused from a call on.
static uint32_t test_delta_calls, test_delta_refused = UINT32_MAX;
static void *test_delta_resize(void *p, size_t n) {
    return test_delta_calls++ >= test_delta_refused ? NULL : realloc(p, n);
}
#define GC_SPARSE_DELTA_REALLOC(p, n) test_delta_resize(p, n)
#define GC_SPARSE_DELTA_FREE(p) free(p)
#define GC_SPARSE_DELTA_IMPLEMENTATION
#include "examples/sparse/gc_sparse_delta.h"

#ifndef TEST_DELTA_GAMES
#define TEST_DELTA_GAMES 60
#endif

static const gc_sparse_type test_delta_types[] = { { 1 }, { 2 }, { 3 }, { 4 } };
static const gc_sparse_delta_desc test_delta_desc = { test_delta_types, 4, NULL, 0, 4096, 0 };

// Both sides with the same generations, in debug builds too.
static gc_sparse_world *test_delta_open(void) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.first_generation = 1;
    gc_sparse_world *world = gc_sparse_open(&desc, NULL);
    CHECK_INT(TF_GAME_register(world), GC_SPARSE_OK);
    CHECK_INT(TF_GAME_describe(world), GC_SPARSE_OK);
    return world;
}

// ---- a game

// A few changes; entities always have a type.
static void test_delta_play(gc_sparse_world *world, uint64_t *random, uint32_t most) {
    gc_sparse_statistics all;

    for (uint32_t i = test_fields_random(random) % 8; i > 0; i--) {
        gc_sparse_get_statistics(world, &all);
        gc_sparse_id id = gc_sparse_id_of(world, (uint32_t)test_fields_random(random) % (all.slots + 1));
        gc_sparse_type type = test_delta_types[test_fields_random(random) % 4];
        uint32_t dice = test_fields_random(random) % 12;
        if (!id.generation && all.entities < most) id = gc_sparse_create(world);
        if (!id.generation) continue;
        if (dice == 0) {
            gc_sparse_destroy(world, id);
        } else if (dice < 3) {
            gc_sparse_remove(world, id, type);
        } else {
            void *component = gc_sparse_add(world, id, type);
            gc_sparse_touch(world, id, type);
            if (dice < 7) {
                test_fields_fill(world, type, component, false, random);
            } else if (type.index == 2) {
                ((TfShip *)component)->parts[dice % 2].kind ^= 1;   // one field of many, to and fro
            } else if (type.index == 1) {
                ((TfPoint *)component)->y = dice % 2 ? 1.0f : 2.0f;
            }
        }

        bool any = false;
        for (int t = 0; t < 4; t++) any = any || gc_sparse_has(world, id, test_delta_types[t]);
        if (!any) gc_sparse_destroy(world, id);
    }
}

// ---- a network

enum { TEST_DELTA_ROOM = 400, TEST_DELTA_FLYING = 16 };

typedef struct test_delta_net {
    gc_sparse_delta *to, *from;
    unsigned char packets[TEST_DELTA_FLYING][TEST_DELTA_ROOM];
    size_t sizes[TEST_DELTA_FLYING];            // 0: none
    uint32_t answers[TEST_DELTA_FLYING];
} test_delta_net;

static void test_delta_arrive(test_delta_net *net, uint32_t which, bool answered) {
    uint32_t number;
    int error = gc_sparse_delta_read(net->from, net->packets[which], net->sizes[which], &number);
    if (error == GC_SPARSE_OK && answered) net->answers[which] = number;
    if (error != GC_SPARSE_OK) CHECK_INT(error, GC_SPARSE_E_STALE);
}

// Packets and answers arrive at random, twice or never.
static void test_delta_fly(test_delta_net *net, uint64_t *random) {
    for (int i = 0; i < 3; i++) {
        uint32_t which = test_fields_random(random) % TEST_DELTA_FLYING, dice =
            test_fields_random(random) % 8;
        if (net->sizes[which]) test_delta_arrive(net, which, dice != 0);
        if (dice > 2) net->sizes[which] = 0;
        which = test_fields_random(random) % TEST_DELTA_FLYING;
        if (net->answers[which] && dice != 1) {
            int error = gc_sparse_delta_acked(net->to, net->answers[which]);
            if (error != GC_SPARSE_OK) CHECK_INT(error, GC_SPARSE_E_NOT_FOUND);
        }
        if (dice > 3) net->answers[which] = 0;
    }
}

static void test_delta_send(test_delta_net *net, gc_sparse_world *world, size_t room, uint64_t *random) {
    uint32_t which = test_fields_random(random) % TEST_DELTA_FLYING;
    uint64_t now = gc_sparse_tick(world);
    CHECK_INT(gc_sparse_delta_write(net->to, now, net->packets[which], room, &net->sizes[which]),
              GC_SPARSE_OK);
    CHECK(net->sizes[which] >= 8 && net->sizes[which] <= room);
}

static void test_delta_tell(void *user, gc_sparse_id id, gc_sparse_type type, const char *words) {
    (void)id, (void)type;
    if ((*(int *)user)++ < 3) printf("%s\n", words);
}

// Equal but for the order of rows.
static bool test_delta_equal(const gc_sparse_world *a, const gc_sparse_world *b) {
    int told = 0;
    return CHECK_U64(gc_sparse_hash(b), gc_sparse_hash(a)) ||
        gc_sparse_difference(a, b, test_delta_tell, &told) == 0;
}

static bool test_delta_game(uint64_t seed) {
    static test_delta_net net;
    gc_sparse_world *server = test_delta_open(), *client = test_delta_open();
    uint64_t random = seed;
    size_t room = seed % 3 == 0 ? 96 : TEST_DELTA_ROOM;
    memset(&net, 0, sizeof net);
    net.to = gc_sparse_delta_open(server, &test_delta_desc, NULL);
    net.from = gc_sparse_delta_open(client, &test_delta_desc, NULL);
    bool equal = CHECK(net.to && net.from);
    for (int frame = 0; frame < 300 && equal; frame++) {
        test_delta_play(server, &random, (uint32_t)(seed % 50));
        test_delta_send(&net, server, room, &random);
        test_delta_fly(&net, &random);
    }

    // A quiet end, after which nothing is left to be told.
    for (int frame = 0; frame < 400 && equal; frame++) {
        test_delta_send(&net, server, TEST_DELTA_ROOM, &random);
        test_delta_fly(&net, &random);
        test_delta_fly(&net, &random);
    }

    for (int which = 0; which < TEST_DELTA_FLYING; which++) net.sizes[which] = 0;
    for (int frame = 0; frame < 300 && equal; frame++) {
        test_delta_send(&net, server, TEST_DELTA_ROOM, &random);
        for (int which = 0; which < TEST_DELTA_FLYING; which++) {
            if (net.sizes[which]) test_delta_arrive(&net, (uint32_t)which, true);
            if (net.answers[which]) gc_sparse_delta_acked(net.to, net.answers[which]);
            net.sizes[which] = net.answers[which] = 0;
        }
    }
    size_t size = 0;
    equal = equal && test_delta_equal(server, client);
    gc_sparse_delta_write(net.to, gc_sparse_tick(server), net.packets[0], TEST_DELTA_ROOM, &size);
    equal = equal && CHECK_U64(size, 9);
    if (!equal) printf("seed %llu\n", (unsigned long long)seed);

    gc_sparse_delta_close(net.to);
    gc_sparse_delta_close(net.from);
    gc_sparse_close(server);
    gc_sparse_close(client);
    return equal;
}

static void test_sparse_delta_games(void) {
    for (uint64_t i = 1; i <= TEST_DELTA_GAMES; i++) {
        if (!test_delta_game(i * 7919)) return;
    }
}

// ---- sizes

#define TD_WIDE(F) F(double, x)
GC_SPARSE_STRUCT(TdWide, TD_WIDE)
#define TD_NARROW(F) F(float, x)
GC_SPARSE_STRUCT(TdNarrow, TD_NARROW)
#define TD_MANY(F) F(float, a) F(float, b) F(double, x) F(int32_t, c) F(int32_t, d)
GC_SPARSE_STRUCT(TdMany, TD_MANY)

// Bytes of a packet of 200 of 10,000 entities, each with one field that is new.
static size_t test_delta_size(const gc_sparse_shape *shape, uint32_t n, uint32_t bits) {
    static unsigned char packet[400000];
    gc_sparse_world *worlds[2];
    gc_sparse_delta *deltas[2];
    gc_sparse_type type = { 0 };
    gc_sparse_field field;
    uint64_t random = test_seed;
    uint32_t number = 0;
    size_t size = 0;

    for (int i = 0; i < 2; i++) {
        gc_sparse_component_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.name = "type";
        desc.size = shape->size;
        worlds[i] = gc_sparse_open(NULL, NULL);
        CHECK_INT(gc_sparse_component(worlds[i], &desc, &type), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_describe_as(worlds[i], type, shape), GC_SPARSE_OK);
        gc_sparse_field_at(worlds[i], type, n, &field);
        gc_sparse_delta_range range = { type, field.name, -1000, 1000, bits };
        gc_sparse_delta_desc told = { &type, 1, &range, bits ? 1u : 0u, 0, 0 };
        deltas[i] = gc_sparse_delta_open(worlds[i], &told, NULL);
        CHECK(deltas[i] != NULL);
    }

    for (uint32_t i = 0; i < 10000; i++) gc_sparse_add(worlds[0], gc_sparse_create(worlds[0]), type);
    for (int turn = 0; turn < 5; turn++) {
        for (uint32_t i = 0; i < 200 && turn == 3; ) {
            gc_sparse_id id = gc_sparse_id_of(worlds[0], (uint32_t)(test_fields_random(&random) % 10000));
            char *component = (char *)gc_sparse_get(worlds[0], id, type) + field.offset;
            double value = (double)(test_fields_random(&random) % 1000000 + 1) / 1001;
            float narrow = (float)value;
            if (*(uint32_t *)(void *)(component + field.shape->size - 4)) continue;
            if (field.shape->size == 8) memcpy(component, &value, 8);
            else memcpy(component, &narrow, 4);
            gc_sparse_touch(worlds[0], id, type);
            i++;
        }
        size_t now = 0;
        gc_sparse_delta_write(deltas[0], gc_sparse_tick(worlds[0]), packet, sizeof packet, &now);
        if (turn == 3) size = now;
        CHECK_INT(gc_sparse_delta_read(deltas[1], packet, now, &number), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_delta_acked(deltas[0], number), GC_SPARSE_OK);
    }

    // What was rounded is near.
    for (uint32_t slot = 0; slot < 10000; slot++) {
        gc_sparse_id id = gc_sparse_id_of(worlds[0], slot);
        const char *a = (char *)gc_sparse_get(worlds[0], id, type) + field.offset;
        const char *b = (char *)gc_sparse_get(worlds[1], id, type);
        float was, is;
        if (!CHECK(b != NULL)) break;
        if (bits == 0) {
            if (!CHECK(memcmp(a, b + field.offset, field.shape->size) == 0)) break;
            continue;
        }
        memcpy(&was, a, 4);
        memcpy(&is, b + field.offset, 4);
        if (!CHECK(fabsf(was - is) <= 1000.0f / (float)((1u << bits) - 1) + 1e-4f)) break;
    }

    for (int i = 0; i < 2; i++) {
        gc_sparse_delta_close(deltas[i]);
        gc_sparse_close(worlds[i]);
    }

    return size;
}

static void test_sparse_delta_sizes(void) {
    size_t wide = test_delta_size(gc_sparse_shape_TdWide(), 0, 0);
    size_t narrow = test_delta_size(gc_sparse_shape_TdNarrow(), 0, 0);
    size_t many = test_delta_size(gc_sparse_shape_TdMany(), 2, 0);
    size_t few = test_delta_size(gc_sparse_shape_TdNarrow(), 0, 12);
    if (test_verbose) {
        printf("%u %u %u %u bytes\n", (unsigned)wide, (unsigned)narrow, (unsigned)many, (unsigned)few);
    }
    CHECK(wide > 1600 && wide <= 1900);
    CHECK(narrow > 800 && narrow <= 1100);
    CHECK(many > 1600 && many <= 2080);
    CHECK(few > 300 && few <= 600);
}

// ---- refused

static void test_sparse_delta_refused(void) {
    gc_sparse_world *world = test_delta_open(), *client = test_delta_open();
    static unsigned char packet[4000], wrong[4000];
    uint64_t random = test_seed;
    uint32_t number = 0;
    size_t size = 0;
    gc_sparse_delta *to = gc_sparse_delta_open(world, &test_delta_desc, NULL);
    gc_sparse_delta *from = gc_sparse_delta_open(client, &test_delta_desc, NULL);
    test_fields_spawn(world, 20, false, &random);
    for (int i = 0; i < 2; i++) gc_sparse_delta_write(to, gc_sparse_tick(world), packet, sizeof packet,
                                                      &size);
    CHECK(size > 500);

    // Each bit, each begin: the sum is wrong. With a right one: refused, or whole.
    uint64_t before = gc_sparse_hash_all(client);
    for (size_t bit = 0; bit < size * 8; bit++) {
        memcpy(wrong, packet, size);
        wrong[bit / 8] ^= (unsigned char)(1u << bit % 8);
        if (!CHECK_INT(gc_sparse_delta_read(from, wrong, size, &number), GC_SPARSE_E_DATA)) break;
    }

    for (size_t n = 0; n < size; n++) {
        memcpy(wrong, packet, n);
        if (!CHECK_INT(gc_sparse_delta_read(from, wrong, n, &number), GC_SPARSE_E_DATA)) break;
        if (n < 8) continue;
        gc_sparse_delta_priv_put32(wrong, gc_sparse_delta_priv_sum(from->look, wrong + 4, n - 4));
        if (!CHECK_INT(gc_sparse_delta_read(from, wrong, n, &number), GC_SPARSE_E_DATA)) break;
    }
    CHECK_U64(gc_sparse_hash_all(client), before);
    CHECK_INT(gc_sparse_delta_read(from, packet, size, &number), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_delta_read(from, packet, size, &number), GC_SPARSE_E_STALE);
    CHECK_U64(number, 2);
    CHECK_INT(gc_sparse_delta_acked(to, 3), GC_SPARSE_E_NOT_FOUND);
    CHECK_INT(gc_sparse_delta_acked(to, 2), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_delta_acked(to, 2), GC_SPARSE_E_NOT_FOUND);

    CHECK_INT(gc_sparse_delta_write(to, 0, packet, 19, &size), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_delta_write(NULL, 0, packet, 100, &size), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_delta_read(from, NULL, 0, &number), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_delta_acked(NULL, 1), GC_SPARSE_E_ARGUMENT);
    gc_sparse_delta_close(NULL);
    gc_sparse_delta_close(to);
    gc_sparse_delta_close(from);
    gc_sparse_close(world);
    gc_sparse_close(client);
}

// Descs, and what two sides that differ say.
static void test_sparse_delta_descs(void) {
    gc_sparse_world *world = test_delta_open();
    unsigned char packet[100];
    uint32_t number;
    size_t size;
    int error = GC_SPARSE_OK;
    const gc_sparse_type unknown[] = { { 99 } }, raw[] = { { 6 } };
    gc_sparse_delta_range range = { { 1 }, "x", 0, 1, 8 };
    gc_sparse_delta_desc desc = test_delta_desc;
    CHECK_INT(TF_MORE_register(world), GC_SPARSE_OK);
    desc.ranges = &range;
    desc.range_count = 1;
    gc_sparse_delta *one = gc_sparse_delta_open(world, &test_delta_desc, &error);
    CHECK_INT(error, GC_SPARSE_OK);
    gc_sparse_delta *other = gc_sparse_delta_open(world, &desc, &error);
    CHECK_INT(error, GC_SPARSE_OK);
    CHECK_INT(gc_sparse_delta_write(one, gc_sparse_tick(world), packet, sizeof packet, &size), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_delta_read(other, packet, size, &number), GC_SPARSE_E_DATA);
    gc_sparse_delta_close(one);
    gc_sparse_delta_close(other);

    // Slots beyond the limit of both are not sent.
    gc_sparse_world *client = test_delta_open();
    desc = test_delta_desc;
    desc.max_slots = 10;
    one = gc_sparse_delta_open(world, &desc, NULL);
    other = gc_sparse_delta_open(client, &desc, NULL);
    for (int i = 0; i < 100; i++) gc_sparse_add_TfFrozen(world, gc_sparse_create(world));
    for (int i = 0; i < 3; i++) {
        uint64_t now = gc_sparse_tick(world);
        CHECK_INT(gc_sparse_delta_write(one, now, packet, sizeof packet, &size), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_delta_read(other, packet, size, &number), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_delta_acked(one, number), GC_SPARSE_OK);
    }
    CHECK_U64(gc_sparse_stats(client).entities, 10);
    gc_sparse_delta_close(one);
    gc_sparse_delta_close(other);
    gc_sparse_close(client);

    desc.ranges = &range;
    desc.range_count = 1;
    range.field = "z";
    CHECK(!gc_sparse_delta_open(world, &desc, &error) && error == GC_SPARSE_E_FIELDS);
    range.field = "x";
    range.bits = 33;
    CHECK(!gc_sparse_delta_open(world, &desc, &error) && error == GC_SPARSE_E_ARGUMENT);
    range.bits = 8;
    range.most = 0;
    CHECK(!gc_sparse_delta_open(world, &desc, &error) && error == GC_SPARSE_E_ARGUMENT);
    desc = test_delta_desc;
    desc.types = unknown;
    desc.type_count = 1;
    CHECK(!gc_sparse_delta_open(world, &desc, &error) && error == GC_SPARSE_E_TYPE);
    desc.types = raw;
    CHECK(!gc_sparse_delta_open(world, &desc, &error) && error == GC_SPARSE_E_FIELDS);
    desc.type_count = 0;
    CHECK(!gc_sparse_delta_open(world, &desc, &error) && error == GC_SPARSE_E_ARGUMENT);
    CHECK(!gc_sparse_delta_open(NULL, &desc, NULL));
    gc_sparse_close(world);
}

// Each refused block: an error, and later it goes on.
static void test_sparse_delta_without_memory(void) {
    gc_sparse_world *world = test_delta_open(), *client = test_delta_open();
    static unsigned char packet[40000];
    uint64_t random = test_seed;
    uint32_t number = 0;
    size_t size = 0;
    int error = GC_SPARSE_E_MEMORY;
    gc_sparse_delta *to = NULL, *from = gc_sparse_delta_open(client, &test_delta_desc, NULL);
    for (test_delta_refused = 0; test_delta_refused < 100 && !to; test_delta_refused++) {
        test_delta_calls = 0;
        to = gc_sparse_delta_open(world, &test_delta_desc, &error);
        CHECK_INT(error, to ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY);
    }
    CHECK(test_delta_refused > 10 && to);
    test_fields_spawn(world, 100, false, &random);

    for (test_delta_refused = 0, error = GC_SPARSE_E_MEMORY; test_delta_refused < 100; test_delta_refused++) {
        test_delta_calls = 0;
        error = gc_sparse_delta_write(to, gc_sparse_tick(world), packet, sizeof packet, &size);
        if (error == GC_SPARSE_OK) break;
        CHECK_INT(error, GC_SPARSE_E_MEMORY);
    }

    CHECK(test_delta_refused > 5 && test_delta_refused < 100);
    test_delta_refused = UINT32_MAX;
    gc_sparse_delta_write(to, gc_sparse_tick(world), packet, sizeof packet, &size);
    CHECK_INT(gc_sparse_delta_read(from, packet, size, &number), GC_SPARSE_OK);
    memset(gc_sparse_resource_TfSpan(world), 0, sizeof(TfSpan));

    // Entities without a type are not sent.
    for (uint32_t slot = 0; slot < 100; slot++) {
        gc_sparse_id id = gc_sparse_id_of(world, slot);
        gc_sparse_type none = { 0 };
        if (gc_sparse_next_type(world, id, none).index == 0) gc_sparse_destroy(world, id);
    }
    test_delta_equal(world, client);
    gc_sparse_delta_close(to);
    gc_sparse_delta_close(from);
    gc_sparse_close(world);
    gc_sparse_close(client);
}

static const test_case test_sparse_delta_cases[] = {
    TEST_CASE(test_sparse_delta_games),
    TEST_CASE(test_sparse_delta_sizes),
    TEST_CASE(test_sparse_delta_refused),
    TEST_CASE(test_sparse_delta_descs),
    TEST_CASE(test_sparse_delta_without_memory),
};

#ifdef TEST_DELTA_ALONE
int main(int argc, char **argv) {
    (void)test_sparse_fields_cases;
    test_options(argc, argv);
    test_run(test_sparse_delta_cases, sizeof test_sparse_delta_cases / sizeof *test_sparse_delta_cases);
    return test_report();
}
#endif

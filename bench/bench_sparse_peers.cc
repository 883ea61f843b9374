// bench_sparse_peers.cc - gc_sparse.h beside EnTT, flecs and std::unordered_map, each as its
// documentation advises: what the plot in README.md shows.
//
//     make bench-sparse_peers CPPFLAGS="-I/where/entt/single_include -I/where/flecs/distr"
//
// EnTT and flecs are taken if the compiler finds them; LIBRARIES=flecs.o links flecs. On stdout
// `bench,case,subject,metric,value,unit`: medians of seven rounds of nanoseconds of this
// thread's time for an entity; in a round all subjects take turns.
//     create      an entity with a position, and half of them with a velocity, in a new world
//     iterate     p += v * dt of those that have both (ns a match)
//     get         the position of a known entity, in random order
//     destroy     in random order
// Of 100,000 entities. gc_sparse and EnTT also with a group of the two types, where it matters.
#define GC_SPARSE_STATIC
#define GC_RNG_STATIC
#include "gc_rng.h"
#include "gc_sparse.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <unordered_map>
#include <vector>
#if __has_include(<entt/entt.hpp>)
#include <entt/entt.hpp>
#define WITH_ENTT 1
#endif
#if __has_include("flecs.h")
#include "flecs.h"
#define WITH_FLECS 1
#endif

namespace {

enum { N = 100000, ROUNDS = 7, CASES = 4 };
const char *const cases[CASES] = { "create", "iterate", "get", "destroy" };
struct Position { float x, y; };
struct Velocity { float x, y; };
volatile float sink;
std::vector<uint32_t> order;

double now() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// A subject: open, create, iterate (several times), get, destroy, close.
struct Subject {
    const char *name;
    void (*run)(double *seconds);
    std::vector<double> times[CASES];
};
const float dt = 0.016f;
enum { WALKS = 20 };

// Times one case by a lambda.
template <class F> double timed(F f) {
    double begin = now();
    f();
    return now() - begin;
}

void run_gc(double *times, bool group) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc = {};
    gc_sparse_type types[2];

    desc.name = "Position";
    desc.size = sizeof(Position);
    gc_sparse_component(world, &desc, &types[0]);
    desc.name = "Velocity";
    gc_sparse_component(world, &desc, &types[1]);

    if (group) gc_sparse_group(world, types, 2);
    std::vector<gc_sparse_id> ids(N);

    times[0] = timed([&] {
        for (int i = 0; i < N; i++) {
            ids[i] = gc_sparse_create(world);
            Position *p = (Position *)gc_sparse_add(world, ids[i], types[0]);
            *p = { 1, 2 };
            if (order[i] & 1) {
                Velocity *v = (Velocity *)gc_sparse_add(world, ids[i], types[1]);
                *v = { 3, 4 };
            }
        }
    });

    times[1] = timed([&] {
        for (int k = 0; k < WALKS; k++) {
            gc_sparse_query_desc query = {};
            query.include[0] = types[0];
            query.include[1] = types[1];
            gc_sparse_view view;

            gc_sparse_begin(&view, world, &query);
            while (gc_sparse_next(&view)) {
                for (size_t i = 0; i < view.count; i++) {
                    Position *p = GC_SPARSE_AT(Position, &view, 0, i);
                    const Velocity *v = GC_SPARSE_AT(Velocity, &view, 1, i);
                    p->x += v->x * dt;
                    p->y += v->y * dt;
                }
            }
        }
    }) * 2 / WALKS;

    times[2] = timed([&] {
        float sum = 0;
        for (uint32_t i : order) sum += ((const Position *)gc_sparse_get(world, ids[i], types[0]))->x;
        sink = sum;
    });

    times[3] = timed([&] {
        for (uint32_t i : order) gc_sparse_destroy(world, ids[i]);
    });

    gc_sparse_close(world);
}
void gc(double *times) { run_gc(times, false); }
void gc_group(double *times) { run_gc(times, true); }

#ifdef WITH_ENTT
void run_entt(double *times, bool group) {
    entt::registry registry;
    if (group) (void)registry.group<Position, Velocity>();

    std::vector<entt::entity> ids(N);

    times[0] = timed([&] {
        for (int i = 0; i < N; i++) {
            ids[i] = registry.create();
            registry.emplace<Position>(ids[i], 1.0f, 2.0f);
            if (order[i] & 1) registry.emplace<Velocity>(ids[i], 3.0f, 4.0f);
        }
    });

    auto step = [](Position &p, const Velocity &v) {
        p.x += v.x * dt;
        p.y += v.y * dt;
    };

    times[1] = timed([&] {
        for (int k = 0; k < WALKS; k++) {
            if (group) registry.group<Position, Velocity>().each(step);
            else registry.view<Position, const Velocity>().each(step);
        }
    }) * 2 / WALKS;

    times[2] = timed([&] {
        float sum = 0;
        for (uint32_t i : order) sum += registry.get<Position>(ids[i]).x;
        sink = sum;
    });

    times[3] = timed([&] {
        for (uint32_t i : order) registry.destroy(ids[i]);
    });
}
void entt_view(double *times) { run_entt(times, false); }
void entt_group(double *times) { run_entt(times, true); }
#endif

#ifdef WITH_FLECS
void run_flecs(double *times) {
    flecs::world world;
    auto query = world.query_builder<Position, const Velocity>().cached().build();

    std::vector<flecs::entity> ids(N);

    times[0] = timed([&] {
        for (int i = 0; i < N; i++) {
            ids[i] = world.entity().set<Position>({ 1, 2 });
            if (order[i] & 1) ids[i].set<Velocity>({ 3, 4 });
        }
    });

    times[1] = timed([&] {
        for (int k = 0; k < WALKS; k++) {
            query.each([](Position &p, const Velocity &v) {
                p.x += v.x * dt;
                p.y += v.y * dt;
            });
        }
    }) * 2 / WALKS;

    times[2] = timed([&] {
        float sum = 0;
        for (uint32_t i : order) sum += ids[i].get<Position>().x;
        sink = sum;
    });

    times[3] = timed([&] {
        for (uint32_t i : order) ids[i].destruct();
    });
}
#endif

void run_map(double *times) {
    std::unordered_map<uint32_t, Position> positions;
    std::unordered_map<uint32_t, Velocity> velocities;

    times[0] = timed([&] {
        for (uint32_t i = 0; i < N; i++) {
            positions[i] = { 1, 2 };
            if (order[i] & 1) velocities[i] = { 3, 4 };
        }
    });

    times[1] = timed([&] {
        for (int k = 0; k < WALKS; k++) {
            for (auto &entry : velocities) {
                Position &p = positions.find(entry.first)->second;
                p.x += entry.second.x * dt;
                p.y += entry.second.y * dt;
            }
        }
    }) * 2 / WALKS;

    times[2] = timed([&] {
        float sum = 0;
        for (uint32_t i : order) sum += positions.find(i)->second.x;
        sink = sum;
    });

    times[3] = timed([&] {
        for (uint32_t i : order) {
            positions.erase(i);
            velocities.erase(i);
        }
    });
}

}

int main() {
    std::vector<Subject> subjects;
    subjects.push_back({ "gc_sparse", gc, {} });
    subjects.push_back({ "gc_sparse, group", gc_group, {} });
#ifdef WITH_ENTT
    subjects.push_back({ "EnTT", entt_view, {} });
    subjects.push_back({ "EnTT, group", entt_group, {} });
#else
    fprintf(stderr, "built without EnTT\n");
#endif
#ifdef WITH_FLECS
    subjects.push_back({ "flecs", run_flecs, {} });
#else
    fprintf(stderr, "built without flecs\n");
#endif
    subjects.push_back({ "std::unordered_map", run_map, {} });

    // One order for all; the first round warms up and does not count.
    gc_rng rng;
    gc_rng_seed(&rng, 1);
    for (uint32_t i = 0; i < N; i++) order.push_back(i);
    gc_rng_shuffle(&rng, order.data(), N, sizeof order[0]);
    for (int round = -1; round < ROUNDS; round++) {
        for (Subject &subject : subjects) {
            double times[CASES];
            subject.run(times);
            for (int c = 0; c < CASES && round >= 0; c++) subject.times[c].push_back(times[c] / N);
        }
    }
    printf("bench,case,subject,metric,value,unit\n");
    for (int c = 0; c < CASES; c++) {
        for (Subject &subject : subjects) {
            std::sort(subject.times[c].begin(), subject.times[c].end());
            printf("sparse,%s,\"%s\",time,%.3f,ns\n", cases[c], subject.name, subject.times[c][ROUNDS / 2]);
        }
    }
    return 0;
}

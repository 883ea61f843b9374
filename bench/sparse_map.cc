// sparse_map.cc - std::unordered_map as a store of components, for bench_sparse.c.
#include "sparse_map.h"

#include <unordered_map>

namespace {

struct vec2 { float x, y; };
struct hash_id {
    std::size_t operator()(gc_sparse_id id) const {
        return (std::size_t)((uint64_t)id.generation << 32 | id.slot);
    }
};
template <class T> using map = std::unordered_map<gc_sparse_id, T, hash_id>;

map<vec2> positions, velocities;

double insert(const gc_sparse_id *ids, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        positions[ids[i]].x = (float)i;
        velocities[ids[i]].x = (float)i;
    }
    return (double)positions.size();
}

double walk1() {
    for (auto &entry : positions) {
        entry.second.x += 1;
        entry.second.y += 2;
    }
    return (double)positions.size();
}

double walk2() {
    for (auto &entry : positions) {
        auto velocity = velocities.find(entry.first);
        if (velocity == velocities.end()) continue;
        entry.second.x += velocity->second.x * 0.1f;
        entry.second.y += velocity->second.y * 0.1f;
    }
    return (double)positions.size();
}

double look_up(const gc_sparse_id *ids, uint32_t n) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += (uint64_t)positions.find(ids[i])->second.x;
    return (double)sum;
}

double erase(const gc_sparse_id *ids, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        positions.erase(ids[i]);
        velocities.erase(ids[i]);
    }
    return (double)positions.size();
}

}

double bench_map_step(int step, const gc_sparse_id *ids, uint32_t n) {
    switch (step) {
    case 0: return insert(ids, n);
    case 1: return walk1();
    case 2: return walk2();
    case 3: return look_up(ids, n);
    default: return erase(ids, n);
    }
}

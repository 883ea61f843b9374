// bench_sort_records - gc_sort.h's records, nth, top, places, rows and strings beside the C++
// library's calls for them, and beside gc_sort.h's own other ways. Lines on stdout:
//     bench,case,subject,metric,value,unit
// Thread time; subjects alternate, each on the same data; medians. A word: that case alone.
//
//     c++ -O3 -I. bench/bench_sort_records.cc -o bench_sort_records -pthread
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>
#if defined(__has_include)
#if __has_include(<pdqsort.h>)
#include <pdqsort.h>
#define WITH_PDQSORT
#endif
#endif

struct item {
    float key;
    uint32_t rest[3];
};

static double thread_ns() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static uint64_t state = 88172645463325252u;
static uint64_t random_bits() {     // xorshift64
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

static int by_callback(const void *a, const void *b, void *) {
    const float x = static_cast<const item *>(a)->key, y = static_cast<const item *>(b)->key;
    return x < y ? -1 : x > y;
}
static bool less_item(const item &a, const item &b) { return a.key < b.key; }
#define ITEM_LESS(a, b) ((a).key < (b).key)
GC_SORT_DEFINE(sort_items, item, ITEM_LESS)
static int by_qsort(const void *a, const void *b) { return by_callback(a, b, NULL); }
static bool less_down(uint32_t a, uint32_t b) { return a > b; }

// One subject of a case; what it gives is looked at, so that nothing is optimised away.
struct subject {
    const char *name;
    uint64_t (*run)(std::vector<item> &items, std::vector<uint32_t> &keys,
                    const std::vector<uint32_t> &sorted);
    std::vector<double> times;
};

static std::vector<char> scratch;
typedef std::vector<item> items_t;
typedef std::vector<uint32_t> keys_t;

static uint64_t bits_of(float key) {
    uint32_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits;
}
static uint64_t by_f32(items_t &v, keys_t &, const keys_t &) {
    gc_sort_by_f32(&v[0], v.size(), sizeof(item), offsetof(item, key), &scratch[0], scratch.size());
    return bits_of(v[0].key);
}
// By two fields: the layer, and the greatest key first.
static const gc_sort_field layer = { offsetof(item, rest) + 4, GC_SORT_KIND_U8, false };
static const gc_sort_field depth = { offsetof(item, key), GC_SORT_KIND_F32, true };
static uint64_t by2(items_t &v, keys_t &, const keys_t &) {
    gc_sort_by2(&v[0], v.size(), sizeof(item), layer, depth, &scratch[0], scratch.size());
    return bits_of(v[0].key);
}
static uint64_t by2_in_place(items_t &v, keys_t &, const keys_t &) {
    gc_sort_by2(&v[0], v.size(), sizeof(item), layer, depth, NULL, 0);
    return bits_of(v[0].key);
}
static bool less_by2(const item &a, const item &b) {
    return a.rest[1] != b.rest[1] ? a.rest[1] < b.rest[1] : a.key > b.key;
}
static uint64_t std_by2(items_t &v, keys_t &, const keys_t &) {
    std::sort(v.begin(), v.end(), less_by2);
    return bits_of(v[0].key);
}
static uint64_t std_stable_by2(items_t &v, keys_t &, const keys_t &) {
    std::stable_sort(v.begin(), v.end(), less_by2);
    return bits_of(v[0].key);
}
static uint64_t by_f32_in_place(items_t &v, keys_t &, const keys_t &) {
    gc_sort_by_f32(&v[0], v.size(), sizeof(item), offsetof(item, key), NULL, 0);
    return bits_of(v[0].key);
}
static uint64_t by_f32_any(items_t &v, keys_t &, const keys_t &) {
    gc_sort_by_f32_any(&v[0], v.size(), sizeof(item), offsetof(item, key));
    return bits_of(v[0].key);
}
static uint64_t std_sort(items_t &v, keys_t &, const keys_t &) {
    std::sort(v.begin(), v.end(), less_item);
    return bits_of(v[0].key);
}
static uint64_t stable_callback(items_t &v, keys_t &, const keys_t &) {
    gc_sort_stable(&v[0], v.size(), sizeof(item), by_callback, NULL);
    return bits_of(v[0].key);
}
static uint64_t std_stable(items_t &v, keys_t &, const keys_t &) {
    std::stable_sort(v.begin(), v.end(), less_item);
    return bits_of(v[0].key);
}
// By a comparison: inlined, or a callback.
static uint64_t define(items_t &v, keys_t &, const keys_t &) {
    sort_items(&v[0], v.size());
    return bits_of(v[0].key);
}
static uint64_t callback(items_t &v, keys_t &, const keys_t &) {
    gc_sort(&v[0], v.size(), sizeof(item), by_callback, NULL);
    return bits_of(v[0].key);
}
static gc_sort_context *serial;
static uint64_t callback_ctx(items_t &v, keys_t &, const keys_t &) {
    gc_sort_ctx(serial, &v[0], v.size(), sizeof(item), by_callback, NULL);
    return bits_of(v[0].key);
}
static uint64_t stable_ctx(items_t &v, keys_t &, const keys_t &) {
    gc_sort_ctx_stable(serial, &v[0], v.size(), sizeof(item), by_callback, NULL);
    return bits_of(v[0].key);
}
static uint64_t std_qsort(items_t &v, keys_t &, const keys_t &) {
    qsort(&v[0], v.size(), sizeof(item), by_qsort);
    return bits_of(v[0].key);
}
#ifdef WITH_PDQSORT
static uint64_t pdq(items_t &v, keys_t &, const keys_t &) {
    pdqsort_branchless(v.begin(), v.end(), less_item);
    return bits_of(v[0].key);
}
#endif
static items_t spare;
static uint64_t define_stable(items_t &v, keys_t &, const keys_t &) {
    sort_items_stable(&v[0], v.size(), &spare[0]);
    return bits_of(v[0].key);
}
static uint64_t define_in_place(items_t &v, keys_t &, const keys_t &) {
    sort_items_stable(&v[0], v.size(), NULL);
    return bits_of(v[0].key);
}
static uint64_t nth(items_t &, keys_t &k, const keys_t &) {
    gc_sort_nth_u32(&k[0], k.size(), k.size() / 2);
    return k[k.size() / 2];
}
static uint64_t std_nth(items_t &, keys_t &k, const keys_t &) {
    std::nth_element(k.begin(), k.begin() + (std::ptrdiff_t)(k.size() / 2), k.end());
    return k[k.size() / 2];
}
static uint64_t nth_by_sort(items_t &, keys_t &k, const keys_t &) {
    gc_sort_u32(&k[0], k.size());
    return k[k.size() / 2];
}
static uint64_t top(items_t &, keys_t &k, const keys_t &) {
    gc_sort_top_u32_down(&k[0], k.size(), k.size() / 100);
    return k[0];
}
static uint64_t std_top(items_t &, keys_t &k, const keys_t &) {
    std::partial_sort(k.begin(), k.begin() + (std::ptrdiff_t)(k.size() / 100), k.end(), less_down);
    return k[0];
}
static uint64_t top_by_sort(items_t &, keys_t &k, const keys_t &) {
    gc_sort_u32_down(&k[0], k.size());
    return k[0];
}
static uint64_t lower(items_t &, keys_t &k, const keys_t &sorted) {
    uint64_t sum = 0;
    for (size_t i = 0; i < k.size(); i++) sum += gc_sort_lower_u32(&sorted[0], sorted.size(), k[i]);
    return sum;
}
static uint64_t std_lower(items_t &, keys_t &k, const keys_t &sorted) {
    uint64_t sum = 0;
    for (size_t i = 0; i < k.size(); i++) {
        sum += (uint64_t)(std::lower_bound(sorted.begin(), sorted.end(), k[i]) - sorted.begin());
    }
    return sum;
}

// Records: the middle one, and the ten first, by their number.
static uint64_t nth_by(items_t &v, keys_t &, const keys_t &) {
    gc_sort_nth_by_f32(&v[0], v.size(), sizeof(item), offsetof(item, key), v.size() / 2);
    return bits_of(v[v.size() / 2].key);
}
static uint64_t nth_by_any(items_t &v, keys_t &, const keys_t &) {
    gc_sort_by_f32_any(&v[0], v.size(), sizeof(item), offsetof(item, key));
    return bits_of(v[v.size() / 2].key);
}
static uint64_t std_nth_by(items_t &v, keys_t &, const keys_t &) {
    std::nth_element(v.begin(), v.begin() + (std::ptrdiff_t)(v.size() / 2), v.end(), less_item);
    return bits_of(v[v.size() / 2].key);
}
static uint64_t top_by(items_t &v, keys_t &, const keys_t &) {
    gc_sort_top_by_f32(&v[0], v.size(), sizeof(item), offsetof(item, key), 10);
    return bits_of(v[9].key);
}
static uint64_t std_top_by(items_t &v, keys_t &, const keys_t &) {
    std::partial_sort(v.begin(), v.begin() + 10, v.end(), less_item);
    return bits_of(v[9].key);
}
// What a scan costs that only reads and keeps the ten least numbers.
static uint64_t read_by(items_t &v, keys_t &, const keys_t &) {
    float best[10];
    for (size_t i = 0; i < 10; i++) best[i] = 3e38f;
    for (size_t i = 0; i < v.size(); i++) {
        if (!(v[i].key < best[9])) continue;
        size_t at = 9;
        for (; at > 0 && v[i].key < best[at - 1]; at--) best[at] = best[at - 1];
        best[at] = v[i].key;
    }
    return bits_of(best[9]);
}

// A column into the order of the keys, with and without scratch, and by a loop.
static std::vector<uint32_t> order;
static uint64_t apply(items_t &v, keys_t &, const keys_t &) {
    gc_sort_apply(&v[0], v.size(), sizeof(item), &order[0], &scratch[0], scratch.size());
    return v[0].rest[0] ^ v[v.size() / 2].rest[0];
}
static uint64_t apply_few(items_t &v, keys_t &, const keys_t &) {
    gc_sort_apply(&v[0], v.size(), sizeof(item), &order[0], &scratch[0], v.size() * 4 + 16);
    return v[0].rest[0] ^ v[v.size() / 2].rest[0];
}
static items_t column;
static uint64_t apply_loop(items_t &v, keys_t &, const keys_t &) {
    for (size_t i = 0; i < v.size(); i++) column[i] = v[order[i]];
    memcpy(&v[0], &column[0], v.size() * sizeof(item));
    return v[0].rest[0] ^ v[v.size() / 2].rest[0];
}

// Rows of 10 to 30 keys, but for the last one: in one call, by a call for each.
static std::vector<uint32_t> starts;
static uint64_t sum_of(const keys_t &k) {
    uint64_t sum = 0;
    for (size_t i = 0; i < k.size(); i++) sum = sum * 31 + k[i];
    return sum;
}
static uint64_t rows(items_t &, keys_t &k, const keys_t &) {
    gc_sort_rows_u32(&k[0], &starts[0], starts.size() - 1);
    return sum_of(k);
}
static uint64_t rows_by_call(items_t &, keys_t &k, const keys_t &) {
    for (size_t i = 0; i + 1 < starts.size(); i++) gc_sort_u32(&k[0] + starts[i], starts[i + 1] - starts[i]);
    return sum_of(k);
}
static uint64_t rows_std(items_t &, keys_t &k, const keys_t &) {
    for (size_t i = 0; i + 1 < starts.size(); i++) std::sort(&k[0] + starts[i], &k[0] + starts[i + 1]);
    return sum_of(k);
}
static void set_rows(size_t n) {
    starts.assign(1, 0);
    while (starts.back() < n) {
        const size_t next = starts.back() + 10 + random_bits() % 21;
        starts.push_back((uint32_t)(next < n ? next : n));
    }
}

// Names: one of 10,000 words, half of them with a number; in a pool, in no order.
static std::string pool;
static std::vector<uint32_t> places;
static void set_names(size_t n) {
    static const char *const parts[] = { "ka", "to", "mi", "ran", "sel", "dor", "wy", "an", "ith", "gar" };
    std::vector<std::string> words(10000);
    for (size_t i = 0; i < words.size(); i++) {
        for (uint64_t x = random_bits() | 1; x > 10000000; x /= 1000) words[i] += parts[x % 10];
    }

    pool.clear();
    places.resize(n);
    for (size_t i = 0; i < n; i++) {
        places[i] = (uint32_t)pool.size();
        pool += words[random_bits() % words.size()];
        if (random_bits() & 1) pool += "_" + std::to_string(random_bits() % 100000);
        pool += '\0';
    }
    for (size_t i = n; i > 1; i--) std::swap(places[i - 1], places[random_bits() % i]);
}
static std::vector<const char *> names() {
    std::vector<const char *> v(places.size());
    for (size_t i = 0; i < v.size(); i++) v[i] = &pool[places[i]];
    return v;
}
static uint64_t strings(items_t &, keys_t &, const keys_t &) {
    std::vector<const char *> v = names();
    gc_sort_strings(&v[0], v.size(), &scratch[0], scratch.size());
    return strlen(v[v.size() / 2]);
}
static uint64_t strings_in(items_t &, keys_t &, const keys_t &) {
    std::vector<uint32_t> v(places);
    gc_sort_strings_in(pool.data(), &v[0], v.size(), &scratch[0], scratch.size());
    return strlen(&pool[v[v.size() / 2]]);
}
static uint64_t strings_alone(items_t &, keys_t &, const keys_t &) {
    std::vector<const char *> v = names();
    gc_sort_strings(&v[0], v.size(), NULL, 0);
    return strlen(v[v.size() / 2]);
}
static uint64_t strings_std(items_t &, keys_t &, const keys_t &) {
    std::vector<std::string_view> v(places.size());
    for (size_t i = 0; i < v.size(); i++) v[i] = &pool[places[i]];
    std::sort(v.begin(), v.end());
    return v[v.size() / 2].size();
}

// Runs the subjects of a case in turn, and prints their medians for an element.
static const char *only;
static bool run(const char *what, size_t n, std::vector<subject> subjects) {
    if (only && strcmp(only, what) != 0) return true;
    items_t items(n);
    keys_t keys(n);
    uint64_t first = 0;
    scratch.resize(gc_sort_by_scratch(n, sizeof(item)));
    order.resize(n);
    column.resize(n);
    spare.resize(n);
    set_rows(n);
    set_names(n);
    const size_t most = getenv("QUICK") ? 100000 : 2000000, turns = 7, repeats = n < most ? most / n : 1;
    for (size_t turn = 0; turn < turns; turn++) {
        for (size_t r = 0; r < repeats; r++) {
            for (size_t i = 0; i < n; i++) {
                keys[i] = (uint32_t)random_bits();
                items[i].key = (float)(random_bits() >> 40) - 8e6f;
                items[i].rest[0] = (uint32_t)i;
                items[i].rest[1] = (uint32_t)(random_bits() >> 62);
            }
            keys_t sorted(keys);
            std::sort(sorted.begin(), sorted.end());
            for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
            gc_sort_order_u32(&keys[0], &order[0], n);
            for (size_t place = 0; place < subjects.size(); place++) {
                const size_t s = (place + turn + r) % subjects.size();      // each begins, in turn
                items_t v(items);
                keys_t k(keys);
                const double start = thread_ns();
                const uint64_t result = subjects[s].run(v, k, sorted);
                const double spent = thread_ns() - start;
                if (r == 0) subjects[s].times.push_back(0);
                subjects[s].times[turn] += spent / (double)(n * repeats);

                // All of a case find the same.
                if (place == 0) first = result;
                if (result != first) {
                    fprintf(stderr, "%s %zu: %s differs\n", what, n, subjects[s].name);
                    return false;
                }
            }
        }
    }

    for (size_t s = 0; s < subjects.size(); s++) {
        std::sort(subjects[s].times.begin(), subjects[s].times.end());
        const double median = subjects[s].times[turns / 2];
        printf("sort_records,%s_%zu,%s,time,%.3f,ns/element\n", what, n, subjects[s].name, median);
        fprintf(stderr, "%-10s %8zu  %-22s %9.3f ns\n", what, n, subjects[s].name, median);
    }
    return true;
}

static subject is(const char *name, uint64_t (*f)(items_t &, keys_t &, const keys_t &)) {
    subject s = { name, f, std::vector<double>() };
    return s;
}

int main(int argc, char **argv) {
    if (argc > 1) only = argv[1];
    static const size_t sizes[] = { 30, 1000, 10000, 100000, 1000000 };
    const size_t count = getenv("QUICK") ? 4 : 5;
    std::vector<subject> by, by2s, nths, tops, lowers, nths_by, tops_by, applies, less, stable;
    std::vector<subject> in_rows, texts;

    serial = gc_sort_open(NULL, NULL);
    less.push_back(is("GC_SORT_DEFINE", define)), less.push_back(is("gc_sort", callback));
    less.push_back(is("gc_sort_ctx", callback_ctx)), stable.push_back(is("gc_sort_ctx_stable", stable_ctx));
    by2s.push_back(is("gc_sort_by2", by2)), by2s.push_back(is("gc_sort_by2, NULL", by2_in_place));
    by2s.push_back(is("std::stable_sort", std_stable_by2)), by2s.push_back(is("std::sort", std_by2));
    less.push_back(is("std::sort", std_sort)), less.push_back(is("qsort", std_qsort));
#ifdef WITH_PDQSORT
    less.push_back(is("pdqsort_branchless", pdq));
#endif
    stable.push_back(is("GC_SORT_DEFINE, scratch", define_stable));
    stable.push_back(is("GC_SORT_DEFINE, NULL", define_in_place));
    stable.push_back(is("gc_sort_stable", stable_callback));
    stable.push_back(is("std::stable_sort", std_stable));

    by.push_back(is("gc_sort_by_f32", by_f32)), by.push_back(is("gc_sort_by_f32_in_place", by_f32_in_place));
    by.push_back(is("gc_sort_stable", stable_callback)), by.push_back(is("std::stable_sort", std_stable));
    by.push_back(is("gc_sort_by_f32_any", by_f32_any)), by.push_back(is("std::sort", std_sort));

    nths_by.push_back(is("gc_sort_nth_by_f32", nth_by));
    nths_by.push_back(is("gc_sort_by_f32_any", nth_by_any));
    nths_by.push_back(is("std::nth_element", std_nth_by));
    tops_by.push_back(is("gc_sort_top_by_f32", top_by));
    tops_by.push_back(is("std::partial_sort", std_top_by));
    tops_by.push_back(is("a scan that keeps ten", read_by));

    in_rows.push_back(is("gc_sort_rows_u32", rows)), in_rows.push_back(is("gc_sort_u32", rows_by_call));
    in_rows.push_back(is("std::sort", rows_std));
    texts.push_back(is("gc_sort_strings", strings)), texts.push_back(is("gc_sort_strings_in", strings_in));
    texts.push_back(is("gc_sort_strings, NULL", strings_alone));
    texts.push_back(is("std::sort, string_view", strings_std));

    applies.push_back(is("gc_sort_apply", apply)), applies.push_back(is("gc_sort_apply, 4 n", apply_few));
    applies.push_back(is("a loop, and memcpy", apply_loop));

    nths.push_back(is("gc_sort_nth_u32", nth)), nths.push_back(is("std::nth_element", std_nth));
    nths.push_back(is("gc_sort_u32", nth_by_sort));
    tops.push_back(is("gc_sort_top_u32_down", top)), tops.push_back(is("std::partial_sort", std_top));
    tops.push_back(is("gc_sort_u32_down", top_by_sort));

    lowers.push_back(is("gc_sort_lower_u32", lower)), lowers.push_back(is("std::lower_bound", std_lower));

    for (size_t i = 0; i < count; i++) {
        if (!run("less", sizes[i], less) || !run("stable", sizes[i], stable)) return 1;
        if (!run("by", sizes[i], by) || !run("by2", sizes[i], by2s)) return 1;
        if (!run("nth", sizes[i], nths)) return 1;
        if (i > 0 && !run("top", sizes[i], tops)) return 1;
        if (!run("lower", sizes[i], lowers)) return 1;
        if (!run("nth_by", sizes[i], nths_by) || !run("top_by", sizes[i], tops_by)) return 1;
        if (!run("apply", sizes[i], applies)) return 1;
        if (!run("rows", sizes[i], in_rows) || !run("strings", sizes[i], texts)) return 1;
    }
    return 0;
}

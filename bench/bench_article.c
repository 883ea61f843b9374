// bench_article.c - the table of the article about downloading a game's assets: five ways to
// fetch and store 1,000 files (190 MB, log-normal sizes) while a loop of 60 frames a second
// runs.
//
//     cc -O2 -I. bench/bench_article.c -o bench_article -lcurl -pthread
//     ./bench_article [ROW [WAY,...]] > lines
//     ./bench_article table < lines         also: csv
//
// The network is simulated: 20 ms round trip, 200 Mbit/s. 190 MB take 7.6 s of it, whatever is
// done. The ways:
//     cache    asset_cache.h: get, and when it is there acquire, a look at both ends, release;
//              each file's SHA-256 is verified, which the other ways leave out
//     file     file sinks of gc_fetch, which its network thread writes
//     memory   memory sinks; the frame that gets one saves it: fopen, fwrite, rename
//     sync     the same, saved by gc_writer in its synchronous mode
//     stream   stream sinks into gc_writer, whose threads write
// A row is pPARALLEL/ORDER, with ORDER given (the files are asked for small first), shuffled or
// mixed (GC_FETCH_ORDER_...); and bufferKB: stream, 16 at once, mixed, with other receive
// buffers. Requests are added for a quarter of a millisecond a frame. Metrics:
//     wall     seconds, from before open until all is stored and closed
//     memory   MB, the most that the process had (its library code included)
//     frame    ms, the longest time from the begin of a frame to the next one's, by the clock
//     work     ms, the longest that a frame's calls of the libraries and its saving took
//     own      ms, the most processor time of it: work has also what the thread waits
//     cpu      seconds of processor, of all threads
// Each run is a process, and the origin is one, too. On stdout a line for each run,
// `article,ROW,WAY,metric,value,unit`; on stderr the table, as ranges over the runs. ROUNDS=3
// of all rows take half an hour, QUICK=1 (one round, 150 files) a minute and a half. ROW is a
// part of names, "" means all. Files go to $TMPDIR.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#define ASSET_CACHE_IMPLEMENTATION
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_writer.h"
#include "examples/asset_cache.h"
#include "tests/origin/origin.h"

#include <sys/resource.h>
#include <sys/wait.h>

enum { MOST_FILES = 1000, WAYS = 5, METRICS = 6, MOST_ROWS = 24, MOST_RUNS = 32 };

static const char *const way_names[WAYS] = {"cache", "file", "memory", "sync", "stream"};
static const char *const metric_names[METRICS] = {"wall", "memory", "frame", "work", "own", "cpu"};
static const char *const metric_units[METRICS] = {"s", "MB", "ms", "ms", "ms", "s"};
static const char *const row_names[] = {
    "p1/given",     "p4/given",     "p4/shuffled", "p4/mixed",     "p16/given",    "p16/shuffled",
    "p16/mixed",    "p64/given",    "p64/shuffled", "p64/mixed",   "buffer4",      "buffer16",
    "buffer64",     "buffer256",
};
enum { ROWS = sizeof row_names / sizeof row_names[0] };

typedef struct asset {
    char name[96], url[200];
    uint64_t size;
} asset;

static asset assets[MOST_FILES];        // small first
static int asset_count;
static char folder[200], origin_url[64];

static double now_s(void) { return (double)ac_now_ns() * 1e-9; }

// Milliseconds of processor that this thread has had.
static double own_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void raise_to(double *most, double value) {
    if (value > *most) *most = value;
}

// ---- one run, in a process of its own

typedef struct run {
    int way, order;
    uint32_t parallel;
    long buffer;                // bytes of libcurl's receive buffer; 0: gc_fetch's own
    gc_fetch *fetch;
    gc_writer *writer;
    asset_cache *cache;
    int added, left, unwritten, right;
    bool asking;                // cache: the manifest is there
    double values[METRICS];
} run;

// A file on its way from gc_fetch to gc_writer. The network thread uses it until the
// final event.
typedef struct stream {
    gc_writer *writer;
    gc_writer_file file;
    bool begun;
    const asset *of;
} stream;

static stream streams[MOST_FILES];

static void stream_begin(void *user, gc_fetch_id id, uint32_t attempt) {
    stream *s = (stream *)user;
    gc_writer_file_desc desc;
    (void)id, (void)attempt;
    if (s->begun) gc_writer_abort(s->writer, s->file);
    memset(&desc, 0, sizeof desc);
    desc.path = s->of->name;
    desc.tag = (uint64_t)(s - streams);
    desc.size_hint = s->of->size;
    s->begun = gc_writer_begin_with(s->writer, &desc, &s->file) == GC_WRITER_OK;
}

static size_t stream_take(void *user, uint64_t offset, const void *data, size_t size) {
    stream *s = (stream *)user;
    if (!s->begun) return GC_FETCH_ABORT;
    return gc_writer_write_at(s->writer, s->file, offset, data, size);
}

static void set_buffer(void *user, void *easy, uint64_t tag) {
    (void)tag;
    (void)user, (void)easy;
#ifndef GC_FETCH_NO_CURL
    curl_easy_setopt((CURL *)easy, CURLOPT_BUFFERSIZE, ((const run *)user)->buffer);
#endif
}

static int add_request(run *r, int i) {
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    request.url = assets[i].url;
    request.tag = (uint64_t)i;
    request.size = assets[i].size;
    request.sink = r->way == 1 ? GC_FETCH_FILE : r->way == 4 ? GC_FETCH_STREAM : GC_FETCH_MEMORY;
    request.path = assets[i].name;
    if (r->way == 4) {
        streams[i].writer = r->writer;
        streams[i].of = &assets[i];
        request.stream_begin = stream_begin;
        request.stream = stream_take;
        request.stream_user = &streams[i];
        request.random_access = true;
    }
    return gc_fetch_add(r->fetch, &request, NULL);
}

// As a program does it that has no library: a name in the same folder, then rename.
static bool save_plainly(const asset *a, const void *data, size_t size) {
    char path[400], temporary[410];
    snprintf(path, sizeof path, "%s/%s", folder, a->name);
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *out = fopen(temporary, "wb");
    if (!out) return false;
    bool whole = size == 0 || fwrite(data, 1, size, out) == size;
    whole = fclose(out) == 0 && whole;
    return whole && rename(temporary, path) == 0;
}

static bool save_by_writer(run *r, const asset *a, const void *data, size_t size) {
    gc_writer_file file;
    gc_writer_event event;
    bool whole = gc_writer_begin(r->writer, a->name, &file) == GC_WRITER_OK &&
                 gc_writer_write(r->writer, file, data, size) == size &&
                 gc_writer_end(r->writer, file) == GC_WRITER_OK;
    while (gc_writer_poll(r->writer, &event)) whole = whole && event.type == GC_WRITER_PUBLISHED;
    return whole;
}

static void failed(const char *what, const char *why) {
    fprintf(stderr, "bench_article: %s: %s\n", what, why);
    _exit(1);
}

static void open_run(run *r) {
    gc_fetch_desc desc;
    gc_writer_desc writer;

    r->left = asset_count;
    if (r->way == 0) {
        asset_cache_desc cache;
        asset_cache_error error;
        memset(&cache, 0, sizeof cache);
        cache.folder = folder;
        cache.origin = origin_url;
        cache.parallel = r->parallel;
        cache.order = r->order;
        r->cache = asset_cache_open(&cache, &error);
        if (!r->cache) failed(folder, error.what);
        if (asset_cache_update(r->cache, ASSET_CACHE_ON_DEMAND) != ASSET_CACHE_OK) failed(folder, "update");
        return;
    }

    memset(&writer, 0, sizeof writer);
    writer.root = folder;
    writer.synchronous = r->way == 3;
    if (r->way >= 3) r->writer = gc_writer_open(&writer, NULL);
    if (r->way >= 3 && !r->writer) failed(folder, "no writer");

    memset(&desc, 0, sizeof desc);
    desc.parallel = r->parallel;
    desc.order = r->order;
    desc.root = folder;
    desc.skip_events = true;

    if (r->buffer) {
        desc.setup = set_buffer;
        desc.user = r;
    }

    r->fetch = gc_fetch_open(&desc, NULL);
    if (!r->fetch) failed(folder, "no fetch");
}

// A frame of the ways with gc_fetch.
static void work_fetch(run *r) {
    gc_fetch_event event;
    gc_writer_event written;
    double until = now_s() + 0.00025;

    while (r->added < asset_count && now_s() < until) {
        if (add_request(r, r->added) != GC_FETCH_OK) failed(assets[r->added].name, "add");
        r->added++;
    }

    while (gc_fetch_poll(r->fetch, &event)) {
        const asset *a = &assets[event.tag];
        if (event.type == GC_FETCH_FAILED) failed(a->name, event.detail);

        bool good = true;
        if (r->way == 2) good = save_plainly(a, event.data, event.size);
        if (r->way == 3) good = save_by_writer(r, a, event.data, event.size);
        if (r->way == 4) good = gc_writer_end(r->writer, streams[event.tag].file) == GC_WRITER_OK;

        if (!good) failed(a->name, "cannot be saved");
        r->unwritten += r->way == 4;
        r->left--;
    }

    while (r->unwritten && gc_writer_poll(r->writer, &written)) {
        if (written.type != GC_WRITER_PUBLISHED) failed(assets[written.tag].name, "cannot be written");
        r->unwritten--;
    }
}

// A frame of the way with the cache.
static void work_cache(run *r) {
    asset_cache_event event;
    asset_cache_data data;
    double until = now_s() + 0.00025;

    while (r->asking && r->added < asset_count && now_s() < until) {
        if (asset_cache_get(r->cache, assets[r->added].name, 0) < 0) failed(assets[r->added].name, "get");
        r->added++;
    }

    // A game that loads too much in a frame is late; what is ready waits for the next one.
    until = now_s() + 0.0006;
    while (now_s() < until && asset_cache_poll(r->cache, &event)) {
        if (event.result != ASSET_CACHE_OK) failed(event.name ? event.name : "the manifest", event.detail);
        if (event.type == ASSET_CACHE_UPDATED) r->asking = true;
        if (event.type != ASSET_CACHE_READY) continue;
        if (asset_cache_acquire(r->cache, event.name, &data) != ASSET_CACHE_OK) failed(event.name, "acquire");

        volatile const uint8_t *bytes = (volatile const uint8_t *)data.bytes;
        uint8_t ends = data.size ? bytes[0] ^ bytes[data.size - 1] : 0;
        (void)ends;

        r->right += data.size != 0;
        asset_cache_release(r->cache, &data);
        r->left--;
    }
}

// The loop of 60 frames a second, until everything is stored.
static void play(run *r) {
    const double length = 1.0 / 60;
    double begun = now_s(), last = 0, next;
    open_run(r);

    next = now_s();
    while (r->left || r->unwritten) {

        double start = now_s(), own = own_ms();
        if (last > 0) raise_to(&r->values[2], (start - last) * 1e3);
        last = start;

        if (r->cache) work_cache(r);
        else work_fetch(r);

        double end = now_s();
        raise_to(&r->values[3], (end - start) * 1e3);
        raise_to(&r->values[4], own_ms() - own);

        next = next + length > end ? next + length : end;
        double rest = next - now_s();
        struct timespec pause = {0, rest > 0 ? (long)(rest * 1e9) : 0};
        if (rest > 0) nanosleep(&pause, NULL);
    }

    raise_to(&r->values[2], (now_s() - last) * 1e3);
    asset_cache_close(r->cache);
    gc_fetch_close(r->fetch);
    gc_writer_close(r->writer);
    r->values[0] = now_s() - begun;
}

// ---- runs

// How many of the files are there with their size; and the folder goes.
static int count_and_remove(const char *path, int depth) {
    int right = 0;
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        char name[600];
        struct stat info;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(name, sizeof name, "%.340s/%.250s", path, entry->d_name);
        if (lstat(name, &info) != 0) continue;
        if (S_ISDIR(info.st_mode)) right += count_and_remove(name, depth + 1);
        else right += unlink(name) == 0 && depth > 0 && info.st_size > 0;
    }
    if (dir) closedir(dir);
    rmdir(path);
    return right;
}

// What a row's name says.
static void read_row(const char *row, run *r) {
    unsigned parallel = 16, kilobytes = 0;
    char order[16] = "mixed";
    if (sscanf(row, "buffer%u", &kilobytes) != 1) sscanf(row, "p%u/%15s", &parallel, order);
    r->parallel = parallel;
    r->buffer = (long)kilobytes * 1024;
    r->order = strcmp(order, "given") == 0      ? GC_FETCH_ORDER_GIVEN
               : strcmp(order, "shuffled") == 0 ? GC_FETCH_ORDER_SHUFFLED
                                                : GC_FETCH_ORDER_MIXED;
}

// One run of a way. False: not all files were stored.
static bool measure(const char *row, int way, double values[METRICS]) {
    const char *parent = getenv("TMPDIR");
    int out[2];
    snprintf(folder, sizeof folder, "%.150s/bench_article.XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder) || pipe(out) != 0) return false;

    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run r;
        memset(&r, 0, sizeof r);
        r.way = way;
        read_row(row, &r);
        play(&r);
        _exit(write(out[1], r.values, sizeof r.values) == (ssize_t)sizeof r.values ? 0 : 1);
    }

    struct rusage usage;
    int status = -1;

    close(out[1]);
    if (child > 0) wait4(child, &status, 0, &usage);
    bool good = read(out[0], values, sizeof(double) * METRICS) == (ssize_t)(sizeof(double) * METRICS);
    close(out[0]);

    int right = count_and_remove(folder, 0);
    if (child <= 0 || !good || right != asset_count) {
        fprintf(stderr, "bench_article: %s, %s: %d of %d files\n", row, way_names[way], right, asset_count);
        return false;
    }

    values[1] = (double)usage.ru_maxrss / 1024;
    values[5] = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    return true;
}

static int compare_sizes(const void *a, const void *b) {
    const asset *x = (const asset *)a, *y = (const asset *)b;
    return x->size < y->size ? -1 : x->size > y->size ? 1 : strcmp(x->name, y->name);
}

static bool read_manifest(const origin *server) {
    enum { CAPACITY = 1 << 20 };
    char *text = (char *)malloc(CAPACITY), *save = NULL;
    if (!text || origin_ask(server, "GET", "/manifest.txt", text, CAPACITY) != 200) return false;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        if (line[0] == '#' || asset_count == MOST_FILES) continue;
        asset *a = &assets[asset_count++];
        char *name;
        a->size = strtoull(line + 66, &name, 10);
        snprintf(a->name, sizeof a->name, "%s", name + 2);
        int n = snprintf(a->url, sizeof a->url, "%s/", server->url);
        gc_fetch_encode_path(a->url + n, sizeof a->url - (size_t)n, a->name);
    }
    free(text);
    qsort(assets, (size_t)asset_count, sizeof assets[0], compare_sizes);
    return asset_count > 0;
}

// ---- the table, as ranges

typedef struct cell {
    double least[METRICS], most[METRICS];
    int runs;
} cell;

static cell cells[ROWS][WAYS];

static int place(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) return i;
    }
    return -1;
}

static void add_value(int row, int way, int metric, double value) {
    cell *c = &cells[row][way];
    if (metric == 0) c->runs++;
    if (c->runs <= 1 || value < c->least[metric]) c->least[metric] = value;
    if (c->runs <= 1 || value > c->most[metric]) c->most[metric] = value;
}

static void read_lines(FILE *lines) {
    char line[200], row[24], way[16], metric[16];
    double value;
    while (fgets(line, sizeof line, lines)) {
        if (sscanf(line, "article,%23[^,],%15[^,],%15[^,],%lf", row, way, metric, &value) != 4) continue;
        int r = place(row_names, ROWS, row), w = place(way_names, WAYS, way);
        int m = place(metric_names, METRICS, metric);
        if (r >= 0 && w >= 0 && m >= 0) add_value(r, w, m, value);
    }
}

// "8.12-8.20", or one number where both are the same.
static const char *range(const cell *c, int metric, int digits, char text[32]) {
    char least[16], most[16];
    snprintf(least, sizeof least, "%.*f", digits, c->least[metric]);
    snprintf(most, sizeof most, "%.*f", digits, c->most[metric]);
    if (strcmp(least, most) == 0) snprintf(text, 32, "%s", least);
    else snprintf(text, 32, "%s-%s", least, most);
    return text;
}

static void print_table(FILE *out) {
    static const int digits[METRICS] = {2, 0, 1, 2, 2, 2};
    fprintf(out, "%-13s %-7s %12s %8s %14s %14s %12s %12s\n", "row", "way", "seconds", "peak MB",
            "worst frame ms", "worst work ms", "own time ms", "processor s");
    for (int r = 0; r < ROWS; r++) {
        for (int w = 0; w < WAYS; w++) {
            char text[METRICS][32];
            if (!cells[r][w].runs) continue;
            for (int m = 0; m < METRICS; m++) range(&cells[r][w], m, digits[m], text[m]);
            fprintf(out, "%-13s %-7s %12s %8s %14s %14s %12s %12s\n", row_names[r], way_names[w], text[0],
                    text[1], text[2], text[3], text[4], text[5]);
        }
    }
}

static void print_csv(void) {
    printf("row,way,runs");
    for (int m = 0; m < METRICS; m++) {
        printf(",%s least %s,%s most %s", metric_names[m], metric_units[m], metric_names[m], metric_units[m]);
    }
    putchar('\n');
    for (int r = 0; r < ROWS; r++) {
        for (int w = 0; w < WAYS; w++) {
            const cell *c = &cells[r][w];
            if (!c->runs) continue;
            printf("%s,%s,%d", row_names[r], way_names[w], c->runs);
            for (int m = 0; m < METRICS; m++) printf(",%.3f,%.3f", c->least[m], c->most[m]);
            putchar('\n');
        }
    }
}

// ---- all of it

static bool is_wanted(const char *names, const char *name) {
    size_t size = strlen(name);
    if (!names[0]) return true;
    for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (strncmp(at, name, size) == 0 && (at[size] == 0 || at[size] == ',')) return true;
    }
    return false;
}

int main(int argc, char **argv) {
    const char *filter = argc > 1 ? argv[1] : "", *ways = argc > 2 ? argv[2] : "";
    const char *rounds_text = getenv("ROUNDS"), *quick_text = getenv("QUICK");
    bool quick = quick_text && *quick_text && strcmp(quick_text, "0") != 0, good = true;
    int rounds = rounds_text ? atoi(rounds_text) : quick ? 1 : 3;
    bool shown = strcmp(filter, "table") == 0 || strcmp(filter, "csv") == 0;

    if (shown) {
        read_lines(stdin);
        if (filter[0] == 't') print_table(stdout);
        else print_csv();
        return 0;
    }
#ifdef GC_FETCH_NO_CURL
    fprintf(stderr, "bench_article: built without libcurl, there is nothing to measure\n");
    return 0;
#endif

    origin_desc desc;
    origin_error error;
    origin server;

    memset(&desc, 0, sizeof desc);
    desc.files = quick ? 150 : MOST_FILES;
    desc.sealed = true;
    desc.rtt_ms = 20;
    desc.bandwidth = 200e6;

    if (origin_start(&desc, &server, &error) != 0 || !read_manifest(&server)) {
        fprintf(stderr, "bench_article: no origin: %s\n", error.what);
        return 1;
    }
    snprintf(origin_url, sizeof origin_url, "%s", server.url);

    // In a round the ways of a row run one after the other.
    for (int round = 0; round < rounds; round++) {
        for (int r = 0; r < ROWS; r++) {
            bool buffers = strncmp(row_names[r], "buffer", 6) == 0;
            for (int w = 0; w < WAYS; w++) {
                double values[METRICS];
                if (!strstr(row_names[r], filter) || !is_wanted(ways, way_names[w])) continue;

                if (buffers && w != 4) continue;
                if (!measure(row_names[r], w, values)) {
                    good = false;
                    continue;
                }

                for (int m = 0; m < METRICS; m++) {
                    add_value(r, w, m, values[m]);
                    printf("article,%s,%s,%s,%.4g,%s\n", row_names[r], way_names[w], metric_names[m],
                           values[m], metric_units[m]);
                }
                fflush(stdout);
            }
        }
    }

    origin_stop(&server);
    print_table(stderr);
    return good ? 0 : 1;
}

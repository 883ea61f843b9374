// bench_fetch.c - a thousand files (190 MB) from a loopback origin with a simulated network: gc_fetch's ways of storing
// them, beside curl -Z, aria2c and wget2 where they are installed.
//
//     cc -O2 -I. bench/bench_fetch.c -o bench_fetch -lcurl -pthread && ./bench_fetch [CASE [SUBJECT]]
//
// A case is NETWORK/pPARALLEL/ORDER. Networks: L no limits; N1 20 ms and 200 Mbit/s; N2 50 ms, 200 Mbit/s, and 20 Mbit/s a
// connection. Orders in which the files are asked for: random, small first, large first, by name. Subjects of our own:
//     memory    own memory sinks, each file saved by the main thread when it is done
//     file      file sinks
//     stream    stream sinks into gc_writer
// The main thread runs at 60 frames a second; the worst frame is what the library and the saving cost it at most. Every
// run is a process of its own, so that processor time and memory are its own; the origin is one, too.
//
// On stdout `fetch,case,subject,metric,value,unit`, medians of five rounds (ROUNDS=N); on stderr progress and a table. In
// a round all subjects of a case run one after the other. QUICK=1: one round of the cases that matter most. CASE and
// SUBJECT are parts of names; "" means all. Files go to $TMPDIR, which should be empty and fast.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_writer.h"
#include "examples/common/origin.h"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#ifdef GC_FETCH_NO_CURL
int main(void) {
    fprintf(stderr, "bench_fetch: built without libcurl, there is nothing to measure\n");
    return 0;
}
#else

enum { BENCH_FETCH_FILES = 1000, BENCH_FETCH_ROUNDS = 9 };
static const uint64_t BENCH_FETCH_BYTES = 190000000;

typedef struct bench_fetch_file {
    char name[96], url[256];
    uint64_t size;
    uint8_t sha256[32];
} bench_fetch_file;

static bench_fetch_file bench_fetch_files[BENCH_FETCH_FILES];
static int bench_fetch_count;
static char bench_fetch_folder[128];
static bool bench_fetch_hash;       // HASH=1: with the expected SHA-256

typedef struct bench_fetch_result {
    double wall_s, cpu_s, rss_mb, frame_ms;
    int right;                      // files that are there
    uint64_t ranges;
} bench_fetch_result;

static double bench_fetch_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// ---- the set

static bool bench_fetch_manifest(const origin *server) {
    enum { CAPACITY = 1 << 20 };
    char *text = (char *)malloc(CAPACITY), *save = NULL;
    bench_fetch_count = 0;
    if (!text || origin_ask(server, "GET", "/manifest.txt", text, CAPACITY) != 200) return false;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        bench_fetch_file *file = &bench_fetch_files[bench_fetch_count++];
        char *name;
        for (int i = 0; i < 32; i++) {
            unsigned value;
            sscanf(line + i * 2, "%2x", &value);
            file->sha256[i] = (uint8_t)value;
        }
        file->size = strtoull(line + 66, &name, 10);
        snprintf(file->name, sizeof file->name, "%s", name + 2);
        int n = snprintf(file->url, sizeof file->url, "%s/", server->url);
        gc_fetch_encode_path(file->url + n, sizeof file->url - (size_t)n, file->name);
    }
    free(text);
    return bench_fetch_count == BENCH_FETCH_FILES;
}

static int bench_fetch_by_name(const void *a, const void *b) {
    return strcmp(((const bench_fetch_file *)a)->name, ((const bench_fetch_file *)b)->name);
}
static int bench_fetch_by_size(const void *a, const void *b) {
    uint64_t x = ((const bench_fetch_file *)a)->size, y = ((const bench_fetch_file *)b)->size;
    return x < y ? -1 : x > y ? 1 : bench_fetch_by_name(a, b);
}
static int bench_fetch_by_size_down(const void *a, const void *b) { return bench_fetch_by_size(b, a); }

static const char *const bench_fetch_orders[] = {"random", "small", "large", "name"};

static void bench_fetch_arrange(const char *order) {
    size_t n = (size_t)bench_fetch_count, size = sizeof bench_fetch_files[0];
    qsort(bench_fetch_files, n, size, strcmp(order, "small") == 0   ? bench_fetch_by_size
                                      : strcmp(order, "large") == 0 ? bench_fetch_by_size_down
                                                                    : bench_fetch_by_name);
    if (strcmp(order, "random") == 0) {
        gc_rng rng;
        gc_rng_seed(&rng, 1);       // the same for every subject
        gc_rng_shuffle(&rng, bench_fetch_files, n, size);
    }
}

static void bench_fetch_remove(const char *path) {
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        char name[1024];
        struct stat info;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (lstat(name, &info) == 0 && S_ISDIR(info.st_mode)) bench_fetch_remove(name);
        else unlink(name);
    }
    if (dir) closedir(dir);
    rmdir(path);
}

// Files of the set that are in the folder with their size.
static int bench_fetch_right(void) {
    int right = 0;
    for (int i = 0; i < bench_fetch_count; i++) {
        char path[384];
        struct stat info;
        snprintf(path, sizeof path, "%.120s/%.95s", bench_fetch_folder, bench_fetch_files[i].name);
        right += stat(path, &info) == 0 && (uint64_t)info.st_size == bench_fetch_files[i].size;
    }
    return right;
}

static void bench_fetch_make_parents(const char *path) {
    char text[256];
    for (const char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
        snprintf(text, sizeof text, "%.*s", (int)(slash - path), path);
        mkdir(text, 0777);
    }
}

// ---- our own subjects, in a process of their own

typedef struct bench_fetch_stream {
    gc_writer *writer;
    gc_writer_file file;
    bench_fetch_file *asset;
    uint64_t taken;
    bool writing;
} bench_fetch_stream;

static bench_fetch_stream bench_fetch_streams[BENCH_FETCH_FILES];

static size_t bench_fetch_take(void *user, uint64_t offset, const void *data, size_t size) {
    bench_fetch_stream *s = (bench_fetch_stream *)user;
    if (offset == 0 && s->writing && s->taken) {        // a new attempt
        gc_writer_abort(s->writer, s->file);
        s->writing = false;
    }
    if (!s->writing) {
        if (gc_writer_begin(s->writer, s->asset->name, &s->file) != GC_WRITER_OK) return 0;
        s->writing = true;
        s->taken = 0;
    }
    size_t taken = gc_writer_write_at(s->writer, s->file, offset, data, size);
    s->taken += taken;
    return taken;
}

static void bench_fetch_save(const bench_fetch_file *file, const void *data, size_t size) {
    char path[384], temporary[392];
    snprintf(path, sizeof path, "%s/%s", bench_fetch_folder, file->name);
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    bench_fetch_make_parents(path);
    FILE *out = fopen(temporary, "wb");
    if (!out) return;
    bool ok = size == 0 || fwrite(data, 1, size, out) == size;
    if (fclose(out) == 0 && ok) rename(temporary, path);
}

static void bench_fetch_own(const char *subject, uint32_t parallel, bench_fetch_result *result) {
    gc_fetch_desc desc;
    gc_writer *writer = NULL;
    int sink = strcmp(subject, "memory") == 0 ? GC_FETCH_MEMORY : strcmp(subject, "file") == 0 ? GC_FETCH_FILE : GC_FETCH_STREAM;
    memset(&desc, 0, sizeof desc);
    desc.parallel = parallel;
    desc.root = bench_fetch_folder;
    if (sink == GC_FETCH_STREAM) {
        gc_writer_desc writer_desc;
        memset(&writer_desc, 0, sizeof writer_desc);
        writer_desc.root = bench_fetch_folder;
        writer = gc_writer_open(&writer_desc, NULL);
        if (!writer) return;
    }
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!fetch) return;
    for (int i = 0; i < bench_fetch_count; i++) {
        bench_fetch_file *file = &bench_fetch_files[i];
        gc_fetch_request request;
        memset(&request, 0, sizeof request);
        request.url = file->url;
        request.tag = (uint64_t)i;
        request.sink = sink;
        request.size = file->size;
        request.size_known = true;
        request.path = file->name;
        request.stream = bench_fetch_take;
        request.stream_user = &bench_fetch_streams[i];
        request.random_access = true;
        if (bench_fetch_hash) request.sha256 = file->sha256;
        bench_fetch_streams[i].writer = writer;
        bench_fetch_streams[i].asset = file;
        if (gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK) return;
    }
    int left = bench_fetch_count, unwritten = 0;
    while (left > 0 || unwritten > 0) {
        double start = bench_fetch_now();
        gc_fetch_event event;
        while (left > 0 && gc_fetch_poll(fetch, &event)) {
            if (event.type < GC_FETCH_DONE) continue;
            left--;
            if (event.type == GC_FETCH_FAILED) fprintf(stderr, "bench_fetch: %s: %s\n", event.url, event.detail);
            if (event.type == GC_FETCH_DONE && sink == GC_FETCH_MEMORY) {
                bench_fetch_save(&bench_fetch_files[event.tag], event.data, event.size);
            }
            if (event.type == GC_FETCH_DONE && sink == GC_FETCH_STREAM) {
                gc_writer_end(writer, bench_fetch_streams[event.tag].file);
                unwritten++;
            }
        }
        gc_writer_event written;
        while (unwritten > 0 && gc_writer_poll(writer, &written)) unwritten -= written.type != 0;
        double spent = bench_fetch_now() - start;
        if (spent * 1e3 > result->frame_ms) result->frame_ms = spent * 1e3;
        if (left > 0 && spent < 1.0 / 60) usleep((useconds_t)((1.0 / 60 - spent) * 1e6));
        else if (unwritten > 0) usleep(1000);
    }
    gc_fetch_statistics statistics;
    gc_fetch_stats(fetch, &statistics);
    result->ranges = statistics.ranges;
    gc_fetch_close(fetch);
    if (writer) gc_writer_close(writer);
}

// ---- peers: programs, told what to fetch by a file

static bool bench_fetch_installed(const char *program) {
    const char *path = getenv("PATH");
    char text[1024];
    for (const char *end; path && *path; path = *end ? end + 1 : end) {
        end = strchr(path, ':');
        if (!end) end = path + strlen(path);
        snprintf(text, sizeof text, "%.*s/%s", (int)(end - path), path, program);
        if (access(text, X_OK) == 0) return true;
    }
    return false;
}

// The list of URLs, as the program wants it.
static void bench_fetch_list(const char *subject, const char *path) {
    FILE *list = fopen(path, "w");
    if (!list) return;
    for (int i = 0; i < bench_fetch_count; i++) {
        const bench_fetch_file *file = &bench_fetch_files[i];
        if (strncmp(subject, "curl", 4) == 0) {
            fprintf(list, "url = \"%s\"\noutput = \"%s/%s\"\n", file->url, bench_fetch_folder, file->name);
        } else if (strncmp(subject, "aria2c", 6) == 0) {
            fprintf(list, "%s\n  dir=%s\n  out=%s\n", file->url, bench_fetch_folder, file->name);
        } else {
            fprintf(list, "%s\n", file->url);
        }
    }
    fclose(list);
}

static void bench_fetch_exec(const char *subject, uint32_t parallel, const char *list) {
    char number[16], input[300];
    snprintf(number, sizeof number, "%u", (unsigned)parallel);
    snprintf(input, sizeof input, "-i%s", list);
    int quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, 1);
    dup2(quiet, 2);
    if (strcmp(subject, "curl") == 0) {
        execlp("curl", "curl", "-Z", "--parallel-max", number, "--parallel-immediate", "--create-dirs", "-s", "-K", list, (char *)NULL);
    } else if (strcmp(subject, "aria2c") == 0) {
        execlp("aria2c", "aria2c", "-q", "--file-allocation=none", "--no-conf", "-x1", "-j", number, input, (char *)NULL);
    } else if (strcmp(subject, "aria2c-x16") == 0) {
        execlp("aria2c", "aria2c", "-q", "--file-allocation=none", "--no-conf", "-x16", "-s16", "-k1M", "-j", number, input, (char *)NULL);
    } else {
        execlp("wget2", "wget2", "-q", "--no-config", "-nH", "-x", "--max-threads", number, "-P", bench_fetch_folder, input, (char *)NULL);
    }
    _exit(127);
}

// ---- cells

static bool bench_fetch_is_own(const char *subject) {
    return strcmp(subject, "memory") == 0 || strcmp(subject, "file") == 0 || strcmp(subject, "stream") == 0;
}

// One run of one subject. False: it cannot be had here.
static bool bench_fetch_run(const char *subject, uint32_t parallel, bench_fetch_result *result) {
    char list[200];
    bool own = bench_fetch_is_own(subject);
    const char *parent = getenv("TMPDIR");
    memset(result, 0, sizeof *result);
    snprintf(bench_fetch_folder, sizeof bench_fetch_folder, "%.80s/bench_fetch.XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(bench_fetch_folder)) return false;
    snprintf(list, sizeof list, "%s.list", bench_fetch_folder);
    if (!own) bench_fetch_list(subject, list);
    int out[2];
    if (pipe(out) != 0) return false;
    double start = bench_fetch_now();
    pid_t child = fork();
    if (child == 0) {
        if (!own) bench_fetch_exec(subject, parallel, list);
        bench_fetch_own(subject, parallel, result);
        ssize_t sent = write(out[1], result, sizeof *result);
        _exit(sent == (ssize_t)sizeof *result ? 0 : 1);
    }
    close(out[1]);
    struct rusage usage;
    int status = -1;
    if (child > 0) wait4(child, &status, 0, &usage);
    double wall = bench_fetch_now() - start;
    ssize_t got = read(out[0], result, sizeof *result);
    close(out[0]);
    if (child > 0) {
        result->wall_s = wall;
        result->cpu_s = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
        result->rss_mb = (double)usage.ru_maxrss / 1024;
        result->right = bench_fetch_right();
    }
    unlink(list);
    bench_fetch_remove(bench_fetch_folder);
    return child > 0 && (!own || got == (ssize_t)sizeof *result);
}

static int bench_fetch_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double bench_fetch_median(double *values, int n) {
    qsort(values, (size_t)n, sizeof values[0], bench_fetch_compare);
    return n ? values[n / 2] : 0;
}

static const char *bench_fetch_filter = "", *bench_fetch_only = "";
static int bench_fetch_rounds = 5;

// All subjects of a case, interleaved.
static void bench_fetch_case(const char *network, uint32_t parallel, const char *order, const char *const *subjects, int count) {
    enum { MAX_SUBJECTS = 8, METRICS = 5 };
    static const char *const names[METRICS] = {"wall", "cpu", "rss", "frame", "ranges"};
    static const char *const units[METRICS] = {"s", "s", "MB", "ms", "requests"};
    static double values[MAX_SUBJECTS][METRICS][BENCH_FETCH_ROUNDS];
    int runs[MAX_SUBJECTS] = {0};
    char name[64];
    snprintf(name, sizeof name, "%s/p%u/%s", network, (unsigned)parallel, order);
    if (!strstr(name, bench_fetch_filter)) return;
    bench_fetch_arrange(order);
    for (int round = 0; round < bench_fetch_rounds; round++) {
        for (int s = 0; s < count; s++) {
            bench_fetch_result result;
            if (!strstr(subjects[s], bench_fetch_only)) continue;
            if (!bench_fetch_is_own(subjects[s])) {
                char program[16];
                snprintf(program, sizeof program, "%.*s", (int)strcspn(subjects[s], "-"), subjects[s]);
                if (!bench_fetch_installed(program)) continue;
            }
            if (!bench_fetch_run(subjects[s], parallel, &result)) continue;
            fprintf(stderr, "%-16s %-10s round %d: %6.2f s, %5.2f s of processor, %5.1f MB, frame %5.1f ms, %llu ranges%s\n", name,
                    subjects[s], round + 1, result.wall_s, result.cpu_s, result.rss_mb, result.frame_ms,
                    (unsigned long long)result.ranges, result.right == bench_fetch_count ? "" : ", FILES MISSING");
            if (result.right != bench_fetch_count) continue;
            double all[METRICS] = {result.wall_s, result.cpu_s, result.rss_mb, result.frame_ms, (double)result.ranges};
            for (int m = 0; m < METRICS; m++) values[s][m][runs[s]] = all[m];
            runs[s]++;
        }
    }
    double first = 0;
    for (int s = 0; s < count; s++) {
        if (!runs[s]) continue;
        int metrics = bench_fetch_is_own(subjects[s]) ? METRICS : 3;    // the others tell of no frame
        for (int m = 0; m < metrics; m++) {
            double median = bench_fetch_median(values[s][m], runs[s]);
            printf("fetch,%s,%s,%s,%.4g,%s\n", name, subjects[s], names[m], median, units[m]);
            if (m == 0 && first <= 0) first = median;
            if (m == 0) fprintf(stderr, "%-16s %-10s %6.2f s, %.2f x %s\n", name, subjects[s], median, median / first, subjects[0]);
        }
    }
    fflush(stdout);
}

static bool bench_fetch_origin(const char *network, origin *server) {
    origin_desc desc;
    origin_error error;
    bool n1 = strcmp(network, "N1") == 0, n2 = strcmp(network, "N2") == 0;
    memset(&desc, 0, sizeof desc);
    desc.files = BENCH_FETCH_FILES;
    desc.bytes = BENCH_FETCH_BYTES;
    desc.rtt_ms = n1 ? 20 : n2 ? 50 : 0;
    desc.bandwidth = n1 || n2 ? 200e6 : 0;
    desc.connection_bandwidth = n2 ? 20e6 : 0;
    if (origin_start(&desc, server, &error) != 0) {
        fprintf(stderr, "bench_fetch: %s\n", error.what);
        return false;
    }
    return bench_fetch_manifest(server);
}

int main(int argc, char **argv) {
    // What the project promises first, then the whole table.
    static const struct { const char *network; uint32_t parallel; bool every_order; } first[] = {
        {"N2", 16, true}, {"N2", 64, true}, {"N1", 16, true}, {"N1", 4, true}, {"L", 16, false}};
    static const char *const subjects[] = {"file", "stream", "memory", "curl", "aria2c", "aria2c-x16", "wget2"};
    static const char *const brief[] = {"file", "curl"};
    static const char *const networks[] = {"L", "N1", "N2"};
    static const uint32_t parallels[] = {1, 4, 16, 64};
    bool quick = getenv("QUICK") != NULL;
    if (argc > 1) bench_fetch_filter = argv[1];
    if (argc > 2) bench_fetch_only = argv[2];
    if (quick) bench_fetch_rounds = 1;
    if (getenv("ROUNDS")) bench_fetch_rounds = atoi(getenv("ROUNDS"));
    if (bench_fetch_rounds < 1 || bench_fetch_rounds > BENCH_FETCH_ROUNDS) bench_fetch_rounds = 5;
    bench_fetch_hash = getenv("HASH") != NULL;
    origin servers[3];
    for (int i = 0; i < 3; i++) {
        if (!bench_fetch_origin(networks[i], &servers[i])) return 1;
    }
    for (int pass = 0; pass < 2 && !(quick && pass); pass++) {
        for (size_t i = 0; pass == 0 && i < sizeof first / sizeof first[0]; i++) {
            for (int k = 0; k < 3; k++) {
                if (strcmp(networks[k], first[i].network) == 0) bench_fetch_manifest(&servers[k]);
            }
            for (int order = 0; order < (first[i].every_order && !quick ? 4 : 1); order++) {
                bool few = quick && i < 4;      // a minute does not hold more
                bench_fetch_case(first[i].network, first[i].parallel, bench_fetch_orders[order], few ? brief : subjects,
                                 few ? (i < 2 ? 1 : i == 2 ? 2 : 1) : 7);
            }
        }
        for (int k = 0; pass == 1 && k < 3; k++) {
            bench_fetch_manifest(&servers[k]);
            for (int p = 0; p < 4; p++) {
                for (int order = 0; order < 4; order++) {
                    bool seen = false;
                    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
                        seen = seen || (strcmp(first[i].network, networks[k]) == 0 && first[i].parallel == parallels[p] &&
                                        (order == 0 || first[i].every_order));
                    }
                    if (!seen) bench_fetch_case(networks[k], parallels[p], bench_fetch_orders[order], subjects, 7);
                }
            }
        }
    }
    for (int i = 0; i < 3; i++) origin_stop(&servers[i]);
    return 0;
}

#endif

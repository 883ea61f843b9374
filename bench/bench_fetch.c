// bench_fetch.c - a thousand files (190 MB) from a loopback origin with a simulated network:
// gc_fetch's ways of storing them, beside curl -Z, aria2c and wget2 where they are installed.
//
//     cc -O2 -I. bench/bench_fetch.c -o bench_fetch -lcurl -pthread && ./bench_fetch [CASE [SUBJECT,...]]
//
// A case is NETWORK/pPARALLEL/ORDER. Networks: L no limits; L10k the same with 10,000 files,
// 300 MB; S with 2,000 of 4 MB; N1 20 ms and 200 Mbit/s; N2 50 ms, 200 Mbit/s, and 20 Mbit/s a
// connection. Orders in which the files are asked for: random (the manifest's: origin.h says
// why this one, and what a client that keeps to it can reach: 13.5 s on N2 with 16
// connections), small first, large first, by name. Subjects of our own:
//     memory    own memory sinks, each file saved by the main thread when it is done
//     file      file sinks
//     stream    stream sinks into gc_writer
//     file-wait, file-30fps     the same as file, the main thread only waiting, or at 30 frames a second
//     loop-60fps, loop-wait     own memory sinks, the data is dropped: the main thread polls at 60
//                               frames a second, or waits
//     loop-pump4, loop-pump16   without a network thread: gc_fetch_pump(4) at 60 frames a second,
//                               or (16) back to back
// The main thread runs at 60 frames a second; the worst frame is what the library and the
// saving cost it at most. Every run is a process of its own, so that processor time and memory
// are its own; the origin is one, too.
//
// More cases: "memory" compares the peak memory of one file of 2 GB, of 10,000 small ones
// and of a sink that stops for ten seconds, with a process that has had one small answer
// through libcurl and nothing more to do, plus what gc_fetch_open allocated, plus 64 KB a
// connection. "frame" measures a frame of the main thread with 100 adds and 1,000 polls, pinned
// to a processor (Linux), the network thread to another one. "response" is what small requests
// cost one after the other with a header field read, with compression asked for, and with the
// body of an error; with started events, without, and without a network thread, beside a loop
// of curl_easy_perform with one handle. "upload" is a body of 256 MB that a function gives,
// beside curl_easy_perform, and "decoder" one of 100 MB that a decoder makes a file of, beside
// memory, decoding and writing by hand. "urgent" is how long a small request takes beside large
// ones that have all transfers. "level" is a level of tiles whose priorities follow the player,
// "mirrors" one, two and three hosts, "limits" what a server sees of a rate limit. "ratio", by
// its name only, is processor time on L and L10k over that of curl -Z, and of libcurl's multi
// interface by hand, in the same round, for callers that wait and that poll: medians of nine.
//
// On stdout `fetch,case,subject,metric,value,unit`, medians of five rounds (ROUNDS=N); on
// stderr progress and a table. In a round all subjects of a case run one after the other.
// QUICK=1: one round of the cases that matter most. CASE is a part of names, "" means all.
// `bench_fetch plot < LINES > fetch.svg` makes a picture of the times. Files go to $TMPDIR,
// which should be fast, and not be ext4 when processor time matters: there, creating files
// after so many have been deleted costs ten times as much.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_writer.h"
#include "tests/origin/origin.h"

#include <dirent.h>
#if defined(__linux__)
#include <sched.h>
#endif
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#ifdef GC_FETCH_NO_CURL
int main(void) {
    fprintf(stderr, "bench_fetch: built without libcurl, there is nothing to measure\n");
    return 0;
}
#else

enum { BENCH_FETCH_MOST = 10000, BENCH_FETCH_ROUNDS = 9, BENCH_FETCH_FRAMES = 3000 };

typedef struct bench_fetch_file {
    char name[96], url[256];
    uint64_t size;
    uint8_t sha256[32];
} bench_fetch_file;

static bench_fetch_file bench_fetch_files[BENCH_FETCH_MOST];
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
    enum { CAPACITY = 2 << 20 };
    char *text = (char *)malloc(CAPACITY), *save = NULL;
    bench_fetch_count = 0;
    if (!text || origin_ask(server, "GET", "/manifest.txt", text, CAPACITY) != 200) return false;

    for (char *line = strtok_r(text, "\n", &save); line && bench_fetch_count < BENCH_FETCH_MOST;
         line = strtok_r(NULL, "\n", &save)) {
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
    return bench_fetch_count > 0;
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
    if (strcmp(order, "random") == 0) return;
    qsort(bench_fetch_files, n, size, strcmp(order, "small") == 0   ? bench_fetch_by_size
                                      : strcmp(order, "large") == 0 ? bench_fetch_by_size_down
                                                                    : bench_fetch_by_name);
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

static bench_fetch_stream bench_fetch_streams[BENCH_FETCH_MOST];

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
    bool loop = strncmp(subject, "loop-", 5) == 0, waits = strstr(subject, "-wait") != NULL;
    int sink = loop || strcmp(subject, "memory") == 0 ? GC_FETCH_MEMORY
               : strncmp(subject, "file", 4) == 0     ? GC_FETCH_FILE
                                                      : GC_FETCH_STREAM;
    int pump = strcmp(subject, "loop-pump4") == 0 ? 4 : strcmp(subject, "loop-pump16") == 0 ? 16 : 0;
    double frame = strcmp(subject, "file-30fps") == 0 ? 1.0 / 30 : 1.0 / 60;
    memset(&desc, 0, sizeof desc);
    desc.parallel = parallel;
    desc.root = bench_fetch_folder;
    desc.no_thread = pump != 0;

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
        if (pump) gc_fetch_pump(fetch, pump);
        while (left > 0 && gc_fetch_poll(fetch, &event)) {
            if (event.type < GC_FETCH_DONE) continue;
            left--;
            if (event.type == GC_FETCH_FAILED) {
                fprintf(stderr, "bench_fetch: %s: %s\n", event.url, event.detail);
            }
            if (event.type == GC_FETCH_DONE && loop) {
                result->right += event.size == bench_fetch_files[event.tag].size;
            }
            if (event.type == GC_FETCH_DONE && sink == GC_FETCH_MEMORY && !loop) {
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
        if (pump == 16) continue;
        if (left > 0 && waits) gc_fetch_wait(fetch, -1);
        else if (left > 0 && spent < frame) usleep((useconds_t)((frame - spent) * 1e6));
        else if (unwritten > 0) usleep(1000);
    }

    gc_fetch_statistics statistics;
    gc_fetch_get_statistics(fetch, &statistics);
    result->ranges = statistics.ranges;
    gc_fetch_close(fetch);
    if (writer) gc_writer_close(writer);
}

// ---- a peer: libcurl's multi interface by hand, each file under a temporary name at first

static size_t bench_fetch_multi_write(char *data, size_t one, size_t count, void *user) {
    return write(*(int *)user, data, one * count) == (ssize_t)(one * count) ? one * count : 0;
}

static void bench_fetch_multi(uint32_t parallel) {
    static struct { CURL *easy; int fd, file; } jobs[64];
    char path[384], temporary[392];
    CURLM *multi = curl_multi_init();
    int next = 0, left = 0, running = 0;
    for (uint32_t i = 0; i < parallel; i++) {
        jobs[i].easy = curl_easy_init();
        jobs[i].file = -1;
        curl_easy_setopt(jobs[i].easy, CURLOPT_WRITEFUNCTION, bench_fetch_multi_write);
        curl_easy_setopt(jobs[i].easy, CURLOPT_WRITEDATA, (void *)&jobs[i].fd);
        curl_easy_setopt(jobs[i].easy, CURLOPT_FAILONERROR, 1L);
        curl_easy_setopt(jobs[i].easy, CURLOPT_BUFFERSIZE, 65536L);
    }

    for (;;) {
        // What is free begins the next file.
        for (uint32_t i = 0; i < parallel && next < bench_fetch_count; i++) {
            if (jobs[i].file >= 0) continue;
            jobs[i].file = next++;
            snprintf(path, sizeof path, "%s/%s", bench_fetch_folder, bench_fetch_files[jobs[i].file].name);
            snprintf(temporary, sizeof temporary, "%s.tmp", path);
            jobs[i].fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0666);
            if (jobs[i].fd < 0) bench_fetch_make_parents(path);
            if (jobs[i].fd < 0) jobs[i].fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0666);
            curl_easy_setopt(jobs[i].easy, CURLOPT_URL, bench_fetch_files[jobs[i].file].url);
            curl_multi_add_handle(multi, jobs[i].easy);
        }

        curl_multi_perform(multi, &running);
        bool ended = false;
        for (CURLMsg *m; (m = curl_multi_info_read(multi, &left)) != NULL;) {
            uint32_t i = 0;
            bool ok = m->data.result == CURLE_OK;
            while (jobs[i].easy != m->easy_handle) i++;
            curl_multi_remove_handle(multi, jobs[i].easy);
            snprintf(path, sizeof path, "%s/%s", bench_fetch_folder, bench_fetch_files[jobs[i].file].name);
            snprintf(temporary, sizeof temporary, "%s.tmp", path);
            if (close(jobs[i].fd) == 0 && ok) rename(temporary, path);
            jobs[i].file = -1;
            ended = true;
        }
        if (next == bench_fetch_count && !running) break;
        if (!ended) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }

    for (uint32_t i = 0; i < parallel; i++) curl_easy_cleanup(jobs[i].easy);
    curl_multi_cleanup(multi);
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
        execlp("curl", "curl", "-Z", "--parallel-max", number, "--parallel-immediate", "--create-dirs", "-s",
               "-K", list, (char *)NULL);
    } else if (strcmp(subject, "aria2c") == 0) {
        execlp("aria2c", "aria2c", "-q", "--file-allocation=none", "--no-conf", "-x1", "-j", number, input,
               (char *)NULL);
    } else if (strcmp(subject, "aria2c-x16") == 0) {
        execlp("aria2c", "aria2c", "-q", "--file-allocation=none", "--no-conf", "-x16", "-s16", "-k1M", "-j",
               number, input, (char *)NULL);
    } else {
        execlp("wget2", "wget2", "-q", "--no-config", "-nH", "-x", "--max-threads", number, "-P",
               bench_fetch_folder, input, (char *)NULL);
    }

    _exit(127);
}

// ---- cells

static bool bench_fetch_is_own(const char *subject) {
    return strcmp(subject, "memory") == 0 || strncmp(subject, "file", 4) == 0 ||
           strcmp(subject, "stream") == 0 || strncmp(subject, "loop-", 5) == 0 ||
           strcmp(subject, "multi") == 0;
}

// One run of one subject. False: it cannot be had here.
static bool bench_fetch_run(const char *subject, uint32_t parallel, bench_fetch_result *result) {
    char list[200];
    bool own = bench_fetch_is_own(subject);
    const char *parent = getenv("TMPDIR");

    memset(result, 0, sizeof *result);
    snprintf(bench_fetch_folder, sizeof bench_fetch_folder, "%.80s/bench_fetch.XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (!mkdtemp(bench_fetch_folder)) return false;
    snprintf(list, sizeof list, "%s.list", bench_fetch_folder);
    if (!own) bench_fetch_list(subject, list);
    int out[2];
    if (pipe(out) != 0) return false;
    double start = bench_fetch_now();
    pid_t child = fork();

    if (child == 0) {
        if (!own) bench_fetch_exec(subject, parallel, list);
        if (strcmp(subject, "multi") == 0) bench_fetch_multi(parallel);
        else bench_fetch_own(subject, parallel, result);
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
        if (strncmp(subject, "loop-", 5) != 0) result->right = bench_fetch_right();
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

// Is the subject one of those asked for?
static bool bench_fetch_wanted(const char *subject) {
    size_t size = strlen(subject);
    if (!bench_fetch_only[0]) return true;
    for (const char *at = bench_fetch_only; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (strncmp(at, subject, size) == 0 && (at[size] == 0 || at[size] == ',')) return true;
    }
    return false;
}

// ---- the picture: a row for each network, a panel for each number of transfers, in that a
// group of bars for each order

// S has no place in the picture
static const char *const bench_fetch_networks[] = {"L", "L10k", "N1", "N2", "S"};
static const char *const bench_fetch_subjects[] = {"file", "stream", "memory", "curl",
                                                   "aria2c", "aria2c-x16", "wget2"};
static const char *const bench_fetch_colours[] = {"#20497f", "#3f7fbf", "#9cc3e6", "#e08214",
                                                  "#777777", "#aaaaaa", "#cccccc"};
static const uint32_t bench_fetch_parallels[] = {1, 4, 16, 64};
enum { BENCH_FETCH_SUBJECTS = 7 };

static int bench_fetch_place(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) return i;
    }
    return -1;
}

static int bench_fetch_plot(FILE *lines) {
    enum { NETWORKS = 4, PANELS = 4, ORDERS = 4, BAR = 9, LABEL = 48, WIDTH = 170, STEP = 280, TOP = 40 };
    static double seconds[NETWORKS][PANELS][ORDERS][BENCH_FETCH_SUBJECTS], most[NETWORKS][PANELS];
    char line[256];
    while (fgets(line, sizeof line, lines)) {
        char network[16], order[16], subject[16];
        unsigned parallel;
        double value;
        if (sscanf(line, "fetch,%15[^/]/p%u/%15[^,],%15[^,],wall,%lf", network, &parallel, order, subject,
                   &value) != 5)
            continue;

        int n = bench_fetch_place(bench_fetch_networks, NETWORKS, network), p = 0;
        int o = bench_fetch_place(bench_fetch_orders, ORDERS, order),
            s = bench_fetch_place(bench_fetch_subjects, BENCH_FETCH_SUBJECTS, subject);
        while (p < PANELS && bench_fetch_parallels[p] != parallel) p++;
        if (n < 0 || o < 0 || s < 0 || p == PANELS) continue;
        seconds[n][p][o][s] = value;
        if (value > most[n][p]) most[n][p] = value;
    }

    int height = TOP, y = TOP;
    for (int pass = 0; pass < 2; pass++) {      // first the height alone
        if (pass == 1) {
            printf(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "font-family=\"sans-serif\" font-size=\"9\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                PANELS * STEP + 20, height);
            for (int s = 0; s < BENCH_FETCH_SUBJECTS; s++) {
                printf(
                    "<rect x=\"%d\" y=\"12\" width=\"12\" height=\"12\" fill=\"%s\"/><text x=\"%d\" "
                    "y=\"22\" font-size=\"12\">%s%s</text>\n",
                    LABEL + s * 140, bench_fetch_colours[s], LABEL + s * 140 + 17, s < 3 ? "gc_fetch, " : "",
                    bench_fetch_subjects[s]);
            }
        }

        for (int n = 0; n < NETWORKS; n++) {
            int tallest = 0;
            for (int p = 0; p < PANELS; p++) {
                int at = y + 24;
                if (most[n][p] <= 0) continue;
                if (pass == 1) {
                    printf(
                        "<text x=\"%d\" y=\"%d\" font-size=\"12\" font-weight=\"bold\">%s, %u at once: "
                        "seconds</text>\n",
                        p * STEP + LABEL, y + 16, bench_fetch_networks[n],
                        (unsigned)bench_fetch_parallels[p]);
                }
                for (int o = 0; o < ORDERS; o++) {
                    int first = at;
                    for (int s = 0; s < BENCH_FETCH_SUBJECTS; s++) {
                        double value = seconds[n][p][o][s];
                        if (value <= 0) continue;
                        if (pass == 1) {
                            printf(
                                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/><text "
                                "x=\"%.1f\" y=\"%d\">%.2f</text>\n",
                                p * STEP + LABEL, at, value / most[n][p] * WIDTH, BAR - 1,
                                bench_fetch_colours[s], p * STEP + LABEL + value / most[n][p] * WIDTH + 4,
                                at + BAR - 2, value);
                        }
                        at += BAR;
                    }
                    if (at == first) continue;
                    if (pass == 1) {
                        printf("<text x=\"%d\" y=\"%d\" text-anchor=\"end\" font-size=\"10\">%s</text>\n",
                               p * STEP + LABEL - 5, (first + at) / 2 + 3, bench_fetch_orders[o]);
                    }
                    at += BAR;
                }
                if (at - y > tallest) tallest = at - y;
            }
            y += tallest;
        }
        height = y + 8;
        y = TOP;
    }

    printf("</svg>\n");
    return 0;
}

enum { BENCH_FETCH_SUBJECTS_MOST = 8, BENCH_FETCH_METRICS = 5 };

// Time and processor time of our own subjects over those of curl -Z in the same round: the
// median of the ratios. Where a run of either has failed, there are no pairs.
static void bench_fetch_ratios(const char *name, const char *peer, const char *const *subjects, int count,
                               double (*values)[BENCH_FETCH_METRICS][BENCH_FETCH_ROUNDS], const int *runs) {
    static const char *const names[2] = {"wall", "cpu"};
    int base = bench_fetch_place(subjects, count, peer);
    if (base < 0 || runs[base] != bench_fetch_rounds) return;
    for (int s = 0; s < count; s++) {
        if (!bench_fetch_is_own(subjects[s]) || runs[s] != bench_fetch_rounds || s == base) continue;
        for (int m = 0; m < 2; m++) {
            double ratios[BENCH_FETCH_ROUNDS];
            for (int i = 0; i < runs[s]; i++) ratios[i] = values[s][m][i] / values[base][m][i];
            double median = bench_fetch_median(ratios, runs[s]);
            printf("fetch,%s,%s,%s/%s,%.4g,times\n", name, subjects[s], names[m], peer, median);
            fprintf(stderr, "%-16s %-10s %s/%s %.3f (%.3f to %.3f)\n", name, subjects[s], names[m], peer,
                    median, ratios[0], ratios[runs[s] - 1]);
        }
    }
}

// All subjects of a case, interleaved.
static void bench_fetch_case(const char *network, uint32_t parallel, const char *order,
                             const char *const *subjects, int count) {
    enum { MAX_SUBJECTS = BENCH_FETCH_SUBJECTS_MOST, METRICS = BENCH_FETCH_METRICS };
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
            if (!bench_fetch_wanted(subjects[s])) continue;
            if (!bench_fetch_is_own(subjects[s])) {
                char program[16];
                snprintf(program, sizeof program, "%.*s", (int)strcspn(subjects[s], "-"), subjects[s]);
                if (!bench_fetch_installed(program)) continue;
            }
            if (!bench_fetch_run(subjects[s], parallel, &result)) continue;
            fprintf(
                stderr,
                "%-16s %-10s round %d: %6.2f s, %5.2f s of processor, %5.1f MB, frame %5.1f ms, %llu "
                "ranges%s\n",
                name, subjects[s], round + 1, result.wall_s, result.cpu_s, result.rss_mb, result.frame_ms,
                (unsigned long long)result.ranges,
                result.right == bench_fetch_count ? "" : ", FILES MISSING");
            if (result.right != bench_fetch_count) continue;
            double all[METRICS] = {result.wall_s, result.cpu_s, result.rss_mb, result.frame_ms,
                                   (double)result.ranges};
            for (int m = 0; m < METRICS; m++) values[s][m][runs[s]] = all[m];
            runs[s]++;
        }
    }
    bench_fetch_ratios(name, "curl", subjects, count, values, runs);
    bench_fetch_ratios(name, "multi", subjects, count, values, runs);
    double first = 0;
    for (int s = 0; s < count; s++) {
        if (!runs[s]) continue;
        int metrics = bench_fetch_is_own(subjects[s]) ? METRICS : 3;    // the others tell of no frame
        for (int m = 0; m < metrics; m++) {
            double median = bench_fetch_median(values[s][m], runs[s]);
            printf("fetch,%s,%s,%s,%.4g,%s\n", name, subjects[s], names[m], median, units[m]);
            if (m == 0 && first <= 0) first = median;
            if (m == 0)
                fprintf(stderr, "%-16s %-10s %6.2f s, %.2f x %s\n", name, subjects[s], median, median / first,
                        subjects[0]);
        }
    }
    fflush(stdout);
}

// ---- memory and frames

// what the library has allocated; the benchmark's lock is the C library's
typedef struct bench_fetch_heap {
    uint64_t now, open, most;
} bench_fetch_heap;

static void *bench_fetch_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    bench_fetch_heap *heap = (bench_fetch_heap *)user;
    uint64_t now = __atomic_add_fetch(&heap->now, new_size - old_size, __ATOMIC_RELAXED);
    if (now > __atomic_load_n(&heap->most, __ATOMIC_RELAXED)) {
        __atomic_store_n(&heap->most, now, __ATOMIC_RELAXED);
    }
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

typedef struct bench_fetch_stopper {
    double from, until;         // it takes nothing in between
    uint64_t taken;
} bench_fetch_stopper;
static bench_fetch_stopper bench_fetch_stop;

static size_t bench_fetch_take_unless_stopped(void *user, uint64_t offset, const void *data, size_t size) {
    (void)user;
    (void)offset;
    (void)data;
    if (bench_fetch_stop.until > 0 && bench_fetch_stop.taken > 20000000) {
        double now = bench_fetch_now();
        if (bench_fetch_stop.from <= 0) bench_fetch_stop.from = now;
        if (now - bench_fetch_stop.from < bench_fetch_stop.until) return 0;
    }
    bench_fetch_stop.taken += size;
    return size;
}

// What a process needs that has used libcurl once and does nothing; or that fetches all files
// of the set into a sink that keeps nothing.
static size_t bench_fetch_ignore(char *data, size_t one, size_t count, void *user) {
    (void)data;
    (void)user;
    return one * count;
}

static void bench_fetch_memory_child(bool idle, double stop_s, const char *url, bench_fetch_heap *heap) {
    if (idle) {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        CURLM *multi = curl_multi_init();
        CURL *easy = curl_easy_init();
        int running = 1;
        curl_easy_setopt(easy, CURLOPT_URL, url);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, bench_fetch_ignore);
        curl_multi_add_handle(multi, easy);
        while (running && curl_multi_perform(multi, &running) == 0) curl_multi_poll(multi, NULL, 0, 10, NULL);
        return;
    }

    gc_fetch_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = bench_fetch_resize;
    desc.allocator.user = heap;
    bench_fetch_stop.until = stop_s;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!fetch) return;
    heap->open = heap->now;

    for (int i = 0; i < bench_fetch_count; i++) {
        gc_fetch_request request;
        memset(&request, 0, sizeof request);
        request.url = bench_fetch_files[i].url;
        request.sink = GC_FETCH_STREAM;
        request.stream = bench_fetch_take_unless_stopped;
        request.random_access = true;
        request.size = bench_fetch_files[i].size;
        if (gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK) return;
    }

    int done = 0;
    gc_fetch_event event;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) done += event.type == GC_FETCH_DONE;
    }
    gc_fetch_close(fetch);
    if (done != bench_fetch_count) heap->open = 0;
}

// Peak memory in bytes, or 0.
static double bench_fetch_memory_run(bool idle, double stop_s, const char *url, bench_fetch_heap *heap) {
    int out[2], status = -1;
    struct rusage usage;
    memset(heap, 0, sizeof *heap);
    if (pipe(out) != 0) return 0;
    pid_t child = fork();
    if (child == 0) {
        bench_fetch_memory_child(idle, stop_s, url, heap);
        _exit(write(out[1], heap, sizeof *heap) == (ssize_t)sizeof *heap && (idle || heap->open) ? 0 : 1);
    }
    close(out[1]);
    if (child > 0) wait4(child, &status, 0, &usage);
    bool ok = read(out[0], heap, sizeof *heap) == (ssize_t)sizeof *heap && status == 0;
    close(out[0]);
    return ok ? (double)usage.ru_maxrss * 1024 : 0;
}

static void bench_fetch_memory(bool quick) {
    static const char *const subjects[] = {"2GB", "10000-small", "stopped-10s"};
    for (int i = 0; i < 3; i++) {
        origin_desc desc;
        origin_error error;
        origin server;
        bench_fetch_heap heap;

        memset(&desc, 0, sizeof desc);
        desc.files = i == 0 ? 1 : i == 1 ? 10000 : 100;
        desc.bytes = i == 0 ? 2000000000 : i == 1 ? 40000000 : 100000000;
        desc.lazy_manifest = i == 0;
        if (!bench_fetch_wanted(subjects[i])) continue;
        if (origin_start(&desc, &server, &error) != 0) return;

        if (i == 0) {           // its manifest would take long: the only name is known
            bench_fetch_count = 1;
            snprintf(bench_fetch_files[0].url, sizeof bench_fetch_files[0].url, "%s/", server.url);
            origin_set set;
            char name[ORIGIN_NAME];
            memset(&set, 0, sizeof set);
            origin_set_name(&set, 0, name);
            strcat(bench_fetch_files[0].url, name);
            bench_fetch_files[0].size = desc.bytes;
        } else {
            bench_fetch_manifest(&server);
        }

        char small[64];
        snprintf(small, sizeof small, "%s/origin/fault", server.url);
        double idle = bench_fetch_memory_run(true, 0, small, &heap);
        double peak = bench_fetch_memory_run(false, i == 2 ? (quick ? 2 : 10) : 0, small, &heap);
        double allowed = idle + (double)heap.open + 16 * 65536.0, queued = (double)(heap.most - heap.open);

        printf("fetch,memory,%s,idle,%.4g,MB\nfetch,memory,%s,open,%.4g,MB\n", subjects[i], idle / 1e6,
               subjects[i], (double)heap.open / 1e6);
        printf("fetch,memory,%s,requests,%.4g,MB\nfetch,memory,%s,peak,%.4g,MB\n", subjects[i], queued / 1e6,
               subjects[i], peak / 1e6);
        fprintf(
            stderr,
            "memory %-12s peak %.1f MB; idle libcurl %.1f + open %.1f + 64 KB a connection = %.1f MB; "
            "queued requests have %.1f MB\n",
            subjects[i], peak / 1e6, idle / 1e6, (double)heap.open / 1e6, allowed / 1e6, queued / 1e6);
        origin_stop(&server);
    }
}

static void bench_fetch_pin(pid_t pid, int processor) {
#if defined(__linux__)
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(pid, sizeof set, &set);
#else
    (void)pid;
    (void)processor;
#endif
}

// A frame of the main thread: 100 adds, and then polls until there are 1,000 or nothing is left
// (many), or 1,000 polls one by one. The requests are for 10,000 files of 2 KB of an origin
// without limits. The median of the best of three runs, as others may use the machine, too.
typedef struct bench_fetch_frames {
    const char *name;
    bool many, skip;
} bench_fetch_frames;

static void bench_fetch_frame_run(const origin *server, const bench_fetch_frames *kind, int frames,
                                  double *spent) {
    static double adding[BENCH_FETCH_FRAMES];
    static gc_fetch_event events[1000];
    gc_fetch_desc desc;
    int next = 0, polled = 0, added = 0;
    memset(&desc, 0, sizeof desc);
    desc.skip_events = kind->skip;
    bench_fetch_pin(server->pid, 1);
    bench_fetch_pin(0, 1);          // the network thread is born there
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    bench_fetch_pin(0, 0);

    for (int i = 0; i < frames && fetch; i++) {
        double start = bench_fetch_now();
        for (int k = 0; k < 100; k++) {
            gc_fetch_request request;
            memset(&request, 0, sizeof request);
            request.url = bench_fetch_files[next++ % bench_fetch_count].url;
            request.size = bench_fetch_files[(next - 1) % bench_fetch_count].size;
            added += gc_fetch_add(fetch, &request, NULL) == GC_FETCH_OK;
        }
        adding[i] = (bench_fetch_now() - start) * 1e6;
        for (int k = 0; k < 1000 && !kind->many; k++) polled += gc_fetch_poll(fetch, events);
        for (size_t got = kind->many; got > 0; polled += (int)got) {
            got = gc_fetch_poll_many(fetch, events, 1000);
        }
        spent[i] = (bench_fetch_now() - start) * 1e6;
        usleep(12000);
    }

    gc_fetch_close(fetch);
    qsort(spent, (size_t)frames, sizeof spent[0], bench_fetch_compare);
    qsort(adding, (size_t)frames, sizeof adding[0], bench_fetch_compare);
    fprintf(stderr,
            "frame %-22s p50 %.1f (adds %.1f), p99 %.1f, p99.9 %.1f us (%d frames, %d added, %d events)\n",
            kind->name, spent[frames / 2], adding[frames / 2], spent[frames - 1 - frames / 100],
            spent[frames - 1 - frames / 1000], frames, added, polled);
}

static void bench_fetch_frame(bool quick) {
    static const bench_fetch_frames kinds[] = {
        {"adds-polls", false, false}, {"adds-poll-many", true, false}, {"adds-poll-many-skip", true, true}};
    static double spent[BENCH_FETCH_FRAMES];
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    double best[KINDS][3];
    origin_desc desc;
    origin_error error;
    origin server;

    memset(&desc, 0, sizeof desc);
    desc.files = 10000;
    desc.bytes = 20000000;
    if (origin_start(&desc, &server, &error) != 0 || !bench_fetch_manifest(&server)) return;
    int frames = quick ? BENCH_FETCH_FRAMES / 10 : BENCH_FETCH_FRAMES / 3;
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < KINDS; k++) {
            bench_fetch_frame_run(&server, &kinds[k], frames, spent);
            if (round && best[k][0] <= spent[frames / 2]) continue;
            best[k][0] = spent[frames / 2];
            best[k][1] = spent[frames - 1 - frames / 100];
            best[k][2] = spent[frames - 1 - frames / 1000];
        }
    }

    for (int k = 0; k < KINDS; k++) {
        printf("fetch,frame,%s,p50,%.4g,us\nfetch,frame,%s,p99,%.4g,us\nfetch,frame,%s,p999,%.4g,us\n",
               kinds[k].name, best[k][0], kinds[k].name, best[k][1], kinds[k].name, best[k][2]);
    }
    origin_stop(&server);
}

// ---- what a response costs

typedef struct bench_fetch_way { const char *name; bool skip, no_thread, curl; } bench_fetch_way;
typedef struct bench_fetch_asks { const char *name; bool compressed, error, header; } bench_fetch_asks;

static size_t bench_fetch_drop(char *data, size_t size, size_t count, void *user) {
    (void)data, (void)user;
    return size * count;
}

// Microseconds for each of `count` requests, one after the other; ours without a handle.
static double bench_fetch_ask(CURL *easy, const bench_fetch_way *way, const char *url,
                              const bench_fetch_asks *asks, int count) {
    gc_fetch_desc desc;
    gc_fetch_event event;
    gc_fetch_request request;
    memset(&desc, 0, sizeof desc);
    desc.skip_events = way->skip;
    desc.no_thread = way->no_thread;
    gc_fetch *fetch = easy ? NULL : gc_fetch_open(&desc, NULL);
    memset(&request, 0, sizeof request);
    request.url = url;
    request.compressed = asks->compressed;
    request.keep_error_body = asks->error;
    if (easy) curl_easy_setopt(easy, CURLOPT_URL, url);
    if (easy) curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, asks->compressed ? "" : NULL);

    double start = bench_fetch_now();
    for (int i = 0; i < count; i++) {
        char *type = NULL;
        if (easy) {
            curl_easy_perform(easy);
            if (asks->header) curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
            continue;
        }
        gc_fetch_add(fetch, &request, NULL);
        do gc_fetch_wait(fetch, -1);
        while (gc_fetch_poll(fetch, &event) && event.type < GC_FETCH_DONE);
        if (asks->header) gc_fetch_header(fetch, event.id, "Content-Type");
    }
    double spent = (bench_fetch_now() - start) * 1e6 / count;
    gc_fetch_close(fetch);
    return spent;
}

static void bench_fetch_response(bool quick) {
    static const bench_fetch_asks kinds[] = {{"plain", false, false, false},
                                             {"header", false, false, true},
                                             {"compressed", true, false, false},
                                             {"error-body", false, true, false}};
    static const bench_fetch_way ways[] = {{"", false, false, false},
                                           {"-skip-events", true, false, false},
                                           {"-no-thread", true, true, false},
                                           {"-curl-easy", false, false, true}};
    enum { KINDS = sizeof kinds / sizeof kinds[0], WAYS = sizeof ways / sizeof ways[0] };
    double best[KINDS][WAYS];
    origin_desc desc;
    origin_error error;
    origin server;

    memset(&desc, 0, sizeof desc);
    desc.files = 1;
    desc.bytes = 1000;
    if (origin_start(&desc, &server, &error) != 0) return;
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, bench_fetch_drop);

    for (int round = 0; round < (quick ? 2 : 9); round++) {
        for (int k = 0; k < KINDS; k++) {
            char url[128];
            snprintf(url, sizeof url, "%s/%s", server.url, kinds[k].error ? "none" : "manifest.txt");
            for (int way = 0; way < WAYS; way++) {
                CURL *handle = ways[way].curl ? easy : NULL;
                double spent = bench_fetch_ask(handle, &ways[way], url, &kinds[k], quick ? 200 : 1000);
                if (round == 0 || spent < best[k][way]) best[k][way] = spent;
            }
        }
    }

    for (int k = 0; k < KINDS; k++) {
        for (int way = 0; way < WAYS; way++) {
            printf("fetch,response,%s%s,request,%.4g,us\n", kinds[k].name, ways[way].name, best[k][way]);
        }
    }
    curl_easy_cleanup(easy);
    origin_stop(&server);
}

// ---- bodies that a function gives, and coded ones that become files

// What this process has taken of the processors, seconds.
static double bench_fetch_processor(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Runs a request alone. False: it has failed.
static bool bench_fetch_one(gc_fetch *fetch, const gc_fetch_request *request, gc_fetch_event *event) {
    memset(event, 0, sizeof *event);
    if (gc_fetch_add(fetch, request, NULL) != GC_FETCH_OK) return false;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK && gc_fetch_poll(fetch, event)) {
        if (event->type >= GC_FETCH_DONE) return event->type == GC_FETCH_DONE;
    }
    return false;
}

static int bench_fetch_by_time(const void *a, const void *b) {
    const double *x = (const double *)a, *y = (const double *)b;
    return (*x > *y) - (*x < *y);
}

// Rounds of two ways in turn: medians of the clock's and the processors' milliseconds.
static void bench_fetch_pair(const char *name, const char *const ways[2], bool (*run)(int way, void *user),
                             void *user, int rounds) {
    double wall[2][9], busy[2][9];
    for (int round = 0; round < rounds; round++) {
        for (int way = 0; way < 2; way++) {
            double start = bench_fetch_now(), before = bench_fetch_processor();
            if (!run(way, user)) fprintf(stderr, "%s: %s has failed\n", name, ways[way]);
            wall[way][round] = (bench_fetch_now() - start) * 1e3;
            busy[way][round] = (bench_fetch_processor() - before) * 1e3;
        }
    }

    for (int way = 0; way < 2; way++) {
        qsort(wall[way], (size_t)rounds, sizeof wall[way][0], bench_fetch_by_time);
        qsort(busy[way], (size_t)rounds, sizeof busy[way][0], bench_fetch_by_time);
        printf("fetch,%s,%s,wall,%.4g,ms\n", name, ways[way], wall[way][rounds / 2]);
        printf("fetch,%s,%s,processor,%.4g,ms\n", name, ways[way], busy[way][rounds / 2]);
    }
}

enum { BENCH_FETCH_SENT = 256 << 20 };
typedef struct bench_fetch_sink { gc_fetch *fetch; char url[64]; uint64_t at; } bench_fetch_sink;

// Takes what is sent, without looking at it, and answers; until its parent ends it.
static void bench_fetch_drain(int listener) {
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    static char bytes[262144];
    for (;;) {
        int s = accept(listener, NULL, NULL);
        uint64_t come = 0;
        for (ssize_t n; (n = recv(s, bytes, sizeof bytes, 0)) > 0;) {
            char *end = come ? NULL : (char *)memmem(bytes, (size_t)n, "\r\n\r\n", 4);
            come += (uint64_t)n - (end ? (uint64_t)(end + 4 - bytes) : 0);
            if (come < BENCH_FETCH_SENT) continue;
            send(s, answer, sizeof answer - 1, MSG_NOSIGNAL);
            break;
        }
        close(s);
    }
}

static size_t bench_fetch_give(void *user, uint64_t offset, void *buffer, size_t capacity) {
    (void)user, (void)offset;
    memset(buffer, 7, capacity);
    return capacity;
}

static size_t bench_fetch_give_curl(char *buffer, size_t one, size_t count, void *user) {
    uint64_t *at = (uint64_t *)user;
    size_t size = one * count;
    if (size > BENCH_FETCH_SENT - *at) size = (size_t)(BENCH_FETCH_SENT - *at);
    memset(buffer, 7, size);
    *at += size;
    return size;
}

// One body of 256 MB: ours, or by curl_easy_perform.
static bool bench_fetch_send(int way, void *user) {
    bench_fetch_sink *sink = (bench_fetch_sink *)user;
    if (way == 0) {
        static const char *const headers[] = {"Expect:"};
        gc_fetch_request request;
        gc_fetch_event event;
        memset(&request, 0, sizeof request);
        request.url = sink->url;
        request.headers = headers;
        request.header_count = 1;
        request.body_read = bench_fetch_give;
        request.body_size = BENCH_FETCH_SENT;
        return bench_fetch_one(sink->fetch, &request, &event);
    }

    CURL *easy = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Expect:");
    sink->at = 0;
    curl_easy_setopt(easy, CURLOPT_URL, sink->url);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)BENCH_FETCH_SENT);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, bench_fetch_give_curl);
    curl_easy_setopt(easy, CURLOPT_READDATA, &sink->at);
    CURLcode code = curl_easy_perform(easy);
    curl_slist_free_all(headers);
    curl_easy_cleanup(easy);
    return code == CURLE_OK;
}

static void bench_fetch_upload(bool quick) {
    static const char *const ways[2] = {"gc_fetch", "curl-easy"};
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    bench_fetch_sink sink;
    memset(&sink, 0, sizeof sink);
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);

    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4)) return;
    getsockname(listener, (struct sockaddr *)&address, &length);
    pid_t child = fork();
    if (child == 0) bench_fetch_drain(listener);
    close(listener);

    snprintf(sink.url, sizeof sink.url, "http://127.0.0.1:%u/", (unsigned)ntohs(address.sin_port));
    sink.fetch = gc_fetch_open(NULL, NULL);
    bench_fetch_pair("upload/256MB", ways, bench_fetch_send, &sink, quick ? 3 : 9);
    gc_fetch_close(sink.fetch);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

// A decoder that copies: what remains is what the way costs.
static int bench_fetch_decode_begin(void *user) {
    (void)user;
    return 0;
}
static int bench_fetch_decode(void *user, const void *in, size_t *in_size, void *out, size_t *out_size) {
    size_t size = *in_size < *out_size ? *in_size : *out_size;
    (void)user;
    memcpy(out, in, size);
    *in_size = *out_size = size;
    return 1;
}

// A coded body of 100 MB: by request.decoder, or into memory, decoded in pieces and written
// beside its name.
static bool bench_fetch_decoded(int way, void *user) {
    static const gc_fetch_decoder decoder = {NULL, bench_fetch_decode_begin, bench_fetch_decode};
    bench_fetch_sink *sink = (bench_fetch_sink *)user;
    gc_fetch_request request;
    gc_fetch_event event;
    memset(&request, 0, sizeof request);
    request.url = sink->url;
    if (way == 0) {
        request.sink = GC_FETCH_FILE;
        request.path = "coded";
        request.decoder = &decoder;
        return bench_fetch_one(sink->fetch, &request, &event);
    }

    if (!bench_fetch_one(sink->fetch, &request, &event)) return false;
    static char piece[65536];
    FILE *file = fopen("bench_decoded/coded.tmp", "wb");
    bool ok = file != NULL;
    for (size_t at = 0; ok && at < event.size;) {
        size_t in = event.size - at, out = sizeof piece;
        bench_fetch_decode(NULL, (const char *)event.data + at, &in, piece, &out);
        ok = fwrite(piece, 1, out, file) == out;
        at += in;
    }
    ok = file && fclose(file) == 0 && ok;
    return ok && rename("bench_decoded/coded.tmp", "bench_decoded/coded") == 0;
}

static void bench_fetch_decoders(bool quick) {
    static const char *const ways[2] = {"decoder", "memory-decode-write"};
    origin_desc desc;
    origin_error error;
    origin server;
    bench_fetch_sink sink;
    gc_fetch_desc how;
    char line[512] = "", name[256] = "";
    memset(&desc, 0, sizeof desc);
    memset(&how, 0, sizeof how);
    memset(&sink, 0, sizeof sink);
    desc.files = 1;
    desc.bytes = 100000000;
    const char *folder = getenv("TMPDIR");
    if (chdir(folder ? folder : "/tmp") != 0 || origin_start(&desc, &server, &error) != 0) return;

    origin_ask(&server, "GET", "/manifest.txt", line, sizeof line);
    sscanf(line, "%*s %*s %255s", name);
    snprintf(sink.url, sizeof sink.url, "%s/%s", server.url, name);
    how.root = "bench_decoded";
    sink.fetch = gc_fetch_open(&how, NULL);
    bench_fetch_pair("decoder/100MB", ways, bench_fetch_decoded, &sink, quick ? 3 : 9);
    gc_fetch_close(sink.fetch);
    remove("bench_decoded/coded");
    rmdir("bench_decoded");
    origin_stop(&server);
}

// ---- an urgent request beside large ones

// Milliseconds from the add of each of `count` urgent requests of about 1 KB to its end: beside
// `large` files that run by `parallel` transfers, or (paused) are paused. Round trip 20 ms, and
// so little for a connection (1 KB takes 8 ms) that the large ones do not end.
static int bench_fetch_urgent_run(int large, uint32_t parallel, bool paused, int count, double *ms) {
    gc_fetch_desc desc;
    gc_fetch_request request;
    gc_fetch_event event;
    gc_fetch_statistics stats;
    gc_fetch_id ids[16];
    memset(&desc, 0, sizeof desc);
    memset(&request, 0, sizeof request);
    desc.parallel = parallel;
    desc.skip_events = true;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!fetch) return 0;

    bench_fetch_arrange("large");
    for (int i = 0; i < large; i++) {
        request.url = bench_fetch_files[i].url;
        request.size = bench_fetch_files[i].size;
        gc_fetch_add(fetch, &request, &ids[i]);
    }

    int urgent = bench_fetch_count - 1;
    while (bench_fetch_files[urgent].size < 1000) urgent--;
    request.url = bench_fetch_files[urgent].url;
    request.size = bench_fetch_files[urgent].size;
    request.priority = 1000;
    int n = 0;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < large && paused; i++) gc_fetch_resume(fetch, ids[i]);
        gc_fetch_wait(fetch, k ? 120 + k % 40 : 2000);      // until they have their ranges again
        for (int i = 0; i < large && paused; i++) gc_fetch_pause(fetch, ids[i]);
        gc_fetch_wait(fetch, 5);

        double start = bench_fetch_now();
        gc_fetch_add(fetch, &request, NULL);
        if (gc_fetch_wait(fetch, 10000) != GC_FETCH_OK) break;
        ms[n++] = (bench_fetch_now() - start) * 1e3;
        while (gc_fetch_poll(fetch, &event)) n -= event.type != GC_FETCH_DONE || event.size != request.size;
    }

    gc_fetch_get_statistics(fetch, &stats);
    if (stats.done != (uint64_t)count) fprintf(stderr, "urgent: %d of %d\n", (int)stats.done, count);
    gc_fetch_close(fetch);
    return n;
}

static void bench_fetch_urgent(bool quick) {
    static const struct { const char *name; int large; uint32_t parallel; bool paused;
    } kinds[] = {{"one", 1, 16, false},     {"four", 4, 16, false},    {"sixteen", 16, 16, false},
                 {"one-p4", 1, 4, false},   {"four-p4", 4, 4, false},  {"sixteen-p4", 16, 4, false},
                 {"paused", 4, 4, true}};
    enum { COUNT = 40, KINDS = sizeof kinds / sizeof kinds[0] };
    double ms[COUNT * BENCH_FETCH_ROUNDS];
    origin_desc desc;
    origin_error error;
    origin server;

    memset(&desc, 0, sizeof desc);
    desc.files = 1000;
    desc.bytes = 190000000;
    desc.rtt_ms = 20;
    desc.connection_bandwidth = 1e6;
    if (origin_start(&desc, &server, &error) != 0 || !bench_fetch_manifest(&server)) return;

    for (int k = 0; k < KINDS; k++) {
        int n = 0, count = quick ? 20 : COUNT;
        for (int round = 0; round < bench_fetch_rounds; round++) {
            n += bench_fetch_urgent_run(kinds[k].large, kinds[k].parallel, kinds[k].paused, count, ms + n);
        }
        if (!n) continue;
        qsort(ms, (size_t)n, sizeof *ms, bench_fetch_compare);
        printf("fetch,urgent,%s,median,%.4g,ms\n", kinds[k].name, ms[n / 2]);
        printf("fetch,urgent,%s,p99,%.4g,ms\n", kinds[k].name, ms[n * 99 / 100]);
    }
    origin_stop(&server);
}

// ---- a level of tiles, whose priorities follow the player

enum { BENCH_LEVEL_WIDE = 40, BENCH_LEVEL_TILES = 1000 };
typedef struct bench_fetch_level {
    char folder[128], url[64];
    uint64_t sizes[BENCH_LEVEL_TILES];
    uint64_t bytes;
} bench_fetch_level;

static void bench_fetch_level_add(gc_fetch *fetch, const bench_fetch_level *level, int tile, int32_t priority,
                                  gc_fetch_id *id) {
    gc_fetch_request request;
    char url[128];
    memset(&request, 0, sizeof request);
    snprintf(url, sizeof url, "%s/%d", level->url, tile);
    request.url = url;
    request.tag = (uint64_t)tile;
    request.priority = priority;
    request.size = level->sizes[tile];
    if (gc_fetch_add(fetch, &request, id) != GC_FETCH_OK) fprintf(stderr, "level: full\n");
}

// How far a tile is from the player, as a priority.
static int32_t bench_fetch_level_priority(int tile, double x, double y) {
    double dx = tile % BENCH_LEVEL_WIDE - x, dy = tile / BENCH_LEVEL_WIDE - y;
    return -(int32_t)(16 * (dx * dx + dy * dy));
}

// Loads the level at 60 frames a second. The player walks, and once a second is beamed to a
// tile that is not there: *waits has how long each of these took over `alone`, *count of them.
static double bench_fetch_level_run(const bench_fetch_level *level, int tiles, bool priorities,
                                    const double *alone, double *waits, int *count) {
    static gc_fetch_id ids[BENCH_LEVEL_TILES];
    static int32_t now[BENCH_LEVEL_TILES];
    static bool there[BENCH_LEVEL_TILES];
    gc_fetch_desc desc;
    gc_fetch_statistics stats;
    gc_rng rng;
    memset(&desc, 0, sizeof desc);
    memset(there, 0, sizeof there);
    desc.skip_events = true;
    desc.memory_limit = UINT64_MAX;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!fetch) return 0;
    gc_rng_seed(&rng, 7);

    double x = 20, y = 12, start = bench_fetch_now(), beamed = start;
    int left = tiles, visible = -1, part = 0;
    *count = 0;
    for (int i = 0; i < tiles; i++) {
        now[i] = priorities ? bench_fetch_level_priority(i, x, y) : 0;
        bench_fetch_level_add(fetch, level, i, now[i], &ids[i]);
    }
    while (left > 0) {
        gc_fetch_event event;
        while (gc_fetch_poll(fetch, &event)) {
            int tile = (int)event.tag;
            if (event.type != GC_FETCH_DONE) fprintf(stderr, "level: %s\n", event.detail);
            there[tile] = true;
            left--;
            if (tile != visible) continue;
            waits[(*count)++] = (bench_fetch_now() - beamed) / alone[tile];
            visible = -1;
        }

        usleep(2000);
        if (++part % 8) continue;

        // A frame: beamed, or a tile further to the right in a second.
        double frame = bench_fetch_now();
        if (priorities && visible < 0 && frame - beamed > 1 && left > 40) {
            do visible = (int)gc_rng_below(&rng, (uint64_t)tiles);
            while (there[visible]);
            x = visible % BENCH_LEVEL_WIDE;
            y = visible / BENCH_LEVEL_WIDE;
            beamed = frame;
        } else {
            x += 1.0 / 60;
        }
        for (int i = 0; i < tiles && priorities; i++) {
            int32_t priority = bench_fetch_level_priority(i, x, y);
            if (there[i] || priority == now[i]) continue;
            now[i] = priority;
            gc_fetch_set_priority(fetch, ids[i], priority);
        }
    }
    double spent = bench_fetch_now() - start;
    gc_fetch_get_statistics(fetch, &stats);
    if (stats.repeated) fprintf(stderr, "level: %u bytes again\n", (unsigned)stats.repeated);
    gc_fetch_close(fetch);
    return spent;
}

// How long each tile takes on an idle line, over a connection that is there.
static void bench_fetch_level_alone(const bench_fetch_level *level, int tiles, double *alone) {
    gc_fetch *fetch = gc_fetch_open(NULL, NULL);
    if (!fetch) return;
    double spends = 0;
    for (int i = 0; i < tiles; i++) {
        // A sample shows that their sizes tell it.
        alone[i] = 0.022 + (double)level->sizes[i] / 6.25e6;
        if (i % 20) continue;
        gc_fetch_event event;
        double start = bench_fetch_now();
        bench_fetch_level_add(fetch, level, i, 0, NULL);
        do gc_fetch_wait(fetch, -1);
        while (gc_fetch_poll(fetch, &event) && event.type < GC_FETCH_DONE);
        double spent = bench_fetch_now() - start;
        if (i) spends += spent / alone[i] / (tiles / 20 - 1);
    }
    gc_fetch_close(fetch);
    fprintf(stderr, "level: alone a tile takes %.2f of what its size says\n", spends);
}

static void bench_fetch_levels(bool quick) {
    static bench_fetch_level level;
    static double alone[BENCH_LEVEL_TILES], waits[BENCH_LEVEL_TILES];
    int tiles = quick ? 250 : BENCH_LEVEL_TILES, count;
    origin_desc desc;
    origin_error error;
    origin server;
    gc_rng rng;

    gc_rng_seed(&rng, 1);
    const char *parent = getenv("TMPDIR");
    snprintf(level.folder, sizeof level.folder, "%.80s/bench_level.XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (!mkdtemp(level.folder)) return;
    static uint8_t bytes[500000];
    gc_rng_fill(&rng, bytes, sizeof bytes);
    level.bytes = 0;
    for (int i = 0; i < tiles; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s/%d", level.folder, i);
        FILE *file = fopen(path, "wb");
        level.sizes[i] = 50000 + gc_rng_below(&rng, 450001);
        level.bytes += level.sizes[i];
        if (!file || fwrite(bytes, 1, (size_t)level.sizes[i], file) != level.sizes[i]) return;
        fclose(file);
    }

    memset(&desc, 0, sizeof desc);
    desc.folder = level.folder;
    desc.rtt_ms = 20;
    desc.bandwidth = 50e6;
    if (origin_start(&desc, &server, &error) != 0) return;
    snprintf(level.url, sizeof level.url, "%s", server.url);
    bench_fetch_level_alone(&level, tiles, alone);
    int64_t before = origin_count(&server, "asset_bytes");
    double plain = bench_fetch_level_run(&level, tiles, false, alone, waits, &count);
    int64_t between = origin_count(&server, "asset_bytes");
    double urgent = bench_fetch_level_run(&level, tiles, true, alone, waits, &count);
    int64_t after = origin_count(&server, "asset_bytes");
    origin_stop(&server);
    bench_fetch_remove(level.folder);
    if (!count) return;

    qsort(waits, (size_t)count, sizeof *waits, bench_fetch_compare);
    printf("fetch,level,visible,median,%.4g,x\n", waits[count / 2]);
    printf("fetch,level,visible,p90,%.4g,x\n", waits[count * 9 / 10]);
    printf("fetch,level,visible,max,%.4g,x\n", waits[count - 1]);
    printf("fetch,level,priorities,time,%.4g,x\n", urgent / plain);
    printf("fetch,level,priorities,again,%.4g,share\n",
           (double)(after - between - (between - before)) / (double)level.bytes);
    fprintf(stderr, "level: %d beamed, %.2f s and %.2f s for %.1f MB\n", count, plain, urgent,
            (double)level.bytes * 1e-6);
}

// ---- several hosts

// Seconds for all files of the set from so many hosts, with SHA-256 where hash is set; 0: not
// all came.
static double bench_fetch_mirrors_run(const origin *servers, int hosts, bool hash) {
    gc_fetch_event event;
    int done = 0;
    gc_fetch *fetch = gc_fetch_open(NULL, NULL);
    if (!fetch) return 0;
    double start = bench_fetch_now();
    for (int i = 0; i < bench_fetch_count; i++) {
        bench_fetch_file *file = &bench_fetch_files[i];
        char urls[4][300];
        const char *mirrors[4] = {NULL, NULL, NULL, NULL};
        const char *path = strchr(file->url + 8, '/');
        gc_fetch_request request;
        memset(&request, 0, sizeof request);
        for (int k = 0; k < hosts; k++) {
            snprintf(urls[k], sizeof urls[k], "%.40s%.255s", servers[k].url, path);
            if (k) mirrors[k - 1] = urls[k];
        }
        request.url = urls[0];
        request.mirrors = mirrors;
        request.size = file->size;
        if (hash) request.sha256 = file->sha256;
        gc_fetch_add(fetch, &request, NULL);
    }
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type == GC_FETCH_FAILED) fprintf(stderr, "mirrors: %s: %s\n", event.url, event.detail);
            done += event.type == GC_FETCH_DONE;
        }
    }

    double spent = bench_fetch_now() - start;
    gc_fetch_close(fetch);
    return done == bench_fetch_count ? spent : 0;
}

// Two hosts of 100 Mbit/s and 20 ms, and a third that is wrong: beside one, medians of three.
static void bench_fetch_mirrors(bool quick) {
    static const struct { const char *name, *fault; int hosts;
    } kinds[] = {{"one", NULL, 1},
                 {"two", NULL, 2},
                 {"third-stalls", "stall=1000", 3},
                 {"third-slow", "slow=20000", 3},
                 {"third-404", "404", 3},
                 {"third-short", "short=1", 3},
                 {"third-range-shift", "range-shift", 3},
                 {"third-no-range", "no-range", 3},
                 {"third-corrupt", "corrupt", 3}};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    for (int k = 0; k < KINDS; k++) {
        double spent[3];
        origin servers[3];
        int rounds = quick ? 1 : 3;
        for (int i = 0; i < kinds[k].hosts; i++) {
            origin_desc desc;
            origin_error error;
            memset(&desc, 0, sizeof desc);
            desc.files = 50;
            desc.bytes = 60000000;
            desc.rtt_ms = 20;
            desc.bandwidth = 100e6;
            desc.faults = &kinds[k].fault;
            desc.fault_count = i == 2;
            if (origin_start(&desc, &servers[i], &error) != 0) return;
        }

        // All files, from as many hosts as there are.
        if (!bench_fetch_manifest(&servers[0])) return;
        for (int round = 0; round < rounds; round++) {
            spent[round] = bench_fetch_mirrors_run(servers, kinds[k].hosts, true);
        }
        printf("fetch,mirrors,%s,wall,%.4g,s\n", kinds[k].name, bench_fetch_median(spent, rounds));
        for (int i = 0; i < kinds[k].hosts; i++) origin_stop(&servers[i]);
    }
}

// ---- rate limits, as a server sees them

#if defined(__linux__)
#include <sys/ioctl.h>
#include <sys/mman.h>

// A process that sends bodies without an end; *acked grows by what clients' systems have taken.
static pid_t bench_fetch_endless(uint16_t *port, volatile uint64_t **acked) {
    enum { MOST = 64 };
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n";
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    void *shared = mmap(NULL, sizeof **acked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    *acked = (volatile uint64_t *)shared;
    if (shared == MAP_FAILED || bind(listener, (struct sockaddr *)&address, sizeof address) != 0) return -1;
    if (listen(listener, MOST) != 0) return -1;
    getsockname(listener, (struct sockaddr *)&address, &length);
    *port = ntohs(address.sin_port);
    pid_t child = fork();
    if (child) close(listener);
    if (child) return child;

    // A head as soon as a client is there: libcurl asks at once.
    static char bytes[65536];
    int sockets[MOST], count = 0;
    static int64_t sent[MOST];
    for (;;) {
        uint64_t sum = 0;
        int next = count < MOST ? accept4(listener, NULL, NULL, SOCK_NONBLOCK) : -1;
        if (next >= 0 && recv(next, bytes, 1, MSG_PEEK) < 0) usleep(5000);
        if (next >= 0) send(next, head, sizeof head - 1, MSG_NOSIGNAL);
        if (next >= 0) sockets[count++] = next;
        for (int i = 0; i < count; i++) {
            int queued = 0;
            for (ssize_t n; (n = send(sockets[i], bytes, sizeof bytes, MSG_NOSIGNAL)) > 0;) sent[i] += n;
            ioctl(sockets[i], TIOCOUTQ, &queued);
            sum += (uint64_t)(sent[i] - queued);
        }
        **acked = sum;
        usleep(500);
    }
}

static size_t bench_fetch_limits_take(void *user, uint64_t offset, const void *data, size_t size) {
    (void)user;
    (void)offset;
    (void)data;
    return size;
}

// What the server counts from the 2nd to the 12th second over the limit, with 1 and 16
// transfers; then of ten changes in one download what it counts in the second second of each.
static void bench_fetch_limits(bool quick) {
    static const double limits[] = {50000, 1e6, 1e7, 1e8};
    static const double changes[] = {2e6, 2e5, 5e6, 5e5, 2e7, 1e6, 1e8, 1e6, 2e5, 3e6};
    for (int k = 0; k < (quick ? 4 : 10); k++) {
        int transfers = k % 2 ? 16 : 1;
        bool live = k >= 8;
        uint16_t port = 0;
        volatile uint64_t *acked;
        pid_t server = bench_fetch_endless(&port, &acked);
        gc_fetch_desc desc;
        gc_fetch_request request;
        char url[64];
        memset(&desc, 0, sizeof desc);
        memset(&request, 0, sizeof request);
        desc.rate_limit = (uint64_t)(live ? 1e6 : limits[k / 2]);
        snprintf(url, sizeof url, "http://127.0.0.1:%u/", (unsigned)port);
        request.url = url;
        request.sink = GC_FETCH_STREAM;
        request.min_rate = UINT32_MAX;
        request.stream = bench_fetch_limits_take;
        gc_fetch *fetch = server > 0 ? gc_fetch_open(&desc, NULL) : NULL;
        for (int i = 0; fetch && i < transfers; i++) gc_fetch_add(fetch, &request, NULL);

        for (int i = 0; fetch && i < (live ? 10 : 1); i++) {
            double limit = live ? changes[i] : limits[k / 2];
            if (live) gc_fetch_set_rate_limit(fetch, (uint64_t)limit);
            usleep(live ? 1000000 : 2000000);
            uint64_t before = *acked;
            double start = bench_fetch_now();
            usleep(live ? 1000000 : 10000000);
            double share = (double)(*acked - before) / (bench_fetch_now() - start) / limit;
            const char *kind = live ? "changed" : "fixed";
            printf("fetch,limits,%s-%d,%g,%.4g,share\n", kind, transfers, limit, share);
        }
        gc_fetch_close(fetch);
        if (server > 0) kill(server, SIGKILL);
        if (server > 0) waitpid(server, NULL, 0);
        munmap((void *)(uintptr_t)acked, sizeof *acked);
    }
}
#endif

// ---- the cases

static bool bench_fetch_origin(const char *network, origin *server) {
    origin_desc desc;
    origin_error error;
    bool n1 = strcmp(network, "N1") == 0, n2 = strcmp(network, "N2") == 0;

    memset(&desc, 0, sizeof desc);
    bool many = strcmp(network, "L10k") == 0;
    bool small = strcmp(network, "S") == 0;
    desc.files = many ? 10000 : small ? 2000 : 1000;
    desc.bytes = many ? 300000000 : small ? 4000000 : 190000000;
    desc.rtt_ms = n1 ? 20 : n2 ? 50 : 0;
    desc.bandwidth = n1 || n2 ? 200e6 : 0;
    desc.connection_bandwidth = n2 ? 20e6 : 0;
    if (origin_start(&desc, server, &error) != 0) {
        fprintf(stderr, "bench_fetch: %s\n", error.what);
        return false;
    }
    return true;
}

// The origin of a network, started when it is needed.
enum { BENCH_FETCH_NETWORKS = sizeof bench_fetch_networks / sizeof bench_fetch_networks[0] };
static origin bench_fetch_servers[BENCH_FETCH_NETWORKS];

static void bench_fetch_cell(const char *network, uint32_t parallel, const char *order,
                             const char *const *subjects, int count) {
    char name[64];
    snprintf(name, sizeof name, "%s/p%u/%s", network, (unsigned)parallel, order);
    if (!strstr(name, bench_fetch_filter)) return;
    for (int i = 0; i < BENCH_FETCH_NETWORKS; i++) {
        if (strcmp(bench_fetch_networks[i], network) != 0) continue;
        if (!bench_fetch_servers[i].pid && !bench_fetch_origin(network, &bench_fetch_servers[i])) return;
        if (bench_fetch_manifest(&bench_fetch_servers[i])) {
            bench_fetch_case(network, parallel, order, subjects, count);
        }
    }
}

int main(int argc, char **argv) {
    // What the project promises first, then the whole table.
    static const struct { const char *network; uint32_t parallel; bool every_order;
    } first[] = {
        {"N2", 16, true}, {"N2", 64, true}, {"N1", 16, true},
        {"N1", 4, true},  {"L", 16, false}, {"L10k", 16, false}
    };
    enum { FIRST = sizeof first / sizeof first[0] };
    static const char *const brief[] = {"file", "curl"};

    // without round trips, aria2c takes ten seconds
    static const char *const prompt[] = {"file", "stream", "memory", "curl", "wget2"};
    static const char *const polls[] = {"file-wait", "file", "multi", "curl"};
    static const char *const rates[] = {"file-wait", "file-30fps"};
    static const char *const loops[] = {"loop-60fps", "loop-wait"};
    static const char *const pumps[] = {"loop-wait", "loop-pump16", "loop-pump4"};
    bool quick = getenv("QUICK") != NULL;
    if (argc > 1 && strcmp(argv[1], "plot") == 0) return bench_fetch_plot(stdin);
    if (argc > 1) bench_fetch_filter = argv[1];
    if (argc > 2) bench_fetch_only = argv[2];
    if (quick) bench_fetch_rounds = 1;
    if (getenv("ROUNDS")) bench_fetch_rounds = atoi(getenv("ROUNDS"));
    if (bench_fetch_rounds < 1 || bench_fetch_rounds > BENCH_FETCH_ROUNDS) bench_fetch_rounds = 5;
    bench_fetch_hash = getenv("HASH") != NULL;

    for (size_t i = 0; i < FIRST; i++) {
        for (int order = 0; order < (first[i].every_order && !quick ? 4 : 1); order++) {
            bool few = quick && i != 4;     // a minute does not hold more
            bool fast = i == 5 || (quick && i == 4);
            if (quick && i == 1) continue;
            bench_fetch_cell(first[i].network, first[i].parallel, bench_fetch_orders[order],
                             few    ? brief
                             : fast ? prompt
                                    : bench_fetch_subjects,
                             few    ? (i == 2 || i == 5 ? 2 : 1)
                             : fast ? 5
                                    : BENCH_FETCH_SUBJECTS);
        }
    }

    if (!bench_fetch_filter[0] || strstr(bench_fetch_filter, "loop")) {
        const char *filter = bench_fetch_filter;
        bench_fetch_filter = "";
        bench_fetch_cell("L", 16, "random", loops, 2);
        bench_fetch_cell("S", 16, "random", pumps, 3);
        bench_fetch_filter = filter;
    }

    // What a caller that waits and one that polls take of the processors, beside curl -Z.
    if (strcmp(bench_fetch_filter, "ratio") == 0) {
        bench_fetch_filter = "";
        if (!getenv("ROUNDS")) bench_fetch_rounds = BENCH_FETCH_ROUNDS;
        bench_fetch_cell("L", 16, "random", polls, 4);
        bench_fetch_cell("L10k", 16, "random", polls, 4);
        bench_fetch_filter = "ratio";
    }

    if (strstr("memory", bench_fetch_filter)) bench_fetch_memory(quick);
    if (strstr("frame", bench_fetch_filter)) bench_fetch_frame(quick);
    if (strstr("response", bench_fetch_filter)) bench_fetch_response(quick);
    if (strstr("upload", bench_fetch_filter)) bench_fetch_upload(quick);
    if (strstr("decoder", bench_fetch_filter)) bench_fetch_decoders(quick);
    if (strstr("urgent", bench_fetch_filter)) bench_fetch_urgent(quick);
    if (strstr("level", bench_fetch_filter)) bench_fetch_levels(quick);
    if (strstr("mirrors", bench_fetch_filter)) bench_fetch_mirrors(quick);
#if defined(__linux__)
    if (strstr("limits", bench_fetch_filter)) bench_fetch_limits(quick);
#endif
    if (!quick && (!bench_fetch_filter[0] || strstr(bench_fetch_filter, "rate"))) {
        const char *filter = bench_fetch_filter;
        bench_fetch_filter = "";
        bench_fetch_cell("N1", 16, "random", rates, 2);
        bench_fetch_filter = filter;
    }

    for (int k = 0; k < 4 && !quick; k++) {
        for (int p = 0; p < 4; p++) {
            for (int order = 0; order < 4; order++) {
                bool seen = k == 1;         // 10,000 files: one cell
                for (size_t i = 0; i < FIRST; i++) {
                    seen = seen || (strcmp(first[i].network, bench_fetch_networks[k]) == 0 &&
                                    first[i].parallel == bench_fetch_parallels[p] &&
                                    (order == 0 || first[i].every_order));
                }
                if (!seen)
                    bench_fetch_cell(bench_fetch_networks[k], bench_fetch_parallels[p],
                                     bench_fetch_orders[order], bench_fetch_subjects, BENCH_FETCH_SUBJECTS);
            }
        }
    }

    for (int i = 0; i < BENCH_FETCH_NETWORKS; i++) origin_stop(&bench_fetch_servers[i]);
    return 0;
}

#endif

// bench_writer.c - gc_writer.h beside what one would write instead: open, write and rename, a
// queue with a thread, libuv, io_uring, SDL3.
//
//     make bench-writer
//
// Lines `bench,case,subject,metric,value,unit` go to stdout, ratios to stderr. Subjects take
// turns within a round, in a random order; values are medians of the rounds. In the
// environment:
//     QUICK=1         fewer rounds and puts
//     BENCH_DIR=...   the folder to write in; else $TMPDIR, else /tmp
//     BENCH_LOOP=1    root only: a fresh ext4 file system in a loop device for every run. Without
//                     it each run has a fresh folder, and all are removed at the end: creating
//                     after deleting costs 8 to 30 x on ext4.
// Peers, as who knows them would write them (writer_peers.h; the makefile finds the libraries):
//     plain           open, one write, close and rename in the calling thread
//     queue           malloc and copy, then a list with mutex and condition, and a thread that does
//                     what plain does
//     libuv           uv_queue_work, in which the same is done: less than four uv_fs_ a file
//     io_uring        open, write, close and rename linked, a submit for 16 files
//     SDL3            SDL_WriteAsyncIO and SDL_CloseAsyncIO, then SDL_RenamePath
// Cases:
//     latency16k      one call with 16 KB into an open file, with pauses, at real-time priority where
//                     allowed, by the clock and by what the thread ran. "copy" is the C library's
//                     memcpy alone, into four blocks in turn that no other thread touches
//     producers8      eight threads, each with a file of 96 MB in pieces of 16 KB
//     files1000       190 MB; wall and processor time of the whole process per file; "gc_put" hands
//                     over whole files, "gc_borrow" without a copy, as libuv and io_uring
//     files10000      300 MB
//     durable         small files, durability file and folder: the plain loop syncs each file and folder
//     behind          a save of 64 KB, from the put to its event, while the writer has a put of 1 GB, a
//                     durable one of 256 MB or 200 durable files in hand; "plain" is open, write and
//                     rename in the calling thread at the same time, in turns
//     log             lines of 80 bytes: the caller's time for one, and for a sync after each 1,000th.
//                     "write" is one write(2) a line, "stdio" fwrite and fflush: both, as gc_writer, keep
//                     them when the process dies; fsync in place of the sync
//     around          reads, renames, a list, puts with backups, and puts that a pump writes, beside the
//                     same system calls in the calling thread: writer_around.h
//     frames          what an autosave takes of a frame, alone and beside a busy disk: writer_frames.h
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
    BENCH_PIECE = 16384,
    BENCH_RING = 16 << 20,
    BENCH_FOLDERS = 16,
    BENCH_ROUNDS = 9,
    BENCH_MAX_PUTS = 20000
};

static uint8_t bench_data[4 << 20];
static char bench_base[3000], bench_root[3100];
static int bench_runs;
static bool bench_loop;

static double bench_now(void) {     // s
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double bench_cpu(void) {     // s of all threads
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static double bench_thread(void) {  // s that this thread has run
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int bench_remove_entry(const char *path, const struct stat *info, int type, struct FTW *at) {
    (void)info; (void)type; (void)at;
    return remove(path);
}
static void bench_remove_all(void) {
    if (bench_base[0]) nftw(bench_base, bench_remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

// Killed by hand or by a limit of time: nothing stays. If it comes in the middle of an
// allocation that may hang; a second signal ends it.
static void bench_killed(int number) {
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    bench_remove_all();
    raise(number);
}

static void bench_die(const char *what) {
    fprintf(stderr, "bench_writer: %s failed\n", what);
    bench_remove_all();
    exit(1);
}

static int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_median(double *values, int n) {
    qsort(values, (size_t)n, sizeof *values, bench_compare);
    return values[n / 2];
}

// ---- places to write in

static void bench_shell(const char *format) {
    char command[8000];
    snprintf(command, sizeof command, format, bench_base);
    if (system(command) != 0) bench_die(command);
}

static void bench_enter(void) {
    snprintf(bench_root, sizeof bench_root, "%s/%d", bench_base, bench_runs++);
    if (mkdir(bench_root, 0777) != 0) bench_die(bench_root);
    if (!bench_loop) return;
    bench_shell(
        "d='%s'; rm -f \"$d/image\"; truncate -s 3G \"$d/image\" && "
        "mkfs.ext4 -q -E lazy_itable_init=0 \"$d/image\" && "
        "mkdir -p \"$d/mount\" && mount -o loop \"$d/image\" \"$d/mount\"");
    snprintf(bench_root, sizeof bench_root, "%s/mount/root", bench_base);
    if (mkdir(bench_root, 0777) != 0) bench_die(bench_root);
}

static void bench_leave(void) {
    if (bench_loop) bench_shell("umount '%s/mount'");
}

// Writes back what the run has left behind: it would disturb the next one.
static void bench_forget(void) {
    if (!bench_loop) sync();
}

// ---- files: their sizes, bytes and paths

// Sizes spread from a fifth of the mean to almost twice of it, the same for every subject.
static size_t bench_size(int i, size_t mean) {
    uint32_t x = (uint32_t)i * 2654435761u;
    return mean / 5 + (size_t)((uint64_t)(x >> 8) * (mean * 8 / 5) >> 24);
}

// The file's bytes: not the same ones each time, which would stay in the nearest cache.
static const uint8_t *bench_bytes(int i) { return bench_data + (size_t)i * 65536 % (3 << 20); }

static void bench_path(char *path, size_t capacity, int i) {
    snprintf(path, capacity, "%02x/%06d.bin", i % BENCH_FOLDERS, i);
}

#include "writer_peers.h"

// ---- hand-over of 16 KB

static gc_writer *bench_hand_writer;
static gc_writer_file bench_hand_file;
static uint8_t bench_hand_blocks[4][BENCH_PIECE];

static void bench_hand_open(void) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = bench_root;
    desc.ring_bytes = BENCH_RING;
    memset(&bench_hand_file, 0, sizeof bench_hand_file);
    bench_hand_writer = gc_writer_open(&desc, NULL);
    if (!bench_hand_writer) bench_die("gc_writer_open");
}
static void bench_hand_rest(int i) {
    gc_writer *w = bench_hand_writer;
    gc_writer_event event;
    while (gc_writer_poll(w, &event)) {
        if (event.result != GC_WRITER_OK) bench_die("gc_writer");
    }
    if (i & 255) return;
    if (bench_hand_file.generation) gc_writer_end(w, bench_hand_file);
    if (gc_writer_begin(w, "latency", &bench_hand_file) != GC_WRITER_OK) bench_die("begin");
}
static bool bench_hand_put(const uint8_t *data, int i) {
    (void)i;
    return gc_writer_write(bench_hand_writer, bench_hand_file, data, BENCH_PIECE) == BENCH_PIECE;
}
static void bench_hand_close(void) {
    gc_writer_end(bench_hand_writer, bench_hand_file);
    gc_writer_flush(bench_hand_writer, -1);
    gc_writer_close(bench_hand_writer);
}

static void bench_copy_nothing(void) {}
static void bench_copy_rest(int i) { (void)i; }
static bool bench_copy_put(const uint8_t *data, int i) {
    memcpy(bench_hand_blocks[i & 3], data, BENCH_PIECE);
    return true;
}

// One way to hand 16 KB over: open, then in turns `rest`, outside the clock, and `put`.
static const struct bench_hand {
    const char *name;
    void (*open)(void);
    void (*rest)(int i);
    bool (*put)(const uint8_t *data, int i);
    void (*close)(void);
} bench_hands[] = {
    {"gc_writer", bench_hand_open, bench_hand_rest, bench_hand_put, bench_hand_close},
    {"queue", bench_queue_hand_open, bench_queue_rest, bench_queue_hand, bench_queue_hand_close},
    {"plain", bench_plain_hand_open, bench_plain_rest, bench_plain_hand, bench_plain_hand_close},
#ifdef BENCH_WRITER_UV
    {"libuv", bench_uv_hand_open, bench_uv_rest, bench_uv_hand, bench_uv_hand_close},
#endif
#ifdef BENCH_WRITER_URING
    {"io_uring", bench_uring_hand_open, bench_uring_rest, bench_uring_hand, bench_uring_hand_close},
#endif
    {"copy", bench_copy_nothing, bench_copy_rest, bench_copy_put, bench_copy_nothing},
};
enum { BENCH_HANDS = sizeof bench_hands / sizeof bench_hands[0] };

// One core for us, and a priority above all others. The threads of both subjects are started
// before.
static void bench_pin(bool on) {
    static bool told;
    struct sched_param priority;
    memset(&priority, 0, sizeof priority);
    priority.sched_priority = on ? 50 : 0;
    bool failed = pthread_setschedparam(pthread_self(), on ? SCHED_FIFO : SCHED_OTHER, &priority) != 0;
#ifdef __linux__
    static cpu_set_t before;
    cpu_set_t one;

    if (on) {
        pthread_getaffinity_np(pthread_self(), sizeof before, &before);
        CPU_ZERO(&one);
        for (size_t i = 0; i < CPU_SETSIZE; i++) {
            if (CPU_ISSET(i, &before)) {
                CPU_SET(i, &one);
                break;
            }
        }
    }

    pthread_setaffinity_np(pthread_self(), sizeof one, on ? &one : &before);
#endif
    if (failed && on && !told) {
        fprintf(stderr, "latency16k: no right to real-time priority: other jobs are measured, too\n");
    }
    told = told || failed;
}

// us of a call, by the clock and by what the thread ran.
static double bench_times[BENCH_HANDS][BENCH_MAX_PUTS], bench_ran[BENCH_HANDS][BENCH_MAX_PUTS];

static void bench_percentiles(const char *of, const char *name, const char *what, double *times, int n) {
    qsort(times, (size_t)n, sizeof(double), bench_compare);
    double p50 = times[n / 2], p99 = times[n * 99 / 100], p999 = times[(size_t)n * 999 / 1000];
    printf("bench_writer,%s,%s,%s_p50,%.2f,us\n", of, name, what, p50);
    printf("bench_writer,%s,%s,%s_p99,%.2f,us\n", of, name, what, p99);
    printf("bench_writer,%s,%s,%s_p99.9,%.2f,us\n", of, name, what, p999);
    fprintf(stderr, "%-12s %-14s %-6s p50 %7.2f  p99 %7.2f  p99.9 %8.2f us\n", of, name, what, p50, p99,
            p999);
}

static void bench_latency(int puts) {
    enum { SEGMENTS = 10, WARM = 1280 };
    int count[BENCH_HANDS] = {0};
    bench_enter();
    for (int segment = 0; segment < SEGMENTS; segment++) {
        for (int turn = 0; turn < BENCH_HANDS; turn++) {
            int subject = (segment + turn) % BENCH_HANDS;
            const struct bench_hand *hand = &bench_hands[subject];
            hand->open();
            bench_pin(true);

            // The first of a segment warm up: all memory is used once. A file ends at 4 MB,
            // outside the clock.
            for (int i = -WARM; i < puts / SEGMENTS; i++) {
                hand->rest(i + WARM);
                memset(bench_data, i, BENCH_PIECE);     // as if just received
                double ran = bench_thread(), start = bench_now();
                bool ok = hand->put(bench_data, i + WARM);
                double end = bench_now();
                ran = bench_thread() - ran;
                if (!ok) bench_die("latency16k: the disk is too slow: there is no room, and the write");
                if (i >= 0) {
                    bench_ran[subject][count[subject]] = ran * 1e6;
                    bench_times[subject][count[subject]++] = (end - start) * 1e6;
                }

                struct timespec pause;
                pause.tv_sec = 0;
                pause.tv_nsec = i < -64 ? 20000 : 150000;
                nanosleep(&pause, NULL);
            }
            bench_pin(false);
            hand->close();
        }
    }
    bench_leave();

    for (int s = 0; s < BENCH_HANDS; s++) {
        bench_percentiles("latency16k", bench_hands[s].name, "wall", bench_times[s], count[s]);
        bench_percentiles("latency16k", bench_hands[s].name, "thread", bench_ran[s], count[s]);
    }
}

// ---- the same from eight threads, as fast as they can

enum { BENCH_PRODUCERS = 8, BENCH_SHARE = 96 << 20, BENCH_CALLS = BENCH_SHARE / BENCH_PIECE };
typedef struct bench_producer {
    pthread_t thread;
    gc_writer *w;
    int way, index, fd;
    double *ran;
} bench_producer;

static void *bench_produce(void *argument) {
    bench_producer *me = (bench_producer *)argument;
    char path[3200];
    gc_writer_file file;

    memset(&file, 0, sizeof file);
    snprintf(path, sizeof path, "%s/p%d", bench_root, me->index);
    const char *name = strrchr(path, '/') + 1;
    int fd = me->fd = me->w ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (me->w ? gc_writer_begin(me->w, name, &file) != GC_WRITER_OK : fd < 0) bench_die(path);

    for (int i = 0; i < BENCH_CALLS; i++) {
        const uint8_t *data = bench_data + (size_t)(me->index * 64 + i) % 128 * BENCH_PIECE;
        double ran = bench_thread();
        if (me->w) {
            for (size_t done = 0; done < BENCH_PIECE;) {
                done += gc_writer_write(me->w, file, data + done, BENCH_PIECE - done);
                if (done < BENCH_PIECE) gc_writer_room(me->w, BENCH_PIECE - done, -1);
            }
        } else if (me->way == 1) {
            bench_queue_give_piece(data, fd, (off_t)i * BENCH_PIECE);
        } else if (pwrite(fd, data, BENCH_PIECE, (off_t)i * BENCH_PIECE) != BENCH_PIECE) {
            bench_die("pwrite");
        }
        me->ran[i] = (bench_thread() - ran) * 1e6;
    }
    if (me->w) gc_writer_end(me->w, file);
    return NULL;
}

static void bench_producers(int rounds) {
    static const char *const names[4] = {"gc_writer", "queue", "plain", "gc_8_threads"};
    static double ran[4][BENCH_PRODUCERS * BENCH_CALLS];
    double speed[4][BENCH_ROUNDS], cpu[4][BENCH_ROUNDS];

    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 4; turn++) {
            int way = (round + turn) % 4;
            bench_producer producers[BENCH_PRODUCERS];
            gc_writer_desc desc;
            memset(&desc, 0, sizeof desc);
            bench_enter();
            desc.root = bench_root;
            desc.ring_bytes = BENCH_RING;
            if (way == 3) desc.threads = BENCH_PRODUCERS;
            gc_writer *w = way == 0 || way == 3 ? gc_writer_open(&desc, NULL) : NULL;
            if (way == 1) bench_queue_start();

            double start = bench_now(), used = bench_cpu();
            for (int i = 0; i < BENCH_PRODUCERS; i++) {
                producers[i].w = w;
                producers[i].way = way;
                producers[i].index = i;
                producers[i].ran = ran[way] + i * BENCH_CALLS;
                if (pthread_create(&producers[i].thread, NULL, bench_produce, &producers[i]) != 0) {
                    bench_die("pthread_create");
                }
            }

            for (int i = 0; i < BENCH_PRODUCERS; i++) pthread_join(producers[i].thread, NULL);
            if (w) gc_writer_close(w);
            if (way == 1) bench_queue_stop();
            for (int i = 0; !w && i < BENCH_PRODUCERS; i++) close(producers[i].fd);

            speed[way][round] = (double)BENCH_PRODUCERS * BENCH_SHARE / (bench_now() - start) / 1e6;
            cpu[way][round] = bench_cpu() - used;
            bench_leave();
            bench_forget();
        }
    }

    for (int way = 0; way < 4; way++) {
        double mb = bench_median(speed[way], rounds), s = bench_median(cpu[way], rounds);
        printf("bench_writer,producers8,%s,speed,%.0f,MB/s\n", names[way], mb);
        printf("bench_writer,producers8,%s,cpu,%.2f,s\n", names[way], s);
        fprintf(stderr, "producers8   %-14s %6.0f MB/s, %.2f s of processors\n", names[way], mb, s);
        bench_percentiles("producers8", names[way], "thread", ran[way], BENCH_PRODUCERS * BENCH_CALLS);
    }
}

// ---- files, by gc_writer

static void bench_poll(gc_writer *w, int *done) {
    gc_writer_event event;
    while (gc_writer_poll(w, &event)) {
        if (event.result != GC_WRITER_OK) bench_die(event.detail);
        ++*done;
    }
}

static void bench_gc(int files, size_t mean, int durability, bool put, bool borrow) {
    gc_writer_desc desc;
    int done = 0;
    memset(&desc, 0, sizeof desc);
    desc.root = bench_root;
    desc.durability = durability;
    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!w) bench_die("gc_writer_open");

    for (int i = 0; i < files; i++) {
        char path[64];
        size_t size = bench_size(i, mean);
        gc_writer_file_desc d;
        gc_writer_file file;

        memset(&d, 0, sizeof d);
        bench_path(path, sizeof path, i);
        d.path = path;
        d.size_hint = size;
        d.borrow = borrow;
        for (;;) {
            int result =
                put ? gc_writer_put(w, &d, bench_bytes(i), size, &file) : gc_writer_begin_with(w, &d, &file);
            if (result == GC_WRITER_OK) break;
            if (result == GC_WRITER_E_NO_ROOM) gc_writer_room(w, size, -1);
            else if (result == GC_WRITER_E_FULL) gc_writer_flush(w, -1);
            else bench_die("begin");
            bench_poll(w, &done);
        }

        for (size_t at = put ? size : 0; at < size;) {
            size_t n = size - at < BENCH_PIECE ? size - at : BENCH_PIECE,
                   taken = gc_writer_write(w, file, bench_bytes(i) + at, n);
            at += taken;
            if (taken < n) gc_writer_room(w, BENCH_PIECE, -1);
        }
        if (!put) gc_writer_end(w, file);
        bench_poll(w, &done);
    }

    gc_writer_flush(w, -1);
    bench_poll(w, &done);
    gc_writer_close(w);
    if (done != files) bench_die("events");
}

static void bench_gc_write(int files, size_t mean, int durability) {
    bench_gc(files, mean, durability, false, false);
}
static void bench_gc_put(int files, size_t mean, int durability) {
    bench_gc(files, mean, durability, true, false);
}
static void bench_gc_borrow(int files, size_t mean, int durability) {
    bench_gc(files, mean, durability, true, true);
}

static const struct bench_way {
    const char *name;
    void (*run)(int files, size_t mean, int durability);
    bool durable;                   // can that
} bench_ways[] = {
    {"plain", bench_plain, true},
    {"gc_writer", bench_gc_write, true},
    {"gc_put", bench_gc_put, true},
    {"gc_borrow", bench_gc_borrow, true},
    {"queue", bench_queue_files, false},
#ifdef BENCH_WRITER_UV
    {"libuv", bench_uv_files, false},
#endif
#ifdef BENCH_WRITER_URING
    {"io_uring", bench_uring_files, false},
#endif
#ifdef BENCH_WRITER_SDL
    {"SDL3", bench_sdl_files, false},
#endif
};

static void bench_files(const char *name, int files, size_t mean, int durability, int rounds) {
    enum { WAYS = sizeof bench_ways / sizeof bench_ways[0] };
    static uint32_t random = 1;
    int order[WAYS];
    double wall[WAYS][BENCH_ROUNDS], cpu[WAYS][BENCH_ROUNDS], first = 0, first_cpu = 0;
    for (int s = 0; s < WAYS; s++) order[s] = s;

    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < WAYS; turn++) {
            random = random * 1664525u + 1013904223u;       // (Numerical Recipes)
            int other = turn + (int)(((uint64_t)random * (uint64_t)(WAYS - turn)) >> 32), s = order[other];
            order[other] = order[turn];
            order[turn] = s;
            if (durability != GC_WRITER_DURABILITY_NONE && !bench_ways[s].durable) continue;
            bench_enter();
            double start = bench_now(), used = bench_cpu();
            bench_ways[s].run(files, mean, durability);
            wall[s][round] = (bench_now() - start) * 1e6 / files;
            cpu[s][round] = (bench_cpu() - used) * 1e6 / files;
            bench_leave();
            bench_forget();
        }
    }

    for (int s = 0; s < WAYS; s++) {
        if (durability != GC_WRITER_DURABILITY_NONE && !bench_ways[s].durable) continue;
        double w = bench_median(wall[s], rounds), c = bench_median(cpu[s], rounds);
        if (s == 0) {
            first = w;
            first_cpu = c;
        }
        printf("bench_writer,%s,%s,wall,%.1f,us/file\n", name, bench_ways[s].name, w);
        printf("bench_writer,%s,%s,cpu,%.1f,us/file\n", name, bench_ways[s].name, c);
        fprintf(stderr, "%-14s %-10s %8.1f us/file (least %8.1f; plain / it %.2f)  ", name,
                bench_ways[s].name, w, wall[s][0], first / w);
        fprintf(stderr, "cpu %7.1f us/file (%.2f x)\n", c, c / first_cpu);
    }

    fflush(stdout);
}

// ---- a save behind other work

enum { BENCH_SAVE = 64 << 10, BENCH_SAVES = 50 };

// Gives the writer its work; returns how many events will come.
static int bench_give_work(gc_writer *w, int job, const uint8_t *lent, size_t large) {
    gc_writer_file_desc desc;
    char path[64];
    memset(&desc, 0, sizeof desc);
    desc.path = path;
    desc.borrow = true;
    snprintf(path, sizeof path, "large");
    if (job == 1) desc.durability = GC_WRITER_DURABILITY_FILE;
    if (job < 2) {
        if (gc_writer_put(w, &desc, lent, large, NULL) != GC_WRITER_OK) bench_die("put");
        return 1;
    }
    desc.durability = GC_WRITER_DURABILITY_FOLDER;
    for (int i = 0; i < 200; i++) {
        snprintf(path, sizeof path, "durable/%d", i);
        if (gc_writer_put(w, &desc, lent + i * 8192, 8192, NULL) != GC_WRITER_OK) bench_die("put");
    }
    return 200;
}

static double bench_save_gc(gc_writer *w) {
    gc_writer_file_desc desc;
    gc_writer_file file;
    memset(&desc, 0, sizeof desc);
    desc.path = "save";
    double start = bench_now();
    if (gc_writer_put(w, &desc, bench_data, BENCH_SAVE, &file) != GC_WRITER_OK) bench_die("save");
    if (gc_writer_wait(w, file, -1) != GC_WRITER_OK) bench_die("save");
    return bench_now() - start;
}

static double bench_save_plain(int root) {
    double start = bench_now();
    int fd = openat(root, "plain.tmp", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 || write(fd, bench_data, BENCH_SAVE) != BENCH_SAVE) bench_die("plain save");
    if (close(fd) != 0 || renameat(root, "plain.tmp", root, "plain") != 0) bench_die("plain save");
    return bench_now() - start;
}

static void bench_behind(bool quick) {
    static const char *const jobs[] = {"behind_1gb", "behind_durable256mb", "behind_200durable"};
    static double times[2][BENCH_SAVES];
    size_t mb = quick ? 256 : 1024;
    uint8_t *lent = (uint8_t *)malloc(mb << 20);
    if (!lent) bench_die("malloc");
    memset(lent, 7, mb << 20);
    for (int job = 0; job < 3; job++) {
        bench_enter();
        gc_writer_desc desc;
        int saves = 0, busy = 0, done = 0;
        memset(&desc, 0, sizeof desc);
        desc.root = bench_root;
        gc_writer *w = gc_writer_open(&desc, NULL);
        int root = open(bench_root, O_RDONLY | O_DIRECTORY);
        if (!w || root < 0) bench_die("behind");

        // Only saves that began and ended while the work was under way count.
        while (saves < BENCH_SAVES) {
            gc_writer_statistics s;
            if (busy == 0) busy = bench_give_work(w, job, lent, (job == 0 ? mb : 256) << 20);
            struct timespec pause = {0, 1000000};
            nanosleep(&pause, NULL);
            double gc = bench_save_gc(w), plain = bench_save_plain(root);
            gc_writer_get_statistics(w, &s);
            if (s.pending > 0) {
                times[0][saves] = gc * 1e3;
                times[1][saves++] = plain * 1e3;
            }

            bench_poll(w, &done);
            if (s.pending == 0) {
                gc_writer_flush(w, -1);
                bench_poll(w, &done);
                busy = 0;
            }
        }

        gc_writer_close(w);
        close(root);
        bench_leave();
        double gc = bench_median(times[0], saves), plain = bench_median(times[1], saves);
        printf("bench_writer,%s,gc_writer,median,%.2f,ms\n", jobs[job], gc);
        printf("bench_writer,%s,plain,median,%.2f,ms\n", jobs[job], plain);
        fprintf(stderr, "%-20s gc_writer %7.2f ms (max %7.2f), plain %7.2f ms (max %7.2f): %+.2f ms\n",
                jobs[job], gc, times[0][saves - 1], plain, times[1][saves - 1], gc - plain);
    }
    free(lent);
}

// ---- a log

enum { BENCH_LINE = 80, BENCH_SYNC_EVERY = 1000 };

// A log, by one of the ways; each keeps its lines when the process dies, the second within 25
// ms. The last is no log: what taking a place and copying a line cost at least.
enum { BENCH_MAPPED, BENCH_UNMAPPED, BENCH_WRITE, BENCH_STDIO, BENCH_BARE, BENCH_LOGS };
static const char *const bench_log_names[BENCH_LOGS] = {"gc_writer", "gc_unmapped", "write", "stdio", "bare"};
typedef struct bench_logger {
    int way, fd;
    gc_writer *writer;
    gc_writer_file file;
    FILE *stream;
    uint8_t *memory;
    uint64_t tail;
} bench_logger;

static void bench_log_open(bench_logger *l, int way) {
    char path[3300];
    gc_writer_desc desc;
    gc_writer_file_desc file_desc;
    memset(l, 0, sizeof *l);
    memset(&desc, 0, sizeof desc);
    memset(&file_desc, 0, sizeof file_desc);
    l->way = way;
    l->fd = -1;
    desc.root = bench_root;
    file_desc.path = "log";
    file_desc.records = GC_WRITER_RECORDS_LINES;
    file_desc.no_mapping = way == BENCH_UNMAPPED;
    snprintf(path, sizeof path, "%s/log%d", bench_root, way);

    if (way <= BENCH_UNMAPPED) {
        l->writer = gc_writer_open(&desc, NULL);
        if (!l->writer) bench_die("log");
        if (gc_writer_append(l->writer, &file_desc, &l->file) != GC_WRITER_OK) bench_die("append");
    }
    if (way == BENCH_WRITE) l->fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (way == BENCH_STDIO) l->stream = fopen(path, "a");
    if (way == BENCH_BARE) l->memory = (uint8_t *)calloc(1, 1 << 20);
    if (!l->writer && l->fd < 0 && !l->stream && !l->memory) bench_die("log");
}

static bool bench_log_line(bench_logger *l, const char *line) {
    if (l->writer) return gc_writer_write(l->writer, l->file, line, BENCH_LINE) == BENCH_LINE;
    if (l->fd >= 0) return write(l->fd, line, BENCH_LINE) == BENCH_LINE;
    if (l->stream) return fwrite(line, BENCH_LINE, 1, l->stream) == 1 && fflush(l->stream) == 0;
    uint64_t at = __atomic_fetch_add(&l->tail, BENCH_LINE, __ATOMIC_SEQ_CST);
    memcpy(l->memory + at % ((1 << 20) - BENCH_LINE), line, BENCH_LINE);
    return true;
}

static int bench_log_sync(bench_logger *l) {
    if (l->writer) return gc_writer_sync(l->writer, l->file);
    return l->memory ? 0 : fsync(l->fd >= 0 ? l->fd : fileno(l->stream));
}

static void bench_log_close(bench_logger *l) {
    if (l->writer && gc_writer_end(l->writer, l->file) != GC_WRITER_OK) bench_die("end");
    gc_writer_close(l->writer);
    if (l->fd >= 0) close(l->fd);
    if (l->stream) fclose(l->stream);
    free(l->memory);
}

// Lines in a row, and syncs: time in s of all lines; us of each sync.
static double bench_log_run(int way, int lines, double *syncs) {
    bench_logger l;
    char line[BENCH_LINE];
    double total = 0;
    memset(line, 'x', sizeof line);
    line[BENCH_LINE - 1] = '\n';
    bench_log_open(&l, way);

    for (int i = 0; i < lines; i += BENCH_SYNC_EVERY) {
        double start = bench_now();
        for (int k = 0; k < BENCH_SYNC_EVERY; k++) {
            while (!bench_log_line(&l, line)) sched_yield();
        }

        double middle = bench_now();
        if (bench_log_sync(&l) != 0) bench_die("sync");
        total += middle - start;
        syncs[i / BENCH_SYNC_EVERY] = (bench_now() - middle) * 1e6;
    }
    bench_log_close(&l);
    return total;
}

// Lines as a game says them, one in 20 us from each of some threads: ns of each call.
enum { BENCH_LOG_THREADS = 8, BENCH_PACED = 10000 };
typedef struct bench_paced { bench_logger *l; double times[BENCH_PACED]; } bench_paced;
static void *bench_log_paced_run(void *argument) {
    bench_paced *p = (bench_paced *)argument;
    char line[BENCH_LINE];
    memset(line, 'x', sizeof line);
    line[BENCH_LINE - 1] = '\n';
    for (int i = 0; i < BENCH_PACED; i++) {
        double start = bench_now();
        while (!bench_log_line(p->l, line)) sched_yield();
        double end = bench_now();
        p->times[i] = (end - start) * 1e9;
        while (end - start < 20e-6) end = bench_now();
    }
    return NULL;
}

static void bench_log_paced(int threads, int rounds) {
    static bench_paced paced[BENCH_LOG_THREADS];
    static double all[BENCH_ROUNDS][BENCH_LOG_THREADS * BENCH_PACED];
    double p50[BENCH_LOGS][BENCH_ROUNDS], p99[BENCH_LOGS][BENCH_ROUNDS], p999[BENCH_LOGS][BENCH_ROUNDS];
    const int n = threads * BENCH_PACED;

    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < BENCH_LOGS; turn++) {
            int way = (round + turn) % BENCH_LOGS;
            pthread_t thread[BENCH_LOG_THREADS];
            bench_logger l;
            bench_enter();
            bench_log_open(&l, way);
            for (int t = 0; t < threads; t++) {
                paced[t].l = &l;
                int failed = pthread_create(&thread[t], NULL, bench_log_paced_run, &paced[t]);
                if (failed) bench_die("thread");
            }
            for (int t = 0; t < threads; t++) {
                pthread_join(thread[t], NULL);
                memcpy(all[round] + t * BENCH_PACED, paced[t].times, sizeof paced[t].times);
            }
            bench_log_close(&l);
            bench_leave();

            bench_median(all[round], n);        // sorts
            p50[way][round] = all[round][n / 2];
            p99[way][round] = all[round][(int)(n * 0.99)];
            p999[way][round] = all[round][(int)(n * 0.999)];
        }
    }

    for (int way = 0; way < BENCH_LOGS; way++) {
        double a = bench_median(p50[way], rounds), b = bench_median(p99[way], rounds);
        double c = bench_median(p999[way], rounds);
        const char *name = bench_log_names[way];
        printf("bench_writer,log_paced%d,%s,p50,%.0f,ns\n", threads, name, a);
        printf("bench_writer,log_paced%d,%s,p99,%.0f,ns\n", threads, name, b);
        printf("bench_writer,log_paced%d,%s,p99.9,%.0f,ns\n", threads, name, c);
        fprintf(stderr, "log_paced%d   %-12s p50 %6.0f, p99 %6.0f, p99.9 %6.0f ns\n", threads, name, a, b,
                c);
    }
}

static void bench_log(int rounds) {
    enum { LINES = 50000 };
    static double syncs[BENCH_LOGS][BENCH_ROUNDS * LINES / BENCH_SYNC_EVERY];
    double lines[BENCH_LOGS][BENCH_ROUNDS];
    const int each = LINES / BENCH_SYNC_EVERY;

    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < BENCH_LOGS; turn++) {
            int way = (round + turn) % BENCH_LOGS;
            bench_enter();
            lines[way][round] = bench_log_run(way, LINES, syncs[way] + round * each) * 1e9 / LINES;
            bench_leave();
        }
    }

    for (int way = 0; way < BENCH_LOGS; way++) {
        double line = bench_median(lines[way], rounds), sync = bench_median(syncs[way], rounds * each);
        printf("bench_writer,log,%s,line,%.0f,ns\n", bench_log_names[way], line);
        printf("bench_writer,log,%s,sync,%.0f,us\n", bench_log_names[way], sync);
        fprintf(stderr, "log          %-12s %6.0f ns a line, %7.0f us a sync\n", bench_log_names[way], line,
                sync);
    }
    for (int threads = 1; threads <= BENCH_LOG_THREADS; threads *= threads == 2 ? 4 : 2) {
        bench_log_paced(threads, rounds < 3 ? rounds : 3);
    }
}

#include "writer_around.h"
#include "writer_frames.h"

int main(int argc, char **argv) {
    const char *quick_text = getenv("QUICK"), *base = getenv("BENCH_DIR"), *loop = getenv("BENCH_LOOP");
    bool quick = quick_text && quick_text[0] == '1';
    const char *only = argc > 1 ? argv[1] : "";     // a case, or the start of its name

    bench_loop = loop && loop[0] == '1';
    if (!base || !base[0]) base = getenv("TMPDIR");
    if (!base || !base[0]) base = "/tmp";
    snprintf(bench_base, sizeof bench_base, "%s/bench_writer_XXXXXX", base);
    if (!mkdtemp(bench_base)) bench_die(bench_base);
    signal(SIGINT, bench_killed);
    signal(SIGTERM, bench_killed);
    signal(SIGHUP, bench_killed);
    for (size_t i = 0; i < sizeof bench_data; i++) bench_data[i] = (uint8_t)((i * 2654435761u) >> 13);
    int rounds = quick ? 3 : 7;
    size_t n = strlen(only);

    if (strncmp("latency16k", only, n) == 0) bench_latency(quick ? 10000 : BENCH_MAX_PUTS);
    if (strncmp("producers8", only, n) == 0) bench_producers(quick ? 1 : 5);
    if (strncmp("files1000", only, n) == 0) {
        bench_files("files1000", 1000, 190000, GC_WRITER_DURABILITY_NONE, rounds);
    }
    if (strncmp("files10000", only, n) == 0) {
        bench_files("files10000", 10000, 30000, GC_WRITER_DURABILITY_NONE, rounds);
    }
    if (strncmp("small10000", only, n) == 0) {
        bench_files("small10000", 10000, 3000, GC_WRITER_DURABILITY_NONE, rounds);
    }
    if (strncmp("durable_file", only, n) == 0) {
        bench_files("durable_file", 200, 8000, GC_WRITER_DURABILITY_FILE, rounds);
    }
    if (strncmp("durable_folder", only, n) == 0) {
        bench_files("durable_folder", 200, 8000, GC_WRITER_DURABILITY_FOLDER, rounds);
    }
    if (strncmp("behind", only, n) == 0) bench_behind(quick);
    if (strncmp("log", only, n) == 0) bench_log(rounds);
    if (strncmp("around", only, n) == 0) bench_around(rounds);
    if (strncmp("frames", only, n) == 0) bench_frames(quick ? 1 : BENCH_FRAME_ROUNDS);
    bench_remove_all();
    return 0;
}

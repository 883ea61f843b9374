// writer_frames.h - a case of bench_writer.c: how much of a frame an autosave takes. A loop of
// 60 frames a second saves 64 KB every third frame, durable (file and folder are synced), to
// a name that is there already: alone on the disk, and beside a process that writes and syncs
// 64 MB over and over. What counts is what the frame's thread spends on the save and on what
// came of earlier ones; it does not wait for the disk unless its way of saving does.
//   plain       open, write, fsync, close, rename, fsync of the folder, in the frame
//   libuv       a copy of the bytes, and the same by uv_queue_work; one save at a time, in turn
//   gc_writer   gc_writer_put with durability, and gc_writer_poll
#include <sys/wait.h>

enum { BENCH_FRAME_US = 16667, BENCH_FRAME_SAVE = 64 << 10, BENCH_FRAME_SAVES = 50, BENCH_FRAME_ROUNDS = 4 };

static int bench_frame_root;            // the folder, open
static gc_writer *bench_frame_writer;
static int bench_frame_given, bench_frame_done;

static void bench_frame_open(void) {}
static void bench_frame_poll(void) {}
static void bench_frame_close(void) {}
static void bench_frame_durable(const uint8_t *data) {
    bench_plain_file(bench_frame_root, "save", data, BENCH_FRAME_SAVE, true);
    if (fsync(bench_frame_root) != 0) bench_die("fsync");
}
static void bench_frame_plain(void) {
    bench_frame_durable(bench_data);
    bench_frame_done++;
}

static void bench_frame_gc_open(void) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = bench_root;
    desc.durability = GC_WRITER_DURABILITY_FOLDER;
    bench_frame_writer = gc_writer_open(&desc, NULL);
    if (!bench_frame_writer) bench_die("gc_writer_open");
}
static void bench_frame_gc(void) {
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = "save";
    if (gc_writer_put(bench_frame_writer, &desc, bench_data, BENCH_FRAME_SAVE, NULL) != GC_WRITER_OK) {
        bench_die("frames: put");
    }
}
static void bench_frame_gc_poll(void) { bench_poll(bench_frame_writer, &bench_frame_done); }
static void bench_frame_gc_close(void) {
    gc_writer_flush(bench_frame_writer, -1);
    bench_frame_gc_poll();
    gc_writer_close(bench_frame_writer);
}

#ifdef BENCH_WRITER_UV
// The saves that wait for the one under way: each is of the newest state, so all are written.
static uv_work_t bench_frame_work;
static uint8_t *bench_frame_waiting[BENCH_FRAME_SAVES];
static bool bench_frame_busy;

static void bench_frame_uv_next(void);
static void bench_frame_uv_do(uv_work_t *work) { bench_frame_durable((const uint8_t *)work->data); }
static void bench_frame_uv_after(uv_work_t *work, int status) {
    if (status != 0) bench_die("uv");
    free(work->data);
    bench_frame_busy = false;
    bench_frame_done++;
    bench_frame_uv_next();
}
static void bench_frame_uv_next(void) {
    if (bench_frame_busy || bench_frame_done == bench_frame_given) return;
    bench_frame_busy = true;
    bench_frame_work.data = bench_frame_waiting[bench_frame_done];
    if (uv_queue_work(&bench_uv_loop, &bench_frame_work, bench_frame_uv_do, bench_frame_uv_after) != 0) {
        bench_die("uv");
    }
}

static void bench_frame_uv_open(void) {
    if (uv_loop_init(&bench_uv_loop) != 0) bench_die("uv_loop_init");
}
static void bench_frame_uv(void) {
    uint8_t *copy = (uint8_t *)malloc(BENCH_FRAME_SAVE);
    if (!copy) bench_die("malloc");
    memcpy(copy, bench_data, BENCH_FRAME_SAVE);
    bench_frame_waiting[bench_frame_given - 1] = copy;
    bench_frame_uv_next();
}
static void bench_frame_uv_poll(void) { uv_run(&bench_uv_loop, UV_RUN_NOWAIT); }
static void bench_frame_uv_close(void) {
    uv_run(&bench_uv_loop, UV_RUN_DEFAULT);
    uv_loop_close(&bench_uv_loop);
}
#endif

static const struct bench_frame_way {
    const char *name;
    void (*open)(void);
    void (*save)(void);
    void (*poll)(void);
    void (*close)(void);
} bench_frame_ways[] = {
    {"plain", bench_frame_open, bench_frame_plain, bench_frame_poll, bench_frame_close},
#ifdef BENCH_WRITER_UV
    {"libuv", bench_frame_uv_open, bench_frame_uv, bench_frame_uv_poll, bench_frame_uv_close},
#endif
    {"gc_writer", bench_frame_gc_open, bench_frame_gc, bench_frame_gc_poll, bench_frame_gc_close},
};
enum { BENCH_FRAME_WAYS = sizeof bench_frame_ways / sizeof bench_frame_ways[0] };

// us of the frames that saved, and of those that only looked at what came of it.
static double bench_frame_times[BENCH_FRAME_WAYS][BENCH_FRAME_ROUNDS * BENCH_FRAME_SAVES];

static void bench_frame_run(const struct bench_frame_way *way, double *times) {
    bench_enter();
    bench_frame_root = bench_open_root();
    bench_frame_given = bench_frame_done = 0;
    way->open();

    double next = bench_now();
    for (int frame = 0; frame < 3 * BENCH_FRAME_SAVES; frame++) {
        double start = bench_now();
        if (frame % 3 == 0) {
            bench_frame_given++;
            way->save();
        }
        way->poll();
        double us = (bench_now() - start) * 1e6;
        if (frame % 3 == 0) times[frame / 3] = us;
        else if (us > times[frame / 3]) times[frame / 3] = us;

        // The frame's rest; one that is late starts the next at once.
        next += BENCH_FRAME_US * 1e-6;
        double rest = next - bench_now();
        if (rest > 0) usleep((useconds_t)(rest * 1e6));
        else next = bench_now();
    }

    way->close();
    if (bench_frame_done != BENCH_FRAME_SAVES) bench_die("frames: saves");
    close(bench_frame_root);
    bench_leave();
    bench_forget();
}

// Another program that keeps the disk busy, until it is killed.
static pid_t bench_frame_other(void) {
    pid_t child = fork();
    if (child != 0) return child;
    char path[3200];
    snprintf(path, sizeof path, "%s/other", bench_base);
    for (;;) {
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        for (int i = 0; i < 16; i++) {
            if (write(fd, bench_data, sizeof bench_data) < 0) _exit(1);
        }
        fsync(fd);
        close(fd);
    }
}

static void bench_frames(int rounds) {
    for (int busy = 0; busy < 2; busy++) {
        const char *of = busy ? "frames_busy" : "frames";
        pid_t other = busy ? bench_frame_other() : 0;
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < BENCH_FRAME_WAYS; turn++) {
                int way = (round + turn) % BENCH_FRAME_WAYS;
                bench_frame_run(&bench_frame_ways[way], bench_frame_times[way] + round * BENCH_FRAME_SAVES);
            }
        }
        if (other > 0) {
            kill(other, SIGKILL);
            waitpid(other, NULL, 0);
        }

        // Of three frames the dearest: that is what a player feels.
        for (int way = 0; way < BENCH_FRAME_WAYS; way++) {
            int n = rounds * BENCH_FRAME_SAVES;
            double *times = bench_frame_times[way];
            qsort(times, (size_t)n, sizeof *times, bench_compare);
            printf("bench_writer,%s,%s,p50,%.2f,us\n", of, bench_frame_ways[way].name, times[n / 2]);
            printf("bench_writer,%s,%s,p95,%.2f,us\n", of, bench_frame_ways[way].name, times[n * 95 / 100]);
            printf("bench_writer,%s,%s,worst,%.2f,us\n", of, bench_frame_ways[way].name, times[n - 1]);
            fprintf(stderr, "%-12s %-10s p50 %9.1f  p95 %9.1f  worst %9.1f us of a frame\n", of,
                    bench_frame_ways[way].name, times[n / 2], times[n * 95 / 100], times[n - 1]);
        }
    }
}

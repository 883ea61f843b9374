// slow.c - a slow disk (support/slow_disk.c): each rename takes 10 ms, each fsync 5 ms more.
// Beside small, large and durable files of the same writer, with one to three threads, a line
// of a log waits for few of the slow calls, and so do a sync and a file of a high priority.
// Calls are counted; the times are printed.
//   SLOW_MS=1500     of each kind and number of threads
//   SLOW_SHOTS=4     syncs, and files of a high priority
#include "../support/slow_disk.c"

#include "fault.h"

enum { LINE = 80, LINES = 4096, LARGE = 400 * 1024, BEHIND = 100 };
static const char *const kinds[] = {"small", "large", "durable"};
static const int files[] = {300, 60, 150};

static char folder[4200], root[4300];       // root: a folder of its own for each writer
static gc_writer *writer;
static uint8_t large[LARGE];
static long calls, calls_of_first;          // slow ones: of all threads; of the one that serves logs

static double now_ms(void) { return fault_seconds() * 1000; }
static long count_of(long *what) { return __atomic_load_n(what, __ATOMIC_RELAXED); }

// A writer that waited too long for a call when it was closed leaves it behind, with what it
// still makes: so no writer gets the folder of another.
static gc_writer *open_writer(uint32_t threads) {
    static int opened;
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    snprintf(root, sizeof root, "%s/%d", folder, opened++);
    desc.root = root;
    desc.threads = threads;
    desc.close_ms = 1;                      // what is left is dropped
    return writer = gc_writer_open(&desc, NULL);
}
static gc_writer_file open_log(void) {
    gc_writer_file_desc desc;
    gc_writer_file log;
    memset(&desc, 0, sizeof desc);
    desc.path = "log";
    FAULT_CHECK(gc_writer_append(writer, &desc, &log) == GC_WRITER_OK);
    return log;
}
static void write_line(gc_writer_file log) {
    char line[LINE];
    memset(line, '-', sizeof line);
    line[LINE - 1] = '\n';
    FAULT_CHECK(gc_writer_write(writer, log, line, LINE) == LINE);
}
static gc_writer_file put(int i, int kind, int priority, bool forget) {
    gc_writer_file_desc desc;
    gc_writer_file file;
    char path[32];
    memset(&desc, 0, sizeof desc);
    snprintf(path, sizeof path, "%s%d", kinds[kind], i);
    desc.path = path;
    desc.priority = priority;
    desc.forget = forget;
    desc.borrow = true;
    desc.durability = kind == 2 ? GC_WRITER_DURABILITY_FILE : GC_WRITER_DURABILITY_NONE;
    FAULT_CHECK(gc_writer_put(writer, &desc, large, kind == 1 ? LARGE : 1000, &file) == GC_WRITER_OK);
    return file;
}

// ---- the age of a line

static double taken_ms[LINES];              // when
static long taken_calls[LINES], lines;      // calls_of_first by then
static double oldest_ms;
static long most_calls;

// Looks how old the first line is that is not with the system.
static pthread_mutex_t look_mutex = PTHREAD_MUTEX_INITIALIZER;
static void look(void) {
    struct stat info;
    pthread_mutex_lock(&look_mutex);
    long written = stat(fault_join(root, "log"), &info) == 0 ? (long)(info.st_size / LINE) : 0;
    if (written < count_of(&lines)) {
        double age = now_ms() - taken_ms[written];
        long waited = count_of(&calls_of_first) - taken_calls[written];
        if (age > oldest_ms) oldest_ms = age;
        if (waited > most_calls) most_calls = waited;
    }
    pthread_mutex_unlock(&look_mutex);
}
static void at_call(void) {
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    if (!writer || !pthread_equal(pthread_self(), writer->workers[0].thread)) return;
    __atomic_fetch_add(&calls_of_first, 1, __ATOMIC_RELAXED);
    if (count_of(&lines)) look();
}

// A line is due after a quarter of its 100 ms: five fsyncs, and the one that is in hand.
static void age_beside(int kind, uint32_t threads, double ms) {
    oldest_ms = 0;
    most_calls = lines = 0;

    if (!FAULT_CHECK(open_writer(threads))) return;
    gc_writer_file log = open_log();
    for (int i = 0; i < files[kind]; i++) put(i, kind, 0, true);

    double start = now_ms(), next = start;
    while (now_ms() - start < ms && lines < LINES) {
        if (now_ms() >= next) {

            pthread_mutex_lock(&look_mutex);
            taken_ms[lines] = now_ms();
            taken_calls[lines] = count_of(&calls_of_first);
            pthread_mutex_unlock(&look_mutex);
            write_line(log);
            __atomic_fetch_add(&lines, 1, __ATOMIC_RELAXED);
            next += 10;
        }

        fault_sleep_us(1000);
        look();
    }

    printf("slow, a line beside %s files, %u threads: at most %.0f ms old, %ld slow calls waited for\n",
           kinds[kind], (unsigned)threads, oldest_ms, most_calls);
    FAULT_CHECK(most_calls <= 8);
    lines = 0;

    gc_writer_close(writer);
    writer = NULL;
}

// ---- a sync, and a file of a high priority, behind durable files

static void wait_behind(uint32_t threads, int shots, bool sync) {
    double most_ms = 0;
    long most = 0;

    if (!FAULT_CHECK(open_writer(threads))) return;
    gc_writer_file log = open_log();
    write_line(log);
    FAULT_CHECK(gc_writer_sync(writer, log) == GC_WRITER_OK);

    for (int shot = 0; shot < shots; shot++) {
        for (int i = 0; i < BEHIND; i++) put(shot * BEHIND + i, 2, 0, true);

        // In the middle of the first group.
        for (long before = count_of(&calls); count_of(&calls) < before + 8;) fault_sleep_us(500);

        long before = count_of(&calls);
        double start = now_ms();

        if (sync) {
            write_line(log);
            FAULT_CHECK(gc_writer_sync(writer, log) == GC_WRITER_OK);
        } else {
            gc_writer_event event;
            gc_writer_file file = put(shots * BEHIND + shot, 2, GC_WRITER_PRIORITY_HIGH, false);
            FAULT_CHECK(gc_writer_wait_event(writer, file, &event, -1) == GC_WRITER_OK);
        }

        double ms = now_ms() - start;
        long waited = count_of(&calls) - before;
        if (ms > most_ms) most_ms = ms;
        if (waited > most) most = waited;

        gc_writer_priv_lock(writer);
        FAULT_CHECK(writer->ended.count > BEHIND / 4);      // they are still behind it
        gc_writer_priv_unlock(writer);
        FAULT_CHECK(gc_writer_flush(writer, -1) == GC_WRITER_OK);
    }

    printf("slow, %s behind %d durable files, %u threads: at most %.1f ms, %ld slow calls\n",
           sync ? "a sync" : "a high priority", BEHIND, (unsigned)threads, most_ms, most);
    FAULT_CHECK(most <= 6);

    gc_writer_close(writer);
    writer = NULL;
}

int main(void) {
    double ms = (double)fault_count("SLOW_MS", 1500);
    int shots = (int)fault_count("SLOW_SHOTS", 4);
    if (!FAULT_CHECK(fault_folder(folder, sizeof folder))) return fault_finish();
    slow_disk_at_call = at_call;
    setenv("SLOW_FSYNC", "5000", 1);
    setenv("SLOW_RENAME", "10000", 1);
    for (int kind = 0; kind < 3; kind++) {
        for (uint32_t threads = 1; threads <= 3; threads++) age_beside(kind, threads, ms);
    }

    setenv("SLOW_RENAME", "0", 1);
    for (uint32_t threads = 1; threads <= 3; threads++) {
        wait_behind(threads, shots, true);
        wait_behind(threads, shots, false);
    }
    fault_remove_tree(folder);
    return fault_finish();
}

// log.c - a log that dies: SIGKILL at random moments of a run that appends a million lines and
// syncs now and then, or has another thread sync it all the time. After each: every line that
// sync has told is there, and every line that was taken flush_ms ago, of a mapped log every
// line that was taken; at most one is torn, and the next open cuts it. Lines and framed
// records, one file and rotated ones, with threads and synchronous. A disk or a scheduler may
// hold up the writer's thread: what it did is recorded (trace.h), and the time in which it was
// inside a system call, late out of a wait or not running does not count as age. So there is
// no second try: a line that is missing is lost.
//   LOG_KILLS=50    moments, over the run
#include "trace.h"
#include "fault.h"

static char root[4200];
static struct fault_log_shared *shared;
static long lost_synced, lost_old, held_up, wrong, torn_tails, uncut, mapped;
static uint64_t told, old_lines, unsynced_old, all_lines, longest_hold;

enum { FLUSH_MS = 100 };        // the default

static void opened(gc_writer *w) {
    if (w->desc.synchronous) trace_watch(pthread_self(), NULL);
    else trace_watch(w->workers->thread, &w->workers->work);
}

// Lines that had been taken by the end of that ms. A run is shorter than the ring; further back
// than that it holds what came after `ms`.
static uint64_t taken_until(uint64_t ms, uint64_t now) {
    for (uint64_t last = now / 1000000; ms + 4000 > last; ms--) {
        uint64_t n = shared->until[ms % 4096];
        if (n) return n;
    }
    return 0;
}

// The last ms of which all is flush_ms old, without the time in which the thread was held up.
static uint64_t old_ms(uint64_t now, int *most) {
    uint64_t ms = now / 1000000 - FLUSH_MS - 1;
    for (uint64_t end = ms - 3000; ms > end; ms--) {
        uint64_t from = (ms + 1) * 1000000, age = now - from;
        uint64_t held = trace_held_up(trace_shared, from, now, most);
        if (age >= held && age - held >= (uint64_t)FLUSH_MS * 1000000) break;
    }
    return ms;
}

static void choose(fault_log *log, long k) {
    memset(log, 0, sizeof *log);
    log->root = root;
    log->framed = k & 1;
    log->synchronous = k % 8 == 6;
    log->no_mapping = k % 3 != 0;
    log->rotate_bytes = k & 2 ? (uint64_t)4 << 20 : 0;
    log->lines = 1000000;
    log->sync_every = k % 3 == 0 ? 0 : k % 3 == 1 ? 50 : 20000;
    log->events = -1;
    log->opened = opened;

    // A short log without a sync: nothing but its age brings it to the disk.
    if (k % 5 == 4) {
        log->lines = 1000;
        log->sync_every = 0;
    }

    // Syncs of another thread must not hold up the lines, on a slow disk neither.
    if (k % 7 == 5 && !log->synchronous) {
        log->sync_every = 0;
        log->syncer = true;
        trace_shared->slow_sync_ms = k % 4 == 1 ? 0 : 150;
        log->rotate_bytes = k & 2 ? 2500000 : 0;
    }
    log->shared = shared;
}

static void kill_at(long k) {
    fault_log log;
    int status = 0, most = TRACE_NONE;

    memset(shared, 0, sizeof *shared);
    memset(trace_shared, 0, sizeof *trace_shared);
    choose(&log, k);

    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(fault_log_run(&log));
    fault_sleep_us(fault_random(600000));

    uint64_t ran = trace_ran((int)child, __atomic_load_n(&trace_shared->tid, __ATOMIC_ACQUIRE));
    uint64_t now = trace_clock(CLOCK_MONOTONIC);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);

    if (!FAULT_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)) {
        printf("     status %x\n", (unsigned)status);
    }

    trace_finish(trace_shared, now, ran);

    uint64_t lines = 0, again = 0, synced = shared->synced;
    uint64_t old = taken_until(old_ms(now, &most), now);
    uint64_t by_clock = taken_until(now / 1000000 - FLUSH_MS - 1, now);
    uint64_t held = trace_held_up(trace_shared, now - (uint64_t)FLUSH_MS * 1000000, now, NULL) / 1000000;
    size_t torn = 0;

    bool right = fault_log_read(root, log.framed, &lines, &torn) && torn <= FAULT_LINE + 8;
    if (shared->mapped) old = shared->taken;
    bool lost = lines < old, late = lines < by_clock && !lost;
    mapped += shared->mapped;

    wrong += !right;
    lost_synced += lines < synced;
    lost_old += lost;
    held_up += late;
    if (late && held > longest_hold) longest_hold = held;
    told += synced;
    old_lines += old;
    if (old > synced) unsynced_old += old - synced;
    all_lines += lines;
    torn_tails += torn > 0;

    size_t rest = 0;
    bool cut = fault_log_reopen(root, log.framed, log.rotate_bytes) &&
               fault_log_read(root, log.framed, &again, &rest) && again == lines && rest == 0;
    uncut += !cut;

    if (!FAULT_CHECK(right && cut && lines >= synced && !lost) || late) {
        printf("     kill %ld, %s%s%s%s: %llu lines, %llu told, %llu old (%llu by the clock), %llu taken, "
               "%zu torn; held up %llu of the last %d ms, most by %s\n",
               k, log.framed ? "framed" : "lines", log.rotate_bytes ? ", rotated" : "",
               log.synchronous ? ", synchronous" : "", log.syncer ? ", synced by another" : "",
               (unsigned long long)lines, (unsigned long long)synced, (unsigned long long)old,
               (unsigned long long)by_clock, (unsigned long long)shared->taken, torn,
               (unsigned long long)held, FLUSH_MS, trace_names[most]);
    }

    fault_remove_tree(fault_join(root, "logs"));
}

static void *shared_memory(size_t size) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return FAULT_CHECK(p != MAP_FAILED) ? p : NULL;
}

int main(void) {
    fault_seed();
    shared = (struct fault_log_shared *)shared_memory(sizeof *shared);
    trace_shared = (trace *)shared_memory(sizeof *trace_shared);
    if (!shared || !trace_shared || !FAULT_CHECK(fault_folder(root, sizeof root))) return fault_finish();
    long kills = fault_count("LOG_KILLS", 50);
    double begin = fault_seconds();

    for (long k = 0; k < kills; k++) kill_at(k);
    printf(
        "log: %ld kills (%ld of mapped logs): %llu lines there, %llu told by sync (%ld times lost), "
        "%llu taken 100 ms before, "
        "%llu of them not synced (%ld times lost; %ld times late, held up for at most %llu of 100 ms), "
        "%ld torn tails, %ld not cut, %ld wrong, %.1f s\n",
        kills, mapped, (unsigned long long)all_lines, (unsigned long long)told, lost_synced,
        (unsigned long long)old_lines, (unsigned long long)unsynced_old, lost_old, held_up,
        (unsigned long long)longest_hold, torn_tails, uncut, wrong, fault_seconds() - begin);
    FAULT_CHECK(told > 0 && unsynced_old > 0);
    fault_remove_tree(root);
    return fault_finish();
}

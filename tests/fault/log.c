// log.c - a log that dies: SIGKILL at random moments of a run that appends a million lines and
// syncs now and then. After each: every line that sync has told is there, and every line that
// was taken flush_ms ago; at most one is torn, and the next open cuts it. Lines and framed
// records, one file and rotated ones, with threads and synchronous. Where the machine did not
// let the process run for a quarter of flush_ms, its age is not judged, and that is counted. A
// disk or a scheduler may also hold up the writer's thread alone: where old lines are missing,
// three more moments of the same kind are tried, and two of them must confirm it.
//   LOG_KILLS=50    moments, over the run
#include "fault.h"
#include <sys/mman.h>

static char root[4200];
static struct fault_log_shared *shared;
static long lost_synced, lost_old, held_up, judged_old, wrong, torn_tails, uncut;
static uint64_t told, old_lines, unsynced_old, all_lines;

enum { FLUSH_MS = 100 };        // the default

// Lines that had been taken so long before the time.
static uint64_t taken_until(uint64_t ms) {
    uint64_t most = 0;
    for (int i = 0; i < 4000; i++) {        // the newest entry counts; a run is shorter than the ring
        uint64_t n = shared->until[(ms - (uint64_t)i) % 4096];
        if (n > most) most = n;
        if (most) break;
    }
    return most;
}

// Longest time within the last flush_ms in which the process was not let run.
static uint64_t longest_pause(uint64_t ms) {
    uint64_t pause = 0, most = 0;
    for (uint64_t i = ms - FLUSH_MS; i <= ms; i++) {
        pause = shared->ran[i % 4096] ? 0 : pause + 1;
        if (pause > most) most = pause;
    }
    return most;
}

// Whether lines were missing that had been taken flush_ms before.
static bool kill_once(long k) {
    fault_log log;
    int status = 0;
    memset(&log, 0, sizeof log);
    memset(shared, 0, sizeof *shared);
    log.root = root;
    log.framed = k & 1;
    log.synchronous = k % 8 == 6;
    log.rotate_bytes = k & 2 ? (uint64_t)4 << 20 : 0;
    log.lines = 1000000;
    log.sync_every = k % 3 == 0 ? 0 : k % 3 == 1 ? 50 : 20000;
    log.events = -1;

    // A short log without a sync: nothing but its age brings it to the disk.
    if (k % 5 == 4) {
        log.lines = 1000;
        log.sync_every = 0;
    }
    log.shared = shared;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(fault_log_run(&log));
    fault_sleep_us(fault_random(600000));
    uint64_t now = fault_ms();
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    if (!FAULT_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)) {
        printf("     status %x\n", (unsigned)status);
    }

    long before = lost_synced + wrong + uncut;
    uint64_t lines = 0, again = 0, old = taken_until(now - FLUSH_MS - 1), synced = shared->synced;
    size_t torn = 0;
    if (!fault_log_read(root, log.framed, &lines, &torn) || torn > FAULT_LINE + 8) wrong++;
    if (lines < synced) lost_synced++;
    bool ran = longest_pause(now) < FLUSH_MS / 4;
    judged_old += ran;
    bool lost = ran && lines < old;
    told += synced;
    old_lines += old;
    if (old > synced) unsynced_old += old - synced;
    all_lines += lines;
    torn_tails += torn > 0;

    bool reopened = fault_log_reopen(root, log.framed);
    if (!reopened || !fault_log_read(root, log.framed, &again, &torn) || again != lines || torn) uncut++;
    bool right = FAULT_CHECK(lost_synced + wrong + uncut == before);
    if (!right || lost) {
        printf("     kill %ld, %s%s%s: %llu lines, %llu told, %llu old, %llu taken, %zu torn\n", k,
               log.framed ? "framed" : "lines", log.rotate_bytes ? ", rotated" : "",
               log.synchronous ? ", synchronous" : "", (unsigned long long)lines, (unsigned long long)synced,
               (unsigned long long)old, (unsigned long long)shared->taken, torn);
        printf("     longest pause %llu ms\n", (unsigned long long)longest_pause(now));
    }
    fault_remove_tree(fault_join(root, "logs"));
    return lost;
}

static void kill_at(long k) {
    if (!kill_once(k)) return;
    int confirmed = 0;
    for (int i = 0; i < 3; i++) confirmed += kill_once(k);
    if (confirmed >= 2) lost_old++;
    else held_up++;
    FAULT_CHECK(confirmed < 2);
}

int main(void) {
    fault_seed();
    shared = (struct fault_log_shared *)mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!FAULT_CHECK(shared != MAP_FAILED)) return fault_finish();
    if (!FAULT_CHECK(fault_folder(root, sizeof root))) return fault_finish();
    long kills = fault_count("LOG_KILLS", 50);
    double begin = fault_seconds();
    for (long k = 0; k < kills; k++) kill_at(k);
    printf(
        "log: %ld kills: %llu lines there, %llu told by sync (%ld times lost), %llu taken 100 ms before, "
        "%llu of them not synced (%ld of %ld times lost, %ld times held up; else the machine paused), "
        "%ld torn tails, "
        "%ld not cut, %ld wrong, %.1f s\n",
        kills, (unsigned long long)all_lines, (unsigned long long)told, lost_synced,
        (unsigned long long)old_lines, (unsigned long long)unsynced_old, lost_old, judged_old, held_up,
        torn_tails, uncut, wrong, fault_seconds() - begin);
    FAULT_CHECK(told > 0 && unsynced_old > 0 && judged_old > 0);
    fault_remove_tree(root);
    return fault_finish();
}

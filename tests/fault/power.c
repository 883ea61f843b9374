// power.c - pulls the plug (as root). A run of operations works on a file system in an image;
// at random moments the image is cloned (by reflink, so at one instant: what the file system
// has in memory only is lost), the clone is mounted, which replays its journal, and checked
// against the events that had left the process before. What this does not show: a disk that
// loses what it holds in its own cache without having been told to keep it.
//   CUTS_EXT4=60 CUTS_XFS=20 CUTS_BTRFS=20    cuts at level file and folder; level file gets a third of them
//   LOG_CUTS_EXT4=20 LOG_CUTS_XFS=10          cuts of a log that is synced now and then
//   SET_CUTS_EXT4=20 SET_CUTS_XFS=10 SET_CUTS_BTRFS=3     of sets of three files
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

// Where there is a journal file its sync follows each rename, and brings that to the disk: so
// cuts come between the names of a set, too.
static int journal = -1;
static int power_renameat(int a, const char *from, int b, const char *to) {
    int result = renameat(a, from, b, to);
    if (journal >= 0 && (pwrite(journal, "x", 1, 0) != 1 || fsync(journal) != 0)) return -1;
    return result;
}
#define renameat power_renameat
#include "fault.h"
#undef renameat
#include "disk.h"
#include <sys/prctl.h>

enum { NAMES = 64, LOG = 4, SETS = 5 };     // the last two in place of a level
typedef struct result { long cuts, checked, torn, lost, told, left, first_bad, unreplayed; } result;

typedef struct victim { pid_t pid; int events; int number; } victim;

static bool start(victim *v, int durability) {
    static int number;
    char root[4300];
    int tell[2];

    v->number = number++;
    snprintf(root, sizeof root, "%s/disk/g%d", work, v->number);
    if (pipe2(tell, O_CLOEXEC) != 0) return false;
    fcntl(tell[0], F_SETPIPE_SZ, 1 << 20);
    fflush(stdout);
    v->pid = fork();

    if (v->pid == 0) {
        fault_run run;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (durability == LOG) {
            fault_log log;
            memset(&log, 0, sizeof log);
            log.root = root;
            log.framed = v->number & 1;
            log.rotate_bytes = v->number & 2 ? 300000 : 0;
            log.no_mapping = v->number % 3 == 2;
            log.lines = 100000000;
            log.sync_every = 40;
            log.pause_us = 2000;
            log.events = tell[1];
            _exit(fault_log_run(&log));
        }
        if (durability == SETS) {
            journal = open(in("disk/journal"), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
            _exit(journal < 0 ? 8 : fault_set_run(root, 1, UINT64_MAX, tell[1]));
        }
        memset(&run, 0, sizeof run);
        run.root = root;
        run.durability = durability;
        run.names = NAMES;
        run.first_version = 1;
        run.rounds = 1000000;
        run.events = tell[1];
        _exit(fault_drive(&run));
    }

    close(tell[1]);
    v->events = tell[0];
    return v->pid > 0;
}
static void stop(victim *v) {
    int status = 0;
    kill(v->pid, SIGKILL);
    waitpid(v->pid, &status, 0);
    if (!FAULT_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)) {
        printf("     status %x\n", (unsigned)status);
    }
    close(v->events);
}

// What stands in the clone against what was told before (from) and until just after (to) it was
// taken.
static void look(const char *root, const uint64_t *from, const uint64_t *to, result *r) {
    long bad = r->torn + r->lost;
    for (uint32_t n = 0; n < NAMES; n++) {
        uint64_t is = fault_read(root, n), state = FAULT_ABSENT;
        bool known = false;
        for (uint64_t v = 1; v <= to[n] + 1; v++) {
            if (v > from[n]) known = known || is == state;      // the state before v
            state = fault_after(state, n, v);
        }
        known = known || is == state;
        r->checked++;
        r->told += from[n] > 0;
        if (is == FAULT_TORN) r->torn++;
        else if (!known) r->lost++;
    }
    if (r->torn + r->lost > bad && r->first_bad == 0) r->first_bad = r->cuts;
}

// The same of a log: what was told before is there. A tail that is torn, or wrong, is cut when
// the log is opened; what was told is never behind it.
static void look_log(const victim *v, const char *root, uint64_t from, result *r) {
    uint64_t lines = 0;
    size_t torn = 0;
    bool framed = v->number & 1;
    fault_log_read(root, framed, &lines, &torn);
    r->checked++;
    r->told += from > 0;
    if (lines < from && r->lost++ == 0) r->first_bad = r->cuts;
    uint64_t rotate = v->number & 2 ? 300000 : 0;
    bool there = access(fault_join(root, "logs/log"), F_OK) == 0;
    if (there && !fault_log_reopen(root, framed, rotate)) r->torn++;
}

// The same of a set, once the root has been opened.
static void look_set(const char *root, uint64_t from, uint64_t to, result *r) {
    bool there = access(root, F_OK) == 0;
    uint64_t is = there && fault_sweep(root) ? fault_set_read(root) : (uint64_t)FAULT_ABSENT;
    r->checked++;
    r->told += from > 0;
    bool torn = is == FAULT_TORN || is == FAULT_MIXED, lost = !torn && (is < from || is > to + 1);
    r->torn += torn;
    r->lost += lost;
    if ((torn || lost) && r->first_bad == 0) r->first_bad = r->cuts;
}

// What was told by now: of sets the newest alone, as told[0].
static void drain(const victim *v, int durability, uint64_t *told) {
    uint64_t version;
    if (durability != SETS) {
        fault_drain(v->events, false, told, NAMES);
        return;
    }
    fcntl(v->events, F_SETFL, O_NONBLOCK);
    while (read(v->events, &version, sizeof version) == sizeof version) told[0] = version;
}

static bool cut(victim *v, int durability, uint64_t *told, result *r) {
    uint64_t before[NAMES];
    char root[4300];
    bool alone = strcmp(disk_type, "btrfs") == 0;       // two with one UUID cannot be mounted together
    drain(v, durability, told);
    memcpy(before, told, sizeof before);
    if (!clone_disk()) return false;
    drain(v, durability, told);
    r->cuts++;

    if (alone) {
        stop(v);
        leave(&disk_mounted, "disk");
        command("btrfs device scan --forget");
    }

    // A program elsewhere that looks for btrfs devices may bring back the one just forgotten:
    // then once more.
    for (int tries = 0; !clone_mounted && tries < (alone ? 4 : 1); tries++) {
        if (tries > 0) fault_sleep_us(50000);
        if (tries > 0) command("btrfs device scan --forget");
        mount_clone("");
    }

    // Linux 6.18 cannot replay some of btrfs's own logs ("Failed to recover log tree", errno
    // 17), where files were synced and renamed and the folder was not. What was there before
    // that log must be whole all the same; with the folder synced this has not been seen.
    bool replayed = clone_mounted;
    if (!replayed && alone && durability < GC_WRITER_DURABILITY_FOLDER) {
        r->unreplayed++;
        mount_clone(",ro,rescue=nologreplay");
    }

    if (!FAULT_CHECK(clone_mounted)) {
        if (alone) mount_disk();
        fflush(stdout);
        char tail[4300];
        snprintf(tail, sizeof tail, "tail -n 5 %s/log", work);
        FAULT_CHECK(system(tail) == 0);
        return false;
    }

    snprintf(root, sizeof root, "%s/clone/g%d", work, v->number);
    if (durability == LOG) look_log(v, root, before[0], r);
    else if (durability == SETS) look_set(root, before[0], told[0], r);
    else look(root, before, told, r);
    if (replayed && access(root, F_OK) == 0) {
        FAULT_CHECK(fault_sweep(root));
        r->left += fault_leftovers(root, "");
    }
    leave(&clone_mounted, "clone");
    unlink(in("host/clone.img"));

    if (alone) {
        for (int tries = 0; tries < 40; tries++) {
            if (tries > 0) fault_sleep_us(50000);
            command("btrfs device scan --forget");
            if (mount_disk()) return true;
        }
        return false;
    }

    // xfs keeps all since the last quiet moment in its log, and a mount replays it: seconds.
    // Give it that moment.
    if (strcmp(disk_type, "xfs") == 0) command("fsfreeze -f %s/disk && fsfreeze -u %s/disk", work, work);
    return true;
}

// Waits until something is told of a quarter of the names, or of the log or the set: so that
// there is something to lose, however slow the disk is.
static void wait_until_told(const victim *v, int durability, uint64_t *told) {
    int status, names = durability < LOG ? NAMES / 4 : 1;
    for (int n = 0; n < names && waitpid(v->pid, &status, WNOHANG) == 0; n += told[n] > 0) {
        drain(v, durability, told);
        if (!told[n]) fault_sleep_us(1000);
    }
}

// So many cuts at a level; with `enough`, until one shows a loss.
static result cuts(int durability, long count, bool enough) {
    result r;
    victim v;
    uint64_t told[NAMES];
    int turns = strcmp(disk_type, "btrfs") == 0 ? 1 : 15;       // cuts of one run
    memset(&r, 0, sizeof r);
    double begin = fault_seconds();

    while (r.cuts < count && !(enough && r.first_bad)) {
        memset(told, 0, sizeof told);
        if (!FAULT_CHECK(disk_mounted) || !FAULT_CHECK(start(&v, durability))) break;
        bool ok = true;
        for (int k = 0; k < turns && ok && r.cuts < count && !(enough && r.first_bad); k++) {
            // Some in the first moments, when folders are made; most later, so that there is
            // something to lose.
            bool early = turns == 1 ? r.cuts % 4 == 0 : k == 0;
            if (!early) wait_until_told(&v, durability, told);
            fault_sleep_us(fault_random(early ? 20000 : turns == 1 ? 300000 : 60000));
            ok = cut(&v, durability, told, &r);
        }
        if (turns > 1) stop(&v);
        if (!FAULT_CHECK(ok)) break;
        char root[4300];
        snprintf(root, sizeof root, "%s/disk/g%d", work, v.number);
        fault_remove_tree(root);
    }

    static const char *const levels[] = {"", "none", "file", "file and folder", "of a log's sync",
                                          "of sets of three"};
    printf(
        "power cut, %s, level %s: %ld cuts, %ld names checked, %ld of them told: %ld torn, %ld told and lost",
        disk_type, levels[durability], r.cuts, r.checked, r.told, r.torn, r.lost);
    if (r.first_bad) printf(" (first at cut %ld)", r.first_bad);
    if (r.unreplayed)
        printf("; %ld of the cuts seen without the log, which the file system could not replay",
               r.unreplayed);
    printf(", %.1f s\n", fault_seconds() - begin);
    fflush(stdout);
    FAULT_CHECK(r.left == 0);
    return r;
}

static void on(const char *type, const char *megabytes, const char *make, long count, long log_count,
               long set_count) {
    if (count <= 0 || !disk_make(type, megabytes, make)) return;
    result r = cuts(GC_WRITER_DURABILITY_NONE, 20, true);
    FAULT_CHECK(r.first_bad > 0);                       // the test can fail
    r = cuts(GC_WRITER_DURABILITY_FILE, count / 3 + 1, false);
    FAULT_CHECK(r.torn == 0);
    FAULT_CHECK(r.told > 0);
    r = cuts(GC_WRITER_DURABILITY_FOLDER, count, false);
    FAULT_CHECK(r.torn == 0 && r.lost == 0);
    FAULT_CHECK(r.told > r.cuts);
    FAULT_CHECK(r.cuts == count);
    if (log_count > 0) {
        r = cuts(LOG, log_count, false);
        FAULT_CHECK(r.torn == 0 && r.lost == 0);
        FAULT_CHECK(r.told > r.cuts / 2);
        FAULT_CHECK(r.cuts == log_count);
    }
    if (set_count > 0) {
        r = cuts(SETS, set_count, false);
        FAULT_CHECK(r.torn == 0 && r.lost == 0);
        FAULT_CHECK(r.told > r.cuts / 2);
        FAULT_CHECK(r.cuts == set_count);
    }
    leave(&disk_mounted, "disk");
}

int main(void) {
    if (!disk_begin()) return fault_finish();
    on("ext4", "200", "-q -F", fault_count("CUTS_EXT4", 60), fault_count("LOG_CUTS_EXT4", 20),
       fault_count("SET_CUTS_EXT4", 20));
    on("xfs", "320", "-q -f", fault_count("CUTS_XFS", 20), fault_count("LOG_CUTS_XFS", 10),
       fault_count("SET_CUTS_XFS", 10));
    on("btrfs", "320", "-q -f", fault_count("CUTS_BTRFS", 20), 0, fault_count("SET_CUTS_BTRFS", 3));
    return fault_finish();
}

// full.c - a disk that is full, by steps: bytes and inodes of a tmpfs, the process's file size
// limit, a quota of btrfs; one that becomes read-only under a writer; and one that hangs
// (fsfreeze), with a watchdog started before that thaws it. As root; without, the file size
// limit alone.
//   FULL_STEPS=256    sizes, over the megabyte in which everything comes to fit
//   QUOTA_STEPS=64    of the quota, over the half megabyte in which everything comes to fit
#include "fault.h"
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

static char work[4200];
static bool mounted;

#define command(...) fault_command(work, __VA_ARGS__)
static const char *in(const char *name) { return fault_join(work, name); }
static void leave(void) { fault_unmount(&mounted, in("disk")); }
static void clean(void) {
    leave();
    fault_remove_tree(work);
}

// ---- one session: three files that were there and four new ones

enum { FILES = 7, MOST = 200000 };
static const char *const paths[FILES] = {"old0", "old1", "new/x", "old2", "new/deep/y", "z", "big"};
static const size_t sizes[FILES] = {20000, 30000, 60000, 9000, 50000, 1, MOST};
static uint8_t content[MOST + FILES];       // file i holds its bytes from i on

static bool is(const char *folder, const char *name, const void *want, size_t size) {
    return fault_is(fault_join(folder, name), want, size);
}
static bool is_missing(const char *folder, const char *name) {
    return fault_is_missing(fault_join(folder, name));
}
static bool make_old(const char *folder) {
    char path[4400];
    bool ok = true;
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/old%d", folder, i);
        int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        ok = ok && fd >= 0 && write(fd, content + 100 * i, 8192) == 8192;
        if (fd >= 0) close(fd);
    }
    return ok;
}
static bool is_old(const char *folder, int i) {
    return strncmp(paths[i], "old", 3) == 0 ? is(folder, paths[i], content + 100 * (paths[i][3] - '0'), 8192)
                                            : is_missing(folder, paths[i]);
}

typedef struct outcome { int published, failed; int error[FILES], stage[FILES], result[FILES]; } outcome;

static bool submit(gc_writer *w, int i) {
    gc_writer_file_desc desc;
    gc_writer_file file;
    size_t done = 0;

    memset(&desc, 0, sizeof desc);
    desc.path = paths[i];
    desc.tag = (uint64_t)i;
    desc.borrow = true;
    if (i % 3 == 0) return gc_writer_put(w, &desc, content + i, sizes[i], NULL) == GC_WRITER_OK;
    desc.borrow = false;
    if (gc_writer_begin_with(w, &desc, &file) != GC_WRITER_OK) return false;

    while (done < sizes[i]) {
        size_t n =
            gc_writer_write(w, file, content + i + done, sizes[i] - done < 3000 ? sizes[i] - done : 3000);
        done += n;
        if (n == 0 && gc_writer_room(w, 1, 10000) != GC_WRITER_OK) return false;
    }
    return gc_writer_end(w, file) == GC_WRITER_OK;
}

// Every file's event; what is told must stand. Nothing temporary is left though the writer
// lives.
static outcome session(gc_writer *w, const char *folder, bool fresh) {
    outcome o;
    gc_writer_event event;
    memset(&o, 0, sizeof o);
    for (int i = 0; i < FILES; i++) FAULT_CHECK(submit(w, i));
    FAULT_CHECK(gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK);

    while (gc_writer_poll(w, &event)) {
        int i = (int)event.tag;
        FAULT_CHECK(strcmp(event.path, paths[i]) == 0);
        if (event.type == GC_WRITER_PUBLISHED) {
            o.published++;
            FAULT_CHECK(is(folder, paths[i], content + i, sizes[i]));
            continue;
        }
        o.failed++;
        o.error[i] = event.system_error;
        o.stage[i] = event.stage;
        o.result[i] = event.result;
        FAULT_CHECK(event.type == GC_WRITER_FAILED && event.stage != GC_WRITER_STAGE_NONE);
        if (fresh) FAULT_CHECK(is_old(folder, i));
    }

    FAULT_CHECK(o.published + o.failed == FILES);
    FAULT_CHECK(fault_leftovers(folder, ".tmp") == 0);
    return o;
}
static gc_writer *open_writer(const char *folder, bool synchronous, int durability, gc_writer_error *error) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = folder;
    desc.ring_bytes = 65536;
    desc.synchronous = synchronous;
    desc.durability = durability;
    return gc_writer_open(&desc, error);
}
static void all_told(const outcome *o, int error) {
    for (int i = 0; i < FILES; i++) {
        if (!o->error[i]) continue;
        bool ok = o->error[i] == error &&
                  o->result[i] == (error == EFBIG ? GC_WRITER_E_SYSTEM : GC_WRITER_E_DISK_FULL);
        if (!FAULT_CHECK(ok))
            printf("     %s: %s, stage %s, errno %d\n", paths[i], gc_writer_result_string(o->result[i]),
                   gc_writer_stage_string(o->stage[i]), o->error[i]);
    }
}

// ---- tmpfs

static void tmpfs(const char *what, const char *option, long first, long step, long steps) {
    long full = 0, fits = 0, failed = 0, unopened = 0;
    const char *disk = in("disk");
    char folder[4400], options[64];

    snprintf(folder, sizeof folder, "%s", disk);
    for (long i = 0; i < steps; i++) {
        gc_writer_error error;
        if (mount("tmpfs", folder, "tmpfs", 0, "size=16m,nr_inodes=1000") != 0) {
            fault_skip(what, strerror(errno));
            return;
        }
        mounted = true;
        FAULT_CHECK(make_old(folder));
        snprintf(options, sizeof options, option, first + i * step);
        FAULT_CHECK(mount("tmpfs", folder, "tmpfs", MS_REMOUNT, options) == 0);
        gc_writer *w = open_writer(folder, i % 2 == 1, (int)(i % 3) + 1, &error);
        if (!w) {                           // not even a lock file: told, too
            unopened++;
            FAULT_CHECK(error.result == GC_WRITER_E_ROOT && error.system_error == ENOSPC);
        } else {
            outcome o = session(w, folder, true);
            all_told(&o, ENOSPC);
            failed += o.failed;
            full += o.failed > 0;
            fits += o.failed == 0;
        }

        // There is space again: the same writer, the same files.
        FAULT_CHECK(mount("tmpfs", folder, "tmpfs", MS_REMOUNT, "size=16m,nr_inodes=1000") == 0);
        if (!w) w = open_writer(folder, false, 0, NULL);
        if (FAULT_CHECK(w != NULL)) {
            outcome o = session(w, folder, false);
            FAULT_CHECK(o.published == FILES);
            gc_writer_close(w);
        }
        FAULT_CHECK(fault_leftovers(folder, "") == 0);
        leave();
    }

    printf(
        "disk full, %s: %ld steps, too small %ld (%ld files failed, each told), not to be opened %ld, large "
        "enough %ld\n",
        what, steps, full, failed, unopened, fits);
    FAULT_CHECK(full > 0 && fits > 0);
    fflush(stdout);
}

// ---- RLIMIT_FSIZE: a file is published if and only if it is within the limit

static void size_limit(long steps) {
    struct rlimit before, limit;
    char folder[4400];
    long failed = 0;

    getrlimit(RLIMIT_FSIZE, &before);
    snprintf(folder, sizeof folder, "%s", in("limit"));
    for (long i = 0; i < steps; i++) {
        bool synchronous = i % 2 == 1;
        FAULT_CHECK(mkdir(folder, 0777) == 0 && make_old(folder));
        gc_writer *w = open_writer(folder, synchronous, 0, NULL);
        if (!FAULT_CHECK(w != NULL)) return;

        // The writer's thread takes no signals; in synchronous mode SIGXFSZ is the caller's
        // own.
        signal(SIGXFSZ, synchronous ? SIG_IGN : SIG_DFL);
        fflush(stdout);
        limit = before;
        limit.rlim_cur = (rlim_t)(i * MOST / (steps - 1));
        setrlimit(RLIMIT_FSIZE, &limit);
        outcome o = session(w, folder, true);
        setrlimit(RLIMIT_FSIZE, &before);
        all_told(&o, EFBIG);
        failed += o.failed;
        for (int k = 0; k < FILES; k++) FAULT_CHECK((o.error[k] == 0) == (sizes[k] <= limit.rlim_cur));
        o = session(w, folder, false);
        FAULT_CHECK(o.published == FILES);
        gc_writer_close(w);
        FAULT_CHECK(fault_leftovers(folder, "") == 0);
        fault_remove_tree(folder);
    }

    printf("file size limit: %ld steps, %ld files failed, each told and no other\n", steps, failed);
    FAULT_CHECK(failed > 0);
}

// ---- a file system in an image

static bool image(const char *type, const char *megabytes, const char *make) {
    unlink(in("disk.img"));
    if (command("truncate -s %sM %s/disk.img && mkfs.%s %s %s/disk.img && mount -o loop %s/disk.img %s/disk",
                megabytes, work, type, make, work, work, work) != 0) {
        return false;
    }
    mounted = true;
    return true;
}

static void quota(long steps) {
    char folder[4400];
    long failed = 0, full = 0;
    int limited = 0;

    if (!image("btrfs", "400", "-q -f")) {
        fault_skip("quota", "btrfs cannot be made or mounted here");
        return;
    }
    if (command("btrfs quota enable %s/disk", work) != 0) {
        fault_skip("quota", "btrfs quota cannot be enabled here");
        leave();
        return;
    }

    for (long i = 0; i < steps; i++) {
        snprintf(folder, sizeof folder, "%s/disk/s%ld", work, i);
        FAULT_CHECK(command("btrfs subvolume create %s", folder) == 0 && make_old(folder) &&
                    command("sync -f %s", folder) == 0);
        limited += command("btrfs qgroup limit %ld %s", 65536 + i * 524288 / steps, folder) == 0;
        gc_writer *w = open_writer(folder, i % 2 == 1, (int)(i % 3) + 1, NULL);
        if (!w) continue;                   // not even a lock file
        outcome o = session(w, folder, true);
        all_told(&o, EDQUOT);
        failed += o.failed;
        full += o.failed > 0;
        FAULT_CHECK(command("btrfs qgroup limit none %s", folder) == 0);
        o = session(w, folder, false);
        FAULT_CHECK(o.published == FILES);
        gc_writer_close(w);
        FAULT_CHECK(fault_leftovers(folder, "") == 0);
        FAULT_CHECK(command("btrfs subvolume delete %s", folder) == 0);
    }

    leave();
    printf("quota, btrfs: %ld steps, too small %ld (%ld files failed, each told)\n", steps, full, failed);
    FAULT_CHECK(limited == steps && full > 0);
    fflush(stdout);
}

// ---- hung disk

enum { MARK_BEGIN = 424242, MARK_END = 424243 };
// seen in the trace; fails, and changes nothing
static void mark(int which) { syscall(SYS_getpgid, which); }

// Freezes the file system of the folder, and thaws it after 10 s or when the pipe is closed,
// whatever becomes of us.
static pid_t freeze(const char *folder, int *release) {
    int tell[2], ready[2];
    if (pipe(tell) != 0 || pipe(ready) != 0) return -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        char byte;
        int fd = open(folder, O_RDONLY | O_DIRECTORY);
        close(tell[1]);
        alarm(0);
        bool ok = fd >= 0 && ioctl(fd, FIFREEZE, 0) == 0;
        byte = ok ? 'y' : 'n';
        if (write(ready[1], &byte, 1) != 1) ok = true;
        for (int i = 0; ok && i < 1000; i++) {
            fcntl(tell[0], F_SETFL, O_NONBLOCK);
            if (read(tell[0], &byte, 1) == 0) break;
            fault_sleep_us(10000);
        }
        if (fd >= 0) ioctl(fd, FITHAW, 0);
        _exit(ok ? 0 : 1);
    }

    char byte = 'n';
    close(tell[0]);
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1) byte = 'n';
    close(ready[0]);
    *release = tell[1];
    return byte == 'y' ? child : -1;
}

static int hung(const char *folder) {
    static uint8_t data[16384];
    enum { MORE = 1000, WAITING = 20 };
    gc_writer_file file, other[WAITING];
    gc_writer_event event;
    int release, status;
    memset(data, 'x', sizeof data);
    gc_writer *w = open_writer(folder, false, GC_WRITER_DURABILITY_FOLDER, NULL);
    if (!FAULT_CHECK(w != NULL)) return 1;
    FAULT_CHECK(gc_writer_begin(w, "before", &file) == GC_WRITER_OK &&
                gc_writer_write(w, file, "text", 4) == 4 && gc_writer_end(w, file) == GC_WRITER_OK &&
                gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK && gc_writer_poll(w, &event));
    pid_t watchdog = freeze(folder, &release);

    if (watchdog < 0) {
        fault_skip("hung disk", "FIFREEZE fails");
        gc_writer_close(w);
        return 0;
    }

    double start = fault_seconds(), slowest = 0;
    size_t taken = 0, none = 0;
    FAULT_CHECK(gc_writer_begin(w, "hung/file", &file) == GC_WRITER_OK);
    mark(MARK_BEGIN);
    for (int i = 0; i < MORE; i++) {
        double before = fault_seconds();
        size_t n = gc_writer_write(w, file, data, sizeof data);
        double took = fault_seconds() - before;
        if (took > slowest) slowest = took;
        taken += n;
        none += n == 0;
    }

    mark(MARK_END);
    FAULT_CHECK(taken == w->block_count * w->block_size && gc_writer_room(w, 1, 0) == GC_WRITER_TIMEOUT &&
                none >= MORE - 10);
    for (int i = 0; i < WAITING; i++) {     // others may still begin and end, and are told later
        char path[32];
        snprintf(path, sizeof path, "empty%d", i);
        FAULT_CHECK(gc_writer_begin(w, path, &other[i]) == GC_WRITER_OK);
        FAULT_CHECK(gc_writer_write(w, other[i], "y", 1) == 0);
        FAULT_CHECK(gc_writer_end(w, other[i]) == GC_WRITER_OK);
    }

    FAULT_CHECK(gc_writer_wait(w, other[0], 50) == GC_WRITER_TIMEOUT &&
                gc_writer_room(w, 1, 50) == GC_WRITER_TIMEOUT &&
                gc_writer_flush(w, 50) == GC_WRITER_TIMEOUT && !gc_writer_poll(w, &event));
    double frozen = fault_seconds() - start;
    close(release);                         // thaws
    waitpid(watchdog, &status, 0);
    FAULT_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    FAULT_CHECK(gc_writer_end(w, file) == GC_WRITER_OK && gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK);
    int published = 0;
    while (gc_writer_poll(w, &event)) published += event.type == GC_WRITER_PUBLISHED;
    FAULT_CHECK(published == WAITING + 1);
    gc_writer_close(w);
    printf(
        "hung disk: frozen %.2f s, %zu writes of 0 bytes once the ring was full, slowest call %.0f us; "
        "after it %d of %d published\n",
        frozen, none, slowest * 1e6, published, WAITING + 1);
    return fault_failed != 0;
}

// The same under strace: between the marks, the calls of the thread that writes.
static void hung_traced(const char *self) {
    char line[1000];
    long tid = 0, futex = 0, others = 0;
    bool seen_end = false;

    if (command("command -v strace") != 0) {
        fault_skip("hung disk, system calls", "no strace");
        return;
    }
    FAULT_CHECK(command("timeout 60 strace -f -o %s/trace %s hung %s/disk/hung2", work, self, work) == 0);
    FILE *f = fopen(in("trace"), "r");

    while (f && fgets(line, sizeof line, f)) {
        char name[64];
        long id, number = 0;
        if (sscanf(line, "%ld %63[a-z0-9_](%ld", &id, name, &number) < 2) continue;
        if (strcmp(name, "getpgid") == 0 && number == MARK_BEGIN) {
            tid = id;
        } else if (strcmp(name, "getpgid") == 0 && number == MARK_END) {
            seen_end = seen_end || tid == id;
            tid = 0;
        } else if (tid && id == tid) {
            if (strcmp(name, "futex") == 0) futex++;
            else others++;
            if (strcmp(name, "futex") != 0) printf("     %s", line);
        }
    }

    if (f) fclose(f);
    FAULT_CHECK(seen_end && others == 0);
    printf("hung disk, strace: 1,000 calls of gc_writer_write made %ld futex and %ld other system calls\n",
           futex, others);
}

// ---- and gc_writer_close with a limit comes back from it, whatever the threads have in hand;
// they free the writer when the disk does

static long allocations;
static void *count_memory(void *user, void *memory, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    __atomic_add_fetch(&allocations, memory ? new_size ? 0 : -1 : 1, __ATOMIC_RELAXED);
    if (new_size) return realloc(memory, new_size);
    free(memory);
    return NULL;
}
typedef struct untold { int count, doubt, after; bool closed; } untold;
static void tell_untold(void *user, const gc_writer_event *event) {
    untold *me = (untold *)user;
    me->count++;
    me->doubt += event->type == GC_WRITER_ABORTED && event->result == GC_WRITER_TIMEOUT;
    me->after += __atomic_load_n(&me->closed, __ATOMIC_ACQUIRE);
}
static void tell_untold_log(void *user, int level, int code, const char *text) {
    (void)level, (void)code, (void)text;
    ((untold *)user)->after += __atomic_load_n(&((untold *)user)->closed, __ATOMIC_ACQUIRE);
}
static void closed_hung(const char *folder, int what) {
    static const char *const whats[] = {"nothing", "a put", "a durable put", "a log", "an open file"};
    static uint8_t data[100000];
    static untold told;                     // the threads must not touch it, but they may look
    gc_writer_desc desc;
    gc_writer_file_desc file_desc;
    gc_writer_file file;
    int release, status;
    memset(&told, 0, sizeof told);
    memset(&desc, 0, sizeof desc);
    memset(&file_desc, 0, sizeof file_desc);
    desc.root = folder;
    desc.close_ms = what == 3 ? 1000 : 50;
    desc.allocator.resize = count_memory;
    desc.unsaved = tell_untold;
    desc.log = tell_untold_log;
    desc.user = &told;
    file_desc.path = "file";
    if (what == 2) file_desc.durability = GC_WRITER_DURABILITY_FOLDER;
    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!FAULT_CHECK(w != NULL)) return;
    if (what == 3) FAULT_CHECK(gc_writer_append(w, &file_desc, &file) == GC_WRITER_OK);
    pid_t watchdog = freeze(folder, &release);
    if (watchdog < 0) {
        fault_skip("closing on a hung disk", "FIFREEZE fails");
        gc_writer_close(w);
        return;
    }

    if (what == 1 || what == 2) {
        FAULT_CHECK(gc_writer_put(w, &file_desc, data, sizeof data, NULL) == GC_WRITER_OK);
    } else if (what >= 3) {
        if (what == 4) FAULT_CHECK(gc_writer_begin(w, "file", &file) == GC_WRITER_OK);
        FAULT_CHECK(gc_writer_write(w, file, data, sizeof data) == sizeof data);
    }

    // A thread has it in hand, however late that runs. A log is taken when it is closed.
    for (bool begun = what == 0 || what >= 3; !begun; fault_sleep_us(100)) {
        gc_writer_priv_lock(w);
        for (uint32_t i = 0; i < w->desc.max_files; i++) begun = begun || w->slots[i].working;
        gc_writer_priv_unlock(w);
    }
    double begin = fault_seconds();
    gc_writer_close(w);
    __atomic_store_n(&told.closed, true, __ATOMIC_RELEASE);
    double took = fault_seconds() - begin;

    // It came back while the disk was frozen: the watchdog still waits to thaw it.
    FAULT_CHECK(waitpid(watchdog, &status, WNOHANG) == 0);
    FAULT_CHECK(told.count == (what > 0) && allocations == 1);
    FAULT_CHECK(what == 0 || what == 4 || told.doubt == 1);
    close(release);
    waitpid(watchdog, &status, 0);
    for (int i = 0; i < 10000 && __atomic_load_n(&allocations, __ATOMIC_RELAXED); i++) fault_sleep_us(1000);
    FAULT_CHECK(allocations == 0 && told.after == 0);
    FAULT_CHECK(fault_leftovers(folder, ".lock") == 0 && fault_leftovers(folder, ".tmp") == 0);
    printf("hung disk, closed after %d ms with %s: back after %.0f ms, %d told in doubt\n", desc.close_ms,
           whats[what], took * 1e3, told.doubt);
}

// ---- a disk that is remounted for reading only while a writer lives: an idle one lets it

static int put_text(gc_writer *w, const char *path, gc_writer_event *event) {
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = path;
    if (gc_writer_put(w, &desc, "text", 4, NULL) != GC_WRITER_OK) return -1;
    return gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK && gc_writer_poll(w, event) ? event->type : -1;
}
static void remounted(const char *type) {
    char disk[4400];
    int remounts = 0;
    gc_writer_event event;

    snprintf(disk, sizeof disk, "%s", in("disk"));
    for (int synchronous = 0; synchronous < 2; synchronous++) {
        for (int close_first = 0; close_first < 2; close_first++) {
            gc_writer *w = open_writer(disk, synchronous != 0, GC_WRITER_DURABILITY_FOLDER, NULL);
            if (!FAULT_CHECK(w != NULL)) return;
            FAULT_CHECK(put_text(w, "folder/before", &event) == GC_WRITER_PUBLISHED);
            bool ok = false;
            for (int tries = 0; !ok && tries < 5000; tries++) {        // until it is idle
                ok = mount(NULL, disk, NULL, MS_REMOUNT | MS_RDONLY, NULL) == 0;
                if (!ok && errno != EBUSY) break;
                if (!ok) fault_sleep_us(1000);
            }
            if (!FAULT_CHECK(ok)) printf("     %s: %s\n", type, strerror(errno));
            remounts += ok;
            if (ok) {
                FAULT_CHECK(put_text(w, "folder/meanwhile", &event) == GC_WRITER_FAILED);
                FAULT_CHECK(event.system_error == EROFS && event.result == GC_WRITER_E_SYSTEM);
            }

            // Closed meanwhile it cannot remove its lock file: the next one does.
            if (close_first) gc_writer_close(w);
            FAULT_CHECK(mount(NULL, disk, NULL, MS_REMOUNT, NULL) == 0);
            if (close_first) w = open_writer(disk, synchronous != 0, GC_WRITER_DURABILITY_FOLDER, NULL);
            if (!FAULT_CHECK(w != NULL)) return;
            FAULT_CHECK(put_text(w, "folder/after", &event) == GC_WRITER_PUBLISHED);
            gc_writer_close(w);
            FAULT_CHECK(fault_leftovers(disk, ".lock") == 0 && fault_leftovers(disk, ".tmp") == 0);
        }
    }

    printf("read-only: %d of 4 remounts of %s under a living writer\n", remounts, type);
}

// A mount for reading only can be opened to be read, and by nothing else.
static void read_only(void) {
    char disk[4400];
    gc_writer_desc desc;
    gc_writer_error error;
    gc_writer_event event;
    snprintf(disk, sizeof disk, "%s", in("disk"));
    gc_writer *w = open_writer(disk, false, 0, NULL);
    if (!FAULT_CHECK(w != NULL)) return;
    FAULT_CHECK(put_text(w, "folder/before", &event) == GC_WRITER_PUBLISHED);
    gc_writer_close(w);
    if (!FAULT_CHECK(mount(NULL, disk, NULL, MS_REMOUNT | MS_RDONLY, NULL) == 0)) return;
    FAULT_CHECK(open_writer(disk, false, 0, &error) == NULL && error.system_error == EROFS);

    memset(&desc, 0, sizeof desc);
    desc.root = disk;
    desc.read_only = true;
    w = gc_writer_open(&desc, NULL);
    if (FAULT_CHECK(w != NULL)) {
        char text[8];
        gc_writer_file file;
        gc_writer_file_desc file_desc;
        memset(&file_desc, 0, sizeof file_desc);
        file_desc.path = "folder/before";
        FAULT_CHECK(gc_writer_read(w, &file_desc, text, sizeof text, &file) == GC_WRITER_OK);
        FAULT_CHECK(gc_writer_wait_event(w, file, &event, FAULT_PATIENCE) == GC_WRITER_OK);
        FAULT_CHECK(event.bytes == 4 && memcmp(text, "text", 4) == 0);
        FAULT_CHECK(put_text(w, "folder/after", &event) == -1);
        gc_writer_close(w);
    }
    FAULT_CHECK(mount(NULL, disk, NULL, MS_REMOUNT, NULL) == 0);
}

// A log on a disk that is full for a while: what it lacks is told in it, and every line but
// those is there, in order.
static void log_goes_on(void) {
    enum { LINES = 400, FULL_FROM = 100, FULL_TO = 200 };
    static uint8_t ballast[1 << 20];
    char line[64], path[4400];
    gc_writer_file file;
    gc_writer_file_desc desc;
    long seen = 0, next = 0, missing = 0, told = 0;
    if (mount("tmpfs", in("disk"), "tmpfs", 0, "size=1m") != 0) {
        fault_skip("a log on a disk that is full for a while", strerror(errno));
        return;
    }
    mounted = true;
    snprintf(path, sizeof path, "%s/ballast", in("disk"));
    gc_writer *w = open_writer(in("disk"), false, 0, NULL);
    memset(&desc, 0, sizeof desc);
    desc.path = "log";
    desc.records = GC_WRITER_RECORDS_LINES;
    desc.no_mapping = true;         // a mapped one has its place already: mapped.c
    if (!FAULT_CHECK(w) || !FAULT_CHECK(gc_writer_append(w, &desc, &file) == GC_WRITER_OK)) return;
    for (int i = 0; i < LINES; i++) {
        if (i == FULL_FROM) {
            int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
            FAULT_CHECK(fd >= 0 && write(fd, ballast, sizeof ballast) > 0);
            close(fd);
        }
        if (i == FULL_TO) FAULT_CHECK(unlink(path) == 0);
        size_t n = (size_t)snprintf(line, sizeof line, "%06d %s\n", i, "a line of a log that goes on");
        FAULT_CHECK(gc_writer_write(w, file, line, n) == n);
        int result = gc_writer_sync(w, file);
        FAULT_CHECK(result == GC_WRITER_OK || result == GC_WRITER_E_DISK_FULL);
        fault_sleep_us(i < FULL_TO ? 1000 : 10000);
    }
    FAULT_CHECK(gc_writer_file_state(w, file) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_end(w, file) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_wait(w, file, FAULT_PATIENCE) == GC_WRITER_OK);
    gc_writer_close(w);

    FILE *f = fopen(in("disk/log"), "r");
    while (FAULT_CHECK(f) && fgets(line, sizeof line, f)) {
        long bytes;
        if (sscanf(line, "gc_writer: %ld bytes dropped", &bytes) == 1) {
            told += bytes;
            continue;
        }
        long i = atol(line);
        FAULT_CHECK(i >= next);
        missing += (i - next) * (long)strlen(line);
        next = i + 1;
        seen++;
    }
    if (f) fclose(f);
    FAULT_CHECK(seen > FULL_FROM && next == LINES && missing > 0 && told == missing);
    printf("a log on a disk that is full for a while: %ld of %d lines, %ld bytes dropped, %ld told\n", seen,
           LINES, missing, told);
    leave();
}

// A file of 50 MB on a small disk: its producer knows before a megabyte more, whatever the pool
// would take. In pieces, or all in one call.
static void knows_soon(int disk_kb, size_t ring_bytes, bool synchronous, size_t piece_size) {
    enum { MEGABYTE = 1 << 20 };
    static uint8_t piece[50 * MEGABYTE];
    char options[32];
    gc_writer_desc desc;
    gc_writer_file file;
    size_t taken = 0;

    snprintf(options, sizeof options, "size=%dk", disk_kb);
    if (mount("tmpfs", in("disk"), "tmpfs", 0, options) != 0) {
        fault_skip("a full disk, known soon", strerror(errno));
        return;
    }
    mounted = true;

    memset(&desc, 0, sizeof desc);
    desc.root = in("disk");
    desc.ring_bytes = ring_bytes;
    desc.synchronous = synchronous;
    gc_writer *w = gc_writer_open(&desc, NULL);

    if (FAULT_CHECK(w) && FAULT_CHECK(gc_writer_begin(w, "large", &file) == GC_WRITER_OK)) {
        FAULT_CHECK(w->disk_free > 0 && w->disk_free <= (uint64_t)disk_kb << 10);
        while (taken < 50 * MEGABYTE && gc_writer_file_state(w, file) == GC_WRITER_OK) {
            size_t n = gc_writer_write(w, file, piece, piece_size);
            if (gc_writer_file_state(w, file) == GC_WRITER_OK) taken += n;
            if (n < piece_size) FAULT_CHECK(gc_writer_room(w, 1, FAULT_PATIENCE) == GC_WRITER_OK);
        }

        FAULT_CHECK(gc_writer_file_state(w, file) == GC_WRITER_E_DISK_FULL);
        FAULT_CHECK(taken <= ((size_t)disk_kb << 10) + MEGABYTE);
        printf("disk of %d KB, pool of %zu KB, pieces of %zu KB: known after %zu KB\n", disk_kb,
               ring_bytes >> 10, piece_size >> 10, taken >> 10);

        FAULT_CHECK(gc_writer_end(w, file) == GC_WRITER_OK);
        FAULT_CHECK(gc_writer_wait(w, file, FAULT_PATIENCE) == GC_WRITER_E_DISK_FULL);
    }

    gc_writer_close(w);
    leave();
}

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "hung") == 0) {
        hung(arguments[2]);
        return fault_finish();
    }
    fault_seed();
    if (!FAULT_CHECK(fault_folder(work, sizeof work))) return fault_finish();
    atexit(clean);
    FAULT_CHECK(mkdir(in("disk"), 0777) == 0);
    for (size_t i = 0; i < sizeof content; i++) content[i] = (uint8_t)(fault_mix(i / 8) >> (i % 8 * 8));
    long steps = fault_count("FULL_STEPS", 256);
    size_limit(steps);

    if (geteuid() != 0) {
        fault_skip("disk full, no inodes, quota, hung disk", "not root");
        return fault_finish();
    }
    tmpfs("bytes", "size=%ldk,nr_inodes=1000", 24, steps < 256 ? 1024 / steps : 4, steps);
    tmpfs("inodes", "size=16m,nr_inodes=%ld", 4, 1, 32);
    for (int i = 0; i < 16; i++) {
        size_t pool = i & 2 ? 4 << 20 : 1 << 20, piece = i & 8 ? 50 << 20 : 16 << 10;
        knows_soon(i & 1 ? 6 << 10 : 256, pool, (i & 4) != 0, piece);
    }
    log_goes_on();
    quota(fault_count("QUOTA_STEPS", 64));

    if (mount("tmpfs", in("disk"), "tmpfs", 0, "size=16m") == 0) {
        mounted = true;
        remounted("tmpfs");
        read_only();
        leave();
    } else {
        fault_skip("read-only", strerror(errno));
    }

    if (image("ext4", "64", "-q -F")) {
        remounted("ext4");
        read_only();
        char self[4200];
        ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
        self[n < 0 ? 0 : n] = 0;
        hung(in("disk/hung1"));
        hung_traced(self);
        for (int what = 0; what < 5; what++) closed_hung(in("disk/hung3"), what);
        leave();
    } else {
        fault_skip("hung disk", "ext4 cannot be made or mounted here");
    }
    return fault_finish();
}

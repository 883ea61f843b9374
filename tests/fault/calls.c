// calls.c - every system call of the writer fails once, and for ever, with each of four errors.
// The program's own functions stand before the C library's; the header is compiled as
// everywhere. Each fault is told with its stage, errno and path; the other files are unharmed;
// no descriptor and (with -fsanitize=address) no memory is left; nothing hangs for 5 s.
// Meanwhile a model of the disk watches the order of the calls: what is told durable was synced
// after its last change.
//   CALL_STEP=1    every so many-th call
#include "fault.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/time.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

// ---- the calls

enum {
    OPENAT,
    WRITE,
    FSYNC,
    RENAME,
    MKDIR,
    CLOSE,
    CLOSE_FOLDER,
    FSTATAT,
    UNLINK,
    FSTAT,
    OPENAT2,
    FTRUNCATE,
    FLOCK,
    LINK,
    FCHMOD,
    PREAD,
    CALLS
};
static const char *const names[] = {"openat",  "write",          "fsync",   "rename", "mkdir",
                                    "close",   "close (folder)", "fstatat", "unlink", "fstat",
                                    "openat2", "ftruncate",      "flock",   "link",   "fchmod",
                                    "pread"};
static bool armed;                          // calls are counted and may fail
static int fault_call, fault_errno;
static long fault_at, fault_times;          // from the so many-th on, so many times
static long counts[CALLS], fired;
static size_t short_most;                   // writes take at most so many bytes, 0: all
static int no_openat2;                      // an errno
static bool gate, at_gate;                  // while shut, writes wait; one does

static bool fails(int call) {
    if (!__atomic_load_n(&armed, __ATOMIC_ACQUIRE)) return false;
    long n = __atomic_fetch_add(&counts[call], 1, __ATOMIC_RELAXED);
    if (call != fault_call || n < fault_at || n - fault_at >= fault_times) return false;
    __atomic_add_fetch(&fired, 1, __ATOMIC_RELAXED);
    errno = fault_errno;
    return true;
}
#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) *(void **)(void *)&real = dlsym(RTLD_NEXT, name)

// ---- what the disk would still lose: names made, moved or removed in a folder, and bytes
// written to a file (name ""), until that is synced. What a failed fsync left stays lost,
// whatever a later one says.

typedef struct loose_end { ino_t inode; bool lost; char name[64]; } loose_end;
static loose_end loose[256];
static int loose_count;
static long unsynced_renames;               // files renamed before their bytes were synced
static pthread_mutex_t loose_mutex = PTHREAD_MUTEX_INITIALIZER;

static ino_t inode_of(int fd) {
    struct stat info;
    REAL(int, "fstat", int, struct stat *);
    return real(fd, &info) == 0 ? info.st_ino : 0;
}
static loose_end *find_loose(ino_t inode, const char *name) {
    for (int i = 0; i < loose_count; i++) {
        if (loose[i].inode == inode && strcmp(loose[i].name, name) == 0) return &loose[i];
    }
    return NULL;
}
static void note(int fd, const char *name) {
    ino_t inode = inode_of(fd);
    pthread_mutex_lock(&loose_mutex);
    loose_end *end = find_loose(inode, name);
    if (!end && FAULT_CHECK(loose_count < 256 && strlen(name) < sizeof end->name)) {
        end = &loose[loose_count++];
        end->inode = inode;
        end->lost = false;
        strcpy(end->name, name);
    }
    if (end && name[0]) end->lost = false;  // the folder changes once more, so it is written once more
    pthread_mutex_unlock(&loose_mutex);
}
static void forget(int fd, bool synced) {
    ino_t inode = inode_of(fd);
    pthread_mutex_lock(&loose_mutex);
    for (int i = loose_count; i-- > 0;) {
        if (loose[i].inode != inode || loose[i].lost) continue;
        if (synced) loose[i] = loose[--loose_count];
        else loose[i].lost = true;
    }
    pthread_mutex_unlock(&loose_mutex);
}

// ---- the calls' stand-ins

int openat(int folder, const char *name, int flags, ...) {
    REAL(int, "openat", int, const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(OPENAT) ? -1 : real(folder, name, flags, mode);
}
ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t at) {
    REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
    while (__atomic_load_n(&gate, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&at_gate, true, __ATOMIC_RELEASE);
        fault_sleep_us(20);
    }
    if (fails(WRITE)) return -1;
    note(fd, "");
    if (!short_most || !armed) return real(fd, pieces, count, at);
    size_t most = (size_t)counts[WRITE] % short_most + 1;
    return pwrite(fd, pieces->iov_base, pieces->iov_len < most ? pieces->iov_len : most, at);
}
int fsync(int fd) {
    REAL(int, "fsync", int);
    bool failed = fails(FSYNC);
    if (!failed || errno != EINTR) forget(fd, !failed);
    return failed ? -1 : real(fd);
}
int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    return fails(FSYNC) ? -1 : real(fd);
}
static int stat_at(int folder, const char *name, struct stat *info) {
    REAL(int, "fstatat", int, const char *, struct stat *, int);
    return real(folder, name, info, AT_SYMLINK_NOFOLLOW);
}
int renameat(int from, const char *a, int to, const char *b) {
    REAL(int, "renameat", int, const char *, int, const char *);
    struct stat info;
    if (fails(RENAME)) return -1;
    ino_t inode = stat_at(from, a, &info) == 0 ? info.st_ino : 0;
    pthread_mutex_lock(&loose_mutex);
    if (find_loose(inode, "")) unsynced_renames++;
    pthread_mutex_unlock(&loose_mutex);
    note(to, b);
    return real(from, a, to, b);
}
int mkdirat(int folder, const char *name, mode_t mode) {
    REAL(int, "mkdirat", int, const char *, mode_t);
    if (fails(MKDIR)) return -1;
    int result = real(folder, name, mode);
    if (result == 0) note(folder, name);
    return result;
}
// A second descriptor is for a sync; what a close has to tell, the first one's has told.
static bool is_second[1024];
int fcntl(int fd, int command, ...) {
    REAL(int, "fcntl", int, int, ...);
    va_list list;
    va_start(list, command);
    int result = real(fd, command, va_arg(list, void *));
    va_end(list);
    if (command == F_DUPFD_CLOEXEC && result >= 0 && result < 1024) is_second[result] = true;
    return result;
}
int close(int fd) {
    REAL(int, "close", int);
    if (fd >= 0 && fd < 1024 && is_second[fd]) {
        is_second[fd] = false;
        return real(fd);
    }
    bool written = (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY;
    int result = real(fd);                  // a failing close closes all the same
    return fails(written ? CLOSE : CLOSE_FOLDER) ? -1 : result;
}
int fstatat(int folder, const char *name, struct stat *info, int flags) {
    REAL(int, "fstatat", int, const char *, struct stat *, int);
    return fails(FSTATAT) ? -1 : real(folder, name, info, flags);
}
int fstat(int fd, struct stat *info) {
    REAL(int, "fstat", int, struct stat *);
    return fails(FSTAT) ? -1 : real(fd, info);
}
int unlinkat(int folder, const char *name, int flags) {
    REAL(int, "unlinkat", int, const char *, int);
    if (fails(UNLINK)) return -1;
    int result = real(folder, name, flags);
    if (result == 0 && name[0] != '.') note(folder, name);
    return result;
}
int ftruncate(int fd, off_t size) {
    REAL(int, "ftruncate", int, off_t);
    if (fails(FTRUNCATE)) return -1;
    note(fd, "");
    return real(fd, size);
}
int linkat(int from, const char *a, int to, const char *b, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    return fails(LINK) ? -1 : real(from, a, to, b, flags);
}
int fchmod(int fd, mode_t mode) {
    REAL(int, "fchmod", int, mode_t);
    return fails(FCHMOD) ? -1 : real(fd, mode);
}
ssize_t pread(int fd, void *data, size_t size, off_t at) {
    REAL(ssize_t, "pread", int, void *, size_t, off_t);
    return fails(PREAD) ? -1 : real(fd, data, size, at);
}
int flock(int fd, int operation) {
    REAL(int, "flock", int, int);
    return fails(FLOCK) ? -1 : real(fd, operation);
}
long syscall(long number, ...) {
    REAL(long, "syscall", long, ...);
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_openat2 && no_openat2) {
        errno = no_openat2;
        return -1;
    }
    if (number == SYS_openat2 && fails(OPENAT2)) return -1;
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static void arm(int call, long at, long times, int error) {
    fault_call = call;
    fault_at = at;
    fault_times = times;
    fault_errno = error;
    fired = 0;
    memset(counts, 0, sizeof counts);
    __atomic_store_n(&armed, true, __ATOMIC_RELEASE);
}
static void disarm(void) { __atomic_store_n(&armed, false, __ATOMIC_RELEASE); }

// ---- one session

enum { FILES = 5, BYTES = 9000, GONE = FILES, FIRST = FILES + 1, EVENTS = FILES + 2 };
enum { OLD = 3, OLD2 = 4 };                 // they stand there before
static const char *const paths[] = {"new/folder/a", "b", "new/c", "old", "old2", "gone", "new/first"};
enum { HANG_S = 60 };                       // so long takes a session that hangs, and no other
static char root[4200];
static bool synchronous;
static bool together;                       // all files end before the first is looked at: they are one group
static int durability = GC_WRITER_DURABILITY_FOLDER;
static uint8_t big[BYTES];

static const char *in(const char *name) { return fault_join(root, name); }
static bool is(const char *name, const void *want, size_t size) { return fault_is(in(name), want, size); }
static bool is_missing(const char *name) { return fault_is_missing(in(name)); }
// Would the path outlive a power cut now?
static bool is_durable(const char *path) {
    char folder[4400], part[64];
    struct stat info;
    for (const char *at = path;;) {
        const char *slash = strchr(at, '/');
        size_t n = slash ? (size_t)(slash - at) : strlen(at);
        snprintf(folder, sizeof folder, "%s/%.*s", root, (int)(at - path), path);
        snprintf(part, sizeof part, "%.*s", (int)n, at);
        if (stat_at(AT_FDCWD, folder, &info) != 0 || find_loose(info.st_ino, part)) return false;
        if (!slash) return true;
        at = slash + 1;
    }
}
static const char *mode_name(void) {
    return synchronous ? "synchronous" : together ? "thread, one group" : "thread";
}
static bool save(const char *name) {
    int fd = open(in(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool ok = write(fd, name, strlen(name)) == (ssize_t)strlen(name);
    close(fd);
    return ok;
}
static long descriptors(void) {
    long n = 0;
    for (int fd = 0; fd < 256; fd++) n += fcntl(fd, F_GETFD) != -1;
    return n;
}

static gc_writer *open_writer(void) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.ring_bytes = together ? 1 << 20 : 8000;
    desc.max_open = together ? 16 : 2;
    desc.max_files = 16;
    desc.durability = durability;
    desc.synchronous = synchronous;
    return gc_writer_open(&desc, NULL);
}

// May a fault of the call be told at the stage?
static bool stage_fits(int call, int stage) {
    switch (call) {
    case OPENAT:
        return stage == GC_WRITER_STAGE_FOLDER || stage == GC_WRITER_STAGE_OPEN ||
               stage == GC_WRITER_STAGE_MKDIR || stage == GC_WRITER_STAGE_SYNC_FOLDER;
    case WRITE: return stage == GC_WRITER_STAGE_WRITE;
    case FSYNC:
        return stage == GC_WRITER_STAGE_SYNC || stage == GC_WRITER_STAGE_SYNC_FOLDER ||
               stage == GC_WRITER_STAGE_MKDIR;
    case RENAME: return stage == GC_WRITER_STAGE_RENAME;
    case MKDIR: return stage == GC_WRITER_STAGE_MKDIR;
    case CLOSE: return stage == GC_WRITER_STAGE_CLOSE;
    case FSTATAT:
        return stage == GC_WRITER_STAGE_CHECK || stage == GC_WRITER_STAGE_FOLDER;
    case UNLINK: return stage == GC_WRITER_STAGE_REMOVE;
    case FSTAT: return stage == GC_WRITER_STAGE_CLOSE || stage == GC_WRITER_STAGE_OPEN;
    default: return false;
    }
}

static long sessions, told_faults;

// Is the file below the folder (a text that ends with '/', or empty for the root), or with
// `in_it` in it?
static bool is_in(const char *path, const char *folder, bool in_it) {
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && (strchr(path + n, '/') == NULL) == in_it;
}
// More than one file may fail for one fault in one case only: the fsync of a folder that they
// share, and which may not be tried again, failed. Then all files fail that are in that folder,
// or below it, and none else; where they were not held together those of them that had ended
// when their thread came, which are more than one on a busy machine.
static bool may_share(int call, int stage, unsigned failed) {
    static const char *const folders[] = {"", "new/", "new/folder/"};
    bool in_it = stage == GC_WRITER_STAGE_SYNC_FOLDER;
    if (call != FSYNC || (!in_it && stage != GC_WRITER_STAGE_MKDIR)) return false;
    for (int k = 0; k < 3; k++) {
        unsigned all = 0;
        for (int i = 0; i < FILES; i++) all |= (unsigned)is_in(paths[i], folders[k], in_it) << i;
        if (together ? failed == all : (failed & ~all) == 0) return true;
    }
    return false;
}

// Puts a file and waits until the thread of durable files writes it; what ends until the gate
// is opened is one group, however late this thread comes to end it. The file is durable, since
// others are another thread's; but it makes a folder and does not sync it, so that the group
// has to do that.
static void shut_gate(gc_writer *w) {
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = paths[FIRST];
    desc.tag = FIRST;
    desc.durability = GC_WRITER_DURABILITY_FILE;
    at_gate = false;
    __atomic_store_n(&gate, true, __ATOMIC_RELEASE);
    FAULT_CHECK(gc_writer_put(w, &desc, big, BYTES, NULL) == GC_WRITER_OK);
    for (int tries = 0; tries < 200000 && !__atomic_load_n(&at_gate, __ATOMIC_ACQUIRE); tries++) {
        fault_sleep_us(20);
    }
    FAULT_CHECK(__atomic_load_n(&at_gate, __ATOMIC_ACQUIRE));
}

// Begins the files and writes them in turns, so that descriptors are closed and opened again;
// ends them, and removes one.
static void write_files(gc_writer *w, double start) {
    gc_writer_file file[FILES];
    for (int i = 0; i < FILES; i++) {
        gc_writer_file_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.path = paths[i];
        desc.tag = (uint64_t)i;
        FAULT_CHECK(gc_writer_begin_with(w, &desc, &file[i]) == GC_WRITER_OK);
    }

    for (size_t done = 0; done < BYTES; done += 1000) {
        for (int i = 0; i < FILES; i++) {
            for (size_t part = 0; part < 1000;) {
                part += gc_writer_write(w, file[i], big + done + part, 1000 - part);
                if (part < 1000) gc_writer_room(w, 1, 200);
                if (fault_seconds() - start > HANG_S) disarm();
            }
        }
    }

    for (int i = 0; i < FILES; i++) FAULT_CHECK(gc_writer_end(w, file[i]) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_remove(w, "gone", GONE) == GC_WRITER_OK);
}

// What the events of a session said: a bit for each file that was told of, and for each that
// failed.
typedef struct told {
    unsigned seen, failures;
    int failed, stage;
} told;

// An event says what is true of the disk.
static void take_event(const gc_writer_event *event, int call, int error, told *t) {
    bool published = event->type == GC_WRITER_PUBLISHED || event->type == GC_WRITER_REMOVED;
    if (!FAULT_CHECK(event->tag < EVENTS && strcmp(event->path, paths[event->tag]) == 0)) return;
    t->seen |= 1u << event->tag;
    if (!published) {
        t->failed++;
        t->stage = event->stage;
        t->failures |= 1u << event->tag;
        FAULT_CHECK(event->type == GC_WRITER_FAILED && event->system_error == error);
        FAULT_CHECK(event->result == (error == ENOSPC ? GC_WRITER_E_DISK_FULL : GC_WRITER_E_SYSTEM));
        if (!FAULT_CHECK(stage_fits(call, event->stage))) {
            printf("     %s: stage %s\n", names[call], gc_writer_stage_string(event->stage));
        }
    }

    if (published && event->tag != FIRST && durability == GC_WRITER_DURABILITY_FOLDER) {
        FAULT_CHECK(is_durable(event->path));
    }
    bool stands = published || event->stage == GC_WRITER_STAGE_SYNC_FOLDER;
    if (event->tag == GONE) FAULT_CHECK(stands ? is_missing("gone") : is("gone", "gone", 4));
    else if (stands) FAULT_CHECK(is(event->path, big, BYTES));
    else if (event->tag == OLD || event->tag == OLD2) {
        FAULT_CHECK(is(event->path, event->path, strlen(event->path)));
    } else FAULT_CHECK(is_missing(event->path));
}

// As many failures as the fault can have caused.
static void check_failures(int call, int error, bool forever, bool happened, const told *t) {
    FAULT_CHECK(t->seen == (1u << (together ? EVENTS : FILES + 1)) - 1);
    if (!forever) FAULT_CHECK(t->failed <= 1 || may_share(call, t->stage, t->failures));
    if (durability >= GC_WRITER_DURABILITY_FILE) FAULT_CHECK(unsynced_renames == 0);

    bool harmless = call == OPENAT2 || call == CLOSE_FOLDER;
    bool always = call == WRITE || call == FSYNC || call == RENAME || call == MKDIR || call == CLOSE;
    bool none = !happened || harmless || (error == EINTR && (!forever || call == CLOSE));
    if (none) FAULT_CHECK(t->failed == 0);
    else if (always) FAULT_CHECK(t->failed > 0);
}

// After the fault the next file has no trouble.
static void write_next(gc_writer *w) {
    gc_writer_file_desc desc;
    gc_writer_event event;
    memset(&desc, 0, sizeof desc);
    desc.path = "new/next";
    FAULT_CHECK(gc_writer_put(w, &desc, "next", 4, NULL) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_poll(w, &event) && event.type == GC_WRITER_PUBLISHED && is("new/next", "next", 4));
}

// Returns whether the fault happened.
static bool session(int call, long at, long times, int error) {
    gc_writer_event event;
    bool forever = times > 1;
    long failures = fault_failed;

    sessions++;
    loose_count = 0;
    unsynced_renames = 0;
    fault_remove_tree(root);
    FAULT_CHECK(mkdir(root, 0777) == 0 && save("old") && save("old2") && save("gone"));
    long before = descriptors();
    gc_writer *w = open_writer();
    if (!FAULT_CHECK(w != NULL)) return false;
    if (together) shut_gate(w);

    arm(call, at, times, error);
    double start = fault_seconds();
    write_files(w, start);
    __atomic_store_n(&gate, false, __ATOMIC_RELEASE);
    FAULT_CHECK(gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK);
    FAULT_CHECK(fault_seconds() - start < HANG_S);
    disarm();
    bool happened = fired > 0;

    told t = {0, 0, 0, GC_WRITER_STAGE_NONE};
    while (gc_writer_poll(w, &event)) take_event(&event, call, error, &t);
    told_faults += t.failed;
    check_failures(call, error, forever, happened, &t);
    bool may_leave = call == UNLINK || call == OPENAT || call == FSTATAT;
    if (!may_leave) FAULT_CHECK(fault_leftovers(root, ".tmp") == 0);

    write_next(w);
    gc_writer_close(w);
    FAULT_CHECK(descriptors() == before);
    FAULT_CHECK(fault_sweep(root));

    FAULT_CHECK(fault_leftovers(root, "") == 0);
    if (fault_failed > failures) {
        printf("     %s, call %ld, errno %d, %s, %s%s, durability %d\n", names[call], at, error,
               forever ? "for ever" : "once", mode_name(), no_openat2 ? ", no openat2" : "", durability);
    }
    return happened;
}

// Closed at once while a call fails for ever: close comes back, and leaves no descriptor.
static void close_under(int call, int error) {
    gc_writer_file file;
    fault_remove_tree(root);
    FAULT_CHECK(mkdir(root, 0777) == 0 && save("gone"));
    loose_count = 0;
    long before = descriptors(), failures = fault_failed;
    gc_writer *w = open_writer();
    if (!FAULT_CHECK(w != NULL)) return;
    arm(call, 0, 1000000000, error);
    double start = fault_seconds();

    for (int i = 0; i < FILES; i++) {
        gc_writer_file_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.path = paths[i];
        FAULT_CHECK(gc_writer_begin_with(w, &desc, &file) == GC_WRITER_OK);
        gc_writer_write(w, file, big, 2000);
        if (i != 1) FAULT_CHECK(gc_writer_end(w, file) == GC_WRITER_OK);
    }

    FAULT_CHECK(gc_writer_remove(w, "gone", GONE) == GC_WRITER_OK);
    gc_writer_close(w);
    FAULT_CHECK(fault_seconds() - start < HANG_S);
    disarm();
    FAULT_CHECK(descriptors() == before);
    FAULT_CHECK(fault_sweep(root));
    FAULT_CHECK(fault_leftovers(root, "") == 0);

    if (fault_failed > failures) {
        printf("     closed under %s, errno %d, %s\n", names[call], error, mode_name());
    }
}

static void every_call(long step) {
    static const int errors[] = {EIO, ENOSPC, EMFILE, EINTR};
    long most[CALLS];
    memset(most, 0, sizeof most);
    for (int call = 0; call < CALLS; call++) {
        if (call == OPENAT2 && no_openat2) continue;
        for (int e = 0; e < 4; e++) {
            if (errors[e] == EINTR && (call == FSTATAT || call == FSTAT)) continue;     // never interrupted
            long at = (long)fault_random((uint64_t)step), limit = 2000;
            while (at < limit && session(call, at, 1, errors[e])) at += step;
            FAULT_CHECK(at < limit);
            if (at > most[call]) most[call] = at;
            session(call, 0, 1000000000, errors[e]);
            session(call, at > 2 ? 1 + (long)fault_random((uint64_t)at - 1) : 1, 1000000000, errors[e]);
            close_under(call, errors[e]);
        }
        bool around = call == LINK || call == FCHMOD || call == PREAD || call == FTRUNCATE || call == FLOCK;
        bool called = call == FSYNC   ? durability != GC_WRITER_DURABILITY_NONE
                      : call == FSTAT ? !together
                                      : !around;
        if (called) FAULT_CHECK(most[call] > 0);     // it is still called by this name
    }

    printf("calls failed, %s%s, durability %d:", mode_name(), no_openat2 ? ", no openat2" : "", durability);
    for (int call = 0; call < CALLS; call++) printf(" %s %ld", names[call], most[call]);
    printf("\n");
    fflush(stdout);
}

// ---- around the write: a put with backups, a rename, a read, a folder, an executable, a list;
// and a log

enum { SLOT, MOVED, ANSWER, FOLDER, RUN, LOGGED, AROUND };
static const char *const around_paths[AROUND] = {"slot", "old", "slot", "made/deep", "run", "log"};
static bool save_as(const char *name, const char *text) {
    int fd = open(in(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) close(fd);
    return ok;
}
static bool see_entry(void *user, const gc_writer_entry *entry) {
    *(int *)user += entry->type != 0;
    return true;
}
static bool is_executable(const char *name) {
    struct stat info;
    return stat(in(name), &info) == 0 && (info.st_mode & 0111) != 0;
}

// The log and the one before it hold whole lines: those that sync has told, or with `all` all.
static void check_log(bool synced, bool all) {
    static const char lines[] = "old\nline 1\nline 2\n";
    static const char *const logs[] = {"log.2", "log.1", "log"};
    char text[200] = "";
    for (int k = 0; k < 3; k++) {
        char part[64];
        int fd = open(in(logs[k]), O_RDONLY | O_CLOEXEC);
        ssize_t n = fd < 0 ? 0 : read(fd, part, sizeof part - 1);
        if (fd >= 0) close(fd);
        part[n < 0 ? 0 : n] = 0;
        strcat(text, part);
    }
    size_t n = strlen(text);
    if (!synced && !all && strcmp(text, "old\nhalf") == 0) return;       // it could not be opened
    FAULT_CHECK(n >= (synced ? 11 : 4) && strncmp(text, lines, n) == 0 && text[n - 1] == '\n');
    if (all) FAULT_CHECK(strcmp(text, lines) == 0);
}

// What an event says is true of the disk; where it failed, nothing is lost.
static void take_around(const gc_writer_event *event, int error, const char *answer, bool synced) {
    bool failed = event->type == GC_WRITER_FAILED;
    bool stands = !failed || event->stage == GC_WRITER_STAGE_SYNC_FOLDER;

    if (failed) {
        FAULT_CHECK(event->system_error == error && event->stage != GC_WRITER_STAGE_NONE);
        FAULT_CHECK(event->result == (error == ENOSPC ? GC_WRITER_E_DISK_FULL : GC_WRITER_E_SYSTEM));
    }

    switch (event->tag) {
    case SLOT:
        if (stands) FAULT_CHECK(is("slot", "v2", 2) && is("slot.1", "v1", 2));
        else FAULT_CHECK(is("slot", "v1", 2) || (is_missing("slot") && is("slot.1", "v1", 2)));
        FAULT_CHECK(is("slot.1", "v0", 2) || is("slot.2", "v0", 2));
        if (!failed) FAULT_CHECK(is("slot.2", "v0", 2));
        break;
    case MOVED:
        if (!failed) FAULT_CHECK(event->type == GC_WRITER_RENAMED && is("new/moved", "old", 3));
        FAULT_CHECK(is("new/moved", "old", 3) != is("old", "old", 3));
        FAULT_CHECK(is_missing("new/moved") != is_missing("old"));
        break;
    case ANSWER:
        if (failed) break;
        FAULT_CHECK(event->type == GC_WRITER_READ && event->bytes == 2);
        FAULT_CHECK(is("slot", answer, 2));
        break;
    case FOLDER:
        if (!failed) FAULT_CHECK(event->type == GC_WRITER_FOLDER_MADE && access(in("made/deep"), F_OK) == 0);
        break;
    case RUN:
        if (stands) FAULT_CHECK(is("run", "run", 3) && is_executable("run"));
        else FAULT_CHECK(is_missing("run"));
        break;
    default:
        FAULT_CHECK(failed || (event->type == GC_WRITER_PUBLISHED && synced));
        check_log(synced, !failed);
    }
}

// Returns whether the fault happened.
static bool around_session(int call, long at, long times, int error) {
    char answer[2] = {0, 0};
    gc_writer_file file, log;
    gc_writer_event event;
    gc_writer_file_desc desc[AROUND];
    long failures = fault_failed;
    sessions++;
    loose_count = 0;
    fault_remove_tree(root);
    FAULT_CHECK(mkdir(root, 0777) == 0 && save_as("slot", "v1") && save_as("slot.1", "v0") && save("old"));
    FAULT_CHECK(save_as("log", "old\nhalf"));
    long before = descriptors();
    gc_writer *w = open_writer();
    if (!FAULT_CHECK(w != NULL)) return false;

    memset(desc, 0, sizeof desc);
    for (int i = 0; i < AROUND; i++) {
        desc[i].path = around_paths[i];
        desc[i].tag = (uint64_t)i;
    }
    desc[SLOT].backups = 2;
    desc[RUN].executable = true;
    desc[LOGGED].records = GC_WRITER_RECORDS_LINES;
    desc[LOGGED].rotate_bytes = 8;
    desc[LOGGED].rotate_keep = 3;
    arm(call, at, times, error);
    double start = fault_seconds();
    FAULT_CHECK(gc_writer_put(w, &desc[SLOT], "v2", 2, NULL) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_rename(w, &desc[MOVED], "new/moved", NULL) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_read(w, &desc[ANSWER], answer, sizeof answer, &file) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_make_folder(w, &desc[FOLDER], NULL) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_put(w, &desc[RUN], "run", 3, NULL) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_append(w, &desc[LOGGED], &log) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_write(w, log, "line 1\n", 7) == 7);
    bool synced = gc_writer_sync(w, log) == GC_WRITER_OK;
    FAULT_CHECK(gc_writer_write(w, log, "line 2\n", 7) == 7);
    FAULT_CHECK(gc_writer_end(w, log) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK);
    long by_then = fired;
    int entries = 0, listed = gc_writer_list(w, "", see_entry, &entries);
    FAULT_CHECK(listed == GC_WRITER_OK || (listed == GC_WRITER_E_SYSTEM && fired > by_then));
    if (listed == GC_WRITER_OK && by_then == 0 && fired == 0) FAULT_CHECK(entries == 9);
    FAULT_CHECK(fault_seconds() - start < HANG_S);
    disarm();
    bool happened = fired > 0;

    // One fault fails one of them, or those that a folder's fsync was for.
    int seen = 0, failed = 0;
    for (; gc_writer_poll(w, &event); seen++) {
        take_around(&event, error, answer, synced);
        failed += event.type == GC_WRITER_FAILED;
    }
    told_faults += failed;
    FAULT_CHECK(seen == AROUND);
    if (times == 1) FAULT_CHECK(failed <= (call == FSYNC ? 2 : 1));
    if (!happened || error == EINTR) FAULT_CHECK(failed == 0 || times > 1);
    bool always = call == WRITE || call == FSYNC || call == RENAME || call == MKDIR || call == FCHMOD ||
                  call == PREAD || call == LINK;
    if (by_then && always && error != EINTR) FAULT_CHECK(failed > 0);

    // Nothing is left but what could not be looked at or removed, and that the next one sweeps.
    bool may_leave = call == UNLINK || call == OPENAT || call == FSTATAT;
    if (!may_leave) FAULT_CHECK(fault_leftovers(root, ".tmp") == 0);
    write_next(w);
    gc_writer_close(w);
    FAULT_CHECK(descriptors() == before);
    FAULT_CHECK(fault_sweep(root));
    FAULT_CHECK(fault_leftovers(root, "") == 0);
    if (fault_failed > failures) {
        printf("     around: %s, call %ld, errno %d, %s, %s, durability %d\n", names[call], at, error,
               times > 1 ? "for ever" : "once", mode_name(), durability);
    }
    return happened;
}
static void every_call_around(long step) {
    static const int errors[] = {EIO, ENOSPC, EMFILE, EINTR};
    long most[CALLS];
    memset(most, 0, sizeof most);

    for (int call = 0; call < CALLS; call++) {
        if (call == OPENAT2 && no_openat2) continue;
        for (int e = 0; e < 4; e++) {
            if (errors[e] == EINTR && (call == FSTATAT || call == FSTAT)) continue;     // never interrupted

            long at = (long)fault_random((uint64_t)step);
            while (at < 500 && around_session(call, at, 1, errors[e])) at += step;
            FAULT_CHECK(at < 500);
            if (at > most[call]) most[call] = at;
            around_session(call, 0, 1000000000, errors[e]);
        }
    }

    if (step == 1) {
        FAULT_CHECK(most[LINK] > 0 && most[FCHMOD] > 0 && most[PREAD] > 0 && most[RENAME] > 4);
        FAULT_CHECK(most[FTRUNCATE] > 0 && most[FLOCK] > 0);
    }

    printf("calls failed around the write, %s%s, durability %d:", mode_name(),
           no_openat2 ? ", no openat2" : "", durability);
    for (int call = 0; call < CALLS; call++) printf(" %s %ld", names[call], most[call]);
    printf("\n");
    fflush(stdout);
}

// ---- sets of three files

static long set_sessions, set_kept, set_new, set_refused;

// Version 1 stands; the set of version 2 meets the fault, and then what opens the root meets
// the same one, as often. Afterwards all three are of one version: of the second, if that was
// told.
static bool set_session(int call, long at, long times, int error) {
    gc_writer_file set;
    gc_writer_event event;
    int told = GC_WRITER_E_STATE;
    fault_remove_tree(root);
    if (!FAULT_CHECK(mkdir(root, 0777) == 0)) return false;
    gc_writer *w = open_writer();
    bool first = w && fault_set_put(w, 1, &set) && gc_writer_wait(w, set, -1) == GC_WRITER_OK;
    if (!FAULT_CHECK(first)) return false;
    gc_writer_poll(w, &event);
    long before = descriptors();

    // A fault that stays may keep the set from its event for ever: then it has met the fault.
    arm(call, at, times, error);
    bool happened = false, waits = fault_set_put(w, 2, &set);
    while (waits) {
        told = gc_writer_wait_event(w, set, &event, times == 1 ? FAULT_PATIENCE : 20);
        happened = __atomic_load_n(&fired, __ATOMIC_RELAXED) > 0;
        waits = told == GC_WRITER_TIMEOUT && times != 1 && !happened;
    }
    happened = __atomic_load_n(&fired, __ATOMIC_RELAXED) > 0;
    FAULT_CHECK(times != 1 || told != GC_WRITER_TIMEOUT);
    FAULT_CHECK(happened || told == GC_WRITER_OK);
    gc_writer_close(w);

    // Again in who opens it.
    arm(call, at, times, error);
    w = open_writer();
    set_refused += !w;
    gc_writer_close(w);
    disarm();
    FAULT_CHECK(descriptors() <= before);
    FAULT_CHECK(fault_sweep(root));
    uint64_t is = fault_set_read(root);
    set_sessions++;
    set_kept += is == 1;
    set_new += is == 2;
    if (!FAULT_CHECK(is == 2 || (is == 1 && told != GC_WRITER_OK)) ||
        !FAULT_CHECK(fault_leftovers(root, "") == 0)) {
        printf("     set: %lld stands, %d told; %s %ld, %ld times, errno %d, %s\n", (long long)is, told,
               names[call], at, times, error, mode_name());
    }
    return happened;
}

static void every_call_of_sets(long step) {
    for (int call = 0; call < CALLS; call++) {
        if (call == OPENAT2 && no_openat2) continue;
        long at = (long)fault_random((uint64_t)step), limit = 1000;
        while (at < limit && set_session(call, at, 1, EIO)) at += step;
        FAULT_CHECK(at < limit);
        for (long k = 0; k < at; k += step * 2) set_session(call, k, 1000000000, k % 3 ? ENOSPC : EIO);
    }
    printf("sets, %s%s: %ld sessions, the new one stands %ld times, the old one %ld; %ld times not opened\n",
           mode_name(), no_openat2 ? ", no openat2" : "", set_sessions, set_new, set_kept, set_refused);
    FAULT_CHECK(set_new > 0 && set_kept > 0 && (set_refused > 0 || step > 1));
    set_sessions = set_new = set_kept = set_refused = 0;
}

// Short writes of 1 to so many bytes, every way of writing, then real signals a thousand times
// a second and more.
static void nothing(int signal) { (void)signal; }
static void whole_run(const char *what, uint32_t files, uint64_t rounds) {
    fault_run run;
    memset(&run, 0, sizeof run);
    run.root = root;
    run.durability = durability;
    run.synchronous = synchronous;
    run.names = files;
    run.first_version = 1;
    run.rounds = rounds;
    run.events = -1;
    long before = descriptors();
    fault_remove_tree(root);
    FAULT_CHECK(mkdir(root, 0777) == 0);
    if (!FAULT_CHECK(fault_drive(&run) == 0)) printf("     %s\n", what);
    disarm();
    long wrong = 0;

    for (uint32_t n = 0; n < run.names; n++) {
        uint64_t state = FAULT_ABSENT;
        for (uint64_t v = 1; v <= rounds; v++) state = fault_after(state, n, v);
        wrong += fault_read(root, n) != state;
    }

    if (!FAULT_CHECK(wrong == 0)) printf("     %s: %ld wrong\n", what, wrong);
    FAULT_CHECK(fault_leftovers(root, "") == 0);
    FAULT_CHECK(descriptors() == before);
}
static void storms(void) {
    long writes = 0;
    for (size_t most = 1; most <= 100; most += most < 4 ? 1 : 24) {
        short_most = most;
        arm(CALLS, 0, 0, 0);
        whole_run("short writes", most < 4 ? 5 : 20, most < 4 ? 1 : 2);
        writes += counts[WRITE];
    }

    short_most = 0;
    struct sigaction action;
    struct itimerval timer;
    memset(&action, 0, sizeof action);
    memset(&timer, 0, sizeof timer);
    action.sa_handler = nothing;            // without SA_RESTART
    sigaction(SIGALRM, &action, NULL);
    timer.it_interval.tv_usec = timer.it_value.tv_usec = 200;
    setitimer(ITIMER_REAL, &timer, NULL);
    whole_run("signals", 20, 40);
    timer.it_interval.tv_usec = timer.it_value.tv_usec = 0;
    setitimer(ITIMER_REAL, &timer, NULL);
    printf("storms, %s: %ld short writes of 1 to 100 bytes, signals at 5 kHz\n",
           synchronous ? "synchronous" : "thread", writes);
}

// What the system says to each path must be the same with and without openat2.
typedef struct outcome { int begun, type, result, stage, error; } outcome;
static outcome ask(const char *path) {
    outcome o;
    gc_writer_event event;
    gc_writer_file file;

    memset(&o, 0, sizeof o);
    fault_remove_tree(root);
    FAULT_CHECK(mkdir(root, 0777) == 0 && save("file") && mkdir(in("folder"), 0777) == 0 &&
                mkdir(in("folder/below"), 0777) == 0);
    FAULT_CHECK(symlink("folder", in("inside")) == 0 && symlink("/", in("outside")) == 0 &&
                symlink("nowhere", in("dangling")) == 0);
    FAULT_CHECK(symlink("loop", in("loop")) == 0 && symlink("/proc/self/root", in("magic")) == 0 &&
                symlink("..", in("folder/up")) == 0);
    FAULT_CHECK(mkfifo(in("fifo"), 0666) == 0 && link(in("file"), in("hard")) == 0);
    gc_writer *w = open_writer();
    if (!FAULT_CHECK(w != NULL)) return o;
    o.begun = gc_writer_begin(w, path, &file);

    if (o.begun == GC_WRITER_OK) {
        FAULT_CHECK(gc_writer_write(w, file, "text", 4) == 4 && gc_writer_end(w, file) == GC_WRITER_OK);
        FAULT_CHECK(gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK && gc_writer_poll(w, &event));
        o.type = event.type;
        o.result = event.result;
        o.stage = event.stage;
        o.error = event.system_error;
        FAULT_CHECK((event.type == GC_WRITER_PUBLISHED) == is(path, "text", 4));
    }

    gc_writer_close(w);
    FAULT_CHECK(is("file", strcmp(path, "file") == 0 ? "text" : "file", 4));
    return o;
}
static void same_paths(void) {
    static const char *const table[] = {"x",
                                        "file",
                                        "hard",
                                        "folder/x",
                                        "folder/below/x",
                                        "a/b/c/d/x",
                                        "folder",
                                        "fifo",
                                        "inside",
                                        "outside",
                                        "dangling",
                                        "inside/x",
                                        "inside/below/x",
                                        "outside/tmp/gc_writer_x",
                                        "dangling/x",
                                        "loop",
                                        "loop/x",
                                        "magic/x",
                                        "folder/up/x",
                                        "folder/up/folder/x",
                                        "file/x",
                                        "file/x/y",
                                        "fifo/x",
                                        "../x",
                                        "folder/../x",
                                        "/x",
                                        "folder/./x",
                                        "%2e%2e/x",
                                        "nul",
                                        "a:b",
                                        ".gcw-x"};
    enum { COUNT = sizeof table / sizeof table[0] };
    static const int missing[] = {ENOSYS, EPERM, EINVAL, EAGAIN};
    long refused = 0;

    for (int i = 0; i < COUNT; i++) {
        no_openat2 = 0;
        outcome with = ask(table[i]);
        refused += with.type != GC_WRITER_PUBLISHED;
        for (int k = 0; k < 4; k++) {
            no_openat2 = missing[k];
            outcome without = ask(table[i]);
            if (!FAULT_CHECK(memcmp(&with, &without, sizeof with) == 0)) {
                printf("     %s, openat2 says errno %d\n", table[i], missing[k]);
            }
        }
    }

    no_openat2 = 0;
    printf(
        "paths: %d, %ld of them refused, the same with openat2 and when it says ENOSYS, EPERM, EINVAL or "
        "EAGAIN, %s\n",
        (int)COUNT, refused, synchronous ? "synchronous" : "thread");
}

int main(void) {
    fault_seed();
    long step = fault_count("CALL_STEP", 1);
    double begin = fault_seconds();
    if (!FAULT_CHECK(fault_folder(root, sizeof root))) return fault_finish();
    for (size_t i = 0; i < sizeof big; i++) big[i] = (uint8_t)(fault_mix(i / 8) >> (i % 8 * 8));
    static const struct { bool synchronous, no_openat2, together; int durability;
    } modes[] = {
        {false, false, false, GC_WRITER_DURABILITY_FOLDER},
        {true, false, false, GC_WRITER_DURABILITY_FOLDER},
        {false, true, false, GC_WRITER_DURABILITY_FOLDER},
        {true, true, false, GC_WRITER_DURABILITY_FOLDER},
        {false, false, false, GC_WRITER_DURABILITY_NONE},
        {true, false, false, GC_WRITER_DURABILITY_NONE},
        {false, false, true, GC_WRITER_DURABILITY_FOLDER},
        {false, true, true, GC_WRITER_DURABILITY_FOLDER}
    };

    for (size_t m = 0; m < sizeof modes / sizeof modes[0]; m++) {
        together = modes[m].together;
        synchronous = modes[m].synchronous;
        no_openat2 = modes[m].no_openat2 ? ENOSYS : 0;
        durability = modes[m].durability;
        alarm(600);                         // a hang ends the program, and so the test
        every_call(step);
        if (!together) every_call_around(step);
    }

    together = true;
    durability = GC_WRITER_DURABILITY_FOLDER;
    for (int mode = 0; mode < 2; mode++) {
        synchronous = mode == 1;
        no_openat2 = mode == 0 ? ENOSYS : 0;
        every_call_of_sets(step);
    }

    together = false;
    no_openat2 = 0;
    for (int mode = 0; mode < 2; mode++) {
        synchronous = mode == 1;
        storms();
        same_paths();
    }

    printf("calls: %ld sessions of six operations, %ld faults told, %.1f s\n", sessions, told_faults,
           fault_seconds() - begin);
    fault_remove_tree(root);
    return fault_finish();
}

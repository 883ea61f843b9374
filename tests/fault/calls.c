// calls.c - every system call of the writer fails once, and for ever, with each of four errors. The program's own
// functions stand before the C library's; the header is compiled as everywhere. Each fault is told with its stage, errno and
// path; the other files are unharmed; no descriptor and (with -fsanitize=address) no memory is left; nothing hangs for 5 s.
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

enum { OPENAT, WRITE, FSYNC, RENAME, MKDIR, CLOSE, CLOSE_FOLDER, FSTATAT, UNLINK, FSTAT, OPENAT2, CALLS };
static const char *const names[] = {"openat", "write", "fsync", "rename", "mkdir", "close", "close (folder)", "fstatat", "unlink", "fstat", "openat2"};
static bool armed;                          // calls are counted and may fail
static int fault_call, fault_errno;
static long fault_at, fault_times;          // from the so many-th on, so many times
static long counts[CALLS], fired;
static size_t short_most;                   // writes take at most so many bytes, 0: all
static int no_openat2;                      // an errno

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
    if (fails(WRITE)) return -1;
    if (!short_most || !armed) return real(fd, pieces, count, at);
    size_t most = (size_t)counts[WRITE] % short_most + 1;
    return pwrite(fd, pieces->iov_base, pieces->iov_len < most ? pieces->iov_len : most, at);
}
int fsync(int fd) {
    REAL(int, "fsync", int);
    return fails(FSYNC) ? -1 : real(fd);
}
int fdatasync(int fd) {
    REAL(int, "fdatasync", int);
    return fails(FSYNC) ? -1 : real(fd);
}
int renameat(int from, const char *a, int to, const char *b) {
    REAL(int, "renameat", int, const char *, int, const char *);
    return fails(RENAME) ? -1 : real(from, a, to, b);
}
int mkdirat(int folder, const char *name, mode_t mode) {
    REAL(int, "mkdirat", int, const char *, mode_t);
    return fails(MKDIR) ? -1 : real(folder, name, mode);
}
int close(int fd) {
    REAL(int, "close", int);
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
    return fails(UNLINK) ? -1 : real(folder, name, flags);
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

enum { FILES = 5, BYTES = 9000 };
static const char *const paths[] = {"new/folder/a", "b", "new/c", "old", "old2", "gone"};
static char root[4200];
static bool synchronous;
static int durability = GC_WRITER_DURABILITY_FOLDER;
static uint8_t big[BYTES];

static const char *in(const char *name) {
    static char joined[4][4400];
    static int turn;
    char *text = joined[turn++ & 3];
    snprintf(text, sizeof joined[0], "%s/%s", root, name);
    return text;
}
static bool is(const char *name, const void *want, size_t size) {
    static uint8_t got[BYTES + 1];
    int fd = open(in(name), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, got, sizeof got);
    if (fd >= 0) close(fd);
    return n == (ssize_t)size && memcmp(got, want, size) == 0;
}
static bool is_missing(const char *name) { return access(in(name), F_OK) != 0 && errno == ENOENT; }
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
    desc.ring_bytes = 8000;
    desc.max_open = 2;
    desc.max_files = 16;
    desc.durability = durability;
    desc.synchronous = synchronous;
    return gc_writer_open(&desc, NULL);
}

// May a fault of the call be told at the stage?
static bool stage_fits(int call, int stage) {
    switch (call) {
    case OPENAT:
        return stage == GC_WRITER_STAGE_FOLDER || stage == GC_WRITER_STAGE_OPEN || stage == GC_WRITER_STAGE_MKDIR ||
               stage == GC_WRITER_STAGE_SYNC_FOLDER;
    case WRITE: return stage == GC_WRITER_STAGE_WRITE;
    case FSYNC: return stage == GC_WRITER_STAGE_SYNC || stage == GC_WRITER_STAGE_SYNC_FOLDER || stage == GC_WRITER_STAGE_MKDIR;
    case RENAME: return stage == GC_WRITER_STAGE_RENAME;
    case MKDIR: return stage == GC_WRITER_STAGE_MKDIR;
    case CLOSE: return stage == GC_WRITER_STAGE_CLOSE;
    case FSTATAT: return stage == GC_WRITER_STAGE_CHECK || stage == GC_WRITER_STAGE_FOLDER;
    case UNLINK: return stage == GC_WRITER_STAGE_REMOVE;
    case FSTAT: return stage == GC_WRITER_STAGE_CLOSE || stage == GC_WRITER_STAGE_OPEN;
    default: return false;
    }
}

static long sessions, told_faults;

// Returns whether the fault happened.
static bool session(int call, long at, long times, int error) {
    gc_writer_file file[FILES];
    gc_writer_event event;
    bool forever = times > 1, storm = forever && error == EINTR;
    long failures = fault_failed;
    sessions++;
    fault_remove_tree(root);
    FAULT_CHECK(mkdir(root, 0777) == 0 && save("old") && save("old2") && save("gone"));
    long before = descriptors();
    gc_writer *w = open_writer();
    if (!FAULT_CHECK(w != NULL)) return false;
    arm(call, at, times, error);
    double start = fault_seconds();
    for (int i = 0; i < FILES; i++) {
        gc_writer_file_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.path = paths[i];
        desc.tag = (uint64_t)i;
        FAULT_CHECK(gc_writer_begin_with(w, &desc, &file[i]) == GC_WRITER_OK);
    }
    for (size_t done = 0; done < BYTES; done += 1000) {         // in turns: descriptors are closed and opened again
        for (int i = 0; i < FILES; i++) {
            for (size_t part = 0; part < 1000;) {
                size_t n = gc_writer_write(w, file[i], big + done + part, 1000 - part);
                part += n;
                if (part < 1000 && gc_writer_room(w, 1, 200) != GC_WRITER_OK && storm) disarm();
                if (fault_seconds() - start > 4) disarm();
            }
        }
    }
    for (int i = 0; i < FILES; i++) FAULT_CHECK(gc_writer_end(w, file[i]) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_remove(w, "gone", FILES) == GC_WRITER_OK);
    int result = gc_writer_flush(w, storm ? 50 : 5000);
    if (storm) {                            // interrupted for ever: no call hangs, and when it is over all goes on
        FAULT_CHECK(result == GC_WRITER_OK || result == GC_WRITER_TIMEOUT);
        disarm();
        result = gc_writer_flush(w, 5000);
    }
    FAULT_CHECK(result == GC_WRITER_OK);
    FAULT_CHECK(fault_seconds() - start < 5);
    disarm();
    bool happened = fired > 0;
    unsigned seen = 0;
    int failed = 0;
    while (gc_writer_poll(w, &event)) {
        bool published = event.type == GC_WRITER_PUBLISHED || event.type == GC_WRITER_REMOVED;
        if (!FAULT_CHECK(event.tag <= FILES && strcmp(event.path, paths[event.tag]) == 0)) continue;
        seen |= 1u << event.tag;
        if (!published) {
            failed++;
            FAULT_CHECK(event.type == GC_WRITER_FAILED && event.system_error == error);
            FAULT_CHECK(event.result == (error == ENOSPC ? GC_WRITER_E_DISK_FULL : GC_WRITER_E_SYSTEM));
            if (!FAULT_CHECK(stage_fits(call, event.stage))) printf("     %s: stage %s\n", names[call], gc_writer_stage_string(event.stage));
        }
        bool stands = published || event.stage == GC_WRITER_STAGE_SYNC_FOLDER;
        if (event.tag == FILES) FAULT_CHECK(stands ? is_missing("gone") : is("gone", "gone", 4));
        else if (stands) FAULT_CHECK(is(event.path, big, BYTES));
        else if (event.tag >= 3) FAULT_CHECK(is(event.path, event.path, strlen(event.path)));
        else FAULT_CHECK(is_missing(event.path));
    }
    told_faults += failed;
    FAULT_CHECK(seen == (1u << (FILES + 1)) - 1);
    if (!forever) FAULT_CHECK(failed <= 1);
    if (!happened || error == EINTR || call == OPENAT2 || call == CLOSE_FOLDER) FAULT_CHECK(failed == 0);
    else if (call == WRITE || call == FSYNC || call == RENAME || call == MKDIR || call == CLOSE) FAULT_CHECK(failed > 0);
    if (call != UNLINK && call != OPENAT && call != FSTATAT && call != RENAME) FAULT_CHECK(fault_leftovers(root, ".tmp") == 0);
    // The next file has no trouble.
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = "new/next";
    FAULT_CHECK(gc_writer_put(w, &desc, "next", 4, NULL) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_flush(w, 5000) == GC_WRITER_OK);
    FAULT_CHECK(gc_writer_poll(w, &event) && event.type == GC_WRITER_PUBLISHED && is("new/next", "next", 4));
    gc_writer_close(w);
    FAULT_CHECK(descriptors() == before);
    FAULT_CHECK(fault_sweep(root) && fault_leftovers(root, "") == 0);
    if (fault_failed > failures) {
        printf("     %s, call %ld, errno %d, %s, %s%s, durability %d\n", names[call], at, error, forever ? "for ever" : "once",
               synchronous ? "synchronous" : "thread", no_openat2 ? ", no openat2" : "", durability);
    }
    return happened;
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
            // For ever. Interrupted for ever, a synchronous writer would try for ever: 1,000 times there.
            long times = errors[e] == EINTR && synchronous ? 1000 : 1000000000;
            session(call, 0, times, errors[e]);
            session(call, at > 2 ? 1 + (long)fault_random((uint64_t)at - 1) : 1, times, errors[e]);
        }
        if (call != FSYNC || durability != GC_WRITER_DURABILITY_NONE) FAULT_CHECK(most[call] > 0);     // it is still called by this name
    }
    printf("calls failed, %s%s, durability %d:", synchronous ? "synchronous" : "thread", no_openat2 ? ", no openat2" : "", durability);
    for (int call = 0; call < CALLS; call++) printf(" %s %ld", names[call], most[call]);
    printf("\n");
    fflush(stdout);
}

// Short writes of 1 to so many bytes, every way of writing, then real signals a thousand times a second and more.
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
    printf("storms, %s: %ld short writes of 1 to 100 bytes, signals at 5 kHz\n", synchronous ? "synchronous" : "thread", writes);
}

// What the system says to each path must be the same with and without openat2.
typedef struct outcome { int begun, type, result, stage, error; } outcome;
static outcome ask(const char *path) {
    outcome o;
    gc_writer_event event;
    gc_writer_file file;
    memset(&o, 0, sizeof o);
    fault_remove_tree(root);
    FAULT_CHECK(mkdir(root, 0777) == 0 && save("file") && mkdir(in("folder"), 0777) == 0 && mkdir(in("folder/below"), 0777) == 0);
    FAULT_CHECK(symlink("folder", in("inside")) == 0 && symlink("/", in("outside")) == 0 && symlink("nowhere", in("dangling")) == 0);
    FAULT_CHECK(symlink("loop", in("loop")) == 0 && symlink("/proc/self/root", in("magic")) == 0 && symlink("..", in("folder/up")) == 0);
    FAULT_CHECK(mkfifo(in("fifo"), 0666) == 0 && link(in("file"), in("hard")) == 0);
    gc_writer *w = open_writer();
    if (!FAULT_CHECK(w != NULL)) return o;
    o.begun = gc_writer_begin(w, path, &file);
    if (o.begun == GC_WRITER_OK) {
        FAULT_CHECK(gc_writer_write(w, file, "text", 4) == 4 && gc_writer_end(w, file) == GC_WRITER_OK);
        FAULT_CHECK(gc_writer_flush(w, 5000) == GC_WRITER_OK && gc_writer_poll(w, &event));
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
    static const char *const table[] = {
        "x", "file", "hard", "folder/x", "folder/below/x", "a/b/c/d/x", "folder", "fifo", "inside", "outside", "dangling", "inside/x", "inside/below/x",
        "outside/tmp/gc_writer_x", "dangling/x", "loop", "loop/x", "magic/x", "folder/up/x", "folder/up/folder/x", "file/x", "file/x/y", "fifo/x",
        "../x", "folder/../x", "/x", "folder/./x", "%2e%2e/x", "nul", "a:b", ".gcw-x"};
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
            if (!FAULT_CHECK(memcmp(&with, &without, sizeof with) == 0)) printf("     %s, openat2 says errno %d\n", table[i], missing[k]);
        }
    }
    no_openat2 = 0;
    printf("paths: %d, %ld of them refused, the same with openat2 and when it says ENOSYS, EPERM, EINVAL or EAGAIN, %s\n", (int)COUNT, refused,
           synchronous ? "synchronous" : "thread");
}

int main(void) {
    fault_seed();
    long step = fault_count("CALL_STEP", 1);
    double begin = fault_seconds();
    if (!FAULT_CHECK(fault_folder(root, sizeof root))) return fault_finish();
    for (size_t i = 0; i < sizeof big; i++) big[i] = (uint8_t)(fault_mix(i / 8) >> (i % 8 * 8));
    for (int mode = 0; mode < 6; mode++) {
        synchronous = (mode & 1) != 0;
        no_openat2 = mode & 2 ? ENOSYS : 0;
        durability = mode & 4 ? GC_WRITER_DURABILITY_NONE : GC_WRITER_DURABILITY_FOLDER;
        alarm(600);                         // a hang ends the program, and so the test
        every_call(step);
    }
    no_openat2 = 0;
    durability = GC_WRITER_DURABILITY_FOLDER;
    for (int mode = 0; mode < 2; mode++) {
        synchronous = mode == 1;
        storms();
        same_paths();
    }
    printf("calls: %ld sessions of six operations, %ld faults told, %.1f s\n", sessions, told_faults, fault_seconds() - begin);
    fault_remove_tree(root);
    return fault_finish();
}

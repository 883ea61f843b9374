// trace.h - what the thread that writes a log does, and when, in shared memory: how long its
// system calls took, how late it went on after a wait, and when it was not let run at all. With
// that a line that a killed process has lost is judged by evidence: time in which the disk or
// the scheduler held the thread up does not count, time in which the header waited of its own
// accord does. Include it before fault.h.
#ifndef FAULT_TRACE_H
#define FAULT_TRACE_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum {
    TRACE_NONE,
    TRACE_OPEN,
    TRACE_CLOSE,
    TRACE_WRITE,
    TRACE_RENAME,
    TRACE_SYNC,
    TRACE_OTHER,
    TRACE_LOCK,
    TRACE_LATE,
    TRACE_STOPPED,
    TRACE_WAIT,
    TRACE_KINDS
};
enum { TRACE_ENTRIES = 1 << 14, TRACE_SHORT = 20000 };     // ns; what is shorter is not kept
static const char *const trace_names[TRACE_KINDS] = {
    "nothing",      "openat",   "close",       "pwritev",     "renameat", "fsync",
    "another call", "the lock", "waking late", "not running", ""};

typedef struct trace {
    int ready, tid, slow_sync_ms;
    pthread_t thread;
    const void *condition;          // that wakes it
    uint64_t signalled;             // ns, of the last signal
    int what;                       // under way since `begin`; a wait: until `deadline`
    uint64_t begin, deadline;
    uint64_t end, cpu;              // of the last one; cpu: ns that the thread had run by then
    uint32_t count;
    struct { int what; uint64_t begin, end; } entries[TRACE_ENTRIES];
} trace;
static trace *trace_shared;         // NULL: nothing is recorded

static uint64_t trace_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
static bool trace_mine(void) {
    return trace_shared && __atomic_load_n(&trace_shared->ready, __ATOMIC_ACQUIRE) &&
           pthread_equal(pthread_self(), trace_shared->thread);
}

// From now on this thread is watched; `condition` is what it waits for.
static void trace_watch(pthread_t thread, const void *condition) {
    if (!trace_shared) return;
    trace_shared->thread = thread;
    trace_shared->condition = condition;
    trace_shared->end = trace_clock(CLOCK_MONOTONIC);
    __atomic_store_n(&trace_shared->ready, 1, __ATOMIC_RELEASE);
}

static void trace_keep(int what, uint64_t begin, uint64_t end) {
    trace *t = trace_shared;
    if (end < begin + TRACE_SHORT) return;
    uint32_t i = t->count % TRACE_ENTRIES;
    t->entries[i].what = what;
    t->entries[i].begin = begin;
    t->entries[i].end = end;
    __atomic_store_n(&t->count, t->count + 1, __ATOMIC_RELEASE);
}

// The thread begins something. Since the last time it was in its own code: what it did not run
// of that, it was stopped.
static void trace_enter(int what, uint64_t deadline) {
    trace *t = trace_shared;
    uint64_t now = trace_clock(CLOCK_MONOTONIC), cpu = trace_clock(CLOCK_THREAD_CPUTIME_ID);
    if (!t->tid) t->tid = (int)syscall(SYS_gettid);
    else if (now - t->end > cpu - t->cpu) trace_keep(TRACE_STOPPED, t->end + (cpu - t->cpu), now);
    t->begin = now;
    t->deadline = deadline;
    __atomic_store_n(&t->what, what, __ATOMIC_RELEASE);
}

// When a wait ought to have ended: by its signal or its time.
static uint64_t trace_due(const trace *t) {
    uint64_t signalled = __atomic_load_n(&t->signalled, __ATOMIC_ACQUIRE);
    return signalled >= t->begin && signalled < t->deadline ? signalled : t->deadline;
}
static void trace_leave(void) {
    trace *t = trace_shared;
    int error = errno;
    uint64_t now = trace_clock(CLOCK_MONOTONIC);
    if (t->what != TRACE_WAIT) trace_keep(t->what, t->begin, now);
    else if (trace_due(t) < now) trace_keep(TRACE_LATE, trace_due(t), now);
    t->end = now;
    t->cpu = trace_clock(CLOCK_THREAD_CPUTIME_ID);
    __atomic_store_n(&t->what, TRACE_NONE, __ATOMIC_RELEASE);
    errno = error;
}

// ---- after the death of the process

// ns that the thread has run until now, as the system knows it.
static uint64_t trace_ran(int pid, int tid) {
    char path[64];
    unsigned long long ran = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", pid, tid);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%llu", &ran) != 1) ran = 0;
    if (f) fclose(f);
    return ran;
}

// What was under way becomes an entry. `now`: the time of the kill; `ran` just before it.
static void trace_finish(trace *t, uint64_t now, uint64_t ran) {
    if (!t->tid || now < t->begin) return;
    if (t->what == TRACE_WAIT && t->begin >= t->end) {
        if (trace_due(t) < now) trace_keep(TRACE_LATE, trace_due(t), now);
    } else if (t->what != TRACE_NONE && t->begin >= t->end) {
        trace_keep(t->what, t->begin, now);
    } else if (ran >= t->cpu && now > t->end + (ran - t->cpu)) {
        trace_keep(TRACE_STOPPED, t->end + (ran - t->cpu), now);
    }
}

// ns between two times in which the thread was held up; `most` (or NULL) is what has held it up
// longest.
static uint64_t trace_held_up(const trace *t, uint64_t from, uint64_t to, int *most) {
    uint64_t sums[TRACE_KINDS] = {0}, sum = 0, longest = 0;
    uint32_t n = t->count < TRACE_ENTRIES ? t->count : TRACE_ENTRIES;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t begin = t->entries[i].begin, end = t->entries[i].end;
        if (begin < from) begin = from;
        if (end > to) end = to;
        if (begin < end) sums[t->entries[i].what] += end - begin;
    }
    for (int what = 0; what < TRACE_KINDS; what++) {
        sum += sums[what];
        if (most && sums[what] > longest) *most = what;
        if (sums[what] > longest) longest = sums[what];
    }
    return sum;
}

// ---- the calls of the header

#define TRACE_UNUSED __attribute__((unused))
#define TRACE_CALL(what, type, call)                                                                         \
    if (!trace_mine()) return call;                                                                          \
    trace_enter(what, 0);                                                                                    \
    type result = call;                                                                                      \
    trace_leave();                                                                                           \
    return result

static TRACE_UNUSED int trace_openat(int folder, const char *name, int flags, mode_t mode) {
    TRACE_CALL(TRACE_OPEN, int, openat(folder, name, flags, mode));
}
static TRACE_UNUSED int trace_close(int fd) { TRACE_CALL(TRACE_CLOSE, int, close(fd)); }
static TRACE_UNUSED ssize_t trace_pwritev(int fd, const struct iovec *pieces, int n, off_t at) {
    TRACE_CALL(TRACE_WRITE, ssize_t, pwritev(fd, pieces, n, at));
}
static TRACE_UNUSED int trace_renameat(int a, const char *from, int b, const char *to) {
    TRACE_CALL(TRACE_RENAME, int, renameat(a, from, b, to));
}
// On other threads as slow as a disk may be.
static TRACE_UNUSED int trace_fsync(int fd) {
    if (!trace_mine() && trace_shared) {
        struct timespec slow = {0, (long)trace_shared->slow_sync_ms * 1000000};
        nanosleep(&slow, NULL);
    }
    TRACE_CALL(TRACE_SYNC, int, fsync(fd));
}
static TRACE_UNUSED int trace_ftruncate(int fd, off_t n) {
    TRACE_CALL(TRACE_OTHER, int, ftruncate(fd, n));
}
static TRACE_UNUSED int trace_flock(int fd, int how) {
    TRACE_CALL(TRACE_OTHER, int, flock(fd, how));
}
static TRACE_UNUSED int trace_mkdirat(int folder, const char *name, mode_t mode) {
    TRACE_CALL(TRACE_OTHER, int, mkdirat(folder, name, mode));
}
static TRACE_UNUSED int trace_fstatat(int folder, const char *name, struct stat *info, int how) {
    TRACE_CALL(TRACE_OTHER, int, fstatat(folder, name, info, how));
}
static TRACE_UNUSED int trace_mutex_lock(pthread_mutex_t *mutex) {
    TRACE_CALL(TRACE_LOCK, int, pthread_mutex_lock(mutex));
}
static TRACE_UNUSED int trace_cond_signal(pthread_cond_t *condition) {
    if (trace_shared && condition == trace_shared->condition) {
        __atomic_store_n(&trace_shared->signalled, trace_clock(CLOCK_MONOTONIC), __ATOMIC_RELEASE);
    }
    return pthread_cond_signal(condition);
}
static TRACE_UNUSED int trace_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    if (!trace_mine()) return pthread_cond_wait(condition, mutex);
    trace_enter(TRACE_WAIT, UINT64_MAX);
    int result = pthread_cond_wait(condition, mutex);
    trace_leave();
    return result;
}
static TRACE_UNUSED int trace_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                                        const struct timespec *until) {
    if (!trace_mine()) return pthread_cond_timedwait(condition, mutex, until);
    trace_enter(TRACE_WAIT, (uint64_t)until->tv_sec * 1000000000u + (uint64_t)until->tv_nsec);
    int result = pthread_cond_timedwait(condition, mutex, until);
    trace_leave();
    return result;
}

// The header calls these from here on.
#define close trace_close
#define pwritev trace_pwritev
#define renameat trace_renameat
#define fsync trace_fsync
#define ftruncate trace_ftruncate
#define flock(fd, how) trace_flock(fd, how)
#define mkdirat trace_mkdirat
#define fstatat trace_fstatat
#define pthread_mutex_lock trace_mutex_lock
#define pthread_cond_signal trace_cond_signal
#define pthread_cond_wait trace_cond_wait
#define pthread_cond_timedwait trace_cond_timedwait
#define openat(folder, name, flags, mode) trace_openat(folder, name, flags, mode)
#endif

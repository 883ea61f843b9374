// jobs.h - a job pool in one file, to copy: parallel_for on POSIX threads or Win32. C99 and
// C++11; MIT or public domain.
//
// DO THIS
//     #define JOBS_IMPLEMENTATION
//     #include "jobs.h"
// in exactly one C or C++ file; include the header plainly everywhere else. Link with -pthread.
//
// EXAMPLE
//     static void square(void *arg, size_t i) { ((float *)arg)[i] *= ((float *)arg)[i]; }
//
//     jobs *pool = jobs_open(jobs_cores());
//     jobs_for(pool, square, numbers, 1000);       returns when all 1000 are done
//     jobs_close(pool);
//
// jobs_for has the shape that gc_sort_desc.parallel_for and gc_sparse_run want, with the pool
// as their user. Make tasks large, 20 microseconds and more: taking one costs 20 to 100 ns.
//
// MACROS
//     JOBS_SPIN_US     200: so many microseconds a thread looks for the next jobs_for before it
//                      sleeps. Waking a sleeping thread costs 5 to 50 microseconds, which a frame
//                      of many short loops pays for each of them. Not used if the pool has more
//                      threads than the machine has processors.
//     JOBS_NO_THREADS  the calling thread does everything (set for WebAssembly without threads)
//
// SPDX-License-Identifier: MIT OR Unlicense
#if defined(JOBS_IMPLEMENTATION) && defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE         // clock_gettime and sysconf in strict ISO modes
#endif

#ifndef JOBS_H
#define JOBS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jobs jobs;

// A pool of so many threads, the calling one among them (0 is 1). NULL: no memory, or a thread
// could not be started.
jobs *jobs_open(unsigned threads);

// Calls task(arg, i) once for each i below count, on any threads, and returns when all have
// come back; what they wrote is visible then. pool: a jobs *, or NULL: one after the other. One
// thread calls it at a time, and tasks do not call it on their own pool.
void jobs_for(void *pool, void (*task)(void *arg, size_t index), void *arg, size_t count);

// Ends the threads and frees the pool; NULL is allowed.
void jobs_close(jobs *pool);

// How many threads the pool has; of NULL 1.
unsigned jobs_threads(const jobs *pool);

// Processors of the machine, at least 1.
unsigned jobs_cores(void);

// A clock that never goes back, in milliseconds.
double jobs_now_ms(void);

#ifdef __cplusplus
}
#endif
#endif // JOBS_H

#if defined(JOBS_IMPLEMENTATION) && !defined(JOBS_IMPLEMENTED)
#define JOBS_IMPLEMENTED

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef JOBS_SPIN_US
#define JOBS_SPIN_US 200
#endif

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__) && !defined(JOBS_NO_THREADS)
#define JOBS_NO_THREADS
#endif

// ---- the system: clock, threads, and a lock with two conditions to sleep on

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

unsigned jobs_cores(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (unsigned)info.dwNumberOfProcessors : 1;
}

double jobs_now_ms(void) {
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart * 1e3 / (double)second.QuadPart;
}

typedef SRWLOCK jobs_mutex;
typedef CONDITION_VARIABLE jobs_condition;
typedef HANDLE jobs_thread;
#define JOBS_MAIN static DWORD WINAPI
static bool jobs_mutex_open(jobs_mutex *m) { InitializeSRWLock(m); return true; }
static void jobs_mutex_close(jobs_mutex *m) { (void)m; }
static void jobs_lock(jobs_mutex *m) { AcquireSRWLockExclusive(m); }
static void jobs_unlock(jobs_mutex *m) { ReleaseSRWLockExclusive(m); }
static bool jobs_condition_open(jobs_condition *c) { InitializeConditionVariable(c); return true; }
static void jobs_condition_close(jobs_condition *c) { (void)c; }
static void jobs_sleep(jobs_condition *c, jobs_mutex *m) { SleepConditionVariableSRW(c, m, INFINITE, 0); }
static void jobs_wake(jobs_condition *c) { WakeAllConditionVariable(c); }
static bool jobs_start(jobs_thread *t, DWORD(WINAPI *run)(void *), void *arg) {
    return (*t = CreateThread(NULL, 0, run, arg, 0, NULL)) != NULL;
}
static void jobs_join(jobs_thread t) {
    WaitForSingleObject(t, INFINITE);
    CloseHandle(t);
}
#else
#include <time.h>
#include <unistd.h>

unsigned jobs_cores(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

double jobs_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

#ifndef JOBS_NO_THREADS
#include <pthread.h>
typedef pthread_mutex_t jobs_mutex;
typedef pthread_cond_t jobs_condition;
typedef pthread_t jobs_thread;
#define JOBS_MAIN static void *
static bool jobs_mutex_open(jobs_mutex *m) { return pthread_mutex_init(m, NULL) == 0; }
static void jobs_mutex_close(jobs_mutex *m) { pthread_mutex_destroy(m); }
static void jobs_lock(jobs_mutex *m) { pthread_mutex_lock(m); }
static void jobs_unlock(jobs_mutex *m) { pthread_mutex_unlock(m); }
static bool jobs_condition_open(jobs_condition *c) { return pthread_cond_init(c, NULL) == 0; }
static void jobs_condition_close(jobs_condition *c) { pthread_cond_destroy(c); }
static void jobs_sleep(jobs_condition *c, jobs_mutex *m) { pthread_cond_wait(c, m); }
static void jobs_wake(jobs_condition *c) { pthread_cond_broadcast(c); }
static bool jobs_start(jobs_thread *t, void *(*run)(void *), void *arg) {
    return pthread_create(t, NULL, run, arg) == 0;
}
static void jobs_join(jobs_thread t) { pthread_join(t, NULL); }
#endif
#endif

#ifdef JOBS_NO_THREADS

struct jobs { unsigned threads; };
jobs *jobs_open(unsigned threads) {
    jobs *pool = (jobs *)malloc(sizeof *pool);
    (void)threads;
    if (pool) pool->threads = 1;
    return pool;
}
void jobs_close(jobs *pool) { free(pool); }
unsigned jobs_threads(const jobs *pool) { return pool ? pool->threads : 1; }
void jobs_for(void *pool, void (*task)(void *arg, size_t index), void *arg, size_t count) {
    (void)pool;
    for (size_t i = 0; i < count; i++) task(arg, i);
}

#else

// ---- atomics: all in one order for all threads (sequentially consistent)

#if defined(_MSC_VER) && !defined(__clang__)
typedef volatile LONG64 jobs_word;
typedef volatile LONG jobs_number;
static uint64_t jobs_word_get(jobs_word *w) { return (uint64_t)InterlockedCompareExchange64(w, 0, 0); }
static void jobs_word_set(jobs_word *w, uint64_t to) { InterlockedExchange64(w, (LONG64)to); }
static bool jobs_word_swap(jobs_word *w, uint64_t from, uint64_t to) {
    return InterlockedCompareExchange64(w, (LONG64)to, (LONG64)from) == (LONG64)from;
}
static uint32_t jobs_number_get(jobs_number *n) { return (uint32_t)InterlockedCompareExchange(n, 0, 0); }
static uint32_t jobs_number_add(jobs_number *n, int by) {
    return (uint32_t)InterlockedExchangeAdd(n, by) + (uint32_t)by;
}
static void jobs_pause(void) { YieldProcessor(); }
#else
typedef uint64_t jobs_word;
typedef uint32_t jobs_number;
static uint64_t jobs_word_get(jobs_word *w) { return __atomic_load_n(w, __ATOMIC_SEQ_CST); }
static void jobs_word_set(jobs_word *w, uint64_t to) { __atomic_store_n(w, to, __ATOMIC_SEQ_CST); }
static bool jobs_word_swap(jobs_word *w, uint64_t from, uint64_t to) {
    return __atomic_compare_exchange_n(w, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
static uint32_t jobs_number_get(jobs_number *n) { return __atomic_load_n(n, __ATOMIC_SEQ_CST); }
static uint32_t jobs_number_add(jobs_number *n, int by) {
    return __atomic_add_fetch(n, (uint32_t)by, __ATOMIC_SEQ_CST);
}
static void jobs_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}
#endif

// ---- the pool

// A round is one jobs_for. Its number and how many of its tasks nobody has taken yet stand in
// one word, so that a thread that comes late cannot take a task of the next round for one of
// the last. Who has taken a task may read `task`, `arg` and `limit` without a lock: they stay
// until all tasks of the round have come back.
struct jobs {
    jobs_word ticket;                   // round << 32 | tasks not taken
    char apart[56];                     // the words that all write, in lines of their own
    jobs_number left;                   // tasks that have not come back
    char apart_too[60];
    void (*task)(void *arg, size_t index);
    void *arg;
    size_t limit;                       // the index after the round's last
    jobs_number asleep, waiting, stop;  // workers that sleep; whether the caller sleeps; the end
    unsigned workers, spin_us;
    jobs_mutex mutex;
    jobs_condition work, done;
    jobs_thread threads[1];             // workers of them
};

static uint32_t jobs_untaken(jobs *pool) { return (uint32_t)jobs_word_get(&pool->ticket); }

// Takes and runs tasks while there are any.
static void jobs_run(jobs *pool) {
    for (;;) {
        uint64_t ticket = jobs_word_get(&pool->ticket);
        if ((uint32_t)ticket == 0) return;
        if (!jobs_word_swap(&pool->ticket, ticket, ticket - 1)) continue;
        pool->task(pool->arg, pool->limit - (uint32_t)ticket);

        // The last one back wakes the caller, if that has gone to sleep.
        if (jobs_number_add(&pool->left, -1) == 0 && jobs_number_get(&pool->waiting)) {
            jobs_lock(&pool->mutex);
            jobs_wake(&pool->done);
            jobs_unlock(&pool->mutex);
        }
    }
}

// Looks for a while, without sleeping, whether there is work (or, of the caller, whether all is
// done).
static bool jobs_spin(jobs *pool, bool for_work) {
    double end = 0;
    for (unsigned i = 0; pool->spin_us; i++) {
        if (for_work ? jobs_untaken(pool) || jobs_number_get(&pool->stop)
                     : jobs_number_get(&pool->left) == 0) return true;
        jobs_pause();

        // The clock is looked at now and then: it costs as much as the rest.
        if (i % 32 != 0) continue;
        double now = jobs_now_ms();
        if (end <= 0) end = now + pool->spin_us / 1e3;
        if (now > end) break;
    }
    return false;
}

JOBS_MAIN jobs_main(void *user) {
    jobs *pool = (jobs *)user;
    while (!jobs_number_get(&pool->stop)) {
        jobs_run(pool);
        if (jobs_spin(pool, true)) continue;

        // It says that it sleeps before it looks for the last time; the caller brings work
        // before it looks for sleepers: one of them sees the other.
        jobs_lock(&pool->mutex);
        jobs_number_add(&pool->asleep, 1);
        while (!jobs_untaken(pool) && !jobs_number_get(&pool->stop)) jobs_sleep(&pool->work, &pool->mutex);
        jobs_number_add(&pool->asleep, -1);
        jobs_unlock(&pool->mutex);
    }
    return 0;
}

static void jobs_wake_workers(jobs *pool) {
    if (!jobs_number_get(&pool->asleep)) return;
    jobs_lock(&pool->mutex);
    jobs_wake(&pool->work);
    jobs_unlock(&pool->mutex);
}

static void jobs_round(jobs *pool, size_t base, uint32_t count) {
    pool->limit = base + count;
    jobs_number_add(&pool->left, (int)count);       // it was 0
    jobs_word_set(&pool->ticket, ((jobs_word_get(&pool->ticket) >> 32) + 1) << 32 | count);
    if (count > 1) jobs_wake_workers(pool);
    jobs_run(pool);
    if (jobs_number_get(&pool->left) == 0 || jobs_spin(pool, false)) return;

    jobs_lock(&pool->mutex);
    jobs_number_add(&pool->waiting, 1);
    while (jobs_number_get(&pool->left)) jobs_sleep(&pool->done, &pool->mutex);
    jobs_number_add(&pool->waiting, -1);
    jobs_unlock(&pool->mutex);
}

void jobs_for(void *user, void (*task)(void *arg, size_t index), void *arg, size_t count) {
    jobs *pool = (jobs *)user;
    if (!pool || pool->workers == 0 || count == 1) {
        for (size_t i = 0; i < count; i++) task(arg, i);
        return;
    }

    // A round counts in 32 bits.
    pool->task = task;
    pool->arg = arg;
    for (size_t base = 0; base < count; base = pool->limit) {
        jobs_round(pool, base, count - base < 1u << 30 ? (uint32_t)(count - base) : 1u << 30);
    }
}

unsigned jobs_threads(const jobs *pool) { return pool ? pool->workers + 1 : 1; }

void jobs_close(jobs *pool) {
    if (!pool) return;
    jobs_lock(&pool->mutex);
    jobs_number_add(&pool->stop, 1);
    jobs_wake(&pool->work);
    jobs_unlock(&pool->mutex);
    for (unsigned i = 0; i < pool->workers; i++) jobs_join(pool->threads[i]);
    jobs_condition_close(&pool->done);
    jobs_condition_close(&pool->work);
    jobs_mutex_close(&pool->mutex);
    free(pool);
}

jobs *jobs_open(unsigned threads) {
    jobs *pool = (jobs *)calloc(1, sizeof *pool + (size_t)threads * sizeof(jobs_thread));
    if (!pool) return NULL;

    // None of the three fails on the systems that we know; if one does, nothing is left behind.
    bool lock = jobs_mutex_open(&pool->mutex);
    bool work = lock && jobs_condition_open(&pool->work);
    if (!work || !jobs_condition_open(&pool->done)) {
        if (work) jobs_condition_close(&pool->work);
        if (lock) jobs_mutex_close(&pool->mutex);
        free(pool);
        return NULL;
    }

    pool->spin_us = threads <= jobs_cores() ? JOBS_SPIN_US : 0;
    while (pool->workers + 1 < threads) {
        if (!jobs_start(&pool->threads[pool->workers], jobs_main, pool)) {
            jobs_close(pool);
            return NULL;
        }
        pool->workers++;
    }
    return pool;
}

#endif // JOBS_NO_THREADS
#endif // JOBS_IMPLEMENTATION

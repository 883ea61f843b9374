// jobs.h - a small job pool for the examples: POSIX threads or Win32, header-only, everything
// static.
//
//     jobs *pool = jobs_open(8);             8 threads, the calling one among them; NULL: no memory
//     jobs_for(pool, task, arg, count);      task(arg, i) once for each i < count, on any threads
//     jobs_close(pool);
//     jobs_cores(), jobs_now_ms()            processors of the machine; a clock that never goes back
//
// jobs_for has the shape that gc_sort_desc.parallel_for wants, with the pool as user. One
// thread calls it at a time, and tasks do not call it. What tasks wrote is visible to the
// caller when it returns.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef JOBS_H
#define JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
typedef CRITICAL_SECTION jobs_mutex;
typedef CONDITION_VARIABLE jobs_condition;
typedef HANDLE jobs_thread;
#define JOBS_THREAD_RESULT DWORD WINAPI
static bool jobs_mutex_init(jobs_mutex *m) { InitializeCriticalSection(m); return true; }
static void jobs_mutex_free(jobs_mutex *m) { DeleteCriticalSection(m); }
static void jobs_lock(jobs_mutex *m) { EnterCriticalSection(m); }
static void jobs_unlock(jobs_mutex *m) { LeaveCriticalSection(m); }
static bool jobs_condition_init(jobs_condition *c) { InitializeConditionVariable(c); return true; }
static void jobs_condition_free(jobs_condition *c) { (void)c; }
static void jobs_wait(jobs_condition *c, jobs_mutex *m) { SleepConditionVariableCS(c, m, INFINITE); }
static void jobs_wake_all(jobs_condition *c) { WakeAllConditionVariable(c); }
static bool jobs_start(jobs_thread *t, DWORD(WINAPI *run)(void *), void *arg) {
    return (*t = CreateThread(NULL, 0, run, arg, 0, NULL)) != NULL;
}
static void jobs_join(jobs_thread t) { WaitForSingleObject(t, INFINITE); CloseHandle(t); }
static unsigned jobs_cores(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (unsigned)info.dwNumberOfProcessors;
}
static double jobs_now_ms(void) {
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart * 1e3 / (double)second.QuadPart;
}
#else
#include <pthread.h>
#include <time.h>
#include <unistd.h>
typedef pthread_mutex_t jobs_mutex;
typedef pthread_cond_t jobs_condition;
typedef pthread_t jobs_thread;
#define JOBS_THREAD_RESULT void *
static bool jobs_mutex_init(jobs_mutex *m) { return pthread_mutex_init(m, NULL) == 0; }
static void jobs_mutex_free(jobs_mutex *m) { pthread_mutex_destroy(m); }
static void jobs_lock(jobs_mutex *m) { pthread_mutex_lock(m); }
static void jobs_unlock(jobs_mutex *m) { pthread_mutex_unlock(m); }
static bool jobs_condition_init(jobs_condition *c) { return pthread_cond_init(c, NULL) == 0; }
static void jobs_condition_free(jobs_condition *c) { pthread_cond_destroy(c); }
static void jobs_wait(jobs_condition *c, jobs_mutex *m) { pthread_cond_wait(c, m); }
static void jobs_wake_all(jobs_condition *c) { pthread_cond_broadcast(c); }
static bool jobs_start(jobs_thread *t, void *(*run)(void *), void *arg) {
    return pthread_create(t, NULL, run, arg) == 0;
}
static void jobs_join(jobs_thread t) { pthread_join(t, NULL); }
static unsigned jobs_cores(void) { long n = sysconf(_SC_NPROCESSORS_ONLN); return n > 0 ? (unsigned)n : 1; }
static double jobs_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}
#endif

typedef struct jobs {
    jobs_mutex mutex;
    jobs_condition work, done;
    void (*task)(void *arg, size_t index);
    void *arg;
    size_t count, next, finished;       // of the present round: tasks in all, taken, and done
    bool stop;
    unsigned workers;
    jobs_thread threads[1];             // workers of them
} jobs;

// With the mutex held: takes and runs tasks while there are any.
static void jobs_run(jobs *pool) {
    while (pool->next < pool->count) {
        size_t index = pool->next++;
        void (*task)(void *, size_t) = pool->task;
        void *arg = pool->arg;
        jobs_unlock(&pool->mutex);
        task(arg, index);
        jobs_lock(&pool->mutex);
        if (++pool->finished == pool->count) jobs_wake_all(&pool->done);
    }
}

static JOBS_THREAD_RESULT jobs_main(void *user) {
    jobs *pool = (jobs *)user;
    jobs_lock(&pool->mutex);
    while (!pool->stop) {
        jobs_run(pool);
        if (!pool->stop) jobs_wait(&pool->work, &pool->mutex);
    }
    jobs_unlock(&pool->mutex);
    return 0;
}

static void jobs_close(jobs *pool) {
    if (!pool) return;
    jobs_lock(&pool->mutex);
    pool->stop = true;
    jobs_wake_all(&pool->work);
    jobs_unlock(&pool->mutex);
    for (unsigned i = 0; i < pool->workers; i++) jobs_join(pool->threads[i]);
    jobs_condition_free(&pool->done);
    jobs_condition_free(&pool->work);
    jobs_mutex_free(&pool->mutex);
    free(pool);
}

static jobs *jobs_open(unsigned threads) {
    jobs *pool = (jobs *)calloc(1, sizeof *pool + threads * sizeof(jobs_thread));
    if (!pool) return NULL;
    if (!jobs_mutex_init(&pool->mutex) || !jobs_condition_init(&pool->work) ||
        !jobs_condition_init(&pool->done)) {
        free(pool);
        return NULL;
    }
    while (pool->workers + 1 < threads) {
        if (!jobs_start(&pool->threads[pool->workers], jobs_main, pool)) {
            jobs_close(pool);
            return NULL;
        }
        pool->workers++;
    }
    return pool;
}

static void jobs_for(void *user, void (*task)(void *arg, size_t index), void *arg, size_t count) {
    jobs *pool = (jobs *)user;
    if (count == 0) return;
    jobs_lock(&pool->mutex);
    pool->task = task;
    pool->arg = arg;
    pool->count = count;
    pool->next = pool->finished = 0;
    if (count > 1) jobs_wake_all(&pool->work);
    jobs_run(pool);
    while (pool->finished < pool->count) jobs_wait(&pool->done, &pool->mutex);
    pool->count = pool->next = 0;
    jobs_unlock(&pool->mutex);
}

#endif

// pthread.h - what the tests use of pthreads, over Windows' own threads: for a compiler whose
// Windows libraries have none. The headers themselves need none there.
#ifndef TEST_WINTHREADS_H
#define TEST_WINTHREADS_H
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#include <stdlib.h>
#include <time.h>

typedef HANDLE pthread_t;
typedef SRWLOCK pthread_mutex_t;
typedef CONDITION_VARIABLE pthread_cond_t;
#define PTHREAD_MUTEX_INITIALIZER SRWLOCK_INIT
#define PTHREAD_COND_INITIALIZER CONDITION_VARIABLE_INIT

typedef struct test_winthread { void *(*run)(void *); void *of; } test_winthread;
static inline DWORD WINAPI test_winthread_main(void *of) {
    test_winthread thread = *(test_winthread *)of;
    free(of);
    thread.run(thread.of);
    return 0;
}
static inline int pthread_create(pthread_t *out, const void *none, void *(*run)(void *), void *of) {
    test_winthread *thread = (test_winthread *)malloc(sizeof *thread);
    (void)none;
    if (!thread) return 1;
    thread->run = run, thread->of = of;
    *out = CreateThread(NULL, 0, test_winthread_main, thread, 0, NULL);
    if (!*out) free(thread);
    return !*out;
}

// What the thread returned is lost: no test asks for it.
static inline int pthread_join(pthread_t thread, void **none) {
    (void)none;
    WaitForSingleObject(thread, INFINITE);
    return !CloseHandle(thread);
}

static inline int pthread_mutex_init(pthread_mutex_t *m, const void *none) {
    (void)none;
    InitializeSRWLock(m);
    return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t *m) { return AcquireSRWLockExclusive(m), 0; }
static inline int pthread_mutex_trylock(pthread_mutex_t *m) { return !TryAcquireSRWLockExclusive(m); }
static inline int pthread_mutex_unlock(pthread_mutex_t *m) { return ReleaseSRWLockExclusive(m), 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    return !SleepConditionVariableSRW(c, m, INFINITE, 0);
}
static inline int pthread_cond_broadcast(pthread_cond_t *c) { return WakeAllConditionVariable(c), 0; }

// The clocks that come with them, to the millisecond.
typedef int clockid_t;
enum { CLOCK_REALTIME, CLOCK_MONOTONIC };
static inline int clock_gettime(clockid_t clock, struct timespec *out) {
    FILETIME wall;
    GetSystemTimeAsFileTime(&wall);
    unsigned long long ms = ((unsigned long long)wall.dwHighDateTime << 32 | wall.dwLowDateTime) / 10000;
    ms = clock == CLOCK_MONOTONIC ? GetTickCount64() : ms - 11644473600000;    // from 1601 to 1970
    out->tv_sec = (time_t)(ms / 1000);
    out->tv_nsec = (long)(ms % 1000 * 1000000);
    return 0;
}
static inline int nanosleep(const struct timespec *t, struct timespec *rest) {
    (void)rest;
    Sleep((DWORD)(t->tv_sec * 1000 + (t->tv_nsec + 999999) / 1000000));
    return 0;
}
#endif

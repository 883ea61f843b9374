// progress.h - a bar on stderr for what takes long, where stderr is a terminal; header-only,
// everything static. Needs jobs.h, one folder above.
//
//     progress bar;
//     progress_open(&bar, "gorilla", 128);      what, and of how many steps
//     progress_add(&bar, 1);                    steps done; from any thread; draws ten times a second
//     progress_close(&bar);                     takes the line away
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef PROGRESS_H
#define PROGRESS_H

#include "../jobs.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#include <io.h>
typedef SRWLOCK progress_mutex;
static bool progress_mutex_open(progress_mutex *m) { InitializeSRWLock(m); return true; }
static void progress_mutex_close(progress_mutex *m) { (void)m; }
static void progress_lock(progress_mutex *m) { AcquireSRWLockExclusive(m); }
static void progress_unlock(progress_mutex *m) { ReleaseSRWLockExclusive(m); }
static bool progress_terminal(void) { return _isatty(2) != 0; }
#else
#include <pthread.h>
#include <unistd.h>
typedef pthread_mutex_t progress_mutex;
static bool progress_mutex_open(progress_mutex *m) { return pthread_mutex_init(m, NULL) == 0; }
static void progress_mutex_close(progress_mutex *m) { pthread_mutex_destroy(m); }
static void progress_lock(progress_mutex *m) { pthread_mutex_lock(m); }
static void progress_unlock(progress_mutex *m) { pthread_mutex_unlock(m); }
static bool progress_terminal(void) { return isatty(2) != 0; }
#endif

typedef struct progress {
    const char *what;
    uint64_t done, total;
    double started, drawn;       // jobs_now_ms
    bool shown;                  // stderr is a terminal
    progress_mutex mutex;
} progress;

static void progress_draw(progress *p) {
    char bar[41];
    double part = p->total > 0 ? (double)p->done / (double)p->total : 1.0;
    double seconds = (p->drawn - p->started) / 1e3, left = part > 0.0 ? seconds / part - seconds : 0.0;
    int full = (int)(part * 40.0);
    if (full > 40) full = 40;
    memset(bar, '.', 40);
    memset(bar, '#', (size_t)full);
    bar[40] = '\0';
    fprintf(stderr, "\r%-12.12s [%s] %3d %% %4.0f s left ", p->what, bar, (int)(part * 100.0), left);
    fflush(stderr);
}

static void progress_open(progress *p, const char *what, uint64_t total) {
    memset(p, 0, sizeof *p);
    p->what = what;
    p->total = total;
    p->started = p->drawn = jobs_now_ms();
    p->shown = progress_terminal() && progress_mutex_open(&p->mutex);
    if (p->shown) progress_draw(p);
}

static void progress_add(progress *p, uint64_t steps) {
    if (!p->shown) return;
    progress_lock(&p->mutex);
    p->done += steps;
    double now = jobs_now_ms();
    if (now - p->drawn >= 100.0) {
        p->drawn = now;
        progress_draw(p);
    }
    progress_unlock(&p->mutex);
}

static void progress_close(progress *p) {
    if (!p->shown) return;
    fprintf(stderr, "\r%78s\r", "");
    fflush(stderr);
    progress_mutex_close(&p->mutex);
    p->shown = false;
}

#endif

// slow_disk.c - a slow disk, or a scanner of viruses: each rename, fsync and made file takes so
// many us longer. A library for LD_PRELOAD (tests/check_writer_slow.sh), or included by a
// program that also looks at each of these calls (tests/fault/slow.c).
//   SLOW_RENAME=10000 SLOW_FSYNC=5000 SLOW_CREATE=0    us; 0 or nothing: as the disk is
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Is called before each call that is slowed down.
static void (*slow_disk_at_call)(void);

static void slow_disk_wait(const char *name) {
    const char *text = getenv(name);
    long us = text ? atol(text) : 0;
    if (us <= 0) return;
    if (slow_disk_at_call) slow_disk_at_call();
    struct timespec rest = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&rest, NULL);
}

#define SLOW_DISK_REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) *(void **)(void *)&real = dlsym(RTLD_NEXT, name)

int renameat(int from, const char *a, int to, const char *b) {
    SLOW_DISK_REAL(int, "renameat", int, const char *, int, const char *);
    slow_disk_wait("SLOW_RENAME");
    return real(from, a, to, b);
}
int rename(const char *a, const char *b) {
    SLOW_DISK_REAL(int, "rename", const char *, const char *);
    slow_disk_wait("SLOW_RENAME");
    return real(a, b);
}
int fsync(int fd) {
    SLOW_DISK_REAL(int, "fsync", int);
    slow_disk_wait("SLOW_FSYNC");
    return real(fd);
}
int openat(int folder, const char *name, int flags, ...) {
    SLOW_DISK_REAL(int, "openat", int, const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (flags & O_CREAT) slow_disk_wait("SLOW_CREATE");
    return real(folder, name, flags, mode);
}

// fetch_room.h - a disk of the tests' own for gc_fetch.h: included before it, it makes a write
// find no room, take nothing, or fail (POSIX). Behind gc_fetch.h both names go again: #undef
// pwrite, GetProcAddress.
#ifndef TEST_FETCH_ROOM_H
#define TEST_FETCH_ROOM_H

#include <errno.h>
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <string.h>
#include <windows.h>
#include <winternl.h>
#else
#include <dirent.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#endif

static long test_fetch_room;          // bytes left, where room_used
static int test_fetch_room_used;
static int test_fetch_empty_writes;        // so many of the next ones
#ifndef _WIN32
static int test_fetch_write_error;         // errno of each write; 0: none
// Or a folder that is a disk: what is removed from it gives its room back. NULL: none.
static const char *test_fetch_disk;
static long test_fetch_disk_size;

// Bytes that the disk has left.
static inline long test_fetch_disk_left(void) {
    long left = test_fetch_disk_size;
    struct stat info;
    DIR *list = opendir(test_fetch_disk);
    if (!list) return 0;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        bool plain = fstatat(dirfd(list), entry->d_name, &info, 0) == 0 && S_ISREG(info.st_mode);
        if (plain) left -= (long)info.st_size;
    }
    closedir(list);
    return left;
}
#endif

// How much of a write there is room for: what fits is taken, as a file system does it. -1: the
// disk is full, -2: it takes nothing, and tells no error.
static inline long test_fetch_room_for(size_t size) {
    if (__atomic_load_n(&test_fetch_room_used, __ATOMIC_RELAXED)) {
        long room = __atomic_sub_fetch(&test_fetch_room, (long)size, __ATOMIC_RELAXED);
        if (room < 0) return room + (long)size > 0 ? room + (long)size : -1;
    }
    if (__atomic_load_n(&test_fetch_empty_writes, __ATOMIC_RELAXED) <= 0) return (long)size;
    __atomic_sub_fetch(&test_fetch_empty_writes, 1, __ATOMIC_RELAXED);
    return -2;
}

// gc_fetch.h writes through this, so that a write can take nothing, or the disk be full.
#ifdef _WIN32
static LONG(NTAPI *test_fetch_system_write)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG,
                                            LARGE_INTEGER *, ULONG *);
static LONG NTAPI test_fetch_write_file(HANDLE file, HANDLE event, void *routine, void *context,
                                        IO_STATUS_BLOCK *io, void *data, ULONG size, LARGE_INTEGER *at,
                                        ULONG *key) {
    long room = size ? test_fetch_room_for(size) : 0;
    ULONG part = (ULONG)room;
    if (room >= 0) return test_fetch_system_write(file, event, routine, context, io, data, part, at, key);
    io->Information = 0;
    return room == -1 ? (LONG)0xc000007f : 0;       // DISK_FULL
}
static inline FARPROC test_fetch_find(HMODULE library, const char *name) {
    LONG(NTAPI *const own)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, LARGE_INTEGER *,
                           ULONG *) = test_fetch_write_file;
    FARPROC found = GetProcAddress(library, name);
    if (strcmp(name, "NtWriteFile") != 0) return found;
    memcpy((void *)&test_fetch_system_write, (const void *)&found, sizeof found);
    memcpy((void *)&found, (const void *)&own, sizeof found);
    return found;
}
#define GetProcAddress(library, name) test_fetch_find(library, name)
#else
static inline ssize_t test_fetch_pwrite(int fd, const void *data, size_t size, off_t at) {
    long room = size ? test_fetch_room_for(size) : 0;
    struct stat info;
    if (test_fetch_disk && size && fstat(fd, &info) == 0) {
        long left = test_fetch_disk_left() + (long)info.st_size - (long)at;
        room = left >= (long)size ? (long)size : left > 0 ? left : -1;
    }
    int error = __atomic_load_n(&test_fetch_write_error, __ATOMIC_RELAXED);
    if (room >= 0 && !error) return pwrite(fd, data, (size_t)room, at);
    errno = error ? error : room == -1 ? ENOSPC : 0;
    return errno ? -1 : 0;
}
#define pwrite(fd, data, size, at) test_fetch_pwrite(fd, data, size, at)
#endif

// So many bytes of room from now on; negative: as much as there is.
static inline void test_fetch_room_set(long room) {
    __atomic_store_n(&test_fetch_room, room, __ATOMIC_RELAXED);
    __atomic_store_n(&test_fetch_room_used, room >= 0, __ATOMIC_RELAXED);
}

#endif // TEST_FETCH_ROOM_H

// fetch_room.h - a disk of the tests' own for gc_fetch.h: included before it, it makes a write
// find no room, or take nothing.
#ifndef TEST_FETCH_ROOM_H
#define TEST_FETCH_ROOM_H

#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

// gc_fetch.h writes through this, so that a write can take nothing, or the disk be full.
static long long test_fetch_room;          // bytes left, where room_used
static int test_fetch_room_used;
static int test_fetch_empty_writes;        // so many of the next ones
static inline ssize_t test_fetch_pwrite(int fd, const void *data, size_t size, off_t at) {
    if (__atomic_load_n(&test_fetch_room_used, __ATOMIC_RELAXED)) {
        long long room = __atomic_sub_fetch(&test_fetch_room, (long long)size, __ATOMIC_RELAXED);
        if (room < 0) {
            // What fits is taken, as a file system does it.
            room += (long long)size;
            errno = ENOSPC;
            return room > 0 ? pwrite(fd, data, (size_t)room, at) : -1;
        }
    }
    if (__atomic_load_n(&test_fetch_empty_writes, __ATOMIC_RELAXED) <= 0) return pwrite(fd, data, size, at);
    __atomic_sub_fetch(&test_fetch_empty_writes, 1, __ATOMIC_RELAXED);
    errno = 0;
    return 0;
}

// So many bytes of room from now on; negative: as much as there is.
static inline void test_fetch_room_set(long long room) {
    __atomic_store_n(&test_fetch_room, room, __ATOMIC_RELAXED);
    __atomic_store_n(&test_fetch_room_used, room >= 0, __ATOMIC_RELAXED);
}

#define pwrite(fd, data, size, at) test_fetch_pwrite(fd, data, size, at)

#endif // TEST_FETCH_ROOM_H

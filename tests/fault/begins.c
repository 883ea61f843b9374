// begins.c - exactly one event for each begin: four threads put, write, abort and remove on few
// slots and little room, one thread polls and ticks off every begin by its tag. Twice: on a
// null back end (the writer's calls of the system do nothing), where the ring is the only thing
// to go wrong, and on files in memory. Some write on when their file has ended: that is
// dropped, and the sum of it is counted. With -fsanitize=thread for data races.
//   BEGINS=1000000         on the null back end
//   BEGINS_FILES=20000     on files
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static bool null_back_end;                  // set while no writer is open
static uint64_t null_sum;                   // of the bytes that were "written", so that they are read

static int null_openat(int folder, const char *name, int flags, mode_t mode) {
    return null_back_end ? 1000000 : openat(folder, name, flags, mode);
}
static ssize_t null_pwritev(int fd, const struct iovec *pieces, int count, off_t at) {
    if (!null_back_end) return pwritev(fd, pieces, count, at);
    ssize_t n = 0;
    uint64_t sum = 0;
    for (int p = 0; p < count; p++) {
        const uint8_t *bytes = (const uint8_t *)pieces[p].iov_base;
        for (size_t i = 0; i < pieces[p].iov_len; i += 64) sum += bytes[i];
        n += (ssize_t)pieces[p].iov_len;
    }
    __atomic_fetch_add(&null_sum, sum, __ATOMIC_RELAXED);       // two workers write at once
    return n;
}
static int null_stat(int folder, const char *name, struct stat *info, int flags) {
    if (!null_back_end) return fstatat(folder, name, info, flags);
    memset(info, 0, sizeof *info);
    info->st_mode = S_IFREG;
    return 0;
}
static int null_fstat(int fd, struct stat *info) {
    return null_back_end ? null_stat(fd, "", info, 0) : fstat(fd, info);
}

#define openat(folder, name, flags, mode) null_openat(folder, name, flags, mode)
#define pwritev(fd, pieces, count, at) null_pwritev(fd, pieces, count, at)
#define close(fd) (null_back_end ? 0 : close(fd))
#define flock(fd, operation) (null_back_end ? 0 : flock(fd, operation))
#define renameat(a, from, b, to) (null_back_end ? 0 : renameat(a, from, b, to))
#define mkdirat(fd, name, mode) (null_back_end ? 0 : mkdirat(fd, name, mode))
#define unlinkat(fd, name, flags) (null_back_end ? 0 : unlinkat(fd, name, flags))
#define fstatat(fd, name, info, flags) null_stat(fd, name, info, flags)
#define fstat(fd, info) null_fstat(fd, info)
#define GC_WRITER_FORCE_NO_OPENAT2
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"
#undef openat
#undef pwritev
#undef close
#undef flock
#undef renameat
#undef mkdirat
#undef unlinkat
#undef fstatat
#undef fstat
#include "fault.h"

enum { THREADS = 4 };
typedef struct producer {
    pthread_t thread;
    gc_writer *writer;
    uint64_t first, count, random, tries, dropped;
    bool ok;
} producer;

static void *produce(void *argument) {
    static const uint8_t data[9000] = "data";
    producer *me = (producer *)argument;
    for (uint64_t n = 0; n < me->count && me->ok;) {
        char path[32];
        gc_writer_file file;
        gc_writer_file_desc desc;
        uint64_t dice = me->random = fault_mix(me->random);

        // most small
        size_t size = dice >> 32 & 15 ? (size_t)(dice >> 40 & 1023) : (size_t)(dice >> 40 & 8191);
        int kind = (int)(dice & 15), result;
        snprintf(path, sizeof path, "f%d", (int)(dice >> 8 & 63));
        memset(&desc, 0, sizeof desc);
        desc.path = path;
        desc.tag = me->first + n;
        me->tries++;
        if (kind == 0) result = gc_writer_remove(me->writer, path, desc.tag);
        else if (kind <= 7) {
            desc.borrow = kind == 7;
            result = gc_writer_put(me->writer, &desc, data, size, NULL);
        } else {
            result = gc_writer_begin_with(me->writer, &desc, &file);
        }
        if (result == GC_WRITER_E_NO_ROOM) gc_writer_room(me->writer, size, 10);
        if (result == GC_WRITER_E_FULL) fault_sleep_us(20);     // the poller is behind
        if (result == GC_WRITER_E_NO_ROOM || result == GC_WRITER_E_FULL) continue;
        me->ok = result == GC_WRITER_OK;
        n++;
        if (kind <= 7 || !me->ok) continue;
        for (size_t done = 0; done < size;) {
            done += gc_writer_write(me->writer, file, data + done, size - done);
            if (done < size) gc_writer_room(me->writer, 1, 10);
        }
        me->ok =
            (kind == 8 ? gc_writer_abort(me->writer, file) : gc_writer_end(me->writer, file)) == GC_WRITER_OK;

        // Too late, perhaps while another has the slot: all is taken and nobody gets it.
        // Asserts are on.
        if (dice >> 60) continue;
        me->dropped += size;
        me->ok = me->ok && gc_writer_write(me->writer, file, data, size) == size &&
                 gc_writer_end(me->writer, file) == GC_WRITER_E_STALE;
    }
    return NULL;
}

static void all_told(const char *root, const char *what, uint64_t begins) {
    producer producers[THREADS];
    gc_writer_desc desc;
    gc_writer_event event;
    gc_writer_statistics stats;
    uint64_t each = begins / THREADS, events = 0, twice = 0, wrong = 0, types[16] = {0};
    uint8_t *seen = (uint8_t *)calloc((size_t)begins / 8 + 1, 1);
    double start = fault_seconds(), last = start;

    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.ring_bytes = 65536;
    desc.max_files = 64;
    desc.max_open = 8;
    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!FAULT_CHECK(w != NULL && seen != NULL)) return;

    for (int i = 0; i < THREADS; i++) {
        memset(&producers[i], 0, sizeof producers[i]);
        producers[i].writer = w;
        producers[i].first = each * (uint64_t)i;
        producers[i].count = each;
        producers[i].random = fault_random(1u << 30);
        producers[i].ok = true;
        FAULT_CHECK(pthread_create(&producers[i].thread, NULL, produce, &producers[i]) == 0);
    }

    while (events < each * THREADS && fault_seconds() - last < 60) {
        if (!gc_writer_poll(w, &event)) {
            fault_sleep_us(20);
            continue;
        }
        last = fault_seconds();
        events++;
        types[event.type]++;
        if (event.tag >= each * THREADS) wrong++;
        else if (seen[event.tag / 8] >> (event.tag % 8) & 1) twice++;
        else seen[event.tag / 8] |= (uint8_t)(1u << (event.tag % 8));

        // removed twice
        bool absent = event.type == GC_WRITER_FAILED && event.result == GC_WRITER_E_NOT_FOUND;
        if (event.type == GC_WRITER_FAILED && !absent) wrong++;
    }

    uint64_t dropped = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(producers[i].thread, NULL);
        FAULT_CHECK(producers[i].ok);
        dropped += producers[i].dropped;
    }

    FAULT_CHECK(events == each * THREADS && twice == 0 && wrong == 0);
    FAULT_CHECK(!gc_writer_poll(w, &event));
    gc_writer_get_statistics(w, &stats);
    FAULT_CHECK(stats.pending == 0 && stats.files_open == 0 && w->free_blocks == w->block_count &&
                w->ended.count == 0);
    FAULT_CHECK(dropped > 0 && stats.dropped == dropped);
    FAULT_CHECK(types[GC_WRITER_PUBLISHED] > 0 && types[GC_WRITER_ABORTED] > 0 &&
                types[GC_WRITER_REMOVED] > 0);
    gc_writer_close(w);
    free(seen);
    printf(
        "begins, %s: %llu begins from %d threads, %llu events (%llu published, %llu aborted, %llu removed), "
        "%llu twice, %.1f s\n",
        what, (unsigned long long)(each * THREADS), THREADS, (unsigned long long)events,
        (unsigned long long)types[GC_WRITER_PUBLISHED], (unsigned long long)types[GC_WRITER_ABORTED],
        (unsigned long long)types[GC_WRITER_REMOVED], (unsigned long long)twice, fault_seconds() - start);
    fflush(stdout);
}

int main(void) {
    char root[4200];
    fault_seed();
    if (!FAULT_CHECK(fault_folder(root, sizeof root))) return fault_finish();
    null_back_end = true;
    all_told(root, "null back end", (uint64_t)fault_count("BEGINS", 1000000));
    null_back_end = false;
    all_told(root, "files", (uint64_t)fault_count("BEGINS_FILES", 20000));
    FAULT_CHECK(fault_leftovers(root, "") == 0);
    fault_remove_tree(root);
    return fault_finish();
}

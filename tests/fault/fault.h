// fault.h - what the fault tests of gc_writer.h share: contents that say what they must be, a
// run of operations that reports each event through a pipe, a checker of what stands on the
// disk, and counted checks.
//
// Each operation has a name (0, 1 ...) and a version; versions of a name are made one after the
// other, and each ends with one event. So what may stand under a name follows from the last
// version whose event was seen: the state after it, or the one after the next.
#ifndef FAULT_H
#define FAULT_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#if defined(__GNUC__)
#define FAULT_UNUSED __attribute__((unused))
#else
#define FAULT_UNUSED
#endif

// ---- counted checks

static long fault_passed, fault_failed, fault_skipped;

static FAULT_UNUSED bool fault_check(bool ok, const char *what, int line) {
    if (ok) fault_passed++;
    else if (++fault_failed <= 30) printf("FAIL line %d: %s\n", line, what);
    return ok;
}
#define FAULT_CHECK(c) fault_check((c), #c, __LINE__)

static FAULT_UNUSED void fault_skip(const char *what, const char *why) {
    fault_skipped++;
    printf("SKIP %s: %s\n", what, why);
}
static FAULT_UNUSED int fault_finish(void) {
    printf("%ld passed, %ld failed, %ld skipped\n", fault_passed, fault_failed, fault_skipped);
    return fault_failed != 0;
}
// A count from the environment: how long to go on.
static FAULT_UNUSED long fault_count(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text && text[0] ? atol(text) : otherwise;
}

// ---- random numbers

static uint64_t fault_mix(uint64_t x) {     // SplitMix64's finaliser
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
static uint64_t fault_hash(uint64_t name, uint64_t version) {
    return fault_mix(fault_mix(name) + version * 0x632be59bd9b4e019u);
}

static uint64_t fault_random_state = 1;
static FAULT_UNUSED uint64_t fault_random(uint64_t below) { return fault_mix(fault_random_state++) % below; }
static FAULT_UNUSED void fault_seed(void) {
    fault_random_state = (uint64_t)fault_count("FAULT_SEED", (long)time(NULL)) * 1000003u;
    printf("seed: FAULT_SEED=%llu\n", (unsigned long long)(fault_random_state / 1000003u));
}

static FAULT_UNUSED void fault_sleep_us(uint64_t us) {
    struct timespec t;
    t.tv_sec = (time_t)(us / 1000000);
    t.tv_nsec = (long)(us % 1000000) * 1000;
    nanosleep(&t, NULL);
}
static FAULT_UNUSED double fault_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// ---- contents: a head of four words (magic, name, version, size), then a stream from them

enum { FAULT_HEAD = 32, FAULT_MAX_SIZE = 160000 };
static const uint64_t fault_magic = 0x31746c7561666367u;

static size_t fault_size(uint64_t name, uint64_t version) {
    uint64_t h = fault_mix(fault_hash(name, version) ^ 77);
    size_t most = h % 4 == 0 ? 3000 : h % 4 == 3 ? FAULT_MAX_SIZE - FAULT_HEAD - 8 : 40000;
    return FAULT_HEAD + (size_t)((h >> 8) % most);
}
static void fault_make(uint8_t *dst, uint64_t name, uint64_t version) {
    size_t size = fault_size(name, version);
    uint64_t head[4], seed = fault_hash(name, version);
    head[0] = fault_magic;
    head[1] = name;
    head[2] = version;
    head[3] = size;
    memcpy(dst, head, sizeof head);
    for (size_t at = FAULT_HEAD; at < size; at += 8) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t word = seed * (seed >> 32 | 1);
        memcpy(dst + at, &word, size - at < 8 ? size - at : 8);
    }
}

static void fault_path(char *dst, size_t capacity, uint64_t name) {
    snprintf(dst, capacity, "d%u/e%u/f%u", (unsigned)(name / 4), (unsigned)(name % 2), (unsigned)name);
}

enum { FAULT_ABSENT = 0 };                  // a version; the least real one is 1
#define FAULT_TORN UINT64_MAX

// The version that stands under the name and what is behind it (".1", say), FAULT_ABSENT, or
// FAULT_TORN: not a whole file of any version.
static uint64_t fault_read_as(const char *root, uint64_t name, const char *behind) {
    static uint8_t got[FAULT_MAX_SIZE + 8], want[FAULT_MAX_SIZE + 8];
    char path[4400], relative[64];

    fault_path(relative, sizeof relative, name);
    snprintf(path, sizeof path, "%s/%s%s", root, relative, behind);

    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT ? FAULT_ABSENT : FAULT_TORN;
    size_t size = 0;

    for (ssize_t n; size < sizeof got && (n = read(fd, got + size, sizeof got - size)) > 0;) {
        size += (size_t)n;
    }
    close(fd);

    uint64_t head[4];
    if (size < FAULT_HEAD) return FAULT_TORN;
    memcpy(head, got, sizeof head);
    if (head[0] != fault_magic || head[1] != name || head[2] == 0 || head[3] != size ||
        fault_size(name, head[2]) != size)
        return FAULT_TORN;

    fault_make(want, name, head[2]);
    return memcmp(got, want, size) == 0 ? head[2] : FAULT_TORN;
}

// What stands under the name; FAULT_TORN also when a backup is not whole, or the file that was
// to be renamed.
static FAULT_UNUSED uint64_t fault_read(const char *root, uint64_t name) {
    static const char *const behind[] = {".1", ".2", ".new"};
    for (int i = 0; i < 3; i++) {
        if (fault_read_as(root, name, behind[i]) == FAULT_TORN) return FAULT_TORN;
    }
    return fault_read_as(root, name, "");
}

// Are the backups older than what stands, each older than the one before? The newest may have
// two names, where a process was killed between the two renames.
static FAULT_UNUSED bool fault_backups_fit(const char *root, uint64_t name) {
    uint64_t now = fault_read_as(root, name, ""), first = fault_read_as(root, name, ".1");
    uint64_t second = fault_read_as(root, name, ".2");
    if (now != FAULT_ABSENT && first != FAULT_ABSENT && first > now) return false;
    return first == FAULT_ABSENT || second == FAULT_ABSENT || second < first;
}

// ---- operations

enum {
    FAULT_REMOVE = 0,
    FAULT_ABORT = 1,
    FAULT_PUT = 2,
    FAULT_BORROW = 3,
    FAULT_RESERVE = 4,
    FAULT_BACKWARDS = 5,
    FAULT_RENAME = 6,                       // put under another name, and renamed
    FAULT_BACKUPS = 7,                      // put, and two of what it replaces stay
    FAULT_WRITE = 8
};

static int fault_kind(uint64_t name, uint64_t version) {
    unsigned k = (unsigned)(fault_mix(fault_hash(name, version) ^ 99) % 16);
    return k < FAULT_WRITE ? (int)k : FAULT_WRITE;
}
// What stands after the operation if `before` stood before.
static FAULT_UNUSED uint64_t fault_after(uint64_t before, uint64_t name, uint64_t version) {
    int kind = fault_kind(name, version);
    return kind == FAULT_ABORT ? before : kind == FAULT_REMOVE ? (uint64_t)FAULT_ABSENT : version;
}

typedef struct fault_event {                // as it goes through the pipe, by one write(2)
    uint32_t name;
    int32_t type;
    uint64_t version;
} fault_event;

typedef struct fault_run {
    const char *root;
    int durability;
    bool synchronous;
    bool in_place;                          // the counter-example: no temporary, no rename
    uint32_t names;
    uint64_t first_version, rounds;         // of each name
    int events;                             // the pipe, or -1
} fault_run;

enum { FAULT_PATIENCE = 600000 };           // ms; the machine may be busy with something else for a while

// Of a tag: a put that is followed by the same one, which may take its place.
#define FAULT_DOUBLE ((uint64_t)1 << 63)

typedef struct fault_driver {
    const fault_run *run;
    gc_writer *writer;
    gc_writer_file *file;
    bool *pending;
    uint8_t *data, *got;                    // of each name: what was written; what was read
} fault_driver;
enum { FAULT_STRIDE = FAULT_MAX_SIZE + 8 };

// Takes all events there are and reports them. False: one that should not be.
static bool fault_take(fault_driver *d) {
    gc_writer_event event;
    while (gc_writer_poll(d->writer, &event)) {
        fault_event out;
        out.name = (uint32_t)(event.tag & 0xffff);
        out.version = event.tag >> 16;
        out.type = event.type;

        if (event.tag & FAULT_DOUBLE) {
            if (event.type == GC_WRITER_PUBLISHED || event.result == GC_WRITER_E_REPLACED) continue;
            fprintf(stderr, "%s: %s\n", event.path, gc_writer_result_string(event.result));
            return false;
        }

        d->pending[out.name] = false;
        int kind = fault_kind(out.name, out.version);
        int want = kind == FAULT_REMOVE   ? GC_WRITER_REMOVED
                   : kind == FAULT_ABORT  ? GC_WRITER_ABORTED
                   : kind == FAULT_RENAME ? GC_WRITER_RENAMED
                   : kind == FAULT_PUT    ? GC_WRITER_READ
                                          : GC_WRITER_PUBLISHED;

        // A put is read again at once: it must be what was taken, on the disk or not.
        size_t at = (size_t)out.name * FAULT_STRIDE, size = fault_size(out.name, out.version);
        bool same = event.type != GC_WRITER_READ ||
                    (event.bytes == size && memcmp(d->data + at, d->got + at, size) == 0);
        if (!same) fprintf(stderr, "%s: read something else\n", event.path);
        if (!same) return false;

        bool gone =
            kind == FAULT_REMOVE && event.type == GC_WRITER_FAILED && event.result == GC_WRITER_E_NOT_FOUND;
        if (event.type != want && !gone) {
            fprintf(stderr, "%s: %s, stage %s, errno %d\n", event.path, gc_writer_result_string(event.result),
                    gc_writer_stage_string(event.stage), event.system_error);
            return false;
        }

        if (d->run->events >= 0 && write(d->run->events, &out, sizeof out) != (ssize_t)sizeof out) {
            return false;
        }
    }
    return true;
}

static bool fault_room(fault_driver *d, size_t bytes) {
    return fault_take(d) && gc_writer_room(d->writer, bytes, FAULT_PATIENCE) == GC_WRITER_OK;
}

static bool fault_visit(void *user, const gc_writer_entry *entry) {
    (void)user;
    return entry->name[0] != 0;
}

static bool fault_submit(fault_driver *d, uint32_t name, uint64_t version, uint8_t *data) {
    gc_writer *w = d->writer;
    gc_writer_file_desc desc;
    char path[64];

    fault_path(path, sizeof path, name);
    memset(&desc, 0, sizeof desc);
    desc.path = path;
    desc.tag = version << 16 | name;
    desc.priority = (int)((name + version) % 3) - 1;
    int kind = fault_kind(name, version), result;
    size_t size = fault_size(name, version), done = 0;
    d->pending[name] = true;
    if (kind == FAULT_REMOVE) return gc_writer_remove(w, path, desc.tag) == GC_WRITER_OK;
    fault_make(data, name, version);

    // Some folders are made by themselves, and all are looked at now and then.
    if (version % 8 == 0) {
        gc_writer_file_desc folder = desc;
        char made[80];
        snprintf(made, sizeof made, "%s.made", path);
        folder.path = made;
        folder.forget = true;
        if (gc_writer_make_folder(w, &folder, NULL) != GC_WRITER_OK) return false;
        *strrchr(made, '/') = 0;
        result = gc_writer_list(w, made, fault_visit, d);
        if (result != GC_WRITER_OK && result != GC_WRITER_E_NOT_FOUND) return false;
    }

    if (kind == FAULT_PUT || kind == FAULT_BORROW || kind == FAULT_RENAME || kind == FAULT_BACKUPS) {
        char other[80];
        snprintf(other, sizeof other, "%s.new", path);
        desc.borrow = kind == FAULT_BORROW;     // data belongs to the name until its event
        desc.backups = kind == FAULT_BACKUPS ? 2 : 0;
        if (kind == FAULT_RENAME) desc.path = other;

        // Once more: the second may take the first one's place.
        bool twice = kind == FAULT_PUT && (name + version) % 4 == 0, last = false;
        if (kind == FAULT_PUT || kind == FAULT_RENAME) desc.tag |= FAULT_DOUBLE;
        do {
            last = !twice;
            twice = false;
            while ((result = gc_writer_put(w, &desc, data, size, &d->file[name])) == GC_WRITER_E_NO_ROOM) {
                if (!fault_room(d, size)) return false;
            }
        } while (result == GC_WRITER_OK && !last);
        desc.tag &= ~FAULT_DOUBLE;
        desc.backups = 0;
        desc.borrow = false;
        if (result != GC_WRITER_OK) return false;
        if (kind == FAULT_RENAME) return gc_writer_rename(w, &desc, path, &d->file[name]) == GC_WRITER_OK;
        if (kind != FAULT_PUT) return true;
        uint8_t *got = d->got + (size_t)name * FAULT_STRIDE;
        return gc_writer_read(w, &desc, got, FAULT_STRIDE, &d->file[name]) == GC_WRITER_OK;
    }

    if (gc_writer_begin_with(w, &desc, &d->file[name]) != GC_WRITER_OK) return false;
    if (kind == FAULT_RESERVE) {
        while (done < size) {
            size_t got;
            void *memory = gc_writer_reserve(w, d->file[name], size - done, &got);
            if (memory) memcpy(memory, data + done, got);
            if (memory && gc_writer_commit(w, d->file[name], got) != GC_WRITER_OK) return false;
            if (memory) done += got;
            else if (!fault_room(d, 1)) return false;
        }
    } else if (kind == FAULT_BACKWARDS) {
        for (size_t end = size; end > 0;) {
            size_t part = 1 + (size_t)fault_random(30000), begin = end > part ? end - part : 0;
            for (done = begin; done < end;) {
                size_t n = gc_writer_write_at(w, d->file[name], done, data + done, end - done);
                done += n;
                if (n == 0 && !fault_room(d, 1)) return false;
            }
            end = begin;
        }
    } else {
        while (done < size) {
            size_t part = 1 + (size_t)fault_random(30000);
            size_t n =
                gc_writer_write(w, d->file[name], data + done, part < size - done ? part : size - done);
            done += n;
            if (n == 0 && !fault_room(d, 1)) return false;
        }
    }

    if (kind == FAULT_ABORT) {
        int dropped = version & 1 ? gc_writer_abort(w, d->file[name]) : gc_writer_cancel(w, d->file[name]);
        return dropped == GC_WRITER_OK;
    }
    return gc_writer_end(w, d->file[name]) == GC_WRITER_OK;
}

// The counter-example: what a program does that knows no better.
static bool fault_submit_in_place(const fault_run *run, uint32_t name, uint64_t version, uint8_t *data) {
    char path[4400], relative[64];
    fault_event out;

    fault_path(relative, sizeof relative, name);
    for (char *slash = relative; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        snprintf(path, sizeof path, "%s/%s", run->root, relative);
        mkdir(path, 0777);
        *slash = '/';
    }

    snprintf(path, sizeof path, "%s/%s", run->root, relative);
    int kind = fault_kind(name, version);
    out.name = name;
    out.version = version;
    out.type = kind == FAULT_REMOVE  ? GC_WRITER_REMOVED
               : kind == FAULT_ABORT ? GC_WRITER_ABORTED
                                     : GC_WRITER_PUBLISHED;

    if (kind == FAULT_REMOVE) unlink(path);
    if (kind != FAULT_REMOVE && kind != FAULT_ABORT) {
        fault_make(data, name, version);
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (fd < 0) return false;
        for (size_t size = fault_size(name, version), done = 0; done < size;) {
            ssize_t n = write(fd, data + done, size - done < 4096 ? size - done : 4096);
            if (n <= 0) return false;
            done += (size_t)n;
        }
        if (close(fd) != 0) return false;
    }

    return run->events < 0 || write(run->events, &out, sizeof out) == (ssize_t)sizeof out;
}

// All rounds over all names. Returns 0, or what the process should exit with.
static FAULT_UNUSED int fault_drive(const fault_run *run) {
    gc_writer_desc desc;
    gc_writer_error error;
    fault_driver d;
    memset(&d, 0, sizeof d);
    memset(&desc, 0, sizeof desc);
    d.data = (uint8_t *)malloc((size_t)FAULT_STRIDE * run->names);
    d.got = (uint8_t *)malloc((size_t)FAULT_STRIDE * run->names);
    d.run = run;
    d.file = (gc_writer_file *)calloc(run->names, sizeof *d.file);
    d.pending = (bool *)calloc(run->names, sizeof *d.pending);
    if (!d.data || !d.got || !d.file || !d.pending) return 3;
    desc.root = run->root;
    desc.ring_bytes = (size_t)1 << 20;
    desc.max_open = 8;
    desc.threads = 1 + (uint32_t)(run->first_version % 3);
    desc.durability = run->durability;
    desc.synchronous = run->synchronous;

    if (!run->in_place) {
        d.writer = gc_writer_open(&desc, &error);
        if (!d.writer) {
            fprintf(stderr, "open: %s: %s, errno %d\n", error.what, gc_writer_result_string(error.result),
                    error.system_error);
            return 4;
        }
    }

    int status = 0;
    for (uint64_t v = run->first_version; status == 0 && v - run->first_version < run->rounds; v++) {
        for (uint32_t n = 0; status == 0 && n < run->names; n++) {
            uint8_t *bytes = d.data + (size_t)FAULT_STRIDE * n;
            if (run->in_place) {
                if (!fault_submit_in_place(run, n, v, bytes)) status = 5;
                continue;
            }
            while (status == 0 && d.pending[n]) {
                if (gc_writer_flush(d.writer, FAULT_PATIENCE) != GC_WRITER_OK || !fault_take(&d)) status = 6;
            }
            if (status == 0 && (!fault_submit(&d, n, v, bytes) || !fault_take(&d))) status = 5;
        }
    }

    if (d.writer && status == 0 &&
        (gc_writer_flush(d.writer, FAULT_PATIENCE) != GC_WRITER_OK || !fault_take(&d)))
        status = 6;
    gc_writer_close(d.writer);
    free(d.data);
    free(d.got);
    free(d.file);
    free(d.pending);
    return status;
}

// Reads what there is of events into told[name] (a version); with `block` until the pipe's end.
static FAULT_UNUSED long fault_drain(int fd, bool block, uint64_t *told, uint32_t names) {
    long count = 0;
    fault_event event;
    int flags = fcntl(fd, F_GETFL);
    fcntl(fd, F_SETFL, block ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
    while (read(fd, &event, sizeof event) == (ssize_t)sizeof event) {
        if (event.name < names) told[event.name] = event.version;
        count++;
    }
    return count;
}

// ---- sets of three files, of which the first keeps two backups

enum { FAULT_SET = 3 };
static const uint32_t fault_set_names[FAULT_SET] = {0, 1, 4};
#define FAULT_MIXED (UINT64_MAX - 1)

// All three in one version, as one. False: it could not be begun.
static FAULT_UNUSED bool fault_set_put(gc_writer *w, uint64_t version, gc_writer_file *set) {
    static uint8_t data[FAULT_SET][FAULT_STRIDE];
    if (gc_writer_begin_set(w, version, set) != GC_WRITER_OK) return false;
    for (int i = 0; i < FAULT_SET; i++) {
        char path[64];
        gc_writer_file_desc desc;
        memset(&desc, 0, sizeof desc);
        fault_path(path, sizeof path, fault_set_names[i]);
        desc.path = path;
        desc.set = *set;
        desc.backups = i == 0 ? 2 : 0;
        desc.borrow = i == 1;
        fault_make(data[i], fault_set_names[i], version);
        size_t size = fault_size(fault_set_names[i], version);
        int result = gc_writer_put(w, &desc, data[i], size, NULL);
        if (result != GC_WRITER_OK) return gc_writer_abort(w, *set), false;
    }
    return gc_writer_end(w, *set) == GC_WRITER_OK;
}

// The version of all three; FAULT_TORN; FAULT_MIXED, also where the backups are not those of
// the two versions before.
static FAULT_UNUSED uint64_t fault_set_read(const char *root) {
    uint64_t first = fault_read_as(root, fault_set_names[0], "");
    for (int i = 1; i < FAULT_SET; i++) {
        uint64_t other = fault_read_as(root, fault_set_names[i], "");
        if (other == FAULT_TORN || first == FAULT_TORN) return FAULT_TORN;
        if (other != first) return FAULT_MIXED;
    }
    for (uint64_t k = 1; k <= 2; k++) {
        uint64_t old = fault_read_as(root, fault_set_names[0], k == 1 ? ".1" : ".2");
        if (old != (first > k ? first - k : (uint64_t)FAULT_ABSENT)) return FAULT_MIXED;
    }
    return first;
}

// So many sets, from a version on; each that stands is told. 0: well.
static FAULT_UNUSED int fault_set_run(const char *root, uint64_t version, uint64_t rounds, int tell) {
    gc_writer_desc desc;
    gc_writer_event event;
    gc_writer_file set;
    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.threads = 1 + (uint32_t)(version % 3);
    desc.synchronous = version % 4 == 3;
    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!w) return 4;
    for (; rounds > 0; rounds--, version++) {
        if (!fault_set_put(w, version, &set)) return 5;
        if (gc_writer_wait_event(w, set, &event, FAULT_PATIENCE) != GC_WRITER_OK) return 6;
        if (write(tell, &version, sizeof version) != sizeof version) return 7;
    }
    gc_writer_close(w);
    return 0;
}

// ---- a log: numbered lines, of which the length says how they go on

enum { FAULT_LINE = 140, FAULT_LOG_KEEP = 40 };
typedef struct fault_log {
    const char *root;
    bool framed, synchronous;
    uint64_t lines;                 // to be appended
    uint64_t rotate_bytes;
    uint32_t sync_every;            // lines; 0: never
    uint32_t pause_us;              // after each sync, so that a small disk is not full soon
    int events;                     // reports name 0, version: lines that sync has told; or -1
    bool syncer;                    // sync_every is 0, and another thread syncs all the time
    bool no_mapping;
    void (*opened)(gc_writer *w);   // or NULL
    // Shared with the parent: what was taken until each ms, and what was told.
    struct fault_log_shared { uint64_t taken, synced, until[4096]; int mapped; } *shared;
} fault_log;

static size_t fault_line(char line[FAULT_LINE + 1], uint64_t i) {
    size_t n = (size_t)sprintf(line, "%08llu ", (unsigned long long)i);
    for (size_t rest = (size_t)(fault_mix(i) % 120); rest > 0; rest--) {
        line[n++] = (char)('a' + (i + rest) % 26);
    }
    line[n++] = '\n';
    return n;
}
static uint64_t fault_ms(void) { return (uint64_t)(fault_seconds() * 1000); }

// Syncs all the time while another thread appends.
typedef struct fault_log_syncer {
    gc_writer *w;
    gc_writer_file file;
    struct fault_log_shared *shared;
} fault_log_syncer;
static FAULT_UNUSED void *fault_log_sync(void *argument) {
    const fault_log_syncer *s = (const fault_log_syncer *)argument;
    for (;;) {
        uint64_t taken = __atomic_load_n(&s->shared->taken, __ATOMIC_ACQUIRE);
        if (gc_writer_sync(s->w, s->file) != GC_WRITER_OK) return NULL;
        __atomic_store_n(&s->shared->synced, taken, __ATOMIC_RELEASE);
        fault_sleep_us(1000);
    }
}

// Appends and syncs; returns an exit code.
static FAULT_UNUSED int fault_log_run(const fault_log *log) {
    char line[FAULT_LINE + 1];
    gc_writer_desc desc;
    gc_writer_file_desc file_desc;
    gc_writer_file file;

    memset(&desc, 0, sizeof desc);
    memset(&file_desc, 0, sizeof file_desc);

    desc.root = log->root;
    desc.synchronous = log->synchronous;
    file_desc.path = "logs/log";
    file_desc.records = log->framed ? GC_WRITER_RECORDS_FRAMED : GC_WRITER_RECORDS_LINES;
    file_desc.rotate_bytes = log->rotate_bytes;
    file_desc.rotate_keep = FAULT_LOG_KEEP;
    file_desc.no_mapping = log->no_mapping;

    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!w || gc_writer_append(w, &file_desc, &file) != GC_WRITER_OK) return 4;
    if (log->opened) log->opened(w);
    if (log->shared) log->shared->mapped = w->slots[file.slot].open_map != 0;

    pthread_t thread;
    fault_log_syncer syncer = {w, file, log->shared};
    if (log->syncer && pthread_create(&thread, NULL, fault_log_sync, &syncer) != 0) return 9;

    for (uint64_t i = 0; i < log->lines; i++) {
        size_t n = fault_line(line, i), done = 0;
        while (done < n) {
            done += gc_writer_write(w, file, line + done, n - done);
            if (done < n && gc_writer_room(w, FAULT_LINE + 8, FAULT_PATIENCE) != GC_WRITER_OK) return 5;
        }

        if (gc_writer_file_state(w, file) != GC_WRITER_OK) return 6;
        if (log->shared) {
            __atomic_store_n(&log->shared->taken, i + 1, __ATOMIC_RELEASE);
            __atomic_store_n(&log->shared->until[fault_ms() % 4096], i + 1, __ATOMIC_RELEASE);
        }

        if (!log->sync_every || fault_random(log->sync_every)) continue;
        if (gc_writer_sync(w, file) != GC_WRITER_OK) return 7;
        if (log->shared) __atomic_store_n(&log->shared->synced, i + 1, __ATOMIC_RELEASE);

        fault_event event;
        memset(&event, 0, sizeof event);
        event.version = i + 1;
        if (log->events >= 0 && write(log->events, &event, sizeof event) != (ssize_t)sizeof event) return 8;

        if (log->pause_us) fault_sleep_us(log->pause_us);
    }
    for (;;) fault_sleep_us(1000000);
}

// Counts the whole records of the log's file, which go on from number `next`; *torn: bytes
// behind them, but for zeros. What stands before the last zero of a line was never finished.
// False: one that is not what it should be.
static FAULT_UNUSED bool fault_log_read_file(const char *path, bool framed, uint64_t *next, size_t *torn) {
    struct stat info;
    char line[FAULT_LINE + 1];

    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0) return false;
    size_t size = (size_t)info.st_size, at = 0, got = 0;

    char *data = (char *)malloc(size + 1);
    for (ssize_t n = 1; data && got < size && n > 0; got += (size_t)n) n = read(fd, data + got, size - got);
    close(fd);

    bool right = data && got == size;
    while (right && at < size) {
        const void *record = data + at;
        size_t length;

        if (framed) {
            if (!gc_writer_next_record(data, size, &at, &record, &length)) break;
        } else {
            const char *end = (const char *)memchr(data + at, '\n', size - at);
            if (!end) break;
            const char *zero = (const char *)memrchr(data + at, 0, (size_t)(end - data) - at);
            if (zero) record = zero + 1;
            length = (size_t)(end + 1 - (const char *)record);
            at = (size_t)(end + 1 - data);
        }

        right = fault_line(line, *next) == length && memcmp(line, record, length) == 0;
        if (right) ++*next;
    }

    while (size > at && data[size - 1] == 0) size--;
    *torn = size - at;
    free(data);
    return right;
}

// The same of all its files, the oldest first; what comes next (log.0) may be begun. Behind a
// torn record there is none: the next file may stand ready, and is empty then.
static FAULT_UNUSED bool fault_log_read(const char *root, bool framed, uint64_t *lines, size_t *torn) {
    char path[4400];
    *lines = 0;
    *torn = 0;
    for (int k = FAULT_LOG_KEEP; k >= -1; k--) {
        if (k) snprintf(path, sizeof path, "%s/logs/log.%d", root, k > 0 ? k : 0);
        else snprintf(path, sizeof path, "%s/logs/log", root);
        if (access(path, F_OK) != 0) continue;
        uint64_t before = *lines;
        size_t rest = 0;
        if (!fault_log_read_file(path, framed, lines, &rest)) return false;
        if (*torn && (*lines > before || rest > 0)) return false;
        *torn += rest;
    }
    return true;
}

// Opens the log as the next run does, and closes it again: what was torn is cut.
static FAULT_UNUSED bool fault_log_reopen(const char *root, bool framed, uint64_t rotate_bytes) {
    gc_writer_desc desc;
    gc_writer_file_desc file_desc;
    gc_writer_file file;
    memset(&desc, 0, sizeof desc);
    memset(&file_desc, 0, sizeof file_desc);
    desc.root = root;
    file_desc.path = "logs/log";
    file_desc.records = framed ? GC_WRITER_RECORDS_FRAMED : GC_WRITER_RECORDS_LINES;
    file_desc.rotate_bytes = rotate_bytes;
    file_desc.rotate_keep = FAULT_LOG_KEEP;
    gc_writer *w = gc_writer_open(&desc, NULL);
    bool ok = w && gc_writer_append(w, &file_desc, &file) == GC_WRITER_OK &&
              gc_writer_end(w, file) == GC_WRITER_OK &&
              gc_writer_wait(w, file, FAULT_PATIENCE) == GC_WRITER_OK;
    gc_writer_close(w);
    return ok;
}

// ---- folders

static int fault_remove_entry(const char *path, const struct stat *info, int type, struct FTW *at) {
    (void)info; (void)type; (void)at;
    return remove(path);
}
static FAULT_UNUSED void fault_remove_tree(const char *path) {
    nftw(path, fault_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static long fault_found;
static const char *fault_end;
static int fault_count_entry(const char *path, const struct stat *info, int type, struct FTW *at) {
    (void)info; (void)type;
    size_t length = strlen(path), end = strlen(fault_end);
    fault_found += strncmp(path + at->base, ".gcw-", 5) == 0 && length >= end &&
                   strcmp(path + length - end, fault_end) == 0;
    return 0;
}
// The writer's own files below the folder whose names end so: "" all, ".tmp" the temporaries.
static FAULT_UNUSED long fault_leftovers(const char *path, const char *end) {
    fault_found = 0;
    fault_end = end;
    nftw(path, fault_count_entry, 16, FTW_PHYS);
    return fault_found;
}
// Opens and closes a writer, which sweeps.
static FAULT_UNUSED bool fault_sweep(const char *root) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.ring_bytes = 65536;
    desc.max_files = 4;
    desc.synchronous = true;
    gc_writer *w = gc_writer_open(&desc, NULL);
    gc_writer_close(w);
    return w != NULL;
}
// "folder/name"; good until the fourth call after it.
static FAULT_UNUSED const char *fault_join(const char *folder, const char *name) {
    static char joined[4][4400];
    static int turn;
    char *text = joined[turn++ & 3];
    snprintf(text, sizeof joined[0], "%s/%s", folder, name);
    return text;
}
// Is it a plain file with these bytes, 256 KB at most?
static FAULT_UNUSED bool fault_is(const char *path, const void *want, size_t size) {
    static uint8_t got[(256 << 10) + 1];
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, got, sizeof got);
    if (fd >= 0) close(fd);
    return n == (ssize_t)size && memcmp(got, want, size) == 0;
}
static FAULT_UNUSED bool fault_is_missing(const char *path) {
    return access(path, F_OK) != 0 && errno == ENOENT;
}

// Runs shell commands; what they say goes to work/log. Returns the status.
static FAULT_UNUSED int fault_command(const char *work, const char *format, ...) {
    char text[13500] = "{ ";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + 2, 9000, format, arguments);
    va_end(arguments);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "; } >>%s/log 2>&1", work);
    return system(text);
}
static FAULT_UNUSED void fault_unmount(bool *mounted, const char *path) {
    for (int tries = 0; *mounted && tries < 1000; tries++) {
        if (umount(path) == 0) *mounted = false;
        else fault_sleep_us(10000);
    }
    if (*mounted) printf("%s: umount: %s\n", path, strerror(errno));
    *mounted = false;
}
// A fresh folder in memory where there is a tmpfs, unless TMPDIR says where.
static FAULT_UNUSED bool fault_folder(char *dst, size_t capacity) {
    const char *base = getenv("TMPDIR");
    if (!base || !base[0]) base = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(dst, capacity, "%s/gc_writer_fault_XXXXXX", base);
    return mkdtemp(dst) != NULL;
}

#endif

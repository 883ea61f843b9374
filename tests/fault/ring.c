// ring.c - the ring's algorithm under an exhaustive scheduler. The header's own code runs in
// threads of this program's making (contexts on stacks of its own), whose locks, waits and
// signals come here; files are kept in a few variables. At each lock and wait every thread that
// could go on does so, once: the state (the writer's memory, the stacks, the files) is saved
// before and put back after. States seen before are not looked at again, so all interleavings
// are covered; those that differ only in what nobody will read are made one (make_canonical): 3
// x fewer.
//
// Everything that threads share is touched with the lock held, but for the bytes that are
// copied into the ring; such a copy comes right before the next lock, so a block that is
// written too early shows in its bytes. Data races that are none at these points are
// ThreadSanitizer's (begins.c). Nothing fails here (calls.c), and blocks are too small to be
// cut into parts.
//
//   RING_ALL=1              the two scenarios of 9 million states, too: two minutes each
//   RING_STATES=2000000     gives up after so many states, and fails
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
#include <ucontext.h>
#include <unistd.h>

// ---- threads

enum {
    THREADS = 5,
    STACK = 256 * 1024,
    SCRAP = 16 * 1024,
    MARGIN = 128,
    ARENA = 32000,
    FILES = 4,
    FIRST_FD = 100
};
enum { NONE, RUNS, LOCKS, WAITS, NAPS, JOINS, ENDED };     // NAPS: waits, but no longer than it likes

typedef struct thread {
    ucontext_t context;
    int status;
    const void *waits_for;          // a condition
    int joins;
    uint8_t *low;                   // of the stack, which grows down, as far as it is in use
    void *(*run)(void *);
    void *argument;
} thread;

typedef struct file {
    char name[40];
    int item, size;
    bool open, broken;              // broken: bytes that are not the item's
} file;

// All of a state but the stacks.
typedef struct state {
    thread threads[THREADS];
    int count, owner;               // owner of the lock, or -1
    file files[FILES];
    int published, events;
    bool wrong;
    uint8_t arena[ARENA];           // the writer's memory
} state;

static state now;
static uint8_t stacks[THREADS][STACK] __attribute__((aligned(64)));
static ucontext_t scheduler;
static int current;

static __attribute__((noinline)) void pass(int status) {
    thread *t = &now.threads[current];
    t->status = status;
    t->low = (uint8_t *)__builtin_frame_address(0);
    swapcontext(&t->context, &scheduler);
}

static void enter(void) {
    thread *t = &now.threads[current];
    t->run(t->argument);
    pass(ENDED);
}
static int spawn(void *(*run)(void *), void *argument) {
    int i = now.count++;
    thread *t = &now.threads[i];
    t->status = RUNS;
    t->run = run;
    t->argument = argument;
    getcontext(&t->context);
    t->context.uc_stack.ss_sp = stacks[i];
    t->context.uc_stack.ss_size = STACK;
    t->low = stacks[i] + STACK;
    makecontext(&t->context, enter, 0);
    t->low = stacks[i] + STACK - 512;
    return i;
}

static bool can_run(int i) {
    const thread *t = &now.threads[i];
    switch (t->status) {
    case RUNS: return true;
    case LOCKS: case NAPS: return now.owner < 0;
    case JOINS: return now.threads[t->joins].status == ENDED;
    default: return false;
    }
}

// One switch for each time that a thread holds the lock. What it does without the lock is seen
// by others only if it touches the ring's bytes: then it comes as late as it can, right before
// the next lock, so that whoever is too early for a copy or a write to the disk meets it
// undone. (Too late is the same with the parts exchanged.)
static bool touches_blocks(void);
static int model_lock(void) {
    if (!touches_blocks()) pass(LOCKS);
    now.owner = current;
    return 0;
}
static int model_unlock(void) {
    now.owner = -1;
    if (touches_blocks()) pass(RUNS);
    return 0;
}
static int model_wait(const void *condition, int status) {
    now.owner = -1;
    now.threads[current].waits_for = condition;
    pass(status);
    now.owner = current;
    return 0;
}
static int model_wake(const void *condition, int most) {
    for (int i = 0; i < now.count && most > 0; i++) {
        thread *t = &now.threads[i];
        if ((t->status != WAITS && t->status != NAPS) || t->waits_for != condition) continue;
        t->status = LOCKS;
        most--;
    }
    return 0;
}
// A nap ends by itself. Who waits for room is to be told: that it looks by itself, too, is for
// a disk that hangs, and here none does.
static const void *model_room;
static int model_nap(const void *condition) {
    return model_wait(condition, condition == model_room ? WAITS : NAPS);
}
static int model_join(int i) {
    now.threads[current].joins = i;
    pass(JOINS);
    return 0;
}

// ---- items and files

enum { ITEMS = 3 };
static int item_size[ITEMS];
static uint8_t item_byte(int item, int at) { return (uint8_t)(item << 6 | (at * 7 & 63)); }

static int model_openat(int folder, const char *name, int flags) {
    // the root, its lock file
    if (folder < FIRST_FD || strstr(name, ".lock") || name[0] != '.' || name[1] == 0) return FIRST_FD;
    for (int i = 0; i < FILES; i++) {
        file *f = &now.files[i];
        if (f->name[0] && strcmp(f->name, name) != 0) continue;
        if (!f->name[0] && !(flags & O_CREAT)) continue;
        snprintf(f->name, sizeof f->name, "%s", name);
        if (flags & O_CREAT) f->item = -1;
        f->open = true;
        return FIRST_FD + 1 + i;
    }
    errno = ENFILE;
    return -1;
}
static ssize_t model_pwritev(int fd, const struct iovec *pieces, int count, off_t at) {
    file *f = &now.files[fd - FIRST_FD - 1];
    ssize_t n = 0;
    f->broken = f->broken || !f->open || at != f->size;
    for (int p = 0; p < count; p++) {
        const uint8_t *bytes = (const uint8_t *)pieces[p].iov_base;
        if (f->item < 0) f->item = bytes[0] >> 6;
        for (size_t i = 0; i < pieces[p].iov_len; i++) {
            f->broken = f->broken || bytes[i] != item_byte(f->item, f->size + (int)i);
        }
        f->size += (int)pieces[p].iov_len;
        n += (ssize_t)pieces[p].iov_len;
    }
    return n;
}
static int model_close(int fd) {
    if (fd > FIRST_FD) now.files[fd - FIRST_FD - 1].open = false;
    return 0;
}
static int model_flock(int fd) {
    (void)fd;       // nobody else is there
    return 0;
}
static int model_rename(const char *from, const char *to) {
    int item = to[0] - '0';
    for (int i = 0; i < FILES; i++) {
        file *f = &now.files[i];
        if (strcmp(f->name, from) != 0) continue;
        bool right = !f->broken && !f->open && item >= 0 && item < ITEMS && f->item == item &&
                     f->size == item_size[item];
        if (!right || (now.published >> item & 1)) now.wrong = true;
        now.published |= 1 << item;
        memset(f, 0, sizeof *f);
        return 0;
    }
    now.wrong = true;
    return -1;
}
static int model_stat(const char *name, struct stat *info) {
    if (name && !strstr(name, ".lock")) {
        errno = ENOENT;
        return -1;
    }
    memset(info, 0, sizeof *info);
    info->st_mode = S_IFREG;
    return 0;
}
static int model_unlink(const char *name) {
    if (!strstr(name, ".lock")) now.wrong = true;       // nothing fails, so nothing is thrown away
    return 0;
}

#define pthread_mutex_init(mutex, attributes) 0
#define pthread_mutex_destroy(mutex) ((void)(mutex))
#define pthread_mutex_lock(mutex) model_lock()
#define pthread_mutex_unlock(mutex) model_unlock()
#define pthread_cond_init(condition, attributes) ((void)(attributes), 0)
#define pthread_cond_destroy(condition) ((void)(condition))
#define pthread_cond_wait(condition, mutex) model_wait(condition, WAITS)
#define pthread_cond_timedwait(condition, mutex, until) ((void)(until), model_nap(condition))
#define pthread_cond_signal(condition) model_wake(condition, 1)
#define pthread_cond_broadcast(condition) model_wake(condition, THREADS)
#define pthread_create(thread, attributes, run, argument) (*(thread) = (pthread_t)spawn(run, argument), 0)
#define pthread_join(thread, result) model_join((int)(thread))
#define clock_gettime(clock, time) ((void)memset(time, 0, sizeof *(time)))
#define openat(folder, name, flags, mode) model_openat(folder, name, flags)
#define pwritev(fd, pieces, count, at) model_pwritev(fd, pieces, count, at)
#define close(fd) model_close(fd)
#define fsync(fd) ((void)(fd), 0)
#define flock(fd, operation) model_flock(fd)
#define ftruncate(fd, size) ((void)(fd), 0)
#define renameat(a, from, b, to) model_rename(from, to)
#define mkdirat(fd, name, mode) (-1)
#define unlinkat(fd, name, flags) model_unlink(name)
#define fstatat(fd, name, info, flags) model_stat(name, info)
#define fstat(fd, info) model_stat(NULL, info)
#define sync_file_range(fd, offset, size, flags) ((void)(fd))
#define GC_WRITER_ASSERT(c) ((void)((c) || (now.wrong = true)))
#define GC_WRITER_FORCE_NO_OPENAT2
#define GC_WRITER_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#include "gc_writer.h"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#undef pthread_mutex_init
#undef pthread_mutex_destroy
#undef pthread_mutex_lock
#undef pthread_mutex_unlock
#undef pthread_cond_init
#undef pthread_cond_destroy
#undef pthread_cond_wait
#undef pthread_cond_timedwait
#undef pthread_cond_signal
#undef pthread_cond_broadcast
#undef pthread_create
#undef pthread_join
#undef clock_gettime
#undef openat
#undef pwritev
#undef close
#undef fsync
#undef flock
#undef ftruncate
#undef renameat
#undef mkdirat
#undef unlinkat
#undef fstatat
#undef fstat
#undef sync_file_range
#include "fault.h"

// ---- the scenario: two producers with three items, then the stop

typedef struct scenario {
    const char *name;
    bool large;                     // millions of states: with RING_ALL only
    int sizes[ITEMS];
    bool flush;                     // the last thread flushes and takes the events; else it closes at once
    bool put;                       // whole files; else begin, write, end
    int durable;                    // bit i: item i; they have a second thread
} scenario;
static const scenario *played;
static gc_writer *writer;           // lies in the arena
static uint8_t bytes[ITEMS][8192];
static void *last(void *argument);

// The thread that writes: at any time; a producer: when it copies more than it does with the
// lock held.
static bool touches_blocks(void) {
    void *(*run)(void *) = now.threads[current].run;
    if (run == last) return false;
    bool copies = run == gc_writer_priv_main;
    for (int i = 0; i < ITEMS; i++) copies = copies || item_size[i] > GC_WRITER_PRIV_QUICK;
    return copies;
}

static void *resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user; (void)ptr; (void)old_size;
    return new_size && new_size <= ARENA ? now.arena : NULL;
}

static void submit(int item) {
    char path[2] = {(char)('0' + item), 0};
    size_t size = (size_t)item_size[item];
    gc_writer_file out;
    gc_writer_file_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.path = path;
    if (played->durable >> item & 1) desc.durability = GC_WRITER_DURABILITY_FILE;
    if (played->put) {
        while (gc_writer_put(writer, &desc, bytes[item], size, NULL) == GC_WRITER_E_NO_ROOM) {
            gc_writer_room(writer, size, -1);
        }
        return;
    }

    if (gc_writer_begin_with(writer, &desc, &out) != GC_WRITER_OK) now.wrong = true;
    for (size_t done = 0; done < size;) {
        done += gc_writer_write(writer, out, bytes[item] + done, size - done);
        if (done < size) gc_writer_room(writer, 1, -1);
    }
    if (gc_writer_end(writer, out) != GC_WRITER_OK) now.wrong = true;
}
static void *first_producer(void *argument) {
    submit(0);
    submit(1);
    return argument;
}
static void *second_producer(void *argument) {
    submit(2);
    return argument;
}
static void *last(void *argument) {
    gc_writer_event event;
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = "root";
    desc.ring_bytes = 8192;             // 8 blocks of 1 KB
    desc.max_files = ITEMS;
    desc.max_path = 4;
    desc.threads = played->durable ? 2 : 1;
    desc.allocator.resize = resize;
    writer = gc_writer_open(&desc, NULL);
    model_room = writer ? &writer->room : NULL;

    if (!writer) {
        now.wrong = true;
        return argument;
    }
    int a = spawn(first_producer, NULL), b = spawn(second_producer, NULL);
    model_join(a);
    model_join(b);

    if (played->flush) {
        if (gc_writer_flush(writer, -1) != GC_WRITER_OK) now.wrong = true;
        while (gc_writer_poll(writer, &event)) {
            now.events++;
            uint64_t size = (uint64_t)item_size[event.path[0] - '0'];
            if (event.type != GC_WRITER_PUBLISHED || event.bytes != size) {
                now.wrong = true;
            }
        }
    }

    gc_writer_close(writer);
    return argument;
}

// ---- the search

typedef struct saved {
    state all;
    int next;                       // thread to try
    size_t used[THREADS];
    uint8_t *stack[THREADS];
} saved;

static uint64_t *seen;              // hashes of states, 0: free
static size_t seen_size;
static long states, runs, deepest, ends, deadlocks, wrongs;

static uint64_t hash_bytes(uint64_t h, const void *data, size_t size) {
    const uint8_t *p = (const uint8_t *)data;
    uint64_t word, a = h, b = ~h;
    for (; size >= 16; size -= 16, p += 16) {
        memcpy(&word, p, 8);
        a = (a ^ word) * 0x9fb21c651e98df25u;
        memcpy(&word, p + 8, 8);
        b = (b ^ word) * 0xd6e8feb86659fd93u;
        a ^= a >> 29;
        b ^= b >> 31;
    }
    for (; size > 0; size--) a = (a ^ *p++) * 0x100000001b3u;
    return fault_mix(a ^ fault_mix(b));
}
static uint64_t hash_state(void) {
    uint64_t h = hash_bytes(1, now.arena, writer ? writer->memory : 0);
    h = hash_bytes(h, now.files, sizeof now.files);
    h = fault_mix(h ^ (uint64_t)now.published ^ (uint64_t)now.events << 8 ^ (uint64_t)now.count << 16 ^
                  (uint64_t)(now.owner + 1) << 24);

    for (int i = 0; i < now.count; i++) {
        const thread *t = &now.threads[i];
        uint64_t words[4];

        words[0] = (uint64_t)t->status;
        words[1] = (uint64_t)(uintptr_t)(t->status == WAITS || t->status == NAPS ? t->waits_for : NULL);
        words[2] = (uint64_t)(uintptr_t)t->low;
        words[3] = (uint64_t)t->joins;
        h = hash_bytes(h, words, sizeof words);

        if (t->status == ENDED) continue;
#if defined(__x86_64__) && defined(__GLIBC__)
        // Only those that a call must keep: the others hold what nobody will read.
        static const int kept[] = {REG_RBX, REG_RBP, REG_R12, REG_R13, REG_R14, REG_R15, REG_RSP, REG_RIP};
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
            h = fault_mix(h ^ (uint64_t)t->context.uc_mcontext.gregs[kept[k]]);
        }
#else
        h = hash_bytes(h, &t->context.uc_mcontext, sizeof t->context.uc_mcontext);
#endif
        h = hash_bytes(h, t->low, (size_t)(stacks[i] + STACK - t->low));
    }

    return h ? h : 1;
}
static bool is_new(uint64_t h) {
    size_t at = (size_t)h & (seen_size - 1);
    while (seen[at] && seen[at] != h) at = (at + 1) & (seen_size - 1);
    if (seen[at]) return false;
    seen[at] = h;
    return true;
}

// Without the part of the arena that is not in use.
static size_t state_size(void) { return offsetof(state, arena) + (writer ? writer->memory : 0); }

// One state for all that nobody can tell apart. Free blocks come in the order of their numbers
// (which the code never compares), and what is free or done with is overwritten: whoever still
// reads it finds other bytes than an item's.
static void make_canonical(void) {
    bool is_free[64];
    uint32_t *link;
    if (!writer || writer->block_count > 64) return;
    memset(is_free, 0, sizeof is_free);
    for (uint32_t b = writer->free_first; b != GC_WRITER_PRIV_NONE; b = writer->blocks[b].next) {
        is_free[b] = true;
    }
    link = &writer->free_first;

    for (uint32_t b = 0; b < writer->block_count; b++) {
        gc_writer_priv_block *block = &writer->blocks[b];
        uint8_t *data = gc_writer_priv_data(writer, b);
        if (!is_free[b]) {
            memset(data + block->used, 0xee, writer->block_size - block->used);
            continue;
        }
        memset(data, 0xee, writer->block_size);
        block->used = 0xeeeeeeee;
        block->offset = 0xeeeeeeee;
        *link = b;
        link = &block->next;
    }

    *link = GC_WRITER_PRIV_NONE;
    for (uint32_t i = 0; i < writer->desc.max_files; i++) {
        gc_writer_priv_slot *s = &writer->slots[i];
        if (s->state != GC_WRITER_PRIV_DONE && s->state != GC_WRITER_PRIV_FREE) continue;
        s->taken = 0xeeeeeeee;
        s->owed = s->of.file.number = 0xeeeeeeee;
    }
}

// The frame of pass() and what swapcontext left below it belong to the stack, too.
static uint8_t *bottom(int i) {
    uint8_t *low = now.threads[i].low;
    return low - stacks[i] > MARGIN ? low - MARGIN : stacks[i];
}
static void save(saved *s) {
    memcpy(&s->all, &now, state_size());
    s->next = 0;
    for (int i = 0; i < THREADS; i++) {
        s->used[i] = 0;
        if (i >= now.count || now.threads[i].status == ENDED) continue;
        uint8_t *low = bottom(i);
        s->used[i] = (size_t)(stacks[i] + STACK - low);
        s->stack[i] = (uint8_t *)realloc(s->stack[i], s->used[i]);
        if (!s->stack[i]) abort();
        memcpy(s->stack[i], low, s->used[i]);
    }
}
static void put_back(const saved *s) {
    memcpy(&now, &s->all, state_size());
    for (int i = 0; i < THREADS; i++) {
        if (s->used[i]) memcpy(stacks[i] + STACK - s->used[i], s->stack[i], s->used[i]);
    }
}

static void at_end(void) {
    gc_writer_priv_slot *slots = writer->slots;
    bool right = !now.wrong && now.published == (1 << ITEMS) - 1 && now.events == (played->flush ? ITEMS : 0);
    // All blocks are back, and nothing is owed.
    right = right && writer->free_blocks == writer->block_count &&
            writer->pending[0] + writer->pending[2] == 0 && writer->ended.count == 0 &&
            writer->ready[0].count + writer->ready[2].count == 0 && writer->filling.count == 0 &&
            writer->events.count == (played->flush ? 0u : (uint32_t)ITEMS);
    for (int i = 0; i < ITEMS; i++) {
        right = right && slots[i].state == (played->flush ? GC_WRITER_PRIV_FREE : GC_WRITER_PRIV_DONE);
    }
    ends++;
    wrongs += !right;
}

static void search(const scenario *s, long most) {
    enum { DEEP = 4000 };
    saved *levels[DEEP];
    int depth = 0;
    double begin = fault_seconds();
    memset(levels, 0, sizeof levels);
    memset(&now, 0, sizeof now);
    memset(stacks, 0, sizeof stacks);
    states = runs = deepest = ends = deadlocks = wrongs = 0;
    played = s;
    writer = NULL;
    now.owner = -1;

    for (int i = 0; i < ITEMS; i++) {
        item_size[i] = s->sizes[i];
        for (int k = 0; k < s->sizes[i]; k++) bytes[i][k] = item_byte(i, k);
    }
    seen = (uint64_t *)calloc(seen_size, sizeof *seen);
    if (!FAULT_CHECK(seen != NULL)) return;
    spawn(last, NULL);
    levels[0] = (saved *)calloc(1, sizeof(saved));
    if (!FAULT_CHECK(levels[0] != NULL)) return;
    save(levels[0]);

    while (depth >= 0 && states < most && wrongs + deadlocks == 0) {
        saved *level = levels[depth];
        put_back(level);
        int t = level->next;
        while (t < now.count && !can_run(t)) t++;
        if (t == now.count) {
            depth--;
            continue;
        }
        level->next = t + 1;
        current = t;
        runs++;

        // What functions left that have returned is the same each time: nothing.
        if (now.threads[t].low - stacks[t] > SCRAP) memset(now.threads[t].low - SCRAP, 0, SCRAP - MARGIN);
        swapcontext(&scheduler, &now.threads[t].context);
        if (now.wrong) wrongs++;
        make_canonical();
        if (!is_new(hash_state())) continue;
        states++;
        bool any = false, all = true;
        for (int i = 0; i < now.count; i++) {
            any = any || can_run(i);
            all = all && now.threads[i].status == ENDED;
        }
        if (all) at_end();
        else if (!any) deadlocks++;
        if (!any) continue;
        if (!FAULT_CHECK(++depth < DEEP)) break;
        if (depth > deepest) deepest = depth;
        if (!levels[depth]) levels[depth] = (saved *)calloc(1, sizeof(saved));
        if (!FAULT_CHECK(levels[depth] != NULL)) break;
        save(levels[depth]);
    }

    printf("ring, %s: %ld states, %ld steps, %ld deep, %ld ends, %ld dead, %ld wrong, %.1f s\n", s->name,
           states, runs, deepest, ends, deadlocks, wrongs, fault_seconds() - begin);
    fflush(stdout);
    free(seen);
    FAULT_CHECK(deadlocks == 0 && wrongs == 0 && ends > 0);
    FAULT_CHECK(depth < 0);             // searched to the end

    for (int i = 0; i < DEEP && levels[i]; i++) {
        for (int k = 0; k < THREADS; k++) free(levels[i]->stack[k]);
        free(levels[i]);
    }
}

int main(void) {
    static const scenario scenarios[] = {
        {"put, close", false, {100, 1500, 2100}, false, true, 0},
        {"put, flush, close", false, {100, 1500, 2100}, true, true, 0},
        {"little room, put, flush, close", false, {5000, 100, 6000}, true, true, 0},
        {"write, close", false, {100, 1500, 2100}, false, false, 0},
        {"write, flush, close", false, {100, 1500, 2100}, true, false, 0},
        {"two threads, put, close", false, {100, 1500, 2100}, false, true, 2},
        {"two threads, put, flush, close", false, {100, 1500, 2100}, true, true, 2},
        {"two threads, little room, put, flush, close", false, {5000, 100, 6000}, true, true, 1},
        {"little room, write, close", true, {5000, 100, 6000}, false, false, 0},
        {"little room, write, flush, close", true, {5000, 100, 6000}, true, false, 0},
    };

    bool all = fault_count("RING_ALL", 0) != 0;
    long most = fault_count("RING_STATES", all ? 30000000 : 2000000);
    for (seen_size = 1024; seen_size < (size_t)most * 2; seen_size *= 2) {}

    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        if (all || !scenarios[i].large) search(&scenarios[i], most);
    }
    return fault_finish();
}

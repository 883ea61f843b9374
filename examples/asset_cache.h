/*
asset_cache.h - a game's assets: fetched on demand or as a whole, verified, kept, and mapped
into memory - an example that joins gc_fetch.h and gc_writer.h

DO THIS, in exactly one C or C++ file, after the implementations of both headers
    #define GC_WRITER_IMPLEMENTATION
    #include "gc_writer.h"
    #define GC_FETCH_IMPLEMENTATION
    #include "gc_fetch.h"
    #define ASSET_CACHE_IMPLEMENTATION
    #include "asset_cache.h"

EXAMPLE
    static asset_cache_desc desc;               // static: all zero, the defaults
    asset_cache_event event;
    asset_cache_data data;
    desc.folder = "cache";
    desc.origin = "https://example.com/assets";
    asset_cache *cache = asset_cache_open(&desc, NULL);
    if (!cache) return 1;
    asset_cache_update(cache, 0);               // the newest version, as one step
    asset_cache_get(cache, "tutorial/1", 1);    // and this one first
    for (;;) {                                  // the game's loop
        while (asset_cache_poll(cache, &event))
            if (event.type == ASSET_CACHE_FAILED) puts(event.detail);
        if (asset_cache_acquire(cache, "tutorial/1", &data) == ASSET_CACHE_OK) break;
    }
    play(data.bytes, data.size);
    asset_cache_release(cache, &data);
    asset_cache_close(cache);

WHAT IT PROMISES
    Right      What acquire gives out has the SHA-256 of the manifest. A file is hashed when it
               comes, and again when its inode, size or change time is not as it was then.
    Whole      A version becomes the current one by one rename, when all its objects are there.
               Killed at any moment, the old version or the new one stands, whole. What was
               fetched stays; a large file goes on where it was cut.
    Alive      A folder that is removed while it is used is made again, and what is asked for comes
               again. What is acquired stays.
    Once       Objects are stored by their hash: what two versions or two names share is fetched
               and kept once. Processes that share the folder share the work; the locks of a
               dead process die with it.
    Offline    Without the origin, or in a folder that cannot be written, everything that is
               there is given out. desc.base is a folder shipped with the game.
    First      Until a first version is whole it is the partial one: what of it has come is given
               out, also when the update fails, and after a kill.
    Bounded    With desc.quota the objects together take no more: the least recently used go.
    Asked      "Download 190 MB?": an update can begin paused, and tells what is missing. It is
               paused, resumed, cancelled, and its speed limited, at any time.
    Frames     asset_cache_poll does the work, for desc.frame_us at a time, and never waits: what
               other threads read, hash and map they do without the cache's lock. A program
               without frames calls asset_cache_wait instead.

WHAT IS IN THE FOLDER
    objects/HASH   an asset's bytes, under its SHA-256 in hex; plain files only, no link is
                   followed in the last part of the path
    manifest       the current version's, as the origin has sent it; manifest.copy is a second
                   one, for the case that the first is damaged
    manifest.etag  what the origin calls the manifest, to be asked whether it has another one
    manifest.next  the partial version's, until a whole one is there
    index          which objects were found right, and which were used last; without it, or when
                   it is damaged, objects are hashed again: slower, never wrong
    locks          empty; its bytes are locked: 0 by each user of the folder, 1 by who updates, 2
                   on Windows by who wants to be its only user, others by who fetches the object
                   that the byte stands for

THE MANIFEST, a text; '#' begins a comment
    # 2 assets, SHA-256 of the lines below: 6dc5...
    # number 17, made 1790000000, expires 1797776000
    <SHA-256>  <size>  <name>
    <SHA-256>  <size>  <name>
    No name is listed twice, or a folder of another one's path. Lines sorted by name cost least.
    The first line is required: it shows that nothing is cut. The second is optional: with it an
    older manifest than the current one is refused, and its age (seconds since 1970) is told.
    With desc.keys only signed ones are taken, and none whose time is over: see asset_sign.h.

THREADS
    [any thread]   asset_cache_acquire, _release and _verify. All others: one thread at a time.
    A forked child must not use a cache.

LIMITS
    POSIX, and Windows from Vista on, by gc_writer.h's own calls there (run under Wine alone).
    Folders where byte locks do not work are used as if alone, but gc and trim remove nothing
    there (E_BUSY): another process may need it. Who truncates an object while it is mapped kills
    its readers (SIGBUS), as with any map; Windows refuses it. There an object that is mapped, by
    any process, is removed only after its release, one that is being read may not be replaced
    (E_WRITE: later), and a folder in use cannot be removed with all that is in it.
    The quota counts whole objects: what is cut of a large one, and goes on, lies beside it.
    Who puts other bytes under an object's name between its publishing and the next look at it,
    or into it within the same tick of the file system's clock, is believed; verify finds them.

SPDX-License-Identifier: MIT OR Unlicense
*/
#ifndef ASSET_CACHE_H
#define ASSET_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What functions return, and what assets and updates end with.
enum {
    ASSET_CACHE_OK = 0,                 // of get: it is there
    ASSET_CACHE_PENDING = 1,            // it will come, or fail: an event tells
    ASSET_CACHE_E_ARGUMENT = -1,        // misuse
    ASSET_CACHE_E_MEMORY = -2,
    ASSET_CACHE_E_ROOT = -8,            // open: the folder cannot be made or opened
    ASSET_CACHE_E_SYSTEM = -10,         // another system call failed: see system_error
    ASSET_CACHE_E_NOT_FOUND = -12,      // the version has no such name
    ASSET_CACHE_E_DISK_FULL = -13,      // no space; what was begun goes on when there is some
    ASSET_CACHE_E_CANCELLED = -14,
    ASSET_CACHE_E_ABSENT = -20,         // acquire: not there (get it first); get: not there, and no origin
    ASSET_CACHE_E_FETCH = -21,          // the origin did not give it: detail tells
    ASSET_CACHE_E_MANIFEST = -22,       // the manifest is damaged, or not one
    ASSET_CACHE_E_OLDER = -23,          // the manifest is older than the current one
    ASSET_CACHE_E_REFUSED = -24,        // desc.verify did not want it
    ASSET_CACHE_E_INCOMPLETE = -25,     // some of the update's assets have failed; the old version stands, or
                                        // the partial one
    ASSET_CACHE_E_READ_ONLY = -26,      // the folder cannot be written
    ASSET_CACHE_E_BUSY = -27,           // an update is under way; gc, trim: another process uses the folder
    ASSET_CACHE_E_WRITE = -28,          // a file could not be written: detail tells
    ASSET_CACHE_E_SIGNATURE = -29,      // the manifest is not signed by one of desc.keys: detail tells
    ASSET_CACHE_E_EXPIRED = -30,        // its time is over
    ASSET_CACHE_E_QUOTA = -31           // no room within desc.quota: all is in use, pinned or awaited
};

typedef struct asset_cache asset_cache;

// How to open a cache. Zero means the default; only folder must be given. Every text is copied.
typedef struct asset_cache_desc {
    const char *folder;         // made with its parents when it is missing, also while in use
    const char *base;           // folder with manifest.txt and the assets by their names; only read: none
    const char *origin;         // URL of the folder with the manifest and the assets: none, offline
    const char *manifest;       // the manifest's name below the origin: "manifest.txt"
    const char *keys;           // public keys, of which one must have signed it: none, it need not be
                                // signed. Include asset_sign.h before this implementation
    uint64_t max_manifest;      // bytes: 256 MB
    uint32_t parallel;          // transfers at once: 16, at most 64
    int order;                  // GC_FETCH_ORDER_MIXED, _GIVEN or _SHUFFLED
    size_t ring_bytes;          // gc_writer's pool, 4 MB; 3/4 of it streams at most: more for far lines
    uint64_t large_from;        // larger objects go on after a kill where they were cut: 1 MB
    uint32_t frame_us;          // poll works no longer than this: 500 us
    uint64_t quota;             // bytes of all objects together at most, see asset_cache_pin: no limit
    uint64_t seed;              // of shuffling: from the clock
    bool make_no_folder;        // one that is missing, or no cache's, is an empty one that cannot be written

    // May refuse a manifest (nonzero). It is called in poll.
    int (*verify)(void *user, const void *manifest, size_t size);

    // The last word about both: time limits, proxy, certificates. Called in open, and in poll
    // when a removed folder is made again. With a notify or a user of your own asset_cache_wait
    // looks for events more often; no asset_cache function may be called there.
    void (*configure)(void *user, gc_fetch_desc *fetch, gc_writer_desc *writer);
    void *user;                 // of verify and configure
} asset_cache_desc;

// Why asset_cache_open has failed.
typedef struct asset_cache_error {
    int result;
    int system_error;           // errno, or 0
    char what[192];             // the thing it failed on
} asset_cache_error;

// Types of events.
enum {
    ASSET_CACHE_READY = 1,      // an asset that was asked for can be acquired
    ASSET_CACHE_FAILED = 2,     // or not
    ASSET_CACHE_UPDATED = 3,    // the version is the current one
    ASSET_CACHE_NOT_UPDATED = 4,// the one before stands: result and detail tell why
    ASSET_CACHE_HELD = 5,       // the disk is full: nothing is fetched until there is room
    ASSET_CACHE_GOES_ON = 6,    // there is room again
    ASSET_CACHE_ASKS = 7        // an update that began paused knows what is missing
};

// News. Texts in it live until the next poll, update or close.
typedef struct asset_cache_event {
    int type;                   // ASSET_CACHE_READY ...
    int result;                 // ASSET_CACHE_OK, or why it failed
    int system_error;           // errno, or 0
    const char *name;           // of the asset; NULL: of no single one
    const char *detail;         // a line of text; "" when all is well
    uint64_t number;            // _UPDATED: the version's, 0 when its manifest has none
} asset_cache_event;

// An acquired asset. Zero is none.
typedef struct asset_cache_data {
    const void *bytes;          // not to be written; never NULL
    size_t size;
    uint32_t object;            // private
} asset_cache_data;

// A short English text for a result; never NULL. [any thread]
const char *asset_cache_result_string(int result);

// Opens a cache: its folder, the current version, the index. Nothing is fetched. A folder that
// cannot be written serves what is there. NULL: *error (which may be NULL) tells.
asset_cache *asset_cache_open(const asset_cache_desc *desc, asset_cache_error *error);

// Ends fetching: what has come whole is published, and the rest given up. Waits for the disk.
// After it only acquire, release, the progress, stats and close make sense: for a program that
// is about to end and wants to tell what is there.
void asset_cache_stop(asset_cache *c);

// Gives up what is under way, saves the index and frees everything, also what is still
// acquired. NULL does nothing.
void asset_cache_close(asset_cache *c);

// ---- versions

// Flags of an update.
enum {
    ASSET_CACHE_ON_DEMAND = 1,  // the version becomes the current one at once; get fetches its assets
    ASSET_CACHE_FORCE = 2,      // also an older version
    ASSET_CACHE_PAUSED = 4      // looks at what is there, and asks before it fetches what is not
};

// Begins to fetch the origin's manifest, and what of its assets is not there. When all are, the
// version becomes the current one, by one rename. The event is UPDATED or NOT_UPDATED. Until
// then the old version's assets are given out, or, where no whole one is, the new one's as they
// come: it is the partial version from now on, and stays it after NOT_UPDATED. Before that an
// event FAILED names each asset that it failed on. E_ABSENT: no origin; E_READ_ONLY; E_BUSY.
int asset_cache_update(asset_cache *c, int flags);

// "Download 190 MB?", after the event ASKS or at any time: what of the update's version, or of
// the current one, is neither in the folder nor in the base. Names that end with a slash stand
// for all below; NULL is everything.
typedef struct asset_cache_missing {
    uint32_t assets, files;     // files: to be fetched; names may share one
    uint64_t bytes;             // of the files
} asset_cache_missing;

// Counts; looks at files that were not looked at yet, 2 us each: after ASKS none. names ends
// with NULL. E_NOT_FOUND: there is no version, or it has not one of these names.
int asset_cache_get_missing(asset_cache *c, const char *const *names, asset_cache_missing *out);

// Pauses what the update fetches, or lets it go on. What get asks for comes all the same.
void asset_cache_pause(asset_cache *c, bool pause);

// Ends the update: NOT_UPDATED, with E_CANCELLED, but where its last rename is under way. What
// has come whole stays, and what get has asked for comes.
void asset_cache_cancel(asset_cache *c);

// In the background an update uses a quarter of the transfers, so that a game's own traffic has
// the line; what get asks for is in the foreground always.
void asset_cache_set_background(asset_cache *c, bool background);

// Bytes a second of all that is fetched, from now on; 0: no limit.
void asset_cache_set_rate_limit(asset_cache *c, uint64_t bytes_per_second);

// ---- assets

// Asks for an asset of the current version, or the partial one. OK: it can be acquired now.
// PENDING: an event will tell; higher priorities are fetched first, those above 0 beside a full
// pipe. E_NOT_FOUND, E_ABSENT. While an update without a whole version waits for its manifest,
// every name that is not known is PENDING.
int asset_cache_get(asset_cache *c, const char *name, int priority);

// The same for all whose names begin with the prefix; "" is all. An event follows for each,
// also for what is there. OK, or E_MEMORY.
int asset_cache_get_all(asset_cache *c, const char *prefix, int priority);

// Opens and maps (up to 16 KB: reads) an asset, or counts another user of it. E_ABSENT: get it
// first; E_NOT_FOUND; E_SYSTEM. One that was not used since something has changed about its
// file is hashed here; get does that within poll. Who wants it meanwhile waits for that, but
// poll does not. [any thread]
int asset_cache_acquire(asset_cache *c, const char *name, asset_cache_data *out);

// Gives an asset back, and zeroes *data. The last one unmaps it. [any thread]
void asset_cache_release(asset_cache *c, asset_cache_data *data);

// Works for frame_us, then takes the next event, or returns false: call it until it does, once
// a frame.
bool asset_cache_poll(asset_cache *c, asset_cache_event *event);

// The same for a program without frames: works as long as there is something to do, sleeps
// until there is, and returns with the next event. False: the time is over, or, when it is
// negative, nothing is under way. 0 does not sleep.
bool asset_cache_wait(asset_cache *c, asset_cache_event *event, int timeout_ms);

// How far the assets of a prefix are: of the version that get asks for.
typedef struct asset_cache_progress {
    uint32_t assets, ready, failed;
    uint64_t bytes, ready_bytes;
} asset_cache_progress;

// Counts them; about 5 ns each. Only what was asked for or looked at counts as ready.
void asset_cache_get_progress(asset_cache *c, const char *prefix, asset_cache_progress *out);

// The same for all assets of the version that an update brings. False: there is none, or its
// manifest is not there yet.
bool asset_cache_get_update_progress(asset_cache *c, asset_cache_progress *out);

// One asset of a listing.
typedef struct asset_cache_asset {
    const char *name;           // lives until the next update's event
    uint64_t size;
    const uint8_t *sha256;      // 32 bytes
    bool there;                 // a file of this size is there; it was not hashed
} asset_cache_asset;

// The i-th asset of the current version, or the partial one, by name; false: no more.
bool asset_cache_at(asset_cache *c, size_t i, asset_cache_asset *out);

// ---- keeping house

// What verify, gc and trim have done.
typedef struct asset_cache_counts {
    uint32_t objects, damaged, removed;
    uint64_t bytes;             // verify: hashed; gc, trim: removed
} asset_cache_counts;

// Hashes every object of the current version that is there, and removes the damaged ones; they
// are fetched again when they are asked for. Takes the time of the hash, but others need not
// wait for it. OK, or E_MEMORY. [any thread]
int asset_cache_verify(asset_cache *c, asset_cache_counts *out);

// Removes objects that the current version does not have: all of them.
// E_BUSY: another process uses the folder, or may, as locks do not work there; E_READ_ONLY.
int asset_cache_gc(asset_cache *c, asset_cache_counts *out);

// The same, the least recently used first, until all objects together have at most `bytes`.
int asset_cache_trim(asset_cache *c, uint64_t bytes, asset_cache_counts *out);

// With desc.quota, before an object is fetched, those make room that were not used for longest
// (acquire and get are uses), of the current version as well. None goes that is acquired here,
// pinned, or of the version that an update is to bring whole. Where that is not enough, get and
// update fail with E_QUOTA.
//
// Pins an asset, whose name this is, or all below a name that ends with a slash ("": all), as
// long as the cache is open; or unpins what was pinned by the same name. E_MEMORY, E_ARGUMENT.
int asset_cache_pin(asset_cache *c, const char *name, bool pin);

// How things stand.
typedef struct asset_cache_statistics {
    uint64_t number;            // of the current version, 0: none, or its manifest has no number
    int64_t made, expires;      // seconds since 1970, by its maker; 0: not told
    bool current;               // there is a current version
    bool partial;               // there is none, but a partial one: number, assets and bytes are of that
    bool updating, paused, held, read_only;
    size_t assets;              // of the current version
    uint64_t bytes;             // of them
    size_t update_assets;       // of the version of the last update, also when that has failed
    uint32_t waiting, in_hand;  // objects to be fetched, and those at gc_fetch or gc_writer
    uint64_t fetched, fetched_bytes;        // objects since open
    uint64_t failed;            // objects since open
    uint64_t received;          // bytes that have come, with what was tried again
    uint64_t requests;          // that were begun, with retries
    uint32_t acquired;          // assets now
    uint64_t stored_bytes;      // of all objects in the folder; with desc.quota only
} asset_cache_statistics;

// Tells it. Takes about a microsecond.
void asset_cache_stats(asset_cache *c, asset_cache_statistics *out);

#ifdef __cplusplus
}
#endif
#endif // ASSET_CACHE_H

#if defined(ASSET_CACHE_IMPLEMENTATION) && !defined(ASSET_CACHE_IMPLEMENTED)
#define ASSET_CACHE_IMPLEMENTED

// >>map
//
//   platform   what is asked of the system: POSIX, Windows
//   types      objects, assets, versions, requests in hand, the cache
//   text       hex, numbers, results
//   bytes      files below the folder: opened, looked at, locked
//   objects    a table by hash; what is known of each
//   stored     what the folder has, by its last use: for quota and trim
//   index      what is kept about them between runs
//   manifests  a text becomes a version, in slices
//   events     at most one an asset, in the order in which they came
//   queue      what is to be fetched: half of the hands for the largest, half for the smallest
//   hands      a request, from gc_fetch to gc_writer to its final name
//   looking    is it there, is it right
//   updates    manifest, objects, one rename
//   opening, public
//
// The way of an object: get > want > look (is it there?) > check (is it right?) or queue > hand
// out (lock, gc_fetch_add) > stream, gc_writer (small) or gc_fetch's file (large) > arrived >
// settle > an event for each of its assets that was asked for.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifndef _WIN32
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#endif

// ---- >>platform
//
// All that is asked of the system. Names are UTF-8, and below a folder's descriptor, -1 for
// none. What returns false or -1 has set errno.

#define AC_USERS_BYTE 0             // of the file of locks: see the top
#define AC_UPDATE_BYTE 1
enum { AC_SHARED, AC_ALONE, AC_UNLOCK };        // ways to lock a byte

#ifndef _WIN32

#define AC_HANDLES_HOLD false       // a folder that is open may be removed, and made again
#define AC_EDQUOT EDQUOT
#define AC_BYTE_BITS (sizeof(off_t) == 8 ? 61 : 29)
typedef struct stat ac_info;
typedef DIR *ac_listing;

static int64_t ac_changed_ns(const ac_info *info) {
#ifdef __APPLE__
    return (int64_t)info->st_ctimespec.tv_sec * 1000000000 + info->st_ctimespec.tv_nsec;
#else
    return (int64_t)info->st_ctim.tv_sec * 1000000000 + info->st_ctim.tv_nsec;
#endif
}

static bool ac_is_plain(const ac_info *info) { return S_ISREG(info->st_mode); }
static bool ac_get_info(int fd, ac_info *info) { return fstat(fd, info) == 0; }
static bool ac_look_at(int folder, const char *path, ac_info *info) {
    return fstatat(folder, path, info, AT_SYMLINK_NOFOLLOW) == 0;
}

// No link is followed in the last part, no FIFO waited for.
static int ac_open_file(int folder, const char *path) {
    return openat(folder, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}
static int ac_open_locks(int folder, const char *path) {
    return openat(folder, path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
}
static int ac_open_folder(int folder, const char *path) {
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    return folder < 0 ? open(path, flags) : openat(folder, path, flags | O_NOFOLLOW);
}

static bool ac_make_folder(int folder, const char *name) { return mkdirat(folder, name, 0777) == 0; }
static bool ac_remove(int folder, const char *name) { return unlinkat(folder, name, 0) == 0; }
static void ac_close(int fd) { close(fd); }
static ptrdiff_t ac_read(int fd, void *to, size_t size) { return read(fd, to, size); }
static ptrdiff_t ac_read_at(int fd, void *to, size_t size, uint64_t at) {
    return pread(fd, to, size, (off_t)at);
}

static void *ac_map_view(int fd, size_t size) {
    void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    return map == MAP_FAILED ? NULL : map;
}
static void ac_unmap_view(void *bytes, size_t size) { munmap(bytes, size); }

// A descriptor takes the place of another, which has its number: acquire may be using that on
// another thread, so until then the one of a removed folder stays.
static void ac_let_go(int *place) { (void)place; }
static bool ac_take_descriptor(int *place, int descriptor) {
    if (descriptor < 0) return false;
    if (*place < 0) {
        *place = descriptor;
        return true;
    }
    bool taken = dup2(descriptor, *place) >= 0 && fcntl(*place, F_SETFD, FD_CLOEXEC) == 0;
    close(descriptor);
    return taken;
}

#ifdef F_OFD_SETLK
#define AC_SETLK F_OFD_SETLK        // of this descriptor
#else
#define AC_SETLK F_SETLK            // of this process
#endif

// 1: done; 0: another process has it; -1: locks do not work here.
static int ac_lock_file(int fd, uint64_t byte, int way) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = way == AC_SHARED ? F_RDLCK : way == AC_ALONE ? F_WRLCK : F_UNLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = (off_t)byte;
    lock.l_len = 1;
    while (fcntl(fd, AC_SETLK, &lock) != 0) {
        if (errno == EINTR) continue;
        return errno == EAGAIN || errno == EACCES ? 0 : -1;
    }
    return 1;
}

static bool ac_list_begin(ac_listing *list, int folder, const char *name) {
    int fd = ac_open_folder(folder, name);
    *list = fd >= 0 ? fdopendir(fd) : NULL;
    if (!*list && fd >= 0) close(fd);
    return *list != NULL;
}
static const char *ac_list_next(ac_listing *list) {
    struct dirent *entry = readdir(*list);
    return entry ? entry->d_name : NULL;
}
static void ac_list_end(ac_listing *list) { closedir(*list); }

// Bytes that the disk has free for us; UINT64_MAX: unknown.
static uint64_t ac_free_room(int folder) {
    struct statvfs info;
    if (fstatvfs(folder, &info) != 0) return UINT64_MAX;
    return info.f_favail ? (uint64_t)info.f_bavail * info.f_frsize : 0;
}
static char *ac_whole_path(const char *path) { return realpath(path, NULL); }

typedef pthread_mutex_t ac_mutex;
typedef pthread_cond_t ac_condition;
static bool ac_begin_mutex(ac_mutex *m) { return pthread_mutex_init(m, NULL) == 0; }
static void ac_end_mutex(ac_mutex *m) { pthread_mutex_destroy(m); }
static void ac_lock(ac_mutex *m) { pthread_mutex_lock(m); }
static void ac_unlock(ac_mutex *m) { pthread_mutex_unlock(m); }
static void ac_end_condition(ac_condition *condition) { pthread_cond_destroy(condition); }
static void ac_wake_all(ac_condition *condition) { pthread_cond_broadcast(condition); }

static bool ac_begin_condition(ac_condition *condition) {
    pthread_condattr_t clock;
    if (pthread_condattr_init(&clock) != 0) return false;
#ifndef __APPLE__
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
#endif
    bool good = pthread_cond_init(condition, &clock) == 0;
    pthread_condattr_destroy(&clock);
    return good;
}

static uint64_t ac_now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
static void ac_rest_ms(uint32_t ms) {
    struct timespec rest = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    nanosleep(&rest, NULL);
}

// UINT64_MAX: until it is woken. It may end early.
static void ac_wait_for(ac_condition *condition, ac_mutex *m, uint64_t ns) {
    if (ns == UINT64_MAX) {
        pthread_cond_wait(condition, m);
        return;
    }
    struct timespec until;
#ifdef __APPLE__
    until.tv_sec = (time_t)(ns / 1000000000u);
    until.tv_nsec = (long)(ns % 1000000000u);
    pthread_cond_timedwait_relative_np(condition, m, &until);
#else
    uint64_t end = ac_now_ns() + ns;
    until.tv_sec = (time_t)(end / 1000000000u);
    until.tv_nsec = (long)(end % 1000000000u);
    pthread_cond_timedwait(condition, m, &until);
#endif
}

#else // Windows
//
// Over what gc_writer.h has for it: handles in ints, names below a folder's handle through
// NtCreateFile, no link or other name of a file followed, its errors as errno. Everything is
// open so that others may remove it.

#define AC_HANDLES_HOLD true        // the name of a removed folder is free when its handles are closed
#define AC_BYTE_BITS 61
#define AC_EDQUOT GC_WRITER_PRIV_EDQUOT
#define AC_TURN_BYTE 2              // held by who wants, or has, the users' byte alone
typedef gc_writer_priv_listing ac_listing;
typedef struct ac_info {
    uint64_t st_ino, st_size;
    uint32_t st_nlink;
    bool plain;
    int64_t changed_ns;
} ac_info;

static int64_t ac_changed_ns(const ac_info *info) { return info->changed_ns; }
static bool ac_is_plain(const ac_info *info) { return info->plain; }
static void ac_close(int fd) { gc_writer_priv_drop_handle(fd); }

static bool ac_get_info(int fd, ac_info *info) {
    struct { LARGE_INTEGER created, accessed, written, changed; ULONG attributes; } basic;
    gc_writer_priv_info known;
    memset(info, 0, sizeof *info);
    if (fd < 0 || !gc_writer_priv_sys_info(fd, &known)) return false;
    if (!gc_writer_priv_nt_query(fd, 4, &basic, sizeof basic)) return false;    // FileBasicInformation
    info->st_ino = known.inode;
    info->st_size = known.size;
    info->st_nlink = (uint32_t)known.links;
    info->plain = known.plain;
    info->changed_ns = (basic.changed.QuadPart - 116444736000000000) * 100;      // 100 ns since 1601
    return true;
}

// What has this name, in any of the ways of NtCreateFile. A link is ELOOP.
static int ac_open_as(int folder, const char *path, ULONG access, ULONG disposition, ULONG options) {
    WCHAR wide[GC_WRITER_PRIV_MAX_PATH];
    bool is_folder;
    errno = EBADF;
    int length = folder < 0 ? 0 : gc_writer_priv_wide(path, wide, GC_WRITER_PRIV_MAX_PATH);
    if (length == 0) return -1;
    int fd = gc_writer_priv_nt_open(folder, wide, length, access, GC_WRITER_PRIV_SHARE, disposition,
                                    options | FILE_OPEN_REPARSE_POINT, 0);
    if (fd < 0 || gc_writer_priv_nt_check(folder, wide, length, fd, &is_folder)) return fd;
    ac_close(fd);
    return -1;
}

static bool ac_look_at(int folder, const char *path, ac_info *info) {
    int fd = ac_open_as(folder, path, 0, FILE_OPEN, 0);
    bool good = ac_get_info(fd, info);
    if (fd >= 0) ac_close(fd);
    return good;
}

static int ac_open_file(int folder, const char *path) {
    return ac_open_as(folder, path, FILE_READ_DATA, FILE_OPEN, FILE_NON_DIRECTORY_FILE);
}
static int ac_open_locks(int folder, const char *path) {
    return ac_open_as(folder, path, FILE_READ_DATA | FILE_WRITE_DATA, FILE_OPEN_IF, FILE_NON_DIRECTORY_FILE);
}
static int ac_open_folder(int folder, const char *path) {
    const ULONG access = FILE_LIST_DIRECTORY | FILE_TRAVERSE;
    UNICODE_STRING whole;
    if (folder >= 0) return ac_open_as(folder, path, access, FILE_OPEN, FILE_DIRECTORY_FILE);
    if (!gc_writer_priv_nt_whole(path, &whole)) return -1;
    int length = (int)(whole.Length / sizeof(WCHAR));
    int fd = gc_writer_priv_nt_open_folder(whole.Buffer, length, access, FILE_OPEN), error = errno;
    gc_writer_priv_nt.free_path(&whole);
    errno = error;
    return fd;
}

static bool ac_make_folder(int folder, const char *name) {
    bool made;
    return gc_writer_priv_sys_mkdir(folder, name, &made);
}
static bool ac_remove(int folder, const char *name) {
    return gc_writer_priv_nt_remove_name(folder, name, FILE_NON_DIRECTORY_FILE);
}

static ptrdiff_t ac_read(int fd, void *to, size_t size) {
    DWORD n = 0, most = size < 0x40000000u ? (DWORD)size : 0x40000000u;
    if (ReadFile(gc_writer_priv_handle(fd), to, most, &n, NULL)) return (ptrdiff_t)n;
    errno = EIO;
    return -1;
}
static ptrdiff_t ac_read_at(int fd, void *to, size_t size, uint64_t at) {
    return gc_writer_priv_read_at(fd, to, size, at);
}

static void *ac_map_view(int fd, size_t size) {
    HANDLE section = CreateFileMappingW(gc_writer_priv_handle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    void *bytes = section ? MapViewOfFile(section, FILE_MAP_READ, 0, 0, size) : NULL;
    if (section) CloseHandle(section);
    if (!bytes) errno = EIO;
    return bytes;
}
static void ac_unmap_view(void *bytes, size_t size) { (void)size, UnmapViewOfFile(bytes); }

static void ac_let_go(int *place) {
    if (*place >= 0) ac_close(*place);
    *place = -1;
}
static bool ac_take_descriptor(int *place, int descriptor) {
    ac_let_go(place);
    *place = descriptor;
    return descriptor >= 0;
}

static int ac_lock_once(int fd, uint64_t byte, DWORD flags) {
    OVERLAPPED at;
    memset(&at, 0, sizeof at);
    at.Offset = (DWORD)byte;
    at.OffsetHigh = (DWORD)(byte >> 32);
    if (LockFileEx(gc_writer_priv_handle(fd), flags | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)) return 1;
    return GetLastError() == ERROR_LOCK_VIOLATION ? 0 : -1;
}
static void ac_unlock_once(int fd, uint64_t byte) {
    OVERLAPPED at;
    memset(&at, 0, sizeof at);
    at.Offset = (DWORD)byte;
    at.OffsetHigh = (DWORD)(byte >> 32);
    UnlockFileEx(gc_writer_priv_handle(fd), 0, 1, 0, &at);
}

// 1: done; 0: another process has it; -1: locks do not work here. A lock cannot change from
// shared to alone, so the users' byte is let go of in between: whose turn it is not cannot have
// it alone meanwhile. Who asks for it alone has it shared, and keeps that.
static int ac_lock_file(int fd, uint64_t byte, int way) {
    int result = 1;
    bool users = byte == AC_USERS_BYTE;
    if (users && way == AC_ALONE) result = ac_lock_once(fd, AC_TURN_BYTE, LOCKFILE_EXCLUSIVE_LOCK);
    if (result != 1) return result;

    if (users || way == AC_UNLOCK) ac_unlock_once(fd, byte);
    if (way == AC_UNLOCK) return 1;
    result = ac_lock_once(fd, byte, way == AC_ALONE ? LOCKFILE_EXCLUSIVE_LOCK : 0);
    if (!users || (way == AC_ALONE && result == 1)) return result;
    if (way == AC_ALONE) ac_lock_once(fd, byte, 0);
    ac_unlock_once(fd, AC_TURN_BYTE);
    return result;
}

static bool ac_list_begin(ac_listing *list, int folder, const char *name) {
    int fd = ac_open_folder(folder, name);
    return fd >= 0 && gc_writer_priv_list_open(list, fd);
}
static const char *ac_list_next(ac_listing *list) {
    return gc_writer_priv_list_next(list) ? list->name : NULL;
}
static void ac_list_end(ac_listing *list) { gc_writer_priv_list_close(list); }

static uint64_t ac_free_room(int folder) { return gc_writer_priv_sys_space(folder); }

static char *ac_whole_path(const char *path) {
    WCHAR wide[GC_WRITER_PRIV_WIDE], whole[GC_WRITER_PRIV_WIDE];
    if (gc_writer_priv_wide(path, wide, GC_WRITER_PRIV_WIDE) == 0) return NULL;
    DWORD length = GetFullPathNameW(wide, GC_WRITER_PRIV_WIDE, whole, NULL);
    if (length == 0 || length >= GC_WRITER_PRIV_WIDE) return NULL;
    int size = WideCharToMultiByte(CP_UTF8, 0, whole, -1, NULL, 0, NULL, NULL);
    char *text = (char *)malloc((size_t)size + 1);
    if (text) WideCharToMultiByte(CP_UTF8, 0, whole, -1, text, size, NULL, NULL);
    return text;
}

typedef SRWLOCK ac_mutex;
typedef CONDITION_VARIABLE ac_condition;
static bool ac_begin_mutex(ac_mutex *m) { return InitializeSRWLock(m), true; }
static void ac_end_mutex(ac_mutex *m) { (void)m; }
static void ac_lock(ac_mutex *m) { AcquireSRWLockExclusive(m); }
static void ac_unlock(ac_mutex *m) { ReleaseSRWLockExclusive(m); }
static bool ac_begin_condition(ac_condition *condition) {
    return InitializeConditionVariable(condition), true;
}
static void ac_end_condition(ac_condition *condition) { (void)condition; }
static void ac_wake_all(ac_condition *condition) { WakeAllConditionVariable(condition); }

// In whole milliseconds, at most a day.
static void ac_wait_for(ac_condition *condition, ac_mutex *m, uint64_t ns) {
    uint64_t ms = ns / 1000000 + 1;
    DWORD limit = ns == UINT64_MAX ? INFINITE : ms > 86400000u ? 86400000u : (DWORD)ms;
    SleepConditionVariableSRW(condition, m, limit, 0);
}
static void ac_rest_ms(uint32_t ms) { Sleep(ms); }

static uint64_t ac_now_ns(void) {
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    uint64_t ticks = (uint64_t)now.QuadPart, rate = (uint64_t)frequency.QuadPart;
    return ticks / rate * 1000000000u + ticks % rate * 1000000000u / rate;
}

#endif // Windows

// ---- >>types

#define AC_NONE UINT32_MAX          // no object, asset or request
#define AC_MANIFEST_TAG ((uint64_t)1 << 40)     // of gc_fetch's and gc_writer's events; a request's is its
#define AC_COPY_TAG ((uint64_t)2 << 40)         // place among the hands
#define AC_INDEX_TAG ((uint64_t)3 << 40)
#define AC_NEXT_TAG ((uint64_t)4 << 40)
#define AC_ETAG_TAG ((uint64_t)5 << 40)
#define AC_MAX_MANIFEST ((uint64_t)256 << 20)
#define AC_READ_UP_TO 16384u                    // smaller objects are read, larger ones mapped
#define AC_HASH_PIECE ((size_t)64 << 10)        // hashed between two looks at the clock
#define AC_FREE_PIECE ((size_t)1 << 20)         // freed in one poll
#define AC_WAIT_NS 20000000u                    // between two looks at what other processes fetch
#define AC_LOOK_NS 1000000u                     // between two looks for events that nobody tells of
#define AC_HELD_NS 1000000000u                  // between two looks at a full disk
#define AC_SAVE_NS 10000000000u                 // between two saves of the index

// What is known of an object.
enum {
    AC_UNKNOWN = 0,     // not looked at
    AC_ABSENT = 1,      // not there, or not right
    AC_CHECK = 2,       // there, and to be hashed before it is given out
    AC_QUEUED = 3,      // to be fetched
    AC_WAITING = 4,     // another process fetches it
    AC_HAND = 5,        // in hand: with gc_fetch or gc_writer
    AC_READY = 6,       // there and right
    AC_FAILED = 7       // could not be fetched; the next get tries again
};

// Bytes with a hash.
typedef struct ac_object {
    uint8_t sha256[32];
    uint64_t size;
    uint64_t inode;             // of the file that was found right; 0: none was
    int64_t changed_ns;         // its change time then, which nobody can set back
    uint64_t bad_inode;         // of the file that was found damaged, or 0
    int64_t bad_ns;
    uint64_t used;              // the cache's count of uses at its last one
    uint64_t key;               // its place in the queue, among those of its priority
    int32_t priority;
    uint8_t state;
    bool wanted;                // somebody waits for it: who has asked, or the update
    uint32_t needed;            // the update that does: needs it if it is the last one's number
    bool looked_for;            // in the list of what is to be looked at
    bool from_base;             // the file that was found is the base's
    bool removed;               // by somebody, while it was in hand
    bool mapping;               // a thread opens, hashes and maps it, without the lock
    uint32_t counted;           // the last count of what is missing that it was in
    bool stored;                // it is in the list of the folder's objects, between two others
    uint32_t before, after;
    uint32_t base_asset;        // in the base's version, or AC_NONE
    uint32_t refs;              // acquired so often
    void *bytes;                // mapped or read, if refs
} ac_object;

// A name of a version.
typedef struct ac_asset {
    char *name;                 // in the version's text
    uint32_t object;
    uint32_t next_same;         // the version's next asset of the same object, or AC_NONE
    uint32_t next_event;        // in the list of events, or AC_NONE
    bool asked;                 // an event is owed
    bool told;                  // it is in the list of events
    int16_t result;
    int system_error;
    char *detail;               // of a failed one, or NULL
} ac_asset;

// A manifest, understood. Assets are sorted by name.
typedef struct ac_version {
    char *text;                 // as it came, with its names cut out
    char *source;               // as it came
    size_t source_size;
    uint64_t number;
    int64_t made, expires;
    uint64_t bytes;
    ac_asset *assets;
    uint32_t *first_of;         // object: the first asset of it, + 1, or 0; first_count of them
    uint32_t first_count;
    uint32_t count, capacity;
    uint32_t asked;             // assets of which somebody has asked for
    bool detailed;              // an asset may have a detail
    uint32_t first_event, last_event;
    struct ac_version *older;   // in the list of versions that still have events

    // While it is read.
    uint64_t sealed_count;      // of assets, by its first line
    uint8_t sealed[32];         // and their hash, which is the version's
    const char *from;           // what source is copied from, piece by piece; NULL: it is there
    size_t at, hashed, body;    // read, hashed, and where the sealed part begins
    uint32_t unlinked;          // assets that first_of does not know yet
    bool ended;                 // all lines are read, and right
    size_t signatures;          // where they begin, and the hash of what is sealed before them
    uint8_t before[32];
    uint32_t line;              // number of the line that is read
    char fault[400];            // what is wrong with it
    gc_fetch_sha256 below;
    bool sorted;
} ac_version;

// A request in hand. The network thread uses file, writing, taken and error of a stream, from
// stream_begin on until its final event.
typedef struct ac_hand {
    struct asset_cache *cache;
    uint32_t object;            // AC_NONE: free
    gc_fetch_id id;
    uint64_t size;
    gc_writer_file file;
    bool writing;               // file was begun
    bool ended;                 // and ended: from now on the writer's event decides
    bool again;                 // it was cancelled, to be queued again
    bool most;                  // it was the largest of the queue
    bool paused;
    int error;                  // of beginning the file
    gc_writer_file failed;      // a file whose failure has come before the request's, and its result; the
    int write_result, write_error;      // network thread leaves these alone
    char path[80];
} ac_hand;

// Names that are asked for before the first manifest is there, and those that it has not.
typedef struct ac_early {
    struct ac_early *next;
    int32_t priority;
    int result;                 // why its name is lost
    bool prefix;
    char name[1];
} ac_early;

typedef struct ac_list {
    uint32_t *items;
    uint32_t count, capacity;
} ac_list;

struct asset_cache {
    asset_cache_desc desc;
    char *texts, *where;        // of desc; the folder's whole path
    ac_mutex lock;              // of all below, but what a hand leaves to the network thread
    ac_condition mapped;        // an object is no longer `mapping`
    uint32_t mappings;          // how many are

    ac_mutex news_lock;         // of news; it is the last to be taken
    ac_condition news_come;
    bool news;                  // since asset_cache_wait has looked
    bool told;                  // gc_fetch and gc_writer tell of their events
    int folder, objects_folder, base_folder, locks;     // descriptors, or -1
    bool read_only, alone;      // alone: locks do not work here, so it acts as if it were
    uint64_t gone_ns;           // when the removed folder could not be made again; 0: it is there

    ac_object *objects;
    uint32_t object_count, object_capacity;
    uint32_t *table;            // by the hash's first bytes, + 1; table_size is a power of two
    uint32_t table_size;
    uint32_t *old_table;        // the one before, while its objects move over: old_moved of old_count have
    uint32_t old_size, old_count, old_moved;

    ac_version *current, *next, *base, *retired;
    int update;                 // AC_UPDATE_...
    int update_flags;
    bool paused, asks, background;          // asks: the event is still to come
    gc_fetch_id manifest_id;
    char *body;                 // the manifest as it comes, the network thread's until its final event
    size_t body_size, body_capacity;
    uint32_t updates;           // how many there were
    uint32_t need_at;           // assets of the next version that the update has looked at
    uint8_t etag_of[32];        // the version whose manifest the origin calls so, or ""
    char etag[128];
    bool etag_kept;             // in the folder
    uint64_t rate_limit;        // of a call; UINT64_MAX: none
    uint32_t counts;            // of what is missing
    bool lists;                 // the folder's objects are listed, by their last use
    uint32_t oldest, newest, stored_count;
    uint64_t stored_bytes, hand_bytes;      // of that list; of what is in hand
    struct ac_early *pins;
    uint32_t update_left;       // objects that the next version still lacks
    uint32_t update_failed;
    size_t update_assets;
    bool whole;                 // the last update has brought all, and nothing was found missing since
    bool partial;               // current is the partial version; while it is updated, next is the same
    bool keep_due;              // and its manifest is still to be kept
    int update_result, update_error;
    char *update_detail;
    uint64_t manifest_inode;    // of the file "manifest" when it was last looked at
    int64_t manifest_ns;
    const ac_version *copying, *keeping;    // whose text the writer still reads, or NULL

    gc_fetch *fetch;
    uint64_t received, requests;            // of those that were closed
    gc_writer *writer;
    ac_hand *hands;
    uint32_t hand_count, in_hand, dead;     // dead: requests in a row that the origin did not answer
    ac_list looks, checks, waits, least, most;      // least, most: heaps of the queue
    uint32_t queued, look_at, check_at, wait_at;
    uint32_t most_in_hand;      // of in_hand, those that came from the heap `most`
    uint64_t stream_bytes;      // of in_hand, those that stream
    uint64_t pool_bytes;        // gc_writer's
    uint64_t sequence;

    int check_fd;               // the object that is being hashed, or -1
    uint64_t check_left;
    ac_info check_info;
    gc_fetch_sha256 check_hash;
    uint8_t *piece;             // AC_HASH_PIECE bytes

    bool held;
    uint64_t held_ns, waited_ns, saved_ns, deadline_ns;
    bool worked, dirty;
    int index_step;             // AC_INDEX_...
    uint8_t *index;             // what is being put
    size_t index_at, index_sum; // bytes of it that are there, and whose checksum is known
    uint32_t index_next, index_left, index_crc;
    uint64_t index_inode;       // of the file that was read or put last
    int64_t index_ns;
    uint64_t clock;             // counts uses
    unsigned pending_types;     // bits of events of no single asset
    uint64_t updated_number;
    ac_early *early, *lost;
    char *told_detail;          // of the event that was polled last
    ac_early *told_lost;
    uint64_t fetched, fetched_bytes, failed;
    uint32_t acquired;
};

enum {
    AC_UPDATE_NONE = 0,
    AC_UPDATE_FETCH,            // the manifest comes
    AC_UPDATE_READ,             // it is read, for frame_us at a time
    AC_UPDATE_NEED,             // its objects are wanted, just so
    AC_UPDATE_OBJECTS,          // and come
    AC_UPDATE_PUT               // the manifest is put into the folder
};

// ---- >>text

const char *asset_cache_result_string(int result) {
    switch (result) {
    case ASSET_CACHE_OK: return "ok";
    case ASSET_CACHE_PENDING: return "pending";
    case ASSET_CACHE_E_ARGUMENT: return "wrong argument";
    case ASSET_CACHE_E_MEMORY: return "out of memory";

    case ASSET_CACHE_E_ROOT: return "the folder cannot be made or opened";
    case ASSET_CACHE_E_SYSTEM: return "a system call failed";
    case ASSET_CACHE_E_NOT_FOUND: return "no such asset";
    case ASSET_CACHE_E_DISK_FULL: return "the disk is full";

    case ASSET_CACHE_E_CANCELLED: return "cancelled";
    case ASSET_CACHE_E_ABSENT: return "not in the cache";
    case ASSET_CACHE_E_FETCH: return "could not be fetched";
    case ASSET_CACHE_E_MANIFEST: return "the manifest is damaged";
    case ASSET_CACHE_E_OLDER: return "the manifest is older than the current one";
    case ASSET_CACHE_E_REFUSED: return "the manifest was refused";
    case ASSET_CACHE_E_INCOMPLETE: return "some assets could not be fetched";
    case ASSET_CACHE_E_READ_ONLY: return "the folder cannot be written";
    case ASSET_CACHE_E_BUSY: return "busy";
    case ASSET_CACHE_E_WRITE: return "could not be written";
    case ASSET_CACHE_E_SIGNATURE: return "the manifest is not signed by a known key";
    case ASSET_CACHE_E_EXPIRED: return "the manifest has expired";
    case ASSET_CACHE_E_QUOTA: return "no room within the quota";

    default: return "unknown result";
    }
}

// What asset_cache_wait may be waiting for: gc_fetch or gc_writer have an event. Any thread.
static void ac_notify(void *user) {
    asset_cache *c = (asset_cache *)user;
    ac_lock(&c->news_lock);
    c->news = true;
    ac_wake_all(&c->news_come);
    ac_unlock(&c->news_lock);
}

// Sleeps until there is news, or for so long.
static void ac_sleep(asset_cache *c, uint64_t ns) {
    ac_lock(&c->news_lock);
    if (!c->news) ac_wait_for(&c->news_come, &c->news_lock, ns);
    c->news = false;
    ac_unlock(&c->news_lock);
}

static char *ac_copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = (char *)malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

// A hex digit's value; of any other byte 255. Without a branch, which the digits of hashes make
// a processor guess wrong: an open of 10,000 objects 9.1 -> 7.0 ms.
static unsigned ac_digit(char text) {
    unsigned c = (unsigned char)text, number = c - '0', letter = c - 'a';
    unsigned is_number = number < 10, is_letter = letter < 6;
    unsigned value = (number & (0u - is_number)) | ((letter + 10) & (0u - is_letter));
    return (value | ((is_number | is_letter) - 1)) & 255;
}

static bool ac_parse_hex(const char *text, uint8_t out[32]) {
    unsigned all = 0;
    if (memchr(text, 0, 64)) return false;
    for (int i = 0; i < 32; i++) {
        unsigned high = ac_digit(text[2 * i]), low = ac_digit(text[2 * i + 1]);
        all |= high | low;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return all < 16;
}

static void ac_print_hex(char out[65], const uint8_t sha256[32]) {
    for (int i = 0; i < 64; i++) out[i] = "0123456789abcdef"[sha256[i / 2] >> (i % 2 ? 0 : 4) & 15];
    out[64] = 0;
}

// A decimal number; *end is behind it. False: none, or more than 64 bits.
static bool ac_parse_number(const char *text, uint64_t *out, const char **end) {
    *out = 0;
    if (text[0] < '0' || text[0] > '9') return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (*out > (UINT64_MAX - digit) / 10) return false;
        *out = *out * 10 + digit;
    }
    *end = text;
    return true;
}

static void ac_put64(uint8_t *to, uint64_t value) {
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t ac_get64(const uint8_t *from) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value |= (uint64_t)from[i] << (8 * i);
    return value;
}

// ---- >>bytes

// A list that grows. False: out of memory.
static bool ac_push(ac_list *list, uint32_t item) {
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? list->capacity * 2 : 64;
        uint32_t *longer = (uint32_t *)realloc(list->items, capacity * sizeof *longer);
        if (!longer) return false;
        list->items = longer;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
    return true;
}

// A plain file, open for reading, or -1. No link is followed in the last part, no FIFO waited
// for.
static int ac_open_plain(int folder, const char *path, ac_info *info) {
    if (folder < 0) return -1;
    int fd = ac_open_file(folder, path);
    if (fd < 0) return -1;
    if (ac_get_info(fd, info) && ac_is_plain(info)) return fd;
    ac_close(fd);
    errno = ENOENT;
    return -1;
}

// All of a plain file, with a zero behind it; NULL: not there, too large, or no memory.
static char *ac_read_plain(int folder, const char *path, size_t *size) {
    ac_info info;
    int fd = ac_open_plain(folder, path, &info);
    if (fd < 0) return NULL;
    char *bytes = (uint64_t)info.st_size < AC_MAX_MANIFEST ? (char *)malloc((size_t)info.st_size + 1) : NULL;
    size_t at = 0;
    while (bytes && at < (size_t)info.st_size) {
        ptrdiff_t n = ac_read(fd, bytes + at, (size_t)info.st_size - at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        at += (size_t)n;
    }

    ac_close(fd);
    if (bytes) bytes[at] = 0;
    *size = at;
    return bytes;
}

// Locks or unlocks a byte of the file of locks: AC_SHARED, AC_ALONE, AC_UNLOCK. False: another
// process has it. Where locks do not work, all succeed.
static bool ac_lock_byte(asset_cache *c, uint64_t byte, int way) {
    if (c->locks < 0 || c->alone) return true;
    int result = ac_lock_file(c->locks, byte, way);
    c->alone = result < 0;
    return result != 0;
}

// Has somebody removed the folder, or what every cache has in it?
static bool ac_is_gone(const asset_cache *c) {
    if (c->gone_ns) return ac_now_ns() - c->gone_ns > AC_HELD_NS;
    if (c->read_only || c->desc.make_no_folder) return false;
    if (AC_HANDLES_HOLD && c->mappings) return false;      // another thread uses them: soon
    const int descriptors[3] = {c->folder, c->objects_folder, c->locks};
    for (int i = 0; i < 3; i++) {
        ac_info info;
        if (ac_get_info(descriptors[i], &info) && info.st_nlink == 0) return true;
    }
    return false;
}

// The byte of an object: of 2^61 (2^29 where files are small), beyond those with a meaning.
static uint64_t ac_object_byte(const ac_object *o) {
    return (ac_get64(o->sha256) & (((uint64_t)1 << AC_BYTE_BITS) - 1)) + 16;
}

// ---- >>objects

// Of one hash there may be several, of different sizes: only one of them can be right.
static uint32_t ac_find_in(const asset_cache *c, const uint32_t *table, uint32_t table_size,
                           const uint8_t sha256[32], uint64_t size) {
    for (uint32_t i = (uint32_t)ac_get64(sha256); table_size; i++) {
        uint32_t entry = table[i & (table_size - 1)];
        if (entry == 0) break;
        const ac_object *o = &c->objects[entry - 1];
        if (o->size == size && memcmp(o->sha256, sha256, 32) == 0) return entry - 1;
    }
    return AC_NONE;
}

static uint32_t ac_find_object(const asset_cache *c, const uint8_t sha256[32], uint64_t size) {
    uint32_t found = ac_find_in(c, c->table, c->table_size, sha256, size);
    return found == AC_NONE && c->old_table ? ac_find_in(c, c->old_table, c->old_size, sha256, size) : found;
}

static void ac_enter_table(asset_cache *c, uint32_t object) {
    uint32_t i = (uint32_t)ac_get64(c->objects[object].sha256);
    while (c->table[i & (c->table_size - 1)] != 0) i++;
    c->table[i & (c->table_size - 1)] = object + 1;
}

// Moves so many objects over from the table before; a million at once would take a frame.
static void ac_move_over(asset_cache *c, uint32_t count) {
    while (c->old_table && count--) {
        if (c->old_moved < c->old_count) {
            ac_enter_table(c, c->old_moved++);
            continue;
        }
        free(c->old_table);
        c->old_table = NULL;
    }
}

// Room for so many objects, the table at most half full.
static bool ac_reserve_objects(asset_cache *c, uint32_t count) {
    if (count > c->object_capacity) {
        ac_object *longer = (ac_object *)realloc(c->objects, count * sizeof *longer);
        if (!longer) return false;
        c->objects = longer;
        c->object_capacity = count;
    }
    uint32_t size = c->table_size ? c->table_size : 1024;
    while (size / 2 < c->object_capacity) size *= 2;
    if (size == c->table_size) return true;

    // Zeroed memory that nobody has touched costs nothing yet.
    uint32_t *table = (uint32_t *)calloc(size, sizeof *table);
    if (!table) return false;
    ac_move_over(c, UINT32_MAX);
    c->old_table = c->table;
    c->old_size = c->table_size;
    c->old_count = c->object_count;
    c->old_moved = 0;
    c->table = table;
    c->table_size = size;
    return true;
}

// The object of a hash, made if it is new; AC_NONE: no memory. The lock is held, since acquire
// uses the objects on other threads.
static uint32_t ac_make_object(asset_cache *c, const uint8_t sha256[32], uint64_t size) {
    uint32_t found = ac_find_object(c, sha256, size);
    if (found != AC_NONE) return found;
    uint32_t more = c->object_capacity ? c->object_capacity * 2 : 256;
    uint32_t wanted = c->object_count < c->object_capacity ? c->object_capacity : more;
    if (!ac_reserve_objects(c, wanted)) return AC_NONE;

    // With eight for each new one all have moved long before the table is full again.
    ac_move_over(c, 8);
    uint32_t object = c->object_count++;
    ac_object *o = &c->objects[object];
    memset(o, 0, sizeof *o);
    memcpy(o->sha256, sha256, 32);
    o->size = size;
    o->base_asset = AC_NONE;
    ac_enter_table(c, object);
    return object;
}

// Could it be the object's file? One that has another name elsewhere could be written through
// that.
static bool ac_is_file_of(const ac_object *o, const ac_info *info, bool base) {
    if (!ac_is_plain(info) || (uint64_t)info->st_size != o->size) return false;
    if (!base && info->st_nlink != 1) return false;
    return o->bad_inode == 0 || o->bad_inode != (uint64_t)info->st_ino || o->bad_ns != ac_changed_ns(info);
}

// And is it the one that was found right?
static bool ac_is_vouched(const ac_object *o, const ac_info *info) {
    return o->inode != 0 && o->inode == (uint64_t)info->st_ino && o->changed_ns == ac_changed_ns(info);
}

static void ac_note_damage(ac_object *o, const ac_info *info) {
    if (o->inode == (uint64_t)info->st_ino) o->inode = 0;
    o->bad_inode = (uint64_t)info->st_ino;
    o->bad_ns = ac_changed_ns(info);
}

// The file of an object, open for reading, or -1: the folder's, else the base's. *vouched: it
// is the one that was found right.
static int ac_open_object(asset_cache *c, ac_object *o, ac_info *info, bool *vouched) {
    char name[65];
    ac_print_hex(name, o->sha256);
    for (int turn = 0; turn < 2; turn++) {
        int fd = -1;
        if (turn == 0) fd = ac_open_plain(c->objects_folder, name, info);
        else if (o->base_asset != AC_NONE)
            fd = ac_open_plain(c->base_folder, c->base->assets[o->base_asset].name, info);
        if (fd < 0) continue;

        if (ac_is_file_of(o, info, turn == 1)) {
            o->from_base = turn == 1;
            *vouched = ac_is_vouched(o, info);
            return fd;
        }
        ac_close(fd);
    }
    return -1;
}

static void ac_vouch(asset_cache *c, ac_object *o, const ac_info *info) {
    o->inode = (uint64_t)info->st_ino;
    o->changed_ns = ac_changed_ns(info);
    c->dirty = true;
}

// ---- >>stored
//
// The objects of the folder, in the order of their last use: all the time with a quota, else
// while trim is at work.

static void ac_unlist(asset_cache *c, uint32_t object) {
    ac_object *o = &c->objects[object];
    if (!o->stored) return;
    *(o->before == AC_NONE ? &c->oldest : &c->objects[o->before].after) = o->after;
    *(o->after == AC_NONE ? &c->newest : &c->objects[o->after].before) = o->before;
    o->stored = false;
    c->stored_count--;
    c->stored_bytes -= o->size;
}

// Lists it as the one that was used last.
static void ac_enlist(asset_cache *c, uint32_t object) {
    ac_object *o = &c->objects[object];
    ac_unlist(c, object);
    o->before = c->newest;
    o->after = AC_NONE;
    *(c->newest == AC_NONE ? &c->oldest : &c->objects[c->newest].after) = object;
    c->newest = object;
    o->stored = true;
    c->stored_count++;
    c->stored_bytes += o->size;
}

static void ac_use(asset_cache *c, uint32_t object) {
    c->objects[object].used = ++c->clock;
    if (c->objects[object].stored) ac_enlist(c, object);
}

typedef struct ac_stored {
    uint64_t used;
    uint32_t object;
} ac_stored;

static int ac_compare_stored(const void *a, const void *b) {
    const ac_stored *x = (const ac_stored *)a, *y = (const ac_stored *)b;
    if (x->used != y->used) return x->used < y->used ? -1 : 1;
    return (x->object > y->object) - (x->object < y->object);
}

// Lists what the folder has: plain files whose names are hashes. Returns a result.
static int ac_list_folder(asset_cache *c) {
    while (c->oldest != AC_NONE) ac_unlist(c, c->oldest);
    ac_listing names;
    if (!ac_list_begin(&names, c->folder, "objects")) return ASSET_CACHE_E_SYSTEM;

    ac_list list;
    memset(&list, 0, sizeof list);
    bool room = true;
    for (const char *name; room && (name = ac_list_next(&names)) != NULL;) {
        uint8_t sha256[32];
        ac_info info;
        if (strlen(name) != 64 || !ac_parse_hex(name, sha256)) continue;
        if (!ac_look_at(c->objects_folder, name, &info)) continue;
        if (!ac_is_plain(&info)) continue;
        uint32_t object = ac_make_object(c, sha256, (uint64_t)info.st_size);
        room = object != AC_NONE && ac_push(&list, object);
    }
    ac_list_end(&names);

    ac_stored *found = (ac_stored *)malloc(list.count * sizeof *found + 1);
    for (uint32_t i = 0; found && i < list.count; i++) {
        found[i].object = list.items[i];
        found[i].used = c->objects[list.items[i]].used;
    }
    if (found && list.count) qsort(found, list.count, sizeof *found, ac_compare_stored);
    for (uint32_t i = 0; found && i < list.count; i++) ac_enlist(c, found[i].object);
    room = room && found;
    free(found);
    free(list.items);
    return room ? ASSET_CACHE_OK : ASSET_CACHE_E_MEMORY;
}

// Is this the name, or one below it, if it ends with a slash?
static bool ac_covers(const char *pin, const char *name) {
    size_t n = strlen(pin);
    return n == 0 || pin[n - 1] == '/' ? strncmp(pin, name, n) == 0 : strcmp(pin, name) == 0;
}

static uint32_t ac_first_asset(const ac_version *v, uint32_t object) {
    return v && object < v->first_count ? v->first_of[object] - 1 : AC_NONE;
}

// Does the update under way need it?
static bool ac_is_needed(const asset_cache *c, const ac_object *o) {
    return o->needed == c->updates && c->update != AC_UPDATE_NONE;
}

// May an object of the folder be removed? current: also one of the current version.
static bool ac_may_go(const asset_cache *c, uint32_t object, bool current) {
    const ac_object *o = &c->objects[object];
    bool comes = !(c->update_flags & ASSET_CACHE_ON_DEMAND) && ac_first_asset(c->next, object) != AC_NONE;
    if (o->refs || o->mapping || ac_is_needed(c, o) || comes) return false;
    if (o->state == AC_CHECK || o->state == AC_HAND) return false;

    uint32_t i = ac_first_asset(c->current, object);
    if (i != AC_NONE && !current) return false;
    for (; c->pins && i != AC_NONE; i = c->current->assets[i].next_same) {
        for (const ac_early *pin = c->pins; pin; pin = pin->next) {
            if (ac_covers(pin->name, c->current->assets[i].name)) return false;
        }
    }
    return true;
}

// Removes an object's file. False: it cannot be removed.
static bool ac_evict(asset_cache *c, uint32_t object) {
    ac_object *o = &c->objects[object];
    char name[65];
    ac_print_hex(name, o->sha256);
    bool gone = ac_remove(c->objects_folder, name) || errno == ENOENT;
    ac_unlist(c, object);
    if (!gone) return false;
    o->inode = 0;
    if (o->state == AC_READY) o->state = AC_UNKNOWN;
    if (ac_first_asset(c->current, object) != AC_NONE) c->whole = false;
    c->dirty = true;
    return true;
}

// Makes room for so many bytes. OK; PENDING: later, as the frame is over or others are still to
// come; E_QUOTA: there is nothing that may go. What may not counts as just used, so that the
// next look need not pass it.
static int ac_make_room(asset_cache *c, uint64_t bytes) {
    uint64_t most = c->desc.quota;
    for (uint32_t left = c->stored_count; most && c->stored_bytes + c->hand_bytes + bytes > most; left--) {
        uint32_t object = c->oldest;
        if (left == 0 || bytes > most) {
            return c->in_hand && bytes <= most ? ASSET_CACHE_PENDING : ASSET_CACHE_E_QUOTA;
        }
        if (!ac_may_go(c, object, true)) ac_enlist(c, object);
        else ac_evict(c, object);
        if ((left & 15) == 0 && ac_now_ns() >= c->deadline_ns) return ASSET_CACHE_PENDING;
    }
    return ASSET_CACHE_OK;
}

// ---- >>index
//
// "asset-cache-idx\n", then as 8-byte little-endian numbers the format (1), the count of uses
// and of objects; for each object the SHA-256, size, inode, change time, use; and at last
// CRC-32C of all before it. It is written by this machine for this machine.

enum { AC_INDEX_HEAD = 40, AC_INDEX_RECORD = 64, AC_INDEX_TAIL = 8 };
enum { AC_INDEX_NONE = 0, AC_INDEX_BUILD, AC_INDEX_SUM, AC_INDEX_PUT };
static const char ac_index_magic[17] = "asset-cache-idx\n";

// Takes over what an index knows and this cache does not. A damaged one is as good as none.
static void ac_load_index(asset_cache *c) {
    size_t size;
    uint8_t *bytes = (uint8_t *)ac_read_plain(c->folder, "index", &size);
    if (!bytes) return;
    bool good = size >= AC_INDEX_HEAD + AC_INDEX_TAIL && memcmp(bytes, ac_index_magic, 16) == 0 &&
                ac_get64(bytes + 16) == 1 &&
                ac_get64(bytes + 32) == (size - AC_INDEX_HEAD - AC_INDEX_TAIL) / AC_INDEX_RECORD &&
                (size - AC_INDEX_HEAD - AC_INDEX_TAIL) % AC_INDEX_RECORD == 0 &&
                ac_get64(bytes + size - AC_INDEX_TAIL) == gc_writer_crc32c(0, bytes, size - AC_INDEX_TAIL);

    if (good && ac_get64(bytes + 24) > c->clock) c->clock = ac_get64(bytes + 24);
    if (good) ac_reserve_objects(c, (uint32_t)(size / AC_INDEX_RECORD));
    for (size_t at = AC_INDEX_HEAD; good && at < size - AC_INDEX_TAIL; at += AC_INDEX_RECORD) {
        const uint8_t *record = bytes + at;
        uint32_t object = ac_make_object(c, record, ac_get64(record + 32));
        if (object == AC_NONE) continue;
        ac_object *o = &c->objects[object];
        if (!o->inode) {
            o->inode = ac_get64(record + 40);
            o->changed_ns = (int64_t)ac_get64(record + 48);
        }
        if (ac_get64(record + 56) > o->used) o->used = ac_get64(record + 56);
    }
    free(bytes);
}

// Is the file of the index one that this cache has not seen? remember: now it has.
static bool ac_index_changed(asset_cache *c, bool remember) {
    ac_info info;
    bool there = ac_look_at(c->folder, "index", &info);
    uint64_t inode = there ? (uint64_t)info.st_ino : 0;
    int64_t ns = there ? ac_changed_ns(&info) : 0;
    bool changed = there && (inode != c->index_inode || ns != c->index_ns);
    if (remember) c->index_inode = inode, c->index_ns = ns;
    return changed;
}

static void ac_drop_index(asset_cache *c) {
    free(c->index);
    c->index = NULL;
    c->index_step = AC_INDEX_NONE;
}

// Puts the index, until the deadline, and goes on at the next call. What another process has
// put meanwhile is taken over first, at once.
static void ac_save_index(asset_cache *c, uint64_t deadline_ns) {
    if (c->index_step == AC_INDEX_NONE) {
        if (ac_index_changed(c, true)) ac_load_index(c);
        size_t size = AC_INDEX_HEAD + (size_t)c->object_count * AC_INDEX_RECORD + AC_INDEX_TAIL;
        c->index = (uint8_t *)malloc(size);
        if (!c->index) return;
        c->index_step = AC_INDEX_BUILD;
        c->index_at = AC_INDEX_HEAD;
        c->index_sum = c->index_next = c->index_crc = 0;
        c->index_left = c->object_count;
        c->dirty = false;
    }

    // The records of what was found right.
    bool late = false;
    while (c->index_step == AC_INDEX_BUILD && c->index_left && !late) {
        const ac_object *o = &c->objects[c->index_next++];
        late = --c->index_left % 512 == 0 && c->index_left && ac_now_ns() >= deadline_ns;
        if (!o->inode) continue;
        uint8_t *record = c->index + c->index_at;
        memcpy(record, o->sha256, 32);
        ac_put64(record + 32, o->size);
        ac_put64(record + 40, o->inode);
        ac_put64(record + 48, (uint64_t)o->changed_ns);
        ac_put64(record + 56, o->used);
        c->index_at += AC_INDEX_RECORD;
    }

    if (late) return;

    if (c->index_step == AC_INDEX_BUILD) {
        memcpy(c->index, ac_index_magic, 16);
        ac_put64(c->index + 16, 1);
        ac_put64(c->index + 24, c->clock);
        ac_put64(c->index + 32, (c->index_at - AC_INDEX_HEAD) / AC_INDEX_RECORD);
        c->index_step = AC_INDEX_SUM;
    }
    while (c->index_step == AC_INDEX_SUM && c->index_sum < c->index_at) {
        size_t n = c->index_at - c->index_sum;
        if (n > AC_HASH_PIECE) n = AC_HASH_PIECE;
        c->index_crc = gc_writer_crc32c(c->index_crc, c->index + c->index_sum, n);
        c->index_sum += n;
        if (ac_now_ns() >= deadline_ns) return;
    }
    if (c->index_step != AC_INDEX_SUM) return;

    // The writer reads it until its event.
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = "index";
    desc.tag = AC_INDEX_TAG;
    desc.borrow = true;
    ac_put64(c->index + c->index_at, c->index_crc);
    c->saved_ns = ac_now_ns();
    c->index_step = AC_INDEX_PUT;
    if (gc_writer_put(c->writer, &desc, c->index, c->index_at + AC_INDEX_TAIL, NULL) == GC_WRITER_OK) return;
    c->dirty = true;
    ac_drop_index(c);
}

static void ac_index_written(asset_cache *c, const gc_writer_event *event) {
    if (event->type == GC_WRITER_PUBLISHED) ac_index_changed(c, true);
    ac_drop_index(c);
}

// ---- >>manifests

#define AC_SEAL " assets, SHA-256 of the lines below: "

static void ac_free_version(ac_version *v) {
    if (!v) return;
    for (uint32_t i = 0; v->detailed && i < v->count; i++) free(v->assets[i].detail);
    free(v->assets);
    free(v->first_of);
    free(v->text);
    free(v->source);
    free(v);
}

// Begins to read a manifest: takes source over, or, where it is NULL, will copy `from`, which
// stays until the version is read. NULL: no memory, or its first line is not one of a manifest.
static ac_version *ac_begin_version(char *source, const char *from, size_t size) {
    ac_version *v = (ac_version *)calloc(1, sizeof *v);
    const char *head = source ? source : from, *end = NULL;
    const char *line = size ? (const char *)memchr(head, '\n', size) : NULL;
    bool good = v && line && strncmp(head, "# ", 2) == 0 &&
                ac_parse_number(head + 2, &v->sealed_count, &end) &&
                strncmp(end, AC_SEAL, sizeof AC_SEAL - 1) == 0 &&
                ac_parse_hex(end + sizeof AC_SEAL - 1, v->sealed) &&
                end + sizeof AC_SEAL - 1 + 64 + (line[-1] == '\r') == line &&
                v->sealed_count < UINT32_MAX / 64;

    // Its bytes are copied when they are read: a piece in a frame. No line of an asset is
    // shorter than 70, so a first line that lies gets no more memory than the rest.
    char *text = good ? (char *)malloc(size + 1) : NULL;
    if (good && !source) source = (char *)malloc(size + 1);
    if (good && text && source) {
        v->text = text;
        v->source = source;
        v->from = from;
        v->source_size = size;
        v->capacity = (uint32_t)(v->sealed_count < size / 70 ? v->sealed_count : size / 70);
        v->assets = (ac_asset *)malloc((size_t)v->capacity * sizeof *v->assets + 1);
    }
    if (!v || !v->assets) {
        free(v);
        free(text);
        free(source);
        return NULL;
    }

    v->sorted = true;
    v->first_event = v->last_event = AC_NONE;
    gc_fetch_sha256_init(&v->below);
    v->at = v->body = (size_t)(line + 1 - head);
    v->line = 1;
    v->signatures = size;
#ifdef ASSET_SIGN_H
    v->signatures = v->body + asset_sign_find(head + v->body, size - v->body);
#endif
    return v;
}

// "# number 17, made 1790000000, expires 1797776000", or any other comment.
static void ac_read_comment(ac_version *v, const char *line) {
    const char *end;
    uint64_t number, time;
    if (strncmp(line, "# number ", 9) != 0 || !ac_parse_number(line + 9, &number, &end)) return;
    v->number = number;
    if (strncmp(end, ", made ", 7) != 0 || !ac_parse_number(end + 7, &time, &end)) return;
    v->made = time <= INT64_MAX ? (int64_t)time : 0;
    if (strncmp(end, ", expires ", 10) != 0 || !ac_parse_number(end + 10, &time, &end)) return;
    v->expires = time <= INT64_MAX ? (int64_t)time : 0;
}

// Says what is wrong with a manifest.
static int ac_fault(ac_version *v, const char *what, const char *name) {
    snprintf(v->fault, sizeof v->fault, "line %u: %.250s%s%s", v->line, name, name[0] ? ": " : "", what);
    return ASSET_CACHE_E_MANIFEST;
}

// The first asset whose name is not below the first n bytes of `name`.
static uint32_t ac_lower_asset(const ac_version *v, uint32_t count, const char *name, size_t n) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strncmp(v->assets[middle].name, name, n);
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Is a folder of asset i's path an asset as well? Then it sorts before i; and the folders that
// the one just before i has in common with it were looked at for that one.
static bool ac_has_file_as_folder(const ac_version *v, uint32_t i) {
    const char *name = v->assets[i].name, *before = i ? v->assets[i - 1].name : "";
    size_t same = 0;
    while (name[same] && name[same] == before[same]) same++;
    for (const char *slash = strchr(name + same, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t n = (size_t)(slash - name);
        uint32_t at = ac_lower_asset(v, i, name, n);
        if (at < i && strncmp(v->assets[at].name, name, n) == 0 && !v->assets[at].name[n]) return true;
    }
    return false;
}

// "<sha256>  <size>  <name>" becomes the version's next asset. Returns a result.
static int ac_read_asset(asset_cache *c, ac_version *v, char *line) {
    uint8_t sha256[32];
    uint64_t size;
    const char *end;
    bool good = ac_parse_hex(line, sha256) && strncmp(line + 64, "  ", 2) == 0 &&
                ac_parse_number(line + 66, &size, &end) && strncmp(end, "  ", 2) == 0 && end[2];
    if (!good) return ac_fault(v, "should be a SHA-256, a size and a name, with two spaces between", "");
    char *name = line + (end + 2 - line);
    if (gc_writer_check_path(name) != GC_WRITER_OK) {
        return ac_fault(v, "not a name that may be written", name);
    }

    if (v->count == v->capacity) {
        uint32_t capacity = v->capacity ? v->capacity * 2 : 256;
        ac_asset *longer = (ac_asset *)realloc(v->assets, capacity * sizeof *longer);
        if (!longer) return ASSET_CACHE_E_MEMORY;
        v->assets = longer;
        v->capacity = capacity;
    }
    uint32_t object = ac_make_object(c, sha256, size);
    if (object == AC_NONE) return ASSET_CACHE_E_MEMORY;

    ac_asset *a = &v->assets[v->count];
    memset(a, 0, sizeof *a);
    a->name = name;
    a->object = object;
    a->next_same = a->next_event = AC_NONE;
    if (v->count && strcmp(v->assets[v->count - 1].name, name) >= 0) v->sorted = false;
    v->count++;
    v->bytes += size;
    if (v->sorted && ac_has_file_as_folder(v, v->count - 1)) {
        return ac_fault(v, "a folder of its path is listed as a file", name);
    }
    return ASSET_CACHE_OK;
}

static int ac_compare_assets(const void *a, const void *b) {
    return strcmp(((const ac_asset *)a)->name, ((const ac_asset *)b)->name);
}

// When all lines are read: are these all, and each once?
static int ac_end_version(asset_cache *c, ac_version *v) {
    uint8_t sha256[32];
    gc_fetch_sha256_final(&v->below, sha256);
    if (memcmp(sha256, v->sealed, 32) != 0 || v->count != v->sealed_count) {
        snprintf(v->fault, sizeof v->fault, "is not whole, by its first line (%u of %llu assets)", v->count,
                 (unsigned long long)v->sealed_count);
        return ASSET_CACHE_E_MANIFEST;
    }
    if (!v->sorted) qsort(v->assets, v->count, sizeof *v->assets, ac_compare_assets);
    for (uint32_t i = 0; i < v->count && !v->sorted; i++) {
        bool twice = i && strcmp(v->assets[i - 1].name, v->assets[i].name) == 0;
        if (!twice && !ac_has_file_as_folder(v, i)) continue;
        snprintf(v->fault, sizeof v->fault, "%.250s: %s", v->assets[i].name,
                 twice ? "is listed twice" : "a folder of its path is listed as a file");
        return ASSET_CACHE_E_MANIFEST;
    }

    v->first_count = c->object_count;
    v->first_of = (uint32_t *)calloc((size_t)v->first_count + 1, sizeof *v->first_of);
    if (!v->first_of) return ASSET_CACHE_E_MEMORY;
    v->unlinked = v->count;
    v->ended = true;
    return ASSET_CACHE_OK;
}

// The last assets first, so that of one object the first comes first.
static int ac_link_assets(ac_version *v, uint64_t deadline_ns) {
    while (v->unlinked) {
        ac_asset *a = &v->assets[--v->unlinked];
        a->next_same = v->first_of[a->object] - 1;
        v->first_of[a->object] = v->unlinked + 1;
        if (v->unlinked % 1024 == 0 && ac_now_ns() >= deadline_ns) return ASSET_CACHE_PENDING;
    }
    return ASSET_CACHE_OK;
}

// The next piece is copied and hashed. False: it has a zero byte.
static bool ac_read_piece(ac_version *v) {
    size_t at = v->hashed, n = v->source_size - at;
    if (n > AC_HASH_PIECE) n = AC_HASH_PIECE;
    if (at < v->signatures && n > v->signatures - at) n = v->signatures - at;
    if (v->from) memcpy(v->source + at, v->from + at, n);
    memcpy(v->text + at, v->source + at, n);

    size_t skip = at < v->body ? v->body - at : 0;
    if (skip < n) gc_fetch_sha256_update(&v->below, v->source + at + skip, n - skip);
    v->hashed += n;
    if (v->hashed == v->signatures) {
        gc_fetch_sha256 before = v->below;
        gc_fetch_sha256_final(&before, v->before);
    }
    if (v->hashed == v->source_size) v->text[v->hashed] = v->source[v->hashed] = 0;
    return memchr(v->source + at, 0, n) == NULL;
}

// Reads on until the deadline. PENDING: not all yet; OK: it is a version; else what is wrong.
static int ac_read_version(asset_cache *c, ac_version *v, uint64_t deadline_ns) {
    for (;;) {
        if (v->ended) return ac_link_assets(v, deadline_ns);

        // The hash goes ahead of the lines, a piece at a time.
        if (v->hashed < v->source_size && !ac_read_piece(v)) {
            snprintf(v->fault, sizeof v->fault, "has a zero byte");
            return ASSET_CACHE_E_MANIFEST;
        }

        for (int lines = 0; lines < 256 && v->at < v->hashed; lines++) {
            char *line = v->text + v->at, *end = (char *)memchr(line, '\n', v->hashed - v->at);
            if (!end && v->hashed < v->source_size) break;      // the rest of it comes with the next piece
            v->at = end ? (size_t)(end + 1 - v->text) : v->source_size;
            if (end) *end = 0;
            size_t length = strlen(line);
            v->line++;
            if (length && line[length - 1] == '\r') line[--length] = 0;
            if (line[0] == '#') ac_read_comment(v, line);
            if (line[0] == '#' || length == 0) continue;
            int result = ac_read_asset(c, v, line);
            if (result != ASSET_CACHE_OK) return result;
        }

        if (v->at == v->source_size && v->hashed == v->source_size) {
            int result = ac_end_version(c, v);
            if (result != ASSET_CACHE_OK) return result;
        }
        if (ac_now_ns() >= deadline_ns) return ASSET_CACHE_PENDING;
    }
}

// A whole version from a file, or NULL.
static ac_version *ac_load_version(asset_cache *c, int folder, const char *path) {
    size_t size;
    char *source = ac_read_plain(folder, path, &size);
    ac_version *v = source ? ac_begin_version(source, NULL, size) : NULL;
    if (v && ac_read_version(c, v, UINT64_MAX) != ASSET_CACHE_OK) {
        ac_free_version(v);
        v = NULL;
    }
    return v;
}

static ac_asset *ac_find_asset(ac_version *v, const char *name) {
    uint32_t i = v ? ac_lower_asset(v, v->count, name, strlen(name) + 1) : 0;
    return v && i < v->count && strcmp(v->assets[i].name, name) == 0 ? &v->assets[i] : NULL;
}

// ---- >>events

// An asset's turn to be told.
static void ac_tell(ac_version *v, uint32_t index) {
    ac_asset *a = &v->assets[index];
    if (a->told) return;
    a->told = true;
    a->next_event = AC_NONE;
    if (v->first_event == AC_NONE) v->first_event = index;
    else v->assets[v->last_event].next_event = index;
    v->last_event = index;
}

// How an asset has ended, for those who have asked for it.
static void ac_answer(ac_version *v, uint32_t index, int result, int system_error, const char *detail) {
    ac_asset *a = &v->assets[index];
    v->asked -= a->asked;
    a->asked = false;
    a->result = (int16_t)result;
    a->system_error = system_error;
    free(a->detail);
    a->detail = result != ASSET_CACHE_OK && detail ? ac_copy_text(detail) : NULL;
    v->detailed = v->detailed || a->detail;
    ac_tell(v, index);
}

// What is wanted of an object is decided: events for its assets, and one less for the update.
static void ac_settle(asset_cache *c, uint32_t object, int result, int system_error, const char *detail) {
    ac_object *o = &c->objects[object];
    ac_version *v = c->current;
    o->wanted = false;
    for (uint32_t i = ac_first_asset(v, object); i != AC_NONE; i = v->assets[i].next_same) {
        if (v->assets[i].asked) ac_answer(v, i, result, system_error, detail);
    }

    if (!ac_is_needed(c, o)) return;
    o->needed = 0;
    c->update_left--;
    if (result == ASSET_CACHE_OK) return;
    for (uint32_t i = ac_first_asset(c->next, object); i != AC_NONE; i = c->next->assets[i].next_same) {
        if (!c->next->assets[i].told) ac_answer(c->next, i, result, system_error, detail);
    }
    if (c->update_failed++ == 0) {
        char text[512];
        uint32_t first = ac_first_asset(c->next, object);
        snprintf(text, sizeof text, "%.200s: %.200s", first == AC_NONE ? "" : c->next->assets[first].name,
                 detail ? detail : asset_cache_result_string(result));
        free(c->update_detail);
        c->update_detail = ac_copy_text(text);
        c->update_error = system_error;
    }
}

// The next event of a list of assets, if there is one.
static bool ac_next_told(asset_cache *c, ac_version *v, asset_cache_event *event) {
    if (!v || v->first_event == AC_NONE) return false;
    ac_asset *a = &v->assets[v->first_event];
    v->first_event = a->next_event;
    a->told = false;
    event->type = a->result == ASSET_CACHE_OK ? ASSET_CACHE_READY : ASSET_CACHE_FAILED;
    event->result = a->result;
    event->system_error = a->system_error;
    event->name = a->name;
    event->detail = a->detail ? a->detail : a->result ? asset_cache_result_string(a->result) : "";

    c->told_detail = a->detail;
    a->detail = NULL;
    return true;
}

// ---- >>queue

// Does object a come before b? Of one priority the smaller, or the larger, key comes first.
static bool ac_before(const asset_cache *c, const ac_list *heap, uint32_t a, uint32_t b) {
    const ac_object *x = &c->objects[a], *y = &c->objects[b];
    if (x->priority != y->priority) return x->priority > y->priority;
    return heap == &c->least ? x->key < y->key : x->key > y->key;
}

static bool ac_heap_push(asset_cache *c, ac_list *heap, uint32_t object) {
    if (!ac_push(heap, object)) return false;
    uint32_t i = heap->count - 1;
    while (i > 0 && ac_before(c, heap, object, heap->items[(i - 1) / 2])) {
        heap->items[i] = heap->items[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->items[i] = object;
    return true;
}

static uint32_t ac_heap_pop(asset_cache *c, ac_list *heap) {
    if (!heap->count) return AC_NONE;
    uint32_t top = heap->items[0], last = heap->items[--heap->count], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= heap->count) break;
        bool two = child + 1 < heap->count;
        if (two && ac_before(c, heap, heap->items[child + 1], heap->items[child])) child++;
        if (!ac_before(c, heap, heap->items[child], last)) break;
        heap->items[i] = heap->items[child];
        i = child;
    }
    if (heap->count) heap->items[i] = last;
    return top;
}

// Puts an object into the queue, or, after its priority has risen, once more: the place that
// is popped later finds it taken.
static void ac_enqueue(asset_cache *c, uint32_t object) {
    ac_object *o = &c->objects[object];
    bool mixed = c->desc.order == GC_FETCH_ORDER_MIXED;
    if (o->state != AC_QUEUED) {
        uint64_t mix = (c->desc.seed + ++c->sequence) * 0x9e3779b97f4a7c15u;
        o->key = mixed ? o->size : c->desc.order == GC_FETCH_ORDER_GIVEN ? c->sequence : mix ^ mix >> 29;
    }

    if (!ac_heap_push(c, &c->least, object) || (mixed && !ac_heap_push(c, &c->most, object))) {
        if (o->state == AC_QUEUED) return;
        o->state = AC_FAILED;
        ac_settle(c, object, ASSET_CACHE_E_MEMORY, 0, NULL);
        return;
    }
    if (o->state != AC_QUEUED) c->queued++;
    o->state = AC_QUEUED;
}

// How many hands are for everything; the others are left for what is more urgent.
static uint32_t ac_common_hands(const asset_cache *c) { return c->hand_count * 3 / 4; }

// Large objects go to a file of gc_fetch's, and on after a kill; the others stream into
// gc_writer.
static bool ac_streams(const asset_cache *c, const ac_object *o) { return o->size <= c->desc.large_from; }

// A kill loses what streams, and some of each large object, up to 1 MB together: so at most 3/4
// of the writer's pool stream at a time, but for what is urgent, and for one that is larger.
// bench_article's 190 MB take 8.2 s with half of it (16 at once), 8.0 with 3/4 or with all.
static uint64_t ac_stream_limit(const asset_cache *c) { return c->pool_bytes / 4 * 3; }

static bool ac_may_begin(const asset_cache *c, const ac_object *o) {
    if (o->priority > 0 || !ac_streams(c, o) || c->stream_bytes == 0) return true;
    return c->stream_bytes + o->size <= ac_stream_limit(c);
}

// The heap whose first object is to be fetched next, or NULL. For the order "mixed" half of the
// hands have the largest objects, the others the smallest, so that large ones fill the pipe
// while small ones wait for round trips. In turn instead, all hands would soon have large ones,
// which stay longer: 10.8 s for the 190 MB of bench_article at 4 transfers instead of 8.4.
static ac_list *ac_next_heap(asset_cache *c) {
    ac_list *heaps[2] = {&c->least, &c->most};
    for (int i = 0; i < 2; i++) {
        while (heaps[i]->count && c->objects[heaps[i]->items[0]].state != AC_QUEUED) ac_heap_pop(c, heaps[i]);
    }
    bool most = c->most.count && c->most_in_hand * 2 < ac_common_hands(c) &&
                ac_may_begin(c, &c->objects[c->most.items[0]]);
    ac_list *heap = most || !c->least.count ? &c->most : &c->least;
    return heap->count ? heap : NULL;
}

// ---- >>looking

// Looks at an object's file without opening it. True: it has one of the right size, which was
// not found damaged before.
static bool ac_look(asset_cache *c, ac_object *o, bool *vouched) {
    char name[65];
    ac_info info;
    ac_print_hex(name, o->sha256);
    for (int turn = 0; turn < 2; turn++) {
        bool base = turn == 1;
        if (base && o->base_asset == AC_NONE) break;
        int folder = base ? c->base_folder : c->objects_folder;
        const char *path = base ? c->base->assets[o->base_asset].name : name;
        if (folder < 0 || !ac_look_at(folder, path, &info)) continue;
        if (!ac_is_file_of(o, &info, base)) continue;
        o->from_base = base;
        *vouched = ac_is_vouched(o, &info);
        return true;
    }
    return false;
}

// There is an origin, but no place for what comes from it.
static bool ac_cannot_keep(const asset_cache *c) { return c->desc.origin && c->read_only; }

// An object that is not there is fetched, if somebody wants it and somebody has it.
static void ac_miss(asset_cache *c, uint32_t object) {
    ac_object *o = &c->objects[object];
    o->state = AC_ABSENT;
    c->whole = false;
    ac_unlist(c, object);
    if (!o->wanted) return;
    if (c->fetch) ac_enqueue(c, object);
    else ac_settle(c, object, ac_cannot_keep(c) ? ASSET_CACHE_E_READ_ONLY : ASSET_CACHE_E_ABSENT, 0, NULL);
}

// Finds out how an object stands, and what is to be done about it.
static void ac_find_out(asset_cache *c, uint32_t object) {
    ac_object *o = &c->objects[object];
    bool vouched;
    if (o->state == AC_HAND || o->state == AC_CHECK) return;
    if (o->state == AC_QUEUED) c->queued--;         // its place in the queue is found taken

    if (!ac_look(c, o, &vouched)) {
        ac_miss(c, object);
    } else if (vouched) {
        o->state = AC_READY;
        ac_settle(c, object, ASSET_CACHE_OK, 0, NULL);
    } else if (ac_push(&c->checks, object)) {
        o->state = AC_CHECK;
    } else {
        o->state = AC_FAILED;
        ac_settle(c, object, ASSET_CACHE_E_MEMORY, 0, NULL);
    }
}

// A list of which a part was worked off: when all was, it begins again.
static bool ac_take(ac_list *list, uint32_t *at, uint32_t *object) {
    if (*at == list->count) {
        list->count = *at = 0;
        return false;
    }
    *object = list->items[(*at)++];
    return true;
}

static void ac_look_on(asset_cache *c) {
    uint32_t object;
    while (ac_now_ns() < c->deadline_ns) {
        for (int n = 0; n < 4; n++) {
            if (!ac_take(&c->looks, &c->look_at, &object)) return;
            c->objects[object].looked_for = false;
            ac_find_out(c, object);
        }
    }
}

// The file that was hashed is the object's, or damaged.
static void ac_checked(asset_cache *c, uint32_t object, bool right) {
    ac_object *o = &c->objects[object];
    ac_close(c->check_fd);
    c->check_fd = -1;
    if (right) {
        ac_vouch(c, o, &c->check_info);
        o->state = AC_READY;
        ac_settle(c, object, ASSET_CACHE_OK, 0, NULL);
        return;
    }
    ac_note_damage(o, &c->check_info);
    c->dirty = true;
    ac_miss(c, object);
}

// Hashes what is to be hashed, piece by piece.
static void ac_check_on(asset_cache *c) {
    while (ac_now_ns() < c->deadline_ns) {
        uint32_t object;
        if (c->check_fd < 0) {
            bool vouched;
            if (!ac_take(&c->checks, &c->check_at, &object)) return;
            ac_object *o = &c->objects[object];
            if (o->state != AC_CHECK || o->mapping) continue;      // acquire has done it, or does it
            c->check_fd = ac_open_object(c, o, &c->check_info, &vouched);
            if (c->check_fd < 0) {
                ac_miss(c, object);
                continue;
            }
            c->check_left = o->size;
            gc_fetch_sha256_init(&c->check_hash);
        }

        // Readers on other threads need not wait for this.
        object = c->checks.items[c->check_at - 1];
        if (c->objects[object].state != AC_CHECK) {
            ac_close(c->check_fd);
            c->check_fd = -1;
            continue;
        }
        ac_unlock(&c->lock);
        ptrdiff_t n = ac_read(c->check_fd, c->piece, AC_HASH_PIECE);
        if (n > 0) gc_fetch_sha256_update(&c->check_hash, c->piece, (size_t)n);
        int error = errno;
        ac_lock(&c->lock);

        if (n < 0 && error == EINTR) continue;
        if (n > 0 && (uint64_t)n < c->check_left) {
            c->check_left -= (uint64_t)n;
            continue;
        }
        if (c->objects[object].state != AC_CHECK) continue;
        uint8_t sha256[32];
        bool all = n >= 0 && (uint64_t)n == c->check_left;
        gc_fetch_sha256_final(&c->check_hash, sha256);
        ac_checked(c, object, all && memcmp(sha256, c->objects[object].sha256, 32) == 0);
    }
}

// Is it the update alone that wants it?
static bool ac_is_update_only(const ac_object *o) { return o->priority == INT32_MIN; }

// Pauses the requests that only the update wants, or lets all go on that should.
static void ac_pause_hands(asset_cache *c) {
    for (uint32_t i = 0; c->fetch && i < c->hand_count; i++) {
        ac_hand *h = &c->hands[i];
        bool pause = h->object != AC_NONE && c->paused && ac_is_update_only(&c->objects[h->object]);
        if (h->object == AC_NONE || h->ended || pause == h->paused) continue;
        h->paused = pause;
        if (pause) gc_fetch_pause(c->fetch, h->id);
        else gc_fetch_resume(c->fetch, h->id);
    }
}

// Is it on its way? Then it will be settled.
static bool ac_moves(const ac_object *o) {
    return o->state == AC_CHECK || o->state == AC_QUEUED || o->state == AC_WAITING || o->state == AC_HAND;
}

// Somebody wants an object: by get, or by the update.
static int ac_want(asset_cache *c, uint32_t object, int32_t priority) {
    ac_object *o = &c->objects[object];
    bool higher = !o->wanted || priority > o->priority;
    o->wanted = true;
    if (higher) o->priority = priority;
    if (higher && o->state == AC_QUEUED) ac_enqueue(c, object);
    if (higher && o->state == AC_HAND && c->paused) ac_pause_hands(c);
    if (o->looked_for || ac_moves(o)) return ASSET_CACHE_OK;
    if (!ac_push(&c->looks, object)) return ASSET_CACHE_E_MEMORY;
    o->looked_for = true;
    return ASSET_CACHE_OK;
}

// ---- >>hands

// May the update's manifest bring what is not known, or not to be had, without it?
static bool ac_may_come(const asset_cache *c) {
    bool waits = c->update == AC_UPDATE_FETCH || c->update == AC_UPDATE_READ;
    return waits && (!c->current || c->partial);
}

static void ac_begin_file(ac_hand *h) {
    gc_writer_file_desc desc;
    if (h->writing) gc_writer_abort(h->cache->writer, h->file);
    memset(&desc, 0, sizeof desc);
    desc.path = h->path;
    desc.tag = (uint64_t)(h - h->cache->hands);
    desc.size_hint = h->size;
    h->error = gc_writer_begin_with(h->cache->writer, &desc, &h->file);
    h->writing = h->error == GC_WRITER_OK;
}

// The network thread: an attempt begins, and with it a file. That of the last attempt is given
// up.
static void ac_stream_begin(void *user, gc_fetch_id id, uint32_t attempt) {
    (void)id, (void)attempt;
    ac_begin_file((ac_hand *)user);
}

// The network thread: a piece of an object. What the writer does not take comes again; what has
// failed there need not come.
static size_t ac_stream(void *user, uint64_t offset, const void *data, size_t size) {
    ac_hand *h = (ac_hand *)user;
    (void)offset;
    if (!h->writing && h->error == GC_WRITER_E_FULL) ac_begin_file(h);
    if (!h->writing) return h->error == GC_WRITER_E_FULL ? 0 : GC_FETCH_ABORT;
    if (gc_writer_file_state(h->cache->writer, h->file) != GC_WRITER_OK) return GC_FETCH_ABORT;
    return gc_writer_write(h->cache->writer, h->file, data, size);
}

// A hand is free again, and so is its object's lock.
static void ac_free_hand(asset_cache *c, ac_hand *h) {
    const ac_object *o = &c->objects[h->object];
    ac_lock_byte(c, ac_object_byte(o), AC_UNLOCK);
    if (ac_streams(c, o)) c->stream_bytes -= o->size;
    c->hand_bytes -= o->size;
    h->object = AC_NONE;
    c->in_hand--;
    c->most_in_hand -= h->most;
}

// Back into the queue, for later.
static void ac_requeue(asset_cache *c, ac_hand *h) {
    uint32_t object = h->object;
    ac_free_hand(c, h);
    c->objects[object].state = AC_ABSENT;
    ac_enqueue(c, object);
}

static void ac_fail_hand(asset_cache *c, ac_hand *h, int result, int system_error, const char *detail) {
    uint32_t object = h->object;
    ac_object *o = &c->objects[object];
    // Somebody removes the folder, which is made again, or its files: then once more.
    bool missing = system_error == ENOENT && !o->removed;
    o->removed = result == ASSET_CACHE_E_WRITE && (missing || ac_is_gone(c));
    // The origin has another file by now: the manifest that is to come tells which.
    bool replaced = result == ASSET_CACHE_E_FETCH && ac_may_come(c);
    if (o->removed || replaced) {
        ac_requeue(c, h);
        return;
    }
    ac_free_hand(c, h);
    c->objects[object].state = AC_FAILED;
    c->failed++;
    ac_settle(c, object, result, system_error, detail);
}

// The disk is full: nothing more is fetched, and what is under way is given up until there is
// room.
static void ac_hold(asset_cache *c) {
    c->held_ns = ac_now_ns() + AC_HELD_NS;
    if (c->held) return;
    c->held = true;
    if (c->pending_types & 1u << ASSET_CACHE_GOES_ON) c->pending_types &= ~(1u << ASSET_CACHE_GOES_ON);
    else c->pending_types |= 1u << ASSET_CACHE_HELD;
    for (uint32_t i = 0; i < c->hand_count; i++) {
        ac_hand *h = &c->hands[i];
        if (h->object == AC_NONE || h->ended) continue;
        h->again = true;
        if (c->fetch) gc_fetch_cancel(c->fetch, h->id);     // after asset_cache_stop there is none
    }
}

// There is room again. Who was not yet told that there was none need not be told.
static void ac_go_on(asset_cache *c) {
    c->held = false;
    if (c->pending_types & 1u << ASSET_CACHE_HELD) c->pending_types &= ~(1u << ASSET_CACHE_HELD);
    else c->pending_types |= 1u << ASSET_CACHE_GOES_ON;
}

// Is there room on the disk, for an object of this size and a little more?
static bool ac_has_room(const asset_cache *c, uint64_t size) {
    return c->folder < 0 || ac_free_room(c->folder) > size + 65536;
}

// Is there room for what would be under way at once? One that was small enough to fit is no
// sign of it: the next would be told as another full disk.
static bool ac_has_room_to_go_on(const asset_cache *c) {
    uint64_t all = 0, largest = 0;
    for (size_t i = 0; i < c->least.count; i++) {
        const ac_object *o = &c->objects[c->least.items[i]];
        if (o->state != AC_QUEUED) continue;
        all += o->size;
        if (o->size > largest) largest = o->size;
    }
    uint64_t most = ac_stream_limit(c) + largest;
    return ac_has_room(c, all < most ? all : most);
}

// Does gc_fetch still remember a full disk? For half a second files fail by that, whatever room
// there is by then; what is tried next makes it look anew.
static bool ac_fetch_is_held(const asset_cache *c) {
    gc_fetch_statistics stats;
    memset(&stats, 0, sizeof stats);
    if (c->fetch) gc_fetch_get_statistics(c->fetch, &stats);
    return stats.held != 0;
}

// An object has its final name.
static void ac_arrived(asset_cache *c, ac_hand *h) {
    uint32_t object = h->object;
    ac_object *o = &c->objects[object];
    ac_info info;
    bool vouched;
    int fd = ac_open_object(c, o, &info, &vouched);
    if (fd < 0 || o->from_base) {
        if (fd >= 0) ac_close(fd);
        ac_fail_hand(c, h, ASSET_CACHE_E_WRITE, errno, "was published, but cannot be opened");
        return;
    }

    ac_close(fd);
    ac_vouch(c, o, &info);
    ac_free_hand(c, h);
    o->state = AC_READY;
    o->removed = false;
    c->fetched++;
    c->fetched_bytes += o->size;
    if (c->lists) ac_enlist(c, object);
    // Others that were under way when the disk was full may still fail by it.
    if (c->held && !c->in_hand && !ac_fetch_is_held(c) && ac_has_room_to_go_on(c)) ac_go_on(c);
    ac_settle(c, object, ASSET_CACHE_OK, 0, NULL);
}

// The URL of an asset; false: it is too long.
static bool ac_url(const asset_cache *c, const char *name, char *url, size_t capacity) {
    size_t n = strlen(c->desc.origin);
    while (n && c->desc.origin[n - 1] == '/') n--;
    if (n + 1 >= capacity) return false;
    memcpy(url, c->desc.origin, n);
    url[n++] = '/';
    return gc_fetch_encode_path(url + n, capacity - n, name) < capacity - n;
}

// Gives an object, whose byte is locked, to gc_fetch.
static void ac_begin_hand(asset_cache *c, ac_hand *h, uint32_t object, bool most) {
    ac_object *o = &c->objects[object];
    char url[GC_FETCH_MAX_URL + 1];
    gc_fetch_request request;
    uint32_t first = ac_first_asset(c->next, object);
    const ac_version *v = first == AC_NONE ? c->current : c->next;
    if (first == AC_NONE) first = ac_first_asset(v, object);

    h->object = object;
    h->writing = h->ended = h->again = h->paused = false;
    h->error = GC_WRITER_OK;
    memset(&h->file, 0, sizeof h->file);
    memset(&h->failed, 0, sizeof h->failed);
    h->size = o->size;
    memcpy(h->path, "objects/", 8);
    ac_print_hex(h->path + 8, o->sha256);
    o->state = AC_HAND;
    h->most = most;
    c->in_hand++;
    c->most_in_hand += most;
    if (ac_streams(c, o)) c->stream_bytes += o->size;
    c->hand_bytes += o->size;

    // An object that no version has any longer, or a name that makes a long URL.
    if (first == AC_NONE || !ac_url(c, v->assets[first].name, url, sizeof url)) {
        const char *why = first == AC_NONE ? "is of no version" : "its URL is too long";
        ac_fail_hand(c, h, ASSET_CACHE_E_FETCH, 0, why);
        return;
    }

    memset(&request, 0, sizeof request);
    request.url = url;
    request.tag = (uint64_t)(h - c->hands);
    request.size = o->size ? o->size : GC_FETCH_EMPTY;
    request.sha256 = o->sha256;
    request.priority = o->priority;
    if (!ac_streams(c, o)) {
        request.sink = GC_FETCH_FILE;
        request.path = h->path;
    } else {
        request.sink = GC_FETCH_STREAM;
        request.stream_begin = ac_stream_begin;
        request.stream = ac_stream;
        request.stream_user = h;
    }
    int result = gc_fetch_add(c->fetch, &request, &h->id);
    if (result == GC_FETCH_E_FULL) ac_requeue(c, h);
    else if (result != GC_FETCH_OK)
        ac_fail_hand(c, h, ASSET_CACHE_E_FETCH, 0, gc_fetch_result_string(result));
}

static ac_hand *ac_idle_hand(asset_cache *c) {
    for (uint32_t i = 0; i < c->hand_count; i++) {
        if (c->hands[i].object == AC_NONE) return &c->hands[i];
    }
    return NULL;
}

// Hands out what the queue has, as long as there are hands. On a full disk one at a time, to
// find out.
static void ac_hand_out(asset_cache *c) {
    ac_list *heap;
    // What comes is of use after a kill if the partial version's manifest was kept before.
    if (c->keeping || (c->keep_due && !c->held)) return;
    // Until an update's manifest is there nobody knows whether the origin still has what the
    // partial version names: what is asked for waits, and is answered by the new version.
    if (ac_may_come(c)) return;
    while (c->queued && ac_now_ns() < c->deadline_ns && (heap = ac_next_heap(c)) != NULL) {
        ac_hand *h = ac_idle_hand(c);
        ac_object *o = &c->objects[heap->items[0]];
        if (!h || (c->held && (c->in_hand || ac_now_ns() < c->held_ns))) return;
        if (c->in_hand >= ac_common_hands(c) && o->priority <= 0) return;
        bool quarter = c->background && c->in_hand >= (c->desc.parallel + 3) / 4;
        if (ac_is_update_only(o) && (c->paused || quarter)) return;
        if (!ac_may_begin(c, o)) return;
        if (c->held && !ac_has_room(c, o->size)) {
            c->held_ns = ac_now_ns() + AC_HELD_NS;
            return;
        }
        int room = ac_make_room(c, o->size);
        if (room == ASSET_CACHE_PENDING) return;
        uint32_t object = ac_heap_pop(c, heap);
        o->state = AC_ABSENT;
        c->queued--;
        if (room != ASSET_CACHE_OK) {
            o->state = AC_FAILED;
            c->failed++;
            ac_settle(c, object, room, 0, NULL);
            continue;
        }

        // Another process may have it in hand, or have finished it since it was looked at.
        bool vouched;
        if (!ac_lock_byte(c, ac_object_byte(o), AC_ALONE)) {
            if (ac_push(&c->waits, object)) o->state = AC_WAITING;
            else ac_settle(c, object, ASSET_CACHE_E_MEMORY, 0, NULL);
        } else if (ac_look(c, o, &vouched)) {
            ac_lock_byte(c, ac_object_byte(o), AC_UNLOCK);
            ac_find_out(c, object);
        } else {
            ac_begin_hand(c, h, object, heap == &c->most);
        }
    }
}

// What other processes have in hand: is it there by now, or has its holder given it up?
static void ac_wait_on(asset_cache *c) {
    uint64_t now = ac_now_ns();
    if (c->waits.count == 0 || now - c->waited_ns < AC_WAIT_NS) return;
    c->waited_ns = now;

    uint32_t turns = c->waits.count < 64 ? c->waits.count : 64;
    for (uint32_t n = 0; n < turns; n++) {
        if (c->wait_at >= c->waits.count) c->wait_at = 0;

        uint32_t object = c->waits.items[c->wait_at];
        ac_object *o = &c->objects[object];
        bool vouched;

        bool there = ac_look(c, o, &vouched);
        bool given_up = !there && ac_lock_byte(c, ac_object_byte(o), AC_ALONE);
        if (given_up) ac_lock_byte(c, ac_object_byte(o), AC_UNLOCK);

        if (!there && !given_up) {
            c->wait_at++;
            continue;
        }

        c->waits.items[c->wait_at] = c->waits.items[--c->waits.count];
        o->state = AC_ABSENT;
        ac_find_out(c, object);
    }
}

// The origin answers nobody: what waits need not be tried.
static void ac_give_up_queue(asset_cache *c, int system_error, const char *detail) {
    for (ac_list *heap; (heap = ac_next_heap(c)) != NULL;) {
        uint32_t object = ac_heap_pop(c, heap);
        c->queued--;
        c->objects[object].state = AC_FAILED;
        c->failed++;
        ac_settle(c, object, ASSET_CACHE_E_FETCH, system_error, detail);
    }
}

// The final event of a request.
static void ac_fetched(asset_cache *c, const gc_fetch_event *event) {
    ac_hand *h = &c->hands[event->tag];
    bool large = !ac_streams(c, &c->objects[h->object]);
    if (event->type == GC_FETCH_DONE) {
        c->dead = 0;
        // An empty object comes without a file if all the writer's slots were in use.
        if (!large && !h->writing) ac_begin_file(h);
        if (large) ac_arrived(c, h);
        else if (h->writing) h->ended = gc_writer_end(c->writer, h->file) == GC_WRITER_OK;
        if (!large && !h->ended) ac_requeue(c, h);
        return;
    }

    // Was it the disk?
    int state = h->writing ? gc_writer_file_state(c->writer, h->file) : h->error;
    int system_error = event->system_error;
    if (h->writing && gc_writer_file_equal(h->failed, h->file)) {
        state = h->write_result;
        system_error = h->write_error;
    } else if (h->writing && state < 0 && state != GC_WRITER_E_CANCELLED && state != GC_WRITER_E_STALE) {
        // The writer's event is still to come, and tells more.
        h->ended = gc_writer_abort(c->writer, h->file) == GC_WRITER_OK;
        if (h->ended) return;
    }
    if (h->writing) gc_writer_abort(c->writer, h->file);
    bool full = state == GC_WRITER_E_DISK_FULL ||
                (event->result == GC_FETCH_E_WRITE && (system_error == ENOSPC || system_error == AC_EDQUOT));
    bool dead = event->result == GC_FETCH_E_CONNECT || event->result == GC_FETCH_E_RESOLVE ||
                event->result == GC_FETCH_E_TIMED_OUT;
    if (full) ac_hold(c);
    if (full || h->again) {
        ac_requeue(c, h);
        return;
    }

    // The update was cancelled; somebody may have asked for it since.
    if (event->result == GC_FETCH_E_CANCELLED) {
        uint32_t object = h->object;
        ac_free_hand(c, h);
        ac_miss(c, object);
        return;
    }

    bool disk = (state < 0 && state != GC_WRITER_E_CANCELLED) || event->result == GC_FETCH_E_WRITE ||
                event->result == GC_FETCH_E_PATH;
    char detail[512];
    snprintf(detail, sizeof detail, "%s", state < 0 ? gc_writer_result_string(state) : event->detail);
    ac_fail_hand(c, h, disk ? ASSET_CACHE_E_WRITE : ASSET_CACHE_E_FETCH, system_error, detail);
    c->dead = dead ? c->dead + 1 : 0;
    if (c->dead > c->desc.parallel) ac_give_up_queue(c, system_error, detail);
}

// The end of a file that a hand has written.
static void ac_written(asset_cache *c, const gc_writer_event *event) {
    ac_hand *h = &c->hands[event->tag];

    if (h->object == AC_NONE) return;

    if (!h->ended && event->type == GC_WRITER_FAILED) {     // the request does not know of it yet
        h->failed = event->file;
        h->write_result = event->result;
        h->write_error = event->system_error;
    }

    // An attempt that was given up.
    if (!h->ended || !gc_writer_file_equal(event->file, h->file)) return;

    if (event->type == GC_WRITER_PUBLISHED) {
        ac_arrived(c, h);
    } else if (event->result == GC_WRITER_E_DISK_FULL) {
        ac_hold(c);
        ac_requeue(c, h);
    } else {

        char detail[256];
        snprintf(detail, sizeof detail, "cannot be written: %s (%s)", gc_writer_result_string(event->result),
                 gc_writer_stage_string(event->stage));
        ac_fail_hand(c, h, ASSET_CACHE_E_WRITE, event->system_error, detail);
    }
}

// ---- >>updates

// Versions that are no longer used stay until their events are told, until the update's is as
// well, and until the writer has read their text.
static void ac_retire(asset_cache *c, ac_version *v) {
    if (!v) return;
    v->older = c->retired;
    c->retired = v;
}

// A large piece of memory is given back 1 MB at a time: 100 MB at once take 7 ms. True: it is
// gone.
static bool ac_shrink(void **memory, size_t *size) {
    if (!*memory || *size <= AC_FREE_PIECE) return true;
    void *less = realloc(*memory, *size - AC_FREE_PIECE);
    if (!less) return true;
    *memory = less;
    *size -= AC_FREE_PIECE;
    return false;
}

static bool ac_shrink_version(ac_version *v) {
    void *texts[2] = {v->text, v->source}, *assets = v->assets;
    size_t size = v->source_size, of_assets = v->capacity * sizeof *v->assets;
    bool gone = ac_shrink(&texts[0], &size);
    if (!gone) {
        size = v->source_size;
        ac_shrink(&texts[1], &size);
    } else if (!v->detailed) {
        gone = ac_shrink(&assets, &of_assets);
    }
    v->text = (char *)texts[0];
    v->source = (char *)texts[1];
    v->source_size = size;
    v->assets = (ac_asset *)assets;
    v->capacity = (uint32_t)(of_assets / sizeof *v->assets);
    return gone;
}

static void ac_free_retired(asset_cache *c, bool all) {
    unsigned over = 1u << ASSET_CACHE_UPDATED | 1u << ASSET_CACHE_NOT_UPDATED;
    if (!all && (c->update != AC_UPDATE_NONE || c->pending_types & over)) return;
    for (ac_version **at = &c->retired; *at;) {
        ac_version *v = *at;
        if (!all && (v->first_event != AC_NONE || c->copying == v || c->keeping == v)) {
            at = &v->older;
            continue;
        }
        if (!all && !ac_shrink_version(v)) return;
        *at = v->older;
        ac_free_version(v);
    }
}

static void ac_free_early(ac_early *e) {
    while (e) {
        ac_early *next = e->next;
        free(e);
        e = next;
    }
}

// A name that nobody will bring.
static void ac_lose(asset_cache *c, ac_early *e, int result) {
    if (e->prefix) {
        free(e);
        return;
    }
    e->result = result;
    e->next = c->lost;
    c->lost = e;
}

// The update is over, and the version that was to come is given up, or stays the partial one.
static void ac_fail_update(asset_cache *c, int result, int system_error, const char *detail) {
    if (detail) {
        free(c->update_detail);
        c->update_detail = ac_copy_text(detail);
        c->update_error = system_error;
    }
    c->update_result = result;
    c->update = AC_UPDATE_NONE;
    c->pending_types |= 1u << ASSET_CACHE_NOT_UPDATED;

    // What is still owed of it: names that were asked for before it was there, and its assets,
    // unless it is the partial version, whose assets may still come.
    ac_version *v = c->next;
    bool stays = v == c->current;
    c->next = NULL;
    for (uint32_t i = 0; v && !stays && v->asked; i++) {
        if (v->assets[i].asked) ac_answer(v, i, result, system_error, c->update_detail);
    }
    if (!stays) ac_retire(c, v);
    while (c->early) {
        ac_early *e = c->early;
        c->early = e->next;
        ac_lose(c, e, result);
    }
}

// Does the origin have a name for the manifest that is here?
static bool ac_knows_etag(const asset_cache *c) {
    return c->etag[0] && c->current && memcmp(c->current->sealed, c->etag_of, 32) == 0;
}

// The manifest has come.
static void ac_manifest_fetched(asset_cache *c, const gc_fetch_event *event) {
    if (c->update != AC_UPDATE_FETCH || !gc_fetch_id_equal(event->id, c->manifest_id)) return;
    if (event->type == GC_FETCH_FAILED) {
        char text[160];
        unsigned long long most = c->desc.max_manifest;
        bool endless = event->result == GC_FETCH_E_TOO_LARGE;
        snprintf(text, sizeof text, "endless data: over %llu bytes", most);
        ac_fail_update(c, ASSET_CACHE_E_FETCH, event->system_error, endless ? text : event->detail);
        return;
    }

    // Where the origin has no other one, the text is here.
    char *source = c->body;
    const char *from = NULL;
    size_t size = c->body_size;
    if (event->result == GC_FETCH_NOT_MODIFIED && ac_knows_etag(c)) {
        from = c->current->source;
        size = c->current->source_size;
        free(source);
        source = NULL;
    }
    c->body = NULL;
    c->next = source || from ? ac_begin_version(source, from, size) : NULL;

    // Room for all at once, where most are new: to move what is there costs 3 ms for a million.
    if (c->next && c->object_count < c->next->capacity) {
        ac_reserve_objects(c, c->object_count + c->next->capacity);
    }

    const char *etag = gc_fetch_header(c->fetch, event->id, "etag");
    if (event->result != GC_FETCH_NOT_MODIFIED && c->next) {
        bool fits = etag && strlen(etag) < sizeof c->etag;
        memcpy(c->etag_of, c->next->sealed, 32);
        snprintf(c->etag, sizeof c->etag, "%s", fits ? etag : "");
        c->etag_kept = false;
    }
    if (c->next) c->update = AC_UPDATE_READ;
    else ac_fail_update(c, ASSET_CACHE_E_MANIFEST, 0, "its first line is not that of a manifest");
}

// The network thread: the manifest begins, and comes.
static void ac_body_begin(void *user, gc_fetch_id id, uint32_t attempt) {
    (void)id, (void)attempt;
    ((asset_cache *)user)->body_size = 0;
}
static size_t ac_body_stream(void *user, uint64_t offset, const void *data, size_t size) {
    asset_cache *c = (asset_cache *)user;
    (void)offset;
    if (!c->body || c->body_size + size >= c->body_capacity) {
        size_t capacity = (c->body_size + size) * 2 + 1024;
        char *longer = (char *)realloc(c->body, capacity);
        if (!longer) return GC_FETCH_ABORT;
        c->body = longer;
        c->body_capacity = capacity;
    }
    if (size) memcpy(c->body + c->body_size, data, size);
    c->body_size += size;
    return size;
}

// Asks for an asset, on behalf of the user.
static int ac_ask(asset_cache *c, ac_version *v, uint32_t index, int32_t priority) {
    ac_asset *a = &v->assets[index];
    bool before = a->asked;
    a->asked = true;
    int result = ac_want(c, a->object, priority);
    if (result != ASSET_CACHE_OK) a->asked = false;
    v->asked += (uint32_t)a->asked - (uint32_t)before;
    return result;
}

// What version `but` (which may be NULL) has as well was asked for there.
static int ac_ask_prefix(asset_cache *c, ac_version *v, const char *prefix, int32_t priority,
                         ac_version *but) {
    size_t n = strlen(prefix);
    int result = ASSET_CACHE_OK;
    for (uint32_t i = ac_lower_asset(v, v->count, prefix, n); i < v->count; i++) {
        if (strncmp(v->assets[i].name, prefix, n) != 0) break;
        const ac_asset *same = ac_find_asset(but, v->assets[i].name);
        if (same && same->object == v->assets[i].object) continue;
        int asked = ac_ask(c, v, i, priority);
        if (asked != ASSET_CACHE_OK) result = asked;
    }
    return result;
}

// What was asked for before there was this version, or `but` only the partial one before it.
static void ac_ask_early(asset_cache *c, ac_version *v, ac_version *but) {
    while (c->early) {
        ac_early *e = c->early;
        ac_asset *a = e->prefix ? NULL : ac_find_asset(v, e->name);
        c->early = e->next;
        if (e->prefix) ac_ask_prefix(c, v, e->name, e->priority, but);
        else if (a) ac_ask(c, v, (uint32_t)(a - v->assets), e->priority);
        else {
            ac_lose(c, e, ASSET_CACHE_E_NOT_FOUND);
            continue;
        }
        free(e);
    }
}

// Two versions change places: what was asked of the old one is asked of the new one.
static void ac_replace_current(asset_cache *c, ac_version *v) {
    ac_version *old = c->current;
    c->current = v;
    if (old == v) return;
    for (uint32_t i = 0; old && old->asked; i++) {
        if (!old->assets[i].asked) continue;
        ac_asset *a = ac_find_asset(v, old->assets[i].name);
        if (a) {
            old->asked--;
            old->assets[i].asked = false;
            ac_ask(c, v, (uint32_t)(a - v->assets), c->objects[old->assets[i].object].priority);
        } else {
            ac_answer(old, i, ASSET_CACHE_E_NOT_FOUND, 0, "is not in the new version");
        }
    }
    ac_retire(c, old);
}

// No whole version is there, so the one that comes becomes the partial one.
static void ac_begin_partial(asset_cache *c, ac_version *v) {
    bool kept = c->current && memcmp(c->current->sealed, v->sealed, 32) == 0 && !c->keep_due;
    c->partial = true;
    c->keep_due = !kept && !(c->update_flags & ASSET_CACHE_ON_DEMAND);
    ac_ask_early(c, v, c->current);
    ac_replace_current(c, v);
}

// The update wants all objects of its version, from need_at on.
static void ac_need_all(asset_cache *c) {
    const ac_version *v = c->next;
    bool all = !(c->update_flags & ASSET_CACHE_ON_DEMAND);
    while (all && c->need_at < v->count) {
        ac_object *o = &c->objects[v->assets[c->need_at].object];
        if (!ac_is_needed(c, o)) {
            if (ac_want(c, v->assets[c->need_at].object, INT32_MIN) != ASSET_CACHE_OK) {
                ac_fail_update(c, ASSET_CACHE_E_MEMORY, 0, NULL);
                return;
            }
            o->needed = c->updates;
            c->update_left++;
        }
        if (++c->need_at % 256 == 0 && ac_now_ns() >= c->deadline_ns) return;
    }
    c->update = AC_UPDATE_OBJECTS;
}

// Was it signed by one of the keys? Says what is wrong.
static bool ac_is_signed(const asset_cache *c, const ac_version *v, char text[160]) {
    const char *wrong = "asset_sign.h was not included";
    char key[17] = "";
    (void)v;
    if (!c->desc.keys) return true;

#ifdef ASSET_SIGN_H
    const char *lines = v->source + v->signatures;
    wrong = asset_sign_check(c->desc.keys, lines, v->source_size - v->signatures, v->before, key);
    if (!wrong && !v->number) wrong = "signed, but without a number";
#endif
    if (wrong) snprintf(text, 160, "%s%s%s%s", wrong, key[0] ? " (key " : "", key, key[0] ? ")" : "");
    return !wrong;
}

// Its time is over. Only what is new is asked: what was taken once stays.
static bool ac_is_expired(const asset_cache *c, const ac_version *v, char text[160]) {
    int64_t now = (int64_t)time(NULL);
    if (!c->desc.keys || !v->expires || now <= v->expires) return false;

    // In tenths, since %f would follow the locale.
    unsigned long long tenths = (unsigned long long)(now - v->expires) / 8640;
    snprintf(text, 160, "freeze: number %llu has expired %llu.%llu days ago", (unsigned long long)v->number,
             tenths / 10, tenths % 10);
    return true;
}

// The manifest is understood: may it be, and what of it is not there? Of a partial version that
// was signed no older one is taken either: what was seen once is not gone back behind.
static void ac_begin_objects(asset_cache *c) {
    ac_version *v = c->next;
    char text[160];

    bool other = c->current && memcmp(c->current->sealed, v->sealed, 32) != 0;
    bool older = other && c->current->number &&
                 (c->partial ? c->desc.keys && v->number < c->current->number
                             : v->number <= c->current->number);
    int result = !ac_is_signed(c, v, text)                             ? ASSET_CACHE_E_SIGNATURE
                 : older && !(c->update_flags & ASSET_CACHE_FORCE)     ? ASSET_CACHE_E_OLDER
                 : (!c->current || other) && ac_is_expired(c, v, text) ? ASSET_CACHE_E_EXPIRED
                                                                       : ASSET_CACHE_OK;

    if (result == ASSET_CACHE_E_OLDER) {
        snprintf(text, sizeof text, "%sits number is %llu, and the current one's %llu",
                 c->desc.keys ? "rollback: " : "", (unsigned long long)v->number,
                 (unsigned long long)c->current->number);
    }

    if (result != ASSET_CACHE_OK) {
        ac_fail_update(c, result, 0, text);
        return;
    }
    if (c->desc.verify && c->desc.verify(c->desc.user, v->source, v->source_size) != 0) {
        ac_fail_update(c, ASSET_CACHE_E_REFUSED, 0, asset_cache_result_string(ASSET_CACHE_E_REFUSED));
        return;
    }

    c->update_assets = v->count;
    if (!c->current || c->partial) ac_begin_partial(c, v);
    c->update = AC_UPDATE_NEED;
    c->need_at = 0;
}

// The update is over: its version is the current one.
static void ac_switch(asset_cache *c, ac_version *v) {
    ac_replace_current(c, v);
    c->partial = c->keep_due = false;
    ac_remove(c->folder, "manifest.next");
    c->updated_number = v->number;
    c->whole = !(c->update_flags & ASSET_CACHE_ON_DEMAND);
    c->update = AC_UPDATE_NONE;
    c->next = NULL;
    c->pending_types |= 1u << ASSET_CACHE_UPDATED;

    // What the origin calls it, behind its hash. That it is not kept costs traffic alone.
    char text[200];
    gc_writer_file_desc desc;
    if (!ac_knows_etag(c) || c->etag_kept) return;
    memset(&desc, 0, sizeof desc);
    desc.path = "manifest.etag";
    desc.tag = AC_ETAG_TAG;
    ac_print_hex(text, c->etag_of);
    int n = snprintf(text + 64, sizeof text - 64, " %s", c->etag) + 64;
    c->etag_kept = gc_writer_put(c->writer, &desc, text, (size_t)n, NULL) == GC_WRITER_OK;
}

static void ac_load_etag(asset_cache *c) {
    size_t size;
    char *text = ac_read_plain(c->folder, "manifest.etag", &size);
    if (text && size > 65 && size - 65 < sizeof c->etag && ac_parse_hex(text, c->etag_of)) {
        memcpy(c->etag, text + 65, size - 64);
        c->etag_kept = true;
    }
    free(text);
}

static bool ac_manifest_changed(asset_cache *c, bool remember) {
    ac_info info;
    memset(&info, 0, sizeof info);
    if (!ac_look_at(c->folder, "manifest", &info)) memset(&info, 0, sizeof info);
    bool changed = (uint64_t)info.st_ino != c->manifest_inode || ac_changed_ns(&info) != c->manifest_ns;
    if (remember) {
        c->manifest_inode = (uint64_t)info.st_ino;
        c->manifest_ns = ac_changed_ns(&info);
    }
    return changed;
}

// Gives a version's text to the writer, which reads it until its event. False: all its slots
// are in use, so in the next frame.
static bool ac_put_text(asset_cache *c, const char *path, uint64_t tag, const ac_version *v) {
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = path;
    desc.tag = tag;
    desc.borrow = true;
    desc.durability = GC_WRITER_DURABILITY_FILE;
    return gc_writer_put(c->writer, &desc, v->source, v->source_size, NULL) == GC_WRITER_OK;
}

// All is there: the one rename. Another process may have been first, with the same version, or
// with a newer one.
static void ac_put_manifest(asset_cache *c) {
    ac_version *v = c->next;
    if (c->held && ac_now_ns() < c->held_ns) return;
    if (c->current && !c->partial && memcmp(c->current->sealed, v->sealed, 32) == 0) {
        char text[160];
        if (ac_is_expired(c, v, text)) ac_fail_update(c, ASSET_CACHE_E_EXPIRED, 0, text);
        else ac_switch(c, v);
        return;
    }
    if (!ac_lock_byte(c, AC_UPDATE_BYTE, AC_ALONE)) return;

    if (ac_manifest_changed(c, true)) {
        ac_version *other = ac_load_version(c, c->folder, "manifest");
        bool same = other && memcmp(other->sealed, v->sealed, 32) == 0;
        bool newer = other && other->number && v->number < other->number &&
                     !(c->update_flags & ASSET_CACHE_FORCE);
        ac_free_version(other);
        if (same || newer) {
            ac_lock_byte(c, AC_UPDATE_BYTE, AC_UNLOCK);
            if (same) ac_switch(c, v);
            else ac_fail_update(c, ASSET_CACHE_E_OLDER, 0, "another process has a newer one by now");
            return;
        }
    }

    if (ac_put_text(c, "manifest", AC_MANIFEST_TAG, v)) c->update = AC_UPDATE_PUT;
    else ac_lock_byte(c, AC_UPDATE_BYTE, AC_UNLOCK);
}

// The copy follows when the manifest is there, and is written from the current version's text.
static void ac_put_copy(asset_cache *c) {
    if (c->copying) return;
    if (ac_put_text(c, "manifest.copy", AC_COPY_TAG, c->current)) c->copying = c->current;
}

// The partial version's manifest.
static void ac_put_next(asset_cache *c) {
    if (!c->keep_due || c->keeping || c->held || !c->writer) return;
    if (!ac_put_text(c, "manifest.next", AC_NEXT_TAG, c->current)) return;
    c->keeping = c->current;
    c->keep_due = false;
}

static void ac_next_written(asset_cache *c, const gc_writer_event *event) {
    c->keeping = NULL;
    if (!c->partial) ac_remove(c->folder, "manifest.next");       // a whole one was faster
    if (event->type == GC_WRITER_PUBLISHED || event->result != GC_WRITER_E_DISK_FULL) return;
    c->keep_due = c->partial;
    ac_hold(c);
}

static void ac_manifest_written(asset_cache *c, const gc_writer_event *event) {
    if (event->type == GC_WRITER_PUBLISHED) {
        ac_manifest_changed(c, true);
        if (c->held) ac_go_on(c);
        ac_switch(c, c->next);
        ac_put_copy(c);
        c->dirty = true;
    } else if (event->result == GC_WRITER_E_DISK_FULL) {
        c->update = AC_UPDATE_OBJECTS;
        ac_hold(c);
    } else if (ac_is_gone(c)) {
        c->update = AC_UPDATE_OBJECTS;
    } else {
        ac_fail_update(c, ASSET_CACHE_E_WRITE, event->system_error, gc_writer_result_string(event->result));
    }
    ac_lock_byte(c, AC_UPDATE_BYTE, AC_UNLOCK);
}

static void ac_update_on(asset_cache *c) {
    if (c->update == AC_UPDATE_READ) {
        int result = ac_read_version(c, c->next, c->deadline_ns);
        if (result == ASSET_CACHE_OK) ac_begin_objects(c);
        else if (result != ASSET_CACHE_PENDING) {
            const char *fault = c->next->fault;
            ac_fail_update(c, result, 0, fault[0] ? fault : asset_cache_result_string(result));
        }
    }
    if (c->update == AC_UPDATE_NEED) ac_need_all(c);

    // All is wanted: is it known what is missing, and is all there?
    ac_put_next(c);
    bool looked = c->look_at == c->looks.count && c->check_at == c->checks.count && c->check_fd < 0;
    if (c->update == AC_UPDATE_OBJECTS && c->asks && c->update_left && looked) {
        c->asks = false;
        c->pending_types |= 1u << ASSET_CACHE_ASKS;
    }
    if (c->update != AC_UPDATE_OBJECTS || c->update_left) return;
    if (c->update_failed == 0) ac_put_manifest(c);
    else ac_fail_update(c, ASSET_CACHE_E_INCOMPLETE, 0, NULL);
}

static void ac_poll_writer(asset_cache *c, uint64_t deadline_ns) {
    gc_writer_event event;
    while (c->writer && gc_writer_poll(c->writer, &event)) {
        if (event.tag == AC_MANIFEST_TAG) ac_manifest_written(c, &event);
        else if (event.tag == AC_COPY_TAG) c->copying = NULL;
        else if (event.tag == AC_NEXT_TAG) ac_next_written(c, &event);
        else if (event.tag == AC_INDEX_TAG) ac_index_written(c, &event);
        else if (event.tag == AC_ETAG_TAG) continue;
        else ac_written(c, &event);
        if (ac_now_ns() >= deadline_ns) return;
    }
}

static int ac_ask_manifest(asset_cache *c) {
    char url[GC_FETCH_MAX_URL + 1];
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    if (!ac_url(c, c->desc.manifest, url, sizeof url)) return ASSET_CACHE_E_ARGUMENT;
    request.url = url;
    request.tag = AC_MANIFEST_TAG;
    request.max_size = c->desc.max_manifest;
    request.compressed = true;
    request.sink = GC_FETCH_STREAM;
    request.stream_begin = ac_body_begin;
    request.stream = ac_body_stream;
    request.stream_user = c;

    // Only if the origin has another one.
    char header[160];
    const char *headers[1] = {header};
    snprintf(header, sizeof header, "If-None-Match: %s", c->etag);
    request.headers = headers;
    request.header_count = ac_knows_etag(c);
    request.priority = INT32_MAX;
    int result = gc_fetch_add(c->fetch, &request, &c->manifest_id);
    return result == GC_FETCH_OK ? ASSET_CACHE_OK : ASSET_CACHE_E_FETCH;
}

int asset_cache_update(asset_cache *c, int flags) {
    if (!c) return ASSET_CACHE_E_ARGUMENT;
    ac_lock(&c->lock);

    int result = c->update != AC_UPDATE_NONE ? ASSET_CACHE_E_BUSY
                 : ac_cannot_keep(c)         ? ASSET_CACHE_E_READ_ONLY
                 : !c->fetch                 ? ASSET_CACHE_E_ABSENT
                                             : ASSET_CACHE_OK;

    if (result == ASSET_CACHE_OK) result = ac_ask_manifest(c);

    if (result == ASSET_CACHE_OK) {
        c->update = AC_UPDATE_FETCH;
        c->updates = c->updates + 1 ? c->updates + 1 : 1;
        c->update_flags = flags;
        c->paused = c->asks = (flags & ASSET_CACHE_PAUSED) != 0;

        c->whole = false;
        c->update_left = c->update_failed = 0;
        c->update_assets = 0;
        c->update_error = 0;

        free(c->update_detail);
        c->update_detail = NULL;
    }

    ac_unlock(&c->lock);
    return result;
}

void asset_cache_pause(asset_cache *c, bool pause) {
    if (!c) return;
    ac_lock(&c->lock);
    c->paused = pause;
    ac_pause_hands(c);
    ac_unlock(&c->lock);
}

// What only the update wanted is wanted no longer.
static void ac_drop_wants(asset_cache *c, const ac_version *v) {
    for (uint32_t i = 0; v && i < v->count; i++) {
        ac_object *o = &c->objects[v->assets[i].object];
        if (!o->wanted || !ac_is_update_only(o)) continue;
        o->wanted = false;
        if (o->state != AC_QUEUED) continue;
        o->state = AC_ABSENT;               // its place in the queue is found taken
        c->queued--;
    }
    for (uint32_t i = 0; c->fetch && i < c->hand_count; i++) {
        const ac_hand *h = &c->hands[i];
        if (h->object != AC_NONE && !h->ended && !c->objects[h->object].wanted) {
            gc_fetch_cancel(c->fetch, h->id);
        }
    }
}

void asset_cache_cancel(asset_cache *c) {
    if (!c) return;
    ac_lock(&c->lock);
    if (c->update != AC_UPDATE_NONE && c->update != AC_UPDATE_PUT) {
        if (c->update == AC_UPDATE_FETCH && c->fetch) gc_fetch_cancel(c->fetch, c->manifest_id);
        ac_drop_wants(c, c->next);
        ac_fail_update(c, ASSET_CACHE_E_CANCELLED, 0, asset_cache_result_string(ASSET_CACHE_E_CANCELLED));
    }
    ac_unlock(&c->lock);
}

void asset_cache_set_background(asset_cache *c, bool background) {
    if (!c) return;
    ac_lock(&c->lock);
    c->background = background;
    ac_unlock(&c->lock);
}

void asset_cache_set_rate_limit(asset_cache *c, uint64_t bytes_per_second) {
    if (!c) return;
    ac_lock(&c->lock);
    c->rate_limit = bytes_per_second;
    if (c->fetch) gc_fetch_set_rate_limit(c->fetch, bytes_per_second);
    ac_unlock(&c->lock);
}

// ---- >>opening

// Copies desc's texts into one block, and fills in what is zero.
static bool ac_copy_desc(asset_cache *c, const asset_cache_desc *desc) {
    const char *manifest = desc->manifest ? desc->manifest : "manifest.txt";
    const char *texts[5] = {desc->folder, desc->base, desc->origin, manifest, desc->keys};
    const char **places[5] = {&c->desc.folder, &c->desc.base, &c->desc.origin, &c->desc.manifest,
                              &c->desc.keys};
    size_t size = 0;
    for (int i = 0; i < 5; i++) size += texts[i] ? strlen(texts[i]) + 1 : 0;
    char *at = c->texts = (char *)malloc(size);
    if (!at) return false;

    c->desc = *desc;
    for (int i = 0; i < 5; i++) {
        size_t n = texts[i] ? strlen(texts[i]) + 1 : 0;
        *places[i] = n ? (const char *)memcpy(at, texts[i], n) : NULL;
        at += n;
    }
    if (!c->desc.parallel) c->desc.parallel = 16;
    if (!c->desc.large_from) c->desc.large_from = ((uint64_t)1 << 20) - 1;
    if (!c->desc.frame_us) c->desc.frame_us = 500;
    if (!c->desc.max_manifest) c->desc.max_manifest = AC_MAX_MANIFEST;
    if (!c->desc.seed) c->desc.seed = ac_now_ns();
    return true;
}

static bool ac_open_failed(asset_cache_error *error, int result, int system_error, const char *what) {
    if (!error) return false;
    error->result = result;
    error->system_error = system_error;
    snprintf(error->what, sizeof error->what, "%s", what);
    return false;
}

// Is it the folder of a cache? What cannot be looked at may be one.
static bool ac_is_cache(const char *folder) {
    ac_info info;
    int fd = ac_open_folder(-1, folder);
    if (fd < 0) return errno != ENOENT;
    bool is = ac_look_at(fd, "objects", &info) || errno != ENOENT;
    ac_close(fd);
    return is;
}

// The writer makes the folder. One that it cannot write may still be read.
static bool ac_open_folders(asset_cache *c, const gc_writer_desc *desc, asset_cache_error *error) {
    gc_writer_error why;
    if (c->desc.make_no_folder && !ac_is_cache(c->desc.folder)) {
        c->read_only = true;
        return true;
    }
    c->writer = gc_writer_open(desc, &why);
    if (!c->writer && why.result != GC_WRITER_E_ROOT) {
        int result = why.result == GC_WRITER_E_MEMORY ? ASSET_CACHE_E_MEMORY : ASSET_CACHE_E_SYSTEM;
        return ac_open_failed(error, result, why.system_error, why.what);
    }
    bool there = ac_take_descriptor(&c->folder, ac_open_folder(-1, c->desc.folder));
    if (!there) return ac_open_failed(error, ASSET_CACHE_E_ROOT, errno, c->desc.folder);

    if (c->writer && !ac_make_folder(c->folder, "objects") && errno != EEXIST) {
        if (errno != EROFS && errno != EACCES && errno != EPERM) {
            return ac_open_failed(error, ASSET_CACHE_E_ROOT, errno, "objects");
        }
        gc_writer_close(c->writer);
        c->writer = NULL;
    }
    c->read_only = !c->writer;
    bool opened = ac_take_descriptor(&c->objects_folder, ac_open_folder(c->folder, "objects"));
    if (!opened && !c->read_only) {
        return ac_open_failed(error, ASSET_CACHE_E_ROOT, errno, "objects");
    }

    // From now on nobody else removes what this process may need.
    if (!c->read_only) {
        if (!ac_take_descriptor(&c->locks, ac_open_locks(c->folder, "locks"))) {
            return ac_open_failed(error, ASSET_CACHE_E_ROOT, errno, "locks");
        }
        for (int turn = 0; !ac_lock_byte(c, AC_USERS_BYTE, AC_SHARED); turn++) {
            if (turn == 1000) return ac_open_failed(error, ASSET_CACHE_E_BUSY, 0, "locks");
            ac_rest_ms(10);         // who removes is soon done
        }
    }
    return true;
}

// The current version: the manifest, or, if it is damaged, its copy; in an empty folder the
// base's; and where none is whole, the partial one.
static void ac_load_versions(asset_cache *c) {
    ac_manifest_changed(c, true);
    ac_load_etag(c);
    ac_load_index(c);
    c->dirty = false;
    c->current = ac_load_version(c, c->folder, "manifest");
    if (!c->current) c->current = ac_load_version(c, c->folder, "manifest.copy");

    c->base = ac_load_version(c, c->base_folder, "manifest.txt");
    for (uint32_t i = 0; c->base && i < c->base->count; i++) {
        c->objects[c->base->assets[i].object].base_asset = i;
    }
    if (!c->current) c->current = ac_load_version(c, c->base_folder, "manifest.txt");
    if (c->current) return;
    c->current = ac_load_version(c, c->folder, "manifest.next");
    c->partial = c->current != NULL;
}

static bool ac_open_fetch(asset_cache *c, gc_fetch_desc *desc, asset_cache_error *error) {
    gc_fetch_error why;
    c->hand_count = desc->parallel * 4;
    free(c->hands);
    c->hands = (ac_hand *)calloc(c->hand_count, sizeof *c->hands);
    if (!c->hands) return ac_open_failed(error, ASSET_CACHE_E_MEMORY, 0, "");
    for (uint32_t i = 0; i < c->hand_count; i++) {
        c->hands[i].cache = c;
        c->hands[i].object = AC_NONE;
    }
    if (c->rate_limit != UINT64_MAX) desc->rate_limit = c->rate_limit;
    c->fetch = gc_fetch_open(desc, &why);
    if (c->fetch) return true;
    int result = why.result == GC_FETCH_E_MEMORY     ? ASSET_CACHE_E_MEMORY
                 : why.result == GC_FETCH_E_ARGUMENT ? ASSET_CACHE_E_ARGUMENT
                                                     : ASSET_CACHE_E_SYSTEM;
    return ac_open_failed(error, result, why.system_error, why.what);
}

// Opens gc_writer, the folder, and gc_fetch where there is an origin.
static bool ac_open_parts(asset_cache *c, asset_cache_error *error) {
    gc_writer_desc writer;
    gc_fetch_desc fetch;
    memset(&writer, 0, sizeof writer);
    memset(&fetch, 0, sizeof fetch);
    writer.root = fetch.root = c->desc.folder;
    writer.ring_bytes = c->desc.ring_bytes;
    fetch.parallel = c->desc.parallel;
    fetch.order = c->desc.order == GC_FETCH_ORDER_MIXED ? GC_FETCH_ORDER_MIXED : GC_FETCH_ORDER_GIVEN;
    fetch.skip_events = true;
    fetch.notify = writer.notify = ac_notify;
    fetch.user = writer.user = c;
    if (c->desc.configure) c->desc.configure(c->desc.user, &fetch, &writer);
    c->pool_bytes = writer.ring_bytes ? writer.ring_bytes : (uint64_t)4 << 20;

    // A user's user is no cache.
    if (fetch.notify == ac_notify && fetch.user != c) fetch.notify = NULL;
    if (writer.notify == ac_notify && writer.user != c) writer.notify = NULL;
    c->told = fetch.notify == ac_notify && writer.notify == ac_notify;
    if (!ac_open_folders(c, &writer, error)) return false;
    return !c->desc.origin || c->read_only || ac_open_fetch(c, &fetch, error);
}

// Gives up what is being fetched. What was sent stays counted.
static void ac_close_fetch(asset_cache *c) {
    gc_fetch_statistics stats;
    if (!c->fetch) return;
    gc_fetch_get_statistics(c->fetch, &stats);
    gc_fetch_close(c->fetch);
    c->fetch = NULL;
    c->received += stats.received;
    c->requests += stats.added + stats.retries;
}

// The folder was removed: it is made again, and whatever was under way begins anew. The current
// version is a partial one now, of which all is to be looked for. If it cannot be made, it is
// one that cannot be written, until the next try.
static void ac_reopen(asset_cache *c) {
    ac_close_fetch(c);
    gc_writer_close(c->writer);
    c->writer = NULL;
    c->copying = c->keeping = NULL;
    ac_drop_index(c);
    c->alone = c->whole = false;
    c->dirty = true;
    int *const places[3] = {&c->locks, &c->objects_folder, &c->folder};
    for (int i = 0; i < 3; i++) ac_let_go(places[i]);
    bool open = ac_open_parts(c, NULL);
    if (!open) gc_writer_close(c->writer);
    if (!open) c->writer = NULL;
    c->gone_ns = open ? 0 : ac_now_ns();
    c->read_only = !c->writer;
    if (c->held) ac_go_on(c);

    // The base's files are still there.
    c->in_hand = c->most_in_hand = c->queued = c->update_left = 0;
    c->stream_bytes = c->hand_bytes = 0;
    if (c->lists) ac_list_folder(c);
    c->least.count = c->most.count = c->waits.count = c->checks.count = c->check_at = 0;
    if (c->check_fd >= 0) ac_close(c->check_fd);
    c->check_fd = -1;
    for (uint32_t i = 0; i < c->object_count; i++) {
        ac_object *o = &c->objects[i];
        o->needed = 0;
        if (o->state == AC_READY && o->from_base) continue;
        if (o->state != AC_FAILED) o->state = AC_UNKNOWN;
        if (o->wanted && ac_want(c, i, o->priority) != ASSET_CACHE_OK) {
            ac_settle(c, i, ASSET_CACHE_E_MEMORY, 0, NULL);
        }
    }

    bool based = c->base && c->current && memcmp(c->base->sealed, c->current->sealed, 32) == 0;
    c->partial = c->keep_due = c->current && !based;
    ac_manifest_changed(c, true);
    int result = !open ? ASSET_CACHE_E_READ_ONLY : ASSET_CACHE_OK;
    if (open && c->update == AC_UPDATE_FETCH) result = ac_ask_manifest(c);
    if (c->update != AC_UPDATE_NONE && result != ASSET_CACHE_OK) {
        ac_fail_update(c, result, 0, asset_cache_result_string(result));
    }
    if (c->update >= AC_UPDATE_NEED) {
        c->update = AC_UPDATE_NEED;
        c->need_at = 0;
    }
}

static bool ac_make_locks(asset_cache *c) {
    int made = 0;
    if (ac_begin_mutex(&c->lock)) made++;
    if (made == 1 && ac_begin_mutex(&c->news_lock)) made++;
    if (made == 2 && ac_begin_condition(&c->mapped)) made++;
    if (made == 3 && ac_begin_condition(&c->news_come)) made++;
    if (made == 4) return true;

    if (made > 2) ac_end_condition(&c->mapped);
    if (made > 1) ac_end_mutex(&c->news_lock);
    if (made > 0) ac_end_mutex(&c->lock);
    return false;
}

static void ac_end_locks(asset_cache *c) {
    ac_end_condition(&c->news_come);
    ac_end_condition(&c->mapped);
    ac_end_mutex(&c->news_lock);
    ac_end_mutex(&c->lock);
}

asset_cache *asset_cache_open(const asset_cache_desc *desc, asset_cache_error *error) {
    if (error) memset(error, 0, sizeof *error);
    if (!desc || !desc->folder || desc->parallel > 64) {
        ac_open_failed(error, ASSET_CACHE_E_ARGUMENT, 0, "desc");
        return NULL;
    }

    asset_cache *c = (asset_cache *)calloc(1, sizeof *c);
    uint8_t *piece = (uint8_t *)malloc(AC_HASH_PIECE);
    if (!c || !piece || !ac_make_locks(c)) {
        free(c);
        free(piece);
        ac_open_failed(error, ASSET_CACHE_E_MEMORY, 0, "");
        return NULL;
    }
    c->folder = c->objects_folder = c->base_folder = c->locks = c->check_fd = -1;
    c->oldest = c->newest = AC_NONE;
    c->piece = piece;
    c->rate_limit = UINT64_MAX;
    bool good = ac_copy_desc(c, desc) || ac_open_failed(error, ASSET_CACHE_E_MEMORY, 0, "");

    good = good && ac_open_parts(c, error);
    if (good && c->desc.base) c->base_folder = ac_open_folder(-1, c->desc.base);
    if (good) ac_load_versions(c);
    c->lists = good && c->desc.quota && !c->read_only;
    if (c->lists) ac_list_folder(c);

    // Its path as it is now: the folder of the process may change.
    c->where = good ? ac_whole_path(c->desc.folder) : NULL;
    if (c->where) c->desc.folder = c->where;
    if (good) return c;
    asset_cache_close(c);
    return NULL;
}

// Files that killed processes have begun, and that nobody goes on with: nothing is missing, and
// nobody else uses the folder.
static void ac_sweep(asset_cache *c) {
    if (!c->whole || c->read_only || !ac_lock_byte(c, AC_USERS_BYTE, AC_ALONE) || c->alone) return;
    ac_listing names;
    if (!ac_list_begin(&names, c->folder, "objects")) return;
    for (const char *name; (name = ac_list_next(&names)) != NULL;) {
        size_t n = strlen(name);
        bool begun = n > 9 && strncmp(name, ".gcf-", 5) == 0 && strcmp(name + n - 4, ".tmp") == 0;
        if (begun) ac_remove(c->objects_folder, name);
    }
    ac_list_end(&names);
}

static void ac_give_back(ac_object *o);

void asset_cache_stop(asset_cache *c) {
    if (!c) return;
    ac_lock(&c->lock);
    bool fetched = c->fetch != NULL;
    ac_close_fetch(c);                      // first: its streams use the writer
    if (c->writer) gc_writer_flush(c->writer, -1);
    ac_poll_writer(c, UINT64_MAX);

    // gc_fetch.h may have published a large object without anybody asking for its event.
    for (uint32_t i = 0; fetched && i < c->hand_count; i++) {
        ac_hand *h = &c->hands[i];
        bool vouched, large = h->object != AC_NONE && !h->ended && !ac_streams(c, &c->objects[h->object]);
        if (large && ac_look(c, &c->objects[h->object], &vouched)) ac_arrived(c, h);
    }
    ac_unlock(&c->lock);
}

void asset_cache_close(asset_cache *c) {
    if (!c) return;
    asset_cache_stop(c);

    // What has come whole is published, and now the index tells of it.
    if (c->writer) {
        if ((c->dirty || c->index_step != AC_INDEX_NONE) && !c->read_only) ac_save_index(c, UINT64_MAX);
        gc_writer_flush(c->writer, -1);
        gc_writer_close(c->writer);
        ac_sweep(c);
    }

    for (uint32_t i = 0; i < c->object_count; i++) {
        if (c->objects[i].refs) ac_give_back(&c->objects[i]);
    }
    int descriptors[] = {c->check_fd, c->locks, c->objects_folder, c->base_folder, c->folder};
    for (size_t i = 0; i < sizeof descriptors / sizeof descriptors[0]; i++) {
        if (descriptors[i] >= 0) ac_close(descriptors[i]);
    }

    if (c->next != c->current) ac_free_version(c->next);
    ac_free_version(c->current);
    ac_free_version(c->base);
    ac_free_retired(c, true);
    ac_free_early(c->early);
    ac_free_early(c->lost);
    ac_free_early(c->told_lost);
    ac_free_early(c->pins);
    ac_list *lists[] = {&c->looks, &c->checks, &c->waits, &c->least, &c->most};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) free(lists[i]->items);
    free(c->told_detail);
    free(c->update_detail);
    free(c->objects);
    free(c->table);
    free(c->old_table);
    free(c->body);
    free(c->index);
    free(c->hands);
    free(c->piece);
    free(c->texts);
    free(c->where);
    ac_end_locks(c);
    free(c);
}

// ---- >>public

static void ac_poll_fetch(asset_cache *c) {
    gc_fetch_event event;
    while (c->fetch && gc_fetch_poll(c->fetch, &event)) {
        if (event.type != GC_FETCH_DONE && event.type != GC_FETCH_FAILED) continue;
        if (event.tag == AC_MANIFEST_TAG) ac_manifest_fetched(c, &event);
        else ac_fetched(c, &event);
        if (ac_now_ns() >= c->deadline_ns) return;
    }
}

// A frame's work: what has happened, then what is to be done.
static void ac_work(asset_cache *c) {
    uint64_t now = ac_now_ns();
    c->deadline_ns = now + (uint64_t)c->desc.frame_us * 1000;
    if (ac_is_gone(c)) ac_reopen(c);
    ac_poll_writer(c, c->deadline_ns);
    ac_poll_fetch(c);
    ac_update_on(c);
    ac_look_on(c);
    if (c->fetch) ac_wait_on(c);
    if (c->lists) ac_make_room(c, 0);
    if (c->fetch) ac_hand_out(c);
    ac_check_on(c);
    bool due = c->dirty && now - c->saved_ns > AC_SAVE_NS && !c->held && !c->read_only;
    bool begun = c->index_step != AC_INDEX_NONE && c->index_step != AC_INDEX_PUT;
    if (begun || (due && c->index_step == AC_INDEX_NONE)) ac_save_index(c, c->deadline_ns);
}

// News of no single asset.
static bool ac_next_type(asset_cache *c, asset_cache_event *event) {
    static const int order[] = {ASSET_CACHE_HELD, ASSET_CACHE_GOES_ON, ASSET_CACHE_ASKS,
                                ASSET_CACHE_UPDATED, ASSET_CACHE_NOT_UPDATED};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (!(c->pending_types & 1u << order[i])) continue;

        c->pending_types &= ~(1u << order[i]);
        event->type = order[i];
        event->detail = "";

        if (order[i] == ASSET_CACHE_UPDATED) event->number = c->updated_number;

        if (order[i] == ASSET_CACHE_HELD) {
            event->result = ASSET_CACHE_E_DISK_FULL;
            event->system_error = ENOSPC;
            event->detail = asset_cache_result_string(event->result);
        }

        if (order[i] == ASSET_CACHE_NOT_UPDATED) {
            event->result = c->update_result;
            event->system_error = c->update_error;
            event->detail = c->update_detail ? c->update_detail : asset_cache_result_string(c->update_result);
        }
        return true;
    }
    return false;
}

static bool ac_next_event(asset_cache *c, asset_cache_event *event) {
    memset(event, 0, sizeof *event);
    for (ac_version *v = c->retired; v; v = v->older) {
        if (ac_next_told(c, v, event)) return true;
    }
    if (ac_next_told(c, c->current, event)) return true;
    if (c->update >= AC_UPDATE_NEED && ac_next_told(c, c->next, event)) return true;
    if (c->lost) {
        ac_early *e = c->told_lost = c->lost;
        c->lost = e->next;
        e->next = NULL;
        event->type = ASSET_CACHE_FAILED;
        event->result = e->result;
        event->name = e->name;
        event->detail = asset_cache_result_string(e->result);
        return true;
    }
    return ac_next_type(c, event);
}

// What the last event has lent.
static void ac_forget_told(asset_cache *c) {
    free(c->told_detail);
    c->told_detail = NULL;
    ac_free_early(c->told_lost);
    c->told_lost = NULL;
    ac_free_retired(c, false);
}

bool asset_cache_poll(asset_cache *c, asset_cache_event *event) {
    if (!c || !event) return false;
    ac_lock(&c->lock);
    ac_forget_told(c);

    // The work of a frame is done once, however many events it brings.
    bool more = ac_next_event(c, event);
    if (!more && !c->worked) {
        ac_work(c);
        more = c->worked = ac_next_event(c, event);
    } else if (!more) {
        c->worked = false;
    }
    ac_unlock(&c->lock);
    return more;
}

// Does nothing go on until a paused update may?
static bool ac_rests(asset_cache *c) {
    if (!c->paused || c->update != AC_UPDATE_OBJECTS || !c->update_left) return false;
    if (c->keeping || c->keep_due) return false;
    if (c->look_at < c->looks.count || c->check_at < c->checks.count || c->check_fd >= 0) return false;
    const ac_list *heap = ac_next_heap(c);
    if (heap && !ac_is_update_only(&c->objects[heap->items[0]])) return false;
    for (uint32_t i = 0; i < c->hand_count; i++) {
        if (c->hands[i].object != AC_NONE && !c->hands[i].paused) return false;
    }
    return c->waits.count == 0 && c->mappings == 0;
}

// Is anything under way that ends with an event?
static bool ac_is_busy(asset_cache *c) {
    if (ac_rests(c)) return false;
    return c->update != AC_UPDATE_NONE || c->queued || c->in_hand || c->waits.count || c->mappings ||
           c->look_at < c->looks.count || c->check_at < c->checks.count || c->check_fd >= 0;
}

bool asset_cache_wait(asset_cache *c, asset_cache_event *event, int timeout_ms) {
    if (!c || !event) return false;
    uint64_t now = ac_now_ns();
    uint64_t end = timeout_ms < 0 ? UINT64_MAX : now + (uint64_t)timeout_ms * 1000000u;
    for (;;) {
        ac_lock(&c->lock);
        ac_forget_told(c);
        bool more = ac_next_event(c, event);
        if (!more) {
            ac_work(c);
            more = ac_next_event(c, event);
        }
        c->worked = false;
        bool busy = ac_is_busy(c), unfinished = ac_now_ns() >= c->deadline_ns;
        ac_unlock(&c->lock);

        now = ac_now_ns();
        if (more || now >= end || (!busy && timeout_ms < 0)) return more;
        if (unfinished) continue;
        // Other processes, and a disk that has room again, tell nobody.
        uint64_t rest = !busy ? 1000000000u : c->told ? AC_WAIT_NS : AC_LOOK_NS;
        ac_sleep(c, end - now < rest ? end - now : rest);
    }
}

// A name goes into a list. NULL: no memory.
static ac_early *ac_keep_name(ac_early **list, const char *name) {
    size_t n = strlen(name);
    ac_early *e = (ac_early *)calloc(1, sizeof *e + n);
    if (!e) return NULL;
    memcpy(e->name, name, n + 1);
    e->next = *list;
    *list = e;
    return e;
}

// A name that is asked for before there is a version, or in the partial one.
static int ac_ask_later(asset_cache *c, const char *name, int32_t priority, bool prefix) {
    ac_early *e = ac_keep_name(&c->early, name);
    if (!e) return ASSET_CACHE_E_MEMORY;
    e->priority = priority;
    e->prefix = prefix;
    return ASSET_CACHE_PENDING;
}

// The asset is to be there: is it, or will it be?
static int ac_get(asset_cache *c, ac_version *v, ac_asset *a, int32_t priority) {
    ac_object *o = &c->objects[a->object];
    if (!ac_moves(o)) {
        if (!o->wanted || priority > o->priority) o->priority = priority;
        o->wanted = true;
        ac_find_out(c, a->object);
        o = &c->objects[a->object];
        if (o->state == AC_READY) {
            ac_use(c, a->object);
            return ASSET_CACHE_OK;
        }
        if (o->state == AC_ABSENT) return ac_cannot_keep(c) ? ASSET_CACHE_E_READ_ONLY : ASSET_CACHE_E_ABSENT;
        if (o->state == AC_FAILED) return ASSET_CACHE_E_MEMORY;
    }
    int result = ac_ask(c, v, (uint32_t)(a - v->assets), priority);
    return result == ASSET_CACHE_OK ? ASSET_CACHE_PENDING : result;
}

int asset_cache_get(asset_cache *c, const char *name, int priority) {
    if (!c || !name) return ASSET_CACHE_E_ARGUMENT;
    ac_lock(&c->lock);
    ac_version *v = c->current;
    ac_asset *a = ac_find_asset(v, name);
    int result = ASSET_CACHE_E_NOT_FOUND;
    if (a) result = ac_get(c, v, a, priority);
    else if (ac_may_come(c)) result = ac_ask_later(c, name, priority, false);
    ac_unlock(&c->lock);
    return result;
}

int asset_cache_get_all(asset_cache *c, const char *prefix, int priority) {
    if (!c || !prefix) return ASSET_CACHE_E_ARGUMENT;
    ac_lock(&c->lock);
    ac_version *v = c->current;
    int result = ASSET_CACHE_OK;
    if (v) result = ac_ask_prefix(c, v, prefix, priority, NULL);
    if (result == ASSET_CACHE_OK && ac_may_come(c)) result = ac_ask_later(c, prefix, priority, true);
    ac_unlock(&c->lock);
    return result == ASSET_CACHE_PENDING ? ASSET_CACHE_OK : result;
}

// Reads and hashes a whole file, from its begin.
static bool ac_hash_file(int fd, uint64_t size, uint8_t *piece, uint8_t sha256[32]) {
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    for (uint64_t at = 0; at < size;) {
        ptrdiff_t n = ac_read_at(fd, piece, AC_HASH_PIECE, at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        gc_fetch_sha256_update(&hash, piece, (size_t)n);
        at += (uint64_t)n;
    }
    gc_fetch_sha256_final(&hash, sha256);
    return true;
}

// The bytes of an open file: mapped, or read where that costs less than the map and its faults
// (4 KB: 4 us instead of 9). NULL: no memory, or the file is shorter by now.
static void *ac_take_bytes(int fd, size_t size) {
    if (size > AC_READ_UP_TO) return ac_map_view(fd, size);
    char *bytes = (char *)malloc(size + 1);
    for (size_t at = 0; bytes && at < size;) {
        ptrdiff_t n = ac_read_at(fd, bytes + at, size - at, at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            free(bytes);
            return NULL;
        }
        at += (size_t)n;
    }
    return bytes;
}

static void ac_give_back(ac_object *o) {
    if (o->size > AC_READ_UP_TO) ac_unmap_view(o->bytes, (size_t)o->size);
    else free(o->bytes);
    o->bytes = NULL;
}

// Opens, checks and maps an object, without the lock: *o is a copy. *info is of the file;
// *verdict becomes 1 when it was hashed and is right, -1 when it is damaged, else 0.
static int ac_map_file(asset_cache *c, ac_object *o, ac_info *info, int *verdict) {
    bool vouched;
    *verdict = 0;
    int fd = ac_open_object(c, o, info, &vouched);
    if (fd < 0) return ASSET_CACHE_E_ABSENT;

    int result = ASSET_CACHE_OK;
    if (!vouched) {
        uint8_t sha256[32], *piece = (uint8_t *)malloc(AC_HASH_PIECE);
        bool read = piece && ac_hash_file(fd, o->size, piece, sha256);
        free(piece);
        if (read) *verdict = memcmp(sha256, o->sha256, 32) == 0 ? 1 : -1;
        if (*verdict != 1) result = read ? ASSET_CACHE_E_ABSENT : ASSET_CACHE_E_SYSTEM;
    }
    if (result == ASSET_CACHE_OK) {
        o->bytes = o->size < SIZE_MAX ? ac_take_bytes(fd, (size_t)o->size) : NULL;
        if (!o->bytes) result = ASSET_CACHE_E_SYSTEM;
    }
    ac_close(fd);
    return result;
}

// Maps an object that nobody has acquired yet. The lock is let go of meanwhile, so afterwards
// objects may have moved, and this one may be in hand.
static int ac_map(asset_cache *c, uint32_t object) {
    while (c->objects[object].mapping) ac_wait_for(&c->mapped, &c->lock, UINT64_MAX);
    if (c->objects[object].refs) return ASSET_CACHE_OK;
    ac_info info;
    int verdict;
    ac_object copy = c->objects[object];
    c->objects[object].mapping = true;
    c->mappings++;
    ac_unlock(&c->lock);
    int result = ac_map_file(c, &copy, &info, &verdict);
    ac_lock(&c->lock);

    ac_object *o = &c->objects[object];
    o->mapping = false;
    c->mappings--;
    ac_wake_all(&c->mapped);
    o->from_base = copy.from_base;
    o->bytes = copy.bytes;
    if (verdict > 0) ac_vouch(c, o, &info);
    if (verdict < 0) ac_note_damage(o, &info);

    // Poll has left the check to this thread.
    if (o->state == AC_CHECK && (verdict > 0 || result == ASSET_CACHE_OK)) {
        o->state = AC_READY;
        ac_settle(c, object, ASSET_CACHE_OK, 0, NULL);
    } else if (o->state == AC_CHECK) {
        ac_miss(c, object);
    }
    ac_notify(c);
    return result;
}

int asset_cache_acquire(asset_cache *c, const char *name, asset_cache_data *out) {
    if (!c || !name || !out) return ASSET_CACHE_E_ARGUMENT;
    memset(out, 0, sizeof *out);
    ac_lock(&c->lock);
    const ac_asset *a = ac_find_asset(c->current, name);
    uint32_t object = a ? a->object : AC_NONE;
    int result = a ? ac_map(c, object) : ASSET_CACHE_E_NOT_FOUND;
    if (result == ASSET_CACHE_OK) {
        ac_object *o = &c->objects[object];
        o->refs++;
        ac_use(c, object);
        c->acquired++;
        out->bytes = o->bytes;
        out->size = (size_t)o->size;
        out->object = object + 1;
    }
    ac_unlock(&c->lock);
    return result;
}

void asset_cache_release(asset_cache *c, asset_cache_data *data) {
    if (!c || !data || !data->object) return;
    ac_object last;
    memset(&last, 0, sizeof last);
    ac_lock(&c->lock);
    ac_object *o = &c->objects[data->object - 1];
    c->acquired--;
    if (--o->refs == 0) {
        last = *o;
        o->bytes = NULL;
    }
    ac_unlock(&c->lock);
    if (last.bytes) ac_give_back(&last);        // unmapping a large one takes long
    memset(data, 0, sizeof *data);
}

static void ac_count_progress(const asset_cache *c, const ac_version *v, const char *prefix,
                              asset_cache_progress *out) {
    size_t n = strlen(prefix);
    for (uint32_t i = v ? ac_lower_asset(v, v->count, prefix, n) : 0; v && i < v->count; i++) {
        if (strncmp(v->assets[i].name, prefix, n) != 0) break;
        const ac_object *o = &c->objects[v->assets[i].object];
        out->assets++;
        out->bytes += o->size;
        out->ready += o->state == AC_READY;
        out->failed += o->state == AC_FAILED;
        out->ready_bytes += o->state == AC_READY ? o->size : 0;
    }
}

void asset_cache_get_progress(asset_cache *c, const char *prefix, asset_cache_progress *out) {
    if (out) memset(out, 0, sizeof *out);
    if (!c || !prefix || !out) return;
    ac_lock(&c->lock);
    ac_count_progress(c, c->current, prefix, out);
    ac_unlock(&c->lock);
}

bool asset_cache_get_update_progress(asset_cache *c, asset_cache_progress *out) {
    if (!c || !out) return false;
    memset(out, 0, sizeof *out);
    ac_lock(&c->lock);
    bool there = c->update >= AC_UPDATE_OBJECTS;
    if (there) ac_count_progress(c, c->next, "", out);
    ac_unlock(&c->lock);
    return there;
}

// An asset that is not there, and its file, if this count has not had it yet.
static void ac_count_missing(asset_cache *c, const ac_version *v, uint32_t i, asset_cache_missing *out) {
    ac_object *o = &c->objects[v->assets[i].object];
    bool vouched;
    if (o->state == AC_READY || o->state == AC_CHECK) return;
    if (o->state == AC_UNKNOWN && ac_look(c, o, &vouched)) return;
    out->assets++;
    if (o->counted == c->counts) return;
    o->counted = c->counts;
    out->files++;
    out->bytes += o->size;
}

int asset_cache_get_missing(asset_cache *c, const char *const *names, asset_cache_missing *out) {
    static const char *const all[2] = {"", NULL};
    if (out) memset(out, 0, sizeof *out);
    if (!c || !out) return ASSET_CACHE_E_ARGUMENT;

    ac_lock(&c->lock);
    const ac_version *v = c->update >= AC_UPDATE_OBJECTS ? c->next : c->current;
    int result = v ? ASSET_CACHE_OK : ASSET_CACHE_E_NOT_FOUND;
    c->counts++;
    for (names = names ? names : all; v && *names; names++) {
        size_t n = strlen(*names);
        bool many = n == 0 || (*names)[n - 1] == '/';
        uint32_t i = ac_lower_asset(v, v->count, *names, many ? n : n + 1), first = i;
        while (i < v->count && strncmp(v->assets[i].name, *names, many ? n : n + 1) == 0) {
            ac_count_missing(c, v, i++, out);
        }
        if (i == first && n) result = ASSET_CACHE_E_NOT_FOUND;
    }
    ac_unlock(&c->lock);
    return result;
}

bool asset_cache_at(asset_cache *c, size_t i, asset_cache_asset *out) {
    if (!c || !out) return false;
    memset(out, 0, sizeof *out);
    ac_lock(&c->lock);
    bool there = c->current && i < c->current->count;
    if (there) {
        const ac_asset *a = &c->current->assets[i];
        ac_object *o = &c->objects[a->object];
        bool vouched;
        out->name = a->name;
        out->size = o->size;
        out->sha256 = o->sha256;
        out->there = ac_look(c, o, &vouched);
    }
    ac_unlock(&c->lock);
    return there;
}

// Is this still the file under the object's name?
static bool ac_is_still(const asset_cache *c, const char *name, const ac_info *info) {
    ac_info now;
    if (!ac_look_at(c->objects_folder, name, &now)) return false;
    return now.st_ino == info->st_ino && ac_changed_ns(&now) == ac_changed_ns(info);
}

// Hashes one object of the current version; a damaged one goes, unless it is the base's. The
// lock is let go of meanwhile, and another file may have come by then.
static void ac_verify_object(asset_cache *c, uint32_t object, uint8_t *piece, asset_cache_counts *out) {
    ac_info info;
    uint8_t sha256[32];
    bool vouched;
    int fd = ac_open_object(c, &c->objects[object], &info, &vouched);
    if (fd < 0) return;
    ac_object copy = c->objects[object];
    ac_unlock(&c->lock);
    bool right = ac_hash_file(fd, copy.size, piece, sha256) && memcmp(sha256, copy.sha256, 32) == 0;
    ac_close(fd);
    ac_lock(&c->lock);

    char name[65];
    ac_object *o = &c->objects[object];
    out->objects++;
    out->bytes += o->size;
    ac_print_hex(name, o->sha256);
    if (!copy.from_base && !ac_is_still(c, name, &info)) return;
    if (right) {
        ac_vouch(c, o, &info);
        return;
    }

    out->damaged++;
    c->whole = false;
    ac_note_damage(o, &info);
    c->dirty = true;
    if (ac_moves(o)) return;        // by now it is known, and being fetched
    o->state = AC_ABSENT;
    if (copy.from_base || c->read_only || !ac_remove(c->objects_folder, name)) return;
    ac_unlist(c, object);
    out->removed++;
}

int asset_cache_verify(asset_cache *c, asset_cache_counts *out) {
    asset_cache_counts own;
    if (!c) return ASSET_CACHE_E_ARGUMENT;
    if (!out) out = &own;
    memset(out, 0, sizeof *out);
    uint8_t *piece = (uint8_t *)malloc(AC_HASH_PIECE);
    if (!piece) return ASSET_CACHE_E_MEMORY;
    ac_lock(&c->lock);
    for (uint32_t i = 0; c->current && i < c->current->first_count; i++) {
        bool moves = c->objects[i].state == AC_HAND || c->objects[i].state == AC_CHECK;
        if (c->current->first_of[i] != 0 && !moves) ac_verify_object(c, i, piece, out);
    }
    ac_unlock(&c->lock);
    free(piece);
    return ASSET_CACHE_OK;
}

int asset_cache_trim(asset_cache *c, uint64_t limit, asset_cache_counts *out) {
    asset_cache_counts own;
    if (!c) return ASSET_CACHE_E_ARGUMENT;
    if (!out) out = &own;
    memset(out, 0, sizeof *out);
    if (c->folder < 0) return ASSET_CACHE_OK;
    if (c->read_only) return ASSET_CACHE_E_READ_ONLY;
    ac_lock(&c->lock);
    // Locked: nobody else has a version that needs what this one does not.
    if (!ac_lock_byte(c, AC_USERS_BYTE, AC_ALONE) || c->alone) {
        ac_unlock(&c->lock);
        return ASSET_CACHE_E_BUSY;
    }

    int result = ac_list_folder(c);
    out->objects = c->stored_count;
    for (uint32_t object = c->oldest, next; object != AC_NONE && c->stored_bytes > limit; object = next) {
        uint64_t size = c->objects[object].size;
        next = c->objects[object].after;
        if (!ac_may_go(c, object, false)) continue;
        bool gone = ac_evict(c, object);
        if (!gone) result = ASSET_CACHE_E_SYSTEM;
        out->removed += gone;
        out->bytes += gone ? size : 0;
    }
    while (!c->lists && c->oldest != AC_NONE) ac_unlist(c, c->oldest);
    ac_lock_byte(c, AC_USERS_BYTE, AC_SHARED);
    ac_unlock(&c->lock);
    return result;
}

int asset_cache_pin(asset_cache *c, const char *name, bool pin) {
    if (!c || !name) return ASSET_CACHE_E_ARGUMENT;
    ac_lock(&c->lock);
    ac_early **at = &c->pins, *found = NULL;
    while (*at && strcmp((*at)->name, name) != 0) at = &(*at)->next;
    int result = !pin || *at || ac_keep_name(at, name) ? ASSET_CACHE_OK : ASSET_CACHE_E_MEMORY;
    if (!pin && *at) {
        found = *at;
        *at = found->next;
    }
    ac_unlock(&c->lock);
    free(found);
    return result;
}

int asset_cache_gc(asset_cache *c, asset_cache_counts *out) { return asset_cache_trim(c, 0, out); }

void asset_cache_stats(asset_cache *c, asset_cache_statistics *out) {
    if (!out) return;
    memset(out, 0, sizeof *out);
    if (!c) return;
    gc_fetch_statistics fetch;
    memset(&fetch, 0, sizeof fetch);
    if (c->fetch) gc_fetch_get_statistics(c->fetch, &fetch);

    ac_lock(&c->lock);
    out->current = c->current && !c->partial;
    out->partial = c->partial;
    if (c->current) {
        out->number = c->current->number;
        out->made = c->current->made;
        out->expires = c->current->expires;
        out->assets = c->current->count;
        out->bytes = c->current->bytes;
    }
    out->update_assets = c->update_assets;
    out->updating = c->update != AC_UPDATE_NONE;
    out->paused = c->paused;
    out->held = c->held;
    out->read_only = c->read_only;
    out->waiting = c->queued + c->waits.count + (c->looks.count - c->look_at);
    out->in_hand = c->in_hand;
    out->fetched = c->fetched;
    out->fetched_bytes = c->fetched_bytes;
    out->failed = c->failed;
    out->received = c->received + fetch.received;
    out->requests = c->requests + fetch.added + fetch.retries;
    out->acquired = c->acquired;
    out->stored_bytes = c->stored_bytes;
    ac_unlock(&c->lock);
}

#endif // ASSET_CACHE_IMPLEMENTATION

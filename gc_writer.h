/*
gc_writer.h - v0.4.0 - writes files in the background, each whole or absent if the process dies,
and with desc.durability if the power fails - MIT or public domain

DO THIS
    #define GC_WRITER_IMPLEMENTATION
    #include "gc_writer.h"
in exactly one C or C++ file; include the header plainly everywhere else.

EXAMPLE
    cc example.c -o example -pthread

        #define GC_WRITER_IMPLEMENTATION
        #include "gc_writer.h"
        #include <stdio.h>
        int main(void) {
            static gc_writer_desc desc;     // static: all zero, the defaults
            desc.root = "cache";
            gc_writer *writer = gc_writer_open(&desc, NULL);
            gc_writer_file file;
            gc_writer_event event;
            if (!writer) return 1;
            gc_writer_begin(writer, "texts/hello.txt", &file);
            gc_writer_write(writer, file, "hello\n", 6);
            gc_writer_end(writer, file);
            gc_writer_flush(writer, -1);
            while (gc_writer_poll(writer, &event))
                printf("%s: %s\n", event.path, gc_writer_result_string(event.result));
            gc_writer_close(writer);
            return 0;
        }

    It makes cache/texts/hello.txt and prints "texts/hello.txt: ok".

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_WRITER_API                     extern; prefix of every public function
    GC_WRITER_INLINE                  static inline; prefix of the inline functions
    GC_WRITER_ASSERT(c)               assert(c); checks misuse in debug builds
    GC_WRITER_MALLOC(size)            malloc; define all three or none
    GC_WRITER_REALLOC(ptr, size)      realloc
    GC_WRITER_FREE(ptr)               free
    GC_WRITER_USER_FOLDER             none; a text: see gc_writer_user_folder

FEATURE MACROS
    GC_WRITER_STATIC                  every function static; implies the implementation
    GC_WRITER_NO_THREADS              synchronous mode and pump only; no pthread symbol remains
    GC_WRITER_NO_CRC32C               no checksums; file_desc.crc32c is then a bad argument
    GC_WRITER_NO_SIMD                 checksums without the processor's instruction for them
    GC_WRITER_FORCE_NO_OPENAT2        Linux: never tries openat2 (for tests)

OVERVIEW
    A gc_writer owns a folder (the root), a pool of memory (desc.ring_bytes) and two threads,
    one for small files, one for large and durable ones. Yours copy bytes into the pool, at
    about the cost of the copy; the writer's make folders, open, write, sync and rename.
        begin, write, end --> [pool of blocks] --> thread: temporary file --> (sync) --> rename
        poll <-- [published, failed or aborted: exactly one for each begin] <--+

    A reader of the path sees the whole old file or the whole new one, whenever the process is
    killed. The pool never grows: gc_writer_write takes what it has room for.

NOTES
    Order      One path's files are published in the order of their end, put and remove calls.
               Those of different paths may pass each other: small ones pass large and durable
               ones. Of several puts of one path that wait, only the last is written. Wait for a
               file's event before its name becomes that of a folder.
    Failing    A file that fails (a full disk, say) leaves the old one untouched, and drops what
               is written to it from then on; gc_writer_file_state tells so at once.
    Events     No event is lost: its file keeps a slot until gc_writer_poll takes it. If nobody
               polls, begin returns E_FULL in the end. A forgotten file has no event;
               desc.unsaved is called for its failure, also while the writer closes.
    Durability The default is none: see GC_WRITER_DURABILITY_FILE and _FOLDER.
    Logs       gc_writer_append: a crash leaves what was said before it; sync, a power cut.
    Around     A read gives what was put just before it; rename, make_folder keep the order.
    Paths      No link below the root is followed. Only plain files are replaced, and none is
               written through a hard link. The root may be a link.
    Leftovers  gc_writer_open removes what dead writers left below the root, where flock works.

MEMORY
    gc_writer_open allocates gc_writer_memory(desc) bytes, once; later load allocates what it
    loads, watch its tables, the C library in list. Calls need 8 KB of stack (Windows: 66).

ERRORS AND LOGGING
    Functions return GC_WRITER_OK or a negative GC_WRITER_E_ value; a file's failure comes in
    its event, for people as event.detail, and desc.log gets that text (level 2).

THREADS
    [any thread]   at any time; but one file, unless it is a mapped log, by one at a time
    [poll thread]  from one thread at a time
    [change]       while no other call on this writer runs
    The writer's threads call desc.log and desc.unsaved, your calls desc.notify, load desc.log,
    too; with pump all three. A callback may call get_statistics alone. Open, close, append, wait,
    room, flush, sync, load, list, watch and pump may wait for the disk. A forked child must not use
    the writer. A signal handler may call check_path, crc32c, next_record, texts; write, of a mapped log.

PLATFORMS
    Linux, macOS, BSD with pthreads; Windows Vista and later, tested with mingw-w64 under Wine
    (Windows itself and MSVC were not tried). There paths are UTF-8, with the root at most 8,191
    UTF-16 units; the root cannot be moved; files that others have open are replaced on NTFS
    since Windows 10, elsewhere the rename fails with EBUSY or EACCES; no power cut was tested.

LIMITS
    On 32-bit systems without 64-bit off_t, files end at 2 GB. A link or file that another
    process places at the last moment is replaced, never written through. A file without
    durability made a folder: if the fsync above it fails, only the first durable file tells it.

RECENT CHANGES
    0.4.0   faults of 0.3 mended: see CHANGELOG.md

SPDX-License-Identifier: MIT OR Unlicense
*/

// >>common head
// Strict ISO modes hide POSIX, and the first system header decides: each of the five has this.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#if defined(GC_WRITER_IMPLEMENTATION) || defined(GC_WRITER_STATIC)
#define _GNU_SOURCE
#endif
#endif

// After a plain include the declarations are extern and stay it.
#if defined(GC_WRITER_STATIC) && defined(GC_WRITER_PRIV_PLAIN)
#error "gc_writer.h: GC_WRITER_STATIC must be defined before the first include"
#endif
// <<common head

#if defined(GC_WRITER_VERSION) && GC_WRITER_VERSION != 400
#error "gc_writer.h: another version of gc_writer.h was already included in this translation unit"
#endif

#ifndef GC_WRITER_H
#define GC_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GC_WRITER_VERSION 400   // major * 10000 + minor * 100 + patch

// >>common config
#if defined(__GNUC__) || defined(__clang__)
#define GC_WRITER_PRIV_UNUSED __attribute__((unused))
#else
#define GC_WRITER_PRIV_UNUSED
#endif

#ifdef GC_WRITER_STATIC
#ifndef GC_WRITER_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#endif
#ifndef GC_WRITER_API
#define GC_WRITER_API GC_WRITER_PRIV_UNUSED static
#endif
#else
#define GC_WRITER_PRIV_PLAIN
#endif
#ifndef GC_WRITER_API
#define GC_WRITER_API extern
#endif
#ifndef GC_WRITER_INLINE
#define GC_WRITER_INLINE GC_WRITER_PRIV_UNUSED static inline
#endif
// <<common config

#ifdef __cplusplus
extern "C" {
#endif

// ---- results

// What functions return, and what files end with.
enum {
    GC_WRITER_OK = 0,
    GC_WRITER_TIMEOUT = 1,          // _wait, _room, _flush: the time is over
    GC_WRITER_E_ARGUMENT = -1,      // misuse: NULL, an unknown enum, a range
    GC_WRITER_E_MEMORY = -2,        // open, load, save with a codec: out of memory
    GC_WRITER_E_FULL = -3,          // max_files (64 with paths of 256 bytes or more) are open, or wait for
                                    // their event's poll
    GC_WRITER_E_STALE = -4,         // the handle's file has ended, or its event was polled
    GC_WRITER_E_STATE = -5,         // not now: a reservation is open, or none is; wait: the file lives;
                                    // a change, though desc.read_only
    GC_WRITER_E_UNSUPPORTED = -6,   // user_folder: not known for this system; load: encoded
    GC_WRITER_E_PATH = -7,          // the path breaks the rules of gc_writer_check_path, or is too long
    GC_WRITER_E_ROOT = -8,          // open: desc.root cannot be made, opened or written
    GC_WRITER_E_THREAD = -9,        // open: the thread could not be started
    GC_WRITER_E_SYSTEM = -10,       // another system call failed: see stage and system_error
    GC_WRITER_E_TOO_LARGE = -11,    // put, room: more than the pool (put: borrow); read: than the memory
                                    // given
    GC_WRITER_E_NOT_FOUND = -12,    // remove: no such file; or folder, temporary or root has gone
    GC_WRITER_E_DISK_FULL = -13,    // no space, no inodes, or over quota
    GC_WRITER_E_CANCELLED = -14,    // the result of an aborted file
    GC_WRITER_E_BUSY = -15,         // the path is that of an unfinished file, here or in another writer
    GC_WRITER_E_NO_ROOM = -20,      // put: the pool has not room for everything just now
    GC_WRITER_E_TARGET = -21,       // a link or a file is on the way, or what has the name is no plain file
    GC_WRITER_E_REPLACED = -23,     // the result of a put that a later one of its path has replaced
    GC_WRITER_E_DATA = -24          // load: nothing that gc_writer_save has written, or not all, unchanged
};
#define GC_WRITER_E_ABORTED GC_WRITER_E_CANCELLED       // its name in 0.3

// What was being done when a file failed.
enum {
    GC_WRITER_STAGE_NONE = 0,
    GC_WRITER_STAGE_FOLDER = 1,         // opening the file's folder
    GC_WRITER_STAGE_MKDIR = 2,          // making it, and making that durable
    GC_WRITER_STAGE_CHECK = 3,          // looking at what stands under the file's name
    GC_WRITER_STAGE_OPEN = 4,           // opening the temporary
    GC_WRITER_STAGE_WRITE = 5,
    GC_WRITER_STAGE_SYNC = 6,           // fsync of the file
    GC_WRITER_STAGE_CLOSE = 7,
    GC_WRITER_STAGE_RENAME = 8,
    GC_WRITER_STAGE_SYNC_FOLDER = 9,    // fsync of the folder; the rename or removal itself is done
    GC_WRITER_STAGE_REMOVE = 10,
    GC_WRITER_STAGE_ROOT = 11,          // the root itself has vanished, whatever was being done
    GC_WRITER_STAGE_READ = 12,
    GC_WRITER_STAGE_MODE = 13,          // giving the file its mode
    GC_WRITER_STAGE_BACKUP = 14         // path becoming path.1, that path.2 and so on
};

// A short English text for a result; never NULL. [any thread]
GC_WRITER_API const char *gc_writer_result_string(int result);

// A short English text for a stage; never NULL. [any thread]
GC_WRITER_API const char *gc_writer_stage_string(int stage);

// GC_WRITER_VERSION of the implementation. [any thread]
GC_WRITER_API int gc_writer_version(void);

// ---- opening

// A root, its pool of memory and its thread.
typedef struct gc_writer gc_writer;

// A file that was begun. Zero is never valid, and a stale handle is always detected.
typedef struct gc_writer_file { uint32_t slot, generation; } gc_writer_file;

// >>common allocation
// Memory from the caller. One function for all: ptr NULL allocates, new_size 0 frees and
// returns NULL; NULL otherwise means out of memory, and the block is unchanged. Blocks are
// aligned as malloc's.
typedef struct gc_writer_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} gc_writer_allocator;
// <<common allocation

// How saves are packed or encrypted: on threads of the writer, and in gc_writer_load; several
// at once. All three functions, or none.
typedef struct gc_writer_codec {
    // The most bytes that `size` bytes can become.
    size_t (*bound)(void *user, size_t size);

    // Returns how many bytes of dst it has filled, 0: it failed; decode: was it `size` bytes?
    size_t (*encode)(void *user, void *dst, size_t capacity, const void *src, size_t src_size);
    bool (*decode)(void *user, void *dst, size_t size, const void *src, size_t src_size);
    void *user;
} gc_writer_codec;

// What survives when the power fails. Folders that were there before this writer made them are
// assumed to be durable. A failed fsync fails the file for good; if only the folder's failed,
// the event is failed and the new file stands, not durable. Files that have ended are synced
// together, up to 64.
enum {
    GC_WRITER_DURABILITY_DEFAULT = 0,   // of a file: the writer's; of a writer: NONE
    GC_WRITER_DURABILITY_NONE = 1,      // no fsync: files of the last seconds may be lost or empty
    GC_WRITER_DURABILITY_FILE = 2,      // fsync before the rename: the old file or the new, never torn
    GC_WRITER_DURABILITY_FOLDER = 3     // and of the folder after it: published means there
};

typedef struct gc_writer_event gc_writer_event;

// How to open a writer. Zero means the default; only root must be given.
typedef struct gc_writer_desc {
    const char *root;               // folder of all paths; made with its parents where missing; copied
    size_t ring_bytes;              // the pool: 4 MB; at least 256; cut into 8 to 1,024 blocks
    uint32_t max_files;             // files between begin and the poll of their event: 1024, at most 2^20
    uint32_t max_open;              // descriptors of unfinished files: 64; others are closed and opened again
    uint32_t max_path;              // bytes of a path with its ending zero: 4096, which is also the most
    int durability;                 // GC_WRITER_DURABILITY_NONE
    uint32_t threads;               // 2: one for small files, one for large and durable ones; more help both,
                                    // but durable ones; 1: one for all; at most 16
    bool pump;                      // no thread: the caller's do the work, by gc_writer_pump
    bool synchronous;               // pump, and each call does all the work that there is: for simple tools
    bool read_only;                 // for gc_writer_list and _read alone: makes nothing, not even the root;
                                    // what would change something is E_STATE
    int close_ms;                   // gc_writer_close begins nothing after so long, and does not wait for a
                                    // disk that hangs; 0, INT32_MAX: no limit, it writes all
    gc_writer_allocator allocator;  // GC_WRITER_MALLOC and so on
    gc_writer_codec codec;          // none; of gc_writer_save and _load, which also loads what has none
    void (*notify)(void *user);     // an event is there, or room after a call found too little
    void (*log)(void *user, int level, int code, const char *text);     // level 2: a failed file; its result
    void (*unsaved)(void *user, const gc_writer_event *event);      // failed or aborted, and nobody will
                                    // poll it: while closing, or where it is written (forget)
    void *user;                     // of notify, log and unsaved
} gc_writer_desc;

// >>common error
// Why gc_writer_open has failed.
typedef struct gc_writer_error {
    int result;
    int system_error;               // errno, or 0
    char what[192];                 // the thing it failed on
} gc_writer_error;
// <<common error

// A root for what a player has: in the folder that the system has for such things, organisation
// (NULL: none) and game below it. $XDG_DATA_HOME or ~/.local/share; Windows: Saved Games; macOS
// and iOS: ~/Library/Application Support. GC_WRITER_USER_FOLDER is taken in its place: define
// it on Android as the activity's internalDataPath. Makes nothing. Else *out is "": E_ARGUMENT;
// E_PATH: no name of a folder; E_TOO_LARGE: more than `capacity`; E_NOT_FOUND: no HOME, say;
// E_UNSUPPORTED: Android, the web. There a folder of Emscripten's IDBFS is given in the same
// way; the writer is synchronous, and FS.syncfs keeps what it did, once desc.notify was called.
// [any thread]
GC_WRITER_API int gc_writer_user_folder(const char *organisation, const char *game, char *out,
                                        size_t capacity);

// Bytes that gc_writer_open would allocate, the copy of desc.root among them. 0: a field is out
// of range, or more than the address space. [any thread]
GC_WRITER_API size_t gc_writer_memory(const gc_writer_desc *desc);

// Opens a writer: makes the root, with its parents, if it is missing, sweeps leftovers and
// starts the threads. NULL: *error (which may be NULL) has E_ARGUMENT, E_MEMORY, E_ROOT or
// E_THREAD. The sweep reads all folders below the root, 64 deep, with the C library's folder
// streams: of 100,000 files in 256 folders in 0.03 s, and 0.4 s where the disk has to be read.
// It finishes sets that a dead writer had begun to name, or is E_ROOT while that cannot be.
// Roots may lie in one another. [any thread]
GC_WRITER_API gc_writer *gc_writer_open(const gc_writer_desc *desc, gc_writer_error *error);

// Publishes ended files, aborts open ones, and frees everything. Of files that failed or were
// aborted, and whose events were not polled, it tells desc.unsaved. After desc.close_ms it
// begins no further step, and aborts the rest. If a disk that hangs still holds a thread 100 ms
// later, it returns all the same: unsaved is told of what the thread has in hand with the
// result GC_WRITER_TIMEOUT (it may come to stand yet), and the thread frees the writer when it
// comes back, by desc.allocator. It waits for one that has memory of yours in hand (borrow,
// read) or is in a callback, and without threads for all. Does nothing with NULL, or in a
// process forked from the one that has opened the writer. [change]
GC_WRITER_API void gc_writer_close(gc_writer *w);

// ---- writing

// Which of the ended files comes first. Higher ones pass all lower ones, but never a file of
// the same path.
enum { GC_WRITER_PRIORITY_LOW = -1, GC_WRITER_PRIORITY_NORMAL = 0, GC_WRITER_PRIORITY_HIGH = 1 };

// How to begin a file. Zero means the default; only path must be given.
typedef struct gc_writer_file_desc {
    const char *path;               // relative to the root; copied
    uint64_t tag;                   // yours, handed back in the event
    uint64_t size_hint;             // expected size, 0: unknown; it decides only how the pool is used
    int durability;                 // GC_WRITER_DURABILITY_DEFAULT
    int priority;                   // GC_WRITER_PRIORITY_NORMAL
    bool forget;                    // no event: its slot is free when it is done; desc.unsaved tells failures
    bool borrow;                    // put only: the bytes are not copied and must stay until the event
    bool give;                      // put only: the bytes are a block of desc.allocator, freed when they are
                                    // written; when the call fails, they are still yours
    bool crc32c;                    // the event tells its CRC-32C, if it is written in order from byte 0
    uint32_t backups;               // begin, put: what it replaces stays as path.1, that as path.2 and so
                                    // on, at most 999; see gc_writer_put
    uint32_t mode;                  // permissions, 0600 say; 0: 0666 less the umask; Windows has none
    bool executable;                // who may read the file may run it
    uint32_t version, flags;        // gc_writer_save only: yours, gc_writer_load hands them back
    gc_writer_file set;             // put, save: the file is one of this set, see gc_writer_begin_set

    // gc_writer_append only.
    int records;                    // GC_WRITER_RECORDS_BYTES
    bool no_mapping;                // a thread writes what was taken; see gc_writer_append
    uint32_t flush_ms;              // then, so long ago at most: 100; UINT32_MAX: no limit
    uint64_t rotate_bytes;          // a longer one becomes path.1, path.1 becomes path.2 ...; 0: never
    uint32_t rotate_keep;           // so many old ones stay: 1, at most 999; what is beyond them goes
    bool progress;                  // also events GC_WRITER_SYNCED and GC_WRITER_FAILING
} gc_writer_file_desc;

// What is appended, and what of it opening cuts off: what a crash has left half written at the
// end.
enum {
    GC_WRITER_RECORDS_BYTES = 0,    // anything; nothing is cut
    GC_WRITER_RECORDS_LINES = 1,    // lines, without zeros; cut after the last newline
    GC_WRITER_RECORDS_FRAMED = 2    // each write is a record, with length and checksum; cut behind the last
                                    // one that is whole. A write takes all or nothing
};

// Begins a file; *out is its handle, zero when begin failed. Touches no disk. E_ARGUMENT,
// E_PATH, E_FULL. [any thread]
GC_WRITER_API int gc_writer_begin(gc_writer *w, const char *path, gc_writer_file *out);

// The same with a desc. [any thread]
GC_WRITER_API int gc_writer_begin_with(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);

// Opens a file to go on at its end, or makes it: a log. It is written under its own name, and
// can be read while it grows. What gc_writer_sync has told survives a power cut.
//
// The end of lines and records is mapped (Linux: ext4, xfs, tmpfs; Windows; 8 logs at once, at
// most half of max_open; rotate_bytes 0 or from 256 KB on; a writer with threads; no
// no_mapping). Then what was taken survives the end of the process at once, by any thread, all
// of a line or nothing, and a signal handler may write, too. Behind it the file has zeros, at
// most 64 KB (Windows 128), which the end and the next append cut. What a thread was writing
// when the process died is a hole: of a line, skip all up to its last zero; next_record steps
// over it. Who cuts such a file while it is open ends the process (SIGBUS). path.0 becomes the
// next file. Else a thread writes what was taken, within flush_ms unless the system takes
// longer.
//
// gc_writer_write alone writes to it. gc_writer_end, abort and close write all that was taken,
// and close it. It fails if another writer appends to it (E_BUSY, where flock works) or it has
// hard links; what was written stays. On a full disk it drops what comes, as E_DISK_FULL tells,
// and tries again once a second with what comes then; when there is room, "gc_writer: 123 bytes
// dropped" stands in the file before that, in a line, or where framed in a record of its own.
// E_ARGUMENT, E_PATH, E_FULL; E_BUSY: this writer has it open; until its end begin, put and
// remove of its path are E_BUSY, too. A mapped one is opened in the call, which waits for the
// disk, at most a second; what goes wrong file_state tells. [any thread]
GC_WRITER_API int gc_writer_append(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);

// Waits until all that the appended file has taken is on the disk, and its name, too: OK means
// that it is there after a power cut, but for what was dropped on a full disk. Else the file's
// failure; E_NOT_FOUND: somebody has removed the file; E_STALE; E_STATE: not appended.
// [any thread]
GC_WRITER_API int gc_writer_sync(gc_writer *w, gc_writer_file file);

#ifndef GC_WRITER_NO_CRC32C
// The next whole record of a framed file's bytes: sets *record and *length, and moves *at (0 at
// first) behind it; what a dead process has not finished is stepped over. False: there is none.
// [any thread]
GC_WRITER_API bool gc_writer_next_record(const void *data, size_t size, size_t *at, const void **record,
                                         size_t *length);
#endif

// Copies bytes to the file's position and moves it. Returns how many were taken. Fewer than
// size means no room now (gc_writer_room waits for it, notify tells) and nothing else, so that
// a loop until all are taken ends: bytes for a zero or stale handle, or for a file that has
// ended or failed, are all taken, dropped, and counted by gc_writer_get_statistics. Misuse
// (data NULL, an open reservation) fails the file with E_ARGUMENT or E_STATE. Never blocks; its
// only system calls are the wake of the thread, and of a mapped log to which 32 KB were written
// before a thread came by what makes its file longer. [any thread]
GC_WRITER_API size_t gc_writer_write(gc_writer *w, gc_writer_file file, const void *data, size_t size);

// The same at any offset, without moving the position. Where ranges overlap, the later call
// wins; gaps read as zeros. An end beyond 2^63 - 1 fails the file with EFBIG. [any thread]
GC_WRITER_API size_t gc_writer_write_at(gc_writer *w, gc_writer_file file, uint64_t offset, const void *data,
                                        size_t size);

// Memory of the pool at the file's position, to be filled directly: at most `want` bytes and at
// most a block; want 0: what is left of the current block, or a new block. *got is the size.
// One reservation at a time per file. NULL: no room now, or never any, because the handle is
// zero or stale or the file has ended: gc_writer_wait(w, file, 0) is E_STATE only while there
// is something to wait for. Misuse (a reservation is open): NULL. [any thread]
GC_WRITER_API void *gc_writer_reserve(gc_writer *w, gc_writer_file file, size_t want, size_t *got);

// Writes the first `used` bytes of the reservation, and ends it. E_ARGUMENT (used > got: it is
// still open), E_STALE, E_STATE. [any thread]
GC_WRITER_API int gc_writer_commit(gc_writer *w, gc_writer_file file, size_t used);

// The file is complete: it will be published, after those of its path that ended before. Never
// fails for lack of room. E_STALE; E_STATE: a reservation is open. [any thread]
GC_WRITER_API int gc_writer_end(gc_writer *w, gc_writer_file file);

// Drops the file, with an open reservation. Its event is aborted, or failed if it failed.
// E_STALE. [any thread]
GC_WRITER_API int gc_writer_abort(gc_writer *w, gc_writer_file file);

// Ends a file or a call (remove, read, rename, make_folder) with an aborted event, also one
// that has ended and waits; other files of its path are published all the same. E_STALE;
// E_STATE: too late, a thread has it in hand or it is done. [any thread]
GC_WRITER_API int gc_writer_cancel(gc_writer *w, gc_writer_file file);

// begin, write and end of a whole file. Without desc.borrow everything must find room in the
// pool at once. Puts of one path that wait become the last: it takes the place of one that is
// as large (up to 256 KB, or more), at most as durable, with at most as many backups and of its
// priority, whose event is aborted with E_REPLACED. out may be NULL. E_ARGUMENT, E_PATH,
// E_FULL, E_NO_ROOM, E_TOO_LARGE (more than the pool: borrow, or begin and write): nothing was
// begun.
//
// With desc.backups the old file gets its second name path.1 before the new one takes the
// first. Whenever the process dies, path is the old or the new file, whole, and each older one
// but the oldest has a name. On file systems without hard links path is missing for a moment:
// then the old file is path.1. Those names must not be used for other files: with fewer backups
// than before, those beyond them are removed. [any thread]
GC_WRITER_API int gc_writer_put(gc_writer *w, const gc_writer_file_desc *desc, const void *data, size_t size,
                                gc_writer_file *out);

#ifndef GC_WRITER_NO_CRC32C
// gc_writer_put of bytes that gc_writer_load checks: 28 more follow them in the file, with
// their length, desc.version, desc.flags and a CRC-32C of it all. desc as of a put, without
// crc32c. With a codec they are copied into memory of the allocator (E_MEMORY) rather than the
// pool, and encoded on a thread; one that fails is E_DATA in the event. [any thread]
GC_WRITER_API int gc_writer_save(gc_writer *w, const gc_writer_file_desc *desc, const void *data, size_t size,
                                 gc_writer_file *out);

// What gc_writer_load has found.
typedef struct gc_writer_content {
    void *data;                     // `size` bytes, and a zero behind them
    size_t size;
    uint32_t version, flags;        // as they were saved
    uint32_t backup;                // 0: it was path, k: path.k
    int newer;                      // why path itself was not taken: E_NOT_FOUND, E_DATA ...; or OK
} gc_writer_content;

// Loads what gc_writer_save has written, after the files of its path that ended before, and
// waits for it: the newest whole one of path, path.1, path.2 and so on, until two numbers in a
// row are missing. It also goes on where the disk fails to read. The memory is from the
// writer's allocator: gc_writer_free gives it back. The call reads by itself, unless a file of
// its path, or another load, comes first. Else *out is zero: E_NOT_FOUND, there is
// none of them; E_DATA, or what else is wrong with the newest that is there; E_UNSUPPORTED: it
// was encoded, and desc.codec is not there; E_MEMORY; E_ARGUMENT, E_PATH, E_FULL. [any thread]
GC_WRITER_API int gc_writer_load(gc_writer *w, const char *path, gc_writer_content *out);

// The same without waiting: *content is filled in by the time of the event, GC_WRITER_READ or
// failed, and stays where it is until then. A thread of the writer calls the allocator. desc:
// path, tag, priority. [any thread]
GC_WRITER_API int gc_writer_load_with(gc_writer *w, const gc_writer_file_desc *desc,
                                      gc_writer_content *content, gc_writer_file *out);

// Frees what was loaded, before gc_writer_close, and zeroes *content. [any thread]
GC_WRITER_API void gc_writer_free(gc_writer *w, gc_writer_content *content);
#endif

// Begins several files as one: gc_writer_put and _save with desc.set, then gc_writer_end; or
// abort, cancel, wait, as of a file. All come to stand or none, whenever the process dies or
// the power fails (but on ext2): all are on the disk before the first gets its name, and the
// next writer that opens this root goes on with the names. They are durable as with
// DURABILITY_FOLDER, whatever they ask for, and have neither a handle (out of the put is zero)
// nor an event: the set has one, with the bytes of all, and the path of the file at fault, or
// "" (beyond 255 bytes its name). A name that cannot be had, because another program has the
// file open (Windows), say, is tried again each 100 ms, and later files of that path wait;
// close leaves it to the next open. Who reads meanwhile may see some new and some old. Puts of
// a set: E_STALE, there is none; E_BUSY, it has the path; E_FULL, it has 64 files, or max_open.
// E_ARGUMENT, E_FULL. [any thread]
GC_WRITER_API int gc_writer_begin_set(gc_writer *w, uint64_t tag, gc_writer_file *out);

// Removes a plain file, after those of its path that ended before. The event is removed or
// failed. E_ARGUMENT, E_PATH, E_FULL. [any thread]
GC_WRITER_API int gc_writer_remove(gc_writer *w, const char *path, uint64_t tag);

// The same with a desc: path, tag, priority, forget, durability (FOLDER: it is gone after a
// power cut), and backups: path.1 to that number go before it, those that are there. out may be
// NULL. [any thread]
GC_WRITER_API int gc_writer_remove_with(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);

// Reads a whole file into `data`, after the files of its path that ended before: the newest
// that was taken. An appended one is read as far as it is written, at first 0 bytes. The memory
// stays until the event (gc_writer_wait_event waits for it): GC_WRITER_READ, with the length in
// event.bytes; or failed: E_NOT_FOUND; E_TOO_LARGE, event.bytes is what it needs. desc: path,
// tag, priority, crc32c. E_ARGUMENT, E_PATH, E_FULL. [any thread]
GC_WRITER_API int gc_writer_read(gc_writer *w, const gc_writer_file_desc *desc, void *data, size_t capacity,
                                 gc_writer_file *out);

// Renames a plain file, in one step for all who look, after the files of both paths that ended
// before. What has the name `to` is replaced, folders on the way are made. Needs two of
// max_files. The event is renamed or failed. desc: path, tag, priority, forget, durability
// (FILE: the file is synced before, FOLDER: its folders after). event.stage is RENAME when
// `to` is at fault. out may be NULL. E_ARGUMENT, E_PATH, E_FULL, E_BUSY. [any thread]
GC_WRITER_API int gc_writer_rename(gc_writer *w, const gc_writer_file_desc *desc, const char *to,
                                   gc_writer_file *out);

// Makes a folder, with those above it; files need none made. It may be there. The event
// is GC_WRITER_FOLDER_MADE or failed. desc: path, tag, priority, forget, durability. out may be
// NULL. E_ARGUMENT, E_PATH, E_FULL, E_BUSY. [any thread]
GC_WRITER_API int gc_writer_make_folder(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);

// What stands in a folder.
enum { GC_WRITER_ENTRY_FILE = 1, GC_WRITER_ENTRY_FOLDER = 2, GC_WRITER_ENTRY_OTHER = 3 };
typedef struct gc_writer_entry {
    const char *name;               // the last part of its path; lives as long as the call
    int type;                       // OTHER: a link, which is not followed, a pipe, a device ...
    bool executable;                // who owns it may run it
    uint64_t size;                  // bytes of a file, else 0
    int64_t modified_ns;            // time of the last change, since 1970
} gc_writer_entry;

// Calls visit for each entry of a folder ("" is the root) as it is on the disk now, in no
// order, until visit returns false; visit may list another folder. Names that break the rules
// of gc_writer_check_path are left out, and so are this writer's own. E_ARGUMENT, E_PATH,
// E_NOT_FOUND, E_TARGET (no folder, or a link on the way), E_SYSTEM (errno tells). [any thread]
GC_WRITER_API int gc_writer_list(gc_writer *w, const char *folder,
                                 bool (*visit)(void *user, const gc_writer_entry *entry), void *user);

// Calls `changed` for each file below the root that others have made, changed or removed (gone)
// since the last look; at the first look for none. The path lives as long as the call, which
// may use the writer. Not told is what this writer publishes, removes, renames and appends to,
// and what others do to such a path until the look after. A file is told by the second look
// that finds it the same, so not while it is being written. Where nothing was changed it costs
// a system call (Linux: inotify on ext4, xfs, tmpfs); else it reads all folders, 1 us a file.
// Beyond 3,000 own files between two looks some are told, too. E_MEMORY; else as
// gc_writer_list; what that look has missed the next one tells. [poll thread]
GC_WRITER_API int gc_writer_watch(gc_writer *w, void (*changed)(void *user, const char *path, bool gone),
                                  void *user);

// Are both the same handle? [any thread]
GC_WRITER_INLINE bool gc_writer_file_equal(gc_writer_file a, gc_writer_file b) {
    return a.slot == b.slot && a.generation == b.generation;
}

// Does the path keep the rules? OK or E_PATH; the same on every system. Refused are: the empty
// path and more than 4095 bytes; empty parts ("/x", "a//b", "a/"), "." and ".."; parts over 255
// bytes, or ending in a dot or a space; \ : * ? " < > |, bytes 1 to 31 and 127; bytes that are
// not UTF-8; names that Windows gives to devices (nul, com1.txt ...); parts beginning with
// ".gcw-" or with ".gcf-" (gc_fetch.h's), in any case. [any thread]
GC_WRITER_API int gc_writer_check_path(const char *path);

#ifndef GC_WRITER_NO_CRC32C
// CRC-32C (Castagnoli; RFC 3720, section 12.1) of bytes that follow others whose sum is `crc`;
// 0 at the start. [any thread]
GC_WRITER_API uint32_t gc_writer_crc32c(uint32_t crc, const void *data, size_t size);
#endif

// ---- events and waiting

// The type of an event. Before the end of an appended file with desc.progress, where several
// become the newest one:
enum {
    GC_WRITER_SYNCED = 1,           // event.bytes, counted from the append on, are on the disk
    GC_WRITER_FAILING = 2,          // it has failed, and takes and drops all from now on

    // How a file or a call has ended.
    GC_WRITER_PUBLISHED = 4,
    GC_WRITER_FAILED = 5,
    GC_WRITER_ABORTED = 6,
    GC_WRITER_REMOVED = 7,
    GC_WRITER_READ = 8,
    GC_WRITER_RENAMED = 9,
    GC_WRITER_FOLDER_MADE = 10
};

// The end of a file: one for each begin, put, remove, read, rename and make_folder.
struct gc_writer_event {
    int type;                       // GC_WRITER_PUBLISHED ...
    gc_writer_file file;            // as begin gave it; stale from now on
    uint64_t tag;
    int result;                     // GC_WRITER_OK, or why it failed
    int stage;                      // of a failed one: GC_WRITER_STAGE_...
    int system_error;               // errno, or 0; on Windows the one that says the same
    uint64_t bytes;                 // size of the file, as far as it was written or read; of an append:
                                    // since then
    const char *path;               // as given to begin; lives until the next poll of either kind, or close
    bool has_crc32c;                // published, was asked for, and written from the first byte to the last
    uint32_t crc32c;                // of the whole file, or 0
    const char *what;               // failed: what it failed on, path or desc.root (stage ROOT); else NULL
    const char *detail;             // a line about result, as "write maps/a: disk full (errno 28)" where it
                                    // failed; lives as long as path
};

// Takes the next event, or returns false. Never waits. [poll thread]
GC_WRITER_API bool gc_writer_poll(gc_writer *w, gc_writer_event *event);

// Takes up to `max` events, and returns how many; not all that there are, where their paths and
// details together are longer than max_path. Never waits. [poll thread]
GC_WRITER_API size_t gc_writer_poll_many(gc_writer *w, gc_writer_event *events, size_t max);

// How a file is: OK as long as nothing is wrong; its result once it has failed, also before its
// end, or is done; E_STALE: its event was polled. To a nearly full disk at most half a megabyte
// is on its way. [any thread]
GC_WRITER_API int gc_writer_file_state(gc_writer *w, gc_writer_file file);

// Waits until the event of an ended or aborted file is there, and returns its result.
// timeout_ms negative: no limit, 0: does not wait; GC_WRITER_TIMEOUT when the time is over.
// E_STALE: the event was polled. E_STATE, at once: the file has not ended. [any thread]
GC_WRITER_API int gc_writer_wait(gc_writer *w, gc_writer_file file, int timeout_ms);

// The same, and takes the file's event: gc_writer_poll does not give it any more, and the
// events of other files stay for it. event.type is 0 where there was none; event.path is "", as
// you have it, and event.detail of a failed one lives until the next call of this function, on
// whatever thread. A poll on another thread may be faster: E_STALE. [any thread]
GC_WRITER_API int gc_writer_wait_event(gc_writer *w, gc_writer_file file, gc_writer_event *event,
                                       int timeout_ms);

// Waits until the pool has `bytes` of free blocks; timeout_ms as in gc_writer_wait.
// E_TOO_LARGE: the pool is smaller than that. [any thread]
GC_WRITER_API int gc_writer_room(gc_writer *w, size_t bytes, int timeout_ms);

// Waits until everything ended, aborted, put and removed before this call has its event;
// timeout_ms as in gc_writer_wait. What open files have is also written, but not waited for.
// [any thread]
GC_WRITER_API int gc_writer_flush(gc_writer *w, int timeout_ms);

// With desc.pump: does the work that there is, for budget_ms and one step (a group of files or
// a megabyte) at most; 0: all of it; negative: until an event is there or nothing is left. Is
// to be called from time to time: by jobs, by as many at once as desc.threads, or once a frame.
// OK: there is nothing left for it; GC_WRITER_TIMEOUT: there is more. notify tells when there
// is work again. The calls that wait do the work themselves. E_STATE: the writer has its own
// threads. [any thread]
GC_WRITER_API int gc_writer_pump(gc_writer *w, int budget_ms);

// What gc_writer_get_statistics tells.
typedef struct gc_writer_statistics {
    uint64_t pending;               // bytes given to the writer and not yet written
    uint32_t files_open;            // begun and not ended
    uint64_t written;               // bytes written to files since open
    uint64_t dropped;               // bytes taken for files that had ended or failed or never were
} gc_writer_statistics;

// What is on its way, and what was. [any thread]
GC_WRITER_API void gc_writer_get_statistics(gc_writer *w, gc_writer_statistics *out);

#define gc_writer_stats gc_writer_get_statistics    // its name in 0.3

#ifdef __cplusplus
}   // extern "C"

GC_WRITER_INLINE bool operator==(gc_writer_file a, gc_writer_file b) { return gc_writer_file_equal(a, b); }
GC_WRITER_INLINE bool operator!=(gc_writer_file a, gc_writer_file b) { return !gc_writer_file_equal(a, b); }
GC_WRITER_INLINE gc_writer *gc_writer_open(const gc_writer_desc &desc, gc_writer_error *error = nullptr) {
    return gc_writer_open(&desc, error);
}
GC_WRITER_INLINE int gc_writer_begin_with(gc_writer *w, const gc_writer_file_desc &desc,
                                          gc_writer_file *out) {
    return gc_writer_begin_with(w, &desc, out);
}
GC_WRITER_INLINE int gc_writer_put(gc_writer *w, const gc_writer_file_desc &desc, const void *data,
                                   size_t size, gc_writer_file *out = nullptr) {
    return gc_writer_put(w, &desc, data, size, out);
}
#endif

#endif // GC_WRITER_H

#if defined(GC_WRITER_IMPLEMENTATION) && !defined(GC_WRITER_IMPLEMENTED)
#define GC_WRITER_IMPLEMENTED

// >>map
//
// Sections, in order; each uses only those before it (but for the thread's main):
//   config     what the macros left open, system headers, constants
//   text       building names and messages; what results and stages are called
//   paths      the same rules on every system
//   names      temporaries and lock files: building and recognising their names
//   threads    the clock, mutexes, conditions and threads, for Windows and for POSIX
//   types      blocks, slots, the writer, and who may touch what
//   platform   the lock, and every system call for files, for Windows and for POSIX
//   sweep      what opening removes of dead writers
//   crc32c     polynomial 0x1edc6f41, bits reflected
//   lists      doubly linked lists of slots
//   wake       when a thread is woken, waiting callers and notify
//   pool       blocks: taken, filled, chained to their file, given back
//   order      which file comes next: lanes, files of one path, who has what in hand
//   files      descriptors, folders, temporaries and logs: opened, failed, removed
//   mapped     logs whose end is mapped: places are taken without the lock
//   worker     what a thread does: writing, publishing, one step of everything
//   memory     defaults, and the layout of the one allocation
//   opening    everything that gc_writer_open needs
//   producer   what calls do with a file
//   public     the functions declared above
//
// (a > b: a calls b; a ... b: b comes after, through a list or on another thread.)
//
// The way of one byte: gc_writer_write > priv_write, and by the table of kinds copy: copy >
// take, copy > fill, copy > seal_current (a full block is chained to its file) ... on a
// thread: main > step > write_chain for what next_ready finds, step > step_ended for what
// next_ended finds. There: step_ended > gather (others of its kind), step_ended > finish_ended
// > conclude > publish_group, which does three things: publish_group > write_rest > write_row >
// write_pieces > sys_write; publish_group > settle (sync, close); publish_group > publish
// (rename). At last finish_ended > tell_files > done ... gc_writer_poll. Between two files of a
// group look_round serves logs, and a higher priority ends the group: give_back. gc_writer_put
// > priv_put > fill_put fills whole blocks, and ends at once; a save has a trailer behind them:
// write_rest > write_trailer. gc_writer_reserve hands the block out, and gc_writer_commit
// counts what was filled.
//
// A mapped log: gc_writer_append > await_map ... step > step_maps > step_map > map_log. A place
// is taken and filled by priv_write > write_mapped; where there is no room, write_mapped >
// make_room > extend, or make_room > turn (the next file). step_maps > step_mapped >
// follow_tail keeps ahead, step_mapped > prepare_next and step_mapped > finish_turn rotate. Its
// end: finish_log > unmap_log.
//
// Another log: gc_writer_append > start, and bytes by the table to copy_append: copy_append >
// turn_over (rotation), copy_append > copy_record, copy_append > note_taken (its time begins).
// On a thread step > flush_dirty seals what has waited, write_row > rotate, write_pieces >
// open_temporary > open_append. gc_writer_sync ... step > step_sync for what next_sync finds,
// on the thread of durable files. Its end is finish_log.
//
// A read, load, remove, rename or folder is a slot that ends as it begins: start > begin,
// start > end > line_up, and on a thread conclude, by the table, to read, load_newest, remove,
// rename or put_folder. A rename has a second slot, its twin, for the other path's order: it
// comes into its lane when both are first (step_up), and leaves both (fall_out).
//
// A set is a slot, too, and each of its puts another, which stays open and holds its path's
// place from the set's end on: step_up, when all are first. Then conclude, by the table, to
// publish_set > write_rest, settle, sync_set (folders), write_record, and publish_set >
// name_set > publish. A name that is not to be had leaves the set in hand: is_stuck ... step >
// finish_ended > conclude > name_set. A dead writer's: init_root > sweep > recover.
//
// An option of a put is: a field of gc_writer_file_desc; its bit GC_WRITER_PRIV_TAKES_, in
// check_desc and in the rows of kind_of that take it; a field of gc_writer_priv_file, which
// begin_file fills; what it does when the file gets its name, in publish; what must hold before
// folders and a temporary are made, in open_temporary; and, where a later put must not take the
// place of one that waits, a condition in is_replaceable.
//
// The life of a slot (slot.state), under the lock; is_sound says what excludes what:
//
//           begin                end                tell_files            gc_writer_poll
//   FREE ------------> BEGUN ------------> ENDED ----------------> DONE ------------------> FREE
//        a producer          a producer,           the worker            the poller
//                            or close
//
//   FREE    in the list `free`, or in none when its generations are used up; has no blocks
//   BEGUN   producers fill `current`, alone while `busy`; not busy, a current block is in `filling`.
//           Full blocks are in the chain; then it is in `ready`. A log is in `logs`
//   ENDED   in the list `ended`, in the order of the calls, and in its lane, unless it is blocked by
//           one of the same path; current is none, not busy, in neither `ready` nor `filling`. The
//           chain, the temporary and lent bytes are the worker's that has it in hand
//   DONE    in the list `events`; no blocks, no descriptor; the result is fixed. With forget a
//           file goes from ENDED to FREE
//
// Whose work it is (slot.work; a writer with one thread or synchronous: all the same):
//
//   work   | what                                                    | thread 0 | 1   | 2 and more
//   SMALL  | at most 256 KB are to be written, not durable           | yes      | *   | yes
//   LARGE  | more, or as much of an open file is on the disk already |          | yes | yes
//   SAFE   | durable                                                 |          | yes |
//   * when it has nothing else to do, and 48 files or more that have ended wait
//
// When a thread works (kick and step decide; "waited for": by _wait or _flush). A napping
// thread looks by itself after 1 to 4 ms; an awake one sees all that is there before it naps.
//
//   state of things                         | wakes SLEEPING? | wakes NAPPING? | writes?
//   a file has ended                        | yes             | waited for *   | it, with others like it
//   a full block                            | yes             | no             | once it has napped
//   a quarter of the pool pending           | yes             | yes            | full blocks, if none ended
//   half of the pool in use                 | no              | no             | full blocks
//   an eighth of the pool free              | no              | no             | all, if nothing else is left
//   a call found no room, or waits for room | yes             | yes            | all blocks
//   gc_writer_flush                         | yes             | yes            | all blocks
//   gc_writer_close                         | yes             | yes            | what has ended
//   * or a quarter of max_files have ended

// >>common strict
// Silent under clang's -Weverything: STATIC marks functions as unused, and libcurl's and the C
// library's macros name themselves.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wused-but-marked-unused"
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#endif
// <<common strict

// >>config what the macros left open, system headers, constants

#ifndef GC_WRITER_ASSERT
#include <assert.h>
#define GC_WRITER_ASSERT(c) assert(c)
#endif

#if defined(GC_WRITER_MALLOC) && defined(GC_WRITER_REALLOC) && defined(GC_WRITER_FREE)
#elif !defined(GC_WRITER_MALLOC) && !defined(GC_WRITER_REALLOC) && !defined(GC_WRITER_FREE)
#include <stdlib.h>
#define GC_WRITER_MALLOC(size) malloc(size)
#define GC_WRITER_REALLOC(ptr, size) realloc(ptr, size)
#define GC_WRITER_FREE(ptr) free(ptr)
#else
#error "gc_writer.h: define all of GC_WRITER_MALLOC, GC_WRITER_REALLOC and GC_WRITER_FREE, or none"
#endif

#if defined(_WIN32)

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>
#if defined(_WIN32_WINNT) && _WIN32_WINNT < 0x0600
#error "gc_writer.h needs Windows Vista or later: compile with -D_WIN32_WINNT=0x0600 or more"
#endif

#define GC_WRITER_PRIV_ESTALE 116       // not among the C library's
#define GC_WRITER_PRIV_EDQUOT 122
typedef struct gc_writer_priv_piece { void *iov_base; size_t iov_len; } gc_writer_priv_piece;

#else // POSIX

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>      // renameat only
#include <stdlib.h>     // getenv
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif
#ifndef GC_WRITER_NO_THREADS
#include <pthread.h>
#include <signal.h>
#ifdef __linux__
#include <sys/inotify.h>
#include <sys/mman.h>
#endif
#endif

#if !defined(GC_WRITER_NO_CRC32C) && !defined(GC_WRITER_NO_SIMD) && defined(__GNUC__) && \
    defined(__x86_64__) && !defined(_WIN32)
#define GC_WRITER_PRIV_SSE42
#include <cpuid.h>
#include <nmmintrin.h>
#endif

// A system header that came first in a strict mode (-std=c99) has hidden the POSIX functions
// for good.
#if (defined(__GLIBC__) && !defined(__USE_MISC)) || !defined(CLOCK_MONOTONIC)
#error "gc_writer.h: POSIX is hidden: include it before any system header, or compile with -D_GNU_SOURCE"
#endif

#define GC_WRITER_PRIV_ESTALE ESTALE
#define GC_WRITER_PRIV_EDQUOT EDQUOT
typedef struct iovec gc_writer_priv_piece;

#endif // POSIX

// Logs are mapped where threads prepare the mapping, numbers of 64 bits change in one step, and
// the disk can be told to keep room.
#if !defined(GC_WRITER_NO_THREADS) && (defined(__linux__) || defined(_WIN32)) && \
    defined(__GCC_ATOMIC_LLONG_LOCK_FREE) && __GCC_ATOMIC_LLONG_LOCK_FREE == 2
#define GC_WRITER_PRIV_MAPPED
#endif

#define GC_WRITER_PRIV_NONE UINT32_MAX      // no block, no slot

// Short, called from many places, and never where a call's own cost counts: gcc -O2 would put
// them into each, 16 KB in all, and take a fifth longer (bench/RESULTS.md).
#if defined(__GNUC__)
#define GC_WRITER_PRIV_APART __attribute__((noinline)) static

// Seldom, and long or waiting for the disk: made for size, with what nobody else calls; 6 KB
// less of gcc's (bench/RESULTS.md).
#define GC_WRITER_PRIV_RARE __attribute__((cold))
#else
#define GC_WRITER_PRIV_APART static
#define GC_WRITER_PRIV_RARE
#endif
GC_WRITER_PRIV_APART void *gc_writer_priv_resize(const gc_writer_allocator *, void *, size_t, size_t);
GC_WRITER_PRIV_APART void gc_writer_priv_append(char *, size_t, const char *);
GC_WRITER_PRIV_APART void gc_writer_priv_append_number(char *, size_t, uint64_t, unsigned, unsigned);
GC_WRITER_PRIV_APART uint64_t gc_writer_priv_now_us(void);
GC_WRITER_PRIV_APART void gc_writer_priv_lock(gc_writer *);
GC_WRITER_PRIV_APART void gc_writer_priv_unlock(gc_writer *);
GC_WRITER_PRIV_APART bool gc_writer_priv_sys_remove(int, const char *);
#ifndef NDEBUG
GC_WRITER_PRIV_APART bool gc_writer_priv_is_locked(const gc_writer *);
#endif

// More bytes than any machine gives: 1 TiB, 1 GiB where pointers have 32 bits.
#define GC_WRITER_PRIV_MAX_POOL ((size_t)1 << (SIZE_MAX > 0xffffffffu ? 40 : 30))

enum {
    GC_WRITER_PRIV_MAX_PATH = 4096,         // with the ending zero: PATH_MAX of Linux
    GC_WRITER_PRIV_MAX_FILES = 1 << 20,
    GC_WRITER_PRIV_MAX_OPEN = 1 << 16,
    GC_WRITER_PRIV_SHORT_PATH = 256,        // that each slot has room for
    GC_WRITER_PRIV_LONG_PATHS = 64,         // that have more at once
    GC_WRITER_PRIV_NAME_SIZE = 256,         // the longest name of a file, and a zero
    GC_WRITER_PRIV_MOST_OLD = 999,          // path.1 ...: backups, and rotated files

    // The pool. Each open file fills one block at a time; small files take parts of one, 2 KB
    // of the default 16.
    GC_WRITER_PRIV_BLOCK = 16 * 1024,       // bytes; as libcurl hands them out
    GC_WRITER_PRIV_MIN_BLOCKS = 8,
    GC_WRITER_PRIV_MAX_BLOCKS = 1024,
    GC_WRITER_PRIV_PARTS = 8,               // small blocks of a block
    GC_WRITER_PRIV_SMALL_BLOCK = 512,       // bytes; where they would be smaller, there are none
    GC_WRITER_PRIV_TAKE = 16,               // blocks a producer fills between two visits to the lock
    GC_WRITER_PRIV_TOLERANCE = 512 * 1024,  // bytes of open files on their way to a full disk
    GC_WRITER_PRIV_QUICK = 4096,            // bytes copied under the lock: 0.1 us, less than a second visit

    // Mapped logs.
    GC_WRITER_PRIV_MAPS = 8,                // at once; more are written by the thread
    GC_WRITER_PRIV_STEP = 32 * 1024,        // the file's end is one or two of these ahead
    GC_WRITER_PRIV_LEAST_ROTATE = 256 * 1024,   // smaller files are written by the thread
    GC_WRITER_PRIV_SPINS = 20000,           // looks at who makes room just now: some 200 us
    GC_WRITER_PRIV_DRAIN_MS = 100,          // for calls that fill what they have taken
#ifdef _WIN32
    GC_WRITER_PRIV_WINDOW = 64 * 1024,      // what a section can begin at; the file ends where one does
    GC_WRITER_PRIV_WINDOWS = 64,
#else
    GC_WRITER_PRIV_WINDOW = 1 << 20,
    GC_WRITER_PRIV_WINDOWS = 16,
#endif
    GC_WRITER_PRIV_RESYNC = 64 << 20,       // bytes read to find a record behind what is none
    GC_WRITER_PRIV_APPEND_MS = 1000,        // gc_writer_append waits so long for its file

    // The worker.
    GC_WRITER_PRIV_BATCH = 64,              // blocks of one pwritev
    GC_WRITER_PRIV_GROUP = 16,              // files published in one go
    GC_WRITER_PRIV_MANY = 48,               // small files that wait: another thread helps
    GC_WRITER_PRIV_SYNC_GROUP = 64,         // durable ones
    GC_WRITER_PRIV_KEPT = 16,               // folders that each worker keeps open
    GC_WRITER_PRIV_KEPT_MS = 50,            // at most so long
    GC_WRITER_PRIV_KEPT_PATH = 112,         // bytes; longer ones are kept for a step only
    GC_WRITER_PRIV_OWN = 4096,              // paths that a writer has touched between two looks at its root
    GC_WRITER_PRIV_GROUP_BLOCKS = 64,       // of the pool that they hold meanwhile, beside the first file's
    GC_WRITER_PRIV_LENT_STEP = 1 << 20,   // bytes of a borrowed file between two looks at the other files
    GC_WRITER_PRIV_LARGE_FILE = 256 * 1024, // bytes: more to write, and small files pass it
    GC_WRITER_PRIV_SWEEP_DEPTH = 64,
    GC_WRITER_PRIV_MAX_THREADS = 16,

    // EINTR in a row before a call counts as failed: 4 s of 1,000 signals a second, after which
    // it will not come to an end. Without a limit, close would not end either.
    GC_WRITER_PRIV_INTERRUPTS = 4096,

    // Lazy wake. Waking the thread costs the caller 1 us when its core is awake and 7 us when
    // that sleeps, beside 0.6 us for the copy of 16 KB (medians, Linux 6.18, 2 cores). So a
    // caller wakes a sleeping thread for an end or a full block, a napping one only for a
    // quarter of the pool: it looks by itself a millisecond later, and finds what has come; of
    // empty naps every second is a millisecond longer. When 64 KB were enough to wake it, every
    // fourth call of 16 KB did.
    GC_WRITER_PRIV_NAP_MS = 1,
    GC_WRITER_PRIV_STUCK_MS = 100,          // a set that has not got all its names
    GC_WRITER_PRIV_ROOM_MS = 25,            // who waits for room looks by itself, too
    GC_WRITER_PRIV_RETRY_MS = 1000,         // a log that met a full disk
    GC_WRITER_PRIV_GRACE_MS = 100,          // after desc.close_ms, for calls that are under way
    GC_WRITER_PRIV_NAPS = 8                 // empty naps before it sleeps: 20 ms, over a frame at 60 Hz
};

// >>common allocator
// As the caller's allocator does it, or the macros: see gc_writer_allocator.
static void *gc_writer_priv_resize(const gc_writer_allocator *a, void *p, size_t old_size, size_t new_size) {
    if (!p && !new_size) return NULL;
    if (a->resize) return a->resize(a->user, p, old_size, new_size);
    if (new_size) return p ? GC_WRITER_REALLOC(p, new_size) : GC_WRITER_MALLOC(new_size);
    GC_WRITER_FREE(p);
    return NULL;
}
// <<common allocator

// >>text building names and messages; what results and stages are called

// >>common text
static char gc_writer_priv_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

// Appends to a zero-ended text of `capacity` bytes, cutting what does not fit.
static void gc_writer_priv_append(char *dst, size_t capacity, const char *text) {
    size_t at = strlen(dst);
    while (*text && at + 1 < capacity) dst[at++] = *text++;
    dst[at] = 0;
}

// Appends three texts, one after the other.
static void gc_writer_priv_join(char *dst, size_t capacity, const char *a, const char *b, const char *c) {
    gc_writer_priv_append(dst, capacity, a);
    gc_writer_priv_append(dst, capacity, b);
    gc_writer_priv_append(dst, capacity, c);
}

// Appends a number to the base 10 or 16, with zeros in front up to `width` digits.
static void gc_writer_priv_append_number(char *dst, size_t capacity, uint64_t value, unsigned base,
                                        unsigned width) {
    char digits[24];
    size_t at = sizeof digits - 1;
    digits[at] = 0;
    do digits[--at] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0 || sizeof digits - 1 - at < width);
    gc_writer_priv_append(dst, capacity, digits + at);
}

// Appends " (errno 28)", or nothing for 0.
static void gc_writer_priv_append_errno(char *dst, size_t capacity, int system_error) {
    if (!system_error) return;
    gc_writer_priv_append(dst, capacity, " (errno ");
    gc_writer_priv_append_number(dst, capacity, (uint64_t)system_error, 10, 1);
    gc_writer_priv_append(dst, capacity, ")");
}
// <<common text

GC_WRITER_API GC_WRITER_PRIV_RARE const char *gc_writer_result_string(int result) {
    switch (result) {
    case GC_WRITER_OK: return "ok";
    case GC_WRITER_TIMEOUT: return "timeout";

    case GC_WRITER_E_ARGUMENT: return "bad argument";
    case GC_WRITER_E_MEMORY: return "out of memory";
    case GC_WRITER_E_FULL: return "full";
    case GC_WRITER_E_STALE: return "stale handle";
    case GC_WRITER_E_STATE: return "not possible now";
    case GC_WRITER_E_UNSUPPORTED: return "not supported";
    case GC_WRITER_E_PATH: return "forbidden path";
    case GC_WRITER_E_ROOT: return "root folder not usable";
    case GC_WRITER_E_THREAD: return "thread could not be started";
    case GC_WRITER_E_SYSTEM: return "system call failed";
    case GC_WRITER_E_TOO_LARGE: return "too large";
    case GC_WRITER_E_NOT_FOUND: return "not found";
    case GC_WRITER_E_DISK_FULL: return "disk full";
    case GC_WRITER_E_CANCELLED: return "cancelled";
    case GC_WRITER_E_BUSY: return "in use just now";

    // Its own.
    case GC_WRITER_E_NO_ROOM: return "no room just now";
    case GC_WRITER_E_TARGET: return "not a plain file, or a link on the way";
    case GC_WRITER_E_REPLACED: return "replaced by a later one";
    case GC_WRITER_E_DATA: return "not a save, or a damaged one";

    default: return "unknown result";
    }
}

GC_WRITER_API GC_WRITER_PRIV_RARE const char *gc_writer_stage_string(int stage) {
    switch (stage) {
    case GC_WRITER_STAGE_NONE: return "none";
    case GC_WRITER_STAGE_FOLDER: return "open folder";
    case GC_WRITER_STAGE_MKDIR: return "make folder";
    case GC_WRITER_STAGE_CHECK: return "check";
    case GC_WRITER_STAGE_OPEN: return "open";
    case GC_WRITER_STAGE_WRITE: return "write";
    case GC_WRITER_STAGE_SYNC: return "sync";
    case GC_WRITER_STAGE_CLOSE: return "close";
    case GC_WRITER_STAGE_RENAME: return "rename";
    case GC_WRITER_STAGE_SYNC_FOLDER: return "sync folder";
    case GC_WRITER_STAGE_REMOVE: return "remove";
    case GC_WRITER_STAGE_ROOT: return "root";
    case GC_WRITER_STAGE_READ: return "read";
    case GC_WRITER_STAGE_MODE: return "set mode";
    case GC_WRITER_STAGE_BACKUP: return "keep backup";

    default: return "unknown stage";
    }
}

// >>paths the same rules on every system

// >>common utf8
// Length of the UTF-8 sequence at p, or 0 when it is not valid (Unicode 15, table 3-7). Reads
// no further than the first byte that does not fit, so a zero ends the text safely.
static size_t gc_writer_priv_utf8(const unsigned char *p) {
    if (p[0] < 0x80) return 1;
    if (p[0] >= 0xc2 && p[0] <= 0xdf) return (p[1] & 0xc0) == 0x80 ? 2 : 0;

    // Three bytes: neither a longer form of a shorter one (e0) nor a surrogate (ed).
    if (p[0] >= 0xe0 && p[0] <= 0xef) {
        unsigned char low = p[0] == 0xe0 ? 0xa0 : 0x80, high = p[0] == 0xed ? 0x9f : 0xbf;
        return p[1] >= low && p[1] <= high && (p[2] & 0xc0) == 0x80 ? 3 : 0;
    }

    // Four: neither a longer form (f0) nor beyond U+10FFFF (f4).
    if (p[0] >= 0xf0 && p[0] <= 0xf4) {
        unsigned char low = p[0] == 0xf0 ? 0x90 : 0x80, high = p[0] == 0xf4 ? 0x8f : 0xbf;
        return p[1] >= low && p[1] <= high && (p[2] & 0xc0) == 0x80 && (p[3] & 0xc0) == 0x80 ? 4 : 0;
    }
    return 0;
}
// <<common utf8

// >>common paths
// Does the part (of `length` bytes) have a name that Windows gives to a device, whatever its
// extension?
static bool gc_writer_priv_is_device(const char *part, size_t length) {
    static const char *const names[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    char stem[8];
    size_t n = 0, stem_length = 0;

    // What counts is all before the first dot, without spaces at its end: "nul .txt" is a
    // device.
    while (stem_length < length && part[stem_length] != '.') stem_length++;
    while (stem_length > 0 && part[stem_length - 1] == ' ') stem_length--;
    if (stem_length >= sizeof stem) return false;
    for (; n < stem_length; n++) stem[n] = gc_writer_priv_lower(part[n]);
    stem[n] = 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(stem, names[i]) == 0) return true;
    }

    // com1 to com9 and lpt1 to lpt9, where the digit may be a superscript 1, 2 or 3.
    if (strncmp(stem, "com", 3) != 0 && strncmp(stem, "lpt", 3) != 0) return false;
    if (n == 4) return stem[3] >= '1' && stem[3] <= '9';
    unsigned char a = (unsigned char)stem[3], b = n == 5 ? (unsigned char)stem[4] : 0;
    return n == 5 && a == 0xc2 && (b == 0xb9 || b == 0xb2 || b == 0xb3);
}

// Is the part one of the names that the writer (.gcw-) and the fetcher (.gcf-) give to their
// own files? Neither takes the other's for a target, since the other may remove it.
static bool gc_writer_priv_is_reserved(const char *part, size_t length) {
    static const char *const own[] = {".gcw-", ".gcf-"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        size_t n = 0;
        while (own[i][n] && n < length && gc_writer_priv_lower(part[n]) == own[i][n]) n++;
        if (!own[i][n]) return true;
    }
    return false;
}

// The rules of paths. `max_path`: bytes with the ending zero.
static int gc_writer_priv_check_path(const char *path, size_t max_path) {
    size_t length = 0, start = 0;
    while (length < max_path && path[length]) length++;
    if (length == 0 || length >= max_path) return GC_WRITER_E_PATH;

    // Characters: UTF-8 without those that some system forbids in names.
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)path[i];
        if (c < 32 || c == 127 || strchr("\\:*?\"<>|", c)) return GC_WRITER_E_PATH;
        size_t step = gc_writer_priv_utf8((const unsigned char *)path + i);
        if (step == 0) return GC_WRITER_E_PATH;
        i += step;
    }

    // Parts: empty covers "/x", "x/" and "a//b"; a last dot covers "." and "..".
    for (size_t i = 0; i <= length; i++) {
        if (i < length && path[i] != '/') continue;
        const char *part = path + start;
        size_t n = i - start;
        if (n == 0 || n > 255 || part[n - 1] == '.' || part[n - 1] == ' ') return GC_WRITER_E_PATH;
        if (gc_writer_priv_is_reserved(part, n) || gc_writer_priv_is_device(part, n)) return GC_WRITER_E_PATH;
        start = i + 1;
    }
    return GC_WRITER_OK;
}
// <<common paths

// >>names temporaries and lock files: building and recognising their names

// ".gcw-<id>-<number>.tmp": a file that is being written.
static void gc_writer_priv_temporary_name(char name[GC_WRITER_PRIV_NAME_SIZE], uint64_t id, uint64_t number) {
    strcpy(name, ".gcw-");
    gc_writer_priv_append_number(name, GC_WRITER_PRIV_NAME_SIZE, id, 16, 16);
    gc_writer_priv_append(name, GC_WRITER_PRIV_NAME_SIZE, "-");
    gc_writer_priv_append_number(name, GC_WRITER_PRIV_NAME_SIZE, number, 16, 1);
    gc_writer_priv_append(name, GC_WRITER_PRIV_NAME_SIZE, ".tmp");
}

// ".gcw-<id>.lock": in the root, locked while the writer lives.
static void gc_writer_priv_lock_name(char name[GC_WRITER_PRIV_NAME_SIZE], uint64_t id) {
    strcpy(name, ".gcw-");
    gc_writer_priv_append_number(name, GC_WRITER_PRIV_NAME_SIZE, id, 16, 16);
    gc_writer_priv_append(name, GC_WRITER_PRIV_NAME_SIZE, ".lock");
}

// Reads up to `max` digits; returns how many there are.
static size_t gc_writer_priv_parse_hex(const char *text, size_t max, uint64_t *value) {
    size_t n = 0;
    *value = 0;
    for (; n < max; n++) {
        char c = text[n];
        if (c >= '0' && c <= '9') *value = *value * 16 + (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f') *value = *value * 16 + (uint64_t)(c - 'a') + 10;
        else break;
    }
    return n;
}

// ".gcw-<id>.set": in the root, while the files of a set get their names.
static void gc_writer_priv_record_name(char name[GC_WRITER_PRIV_NAME_SIZE], uint64_t id) {
    gc_writer_priv_lock_name(name, id);
    strcpy(name + 21, ".set");
}

enum {
    GC_WRITER_PRIV_NAME_OTHER = 0,
    GC_WRITER_PRIV_NAME_TEMPORARY = 1,
    GC_WRITER_PRIV_NAME_LOCK = 2,
    GC_WRITER_PRIV_NAME_RECORD = 3
};

// Is the name one of ours? Nothing else is ever swept. *id is set where it is.
static int gc_writer_priv_parse_name(const char *name, uint64_t *id) {
    uint64_t number;
    if (strncmp(name, ".gcw-", 5) != 0 || gc_writer_priv_parse_hex(name + 5, 16, id) != 16) {
        return GC_WRITER_PRIV_NAME_OTHER;
    }

    // After the id only the whole rest counts.
    name += 21;
    if (strcmp(name, ".lock") == 0) return GC_WRITER_PRIV_NAME_LOCK;
    if (strcmp(name, ".set") == 0) return GC_WRITER_PRIV_NAME_RECORD;
    if (*name++ != '-') return GC_WRITER_PRIV_NAME_OTHER;
    size_t digits = gc_writer_priv_parse_hex(name, 16, &number);
    bool temporary = digits > 0 && strcmp(name + digits, ".tmp") == 0;
    return temporary ? GC_WRITER_PRIV_NAME_TEMPORARY : GC_WRITER_PRIV_NAME_OTHER;
}

// >>threads the clock, mutexes, conditions and threads, for Windows and for POSIX

// >>common threads
// The clock that setting the time does not move, in microseconds.
static uint64_t gc_writer_priv_now_us(void) {
#if defined(_WIN32)
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    uint64_t ticks = (uint64_t)now.QuadPart, rate = (uint64_t)frequency.QuadPart;
    return ticks / rate * 1000000 + ticks % rate * 1000000 / rate;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
#endif
}
static uint64_t gc_writer_priv_now_ms(void) { return gc_writer_priv_now_us() / 1000; }

// At most a day.
static void gc_writer_priv_sleep_ms(uint64_t ms) {
    if (ms > 86400000u) ms = 86400000u;
#if defined(_WIN32)
    Sleep((DWORD)ms);
#else
    struct timespec time;
    time.tv_sec = (time_t)(ms / 1000);
    time.tv_nsec = (long)(ms % 1000) * 1000000;
    nanosleep(&time, NULL);
#endif
}

static uint64_t gc_writer_priv_process(void) {
#if defined(_WIN32)
    return GetCurrentProcessId();
#else
    return (uint64_t)getpid();
#endif
}

// What ends with _init, and thread_start, return 0 or an errno. sys_wait waits for at most so
// many milliseconds (UINT64_MAX: without a limit), and may end early.

#if defined(GC_WRITER_NO_THREADS)

// One does everything: nothing is locked, nobody waits.
typedef int gc_writer_priv_mutex, gc_writer_priv_condition, gc_writer_priv_thread, gc_writer_priv_thread_id;
static int gc_writer_priv_mutex_init(gc_writer_priv_mutex *m) { return *m = 0; }
static void gc_writer_priv_mutex_end(gc_writer_priv_mutex *m) { (void)m; }
static void gc_writer_priv_sys_lock(gc_writer_priv_mutex *m) { (void)m; }
static void gc_writer_priv_sys_unlock(gc_writer_priv_mutex *m) { (void)m; }
static int gc_writer_priv_condition_init(gc_writer_priv_condition *c) { return *c = 0; }
static void gc_writer_priv_condition_end(gc_writer_priv_condition *c) { (void)c; }
static void gc_writer_priv_broadcast(gc_writer_priv_condition *c) { (void)c; }
static void gc_writer_priv_sys_wait(gc_writer_priv_condition *c, gc_writer_priv_mutex *m, uint64_t ms) {
    (void)c, (void)m, (void)ms;
}
static int gc_writer_priv_thread_start(gc_writer_priv_thread *thread, void *user) {
    return (void)user, *thread = ENOSYS;
}
static void gc_writer_priv_thread_join(gc_writer_priv_thread thread) { (void)thread; }
#ifndef NDEBUG
static gc_writer_priv_thread_id gc_writer_priv_this_thread(void) { return 0; }
static bool gc_writer_priv_same_thread(gc_writer_priv_thread_id a, gc_writer_priv_thread_id b) {
    return a == b;
}
#endif

#elif defined(_WIN32)

typedef SRWLOCK gc_writer_priv_mutex;
typedef CONDITION_VARIABLE gc_writer_priv_condition;
typedef HANDLE gc_writer_priv_thread;
typedef DWORD gc_writer_priv_thread_id;
static int gc_writer_priv_mutex_init(gc_writer_priv_mutex *m) { return InitializeSRWLock(m), 0; }
static void gc_writer_priv_mutex_end(gc_writer_priv_mutex *m) { (void)m; }
static void gc_writer_priv_sys_lock(gc_writer_priv_mutex *m) { AcquireSRWLockExclusive(m); }
static void gc_writer_priv_sys_unlock(gc_writer_priv_mutex *m) { ReleaseSRWLockExclusive(m); }
static int gc_writer_priv_condition_init(gc_writer_priv_condition *c) {
    return InitializeConditionVariable(c), 0;
}
static void gc_writer_priv_condition_end(gc_writer_priv_condition *c) { (void)c; }
static void gc_writer_priv_broadcast(gc_writer_priv_condition *c) { WakeAllConditionVariable(c); }
static void gc_writer_priv_sys_wait(gc_writer_priv_condition *c, gc_writer_priv_mutex *m, uint64_t ms) {
    DWORD limit = ms == UINT64_MAX ? INFINITE : ms > 86400000u ? 86400000u : (DWORD)ms;
    SleepConditionVariableSRW(c, m, limit, 0);
}

static void *gc_writer_priv_main(void *user);
static DWORD WINAPI gc_writer_priv_thread_run(void *user) { return gc_writer_priv_main(user), 0u; }
static int gc_writer_priv_thread_start(gc_writer_priv_thread *thread, void *user) {
    *thread = CreateThread(NULL, 0, gc_writer_priv_thread_run, user, 0, NULL);
    return *thread ? 0 : EAGAIN;
}
static void gc_writer_priv_thread_join(gc_writer_priv_thread thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
#ifndef NDEBUG
static gc_writer_priv_thread_id gc_writer_priv_this_thread(void) { return GetCurrentThreadId(); }
static bool gc_writer_priv_same_thread(gc_writer_priv_thread_id a, gc_writer_priv_thread_id b) {
    return a == b;
}
#endif

#else // POSIX

typedef pthread_mutex_t gc_writer_priv_mutex;
typedef pthread_cond_t gc_writer_priv_condition;
typedef pthread_t gc_writer_priv_thread, gc_writer_priv_thread_id;
static int gc_writer_priv_mutex_init(gc_writer_priv_mutex *m) { return pthread_mutex_init(m, NULL); }
static void gc_writer_priv_mutex_end(gc_writer_priv_mutex *m) { pthread_mutex_destroy(m); }
static void gc_writer_priv_sys_lock(gc_writer_priv_mutex *m) { pthread_mutex_lock(m); }
static void gc_writer_priv_sys_unlock(gc_writer_priv_mutex *m) { pthread_mutex_unlock(m); }

// Its waits are timed by the clock that setting the time does not move, where there is a
// choice.
static int gc_writer_priv_condition_init(gc_writer_priv_condition *c) {
#ifdef __APPLE__
    return pthread_cond_init(c, NULL);
#else
    pthread_condattr_t attributes;
    int result = pthread_condattr_init(&attributes);
    if (result != 0) return result;
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    result = pthread_cond_init(c, &attributes);
    pthread_condattr_destroy(&attributes);
    return result;
#endif
}
static void gc_writer_priv_condition_end(gc_writer_priv_condition *c) { pthread_cond_destroy(c); }
static void gc_writer_priv_broadcast(gc_writer_priv_condition *c) { pthread_cond_broadcast(c); }

static void gc_writer_priv_sys_wait(gc_writer_priv_condition *c, gc_writer_priv_mutex *m, uint64_t ms) {
    if (ms == UINT64_MAX) {
        pthread_cond_wait(c, m);
        return;
    }

    // A day at most: no sum below overflows.
    if (ms > 86400000u) ms = 86400000u;
    struct timespec until;
#ifdef __APPLE__
    until.tv_sec = (time_t)(ms / 1000);
    until.tv_nsec = (long)(ms % 1000) * 1000000;
    pthread_cond_timedwait_relative_np(c, m, &until);
#else
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(c, m, &until);
#endif
}

// Signals are the application's: the thread takes none but those of its own faults, and does
// not die of SIGPIPE.
static void *gc_writer_priv_main(void *user);
static int gc_writer_priv_thread_start(gc_writer_priv_thread *thread, void *user) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    sigset_t all, before;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(thread, NULL, gc_writer_priv_main, user);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}
static void gc_writer_priv_thread_join(gc_writer_priv_thread thread) { pthread_join(thread, NULL); }
#ifndef NDEBUG
static gc_writer_priv_thread_id gc_writer_priv_this_thread(void) { return pthread_self(); }
static bool gc_writer_priv_same_thread(gc_writer_priv_thread_id a, gc_writer_priv_thread_id b) {
    return pthread_equal(a, b) != 0;
}
#endif

#endif // POSIX
// <<common threads

// Wakes one of those that wait.
static void gc_writer_priv_signal(gc_writer_priv_condition *c) {
#if defined(GC_WRITER_NO_THREADS)
    (void)c;
#elif defined(_WIN32)
    WakeConditionVariable(c);
#else
    pthread_cond_signal(c);
#endif
}

// >>types blocks, slots, the writer, and who may touch what

// Fields "under the lock" are touched while it is taken (GC_WRITER_PRIV_LOCKED). Fields of the
// worker are touched by the one that does the work (the thread, or the call that drives it) and
// need no lock. Memory of a block belongs to a producer while it copies
// (slot.busy), or while it has taken the block and not yet chained it, and to the worker once
// it has unlinked it from the chain.

typedef struct gc_writer_priv_block {
    uint32_t next;                  // of the chain or the free list
    uint32_t used;                  // bytes
    uint64_t offset;                // in the file; of an append: of what was taken, and GC_WRITER_PRIV_ROTATE
} gc_writer_priv_block;

// The block begins a new file; the one before is renamed.
#define GC_WRITER_PRIV_ROTATE ((uint64_t)1 << 63)

typedef struct gc_writer_priv_worker gc_writer_priv_worker;

// >>common info
// What an open file or folder is.
typedef struct gc_writer_priv_info {
    uint64_t size, device, inode, links;
    int64_t modified;               // seconds since 1970
    bool plain, is_folder;          // neither: a link or device
} gc_writer_priv_info;
// <<common info

// A block cut into small ones, in the list of those with a free part.
typedef struct gc_writer_priv_split {
    uint32_t previous, next;
    uint32_t free_parts;            // bit i: part i
} gc_writer_priv_split;

// Lists of slots, doubly linked by index. A slot is in at most one list of each link.
enum {
    GC_WRITER_PRIV_QUEUE = 0,       // free slots, open logs, ended files or events
    GC_WRITER_PRIV_READY = 1,       // open files with full blocks; ended ones: their lane
    GC_WRITER_PRIV_FILLING = 2,     // files with a block being filled that no producer holds just now
    GC_WRITER_PRIV_OPEN = 3,        // files with a descriptor that nobody works on, least recently used first
    GC_WRITER_PRIV_DIRTY = 4,       // appended files with bytes that are not written
    GC_WRITER_PRIV_SYNCING = 5,        // appended files that are to be synced
    GC_WRITER_PRIV_NOTICE = 6,      // appended files with an event before their end
    GC_WRITER_PRIV_LINKS = 7
};
typedef struct gc_writer_priv_link { uint32_t previous, next; } gc_writer_priv_link;
typedef struct gc_writer_priv_list { uint32_t first, last, count, link; } gc_writer_priv_list;

// What a file means for the others, slot.work: what the workers share the work by.
enum {
    GC_WRITER_PRIV_SMALL = 0,
    GC_WRITER_PRIV_LARGE = 1,
    GC_WRITER_PRIV_SAFE = 2,        // durable: whoever publishes it waits for the disk
    GC_WRITER_PRIV_WORKS = 3,

    // Lanes of each priority: the three, and files that are safe and large.
    GC_WRITER_PRIV_LANES = 4,
    GC_WRITER_PRIV_PRIORITIES = 3
};

// slot.state, see the map.
enum { GC_WRITER_PRIV_FREE = 0, GC_WRITER_PRIV_BEGUN = 1, GC_WRITER_PRIV_ENDED = 2, GC_WRITER_PRIV_DONE = 3 };

// slot.kind: what it is for, a row of the table `kinds` (gc_writer_priv_kind_of).
enum {
    GC_WRITER_PRIV_FILE = 0,        // begun, written, ended
    GC_WRITER_PRIV_PUT = 1,         // a whole file
    GC_WRITER_PRIV_MEMBER = 2,      // a put of a set
    GC_WRITER_PRIV_SET = 3,         // the set; its own file is the record
    GC_WRITER_PRIV_LOG = 4,
    GC_WRITER_PRIV_READ = 5,
    GC_WRITER_PRIV_REMOVE = 6,
    GC_WRITER_PRIV_RENAME = 7,
    GC_WRITER_PRIV_TWIN = 8,        // the other path of a rename: holds its place there
    GC_WRITER_PRIV_FOLDER = 9,
    GC_WRITER_PRIV_LOAD = 10,
    GC_WRITER_PRIV_KINDS = 11
};

// Why a file has failed.
typedef struct gc_writer_priv_trouble {
    int result, stage, system_error;
    bool shared;                    // a folder's fsync failed, for all files that needed it
    size_t shared_path;             // bytes of the path that name that folder, with the '/'
} gc_writer_priv_trouble;

// A file that is written anew: FILE, PUT, MEMBER, SET.
typedef struct gc_writer_priv_file {
    const uint8_t *lent;            // of a put with borrow: its bytes,
    size_t lent_size, lent_done;    // so many, of which so many are written
    void *owned;                    // the same or NULL: a block of the allocator, freed when it is done,
    size_t owned_size;              // of so many bytes
    bool encodes, encoded;          // they are to be encoded; they are
    uint32_t backups;
    uint64_t number;                // of the temporary
    bool save, sealed;              // it has a trailer; that is written. SET: its record stands
    uint32_t version, flags;        // of the trailer
} gc_writer_priv_file;

// A file that is appended to. Under the lock, as far as `start`.
typedef struct gc_writer_priv_log {
    bool progress;
    bool notice_synced, notice_failing;     // events to be polled
    bool mid_record;                // the last byte taken was not the end of a line
    bool rotate_next;               // the next block begins a new file
    uint8_t records;
    uint32_t flush_ms, rotate_keep;
    uint64_t rotate_bytes;
    uint64_t filled;                // bytes of the file that is being appended to, as producers know it
    uint64_t dirty_ms;              // since when it is in the list `dirty`
    uint64_t flushed;               // bytes written, of those taken
    uint64_t sync_target, synced;   // bytes that are to be on the disk; that are
    bool wants_map;                 // a thread is to map it
    bool switching;                 // until that is done it takes nothing
    uint32_t map;                   // 1 + its map; 0: none
    uint64_t lost;                  // bytes that are missing, until a line in the file tells it
    uint64_t failed_ms;             // when
    uint32_t attempts;              // so often it went on after that

    uint64_t start, base;           // byte `start` of what was taken stands at `base` of the file
    uint32_t rotations;             // its so many-th file became path.1, and so on
    uint32_t synced_files;          // of those that are on the disk as a whole
    uint32_t synced_folder;         // 1 + rotations of which the names are on the disk; 0: none
    uint32_t sync_goal;             // what a sync is about: so many files, with the one being written;
    uint32_t sync_file;             // the next one of them;
    uint32_t sync_level;            // folders above the next one;
    uint64_t sync_written;          // bytes of those taken; see gc_writer_priv_step_sync
} gc_writer_priv_log;

#ifdef GC_WRITER_PRIV_MAPPED
// Changed without the lock, in one step.
typedef uint64_t gc_writer_priv_word __attribute__((aligned(8)));

// One of the two files of a mapped log: the one that is filled, or that which comes next.
// Window k of the file is entry k modulo WINDOWS.
typedef struct gc_writer_priv_part {
    gc_writer_priv_word at[GC_WRITER_PRIV_WINDOWS];         // its address; 0: not mapped
    gc_writer_priv_word filled[GC_WRITER_PRIV_WINDOWS];     // bytes of it that were taken and filled
    gc_writer_priv_word limit;      // offset up to which places can be taken
    gc_writer_priv_word stream;     // its byte k is byte k + stream (modulo 2^64) of the log
    uint64_t first, populated;      // the first window that is mapped; what is ready without a fault
    int fd;
} gc_writer_priv_part;

// A log whose file's end is mapped. A place is taken by changing `tail`, and filled; what
// changes the parts is done by who has `making`, a thread or a call.
typedef struct gc_writer_priv_map {
    gc_writer_priv_word tail;       // bit 63: closed; 15 bits: the so many-th file; 48 bits: offset in it
    uint8_t apart[56];              // from what is only read: a line of the cache
    gc_writer_priv_part parts[2];   // of files with an even number, and an odd one
    uint32_t making;
    uint32_t starved;               // a call found no room; 2: nor could it make some
    uint32_t used;                  // by slot used - 1
    uint32_t generation;            // of the slot's file
    bool framed;
    uint64_t largest;               // bytes of a place
    uint64_t most;                  // bytes of a file, before it is rotated
    uint64_t begun;                 // bytes of the log before it was mapped
    bool next_ready;                // the other part has its file, which comes next
    bool stuck;                     // a call has never filled what it took: its memory stays
    uint64_t named;                 // the so many-th file has the log's name; when the tail is in the next:
    uint64_t old_end, turned_ms;    // bytes of the one before; since when
    int error;                      // errno: none could be made; what there is can be filled all the same
} gc_writer_priv_map;
#endif

// What is one call: READ, LOAD, REMOVE, RENAME and its TWIN, FOLDER.
typedef struct gc_writer_priv_call {
    void *into;                     // READ: the caller's memory; LOAD: gc_writer_content
    size_t into_size;
    uint32_t backups;               // REMOVE: so many go, too
} gc_writer_priv_call;

// gc_writer_priv_is_sound says which of these exclude one another.
typedef struct gc_writer_priv_slot {
    // Identity, path and order; under the lock.
    gc_writer_priv_link link[GC_WRITER_PRIV_LINKS];
    bool linked[GC_WRITER_PRIV_LINKS];
    uint8_t kind, state;
    uint8_t work, lane;
    uint8_t priority;               // 0 the highest
    uint8_t durability;
    bool working;                   // a worker has it in hand
    bool lined_up;                  // ended, and among the files of its path
    bool forget;
    uint32_t generation;            // of the file, from 1; 0: used up
    uint32_t leader, follower;      // ended files of the same path, before and after it: with a leader it
                                    // is blocked
    uint32_t ring;                  // 1 + the next of a set, or of a rename and its twin, around; 0: alone
    uint32_t bucket_next;
    uint32_t long_path;             // 1 + the room for a long path that it has; 0: its own
    uint64_t path_hash;
    uint64_t order;                 // the so many-th that has ended
    uint64_t tag;

    // Its result; under the lock.
    bool aborted;                   // by the caller
    bool failed;                    // see trouble; nothing more of it is written, and nothing stays
    bool untold;                    // a producer has found that out: the log is told at the end
    bool replaced;                  // by a later put
    bool dropped;                   // gc_writer_close had no more time
    bool in_doubt;                  // nor could it wait for its end
    gc_writer_priv_trouble trouble;

    // What it has in the pool; under the lock.
    uint32_t open_map;              // 1 + the map of a log that takes places; without the lock
    bool busy;                      // a producer fills `current`
    bool reserved;                  // by a reservation
    bool large;                     // by its size_hint: takes no small blocks
    uint8_t small_blocks;           // taken until now
    uint32_t chain_first, chain_last;   // full blocks, in the order of the calls
    uint32_t current;               // block being filled
    size_t reserved_bytes;
    uint64_t sealed;                // open: bytes of full blocks that are not written, see w->sealed
    uint64_t position;              // of the next gc_writer_write

    // The worker's.
    uint64_t held_order;            // order when it was taken in hand: 0 if it had not ended
    uint32_t taken;                 // row of blocks taken from the chain of an ended file
    uint64_t owed;                  // bytes that its group has to write
    int fd;                         // of the temporary or log, or -1
    bool created;                   // the temporary exists, or the log was opened
    bool settled;                   // it is written, synced and closed: only its name is missing
    uint32_t mode;
    bool executable;
    gc_writer_priv_info closed;     // the file when it was closed, to know it again
    uint64_t size;                  // end of the furthest write
    bool sum;                       // crc is that of the bytes up to summed
    uint32_t crc;
    uint64_t summed;

    union {
        gc_writer_priv_file file;
        gc_writer_priv_log log;
        gc_writer_priv_call call;
    } of;
} gc_writer_priv_slot;

// What a call gives beside its desc: bytes, or memory for them; NULL: neither.
typedef struct gc_writer_priv_given {
    const void *data;
    void *into;
    size_t size;
    bool save, own, encodes;        // own: data is a block of the allocator
    bool waits;                     // its call does the work where it can
} gc_writer_priv_given;

// Fields of a desc that not every kind takes.
enum {
    GC_WRITER_PRIV_TAKES_BORROW = 1,
    GC_WRITER_PRIV_TAKES_BACKUPS = 2,
    GC_WRITER_PRIV_TAKES_MODE = 4,      // and executable
    GC_WRITER_PRIV_TAKES_SUM = 8,       // crc32c
    GC_WRITER_PRIV_TAKES_FORGET = 16,
    GC_WRITER_PRIV_TAKES_VERSION = 32,  // and flags
    GC_WRITER_PRIV_TAKES_SET = 64
};

// A row of the table in gc_writer_priv_kind_of: what slots of a kind do.
typedef struct gc_writer_priv_kind {
    int event;                      // the type of its event
    unsigned takes;                 // GC_WRITER_PRIV_TAKES_
    uint8_t safe;                   // from this durability on it waits for the disk

    // Begins: what its desc and its call say comes into the slot. With the lock; or NULL.
    void (*begin)(gc_writer_priv_slot *s, const gc_writer_file_desc *desc, const gc_writer_priv_given *given);

    // Takes bytes of a gc_writer_write, and returns how many; with the lock. NULL: takes none.
    size_t (*take)(gc_writer *w, gc_writer_priv_slot *s, uint64_t offset, const uint8_t *data, size_t size);

    // What it has ended for, on a thread. False: trouble. NULL: published, with others of its
    // lane.
    bool (*conclude)(gc_writer_priv_worker *v, gc_writer_priv_slot *s, gc_writer_priv_trouble *trouble);
} gc_writer_priv_kind;
static const gc_writer_priv_kind *gc_writer_priv_kind_of(int kind);

// worker.sleep: what the thread does.
enum { GC_WRITER_PRIV_AWAKE = 0, GC_WRITER_PRIV_NAPPING = 1, GC_WRITER_PRIV_SLEEPING = 2 };

// A folder that is kept open: for the step in which it was opened, and for files that had ended
// before.
typedef struct gc_writer_priv_kept {
    int fd;                         // or -1
    uint32_t opened;                // in which step
    uint32_t pins;                  // uses in which it must stay
    uint64_t ended, ms;             // files that had ended before (0: for its step only); when
    size_t length;
    const char *path;               // text, or for a step a file's
    char text[GC_WRITER_PRIV_KEPT_PATH];
} gc_writer_priv_kept;

// One that does the work: a thread, or (desc.pump) the call that drives it.
struct gc_writer_priv_worker {
    gc_writer *w;
    unsigned serves;                // bit k: work k
    bool helps;                     // with small files that have ended, when they are many

    // Under the lock.
    int sleep;
    bool rested;                    // it has napped: writes out also little
    bool timed;                     // it sleeps until an appended file is due
    uint8_t turn, ready_turn;       // lane and work that come next
    bool driven;                    // by a call: desc.pump, a load that waits

    // Its own.
    gc_writer_priv_kept kept[GC_WRITER_PRIV_KEPT];
    uint32_t kept_next, kept_count; // the next to be replaced; descriptors
    uint32_t number_of_step;
    uint64_t number;                // of the next temporary; steps by the number of workers
    bool no_openat2;
    char *scratch;                  // max_path bytes
    char *detail;
    gc_writer_priv_condition work;
    gc_writer_priv_thread thread;
};

// What gc_writer_watch has found: a record of each file in `text`, its stamps and its path with
// the zero; and by the path's hash where it begins, plus one.
typedef struct gc_writer_priv_stamps {
    uint64_t told;                  // of the file as it was last told; 0: it was not there
    uint64_t seen;                  // as the last look found it; 0: a folder
} gc_writer_priv_stamps;
typedef struct gc_writer_priv_seen {
    char *text;
    size_t size, capacity;
    uint32_t *index;
    size_t slots, files;
} gc_writer_priv_seen;

typedef struct gc_writer_priv_watch {
    gc_writer_priv_seen last;       // of the last look
    int fd;                         // of inotify; -1: each look reads all folders
    bool again;                     // the next one does

    // Under the lock: hashes of paths that the writer itself has touched, before a look began
    // (of the other number) and since.
    uint32_t now, count[2];
    uint64_t own[2][GC_WRITER_PRIV_OWN];
} gc_writer_priv_watch;

struct gc_writer {
    // Fixed by open.
    gc_writer_desc desc;            // resolved
    size_t memory;                  // of the one allocation, which begins here
    uint64_t process;               // that has opened it
    uint8_t *pool;
    size_t block_size, small_size;  // the second 0: no small blocks
    uint32_t block_count, wake_ends, low_blocks;
    size_t wake_bytes;
    gc_writer_priv_block *blocks;   // block_count, then the parts of each
    gc_writer_priv_split *splits;   // block_count
    gc_writer_priv_slot *slots;
    char *paths;                    // short_path bytes a slot
    char *long_paths;               // max_path bytes each
    size_t short_path;              // max_path, if that is less
    char *polled;                   // paths and details of the last events, one behind the other
    char *waited;                   // detail of the last event of gc_writer_wait_event
    size_t detail_capacity;         // for a stage, the root, a path, a result and an errno
    uint32_t *buckets;              // of paths: the last file of each that has ended
    uint32_t bucket_mask;
    gc_writer_priv_worker *workers;
    uint32_t worker_count;          // and behind them one more, for a load that waits
    int root, lock_fd;
    uint64_t id;

    // Under the lock.
    uint32_t free_first, free_blocks;
    uint32_t split_first, free_small;   // cut blocks with a free part; these parts
    uint64_t long_free;             // bit i: long path i
    gc_writer_priv_watch *watch;    // NULL: nobody has looked
    gc_writer_priv_list free, ended, events, filling, open;
    gc_writer_priv_list logs;       // appended to and not ended: of one path one at most
    gc_writer_priv_list dirty, syncing, notices;
    gc_writer_priv_list ready[GC_WRITER_PRIV_WORKS];
    gc_writer_priv_list lanes[GC_WRITER_PRIV_PRIORITIES][GC_WRITER_PRIV_LANES];
    uint32_t waiting[GC_WRITER_PRIV_WORKS];  // in lanes, and nobody works on them
    uint64_t pending[GC_WRITER_PRIV_WORKS];  // bytes
    uint32_t file_waiters, room_waiters, flush_waiters;
    uint32_t room_told;             // of them, and have not looked yet
    uint32_t most_blocks;           // that a gc_writer_room waits for; 0: none
    uint32_t least_blocks;          // at most the least one of them waits for
    uint32_t descriptors;           // of temporaries
    uint32_t leaving, exited;       // threads that have nothing more to do; that have come to their end
    uint32_t calls;                 // of log, notify and unsaved that are under way
    bool muted;                     // no more of them
    bool abandoned;                 // by gc_writer_close: the last thread frees the writer
    bool root_closed;
    bool starved;                   // a call had found too little room
    void *replaced;                 // a block of the allocator, of a put that was replaced: freed
    size_t replaced_size;           // when the lock is given back
    bool spill;                     // write out also blocks that are not full
    bool stopping;
    bool dropping;                  // what nobody has in hand is not written any more
    bool notify_due;
    bool pump_due;                  // who pumps was told that there is work
    uint64_t pump_news;             // looks whether there is
    bool unsynced_folders;          // folders were made and not synced
    uint32_t map_count;
    bool map_news;                  // a mapped log wants a thread
    uint32_t dozing;                // the first thread sleeps; without the lock
    uint64_t sealed;                // bytes of open files' full blocks; as much as fits on the disk
    uint64_t disk_free;             // bytes; UINT64_MAX: unknown
    uint64_t disk_ms, disk_written, disk_next;      // when it was looked at, what was written by then, and
                                                    // after so many bytes more it is again
    uint64_t ended_count;
    uint64_t least_ended;           // at most the least that a gc_writer_flush waits for
    gc_writer_statistics statistics;

    // Of the one that publishes durable files.
    uint32_t stuck;                 // 1 + a set whose files have not all got their names, and that is tried
    uint64_t stuck_ms;              // again from here on; the lock
    bool recovered;                 // open: a dead writer's set was finished;
    int record_error;               // one could not be, an errno
    uint32_t unsynced_root;         // open made so many folders, the root and above it, and did not sync
                                    // those that they are in
    int root_error;                 // errno of such an fsync: never tried again
    gc_writer_priv_mutex mutex;
    gc_writer_priv_condition done;  // for waiting callers;
    gc_writer_priv_condition room;  // those in gc_writer_room
#ifdef GC_WRITER_PRIV_MAPPED
    gc_writer_priv_map maps[GC_WRITER_PRIV_MAPS];
#endif

    // The lock's owner, see GC_WRITER_PRIV_LOCKED.
#ifndef NDEBUG
    bool locked;
    gc_writer_priv_thread_id owner;
#endif
};

// >>platform the lock, and every system call for files, for Windows and for POSIX

// >>common lock
// Fields "under the lock" are touched between lock and unlock. In debug builds the lock knows
// its owner, and a function that is called under the lock begins with GC_WRITER_PRIV_LOCKED.
#ifdef NDEBUG
#define GC_WRITER_PRIV_LOCKED(x) ((void)(x))
#define GC_WRITER_PRIV_OWN(x, take) ((void)(take))
#else
#define GC_WRITER_PRIV_LOCKED(x) GC_WRITER_ASSERT(gc_writer_priv_is_locked(x) && "gc_writer: not locked")
#define GC_WRITER_PRIV_OWN(x, take) gc_writer_priv_own(x, take)

// Does this thread have the lock?
GC_WRITER_PRIV_UNUSED static bool gc_writer_priv_is_locked(const gc_writer *x) {
    return x->locked && gc_writer_priv_same_thread(x->owner, gc_writer_priv_this_thread());
}

// Just after the lock is taken, or just before it is given back.
static void gc_writer_priv_own(gc_writer *x, bool take) {
    GC_WRITER_ASSERT(x->locked != take && "gc_writer: locked twice, or not at all");
    x->locked = take;
    if (take) x->owner = gc_writer_priv_this_thread();
}
#endif

static void gc_writer_priv_lock(gc_writer *x) {
    gc_writer_priv_sys_lock(&x->mutex);
    GC_WRITER_PRIV_OWN(x, true);
}

static void gc_writer_priv_unlock(gc_writer *x) {
    GC_WRITER_PRIV_OWN(x, false);
    gc_writer_priv_sys_unlock(&x->mutex);
}

// Gives the lock back, waits as sys_wait does, and has it again when it returns.
static void gc_writer_priv_condition_wait(gc_writer *x, gc_writer_priv_condition *condition, uint64_t ms) {
    GC_WRITER_PRIV_LOCKED(x);
    GC_WRITER_PRIV_OWN(x, false);
    gc_writer_priv_sys_wait(condition, &x->mutex, ms);
    GC_WRITER_PRIV_OWN(x, true);
}
// <<common lock

#if defined(_WIN32)

// ---- Windows

// A lock file is held open without sharing, which stands for flock; a file that is being
// written is not shared for writing. Durability rests on FlushFileBuffers' call, for files and
// for folders.

// >>common nt
// NtCreateFile takes a folder's handle and a name relative to it, as openat does; the Win32
// functions take whole paths only. Handles of files have 32 significant bits also on 64-bit
// Windows (Microsoft, "Interprocess Communication Between 32-bit and 64-bit Applications"), so
// they are kept in ints, as descriptors are. Below the root no symbolic link, junction or mount
// point is followed, and nothing is opened under another name of it (LONGNA~1). Where the file
// system ignores case, "Case" and "case" are one file.

typedef struct gc_writer_priv_nt_calls {
    LONG(NTAPI *create)(HANDLE *, ULONG, OBJECT_ATTRIBUTES *, IO_STATUS_BLOCK *, LARGE_INTEGER *, ULONG,
                        ULONG, ULONG, ULONG, void *, ULONG);
    LONG(NTAPI *close)(HANDLE);
    LONG(NTAPI *read)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, LARGE_INTEGER *,
                      ULONG *);
    LONG(NTAPI *write)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, LARGE_INTEGER *,
                       ULONG *);
    LONG(NTAPI *flush)(HANDLE, IO_STATUS_BLOCK *);
    LONG(NTAPI *query)(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, ULONG);
    LONG(NTAPI *set)(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, ULONG);
    LONG(NTAPI *list)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, BOOLEAN,
                      UNICODE_STRING *, BOOLEAN);
    BOOLEAN(NTAPI *to_path)(const WCHAR *, UNICODE_STRING *, WCHAR **, void *);
    void(NTAPI *free_path)(UNICODE_STRING *);
} gc_writer_priv_nt_calls;

static gc_writer_priv_nt_calls gc_writer_priv_nt;         // constant once it is filled in
static INIT_ONCE gc_writer_priv_nt_once;

static FARPROC gc_writer_priv_nt_find(const char *name) {
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
}

static BOOL CALLBACK gc_writer_priv_nt_fill(INIT_ONCE *once, void *argument, void **context) {
    // In the order of the struct.
    static const char *const names[] = {
        "NtCreateFile", "NtClose", "NtReadFile", "NtWriteFile", "NtFlushBuffersFile",
        "NtQueryInformationFile", "NtSetInformationFile", "NtQueryDirectoryFile",
        "RtlDosPathNameToNtPathName_U", "RtlFreeUnicodeString"};
    FARPROC calls[sizeof names / sizeof names[0]];
    (void)once, (void)argument, (void)context;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        calls[i] = gc_writer_priv_nt_find(names[i]);
        if (!calls[i]) return FALSE;
    }
    memcpy((void *)&gc_writer_priv_nt, (const void *)calls, sizeof calls);
    return TRUE;
}

static bool gc_writer_priv_nt_load(void) {
    if (InitOnceExecuteOnce(&gc_writer_priv_nt_once, gc_writer_priv_nt_fill, NULL, NULL)) return true;
    errno = ENOSYS;
    return false;
}

static HANDLE gc_writer_priv_handle(int fd) { return (HANDLE)(intptr_t)fd; }

enum {
    GC_WRITER_PRIV_WIDE = 8192,              // UTF-16 units of a whole name: root and path
    GC_WRITER_PRIV_SHARE = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE
};

// False when the status (ntstatus.h) is an error: the errno that says the same, or EIO.
static bool gc_writer_priv_nt_ok(LONG status) {
    static const struct { uint32_t status; int error; } known[] = {
        // NO_SUCH_FILE, OBJECT_NAME_NOT_FOUND, OBJECT_PATH_NOT_FOUND
        {0xc000000fu, ENOENT}, {0xc0000034u, ENOENT}, {0xc000003au, ENOENT},
        // BAD_NETWORK_PATH, BAD_NETWORK_NAME
        {0xc00000beu, ENOENT}, {0xc00000ccu, ENOENT},
        // OBJECT_NAME_COLLISION, FILE_IS_A_DIRECTORY, NOT_A_DIRECTORY
        {0xc0000035u, EEXIST}, {0xc00000bau, EISDIR}, {0xc0000103u, ENOTDIR},
        // ACCESS_DENIED, CANNOT_DELETE, PRIVILEGE_NOT_HELD
        {0xc0000022u, EACCES}, {0xc0000121u, EACCES}, {0xc0000061u, EPERM},
        // SHARING_VIOLATION, FILE_LOCK_CONFLICT, DELETE_PENDING
        {0xc0000043u, EBUSY}, {0xc0000054u, EBUSY}, {0xc0000056u, EBUSY},
        // DISK_FULL, DISK_QUOTA_EXCEEDED, FILE_TOO_LARGE
        {0xc000007fu, ENOSPC}, {0xc0000802u, ENOSPC}, {0xc0000904u, EFBIG},
        // TOO_MANY_OPENED_FILES, MEDIA_WRITE_PROTECTED
        {0xc000011fu, EMFILE}, {0xc00000a2u, EROFS},
        // NO_MEMORY, INSUFFICIENT_RESOURCES
        {0xc0000017u, ENOMEM}, {0xc000009au, ENOMEM},
        // INVALID_PARAMETER, OBJECT_NAME_INVALID, OBJECT_PATH_INVALID, OBJECT_PATH_SYNTAX_BAD
        {0xc000000du, EINVAL}, {0xc0000033u, EINVAL}, {0xc0000039u, EINVAL}, {0xc000003bu, EINVAL},
        // NAME_TOO_LONG, BUFFER_OVERFLOW (of a name)
        {0xc0000106u, ENAMETOOLONG}, {0x80000005u, ENAMETOOLONG},
        // STOPPED_ON_SYMLINK, REPARSE_POINT_NOT_RESOLVED, REPARSE_POINT_ENCOUNTERED
        {0x8000002du, ELOOP}, {0xc0000280u, ELOOP}, {0xc000050bu, ELOOP},
        // NOT_IMPLEMENTED, INVALID_INFO_CLASS, INVALID_DEVICE_REQUEST, NOT_SUPPORTED
        {0xc0000002u, ENOSYS}, {0xc0000003u, ENOSYS}, {0xc0000010u, ENOSYS}, {0xc00000bbu, ENOSYS}};

    if (status >= 0) return true;
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].status == (uint32_t)status) errno = known[i].error;
    }
    return false;
}

static bool gc_writer_priv_nt_query(int fd, int what, void *info, size_t size) {
    IO_STATUS_BLOCK io;
    HANDLE handle = gc_writer_priv_handle(fd);
    return gc_writer_priv_nt_ok(gc_writer_priv_nt.query(handle, &io, info, (ULONG)size, (ULONG)what));
}

static bool gc_writer_priv_nt_set(int fd, int what, void *info, size_t size) {
    IO_STATUS_BLOCK io;
    HANDLE handle = gc_writer_priv_handle(fd);
    return gc_writer_priv_nt_ok(gc_writer_priv_nt.set(handle, &io, info, (ULONG)size, (ULONG)what));
}

// UTF-16 with '\' for '/'. Returns the number of units, 0: errno.
static int gc_writer_priv_wide(const char *text, WCHAR *wide, int capacity) {
    int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, capacity);
    if (n == 0) errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EINVAL;
    for (int i = 0; i < n; i++) {
        if (wide[i] == '/') wide[i] = '\\';
    }
    return n - (n > 0);
}

// A path of the Win32 way as a whole name, of any length; nt.free_path frees it. False: errno.
static bool gc_writer_priv_nt_whole(const char *path, UNICODE_STRING *whole) {
    WCHAR wide[GC_WRITER_PRIV_WIDE];
    if (!gc_writer_priv_nt_load()) return false;
    if (path[0] && gc_writer_priv_wide(path, wide, GC_WRITER_PRIV_WIDE) == 0) return false;
    if (path[0] && gc_writer_priv_nt.to_path(wide, whole, NULL, NULL)) return true;
    errno = ENOENT;
    return false;
}

// ---- Windows: opening below a folder

// Opens a name of `length` units relative to a folder, or a whole one (folder -1).
static int gc_writer_priv_nt_open(int folder, WCHAR *name, int length, ULONG access, ULONG share,
                             ULONG disposition, ULONG options, ULONG attributes) {
    UNICODE_STRING text;
    OBJECT_ATTRIBUTES object;
    IO_STATUS_BLOCK io;
    HANDLE handle = NULL, above = folder < 0 ? NULL : gc_writer_priv_handle(folder);

    text.Buffer = name;
    text.Length = text.MaximumLength = (USHORT)((size_t)length * sizeof(WCHAR));
    InitializeObjectAttributes(&object, &text, OBJ_CASE_INSENSITIVE | attributes, above, NULL);

    access |= FILE_READ_ATTRIBUTES | SYNCHRONIZE;
    options |= FILE_SYNCHRONOUS_IO_NONALERT;
    LONG status = gc_writer_priv_nt.create(&handle, access, &object, &io, NULL, FILE_ATTRIBUTE_NORMAL, share,
                                      disposition, options, NULL, 0);
    return gc_writer_priv_nt_ok(status) ? (int)(intptr_t)handle : -1;
}

static bool gc_writer_priv_sys_close(int fd) {
    return gc_writer_priv_nt_ok(gc_writer_priv_nt.close(gc_writer_priv_handle(fd)));
}
// errno stays as it is.
static void gc_writer_priv_drop_handle(int fd) { gc_writer_priv_nt.close(gc_writer_priv_handle(fd)); }

// FILE_NAME_INFORMATION
typedef struct gc_writer_priv_nt_name {
    ULONG bytes;
    WCHAR text[GC_WRITER_PRIV_WIDE];
} gc_writer_priv_nt_name;

// The whole name on its volume, with long names for short ones. Returns its length without a
// '\' at the end; -1: errno.
static int gc_writer_priv_nt_name_of(int fd, gc_writer_priv_nt_name *name) {
    // FileNormalizedNameInformation. Before Windows 8, and on some network drives, there is
    // only the name as it was opened: FileNameInformation.
    if (!gc_writer_priv_nt_query(fd, 48, name, sizeof *name) &&
        !gc_writer_priv_nt_query(fd, 9, name, sizeof *name)) {
        return -1;
    }
    int n = (int)(name->bytes / sizeof(WCHAR));
    return n - (n > 0 && name->text[n - 1] == '\\');
}

// Do both names say the same, in any case?
static bool gc_writer_priv_nt_same(const WCHAR *a, const WCHAR *b, int length) {
    return CompareStringOrdinal(a, length, b, length, TRUE) == CSTR_EQUAL;
}

// Is what was opened under this name below the folder what the name says? A link, or another
// name for it (LONGNA~1), is ELOOP, a pipe or device EEXIST. Asks the handle, so that nobody
// can change it in between.
static bool gc_writer_priv_nt_check(int folder, const WCHAR *name, int length, int fd, bool *is_folder) {
    struct { ULONG attributes, tag; } info;     // FILE_ATTRIBUTE_TAG_INFORMATION, class 35
    gc_writer_priv_nt_name above, whole;
    if (!gc_writer_priv_nt_query(fd, 35, &info, sizeof info)) return false;
    *is_folder = (info.attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;

    // Not every reparse point is a link: the cloud's and deduplicated files are plain for
    // everybody.
    if (info.attributes & FILE_ATTRIBUTE_REPARSE_POINT) {
        bool device = info.tag >= 0x80000023u && info.tag <= 0x80000026u;   // a socket, pipe or device
        bool link = (info.tag & 0x20000000u) != 0;      // name surrogates: links and mount points
        errno = link ? ELOOP : EEXIST;
        if (link || device) return false;
    }
    if (GetFileType(gc_writer_priv_handle(fd)) != FILE_TYPE_DISK) {
        errno = EEXIST;
        return false;
    }

    // Its whole name must be the folder's, a '\', and the name that was asked for.
    int n = gc_writer_priv_nt_name_of(folder, &above), m = gc_writer_priv_nt_name_of(fd, &whole);
    if (n < 0 || m < 0) return false;
    if (m == n + 1 + length && whole.text[n] == '\\' &&
        (n == 0 || gc_writer_priv_nt_same(above.text, whole.text, n)) &&
        gc_writer_priv_nt_same(whole.text + n + 1, name, length)) {
        return true;
    }
    errno = ELOOP;
    return false;
}

// Opens what has the name in the folder, a link itself, or (".") the folder again. What was
// there already must be what the name says. -1: errno.
static int gc_writer_priv_nt_open_name(int folder, const char *name, ULONG access, ULONG share,
                                  ULONG disposition, ULONG options, bool *is_folder) {
    WCHAR wide[GC_WRITER_PRIV_NAME_SIZE];
    bool self = strcmp(name, ".") == 0;
    int length = self ? 0 : gc_writer_priv_wide(name, wide, GC_WRITER_PRIV_NAME_SIZE);
    if (length == 0 && !self) return -1;

    options |= FILE_OPEN_REPARSE_POINT;
    int fd = gc_writer_priv_nt_open(folder, wide, length, access, share, disposition, options, 0);
    *is_folder = self;
    if (fd < 0 || self || disposition == FILE_CREATE) return fd;
    if (gc_writer_priv_nt_check(folder, wide, length, fd, is_folder)) return fd;
    gc_writer_priv_drop_handle(fd);
    return -1;
}

// Opens whatever has the name, to look at it. -1: errno.
static int gc_writer_priv_nt_look(int folder, const char *name, bool *is_folder) {
    return gc_writer_priv_nt_open_name(folder, name, 0, GC_WRITER_PRIV_SHARE, FILE_OPEN, 0, is_folder);
}

// Is the name free, or a plain file? Otherwise errno says what stands there; ENOENT when
// `must_exist` and nothing does.
static bool gc_writer_priv_sys_replaceable(int folder, const char *name, bool must_exist) {
    bool is_folder;
    int fd = gc_writer_priv_nt_look(folder, name, &is_folder);
    if (fd < 0) return errno == ENOENT && !must_exist;
    gc_writer_priv_drop_handle(fd);
    errno = EISDIR;
    return !is_folder;
}

// A part of a path was no folder: ELOOP for a link, whatever the first try said.
static void gc_writer_priv_sys_explain(int folder, const char *name) {
    bool is_folder;
    int error = errno;
    if (error == ENOTDIR || error == EEXIST) {
        int fd = gc_writer_priv_nt_look(folder, name, &is_folder);
        if (fd >= 0) gc_writer_priv_drop_handle(fd);
        error = fd < 0 && errno == ELOOP ? ELOOP : ENOTDIR;
    }
    errno = error;
}

// *made: nobody else was faster.
static bool gc_writer_priv_sys_mkdir(int folder, const char *name, bool *made) {
    bool is_folder;
    int fd = gc_writer_priv_nt_open_name(folder, name, 0, GC_WRITER_PRIV_SHARE, FILE_CREATE,
                                    FILE_DIRECTORY_FILE, &is_folder);
    *made = fd >= 0;
    if (fd < 0) return errno == EEXIST;
    gc_writer_priv_drop_handle(fd);
    return true;
}

// ---- Windows: what is open

static bool gc_writer_priv_sys_info(int fd, gc_writer_priv_info *out) {
    // FileBasicInformation (4), FileStandardInformation (5), FileInternalInformation (6).
    struct { LARGE_INTEGER allocated, size; ULONG links; BOOLEAN removed, is_folder; } standard;
    struct { LARGE_INTEGER created, accessed, written, changed; ULONG attributes; } basic;
    LARGE_INTEGER index;
    if (!gc_writer_priv_nt_query(fd, 4, &basic, sizeof basic)) return false;
    if (!gc_writer_priv_nt_query(fd, 5, &standard, sizeof standard)) return false;
    if (!gc_writer_priv_nt_query(fd, 6, &index, sizeof index)) return false;

    // Everything below the root is on one device, since mount points are not followed.
    out->device = 0;
    out->inode = (uint64_t)index.QuadPart;
    out->size = (uint64_t)standard.size.QuadPart;
    out->links = standard.removed ? 0 : standard.links;
    out->modified = basic.written.QuadPart / 10000000 - INT64_C(11644473600);   // 100 ns since 1601
    out->plain = !standard.is_folder;
    out->is_folder = standard.is_folder != 0;
    return true;
}

// How many bytes, 0 at the end of the file; -1: errno.
static ptrdiff_t gc_writer_priv_read_at(int fd, void *data, size_t size, uint64_t offset) {
    IO_STATUS_BLOCK io;
    LARGE_INTEGER at;
    ULONG part = size < 0x40000000u ? (ULONG)size : 0x40000000u;
    at.QuadPart = (LONGLONG)offset;
    io.Information = 0;
    HANDLE handle = gc_writer_priv_handle(fd);
    LONG status = gc_writer_priv_nt.read(handle, NULL, NULL, NULL, &io, data, part, &at, NULL);
    if (status == (LONG)0xc0000011) return 0;           // END_OF_FILE
    return gc_writer_priv_nt_ok(status) ? (ptrdiff_t)io.Information : -1;
}

static ptrdiff_t gc_writer_priv_write_at(int fd, const void *data, size_t size, uint64_t offset) {
    IO_STATUS_BLOCK io;
    LARGE_INTEGER at;
    ULONG part = size < 0x40000000u ? (ULONG)size : 0x40000000u;
    if (offset > (uint64_t)INT64_MAX) {
        errno = EFBIG;
        return -1;
    }
    at.QuadPart = (LONGLONG)offset;
    io.Information = 0;
    HANDLE handle = gc_writer_priv_handle(fd);
    void *bytes = (void *)(uintptr_t)data;
    LONG status = gc_writer_priv_nt.write(handle, NULL, NULL, NULL, &io, bytes, part, &at, NULL);
    return gc_writer_priv_nt_ok(status) ? (ptrdiff_t)io.Information : -1;
}

// Down to the device. A failure must never be followed by another try: by then the error may be
// forgotten.
static bool gc_writer_priv_sys_sync(int fd) {
    IO_STATUS_BLOCK io;
    return gc_writer_priv_nt_ok(gc_writer_priv_nt.flush(gc_writer_priv_handle(fd), &io));
}

static bool gc_writer_priv_sys_resize(int fd, uint64_t size) {
    LARGE_INTEGER end;
    end.QuadPart = (LONGLONG)size;
    return gc_writer_priv_nt_set(fd, 20, &end, sizeof end);          // FileEndOfFileInformation
}

// Both with POSIX semantics where there are such (Windows 10 on NTFS): the old file goes at
// once, even if others have it open. False: errno.
static bool gc_writer_priv_nt_rename(int fd, int folder, const char *name) {
    struct { ULONG flags; HANDLE folder; ULONG bytes; WCHAR name[GC_WRITER_PRIV_NAME_SIZE]; } info;
    memset(&info, 0, sizeof info);
    int length = gc_writer_priv_wide(name, info.name, GC_WRITER_PRIV_NAME_SIZE);
    if (length == 0) return false;
    info.flags = 0x01 | 0x02 | 0x40;        // REPLACE_IF_EXISTS, POSIX_SEMANTICS, IGNORE_READONLY_ATTRIBUTE
    info.folder = gc_writer_priv_handle(folder);
    info.bytes = (ULONG)((size_t)length * sizeof(WCHAR));
    if (gc_writer_priv_nt_set(fd, 65, &info, sizeof info)) return true;      // FileRenameInformationEx
    if (errno != ENOSYS && errno != EINVAL) return false;
    info.flags = 1;
    return gc_writer_priv_nt_set(fd, 10, &info, sizeof info);                // FileRenameInformation
}

static bool gc_writer_priv_nt_remove(int fd) {
    ULONG flags = 0x01 | 0x02 | 0x10;       // DELETE, POSIX_SEMANTICS, IGNORE_READONLY_ATTRIBUTE
    BOOLEAN yes = TRUE;
    if (gc_writer_priv_nt_set(fd, 64, &flags, sizeof flags)) return true;    // FileDispositionInformationEx
    if (errno != ENOSYS && errno != EINVAL) return false;
    return gc_writer_priv_nt_set(fd, 13, &yes, sizeof yes);                  // FileDispositionInformation
}

static bool gc_writer_priv_nt_remove_name(int folder, const char *name, ULONG options) {
    bool is_folder;
    int fd = gc_writer_priv_nt_open_name(folder, name, DELETE, GC_WRITER_PRIV_SHARE, FILE_OPEN, options,
                                    &is_folder);
    if (fd < 0) return false;
    bool ok = gc_writer_priv_nt_remove(fd);
    gc_writer_priv_drop_handle(fd);
    return ok;
}
static bool gc_writer_priv_sys_rmdir(int folder, const char *name) {
    return gc_writer_priv_nt_remove_name(folder, name, FILE_DIRECTORY_FILE);
}

// ---- Windows: reading a folder

typedef struct gc_writer_priv_listing {
    int folder;
    bool restart, more;                 // more: the buffer has another entry, at `at`
    size_t at;
    const char *name;                   // of the entry; lives until the next
    bool may_be_folder;
    int error;                          // errno, once there is no next
    struct {                            // FILE_DIRECTORY_INFORMATION, without the name behind it
        ULONG next, index;
        LARGE_INTEGER created, accessed, written, changed, size, allocated;
        ULONG attributes, bytes;
    } entry;
    char text[GC_WRITER_PRIV_NAME_SIZE];
    union {
        LARGE_INTEGER align;
        uint8_t bytes[2048];            // one entry at least: 64 bytes and 255 units
    } buffer;
} gc_writer_priv_listing;

// Takes over the folder. False: it cannot be read.
static bool gc_writer_priv_list_open(gc_writer_priv_listing *list, int folder) {
    list->folder = folder;
    list->restart = true;
    list->more = false;
    list->name = list->text;
    return true;
}

// The next entry. False: no more, or an error.
static bool gc_writer_priv_list_next(gc_writer_priv_listing *list) {
    WCHAR wide[GC_WRITER_PRIV_NAME_SIZE];
    for (;;) {

        // An empty buffer is filled again.
        if (!list->more) {
            IO_STATUS_BLOCK io;
            LONG status = gc_writer_priv_nt.list(gc_writer_priv_handle(list->folder), NULL, NULL, NULL, &io,
                                            list->buffer.bytes, sizeof list->buffer, 1, FALSE, NULL,
                                            list->restart);
            // NO_MORE_FILES, NO_SUCH_FILE
            bool end = status == (LONG)0x80000006 || status == (LONG)0xc000000f;
            list->error = end || gc_writer_priv_nt_ok(status) ? 0 : errno;
            if (status != 0) return false;
            list->restart = false;
            list->at = 0;
        }

        memcpy(&list->entry, list->buffer.bytes + list->at, sizeof list->entry);
        size_t bytes = list->entry.bytes < sizeof wide ? list->entry.bytes : sizeof wide;
        memcpy(wide, list->buffer.bytes + list->at + sizeof list->entry, bytes);
        list->at += list->entry.next;
        list->more = list->entry.next != 0;

        // A name of more than 255 bytes is none of ours.
        int n = WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide, (int)(bytes / sizeof(WCHAR)),
                                    list->text, (int)sizeof list->text - 1, NULL, NULL);
        if (n == 0) continue;
        list->text[n] = 0;
        list->may_be_folder = (list->entry.attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        return true;
    }
}

static void gc_writer_priv_list_close(gc_writer_priv_listing *list) {
    gc_writer_priv_drop_handle(list->folder);
}
// <<common nt

// Another number in each process at each time.
static uint64_t gc_writer_priv_entropy(void) {
    FILETIME now;
    LARGE_INTEGER ticks;
    GetSystemTimeAsFileTime(&now);
    QueryPerformanceCounter(&ticks);
    uint64_t x = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime;
    return (x + (uint64_t)ticks.QuadPart) ^ gc_writer_priv_process() << 40;
}

// ---- Windows: what gc_writer.h alone does with them

// How sys_open opens: SYNC a folder to sync it, which only handles that may write can; NEW a
// file that is not there, AGAIN one that is, MAKE either; READ one to read it; SETTLE to sync
// it.
enum {
    GC_WRITER_PRIV_O_FOLDER,
    GC_WRITER_PRIV_O_LIST,
    GC_WRITER_PRIV_O_SYNC,
    GC_WRITER_PRIV_O_NEW,
    GC_WRITER_PRIV_O_AGAIN,
    GC_WRITER_PRIV_O_MAKE,
    GC_WRITER_PRIV_O_READ,
    GC_WRITER_PRIV_O_SETTLE = GC_WRITER_PRIV_O_AGAIN
};

// Opens `name` in a folder; flags: one GC_WRITER_PRIV_O_. -1: errno.
static int gc_writer_priv_sys_open_as(int folder, const char *name, int flags, uint32_t mode) {
    enum { ALL = GC_WRITER_PRIV_SHARE, ONE = FILE_SHARE_READ | FILE_SHARE_DELETE };  // one writer
    static const struct { ULONG access, share, disposition, options; } ways[] = {
        {FILE_TRAVERSE, ALL, FILE_OPEN, FILE_DIRECTORY_FILE},
        {FILE_LIST_DIRECTORY, ALL, FILE_OPEN, FILE_DIRECTORY_FILE},
        {FILE_ADD_FILE, ALL, FILE_OPEN, FILE_DIRECTORY_FILE},
        {FILE_WRITE_DATA, ONE, FILE_CREATE, FILE_NON_DIRECTORY_FILE},
        {FILE_WRITE_DATA, ONE, FILE_OPEN, FILE_NON_DIRECTORY_FILE},
        {FILE_WRITE_DATA | FILE_READ_DATA, ONE, FILE_OPEN_IF, FILE_NON_DIRECTORY_FILE},
        {FILE_READ_DATA, ALL, FILE_OPEN, FILE_NON_DIRECTORY_FILE}};

    bool is_folder;
    (void)mode;
    int fd = gc_writer_priv_nt_open_name(folder, name, ways[flags].access, ways[flags].share,
                                         ways[flags].disposition, ways[flags].options, &is_folder);
    if (fd < 0 && errno == EBUSY) errno = EWOULDBLOCK;
    return fd;
}

static int gc_writer_priv_sys_open(int folder, const char *name, int flags) {
    return gc_writer_priv_sys_open_as(folder, name, flags, 0);
}

// The whole path to a folder at once, under folder and through no link. -1 with ENOSYS where
// the system cannot (before Windows 10).
static int gc_writer_priv_sys_open_beneath(int folder, const char *path) {
    WCHAR wide[GC_WRITER_PRIV_MAX_PATH];
    int length = gc_writer_priv_wide(path, wide, GC_WRITER_PRIV_MAX_PATH);
    if (length == 0) return -1;

    int fd = gc_writer_priv_nt_open(folder, wide, length, FILE_TRAVERSE, GC_WRITER_PRIV_SHARE, FILE_OPEN,
                                    FILE_DIRECTORY_FILE, 0x1000);       // OBJ_DONT_REPARSE
    if (fd < 0 && errno == EINVAL) errno = ENOSYS;
    bool is_folder;
    if (fd < 0 || gc_writer_priv_nt_check(folder, wide, length, fd, &is_folder)) return fd;
    gc_writer_priv_drop_handle(fd);
    return -1;
}

static void gc_writer_priv_sys_start_sync(int fd) { (void)fd; }

// Writes a part of the pieces at least. How many bytes; -1: errno.
static ptrdiff_t gc_writer_priv_write_some(int fd, uint64_t offset, gc_writer_priv_piece *pieces, int count) {
    (void)count;
    return gc_writer_priv_write_at(fd, pieces->iov_base, pieces->iov_len, offset);
}

// Renames a file to `to` in another folder, or removes it (NULL). Virus scanners and indexers
// open files that have just been closed, and deny all others access for some ms: tries for 63.
static bool gc_writer_priv_nt_change(int folder, const char *name, int folder_to, const char *to) {
    for (DWORD pause = 1;; pause *= 2) {
        bool is_folder, ok = false;
        int fd = gc_writer_priv_nt_open_name(folder, name, DELETE, GC_WRITER_PRIV_SHARE, FILE_OPEN,
                                             FILE_NON_DIRECTORY_FILE, &is_folder);
        if (fd >= 0) {
            ok = to ? gc_writer_priv_nt_rename(fd, folder_to, to) : gc_writer_priv_nt_remove(fd);
            gc_writer_priv_drop_handle(fd);
        }

        if (ok || (errno != EBUSY && errno != EACCES) || pause > 32) return ok;
        Sleep(pause);
    }
}

static bool gc_writer_priv_sys_move(int folder, const char *from, int folder_to, const char *to) {
    return gc_writer_priv_nt_change(folder, from, folder_to, to);
}
static bool gc_writer_priv_sys_remove(int folder, const char *name) {
    return gc_writer_priv_nt_change(folder, name, folder, NULL);
}

// A second name for the file, in the same folder. False: errno.
static bool gc_writer_priv_sys_link(int folder, const char *name, const char *to) {
    struct { ULONG flags; HANDLE folder; ULONG bytes; WCHAR name[GC_WRITER_PRIV_NAME_SIZE]; } info;
    memset(&info, 0, sizeof info);
    int length = gc_writer_priv_wide(to, info.name, GC_WRITER_PRIV_NAME_SIZE);
    if (length == 0) return false;
    bool is_folder;
    int fd = gc_writer_priv_nt_open_name(folder, name, FILE_WRITE_ATTRIBUTES, GC_WRITER_PRIV_SHARE, FILE_OPEN,
                                         FILE_NON_DIRECTORY_FILE, &is_folder);
    if (fd < 0) return false;

    info.folder = gc_writer_priv_handle(folder);
    info.bytes = (ULONG)((size_t)length * sizeof(WCHAR));
    bool ok = gc_writer_priv_nt_set(fd, 11, &info, sizeof info);        // FileLinkInformation
    gc_writer_priv_drop_handle(fd);
    return ok;
}

// Permissions are not kept here.
static bool gc_writer_priv_sys_mode(int fd, uint32_t mode, bool executable) {
    (void)fd;
    (void)mode;
    (void)executable;
    return true;
}

// Has the file or folder been removed, though it is open?
static bool gc_writer_priv_sys_is_gone(int folder) {
    gc_writer_priv_info info;
    return gc_writer_priv_sys_info(folder, &info) && info.links == 0;
}

// Are both names those of one file?
static bool gc_writer_priv_sys_same(int folder, const char *a, const char *b) {
    gc_writer_priv_info first, second;
    bool is_folder;
    int fd = gc_writer_priv_nt_look(folder, a, &is_folder);
    int other = gc_writer_priv_nt_look(folder, b, &is_folder);
    bool same = fd >= 0 && other >= 0 && gc_writer_priv_sys_info(fd, &first) &&
                gc_writer_priv_sys_info(other, &second) && first.inode == second.inode;
    if (fd >= 0) gc_writer_priv_drop_handle(fd);
    if (other >= 0) gc_writer_priv_drop_handle(other);
    return same;
}

// Bytes that the disk has free for us; UINT64_MAX: unknown.
static uint64_t gc_writer_priv_sys_space(int folder) {
    struct { LARGE_INTEGER total, available; ULONG sectors, bytes; } info;      // FILE_FS_SIZE_INFORMATION
    LONG(NTAPI *volume)(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, ULONG) = NULL;
    IO_STATUS_BLOCK io;
    FARPROC found = gc_writer_priv_nt_find("NtQueryVolumeInformationFile");
    memcpy((void *)&volume, (const void *)&found, sizeof volume);
    if (!volume || volume(gc_writer_priv_handle(folder), &io, &info, sizeof info, 3) < 0) return UINT64_MAX;
    return (uint64_t)info.available.QuadPart * info.sectors * info.bytes;
}

// ---- Windows: lock files (open without sharing: one opener at a time) and logs

// Makes it. Returns its descriptor; -1: errno; EEXIST: try another name.
static int gc_writer_priv_sys_claim(int root, const char *name) {
    bool is_folder;
    return gc_writer_priv_nt_open_name(root, name, FILE_READ_DATA | DELETE, 0, FILE_CREATE,
                                       FILE_NON_DIRECTORY_FILE, &is_folder);
}

static void gc_writer_priv_sys_unclaim(int root, const char *name, int fd) {
    (void)root;
    (void)name;
    gc_writer_priv_nt_remove(fd);
    gc_writer_priv_drop_handle(fd);
}

// Is the lock file missing, or locked by nobody? With `remove` it goes, while we have its lock.
static bool gc_writer_priv_sys_is_dead(int root, const char *name, bool remove) {
    bool is_folder;
    int fd = gc_writer_priv_nt_open_name(root, name, FILE_READ_DATA | (remove ? DELETE : 0u), 0, FILE_OPEN,
                                         FILE_NON_DIRECTORY_FILE, &is_folder);
    if (fd < 0) return errno == ENOENT;
    if (remove) gc_writer_priv_nt_remove(fd);
    gc_writer_priv_drop_handle(fd);
    return true;
}

// The writer has opened a log, and nobody else has it for writing: makes sure that it has no
// other name. False: errno; ESTALE: it has been removed.
static bool gc_writer_priv_sys_claim_log(int folder, const char *name, int fd) {
    gc_writer_priv_info info;
    (void)folder;
    (void)name;
    if (!gc_writer_priv_sys_info(fd, &info)) return false;
    if (info.links == 1) return true;
    errno = info.links ? EEXIST : GC_WRITER_PRIV_ESTALE;
    return false;
}

// Another descriptor of the file, which keeps what the first one claimed; -1: there is none.
static int gc_writer_priv_sys_duplicate(int fd) {
    HANDLE copy, process = GetCurrentProcess();
    bool ok = DuplicateHandle(process, gc_writer_priv_handle(fd), process, &copy, 0, FALSE,
                              DUPLICATE_SAME_ACCESS);
    return ok ? (int)(intptr_t)copy : -1;
}

// An existing folder by its whole name, or with FILE_OPEN_IF a new one.
static int gc_writer_priv_nt_open_folder(WCHAR *name, int length, ULONG access, ULONG disposition) {
    return gc_writer_priv_nt_open(-1, name, length, access, GC_WRITER_PRIV_SHARE, disposition,
                                  FILE_DIRECTORY_FILE, 0);
}

// Has no living writer this lock file in the folder or in one above it, and is no record there
// that names its temporaries? Roots may lie in one another.
static bool gc_writer_priv_sys_is_orphan(int folder, const char *lock_name, const char *record) {
    WCHAR path[GC_WRITER_PRIV_WIDE];
    DWORD length = GetFinalPathNameByHandleW(gc_writer_priv_handle(folder), path, GC_WRITER_PRIV_WIDE, 0);
    if (length < 4 || length >= GC_WRITER_PRIV_WIDE) return false;
    path[1] = '?';          // "\\?\" is "\??\" there

    for (; length > 4; length--) {
        if (path[length - 1] != '\\' && path[length] != 0 && path[length] != '\\') continue;
        int fd = gc_writer_priv_nt_open_folder(path, (int)length, FILE_TRAVERSE, FILE_OPEN);
        if (fd < 0) {
            // What cannot be opened is no folder, or nobody with our rights has a root there.
            if (errno == EMFILE || errno == ENOMEM) return false;
            continue;
        }
        bool dead = gc_writer_priv_sys_is_dead(fd, lock_name, false) &&
                    !gc_writer_priv_sys_replaceable(fd, record, true);
        gc_writer_priv_drop_handle(fd);
        if (!dead) return false;
    }
    return true;
}

static void gc_writer_priv_list_rewind(gc_writer_priv_listing *list) {
    list->restart = true;
    list->more = false;
}

// What the entry is; its name stays. False: it has gone. Wine does not mark links: there one is
// told as what it leads to, and refused when it is read.
static bool gc_writer_priv_list_look(gc_writer_priv_listing *list, gc_writer_entry *entry) {
    bool is_folder = list->may_be_folder, plain = true;
    if (list->entry.attributes & FILE_ATTRIBUTE_REPARSE_POINT) {
        int fd = gc_writer_priv_nt_look(list->folder, list->text, &is_folder);
        if (fd < 0 && errno == ENOENT) return false;
        plain = fd >= 0;
        if (fd >= 0) gc_writer_priv_drop_handle(fd);
    }
    entry->type = !plain ? GC_WRITER_ENTRY_OTHER : is_folder ? GC_WRITER_ENTRY_FOLDER : GC_WRITER_ENTRY_FILE;
    entry->size = entry->type == GC_WRITER_ENTRY_FILE ? (uint64_t)list->entry.size.QuadPart : 0;
    entry->modified_ns = (list->entry.written.QuadPart - 116444736000000000) * 100;      // 100 ns since 1601
    entry->executable = false;
    return true;
}

#ifdef GC_WRITER_PRIV_MAPPED
// ---- Windows: mapping

static bool gc_writer_priv_sys_can_map(int fd) {
    return GetFileType(gc_writer_priv_handle(fd)) == FILE_TYPE_DISK;
}

// Maps a window of the file, which then ends behind it: its place on the disk is taken. NULL:
// errno.
static void *gc_writer_priv_sys_map(int fd, uint64_t offset) {
    uint64_t end = offset + GC_WRITER_PRIV_WINDOW;
    HANDLE section = CreateFileMappingW(gc_writer_priv_handle(fd), NULL, PAGE_READWRITE, (DWORD)(end >> 32),
                                        (DWORD)end, NULL);
    void *at = section ? MapViewOfFile(section, FILE_MAP_WRITE, (DWORD)(offset >> 32), (DWORD)offset,
                                       GC_WRITER_PRIV_WINDOW)
                       : NULL;
    DWORD error = GetLastError();
    if (section) CloseHandle(section);
    errno = error == ERROR_DISK_FULL || error == ERROR_HANDLE_DISK_FULL ? ENOSPC : EIO;
    return at;
}

static bool gc_writer_priv_sys_stretch(int fd, uint64_t from, uint64_t to) {
    return (void)fd, (void)from, (void)to, true;
}
static void gc_writer_priv_sys_unmap(void *at) { UnmapViewOfFile(at); }
static void gc_writer_priv_sys_populate(void *at, size_t size) { (void)at, (void)size; }
static void gc_writer_priv_sys_flush_map(void *at) { FlushViewOfFile(at, 0); }
static bool gc_writer_priv_try_lock(gc_writer *w) { return TryAcquireSRWLockExclusive(&w->mutex) != 0; }
static void gc_writer_priv_sys_let_go(int fd) { (void)fd; }
#endif

// ---- Windows: the root

// The root was made: syncs the folder it is in, of whose name `length` units are given. It
// happens at once, since later there is no way to it. False: errno.
static bool gc_writer_priv_nt_sync_parent(WCHAR *name, int length) {
    while (length > 0 && name[length - 1] == '\\') length--;
    while (length > 0 && name[length - 1] != '\\') length--;
    int parent = gc_writer_priv_nt_open_folder(name, length, FILE_ADD_FILE, FILE_OPEN);
    bool ok = parent >= 0 && gc_writer_priv_sys_sync(parent);
    if (parent >= 0) gc_writer_priv_drop_handle(parent);
    return ok;
}

// Opens the root by its whole name, or makes it; see below.
static int gc_writer_priv_nt_open_root(WCHAR *name, int length, bool make, bool durable, bool *unsynced) {
    const ULONG access = FILE_LIST_DIRECTORY | FILE_TRAVERSE;
    int fd = gc_writer_priv_nt_open_folder(name, length, access, FILE_OPEN);
    if (fd >= 0 || errno != ENOENT || !make) return fd;

    // It is missing: make it, durable.
    fd = gc_writer_priv_nt_open_folder(name, length, access, FILE_OPEN_IF);
    if (fd < 0) return -1;
    *unsynced = !gc_writer_priv_nt_sync_parent(name, length);
    if (!*unsynced || !durable) return fd;

    // The next open would assume it to be durable: so it goes again.
    int error = errno;
    gc_writer_priv_drop_handle(fd);
    fd = gc_writer_priv_nt_open_folder(name, length, DELETE, FILE_OPEN);
    if (fd >= 0) {
        gc_writer_priv_nt_remove(fd);
        gc_writer_priv_drop_handle(fd);
    }
    errno = error;
    return -1;
}

// Opens the root, or may make it; -1: errno. *unsynced: it was made, and the folder it is in is
// not synced yet.
static int gc_writer_priv_sys_open_root(const char *path, bool make, bool durable, bool *unsynced) {
    UNICODE_STRING whole;
    *unsynced = false;
    if (!gc_writer_priv_nt_whole(path, &whole)) return -1;
    int length = (int)(whole.Length / sizeof(WCHAR));
    int fd = gc_writer_priv_nt_open_root(whole.Buffer, length, make, durable, unsynced);

    int error = errno;
    gc_writer_priv_nt.free_path(&whole);
    errno = error;
    return fd;
}

static bool gc_writer_priv_sys_syncs_name(int fd) { return (void)fd, false; }
static bool gc_writer_priv_is_slash(char c) { return c == '/' || c == '\\'; }

// Writes the folder of the player's saves; false: there is none. What is asked is loaded here,
// since not every program links it.
GC_WRITER_PRIV_UNUSED static int gc_writer_priv_sys_user_folder(char *out, size_t capacity) {
    static const GUID saved_games = {
        0x4c5c32ff, 0xbb9d, 0x43b0, {0xb5, 0xb4, 0x2d, 0x72, 0xe5, 0x4e, 0xaa, 0xa4}};
    LONG(WINAPI *known_folder)(const GUID *, DWORD, HANDLE, WCHAR **);
    void(WINAPI *free_memory)(void *);
    HMODULE shell = LoadLibraryW(L"shell32.dll"), ole = LoadLibraryW(L"ole32.dll");
    FARPROC call = shell ? GetProcAddress(shell, "SHGetKnownFolderPath") : NULL;
    FARPROC frees = ole ? GetProcAddress(ole, "CoTaskMemFree") : NULL;
    memcpy((void *)&known_folder, (const void *)&call, sizeof call);
    memcpy((void *)&free_memory, (const void *)&frees, sizeof frees);

    WCHAR *path = NULL;
    int result = GC_WRITER_E_NOT_FOUND;
    if (call && frees && known_folder(&saved_games, 0, NULL, &path) == 0) {
        int most = capacity > INT_MAX ? INT_MAX : (int)capacity;
        bool fits = WideCharToMultiByte(CP_UTF8, 0, path, -1, out, most, NULL, NULL) > 0;
        result = fits ? GC_WRITER_OK : GC_WRITER_E_TOO_LARGE;
    }
    if (frees) free_memory(path);
    if (ole) FreeLibrary(ole);
    if (shell) FreeLibrary(shell);
    return result;
}

#else // POSIX

// ---- POSIX

// Another number in each process at each time.
static uint64_t gc_writer_priv_entropy(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) ^ gc_writer_priv_process() << 40;
}

// >>common posix
// Folders are opened for their entries alone where the system can: no right to read them is
// needed. LIST: to read it.
#ifdef O_PATH
#define GC_WRITER_PRIV_O_FOLDER (O_PATH | O_DIRECTORY | O_NOFOLLOW)
#else
#define GC_WRITER_PRIV_O_FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
#endif
#define GC_WRITER_PRIV_O_LIST (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK)

// result = call, again while a signal interrupts it.
#define GC_WRITER_PRIV_RETRY(result, call) \
    do { \
        int interrupts = GC_WRITER_PRIV_INTERRUPTS; \
        do (result) = (call); \
        while ((result) < 0 && errno == EINTR && --interrupts > 0); \
    } while (0)

// Opens `name` in a folder; flags: one GC_WRITER_PRIV_O_. -1: errno.
static int gc_writer_priv_sys_open_as(int folder, const char *name, int flags, uint32_t mode) {
    int fd;
    GC_WRITER_PRIV_RETRY(fd, openat(folder, name, flags | O_CLOEXEC, (mode_t)mode));
    return fd;
}

// After EINTR the descriptor is gone (Linux, BSD), and nothing is known to be wrong.
static bool gc_writer_priv_sys_close(int fd) { return close(fd) == 0 || errno == EINTR; }

// Down to the device where the system tells the two apart. A failure other than EINTR must
// never be followed by another try: the kernel has forgotten the error by then (Rebello et al.,
// "Can Applications Recover from fsync Failures?", 2020).
static bool gc_writer_priv_sys_sync(int fd) {
    int result;
#ifdef F_FULLFSYNC
    GC_WRITER_PRIV_RETRY(result, fcntl(fd, F_FULLFSYNC));
    if (result == 0) return true;
    // Only where the file system does not know it.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY && errno != ENODEV) return false;
#endif
    GC_WRITER_PRIV_RETRY(result, fsync(fd));
    return result == 0;
}

// Where off_t is too small for the offset, the file is too large: EFBIG.
static bool gc_writer_priv_off_t(uint64_t offset, off_t *at) {
    *at = (off_t)offset;
    if (*at >= 0 && (uint64_t)*at == offset) return true;
    errno = EFBIG;
    return false;
}

// How many bytes, 0 at the end of the file; -1: errno.
static ptrdiff_t gc_writer_priv_read_at(int fd, void *data, size_t size, uint64_t offset) {
    off_t at;
    ssize_t n;
    if (!gc_writer_priv_off_t(offset, &at)) return -1;
    GC_WRITER_PRIV_RETRY(n, pread(fd, data, size, at));
    return n;
}

static bool gc_writer_priv_sys_resize(int fd, uint64_t size) {
    off_t end;
    int result;
    if (!gc_writer_priv_off_t(size, &end)) return false;
    GC_WRITER_PRIV_RETRY(result, ftruncate(fd, end));
    return result == 0;
}

static bool gc_writer_priv_sys_move(int folder, const char *from, int folder_to, const char *to) {
    int result;
    GC_WRITER_PRIV_RETRY(result, renameat(folder, from, folder_to, to));
    return result == 0;
}

static bool gc_writer_priv_sys_remove(int folder, const char *name) {
    int result;
    GC_WRITER_PRIV_RETRY(result, unlinkat(folder, name, 0));
    return result == 0;
}

// *made: nobody else was faster.
static bool gc_writer_priv_sys_mkdir(int folder, const char *name, bool *made) {
    int result;
    GC_WRITER_PRIV_RETRY(result, mkdirat(folder, name, 0777));
    *made = result == 0;
    return result == 0 || errno == EEXIST;
}

static bool gc_writer_priv_sys_rmdir(int folder, const char *name) {
    return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

// Locks a file, unless somebody else has it: EWOULDBLOCK.
static bool gc_writer_priv_sys_flock(int fd) {
    int result;
    GC_WRITER_PRIV_RETRY(result, flock(fd, LOCK_EX | LOCK_NB));
    return result == 0;
}

// ---- POSIX: looking at what is there

// Is the name free, or a plain file? Otherwise errno says what stands there; ENOENT when
// `must_exist` and nothing does.
static bool gc_writer_priv_sys_replaceable(int folder, const char *name, bool must_exist) {
    struct stat info;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT && !must_exist;
    if (S_ISREG(info.st_mode)) return true;
    errno = S_ISDIR(info.st_mode) ? EISDIR : S_ISLNK(info.st_mode) ? ELOOP : EEXIST;
    return false;
}

// A part of a path was no folder: ELOOP for a link on every system, whatever openat said.
static void gc_writer_priv_sys_explain(int folder, const char *name) {
    int error = errno;
    struct stat info;
    bool no_folder = error == ENOTDIR || error == ELOOP || error == EMLINK;
    if (no_folder && fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0) {
        error = S_ISLNK(info.st_mode) ? ELOOP : ENOTDIR;
    }
    errno = error;
}

static bool gc_writer_priv_same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool gc_writer_priv_sys_info(int fd, gc_writer_priv_info *out) {
    struct stat info;
    if (fstat(fd, &info) != 0) return false;
    out->device = (uint64_t)info.st_dev;
    out->inode = (uint64_t)info.st_ino;
    out->size = info.st_size > 0 ? (uint64_t)info.st_size : 0;
    out->links = (uint64_t)info.st_nlink;
    out->modified = (int64_t)info.st_mtime;
    out->plain = S_ISREG(info.st_mode);
    out->is_folder = S_ISDIR(info.st_mode);
    return true;
}

// ---- POSIX: reading a folder

typedef struct gc_writer_priv_listing {
    DIR *stream;
    const char *name;                   // of the entry; lives until the next
    bool may_be_folder;
    int error;                          // errno, once there is no next
} gc_writer_priv_listing;

// Takes over the folder. False: it cannot be read.
static bool gc_writer_priv_list_open(gc_writer_priv_listing *list, int folder) {
    list->stream = fdopendir(folder);
    if (!list->stream) close(folder);
    return list->stream != NULL;
}

// The next entry. False: no more, or an error.
static bool gc_writer_priv_list_next(gc_writer_priv_listing *list) {
    errno = 0;
    struct dirent *entry = readdir(list->stream);
    list->error = entry ? 0 : errno;
    if (!entry) return false;
    list->name = entry->d_name;
#ifdef DT_DIR
    list->may_be_folder = entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN;
#else
    list->may_be_folder = true;
#endif
    return true;
}

static void gc_writer_priv_list_close(gc_writer_priv_listing *list) { closedir(list->stream); }
// <<common posix

// ---- POSIX: what gc_writer.h alone does with them

// SYNC: a folder, to sync it; NEW: a file that is not there; AGAIN: one that is; MAKE: either;
// READ: to read one; SETTLE: to sync one.
#define GC_WRITER_PRIV_O_SYNC (O_RDONLY | O_DIRECTORY)
#define GC_WRITER_PRIV_O_NEW (O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
#define GC_WRITER_PRIV_O_AGAIN (O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
#define GC_WRITER_PRIV_O_MAKE (O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
#define GC_WRITER_PRIV_O_READ (O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
#define GC_WRITER_PRIV_O_SETTLE GC_WRITER_PRIV_O_READ

static int gc_writer_priv_sys_open(int folder, const char *name, int flags) {
    return gc_writer_priv_sys_open_as(folder, name, flags, 0666);
}

// The whole path to a folder at once, under folder and through no link. -1 with ENOSYS where
// the system cannot.
static int gc_writer_priv_sys_open_beneath(int folder, const char *path) {
#if defined(__linux__) && defined(O_PATH) && !defined(__alpha__) && !defined(GC_WRITER_FORCE_NO_OPENAT2)
#ifdef SYS_openat2
    const long number = SYS_openat2;
#else
    const long number = 437;        // on every architecture but alpha
#endif

    // open_how of linux/openat2.h, which older systems lack.
    struct { uint64_t flags, mode, resolve; } how;
    how.flags = (uint64_t)GC_WRITER_PRIV_O_FOLDER;
    how.mode = 0;
    how.resolve = 0x02 | 0x04 | 0x08;   // RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH
    long fd;
    GC_WRITER_PRIV_RETRY(fd, syscall(number, folder, path, &how, sizeof how));
    return (int)fd;
#else
    (void)folder;
    (void)path;
    errno = ENOSYS;
    return -1;
#endif
}

// Sends the file's data on its way without waiting: a hint.
static void gc_writer_priv_sys_start_sync(int fd) {
#ifdef SYNC_FILE_RANGE_WRITE
    int error = errno;
    sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
    errno = error;
#else
    (void)fd;
#endif
}

#ifdef __linux__
// The kind of the file system; 0: it is not told.
static unsigned long gc_writer_priv_sys_type(int fd) {
    struct statfs info;
    return fstatfs(fd, &info) == 0 ? (unsigned long)info.f_type & 0xffffffffu : 0;
}
#endif

// Is a new file's name on the disk when the file is synced? Of ext4, xfs and btrfs it is. ext2
// has ext4's number: there a power cut between the names of a set can leave some of them.
static bool gc_writer_priv_sys_syncs_name(int fd) {
#ifdef __linux__
    unsigned long type = gc_writer_priv_sys_type(fd);
    return type == 0xef53u || type == 0x58465342u || type == 0x9123683eu;
#else
    return (void)fd, false;
#endif
}

// Writes a part of the pieces at least. How many bytes; -1: errno.
static ptrdiff_t gc_writer_priv_write_some(int fd, uint64_t offset, gc_writer_priv_piece *pieces, int count) {
    off_t at;
    ssize_t n;
    if (!gc_writer_priv_off_t(offset, &at)) return -1;
#if defined(__linux__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) || \
    defined(__DragonFly__)
    GC_WRITER_PRIV_RETRY(n, pwritev(fd, pieces, count, at));
#else
    (void)count;
    GC_WRITER_PRIV_RETRY(n, pwrite(fd, pieces->iov_base, pieces->iov_len, at));
#endif
    return n;
}

// A second name for the file, in the same folder. False: errno.
static bool gc_writer_priv_sys_link(int folder, const char *name, const char *to) {
    int result;
    GC_WRITER_PRIV_RETRY(result, linkat(folder, name, folder, to, 0));
    return result == 0;
}

// Gives the file its permissions: those bits, or (0) those it has; and `executable` lets who
// may read it run it.
static bool gc_writer_priv_sys_mode(int fd, uint32_t mode, bool executable) {
    struct stat info;
    int result;
    if (fstat(fd, &info) != 0) return false;
    mode_t bits = mode ? (mode_t)mode : info.st_mode & 0777;
    if (executable) bits |= (bits & 0444) >> 2;
    if (bits == (info.st_mode & 07777)) return true;
    GC_WRITER_PRIV_RETRY(result, fchmod(fd, bits));
    return result == 0;
}

// Has the file or folder been removed, though it is open?
static bool gc_writer_priv_sys_is_gone(int folder) {
    struct stat info;
    if (fstat(folder, &info) != 0) return errno == ESTALE;      // NFS
    if (info.st_nlink == 0) return true;
    if (!S_ISDIR(info.st_mode)) return false;

    // Not every file system counts the links of folders.
    int fd = gc_writer_priv_sys_open(folder, ".", GC_WRITER_PRIV_O_FOLDER);
    if (fd < 0) return errno == ENOENT;
    close(fd);
    return false;
}

// Are both names those of one file?
static bool gc_writer_priv_sys_same(int folder, const char *a, const char *b) {
    struct stat first, second;
    return fstatat(folder, a, &first, AT_SYMLINK_NOFOLLOW) == 0 &&
           fstatat(folder, b, &second, AT_SYMLINK_NOFOLLOW) == 0 && gc_writer_priv_same_file(&first, &second);
}

// Bytes that the disk has free for us; UINT64_MAX: unknown.
static uint64_t gc_writer_priv_sys_space(int folder) {
    struct statvfs info;
    if (fstatvfs(folder, &info) != 0 || info.f_blocks == 0) return UINT64_MAX;
    return (uint64_t)info.f_bavail * info.f_frsize;
}

// ---- POSIX: lock files and logs

// Makes and locks a lock file. Returns its descriptor; -1: errno; EEXIST: try another name; 0:
// files cannot be locked here.
static int gc_writer_priv_sys_claim(int root, const char *name) {
    struct stat own, named;

    // A file open for writing would hold up a remount for reading only, so it is open for
    // reading where that is enough for a lock: on NFS it is not (EBADF).
    int fd = gc_writer_priv_sys_open(root, name, O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    if (fd < 0) return -1;
    bool locked = gc_writer_priv_sys_flock(fd);
    if (!locked && errno == EBADF) {
        unlinkat(root, name, 0);
        close(fd);
        fd = gc_writer_priv_sys_open(root, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW);
        if (fd < 0) return -1;
        locked = gc_writer_priv_sys_flock(fd);
    }

    // Another writer's sweep, which removes the file, has its lock; or came between our openat
    // and our flock, has taken it for dead, and removed it.
    int error;
    if (!locked) error = errno == EWOULDBLOCK || errno == EINTR ? EEXIST : 0;
    else if (fstat(fd, &own) != 0) error = errno;
    else if (fstatat(root, name, &named, AT_SYMLINK_NOFOLLOW) != 0) error = errno == ENOENT ? EEXIST : errno;
    else if (!gc_writer_priv_same_file(&own, &named)) error = EEXIST;
    else return fd;

    if (error != EEXIST) unlinkat(root, name, 0);
    close(fd);
    errno = error;
    return -1;
}

static void gc_writer_priv_sys_unclaim(int root, const char *name, int fd) {
    gc_writer_priv_sys_remove(root, name);
    close(fd);
}

// Is the lock file missing, or locked by nobody? With `remove` it goes, while we have its lock.
static bool gc_writer_priv_sys_is_dead(int root, const char *name, bool remove) {
    struct stat own, named;
    int fd = gc_writer_priv_sys_open(root, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    if (fd < 0) return errno == ENOENT;
    bool dead = gc_writer_priv_sys_flock(fd);
    if (dead && remove && fstat(fd, &own) == 0 && S_ISREG(own.st_mode) &&
        fstatat(root, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && gc_writer_priv_same_file(&own, &named)) {
        unlinkat(root, name, 0);
    }
    close(fd);
    return dead;
}

// Has no living writer this lock file in the folder or in one above it, and is no record there
// that names its temporaries? Roots may lie in one another.
static bool gc_writer_priv_sys_is_orphan(int folder, const char *lock_name, const char *record) {
    struct stat here, above, lock;
    int at = folder, up = -1;
    bool dead, top = false;
    do {
        // In this folder; where we may not look, nobody with our rights has a root.
        if (fstatat(at, record, &lock, AT_SYMLINK_NOFOLLOW) == 0) {
            dead = false;
        } else if (fstatat(at, lock_name, &lock, AT_SYMLINK_NOFOLLOW) == 0) {
            dead = gc_writer_priv_sys_is_dead(at, lock_name, false);
        } else {
            top = errno != ENOENT;
            dead = !top || (at != folder && (errno == EACCES || errno == EPERM));
        }

        // One up; the topmost folder is its own parent.
        if (dead && !top) {
            up = gc_writer_priv_sys_open(at, "..", GC_WRITER_PRIV_O_FOLDER);
            top = up < 0;
            if (top) dead = errno == EACCES || errno == EPERM;
            else if (fstat(at, &here) != 0 || fstat(up, &above) != 0) dead = false;
            else top = gc_writer_priv_same_file(&here, &above);
        }

        if (at != folder) close(at);
        at = up;
        up = -1;
    } while (dead && !top);

    if (at >= 0) close(at);
    return dead;
}

// Locks a log for the writer that has opened it, and makes sure that it is still the one of
// that name, plain and with no other name. False: errno; ESTALE: it is not.
static bool gc_writer_priv_sys_claim_log(int folder, const char *name, int fd) {
    struct stat own, named;
    // Without locks (ENOLCK, EOPNOTSUPP) it goes on unlocked.
    if (!gc_writer_priv_sys_flock(fd) && (errno == EWOULDBLOCK || errno == EINTR)) return false;

    if (fstat(fd, &own) != 0) return false;
    if (fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) errno = ESTALE;
        return false;
    }
    if (!gc_writer_priv_same_file(&own, &named)) errno = ESTALE;
    else if (!S_ISREG(own.st_mode) || own.st_nlink != 1) errno = EEXIST;
    else return true;
    return false;
}

// Another descriptor of the file, which keeps what the first one claimed; -1: there is none.
static int gc_writer_priv_sys_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 0); }

static void gc_writer_priv_list_rewind(gc_writer_priv_listing *list) { rewinddir(list->stream); }

// What the entry is; its name stays. False: it has gone, or errno.
static bool gc_writer_priv_list_look(gc_writer_priv_listing *list, gc_writer_entry *entry) {
    struct stat info;
    if (fstatat(dirfd(list->stream), list->name, &info, AT_SYMLINK_NOFOLLOW) != 0) return false;
    entry->type = S_ISREG(info.st_mode)   ? GC_WRITER_ENTRY_FILE
                  : S_ISDIR(info.st_mode) ? GC_WRITER_ENTRY_FOLDER
                                          : GC_WRITER_ENTRY_OTHER;
    entry->size = S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
    entry->executable = S_ISREG(info.st_mode) && (info.st_mode & S_IXUSR) != 0;
#ifdef __APPLE__
    const struct timespec *modified = &info.st_mtimespec;
#else
    const struct timespec *modified = &info.st_mtim;
#endif
    entry->modified_ns = (int64_t)modified->tv_sec * 1000000000 + modified->tv_nsec;
    return true;
}

#ifdef GC_WRITER_PRIV_MAPPED
// ---- POSIX: mapping

// Those of which it was tried that what was written once can always be written again by a
// mapping: ext4, xfs, tmpfs. Not where each write takes new places (btrfs), nor over a network.
static bool gc_writer_priv_sys_can_map(int fd) {
    unsigned long type = gc_writer_priv_sys_type(fd);
    return type == 0xef53u || type == 0x58465342u || type == 0x01021994u;
}

// Maps a window of the file, of which sys_stretch makes what can be touched. NULL: errno.
static void *gc_writer_priv_sys_map(int fd, uint64_t offset) {
    off_t at;
    if (!gc_writer_priv_off_t(offset, &at)) return NULL;
    void *p = mmap(NULL, GC_WRITER_PRIV_WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at);
    return p == MAP_FAILED ? NULL : p;
}

// Makes the file longer by zeros, which take their place on the disk. After fallocate a sync
// took 2.8 ms where it takes 0.2, since the places have to be marked as written. False: errno.
static bool gc_writer_priv_sys_stretch(int fd, uint64_t from, uint64_t to) {
    static char zeros[4096];        // not const: so it takes no bytes of the program's file
    while (from < to) {
        gc_writer_priv_piece pieces[8];
        int count = 0;
        for (uint64_t at = from; at < to && count < 8; at += pieces[count++].iov_len) {
            pieces[count].iov_base = zeros;
            pieces[count].iov_len = to - at < sizeof zeros ? (size_t)(to - at) : sizeof zeros;
        }
        ptrdiff_t n = gc_writer_priv_write_some(fd, from, pieces, count);
        if (n == 0) errno = EIO;
        if (n <= 0) return false;
        from += (uint64_t)n;
    }
    return true;
}
static void gc_writer_priv_sys_unmap(void *at) { munmap(at, GC_WRITER_PRIV_WINDOW); }

// A hint (Linux 5.14): its pages are there before they are touched.
static void gc_writer_priv_sys_populate(void *at, size_t size) {
    const int populate_write = 23;
    madvise(at, size, populate_write);
}
static bool gc_writer_priv_try_lock(gc_writer *w) { return pthread_mutex_trylock(&w->mutex) == 0; }

// Others may open the file, though a mapping of it stays.
static void gc_writer_priv_sys_let_go(int fd) { flock(fd, LOCK_UN); }

// ---- POSIX: what others change

// -1 where the system does not tell it; over a network it does not tell what others do.
static int gc_writer_priv_sys_watch(int root) {
    return gc_writer_priv_sys_can_map(root) ? inotify_init1(IN_NONBLOCK | IN_CLOEXEC) : -1;
}

// From now on it tells what changes in the folder. False: it cannot.
static bool gc_writer_priv_sys_watch_folder(int fd, int folder) {
    char path[48] = "";
    gc_writer_priv_append(path, sizeof path, "/proc/self/fd/");
    gc_writer_priv_append_number(path, sizeof path, (uint64_t)folder, 10, 1);
    return inotify_add_watch(fd, path, IN_CREATE | IN_DELETE | IN_MOVE | IN_MODIFY | IN_ATTRIB) >= 0;
}

// Has anything changed since it was asked last?
static bool gc_writer_priv_sys_news(int fd) {
    uint64_t events[256];
    bool news = fd < 0;
    while (fd >= 0 && read(fd, events, sizeof events) > 0) news = true;
    return news;
}
#endif

// ---- POSIX: the root

// Opens the root, or may make it; -1: errno. *unsynced: it was made, and the folder it is in is
// not synced yet.
static int gc_writer_priv_sys_open_root(const char *path, bool make, bool durable, bool *unsynced) {
    bool made = false;
    int fd = gc_writer_priv_sys_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
    if (fd < 0 && errno == ENOENT && make) {
        made = mkdir(path, 0777) == 0;
        if (made || errno == EEXIST) fd = gc_writer_priv_sys_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
    }

    *unsynced = made && !durable;
    if (fd < 0 || !made || !durable) return fd;

    int parent = gc_writer_priv_sys_open(fd, "..", O_RDONLY | O_DIRECTORY);
    bool ok = parent >= 0 && gc_writer_priv_sys_sync(parent);
    int error = errno;
    if (parent >= 0) close(parent);
    if (ok) return fd;

    // The next open would assume it to be durable: so it goes again.
    close(fd);
    rmdir(path);
    errno = error;
    return -1;
}

static bool gc_writer_priv_is_slash(char c) { return c == '/'; }

// Writes the folder of what belongs to the user. What is no whole path counts as not there (XDG
// Base Directory Specification 0.8).
GC_WRITER_PRIV_UNUSED static int gc_writer_priv_sys_user_folder(char *out, size_t capacity) {
#if defined(__ANDROID__) || defined(__EMSCRIPTEN__)
    (void)out, (void)capacity;
    return GC_WRITER_E_UNSUPPORTED;
#else
    const char *home = getenv("HOME"), *below = "/.local/share";

#ifdef __APPLE__
    below = "/Library/Application Support";
#else
    const char *data = getenv("XDG_DATA_HOME");
    if (data && data[0] == '/') {
        home = data;
        below = "";
    }
#endif

    if (!home || home[0] != '/') return GC_WRITER_E_NOT_FOUND;
    if (strlen(home) + strlen(below) >= capacity) return GC_WRITER_E_TOO_LARGE;
    gc_writer_priv_join(out, capacity, home, below, "");
    return GC_WRITER_OK;
#endif
}

#endif // POSIX

// ---- both

// Writes all of the pieces at the offset; short writes go on where they stopped. The pieces are
// used up.
static bool gc_writer_priv_sys_write(int fd, uint64_t offset, gc_writer_priv_piece *pieces, int count) {
    while (count > 0) {
        if (pieces->iov_len == 0) {
            pieces++;
            count--;
            continue;
        }
        ptrdiff_t n = gc_writer_priv_write_some(fd, offset, pieces, count);
        if (n == 0) errno = EIO;    // never seen for a plain file; no endless loop
        if (n <= 0) return false;

        // What was written goes from the front of the pieces.
        offset += (uint64_t)n;
        for (size_t rest = (size_t)n; rest > 0;) {
            size_t step = rest < pieces->iov_len ? rest : pieces->iov_len;
            pieces->iov_base = (uint8_t *)pieces->iov_base + step;
            pieces->iov_len -= step;
            rest -= step;
            if (pieces->iov_len == 0) {
                pieces++;
                count--;
            }
        }
    }
    return true;
}

static bool gc_writer_priv_sys_write_bytes(int fd, uint64_t offset, const void *data, size_t size) {
    gc_writer_priv_piece piece = {(void *)(uintptr_t)data, size};       // it is only read
    return gc_writer_priv_sys_write(fd, offset, &piece, 1);
}

// Reads up to `size` bytes at the offset; *got: fewer only at the end of the file.
static bool gc_writer_priv_sys_read(int fd, uint64_t offset, uint8_t *data, size_t size, size_t *got) {
    for (*got = 0; *got < size;) {
        ptrdiff_t n = gc_writer_priv_read_at(fd, data + *got, size - *got, offset + *got);
        if (n < 0) return false;
        if (n == 0) return true;
        *got += (size_t)n;
    }
    return true;
}

// Closes it, unless it is -1. errno stays as it is.
GC_WRITER_PRIV_APART void gc_writer_priv_drop(int fd) {
    int error = errno;
    if (fd >= 0) gc_writer_priv_sys_close(fd);
    errno = error;
}

// Is what was opened to be read a plain file, and how long is it?
static bool gc_writer_priv_sys_is_plain(int fd, uint64_t *size) {
    gc_writer_priv_info info;
    if (!gc_writer_priv_sys_info(fd, &info)) return false;
    *size = info.size;
    errno = info.is_folder ? EISDIR : EEXIST;
    return info.plain;
}

// Cuts the file to `size`. False: errno; ENOENT: it is shorter.
static bool gc_writer_priv_sys_cut(int fd, uint64_t size) {
    gc_writer_priv_info info;
    if (!gc_writer_priv_sys_info(fd, &info)) return false;
    if (info.size >= size) return gc_writer_priv_sys_resize(fd, size);
    errno = ENOENT;
    return false;
}

// Opens a folder below the root to read it, through no link; "": the root. -1: errno.
static int gc_writer_priv_sys_open_list(int root, const char *path) {
    int folder = root, flags = GC_WRITER_PRIV_O_FOLDER;
    do {
        char part[GC_WRITER_PRIV_NAME_SIZE] = ".";
        const char *slash = strchr(path, '/');
        size_t n = slash ? (size_t)(slash - path) : strlen(path);
        if (n) memcpy(part, path, n);
        if (n) part[n] = 0;
        if (!slash) flags = GC_WRITER_PRIV_O_LIST;

        int next = gc_writer_priv_sys_open(folder, part, flags);
        if (next < 0) gc_writer_priv_sys_explain(folder, part);
        if (folder != root) gc_writer_priv_drop(folder);
        folder = next;
        path = slash ? slash + 1 : path;
    } while (folder >= 0 && flags == GC_WRITER_PRIV_O_FOLDER);
    return folder;
}

#if !defined(GC_WRITER_PRIV_MAPPED) || defined(_WIN32)
static int gc_writer_priv_sys_watch(int root) { return (void)root, -1; }
static bool gc_writer_priv_sys_watch_folder(int fd, int folder) { return fd == folder; }
static bool gc_writer_priv_sys_news(int fd) { return fd < 0; }
#endif

// >>sweep what opening removes of dead writers

// Temporaries of dead writers go, in a folder and those below it; takes over `folder`. A
// temporary is dead when neither its folder nor one above holds the lock file of its living
// writer: roots may lie in one another. Order matters: a writer's lock file goes last, so that
// what an interrupted sweep leaves is swept by the next. A lock file without temporaries may
// belong to a writer that is just opening; it notices (gc_writer_priv_sys_claim), and a
// temporary can only be seen of one that has its lock. Temporaries that a record names stay
// until a writer of that root has finished the set.
static void gc_writer_priv_recover(gc_writer *w, const char *record, uint64_t id);
static GC_WRITER_PRIV_RARE void gc_writer_priv_sweep(gc_writer *w, int folder, int depth) {
    uint64_t id, known_id = 0;
    int known_dead = -1;        // of the writer known_id; its files stand in a row
    gc_writer_priv_listing list;
    if (!gc_writer_priv_list_open(&list, folder)) return;

    while (gc_writer_priv_list_next(&list)) {
        int kind = gc_writer_priv_parse_name(list.name, &id);
        if (kind == GC_WRITER_PRIV_NAME_TEMPORARY) {
            if (known_dead < 0 || known_id != id) {
                char lock_name[GC_WRITER_PRIV_NAME_SIZE], record[GC_WRITER_PRIV_NAME_SIZE];
                gc_writer_priv_lock_name(lock_name, id);
                gc_writer_priv_record_name(record, id);
                known_dead = gc_writer_priv_sys_is_orphan(folder, lock_name, record);
                known_id = id;
            }
            bool plain = known_dead > 0 && gc_writer_priv_sys_replaceable(folder, list.name, true);
            if (plain) gc_writer_priv_sys_remove(folder, list.name);
        } else if (kind == GC_WRITER_PRIV_NAME_RECORD && depth == GC_WRITER_PRIV_SWEEP_DEPTH) {
            gc_writer_priv_recover(w, list.name, id);
        } else if (kind == GC_WRITER_PRIV_NAME_OTHER && depth > 0 && list.may_be_folder) {
            if (strcmp(list.name, ".") == 0 || strcmp(list.name, "..") == 0) continue;
            int below = gc_writer_priv_sys_open(folder, list.name, GC_WRITER_PRIV_O_LIST);
            if (below >= 0) gc_writer_priv_sweep(w, below, depth - 1);
        }
    }

    // In the root itself, at last, the lock files of the dead.
    if (depth == GC_WRITER_PRIV_SWEEP_DEPTH) {
        gc_writer_priv_list_rewind(&list);
        while (gc_writer_priv_list_next(&list)) {
            bool lock = gc_writer_priv_parse_name(list.name, &id) == GC_WRITER_PRIV_NAME_LOCK;
            if (lock) gc_writer_priv_sys_is_dead(w->root, list.name, true);
        }
    }
    gc_writer_priv_list_close(&list);
}

// >>crc32c polynomial 0x1edc6f41, bits reflected

#ifndef GC_WRITER_NO_CRC32C
// Of each byte: the sum of its high half, and of each low one.
#define GC_WRITER_PRIV_CRC32C_ROW(x) \
    (x), (x) ^ 0xf26b8303u, (x) ^ 0xe13b70f7u, (x) ^ 0x1350f3f4u, \
    (x) ^ 0xc79a971fu, (x) ^ 0x35f1141cu, (x) ^ 0x26a1e7e8u, (x) ^ 0xd4ca64ebu, \
    (x) ^ 0x8ad958cfu, (x) ^ 0x78b2dbccu, (x) ^ 0x6be22838u, (x) ^ 0x9989ab3bu, \
    (x) ^ 0x4d43cfd0u, (x) ^ 0xbf284cd3u, (x) ^ 0xac78bf27u, (x) ^ 0x5e133c24u
static const uint32_t gc_writer_priv_crc32c_table[256] = {
    GC_WRITER_PRIV_CRC32C_ROW(0x00000000u), GC_WRITER_PRIV_CRC32C_ROW(0x105ec76fu),
    GC_WRITER_PRIV_CRC32C_ROW(0x20bd8edeu), GC_WRITER_PRIV_CRC32C_ROW(0x30e349b1u),
    GC_WRITER_PRIV_CRC32C_ROW(0x417b1dbcu), GC_WRITER_PRIV_CRC32C_ROW(0x5125dad3u),
    GC_WRITER_PRIV_CRC32C_ROW(0x61c69362u), GC_WRITER_PRIV_CRC32C_ROW(0x7198540du),
    GC_WRITER_PRIV_CRC32C_ROW(0x82f63b78u), GC_WRITER_PRIV_CRC32C_ROW(0x92a8fc17u),
    GC_WRITER_PRIV_CRC32C_ROW(0xa24bb5a6u), GC_WRITER_PRIV_CRC32C_ROW(0xb21572c9u),
    GC_WRITER_PRIV_CRC32C_ROW(0xc38d26c4u), GC_WRITER_PRIV_CRC32C_ROW(0xd3d3e1abu),
    GC_WRITER_PRIV_CRC32C_ROW(0xe330a81au), GC_WRITER_PRIV_CRC32C_ROW(0xf36e6f75u)};

// 0.4 GB/s; the instruction 8 GB/s (measured, 16 KB pieces, in cache).
static uint32_t gc_writer_priv_crc32c_plain(uint32_t crc, const uint8_t *p, size_t size) {
    for (; size > 0; size--) crc = crc >> 8 ^ gc_writer_priv_crc32c_table[(crc ^ *p++) & 0xff];
    return crc;
}

#ifdef GC_WRITER_PRIV_SSE42
// clang, from 14 on, has the instruction apart as well: -mno-crc32 or zig cc leave it out.
#if defined(__clang__) && __clang_major__ >= 14
__attribute__((target("sse4.2,crc32")))
#else
__attribute__((target("sse4.2")))
#endif
static uint32_t gc_writer_priv_crc32c_sse42(uint32_t crc, const uint8_t *p, size_t size) {
    uint64_t sum = crc;
    for (; size >= 8; size -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        sum = _mm_crc32_u64(sum, word);
    }
    crc = (uint32_t)sum;
    for (; size > 0; size--) crc = _mm_crc32_u8(crc, *p++);
    return crc;
}

// __builtin_cpu_supports wants a part of the compiler's library that not every linker has.
static bool gc_writer_priv_has_sse42(void) {
    static int known;       // 0: the processor was not asked yet, which takes a microsecond
    int has = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!has) {
        unsigned a, b, c = 0, d;
        has = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2) ? 1 : -1;
        __atomic_store_n(&known, has, __ATOMIC_RELAXED);
    }
    return has > 0;
}
#endif

GC_WRITER_API uint32_t gc_writer_crc32c(uint32_t crc, const void *data, size_t size) {
    GC_WRITER_ASSERT((data || !size) && "gc_writer_crc32c: data is NULL");
    if (!data) return crc;
    const uint8_t *bytes = (const uint8_t *)data;
#ifdef GC_WRITER_PRIV_SSE42
    if (gc_writer_priv_has_sse42()) return ~gc_writer_priv_crc32c_sse42(~crc, bytes, size);
#endif
    return ~gc_writer_priv_crc32c_plain(~crc, bytes, size);
}
#endif

// >>lists doubly linked lists of slots

static uint32_t gc_writer_priv_index(const gc_writer *w, const gc_writer_priv_slot *s) {
    return (uint32_t)(s - w->slots);
}

GC_WRITER_PRIV_APART char *gc_writer_priv_path(const gc_writer *w, const gc_writer_priv_slot *s) {
    if (s->long_path) return w->long_paths + (size_t)(s->long_path - 1) * w->desc.max_path;
    return w->paths + (size_t)gc_writer_priv_index(w, s) * w->short_path;
}

// The last part of a path.
static const char *gc_writer_priv_name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void gc_writer_priv_list_init(gc_writer_priv_list *list, uint32_t which) {
    list->first = list->last = GC_WRITER_PRIV_NONE;
    list->count = 0;
    list->link = which;
}

// Between two that follow each other; NONE: at an end.
static void gc_writer_priv_list_insert(gc_writer *w, gc_writer_priv_list *list, gc_writer_priv_slot *s,
                                       gc_writer_priv_link between) {
    uint32_t which = list->link, slot = gc_writer_priv_index(w, s);
    s->linked[which] = true;
    s->link[which] = between;
    if (between.previous != GC_WRITER_PRIV_NONE) w->slots[between.previous].link[which].next = slot;
    else list->first = slot;
    if (between.next != GC_WRITER_PRIV_NONE) w->slots[between.next].link[which].previous = slot;
    else list->last = slot;
    list->count++;
}

GC_WRITER_PRIV_APART void gc_writer_priv_list_append(gc_writer *w, gc_writer_priv_list *list,
                                                     gc_writer_priv_slot *s) {
    gc_writer_priv_link at_end = {list->last, GC_WRITER_PRIV_NONE};
    gc_writer_priv_list_insert(w, list, s, at_end);
}

// The slot behind `s` (NULL: the first); NULL: there is none more.
static gc_writer_priv_slot *gc_writer_priv_list_after(const gc_writer *w, const gc_writer_priv_list *list,
                                                      const gc_writer_priv_slot *s) {
    uint32_t slot = s ? s->link[list->link].next : list->first;
    return slot == GC_WRITER_PRIV_NONE ? NULL : &w->slots[slot];
}

// Does nothing with a slot that is in no such list.
static void gc_writer_priv_list_remove(gc_writer *w, gc_writer_priv_list *list, gc_writer_priv_slot *s) {
    uint32_t which = list->link;
    if (!s->linked[which]) return;
    s->linked[which] = false;
    uint32_t previous = s->link[which].previous, next = s->link[which].next;
    if (previous != GC_WRITER_PRIV_NONE) w->slots[previous].link[which].next = next;
    else list->first = next;
    if (next != GC_WRITER_PRIV_NONE) w->slots[next].link[which].previous = previous;
    else list->last = previous;
    list->count--;
}

// The slot of a handle; NULL: a stale one.
static gc_writer_priv_slot *gc_writer_priv_find(gc_writer *w, gc_writer_file file) {
    GC_WRITER_PRIV_LOCKED(w);
    if (file.generation == 0 || file.slot >= w->desc.max_files) return NULL;
    gc_writer_priv_slot *s = &w->slots[file.slot];
    return s->generation == file.generation && s->state != GC_WRITER_PRIV_FREE ? s : NULL;
}

// The same of a file that has not ended.
static gc_writer_priv_slot *gc_writer_priv_find_open(gc_writer *w, gc_writer_file file) {
    gc_writer_priv_slot *s = gc_writer_priv_find(w, file);
    return s && s->state == GC_WRITER_PRIV_BEGUN ? s : NULL;
}

// The handle of a slot that was begun, for a caller who wants it.
static void gc_writer_priv_hand_out(const gc_writer *w, const gc_writer_priv_slot *s, gc_writer_file *out) {
    if (!out || !s) return;
    out->slot = gc_writer_priv_index(w, s);
    out->generation = s->generation;
}

// What excludes what in a slot: looked at in debug builds, when its state or its hand changes.
#ifdef NDEBUG
#define GC_WRITER_PRIV_CHECK_SLOT(s) ((void)(s))
#else
#define GC_WRITER_PRIV_CHECK_SLOT(s)                                                                         \
    GC_WRITER_ASSERT(gc_writer_priv_is_sound(s) && "gc_writer: a slot contradicts itself")

GC_WRITER_PRIV_UNUSED static bool gc_writer_priv_is_sound(const gc_writer_priv_slot *s) {
    bool begun = s->state == GC_WRITER_PRIV_BEGUN, ended = s->state == GC_WRITER_PRIV_ENDED;
    bool log = s->kind == GC_WRITER_PRIV_LOG, call = s->kind > GC_WRITER_PRIV_LOG;
    bool blocks = s->chain_first != GC_WRITER_PRIV_NONE || s->current != GC_WRITER_PRIV_NONE;
    bool in_lane = ended && s->linked[GC_WRITER_PRIV_READY], blocked = s->leader != GC_WRITER_PRIV_NONE;

    // What is filled is open, and what is done or a call has nothing to write.
    if (!begun && (s->busy || s->reserved || s->current != GC_WRITER_PRIV_NONE)) return false;
    if (s->reserved && !s->busy) return false;
    if ((call || (!begun && !ended)) && (blocks || s->fd >= 0)) return false;
    if (s->settled && s->fd >= 0) return false;

    // Only what has ended is in a path's order and has a result; what is blocked is in no lane.
    if ((s->lined_up || blocked) && !ended) return false;
    if (blocked && (!s->lined_up || in_lane)) return false;
    if (begun && (s->aborted || s->dropped || s->replaced)) return false;
    if (s->replaced && s->kind != GC_WRITER_PRIV_PUT) return false;
    if ((s->kind == GC_WRITER_PRIV_MEMBER || s->kind == GC_WRITER_PRIV_TWIN) && in_lane) return false;

    // Only logs have notices, and are flushed and synced, while they are open.
    bool dirty = s->linked[GC_WRITER_PRIV_DIRTY] || s->linked[GC_WRITER_PRIV_SYNCING];
    return (log || !s->linked[GC_WRITER_PRIV_NOTICE]) && ((log && begun) || !dirty);
}
#endif

// The open log of that path; NULL: there is none.
static gc_writer_priv_slot *gc_writer_priv_log_of(const gc_writer *w, const char *path) {
    gc_writer_priv_slot *s = NULL;
    while ((s = gc_writer_priv_list_after(w, &w->logs, s)) != NULL) {
        if (strcmp(gc_writer_priv_path(w, s), path) == 0) return s;
    }
    return NULL;
}

// >>wake when a thread is woken, waiting callers and notify

// Waiting callers look again.
static void gc_writer_priv_changed(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_broadcast(&w->done);
    gc_writer_priv_broadcast(&w->room);
}

// Callers that wait for room look again: one for each `share` blocks that are free, less those
// that were told and have not looked. Told of each block, eight of them were woken seven times
// for one that they got. What is less than a share they find by themselves.
static void gc_writer_priv_tell_room(gc_writer *w, uint32_t share) {
    GC_WRITER_PRIV_LOCKED(w);
    if (!w->room_waiters || w->free_blocks < w->least_blocks) return;
    if (w->desc.pump || w->free_blocks < w->most_blocks) {
        gc_writer_priv_changed(w);      // they want unlike much: all look
        return;
    }
    while (w->room_told < w->room_waiters && w->free_blocks / (w->room_told + 1) >= share) {
        w->room_told++;
        gc_writer_priv_signal(&w->room);
    }
}

// What there is for one worker: open files with full blocks, ended ones, bytes.
typedef struct gc_writer_priv_load { uint32_t ready, waiting; uint64_t pending; } gc_writer_priv_load;
static gc_writer_priv_load gc_writer_priv_load_of(const gc_writer *w, const gc_writer_priv_worker *v) {
    gc_writer_priv_load load = {0, 0, 0};
    GC_WRITER_PRIV_LOCKED(w);
    for (int work = 0; work < GC_WRITER_PRIV_WORKS; work++) {
        if (!(v->serves >> work & 1)) continue;
        load.ready += w->ready[work].count;
        load.waiting += w->waiting[work];
        load.pending += w->pending[work];
    }
    return load;
}

#ifndef GC_WRITER_NO_THREADS
// Is what there is to do worth waking the thread, which sleeps or naps? The map's table.
static bool gc_writer_priv_is_urgent(const gc_writer *w, const gc_writer_priv_worker *v) {
    gc_writer_priv_load load = gc_writer_priv_load_of(w, v);
    bool sleeping = v->sleep == GC_WRITER_PRIV_SLEEPING, first = v == w->workers;
    if (w->stopping || ((w->spill || w->map_news) && first)) return true;

    // A sync wants bytes written, and then the disk; an appended file has its time.
    if (w->syncing.count && (load.ready || v->serves >> GC_WRITER_PRIV_SAFE & 1)) return true;
    if (sleeping && first && w->dirty.count && !v->timed) return true;

    // Somebody needs room or waits for all of it, much is pending, or nobody would look by
    // itself.
    bool needed = w->starved || w->spill || w->free_blocks < w->most_blocks;
    if (needed && (load.ready + load.waiting > 0 || (first && w->filling.count > 0))) return true;
    if (load.pending >= w->wake_bytes && load.ready + load.waiting > 0) return true;
    if (load.ready > 0 && sleeping) return true;

    if (v->helps && w->waiting[GC_WRITER_PRIV_SMALL] >= GC_WRITER_PRIV_MANY) return true;

    // A file has ended: a napping thread finds it soon enough, unless it is waited for or they
    // are many.
    return load.waiting > 0 &&
           (w->file_waiters || w->flush_waiters || sleeping || load.waiting >= w->wake_ends);
}
#endif

// Wakes the threads that sleep or nap and have enough to do.
static void gc_writer_priv_kick(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    w->pump_news++;
    bool told = !w->desc.pump || w->desc.synchronous || w->pump_due;
    for (uint32_t i = 0; !told && i < w->worker_count; i++) {
        gc_writer_priv_load load = gc_writer_priv_load_of(w, &w->workers[i]);
        if (load.ready + load.waiting + w->dirty.count == 0) continue;
        w->pump_due = w->notify_due = told = true;
    }
#ifndef GC_WRITER_NO_THREADS
    for (uint32_t i = 0; i < w->worker_count; i++) {
        gc_writer_priv_worker *v = &w->workers[i];
        if (v->sleep == GC_WRITER_PRIV_AWAKE || !gc_writer_priv_is_urgent(w, v)) continue;
        v->sleep = GC_WRITER_PRIV_AWAKE;
        gc_writer_priv_broadcast(&v->work);
    }
#endif
}

// Before and after a thread calls log or unsaved, without the lock: after gc_writer_close has
// left it behind it does not.
static bool gc_writer_priv_may_call(gc_writer *w) {
    gc_writer_priv_lock(w);
    bool may = !w->muted;
    if (may) w->calls++;
    gc_writer_priv_unlock(w);
    return may;
}
static void gc_writer_priv_called(gc_writer *w) {
    gc_writer_priv_lock(w);
    w->calls--;
    gc_writer_priv_unlock(w);
}

// Unlocks, and calls notify when something has become available.
static void gc_writer_priv_unlock_notify(gc_writer *w) {
    bool due = w->notify_due && w->desc.notify && !w->muted;
    void *replaced = w->replaced;
    size_t size = w->replaced_size;
    w->notify_due = false;
    w->replaced = NULL;
    if (due) w->calls++;
    gc_writer_priv_unlock(w);
    gc_writer_priv_resize(&w->desc.allocator, replaced, size, 0);
    if (!due) return;
    w->desc.notify(w->desc.user);
    gc_writer_priv_called(w);
}

// >>pool blocks: taken, filled, chained to their file, given back

// Each open file fills one block at a time. Files and writes of less than half a block take
// parts of a block, so that the pool holds 2 to 8 times as many. Index block_count + 8 * b + i
// is part i of block b; all blocks of a chain are treated alike.
static uint8_t *gc_writer_priv_data(const gc_writer *w, uint32_t block) {
    if (block < w->block_count) return w->pool + (size_t)block * w->block_size;
    return w->pool + (size_t)(block - w->block_count) * w->small_size;
}

static size_t gc_writer_priv_capacity(const gc_writer *w, uint32_t block) {
    return block < w->block_count ? w->block_size : w->small_size;
}

// Number of small blocks for `size` bytes of the file (NULL: of a new one); 0: use whole
// blocks.
static uint32_t gc_writer_priv_parts(const gc_writer *w, const gc_writer_priv_slot *s, size_t size) {
    if (w->small_size == 0 || size == 0 || size > w->block_size / 2 || (s && s->large)) return 0;
    size_t parts = (size - 1) / w->small_size + 1;
    return parts + (s ? s->small_blocks : 0u) <= GC_WRITER_PRIV_PARTS / 2 ? (uint32_t)parts : 0;
}

// Takes up to `want` blocks, linked in a row; returns how many.
static uint32_t gc_writer_priv_take(gc_writer *w, uint32_t want, uint32_t *first) {
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t n = want < w->free_blocks ? want : w->free_blocks, last = GC_WRITER_PRIV_NONE;
    *first = n ? w->free_first : GC_WRITER_PRIV_NONE;
    for (uint32_t i = 0; i < n; i++) {
        last = w->free_first;
        w->free_first = w->blocks[last].next;
        w->blocks[last].used = 0;
    }
    if (n) w->blocks[last].next = GC_WRITER_PRIV_NONE;
    w->free_blocks -= n;
    return n;
}

// Into the list of cut blocks with a free part.
static void gc_writer_priv_split_link(gc_writer *w, uint32_t block) {
    gc_writer_priv_split *split = &w->splits[block];
    split->previous = GC_WRITER_PRIV_NONE;
    split->next = w->split_first;
    if (split->next != GC_WRITER_PRIV_NONE) w->splits[split->next].previous = block;
    w->split_first = block;
}

static void gc_writer_priv_split_unlink(gc_writer *w, uint32_t block) {
    const gc_writer_priv_split *split = &w->splits[block];
    if (split->previous != GC_WRITER_PRIV_NONE) w->splits[split->previous].next = split->next;
    else w->split_first = split->next;
    if (split->next != GC_WRITER_PRIV_NONE) w->splits[split->next].previous = split->previous;
}

// Takes up to `want` small blocks, linked in a row; returns how many.
static uint32_t gc_writer_priv_take_small(gc_writer *w, uint32_t want, uint32_t *first) {
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t n = 0, last = GC_WRITER_PRIV_NONE;
    *first = GC_WRITER_PRIV_NONE;
    for (; n < want; n++) {
        // Where no cut block has a free part, another is cut.
        uint32_t block = w->split_first, part = 0;
        if (block == GC_WRITER_PRIV_NONE) {
            if (gc_writer_priv_take(w, 1, &block) == 0) break;
            w->splits[block].free_parts = (1u << GC_WRITER_PRIV_PARTS) - 1;
            w->free_small += GC_WRITER_PRIV_PARTS;
            gc_writer_priv_split_link(w, block);
        }

        // Its first free part.
        gc_writer_priv_split *split = &w->splits[block];
        while (!(split->free_parts >> part & 1)) part++;
        split->free_parts &= ~(1u << part);
        w->free_small--;
        if (split->free_parts == 0) gc_writer_priv_split_unlink(w, block);

        // At the end of the row.
        uint32_t taken = w->block_count + block * GC_WRITER_PRIV_PARTS + part;
        w->blocks[taken].used = 0;
        w->blocks[taken].next = GC_WRITER_PRIV_NONE;
        if (last != GC_WRITER_PRIV_NONE) w->blocks[last].next = taken;
        else *first = taken;
        last = taken;
    }
    return n;
}

// Gives back a row of blocks of either kind.
static void gc_writer_priv_give(gc_writer *w, uint32_t first) {
    GC_WRITER_PRIV_LOCKED(w);
    if (first == GC_WRITER_PRIV_NONE) return;
    while (first != GC_WRITER_PRIV_NONE) {
        uint32_t next = w->blocks[first].next, block = first;
        first = next;

        // A small one goes back into its block; when that is whole again, it is free.
        if (block >= w->block_count) {
            uint32_t part = (block - w->block_count) % GC_WRITER_PRIV_PARTS;
            block = (block - w->block_count) / GC_WRITER_PRIV_PARTS;
            if (w->splits[block].free_parts == 0) gc_writer_priv_split_link(w, block);
            w->splits[block].free_parts |= 1u << part;
            w->free_small++;
            if (w->splits[block].free_parts != (1u << GC_WRITER_PRIV_PARTS) - 1) continue;
            gc_writer_priv_split_unlink(w, block);
            w->free_small -= GC_WRITER_PRIV_PARTS;
        }

        w->blocks[block].next = w->free_first;
        w->free_first = block;
        w->free_blocks++;
    }

    // Those who found no room learn that there is some.
    if (w->starved) {
        w->starved = false;
        w->notify_due = true;
    }
    gc_writer_priv_tell_room(w, w->block_count / 4);
}

// Links one block to the file's chain, for the worker; or gives it back when the file has
// failed or the block is empty.
static void gc_writer_priv_seal(gc_writer *w, gc_writer_priv_slot *s, uint32_t block) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_block *b = &w->blocks[block];
    b->next = GC_WRITER_PRIV_NONE;
    if (s->failed || b->used == 0) {
        gc_writer_priv_give(w, block);
        return;
    }

    w->pending[s->work] += b->used;
    if (s->state == GC_WRITER_PRIV_BEGUN) {
        s->sealed += b->used;
        w->sealed += b->used;
    }
    if (s->chain_last != GC_WRITER_PRIV_NONE) w->blocks[s->chain_last].next = block;
    else s->chain_first = block;
    s->chain_last = block;
    if (!s->linked[GC_WRITER_PRIV_READY] && !s->working) {
        gc_writer_priv_list_append(w, &w->ready[s->work], s);
    }
}

static void gc_writer_priv_seal_current(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t block = s->current;
    gc_writer_priv_list_remove(w, &w->filling, s);
    s->current = GC_WRITER_PRIV_NONE;
    if (block != GC_WRITER_PRIV_NONE) gc_writer_priv_seal(w, s, block);
}

// An open file has no full blocks any more, or somebody works on them.
static void gc_writer_priv_unready(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    if (s->state == GC_WRITER_PRIV_BEGUN) gc_writer_priv_list_remove(w, &w->ready[s->work], s);
}

// Bytes in the file's chain.
static uint64_t gc_writer_priv_chained(const gc_writer *w, const gc_writer_priv_slot *s) {
    uint64_t bytes = 0;
    GC_WRITER_PRIV_LOCKED(w);
    for (uint32_t b = s->chain_first; b != GC_WRITER_PRIV_NONE; b = w->blocks[b].next) {
        bytes += w->blocks[b].used;
    }
    return bytes;
}

// Bytes that a put has lent, and that are not written yet.
static bool gc_writer_priv_is_put(const gc_writer_priv_slot *s) {
    return s->kind == GC_WRITER_PRIV_PUT || s->kind == GC_WRITER_PRIV_MEMBER;
}
static size_t gc_writer_priv_lent(const gc_writer_priv_slot *s) {
    return gc_writer_priv_is_put(s) ? s->of.file.lent_size - s->of.file.lent_done : 0;
}

// Bytes that a log which met a full disk is lacking.
static uint64_t gc_writer_priv_lost(const gc_writer_priv_slot *s) {
    return s->kind == GC_WRITER_PRIV_LOG ? s->of.log.lost : 0;
}

// An event before the file's end, for who has asked for such.
static void gc_writer_priv_notice(gc_writer *w, gc_writer_priv_slot *s, bool *what) {
    GC_WRITER_PRIV_LOCKED(w);
    if (!s->of.log.progress) return;
    *what = true;
    w->notify_due = true;
    if (!s->linked[GC_WRITER_PRIV_NOTICE]) gc_writer_priv_list_append(w, &w->notices, s);
}

// Is what is called failed the answer to a question: is it there, and how long is it?
static bool gc_writer_priv_is_answer(const gc_writer_priv_slot *s) {
    bool question = s->kind == GC_WRITER_PRIV_READ || s->kind == GC_WRITER_PRIV_LOAD;
    return question && s->trouble.stage != GC_WRITER_STAGE_ROOT &&
           (s->trouble.result == GC_WRITER_E_NOT_FOUND || s->trouble.result == GC_WRITER_E_TOO_LARGE);
}

// Places of a mapped log are taken no more, but for calls under way.
static void gc_writer_priv_close_map(gc_writer_priv_slot *s) {
#ifdef GC_WRITER_PRIV_MAPPED
    __atomic_store_n(&s->open_map, 0u, __ATOMIC_RELEASE);
#else
    (void)s;
#endif
}

// The file has failed, and its trouble says why: whoever writes it can know from now on.
static void gc_writer_priv_note_failure(gc_writer *w, gc_writer_priv_slot *s) {
    gc_writer_priv_log *log = &s->of.log;
    GC_WRITER_PRIV_LOCKED(w);
    if (s->failed) return;
    s->failed = true;
    if (s->state != GC_WRITER_PRIV_BEGUN) return;
    w->notify_due = true;
    if (s->kind != GC_WRITER_PRIV_LOG) return;
    log->failed_ms = gc_writer_priv_now_ms();
    log->switching = false;
    gc_writer_priv_close_map(s);
    gc_writer_priv_list_remove(w, &w->dirty, s);
    gc_writer_priv_list_remove(w, &w->syncing, s);
    if (!log->lost) gc_writer_priv_notice(w, s, &log->notice_failing);      // else it had only tried again
    gc_writer_priv_changed(w);          // who waits for its sync
}

// Of an open file's bytes so many are written, dropped, or an ended file's by now.
static void gc_writer_priv_unseal(gc_writer *w, gc_writer_priv_slot *s, uint64_t bytes) {
    GC_WRITER_PRIV_LOCKED(w);
    if (bytes > s->sealed) bytes = s->sealed;
    s->sealed -= bytes;
    w->sealed -= bytes;
}

// Drops what the file still has in the pool, but for a block that a producer fills: the
// producer drops that.
static void gc_writer_priv_drop_blocks(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    uint64_t bytes = gc_writer_priv_chained(w, s);
    w->pending[s->work] -= bytes;
    if (s->state == GC_WRITER_PRIV_BEGUN) gc_writer_priv_unseal(w, s, bytes);
    gc_writer_priv_give(w, s->chain_first);
    s->chain_first = s->chain_last = GC_WRITER_PRIV_NONE;
    gc_writer_priv_unready(w, s);

    if (s->busy || s->current == GC_WRITER_PRIV_NONE) return;
    gc_writer_priv_list_remove(w, &w->filling, s);
    w->blocks[s->current].used = 0;
    gc_writer_priv_seal_current(w, s);
}

// So many bytes of open files may wait to be written: as many as fit on the disk, and on a full
// one few, so that whoever writes a file learns soon that it cannot be written.
static uint64_t gc_writer_priv_tolerance(const gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    uint64_t room = w->disk_free, used = w->statistics.written - w->disk_written;
    if (room == UINT64_MAX) return room;
    room = room > used ? room - used : 0;

    // Less what the file system needs for itself.
    room -= room / 16;
    room = room > (1 << 20) ? room - (1 << 20) : 0;
    return room > GC_WRITER_PRIV_TOLERANCE ? room : (uint64_t)GC_WRITER_PRIV_TOLERANCE;
}

// A producer lets go of the current block.
static void gc_writer_priv_release_block(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    s->busy = false;
    if (s->current == GC_WRITER_PRIV_NONE) return;
    uint32_t used = w->blocks[s->current].used;
    if (s->failed || used == 0 || used == gc_writer_priv_capacity(w, s->current)) {
        gc_writer_priv_seal_current(w, s);
    } else {
        gc_writer_priv_list_append(w, &w->filling, s);
    }
}

// A producer takes hold of the current block: nobody else seals it meanwhile.
static void gc_writer_priv_hold_block(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    s->busy = true;
    gc_writer_priv_list_remove(w, &w->filling, s);
}

// >>order which file comes next: lanes, files of one path, who has what in hand

// All of it is called with the lock.

// Files of one path have one order, whatever their lanes: the first stands in its lane, the
// others wait behind it, each linked to the one before. `buckets` find the last one. Letters'
// case is not looked at (A to Z): some file systems do not, and two files more in order do no
// harm.
static uint64_t gc_writer_priv_hash_path(const char *path) {
    uint64_t hash = 0xcbf29ce484222325u;        // FNV-1a (Fowler, Noll, Vo)
    for (; *path; path++) hash = (hash ^ (unsigned char)gc_writer_priv_lower(*path)) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

// Where the last file of this path stands that has ended and is not done: GC_WRITER_PRIV_NONE
// there when there is none.
static uint32_t *gc_writer_priv_last_of(gc_writer *w, uint64_t hash) {
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t *at = &w->buckets[hash & w->bucket_mask];
    while (*at != GC_WRITER_PRIV_NONE && w->slots[*at].path_hash != hash) at = &w->slots[*at].bucket_next;
    return at;
}

// Must the open file wait? What it has is locked until an ended one of the same path is done.
static bool gc_writer_priv_is_behind(gc_writer *w, const gc_writer_priv_slot *s) {
    return s->kind == GC_WRITER_PRIV_LOG && *gc_writer_priv_last_of(w, s->path_hash) != GC_WRITER_PRIV_NONE;
}

// Changes what the file is for the workers, with its blocks.
static void gc_writer_priv_set_work(gc_writer *w, gc_writer_priv_slot *s, int work) {
    GC_WRITER_PRIV_LOCKED(w);
    if (work == s->work) return;
    uint64_t bytes = gc_writer_priv_chained(w, s) + gc_writer_priv_lent(s);
    bool ready = s->linked[GC_WRITER_PRIV_READY];
    gc_writer_priv_unready(w, s);
    w->pending[s->work] -= bytes;
    s->work = (uint8_t)work;
    w->pending[work] += bytes;
    if (ready) gc_writer_priv_list_append(w, &w->ready[work], s);
}

static gc_writer_priv_list *gc_writer_priv_lane(gc_writer *w, const gc_writer_priv_slot *s) {
    return &w->lanes[s->priority][s->lane];
}

// Its turn may come from now on.
static void gc_writer_priv_enter_lane(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_list_append(w, gc_writer_priv_lane(w, s), s);
    if (!s->working) w->waiting[s->work]++;
}

// A worker takes the file in hand: nobody else touches what is the worker's.
static void gc_writer_priv_hold(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    GC_WRITER_ASSERT(!s->working && "gc_writer: two workers have the same file in hand");
    s->working = true;
    s->held_order = s->order;
    gc_writer_priv_list_remove(w, &w->open, s);
    gc_writer_priv_unready(w, s);
    if (s->state == GC_WRITER_PRIV_ENDED && s->linked[GC_WRITER_PRIV_READY]) w->waiting[s->work]--;
    GC_WRITER_PRIV_CHECK_SLOT(s);
}

// And gives it out of hand.
static void gc_writer_priv_release(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    s->working = false;
    bool mapped = s->kind == GC_WRITER_PRIV_LOG && s->of.log.map;
    if (s->fd >= 0 && !mapped) gc_writer_priv_list_append(w, &w->open, s);
    if (s->state == GC_WRITER_PRIV_ENDED && s->linked[GC_WRITER_PRIV_READY]) w->waiting[s->work]++;
    if (s->state == GC_WRITER_PRIV_BEGUN && s->chain_first != GC_WRITER_PRIV_NONE) {
        gc_writer_priv_list_append(w, &w->ready[s->work], s);
    }
    GC_WRITER_PRIV_CHECK_SLOT(s);
}

// The slot behind `at` that stands for another path of the same rename or set as `s`; NULL:
// there is none more.
GC_WRITER_PRIV_APART gc_writer_priv_slot *gc_writer_priv_ring(const gc_writer *w,
                                                              const gc_writer_priv_slot *s,
                                                              const gc_writer_priv_slot *at) {
    gc_writer_priv_slot *next = at->ring ? &w->slots[at->ring - 1] : NULL;
    return next == s ? NULL : next;
}
static void gc_writer_priv_join_ring(gc_writer *w, gc_writer_priv_slot *s, gc_writer_priv_slot *more) {
    more->ring = s->ring ? s->ring : gc_writer_priv_index(w, s) + 1;
    s->ring = gc_writer_priv_index(w, more) + 1;
}

// Does it hold the place of a path for another slot?
static bool gc_writer_priv_is_held(const gc_writer_priv_slot *s) {
    return s->kind == GC_WRITER_PRIV_TWIN || s->kind == GC_WRITER_PRIV_MEMBER;
}

// Nothing of its path is before it any more: its turn may come, unless it is a rename or a set
// that is blocked under another path.
static void gc_writer_priv_step_up(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_slot *first = s;
    for (gc_writer_priv_slot *other = s; (other = gc_writer_priv_ring(w, s, other)) != NULL;) {
        if (other->leader != GC_WRITER_PRIV_NONE) return;
        if (!gc_writer_priv_is_held(other)) first = other;
    }
    gc_writer_priv_enter_lane(w, first);
}

// Where the hash of a path stands among those that the writer has touched, or would.
static uint64_t *gc_writer_priv_touched(gc_writer_priv_watch *watch, uint32_t which, uint64_t hash) {
    size_t i = (size_t)(hash % GC_WRITER_PRIV_OWN);
    while (watch->own[which][i] && watch->own[which][i] != hash) i = (i + 1) % GC_WRITER_PRIV_OWN;
    return &watch->own[which][i];
}

// The writer touches a path. Beyond three quarters it is not noted, and told as others'.
static void gc_writer_priv_touch(gc_writer_priv_watch *watch, uint64_t hash) {
    uint64_t *own = gc_writer_priv_touched(watch, watch->now, hash);
    if (*own || watch->count[watch->now] >= GC_WRITER_PRIV_OWN * 3 / 4) return;
    *own = hash;
    watch->count[watch->now]++;
}

// The file leaves those of its path, and the next one goes on.
static void gc_writer_priv_fall_out(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    if (!s->lined_up) return;
    s->lined_up = false;
    if (w->watch && s->kind != GC_WRITER_PRIV_READ && s->kind != GC_WRITER_PRIV_LOAD) {
        gc_writer_priv_touch(w->watch, s->path_hash);
    }
    if (s->follower == GC_WRITER_PRIV_NONE) {
        uint32_t *at = gc_writer_priv_last_of(w, s->path_hash);
        *at = s->bucket_next;
        return;
    }
    gc_writer_priv_slot *next = &w->slots[s->follower];
    next->leader = GC_WRITER_PRIV_NONE;
    gc_writer_priv_step_up(w, next);
    gc_writer_priv_kick(w);
}

// To FREE, unless its generations are used up. The text of its path stays until another file
// takes the room: gc_writer_close may still tell it.
static void gc_writer_priv_free_slot(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    if (s->long_path) w->long_free |= (uint64_t)1 << (s->long_path - 1);
    s->state = GC_WRITER_PRIV_FREE;
    if (++s->generation != 0) gc_writer_priv_list_append(w, &w->free, s);
}

// ENDED to DONE, or to FREE when nobody wants its event: lets the next file of its path go on.
static void gc_writer_priv_done(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_list_remove(w, &w->ended, s);
    if (s->linked[GC_WRITER_PRIV_READY]) gc_writer_priv_list_remove(w, gc_writer_priv_lane(w, s), s);

    gc_writer_priv_fall_out(w, s);
    for (gc_writer_priv_slot *other; (other = gc_writer_priv_ring(w, s, s)) != NULL;) {
        s->ring = other->ring;
        gc_writer_priv_fall_out(w, other);
        gc_writer_priv_free_slot(w, other);
    }

    s->working = false;
    s->state = GC_WRITER_PRIV_DONE;
    GC_WRITER_PRIV_CHECK_SLOT(s);
    if (s->forget) gc_writer_priv_list_remove(w, &w->notices, s);
    if (!s->forget) {
        gc_writer_priv_list_append(w, &w->events, s);
        w->notify_due = true;
    } else {
        gc_writer_priv_free_slot(w, s);
    }
}

// Callers who wait for files that are done.
static void gc_writer_priv_tell_waiters(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    bool flushed = w->flush_waiters &&
                   (w->ended.count == 0 || w->slots[w->ended.first].order > w->least_ended);
    if (w->file_waiters || flushed) gc_writer_priv_changed(w);
}

// Can a put that waits be left out, because a later one of its path is there? Only what would
// be just as durable takes its place, and in the same lane, so that it comes no later.
static bool gc_writer_priv_is_replaceable(const gc_writer *w, const gc_writer_priv_slot *old,
                                          const gc_writer_priv_slot *s) {
    return old->kind == GC_WRITER_PRIV_PUT && s->kind == GC_WRITER_PRIV_PUT && !old->working &&
           !old->created && !old->failed && !old->aborted && old->of.file.lent_done == 0 &&
           old->of.file.backups <= s->of.file.backups && old->durability <= s->durability &&
           old->lane == s->lane && old->priority == s->priority &&
           strcmp(gc_writer_priv_path(w, old), gc_writer_priv_path(w, s)) == 0;
}

// The put takes the place of one that waits, whose event tells it.
static void gc_writer_priv_replace(gc_writer *w, gc_writer_priv_slot *old, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    w->pending[old->work] -= gc_writer_priv_lent(old);
    gc_writer_priv_drop_blocks(w, old);

    s->leader = old->leader;
    old->leader = GC_WRITER_PRIV_NONE;
    old->lined_up = false;
    if (s->leader != GC_WRITER_PRIV_NONE) w->slots[s->leader].follower = gc_writer_priv_index(w, s);
    if (old->linked[GC_WRITER_PRIV_READY]) {
        gc_writer_priv_link between = old->link[GC_WRITER_PRIV_READY];
        gc_writer_priv_list_remove(w, gc_writer_priv_lane(w, s), old);
        gc_writer_priv_list_insert(w, gc_writer_priv_lane(w, s), s, between);
    }

    old->replaced = true;
    w->replaced = old->of.file.owned;
    w->replaced_size = old->of.file.owned_size;
    old->of.file.owned = NULL;
    gc_writer_priv_done(w, old);
    gc_writer_priv_tell_waiters(w);
}

// An ended file comes into its lane, or behind the files of its path.
static void gc_writer_priv_line_up(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    bool twin = gc_writer_priv_is_held(s);
    if (!twin) {
        s->order = ++w->ended_count;
        gc_writer_priv_list_append(w, &w->ended, s);
    }
    uint32_t *at = gc_writer_priv_last_of(w, s->path_hash);
    uint32_t slot = gc_writer_priv_index(w, s), before = *at;
    s->lined_up = true;
    *at = slot;
    if (before == GC_WRITER_PRIV_NONE) {
        s->bucket_next = GC_WRITER_PRIV_NONE;
        if (!twin) gc_writer_priv_step_up(w, s);
        return;
    }

    gc_writer_priv_slot *old = &w->slots[before];
    s->bucket_next = old->bucket_next;
    if (gc_writer_priv_is_replaceable(w, old, s)) {
        gc_writer_priv_replace(w, old, s);
    } else {
        old->follower = slot;
        s->leader = before;
    }
}

// The ended file that is next for this worker, of a priority above `below`; NULL: there is
// none. High priorities come first; among equals the lanes take turns.
static gc_writer_priv_slot *gc_writer_priv_next_ended(gc_writer *w, gc_writer_priv_worker *v,
                                                      unsigned serves, int below) {
    static const uint8_t works[GC_WRITER_PRIV_LANES] = {GC_WRITER_PRIV_SMALL, GC_WRITER_PRIV_LARGE,
                                                        GC_WRITER_PRIV_SAFE, GC_WRITER_PRIV_SAFE};
    GC_WRITER_PRIV_LOCKED(w);
    for (int priority = 0; priority < below; priority++) {
        for (int i = 0; i < GC_WRITER_PRIV_LANES; i++) {
            int lane = (v->turn + i) % GC_WRITER_PRIV_LANES;
            if (!(serves >> works[lane] & 1) || w->waiting[works[lane]] == 0) continue;
            gc_writer_priv_slot *s = NULL;
            do s = gc_writer_priv_list_after(w, &w->lanes[priority][lane], s);
            while (s && s->working);
            if (!s) continue;
            v->turn = (uint8_t)((lane + 1) % GC_WRITER_PRIV_LANES);
            return s;
        }
    }
    return NULL;
}

// The open file whose full blocks are next for this worker; NULL: there is none.
static gc_writer_priv_slot *gc_writer_priv_next_ready(gc_writer *w, gc_writer_priv_worker *v) {
    GC_WRITER_PRIV_LOCKED(w);
    for (int i = 0; i < GC_WRITER_PRIV_WORKS; i++) {
        int work = (v->ready_turn + i) % GC_WRITER_PRIV_WORKS;
        if (!(v->serves >> work & 1)) continue;
        gc_writer_priv_slot *s = NULL;
        do s = gc_writer_priv_list_after(w, &w->ready[work], s);
        while (s && gc_writer_priv_is_behind(w, s));
        if (!s) continue;
        v->ready_turn = (uint8_t)((work + 1) % GC_WRITER_PRIV_WORKS);
        return s;
    }
    return NULL;
}

// >>files descriptors, folders, temporaries and logs: opened, failed, removed

// All of it is called by a worker that has the file in hand, and without the lock.

// What went wrong, by the stage and errno. Always false, so that `ok = call || fail_with(...)` works.
static bool gc_writer_priv_fail_with(gc_writer_priv_trouble *trouble, int stage, int error) {
    memset(trouble, 0, sizeof *trouble);
    trouble->stage = stage;
    trouble->system_error = error;
    trouble->result = GC_WRITER_E_SYSTEM;
    if (error == ENOSPC || error == GC_WRITER_PRIV_EDQUOT) trouble->result = GC_WRITER_E_DISK_FULL;

    // What stands in the way is a link, or not of the kind that it should be.
    if (stage == GC_WRITER_STAGE_FOLDER && (error == ELOOP || error == ENOTDIR)) {
        trouble->result = GC_WRITER_E_TARGET;
    }
    bool looked = stage == GC_WRITER_STAGE_CHECK || stage == GC_WRITER_STAGE_BACKUP;
    if (looked && (error == ELOOP || error == EISDIR || error == EEXIST)) {
        trouble->result = GC_WRITER_E_TARGET;
    }

    if (error == ENOENT) trouble->result = GC_WRITER_E_NOT_FOUND;
    if (stage == GC_WRITER_STAGE_OPEN && error == EWOULDBLOCK) trouble->result = GC_WRITER_E_BUSY;
    return false;
}

// Renames a file in its folder. False: trouble.
static bool gc_writer_priv_rename_in(int folder, const char *from, const char *to, int stage,
                                     gc_writer_priv_trouble *trouble) {
    return gc_writer_priv_sys_move(folder, from, folder, to) ||
           gc_writer_priv_fail_with(trouble, stage, errno);
}

// What went wrong, where no system call has. Always false.
static bool gc_writer_priv_fail_as(gc_writer_priv_trouble *trouble, int stage, int result) {
    gc_writer_priv_fail_with(trouble, stage, 0);
    trouble->result = result;
    return false;
}

static void gc_writer_priv_fail(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                const gc_writer_priv_trouble *found);
#ifdef GC_WRITER_PRIV_MAPPED
static bool gc_writer_priv_unmap_log(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                     gc_writer_priv_trouble *trouble);
#endif

// Counts a descriptor that was opened, or (-1) closed.
static void gc_writer_priv_count(gc_writer *w, int by) {
    gc_writer_priv_lock(w);
    w->descriptors += (uint32_t)by;
    gc_writer_priv_unlock(w);
}

// Of the files with a descriptor that nobody works on, the one used longest ago. Closing a
// durable one waits for the disk: only the worker that does so anyway takes one before others.
static gc_writer_priv_slot *gc_writer_priv_oldest(gc_writer_priv_worker *v) {
    const gc_writer *w = v->w;
    gc_writer_priv_slot *s = NULL;
    GC_WRITER_PRIV_LOCKED(w);
    do s = gc_writer_priv_list_after(w, &w->open, s);
    while (s && !(v->serves >> GC_WRITER_PRIV_SAFE & 1) && s->durability >= GC_WRITER_DURABILITY_FILE);
    return s ? s : gc_writer_priv_list_after(w, &w->open, NULL);
}

// Closes a descriptor to make place; `full`: only where there are max_open of them. False: not
// done.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_close_oldest(gc_writer_priv_worker *v, bool full) {
    gc_writer *w = v->w;
    gc_writer_priv_trouble trouble;
    gc_writer_priv_lock(w);
    gc_writer_priv_slot *s = NULL;
    if (!full || w->descriptors >= w->desc.max_open) s = gc_writer_priv_oldest(v);
    if (s) gc_writer_priv_hold(w, s);
    gc_writer_priv_unlock(w);
    if (!s) return false;

    // What it is, to know it again.
    bool ok = gc_writer_priv_sys_info(s->fd, &s->closed) ||
              gc_writer_priv_fail_with(&trouble, GC_WRITER_STAGE_CLOSE, errno);

    // An error of writing back may be told to this descriptor only: ask while it is open.
    if (ok) ok = s->durability < GC_WRITER_DURABILITY_FILE || gc_writer_priv_sys_sync(s->fd) ||
              gc_writer_priv_fail_with(&trouble, GC_WRITER_STAGE_SYNC, errno);

    if (!gc_writer_priv_sys_close(s->fd) && ok) {
        ok = gc_writer_priv_fail_with(&trouble, GC_WRITER_STAGE_CLOSE, errno);
    }

    s->fd = -1;
    gc_writer_priv_count(w, -1);
    if (!ok) gc_writer_priv_fail(v, s, &trouble);

    gc_writer_priv_lock(w);
    gc_writer_priv_release(w, s);
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock_notify(w);
    return true;
}

// Folders stay open for files that had ended before they were opened, so if a user moves
// folders after an event, the next file to end is found in the new place. A step opens them for
// itself, in any case. They are closed before the worker naps, on Windows after each step:
// there an open folder keeps those above it from being renamed. 10,000 files in 16 folders: 5 %
// less processor time, 5.4 system calls a file instead of 7.
static void gc_writer_priv_close_kept(gc_writer_priv_worker *v, gc_writer_priv_kept *k) {
    if (k->fd < 0) return;
    gc_writer_priv_drop(k->fd);
    k->fd = -1;
    v->kept_count--;
}

// Closes those that are not in use. False: there are none.
static bool gc_writer_priv_close_unused(gc_writer_priv_worker *v) {
    uint32_t before = v->kept_count;
    for (int i = 0; i < GC_WRITER_PRIV_KEPT; i++) {
        if (v->kept[i].pins == 0) gc_writer_priv_close_kept(v, &v->kept[i]);
    }
    return v->kept_count < before;
}

GC_WRITER_PRIV_APART gc_writer_priv_kept *gc_writer_priv_kept_of(gc_writer_priv_worker *v, int folder) {
    for (int i = 0; folder >= 0 && i < GC_WRITER_PRIV_KEPT; i++) {
        if (v->kept[i].fd == folder) return &v->kept[i];
    }
    return NULL;
}

// It is in use (by 1), or is no longer (by -1): what is opened meanwhile must not close it.
static void gc_writer_priv_pin(gc_writer_priv_worker *v, int folder, int by) {
    gc_writer_priv_kept *k = gc_writer_priv_kept_of(v, folder);
    if (k) k->pins += (uint32_t)by;
}

// Is another worker at work? One that sleeps has closed what it kept.
static bool gc_writer_priv_others_work(gc_writer_priv_worker *v) {
    gc_writer *w = v->w;
    bool work = false;
    gc_writer_priv_lock(w);
    for (uint32_t i = 0; i < w->worker_count; i++) {
        work |= &w->workers[i] != v && w->workers[i].sleep != GC_WRITER_PRIV_SLEEPING;
    }
    gc_writer_priv_unlock(w);
    return work;
}

// openat that makes place among our own descriptors when the process or the system has no more.
// Where this worker has none, another one may: what it keeps it closes within 50 ms.
static int gc_writer_priv_open_as(gc_writer_priv_worker *v, int folder, const char *name, int flags,
                                  uint32_t mode) {
    for (int rests = v->w->worker_count > 1 ? 60 : 0;;) {
        int fd = gc_writer_priv_sys_open_as(folder, name, flags, mode ? mode | 0200 : 0666);
        if (fd >= 0 || (errno != EMFILE && errno != ENFILE)) return fd;
        int error = errno;
        gc_writer_priv_pin(v, folder, 1);
        bool place = gc_writer_priv_close_unused(v) || gc_writer_priv_close_oldest(v, false);
        gc_writer_priv_pin(v, folder, -1);
        if (!place && (rests-- <= 0 || !gc_writer_priv_others_work(v))) {
            errno = error;
            return -1;
        }
        if (!place) gc_writer_priv_sleep_ms(1);     // another worker closes what it has open
    }
}

static int gc_writer_priv_open_at(gc_writer_priv_worker *v, int folder, const char *name, int flags) {
    return gc_writer_priv_open_as(v, folder, name, flags, 0);
}

// ---- folders

// The step is over: what it has opened is kept for those alone that had ended before.
static void gc_writer_priv_end_step(gc_writer_priv_worker *v) {
    for (int i = 0; i < GC_WRITER_PRIV_KEPT; i++) {
        gc_writer_priv_kept *k = &v->kept[i];
#ifdef _WIN32
        gc_writer_priv_close_kept(v, k);
#else
        if (k->path != k->text || !k->ended) gc_writer_priv_close_kept(v, k);
#endif
    }
    v->number_of_step++;
}

// Unless it is the root or kept.
GC_WRITER_PRIV_APART void gc_writer_priv_close_folder(gc_writer_priv_worker *v, int folder) {
    if (folder != v->w->root && !gc_writer_priv_kept_of(v, folder)) gc_writer_priv_drop(folder);
}

// A folder that may have been removed since it was opened: true, and it is not used again, if
// that was before this step.
static bool gc_writer_priv_is_old_folder(gc_writer_priv_worker *v, int folder) {
    gc_writer_priv_kept *k = gc_writer_priv_kept_of(v, folder);
    if (!k || k->opened == v->number_of_step) return false;
    gc_writer_priv_close_kept(v, k);
    return true;
}

// Syncs what has the name, whoever has written it. Where it could only not be opened, the
// trouble is this file's own, and others try again; what a failed fsync lost is lost for all.
static bool gc_writer_priv_sync_name(gc_writer_priv_worker *v, int folder, const char *name, int flags,
                                     int stage, gc_writer_priv_trouble *trouble) {
    int fd = gc_writer_priv_open_at(v, folder, name, flags);
    bool ok = fd >= 0 && gc_writer_priv_sys_sync(fd);
    gc_writer_priv_drop(fd);
    if (ok) return true;
    gc_writer_priv_fail_with(trouble, stage, errno);
    trouble->shared = fd >= 0;
    return false;
}

// Syncs the folder that the first `length` bytes of the file's path name.
static bool gc_writer_priv_sync_folder(gc_writer_priv_worker *v, int folder, size_t length, int stage,
                                       gc_writer_priv_trouble *trouble) {
    if (gc_writer_priv_sync_name(v, folder, ".", GC_WRITER_PRIV_O_SYNC, stage, trouble)) return true;
    trouble->shared_path = length;
    return false;
}

// How to walk down a path: folders must be there, or are made, or are synced on the way.
enum { GC_WRITER_PRIV_FIND = 0, GC_WRITER_PRIV_MAKE = 1, GC_WRITER_PRIV_SYNC = 2 };

// May there be folders that were not synced? With `note` there may from now on.
static bool gc_writer_priv_unsynced(gc_writer *w, bool note) {
    gc_writer_priv_lock(w);
    bool unsynced = w->unsynced_folders = w->unsynced_folders || note;
    gc_writer_priv_unlock(w);
    return unsynced;
}

// Makes a folder that is missing on the way, durable if the file is to be.
static bool gc_writer_priv_make_folder(gc_writer_priv_worker *v, const gc_writer_priv_slot *s, int folder,
                                       size_t length, const char *name, gc_writer_priv_trouble *trouble) {
    bool made, durable = s->durability >= GC_WRITER_DURABILITY_FOLDER;

    // Told before it is made: who finds the folder and is to be durable must know.
    if (!durable) gc_writer_priv_unsynced(v->w, true);
    if (!gc_writer_priv_sys_mkdir(folder, name, &made)) {
        return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_MKDIR, errno);
    }
    if (!durable) return true;
    if (gc_writer_priv_sync_folder(v, folder, length, GC_WRITER_STAGE_MKDIR, trouble)) return true;

    // The next file to find it would assume it to be durable: so it goes again, or is synced
    // before what comes.
    if (!made || !gc_writer_priv_sys_rmdir(folder, name)) gc_writer_priv_unsynced(v->w, true);
    return false;
}

// Opens the folder `name` in a folder that the first `length` bytes of the path name, or makes
// it. -1: trouble.
static int gc_writer_priv_go_down(gc_writer_priv_worker *v, const gc_writer_priv_slot *s, int folder,
                                  size_t length, const char *name, bool make,
                                  gc_writer_priv_trouble *trouble) {
    int next = gc_writer_priv_open_at(v, folder, name, GC_WRITER_PRIV_O_FOLDER);
    if (next < 0 && errno == ENOENT && make) {
        if (!gc_writer_priv_make_folder(v, s, folder, length, name, trouble)) return -1;
        next = gc_writer_priv_open_at(v, folder, name, GC_WRITER_PRIV_O_FOLDER);
    }
    if (next >= 0) return next;
    gc_writer_priv_sys_explain(folder, name);
    gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_FOLDER, errno);
    return -1;
}

// Opens the folder that the first `levels` parts of the file's path name, or all but the last;
// makes what is missing, or syncs each on the way. -1: trouble.
static int gc_writer_priv_walk(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int mode, uint32_t levels,
                               gc_writer_priv_trouble *trouble) {
    int folder = v->w->root;
    const char *start = gc_writer_priv_path(v->w, s), *path = start;
    for (const char *slash; levels > 0 && (slash = strchr(path, '/')) != NULL; path = slash + 1, levels--) {
        char part[256];
        size_t n = (size_t)(slash - path), length = (size_t)(path - start);     // n at most 255: check_path
        memcpy(part, path, n);
        part[n] = 0;

        // One down.
        int next = -1;
        if (mode != GC_WRITER_PRIV_SYNC ||
            gc_writer_priv_sync_folder(v, folder, length, GC_WRITER_STAGE_MKDIR, trouble)) {
            next = gc_writer_priv_go_down(v, s, folder, length, part, mode == GC_WRITER_PRIV_MAKE, trouble);
        }
        gc_writer_priv_close_folder(v, folder);
        if (next < 0) return -1;
        folder = next;
    }
    return folder;
}

// The kept folder of that path which the file may use, or -1.
static int gc_writer_priv_find_kept(gc_writer_priv_worker *v, const gc_writer_priv_slot *s, const char *path,
                                    size_t length) {
    for (int i = 0; i < GC_WRITER_PRIV_KEPT; i++) {
        gc_writer_priv_kept *k = &v->kept[i];
        if (k->fd < 0 || k->length != length || memcmp(k->path, path, length) != 0) continue;
        bool before = s->held_order != 0 && s->held_order <= k->ended &&
                      gc_writer_priv_now_ms() - k->ms <= GC_WRITER_PRIV_KEPT_MS;
        if (before || k->opened == v->number_of_step) return k->fd;
        if (k->pins == 0) gc_writer_priv_close_kept(v, k);
    }
    return -1;
}

static void gc_writer_priv_keep(gc_writer_priv_worker *v, int folder, const char *path, size_t length,
                                uint64_t ended) {
    // Not many more descriptors than those of files.
    uint32_t most = v->w->desc.max_open / 4;
    if (most < 1) most = 1;
    if (most > GC_WRITER_PRIV_KEPT) most = GC_WRITER_PRIV_KEPT;
    gc_writer_priv_kept *k = &v->kept[v->kept_next++ % most];
    for (int i = 0; k->pins && i < GC_WRITER_PRIV_KEPT; i++) k = &v->kept[i];
    gc_writer_priv_close_kept(v, k);
    k->fd = folder;
    k->opened = v->number_of_step;
    k->ended = ended;
    k->ms = gc_writer_priv_now_ms();
    k->length = length;
    k->path = path;
    if (length <= sizeof k->text) k->path = (const char *)memcpy(k->text, path, length);
    v->kept_count++;
}

// Opens the folder of the file's path; *name is the last part. It is kept. -1: trouble.
static int gc_writer_priv_open_folder(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int mode,
                                      const char **name, gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    const char *path = gc_writer_priv_path(w, s);
    *name = gc_writer_priv_name_of(path);
    if (*name == path) return w->root;
    size_t n = (size_t)(*name - path) - 1;
    int folder = gc_writer_priv_find_kept(v, s, path, n);
    if (folder >= 0) return folder;
    gc_writer_priv_lock(w);
    uint64_t ended = w->ended_count;
    gc_writer_priv_unlock(w);

    // The quick way: the system walks the path in one call.
    if (!v->no_openat2) {
        memcpy(v->scratch, path, n);
        v->scratch[n] = 0;
        folder = gc_writer_priv_sys_open_beneath(w->root, v->scratch);
        if (folder < 0 && (errno == ENOSYS || errno == EPERM)) v->no_openat2 = true;
    }

    // Whatever was wrong, the slow way repairs it or tells it in the same words.
    if (folder < 0) folder = gc_writer_priv_walk(v, s, mode, UINT32_MAX, trouble);
    if (folder >= 0) gc_writer_priv_keep(v, folder, path, n, s->held_order ? ended : 0);
    return folder;
}

// ---- temporaries and logs

// The file's name until it is published.
static void gc_writer_priv_slot_name(const gc_writer *w, const gc_writer_priv_slot *s,
                                     char name[GC_WRITER_PRIV_NAME_SIZE]) {
    if (s->kind == GC_WRITER_PRIV_LOG) strcpy(name, gc_writer_priv_name_of(gc_writer_priv_path(w, s)));
    else gc_writer_priv_temporary_name(name, w->id, s->of.file.number);
}

// Closes and removes the file's temporary, if there is one; closes a log.
static void gc_writer_priv_discard(gc_writer_priv_worker *v, gc_writer_priv_slot *s) {
    gc_writer *w = v->w;
    gc_writer_priv_trouble trouble;

    // The files of a set go with it, unless its record stands.
    bool set = s->kind == GC_WRITER_PRIV_SET && !s->of.file.sealed;
    for (gc_writer_priv_slot *m = s; set && (m = gc_writer_priv_ring(w, s, m)) != NULL;) {
        gc_writer_priv_discard(v, m);
    }
#ifdef GC_WRITER_PRIV_MAPPED
    gc_writer_priv_unmap_log(v, s, &trouble);
#endif
    if (s->fd >= 0) {
        gc_writer_priv_sys_close(s->fd);
        s->fd = -1;
        gc_writer_priv_count(w, -1);
    }
    if (!s->created) return;

    s->created = false;
    if (s->kind == GC_WRITER_PRIV_LOG) return;      // what is written stays

    char temporary[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, &trouble);
    if (folder >= 0) {
        gc_writer_priv_slot_name(w, s, temporary);
        gc_writer_priv_sys_remove(folder, temporary);
        gc_writer_priv_close_folder(v, folder);
    }
}

// A failure for people, in detail_capacity bytes: "write texts/a: disk full (errno 28)", "root
// cache for texts/a: not found (errno 2)".
static void gc_writer_priv_describe(const gc_writer *w, const gc_writer_priv_slot *s,
                                    const gc_writer_priv_trouble *trouble, char *text) {
    size_t capacity = w->detail_capacity;
    const char *result = gc_writer_result_string(trouble->result);
    text[0] = 0;
    gc_writer_priv_join(text, capacity, gc_writer_stage_string(trouble->stage), " ", "");
    if (trouble->stage == GC_WRITER_STAGE_ROOT) {
        gc_writer_priv_join(text, capacity, w->desc.root, " for ", "");
    }
    gc_writer_priv_join(text, capacity, gc_writer_priv_path(w, s), ": ", result);
    gc_writer_priv_append_errno(text, capacity, trouble->system_error);
}

// The file has failed: leaves nothing of it, remembers why, and tells the log. Takes the lock.
static void gc_writer_priv_fail(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                const gc_writer_priv_trouble *found) {
    gc_writer *w = v->w;
    gc_writer_priv_trouble trouble = *found;
    gc_writer_priv_discard(v, s);

    // Where the root has vanished, nothing below it can be found, and no other name would help.
    bool missing = trouble.system_error == ENOENT || trouble.system_error == GC_WRITER_PRIV_ESTALE;
    if (missing && gc_writer_priv_sys_is_gone(w->root)) {
        trouble.stage = GC_WRITER_STAGE_ROOT;
        trouble.result = GC_WRITER_E_NOT_FOUND;
    }

    gc_writer_priv_lock(w);
    bool known = gc_writer_priv_lost(s) > 0 && trouble.result == s->trouble.result;
    if (!s->failed) s->trouble = trouble;
    gc_writer_priv_note_failure(w, s);
    s->untold = false;
    gc_writer_priv_drop_blocks(w, s);
    gc_writer_priv_unlock_notify(w);
    if (!w->desc.log || known || gc_writer_priv_is_answer(s)) return;

    gc_writer_priv_describe(w, s, &trouble, v->detail);
    if (!gc_writer_priv_may_call(w)) return;
    w->desc.log(w->desc.user, 2, trouble.result, v->detail);
    gc_writer_priv_called(w);
}

// ---- older ones, and appending

// "name.k" for k from 1 on.
GC_WRITER_PRIV_APART void gc_writer_priv_numbered(char *dst, const char *name, uint32_t k) {
    strcpy(dst, name);
    if (k == 0) return;
    gc_writer_priv_append(dst, GC_WRITER_PRIV_NAME_SIZE, ".");
    gc_writer_priv_append_number(dst, GC_WRITER_PRIV_NAME_SIZE, k, 10, 1);
}

// Makes place for name.1: name.1 becomes name.2 and so on, up to the first name that is free
// (it is when another process died here, or somebody has removed the file), and beyond the
// first `sure` ones. What is beyond `most`, because more were kept before, goes. False:
// trouble.
static bool gc_writer_priv_shift(int folder, const char *name, uint32_t most, uint32_t sure,
                                 gc_writer_priv_trouble *trouble) {
    char from[GC_WRITER_PRIV_NAME_SIZE], to[GC_WRITER_PRIV_NAME_SIZE];
    uint32_t last = 1;
    for (; last <= most; last++) {
        gc_writer_priv_numbered(to, name, last);
        if (gc_writer_priv_sys_replaceable(folder, to, true)) continue;
        if (errno != ENOENT) return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_BACKUP, errno);
        if (last > sure) break;
    }

    for (uint32_t k = most + 1; last > most && k <= GC_WRITER_PRIV_MOST_OLD; k++) {
        gc_writer_priv_numbered(to, name, k);
        if (!gc_writer_priv_sys_replaceable(folder, to, true)) break;
        if (!gc_writer_priv_sys_remove(folder, to)) break;      // no reason to fail the new file
    }
    if (last > most) last = most;

    for (uint32_t k = last; k > 1; k--) {
        gc_writer_priv_numbered(from, name, k - 1);
        gc_writer_priv_numbered(to, name, k);
        bool ok = gc_writer_priv_rename_in(folder, from, to, GC_WRITER_STAGE_BACKUP, trouble);
        if (!ok && trouble->system_error != ENOENT) return false;
    }
    return true;
}

// Length of the file up to its last newline. False: errno.
static bool gc_writer_priv_whole_lines(int fd, uint64_t size, uint64_t *whole) {
    uint8_t buffer[1024];
    for (*whole = size; *whole > 0;) {
        size_t n = *whole < sizeof buffer ? (size_t)*whole : sizeof buffer, got;
        if (!gc_writer_priv_sys_read(fd, *whole - n, buffer, n, &got)) return false;
        while (got > 0 && buffer[got - 1] != '\n') got--;
        *whole -= n - got;
        if (got > 0) return true;
    }
    return true;
}

#ifndef GC_WRITER_NO_CRC32C
enum { GC_WRITER_PRIV_FRAME = 8 };      // bytes before a record: length, checksum; little endian

static void gc_writer_priv_put_u32(uint8_t *p, uint32_t x) {
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(x >> (8 * i));
}
static uint32_t gc_writer_priv_get_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// The bytes before a record of `size` bytes.
static void gc_writer_priv_put_frame(uint8_t frame[GC_WRITER_PRIV_FRAME], const void *data, size_t size) {
    gc_writer_priv_put_u32(frame, (uint32_t)size);
    uint32_t crc = gc_writer_crc32c(gc_writer_crc32c(0, frame, 4), data, size);
    gc_writer_priv_put_u32(frame + 4, crc);
}

// What follows the bytes of a save, little endian: the four letters; 1 if they are encoded
// (their last 8 are then the length before that), else 0; their length (8 bytes); the caller's
// version and flags; the sum of all before it.
enum { GC_WRITER_PRIV_TRAILER = 28, GC_WRITER_PRIV_SUMMED = 24 };

static void gc_writer_priv_put_u64(uint8_t *p, uint64_t x) {
    gc_writer_priv_put_u32(p, (uint32_t)x);
    gc_writer_priv_put_u32(p + 4, (uint32_t)(x >> 32));
}
static void gc_writer_priv_put_trailer(uint8_t trailer[GC_WRITER_PRIV_TRAILER], uint64_t size, bool encoded,
                                       uint32_t version, uint32_t flags, uint32_t crc) {
    memcpy(trailer, "gcws", 4);
    gc_writer_priv_put_u32(trailer + 4, encoded);
    gc_writer_priv_put_u64(trailer + 8, size);
    gc_writer_priv_put_u32(trailer + 16, version);
    gc_writer_priv_put_u32(trailer + 20, flags);
    crc = gc_writer_crc32c(crc, trailer, GC_WRITER_PRIV_SUMMED);
    gc_writer_priv_put_u32(trailer + GC_WRITER_PRIV_SUMMED, crc);
}

// Framed bytes: in memory, or (data NULL) in a file.
typedef struct gc_writer_priv_frames {
    const uint8_t *data;
    int fd;
    uint64_t size;
    uint64_t budget;                // bytes to be looked at behind the last whole record
    bool failed;                    // errno
} gc_writer_priv_frames;

// Up to `size` bytes from `at` on; returns how many there are.
static size_t gc_writer_priv_peek(gc_writer_priv_frames *f, uint64_t at, uint8_t *into, size_t size) {
    if (at >= f->size) return 0;
    if (size > f->size - at) size = (size_t)(f->size - at);
    size_t got = size;
    if (f->data) memcpy(into, f->data + at, size);
    else if (!gc_writer_priv_sys_read(f->fd, at, into, size, &got)) f->failed = true;
    return f->failed ? 0 : got;
}

// Is there a whole record? *length is what its frame says, though it may be none: 0 where there
// is no room for that.
static bool gc_writer_priv_is_record(gc_writer_priv_frames *f, uint64_t at, uint64_t *length) {
    uint8_t buffer[1024];
    *length = 0;
    if (gc_writer_priv_peek(f, at, buffer, GC_WRITER_PRIV_FRAME) < GC_WRITER_PRIV_FRAME) return false;
    uint32_t n = gc_writer_priv_get_u32(buffer), want = gc_writer_priv_get_u32(buffer + 4);
    at += GC_WRITER_PRIV_FRAME;
    if (n > f->size - at) return false;
    *length = n;
    f->budget -= n < f->budget ? n : f->budget;

    uint32_t crc = gc_writer_crc32c(0, buffer, 4);
    if (f->data) return gc_writer_crc32c(crc, f->data + at, n) == want;
    for (size_t step; n > 0; n -= (uint32_t)step, at += step) {
        step = n < sizeof buffer ? n : sizeof buffer;
        if (gc_writer_priv_peek(f, at, buffer, step) < step) return false;
        crc = gc_writer_crc32c(crc, buffer, step);
    }
    return crc == want;
}

// The first byte from `at` on that is not zero; f->size: there is none.
static uint64_t gc_writer_priv_past_zeros(gc_writer_priv_frames *f, uint64_t at) {
    uint8_t buffer[1024];
    for (size_t n; (n = gc_writer_priv_peek(f, at, buffer, sizeof buffer)) > 0; at += n) {
        for (size_t i = 0; i < n; i++) {
            if (buffer[i]) return at + i;
        }
    }
    return f->size;
}

// The next whole record from *at on; *at is then that of its frame. A place that was taken and
// not filled by a process that died is stepped over: by its length, which is written first, and
// where that is missing by looking for what is a record.
static bool gc_writer_priv_next_frame(gc_writer_priv_frames *f, uint64_t *at, uint64_t *length) {
    f->budget = GC_WRITER_PRIV_RESYNC;
    for (uint64_t p = *at; p < f->size && f->budget > 0 && !f->failed;) {
        uint64_t torn;
        bool found = gc_writer_priv_is_record(f, p, length);
        torn = p + GC_WRITER_PRIV_FRAME + *length;
        if (!found && *length && gc_writer_priv_is_record(f, torn, length)) {
            p = torn;
            found = true;
        }
        if (found) {
            *at = p;
            return true;
        }

        // The low bytes of a length may be zeros.
        uint64_t filled = gc_writer_priv_past_zeros(f, p);
        if (filled == f->size) return false;
        p = filled > p + 3 ? filled - 3 : p + 1;
        f->budget -= f->budget < 1024 ? f->budget : 1024;
    }
    return false;
}

// Length of the file up to the end of its last whole record. False: errno.
static bool gc_writer_priv_whole_records(int fd, uint64_t size, uint64_t *whole) {
    gc_writer_priv_frames frames = {NULL, fd, size, 0, false};
    uint64_t length;
    *whole = 0;
    for (uint64_t at = 0; gc_writer_priv_next_frame(&frames, &at, &length); at = *whole) {
        *whole = at + GC_WRITER_PRIV_FRAME + length;
    }
    return !frames.failed;
}
#endif

// Renames path to path.1, that to path.2, and so on: the next byte begins a new file.
static bool gc_writer_priv_rotate(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                  gc_writer_priv_trouble *trouble) {
    gc_writer_priv_log *log = &s->of.log;
    gc_writer *w = v->w;
    const char *name;
    char first[GC_WRITER_PRIV_NAME_SIZE];

    // What it has is closed, and synced later.
    if (s->fd >= 0) {
        int fd = s->fd;
        s->fd = -1;
        gc_writer_priv_count(w, -1);
        if (!gc_writer_priv_sys_close(fd)) {
            return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CLOSE, errno);
        }
    }
    s->created = false;

    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) return false;

    // Those that it has renamed itself keep their order, whatever was removed between them: a
    // sync knows them by their numbers.
    if (!gc_writer_priv_shift(folder, name, log->rotate_keep, log->rotations, trouble)) return false;
    gc_writer_priv_numbered(first, name, 1);
    bool ok = gc_writer_priv_rename_in(folder, name, first, GC_WRITER_STAGE_RENAME, trouble);
    if (!ok && trouble->system_error != ENOENT) return false;
    log->rotations++;
    return true;
}

// The first file of it that is not on the disk and has not been removed: 1 is its first one,
// rotations + 1 that which is being written.
static uint32_t gc_writer_priv_unsynced_file(const gc_writer_priv_slot *s, uint32_t from) {
    const gc_writer_priv_log *log = &s->of.log;
    uint32_t gone = log->rotations > log->rotate_keep ? log->rotations - log->rotate_keep : 0;
    return from > gone ? from : gone + 1;
}

// Opens one of its files that were rotated, to sync it. -1: trouble, or (ENOENT) somebody has
// removed it.
static int gc_writer_priv_open_rotated(gc_writer_priv_worker *v, gc_writer_priv_slot *s, uint32_t file,
                                       gc_writer_priv_trouble *trouble) {
    char old[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) return -1;
    gc_writer_priv_numbered(old, name, s->of.log.rotations - file + 1);
    int fd = gc_writer_priv_open_at(v, folder, old, GC_WRITER_PRIV_O_AGAIN);
    if (fd < 0) gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_SYNC, errno);
    return fd;
}

// Syncs and closes what was opened for that; false: trouble.
static bool gc_writer_priv_sync_close(int fd, int stage, gc_writer_priv_trouble *trouble) {
    bool ok = gc_writer_priv_sys_sync(fd) || gc_writer_priv_fail_with(trouble, stage, errno);
    if (!gc_writer_priv_sys_close(fd) && ok) {
        ok = gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CLOSE, errno);
    }
    return ok;
}

// A durable log ends: those of its files that were rotated and not synced since.
static bool gc_writer_priv_sync_rotated(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                        gc_writer_priv_trouble *trouble) {
    gc_writer_priv_log *log = &s->of.log;
    for (;;) {
        uint32_t file = gc_writer_priv_unsynced_file(s, log->synced_files + 1);
        if (file > log->rotations) return true;
        int fd = gc_writer_priv_open_rotated(v, s, file, trouble);
        if (fd < 0 && trouble->system_error != ENOENT) return false;
        if (fd >= 0 && !gc_writer_priv_sync_close(fd, GC_WRITER_STAGE_SYNC, trouble)) return false;
        log->synced_files = file;
    }
}

// The file has been found with `base` bytes: do those that were taken until now belong to a new
// one? From here on producers know its length.
static bool gc_writer_priv_is_full(gc_writer *w, gc_writer_priv_slot *s, uint64_t base) {
    gc_writer_priv_log *log = &s->of.log;
    gc_writer_priv_lock(w);
    bool full = log->rotate_bytes && base > 0 && log->filled > 0 && base + log->filled > log->rotate_bytes;
    if (!full) log->filled += base;
    gc_writer_priv_unlock(w);
    return full;
}

// Length of what an earlier process has left whole. False: errno.
static bool gc_writer_priv_whole(int fd, int records, uint64_t size, uint64_t *whole) {
    *whole = size;
    if (size == 0 || records == GC_WRITER_RECORDS_BYTES) return true;
#ifndef GC_WRITER_NO_CRC32C
    if (records == GC_WRITER_RECORDS_FRAMED) return gc_writer_priv_whole_records(fd, size, whole);
#endif
    return gc_writer_priv_whole_lines(fd, size, whole);
}

// name.0: the file that comes next.
static void gc_writer_priv_next_name(char *dst, const char *name) {
    strcpy(dst, name);
    gc_writer_priv_append(dst, GC_WRITER_PRIV_NAME_SIZE, ".0");
}

// A process has died that took places in name.0 already, or was going to: finishes its
// rotation, or drops the file. *adopted: name is another file now. False: trouble.
static bool gc_writer_priv_adopt_next(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int folder,
                                      const char *name, bool *adopted, gc_writer_priv_trouble *trouble) {
    char next[GC_WRITER_PRIV_NAME_SIZE], first[GC_WRITER_PRIV_NAME_SIZE];
    uint64_t size, whole = 0;
    *adopted = false;
    gc_writer_priv_next_name(next, name);
    if (s->of.log.rotate_bytes < GC_WRITER_PRIV_LEAST_ROTATE) return true;
    if (!gc_writer_priv_sys_replaceable(folder, next, true)) return true;

    int fd = gc_writer_priv_open_at(v, folder, next, GC_WRITER_PRIV_O_READ);
    bool ok = fd >= 0 && gc_writer_priv_sys_is_plain(fd, &size) &&
              gc_writer_priv_whole(fd, s->of.log.records, size, &whole);
    gc_writer_priv_drop(fd);
    if (!ok) return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_OPEN, errno);
    if (whole == 0) return gc_writer_priv_sys_remove(folder, next) || true;

    if (!gc_writer_priv_shift(folder, name, s->of.log.rotate_keep, 0, trouble)) return false;
    gc_writer_priv_numbered(first, name, 1);
    *adopted = gc_writer_priv_rename_in(folder, name, first, GC_WRITER_STAGE_RENAME, trouble) &&
               gc_writer_priv_rename_in(folder, next, name, GC_WRITER_STAGE_RENAME, trouble);
    return *adopted;
}

// Opens the file to append to it, and cuts off what is half written. -1: trouble.
static int gc_writer_priv_open_append(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int folder,
                                      const char *name, gc_writer_priv_trouble *trouble) {
    gc_writer_priv_log *log = &s->of.log;
    gc_writer_priv_info info;
    uint64_t whole = 0;
    bool adopted = false;
    int fd = gc_writer_priv_open_as(v, folder, name, GC_WRITER_PRIV_O_MAKE, s->mode);
    bool ok = fd >= 0 && gc_writer_priv_sys_claim_log(folder, name, fd) && gc_writer_priv_sys_info(fd, &info);
    if (ok && !gc_writer_priv_adopt_next(v, s, folder, name, &adopted, trouble)) {
        gc_writer_priv_sys_close(fd);
        return -1;
    }
    if (ok && !adopted) ok = gc_writer_priv_whole(fd, log->records, info.size, &whole);
    if (ok && !adopted && whole < info.size) ok = gc_writer_priv_sys_cut(fd, whole);

    bool full = ok && !adopted && gc_writer_priv_is_full(v->w, s, whole);
    if (full || adopted) {
        ok = gc_writer_priv_sys_close(fd) || gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CLOSE, errno);
        if (!ok || (full && !gc_writer_priv_rotate(v, s, trouble))) return -1;
        return gc_writer_priv_open_append(v, s, folder, name, trouble);
    }
    if (ok) {
        log->start = s->size;
        log->base = whole;
        return fd;
    }
    gc_writer_priv_drop(fd);
    gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_OPEN, errno);
    if (errno == ELOOP || errno == EEXIST) trouble->result = GC_WRITER_E_TARGET;
    return -1;
}

// Opens again what was closed for others' sake. A log was not locked meanwhile. -1: errno.
static int gc_writer_priv_open_again(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int folder) {
    char name[GC_WRITER_PRIV_NAME_SIZE];
    bool log = s->kind == GC_WRITER_PRIV_LOG;
    gc_writer_priv_info info;
    gc_writer_priv_slot_name(v->w, s, name);
    int fd = gc_writer_priv_open_at(v, folder, name, GC_WRITER_PRIV_O_AGAIN);
    if (fd < 0) return -1;

    // Is it the same? Another writer's bytes in a log show in its size.
    bool ours = !log || gc_writer_priv_sys_claim_log(folder, name, fd);
    bool known = ours && gc_writer_priv_sys_info(fd, &info);
    if (known && info.device == s->closed.device && info.inode == s->closed.inode &&
        (!log || info.size == s->closed.size)) {
        return fd;
    }

    if (known) errno = GC_WRITER_PRIV_ESTALE;
    if (known || !ours) s->created = false;     // not ours to remove
    gc_writer_priv_drop(fd);
    return -1;
}

// Makes the file's temporary, under a number that is free. -1: errno.
static int gc_writer_priv_open_new(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int folder) {
    char name[GC_WRITER_PRIV_NAME_SIZE];
    int fd;
    do {
        s->of.file.number = v->number;
        v->number += v->w->worker_count;
        gc_writer_priv_slot_name(v->w, s, name);
        fd = gc_writer_priv_open_as(v, folder, name, GC_WRITER_PRIV_O_NEW, s->mode);
    } while (fd < 0 && errno == EEXIST);
    return fd;
}

// Gives the file a descriptor, of its temporary or of the log: makes it, or opens it again.
static bool gc_writer_priv_open_temporary(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                          gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    const char *name;
    if (s->fd >= 0) return true;

    while (gc_writer_priv_close_oldest(v, true)) {}
    int mode = s->created ? GC_WRITER_PRIV_FIND : GC_WRITER_PRIV_MAKE;
    int folder = gc_writer_priv_open_folder(v, s, mode, &name, trouble);
    if (folder < 0) return false;

    int fd;
    bool told = false;
    if (s->created) {
        fd = gc_writer_priv_open_again(v, s, folder);
    } else if (!gc_writer_priv_sys_replaceable(folder, name, false)) {
        gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CHECK, errno);
        fd = -1;
        told = true;
    } else if (s->kind == GC_WRITER_PRIV_LOG) {
        fd = gc_writer_priv_open_append(v, s, folder, name, trouble);
        told = true;
    } else {
        fd = gc_writer_priv_open_new(v, s, folder);

        // Somebody has removed the folder: it is made again.
        if (fd < 0 && errno == ENOENT && gc_writer_priv_is_old_folder(v, folder)) {
            return gc_writer_priv_open_temporary(v, s, trouble);
        }
    }
    gc_writer_priv_close_folder(v, folder);
    if (fd < 0) return told ? false : gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_OPEN, errno);

    s->fd = fd;
    s->created = true;
    gc_writer_priv_count(w, 1);
    return true;
}

// >>mapped logs whose end is mapped: places are taken without the lock

// The thread keeps the file's end one or two steps ahead of what was taken, and where it comes
// late, the call does. A place of a line ends in a zero until all else of it is written, and
// that of a record begins with its length: so what a dead process has not filled is known, and
// what is behind it is not lost.

#ifdef GC_WRITER_PRIV_MAPPED
#define GC_WRITER_PRIV_CLOSED ((uint64_t)1 << 63)
#define GC_WRITER_PRIV_OFFSET (((uint64_t)1 << 48) - 1)

static uint64_t gc_writer_priv_get(const gc_writer_priv_word *at) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}
static void gc_writer_priv_set(gc_writer_priv_word *at, uint64_t x) {
    __atomic_store_n(at, x, __ATOMIC_RELEASE);
}

// The part in which places are taken.
static gc_writer_priv_part *gc_writer_priv_part_of(gc_writer_priv_map *m, uint64_t tail) {
    return &m->parts[tail >> 48 & 1];
}

// That of the file before, or of the one that comes next.
static gc_writer_priv_part *gc_writer_priv_other_part(gc_writer_priv_map *m, uint64_t tail) {
    return &m->parts[~tail >> 48 & 1];
}

// The so many-th file of the map, modulo 2^15.
static uint64_t gc_writer_priv_turn_of(uint64_t tail) { return tail >> 48 & 0x7fff; }

// Are places taken in the next file, which has not got the log's name yet?
static bool gc_writer_priv_is_turned(gc_writer_priv_map *m) {
    return gc_writer_priv_turn_of(gc_writer_priv_get(&m->tail)) != m->named;
}

// The log's map; NULL: it has none.
static gc_writer_priv_map *gc_writer_priv_map_of(gc_writer *w, const gc_writer_priv_slot *s) {
    return s->kind == GC_WRITER_PRIV_LOG && s->of.log.map ? &w->maps[s->of.log.map - 1] : NULL;
}

// Bytes that the log has taken since its append.
static uint64_t gc_writer_priv_mapped_bytes(gc_writer_priv_map *m) {
    uint64_t tail, stream;
    do {
        tail = gc_writer_priv_get(&m->tail);
        stream = gc_writer_priv_get(&gc_writer_priv_part_of(m, tail)->stream);
    } while (gc_writer_priv_turn_of(gc_writer_priv_get(&m->tail)) != gc_writer_priv_turn_of(tail));
    return stream + (tail & GC_WRITER_PRIV_OFFSET);
}

// ---- taking a place; on any thread, in a signal handler

// Who changes the parts: one at a time, and nobody waits long for another.
static bool gc_writer_priv_begin_making(gc_writer_priv_map *m) {
    return __atomic_exchange_n(&m->making, 1u, __ATOMIC_ACQUIRE) == 0;
}
static void gc_writer_priv_end_making(gc_writer_priv_map *m) {
    __atomic_store_n(&m->making, 0u, __ATOMIC_RELEASE);
}

// Makes room for places up to `need`, and one or two times `step` more: 32 KB ahead by the
// thread, a page by a call that cannot wait for it. False: there is none, or errno in m->error.
static bool gc_writer_priv_extend(gc_writer_priv_map *m, gc_writer_priv_part *part, uint64_t need,
                                  uint64_t step) {
    const uint64_t window = GC_WRITER_PRIV_WINDOW;
    uint64_t limit = part->limit, to = (need + 2 * step - 1) / step * step;
    if (to > m->most) to = need > m->most ? need : m->most;
    if (to <= limit) return true;

    for (uint64_t k = limit / window; k * window < to; k++) {
        if (k - part->first >= GC_WRITER_PRIV_WINDOWS) return false;
        if (part->at[k % GC_WRITER_PRIV_WINDOWS]) continue;
        void *at = gc_writer_priv_sys_map(part->fd, k * window);
        if (!at) {
            __atomic_store_n(&m->error, errno, __ATOMIC_RELAXED);
            return false;
        }
        gc_writer_priv_set(&part->at[k % GC_WRITER_PRIV_WINDOWS], (uint64_t)(uintptr_t)at);
    }
    if (!gc_writer_priv_sys_stretch(part->fd, limit, to)) {
        __atomic_store_n(&m->error, errno, __ATOMIC_RELAXED);
        return false;
    }
    gc_writer_priv_set(&part->limit, to);
    __atomic_store_n(&m->error, 0, __ATOMIC_RELAXED);
    return true;
}

// The file is full: places are taken in the next one, if that is ready. False: it is not.
static bool gc_writer_priv_turn(gc_writer_priv_map *m, uint64_t tail) {
    if (!__atomic_load_n(&m->next_ready, __ATOMIC_ACQUIRE)) return false;
    uint64_t end = tail & GC_WRITER_PRIV_OFFSET, to = ((gc_writer_priv_turn_of(tail) + 1) & 0x7fff) << 48;
    gc_writer_priv_part *part = gc_writer_priv_part_of(m, tail);
    gc_writer_priv_set(&gc_writer_priv_part_of(m, to)->stream, part->stream + end);
    m->old_end = end;
    m->turned_ms = gc_writer_priv_now_ms();

    // Where another has taken a place meanwhile, the caller looks again.
    bool ok = __atomic_compare_exchange_n(&m->tail, &tail, to, false, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE);
    if (ok) __atomic_store_n(&m->next_ready, false, __ATOMIC_RELEASE);
    return true;
}

static bool gc_writer_priv_has_room(gc_writer_priv_map *m, uint64_t tail, uint64_t total) {
    uint64_t limit = gc_writer_priv_get(&gc_writer_priv_part_of(m, tail)->limit);
    return (tail & GC_WRITER_PRIV_CLOSED) || (tail & GC_WRITER_PRIV_OFFSET) + total <= limit;
}

// Wakes the thread, unless somebody has the lock just now, maybe this thread when a signal
// interrupted it.
static void gc_writer_priv_call_thread(gc_writer *w) {
    if (!gc_writer_priv_try_lock(w)) return;
    GC_WRITER_PRIV_OWN(w, true);
    w->map_news = true;
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock(w);
}

// The thread has come late: makes room for a place. True: look again.
static bool gc_writer_priv_make_room(gc_writer *w, gc_writer_priv_map *m, uint64_t total) {
    bool mine = false, ok = false;
    for (int spins = 0; !mine && !ok && spins < GC_WRITER_PRIV_SPINS; spins++) {
        mine = gc_writer_priv_begin_making(m);
        if (!mine) ok = gc_writer_priv_has_room(m, gc_writer_priv_get(&m->tail), total);
    }
    if (mine) {
        uint64_t tail = gc_writer_priv_get(&m->tail), offset = tail & GC_WRITER_PRIV_OFFSET;
        gc_writer_priv_part *part = gc_writer_priv_part_of(m, tail);
        bool same = offset + total <= m->most || offset == 0;
        ok = gc_writer_priv_has_room(m, tail, total) ||
             (same ? gc_writer_priv_extend(m, part, offset + total, 4096) : gc_writer_priv_turn(m, tail));
        gc_writer_priv_end_making(m);
    }
    if (ok) return true;
    __atomic_fetch_or(&m->starved, mine ? 2u : 1u, __ATOMIC_SEQ_CST);
    gc_writer_priv_call_thread(w);
    return false;
}

// Where the part's byte is, with what follows it in its window.
static uint8_t *gc_writer_priv_mapped_at(gc_writer_priv_part *part, uint64_t offset) {
    uint64_t k = offset / GC_WRITER_PRIV_WINDOW % GC_WRITER_PRIV_WINDOWS;
    return (uint8_t *)(uintptr_t)gc_writer_priv_get(&part->at[k]) + offset % GC_WRITER_PRIV_WINDOW;
}

// Copies bytes into the windows that have them.
static void gc_writer_priv_copy_mapped(gc_writer_priv_part *part, uint64_t offset, const uint8_t *data,
                                       size_t size) {
    while (size > 0) {
        size_t step = (size_t)(GC_WRITER_PRIV_WINDOW - offset % GC_WRITER_PRIV_WINDOW);
        if (step > size) step = size;
        memcpy(gc_writer_priv_mapped_at(part, offset), data, step);
        offset += step;
        data += step;
        size -= step;
    }
}

// All of the place is filled.
static void gc_writer_priv_note_filled(gc_writer_priv_part *part, uint64_t offset, uint64_t size) {
    while (size > 0) {
        uint64_t step = GC_WRITER_PRIV_WINDOW - offset % GC_WRITER_PRIV_WINDOW;
        if (step > size) step = size;
        uint64_t k = offset / GC_WRITER_PRIV_WINDOW % GC_WRITER_PRIV_WINDOWS;
        __atomic_fetch_add(&part->filled[k], step, __ATOMIC_RELEASE);
        offset += step;
        size -= step;
    }
}

// Appends to a mapped log: all of it, or (0) there is no room just now. SIZE_MAX: it is none,
// or has failed.
static size_t gc_writer_priv_write_mapped(gc_writer *w, gc_writer_file file, const uint8_t *data,
                                          size_t size) {
    if (!data || !size || file.slot >= w->desc.max_files) return SIZE_MAX;
    uint32_t open = __atomic_load_n(&w->slots[file.slot].open_map, __ATOMIC_ACQUIRE);
    gc_writer_priv_map *m = open ? &w->maps[open - 1] : NULL;
    if (!m || m->generation != file.generation) return SIZE_MAX;
    if (size > m->largest && m->framed) return SIZE_MAX;
    if (size > m->largest) size = (size_t)m->largest;

    size_t total = size;
#ifndef GC_WRITER_NO_CRC32C
    uint8_t frame[GC_WRITER_PRIV_FRAME];
    if (m->framed) {
        gc_writer_priv_put_frame(frame, data, size);
        total += sizeof frame;
    }
#endif

    // The place.
    uint64_t tail = gc_writer_priv_get(&m->tail);
    do {
        while (!gc_writer_priv_has_room(m, tail, total)) {
            if (!gc_writer_priv_make_room(w, m, total)) return 0;
            tail = gc_writer_priv_get(&m->tail);
        }
        if (tail & GC_WRITER_PRIV_CLOSED) return 0;
    } while (!__atomic_compare_exchange_n(&m->tail, &tail, tail + total, true, __ATOMIC_SEQ_CST,
                                          __ATOMIC_ACQUIRE));
    gc_writer_priv_part *part = gc_writer_priv_part_of(m, tail);
    uint64_t offset = tail & GC_WRITER_PRIV_OFFSET, at = offset;

#ifndef GC_WRITER_NO_CRC32C
    if (m->framed) {
        gc_writer_priv_copy_mapped(part, at, frame, 4);
        __atomic_thread_fence(__ATOMIC_RELEASE);
        gc_writer_priv_copy_mapped(part, at + 4, frame + 4, 4);
        at += sizeof frame;
    }
#endif
    gc_writer_priv_copy_mapped(part, at, data, size - 1);
    uint8_t *last = gc_writer_priv_mapped_at(part, at + size - 1);
    __atomic_store_n(last, data[size - 1], __ATOMIC_RELEASE);

    // The next line's memory comes while the caller does something else: stores to memory that
    // is not in the cache would hold up the atomic addition behind them.
    __builtin_prefetch(last + 64, 1);
    __builtin_prefetch(last + 128, 1);
    bool near_end = offset + total + GC_WRITER_PRIV_STEP > gc_writer_priv_get(&part->limit);
    gc_writer_priv_note_filled(part, offset, total);       // from here on the part may be another's

    if (near_end && __atomic_load_n(&w->dozing, __ATOMIC_SEQ_CST)) gc_writer_priv_call_thread(w);
    return size;
}

// ---- what the thread does for it; without the lock

// Have all calls filled what they have taken, up to `end`?
static bool gc_writer_priv_is_filled(const gc_writer_priv_part *part, uint64_t end) {
    for (uint64_t k = part->first; k * GC_WRITER_PRIV_WINDOW < end; k++) {
        uint64_t have = end - k * GC_WRITER_PRIV_WINDOW;
        if (have > GC_WRITER_PRIV_WINDOW) have = GC_WRITER_PRIV_WINDOW;
        if (gc_writer_priv_get(&part->filled[k % GC_WRITER_PRIV_WINDOWS]) != have) return false;
    }
    return true;
}

// The thread of a call may have died in it: then its windows stay.
static bool gc_writer_priv_await_filled(const gc_writer_priv_part *part, uint64_t end) {
    for (int ms = 0; ms < GC_WRITER_PRIV_DRAIN_MS; ms++) {
        if (gc_writer_priv_is_filled(part, end)) return true;
        gc_writer_priv_sleep_ms(1);
    }
    return false;
}

static void gc_writer_priv_unmap_window(gc_writer_priv_part *part, uint64_t k) {
    k %= GC_WRITER_PRIV_WINDOWS;
    if (part->at[k]) gc_writer_priv_sys_unmap((void *)(uintptr_t)part->at[k]);
    gc_writer_priv_set(&part->at[k], 0);
    gc_writer_priv_set(&part->filled[k], 0);
}
static void gc_writer_priv_unmap_part(gc_writer_priv_part *part) {
    for (uint64_t k = 0; k < GC_WRITER_PRIV_WINDOWS; k++) gc_writer_priv_unmap_window(part, k);
}

// The part's file ends at `end`. What calls have never filled stays mapped.
static void gc_writer_priv_end_part(gc_writer_priv_map *m, gc_writer_priv_part *part, uint64_t end,
                                    bool filled) {
    if (filled) gc_writer_priv_unmap_part(part);
    else gc_writer_priv_sys_let_go(part->fd);
    m->stuck = m->stuck || !filled;
    gc_writer_priv_sys_resize(part->fd, end);
}

// A part for a file of which `start` bytes are there.
static void gc_writer_priv_init_part(gc_writer_priv_part *part, int fd, uint64_t start) {
    for (int k = 0; k < GC_WRITER_PRIV_WINDOWS; k++) {
        gc_writer_priv_set(&part->at[k], 0);
        gc_writer_priv_set(&part->filled[k], 0);
    }
    part->fd = fd;
    part->populated = start;
    part->first = start / GC_WRITER_PRIV_WINDOW;
    gc_writer_priv_set(&part->filled[part->first % GC_WRITER_PRIV_WINDOWS], start % GC_WRITER_PRIV_WINDOW);
    gc_writer_priv_set(&part->limit, start);
}

// What is to be touched soon is there without a fault.
static void gc_writer_priv_populate(gc_writer_priv_part *part) {
    uint64_t from = part->populated / 4096 * 4096;
    uint64_t limit = gc_writer_priv_get(&part->limit);
    while (from < limit) {
        uint64_t in = from % GC_WRITER_PRIV_WINDOW, step = GC_WRITER_PRIV_WINDOW - in;
        if (step > limit - from) step = limit - from;
        uint64_t at = gc_writer_priv_get(&part->at[from / GC_WRITER_PRIV_WINDOW % GC_WRITER_PRIV_WINDOWS]);
        if (at) gc_writer_priv_sys_populate((void *)(uintptr_t)(at + in), (size_t)step);
        from += step;
    }
    part->populated = limit;
}

// Is the end of the room near, or a window done with?
static bool gc_writer_priv_is_behind_tail(gc_writer_priv_map *m) {
    uint64_t tail = gc_writer_priv_get(&m->tail), offset = tail & GC_WRITER_PRIV_OFFSET;
    const gc_writer_priv_part *part = gc_writer_priv_part_of(m, tail);
    uint64_t limit = gc_writer_priv_get(&part->limit);
    if ((tail & GC_WRITER_PRIV_CLOSED) || __atomic_load_n(&m->error, __ATOMIC_RELAXED)) return false;
    return (offset + GC_WRITER_PRIV_STEP > limit && limit < m->most) || part->populated < limit ||
           offset / GC_WRITER_PRIV_WINDOW > part->first + 1;
}

// Keeps up with what is taken. By who has `making`, and gives it back.
static void gc_writer_priv_follow_tail(gc_writer_priv_map *m) {
    uint64_t tail = gc_writer_priv_get(&m->tail), offset = tail & GC_WRITER_PRIV_OFFSET;
    gc_writer_priv_part *part = gc_writer_priv_part_of(m, tail);
    gc_writer_priv_extend(m, part, offset, GC_WRITER_PRIV_STEP);
    while (offset / GC_WRITER_PRIV_WINDOW > part->first + 1 &&
           part->filled[part->first % GC_WRITER_PRIV_WINDOWS] == GC_WRITER_PRIV_WINDOW) {
        gc_writer_priv_unmap_window(part, part->first++);
    }
    gc_writer_priv_end_making(m);

    // No call waits for this, which takes the longest.
    if (part->populated < offset) part->populated = offset;
    gc_writer_priv_populate(part);
}

// Makes the file that comes next, so that a call finds it when this one is full.
static bool gc_writer_priv_prepare_next(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                        gc_writer_priv_map *m, gc_writer_priv_trouble *trouble) {
    char next[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) return false;
    gc_writer_priv_next_name(next, name);
    int fd = gc_writer_priv_open_as(v, folder, next, GC_WRITER_PRIV_O_MAKE, s->mode);
    bool ok = fd >= 0 && gc_writer_priv_sys_claim_log(folder, next, fd) && gc_writer_priv_sys_cut(fd, 0);
    if (!ok) gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_OPEN, errno);

    gc_writer_priv_part *part = gc_writer_priv_other_part(m, gc_writer_priv_get(&m->tail));
    if (ok) {
        gc_writer_priv_init_part(part, fd, 0);
        if (gc_writer_priv_extend(m, part, 0, GC_WRITER_PRIV_STEP)) {
            gc_writer_priv_populate(part);
            __atomic_store_n(&m->next_ready, true, __ATOMIC_RELEASE);
            return true;
        }
        gc_writer_priv_unmap_part(part);        // m->error tells
        gc_writer_priv_sys_remove(folder, next);
    }
    if (fd >= 0) gc_writer_priv_sys_close(fd);
    return ok;
}

// Places are taken in name.0: it gets the log's name. `force`: calls that do not come to an end
// are not waited for. *done: it has it.
static bool gc_writer_priv_finish_turn(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                       gc_writer_priv_map *m, bool force, bool *done,
                                       gc_writer_priv_trouble *trouble) {
    uint64_t tail = gc_writer_priv_get(&m->tail);
    gc_writer_priv_part *part = gc_writer_priv_part_of(m, tail);
    gc_writer_priv_part *old = gc_writer_priv_other_part(m, tail);
    bool filled = gc_writer_priv_is_filled(old, m->old_end);
    *done = filled || force || gc_writer_priv_now_ms() - m->turned_ms > GC_WRITER_PRIV_DRAIN_MS;
    if (!*done) return true;
    gc_writer_priv_end_part(m, old, m->old_end, filled);

    char next[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    if (!gc_writer_priv_rotate(v, s, trouble)) return false;
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) return false;
    gc_writer_priv_next_name(next, name);
    if (!gc_writer_priv_rename_in(folder, next, name, GC_WRITER_STAGE_RENAME, trouble)) return false;
    s->fd = part->fd;
    s->created = true;
    gc_writer_priv_count(v->w, 1);
    m->named = gc_writer_priv_turn_of(tail);
    return true;
}

// The file that was made to come next goes again.
static void gc_writer_priv_drop_next(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                     gc_writer_priv_map *m) {
    char next[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    gc_writer_priv_trouble trouble;
    gc_writer_priv_part *part = gc_writer_priv_other_part(m, gc_writer_priv_get(&m->tail));
    gc_writer_priv_unmap_part(part);
    gc_writer_priv_sys_close(part->fd);
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, &trouble);
    if (folder < 0) return;
    gc_writer_priv_next_name(next, name);
    gc_writer_priv_sys_remove(folder, next);
}

// No more places: the file ends behind the last one, and the log can go on without a map. It
// takes nothing until it has failed, or switching is false. False: trouble.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_unmap_log(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                                         gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    gc_writer_priv_log *log = &s->of.log;
    gc_writer_priv_map *m = gc_writer_priv_map_of(w, s);
    if (!m) return true;
    gc_writer_priv_lock(w);
    log->switching = true;
    __atomic_store_n(&s->open_map, 0u, __ATOMIC_RELEASE);
    gc_writer_priv_unlock(w);
    uint64_t tail = __atomic_fetch_or(&m->tail, GC_WRITER_PRIV_CLOSED, __ATOMIC_SEQ_CST);

    // Who makes room just now may wait for the disk, or have died in it.
    bool mine = gc_writer_priv_begin_making(m);
    for (int ms = 0; !mine && ms < 100 * GC_WRITER_PRIV_DRAIN_MS; ms++) {
        gc_writer_priv_sleep_ms(1);
        mine = gc_writer_priv_begin_making(m);
    }
    m->stuck = m->stuck || !mine;

    // A turn that was begun comes to its end first.
    bool ok = true, done;
    gc_writer_priv_part *part = gc_writer_priv_part_of(m, tail);
    uint64_t end = tail & GC_WRITER_PRIV_OFFSET, bytes = part->stream + end;
    if (gc_writer_priv_is_turned(m)) {
        gc_writer_priv_await_filled(gc_writer_priv_other_part(m, tail), m->old_end);
        ok = gc_writer_priv_finish_turn(v, s, m, true, &done, trouble);
    }
    gc_writer_priv_end_part(m, part, end, mine && gc_writer_priv_await_filled(part, end));
    if (m->next_ready) gc_writer_priv_drop_next(v, s, m);
    if (!ok && s->fd != part->fd) gc_writer_priv_sys_close(part->fd);

    gc_writer_priv_lock(w);
    s->size = s->position = log->flushed = log->start = bytes;
    log->base = log->filled = end;
    w->statistics.written += bytes - m->begun;
    log->map = 0;
    m->used = m->stuck ? GC_WRITER_PRIV_NONE : 0;
    w->map_count--;
    gc_writer_priv_changed(w);
    gc_writer_priv_unlock(w);
    return ok;
}

// Opens the log, and maps its end. Where that cannot be (*mapped), it goes on without; false:
// trouble.
static bool gc_writer_priv_map_log(gc_writer_priv_worker *v, gc_writer_priv_slot *s, gc_writer_priv_map *m,
                                   bool *mapped, gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    gc_writer_priv_log *log = &s->of.log;
    if (!gc_writer_priv_open_temporary(v, s, trouble)) return false;

    uint64_t start = log->base + (s->size - log->start);
    bool ok = gc_writer_priv_sys_can_map(s->fd);
    if (ok) {
        m->tail = start;
        m->framed = log->records == GC_WRITER_RECORDS_FRAMED;
        m->most = log->rotate_bytes ? log->rotate_bytes : GC_WRITER_PRIV_OFFSET;
        m->largest = (uint64_t)w->block_count * w->block_size - 8;
        const uint64_t most = (GC_WRITER_PRIV_WINDOWS - 2) * (uint64_t)GC_WRITER_PRIV_WINDOW;
        if (m->largest > most) m->largest = most;
        m->generation = s->generation;
        m->begun = s->size;
        m->next_ready = m->stuck = false;
        m->named = 0;
        m->error = 0;
        m->starved = 0;
        gc_writer_priv_init_part(&m->parts[0], s->fd, start);
        gc_writer_priv_set(&m->parts[0].stream, s->size - start);
        ok = gc_writer_priv_extend(m, &m->parts[0], start, GC_WRITER_PRIV_STEP);
        if (!ok) gc_writer_priv_unmap_part(&m->parts[0]);
        if (!ok) gc_writer_priv_sys_resize(s->fd, start);
        if (ok) gc_writer_priv_populate(&m->parts[0]);
    }
    gc_writer_priv_end_making(m);
    *mapped = ok;
    return true;
}

// On Windows a sync does not find what was written by a mapping, unless it is told.
static void gc_writer_priv_flush_map(gc_writer *w, gc_writer_priv_slot *s) {
#ifdef _WIN32
    gc_writer_priv_map *m = gc_writer_priv_map_of(w, s);
    if (!m) return;
    while (!gc_writer_priv_begin_making(m)) gc_writer_priv_sleep_ms(1);
    for (int i = 0; i < 2 * GC_WRITER_PRIV_WINDOWS; i++) {
        uint64_t at = m->parts[i / GC_WRITER_PRIV_WINDOWS].at[i % GC_WRITER_PRIV_WINDOWS];
        if (at) gc_writer_priv_sys_flush_map((void *)(uintptr_t)at);
    }
    gc_writer_priv_end_making(m);
#else
    (void)w, (void)s;
#endif
}

// Of a log that is mapped: what it has taken is with the system.
static void gc_writer_priv_note_mapped(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_map *m = gc_writer_priv_map_of(w, s);
    if (m) s->position = s->of.log.flushed = gc_writer_priv_mapped_bytes(m);
}

// Bytes of the open log of that path, behind which its file has zeros; UINT64_MAX: not mapped.
static uint64_t gc_writer_priv_log_size(gc_writer *w, const char *path) {
    uint64_t size = UINT64_MAX;
    gc_writer_priv_lock(w);
    const gc_writer_priv_slot *s = gc_writer_priv_log_of(w, path);
    gc_writer_priv_map *m = s ? gc_writer_priv_map_of(w, s) : NULL;
    if (m) size = gc_writer_priv_get(&m->tail) & GC_WRITER_PRIV_OFFSET;
    if (m && gc_writer_priv_is_turned(m)) size = m->old_end;
    gc_writer_priv_unlock(w);
    return size;
}
#endif

// >>worker what a thread does: writing, publishing, one step of everything

// ---- writing; without the lock where not said otherwise

// A log goes on after a full disk: the file says how much of it is missing.
static bool gc_writer_priv_tell_lost(gc_writer *w, gc_writer_priv_slot *s, gc_writer_priv_trouble *trouble) {
    gc_writer_priv_log *log = &s->of.log;
    char text[96] = "";
    size_t head = 0;
    bool framed = log->records == GC_WRITER_RECORDS_FRAMED;
#ifndef GC_WRITER_NO_CRC32C
    if (framed) head = GC_WRITER_PRIV_FRAME;
#endif
    char *line = text + head;
    if (log->records == GC_WRITER_RECORDS_BYTES && log->base > 0) strcpy(line, "\n");
    gc_writer_priv_append(line, sizeof text - head, "gc_writer: ");
    gc_writer_priv_append_number(line, sizeof text - head, log->lost, 10, 1);
    gc_writer_priv_append(line, sizeof text - head, framed ? " bytes dropped" : " bytes dropped\n");
    size_t size = head + strlen(line);
#ifndef GC_WRITER_NO_CRC32C
    if (framed) gc_writer_priv_put_frame((uint8_t *)text, text + head, size - head);
#endif

    if (!gc_writer_priv_sys_write_bytes(s->fd, log->base, text, size)) {
        gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_WRITE, errno);
        gc_writer_priv_sys_cut(s->fd, log->base);
        return false;
    }

    log->base += size;
    gc_writer_priv_lock(w);
    log->filled += size;
    log->lost = 0;
    memset(&s->trouble, 0, sizeof s->trouble);
    w->statistics.written += size;
    gc_writer_priv_unlock(w);
    return true;
}

static bool gc_writer_priv_write_pieces(gc_writer_priv_worker *v, gc_writer_priv_slot *s, uint64_t offset,
                                        gc_writer_priv_piece *pieces, int count, uint64_t bytes,
                                        gc_writer_priv_trouble *trouble) {
    bool log = s->kind == GC_WRITER_PRIV_LOG;
    if (!gc_writer_priv_open_temporary(v, s, trouble)) return false;
    if (log && s->of.log.lost && !gc_writer_priv_tell_lost(v->w, s, trouble)) return false;

    // The sum goes on while bytes come in order.
#ifndef GC_WRITER_NO_CRC32C
    s->sum = s->sum && offset == s->summed;
    for (int i = 0; s->sum && i < count; i++) {
        s->crc = gc_writer_crc32c(s->crc, pieces[i].iov_base, pieces[i].iov_len);
    }
    s->summed += bytes;
#endif

    uint64_t at = log ? s->of.log.base + (offset - s->of.log.start) : offset;
    if (!gc_writer_priv_sys_write(s->fd, at, pieces, count)) {
        gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_WRITE, errno);
        if (log) gc_writer_priv_sys_cut(s->fd, at);     // no half record, if that can be
        return false;
    }
    if (s->size < offset + bytes) s->size = offset + bytes;
    return true;
}

// Writes the first blocks of a row, as far as one pwritev goes; *row is then the first of the
// others.
static bool gc_writer_priv_write_row(gc_writer_priv_worker *v, gc_writer_priv_slot *s, uint32_t *row,
                                     gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    gc_writer_priv_piece pieces[GC_WRITER_PRIV_BATCH];
    uint32_t b = *row;
    int count = 0;
    if (w->blocks[b].offset & GC_WRITER_PRIV_ROTATE) {
        w->blocks[b].offset &= ~GC_WRITER_PRIV_ROTATE;
        if (!gc_writer_priv_rotate(v, s, trouble)) return false;
    }
    uint64_t offset = w->blocks[b].offset, bytes = 0;
    while (b != GC_WRITER_PRIV_NONE && count < GC_WRITER_PRIV_BATCH &&
           w->blocks[b].offset == offset + bytes) {
        pieces[count].iov_base = gc_writer_priv_data(w, b);
        pieces[count].iov_len = w->blocks[b].used;
        bytes += w->blocks[b].used;
        count++;
        b = w->blocks[b].next;
    }
    *row = b;
    return gc_writer_priv_write_pieces(v, s, offset, pieces, count, bytes, trouble);
}

// Bytes of an appended file are written. If more is left, the others come first.
static void gc_writer_priv_note_flushed(gc_writer *w, gc_writer_priv_slot *s, uint64_t bytes) {
    GC_WRITER_PRIV_LOCKED(w);
    s->of.log.flushed += bytes;
    if (!s->linked[GC_WRITER_PRIV_DIRTY]) return;
    gc_writer_priv_list_remove(w, &w->dirty, s);
    if (s->chain_first != GC_WRITER_PRIV_NONE || s->current != GC_WRITER_PRIV_NONE) {
        gc_writer_priv_list_append(w, &w->dirty, s);
    }
}

// Writes the first blocks of the file's chain, what is left is ready again. Takes and returns
// with the lock; releases it while writing.
static void gc_writer_priv_write_chain(gc_writer_priv_worker *v, gc_writer_priv_slot *s) {
    gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);

    // Cut them off the chain: then they are the worker's.
    uint32_t first = s->chain_first, last = first, count = 1;
    uint64_t bytes = w->blocks[first].used;
    for (; count < GC_WRITER_PRIV_BATCH && w->blocks[last].next != GC_WRITER_PRIV_NONE; count++) {
        last = w->blocks[last].next;
        bytes += w->blocks[last].used;
    }
    s->chain_first = w->blocks[last].next;
    w->blocks[last].next = GC_WRITER_PRIV_NONE;
    if (s->chain_first == GC_WRITER_PRIV_NONE) s->chain_last = GC_WRITER_PRIV_NONE;
    gc_writer_priv_hold(w, s);
    int work = s->work;         // a producer may end the file meanwhile, and that changes it
    gc_writer_priv_unlock(w);

    gc_writer_priv_trouble trouble;
    bool ok = true;
    for (uint32_t row = first; ok && row != GC_WRITER_PRIV_NONE;) {
        ok = gc_writer_priv_write_row(v, s, &row, &trouble);
    }
    gc_writer_priv_end_step(v);
    if (!ok) gc_writer_priv_fail(v, s, &trouble);

    gc_writer_priv_lock(w);
    w->pending[work] -= bytes;
    if (ok) w->statistics.written += bytes;
    if (s->state == GC_WRITER_PRIV_BEGUN) gc_writer_priv_unseal(w, s, bytes);
    gc_writer_priv_give(w, first);
    bool log = s->kind == GC_WRITER_PRIV_LOG;
    if (ok && log) gc_writer_priv_note_flushed(w, s, bytes);

    // A long one is no small file any more.
    bool grown = s->state == GC_WRITER_PRIV_BEGUN && !log && s->work == GC_WRITER_PRIV_SMALL &&
                 s->size >= GC_WRITER_PRIV_LARGE_FILE;
    if (grown) gc_writer_priv_set_work(w, s, GC_WRITER_PRIV_LARGE);
    gc_writer_priv_release(w, s);
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock_notify(w);
    gc_writer_priv_lock(w);
}

// One step of bytes that were lent by gc_writer_put.
static bool gc_writer_priv_write_lent(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                          gc_writer_priv_trouble *trouble) {
    size_t n = gc_writer_priv_lent(s);
    if (n > GC_WRITER_PRIV_LENT_STEP) n = GC_WRITER_PRIV_LENT_STEP;
    const uint8_t *data = s->of.file.lent + s->of.file.lent_done;
    gc_writer_priv_piece piece = {(void *)(uintptr_t)data, n};      // it is only read
    if (!gc_writer_priv_write_pieces(v, s, s->of.file.lent_done, &piece, 1, n, trouble)) return false;
    s->of.file.lent_done += n;
    return true;
}

// Frees the block that the file has of the allocator. Without the lock.
static void gc_writer_priv_free_owned(gc_writer *w, gc_writer_priv_slot *s) {
    for (gc_writer_priv_slot *m = s; s->kind == GC_WRITER_PRIV_SET && (m = gc_writer_priv_ring(w, s, m));) {
        gc_writer_priv_free_owned(w, m);
    }
    if (!gc_writer_priv_is_put(s) || !s->of.file.owned) return;
    gc_writer_priv_resize(&w->desc.allocator, s->of.file.owned, s->of.file.owned_size, 0);
    s->of.file.owned = NULL;
}

#ifndef GC_WRITER_NO_CRC32C
// Encodes what a save has, and the length it had, into a block of the allocator.
static bool gc_writer_priv_encode(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                  gc_writer_priv_trouble *trouble) {
    const gc_writer_desc *desc = &v->w->desc;
    gc_writer_priv_file *file = &s->of.file;
    size_t size = file->lent_size, bound = desc->codec.bound(desc->codec.user, size), n = 0;
    uint8_t *block = NULL;
    if (bound < SIZE_MAX - 8) block = (uint8_t *)gc_writer_priv_resize(&desc->allocator, NULL, 0, bound + 8);
    if (block) n = desc->codec.encode(desc->codec.user, block, bound, file->lent, size);
    if (n == 0 || n > bound) {
        gc_writer_priv_resize(&desc->allocator, block, bound + 8, 0);
        const int result = block ? GC_WRITER_E_DATA : GC_WRITER_E_MEMORY;
        return gc_writer_priv_fail_as(trouble, GC_WRITER_STAGE_WRITE, result);
    }

    gc_writer_priv_free_owned(v->w, s);
    gc_writer_priv_put_u64(block + n, size);
    file->lent = block;
    file->owned = block;
    file->owned_size = bound + 8;
    file->lent_size = n + 8;
    file->encoded = true;
    return true;
}

// All of a save is written: what gc_writer_load knows it by.
static bool gc_writer_priv_write_trailer(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                         gc_writer_priv_trouble *trouble) {
    uint8_t trailer[GC_WRITER_PRIV_TRAILER];
    gc_writer_priv_piece piece = {trailer, sizeof trailer};
    gc_writer_priv_put_trailer(trailer, s->size, s->of.file.encoded, s->of.file.version, s->of.file.flags,
                               s->crc);
    if (!gc_writer_priv_write_pieces(v, s, s->size, &piece, 1, sizeof trailer, trouble)) return false;
    s->of.file.sealed = true;
    return true;
}
#endif

// All that an ended file still has to write.
static bool gc_writer_priv_write_rest(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                      gc_writer_priv_trouble *trouble) {
    for (uint32_t row = s->taken; row != GC_WRITER_PRIV_NONE;) {
        if (!gc_writer_priv_write_row(v, s, &row, trouble)) return false;
    }
#ifndef GC_WRITER_NO_CRC32C
    bool encodes = gc_writer_priv_is_put(s) && s->of.file.encodes && !s->of.file.encoded;
    if (encodes && !gc_writer_priv_encode(v, s, trouble)) return false;
#endif
    while (gc_writer_priv_lent(s)) {
        if (!gc_writer_priv_write_lent(v, s, trouble)) return false;
    }
#ifndef GC_WRITER_NO_CRC32C
    bool bare = gc_writer_priv_is_put(s) && s->of.file.save && !s->of.file.sealed;
    if (bare && !gc_writer_priv_write_trailer(v, s, trouble)) return false;
#endif
    return gc_writer_priv_open_temporary(v, s, trouble);
}

// Somebody may have removed a log: what is written to it is nowhere.
static bool gc_writer_priv_is_there(const gc_writer_priv_slot *s, gc_writer_priv_trouble *trouble) {
    return !gc_writer_priv_sys_is_gone(s->fd) ||
           gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_SYNC, ENOENT);
}

// Everything is written: sync and close.
static bool gc_writer_priv_settle(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                  gc_writer_priv_trouble *trouble) {
    if (!gc_writer_priv_open_temporary(v, s, trouble)) return false;
    if ((s->mode || s->executable) && !gc_writer_priv_sys_mode(s->fd, s->mode, s->executable)) {
        return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_MODE, errno);
    }
    if (s->durability >= GC_WRITER_DURABILITY_FILE && !gc_writer_priv_sys_sync(s->fd)) {
        return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_SYNC, errno);
    }

    int fd = s->fd;
    s->fd = -1;
    gc_writer_priv_count(v->w, -1);
    s->settled = gc_writer_priv_sys_close(fd);
    return s->settled || gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CLOSE, errno);
}

// ---- publishing and removing; without the lock

// Between two files of a group; see there.
static bool gc_writer_priv_look_round(gc_writer_priv_worker *v, const gc_writer_priv_slot *s);

// What stands under the name becomes name.1, and stays under its name until the new file takes
// it: it has both by then. False: trouble.
static bool gc_writer_priv_back_up(gc_writer_priv_worker *v, const gc_writer_priv_slot *s, int folder,
                                   const char *name, gc_writer_priv_trouble *trouble) {
    char first[GC_WRITER_PRIV_NAME_SIZE], second[GC_WRITER_PRIV_NAME_SIZE];
    gc_writer_priv_numbered(first, name, 1);

    // Nothing to keep; or a process died between the two renames.
    if (!gc_writer_priv_sys_replaceable(folder, name, true)) {
        return errno == ENOENT || gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_BACKUP, errno);
    }
    if (gc_writer_priv_sys_same(folder, name, first)) return true;

    // The second name is a temporary one at first, so that name.1 is never missing.
    bool linked;
    do {
        gc_writer_priv_temporary_name(second, v->w->id, v->number);
        v->number += v->w->worker_count;
        linked = gc_writer_priv_sys_link(folder, name, second);
    } while (!linked && errno == EEXIST);
    int error = errno;
    bool unable = error == EPERM || error == ENOSYS || error == ENOTSUP || error == EOPNOTSUPP ||
                  error == EXDEV || error == EMLINK || error == EINVAL;
    if (!linked && !unable) return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_BACKUP, error);

    const char *old = linked ? second : name;
    bool ok = gc_writer_priv_shift(folder, name, s->of.file.backups, 0, trouble) &&
              gc_writer_priv_rename_in(folder, old, first, GC_WRITER_STAGE_BACKUP, trouble);
    if (!ok && linked) gc_writer_priv_sys_remove(folder, second);
    return ok;
}

// Renames the temporary. `checked`: the worker has just looked at what stands under the name.
static bool gc_writer_priv_publish(gc_writer_priv_worker *v, gc_writer_priv_slot *s, bool checked,
                                   gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    char temporary[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) return false;
    if (!checked && !gc_writer_priv_sys_replaceable(folder, name, false)) {
        return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CHECK, errno);
    }
    if (s->of.file.backups && !gc_writer_priv_back_up(v, s, folder, name, trouble)) return false;
    gc_writer_priv_slot_name(w, s, temporary);
    if (!gc_writer_priv_rename_in(folder, temporary, name, GC_WRITER_STAGE_RENAME, trouble)) return false;
    s->created = false;
    return true;
}

// Must its folder be durable?
static bool gc_writer_priv_needs_folder(const gc_writer_priv_slot *s) {
    return !s->failed && s->durability >= GC_WRITER_DURABILITY_FOLDER;
}

// Is the file in the folder that the first `length` bytes of `folder` name, or (below) under
// that one?
static bool gc_writer_priv_is_in(const char *path, const char *folder, size_t length, bool below) {
    return memcmp(path, folder, length) == 0 && (strchr(path + length, '/') != NULL) == below;
}

// Syncs the folder that the file is in, or with `above` all of them above it, which files of
// one folder share.
static bool gc_writer_priv_sync_for(gc_writer_priv_worker *v, gc_writer_priv_slot *s, bool above,
                                    gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    const char *name;
    if (above) {
        int folder = gc_writer_priv_walk(v, s, GC_WRITER_PRIV_SYNC, UINT32_MAX, trouble);
        gc_writer_priv_close_folder(v, folder);
        return folder >= 0;
    }

    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) {
        return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_SYNC_FOLDER, trouble->system_error);
    }
    size_t length = (size_t)(name - gc_writer_priv_path(w, s));
    bool ok = gc_writer_priv_sync_folder(v, folder, length, GC_WRITER_STAGE_SYNC_FOLDER, trouble);
    gc_writer_priv_close_folder(v, folder);
    return ok;
}

// Syncs the folder of files[0] once for all of its files. Where it could only not be opened,
// that is the file's own failure, and the next file tries again.
static void gc_writer_priv_sync_shared(gc_writer_priv_worker *v, gc_writer_priv_slot **files, uint32_t count,
                                       bool above) {
    gc_writer *w = v->w;
    const char *path = gc_writer_priv_path(w, files[0]);
    size_t length = (size_t)(gc_writer_priv_name_of(path) - path);
    for (uint32_t i = 0; i < count; i++) {
        gc_writer_priv_trouble trouble;
        if (!gc_writer_priv_needs_folder(files[i])) continue;
        if (!gc_writer_priv_is_in(gc_writer_priv_path(w, files[i]), path, length, false)) continue;
        if (gc_writer_priv_sync_for(v, files[i], above, &trouble)) return;
        gc_writer_priv_fail(v, files[i], &trouble);

        // A failed fsync fails all files that needed it.
        for (uint32_t k = i + 1; trouble.shared && k < count; k++) {
            const char *other = gc_writer_priv_path(w, files[k]);
            bool needs = gc_writer_priv_needs_folder(files[k]);
            if (needs && gc_writer_priv_is_in(other, path, trouble.shared_path, above)) {
                gc_writer_priv_fail(v, files[k], &trouble);
            }
        }
    }
}

// Syncs each folder of the files once: those they are in, or with `above` the folders above
// them.
static GC_WRITER_PRIV_RARE void gc_writer_priv_sync_folders(gc_writer_priv_worker *v,
                                                            gc_writer_priv_slot **files, uint32_t count,
                                                            bool above) {
    gc_writer *w = v->w;
    uint32_t heads[GC_WRITER_PRIV_SYNC_GROUP], folders = 0;     // of each folder the first file
    for (uint32_t i = 0; i < count; i++) {
        if (!gc_writer_priv_needs_folder(files[i])) continue;
        const char *path = gc_writer_priv_path(w, files[i]);
        size_t length = (size_t)(gc_writer_priv_name_of(path) - path);
        bool known = false;
        for (uint32_t k = 0; k < folders && !known; k++) {
            known = gc_writer_priv_is_in(gc_writer_priv_path(w, files[heads[k]]), path, length, false);
        }
        if (known) continue;
        heads[folders++] = i;
        gc_writer_priv_look_round(v, files[0]);
        gc_writer_priv_sync_shared(v, files + i, count - i, above);
    }
}

// Open has made the root: the folder that it is in is synced, and those above it as far as open
// has made them; or never.
static bool gc_writer_priv_sync_root(gc_writer_priv_worker *v, gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    int folder = w->root, error = w->root_error;
    for (uint32_t i = 0; i < w->unsynced_root && !error; i++) {
        int above = gc_writer_priv_open_at(v, folder, "..", GC_WRITER_PRIV_O_SYNC);
        if (above < 0) error = errno;
        else if (!gc_writer_priv_sys_sync(above)) error = w->root_error = errno;
        if (folder != w->root) gc_writer_priv_sys_close(folder);
        folder = above;
    }

    if (folder >= 0 && folder != w->root) gc_writer_priv_sys_close(folder);
    if (!error) w->unsynced_root = 0;
    return !error || gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_MKDIR, error);
}

// Syncs what is above the folders of the files, as far as it was made and not synced: the root
// comes before the first file that is to be there after a power cut.
static void gc_writer_priv_sync_above(gc_writer_priv_worker *v, gc_writer_priv_slot **files, uint32_t count) {
    gc_writer_priv_trouble trouble;
    for (uint32_t i = 0; i < count && v->w->unsynced_root; i++) {
        if (!gc_writer_priv_needs_folder(files[i])) continue;
        if (!gc_writer_priv_sync_root(v, &trouble)) gc_writer_priv_fail(v, files[i], &trouble);
    }
    if (gc_writer_priv_unsynced(v->w, false)) gc_writer_priv_sync_folders(v, files, count, true);
}

// What an ended file had to write is done with, written or not.
static void gc_writer_priv_give_taken(gc_writer *w, gc_writer_priv_slot *s, bool written) {
    GC_WRITER_PRIV_LOCKED(w);
    w->pending[s->work] -= s->owed;
    if (written) w->statistics.written += s->owed;
    gc_writer_priv_give(w, s->taken);
}

// The rest of a group that ends early goes back into its lane. `written`: nothing of it is left
// to be written.
static void gc_writer_priv_give_back(gc_writer *w, gc_writer_priv_slot **files, uint32_t count,
                                     bool written) {
    gc_writer_priv_lock(w);
    for (uint32_t i = 0; i < count; i++) {
        gc_writer_priv_slot *s = files[i];
        if (written) {
            gc_writer_priv_give_taken(w, s, !s->failed);
        } else {
            s->chain_first = s->chain_last = s->taken;
            for (uint32_t b = s->taken; b != GC_WRITER_PRIV_NONE; b = w->blocks[b].next) s->chain_last = b;
        }
        s->taken = GC_WRITER_PRIV_NONE;
        s->owed = 0;
        gc_writer_priv_release(w, s);
    }
    gc_writer_priv_unlock_notify(w);
}

// Does the group end before its next file, because something else is more urgent? Then *count
// is what it has left, and the others are given back.
static bool gc_writer_priv_is_cut(gc_writer_priv_worker *v, gc_writer_priv_slot **files, uint32_t next,
                                  uint32_t *count, bool cut, bool written) {
    if (next == 0) return false;
    if (!gc_writer_priv_look_round(v, files[0]) && !cut) return false;
    gc_writer_priv_give_back(v->w, files + next, *count - next, written);
    *count = next;
    return true;
}

// Durable ones share the expensive parts: all data is on its way to the disk before the first
// fsync waits, most of the later fsyncs find everything done by the first, and each folder is
// synced once. All are written. Returns how many are done, at least one.
static uint32_t gc_writer_priv_publish_durable(gc_writer_priv_worker *v, gc_writer_priv_slot **files,
                                               uint32_t count, bool cut) {
    gc_writer_priv_trouble trouble;

    // First all bytes, then the folders above, then the names, then their folders.
    for (uint32_t i = 0; i < count; i++) {
        if (gc_writer_priv_is_cut(v, files, i, &count, cut, true)) {
            cut = true;
            break;
        }
        gc_writer_priv_slot *s = files[i];
        bool ok = s->failed || s->settled || gc_writer_priv_settle(v, s, &trouble);
        if (!ok) gc_writer_priv_fail(v, s, &trouble);
    }

    gc_writer_priv_sync_above(v, files, count);
    for (uint32_t i = 0; i < count; i++) {
        if (gc_writer_priv_is_cut(v, files, i, &count, cut, true)) break;
        bool ok = files[i]->failed || gc_writer_priv_publish(v, files[i], false, &trouble);
        if (!ok) gc_writer_priv_fail(v, files[i], &trouble);
    }
    gc_writer_priv_sync_folders(v, files, count, false);
    return count;
}

// Publishes ended files together. Returns how many are done: at least one, the others are given
// back.
static uint32_t gc_writer_priv_publish_group(gc_writer_priv_worker *v, gc_writer_priv_slot **files,
                                             uint32_t count) {
    bool durable = files[0]->durability >= GC_WRITER_DURABILITY_FILE, cut = false;
    gc_writer_priv_trouble trouble;

    // Write what is left. Those that need not be durable are published at once.
    for (uint32_t i = 0; i < count; i++) {
        cut = gc_writer_priv_is_cut(v, files, i, &count, false, false);
        if (cut) break;
        gc_writer_priv_slot *s = files[i];
        bool made_here = !s->created;
        bool ok = true;
        if (s->untold) gc_writer_priv_fail(v, s, &s->trouble);
        else if (s->failed) gc_writer_priv_discard(v, s);
        else if (s->settled) continue;
        else if (!gc_writer_priv_write_rest(v, s, &trouble)) ok = false;
        else if (durable && count > 1) gc_writer_priv_sys_start_sync(s->fd);
        else if (!durable) ok = gc_writer_priv_settle(v, s, &trouble) &&
                                gc_writer_priv_publish(v, s, made_here, &trouble);

        if (!ok) gc_writer_priv_fail(v, s, &trouble);
    }

    if (durable) count = gc_writer_priv_publish_durable(v, files, count, cut);
    gc_writer_priv_end_step(v);
    return count;
}

// Removes a file, and before it its backups, the oldest first: who dies between them leaves a
// newer one than those that are gone.
static bool gc_writer_priv_remove(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                  gc_writer_priv_trouble *trouble) {
    const char *name;
    char old[GC_WRITER_PRIV_NAME_SIZE];
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) return false;

    bool ok = true, removed = false;
    for (uint32_t k = s->of.call.backups + 1; ok && k-- > 0;) {
        int check = k ? GC_WRITER_STAGE_BACKUP : GC_WRITER_STAGE_CHECK;
        gc_writer_priv_numbered(old, name, k);
        if (!gc_writer_priv_sys_replaceable(folder, old, true)) {
            bool absent = errno == ENOENT && (k > 0 || removed);
            ok = absent || gc_writer_priv_fail_with(trouble, check, errno);
        } else if (!gc_writer_priv_sys_remove(folder, old)) {
            ok = gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_REMOVE, errno);
        } else {
            removed = true;
        }
    }
    if (removed && ok && s->durability >= GC_WRITER_DURABILITY_FOLDER) {
        ok = gc_writer_priv_sync_folder(v, folder, 0, GC_WRITER_STAGE_SYNC_FOLDER, trouble);
    }

    gc_writer_priv_close_folder(v, folder);
    return ok;
}

// Is what was not found a log that is being appended to? Then it is not made yet, or just being
// rotated, and has no bytes.
static bool gc_writer_priv_is_begun(gc_writer *w, const gc_writer_priv_slot *s,
                                    const gc_writer_priv_trouble *trouble) {
    gc_writer_priv_lock(w);
    const gc_writer_priv_slot *log = gc_writer_priv_log_of(w, gc_writer_priv_path(w, s));
    bool begun = log && !log->failed && (log->of.log.flushed == 0 || log->of.log.rotate_bytes > 0);
    gc_writer_priv_unlock(w);
    return begun && trouble->system_error == ENOENT && !gc_writer_priv_sys_is_gone(w->root);
}

// Opens path, or path.k, to read it; *size is how long it is. -1: trouble.
static int gc_writer_priv_open_read(gc_writer_priv_worker *v, gc_writer_priv_slot *s, uint32_t k,
                                    uint64_t *size, gc_writer_priv_trouble *trouble) {
    char numbered[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (folder < 0) return -1;
    gc_writer_priv_numbered(numbered, name, k);

    // It is looked at when it is open, or to tell why it cannot be opened.
    int fd = gc_writer_priv_open_at(v, folder, numbered, GC_WRITER_PRIV_O_READ), error = errno;
    bool plain = fd >= 0 && gc_writer_priv_sys_is_plain(fd, size);
    if (!plain) {
        bool looked = fd >= 0 || (error != ENOENT && !gc_writer_priv_sys_replaceable(folder, numbered, true));
        if (looked) error = errno;
        gc_writer_priv_fail_with(trouble, looked ? GC_WRITER_STAGE_CHECK : GC_WRITER_STAGE_OPEN, error);
        gc_writer_priv_drop(fd);
    }
    gc_writer_priv_close_folder(v, folder);
    return plain ? fd : -1;
}

// Reads the first `size` bytes of a file, fewer where it is shorter (s->size tells), in steps,
// so that close can end it. Goes on with *crc, unless that is NULL.
static bool gc_writer_priv_read_bytes(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int fd, uint8_t *into,
                                      uint64_t size, uint32_t *crc, gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    size_t got = 1;
    for (s->size = 0; !s->dropped && got > 0 && s->size < size; s->size += got) {
        size_t step = (size_t)(size - s->size);
        if (step > GC_WRITER_PRIV_LENT_STEP) step = GC_WRITER_PRIV_LENT_STEP;
        if (!gc_writer_priv_sys_read(fd, s->size, into + s->size, step, &got)) {
            return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_READ, errno);
        }
#ifndef GC_WRITER_NO_CRC32C
        if (crc) *crc = gc_writer_crc32c(*crc, into + s->size, got);
#else
        (void)crc;
#endif
        gc_writer_priv_look_round(v, s);
        gc_writer_priv_lock(w);
        s->dropped = w->dropping;
        gc_writer_priv_unlock(w);
    }
    return true;
}

// Reads a file into the caller's memory.
static bool gc_writer_priv_read(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                gc_writer_priv_trouble *trouble) {
    uint64_t size = 0;
    int fd = gc_writer_priv_open_read(v, s, 0, &size, trouble);
    if (fd < 0) return gc_writer_priv_is_begun(v->w, s, trouble);
#ifdef GC_WRITER_PRIV_MAPPED
    uint64_t taken = gc_writer_priv_log_size(v->w, gc_writer_priv_path(v->w, s));
    if (size > taken) size = taken;
#endif

    // Too long: the event tells how long it is.
    bool ok;
    if (size > s->of.call.into_size) {
        s->size = size;
        ok = gc_writer_priv_fail_as(trouble, GC_WRITER_STAGE_READ, GC_WRITER_E_TOO_LARGE);
    } else {
        uint8_t *into = (uint8_t *)s->of.call.into;
        ok = gc_writer_priv_read_bytes(v, s, fd, into, size, s->sum ? &s->crc : NULL, trouble);
    }
    gc_writer_priv_sys_close(fd);
    return ok;
}

#ifndef GC_WRITER_NO_CRC32C
// What was loaded becomes what was encoded. False: trouble, and it is freed.
static bool gc_writer_priv_decode(gc_writer *w, uint8_t **data, size_t *n, gc_writer_priv_trouble *trouble) {
    const gc_writer_allocator *allocator = &w->desc.allocator;
    const gc_writer_codec *codec = &w->desc.codec;
    uint8_t *encoded = *data, *plain = NULL;
    uint64_t size = 0;
    for (int i = 8; *n >= 8 && i-- > 0;) size = size << 8 | encoded[*n - 8 + (size_t)i];

    int result = *n < 8 ? GC_WRITER_E_DATA : codec->decode ? GC_WRITER_E_MEMORY : GC_WRITER_E_UNSUPPORTED;
    if (result == GC_WRITER_E_MEMORY && size < SIZE_MAX / 2) {
        plain = (uint8_t *)gc_writer_priv_resize(allocator, NULL, 0, (size_t)size + 1);
        if (plain) result = GC_WRITER_E_DATA;
        if (plain && codec->decode(codec->user, plain, (size_t)size, encoded, *n - 8)) result = GC_WRITER_OK;
    }
    gc_writer_priv_resize(allocator, encoded, *n + 1, 0);
    if (result == GC_WRITER_OK) {
        *data = plain;
        *n = (size_t)size;
        return true;
    }
    gc_writer_priv_resize(allocator, plain, (size_t)size + 1, 0);
    return gc_writer_priv_fail_as(trouble, GC_WRITER_STAGE_READ, result);
}

// Loads the open file of `file_size` bytes, if it is a whole save. The trailer comes first:
// what is none needs no memory.
static bool gc_writer_priv_load_open(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int fd,
                                     uint64_t file_size, gc_writer_priv_trouble *trouble) {
    uint8_t trailer[GC_WRITER_PRIV_TRAILER], want[GC_WRITER_PRIV_TRAILER];
    const gc_writer_allocator *allocator = &v->w->desc.allocator;
    const int reading = GC_WRITER_STAGE_READ;
    if (file_size < sizeof trailer) return gc_writer_priv_fail_as(trouble, reading, GC_WRITER_E_DATA);
    uint64_t size = file_size - sizeof trailer;
    size_t got;
    if (!gc_writer_priv_sys_read(fd, size, trailer, sizeof trailer, &got)) {
        return gc_writer_priv_fail_with(trouble, reading, errno);
    }
    uint32_t version = gc_writer_priv_get_u32(trailer + 16), flags = gc_writer_priv_get_u32(trailer + 20);
    bool encoded = got == sizeof trailer && trailer[4];
    gc_writer_priv_put_trailer(want, size, encoded, version, flags, 0);
    if (got < sizeof trailer || memcmp(trailer, want, GC_WRITER_PRIV_SUMMED) != 0) {
        return gc_writer_priv_fail_as(trouble, reading, GC_WRITER_E_DATA);
    }

    if (size >= SIZE_MAX / 2) return gc_writer_priv_fail_as(trouble, reading, GC_WRITER_E_MEMORY);
    size_t n = (size_t)size;
    uint8_t *data = (uint8_t *)gc_writer_priv_resize(allocator, NULL, 0, n + 1);
    if (!data) return gc_writer_priv_fail_as(trouble, reading, GC_WRITER_E_MEMORY);
    uint32_t crc = 0;
    bool ok = gc_writer_priv_read_bytes(v, s, fd, data, size, &crc, trouble);
    gc_writer_priv_put_trailer(want, size, encoded, version, flags, crc);
    bool whole = ok && s->size == size && memcmp(trailer, want, sizeof trailer) == 0;
    if (!whole) {
        gc_writer_priv_resize(allocator, data, n + 1, 0);
        return ok ? gc_writer_priv_fail_as(trouble, reading, GC_WRITER_E_DATA) : false;
    }

    if (encoded && !gc_writer_priv_decode(v->w, &data, &n, trouble)) return false;
    data[n] = 0;
    gc_writer_content *content = (gc_writer_content *)s->of.call.into;
    content->data = data;
    content->size = n;
    content->version = version;
    content->flags = flags;
    return true;
}

// Loads the newest whole one of path, path.1, path.2 ... One that cannot be had for another
// reason than its own state (no memory, no descriptor, no right to read) ends the search: it
// may be whole.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_load_newest(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                                           gc_writer_priv_trouble *trouble) {
    const char *name = gc_writer_priv_name_of(gc_writer_priv_path(v->w, s));
    uint32_t most = strlen(name) > 251 ? 0 : GC_WRITER_PRIV_MOST_OLD, missing = 0;
    int newer = GC_WRITER_OK;
    gc_writer_priv_trouble found;
    gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_OPEN, ENOENT);
    for (uint32_t k = 0; k <= most && missing < 2; k++) {
        uint64_t size = 0;
        int fd = gc_writer_priv_open_read(v, s, k, &size, &found);
        bool whole = fd >= 0 && gc_writer_priv_load_open(v, s, fd, size, &found);
        gc_writer_priv_drop(fd);
        if (whole || s->dropped) {
            gc_writer_content *content = (gc_writer_content *)s->of.call.into;
            content->backup = whole ? k : 0;
            content->newer = newer;
            return true;
        }
        if (k == 0) newer = found.result;

        // The newest of those that are there is told.
        if (trouble->result == GC_WRITER_E_NOT_FOUND) *trouble = found;
        bool absent = found.result == GC_WRITER_E_NOT_FOUND;
        missing = absent && k > 0 ? missing + 1 : 0;
        bool broken = found.result == GC_WRITER_E_DATA || found.result == GC_WRITER_E_TARGET ||
                      (found.system_error && found.stage == GC_WRITER_STAGE_READ) ||
                      found.system_error == EIO;
        if (!absent && !broken) break;
    }
    return false;
}
#endif

// Names that are to be durable have changed: syncs both folders, and those above that were made
// on the way to the file.
static bool gc_writer_priv_sync_names(gc_writer_priv_worker *v, gc_writer_priv_slot *s, int from, int to,
                                      gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    const int stage = GC_WRITER_STAGE_SYNC_FOLDER;
    bool above = gc_writer_priv_unsynced(w, false);
    if (w->unsynced_root && !gc_writer_priv_sync_root(v, trouble)) return false;
    if (above && !gc_writer_priv_sync_for(v, s, true, trouble)) return false;
    if (!gc_writer_priv_sync_folder(v, to, 0, stage, trouble)) return false;
    return from == to || gc_writer_priv_sync_folder(v, from, 0, stage, trouble);
}

// Renames a file; the other path is the twin's.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_rename(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                                      gc_writer_priv_trouble *trouble) {
    gc_writer_priv_slot *twin = gc_writer_priv_ring(v->w, s, s);
    const char *name, *name_to;
    int from = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    if (from < 0) return false;

    // Nothing is made on the way to the new name unless there is a file.
    bool ok = gc_writer_priv_sys_replaceable(from, name, true) ||
              gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CHECK, errno);
    bool found = ok;
    gc_writer_priv_pin(v, from, 1);
    int to = ok ? gc_writer_priv_open_folder(v, twin, GC_WRITER_PRIV_MAKE, &name_to, trouble) : -1;
    gc_writer_priv_pin(v, to, 1);
    if (ok) ok = to >= 0;
    if (ok && !gc_writer_priv_sys_replaceable(to, name_to, false)) {
        ok = gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CHECK, errno);
    }
    if (!ok && found && trouble->stage <= GC_WRITER_STAGE_CHECK && trouble->stage != GC_WRITER_STAGE_MKDIR) {
        trouble->stage = GC_WRITER_STAGE_RENAME;        // the new name is at fault
    }
    if (ok && s->durability >= GC_WRITER_DURABILITY_FILE) {
        ok = gc_writer_priv_sync_name(v, from, name, GC_WRITER_PRIV_O_SETTLE, GC_WRITER_STAGE_SYNC, trouble);
    }
    if (ok && !gc_writer_priv_sys_move(from, name, to, name_to)) {
        ok = gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_RENAME, errno);
    }
    if (ok && s->durability >= GC_WRITER_DURABILITY_FOLDER) {
        ok = gc_writer_priv_sync_names(v, twin, from, to, trouble);
    }

    gc_writer_priv_pin(v, to, -1);
    gc_writer_priv_pin(v, from, -1);
    return ok;
}

// Makes the folder that the path names.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_put_folder(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                                          gc_writer_priv_trouble *trouble) {
    const char *name;
    int above = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_MAKE, &name, trouble);
    if (above < 0) return false;

    gc_writer_priv_pin(v, above, 1);
    size_t length = (size_t)(name - gc_writer_priv_path(v->w, s));
    int folder = gc_writer_priv_go_down(v, s, above, length, name, true, trouble);
    bool ok = folder >= 0;

    // One that was there may not be durable, nor those above it.
    if (ok && s->durability >= GC_WRITER_DURABILITY_FOLDER) {
        ok = gc_writer_priv_sync_names(v, s, above, above, trouble);
    }
    gc_writer_priv_drop(folder);
    gc_writer_priv_pin(v, above, -1);
    gc_writer_priv_close_folder(v, above);
    return ok;
}

// A log has ended, or was aborted: writes the rest of what was taken, and closes it.
static bool gc_writer_priv_finish_log(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                      gc_writer_priv_trouble *trouble) {
    const char *name;
    bool durable = s->durability >= GC_WRITER_DURABILITY_FILE;
    if (s->aborted && !s->created && s->taken == GC_WRITER_PRIV_NONE) return true;
#ifdef GC_WRITER_PRIV_MAPPED
    if (!gc_writer_priv_unmap_log(v, s, trouble)) return false;
#endif
    if (!gc_writer_priv_write_rest(v, s, trouble) || !gc_writer_priv_is_there(s, trouble)) return false;
    if (durable && !gc_writer_priv_sync_rotated(v, s, trouble)) return false;
    if (!gc_writer_priv_settle(v, s, trouble)) return false;
    if (s->durability < GC_WRITER_DURABILITY_FOLDER) return true;

    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    return folder >= 0 && gc_writer_priv_sync_names(v, s, folder, folder, trouble);
}

// Is it published, with others of its lane? It is what files and puts end for.
static bool gc_writer_priv_is_published(const gc_writer_priv_slot *s) {
    return !gc_writer_priv_kind_of(s->kind)->conclude && !s->aborted && !s->dropped;
}

// ---- several files as one

// Has the set's record been written? From then on all its files get their names, here or in the
// next open.
static bool gc_writer_priv_is_recorded(const gc_writer_priv_slot *s) {
    return s->kind == GC_WRITER_PRIV_SET && s->of.file.sealed;
}

// ms until the set that is stuck is tried again; UINT64_MAX: there is none.
static uint64_t gc_writer_priv_stuck_wait(const gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    if (!w->stuck) return UINT64_MAX;
    uint64_t now = gc_writer_priv_now_ms();
    return w->stopping || now >= w->stuck_ms ? 0 : w->stuck_ms - now;
}

// The set has trouble: are there names that it may still get? It stays in hand then, and is
// tried again, so that nothing that comes later to its paths gets between.
static bool gc_writer_priv_is_stuck(gc_writer *w, gc_writer_priv_slot *s) {
    bool left = false;
    if (!gc_writer_priv_is_recorded(s)) return false;
    for (gc_writer_priv_slot *m = s; (m = gc_writer_priv_ring(w, s, m)) != NULL;) left = left || m->created;
    if (!left) return false;

    gc_writer_priv_lock(w);
    bool stuck = !w->stopping;
    if (stuck) {
        w->stuck = gc_writer_priv_index(w, s) + 1;
        w->stuck_ms = gc_writer_priv_now_ms() + GC_WRITER_PRIV_STUCK_MS;
    }
    gc_writer_priv_unlock(w);
    return stuck;
}

// The set's event tells which of its files was at fault: by its path, or where that is long, by
// its name.
static bool gc_writer_priv_blame(gc_writer *w, gc_writer_priv_slot *s, const gc_writer_priv_slot *m) {
    const char *path = gc_writer_priv_path(w, m);
    strcpy(gc_writer_priv_path(w, s), strlen(path) < w->short_path ? path : gc_writer_priv_name_of(path));
    return false;
}

// Syncs the folders of the set's files, and first those above them.
static bool gc_writer_priv_sync_set(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                    gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    gc_writer_priv_slot *files[GC_WRITER_PRIV_SYNC_GROUP];
    uint32_t count = 0;
    for (gc_writer_priv_slot *m = s; (m = gc_writer_priv_ring(w, s, m)) != NULL;) files[count++] = m;
    gc_writer_priv_sync_above(v, files, count);
    gc_writer_priv_sync_folders(v, files, count, false);

    for (uint32_t i = 0; i < count; i++) {
        if (!files[i]->failed) continue;
        *trouble = files[i]->trouble;
        return gc_writer_priv_blame(w, s, files[i]);
    }
    return true;
}

// The record: a line for each file, with its backups, the number of its temporary and its path;
// and "end". When all of it and its name are on the disk the set stands.
static bool gc_writer_priv_write_record(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                        gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    char record[GC_WRITER_PRIV_NAME_SIZE];
    while (gc_writer_priv_close_oldest(v, true)) {}
    gc_writer_priv_record_name(record, w->id);
    s->fd = gc_writer_priv_open_as(v, w->root, record, GC_WRITER_PRIV_O_NEW, 0);
    if (s->fd < 0 && errno == EEXIST && gc_writer_priv_sys_remove(w->root, record)) {     // an older one
        s->fd = gc_writer_priv_open_as(v, w->root, record, GC_WRITER_PRIV_O_NEW, 0);
    }
    if (s->fd < 0) return gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_OPEN, errno);
    gc_writer_priv_count(w, 1);

    uint64_t at = 0;
    bool ok = true;
    for (gc_writer_priv_slot *m = s; ok && m; at += strlen(v->detail)) {
        m = gc_writer_priv_ring(w, s, m);
        strcpy(v->detail, m ? "" : "end\n");
        if (m) {
            gc_writer_priv_append_number(v->detail, w->detail_capacity, m->of.file.backups, 16, 1);
            gc_writer_priv_append(v->detail, w->detail_capacity, " ");
            gc_writer_priv_append_number(v->detail, w->detail_capacity, m->of.file.number, 16, 1);
            gc_writer_priv_join(v->detail, w->detail_capacity, " ", gc_writer_priv_path(w, m), "\n");
        }
        ok = gc_writer_priv_sys_write_bytes(s->fd, at, v->detail, strlen(v->detail));
    }
    if (!ok) gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_WRITE, errno);
    s->of.file.sealed = ok && gc_writer_priv_settle(v, s, trouble);
    if (!s->of.file.sealed) {
        gc_writer_priv_sys_remove(w->root, record);     // before the temporaries
        return false;
    }
    return gc_writer_priv_sys_syncs_name(w->root) ||
           gc_writer_priv_sync_folder(v, w->root, 0, GC_WRITER_STAGE_SYNC_FOLDER, trouble);
}

// Gives the files their names, those that have none yet; when they are durable the record goes.
// It may stay where that fails: nothing is left then that it could name.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_name_set(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                                        gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    char record[GC_WRITER_PRIV_NAME_SIZE];
    for (gc_writer_priv_slot *m = s; (m = gc_writer_priv_ring(w, s, m)) != NULL;) {
        bool ok = !m->created || gc_writer_priv_publish(v, m, false, trouble);
        if (!ok) return gc_writer_priv_blame(w, s, m);
    }
    if (!gc_writer_priv_sync_set(v, s, trouble)) return false;
    gc_writer_priv_record_name(record, w->id);
    gc_writer_priv_sys_remove(w->root, record);
    return true;
}

// A set has ended: all bytes of all files, then their folders, where the files' syncs do not do
// that, then the record, then the names.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_publish_set(gc_writer_priv_worker *v, gc_writer_priv_slot *s,
                                                           gc_writer_priv_trouble *trouble) {
    gc_writer *w = v->w;
    if (!s->ring) return true;
    for (gc_writer_priv_slot *m = s; (m = gc_writer_priv_ring(w, s, m)) != NULL;) {
        if (m->failed) *trouble = m->trouble;
        if (m->failed || !gc_writer_priv_write_rest(v, m, trouble)) return gc_writer_priv_blame(w, s, m);
        gc_writer_priv_sys_start_sync(m->fd);
        gc_writer_priv_look_round(v, s);
    }

    // Nothing stands in the way of the names, as far as can be seen.
    bool synced = !w->unsynced_root && !gc_writer_priv_unsynced(w, false);
    for (gc_writer_priv_slot *m = s; (m = gc_writer_priv_ring(w, s, m)) != NULL;) {
        const char *name;
        bool ok = gc_writer_priv_settle(v, m, trouble);
        int folder = ok ? gc_writer_priv_open_folder(v, m, GC_WRITER_PRIV_FIND, &name, trouble) : -1;
        ok = folder >= 0 && (gc_writer_priv_sys_replaceable(folder, name, false) ||
                             gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CHECK, errno));
        synced = synced && ok && gc_writer_priv_sys_syncs_name(folder);
        gc_writer_priv_close_folder(v, folder);
        if (!ok) return gc_writer_priv_blame(w, s, m);
        s->size += m->size;
    }
    if (!synced && !gc_writer_priv_sync_set(v, s, trouble)) return false;

    // Once the record has its name there is no way back, whether that is durable or not.
    gc_writer_priv_trouble other;
    bool durable = gc_writer_priv_write_record(v, s, trouble);
    return s->of.file.sealed && gc_writer_priv_name_set(v, s, durable ? trouble : &other) && durable;
}

// ---- one step; called with the lock where not said otherwise

// Takes the blocks of an ended file; returns how many.
static uint32_t gc_writer_priv_take_chain(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t count = 0;
    s->taken = s->chain_first;
    s->owed = 0;
    for (uint32_t b = s->taken; b != GC_WRITER_PRIV_NONE; b = w->blocks[b].next, count++) {
        s->owed += w->blocks[b].used;
    }
    s->chain_first = s->chain_last = GC_WRITER_PRIV_NONE;
    return count;
}

// Takes files that can be published together in hand, with their blocks: the first one, and
// those behind it in its lane.
static uint32_t gc_writer_priv_gather(gc_writer *w, gc_writer_priv_slot *first, gc_writer_priv_slot **files) {
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t count = 0, blocks = 0, most = GC_WRITER_PRIV_GROUP;
    uint64_t bytes = 0;
    bool durable = first->durability >= GC_WRITER_DURABILITY_FILE;
    if (durable) {
        most = GC_WRITER_PRIV_SYNC_GROUP;
        if (most > w->desc.max_open) most = w->desc.max_open;
    }

    const gc_writer_priv_list *lane = gc_writer_priv_lane(w, first);
    for (gc_writer_priv_slot *s = first; s && count < most; s = gc_writer_priv_list_after(w, lane, s)) {
        if (s->working || !gc_writer_priv_is_published(s)) break;
        if ((s->durability >= GC_WRITER_DURABILITY_FILE) != durable) break;

        // Not too much at once: the group holds its blocks until it is done, and small files
        // behind it wait.
        size_t lent = gc_writer_priv_lent(s);
        bool much = blocks > GC_WRITER_PRIV_GROUP_BLOCKS || lent > GC_WRITER_PRIV_LENT_STEP ||
                    (!durable && bytes > GC_WRITER_PRIV_LENT_STEP);
        if (count > 0 && much) break;

        gc_writer_priv_hold(w, s);
        blocks += gc_writer_priv_take_chain(w, s);
        s->owed += lent;
        bytes += s->owed;
        files[count++] = s;
    }

    return count;
}

// A long file is written in steps, so that others come in between. Writes some of it; false:
// the rest goes in one. Takes and returns with the lock; releases it while writing.
static bool gc_writer_priv_write_some_of(gc_writer_priv_worker *v, gc_writer_priv_slot *s) {
    gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t blocks = 0;
    uint32_t b = s->chain_first;
    for (; b != GC_WRITER_PRIV_NONE && blocks <= GC_WRITER_PRIV_BATCH; b = w->blocks[b].next) blocks++;
    if (blocks > GC_WRITER_PRIV_BATCH) {
        gc_writer_priv_write_chain(v, s);
        return true;
    }
    if (gc_writer_priv_lent(s) <= GC_WRITER_PRIV_LENT_STEP || s->of.file.encodes) return false;

    gc_writer_priv_hold(w, s);
    gc_writer_priv_unlock(w);
    gc_writer_priv_trouble trouble;
    uint64_t done = gc_writer_priv_lent(s);
    if (!gc_writer_priv_write_lent(v, s, &trouble)) gc_writer_priv_fail(v, s, &trouble);
    gc_writer_priv_end_step(v);
    done -= gc_writer_priv_lent(s);

    gc_writer_priv_lock(w);
    w->statistics.written += done;
    w->pending[s->work] -= done;
    gc_writer_priv_release(w, s);
    return true;
}

// Does what the files have ended for: all are to be published, or there is one. Returns how
// many are done. Without the lock.
static uint32_t gc_writer_priv_conclude(gc_writer_priv_worker *v, gc_writer_priv_slot **files,
                                        uint32_t count) {
    gc_writer_priv_slot *s = files[0];
    if (gc_writer_priv_is_published(s)) return gc_writer_priv_publish_group(v, files, count);

    // What is appended stays.
    gc_writer_priv_trouble trouble;
    bool drop = s->failed || s->dropped || (s->aborted && s->kind != GC_WRITER_PRIV_LOG);
    bool ok = true;
    if (gc_writer_priv_is_recorded(s)) ok = gc_writer_priv_name_set(v, s, &trouble);
    else if (s->untold) gc_writer_priv_fail(v, s, &s->trouble);
    else if (drop) gc_writer_priv_discard(v, s);
    else ok = gc_writer_priv_kind_of(s->kind)->conclude(v, s, &trouble);

    // A set that is recorded does not fail for a name that it does not get now.
    if (!ok && gc_writer_priv_is_stuck(v->w, s)) count = 0;
    else if (!ok) gc_writer_priv_fail(v, s, &trouble);
    gc_writer_priv_end_step(v);
    return count;
}

// Of a file that is done: its result.
static int gc_writer_priv_result(const gc_writer_priv_slot *s) {
    if (s->failed) return s->trouble.result;
    if (s->replaced) return GC_WRITER_E_REPLACED;
    return s->dropped || s->aborted ? GC_WRITER_E_CANCELLED : GC_WRITER_OK;
}

// Fills in the event of a file that is done; `path` and `text`, room for a detail, live as long
// as the event.
static void gc_writer_priv_event_of(const gc_writer *w, const gc_writer_priv_slot *s, const char *path,
                                    char *text, gc_writer_event *event) {
    memset(event, 0, sizeof *event);
    bool aborted = s->aborted || s->dropped || s->replaced;
    event->type = s->failed ? GC_WRITER_FAILED
                  : aborted ? GC_WRITER_ABORTED
                            : gc_writer_priv_kind_of(s->kind)->event;
    gc_writer_priv_hand_out(w, s, &event->file);
    event->tag = s->tag;
    event->result = gc_writer_priv_result(s);
    event->stage = s->trouble.stage;
    event->system_error = s->trouble.system_error;
    event->bytes = s->size;
    bool save = s->kind == GC_WRITER_PRIV_PUT && s->of.file.save;       // its sum is for the trailer
    bool whole = event->type == GC_WRITER_PUBLISHED || event->type == GC_WRITER_READ;
    event->has_crc32c = s->sum && whole && !save;
    event->crc32c = event->has_crc32c ? s->crc : 0;
    event->path = path;
    event->detail = gc_writer_result_string(event->result);
    if (!s->failed) return;
    event->what = event->stage == GC_WRITER_STAGE_ROOT ? w->desc.root : path;
    event->detail = text;
    gc_writer_priv_describe(w, s, &s->trouble, text);
}

// Tells desc.unsaved of a file that is not as it should be and that nobody will poll; `text` is
// room for the detail. Without the lock.
static void gc_writer_priv_tell_unsaved(const gc_writer *w, const gc_writer_priv_slot *s, char *text) {
    gc_writer_event event;
    if (!w->desc.unsaved || s->replaced) return;
    gc_writer_priv_event_of(w, s, gc_writer_priv_path(w, s), text, &event);
    if (event.type == GC_WRITER_FAILED || event.type == GC_WRITER_ABORTED) {
        w->desc.unsaved(w->desc.user, &event);
    }
}

// The files are done: gives their blocks back, and makes their events.
static void gc_writer_priv_tell_files(gc_writer *w, gc_writer_priv_slot **files, uint32_t count) {
    GC_WRITER_PRIV_LOCKED(w);
    for (uint32_t i = 0; i < count; i++) {
        gc_writer_priv_slot *s = files[i];
        for (gc_writer_priv_slot *at = s; at; at = gc_writer_priv_ring(w, s, at)) {
            gc_writer_priv_give_taken(w, at, !s->failed && !s->dropped);
        }
        gc_writer_priv_done(w, s);
    }
    gc_writer_priv_tell_waiters(w);
}

// Does what the files that are in hand have ended for. Takes and returns with the lock;
// releases it meanwhile.
static void gc_writer_priv_finish_ended(gc_writer_priv_worker *v, gc_writer_priv_slot **files,
                                        uint32_t count) {
    gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_unlock(w);
    count = gc_writer_priv_conclude(v, files, count);
    for (uint32_t i = 0; i < count; i++) {
        gc_writer_priv_free_owned(w, files[i]);
        if (!files[i]->forget || !gc_writer_priv_may_call(w)) continue;
        gc_writer_priv_tell_unsaved(w, files[i], v->detail);
        gc_writer_priv_called(w);
    }

    gc_writer_priv_lock(w);
    gc_writer_priv_tell_files(w, files, count);
    gc_writer_priv_unlock_notify(w);
    gc_writer_priv_lock(w);
}

// One step of an ended file: some of its bytes, or its end and that of others like it. Takes
// and returns with the lock; releases it meanwhile.
static void gc_writer_priv_step_ended(gc_writer_priv_worker *v, gc_writer_priv_slot *s) {
    gc_writer *w = v->w;
    gc_writer_priv_slot *files[GC_WRITER_PRIV_SYNC_GROUP];
    GC_WRITER_PRIV_LOCKED(w);
    s->dropped = w->dropping;
    bool writes = !s->dropped && !s->aborted && !s->failed;
    if (writes && gc_writer_priv_write_some_of(v, s)) return;

    uint32_t count = 1;
    files[0] = s;
    if (gc_writer_priv_is_published(s)) {
        count = gc_writer_priv_gather(w, s, files);
    } else {
        for (gc_writer_priv_slot *at = s; at; at = gc_writer_priv_ring(w, s, at)) {
            gc_writer_priv_hold(w, at);
            gc_writer_priv_take_chain(w, at);
            at->owed += gc_writer_priv_lent(at);
        }
    }
    gc_writer_priv_finish_ended(v, files, count);
}

#ifdef GC_WRITER_PRIV_MAPPED
// ---- mapped logs: what they need of the thread

// An open log that is to be mapped, and that nobody works on; NULL: there is none.
static gc_writer_priv_slot *gc_writer_priv_next_to_map(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    for (gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->logs, s)) != NULL;) {
        const gc_writer_priv_log *log = &s->of.log;
        bool wants = log->wants_map && !log->map && !log->lost && !s->failed;
        if (wants && !s->working && !s->busy && !gc_writer_priv_is_behind(w, s)) return s;
    }
    return NULL;
}

// Maps it, once what it has taken until now is written.
static void gc_writer_priv_step_map(gc_writer_priv_worker *v, gc_writer_priv_slot *s) {
    gc_writer *w = v->w;
    gc_writer_priv_log *log = &s->of.log;
    gc_writer_priv_trouble trouble;
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_map *m = NULL;
    for (int i = 0; i < GC_WRITER_PRIV_MAPS; i++) {
        if (!w->maps[i].used) m = &w->maps[i];
    }
    if (!m || w->map_count >= w->desc.max_open / 2) {
        log->wants_map = log->switching = false;
        gc_writer_priv_changed(w);
        return;
    }

    log->switching = true;
    gc_writer_priv_seal_current(w, s);
    if (s->chain_first != GC_WRITER_PRIV_NONE) {
        gc_writer_priv_write_chain(v, s);
        return;
    }
    m->used = gc_writer_priv_index(w, s) + 1;
    m->making = 1;
    gc_writer_priv_hold(w, s);
    gc_writer_priv_unlock(w);
    bool mapped = false, ok = gc_writer_priv_map_log(v, s, m, &mapped, &trouble);
    if (!ok) gc_writer_priv_fail(v, s, &trouble);
    gc_writer_priv_end_step(v);

    gc_writer_priv_lock(w);
    if (mapped) {
        log->map = (uint32_t)(m - w->maps) + 1;
        __atomic_store_n(&s->open_map, s->state == GC_WRITER_PRIV_BEGUN ? log->map : 0, __ATOMIC_RELEASE);
        w->map_count++;
    } else {
        m->used = 0;
        log->wants_map = !ok;
    }
    log->switching = false;
    gc_writer_priv_release(w, s);
    gc_writer_priv_kick(w);
    gc_writer_priv_changed(w);
}

// What a map needs of the thread. `briefly`: only what keeps up with its calls. False: nothing.
static bool gc_writer_priv_step_mapped(gc_writer_priv_worker *v, gc_writer_priv_map *m, bool briefly) {
    gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_slot *s = &w->slots[m->used - 1];
    gc_writer_priv_trouble trouble;
    bool behind = gc_writer_priv_is_behind_tail(m), turned = gc_writer_priv_is_turned(m);
    bool next = !s->of.log.rotate_bytes || __atomic_load_n(&m->next_ready, __ATOMIC_ACQUIRE);

    // A full disk is told when a call does not fit in what was made before.
    uint32_t starved = __atomic_load_n(&m->starved, __ATOMIC_SEQ_CST);
    int error = __atomic_load_n(&m->error, __ATOMIC_RELAXED);
    bool full = error == ENOSPC || error == GC_WRITER_PRIV_EDQUOT;
    bool open = s->state == GC_WRITER_PRIV_BEGUN && !s->failed;
    bool ends = open && error && (!full || (starved & 2) != 0);
    bool hold = open && !briefly && !s->working && (turned || ends || (!next && !error));
    bool later = ends && !hold, worked = later && !s->working, ok = true;
    if (behind) behind = gc_writer_priv_begin_making(m);
    if (!hold && !behind && !starved) return false;
    if (hold) gc_writer_priv_hold(w, s);
    gc_writer_priv_unlock(w);

    if (behind) {
        gc_writer_priv_follow_tail(m);
        worked = true;
    }

    // No more room: it fails, or goes on without a map.
    if (hold && ends && full) {
        ok = gc_writer_priv_fail_with(&trouble, GC_WRITER_STAGE_WRITE, error);
    } else if (hold && ends) {
        s->of.log.wants_map = false;
        ok = gc_writer_priv_unmap_log(v, s, &trouble);
    } else if (hold && turned) {
        bool done;
        ok = gc_writer_priv_finish_turn(v, s, m, false, &done, &trouble);
        worked = worked || done;
    } else if (hold) {
        worked = ok = gc_writer_priv_prepare_next(v, s, m, &trouble);
    }
    if (!ok) gc_writer_priv_fail(v, s, &trouble);
    if (hold) gc_writer_priv_end_step(v);

    gc_writer_priv_lock(w);
    if (hold) {
        s->of.log.switching = false;
        gc_writer_priv_release(w, s);
        gc_writer_priv_kick(w);
    }
    if (!later && __atomic_exchange_n(&m->starved, 0u, __ATOMIC_SEQ_CST)) {
        w->notify_due = true;
        gc_writer_priv_changed(w);
    }
    return worked || !ok;
}

// What mapped logs need of the thread that serves them.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_step_maps(gc_writer_priv_worker *v, bool briefly) {
    gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);
    bool worked = false;
    if (v != w->workers) return false;
    w->map_news = false;
    for (int i = 0; w->map_count && i < GC_WRITER_PRIV_MAPS; i++) {
        uint32_t used = w->maps[i].used;
        if (!used || used == GC_WRITER_PRIV_NONE) continue;
        if (gc_writer_priv_step_mapped(v, &w->maps[i], briefly)) worked = true;
    }
    gc_writer_priv_slot *s = briefly ? NULL : gc_writer_priv_next_to_map(w);
    if (s) gc_writer_priv_step_map(v, s);
    return worked || s;
}
#endif

// ---- appended files: written in time, synced on demand

// Serves the files that were filled some time ago: a quarter of flush_ms, so that the rest is
// for the write, and for a thread that comes late on a loaded machine. In synchronous mode
// nobody comes by later.
static void gc_writer_priv_flush_dirty(gc_writer_priv_worker *v) {
    gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);
    if (!w->dirty.count || !(v->serves >> GC_WRITER_PRIV_SMALL & 1)) return;
    uint64_t now = gc_writer_priv_now_ms();
    for (gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->dirty, s)) != NULL;) {
        bool due = w->desc.synchronous || now - s->of.log.dirty_ms >= s->of.log.flush_ms / 4;
        if (!due || s->busy) continue;
        gc_writer_priv_seal_current(w, s);
        v->rested = true;
    }
}

#ifndef GC_WRITER_NO_THREADS
// ms until one of them is due, at most 20, within which a new one may come; UINT64_MAX: there
// is none.
static uint64_t gc_writer_priv_dirty_wait(const gc_writer_priv_worker *v) {
    const gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);
    if (!w->dirty.count || !(v->serves >> GC_WRITER_PRIV_SMALL & 1)) return UINT64_MAX;
    uint64_t now = gc_writer_priv_now_ms(), least = 20;
    for (const gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->dirty, s)) != NULL;) {
        uint64_t due = s->of.log.dirty_ms + s->of.log.flush_ms / 4;
        if (due < now + least) least = due > now ? due - now : 1;
    }
    return least;
}
#endif

// An appended file of which all is written that is to be on the disk; NULL: there is none.
static gc_writer_priv_slot *gc_writer_priv_next_sync(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    for (gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->syncing, s)) != NULL;) {
#ifdef GC_WRITER_PRIV_MAPPED
        gc_writer_priv_map *m = gc_writer_priv_map_of(w, s);
        if (m && gc_writer_priv_is_turned(m)) continue;         // its file has no name yet
#endif
        if (!s->working && (s->of.log.sync_goal || s->of.log.flushed >= s->of.log.sync_target)) return s;
    }
    return NULL;
}

// Opens the folder that the first `level` parts of the file's path name, to sync it. -1:
// trouble.
static int gc_writer_priv_open_level(gc_writer_priv_worker *v, gc_writer_priv_slot *s, uint32_t level,
                                     gc_writer_priv_trouble *trouble) {
    int folder = gc_writer_priv_walk(v, s, GC_WRITER_PRIV_FIND, level, trouble);
    int error = trouble->system_error;
    int fd = folder < 0 ? -1 : gc_writer_priv_open_at(v, folder, ".", GC_WRITER_PRIV_O_SYNC);
    if (folder >= 0) error = errno;
    gc_writer_priv_close_folder(v, folder);
    if (fd < 0) gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_SYNC_FOLDER, error);
    return fd;
}

// Opens what is synced next, and notes that it is: its files, the oldest first, then the
// folders. -1: nothing is left (*stage is NONE), or trouble.
static int gc_writer_priv_open_for_sync(gc_writer_priv_worker *v, gc_writer_priv_slot *s, bool above,
                                        int *stage, gc_writer_priv_trouble *trouble) {
    gc_writer_priv_log *log = &s->of.log;
    *stage = GC_WRITER_STAGE_SYNC;
    if (!gc_writer_priv_open_temporary(v, s, trouble) || !gc_writer_priv_is_there(s, trouble)) return -1;
    while ((log->sync_file = gc_writer_priv_unsynced_file(s, log->sync_file)) <= log->sync_goal) {
        uint32_t file = log->sync_file++;
        if (file > log->rotations) {
#ifdef GC_WRITER_PRIV_MAPPED
            gc_writer_priv_flush_map(v->w, s);
#endif
            int fd = gc_writer_priv_sys_duplicate(s->fd);
            if (fd >= 0) return fd;

            // Without a descriptor, it is done here.
            if (gc_writer_priv_sys_sync(s->fd)) continue;
            gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_SYNC, errno);
            return -1;
        }
        int fd = gc_writer_priv_open_rotated(v, s, file, trouble);
        if (fd >= 0 || trouble->system_error != ENOENT) return fd;
    }

    // Where folders were made and not synced, those above its own come first.
    if (log->synced_folder >= log->sync_goal) {
        *stage = GC_WRITER_STAGE_NONE;
        return -1;
    }
    uint32_t depth = 0;
    for (const char *p = gc_writer_priv_path(v->w, s); *p; p++) depth += *p == '/';
    uint32_t level = above ? log->sync_level++ : depth;
    if (level == depth) log->synced_folder = log->rotations + 1;
    *stage = level == depth ? GC_WRITER_STAGE_SYNC_FOLDER : GC_WRITER_STAGE_MKDIR;
    return gc_writer_priv_open_level(v, s, level, trouble);
}

// One fsync of an appended file: of one of its files, of a folder, of the root's. It goes
// without the file in hand, on another descriptor: what comes meanwhile is written. So files
// may be rotated between two of them: the goal is what it had when the first began. False:
// it is done, failed or ended, or another thread has it in hand. Takes and returns with the
// lock.
static GC_WRITER_PRIV_RARE bool gc_writer_priv_step_sync(gc_writer_priv_worker *v, gc_writer_priv_slot *s) {
    gc_writer_priv_log *log = &s->of.log;
    gc_writer *w = v->w;
    gc_writer_priv_trouble trouble;
    int stage;
    gc_writer_file file_of = {0, 0};
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_hand_out(w, s, &file_of);
#ifdef GC_WRITER_PRIV_MAPPED
    gc_writer_priv_note_mapped(w, s);
#endif
    if (log->sync_goal == 0) {
        log->sync_goal = log->rotations + 1;
        log->sync_file = log->synced_files + 1;
        log->sync_level = 0;
        log->sync_written = log->flushed;
    }
    bool above = w->unsynced_folders;
    gc_writer_priv_hold(w, s);
    gc_writer_priv_unlock(w);

    int fd = gc_writer_priv_open_for_sync(v, s, above, &stage, &trouble);
    gc_writer_priv_end_step(v);
    bool ok = fd >= 0 || stage == GC_WRITER_STAGE_NONE, last = ok && fd < 0;
    uint32_t file = log->sync_file - 1;
    bool whole = stage == GC_WRITER_STAGE_SYNC && file <= log->rotations;
    if (!ok) gc_writer_priv_fail(v, s, &trouble);

    gc_writer_priv_lock(w);
    gc_writer_priv_release(w, s);
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock_notify(w);

    if (fd >= 0) ok = gc_writer_priv_sync_close(fd, stage, &trouble);
    if (last && w->unsynced_root) ok = gc_writer_priv_sync_root(v, &trouble);

    // It may have ended meanwhile.
    gc_writer_priv_lock(w);
    bool living = gc_writer_priv_find_open(w, file_of) == s && !s->failed;
    if (living && ok) {
        if (whole && log->synced_files < file) log->synced_files = file;
        if (last) {
            if (log->synced < log->sync_written) log->synced = log->sync_written;
            log->sync_goal = 0;
            if (log->synced >= log->sync_target) gc_writer_priv_list_remove(w, &w->syncing, s);
            gc_writer_priv_notice(w, s, &log->notice_synced);
            gc_writer_priv_changed(w);
        }
    } else if (living) {
        s->trouble = trouble;
        s->untold = true;
        gc_writer_priv_note_failure(w, s);
        gc_writer_priv_drop_blocks(w, s);
    }
    gc_writer_priv_unlock_notify(w);
    gc_writer_priv_lock(w);
    return living && ok && !last && !s->working && gc_writer_priv_find_open(w, file_of) == s && !s->failed;
}

// Is the sync no more than an fsync of the file that is open? The others may need a descriptor,
// which a group in hand has used up.
static bool gc_writer_priv_is_short_sync(const gc_writer *w, const gc_writer_priv_slot *s) {
    const gc_writer_priv_log *log = &s->of.log;
    GC_WRITER_PRIV_LOCKED(w);
    return s->fd >= 0 && log->synced_files >= log->rotations && log->synced_folder > log->rotations &&
           !w->unsynced_root;
}

// Between two files of a group, of which `s` is one: logs do not wait until all of them are
// done, whose time has come or that somebody syncs. True: the group should end here, for what
// takes more than that, or for a file of a higher priority. Without the lock.
static bool gc_writer_priv_look_round(gc_writer_priv_worker *v, const gc_writer_priv_slot *s) {
    gc_writer *w = v->w;
    bool cut = false, all = v->serves >> GC_WRITER_PRIV_SMALL & 1;
    bool safe = v->serves >> GC_WRITER_PRIV_SAFE & 1;
    gc_writer_priv_lock(w);
#ifdef GC_WRITER_PRIV_MAPPED
    gc_writer_priv_step_maps(v, true);
#endif
    gc_writer_priv_flush_dirty(v);
    for (uint32_t left = w->dirty.count, slot = w->dirty.first; left > 0 && slot != GC_WRITER_PRIV_NONE;) {
        gc_writer_priv_slot *log = &w->slots[slot];
        slot = log->link[GC_WRITER_PRIV_DIRTY].next;
        bool wanted = all || (safe && log->linked[GC_WRITER_PRIV_SYNCING]);
        if (!wanted || !log->linked[GC_WRITER_PRIV_READY] || gc_writer_priv_is_behind(w, log)) continue;
        if (log->fd < 0) {
            cut = true;
            continue;
        }

        // The lock was given back meanwhile: from the start, where it is not any more.
        gc_writer_priv_write_chain(v, log);
        slot = w->dirty.first;
        left--;
    }

    gc_writer_priv_slot *synced = safe ? gc_writer_priv_next_sync(w) : NULL;
    if (synced && !gc_writer_priv_is_short_sync(w, synced)) cut = true;
    else while (synced && gc_writer_priv_step_sync(v, synced)) {}
    uint8_t turn = v->turn;
    if (gc_writer_priv_next_ended(w, v, v->serves, s->priority)) cut = true;
    v->turn = turn;
    gc_writer_priv_unlock_notify(w);
    return cut;
}

// How much room has the disk? Looks before as much is written as may change the answer. Takes
// and returns with the lock; releases it meanwhile.
static void gc_writer_priv_look_at_disk(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    uint64_t now = gc_writer_priv_now_ms(), written = w->statistics.written;
    if (written - w->disk_written < w->disk_next && now - w->disk_ms < 1000) return;
    w->disk_ms = now;
    w->disk_next = UINT64_MAX;      // nobody else looks meanwhile
    gc_writer_priv_unlock(w);
    uint64_t room = gc_writer_priv_sys_space(w->root);

    gc_writer_priv_lock(w);
    w->disk_free = room;
    w->disk_written = written;
    w->disk_next = room / 8;
    if (w->disk_next < GC_WRITER_PRIV_TOLERANCE) w->disk_next = GC_WRITER_PRIV_TOLERANCE;
    if (w->disk_next > 64 << 20) w->disk_next = 64 << 20;
}

// One step of everything that the worker serves. Takes and returns with the lock; releases it
// meanwhile. Data of open files waits as long as there is room for it: most files then end
// before they are opened, and are written, closed and renamed in one go. Once it is due, it
// takes turns with the ends, so that neither holds up the other. False: there is nothing to do.
static bool gc_writer_priv_step(gc_writer_priv_worker *v) {
    gc_writer *w = v->w;
    GC_WRITER_PRIV_LOCKED(w);
    bool worked = false;
    gc_writer_priv_look_at_disk(w);
#ifdef GC_WRITER_PRIV_MAPPED
    worked = gc_writer_priv_step_maps(v, false);
#endif

    // Full blocks of an open file, once they are due.
    gc_writer_priv_flush_dirty(v);
    gc_writer_priv_load load = gc_writer_priv_load_of(w, v);
    bool due = v->rested || w->spill || w->starved || w->syncing.count > 0 ||
               w->free_blocks < w->most_blocks || w->free_blocks < w->block_count / 2 ||
               (load.waiting == 0 && load.pending >= w->wake_bytes);
    if (load.ready && due) {
        gc_writer_priv_slot *s = gc_writer_priv_next_ready(w, v);
        if (s) gc_writer_priv_write_chain(v, s);
        worked = worked || s;
    }

    // A set that waits for its names; and what has ended, always.
    if (w->stuck && v->serves >> GC_WRITER_PRIV_SAFE & 1 && gc_writer_priv_stuck_wait(w) == 0) {
        gc_writer_priv_slot *set = &w->slots[w->stuck - 1];
        w->stuck = 0;
        gc_writer_priv_finish_ended(v, &set, 1);
        worked = !w->stuck;
    }
    gc_writer_priv_slot *ended = gc_writer_priv_next_ended(w, v, v->serves, GC_WRITER_PRIV_PRIORITIES);
    if (!ended && v->helps && w->waiting[GC_WRITER_PRIV_SMALL] >= GC_WRITER_PRIV_MANY) {
        ended = gc_writer_priv_next_ended(w, v, 1u << GC_WRITER_PRIV_SMALL, GC_WRITER_PRIV_PRIORITIES);
    }
    if (ended) {
        gc_writer_priv_step_ended(v, ended);
        worked = true;
    }
    gc_writer_priv_slot *synced = NULL;
    if (v->serves >> GC_WRITER_PRIV_SAFE & 1) synced = gc_writer_priv_next_sync(w);
    while (synced && gc_writer_priv_step_sync(v, synced)) {}
    if (worked || synced) return true;

    // Nothing else will give room: blocks that are not full become due.
    if (w->spill || w->starved || w->free_blocks < w->most_blocks || w->free_blocks < w->low_blocks) {
        w->spill = false;
        worked = w->filling.count > 0;
        while (w->filling.count) gc_writer_priv_seal_current(w, &w->slots[w->filling.first]);
        if (worked) gc_writer_priv_kick(w);
    }
    return worked;
}

// Before the worker rests: no folder stays open. True: the lock was given back meanwhile, look
// again.
static bool gc_writer_priv_close_folders(gc_writer_priv_worker *v) {
    GC_WRITER_PRIV_LOCKED(v->w);
    if (v->kept_count == 0) return false;
    gc_writer_priv_unlock(v->w);
    gc_writer_priv_end_step(v);
    gc_writer_priv_close_unused(v);
    gc_writer_priv_lock(v->w);
    return true;
}

// desc.pump: one step of any work that nobody does just now. False: there is none. Takes and
// returns with the lock; releases it meanwhile.
static bool gc_writer_priv_pump_step(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    bool worked = false;
    uint64_t news;
    do {
        news = w->pump_news;
        for (uint32_t i = 0; !worked && i < w->worker_count; i++) {
            gc_writer_priv_worker *v = &w->workers[i];
            if (v->driven) continue;
            v->driven = v->rested = true;       // nobody comes by later, as far as it knows
            worked = gc_writer_priv_step(v) || gc_writer_priv_close_folders(v);
            v->driven = false;
        }
        // A step that finds nothing gives the lock back, too: what came then may be work for a
        // worker that was looked at before.
    } while (!worked && news != w->pump_news);

    // What is left may be for another caller, who was told that there is nothing.
    if (worked) {
        gc_writer_priv_changed(w);
        gc_writer_priv_kick(w);
    }
    return worked;
}

// Synchronous mode: the call does all there is to do, or waits for the call that does it.
// Without the lock.
static void gc_writer_priv_drive(gc_writer *w) {
    if (!w->desc.synchronous) return;
    gc_writer_priv_lock(w);
    for (bool others = true; others;) {
        while (gc_writer_priv_pump_step(w)) {}
        others = w->workers->driven;
        if (others) gc_writer_priv_condition_wait(w, &w->done, GC_WRITER_PRIV_NAP_MS);
    }
    gc_writer_priv_unlock_notify(w);
}

#ifndef GC_WRITER_NO_THREADS
// A thread: works until nothing is left, naps some times, and sleeps until it is woken.
static void gc_writer_priv_close_root(gc_writer *w);
static void gc_writer_priv_free_abandoned(gc_writer *w);
static void *gc_writer_priv_main(void *argument) {
    gc_writer_priv_worker *v = (gc_writer_priv_worker *)argument;
    gc_writer *w = v->w;
    int naps = GC_WRITER_PRIV_NAPS;

    gc_writer_priv_lock(w);

    for (;;) {
        while (gc_writer_priv_step(v)) naps = 0;
        if (gc_writer_priv_close_folders(v)) continue;
        v->rested = false;

        // What another one still has in hand may free a file for this one.
        if (w->stopping && w->ended.count == 0) break;

        // notify is called without the lock: look again.
        if (w->notify_due) {
            gc_writer_priv_unlock_notify(w);
            gc_writer_priv_lock(w);
            continue;
        }

        // Full blocks that are not due yet are written after the nap. With an appended file
        // that is due at some time it sleeps until then.
        bool nap = naps < GC_WRITER_PRIV_NAPS || gc_writer_priv_load_of(w, v).ready > 0;
        uint64_t limit = gc_writer_priv_dirty_wait(v), stuck = gc_writer_priv_stuck_wait(w);
        if (stuck < limit && v->serves >> GC_WRITER_PRIV_SAFE & 1) limit = stuck;
        uint64_t most = (uint64_t)(GC_WRITER_PRIV_NAP_MS + naps / 2);
        naps += naps < GC_WRITER_PRIV_NAPS;
#ifdef GC_WRITER_PRIV_MAPPED
        // From here on calls wake it that come near the end of their room.
        bool dozes = !nap && v == w->workers && w->map_count;
        if (dozes) __atomic_store_n(&w->dozing, 1u, __ATOMIC_SEQ_CST);
        if (dozes && gc_writer_priv_step_maps(v, true)) continue;
#endif
        v->sleep = nap ? GC_WRITER_PRIV_NAPPING : GC_WRITER_PRIV_SLEEPING;
        gc_writer_priv_tell_room(w, 1);
        v->timed = limit != UINT64_MAX;
        if (nap && limit > most) limit = most;
        do gc_writer_priv_condition_wait(w, &v->work, limit);
        while (limit == UINT64_MAX && v->sleep == GC_WRITER_PRIV_SLEEPING);
        v->rested = nap;
        v->sleep = GC_WRITER_PRIV_AWAKE;
#ifdef GC_WRITER_PRIV_MAPPED
        if (v == w->workers) __atomic_store_n(&w->dozing, 0u, __ATOMIC_SEQ_CST);
#endif
    }

    // The lock file goes here, where the disk holds up nobody else.
    if (++w->leaving == w->worker_count && w->desc.close_ms) {
        gc_writer_priv_unlock(w);
        gc_writer_priv_close_root(w);
        gc_writer_priv_lock(w);
    }
    bool last = ++w->exited == w->worker_count && w->abandoned;
    gc_writer_priv_changed(w);
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock(w);
    if (last) gc_writer_priv_free_abandoned(w);
    return NULL;
}
#endif

// >>memory defaults, and the layout of the one allocation

// Fills in the defaults. False: not a valid desc.
static bool gc_writer_priv_resolve(const gc_writer_desc *given, gc_writer_desc *d) {
    *d = *given;
    if (!d->ring_bytes) d->ring_bytes = (size_t)4 << 20;
    if (!d->max_files) d->max_files = 1024;
    if (!d->max_open) d->max_open = 64;
    if (!d->max_path) d->max_path = GC_WRITER_PRIV_MAX_PATH;
    if (!d->durability) d->durability = GC_WRITER_DURABILITY_NONE;

    if (!d->threads) d->threads = 2;
    if (d->close_ms == INT32_MAX) d->close_ms = 0;      // no limit
#ifdef GC_WRITER_NO_THREADS
    d->synchronous = d->synchronous || !d->pump;
#endif
    if (d->synchronous) d->pump = true;
    bool threads = d->threads <= GC_WRITER_PRIV_MAX_THREADS && d->close_ms >= 0;
    if (d->synchronous) d->threads = 1;
    bool codec = !d->codec.bound == !d->codec.encode && !d->codec.encode == !d->codec.decode;

    return threads && codec && d->ring_bytes >= 256 && d->ring_bytes <= GC_WRITER_PRIV_MAX_POOL &&
           d->max_files <= GC_WRITER_PRIV_MAX_FILES && d->max_open <= GC_WRITER_PRIV_MAX_OPEN &&
           d->max_path >= 2 && d->max_path <= GC_WRITER_PRIV_MAX_PATH &&
           d->durability >= GC_WRITER_DURABILITY_NONE && d->durability <= GC_WRITER_DURABILITY_FOLDER;
}

// 16 KB, but for very small pools and very large ones.
static size_t gc_writer_priv_block_size(size_t pool_bytes) {
    size_t size = GC_WRITER_PRIV_BLOCK;
    while (pool_bytes / size > GC_WRITER_PRIV_MAX_BLOCKS) size *= 2;
    while (pool_bytes / size < GC_WRITER_PRIV_MIN_BLOCKS) size /= 2;
    return size;
}

// Lays out the one allocation at w, or only measures it (w NULL). 0: more than the address
// space.
//
//   gc_writer | workers | blocks, parts | splits | slots | buckets | paths |
//   long_paths | polled | waited | scratch, detail of each worker | root | pool
static size_t gc_writer_priv_layout(gc_writer *w, const gc_writer_desc *d) {
    size_t block_size = gc_writer_priv_block_size(d->ring_bytes);
    uint64_t blocks = d->ring_bytes / block_size, files = d->max_files, path = d->max_path;
    uint64_t workers = (uint64_t)d->threads + !d->pump;
    bool whole = block_size / GC_WRITER_PRIV_PARTS < GC_WRITER_PRIV_SMALL_BLOCK;    // no small blocks
    uint64_t headers = whole ? blocks : blocks * (1 + GC_WRITER_PRIV_PARTS);

    uint64_t buckets = 1;
    while (buckets < files) buckets *= 2;

    uint64_t short_path = path < GC_WRITER_PRIV_SHORT_PATH ? path : (uint64_t)GC_WRITER_PRIV_SHORT_PATH;
    uint64_t long_paths = files < GC_WRITER_PRIV_LONG_PATHS ? files : (uint64_t)GC_WRITER_PRIV_LONG_PATHS;
    if (path == short_path) long_paths = 0;
    uint64_t root_size = d->root ? strlen(d->root) + 1 : 0, detail = root_size + path + 128;

    // Where each begins.
    const uint64_t sizes[] = {
        workers * sizeof(gc_writer_priv_worker), headers * sizeof(gc_writer_priv_block),
        blocks * sizeof(gc_writer_priv_split), files * sizeof(gc_writer_priv_slot),
        buckets * sizeof(uint32_t), files * short_path, long_paths * path, path + detail, detail,
        workers * (path + detail), root_size, blocks * block_size + 63};
    enum { WORKERS, BLOCKS, SPLITS, SLOTS, BUCKETS, PATHS, LONG_PATHS, POLLED, WAITED, TEXTS, ROOT, POOL };
    uint64_t at[POOL + 1], total = sizeof(gc_writer);
    for (int i = 0; i <= POOL; i++) {
        at[i] = (total + 63) & ~(uint64_t)63;
        total = at[i] + sizes[i];
    }
    if (total > SIZE_MAX / 2) return 0;

    if (w) {
        uint8_t *base = (uint8_t *)w;
        w->block_size = block_size;
        w->small_size = headers > blocks ? block_size / GC_WRITER_PRIV_PARTS : 0;
        w->block_count = (uint32_t)blocks;
        w->splits = (gc_writer_priv_split *)(void *)(base + at[SPLITS]);
        w->blocks = (gc_writer_priv_block *)(void *)(base + at[BLOCKS]);
        w->slots = (gc_writer_priv_slot *)(void *)(base + at[SLOTS]);
        w->paths = (char *)(base + at[PATHS]);
        w->short_path = (size_t)short_path;
        w->long_paths = (char *)(base + at[LONG_PATHS]);
        for (uint32_t i = 0; i < long_paths; i++) w->long_free |= (uint64_t)1 << i;
        w->polled = (char *)(base + at[POLLED]);
        w->waited = (char *)(base + at[WAITED]);
        w->buckets = (uint32_t *)(void *)(base + at[BUCKETS]);
        w->bucket_mask = (uint32_t)buckets - 1;
        w->workers = (gc_writer_priv_worker *)(void *)(base + at[WORKERS]);
        w->worker_count = d->threads;
        memset(w->workers, 0, (size_t)workers * sizeof *w->workers);
        for (uint32_t i = 0; i < workers; i++) {
            w->workers[i].scratch = (char *)(base + at[TEXTS] + i * (path + detail));
            w->workers[i].detail = w->workers[i].scratch + path;
        }
        w->detail_capacity = (size_t)detail;
        if (d->root) w->desc.root = (char *)memcpy(base + at[ROOT], d->root, (size_t)root_size);
        w->pool = base + at[POOL];
        w->pool += (64 - ((uintptr_t)w->pool & 63)) & 63;
        w->memory = (size_t)total;
    }
    return (size_t)total;
}

// >>opening everything that gc_writer_open needs

// One line of a dead writer's record: the file gets its name, unless it has it. False: trouble.
static bool gc_writer_priv_recover_file(gc_writer_priv_worker *v, gc_writer_priv_slot *s, bool names,
                                        gc_writer_priv_trouble *trouble) {
    char temporary[GC_WRITER_PRIV_NAME_SIZE];
    const char *name;
    int folder = gc_writer_priv_open_folder(v, s, GC_WRITER_PRIV_FIND, &name, trouble);
    int error = trouble->system_error;
    if (folder < 0) return error == ENOENT || error == ENOTDIR || error == ELOOP;   // nothing is left there
    if (!names) return gc_writer_priv_sync_folder(v, folder, 0, GC_WRITER_STAGE_SYNC_FOLDER, trouble);
    gc_writer_priv_slot_name(v->w, s, temporary);
    bool there = gc_writer_priv_sys_replaceable(folder, temporary, true);
    if (there) return gc_writer_priv_publish(v, s, false, trouble);
    return errno == ENOENT || gc_writer_priv_fail_with(trouble, GC_WRITER_STAGE_CHECK, errno);
}

// Gives all files of the record their names, and makes them durable. False: errno.
static bool gc_writer_priv_recover_set(gc_writer *w, const char *text, size_t size) {
    gc_writer_priv_slot *s = &w->slots[0], kept = *s;
    gc_writer_priv_trouble trouble;
    bool ok = true;
    memset(&trouble, 0, sizeof trouble);
    s->kind = GC_WRITER_PRIV_PUT;
    for (int names = 1; ok && names >= 0; names--) {
        const char *end = text + size;
        for (const char *line = text, *next; ok && line < end; line = next + 1) {
            uint64_t backups;
            size_t n = gc_writer_priv_parse_hex(line, 16, &backups) + 1;
            n += gc_writer_priv_parse_hex(line + n, 16, &s->of.file.number) + 1;
            next = (const char *)memchr(line, '\n', (size_t)(end - line));
            if (!next || next < line + n || backups > GC_WRITER_PRIV_MOST_OLD) break;

            // The path must be one of this writer, too.
            size_t length = (size_t)(next - line) - n;
            errno = ENAMETOOLONG;
            ok = length < w->desc.max_path;
            if (!ok) break;
            s->long_path = length >= w->short_path;
            s->of.file.backups = (uint32_t)backups;
            char *path = gc_writer_priv_path(w, s);
            memcpy(path, line + n, length);
            path[length] = 0;
            if (gc_writer_priv_check_path(path, w->desc.max_path) != GC_WRITER_OK) continue;
            ok = gc_writer_priv_recover_file(w->workers, s, names == 1, &trouble);
            gc_writer_priv_end_step(w->workers);
            if (!ok) errno = trouble.system_error;
        }
    }
    *s = kept;
    return ok;
}

// A set that a dead writer was giving names to: finishes it. Meanwhile that writer's lock file
// is ours, so that nobody else does, or takes its temporaries away.
static void gc_writer_priv_recover(gc_writer *w, const char *record, uint64_t id) {
    char lock_name[GC_WRITER_PRIV_NAME_SIZE];
    const gc_writer_allocator *allocator = &w->desc.allocator;
    uint64_t own = w->id, size = 0;
    size_t got = 0;
    gc_writer_priv_lock_name(lock_name, id);
    if (w->record_error || !gc_writer_priv_sys_is_dead(w->root, lock_name, true)) return;
    int lock = gc_writer_priv_sys_claim(w->root, lock_name);
    if (lock < 0) w->record_error = errno == EEXIST ? 0 : errno;
    if (lock < 0) return;

    int fd = gc_writer_priv_sys_open(w->root, record, GC_WRITER_PRIV_O_READ);
    bool ok = fd >= 0 && gc_writer_priv_sys_is_plain(fd, &size) && size < SIZE_MAX;
    size_t room = ok ? (size_t)size + 1 : 1;
    char *text = ok ? (char *)gc_writer_priv_resize(allocator, NULL, 0, room) : NULL;
    if (ok && !text) errno = ENOMEM;
    ok = text && gc_writer_priv_sys_read(fd, 0, (uint8_t *)text, room - 1, &got);
    if (text) text[got] = 0;

    // What is not whole has never been a record of ours: it is none, and goes.
    bool whole = ok && got > 5 && memcmp(text + got - 5, "\nend\n", 5) == 0;
    w->id = id;
    if (whole) ok = gc_writer_priv_recover_set(w, text, got - 4);
    w->id = own;
    if (ok) ok = gc_writer_priv_sys_remove(w->root, record);
    if (!ok && errno != ENOENT) w->record_error = errno ? errno : EIO;
    w->recovered = w->recovered || ok;
    gc_writer_priv_resize(allocator, text, room, 0);
    if (fd >= 0) gc_writer_priv_sys_close(fd);
    gc_writer_priv_sys_unclaim(w->root, lock_name, lock);
}

static gc_writer *gc_writer_priv_open_failed(gc_writer_error *error, int result, int system_error,
                                             const char *what) {
    if (!error) return NULL;
    error->result = result;
    error->system_error = system_error;
    error->what[0] = 0;
    gc_writer_priv_append(error->what, sizeof error->what, what);
    return NULL;
}

// Everything but the disk and the thread.
static void gc_writer_priv_init(gc_writer *w) {
    for (uint32_t i = 0; i < w->block_count; i++) {
        w->blocks[i].next = i + 1 < w->block_count ? i + 1 : GC_WRITER_PRIV_NONE;
    }
    memset(w->splits, 0, w->block_count * sizeof *w->splits);
    w->free_first = 0;
    w->split_first = GC_WRITER_PRIV_NONE;
    w->free_blocks = w->block_count;

    // When to wake and to write: see the map.
    w->low_blocks = w->block_count / 8;
    w->wake_bytes = w->block_count * w->block_size / 4;
    w->wake_ends = w->desc.max_files / 4 + 1;

    gc_writer_priv_list_init(&w->free, GC_WRITER_PRIV_QUEUE);
    gc_writer_priv_list_init(&w->ended, GC_WRITER_PRIV_QUEUE);
    gc_writer_priv_list_init(&w->events, GC_WRITER_PRIV_QUEUE);
    for (int i = 0; i < GC_WRITER_PRIV_WORKS; i++) {
        gc_writer_priv_list_init(&w->ready[i], GC_WRITER_PRIV_READY);
    }
    for (int i = 0; i < GC_WRITER_PRIV_PRIORITIES * GC_WRITER_PRIV_LANES; i++) {
        gc_writer_priv_list_init(&w->lanes[0][0] + i, GC_WRITER_PRIV_READY);
    }
    memset(w->buckets, 0xff, ((size_t)w->bucket_mask + 1) * sizeof *w->buckets);
    gc_writer_priv_list_init(&w->filling, GC_WRITER_PRIV_FILLING);
    gc_writer_priv_list_init(&w->logs, GC_WRITER_PRIV_QUEUE);
    gc_writer_priv_list_init(&w->open, GC_WRITER_PRIV_OPEN);
    gc_writer_priv_list_init(&w->dirty, GC_WRITER_PRIV_DIRTY);
    gc_writer_priv_list_init(&w->syncing, GC_WRITER_PRIV_SYNCING);
    gc_writer_priv_list_init(&w->notices, GC_WRITER_PRIV_NOTICE);

    // The last one in is the first one out: slot 0.
    for (uint32_t i = w->desc.max_files; i-- > 0;) {
        memset(&w->slots[i], 0, sizeof w->slots[i]);
        w->slots[i].generation = 1;
        gc_writer_priv_list_append(w, &w->free, &w->slots[i]);
    }

    // The first thread keeps clear of what takes long; the second alone waits for the disk, so
    // that what a failed fsync means is known to one.
    for (uint32_t i = 0; i < w->worker_count + !w->desc.pump; i++) {
        gc_writer_priv_worker *v = &w->workers[i];
        const unsigned all = (1u << GC_WRITER_PRIV_WORKS) - 1, safe = 1u << GC_WRITER_PRIV_SAFE;
        const unsigned small_files = 1u << GC_WRITER_PRIV_SMALL;
        v->w = w;
        for (int k = 0; k < GC_WRITER_PRIV_KEPT; k++) v->kept[k].fd = -1;
        v->number = i;
        v->serves = i == 0 ? small_files : i == 1 ? all - small_files : all - safe;
        v->helps = i == 1;
        if (w->worker_count == 1) v->serves = all;
        if (i == w->worker_count) v->serves = 0;
    }
    w->root = w->lock_fd = -1;
}

// Mutex and conditions, all or none. 0, or an errno.
static int gc_writer_priv_init_locks(gc_writer *w) {
    int error = gc_writer_priv_mutex_init(&w->mutex);
    if (error) return error;
    error = gc_writer_priv_condition_init(&w->done);
    if (!error) {
        error = gc_writer_priv_condition_init(&w->room);
        if (error) gc_writer_priv_condition_end(&w->done);
    }
    if (error) gc_writer_priv_mutex_end(&w->mutex);
    return error;
}
static void gc_writer_priv_end_locks(gc_writer *w) {
    gc_writer_priv_condition_end(&w->room);
    gc_writer_priv_condition_end(&w->done);
    gc_writer_priv_mutex_end(&w->mutex);
}

// Ends the first `count` threads, which are to stop.
static void gc_writer_priv_join_threads(gc_writer *w, uint32_t count) {
    gc_writer_priv_lock(w);
    w->stopping = true;
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock(w);
    for (uint32_t i = 0; i < count; i++) {
        gc_writer_priv_thread_join(w->workers[i].thread);
        gc_writer_priv_condition_end(&w->workers[i].work);
    }
}

// Returns 0 or an errno, and then has undone what it began.
static int gc_writer_priv_init_threads(gc_writer *w) {
    int error = 0;
    for (uint32_t i = 0; !w->desc.pump && !error && i < w->worker_count; i++) {
        gc_writer_priv_worker *v = &w->workers[i];
        error = gc_writer_priv_condition_init(&v->work);
        if (!error && (error = gc_writer_priv_thread_start(&v->thread, v)) != 0) {
            gc_writer_priv_condition_end(&v->work);
        }
        if (error) gc_writer_priv_join_threads(w, i);
    }
    return error;
}

static void gc_writer_priv_end_threads(gc_writer *w) {
    if (!w->desc.pump) gc_writer_priv_join_threads(w, w->worker_count);
    gc_writer_priv_end_locks(w);
}

// A number that no other writer has: clock, process and address through a mixer (Steele et al.
// 2014, SplitMix64's finaliser).
static uint64_t gc_writer_priv_unique(const void *address, uint64_t attempt) {
    uint64_t x = gc_writer_priv_entropy() + (uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15u + attempt;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// Opens the root, which is made, with its parents, where it is missing. False: errno.
static bool gc_writer_priv_open_root(gc_writer *w) {
    bool durable = w->desc.durability >= GC_WRITER_DURABILITY_FOLDER, made = false;
    char *path = (char *)(uintptr_t)w->desc.root;       // the writer's own: it is cut behind each part
    w->root = gc_writer_priv_sys_open_root(path, false, durable, &made);
    int error = errno;
    if (w->root >= 0 || error != ENOENT || w->desc.read_only) return w->root >= 0;

    for (size_t n = 1; path[n - 1]; n++) {
        char next = path[n];
        if (next && !gc_writer_priv_is_slash(next)) continue;
        if (w->root >= 0) gc_writer_priv_sys_close(w->root);
        path[n] = 0;
        w->root = gc_writer_priv_sys_open_root(path, true, durable, &made);
        path[n] = next;
        if (w->root < 0 && errno != ENOENT) error = errno;      // what those below it only miss
        w->unsynced_root += w->root >= 0 && made;
        if (!next) break;
    }

    errno = error;
    return w->root >= 0;
}

// Opens the root, claims an id, and sweeps. False: errno.
static bool gc_writer_priv_init_root(gc_writer *w) {
    char name[GC_WRITER_PRIV_NAME_SIZE];
    if (!gc_writer_priv_open_root(w)) return false;
    w->disk_free = gc_writer_priv_sys_space(w->root);
    if (w->desc.read_only) return true;

    for (uint64_t attempt = 0;; attempt++) {
        w->id = gc_writer_priv_unique(w, attempt);
        gc_writer_priv_lock_name(name, w->id);
        w->lock_fd = gc_writer_priv_sys_claim(w->root, name);
        if (w->lock_fd >= 0) break;
        if (errno == 0) return true;        // no locks here: the living and the dead look alike
        if (errno != EEXIST || attempt == 1000) return false;
    }

    // Once more where a set was finished: what was in its way is left now.
    for (bool again = true; again;) {
        int folder = gc_writer_priv_sys_open(w->root, ".", GC_WRITER_PRIV_O_LIST);
        w->recovered = false;
        if (folder >= 0) gc_writer_priv_sweep(w, folder, GC_WRITER_PRIV_SWEEP_DEPTH);
        again = w->recovered;
    }
    errno = w->record_error;
    return errno == 0;
}

static void gc_writer_priv_close_root(gc_writer *w) {
    char name[GC_WRITER_PRIV_NAME_SIZE];
    if (w->root_closed) return;
    w->root_closed = true;
    if (w->lock_fd >= 0) {
        gc_writer_priv_lock_name(name, w->id);
        gc_writer_priv_sys_unclaim(w->root, name, w->lock_fd);
    }
    if (w->root >= 0) gc_writer_priv_sys_close(w->root);
}

static void gc_writer_priv_free_seen(const gc_writer *w, gc_writer_priv_seen *seen) {
    gc_writer_priv_resize(&w->desc.allocator, seen->text, seen->capacity, 0);
    gc_writer_priv_resize(&w->desc.allocator, seen->index, seen->slots * sizeof *seen->index, 0);
}

static void gc_writer_priv_free(gc_writer *w) {
    gc_writer_allocator allocator = w->desc.allocator;      // it lies in the block that is freed
    if (w->watch) {
        gc_writer_priv_drop(w->watch->fd);
        gc_writer_priv_free_seen(w, &w->watch->last);
        gc_writer_priv_resize(&allocator, w->watch, sizeof *w->watch, 0);
    }
    gc_writer_priv_resize(&allocator, w, w->memory, 0);
}

#ifndef GC_WRITER_NO_THREADS
// gc_writer_close has left it, and so has the last thread.
static void gc_writer_priv_free_abandoned(gc_writer *w) {
    for (uint32_t i = 0; i < w->worker_count; i++) gc_writer_priv_condition_end(&w->workers[i].work);
    gc_writer_priv_close_root(w);
    gc_writer_priv_end_locks(w);
    gc_writer_priv_free(w);
}
#endif

// >>producer what calls do with a file

// FREE to BEGUN: takes a free slot. OK, E_BUSY or E_FULL: all are in use, or there is no room
// for so long a path.
static int gc_writer_priv_begin(gc_writer *w, int kind, const gc_writer_file_desc *desc,
                                const gc_writer_priv_given *given, gc_writer_priv_slot **begun) {
    GC_WRITER_PRIV_LOCKED(w);
    const gc_writer_priv_kind *of = gc_writer_priv_kind_of(kind);
    uint32_t slot = w->free.last, long_path = 0;
    bool is_long = strlen(desc->path) >= w->short_path;
    bool reads = kind == GC_WRITER_PRIV_READ || kind == GC_WRITER_PRIV_LOAD;
    if (!reads && gc_writer_priv_log_of(w, desc->path)) return GC_WRITER_E_BUSY;     // nobody may touch it
    if (slot == GC_WRITER_PRIV_NONE || (is_long && !w->long_free)) return GC_WRITER_E_FULL;
    while (is_long && !(w->long_free >> long_path++ & 1)) {}
    if (is_long) w->long_free &= ~((uint64_t)1 << (long_path - 1));
    gc_writer_priv_slot *s = *begun = &w->slots[slot];
    gc_writer_priv_list_remove(w, &w->free, s);

    uint32_t generation = s->generation;
    memset(s, 0, sizeof *s);
    s->generation = generation;
    s->kind = (uint8_t)kind;
    s->state = GC_WRITER_PRIV_BEGUN;
    s->durability = (uint8_t)(desc->durability ? desc->durability : w->desc.durability);
    s->chain_first = s->chain_last = s->current = s->taken = GC_WRITER_PRIV_NONE;
    s->large = desc->size_hint > w->block_size / 2;
    s->tag = desc->tag;
    s->sum = desc->crc32c;
    s->fd = -1;
    s->leader = s->follower = GC_WRITER_PRIV_NONE;
    s->mode = desc->mode;
    s->executable = desc->executable;
    s->forget = desc->forget;
    s->priority = (uint8_t)(1 - desc->priority);
    s->path_hash = gc_writer_priv_hash_path(desc->path);
    if (kind == GC_WRITER_PRIV_MEMBER || kind == GC_WRITER_PRIV_SET) {
        s->durability = GC_WRITER_DURABILITY_FOLDER;
    }
    if (desc->size_hint > GC_WRITER_PRIV_LARGE_FILE) s->work = GC_WRITER_PRIV_LARGE;
    if (s->durability >= GC_WRITER_DURABILITY_FILE) s->work = GC_WRITER_PRIV_SAFE;
    if (of->begin) of->begin(s, desc, given);

    s->long_path = long_path;
    strcpy(gc_writer_priv_path(w, s), desc->path);      // check_path has measured it
    if (kind == GC_WRITER_PRIV_LOG) gc_writer_priv_list_append(w, &w->logs, s);
    w->statistics.files_open++;
    GC_WRITER_PRIV_CHECK_SLOT(s);
    return GC_WRITER_OK;
}

// How an ended file is worked on: what it still has to write or read, and whether that waits
// for the disk.
static void gc_writer_priv_sort_in(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    uint64_t rest = gc_writer_priv_chained(w, s) + gc_writer_priv_lent(s);
    if (s->kind == GC_WRITER_PRIV_READ || s->kind == GC_WRITER_PRIV_LOAD) rest = s->of.call.into_size;
    bool large = rest > GC_WRITER_PRIV_LARGE_FILE;
    // An aborted set is its files' worker's, too, who may have one of them in hand.
    bool stays = s->kind == GC_WRITER_PRIV_LOG || s->kind == GC_WRITER_PRIV_SET;
    bool safe = s->durability >= gc_writer_priv_kind_of(s->kind)->safe && (!s->aborted || stays);

    int work = safe ? GC_WRITER_PRIV_SAFE : large ? GC_WRITER_PRIV_LARGE : GC_WRITER_PRIV_SMALL;
    gc_writer_priv_set_work(w, s, work);
    s->lane = (uint8_t)(safe && large ? GC_WRITER_PRIV_LANES - 1 : work);
}

// A log that ends leaves what concerns open ones.
static void gc_writer_priv_end_log(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_close_map(s);
    gc_writer_priv_list_remove(w, &w->logs, s);
    gc_writer_priv_list_remove(w, &w->dirty, s);
    if (!s->linked[GC_WRITER_PRIV_SYNCING]) return;
    gc_writer_priv_list_remove(w, &w->syncing, s);
    gc_writer_priv_changed(w);
}

// BEGUN to ENDED: what the file has becomes the worker's, or is dropped.
static void gc_writer_priv_end(gc_writer *w, gc_writer_priv_slot *s, bool aborted) {
    GC_WRITER_PRIV_LOCKED(w);
    bool log = s->kind == GC_WRITER_PRIV_LOG, set = s->kind == GC_WRITER_PRIV_SET;
    for (gc_writer_priv_slot *m = s; set && (m = gc_writer_priv_ring(w, s, m)) != NULL;) {
        gc_writer_priv_end(w, m, aborted);
    }
    s->busy = s->reserved = false;
    s->aborted = aborted;
    gc_writer_priv_unseal(w, s, s->sealed);
    if (log) gc_writer_priv_end_log(w, s);
    if (aborted && !log) gc_writer_priv_drop_blocks(w, s);
    else gc_writer_priv_seal_current(w, s);
    gc_writer_priv_unready(w, s);

    gc_writer_priv_sort_in(w, s);
    s->state = GC_WRITER_PRIV_ENDED;
    w->statistics.files_open--;
    gc_writer_priv_line_up(w, s);
    GC_WRITER_PRIV_CHECK_SLOT(s);
    gc_writer_priv_kick(w);
}

// memcpy in steps that compilers make of vector registers. For some KB and more C libraries use
// the processor's string instruction (x86: rep movs): it takes 1.5 us for 16 KB that another
// core has just read, this 0.9 us. Prefetching for writing, 32 to 64 bytes a register and
// stores past the caches gave nothing more (0.9; 0.9; 1.5, and reading them 1 us more).
static void gc_writer_priv_copy_bytes(uint8_t *dst, const uint8_t *src, size_t size) {
    for (; size >= 64; size -= 64, dst += 64, src += 64) memcpy(dst, src, 64);
    memcpy(dst, src, size);
}

// Copies bytes behind those that block *b has, and then into the blocks of *row. Needs no lock:
// they are the producer's.
static void gc_writer_priv_fill(gc_writer *w, uint32_t *b, uint32_t *row, uint64_t offset,
                                const uint8_t *data, size_t size) {
    while (size > 0) {
        if (*b == GC_WRITER_PRIV_NONE || w->blocks[*b].used == gc_writer_priv_capacity(w, *b)) {
            *b = *row;
            *row = w->blocks[*b].next;
        }
        gc_writer_priv_block *block = &w->blocks[*b];
        size_t step = gc_writer_priv_capacity(w, *b) - block->used;
        if (step > size) step = size;
        if (block->used == 0) block->offset = offset;
        gc_writer_priv_copy_bytes(gc_writer_priv_data(w, *b) + block->used, data, step);
        block->used += (uint32_t)step;
        data += step;
        offset += step;
        size -= step;
    }
}

// A row of blocks that were filled becomes the file's: each one seals the one before it, and
// the last becomes current. A log's may begin a new file.
static void gc_writer_priv_filled(gc_writer *w, gc_writer_priv_slot *s, uint32_t row) {
    GC_WRITER_PRIV_LOCKED(w);
    if (s->kind == GC_WRITER_PRIV_LOG && s->of.log.rotate_next && row != GC_WRITER_PRIV_NONE) {
        w->blocks[row].offset |= GC_WRITER_PRIV_ROTATE;
        s->of.log.rotate_next = false;
    }
    while (row != GC_WRITER_PRIV_NONE) {
        uint32_t next = w->blocks[row].next;
        gc_writer_priv_seal_current(w, s);
        s->current = row;
        row = next;
    }
    gc_writer_priv_release_block(w, s);
    gc_writer_priv_kick(w);
}

// Copies bytes into the file's blocks. Takes and returns with the lock; releases it for all but
// short copies. Returns how many there was room for.
static size_t gc_writer_priv_copy(gc_writer *w, gc_writer_priv_slot *s, uint64_t offset, const uint8_t *data,
                                  size_t size) {
    GC_WRITER_PRIV_LOCKED(w);
    size_t taken = 0;
    while (taken < size && !s->failed) {
        // The current block goes on where it ends, or not at all.
        if (s->current != GC_WRITER_PRIV_NONE) {
            const gc_writer_priv_block *c = &w->blocks[s->current];
            uint64_t end = (c->offset & ~GC_WRITER_PRIV_ROTATE) + c->used;
            if (end != offset) gc_writer_priv_seal_current(w, s);
        }
        uint32_t current = s->current, first = GC_WRITER_PRIV_NONE;
        size_t n = size - taken, space = 0;

        // No more than may be on its way to the disk.
        uint64_t tolerance = gc_writer_priv_tolerance(w);
        if (w->sealed >= tolerance) break;
        if (n > tolerance - w->sealed) n = (size_t)(tolerance - w->sealed);
        if (current != GC_WRITER_PRIV_NONE) {
            space = gc_writer_priv_capacity(w, current) - w->blocks[current].used;
        }

        // Blocks for what it does not hold: small ones, or whole ones.
        if (n > space) {
            size_t room, parts = gc_writer_priv_parts(w, s, n - space);
            if (parts) {
                parts = gc_writer_priv_take_small(w, (uint32_t)parts, &first);
                s->small_blocks = (uint8_t)(s->small_blocks + parts);
                room = parts * w->small_size;
            } else {
                size_t want = (n - space - 1) / w->block_size + 1;
                if (want > GC_WRITER_PRIV_TAKE) want = GC_WRITER_PRIV_TAKE;
                room = gc_writer_priv_take(w, (uint32_t)want, &first) * w->block_size;
                // The last room there is may be parts of blocks.
                if (room == 0 && w->free_small) {
                    want = (n - space - 1) / w->small_size + 1;
                    if (want > w->free_small) want = w->free_small;
                    room = gc_writer_priv_take_small(w, (uint32_t)want, &first) * w->small_size;
                }
            }
            if (n - space > room) n = space + room;
        }
        if (n == 0) break;

        // The copy itself, out of the lock when it takes longer than two visits.
        gc_writer_priv_hold_block(w, s);
        if (n > GC_WRITER_PRIV_QUICK) gc_writer_priv_unlock(w);

        uint32_t row = first;
        gc_writer_priv_fill(w, &current, &row, offset, data + taken, n);
        taken += n;
        offset += n;

        if (n > GC_WRITER_PRIV_QUICK) gc_writer_priv_lock(w);
        gc_writer_priv_filled(w, s, first);
    }

    // What a failed file cannot take is dropped.
    if (s->failed) {
        w->statistics.dropped += size - taken;
        return size;
    }
    if (taken < size) {
        w->starved = true;
        gc_writer_priv_kick(w);
    }
    return taken;
}

// A call of the producer has made the file impossible: nothing of it stays, and its end tells
// why.
static void gc_writer_priv_spoil(gc_writer *w, gc_writer_priv_slot *s, int result, int system_error) {
    GC_WRITER_PRIV_LOCKED(w);
    s->untold = true;           // the worker removes the temporary when the file ends
    gc_writer_priv_fail_with(&s->trouble, GC_WRITER_STAGE_WRITE, system_error);
    s->trouble.result = result;
    gc_writer_priv_note_failure(w, s);
    gc_writer_priv_drop_blocks(w, s);
}

// An appended file has taken bytes: from now on it has its time.
static void gc_writer_priv_note_taken(gc_writer *w, gc_writer_priv_slot *s) {
    GC_WRITER_PRIV_LOCKED(w);
    if (s->failed || s->linked[GC_WRITER_PRIV_DIRTY]) return;
    s->of.log.dirty_ms = gc_writer_priv_now_ms();
    gc_writer_priv_list_append(w, &w->dirty, s);
    if (s->of.log.flush_ms < 128) w->workers->timed = false;        // sooner than it would look by itself
    gc_writer_priv_kick(w);
}

// Before `size` more bytes: do they begin a new file? Only where a record ends.
static void gc_writer_priv_turn_over(gc_writer *w, gc_writer_priv_slot *s, size_t size) {
    gc_writer_priv_log *log = &s->of.log;
    GC_WRITER_PRIV_LOCKED(w);
    if (!log->rotate_bytes || log->mid_record || log->filled == 0) return;
    if (log->filled < log->rotate_bytes && size <= log->rotate_bytes - log->filled) return;
    gc_writer_priv_seal_current(w, s);
    log->rotate_next = true;
    log->filled = 0;
}

#ifndef GC_WRITER_NO_CRC32C
// Takes a record with its frame, or nothing. Takes and returns with the lock; releases it for
// all but short copies. Returns how many of its bytes were taken.
static size_t gc_writer_priv_copy_record(gc_writer *w, gc_writer_priv_slot *s, const uint8_t *data,
                                         size_t size) {
    gc_writer_priv_log *log = &s->of.log;
    uint8_t frame[GC_WRITER_PRIV_FRAME];
    GC_WRITER_PRIV_LOCKED(w);
    if (s->failed) {
        w->statistics.dropped += size;
        s->position += sizeof frame;        // what is missing is counted with its frame
        return size;
    }

    // Room for all of it: what the current block has, and whole ones.
    size_t space = 0, total = size + sizeof frame;
    uint32_t current = s->current, first = GC_WRITER_PRIV_NONE;
    if (current != GC_WRITER_PRIV_NONE) {
        space = gc_writer_priv_capacity(w, current) - w->blocks[current].used;
    }
    size_t want = total > space ? (total - space - 1) / w->block_size + 1 : 0;
    if (size > UINT32_MAX - sizeof frame || want > w->block_count || log->map) {
        gc_writer_priv_spoil(w, s, GC_WRITER_E_TOO_LARGE, 0);
        w->statistics.dropped += size;
        return size;
    }
    if (want > w->free_blocks || w->sealed >= gc_writer_priv_tolerance(w)) {
        w->starved = true;
        gc_writer_priv_kick(w);
        return 0;
    }
    gc_writer_priv_take(w, (uint32_t)want, &first);

    // The frame and the bytes, one behind the other, over the blocks.
    gc_writer_priv_hold_block(w, s);
    if (total > GC_WRITER_PRIV_QUICK) gc_writer_priv_unlock(w);
    gc_writer_priv_put_frame(frame, data, size);
    uint64_t offset = s->position;
    uint32_t row = first;
    gc_writer_priv_fill(w, &current, &row, offset, frame, sizeof frame);
    gc_writer_priv_fill(w, &current, &row, offset + sizeof frame, data, size);

    if (total > GC_WRITER_PRIV_QUICK) gc_writer_priv_lock(w);
    gc_writer_priv_filled(w, s, first);
    s->position += sizeof frame;
    log->filled += total;
    return size;
}
#endif

// A log that met a full disk tries again once a second, with the bytes that come then: what it
// lacks is told in the file before them. Not after a failed fsync: nobody knows what that lost.
static void gc_writer_priv_try_again(gc_writer_priv_slot *s) {
    gc_writer_priv_log *log = &s->of.log;
    int stage = s->trouble.stage;
    bool full = s->failed && s->trouble.result == GC_WRITER_E_DISK_FULL && stage != GC_WRITER_STAGE_SYNC &&
                stage != GC_WRITER_STAGE_SYNC_FOLDER && stage != GC_WRITER_STAGE_CLOSE;
    if (!full || s->untold || s->working || s->busy) return;
    if (gc_writer_priv_now_ms() - log->failed_ms < GC_WRITER_PRIV_RETRY_MS) return;

    // As if what it lacks had never come.
    log->lost += s->position - s->size;
    s->position = log->flushed = log->sync_target = s->size;
    log->filled = 0;
    log->sync_goal = 0;
    log->rotate_next = log->mid_record = false;
    log->attempts++;
    s->failed = false;
}

// Copies to an appended file, at its end.
static size_t gc_writer_priv_copy_append(gc_writer *w, gc_writer_priv_slot *s, uint64_t offset,
                                         const uint8_t *data, size_t size) {
    gc_writer_priv_log *log = &s->of.log;
    GC_WRITER_PRIV_LOCKED(w);
    (void)offset;
    if (size == 0) return 0;
    gc_writer_priv_try_again(s);
    size_t taken = 0;
    if (log->switching && !s->failed) {
        w->starved = true;
        gc_writer_priv_kick(w);
        return 0;
    }
    bool framed = log->records == GC_WRITER_RECORDS_FRAMED;
#ifndef GC_WRITER_NO_CRC32C
    gc_writer_priv_turn_over(w, s, framed ? size + GC_WRITER_PRIV_FRAME : size);
    if (framed) taken = gc_writer_priv_copy_record(w, s, data, size);
#else
    gc_writer_priv_turn_over(w, s, size);
#endif
    if (!framed) {
        taken = gc_writer_priv_copy(w, s, s->position, data, size);
        log->filled += taken;
        if (taken) log->mid_record = log->records == GC_WRITER_RECORDS_LINES && data[taken - 1] != '\n';
    }
    if (taken) gc_writer_priv_note_taken(w, s);
    return taken;
}

// gc_writer_write and, with `at`, gc_writer_write_at. Less than `size` is returned only where
// waiting for room helps: bytes without a file to go to are dropped. Without the lock.
static size_t gc_writer_priv_write(gc_writer *w, gc_writer_file file, bool at, uint64_t offset,
                                   const void *data, size_t size) {
    size_t taken = 0;
    GC_WRITER_ASSERT(w && (data || !size) && "gc_writer_write: a pointer is NULL");
    if (!w) return size;
#ifdef GC_WRITER_PRIV_MAPPED
    if (!at) taken = gc_writer_priv_write_mapped(w, file, (const uint8_t *)data, size);
    if (!at && taken != SIZE_MAX) return taken;
    taken = 0;
#endif

    for (;;) {
        gc_writer_priv_lock(w);
        gc_writer_priv_slot *s = gc_writer_priv_find_open(w, file);
#ifdef GC_WRITER_PRIV_MAPPED
        // It was just being mapped: none of it may go the other way.
        gc_writer_priv_map *m = s && !at && s->open_map ? &w->maps[s->open_map - 1] : NULL;
        if (m && data && size > 0 && (!m->framed || size <= m->largest)) {
            gc_writer_priv_unlock(w);
            return gc_writer_priv_write(w, file, at, offset, data, size);
        }
#endif
        bool reserved = s && s->reserved;
        size_t n = size - taken;
        if (!s) w->statistics.dropped += n;

        // What the file can never hold fails it.
        uint64_t from = !s || at ? offset + taken : s->position;
        if (s && !s->failed && n > 0) {
            uint64_t most = from < INT64_MAX ? (uint64_t)INT64_MAX - from : 0;
            bool end_only = s->kind == GC_WRITER_PRIV_LOG;
            if (reserved || (end_only && at)) gc_writer_priv_spoil(w, s, GC_WRITER_E_STATE, 0);
            else if (!data) gc_writer_priv_spoil(w, s, GC_WRITER_E_ARGUMENT, 0);
            else if (n > most) gc_writer_priv_spoil(w, s, GC_WRITER_E_SYSTEM, EFBIG);
        }

        const uint8_t *bytes = data ? (const uint8_t *)data + taken : NULL;
        if (s) n = gc_writer_priv_kind_of(s->kind)->take(w, s, from, bytes, n);
        if (s && !at) s->position += n;
        gc_writer_priv_unlock_notify(w);
        GC_WRITER_ASSERT(!reserved && "gc_writer_write: a reservation is open");

        // In synchronous mode what has been taken is written here, which makes room for the
        // rest.
        taken += n;
        gc_writer_priv_drive(w);
        if (!w->desc.synchronous || n == 0 || taken == size) return taken;
    }
}

// Is a put of the set under way?
static bool gc_writer_priv_is_filling(const gc_writer *w, const gc_writer_priv_slot *s) {
    bool busy = false;
    for (const gc_writer_priv_slot *m = s; s->kind == GC_WRITER_PRIV_SET && m;) {
        busy = busy || m->busy;
        m = gc_writer_priv_ring(w, s, m);
    }
    return busy;
}

// gc_writer_end and gc_writer_abort. Without the lock.
static int gc_writer_priv_finish(gc_writer *w, gc_writer_file file, bool aborted) {
    int result = GC_WRITER_OK;
    GC_WRITER_ASSERT(w && "gc_writer_end, gc_writer_abort: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;

    gc_writer_priv_lock(w);
    gc_writer_priv_slot *s = gc_writer_priv_find_open(w, file);

    if (!s) result = GC_WRITER_E_STALE;
    else if ((s->reserved && !aborted) || gc_writer_priv_is_filling(w, s)) result = GC_WRITER_E_STATE;
    else gc_writer_priv_end(w, s, aborted);

    gc_writer_priv_unlock_notify(w);
    GC_WRITER_ASSERT(result != GC_WRITER_E_STATE && "gc_writer_end: a reservation is open, or a put");
    gc_writer_priv_drive(w);
    return result;
}

// Waits under the lock until something has changed. False: the time is over, or there is nobody
// to wait for.
static bool gc_writer_priv_wait_on(gc_writer *w, gc_writer_priv_condition *condition, uint64_t start,
                                   int timeout_ms) {
    GC_WRITER_PRIV_LOCKED(w);
    uint64_t limit = UINT64_MAX;
    if (w->desc.synchronous && gc_writer_priv_pump_step(w)) return true;
    if (timeout_ms >= 0) {
        uint64_t spent = gc_writer_priv_now_ms() - start;
        if (spent >= (uint64_t)timeout_ms) return false;
        limit = (uint64_t)timeout_ms - spent;
    }

    // Who pumps does the work meanwhile; what others have in hand is looked at again soon.
    if (w->desc.pump && gc_writer_priv_pump_step(w)) return true;
    uint64_t most = w->desc.pump ? GC_WRITER_PRIV_NAP_MS : GC_WRITER_PRIV_ROOM_MS;
    if ((w->desc.pump || condition == &w->room) && limit > most) limit = most;
#ifndef GC_WRITER_NO_THREADS
    gc_writer_priv_kick(w);
    gc_writer_priv_condition_wait(w, condition, limit);
    return true;
#else
    (void)condition;
    uint64_t stuck = gc_writer_priv_stuck_wait(w);
    if (stuck == UINT64_MAX) return false;
    gc_writer_priv_sleep_ms(stuck < limit ? stuck : limit);
    return true;
#endif
}
static bool gc_writer_priv_wait_change(gc_writer *w, uint64_t start, int timeout_ms) {
    return gc_writer_priv_wait_on(w, &w->done, start, timeout_ms);
}

#ifdef GC_WRITER_PRIV_MAPPED
// A log that can be mapped has its file when gc_writer_append returns, so that its first line
// is with the system.
static void gc_writer_priv_await_map(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file file) {
    bool turns = desc->rotate_bytes && desc->rotate_bytes < GC_WRITER_PRIV_LEAST_ROTATE;
    if (w->desc.pump || desc->no_mapping || turns || desc->records == GC_WRITER_RECORDS_BYTES) return;
    uint64_t start = gc_writer_priv_now_ms();
    gc_writer_priv_lock(w);
    gc_writer_priv_slot *s = gc_writer_priv_find_open(w, file);
    if (s) s->of.log.wants_map = true;
    while (s && s->of.log.wants_map && !s->of.log.map && !s->failed && !gc_writer_priv_is_behind(w, s)) {
        w->map_news = true;
        if (!gc_writer_priv_wait_change(w, start, GC_WRITER_PRIV_APPEND_MS)) break;
        s = gc_writer_priv_find_open(w, file);
    }
    gc_writer_priv_unlock_notify(w);
}
#endif

// A desc of defaults.
static gc_writer_file_desc gc_writer_priv_desc_of(const char *path, uint64_t tag) {
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = path;
    desc.tag = tag;
    return desc;
}

// A desc for a slot of that kind: OK, E_ARGUMENT, E_PATH, E_STATE. Without the lock.
static int gc_writer_priv_check_desc(const gc_writer *w, const gc_writer_file_desc *desc, int kind) {
    bool durability = desc->durability >= 0 && desc->durability <= GC_WRITER_DURABILITY_FOLDER;
    GC_WRITER_ASSERT(desc->path && durability && "gc_writer_file_desc: no path, or an unknown durability");
    if (!desc->path || !durability) return GC_WRITER_E_ARGUMENT;

    bool ranges = desc->priority >= GC_WRITER_PRIORITY_LOW && desc->priority <= GC_WRITER_PRIORITY_HIGH &&
                  desc->backups <= GC_WRITER_PRIV_MOST_OLD && desc->rotate_keep <= GC_WRITER_PRIV_MOST_OLD &&
                  desc->mode <= 0777 && desc->records >= 0 && desc->records <= GC_WRITER_RECORDS_FRAMED;
    GC_WRITER_ASSERT(ranges && "gc_writer_file_desc: priority, backups, rotate_keep, mode or records");
    if (!ranges) return GC_WRITER_E_ARGUMENT;

    unsigned given = 0;
    if (desc->borrow || desc->give) given |= GC_WRITER_PRIV_TAKES_BORROW;
    if (desc->backups) given |= GC_WRITER_PRIV_TAKES_BACKUPS;
    if (desc->mode || desc->executable) given |= GC_WRITER_PRIV_TAKES_MODE;
    if (desc->crc32c) given |= GC_WRITER_PRIV_TAKES_SUM;
    if (desc->forget) given |= GC_WRITER_PRIV_TAKES_FORGET;
    if (desc->version || desc->flags) given |= GC_WRITER_PRIV_TAKES_VERSION;
    if (desc->set.generation) given |= GC_WRITER_PRIV_TAKES_SET;
    bool fits = (given & ~gc_writer_priv_kind_of(kind)->takes) == 0;
#ifdef GC_WRITER_NO_CRC32C
    fits = fits && !desc->crc32c && desc->records != GC_WRITER_RECORDS_FRAMED;
#endif
    GC_WRITER_ASSERT(fits && "gc_writer_file_desc: a field is not for this call, or was compiled out");
    if (!fits) return GC_WRITER_E_ARGUMENT;

    int result = gc_writer_priv_check_path(desc->path, w->desc.max_path);
    if (result != GC_WRITER_OK) return result;

    // Names with ".999" must fit, too.
    bool numbered = desc->backups || desc->rotate_bytes;
    if (numbered && strlen(gc_writer_priv_name_of(desc->path)) > 251) return GC_WRITER_E_PATH;
    bool reads = kind == GC_WRITER_PRIV_READ || kind == GC_WRITER_PRIV_LOAD;
    return w->desc.read_only && !reads ? GC_WRITER_E_STATE : GC_WRITER_OK;
}

// ---- what slots of each kind do

// A set has no bytes of its own.
static size_t gc_writer_priv_take_nothing(gc_writer *w, gc_writer_priv_slot *s, uint64_t offset,
                                          const uint8_t *data, size_t size) {
    (void)offset, (void)data;
    gc_writer_priv_spoil(w, s, GC_WRITER_E_STATE, 0);
    w->statistics.dropped += size;
    return size;
}

static void gc_writer_priv_begin_file(gc_writer_priv_slot *s, const gc_writer_file_desc *desc,
                                      const gc_writer_priv_given *given) {
    s->of.file.backups = desc->backups;
    s->of.file.version = desc->version;
    s->of.file.flags = desc->flags;
    s->of.file.save = given && given->save;
    if (s->of.file.save) s->sum = true;
    if (!desc->borrow && !(given && given->own)) return;
    s->of.file.lent = (const uint8_t *)given->data;
    s->of.file.lent_size = given->size;
    s->of.file.encodes = given->encodes;
    if (!given->own) return;
    s->of.file.owned = (void *)(uintptr_t)given->data;
    s->of.file.owned_size = given->size ? given->size : 1;
}

static void gc_writer_priv_begin_log(gc_writer_priv_slot *s, const gc_writer_file_desc *desc,
                                     const gc_writer_priv_given *given) {
    gc_writer_priv_log *log = &s->of.log;
    (void)given;
    s->work = GC_WRITER_PRIV_SMALL;     // never behind what waits for the disk
    log->progress = desc->progress;
    log->records = (uint8_t)desc->records;
    log->flush_ms = desc->flush_ms ? desc->flush_ms : 100;
    log->rotate_bytes = desc->rotate_bytes;
    log->rotate_keep = desc->rotate_keep ? desc->rotate_keep : 1;
}

static void gc_writer_priv_begin_call(gc_writer_priv_slot *s, const gc_writer_file_desc *desc,
                                      const gc_writer_priv_given *given) {
    s->of.call.backups = desc->backups;
    if (!given) return;
    s->of.call.into = given->into;
    s->of.call.into_size = given->size;
}

// The table, in the order of GC_WRITER_PRIV_FILE and so on.
static const gc_writer_priv_kind *gc_writer_priv_kind_of(int kind) {
    enum {
        CALLS = GC_WRITER_PRIV_TAKES_FORGET,
        REMOVES = CALLS | GC_WRITER_PRIV_TAKES_BACKUPS,
        LOGS = CALLS | GC_WRITER_PRIV_TAKES_MODE,
        READS = GC_WRITER_PRIV_TAKES_SUM,
        FILES = REMOVES | LOGS | READS,
        PUTS = FILES | GC_WRITER_PRIV_TAKES_BORROW | GC_WRITER_PRIV_TAKES_VERSION | GC_WRITER_PRIV_TAKES_SET,

        WITH_FILE = GC_WRITER_DURABILITY_FILE,
        WITH_FOLDER = GC_WRITER_DURABILITY_FOLDER,
        NEVER = WITH_FOLDER + 1
    };
    static const gc_writer_priv_kind kinds[GC_WRITER_PRIV_KINDS] = {
        {GC_WRITER_PUBLISHED, FILES, WITH_FILE, gc_writer_priv_begin_file, gc_writer_priv_copy, NULL},
        {GC_WRITER_PUBLISHED, PUTS, WITH_FILE, gc_writer_priv_begin_file, NULL, NULL},
        {GC_WRITER_PUBLISHED, PUTS, WITH_FILE, gc_writer_priv_begin_file, NULL, NULL},
        {GC_WRITER_PUBLISHED, 0, WITH_FILE, NULL, gc_writer_priv_take_nothing, gc_writer_priv_publish_set},
        {GC_WRITER_PUBLISHED, LOGS, WITH_FILE, gc_writer_priv_begin_log, gc_writer_priv_copy_append,
         gc_writer_priv_finish_log},
        {GC_WRITER_READ, READS, NEVER, gc_writer_priv_begin_call, NULL, gc_writer_priv_read},
        {GC_WRITER_REMOVED, REMOVES, WITH_FOLDER, gc_writer_priv_begin_call, NULL, gc_writer_priv_remove},
        {GC_WRITER_RENAMED, CALLS, WITH_FILE, gc_writer_priv_begin_call, NULL, gc_writer_priv_rename},
        {0, CALLS, NEVER, gc_writer_priv_begin_call, NULL, NULL},
        {GC_WRITER_FOLDER_MADE, CALLS, WITH_FILE, gc_writer_priv_begin_call, NULL,
         gc_writer_priv_put_folder},
#ifndef GC_WRITER_NO_CRC32C
        {GC_WRITER_READ, 0, NEVER, gc_writer_priv_begin_call, NULL, gc_writer_priv_load_newest}
#endif
    };
    return &kinds[kind];
}

// Begins a slot of that kind, and ends it at once if it is `whole`. Without the lock.
static int gc_writer_priv_start(gc_writer *w, int kind, const gc_writer_file_desc *desc,
                                const gc_writer_priv_given *given, bool whole, gc_writer_file *out) {
    gc_writer_priv_slot *s;
    if (out) memset(out, 0, sizeof *out);
    int result = w && desc ? gc_writer_priv_check_desc(w, desc, kind) : GC_WRITER_E_ARGUMENT;
    if (result != GC_WRITER_OK) return result;

    gc_writer_priv_lock(w);
    result = gc_writer_priv_begin(w, kind, desc, given, &s);
    if (result == GC_WRITER_OK) gc_writer_priv_hand_out(w, s, out);

    // Who waits does it by itself, unless something of its path comes first: a thread would
    // have to be woken, and to wake the caller.
    gc_writer_priv_worker *v = given && given->waits && !w->desc.pump ? w->workers + w->worker_count : NULL;
    bool here = result == GC_WRITER_OK && v && !v->driven;
    if (here) s->working = true;
    if (result == GC_WRITER_OK && whole) gc_writer_priv_end(w, s, false);
    if (here && !s->linked[GC_WRITER_PRIV_READY]) here = s->working = false;
    if (here) {
        v->driven = true;
        gc_writer_priv_finish_ended(v, &s, 1);
        v->driven = false;
    }
    gc_writer_priv_unlock_notify(w);
    if (whole) gc_writer_priv_drive(w);
    return result;
}

// >>public the functions declared above

GC_WRITER_API int gc_writer_version(void) { return GC_WRITER_VERSION; }

GC_WRITER_API int gc_writer_check_path(const char *path) {
    return path ? gc_writer_priv_check_path(path, GC_WRITER_PRIV_MAX_PATH) : GC_WRITER_E_PATH;
}

GC_WRITER_API GC_WRITER_PRIV_RARE int gc_writer_user_folder(const char *organisation, const char *game,
                                                            char *out, size_t capacity) {
    GC_WRITER_ASSERT(game && out && capacity && "gc_writer_user_folder: a pointer is NULL");
    if (out && capacity) out[0] = 0;
    if (!game || !out || !capacity) return GC_WRITER_E_ARGUMENT;

    const char *parts[2];
    parts[0] = organisation && organisation[0] ? organisation : NULL;
    parts[1] = game;
    for (int i = 0; i < 2; i++) {
        bool good = !parts[i] || (!strchr(parts[i], '/') && gc_writer_check_path(parts[i]) == GC_WRITER_OK);
        if (!good) return GC_WRITER_E_PATH;
    }

#ifdef GC_WRITER_USER_FOLDER
    const char *given = GC_WRITER_USER_FOLDER;
    int result = given && given[0] ? GC_WRITER_OK : GC_WRITER_E_NOT_FOUND;
    if (result == GC_WRITER_OK && strlen(given) >= capacity) result = GC_WRITER_E_TOO_LARGE;
    if (result == GC_WRITER_OK) gc_writer_priv_append(out, capacity, given);
#else
    int result = gc_writer_priv_sys_user_folder(out, capacity);
#endif
    size_t length = strlen(out);
    while (length > 0 && gc_writer_priv_is_slash(out[length - 1])) out[--length] = 0;
    for (int i = 0; i < 2 && result == GC_WRITER_OK; i++) {
        if (!parts[i]) continue;
        if (capacity - strlen(out) < strlen(parts[i]) + 2) result = GC_WRITER_E_TOO_LARGE;
        else gc_writer_priv_join(out, capacity, "/", parts[i], "");
    }
    if (result != GC_WRITER_OK) out[0] = 0;
    return result;
}

GC_WRITER_API size_t gc_writer_memory(const gc_writer_desc *desc) {
    gc_writer_desc d;
    return desc && gc_writer_priv_resolve(desc, &d) ? gc_writer_priv_layout(NULL, &d) : 0;
}

GC_WRITER_API GC_WRITER_PRIV_RARE gc_writer *gc_writer_open(const gc_writer_desc *desc,
                                                            gc_writer_error *error) {
    gc_writer_desc d;
    if (error) memset(error, 0, sizeof *error);
    GC_WRITER_ASSERT(desc && desc->root && "gc_writer_open: no root");
    if (!desc || !desc->root) return gc_writer_priv_open_failed(error, GC_WRITER_E_ARGUMENT, 0, "desc.root");

    bool valid = gc_writer_priv_resolve(desc, &d);
    GC_WRITER_ASSERT(valid && "gc_writer_desc: a field is out of range");
    if (!valid) return gc_writer_priv_open_failed(error, GC_WRITER_E_ARGUMENT, 0, "desc");

    size_t memory = gc_writer_priv_layout(NULL, &d);
    gc_writer *w = memory ? (gc_writer *)gc_writer_priv_resize(&d.allocator, NULL, 0, memory) : NULL;
    if (!w) return gc_writer_priv_open_failed(error, GC_WRITER_E_MEMORY, 0, "memory");

    memset(w, 0, sizeof *w);
    w->process = gc_writer_priv_process();
    w->desc = d;
    gc_writer_priv_layout(w, &d);
    gc_writer_priv_init(w);

    // The disk, then the thread.
    int system_error = gc_writer_priv_init_locks(w);
    int result = system_error ? GC_WRITER_E_THREAD : GC_WRITER_OK;
    bool locks = !system_error;
    if (locks && !gc_writer_priv_init_root(w)) {
        result = GC_WRITER_E_ROOT;
        system_error = errno;
    } else if (locks && (system_error = gc_writer_priv_init_threads(w)) != 0) {
        result = GC_WRITER_E_THREAD;
    }
    if (result != GC_WRITER_OK) {
        gc_writer_priv_close_root(w);
        if (locks) gc_writer_priv_end_locks(w);
        gc_writer_priv_resize(&d.allocator, w, memory, 0);
        const char *what = result == GC_WRITER_E_ROOT ? d.root : "thread";
        return gc_writer_priv_open_failed(error, result, system_error, what);
    }
    return w;
}

// desc.pump: all that is left, and from the limit on drops it.
static void gc_writer_priv_pump_out(gc_writer *w) {
    if (!w->desc.pump) return;
    uint64_t start = gc_writer_priv_now_ms();
    gc_writer_priv_lock(w);
    while (gc_writer_priv_pump_step(w)) {
        uint64_t spent = gc_writer_priv_now_ms() - start;
        if (w->desc.close_ms && spent >= (uint64_t)w->desc.close_ms) w->dropping = true;
    }
    gc_writer_priv_unlock_notify(w);
}

#ifndef GC_WRITER_NO_THREADS
// Has a thread anything in hand that is the caller's: memory, or a callback?
static bool gc_writer_priv_is_lent(const gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
    bool lent = w->calls > 0;
    for (const gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->ended, s)) != NULL;) {
        bool memory = s->kind == GC_WRITER_PRIV_READ || s->kind == GC_WRITER_PRIV_LOAD ||
                      (s->kind == GC_WRITER_PRIV_PUT && s->of.file.lent && !s->of.file.owned);
        for (const gc_writer_priv_slot *m = s; (m = gc_writer_priv_ring(w, s, m)) != NULL;) {
            memory = memory || (gc_writer_priv_is_put(m) && m->of.file.lent && !m->of.file.owned);
        }
        lent = lent || (s->working && memory);
    }
    return lent;
}

// Waits until the threads have come to their end, and from the limit on lets them drop what
// nobody has in hand. False: a disk that hangs holds one of them.
static bool gc_writer_priv_drain(gc_writer *w) {
    if (w->desc.pump || w->desc.close_ms == 0) return true;
    uint64_t start = gc_writer_priv_now_ms();
    gc_writer_priv_lock(w);
    while (w->exited < w->worker_count && gc_writer_priv_wait_change(w, start, w->desc.close_ms)) {}
    w->dropping = true;
    gc_writer_priv_kick(w);

    start = gc_writer_priv_now_ms();
    while (w->exited < w->worker_count &&
           gc_writer_priv_wait_change(w, start, GC_WRITER_PRIV_GRACE_MS)) {}
    while (w->exited < w->worker_count && gc_writer_priv_is_lent(w)) {
        gc_writer_priv_wait_change(w, gc_writer_priv_now_ms(), GC_WRITER_PRIV_NAP_MS);
    }

    // What is in hand is told as it is now.
    w->muted = w->exited < w->worker_count;
    gc_writer_priv_slot *s = NULL;
    while (w->muted && (s = gc_writer_priv_list_after(w, &w->ended, s)) != NULL) s->in_doubt = true;
    bool all = !w->muted;
    gc_writer_priv_unlock(w);
    return all;
}

// Tells what was not written, and leaves the writer to its threads.
static void gc_writer_priv_abandon(gc_writer *w) {
    for (uint32_t i = 0; w->desc.unsaved && i < w->desc.max_files; i++) {
        gc_writer_event event;
        gc_writer_priv_slot *s = &w->slots[i];
        gc_writer_priv_lock(w);
        bool doubt = s->in_doubt, known = !doubt && s->state == GC_WRITER_PRIV_DONE;
        if (doubt) {
            memset(&event, 0, sizeof event);
            event.type = GC_WRITER_ABORTED;
            event.result = GC_WRITER_TIMEOUT;
            gc_writer_priv_hand_out(w, s, &event.file);
            event.file.generation -= s->state == GC_WRITER_PRIV_FREE;
            event.tag = s->tag;
            event.path = gc_writer_priv_path(w, s);
            event.detail = gc_writer_result_string(event.result);
        }
        gc_writer_priv_unlock(w);
        if (known) gc_writer_priv_tell_unsaved(w, s, w->polled);
        if (doubt) w->desc.unsaved(w->desc.user, &event);
    }

    gc_writer_priv_lock(w);
    for (uint32_t i = 0; i < w->worker_count; i++) {
#if defined(_WIN32)
        CloseHandle(w->workers[i].thread);
#else
        pthread_detach(w->workers[i].thread);
#endif
    }
    w->abandoned = true;
    bool last = w->exited == w->worker_count;
    gc_writer_priv_unlock(w);
    if (last) gc_writer_priv_free_abandoned(w);
}
#endif

GC_WRITER_API GC_WRITER_PRIV_RARE void gc_writer_close(gc_writer *w) {
    // In a forked child there is no thread, and the files on the disk are the parent's.
    if (!w || w->process != gc_writer_priv_process()) return;

    gc_writer_priv_lock(w);
    for (uint32_t i = 0; i < w->desc.max_files; i++) {
        gc_writer_priv_slot *s = &w->slots[i];
        bool begun = s->state == GC_WRITER_PRIV_BEGUN && s->kind != GC_WRITER_PRIV_MEMBER;
        if (begun) gc_writer_priv_end(w, s, true);
    }
    w->stopping = true;
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock_notify(w);

    gc_writer_priv_pump_out(w);
#ifndef GC_WRITER_NO_THREADS
    if (!gc_writer_priv_drain(w)) {
        gc_writer_priv_abandon(w);
        return;
    }
#endif
    gc_writer_priv_end_threads(w);

    // Nobody will poll what is left.
    for (const gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->events, s)) != NULL;) {
        gc_writer_priv_tell_unsaved(w, s, w->polled);
    }
    gc_writer_priv_close_root(w);
    gc_writer_priv_free(w);
}

// ---- writing

GC_WRITER_API int gc_writer_begin_with(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out) {
    GC_WRITER_ASSERT(w && desc && out && "gc_writer_begin: a pointer is NULL");
    if (!out) return GC_WRITER_E_ARGUMENT;
    return gc_writer_priv_start(w, GC_WRITER_PRIV_FILE, desc, NULL, false, out);
}

GC_WRITER_API int gc_writer_begin(gc_writer *w, const char *path, gc_writer_file *out) {
    gc_writer_file_desc desc = gc_writer_priv_desc_of(path, 0);
    return gc_writer_begin_with(w, &desc, out);
}

GC_WRITER_API int gc_writer_append(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out) {
    GC_WRITER_ASSERT(w && desc && out && "gc_writer_append: a pointer is NULL");
    if (!out) return GC_WRITER_E_ARGUMENT;
    int result = gc_writer_priv_start(w, GC_WRITER_PRIV_LOG, desc, NULL, false, out);
#ifdef GC_WRITER_PRIV_MAPPED
    if (result == GC_WRITER_OK) gc_writer_priv_await_map(w, desc, *out);
#endif
    return result;
}

GC_WRITER_API int gc_writer_sync(gc_writer *w, gc_writer_file file) {
    GC_WRITER_ASSERT(w && "gc_writer_sync: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;

    int result = GC_WRITER_OK;
    gc_writer_priv_lock(w);
    gc_writer_priv_slot *s = gc_writer_priv_find_open(w, file);
    if (s && s->kind != GC_WRITER_PRIV_LOG) result = GC_WRITER_E_STATE;
#ifdef GC_WRITER_PRIV_MAPPED
    if (s && result == GC_WRITER_OK) gc_writer_priv_note_mapped(w, s);
#endif
    uint64_t target = s && result == GC_WRITER_OK ? s->position : 0;
    uint32_t attempts = s && result == GC_WRITER_OK ? s->of.log.attempts : 0;

    while (result == GC_WRITER_OK) {
        s = gc_writer_priv_find_open(w, file);
        if (!s) result = GC_WRITER_E_STALE;
        else if (s->failed) result = s->trouble.result;
        else if (s->of.log.attempts != attempts) result = GC_WRITER_E_DISK_FULL;    // it has lost some
        if (result != GC_WRITER_OK || s->of.log.synced >= target) break;

        // All of it goes to the thread, and then to the disk.
        if (s->of.log.sync_target < target) s->of.log.sync_target = target;
        if (!s->linked[GC_WRITER_PRIV_SYNCING]) gc_writer_priv_list_append(w, &w->syncing, s);
        if (!s->busy) gc_writer_priv_seal_current(w, s);
        gc_writer_priv_kick(w);
        gc_writer_priv_wait_change(w, 0, -1);
    }

    gc_writer_priv_unlock_notify(w);
    return result;
}

#ifndef GC_WRITER_NO_CRC32C
GC_WRITER_API bool gc_writer_next_record(const void *data, size_t size, size_t *at, const void **record,
                                         size_t *length) {
    GC_WRITER_ASSERT((data || !size) && at && record && length && "gc_writer_next_record: a pointer is NULL");
    if ((!data && size) || !at || !record || !length) return false;
    gc_writer_priv_frames frames = {(const uint8_t *)data, -1, size, 0, false};
    uint64_t found = *at, n;
    if (!gc_writer_priv_next_frame(&frames, &found, &n)) return false;
    *record = frames.data + found + GC_WRITER_PRIV_FRAME;
    *length = (size_t)n;
    *at = (size_t)(found + GC_WRITER_PRIV_FRAME + n);
    return true;
}
#endif

GC_WRITER_API size_t gc_writer_write(gc_writer *w, gc_writer_file file, const void *data, size_t size) {
    return gc_writer_priv_write(w, file, false, 0, data, size);
}

GC_WRITER_API size_t gc_writer_write_at(gc_writer *w, gc_writer_file file, uint64_t offset, const void *data,
                                        size_t size) {
    return gc_writer_priv_write(w, file, true, offset, data, size);
}

GC_WRITER_API void *gc_writer_reserve(gc_writer *w, gc_writer_file file, size_t want, size_t *got) {
    GC_WRITER_ASSERT(w && got && "gc_writer_reserve: a pointer is NULL");
    if (got) *got = 0;
    if (!w || !got) return NULL;

    void *memory = NULL;
    gc_writer_priv_drive(w);
    gc_writer_priv_lock(w);
    gc_writer_priv_slot *s = gc_writer_priv_find_open(w, file);
    bool reserved = s && s->reserved;

    if (s && !reserved && s->kind == GC_WRITER_PRIV_FILE) {
        // The rest of the current block, or a fresh one. A fresh one for more bytes only when
        // one is there: room that is left over is better than none.
        size_t space = 0;
        if (s->current != GC_WRITER_PRIV_NONE) {
            const gc_writer_priv_block *c = &w->blocks[s->current];
            if (c->offset + c->used == s->position) space = gc_writer_priv_capacity(w, s->current) - c->used;
            if (space == 0 || (space < want && space < w->block_size && w->free_blocks > 0)) {
                gc_writer_priv_seal_current(w, s);
                space = 0;
            }
        }
        bool tolerated = w->sealed < gc_writer_priv_tolerance(w);
        if (space == 0 && tolerated && gc_writer_priv_take(w, 1, &s->current)) {
            w->blocks[s->current].offset = s->position;
            space = w->block_size;
        }

        // The block is the caller's until commit.
        if (space > 0) {
            *got = s->reserved_bytes = want && want < space ? want : space;
            gc_writer_priv_hold_block(w, s);
            s->reserved = true;
            memory = gc_writer_priv_data(w, s->current) + w->blocks[s->current].used;
        } else {
            w->starved = true;
        }
        gc_writer_priv_kick(w);
    }

    gc_writer_priv_unlock_notify(w);
    GC_WRITER_ASSERT(!reserved && "gc_writer_reserve: a reservation is open");
    return memory;
}

GC_WRITER_API int gc_writer_commit(gc_writer *w, gc_writer_file file, size_t used) {
    int result = GC_WRITER_OK;
    GC_WRITER_ASSERT(w && "gc_writer_commit: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;

    gc_writer_priv_lock(w);
    gc_writer_priv_slot *s = gc_writer_priv_find_open(w, file);

    if (!s) result = GC_WRITER_E_STALE;
    else if (!s->reserved) result = GC_WRITER_E_STATE;
    else if (used > s->reserved_bytes) result = GC_WRITER_E_ARGUMENT;
    else {
        w->blocks[s->current].used += (uint32_t)used;
        s->position += used;
        s->reserved = false;
        if (s->failed) w->statistics.dropped += used;
        gc_writer_priv_release_block(w, s);
        gc_writer_priv_kick(w);
    }

    gc_writer_priv_unlock_notify(w);
    GC_WRITER_ASSERT(result != GC_WRITER_E_STATE && "gc_writer_commit: no reservation is open");
    GC_WRITER_ASSERT(result != GC_WRITER_E_ARGUMENT && "gc_writer_commit: more than was reserved");
    gc_writer_priv_drive(w);
    return result;
}

GC_WRITER_API int gc_writer_end(gc_writer *w, gc_writer_file file) {
    return gc_writer_priv_finish(w, file, false);
}

GC_WRITER_API int gc_writer_abort(gc_writer *w, gc_writer_file file) {
    return gc_writer_priv_finish(w, file, true);
}

GC_WRITER_API int gc_writer_cancel(gc_writer *w, gc_writer_file file) {
    int result = GC_WRITER_OK;
    GC_WRITER_ASSERT(w && "gc_writer_cancel: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;

    gc_writer_priv_lock(w);
    gc_writer_priv_slot *s = gc_writer_priv_find(w, file);
    if (!s) {
        result = GC_WRITER_E_STALE;
    } else if (gc_writer_priv_is_filling(w, s)) {
        result = GC_WRITER_E_STATE;
    } else if (s->state == GC_WRITER_PRIV_BEGUN) {
        gc_writer_priv_end(w, s, true);
    } else if (s->state == GC_WRITER_PRIV_DONE || s->working || s->aborted) {
        result = GC_WRITER_E_STATE;
    } else {
        // It keeps its place among the files of its path, and ends there.
        for (gc_writer_priv_slot *at = s; at; at = gc_writer_priv_ring(w, s, at)) {
            at->aborted = true;
            w->pending[at->work] -= gc_writer_priv_lent(at);
            if (gc_writer_priv_is_put(at)) at->of.file.lent_done = at->of.file.lent_size;
            if (at->kind != GC_WRITER_PRIV_LOG) gc_writer_priv_drop_blocks(w, at);
        }
        gc_writer_priv_kick(w);
    }

    gc_writer_priv_unlock_notify(w);
    gc_writer_priv_drive(w);
    return result;
}

// Fills the blocks of a whole file, out of the lock when that takes longer than two visits, and
// chains them: `want` whole ones, `parts` small ones. Takes and returns with the lock.
static void gc_writer_priv_fill_put(gc_writer *w, gc_writer_priv_slot *s, const uint8_t *data, size_t size,
                                    size_t want, size_t parts) {
    GC_WRITER_PRIV_LOCKED(w);
    uint32_t rows[2];
    size_t large = parts ? want * w->block_size : size;
    gc_writer_priv_take(w, (uint32_t)want, &rows[0]);
    gc_writer_priv_take_small(w, (uint32_t)parts, &rows[1]);
    s->busy = true;
    if (size > GC_WRITER_PRIV_QUICK) gc_writer_priv_unlock(w);
    uint32_t at = GC_WRITER_PRIV_NONE, row = rows[0], small_row = rows[1];
    gc_writer_priv_fill(w, &at, &row, 0, data, large);
    gc_writer_priv_fill(w, &at, &small_row, large, data ? data + large : NULL, size - large);
    if (size > GC_WRITER_PRIV_QUICK) gc_writer_priv_lock(w);
    s->busy = false;

    for (int i = 0; i < 2; i++) {
        while (rows[i] != GC_WRITER_PRIV_NONE) {
            uint32_t next = w->blocks[rows[i]].next;
            gc_writer_priv_seal(w, s, rows[i]);
            rows[i] = next;
        }
    }
}

// The set that the put is for; NULL: none. OK, E_STALE, E_BUSY: it has that path already;
// E_FULL: and as many as it can have.
static int gc_writer_priv_find_set(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_priv_slot **set) {
    GC_WRITER_PRIV_LOCKED(w);
    *set = NULL;
    if (!desc->set.generation) return GC_WRITER_OK;
    gc_writer_priv_slot *s = gc_writer_priv_find_open(w, desc->set);
    if (!s || s->kind != GC_WRITER_PRIV_SET) return GC_WRITER_E_STALE;
    uint64_t hash = gc_writer_priv_hash_path(desc->path);
    uint32_t count = 0, most = GC_WRITER_PRIV_SYNC_GROUP;
    if (most > w->desc.max_open) most = w->desc.max_open;
    for (gc_writer_priv_slot *m = s; (m = gc_writer_priv_ring(w, s, m)) != NULL; count++) {
        if (m->path_hash == hash) return GC_WRITER_E_BUSY;
    }
    if (count >= most) return GC_WRITER_E_FULL;
    *set = s;
    return GC_WRITER_OK;
}

// gc_writer_put and gc_writer_save.
static int gc_writer_priv_put(gc_writer *w, const gc_writer_file_desc *desc, const void *data, size_t size,
                              bool save, gc_writer_file *out) {
    if (out) memset(out, 0, sizeof *out);
    bool pointers = w && desc && (data || !size);
    GC_WRITER_ASSERT(pointers && "gc_writer_put, gc_writer_save: a pointer is NULL");
    if (!pointers) return GC_WRITER_E_ARGUMENT;
    bool fits = save ? !desc->crc32c : !desc->version && !desc->flags;
    GC_WRITER_ASSERT(fits && "gc_writer_put has no version and no flags, gc_writer_save no crc32c");
    if (!fits) return GC_WRITER_E_ARGUMENT;
    int result = gc_writer_priv_check_desc(w, desc, GC_WRITER_PRIV_PUT);
    if (result != GC_WRITER_OK) return result;

    // What is to be encoded is copied in one piece.
    bool encodes = save && w->desc.codec.encode != NULL;
    void *copy = NULL;
    if (encodes && !desc->borrow && !desc->give) {
        copy = gc_writer_priv_resize(&w->desc.allocator, NULL, 0, size ? size : 1);
        if (!copy) return GC_WRITER_E_MEMORY;
        if (size) memcpy(copy, data, size);
        data = copy;
    }

    // Whole blocks, and small ones for the rest where they do.
    bool own = desc->give || copy, lent = desc->borrow || own;
    size_t copied = lent ? 0 : size, parts = gc_writer_priv_parts(w, NULL, copied % w->block_size);
    size_t want = parts ? copied / w->block_size : copied / w->block_size + (copied % w->block_size != 0);
    if (want + (parts > 0) > w->block_count) return GC_WRITER_E_TOO_LARGE;

    // Nothing is begun unless there is room for all of it.
    gc_writer_priv_given given = {data, NULL, size, save, own, encodes, false};
    gc_writer_priv_slot *s = NULL, *set = NULL;
    gc_writer_priv_drive(w);
    gc_writer_priv_lock(w);
    if (want > w->free_blocks || parts > w->free_small + (w->free_blocks - want) * GC_WRITER_PRIV_PARTS) {
        result = GC_WRITER_E_NO_ROOM;
        w->starved = true;
        gc_writer_priv_kick(w);
    } else {
        result = gc_writer_priv_find_set(w, desc, &set);
        int kind = set ? GC_WRITER_PRIV_MEMBER : GC_WRITER_PRIV_PUT;
        if (result == GC_WRITER_OK) result = gc_writer_priv_begin(w, kind, desc, &given, &s);
    }

    if (s && set) gc_writer_priv_join_ring(w, set, s);
    else gc_writer_priv_hand_out(w, s, out);
    if (s && lent) w->pending[s->work] += size;
    else if (s) gc_writer_priv_fill_put(w, s, (const uint8_t *)data, size, want, parts);
    if (s && !set) gc_writer_priv_end(w, s, false);
    gc_writer_priv_unlock_notify(w);
    if (!s) gc_writer_priv_resize(&w->desc.allocator, copy, copy && !size ? 1 : size, 0);
    gc_writer_priv_drive(w);
    return result;
}

GC_WRITER_API int gc_writer_begin_set(gc_writer *w, uint64_t tag, gc_writer_file *out) {
    GC_WRITER_ASSERT(w && out && "gc_writer_begin_set: a pointer is NULL");
    if (out) memset(out, 0, sizeof *out);
    if (!w || !out) return GC_WRITER_E_ARGUMENT;
    if (w->desc.read_only) return GC_WRITER_E_STATE;

    gc_writer_file_desc desc = gc_writer_priv_desc_of("", tag);
    gc_writer_priv_slot *s = NULL;
    gc_writer_priv_lock(w);
    int result = gc_writer_priv_begin(w, GC_WRITER_PRIV_SET, &desc, NULL, &s);
    gc_writer_priv_hand_out(w, s, out);
    gc_writer_priv_unlock_notify(w);
    return result;
}

GC_WRITER_API int gc_writer_put(gc_writer *w, const gc_writer_file_desc *desc, const void *data, size_t size,
                                gc_writer_file *out) {
    return gc_writer_priv_put(w, desc, data, size, false, out);
}

#ifndef GC_WRITER_NO_CRC32C
GC_WRITER_API int gc_writer_save(gc_writer *w, const gc_writer_file_desc *desc, const void *data, size_t size,
                                 gc_writer_file *out) {
    return gc_writer_priv_put(w, desc, data, size, true, out);
}

GC_WRITER_API int gc_writer_load_with(gc_writer *w, const gc_writer_file_desc *desc,
                                      gc_writer_content *content, gc_writer_file *out) {
    GC_WRITER_ASSERT(w && desc && content && out && "gc_writer_load_with: a pointer is NULL");
    if (content) memset(content, 0, sizeof *content);
    if (!content || !out) return GC_WRITER_E_ARGUMENT;
    gc_writer_priv_given given = {NULL, content, 0, false, false, false, false};
    return gc_writer_priv_start(w, GC_WRITER_PRIV_LOAD, desc, &given, true, out);
}

GC_WRITER_API int gc_writer_load(gc_writer *w, const char *path, gc_writer_content *out) {
    GC_WRITER_ASSERT(w && path && out && "gc_writer_load: a pointer is NULL");
    gc_writer_file_desc desc = gc_writer_priv_desc_of(path, 0);
    gc_writer_file file;
    gc_writer_event event;
    desc.priority = GC_WRITER_PRIORITY_HIGH;
    if (out) memset(out, 0, sizeof *out);
    if (!w || !path || !out) return GC_WRITER_E_ARGUMENT;
    gc_writer_priv_given given = {NULL, out, 0, false, false, false, true};
    int result = gc_writer_priv_start(w, GC_WRITER_PRIV_LOAD, &desc, &given, true, &file);
    return result == GC_WRITER_OK ? gc_writer_wait_event(w, file, &event, -1) : result;
}

GC_WRITER_API void gc_writer_free(gc_writer *w, gc_writer_content *content) {
    GC_WRITER_ASSERT(w && content && "gc_writer_free: a pointer is NULL");
    if (!w || !content) return;
    if (content->data) gc_writer_priv_resize(&w->desc.allocator, content->data, content->size + 1, 0);
    memset(content, 0, sizeof *content);
}
#endif

GC_WRITER_API int gc_writer_remove_with(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out) {
    GC_WRITER_ASSERT(w && desc && "gc_writer_remove_with: a pointer is NULL");
    return gc_writer_priv_start(w, GC_WRITER_PRIV_REMOVE, desc, NULL, true, out);
}

GC_WRITER_API int gc_writer_remove(gc_writer *w, const char *path, uint64_t tag) {
    GC_WRITER_ASSERT(w && path && "gc_writer_remove: a pointer is NULL");
    if (!w || !path) return GC_WRITER_E_ARGUMENT;
    gc_writer_file_desc desc = gc_writer_priv_desc_of(path, tag);
    return gc_writer_remove_with(w, &desc, NULL);
}

// ---- around the write

GC_WRITER_API int gc_writer_read(gc_writer *w, const gc_writer_file_desc *desc, void *data, size_t capacity,
                                 gc_writer_file *out) {
    GC_WRITER_ASSERT(w && desc && out && (data || !capacity) && "gc_writer_read: a pointer is NULL");
    if (!out || (!data && capacity)) return GC_WRITER_E_ARGUMENT;
    gc_writer_priv_given given = {NULL, data, capacity, false, false, false, false};
    return gc_writer_priv_start(w, GC_WRITER_PRIV_READ, desc, &given, true, out);
}

GC_WRITER_API int gc_writer_rename(gc_writer *w, const gc_writer_file_desc *desc, const char *to,
                                   gc_writer_file *out) {
    GC_WRITER_ASSERT(w && desc && to && "gc_writer_rename: a pointer is NULL");
    if (out) memset(out, 0, sizeof *out);
    if (!w || !desc || !to) return GC_WRITER_E_ARGUMENT;
    gc_writer_file_desc other = *desc;
    other.path = to;
    int result = gc_writer_priv_check_desc(w, desc, GC_WRITER_PRIV_RENAME);
    if (result == GC_WRITER_OK) result = gc_writer_priv_check_desc(w, &other, GC_WRITER_PRIV_TWIN);
    if (result != GC_WRITER_OK) return result;

    // A slot for each path; the second is in nobody's hand, and has no event.
    gc_writer_priv_slot *s = NULL, *twin = NULL;
    gc_writer_priv_lock(w);
    result = gc_writer_priv_begin(w, GC_WRITER_PRIV_RENAME, desc, NULL, &s);
    if (s) result = gc_writer_priv_begin(w, GC_WRITER_PRIV_TWIN, &other, NULL, &twin);
    w->statistics.files_open -= s != NULL;
    if (twin) {
        gc_writer_priv_join_ring(w, s, twin);
        twin->state = GC_WRITER_PRIV_ENDED;
        gc_writer_priv_hand_out(w, s, out);

        // Names that differ in case only have one order.
        if (twin->path_hash != s->path_hash) gc_writer_priv_line_up(w, twin);
        gc_writer_priv_end(w, s, false);
    } else if (s) {
        gc_writer_priv_free_slot(w, s);
    }
    gc_writer_priv_unlock_notify(w);
    gc_writer_priv_drive(w);
    return result;
}

GC_WRITER_API int gc_writer_make_folder(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out) {
    GC_WRITER_ASSERT(w && desc && "gc_writer_make_folder: a pointer is NULL");
    return gc_writer_priv_start(w, GC_WRITER_PRIV_FOLDER, desc, NULL, true, out);
}

GC_WRITER_API int gc_writer_list(gc_writer *w, const char *folder,
                                 bool (*visit)(void *user, const gc_writer_entry *entry), void *user) {
    GC_WRITER_ASSERT(w && folder && visit && "gc_writer_list: a pointer is NULL");
    if (!w || !folder || !visit) return GC_WRITER_E_ARGUMENT;
    int result = folder[0] ? gc_writer_priv_check_path(folder, w->desc.max_path) : GC_WRITER_OK;
    if (result != GC_WRITER_OK) return result;

    gc_writer_priv_listing list;
    int fd = gc_writer_priv_sys_open_list(w->root, folder);
    if (fd < 0 || !gc_writer_priv_list_open(&list, fd)) {
        if (errno == ENOENT) return GC_WRITER_E_NOT_FOUND;
        return errno == ELOOP || errno == ENOTDIR ? GC_WRITER_E_TARGET : GC_WRITER_E_SYSTEM;
    }

    // A name that nobody could give to another call is not told.
    bool more = true;
    while (more && gc_writer_priv_list_next(&list)) {
        gc_writer_entry entry;
        if (gc_writer_priv_check_path(list.name, GC_WRITER_PRIV_NAME_SIZE) != GC_WRITER_OK) continue;
        entry.name = list.name;
        if (gc_writer_priv_list_look(&list, &entry)) {
            more = visit(user, &entry);
        } else if (errno != ENOENT) {
            list.error = errno;
            break;
        }
    }

    int error = list.error;
    gc_writer_priv_list_close(&list);
    errno = error;
    return error ? GC_WRITER_E_SYSTEM : GC_WRITER_OK;
}

// What others have changed is found by comparing: a look reads all folders into a new table.
typedef struct gc_writer_priv_look {
    const gc_writer *w;
    gc_writer_priv_seen seen;
    size_t folder, length;          // where the path of the folder stands that is read; its bytes
    bool full;                      // out of memory
} gc_writer_priv_look;

// Adds a record: the path is what the folder's is, with the name below it.
static void gc_writer_priv_add_seen(gc_writer_priv_look *look, const char *name,
                                    gc_writer_priv_stamps stamps) {
    const gc_writer_allocator *allocator = &look->w->desc.allocator;
    gc_writer_priv_seen *seen = &look->seen;
    size_t n = strlen(name) + 1, above = look->length ? look->length + 1 : 0;
    size_t size = seen->size + sizeof stamps + above + n;
    if (size > seen->capacity && !look->full) {
        size_t capacity = size * 2;
        char *text = (char *)gc_writer_priv_resize(allocator, seen->text, seen->capacity, capacity);
        look->full = !text || capacity >= UINT32_MAX;
        if (text) seen->text = text;
        if (text) seen->capacity = capacity;
    }
    if (look->full) return;

    char *at = seen->text + seen->size;
    memcpy(at, &stamps, sizeof stamps);
    at += sizeof stamps;
    if (above) memcpy(at, seen->text + look->folder, look->length);
    if (above) at[look->length] = '/';
    memcpy(at + above, name, n);
    seen->size = size;
    seen->files += stamps.seen != 0;
}

static bool gc_writer_priv_see(void *user, const gc_writer_entry *entry) {
    gc_writer_priv_look *look = (gc_writer_priv_look *)user;
    uint64_t stamp = ((uint64_t)entry->modified_ns * 0x9e3779b97f4a7c15u ^ entry->size) | 2;
    gc_writer_priv_stamps stamps = {0, entry->type == GC_WRITER_ENTRY_FOLDER ? 0 : stamp};
    if (entry->type != GC_WRITER_ENTRY_OTHER) gc_writer_priv_add_seen(look, entry->name, stamps);
    return !look->full;
}

// The next record behind `path`, which belongs to one; NULL: there is none. Sets *stamps.
static char *gc_writer_priv_next_seen(const gc_writer_priv_seen *seen, char *path,
                                      gc_writer_priv_stamps *stamps) {
    char *at = path ? path + strlen(path) + 1 : seen->text;
    if (seen->size == 0 || at == seen->text + seen->size) return NULL;
    memcpy(stamps, at, sizeof *stamps);
    return at + sizeof *stamps;
}

// Where the index has the path, or would.
static uint32_t *gc_writer_priv_seen_at(const gc_writer_priv_seen *seen, const char *path) {
    const size_t skip = sizeof(gc_writer_priv_stamps);
    size_t i = (size_t)gc_writer_priv_hash_path(path) & (seen->slots - 1);
    while (seen->index[i] && strcmp(seen->text + seen->index[i] - 1 + skip, path) != 0) {
        i = (i + 1) & (seen->slots - 1);
    }
    return &seen->index[i];
}

// Reads the root and all folders below it; one that cannot be read is as if it were empty. Has
// room in the index for `more` files.
static int gc_writer_priv_read_all(gc_writer *w, gc_writer_priv_look *look, size_t more) {
    gc_writer_priv_seen *seen = &look->seen;
    gc_writer_priv_stamps stamps;
    int result = GC_WRITER_OK;
    char *at = NULL;
    for (size_t next = 0;;) {
        const char *path = look->length ? seen->text + look->folder : "";
        int folder = w->watch->fd >= 0 ? gc_writer_priv_sys_open_list(w->root, path) : -1;
        if (folder >= 0 && !gc_writer_priv_sys_watch_folder(w->watch->fd, folder)) {
            gc_writer_priv_drop(w->watch->fd);      // too many of them, say
            w->watch->fd = -1;
        }
        gc_writer_priv_drop(folder);
        result = gc_writer_list(w, path, gc_writer_priv_see, look);
        if (look->full) return GC_WRITER_E_MEMORY;
        if (!look->length && result != GC_WRITER_OK) return result;

        // The next folder of those that were found.
        do {
            at = gc_writer_priv_next_seen(seen, next ? seen->text + next : NULL, &stamps);
            if (at) next = (size_t)(at - seen->text);
        } while (at && stamps.seen);
        if (!at) break;
        look->folder = next;
        look->length = strlen(at);
    }

    size_t slots = 16;
    while (slots < 2 * (seen->files + more)) slots *= 2;
    seen->index = (uint32_t *)gc_writer_priv_resize(&w->desc.allocator, NULL, 0, slots * sizeof *seen->index);
    if (!seen->index) return GC_WRITER_E_MEMORY;
    memset(seen->index, 0, slots * sizeof *seen->index);
    seen->slots = slots;
    for (at = NULL; (at = gc_writer_priv_next_seen(seen, at, &stamps)) != NULL;) {
        if (!stamps.seen) continue;
        *gc_writer_priv_seen_at(seen, at) = (uint32_t)((size_t)(at - seen->text) - sizeof stamps) + 1;
    }
    return GC_WRITER_OK;
}

// Who has changed the file? The writer also makes path.1, path.2 ... of a path.
enum { GC_WRITER_PRIV_OTHERS = 0, GC_WRITER_PRIV_WRITER = 1, GC_WRITER_PRIV_UNKNOWN = 2 };
static int gc_writer_priv_who(gc_writer *w, char *path) {
    char *dot = strrchr(path, '.'), *end = dot ? dot + 1 : path;
    while (*end >= '0' && *end <= '9') end++;
    bool numbered = dot && dot[1] && !*end;
    int who = GC_WRITER_PRIV_OTHERS;

    gc_writer_priv_lock(w);
    for (int i = 0; i <= numbered && who == GC_WRITER_PRIV_OTHERS; i++) {
        if (i) *dot = 0;
        uint64_t hash = gc_writer_priv_hash_path(path);
        bool own = *gc_writer_priv_touched(w->watch, 0, hash) || *gc_writer_priv_touched(w->watch, 1, hash);
        if (*gc_writer_priv_last_of(w, hash) != GC_WRITER_PRIV_NONE) who = GC_WRITER_PRIV_UNKNOWN;
        if (own || gc_writer_priv_log_of(w, path)) who = GC_WRITER_PRIV_WRITER;
        if (i) *dot = '.';
    }
    gc_writer_priv_unlock(w);
    return who;
}

GC_WRITER_API GC_WRITER_PRIV_RARE int
gc_writer_watch(gc_writer *w, void (*changed)(void *user, const char *path, bool gone), void *user) {
    GC_WRITER_ASSERT(w && changed && "gc_writer_watch: a pointer is NULL");
    if (!w || !changed) return GC_WRITER_E_ARGUMENT;
    gc_writer_priv_watch *watch = w->watch;
    if (!watch) {
        watch = (gc_writer_priv_watch *)gc_writer_priv_resize(&w->desc.allocator, NULL, 0, sizeof *watch);
        if (!watch) return GC_WRITER_E_MEMORY;
        memset(watch, 0, sizeof *watch);
        watch->fd = gc_writer_priv_sys_watch(w->root);
        watch->again = true;
    }
    bool first = !watch->last.slots;
    if (!gc_writer_priv_sys_news(watch->fd) && !watch->again) return GC_WRITER_OK;

    // What the writer touches from here on counts for the next look, too: this one may have
    // read the folder before.
    gc_writer_priv_lock(w);
    w->watch = watch;
    watch->now ^= 1;
    gc_writer_priv_unlock(w);
    gc_writer_priv_look look;
    memset(&look, 0, sizeof look);
    look.w = w;
    watch->again = true;
    int result = gc_writer_priv_read_all(w, &look, watch->last.files);
    if (result != GC_WRITER_OK) {
        gc_writer_priv_free_seen(w, &look.seen);
        return result;
    }
    gc_writer_priv_seen last = watch->last, *seen = &watch->last;
    *seen = look.seen;
    watch->again = false;

    // Files that are there.
    gc_writer_priv_stamps stamps, old;
    for (char *at = NULL; (at = gc_writer_priv_next_seen(seen, at, &stamps)) != NULL;) {
        const uint32_t *before = last.slots ? gc_writer_priv_seen_at(&last, at) : NULL;
        memset(&old, 0, sizeof old);
        if (before && *before) memcpy(&old, last.text + *before - 1, sizeof old);
        if (!stamps.seen) continue;

        int who = first || stamps.seen == old.told ? GC_WRITER_PRIV_WRITER : gc_writer_priv_who(w, at);
        bool others = who == GC_WRITER_PRIV_OTHERS && stamps.seen == old.seen;
        stamps.told = others || who == GC_WRITER_PRIV_WRITER ? stamps.seen : old.told;
        if (who == GC_WRITER_PRIV_UNKNOWN) stamps.seen = 1;
        if (stamps.told != stamps.seen) watch->again = true;
        memcpy(at - sizeof stamps, &stamps, sizeof stamps);
        if (others) changed(user, at, false);
    }

    // Those that are not any more.
    for (char *at = NULL; (at = gc_writer_priv_next_seen(&last, at, &old)) != NULL;) {
        if (!old.seen || !old.told || *gc_writer_priv_seen_at(seen, at)) continue;
        if (gc_writer_priv_who(w, at) == GC_WRITER_PRIV_OTHERS) changed(user, at, true);
    }
    gc_writer_priv_free_seen(w, &last);

    gc_writer_priv_lock(w);
    memset(watch->own[watch->now ^ 1], 0, sizeof watch->own[0]);
    watch->count[watch->now ^ 1] = 0;
    gc_writer_priv_unlock(w);
    return GC_WRITER_OK;
}

// ---- events and waiting

// Takes an event that comes before the end of its file; its path is `path`, `text` room for its
// detail.
static void gc_writer_priv_take_notice(gc_writer *w, gc_writer_priv_slot *s, const char *path, char *text,
                                       gc_writer_event *event) {
    GC_WRITER_PRIV_LOCKED(w);
    gc_writer_priv_log *log = &s->of.log;
    gc_writer_priv_event_of(w, s, path, text, event);
    bool synced = log->notice_synced;
    event->type = synced ? GC_WRITER_SYNCED : GC_WRITER_FAILING;
    event->bytes = synced ? log->synced : log->flushed;
    if (synced) {
        event->result = GC_WRITER_OK;
        event->stage = event->system_error = 0;
        event->what = NULL;
        event->detail = gc_writer_result_string(GC_WRITER_OK);
        log->notice_synced = false;
    } else {
        log->notice_failing = false;
    }
    if (!log->notice_synced && !log->notice_failing) gc_writer_priv_list_remove(w, &w->notices, s);
}

GC_WRITER_API size_t gc_writer_poll_many(gc_writer *w, gc_writer_event *events, size_t max) {
    GC_WRITER_ASSERT(w && (events || !max) && "gc_writer_poll: a pointer is NULL");
    if (!w || !events) return 0;

    size_t count = 0, used = 0;
    gc_writer_priv_lock(w);
    for (; count < max; count++) {
        bool notice = w->notices.count > 0;
        uint32_t slot = notice ? w->notices.first : w->events.first;
        if (slot == GC_WRITER_PRIV_NONE) break;

        // The texts of all of them lie behind one another; behind the last path is room for a
        // detail.
        gc_writer_priv_slot *s = &w->slots[slot];
        gc_writer_event *event = &events[count];
        size_t size = strlen(gc_writer_priv_path(w, s)) + 1;
        if (used + size > w->desc.max_path) break;
        const char *path = (const char *)memcpy(w->polled + used, gc_writer_priv_path(w, s), size);
        char *text = w->polled + used + size;
        used += size;
        if (notice) gc_writer_priv_take_notice(w, s, path, text, event);
        else gc_writer_priv_event_of(w, s, path, text, event);
        if (event->detail == text) used += strlen(text) + 1;
        if (notice) continue;
        gc_writer_priv_list_remove(w, &w->events, s);
        gc_writer_priv_free_slot(w, s);
    }
    gc_writer_priv_unlock_notify(w);
    return count;
}

GC_WRITER_API bool gc_writer_poll(gc_writer *w, gc_writer_event *event) {
    return gc_writer_poll_many(w, event, 1) == 1;
}

GC_WRITER_API int gc_writer_file_state(gc_writer *w, gc_writer_file file) {
    GC_WRITER_ASSERT(w && "gc_writer_file_state: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;

    gc_writer_priv_lock(w);
    const gc_writer_priv_slot *s = gc_writer_priv_find(w, file);
    int result = GC_WRITER_E_STALE;
    if (s && s->state == GC_WRITER_PRIV_DONE) result = gc_writer_priv_result(s);
    else if (s) result = s->failed || gc_writer_priv_lost(s) ? s->trouble.result : GC_WRITER_OK;
    gc_writer_priv_unlock(w);
    return result;
}

// Waits for the file's end; with `event` takes that, too.
static int gc_writer_priv_wait(gc_writer *w, gc_writer_file file, gc_writer_event *event, int timeout_ms) {
    int result;
    uint64_t start = gc_writer_priv_now_ms();
    gc_writer_priv_drive(w);

    gc_writer_priv_lock(w);

    w->file_waiters++;
    gc_writer_priv_slot *s;
    for (;;) {
        s = gc_writer_priv_find(w, file);
        if (!s) result = GC_WRITER_E_STALE;
        else if (s->state == GC_WRITER_PRIV_DONE) result = gc_writer_priv_result(s);
        else result = s->state == GC_WRITER_PRIV_BEGUN ? GC_WRITER_E_STATE : GC_WRITER_TIMEOUT;
        if (result != GC_WRITER_TIMEOUT || !gc_writer_priv_wait_change(w, start, timeout_ms)) break;
    }
    w->file_waiters--;

    // DONE to FREE, as gc_writer_poll does it. The path's room may be another's at once.
    if (event && s && s->state == GC_WRITER_PRIV_DONE) {
        gc_writer_priv_event_of(w, s, "", w->waited, event);
        gc_writer_priv_list_remove(w, &w->notices, s);
        gc_writer_priv_list_remove(w, &w->events, s);
        gc_writer_priv_free_slot(w, s);
    }

    gc_writer_priv_unlock_notify(w);
    return result;
}

GC_WRITER_API int gc_writer_wait(gc_writer *w, gc_writer_file file, int timeout_ms) {
    GC_WRITER_ASSERT(w && "gc_writer_wait: the writer is NULL");
    return w ? gc_writer_priv_wait(w, file, NULL, timeout_ms) : GC_WRITER_E_ARGUMENT;
}

GC_WRITER_API int gc_writer_wait_event(gc_writer *w, gc_writer_file file, gc_writer_event *event,
                                       int timeout_ms) {
    GC_WRITER_ASSERT(w && event && "gc_writer_wait_event: a pointer is NULL");
    if (event) memset(event, 0, sizeof *event);
    return w && event ? gc_writer_priv_wait(w, file, event, timeout_ms) : GC_WRITER_E_ARGUMENT;
}

// Does a log that takes no bytes just now want its thread?
static bool gc_writer_priv_is_short(gc_writer *w) {
    GC_WRITER_PRIV_LOCKED(w);
#ifdef GC_WRITER_PRIV_MAPPED
    bool is_short = false;
    for (int i = 0; w->map_count && i < GC_WRITER_PRIV_MAPS; i++) {
        is_short = is_short || __atomic_load_n(&w->maps[i].starved, __ATOMIC_SEQ_CST);
    }
    for (const gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->logs, s)) != NULL;) {
        is_short = is_short || (s->of.log.switching && !s->failed);
    }
    w->map_news = w->map_news || is_short;
    return is_short;
#else
    return false;
#endif
}

GC_WRITER_API int gc_writer_room(gc_writer *w, size_t bytes, int timeout_ms) {
    GC_WRITER_ASSERT(w && "gc_writer_room: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;

    size_t want = bytes ? (bytes - 1) / w->block_size + 1 : 0;
    if (want > w->block_count) return GC_WRITER_E_TOO_LARGE;

    int result = GC_WRITER_OK;
    uint64_t start = gc_writer_priv_now_ms();

    gc_writer_priv_lock(w);
    if (w->room_waiters++ == 0) w->least_blocks = UINT32_MAX;
    while (want > w->free_blocks || w->sealed >= gc_writer_priv_tolerance(w) || gc_writer_priv_is_short(w)) {
        // The thread writes as long as somebody waits for more than is free, or for the disk.
        if (want <= w->free_blocks) w->starved = true;
        if (w->most_blocks < want) w->most_blocks = (uint32_t)want;
        if (w->least_blocks > want) w->least_blocks = (uint32_t)want;
        gc_writer_priv_kick(w);

        bool more = gc_writer_priv_wait_on(w, &w->room, start, timeout_ms);
        w->room_told -= w->room_told > 0;
        if (!more) {
            result = GC_WRITER_TIMEOUT;
            break;
        }
    }

    if (--w->room_waiters == 0) w->most_blocks = 0;
    gc_writer_priv_unlock_notify(w);
    return result;
}

GC_WRITER_API int gc_writer_flush(gc_writer *w, int timeout_ms) {
    GC_WRITER_ASSERT(w && "gc_writer_flush: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;

    int result = GC_WRITER_OK;
    uint64_t start = gc_writer_priv_now_ms();

    // What has ended until now; open files are written out as far as they are.
    gc_writer_priv_lock(w);
    uint64_t target = w->ended_count;
    w->spill = true;
    gc_writer_priv_kick(w);
    gc_writer_priv_unlock_notify(w);
    gc_writer_priv_drive(w);

    gc_writer_priv_lock(w);
    if (w->flush_waiters++ == 0 || w->least_ended > target) w->least_ended = target;
    while (result == GC_WRITER_OK && w->ended.count > 0 && w->slots[w->ended.first].order <= target) {
        if (!gc_writer_priv_wait_change(w, start, timeout_ms)) result = GC_WRITER_TIMEOUT;
    }
    w->flush_waiters--;
    gc_writer_priv_unlock_notify(w);
    return result;
}

GC_WRITER_API int gc_writer_pump(gc_writer *w, int budget_ms) {
    GC_WRITER_ASSERT(w && "gc_writer_pump: the writer is NULL");
    if (!w) return GC_WRITER_E_ARGUMENT;
    if (!w->desc.pump) return GC_WRITER_E_STATE;

    uint64_t start = gc_writer_priv_now_ms();
    int result = GC_WRITER_TIMEOUT;
    gc_writer_priv_lock(w);
    while (result == GC_WRITER_TIMEOUT) {
        if (budget_ms < 0 && w->events.count + w->notices.count > 0) break;
        if (!gc_writer_priv_pump_step(w)) {
            w->pump_due = false;
            result = GC_WRITER_OK;
        } else if (budget_ms > 0 && gc_writer_priv_now_ms() - start >= (uint64_t)budget_ms) {
            break;
        }
    }
    gc_writer_priv_unlock_notify(w);
    return result;
}

GC_WRITER_API void gc_writer_get_statistics(gc_writer *w, gc_writer_statistics *out) {
    GC_WRITER_ASSERT(w && out && "gc_writer_get_statistics: a pointer is NULL");
    if (!out) return;
    memset(out, 0, sizeof *out);
    if (!w) return;

    gc_writer_priv_lock(w);
    *out = w->statistics;
    for (int work = 0; work < GC_WRITER_PRIV_WORKS; work++) out->pending += w->pending[work];
#ifdef GC_WRITER_PRIV_MAPPED
    for (const gc_writer_priv_slot *s = NULL; (s = gc_writer_priv_list_after(w, &w->logs, s)) != NULL;) {
        gc_writer_priv_map *m = gc_writer_priv_map_of(w, s);
        if (m) out->written += gc_writer_priv_mapped_bytes(m) - m->begun;
    }
#endif
    gc_writer_priv_unlock(w);
}

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif // GC_WRITER_IMPLEMENTATION

// >>common licence
/*
------------------------------------------------------------------------------
This software is available under two licences: choose whichever you prefer.
------------------------------------------------------------------------------
ALTERNATIVE A - MIT License

Copyright (c) 2026 the gc headers authors

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
------------------------------------------------------------------------------
ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>
------------------------------------------------------------------------------
*/
// <<common licence

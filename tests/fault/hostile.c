// hostile.c - threads that swap folders and links (by exchange, which leaves no gap), put links
// in the place of targets and of temporaries, while a writer writes and others sweep. Outside
// the root stand canaries: same names, and what looks like a dead writer's temporary. Nothing
// outside is ever made, changed or removed: contents, times and entries stay. Compiled with
// -DGC_WRITER_FORCE_NO_OPENAT2 it tests the fallback.
//   WRITES=10000
#include "fault.h"
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>

enum { SWAPPERS = 3 };
static char root[4200], outside[4300];
static int stop;
static long swaps;

static const char *at(char *dst, const char *folder, const char *name) {
    snprintf(dst, 4400, "%s/%s", folder, name);
    return dst;
}

static int open_folder(int folder, const char *name) {
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}
static void exchange(int folder_a, const char *a, int folder_b, const char *b) {
    if (syscall(SYS_renameat2, folder_a, a, folder_b, b, 2 /* RENAME_EXCHANGE */) == 0) {
        __atomic_add_fetch(&swaps, 1, __ATOMIC_RELAXED);
    }
}

static void wait_a_little(uint64_t random) {
    for (uint64_t i = random % 2048; i > 0; i--) __asm__ __volatile__("" ::: "memory");
}

// Goes through no link itself: what is done outside is the writer's doing.
static void *swap(void *argument) {
    int which = *(int *)argument, top = open_folder(AT_FDCWD, root);
    uint64_t random = fault_mix((uint64_t)which + fault_random_state);
    char target[4400];

    at(target, outside, "t/x");
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {

        random = fault_mix(random);
        if (which == 0) {
            exchange(top, "s", top, "link_s");          // in, and soon out again
            wait_a_little(random >> 48);
            exchange(top, "s", top, "link_s");
        } else {
            int s = open_folder(top, "s"), t = which == 2 && s >= 0 ? open_folder(s, "t") : -1;

            if (which == 1 && s >= 0) {
                exchange(s, "t", top, "link_t");
                wait_a_little(random >> 48);
                exchange(s, "t", top, "link_t");
            }

            if (t >= 0) {
                // A link over the target, or over a temporary.
                char name[300] = "x";
                DIR *stream = random % 2 ? fdopendir(dup(t)) : NULL;
                for (struct dirent *entry; stream && (entry = readdir(stream)) != NULL;) {
                    if (strncmp(entry->d_name, ".gcw-", 5) == 0) {
                        snprintf(name, sizeof name, "%s", entry->d_name);
                    }
                }

                if (stream) closedir(stream);
                if ((symlinkat(target, top, "link_x") == 0 || errno == EEXIST) &&
                    renameat(top, "link_x", t, name) == 0) {
                    __atomic_add_fetch(&swaps, 1, __ATOMIC_RELAXED);
                }
                close(t);
            }
            if (s >= 0) close(s);
        }

        wait_a_little(random >> 32);
        if (random % 8 == 0) sched_yield();
    }

    close(top);
    return NULL;
}

// ---- the canaries

static const char *const canaries[] = {"x",
                                       "t/x",
                                       "y",
                                       "t/y",
                                       ".gcw-0123456789abcdef-1.tmp",
                                       "t/.gcw-0123456789abcdef-2.tmp",
                                       ".gcw-0123456789abcdef.lock"};
enum { CANARIES = sizeof canaries / sizeof canaries[0] };
static struct stat seen[CANARIES + 2];

static bool save(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) close(fd);
    return ok;
}
static void set_up(void) {
    char a[4400], b[4400];
    fault_remove_tree(root);
    fault_remove_tree(outside);
    FAULT_CHECK(mkdir(root, 0777) == 0 && mkdir(outside, 0777) == 0 && mkdir(at(a, outside, "t"), 0777) == 0);
    for (int i = 0; i < CANARIES; i++) {
        FAULT_CHECK(save(at(a, outside, canaries[i]), "canary") && stat(a, &seen[i]) == 0);
    }
    FAULT_CHECK(stat(outside, &seen[CANARIES]) == 0 && stat(at(a, outside, "t"), &seen[CANARIES + 1]) == 0);
    FAULT_CHECK(mkdir(at(a, root, "s"), 0777) == 0 && mkdir(at(a, root, "s/t"), 0777) == 0);
    FAULT_CHECK(symlink(outside, at(a, root, "link_s")) == 0);
    FAULT_CHECK(symlink(at(b, outside, "t"), at(a, root, "link_t")) == 0);
}
static bool same(const struct stat *a, const struct stat *b) {
    return a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mode == b->st_mode &&
           a->st_nlink == b->st_nlink && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
           a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}
static bool untouched(void) {
    char a[4400];
    struct stat now;
    bool ok = stat(outside, &now) == 0 && same(&now, &seen[CANARIES]) &&
              stat(at(a, outside, "t"), &now) == 0 && same(&now, &seen[CANARIES + 1]);
    for (int i = 0; i < CANARIES; i++) {
        ok = ok && stat(at(a, outside, canaries[i]), &now) == 0 && same(&now, &seen[i]);
    }
    return ok;
}

// ---- the writers

static void start(pthread_t *threads, int *numbers) {
    stop = 0;
    swaps = 0;
    for (int i = 0; i < SWAPPERS; i++) {
        numbers[i] = i;
        FAULT_CHECK(pthread_create(&threads[i], NULL, swap, &numbers[i]) == 0);
    }
}
static void finish(pthread_t *threads) {
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < SWAPPERS; i++) pthread_join(threads[i], NULL);
}

// A target that has become a link (by the swapper's hand, or because a temporary was one at its
// rename) is refused from then on: only its taking away lets the next files be published and
// removed.
static void take_links_away(int folder) {
    static const char *const names[] = {"x", "y", "x.1", "x.2", "y.1", "y.2", "moved"};
    struct stat info;
    for (int i = 0; i < 7; i++) {
        if (fstatat(folder, names[i], &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode)) {
            unlinkat(folder, names[i], 0);
        }
    }
}

// The counter-example follows links; how many writes until a canary is touched?
static void naive(void) {
    pthread_t threads[SWAPPERS];
    int numbers[SWAPPERS];
    char path[4400];
    long n = 0;

    set_up();
    at(path, root, "s/t/x");
    start(threads, numbers);
    while (n < 1000000 && untouched()) {
        n++;
        save(path, "from a program that knows no better");
    }
    finish(threads);
    printf("counter-example, writing by path: a canary is touched at write %ld\n", n);
    FAULT_CHECK(!untouched());
}

// Five calls around the write, through what is swapped meanwhile; a list sees no canary.
static bool see(void *user, const gc_writer_entry *entry) {
    (void)user;
    FAULT_CHECK(entry->type != GC_WRITER_ENTRY_FILE || entry->size != 6);
    return true;
}
static void around(gc_writer *w, uint8_t got[2][30000], size_t size) {
    static const char *const reads[] = {"s/t/x", "s/x"}, *const renames[] = {"s/t/x", "s/t/moved"};
    gc_writer_file_desc desc;
    gc_writer_file file;
    memset(&desc, 0, sizeof desc);
    for (int i = 0; i < 2; i++) {
        desc.path = reads[i];
        FAULT_CHECK(gc_writer_read(w, &desc, got[i], size / 2, &file) == GC_WRITER_OK);
    }
    for (int i = 0; i < 2; i++) {
        desc.path = renames[i];
        FAULT_CHECK(gc_writer_rename(w, &desc, renames[1 - i], NULL) == GC_WRITER_OK);
    }
    desc.path = "s/t/made";
    FAULT_CHECK(gc_writer_make_folder(w, &desc, NULL) == GC_WRITER_OK);
    int listed = gc_writer_list(w, "s/t", see, NULL);
    FAULT_CHECK(listed == GC_WRITER_OK || listed == GC_WRITER_E_TARGET || listed == GC_WRITER_E_NOT_FOUND);
}

static void attacked(bool synchronous, long writes) {
    static uint8_t data[30000];
    static const char *const paths[] = {"s/t/x", "s/t/y", "s/x", "s/t/new/z", "s/t/x"};
    pthread_t threads[SWAPPERS];
    int numbers[SWAPPERS];
    gc_writer_desc desc;
    gc_writer_event event;
    static uint8_t got[2][30000];
    long published = 0, failed = 0, removed = 0, refused = 0, begun = 0, sweeps = 0, renamed = 0, read = 0;
    double begin = fault_seconds();

    set_up();
    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.ring_bytes = 32768;
    desc.max_open = 2;                      // so that temporaries are closed and opened again
    desc.max_files = 16;
    desc.durability = GC_WRITER_DURABILITY_FOLDER;
    desc.synchronous = synchronous;

    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!FAULT_CHECK(w != NULL)) return;
    char path[4400];
    int t = open_folder(AT_FDCWD, at(path, root, "s/t"));      // wherever the folder is swapped to
    FAULT_CHECK(t >= 0);
    start(threads, numbers);

    // Until every kind of outcome was seen, too.
    bool seen_all = false;
    while (begun < writes ||
           ((__atomic_load_n(&swaps, __ATOMIC_RELAXED) < writes || !seen_all) && begun < 100 * writes)) {
        gc_writer_file file[5];
        for (int i = 0; i < 5; i++) {
            gc_writer_file_desc f;
            memset(&f, 0, sizeof f);
            f.path = paths[(begun + i) % 5];
            f.backups = i == 1 ? 2 : 0;
            f.executable = i == 2;
            FAULT_CHECK(gc_writer_begin_with(w, &f, &file[i]) == GC_WRITER_OK);
        }
        size_t size = begun % 50 == 0 ? sizeof data : 5000;
        for (size_t done = 0; done < size; done += 1000) {
            for (int i = 0; i < 5; i++) {
                for (size_t part = 0; part < 1000;) {
                    size_t n = gc_writer_write(w, file[i], data + done + part, 1000 - part);
                    part += n;
                    if (n == 0) gc_writer_room(w, 1, 10000);
                }
            }
        }

        for (int i = 0; i < 5; i++)
            FAULT_CHECK((begun + i) % 7 == 3 ? gc_writer_abort(w, file[i]) == GC_WRITER_OK
                                             : gc_writer_end(w, file[i]) == GC_WRITER_OK);
        memset(got, 0, sizeof got);
        around(w, got, sizeof got);
        FAULT_CHECK(gc_writer_remove(w, "s/t/y", 1) == GC_WRITER_OK);
        FAULT_CHECK(gc_writer_flush(w, FAULT_PATIENCE) == GC_WRITER_OK);
        long events = 0;
        while (gc_writer_poll(w, &event)) {
            events++;
            if (event.type == GC_WRITER_FAILED) failed++;
            else if (event.type == GC_WRITER_REMOVED) removed++;
            else if (event.type == GC_WRITER_PUBLISHED) published++;
            else if (event.type == GC_WRITER_RENAMED) renamed++;
            else if (event.type == GC_WRITER_READ) read++;
            refused += event.result == GC_WRITER_E_TARGET;
        }

        FAULT_CHECK(events == 6 + 5);
        for (int i = 0; i < 2; i++) FAULT_CHECK(memcmp(got[i], "canary", 6) != 0);
        seen_all = published > 0 && removed > 0 && refused > 0 && renamed > 0 && read > 0;
        begun += 5;

        if (begun % 100 == 0) {
            sweeps++;
            FAULT_CHECK(fault_sweep(root));
            take_links_away(t);
            if (!FAULT_CHECK(untouched())) break;
        }
    }

    finish(threads);
    gc_writer_close(w);
    close(t);
    FAULT_CHECK(untouched());
    FAULT_CHECK(seen_all && swaps >= writes);
    FAULT_CHECK(fault_sweep(root) && untouched());
    printf(
        "hostile swaps, %s%s: %ld writes, %ld swaps, %ld sweeps: %ld published, %ld removed, %ld renamed, "
        "%ld read, %ld failed (%ld refused a link), canaries %s, %.1f s\n",
        synchronous ? "synchronous" : "thread",
#ifdef GC_WRITER_FORCE_NO_OPENAT2
        ", no openat2",
#else
        "",
#endif
        begun, swaps, sweeps, published, removed, renamed, read, failed, refused,
        untouched() ? "untouched" : "TOUCHED", fault_seconds() - begin);
}

int main(void) {
    fault_seed();
    if (!FAULT_CHECK(fault_folder(root, sizeof root))) return fault_finish();
    snprintf(outside, sizeof outside, "%s.outside", root);
    long writes = fault_count("WRITES", 10000);
    naive();
    attacked(false, writes);
    attacked(true, writes / 4 + 5);
    fault_remove_tree(root);
    fault_remove_tree(outside);
    return fault_finish();
}

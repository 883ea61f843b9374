// writer_around.h - cases of bench_writer.c: the calls around the write, beside the system
// calls that one would write instead. 1,000 files of 8 KB in one folder, in the page cache;
// wall time of each; and sets of three, durable.
enum { BENCH_AROUND = 1000, BENCH_AROUND_SIZE = 8192, BENCH_AROUND_CASES = 9, BENCH_SETS = 50 };
static uint8_t bench_around_got[BENCH_AROUND][BENCH_AROUND_SIZE];

// A codec for both: it costs little more than reading and writing each byte.
static size_t bench_code_bound(void *user, size_t size) { return user ? 0 : size; }
static size_t bench_encode(void *user, void *dst, size_t capacity, const void *src, size_t size) {
    (void)user;
    for (size_t i = 0; i < size && i < capacity; i++) ((uint8_t *)dst)[i] = ((const uint8_t *)src)[i] ^ 0x5a;
    return size;
}
static bool bench_decode(void *user, void *dst, size_t size, const void *src, size_t src_size) {
    return bench_encode(user, dst, size, src, src_size) == size;
}

// New names for what makes files: to replace some costs ext4 a write to the disk.
static void bench_around_path(char path[40], int what, int i) {
    static const char *const names[BENCH_AROUND_CASES] = {"file", "file", "file", "file", "file",
                                                          "save", "save", "code", "give"};
    snprintf(path, 40, "around/%s%04d", names[what], what == 4 ? 0 : i);
}
static gc_writer *bench_around_open(bool pump, bool codec) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = bench_root;
    desc.max_files = 2 * BENCH_AROUND + 2;
    desc.ring_bytes = 32 << 20;
    desc.pump = pump;
    if (codec) desc.codec = (gc_writer_codec){bench_code_bound, bench_encode, bench_decode, NULL};
    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!w) bench_die("around");
    return w;
}
static void bench_around_take(gc_writer *w) {
    gc_writer_event event;
    if (gc_writer_flush(w, -1) != GC_WRITER_OK) bench_die("flush");
    while (gc_writer_poll(w, &event)) {
        if (event.type == GC_WRITER_FAILED) bench_die(event.path);
    }
}
static bool bench_around_see(void *user, const gc_writer_entry *entry) {
    *(uint64_t *)user += entry->size;
    return true;
}

// A block of the bytes, as who makes a picture has one.
static void *bench_around_block(int i) {
    void *block = malloc(BENCH_AROUND_SIZE);
    if (!block) bench_die("malloc");
    return memcpy(block, bench_bytes(i), BENCH_AROUND_SIZE);
}

// What the writer does; 0: puts that a pump writes, 1: reads, 2: a list, 3: renames, 4: puts of
// one path that keep three backups, 5: saves, 6: loads, 7: saves through a codec, 8: puts of
// blocks that are handed over.
static void bench_around_gc(gc_writer *w, int what) {
    gc_writer_file file;
    uint64_t bytes = 0;

    if (what == 2 && gc_writer_list(w, "around", bench_around_see, &bytes) != GC_WRITER_OK) bench_die("list");

    for (int i = 0; what != 2 && i < BENCH_AROUND; i++) {
        char path[40], to[40];
        gc_writer_file_desc desc;

        memset(&desc, 0, sizeof desc);
        bench_around_path(path, what, i);
        snprintf(to, sizeof to, "around/moved%04d", i);
        desc.path = path;
        desc.backups = what == 4 ? 3 : 0;

        gc_writer_content content;
        desc.give = what == 8;
        const void *bytes_of = what == 8 ? bench_around_block(i) : bench_bytes(i);
        int result = what == 5 || what == 7 ? gc_writer_save(w, &desc, bytes_of, BENCH_AROUND_SIZE, NULL)
                     : what == 6 ? gc_writer_load(w, path, &content)
                     : what == 1   ? gc_writer_read(w, &desc, bench_around_got[i], BENCH_AROUND_SIZE, &file)
                     : what == 3 ? gc_writer_rename(w, &desc, to, NULL)
                                 : gc_writer_put(w, &desc, bytes_of, BENCH_AROUND_SIZE, NULL);
        if (what == 6) gc_writer_free(w, &content);

        if (result != GC_WRITER_OK) bench_die("around");
        if (what == 4) bench_around_take(w);        // else the last put would take the others' place
    }

    bench_around_take(w);
}

// A save as one would write it: the bytes with their sum behind them; and how it is loaded.
static void bench_around_plain_save(int root, const char *path, int i, bool code) {
    static uint8_t bytes[BENCH_AROUND_SIZE + 4];
    if (code) bench_encode(NULL, bytes, sizeof bytes, bench_bytes(i), BENCH_AROUND_SIZE);
    else memcpy(bytes, bench_bytes(i), BENCH_AROUND_SIZE);
    uint32_t crc = gc_writer_crc32c(0, bytes, BENCH_AROUND_SIZE);
    memcpy(bytes + BENCH_AROUND_SIZE, &crc, sizeof crc);
    bench_plain_file(root, path, bytes, sizeof bytes, false);
}
static void bench_around_plain_load(int root, const char *path) {
    int fd = openat(root, path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) bench_die("load");
    size_t size = (size_t)info.st_size - 4;
    uint8_t *bytes = (uint8_t *)malloc(size + 4);
    uint32_t crc;
    if (!bytes || read(fd, bytes, size + 4) != (ssize_t)size + 4) bench_die("load");
    memcpy(&crc, bytes + size, sizeof crc);
    if (gc_writer_crc32c(0, bytes, size) != crc) bench_die("sum");
    free(bytes);
    close(fd);
}

// And what one would write instead, in the calling thread.
static void bench_around_plain(int root, int what) {
    if (what == 2) {
        int fd = openat(root, "around", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR *stream = fd < 0 ? NULL : fdopendir(fd);
        if (!stream) bench_die("opendir");

        struct stat info;
        for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
            if (fstatat(fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) bench_die("fstatat");
        }

        closedir(stream);
        return;
    }

    for (int i = 0; i < BENCH_AROUND; i++) {
        char path[40], to[40], old[3][48];
        bench_around_path(path, what, i);
        snprintf(to, sizeof to, "around/moved%04d", i);

        if (what == 0) {
            bench_plain_file(root, path, bench_bytes(i), BENCH_AROUND_SIZE, false);
        } else if (what == 5 || what == 7) {
            bench_around_plain_save(root, path, i, what == 7);
        } else if (what == 6) {
            bench_around_plain_load(root, path);
        } else if (what == 8) {
            void *block = bench_around_block(i);
            bench_plain_file(root, path, (const uint8_t *)block, BENCH_AROUND_SIZE, false);
            free(block);
        } else if (what == 1) {
            int fd = openat(root, path, O_RDONLY | O_CLOEXEC);
            struct stat info;
            if (fd < 0 || fstat(fd, &info) != 0 || read(fd, bench_around_got[i], (size_t)info.st_size) < 0) {
                bench_die("read");
            }
            close(fd);
        } else if (what == 3) {
            if (renameat(root, path, root, to) != 0) bench_die("rename");
        } else {
            for (int k = 0; k < 3; k++) snprintf(old[k], sizeof old[k], "%s.%d", path, k + 1);
            renameat(root, old[1], root, old[2]);
            renameat(root, old[0], root, old[1]);
            if (linkat(root, path, root, old[0], 0) != 0) bench_die("link");
            bench_plain_file(root, path, bench_bytes(i), BENCH_AROUND_SIZE, false);
        }
    }
}

// us for a set of three files, durable; plain: the same without the promise that all or none
// stand.
static double bench_set_gc(gc_writer *w, int i) {
    char path[40];
    gc_writer_file_desc desc;
    gc_writer_file set;
    double start = bench_now();
    memset(&desc, 0, sizeof desc);
    desc.path = path;
    int result = gc_writer_begin_set(w, 0, &desc.set);
    set = desc.set;
    for (int k = 0; k < 3 && result == GC_WRITER_OK; k++) {
        snprintf(path, sizeof path, "around/set%d.%d", i, k);
        result = gc_writer_put(w, &desc, bench_bytes(k), BENCH_AROUND_SIZE, NULL);
    }
    if (result != GC_WRITER_OK || gc_writer_end(w, set) != GC_WRITER_OK) bench_die("set");
    if (gc_writer_wait(w, set, -1) != GC_WRITER_OK) bench_die("set");
    double us = (bench_now() - start) * 1e6;
    bench_around_take(w);
    return us;
}
static double bench_set_plain(int root, int i) {
    double start = bench_now();
    for (int k = 0; k < 3; k++) {
        char path[40];
        snprintf(path, sizeof path, "around/plain%d.%d", i, k);
        bench_plain_file(root, path, bench_bytes(k), BENCH_AROUND_SIZE, true);
    }
    int folder = openat(root, "around", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || fsync(folder) != 0) bench_die("fsync");
    close(folder);
    return (bench_now() - start) * 1e6;
}
static void bench_sets(void) {
    static double times[2][BENCH_SETS];
    char folder[3200];

    bench_enter();
    snprintf(folder, sizeof folder, "%s/around", bench_root);
    int root = mkdir(folder, 0777) == 0 ? open(bench_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    gc_writer *w = bench_around_open(false, false);
    if (root < 0) bench_die("sets");

    for (int i = 0; i < BENCH_SETS; i++) {
        times[0][i] = bench_set_gc(w, i);
        times[1][i] = bench_set_plain(root, i);
    }
    gc_writer_close(w);
    close(root);
    bench_leave();

    double ours = bench_median(times[0], BENCH_SETS), plain = bench_median(times[1], BENCH_SETS);
    printf("bench_writer,around_set,gc_writer,wall,%.0f,us\n", ours);
    printf("bench_writer,around_set,plain,wall,%.0f,us\n", plain);
    fprintf(stderr, "around       set        %6.0f us for three files, plain calls %6.0f us\n", ours, plain);
}

// us for a look at 1,000 files: nothing changed; and the two looks that tell one that was.
// Plain: a stat of each, which knows their names.
static void bench_watch_changed(void *user, const char *path, bool gone) {
    if (path && !gone) ++*(int *)user;
}
static void bench_watch(void) {
    enum { LOOKS = 200 };
    static double times[3][LOOKS];
    char folder[3200], path[40];
    int told = 0;
    bench_enter();
    snprintf(folder, sizeof folder, "%s/around", bench_root);
    int root = mkdir(folder, 0777) == 0 ? open(bench_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    gc_writer *w = bench_around_open(false, false);
    if (root < 0) bench_die("watch");
    bench_around_plain(root, 0);
    gc_writer_watch(w, bench_watch_changed, &told);

    for (int i = 0; i < LOOKS; i++) {
        struct stat info;
        double start = bench_now();
        gc_writer_watch(w, bench_watch_changed, &told);
        times[0][i] = (bench_now() - start) * 1e6;
        bench_around_path(path, 0, i);
        bench_plain_file(root, path, bench_bytes(i + 1), 100, false);
        start = bench_now();
        for (int k = 0; k < 2; k++) gc_writer_watch(w, bench_watch_changed, &told);
        times[1][i] = (bench_now() - start) * 1e6;
        start = bench_now();
        for (int k = 0; k < BENCH_AROUND; k++) {
            bench_around_path(path, 0, k);
            if (fstatat(root, path, &info, AT_SYMLINK_NOFOLLOW) != 0) bench_die("fstatat");
        }
        times[2][i] = (bench_now() - start) * 1e6;
    }
    if (told != LOOKS) bench_die("watch");
    gc_writer_close(w);
    close(root);
    bench_leave();

    static const char *const rows[3] = {"around_watch,gc_writer", "around_watch_one,gc_writer",
                                        "around_watch,plain"};
    for (int i = 0; i < 3; i++) {
        double us = bench_median(times[i], LOOKS);
        printf("bench_writer,%s,wall,%.2f,us\n", rows[i], us);
        fprintf(stderr, "around       %-27s %8.2f us for 1,000 files\n", rows[i], us);
    }
}

static void bench_around(int rounds) {
    bench_sets();
    bench_watch();
    static const char *const names[BENCH_AROUND_CASES] = {"pump", "read", "list", "rename", "backups",
                                                           "save", "load", "codec", "give"};
    static const int order[BENCH_AROUND_CASES] = {0, 1, 2, 4, 8, 5, 6, 7, 3};
    double times[2][BENCH_AROUND_CASES][BENCH_ROUNDS];
    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
            int way = (round + turn) % 2;
            bench_enter();
            char folder[3200];
            snprintf(folder, sizeof folder, "%s/around", bench_root);
            int root = mkdir(folder, 0777) == 0 ? open(bench_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
            if (root < 0) bench_die("around");
            gc_writer *pumped = way ? NULL : bench_around_open(true, false);
            gc_writer *w = way ? NULL : bench_around_open(false, false);
            gc_writer *coded = way ? NULL : bench_around_open(false, true);

            for (int k = 0; k < BENCH_AROUND_CASES; k++) {
                int what = order[k];
                double start = bench_now();
                if (way) bench_around_plain(root, what);
                else bench_around_gc(what == 0 ? pumped : what == 7 ? coded : w, what);
                times[way][what][round] = (bench_now() - start) * 1e6 / BENCH_AROUND;
            }
            gc_writer_close(pumped);
            gc_writer_close(coded);
            gc_writer_close(w);
            close(root);
            bench_leave();
        }
    }
    for (int what = 0; what < BENCH_AROUND_CASES; what++) {
        double ours = bench_median(times[0][what], rounds), plain = bench_median(times[1][what], rounds);
        printf("bench_writer,around_%s,gc_writer,wall,%.2f,us\n", names[what], ours);
        printf("bench_writer,around_%s,plain,wall,%.2f,us\n", names[what], plain);
        fprintf(stderr, "around       %-10s %6.2f us each, plain calls %6.2f us: %.2f x\n", names[what], ours,
                plain, plain / ours);
    }
}

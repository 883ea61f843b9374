// writer_around.h - cases of bench_writer.c: the calls around the write, beside the system
// calls that one would write instead. 1,000 files of 8 KB in one folder, in the page cache;
// wall time of each.
enum { BENCH_AROUND = 1000, BENCH_AROUND_SIZE = 8192, BENCH_AROUND_CASES = 5 };
static uint8_t bench_around_got[BENCH_AROUND][BENCH_AROUND_SIZE];

static void bench_around_path(char path[40], int i, bool moved) {
    snprintf(path, 40, "around/%s%04d", moved ? "moved" : "file", i);
}
static gc_writer *bench_around_open(bool pump) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = bench_root;
    desc.max_files = 2 * BENCH_AROUND + 2;
    desc.ring_bytes = 32 << 20;
    desc.pump = pump;
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

// What the writer does; 0: puts that a pump writes, 1: reads, 2: a list, 3: renames, 4: puts of
// one path that keep three backups.
static void bench_around_gc(gc_writer *w, int what) {
    gc_writer_file file;
    uint64_t bytes = 0;

    if (what == 2 && gc_writer_list(w, "around", bench_around_see, &bytes) != GC_WRITER_OK) bench_die("list");

    for (int i = 0; what != 2 && i < BENCH_AROUND; i++) {
        char path[40], to[40];
        gc_writer_file_desc desc;

        memset(&desc, 0, sizeof desc);
        bench_around_path(path, what == 4 ? 0 : i, false);
        bench_around_path(to, i, true);
        desc.path = path;
        desc.backups = what == 4 ? 3 : 0;

        int result = what == 1   ? gc_writer_read(w, &desc, bench_around_got[i], BENCH_AROUND_SIZE, &file)
                     : what == 3 ? gc_writer_rename(w, &desc, to, NULL)
                                 : gc_writer_put(w, &desc, bench_bytes(i), BENCH_AROUND_SIZE, NULL);

        if (result != GC_WRITER_OK) bench_die("around");
        if (what == 4) bench_around_take(w);        // else the last put would take the others' place
    }

    bench_around_take(w);
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
        bench_around_path(path, what == 4 ? 0 : i, false);
        bench_around_path(to, i, true);

        if (what == 0) {
            bench_plain_file(root, path, bench_bytes(i), BENCH_AROUND_SIZE, false);
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

static void bench_around(int rounds) {
    static const char *const names[BENCH_AROUND_CASES] = {"pump", "read", "list", "rename", "backups"};
    static const int order[BENCH_AROUND_CASES] = {0, 1, 2, 4, 3};
    double times[2][BENCH_AROUND_CASES][BENCH_ROUNDS];
    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
            int way = (round + turn) % 2;
            bench_enter();
            char folder[3200];
            snprintf(folder, sizeof folder, "%s/around", bench_root);
            int root = mkdir(folder, 0777) == 0 ? open(bench_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
            if (root < 0) bench_die("around");
            gc_writer *pumped = way ? NULL : bench_around_open(true);
            gc_writer *w = way ? NULL : bench_around_open(false);

            for (int k = 0; k < BENCH_AROUND_CASES; k++) {
                int what = order[k];
                double start = bench_now();
                if (way) bench_around_plain(root, what);
                else bench_around_gc(what == 0 ? pumped : w, what);
                times[way][what][round] = (bench_now() - start) * 1e6 / BENCH_AROUND;
            }
            gc_writer_close(pumped);
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

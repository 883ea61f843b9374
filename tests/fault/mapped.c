// mapped.c - mapped logs that die: SIGKILL while up to eight threads append, with and without
// frames and rotation; then SIGSEGV, SIGABRT and SIGBUS at random points inside the writer's
// calls, bad pointers and stack overflows, each with a handler that appends one more line.
// After each: every line whose call had returned is there, once and in its thread's order,
// also behind places that were taken and never filled; none is handed out torn; the handler
// came back. And full disks (as root): at each of some sizes, no line is taken that has no
// place, and the log goes on when there is room.
//   MAPPED_KILLS=100   MAPPED_CRASHES=100   MAPPED_SIZES=30, of each of tmpfs, ext4 and xfs
#include "fault.h"
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

enum { THREADS = 8, KEEP = 400, WAIT_MS = 20000 };
enum { BY_SIGNAL, BY_POINTER, BY_STACK, CRASHES };

static char root[4200];

typedef struct shared {
    uint64_t taken[THREADS];        // lines of each thread
    uint64_t last;                  // bytes that the handler's write has taken
    int mapped, handled;
} shared;
static shared *common;

static gc_writer *writer;
static gc_writer_file log_file;
static int log_records;

// ---- the process that dies

static size_t make_line(char line[256], unsigned thread, uint64_t i) {
    size_t n = (size_t)sprintf(line, "%u %llu ", thread, (unsigned long long)i);
    for (size_t rest = (size_t)(fault_mix(i * THREADS + thread) % 150); rest > 0; rest--) {
        line[n++] = (char)('a' + (i + rest) % 26);
    }
    line[n++] = '\n';
    return n;
}

// A mapped log takes all of a line or nothing; without a mapping a part of it may have room.
static void append_bytes(const char *line, size_t n) {
    for (size_t done = 0; done < n;) {
        done += gc_writer_write(writer, log_file, line + done, n - done);
        if (done < n) gc_writer_room(writer, 256, 1000);
    }
}

static void append_line(unsigned thread, uint64_t i) {
    char line[256];
    append_bytes(line, make_line(line, thread, i));
    __atomic_store_n(&common->taken[thread], i + 1, __ATOMIC_RELEASE);
}

static void *append_lines(void *argument) {
    unsigned thread = *(unsigned *)argument;
    for (uint64_t i = 0; i < UINT64_MAX; i++) {
        append_line(thread, i);
        if (i % 64 == 63) fault_sleep_us(fault_mix(i) % 100);
    }
    return NULL;
}

static bool open_log(bool framed, uint64_t rotate_bytes, uint32_t threads) {
    gc_writer_desc desc;
    gc_writer_file_desc file_desc;
    memset(&desc, 0, sizeof desc);
    memset(&file_desc, 0, sizeof file_desc);
    desc.root = root;
    desc.threads = threads;
    file_desc.path = "log";
    file_desc.records = log_records = framed ? GC_WRITER_RECORDS_FRAMED : GC_WRITER_RECORDS_LINES;
    file_desc.rotate_bytes = rotate_bytes;
    file_desc.rotate_keep = KEEP;
    writer = gc_writer_open(&desc, NULL);
    bool ok = writer && gc_writer_append(writer, &file_desc, &log_file) == GC_WRITER_OK;
    if (ok) common->mapped = writer->slots[log_file.slot].open_map != 0;
    return ok;
}

// ---- what is there

typedef struct found { uint64_t lines[THREADS], last, told, holes; bool right; } found;

static void look_at_line(found *f, const char *record, size_t length) {
    char line[256];
    unsigned thread;
    unsigned long long i;
    if (length == 6 && memcmp(record, "crash\n", 6) == 0) {
        f->last++;
        return;
    }

    if (length > 11 && memcmp(record, "gc_writer: ", 11) == 0) {
        f->told++;
        return;
    }

    char text[64];
    size_t n = length < sizeof text - 1 ? length : sizeof text - 1;
    memcpy(text, record, n);
    text[n] = 0;
    bool known = sscanf(text, "%u %llu", &thread, &i) == 2 && thread < THREADS && i == f->lines[thread];
    bool right = known && make_line(line, thread, i) == length && memcmp(line, record, length) == 0;
    if (right) f->lines[thread]++;
    if (!right && f->right) printf("     not a line: %.40s\n", text);
    f->right = f->right && right;
}

static void look_at_file(found *f, const char *path, bool framed) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0) return;
    size_t size = (size_t)info.st_size, at = 0, length, got = 0;
    char *data = (char *)malloc(size + 1);
    for (ssize_t n = 1; data && got < size && n > 0; got += (size_t)n) n = read(fd, data + got, size - got);
    close(fd);

    const void *record;
    for (size_t before = 0; framed && gc_writer_next_record(data, got, &at, &record, &length); before = at) {
        f->holes += (const char *)record != data + before + 8;
        look_at_line(f, (const char *)record, length);
    }
    for (const char *end; !framed && (end = (const char *)memchr(data + at, '\n', got - at)) != NULL;) {
        // What stands before a line's last zero was never finished.
        const char *begin = data + at, *zero = (const char *)memrchr(begin, 0, (size_t)(end - begin));
        if (zero) f->holes++;
        if (zero) begin = zero + 1;
        look_at_line(f, begin, (size_t)(end + 1 - begin));
        at = (size_t)(end + 1 - data);
    }
    free(data);
}

static found look(bool framed) {
    found f;
    char name[32];
    memset(&f, 0, sizeof f);
    f.right = true;
    for (int k = KEEP; k > 0; k--) {
        snprintf(name, sizeof name, "log.%d", k);
        look_at_file(&f, fault_join(root, name), framed);
    }
    look_at_file(&f, fault_join(root, "log"), framed);
    look_at_file(&f, fault_join(root, "log.0"), framed);
    return f;
}

// Everything that was taken is there, and is left there by the next open.
static bool check_all(bool framed, uint64_t rotate_bytes, uint64_t *lines, uint64_t *holes) {
    found f = look(framed);
    bool right = f.right && (!common->handled || common->last == 0 || f.last == 1);
    for (int t = 0; t < THREADS; t++) {
        if (f.lines[t] < common->taken[t]) {
            printf("     thread %d: %llu of %llu lines\n", t, (unsigned long long)f.lines[t],
                   (unsigned long long)common->taken[t]);
            right = false;
        }
        *lines += f.lines[t];
    }
    *holes += f.holes;
    if (common->last && f.last != 1) printf("     the handler's line is missing\n");

    bool reopened = open_log(framed, rotate_bytes, 2);
    gc_writer_close(writer);
    found g = look(framed);
    bool same = reopened && g.right && memcmp(g.lines, f.lines, sizeof g.lines) == 0 && g.last == f.last;
    if (!same) printf("     not the same after the next open\n");
    return right && same;
}

// ---- kills

static void kill_at(long k, uint64_t *lines, uint64_t *holes) {
    bool framed = k & 1;
    unsigned threads = k % 3 == 0 ? 1 : k % 3 == 1 ? 2 : THREADS;
    uint64_t rotate = k % 4 < 2 ? 0 : 300000;
    int status = 0;

    memset(common, 0, sizeof *common);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        static unsigned numbers[THREADS];
        pthread_t thread;
        if (!open_log(framed, rotate, 1 + (uint32_t)(k % 3))) _exit(4);
        for (unsigned t = 0; t < threads; t++) {
            numbers[t] = t;
            if (pthread_create(&thread, NULL, append_lines, &numbers[t]) != 0) _exit(5);
        }
        for (;;) fault_sleep_us(1000000);
    }

    fault_sleep_us(2000 + fault_random(80000));
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    FAULT_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

    if (!FAULT_CHECK(check_all(framed, rotate, lines, holes))) {
        printf("     kill %ld, %s, %u threads, rotated each %llu\n", k, framed ? "framed" : "lines", threads,
               (unsigned long long)rotate);
    }
    fault_remove_tree(root);
    mkdir(root, 0777);
}

// ---- crashes, with a handler

static void on_crash(int number) {
    common->last = gc_writer_write(writer, log_file, "crash\n", 6);
    common->handled = number;
    _exit(77);
}

static pthread_t main_thread;
static unsigned crash_us;
static void *raise_later(void *argument) {
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS};
    fault_sleep_us(crash_us);
    pthread_kill(main_thread, signals[fault_random(3)]);
    return argument;
}

static volatile int deep;
static void overflow(uint64_t i) {
    volatile char pad[700];
    pad[0] = pad[699] = (char)i;
    append_line(0, i);
    if (i < UINT64_MAX) overflow(i + 1);
    deep += pad[0];
}

// Any call, again and again.
static void call_at_random(uint64_t *line) {
    static char bytes[40000];
    gc_writer_file_desc desc;
    gc_writer_event event;
    gc_writer_statistics statistics;
    gc_writer_content content;
    gc_writer_file file;
    memset(&desc, 0, sizeof desc);
    desc.path = "other";
    desc.forget = true;

    switch (fault_random(8)) {
    case 0: gc_writer_put(writer, &desc, bytes, fault_random(40000), NULL); break;
    case 1: gc_writer_save(writer, &desc, bytes, fault_random(4000), NULL); break;
    case 2:
        if (gc_writer_load(writer, "other", &content) == GC_WRITER_OK) gc_writer_free(writer, &content);
        break;
    case 3: while (gc_writer_poll(writer, &event)) {} break;
    case 4: gc_writer_get_statistics(writer, &statistics); break;
    case 5: if (fault_random(20) == 0) gc_writer_sync(writer, log_file); break;
    case 6:
        if (gc_writer_begin(writer, "begun", &file) == GC_WRITER_OK) {
            gc_writer_write(writer, file, bytes, fault_random(9000));
            gc_writer_end(writer, file);
        }
        break;
    default: for (int i = 0; i < 20; i++) append_line(0, (*line)++); break;
    }
}

static void crash(long k, bool framed, uint64_t rotate) {
    static unsigned one = 1;
    static char stack[65536];
    uint64_t line = 0;
    pthread_t thread;
    struct sigaction action;
    gc_writer_file_desc desc;
    stack_t other;

    memset(&other, 0, sizeof other);
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_crash;
    action.sa_flags = SA_ONSTACK;

    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    if (!open_log(framed, rotate, 2)) _exit(4);
    main_thread = pthread_self();
    if (k & 4 && pthread_create(&thread, NULL, append_lines, &one) != 0) _exit(5);

    crash_us = 1000 + (unsigned)fault_random(30000);
    if (k % CRASHES == BY_SIGNAL && pthread_create(&thread, NULL, raise_later, NULL) != 0) _exit(5);
    if (k % CRASHES == BY_STACK) overflow(0);
    for (int n = 0; k % CRASHES == BY_SIGNAL || n < 50; n++) call_at_random(&line);

    // A pointer to nothing, copied under the lock, and without it.
    const char *nowhere = (const char *)16;
    memset(&desc, 0, sizeof desc);
    desc.path = "bad";
    // Where there is no room for the bytes nothing is copied: then again, once there is.
    for (int way = (int)fault_random(4), tries = 0; tries < 1000; tries++) {
        size_t size = way == 1 ? 100 : 20000;
        if (way == 3) desc.path = nowhere;
        if (way == 0) gc_writer_write(writer, log_file, nowhere, 50);
        else gc_writer_put(writer, &desc, way == 3 ? "" : nowhere, way == 3 ? 0 : size, NULL);
        gc_writer_room(writer, size, 10);
    }
    _exit(6);
}

static void crash_at(long k, uint64_t *lines, uint64_t *holes, long *hangs, long *silent) {
    bool framed = k & 1;
    uint64_t rotate = k & 2 ? 300000 : 0;
    int status = 0;
    pid_t ended = 0;

    memset(common, 0, sizeof *common);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) crash(k, framed, rotate);

    for (int ms = 0; ended == 0 && ms < WAIT_MS; ms++) {
        ended = waitpid(child, &status, WNOHANG);
        if (ended == 0) fault_sleep_us(1000);
    }
    *hangs += ended == 0;
    if (ended == 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }

    *silent += common->last == 0;
    bool told = WIFEXITED(status) && WEXITSTATUS(status) == 77;
    if (!FAULT_CHECK(told) || !FAULT_CHECK(check_all(framed, rotate, lines, holes))) {
        printf("     crash %ld, way %ld, status %x\n", k, k % CRASHES, (unsigned)status);
    }
    fault_remove_tree(root);
    mkdir(root, 0777);
}

// ---- full disks

static bool disk_mounted;
static char disk[4300];

// A disk of that type with so many KB free, but for what its file system needs.
static bool mount_full(const char *type, long kb) {
    char options[64], path[4500];
    if (strcmp(type, "tmpfs") == 0) {
        snprintf(options, sizeof options, "size=%ldk", kb);
        disk_mounted = mount("tmpfs", disk, "tmpfs", 0, options) == 0;
        return disk_mounted;
    }
    disk_mounted = fault_command(root, "mount -o loop %s/%s.img %s", root, type, disk) == 0;
    if (!disk_mounted) return false;
    snprintf(path, sizeof path, "%s/ballast", disk);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    int folder = open(disk, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    uint64_t room = gc_writer_priv_sys_space(folder), leave = (uint64_t)kb << 10;
    bool ok = fd >= 0 && room > leave && fallocate(fd, 0, 0, (off_t)(room - leave)) == 0;
    close(folder);
    close(fd);
    return ok;
}

// Appends until the disk is full; then there is room. Returns an exit code.
static int fill(const char *type) {
    char line[256], path[4500];
    uint64_t taken = 0;
    snprintf(root, sizeof root, "%.4100s/r", disk);
    if (!open_log(false, 0, 2)) return 4;
    double until = fault_seconds() + 20;

    for (uint64_t i = 0; fault_seconds() < until; i++) {
        append_bytes(line, make_line(line, 0, i));
        if (gc_writer_file_state(writer, log_file) != GC_WRITER_OK) break;
        __atomic_store_n(&common->taken[0], taken = i + 1, __ATOMIC_RELEASE);
    }
    if (gc_writer_file_state(writer, log_file) != GC_WRITER_E_DISK_FULL) return 5;
    if (strcmp(type, "tmpfs") == 0) {
        if (mount(NULL, disk, NULL, MS_REMOUNT, "size=8m") != 0) return 6;
    } else {
        snprintf(path, sizeof path, "%s/ballast", disk);
        int folder = open(disk, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        uint64_t before = gc_writer_priv_sys_space(folder);
        if (unlink(path) != 0) return 6;

        // xfs gives back its room later.
        while (gc_writer_priv_sys_space(folder) < before + (8 << 20)) fault_sleep_us(1000);
        close(folder);
    }

    // A second has passed.
    gc_writer_priv_slot *s = &writer->slots[log_file.slot];
    for (bool working = true; working;) {
        gc_writer_priv_lock(writer);
        working = s->working;
        if (!working) s->of.log.failed_ms -= GC_WRITER_PRIV_RETRY_MS;
        gc_writer_priv_unlock(writer);
        if (working) fault_sleep_us(100);
    }
    for (uint64_t i = taken; i < taken + 5000; i++) {
        append_bytes(line, make_line(line, 1, i - taken));
        __atomic_store_n(&common->taken[1], i - taken + 1, __ATOMIC_RELEASE);
    }
    if (gc_writer_sync(writer, log_file) != GC_WRITER_OK) return 7;
    gc_writer_close(writer);
    return 0;
}

static void full_at(const char *type, long k, uint64_t *lines, uint64_t *mapped) {
    int status = 0;
    memset(common, 0, sizeof *common);
    if (!mount_full(type, 1100 + 24 * k)) {
        fault_skip(type, "cannot be mounted or filled here");
    } else {
        char before[sizeof root];
        memcpy(before, root, sizeof root);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) _exit(fill(type));
        waitpid(child, &status, 0);
        snprintf(root, sizeof root, "%.4100s/r", disk);
        found f = look(false);
        bool nothing = f.lines[0] > common->taken[0];       // the last one has come to stand, too
        bool right = WIFEXITED(status) && WEXITSTATUS(status) == 0 && f.told <= 1 &&
                     (f.told == 1 || nothing) && f.lines[1] == 5000;

        // Without a mapping the state tells it some lines later.
        bool all = f.lines[0] >= common->taken[0] || !common->mapped;
        if (!FAULT_CHECK(right && all && f.right)) {
            printf("     %s, size %ld: status %x, %llu of %llu lines, %llu later, told %llu times\n", type, k,
                   (unsigned)status, (unsigned long long)f.lines[0], (unsigned long long)common->taken[0],
                   (unsigned long long)f.lines[1], (unsigned long long)f.told);
        }
        *lines += f.lines[0];
        *mapped += common->mapped != 0;
        fault_remove_tree(root);
        memcpy(root, before, sizeof root);
    }
    fault_unmount(&disk_mounted, disk);
}

static void full_disks(long sizes) {
    static const char *const types[] = {"tmpfs", "ext4", "xfs"};
    if (geteuid() != 0) {
        fault_skip("full disks", "not root");
        return;
    }

    snprintf(disk, sizeof disk, "%.4200s/disk", root);
    for (int t = 0; t < 3; t++) {
        uint64_t lines = 0, mapped = 0;
        double begin = fault_seconds();
        mkdir(disk, 0777);

        bool made = t == 0 || fault_command(root, "truncate -s %dM %s/%s.img && mkfs.%s -q %s/%s.img",
                                            t == 1 ? 64 : 320, root, types[t], types[t], root, types[t]) == 0;
        if (!made) fault_skip(types[t], "no mkfs for it");
        for (long k = 0; made && k < sizes; k++) full_at(types[t], k, &lines, &mapped);
        printf("mapped: %s full at %ld sizes, %llu of them mapped: %llu lines before that, %.1f s\n",
               types[t], sizes, (unsigned long long)mapped, (unsigned long long)lines,
               fault_seconds() - begin);
        fault_remove_tree(root);
        mkdir(root, 0777);
    }
}

int main(void) {
    fault_seed();
    common = (shared *)mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!FAULT_CHECK(common != MAP_FAILED)) return fault_finish();
    if (!FAULT_CHECK(fault_folder(root, sizeof root))) return fault_finish();
    long kills = fault_count("MAPPED_KILLS", 100), crashes = fault_count("MAPPED_CRASHES", 100);
    long sizes = fault_count("MAPPED_SIZES", 30);
    long hangs = 0, silent = 0;
    uint64_t lines = 0, holes = 0;
    double begin = fault_seconds();

    if (!FAULT_CHECK(open_log(false, 0, 2))) return fault_finish();
    gc_writer_close(writer);
    if (!common->mapped) {
        fault_skip("mapped logs", "no mapping on this file system");
        return fault_finish();
    }

    for (long k = 0; k < kills; k++) kill_at(k, &lines, &holes);
    printf("mapped: %ld kills: %llu lines there, %llu holes stepped over, %.1f s\n", kills,
           (unsigned long long)lines, (unsigned long long)holes, fault_seconds() - begin);

    lines = holes = 0;
    begin = fault_seconds();
    for (long k = 0; k < crashes; k++) crash_at(k, &lines, &holes, &hangs, &silent);
    printf("mapped: %ld crashes: %llu lines there, %llu holes stepped over, %ld hangs, %ld times no room for "
           "the last line, %.1f s\n", crashes, (unsigned long long)lines, (unsigned long long)holes, hangs,
           silent, fault_seconds() - begin);
    FAULT_CHECK(hangs == 0);
    full_disks(sizes);
    fault_remove_tree(root);
    return fault_finish();
}

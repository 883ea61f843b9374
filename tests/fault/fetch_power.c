// fetch_power.c - pulls the plug on downloads (as root). Files of 0.2 to 70 MB go to a file
// system in an image, with and without a hash, decoded and not. At random moments, often just
// after somebody else's fsync, the image is cloned (disk.h), and the clone downloads on, on a
// system that has started anew. In the clone as it was found, a file of 1 MB or more that has
// its name is whole; after the rest has come all are. What has a hash goes on from more than
// what was synced, and starts over where the disk has lost some of it.
//   FETCH_CUTS_EXT4=60 FETCH_CUTS_XFS=30     cuts     FAULT_SEED=n     repeats
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
static char boot[4300];
#define GC_FETCH_PRIV_BOOT boot
#define GC_FETCH_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#include "gc_fetch.h"
#include "fault.h"
#include "disk.h"
#include "gc_rng.h"
#include "tests/origin/origin.h"
#include "tests/support/files.h"
#include <sys/prctl.h>

enum { FILES = 10, RUN_CUTS = 8 };
static const uint32_t sizes[FILES] = {200, 1100, 3000, 900, 6000, 1700, 20000, 2500, 70000, 9000};   // KB
static uint8_t *bytes[FILES], sums[FILES][32];
static origin server;
static long torn, torn_small, wrong, on_clone;

static bool is_hashed(int i) { return i % 3 != 1; }
static bool is_decoded(int i) { return i % 4 == 2; }
static size_t size_of(int i) { return (size_t)sizes[i] * 1000 + (size_t)i * 77; }

// What a decoder makes: each byte turned round. The coded bytes are the server's.
static int invert_begin(void *user) {
    (void)user;
    return 0;
}
static int invert(void *user, const void *in, size_t *in_size, void *out, size_t *out_size) {
    size_t n = *in_size < *out_size ? *in_size : *out_size;
    (void)user;
    for (size_t i = 0; i < n; i++) ((uint8_t *)out)[i] = (uint8_t) ~((const uint8_t *)in)[i];
    *in_size = *out_size = n;
    return 1;
}
static const gc_fetch_decoder inverting = {NULL, invert_begin, invert};

static void path_of(char path[4400], const char *root, int i) { snprintf(path, 4400, "%s/sub/f%d", root, i); }

static bool is_right(const char *path, int i) {
    size_t size = 0;
    uint8_t *got = test_files_read(path, &size);
    bool right = got && size == size_of(i) && memcmp(got, bytes[i], size) == 0;
    free(got);
    return right;
}

// Downloads what has no name yet, of a system that was started as `name` says; result: bytes
// that were there, bytes that came. Its status: 0, all is there.
static int download(const char *root, int name, uint64_t *result) {
    gc_fetch_desc desc;
    gc_fetch_event event;
    gc_fetch_statistics sum;
    char text[40], path[4400], url[100], relative[20];
    int failed = 0;
    snprintf(text, sizeof text, "start-%d", name);
    test_files_write(boot, text, strlen(text));

    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.no_environment_proxy = true;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!fetch) return 1;

    for (int i = 0; i < FILES; i++) {
        gc_fetch_request request;
        path_of(path, root, i);
        if (access(path, F_OK) == 0) continue;
        memset(&request, 0, sizeof request);
        snprintf(url, sizeof url, "%s/f%d", server.url, i);
        snprintf(relative, sizeof relative, "sub/f%d", i);
        request.url = url;
        request.sink = GC_FETCH_FILE;
        request.path = relative;
        request.sha256 = is_hashed(i) ? sums[i] : NULL;
        request.decoder = is_decoded(i) ? &inverting : NULL;
        failed += gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK;
    }

    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type != GC_FETCH_FAILED) continue;
            printf("     %s: %s\n", event.url, event.detail);
            failed++;
        }
    }

    gc_fetch_get_statistics(fetch, &sum);
    result[0] = sum.resumed;
    result[1] = sum.received;
    gc_fetch_close(fetch);
    fflush(stdout);
    return failed != 0;
}

static pid_t start(const char *root, int name, uint64_t *result) {
    fflush(stdout);
    pid_t child = fork();
    if (child) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    mkdir(root, 0777);
    _exit(download(root, name, result));
}

// Somebody else's fsync, which brings names to the disk, and bytes only now and then.
static void disturb(void) {
    int fd = open(in("disk/other"), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool all = fault_random(3) == 0;
    FAULT_CHECK(fd >= 0 && pwrite(fd, "x", 1, 0) == 1 && (all ? syncfs(fd) : fsync(fd)) == 0);
    if (fd >= 0) close(fd);
}

// The download stands still until its clone has been looked at.
static bool cut(int run, pid_t child, uint64_t *result) {
    char root[4300], path[4400];
    if (fault_random(8)) disturb();
    fault_sleep_us(fault_random(5000));
    bool cloned = clone_disk();
    kill(child, SIGSTOP);
    if (!FAULT_CHECK(cloned && mount_clone(""))) return false;
    snprintf(root, sizeof root, "%s/clone/g%d", work, run);

    // What was torn, and is small, is asked for again, as who looks at it would.
    for (int i = 0; i < FILES; i++) {
        path_of(path, root, i);
        if (access(path, F_OK) != 0 || is_right(path, i)) continue;
        torn += sizes[i] >= 1000;
        torn_small += sizes[i] < 1000;
        if (sizes[i] >= 1000) printf("     run %d: f%d is torn\n", run, i);
        unlink(path);
    }

    int status = 0;
    result[0] = result[1] = 0;
    waitpid(start(root, -run - 1, result), &status, 0);
    FAULT_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    on_clone += result[0] > 0;
    for (int i = 0; i < FILES; i++) {
        path_of(path, root, i);
        bool right = is_right(path, i);
        if (!right) printf("     run %d: f%d is wrong\n", run, i);
        wrong += !right;
    }
    snprintf(path, sizeof path, "%s/.gcf-part", root);
    FAULT_CHECK(test_files_count(path, "") == 0);
    leave(&clone_mounted, "clone");
    unlink(in("host/clone.img"));
    if (strcmp(disk_type, "xfs") == 0) command("fsfreeze -f %s/disk && fsfreeze -u %s/disk", work, work);
    kill(child, SIGCONT);
    return true;
}

static void on(const char *type, const char *megabytes, const char *make, long count, uint64_t *result) {
    if (count <= 0 || !disk_make(type, megabytes, make)) return;
    uint64_t kept = 0, came = 0;
    char root[4300];
    long cuts = 0;
    uint64_t *unseen = result + 2;
    int status = 0;
    double begin = fault_seconds();
    torn = torn_small = wrong = on_clone = 0;

    for (int run = 0; cuts < count && fault_failed == 0; run++) {
        snprintf(root, sizeof root, "%s/disk/g%d", work, run);
        pid_t child = start(root, run, unseen);
        bool ends = false;

        for (int k = 0; k < RUN_CUTS && cuts < count && !ends; k++, cuts++) {
            fault_sleep_us(fault_random(40000));
            if (!cut(run, child, result)) break;
            ends = waitpid(child, &status, WNOHANG) == child;
            kept += result[0];
            came += result[1];
        }

        if (!ends) kill(child, SIGKILL);
        if (!ends) waitpid(child, &status, 0);
        else FAULT_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        fault_remove_tree(root);
    }

    printf("power cut, %s: %ld cuts, %ld of them went on with %llu MB, %llu MB came; under their names torn: "
           "%ld of 1 MB or more, %ld smaller; wrong at the end: %ld, %.1f s\n",
           type, cuts, on_clone, (unsigned long long)(kept / 1000000), (unsigned long long)(came / 1000000),
           torn, torn_small, wrong, fault_seconds() - begin);
    FAULT_CHECK(torn == 0);
    FAULT_CHECK(wrong == 0);
    FAULT_CHECK(on_clone > 0 || count < 20);      // of a few none may
    FAULT_CHECK(cuts == count);
    leave(&disk_mounted, "disk");
}

int main(void) {
    char source[200], path[4400];
    gc_rng rng;
    if (!disk_begin()) return fault_finish();
    int shared = MAP_SHARED | MAP_ANONYMOUS;
    uint64_t *result = (uint64_t *)mmap(NULL, 4096, PROT_READ | PROT_WRITE, shared, -1, 0);
    bool made = test_files_new_folder(source, sizeof source, "/dev/shm", "fetch_power.");
    if (!FAULT_CHECK(result != MAP_FAILED && made)) return fault_finish();

    snprintf(boot, sizeof boot, "%s/boot", work);

    gc_rng_seed(&rng, fault_random_state);
    for (int i = 0; i < FILES; i++) {
        gc_fetch_sha256 hash;
        size_t size = size_of(i);
        uint8_t *coded = (uint8_t *)malloc(size);
        bytes[i] = (uint8_t *)malloc(size);
        gc_rng_fill(&rng, bytes[i], size);

        gc_fetch_sha256_init(&hash);
        gc_fetch_sha256_update(&hash, bytes[i], size);
        gc_fetch_sha256_final(&hash, sums[i]);
        for (size_t k = 0; k < size; k++) coded[k] = (uint8_t)(is_decoded(i) ? ~bytes[i][k] : bytes[i][k]);
        snprintf(path, sizeof path, "%s/f%d", source, i);
        FAULT_CHECK(test_files_write(path, coded, size));
        free(coded);
    }

    origin_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.folder = source;
    desc.bandwidth = 4e9;       // a run lasts a quarter of a second
    if (FAULT_CHECK(origin_start(&desc, &server, NULL) == 0)) {
        on("ext4", "600", "-q -F", fault_count("FETCH_CUTS_EXT4", 60), result);
        on("xfs", "600", "-q -f", fault_count("FETCH_CUTS_XFS", 30), result);
        origin_stop(&server);
    }
    test_files_remove(source);
    return fault_finish();
}

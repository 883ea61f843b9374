// asset_cache - fills a folder with a game's assets: downloads what is missing or changed,
// verifies it, publishes it whole.
//
//     cc -O2 -I. examples/asset_cache.c -o asset_cache -lcurl -pthread             (in the project's root)
//     cc -O2 -I. -DGC_FETCH_NO_CURL examples/asset_cache.c -o asset_cache -pthread (without libcurl: file:)
//     cc -O2 -I. tests/origin/main.c -o origin -pthread                            (for the demonstration)
//
//     ./asset_cache                                    a demonstration: it starts ./origin, three passes
//     ./asset_cache --origin URL --cache DIR           URL/manifest.txt lists the assets, URL/NAME is one
//     ./asset_cache --make-manifest DIR > manifest.txt
//
// How it works: gc_fetch downloads on its network thread and hands each piece to
// asset_stream(), which gives it to gc_writer. When the writer's memory is full it takes less,
// and the socket waits. When gc_fetch reports an asset as done, size and SHA-256 are right, and
// only then is its file ended: gc_writer renames it to its final name. So a name in the cache
// is always a whole, verified asset, also after a crash. The main thread plays a game at 60
// frames a second meanwhile, and spends microseconds a frame on all this.
//
// The manifest has a line for each asset: SHA-256 (64 hex digits), size, name, separated by two
// spaces; '#' begins a comment.
//     sed -E 's/^([0-9a-f]{64})  [0-9]+  /\1  /' manifest.txt | sha256sum -c
// Its first line is a comment that says how many assets it has, and the SHA-256 of all that
// follows:
//     # 1000 assets, SHA-256 of the lines below: 6dc5...
// What the cache has from earlier manifests is removed only when that line is there and right,
// and only where the file still is what the cache put there. A manifest without the line
// removes nothing.
//
// Exit status: 0 all assets are there, 1 some are not (a line on stderr for each), 2 wrong
// usage. Ctrl-C ends it as the signal does; what is whole by then stays, and the same command
// goes on from there.
//
// Where to read: download() is the game's loop, asset_stream() the way of a byte,
// writer_event() and fetch_event() the end of an asset. The rest is manifest, index, words on
// the terminal and options.
#define GC_WRITER_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#include "gc_writer.h"
#include "gc_fetch.h"
#include "common/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define INDEX_NAME ".asset_index"       // in the cache: what was verified, and the file's time then
#define FRAME_NS 16666667
#define INDEX_TAG UINT64_MAX            // of the writer's events; an asset's is its index,
#define REMOVAL_TAG ((uint64_t)1 << 63) // a removal's this and the index of what is removed
enum { ADDS_PER_FRAME = 200, MAX_PARTS = 64, PROBLEMS_TOLD = 30 };

typedef struct asset {
    char *name;                 // as in the manifest, and below the cache folder
    uint64_t size;
    uint8_t sha256[32];
    int64_t verified_ns;        // modification time of the file that was found right; 0: none
    bool wanted, present;       // to be downloaded; whole and right in the cache

    // From the first call of asset_stream until gc_fetch's final event these are the network
    // thread's, then the main thread's.
    struct cache *cache;
    gc_writer_file file;
    bool writing;
    bool ended;                 // the main thread has ended its file: only then the writer's event decides
    uint64_t taken;             // bytes that the writer has taken in this attempt
    int begin_error;
} asset;

// A file of an earlier manifest, by its line in the index: to be removed, or kept there until
// it may be.
typedef struct relic {
    char *name;
    uint8_t sha256[32];
    int64_t verified_ns;
    bool gone;                  // removed, or no longer the file that the index means
} relic;

typedef struct options {
    const char *origin, *folder, *manifest;
    const char *make_manifest;  // the folder to list
    const char *origin_program, *log_path;      // of the demonstration
    char **command;             // main's argv
    uint32_t parallel;
    int order;
    size_t ring_bytes;
    bool verify, demo;
} options;

typedef struct counts {
    uint32_t hits, downloaded, failed, removed, kept;
    uint64_t bytes;             // of the downloaded assets
    double seconds, worst_cpu_ms, worst_wall_ms;
} counts;

typedef struct cache {
    options options;
    int folder_fd;
    asset *assets;              // sorted by name
    size_t asset_count;
    bool manifest_complete;     // every line was understood
    bool manifest_whole;        // and its first line says that these are all
    relic *relics;              // sorted by name
    size_t relic_count;

    gc_fetch *fetch;
    gc_writer *writer;
    counts counts;
    uint32_t total, finished;   // assets of this pass
    uint32_t problems;

    uint64_t total_bytes;
    uint64_t shown_ns;          // when the progress was shown last
    uint64_t rate_ns, rate_bytes;   // start of the stretch over which the rate is measured
    double rate;
    bool terminal, bar_open;
} cache;

// ---- messages

static uint64_t now_ns(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// How many bytes of text the terminal may have as they are: 0 if it could take them for a
// command. Plain ASCII, and UTF-8 but for U+0080 to U+009F; what is no UTF-8 might be such in
// another encoding.
static size_t printable(const char *text) {
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80) return p[0] >= 0x20 && p[0] < 0x7f ? 1 : 0;

    // The first byte tells the length; 0x80 to 0xc1 and 0xf5 and above begin nothing.
    size_t length = p[0] < 0xc2 || p[0] > 0xf4 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
    }
    return length == 2 && p[0] == 0xc2 && p[1] < 0xa0 ? 0 : length;
}

// Prints a name, or a text with one in it, that came from a server or a folder: \xNN for what
// could steer a terminal.
static void print_safe(FILE *file, const char *text) {
    while (*text) {
        size_t n = printable(text);
        if (n) fwrite(text, 1, n, file);
        else fprintf(file, "\\x%02x", (unsigned)(unsigned char)*text);
        text += n ? n : 1;
    }
}

// "asset_cache: thing: text: the system's words" on stderr.
static void complain(const char *thing, const char *text, int system_error) {
    fprintf(stderr, "asset_cache: ");
    print_safe(stderr, thing);
    fprintf(stderr, ": ");
    print_safe(stderr, text);
    fprintf(stderr, "%s%s\n", system_error ? ": " : "", system_error ? strerror(system_error) : "");
}

// A line about a thing that went wrong. Many of one kind (a full disk) would bury the first,
// which tells most.
static void problem(cache *c, const char *thing, const char *text, int system_error) {
    if (c->bar_open) printf("\r\033[K");
    c->bar_open = false;
    fflush(stdout);
    c->problems++;
    if (c->problems <= PROBLEMS_TOLD) complain(thing, text, system_error);
}

// Ctrl-C: the work ends at the next look at this, in order. A second one ends the program at
// once.
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) { interrupted = number; }

static void catch_interrupts(void) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_interrupt;
    action.sa_flags = (int)((unsigned)SA_RESTART | (unsigned)SA_RESETHAND);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);

    // A hangup that nohup has switched off stays so.
    sigaction(SIGHUP, NULL, &before);
    if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL);
}

static double megabytes(uint64_t bytes) { return (double)bytes / 1e6; }

// Columns of the terminal; 80 if it does not say.
static int terminal_columns(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// Draws the bar over itself: as wide as the terminal has room beside the text, at most 24, and
// none below 4. A line that reaches the last column would make the terminal scroll.
static void draw_bar(double part, const char *text) {
    char bar[25], line[256];
    int room = terminal_columns() - 1;
    int percent = (int)(part * 100 + 0.001);
    int width = room - (int)strlen(text) - (int)strlen("[] 100%  ");
    if (width > 24) width = 24;
    if (width < 4) width = 0;

    for (int i = 0; i < width; i++) bar[i] = i < (int)(part * width + 0.001) ? '#' : '.';
    bar[width] = 0;
    snprintf(line, sizeof line, "%s%s%s%3d%%  %s", width ? "[" : "", bar, width ? "] " : "", percent, text);
    printf("\r%.*s\033[K", room, line);
}

// Bytes a second, over stretches of half a second, the older ones fading out.
static void measure_rate(cache *c, uint64_t now, uint64_t received) {
    double span = (double)(now - c->rate_ns) / 1e9;
    bool first = c->rate <= 0 && span > 0.02;
    if (span < 0.5 && !first) return;

    double fresh = (double)(received - c->rate_bytes) / span;
    c->rate = c->rate > 0 ? 0.6 * c->rate + 0.4 * fresh : fresh;
    c->rate_ns = now;
    c->rate_bytes = received;
}

// On a terminal one line that is drawn again and again; elsewhere a plain line a second.
static void show_progress(cache *c, bool last) {
    uint64_t now = now_ns(CLOCK_MONOTONIC);
    if (!last && now - c->shown_ns < (c->terminal ? 100000000u : 1000000000u)) return;
    c->shown_ns = now;

    gc_fetch_statistics stats;
    gc_fetch_stats(c->fetch, &stats);
    measure_rate(c, now, stats.received);

    // What was fetched twice counts once.
    uint64_t received = stats.received < c->total_bytes ? stats.received : c->total_bytes;
    double rest = (double)(c->total_bytes - received);
    unsigned left = c->rate > 0 && !last ? (unsigned)(rest / c->rate + 0.5) : 0;
    char text[160];
    snprintf(text, sizeof text, "%u/%u files  %.1f/%.1f MB  %.1f MB/s  %u:%02u left", c->finished, c->total,
             megabytes(received), megabytes(c->total_bytes), c->rate / 1e6, left / 60, left % 60);

    if (!c->terminal) {
        printf("%s\n", text);
    } else {
        double part = c->total_bytes ? (double)received / (double)c->total_bytes : 1;
        if (c->finished < c->total && part > 0.99) part = 0.99;
        draw_bar(part, text);
        if (last) printf("\n");
        c->bar_open = !last;
    }
    fflush(stdout);
}

// ---- manifest

static int compare_assets(const void *a, const void *b) {
    return strcmp(((const asset *)a)->name, ((const asset *)b)->name);
}

static asset *find_asset(const cache *c, const char *name) {
    asset key;
    memset(&key, 0, sizeof key);
    key.name = (char *)name;
    return c->asset_count ? (asset *)bsearch(&key, c->assets, c->asset_count, sizeof key, compare_assets)
                          : NULL;
}

static bool parse_hex(const char *text, uint8_t out[32]) {
    for (int i = 0; i < 64; i++) {
        const char *digits = "0123456789abcdef", *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit) return false;
        out[i / 2] = (uint8_t)(out[i / 2] * (i % 2 ? 16 : 0) + (digit - digits));
    }
    return true;
}

static void print_hex(char out[65], const uint8_t sha256[32]) {
    for (int i = 0; i < 32; i++) snprintf(out + i * 2, 3, "%02x", sha256[i]);
}

// "<sha256>  <size>  <name>": the name, or NULL if a field is missing or wrong.
static char *parse_line(char *line, uint8_t sha256[32], uint64_t *size) {
    char *end;
    if (!parse_hex(line, sha256) || line[64] != ' ' || line[65] != ' ') return NULL;
    if (line[66] < '0' || line[66] > '9') return NULL;
    errno = 0;
    *size = strtoull(line + 66, &end, 10);
    return errno == 0 && end[0] == ' ' && end[1] == ' ' && end[2] ? end + 2 : NULL;
}

// The manifest's first line, without its end: how many assets follow, and the hash of all bytes
// that do.
#define SEAL_TEXT " assets, SHA-256 of the lines below: "

static void print_seal(FILE *file, uint64_t count, const char *below, size_t size) {
    uint8_t sha256[32];
    char hex[65];
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, below, size);
    gc_fetch_sha256_final(&hash, sha256);
    print_hex(hex, sha256);
    fprintf(file, "# %llu%s%s\n", (unsigned long long)count, SEAL_TEXT, hex);
}

// True if the line is of that form; *right: the hash is that of what is below.
static bool parse_seal(const char *line, const char *below, size_t size, uint64_t *count, bool *right) {
    uint8_t told[32], sha256[32];
    char *end;
    gc_fetch_sha256 hash;
    if (line[0] != '#' || line[1] != ' ' || line[2] < '0' || line[2] > '9') return false;
    *count = strtoull(line + 2, &end, 10);
    if (strncmp(end, SEAL_TEXT, strlen(SEAL_TEXT)) != 0) return false;
    end += strlen(SEAL_TEXT);
    if (!parse_hex(end, told) || end[64]) return false;

    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, below, size);
    gc_fetch_sha256_final(&hash, sha256);
    *right = memcmp(sha256, told, 32) == 0;
    return true;
}

// One line of the manifest becomes the next of c->assets. False: it is a bad one, and that is
// told.
static bool parse_asset(cache *c, const char *where, unsigned number, char *line) {
    asset *a = &c->assets[c->asset_count];
    char thing[512];
    memset(a, 0, sizeof *a);
    char *name = parse_line(line, a->sha256, &a->size);
    snprintf(thing, sizeof thing, "%s line %u", where, number);

    if (!name) {
        problem(c, thing, "should be a SHA-256, a size and a name, with two spaces between", 0);
        return false;
    }
    if (gc_writer_check_path(name) != GC_WRITER_OK || strcmp(name, INDEX_NAME) == 0) {
        snprintf(thing, sizeof thing, "%s line %u: %.200s", where, number, name);
        problem(c, thing, "not a name that may be written", 0);
        return false;
    }

    if ((a->name = strdup(name)) == NULL) {
        problem(c, thing, "out of memory", 0);
        return false;
    }
    c->asset_count++;
    return true;
}

// Sorts the assets by name; the second line of one name is a problem, and goes.
static void sort_assets(cache *c) {
    if (c->asset_count) qsort(c->assets, c->asset_count, sizeof *c->assets, compare_assets);
    size_t kept = 0;
    for (size_t i = 0; i < c->asset_count; i++) {
        if (kept && strcmp(c->assets[kept - 1].name, c->assets[i].name) == 0) {
            problem(c, c->assets[i].name, "is listed twice in the manifest", 0);
            free(c->assets[i].name);
            c->manifest_complete = false;
            continue;
        }
        c->assets[kept++] = c->assets[i];
    }
    c->asset_count = kept;
    for (size_t i = 0; i < kept; i++) c->assets[i].cache = c;
}

// Reads the manifest's lines into c->assets. A bad line is a problem, and the others go on.
// text ends with a zero.
static bool parse_manifest(cache *c, const char *where, char *text, size_t size) {
    size_t capacity = 0;
    unsigned number = 0;
    uint64_t sealed_count = 0;
    bool sealed = false, right = false;
    const char *text_end = text + size;
    c->manifest_complete = true;

    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        number++;
        size_t length = strlen(line);
        if (length && line[length - 1] == '\r') line[--length] = 0;

        // The line about all others stands before the first asset.
        if (!sealed && c->asset_count == 0 && c->manifest_complete) {
            const char *below = next ? next : text_end;
            sealed = parse_seal(line, below, (size_t)(text_end - below), &sealed_count, &right);
        }
        if (length == 0 || line[0] == '#') continue;

        if (c->asset_count == capacity) {
            capacity = capacity ? capacity * 2 : 1024;
            asset *longer = (asset *)realloc(c->assets, capacity * sizeof *longer);
            if (!longer) {
                problem(c, where, "out of memory", 0);
                return false;
            }
            c->assets = longer;
        }
        if (!parse_asset(c, where, number, line)) c->manifest_complete = false;
    }

    sort_assets(c);

    // Cut, or changed on the way: what it has is used, and what it lacks is not removed.
    right = right && sealed_count == c->asset_count;
    if (sealed && !right) {
        char told[128];
        snprintf(told, sizeof told,
                 "is not whole, by its first line (%zu of %llu assets); nothing is removed", c->asset_count,
                 (unsigned long long)sealed_count);
        problem(c, where, told, 0);
    }

    c->manifest_whole = sealed && right && c->manifest_complete;
    return true;
}

// The URL of a name below the origin; false if it is too long.
static bool asset_url(const cache *c, const char *name, char *url, size_t capacity) {
    size_t n = strlen(c->options.origin);
    while (n && c->options.origin[n - 1] == '/') n--;
    if (n + 1 >= capacity) return false;
    memcpy(url, c->options.origin, n);
    url[n++] = '/';
    return gc_fetch_encode_path(url + n, capacity - n, name) < capacity - n;
}

// Downloads the manifest into memory.
static bool load_manifest(cache *c) {
    char url[GC_FETCH_MAX_URL + 1];
    if (!asset_url(c, c->options.manifest, url, sizeof url)) {
        problem(c, c->options.origin, "the URL is too long", 0);
        return false;
    }
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    request.url = url;
    int result = gc_fetch_add(c->fetch, &request, NULL);

    if (result != GC_FETCH_OK) {
        problem(c, url, gc_fetch_result_string(result), 0);
        return false;
    }

    // Nothing else is under way, so this thread may wait.
    gc_fetch_event event;
    do {
        if (interrupted) return false;
        gc_fetch_wait(c->fetch, 100);
        if (!gc_fetch_poll(c->fetch, &event)) event.type = 0;
    } while (event.type != GC_FETCH_DONE && event.type != GC_FETCH_FAILED);

    if (event.type == GC_FETCH_FAILED) {
        problem(c, url, event.detail, event.system_error);
        return false;
    }

    char *text = (char *)malloc(event.size + 1);
    if (!text) return false;
    if (event.size) memcpy(text, event.data, event.size);
    text[event.size] = 0;
    bool ok = parse_manifest(c, c->options.manifest, text, event.size);
    if (event.size && memchr(event.data, 0, event.size)) {
        problem(c, c->options.manifest, "has a zero byte; what stands behind it is not read", 0);
        c->manifest_complete = c->manifest_whole = false;
    }
    free(text);
    return ok;
}

// ---- what the cache has

static int64_t modified_ns(const struct stat *info) {
#ifdef __APPLE__
    return (int64_t)info->st_mtimespec.tv_sec * 1000000000 + info->st_mtimespec.tv_nsec;
#else
    return (int64_t)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec;
#endif
}

// A plain file of the cache, open for reading, or -1. No link is followed in the last part, no
// FIFO waited for.
static int open_plain(const cache *c, const char *name, struct stat *info) {
    int fd = openat(c->folder_fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return -1;
    if (fstat(fd, info) == 0 && S_ISREG(info->st_mode)) return fd;
    close(fd);
    return -1;
}

// An asset of the cache, open for reading, or -1. The size must be right.
static int open_asset(const cache *c, const asset *a, struct stat *info) {
    int fd = open_plain(c, a->name, info);
    if (fd < 0 || (uint64_t)info->st_size == a->size) return fd;
    close(fd);
    return -1;
}

static bool hash_file(int fd, uint8_t sha256[32]) {
    static uint8_t buffer[1 << 16];
    gc_fetch_sha256 hash;
    ssize_t n;
    gc_fetch_sha256_init(&hash);
    while ((n = read(fd, buffer, sizeof buffer)) != 0) {
        if (interrupted || (n < 0 && errno != EINTR)) return false;
        if (n > 0) gc_fetch_sha256_update(&hash, buffer, (size_t)n);
    }
    gc_fetch_sha256_final(&hash, sha256);
    return true;
}

// Is the asset whole and right in the cache? Its hash is computed again only when the index
// does not vouch for this very file.
static bool asset_is_right(cache *c, asset *a) {
    struct stat info;
    uint8_t sha256[32];
    int fd = open_asset(c, a, &info);
    if (fd < 0) return false;
    bool right = a->verified_ns != 0 && a->verified_ns == modified_ns(&info);
    if (!right) right = hash_file(fd, sha256) && memcmp(sha256, a->sha256, 32) == 0;
    close(fd);
    a->verified_ns = right ? modified_ns(&info) : 0;
    return right;
}

static int compare_relics(const void *a, const void *b) {
    return strcmp(((const relic *)a)->name, ((const relic *)b)->name);
}

// A line of the index about what the manifest does not list.
static void add_relic(cache *c, const char *name, const uint8_t sha256[32], uint64_t time) {
    if (gc_writer_check_path(name) != GC_WRITER_OK || strcmp(name, INDEX_NAME) == 0) return;
    if ((c->relic_count & (c->relic_count - 1)) == 0) {
        size_t capacity = c->relic_count ? c->relic_count * 2 : 1;
        relic *longer = (relic *)realloc(c->relics, capacity * sizeof *longer);
        if (!longer) return;
        c->relics = longer;
    }
    relic *r = &c->relics[c->relic_count];
    memset(r, 0, sizeof *r);
    memcpy(r->sha256, sha256, 32);
    r->verified_ns = (int64_t)time;
    r->name = strdup(name);
    if (r->name) c->relic_count++;
}

// The index vouches for files it has seen verified; without it, or when it is damaged, files
// are hashed again: slower, never wrong.
static void load_index(cache *c) {
    struct stat info;
    int fd = open_plain(c, INDEX_NAME, &info);
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    char line[5000];
    if (!file) return;

    while (fgets(line, sizeof line, file)) {
        uint8_t sha256[32];
        uint64_t time;
        line[strcspn(line, "\n")] = 0;
        // the same form, with the time in the place of the size
        char *name = parse_line(line, sha256, &time);
        if (!name || time > INT64_MAX) continue;
        asset *a = find_asset(c, name);
        if (!a) add_relic(c, name, sha256, time);
        else if (memcmp(a->sha256, sha256, 32) == 0 && !c->options.verify) a->verified_ns = (int64_t)time;
    }

    fclose(file);
    if (c->relic_count) qsort(c->relics, c->relic_count, sizeof *c->relics, compare_relics);
}

// Is it still the file that the index means? Else it is somebody else's by now, or not there.
// Its time tells; before it is removed, its bytes, too.
static bool relic_is_ours(const cache *c, const relic *r, bool read_it) {
    struct stat info;
    uint8_t sha256[32];
    int fd = open_plain(c, r->name, &info);
    if (fd < 0) return false;
    bool ours = r->verified_ns > 0 && r->verified_ns == modified_ns(&info);
    if (ours && read_it) ours = hash_file(fd, sha256) && memcmp(sha256, r->sha256, 32) == 0;
    close(fd);
    return ours;
}

static void poll_writer(cache *c);

// Removes what earlier manifests brought and this one, if it is whole, no longer lists. A
// writer has so many slots, and only polling frees them.
static void remove_relics(cache *c) {
    const char *last = "";                  // of ours; a second line about it says nothing new
    for (size_t i = 0; i < c->relic_count && !interrupted; i++) {
        relic *r = &c->relics[i];
        bool again = strcmp(last, r->name) == 0;
        bool ours = !again && relic_is_ours(c, r, c->manifest_whole);
        if (interrupted) break;             // while it was read: not known
        r->gone = !ours;
        if (!ours) continue;
        last = r->name;
        c->counts.kept++;
        if (!c->manifest_whole) continue;

        int result;
        while ((result = gc_writer_remove(c->writer, r->name, REMOVAL_TAG | i)) == GC_WRITER_E_FULL) {
            gc_writer_flush(c->writer, -1);
            poll_writer(c);
        }
        if (result != GC_WRITER_OK) problem(c, r->name, gc_writer_result_string(result), 0);
    }

    gc_writer_flush(c->writer, -1);
    poll_writer(c);
}

static void save_index(cache *c) {
    size_t size = 1, at = 0;
    for (size_t i = 0; i < c->asset_count; i++) size += strlen(c->assets[i].name) + 96;
    for (size_t i = 0; i < c->relic_count; i++) size += strlen(c->relics[i].name) + 96;
    char *text = (char *)malloc(size);
    if (!text) return;

    char hex[65];
    for (size_t i = 0; i < c->asset_count; i++) {
        const asset *a = &c->assets[i];
        if (!a->present || a->verified_ns <= 0) continue;
        print_hex(hex, a->sha256);
        at +=
            (size_t)snprintf(text + at, size - at, "%s  %lld  %s\n", hex, (long long)a->verified_ns, a->name);
    }

    // What is no longer listed stays in the index, for a later manifest to remove.
    for (size_t i = 0; i < c->relic_count; i++) {
        const relic *r = &c->relics[i];
        if (r->gone) continue;
        print_hex(hex, r->sha256);
        at +=
            (size_t)snprintf(text + at, size - at, "%s  %lld  %s\n", hex, (long long)r->verified_ns, r->name);
    }

    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = INDEX_NAME;
    desc.tag = INDEX_TAG;
    desc.borrow = true;             // no copy: text stays until the flush
    int result = gc_writer_put(c->writer, &desc, text, at, NULL);
    if (result != GC_WRITER_OK) problem(c, INDEX_NAME, gc_writer_result_string(result), 0);
    gc_writer_flush(c->writer, -1);
    poll_writer(c);
    free(text);
}

// ---- downloading

static int begin_asset(asset *a) {
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.path = a->name;
    desc.tag = (uint64_t)(a - a->cache->assets);
    desc.size_hint = a->size;
    return gc_writer_begin_with(a->cache->writer, &desc, &a->file);
}

// On the network thread: a piece of an asset. What the writer does not take comes again.
static size_t asset_stream(void *user, uint64_t offset, const void *data, size_t size) {
    asset *a = (asset *)user;

    // A new attempt begins at 0 again: what the last one wrote is given up.
    if (offset == 0 && a->writing && a->taken > 0) {
        gc_writer_abort(a->cache->writer, a->file);
        a->writing = false;
    }
    if (offset == 0 && !a->writing) {
        a->taken = 0;
        a->begin_error = begin_asset(a);
        if (a->begin_error == GC_WRITER_E_FULL) return 0;
        a->writing = a->begin_error == GC_WRITER_OK;
    }
    if (!a->writing) return size;       // the main thread reports begin_error

    size_t taken = gc_writer_write(a->cache->writer, a->file, data, size);
    a->taken += taken;
    return taken;
}

// Hands an asset to gc_fetch. False: its queue is full, and the next frame tries again.
static bool add_asset(cache *c, asset *a) {
    char url[GC_FETCH_MAX_URL + 1];
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    int result = GC_FETCH_E_URL;
    if (asset_url(c, a->name, url, sizeof url)) {
        request.url = url;
        request.tag = (uint64_t)(a - c->assets);
        request.sink = GC_FETCH_STREAM;
        request.stream = asset_stream;
        request.stream_user = a;
        request.size = a->size;
        request.size_known = true;
        request.sha256 = a->sha256;
        result = gc_fetch_add(c->fetch, &request, NULL);
    }

    if (result == GC_FETCH_E_FULL) return false;
    if (result != GC_FETCH_OK) {
        problem(c, a->name, gc_fetch_result_string(result), 0);
        c->counts.failed++;
        c->finished++;
    }
    return true;
}

static void fail_asset(cache *c, const asset *a, const char *text, int system_error) {
    problem(c, a->name, text, system_error);
    c->counts.failed++;
    c->finished++;
}

// A removal is done, or could not be; or the index could not be written.
static void removal_event(cache *c, const gc_writer_event *event) {
    if (event->type == GC_WRITER_FAILED) {
        problem(c, event->path, gc_writer_result_string(event->result), event->system_error);
    } else if (event->type == GC_WRITER_REMOVED) {
        c->relics[event->tag - REMOVAL_TAG].gone = true;
        c->counts.removed++;
        c->counts.kept--;
    }
}

// An asset is there when its file is published: from now on the game may open it.
static void writer_event(cache *c, const gc_writer_event *event) {
    if (event->tag & REMOVAL_TAG) {     // the index has this bit as well
        removal_event(c, event);
        return;
    }
    asset *a = &c->assets[event->tag];
    // an attempt that was given up
    if (!a->ended || !gc_writer_file_equal(event->file, a->file)) return;

    struct stat info;
    char text[128];
    int fd;
    if (event->type == GC_WRITER_FAILED) {
        snprintf(text, sizeof text, "cannot be written (%s)", gc_writer_stage_string(event->stage));
        fail_asset(c, a, text, event->system_error);
    } else if ((fd = open_asset(c, a, &info)) < 0) {
        fail_asset(c, a, "was published, but cannot be opened", errno);
    } else {
        close(fd);      // a game would read it here
        a->verified_ns = modified_ns(&info);
        a->present = true;
        c->counts.downloaded++;
        c->counts.bytes += a->size;
        c->finished++;
    }
}

static void poll_writer(cache *c) {
    gc_writer_event event;
    while (gc_writer_poll(c->writer, &event)) writer_event(c, &event);
}

// A download is done: its file may be ended, and the writer's event will count it.
static void fetch_event(cache *c, const gc_fetch_event *event) {
    asset *a = &c->assets[event->tag];
    if (event->type == GC_FETCH_FAILED) {
        if (a->writing) gc_writer_abort(c->writer, a->file);
        fail_asset(c, a, event->detail, 0);
    } else if (event->type == GC_FETCH_DONE) {
        // Only an empty asset can come here without a file: all slots were in use when it
        // arrived.
        while (!a->writing && a->begin_error == GC_WRITER_E_FULL) {
            poll_writer(c);
            a->begin_error = begin_asset(a);
            a->writing = a->begin_error == GC_WRITER_OK;
        }
        a->ended = a->writing;
        if (a->writing) gc_writer_end(c->writer, a->file);
        else fail_asset(c, a, gc_writer_result_string(a->begin_error), 0);
    }
}

// The library work of one frame: hands out requests from *next on, and takes what has happened.
static void work_a_frame(cache *c, size_t *next) {
    uint64_t wall = now_ns(CLOCK_MONOTONIC), cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (int added = 0; *next < c->asset_count && added < ADDS_PER_FRAME; ++*next) {
        if (!c->assets[*next].wanted) continue;
        if (!add_asset(c, &c->assets[*next])) break;
        added++;
    }
    poll_writer(c);
    gc_fetch_event event;
    while (gc_fetch_poll(c->fetch, &event)) fetch_event(c, &event);

    double cpu_ms = (double)(now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu) / 1e6;
    double wall_ms = (double)(now_ns(CLOCK_MONOTONIC) - wall) / 1e6;
    if (cpu_ms > c->counts.worst_cpu_ms) c->counts.worst_cpu_ms = cpu_ms;
    if (wall_ms > c->counts.worst_wall_ms) c->counts.worst_wall_ms = wall_ms;
}

// The game's loop: 60 frames a second, and in each a little library work, whose worst frame is
// measured.
static void download(cache *c) {
    size_t next = 0;
    uint64_t start = now_ns(CLOCK_MONOTONIC), frame_end = start;
    c->shown_ns = c->rate_ns = start;
    gc_fetch_statistics stats;
    gc_fetch_stats(c->fetch, &stats);
    c->rate_bytes = stats.received;

    while (c->finished < c->total && !interrupted) {
        work_a_frame(c, &next);

        // The game's own work would stand here.
        show_progress(c, false);

        // Sleep until the next frame; after a late one, no hurry to catch up.
        frame_end += FRAME_NS;
        uint64_t now = now_ns(CLOCK_MONOTONIC);
        if (frame_end < now) frame_end = now;
        uint64_t left = frame_end - now;
        struct timespec rest = {(time_t)(left / 1000000000u), (long)(left % 1000000000u)};
        nanosleep(&rest, NULL);
    }

    c->counts.seconds = (double)(now_ns(CLOCK_MONOTONIC) - start) / 1e9;
    if (c->total && !interrupted) show_progress(c, true);
    if (c->bar_open) printf("\n");
    c->bar_open = false;
}

static double peak_memory_mb(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return (double)usage.ru_maxrss / 1e6;
#else
    return (double)usage.ru_maxrss * 1024 / 1e6;
#endif
}

static void close_cache(cache *c) {
    gc_fetch_close(c->fetch);       // first: it calls asset_stream, which uses the writer
    gc_writer_close(c->writer);
    if (c->folder_fd >= 0) close(c->folder_fd);
    for (size_t i = 0; i < c->asset_count; i++) free(c->assets[i].name);
    free(c->assets);
    for (size_t i = 0; i < c->relic_count; i++) free(c->relics[i].name);
    free(c->relics);
}

// After Ctrl-C: what has been ended is published, all else given up, and the index saved.
static void stop_work(cache *c) {
    gc_fetch_close(c->fetch);
    c->fetch = NULL;
    gc_writer_flush(c->writer, -1);
    poll_writer(c);
}

// What is there after Ctrl-C, if it was counted, and the command that goes on, as the shell
// wants it.
static void tell_rest(const cache *c, bool counted) {
    size_t there = 0;
    for (size_t i = 0; i < c->asset_count; i++) there += c->assets[i].present;
    fprintf(stderr, "asset_cache: interrupted: ");
    if (counted) fprintf(stderr, "%zu of %zu assets are there and stay; ", there, c->asset_count);
    fprintf(stderr, "to go on:\n   ");
    for (char **word = c->options.command; *word; word++) {
        static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-:+,=@%";
        bool plain = **word && (*word)[strspn(*word, safe)] == 0;
        fprintf(stderr, plain ? " " : " '");
        for (const char *p = *word; *p; p++) {
            if (*p == '\'') fprintf(stderr, "'\\''");
            else fputc(*p, stderr);
        }
        if (!plain) fprintf(stderr, "'");
    }
    fprintf(stderr, "\n");
}

// Opens folder, writer and fetch. False: one of them cannot be, and that is told.
static bool open_cache(cache *c, const options *o) {
    memset(c, 0, sizeof *c);
    c->options = *o;
    c->folder_fd = -1;
    c->terminal = isatty(STDOUT_FILENO) == 1;

    gc_writer_desc writer_desc;
    gc_writer_error writer_error;
    memset(&writer_desc, 0, sizeof writer_desc);
    writer_desc.root = o->folder;
    writer_desc.ring_bytes = o->ring_bytes;
    c->writer = gc_writer_open(&writer_desc, &writer_error);

    if (!c->writer) {
        problem(c, o->folder, gc_writer_result_string(writer_error.result), writer_error.system_error);
        return false;
    }
    if ((c->folder_fd = open(o->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
        problem(c, o->folder, "cannot be opened", errno);
        return false;
    }

    gc_fetch_desc fetch_desc;
    gc_fetch_error fetch_error;
    memset(&fetch_desc, 0, sizeof fetch_desc);
    fetch_desc.parallel = o->parallel;
    fetch_desc.order = o->order;
    c->fetch = gc_fetch_open(&fetch_desc, &fetch_error);

    if (!c->fetch) {
        problem(c, fetch_error.what, gc_fetch_result_string(fetch_error.result), fetch_error.system_error);
        return false;
    }
    return true;
}

// Which assets are there already? Sets what is wanted, and how much.
static void look_for_assets(cache *c) {
    for (size_t i = 0; i < c->asset_count && !interrupted; i++) {
        asset *a = &c->assets[i];
        a->present = asset_is_right(c, a);
        a->wanted = !a->present;
        if (a->present) c->counts.hits++;
        else c->total++;
        if (a->wanted) c->total_bytes += a->size;
    }
}

// The closing lines of a pass.
static void tell_counts(const cache *c) {
    const counts *n = &c->counts;
    if (c->problems > PROBLEMS_TOLD) {
        fprintf(stderr, "asset_cache: and %u more problems\n", c->problems - PROBLEMS_TOLD);
    }
    printf("%zu assets: %u hits, %u downloaded, %u failed, %u removed\n", c->asset_count, n->hits,
           n->downloaded, n->failed, n->removed);
    if (c->total) {
        printf("%.1f MB in %.2f s, %.1f MB/s; ", megabytes(n->bytes), n->seconds,
               megabytes(n->bytes) / n->seconds);
    }
    if (n->kept) {
        const char *why =
            ": the manifest does not say that it is whole (--make-manifest writes one that does)";
        printf("%u files that are no longer listed stay%s\n", n->kept, c->manifest_whole ? "" : why);
    }

    printf("peak memory %.1f MB; worst frame %.3f ms of library work (%.3f ms by the wall clock)\n",
           peak_memory_mb(), n->worst_cpu_ms, n->worst_wall_ms);
    fflush(stdout);
}

// One pass: brings the cache folder to the state of the manifest. Returns the exit status.
static int update_cache(const options *o, counts *out) {
    cache c;
    bool checked = false;
    bool ok = open_cache(&c, o) && load_manifest(&c);
    if (ok) {
        load_index(&c);
        remove_relics(&c);
        look_for_assets(&c);
        checked = !interrupted;

        download(&c);
        if (interrupted) stop_work(&c);
        if (checked) save_index(&c);        // else the old one knows more
        tell_counts(&c);
    }

    if (interrupted && !o->demo) tell_rest(&c, checked);
    close_cache(&c);
    if (out) *out = c.counts;
    return ok && c.problems == 0 && !interrupted ? 0 : 1;
}

// ---- making a manifest

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct listing {
    char *text;
    size_t size, capacity;
    uint64_t count;
} listing;

static bool list_asset(listing *list, const char *hex, uint64_t size, const char *name) {
    size_t need = strlen(name) + 96;
    if (list->capacity - list->size < need) {
        size_t capacity = list->capacity * 2 + need;
        char *longer = (char *)realloc(list->text, capacity);
        if (!longer) return false;
        list->text = longer;
        list->capacity = capacity;
    }
    list->size += (size_t)snprintf(list->text + list->size, need, "%s  %llu  %s\n", hex,
                                   (unsigned long long)size, name);
    list->count++;
    return true;
}

// A plain file: hashes it and adds its line. Returns the exit status.
static int list_file(listing *list, int fd, uint64_t size, const char *path) {
    uint8_t sha256[32];
    char hex[65];
    if (gc_writer_check_path(path) != GC_WRITER_OK) {
        complain(path, "not a name that may be written everywhere; left out", 0);
        return 1;
    }
    if (!hash_file(fd, sha256)) {
        complain(path, strerror(errno), 0);
        return 1;
    }
    print_hex(hex, sha256);
    if (!list_asset(list, hex, size, path)) {
        complain(path, "out of memory", 0);
        return 1;
    }
    return 0;
}

// The names in a folder, sorted; NULL if there is none, or no memory for them.
static char **read_names(DIR *dir, size_t *count) {
    char **names = NULL;
    *count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if ((*count & (*count - 1)) == 0) {
            char **longer = (char **)realloc(names, (*count ? *count * 2 : 1) * sizeof *names);
            if (!longer) break;
            names = longer;
        }
        names[*count] = strdup(entry->d_name);
        if (!names[*count]) break;
        ++*count;
    }
    if (*count) qsort(names, *count, sizeof *names, compare_names);
    return names;
}

// A line for each file below `folder`, whose path from the top is `prefix`. Links and special
// files are passed over. Returns the exit status.
static int list_folder(listing *list, int folder, const char *prefix, int depth) {
    DIR *dir = fdopendir(folder);
    if (!dir) {
        complain(prefix, strerror(errno), 0);
        close(folder);
        return 1;
    }

    size_t count;
    errno = 0;
    char **names = read_names(dir, &count);
    int status = errno ? 1 : 0;
    if (errno) complain(prefix, strerror(errno), 0);

    for (size_t i = 0; i < count; i++) {
        char path[4096];
        struct stat info;
        int n = snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] ? "/" : "", names[i]);
        bool fits = n > 0 && (size_t)n < sizeof path;
        int fd = fits ? openat(folder, names[i], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
        free(names[i]);
        if (fd < 0 && fits && errno == ELOOP) continue;

        if (fd < 0 || fstat(fd, &info) != 0) {
            complain(path, fits ? strerror(errno) : "the path is too long", 0);
            status = 1;
        } else if (S_ISDIR(info.st_mode) && depth < MAX_PARTS) {
            status |= list_folder(list, fd, path, depth + 1);       // and closes it
            continue;
        } else if (S_ISREG(info.st_mode) && strcmp(path, "manifest.txt") != 0 &&
                   strcmp(path, INDEX_NAME) != 0) {
            status |= list_file(list, fd, (uint64_t)info.st_size, path);
        }
        if (fd >= 0) close(fd);
    }

    free(names);
    closedir(dir);
    return status;
}

static int make_manifest(const char *folder) {
    listing list;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        complain(folder, strerror(errno), 0);
        return 1;
    }
    memset(&list, 0, sizeof list);
    int status = list_folder(&list, fd, "", 0);

    print_seal(stdout, list.count, list.text, list.size);
    if (list.size) fwrite(list.text, 1, list.size, stdout);
    free(list.text);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("standard output", strerror(errno), 0);
        status = 1;
    }
    return status;
}

// ---- the demonstration: three passes against an origin of its own, a program beside this one

typedef struct demonstration {
    options options;
    char folder[200], cache[256];       // a temporary folder, and the cache in it
    char site[256];                     // without libcurl: the folder that is the origin
    char program[4200];                 // the origin's
    char url[300];
    child server;
    bool serving;
} demonstration;

static int demo_failed(const char *what, const char *text) {
    complain(what, text, 0);
    return 1;
}

// The origin's program is the one that was named, or stands beside this one.
static bool find_origin(demonstration *d) {
    char own[4096];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = 0;
    if (n <= 0) snprintf(own, sizeof own, "%s", d->options.command[0]);     // not Linux
    const char *slash = strrchr(own, '/');
    if (d->options.origin_program) snprintf(d->program, sizeof d->program, "%s", d->options.origin_program);
    else if (slash) snprintf(d->program, sizeof d->program, "%.*s/origin", (int)(slash - own), own);
    else snprintf(d->program, sizeof d->program, "./origin");

    struct stat info;
    if (stat(d->program, &info) == 0 && S_ISREG(info.st_mode) && access(d->program, X_OK) == 0) return true;
    complain(d->program, "the demonstration's origin is not there: make build/origin builds it, and "
             "--origin-program names another place", 0);
    return false;
}

static bool start_child(const demonstration *d, child *c, const char *const *command) {
    if (child_start(c, command)) return true;
    complain(d->program, "cannot be started", errno);
    return false;
}

// Runs the origin's program to its end. *number becomes the number in its output's line "NAME
// NUMBER".
static bool run_origin(const demonstration *d, const char *const *command, const char *name,
                       int64_t *number) {
    child c;
    char line[256];
    size_t length = name ? strlen(name) : 0;
    if (!start_child(d, &c, command)) return false;
    while (child_line(&c, line, sizeof line, &interrupted)) {
        if (!name || strncmp(line, name, length) != 0 || line[length] != ' ') continue;
        *number = strtoll(line + length, NULL, 10);
    }
    return child_end(&c, interrupted != 0) == 0;
}

// Opens the origin: 1,000 files, 190 MB, behind a simulated network; without libcurl in a
// folder. False: it cannot be, and that is told.
#ifdef GC_FETCH_NO_CURL

static bool open_origin(demonstration *d) {
    const char *const command[] = {d->program, "--files", "1000", "--bytes", "190000000",
                                   "--write-folder", d->site, NULL};
    snprintf(d->site, sizeof d->site, "%s/origin", d->folder);
    snprintf(d->url, sizeof d->url, "file://%s", d->site);
    if (!run_origin(d, command, NULL, NULL)) return false;
    printf("built without libcurl, so the origin is a folder; "
           "for HTTP, install libcurl's headers (make setup) and build again\n");
    printf("origin: %s, 1000 files, 190.0 MB\n", d->url);
    return true;
}

// 50 files change.
static bool change_origin(demonstration *d) {
    const char *const command[] = {d->program, "--files", "1000", "--bytes", "190000000", "--change", "50",
                                   "--seed", "7", "--write-folder", d->site, NULL};
    return run_origin(d, command, NULL, NULL);
}

static void close_origin(demonstration *d) { (void)d; }

#else

static bool open_origin(demonstration *d) {
    const char *const command[] = {d->program, "--files", "1000", "--bytes", "190000000", "--rtt", "20",
                                   "--bandwidth", "200M", "--stop-on-eof",
                                   d->options.log_path ? "--log" : NULL, d->options.log_path, NULL};
    static const char told[] = "origin: ";
    char line[200];
    if (!start_child(d, &d->server, command)) return false;

    // Its first line is its URL. Without one it has said on stderr what is wrong.
    if (!child_line(&d->server, line, sizeof line, &interrupted) || strncmp(line, told, strlen(told)) != 0) {
        child_end(&d->server, true);
        return false;
    }
    d->serving = true;
    snprintf(d->url, sizeof d->url, "%s", line + strlen(told));
    printf("origin: %s, 1000 files, 190.0 MB, 20 ms round trip, 200 Mbit/s\n", d->url);
    return true;
}

// 50 files change.
static bool change_origin(demonstration *d) {
    char target[400];
    const char *const command[] = {d->program, "--ask", "POST", target, NULL};
    snprintf(target, sizeof target, "%s/origin/change?count=50&seed=7", d->url);
    return run_origin(d, command, NULL, NULL);
}

// Requests for assets that the origin has had.
static int64_t requests_at_origin(demonstration *d) {
    char target[400];
    int64_t requests = -1;
    const char *const command[] = {d->program, "--ask", "GET", target, NULL};
    snprintf(target, sizeof target, "%s/origin/log", d->url);
    run_origin(d, command, "asset_requests", &requests);
    return requests;
}

static void close_origin(demonstration *d) {
    if (d->serving) child_end(&d->server, true);
    d->serving = false;
}

#endif

// Everything, nothing, and exactly the 50 assets that changed in between.
static int demo_passes(demonstration *d) {
    static const uint32_t expected[3] = {1000, 0, 50};
    static const char *const titles[3] = {"an empty cache", "the same again",
                                          "after 50 files have changed at the origin"};
    int status = 0;
#ifndef GC_FETCH_NO_CURL
    int64_t before = 0;
#endif
    printf("cache:  %s\n", d->cache);

    for (int pass = 0; pass < 3; pass++) {
        counts counts;
        printf("\npass %d: %s\n", pass + 1, titles[pass]);
        fflush(stdout);
        status |= update_cache(&d->options, &counts);
        if (interrupted) break;

        // What the origin has counted must be what this pass says of itself.
#ifdef GC_FETCH_NO_CURL
        uint32_t requests = counts.downloaded + counts.failed;
#else
        int64_t after = requests_at_origin(d);
        uint32_t requests = (uint32_t)(after - before);
        before = after;
#endif
        bool right = requests == expected[pass] && counts.downloaded == expected[pass] &&
                     counts.hits == 1000 - expected[pass];
        printf("%u requests for assets%s\n", requests, right ? "" : ": WRONG");
        if (!right) status = 1;
        if (pass == 1 && !change_origin(d)) status |= demo_failed("origin", "did not change its files");
    }
    return status;
}

static void remove_tree(int folder) {
    DIR *dir = fdopendir(folder);
    if (!dir) {
        close(folder);
        return;
    }
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        int sub = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (sub >= 0) remove_tree(sub);
        unlinkat(folder, entry->d_name, sub >= 0 ? AT_REMOVEDIR : 0);
    }
    closedir(dir);
}

static int demo(const options *o) {
    const char *parent = getenv("TMPDIR");
    demonstration d;
    memset(&d, 0, sizeof d);
    d.options = *o;
    if (!find_origin(&d)) return 1;
    snprintf(d.folder, sizeof d.folder, "%.150s/asset_cache.XXXXXX",
             parent && parent[0] == '/' ? parent : "/tmp");
    if (!mkdtemp(d.folder)) return demo_failed(d.folder, strerror(errno));
    snprintf(d.cache, sizeof d.cache, "%s/cache", d.folder);

    int status = 1;
    if (open_origin(&d)) {
        d.options.folder = d.cache;
        d.options.origin = d.url;
        d.options.demo = true;
        status = demo_passes(&d);
        close_origin(&d);
    }

    int fd = open(d.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) remove_tree(fd);
    if (rmdir(d.folder) == 0 && interrupted) {
        fprintf(stderr, "asset_cache: the demonstration was interrupted; its folder is removed\n");
    }
    return status;
}

// ---- options

static const char usage[] =
    "usage: asset_cache [--origin URL] [options]\n"
    "Brings a cache folder to the state of URL/manifest.txt.\n"
    "Without --origin: a demonstration with an origin of its own.\n"
    "  --origin URL         http://, https:// or file:/// folder of the assets\n"
    "  --cache DIR          the cache folder (asset_cache.d); made if it is missing\n"
    "  --manifest NAME      the manifest's name below the origin (manifest.txt)\n"
    "  --parallel N         transfers at once, 1 to 64 (16)\n"
    "  --order ORDER        mixed (large and small together), given, or shuffled\n"
    "  --ring KB            the writer's memory (4096)\n"
    "  --verify             hash every cached file again\n"
    "  --log FILE           the demonstration's origin logs its requests there\n"
    "  --origin-program P   the demonstration's origin (the program `origin` beside this one)\n"
    "  --make-manifest DIR  print the manifest of a folder\n"
    "  -h, --help\n"
    "  --version\n"
    "What the manifest no longer lists is removed if its first line, as --make-manifest writes it, shows "
    "that it is\n"
    "whole.\n"
    "Ctrl-C: what is whole stays, and the same command goes on from there.\n"
    "Exit status: 0 all assets are there, 1 some are not, 2 wrong usage.\n";

static int refuse(const char *option, const char *text) {
    fprintf(stderr, "asset_cache: ");
    print_safe(stderr, option);
    fprintf(stderr, ": %s (see --help)\n", text);
    return 2;
}

// "0.2.0" of major * 10000 + minor * 100 + patch.
static const char *version_text(char text[16], int version) {
    snprintf(text, 16, "%d.%d.%d", version / 10000 % 100, version / 100 % 100, version % 100);
    return text;
}

static bool parse_number(const char *text, unsigned long low, unsigned long high, unsigned long *out) {
    char *end;
    errno = 0;
    *out = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && errno == 0 && *out >= low && *out <= high;
}

static void print_version(void) {
    char fetch[16], writer[16];
    version_text(fetch, gc_fetch_version());
    version_text(writer, gc_writer_version());
    printf("asset_cache with gc_fetch %s, gc_writer %s\n", fetch, writer);
}

static const struct { const char *name; size_t at;
} text_options[] = {
    {"--origin", offsetof(options, origin)},
    {"--cache", offsetof(options, folder)},
    {"--manifest", offsetof(options, manifest)},
    {"--log", offsetof(options, log_path)},
    {"--origin-program", offsetof(options, origin_program)},
    {"--make-manifest", offsetof(options, make_manifest)},
};

// An option with a value. -1: all is well; else the exit status.
static int set_option(options *o, const char *option, const char *value) {
    static const char *const orders[] = {"mixed", "given", "shuffled"};
    bool parallel = strcmp(option, "--parallel") == 0, ring = strcmp(option, "--ring") == 0;
    bool order = strcmp(option, "--order") == 0;
    const char **text = NULL;
    for (size_t i = 0; i < sizeof text_options / sizeof text_options[0]; i++) {
        if (strcmp(option, text_options[i].name) == 0) text = (const char **)((char *)o + text_options[i].at);
    }
    if (!text && !parallel && !ring && !order) return refuse(option, "unknown option");
    if (!value) return refuse(option, "its value is missing");

    unsigned long number;
    if (text) {
        *text = value;
    } else if (parallel) {
        if (!parse_number(value, 1, 64, &number)) return refuse(value, "not a number from 1 to 64");
        o->parallel = (uint32_t)number;
    } else if (ring) {
        if (!parse_number(value, 64, 1 << 20, &number))
            return refuse(value, "not a number of KB from 64 to 1048576");
        o->ring_bytes = (size_t)number << 10;
    } else {
        o->order = -1;
        for (int n = 0; n < 3; n++) {
            if (strcmp(value, orders[n]) == 0) o->order = n;
        }
        if (o->order < 0) return refuse(value, "not mixed, given or shuffled");
    }
    return -1;
}

// -1: go on with *o; else the exit status.
static int parse_options(options *o, int argc, char **argv) {
    memset(o, 0, sizeof *o);
    o->command = argv;
    o->ring_bytes = 4u << 20;
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i];
        if (strcmp(option, "-h") == 0 || strcmp(option, "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(option, "--version") == 0) {
            print_version();
            return 0;
        }
        if (strcmp(option, "--verify") == 0) {
            o->verify = true;
            continue;
        }
        int status = set_option(o, option, i + 1 < argc ? argv[i + 1] : NULL);
        if (status >= 0) return status;
        i++;
    }

    if (!o->origin && !o->make_manifest) {
        static const char why[] = "needs --origin; without it this is a demonstration";
        if (o->folder) return refuse("--cache", why);
        if (o->manifest) return refuse("--manifest", why);
    }

    if (!o->manifest) o->manifest = "manifest.txt";
    if (!o->folder) o->folder = "asset_cache.d";
    return -1;
}

int main(int argc, char **argv) {
    options o;
    int status = parse_options(&o, argc, argv);
    if (status >= 0) return status;
    if (o.make_manifest) return make_manifest(o.make_manifest);

    catch_interrupts();
    status = o.origin ? update_cache(&o, NULL) : demo(&o);
    if (interrupted) {
        // All is in order: now end as the signal would have ended it, so that a shell's loop
        // ends as well.
        fflush(stdout);
        signal(interrupted, SIG_DFL);
        raise(interrupted);
    }
    return status;
}

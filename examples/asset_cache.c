// asset_cache - a game's assets in a folder: fetched as a whole or one by one, verified, kept,
// taken out again.
//
//     cc -O2 -I. examples/asset_cache.c -o asset_cache -lcurl -pthread             (in the project's root)
//     cc -O2 -I. -DGC_FETCH_NO_CURL examples/asset_cache.c -o asset_cache -pthread (without libcurl: file:)
//     cc -O2 -I. tests/origin/main.c -o origin -pthread                            (for the demonstration)
//
//     ./asset_cache                                    a demonstration: it starts ./origin, four passes
//     ./asset_cache --origin URL --cache DIR           URL/manifest.txt lists the assets, URL/NAME is one
//     ./asset_cache get tutorial/1 --origin URL --cache DIR > 1
//     ./asset_cache --make-manifest DIR --number 17 > manifest.txt
//
// It is a thin program over asset_cache.h, which has the cache: its folder and the manifest are
// described there. asset_cache_wait works as long as there is something to do; in the
// demonstration the main thread plays a game at 60 frames a second instead, and
// asset_cache_poll works half a millisecond a frame.
//
//     sed -E 's/^([0-9a-f]{64})  [0-9]+  /\1  /' manifest.txt | sha256sum -c
//
// Exit status: 0 all is there, 1 something is not (a line on stderr for each), 2 wrong usage.
// Ctrl-C ends it as the signal does; what is whole by then stays, and the same command goes on
// from there.
//
// Where to read: run() is the program's loop, play_a_frame() a game's, take_event() what it
// does with news, and a function for each command follows. The rest is words on the terminal,
// manifests to be made, the demonstration and options.
#define GC_WRITER_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#define ASSET_SIGN_IMPLEMENTATION
#define ASSET_CACHE_IMPLEMENTATION
#define ASSET_CHUNKS_IMPLEMENTATION
#include "gc_writer.h"
#include "gc_fetch.h"
#include "asset_sign.h"
#include "asset_cache.h"
#include "asset_chunks.h"
#include "common/asset_packer.h"
#include "common/asset_signer.h"
#include "common/child.h"

#include <limits.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#ifdef ASSET_CACHE_ZLIB
#include <zlib.h>
#endif

#define FRAME_NS 16666667
#define DEMO_TUTORIAL "assets/0"        // names of the demonstration's tutorial begin so
enum { MAX_PARTS = 64, PROBLEMS_TOLD = 30, EXPORTED_AT_ONCE = 64 };
static const char *const orders[] = {"mixed", "given", "shuffled"};    // as gc_fetch.h counts them

typedef struct options {
    const char *verb, *name, *second;   // the command, and what follows it; NULL: none
    const char *origin, *folder, *base, *manifest;
    const char *make_manifest;  // the folder to list
    const char *key, *make_key; // of sign: files of secret keys
    const char *keys;           // public ones, that an origin's manifest must be signed with
    const char *origin_program, *log_path, *order;
    uint64_t number, days;      // of the manifest that is made or signed; 0: none
    uint64_t mean;              // KB of a chunk; 0: as it was, or 16
    uint64_t parallel, ring;    // transfers at once, KB of the writer's pool; 0: the cache's own
    uint64_t patience;          // seconds to wait for room on a full disk
    uint64_t rate, quota;       // KB a second, MB; 0: no limit
    uint64_t port;              // of serve; 0: any free one
    char **command;             // main's argv
    bool verify, force, on_demand, dry_run, zlib, json, demo;
} options;

typedef struct counts {
    size_t assets;
    uint64_t hits, downloaded, failed, removed;
    uint64_t bytes;             // of the downloaded assets
    double seconds, worst_cpu_ms, worst_wall_ms;
    uint64_t tutorial, tutorial_after;  // files of it, and all files that were there when it was; 0: not yet
} counts;

typedef struct session {
    options options;
    asset_cache *cache;
    counts counts;
    bool updating;
    int update_result;
    uint32_t owed;              // events of assets that were asked for
    uint32_t problems, failures;
    uint64_t held_ns;           // since when the disk is full; 0: it is not

    asset_cache_missing missing;        // before the first byte
    asset_chunks_counts chunks;
    asset_cache_progress progress;      // as it was looked at last
    uint64_t shown_ns;          // when the progress was shown last
    uint64_t rate_ns, rate_bytes;       // start of the stretch over which the rate is measured
    double rate;
    bool quiet, terminal, colours, bar_open;
} session;

// ---- messages

static uint64_t now_ns(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The character at the begin of a text, and how many bytes it has; 0: they are no UTF-8.
static size_t decode(const char *text, uint32_t *out) {
    const unsigned char *p = (const unsigned char *)text;
    // The first byte tells the length; 0x80 to 0xc1 and 0xf5 and above begin nothing.
    size_t length = p[0] < 0x80 ? 1 : p[0] < 0xc2 || p[0] > 0xf4 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    uint32_t c = length == 1 ? p[0] : length ? p[0] & (0x7fu >> length) : 0;
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (p[i] & 0x3f);
    }
    // Longer than need be, half of a pair, or beyond the last one.
    bool wrong = (length == 3 && c < 0x800) || (length == 4 && c < 0x10000) || (c >= 0xd800 && c < 0xe000) ||
                 c > 0x10ffff;
    *out = c;
    return wrong ? 0 : length;
}

// How many bytes of text the terminal may have as they are: 0 if it could take them for a
// command or the end of a line, or if they turn the direction in which it writes; and what is
// no UTF-8 might be such in another encoding.
static size_t printable(const char *text) {
    static const uint32_t ranges[][2] = {
        {0, 0x1f}, {0x7f, 0x9f}, {0x61c, 0x61c}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x206f},
    };
    uint32_t c;
    size_t length = decode(text, &c);
    for (size_t i = 0; length && i < sizeof ranges / sizeof ranges[0]; i++) {
        if (c >= ranges[i][0] && c <= ranges[i][1]) return 0;
    }
    return length;
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
static void problem(session *s, const char *thing, const char *text, int system_error) {
    if (s->bar_open) printf("\r\033[K");
    s->bar_open = false;
    fflush(stdout);
    s->problems++;
    if (s->problems <= PROBLEMS_TOLD) complain(thing, text, system_error);
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
static void draw_bar(const session *s, double part, const char *text) {
    char bar[25], line[256];
    int room = terminal_columns() - 1;
    int percent = (int)(part * 100 + 0.001);
    int width = room - (int)strlen(text) - (int)strlen("[] 100%  ");
    if (width > 24) width = 24;
    if (width < 4) width = 0;

    int done = (int)(part * width + 0.001);
    for (int i = 0; i < width; i++) bar[i] = i < done ? '#' : '.';
    bar[width] = 0;
    if (width && s->colours) {
        printf("\r[\033[32m%.*s\033[0m%s] %3d%%  %s\033[K", done, bar, bar + done, percent, text);
    } else {
        snprintf(line, sizeof line, "%s%s%s%3d%%  %s", width ? "[" : "", bar, width ? "] " : "", percent,
                 text);
        printf("\r%.*s\033[K", room, line);
    }
}

// Bytes a second, over stretches of half a second, the older ones fading out.
static void measure_rate(session *s, uint64_t now, uint64_t received) {
    double span = (double)(now - s->rate_ns) / 1e9;
    bool first = s->rate <= 0 && span > 0.02;
    if (span < 0.5 && !first) return;

    double fresh = (double)(received - s->rate_bytes) / span;
    s->rate = s->rate > 0 ? 0.6 * s->rate + 0.4 * fresh : fresh;
    s->rate_ns = now;
    s->rate_bytes = received;
}

// Whole seconds; a line that stands still would take more than an unsigned holds.
static unsigned seconds_left(uint64_t bytes, double rate) {
    double seconds = rate > 0 ? (double)bytes / rate + 0.5 : 0;
    return seconds < 359999 ? (unsigned)seconds : 359999;       // 100 hours
}

// On a terminal one line that is drawn again and again; elsewhere a plain line a second.
static void show_progress(session *s, bool last) {
    uint64_t now = now_ns(CLOCK_MONOTONIC);
    if (s->quiet || (!last && now - s->shown_ns < (s->terminal ? 100000000u : 1000000000u))) return;
    s->shown_ns = now;

    asset_cache_statistics stats;
    asset_cache_progress *p = &s->progress;
    asset_cache_stats(s->cache, &stats);
    measure_rate(s, now, stats.received);
    if (last && (stats.current || stats.partial)) asset_cache_get_progress(s->cache, "", p);
    else if (!last && !asset_cache_get_update_progress(s->cache, p)) return;
    if (stats.fetched + stats.waiting + stats.in_hand + s->failures == 0) return;

    // What has come of unfinished files counts; what was fetched twice counts once.
    uint64_t there = p->ready_bytes - stats.fetched_bytes + stats.received;
    if (there > p->bytes || last) there = last ? p->ready_bytes : p->bytes;
    unsigned left = last ? 0 : seconds_left(p->bytes - there, s->rate);
    char text[160];
    snprintf(text, sizeof text, "%u/%u files  %.1f/%.1f MB  %.1f MB/s  %u:%02u left", p->ready, p->assets,
             megabytes(there), megabytes(p->bytes), s->rate / 1e6, left / 60, left % 60);

    if (!s->terminal) {
        printf("%s\n", text);
    } else {
        double part = p->bytes ? (double)there / (double)p->bytes : 1;
        if (p->ready < p->assets && part > 0.99) part = 0.99;
        draw_bar(s, part, text);
        if (last) printf("\n");
        s->bar_open = !last;
    }
    fflush(stdout);
}

// A text as JSON has it. Bytes that are no UTF-8 become the characters of their numbers.
static void print_json(const char *text) {
    putchar('"');
    while (*text) {
        uint32_t c;
        size_t n = printable(text), length = decode(text, &c);
        if (length == 0) c = (unsigned char)*text;
        if (n == 0 && c < 0x10000) printf("\\u%04x", (unsigned)c);
        if (n == 0 && c >= 0x10000) {
            printf("\\u%04x\\u%04x", (unsigned)(0xd7c0 + (c >> 10)), (unsigned)(0xdc00 + (c & 0x3ff)));
        }
        if (*text == '"' || *text == '\\') putchar('\\');
        fwrite(text, 1, n, stdout);
        text += length ? length : 1;
    }
    putchar('"');
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

// The command that goes on after Ctrl-C, as the shell wants it, and what is there, if that is
// known.
static void tell_rest(const session *s) {
    fprintf(stderr, "asset_cache: interrupted: ");
    if (s->progress.assets) {
        fprintf(stderr, "%u of %u assets are there and stay; ", s->progress.ready, s->progress.assets);
    }
    fprintf(stderr, "to go on:\n   ");
    for (char **word = s->options.command; *word; word++) {
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

// ---- the loop

// Chunks that packs have smaller, where zlib is linked (-DASSET_CACHE_ZLIB -lz).
#ifdef ASSET_CACHE_ZLIB
static size_t squeeze(void *user, const void *from, size_t from_size, void *to, size_t to_size) {
    uLongf n = (uLongf)to_size;
    (void)user;
    return compress2((Bytef *)to, &n, (const Bytef *)from, (uLong)from_size, 9) == Z_OK ? (size_t)n : 0;
}

static bool expand(void *user, const void *from, size_t from_size, void *to, size_t to_size) {
    uLongf n = (uLongf)to_size;
    (void)user;
    return uncompress((Bytef *)to, &n, (const Bytef *)from, (uLong)from_size) == Z_OK && n == to_size;
}
#endif

// What chunks can bring comes by them, and the rest whole.
static void fill(session *s) {
    asset_chunks_desc desc;
    asset_chunks_counts n;
    memset(&desc, 0, sizeof desc);
    desc.parallel = (uint32_t)s->options.parallel;
#ifdef ASSET_CACHE_ZLIB
    desc.unpack = expand;
#endif
    int result = asset_chunks_fill(s->cache, &desc, &n);
    if (result != ASSET_CACHE_E_ABSENT && !s->quiet) {
        printf("%u files made of chunks: %.3f MB fetched in %u requests (the list %.3f), "
               "%.1f MB reused%s%s\n",
               n.files, megabytes(n.received), n.requests, megabytes(n.index_bytes), megabytes(n.reused),
               result ? "; " : "", result ? asset_cache_result_string(result) : "");
    }
    s->chunks = n;
    asset_cache_pause(s->cache, false);
}

// What has happened.
static void take_event(session *s, const asset_cache_event *event) {
    const options *o = &s->options;
    char text[128];

    switch (event->type) {
    case ASSET_CACHE_READY:
        if (s->owed) s->owed--;
        break;
    case ASSET_CACHE_FAILED:
        if (s->owed) s->owed--;
        s->failures++;
        problem(s, event->name, event->detail, event->system_error);
        break;
    case ASSET_CACHE_HELD:
        s->held_ns = now_ns(CLOCK_MONOTONIC);
        snprintf(text, sizeof text, "the disk is full: nothing is fetched until there is room; waiting %u s",
                 (unsigned)o->patience);
        if (s->bar_open) printf("\r\033[K");
        fflush(stdout);
        complain(o->folder, text, event->system_error);
        break;
    case ASSET_CACHE_GOES_ON:
        s->held_ns = 0;
        if (!s->quiet) printf("%sthere is room again\n", s->bar_open ? "\r\033[K" : "");
        break;
    case ASSET_CACHE_ASKS:
        asset_cache_get_missing(s->cache, NULL, &s->missing);
        if (o->dry_run) asset_cache_cancel(s->cache);
        else fill(s);
        break;
    case ASSET_CACHE_UPDATED:
        s->updating = false;
        break;
    case ASSET_CACHE_NOT_UPDATED:
        s->updating = false;
        s->update_result = event->result;
        if (event->result == ASSET_CACHE_E_CANCELLED) break;

        // The assets that it failed on were told one by one.
        if (event->result == ASSET_CACHE_E_INCOMPLETE && s->failures) break;

        if (event->result == ASSET_CACHE_E_FETCH) {
            char url[GC_FETCH_MAX_URL + 64];
            size_t n = strlen(o->origin);
            const char *slash = n && o->origin[n - 1] == '/' ? "" : "/";
            snprintf(url, sizeof url, "%s%s%s", o->origin, slash, o->manifest);
            problem(s, url, event->detail, event->system_error);
        } else {
            problem(s, o->manifest, event->detail, event->system_error);
        }
        break;
    }
}

// The library work of one frame, measured.
static void work_a_frame(session *s) {
    uint64_t wall = now_ns(CLOCK_MONOTONIC), cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
    asset_cache_event event;
    while (asset_cache_poll(s->cache, &event)) take_event(s, &event);

    double cpu_ms = (double)(now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu) / 1e6;
    double wall_ms = (double)(now_ns(CLOCK_MONOTONIC) - wall) / 1e6;
    if (cpu_ms > s->counts.worst_cpu_ms) s->counts.worst_cpu_ms = cpu_ms;
    if (wall_ms > s->counts.worst_wall_ms) s->counts.worst_wall_ms = wall_ms;
}

// A game's tutorial can be played as soon as its own files are there.
static void look_for_tutorial(session *s) {
    asset_cache_progress p;
    asset_cache_statistics stats;
    if (s->counts.tutorial_after || !asset_cache_get_update_progress(s->cache, &p)) return;
    asset_cache_get_progress(s->cache, DEMO_TUTORIAL, &p);
    if (p.assets == 0 || p.ready < p.assets) return;
    asset_cache_stats(s->cache, &stats);
    s->counts.tutorial = p.assets;
    s->counts.tutorial_after = stats.fetched;
}

// A frame of a game, 60 a second, and in it a little library work. *end is when it is over.
static void play_a_frame(session *s, uint64_t *end) {
    work_a_frame(s);
    look_for_tutorial(s);

    // The game's own work would stand here. Then sleep until the next frame; after a late one,
    // no hurry to catch up.
    uint64_t now = now_ns(CLOCK_MONOTONIC);
    *end = *end + FRAME_NS < now ? now : *end + FRAME_NS;
    uint64_t left = *end - now;
    struct timespec rest = {(time_t)(left / 1000000000u), (long)(left % 1000000000u)};
    nanosleep(&rest, NULL);
}

// Until the update is over and every asset that was asked for is answered. False: not all is
// well.
static bool run(session *s) {
    uint32_t problems = s->problems;
    uint64_t start = now_ns(CLOCK_MONOTONIC), frame_end = start;
    asset_cache_event event;
    s->shown_ns = s->rate_ns = start;

    while ((s->updating || s->owed) && !interrupted) {
        if (s->options.demo) play_a_frame(s, &frame_end);
        else if (asset_cache_wait(s->cache, &event, 50)) take_event(s, &event);

        show_progress(s, false);
        uint64_t now = now_ns(CLOCK_MONOTONIC);
        if (s->held_ns && now - s->held_ns > s->options.patience * 1000000000u) {
            problem(s, s->options.folder, "is still full; what has come stays", ENOSPC);
            break;
        }
    }
    s->counts.seconds += (double)(now_ns(CLOCK_MONOTONIC) - start) / 1e9;
    if (interrupted) {
        asset_cache_stop(s->cache);
        if (!asset_cache_get_update_progress(s->cache, &s->progress)) s->progress.assets = 0;
    }
    return s->problems == problems && !interrupted;
}

// ---- commands

// The demonstration's origin is on this machine: no proxy leads there.
static void go_straight(void *user, gc_fetch_desc *fetch, gc_writer_desc *writer) {
    (void)user;
    (void)writer;
    fetch->no_environment_proxy = true;
}

// False: the cache cannot be opened, and that is told.
static bool open_session(session *s, const options *o) {
    memset(s, 0, sizeof *s);
    s->options = *o;
    s->quiet = o->json || (o->verb && strcmp(o->verb, "get") == 0);
    s->terminal = isatty(STDOUT_FILENO) == 1;
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    s->colours = s->terminal && !(no_colour && no_colour[0]) && terminal && strcmp(terminal, "dumb") != 0;

    asset_cache_desc desc;
    asset_cache_error error;
    memset(&desc, 0, sizeof desc);
    desc.folder = o->folder;
    desc.base = o->base;
    desc.origin = o->origin;
    desc.manifest = o->manifest;
    desc.keys = o->keys;
    desc.quota = o->quota * 1000000;
    desc.parallel = (uint32_t)o->parallel;
    for (int i = 0; o->order && i < 3; i++) {
        if (strcmp(o->order, orders[i]) == 0) desc.order = i;
    }
    desc.ring_bytes = (size_t)o->ring << 10;
    if (o->demo) desc.configure = go_straight;
    bool looks = o->verb && (strcmp(o->verb, "ls") == 0 || strcmp(o->verb, "stats") == 0);
    desc.make_no_folder = looks || !o->origin;      // nothing will come that is to be kept
    s->cache = asset_cache_open(&desc, &error);
    if (s->cache && o->rate) asset_cache_set_rate_limit(s->cache, o->rate * 1000);
    if (s->cache) return true;
    problem(s, error.what[0] ? error.what : o->folder, asset_cache_result_string(error.result),
            error.system_error);
    return false;
}

static int close_session(session *s) {
    asset_cache_close(s->cache);        // publishes what has come whole
    if (s->problems > PROBLEMS_TOLD) {
        fprintf(stderr, "asset_cache: and %u more problems\n", s->problems - PROBLEMS_TOLD);
    }
    if (interrupted && !s->options.demo) tell_rest(s);
    return s->problems || interrupted ? 1 : 0;
}

// Updates the version. False: that has failed, and was told.
static bool update(session *s, int flags) {
    if (!(flags & ASSET_CACHE_ON_DEMAND)) flags |= ASSET_CACHE_PAUSED;
    int result = asset_cache_update(s->cache, flags);
    if (result == ASSET_CACHE_E_FETCH || result == ASSET_CACHE_E_ARGUMENT) {
        problem(s, s->options.origin, "not a URL that can be fetched", 0);
    } else if (result != ASSET_CACHE_OK) {
        problem(s, s->options.folder, asset_cache_result_string(result), 0);
    }
    s->updating = result == ASSET_CACHE_OK;
    if (s->options.demo) asset_cache_get_all(s->cache, DEMO_TUTORIAL, 1);
    return s->updating && run(s) && s->update_result == ASSET_CACHE_OK;
}

// Hashes all that is there. What is damaged goes.
static void verify(session *s, asset_cache_counts *found) {
    int result = asset_cache_verify(s->cache, found);
    if (result != ASSET_CACHE_OK) problem(s, s->options.folder, asset_cache_result_string(result), 0);
}

// The closing lines of a fetch.
static void tell_counts(const session *s) {
    const counts *n = &s->counts;

    if (s->options.json) {
        bool updated = !s->update_result && !s->problems && !interrupted;
        printf("{\"assets\":%zu,\"hits\":%llu,\"downloaded\":%llu,\"failed\":%llu,\"removed\":%llu,"
               "\"bytes\":%llu,\"seconds\":%.3f,\"updated\":%s}\n",
               n->assets, (unsigned long long)n->hits, (unsigned long long)n->downloaded,
               (unsigned long long)n->failed, (unsigned long long)n->removed, (unsigned long long)n->bytes,
               n->seconds, updated ? "true" : "false");
        return;
    }

    printf("%zu assets: %llu hits, %llu downloaded, %llu failed, %llu removed\n", n->assets,
           (unsigned long long)n->hits, (unsigned long long)n->downloaded, (unsigned long long)n->failed,
           (unsigned long long)n->removed);
    if (n->downloaded && n->seconds > 0) {
        printf("%.1f MB in %.2f s, %.1f MB/s; ", megabytes(n->bytes), n->seconds,
               megabytes(n->bytes) / n->seconds);
    }

    printf("peak memory %.1f MB", peak_memory_mb());
    if (s->options.demo) {
        printf("; worst frame %.3f ms of library work (%.3f ms by the wall clock)", n->worst_cpu_ms,
               n->worst_wall_ms);
    }

    printf("\n");
    fflush(stdout);
}

// What has happened, as the cache counts it: a file that two names share is fetched once.
static void count(session *s) {
    asset_cache_statistics stats;
    counts *n = &s->counts;
    asset_cache_stats(s->cache, &stats);
    n->assets = stats.update_assets ? stats.update_assets : stats.assets;
    n->downloaded = stats.fetched;
    n->bytes = stats.fetched_bytes;
    n->failed = s->failures;
    n->hits = interrupted ? s->progress.ready : n->assets;
    n->hits -= interrupted ? (n->hits < n->downloaded ? n->hits : n->downloaded) : 0;
    if (!interrupted) n->hits = n->hits > n->downloaded + n->failed ? n->hits - n->downloaded - n->failed : 0;
}

// What a fetch would bring. The list is kept, as the partial version where there is none.
static int dry_run(session *s) {
    const asset_cache_missing *m = &s->missing;
    update(s, s->options.force ? ASSET_CACHE_FORCE : 0);
    if (s->options.json && !s->problems) {
        printf("{\"missing_assets\":%u,\"files\":%u,\"bytes\":%llu}\n", m->assets, m->files,
               (unsigned long long)m->bytes);
    } else if (!s->problems) {
        printf("%u assets are missing: %u files, %.1f MB\n", m->assets, m->files, megabytes(m->bytes));
    }
    return close_session(s);
}

// Brings the cache to the state of the origin, and removes what no version needs any longer.
static int fetch_command(const options *o, counts *out) {
    session s;
    asset_cache_counts done;
    if (!open_session(&s, o)) return 1;
    if (o->dry_run) return dry_run(&s);
    if (o->verify) verify(&s, &done);
    int flags = (o->on_demand ? ASSET_CACHE_ON_DEMAND : 0) | (o->force ? ASSET_CACHE_FORCE : 0);
    bool updated = update(&s, flags);
    asset_cache_statistics stats;
    asset_cache_stats(s.cache, &stats);
    if (stats.fetched && !interrupted) show_progress(&s, true);
    if (s.bar_open) printf("\n");
    s.bar_open = false;

    if (updated) {
        int result = asset_cache_gc(s.cache, &done);
        s.counts.removed = done.removed;
        if (result == ASSET_CACHE_E_BUSY && !s.quiet) {
            printf("another process uses the folder, or may: what is no longer needed stays\n");
        } else if (result != ASSET_CACHE_OK && result != ASSET_CACHE_E_BUSY) {
            problem(&s, o->folder, "what is no longer needed cannot be removed", 0);
        }
    }
    count(&s);
    tell_counts(&s);
    if (out) *out = s.counts;
    return close_session(&s);
}

// Makes assets available: with an origin those that are not there are fetched. Without a
// version its manifest is fetched first. False: some are not there, and that is told.
static bool bring(session *s, const char *name) {
    asset_cache_statistics stats;
    asset_cache_progress p;
    asset_cache_stats(s->cache, &stats);
    bool any = stats.current || stats.partial;
    if (!any && s->options.origin && !update(s, ASSET_CACHE_ON_DEMAND)) return false;
    asset_cache_stats(s->cache, &stats);
    if (!stats.current && !stats.partial) {
        problem(s, s->options.folder, "has no version yet (fetch brings one)", 0);
        return false;
    }

    if (name) {
        int result = asset_cache_get(s->cache, name, 1);
        if (result < 0) problem(s, name, asset_cache_result_string(result), 0);
        s->owed = result == ASSET_CACHE_PENDING;
    } else {
        asset_cache_get_progress(s->cache, "", &p);
        asset_cache_get_all(s->cache, "", 1);
        s->owed = p.assets;
    }
    return run(s) && s->problems == 0;
}

// Writes one asset to the standard output.
static int get_command(const options *o) {
    session s;
    asset_cache_data data;
    if (!open_session(&s, o)) return 1;
    if (bring(&s, o->name)) {
        int result = asset_cache_acquire(s.cache, o->name, &data);
        if (result != ASSET_CACHE_OK) {
            problem(&s, o->name, asset_cache_result_string(result), 0);
        } else {
            bool written = fwrite(data.bytes, 1, data.size, stdout) == data.size && fflush(stdout) == 0;
            if (!written) problem(&s, "standard output", strerror(errno), 0);
            asset_cache_release(s.cache, &data);
        }
    }
    return close_session(&s);
}

// Lists the current version, and what of it is there.
static int ls_command(const options *o) {
    session s;
    asset_cache_asset a;
    if (!open_session(&s, o)) return 1;

    if (o->json) printf("[");

    size_t lines = 0;
    bool all = asset_cache_at(s.cache, 0, &a);
    if (!all) problem(&s, o->folder, "has no version yet (fetch brings one)", 0);
    for (size_t i = 0; asset_cache_at(s.cache, i, &a) && !interrupted; i++) {
        char hex[65];
        if (o->name && strncmp(a.name, o->name, strlen(o->name)) != 0) continue;

        ac_print_hex(hex, a.sha256);
        if (o->json) {
            printf("%s\n{\"name\":", lines++ ? "," : "");
            print_json(a.name);
            printf(",\"size\":%llu,\"sha256\":\"%s\",\"there\":%s}", (unsigned long long)a.size, hex,
                   a.there ? "true" : "false");
        } else {
            printf("%s  %s  %10llu  ", a.there ? "there " : "absent", hex, (unsigned long long)a.size);
            print_safe(stdout, a.name);
            printf("\n");
        }

        all = all && a.there;
    }

    if (o->json) printf("]\n");
    return close_session(&s) || !all;
}

// Hashes all that is there; what is damaged or absent is fetched again if there is an origin.
static int verify_command(const options *o) {
    session s;
    asset_cache_counts found;
    asset_cache_asset a;
    if (!open_session(&s, o)) return 1;
    verify(&s, &found);
    if (o->origin && asset_cache_at(s.cache, 0, &a)) bring(&s, NULL);
    size_t absent = 0, i = 0;
    for (; asset_cache_at(s.cache, i, &a); i++) absent += !a.there;
    if (o->json) {
        printf("{\"verified\":%u,\"bytes\":%llu,\"damaged\":%u,\"absent\":%zu}\n", found.objects,
               (unsigned long long)found.bytes, found.damaged, absent);
    } else {
        printf("%u files verified, %.1f MB: %u damaged and removed, %zu of %zu assets absent\n",
               found.objects, megabytes(found.bytes), found.damaged, absent, i);
    }
    return close_session(&s) || absent || i == 0;
}

// Removes what the current version does not need.
static int gc_command(const options *o) {
    session s;
    asset_cache_counts done;
    if (!open_session(&s, o)) return 1;
    int result = asset_cache_gc(s.cache, &done);
    const char *busy = "another process uses it, or may, as locks do not work there";
    if (result == ASSET_CACHE_E_BUSY) problem(&s, o->folder, busy, 0);
    else if (result != ASSET_CACHE_OK) problem(&s, o->folder, asset_cache_result_string(result), 0);
    if (o->json) {
        printf("{\"removed\":%u,\"bytes\":%llu}\n", done.removed, (unsigned long long)done.bytes);
    } else {
        printf("%u of %u files removed, %.1f MB\n", done.removed, done.objects, megabytes(done.bytes));
    }
    return close_session(&s);
}

// Ends the files that were begun, and gives their assets back.
static void end_exports(session *s, gc_writer *writer, asset_cache_data *data, uint64_t *exported) {
    gc_writer_event event;
    gc_writer_flush(writer, -1);
    while (gc_writer_poll(writer, &event)) {
        if (event.type == GC_WRITER_FAILED) {
            problem(s, event.path, gc_writer_result_string(event.result), event.system_error);
        } else if (event.type == GC_WRITER_PUBLISHED) {
            ++*exported;
        }
    }
    for (int i = 0; i < EXPORTED_AT_ONCE; i++) asset_cache_release(s->cache, &data[i]);
}

// Writes all assets by their names.
static uint64_t export_all(session *s, gc_writer *writer) {
    asset_cache_data data[EXPORTED_AT_ONCE];
    asset_cache_asset a;
    uint64_t exported = 0;

    int n = 0;
    memset(data, 0, sizeof data);

    for (size_t i = 0; asset_cache_at(s->cache, i, &a) && !interrupted; i++) {
        gc_writer_file_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.path = a.name;
        desc.borrow = true;             // the asset stays acquired until the file is there

        int result = asset_cache_acquire(s->cache, a.name, &data[n]);
        if (result != ASSET_CACHE_OK) {
            problem(s, a.name, asset_cache_result_string(result), 0);
            continue;
        }

        result = gc_writer_put(writer, &desc, data[n].bytes, data[n].size, NULL);
        if (result != GC_WRITER_OK) problem(s, a.name, gc_writer_result_string(result), 0);
        if (++n < EXPORTED_AT_ONCE) continue;
        end_exports(s, writer, data, &exported);
        n = 0;
    }

    end_exports(s, writer, data, &exported);
    return exported;
}

static int export_command(const options *o) {
    session s;
    gc_writer_desc desc;
    gc_writer_error error;
    uint64_t exported = 0;
    if (!open_session(&s, o)) return 1;
    memset(&desc, 0, sizeof desc);
    desc.root = o->name;
    gc_writer *writer = bring(&s, NULL) ? gc_writer_open(&desc, &error) : NULL;
    if (writer) exported = export_all(&s, writer);
    else if (!s.problems && !interrupted)
        problem(&s, o->name, gc_writer_result_string(error.result), error.system_error);
    gc_writer_close(writer);
    if (o->json) printf("{\"exported\":%llu}\n", (unsigned long long)exported);
    else printf("%llu files exported\n", (unsigned long long)exported);
    return close_session(&s);
}

// How things stand.
static int stats_command(const options *o) {
    session s;
    asset_cache_statistics stats;
    asset_cache_asset a;
    if (!open_session(&s, o)) return 1;

    asset_cache_stats(s.cache, &stats);
    size_t there = 0;
    uint64_t bytes = 0;

    for (size_t i = 0; asset_cache_at(s.cache, i, &a); i++) {
        there += a.there;
        bytes += a.there ? a.size : 0;
    }

    if (o->json) {
        printf("{\"number\":%llu,\"made\":%lld,\"assets\":%zu,\"bytes\":%llu,\"there\":%zu,"
               "\"there_bytes\":%llu,\"partial\":%s,\"read_only\":%s}\n",
               (unsigned long long)stats.number, (long long)stats.made, stats.assets,
               (unsigned long long)stats.bytes, there, (unsigned long long)bytes,
               stats.partial ? "true" : "false", stats.read_only ? "true" : "false");
    } else if (!stats.current && !stats.partial) {
        printf("no version yet\n");
    } else {
        printf("%s %llu", stats.partial ? "partial version" : "version", (unsigned long long)stats.number);
        if (stats.made) printf(", made %.1f days ago", (double)(time(NULL) - stats.made) / 86400);
        printf("\n%zu of %zu assets are there, %.1f of %.1f MB%s\n", there, stats.assets, megabytes(bytes),
               megabytes(stats.bytes), stats.read_only ? "; the folder cannot be written" : "");
    }

    bool all = stats.current && there == stats.assets;
    return close_session(&s) || !all;
}

// ---- making a manifest

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct listing {
    asset_pack *pack;           // to which the files go, or NULL
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

static bool hash_file(int fd, uint8_t sha256[32]) {
    static uint8_t buffer[1 << 16];
    gc_fetch_sha256 hash;
    ssize_t n;
    gc_fetch_sha256_init(&hash);
    while ((n = read(fd, buffer, sizeof buffer)) != 0) {
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) gc_fetch_sha256_update(&hash, buffer, (size_t)n);
    }
    gc_fetch_sha256_final(&hash, sha256);
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
    ac_print_hex(hex, sha256);
    if (!list_asset(list, hex, size, path)) {
        complain(path, "out of memory", 0);
        return 1;
    }

    // Its chunks. That it has changed since it was hashed is seen by who makes it anew.
    if (!list->pack || !size) return 0;
    void *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    int result = ASSET_CACHE_E_SYSTEM;
    if (bytes != MAP_FAILED) result = asset_pack_add(list->pack, sha256, bytes, (size_t)size);
    if (bytes != MAP_FAILED) munmap(bytes, (size_t)size);
    if (result != ASSET_CACHE_OK) complain(path, asset_cache_result_string(result), 0);
    return result != ASSET_CACHE_OK;
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
        } else if (S_ISREG(info.st_mode) && strcmp(path, "manifest.txt") != 0) {
            status |= list_file(list, fd, (uint64_t)info.st_size, path);
        }
        if (fd >= 0) close(fd);
    }

    free(names);
    closedir(dir);
    return status;
}

// The comment lines that asset_cache.h describes, with one more, and then the assets. *size is
// the text's; NULL: no memory.
static char *manifest_text(const listing *list, uint64_t number, const char *line, size_t *size) {
    char second[96 + ASSET_PACK_LINE] = "", hex[65];
    uint8_t sha256[32];
    gc_fetch_sha256 hash;
    if (number) {
        snprintf(second, 96, "# number %llu, made %lld\n", (unsigned long long)number, (long long)time(NULL));
    }
    strcat(second, line);
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, second, strlen(second));
    if (list->size) gc_fetch_sha256_update(&hash, list->text, list->size);
    gc_fetch_sha256_final(&hash, sha256);
    ac_print_hex(hex, sha256);

    char *text = (char *)malloc(list->size + 512);
    if (!text) return NULL;
    unsigned long long count = list->count;
    *size = (size_t)snprintf(text, 512, "# %llu" AC_SEAL "%s\n%s", count, hex, second);
    if (list->size) memcpy(text + *size, list->text, list->size);
    *size += list->size;
    return text;
}

// ---- signing it

// A new secret key, which nobody else may read; its public half is printed.
static int make_key(const char *path) {
    uint8_t secret[32], key[32];
    char hex[66];
    int random = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool read_all = random >= 0 && read(random, secret, 32) == 32;
    if (random >= 0) close(random);
    if (!read_all) {
        complain("/dev/urandom", strerror(errno), 0);
        return 1;
    }

    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    signer_hex(hex, secret, 32);
    hex[64] = '\n';
    bool written = fd >= 0 && write(fd, hex, 65) == 65 && fsync(fd) == 0;
    if (!written) complain(path, strerror(errno), 0);
    if (fd >= 0) close(fd);
    if (!written) return 1;

    signer_public_key(secret, key);
    signer_hex(hex, key, 32);
    printf("%s\n", hex);
    return 0;
}

// A small file, whole, with a zero behind it; NULL: errno tells.
static char *read_text(const char *path, size_t *size) {
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char *text = ac_read_plain(folder, path, size);
    int error = errno;
    if (folder >= 0) close(folder);
    errno = error;
    return text;
}

// The signatures by the keys of some files, with commas between. The length, or 0: told.
static size_t sign_by(const char *files, const uint8_t sha256[32], char *out, size_t capacity) {
    size_t n = 0;
    while (*files) {
        char path[1024];
        uint8_t secret[32];
        size_t size, length = strcspn(files, ",");
        snprintf(path, sizeof path, "%.*s", (int)length, files);
        files += length + (files[length] == ',');

        char *text = read_text(path, &size);
        bool good = text && size >= 64 && ac_parse_hex(text, secret);
        if (!good) complain(path, text ? "no key: 64 hex digits" : strerror(errno), 0);
        if (text) memset(text, 0, size);
        free(text);
        if (!good || capacity - n <= SIGNER_LINE) return 0;
        signer_line(secret, sha256, out + n);
        n += SIGNER_LINE;
        memset(secret, 0, sizeof secret);
    }
    return n;
}

static void hash_text(const char *text, size_t size, uint8_t sha256[32]) {
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, text, size);
    gc_fetch_sha256_final(&hash, sha256);
}

// Puts a text in the place of a file, as a whole.
static bool replace_file(const char *path, const char *text, size_t size) {
    const char *slash = strrchr(path, '/');
    char folder[1024];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    gc_writer_desc desc;
    gc_writer_file_desc file;
    gc_writer_event event;
    memset(&desc, 0, sizeof desc);
    memset(&file, 0, sizeof file);
    memset(&event, 0, sizeof event);
    desc.root = folder;
    file.path = slash ? slash + 1 : path;
    file.durability = GC_WRITER_DURABILITY_FILE;
    file.borrow = true;

    gc_writer *writer = gc_writer_open(&desc, NULL);
    bool put = writer && gc_writer_put(writer, &file, text, size, NULL) == GC_WRITER_OK;
    if (put) gc_writer_flush(writer, -1);
    while (put && gc_writer_poll(writer, &event) && event.type != GC_WRITER_PUBLISHED) {}
    gc_writer_close(writer);
    return put && event.type == GC_WRITER_PUBLISHED;
}

// A manifest's lines but for the first, with a number line and signatures of now; NULL: told.
static char *signed_lines(const options *o, ac_version *v, size_t *size) {
    char *text = (char *)malloc(v->source_size + 4096);
    const char *at = v->source + v->body, *end = v->source + v->signatures;
    size_t n = 96;                      // room for the number line
    if (!text) return NULL;
    while (at < end) {
        const char *feed = (const char *)memchr(at, '\n', (size_t)(end - at));
        size_t length = feed ? (size_t)(feed + 1 - at) : (size_t)(end - at);
        bool numbers = strncmp(at, "# number ", 9) == 0;
        if (numbers) ac_read_comment(v, at);
        else memcpy(text + n, at, length);
        n += numbers ? 0 : length;
        at += length;
    }

    // What is not given stays as it was.
    if (o->number) v->number = o->number;
    if (o->number || !v->made) v->made = (int64_t)time(NULL);
    if (o->days) v->expires = (int64_t)time(NULL) + (int64_t)o->days * 86400;
    char line[96], expires[40] = "";
    if (v->expires) snprintf(expires, sizeof expires, ", expires %lld", (long long)v->expires);
    size_t head = (size_t)snprintf(line, sizeof line, "# number %llu, made %lld%s\n",
                                   (unsigned long long)v->number, (long long)v->made, expires);
    memcpy(text, line, head);
    memmove(text + head, text + 96, n - 96);
    n -= 96 - head;

    uint8_t sha256[32];
    hash_text(text, n, sha256);
    size_t more = v->number ? sign_by(o->key, sha256, text + n, 2048) : 0;
    if (!v->number) complain(o->name, "has no number: give one by --number", 0);
    *size = n + more;
    if (more) return text;
    free(text);
    return NULL;
}

// Signs a manifest, which takes the place of the old one.
static int sign_command(const options *o) {
    if (o->make_key) return make_key(o->make_key);
    size_t size;
    char *source = read_text(o->name, &size), hex[65], first[160];
    ac_version *v = source ? ac_begin_version(source, NULL, size) : NULL;
    if (!v) {
        complain(o->name, source ? "its first line is not that of a manifest" : strerror(errno), 0);
        return 1;
    }

    int status = 1;
    char *lines = signed_lines(o, v, &size);
    if (lines) {
        uint8_t sha256[32];
        hash_text(lines, size, sha256);
        ac_print_hex(hex, sha256);
        size_t head = (size_t)snprintf(first, sizeof first, "# %llu" AC_SEAL "%s\n",
                                       (unsigned long long)v->sealed_count, hex);
        char *all = (char *)malloc(head + size);
        if (all) {
            memcpy(all, first, head);
            memcpy(all + head, lines, size);
        }
        if (all && replace_file(o->name, all, head + size)) status = 0;
        else complain(o->name, "could not be written", errno);
        free(all);
    }
    free(lines);
    ac_free_version(v);
    return status;
}

static int make_manifest(const options *o) {
    listing list;
    int fd = open(o->make_manifest, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        complain(o->make_manifest, strerror(errno), 0);
        return 1;
    }

    memset(&list, 0, sizeof list);
    int status = list_folder(&list, fd, "", 0);
    size_t size = 0;
    char *text = manifest_text(&list, o->number, "", &size);
    if (text) fwrite(text, 1, size, stdout);
    else status = 1;
    free(text);
    free(list.text);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("standard output", strerror(errno), 0);
        status = 1;
    }
    return status;
}

// Makes of a folder what any static server can give: manifest, packs and index.
static int pack_command(const options *o) {
    listing list;
    char line[ASSET_PACK_LINE], path[1024];
    uint32_t bits = 0;
    memset(&list, 0, sizeof list);
    while (o->mean && ((uint64_t)1 << bits) < o->mean * 1024) bits++;

    int fd = open(o->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) list.pack = asset_pack_open(o->second, bits);
    if (!list.pack) {
        complain(fd < 0 ? o->name : o->second, strerror(errno), 0);
        if (fd >= 0) close(fd);
        return 1;
    }

#ifdef ASSET_CACHE_ZLIB
    if (o->zlib) asset_pack_set_codec(list.pack, squeeze, NULL);
#endif

    // The manifest is the last: until then an earlier version is whole.
    int status = list_folder(&list, fd, "", 0);
    int result = asset_pack_close(list.pack, line);
    if (result != ASSET_CACHE_OK) complain(o->second, asset_cache_result_string(result), 0);
    size_t size = 0;
    char *text = result == ASSET_CACHE_OK && !status ? manifest_text(&list, o->number, line, &size) : NULL;
    snprintf(path, sizeof path, "%s/manifest.txt", o->second);
    bool put = text && replace_file(path, text, size);
    if (text && !put) complain(path, "could not be written", 0);
    if (put) printf("%llu assets packed\n", (unsigned long long)list.count);
    free(text);
    free(list.text);
    return !put;
}

// ---- the demonstration: four passes against an origin of its own, a program beside this one

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
static bool find_origin(const options *o, char *program, size_t capacity) {
    char own[4096];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = 0;
    if (n <= 0) snprintf(own, sizeof own, "%s", o->command[0]);     // not Linux
    const char *slash = strrchr(own, '/');
    if (o->origin_program) snprintf(program, capacity, "%s", o->origin_program);
    else if (slash) snprintf(program, capacity, "%.*s/origin", (int)(slash - own), own);
    else snprintf(program, capacity, "./origin");

    struct stat info;
    if (stat(program, &info) == 0 && S_ISREG(info.st_mode) && access(program, X_OK) == 0) return true;
    complain(program, "the origin is not there: make build/origin builds it, and --origin-program names "
             "another place", 0);
    return false;
}

// Becomes the origin's program, which ends by Ctrl-C.
static int serve_command(const options *o) {
    char program[4200], port[24];
    if (!find_origin(o, program, sizeof program)) return 1;
    snprintf(port, sizeof port, "%llu", (unsigned long long)o->port);
    execl(program, program, "--folder", o->name, "--port", port, (char *)NULL);
    complain(program, "cannot be started", errno);
    return 1;
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
    const char *const command[] = {d->program, "--files", "1000", "--bytes", "190000000", "--sealed",
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
    const char *const command[] = {d->program, "--files", "1000", "--bytes", "190000000", "--sealed",
                                   "--change", "50", "--seed", "7", "--write-folder", d->site, NULL};
    return run_origin(d, command, NULL, NULL);
}

static void remove_tree(int folder);

// The folder goes.
static void close_origin(demonstration *d) {
    int fd = open(d->site, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) remove_tree(fd);
}

#else

static bool open_origin(demonstration *d) {
    const char *const command[] = {d->program, "--files", "1000", "--bytes", "190000000", "--sealed",
                                   "--rtt", "20", "--bandwidth", "200M", "--stop-on-eof",
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

// The origin is gone: an update fails, and every asset is given out all the same.
static int demo_offline(demonstration *d) {
    session s;
    asset_cache_asset a;
    asset_cache_data data;
    size_t given = 0;
    if (!open_session(&s, &d->options)) return 1;

    s.quiet = true;
    bool begun = asset_cache_update(s.cache, 0) == ASSET_CACHE_OK;

    asset_cache_event event;
    while (begun && !interrupted) {
        struct timespec rest = {0, 1000000};
        if (!asset_cache_poll(s.cache, &event)) nanosleep(&rest, NULL);
        else if (event.type == ASSET_CACHE_NOT_UPDATED || event.type == ASSET_CACHE_UPDATED) break;
    }

    bool failed = begun && !interrupted && event.type == ASSET_CACHE_NOT_UPDATED;
    if (failed) printf("no update: %s\n", event.detail);

    for (size_t i = 0; asset_cache_at(s.cache, i, &a); i++) {
        if (asset_cache_acquire(s.cache, a.name, &data) == ASSET_CACHE_OK) given++;
        asset_cache_release(s.cache, &data);
    }

    printf("%zu of 1000 assets are given out%s\n", given, given == 1000 && failed ? "" : ": WRONG");
    return close_session(&s) || given != 1000 || !failed;
}

// Everything, nothing, exactly the 50 assets that changed in between, and no origin.
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
        counts done;
        memset(&done, 0, sizeof done);
        printf("\npass %d: %s\n", pass + 1, titles[pass]);
        fflush(stdout);
        status |= fetch_command(&d->options, &done);
        if (interrupted) return 1;
        if (pass == 0) {
            printf("the tutorial (%llu files, names %s...) could be played after %llu of 1000 files\n",
                   (unsigned long long)done.tutorial, DEMO_TUTORIAL,
                   (unsigned long long)done.tutorial_after);
        }

        // What the origin has counted must fit what this pass says of itself. At the end of a
        // pass gc_fetch asks for the rest of large files in two parts.
#ifdef GC_FETCH_NO_CURL
        uint64_t requests = done.downloaded + done.failed;
#else
        int64_t after = requests_at_origin(d);
        uint64_t requests = (uint64_t)(after - before);
        before = after;
#endif
        bool right = requests >= expected[pass] && (requests == 0) == (expected[pass] == 0) &&
                     done.downloaded == expected[pass] && done.hits == 1000 - expected[pass];
        printf("%llu requests for assets or parts of them%s\n", (unsigned long long)requests,
               right ? "" : ": WRONG");
        if (!right) status = 1;
        if (pass == 1 && !change_origin(d)) status |= demo_failed("origin", "did not change its files");
    }

    printf("\npass 4: the origin is gone\n");
    fflush(stdout);
    close_origin(d);
    return status | demo_offline(d);
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
    if (!find_origin(o, d.program, sizeof d.program)) return 1;
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

// What options and commands are for, as bits.
enum {
    FETCH = 1, GET = 2, LS = 4, VERIFY = 8, GC = 16, EXPORT = 32, STATS = 64, PACK = 128, SIGN = 256,
    SERVE = 512,
    MANIFEST = 1024, DEMO = 2048,           // without a word: --make-manifest, and without --origin
    CACHE = FETCH | GET | LS | VERIFY | GC | EXPORT | STATS
};

static int fetch_all(const options *o) { return fetch_command(o, NULL); }

// Commands, and how many words follow: at least, at most.
typedef struct command {
    const char *name, *words;
    int bit, least, most;
    bool needs_origin;
    int (*run)(const options *o);
    const char *what;
} command;

static const command commands[] = {
    {"fetch", "", FETCH, 0, 0, true, fetch_all,
     "bring the folder to the state of URL/manifest.txt"},
    {"update", "", FETCH, 0, 0, true, fetch_all, "do the same"},
    {"get", "NAME", GET, 1, 1, false, get_command,
     "write one asset to the standard output; fetch it first if it is not there"},
    {"ls", "[PREFIX]", LS, 0, 1, false, ls_command, "list the current version"},
    {"verify", "", VERIFY, 0, 0, false, verify_command,
     "hash everything; what is damaged goes, and with --origin comes again"},
    {"repair", "", VERIFY, 0, 0, true, verify_command, "do the same, with --origin"},
    {"gc", "", GC, 0, 0, false, gc_command, "remove what the current version does not need"},
    {"export", "DIR", EXPORT, 1, 1, false, export_command, "write all assets by their names"},
    {"stats", "", STATS, 0, 0, false, stats_command, "tell how things stand"},
    {"pack", "TREE OUT", PACK, 2, 2, false, pack_command,
     "make of a folder what any static server can give: files change by their chunks"},
    {"sign", "[MANIFEST]", SIGN, 0, 1, false, sign_command,
     "sign a manifest by --key, or make a key by --make-key"},
    {"serve", "DIR", SERVE, 1, 1, false, serve_command, "give a folder on 127.0.0.1, to try things"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

// Options: a switch, a text, or a number from low to high.
enum { SWITCH, TEXT, NUMBER };
typedef struct option {
    const char *name, *value;
    int commands, kind;
    size_t at;
    uint64_t low, high;
    const char *what;
} option;
#define AT(field) offsetof(options, field), 0, 0
#define WITHIN(field, low, high) offsetof(options, field), low, high

static const option known_options[] = {
    {"--origin", "URL", CACHE, TEXT, AT(origin),
     "http://, https:// or file:/// folder of the assets; without it: offline"},
    {"--cache", "DIR", CACHE, TEXT, AT(folder), "the cache folder (asset_cache.d); made if it is missing"},
    {"--base", "DIR", CACHE, TEXT, AT(base), "a folder with manifest.txt and assets that came with the game"},
    {"--manifest", "NAME", CACHE, TEXT, AT(manifest), "the manifest's name below the origin (manifest.txt)"},
    {"--keys", "HEX[,HEX]", CACHE, TEXT, AT(keys),
     "public keys; the origin's manifest must be signed by one of them"},
    {"--parallel", "N", CACHE | DEMO, NUMBER, WITHIN(parallel, 1, 64), "transfers at once, 1 to 64 (16)"},
    {"--order", "ORDER", CACHE | DEMO, TEXT, AT(order),
     "mixed (large and small together), given, or shuffled"},
    {"--ring", "KB", CACHE | DEMO, NUMBER, WITHIN(ring, 64, 1 << 20), "the writer's memory (4096)"},
    {"--quota", "MB", CACHE, NUMBER, WITHIN(quota, 1, 1 << 30),
     "files of the cache together; the least recently used go"},
    {"--rate", "KB", CACHE, NUMBER, WITHIN(rate, 1, 1 << 30), "KB a second at most"},
    {"--patience", "S", CACHE | DEMO, NUMBER, WITHIN(patience, 0, 86400),
     "seconds to wait for room on a full disk (60)"},
    {"--on-demand", "", FETCH, SWITCH, AT(on_demand), "only the manifest; get brings the assets"},
    {"--dry-run", "", FETCH, SWITCH, AT(dry_run), "only tell how many files and bytes are missing"},
    {"--force", "", FETCH, SWITCH, AT(force), "also an older version than the current one"},
    {"--verify", "", FETCH, SWITCH, AT(verify), "hash every cached file first"},
    {"--json", "", CACHE, SWITCH, AT(json), "results as JSON"},
    {"--make-manifest", "DIR", MANIFEST, TEXT, AT(make_manifest), "print the manifest of a folder"},
    {"--number", "N", MANIFEST | PACK | SIGN, NUMBER, WITHIN(number, 1, UINT64_MAX),
     "of the version; an older one is refused later"},
#ifdef ASSET_CACHE_ZLIB
    {"--zlib", "", PACK, SWITCH, AT(zlib), "chunks that zlib makes smaller are so in the packs"},
#endif
    {"--mean", "KB", PACK, NUMBER, WITHIN(mean, 4, 64),
     "a chunk in the mean: 4, 8, 16, 32, 64 (16, or as it was)"},
    {"--key", "FILE[,FILE]", SIGN, TEXT, AT(key), "secret keys to sign with"},
    {"--make-key", "FILE", SIGN, TEXT, AT(make_key), "makes a secret key, and prints its public half"},
    {"--days", "D", SIGN, NUMBER, WITHIN(days, 1, 36500), "after so many days the manifest is taken no more"},
    {"--port", "P", SERVE, NUMBER, WITHIN(port, 1, 65535), "the port (any free one)"},
    {"--log", "FILE", DEMO, TEXT, AT(log_path), "the demonstration's origin logs its requests there"},
    {"--origin-program", "P", DEMO | SERVE, TEXT, AT(origin_program),
     "the origin that is started (the program `origin` beside this one)"},
};
enum { OPTIONS = sizeof known_options / sizeof known_options[0] };

static int refuse(const char *word, const char *text) {
    fprintf(stderr, "asset_cache: ");
    print_safe(stderr, word);
    fprintf(stderr, ": %s (see --help)\n", text);
    return 2;
}

static const command *find_command(const char *name) {
    for (int i = 0; name && i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    }
    return NULL;
}

// The options that some of these commands have, and none of those.
static void print_options(int bits, int but) {
    for (int i = 0; i < OPTIONS; i++) {
        const option *known = &known_options[i];
        char text[64];
        snprintf(text, sizeof text, "%s %s", known->name, known->value);
        bool printed = (known->commands & bits) && !(known->commands & but);
        if (printed) printf("  %-20s %s\n", text, known->what);
    }
}

// Of one command, or of all.
static void print_help(const command *c) {
    if (c) {
        const char *space = c->words[0] ? " " : "";
        printf("usage: asset_cache %s%s%s [options]\nTo %s.\n", c->name, space, c->words, c->what);
        print_options(c->bit, 0);
        return;
    }

    printf("usage: asset_cache [COMMAND] [options]\nKeeps a game's assets in a folder.\n");
    for (int i = 0; i < COMMANDS; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s %s", commands[i].name, commands[i].words);
        printf("  %-20s %s\n", text, commands[i].what);
    }

    printf("asset_cache COMMAND --help tells the options of each. Those of fetch:\n");
    print_options(FETCH, 0);
    printf("Without a command: fetch. Without --origin either: a demonstration with an origin of its own.\n");
    print_options(MANIFEST | DEMO, CACHE);
    printf("  -h, --help\n  --version\n"
           "NO_COLOR=1: no colours. Ctrl-C: what is whole stays, and the same command goes on from there.\n"
           "An option's value may follow a = as well: --cache=DIR.\n"
           "Exit status: 0 all is there, 1 something is not, 2 wrong usage.\n");
}

// "0.2.0" of major * 10000 + minor * 100 + patch.
static const char *version_text(char text[16], int version) {
    snprintf(text, 16, "%d.%d.%d", version / 10000 % 100, version / 100 % 100, version % 100);
    return text;
}

static void print_version(void) {
    char fetch[16], writer[16];
    version_text(fetch, gc_fetch_version());
    version_text(writer, gc_writer_version());
    printf("asset_cache with gc_fetch %s, gc_writer %s\n", fetch, writer);
}

// Digits alone, from low to high.
static bool parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out) {
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == 0 && errno == 0 && *out >= low && *out <= high;
}

// Puts an option's value in its place. -1: all is well; else the exit status.
static int set_option(options *o, const option *known, const char *value) {
    void *place = (char *)o + known->at;
    char text[96];
    if (known->kind == SWITCH) {
        *(bool *)place = true;
    } else if (!value) {
        return refuse(known->name, "its value is missing");
    } else if (known->kind == TEXT) {
        *(const char **)place = value;
    } else if (!parse_number(value, known->low, known->high, (uint64_t *)place)) {
        snprintf(text, sizeof text, "not a number from %llu to %llu", (unsigned long long)known->low,
                 (unsigned long long)known->high);
        return refuse(value, text);
    }
    return -1;
}

// A word that is no option: the command, or what follows it.
static int set_word(options *o, const char *word) {
    const command *c = find_command(o->verb);
    int words = (o->name != NULL) + (o->second != NULL);
    if (!c && !find_command(word)) return refuse(word, "unknown command");
    if (c && words == c->most) return refuse(word, "one word too many");
    if (c && o->name) o->second = word;
    else if (c) o->name = word;
    else o->verb = word;
    return -1;
}

// What does not go together. given: the options, as bits. -1: all is well.
static int check_options(const options *o, uint64_t given) {
    const command *c = find_command(o->verb);
    int bit = c ? c->bit : o->make_manifest ? MANIFEST : o->origin ? FETCH : DEMO;
    for (int i = 0; i < OPTIONS; i++) {
        if (!(given >> i & 1) || (known_options[i].commands & bit)) continue;
        bool demo = bit == DEMO && (known_options[i].commands & CACHE);
        return refuse(known_options[i].name, demo ? "needs --origin; without it this is a demonstration"
                                                  : "does not belong to this command");
    }

    bool signs = bit == SIGN && !o->make_key;
    if (signs && (!o->name || !o->key)) return refuse("sign", "needs a manifest and --key");
    int words = (o->name != NULL) + (o->second != NULL);
    if (c && words < c->least) return refuse(o->verb, "a name is missing");
    if (c && c->needs_origin && !o->origin) return refuse(o->verb, "needs --origin");
    if (o->mean & (o->mean - 1)) return refuse("--mean", "not 4, 8, 16, 32 or 64");
    bool ordered = !o->order;
    for (int i = 0; i < 3; i++) ordered = ordered || strcmp(o->order, orders[i]) == 0;
    return ordered ? -1 : refuse(o->order, "not mixed, given or shuffled");
}

// -1: go on with *o; else the exit status.
static int parse_options(options *o, int argc, char **argv) {
    memset(o, 0, sizeof *o);
    o->command = argv;
    o->patience = 60;
    uint64_t given = 0;
    bool words = false, help = false;   // behind "--" all are words
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        int status, at = 0;
        if (words || word[0] != '-') {
            status = set_word(o, word);
            if (status >= 0) return status;
            continue;
        }

        bool helps = strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0;
        help = help || helps;
        words = strcmp(word, "--") == 0;
        if (strcmp(word, "--version") == 0) return print_version(), 0;
        if (words || helps) continue;

        // "--name=value", or the value is the next word.
        size_t length = strcspn(word, "=");
        bool equals = word[length] == '=';
        while (at < OPTIONS && (strncmp(known_options[at].name, word, length) != 0 ||
                                known_options[at].name[length] != 0)) at++;
        if (at == OPTIONS || (equals && known_options[at].kind == SWITCH)) {
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)length, word);
            return refuse(name, "unknown option");
        }
        status = set_option(o, &known_options[at], equals ? word + length + 1 : argv[i + 1]);
        if (status >= 0) return status;
        given |= (uint64_t)1 << at;
        i += !equals && known_options[at].kind != SWITCH;
    }

    if (help) return print_help(find_command(o->verb)), 0;
    int status = check_options(o, given);
    if (!o->manifest) o->manifest = "manifest.txt";
    if (!o->folder) o->folder = "asset_cache.d";
    return status;
}

int main(int argc, char **argv) {
    options o;
    int status = parse_options(&o, argc, argv);
    if (status >= 0) return status;
    if (o.make_manifest) return make_manifest(&o);

    catch_interrupts();
    const command *c = find_command(o.verb);
    if (c) status = c->run(&o);
    else status = o.origin ? fetch_all(&o) : demo(&o);
    if (interrupted) {
        // All is in order: now end as the signal would have ended it, so that a shell's loop
        // ends as well.
        fflush(stdout);
        signal(interrupted, SIG_DFL);
        raise(interrupted);
    }
    return status;
}

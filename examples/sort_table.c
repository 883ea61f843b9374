// sort_table - the classic table of sorts: int32_t keys, from 1,000 to 100,000,000 of them, by
// algorithm, alone and on two threads; as text, as CSV, and as a plot.
//
//     cc -O2 -I. examples/sort_table.c -o sort_table -pthread    (in the project's root)
//     ./sort_table --max 1e8 --csv table.csv --svg table.svg
//
// With std::sort beside it, pdqsort and Boost's radix sort where their headers are, and where
// they are std::sort(par) and TBB's own, and Highway's vqsort:
//
//     c++ -O2 -std=c++17 -DSORT_TABLE_TBB -DSORT_TABLE_VQSORT -c examples/sort_table_std.cc
//     cc -O2 -I. -DSORT_TABLE_STD -c examples/sort_table.c
//     c++ sort_table.o sort_table_std.o -o sort_table -pthread -ltbb -lhwy_contrib -lhwy
//
// `make build/sort_table` finds out what is there. gc_sort's own threads have two lines: calls
// in a row, where they are awake, and frames, after 10 ms of sleep; beside these one thread
// that has slept as long. Three algorithms come from an article about
// sorting a game's AI candidates: quicksort without recursion (quick), quicksort of parts that
// are merged in rounds (quick-merge), quicksort level by level (quick-levels).
#define JOBS_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"

#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include "jobs.h"
#ifdef SORT_TABLE_STD
#include "sort_table_std.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

enum { SIZES = 6, MOST_SORTS = 32, MOST_ROUNDS = 9, MOST_FRAMES = 5 };

// What comes before a call: the other sorts' turn; the same sort; a frame's sleep.
enum { AFTER_OTHERS, IN_A_ROW, IN_FRAMES };
static const size_t sizes[SIZES] = { 1000, 10000, 100000, 1000000, 10000000, 100000000 };

// One row of the table. A plain function, or a call through a context.
typedef struct row {
    char name[40];
    int threads;
    void (*sort)(int32_t *keys, size_t n);
    gc_sort_context *context;
    int when;                        // AFTER_OTHERS, IN_A_ROW, IN_FRAMES
    double ms[SIZES];                // of one sort; 0: not measured
} row;

static row rows[MOST_SORTS];
static int row_count;

static int compare_i32(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void sort_qsort(int32_t *keys, size_t n) { qsort(keys, n, sizeof *keys, compare_i32); }

static row *add_plain(const char *name, int threads, void (*sort)(int32_t *keys, size_t n)) {
    row *r = &rows[row_count++];
    snprintf(r->name, sizeof r->name, "%s", name);
    r->threads = threads;
    r->sort = sort;
    return r;
}

// A context on the pool, and a row for it. False: no memory.
static bool add_context(const char *name, jobs *pool, int threads, int algorithm) {
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.algorithm = algorithm;
    if (threads > 1) {
        desc.parallel_for = jobs_for;
        desc.user = pool;
    }

    row *r = &rows[row_count++];
    snprintf(r->name, sizeof r->name, "%s", name);
    r->threads = threads;
    r->context = gc_sort_open(&desc, NULL);
    return r->context != NULL;
}

// A context with threads of its own.
static bool add_own(const char *name, int threads, int when) {
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.threads = (uint32_t)threads;

    row *r = add_plain(name, threads, NULL);
    r->when = when;
    r->context = gc_sort_open(&desc, NULL);
    return r->context != NULL;
}

// All rows: what every C program has, what C++ has, the article's, ours.
static bool add_all(jobs *pool, int threads) {
    static const struct { const char *name; int algorithm; } named[] = {
        { "quick", GC_SORT_QUICK },
        { "quick-merge", GC_SORT_QUICK_MERGE },
        { "quick-levels", GC_SORT_QUICK_LEVELS },
        { "gc_sort_ctx_i32", GC_SORT_AUTOMATIC }
    };

    add_plain("qsort", 1, sort_qsort);
#ifdef SORT_TABLE_STD
    for (const sort_table_std *s = sort_table_std_sorts; s->name; s++) {
        add_plain(s->name, s->parallel ? threads : 1, s->sort);
    }
#endif

    // quick has no parallel form.
    bool ok = true;
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (i == 3) add_plain("gc_sort_i32", 1, gc_sort_i32);
        ok = ok && add_context(named[i].name, pool, 1, named[i].algorithm);
        if (i > 0) ok = ok && add_context(named[i].name, pool, threads, named[i].algorithm);
    }

    ok = ok && add_own("own in a row", threads, IN_A_ROW);
    add_plain("gc_sort_i32 frames", 1, gc_sort_i32)->when = IN_FRAMES;
    return ok && add_own("own frames", threads, IN_FRAMES);
}

// ---- Measuring

static int compare_double(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool sort_by(const row *r, int32_t *keys, size_t n) {
    if (r->sort) r->sort(keys, n);
    return r->sort || gc_sort_ctx_i32(r->context, keys, n) == GC_SORT_OK;
}

// The rest of a frame.
static void sleep_ms(int ms) {
#ifdef _WIN32
    Sleep((DWORD)ms);
#else
    const struct timespec time = { 0, ms * 1000000L };
    nanosleep(&time, NULL);
#endif
}

// Sorts `arrays` copies of n keys, one behind the other; milliseconds for each, or -1: the
// result is wrong. before: room for one of them.
static double measure(const row *r, const int32_t *source, int32_t *keys, int32_t *before, size_t n,
                      size_t arrays, uint64_t sum) {
    memcpy(keys, source, arrays * n * sizeof *keys);
    if (r->when == IN_A_ROW) {
        memcpy(before, source, n * sizeof *keys);
        if (!sort_by(r, before, n)) return -1.0;
    }

    // Frames take long: the clock counts some of them.
    const size_t frames = r->when != IN_FRAMES ? 0 : arrays < MOST_FRAMES ? arrays : MOST_FRAMES;
    double ms = 0.0;
    for (size_t a = 0; a < frames; a++) {
        sleep_ms(10);
        const double start = jobs_now_ms();
        if (!sort_by(r, keys + a * n, n)) return -1.0;
        ms += (jobs_now_ms() - start) / (double)frames;
    }
    const double start = jobs_now_ms();
    for (size_t a = frames; a < arrays; a++) {
        if (!sort_by(r, keys + a * n, n)) return -1.0;
    }
    if (frames == 0) ms = (jobs_now_ms() - start) / (double)arrays;

    // In order, and nothing lost: by the sum.
    for (size_t a = 0; a < arrays; a++) {
        const int32_t *const v = keys + a * n;
        for (size_t i = 0; i < n; i++) {
            sum -= (uint32_t)v[i];
            if (i && v[i - 1] > v[i]) return -1.0;
        }
    }
    return sum == 0 ? ms : -1.0;
}

// The column of sizes[column]. Small arrays are sorted by the dozen, so that the clock and the
// branch predictor see enough of them; the sorts take turns, and the median counts. A sort that
// would take longer than `seconds` for one array, by what it took before, is left out.
static bool run_column(int column, double seconds, bool progress) {
    const size_t n = sizes[column], arrays = n < 200000 ? 200000 / n : 1;
    const int rounds = n < 200000 ? MOST_ROUNDS : n < 20000000 ? 5 : 3;
    static double times[MOST_SORTS][MOST_ROUNDS];

    // The keys, their sum, and room to sort copies of them.
    int32_t *const source = (int32_t *)malloc(arrays * n * sizeof *source);
    int32_t *const keys = (int32_t *)malloc(arrays * n * sizeof *keys);
    int32_t *const before = (int32_t *)malloc(n * sizeof *before);
    if (!source || !keys || !before) {
        fprintf(stderr, "sort_table: no memory for %zu keys\n", (2 * arrays + 1) * n);
        free(source);
        free(keys);
        free(before);
        return false;
    }
    gc_rng rng;
    gc_rng_seed(&rng, n);
    gc_rng_fill(&rng, source, arrays * n * sizeof *source);
    uint64_t sum = 0;
    for (size_t i = 0; i < arrays * n; i++) sum += (uint32_t)source[i];

    // In turns. The first round only warms up: caches, scratch, threads.
    bool ok = true;
    for (int round = -1; round < rounds && ok; round++) {
        for (int i = 0; i < row_count && ok; i++) {
            row *const r = &rows[i];
            if (column && (r->ms[column - 1] == 0.0 || r->ms[column - 1] > seconds * 1e3 / 12.0)) continue;
            if (progress) {
                fprintf(stderr, "\r%zu keys, round %d of %d: %-32s", n, round + 1, rounds, r->name);
                fflush(stderr);
            }

            const double ms = measure(r, source, keys, before, n, arrays, sum);
            if (ms < 0.0) {
                fprintf(stderr, "\nsort_table: %s failed, n %zu\n", r->name, n);
                ok = false;
            }
            if (round >= 0) times[i][round] = ms;
            r->ms[column] = 1.0;         // it took part
        }
    }

    // The medians.
    for (int i = 0; i < row_count && ok; i++) {
        if (rows[i].ms[column] == 0.0) continue;
        qsort(times[i], (size_t)rounds, sizeof(double), compare_double);
        rows[i].ms[column] = times[i][rounds / 2];
    }
    if (progress) fprintf(stderr, "\r%70s\r", "");
    free(source);
    free(keys);
    free(before);
    return ok;
}

// ---- The table

static double ns_of(const row *r, int column) { return r->ms[column] * 1e6 / (double)sizes[column]; }

static void print_table(const char *title, int columns, bool ns) {
    printf("\n%-27s", title);
    for (int c = 0; c < columns; c++) printf("%12zu", sizes[c]);
    printf("\n");
    for (int i = 0; i < row_count; i++) {
        const row *const r = &rows[i];
        printf("%-19s %d thr. ", r->name, r->threads);
        for (int c = 0; c < columns; c++) {
            if (r->ms[c] == 0.0) printf("%12s", "-");
            else printf(ns ? "%12.2f" : "%12.4g", ns ? ns_of(r, c) : r->ms[c]);
        }
        printf("\n");
    }
}

static bool write_csv(const char *path, int columns) {
    FILE *const f = fopen(path, "w");
    if (!f) return false;
    fprintf(f, "algorithm,threads,n,ms,ns_per_key\n");
    for (int i = 0; i < row_count; i++) {
        for (int c = 0; c < columns; c++) {
            if (rows[i].ms[c] == 0.0) continue;
            fprintf(f, "%s,%d,%zu,%.6f,%.3f\n", rows[i].name, rows[i].threads, sizes[c], rows[i].ms[c],
                    ns_of(&rows[i], c));
        }
    }
    const bool ok = !ferror(f);
    return fclose(f) == 0 && ok;
}

// ---- The plot: nanoseconds a key over n, both logarithmic

enum { WIDTH = 960, HEIGHT = 560, LEFT = 60, RIGHT = 250, TOP = 48, BOTTOM = 44 };

// log2 without the mathematics library: exact to a thousandth, enough for a pixel.
static double log_2(double x) {
    double log = 0.0;
    for (; x >= 2.0; x /= 2.0) log += 1.0;
    for (; x < 1.0; x *= 2.0) log -= 1.0;
    for (double bit = 0.5; bit > 0.0005; bit /= 2.0) {
        x *= x;
        if (x >= 2.0) { x /= 2.0; log += bit; }
    }
    return log;
}

static double plot_x(int column, int columns) {
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * column / (columns > 1 ? columns - 1 : 1);
}

static double plot_y(double ns, double low, double high) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (log_2(ns) - log_2(low)) / (log_2(high) - log_2(low));
}

// From the last point of each line to its name, the names kept apart.
static void plot_names(FILE *f, const int *last, double low, double high, int columns,
                       const char *const *colours) {
    double place[MOST_SORTS];
    int order[MOST_SORTS];
    for (int i = 0; i < row_count; i++) {
        int at = i;
        place[i] = plot_y(ns_of(&rows[i], last[i]), low, high);
        for (; at > 0 && place[order[at - 1]] > place[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }

    // Downwards each as far from the one before as a line of text is high; then up again from
    // the lower edge.
    double edge = TOP;
    for (int k = 0; k < row_count; k++) {
        if (place[order[k]] < edge) place[order[k]] = edge;
        edge = place[order[k]] + 15.0;
    }
    edge = HEIGHT - BOTTOM;
    for (int k = row_count - 1; k >= 0 && place[order[k]] > edge; k--) {
        place[order[k]] = edge;
        edge -= 15.0;
    }

    for (int i = 0; i < row_count; i++) {
        const double x = plot_x(columns - 1, columns);
        fprintf(f, "<path class=\"lead\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1f\"/>\n", plot_x(last[i], columns),
                plot_y(ns_of(&rows[i], last[i]), low, high), x + 8, place[i], x + 16, place[i]);
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s%s</text>\n", x + 20, place[i] + 4, colours[i],
                rows[i].name, rows[i].threads > 1 ? ", threads" : "");
    }
}

static bool write_svg(const char *path, int columns) {
    static const char *const colours[] = { "#7f7f7f", "#8c564b", "#bcbd22", "#17a2b8", "#9467bd", "#e377c2" };
    const char *colour[MOST_SORTS];
    int last[MOST_SORTS];
    FILE *const f = fopen(path, "w");
    if (!f) return false;

    // What all lines lie between: powers of ten.
    double low = 1e9, high = 0.0;
    for (int i = 0; i < row_count; i++) {
        for (int c = 0; c < columns; c++) {
            if (rows[i].ms[c] == 0.0) continue;
            last[i] = c;
            if (ns_of(&rows[i], c) < low) low = ns_of(&rows[i], c);
            if (ns_of(&rows[i], c) > high) high = ns_of(&rows[i], c);
        }
        const bool ours = strncmp(rows[i].name, "gc_", 3) == 0 || strncmp(rows[i].name, "own", 3) == 0;
        colour[i] = ours ? "#d62728" : colours[(size_t)i % 6];
    }
    double from = 1e9, to = 1e-3;
    while (from > low) from /= 10.0;
    while (to < high) to *= 10.0;

    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n", WIDTH, HEIGHT);
    fprintf(f, "<style>text{font:13px sans-serif}.grid{stroke:#ddd;fill:none}.lead{stroke:#bbb;fill:none}"
               ".line{fill:none;stroke-width:2}</style>\n");
    fprintf(f, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
    fprintf(f, "<text x=\"%d\" y=\"24\" font-weight=\"bold\">", LEFT);
    fprintf(f, "Random int32_t: nanoseconds a key, by the number of keys (%s)</text>\n", gc_sort_isa());

    // The grid, with its numbers.
    for (double y = from; y <= to * 1.001; y *= 10.0) {
        const double at = plot_y(y, from, to);
        fprintf(f, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, at, WIDTH - RIGHT);
        fprintf(f, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 8, at + 4, y);
    }
    for (int c = 0; c < columns; c++) {
        const double at = plot_x(c, columns);
        fprintf(f, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", at, TOP, HEIGHT - BOTTOM);
        fprintf(f, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">1e%d</text>\n", at, HEIGHT - BOTTOM + 20,
                c + 3);
    }

    // The lines: on two threads dashed, ours red.
    for (int i = 0; i < row_count; i++) {
        fprintf(f, "<path class=\"line\" stroke=\"%s\"%s d=\"", colour[i],
                rows[i].threads > 1 ? " stroke-dasharray=\"6 3\"" : "");
        for (int c = 0; c <= last[i]; c++) {
            const double y = plot_y(ns_of(&rows[i], c), from, to);
            fprintf(f, "%c%.1f %.1f", c ? 'L' : 'M', plot_x(c, columns), y);
        }
        fprintf(f, "\"/>\n");
    }
    plot_names(f, last, from, to, columns, colour);
    fprintf(f, "</svg>\n");
    const bool ok = !ferror(f);
    return fclose(f) == 0 && ok;
}

// ---- The program

static const char usage[] =
    "usage: sort_table [options]\n"
    "  --max N        largest number of keys, 1000 to 1e8 (1e7)\n"
    "  --threads N    of the pool (2)\n"
    "  --seconds S    leave out what would take longer for one array (10)\n"
    "  --csv FILE     the table as lines algorithm,threads,n,ms,ns_per_key\n"
    "  --svg FILE     the table as a plot\n"
    "  --help\n";

int main(int argc, char **argv) {
    double max = 1e7, seconds = 10.0, threads = 2.0;
    const char *csv = NULL, *svg = NULL;
    for (int i = 1; i < argc; i += 2) {
        const char *const value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(argv[i], "--max") == 0) max = atof(value);
        else if (strcmp(argv[i], "--threads") == 0) threads = atof(value);
        else if (strcmp(argv[i], "--seconds") == 0) seconds = atof(value);
        else if (strcmp(argv[i], "--csv") == 0) csv = value;
        else if (strcmp(argv[i], "--svg") == 0) svg = value;
        else max = 0.0;
        if (!(max >= 1000.0 && max <= 1e8 && threads >= 1.0 && threads <= 64.0 && seconds > 0.0) || !*value) {
            fprintf(stderr, "sort_table: %s: unknown, or its value is missing or out of range\n%s", argv[i],
                    usage);
            return 2;
        }
    }

    // The pool, and all rows.
    jobs *const pool = jobs_open((unsigned)threads);
    if (!pool || !add_all(pool, (int)threads)) {
        fprintf(stderr, "sort_table: no memory, or no threads\n");
        return 1;
    }
#ifdef SORT_TABLE_STD
    sort_table_std_threads((int)threads);
#else
    fprintf(stderr, "built without C++: no std::sort (see the first comment of sort_table.c)\n");
#endif

    // Column by column, each printed when it is there.
    int columns = 0;
    bool ok = true;
    while (ok && columns < SIZES && (double)sizes[columns] <= max * 1.0001) {
        ok = run_column(columns, seconds, true);
        columns += ok;
    }
    const char *versions = "";
#ifdef SORT_TABLE_STD
    versions = sort_table_std_versions;
#endif
    printf("gc_sort %d, %s, %u cores; int32_t keys, random; medians%s\n", gc_sort_version(), gc_sort_isa(),
           jobs_cores(), versions);
    print_table("milliseconds", columns, false);
    print_table("nanoseconds a key", columns, true);

    // The files.
    if (csv && !write_csv(csv, columns)) { perror(csv); ok = false; }
    if (svg && !write_svg(svg, columns)) { perror(svg); ok = false; }
    for (int i = 0; i < row_count; i++) gc_sort_close(rows[i].context);
#ifdef SORT_TABLE_STD
    sort_table_std_end();
#endif
    jobs_close(pool);
    return ok ? 0 : 1;
}

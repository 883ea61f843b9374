// rng_lab - looks at random numbers: how fast engines are, what their points look like, which
// of their bits fail a test; and tests what a game draws.
//
//     cc -O2 -I. examples/rng_lab.c -o rng_lab -pthread -lm      (in the project root; draws .ppm files)
//     cc -O2 -DPICTURE_PNG -I. examples/rng_lab.c -o rng_lab -pthread -lm -lpng     (draws .png files)
//     ./rng_lab table               100 million calls of every engine, and of C's rand()
//     ./rng_lab scatter DIR         2,000,000 random points of each engine, as pictures, and a sheet of all
//     ./rng_lab gorilla             each bit of each engine in the gorilla test; --picture FILE draws it
//     ./rng_lab chi2 FILE           do these counts fit these weights? (see --help for the file)
//     ./rng_lab prd 0.25            the pseudo-random distribution of Warcraft and Dota, and what it does
//
// All but the table run on all cores: a generator belongs to one task, so that the results do
// not depend on the number of threads. Ends with 0; 1: the counts do not fit (chi2), or a
// picture could not be written; 2: wrong usage, or input that makes no sense.
#define JOBS_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"
#include "common/engines.h"
#include "jobs.h"
#include "common/picture.h"
#include "common/progress.h"
#include "common/table.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct options {
    const char *command, *argument;      // the first word that is no option, and the second
    const char *picture, *engine;        // a file, and the name of an engine
    const char *names[32];               // further words: engines of the gorilla test
    int name_count, bit;                 // -1: all bits
    uint64_t seed, draws;
    bool has_seed, quick, rows, json;    // rows: for a program, as JSON or as CSV
    unsigned threads;
} options;

static int fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "rng_lab: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    return 2;
}

// ---- table

static volatile uint64_t sink;
static double seconds(void) { return (double)clock() / (double)CLOCKS_PER_SEC; }    // of this program's own

static uint64_t calls_rand(void *r, size_t count) {
    uint64_t sum = 0;
    (void)r;
    for (size_t i = 0; i < count; i++) sum += (uint64_t)rand();
    return sum;
}

// What a number between 0 and 1 costs beside the integer that it is made of.
#define CALLS(name, type, number)                                                                            \
    static uint64_t calls_##name(void *state, size_t count) {                                                \
        type *r = (type *)state;                                                                             \
        double sum = 0;                                                                                      \
        for (size_t i = 0; i < count; i++) sum += (number);                                                  \
        (void)r;                                                                                             \
        return (uint64_t)sum;                                                                                \
    }
CALLS(f64, gc_rng, gc_rng_f64(r))
CALLS(asa128_f64, gc_rng_asa128, gc_rng_asa128_f64(r))
CALLS(mwc32_f64, gc_rng_mwc32, (double)gc_rng_mwc32_next(r) * (1.0 / 65536))
CALLS(dotnet_f64, gc_rng_dotnet, (double)gc_rng_dotnet_next(r) * (1.0 / 2147483647))
CALLS(rand_f64, void, rand() / (RAND_MAX + 1.0))

// The least of three runs, in seconds for 100 million.
static double time_calls(uint64_t (*calls)(void *, size_t), void *r, size_t count) {
    double best = 1e9;
    for (int run = 0; run < 3; run++) {
        double start = seconds(), took;
        sink = calls(r, count);
        took = seconds() - start;
        if (took < best) best = took;
    }
    return best * 1e8 / (double)count;
}

static double time_fill(const engine *e, void *r, bool quick) {
    static unsigned char block[65536];
    double best = 0;
    size_t blocks = quick ? 500 : 5000;
    for (int run = 0; run < 3; run++) {
        double start = seconds(), took, rate;
        for (size_t i = 0; i < blocks; i++) e->fill(r, block, sizeof block);
        took = seconds() - start;
        rate = took > 0 ? (double)blocks * sizeof block / took * 1e-9 : 0;
        if (rate > best) best = rate;
    }
    return best;
}

// A line of the second table. Loops differ by some hundredths from run to run, so that what a
// double costs may come out below 0.
static void print_cost(const char *name, double at, double integer, const char *how) {
    char more[16] = "as fast";
    if (at - integer >= 0.005) snprintf(more, sizeof more, "%+.2f ns", at - integer);
    printf("%-14s %9.2f ns %9s   %s\n", name, at, more, how);
}

static int table(const options *o) {
    static gc_rng_asa128 asa;
    size_t count = o->quick ? 5000000 : 100000000;
    const int rand_bits = RAND_MAX > 32767 ? 31 : 15;
    double at, integer[ENGINES], rate[ENGINES], c_rand;
    progress bar;
    void *r = malloc(sizeof(gc_rng_asa128));
    if (!r) return fail("no memory");

    // Measure everything first, so that the bar and the table do not mix.
    progress_open(&bar, "table", ENGINES + 1);
    for (int i = 0; i < ENGINES; i++) {
        engines[i].seed(r, o->seed);
        integer[i] = time_calls(engines[i].calls, r, count);
        rate[i] = time_fill(&engines[i], r, o->quick);
        progress_add(&bar, 1);
    }
    srand((unsigned)o->seed);
    c_rand = time_calls(calls_rand, NULL, count / 10);
    progress_close(&bar);

    if (o->rows) {
        table_open(o->json);
        for (int i = 0; i < ENGINES; i++) {
            const engine *e = &engines[i];
            const table_cell row[] = { { "engine", e->name, 0 }, { "bits", NULL, e->bits },
                                       { "state", NULL, (double)e->state }, { "ns", NULL, integer[i] * 10 },
                                       { "bulk_gb_s", NULL, rate[i] } };
            table_row(row, 5);
        }
        const table_cell row[] = { { "engine", "rand", 0 }, { "bits", NULL, rand_bits },
                                   { "state", NULL, NAN }, { "ns", NULL, c_rand * 10 },
                                   { "bulk_gb_s", NULL, NAN } };
        table_row(row, 5);
        table_close(NULL, 0);
        free(r);
        return 0;
    }
    printf("%-14s %6s %8s %12s %8s %10s %10s\n", "engine", "bits", "state", "100 M calls", "a call",
           "by calls", "in bulk");
    for (int i = 0; i < ENGINES; i++) {
        const engine *e = &engines[i];
        printf("%-14s %6d %6d B %10.3f s %5.2f ns %5.2f GB/s %5.2f GB/s\n", e->name, e->bits, (int)e->state,
               integer[i], integer[i] * 10, (e->bits / 8.0) / (integer[i] * 10), rate[i]);
    }
    printf("%-14s %6d %8s %10.3f s %5.2f ns %5.2f GB/s\n", "rand() of C", rand_bits, "global", c_rand,
           c_rand * 10, rand_bits / 8.0 / (c_rand * 10));

    // From an integer to a double.
    printf("\n%-14s %12s\n", "a number in [0, 1)", "and what it costs beside the integer");
    engines[0].seed(r, o->seed);
    at = time_calls(calls_f64, r, count) * 10;
    print_cost("gc_rng", at, integer[0] * 10, "53 bits, an int converted and multiplied");
    gc_rng_asa128_seed(&asa, o->seed);
    at = time_calls(calls_asa128_f64, &asa, count) * 10;
    print_cost("asa128", at, integer[10] * 20,
               "52 bits under the exponent of 1, minus 1; beside two integers");
    gc_rng_mwc32_seed((gc_rng_mwc32 *)r, o->seed);
    at = time_calls(calls_mwc32_f64, r, count) * 10;
    print_cost("mwc32", at, integer[1] * 10, "16 bits");
    gc_rng_dotnet_seed((gc_rng_dotnet *)r, o->seed);
    at = time_calls(calls_dotnet_f64, r, count) * 10;
    print_cost("dotnet", at, integer[8] * 10, "31 bits");
    at = time_calls(calls_rand_f64, NULL, count / 10) * 10;
    print_cost("rand() of C", at, c_rand * 10, "a division");
    if (o->quick) printf("(--quick: from 5 million calls)\n");
    free(r);
    return 0;
}

// ---- scatter

// Can a picture of this name be written? Its file is not touched.
static bool can_write(const char *path) {
    char part[1100];
    if (!output_is_replaced(path)) return true;
    snprintf(part, sizeof part, "%s.part", path);
    FILE *file = fopen(part, "wb");
    if (!file) return false;
    fclose(file);
    remove(part);
    return true;
}

enum { SIDE = 512, DOTS = 2000000, PANEL = 160, LABEL = 24, ACROSS = 5 };

typedef struct scatter {
    const options *options;
    picture pictures[ENGINES];
    long painted[ENGINES];
    int failed[ENGINES];         // errno
    progress bar;
} scatter;

// x, y and colour are the lowest bits of one output each: what a program gets that takes the
// remainder.
static void scatter_engine(void *arg, size_t index) {
    static const uint32_t colours[8] = { 0xe6194b, 0xf58231, 0xffe119, 0x3cb44b,
                                         0x42d4f4, 0x4363d8, 0xf032e6, 0xffffff };
    scatter *s = (scatter *)arg;
    const engine *e = &engines[index];
    picture *p = &s->pictures[index];
    void *r = malloc(e->state);
    char path[1024];

    s->failed[index] = ENOMEM;
    if (!r || !picture_open(p, SIDE, SIDE, 0x000000)) {
        free(r);
        return;
    }
    e->seed(r, s->options->seed);
    for (int i = 0; i < DOTS; i++) {
        int x = (int)(e->next(r) % SIDE), y = (int)(e->next(r) % SIDE);
        picture_set(p, x, y, colours[e->next(r) % 8]);
    }
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) s->painted[index] += picture_get(p, x, y) != 0;
    }
    snprintf(path, sizeof path, "%s/%s%s", s->options->argument, e->name, PICTURE_SUFFIX);
    s->failed[index] = picture_write(p, path) ? 0 : errno;
    free(r);
    progress_add(&s->bar, 1);
}

// A corner of each picture at half its size, its name and its count below. A painted cell is a
// dot of 2 x 2 pixels, so that a few are seen as well.
static bool scatter_sheet(const scatter *s) {
    const int step = PANEL + 16, down = (ENGINES + ACROSS - 1) / ACROSS;
    char path[1024], text[64];

    picture sheet;
    if (!picture_open(&sheet, ACROSS * step + 16, down * (step + LABEL) + 16, 0xffffff)) return false;

    for (int i = 0; i < ENGINES; i++) {
        int left = 16 + i % ACROSS * step, top = 16 + i / ACROSS * (step + LABEL);

        for (int y = 0; y < PANEL; y++) {
            for (int x = 0; x < PANEL; x++) {
                uint32_t colour = 0;
                for (int k = 0; k < 16 && colour == 0; k++) {
                    colour = picture_get(&s->pictures[i], 2 * x + 1 - k % 4, 2 * y + 1 - k / 4);
                }
                picture_set(&sheet, left + x, top + y, colour);
            }
        }

        snprintf(text, sizeof text, "%ld cells", s->painted[i]);
        picture_text(&sheet, left, top + PANEL + 4, 2, 0x000000, engines[i].name);
        uint32_t colour = s->painted[i] > SIDE * SIDE / 2 ? 0x606060 : 0xc00000;
        picture_text(&sheet, left, top + PANEL + 22, 1, colour, text);
    }

    snprintf(path, sizeof path, "%s/sheet%s", s->options->argument, PICTURE_SUFFIX);
    bool ok = picture_write(&sheet, path);
    picture_close(&sheet);
    return ok;
}

static int scatter_all(const options *o, jobs *pool) {
    static scatter s;
    int status = 0;
    char path[1024];

    // The work would be lost if the folder could not be written to.
    if (strlen(o->argument) > sizeof path - 64) return fail("%s: the name is too long", o->argument);
    snprintf(path, sizeof path, "%s/sheet%s", o->argument, PICTURE_SUFFIX);
    if (!can_write(path)) return fail("%s: %s", o->argument, strerror(errno));

    s.options = o;
    progress_open(&s.bar, "scatter", ENGINES);
    jobs_for(pool, scatter_engine, &s, ENGINES);
    progress_close(&s.bar);

    if (o->rows) table_open(o->json);
    // 262144 * (1 - 1 / 262144) ^ 2000000 cells stay empty, 127 of them with a deviation of 11.
    for (int i = 0; i < ENGINES; i++) {
        long off = s.painted[i] - 262017;
        const char *verdict = off > 60 ? "too many" : off < -60 ? "TOO FEW" : "as it should be";
        const table_cell row[] = { { "engine", engines[i].name, 0 }, { "cells", NULL, (double)s.painted[i] },
                                   { "of", NULL, SIDE * SIDE }, { "theory", NULL, 262017 },
                                   { "verdict", verdict, 0 } };
        if (o->rows) table_row(row, 5);
        else printf("%-14s %6ld of %d cells, theory 262017 +- 60: %s\n", engines[i].name, s.painted[i],
               SIDE * SIDE, verdict);
        if (s.failed[i]) {
            fail("%s/%s%s: %s", o->argument, engines[i].name, PICTURE_SUFFIX, strerror(s.failed[i]));
            status = 1;
        }
    }
    if (status == 0 && !scatter_sheet(&s)) {
        fail("%s/sheet%s: %s", o->argument, PICTURE_SUFFIX, strerror(errno));
        status = 1;
    }
    if (o->rows) table_close(NULL, 0);
    else if (status == 0) printf("%d pictures and sheet%s are in %s\n", ENGINES, PICTURE_SUFFIX, o->argument);
    for (int i = 0; i < ENGINES; i++) picture_close(&s.pictures[i]);
    return status;
}

// ---- gorilla

typedef struct gorilla {
    const options *options;
    const engine *chosen[ENGINES];
    int count;
    struct { int engine, bit; } tasks[ENGINES * 64];
    size_t task_count;
    double z[ENGINES][64];       // NaN: not tested
    bool no_memory;
    progress bar;
} gorilla;

static void gorilla_bit(void *arg, size_t index) {
    gorilla *g = (gorilla *)arg;
    const engine *e = g->chosen[g->tasks[index].engine];
    int bit = g->tasks[index].bit;
    void *memory = malloc((size_t)1 << 23);
    gc_rng_source s;

    memset(&s, 0, sizeof s);
    s.user = malloc(e->state);
    s.u64 = e->next;             // one output a word
    if (memory && s.user) {
        e->seed(s.user, g->options->has_seed ? g->options->seed : 1);
        g->z[g->tasks[index].engine][bit] = gc_rng_gorilla(&s, bit, memory);
    } else {
        g->no_memory = true;
    }
    free(s.user);
    free(memory);
    progress_add(&g->bar, 1);
}

// By missing words, as the article's pictures are: red, more of them than theory has by 4
// deviations; green, fewer; grey, as it should be.
static uint32_t gorilla_colour(double z) { return z > 4 ? 0xd7301f : z < -4 ? 0x31a354 : 0xb0b0b0; }

static bool gorilla_picture(const gorilla *g) {
    const int cell = 12, left = 162, top = 50, row = 20;
    picture p;
    char text[16];
    if (!picture_open(&p, left + 64 * cell + 12, top + g->count * row + 40, 0xffffff)) return false;
    picture_text(&p, 8, 8, 2, 0x000000, "Gorilla test: words of 26 bits that never come");
    for (int bit = 0; bit < 64; bit += 8) {
        snprintf(text, sizeof text, "%d", bit);
        picture_text(&p, left + bit * cell + 2, top - 12, 1, 0x404040, text);
    }
    picture_text(&p, 8, top - 12, 1, 0x404040, "bit of an output");

    for (int i = 0; i < g->count; i++) {
        picture_text(&p, 8, top + i * row + 1, 2, 0x000000, g->chosen[i]->name);
        for (int bit = 0; bit < g->chosen[i]->bits; bit++) {
            double z = g->z[i][bit];
            if (z != z) continue;    // not tested
            picture_box(&p, left + bit * cell, top + i * row, cell - 1, row - 4, gorilla_colour(z));
        }
    }

    int y = top + g->count * row + 12;
    picture_box(&p, left, y, 14, 14, gorilla_colour(9));
    picture_text(&p, left + 20, y + 3, 1, 0x000000, "more missing than theory by 4 sigma");
    picture_box(&p, left + 260, y, 14, 14, gorilla_colour(-9));
    picture_text(&p, left + 280, y + 3, 1, 0x000000, "fewer");
    picture_box(&p, left + 340, y, 14, 14, gorilla_colour(0));
    picture_text(&p, left + 360, y + 3, 1, 0x000000, "as it should be");
    bool ok = picture_write(&p, g->options->picture);
    picture_close(&p);
    return ok;
}

static int gorilla_test(const options *o, jobs *pool) {
    static gorilla g;
    g.options = o;

    // Which engines, which bits.
    for (int i = 0; i < o->name_count; i++) {
        const engine *e = engines_find(o->names[i]);
        if (!e) return fail("there is no engine %s (see --help)", o->names[i]);
        if (g.count < ENGINES) g.chosen[g.count++] = e;
    }
    for (int i = 0; i < ENGINES && o->name_count == 0; i++) g.chosen[g.count++] = &engines[i];
    for (int i = 0; i < g.count; i++) {
        for (int bit = 0; bit < 64; bit++) {
            bool quick = bit == 0 || bit == g.chosen[i]->bits - 1;
            g.z[i][bit] = NAN;
            if (bit >= g.chosen[i]->bits || (o->bit >= 0 && bit != o->bit) || (o->quick && !quick)) continue;
            g.tasks[g.task_count].engine = i;
            g.tasks[g.task_count++].bit = bit;
        }
    }
    if (o->picture && !can_write(o->picture)) return fail("%s: %s", o->picture, strerror(errno));
    progress_open(&g.bar, "gorilla", g.task_count);
    jobs_for(pool, gorilla_bit, &g, g.task_count);
    progress_close(&g.bar);
    if (g.no_memory) return fail("no memory");

    if (o->rows) table_open(o->json);
    for (int i = 0; o->rows && i < g.count; i++) {
        for (int bit = 0; bit < g.chosen[i]->bits; bit++) {
            if (g.z[i][bit] != g.z[i][bit]) continue;
            const table_cell row[] = { { "engine", g.chosen[i]->name, 0 }, { "bit", NULL, bit },
                                       { "z", NULL, g.z[i][bit] } };
            table_row(row, 3);
        }
    }
    if (o->rows) table_close(NULL, 0);
    else printf("%-14s %10s %18s   %s\n", "engine", "z, bit 0", "largest z, of bit",
           "bits from 0: + more missing, - fewer, . as it should be");
    for (int i = 0; !o->rows && i < g.count; i++) {
        char strip[65] = "", first[24] = "";
        int worst = -1, tested = 0;
        for (int bit = 0; bit < g.chosen[i]->bits; bit++) {
            double z = g.z[i][bit];
            strip[bit] = z != z ? ' ' : z > 4 ? '+' : z < -4 ? '-' : '.';
            strip[bit + 1] = '\0';
            if (z != z) continue;
            tested++;
            if (worst < 0 || fabs(z) > fabs(g.z[i][worst])) worst = bit;
        }
        if (tested == 0) continue;
        if (g.z[i][0] == g.z[i][0]) snprintf(first, sizeof first, "%+.2f", g.z[i][0]);
        printf("%-14s %10s %+14.2f, %2d   %s\n", g.chosen[i]->name, first, g.z[i][worst], worst, strip);
    }
    if (o->picture && !gorilla_picture(&g)) {
        fail("%s: %s", o->picture, strerror(errno));
        return 1;
    }
    return 0;
}

// ---- chi2

enum { MOST_WEIGHTS = 100000, LINE = 1000, SHOWN = 60 };

typedef struct weights {
    double weight[MOST_WEIGHTS];
    uint64_t count[MOST_WEIGHTS];
    char name[SHOWN][LINE];
    gc_rng_alias table[MOST_WEIGHTS];
    size_t n;
} weights;

// A field ends at a blank or a comma, or at a semicolon, as spreadsheets write it where the
// comma is that of 0,5.
static bool is_end(char c) { return c == '\0' || c == ',' || c == ';' || isspace((unsigned char)c); }

static char *next_field(char *at) {
    while (isspace((unsigned char)*at)) at++;
    if (*at == ',' || *at == ';') at++;
    while (isspace((unsigned char)*at)) at++;
    return at;
}

static bool read_count(const char *text, char **end, uint64_t *value) {
    errno = 0;
    *value = isdigit((unsigned char)*text) ? strtoull(text, end, 10) : 0;
    return isdigit((unsigned char)*text) && errno == 0 && is_end(**end);
}

// A number, also as 50% or 1/6.
static bool read_share(const char *text, char **end, double *value) {
    *value = strtod(text, end);
    bool ok = *end != text;
    if (ok && **end == '/') {
        text = *end + 1;
        *value /= strtod(text, end);
        ok = *end != text;
    }
    if (ok && **end == '%') {
        *value /= 100;
        ++*end;
    }
    return ok && is_end(**end);
}

// A line: WEIGHT COUNT [NAME], or WEIGHT [NAME] with --draws. What is wrong with it, or NULL.
static const char *read_weight(weights *w, char *line, bool counts, bool first) {
    char *at = line, *end, *semicolon = strchr(line, ';');
    if (w->n == MOST_WEIGHTS) return "more than 100000 weights";
    for (char *c = line; semicolon && c < semicolon; c++) *c = *c == ',' ? '.' : *c;
    if (!read_share(at, &end, &w->weight[w->n])) {
        bool heading = first && strpbrk(line, ",;") && !isdigit((unsigned char)*line);
        return heading ? NULL : "the weight is not a number";
    }
    if (!(w->weight[w->n] <= 1.7976931348623157e308)) return "the weight is not a finite number";
    if (w->weight[w->n] < 0) return "the weight is negative";
    at = next_field(end);
    if (counts) {
        if (!read_count(at, &end, &w->count[w->n])) return "no count, a whole number, after the weight";
        at = next_field(end);
    }
    if (w->n < SHOWN) snprintf(w->name[w->n], LINE, "%s", at);
    w->n++;
    return NULL;
}

static int read_weights(const options *o, weights *w) {
    char line[LINE];
    bool from_input = strcmp(o->argument, "-") == 0, first = true;
    const char *name = from_input ? "standard input" : o->argument;
    FILE *file = from_input ? stdin : fopen(o->argument, "r");

    if (!file) return fail("%s: %s", name, strerror(errno));

    for (int number = 1; fgets(line, LINE, file); number++) {
        char *end = line + strlen(line), *at = line;
        const char *wrong = end - line == LINE - 1 && end[-1] != '\n' ? "the line is too long" : NULL;

        while (end > line && (is_end(end[-1]))) *--end = '\0';
        if (number == 1 && strncmp(at, "\xef\xbb\xbf", 3) == 0) at += 3;    // a spreadsheet's mark of UTF-8
        while (isspace((unsigned char)*at)) at++;

        if (!wrong && *at != '\0' && *at != '#') {
            wrong = read_weight(w, at, o->draws == 0, first);
            first = false;
        }

        if (wrong) {
            if (!from_input) fclose(file);
            return fail("%s:%d: %s", name, number, wrong);
        }
    }

    int failed = ferror(file) ? errno : 0;
    if (!from_input) fclose(file);
    if (failed) return fail("%s: %s", name, strerror(failed));

    if (w->n == 0) return fail("%s: no weights in it", name);
    if (gc_rng_alias_init(w->table, w->weight, w->n) == 0) return 0;
    return fail("%s: no weight is above 0", name);
}

static int chi2(const options *o) {
    static weights w;
    static double state[sizeof(gc_rng_asa128) / sizeof(double) + 1];
    const engine *e = engines_find(o->engine);
    int status = read_weights(o, &w);
    if (status != 0) return status;

    // Draws by the table, where there are no counts.
    if (o->draws > 0) {
        progress bar;
        gc_rng_source s = e->source(state);
        e->seed(state, o->seed);
        progress_open(&bar, "draws", o->draws);
        for (uint64_t i = 0; i < o->draws; i++) {
            w.count[gc_rng_source_alias_pick(&s, w.table, w.n)]++;
            if (i % 1000000 == 999999) progress_add(&bar, 1000000);
        }
        progress_close(&bar);
    }

    double total = 0, weight = 0, sum = 0, p = gc_rng_chi2(w.count, w.weight, w.n);
    size_t few = 0, used = 0;
    for (size_t i = 0; i < w.n; i++) {
        total += (double)w.count[i];
        weight += w.weight[i] / (double)w.n;    // cannot be too large
    }
    if (o->rows) table_open(o->json);
    if (!o->rows && w.n <= SHOWN) printf("%12s %12s %14s %8s\n", "weight", "count", "expected", "z");
    for (size_t i = 0; i < w.n; i++) {
        // z is in deviations of a count that comes with this chance.
        double chance = w.weight[i] / (double)w.n / weight, expected = chance * total;
        double off = (double)w.count[i] - expected;
        double z = expected > 0 && chance < 1 ? off / sqrt(expected * (1 - chance)) : 0;
        used += w.weight[i] > 0;
        few += w.weight[i] > 0 && expected < 5;
        sum += expected > 0 ? off * off / expected : 0;
        if (o->rows) {
            const table_cell row[] = { { "weight", NULL, w.weight[i] }, { "count", NULL, (double)w.count[i] },
                                       { "expected", NULL, expected }, { "z", NULL, z },
                                       { "name", i < SHOWN ? w.name[i] : "", 0 } };
            table_row(row, 5);
        } else if (w.n <= SHOWN) {
            printf("%12g %12.0f %14.2f %+8.2f  %s\n", w.weight[i], (double)w.count[i], expected, z,
                   w.name[i]);
        }
    }
    const table_cell whole[] = { { "draws", NULL, total }, { "chi_square", NULL, sum },
                                 { "freedom", NULL, (double)used - 1 }, { "p", NULL, p } };
    if (o->rows) {
        table_close(whole, 4);
        return p < 0.001 ? 1 : 0;
    }
    printf("draws %.0f, chi-square %.4f, degrees of freedom %d, p %.10g: %s\n", total, sum, (int)used - 1, p,
           p < 1e-6 ? "the counts do NOT fit" : p < 0.001 ? "suspect" : "the counts fit");
    if (few > 0) printf("%d of the expected counts are below 5: more draws would tell more\n", (int)few);
    return p < 0.001 ? 1 : 0;
}

// ---- prd

enum { PRD_TASKS = 64, PRD_ROWS = 200 };

typedef struct prd {
    const options *options;
    const engine *engine;
    double chance;
    uint64_t tries;                                  // of a task
    uint64_t hits[PRD_TASKS], longest[PRD_TASKS], plain_hits[PRD_TASKS], plain_longest[PRD_TASKS];
    uint64_t waits[PRD_TASKS][PRD_ROWS];             // hits by the try after the last one
    progress bar;
} prd;

// A generator of its own: seed + task.
static void prd_task(void *arg, size_t index) {
    prd *p = (prd *)arg;
    void *r = malloc(p->engine->state);
    gc_rng_prd proc;
    uint64_t since = 0, plain_since = 0;

    if (!r) return;

    gc_rng_source s = p->engine->source(r);
    p->engine->seed(r, p->options->seed + index);
    gc_rng_prd_init(&proc, p->chance);

    for (uint64_t i = 0; i < p->tries; i++) {
        since++;
        if (gc_rng_source_prd_next(&s, &proc)) {
            p->hits[index]++;
            p->waits[index][since <= PRD_ROWS ? since - 1 : PRD_ROWS - 1]++;
            if (since > p->longest[index]) p->longest[index] = since;
            since = 0;
        }

        plain_since++;
        if (gc_rng_source_chance(&s, p->chance)) {
            p->plain_hits[index]++;
            if (plain_since > p->plain_longest[index]) p->plain_longest[index] = plain_since;
            plain_since = 0;
        }
    }

    free(r);
    progress_add(&p->bar, 1);
}

static int prd_show(const options *o, jobs *pool) {
    static prd p;
    char *end;
    gc_rng_prd proc;
    uint64_t hits = 0, plain = 0, longest = 0, plain_longest = 0, tries;

    p.chance = strtod(o->argument, &end);
    if (*end == '%') {
        p.chance /= 100;
        end++;
    }
    if (end == o->argument || *end != '\0') return fail("prd: %s is not a number", o->argument);
    if (gc_rng_prd_init(&proc, p.chance) != 0) {
        return fail("prd: %s is not a chance of 0, or from 0.00000006 to 1", o->argument);
    }

    p.options = o;
    p.engine = engines_find(o->engine);
    p.tries = (o->quick ? 1000000 : 100000000) / PRD_TASKS;
    tries = p.tries * PRD_TASKS;
    progress_open(&p.bar, "prd", PRD_TASKS);
    jobs_for(pool, prd_task, &p, PRD_TASKS);
    progress_close(&p.bar);

    double c = (double)proc.c / 9223372036854775808.0;
    for (int i = 0; i < PRD_TASKS; i++) {
        hits += p.hits[i];
        plain += p.plain_hits[i];
        if (p.longest[i] > longest) longest = p.longest[i];
        if (p.plain_longest[i] > plain_longest) plain_longest = p.plain_longest[i];
    }
    if (o->rows) table_open(o->json);
    if (!o->rows) printf("chance %.10g: c %.15f", p.chance, c);
    if (!o->rows && c > 0) printf(", a hit by the %.0fth try at the latest", ceil(1 / c));
    if (!o->rows) printf("\n\n%5s %10s %10s %10s\n", "try", "its chance", "a hit here", "measured");
    double missed = 1;
    for (int n = 1; n <= 20 && c > 0 && missed > 1e-9; n++) {
        double chance = n * c < 1 ? n * c : 1;
        uint64_t here = 0;
        for (int i = 0; i < PRD_TASKS; i++) here += p.waits[i][n - 1];
        double measured = hits > 0 ? (double)here / (double)hits : 0;
        const table_cell row[] = { { "try", NULL, n }, { "chance", NULL, chance },
                                   { "hit_here", NULL, missed * chance }, { "measured", NULL, measured } };
        if (o->rows) table_row(row, 4);
        else printf("%5d %9.4f%% %9.4f%% %9.4f%%\n", n, 100 * chance, 100 * missed * chance, 100 * measured);
        missed *= 1 - chance;
    }
    if (o->rows) {
        const table_cell whole[] = { { "chance", NULL, p.chance }, { "c", NULL, c },
                                     { "tries", NULL, (double)tries }, { "hits", NULL, (double)hits },
                                     { "longest_wait", NULL, (double)longest },
                                     { "independent_hits", NULL, (double)plain },
                                     { "independent_longest_wait", NULL, (double)plain_longest } };
        table_close(whole, 7);
        return 0;
    }
    printf("\n%-22s %12s %14s\n", "", "this way", "independently");
    printf("%-22s %11.5f%% %13.5f%%\n", "hits", 100 * (double)hits / (double)tries,
           100 * (double)plain / (double)tries);
    printf("%-22s %12.0f %14.0f\n", "longest wait, in tries", (double)longest, (double)plain_longest);
    return 0;
}

// ---- command line

static const char usage[] =
    "usage: rng_lab COMMAND [options]\n"
    "  table                100 million calls of each engine and of C's rand(): seconds, ns a call,\n"
    "                       bytes of state, rate of data; and what a double costs\n"
    "  scatter DIR          2,000,000 points of each engine on 512 x 512 cells as pictures in DIR, and a\n"
    "                       sheet of all; how many cells were painted\n"
    "  gorilla [ENGINE...]  the gorilla test of every bit (z of the missing words); some minutes\n"
    "  chi2 FILE            p-value of counts against weights; a line of FILE: WEIGHT COUNT [NAME]\n"
    "                       with --draws: WEIGHT [NAME], and the counts are drawn; # begins a comment\n"
    "                       blanks, commas or semicolons between; a weight also as 50% or 1/6; a first\n"
    "                       line of words is passed over; FILE -: standard input\n"
    "  prd P                the pseudo-random distribution for the chance P (0.25, or 25%)\n"
    "options:\n"
    "  --json, --csv        rows for other programs; CSV has the rows alone\n"
    "  --quick              less work: 5 million calls, two bits an engine, a million tries\n"
    "  --seed N             of the engines (0; gorilla: 1)     --threads N   all cores\n"
    "  --bit N              gorilla: this bit alone            --picture F   gorilla: draws the strip\n"
    "  --draws N            chi2: draws N numbers              --engine E    chi2, prd: gc_rng\n"
    "engines: gc_rng mwc32 mwc64 xorshift32 xorshift64 xorshift128 xoshiro256pp lcg dotnet java\n"
    "         mt19937 sfmt asa128 pcg32 pcg64 philox chacha8 wide\n"
    "Exit status: 0; 1 the counts do not fit, or a picture cannot be written; 2 wrong usage or input.\n";

static bool read_number(const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0 && *value >= least && *value <= most;
}

// 0, or the exit status of wrong usage.
static int read_options(options *o, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        uint64_t number = 0;

        if (word[0] != '-' || word[1] == '\0' || isdigit((unsigned char)word[1])) {
            if (!o->command) o->command = word;
            else if (o->name_count < 32 && strcmp(o->command, "gorilla") == 0) {
                o->names[o->name_count++] = word;
            } else if (!o->argument) o->argument = word;
            else return fail("%s is one word too many (see --help)", word);
            continue;
        }

        if (strcmp(word, "--quick") == 0) {
            o->quick = true;
            continue;
        }

        if (strcmp(word, "--json") == 0 || strcmp(word, "--csv") == 0) {
            o->rows = true;
            o->json = word[2] == 'j';
            continue;
        }

        if (!value) return fail("%s: no such option, or its value is missing (see --help)", word);
        i++;

        if (strcmp(word, "--picture") == 0) {
            o->picture = value;
        } else if (strcmp(word, "--engine") == 0) {
            o->engine = value;
            if (!engines_find(value)) return fail("there is no engine %s (see --help)", value);
        } else if (strcmp(word, "--seed") == 0) {
            if (!read_number(value, 0, UINT64_MAX, &o->seed)) return fail("--seed %s: not a number", value);
            o->has_seed = true;
        } else if (strcmp(word, "--draws") == 0) {
            bool ok = read_number(value, 1, (uint64_t)1 << 50, &o->draws);
            if (!ok) return fail("--draws %s: not a number from 1 on", value);
        } else if (strcmp(word, "--bit") == 0) {
            if (!read_number(value, 0, 63, &number)) return fail("--bit %s: not from 0 to 63", value);
            o->bit = (int)number;
        } else if (strcmp(word, "--threads") == 0) {
            if (!read_number(value, 1, 256, &number)) return fail("--threads %s: not from 1 to 256", value);
            o->threads = (unsigned)number;
        } else {
            return fail("%s: no such option (see --help)", word);
        }
    }

    if (!o->command) return fail("which command? (see --help)");
    return 0;
}

int main(int argc, char **argv) {
    options o;
    memset(&o, 0, sizeof o);
    o.bit = -1;
    o.engine = "gc_rng";
    o.threads = jobs_cores();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(usage, stdout);
            return 0;
        }
    }
    int status = read_options(&o, argc, argv);
    if (status != 0) return status;

    // Which commands want an argument.
    bool wants = strcmp(o.command, "scatter") == 0 || strcmp(o.command, "chi2") == 0;
    wants |= strcmp(o.command, "prd") == 0;
    if (wants && !o.argument) return fail("%s: of what? (see --help)", o.command);
    if (!wants && o.argument) return fail("%s is one word too many (see --help)", o.argument);

    jobs *pool = jobs_open(o.threads);
    if (!pool) return fail("no threads");
    if (strcmp(o.command, "table") == 0) status = table(&o);
    else if (strcmp(o.command, "scatter") == 0) status = scatter_all(&o, pool);
    else if (strcmp(o.command, "gorilla") == 0) status = gorilla_test(&o, pool);
    else if (strcmp(o.command, "chi2") == 0) status = chi2(&o);
    else if (strcmp(o.command, "prd") == 0) status = prd_show(&o, pool);
    else status = fail("%s: no such command (see --help)", o.command);
    jobs_close(pool);

    // What could not be written was not said.
    if (fflush(stdout) != 0 && status == 0) {
        fail("standard output: %s", strerror(errno));
        status = 1;
    }
    return status;
}

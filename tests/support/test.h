// test.h - the project's test harness: a table of functions, a line for each that fails or is
// skipped, one closing line.
//
//     static void test_rng_zero_seed(void) { CHECK(...); CHECK_U64(got, want); }
//     static const test_case test_rng_cases[] = { TEST_CASE(test_rng_zero_seed) };
//     TEST_MAIN(test_rng_cases)                        // last line of tests/test_rng.c
//
// TEST_CASE_EACH(test_writer_paths, test_writer_each_mode): the second function calls the first
// in each of several ways, and is one test with it.
//
// A test passes when it returns without a failed check, and is counted once. SKIP("reason")
// prints the reason and returns. Names of statics start with the file's name, since
// tests/amalgam.c compiles every test file in one translation unit: it defines TEST_AMALGAM,
// includes them all, and calls test_run for each table.
//
// Options of each test binary: a substring selects tests by name, --but PART leaves some out
// (several times: more), and that none is left is an error; -v names every test as it starts;
// --seed N sets test_seed; --list names the tests and runs none; --tap (or TEST_TAP in
// the environment) prints a line of TAP for each;
// --part K N runs every N-th test, beginning with the K-th.
// Checks are for one thread: in other threads, record the outcome and check it after the join.
#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define TEST_UNUSED __attribute__((unused))
#else
#define TEST_UNUSED
#endif

typedef struct test_case {
    const char *name;
    void (*run)(void);
    void (*each)(void (*run)(void));    // calls it once in each way; NULL: once
} test_case;

#define TEST_CASE(function) { #function, function, NULL }
#define TEST_CASE_EACH(function, each) { #function, function, each }

// One counter for the running test, one set for the process.
static int test_failures_here, test_skipped_here;
static int test_passed, test_failed, test_skipped;
static const char *test_name = "";
static const char *test_filter = "", *test_but[8];
static bool test_verbose, test_list, test_tap;
static unsigned long test_index, test_part, test_parts = 1;     // of --part
// every random test starts from it and prints it when it fails
static uint64_t test_seed TEST_UNUSED = 20260101u;

static TEST_UNUSED bool test_check(bool ok, const char *text, const char *file, int line) {
    if (!ok) {
        if (test_failures_here < 10) {
            printf("FAIL %s: %s:%d: %s (seed %llu)\n", test_name, file, line, text,
                   (unsigned long long)test_seed);
        }
        test_failures_here++;
    }
    return ok;
}

static TEST_UNUSED bool test_check_u64(uint64_t got, uint64_t want, const char *text, const char *file,
                                       int line) {
    if (got == want) return true;
    if (test_failures_here < 10) {
        printf("FAIL %s: %s:%d: %s is 0x%llx (%lld), should be 0x%llx (%lld) (seed %llu)\n", test_name, file,
               line, text, (unsigned long long)got, (long long)got, (unsigned long long)want, (long long)want,
               (unsigned long long)test_seed);
    }
    test_failures_here++;
    return false;
}

static TEST_UNUSED bool test_check_str(const char *got, const char *want, const char *text, const char *file,
                                       int line) {
    if (got && want && strcmp(got, want) == 0) return true;
    if (test_failures_here < 10) {
        printf("FAIL %s: %s:%d: %s is \"%s\", should be \"%s\"\n", test_name, file, line, text,
               got ? got : "(null)", want ? want : "(null)");
    }
    test_failures_here++;
    return false;
}

// Each gives true when the check held, so that a test can stop early: if (!CHECK(p)) return;
#define CHECK(c) test_check((c) ? true : false, #c, __FILE__, __LINE__)
#define CHECK_U64(got, want) test_check_u64((uint64_t)(got), (uint64_t)(want), #got, __FILE__, __LINE__)
#define CHECK_INT(got, want)                                                                                 \
    test_check_u64((uint64_t)(int64_t)(got), (uint64_t)(int64_t)(want), #got, __FILE__, __LINE__)
#define CHECK_STR(got, want) test_check_str((got), (want), #got, __FILE__, __LINE__)
#define SKIP(reason)                                      \
    do {                                                  \
        printf("SKIP %s: %s\n", test_name, (reason));     \
        test_skipped_here = 1;                            \
        return;                                           \
    } while (0)

static TEST_UNUSED void test_run(const test_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (test_filter[0] && !strstr(cases[i].name, test_filter)) continue;

        int but = 0;
        while (but < 8 && test_but[but] && !strstr(cases[i].name, test_but[but])) but++;
        if (but < 8 && test_but[but]) continue;
        if (test_index++ % test_parts != test_part) continue;

        test_name = cases[i].name;
        if (test_list) {
            printf("%s\n", test_name);
            continue;
        }

        test_failures_here = 0;
        test_skipped_here = 0;

        if (test_verbose) {
            printf("run  %s\n", test_name);
            fflush(stdout);
        }

        if (cases[i].each) cases[i].each(cases[i].run);
        else cases[i].run();

        if (test_failures_here) test_failed++;
        else if (test_skipped_here) test_skipped++;
        else test_passed++;

        if (test_tap) {
            printf("%sok %d - %s%s\n", test_failures_here ? "not " : "",
                   test_passed + test_failed + test_skipped, test_name,
                   test_skipped_here && !test_failures_here ? " # SKIP" : "");
        }
        fflush(stdout);
    }
}

// The words of the command line; --help ends the program.
static TEST_UNUSED void test_options(int argc, char **argv) {
    int buts = 0;

    test_tap = getenv("TEST_TAP") != NULL;
    for (int i = 1; i < argc; i++) {

        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            printf("%s [-v] [--list] [--tap] [--seed N] [--part N OF] [--but PART]... [PART OF A NAME]\n"
                   "runs its tests, or those of such names; --list names them, -v tells each that begins,\n"
                   "--tap prints them in TAP, --part 2 3 takes the second third\n", argv[0]);
            exit(0);
        }

        if (strcmp(argv[i], "-v") == 0) test_verbose = true;
        else if (strcmp(argv[i], "--list") == 0) test_list = true;
        else if (strcmp(argv[i], "--tap") == 0) test_tap = true;
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) test_seed = strtoull(argv[++i], NULL, 0);
        else if (strcmp(argv[i], "--but") == 0 && i + 1 < argc && buts < 8) test_but[buts++] = argv[++i];
        else if (strcmp(argv[i], "--part") == 0 && i + 2 < argc) {
            test_part = strtoul(argv[++i], NULL, 0) - 1;
            test_parts = strtoul(argv[++i], NULL, 0);
        } else if (argv[i][0] == '-') {
            fprintf(stderr, "%s: %s is unknown, or lacks its value (--help)\n", argv[0], argv[i]);
            exit(2);
        } else test_filter = argv[i];
    }
}

static TEST_UNUSED int test_report(void) {
    if (test_list) return 0;
    if (test_tap) printf("1..%d\n", test_passed + test_failed + test_skipped);
    if (test_filter[0] && test_index == 0) {
        printf("FAIL no test has \"%s\" in its name\n", test_filter);
        test_failed++;
    }
    printf("%d passed, %d failed, %d skipped\n", test_passed, test_failed, test_skipped);
    return test_failed ? 1 : 0;
}

#ifdef TEST_AMALGAM
#define TEST_MAIN(table)
#else
#define TEST_MAIN(table)                                        \
    int main(int argc, char **argv) {                           \
        test_options(argc, argv);                               \
        test_run(table, sizeof(table) / sizeof((table)[0]));    \
        return test_report();                                   \
    }
#endif

#endif

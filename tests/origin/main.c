// origin - a loopback HTTP origin with a simulated network and faults; see origin.h for what it
// does.
//
//     cc -O2 -I. tests/origin/main.c -o origin -pthread        (in the project's root)
//     ./origin --network N1 --log origin.log
//
// SPDX-License-Identifier: MIT OR Unlicense
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_RNG_STATIC
#define GC_FETCH_STATIC
#define GC_FETCH_NO_CURL
#include "origin.h"

static const char origin_usage[] =
    "usage: origin [options]\n"
    "Serves a folder, or a generated set of files with /manifest.txt, on 127.0.0.1 until it is interrupted.\n"
    "\n"
    "content\n"
    "  --folder DIR             serve this folder\n"
    "  --files N, --bytes B     the generated set: N files (1000), B bytes in all (190,000 a file)\n"
    "  --set-seed S             another set (1300)\n"
    "  --odd-names              every 8th name must be percent-encoded\n"
    "  --change N [--seed S]    N files are at a later version (S chooses them); may be repeated\n"
    "  --sealed                 the manifest's first line tells its number of files and its hash\n"
    "  --lazy-manifest          hash while serving, not before\n"
    "  --write-folder DIR       write the set and its manifest.txt to DIR and end; what is right stays as "
    "it is\n"
    "network\n"
    "  --network L|N1|N2        no limits | 20 ms, 200 Mbit/s | 50 ms, 200 Mbit/s, 20 Mbit/s a connection\n"
    "  --rtt MS, --bandwidth BITS, --connection-bandwidth BITS      a second; k, M and G are understood\n"
    "  --max-connections N      more wait (1024)\n"
    "  --idle MS                a connection without progress is closed (60000)\n"
    "faults\n"
    "  --fault RULE             may be repeated; --list-faults shows the faults and what a rule may say\n"
    "process\n"
    "  --port P, --port-file F  the port (any free one), and a file that receives it\n"
    "  --log F                  a line for each request\n"
    "  --stop-on-eof            ends when its standard input does\n"
    "  --ask METHOD URL         one request to a running origin, prints the answer:\n"
    "                           --ask POST http://127.0.0.1:PORT/origin/change?count=50\n";

static void origin_main_ready(void *user, uint16_t port) {
    (void)user;
    printf("origin: http://127.0.0.1:%u\n", (unsigned)port);
    fflush(stdout);
}

static int origin_main_refuse(const char *what, const char *value) {
    fprintf(stderr, "origin: %s%s%s\n", what, value ? ": " : "", value ? value : "");
    return 2;
}

// --ask: one request to a running origin; prints the answer.
static int origin_main_ask(const char *method, const char *url) {
    enum { CAPACITY = 16 << 20 };
    static const char prefix[] = "http://127.0.0.1:";
    origin running;
    char *target, *answer = (char *)malloc(CAPACITY);
    memset(&running, 0, sizeof running);
    if (strncmp(url, prefix, sizeof prefix - 1) != 0) {
        return origin_main_refuse("not a URL of an origin", url);
    }
    running.port = (uint16_t)strtoul(url + sizeof prefix - 1, &target, 10);
    int status = answer && target[0] == '/' ? origin_ask(&running, method, target, answer, CAPACITY) : -1;
    if (status == 200) fputs(answer, stdout);
    else fprintf(stderr, "origin: %s: status %d\n", url, status);
    free(answer);
    return status == 200 ? 0 : 1;
}

// A number with an optional k, M or G; false if it is something else.
static bool origin_main_number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    if (end == text || !(*out >= 0 && *out < 1e18)) return false;
    if (*end == 'k') *out *= 1e3, end++;
    else if (*end == 'M') *out *= 1e6, end++;
    else if (*end == 'G') *out *= 1e9, end++;
    return *end == 0;
}

enum { MAX_RULES = 64, MAX_CHANGES = 64 };

// What the options say. An option's function returns -1 to go on, else the exit status.
typedef struct origin_main_options {
    origin_desc desc;
    origin_change changes[MAX_CHANGES];
    const char *rules[MAX_RULES], *write_folder;
    int life;
} origin_main_options;

static int origin_main_list_faults(void) {
    int k;
    for (k = 0; k < ORIGIN_FAULT_KINDS; k++) {
        printf("%s%s\n", origin_fault_kinds[k].name, origin_fault_kinds[k].help);
    }
    printf("applies to: prefix=PATH every=K after=K times=N once per-path, separated by ','\n");
    return 0;
}

static int origin_main_set_number(origin_main_options *o, const char *option, double number) {
    origin_desc *d = &o->desc;
    if (strcmp(option, "--rtt") == 0) d->rtt_ms = number;
    else if (strcmp(option, "--bandwidth") == 0) d->bandwidth = number;
    else if (strcmp(option, "--connection-bandwidth") == 0) d->connection_bandwidth = number;
    else if (strcmp(option, "--files") == 0 && number <= 1e7) d->files = (uint32_t)number;
    else if (strcmp(option, "--bytes") == 0) d->bytes = (uint64_t)number;
    else if (strcmp(option, "--set-seed") == 0) d->seed = (uint64_t)number;
    else if (strcmp(option, "--port") == 0 && number <= 65535) d->port = (uint16_t)number;
    else if (strcmp(option, "--max-connections") == 0 && number <= 1e6) d->max_connections = (uint32_t)number;
    else if (strcmp(option, "--idle") == 0 && number <= 4e9) d->idle_ms = (uint32_t)number;
    else if (strcmp(option, "--change") == 0 && number <= 1e7 && d->change_count < MAX_CHANGES) {
        o->changes[d->change_count].count = (uint32_t)number;
        o->changes[d->change_count++].seed = 0;
    } else if (strcmp(option, "--seed") == 0 && d->change_count > 0) {
        o->changes[d->change_count - 1].seed = (uint64_t)number;
    } else return origin_main_refuse("unknown option, or not with this value (see --help)", option);
    return -1;
}

static int origin_main_set_network(origin_desc *d, const char *name) {
    bool n1 = strcmp(name, "N1") == 0, n2 = strcmp(name, "N2") == 0;
    if (!n1 && !n2 && strcmp(name, "L") != 0) {
        return origin_main_refuse("no such network (L, N1, N2)", name);
    }
    d->rtt_ms = n1 ? 20 : n2 ? 50 : 0;
    d->bandwidth = n1 || n2 ? 200e6 : 0;
    d->connection_bandwidth = n2 ? 20e6 : 0;
    return -1;
}

// An option with a value.
static int origin_main_set(origin_main_options *o, const char *option, const char *value) {
    origin_desc *d = &o->desc;
    double number;
    if (strcmp(option, "--folder") == 0) d->folder = value;
    else if (strcmp(option, "--write-folder") == 0) o->write_folder = value;
    else if (strcmp(option, "--port-file") == 0) d->port_path = value;
    else if (strcmp(option, "--log") == 0) d->log_path = value;
    else if (strcmp(option, "--network") == 0) return origin_main_set_network(d, value);
    else if (strcmp(option, "--fault") == 0) {
        if (d->fault_count == MAX_RULES) return origin_main_refuse("too many fault rules", NULL);
        o->rules[d->fault_count++] = value;
    } else {
        if (!origin_main_number(value, &number)) return origin_main_refuse("not a number", value);
        return origin_main_set_number(o, option, number);
    }
    return -1;
}

static int origin_main_options_of(origin_main_options *o, int argc, char **argv) {
    int i;
    memset(o, 0, sizeof *o);
    o->desc.faults = o->rules;
    o->desc.changes = o->changes;
    o->life = -1;

    for (i = 1; i < argc; i++) {
        const char *option = argv[i];
        int status;
        if (strcmp(option, "--help") == 0) {
            fputs(origin_usage, stdout);
            return 0;
        }
        if (strcmp(option, "--list-faults") == 0) return origin_main_list_faults();
        if (strcmp(option, "--ask") == 0 && i + 2 < argc) return origin_main_ask(argv[i + 1], argv[i + 2]);
        if (strcmp(option, "--odd-names") == 0) { o->desc.odd_names = true; continue; }
        if (strcmp(option, "--sealed") == 0) { o->desc.sealed = true; continue; }
        if (strcmp(option, "--lazy-manifest") == 0) { o->desc.lazy_manifest = true; continue; }
        if (strcmp(option, "--stop-on-eof") == 0) { o->life = STDIN_FILENO; continue; }

        if (strncmp(option, "--", 2) != 0) return origin_main_refuse("not an option (see --help)", option);
        if (i + 1 >= argc) {
            return origin_main_refuse("unknown option, or its value is missing (see --help)", option);
        }
        status = origin_main_set(o, option, argv[++i]);
        if (status >= 0) return status;
    }
    return -1;
}

int main(int argc, char **argv) {
    origin_main_options o;
    origin_error error;
    int status = origin_main_options_of(&o, argc, argv);
    if (status >= 0) return status;
    memset(&error, 0, sizeof error);

    if (o.write_folder) {
        uint32_t written = 0;
        status = origin_write_folder(&o.desc, o.write_folder, &written, &error);
        if (status == 0) printf("origin: %lu files written to %s\n", (unsigned long)written, o.write_folder);
    } else {
        status = origin_run(&o.desc, o.life, origin_main_ready, NULL, &error);
    }
    if (status != 0) fprintf(stderr, "origin: %s\n", error.what);
    return status != 0;
}

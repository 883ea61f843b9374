// bench.h - what threads bring: frames on one thread and on all, in turn, and pure arithmetic
// beside, which shows how much of a second processor there is to be had.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef BENCH_H
#define BENCH_H

#include "report.h"

typedef struct crew {
    jobs *pool;
    gc_sort_context *sorter;
} crew;

static bool crew_open(crew *c, unsigned threads) {
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    c->pool = jobs_open(threads);
    desc.parallel_for = jobs_for;
    desc.user = c->pool;
    desc.threads = threads;
    c->sorter = c->pool ? gc_sort_open(&desc, NULL) : NULL;
    return c->sorter != NULL;
}

static void crew_close(crew *c) {
    gc_sort_close(c->sorter);
    jobs_close(c->pool);
}

enum { BENCH_REST = STEPS, BENCH_FRAME, BENCH_CONTROL, BENCH_ROWS, CONTROL_TASKS = 64 };
typedef struct bench {
    float ms[2][BENCH_ROWS][FRAMES_KEPT];
    uint32_t count, rounds;             // rounds of a task of the control
    volatile uint64_t sums[CONTROL_TASKS * 8];
} bench;

static void control_task(void *user, size_t index) {
    bench *b = (bench *)user;
    uint64_t x = index;
    for (uint32_t i = 0; i < b->rounds; i++) x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u + i;
    b->sums[index * 8] = x;
}

// One frame on this crew, and the control.
static bool bench_frame(bench *b, demo *d, const crew *c, int which) {
    sea *s = &d->sea;
    s->pool = c->pool;
    s->sorter = c->sorter;
    if (!step(d)) return false;

    float whole = d->ms[STEPS][(d->kept - 1) % FRAMES_KEPT];
    for (int i = 0; i < STEPS; i++) b->ms[which][i][b->count] = (float)s->ms[i];
    b->ms[which][BENCH_FRAME][b->count] = whole;
    b->ms[which][BENCH_REST][b->count] = whole - (float)s->ms[STEP_replay];
    double begin = jobs_now_ms();
    jobs_for(c->pool, control_task, b, CONTROL_TASKS);
    b->ms[which][BENCH_CONTROL][b->count] = (float)(jobs_now_ms() - begin);
    return true;
}

static int run_bench(demo *d, const crew *all) {
    static bench b;
    crew alone;
    bool ok = crew_open(&alone, 1);
    uint32_t pairs = d->options.frames_given ? (d->options.frames + 1) / 2 : 100;
    if (pairs > FRAMES_KEPT) pairs = FRAMES_KEPT;
    print_begin(d);

    // The control takes about as long as a frame.
    b.rounds = 1000;
    for (int i = 0; ok && i < 5; i++) {
        ok = bench_frame(&b, d, &alone, 0);
        float ratio = b.ms[0][BENCH_FRAME][0] / (b.ms[0][BENCH_CONTROL][0] + 0.0001f);
        b.rounds = (uint32_t)vec_clamp((int32_t)((float)b.rounds * ratio), 100, 100000000);
    }
    for (; ok && b.count < pairs; b.count++) {
        ok = bench_frame(&b, d, &alone, 0) && bench_frame(&b, d, all, 1);
    }
    crew_close(&alone);
    if (!ok || pairs == 0) return 1;

    // What runs once in many frames, and on one thread, has its share of each.
    d->sea.pool = all->pool;
    d->sea.sorter = all->sorter;
    double begin = jobs_now_ms();
    if (sea_tidy(&d->sea) != GC_SPARSE_OK) return 1;
    float share = (float)(jobs_now_ms() - begin) / TIDY;

    for (int which = 0; which < 2; which++) {
        for (uint32_t k = 0; k < pairs; k++) {
            b.ms[which][BENCH_FRAME][k] += share - b.ms[which][STEP_tidy][k];
            b.ms[which][BENCH_REST][k] += share - b.ms[which][STEP_tidy][k];
            b.ms[which][STEP_tidy][k] = share;
        }
        for (int i = 0; i < BENCH_ROWS; i++) gc_sort_f32(b.ms[which][i], pairs);
    }
    const float *control[2] = { b.ms[0][BENCH_CONTROL], b.ms[1][BENCH_CONTROL] };
    double control_gain = (double)control[0][0] / (double)control[1][0];
    printf("\nthe quickest of %u frames each\n", pairs);
    printf("step                 1 thread  %3u threads     gain   of the control's\n", d->options.threads);
    static const char *const names[] = { "frame but replay", "frame", "control" };
    for (int i = 0; i < BENCH_ROWS; i++) {
        double one = (double)b.ms[0][i][0], many = (double)b.ms[1][i][0];
        double gain = many > 0 ? one / many : 0;
        const char *name = i < STEPS ? sea_steps[i].name : names[i - STEPS];
        printf("%-18s %8.3f ms %8.3f ms %8.2f %8.2f\n", name, one, many, gain, gain / control_gain);
    }
    printf("state %016llx\n", (big)state(d));
    return 0;
}

#endif

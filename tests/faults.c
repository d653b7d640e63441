/* The fault sweep. A session of play is repeated, and each time another call of the disk or of
 * memory fails: the first, the second, and so on until the session passes untouched. After
 * each, the server starts again on what is left: nothing that anybody was told may be lost,
 * nothing that was refused may be there, and the database must be whole. Then the power fails,
 * and it must all be true once more.
 *
 *     faults --all            every point
 *     faults --sample N       about N points, always the same ones
 *     faults --sweep NAME     every point of the sweeps whose names begin like this
 *     faults --one SWEEP N    one point; SWEEP as it is printed when a point fails
 *
 * The last line is "N passed, M failed". */
/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "tests/fault_session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORKERS = 16, SECONDS = 60, SHOW = 20 };

typedef struct sweep {
    int session;
    bool later;  /* the session is over and the server was killed: the next start fails */
    bool memory; /* or the disk */
    disk_kind kind;
    bool for_good;
    uint64_t seed;
    bool kill; /* the session ends by kill -9, otherwise by SIGTERM */
} sweep;

typedef struct result {
    uint64_t calls;
    bool struck;
    char trouble[600];
} result;

static result *results; /* shared with the children */

/* --- one point --- */

static void play_session(const sweep *s, bool again) {
    if (setjmp(w.end) == 0) {
        if (world_start()) {
            world_run();
            if (again)
                play_on();
            else
                sessions[s->session].play();
        }
        if (!s->kill && w.sv && w.sv->store) world_stop();
    }
    world_kill();
}

static void start_and_check(const char *when) {
    if (setjmp(w.end) != 0)
        world_wrong("%s: it ended by itself", when);
    else if (!world_start())
        world_wrong("%s: it does not start: %s", when, w.why);
    else {
        world_run();
        check_world();
        play_on();
    }
    world_kill();
}

static void try_point(const sweep *s, uint64_t at, result *r) {
    world_install();
    alarm(SECONDS);
    w.journal_bytes = sessions[s->session].journal_bytes;
    if (sessions[s->session].small_pages) world_small_pages();
    if (s->later) play_session(s, false);
    if (s->memory)
        memory_plan_set(at, s->for_good);
    else
        disk_plan_set((disk_plan){s->kind, at, s->for_good, s->seed});
    play_session(s, s->later);
    r->calls = s->memory ? memory_calls() : disk_calls();
    r->struck = s->memory ? memory_struck() : disk_struck();
    memory_plan_set(0, false);
    disk_repair();
    if (s->kind == DISK_POWER) disk_lose_power(s->seed);
    start_and_check("then");
    disk_lose_power(s->seed);
    start_and_check("after a power cut");
    memcpy(r->trouble, w.trouble, sizeof r->trouble);
}

static pid_t begin_point(const sweep *s, uint64_t at, result *r) {
    memset(r, 0, sizeof *r);
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        try_point(s, at, r);
        fflush(stdout);
        quick_exit(0); /* _exit is the server's here */
    }
    return child;
}

/* --- sweeps --- */

static void name_of(const sweep *s, char out[80]) {
    snprintf(out, 80, "%s%s/%s/%s/%d/%s", sessions[s->session].name, s->later ? "/later" : "",
             s->memory ? "memory" : disk_kind_names[s->kind], s->for_good ? "for-good" : "once",
             (int)s->seed, s->kill ? "kill" : "stop");
}

static int add_sweeps(sweep out[], bool (*wanted)(const sweep *)) {
    int n = 0;
    for (int i = 0; i < SESSIONS * 2 * DISK_KINDS * 16; i++) { /* the last kind is memory */
        int kind = 1 + i / 16 % DISK_KINDS, play = i / 16 / DISK_KINDS;
        sweep s = {.session = play / 2,
                   .later = play % 2,
                   .memory = kind == DISK_KINDS,
                   .kind = (disk_kind)(kind % DISK_KINDS),
                   .for_good = i & 1,
                   .kill = i & 2,
                   .seed = (uint64_t)(i / 4 % 4)};
        if (wanted(&s)) out[n++] = s;
    }
    return n;
}

static const char *the_wanted = "";

/* What is left after a failed sync or a power cut depends on the seed; everything else does
 * not. A power cut ends everything by itself. */
static bool is_distinct(const sweep *s) {
    char name[80];
    name_of(s, name);
    if (strncmp(name, the_wanted, strlen(the_wanted)) != 0) return false;
    if (s->later && s->session != 0 && s->memory) return false; /* as in the first */
    if (s->kind == DISK_POWER) return s->kill && !s->for_good;
    if (s->memory || s->kind != DISK_EIO) return s->seed == 0 && s->kill == s->for_good;
    return s->seed < 3 && (s->seed == 0 || s->kill);
}

typedef struct tally {
    long points, failed;
    int workers;
    struct {
        pid_t child;
        uint64_t at;
        const sweep *sweep;
    } at_work[WORKERS];
} tally;

static void report(tally *t, int slot, int status) {
    char name[80];
    const result *r = &results[slot];
    const sweep *s = t->at_work[slot].sweep;
    t->at_work[slot].child = 0;
    bool crashed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    t->points++;
    if (!crashed && !r->trouble[0]) return;
    name_of(s, name);
    if (t->failed++ < SHOW)
        printf("FAIL %s %llu: %s\n", name, (unsigned long long)t->at_work[slot].at,
               crashed ? "it crashed" : r->trouble);
}

static void wait_for_one(tally *t) {
    int status;
    pid_t child = wait(&status);
    for (int i = 0; i < t->workers && child > 0; i++)
        if (t->at_work[i].child == child) report(t, i, status);
}

static void add_point(tally *t, const sweep *s, uint64_t at) {
    for (;;) {
        for (int i = 0; i < t->workers; i++) {
            if (t->at_work[i].child) continue;
            t->at_work[i].at = at;
            t->at_work[i].sweep = s;
            t->at_work[i].child = begin_point(s, at, &results[i]);
            return;
        }
        wait_for_one(t);
    }
}

static void finish(tally *t) {
    for (int i = 0; i < t->workers; i++)
        while (t->at_work[i].child) wait_for_one(t);
}

/* How many calls there are in a session that nothing disturbs, which must pass as well. */
static uint64_t count_calls(tally *t, const sweep *s) {
    add_point(t, s, UINT64_MAX);
    finish(t);
    for (int i = 0; i < t->workers; i++)
        if (results[i].calls) return results[i].calls;
    return 0;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int run(tally *t, uint64_t wanted, bool talk) {
    static sweep list[SESSIONS * 2 * DISK_KINDS * 16];
    static uint64_t calls[SESSIONS * 2 * DISK_KINDS * 16];
    int n = add_sweeps(list, is_distinct);
    uint64_t all = 0;
    double begin = seconds();
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < t->workers; k++) results[k].calls = 0;
        all += calls[i] = count_calls(t, &list[i]);
    }
    uint64_t stride = wanted && wanted < all ? all / wanted : 1, next = stride / 2;
    for (int i = 0; i < n; i++) {
        char name[80];
        long points = t->points, failed = t->failed;
        double since = seconds();
        for (; next < calls[i]; next += stride) add_point(t, &list[i], next + 1);
        next -= calls[i];
        if (!talk) continue;
        finish(t);
        name_of(&list[i], name);
        printf("%-40s %6ld points %4ld failed %6.1f s\n", name, t->points - points,
               t->failed - failed, seconds() - since);
    }
    finish(t);
    printf("%ld points of %llu, %.0f s\n", t->points, (unsigned long long)all,
           seconds() - begin);
    printf("%ld passed, %ld failed\n", t->points - t->failed, t->failed);
    return t->failed > 0;
}

static bool is_the_one(const sweep *s) {
    char name[80];
    name_of(s, name);
    return strcmp(name, the_wanted) == 0;
}

static int run_one(const char *name, uint64_t at) {
    sweep list[2];
    the_wanted = name;
    if (add_sweeps(list, is_the_one) != 1) return 2;
    try_point(&list[0], at, results);
    printf("%s: %llu calls, %s: %s\n", name, (unsigned long long)results->calls,
           results->struck ? "struck" : "not struck",
           results->trouble[0] ? results->trouble : "fine");
    printf("%d people, %d tables, %d moves\n", w.ledger.people, w.ledger.tables,
           w.ledger.moves);
    for (int i = 0; i < w.ledger.tables; i++)
        printf("%s was shown %d times\n", w.ledger.table[i].id, w.ledger.table[i].shown_count);
    return results->trouble[0] != 0;
}

int main(int argc, char **argv) {
    tally t = {.workers = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    if (t.workers > WORKERS) t.workers = WORKERS;
    results = mmap(NULL, sizeof *results * WORKERS, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (results == MAP_FAILED) abort();
    if (argc == 2 && strcmp(argv[1], "--all") == 0) return run(&t, 0, true);
    if (argc == 3 && strcmp(argv[1], "--sample") == 0)
        return run(&t, strtoull(argv[2], NULL, 10), false);
    if (argc == 3 && strcmp(argv[1], "--sweep") == 0) {
        the_wanted = argv[2];
        return run(&t, 0, true);
    }
    if (argc == 4 && strcmp(argv[1], "--one") == 0)
        return run_one(argv[2], strtoull(argv[3], NULL, 10));
    fputs("faults --all | --sample N | --sweep NAME | --one SWEEP N\n", stderr);
    return 2;
}

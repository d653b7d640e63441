/* The machinery of petteia arena. The parent hands out game numbers through one pipe and reads
 * results from another; the children play. Both messages are small enough to be written
 * atomically to a pipe. */
/* SPDX-License-Identifier: MIT */
#include "cli/arena.h"
#include "cli/progress.h"
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 200 }; /* so often the parent looks whether it was interrupted */
static_assert(sizeof(arena_result) <= 512, "a pipe takes it whole");

static int entrant_at(const arena *a, int seat, int rotation) {
    int seats = a->config.seats, i = (seat + seats - rotation) % seats;
    return i < a->entrants ? i : a->entrants - 1;
}

static double mean_with(double mean, int n, double x) { return mean + (x - mean) / (n + 1); }

void arena_count(arena *a, const arena_result *r) {
    if (a->known[r->number]) return;
    int seats = a->config.seats, seats_of[PT_SEATS] = {0};
    double share[PT_SEATS] = {0}, points[PT_SEATS] = {0}, cpu[PT_SEATS] = {0};
    arena_round *round = &a->round[r->number / seats];
    for (int seat = 0; seat < seats; seat++) {
        int i = entrant_at(a, seat, r->number % seats);
        seats_of[i]++;
        share[i] += r->result.share[seat];
        points[i] += (double)r->result.points[seat] / a->game->score_den;
        cpu[i] += r->result.cpu[seat] / 1000.0;
    }
    a->known[r->number] = true;
    round->games++;
    for (int i = 0; i < a->entrants; i++) {
        round->share[i] += share[i] / seats_of[i];
        a->points[i] = mean_with(a->points[i], a->done, points[i] / seats_of[i]);
        a->cpu[i] = mean_with(a->cpu[i], a->done, cpu[i] / seats_of[i]);
        if (round->games == seats) pt_tally_add(&a->tally[i], round->share[i] / seats, seats);
    }
    a->done++;
    if (r->result.faulty < 0) return;
    int guilty = entrant_at(a, r->result.faulty, r->number % seats);
    if (!a->faults[guilty]++) memcpy(a->fault[guilty], r->fault, sizeof r->fault);
}

/* --- a child --- */

enum { RECORD = 1 << 20 };

static void save(const arena *a, int number, const pt_text *head, const pt_text *moves) {
    char path[PATH_MAX], draft[PATH_MAX + 8];
    snprintf(path, sizeof path, "%s/%06d.play", a->out, number + 1);
    snprintf(draft, sizeof draft, "%s.tmp", path);
    FILE *f = fopen(draft, "w");
    if (!f) return;
    fwrite(head->at, 1, head->used, f);
    fwrite(moves->at, 1, moves->used, f);
    if (fclose(f) == 0) rename(draft, path);
}

static void play(const arena *a, pt_bot *bots[PT_SEATS], pt_bot *opener, int number,
                 char *memory, int to) {
    int seats = a->config.seats, rotation = number % seats;
    pt_match m = {.game = a->game, .config = a->config, .opener = opener};
    m.opening = (int)a->opening;
    m.seed = (uint64_t)a->seed + (uint64_t)(number / seats);
    for (int seat = 0; seat < seats; seat++) {
        int place = (seat + seats - rotation) % seats;
        m.bot[seat] = bots[place];
        m.name[seat] = a->entrant[entrant_at(a, seat, rotation)];
        m.own[seat] = (uint64_t)place;
    }
    PT_TEXT(head, 2000);
    pt_text moves = pt_text_on(memory, RECORD);
    arena_result r = {.number = number};
    r.result = pt_match_play(&m, &head, a->out ? &moves : NULL);
    if (r.result.faulty >= 0)
        snprintf(r.fault, sizeof r.fault, "%s", pt_bot_fault(m.bot[r.result.faulty]));
    if (a->out) save(a, number, &head, &moves);
    if (write(to, &r, sizeof r) != sizeof r) _exit(1);
}

/* What a contest lets every bot use that has no limit of its own. A bot apart has no
 * iterations, only time. */
static void limit(const arena *a, pt_bot *bot) {
    if (bot->limited || (!a->time && (!a->iterations || bot->kind->apart))) return;
    bot->budget = (pt_budget){
        .iterations = (uint32_t)a->iterations, .millis = (uint32_t)a->time, .cpu = true};
}

static void child(const arena *a, int from, int to) {
    signal(SIGINT, SIG_DFL); /* even if whoever started us ignores them */
    signal(SIGTERM, SIG_DFL);
    pt_bot *bots[PT_SEATS] = {0};
    pt_bot *opener = pt_bot_new(&pt_bot_random, a->game);
    char *memory = malloc(RECORD);
    if (!opener || !memory) _exit(1);
    for (int i = 0; i < a->config.seats; i++) {
        bots[i] =
            pt_any_bot_made(a->entrant[i < a->entrants ? i : a->entrants - 1], a->game, NULL);
        if (!bots[i]) _exit(1);
        limit(a, bots[i]);
    }
    for (int number; read(from, &number, sizeof number) == sizeof number;)
        play(a, bots, opener, number, memory, to);
    for (int i = 0; i < a->config.seats; i++) pt_bot_free(bots[i]);
    pt_bot_free(opener);
    free(memory);
    _exit(0);
}

/* --- the parent --- */

static bool decided(const arena *a) {
    double llr = pt_llr(&a->tally[0], a->low, a->high, a->config.seats);
    return a->sprt && (llr > PT_LLR_BOUND || llr < -PT_LLR_BOUND);
}

static void show(const arena *a) {
    char words[160];
    const pt_tally *t = &a->tally[0];
    if (t->rounds > 1)
        snprintf(words, sizeof words, "%.100s %.1f %% +- %.1f", a->entrant[0],
                 100 * pt_tally_mean(t), 196 * pt_tally_error(t));
    else
        snprintf(words, sizeof words, "%.100s", a->entrant[0]);
    progress_show(a->done, a->games, words);
}

/* The next game without a result; -1 after the last. */
static int next_game(const arena *a, int *at) {
    while (*at < a->games && a->known[*at]) ++*at;
    return *at < a->games ? (*at)++ : -1;
}

static bool hand_out(int number, int to) {
    return write(to, &number, sizeof number) == sizeof number;
}

/* Reads results until no process has a game left. Returns false if one died over its game. */
static bool collect(arena *a, int to, int from,
                    void (*keep)(const arena *a, const arena_result *r)) {
    const atomic_bool *stop = progress_interruptible();
    struct pollfd results = {from, POLLIN, 0};
    int at = 0, out = 0, number;
    while (out < 2 * a->jobs && (number = next_game(a, &at)) >= 0 && hand_out(number, to))
        out++;
    while (out > 0) {
        arena_result r;
        while (poll(&results, 1, atomic_load(stop) ? 0 : PATIENCE_MS) <= 0)
            if (atomic_load(stop)) return true;
        ssize_t got = read(from, &r, sizeof r);
        if (got < 0 && errno == EINTR && !atomic_load(stop)) continue;
        if (got != sizeof r) return atomic_load(stop);
        out--;
        arena_count(a, &r);
        keep(a, &r);
        show(a);
        if (!decided(a) && !atomic_load(stop) && (number = next_game(a, &at)) >= 0 &&
            hand_out(number, to))
            out++;
    }
    return true;
}

bool arena_run(arena *a, void (*keep)(const arena *a, const arena_result *r)) {
    int jobs[2], results[2], status;
    pid_t pid[ARENA_JOBS];
    if (decided(a)) return true;
    if (pipe(jobs) || pipe(results)) return false;
    fflush(NULL);
    for (int i = 0; i < a->jobs; i++) {
        pid[i] = fork();
        if (pid[i] != 0) continue;
        close(jobs[1]);
        close(results[0]);
        child(a, jobs[0], results[1]);
    }
    close(jobs[0]);
    close(results[1]);
    bool fine = collect(a, jobs[1], results[0], keep);
    close(jobs[1]);
    for (int i = 0; i < a->jobs && atomic_load(progress_interruptible()); i++)
        kill(pid[i], SIGTERM); /* a game may last for hours, and nobody waits for it */
    for (int i = 0; i < a->jobs; i++)
        if (waitpid(pid[i], &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status))
            fine = fine && atomic_load(progress_interruptible());
    close(results[0]);
    progress_end();
    return fine;
}

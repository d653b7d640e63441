/* petteia tune: fits the numbers of a game's evaluation to what happens in games of the search
 * against itself.
 *
 * It keeps positions of such games, each with the result of its game. The evaluation turns a
 * position into expected shares of the win; the better the numbers, the closer these come to
 * the result (mean log loss). It moves one number after the other up or down for as long as
 * that helps. A fifth of the games says when to stop: the numbers that predict these best are
 * taken. Another fifth is set aside to check that the gain is real. Then the new numbers play
 * against the old. */
/* SPDX-License-Identifier: MIT */
#include "bots/match.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/tune.h"
#include "cli/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MEMORY = 16 << 20, JOBS_MOST = 64 };

/* What a sample is for: one game in five is for the final judgement, one in five says when to
 * stop, the rest are to learn from. */
typedef enum { JUDGE, STOP, LEARN } part;

struct sample {
    int game;
    double share[PT_SEATS]; /* how it ended */
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
};

/* --- games --- */

bool tune_open(tune_table *b, const tuning *t) {
    size_t least = pt_search_least(t->game, 1), size = least > MEMORY ? least : MEMORY;
    *b = (tune_table){.t = t};
    b->luck = calloc(t->game->max_chance + 1u, sizeof *b->luck);
    for (int i = 0; i < 2; i++) {
        b->memory[i] = malloc(size);
        if (b->memory[i])
            b->search[i] = pt_search_open(b->memory[i], size, t->game, pt_search_normal());
        if (b->search[i]) tune_change(b, i, NULL);
    }
    return b->luck && b->search[0] && b->search[1];
}

void tune_change(tune_table *b, int which, const int32_t *weights) {
    pt_search_options o = pt_search_normal();
    o.hasty = true; /* no playing out: the numbers must prove themselves in endings too */
    if (weights) {
        o.weights = b->t->game->hints->evaluate_by ? weights : NULL;
        o.lead = weights[b->t->count - 1];
    }
    pt_search_change(b->search[which], o);
}

void tune_close(tune_table *b) {
    for (int i = 0; i < 2; i++) {
        pt_search_close(b->search[i]);
        free(b->memory[i]);
    }
    free(b->luck);
}

static void draw(tune_table *b) {
    const pt_game *g = b->t->game;
    int n = g->chance(b->state, b->luck);
    g->apply(b->state, PT_LUCK, b->luck[pt_chance_draw(b->luck, n, &b->dice)].move);
}

/* Makes the move that a search finds for `seat`. */
static void step(tune_table *b, int seat, int which, int64_t iterations) {
    const tuning *t = b->t;
    pt_budget budget = {.iterations = (uint32_t)iterations};
    pt_observe(t->game, b->state, seat, b->view);
    pt_move m = pt_search_run(b->search[which], b->view, seat, &b->rng, &budget);
    t->game->apply(b->state, seat, m);
}

/* What the first search wins at seat `own`. */
static double play_game(tune_table *b, int own, uint64_t seed) {
    const tuning *t = b->t;
    int32_t win[PT_SEATS];
    b->rng.state = seed;
    b->dice.state = ~seed;
    pt_start(t->game, b->state, &t->config);
    for (int last = PT_LUCK; pt_head_of(b->state)->node != PT_OVER;) {
        int seat = pt_next_mover(b->state, last);
        if (seat == PT_LUCK)
            draw(b);
        else
            step(b, last = seat, seat != own, t->iterations);
    }
    pt_win_shares(t->game, b->state, 60, win);
    return win[own] / 60.0;
}

double tune_round(tune_table *b, int64_t number) {
    int seats = b->t->config.seats;
    uint64_t seed = (uint64_t)b->t->seed * 7919 + (uint64_t)number;
    double share = 0;
    for (int own = 0; own < seats; own++) share += play_game(b, own, seed);
    return share / seats;
}

/* Plays a game and writes about one position in four to `out`, followed by the result. */
static void play_samples(tune_table *b, int number, FILE *out) {
    const tuning *t = b->t;
    static sample s;
    long begin = ftell(out), n = 0;
    b->rng.state = (uint64_t)t->seed * 1000003 + (uint64_t)number;
    b->dice.state = ~b->rng.state;
    pt_start(t->game, b->state, &t->config);
    for (int last = PT_LUCK; pt_head_of(b->state)->node != PT_OVER;) {
        int seat = pt_next_mover(b->state, last);
        if (seat == PT_LUCK) {
            draw(b);
            continue;
        }
        if (pt_below(&b->rng, 4) == 0) {
            memcpy(s.state, b->state, t->game->state_size);
            s.game = number;
            n += (long)fwrite(&s, sizeof s, 1, out);
        }
        /* Now and then a quick move instead, so that the games differ. */
        step(b, last = seat, 0, pt_below(&b->rng, 8) == 0 ? 4 : t->iterations);
    }
    int32_t share[PT_SEATS];
    pt_final_shares(t->game, b->state, share);
    for (long i = 0; i < n; i++) {
        fseek(out, begin + i * (long)sizeof s + (long)offsetof(sample, share), SEEK_SET);
        for (int k = 0; k < PT_SEATS; k++) s.share[k] = (double)share[k] / PT_ONE;
        fwrite(s.share, sizeof s.share, 1, out);
    }
    fseek(out, 0, SEEK_END);
}

/* A process that plays every `jobs`th game. */
static void play_share(const tuning *t, int job, int from_parent, FILE *out) {
    static tune_table b;
    if (!tune_open(&b, t)) _exit(1);
    for (int i = job; i < t->games && job_goes_on(from_parent) && !atomic_load(t->stop);
         i += (int)t->jobs) {
        play_samples(&b, i, out);
        if (job == 0) progress_show(i + 1, (long)t->games, "games");
    }
    _exit(fflush(out) == 0 ? 0 : 1);
}

/* Adds what a process has written. */
static bool take_samples(tuning *t, FILE *out) {
    fseek(out, 0, SEEK_END);
    size_t n = (size_t)ftell(out) / sizeof(sample);
    sample *more = realloc(t->samples, (t->n + n + 1) * sizeof *more);
    if (!more) return false;
    t->samples = more;
    rewind(out);
    t->n += fread(t->samples + t->n, sizeof(sample), n, out);
    return true;
}

/* Every process writes its games to a file of its own. */
static bool sample_games(tuning *t) {
    FILE *out[JOBS_MOST];
    pid_t pid[JOBS_MOST];
    int ends[2];
    bool fine = true;
    if (pipe(ends)) return false;
    for (int job = 0; job < t->jobs; job++) {
        out[job] = tmpfile();
        if (!out[job]) return false;
        fflush(NULL);
        if ((pid[job] = fork()) != 0) continue;
        close(ends[1]);
        play_share(t, job, ends[0], out[job]);
    }
    close(ends[0]);
    for (int job = 0; job < t->jobs; job++) {
        fine = job_wait(t->stop, pid[job], &ends[1]) && fine;
        fine = take_samples(t, out[job]) && fine;
        fclose(out[job]);
    }
    if (ends[1] >= 0) close(ends[1]);
    progress_end();
    return fine && t->n > 0;
}

/* How many games the samples are of: all, unless it was stopped. */
static int games_sampled(const tuning *t) {
    int games = 0;
    for (size_t i = 0; i < t->n; i++)
        games += i == 0 || t->samples[i].game != t->samples[i - 1].game;
    return games;
}

/* --- the fit --- */

static part part_of(const sample *s) {
    return s->game % 5 == 0 ? JUDGE : s->game % 5 == 1 ? STOP : LEARN;
}

/* The mean log loss over one part of the samples. */
static double loss(const tuning *t, const int32_t *weight, part wanted) {
    const pt_hints *h = t->game->hints;
    int seats = t->config.seats;
    double sum = 0, lead = weight[t->count - 1];
    long n = 0;
    for (size_t i = 0; i < t->n; i++) {
        const sample *s = &t->samples[i];
        if (part_of(s) != wanted) continue;
        int32_t expect[PT_SEATS] = {0};
        if (h->evaluate_by)
            h->evaluate_by(s->state, weight, expect);
        else
            h->evaluate(s->state, expect);
        double all = 0, target = 0;
        for (int k = 0; k < seats; k++) all += exp2((expect[k] - expect[0]) / lead);
        for (int k = 0; k < seats; k++) target += s->share[k];
        for (int k = 0; k < seats; k++)
            sum -= s->share[k] / target *
                   ((expect[k] - expect[0]) / lead - log2(all < 1e-300 ? 1e-300 : all));
        n++;
    }
    return n ? sum / (double)n : 0;
}

#define LEAST_GAIN 1e-4 /* a smaller gain may be chance */

static bool try_step(tuning *t, int i, int32_t by, double *best) {
    int32_t old = t->weight[i];
    t->weight[i] = old + by;
    if (t->weight[i] < (i == t->count - 1 ? LEAD_LEAST : 0)) t->weight[i] = old;
    double now = t->weight[i] == old ? *best : loss(t, t->weight, LEARN);
    if (now < *best - LEAST_GAIN) {
        *best = now;
        return true;
    }
    t->weight[i] = old;
    return false;
}

/* One pass over the numbers; false if none moved. */
static bool pass(tuning *t, int fraction, double *best) {
    bool better = false;
    for (int i = t->count - 1; i >= 0 && !atomic_load(t->stop); i--) {
        int32_t by = t->weight[i] / fraction + 1;
        progress_show(t->count - i, t->count, "numbers");
        if (try_step(t, i, by, best) || try_step(t, i, -by, best)) better = true;
    }
    return better;
}

/* Moves numbers by a quarter first, then by smaller steps. Takes what did best on the games
 * that say when to stop. */
static void fit(tuning *t) {
    int32_t kept[WEIGHTS_MOST];
    double best = loss(t, t->weight, LEARN), least = loss(t, t->weight, STOP);
    memcpy(kept, t->weight, sizeof kept);
    for (int fraction = 4; fraction <= 32; fraction *= 2)
        for (int round = 0; round < 6 && !atomic_load(t->stop); round++) {
            if (!pass(t, fraction, &best)) break;
            double now = loss(t, t->weight, STOP);
            if (now >= least) continue;
            least = now;
            memcpy(kept, t->weight, sizeof kept);
        }
    memcpy(t->weight, kept, sizeof kept);
    progress_end();
}

/* --- the proof --- */

/* New against old: one seat plays with the new numbers, in every rotation for every seed. */
static pt_tally prove(const tuning *t) {
    static tune_table b;
    pt_tally tally = {0};
    int seats = t->config.seats;
    if (!tune_open(&b, t)) return tally;
    tune_change(&b, 0, t->weight);
    for (int round = 0; round < t->matches / seats && !atomic_load(t->stop); round++) {
        pt_tally_add(&tally, tune_round(&b, round), seats);
        progress_show(round + 1, (long)t->matches / seats, "rounds of new against old");
    }
    progress_end();
    tune_close(&b);
    return tally;
}

static void take_numbers(tuning *t) {
    const pt_hints *h = t->game->hints;
    while (h->evaluate_by && h->weight_names[t->count]) {
        t->weight[t->count] = h->weights[t->count];
        t->count++;
    }
    t->weight[t->count++] = h->lead ? h->lead : 400;
}

/* --- the report --- */

/* What came out, before the new numbers play against the old. */
typedef struct outcome {
    int32_t old[WEIGHTS_MOST];
    double train, train_before, apart, apart_before; /* log loss */
} outcome;

static void print_text(const tuning *t, const outcome *o) {
    printf("%s, %d players: %zu positions of %d games\n", t->game->title, t->config.seats, t->n,
           games_sampled(t));
    printf("log loss %.4f, was %.4f; on games kept apart %.4f, was %.4f\n", o->train,
           o->train_before, o->apart, o->apart_before);
    for (int i = 0; i < t->count; i++) {
        printf("  %-20s %6d", tune_name(t, i), t->weight[i]);
        if (t->weight[i] != o->old[i]) printf("   was %d", o->old[i]);
        putchar('\n');
    }
    fflush(stdout);
}

static void print_proof(const tuning *t, const pt_tally *tally) {
    if (!tally->rounds) return;
    printf("new against old, %d games of %d iterations: %.1f %% +- %.1f (fair %.1f), Elo "
           "%+.0f\n",
           tally->games, (int)t->iterations, 100 * pt_tally_mean(tally),
           196 * pt_tally_error(tally), 100.0 / t->config.seats,
           pt_elo_at(pt_tally_mean(tally), t->config.seats));
}

static void key_millionths(pt_json *j, const char *key, double x) {
    pt_key_int(j, key, lround(x * 1e6));
}

static void print_json(const tuning *t, const outcome *o, const pt_tally *tally) {
    char memory[1024];
    pt_text out = text_to_file(memory, sizeof memory, stdout);
    pt_json j = pt_json_on(&out);
    tune_open_json(&j, t);
    pt_key_int(&j, "games", games_sampled(t));
    pt_key_int(&j, "positions", (int64_t)t->n);
    key_millionths(&j, "loss_millionths", o->train);
    key_millionths(&j, "loss_before_millionths", o->train_before);
    key_millionths(&j, "loss_apart_millionths", o->apart);
    key_millionths(&j, "loss_apart_before_millionths", o->apart_before);
    pt_key_open(&j, "numbers", '[');
    for (int i = 0; i < t->count; i++) {
        pt_open(&j, '{');
        pt_key_str(&j, "name", tune_name(t, i));
        pt_key_int(&j, "value", t->weight[i]);
        pt_key_int(&j, "was", o->old[i]);
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    pt_key_int(&j, "matches", tally->games);
    if (tally->rounds) key_millionths(&j, "share_millionths", pt_tally_mean(tally));
    if (tally->rounds) key_millionths(&j, "error_millionths", pt_tally_error(tally));
    tune_close_json(&j, t);
    pt_flush(&out);
}

void tune_open_json(pt_json *j, const tuning *t) {
    pt_open(j, '{');
    pt_key_str(j, "game", t->game->name);
    pt_key_int(j, "players", t->config.seats);
    pt_key_int(j, "iterations", t->iterations);
}

void tune_close_json(pt_json *j, const tuning *t) {
    pt_key_bool(j, "complete", !atomic_load(t->stop));
    pt_close(j, '}');
    pt_putc(j->out, '\n');
}

/* --- the command --- */

static int tune(tuning *t) {
    outcome o;
    memcpy(o.old, t->weight, sizeof o.old);
    if (!sample_games(t)) return args_wrong(&cmd_tune, cli_say(CLI_SAY_TUNE_NO_GAMES));
    o.apart_before = loss(t, o.old, JUDGE);
    o.train_before = loss(t, o.old, LEARN);
    fit(t);
    o.apart = loss(t, t->weight, JUDGE);
    o.train = loss(t, t->weight, LEARN);
    if (!t->json) print_text(t, &o);
    pt_tally tally = prove(t);
    if (t->json)
        print_json(t, &o, &tally);
    else
        print_proof(t, &tally);
    free(t->samples);
    return EXIT_FINE;
}

static int run(int argc, char **argv) {
    tuning t = {.games = 200, .iterations = 100, .jobs = 1, .seed = 1, .matches = 100};
    int64_t players = 0, play = 0;
    arg_list game_options = {0};
    const arg_option options[] = {
        {"--players", ARG_NUMBER, &players, CLI_SAY_TUNE_PLAYERS, 1, PT_SEATS},
        {"--games", ARG_NUMBER, &t.games, CLI_SAY_TUNE_GAMES, 5, 1000000},
        {"--iterations", ARG_NUMBER, &t.iterations, CLI_SAY_TUNE_ITERATIONS, 1, 1000000},
        {"--matches", ARG_NUMBER, &t.matches, CLI_SAY_TUNE_MATCHES, 0, 1000000},
        {"--jobs", ARG_NUMBER, &t.jobs, CLI_SAY_WITH_JOBS, 1, JOBS_MOST},
        {"--play", ARG_NUMBER, &play, CLI_SAY_TUNE_PLAY, 1, 1000000},
        {"--seed", ARG_NUMBER, &t.seed, CLI_SAY_WITH_FIRST_SEED, 0, INT32_MAX},
        {"--option", ARG_LIST, &game_options, CLI_SAY_WITH_CHOICE, 0, 0},
        {"--json", ARG_FLAG, &t.json, CLI_SAY_WITH_JSON, 0, 0},
        {0}};
    int n = args_read(&cmd_tune, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1) return wrong_words(&cmd_tune, n, 1, argv);
    if (!(t.game = game_or_complain(&cmd_tune, argv[1]))) return EXIT_USAGE;
    if (!config_or_complain(&cmd_tune, t.game, players, &game_options, &t.config))
        return EXIT_USAGE;
    if (!t.game->hints || !t.game->hints->evaluate)
        return args_wrong(&cmd_tune, cli_say_tune_no_evaluation(t.game->name));
    if (play && t.jobs > 1) return args_wrong(&cmd_tune, cli_say(CLI_SAY_TUNE_PLAY_ALONE));
    take_numbers(&t);
    t.stop = progress_interruptible();
    int code = play ? tune_by_play(&t, play) : tune(&t);
    progress_tell_stopped(&cmd_tune);
    return code;
}

const command cmd_tune = {"tune", CLI_SAY_TUNE_USAGE, CLI_SAY_TUNE, run};

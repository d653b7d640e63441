/* petteia hint: the best moves of a position. petteia analyse: what each decision of a record
 * was worth, and what would have been better. */
/* SPDX-License-Identifier: MIT */
#include "bots/analyse.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/reasons.h"
#include "cli/words.h"
#include "core/position.h"
#include "core/record.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 64 << 20, IDEAS = 64, HINT_TIME = 2500, ANALYSE_TIME = 300, SLICES = 20 };
static const char indent[] = "      ";

typedef struct thinking {
    const command *verb;
    int64_t time, iterations, threads, seed;
    int64_t seat; /* of a hint, from 1; 0: the first who has a choice */
    bool open, json, why;
    void *memory;
    pt_search *search;
    pt_rng rng;
    pt_budget budget;
    const pt_game *game;
    pt_text out;
    pt_json j;
} thinking;

static bool start(thinking *t, const pt_game *g) {
    pt_search_options o = pt_search_normal();
    o.threads = (int)t->threads;
    o.patient = true;
    o.open = t->open;
    size_t least = pt_search_least(g, o.threads), size = least > MEMORY ? least : MEMORY;
    t->game = g;
    t->rng.state = (uint64_t)t->seed;
    t->budget = (pt_budget){.iterations = (uint32_t)t->iterations,
                            .millis = (uint32_t)(t->iterations ? 0 : t->time),
                            .stop = progress_interruptible()};
    t->memory = malloc(size);
    t->search = t->memory ? pt_search_open(t->memory, size, g, o) : NULL;
    if (!t->search) args_wrong(t->verb, cli_say(CLI_SAY_MEMORY));
    return t->search != NULL;
}

static void end(thinking *t) {
    pt_search_close(t->search);
    free(t->memory);
}

static bool stopped(const thinking *t) { return atomic_load(t->budget.stop); }

static void print_shares(pt_text *out, int seats, const int32_t share[PT_SEATS]) {
    for (int seat = 0; seat < seats; seat++)
        pt_put(out, "%s%4.1f", seat ? " " : "", share[seat] * 100.0 / PT_ONE);
}

/* The search gets what the seat may know, or everything. */
static void look(const thinking *t, const void *state, int seat, void *view) {
    if (t->open)
        memcpy(view, state, t->game->state_size);
    else
        pt_observe(t->game, state, seat, view);
}

/* --- hint --- */

/* Thinks in slices, so that the bar moves; returns how many iterations it made. */
static uint64_t think(thinking *t, const void *view, int seat) {
    const pt_budget *all = &t->budget;
    uint32_t most = all->iterations ? all->iterations : all->millis;
    uint32_t slices = most < SLICES ? most : SLICES;
    uint64_t made = 0;
    PT_TEXT_IN(words, 200, args_language());
    pt_say(&words, cli_say_hint_thinking());
    for (uint32_t i = 0; i < slices && !stopped(t); i++) {
        pt_budget b = *all;
        uint32_t part = most / slices + (i < most % slices);
        *(all->iterations ? &b.iterations : &b.millis) = part;
        progress_show(i, slices, words.at);
        if (i == 0)
            pt_search_run(t->search, view, seat, &t->rng, &b);
        else
            pt_search_more(t->search, 0, &t->rng, &b);
        made += pt_search_stats_of(t->search).iterations;
    }
    progress_end();
    return made;
}

static void hint_text(thinking *t, int seat, int seats, uint64_t made, const pt_idea *idea,
                      int n) {
    PT_TEXT(iterations, 24);
    pt_put(&iterations, "%llu", (unsigned long long)made);
    pt_say(&t->out, cli_say_hint_summary(seat + 1, iterations.at));
    pt_putc(&t->out, '\n');
    for (int i = 0; i < n; i++) {
        pt_putc(&t->out, idea[i].rough ? '~' : ' ');
        print_shares(&t->out, seats, idea[i].share);
        pt_put(&t->out, "  %7u  ", idea[i].visits);
        pt_print_move(t->game->verbs, idea[i].move, &t->out);
        if (idea[i].length > 1) {
            pt_puts(&t->out, "   ");
            pt_say(&t->out, cli_say_hint_then());
            pt_putc(&t->out, ' ');
        }
        pt_print_line(t->game, &idea[i], 1, &t->out);
        pt_putc(&t->out, '\n');
    }
}

/* In about four times the time that the search had. */
static bool ask_why(thinking *t, const void *view, const pt_judgement *d, pt_why *w) {
    const pt_move move[2] = {d->best.move, d->played.move};
    uint64_t seed = (uint64_t)t->seed;
    return pt_why_compare(t->search, t->game, view, d->seat, t->open, move, d->loss, seed,
                          &t->budget, w);
}

static bool may_choose(const thinking *t, const void *state, int seat) {
    const pt_head *h = pt_head_of(state);
    if (h->node == PT_OVER)
        args_wrong(t->verb, cli_say_hint_over());
    else if (h->node == PT_CHANCE)
        args_wrong(t->verb, cli_say_hint_luck());
    else if (!pt_has(h->owes, seat))
        args_wrong(t->verb, cli_say_hint_no_choice(seat + 1));
    return h->node == PT_DECIDE && pt_has(h->owes, seat);
}

static int hint(thinking *t, const void *state, int64_t moves) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    pt_idea idea[IDEAS];
    int seat = t->seat ? (int)t->seat - 1 : pt_mover(state), seats = pt_head_of(state)->seats;
    if (!may_choose(t, state, seat)) return EXIT_FAILED;
    look(t, state, seat, view);
    uint64_t made = think(t, view, seat);
    pt_why w;
    bool why =
        t->why && pt_why_best(t->search, t->game, view, seat, t->open, &t->rng, &t->budget, &w);
    int n = pt_ideas(t->search, why ? w.move[0] : 0, idea, (int)moves);
    if (t->json) {
        pt_json_hint(&t->j, t->game, seat, seats, made, idea, n, why ? &w : NULL, false);
        pt_putc(&t->out, '\n');
    } else {
        hint_text(t, seat, seats, made, idea, n);
        if (why) pt_say_why(t->game, &w, indent, &t->out);
    }
    return EXIT_FINE;
}

/* The position after `at` moves, as replay --position counts; -1: at the end. */
static bool go_to(thinking *t, const char *text, const char *path, int64_t at, pt_replay *r) {
    PT_TEXT_IN(why, 300, args_language());
    bool more = true;
    pt_err err = pt_replay_begin(r, text, &why);
    while (!err && more && (at < 0 || r->moves < at)) {
        err = pt_replay_next(r, &more, &why);
        if (!err && more) pt_replay_play(r);
    }
    if (err) args_wrong_at(t->verb, path, r->line, why.at);
    bool short_of = !err && r->moves < at;
    if (short_of) {
        pt_say(&why, cli_say_replay_short(r->moves));
        args_wrong_at(t->verb, path, r->line, why.at);
    }
    return !err && !short_of;
}

static int hint_record(thinking *t, const char *path, int64_t at, int64_t moves) {
    static pt_replay r;
    char *text = read_file_or_complain(t->verb, path);
    if (!text) return EXIT_USAGE;
    bool fine = go_to(t, text, path, at, &r);
    free(text);
    if (!fine) return EXIT_FAILED;
    if (!start(t, r.head.game)) return EXIT_FAILED;
    int code = hint(t, r.state, moves);
    end(t);
    return code;
}

static int hint_position(thinking *t, const pt_game *g, const pt_config *config,
                         const char *path, int64_t moves) {
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX];
    PT_TEXT(why, 300);
    int line = 0;
    char *text = read_file_or_complain(t->verb, path);
    if (!text) return EXIT_USAGE;
    pt_err err = pt_parse_position(g, state, config, text, &line, &why);
    free(text);
    if (err) {
        args_wrong_at(t->verb, path, line, why.at);
        return EXIT_FAILED;
    }
    if (!start(t, g)) return EXIT_FAILED;
    int code = hint(t, state, moves);
    end(t);
    return code;
}

/* --- analyse --- */

static void judged_text(thinking *t, int number, const pt_judgement *d, int seats) {
    pt_put(&t->out, "%4d  ", number);
    print_shares(&t->out, seats, d->played.share);
    pt_put(&t->out, "  %d ", d->seat + 1);
    pt_print_move(t->game->verbs, d->played.move, &t->out);
    if (d->mark != PT_FINE) {
        PT_TEXT(loss, 24);
        pt_put(&loss, "%.1f", d->loss * 100.0 / PT_ONE);
        pt_puts(&t->out, "   ");
        pt_say(&t->out, cli_say_analyse_better((int)d->mark, loss.at));
        pt_putc(&t->out, ' ');
        pt_print_line(t->game, &d->best, 0, &t->out);
    }
    pt_putc(&t->out, '\n');
    pt_flush(&t->out);
    fflush(stdout);
}

static void print_summary(thinking *t, const pt_replay *r, const pt_review *m) {
    for (int seat = 0; seat < r->head.config.seats; seat++) {
        PT_TEXT(loss, 24);
        const char *name = r->head.player[seat];
        pt_said player = *name ? cli_say_analyse_player_named(seat + 1, name)
                               : cli_say_analyse_player(seat + 1);
        int n = m->decisions[seat];
        pt_put(&loss, "%.2f", n ? (double)m->loss[seat] * 100 / PT_ONE / n : 0.0);
        pt_say(&t->out,
               cli_say_analyse_summary(&player, n, loss.at, m->marks[seat][PT_INACCURACY],
                                       m->marks[seat][PT_MISTAKE], m->marks[seat][PT_BLUNDER]));
        pt_putc(&t->out, '\n');
    }
}

static bool has_choice(const pt_game *g, const void *state, int seat) {
    pt_move *list = malloc(g->max_moves * sizeof *list);
    bool choice = list && g->legal(state, seat, list) > 1;
    free(list);
    return choice;
}

static void judge_move(thinking *t, const pt_replay *r, pt_review *m, moments *dear) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    look(t, r->state, r->seat, view);
    pt_judgement d = pt_judge(t->search, view, r->seat, r->move, &t->rng, &t->budget);
    if (!t->json) progress_clear();
    if (stopped(t)) return; /* a judgement that was cut short would mislead */
    pt_review_add(m, &d);
    moments_add(dear, r->moves + 1, &d, view, t->game->state_size);
    if (t->json)
        pt_json_judgement(&t->j, t->game, r->head.config.seats, r->moves + 1, &d);
    else
        judged_text(t, r->moves + 1, &d, r->head.config.seats);
}

/* A moment: what was played, what was better, and why. */
static void tell_moment(thinking *t, const moment *at, const char *player) {
    const pt_judgement *d = &at->judged;
    PT_TEXT(loss, 24);
    PT_TEXT(played, 100);
    if (t->json) {
        pt_open(&t->j, '{');
        pt_key_int(&t->j, "move_number", at->number);
        pt_key_int(&t->j, "seat", d->seat);
        pt_key_int(&t->j, "loss_permille", d->loss * 1000ll / PT_ONE);
        pt_key(&t->j, "why");
        pt_json_why(&t->j, t->game, &at->why, false);
        pt_close(&t->j, '}');
        return;
    }
    pt_put(&loss, "%.1f", d->loss * 100.0 / PT_ONE);
    pt_print_move(t->game->verbs, d->played.move, &played);
    pt_said who = *player ? cli_say_analyse_player_named(d->seat + 1, player)
                          : cli_say_analyse_player(d->seat + 1);
    pt_put(&t->out, "%4d  ", at->number);
    pt_say(&t->out, cli_say_analyse_moment(&who, played.at, loss.at));
    pt_putc(&t->out, '\n');
    pt_say_why(t->game, &at->why, indent, &t->out);
}

/* The dearest first; a moment is worth a lesson if the games that are played on agree with the
 * search. */
static int choose_moments(thinking *t, moments *dear, int wanted) {
    int chosen = 0;
    for (moment *at; chosen < wanted && !stopped(t) && (at = moments_next(dear));) {
        at->taken = ask_why(t, at->view, &at->judged, &at->why) && at->why.trust >= PT_LIKELY;
        chosen += at->taken;
    }
    return chosen;
}

static void tell_moments(thinking *t, const pt_replay *r, moments *dear, int wanted) {
    int chosen = choose_moments(t, dear, wanted);
    if (t->json) {
        pt_key_open(&t->j, "moments", '[');
    } else {
        pt_say(&t->out, chosen ? cli_say_analyse_moments(chosen) : cli_say_analyse_no_moment());
        pt_putc(&t->out, '\n');
    }
    for (int i = 0; i < dear->count; i++)
        if (dear->at[i].taken)
            tell_moment(t, &dear->at[i], r->head.player[dear->at[i].judged.seat]);
    if (t->json) pt_close(&t->j, ']');
}

static int analyse(thinking *t, const char *path, const char *text, int64_t lessons) {
    static pt_replay r;
    static moments dear;
    dear = (moments){.most = 2 * (int)lessons};
    PT_TEXT_IN(why, 300, args_language());
    pt_review m = {0};
    bool more = true;
    /* What replay refuses is refused before anybody thinks for minutes. */
    if (pt_replay_all(&r, text, &why)) {
        args_wrong_at(t->verb, path, r.line, why.at);
        return EXIT_FAILED;
    }
    int all = r.moves;
    PT_TEXT_IN(moves, 40, args_language());
    pt_say(&moves, cli_say_analyse_moves());
    pt_err err = pt_replay_begin(&r, text, &why);
    if (!err && !start(t, r.head.game)) return EXIT_FAILED;
    if (t->json) pt_open(&t->j, '{');
    if (t->json && !err) pt_key_str(&t->j, "game", t->game->name);
    if (t->json) pt_key_open(&t->j, "decisions", '[');
    while (!err && !(err = pt_replay_next(&r, &more, &why)) && more && !stopped(t)) {
        progress_show(r.moves, all, moves.at);
        if (r.seat != PT_LUCK && has_choice(t->game, r.state, r.seat))
            judge_move(t, &r, &m, &dear);
        pt_replay_play(&r);
    }
    progress_end();
    if (t->json) {
        pt_close(&t->j, ']');
        pt_key(&t->j, "players");
        pt_json_review(&t->j, &r.head, &m);
        if (lessons) tell_moments(t, &r, &dear, (int)lessons);
        pt_key_bool(&t->j, "complete", !err && !stopped(t));
        pt_close(&t->j, '}');
        pt_putc(&t->out, '\n');
    } else if (!err) {
        print_summary(t, &r, &m);
        if (lessons && !stopped(t)) tell_moments(t, &r, &dear, (int)lessons);
    }
    pt_flush(&t->out);
    if (err) args_wrong_at(t->verb, path, r.line, why.at);
    if (t->search) end(t);
    return err ? EXIT_FAILED : EXIT_FINE;
}

/* --- the commands --- */

#define THINKING(t)                                                                             \
    {"--time", ARG_NUMBER, &(t).time, CLI_SAY_THINK_TIME, 1, 3600000},                          \
        {"--iterations", ARG_NUMBER, &(t).iterations, CLI_SAY_THINK_ITERATIONS, 1, 2000000000}, \
        {"--threads", ARG_NUMBER, &(t).threads, CLI_SAY_THINK_THREADS, 1, PT_THREADS},          \
        {"--seed", ARG_NUMBER, &(t).seed, CLI_SAY_THINK_SEED, 0, INT64_MAX},                    \
        {"--open", ARG_FLAG, &(t).open, CLI_SAY_THINK_OPEN, 0, 0}, {                            \
        "--json", ARG_FLAG, &(t).json, CLI_SAY_WITH_JSON, 0, 0                                  \
    }

static void ready(thinking *t, char *memory, size_t size) {
    t->out = text_to_file(memory, size, stdout);
    t->out.language = args_language();
    t->j = pt_json_on(&t->out);
}

static int run_hint(int argc, char **argv) {
    char memory[2048];
    thinking t = {.verb = &cmd_hint, .time = HINT_TIME, .threads = 1, .seed = 1};
    int64_t at = -1, moves = 8, players = 0;
    const char *name = NULL, *position = NULL;
    arg_list game_options = {0};
    const arg_option options[] = {
        {"--at", ARG_NUMBER, &at, CLI_SAY_HINT_AT, 0, 1000000},
        {"--seat", ARG_NUMBER, &t.seat, CLI_SAY_HINT_SEAT, 1, PT_SEATS},
        {"--game", ARG_TEXT, &name, CLI_SAY_HINT_GAME, 0, 0},
        {"--players", ARG_NUMBER, &players, CLI_SAY_HINT_PLAYERS, 1, PT_SEATS},
        {"--option", ARG_LIST, &game_options, CLI_SAY_HINT_OPTION, 0, 0},
        {"--position", ARG_TEXT, &position, CLI_SAY_HINT_POSITION, 0, 0},
        {"--moves", ARG_NUMBER, &moves, CLI_SAY_HINT_MOVES, 1, IDEAS},
        {"--why", ARG_FLAG, &t.why, CLI_SAY_HINT_WHY, 0, 0},
        THINKING(t),
        {0}};
    int n = args_read(t.verb, options, argc, argv), code;
    if (n < 0) return args_exit(n);
    ready(&t, memory, sizeof memory);
    if (position) {
        pt_config config;
        if (n != 0 || !name) return args_wrong(t.verb, cli_say(CLI_SAY_HINT_POSITION_NEEDS));
        const pt_game *g = game_or_complain(t.verb, name);
        if (!g || !config_or_complain(t.verb, g, players, &game_options, &config))
            return EXIT_USAGE;
        code = hint_position(&t, g, &config, position, moves);
    } else {
        if (n != 1) return args_wrong(t.verb, cli_say(CLI_SAY_HINT_NEEDS));
        code = hint_record(&t, argv[1], at, moves);
    }
    pt_flush(&t.out);
    return code;
}

static int run_analyse(int argc, char **argv) {
    char memory[2048];
    thinking t = {.verb = &cmd_analyse, .time = ANALYSE_TIME, .threads = 1, .seed = 1};
    int64_t lessons = 3;
    const arg_option options[] = {
        {"--moments", ARG_NUMBER, &lessons, CLI_SAY_ANALYSE_WITH_MOMENTS, 0, MOMENTS_MOST / 2},
        THINKING(t),
        {0}};
    int n = args_read(t.verb, options, argc, argv);
    if (n < 0) return args_exit(n);
    if (n != 1) return args_wrong(t.verb, cli_say(CLI_SAY_ANALYSE_NEEDS));
    char *text = read_file_or_complain(t.verb, argv[1]);
    if (!text) return EXIT_USAGE;
    ready(&t, memory, sizeof memory);
    int code = analyse(&t, argv[1], text, lessons);
    progress_tell_stopped(t.verb);
    free(text);
    return code;
}

const command cmd_hint = {"hint", CLI_SAY_HINT_USAGE, CLI_SAY_HINT, run_hint};
const command cmd_analyse = {"analyse", CLI_SAY_ANALYSE_USAGE, CLI_SAY_ANALYSE, run_analyse};

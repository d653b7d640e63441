/* Which positions make a puzzle, and whether a puzzle still holds. What is obvious is left out:
 * what greedy plays, which looks one move ahead, and what a guess is likely to find. */
/* SPDX-License-Identifier: MIT */
#include "bots/puzzle.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const pt_puzzle_names[] = {"points", "win", "best"};
static_assert(sizeof pt_puzzle_names / sizeof *pt_puzzle_names == PT_PUZZLE_KINDS,
              "a name each");

enum {
    MEMORY = 48 << 20,
    GLANCE = 500,      /* iterations that show most positions to be dull */
    TRIES = 2000,      /* blind turns that a check plays, for each effort */
    CHOICES = 4,       /* at the first decision, at least */
    FOUND = 8,         /* moves of a search that are compared */
    SECOND_LOOK = 1500 /* iterations for a move that may be as good as the answer */
};
static const double likely = 0.08; /* a puzzle that blind play solves this often is none */

int pt_puzzle_rating(double luck) {
    double r = 1000 + 300 * log10(1 / luck - 1 > 0.1 ? 1 / luck - 1 : 0.1);
    return r > 2400 ? 2400 : (int)(r / 10) * 10;
}

bool pt_finder_open(pt_finder *f, const pt_game *g, bool searches, const atomic_bool *stop) {
    pt_search_options o = pt_search_normal();
    size_t least = pt_search_least(g, 1), size = least > MEMORY ? least : MEMORY;
    o.patient = true;
    o.forget = true; /* a second look at a position begins with nothing */
    *f = (pt_finder){.game = g, .stop = stop, .rng = {1}};
    f->prover = pt_prover_new(g);
    f->greedy = pt_bot_new(&pt_bot_greedy, g);
    f->moves = malloc(g->max_moves * sizeof *f->moves);
    f->luck = malloc(g->max_chance * sizeof *f->luck);
    if (searches) f->memory = malloc(size);
    if (f->memory) f->search = pt_search_open(f->memory, size, g, o);
    if (f->prover && f->greedy && f->moves && f->luck && (f->search || !searches)) return true;
    pt_finder_close(f);
    return false;
}

void pt_finder_close(pt_finder *f) {
    if (f->search) pt_search_close(f->search);
    if (f->greedy) pt_bot_free(f->greedy);
    pt_prover_free(f->prover);
    free(f->moves);
    free(f->luck);
    free(f->memory);
}

static void add_step(pt_puzzle_line *line, int seat, pt_move m) {
    assert(line->length < PT_PUZZLE_STEPS);
    line->seat[line->length] = seat;
    line->move[line->length++] = m;
}

static bool own_turn(const void *s, int seat) {
    const pt_head *h = pt_head_of(s);
    return h->node == PT_DECIDE && h->owes == 1u << seat;
}

/* --- most points this turn --- */

/* What greedy makes of the turn. */
static void play_greedily(pt_finder *f, const void *s, int seat, pt_puzzle_line *out) {
    _Alignas(max_align_t) unsigned char now[PT_STATE_MAX];
    int32_t points[PT_SEATS];
    memcpy(now, s, f->game->state_size);
    out->length = 0;
    while (own_turn(now, seat) && out->length < PT_PUZZLE_STEPS) {
        pt_move m = pt_bot_pick(f->greedy, now, seat, &f->rng);
        add_step(out, seat, m);
        f->game->apply(now, seat, m);
    }
    f->game->score(now, points);
    out->value = points[seat];
}

/* Points that are worth a search: half the lead that makes a win twice as likely. */
static bool worth_it(const pt_game *g, int32_t gain) {
    int32_t lead = g->hints && g->hints->lead ? g->hints->lead : 400;
    return (int64_t)gain * 100 / g->score_den * 2 >= lead;
}

bool pt_find_points(pt_finder *f, const void *s, int seat, pt_puzzle *out) {
    pt_turn_proof t;
    int32_t points[PT_SEATS];
    if (!pt_prove_turn(f->prover, s, seat, PT_PUZZLE_NODES, &t)) return false;
    f->game->score(s, points);
    if (t.choices < CHOICES || t.best <= points[seat] || t.second == t.best) return false;
    if (t.luck > likely || t.hidden || t.peak > t.best) return false;
    if (!worth_it(f->game, t.best - points[seat])) return false;
    *out = (pt_puzzle){.kind = PT_PUZZLE_POINTS, .seat = seat, .answer = t.line};
    out->rating = pt_puzzle_rating(t.luck);
    play_greedily(f, s, seat, &out->nearly);
    return out->nearly.value < t.best;
}

/* --- the only move that wins --- */

static pt_move some_draw(pt_finder *f, const void *s) {
    int n = f->game->chance(s, f->luck);
    return f->luck[pt_chance_draw(f->luck, n, &f->rng)].move;
}

/* Plays on as long as there is one winning move each time. Others reply as greedy would. */
static void follow_win(pt_finder *f, const void *s, pt_puzzle *p) {
    _Alignas(max_align_t) unsigned char now[PT_STATE_MAX];
    pt_puzzle_line *line = &p->answer;
    int asked = line->length;
    memcpy(now, s, f->game->state_size);
    f->game->apply(now, p->seat, line->move[0]);
    while (pt_head_of(now)->node != PT_OVER && line->length < PT_PUZZLE_STEPS) {
        int seat = pt_mover(now);
        pt_move m = 0;
        if (seat == PT_LUCK)
            m = some_draw(f, now);
        else if (seat != p->seat)
            m = pt_bot_pick(f->greedy, now, seat, &f->rng);
        else if (pt_prove_win(f->prover, now, seat, PT_PUZZLE_NODES, &m) != 1)
            break;
        add_step(line, seat, m);
        if (seat == p->seat) asked = line->length;
        f->game->apply(now, seat, m);
    }
    line->length = asked;
}

static void add_refutation(pt_finder *f, const void *s, pt_puzzle *p) {
    _Alignas(max_align_t) unsigned char now[PT_STATE_MAX];
    int other;
    pt_move reply;
    memcpy(now, s, f->game->state_size);
    f->game->apply(now, p->seat, p->nearly.move[0]);
    if (pt_refute(f->prover, now, p->seat, PT_PUZZLE_NODES, &other, &reply))
        add_step(&p->nearly, other, reply);
}

static int choices_of(pt_finder *f, const void *s, int seat) {
    return f->game->legal(s, seat, f->moves);
}

static pt_move searched(pt_finder *f, const void *view, int seat, uint32_t iterations,
                        uint64_t seed) {
    pt_rng rng = {seed};
    pt_budget budget = {.iterations = iterations, .stop = f->stop};
    return pt_search_run(f->search, view, seat, &rng, &budget);
}

bool pt_find_win(pt_finder *f, const void *s, int seat, pt_puzzle *out) {
    pt_move m = 0;
    int choices = choices_of(f, s, seat);
    if (choices < CHOICES - 1 || !pt_puzzle_open(f->game, s, seat)) return false;
    if (pt_prove_win(f->prover, s, seat, PT_PUZZLE_NODES, &m) != 1) return false;
    pt_move obvious = pt_bot_pick(f->greedy, s, seat, &f->rng);
    if (obvious == m) return false;
    if (f->search && searched(f, s, seat, PT_PUZZLE_THINK, 7) != m) return false;
    *out = (pt_puzzle){.kind = PT_PUZZLE_WIN, .seat = seat};
    add_step(&out->answer, seat, m);
    out->answer.value = PT_ONE;
    add_step(&out->nearly, seat, obvious);
    follow_win(f, s, out);
    add_refutation(f, s, out);
    out->rating = pt_puzzle_rating(1.0 / choices / out->answer.length);
    return true;
}

/* --- the best move by far --- */

/* What the search says about a move after another look at it. */
static int32_t share_of(pt_finder *f, pt_move m, int seat, uint32_t iterations) {
    pt_found found[64];
    pt_rng rng = {m};
    pt_budget budget = {.iterations = iterations, .stop = f->stop};
    if (iterations) pt_search_more(f->search, m, &rng, &budget);
    int n = pt_search_found(f->search, found, 64);
    for (int i = 0; i < n; i++)
        if (found[i].move == m) return found[i].share[seat];
    return -1;
}

/* How far the move is ahead of every other that the search took seriously, of PT_ONE; `also` is
 * looked at in any case. */
static int32_t gap_of(pt_finder *f, pt_move m, pt_move also, int seat, uint32_t iterations) {
    pt_found found[FOUND];
    int n = pt_search_found(f->search, found, FOUND);
    int32_t own = share_of(f, m, seat, 0), rival = share_of(f, also, seat, iterations);
    for (int i = 0; i < n && i < 3; i++) {
        if (found[i].move == m || found[i].move == also) continue;
        int32_t share = share_of(f, found[i].move, seat, iterations);
        if (share > rival) rival = share;
    }
    return own - rival;
}

bool pt_find_best(pt_finder *f, const void *s, int seat, pt_puzzle *out) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    int choices = choices_of(f, s, seat);
    if (!f->search || choices < CHOICES) return false;
    pt_observe(f->game, s, seat, view);
    pt_move obvious = pt_bot_pick(f->greedy, s, seat, &f->rng);
    pt_move m = searched(f, view, seat, GLANCE, 1);
    if (m == obvious || gap_of(f, m, obvious, seat, GLANCE / 5) < PT_PUZZLE_GAP / 2)
        return false;
    for (uint64_t seed = 2; seed < 4; seed++) {
        if (searched(f, view, seat, PT_PUZZLE_THINK, seed) != m) return false;
        if (gap_of(f, m, obvious, seat, SECOND_LOOK) < PT_PUZZLE_GAP) return false;
    }
    *out = (pt_puzzle){.kind = PT_PUZZLE_BEST, .seat = seat};
    add_step(&out->answer, seat, m);
    add_step(&out->nearly, seat, obvious);
    out->answer.value = share_of(f, m, seat, 0);
    out->nearly.value = share_of(f, obvious, seat, 0);
    out->rating = pt_puzzle_rating(1.0 / choices);
    return true;
}

/* --- checking --- */

/* The points of a turn that is played blindly. */
static int32_t blind_turn(pt_finder *f, const void *s, int seat) {
    _Alignas(max_align_t) unsigned char now[PT_STATE_MAX];
    int32_t points[PT_SEATS];
    memcpy(now, s, f->game->state_size);
    for (int i = 0; own_turn(now, seat) && i < PT_PUZZLE_STEPS; i++) {
        int n = f->game->legal(now, seat, f->moves);
        f->game->apply(now, seat, f->moves[pt_below(&f->rng, (uint32_t)n)]);
    }
    f->game->score(now, points);
    return points[seat];
}

static pt_err check_points(pt_finder *f, const void *s, const pt_puzzle *p, int effort,
                           pt_text *why) {
    pt_turn_proof t;
    if (!pt_prove_turn(f->prover, s, p->seat, 2L * PT_PUZZLE_NODES, &t))
        return pt_wrong(PT_REFUSED, why, "the turn is too long to be looked at");
    if (t.best != p->answer.value || t.peak > t.best || t.hidden)
        return pt_wrong(PT_REFUSED, why, "the most points are %d, not %d", t.best,
                        p->answer.value);
    if (p->nearly.value >= t.best)
        return pt_wrong(PT_REFUSED, why, "the obvious turn is as good");
    for (int i = 0; i < TRIES * effort; i++)
        if (blind_turn(f, s, p->seat) > t.best)
            return pt_wrong(PT_REFUSED, why, "a blind turn has more points");
    return PT_OK;
}

static pt_err check_win(pt_finder *f, const void *s, const pt_puzzle *p, int effort,
                        pt_text *why) {
    pt_move m = 0;
    int n = pt_prove_win(f->prover, s, p->seat, 2L * PT_PUZZLE_NODES, &m);
    if (n != 1 || m != p->answer.move[0])
        return pt_wrong(PT_REFUSED, why, "%s",
                        n == 1   ? "another move wins"
                        : n == 0 ? "no move wins"
                        : n < 0  ? "the proof takes too long"
                                 : "several moves win");
    if (effort &&
        searched(f, s, p->seat, (uint32_t)(PT_PUZZLE_THINK * effort), pt_random(&f->rng)) != m)
        return pt_wrong(PT_REFUSED, why, "a long search prefers another move");
    return PT_OK;
}

static pt_err check_best(pt_finder *f, const void *s, const pt_puzzle *p, int effort,
                         pt_text *why) {
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    if (!effort) return PT_OK;
    pt_observe(f->game, s, p->seat, view);
    if (searched(f, view, p->seat, (uint32_t)(PT_PUZZLE_THINK * effort), pt_random(&f->rng)) !=
        p->answer.move[0])
        return pt_wrong(PT_REFUSED, why, "a long search prefers another move");
    return PT_OK;
}

pt_err pt_check_puzzle(pt_finder *f, const void *s, const pt_puzzle *p, int effort,
                       pt_text *why) {
    switch (p->kind) {
    case PT_PUZZLE_POINTS: return check_points(f, s, p, effort, why);
    case PT_PUZZLE_WIN: return check_win(f, s, p, effort, why);
    case PT_PUZZLE_BEST: return check_best(f, s, p, effort, why);
    case PT_PUZZLE_KINDS: break;
    }
    return pt_wrong(PT_REFUSED, why, "no such kind");
}

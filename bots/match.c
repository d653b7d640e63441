/* Bots against each other: one game, and the statistics of many. */
/* SPDX-License-Identifier: MIT */
#include "bots/match.h"
#include "core/record.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LUCK_MOST = 4096 };

static uint64_t mixed(uint64_t a, uint64_t b) {
    pt_rng r = {a * 0x9E3779B97F4A7C15u + b};
    pt_random(&r);
    return pt_random(&r);
}

static pt_move draw(const pt_match *m, const void *s, uint32_t number) {
    pt_chance list[LUCK_MOST];
    int n = m->game->chance(s, list);
    pt_rng rng = {mixed(m->seed, number)};
    return list[pt_chance_draw(list, n, &rng)].move;
}

static pt_move ask(const pt_match *m, const void *s, int seat, pt_rng *rng,
                   pt_match_result *r) {
    if (r->opened < m->opening) {
        pt_rng drawn = {mixed(m->seed ^ 0x09E2, (uint64_t)r->opened++)};
        return pt_bot_pick(m->opener, s, seat, &drawn);
    }
    bool cpu = !m->bot[seat]->kind->apart;
    uint64_t began = pt_micros(cpu);
    pt_move move = pt_bot_pick(m->bot[seat], s, seat, rng);
    uint32_t took = (uint32_t)(pt_micros(cpu) - began);
    r->cpu[seat] += took;
    if (took > r->most[seat]) r->most[seat] = took;
    return move;
}

static void write_head(const pt_match *m, const void *s, bool over, pt_text *out) {
    pt_record_head head = {.game = m->game, .config = m->config};
    for (int seat = 0; seat < m->config.seats; seat++)
        snprintf(head.player[seat], sizeof head.player[seat], "%s",
                 m->name[seat] ? m->name[seat] : m->bot[seat]->kind->name);
    pt_text result = pt_text_on(head.result, sizeof head.result);
    if (over)
        pt_write_result(m->game, s, &result);
    else
        pt_putc(&result, '*');
    pt_write_head(&head, out);
}

static void judge(const pt_match *m, const void *s, pt_match_result *r) {
    int32_t share[PT_SEATS];
    m->game->score(s, r->points);
    m->game->rank(s, r->place);
    pt_win_shares(m->game, s, 60, share);
    for (int seat = 0; seat < m->config.seats; seat++) {
        r->share[seat] = share[seat] / 60.0;
        if (r->faulty >= 0) r->share[seat] = 1.0 / (m->config.seats - 1);
    }
    if (r->faulty >= 0) r->share[r->faulty] = 0;
}

/* --- bots outside of this program follow the game --- */

static void tell_begin(const pt_match *m) {
    for (int seat = 0; seat < m->config.seats; seat++)
        if (m->bot[seat]->kind->begin)
            m->bot[seat]->kind->begin(m->bot[seat], &m->config, seat);
}

static void tell_move(const pt_match *m, const void *before, int mover, pt_move move) {
    for (int seat = 0; seat < m->config.seats; seat++)
        if (m->bot[seat]->kind->saw)
            m->bot[seat]->kind->saw(m->bot[seat], before, mover, move, seat);
}

static void tell_over(const pt_match *m, const double share[PT_SEATS]) {
    for (int seat = 0; seat < m->config.seats; seat++)
        if (m->bot[seat]->kind->over) m->bot[seat]->kind->over(m->bot[seat], share);
}

pt_match_result pt_match_play(const pt_match *m, pt_text *head, pt_text *moves) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX];
    pt_match_result r = {.faulty = -1};
    pt_rng rng[PT_SEATS];
    uint32_t draws = 0;
    int last = PT_LUCK;
    for (int seat = 0; seat < PT_SEATS; seat++)
        rng[seat].state = mixed(m->seed ^ 0xB07, m->own[seat]);
    pt_start(m->game, s, &m->config);
    tell_begin(m);
    while (pt_head_of(s)->node != PT_OVER) {
        int seat = pt_next_mover(s, last);
        pt_move move = seat == PT_LUCK ? draw(m, s, draws++) : ask(m, s, seat, &rng[seat], &r);
        if (pt_check(m->game, s, seat, move, NULL)) {
            r.faulty = seat;
            break;
        }
        tell_move(m, s, seat, move);
        m->game->apply(s, seat, move);
        pt_write_move(m->game, seat, move, moves);
        pt_putc(moves, '\n');
        last = seat;
        r.moves++;
    }
    judge(m, s, &r);
    tell_over(m, r.share);
    if (head) write_head(m, s, r.faulty < 0, head);
    return r;
}

/* --- many games --- */

void pt_tally_add(pt_tally *t, double mean_share, int games) {
    t->rounds++;
    t->games += games;
    t->sum += mean_share;
    t->squares += mean_share * mean_share;
}

double pt_tally_mean(const pt_tally *t) { return t->rounds ? t->sum / t->rounds : 0; }

/* The variance of a round's mean, as if one further round had been as far off as possible: a
 * few rounds that ended alike do not prove that every round will. */
static double variance(const pt_tally *t) {
    double mean = pt_tally_mean(t), sum = t->squares - t->rounds * mean * mean;
    return ((sum > 0 ? sum : 0) + 0.5) / (t->rounds + 1);
}

double pt_tally_error(const pt_tally *t) {
    return t->rounds ? sqrt(variance(t) / t->rounds) : 1;
}

double pt_share_at(double elo, int seats) {
    double odds = pow(10, elo / 400) / (seats - 1);
    return odds / (1 + odds);
}

double pt_elo_at(double share, int seats) {
    if (share < 1e-4) share = 1e-4;
    if (share > 1 - 1e-4) share = 1 - 1e-4;
    return 400 * log10(share * (seats - 1) / (1 - share));
}

double pt_llr(const pt_tally *t, double low, double high, int seats) {
    double a = pt_share_at(low, seats), b = pt_share_at(high, seats), v = variance(t);
    if (t->rounds < 2) return 0;
    return t->rounds * (b - a) * (2 * pt_tally_mean(t) - a - b) / (2 * v);
}

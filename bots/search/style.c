/* A style of play: among moves that are as good as the one chosen, the one after which a
 * character has more of what it likes. Each is played on a little, from the same imagined
 * states with the same random numbers, by the game's quick player. A move that the search likes
 * better than the one chosen is not taken: a character errs as much as its level. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/worker.h"
#include "core/measures.h"
#include <string.h>

/* A move is as good if the search expects at most GIVEN less of it, and has looked at it not
 * much more RARELY: a third as often or more. WORLDS states are imagined, and each is played on
 * for STEPS moves at most. */
enum { CHOICES = 16, GIVEN = PT_ONE / 32, RARELY = 3, WORLDS = 12, STEPS = 60 };

/* What the style sees in w->state. */
static int64_t liked(const worker *w, const pt_style *style) {
    const pt_search *s = w->search;
    const pt_measures *m = pt_measures_of(s->game);
    int64_t sum = 0;
    for (int seat = 0; seat < pt_head_of(w->state)->seats; seat++) {
        int32_t amount[PT_MEASURES];
        const int8_t *weight = seat == s->seat ? style->own : style->theirs;
        m->of(w->state, seat, amount);
        for (int i = 0; i < m->count + m->further; i++) sum += (int64_t)weight[i] * amount[i];
    }
    return sum;
}

/* Whether what the move was made for shows: the round is over, or the seat is asked again. */
static bool shows(const worker *w, int round, bool others) {
    const pt_head *h = pt_head_of(w->state);
    if (h->node == PT_OVER) return true;
    if (pt_measures_of(w->search->game)->by_round) return h->round > round;
    return others && h->node == PT_DECIDE && pt_has(h->owes, w->search->seat);
}

static void play_on(worker *w) {
    const pt_game *g = w->search->game;
    const pt_hints *h = &w->search->hints;
    int round = pt_head_of(w->search->view)->round, last = w->search->seat;
    bool others = false;
    for (int steps = 0; steps < STEPS && !shows(w, round, others); steps++) {
        if (pt_head_of(w->state)->node == PT_CHANCE) {
            int n = g->chance(w->state, w->luck);
            g->apply(w->state, PT_LUCK, w->luck[pt_chance_draw(w->luck, n, &w->rng)].move);
            continue;
        }
        last = pt_next_mover(w->state, last);
        others |= last != w->search->seat;
        int n = g->legal(w->state, last, w->list);
        int at = h->playout ? h->playout(w->state, last, w->list, n, &w->rng)
                            : (int)pt_below(&w->rng, (uint32_t)n);
        g->apply(w->state, last, w->list[at]);
    }
}

static int64_t liking(worker *w, const pt_style *style, pt_move m, uint64_t seed) {
    pt_search *s = w->search;
    pt_rng world = {seed};
    int64_t sum = 0;
    for (int i = 0; i < WORLDS; i++) {
        w->rng.state = pt_random(&world);
        if (s->exact)
            memcpy(w->state, s->view, s->game->state_size);
        else
            pt_imagine(s->game, s->view, s->seat, &w->rng, w->state);
        s->game->apply(w->state, s->seat, m);
        play_on(w);
        sum += liked(w, style);
    }
    return sum;
}

/* Whether it may be played for the one that was chosen. A certain result is given up for none
 * that is less or only expected. */
static bool as_good(const pt_found *m, const pt_found *chosen, int seat, int32_t least) {
    int32_t less = chosen->share[seat] - m->share[seat];
    if (m == chosen || less < 0 || m->share[seat] < least) return false;
    if (chosen->sure) return m->sure && less == 0;
    return less <= GIVEN && m->visits >= chosen->visits / RARELY;
}

pt_move pt_search_prefer(pt_search *s, const pt_style *style, pt_move chosen, int32_t least,
                         pt_rng *rng) {
    pt_found found[CHOICES];
    int n = pt_search_found(s, found, CHOICES), at = 0;
    uint64_t seed = pt_random(rng);
    while (at < n && found[at].move != chosen) at++;
    if (at == n) return chosen;
    int64_t most = liking(&s->worker[0], style, chosen, seed);
    for (int i = 0; i < n; i++) {
        if (!as_good(&found[i], &found[at], s->seat, least)) continue;
        int64_t like = liking(&s->worker[0], style, found[i].move, seed);
        if (like <= most) continue;
        most = like;
        chosen = found[i].move;
    }
    return chosen;
}

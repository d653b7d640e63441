/* Myst: what a team or a spectator may know (R4.16): hands, the first choice, and anything from
 * which the other team's Linking Book could be told (R8.41). */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include <string.h>

/* --- observe --- */

/* In a race by tempo or by turns the asked team alone sees that it is asked; everybody else
 * sees "race on". While the teams alternate and nobody is cut off, whose turn it is is no
 * secret. In real time both are always there. */
static void hide_race(const ms_state *s, int viewer, ms_state *view) {
    assert(s->head.phase == MSP_PUZZLE);
    bool asked = pt_has(s->head.owes, viewer);
    view->head.node = PT_DECIDE;
    view->waiting = viewer >= 0 ? (uint8_t)(s->waiting & 1u << viewer) : 0;
    if (s->pmode == MS_RT) {
        view->head.owes = 3;
        return;
    }
    if (asked) return;
    bool open = s->pmode == MS_ALT;
    for (int team = 0; team < MS_TEAMS; team++)
        if (team != viewer && ms_cut_off(s, team)) open = false;
    if (open) return;
    view->head.owes = 0;
    view->mover = MS_NONE;
}

void ms_observe(const void *state, int viewer, void *out) {
    const ms_state *s = state;
    ms_state *view = out;
    memcpy(view, s, sizeof *view);
    if (s->head.node == PT_OVER) return;
    for (int team = 0; team < MS_TEAMS; team++) {
        if (team == viewer) continue;
        view->hand[team] = MS_HIDDEN;
        if (s->head.phase == MSP_CHOOSE && s->choice[team] != MS_NONE)
            view->choice[team] = MS_SECRET;
        view->head.ply = (uint16_t)(view->head.ply - s->quiet[team]);
        view->quiet[team] = 0;
    }
    view->head.ply = (uint16_t)(view->head.ply - s->tempos);
    view->tempos = 0;
    if (s->head.phase == MSP_PUZZLE) hide_race(s, viewer, view);
    if (s->head.phase >= MSP_MOVE && s->mover != viewer) {
        view->head.phase = MSP_TURN;
        view->moved = 0;
    }
}

pt_sight ms_sight(const void *before, int seat, pt_move m, int viewer) {
    const ms_state *s = before;
    switch (pt_verb_of(m)) {
    case MSV_DEAL: return (int)pt_arg(m, 0) == viewer ? PT_SEEN : PT_MASKED;
    case MSV_CHOOSE: /* the second choice opens both */
        if (seat == viewer || s->choice[ms_rival(seat)] != MS_NONE) return PT_SEEN;
        return PT_MASKED;
    case MSV_TEMPO: return PT_UNSEEN;
    case MSV_WAIT:
    case MSV_END: return seat == viewer ? PT_SEEN : PT_UNSEEN;
    default: return PT_SEEN;
    }
}

/* --- imagine --- */

static uint32_t draw_one(uint32_t *pool, pt_rng *rng) {
    assert(*pool);
    uint32_t set = *pool;
    for (uint32_t skip = pt_below(rng, (uint32_t)pt_count(set)); skip; skip--) set &= set - 1;
    uint32_t card = set & (0u - set);
    assert(card && *pool & card);
    *pool &= ~card;
    return card;
}

static uint64_t choose(int n, int k) {
    uint64_t ways = 1;
    if (k < 0 || k > n) return 0;
    for (int i = 1; i <= k; i++) ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return ways;
}

/* A hand of n cards out of the pool, every one with at least `least` Books as likely as any
 * other: first how many Books, by the number of such hands, then which cards. */
static uint32_t draw_hand(uint32_t *pool, int n, int least, pt_rng *rng) {
    uint32_t books = *pool & MS_BOOKS, others = *pool & ~MS_BOOKS, hand = 0;
    uint64_t ways[3], total = 0;
    for (int b = 0; b <= 2; b++) {
        ways[b] = b < least ? 0 : choose(pt_count(books), b) * choose(pt_count(others), n - b);
        total += ways[b];
    }
    assert(total > 0 && total < UINT32_MAX);
    uint64_t ticket = pt_below(rng, (uint32_t)total);
    int b = 0;
    while (ticket >= ways[b]) ticket -= ways[b++];
    for (int i = 0; i < n; i++) hand |= draw_one(i < b ? &books : &others, rng);
    assert(b <= 2 && pt_count(hand) == n);
    *pool &= ~hand;
    return hand;
}

/* R4.16: a team that is not asked while the other is cut off knows that the other is, and so
 * that it has a Book; so does everybody who heard a Book called. */
static bool must_hold_book(const ms_state *view, int viewer, int team) {
    if (view->called && view->mover == team) return true;
    return view->head.phase == MSP_PUZZLE && viewer >= 0 && !pt_has(view->head.owes, viewer) &&
           ms_cut_off(view, team);
}

/* Any cards that nobody has shown are equally likely. A team plays its lower Book first (R5.4),
 * so one that has played K2 and not K1 had no K1. The team that must have a Book or had no K1
 * draws first, so that every pair of hands keeps the same odds. */
static void imagine_hands(const ms_state *view, int viewer, pt_rng *rng, ms_state *s) {
    uint32_t pool = MS_ALL_CARDS;
    for (int team = 0; team < MS_TEAMS; team++) {
        pool &= ~((uint32_t)view->used[team] << MS_BOOK);
        pool &= ~view->hand[team]; /* a hidden one has no card's bit */
    }
    int start = view->used[MS_BLUE] == 2 ? MS_BLUE : MS_YELLOW;
    if (view->called) start = view->mover;
    for (int i = 0; i < MS_TEAMS; i++) {
        int team = i ? ms_rival(start) : start;
        if (team == viewer) continue;
        uint32_t barred = view->used[team] == 2 ? pool & 1u << MS_BOOK : 0;
        pool &= ~barred;
        s->hand[team] =
            draw_hand(&pool, view->cards[team], must_hold_book(view, viewer, team), rng);
        pool |= barred;
    }
}

/* As many tempo draws as there are while nobody is cut off: one for each piece, and one for the
 * team that is asked now. */
static void imagine_tempos(ms_state *s) {
    int draws = ms_size(s->owner[0]) + ms_size(s->owner[1]) - MS_TEAMS;
    if (s->pmode != MS_TEMPO || s->head.phase < MSP_PUZZLE) return;
    if (s->head.phase == MSP_PUZZLE && s->head.node == PT_DECIDE && ms_able(s, 0) &&
        ms_able(s, 1))
        draws++;
    s->tempos = (uint8_t)draws;
    s->head.ply = (uint16_t)(s->head.ply + draws);
}

/* A rival that is cut off and lets the viewer build may have been drawn and have waited. */
static void imagine_waiting(ms_state *s, int viewer, pt_rng *rng) {
    assert(viewer >= 0 && viewer < MS_TEAMS);
    int rival = ms_rival(viewer);
    if (!ms_cut_off(s, rival) || !ms_has_book(s, rival)) return;
    uint32_t both = (uint32_t)s->weight[0] + s->weight[1];
    if (s->pmode == MS_TEMPO && pt_below(rng, both) >= s->weight[rival]) return;
    s->waiting = pt_with(s->waiting, rival);
    s->quiet[rival]++;
    s->head.ply++;
}

/* Nobody the viewer sees is asked: the draw is due, or the other team is asked. Of the moments
 * that look like this, draws come once a piece and a team's choice as often as it is drawn. */
static void imagine_asked(ms_state *s, int viewer, pt_rng *rng) {
    assert(s->head.owes == 0 && s->pmode != MS_RT);
    bool able[MS_TEAMS] = {ms_able(s, 0), ms_able(s, 1)};
    uint32_t part[MS_TEAMS];
    for (int team = 0; team < MS_TEAMS; team++)
        part[team] = team == viewer ? 0 : s->weight[team];
    if (!able[0] || !able[1]) {
        assert(able[0] || able[1]); /* one of the two is never cut off (R8.9) */
        ms_ask_team(s, able[0] ? 0 : 1, MSP_PUZZLE);
        return;
    }
    if (s->pmode == MS_ALT) { /* a spectator; or the rival, which is cut off, is asked */
        ms_ask_team(s, viewer >= 0 ? ms_rival(viewer) : (int)pt_below(rng, 2), MSP_PUZZLE);
        return;
    }
    uint32_t draw = (uint32_t)s->weight[0] + s->weight[1];
    uint32_t ticket = pt_below(rng, draw + part[0] + part[1]);
    if (ticket < draw)
        ms_wait_for_luck(s, MS_NONE, MSP_PUZZLE);
    else
        ms_ask_team(s, ticket - draw < part[0] ? 0 : 1, MSP_PUZZLE);
}

static void imagine_race(ms_state *s, int viewer, pt_rng *rng) {
    assert(s->head.phase == MSP_PUZZLE);
    if (s->pmode == MS_RT)
        s->head.owes = ms_racers(s);
    else if (pt_has(s->head.owes, viewer))
        imagine_waiting(s, viewer, rng);
    else if (s->head.owes == 0)
        imagine_asked(s, viewer, rng);
}

void ms_imagine(const void *seen, int viewer, pt_rng *rng, void *out) {
    const ms_state *view = seen;
    ms_state *s = out;
    memcpy(s, view, sizeof *s);
    if (view->head.node == PT_OVER) return;
    imagine_hands(view, viewer, rng, s);
    for (int team = 0; team < MS_TEAMS; team++)
        if (s->choice[team] == MS_SECRET)
            s->choice[team] = (uint8_t)pt_below(rng, MS_LANDMARKS);
    if (s->head.phase == MSP_TURN) s->head.phase = s->called ? MSP_JUMP : MSP_MOVE;
    if (s->head.phase == MSP_PUZZLE) imagine_race(s, viewer, rng);
    imagine_tempos(s);
}

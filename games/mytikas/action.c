/* Mytikas: what each move does. A move changes the position and leaves a phase: another
 * decision, or MTP_NEXT for "work out what follows", which rules.c does. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"

static mt_player *actor(mt_state *s) { return &s->player[s->actor]; }

static void add(uint16_t *n, int more) { *n = (uint16_t)(*n + more); }

static void shift(mt_player *p, int resource, int from, int to) {
    assert(p->cube[mt_stack(resource, from)] && from != to);
    p->cube[mt_stack(resource, from)]--;
    p->cube[mt_stack(resource, to)]++;
}

/* R3.5: kept face up with one token; the other card stays in `hand`, under the deck. */
static void keep(mt_state *s, int card) {
    assert(s->variant && s->head.phase == MTP_PICK);
    mt_player *p = actor(s);
    p->hand = (uint16_t)(p->hand & ~(1u << card));
    assert(pt_count(p->hand) == 1);
    p->cards = (uint16_t)(1u << card);
    s->tokens[card] = 1;
    int next = mt_next_seat(s, s->actor);
    s->actor = (uint8_t)next;
    if (next != s->first) return;
    s->head.phase = MTP_LINE;
    s->head.node = PT_CHANCE;
}

/* R3.8: from the last player to the first. */
static void take_first_favor(mt_state *s, int god) {
    assert(s->head.phase == MTP_SETUP && s->pile[god]);
    s->pile[god]--;
    actor(s)->favor[god]++;
    if (s->actor == s->first)
        s->head.phase = MTP_START;
    else
        s->actor = (uint8_t)(s->actor ? s->actor - 1 : s->head.seats - 1);
}

/* R4.2, R4.5: the figure moves; what can only be one thing is not asked. */
static void go(mt_state *s, int area) {
    assert(mt_free_areas(s) >> area & 1);
    bool main = mt_can_main(s, s->actor, area), bonus = mt_can_bonus(s, s->actor, area);
    actor(s)->spot = (uint8_t)(s->head.seats == 2 ? mt_day_of(area) : area);
    s->area = (uint8_t)area;
    s->used = 0;
    assert(main || bonus);
    if (main && bonus)
        s->head.phase = MTP_CHOICE;
    else if (main)
        mt_begin_main(s, s->actor, area, MTS_MAIN);
    else
        mt_begin_bonus(s, MTS_SKIP);
}

/* R5.4 */
static void demeter(mt_state *s, int level, int resource) {
    assert(!(s->used & 1));
    mt_player *p = actor(s);
    add(&p->cube[mt_stack(MT_STONE, level)], -mt_demeter_price[resource]);
    assert(p->cube[mt_stack(MT_STONE, level)] <= INT16_MAX); /* never less than none */
    p->cube[mt_stack(resource, level)]++;
    s->used |= 1;
}

/* R5.5 */
static void hades(mt_state *s, unsigned rate) {
    assert(!(s->used & 2) && mt_all_cubes(actor(s)) >= mt_hades_price[rate]);
    s->used |= 2;
    s->gives = mt_hades_price[rate];
    s->gain = mt_hades_gain[rate];
    s->head.phase = MTP_GIVE;
}

static void give(mt_state *s, int stack) {
    assert(s->gives && actor(s)->cube[stack]);
    actor(s)->cube[stack]--;
    if (--s->gives) return;
    add(&actor(s)->reserve, s->gain);
    s->gain = 0;
    s->head.phase = MTP_START;
}

/* R4.11, R4.12, R5.10 */
static void produce(mt_state *s, unsigned combo) {
    assert(s->cities && combo < MT_COMBOS);
    mt_player *p = actor(s);
    int level = s->area == MT_ZD ? mt_city_level(p, mt_city_count(p) - s->cities) : 0;
    for (int resource = 0; resource < MT_RESOURCES; resource++)
        add(&p->cube[mt_stack(resource, level)], mt_combos[combo].gain[resource]);
    s->cities--;
    if (s->area == MT_DD && mt_usable(s, s->actor, MTC_PAN)) s->combo = (uint8_t)(combo + 1);
    s->head.phase = MTP_NEXT;
}

static void pan(mt_state *s, int resource) {
    assert(s->combo && mt_combos[s->combo - 1].gain[resource]);
    actor(s)->cube[mt_stack(resource, 0)]++;
    s->combo = 0;
    s->head.phase = MTP_NEXT;
}

/* R6.1: levels before pieces. */
static void check_end_by_building(mt_state *s) {
    if (s->end) return;
    int empty = 0;
    for (int level = 0; level < MT_LEVELS; level++) empty += !s->left[level];
    if (empty >= MT_FULL_LEVELS) {
        s->end = MTE_LEVELS;
        return;
    }
    for (int space = 0; space < MT_SPACES; space++)
        if (!actor(s)->space[space]) return;
    s->end = MTE_PIECES;
}

/* R4.13, R4.14 */
static void build(mt_state *s, int type, int side, int level) {
    mt_player *p = actor(s);
    int space = mt_buildings[type].first + side;
    assert(!p->space[space] && s->left[level]);
    const mt_space *effect = &mt_spaces[space];
    for (int resource = 0; resource < MT_RESOURCES; resource++)
        add(&p->cube[mt_stack(resource, level)], -mt_price(s, s->actor, type, resource));
    s->left[level]--;
    p->space[space] = (uint8_t)(level + 1);
    check_end_by_building(s);
    add(&p->reserve, effect->offerings);
    add(&p->cube[mt_stack(MT_GOLD, level)], effect->gold);
    s->favors = effect->favors;
    s->moves = effect->moves;
    s->head.phase = MTP_NEXT;
}

/* R4.16 */
static void favor(mt_state *s, int god, int from) {
    assert(s->favors);
    assert(from < 0 ? s->pile[god] : s->player[from].favor[god]);
    if (from < 0)
        s->pile[god]--;
    else
        s->player[from].favor[god]--;
    actor(s)->favor[god]++;
    s->favors--;
    s->head.phase = MTP_NEXT;
}

static void heph(mt_state *s, int level) {
    assert(s->heph && actor(s)->cube[mt_stack(MT_MARBLE, level)]);
    actor(s)->cube[mt_stack(MT_MARBLE, level)]--;
    s->heph = 0;
    s->favors = 1;
    s->head.phase = MTP_NEXT;
}

static void move(mt_state *s, int resource, int from, int to) {
    assert(s->moves);
    shift(actor(s), resource, from, to);
    s->moves--;
    s->head.phase = MTP_NEXT;
}

/* R4.17, R5.13: `up` to the same resource, `upx` to the next finer one. */
static void lift(mt_state *s, int resource, int level, int finer) {
    assert(level + 1 < MT_LEVELS);
    assert(s->lifts && resource + finer < MT_RESOURCES);
    mt_player *p = actor(s);
    p->cube[mt_stack(resource, level)]--;
    p->cube[mt_stack(resource + finer, level + 1)]++;
    if (finer) s->changed = 1;
    s->lifts--;
    s->head.phase = MTP_NEXT;
}

/* `done` gives up what is asked: all lifts left, one move, Hephaestus, Hermes' offering. */
static void done(mt_state *s) {
    switch (s->head.phase) {
    case MTP_LIFT: s->lifts = 0; break;
    case MTP_MOVE: s->moves--; break;
    case MTP_HEPH: s->heph = 0; break;
    }
    s->head.phase = MTP_NEXT;
}

/* R4.22: locks are taken one by one; only who has several matching cards is asked (R4.1). */
static void check_locks(mt_state *s) {
    int seat;
    s->head.phase = mt_lock_matches(s, &seat) ? MTP_LOCK : MTP_NEXT;
}

/* R4.21 */
static void put(mt_state *s, int n) {
    int card = s->target;
    assert(card < MT_CARDS && n > 0 && n <= actor(s)->reserve);
    unsigned bit = 1u << card;
    mt_player *p = actor(s);
    add(&p->reserve, -n);
    if (p->cards & bit) {
        add(&s->tokens[card], n);
    } else {
        for (int seat = 0; seat < s->head.seats; seat++) {
            mt_player *loser = &s->player[seat];
            if (!(loser->cards & bit)) continue;
            add(&loser->reserve, s->tokens[card]);
            loser->cards = (uint16_t)(loser->cards & ~bit);
        }
        s->line = (uint16_t)(s->line & ~bit);
        p->cards = (uint16_t)(p->cards | bit);
        s->fresh = (uint16_t)(s->fresh | bit);
        s->tokens[card] = (uint16_t)n;
    }
    s->target = MT_CARDS;
    check_locks(s);
}

/* R4.22: the tokens go to the supply. */
static void lock(mt_state *s, int card) {
    assert(!(s->locked >> card & 1));
    s->locked = (uint16_t)(s->locked | 1u << card);
    s->tokens[card] = 0;
    s->locks++;
    assert(s->locks <= mt_lock_total(s));
    if (s->locks == mt_lock_total(s) && !s->end) s->end = MTE_LOCK;
    check_locks(s);
}

/* R4.8: the payment first; a token goes back to its own god's pile. */
static void follow(mt_state *s, int means, int area) {
    assert(s->actor != s->active);
    if (means < MT_GODS) {
        actor(s)->favor[means]--;
        s->pile[means]++;
    } else {
        actor(s)->reserve--;
    }
    mt_begin_main(s, s->actor, area, MTS_FOLLOW);
}

void mt_perform(mt_state *s, pt_move m) {
    int a = (int)pt_arg(m, 0), b = (int)pt_arg(m, 1), c = (int)pt_arg(m, 2);
    switch ((mt_verb)pt_verb_of(m)) {
    case MTV_KEEP: keep(s, a); return;
    case MTV_FAV: take_first_favor(s, a); return;
    case MTV_GO: go(s, a); return;
    case MTV_DOWN:
        shift(actor(s), a, b, c);
        if (s->head.phase == MTP_WRAP) mt_wrap(s);
        return;
    case MTV_DEMETER: demeter(s, a, b + 1); return;
    case MTV_HADES: hades(s, (unsigned)a); return;
    case MTV_GIVE: give(s, mt_stack(a, b)); return;
    case MTV_MAIN: mt_begin_main(s, s->actor, s->area, MTS_MAIN); return;
    case MTV_SKIP: mt_begin_bonus(s, MTS_SKIP); return;
    case MTV_PROD: produce(s, (unsigned)a); return;
    case MTV_PAN: pan(s, a); return;
    case MTV_BUILD: build(s, a, b, c); return;
    case MTV_UP: lift(s, a, b, 0); return;
    case MTV_UPX: lift(s, a, b, 1); return;
    case MTV_MOVE: move(s, a, b, c); return;
    case MTV_DONE: done(s); return;
    case MTV_FAVOR: favor(s, a, -1); return;
    case MTV_FAVOR_FROM: favor(s, a, b); return;
    case MTV_HEPH: heph(s, a); return;
    case MTV_TAKE:
        add(&actor(s)->reserve, MT_HN_OFFERINGS);
        s->head.phase = MTP_NEXT;
        return;
    case MTV_OFFER: s->head.phase = MTP_TARGET; return;
    case MTV_ON:
        s->target = (uint8_t)a;
        s->head.phase = MTP_AMOUNT;
        return;
    case MTV_PUT: put(s, a + 1); return;
    case MTV_LOCK: lock(s, a); return;
    case MTV_BONUS: mt_begin_bonus(s, MTS_BONUS); return;
    case MTV_PASS: s->head.phase == MTP_BONUS ? mt_wrap(s) : mt_next_follower(s); return;
    case MTV_END: mt_begin_follows(s); return;
    case MTV_FOLLOW: follow(s, a, s->area); return;
    case MTV_FOLLOW_AREA: follow(s, a, b); return;
    case MTV_NONE:
    case MTV_FIRST:
    case MTV_DEAL:
    case MTV_REVEAL:
    case MTV_COUNT: break;
    }
    assert(0 && "not a player's move");
}

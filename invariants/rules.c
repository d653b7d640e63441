/* The invariants of every game: lists, refusals, luck and moves. */
/* SPDX-License-Identifier: MIT */
#include "invariants/inside.h"

/* A state says what has to happen next, and no piece is missing (the game's audit). */
bool invariants_of_head(invariants *inv, const void *s) {
    const pt_head *h = s;
    PT_TEXT(why, 512);
    HOLDS(h->seats == inv->config.seats, "a state has %d seats", h->seats);
    HOLDS(h->node == PT_OVER || h->node == PT_DECIDE || h->node == PT_CHANCE,
          "node is %d, which is none", h->node);
    HOLDS((h->node == PT_DECIDE) == (h->owes != 0), "node %d with owes %02x", h->node, h->owes);
    HOLDS(h->owes >> h->seats == 0, "a seat that nobody sits on owes a choice (%02x)", h->owes);
    HOLDS(h->ply <= inv->g->max_ply, "ply %d is beyond max_ply", h->ply);
    pt_err err = inv->g->audit(s, &why);
    HOLDS(err == PT_OK, "audit: %s", why.at);
    return true;
}

/* --- lists --- */

static bool guarded(const void *from, size_t bytes) {
    const unsigned char *at = from;
    for (size_t i = 0; i < bytes; i++)
        if (at[i] != GUARD_BYTE) return false;
    return true;
}

static bool sound_list(invariants *inv, int seat, const pt_move *list, int n) {
    inv->seat = seat;
    HOLDS(n >= 0 && n <= inv->g->max_moves, "legal() lists %d moves; max_moves is %d", n,
          inv->g->max_moves);
    HOLDS(guarded(list + inv->g->max_moves, GUARD * sizeof *list),
          "legal() writes behind max_moves");
    for (int i = 0; i < n; i++) {
        inv->move = list[i];
        HOLDS(pt_well_formed(inv->g->verbs, list[i]),
              "legal() lists a move that is not well formed");
        HOLDS(!inv->g->verbs.row[pt_verb_of(list[i])].chance, "legal() lists a move of luck");
        HOLDS(i == 0 || list[i - 1] < list[i], "legal() is not ascending");
    }
    return true;
}

int invariants_legal(invariants *inv, const void *s, int seat, pt_move *list) {
    memset(list + inv->g->max_moves, GUARD_BYTE, GUARD * sizeof *list);
    int n = inv->g->legal(s, seat, list);
    return sound_list(inv, seat, list, n) ? n : -1;
}

static bool sound_luck(invariants *inv, int n) {
    const pt_chance *list = inv->luck;
    uint64_t total = 0;
    inv->seat = PT_LUCK;
    HOLDS(n >= 1 && n <= inv->g->max_chance, "chance() lists %d outcomes; max_chance is %d", n,
          inv->g->max_chance);
    HOLDS(guarded(list + inv->g->max_chance, GUARD * sizeof *list),
          "chance() writes behind max_chance");
    for (int i = 0; i < n; i++) {
        inv->move = list[i].move;
        HOLDS(pt_well_formed(inv->g->verbs, list[i].move), "an outcome is not well formed");
        HOLDS(inv->g->verbs.row[pt_verb_of(list[i].move)].chance,
              "an outcome is a player's move");
        HOLDS(i == 0 || list[i - 1].move < list[i].move, "chance() is not ascending");
        HOLDS(list[i].weight > 0, "an outcome weighs nothing");
        total += list[i].weight;
    }
    HOLDS(total < (uint64_t)1 << 31, "the weights add up to too much");
    return true;
}

int invariants_chance(invariants *inv, const void *s) {
    memset(inv->luck + inv->g->max_chance, GUARD_BYTE, GUARD * sizeof *inv->luck);
    int n = inv->g->chance(s, inv->luck);
    return sound_luck(inv, n) ? n : -1;
}

/* --- check() against legal() --- */

/* "R4.2: words", with a rule that the rulebook has. Another test complains about a rulebook
 * without numbers. */
static bool names_a_rule(invariants *inv, const char *why) {
    size_t n = strcspn(why, ":");
    HOLDS(n > 1 && why[0] == 'R' && why[n] == ':' && why[n + 1] == ' ' && why[n + 2],
          "a refusal names no rule: '%s'", why);
    HOLDS(inv->rules == 0 || invariants_rule_known(inv, why, n),
          "the rulebook has no rule as in '%s'", why);
    return true;
}

static bool check_agrees(invariants *inv, const void *s, int seat, pt_move m, bool legal) {
    PT_TEXT_IN(why, 512, inv->language);
    inv->language = (inv->language + 1) % PT_LANGUAGES;
    inv->seat = seat;
    inv->move = m;
    pt_err err = inv->g->check(s, seat, m, &why);
    if (legal) {
        HOLDS(err == PT_OK, "legal() lists a move that check() refuses: %s", why.at);
        return true;
    }
    HOLDS(err != PT_OK, "check() allows a move that legal() does not list");
    HOLDS(err == PT_REFUSED && !why.cut, "check() answers %d, '%s'", err, why.at);
    return names_a_rule(inv, why.at) && invariants_sound_words(inv, &why, 256, "check()");
}

static bool is_legal(const invariants *inv, pt_move m) {
    uint32_t i = pt_index_of(&inv->space, m);
    return (inv->legal[i / 64] >> i % 64 & 1) != 0;
}

static void mark(invariants *inv, const pt_move *list, int n, bool on) {
    for (int k = 0; k < n; k++) {
        uint32_t i = pt_index_of(&inv->space, list[k]);
        uint64_t bit = (uint64_t)1 << i % 64;
        inv->legal[i / 64] = on ? inv->legal[i / 64] | bit : inv->legal[i / 64] & ~bit;
    }
}

/* Tries a few moves from anywhere in the move space, and numbers that are not moves. A refusal
 * changes no byte. */
static bool sample_agrees(invariants *inv, const void *s, int seat, int moves) {
    for (int k = 0; k < moves; k++) {
        pt_move m = pt_move_at(&inv->space, pt_below(&inv->dice, pt_space_size(&inv->space)));
        bool legal = is_legal(inv, m);
        if (!check_agrees(inv, s, seat, m, legal)) return false;
        if (legal || seat == PT_LUCK) continue;
        memcpy(inv->other, s, inv->g->state_size);
        HOLDS(pt_play(inv->g, inv->other, seat, m, NULL) != PT_OK,
              "check() says otherwise when it need not say why");
        HOLDS(invariants_same(inv, s, inv->other), "a refused move changed the state");
    }
    pt_move junk = (pt_move)pt_random(&inv->dice);
    if (!pt_well_formed(inv->g->verbs, junk) && !check_agrees(inv, s, seat, junk, false))
        return false;
    return check_agrees(inv, s, seat, 0, false);
}

/* Without words this takes a fraction of the time. */
static bool space_agrees(invariants *inv, const void *s, int seat, bool words) {
    inv->seat = seat;
    for (uint32_t i = 0; i < pt_space_size(&inv->space); i++) {
        pt_move m = pt_move_at(&inv->space, i);
        bool legal = is_legal(inv, m);
        if (words && !check_agrees(inv, s, seat, m, legal)) return false;
        inv->move = m;
        HOLDS((inv->g->check(s, seat, m, NULL) == PT_OK) == legal,
              "check() and legal() disagree on a move; legal() %s it",
              legal ? "lists" : "does not list");
    }
    return true;
}

static bool round_trips(invariants *inv, int seat, pt_move m) {
    PT_TEXT(text, 256);
    inv->seat = seat;
    inv->move = m;
    pt_print_move(inv->g->verbs, m, &text);
    HOLDS(!text.cut && pt_parse_move(inv->g->verbs, text.at) == m, "'%s' reads as another move",
          text.at);
    HOLDS(pt_canonical(inv->g->verbs, m) == m, "'%s' has another form", text.at);
    return true;
}

/* A move leads to a valid state, one ply later. */
static bool leads_on(invariants *inv, const void *s, int seat, pt_move m) {
    memcpy(inv->other, s, inv->g->state_size);
    inv->g->apply(inv->other, seat, m);
    inv->seat = seat;
    inv->move = m;
    HOLDS(pt_head_of(inv->other)->ply == pt_head_of(s)->ply + 1, "a move does not add one ply");
    return invariants_of_head(inv, inv->other);
}

static bool moves_agree(invariants *inv, const void *s, int seat, const pt_move *list, int n,
                        bool whole) {
    if (n == 0) return true;
    bool each = whole || invariants_turn_for(inv, inv->pace.lists);
    for (int k = 0; k < (each ? n : n < 4 ? n : 4); k++) {
        pt_move m = each ? list[k] : list[pt_below(&inv->dice, (uint32_t)n)];
        if (!check_agrees(inv, s, seat, m, true)) return false;
        if ((whole || k == 0) && !round_trips(inv, seat, m)) return false;
        if (whole && !leads_on(inv, s, seat, m)) return false;
    }
    return true;
}

/* Checks the lists of every seat, and of numbers that are not seats. Seats that owe nothing all
 * get the same refusals, so the dice pick one of them. */
bool invariants_of_lists(invariants *inv, const void *s, bool whole) {
    const pt_head *h = s;
    int idle = (int)pt_below(&inv->dice, PT_SEATS + 2) - 1;
    bool all = whole || invariants_turn_for(inv, inv->pace.sample);
    for (int seat = -1; seat <= PT_SEATS; seat++) {
        bool sits = seat >= 0 && seat < h->seats, owes = sits && pt_has(h->owes, seat);
        if (!all && !owes) continue;
        int n = invariants_legal(inv, s, seat, inv->list);
        if (n < 0) return false;
        inv->move = 0;
        HOLDS(owes == (n > 0), "seat %d %s, and has %d legal moves", seat + 1,
              owes ? "owes a choice" : "owes nothing", n);
        if (!all) continue;
        mark(inv, inv->list, n, true);
        bool fine = moves_agree(inv, s, seat, inv->list, n, whole);
        if (fine && (owes || seat == idle)) fine = sample_agrees(inv, s, seat, owes ? 6 : 1);
        if (fine && whole) fine = space_agrees(inv, s, seat, owes || seat == idle);
        mark(inv, inv->list, n, false);
        if (!fine) return false;
    }
    return true;
}

/* --- luck --- */

bool invariants_of_luck(invariants *inv, const void *s, bool whole) {
    if (!whole && !invariants_turn_for(inv, inv->pace.sample)) return true;
    if (pt_head_of(s)->node != PT_CHANCE) {
        pt_move m = pt_move_at(&inv->space, pt_below(&inv->dice, pt_space_size(&inv->space)));
        inv->seat = PT_LUCK;
        inv->move = m;
        HOLDS(pt_check(inv->g, s, PT_LUCK, m, NULL) != PT_OK,
              "luck has a move where none is due");
        return true;
    }
    int n = invariants_chance(inv, s);
    if (n < 0) return false;
    for (int k = 0; k < (whole ? n : 1); k++) {
        int i = whole ? k : (int)pt_below(&inv->dice, (uint32_t)n);
        HOLDS(pt_check(inv->g, s, PT_LUCK, inv->luck[i].move, NULL) == PT_OK,
              "an outcome is refused");
        if (!round_trips(inv, PT_LUCK, inv->luck[i].move)) return false;
        if (!leads_on(inv, s, PT_LUCK, inv->luck[i].move)) return false;
    }
    return true;
}

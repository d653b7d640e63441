/* The laws of every game: lists, refusals, luck and moves. */
/* SPDX-License-Identifier: MIT */
#include "laws/inside.h"

/* A state says what has to happen next, and no piece is missing (the game's audit). */
bool laws_of_head(laws *l, const void *s) {
    const pt_head *h = s;
    PT_TEXT(why, 512);
    LAW(h->seats == l->config.seats, "a state has %d seats", h->seats);
    LAW(h->node == PT_OVER || h->node == PT_DECIDE || h->node == PT_CHANCE,
        "node is %d, which is none", h->node);
    LAW((h->node == PT_DECIDE) == (h->owes != 0), "node %d with owes %02x", h->node, h->owes);
    LAW(h->owes >> h->seats == 0, "a seat that nobody sits on owes a choice (%02x)", h->owes);
    LAW(h->ply <= l->g->max_ply, "ply %d is beyond max_ply", h->ply);
    pt_err err = l->g->audit(s, &why);
    LAW(err == PT_OK, "audit: %s", why.at);
    return true;
}

/* --- lists --- */

static bool guarded(const void *from, size_t bytes) {
    const unsigned char *at = from;
    for (size_t i = 0; i < bytes; i++)
        if (at[i] != GUARD_BYTE) return false;
    return true;
}

static bool sound_list(laws *l, int seat, const pt_move *list, int n) {
    l->seat = seat;
    LAW(n >= 0 && n <= l->g->max_moves, "legal() lists %d moves; max_moves is %d", n,
        l->g->max_moves);
    LAW(guarded(list + l->g->max_moves, GUARD * sizeof *list),
        "legal() writes behind max_moves");
    for (int i = 0; i < n; i++) {
        l->move = list[i];
        LAW(pt_well_formed(l->g->verbs, list[i]),
            "legal() lists a move that is not well formed");
        LAW(!l->g->verbs.row[pt_verb_of(list[i])].chance, "legal() lists a move of luck");
        LAW(i == 0 || list[i - 1] < list[i], "legal() is not ascending");
    }
    return true;
}

int laws_legal(laws *l, const void *s, int seat, pt_move *list) {
    memset(list + l->g->max_moves, GUARD_BYTE, GUARD * sizeof *list);
    int n = l->g->legal(s, seat, list);
    return sound_list(l, seat, list, n) ? n : -1;
}

static bool sound_luck(laws *l, int n) {
    const pt_chance *list = l->luck;
    uint64_t total = 0;
    l->seat = PT_LUCK;
    LAW(n >= 1 && n <= l->g->max_chance, "chance() lists %d outcomes; max_chance is %d", n,
        l->g->max_chance);
    LAW(guarded(list + l->g->max_chance, GUARD * sizeof *list),
        "chance() writes behind max_chance");
    for (int i = 0; i < n; i++) {
        l->move = list[i].move;
        LAW(pt_well_formed(l->g->verbs, list[i].move), "an outcome is not well formed");
        LAW(l->g->verbs.row[pt_verb_of(list[i].move)].chance, "an outcome is a player's move");
        LAW(i == 0 || list[i - 1].move < list[i].move, "chance() is not ascending");
        LAW(list[i].weight > 0, "an outcome weighs nothing");
        total += list[i].weight;
    }
    LAW(total < (uint64_t)1 << 31, "the weights add up to too much");
    return true;
}

int laws_chance(laws *l, const void *s) {
    memset(l->luck + l->g->max_chance, GUARD_BYTE, GUARD * sizeof *l->luck);
    int n = l->g->chance(s, l->luck);
    return sound_luck(l, n) ? n : -1;
}

/* --- check() against legal() --- */

/* "R4.2: words", with a rule that the rulebook has. Another test complains about a rulebook
 * without numbers. */
static bool names_a_rule(laws *l, const char *why) {
    size_t n = strcspn(why, ":");
    LAW(n > 1 && why[0] == 'R' && why[n] == ':' && why[n + 1] == ' ' && why[n + 2],
        "a refusal names no rule: '%s'", why);
    LAW(l->rules == 0 || laws_rule_known(l, why, n), "the rulebook has no rule as in '%s'",
        why);
    return true;
}

static bool check_agrees(laws *l, const void *s, int seat, pt_move m, bool legal) {
    PT_TEXT_IN(why, 512, l->language);
    l->language = (l->language + 1) % PT_LANGUAGES;
    l->seat = seat;
    l->move = m;
    pt_err err = l->g->check(s, seat, m, &why);
    if (legal) {
        LAW(err == PT_OK, "legal() lists a move that check() refuses: %s", why.at);
        return true;
    }
    LAW(err != PT_OK, "check() allows a move that legal() does not list");
    LAW(err == PT_REFUSED && !why.cut, "check() answers %d, '%s'", err, why.at);
    return names_a_rule(l, why.at) && laws_sound_words(l, &why, 256, "check()");
}

static bool is_legal(const laws *l, pt_move m) {
    uint32_t i = pt_index_of(&l->space, m);
    return (l->legal[i / 64] >> i % 64 & 1) != 0;
}

static void mark(laws *l, const pt_move *list, int n, bool on) {
    for (int k = 0; k < n; k++) {
        uint32_t i = pt_index_of(&l->space, list[k]);
        uint64_t bit = (uint64_t)1 << i % 64;
        l->legal[i / 64] = on ? l->legal[i / 64] | bit : l->legal[i / 64] & ~bit;
    }
}

/* Tries a few moves from anywhere in the move space, and numbers that are not moves. A refusal
 * changes no byte. */
static bool sample_agrees(laws *l, const void *s, int seat, int moves) {
    for (int k = 0; k < moves; k++) {
        pt_move m = pt_move_at(&l->space, pt_below(&l->dice, pt_space_size(&l->space)));
        bool legal = is_legal(l, m);
        if (!check_agrees(l, s, seat, m, legal)) return false;
        if (legal || seat == PT_LUCK) continue;
        memcpy(l->other, s, l->g->state_size);
        LAW(pt_play(l->g, l->other, seat, m, NULL) != PT_OK,
            "check() says otherwise when it need not say why");
        LAW(laws_same(l, s, l->other), "a refused move changed the state");
    }
    pt_move junk = (pt_move)pt_random(&l->dice);
    if (!pt_well_formed(l->g->verbs, junk) && !check_agrees(l, s, seat, junk, false))
        return false;
    return check_agrees(l, s, seat, 0, false);
}

/* Without words this takes a fraction of the time. */
static bool space_agrees(laws *l, const void *s, int seat, bool words) {
    l->seat = seat;
    for (uint32_t i = 0; i < pt_space_size(&l->space); i++) {
        pt_move m = pt_move_at(&l->space, i);
        bool legal = is_legal(l, m);
        if (words && !check_agrees(l, s, seat, m, legal)) return false;
        l->move = m;
        LAW((l->g->check(s, seat, m, NULL) == PT_OK) == legal,
            "check() and legal() disagree on a move; legal() %s it",
            legal ? "lists" : "does not list");
    }
    return true;
}

static bool round_trips(laws *l, int seat, pt_move m) {
    PT_TEXT(text, 256);
    l->seat = seat;
    l->move = m;
    pt_print_move(l->g->verbs, m, &text);
    LAW(!text.cut && pt_parse_move(l->g->verbs, text.at) == m, "'%s' reads as another move",
        text.at);
    LAW(pt_canonical(l->g->verbs, m) == m, "'%s' has another form", text.at);
    return true;
}

/* A move leads to a valid state, one ply later. */
static bool leads_on(laws *l, const void *s, int seat, pt_move m) {
    memcpy(l->other, s, l->g->state_size);
    l->g->apply(l->other, seat, m);
    l->seat = seat;
    l->move = m;
    LAW(pt_head_of(l->other)->ply == pt_head_of(s)->ply + 1, "a move does not add one ply");
    return laws_of_head(l, l->other);
}

static bool moves_agree(laws *l, const void *s, int seat, const pt_move *list, int n,
                        bool whole) {
    if (n == 0) return true;
    bool each = whole || laws_turn_for(l, l->pace.lists);
    for (int k = 0; k < (each ? n : n < 4 ? n : 4); k++) {
        pt_move m = each ? list[k] : list[pt_below(&l->dice, (uint32_t)n)];
        if (!check_agrees(l, s, seat, m, true)) return false;
        if ((whole || k == 0) && !round_trips(l, seat, m)) return false;
        if (whole && !leads_on(l, s, seat, m)) return false;
    }
    return true;
}

/* Checks the lists of every seat, and of numbers that are not seats. Seats that owe nothing all
 * get the same refusals, so the dice pick one of them. */
bool laws_of_lists(laws *l, const void *s, bool whole) {
    const pt_head *h = s;
    int idle = (int)pt_below(&l->dice, PT_SEATS + 2) - 1;
    bool all = whole || laws_turn_for(l, l->pace.sample);
    for (int seat = -1; seat <= PT_SEATS; seat++) {
        bool sits = seat >= 0 && seat < h->seats, owes = sits && pt_has(h->owes, seat);
        if (!all && !owes) continue;
        int n = laws_legal(l, s, seat, l->list);
        if (n < 0) return false;
        l->move = 0;
        LAW(owes == (n > 0), "seat %d %s, and has %d legal moves", seat + 1,
            owes ? "owes a choice" : "owes nothing", n);
        if (!all) continue;
        mark(l, l->list, n, true);
        bool fine = moves_agree(l, s, seat, l->list, n, whole);
        if (fine && (owes || seat == idle)) fine = sample_agrees(l, s, seat, owes ? 6 : 1);
        if (fine && whole) fine = space_agrees(l, s, seat, owes || seat == idle);
        mark(l, l->list, n, false);
        if (!fine) return false;
    }
    return true;
}

/* --- luck --- */

bool laws_of_luck(laws *l, const void *s, bool whole) {
    if (!whole && !laws_turn_for(l, l->pace.sample)) return true;
    if (pt_head_of(s)->node != PT_CHANCE) {
        pt_move m = pt_move_at(&l->space, pt_below(&l->dice, pt_space_size(&l->space)));
        l->seat = PT_LUCK;
        l->move = m;
        LAW(pt_check(l->g, s, PT_LUCK, m, NULL) != PT_OK, "luck has a move where none is due");
        return true;
    }
    int n = laws_chance(l, s);
    if (n < 0) return false;
    for (int k = 0; k < (whole ? n : 1); k++) {
        int i = whole ? k : (int)pt_below(&l->dice, (uint32_t)n);
        LAW(pt_check(l->g, s, PT_LUCK, l->luck[i].move, NULL) == PT_OK,
            "an outcome is refused");
        if (!round_trips(l, PT_LUCK, l->luck[i].move)) return false;
        if (!leads_on(l, s, PT_LUCK, l->luck[i].move)) return false;
    }
    return true;
}

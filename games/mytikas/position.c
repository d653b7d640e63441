/* Mytikas: positions as text. One field a line; what is left out is worked out by settle, as
 * the field's words say. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"
#include <string.h>

static const char *const seat_keys[] = {"1", "2", "3", "4", NULL};
static const char *const stage_names[] = {"none", "main", "follow", "bonus", "skip"};
static const char *const used_names[] = {"demeter", "hades"};
static const char *const combo_names[] = {"-", "3S", "1S1M", "1G", "4S", "2M", "1S1G"};
const char *const mt_phase_names[MTP_COUNT] = {
    "first",  "deal",   "pick",  "line",  "setup", "start",  "give",   "choice",
    "prod",   "pan",    "build", "favor", "heph",  "move",   "lift",   "hn",
    "target", "amount", "lock",  "bonus", "wrap",  "follow", "reveal", "over",
};

static const pt_kind turn_kind = {.name = "number of turns", .count = MT_ROUNDS * MT_SEATS + 1};
static const pt_kind phase_kind = {
    .name = "phase", .count = MTP_COUNT, .names = mt_phase_names};
static const pt_kind stage_kind = {.name = "stage", .count = 5, .names = stage_names};
static const pt_kind end_kind = {.name = "end", .count = MTE_COUNT, .names = mt_end_names};
static const pt_kind many_kind = {.name = "number of tokens", .count = 30000};
static const pt_kind few_kind = {.name = "number", .count = 10};
static const pt_kind flag_kind = {.name = "number", .count = 2};
static const pt_kind ply_kind = {.name = "number of moves", .count = 50001};
static const pt_kind used_kind = {.name = "power", .count = 2, .names = used_names};
static const pt_kind space_kind = {
    .name = "space", .count = MT_SPACES, .names = mt_space_names};
static const pt_kind combo_kind = {.name = "combination", .count = 7, .names = combo_names};

/* --- fields that are more than numbers --- */

/* Splits "name=value"; without the sign there is a name and no value. */
static pt_word split(pt_word w, pt_word *name) {
    assert(w.length > 0);
    const char *equals = memchr(w.at, '=', w.length), *end = w.at + w.length;
    const char *value = equals ? equals + 1 : end;
    *name = (pt_word){w.at, (size_t)((equals ? equals : end) - w.at)};
    return (pt_word){value, (size_t)(end - value)};
}

/* "S1=2 M3=1": two stones on level 1, a marble on level 3. */
static void print_cubes(const void *state, int key, pt_text *out) {
    assert(key < MT_SEATS);
    const mt_player *p = &((const mt_state *)state)->player[key];
    for (int stack = 0; stack < MT_STACKS; stack++) {
        if (!p->cube[stack]) continue;
        pt_item(out, mt_resource_letters[stack / MT_LEVELS]);
        pt_put(out, "%d=%d", stack % MT_LEVELS + 1, p->cube[stack]);
    }
    pt_items_end(out);
}

static pt_err parse_cubes(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    assert(key < MT_SEATS);
    mt_player *p = &((mt_state *)state)->player[key];
    memset(p->cube, 0, sizeof p->cube);
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        pt_word name;
        long n;
        if (pt_is(w, "none")) continue;
        if (!pt_number(split(w, &name), 0, 9999, &n) || name.length != 2)
            return pt_unreadable(why, w, "cubes such as S1=2, two stones on level 1");
        int resource = pt_parse_value(&mt_resource_kind, (pt_word){name.at, 1});
        int level = name.at[1] - '1';
        if (resource < 0 || level < 0 || level >= MT_LEVELS)
            return pt_unreadable(why, w, "cubes such as S1=2, two stones on level 1");
        if (pt_only_once(&seen, mt_stack(resource, level), w, why)) return PT_UNREADABLE;
        p->cube[mt_stack(resource, level)] = (uint16_t)n;
    }
    return PT_OK;
}

static void print_favors(const void *state, int key, pt_text *out) {
    assert(key < MT_SEATS);
    const mt_player *p = &((const mt_state *)state)->player[key];
    for (int god = 0; god < MT_GODS; god++)
        for (int n = p->favor[god]; n > 0; n--) pt_item(out, mt_god_letters[god]);
    pt_items_end(out);
}

static pt_err parse_favors(void *state, int key, pt_words line, pt_text *why) {
    assert(key < MT_SEATS);
    mt_state *s = state;
    uint8_t *favor = s->player[key].favor;
    int god;
    memset(favor, 0, MT_GODS);
    while ((god = pt_next_value(&line, &mt_god_kind, why)) >= 0)
        if (++favor[god] > mt_favors_each[s->head.seats])
            return pt_impossible(why, "R2.4", "there are %d tokens of %s", favor[god] - 1,
                                 pt_name(&mt_names_god, god));
    return god == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

static void print_spaces(const void *state, int key, pt_text *out) {
    assert(key < MT_SEATS);
    const mt_player *p = &((const mt_state *)state)->player[key];
    for (int space = 0; space < MT_SPACES; space++) {
        if (!p->space[space]) continue;
        assert(p->space[space] <= MT_LEVELS);
        pt_item(out, mt_space_names[space]);
        pt_put(out, "=%d", p->space[space]);
    }
    pt_items_end(out);
}

static pt_err parse_spaces(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    assert(key < MT_SEATS);
    mt_player *p = &((mt_state *)state)->player[key];
    memset(p->space, 0, sizeof p->space);
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        pt_word name;
        long level;
        if (pt_is(w, "none")) continue;
        bool built = pt_number(split(w, &name), 1, MT_LEVELS, &level);
        int space = pt_parse_value(&space_kind, name);
        if (!built || space < 0) return pt_unreadable(why, w, "a building such as minor-a=2");
        if (pt_only_once(&seen, space, w, why)) return PT_UNREADABLE;
        p->space[space] = (uint8_t)level;
    }
    return PT_OK;
}

static void print_set(unsigned cards, pt_text *out) {
    assert(cards >> MT_CARDS == 0);
    for (int card = 0; card < MT_CARDS; card++)
        if (cards >> card & 1) pt_item(out, mt_card_names[card]);
    pt_items_end(out);
}

static pt_err parse_set(pt_words line, uint16_t *cards, pt_text *why) {
    pt_seen seen = {{0}};
    int card;
    *cards = 0;
    while ((card = pt_next_member(&line, &mt_card_kind, &seen, why)) >= 0)
        *cards = (uint16_t)(*cards | 1u << card);
    return card == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* "hera=3 pan=lock": tokens on each card, or locked. */
static void print_cards(const void *state, int key, pt_text *out) {
    assert(key < MT_SEATS);
    const mt_state *s = state;
    for (int card = 0; card < MT_CARDS; card++) {
        if (!mt_controls(s, key, card)) continue;
        pt_item(out, mt_card_names[card]);
        if (s->locked >> card & 1)
            pt_puts(out, "=lock");
        else
            pt_put(out, "=%d", s->tokens[card]);
    }
    pt_items_end(out);
}

static pt_err parse_cards(void *state, int key, pt_words line, pt_text *why) {
    assert(key < MT_SEATS);
    mt_state *s = state;
    mt_player *p = &s->player[key];
    s->locked = (uint16_t)(s->locked & ~p->cards);
    p->cards = 0;
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        if (pt_is(w, "none")) continue;
        pt_word name, value = split(w, &name);
        int card = pt_parse_value(&mt_card_kind, name);
        long tokens = 0;
        bool lock = pt_is(value, "lock");
        if (card < 0 || (!lock && !pt_number(value, 1, 29999, &tokens)))
            return pt_unreadable(why, w, "a card with its tokens, such as hera=3 or hera=lock");
        for (int seat = 0; seat < MT_SEATS; seat++)
            if (mt_controls(s, seat, card))
                return pt_impossible(why, "R2.9", "%s is given twice",
                                     pt_name(&mt_names_card, card));
        p->cards = (uint16_t)(p->cards | 1u << card);
        s->tokens[card] = (uint16_t)tokens;
        if (lock) s->locked = (uint16_t)(s->locked | 1u << card);
    }
    return PT_OK;
}

static void print_line(const void *state, int key, pt_text *out) {
    (void)key;
    print_set(((const mt_state *)state)->line, out);
}
static pt_err parse_line(void *state, int key, pt_words line, pt_text *why) {
    (void)key;
    return parse_set(line, &((mt_state *)state)->line, why);
}
static void print_fresh(const void *state, int key, pt_text *out) {
    (void)key;
    print_set(((const mt_state *)state)->fresh, out);
}
static pt_err parse_fresh(void *state, int key, pt_words line, pt_text *why) {
    (void)key;
    return parse_set(line, &((mt_state *)state)->fresh, why);
}
static void print_hand(const void *state, int key, pt_text *out) {
    assert(key < MT_SEATS);
    uint16_t hand = ((const mt_state *)state)->player[key].hand;
    if (hand == MT_HIDDEN)
        pt_putc(out, '?');
    else
        print_set(hand, out);
}
static pt_err parse_hand(void *state, int key, pt_words line, pt_text *why) {
    assert(key < MT_SEATS);
    return parse_set(line, &((mt_state *)state)->player[key].hand, why);
}

static void print_used(const void *state, int key, pt_text *out) {
    (void)key;
    for (int power = 0; power < 2; power++)
        if (((const mt_state *)state)->used >> power & 1) pt_item(out, used_names[power]);
    pt_items_end(out);
}
static pt_err parse_used(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    mt_state *s = state;
    int power;
    (void)key;
    s->used = 0;
    while ((power = pt_next_member(&line, &used_kind, &seen, why)) >= 0)
        s->used = (uint8_t)(s->used | 1u << power);
    return power == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* R4.9: with two players a figure stands on a god, whichever of the two areas was written. */
static void print_spots(const void *state, int key, pt_text *out) {
    const mt_state *s = state;
    (void)key;
    for (int seat = 0; seat < s->head.seats; seat++) {
        int spot = s->player[seat].spot;
        if (spot != MT_NOWHERE && s->head.seats == 2) spot = mt_day_of(spot);
        pt_item(out, spot < MT_AREAS ? mt_area_codes[spot] : "-");
    }
}

/* --- the table; its order is the bit order of `given` --- */

enum {
    F_TURN,
    F_PHASE,
    F_FIRST,
    F_ACTIVE,
    F_ACTOR,
    F_LEVELS,
    F_PILES,
    F_LINE,
    F_LOCKS,
    F_TURNED,
    F_CUBES,
    F_RESERVE,
    F_FAVORS,
    F_SPACES,
    F_SPOTS,
    F_CARDS,
    F_FRESH,
    F_HAND,
    F_STAGE,
    F_AREA,
    F_END,
    F_USED,
    F_GIVES,
    F_GAIN,
    F_CITIES,
    F_COMBO,
    F_TAKES,
    F_HEPH,
    F_MOVES,
    F_LIFTS,
    F_CHANGED,
    F_TARGET,
    F_PLY
};
static_assert(F_PLY + 1 == MT_FIELD_COUNT, "a new field needs a row here and a name above");

#define AT(member) offsetof(mt_state, member)
#define ONE(member, kind)                                                                      \
    { AT(member), sizeof(((mt_state *)0)->member), 1, 0, 0, &kind, false, 0 }
#define FOUR(member)                                                                           \
    { AT(member), 1, 4, 0, 0, &few_kind, false, 0 }

/* clang-format off */
const pt_field mt_fields[MT_FIELD_COUNT] = {
    [F_TURN] = {"turn", "turns finished so far. Left out: 0", NULL, ONE(turn, turn_kind), NULL, NULL},
    [F_PHASE] = {"phase", "what has to happen: first, deal, line or reveal (something is drawn); pick, setup; start, give, choice, bonus, wrap; prod, pan, build, favor, heph, move, lift, hn, target, amount, lock; follow; over. A decision with one option is made at once. Left out: start", NULL, ONE(head.phase, phase_kind), NULL, NULL},
    [F_FIRST] = {"first", "the first player. Left out: 1", NULL, ONE(first, mt_seat_kind), NULL, NULL},
    [F_ACTIVE] = {"active", "whose turn it is. Left out: worked out from turn and first", NULL, ONE(active, mt_seat_kind), NULL, NULL},
    [F_ACTOR] = {"actor", "who is resolving an action: the active player or a follower. Left out: the active player", NULL, ONE(actor, mt_seat_kind), NULL, NULL},
    [F_LEVELS] = {"levels", "Level tokens on Olympus, levels 1 to 4. Left out: all that are not under buildings", NULL, FOUR(left), NULL, NULL},
    [F_PILES] = {"piles", "favour tokens of Z, D, P and H on the board. Left out: all that nobody holds", NULL, FOUR(pile), NULL, NULL},
    [F_LINE] = {"line", "cards that lie face up in the line, or none. Left out: none", NULL, {0}, print_line, parse_line},
    [F_LOCKS] = {"locks", "Lock tokens taken. Left out: as many as there are locked cards", NULL, ONE(locks, few_kind), NULL, NULL},
    [F_TURNED] = {"turned", "cards of the line turned over since the set-up. Left out: those whose lock is taken", NULL, ONE(turned, few_kind), NULL, NULL},
    [F_CUBES] = {"cubes", "cubes 1 S1=2 M3=1: a player's cubes, two stones on level 1 and a marble on level 3. Left out: none", seat_keys, {0}, print_cubes, parse_cubes},
    [F_RESERVE] = {"reserve", "offering tokens in reserve, a number for each player. Left out: 0", NULL, {AT(player[0].reserve), 2, 0, sizeof(mt_player), 0, &many_kind, false, 0}, NULL, NULL},
    [F_FAVORS] = {"favors", "favors 1 Z Z P: the favour tokens a player holds. Left out: none", seat_keys, {0}, print_favors, parse_favors},
    [F_SPACES] = {"spaces", "spaces 1 minor-a=2 large-a=3: what a player has built, and on which level; the starting city is not written. Left out: none", seat_keys, {0}, print_spaces, parse_spaces},
    [F_SPOTS] = {"spots", "where each player's figure stands, - for nowhere yet; with two players either area of the god. Left out: nowhere", NULL, {AT(player[0].spot), 1, 0, sizeof(mt_player), 0, &mt_area_kind, true, MT_NOWHERE}, print_spots, NULL},
    [F_CARDS] = {"cards", "cards 1 hera=3 pan=lock: the cards a player controls with their tokens. Left out: none", seat_keys, {0}, print_cards, parse_cards},
    [F_FRESH] = {"fresh", "cards gained in this turn, which do not work yet. Left out: none", NULL, {0}, print_fresh, parse_fresh},
    [F_HAND] = {"hand", "hand 1 pan zeus: with two cards dealt, a player's pair, later the one that went under the deck. Left out: none", seat_keys, {0}, print_hand, parse_hand},
    [F_STAGE] = {"stage", "what the actor is resolving: none, main, follow, bonus (after the main action) or skip (bonus instead of it). Left out: worked out from the phase", NULL, ONE(stage, stage_kind), NULL, NULL},
    [F_AREA] = {"area", "the area whose action is done, - for none. Left out: that of the active player's figure, if an action is being done", NULL, {AT(area), 1, 1, 0, 0, &mt_area_kind, true, MT_NOWHERE}, NULL, NULL},
    [F_END] = {"end", "what has brought the end about: no, levels, lock, pieces or cap. Left out: no; when the game is over, worked out", NULL, ONE(end, end_kind), NULL, NULL},
    [F_USED] = {"used", "powers used before the figure has moved: demeter, hades. Left out: none", NULL, {0}, print_used, parse_used},
    [F_GIVES] = {"gives", "cubes still owed to Hades. Left out: 0", NULL, ONE(gives, few_kind), NULL, NULL},
    [F_GAIN] = {"gain", "offering tokens he gives for them. Left out: 0", NULL, ONE(gain, few_kind), NULL, NULL},
    [F_CITIES] = {"cities", "productions still to choose. Left out: all in phase prod, else 0", NULL, ONE(cities, few_kind), NULL, NULL},
    [F_COMBO] = {"combo", "what Pan adds to, or -. Left out: -", NULL, ONE(combo, combo_kind), NULL, NULL},
    [F_TAKES] = {"takes", "favour tokens still to take. Left out: 1 in phase favor, else 0", NULL, ONE(favors, few_kind), NULL, NULL},
    [F_HEPH] = {"heph", "1 if Hephaestus is still to be asked. Left out: 1 in phase heph, else 0", NULL, ONE(heph, flag_kind), NULL, NULL},
    [F_MOVES] = {"moves", "moves to any level still to make. Left out: 1 in phase move, else 0", NULL, ONE(moves, few_kind), NULL, NULL},
    [F_LIFTS] = {"lifts", "lifts still to make. Left out: all in phase lift, else 0", NULL, ONE(lifts, few_kind), NULL, NULL},
    [F_CHANGED] = {"changed", "1 if Hestia has refined a cube in this action. Left out: 0", NULL, ONE(changed, flag_kind), NULL, NULL},
    [F_TARGET] = {"target", "the card being offered on, or -. Left out: -", NULL, {AT(target), 1, 1, 0, 0, &mt_card_kind, true, MT_CARDS}, NULL, NULL},
    [F_PLY] = {"ply", "moves made so far. Left out: 0", NULL, ONE(head.ply, ply_kind), NULL, NULL},
};
/* clang-format on */

/* --- what was left out, and what is impossible --- */

void mt_blank(void *state, const pt_config *config) {
    assert(config->seats >= 2 && config->seats <= MT_SEATS);
    mt_state *s = state;
    s->head.seats = config->seats;
    s->head.phase = MTP_START;
    s->variant = (uint8_t)config->option[0];
    for (int seat = 0; seat < config->seats; seat++) s->player[seat].spot = MT_NOWHERE;
    s->area = MT_NOWHERE;
    s->target = MT_CARDS;
}

/* The end of a finished game, from what is used up (R6.1). */
static mt_end reason(const mt_state *s) {
    assert(s->head.phase == MTP_OVER);
    int empty = 0;
    for (int level = 0; level < MT_LEVELS; level++) empty += !s->left[level];
    if (empty >= MT_FULL_LEVELS) return MTE_LEVELS;
    if (s->locks == mt_lock_total(s)) return MTE_LOCK;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (!memchr(s->player[seat].space, 0, MT_SPACES)) return MTE_PIECES;
    return MTE_CAP;
}

/* What is left of some; none if there are too many, and then the audit says so. */
static uint8_t rest(int all, int gone) { return all > gone ? (uint8_t)(all - gone) : 0; }

static void settle_tokens(mt_state *s, uint64_t given) {
    int seats = s->head.seats;
    for (int god = 0; god < MT_GODS; god++) {
        int held = 0;
        for (int seat = 0; seat < seats; seat++) held += s->player[seat].favor[god];
        if (!(given >> F_PILES & 1)) s->pile[god] = rest(mt_favors_each[seats], held);
    }
    for (int level = 0; level < MT_LEVELS; level++) {
        int left = rest(mt_tokens_at_start(seats, level), mt_built_on(s, level));
        if (!(given >> F_LEVELS & 1)) s->left[level] = (uint8_t)left;
        s->aside_levels[level] = rest(left, s->left[level]);
    }
}

static void settle_locks(mt_state *s, uint64_t given) {
    int locked = pt_count(s->locked), line = mt_lock_total(s) - 1;
    assert(line > 0 && line < MT_LOCKS);
    if (!(given >> F_LOCKS & 1)) s->locks = (uint8_t)locked;
    s->aside_locks = rest(s->locks, locked);
    if (!(given >> F_TURNED & 1)) s->turned = (uint8_t)(s->locks < line ? s->locks : line);
    s->aside_cards = rest(mt_cards_due(s), mt_cards_out(s));
}

static void settle_turn(mt_state *s, uint64_t given) {
    assert(s->first < s->head.seats);
    int seats = s->head.seats;
    if (s->head.phase == MTP_OVER) {
        if (!(given >> F_END & 1)) s->end = (uint8_t)reason(s);
        if (!(given >> F_TURN & 1))
            s->turn = (uint16_t)(s->end == MTE_CAP ? MT_ROUNDS * seats : 1);
    }
    int begun = s->head.phase == MTP_OVER && s->turn ? s->turn - 1 : s->turn;
    s->head.round = (uint16_t)(1 + begun / seats);
    if (!(given >> F_ACTIVE & 1)) s->active = (uint8_t)((s->first + begun) % seats);
    if (!(given >> F_ACTOR & 1)) s->actor = s->active;
}

/* R4.9: with two players a figure stands on the god. */
static void settle_spots(mt_state *s) {
    for (int seat = 0; seat < 2 && s->head.seats == 2; seat++)
        if (s->player[seat].spot != MT_NOWHERE)
            s->player[seat].spot = (uint8_t)mt_day_of(s->player[seat].spot);
}

/* What is being resolved, and how much of it is left. */
static void settle_action(mt_state *s, uint64_t given) {
    assert(s->actor < s->head.seats && s->active < s->head.seats);
    bool main = s->actor == s->active;
    mt_phase phase = (mt_phase)s->head.phase;
    bool on = mt_in_action(s) || phase == MTP_CHOICE || phase == MTP_BONUS ||
              phase == MTP_WRAP || phase == MTP_FOLLOW;
    if (!(given >> F_STAGE & 1) && (mt_in_action(s) || phase == MTP_BONUS || phase == MTP_WRAP))
        s->stage = main ? MTS_MAIN : MTS_FOLLOW;
    if (!(given >> F_AREA & 1) && on) s->area = s->player[s->active].spot;
    if (!(given >> F_CITIES & 1) && phase == MTP_PROD)
        s->cities = (uint8_t)(s->area == MT_ZD ? mt_city_count(&s->player[s->actor]) : 1);
    if (!(given >> F_TAKES & 1) && phase == MTP_FAVOR) s->favors = 1;
    if (!(given >> F_HEPH & 1) && phase == MTP_HEPH) s->heph = 1;
    if (!(given >> F_MOVES & 1) && phase == MTP_MOVE) s->moves = 1;
    if (!(given >> F_LIFTS & 1) && phase == MTP_LIFT)
        s->lifts = s->area == MT_HD ? MT_UPS_MAIN : MT_UPS_BONUS;
}

static void settle_node(mt_state *s) {
    mt_phase phase = (mt_phase)s->head.phase;
    bool luck =
        phase == MTP_FIRST || phase == MTP_DEAL || phase == MTP_LINE || phase == MTP_REVEAL;
    s->head.node = phase == MTP_OVER ? PT_OVER : luck ? PT_CHANCE : PT_DECIDE;
}

pt_err mt_settle(void *state, uint64_t given, pt_text *why) {
    mt_state *s = state;
    int seats = s->head.seats;
    for (int seat = seats; seat < MT_SEATS; seat++) {
        static const mt_player nobody;
        if (memcmp(&s->player[seat], &nobody, sizeof nobody) != 0)
            return pt_impossible(why, "R1.1", "there is no player %d here", seat + 1);
    }
    if (s->first >= seats || s->active >= seats || s->actor >= seats)
        return pt_impossible(why, "R1.1", "there are only %d players", seats);
    settle_tokens(s, given);
    settle_locks(s, given);
    settle_turn(s, given);
    settle_action(s, given); /* reads the area that was written, day or night */
    settle_spots(s);
    settle_node(s);
    pt_err err = mt_audit_parts(s, why);
    if (err) return err;
    if (s->head.node == PT_DECIDE) {
        pt_move list[64];
        if (mt_options(s, list) == 0)
            return pt_impossible(why, "R4.1", "there is nothing to decide in this phase");
        mt_advance(s);
    }
    return mt_audit(s, why);
}

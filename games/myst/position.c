/* Myst: positions as text (R7.4). One field a line; what is left out is worked out by settle,
 * as the field's words say. Positions need not be reachable, but they must be sound: audit.c.
 */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include "games/myst/myst.h"
#include "games/myst/words.h"
#include <string.h>

const char *const ms_phase_names[MSP_COUNT] = {
    "young", "deal", "choose", "rechoose", "puzzle", "turns", "spin",
    "move",  "jump", "key",    "after",    "turn",   "over",
};
static const char *const book_names[] = {"K1", "K2"};

static const pt_kind phase_kind = {
    .name = "phase", .count = MSP_COUNT, .names = ms_phase_names};
static const pt_kind card_count_kind = {.name = "number of cards", .count = MS_DEALT + 1};
static const pt_kind round_kind = {.name = "turn", .count = 11};
static const pt_kind turns_kind = {.name = "number of turns", .count = 11};
static const pt_kind spin_kind = {.name = "number of spaces", .count = 7};
static const pt_kind flag_kind = {.name = "flag", .count = 2};
static const pt_kind lines_kind = {.name = "number of lines", .count = 256};
static const pt_kind ply_kind = {.name = "number of moves", .count = MS_PLIES + 1};
static const pt_kind book_kind = {.name = "Book", .count = 2, .names = book_names};

/* --- fields that are more than numbers --- */

static void print_board(const void *state, int key, pt_text *out) {
    const ms_state *s = state;
    (void)key;
    for (int cell = 0; cell < MS_CELLS; cell++) {
        if (cell && cell % MS_COLUMNS == 0) pt_putc(out, '/');
        pt_putc(out, ms_on(s->owner[MS_YELLOW], cell) ? 'y'
                     : ms_on(s->owner[MS_BLUE], cell) ? 'b'
                                                      : '.');
    }
}

static pt_err parse_board(void *state, int key, pt_words line, pt_text *why) {
    ms_state *s = state;
    pt_word w = pt_next(&line), rest = pt_next(&line);
    (void)key;
    memset(s->owner, 0, sizeof s->owner);
    if (rest.length) return pt_unreadable(why, rest, "expected: a board is one word");
    if (w.length != MS_ROWS * (MS_COLUMNS + 1) - 1)
        return pt_unreadable(why, w, "a board: 8 rows of 12 characters joined by /");
    for (int i = 0; i < (int)w.length; i++) {
        int row = i / (MS_COLUMNS + 1), column = i % (MS_COLUMNS + 1);
        bool joint = column == MS_COLUMNS;
        char c = w.at[i];
        if (joint ? c != '/' : c != 'y' && c != 'b' && c != '.')
            return pt_unreadable(why, (pt_word){w.at + i, 1}, "y, b or . (or / after a row)");
        if (c != 'y' && c != 'b') continue;
        ms_board *owner = &s->owner[c == 'y' ? MS_YELLOW : MS_BLUE];
        assert(row < MS_ROWS && column < MS_COLUMNS);
        *owner = ms_or(*owner, ms_bit(row * MS_COLUMNS + column));
    }
    return PT_OK;
}

static void print_hand(const void *state, int key, pt_text *out) {
    assert(key < MS_TEAMS);
    uint32_t hand = ((const ms_state *)state)->hand[key];
    if (hand == MS_HIDDEN) {
        pt_putc(out, '?');
        return;
    }
    for (int card = 0; card < MS_CARDS; card++)
        if (hand >> card & 1) pt_item(out, ms_card_names[card]);
    pt_items_end(out);
}

static pt_err parse_hand(void *state, int key, pt_words line, pt_text *why) {
    assert(key < MS_TEAMS);
    ms_state *s = state;
    int card;
    s->hand[key] = 0;
    while ((card = pt_next_value(&line, &ms_card_kind, why)) >= 0) {
        if (s->hand[key] >> card & 1)
            return pt_impossible(why, "R2.6", "there is only one card %s", ms_card_names[card]);
        s->hand[key] |= 1u << card;
    }
    return card == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

static void print_used(const void *state, int key, pt_text *out) {
    assert(key < MS_TEAMS);
    const ms_state *s = state;
    for (int book = 0; book < 2; book++)
        if (s->used[key] >> book & 1) pt_item(out, book_names[book]);
    pt_items_end(out);
}

static pt_err parse_used(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    assert(key < MS_TEAMS);
    ms_state *s = state;
    int book;
    s->used[key] = 0;
    while ((book = pt_next_member(&line, &book_kind, &seen, why)) >= 0)
        s->used[key] = (uint8_t)(s->used[key] | 1u << book);
    return book == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* "R1 G2": the Landmarks where a Key piece was laid (1) and removed again (2). */
static void print_over(const void *state, int key, pt_text *out) {
    const ms_state *s = state;
    (void)key;
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++) {
        if (!s->over[landmark]) continue;
        pt_item(out, ms_landmark_letters[landmark]);
        pt_put(out, "%d", s->over[landmark]);
    }
    pt_items_end(out);
}

static pt_err parse_over(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    ms_state *s = state;
    (void)key;
    memset(s->over, 0, sizeof s->over);
    for (pt_word w = pt_next(&line); w.length; w = pt_next(&line)) {
        if (pt_is(w, "none")) continue;
        int landmark = pt_parse_value(&ms_landmark_kind, (pt_word){w.at, 1});
        if (w.length != 2 || landmark < 0 || w.at[1] < '0' || w.at[1] > '2')
            return pt_unreadable(why, w, "a Landmark and 0, 1 or 2, such as R1");
        if (pt_only_once(&seen, landmark, w, why)) return PT_UNREADABLE;
        s->over[landmark] = (uint8_t)(w.at[1] - '0');
    }
    return PT_OK;
}

static void print_waiting(const void *state, int key, pt_text *out) {
    const ms_state *s = state;
    (void)key;
    for (int team = 0; team < MS_TEAMS; team++)
        if (s->waiting >> team & 1) pt_item(out, ms_team_letters[team]);
    pt_items_end(out);
}

static pt_err parse_waiting(void *state, int key, pt_words line, pt_text *why) {
    pt_seen seen = {{0}};
    ms_state *s = state;
    int team;
    (void)key;
    s->waiting = 0;
    while ((team = pt_next_member(&line, &ms_team_kind, &seen, why)) >= 0)
        s->waiting = pt_with(s->waiting, team);
    return team == PT_LIST_BAD ? PT_UNREADABLE : PT_OK;
}

/* --- the table; its order is the bit order of `given` --- */

enum {
    F_PHASE,
    F_YOUNG,
    F_BOARD,
    F_FIRST,
    F_HAND,
    F_CARDS,
    F_USED,
    F_CHOICE,
    F_OVER,
    F_POS,
    F_MOVER,
    F_ORDER,
    F_TURN,
    F_TURNS,
    F_SPIN,
    F_MOVED,
    F_WAITING,
    F_TEMPOS,
    F_QUIET,
    F_PLY
};
static_assert(F_PLY + 1 == MS_FIELD_COUNT, "a new field needs a row here and a name above");

#define AT(member) offsetof(ms_state, member)
#define ONE(member, kind)                                                                      \
    { AT(member), sizeof(((ms_state *)0)->member), 1, 0, 0, &(kind), false, 0 }
#define ONE_OR_NONE(member, kind)                                                              \
    { AT(member), 1, 1, 0, 0, &(kind), true, MS_NONE }
#define EACH(member, kind)                                                                     \
    { AT(member), 1, 2, 0, 0, &(kind), false, 0 }
#define EACH_OR_NONE(member, kind)                                                             \
    { AT(member), 1, 2, 0, 0, &(kind), true, MS_NONE }

/* clang-format off */
const pt_field ms_fields[MS_FIELD_COUNT] = {
    [F_PHASE]   = {"phase", "young, deal, choose, rechoose, puzzle, turns, spin, move, jump, key, after or over; a view has turn while the other team acts. Left out: choose on an empty board, puzzle while cells are open, then move if a spin is given, else spin", NULL, ONE(head.phase, phase_kind), NULL, NULL},
    [F_YOUNG]   = {"young", "the youngest's team, y or b. Left out: y (- before it is known)", NULL, ONE_OR_NONE(youngest, ms_team_kind), NULL, NULL},
    [F_BOARD]   = {"board", "8 rows joined by /, 12 characters each of y, b and . (open). Left out: all open, or, from phase turns on, S1: yyyyyybbbbbb in every row", NULL, {0}, print_board, parse_board},
    [F_FIRST]   = {"first", "the cells of the first Key pieces, Yellow's first. Left out: each team's Key cell of lowest number", NULL, EACH_OR_NONE(first, ms_cell_kind), NULL, NULL},
    [F_HAND]    = {"hand", "hand y R4 K1: a team's cards. Left out: none", ms_team_letters, {0}, print_hand, parse_hand},
    [F_CARDS]   = {"cards", "how many cards each team holds, Yellow first. Left out: counted", NULL, EACH(cards, card_count_kind), NULL, NULL},
    [F_USED]    = {"used", "used y K1: the Books a team has played. Left out: none", ms_team_letters, {0}, print_used, parse_used},
    [F_CHOICE]  = {"choice", "the Landmarks chosen so far in choose and rechoose, Yellow's first. Left out: - -", NULL, EACH_OR_NONE(choice, ms_landmark_kind), NULL, NULL},
    [F_OVER]    = {"over", "R1 G2: where a Key piece lies on top (1) or was taken off (2). Left out: none", NULL, {0}, print_over, parse_over},
    [F_POS]     = {"pos", "the cells of the playing pieces, Yellow's first. Left out: where the first Key pieces lie", NULL, EACH_OR_NONE(pos, ms_cell_kind), NULL, NULL},
    [F_MOVER]   = {"mover", "the team that is asked or spins, - if luck or everybody is. Left out: the one who must; in a tempo race the draw, in an alternating one the youngest's team, later the first in order", NULL, ONE_OR_NONE(mover, ms_team_kind), NULL, NULL},
    [F_ORDER]   = {"order", "the team that goes first in the Exploration. Left out: the mover, or else the one of the rules", NULL, ONE_OR_NONE(order, ms_team_kind), NULL, NULL},
    [F_TURN]    = {"turn", "the turn of the Exploration. Left out: 1", NULL, ONE(head.round, round_kind), NULL, NULL},
    [F_TURNS]   = {"turns", "how many turns there are. Left out: 5", NULL, ONE(turns, turns_kind), NULL, NULL},
    [F_SPIN]    = {"spin", "spaces spun in this turn, 0 before. Left out: 1 where a spin is needed", NULL, ONE(spin, spin_kind), NULL, NULL},
    [F_MOVED]   = {"moved", "1: the mover has moved in this turn. Left out: 1 in phase after, else 0", NULL, ONE(moved, flag_kind), NULL, NULL},
    [F_WAITING] = {"waiting", "the teams that keep a Book until the next piece. Left out: none", NULL, {0}, print_waiting, parse_waiting},
    [F_TEMPOS]  = {"tempos", "tempo draws so far. Left out: 0", NULL, ONE(tempos, lines_kind), NULL, NULL},
    [F_QUIET]   = {"quiet", "wait and end lines of each team so far, Yellow's first. Left out: 0 0", NULL, EACH(quiet, lines_kind), NULL, NULL},
    [F_PLY]     = {"ply", "moves made so far. Left out: 0", NULL, ONE(head.ply, ply_kind), NULL, NULL},
};
/* clang-format on */

/* --- what was left out --- */

static bool in_exploration(int phase) { return phase >= MSP_SPIN; }

static int phase_of_board(const ms_state *s) {
    ms_board covered = ms_or(s->owner[0], s->owner[1]);
    if (!ms_any(covered)) return MSP_CHOOSE;
    if (ms_any(ms_open(s))) return MSP_PUZZLE;
    return s->spin ? MSP_MOVE : MSP_SPIN;
}

/* The first Key piece is one of those the team has; a made-up position may have none. */
static uint8_t first_of(const ms_state *s, int team) {
    assert(team >= 0 && team < MS_TEAMS);
    if (!ms_any(s->owner[team])) return MS_NONE;
    for (int cell = 0; cell < MS_CELLS; cell++)
        if (ms_key_at[cell] && ms_on(s->owner[team], cell)) return (uint8_t)cell;
    return (uint8_t)ms_lowest(s->owner[team]);
}

static uint8_t mover_of(const ms_state *s) {
    assert(s->youngest != MS_NONE || s->head.phase == MSP_YOUNG);
    int other = ms_rival(s->youngest); /* not used in phase young */
    switch (s->head.phase) {
    case MSP_CHOOSE: return (uint8_t)(s->choice[s->youngest] == MS_NONE ? s->youngest : other);
    case MSP_RECHOOSE: return (uint8_t)other;
    case MSP_PUZZLE:
        if (s->pmode == MS_RT) return MS_NONE;
        if (!ms_able(s, s->youngest)) return (uint8_t)other;
        if (!ms_able(s, other) || s->pmode == MS_ALT) return s->youngest;
        return MS_NONE;
    default:
        if (!in_exploration(s->head.phase) || s->head.phase == MSP_OVER) return MS_NONE;
        return s->order != MS_NONE ? s->order : (uint8_t)ms_first_in_order(s);
    }
}

static void settle_exploration(ms_state *s, uint64_t given) {
    assert(in_exploration(s->head.phase));
    bool acts = s->head.phase >= MSP_MOVE && s->head.phase < MSP_OVER;
    if (!(given >> F_POS & 1)) memcpy(s->pos, s->first, sizeof s->pos);
    if (!(given >> F_ORDER & 1))
        s->order = s->mover != MS_NONE ? s->mover : (uint8_t)ms_first_in_order(s);
    if (!(given >> F_TURNS & 1)) s->turns = 5;
    if (!(given >> F_TURN & 1)) s->head.round = s->head.phase == MSP_OVER ? s->turns : 1;
    if (!(given >> F_SPIN & 1) && acts) s->spin = 1;
    if (!(given >> F_MOVED & 1)) s->moved = s->head.phase == MSP_AFTER;
    s->called = s->head.phase == MSP_JUMP;
}

/* Node and owes follow from the phase and the mover. */
static void settle_head(ms_state *s) {
    assert(s->head.phase < MSP_COUNT && s->head.phase != MSP_TURN);
    bool decides = s->head.phase == MSP_CHOOSE || s->head.phase == MSP_RECHOOSE ||
                   (s->head.phase >= MSP_MOVE && s->head.phase < MSP_OVER);
    if (s->head.phase == MSP_PUZZLE) decides = s->pmode == MS_RT || s->mover != MS_NONE;
    s->head.node = s->head.phase == MSP_OVER ? PT_OVER : decides ? PT_DECIDE : PT_CHANCE;
    if (!decides) return;
    s->head.owes = s->mover == MS_NONE ? ms_racers(s) : pt_with(0, s->mover);
}

pt_err ms_settle(void *state, uint64_t given, pt_text *why) {
    ms_state *s = state;
    if (!(given >> F_BOARD & 1) && s->head.phase >= MSP_TURNS) {
        s->owner[MS_YELLOW] = (ms_board){0x03F03F03F03Fu, 0x03F03F03F03Fu};
        s->owner[MS_BLUE] = (ms_board){0xFC0FC0FC0FC0u, 0xFC0FC0FC0FC0u};
    }
    if (!(given >> F_PHASE & 1)) s->head.phase = (uint8_t)phase_of_board(s);
    if (s->head.phase == MSP_TURN)
        return pt_impossible(why, "R4.16", "only a view says no more than whose turn it is");
    if (!(given >> F_YOUNG & 1) && s->head.phase != MSP_YOUNG) s->youngest = MS_YELLOW;
    for (int team = 0; team < MS_TEAMS; team++) {
        int cards = pt_count(s->hand[team]);
        if (given >> F_CARDS & 1 && s->cards[team] != cards)
            return pt_impossible(why, "R3.3", "%s holds %d cards, not %d",
                                 pt_name(&ms_names_team, team), cards, s->cards[team]);
        s->cards[team] = (uint8_t)cards;
        if (!(given >> F_FIRST & 1) && s->head.phase >= MSP_PUZZLE)
            s->first[team] = first_of(s, team);
    }
    if (s->youngest == MS_NONE && s->head.phase != MSP_YOUNG)
        return pt_impossible(why, "R3.2", "the youngest's team is known by now");
    if (!(given >> F_MOVER & 1)) s->mover = mover_of(s);
    if (in_exploration(s->head.phase)) settle_exploration(s, given);
    settle_head(s);
    return ms_audit(s, why);
}

/* Myst: what a team is asked, in words, and a view as JSON with all that changes on a page;
 * what never changes is in tables.c. Works on views: a hand that is hidden is null. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include <string.h>

static const char *const mode_names[] = {"rt", "tempo", "alt"};

/* --- ask --- */

static void ask_race(const ms_state *s, int seat, pt_text *out) {
    if (seat < 0) {
        pt_puts(out, "The race is on.");
        return;
    }
    bool book = ms_has_book(s, seat);
    bool asked = pt_has(s->head.owes, seat);
    if (ms_cut_off(s, seat)) {
        if (!book)
            pt_puts(out,
                    "You are cut off and hold no Linking Book: the other team fills the rest.");
        else if (s->pmode == MS_RT)
            pt_puts(out, "You are cut off: you may play a Linking Book on any open cell.");
        else if (asked)
            pt_puts(out, "You are cut off: play a Linking Book on any open cell, or wait.");
        else
            pt_puts(out, "The race is on; you are cut off for now.");
    } else if (asked) {
        int cells = ms_size(ms_frontier(s, seat));
        pt_put(out, "Place a piece beside one of yours: %d %s to choose from.", cells,
               cells == 1 ? "cell" : "cells");
    } else {
        pt_puts(out, "The race is on.");
    }
}

static void ask_turn(const ms_state *s, int seat, pt_text *out) {
    assert(seat == s->mover);
    const char *book = ms_has_book(s, seat) ? ", or play a Linking Book" : "";
    int landmark;
    switch (s->head.phase) {
    case MSP_MOVE:
        pt_put(out, "You spun %d: walk up to %d %s, or stay%s.", s->spin, s->spin,
               s->spin == 1 ? "cell" : "cells", book);
        return;
    case MSP_JUMP: pt_puts(out, "Jump to any cell where nobody stands."); return;
    case MSP_KEY:
        landmark = ms_key_at[s->pos[seat]] - 1;
        assert(landmark >= 0);
        if (ms_key_action(s, seat) == MSV_LAY)
            pt_put(out, "Lay your Key piece and take over the %s, or skip.",
                   ms_landmarks[landmark].name);
        else
            pt_put(out, "Take the Key piece off and win the %s back, or skip.",
                   ms_landmarks[landmark].name);
        return;
    default: pt_puts(out, "You have moved: play a Linking Book, or end your turn."); return;
    }
}

static void ask_over(const ms_state *s, pt_text *out) {
    int32_t points[PT_SEATS];
    ms_score(s, points);
    pt_put(out, "The game is over: Yellow %d, Blue %d, ", points[0], points[1]);
    if (points[0] == points[1])
        pt_puts(out, "a draw.");
    else
        pt_put(out, "%s wins.", ms_team_names[points[0] < points[1]]);
}

void ms_ask(const void *view, int seat, pt_text *out) {
    const ms_state *s = view;
    bool asked = pt_has(s->head.owes, seat);
    switch ((ms_phase)s->head.phase) {
    case MSP_YOUNG:
        pt_puts(out, "The team of the youngest player is about to be named.");
        return;
    case MSP_DEAL: pt_puts(out, "The cards are being dealt."); return;
    case MSP_CHOOSE:
        pt_puts(out, asked      ? "Choose your first Landmark in secret: any of the seven."
                     : seat < 0 ? "The teams choose their first Landmarks in secret."
                                : "The other team is choosing its first Landmark.");
        return;
    case MSP_RECHOOSE:
        if (asked)
            pt_put(out, "Both chose the %s, and %s keeps it: choose another Landmark.",
                   ms_landmarks[s->choice[s->youngest]].name, ms_team_names[s->youngest]);
        else
            pt_put(out, "Both chose the same Landmark; %s chooses again.",
                   ms_team_names[ms_rival(s->youngest)]);
        return;
    case MSP_PUZZLE: ask_race(s, seat, out); return;
    case MSP_TURNS: pt_puts(out, "The youngest spins for the number of turns."); return;
    case MSP_SPIN:
        pt_put(out, "Turn %d of %d: %s spins.", s->head.round, s->turns,
               seat == s->mover ? "your team" : ms_team_names[s->mover]);
        return;
    case MSP_OVER: ask_over(s, out); return;
    case MSP_MOVE:
    case MSP_JUMP:
    case MSP_KEY:
    case MSP_AFTER:
    case MSP_TURN:
    case MSP_COUNT: break;
    }
    if (asked)
        ask_turn(s, seat, out);
    else
        pt_put(out, "It is %s's turn; it spun %d.", ms_team_names[s->mover], s->spin);
}

/* --- show --- */

static void put_cell(pt_json *j, const char *key, int cell) {
    pt_key(j, key);
    if (cell < MS_CELLS)
        pt_json_str(j, ms_cell_names[cell]);
    else
        pt_json_null(j);
}

static void put_team(pt_json *j, const char *key, int team) {
    pt_key(j, key);
    if (team < MS_TEAMS)
        pt_json_int(j, team);
    else
        pt_json_null(j);
}

static void put_cells(pt_json *j, const char *key, ms_board cells) {
    pt_key_open(j, key, '[');
    for (uint64_t set = cells.north; set; set &= set - 1)
        pt_json_str(j, ms_cell_names[pt_lowest(set)]);
    for (uint64_t set = cells.south; set; set &= set - 1)
        pt_json_str(j, ms_cell_names[MS_HALF + pt_lowest(set)]);
    pt_close(j, ']');
}

/* Cards by name; null if the view hides them. */
static void put_hand(const ms_state *s, int team, pt_json *j) {
    uint32_t hand = s->hand[team];
    pt_key(j, "hand");
    if (pt_keep_by(j, s, &s->hand[team], sizeof hand)) return;
    if (hand == MS_HIDDEN) {
        pt_json_null(j);
        return;
    }
    pt_open(j, '[');
    for (int card = 0; card < MS_CARDS; card++)
        if (hand >> card & 1) pt_json_str(j, ms_card_names[card]);
    pt_close(j, ']');
}

/* What has become of the team's Key piece of a Landmark. */
static const char *key_piece(const ms_state *s, int team, int landmark) {
    assert(landmark >= 0 && landmark < MS_LANDMARKS);
    int key = ms_landmarks[landmark].key;
    if (ms_on(s->owner[team], key)) return "placed";
    if (!ms_on(s->owner[ms_rival(team)], key)) return "to place";
    return s->over[landmark] == MS_NEVER  ? "to lay"
           : s->over[landmark] == MS_LAID ? "laid"
                                          : "out";
}

/* What becomes of Landmarks follows from the pieces on their Keys and what lies over them. */
static bool keys_are_as_they_were(const ms_state *s, const ms_state *was) {
    if (!was || memcmp(s->over, was->over, sizeof s->over) != 0) return false;
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++)
        for (int team = 0; team < MS_TEAMS; team++)
            if (ms_on(s->owner[team], ms_landmarks[landmark].key) !=
                ms_on(was->owner[team], ms_landmarks[landmark].key))
                return false;
    return true;
}

static void show_keys(const ms_state *s, int team, bool same, pt_json *j) {
    pt_key(j, "keys");
    if (same && pt_keep(j)) return;
    pt_open(j, '{');
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++)
        pt_key_str(j, ms_landmark_letters[landmark], key_piece(s, team, landmark));
    pt_close(j, '}');
}

static void show_team(const ms_state *s, int team, bool same_keys, pt_json *j) {
    uint8_t choice = s->choice[team];
    bool racing = s->head.phase == MSP_PUZZLE;
    pt_open(j, '{');
    pt_key_str(j, "name", ms_team_names[team]);
    pt_key_str(j, "letter", ms_team_letters[team]);
    pt_key_int(j, "pieces", ms_size(s->owner[team]));
    pt_key_int(j, "switches", ms_count_switches(s, team));
    pt_key_int(j, "cards", s->cards[team]);
    put_hand(s, team, j);
    pt_key_open(j, "used", '[');
    for (int book = 0; book < 2; book++)
        if (s->used[team] >> book & 1) pt_json_str(j, ms_card_names[MS_BOOK + book]);
    pt_close(j, ']');
    pt_key(j, "choice");
    if (choice < MS_LANDMARKS)
        pt_json_str(j, ms_landmark_letters[choice]);
    else if (choice == MS_SECRET)
        pt_json_str(j, "?");
    else
        pt_json_null(j);
    put_cell(j, "first", s->first[team]);
    put_cell(j, "pos", s->pos[team]);
    pt_key_bool(j, "cut_off", racing && ms_cut_off(s, team));
    pt_key_bool(j, "waiting", (s->waiting >> team & 1) != 0);
    put_cells(j, "frontier", racing && !s->hard ? ms_frontier(s, team) : (ms_board){0, 0});
    show_keys(s, team, same_keys, j);
    pt_close(j, '}');
}

static void show_landmarks(const ms_state *s, bool same, pt_json *j) {
    pt_key(j, "landmarks");
    if (same && pt_keep(j)) return;
    pt_open(j, '[');
    for (int landmark = 0; landmark < MS_LANDMARKS; landmark++) {
        pt_open(j, '{');
        pt_key_str(j, "letter", ms_landmark_letters[landmark]);
        pt_key_int(j, "over", s->over[landmark]);
        put_team(j, "shows", ms_shows(s, landmark));
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

/* A row's pieces of a team, as bits. */
static unsigned row_of(ms_board b, int row) {
    assert(row >= 0 && row < MS_ROWS);
    uint64_t half = row < MS_ROWS / 2 ? b.north : b.south;
    return (unsigned)(half >> row % (MS_ROWS / 2) * MS_COLUMNS) & ((1u << MS_COLUMNS) - 1);
}

/* Rows of 12 letters. */
static void show_board(const ms_state *s, pt_json *j) {
    const ms_state *was = pt_was(j);
    pt_key_open(j, "board", '[');
    for (int row = 0; row < MS_ROWS; row++) {
        unsigned yellow = row_of(s->owner[0], row), blue = row_of(s->owner[1], row);
        char letters[MS_COLUMNS];
        if (was && yellow == row_of(was->owner[0], row) && blue == row_of(was->owner[1], row) &&
            pt_keep(j))
            continue;
        for (int i = 0; i < MS_COLUMNS; i++)
            letters[i] = yellow >> i & 1 ? 'y' : blue >> i & 1 ? 'b' : '.';
        pt_json_strn(j, letters, sizeof letters);
    }
    pt_close(j, ']');
}

static void show_announcements(const ms_state *s, pt_json *j) {
    ms_flip flips[MS_FLIPS];
    int n = ms_announce(s, flips);
    assert(n <= MS_FLIPS);
    pt_key_open(j, "announcements", '[');
    for (int i = 0; i < n; i++) {
        pt_open(j, '{');
        put_team(j, "seat", flips[i].team);
        pt_key_str(j, "card", flips[i].card == MS_NONE ? "" : ms_card_names[flips[i].card]);
        pt_key_int(j, "total", flips[i].total);
        pt_close(j, '}');
    }
    pt_close(j, ']');
}

void ms_show(const void *view, int viewer, pt_json *j) {
    const ms_state *s = view;
    bool same_keys = keys_are_as_they_were(s, pt_was(j));
    pt_open(j, '{');
    pt_key_str(j, "phase", ms_phase_names[s->head.phase]);
    pt_key_str(j, "pmode", mode_names[s->pmode]);
    pt_key_bool(j, "hard", s->hard != 0);
    put_team(j, "youngest", s->youngest);
    put_team(j, "mover", s->mover);
    put_team(j, "order", s->order);
    pt_key_int(j, "turn", s->head.round);
    pt_key_int(j, "turns", s->turns);
    pt_key_int(j, "spin", s->spin);
    pt_key_bool(j, "moved", s->moved != 0);
    show_board(s, j);
    put_cells(j, "reach",
              s->head.phase == MSP_MOVE && s->mover == viewer ? ms_reach(s, viewer)
                                                              : (ms_board){0, 0});
    pt_key_open(j, "teams", '[');
    for (int team = 0; team < MS_TEAMS; team++) show_team(s, team, same_keys, j);
    pt_close(j, ']');
    show_landmarks(s, same_keys, j);
    if (s->head.phase == MSP_OVER) show_announcements(s, j);
    pt_close(j, '}');
}

/* Myst: what a team is asked, in words, and a view as JSON with all that changes on a page;
 * what never changes is in tables.c. It works on views: a hidden hand is null. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"
#include <string.h>

static const char *const mode_names[] = {"rt", "tempo", "alt"};

/* --- ask --- */

static pt_said ask_cut_off(const ms_state *s, int seat) {
    if (!ms_has_book(s, seat)) return ms_say_ask_no_book();
    if (s->pmode == MS_RT) return ms_say_ask_link();
    return pt_has(s->head.owes, seat) ? ms_say_ask_link_or_wait() : ms_say_ask_cut_off();
}

static pt_said ask_race(const ms_state *s, int seat) {
    assert(seat < MS_TEAMS);
    if (seat >= 0 && ms_cut_off(s, seat)) return ask_cut_off(s, seat);
    return pt_has(s->head.owes, seat) ? ms_say_ask_place(ms_size(ms_frontier(s, seat)))
                                      : ms_say_ask_race();
}

static pt_said ask_choose(const ms_state *s, int seat) {
    if (pt_has(s->head.owes, seat)) return ms_say_ask_choose();
    return seat < 0 ? ms_say_ask_choose_public() : ms_say_ask_choose_other();
}

static pt_said ask_rechoose(const ms_state *s, int seat) {
    assert(s->youngest < MS_TEAMS);
    if (!pt_has(s->head.owes, seat)) return ms_say_ask_rechoose_other(ms_rival(s->youngest));
    return ms_say_ask_rechoose(s->choice[s->youngest], s->youngest);
}

static pt_said ask_spin(const ms_state *s, int seat) {
    int turn = s->head.round;
    return seat == s->mover ? ms_say_ask_spin_own(turn, s->turns)
                            : ms_say_ask_spin(turn, s->turns, s->mover);
}

static pt_said ask_key(const ms_state *s, int seat) {
    int landmark = ms_key_at[s->pos[seat]] - 1;
    assert(landmark >= 0);
    return ms_key_action(s, seat) == MSV_LAY ? ms_say_ask_lay(landmark)
                                             : ms_say_ask_remove(landmark);
}

static pt_said ask_turn(const ms_state *s, int seat) {
    if (!pt_has(s->head.owes, seat)) return ms_say_ask_other_turn(s->mover, s->spin);
    assert(seat == s->mover);
    switch (s->head.phase) {
    case MSP_MOVE:
        return ms_has_book(s, seat) ? ms_say_ask_move_or_book(s->spin)
                                    : ms_say_ask_move(s->spin);
    case MSP_JUMP: return ms_say_ask_jump();
    case MSP_KEY: return ask_key(s, seat);
    default: return ms_say_ask_after();
    }
}

static pt_said ask_over(const ms_state *s) {
    int32_t points[PT_SEATS];
    ms_score(s, points);
    int yellow = points[MS_YELLOW], blue = points[MS_BLUE];
    return yellow == blue ? ms_say_ask_over_draw(yellow, blue)
                          : ms_say_ask_over(yellow, blue, yellow > blue ? MS_YELLOW : MS_BLUE);
}

static pt_said asked(const ms_state *s, int seat) {
    switch ((ms_phase)s->head.phase) {
    case MSP_YOUNG: return ms_say_ask_young();
    case MSP_DEAL: return ms_say_ask_deal();
    case MSP_CHOOSE: return ask_choose(s, seat);
    case MSP_RECHOOSE: return ask_rechoose(s, seat);
    case MSP_PUZZLE: return ask_race(s, seat);
    case MSP_TURNS: return ms_say_ask_turns();
    case MSP_SPIN: return ask_spin(s, seat);
    case MSP_OVER: return ask_over(s);
    case MSP_MOVE:
    case MSP_JUMP:
    case MSP_KEY:
    case MSP_AFTER:
    case MSP_TURN:
    case MSP_COUNT: break;
    }
    return ask_turn(s, seat);
}

void ms_ask(const void *view, int seat, pt_text *out) { pt_say(out, asked(view, seat)); }

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

static void put_cells(pt_json *j, ms_board cells) {
    pt_open(j, '[');
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

static ms_board shown_frontier(const ms_state *s, int team) {
    return s->hard ? (ms_board){0, 0} : ms_frontier(s, team);
}

static void show_frontier(const ms_state *s, int team, pt_json *j) {
    const ms_state *was = pt_was(j);
    const ms_board now = shown_frontier(s, team);
    pt_key(j, "frontier");
    if (was) {
        const ms_board old = shown_frontier(was, team);
        if (now.north == old.north && now.south == old.south && pt_keep(j)) return;
    }
    put_cells(j, now);
}

static void show_team(const ms_state *s, int team, int32_t points, bool same_keys, pt_json *j) {
    uint8_t choice = s->choice[team];
    bool racing = s->head.phase == MSP_PUZZLE;
    pt_open(j, '{');
    pt_key_name(j, "name", &ms_names_team, team);
    pt_key_str(j, "letter", ms_team_letters[team]);
    pt_key_int(j, "score", points);
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
    show_frontier(s, team, j);
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

/* How many rows from `row` on are what they were. */
static int same_rows(const ms_state *s, const ms_state *was, int row) {
    int n = 0;
    for (; was && row + n < MS_ROWS; n++)
        for (int team = 0; team < MS_TEAMS; team++)
            if (row_of(s->owner[team], row + n) != row_of(was->owner[team], row + n)) return n;
    return n;
}

static void show_row(const ms_state *s, int row, pt_json *j) {
    unsigned yellow = row_of(s->owner[0], row), blue = row_of(s->owner[1], row);
    char letters[MS_COLUMNS];
    for (int i = 0; i < MS_COLUMNS; i++)
        letters[i] = yellow >> i & 1 ? 'y' : blue >> i & 1 ? 'b' : '.';
    pt_json_strn(j, letters, sizeof letters);
}

/* Rows of 12 letters. */
static void show_board(const ms_state *s, pt_json *j) {
    pt_key(j, "board");
    if (pt_keep_by(j, s, s->owner, sizeof s->owner)) return;
    pt_open(j, '[');
    for (int row = 0; row < MS_ROWS;) {
        int same = same_rows(s, pt_was(j), row);
        int kept = same ? pt_keep_items(j, same) : 0;
        if (!kept) show_row(s, row, j);
        row += kept ? kept : 1;
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
    int32_t points[PT_SEATS];
    ms_score(s, points);
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
    pt_key(j, "reach");
    put_cells(j, s->head.phase == MSP_MOVE && s->mover == viewer ? ms_reach(s, viewer)
                                                                 : (ms_board){0, 0});
    pt_key_open(j, "teams", '[');
    for (int team = 0; team < MS_TEAMS; team++) show_team(s, team, points[team], same_keys, j);
    pt_close(j, ']');
    show_landmarks(s, same_keys, j);
    if (s->head.phase == MSP_OVER) show_announcements(s, j);
    pt_close(j, '}');
}

/* Myst: state, moves and components. Rule numbers are those of README.md. Seat 0 is Yellow,
 * seat 1 is Blue; a team acts as one player (R1.1). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include "games/myst/board.h"
#include <assert.h>

/* R8.39: at most 14 moves to set up, 94 * 3 in the race, 1 + 80 + 6 after it */
enum { MS_PLIES = 400 };

enum {
    MS_YELLOW,
    MS_BLUE,
    MS_TEAMS,
    MS_LANDMARKS = 7,
    MS_SWITCHES = 8,
    MS_CARDS = 30,
    MS_BOOK = 28, /* cards 28 and 29 are the Linking Books */
    MS_DEALT = 5, /* cards to a team (R3.3) */
    MS_SECTORS = 12,
    MS_BONUS = 2,
    MS_PEOPLE = 3,            /* in a team: R3.1, up to six people play */
    MS_STALL_AGAIN_MS = 5000, /* R4.15 */
    MS_TAKEOVER_MS = 30000,   /* R8.38 */
    MS_NONE = 0xFF,           /* no cell, no team, no Landmark */
    MS_SECRET = 0xFE,         /* in a view: chosen, but not to be known */
};

#define MS_BOOKS (3u << MS_BOOK)
#define MS_ALL_CARDS ((1u << MS_CARDS) - 1)
#define MS_HIDDEN (1u << 31) /* a hand in a view that may not show it */

typedef enum { MS_RT, MS_TEMPO, MS_ALT } ms_pmode; /* R4.3 */

/* The states of R4, in order. MSP_TURN is seen in views only: "its turn" (R4.16). */
typedef enum {
    MSP_YOUNG,
    MSP_DEAL,
    MSP_CHOOSE,
    MSP_RECHOOSE,
    MSP_PUZZLE,
    MSP_TURNS,
    MSP_SPIN,
    MSP_MOVE,
    MSP_JUMP,
    MSP_KEY,
    MSP_AFTER,
    MSP_TURN,
    MSP_OVER,
    MSP_COUNT
} ms_phase;

/* The verbs of R7. A try is a request that is never granted (R4.11). */
typedef enum {
    MSV_NONE,
    MSV_CHOOSE,
    MSV_RECHOOSE,
    MSV_PLACE,
    MSV_LINK,
    MSV_WAIT,
    MSV_MOVE,
    MSV_STAY,
    MSV_BOOK,
    MSV_JUMP,
    MSV_LAY,
    MSV_REMOVE,
    MSV_SKIP,
    MSV_END,
    MSV_TRY,
    MSV_TRYLINK,
    MSV_YOUNG,
    MSV_DEAL,
    MSV_TEMPO,
    MSV_TURNS,
    MSV_SPIN,
    MSV_COUNT
} ms_verb;

typedef enum { MSO_YOUNGEST, MSO_PMODE, MSO_WY, MSO_WB, MSO_HARD, MSO_STALL, MSO_LOCK } ms_opt;

/* R4.8: what lies on a Key cell in the Exploration. */
typedef enum { MS_NEVER, MS_LAID, MS_REMOVED } ms_overlay;

typedef struct ms_landmark {
    const char *letter;
    uint8_t key;   /* the Key cell */
    uint8_t lever; /* a switch drawn inside the picture: it never scores (R2.5) */
    uint16_t x, y; /* the Key emblem on a drawing of 1200 by 800 */
} ms_landmark;

typedef struct ms_state {
    pt_head head;               /* round: the turn of the Exploration, 0 before it */
    ms_board owner[MS_TEAMS];   /* sets: the cells with a team's pieces */
    pt_set32 hand[MS_TEAMS];    /* bit c: card c */
    uint16_t weight[MS_TEAMS];  /* of the tempo draw (R4.12) */
    uint8_t cards[MS_TEAMS];    /* how many are in the hand: everybody sees that */
    pt_set8 used[MS_TEAMS];     /* Books this team has played: bit 0 is K1, bit 1 is K2 */
    uint8_t over[MS_LANDMARKS]; /* ms_overlay */
    uint8_t pmode, hard;      /* options: how the race goes (R4.3); the board lies face down */
    uint8_t ages;             /* the option: the youngest's team, or 2: drawn */
    uint8_t youngest;         /* a team, MS_NONE before it is known */
    uint8_t choice[MS_TEAMS]; /* Landmarks chosen in R4.1, gone once they are placed */
    uint8_t first[MS_TEAMS];  /* cells of the first Key pieces */
    uint8_t pos[MS_TEAMS];    /* playing pieces, MS_NONE before the Exploration */
    uint8_t mover;            /* the team that acts or spins; MS_NONE: luck, or both at once */
    uint8_t order;            /* who goes first in the Exploration, MS_NONE before it */
    uint8_t turns;            /* turns to be played, 0 before they are spun */
    uint8_t spin;             /* spaces spun in this turn, 0 before */
    uint8_t moved;            /* the mover has moved or stayed in this turn */
    uint8_t called;           /* the mover has called a Book and is about to jump */
    pt_set8 waiting;          /* bit t: team t keeps its Book until the next piece (R4.3) */
    uint8_t tempos;           /* tempo draws so far */
    uint8_t quiet[MS_TEAMS]; /* wait and end lines so far: a view does not count them (R4.16) */
    uint8_t spare[5];        /* always 0 */
} ms_state;

static_assert(sizeof(ms_state) == 88, "a state has no hidden padding");

/* --- data.c: the components --- */
extern const char ms_terrain[MS_CELLS + 1];
extern const ms_landmark ms_landmarks[MS_LANDMARKS];
extern const uint8_t ms_switches[MS_SWITCHES];
extern const uint8_t ms_outer[MS_SECTORS], ms_inner[MS_SECTORS]; /* the spinner (R2.7) */
extern const uint8_t ms_key_at[MS_CELLS];                        /* Landmark + 1, or 0 */
extern const char *const ms_cell_names[MS_CELLS], *const ms_card_names[MS_CARDS];
extern const char *const ms_team_letters[MS_TEAMS + 1];
extern const char *const ms_landmark_letters[MS_LANDMARKS];
extern const pt_kind ms_cell_kind, ms_landmark_kind, ms_team_kind, ms_card_kind, ms_piece_kind;
extern const pt_verb ms_verb_table[MSV_COUNT];
enum { MS_OPTION_COUNT = 7 };
extern const pt_option ms_options[MS_OPTION_COUNT];
static inline int ms_value(int card) { return 2 + card % 4; } /* of a Landmark card (R2.6) */
static inline bool ms_is_switch(int cell) {                   /* R2.5 */
    for (int i = 0; i < MS_SWITCHES; i++)
        if (ms_switches[i] == cell) return true;
    return false;
}

/* R4.14: how fast bots place pieces in real time; `weight` is the tempo of the same speed. */
typedef struct ms_pace {
    const char *level;
    uint16_t base_ms, miss, weight;
} ms_pace;
enum { MS_PACES = 4 };
extern const ms_pace ms_paces[MS_PACES];

/* R2.8: the shape of the pieces. `tab` is set if the left (upper) piece has the tab; `centre`
 * and `radius` are bytes: the knob's centre along the edge is 0.5 + (centre/255 - 0.5)/5, its
 * radius 0.09 + radius/255 * 0.03. Column and row count from 0. */
typedef struct ms_edge {
    uint8_t tab, centre, radius;
} ms_edge;
uint32_t ms_hash(uint32_t a, uint32_t b, uint32_t k);
ms_edge ms_vertical_edge(int column, int row);   /* between (column, row) and the next column */
ms_edge ms_horizontal_edge(int column, int row); /* between (column, row) and the next row */

/* --- rules.c: R3, R4.1, R4.2 --- */
extern const pt_game myst_game;
static inline int ms_rival(int team) { return 1 - team; }
static inline bool ms_has_book(const ms_state *s, int team) {
    return (s->hand[team] & MS_BOOKS) != 0;
}
void ms_ask_team(ms_state *s, int team, ms_phase phase); /* the team owes a decision */
void ms_wait_for_luck(ms_state *s, int team, ms_phase phase);
void ms_discard_book(ms_state *s, int team); /* the one of lower number, shown to all */
/* Writes verb + cell for each cell of the set. */
int ms_list(ms_board cells, unsigned verb, pt_move *out);

/* --- race.c: R4.3, R4.11 to R4.13 --- */
static inline ms_board ms_open(const ms_state *s) {
    return ms_minus(ms_island(), ms_or(s->owner[MS_YELLOW], s->owner[MS_BLUE]));
}
static inline ms_board ms_frontier(const ms_state *s, int team) {
    return ms_and(ms_around(s->owner[team]), ms_open(s));
}
static inline bool ms_cut_off(const ms_state *s, int team) {
    return !ms_any(ms_frontier(s, team)) && ms_any(ms_open(s));
}
bool ms_able(const ms_state *s, int team);
void ms_begin_race(ms_state *s);
int ms_legal_race(const ms_state *s, int team, pt_move *out);
int ms_chance_tempo(const ms_state *s, pt_chance *out);
void ms_apply_race(ms_state *s, int team, pt_move m);
uint8_t ms_racers(const ms_state *s); /* real time: the teams with a move */

/* --- real_time.c: R4.11, R4.15, R8.38, for whoever keeps the time --- */
extern const pt_race ms_real_time;
extern const pt_team ms_people;

/* --- explore.c: R4.4 to R4.9 --- */
void ms_begin_turns(ms_state *s);
int ms_first_in_order(const ms_state *s);
int ms_chance_spinner(const ms_state *s, pt_chance *out);
int ms_legal_explore(const ms_state *s, int team, pt_move *out);
void ms_apply_explore(ms_state *s, int team, pt_move m);
ms_board ms_reach(const ms_state *s, int team); /* the cells of R4.6, its own included */
/* R4.8: MSV_LAY or MSV_REMOVE where the team stands, or MSV_NONE. */
ms_verb ms_key_action(const ms_state *s, int team);

/* --- score.c: R6 --- */
int ms_shows(const ms_state *s, int landmark); /* the team that controls it, or MS_NONE */
int ms_count_switches(const ms_state *s, int team);
void ms_score(const void *state, int32_t points[PT_SEATS]);
void ms_rank(const void *state, uint8_t place[PT_SEATS]);
int ms_explain(const void *state, int seat, pt_line *out);
/* R6.4: the announcements in order; card is MS_NONE for the switches. Returns how many. */
typedef struct ms_flip {
    uint8_t team, card;
    int16_t total; /* of this team, with this line */
} ms_flip;
enum { MS_FLIPS = MS_TEAMS * (MS_DEALT + 1) };
int ms_announce(const ms_state *s, ms_flip out[MS_FLIPS]);

/* --- hidden.c: R4.16 --- */
void ms_observe(const void *state, int viewer, void *view);
void ms_imagine(const void *view, int viewer, pt_rng *rng, void *state);
pt_sight ms_sight(const void *before, int seat, pt_move m, int viewer);

/* --- check.c, position.c, view.c, term.c, hints.c --- */
pt_err ms_check(const void *state, int seat, pt_move m, pt_text *why);
bool ms_wrong_place(const ms_state *s, int seat, pt_move m); /* that is why m is refused */
void ms_blank(void *state, const pt_config *config);
pt_err ms_settle(void *state, uint64_t given, pt_text *why);
pt_err ms_audit(const void *state, pt_text *why);
enum { MS_FIELD_COUNT = 20 };
extern const pt_field ms_fields[MS_FIELD_COUNT];
extern const char *const ms_phase_names[MSP_COUNT];
void ms_ask(const void *view, int seat, pt_text *out);
void ms_show(const void *view, int viewer, pt_json *out);
void ms_show_tables(pt_json *out); /* tables.c */
void ms_draw(const void *view, int viewer, pt_canvas *out);
extern const pt_hints ms_hints;
/* Cells that a team has covered or needs fewer pieces for than the other one; `keys`: how many
 * of them are Keys of cards that it holds; `switches`: how many are Marker Switches. */
int ms_within_reach(const ms_state *s, int team, int32_t *keys, int32_t *switches);
/* R4.17: what is played for a team that has run out of time; it must owe a decision. */
pt_move ms_timeout_move(const void *view, int team);
uint32_t ms_pace_of(const void *s, int level, pt_rng *rng); /* R4.14 */

/* Mykerinos: state, moves and printed components. Rule numbers are those of README.md. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"
#include "games/mykerinos/board.h"
#include <assert.h>

enum {
    MK_SEATS = 4,   /* R1.1 */
    MK_NEUTRAL = 4, /* the fifth colour: N, with two players (R3.4) */
    MK_COLOURS = 5,
    MK_CUBES = 25, /* of each colour (R2.1) */
    MK_TILES = 36,
    MK_PATRONS = 5,
    MK_BLANK = 35, /* tile X0 */
    MK_SLOTS = 12,
    MK_AREAS = 6,       /* in the last season ... */
    MK_USUAL_AREAS = 4, /* ... and in the others (R2.5) */
    MK_SPACES = 72,
    MK_ROOMS = 15,
    MK_OPEN_ROOMS = 0x3FF, /* the set of the "2" and "3", which open the others (R5.6) */
    MK_SEASONS = 4,
    MK_MUSEUM_RANKS = 2,  /* of an area: they may use the Museum (R5.3, R5.4) */
    MK_SERIES_POINTS = 5, /* for all five patrons (R6.3) */
    MK_NONE = 0xFF,       /* no tile, no patron */
    MK_ROTATED = 64,      /* added to a tile's number in a slot */
    /* Every kind of R4 on an empty region of season 4: 3 * 72 single cubes, 4 * 254 pairs, 668
     * paths, 15 rooms and a pass. Pairs and paths start beside a cube of the same colour, so
     * that no list comes nearer to this than 19 moves. */
    MK_MAX_MOVES = 1916,
    MK_PLIES = 540, /* R8.34: at most 488 decisions, and 42 draws */
};

typedef enum { MK_V, MK_L, MK_B, MK_K, MK_T } mk_patron;

typedef enum {
    MKP_FIRST,
    MKP_WINGS,
    MKP_DEAL,
    MKP_EXCAVATE,
    MKP_NEUTRAL,
    MKP_SURVEY,
    MKP_OVER
} mk_phase;

/* The verbs, in the order of R7. The ten kinds of R4 come first. */
typedef enum {
    MKV_NONE,
    MKV_START,
    MKV_EXTEND,
    MKV_VIOLET_START,
    MKV_VIOLET_EXTEND,
    MKV_LEMON_START,
    MKV_LEMON_EXTEND,
    MKV_BROWN,
    MKV_BLACK,
    MKV_TANG,
    MKV_PASS,
    MKV_N_NONE,
    MKV_N_START,
    MKV_N_EXTEND,
    MKV_TAKE,
    MKV_ROOM,
    MKV_DECLINE,
    MKV_DISCARD,
    MKV_FIRST,
    MKV_WING,
    MKV_DEAL,
    MKV_COUNT
} mk_verb;

/* What a player is asked in the survey of an area (R5.3, R5.4, R5.9). */
typedef enum { MKR_HIGH, MKR_LOW, MKR_DISCARD } mk_role;

/* R2.3, R2.4: a printed tile. Pyramids are bits a=1 b=2 c=4 d=8 e=16 f=32. */
typedef struct mk_tile {
    const char *name;
    uint8_t patron; /* MK_NONE for the blank one */
    uint8_t points;
    uint8_t pyramids;
} mk_tile;

/* R2.6: a room of the Museum. */
typedef struct mk_room {
    const char *name;
    uint8_t value;
    uint8_t wing[2]; /* 0..4; the same twice for a room of one wing */
    uint16_t x, y;   /* place on a 1000 by 1000 drawing */
} mk_room;

/* R4.3 to R4.9, R4.12: how a verb places its cubes. */
typedef struct mk_kind {
    const char *rule; /* NULL: the verb places none */
    uint8_t cubes;
    bool from_own;        /* the first cube stands beside one of the same colour */
    uint8_t pyramids;     /* how many of them may stand on pyramids */
    uint8_t from_reserve; /* cubes that join the stock first (R4.5) */
    uint8_t patron;       /* whose tile it tilts, or MK_NONE */
} mk_kind;

typedef struct mk_player {
    uint8_t stock, reserve; /* own cubes to use, and out of reach (R2.7) */
    uint8_t neutral;        /* neutral cubes in front of the player (R3.4) */
    uint8_t blank;          /* holds tile X0 */
    uint8_t tiles[MK_PATRONS], tilted[MK_PATRONS]; /* of a patron; used this season (R4.10) */
    uint16_t points; /* printed points on the score track (R5.5) */
} mk_player;

typedef struct mk_state {
    pt_head head;               /* round is the season, 1..4 */
    mk_board pyramids;          /* sets of spaces: those with a pyramid */
    mk_board cubes[MK_COLOURS]; /* sets of spaces: those with a cube of a colour */
    pt_set64 undealt;           /* bit t: tile t is still face down */
    mk_player player[MK_SEATS];
    uint8_t slot[MK_SLOTS];   /* tile number, + MK_ROTATED, or MK_NONE */
    uint8_t wing[MK_PATRONS]; /* the patron at wing 1..5, or MK_NONE */
    uint8_t room[MK_ROOMS];   /* colour + 1 of the cube in it, or 0 */
    uint8_t neutral_reserve;  /* neutral cubes not yet given out */
    uint8_t
        passed[MK_SEATS]; /* colours + 1 on passing spaces 1..4; N is on 2 with two players */
    uint8_t first, turn;  /* seats */
    uint8_t area;         /* being surveyed, 0..5 */
    uint8_t queue[4];     /* decisions still to make in it: 0x80 + role * 8 + seat */
    uint8_t aside[MK_COLOURS]; /* cubes left out of a set-up position; 0 in every real game */
} mk_state;

static_assert(sizeof(mk_state) <= 512, "R8.31: a state stays small");

/* --- data.c: the printed components --- */
extern const mk_tile mk_tiles[MK_TILES];
extern const mk_room mk_rooms[MK_ROOMS];
extern const uint16_t mk_openers[MK_PATRONS]; /* rooms that open the "5" room of a wing */
extern const char *const mk_patron_letters[MK_PATRONS];
extern const char *const mk_space_names[MK_SPACES], *const mk_tile_names[MK_TILES];
extern const char *const mk_room_names[MK_ROOMS];
extern const char *const mk_colour_names[MK_COLOURS + 1]; /* ends with NULL */
extern const char *const mk_phase_names[MKP_OVER + 1], *const mk_role_names[MKR_DISCARD + 1];
extern const uint8_t mk_allotment[MK_SEATS + 1]; /* cubes a season, by players (R2.7) */
extern const mk_kind mk_kinds[MKV_COUNT];
extern const pt_verb mk_verb_table[MKV_COUNT];
extern const pt_kind mk_space_kind, mk_room_kind, mk_side_kind, mk_patron_kind;
enum { MK_NEUTRAL_ALLOTMENT = 4 };

/* R2.3: the pyramids of a tile turned by 180 degrees: a and f, b and e, c and d change places.
 */
static inline uint8_t mk_turned(uint8_t p) {
    return (uint8_t)((p & 1) << 5 | (p & 2) << 3 | (p & 4) << 1 | (p & 8) >> 1 | (p & 16) >> 3 |
                     (p & 32) >> 5);
}
/* R2.5: the spaces with a pyramid when tile (+ MK_ROTATED) lies in a slot. */
mk_board mk_slot_pyramids(int slot, uint8_t tile);
/* A tile that looks the same both ways: a with f, b with e, c with d, or neither of a pair. The
 * number has bit p set for each such set p of pyramids. */
static inline bool mk_symmetric(int tile) {
    assert(tile >= 0 && tile < MK_TILES);
    return (0x8008200240041001u >> mk_tiles[tile].pyramids & 1) != 0;
}

/* --- excavate.c: R4 --- */
void mk_begin_excavation(mk_state *s);
int mk_legal_excavate(const mk_state *s, pt_move *out);
int mk_legal_neutral(const mk_state *s, pt_move *out);
void mk_apply_excavate(mk_state *s, pt_move m);
void mk_apply_neutral(mk_state *s, pt_move m);
mk_board mk_free(const mk_state *s);      /* no cube, no pyramid */
mk_board mk_cube_free(const mk_state *s); /* no cube */
/* The colour of the cube on a space, or -1. */
static inline int mk_cube_on(const mk_state *s, int space) {
    for (int colour = 0; colour < MK_COLOURS; colour++)
        if (mk_on(s->cubes[colour], space)) return colour;
    return -1;
}
static inline int mk_untilted(const mk_state *s, int seat, int patron) {
    return s->player[seat].tiles[patron] - s->player[seat].tilted[patron];
}
/* Disks on the scale; with two players one of them is N's. */
static inline int mk_passed_count(const mk_state *s) {
    int n = s->head.seats == 2 && s->passed[1] ? -1 : 0;
    for (int i = 0; i < MK_SEATS; i++) n += s->passed[i] != 0;
    return n;
}
static inline bool mk_has_passed(const mk_state *s, int colour) {
    for (int i = 0; i < MK_SEATS; i++)
        if (s->passed[i] == colour + 1) return true;
    return false;
}

/* --- survey.c: R5 --- */
void mk_begin_survey(mk_state *s);
void mk_wait_for_luck(mk_state *s, mk_phase phase);
void mk_continue_survey(mk_state *s);
void mk_open_area(mk_state *s); /* ranks the area and queues its decisions */
int mk_legal_survey(const mk_state *s, pt_move *out);
void mk_apply_survey(mk_state *s, pt_move m);
uint16_t mk_legal_rooms(const mk_state *s, int colour); /* R5.6, as a set */
int mk_ranking(const mk_state *s, int area, uint8_t rank[MK_COLOURS]);
/* A colour's cubes in an area. The bits of the two words are different ones there, so that one
 * count does. */
static inline int mk_cubes_in(const mk_state *s, int colour, int area) {
    mk_board cubes = mk_and(s->cubes[colour], mk_area_spaces(area));
    return pt_count(cubes.top | cubes.bottom);
}
/* Where a colour's disk stands on the scale, or MK_SEATS. */
static inline int mk_passing_space(const mk_state *s, int colour) {
    int space = 0;
    while (space < MK_SEATS && s->passed[space] != colour + 1) space++;
    return space;
}
static inline int mk_areas(const mk_state *s) {
    return s->head.round == MK_SEASONS ? MK_AREAS : MK_USUAL_AREAS;
}
static inline int mk_slots(const mk_state *s) { return 2 * mk_areas(s); }
/* A decision in the queue: what is asked, and whom. 0 is none. */
static inline uint8_t mk_decision(mk_role role, int seat) {
    assert(seat >= 0 && seat < MK_SEATS);
    return (uint8_t)(0x80 | (unsigned)role << 3 | (unsigned)seat);
}
static inline int mk_seat_of(uint8_t decision) { return decision & 7; }
static inline mk_role mk_role_of(uint8_t decision) { return (mk_role)(decision >> 3 & 3); }
static inline int mk_asked_seat(const mk_state *s) { return mk_seat_of(s->queue[0]); }
static inline mk_role mk_asked_role(const mk_state *s) { return mk_role_of(s->queue[0]); }

/* --- score.c: R6 --- */
int mk_patron_value(const mk_state *s, int seat, int patron); /* 1, 2, 3 or 5 */
int mk_sets(const mk_state *s, int seat);
void mk_score(const void *state, int32_t points[PT_SEATS]);
void mk_rank(const void *state, uint8_t place[PT_SEATS]);
int mk_explain(const void *state, int seat, pt_line *out);

/* --- audit.c: R8.31 --- */
int mk_placed(const mk_state *s, int colour); /* cubes on the region and in the Museum */
int mk_dealt_by_now(const mk_state *s);       /* tiles dealt so far, by season and phase */
/* How many tiles of each patron (5: blank) are held or lie in slots. */
void mk_known_tiles(const mk_state *s, int known[MK_PATRONS + 1]);
pt_err mk_audit(const void *state, pt_text *why);

/* --- check.c, position.c, view.c, tables.c, term.c, hints.c --- */
pt_err mk_check(const void *state, int seat, pt_move m, pt_text *why);
void mk_blank_state(void *state, const pt_config *config);
pt_err mk_settle(void *state, uint64_t given, pt_text *why);
enum { MK_FIELD_COUNT = 21 };
extern const pt_field mk_fields[MK_FIELD_COUNT];
void mk_ask(const void *view, int seat, pt_text *out);
void mk_show(const void *view, int viewer, pt_json *out);
void mk_show_tables(pt_json *out);
void mk_show_printed_room(int room, pt_json *out); /* name, value and wings of a room */
void mk_draw(const void *view, int viewer, pt_canvas *out);
extern const pt_hints mk_hints;

/* --- rules.c --- */
extern const pt_game mykerinos_game;
int mk_dealt_before(int season); /* tiles dealt before this season (R2.5) */

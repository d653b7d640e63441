/* Mykerinos: what a bot may know about playing well. The standing a seat can expect is worked
 * out from the parts that make a score (R6): printed points, tiles times the value of their
 * patron, series of five; then what the areas still to be surveyed are likely to give, what
 * tiles do in later seasons, and what saved cubes are worth. All in hundredths of a point. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include <string.h>

/* The numbers it goes by, fitted by `petteia tune mykerinos`. Those of patrons are five in a
 * row, in the order of mk_patron. */
/* clang-format off */
#define WEIGHTS(X)                                                                             \
    X(CUBE_SAVED,    15)  /* a cube in stock while a season is still to come */                \
    X(CUBES_USEFUL,  8)   /* cubes saved beyond these help half as much */                     \
    X(ROOM_CHANCE,   50)  /* per cent: a room one may enter and wants will still be free */    \
    X(LAST_TO_PASS,  15)  /* the first move of the next season */                              \
    X(LATER_V, 60) X(LATER_L, 45) X(LATER_B, 130) X(LATER_K, 60) X(LATER_T, 80) /* a tile's power in a later season */ \
    X(NOW_V, 80)   X(NOW_L, 65)   X(NOW_B, 190)    X(NOW_K, 65)   X(NOW_T, 80)   /* the same, untilted in this one */   \
    X(SERIES_0, 0) X(SERIES_1, 10) X(SERIES_2, 30) X(SERIES_3, 80) X(SERIES_4, 180) /* patrons of the next series */ \
    X(SHARE_2,      34)   /* tiles a seat gets of a hundred still to be dealt, with 2 players */ \
    X(SHARE_3,      30)                                                                        \
    X(SHARE_4,      23)                                                                        \
    X(COMING,       12)    /* per cent for each cube held: a seat will come into an area */     \
    X(COMING_MOST,  90)                                                                        \
    X(RIVAL_COMING, 10)   /* the same for a rival, who then has to get ahead as well */        \
    X(OPEN_BY,      33)   /* how much each cube still to come blurs a lead, in hundredths */
/* clang-format on */
#define WEIGHT_ID(name, value) W_##name,
#define WEIGHT_VALUE(name, value) value,
#define WEIGHT_NAME(name, value) #name,
enum { WEIGHTS(WEIGHT_ID) W_COUNT };
static const int32_t weights[] = {WEIGHTS(WEIGHT_VALUE)};
static const char *const weight_names[] = {WEIGHTS(WEIGHT_NAME) NULL};
enum { SET_OF_FIVE = 500 }; /* R6.3 */

/* A seat's part of the position, worked out once. */
typedef struct seat_view {
    int value[MK_PATRONS];  /* of each patron now (R6.2) */
    int growth[MK_PATRONS]; /* tiles expected from later seasons, in hundredths */
    int tile[MK_PATRONS];   /* what one more tile of the patron is worth */
    int room[2];            /* what the two best rooms within reach are worth */
    int held;               /* cubes that can still be placed this season */
} seat_view;

static int seasons_left(const mk_state *s) { return MK_SEASONS - s->head.round; }

static bool digging(const mk_state *s) {
    return s->head.phase == MKP_EXCAVATE || s->head.phase == MKP_NEUTRAL;
}

/* --- tiles and rooms --- */

static void undealt_tiles(const mk_state *s, int count[MK_PATRONS]) {
    for (int patron = 0; patron < MK_PATRONS; patron++)
        count[patron] = pt_count(s->undealt >> (7 * patron) & 0x7F);
}

/* R6.3, with what is on the way to the next series. */
static int series_worth(const int32_t *w, const mk_player *p, bool more_to_come) {
    int least = p->tiles[0], above = 0;
    for (int patron = 1; patron < MK_PATRONS; patron++)
        if (p->tiles[patron] < least) least = p->tiles[patron];
    for (int patron = 0; patron < MK_PATRONS; patron++) above += p->tiles[patron] > least;
    assert(above < MK_PATRONS); /* somebody has the least */
    return SET_OF_FIVE * least + (more_to_come ? w[W_SERIES_0 + above] : 0);
}

/* What a cube in a room adds: the patron's better value for the tiles held and expected. */
static int room_gain(const mk_state *s, int seat, const seat_view *v, int room) {
    const mk_room *r = &mk_rooms[room];
    int gain = 0;
    for (int i = 0; i < (r->wing[0] == r->wing[1] ? 1 : 2); i++) {
        int patron = s->wing[r->wing[i]];
        if (patron == MK_NONE || r->value <= v->value[patron]) continue;
        int tiles = 100 * s->player[seat].tiles[patron] + v->growth[patron];
        gain += (r->value - v->value[patron]) * tiles;
    }
    return gain;
}

static void best_rooms(const mk_state *s, int seat, seat_view *v) {
    v->room[0] = v->room[1] = 0;
    for (unsigned rooms = mk_legal_rooms(s, seat); rooms; rooms &= rooms - 1) {
        int gain = room_gain(s, seat, v, pt_lowest(rooms));
        if (gain > v->room[0]) {
            v->room[1] = v->room[0];
            v->room[0] = gain;
        } else if (gain > v->room[1]) {
            v->room[1] = gain;
        }
    }
}

/* What one more tile of a patron is worth: its end value, its power in later seasons, its part
 * in a series. */
static int tile_worth(const mk_state *s, const int32_t *w, int seat, const seat_view *v,
                      int patron) {
    mk_player p = s->player[seat];
    bool more = seasons_left(s) > 0;
    int before = series_worth(w, &p, more);
    p.tiles[patron]++;
    return 100 * v->value[patron] + seasons_left(s) * w[W_LATER_V + patron] +
           series_worth(w, &p, more) - before;
}

static void look_at_seat(const mk_state *s, const int32_t *w, int seat,
                         const int undealt[MK_PATRONS], seat_view *v) {
    const mk_player *p = &s->player[seat];
    bool active = digging(s) && !mk_has_passed(s, seat);
    v->held = active ? p->stock + (mk_untilted(s, seat, MK_V) > 0) : 0;
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        v->value[patron] = mk_patron_value(s, seat, patron);
        /* Whoever has good rooms by a patron's wing goes for that patron's tiles. */
        v->growth[patron] =
            undealt[patron] * w[W_SHARE_2 + s->head.seats - 2] * (8 + v->value[patron]) / 10;
    }
    for (int patron = 0; patron < MK_PATRONS; patron++)
        v->tile[patron] = tile_worth(s, w, seat, v, patron);
    best_rooms(s, seat, v);
}

/* What the seat has: points, patrons, series, powers, cubes saved, and the room it may enter
 * next. */
static int standing(const mk_state *s, const int32_t *w, int seat, const seat_view *v) {
    const mk_player *p = &s->player[seat];
    int later = seasons_left(s), sum = 100 * p->points + series_worth(w, p, later > 0);
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        sum += v->value[patron] * (100 * p->tiles[patron] + v->growth[patron]);
        sum += later * w[W_LATER_V + patron] * p->tiles[patron];
        if (v->held) sum += w[W_NOW_V + patron] * mk_untilted(s, seat, patron);
    }
    if (later == 0) return sum + p->stock; /* R6.4: stock only breaks ties */
    int museum = 0;
    for (int room = 0; room < MK_ROOMS; room++) museum += s->room[room] == seat + 1;
    /* More saved than this would leave too little in reserve for the next allotment (R4.1). */
    int most = MK_CUBES - museum - mk_allotment[s->head.seats];
    int saved = p->stock < most ? p->stock : most;
    int plenty = saved > w[W_CUBES_USEFUL] ? saved - w[W_CUBES_USEFUL] : 0;
    sum += w[W_CUBE_SAVED] * (saved - plenty) + w[W_CUBE_SAVED] * plenty / 2;
    return sum + v->room[0] * w[W_ROOM_CHANCE] / 100;
}

/* --- the areas still to be surveyed --- */

/* What the tile in a slot is worth to a seat. */
static int slot_worth(const mk_state *s, const seat_view *v, int slot) {
    assert(slot < MK_SLOTS);
    if (s->slot[slot] == MK_NONE) return 0;
    const mk_tile *t = &mk_tiles[s->slot[slot] % MK_ROTATED];
    return 100 * t->points + (t->patron == MK_NONE ? 0 : v->tile[t->patron]);
}

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

/* What the first, second and later ranks of an area can expect to take. */
static void rank_worth(const mk_state *s, const seat_view *v, int area, int worth[3]) {
    int left = slot_worth(s, v, 2 * area), right = slot_worth(s, v, 2 * area + 1);
    /* The best room goes to one area only. */
    int room = (v->room[0] + v->room[1]) / 2;
    worth[0] = larger(larger(left, right), room);
    worth[1] = (larger(left, room) + larger(right, room)) / 2;
    worth[1] = (worth[1] + larger(smaller(left, right), room)) / 2;
    worth[2] = smaller(left, right) / 2;
}

/* Per cent: `other` ends above a colour with `lead` more cubes (in halves, so that the order of
 * passing counts as half a cube), with `open` cubes still to come from both. */
static int chance_above(const int32_t *w, int lead, int open) {
    if (open == 0) return lead < 0 ? 100 : 0;
    int pull = 10000 * lead / (100 + open * w[W_OPEN_BY]), size = pull < 0 ? -pull : pull;
    return 50 - 50 * pull / (100 + size);
}

/* What a seat can expect from an area: its chances to be first, second or later there. */
static int area_worth(const mk_state *s, const int32_t *w, int seat,
                      const seat_view views[MK_SEATS], const int cubes[MK_COLOURS], int area) {
    const seat_view *v = &views[seat];
    int open_here = v->held, present = 100;
    if (cubes[seat] == 0) {
        present = smaller(w[W_COMING_MOST], w[W_COMING] * v->held);
        if (present == 0) return 0;
    }
    int none = 100 * 100, one = 0; /* chances that nobody, that one is above, of 10,000 */
    for (int other = 0; other < MK_COLOURS; other++) {
        bool neutral = other == MK_NEUTRAL;
        if (other == seat || (!neutral && other >= s->head.seats)) continue;
        if (neutral && s->head.seats > 2) continue;
        int open = neutral ? 1 : views[other].held;
        if (!digging(s)) open = 0;
        if (cubes[other] == 0 && open == 0) continue;
        int lead = 2 * (cubes[seat] - cubes[other]);
        lead += mk_passing_space(s, seat) < mk_passing_space(s, other) ? 1 : 0;
        lead -= mk_passing_space(s, other) < mk_passing_space(s, seat) ? 1 : 0;
        int above = chance_above(w, lead, open + open_here);
        if (cubes[other] == 0) above = above * smaller(100, w[W_RIVAL_COMING] * open) / 100;
        one = (one * (100 - above) + none * above) / 100;
        none = none * (100 - above) / 100;
    }
    int worth[3];
    rank_worth(s, v, area, worth);
    int more = 10000 - none - one;
    return (none * worth[0] + one * worth[1] + more * worth[2]) / 10000 * present / 100;
}

static void count_cubes(const mk_state *s, int area, int cubes[MK_COLOURS]) {
    for (int colour = 0; colour < MK_COLOURS; colour++)
        cubes[colour] = mk_cubes_in(s, colour, area);
}

/* The area being surveyed: those who still choose take what is best for them, in order. */
static void add_open_area(const mk_state *s, const seat_view views[MK_SEATS],
                          int32_t expect[PT_SEATS]) {
    bool there[2];
    for (int side = 0; side < 2; side++) there[side] = s->slot[2 * s->area + side] != MK_NONE;
    for (int i = 0; i < 4 && s->queue[i]; i++) {
        int seat = mk_seat_of(s->queue[i]), worth[2];
        mk_role role = mk_role_of(s->queue[i]);
        for (int side = 0; side < 2; side++)
            worth[side] = there[side] ? slot_worth(s, &views[seat], 2 * s->area + side) : -1;
        int side = worth[1] > worth[0], room = 0;
        if (role == MKR_DISCARD) { /* the tile left over is another's to take */
            side = there[0] && there[1] ? !side : side;
            there[side] = false;
            continue;
        }
        if (role == MKR_HIGH && s->player[seat].reserve) room = views[seat].room[0];
        expect[seat] += larger(larger(worth[side], room), 0);
        if (worth[side] >= room) there[side] = false;
    }
}

static void evaluate_by(const void *state, const int32_t *w, int32_t expect[PT_SEATS]) {
    const mk_state *s = state;
    seat_view views[MK_SEATS];
    int undealt[MK_PATRONS], cubes[MK_COLOURS];
    memset(expect, 0, PT_SEATS * sizeof *expect);
    undealt_tiles(s, undealt);
    for (int seat = 0; seat < s->head.seats; seat++) {
        look_at_seat(s, w, seat, undealt, &views[seat]);
        expect[seat] = standing(s, w, seat, &views[seat]);
    }
    if (!digging(s) && s->head.phase != MKP_SURVEY) return;
    int area = 0;
    if (s->head.phase == MKP_SURVEY) {
        add_open_area(s, views, expect);
        area = s->area + 1;
    }
    for (; area < mk_areas(s); area++) {
        count_cubes(s, area, cubes);
        for (int seat = 0; seat < s->head.seats; seat++)
            expect[seat] += area_worth(s, w, seat, views, cubes, area);
    }
    if (seasons_left(s) == 0 || !digging(s)) return;
    for (int seat = 0; seat < s->head.seats; seat++)
        if (!mk_has_passed(s, seat)) expect[seat] += w[W_LAST_TO_PASS];
}

static void evaluate(const void *state, int32_t expect[PT_SEATS]) {
    evaluate_by(state, weights, expect);
}

/* --- how promising a move looks --- */

/* Where a colour stands in an area: its cubes, the most of a rival, and the most of another. */
typedef struct contest {
    int own, first, second;
} contest;

static contest contest_in(const mk_state *s, int colour, int area) {
    assert(area < mk_areas(s));
    contest c = {0, 0, 0};
    int cubes[MK_COLOURS];
    count_cubes(s, area, cubes);
    c.own = cubes[colour];
    for (int other = 0; other < MK_COLOURS; other++) {
        if (other == colour) continue;
        if (cubes[other] > c.first) {
            c.second = c.first;
            c.first = cubes[other];
        } else if (cubes[other] > c.second) {
            c.second = cubes[other];
        }
    }
    return c;
}

/* What `more` cubes do in an area. The first two ranks are nearly alike and a lead of one is
 * enough, so most is won by coming in, drawing level and getting ahead. */
static int cubes_worth(contest c, int more) {
    int now = c.own + more, worth = 12 * more;
    if (c.own == 0) worth += c.second == 0 ? 170 : 60;
    if (c.own <= c.first && now > c.first) worth += 130;
    if (c.own < c.first && now == c.first) worth += 60;
    if (c.own <= c.second && now > c.second) worth += 90;
    if (c.own == c.first + 1 && c.first > 0) worth += 40; /* a narrow lead is made safe */
    return worth;
}

/* The spaces of a placement one after the other; cubes of one area count together. */
static int placement_worth(const mk_state *s, int colour, pt_move m, int cubes) {
    int space = (int)pt_arg(m, 0), area = mk_area_of(space), here = 1, worth = 0;
    for (int i = 1; i < cubes; i++) {
        space = mk_neighbour(space, (int)pt_arg(m, i));
        if (mk_area_of(space) == area) {
            here++;
            continue;
        }
        worth += cubes_worth(contest_in(s, colour, area), here);
        area = mk_area_of(space);
        here = 1;
    }
    return worth + cubes_worth(contest_in(s, colour, area), here);
}

/* R4.12: neutral cubes are good where they push the rival down and not oneself. */
static int neutral_worth(const mk_state *s, int seat, pt_move m, int more) {
    int cubes[MK_COLOURS];
    count_cubes(s, mk_area_of((int)pt_arg(m, 0)), cubes);
    int now = cubes[MK_NEUTRAL] + more, own = cubes[seat], rival = cubes[1 - seat];
    int worth = 30;
    if (rival > 0 && now >= rival && cubes[MK_NEUTRAL] < rival) worth += own > now ? 200 : 80;
    if (own > 0 && now >= own && cubes[MK_NEUTRAL] < own) worth -= 25;
    return worth;
}

static int room_worth(const mk_state *s, int seat, int room) {
    const mk_room *r = &mk_rooms[room];
    int worth = 20;
    for (int i = 0; i < (r->wing[0] == r->wing[1] ? 1 : 2); i++) {
        int patron = s->wing[r->wing[i]], value = mk_patron_value(s, seat, patron);
        if (r->value > value)
            worth += (r->value - value) *
                     (50 * s->player[seat].tiles[patron] + 25 * seasons_left(s) + 5);
    }
    return worth;
}

static int take_worth(const mk_state *s, int seat, int side) {
    assert(s->slot[2 * s->area + side] != MK_NONE);
    const mk_tile *t = &mk_tiles[s->slot[2 * s->area + side] % MK_ROTATED];
    int worth = 60 * t->points;
    if (t->patron != MK_NONE)
        worth += 60 * mk_patron_value(s, seat, t->patron) + 45 * seasons_left(s) +
                 (s->player[seat].tiles[t->patron] ? 0 : 30);
    return worth;
}

/* Passing early wins ties and saves cubes for later seasons; in the last one it only stops. */
static int pass_worth(const mk_state *s, int seat) {
    int stock = s->player[seat].stock;
    if (seasons_left(s) == 0) return stock ? 15 : 200;
    return stock <= 2 ? 200 : 60 + 30 * mk_passed_count(s);
}

static int prior(const void *state, int seat, pt_move m) {
    const mk_state *s = state;
    int arg = (int)pt_arg(m, 0), p = 1;
    switch ((mk_verb)pt_verb_of(m)) {
    case MKV_START: p = placement_worth(s, seat, m, 1); break;
    case MKV_EXTEND: p = placement_worth(s, seat, m, 2); break;
    case MKV_VIOLET_START: p = placement_worth(s, seat, m, 1) * 5 / 4; break;
    case MKV_VIOLET_EXTEND: p = placement_worth(s, seat, m, 2) * 5 / 4; break;
    case MKV_LEMON_START: p = placement_worth(s, seat, m, 1) * 3 / 4; break;
    case MKV_LEMON_EXTEND: p = placement_worth(s, seat, m, 2) * 3 / 4; break;
    case MKV_BLACK: p = placement_worth(s, seat, m, 2); break;
    case MKV_TANG: p = placement_worth(s, seat, m, 3); break;
    case MKV_BROWN: p = 2 * room_worth(s, seat, arg); break;
    case MKV_PASS: p = pass_worth(s, seat); break;
    case MKV_N_NONE: p = 60; break;
    case MKV_N_START: p = neutral_worth(s, seat, m, 1); break;
    case MKV_N_EXTEND: p = neutral_worth(s, seat, m, 2); break;
    case MKV_TAKE: p = take_worth(s, seat, arg); break;
    case MKV_ROOM: p = room_worth(s, seat, arg); break;
    case MKV_DECLINE: p = 5; break;
    case MKV_DISCARD: p = 100; break;
    case MKV_NONE:
    case MKV_FIRST:
    case MKV_WING:
    case MKV_DEAL:
    case MKV_COUNT: break;
    }
    return p < 1 ? 1 : smaller(p, 1000);
}

/* The best looking of a few moves drawn from the list. */
static int playout(const void *state, int seat, const pt_move *list, int n, pt_rng *rng) {
    assert(n > 0);
    int best = 0, most = -1;
    for (int i = 0; i < 5; i++) {
        int k = (int)pt_below(rng, (uint32_t)n), p = prior(state, seat, list[k]);
        if (p > most) {
            best = k;
            most = p;
        }
    }
    return best;
}

/* How keen the levels are, measured by tools/ladder. */
/* clang-format off */
static const uint8_t rungs[][PT_RUNGS] = {
    {  0,  58,  78,  97, 119, 143, 173, 201}, /* 2 players */
    { 16,  56,  71,  86, 107, 154, 181, 203}, /* 3 players */
    { 16,  66,  78,  92, 118, 159, 183, 203}, /* 4 players */
};
/* clang-format on */

const pt_hints mk_hints = {.evaluate = evaluate,
                           .prior = prior,
                           .playout = playout,
                           .evaluate_by = evaluate_by,
                           .weights = weights,
                           .weight_names = weight_names,
                           .rungs = rungs};

/* Mykerinos: the excavation (R4): what may be placed where, passing, the last action, and the
 * neutral cubes of the two-player game. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"

/* --- the course of the phase --- */

static void ask_main(mk_state *s, int seat) {
    s->turn = (uint8_t)seat;
    s->head.node = PT_DECIDE;
    s->head.owes = pt_with(0, seat);
    s->head.phase = MKP_EXCAVATE;
}

/* R4.1: neutral cubes are handed out one at a time, the first player's first, while they last.
 */
static void give_neutral_cubes(mk_state *s) {
    assert(s->head.seats == 2);
    for (int i = 0; i < 2 * MK_NEUTRAL_ALLOTMENT && s->neutral_reserve > 0; i++) {
        s->neutral_reserve--;
        s->player[(s->first + i) % 2].neutral++;
    }
}

/* R4.1: every player gets cubes, as far as the reserve goes; then the first player is asked. */
void mk_begin_excavation(mk_state *s) {
    assert(s->head.phase == MKP_DEAL);
    uint8_t allotment = mk_allotment[s->head.seats];
    for (int seat = 0; seat < s->head.seats; seat++) {
        mk_player *p = &s->player[seat];
        uint8_t gain = p->reserve < allotment ? p->reserve : allotment;
        p->reserve = (uint8_t)(p->reserve - gain);
        p->stock = (uint8_t)(p->stock + gain);
        assert(p->stock + p->reserve <= MK_CUBES);
    }
    if (s->head.seats == 2) {
        give_neutral_cubes(s);
        s->passed[1] = MK_NEUTRAL + 1;
    }
    ask_main(s, s->first);
}

/* R4.2: the disk goes to the lowest free passing space. */
static void put_disk(mk_state *s, int seat) {
    int space = 0;
    while (s->passed[space]) space++;
    assert(space < MK_SEATS); /* nobody passes twice */
    s->passed[space] = (uint8_t)(seat + 1);
}

/* R4.2, R4.11: the next player clockwise who has not passed; an action of the only one left was
 * the last of the season. */
static void end_turn(mk_state *s, bool passes) {
    int seats = s->head.seats, seat = s->turn, passed = mk_passed_count(s);
    if (passes || passed == seats - 1) {
        put_disk(s, seat);
        passed++;
    }
    assert(passed <= seats);
    if (passed == seats) {
        mk_begin_survey(s);
        return;
    }
    do seat = seat + 1 < seats ? seat + 1 : 0;
    while (mk_has_passed(s, seat));
    ask_main(s, seat);
}

/* R4.12: with two players every action but a pass is followed by the neutral step. */
static void end_action(mk_state *s) {
    if (s->head.seats == 2)
        s->head.phase = MKP_NEUTRAL;
    else
        end_turn(s, false);
}

/* --- where cubes may go --- */

static mk_board all_cubes(const mk_state *s) {
    mk_board all = s->cubes[0];
    for (int colour = 1; colour < MK_COLOURS; colour++) all = mk_or(all, s->cubes[colour]);
    return all;
}

static inline mk_board cube_free_spaces(const mk_state *s) {
    return mk_minus(mk_region(s->head.round), all_cubes(s));
}

mk_board mk_cube_free(const mk_state *s) { return cube_free_spaces(s); }

mk_board mk_free(const mk_state *s) { return mk_minus(mk_cube_free(s), s->pyramids); }

/* The bits of a byte, lowest first, as first arguments of a move, and how many there are. Lists
 * are written a row of moves at a time: what a row writes behind its last move is overwritten
 * by what follows, or ignored. MK_MAX_MOVES leaves room for that, and ended() makes sure. */
enum { ROW_MOVES = 8 };
#define LOW(byte) (pt_move) PT_LOWEST_IN_BYTE(byte) << 16
#define REST(byte) ((byte) & ((byte)-1))
#define REST2(byte) REST(REST(byte))
#define ROW(b)                                                                                 \
    {                                                                                          \
        {LOW(b),                                                                               \
         LOW(REST(b)),                                                                         \
         LOW(REST2(b)),                                                                        \
         LOW(REST(REST2(b))),                                                                  \
         LOW(REST2(REST2(b))),                                                                 \
         LOW(REST(REST2(REST2(b)))),                                                           \
         LOW(REST2(REST2(REST2(b)))),                                                          \
         LOW(REST(REST2(REST2(REST2(b)))))},                                                   \
            PT_COUNT_IN_BYTE(b)                                                                \
    }
#define ROWS4(b) ROW(b), ROW((b) + 1), ROW((b) + 2), ROW((b) + 3)
#define ROWS16(b) ROWS4(b), ROWS4((b) + 4), ROWS4((b) + 8), ROWS4((b) + 12)
#define ROWS64(b) ROWS16(b), ROWS16((b) + 16), ROWS16((b) + 32), ROWS16((b) + 48)
static const struct {
    pt_move bit[ROW_MOVES];
    uint32_t count;
} bytes[256] = {ROWS64(0), ROWS64(64), ROWS64(128), ROWS64(192)};

/* The word's spaces as moves of a verb; `base` is the space of its lowest bit. */
static pt_move *list_word(pt_move *out, unsigned verb, uint64_t set, unsigned base) {
    for (pt_move m = pt_mv(verb, base, 0, 0); set; set >>= 8, m += pt_mv(0, 8, 0, 0)) {
        for (int i = 0; i < ROW_MOVES; i++) out[i] = m + bytes[set & 255].bit[i];
        out += bytes[set & 255].count;
    }
    return out;
}

static pt_move *list_starts(pt_move *out, unsigned verb, mk_board where) {
    out = list_word(out, verb, where.top, 0);
    return list_word(out, verb, where.bottom, 64);
}

/* For a set of spaces, those from which each of the four steps leads into it. */
typedef struct leads {
    mk_board into[4];
} leads;

static leads leads_into(mk_board b) {
    return (leads){{mk_north_in(b), mk_west_in(b), mk_east_in(b), mk_south_in(b)}};
}

static pt_move *list_pairs_at(pt_move *out, unsigned verb, unsigned first, const leads *l) {
    for (unsigned step = 0; step < 4; step++) {
        *out = pt_mv(verb, first, step, 0);
        out += mk_on(l->into[step], (int)first);
    }
    return out;
}

/* The word turned so that bit n is bit 0. */
static inline uint64_t turned_right(uint64_t word, int n) {
    return word >> n | word << ((64 - n) & 63);
}

/* Two cubes: the first from `firsts`, the second beside it in `seconds`. The top word has
 * nearly all of them, so it has a loop of its own that looks at one word of each lead; they are
 * turned beforehand so that the four steps of a space lie side by side. */
static pt_move *list_pairs(pt_move *out, unsigned verb, mk_board firsts, mk_board seconds) {
    leads l = leads_into(seconds);
    uint64_t north = l.into[MK_NORTH].top, west = l.into[MK_WEST].top,
             east = l.into[MK_EAST].top, south = l.into[MK_SOUTH].top;
    uint64_t some = firsts.top & (north | west | east | south);
    west = turned_right(west, 64 - MK_WEST);
    east = turned_right(east, 64 - MK_EAST);
    south = turned_right(south, 64 - MK_SOUTH);
    for (; some; some &= some - 1) {
        int first = pt_lowest(some);
        uint64_t steps = (turned_right(north, first) & 1 << MK_NORTH) |
                         (turned_right(west, first) & 1 << MK_WEST) |
                         (turned_right(east, first) & 1 << MK_EAST) |
                         (turned_right(south, first) & 1 << MK_SOUTH);
        pt_move m = pt_mv(verb, (unsigned)first, 0, 0);
        for (int i = 0; i < 4; i++) out[i] = m + (bytes[steps].bit[i] >> 8);
        out += bytes[steps].count;
    }
    for (uint64_t set = firsts.bottom; set; set &= set - 1)
        out = list_pairs_at(out, verb, 64 + (unsigned)pt_lowest(set), &l);
    return out;
}

/* R4.6: at most one of the two cubes on a pyramid. */
static pt_move *list_lemon_pairs(pt_move *out, mk_board firsts, mk_board free,
                                 mk_board cube_free) {
    leads plain = leads_into(free), any = leads_into(cube_free);
    while (mk_any(firsts)) {
        int first = mk_take(&firsts);
        const leads *l = mk_on(free, first) ? &any : &plain;
        out = list_pairs_at(out, MKV_LEMON_EXTEND, (unsigned)first, l);
    }
    return out;
}

/* R4.9: a path of three; the third cube touches the second and is not the first. */
static pt_move *list_paths(pt_move *out, mk_board firsts, mk_board free) {
    leads l = leads_into(free);
    while (mk_any(firsts)) {
        int first = mk_take(&firsts);
        for (unsigned one = 0; one < 4; one++) {
            if (!mk_on(l.into[one], first)) continue;
            int second = mk_neighbour(first, (int)one);
            for (unsigned two = 0; two < 4; two++) {
                if (two == 3 - one) continue; /* straight back onto the first */
                *out = pt_mv(MKV_TANG, (unsigned)first, one, two);
                out += mk_on(l.into[two], second);
            }
        }
    }
    return out;
}

/* --- the lists --- */

/* The length of a list that ends here, with all that its rows may have written behind it. */
static int ended(const pt_move *begin, const pt_move *end) {
    assert(end - begin <= MK_MAX_MOVES - ROW_MOVES);
    return (int)(end - begin);
}

int mk_legal_excavate(const mk_state *s, pt_move *out) {
    const pt_move *begin = out;
    int seat = s->turn;
    const mk_player *p = &s->player[seat];
    mk_board cube_free = cube_free_spaces(s), free = mk_minus(cube_free, s->pyramids);
    mk_board beside = mk_around(s->cubes[seat]), grow = mk_and(beside, free);
    bool violet = mk_untilted(s, seat, MK_V) > 0 && p->reserve >= 1;
    bool lemon = mk_untilted(s, seat, MK_L) > 0;

    if (p->stock >= 1) out = list_starts(out, MKV_START, free);
    if (p->stock >= 2 && mk_any(grow)) out = list_pairs(out, MKV_EXTEND, grow, free);
    if (violet) out = list_starts(out, MKV_VIOLET_START, free);
    if (violet && p->stock >= 1) out = list_pairs(out, MKV_VIOLET_EXTEND, grow, free);
    if (lemon && p->stock >= 1) out = list_starts(out, MKV_LEMON_START, cube_free);
    if (lemon && p->stock >= 2)
        out = list_lemon_pairs(out, mk_and(beside, cube_free), free, cube_free);
    if (mk_untilted(s, seat, MK_B) > 0 && p->stock >= 1)
        out = list_word(out, MKV_BROWN, mk_legal_rooms(s, seat), 0);
    if (mk_untilted(s, seat, MK_K) > 0 && p->stock >= 2)
        out = list_pairs(out, MKV_BLACK, free, free);
    if (mk_untilted(s, seat, MK_T) > 0 && p->stock >= 3) out = list_paths(out, grow, free);
    *out++ = pt_mv(MKV_PASS, 0, 0, 0);
    return ended(begin, out);
}

int mk_legal_neutral(const mk_state *s, pt_move *out) {
    assert(s->head.seats == 2);
    const pt_move *begin = out;
    uint8_t stock = s->player[s->turn].neutral;
    mk_board free = mk_free(s);
    *out++ = pt_mv(MKV_N_NONE, 0, 0, 0);
    if (stock >= 1) out = list_starts(out, MKV_N_START, free);
    if (stock >= 2)
        out =
            list_pairs(out, MKV_N_EXTEND, mk_and(mk_around(s->cubes[MK_NEUTRAL]), free), free);
    return ended(begin, out);
}

/* --- the moves --- */

/* Puts a cube on every space of the move. */
static void place(mk_state *s, int colour, pt_move m, int cubes) {
    int space = (int)pt_arg(m, 0);
    mk_put(&s->cubes[colour], space);
    for (int i = 1; i < cubes; i++) {
        space = mk_neighbour(space, (int)pt_arg(m, i));
        assert(space >= 0);
        mk_put(&s->cubes[colour], space);
    }
}

void mk_apply_excavate(mk_state *s, pt_move m) {
    unsigned verb = pt_verb_of(m);
    const mk_kind *k = &mk_kinds[verb];
    mk_player *p = &s->player[s->turn];
    if (verb == MKV_PASS) {
        end_turn(s, true);
        return;
    }
    if (k->patron != MK_NONE) p->tilted[k->patron]++;     /* R4.10 */
    p->reserve = (uint8_t)(p->reserve - k->from_reserve); /* R4.5 */
    p->stock = (uint8_t)(p->stock + k->from_reserve - k->cubes);
    assert(p->stock <= MK_CUBES); /* never less than none */
    if (verb == MKV_BROWN)
        s->room[pt_arg(m, 0)] = (uint8_t)(s->turn + 1);
    else
        place(s, s->turn, m, k->cubes);
    end_action(s);
}

void mk_apply_neutral(mk_state *s, pt_move m) {
    int cubes = mk_kinds[pt_verb_of(m)].cubes; /* none for n-none */
    mk_player *p = &s->player[s->turn];
    if (cubes) place(s, MK_NEUTRAL, m, cubes);
    assert(p->neutral >= cubes);
    p->neutral = (uint8_t)(p->neutral - cubes);
    end_turn(s, false);
}

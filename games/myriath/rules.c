/* Myriath: the course of the game (R3, R4, R6.1) and the table that core knows it by. */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"
#include <string.h>

static void ask_seat(mr_state *s, int seat) {
    assert(seat >= 0 && seat < s->head.seats);
    s->turn = (uint8_t)seat;
    s->head.node = PT_DECIDE;
    s->head.owes = pt_with(0, seat);
}

static int next_seat(const mr_state *s) { return (s->turn + 1) % s->head.seats; }

/* R3.3: nothing for A and B, half a point for C, a point for D. */
void mr_head_start(const mr_state *s, int16_t given[MR_SEATS]) {
    assert(s->head.seats >= 2 && s->head.seats <= MR_SEATS);
    static const int16_t half_points[MR_SEATS] = {0, 0, 1, 2};
    for (int i = 0; i < MR_SEATS; i++) given[i] = 0;
    for (int i = 0; i < s->head.seats; i++)
        given[(s->first + i) % s->head.seats] = half_points[i];
}

/* R3.2: the start player is A; the head starts are known. */
static void begin(mr_state *s, int first) {
    assert(first < s->head.seats);
    s->first = (uint8_t)first;
    s->starters = 0;
    mr_head_start(s, s->given);
    for (int seat = 0; seat < s->head.seats; seat++) s->score[seat] = (uint16_t)s->given[seat];
    s->head.phase = MRP_OCTAGON;
    ask_seat(s, first);
}

/* Seats that nobody sits on are left out of the option; if none is left, all draw. */
uint8_t mr_starters(const pt_config *config) {
    unsigned all = (1u << config->seats) - 1;
    unsigned starters = (unsigned)config->option[MRO_START] & all;
    assert(all);
    return (uint8_t)(starters ? starters : all);
}

/* R3: full hands; the start is drawn, unless one player alone may have it (R3.2). */
static void setup(void *state, const pt_config *config) {
    mr_state *s = state;
    uint8_t starters = mr_starters(config);
    assert(starters && starters >> config->seats == 0);
    s->head.seats = config->seats;
    s->head.round = 1;
    s->own = (uint8_t)config->option[MRO_OWN];
    for (int seat = 0; seat < config->seats; seat++)
        s->hand[seat] = ((uint32_t)1 << MR_PIECES) - 1;
    if ((starters & (starters - 1)) == 0) {
        begin(s, pt_lowest(starters));
        return;
    }
    s->starters = starters;
    s->head.node = PT_CHANCE;
    s->head.phase = MRP_START;
}

/* R3.2: everybody who may begin is equally likely to. */
static int chance(const void *state, pt_chance *out) {
    const mr_state *s = state;
    int n = 0;
    for (unsigned left = s->starters; left; left &= left - 1)
        out[n++] = (pt_chance){pt_mv(MRV_START, (unsigned)pt_lowest(left), 0, 0), 1};
    assert(n > 1); /* one alone does not draw */
    return n;
}

/* R3.4, R3.5: no points for octagons, whatever they touch; after the last one A begins. */
static void apply_octagon(mr_state *s, int square) {
    assert(s->head.phase == MRP_OCTAGON && !s->laid[s->turn][MR_OCTAGON]);
    mr_lay(s, s->turn, &mr_octagon, mr_square_node(square));
    s->hand[s->turn] &= ~((uint32_t)1 << MR_OCTAGON);
    int next = next_seat(s);
    if (next == s->first) s->head.phase = MRP_PLAY;
    ask_seat(s, next);
}

/* R4.1, R5: the tile leaves the hand, and all its contacts score at once. */
static void apply_place(mr_state *s, pt_move m) {
    const mr_shape *k = mr_shape_at((int)pt_arg(m, 0), (int)pt_arg(m, 1));
    assert(s->head.phase == MRP_PLAY && s->hand[s->turn] >> k->tile & 1);
    int node = (int)pt_arg(m, 2), gain[MR_SEATS];
    mr_gain(s, s->turn, k, mr_x(node), mr_y(node), gain);
    for (int seat = 0; seat < MR_SEATS; seat++)
        s->score[seat] = (uint16_t)(s->score[seat] + gain[seat]);
    mr_lay(s, s->turn, k, node);
    s->hand[s->turn] &= ~((uint32_t)1 << k->tile);
    s->passes = 0;
    ask_seat(s, next_seat(s));
}

/* R6.1: the game is over when everybody has passed in succession. */
static void apply_pass(mr_state *s) {
    assert(s->passes < s->head.seats);
    s->passes++;
    ask_seat(s, next_seat(s));
    if (s->passes < s->head.seats) return;
    s->head.node = PT_OVER;
    s->head.owes = 0;
    s->head.phase = MRP_OVER;
}

static void apply(void *state, int seat, pt_move m) {
    mr_state *s = state;
    (void)seat;
    s->head.ply++;
    switch ((mr_verb)pt_verb_of(m)) {
    case MRV_START: begin(s, (int)pt_arg(m, 0)); return;
    case MRV_OCT: apply_octagon(s, (int)pt_arg(m, 0)); return;
    case MRV_PLACE: apply_place(s, m); return;
    case MRV_PASS: apply_pass(s); return;
    case MRV_NONE:
    case MRV_COUNT: break;
    }
    assert(false && "no such move");
}

#if defined(__NVPTX__)
#define LIST_PLACEMENTS mr_placements_together
#else
#define LIST_PLACEMENTS mr_placements
#endif

/* R4.1, R4.6: every placement; a pass only when there is none. */
static int legal(const void *state, int seat, pt_move *out) {
    const mr_state *s = state;
    if (s->head.node != PT_DECIDE || !pt_has(s->head.owes, seat)) return 0;
    if (s->head.phase == MRP_OCTAGON) return mr_octagon_squares(s, out);
    int n = LIST_PLACEMENTS(s, seat, s->hand[seat], out);
    if (n == 0) out[n++] = pt_mv(MRV_PASS, 0, 0, 0);
    return n;
}

const pt_game myriath_game = {
    .name = "myriath",
    .title = "Myriath",
    .catalogue = &mr_catalogue,
    .min_seats = 2,
    .max_seats = MR_SEATS,
    .score_den = 2,
    .rules = 1,
    .max_moves = MR_PLACEMENTS_MAX,
    .max_chance = MR_SEATS,
    .max_lines = MR_KINDS + 1,
    .max_ply = MR_PLIES,
    .state_size = sizeof(mr_state),
    .verbs = {mr_verb_table, MRV_COUNT},
    .options = mr_options,
    .fields = mr_fields,
    .option_count = MRO_COUNT,
    .field_count = MR_FIELD_COUNT,
    .hints = &mr_hints,
    .setup = setup,
    .legal = legal,
    .check = mr_check,
    .apply = apply,
    .chance = chance,
    .score = mr_score,
    .rank = mr_rank,
    .explain = mr_explain,
    .blank = mr_blank,
    .settle = mr_settle,
    .audit = mr_audit,
    .ask = mr_ask,
    .show = mr_show,
    .alike = true,
    .draw = PT_NOT_IN_WASM(mr_draw),
    .tables = PT_NOT_IN_WASM(mr_show_tables),
    .again = mr_again,
};

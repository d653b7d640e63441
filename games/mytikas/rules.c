/* Mytikas: the course of the game (R3, R4.5 to R4.10) and the table that core knows it by. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include "games/mytikas/words.h"
#include <string.h>

/* --- set-up (R3) --- */

static void setup(void *state, const pt_config *config) {
    mt_state *s = state;
    int seats = config->seats;
    assert(seats >= 2 && seats <= MT_SEATS);
    s->head.seats = config->seats;
    s->head.node = PT_CHANCE;
    s->head.phase = MTP_FIRST;
    s->head.round = 1;
    s->variant = (uint8_t)config->option[0];
    for (int level = 0; level < MT_LEVELS; level++)
        s->left[level] = (uint8_t)mt_tokens_at_start(seats, level);
    memset(s->pile, mt_favors_each[seats], sizeof s->pile);
    for (int seat = 0; seat < seats; seat++) s->player[seat].spot = MT_NOWHERE;
    s->area = MT_NOWHERE;
    s->target = MT_CARDS;
}

/* R3.1, R3.7: the first player, and with them everybody's resources. */
static void apply_first(mt_state *s, unsigned seat) {
    assert(seat < s->head.seats);
    s->first = s->active = s->actor = (uint8_t)seat;
    for (int order = 0; order < s->head.seats; order++)
        for (int resource = 0; resource < MT_RESOURCES; resource++)
            s->player[mt_seat_at(s, order)].cube[mt_stack(resource, 0)] =
                mt_start_cubes[order][resource];
    s->head.phase = MTP_DEAL;
}

/* R3.4: a card, face up with one token; R3.5: two cards, face down. */
static void apply_deal(mt_state *s, unsigned card) {
    assert(mt_undealt(s) >> card & 1);
    mt_player *p = &s->player[s->actor];
    bool first_of_two = s->variant && !p->hand;
    if (s->variant) {
        p->hand = (uint16_t)(p->hand | 1u << card);
    } else {
        p->cards = (uint16_t)(1u << card);
        s->tokens[card] = 1;
    }
    if (first_of_two) return;
    s->actor = (uint8_t)mt_next_seat(s, s->actor);
    if (s->actor != s->first) return;
    s->head.phase = s->variant ? MTP_PICK : MTP_LINE;
    s->head.node = s->variant ? PT_DECIDE : PT_CHANCE;
}

/* R3.6, R3.8: the line lies; the last player takes the first favour token. */
static void apply_line(mt_state *s, unsigned card) {
    assert(!s->line);
    s->line = (uint16_t)(1u << card);
    s->actor = (uint8_t)mt_seat_at(s, s->head.seats - 1);
    s->head.node = PT_DECIDE;
    s->head.phase = MTP_SETUP;
}

unsigned mt_undealt(const mt_state *s) {
    unsigned known = s->line;
    for (int seat = 0; seat < s->head.seats; seat++) {
        known |= s->player[seat].cards;
        if (s->player[seat].hand != MT_HIDDEN) known |= s->player[seat].hand;
    }
    return ~known & 0xFFFF;
}

static int chance(const void *state, pt_chance *out) {
    const mt_state *s = state;
    int n = 0;
    assert(s->head.node == PT_CHANCE);
    if (s->head.phase == MTP_FIRST) {
        for (unsigned seat = 0; seat < s->head.seats; seat++)
            out[n++] = (pt_chance){pt_mv(MTV_FIRST, seat, 0, 0), 1};
        return n;
    }
    unsigned verb = s->head.phase == MTP_DEAL ? MTV_DEAL : MTV_REVEAL;
    for (unsigned set = mt_undealt(s); set; set &= set - 1)
        out[n++] = (pt_chance){pt_mv(verb, (unsigned)pt_lowest(set), 0, 0), 1};
    assert(n > 0);
    return n;
}

/* --- a turn (R4) --- */

static void apply_reveal(mt_state *s, unsigned card) {
    assert(s->head.phase == MTP_REVEAL && s->turned < s->locks);
    s->line = (uint16_t)(s->line | 1u << card);
    s->turned++;
    mt_end_turn(s);
}

/* What is still to do in this action, in order; then the action is over. */
static void next_step(mt_state *s) {
    if (!mt_can_take_favor(s, s->actor)) s->favors = s->heph = 0; /* R4.16, R5.12 */
    if (s->cities)
        s->head.phase = MTP_PROD;
    else if (s->combo)
        s->head.phase = MTP_PAN;
    else if (s->favors)
        s->head.phase = MTP_FAVOR;
    else if (s->heph)
        s->head.phase = MTP_HEPH;
    else if (s->moves)
        s->head.phase = MTP_MOVE;
    else if (s->lifts)
        s->head.phase = MTP_LIFT;
    else if (s->stage == MTS_FOLLOW) {
        s->changed = 0;
        mt_next_follower(s);
    } else if (s->stage == MTS_MAIN) {
        s->changed = 0;
        if (mt_can_bonus(s, s->actor, s->area))
            s->head.phase = MTP_BONUS;
        else
            mt_wrap(s);
    } else
        mt_wrap(s);
}

static int decider(const mt_state *s) {
    int seat = s->actor;
    if (s->head.phase == MTP_LOCK) (void)mt_lock_matches(s, &seat);
    assert(seat < s->head.seats);
    return seat;
}

/* R4.1: what can only be one thing is done at once. */
void mt_advance(mt_state *s) {
    for (;;) {
        while (s->head.phase == MTP_NEXT) next_step(s);
        if (s->head.node != PT_DECIDE) {
            s->head.owes = 0;
            return;
        }
        pt_move only = mt_only_option(s);
        if (!only) {
            s->head.owes = pt_with(0, decider(s));
            return;
        }
        mt_perform(s, only);
    }
}

void mt_apply(void *state, int seat, pt_move m) {
    mt_state *s = state;
    (void)seat;
    s->head.ply++;
    switch (pt_verb_of(m)) {
    case MTV_FIRST: apply_first(s, pt_arg(m, 0)); break;
    case MTV_DEAL: apply_deal(s, pt_arg(m, 0)); break;
    case MTV_REVEAL:
        if (s->head.phase == MTP_LINE)
            apply_line(s, pt_arg(m, 0));
        else
            apply_reveal(s, pt_arg(m, 0));
        break;
    default: mt_perform(s, m);
    }
    mt_advance(s);
}

static const char *const variant_names[] = {"one", "two"};
static const pt_option options[] = {
    {.name = "cards", .min = 0, .max = 1, .normal = 0, .values = variant_names},
};

const pt_game mytikas_game = {
    .name = "mytikas",
    .title = "Mytikas",
    .catalogue = &mt_catalogue,
    .min_seats = 2,
    .max_seats = MT_SEATS,
    .score_den = 1,
    .rules = 1,
    .max_moves = 37, /* MOVE: 12 stacks to 3 levels, and `done` */
    .max_chance = MT_CARDS,
    .max_lines = MT_TYPES + MT_CARDS,
    .max_ply = 50000, /* R8.40 */
    .state_size = sizeof(mt_state),
    .verbs = {mt_verb_table, MTV_COUNT},
    .options = options,
    .option_count = 1,
    .fields = mt_fields,
    .field_count = MT_FIELD_COUNT,
    .hints = &mt_hints,
    .setup = setup,
    .legal = mt_legal,
    .check = mt_check,
    .apply = mt_apply,
    .chance = chance,
    .observe = mt_observe,
    .imagine = mt_imagine,
    .sight = mt_sight,
    .score = mt_score,
    .rank = mt_rank,
    .explain = mt_explain,
    .blank = mt_blank,
    .settle = mt_settle,
    .audit = mt_audit,
    .ask = mt_ask,
    .show = mt_show,
    .draw = PT_NOT_IN_WASM(mt_draw),
    .tables = PT_NOT_IN_WASM(mt_show_tables),
};

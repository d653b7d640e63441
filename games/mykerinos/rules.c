/* Mykerinos: the course of the game (R3, R4.1, R6.1) and the table that core knows it by. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include "games/mykerinos/words.h"
#include <string.h>

/* R3: cubes to the reserves, nothing dealt yet; the first draw is the first player. */
static void setup(void *state, const pt_config *config) {
    assert(config->seats >= 2 && config->seats <= MK_SEATS);
    mk_state *s = state;
    s->head.seats = config->seats;
    s->head.round = 1;
    s->undealt = ((uint64_t)1 << MK_TILES) - 1;
    for (int seat = 0; seat < config->seats; seat++) s->player[seat].reserve = MK_CUBES;
    if (config->seats == 2) s->neutral_reserve = MK_CUBES;
    memset(s->slot, MK_NONE, sizeof s->slot);
    memset(s->wing, MK_NONE, sizeof s->wing);
    mk_wait_for_luck(s, MKP_FIRST);
}

/* R2.5: 8 tiles a season, 12 in season 4. */
int mk_dealt_before(int season) { return 8 * (season - 1); }

static int dealt(const mk_state *s) {
    int n = 0;
    while (s->slot[n] != MK_NONE) n++; /* while tiles are dealt one slot is empty */
    assert(n < mk_slots(s));
    return n;
}

static int chance_first(const mk_state *s, pt_chance *out) {
    for (unsigned seat = 0; seat < s->head.seats; seat++)
        out[seat] = (pt_chance){pt_mv(MKV_FIRST, seat, 0, 0), 1};
    return s->head.seats;
}

/* R3.2: any patron without a wing is equally likely. */
static int chance_wing(const mk_state *s, pt_chance *out) {
    int n = 0;
    for (unsigned patron = 0; patron < MK_PATRONS; patron++)
        if (!memchr(s->wing, (int)patron, sizeof s->wing))
            out[n++] = (pt_chance){pt_mv(MKV_WING, patron, 0, 0), 1};
    assert(n > 0);
    return n;
}

/* R3.3: any tile left, either way round; a tile that looks the same both ways is one outcome.
 */
static int chance_deal(const mk_state *s, pt_chance *out) {
    const pt_chance *begin = out;
    for (uint64_t left = s->undealt; left; left &= left - 1) {
        int tile = pt_lowest(left);
        uint32_t one = mk_symmetric(tile);
        out[0] = (pt_chance){pt_mv(MKV_DEAL, (unsigned)tile, 0, 0), 1 + one};
        out[1] = (pt_chance){pt_mv(MKV_DEAL, (unsigned)tile, 1, 0), 1};
        out += 2 - one;
    }
    return (int)(out - begin);
}

static int chance(const void *state, pt_chance *out) {
    const mk_state *s = state;
    switch ((mk_phase)s->head.phase) {
    case MKP_FIRST: return chance_first(s, out);
    case MKP_WINGS: return chance_wing(s, out);
    case MKP_DEAL: return chance_deal(s, out);
    case MKP_EXCAVATE:
    case MKP_NEUTRAL:
    case MKP_SURVEY:
    case MKP_OVER: break;
    }
    assert(false && "nothing is drawn");
    return 0;
}

static void apply_wing(mk_state *s, unsigned patron) {
    int wing = 0;
    while (s->wing[wing] != MK_NONE) wing++;
    assert(wing < MK_PATRONS && patron < MK_PATRONS);
    s->wing[wing] = (uint8_t)patron;
    if (wing == MK_PATRONS - 1) s->head.phase = MKP_DEAL;
}

static void apply_deal(mk_state *s, unsigned tile, unsigned turned) {
    int slot = dealt(s);
    assert(s->undealt >> tile & 1);
    s->undealt &= ~((uint64_t)1 << tile);
    s->slot[slot] = (uint8_t)(tile + turned * MK_ROTATED);
    s->pyramids = mk_or(s->pyramids, mk_slot_pyramids(slot, s->slot[slot]));
    if (slot + 1 == mk_slots(s)) mk_begin_excavation(s);
}

static void apply(void *state, int seat, pt_move m) {
    mk_state *s = state;
    (void)seat;
    s->head.ply++;
    switch ((mk_phase)s->head.phase) {
    case MKP_FIRST:
        s->first = s->turn = (uint8_t)pt_arg(m, 0);
        assert(s->first < s->head.seats);
        s->head.phase = MKP_WINGS;
        return;
    case MKP_WINGS: apply_wing(s, pt_arg(m, 0)); return;
    case MKP_DEAL: apply_deal(s, pt_arg(m, 0), pt_arg(m, 1)); return;
    case MKP_EXCAVATE: mk_apply_excavate(s, m); return;
    case MKP_NEUTRAL: mk_apply_neutral(s, m); return;
    case MKP_SURVEY: mk_apply_survey(s, m); return;
    case MKP_OVER: assert(false); return; /* nobody has a move */
    }
}

static int legal(const void *state, int seat, pt_move *out) {
    const mk_state *s = state;
    if (!pt_has(s->head.owes, seat)) return 0;
    switch ((mk_phase)s->head.phase) {
    case MKP_EXCAVATE: return mk_legal_excavate(s, out);
    case MKP_NEUTRAL: return mk_legal_neutral(s, out);
    case MKP_SURVEY: return mk_legal_survey(s, out);
    case MKP_FIRST:
    case MKP_WINGS:
    case MKP_DEAL:
    case MKP_OVER: break;
    }
    assert(false && "nobody owes a move");
    return 0;
}

const pt_game mykerinos_game = {
    .name = "mykerinos",
    .title = "Mykerinos",
    .catalogue = &mk_catalogue,
    .min_seats = 2,
    .max_seats = 4,
    .score_den = 1,
    .rules = 1,
    .max_moves = MK_MAX_MOVES,
    .max_chance = 2 * MK_TILES,
    .max_lines = MK_PATRONS + 2,
    .max_ply = MK_PLIES,
    .state_size = sizeof(mk_state),
    .verbs = {mk_verb_table, MKV_COUNT},
    .fields = mk_fields,
    .field_count = MK_FIELD_COUNT,
    .hints = &mk_hints,
    .setup = setup,
    .legal = legal,
    .check = mk_check,
    .apply = apply,
    .chance = chance,
    .score = mk_score,
    .rank = mk_rank,
    .explain = mk_explain,
    .blank = mk_blank_state,
    .settle = mk_settle,
    .audit = mk_audit,
    .alike = true,
    .ask = mk_ask,
    .show = mk_show,
    .draw = PT_NOT_IN_WASM(mk_draw),
    .tables = PT_NOT_IN_WASM(mk_show_tables),
};

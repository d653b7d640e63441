/* Myst: setting up and the first choice (R3, R4.1, R4.2), and the table through which core
 * knows the game. The race is in race.c, the Exploration in explore.c. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"
#include <string.h>

/* --- R3 --- */

void ms_blank(void *state, const pt_config *config) {
    assert(config->seats == MS_TEAMS);
    ms_state *s = state;
    s->head.seats = MS_TEAMS;
    s->ages = (uint8_t)config->option[MSO_YOUNGEST];
    s->pmode = (uint8_t)config->option[MSO_PMODE];
    s->weight[MS_YELLOW] = (uint16_t)config->option[MSO_WY];
    s->weight[MS_BLUE] = (uint16_t)config->option[MSO_WB];
    s->hard = (uint8_t)config->option[MSO_HARD];
    s->youngest = s->order = s->mover = MS_NONE;
    memset(s->choice, MS_NONE, sizeof s->choice);
    memset(s->first, MS_NONE, sizeof s->first);
    memset(s->pos, MS_NONE, sizeof s->pos);
}

static void setup(void *state, const pt_config *config) {
    ms_state *s = state;
    ms_blank(s, config);
    ms_wait_for_luck(s, MS_NONE, MSP_YOUNG);
}

/* R3.2: the line is written even where the ages are known. */
static int chance_young(const ms_state *s, pt_chance *out) {
    int n = 0;
    for (unsigned team = 0; team < MS_TEAMS; team++)
        if (s->ages == team || s->ages == MS_TEAMS)
            out[n++] = (pt_chance){pt_mv(MSV_YOUNG, team, 0, 0), 1};
    assert(n > 0);
    return n;
}

/* R3.3: Yellow's cards first, then Blue's; any card that lies nowhere yet is equally likely. */
static int chance_deal(const ms_state *s, pt_chance *out) {
    unsigned team = s->cards[MS_YELLOW] < MS_DEALT ? MS_YELLOW : MS_BLUE;
    int n = 0;
    for (uint32_t left = MS_ALL_CARDS & ~(s->hand[0] | s->hand[1]); left; left &= left - 1)
        out[n++] = (pt_chance){pt_mv(MSV_DEAL, team, (unsigned)pt_lowest(left), 0), 1};
    return n;
}

static void apply_deal(ms_state *s, unsigned team, unsigned card) {
    assert(!((s->hand[0] | s->hand[1]) >> card & 1));
    s->hand[team] |= 1u << card;
    s->cards[team]++;
    if (s->cards[MS_BLUE] == MS_DEALT) ms_ask_team(s, s->youngest, MSP_CHOOSE);
}

/* --- R4.1, R4.2 --- */

/* R3.5, R3.6: both Key pieces go to their cells, and the race begins. */
static void place_first(ms_state *s) {
    assert(s->choice[0] != s->choice[1]);
    for (int team = 0; team < MS_TEAMS; team++) {
        s->first[team] = ms_landmarks[s->choice[team]].key;
        s->owner[team] = ms_bit(s->first[team]);
        s->choice[team] = MS_NONE;
    }
    ms_begin_race(s);
}

static void apply_choose(ms_state *s, int team, unsigned landmark) {
    assert(landmark < MS_LANDMARKS && s->choice[team] == MS_NONE);
    int rival = ms_rival(team);
    s->choice[team] = (uint8_t)landmark;
    if (s->choice[rival] == MS_NONE)
        ms_ask_team(s, rival, MSP_CHOOSE);
    else if (s->choice[rival] == landmark)
        ms_ask_team(s, ms_rival(s->youngest), MSP_RECHOOSE);
    else
        place_first(s);
}

static int legal_choose(const ms_state *s, pt_move *out) {
    bool again = s->head.phase == MSP_RECHOOSE;
    int n = 0;
    for (unsigned landmark = 0; landmark < MS_LANDMARKS; landmark++)
        if (!again || s->choice[s->youngest] != landmark)
            out[n++] = pt_mv(again ? MSV_RECHOOSE : MSV_CHOOSE, landmark, 0, 0);
    assert(n == (again ? MS_LANDMARKS - 1 : MS_LANDMARKS));
    return n;
}

/* --- the course of the game --- */

static int legal(const void *state, int seat, pt_move *out) {
    const ms_state *s = state;
    if (!pt_has(s->head.owes, seat)) return 0;
    if (s->head.phase == MSP_PUZZLE) return ms_legal_race(s, seat, out);
    if (s->head.phase > MSP_PUZZLE) return ms_legal_explore(s, seat, out);
    return legal_choose(s, out);
}

static int chance(const void *state, pt_chance *out) {
    const ms_state *s = state;
    switch (s->head.phase) {
    case MSP_YOUNG: return chance_young(s, out);
    case MSP_DEAL: return chance_deal(s, out);
    case MSP_PUZZLE: return ms_chance_tempo(s, out);
    default: break;
    }
    assert(s->head.phase == MSP_TURNS || s->head.phase == MSP_SPIN);
    return ms_chance_spinner(s, out);
}

static void apply(void *state, int seat, pt_move m) {
    ms_state *s = state;
    s->head.ply++;
    switch ((ms_verb)pt_verb_of(m)) {
    case MSV_YOUNG:
        s->youngest = (uint8_t)pt_arg(m, 0);
        s->head.phase = MSP_DEAL;
        return;
    case MSV_DEAL: apply_deal(s, pt_arg(m, 0), pt_arg(m, 1)); return;
    case MSV_CHOOSE: apply_choose(s, seat, pt_arg(m, 0)); return;
    case MSV_RECHOOSE:
        s->choice[seat] = (uint8_t)pt_arg(m, 0);
        place_first(s);
        return;
    case MSV_PLACE:
    case MSV_LINK:
    case MSV_WAIT:
    case MSV_TEMPO: ms_apply_race(s, seat, m); return;
    case MSV_TURNS:
    case MSV_SPIN:
    case MSV_MOVE:
    case MSV_STAY:
    case MSV_BOOK:
    case MSV_JUMP:
    case MSV_LAY:
    case MSV_REMOVE:
    case MSV_SKIP:
    case MSV_END: ms_apply_explore(s, seat, m); return;
    case MSV_NONE:
    case MSV_TRY:
    case MSV_TRYLINK:
    case MSV_COUNT: assert(false && "this is never a legal move");
    }
}

const pt_game myst_game = {
    .name = "myst",
    .title = "Myst",
    .catalogue = &ms_catalogue,
    .min_seats = MS_TEAMS,
    .max_seats = MS_TEAMS,
    .score_den = 1,
    .rules = 1,
    .max_moves = MS_CELLS,
    .max_chance = MS_CARDS,
    .max_lines = 1 + 2 * MS_DEALT,
    .max_ply = MS_PLIES,
    .state_size = sizeof(ms_state),
    .verbs = {ms_verb_table, MSV_COUNT},
    .options = ms_options,
    .fields = ms_fields,
    .option_count = MS_OPTION_COUNT,
    .for_people = "pmode=rt",
    .field_count = MS_FIELD_COUNT,
    .hints = &ms_hints,
    .setup = setup,
    .legal = legal,
    .check = ms_check,
    .apply = apply,
    .chance = chance,
    .race = &ms_real_time,
    .team = &ms_people,
    .timeout = ms_timeout_move,
    .observe = ms_observe,
    .imagine = ms_imagine,
    .sight = ms_sight,
    .score = ms_score,
    .rank = ms_rank,
    .explain = ms_explain,
    .blank = ms_blank,
    .settle = ms_settle,
    .audit = ms_audit,
    .ask = ms_ask,
    .show = ms_show,
    .tables = PT_NOT_IN_WASM(ms_show_tables),
    .draw = PT_NOT_IN_WASM(ms_draw),
};

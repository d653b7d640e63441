/* Bots: they play any game from views, legally, repeatably, and greedy plays better. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include <criterion/criterion.h>
#include <string.h>

typedef struct match {
    const pt_game *g;
    pt_bot *bot[PT_SEATS];
    uint64_t state[PT_STATE_MAX / 8], view[PT_STATE_MAX / 8];
    pt_move moves[8192];
    pt_chance luck[1024];
    uint64_t signature;
} match;

static void step(match *m, pt_rng *rng) {
    PT_TEXT(why, 256);
    int seat = pt_mover(m->state);
    pt_move move;
    if (seat == PT_LUCK) {
        int n = m->g->chance(m->state, m->luck);
        move =
            m->luck[pt_chance_at(m->luck, n, pt_below(rng, pt_chance_total(m->luck, n)))].move;
    } else {
        pt_observe(m->g, m->state, seat, m->view);
        move = pt_bot_pick(m->bot[seat], m->view, seat, rng);
    }
    m->signature = m->signature * 31 + move;
    cr_assert_eq(pt_play(m->g, m->state, seat, move, &why), PT_OK, "%s", why.at);
}

/* At most `plies` moves of a game, each seat played by a kind of bot. */
static void play(match *m, int seats, const pt_bot_kind *const kinds[], uint64_t seed,
                 int plies) {
    pt_config config = pt_config_normal(m->g, seats);
    pt_rng rng = {seed};
    m->signature = 0;
    pt_start(m->g, m->state, &config);
    for (int seat = 0; seat < seats; seat++)
        cr_assert(m->bot[seat] = pt_bot_new(kinds[seat], m->g));
    while (plies-- > 0 && pt_head_of(m->state)->node != PT_OVER) step(m, &rng);
    for (int seat = 0; seat < seats; seat++) pt_bot_free(m->bot[seat]);
}

Test(bots, every_kind_is_found_by_its_name) {
    for (int i = 0; pt_bots[i]; i++) cr_assert_eq(pt_bot_named(pt_bots[i]->name), pt_bots[i]);
    cr_assert_null(pt_bot_named("nobody"));
    cr_assert_null(pt_bot_named(""));
}

Test(bots, every_kind_plays_legal_moves_in_every_game) {
    static match m;
    for (int i = 0; pt_games[i]; i++)
        for (int k = 0; pt_bots[k]; k++)
            for (int seats = pt_games[i]->min_seats; seats <= pt_games[i]->max_seats; seats++) {
                const pt_bot_kind *all[PT_SEATS];
                for (int seat = 0; seat < PT_SEATS; seat++) all[seat] = pt_bots[k];
                m.g = pt_games[i];
                play(&m, seats, all, (uint64_t)(seats + k), 150);
            }
}

Test(bots, the_same_numbers_give_the_same_game) {
    static match m;
    const pt_bot_kind *const kinds[] = {&pt_bot_greedy, &pt_bot_random, &pt_bot_greedy};
    m.g = pt_game_named("mykerinos");
    play(&m, 3, kinds, 5, 1000);
    uint64_t first = m.signature;
    play(&m, 3, kinds, 5, 1000);
    cr_assert_eq(m.signature, first);
    play(&m, 3, kinds, 6, 1000);
    cr_assert_neq(m.signature, first);
}

Test(bots, greedy_beats_random_at_mykerinos) {
    static match m;
    int games = 0, won = 0;
    m.g = pt_game_named("mykerinos");
    for (int seats = 2; seats <= 4; seats++)
        for (int hero = 0; hero < seats; hero++, games++) {
            const pt_bot_kind *kinds[PT_SEATS];
            uint8_t place[PT_SEATS];
            for (int seat = 0; seat < seats; seat++)
                kinds[seat] = seat == hero ? &pt_bot_greedy : &pt_bot_random;
            play(&m, seats, kinds, (uint64_t)(10 * seats + hero), 1000);
            m.g->rank(m.state, place);
            won += place[hero] == 1;
        }
    cr_assert_geq(won, games - 1, "greedy won %d of %d", won, games);
}

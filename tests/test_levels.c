/* The ladder of levels (docs/ladder.md): each stands above those below it, and none throws a
 * turn away. Levels below the master are limited by iterations alone here, so every machine
 * plays the same games. */
/* SPDX-License-Identifier: MIT */
#include "bots/match.h"
#include "core/json.h"
#include "core/measures.h"
#include "tests/thinking.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(levels, are_keener_step_by_step_in_every_game_and_number_of_players) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        cr_assert(g->hints && g->hints->rungs, "%s: tools/ladder measures it", g->name);
        for (int row = 0; row <= g->max_seats - g->min_seats; row++)
            for (int level = 1; level < PT_RUNGS; level++)
                cr_expect_gt(g->hints->rungs[row][level], g->hints->rungs[row][level - 1],
                             "%s, %d players, %s", g->name, g->min_seats + row,
                             pt_levels[level].name);
    }
}

static pt_bot *unhurried(const pt_bot_kind *kind, const pt_game *g) {
    pt_bot *bot = pt_bot_new(kind, g);
    bot->budget = (pt_budget){.iterations = 1000000}; /* it stops at its own number */
    return bot;
}

/* How many of `games` games of two the first level wins; half for a shared win. */
static double wins(const pt_game *g, int high, int low, int games) {
    pt_bot *bot[2] = {unhurried(&pt_levels[high], g), unhurried(&pt_levels[low], g)};
    double sum = 0;
    for (int n = 0; n < games; n++) {
        pt_match m = {.game = g, .config = pt_config_normal(g, 2), .seed = (uint64_t)n / 2 + 1};
        for (int seat = 0; seat < 2; seat++) {
            m.bot[seat] = bot[seat ^ (n & 1)];
            m.own[seat] = (uint64_t)(seat ^ (n & 1));
        }
        sum += pt_match_play(&m, NULL, NULL).share[n & 1];
    }
    pt_bot_free(bot[0]);
    pt_bot_free(bot[1]);
    return sum;
}

/* Three steps of 60 to 75 % are 77 to 96 %: of 40 games some 35. Fewer than 27, or than 3 of
 * the 8 in one game, would be a chance in thousands. */
Test(levels, a_level_three_steps_up_wins_most_games) {
    double all = 0, of = 0;
    for (int i = 0; pt_games[i]; i++) {
        double won = wins(pt_games[i], 3, 0, 8);
        cr_expect_geq(won, 3, "%s: %.1f of 8", pt_games[i]->name, won);
        all += won;
        of += 8;
    }
    cr_expect_geq(all, of * 27 / 40, "%.1f of %.0f", all, of);
}

/* How far behind the best a move is for the least keen player, and how far the average: found
 * again by the same search from the same random numbers. */
static int32_t behind(const pt_game *g, const void *view, int seat, pt_move made, pt_rng rng,
                      int32_t *average) {
    static const struct {
        const char *name;
        long value;
    } dull[] = {{"overlook", 360}, {"depth", 1}, {"forget", 1}, {"hasty", 1}};
    pt_search_options o = pt_search_normal();
    for (size_t i = 0; i < sizeof dull / sizeof *dull; i++)
        cr_assert(pt_search_set(&o, dull[i].name, dull[i].value));
    unsigned char *memory;
    pt_search *search = opened(g, 1 << 20, o, &memory);
    pt_search_run(search, view, seat, &rng, &(pt_budget){.iterations = 64});
    pt_found found[24];
    int n = pt_search_found(search, found, 24);
    int64_t sum = 0;
    int32_t top = 0, own = -1;
    for (int i = 0; i < n; i++) {
        sum += found[i].share[seat];
        if (found[i].share[seat] > top) top = found[i].share[seat];
        if (found[i].move == made) own = found[i].share[seat];
    }
    pt_search_close(search);
    free(memory);
    cr_assert(n > 0 && own >= 0, "%s: a move that it never looked at", g->name);
    *average = (int32_t)(top - sum / n);
    return top - own;
}

/* However wrong it judges, it plays no move that it sees to be as far below the average as the
 * best is above; and it does not always play the best. So does every character. */
Test(levels, err_but_throw_no_turn_away) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], view[PT_STATE_MAX];
    int erred = 0, chosen = 0, otherwise = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        pt_move *list = calloc(g->max_moves, sizeof *list);
        PT_TEXT(why, 200);
        pt_bot *bot = pt_bot_made("beginner:keen=0,slack=10000,iterations=64", g, &why);
        cr_assert(bot, "%s", why.at);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            if (!some_state(g, g->min_seats, seed, s)) continue;
            int seat = pt_mover(s);
            pt_observe(g, s, seat, view);
            if (g->legal(view, seat, list) < 2) continue;
            pt_rng rng = {seed};
            pt_move made = pt_bot_pick(bot, view, seat, &rng);
            int32_t average, lost = behind(g, view, seat, made, (pt_rng){seed}, &average);
            cr_expect_leq(lost, 2 * average, "%s, seed %d", g->name, (int)seed);
            erred += lost > 0;
            chosen++;
            const pt_measures *m = pt_measures_of(g);
            bot->style = m && m->characters ? m->characters->count : 0;
            for (; bot->style; bot->style--) {
                rng = (pt_rng){seed};
                pt_move styled = pt_bot_pick(bot, view, seat, &rng);
                lost = behind(g, view, seat, styled, (pt_rng){seed}, &average);
                cr_expect_leq(lost, 2 * average, "%s, seed %d, character %d", g->name,
                              (int)seed, bot->style);
                otherwise += styled != made;
            }
        }
        free(list);
        pt_bot_free(bot);
    }
    cr_expect(chosen > 50 && erred > chosen / 4, "%d of %d", erred, chosen);
    cr_expect(otherwise > chosen / 4, "%d of %d", otherwise, chosen);
}

/* Every host of a table asks this whether it may seat a bot. */
Test(levels, are_known_by_their_names_only) {
    static const char *const unknown[] = {"nobody",  "",      "Master",
                                          "master ", "maste", "master:time=9"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        cr_expect_eq(pt_level_named(unknown[i], pt_games[0]), -1, "%s", unknown[i]);
    for (int i = 0; pt_bots[i]; i++)
        cr_expect(pt_level_named(pt_bots[i]->name, pt_games[0]) >= 0, "%s", pt_bots[i]->name);
}

/* A page says it beforehand (Myst R4.14). The table asks pt_level_named, too. */
Test(levels, tell_how_quick_they_are_in_a_race) {
    static const struct {
        const char *name, *told;
    } row[] = {
        {"greedy", "\"pace\":1"},   {"beginner", "\"pace\":0"}, {"learner", "\"pace\":0"},
        {"casual", "\"pace\":1"},   {"regular", "\"pace\":1"},  {"skilled", "\"pace\":2"},
        {"seasoned", "\"pace\":2"}, {"expert", "\"pace\":3"},   {"elite", "\"pace\":3"},
        {"master", "\"pace\":4"},   {"champion", "\"pace\":4"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        PT_TEXT(out, 600);
        pt_json j = pt_json_on(&out);
        pt_tell_bot(&j, pt_bot_named(row[i].name));
        cr_expect(strstr(out.at, row[i].told), "%s", out.at);
    }
}

/* A page has a small memory, and fills with zeros what it takes a second time. */
Test(levels, take_no_more_memory_than_their_tree_uses) {
    for (int i = 0; pt_games[i]; i++)
        for (int level = 1; level < PT_LEVELS; level++) {
            size_t size = pt_levels[level].size(pt_games[i]);
            cr_expect_leq(pt_levels[level - 1].size(pt_games[i]), size);
            cr_expect_leq(size, 66u << 20, "%s %s", pt_games[i]->name, pt_levels[level].name);
            if (level < 5) cr_expect_leq(size, 16u << 20, "%s", pt_games[i]->name);
        }
}

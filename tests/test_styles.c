/* Characters: a level of the ladder and a style of play (bots/search/style.c). Each does more
 * of what it says than the plain level, over fixed seeds: iterations, not time, limit the bots.
 */
/* SPDX-License-Identifier: MIT */
#include "bench/styles.h"
#include "core/ids.h"
#include "tests/thinking.h"

/* `most`: games are played so far that their ways part and chance has not the last word. */
static void does_what_it_says(const char *game, const char *level, int rounds, int most) {
    const pt_game *g = pt_game_named(game);
    const pt_measures *m = pt_measures_of(g);
    cr_assert(m->characters->count >= 2, "at least two characters that one can tell apart");
    for (int i = 0; i < m->characters->count; i++) {
        styles_row r;
        cr_assert(styles_measure(g, g->min_seats, level, i + 1, rounds, most, &r));
        cr_expect(r.liked > r.liked_error, "%s %s: %.2f, standard error %.2f", game,
                  m->characters->ids[i], r.liked, r.liked_error);
    }
}

Test(styles, cyclades) { does_what_it_says("cyclades", "casual:iterations=40", 8, 60); }
Test(styles, mykerinos) { does_what_it_says("mykerinos", "casual:iterations=64", 5, 0); }
Test(styles, myriath) { does_what_it_says("myriath", "casual:iterations=100", 24, 60); }
Test(styles, myst) { does_what_it_says("myst", "casual:iterations=40", 6, 60); }
Test(styles, mytikas) { does_what_it_says("mytikas", "casual:iterations=80", 24, 60); }

/* A win that is certain is not given up for one that is only likely. */
Test(styles, give_nothing_up_that_is_certain) {
    _Alignas(max_align_t) unsigned char s[PT_STATE_MAX], view[PT_STATE_MAX];
    int sure = 0;
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        const pt_measures *m = pt_measures_of(g);
        if (!m || !m->characters) continue;
        unsigned char *memory;
        pt_search *search = opened(g, 4 << 20, pt_search_normal(), &memory);
        for (uint64_t seed = 1; seed <= 150; seed++) {
            if (!some_state(g, g->min_seats, seed, s)) continue;
            int seat = pt_mover(s);
            pt_found found[64];
            pt_rng rng = {seed};
            pt_observe(g, s, seat, view);
            pt_move best =
                pt_search_run(search, view, seat, &rng, &(pt_budget){.iterations = 200});
            int n = pt_search_found(search, found, 64), at = 0;
            while (at < n && found[at].move != best) at++;
            if (at == n || !found[at].sure) continue;
            sure++;
            for (int k = 0; k < m->characters->count; k++) {
                pt_move liked = pt_search_prefer(search, &m->styles[k], best, 0, &rng);
                int other = 0;
                while (found[other].move != liked) cr_assert(++other < n);
                cr_expect(found[other].sure, "%s, seed %d", g->name, (int)seed);
                cr_expect_eq(found[other].share[seat], found[at].share[seat]);
            }
        }
        pt_search_close(search);
        free(memory);
    }
    cr_expect(sure > 5, "%d", sure);
}

/* A seat keeps "beginner:style=builder" as its level (PT_ID), and people read both words. */
Test(styles, have_names_and_say_what_they_like) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_measures *m = pt_measures_of(pt_games[i]);
        const pt_names *list = m ? m->characters : NULL;
        for (int k = 0; list && k < list->count; k++) {
            cr_expect(strlen(list->ids[k]) <= PT_STYLE_ID, "%s", list->ids[k]);
            for (int level = 0; pt_bots[level]; level++) {
                PT_TEXT(text, PT_ID);
                if (!pt_bot_has_styles(pt_bots[level])) continue;
                pt_print_choice((pt_bot_choice){pt_bots[level], k + 1}, pt_games[i], &text);
                cr_expect(!text.cut, "%s", text.at);
            }
            for (int language = 0; language < PT_LANGUAGES; language++) {
                PT_TEXT_IN(about, 200, language);
                cr_assert(list->in[language].form_names);
                cr_expect_str_eq(list->in[language].form_names, "about");
                pt_say_form(&about, list, k, 1);
                cr_expect(about.used > 5 && !about.cut, "%s", list->ids[k]);
            }
        }
    }
}

/* Only levels and the champion have a style, and only one of the game's. */
Test(styles, are_those_of_the_game) {
    static const struct {
        const char *text, *words; /* NULL: there is such a bot */
    } row[] = {
        {"skilled:style=raider", NULL},
        {"champion:style=miser", NULL},
        {"skilled:style=climber",
         "Cyclades has no character 'climber'; there are: builder raider miser"},
        {"skilled:style=", "Cyclades has no character ''; there are: builder raider miser"},
        {"skilled:style=raider2",
         "Cyclades has no character 'raider2'; there are: builder raider miser"},
        {"uct:style=raider", "uct has no setting 'style=raider'"},
    };
    const pt_game *g = pt_game_named("cyclades");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        PT_TEXT(why, 200);
        pt_bot *bot = pt_bot_made(row[i].text, g, &why);
        cr_expect_eq(bot != NULL, !row[i].words, "%s", row[i].text);
        cr_expect_str_eq(why.at, row[i].words ? row[i].words : "");
        pt_bot_choice c = pt_bot_chosen(row[i].text, g);
        cr_expect_eq(c.kind != NULL, !row[i].words, "%s", row[i].text);
        if (bot) {
            PT_TEXT(text, 40);
            pt_print_choice(c, g, &text);
            cr_expect_str_eq(text.at, row[i].text);
            cr_expect(bot->style == c.style && c.style > 0);
        }
        pt_bot_free(bot);
    }
    /* What a table lets people choose is a level and a character, no other setting. */
    cr_expect_null(pt_bot_chosen("skilled:style=raider,time=9", g).kind);
    cr_expect_null(pt_bot_chosen("skilled:time=9", g).kind);
    cr_expect_eq(pt_level_named("skilled:style=raider", g), pt_level_named("skilled", g));
    cr_expect_eq(pt_level_named("skilled:style=climber", g), -1);
}

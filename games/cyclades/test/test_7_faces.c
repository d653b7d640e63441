/* R1.3, R7: what people and pages see: the board with its targets, the view as JSON, the words
 * of a question, and what bots are told. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"
#include <stdio.h>
#include <stdlib.h>

static cy_state midgame(int players, uint64_t seed, int plies) {
    cy_state s = fresh(players);
    pt_rng rng = {seed};
    pt_move moves[256];
    pt_chance luck[64];
    while (plies-- > 0 && s.head.node != PT_OVER)
        pt_random_step(&cyclades_game, &s, &rng, moves, luck);
    return s;
}

static bool points_at(const pt_canvas *c, const pt_kind *kind, int value) {
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++)
            if (c->cell[y][x].kind == kind && c->cell[y][x].value == value) return true;
    return false;
}

/* R7.1: whatever a legal move points at can be clicked, numbers apart; 80 columns are enough.
 */
Test(cyclades, r7_1_everything_a_move_points_at_is_on_the_board) {
    pt_canvas *c = malloc(sizeof *c);
    for (int players = 2; players <= 5; players++)
        for (int plies = 20; plies < 600; plies += 29) {
            cy_state s = midgame(players, (uint64_t)(players + plies), plies), view;
            pt_move list[256];
            int seat = pt_mover(&s);
            if (seat < 0) continue;
            cy_observe(&s, seat, &view);
            pt_canvas_clear(c);
            cy_draw(&view, seat, c);
            cr_assert(c->width <= 80, "%d columns", c->width);
            int n = cy_legal(&view, seat, list);
            for (int i = 0; i < n; i++) {
                const pt_verb *verb = &cy_verb_table[pt_verb_of(list[i])];
                for (int arg = 0; arg < PT_ARGS && verb->kind[arg]; arg++) {
                    int value;
                    const pt_kind *kind = pt_points_at(verb, list[i], arg, &value);
                    bool number = !kind->names && kind != &cy_place_kind;
                    cr_assert(number || points_at(c, kind, value), "no %s %d", kind->name,
                              value);
                }
            }
        }
    free(c);
}

static bool says(const cy_state *view, int viewer, const char *words) {
    static char memory[1 << 16];
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_json json = pt_json_on(&text);
    cy_show(view, viewer, &json);
    cr_assert(!text.cut);
    return strstr(memory, words) != NULL;
}

/* R1.3 */
Test(cyclades, r1_3_the_page_shows_no_hidden_gold) {
    cy_state s = position(3, "phase bid\ngold 33 44 55\nisle n1 p1 1\nisle n2 p2 1\n"
                             "isle n3 p3 1"),
             view;
    cy_observe(&s, 0, &view);
    cr_expect(says(&view, 0, "\"gold\":33"));
    cr_expect(says(&view, 0, "\"gold\":null"));
    cr_expect_not(says(&view, 0, "44"));
    cr_expect_not(says(&view, 0, "65535"));
    cy_observe(&s, PT_PUBLIC, &view);
    cr_expect_not(says(&view, PT_PUBLIC, "\"gold\":33"));
}

/* R4.7: only the bidder reads how much they can offer. */
Test(cyclades, r4_7_the_highest_offering_is_told_to_the_bidder_only) {
    cy_state s = position(3, "phase offer\nchosen ares\ngold 33 44 55\nisle n1 p1 1\n"
                             "isle n2 p2 1\nisle n3 p3 1"),
             view;
    PT_TEXT(words, 256);
    cy_observe(&s, 0, &view);
    cy_ask(&view, 0, &words);
    cr_expect(strstr(words.at, "33"), "%s", words.at);
    pt_clear(&words);
    cy_observe(&s, 1, &view);
    cy_ask(&view, 1, &words);
    cr_expect_str_eq(words.at, "Waiting for player 1");
}

/* R5.1: the question says what to choose, not only what the creature does. */
Test(cyclades, r5_1_a_creature_asks_for_its_first_decision) {
    static const char *const asked[][2] = {
        {"medusa", "Medusa: place the figure on an isle. Or waste the card without effect"},
        {"kraken",
         "Kraken: choose the sea space where it rises. Or waste the card without effect"},
        {"pegasus",
         "Pegasus: choose the isle whose troops fly. Or waste the card without effect"},
        {"harpy", "Harpy: remove a troop. Or waste the card without effect"},
        {"sphinx", "Sphinx: what do you sell? Each unit and card brings 2 gold"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char text[128];
        PT_TEXT(words, 256);
        snprintf(text, sizeof text,
                 "phase power\ncard %s\nisle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1", asked[i][0]);
        cy_state s = position(3, text);
        cy_ask(&s, 0, &words);
        cr_expect_str_eq(words.at, asked[i][1]);
        pt_clear(&words);
        cy_ask(&s, PT_PUBLIC, &words);
        cr_expect_str_eq(words.at, "Waiting for player 1");
    }
}

static void expect_ask_in(int language, const char *text, int seat, const char *words) {
    PT_TEXT_IN(asked, 300, language);
    cy_state s = position(3, text), view;
    cy_observe(&s, seat, &view);
    cy_ask(&view, seat, &asked);
    cr_expect_str_eq(asked.at, words);
}

static void expect_ask(const char *text, int seat, const char *words) {
    expect_ask_in(PT_ENGLISH, text, seat, words);
}

#define THREE "isle n1 p1 1\nisle n7 p1 2\nisle n2 p2 1\nisle n3 p3 1\n"

/* R4.6, R4.8: who bids reads what with. */
Test(cyclades, r4_6_a_bidder_is_told_the_purse) {
    expect_ask("phase bid\ngold 7 4 5\n" THREE, 0,
               "Choose a god to bid for. You have 7 gold; Apollo is free");
    expect_ask(
        "phase bid\ngold 7 4 5\npriests 1 0 0\nbarred ares\noffer ares p2 3\ngods ares zeus - "
        "-\n" THREE,
        0, "Outbid on Ares: where now? You have 7 gold and 1 priest; Apollo is free");
}

/* R4.13, R2.11: only what can be paid is named, each with its price. */
Test(cyclades, r4_13_the_question_names_what_can_be_done_and_its_price) {
    expect_ask("god ares\ngold 5 0 0\nfleets p1 g5\n" THREE, 0,
               "Your turn with Ares. With 5 gold you can recruit a troop for free, build a "
               "fortress for 2 gold, "
               "march over your fleets for 1 gold, or end your turn");
    expect_ask("god athena\ngods athena ares - -\ngold 3 0 0\nrecruited 1\n"
               "track harpy - -\n" THREE,
               0,
               "Your turn with Athena. With 3 gold you can build a university for 2 gold, buy "
               "a creature "
               "for 2 gold, or end your turn");
    expect_ask("god zeus\ngods zeus ares - -\ngold 4 0 0\nrecruited 1\n"
               "track harpy giant -\n" THREE,
               0,
               "Your turn with Zeus. With 4 gold you can recruit a priest for 4 gold, build a "
               "temple for 2 "
               "gold, replace a creature for 1 gold, buy a creature for 2 gold or more, or end "
               "your turn");
    expect_ask("god ares\ngold 0 0 0\nrecruited 1\n" THREE, 0,
               "Your turn with Ares. With 0 gold you can only end your turn");
}

/* The longest question, in the languages with the longest words. */
Test(cyclades, r4_13_the_question_is_a_sentence_in_every_language) {
#define SEA_TURN                                                                               \
    "god poseidon\ngods poseidon ares - -\ngold 9 0 0\nrecruited 2\nfleets p1 g5\n"            \
    "track harpy giant -\n" THREE
    expect_ask_in(
        PT_LANGUAGE_fr, SEA_TURN, 0,
        "À vous, avec Poséidon. Avec 9 pièces d’or, vous pouvez recruter une flotte pour 2 "
        "pièces d’or, bâtir un port pour 2 pièces d’or, naviguer de trois cases au "
        "plus pour 1 pièce d’or, acheter une créature dès 2 pièces d’or ou finir "
        "votre tour");
    expect_ask_in(
        PT_LANGUAGE_de, SEA_TURN, 0,
        "Dein Zug mit Poseidon. Mit 9 Gold kannst du für 2 Gold eine Flotte rekrutieren, für 2 "
        "Gold einen Hafen bauen, für 1 Gold bis zu drei Felder segeln, ab 2 Gold "
        "eine Kreatur kaufen oder deinen Zug beenden");
}

/* R4.29: a fighter reads which side they are on. */
Test(cyclades, r4_29_a_retreat_is_asked_of_attacker_or_defender) {
#define FIGHT "god ares\nbattle n4 3\nisle n4 p2 1 fort\nfleets p1 f6\nfleets p2 d4\n" THREE
    expect_ask("phase attacker\n" FIGHT, 0,
               "You attack n4. Stay or retreat? It is 3 against 2 before the dice");
    expect_ask("phase defender\n" FIGHT, 1,
               "You defend n4. Stay or retreat? It is 2 against 3 before the dice");
}

static bool shows(const cy_state *s, const char *words) {
    static pt_canvas c;
    char row[4 * PT_CANVAS_W + 1];
    pt_canvas_clear(&c);
    cy_draw(s, 0, &c);
    for (int y = 0; y < c.height; y++) {
        pt_text text = pt_text_on(row, sizeof row);
        for (int x = 0; x < c.width; x++) pt_puts(&text, c.cell[y][x].glyph);
        if (strstr(row, words)) return true;
    }
    return false;
}

/* R5.15: a figure is seen on its isle, not in the list alone. */
Test(cyclades, r5_15_the_board_shows_the_figure_on_its_isle) {
    cy_state s = position(3, "figure minotaur n4 p1\nfigure medusa n2 p2\n" THREE);
    cr_expect(shows(&s, "●1Me"));
    cr_expect(shows(&s, "-░Mi"));
}

static void expect_line(const pt_line *line, const char *words) {
    PT_TEXT(said, PT_LINE_WORDS);
    pt_say_line(line, &said);
    cr_expect_str_eq(said.at, words);
}

/* R6.1, R6.4: a place is understood from the screen, hidden gold stays hidden. */
Test(cyclades, r6_4_the_explained_score_ends_with_what_breaks_ties) {
    cy_state s = position(3, "gold 7 4 5\nisle n1 p1 1 metropolis\nisle n2 p2 1\nisle n3 p3 1"),
             view;
    pt_line lines[CY_ISLES + 1];
    cy_observe(&s, 0, &view);
    cr_assert_eq(cy_explain(&view, 0, lines), 2);
    expect_line(&lines[0], "metropolis: n1");
    expect_line(&lines[1], "ties: 7 gold, then revenue 2");
    cr_assert_eq(cy_explain(&view, 1, lines), 1);
    expect_line(&lines[0], "ties: gold behind the screen, then revenue 1");
}

static void expect_note(const char *text, int seat, const char *move, const char *words) {
    PT_TEXT(note, 80);
    cy_state s = position(3, text);
    cy_note(&s, seat, pt_parse_move(cyclades_game.verbs, move), &note);
    cr_expect_str_eq(note.at, words, "%s: %s", move, note.at);
}

/* R4.18, R4.25 to R4.28, R5.8: the list of moves says what was built, bought and rolled. */
Test(cyclades, r7_1_notes_tell_what_the_notation_leaves_out) {
    expect_note("god ares\ngold 9 0 0\n" THREE, 0, "build n7", "fortress");
    expect_note("phase power\ncard satyr\n" THREE, 0, "steal p2", "a philosopher");
    expect_note("god ares\ngold 9 0 0\ntrack harpy pegasus -\n" THREE, 0, "buy 3", "Pegasus");
    expect_note("phase power\ncard griffon\n" THREE, 0, "steal p2", "half the gold");
    expect_note("phase roll\n" FIGHT, PT_LUCK, "roll 1 3", "4 to 5, attacker -1");
    expect_note("phase roll\n" FIGHT, PT_LUCK, "roll 1 2", "4 to 4, both -1");
    expect_note("phase roll\n" FIGHT, PT_LUCK, "roll 3 0", "6 to 2, defender -1");
    expect_note("god ares\ngold 9 0 0\n" THREE, 0, "end", "");
}

/* R4.7, R1.3: how much may be offered tells a purse, so only its owner is shown it. */
Test(cyclades, r4_7_only_the_bidder_sees_what_he_may_offer) {
    cy_state s = position(3, "phase bid\ngold 7 5 5\nisle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1"),
             view;
    cy_observe(&s, 0, &view);
    cr_expect(says(&view, 0, "\"may_offer\":[1,7]"));
    cy_observe(&s, 1, &view);
    cr_expect_not(says(&view, 1, "\"may_offer\":["));
    cy_observe(&s, PT_PUBLIC, &view);
    cr_expect_not(says(&view, PT_PUBLIC, "\"may_offer\":["));
}

/* R4.26, R4.27: the page is told what adds to a defence. */
Test(cyclades, r4_26_the_page_names_what_defends_a_place) {
    cy_state s = position(3, "fleets p1 b2\nisle n1 p1 1 metropolis\nisle n2 p2 1 fort port\n"
                             "isle n3 p3 1\nfigure minotaur n3 p1"),
             view;
    cy_observe(&s, 0, &view);
    cr_expect(says(&view, 0, "\"bonus\":{\"fort\":1}"));
    cr_expect(says(&view, 0, "\"bonus\":{\"metropolis\":1}"));
    cr_expect(says(&view, 0, "\"bonus\":{\"minotaur\":2}"));
    cr_expect_not(says(&view, 0, "\"bonus\":{\"port\":1}")); /* the port is not its owner's */
}

/* R6.1: a finished game is evaluated by its score; a metropolis more is worth more. */
Test(cyclades, r6_1_evaluation_knows_metropolises) {
    cy_state over = midgame(3, 5, 5000);
    int32_t expect[PT_SEATS], points[PT_SEATS];
    cr_assert_eq(over.head.node, PT_OVER);
    cy_hints.evaluate(&over, expect);
    cy_score(&over, points);
    for (int seat = 0; seat < PT_SEATS; seat++) cr_expect_eq(expect[seat], 100 * points[seat]);

    cy_state a = position(3, "gold 3 3 3\nisle n1 p1 2\nisle n2 p2 1\nisle n3 p3 1");
    cy_state b = position(3, "gold 3 3 3\nisle n1 p1 2 metropolis\nisle n2 p2 1\nisle n3 p3 1");
    int32_t less[PT_SEATS], more[PT_SEATS];
    cy_hints.evaluate(&a, less);
    cy_hints.evaluate(&b, more);
    cr_expect(more[0] > less[0] + 40);
    cr_expect_eq(more[1], less[1]);
}

/* R4.35: the building that completes a set stands out. */
Test(cyclades, r4_35_priors_see_the_last_building_of_a_set) {
    cy_state s = position(3, "god athena\ngods athena ares - -\ngold 9 0 0\n"
                             "isle n7 p1 1 port fort temple\nisle n2 p2 1\nisle n3 p3 1");
    pt_move build = pt_parse_move(cyclades_game.verbs, "build n7");
    pt_move end = pt_parse_move(cyclades_game.verbs, "end");
    cr_expect(cy_hints.prior(&s, 0, build) > 5 * cy_hints.prior(&s, 0, end));
}

static void expect_refusal(const char *text, const char *move, const char *key,
                           const char *words) {
    PT_TEXT(why, 256);
    cy_state s = position(3, text);
    pt_move m = pt_parse_move(cyclades_game.verbs, move);
    cr_expect_eq(cy_check(&s, pt_mover(&s), m, &why), PT_REFUSED);
    cr_expect_str_eq(why.at, words);
    cr_expect_str_eq(why.key, key);
}

/* R4.30: whoever cannot retreat to an isle reads why: it is not theirs, or it is fought for. */
Test(cyclades, r4_30_a_refused_retreat_says_what_is_wrong_with_the_isle) {
    expect_refusal("phase defender\n" FIGHT, "retreat n3", "not-your-isle",
                   "R4.30: you do not own n3");
    expect_refusal("phase defender\n" FIGHT, "retreat n4", "retreat-elsewhere",
                   "R4.30: the battle is on n4: retreat to another isle");
    expect_refusal("phase power\ncard dryad\npriests 0 0 1\n" THREE, "steal p2",
                   "player-has-none", "R8.47: player 2 has no priest");
}

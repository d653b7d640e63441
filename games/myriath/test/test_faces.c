/* What people, pages and bots get: ask, show, draw, hints. */
/* SPDX-License-Identifier: MIT */
#include "core/tape.h"
#include "games/myriath/test/slow.h"
#include "games/myriath/test/table.h"
#include <stdio.h>

static char memory[1 << 17];

static const char *shown(const mr_state *s, int viewer) {
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_json json = pt_json_on(&text);
    mr_show(s, viewer, &json);
    cr_assert_not(text.cut);
    return memory;
}

static void asked(const mr_state *s, int seat, const char *words) {
    PT_TEXT(text, 256);
    mr_ask(s, seat, &text);
    cr_expect_str_eq(text.at, words);
}

static void asked_in(int language, const mr_state *s, const char *words) {
    PT_TEXT_IN(text, 256, language);
    mr_ask(s, 0, &text);
    cr_expect_str_eq(text.at, words);
}

static bool shows(const mr_state *s, const char *part) {
    return strstr(shown(s, PT_PUBLIC), part) != NULL;
}

/* --- show --- */

/* "[[1,1],[2,0],...]" */
static int corners_of(const char *at, int x[SLOW_CORNERS], int y[SLOW_CORNERS]) {
    int n = 0;
    for (at++; *at == '['; at = strchr(at, ']') + (strchr(at, ']')[1] == ',' ? 2 : 1))
        n += sscanf(at, "[%d,%d]", &x[n], &y[n]) == 2;
    return n;
}

/* R2.6: the outline a page gets for each orientation holds exactly the triangles covered. */
Test(myriath, r2_6_outlines_are_right_in_every_orientation) {
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_json json = pt_json_on(&text);
    pt_open(&json, '{');
    mr_show_tables(&json);
    pt_close(&json, '}');
    for (int i = 0; i < MR_SHAPES; i++) {
        const mr_shape *k = &mr_shapes[i];
        char key[80];
        int x[SLOW_CORNERS], y[SLOW_CORNERS];
        snprintf(key, sizeof key, "{\"tile\":\"%s\",\"orientation\":%d,\"width\"",
                 mr_tile_names[k->tile], k->g);
        const char *at = strstr(memory, key);
        cr_assert(at, "no %s", key);
        int n = corners_of(strstr(at, "\"outline\":") + 10, x, y);
        slow_tile t = slow_oriented(k->tile, k->g);
        cr_expect_eq(abs(slow_area(n, x, y)), t.count, "%s", key);
        cr_expect(slow_holds(&t, n, x, y), "%s", key);
    }
}

/* R2.3, R5.3: S3 after the move: which halves of an end are touched, score, and are open. */
Test(myriath, r5_3_a_page_sees_which_halves_are_touched) {
    mr_state s = position(2, "laid 1 oct:c3 1aw:1:e3 1aa:0:e5\nlaid 2 oct:f5 Lai:0:d4\n");
    cr_expect(shows(&s, "{\"tile\":\"Lai\",\"orientation\":0,\"anchor\":\"d4\","
                        "\"scored\":[\"d4 NE\",\"e5 NE\"],\"open\":[\"d4 SE\",\"e5 SW\"]}"));
    cr_expect(shows(&s, "{\"tile\":\"1aw\",\"orientation\":1,\"anchor\":\"e3\","
                        "\"scored\":[\"e4 SE\",\"e4 NW\"],\"open\":["));
}

/* R2.4, R3.2: where the area lies on the whole board; who is A; what may still be laid. */
Test(myriath, r2_4_a_page_sees_the_area_and_the_players) {
    static const char *const area[] = {"\"squares\":7,\"nodes\":8,\"offset\":2",
                                       "\"squares\":9,\"nodes\":10,\"offset\":1",
                                       "\"squares\":11,\"nodes\":12,\"offset\":0"};
    for (int players = 2; players <= 4; players++) {
        mr_state s = fresh(players, 1);
        cr_expect(shows(&s, area[players - 2]));
        cr_expect(shows(&s, "\"first\":null") && shows(&s, "\"letter\":null"));
        play(&s, PT_LUCK, "start 2");
        cr_expect(shows(&s, "\"seat\":2,\"colour\":\"blue\",\"letter\":\"A\""));
    }
    mr_state s = position(2, "laid 1 oct:c3\nlaid 2 oct:f5\nhand 1 1aa\nhand 2 3aa\n");
    cr_expect(shows(&s, "\"hand\":[{\"tile\":\"1aa\",\"placements\":8}]")); /* T17 */
}

/* --- a match --- */

#define OVER "phase over\nlaid 1 oct:c3\nlaid 2 oct:f5\nhand 1 none\nhand 2 none\n"
#define OVER3 OVER "laid 3 oct:h8\nhand 3 none\n"
#define OVER4 OVER3 "laid 4 oct:i2\nhand 4 none\n"

/* R3.2, R6.2: who won, and who would begin the next game of a match. */
Test(myriath, r3_2_the_end_names_the_winners_and_the_next_start) {
    mr_state s = position(2, OVER "score 21 17.5\n");
    asked(&s, 0, "The game is over. Player 1 wins. Player 2 would start the next game.");
    cr_expect(shows(&s, "\"next_start\":\"2\""));
    s = position(3, OVER3 "score 20.5 21 20.5\n");
    asked(&s, PT_PUBLIC,
          "The game is over. Player 2 wins. Players 1 and 3 would draw for the next start.");
    cr_expect(shows(&s, "\"next_start\":\"13\""));
    s = position(3, OVER3 "score 9 9 9\n");
    asked(&s, 1,
          "The game is over. Players 1, 2 and 3 share the win. "
          "Players 1, 2 and 3 would draw for the next start.");
    asked_in(PT_LANGUAGE_fr, &s,
             "La partie est finie. Les joueurs 1, 2 et 3 partagent la victoire. "
             "On tirerait entre les joueurs 1, 2 et 3 pour commencer la suivante.");
    asked_in(PT_LANGUAGE_de, &s,
             "Das Spiel ist aus. Die Spieler 1, 2 und 3 teilen sich den Sieg. "
             "Um den Beginn der nächsten Partie würden die Spieler 1, 2 und 3 losen.");
    cr_expect(shows(&s, "\"next_start\":\"123\""));
    s = fresh(2, 1);
    cr_expect(shows(&s, "\"next_start\":null"));
}

/* R6.2: those who share the win are named, each of them. */
Test(myriath, r6_2_all_who_share_the_win_are_named) {
    mr_state s = position(3, OVER3 "score 9 4 9\n");
    asked(
        &s, 0,
        "The game is over. Players 1 and 3 share the win. Player 2 would start the next game.");
    s = position(4, OVER4 "score 9 4 9 9\n");
    asked(&s, 0,
          "The game is over. Players 1, 3 and 4 share the win. Player 2 would start the next "
          "game.");
    s = position(4, OVER4 "score 7 7 7 7\n");
    asked(&s, 0,
          "The game is over. Players 1, 2, 3 and 4 share the win. "
          "Players 1, 2, 3 and 4 would draw for the next start.");
    s = position(4, OVER4 "score 7 9 7 7\n");
    asked(&s, 0,
          "The game is over. Player 2 wins. Players 1, 3 and 4 would draw for the next start.");
}

/* R3.2: the lowest scorers begin, wherever they sit in the next game. */
Test(myriath, r3_2_a_rematch_hands_the_start_to_the_lowest_scorers) {
    const uint8_t further[PT_SEATS] = {1, 2, 0};
    pt_config next = {.seats = 3};
    mr_state s = position(3, OVER3 "score 20.5 21 20.5\n");
    myriath_game.again(&s, further, &next);
    cr_expect_str_eq(mr_options[MRO_START].values[next.option[MRO_START]], "12");
    s = position(3, OVER3 "score 20 21 20.5\n");
    myriath_game.again(&s, further, &next);
    cr_expect_str_eq(mr_options[MRO_START].values[next.option[MRO_START]], "2");
}

/* R3.6: the names of the option are the seats it stands for. */
Test(myriath, r3_6_every_set_of_seats_has_its_name) {
    const pt_option *o = &mr_options[MRO_START];
    for (int set = 1; set <= o->max; set++) {
        char name[5] = "";
        for (int seat = 0, n = 0; seat < MR_SEATS; seat++)
            if (set >> seat & 1) name[n++] = (char)('1' + seat);
        cr_expect_str_eq(o->values[set], name);
    }
}

/* A page that has seen one position gets the other as a difference (core/json.h); moves taken
 * back may lead from any position to any other. */
static void seen_after(const char *before, const char *after) {
    enum { CELLS = 1 << 14 };
    static pt_keys keys;
    static pt_datum old[CELLS], whole[CELLS], kept[CELLS];
    mr_state was = position(3, before), is = position(3, after);
    pt_tape tapes[] = {pt_tape_after(old, CELLS, &keys, NULL, NULL),
                       pt_tape_after(whole, CELLS, &keys, NULL, NULL),
                       pt_tape_after(kept, CELLS, &keys, &was, old)};
    for (int i = 0; i < 3; i++) {
        pt_json json = pt_json_on_tape(&tapes[i]);
        mr_show(i ? &is : &was, PT_PUBLIC, &json);
    }
    cr_expect_eq(memcmp(whole, kept, whole->size * sizeof *whole), 0, "%s", after);
}

#define OCTAGONS_2_3 "laid 2 oct:h2\nlaid 3 oct:b8\n"

/* R8.3: with `own` off, whether 1aa scores hangs on who owns 2aa beside it. */
Test(myriath, r8_3_a_page_sees_another_owner_of_a_tile) {
    const char *mine = "own off\nlaid 1 oct:b2 1aa:0:e5 2aa:1:f5\n" OCTAGONS_2_3;
    const char *theirs[] = {
        "own off\nlaid 1 oct:b2 1aa:0:e5\nlaid 2 oct:h2 2aa:1:f5\nlaid 3 oct:b8\n",
        "own off\nlaid 1 oct:b2 1aa:0:e5\nlaid 2 oct:h2\nlaid 3 oct:b8 2aa:1:f5\n"};
    for (int i = 0; i < 2; i++) {
        seen_after(mine, theirs[i]);
        seen_after(theirs[i], mine);
    }
}

/* R2.5: 1aa and 2aa cover what 1aw covered of these nodes. */
Test(myriath, r2_5_a_page_sees_another_tile_on_the_same_triangles) {
    seen_after("laid 1 oct:b2 1aw:0:e5\n" OCTAGONS_2_3,
               "laid 1 oct:b2 1aa:0:e5 2aa:1:f3\n" OCTAGONS_2_3);
}

/* --- ask --- */

/* R3.4, R4.4, R4.6 */
Test(myriath, r4_6_what_a_seat_is_asked) {
    mr_state s = fresh(2, 1);
    asked(&s, 0, "The start player is drawn.");
    play(&s, PT_LUCK, "start 1");
    asked(&s, 1, "Player 1 sets an octagon.");
    s = position(2, "laid 1 oct:c3\nlaid 2 oct:f5\nhand 1 1aa 3aa\n");
    asked(&s, 0, "Lay a tile that touches an opponent's. 2 tiles of yours fit, in 12 places.");
    asked(&s, 1, "Player 1 lays a tile.");
    s = position(2, "laid 1 oct:c3 1wp:1:d5 1wt:0:f3\nlaid 2 oct:f5\nhand 1 3aa 3wp\n");
    asked(&s, 0, "None of your tiles can be laid: pass."); /* T19 */
    asked(&s, PT_PUBLIC, "Player 1 cannot lay a tile and passes.");
    s = position(2, "laid 1 oct:c3\nlaid 2 oct:f5\nhand 1 none\n");
    asked(&s, 0, "You have no tiles left: pass.");
}

/* --- draw --- */

static const char *glyph(const pt_canvas *c, const char *node, int x, int y) {
    int at = pt_parse_value(&mr_node_kind, (pt_word){node, strlen(node)});
    return c->cell[2 + 4 * mr_y(at) + y][3 + 6 * mr_x(at) + x].glyph;
}

/* R2.3: arrows point at the middle of a node; touched halves are marked. S3 once more. */
Test(myriath, r2_3_the_drawn_board_shows_ends_and_contacts) {
    static pt_canvas c;
    mr_state s = position(2, "laid 1 oct:c3 1aw:1:e3 1aa:0:e5\nlaid 2 oct:f5 Lai:0:d4\n");
    pt_canvas_clear(&c);
    mr_draw(&s, PT_PUBLIC, &c);
    cr_expect_str_eq(glyph(&c, "d4", 2, 1), "◀"); /* d4:E */
    cr_expect_str_eq(glyph(&c, "d4", 2, 0), "◆"); /* its half NE lies on the octagon */
    cr_expect_str_eq(glyph(&c, "d4", 2, 2), "╲"); /* its half SE is open */
    cr_expect_str_eq(glyph(&c, "e3", 1, 2), "▲"); /* e3:S */
    cr_expect_str_eq(glyph(&c, "f5", 0, 1), "▶"); /* f5:W */
    cr_expect_str_eq(glyph(&c, "e4", 2, 1), "▪"); /* the lateral triangle of e4:NE */
    cr_expect_str_eq(glyph(&c, "e4", 1, 1), "╗"); /* the bend e4:SW */
    cr_expect_str_eq(glyph(&c, "c3", 1, 1), "┏");
}

/* The whole board with four players and full hands still fits the canvas. */
Test(myriath, r2_4_the_largest_board_fits_the_canvas) {
    static pt_canvas c;
    mr_state s = fresh(4, 1);
    pt_canvas_clear(&c);
    mr_draw(&s, 0, &c);
    cr_expect_leq(c.height, PT_CANVAS_H);
    bool last = false, corner = false;
    for (int y = 0; y < PT_CANVAS_H; y++)
        for (int x = 0; x < PT_CANVAS_W; x++) {
            last = last || (c.cell[y][x].kind == &mr_tile_kind && c.cell[y][x].value == 17);
            corner =
                corner || (c.cell[y][x].kind == &mr_node_kind && c.cell[y][x].value == 143);
        }
    cr_expect(last && corner);
}

/* --- hints --- */

/* Points first, then the longer tile; an evaluation of a finished game is its score. */
Test(myriath, hints_look_at_points_and_then_at_length) {
    const pt_hints *h = myriath_game.hints;
    mr_state s = position(2, "laid 1 oct:c3\nlaid 2 oct:f5\n");
    int one = h->prior(&s, 0, mv("place 1aa 0 e5")); /* half a point */
    cr_expect_lt(one, h->prior(&s, 0, mv("place 1aw 0 e5")));
    cr_expect_lt(one, h->prior(&s, 0, mv("place 3aa 0 c5")));
    int32_t expect[PT_SEATS];
    s = position(2, OVER "score 21 17.5\n");
    h->evaluate(&s, expect);
    cr_expect(expect[0] == 2100 && expect[1] == 1750);
}

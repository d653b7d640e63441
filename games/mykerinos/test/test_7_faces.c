/* What people and pages get: the words of ask(), the view as JSON. */
/* SPDX-License-Identifier: MIT */
#include "core/json.h"
#include "games/mykerinos/test/table.h"
#include "games/mykerinos/words.h"
#include <stdio.h>

static void asked(const char *text, int players, int seat, const char *words) {
    mk_state s = position(players, text);
    PT_TEXT(out, 256);
    mk_ask(&s, seat, &out);
    cr_expect_str_eq(out.at, words, "%s: %s", text, out.at);
}

/* R4.2, R4.5, R4.11: nobody is told to place cubes that they do not have. */
Test(mykerinos, r4_2_the_question_offers_what_can_be_done) {
    asked("stock 5 5 5\n", 3, 0,
          "Where do you dig? Start on a free space, extend, or pass for the season");
    asked("stock 5 5 5\n", 3, 1, "Waiting for player 1");
    asked("stock 5 5 5\nheld 1 K\n", 3, 0,
          "Where do you dig? Place cubes, use a patron, or pass for the season");
    asked("stock 5 5 5\nheld 1 K\ntilted 1 K\n", 3, 0,
          "Where do you dig? Start on a free space, extend, or pass for the season");
    asked("stock 0 5 5\nheld 1 K\n", 3, 0,
          "You have no cube left to place. Pass for the season");
    asked("stock 0 5 5\nheld 1 V\n", 3, 0,
          "Where do you dig? Place cubes, use a patron, or pass for the season");
    asked("stock 0 5 5\nreserve 1 20 20\nheld 1 V\n", 3, 0,
          "Where do you dig? Place cubes, use a patron, or pass for the season");
    asked("stock 0 5 5\nreserve 0 20 20\nheld 1 V\n", 3, 0,
          "You have no cube left to place. Pass for the season");
    asked("stock 5 5 5\npassed 2 3\n", 3, 0, "Last action of the season. Place cubes or pass");
    asked("stock 0 5 5\npassed 2 3\n", 3, 0,
          "Last action of the season. You have no cube left to place: pass");
}

/* R5.3, R5.4, R5.9, R8.19: the Museum is not offered to those who cannot use it. */
Test(mykerinos, r5_3_the_question_of_the_survey_names_the_museum_only_if_it_is_open) {
    const char *area = "phase survey\ntiles V3 L6\npyramids none\ncubes 1 a1 a2\ncubes 2 b1\n";
    asked(area, 3, 0, "Area 1: take what? A tile, a Museum room for a cube, or nothing");
    asked("phase survey\ntiles V3 L6\npyramids none\nstock 20 0 0\nreserve 0 20 20\n"
          "cubes 1 a1 a2\n",
          3, 0, "Area 1: which tile do you take? Or nothing");
    mk_state one = position(3, "phase survey\ntiles V3\ncubes 1 a1 a2\ncubes 2 b1\n");
    play(&one, 0, "take L");
    PT_TEXT(room, 256);
    mk_ask(&one, 1, &room);
    cr_expect_str_eq(room.at, "Area 1: which Museum room gets a cube? Or nothing");
    mk_state s = position(3, "phase survey\ntiles V3 L6\npyramids none\npassed 1 2 3\n"
                             "cubes 1 a1 a2\ncubes 2 b1 b2\ncubes 3 d1\n");
    play(&s, 0, "take L");
    play(&s, 1, "room 21");
    PT_TEXT(out, 256);
    mk_ask(&s, 2, &out);
    cr_expect_str_eq(out.at, "Area 1: do you take the last tile? Or nothing");
    refused(&s, 2, "take L", "R5.4");
    refused(&s, 2, "pass", "R5.4");
    refused(&s, 0, "take R", "R5.2"); /* not their turn in the order of ranks */
}

/* R5.1: area 5 has the number of the neutral colour inside, and is a number on the page. */
Test(mykerinos, r5_1_the_page_gets_the_number_of_every_area) {
    static char text[1 << 16];
    for (int area = 1; area <= 6; area++) {
        PT_TEXT(lines, 128);
        pt_put(&lines, "season 4\nphase survey\narea %d\ncubes 1 %c%d\n", area,
               area % 2 ? 'a' : 'e', (area - 1) / 2 * 3 + 1);
        mk_state s = position(3, lines.at);
        pt_text page = pt_text_on(text, sizeof text);
        pt_json json = pt_json_on(&page);
        mk_show(&s, 0, &json);
        char want[32];
        snprintf(want, sizeof want, "\"area\":%d,\"queue\"", area);
        cr_expect_not_null(strstr(text, want), "area %d: %s", area, text);
    }
}

/* The terminal has so many columns for each of these (term.c). */
static void fits(pt_said said, int columns) {
    for (int language = 0; language < PT_LANGUAGES; language++) {
        PT_TEXT_IN(text, 80, language);
        int width = 0;
        pt_say(&text, said);
        for (size_t i = 0; i < text.used; i++)
            width += ((unsigned char)text.at[i] & 0xC0) != 0x80;
        cr_expect_leq(width, columns, "%s (%s)", text.at, pt_language_codes[language]);
    }
}

Test(mykerinos, words_fit_their_columns) {
    fits(mk_say_draw_you(), 4);
    fits(mk_say_draw_player(MK_SEATS), 4);
    fits(mk_say_draw_points(), 3);
    fits(mk_say_draw_stock(), 5);
    fits(mk_say_draw_reserve(), 3);
    for (int patron = 0; patron < MK_PATRONS; patron++) fits(mk_say_draw_patron(patron), 9);
}

/* The whole board in 80 columns, with all that four players can have on the scale. */
Test(mykerinos, the_board_fits_a_small_terminal_in_every_language) {
    static pt_canvas canvas;
    mk_state s = position(4, "phase survey\ntiles V3 L6\npassed 1 2 3 4\ncubes 1 a1\n");
    for (int language = 0; language < PT_LANGUAGES; language++) {
        pt_canvas_clear(&canvas);
        canvas.language = (uint8_t)language;
        mk_draw(&s, 0, &canvas);
        cr_expect_leq(canvas.width, 80, "%s", pt_language_codes[language]);
    }
}

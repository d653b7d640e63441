/* Positions as text: what can be left out, what is impossible; the view and the drawing. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"

/* R3.3, R2.3, R2.4: what is left out of a position is worked out. */
Test(mytikas, r3_3_an_empty_position_is_a_first_turn) {
    mt_state s = position(3, "");
    cr_expect_eq(s.head.phase, MTP_START);
    cr_expect_eq(s.head.owes, 1);
    cr_expect_eq(s.head.round, 1);
    cr_expect_eq(s.left[1], 5);
    cr_expect_eq(s.pile[3], 3);
    cr_expect_eq(s.aside_cards, 4);
    s = position(4, "turn 7\nspaces 2 large-a=4");
    cr_expect_eq(s.active, 3);
    cr_expect_eq(s.left[3], 1);
}

Test(mytikas, r4_1_a_position_at_a_forced_decision_goes_on) {
    mt_state s = position(3, "phase follow\nactor 2\nspots zd - -");
    cr_expect_eq(s.turn, 1); /* nobody can follow: the turn is over */
    cr_expect_eq(s.head.phase, MTP_START);
}

/* One refusal for each invariant. */
Test(mytikas, positions_that_cannot_be_are_refused_with_their_rule) {
    static const struct {
        const char *text, *rule;
    } rows[] = {
        {"piles 3 3 3 2", "R2.4"},
        {"levels 5 5 3 2", "R2.3"},
        {"locks 9", "R2.5"},
        {"locks 0\ncards 1 pan=lock", "R2.5"},
        {"turned 1", "R4.10"},
        {"locks 2\nturned 1", "R4.10"},
        {"cards 1 hera=4", "R8.27"},
        {"fresh pan", "R5.1"},
        {"cards 1 pan=1\nfresh pan", "R5.1"},
        {"phase prod", "R4.2"},
        {"phase prod\nspots pd - -", "R4.11"},
        {"phase prod\nspots zd - -\ncities 2", "R4.11"},
        {"phase pan\nspots dd - -\ncombo 4S", "R5.10"},
        {"phase lift\nspots pd - -", "R4.17"},
        {"phase lift\nspots hd - -\nlifts 5", "R4.17"},
        {"phase heph\nspots pn - -", "R5.12"},
        {"phase move\nspots pd - -", "R4.19"},
        {"phase favor\nspots dd - -", "R4.16"},
        {"phase build\nspots dd - -", "R4.13"},
        {"phase build\nspots dn - -", "R4.1"},
        {"phase hn\nspots pd - -", "R4.18"},
        {"phase target\nspots pd - -", "R4.20"},
        {"phase amount\nspots hn - -", "R4.21"},
        {"phase amount\nspots hn - -\ntarget pan", "R4.20"},
        {"phase lock\nspots hn - -", "R8.27"},
        {"phase bonus\nspots zd - -", "R4.6"},
        {"phase choice\nspots zd - -", "R4.5"},
        {"phase wrap\nspots zd - -", "R4.7"},
        {"phase follow\nspots zd - -", "R4.8"},
        {"phase follow\nactor 2", "R4.2"},
        {"phase give", "R5.5"},
        {"phase give\ngives 3\ngain 1\nused hades\ncards 1 hades=1", "R5.5"},
        {"phase reveal", "R4.10"},
        {"phase start\nstage main", "R4.5"},
        {"phase start\narea zd", "R4.5"},
        {"used demeter", "R5.4"},
        {"used hades", "R5.5"},
        {"end levels", "R6.1"},
        {"end cap", "R6.1"},
        {"locks 5", "R6.1"},
        {"turn 120", "R8.40"},
        {"actor 2", "R4.8"},
        {"actor 4", "R1.1"},
        {"phase setup", "R3.4"},
        {"phase setup\nline pan\ncards 1 zeus=1\ncards 2 ares=1\ncards 3 hera=1\ncubes 1 S1=1",
         "R3.8"},
        {"phase setup\nline pan\ncards 1 zeus=1\ncards 2 ares=1\ncards 3 hera=1\n"
         "favors 2 Z\nfavors 3 D",
         "R3.7"},
        {"turn 3\nphase deal", "R3.1"},
        {"phase pick", "R3.5"},
        {"phase deal\nreserve 1 0 0", "R3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        impossible(3, rows[i].text, rows[i].rule);
}

Test(mytikas, texts_that_are_no_fields_are_unreadable) {
    static const char *const lines[] = {
        "cubes 1 S5=1",       "cubes 1 X1=1",       "cubes 1 S1",  "spaces 1 minor-c=1",
        "spaces 1 minor-a=5", "spaces 1 minor-a=0", "cards 1 pan", "cards 1 pan=0",
        "cards 1 nobody=1",   "favors 1 Q",         "line nobody", "phase nap",
        "levels 1 2 3",       "reserve 1 2",        "spots zd -",  "hand 1 nobody"};
    pt_config c = config_of(3, false);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        mt_state s;
        PT_TEXT(why, 256);
        cr_expect_eq(pt_parse_position(&mytikas_game, &s, &c, lines[i], NULL, &why),
                     PT_UNREADABLE, "%s", lines[i]);
        cr_expect_gt(why.used, 0, "%s", lines[i]);
    }
}

/* Every phase has its question, and a drawing shows all that a move can point at. */
Test(mytikas, every_decision_is_asked_in_words_and_can_be_pointed_at) {
    static pt_canvas canvas;
    bool asked[MTP_COUNT] = {false}, areas[MT_AREAS] = {false};
    for (int game = 0; game < 200; game++) {
        pt_rng rng = {(uint64_t)game + 70};
        mt_state s = fresh(2 + game % 3, game % 2);
        while (s.head.node != PT_OVER) {
            int seat = pt_mover(&s);
            if (seat >= 0 && !asked[s.head.phase]) {
                PT_TEXT(words, 256);
                mytikas_game.ask(&s, seat, &words);
                cr_expect_gt(words.used, 8);
                cr_expect(strncmp(words.at, "Waiting", 7) != 0);
                asked[s.head.phase] = true;
            }
            sensible_step(&s, &rng);
        }
        pt_canvas_clear(&canvas);
        mytikas_game.draw(&s, 0, &canvas);
        cr_expect_leq(canvas.height, 31);
        for (int y = 0; y < canvas.height; y++)
            for (int x = 0; x < canvas.width; x++)
                if (canvas.cell[y][x].kind == &mt_area_kind)
                    areas[canvas.cell[y][x].value] = true;
    }
    for (int area = 0; area < MT_AREAS; area++) cr_expect(areas[area]);
    for (int phase = MTP_PICK; phase < MTP_OVER; phase++)
        if (phase != MTP_LINE && phase != MTP_REVEAL && phase != MTP_LOCK)
            cr_expect(asked[phase], "phase %s was never asked", mt_phase_names[phase]);
}

static bool asks(const char *text, const char *words) {
    mt_state s = position(3, text);
    PT_TEXT(question, 256);
    mytikas_game.ask(&s, pt_mover(&s), &question);
    return strstr(question.at, words) != NULL;
}

Test(mytikas, r4_1_a_spectator_waits_with_the_others) {
    mt_state s = position(3, "line poseidon");
    PT_TEXT(words, 256);
    mytikas_game.ask(&s, PT_PUBLIC, &words);
    cr_expect_str_eq(words.at, "Waiting for player 1");
}

/* R4.21, R4.22: a number is named only if it may be put. */
Test(mytikas, r4_21_the_question_names_the_number_for_the_lock_if_it_may_be_put) {
    const char *own = "line poseidon\ncards 1 athena=1\nreserve 8 0 0\nphase amount\n"
                      "spots hn - -\ntarget athena";
    const char *dear = "line poseidon\ncards 2 athena=6\nreserve 8 0 0\nphase amount\n"
                       "spots hn - -\ntarget athena";
    const char *cheap = "line poseidon\ncards 2 athena=3\nreserve 8 0 0\nphase amount\n"
                        "spots hn - -\ntarget athena";
    cr_expect(asks(own, "3 would match"));
    cr_expect(asks(cheap, "4 would match"));
    cr_expect(asks(dear, "You have 8"));
    cr_expect(!asks(dear, "would match")); /* seven tokens at least */
}

Test(mytikas, r4_22_three_matching_cards_are_not_called_two) {
    mt_state s = position(3, "line poseidon\ncards 2 zeus=5 pan=5 hera=5\nreserve 4 0 0");
    play(&s, 0, "go hn");
    play(&s, 0, "offer");
    play(&s, 0, "put 4");
    cr_expect_eq(legal_count(&s, 1), 3);
    PT_TEXT(question, 256);
    mytikas_game.ask(&s, 1, &question);
    cr_expect(strstr(question.at, "match the lock") && !strstr(question.at, "Two"));
}

static bool says(const mt_state *s, const char *move, const char *words) {
    PT_TEXT(why, 256);
    cr_expect_neq(mytikas_game.check(s, 0, mv(move), &why), PT_OK, "%s", move);
    return strstr(why.at, words) != NULL;
}

/* R4.3: the sentence gives the true reason. */
Test(mytikas, r4_3_rich_players_are_not_told_that_they_cannot_pay) {
    mt_state s = position(3, "spaces 1 small-a=1 small-b=1 large-a=2\ncubes 1 M1=9 G1=9");
    cr_expect(says(&s, "go zn", "all your temples are built"));
    s = position(3, "levels 0 5 3 2\ncubes 1 S1=9 M1=9 G1=9");
    cr_expect(says(&s, "go zn", "no level with a token left"));
    cr_expect(says(&s, "go dn", "no level with a token left"));
}

/* R4.10: between its lock and the end of the turn a card of the line still lies there. */
Test(mytikas, r4_10_a_card_whose_lock_is_taken_is_drawn_until_it_is_turned) {
    static pt_canvas canvas;
    static char memory[1 << 16];
    mt_state s = position(3, "line poseidon\nreserve 4 2 0\nfavors 1 H\nfavors 2 H");
    play(&s, 0, "go hn");
    play(&s, 0, "main");
    play(&s, 0, "offer");
    play(&s, 0, "put 4");
    cr_assert_eq(s.locks, 1);
    cr_assert_eq(s.turned, 0);
    pt_canvas_clear(&canvas);
    mytikas_game.draw(&s, 0, &canvas);
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_canvas_print(&canvas, &text);
    cr_expect(strstr(memory, "[?][?5][?5][?6] deck[6]"), "%s", memory);
}

/* R1.3: a hidden hand is null in the view, one's own is there. */
Test(mytikas, r1_3_the_view_as_json_hides_what_the_seat_may_not_know) {
    mt_state s = fresh(2, true), view;
    static char memory[1 << 16];
    play(&s, PT_LUCK, "first 1");
    play(&s, PT_LUCK, "deal pan");
    play(&s, PT_LUCK, "deal hera");
    play(&s, PT_LUCK, "deal zeus");
    play(&s, PT_LUCK, "deal ares");
    mytikas_game.observe(&s, 1, &view);
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_json json = pt_json_on(&text);
    mytikas_game.show(&view, 1, &json);
    cr_expect(strstr(memory, "\"hand\":null"));
    cr_expect(strstr(memory, "\"hand\":[\"zeus\",\"ares\"]"));
    cr_expect(!strstr(memory, "\"hand\":[\"hera\",\"pan\"]"));
}

/* R2: the components add up to what the box holds. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/test/table.h"
#include "games/myst/words.h"
#include <stdlib.h>

static int steps(int a, int b) {
    return abs(a % MS_COLUMNS - b % MS_COLUMNS) + abs(a / MS_COLUMNS - b / MS_COLUMNS);
}

Test(myst, r1_1_two_teams_play) {
    cr_assert_eq(myst_game.min_seats, 2);
    cr_assert_eq(myst_game.max_seats, 2);
    cr_assert_str_eq(pt_name(&ms_names_team, MS_YELLOW), "Yellow");
    cr_assert_str_eq(pt_name(&ms_names_team, MS_BLUE), "Blue");
    pt_config three = pt_config_normal(&myst_game, 3);
    cr_assert_neq(pt_config_check(&myst_game, &three, NULL), PT_OK);
    ms_state s = position(MS_TEMPO, S1 "spin 1\n");
    refused(&s, 2, mv("stay"), "R1.1:");
    refused(&s, -2, mv("stay"), "R1.1:");
}

/* R3.1, R8.40: how many people a team has is no part of the game; nothing makes up for it. */
Test(myst, r3_1_r8_38_r8_40_the_engine_knows_teams_only) {
    for (int i = 0; i < MS_OPTION_COUNT; i++) {
        cr_assert_null(strstr(ms_options[i].name, "people"));
        cr_assert_null(strstr(ms_options[i].name, "size"));
    }
    pt_config c = pt_config_normal(&myst_game, 2);
    cr_assert_eq(pt_config_set(&myst_game, &c, "wy=200", NULL), PT_OK); /* weights may differ */
    cr_assert_neq(pt_config_set(&myst_game, &c, "wy=0", NULL), PT_OK);
    cr_assert_neq(pt_config_set(&myst_game, &c, "wb=1001", NULL), PT_OK);
}

Test(myst, r2_1_r2_2_96_cells_and_pieces_named_row_by_row) {
    cr_assert_eq(MS_CELLS, 96);
    cr_assert_eq(cell("a1"), 0);
    cr_assert_eq(cell("l1"), 11);
    cr_assert_eq(cell("a2"), 12);
    cr_assert_eq(cell("l8"), 95);
    for (int c = 0; c < MS_CELLS; c++) {
        cr_assert_eq(ms_cell_names[c][0], 'a' + c % 12);
        cr_assert_eq(ms_cell_names[c][1], '1' + c / 12);
    }
}

Test(myst, r2_2_neighbours_share_an_edge) {
    for (int a = 0; a < MS_CELLS; a++) {
        ms_board around = ms_around(ms_bit(a));
        for (int b = 0; b < MS_CELLS; b++)
            cr_assert_eq(ms_on(around, b), steps(a, b) == 1, "%s %s", ms_cell_names[a],
                         ms_cell_names[b]);
    }
}

Test(myst, r2_3_the_ground_of_the_island) {
    int count[128] = {0};
    cr_assert_eq(strlen(ms_terrain), MS_CELLS);
    for (int c = 0; c < MS_CELLS; c++) count[(int)ms_terrain[c]]++;
    cr_assert_eq(count['~'], 24);
    cr_assert_eq(count['s'], 17);
    cr_assert_eq(count['p'], 16);
    cr_assert_eq(count['m'], 8);
    cr_assert_eq(count['f'], 8);
    cr_assert_eq(count['r'], 3);
    int landmarks = 0;
    for (int i = 0; i < MS_LANDMARKS; i++) landmarks += count[(int)ms_landmark_letters[i][0]];
    cr_assert_eq(landmarks, 20);
}

/* R2.4: the distances between the Keys, as listed: RC RL RP RG RH RS CL CP ... */
Test(myst, r2_4_landmarks_keys_and_their_distances) {
    static const char *const keys[] = {"k3", "b6", "f4", "h2", "c2", "j6", "e7"};
    static const char *const levers[] = {"k4", "b5", "g4", "i2", "b3", "i6", "d7"};
    static const int apart[] = {12, 6, 4, 9, 4, 10, 6, 10, 5, 8, 4,
                                4,  5, 6, 4, 5, 6,  8, 11, 7, 6};
    int n = 0;
    for (int a = 0; a < MS_LANDMARKS; a++) {
        const ms_landmark *l = &ms_landmarks[a];
        cr_assert_str_eq(l->letter, ms_landmark_letters[a]);
        cr_assert_eq(l->key, cell(keys[a]));
        cr_assert_eq(l->lever, cell(levers[a]));
        cr_assert_eq(ms_terrain[l->key], l->letter[0]);
        cr_assert_eq(ms_terrain[l->lever], l->letter[0]);
        cr_assert_eq(ms_key_at[l->key], a + 1);
        cr_assert_eq(ms_size(ms_around(ms_bit(l->key))), 4);
        for (int b = a + 1; b < MS_LANDMARKS; b++)
            cr_assert_eq(steps(l->key, ms_landmarks[b].key), apart[n++]);
    }
    for (int c = 0, found = 0; c < MS_CELLS; c++) {
        found += ms_key_at[c] != 0;
        if (c == MS_CELLS - 1) cr_assert_eq(found, MS_LANDMARKS);
    }
}

/* R2.5 */
Test(myst, r2_5_eight_switches_far_apart_each_two_steps_from_a_key) {
    static const char *const cells[] = {"g1", "l2", "d3", "h4", "k5", "f6", "c7", "i7"};
    for (int a = 0; a < MS_SWITCHES; a++) {
        int nearest = 99;
        cr_assert_eq(ms_switches[a], cell(cells[a]));
        cr_assert(strchr("~smfpr", ms_terrain[ms_switches[a]]), "a switch inside a Landmark");
        for (int b = 0; b < a; b++) cr_assert_geq(steps(ms_switches[a], ms_switches[b]), 4);
        for (int x = 0; x < MS_LANDMARKS; x++) {
            int d = steps(ms_switches[a], ms_landmarks[x].key);
            if (d < nearest) nearest = d;
        }
        cr_assert_eq(nearest, 2);
    }
}

Test(myst, r2_6_28_landmark_cards_and_two_books) {
    for (int card = 0; card < MS_BOOK; card++) {
        cr_assert_eq(ms_card_names[card][0], ms_landmark_letters[card / 4][0]);
        cr_assert_eq(ms_card_names[card][1], '0' + ms_value(card));
    }
    cr_assert_str_eq(ms_card_names[28], "K1");
    cr_assert_str_eq(ms_card_names[29], "K2");
    cr_assert_eq(MS_CARDS, 30);
}

Test(myst, r2_7_both_rings_are_even) {
    static const uint8_t outer[] = {4, 1, 6, 3, 2, 5}, inner[] = {7, 9, 5, 10, 6, 8};
    for (int i = 0; i < MS_SECTORS; i++) {
        cr_assert_eq(ms_outer[i], outer[i % 6]);
        cr_assert_eq(ms_inner[i], inner[i % 6]);
    }
}

Test(myst, r2_8_the_hash_has_its_check_values) {
    cr_assert_eq(ms_hash(0, 0, 1), 0xc9db0fe4u);
    cr_assert_eq(ms_hash(5, 3, 1), 0xca3f3e86u);
    cr_assert_eq(ms_hash(11, 6, 2), 0x73e8052eu);
    cr_assert_eq(ms_hash(1, 2, 3), 0xfab6ab3au);
}

Test(myst, r2_8_tabs_and_blanks_of_every_edge) {
    static const char vertical[] = "00101000110"
                                   "10111101100"
                                   "10111010011"
                                   "10100000001"
                                   "00011100101"
                                   "00000101000"
                                   "11101100001"
                                   "11111110011";
    static const char horizontal[] = "010010011111"
                                     "111011001000"
                                     "000110101100"
                                     "101001001100"
                                     "010101100101"
                                     "010111111110"
                                     "011101011100";
    for (int i = 0; i < 11 * 8; i++)
        cr_assert_eq(ms_vertical_edge(i % 11, i / 11).tab, vertical[i] - '0');
    for (int i = 0; i < 12 * 7; i++)
        cr_assert_eq(ms_horizontal_edge(i % 12, i / 12).tab, horizontal[i] - '0');
    ms_edge e = ms_vertical_edge(0, 0); /* of 0xc9db0fe4 */
    cr_assert_eq(e.centre, 0x0f);
    cr_assert_eq(e.radius, 0xdb);
}

Test(myst, r2_8_the_components_are_exported_for_drawing) {
    static char memory[16384];
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_json json = pt_json_on(&text);
    pt_open(&json, '{');
    ms_show_tables(&json);
    pt_close(&json, '}');
    cr_assert_not(text.cut);
    cr_assert(strstr(memory, "\"vertical\":[\"00fdb"), "the first edge: no tab, 0f, db");
    cr_assert(
        strstr(memory, "{\"level\":\"easy\",\"base_ms\":9000,\"miss\":300,\"weight\":51}"));
    cr_assert(strstr(memory, "{\"card\":\"R2\",\"landmark\":\"R\",\"value\":2}"));
    cr_assert(strstr(memory, "{\"card\":\"K2\",\"landmark\":null,\"value\":0}"));
}

/* R4.14 */
Test(myst, r4_14_a_bots_pace_as_a_tempo_weight) {
    for (int i = 0; i < MS_PACES; i++) {
        uint32_t slow = (uint32_t)ms_paces[i].base_ms * (1000u + ms_paces[i].miss);
        uint32_t weight = (600000u * 1000u + slow / 2) / slow; /* rounded */
        cr_assert_eq(ms_paces[i].weight, weight, "%s", ms_paces[i].level);
    }
}

/* R2.9, R8.21, R8.24: the two other readings are not offered. */
Test(myst, r2_9_options_and_their_limits) {
    static const char *const fine[] = {
        "youngest=y", "youngest=random", "pmode=rt",    "pmode=alt", "wy=1",        "wb=1000",
        "hard=on",    "stall_s=10",      "stall_s=600", "lock_ms=0", "lock_ms=5000"};
    static const char *const wrong[] = {"youngest=red", "pmode=fast",     "wy=0",
                                        "wb=1001",      "hard=2",         "stall_s=9",
                                        "lock_ms=5001", "pass_through=1", "reach_by_passing=1"};
    pt_config c = pt_config_normal(&myst_game, 2);
    cr_assert_eq(c.option[MSO_PMODE], MS_TEMPO);
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        cr_assert_eq(pt_config_set(&myst_game, &c, fine[i], NULL), PT_OK, "%s", fine[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert_neq(pt_config_set(&myst_game, &c, wrong[i], NULL), PT_OK, "%s", wrong[i]);
}

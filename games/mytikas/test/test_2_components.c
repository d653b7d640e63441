/* R2: the printed components, added up as they lie in the box. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"
#include "games/mytikas/words.h"

Test(mytikas, r2_1_codes_are_unique_and_in_order) {
    for (int area = 0; area < MT_AREAS; area++) {
        char god = (char)(mt_god_letters[mt_god_of(area)][0] - 'A' + 'a');
        cr_expect_eq(mt_area_codes[area][0], god);
        cr_expect_eq(mt_area_codes[area][1], area % 2 ? 'n' : 'd');
        cr_expect_str_eq(mt_areas[area].code, mt_area_codes[area]);
    }
    for (int card = 0; card < MT_CARDS; card++)
        cr_expect_str_eq(mt_cards[card].name, mt_card_names[card]);
    cr_expect_str_eq(mt_resource_letters[MT_STONE], "S");
    cr_expect_str_eq(mt_resource_letters[MT_MARBLE], "M");
    cr_expect_str_eq(mt_resource_letters[MT_GOLD], "G");
    for (int type = 0; type < MT_TYPES; type++)
        cr_expect_eq(mt_buildings[type].points, type + 1); /* ids in order of multiplier */
}

/* R2.2, R8.3: pieces of a player, tokens of all sorts. */
Test(mytikas, r2_2_the_box_has_the_right_numbers) {
    static const int pieces[MT_TYPES] = {3, 2, 2, 1};
    int spaces = 0, levels = 0;
    for (int type = 0; type < MT_TYPES; type++) {
        cr_expect_eq(mt_buildings[type].spaces + (type == MT_MINOR), pieces[type]);
        cr_expect_eq(mt_buildings[type].first, spaces);
        for (int i = 0; i < mt_buildings[type].spaces; i++)
            cr_expect_eq(mt_spaces[spaces + i].type, type);
        spaces += mt_buildings[type].spaces;
    }
    cr_expect_eq(spaces, MT_SPACES);
    for (int level = 0; level < MT_LEVELS; level++) levels += mt_level_tokens[4][level];
    cr_expect_eq(levels, 17);
    cr_expect_eq(4 * mt_favors_each[4], 16);
    cr_expect_eq(mt_lock_count[4], 6);
}

Test(mytikas, r2_3_level_tokens_by_players) {
    static const int rows[3][MT_LEVELS] = {{3, 4, 2, 1}, {4, 5, 3, 2}, {5, 6, 4, 2}};
    static const int sums[3] = {10, 14, 17};
    for (int players = 2; players <= 4; players++) {
        mt_state s = fresh(players, false);
        int sum = 0;
        for (int level = 0; level < MT_LEVELS; level++) {
            cr_expect_eq(s.left[level], rows[players - 2][level]);
            sum += s.left[level];
        }
        cr_expect_eq(sum, sums[players - 2]);
    }
}

Test(mytikas, r2_5_locks_ascend_and_lie_on_the_line_and_the_deck) {
    static const int rows[3][6] = {{4, 5, 5, 6}, {4, 5, 5, 6, 6}, {4, 4, 5, 5, 6, 6}};
    static const int down[3] = {3, 4, 5};
    for (int players = 2; players <= 4; players++) {
        mt_state s = fresh(players, false);
        cr_expect_eq(mt_lock_total(&s), down[players - 2] + 1);
        cr_expect_eq(mt_line_down(&s), down[players - 2]);
        for (int i = 0; i < mt_lock_total(&s); i++)
            cr_expect_eq(mt_lock_values[players][i], rows[players - 2][i]);
    }
}

/* R2.6: in stones (a marble is 2, a gold 3) the buildings cost 4, 7, 7 and 12. */
Test(mytikas, r2_6_costs_are_worth_4_7_7_and_12_stones) {
    static const int worth[MT_TYPES] = {4, 7, 7, 12}, cubes[MT_TYPES] = {3, 3, 5, 5};
    for (int type = 0; type < MT_TYPES; type++) {
        const uint8_t *c = mt_buildings[type].cost;
        cr_expect_eq(c[0] + 2 * c[1] + 3 * c[2], worth[type]);
        cr_expect_eq(c[0] + c[1] + c[2], cubes[type]);
        cr_expect_eq(c[mt_buildings[type].temple ? MT_GOLD : MT_MARBLE] >= 1, 1);
    }
}

/* R2.8: the bonus actions and the worth of each combination. */
Test(mytikas, r2_8_areas_and_combinations) {
    static const uint8_t bonus[MT_AREAS] = {MTB_OFF1,  MTB_FAV1, MTB_UP2,  MTB_OFF1,
                                            MTB_OFFER, MTB_ANY1, MTB_ANY1, MTB_FAV1};
    for (int area = 0; area < MT_AREAS; area++) cr_expect_eq(mt_areas[area].bonus, bonus[area]);
    for (int combo = 0; combo < MT_COMBOS; combo++) {
        const uint8_t *g = mt_combos[combo].gain;
        cr_expect_eq(g[0] + 2 * g[1] + 3 * g[2], combo < 3 ? 3 : 4);
        cr_expect_eq(mt_combos[combo].area, combo < 3 ? MT_ZD : MT_DD);
    }
    cr_expect_eq(MT_UPS_MAIN, 4);
    cr_expect_eq(MT_PD_OFFERINGS, 2);
    cr_expect_eq(MT_HN_OFFERINGS, 1);
}

/* R2.9: four cards without a god, four stand-ins, eight that help one area each. */
Test(mytikas, r2_9_sixteen_cards_four_for_each_god_area_pair) {
    int alone = 0, areas[MT_AREAS] = {0};
    for (int card = 0; card < MT_CARDS; card++) {
        const mt_card *c = &mt_cards[card];
        alone += c->god == MT_GODS;
        if (c->area == MT_NOWHERE) continue;
        areas[c->area]++;
        cr_expect_eq(mt_god_of(c->area), c->god);
    }
    cr_expect_eq(alone, 4);
    for (int area = 0; area < MT_AREAS; area++) cr_expect_eq(areas[area], 1);
    for (int god = 0; god < MT_GODS; god++) {
        const mt_card *c = &mt_cards[mt_bonus_card[god]];
        cr_expect_eq(c->god, god);
        cr_expect_eq(c->area, MT_NOWHERE);
        cr_expect_eq(c->worth, MTW_FIXED);
    }
    cr_expect_eq(mt_tier_points[0], 2);
    cr_expect_eq(mt_tier_points[1], 5);
    cr_expect_eq(mt_tier_points[2], 7);
}

/* R8.1, R8.9, R8.25: the readings chosen. */
Test(mytikas, r8_1_r8_9_r8_25_the_readings_that_can_be_turned_round) {
    cr_expect_eq(MT_START_CITY_TAKES_TOKEN, 0);
    cr_expect_eq(MT_FOLLOW_AFTER_SKIP, 1);
    cr_expect_eq(MT_LOCK_AT_LEAST, 0);
}

Test(mytikas, r2_11_a_state_has_no_padding_and_counts_beyond_a_byte) {
    cr_expect_leq(sizeof(mt_state), 512);
    mt_state s =
        position(3, "line poseidon\nreserve 700 0 0\ncubes 1 S1=1000\ncards 2 pan=300");
    cr_expect_eq(s.player[0].reserve, 700);
    cr_expect_eq(s.player[0].cube[0], 1000);
    cr_expect_eq(s.tokens[MTC_PAN], 300);
    play(&s, 0, "go dd");
    play(&s, 0, "prod 4S");
    cr_expect_eq(s.player[0].cube[0], 1004);
}

/* The terminal has a column of its own for each of these (term.c). */
static void fits(const pt_names *names, int columns) {
    for (int i = 0; i < names->count * PT_LANGUAGES; i++) {
        PT_TEXT_IN(text, 80, i % PT_LANGUAGES);
        int width = 0;
        pt_say_name(&text, names, i / PT_LANGUAGES);
        for (size_t k = 0; k < text.used; k++)
            width += ((unsigned char)text.at[k] & 0xC0) != 0x80;
        cr_expect_leq(width, columns, "%s (%s)", text.at, pt_language_codes[i % PT_LANGUAGES]);
    }
}
Test(mytikas, short_words_fit_the_board) {
    fits(&mt_names_main_short, 8);
    fits(&mt_names_bonus_short, 12);
    fits(&mt_names_god, 8);
}

/* Positions as text: what is read, what is worked out, and what is refused with which words. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"

#define HOMES "isle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1\n"

static void reads(int players, const char *text, pt_err want, const char *words) {
    pt_config config = pt_config_normal(&cyclades_game, players);
    cy_state s;
    PT_TEXT(why, 256);
    pt_err err = pt_parse_position(&cyclades_game, &s, &config, text, NULL, &why);
    cr_expect_eq(err, want, "%s: %d, '%s'", text, err, why.at);
    cr_expect_str_eq(why.at, words, "%s: '%s'", text, why.at);
}

/* Every line that cannot be read says what is wrong with it, and nothing else. */
Test(cyclades, r7_1_an_unreadable_line_says_why) {
    static const struct {
        const char *line, *words;
    } rows[] = {
        {"alive p1 p9", "'p9' is not a player"},
        {"shown p1 p1", "'p1' is given twice: each stands here once"},
        {"deck harpy lion", "'lion' is not a creature"},
        {"discard harpy harpy", "'harpy' is given twice: each stands here once"},
        {"order p1 lion", "'lion' is not a player or -"},
        {"order", "the line ends where it needs a player or -"},
        {"apollo lion", "'lion' is not a player or -"},
        {"apollo p1 p2 p3 - - p1", "'p1' is not expected: the line should end before it"},
        {"isle n2 lion 1", "'lion' is not a player or neutral"},
        {"isle n2", "the line ends where it needs a player or neutral"},
        {"isle n2 p2 1 castle", "'castle' is not port, fort, temple, univ, temple-used, "
                                "metropolis, metropolis-used or marker"},
        {"isle n2 p2 9", "'9' is not port, fort, temple, univ, temple-used, metropolis, "
                         "metropolis-used or marker"},
        {"isle n9 p1", "n9 is not on this map"},
        {"isle n9 - p1", "'p1' is not expected: the line should end before it"},
        {"fleets p1 lion", "'lion' is not a sea space"},
        {"fleets p1 b1", "b1 is no sea space on this map"},
        {"fleets p1 c6", "c6 is no sea space on this map"},
        {"fleets p1 a1 9", "'9' is not a sea space"},
        {"offer ares lion 3", "'lion' is not a player or -"},
        {"offer ares", "the line ends where it needs a player or -"},
        {"offer ares p1", "the line ends where it needs an offering, 1 to 60"},
        {"offer ares p1 61", "'61' is not an offering, 1 to 60"},
        {"offer ares p1 3 4", "'3' is not an offering, 1 to 60"},
        {"offer ares - 3", "'3' is not expected behind -"},
        {"figure medusa lion p1", "'lion' is not an isle or -"},
        {"figure medusa", "the line ends where it needs an isle or -"},
        {"figure medusa n9 p1", "'n9' is not an isle or -"},
        {"figure medusa n1 lion", "'lion' is not the player who placed it"},
        {"figure medusa n1", "the line ends where it needs the player who placed it"},
        {"figure medusa n1 p2 41", "'41' is not the cycle it was placed in"},
        {"figure medusa n1 p2 3 3", "'3' is not expected: the line should end before it"},
        {"figure medusa - p2", "'p2' is not expected: the line should end before it"},
        {"figure kraken", "the line ends where it needs a sea space or -"},
        {"figure kraken lion", "'lion' is not a sea space"},
        {"figure kraken b1", "b1 is no sea space on this map"},
        {"figure kraken a1 a2", "'a2' is not expected: the line should end before it"},
        {"figure kraken - a2", "'a2' is not expected: the line should end before it"},
        {"charmed", "the line ends where it needs a sea space or -"},
        {"charmed b1", "b1 is no sea space on this map"},
        {"sailing", "the line ends where it needs a sea space and the steps left, 1 or 2"},
        {"sailing lion", "'lion' is not a sea space"},
        {"sailing b1", "b1 is no sea space on this map"},
        {"sailing a1 3", "'3' is not a sea space and the steps left, 1 or 2"},
        {"sailing a1 2 1", "'2' is not a sea space and the steps left, 1 or 2"},
        {"sailing - 2", "'2' is not expected: the line should end before it"},
        {"locked a1 a1", "a1 is given twice"},
        {"locked a1 b1", "b1 is no sea space on this map"},
        {"battle", "the line ends where it needs an isle, a sea space or -"},
        {"battle lion 2", "'lion' is not a sea space"},
        {"battle b1 2", "b1 is no sea space on this map"},
        {"battle n1", "the line ends where it needs the number of attackers"},
        {"battle n1 9", "'9' is not the number of attackers"},
        {"battle a1 2 3", "'2' is not the number of attackers"},
        {"battle - 3", "'3' is not expected: the line should end before it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        reads(3, rows[i].line, PT_UNREADABLE, rows[i].words);
}

/* What an isle cannot hold is refused with its rule while the line is read. */
Test(cyclades, r2_13_an_impossible_line_names_its_rule) {
    reads(3, "isle n4 p1 1 metropolis metropolis-used", PT_REFUSED,
          "R4.36: n4 has one metropolis at most");
    char line[1024] = "isle n4 p1 1";
    for (int i = 0; i < 100; i++) strcat(line, " marker");
    reads(3, line, PT_REFUSED, "R6.2: player 2 has no isle and is out of the game");
    strcat(line, " marker");
    reads(3, line, PT_REFUSED, "R2.13: there are not that many of them");
}

/* A line says everything of its field: what the field held before is forgotten. */
Test(cyclades, a_line_replaces_what_its_field_held) {
    static const char *const rows[][2] = {
        {"alive p1 p2", "alive p3"},
        {"discard harpy", "discard medusa"},
        {"order p1 p2 p3", "order p2"},
        {"isle n4 p1 2 port temple-used metropolis-used marker", "isle n4 neutral"},
        {"isle n4 p1 2 metropolis-used", "isle n4 p1 2 metropolis"},
        {"fleets p1 a1 2 b2", "fleets p1 c1"},
        {"offer ares p1 3", "offer ares -"},
        {"figure medusa n1 p1 3", "figure medusa -"},
        {"figure kraken a1", "figure kraken -"},
        {"sailing a1 2", "sailing -"},
        {"charmed a1", "charmed -"},
        {"locked a1", "locked a2"},
        {"battle n2 3", "battle -"},
    };
    pt_config config = pt_config_normal(&cyclades_game, 3);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cy_state twice, once;
        uint64_t given = 0;
        PT_TEXT(why, 256);
        memset(&twice, 0, sizeof twice);
        memset(&once, 0, sizeof once);
        cy_blank_state(&twice, &config);
        cy_blank_state(&once, &config);
        pt_parse_field(&cyclades_game, &twice, rows[i][0], &given, &why);
        cr_expect(memcmp(&twice, &once, sizeof once) != 0, "%s", rows[i][0]);
        pt_parse_field(&cyclades_game, &twice, rows[i][1], &given, &why);
        pt_parse_field(&cyclades_game, &once, rows[i][1], &given, &why);
        cr_expect_eq(memcmp(&twice, &once, sizeof once), 0, "%s", rows[i][1]);
        cr_expect_eq(why.used, 0, "%s", why.at);
    }
}

/* The first isle and the first sea space are places like others, and 1 is a number. */
Test(cyclades, r7_1_first_places_are_read) {
    cy_state s = position(3, "phase roll\nbattle n1 1\nisle n1 p2 1\nisle n4 p2 1\n"
                             "isle n2 p1 1\nisle n3 p3 1");
    cr_expect(s.battle == CYB_LAND && s.field == 0 && s.attackers == 1);
    s = position(3, "phase roll\ngod poseidon\nbattle a1 2\nfleets p2 a1 1\n" HOMES);
    cr_expect(s.battle == CYB_SEA && s.field == 0 && s.attackers == 2 && s.fleet[0] == 1);
    s = position(3, "phase sail\nsailing a1\nfleets p1 a1\n" HOMES);
    cr_expect(s.at == 1 && s.steps == 2); /* R4.19: after one step of three */
    s = position(3, "phase power\ncard sylph\nbudget 2\nlocked a1 b2\n" HOMES);
    cr_expect_eq(s.locked, cy_bit(0) | cy_bit(cy_sea_at(&s, must_cell("b2"))));
    s = position(3, "figure medusa n1 p2 1\n" HOMES);
    cr_expect(s.figure[CYG_MEDUSA] == 1 && s.controller[CYG_MEDUSA] == 2);
    cr_expect_eq(s.since[CYG_MEDUSA], 1);
}

static void has_line(const cy_state *s, const char *line) {
    PT_TEXT(text, 4096);
    pt_puts(&text, "\n");
    pt_print_position(&cyclades_game, s, &text);
    PT_TEXT(want, 256);
    pt_put(&want, "\n%s\n", line);
    cr_expect(strstr(text.at, want.at), "no '%s' in %s", line, text.at);
}

/* What is left out of a position is worked out from the rest. */
Test(cyclades, r4_11_what_is_left_out_is_worked_out) {
    static const struct {
        int players;
        const char *text, *line;
    } rows[] = {
        /* R4.4: two of four gods are known where two can be won */
        {3, "phase bid\nup 2\n" HOMES, "gods poseidon ares - -"},
        {3, "phase bid\n" HOMES, "gods poseidon ares - -"},
        {3, "phase bid\ngods zeus ares athena poseidon\n" HOMES,
         "gods zeus ares athena poseidon"},
        {2, "phase bid\ngold 3 3\nisle n1 p1 1\nisle n2 p2 1",
         "gods poseidon ares zeus athena"},
        /* R3.3: nothing is drawn yet */
        {3, "phase order\ncycle 0\n" HOMES, "gods - - - -"},
        {3, "phase order\ncycle 0\n" HOMES, "order - - - - -"},
        {3, "phase order\ncycle 0\n" HOMES, "rule-cycle 0"},
        /* R2.5: the Chimera lies with the card she copies */
        {3, "phase power\ncard harpy\ncopied yes\n" HOMES,
         "deck cyclops dryad fates giant griffon pegasus satyr siren sphinx sylph chiron "
         "medusa "
         "minotaur polyphemus kraken"},
        /* R4.11: the god who asks this */
        {3, "phase sail\nsailing a1\nfleets p1 a1\n" HOMES, "god poseidon"},
        {3, "phase roll\nbattle n4 1\nisle n4 p2 1\n" HOMES, "god ares"},
        {3, "phase roll\nbattle n4 1\nisle n4 p2 1\n" HOMES, "offer ares p1 1"},
        {3, "phase prosper\n" HOMES, "god apollo"},
        {3, "phase prosper\n" HOMES, "apollo p1 - - - -"},
        {3, "phase prosper\nturn p2\napollo p2 p1\n" HOMES, "apollo p2 p1 - - -"},
        {5,
         "phase prosper\napollo p1 p2 p3 p4 p5\nisle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1\n"
         "isle n4 p4 1\nisle n5 p5 1",
         "order - - - - -"},
        /* R5.12: what the Siren takes is printed as it is read */
        {3, "phase from\ncard siren\ncharmed c1\nfleets p1 a1 8\nfleets p2 c1\n" HOMES,
         "charmed c1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cy_state s = position(rows[i].players, rows[i].text);
        has_line(&s, rows[i].line);
    }
}

/* What does not fit together is refused by the first rule that it breaks. */
Test(cyclades, positions_that_cannot_be_are_refused_with_their_words) {
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"phase prosper\napollo p2 p1\n" HOMES, "R4.11: player 1 has no marker there"},
        {"phase prosper\napollo p2\n" HOMES, "R4.11: player 1 has no marker there"},
        {"phase bid\ngold 3 3 3\nbattle a1 2\n" HOMES, "R4.26: there is no such battle"},
        {"phase defender\nbattle n4 1\nfigure minotaur n4 p2\n" HOMES,
         "R4.11: nobody is asked"},
        {"phase order\ncycle 0\nrule-cycle 1\n" HOMES, "R4.4: 0 gods cannot be up"},
        {"phase order\ncycle 0\ntrack - - harpy\n" HOMES,
         "R4.2: this space of the track is still empty in cycle 0"},
        {"phase from\ncard siren\ncharmed c1\nfleets p1 a1 7 c1\n" HOMES,
         "R5.12: the Siren cannot charm that"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        reads(3, rows[i].text, PT_REFUSED, rows[i].words);
}

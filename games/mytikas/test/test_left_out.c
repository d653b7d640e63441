/* What is worked out for a position, row by row: the end, the action, the phases of luck; how
 * far numbers go; and the words of what is rejected. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"

#define ALL_BUILT "minor-a=1 minor-b=1 small-a=1 small-b=2 major-a=2 major-b=2 large-a=3"

/* R6.1, R6.2: a game that is over ended for one reason; what is written counts. */
Test(mytikas, r6_1_the_end_of_a_finished_game_is_worked_out) {
    static const struct {
        const char *text;
        mt_end end;
        int turn, active;
    } rows[] = {
        {"phase over", MTE_CAP, 120, 2},
        {"phase over\nlevels 0 0 3 2", MTE_CAP, 120, 2},
        {"phase over\nlevels 0 0 0 2", MTE_LEVELS, 1, 0},
        {"phase over\nlevels 4 0 0 0\nply 30", MTE_LEVELS, 1, 0},
        {"phase over\nlevels 0 0 3 0\nturn 7", MTE_LEVELS, 7, 0},
        {"phase over\nlevels 0 0 3 0\nturn 8\nfirst 2", MTE_LEVELS, 8, 2},
        {"phase over\nlevels 0 0 0 2\nturn 0", MTE_LEVELS, 0, 0},
        {"phase over\nlocks 5", MTE_LOCK, 1, 0},
        {"phase over\nlocks 5\nlevels 0 0 0 0", MTE_LEVELS, 1, 0},
        {"phase over\nlocks 5\nspaces 1 " ALL_BUILT, MTE_LOCK, 1, 0},
        {"phase over\nspaces 1 " ALL_BUILT, MTE_PIECES, 1, 0},
        {"phase over\nspaces 3 " ALL_BUILT "\nspots - - zd", MTE_PIECES, 1, 0},
        {"phase over\nlevels 0 0 0 2\nend pieces\nspaces 2 " ALL_BUILT, MTE_PIECES, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mt_state s = position(3, rows[i].text);
        cr_expect_eq(s.head.node, PT_OVER);
        cr_expect_eq(s.end, rows[i].end, "%s: %d", rows[i].text, s.end);
        cr_expect_eq(s.turn, rows[i].turn, "%s: %d", rows[i].text, s.turn);
        cr_expect_eq(s.active, rows[i].active, "%s: %d", rows[i].text, s.active);
    }
}

/* R4.5, R4.17: stage, area and lifts are worked out if they are not written. */
Test(mytikas, r4_5_what_an_action_lacks_is_worked_out) {
    static const struct {
        int players;
        const char *text;
        mt_phase phase;
        mt_stage stage;
        mt_area area;
        int lifts;
    } rows[] = {
        {3, "phase lift\nspots dd - -\nstage bonus\ncubes 1 S1=2 M1=1", MTP_LIFT, MTS_BONUS,
         MT_DD, 2},
        {3, "phase lift\nspots zd - -\ncards 1 apollo=1\ncubes 1 S1=2 M1=1", MTP_LIFT, MTS_MAIN,
         MT_ZD, 2},
        {3, "phase lift\nspots hd - -\ncubes 1 S1=2 M1=1", MTP_LIFT, MTS_MAIN, MT_HD, 4},
        {3, "phase lift\nspots hd - -\nactor 3\ncubes 3 S1=2 M1=1", MTP_LIFT, MTS_FOLLOW, MT_HD,
         4},
        {2, "phase build\nspots zd -\narea zn\ncubes 1 M1=2 G1=1", MTP_BUILD, MTS_MAIN, MT_ZN,
         0},
        {2, "phase prod\nspots zn -\narea zd", MTP_PROD, MTS_MAIN, MT_ZD, 0},
        {2, "phase bonus\nspots zn -\narea zd\nfavors 1 Z", MTP_BONUS, MTS_MAIN, MT_ZD, 0},
        {3, "phase wrap\nspots zd - -\nstage skip\nfavors 1 Z\ncubes 1 S2=1", MTP_WRAP,
         MTS_SKIP, MT_ZD, 0},
        {3, "phase choice\nspots zd - -\nfavors 1 Z", MTP_CHOICE, MTS_NONE, MT_ZD, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mt_state s = position(rows[i].players, rows[i].text);
        cr_expect_eq(s.head.phase, rows[i].phase, "%s", rows[i].text);
        cr_expect_eq(s.stage, rows[i].stage, "%s", rows[i].text);
        cr_expect_eq(s.area, rows[i].area, "%s", rows[i].text);
        cr_expect_eq(s.lifts, rows[i].lifts, "%s", rows[i].text);
    }
    impossible(3, "phase heph\nspots pn - -\ncards 1 hephaestus=1\ncubes 1 M1=1\nheph 0",
               "R5.12");
}

/* R1.4, R3.4 to R3.6: in the set-up luck is asked, not a player. */
Test(mytikas, r1_4_the_phases_of_luck_ask_nobody) {
    static const char *const texts[] = {
        "phase first",
        "phase deal\ncubes 1 S1=1\ncubes 2 M1=1\ncubes 3 S1=2",
        "phase deal\nactor 2\ncards 1 pan=1\ncubes 1 S1=1\ncubes 2 M1=1\ncubes 3 S1=2",
        ("phase line\ncards 1 pan=1\ncards 2 ares=1\ncards 3 hera=1\n"
         "cubes 1 S1=1\ncubes 2 M1=1\ncubes 3 S1=2"),
        "phase reveal\nlocks 2\nturned 1\nline poseidon",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        mt_state s = position(3, texts[i]);
        cr_expect_eq(s.head.node, PT_CHANCE, "%s", texts[i]);
        cr_expect_eq(s.head.owes, 0, "%s", texts[i]);
    }
}

/* R2.11, R8.38: how far a position's numbers go. */
Test(mytikas, r8_38_the_largest_numbers_of_a_position) {
    mt_state s = position(3, "cubes 1 S1=0 M2=9999\ncards 2 pan=29999");
    cr_expect_eq(mt_all_cubes(&s.player[0]), 9999);
    cr_expect_eq(s.tokens[MTC_PAN], 29999);
    static const char *const lines[] = {
        "cubes 1 S0=1", "cubes 1 S1=10000", "cubes 1 S1=-1", "cards 1 pan=30000",
        "cards 1 =3",   "spaces 1 =1",      "cubes 1 =1",    "spaces 1 minor-a"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) impossible(3, lines[i], "'");
}

/* What is rejected is named, by player, god, card or level. */
Test(mytikas, r2_what_cannot_be_is_named) {
    static const struct {
        int players;
        const char *text, *words;
    } rows[] = {
        {3, "favors 1 Z Z Z Z", "R2.4: there are 3 tokens of Zeus"},
        {4, "favors 1 D D D D D", "R2.4: there are 4 tokens of Demeter"},
        {3, "favors 1 Z Z Z\nfavors 2 Z", "R2.4: 4 favour tokens of Zeus, not 3"},
        {3, "piles 3 3 2 3", "R2.4: 2 favour tokens of Poseidon, not 3"},
        {3, "levels 4 5 3 3", "R2.3: 3 Level tokens of level 4, not 2"},
        {2, "spaces 1 minor-a=4\nspaces 2 large-a=4", "R2.3: 2 Level tokens of level 4, not 1"},
        {3, "cubes 4 S1=1", "R1.1: there is no player 4 here"},
        {2, "hand 3 pan", "R1.1: there is no player 3 here"},
        {3, "locks 6", "R2.5: 6 locks taken do not fit 0 locked cards"},
        {3, "locks 1\ncards 1 pan=lock hera=lock",
         "R2.5: 1 locks taken do not fit 2 locked cards"},
        {3, "line pan hera\ncards 1 zeus=1 ares=2 hestia=1", "R3.6: 5 cards are out, not 4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        impossible(rows[i].players, rows[i].text, rows[i].words);
    for (int a = 1; a <= MT_SEATS; a++)
        for (int b = 1; b <= MT_SEATS; b++) {
            PT_TEXT(text, 80);
            pt_put(&text, a == b ? "cards %d pan=1 pan=2" : "cards %d pan=1\ncards %d pan=1", a,
                   b);
            impossible(4, text.at, "R2.9: Pan is given twice");
        }
}

/* R4.21, R8.36: once the last lock is taken no number matches one. */
Test(mytikas, r4_21_without_a_lock_left_no_number_is_named) {
    mt_state s = position(4, "line poseidon\nlocks 6\nend lock\nphase amount\nactor 2\n"
                             "spots hn - - -\nreserve 0 8 0 0\ntarget poseidon");
    PT_TEXT(question, 256);
    mytikas_game.ask(&s, 1, &question);
    cr_expect(strstr(question.at, "You have 8"), "%s", question.at);
    cr_expect(!strstr(question.at, "would match"), "%s", question.at);
}

/* The facts in a refusal are those of the position. */
Test(mytikas, r4_13_refusals_name_the_space_the_level_and_the_lock) {
    mt_state s =
        position(3, "spaces 1 minor-b=1\ncubes 1 S1=4 M1=2\nphase build\nspots dn - -");
    must_refuse(&mytikas_game, &s, 0, mv("build minor b 1"), "R4.13:", "space minor b is");
    s = position(3, "levels 4 0 3 2\ncubes 1 S1=2 M1=1 S2=2 M2=1\nphase build\nspots dn - -");
    must_refuse(&mytikas_game, &s, 0, mv("build minor a 2"), "R4.13:", "level 2 has no");
    s = position(3,
                 "locks 1\ncards 1 zeus=5 hera=5 pan=7 hermes=lock\nphase lock\nspots hn - -");
    must_refuse(&mytikas_game, &s, 0, mv("lock pan"), "R8.25:", "has 7 tokens, the lock is 5");
}

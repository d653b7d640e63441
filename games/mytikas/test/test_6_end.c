/* R6: the score at any moment, places, and what the hints make of it. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"

/* R6.3, R6.4: the lines of explain() name their rule and add up, at every moment. */
Test(mytikas, r6_3_r6_4_the_score_explains_itself) {
    pt_rng rng = {11};
    mt_state s = fresh(4, false);
    while (s.head.node != PT_OVER) {
        int32_t points[PT_SEATS];
        mytikas_game.score(&s, points);
        for (int seat = 0; seat < 4; seat++) {
            pt_line lines[MT_TYPES + MT_CARDS];
            int n = mytikas_game.explain(&s, seat, lines), sum = 0;
            for (int i = 0; i < n; i++) sum += lines[i].points;
            cr_assert_eq(sum, points[seat]);
            cr_assert_geq(points[seat], 1);
        }
        sensible_step(&s, &rng);
    }
}

/* R6.4: Zeus wants two of one god, any god; Poseidon two gods, any two. */
Test(mytikas, r6_4_favour_tokens_of_every_god_count_alike) {
    for (int god = 0; god < MT_GODS; god++) {
        mt_state s = position(3, "line pan\ncards 1 zeus=1 poseidon=1");
        s.player[0].favor[god] = 2;
        cr_expect_eq(mt_card_points(&s, 0, MTC_ZEUS), 7);
        cr_expect_eq(mt_card_points(&s, 0, MTC_POSEIDON), 3);
        s.player[0].favor[god] = 1;
        cr_expect_eq(mt_card_points(&s, 0, MTC_ZEUS), 3);
        for (int other = 0; other < MT_GODS; other++) {
            if (other == god) continue;
            s.player[0].favor[other] = 1;
            cr_expect_eq(mt_card_points(&s, 0, MTC_POSEIDON), 7);
            s.player[0].favor[other] = 0;
        }
    }
}

/* R6.1: every one of the seven pieces has to be gone. */
Test(mytikas, r6_1_one_piece_left_is_not_the_end) {
    static const char *const spaces[MT_SPACES] = {"minor-a=1", "minor-b=2", "small-a=1",
                                                  "small-b=2", "major-a=2", "major-b=2",
                                                  "large-a=1"};
    for (int left = 0; left < MT_SPACES; left++) {
        if (left == 3) continue; /* small b is the one to be built */
        PT_TEXT(text, 200);
        pt_puts(&text, "line poseidon\ncubes 1 M3=2 G3=1\nspaces 1");
        for (int space = 0; space < MT_SPACES; space++)
            if (space != left && space != 3) pt_put(&text, " %s", spaces[space]);
        mt_state s = position(3, text.at);
        s.area = MT_ZN;
        s.player[0].spot = MT_ZN;
        s.stage = MTS_MAIN;
        s.head.phase = MTP_BUILD;
        mytikas_game.apply(&s, 0, mv("build small b 3"));
        cr_expect_eq(s.end, MTE_NONE, "space %d is left", left);
    }
}

/* R6.5: places with three at a tie; a shared second place is followed by the fourth. */
Test(mytikas, r6_5_ties_share_a_place) {
    mt_state s = position(4, "phase over\nspaces 1 minor-a=2\nspaces 2 minor-a=1\n"
                             "spaces 3 minor-b=1\ncubes 4 S1=3");
    uint8_t place[PT_SEATS];
    mytikas_game.rank(&s, place);
    cr_expect_eq(place[0], 1);
    cr_expect_eq(place[1], 2);
    cr_expect_eq(place[2], 2);
    cr_expect_eq(place[3], 4);
}

/* When the game is over the evaluation is the score. */
Test(mytikas, r6_2_a_finished_game_is_evaluated_by_its_score) {
    for (int game = 0; game < 20; game++) {
        pt_rng rng = {(uint64_t)game + 40};
        mt_state s = fresh(2 + game % 3, false);
        while (s.head.node != PT_OVER) sensible_step(&s, &rng);
        int32_t points[PT_SEATS], expect[PT_SEATS];
        mytikas_game.score(&s, points);
        mt_hints.evaluate(&s, expect);
        for (int seat = 0; seat < PT_SEATS; seat++)
            cr_expect_eq(expect[seat], 100 * points[seat]);
    }
}

static int32_t worth(const char *more) {
    PT_TEXT(text, 400);
    const char *reserve = strstr(more, "reserve") ? "" : "reserve 0 6 0\n";
    pt_put(&text, "line poseidon\n%s%s", reserve, more);
    mt_state s = position(3, text.at);
    int32_t expect[PT_SEATS];
    mt_hints.evaluate(&s, expect);
    return expect[0];
}

Test(mytikas, the_evaluation_knows_what_is_good) {
    cr_expect_gt(worth("locks 1\ncards 1 pan=lock"), worth("locks 1\ncards 1 pan=7"));
    cr_expect_gt(worth("cards 1 pan=6"), worth("cards 1 pan=1"));
    cr_expect_gt(worth("cards 1 pan=1"), worth(""));
    cr_expect_gt(worth("cubes 1 S2=2 M2=1"), worth("cubes 1 S1=2 M1=1"));
    cr_expect_gt(worth("cubes 1 M3=3 G3=2"), worth("cubes 1 S3=5"));
    cr_expect_gt(worth("favors 1 Z"), worth(""));
    cr_expect_gt(worth("reserve 3 6 0"), worth("reserve 1 6 0"));
    cr_expect_gt(worth("spaces 1 major-a=3"), worth("spaces 1 minor-a=3"));
}

/* The weights prefer building to moving down, and an exact lock to any other number. */
Test(mytikas, the_priors_know_what_is_good) {
    mt_state s = position(3, "line poseidon\ncubes 1 S2=2 M2=1\nreserve 5 0 0");
    cr_expect_gt(mt_hints.prior(&s, 0, mv("go dn")), mt_hints.prior(&s, 0, mv("go pd")));
    cr_expect_gt(mt_hints.prior(&s, 0, mv("go pd")), mt_hints.prior(&s, 0, mv("down S 2 1")));
    play(&s, 0, "go hn");
    play(&s, 0, "offer");
    cr_expect_gt(mt_hints.prior(&s, 0, mv("put 4")), mt_hints.prior(&s, 0, mv("put 1")));
    cr_expect_gt(mt_hints.prior(&s, 0, mv("put 1")), mt_hints.prior(&s, 0, mv("put 5")));
}

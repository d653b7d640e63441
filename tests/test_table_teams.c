/* Several people at one seat: who moves, gives up, agrees and takes back for the team. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"

Test(teams, myst_r3_1_up_to_three_people_share_a_seat_and_nobody_plays_for_both) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    cr_assert_str_eq(desk_last(&d), "join 0 bob bob");
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "bob", 1, ""), PT_SIT_OTHER_TEAM, "cannot-sit",
              "you play for the other team");
    desk_says(&d, desk_ask(&d, PT_ASK_SIT, "bob", 0, ""), PT_SIT_TAKEN, "cannot-sit",
              "somebody sits there");
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "cid", 0, ""), PT_GRANTED);
    cr_assert_eq(desk_ask(&d, PT_ASK_SIT, "dot", 0, ""), PT_SIT_TAKEN, "three are the most");
    cr_assert_eq(pt_seat_people(&d.t.core.seat[0]), 3);
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "ann", 0, ""), PT_GRANTED);
    cr_assert_str_eq(desk_last(&d), "quit 0 ann ann");
    cr_assert_str_eq(d.t.core.seat[0].person, "cid", "the last one takes the place");
    cr_assert_str_eq(d.t.core.seat[0].mate[0].person, "bob");
    const char *own_memory =
        d.t.core.seat[0].person; /* a host may ask with what it finds there */
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, own_memory, 0, ""), PT_GRANTED);
    cr_assert(strncmp(desk_last(&d), "quit 0 cid ", 11) == 0, "%s", desk_last(&d));
    cr_assert_eq(desk_ask(&d, PT_ASK_LEAVE, "bob", 0, ""), PT_GRANTED);
    cr_assert_eq(d.t.core.seat[0].kind, PT_SEAT_FREE);
    desk_close(&d);
}

Test(teams, myst_r8_38_a_captain_decides_and_after_30_seconds_anyone) {
    desk d;
    pt_wish w;
    desk_two_teams(&d, &w);
    desk_ask(&d, PT_ASK_SIT, "dot", 1, "");
    cr_assert_eq(desk_ask(&d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    while (desk_mover(&d) != 0) desk_play(&d, 0);
    cr_assert_eq(pt_table_captain(&d.t, 0, d.now), 0, "before the race the first member");
    desk_says(&d, desk_move(&d, "bob", 0, desk_legal(&d, 0, 0)), PT_NOT_CAPTAIN, "not-captain",
              "ann decides for your team now; after 30 seconds anyone may");
    d.now += 29999;
    cr_assert_eq(desk_move(&d, "bob", 0, desk_legal(&d, 0, 0)), PT_NOT_CAPTAIN);
    d.now += 1;
    cr_assert_eq(desk_move(&d, "bob", 0, desk_legal(&d, 0, 0)), PT_GRANTED, "%s", d.why);
    while (pt_table_head(&d.t)->round == 0) { /* every member places pieces */
        int seat = desk_mover(&d);
        bool choice = !strncmp(desk_last(&d), "luck", 4) && !d.t.core.steps;
        const char *who = seat ? "dot" : d.t.core.steps % 2 && !choice ? "bob" : "ann";
        if (pt_table_captain(&d.t, seat, d.now) >= 0) who = seat ? "dot" : "ann";
        cr_assert_eq(desk_move(&d, who, seat, desk_legal(&d, seat, 0)), PT_GRANTED, "%s",
                     d.why);
    }
    for (int turns = 0; turns < 3 && pt_table_owes(&d.t);) {
        int seat = desk_mover(&d), round = pt_table_head(&d.t)->round;
        if (seat == 1) {
            cr_assert_eq(pt_table_captain(&d.t, 1, d.now), -1, "alone in a team");
        } else {
            int captain = pt_table_captain(&d.t, 0, d.now);
            cr_assert_eq(captain, round % 2, "it changes with every turn");
            pt_move m = desk_legal(&d, 0, 0);
            cr_assert_eq(desk_move(&d, captain ? "ann" : "bob", 0, m), PT_NOT_CAPTAIN);
            turns++;
        }
        const char *who = seat ? "dot" : round % 2 ? "bob" : "ann";
        cr_assert_eq(desk_move(&d, who, seat, desk_legal(&d, seat, 0)), PT_GRANTED, "%s",
                     d.why);
    }
    desk_close(&d);
}

/* Ann and Bob against Dot, at the first choice of Ann's and Bob's seat after `round` rounds. */
static void team_turn(desk *d, int round) {
    pt_wish w;
    desk_two_teams(d, &w);
    desk_ask(d, PT_ASK_SIT, "dot", 1, "");
    cr_assert_eq(desk_ask(d, PT_ASK_START, "ann", -1, ""), PT_GRANTED);
    while (desk_mover(d) != 0 || pt_table_head(&d->t)->round < round) {
        int seat = desk_mover(d), captain = pt_table_captain(&d->t, seat, d->now);
        const char *who = seat ? "dot" : captain == 1 ? "bob" : "ann";
        cr_assert_eq(desk_move(d, who, seat, desk_legal(d, seat, 0)), PT_GRANTED, "%s", d->why);
    }
}

Test(teams, myst_r8_38_the_captain_gives_up_for_the_team) {
    desk d;
    team_turn(&d, 1);
    cr_assert_eq(pt_table_captain(&d.t, 0, d.now), 1, "Bob's turn");
    desk_says(&d, desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_NOT_CAPTAIN, "not-captain",
              "bob speaks for your team now");
    while (desk_mover(&d) == 0) /* also while the others are asked */
        desk_move(&d, "bob", 0, desk_legal(&d, 0, 0));
    int captain = pt_table_head(&d.t)->round % 2;
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, captain ? "ann" : "bob", 0, ""), PT_NOT_CAPTAIN);
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, captain ? "bob" : "ann", 0, ""), PT_GRANTED);
    cr_assert(d.t.core.seat[0].resigned && d.t.core.phase == PT_TABLE_OVER);
    desk_close(&d);
}

Test(teams, whoever_waits_too_long_for_the_captain_may_give_up_and_anyone_in_a_race) {
    desk d;
    team_turn(&d, 1);
    d.now += 30000;
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "ann", 0, ""), PT_GRANTED);
    desk_close(&d);
    team_turn(&d, 0);
    while (pt_table_captain(&d.t, 0, d.now) >= 0 || desk_mover(&d) != 0)
        desk_play(&d, 0); /* into the race */
    cr_assert_eq(desk_ask(&d, PT_ASK_RESIGN, "bob", 0, ""), PT_GRANTED);
    desk_close(&d);
}

/* Ann and Bob are asked by Dot, whose move the choice of theirs follows. */
Test(teams, myst_r8_38_the_captain_agrees_for_the_team) {
    desk d;
    team_turn(&d, 1);
    while (d.t.step[d.t.core.steps - 1].seat != 1 && desk_mover(&d) == 0)
        desk_move(&d, "bob", 0, desk_legal(&d, 0, 0));
    while (desk_mover(&d) == 1) desk_move(&d, "dot", 1, desk_legal(&d, 1, 0));
    int captain = pt_table_captain(&d.t, 0, d.now);
    cr_assert_geq(captain, 0);
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "dot", 1, ""), PT_GRANTED);
    pt_request r = desk_request(&d, PT_ASK_AGREE, captain ? "ann" : "bob", 0);
    r.yes = true;
    cr_assert_eq(desk_send(&d, &r), PT_NOT_CAPTAIN);
    cr_assert_eq(d.t.now.undo_by, 1, "it is still asked");
    r.person = captain ? "bob" : "ann";
    uint32_t steps = d.t.core.steps;
    cr_assert_eq(desk_send(&d, &r), PT_GRANTED, "%s", d.why);
    cr_assert_lt(d.t.core.steps, steps);
    desk_close(&d);
}

/* The captain's time is up, Ann moves for the team: she and the captain may take it back. */
Test(teams, a_member_takes_back_their_own_move) {
    for (int reload = 0; reload < 2; reload++) {
        desk d;
        team_turn(&d, 1);
        d.now += 30000;
        cr_assert_eq(desk_move(&d, "ann", 0, desk_legal(&d, 0, 0)), PT_GRANTED, "%s", d.why);
        uint32_t steps = d.t.core.steps;
        if (reload) memset(d.t.now.mover, 0, sizeof d.t.now.mover); /* as after a restart */
        pt_refusal answer = desk_ask(&d, PT_ASK_UNDO, "ann", 0, "");
        cr_assert_eq(answer, reload ? PT_NOT_CAPTAIN : PT_GRANTED, "%s", d.why);
        if (reload) {
            cr_assert_str_eq(d.why,
                             "bob made this move for your team: only they can take it back");
            cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "bob", 0, ""), PT_GRANTED);
        }
        cr_assert(d.t.core.steps < steps || d.t.now.undo_by == 0);
        desk_close(&d);
    }
}

Test(teams, the_captain_of_the_move_takes_it_back_and_nobody_else) {
    desk d;
    team_turn(&d, 1);
    cr_assert_eq(desk_move(&d, "bob", 0, desk_legal(&d, 0, 0)), PT_GRANTED, "%s", d.why);
    desk_says(&d, desk_ask(&d, PT_ASK_UNDO, "ann", 0, ""), PT_NOT_CAPTAIN, "not-captain",
              "bob made this move for your team: only they can take it back");
    cr_assert_eq(desk_ask(&d, PT_ASK_UNDO, "bob", 0, ""), PT_GRANTED, "%s", d.why);
    desk_close(&d);
}

/* Mykerinos: feats, each earned and just missed. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/test/table.h"
#include "tests/by_feat.h"

static mk_state two_players(void) {
    mk_state s = {.head = {.seats = 2, .phase = MKP_OVER}};
    for (int wing = 0; wing < MK_PATRONS; wing++) s.wing[wing] = (uint8_t)wing;
    return s;
}

/* A room of one wing alone, worth this. */
static int room_of(int wing, int value) {
    for (int room = 0; room < MK_ROOMS; room++)
        if (mk_rooms[room].wing[0] == wing && mk_rooms[room].wing[1] == wing &&
            mk_rooms[room].value == value)
            return room;
    cr_assert_fail("wing %d has no room of its own worth %d", wing, value);
    return 0;
}

Test(mykerinos_feats, r6_2_a_room_by_every_wing_is_a_museum_without_a_gap) {
    mk_state s = two_players();
    for (int wing = 0; wing < MK_PATRONS; wing++) {
        cr_assert_not(feat_at_end(&mykerinos_game, &s, 0, "museum"), "with %d", wing);
        s.room[room_of(wing, 3)] = 1;
    }
    cr_assert(feat_at_end(&mykerinos_game, &s, 0, "museum"));
    cr_assert_not(feat_at_end(&mykerinos_game, &s, 1, "museum"), "the rooms are not theirs");
}

Test(mykerinos_feats, r5_6_two_rooms_of_five) {
    mk_state s = two_players();
    s.room[room_of(0, 5)] = 2;
    s.room[room_of(1, 3)] = 2;
    cr_assert_not(feat_at_end(&mykerinos_game, &s, 1, "fives"));
    s.room[room_of(1, 5)] = 2;
    cr_assert(feat_at_end(&mykerinos_game, &s, 1, "fives"));
}

Test(mykerinos_feats, r6_3_two_series_of_all_patrons) {
    mk_state s = two_players();
    for (int patron = 0; patron < MK_PATRONS; patron++) s.player[0].tiles[patron] = 2;
    cr_assert(feat_at_end(&mykerinos_game, &s, 0, "series"));
    s.player[0].tiles[MK_K] = 1;
    cr_assert_not(feat_at_end(&mykerinos_game, &s, 0, "series"));
}

Test(mykerinos_feats, r6_2_five_tiles_of_a_patron) {
    mk_state s = two_players();
    s.player[1].tiles[MK_T] = 4;
    s.player[1].tiles[MK_V] = 4;
    cr_assert_not(feat_at_end(&mykerinos_game, &s, 1, "patron"));
    s.player[1].tiles[MK_T] = 5;
    cr_assert(feat_at_end(&mykerinos_game, &s, 1, "patron"));
}

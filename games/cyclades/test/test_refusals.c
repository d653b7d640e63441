/* What a refusal says: the rule, and the places, players and numbers that break it. A move that
 * nothing refuses is legal. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"

#define HOMES "isle n1 p1 1\nisle n2 p2 1\nisle n3 p3 1\n"

typedef struct row {
    const char *text, *move, *words;
} row;

/* Three players; whoever is asked in the position makes the move. */
static void refuses(const row *rows, size_t n) {
    for (size_t i = 0; i < n; i++) {
        cy_state s = position(3, rows[i].text);
        PT_TEXT(why, 256);
        pt_move m = must_parse(&cyclades_game, rows[i].move);
        pt_err err = cy_check(&s, pt_mover(&s), m, &why);
        cr_expect_eq(err, *rows[i].words ? PT_REFUSED : PT_OK, "%s: %d", rows[i].move, err);
        cr_expect_str_eq(why.at, rows[i].words, "%s: '%s'", rows[i].move, why.at);
        pt_move list[CY_MOVES];
        int legal = cy_legal(&s, pt_mover(&s), list), found = 0;
        for (int k = 0; k < legal; k++) found += list[k] == m;
        cr_expect_eq(found, !*rows[i].words, "%s: legal %d times", rows[i].move, found);
    }
}
#define REFUSES(rows) refuses(rows, sizeof(rows) / sizeof(rows)[0])

Test(cyclades, r4_19_refused_moves_name_the_places) {
    static const row rows[] = {
        {"god poseidon\ngold 5 0 0\nfleets p1 a1\n" HOMES, "sail a1 d1 1",
         "R4.19: d1 is not beside a1"},
        {"god poseidon\ngold 5 0 0\nfleets p1 a1\n" HOMES, "sail a1 a2 2",
         "R4.19: you have 1 fleet on a1, not 2"},
        {"god poseidon\ngold 5 0 0\nfleets p1 a1\n" HOMES, "sail a1 b1 1",
         "R2.6: b1 is land: isle n1"},
        {"god poseidon\ngold 5 0 0\nfigure kraken a2\nfleets p1 a1\n" HOMES, "sail a1 a2 1",
         "R5.20: the Kraken closes a2"},
        {"phase power\ncard sylph\nfleets p1 a1\n" HOMES, "glide a1 a2 1",
         "R5.14: the 10 steps are used up"},
        {"phase power\ncard sylph\nbudget 2\nlocked a2\nfleets p1 a2\n" HOMES, "glide a2 a1 1",
         "R5.14: after the battle no fleet may leave a2"},
        {"phase swim\ncard kraken\nfigure kraken a1\n" HOMES, "swim a2",
         "R5.20: this costs 1 gold and you have 0"},
        {"phase swim\ncard kraken\nfigure kraken a1\ngold 1 0 0\n" HOMES, "swim b3",
         "R5.20: b3 is not beside the Kraken"},
        {"phase swim\ncard kraken\nfigure kraken a1\ngold 1 0 0\n" HOMES, "swim a2", ""},
    };
    REFUSES(rows);
}

/* R4.20 to R4.23: a1 is a link of a chain like any other. */
#define RING "gold 5 0 0\nfleets p1 a1 a2 b3\n"
Test(cyclades, r4_21_refused_marches_name_the_isles) {
    static const row rows[] = {
        {RING "isle n4 p2 1\n" HOMES, "march n1 n2 1", ""},
        {RING "isle n4 p2 1\n" HOMES, "march n1 n4 1",
         "R4.21: your fleets do not join n1 and n4"},
        {RING HOMES, "march n1 n2 1",
         "R4.23: n2 is player 2's last isle, and taking it would not win"},
        {RING "isle n4 p2 1\n" HOMES, "march n1 n2 2", "R4.20: n1 has 1 troop, not 2"},
        {RING "isle n4 p2 1\nfigure medusa n1 p2\n" HOMES, "march n1 n2 1",
         "R5.17: Medusa keeps the troops on n1"},
        {RING "isle n4 p2 1\n" HOMES, "march n1 n13 1", "R2.8: n13 is not on this map"},
        /* n4 is the last neutral isle, and may be taken */
        {"gold 5 0 0\nfleets p1 c2 d3 d4\nisle n5 p3\nisle n6 p3\nisle n7 p3\nisle n8 "
         "p3\n" HOMES,
         "march n1 n4 1", ""},
        /* p2 has n1 too, so that n4 is not their last isle */
        {"gold 5 0 0\nfleets p1 d4\nisle n1 p2\nisle n4 p2 1\nisle n2 p1 1\nisle n3 p3 1",
         "march n2 n4 1", ""},
        /* n8 too */
        {"gold 5 0 0\nfleets p1 d4\nisle n8 p2\nisle n4 p2 1\nisle n2 p1 1\nisle n3 p3 1",
         "march n2 n4 1", ""},
    };
    REFUSES(rows);
}

/* R4.23: n4 is p2's last isle. Taking it wins if it completes what is missing. */
#define LAST "gold 5 0 0\nfleets p1 d4\nisle n3 p3 1\n"
Test(cyclades, r4_23_a_last_isle_is_attacked_only_to_win) {
    static const row rows[] = {
        {LAST "isle n4 p2 1 metropolis\nisle n2 p1 1 metropolis", "march n2 n4 1", ""},
        {LAST "isle n4 p2 1\nisle n2 p1 1 metropolis", "march n2 n4 1",
         "R4.23: n4 is player 2's last isle, and taking it would not win"},
        {LAST "isle n4 p2 1 univ\nisle n2 p1 1 metropolis\nisle n7 p1 1 port fort temple",
         "march n2 n4 1", ""},
        {LAST "isle n4 p2 1 port\nisle n2 p1 1 metropolis\nisle n7 p1 1 fort temple univ",
         "march n2 n4 1", ""},
        {LAST "isle n4 p2 1 port\nisle n2 p1 1 metropolis\nisle n7 p1 1 fort temple temple",
         "march n2 n4 1", "R4.23: n4 is player 2's last isle, and taking it would not win"},
        {LAST "isle n4 p2 1 port\nisle n2 p1 1 metropolis\nisle n7 p1 1 univ temple temple",
         "march n2 n4 1", "R4.23: n4 is player 2's last isle, and taking it would not win"},
        {LAST "isle n4 p2 1 port\nisle n2 p1 1 metropolis\nisle n7 p1 1 fort univ",
         "march n2 n4 1", "R4.23: n4 is player 2's last isle, and taking it would not win"},
        {LAST "isle n4 p2 1 fort\nisle n2 p1 1 metropolis\nisle n7 p1 1 univ temple",
         "march n2 n4 1", "R4.23: n4 is player 2's last isle, and taking it would not win"},
    };
    REFUSES(rows);
}

/* R4.30, R4.31: p2 defends n2 over the fleet on d4, or d4 itself. */
#define LAND "phase defender\nbattle n2 1\nisle n4 p2 1\nisle n8 p2 1\nfleets p2 d4\n" HOMES
#define SEA                                                                                    \
    "phase defender\ngod poseidon\nbattle d4 1\nfleets p1 d3\nfleets p2 d4\n"                  \
    "fleets p3 d5\n" HOMES
Test(cyclades, r4_30_refused_retreats_name_the_places) {
    static const row rows[] = {
        {LAND, "retreat n4", ""},
        {LAND, "retreat n8", "R4.30: your fleets do not join n2 and n8"},
        {LAND, "retreat n13", "R2.8: n13 is not on this map"},
        {LAND, "retreat d5", "R4.30: troops retreat to isles"},
        {LAND, "retreat n1", "R4.30: you do not own n1"},
        {SEA, "retreat e4", ""},
        {SEA, "retreat d3", "R4.31: d3 holds fleets of player 1"},
        {SEA, "retreat d5", "R4.31: d5 holds fleets of player 3"},
        {SEA, "retreat a1", "R4.31: a1 is not beside the battle"},
        {SEA, "retreat n4", "R4.31: fleets retreat to sea spaces"},
    };
    REFUSES(rows);
}

#define GIVE                                                                                   \
    "phase give\ngive port\nisle n7 p1 1 port fort temple univ\nisle n1 p1 1\n"                \
    "isle n2 p2 1 port\nisle n3 p3 1"
#define RAZE "phase raze\nsite n2\nisle n2 p1 1 port fort\nisle n4 p2 1\nisle n3 p3 1"
Test(cyclades, r4_35_a_refused_metropolis_says_where_there_is_one) {
    static const row rows[] = {
        {GIVE, "give port n7", ""},
        {GIVE, "give port n1", "R4.35: n1 has no port"},
        {GIVE, "give port n2", "R4.35: you do not own n2"},
        {GIVE, "give port n13", "R2.8: n13 is not on this map"},
        {GIVE, "give fort n7", "R4.35: choose the port that goes into the metropolis"},
        /* R8.19: a free space forbids a full isle, be it on the first isle or on the last */
        {"phase site\nisle n1 p1\nisle n2 p1 1 port fort\nisle n4 p2 1\nisle n3 p3 1",
         "metropolis n2", "R8.19: n2 is full, but n1 has a free space"},
        {"phase site\nisle n8 p1\nisle n2 p1 1 port fort\nisle n4 p2 1\nisle n3 p3 1",
         "metropolis n2", "R8.19: n2 is full, but n8 has a free space"},
        {"phase site\nisle n1 p1 metropolis\nisle n2 p1 1 port fort\nisle n4 p2 1\n"
         "isle n3 p1 fort fort\nisle n6 p3 1",
         "metropolis n2", ""},
        {"phase site\nisle n1 p1 metropolis\nisle n2 p1 1 port fort\nisle n4 p2 1\n"
         "isle n3 p3 1",
         "metropolis n1", "R4.36: n1 has a metropolis already"},
        {RAZE, "raze fort", ""},
        {RAZE, "raze univ", "R4.37: n2 has no university"},
        {RAZE, "end", "R4.37: choose a building on n2 to raze"},
    };
    REFUSES(rows);
}

#define POWER(card) "phase power\ncard " card "\n"
#define TEN_PORTS                                                                              \
    "isle n7 p2 port port port port\nisle n5 p2 1 port port port\n"                            \
    "isle n8 p3 1 port port port\n"
Test(cyclades, r5_4_refused_powers_name_isle_and_building) {
    static const row rows[] = {
        {POWER("cyclops") TEN_PORTS "isle n2 p1 fort", "rebuild n2 fort univ", ""},
        {POWER("cyclops") TEN_PORTS "isle n2 p1 fort", "rebuild n2 fort port",
         "R2.13: there is no port left"},
        {POWER("cyclops") TEN_PORTS "isle n2 p1 fort", "rebuild n2 fort fort",
         "R5.4: it must become another building"},
        {POWER("cyclops") TEN_PORTS "isle n2 p1 fort", "rebuild n2 port fort",
         "R5.4: n2 has no port"},
        {POWER("cyclops") TEN_PORTS "isle n2 p1 fort", "rebuild n5 port fort",
         "R5.4: you do not own n5"},
        {POWER("giant") HOMES, "destroy n2 fort", "R5.7: n2 has no fortress"},
        {POWER("giant") HOMES, "destroy n13 fort", "R2.8: n13 is not on this map"},
        {POWER("giant") "figure chiron n2 p2\n" HOMES, "destroy n2 fort",
         "R5.16: Chiron protects n2"},
        {POWER("harpy") "isle n4 p2\n" HOMES, "kill n4", "R5.9: there is no troop on n4"},
        {POWER("harpy") "isle n4 p2\n" HOMES, "kill n13", "R2.8: n13 is not on this map"},
        {POWER("harpy") "isle n4 p2\nfigure chiron n4 p2\n" HOMES, "kill n4",
         "R5.16: Chiron protects n4"},
        {POWER("pegasus") "isle n4 p1\n" HOMES, "fly n4", "R5.10: there is no troop on n4"},
        {POWER("pegasus") "isle n4 p1\n" HOMES, "fly n2", "R5.10: you do not own n2"},
        {POWER("pegasus") "isle n4 p1 1\nfigure medusa n4 p2\n" HOMES, "fly n4",
         "R5.17: Medusa keeps the troops on n4"},
    };
    REFUSES(rows);
}

#define FLIGHT "phase landing\ncard pegasus\nfrom n4\nisle n4 p1 2\n"
#define TWO_EACH "isle n1 p2 1\nisle n2 p2 1\nisle n3 p1 1\nisle n5 p3 1\nisle n6 p3 1\n"
Test(cyclades, r5_10_refused_landings_name_the_isles) {
    static const row rows[] = {
        {FLIGHT TWO_EACH, "land n2 2", ""},
        {FLIGHT TWO_EACH, "land n2 3", "R5.10: n4 has 2 troops, not 3"},
        {FLIGHT TWO_EACH, "land n4 1", "R5.10: it must land on another isle"},
        {FLIGHT TWO_EACH, "land n13 1", "R2.8: n13 is not on this map"},
        {FLIGHT TWO_EACH, "waste", "R5.10: the Pegasus is in the air: say where it lands"},
        /* R5.16: Chiron lets his host's own troops in */
        {FLIGHT TWO_EACH "figure chiron n1 p2", "land n1 1", "R5.16: Chiron protects n1"},
        {FLIGHT TWO_EACH "figure chiron n2 p2", "land n2 1", "R5.16: Chiron protects n2"},
        {FLIGHT TWO_EACH "figure chiron n2 p2", "land n1 1", ""},
        {FLIGHT TWO_EACH "figure chiron n3 p2", "land n3 1", ""},
        {FLIGHT HOMES "figure chiron n1 p2", "land n1 1", ""},
        {FLIGHT HOMES, "land n2 1",
         "R4.23: n2 is player 2's last isle, and taking it would not win"},
    };
    REFUSES(rows);
}

#define SIREN "phase from\ncard siren\ncharmed c1\nfleets p1 a1 8\nfleets p2 c1\n" HOMES
Test(cyclades, r5_5_refused_thefts_name_the_victim) {
    static const row rows[] = {
        {POWER("satyr") "philosophers 0 1 0\n" HOMES, "steal p2", ""},
        {POWER("satyr") "philosophers 0 1 0\n" HOMES, "steal p3",
         "R8.47: player 3 has no philosopher"},
        {POWER("satyr") HOMES, "steal p1", "R5.11: steal from somebody else"},
        {POWER("satyr") HOMES, "steal p4", "R5.11: player 4 is not in the game"},
        {POWER("dryad") HOMES, "steal p5", "R5.5: player 5 is not in the game"},
        {POWER("dryad") HOMES, "steal p2", "R8.47: player 2 has no priest"},
        {POWER("griffon") HOMES, "steal p4", "R5.8: player 4 is not in the game"},
        {POWER("griffon") "alive p1 p2\nrule-cycle 0\nisle n1 p1 1\nisle n2 p2 1", "steal p3",
         "R5.8: player 3 is not in the game"},
        {POWER("siren") "fleets p1 a1\nfleets p2 c1 2\n" HOMES, "charm c1",
         "R8.44: c1 holds 2 fleets, not one alone"},
        {POWER("siren") "fleets p1 a1\nfleets p2 c1 2\n" HOMES, "charm a1",
         "R5.12: there is no enemy fleet on a1"},
        {POWER("siren") "fleets p1 a1\nfleets p2 c1 2\n" HOMES, "charm a2",
         "R5.12: there is no enemy fleet on a2"},
        {POWER("siren") "fleets p1 a1\nfleets p2 c1\n" HOMES, "charm c1", ""},
        {SIREN, "from a1", ""},
        {SIREN, "from c1", "R5.12: you have no fleet on c1"},
        {SIREN, "stop", "R5.12: say which of your fleets takes the place"},
    };
    REFUSES(rows);
}

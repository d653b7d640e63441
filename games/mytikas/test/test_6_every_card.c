/* R6.4: what every card is worth at the end, for everything that a card can count: all sets of
 * favour tokens, cubes, offering tokens, buildings, cards and locks, one kind after the other.
 */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"

/* What a player has, counted here while it is laid out. */
typedef struct owned {
    int favor[MT_GODS], cubes[MT_RESOURCES], kinds_on_top, tokens, temples, cities, cards,
        locks;
} owned;

static int table(int n, int middle, int upper) { return n >= upper ? 7 : n >= middle ? 5 : 2; }
static int three(bool more) { return more ? 3 + 4 : 3; }

/* The table of R2.9. */
static int worth(int card, const owned *o) {
    int all = 0, gods = 0, pairs = 0;
    for (int god = 0; god < MT_GODS; god++) {
        all += o->favor[god];
        gods += o->favor[god] >= 1;
        pairs += o->favor[god] >= 2;
    }
    switch (card) {
    case MTC_ZEUS: return three(pairs > 0);
    case MTC_POSEIDON: return three(gods >= 2);
    case MTC_DEMETER: return table(o->cubes[MT_STONE], 3, 7);
    case MTC_HADES: return table(o->locks, 1, 2);
    case MTC_HERA: return three(o->favor[MT_Z] > 0);
    case MTC_APOLLO: return table(o->cubes[MT_GOLD], 1, 2);
    case MTC_ATHENA: return 3 * o->temples;
    case MTC_DIONYSUS: return three(o->favor[MT_D] > 0);
    case MTC_PAN: return table(o->cubes[MT_MARBLE], 2, 4);
    case MTC_ARTEMIS: return 2 * o->cities;
    case MTC_APHRODITE: return three(o->favor[MT_P] > 0);
    case MTC_ARES: return table(o->tokens, 3, 6);
    case MTC_HEPHAESTUS: return table(all, 2, 4);
    case MTC_PERSEPHONE: return three(o->favor[MT_H] > 0);
    case MTC_HESTIA: return table(o->kinds_on_top, 2, 3);
    default: return table(o->cards, 2, 4); /* hermes */
    }
}

/* The score of player 2 with every single card in turn, less that of their buildings. */
static int with_each_card(mt_state s, owned o, int buildings) {
    for (int card = 0; card < MT_CARDS; card++) {
        int32_t points[PT_SEATS];
        s.player[1].cards = (uint16_t)(1u << card);
        s.tokens[card] = 1;
        o.cards = 1;
        o.tokens = s.player[1].reserve + 1;
        mytikas_game.score(&s, points);
        cr_assert_eq(points[1] - buildings, worth(card, &o), "%s: %d points, not %d",
                     mt_card_names[card], points[1] - buildings, worth(card, &o));
        s.tokens[card] = 0;
    }
    return MT_CARDS;
}

enum { START = 1 }; /* R8.2: the starting city is worth a point, and Artemis counts it */

Test(mytikas, r6_4_every_card_with_every_set_of_favour_tokens) {
    int tried = 0;
    for (int code = 0; code < 625; code++) {
        mt_state s = position(4, "");
        owned o = {.cities = 1, .favor = {code % 5, code / 5 % 5, code / 25 % 5, code / 125}};
        for (int god = 0; god < MT_GODS; god++) s.player[1].favor[god] = (uint8_t)o.favor[god];
        tried += with_each_card(s, o, START);
    }
    cr_assert_eq(tried, 625 * 16);
}

/* Up to eight cubes of each kind, and every way to leave some of them on level 4. */
Test(mytikas, r6_4_every_card_with_every_number_of_cubes) {
    int tried = 0;
    for (int code = 0; code < 9 * 9 * 9 * 8; code++) {
        mt_state s = position(4, "");
        owned o = {.cities = 1, .cubes = {code / 8 % 9, code / 72 % 9, code / 648}};
        for (int kind = 0; kind < MT_RESOURCES; kind++) {
            int level = code >> kind & 1 ? 3 : kind;
            s.player[1].cube[4 * kind + level] = (uint16_t)o.cubes[kind];
            o.kinds_on_top += level == 3 && o.cubes[kind] > 0;
        }
        tried += with_each_card(s, o, START);
    }
    cr_assert_eq(tried, 5832 * 16);
}

Test(mytikas, r6_4_every_card_with_every_reserve) {
    for (int reserve = 0; reserve <= 300; reserve++) {
        mt_state s = position(4, "");
        owned o = {.cities = 1};
        s.player[1].reserve = (uint16_t)reserve;
        with_each_card(s, o, START);
    }
}

/* R2.6, R6.3: every set of the seven pieces, on all levels in turn. */
Test(mytikas, r6_4_every_card_with_every_set_of_buildings) {
    static const int points[MT_SPACES] = {1, 1, 2, 2, 3, 3, 4};
    static const bool temple[MT_SPACES] = {false, false, true, true, false, false, true};
    for (int code = 0; code < 128 * 4; code++) {
        mt_state s = position(4, "");
        owned o = {.cities = 1};
        int buildings = START;
        for (int space = 0; space < MT_SPACES; space++) {
            int level = (code / 128 + space) % 4 + 1;
            if (!(code >> space & 1)) continue;
            s.player[1].space[space] = (uint8_t)level;
            buildings += points[space] * level;
            if (temple[space])
                o.temples++;
            else
                o.cities++;
        }
        with_each_card(s, o, buildings);
    }
}

/* All sets of cards with up to six locks among them: each counts, locked or not. */
Test(mytikas, r6_4_every_set_of_cards) {
    mt_state s = position(4, "");
    for (unsigned set = 1; set < 1u << MT_CARDS; set++) {
        owned o = {.cities = 1};
        int wanted = START;
        int32_t points[PT_SEATS];
        s.player[1].cards = (uint16_t)set;
        s.locked = 0;
        memset(s.tokens, 0, sizeof s.tokens);
        for (int card = 0; card < MT_CARDS; card++) {
            if (!(set >> card & 1)) continue;
            bool locked = (set ^ (unsigned)card) % 3 == 0 && o.locks < 6;
            o.cards++;
            o.locks += locked;
            o.tokens += !locked;
            if (locked)
                s.locked |= (uint16_t)(1u << card);
            else
                s.tokens[card] = 1;
        }
        for (int card = 0; card < MT_CARDS; card++)
            if (set >> card & 1) wanted += worth(card, &o);
        mytikas_game.score(&s, points);
        cr_assert_eq(points[1], wanted, "cards %x: %d points, not %d", set, points[1], wanted);
    }
}

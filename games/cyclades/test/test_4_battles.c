/* R4.26 to R4.32, every battle there can be: all strengths of both sides, all that counts for
 * the defender, all dice, and everybody who may retreat. What must happen is worked out here,
 * from the sentences of the rules. Five players; p1 attacks p2. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/test/table.h"

/* Everybody has an isle far from the battle. p1 has gold, so that the turn never ends by itself
 * (R4.1). */
#define FAR                                                                                    \
    "gold 20 0 0 0 0\nisle n1 p1 0\nisle n10 p2 0\nisle n5 p3 0\nisle n9 p4 0\nisle n11 p5 "   \
    "0\n"

enum { ATTACKER, DEFENDER };
static const int faces[6] = {0, 1, 1, 2, 2, 3}; /* R2.10 */

/* One assault: what each side counts, and what it has lost afterwards. */
typedef struct assault {
    int attack, defence; /* without the dice */
    int tickets[3];      /* of 36: the attacker loses a unit, both do, the defender does */
} assault;

/* R4.28: the lower sum loses a unit, equal sums cost both a unit. */
static bool attacker_loses(const assault *a, int x, int y) {
    return a->attack + x <= a->defence + y;
}
static bool defender_loses(const assault *a, int x, int y) {
    return a->attack + x >= a->defence + y;
}

static void must_have_odds(const assault *a) {
    int wanted[3] = {0};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            int attack = a->attack + faces[i], defence = a->defence + faces[j];
            wanted[attack < defence ? 0 : attack == defence ? 1 : 2]++;
        }
    for (int i = 0; i < 3; i++)
        cr_assert_eq(a->tickets[i], wanted[i], "%d against %d: %d of 36, not %d", a->attack,
                     a->defence, a->tickets[i], wanted[i]);
}

/* A page works the odds out from these two numbers. */
static void must_show(const cy_state *s, const assault *a) {
    static char memory[1 << 16];
    PT_TEXT(wanted, 64);
    pt_text text = pt_text_on(memory, sizeof memory);
    pt_json json = pt_json_on(&text);
    cy_show(s, ATTACKER, &json);
    cr_assert(!text.cut);
    pt_put(&wanted, "\"attackers\":%d,", a->attack);
    cr_assert(strstr(memory, wanted.at), "%s", wanted.at);
    pt_clear(&wanted);
    pt_put(&wanted, "\"defence\":%d}", a->defence);
    cr_assert(strstr(memory, wanted.at), "%s", wanted.at);
}

/* --- on land: n2 with its four squares --- */

enum { N1, N2, N6 = 5 };

/* A battle for n2. p1 may flee to n1 over a fleet, p2 to n6. */
typedef struct land {
    int attackers, troops, forts, metropolis;
    const char *figure; /* on n2: it counts if it is the Minotaur, keeps all if Medusa */
    bool ways[2];       /* whether p1, and p2, has fleets to retreat over */
    bool neutral;
} land;

static cy_state land_position(const land *b) {
    PT_TEXT(text, 512);
    pt_put(&text, "phase roll\nbattle n2 %d\n" FAR "isle n6 p2 0\nisle n2 %s %d", b->attackers,
           b->neutral ? "neutral" : "p2", b->troops);
    for (int i = 0; i < b->forts; i++) pt_puts(&text, " fort");
    if (b->metropolis) pt_puts(&text, " metropolis");
    if (b->figure) pt_put(&text, "\nfigure %s n2 p3", b->figure);
    if (b->ways[ATTACKER]) pt_puts(&text, "\nfleets p1 b3 b4"); /* n2 - b3 - b4 - n1 */
    if (b->ways[DEFENDER]) pt_puts(&text, "\nfleets p2 d2");    /* n2 - d2 - n6 */
    cr_assert(!text.cut);
    return position(5, text.at);
}

typedef struct outcome {
    int attackers, troops;
    bool minotaur;
} outcome;

/* R4.32: one side is gone. */
static void must_end(const cy_state *s, const land *b, outcome left) {
    bool taken = left.attackers > 0;
    int owner = taken ? ATTACKER : b->neutral ? -1 : DEFENDER;
    cr_assert_eq(s->owner[N2] - 1, owner);
    cr_assert_eq(s->troops[N2], taken ? left.attackers : left.troops);
    cr_assert(s->head.phase == CYP_MENU && pt_mover(s) == ATTACKER && !s->battle);
    cr_assert_eq(s->building[N2][CY_FORT], b->forts); /* R4.33: all that stands there stays */
    cr_assert_eq(s->metropolis >> N2 & 1, b->metropolis);
}

/* R4.29, R4.30: who may go, to that one isle; `turn` is the first who has not been asked. */
static void must_ask(cy_state *s, const land *b, outcome left, int turn);

static void must_go(cy_state s, const land *b, outcome left, int seat) {
    bool defends = seat == DEFENDER;
    pt_move list[CY_MOVES];
    int refuge = defends ? N6 : N1;
    const pt_move go = pt_mv(CYV_RETREAT_ISLE, (unsigned)refuge, 0, 0);
    cr_assert_eq(s.head.phase, defends ? CYP_DEFENDER : CYP_ATTACKER);
    cr_assert_eq(pt_mover(&s), seat);
    cr_assert_eq(cy_legal(&s, seat, list), 2);
    cr_assert(list[0] == must_parse(&cyclades_game, "stay") && list[1] == go);
    cy_state stays = s;
    cy_apply(&stays, seat, list[0]);
    must_ask(&stays, b, left, defends ? ATTACKER : PT_LUCK);
    cy_apply(&s, seat, go);
    cr_assert_eq(s.troops[refuge], defends ? left.troops : left.attackers);
    if (defends)
        left.troops = 0;
    else
        left.attackers = 0;
    if (left.attackers && left.minotaur) /* he fights on alone */
        must_ask(&s, b, left, ATTACKER);
    else
        must_end(&s, b, left);
}

static void must_ask(cy_state *s, const land *b, outcome left, int turn) {
    bool held = b->figure && strcmp(b->figure, "medusa") == 0; /* R4.30 */
    if (turn == DEFENDER && left.troops && b->ways[DEFENDER] && !held)
        must_go(*s, b, left, DEFENDER);
    else if (turn != PT_LUCK && b->ways[ATTACKER] && !held)
        must_go(*s, b, left, ATTACKER);
    else
        cr_assert(s->head.node == PT_CHANCE && s->head.phase == CYP_ROLL &&
                  s->attackers == left.attackers && s->troops[N2] == left.troops);
}

/* R4.26, R4.28: one pair of dice. */
static void must_fight(cy_state s, const land *b, assault *a, pt_chance roll) {
    int x = (int)pt_arg(roll.move, 0), y = (int)pt_arg(roll.move, 1);
    bool minotaur = b->figure && strcmp(b->figure, "minotaur") == 0;
    outcome left = {b->attackers, b->troops, minotaur};
    cy_apply(&s, PT_LUCK, roll.move);
    if (attacker_loses(a, x, y)) left.attackers--;
    if (defender_loses(a, x, y)) {
        if (left.troops)
            left.troops--; /* troops first and the Minotaur last */
        else
            left.minotaur = false;
    }
    cr_assert_eq(s.men[ATTACKER], left.attackers); /* the others are in the reserve */
    cr_assert_eq(s.men[DEFENDER], left.troops);
    if (minotaur) cr_assert_eq(s.figure[CYG_MINOTAUR] == N2 + 1, left.minotaur);
    bool lost = b->attackers > left.attackers,
         won = b->troops + minotaur > left.troops + left.minotaur;
    a->tickets[lost && won ? 1 : lost ? 0 : 2] += (int)roll.weight;
    if (left.attackers && (left.troops || left.minotaur))
        must_ask(&s, b, left, DEFENDER);
    else
        must_end(&s, b, left);
}

static int all_dice_on_land(const land *b) {
    pt_chance list[64];
    cy_state s = land_position(b);
    bool minotaur = b->figure && strcmp(b->figure, "minotaur") == 0;
    assault a = {.attack = b->attackers,
                 .defence = b->troops + b->forts + b->metropolis + 2 * minotaur};
    int n = cyclades_game.chance(&s, list);
    cr_assert_eq(n, 16);
    must_show(&s, &a);
    for (int i = 0; i < n; i++) must_fight(s, b, &a, list[i]);
    must_have_odds(&a);
    return n;
}

/* All that a battle for n2 can be with this figure; a metropolis covers two of its squares. */
static int all_on_land(const char *figure) {
    int rolls = 0;
    land b = {.figure = figure};
    for (b.metropolis = 0; b.metropolis <= 1; b.metropolis++)
        for (b.forts = 0; b.forts <= 4 - 2 * b.metropolis; b.forts++)
            for (b.attackers = 1; b.attackers <= CY_UNITS; b.attackers++)
                for (int ways = 0; ways < 4; ways++)
                    for (b.troops = 1; b.troops <= CY_UNITS; b.troops++) {
                        b.ways[ATTACKER] = ways & 1;
                        b.ways[DEFENDER] = ways & 2;
                        rolls += all_dice_on_land(&b);
                    }
    return rolls;
}

Test(cyclades, r4_26_every_battle_on_land) { cr_assert_eq(all_on_land(NULL), 32768); }
Test(cyclades, r4_26_every_battle_with_the_minotaur) {
    cr_assert_eq(all_on_land("minotaur"), 32768);
}
Test(cyclades, r4_30_every_battle_under_medusa) { cr_assert_eq(all_on_land("medusa"), 32768); }

/* R5.18: he also fights without troops, and for a neutral isle by himself. */
Test(cyclades, r5_18_every_battle_against_the_minotaur_alone) {
    int rolls = 0;
    land b = {.figure = "minotaur"};
    for (b.attackers = 1; b.attackers <= CY_UNITS; b.attackers++)
        for (int way = 0; way < 2; way++) {
            b.ways[ATTACKER] = way;
            b.neutral = true;
            rolls += all_dice_on_land(&b);
            b.neutral = false;
            for (b.forts = 0; b.forts <= 4; b.forts++)
                for (b.metropolis = 0; b.metropolis <= (b.forts <= 2); b.metropolis++)
                    rolls += all_dice_on_land(&b);
            b.forts = b.metropolis = 0;
        }
    cr_assert_eq(rolls, 8 * 2 * (1 + 8) * 16);
}

/* --- at sea: e6 beside n3, n4 and n8 --- */

#define FIGHT "phase roll\ngod poseidon\n" FAR

/* R4.27: an isle beside the space, as every owner may have it. n3 and n4 have two squares,
 * which a metropolis covers, n8 has one. */
typedef struct shore {
    const char *owner;
    int ports, metropolis;
} shore;
enum { SHORES = 13 };
static const shore shores[SHORES] = {
    {"neutral", 0, 0}, {"p1", 0, 0}, {"p1", 1, 0}, {"p1", 0, 1}, {"p2", 0, 0},
    {"p2", 1, 0},      {"p2", 0, 1}, {"p3", 0, 0}, {"p3", 1, 0}, {"p3", 0, 1},
    {"p1", 2, 0},      {"p2", 2, 0}, {"p3", 2, 0}, /* these need two squares */
};
enum { SMALL_SHORES = 10 };

static int counts(const shore *i) {
    return strcmp(i->owner, "p2") == 0 ? i->ports + i->metropolis : 0;
}

static void put_shore(pt_text *out, const char *isle, const shore *i) {
    pt_put(out, "isle %s %s 0%s%s%s\n", isle, i->owner, i->ports > 0 ? " port" : "",
           i->ports > 1 ? " port" : "", i->metropolis ? " metropolis" : "");
}

/* The fleets of a seat on a space, as they lie on the board. */
static int fleets_on(const cy_state *s, int seat, int sea) {
    return s->fleets[seat] >> sea & 1 ? s->fleet[sea] : 0;
}

/* One pair of dice, on an open sea: whoever is left may retreat. */
static void must_fight_at_sea(cy_state s, int fleets, assault *a, pt_chance roll) {
    int x = (int)pt_arg(roll.move, 0), y = (int)pt_arg(roll.move, 1), e6 = s.field;
    bool lost = attacker_loses(a, x, y), won = defender_loses(a, x, y);
    int attackers = s.attackers - lost, defenders = fleets - won;
    cy_apply(&s, PT_LUCK, roll.move);
    a->tickets[lost && won ? 1 : lost ? 0 : 2] += (int)roll.weight;
    cr_assert_eq(s.ships[ATTACKER], attackers);
    cr_assert_eq(s.ships[DEFENDER], defenders);
    cr_assert_eq(fleets_on(&s, DEFENDER, e6), defenders);
    if (attackers && defenders) {
        cr_assert(s.head.phase == CYP_DEFENDER && pt_mover(&s) == DEFENDER);
        cr_assert_eq(s.attackers, attackers);
        return;
    }
    cr_assert_eq(fleets_on(&s, ATTACKER, e6), attackers); /* R4.32 */
    cr_assert(s.head.phase == CYP_MENU && pt_mover(&s) == ATTACKER && !s.battle);
}

/* All numbers of fleets and all dice with these isles around. */
static int all_fleets(cy_state s, int bonus) {
    pt_chance list[64];
    int rolls = 0, n = cyclades_game.chance(&s, list), e6 = s.field;
    cr_assert_eq(n, 16);
    for (int attackers = 1; attackers <= CY_UNITS; attackers++)
        for (int fleets = 1; fleets <= CY_UNITS; fleets++) {
            s.attackers = s.ships[ATTACKER] = (uint8_t)attackers;
            s.fleet[e6] = s.ships[DEFENDER] = (uint8_t)fleets;
            assault a = {.attack = attackers, .defence = fleets + bonus};
            if (attackers == fleets) must_show(&s, &a);
            for (int i = 0; i < n; i++) must_fight_at_sea(s, fleets, &a, list[i]);
            must_have_odds(&a);
            rolls += n;
        }
    return rolls;
}

static int all_with(const shore *n3) {
    int rolls = 0;
    for (const shore *n4 = shores; n4 < shores + SHORES; n4++)
        for (const shore *n8 = shores; n8 < shores + SMALL_SHORES; n8++) {
            PT_TEXT(text, 512);
            pt_puts(&text, FIGHT "battle e6 1\nfleets p2 e6\n");
            put_shore(&text, "n3", n3);
            put_shore(&text, "n4", n4);
            put_shore(&text, "n8", n8);
            cr_assert(!text.cut);
            rolls += all_fleets(position(5, text.at), counts(n3) + counts(n4) + counts(n8));
        }
    return rolls;
}

/* R4.27, R8.29: whoever owns n3. */
static void every_battle(const char *owner, int wanted) {
    int rolls = 0;
    for (const shore *n3 = shores; n3 < shores + SHORES; n3++)
        if (strcmp(n3->owner, owner) == 0) rolls += all_with(n3);
    cr_assert_eq(rolls, wanted * 13 * 10 * 64 * 16);
}
Test(cyclades, r4_27_every_battle_at_sea_beside_a_neutral_isle) { every_battle("neutral", 1); }
Test(cyclades, r4_27_every_battle_at_sea_beside_the_attackers_isle) { every_battle("p1", 4); }
Test(cyclades, r4_27_every_battle_at_sea_beside_the_defenders_isle) { every_battle("p2", 4); }
Test(cyclades, r4_27_every_battle_at_sea_beside_an_isle_of_others) { every_battle("p3", 4); }

/* R4.31: a neighbouring space that is not closed and holds no fleets but yours. c5 has four
 * neighbours; Polyphemus on n3 closes two of them. */
enum { AROUND = 4, OPEN = 0, OF_P1, OF_P2, OF_P3, KINDS };
static const char *const around[AROUND] = {"b4", "c4", "c6", "d5"};

static cy_state sea_position(const int kind[AROUND], int kraken, bool polyphemus) {
    PT_TEXT(text, 512);
    pt_puts(&text, FIGHT "isle n3 p4 0\nbattle c5 3\n");
    for (int seat = 1; seat <= 3; seat++) {
        pt_put(&text, "fleets p%d k%d", seat, seat + 1);
        for (int i = 0; i < AROUND; i++)
            if (kind[i] == seat) pt_put(&text, " %s", around[i]);
        pt_puts(&text, seat == OF_P2 ? " c5 3\n" : "\n");
    }
    if (kraken >= 0) pt_put(&text, "figure kraken %s\n", around[kraken]);
    if (polyphemus) pt_puts(&text, "figure polyphemus n3 p4\n");
    cr_assert(!text.cut);
    return position(5, text.at);
}

/* The list of a seat that is asked, or that it is not asked; then it stays. */
static void must_offer(cy_state *s, int seat, const int kind[AROUND], int closed) {
    pt_move list[CY_MOVES], wanted[1 + AROUND] = {must_parse(&cyclades_game, "stay")};
    int n = 1;
    for (int i = 0; i < AROUND; i++) {
        if (closed >> i & 1 || (kind[i] != OPEN && kind[i] != seat + 1)) continue;
        wanted[n++] = pt_mv(CYV_RETREAT_SEA, (unsigned)must_cell(around[i]), 0, 0);
    }
    bool asked = s->head.node == PT_DECIDE && pt_mover(s) == seat;
    cr_assert_eq(asked, n > 1);
    if (!asked) return;
    cr_assert_eq(cy_legal(s, seat, list), n);
    cr_assert_eq(memcmp(list, wanted, (size_t)n * sizeof *list), 0);
    for (int i = 1; i < n; i++) {
        cy_state gone = *s;
        int units = seat == ATTACKER ? s->attackers : s->fleet[s->field];
        int to = cy_sea_at(s, (int)pt_arg(list[i], 0)), there = fleets_on(s, seat, to);
        cy_apply(&gone, seat, list[i]);
        cr_assert_eq(fleets_on(&gone, seat, to), there + units); /* all to one place */
        cr_assert_eq(fleets_on(&gone, 1 - seat, s->field),
                     seat == ATTACKER ? s->fleet[s->field] : s->attackers);
        cr_assert(!gone.battle && gone.head.phase == CYP_MENU);
    }
    cy_apply(s, seat, list[0]);
}

static void retreats(const int kind[AROUND], int kraken, bool polyphemus) {
    static const char *const rolls[] = {"roll 0 1", "roll 1 1", "roll 1 0"};
    int closed = polyphemus ? 2 | 8 : 0; /* c4 and d5 are beside n3 */
    if (kraken >= 0) closed |= 1 << kraken;
    for (int i = 0; i < 3; i++) {
        cy_state s = sea_position(kind, kraken, polyphemus);
        play(&s, PT_LUCK, rolls[i]);
        must_offer(&s, DEFENDER, kind, closed);
        must_offer(&s, ATTACKER, kind, closed);
        cr_assert(s.head.node == PT_CHANCE && s.head.phase == CYP_ROLL);
    }
}

Test(cyclades, r4_31_every_retreat_at_sea) {
    int positions = 0;
    for (int code = 0; code < KINDS * KINDS * KINDS * KINDS; code++) {
        int kind[AROUND] = {code % 4, code / 4 % 4, code / 16 % 4, code / 64};
        for (int kraken = -1; kraken < AROUND; kraken++) {
            if (kraken >= 0 && kind[kraken] != OPEN) continue;
            retreats(kind, kraken, false);
            positions++;
        }
        if (kind[1] != OPEN || kind[3] != OPEN) continue;
        retreats(kind, -1, true);
        positions++;
    }
    cr_assert_eq(positions, 256 + 4 * 64 + 16);
}

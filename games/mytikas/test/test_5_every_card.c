/* R5, every card at every step: what a player may do and gets with each of the sixteen cards,
 * wherever the card lies, in the main and bonus actions of all areas, on their own turn and as
 * a follower. The table says what happens without a card, and which cards make a difference;
 * all others must make none. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/test/table.h"

/* Where the card lies. It works from the turn after the one it was gained in (R5.1), locked or
 * not, and only for its owner. */
typedef enum { OWN, LOCKED, GAINED_NOW, WITH_ANOTHER, IN_THE_LINE, NOWHERE, PLACES } place;
static bool works(place at) { return at == OWN || at == LOCKED; }
static bool controlled(place at) { return works(at) || at == GAINED_NOW; }

/* What is different with a card. */
typedef struct change {
    const char *card;
    const char *list, *have; /* NULL: as without the card */
} change;

/* `go AREA` (or following it; "": the turn has only begun) and these moves, then the decision
 * that comes; "" is the end of the turn. `have`: offering tokens, favour tokens and cubes. The
 * player begins with 2 offering tokens, three stones, three marbles and a gold on level 1; in
 * `skip` rows, and as a follower, with a favour token of the god. */
typedef struct row {
    const char *area, *moves, *list, *have;
    change with[4];
    const char *needs; /* a card without which these moves cannot be made */
    bool skip;         /* the bonus action instead of the main action */
    const char *cubes; /* other ones */
} row;

#define FAVORS "favor Z,favor D,favor P,favor H"
#define LIFTS "up S 1,up M 1,up G 1"
#define MOVES                                                                                  \
    "move S 1 2,move S 1 3,move S 1 4,move M 1 2,move M 1 3,move M 1 4,move G 1 2,move G 1 3," \
    "move G 1 4"
#define GO                                                                                     \
    "go zd,go dd,go pd,go pn,go hn" /* always of use, but for pn without a token to take */
#define ALL "S1=3 M1=3 G1=1"

/* clang-format off */
static const row rows[] = {
    /* R4.3, R5.4, R5.5: before the figure moves */
    {"", "", GO ",go zn,go dn,go hd", "r2 f0 " ALL, {{"demeter", GO ",go zn,go dn,go hd,demeter 1 M,demeter 1 G", NULL}, {"hades", GO ",go zn,go dn,go hd,hades 3,hades 7", NULL}}, NULL, false, NULL},
    {"", "demeter 1 M", GO ",go zn,go hd", "r2 f0 S1=1 M1=4 G1=1", {{0}}, "demeter", false, NULL},
    {"", "demeter 1 G", GO ",go zn,go hd", "r2 f0 M1=3 G1=2", {{0}}, "demeter", false, NULL},
    {"", "hades 3", "give S1,give M1,give G1", "r2 f0 " ALL, {{0}}, "hades", false, NULL},
    {"", "hades 3,give S1,give S1,give S1", GO ",go zn,go hd", "r3 f0 M1=3 G1=1", {{0}}, "hades", false, NULL},
    {"", "hades 7,give S1,give S1,give S1,give M1,give M1", "give M1,give G1", "r2 f0 M1=1 G1=1", {{0}}, "hades", false, NULL},
    {"", "hades 7,give S1,give S1,give S1,give M1,give M1,give M1", GO, "r5 f0", {{0}}, "hades", false, NULL},
    /* R4.3, R5.6, R5.8, R5.9: what a card makes an area good for */
    {"", "", GO, "r2 f0", {{"hera", GO ",go zn", NULL}, {"dionysus", GO ",go dn", NULL}}, NULL, false, "none"},
    {"", "", GO ",down S 4 1,down S 4 2,down S 4 3", "r2 f0 S4=1", {{"hera", GO ",go zn,down S 4 1,down S 4 2,down S 4 3", NULL},
        {"dionysus", GO ",go dn,down S 4 1,down S 4 2,down S 4 3", NULL}, {"persephone", GO ",go hd,down S 4 1,down S 4 2,down S 4 3", NULL}}, NULL, false, "S4=1"},
    {"", "", GO ",go hd", "r2 f0 M1=2", {{"hera", GO ",go hd,go zn", NULL}, {"dionysus", GO ",go hd,go dn", NULL}, {"athena", GO ",go hd,go zn", NULL}}, NULL, false, "M1=2"},
    {"", "", GO ",go hd", "r2 f0 S1=2", {{"hera", GO ",go hd,go zn", NULL}, {"dionysus", GO ",go hd,go dn", NULL}, {"artemis", GO ",go hd,go dn", NULL}, {"demeter", GO ",go hd,demeter 1 M", NULL}}, NULL, false, "S1=2"},
    /* R4.11, R5.7 */
    {"zd", "", "prod 3S,prod 1S1M,prod 1G", "r2 f0 " ALL, {{0}}, NULL, false, NULL},
    {"zd", "prod 1G", "", "r2 f0 S1=3 M1=3 G1=2", {{"apollo", LIFTS ",done", NULL}}, NULL, false, NULL},
    {"zd", "prod 1G,up G 1", "up S 1,up M 1,up G 1,up G 2,done", "r2 f0 S1=3 M1=3 G1=1 G2=1", {{0}}, "apollo", false, NULL},
    {"zd", "prod 1G,up G 1,up G 2", "", "r2 f0 S1=3 M1=3 G1=1 G3=1", {{0}}, "apollo", false, NULL},
    /* R4.13, R2.6, R2.7, R5.8: a gold less; small a gives two offering tokens */
    {"zn", "", "build small a 1,build small b 1", "r2 f0 " ALL, {{"athena", "build small a 1,build small b 1,build large a 1", NULL}}, NULL, false, NULL},
    {"zn", "build small a 1", "", "r4 f0 S1=3 M1=1", {{"athena", NULL, "r4 f0 S1=3 M1=1 G1=1"}}, NULL, false, NULL},
    {"zn", "build large a 1", FAVORS, "r2 f0 S1=3", {{0}}, "athena", false, NULL},
    /* R4.12, R5.10 */
    {"dd", "", "prod 4S,prod 2M,prod 1S1G", "r2 f0 " ALL, {{0}}, NULL, false, NULL},
    {"dd", "prod 4S", "", "r2 f0 S1=7 M1=3 G1=1", {{"pan", NULL, "r2 f0 S1=8 M1=3 G1=1"}}, NULL, false, NULL},
    {"dd", "prod 2M", "", "r2 f0 S1=3 M1=5 G1=1", {{"pan", NULL, "r2 f0 S1=3 M1=6 G1=1"}}, NULL, false, NULL},
    {"dd", "prod 1S1G", "", "r2 f0 S1=4 M1=3 G1=2", {{"pan", "pan S,pan G", NULL}}, NULL, false, NULL},
    {"dd", "prod 1S1G,pan G", "", "r2 f0 S1=4 M1=3 G1=3", {{0}}, "pan", false, NULL},
    /* R4.13, R5.9: a marble less; a major city gives a gold, and space a is first (R2.7) */
    {"dn", "", "build minor a 1,build minor b 1,build major a 1", "r2 f0 " ALL, {{0}}, NULL, false, NULL},
    {"dn", "build minor b 1", FAVORS, "r2 f0 S1=1 M1=2 G1=1", {{"artemis", NULL, "r2 f0 S1=1 M1=3 G1=1"}}, NULL, false, NULL},
    {"dn", "build minor a 1", MOVES ",done", "r2 f0 S1=1 M1=2 G1=1", {{"artemis", NULL, "r2 f0 S1=1 M1=3 G1=1"}}, NULL, false, NULL},
    {"dn", "build minor a 1,done", MOVES ",done", "r2 f0 S1=1 M1=2 G1=1", {{"artemis", NULL, "r2 f0 S1=1 M1=3 G1=1"}}, NULL, false, NULL},
    {"dn", "build major a 1", "", "r2 f0 M1=1 G1=2", {{"artemis", NULL, "r2 f0 M1=2 G1=2"}}, NULL, false, NULL},
    /* R4.15, R5.11 */
    {"pd", "", "", "r4 f0 " ALL, {{"ares", NULL, "r5 f0 " ALL}}, NULL, false, NULL},
    /* R4.16, R5.12 */
    {"pn", "", FAVORS, "r2 f0 " ALL, {{0}}, NULL, false, NULL},
    {"pn", "favor Z", "", "r2 f1 " ALL, {{"hephaestus", "done,heph 1", NULL}}, NULL, false, NULL},
    {"pn", "favor Z,done", "", "r2 f1 " ALL, {{0}}, "hephaestus", false, NULL},
    {"pn", "favor Z,heph 1", FAVORS, "r2 f1 S1=3 M1=2 G1=1", {{0}}, "hephaestus", false, NULL},
    {"pn", "favor Z,heph 1,favor D", "", "r2 f2 S1=3 M1=2 G1=1", {{0}}, "hephaestus", false, NULL},
    /* R4.17, R5.13; R4.7: whoever controls Zeus may move down at the end of their own turn */
    {"hd", "", LIFTS, "r2 f0 " ALL, {{"hestia", LIFTS ",upx S 1,upx M 1", NULL}}, NULL, false, NULL},
    {"hd", "up S 1", LIFTS ",up S 2,done", "r2 f0 S1=2 S2=1 M1=3 G1=1", {{"hestia", LIFTS ",up S 2,upx S 1,upx S 2,upx M 1,done", NULL}}, NULL, false, NULL},
    {"hd", "upx S 1", LIFTS ",up M 2,done", "r2 f0 S1=2 M1=3 M2=1 G1=1", {{0}}, "hestia", false, NULL},
    {"hd", "upx M 1", LIFTS ",up G 2,done", "r2 f0 S1=3 M1=2 G1=1 G2=1", {{0}}, "hestia", false, NULL},
    {"hd", "up S 1,up S 1,up S 1,up M 1", "", "r2 f0 S2=3 M1=2 M2=1 G1=1", {{"zeus", "down S 2 1,down M 2 1,end", NULL}}, NULL, false, NULL},
    /* R4.18, R5.14: `on *` are the cards of the line, pan and hera, and what else can be had */
    {"hn", "", "take,offer", "r2 f0 " ALL, {{"hermes", "done,on *", "r3 f0 " ALL}}, NULL, false, NULL},
    {"hn", "take", "", "r3 f0 " ALL, {{"hermes", "illegal", NULL}}, NULL, false, NULL},
    {"hn", "offer", "on *", "r2 f0 " ALL, {{"hermes", "illegal", NULL}}, NULL, false, NULL},
    {"hn", "offer,on 1", "put 1,put 2", "r2 f0 " ALL, {{"hermes", "illegal", NULL}}, NULL, false, NULL},
    {"hn", "offer,on 1,put 2", "", "r0 f0 " ALL, {{"hermes", "illegal", NULL}}, NULL, false, NULL},
    {"hn", "done", "", "r3 f0 " ALL, {{0}}, "hermes", false, NULL},
    {"hn", "on 1", "put 1,put 2,put 3", "r3 f0 " ALL, {{0}}, "hermes", false, NULL},
    {"hn", "on 1,put 3", "", "r0 f0 " ALL, {{0}}, "hermes", false, NULL},
    /* R2.8, R4.6: no card adds to a bonus action */
    {"zd", "skip", "", "r3 f1 " ALL, {{0}}, NULL, true, NULL},
    {"zn", "skip", FAVORS, "r2 f1 " ALL, {{0}}, NULL, true, NULL},
    {"zn", "skip,favor Z", "", "r2 f2 " ALL, {{0}}, NULL, true, NULL},
    {"dd", "skip", LIFTS, "r2 f1 " ALL, {{0}}, NULL, true, NULL},
    {"dd", "skip,up S 1", LIFTS ",up S 2,done", "r2 f1 S1=2 S2=1 M1=3 G1=1", {{0}}, NULL, true, NULL},
    {"dd", "skip,up S 1,up S 2", "down S 3 1,down S 3 2,end", "r2 f1 S1=2 S3=1 M1=3 G1=1", {{0}}, NULL, true, NULL},
    {"dn", "skip", "", "r3 f1 " ALL, {{0}}, NULL, true, NULL},
    {"pd", "skip", "on *", "r2 f1 " ALL, {{0}}, NULL, true, NULL},
    {"pd", "skip,on 1", "put 1,put 2", "r2 f1 " ALL, {{0}}, NULL, true, NULL},
    {"pn", "skip", MOVES, "r2 f1 " ALL, {{0}}, NULL, true, NULL},
    {"pn", "skip,move M 1 4", "down M 4 1,down M 4 2,down M 4 3,end", "r2 f1 S1=3 M1=2 M4=1 G1=1", {{0}}, NULL, true, NULL},
    {"hd", "skip", MOVES, "r2 f1 " ALL, {{0}}, NULL, true, NULL},
    {"hn", "skip", FAVORS, "r2 f1 " ALL, {{0}}, NULL, true, NULL},
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof rows[0] };

/* One trial: a row, a card, where it lies, and whether the player follows. */
typedef struct trial {
    const row *r;
    int card;
    place at;
    bool follows;
    int seat;
    int line[2]; /* cards that lie in the line, not the one on trial */
} trial;

static int god_of(const char *area) { return (int)(strchr("zdph", area[0]) - "zdph"); }

/* R5.6: hera, dionysus, aphrodite and persephone stand in for the token of their god. */
static bool stands_in(const trial *t) {
    static const char *const cards[] = {"hera", "dionysus", "aphrodite", "persephone"};
    return strcmp(mt_card_names[t->card], cards[god_of(t->r->area)]) == 0;
}

static void put_card(mt_state *s, const trial *t) {
    uint16_t bit = (uint16_t)(1u << t->card);
    if (controlled(t->at)) s->player[t->seat].cards |= bit;
    if (t->at == WITH_ANOTHER) s->player[s->head.seats == 2 ? 1 - t->seat : 2].cards |= bit;
    if (t->at == IN_THE_LINE) s->line |= bit;
    if (controlled(t->at) || t->at == WITH_ANOTHER) s->tokens[t->card] = 1;
    if (t->at == GAINED_NOW) s->fresh |= bit;
    if (t->at != LOCKED) return;
    s->locked |= bit;
    s->tokens[t->card] = 0;
    s->locks = s->turned = 1;
}

/* Player 1 is about to move, or player 2 to follow them. */
static mt_state begin(const trial *t) {
    PT_TEXT(text, 512);
    pt_put(&text, "turn 3\nline %s %s\nreserve %s\n", mt_card_names[t->line[0]],
           mt_card_names[t->line[1]], t->follows ? "0 2 0" : "2 0 0");
    pt_put(&text, "cubes %d %s\n", t->seat + 1, t->r->cubes ? t->r->cubes : ALL);
    if (t->follows) pt_put(&text, "phase follow\nactor 2\nspots %s - -\n", t->r->area);
    if (t->follows || t->r->skip)
        pt_put(&text, "favors %d %c\n", t->seat + 1, t->r->area[0] - 'a' + 'A');
    mt_state s = position(3, text.at);
    put_card(&s, t);
    return s;
}

/* --- what must be offered --- */

static int add(pt_move *out, int n, const char *text) {
    out[n] = mv(text);
    return n + 1;
}

/* R4.20: the cards of the line, an unlocked card of one's own, and another's with one token
 * less than the reserve has. */
static int add_targets(const trial *t, pt_move *out, int n) {
    for (int i = 0; i < 2; i++) out[n++] = pt_mv(MTV_ON, (unsigned)t->line[i], 0, 0);
    if (t->at != LOCKED && t->at != NOWHERE) out[n++] = pt_mv(MTV_ON, (unsigned)t->card, 0, 0);
    return n;
}

static int read_list(const trial *t, const char *text, pt_move *out) {
    char words[256];
    int n = 0;
    cr_assert_lt(strlen(text), sizeof words);
    strcpy(words, text);
    for (char *w = strtok(words, ","); w; w = strtok(NULL, ","))
        n = strcmp(w, "on *") ? add(out, n, w) : add_targets(t, out, n);
    return n;
}

static void must_offer(const mt_state *s, const trial *t, const char *list) {
    pt_move wanted[64], found[64];
    int n = read_list(t, list, wanted), all = mytikas_game.legal(s, t->seat, found), same = 0;
    for (int i = 0; i < n; i++) same += pt_find_move(found, all, wanted[i]) >= 0;
    cr_assert(same == n && all == n, "%s %s, %s, place %d, %s: %d of %d moves, not %s",
              t->r->area, t->r->moves, mt_card_names[t->card], (int)t->at,
              t->follows ? "follower" : "own turn", same, all, list);
}

static void must_have(const mt_state *s, const trial *t, const char *have) {
    const mt_player *p = &s->player[t->seat];
    PT_TEXT(found, 128);
    pt_put(&found, "r%d f%d", p->reserve,
           p->favor[0] + p->favor[1] + p->favor[2] + p->favor[3]);
    for (int i = 0; i < MT_STACKS; i++)
        if (p->cube[i]) pt_put(&found, " %c%d=%d", "SMG"[i / 4], i % 4 + 1, p->cube[i]);
    cr_assert_str_eq(found.at, have, "%s %s, %s, place %d: %s, not %s", t->r->area, t->r->moves,
                     mt_card_names[t->card], (int)t->at, found.at, have);
}

/* --- a trial --- */

static void play_word(mt_state *s, const trial *t, const char *word) {
    pt_move m = strcmp(word, "on 1") ? mv(word) : pt_mv(MTV_ON, (unsigned)t->line[0], 0, 0);
    PT_TEXT(why, 256);
    cr_assert_eq(pt_play(&mytikas_game, s, t->seat, m, &why), PT_OK, "%s %s: %s", t->r->area,
                 word, why.at);
}

/* R4.5, R4.6: main or skip is asked exactly if there is a right to the bonus action. A follower
 * has none (R8.12). */
static void enter(mt_state *s, const trial *t) {
    PT_TEXT(word, 32);
    if (!*t->r->area) return;
    if (t->follows) {
        pt_put(&word, "follow %c", t->r->area[0] - 'a' + 'A');
        play_word(s, t, word.at);
        return;
    }
    pt_put(&word, "go %s", t->r->area);
    play_word(s, t, word.at);
    bool right = t->r->skip || (works(t->at) && stands_in(t));
    cr_assert_eq(s->head.phase == MTP_CHOICE, right, "%s, %s", t->r->area,
                 mt_card_names[t->card]);
    if (!right) return;
    must_offer(s, t, "main,skip");
    if (!t->r->skip) play_word(s, t, "main");
}

static void must_follow_on(mt_state *s, const trial *t, const char *list) {
    if (*list) {
        must_offer(s, t, list);
    } else if (!t->follows && !t->r->skip && works(t->at) && stands_in(t)) {
        must_offer(s, t, "bonus,pass"); /* R4.6 */
    } else {
        cr_assert_eq(s->turn, 4, "%s %s, %s: the turn is not over", t->r->area, t->r->moves,
                     mt_card_names[t->card]);
    }
}

/* Returns whether the row says anything about this card in this place. */
static bool try_one(const trial *t) {
    const row *r = t->r;
    const char *list = r->list, *have = r->have, *name = mt_card_names[t->card];
    if (!*r->area && (t->follows || t->at == GAINED_NOW)) return false; /* not yet this turn */
    if (r->needs && !(works(t->at) && strcmp(name, r->needs) == 0)) return false;
    for (const change *c = r->with; c < r->with + 4 && c->card; c++) {
        bool zeus =
            strcmp(c->card, "zeus") == 0; /* R4.7: on one's own turn, control is enough */
        if (strcmp(c->card, name) != 0) continue;
        if (zeus ? t->follows || !controlled(t->at) : !works(t->at)) continue;
        if (c->list) list = c->list;
        if (c->have) have = c->have;
    }
    if (strcmp(list, "illegal") == 0) return false;
    char words[256];
    strcpy(words, r->moves);
    mt_state s = begin(t);
    enter(&s, t);
    for (char *w = strtok(words, ","); w;) {
        char *rest = strtok(NULL, "");
        play_word(&s, t, w);
        w = rest ? strtok(rest, ",") : NULL;
    }
    must_follow_on(&s, t, list);
    must_have(&s, t, have);
    return true;
}

static int try_all(bool follows) {
    int tried = 0;
    for (int i = 0; i < ROWS * MT_CARDS * PLACES; i++) {
        trial t = {.r = &rows[i / PLACES / MT_CARDS],
                   .card = i / PLACES % MT_CARDS,
                   .at = (place)(i % PLACES),
                   .follows = follows,
                   .seat = follows,
                   .line = {MTC_PAN, MTC_HERA}};
        for (int k = 0; k < 2; k++)
            if (t.line[k] == t.card) t.line[k] = MTC_DEMETER;
        if (!follows || !t.r->skip) tried += try_one(&t);
    }
    return tried;
}

/* The 24 rows of main actions hold for every card in every place, but for four that Hermes
 * replaces; a row that needs a card holds for it alone, locked or not. */
enum { MAIN = 24 * 96 - 4 * 2 + 12 * 2, BEFORE = 5 * 80 + 6 * 2, BONUS = 13 * 96 };
Test(mytikas, r5_every_card_in_every_action_of_ones_own_turn) {
    cr_assert_eq(try_all(false), BEFORE + MAIN + BONUS);
}
Test(mytikas, r5_every_card_in_every_action_of_a_follower) {
    cr_assert_eq(try_all(true), MAIN);
}

/* R4.8, R4.9, R5.2, R5.3: player 1 has gone to an area, and player 2 holds up to one token of
 * its god, one of another god, and two or no offering tokens. All cubes are there, so that
 * every main action can be done. */
typedef struct purse {
    int players, area;
    bool token, other, reserve;
} purse;

static mt_state asked_to_follow(const purse *p, const trial *t) {
    PT_TEXT(text, 512);
    int god = p->area / 2;
    pt_put(&text, "turn %d\nline %s %s\ncubes 2 " ALL "\nphase follow\nactor 2\n", p->players,
           mt_card_names[t->line[0]], mt_card_names[t->line[1]]);
    pt_put(&text, "spots %s -%s\n", mt_area_codes[p->area], p->players > 2 ? " -" : "");
    pt_put(&text, "area %s\nfavors 2 %c\n", mt_area_codes[p->area], "ZDPH"[god]);
    mt_state s = position(p->players, text.at);
    mt_player *me = &s.player[1];
    if (!p->token) me->favor[god]--, s.pile[god]++;
    if (p->other) me->favor[(god + 1) % 4]++, s.pile[(god + 1) % 4]--;
    me->reserve = p->reserve ? 2 : 0;
    put_card(&s, t);
    return s;
}

/* The ways to follow: with two players, both main actions of the god. */
static int add_follows(const purse *p, char means, pt_move *out, int n) {
    for (int side = 0; side < 2; side++) {
        PT_TEXT(text, 32);
        if (p->players > 2 && side) continue;
        pt_put(&text, "follow %c", means);
        if (p->players == 2) pt_put(&text, " %s", mt_area_codes[p->area / 2 * 2 + side]);
        n = add(out, n, text.at);
    }
    return n;
}

static void must_be_asked(const purse *p, const trial *t) {
    bool poseidon = works(t->at) && t->card == MTC_POSEIDON;
    bool zeus = works(t->at) && t->card == MTC_ZEUS;
    pt_move wanted[64] = {mv("pass")}, found[64];
    int n = 1, god = p->area / 2;
    if (p->token) n = add_follows(p, "ZDPH"[god], wanted, n);
    if (p->other && poseidon) n = add_follows(p, "ZDPH"[(god + 1) % 4], wanted, n);
    if (p->reserve && zeus) n = add_follows(p, '$', wanted, n);
    mt_state s = asked_to_follow(p, t);
    int all = mt_options(&s, found), same = 0;
    for (int i = 0; i < n; i++) same += pt_find_move(found, all, wanted[i]) >= 0;
    cr_assert(same == n && all == n, "%s with %s, place %d: %d of %d moves are right",
              mt_area_codes[p->area], mt_card_names[t->card], (int)t->at, same, all);
}

static int all_followers(int players) {
    int tried = 0;
    for (int i = 0; i < MT_AREAS * 8 * MT_CARDS * PLACES; i++, tried++) {
        int code = i / MT_CARDS / PLACES;
        purse p = {players, code / 8, code & 1, code & 2, code & 4};
        trial t = {.card = i / PLACES % MT_CARDS,
                   .at = (place)(i % PLACES),
                   .seat = 1,
                   .line = {MTC_PAN, MTC_HERA}};
        for (int k = 0; k < 2; k++)
            if (t.line[k] == t.card) t.line[k] = MTC_DEMETER;
        must_be_asked(&p, &t);
    }
    return tried;
}
Test(mytikas, r4_8_every_card_of_a_follower_of_three) {
    cr_assert_eq(all_followers(3), 8 * 8 * 16 * 6);
}
Test(mytikas, r4_9_every_card_of_a_follower_of_two) {
    cr_assert_eq(all_followers(2), 8 * 8 * 16 * 6);
}

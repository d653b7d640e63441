/* Random requests of several people, nonsense among them, in every game: nothing crashes, a
 * refusal changes nothing, the log folds to the same table, records verify, nothing that is due
 * is left undone. */
/* SPDX-License-Identifier: MIT */
#include "tests/desk.h"
#include <criterion/parameterized.h>

static const char *const people[] = {"ann", "bob", "cid", "dot", "eve", "", "b b", "nobody"};
static const char *const nonsense[] = {"",         "x",  "pass", "casual", "00ff",
                                       "place k4", "\n", "wait", "{}"};

static uint32_t below(pt_rng *rng, uint32_t n) { return pt_below(rng, n); }

static pt_wish random_wish(const pt_game *g, pt_rng *rng) {
    int seats = g->min_seats + (int)below(rng, (uint32_t)(g->max_seats - g->min_seats + 1));
    pt_wish w = desk_wish(g->name, seats);
    for (int i = 0; i < g->option_count; i++)
        if (below(rng, 3) == 0)
            w.config.option[i] = (int16_t)(g->options[i].min +
                                           (int)below(rng, (uint32_t)(g->options[i].max -
                                                                      g->options[i].min + 1)));
    if (g->for_people && below(rng, 2)) desk_option(&w, g->for_people);
    w.access = (uint8_t)(below(rng, 2) ? PT_ACCESS_OPEN : below(rng, 4));
    w.clock = (uint8_t)below(rng, 3);
    w.clock_ms = w.clock ? 1000 + below(rng, 60000) : 0;
    w.clock_inc = below(rng, 3000);
    w.flag_loses = below(rng, 4) == 0;
    w.watch = below(rng, 2);
    w.grace_s = below(rng, 90);
    memcpy(w.key, "key", 4);
    for (int i = 0; i < PT_SHA256; i++) w.seed[i] = (uint8_t)below(rng, 256);
    return w;
}

/* A move of the game, seldom legal. */
static pt_move some_move(const pt_game *g, pt_rng *rng) {
    const pt_space space = pt_move_space(g->verbs);
    return pt_move_at(&space, below(rng, pt_space_size(&space)));
}

/* A request that may make sense: of the kind, the right person, a legal move more often than
 * not. `text` holds the move. */
static pt_request random_request(desk *d, pt_rng *rng, pt_text *text) {
    static const pt_ask often[] = {PT_ASK_MOVE, PT_ASK_MOVE, PT_ASK_MOVE, PT_ASK_BOT_MOVE,
                                   PT_ASK_TICK};
    static const pt_ask early[] = {PT_ASK_SIT, PT_ASK_SIT, PT_ASK_LEAVE, PT_ASK_BOT,
                                   PT_ASK_START};
    bool open = d->t.core.phase == PT_TABLE_OPEN;
    pt_ask kind =
        below(rng, 3) ? (open ? early : often)[below(rng, 5)] : (pt_ask)below(rng, PT_ASKS);
    if (kind == PT_ASK_RESIGN && below(rng, 4)) kind = PT_ASK_UNDO;
    uint8_t owes = pt_table_owes(&d->t);
    int seat = (int)below(rng, 8) - 1;
    if (owes && below(rng, 4)) seat = pt_lowest(owes);
    if (owes & (owes - 1) && below(rng, 2)) seat = pt_lowest(owes & (owes - 1u));
    const char *who = people[below(rng, 8)];
    if (seat >= 0 && seat < d->t.core.seats && below(rng, 4)) who = d->t.core.seat[seat].person;
    if (seat >= 0 && seat < d->t.core.seats && d->t.core.seat[seat].mate[0].person[0] &&
        below(rng, 2))
        who = d->t.core.seat[seat].mate[0].person;
    pt_request r = desk_request(d, kind, who, seat);
    r.text = nonsense[below(rng, sizeof nonsense / sizeof *nonsense)];
    r.key = below(rng, 2) ? "key" : "";
    r.yes = below(rng, 3) > 0;
    r.there = (uint8_t)below(rng, 256);
    r.id = below(rng, 4) ? "" : below(rng, 2) ? "m1" : "m2";
    if (below(rng, 4) == 0) r.at = below(rng, d->t.core.number + 3);
    if (kind == PT_ASK_CREDIT) r.at = below(rng, 100000);
    r.move = below(rng, 9) ? 0 : (pt_move)pt_random(rng);
    if (pt_has(owes, seat) && below(rng, 5))
        r.move = desk_legal(d, seat, (uint32_t)pt_random(rng));
    if (!r.move) r.move = some_move(d->t.game, rng);
    if (kind == PT_ASK_MOVE && pt_well_formed(d->t.game->verbs, r.move) && below(rng, 20)) {
        pt_print_move(d->t.game->verbs, r.move, text);
        r.text = text->at;
    }
    if (open && kind == PT_ASK_SIT && below(rng, 4)) r.text = below(rng, 2) ? "" : "0a";
    if (kind == PT_ASK_BOT && below(rng, 2)) r.text = "casual";
    if (kind == PT_ASK_REMATCH) {
        pt_table_done(&d->next);
        desk_log_free(&d->log_next);
        memcpy(d->fresh.id, "tnext", 6);
        r.next = &d->next;
        r.fresh = &d->fresh;
    }
    return r;
}

static void step(desk *d, pt_rng *rng) {
    PT_TEXT(text, 160);
    if (below(rng, 3) == 0) d->now += below(rng, 5000);
    if (below(rng, 60) == 0) d->now += 10000 + below(rng, 700000);
    pt_request r = random_request(d, rng, &text);
    pt_table_core was = d->t.core;
    int count = d->log.count;
    pt_refusal answer = desk_send(d, &r);
    if (answer != PT_GRANTED) {
        cr_assert_eq(memcmp(&was, &d->t.core, sizeof was), 0, "%s", pt_refusal_code(answer));
        cr_assert_eq(d->log.count, count);
        cr_assert_gt(strlen(d->why), 0u, "%s", pt_refusal_code(answer));
    }
    if (d->log.count == count)
        cr_assert_eq(memcmp(&was, &d->t.core, sizeof was), 0, "changed without an event");
    int64_t due = pt_table_due(&d->t);
    if (r.kind == PT_ASK_TICK) cr_assert(!due || due > d->now, "due after a tick");
    if (d->next.core.number && r.kind == PT_ASK_REMATCH) desk_same(&d->next, &d->log_next);
}

static void tell_all(const desk *d, pt_rng *rng) {
    static char memory[1 << 16];
    static pt_move list[2048];
    for (int eye = 0; eye < PT_EYES; eye++) {
        if (eye >= d->t.core.seats && eye != PT_PUBLIC_EYE) continue;
        pt_text out = pt_text_on(memory, sizeof memory);
        pt_json j = pt_json_on(&out);
        pt_tell_update(&j, &d->t, eye, below(rng, d->t.core.seen[eye] + 1), d->now, list);
        cr_assert(!out.cut && j.depth == 0);
    }
}

/* Ann starts as soon as she may, so that most of the time a game is played. */
static void sit_all(desk *d, pt_rng *rng) {
    for (int i = 0; i < d->t.core.seats; i++) {
        pt_request r = desk_request(d, PT_ASK_SIT, desk_people[i], i);
        if (d->t.core.access == PT_ACCESS_LOCAL) r.person = "ann";
        if (below(rng, 4) == 0) {
            r.kind = PT_ASK_BOT;
            r.person = "ann";
            r.text = "expert";
        }
        r.key = "key";
        desk_send(d, &r);
    }
    for (int i = 0; i < 3 && d->t.game->team; i++) { /* others join */
        pt_request r = desk_request(d, PT_ASK_SIT, desk_people[2 + i], (int)below(rng, 2));
        r.key = "key";
        desk_send(d, &r);
    }
    desk_ask(d, PT_ASK_START, "ann", -1, "");
}

/* Returns how many moves stand. */
static uint32_t one_table(const pt_game *g, uint64_t seed) {
    desk d;
    pt_rng rng = {seed};
    desk_open(&d, "trandom");
    const pt_wish w = random_wish(g, &rng);
    desk_make(&d, &w, NULL);
    for (int i = 0; i < 600; i++) {
        step(&d, &rng);
        if (i == 30 || i == 60) sit_all(&d, &rng);
        if (i % 50 == 0) tell_all(&d, &rng);
    }
    desk_same(&d.t, &d.log);
    if (d.t.core.phase != PT_TABLE_OPEN) desk_verify(&d.t);
    uint32_t moves = d.t.core.steps;
    desk_close(&d);
    return moves;
}

/* Every game for itself, so that they run side by side. */
ParameterizedTestParameters(random, every_game) {
    enum { GAMES_MAX = 100 };
    static int games[GAMES_MAX];
    size_t n = 0;
    for (; pt_games[n] && n < GAMES_MAX; n++) games[n] = (int)n;
    return cr_make_param_array(int, games, n);
}

ParameterizedTest(const int *game, random, every_game) {
    const pt_game *g = pt_games[*game];
    uint32_t moves = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) moves += one_table(g, seed);
    cr_assert_gt(moves, 1000u, "%s: too little was played to say anything", g->name);
}

/* Random requests of several people, nonsense among them, in every game: nothing crashes, a
 * refusal changes nothing, the log folds to the same table, records verify, nothing that is due
 * is left undone. And the law is what it was: `sessions` holds, for each game, the SHA-256 of
 * all answers, events and messages, without views and without the words of the games.
 * PETTEIA_SESSIONS=print prints them all, to compare two versions with diff. */
/* SPDX-License-Identifier: MIT */
#include "core/sha256.h"
#include "tests/desk.h"
#include <criterion/parameterized.h>
#include <stdio.h>

static const char *const people[] = {"ann", "bob", "cid", "dot", "eve", "", "b b", "nobody"};
static const char *const nonsense[] = {"",         "x",  "pass", "casual", "00ff",
                                       "place k4", "\n", "wait", "{}"};

static uint32_t below(pt_rng *rng, uint32_t n) { return pt_below(rng, n); }

/* --- all that a session tells --- */

static pt_sha256 session;

static void note(const char *bytes, size_t n) {
    if (getenv("PETTEIA_SESSIONS")) fwrite(bytes, 1, n, stdout);
    pt_sha256_add(&session, bytes, n);
}

static void note_numbers(const char *what, const int64_t *n, int count) {
    PT_TEXT(line, 400);
    pt_puts(&line, what);
    for (int i = 0; i < count; i++) pt_put(&line, " %lld", (long long)n[i]);
    pt_putc(&line, '\n');
    cr_assert_not(line.cut);
    note(line.at, line.used);
}

/* Behind a value of JSON. */
static const char *past_value(const char *at) {
    int depth = 0;
    bool quoted = false;
    do {
        if (quoted && *at == '\\')
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at++;
    } while (quoted || depth > 0);
    return at;
}

/* A message without what is the game's own. */
static void note_message(const char *text) {
    static const char *const keys[] = {"\"view\":", "\"ask\":", "\"legal\":"};
    for (const char *next = text; text; text = next) {
        next = NULL;
        for (int i = 0; i < 3; i++) {
            const char *found = strstr(text, keys[i]);
            if (found && (!next || found < next)) next = found;
        }
        note(text, next ? (size_t)(next - text) : strlen(text));
        if (next) next = past_value(strchr(next, ':') + 1);
    }
    note("\n", 1);
}

static void note_core(const pt_table_core *c, int seat, int eye) {
    const pt_seat *s = &c->seat[seat];
    const int64_t numbers[] = {
        c->changed,
        c->moved,
        c->began,
        c->ended,
        c->paused,
        c->unrated,
        c->stopped,
        c->number,
        c->steps,
        c->draws,
        c->seen[eye],
        c->played[eye],
        c->started,
        c->undone,
        s->kind,
        s->standin,
        s->resigned,
        s->ready,
        s->since,
        s->left,
        s->rests,
        s->id_count,
        (int64_t)s->ids[s->id_count % PT_MOVE_IDS],
    };
    note_numbers("core", numbers, sizeof numbers / sizeof *numbers);
    note_numbers(s->person, NULL, 0);
    note_numbers(s->entropy, NULL, 0);
}

static void note_now(const pt_table_now *n, int seat) {
    const int64_t numbers[] = {
        n->undo_by,         n->undo_by < 0 ? 0 : n->undo_to,
        n->rematch_yes,     n->ready,
        n->guarded,         n->mover[seat],
        n->away[seat],      n->locked[seat][0],
        n->locked[seat][1], n->guard_from,
        n->pace_from[seat], n->pace_number[seat],
    };
    note_numbers("now", numbers, sizeof numbers / sizeof *numbers);
}

/* What a host may ask of the table at any time. */
static void note_table(const desk *d, pt_rng *rng) {
    const pt_table *t = &d->t;
    int seat = (int)below(rng, t->core.seats),
        eye = pt_eye_of((int)below(rng, t->core.seats + 1u) - 1);
    const char *who = people[below(rng, 8)];
    uint64_t state[PT_STATE_MAX / 8];
    int64_t ago = d->now - below(rng, 9000), seen = below(rng, t->core.seen[eye] + 2);
    const int64_t numbers[] = {
        pt_table_due(t),
        pt_table_deadline(t, seat),
        pt_table_captain(t, seat, d->now),
        pt_table_timed(t),
        pt_table_may_see(t, who, below(rng, 2) ? "key" : ""),
        pt_table_may_hint(t, who, seat),
        pt_table_absence(t, ago, d->now - below(rng, 3000)),
        pt_table_is_rated(t),
        pt_table_moves_seen(t, below(rng, t->core.steps + 2), eye),
        pt_table_state_seen(t, eye, seen, state) ? pt_head_of(state)->ply : -1,
    };
    note_numbers("table", numbers, sizeof numbers / sizeof *numbers);
    note_core(&t->core, seat, eye);
    note_now(&t->now, seat);
    pt_thinker list[PT_SEATS];
    int n = pt_table_thinkers(t, d->now, list);
    for (int i = 0; i < n; i++) {
        note_numbers("thinks", &(int64_t){list[i].seat}, 1);
        note(list[i].level, strlen(list[i].level));
    }
}

static void note_log(const desk_log *l) {
    for (int i = 0; i < l->count; i++) {
        note_numbers("at", &l->at[i], 1);
        note(l->text[i], strlen(l->text[i]) + 1);
    }
}

static void note_end(const desk *d) {
    static char memory[1 << 18];
    uint8_t place[PT_SEATS];
    pt_text record = pt_text_on(memory, sizeof memory);
    note_log(&d->log);
    note_log(&d->log_next);
    for (uint32_t i = 0; i < d->t.core.steps; i++) {
        const pt_table_step *s = &d->t.step[i];
        note_numbers("step", (int64_t[]){s->move, s->number, s->left, s->seat}, 4);
    }
    if (d->t.core.phase == PT_TABLE_OPEN) return;
    pt_table_places(&d->t, place);
    for (int i = 0; i < d->t.core.seats; i++) note_numbers("place", &(int64_t){place[i]}, 1);
    pt_table_record(&d->t, &record);
    note(record.at, record.used);
}

/* Of each game. After a change that was meant, the failed test says what to write here. */
static const char *const sessions[][2] = {
    {"cyclades", "532231b407ff9e2eec0c09070f45d639c5e64754b7a7819a106c8ee72cac6077"},
    {"mykerinos", "57b1862b401cb28d76878ef6d9ed5ea596ab201e549d790ec5e013c94a42685e"},
    {"myriath", "d4edff552a6ae60509feffa827b66ba4069bb64b14d97af54c1676584b3fb08b"},
    {"myst", "d6e77806b57ea7e741e0f659aaae7367ffa8b6bc2cb59faa287ac6d685babae2"},
    {"mytikas", "f7ceced025660a4d8f61c029a815abd7ea75010ace64139d664f1a8a086ae10d"},
};

static void expect_session(const char *game) {
    char hex[PT_HEX];
    uint8_t digest[PT_SHA256];
    pt_sha256_end(&session, digest);
    pt_to_hex(digest, sizeof digest, hex);
    for (size_t i = 0; i < sizeof sessions / sizeof *sessions; i++)
        if (strcmp(sessions[i][0], game) == 0)
            cr_assert_str_eq(hex, sessions[i][1], "the sessions of %s are others: %s", game,
                             hex);
}

/* --- random requests --- */

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
    if (w.clock && below(rng, 4) == 0) { /* days a move */
        w.clock_ms = PT_DAY_MS;
        w.holidays = below(rng, 4) > 0;
    }
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
    if (kind == PT_ASK_EXTEND) r.at = below(rng, 6);
    if (kind == PT_ASK_REST) {
        r.seat = (int)below(rng, d->t.core.seats);
        r.at = below(rng, 3) ? d->now + below(rng, 3 * PT_DAY_MS) : 0;
    }
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
    note_numbers(pt_refusal_code(answer), &(int64_t){answer}, 1);
    note_table(d, rng);
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
        note_message(memory);
        pt_clear(&out);
        pt_tell_table(&j, &d->t, eye, d->now, list);
        note_message(memory);
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
    note_end(&d);
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
    session = pt_sha256_begin();
    for (uint64_t seed = 1; seed <= 25; seed++) moves += one_table(g, seed);
    cr_assert_gt(moves, 400u, "%s: too little was played to say anything", g->name);
    expect_session(g->name);
}

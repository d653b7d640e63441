/* A host for tests of table/: it keeps every event as text, as a store would, and moves time by
 * hand. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "table/table_json.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

typedef struct desk_log {
    char **text;
    int64_t *at;
    int count, room;
} desk_log;

typedef struct desk {
    pt_table t, next; /* `next` is for a rematch */
    desk_log log, log_next;
    int64_t now;
    int notices;
    pt_event_kind noticed; /* the last of them */
    int noticed_by;
    pt_fresh fresh;
    char why[512];
    pt_sink sink;
} desk;

static inline int desk_level(const char *name, const pt_game *g) {
    (void)g;
    static const char *const names[] = {"beginner", "casual", "expert"};
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], name) == 0) return i;
    return -1;
}

static const pt_table_bots desk_bots = {desk_level, "casual"};

static inline void desk_keep(desk_log *l, int64_t at, const char *text) {
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->text = realloc(l->text, (size_t)l->room * sizeof *l->text);
        l->at = realloc(l->at, (size_t)l->room * sizeof *l->at);
        if (!l->text || !l->at) abort();
    }
    l->text[l->count] = strdup(text);
    l->at[l->count++] = at;
}

static inline void desk_take(void *to, const pt_table *t, const pt_event *e) {
    desk *d = to;
    if (!e->number) {
        d->notices++;
        d->noticed = e->kind;
        d->noticed_by = e->seat;
        return;
    }
    PT_TEXT(text, PT_EVENT_MAX);
    desk_log *l = t == &d->t ? &d->log : &d->log_next;
    pt_event_print(e, t->game, &text);
    cr_assert_not(text.cut);
    cr_assert_eq(e->number, t->core.number);
    cr_assert_eq((int)e->number, l->count + 1, "events come in order");
    desk_keep(l, e->at, text.at);
}

static inline void desk_open(desk *d, const char *id) {
    memset(d, 0, sizeof *d);
    d->now = 1000000;
    d->sink = (pt_sink){desk_take, d};
    pt_table_init(&d->t, id, &desk_bots);
}

static inline void desk_log_free(desk_log *l) {
    for (int i = 0; i < l->count; i++) free(l->text[i]);
    free(l->text);
    free(l->at);
    memset(l, 0, sizeof *l);
}

static inline void desk_close(desk *d) {
    pt_table_done(&d->t);
    pt_table_done(&d->next);
    desk_log_free(&d->log);
    desk_log_free(&d->log_next);
}

static inline pt_wish desk_wish(const char *game, int seats) {
    pt_wish w = {.game = pt_game_named(game), .watch = true};
    cr_assert(w.game);
    w.config = pt_config_normal(w.game, seats);
    memcpy(w.owner, "ann", 4);
    for (int i = 0; i < PT_SHA256; i++) w.seed[i] = (uint8_t)(i * 7 + 1);
    return w;
}

static inline void desk_option(pt_wish *w, const char *text) {
    cr_assert_eq(pt_config_set(w->game, &w->config, text, NULL), PT_OK, "%s", text);
}

static inline void desk_make(desk *d, const pt_wish *w, const pt_wish_seat seat[PT_SEATS]) {
    const pt_wish_seat none[PT_SEATS] = {0};
    cr_assert(pt_table_make(&d->t, w, seat ? seat : none, NULL, 0, d->now, &d->sink, NULL));
}

static inline pt_request desk_request(const desk *d, pt_ask kind, const char *who, int seat) {
    pt_request r = pt_request_of(kind, who, d->now);
    r.name = who;
    r.seat = seat;
    return r;
}

static inline pt_refusal desk_send(desk *d, const pt_request *r) {
    pt_text why = pt_text_on(d->why, sizeof d->why);
    return pt_table_ask(&d->t, r, &d->sink, &why);
}

static inline pt_refusal desk_ask(desk *d, pt_ask kind, const char *who, int seat,
                                  const char *text) {
    pt_request r = desk_request(d, kind, who, seat);
    r.text = text;
    return desk_send(d, &r);
}

static inline void desk_tick(desk *d, int64_t later) {
    d->now += later;
    cr_assert_eq(desk_ask(d, PT_ASK_TICK, "", -1, ""), PT_GRANTED);
    int64_t due = pt_table_due(&d->t);
    cr_assert(!due || due > d->now, "due %lld, now %lld", (long long)due, (long long)d->now);
}

/* Ann, Bob, Cid ... sit down in order, and Ann starts the game. */
static const char *const desk_people[] = {"ann", "bob", "cid", "dot", "eve"};
static inline void desk_start(desk *d, const pt_wish *w) {
    desk_make(d, w, NULL);
    for (int i = 0; i < w->config.seats; i++) {
        const char *who = w->access == PT_ACCESS_LOCAL ? "ann" : desk_people[i];
        cr_assert_eq(desk_ask(d, PT_ASK_SIT, who, i, ""), PT_GRANTED, "%s", d->why);
    }
    cr_assert_eq(desk_ask(d, PT_ASK_START, "ann", -1, ""), PT_GRANTED, "%s", d->why);
}

static inline int desk_mover(const desk *d) {
    cr_assert(pt_table_owes(&d->t));
    return pt_lowest(pt_table_owes(&d->t));
}

/* The legal move of a seat with this number, counted round. */
static inline pt_move desk_legal(const desk *d, int seat, uint32_t which) {
    pt_move list[2048];
    int n = d->t.game->legal(d->t.core.state, seat, list);
    cr_assert_gt(n, 0);
    return list[which % (uint32_t)n];
}

static inline pt_refusal desk_move(desk *d, const char *who, int seat, pt_move m) {
    PT_TEXT(text, 160);
    pt_print_move(d->t.game->verbs, m, &text);
    return desk_ask(d, PT_ASK_MOVE, who, seat, text.at);
}

/* Whoever is to move makes some move. Returns the seat. */
static inline int desk_play(desk *d, uint32_t which) {
    int seat = desk_mover(d);
    const char *who = d->t.core.seat[seat].person;
    cr_assert_eq(desk_move(d, who, seat, desk_legal(d, seat, which)), PT_GRANTED, "%s", d->why);
    return seat;
}

static inline const char *desk_last(const desk *d) {
    cr_assert_gt(d->log.count, 0);
    return d->log.text[d->log.count - 1];
}

/* The log folded from scratch is the same table, byte for byte. */
static inline void desk_same(const pt_table *t, const desk_log *l) {
    pt_table again;
    PT_TEXT(why, 256);
    pt_table_init(&again, t->core.id, &desk_bots);
    for (int i = 0; i < l->count; i++)
        cr_assert(pt_table_read(&again, l->at[i], l->text[i], &why), "%s: %s", l->text[i],
                  why.at);
    cr_assert_eq(memcmp(&again.core, &t->core, sizeof t->core), 0, "another table");
    if (t->core.steps)
        cr_assert_eq(memcmp(again.step, t->step, t->core.steps * sizeof *t->step), 0);
    pt_table_done(&again);
}

/* The record is judged by the rules, and its draws are proved once the seed is told. */
static inline void desk_verify(const pt_table *t) {
    size_t size = 8192 + (size_t)t->core.steps * 200;
    char *memory = malloc(size);
    pt_text record = pt_text_on(memory, size);
    PT_TEXT(why, 512);
    pt_replay *r = calloc(1, sizeof *r);
    pt_table_record(t, &record);
    cr_assert_not(record.cut);
    cr_assert_eq(pt_replay_all(r, memory, &why), PT_OK, "line %d: %s", r->line, why.at);
    if (t->core.phase == PT_TABLE_OVER && !t->core.past)
        cr_assert_eq(pt_fair_verify(r, memory, &why), PT_OK, "line %d: %s", r->line, why.at);
    cr_assert_eq((uint32_t)r->moves, t->core.steps);
    free(r);
    free(memory);
}

/* A refusal with its code and its words. */
static inline void desk_says(const desk *d, pt_refusal got, pt_refusal wanted, const char *code,
                             const char *words) {
    cr_assert_eq(got, wanted, "%s: %s", pt_refusal_code(got), d->why);
    cr_assert_str_eq(pt_refusal_code(got), code);
    cr_assert_str_eq(d->why, words);
}

/* Myst, not begun: Ann and Bob share the first seat, the second is free. */
static inline void desk_two_teams(desk *d, pt_wish *w) {
    *w = desk_wish("myst", 2);
    desk_option(w, "pmode=alt");
    desk_open(d, "tteam");
    desk_make(d, w, NULL);
    desk_ask(d, PT_ASK_SIT, "ann", 0, "");
    cr_assert_eq(desk_ask(d, PT_ASK_SIT, "bob", 0, ""), PT_GRANTED);
}

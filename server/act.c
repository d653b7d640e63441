/* Requests to a table become events here, or are refused. Every request from outside is judged
 * by who sends it: someone who may not know of the table is told that there is none. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include "server/tell.h"
#include <stdlib.h>
#include <string.h>

void act_refuse(room *r, const act *a, const char *code, const char *words) {
    server *sv = r->server;
    if (!a->from) return;
    if (a->http) {
        http_error(sv, a->from, strcmp(code, "no-table") == 0 ? 404 : 409, code, words);
        return;
    }
    PT_TEXT(out, 1024);
    pt_json j = pt_json_on(&out);
    sv->counts.refused++;
    pt_open(&j, '{');
    pt_key_str(&j, "t", "refused");
    if (a->re[0]) pt_key_str(&j, "re", a->re);
    pt_key_str(&j, "code", code);
    if (strcmp(code, "rule") == 0)
        pt_tell_refusal(&j, words);
    else
        pt_key_str(&j, "words", words);
    pt_close(&j, '}');
    conn_send(sv, a->from, &out);
}

static void reply_made(room *r, const act *a) {
    PT_TEXT(out, 256);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "table", r->id);
    if (r->log.core.key[0]) pt_key_str(&j, "key", r->log.core.key);
    pt_close(&j, '}');
    http_reply(r->server, a->from, 201, "application/json", out.at, out.used);
}

void act_ok(room *r, const act *a) {
    if (!a->from || a->silent) return;
    if (a->http) {
        reply_made(r, a);
        return;
    }
    PT_TEXT(out, 160);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "ok");
    if (a->re[0]) pt_key_str(&j, "re", a->re);
    pt_key_int(&j, "n", r->log.core.seen[eye_of(a->seat)]);
    pt_close(&j, '}');
    conn_send(r->server, a->from, &out);
}

bool act_owns(const room *r, const act *a, int seat) {
    return seat >= 0 && seat < r->log.core.config.seats && a->person[0] &&
           seat_has_person(&r->log.core.seat[seat], a->person);
}

bool act_may_see(const room *r, const act *a) {
    const table_core *c = &r->log.core;
    if (r->broken) return false;
    if (!a->from || (c->access == ACCESS_OPEN && c->watch)) return true;
    if (a->person[0] && strcmp(c->owner, a->person) == 0) return true;
    for (int i = 0; i < c->config.seats; i++)
        if (act_owns(r, a, i)) return true;
    if (c->access == ACCESS_OPEN && c->phase == TABLE_OPEN) return true;
    return c->key[0] && strcmp(c->key, a->key) == 0;
}

/* --- the game --- */

static bool luck_is_next(const room *r) {
    return r->log.core.phase == TABLE_PLAYING && table_head(&r->log)->node == PT_CHANCE &&
           !r->broken;
}

static void draw_all(room *r) {
    table_log *t = &r->log;
    pt_chance *list = r->server->luck;
    if (!r->luck_begun) {
        const pt_fair fair = table_fair(t);
        r->luck = pt_fair_begin(&fair);
        r->luck_begun = true;
    }
    while (luck_is_next(r)) {
        int n = t->game->chance(t->core.state, list);
        pt_lot lot = pt_fair_draw_on(&r->luck, t->core.draws + 1, list, n);
        const uint32_t numbers[] = {lot.number, lot.ticket, lot.total, lot.from, lot.to};
        PT_TEXT(event, EVENT_MAX);
        pt_puts(&event, "luck ");
        for (int i = 0; i < 5; i++) {
            pt_puti(&event, numbers[i]);
            pt_putc(&event, ' ');
        }
        pt_print_move(t->game->verbs, lot.move, &event);
        room_put(r, &event);
    }
}

void room_luck(room *r) {
    const table_log *t = &r->log;
    if (luck_is_next(r)) draw_all(r);
    if (t->core.phase == TABLE_PLAYING && table_head(t)->node == PT_OVER)
        room_event(r, "over played");
}

void room_play(room *r, int seat, pt_move m, const char *id, const char *by) {
    const char *words[] = {id && id[0] ? id : "-", by};
    PT_TEXT(event, EVENT_MAX);
    pt_puts(&event, "move ");
    pt_puti(&event, seat);
    for (int i = 0; i < 2; i++) {
        pt_putc(&event, ' ');
        pt_puts(&event, words[i]);
    }
    pt_putc(&event, ' ');
    pt_print_move(r->log.game->verbs, m, &event);
    room_put(r, &event);
    r->server->counts.moves++;
    r->guard_at = 0;
    room_luck(r);
}

/* In a race a wrong try may cost time: the time of whoever tried, and not of the others in the
 * team. */
static int64_t *lock_of(room *r, const act *a) {
    const table_seat *s = &r->log.core.seat[a->seat];
    for (int k = 0; k < MATES; k++)
        if (strcmp(s->mate[k].person, a->person) == 0) return &r->locked[a->seat][1 + k];
    return &r->locked[a->seat][0];
}

static void refuse_move(room *r, act *a, pt_move m, const char *why) {
    const table_log *t = &r->log;
    uint32_t lock =
        table_racing(t) ? t->game->race->lock(t->core.state, &t->core.config, a->seat, m) : 0;
    if (lock) *lock_of(r, a) = now_ms() + lock;
    act_refuse(r, a, "rule", why);
}

static void act_move(room *r, act *a) {
    table_log *t = &r->log;
    PT_TEXT(why, 512);
    if (!act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    const table_seat *s = &t->core.seat[a->seat];
    if (a->re[0] && seat_has_id(s, id_hash(a->re))) { /* it came before: the answer again */
        act_ok(r, a);
        return;
    }
    if (t->core.phase != TABLE_PLAYING || s->resigned) {
        act_refuse(r, a, "not-playing", "this game is not being played");
        return;
    }
    bool together = (table_owes(t) & (table_owes(t) - 1)) != 0;
    if (a->at >= 0 && a->at < t->core.played[a->seat] && !together && !table_racing(t)) {
        act_refuse(r, a, "stale", "something has happened since: look again");
        return;
    }
    if (table_racing(t) && now_ms() < *lock_of(r, a)) {
        t->game->race->locked(&why);
        act_refuse(r, a, "rule", why.at);
        return;
    }
    pt_move m = pt_parse_move(t->game->verbs, a->text);
    if (!m) {
        act_refuse(r, a, "unreadable", "this is not a move in the game's notation");
        return;
    }
    if (pt_check_seen(t->game, t->core.state, a->seat, m, &why)) {
        refuse_move(r, a, m, why.at);
        return;
    }
    if (s->standin) room_event(r, "back %d", a->seat);
    room_play(r, a->seat, m, a->re, "-");
}

/* A bot's move may come too late, or for a state that is no more: then it is nothing. */
static void act_bot_move(room *r, act *a) {
    table_log *t = &r->log;
    r->thinking[a->seat] = false;
    if (t->core.phase != TABLE_PLAYING || !a->move) return;
    const table_seat *s = &t->core.seat[a->seat];
    int64_t deadline = seat_deadline(t, a->seat);
    bool flagged = deadline && now_ms() >= deadline;
    if (!seat_by_bot(s) && !flagged) return;
    if (!pt_has(table_owes(t), a->seat) ||
        t->game->check(t->core.state, a->seat, a->move, NULL))
        return;
    r->server->counts.bot_moves++;
    r->bot_at[a->seat] = 0;
    room_play(r, a->seat, a->move, NULL, seat_by_bot(s) ? "bot" : "clock");
}

/* Myst R4.17: out of time, the rules say which move is made. */
static void act_timeout(room *r, act *a) {
    table_log *t = &r->log;
    uint64_t view[PT_STATE_MAX / 8];
    int64_t deadline = seat_deadline(t, a->seat);
    if (!deadline || now_ms() < deadline || !pt_has(table_owes(t), a->seat)) return;
    pt_observe(t->game, t->core.state, a->seat, view);
    pt_move m = t->game->timeout(view, a->seat);
    if (t->game->check(t->core.state, a->seat, m, NULL) == PT_OK)
        room_play(r, a->seat, m, NULL, "clock");
}

/* Nobody has moved for too long: the rules make a move. */
static void act_guard(room *r) {
    table_log *t = &r->log;
    int seat;
    pt_move m;
    if (!table_racing(t)) return;
    const pt_race *race = t->game->race;
    if (race->guard(t->core.state, &r->server->rng, &seat, &m))
        room_play(r, seat, m, NULL, "guard");
    r->guard_at = now_ms() + race->stall_again(&t->core.config);
}

static void act_chat(room *r, act *a) {
    int seat = act_owns(r, a, a->seat) ? a->seat : -1;
    if (seat < 0 && a->seat >= 0) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    if (seat < 0)
        room_event(r, "chat - %zu %s %s", strlen(a->name), a->name, a->text);
    else
        room_event(r, "chat %d %zu %s %s", seat, strlen(a->name), a->name, a->text);
}

static void act_watch(room *r, act *a) {
    server *sv = r->server;
    conn *c = net_get(sv->net, a->from);
    if (!c) return;
    if (a->seat >= 0 && !act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    int eye = eye_of(a->seat);
    watcher *w = r->watchers;
    while (w && (w->conn != c || w->eye != eye)) w = w->in_room;
    if (a->kind == ACT_UNWATCH) {
        if (w) watcher_drop(w);
        act_ok(r, a);
        return;
    }
    if (!w) {
        w = c->watching < 16 ? calloc(1, sizeof *w) : NULL;
        if (!w) {
            act_refuse(r, a, "too-many", "sixteen tables are the most for one connection");
            return;
        }
        *w = (watcher){
            .conn = c, .room = r, .eye = eye, .in_room = r->watchers, .in_conn = c->watchers};
        r->watchers = c->watchers = w;
        c->watching++;
    }
    w->legal = a->legal;
    act_ok(r, a);
    stream_watch(r, w, a->at);
    room_presence(r);
}

/* The record of a finished game, by HTTP. */
static void act_record(room *r, act *a) {
    if (r->log.core.phase != TABLE_OVER) {
        act_refuse(r, a, "not-over", "the record is given when the game is over");
        return;
    }
    size_t size = 8192 + (size_t)r->log.core.steps * 160;
    char *memory = malloc(size);
    if (!memory) return;
    pt_text out = pt_text_on(memory, size);
    table_record(&r->log, &out);
    http_reply(r->server, a->from, 200, "text/plain; charset=utf-8", out.at, out.used);
    free(memory);
}

static void act_look(room *r, act *a) {
    if (a->kind == ACT_CREDIT)
        room_event(r, "credit %lld", (long long)a->at);
    else if (r->log.core.phase == TABLE_PLAYING)
        room_luck(r);
}

/* Answers about what is there; they need the right to see it and, for a seat, the seat. */
static void act_ask(room *r, act *a) {
    if (a->seat >= 0 && !act_owns(r, a, a->seat))
        act_refuse(r, a, "not-your-seat", "you do not sit there");
    else if (a->kind == ACT_LEGAL)
        stream_legal(r, a);
    else
        stream_score(r, a);
}

void act_on(room *r, act *a) {
    if (!act_may_see(r, a)) {
        act_refuse(r, a, "no-table", "there is no such table");
        return;
    }
    switch (a->kind) {
    case ACT_WATCH:
    case ACT_UNWATCH: act_watch(r, a); return;
    case ACT_SIT:
    case ACT_LEAVE:
    case ACT_BOT:
    case ACT_START:
    case ACT_STANDIN:
    case ACT_BACK: act_seats(r, a); return;
    case ACT_MOVE: act_move(r, a); return;
    case ACT_UNDO: act_undo(r, a); return;
    case ACT_AGREE: act_agree(r, a); return;
    case ACT_CHAT: act_chat(r, a); return;
    case ACT_CLOCK:
    case ACT_RESIGN: act_resign(r, a); return;
    case ACT_REMATCH: act_rematch(r, a); return;
    case ACT_LEGAL:
    case ACT_SCORE: act_ask(r, a); return;
    case ACT_HINT: act_hint(r, a); return;
    case ACT_RECORD: act_record(r, a); return;
    case ACT_BOT_MOVE: act_bot_move(r, a); return;
    case ACT_TIMEOUT: act_timeout(r, a); return;
    case ACT_GUARD: act_guard(r); return;
    case ACT_CREDIT:
    case ACT_LOOK: act_look(r, a); return;
    }
}

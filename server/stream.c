/* What watchers get: the whole table when they come, then updates with what they may see of
 * each event and what has changed in their view. Everything goes through sight() and observe().
 */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include "server/tell.h"
#include <stdlib.h>
#include <string.h>

void conn_send(server *sv, net_id to, pt_text *t) {
    net_note *note = t->cut ? NULL : net_note_new(sv->net, t->at, t->used);
    net_send(sv->net, to, note);
    net_note_drop(sv->net, note);
}

/* --- the parts of a message --- */

static void begin(pt_json *j, const room *r, const char *type, int eye) {
    pt_open(j, '{');
    pt_key_str(j, "t", type);
    pt_key_str(j, "table", r->id);
    pt_key(j, "seat");
    if (eye == PUBLIC_EYE)
        pt_json_null(j);
    else
        pt_json_int(j, eye);
    pt_key_int(j, "n", r->log.core.seen[eye]);
}

/* Whose turn it is as this eye sees it, the clocks, and what its seat may do. */
static void put_turn(pt_json *j, server *sv, const room *r, int eye, bool legal) {
    uint64_t view[PT_STATE_MAX / 8];
    const pt_game *g = r->log.game;
    if (r->log.core.phase != TABLE_PLAYING) return;
    pt_observe(g, r->log.core.state, viewer_of(eye), view);
    pt_tell_turn(j, view);
    if (r->log.core.clock != CLOCK_NONE) tell_clocks(j, &r->log, view, now_ms());
    if (eye == PUBLIC_EYE || !pt_has(pt_head_of(view)->owes, eye)) return;
    if (g->ask) {
        PT_TEXT(ask, 300);
        g->ask(view, eye, &ask);
        pt_key_str(j, "ask", ask.at);
    }
    if (!legal) return;
    pt_key(j, "legal");
    pt_tell_legal(j, g, view, eye, sv->moves);
}

static void put_view(pt_json *j, const room *r, const void *state, int eye) {
    uint64_t view[PT_STATE_MAX / 8];
    pt_observe(r->log.game, state, viewer_of(eye), view);
    pt_tell_view(j, r->log.game, view, viewer_of(eye));
}

/* The view on a tape, to be compared with the one before (`was` and its tape `old`, or NULL).
 * False if it does not fit. */
static bool tape_view(room *r, const void *view, int eye, pt_datum *cells, const void *was,
                      const pt_datum *old) {
    pt_tape tape = pt_tape_after(cells, CELLS, &r->server->keys, was, old);
    pt_json j = pt_json_on_tape(&tape);
    pt_tell_view(&j, r->log.game, view, viewer_of(eye));
    return !tape.cut;
}

/* How many of the last events in the ring hold up to `most` that the eye has seen. */
static uint32_t events_back(const table_log *t, int eye, uint32_t *most) {
    uint32_t have = t->rung < RING ? t->rung : RING, back = 0, seen = 0;
    while (back < have && seen < *most)
        seen += t->ring[(t->rung - ++back) % RING].sight[eye] != PT_UNSEEN;
    *most = seen;
    return back;
}

/* The last events that this eye has seen, up to `most`. */
static void put_events(pt_json *j, const room *r, int eye, uint32_t most) {
    const table_log *t = &r->log;
    uint32_t back = events_back(t, eye, &most);
    pt_key_open(j, "events", '[');
    for (; back; back--) {
        const ring_event *e = &t->ring[(t->rung - back) % RING];
        if (e->sight[eye] != PT_UNSEEN) tell_event(j, t, e->text, e->sight[eye], eye);
    }
    pt_close(j, ']');
}

/* All that the eye has missed; of very many the last few, and the seats, for much may have
 * happened to them meanwhile. */
static void put_missed(pt_json *j, const room *r, int eye, uint32_t count) {
    enum { FEW = 8 };
    uint32_t most = count <= 2 * RING ? count : FEW, seen = most;
    events_back(&r->log, eye, &seen);
    if (seen < count) {
        pt_key_int(j, "skipped", count - seen);
        tell_seats(j, &r->log);
    }
    put_events(j, r, eye, most);
}

/* --- updates --- */

void stream_remember(const room *r, before *b) {
    if (r->log.game) memcpy(b->state, r->log.core.state, r->log.game->state_size);
    memcpy(b->seen, r->log.core.seen, sizeof b->seen);
    b->phase = r->log.core.phase;
    b->number = r->log.core.number;
}

/* The view that was sent last is the old one of the next update: it is kept while somebody
 * watches. */
static void keep_view(room *r, int eye, const pt_datum *view) {
    enum { STEP = 64 }; /* a view grows and shrinks a little with every move */
    if (!r->shown[eye] || r->shown_room[eye] < view->size) {
        free(r->shown[eye]);
        r->shown_room[eye] = view->size + STEP;
        r->shown[eye] = malloc(r->shown_room[eye] * sizeof *view);
    }
    if (r->shown[eye]) memcpy(r->shown[eye], view, view->size * sizeof *view);
    r->shown_at[eye] = r->log.core.number;
}

static const pt_datum *old_view(room *r, int eye, const void *was, uint32_t number) {
    pt_datum *cells = r->server->view_a;
    if (number && r->shown[eye] && r->shown_at[eye] == number) return r->shown[eye];
    return tape_view(r, was, eye, cells, NULL, NULL) ? cells : NULL;
}

/* What has changed since the view of an older moment. False if that cannot be said. */
static bool put_delta(pt_json *j, room *r, int eye, const before *b) {
    server *sv = r->server;
    uint64_t was[PT_STATE_MAX / 8], is[PT_STATE_MAX / 8];
    pt_observe(r->log.game, b->state, viewer_of(eye), was);
    pt_observe(r->log.game, r->log.core.state, viewer_of(eye), is);
    const pt_datum *old = old_view(r, eye, was, b->number);
    if (!old || !tape_view(r, is, eye, sv->view_b, was, old)) return false;
    pt_key(j, "delta");
    j->keyed = false;
    view_diff(&sv->keys, old, sv->view_b, j->out);
    if (b->number) keep_view(r, eye, sv->view_b);
    return true;
}

/* The whole view where there was none, else what has changed in it. */
static void put_change(pt_json *j, room *r, int eye, const before *b) {
    if (r->log.core.phase == TABLE_OPEN) return;
    if (b->phase != TABLE_OPEN && put_delta(j, r, eye, b)) return;
    pt_key(j, "view");
    put_view(j, r, r->log.core.state, eye);
}

/* Where all see the same, one eye stands for all. */
static int shared_eye(const pt_game *g, int eye) {
    return g->alike && !g->sight && !g->observe ? PUBLIC_EYE : eye;
}

/* Events and what they changed. The next stream of the same update that sees the same, with or
 * without legal moves or at another seat, gets a copy. */
static void put_news(pt_json *j, room *r, int eye, const before *b) {
    server *sv = r->server;
    int from = shared_eye(r->log.game, eye);
    if (sv->news.eye == from) {
        pt_putn(j->out, sv->news.text, sv->news.used);
        return;
    }
    size_t at = j->out->used;
    put_missed(j, r, eye, r->log.core.seen[eye] - b->seen[eye]);
    put_change(j, r, from, b);
    size_t used = j->out->used - at;
    if (used > sizeof sv->news.text) return;
    memcpy(sv->news.text, j->out->at + at, used);
    sv->news.used = used;
    sv->news.eye = from;
}

/* The update of one eye, from an older moment to now. */
static net_note *make_update(room *r, int eye, const before *b, bool legal) {
    server *sv = r->server;
    pt_text out = pt_text_on(sv->message, sizeof sv->message);
    pt_json j = pt_json_on(&out);
    begin(&j, r, "update", eye);
    put_news(&j, r, eye, b);
    put_turn(&j, sv, r, eye, legal);
    if (r->log.core.phase == TABLE_OVER) tell_result(&j, &r->log);
    pt_close(&j, '}');
    return out.cut ? NULL : net_note_new(sv->net, out.at, out.used);
}

/* An event that an eye does not see may still ask its seat for a move, as a `wait` does in
 * Myst: what counts is the view. */
static bool has_news(const room *r, int eye, const before *b) {
    const pt_game *g = r->log.game;
    if (r->log.core.seen[eye] != b->seen[eye]) return true;
    if (b->phase != TABLE_PLAYING || r->log.core.phase != TABLE_PLAYING) return false;
    uint64_t old[PT_STATE_MAX / 8], new[PT_STATE_MAX / 8];
    pt_observe(g, b->state, viewer_of(eye), old);
    pt_observe(g, r->log.core.state, viewer_of(eye), new);
    return memcmp(old, new, g->state_size) != 0;
}

void stream_update(room *r, const before *b) {
    server *sv = r->server;
    sv->news.eye = -1;
    for (int eye = 0; eye < EYES; eye++) {
        net_note *note[2] = {NULL, NULL}; /* without and with legal moves */
        if (!has_news(r, eye, b)) continue;
        for (watcher *w = r->watchers; w; w = w->in_room) {
            if (w->eye != eye || w->lost) continue;
            if (!note[w->legal]) note[w->legal] = make_update(r, eye, b, w->legal);
            if (!net_send(sv->net, w->conn->id, note[w->legal])) w->lost = true;
            sv->counts.updates++;
        }
        net_note_drop(sv->net, note[0]);
        net_note_drop(sv->net, note[1]);
    }
}

/* --- the whole table --- */

static net_note *make_table(room *r, int eye, bool legal) {
    server *sv = r->server;
    const table_log *t = &r->log;
    pt_text out = pt_text_on(sv->message, sizeof sv->message);
    pt_json j = pt_json_on(&out);
    begin(&j, r, "table", eye);
    tell_table(&j, t, eye);
    put_events(&j, r, eye, 4);
    if (t->core.phase != TABLE_OPEN) {
        pt_key(&j, "view");
        put_view(&j, r, t->core.state, eye);
    }
    put_turn(&j, sv, r, eye, legal);
    if (t->core.phase == TABLE_OVER) tell_result(&j, t);
    pt_close(&j, '}');
    return out.cut ? NULL : net_note_new(sv->net, out.at, out.used);
}

void stream_watch(room *r, watcher *w, int64_t since) {
    server *sv = r->server;
    before then = {.phase = TABLE_PLAYING};
    net_note *note = NULL;
    if (since >= 0 && table_state_seen(&r->log, w->eye, since, then.state)) {
        then.seen[w->eye] = (uint32_t)since;
        sv->news.eye = -1;
        note = make_update(r, w->eye, &then, w->legal);
    }
    if (!note) note = make_table(r, w->eye, w->legal);
    w->lost = !net_send(sv->net, w->conn->id, note);
    net_note_drop(sv->net, note);
}

/* --- things that are no events --- */

void stream_say(room *r, const char *what, int seat, const char *words) {
    PT_TEXT(out, 800);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", what);
    pt_key_str(&j, "table", r->id);
    pt_key_int(&j, "by", seat);
    if (words) pt_key_str(&j, "words", words);
    pt_close(&j, '}');
    net_note *note = net_note_new(r->server->net, out.at, out.used);
    for (watcher *w = r->watchers; w && note; w = w->in_room)
        if (!net_send(r->server->net, w->conn->id, note)) w->lost = true;
    net_note_drop(r->server->net, note);
}

/* The answers to ACT_LEGAL and ACT_SCORE; the seat is the asker's own, or the public's. */
static void answer(room *r, const act *a, const char *type,
                   void (*put)(pt_json *, server *, const room *, int)) {
    server *sv = r->server;
    int eye = eye_of(a->seat);
    pt_text out = pt_text_on(sv->message, sizeof sv->message);
    pt_json j = pt_json_on(&out);
    begin(&j, r, type, eye);
    if (a->re[0]) pt_key_str(&j, "re", a->re);
    put(&j, sv, r, eye);
    pt_close(&j, '}');
    conn_send(sv, a->from, &out);
}

static void put_legal(pt_json *j, server *sv, const room *r, int eye) {
    put_turn(j, sv, r, eye, true);
}

static void put_score(pt_json *j, server *sv, const room *r, int eye) {
    uint64_t view[PT_STATE_MAX / 8];
    (void)sv;
    if (r->log.core.phase == TABLE_OPEN) return;
    pt_line *lines = calloc((size_t)r->log.game->max_lines + 1, sizeof *lines);
    if (!lines) return;
    pt_observe(r->log.game, r->log.core.state, viewer_of(eye), view);
    pt_tell_score(j, r->log.game, view, lines);
    free(lines);
}

void stream_legal(room *r, const act *a) { answer(r, a, "legal", put_legal); }
void stream_score(room *r, const act *a) { answer(r, a, "score", put_score); }

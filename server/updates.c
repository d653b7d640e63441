/* What watchers get: the whole table when they come, then updates with what they may see of
 * each event and what has changed in their view. table/table_json.h writes the messages. Here
 * views become differences, and what several watchers see is made once. */
/* SPDX-License-Identifier: MIT */
#include "server/fair.h"
#include "server/node.h"
#include "server/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t view_memory[PT_STATE_MAX / 8];

/* What an eye may know of a state: in `memory`, or the state itself where nothing is hidden. */
static const void *view_of(const pt_game *g, const void *state, int eye, view_memory memory) {
    if (!g->observe) return state;
    g->observe(state, pt_viewer_of(eye), memory);
    return memory;
}

/* An update of one eye while it is made: from an older moment to now. */
typedef struct update {
    hosted *h;
    const before *from;
    int eye;
    const void *view; /* of now; NULL: not looked at yet */
    uint64_t *memory; /* for it */
} update;

static const void *view_now(update *u) {
    if (!u->view)
        u->view = view_of(u->h->table.game, u->h->table.core.state, u->eye, u->memory);
    return u->view;
}

/* --- differences --- */

void updates_remember(const hosted *h, before *b) {
    const pt_table *t = &h->table;
    if (t->game) memcpy(b->state, t->core.state, t->game->state_size);
    memcpy(b->seen, t->core.seen, sizeof b->seen);
    b->phase = t->core.phase;
    b->number = t->core.number;
}

/* The view on a tape, to be compared with the one before (`was` and its tape `old`, or NULL).
 * False if it does not fit. */
static bool tape_view(hosted *h, const void *view, int eye, pt_datum *cells, const void *was,
                      const pt_datum *old) {
    pt_tape tape = pt_tape_after(cells, CELLS, &h->server->keys, was, old);
    pt_json j = pt_json_on_tape(&tape);
    pt_tell_view(&j, h->table.game, view, pt_viewer_of(eye));
    return !tape.cut;
}

/* Keeps the view that was sent last while somebody watches: the next update is compared with
 * it. */
static void keep_view(hosted *h, int eye, const pt_datum *view) {
    enum { STEP = 64 }; /* a view grows and shrinks a little with every move */
    shown *s = &h->shown[eye];
    if (!s->cells || s->room < view->size) {
        free(s->cells);
        s->room = view->size + STEP;
        s->cells = malloc(s->room * sizeof *view);
    }
    if (s->cells) memcpy(s->cells, view, view->size * sizeof *view);
    s->number = h->table.core.number;
}

static const pt_datum *old_view(hosted *h, int eye, const void *was, uint32_t number) {
    pt_datum *cells = h->server->view_a;
    if (number && h->shown[eye].cells && h->shown[eye].number == number)
        return h->shown[eye].cells;
    return tape_view(h, was, eye, cells, NULL, NULL) ? cells : NULL;
}

/* Writes what has changed in the view that `eye` has. Returns false if that is not known. */
static bool put_delta(pt_json *j, update *u, int eye) {
    hosted *h = u->h;
    server *sv = h->server;
    view_memory memory;
    const void *was = view_of(h->table.game, u->from->state, eye, memory);
    const pt_datum *old = old_view(h, eye, was, u->from->number);
    if (!old || !tape_view(h, view_now(u), eye, sv->view_b, was, old)) return false;
    pt_key(j, "delta");
    j->keyed = false;
    view_diff(&sv->keys, old, sv->view_b, j->out);
    if (u->from->number) keep_view(h, eye, sv->view_b);
    return true;
}

/* The whole view where there was none, else what has changed in it. */
static void put_change(pt_json *j, update *u, int eye) {
    const pt_table *t = &u->h->table;
    if (t->core.phase == PT_TABLE_OPEN) return;
    if (u->from->phase != PT_TABLE_OPEN && put_delta(j, u, eye)) return;
    pt_key(j, "view");
    pt_tell_view(j, t->game, view_now(u), pt_viewer_of(eye));
}

/* --- updates --- */

/* If all see the same, one eye stands for all. */
static int shared_eye(const pt_game *g, int eye) {
    return g->alike && !g->sight && !g->observe ? PT_PUBLIC_EYE : eye;
}

/* Events and what they changed. The next stream of the same update that sees the same, with or
 * without legal moves or at another seat, gets a copy. */
static void put_news(pt_json *j, update *u) {
    server *sv = u->h->server;
    const pt_table *t = &u->h->table;
    int from = shared_eye(t->game, u->eye);
    if (sv->news.eye == from) {
        pt_putn(j->out, sv->news.text, sv->news.used);
        return;
    }
    size_t at = j->out->used;
    pt_tell_missed(j, t, u->eye, t->core.seen[u->eye] - u->from->seen[u->eye]);
    put_change(j, u, from);
    size_t used = j->out->used - at;
    if (used > sizeof sv->news.text) return;
    memcpy(sv->news.text, j->out->at + at, used);
    sv->news.used = used;
    sv->news.eye = from;
}

/* For a watcher, and for all who speak their language. */
static net_note *make_update(update *u, const watcher *w, int64_t now) {
    server *sv = u->h->server;
    const pt_table *t = &u->h->table;
    pt_text out = pt_text_on(sv->message, sizeof sv->message);
    out.language = w->conn->language;
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_tell_start(&j, t, "update", u->eye);
    put_news(&j, u);
    if (t->core.phase == PT_TABLE_PLAYING)
        pt_tell_choices_in(&j, t, view_now(u), u->eye, now, w->legal ? sv->moves : NULL);
    if (t->core.phase == PT_TABLE_OVER) pt_tell_result(&j, t);
    pt_tell_agreed(&j, t);
    pt_close(&j, '}');
    return out.cut ? NULL : net_note_new(sv->net, out.at, out.used);
}

/* An event that an eye does not see may still ask its seat for a move: what counts is the view.
 */
static bool has_news(update *u) {
    const pt_table *t = &u->h->table;
    view_memory memory;
    if (t->core.seen[u->eye] != u->from->seen[u->eye]) return true;
    if (u->from->phase != PT_TABLE_PLAYING || t->core.phase != PT_TABLE_PLAYING) return false;
    const void *was = view_of(t->game, u->from->state, u->eye, memory);
    return memcmp(was, view_now(u), t->game->state_size) != 0;
}

static void update_eye(hosted *h, const before *b, int eye, int64_t now) {
    server *sv = h->server;
    view_memory memory;
    update u = {.h = h, .from = b, .eye = eye, .memory = memory};
    net_note *notes[PT_LANGUAGES][2] = {{NULL}}; /* without and with legal moves */
    if (!has_news(&u)) return;
    for (watcher *w = h->watchers; w; w = w->next_at_table) {
        if (w->eye != eye || w->lost) continue;
        net_note **note = &notes[w->conn->language][w->legal];
        if (!*note) *note = make_update(&u, w, now);
        if (!net_send(sv->net, w->conn->id, *note)) w->lost = true;
        sv->counts.updates++;
    }
    for (int i = 0; i < PT_LANGUAGES; i++) {
        net_note_drop(sv->net, notes[i][0]);
        net_note_drop(sv->net, notes[i][1]);
    }
}

void updates_send(hosted *h, const before *b) {
    uint32_t eyes = eyes_watching(h);
    int64_t now = eyes ? now_ms() : 0;
    h->server->news.eye = -1;
    for (int eye = 0; eye < PT_EYES; eye++)
        if (eyes >> eye & 1) update_eye(h, b, eye, now);
}

/* --- those who come --- */

static net_note *make_table(hosted *h, const watcher *w) {
    server *sv = h->server;
    pt_text out = pt_text_on(sv->message, sizeof sv->message);
    out.language = w->conn->language;
    pt_json j = pt_json_on(&out);
    pt_tell_table(&j, &h->table, w->eye, now_ms(), w->legal ? sv->moves : NULL);
    return out.cut ? NULL : net_note_new(sv->net, out.at, out.used);
}

void updates_watch(hosted *h, watcher *w, int64_t since) {
    server *sv = h->server;
    before then = {.phase = PT_TABLE_PLAYING};
    net_note *note = NULL;
    if (since >= 0 && pt_table_state_seen(&h->table, w->eye, since, then.state)) {
        view_memory memory;
        update u = {.h = h, .from = &then, .eye = w->eye, .memory = memory};
        then.seen[w->eye] = (uint32_t)since;
        sv->news.eye = -1;
        note = make_update(&u, w, now_ms());
    }
    if (!note) note = make_table(h, w);
    w->lost = !net_send(sv->net, w->conn->id, note);
    net_note_drop(sv->net, note);
}

static net_note *make_notice(const hosted *h, const pt_event *e, uint8_t language) {
    PT_TEXT_IN(out, 800, language);
    pt_json j = pt_json_on(&out);
    pt_tell_notice(&j, &h->table, e);
    node_notice(h, language, out.at, out.used);
    return net_note_new(h->server->net, out.at, out.used);
}

void updates_notice(hosted *h, const pt_event *e) {
    net *n = h->server->net;
    net_note *notes[PT_LANGUAGES] = {NULL};
    for (int i = 0; i < PT_LANGUAGES && h->node; i++) notes[i] = make_notice(h, e, (uint8_t)i);
    for (watcher *w = h->watchers; w; w = w->next_at_table) {
        net_note **note = &notes[w->conn->language];
        if (!*note) *note = make_notice(h, e, w->conn->language);
        if (*note && !net_send(n, w->conn->id, *note)) w->lost = true;
    }
    for (int i = 0; i < PT_LANGUAGES; i++) net_note_drop(n, notes[i]);
}

/* --- bots of others --- */

static net_note *make_failed(const hosted *h, int seat, uint8_t language) {
    PT_TEXT_IN(words, 300, language);
    PT_TEXT(out, 800);
    pt_json j = pt_json_on(&out);
    pt_say(&words, sv_say_outside_failed(h->table.core.seat[seat].name));
    pt_open(&j, '{');
    pt_key_str(&j, "t", "notice");
    pt_key_str(&j, "kind", "bot");
    pt_key_str(&j, "table", h->table.core.id);
    pt_key_str(&j, "words", words.at);
    pt_close(&j, '}');
    node_notice(h, language, out.at, out.used);
    return net_note_new(h->server->net, out.at, out.used);
}

void updates_bot_failed(hosted *h, int seat) {
    net *n = h->server->net;
    net_note *notes[PT_LANGUAGES] = {NULL};
    for (int i = 0; i < PT_LANGUAGES && h->node; i++)
        notes[i] = make_failed(h, seat, (uint8_t)i);
    for (watcher *w = h->watchers; w; w = w->next_at_table) {
        net_note **note = &notes[w->conn->language];
        if (!*note) *note = make_failed(h, seat, w->conn->language);
        if (*note && !net_send(n, w->conn->id, *note)) w->lost = true;
    }
    for (int i = 0; i < PT_LANGUAGES; i++) net_note_drop(n, notes[i]);
}

/* --- who is there --- */

static void put_there(pt_json *j, uint8_t seats) {
    pt_key_open(j, "seats", '[');
    for (int i = 0; i < PT_SEATS; i++)
        if (pt_has(seats, i)) pt_json_int(j, i);
    pt_close(j, ']');
}

static net_note *make_there(const hosted *h) {
    PT_TEXT(out, 200);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "there");
    pt_key_str(&j, "table", h->table.core.id);
    put_there(&j, h->there);
    pt_close(&j, '}');
    return net_note_new(h->server->net, out.at, out.used);
}

void updates_there(hosted *h) {
    uint8_t there = seats_watched(h);
    bool news = there != h->there;
    if (news) node_there(h, there);
    h->there = there;
    fair_tell(h);
    if (!h->watchers) return;
    net_note *note = make_there(h);
    for (watcher *w = h->watchers; w && note; w = w->next_at_table) {
        if (!news && !w->fresh) continue;
        w->fresh = false;
        if (!net_send(h->server->net, w->conn->id, note)) w->lost = true;
    }
    net_note_drop(h->server->net, note);
}

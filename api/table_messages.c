/* What a table on the device tells: the messages of docs/protocol.md, lists, the record. */
/* SPDX-License-Identifier: MIT */
#include "api/table.h"
#include <assert.h>

static bool is_viewer(const api_table *t, int viewer) {
    return viewer < 0 || pt_table_owns(&t->t, TABLE_PERSON, viewer);
}

/* The events that the eye sees, after the first `since`. A page can take all of them, so none
 * are skipped. */
static void tell_story(pt_json *j, const api_table *t, int eye, uint32_t since) {
    pt_key_open(j, "events", '[');
    for (uint32_t i = 0, seen = 0; i < t->events; i++) {
        const pt_recent *e = &t->story[i];
        if (e->sight[eye] != PT_UNSEEN && seen++ >= since) pt_tell_event(j, &t->t, e, eye);
    }
    pt_close(j, ']');
}

static void tell_rest(pt_json *j, api_table *t, int eye, uint32_t since, double now) {
    uint64_t view[PT_STATE_MAX / 8];
    const pt_table *table = &t->t;
    tell_story(j, t, eye, since);
    if (table->core.phase != PT_TABLE_OPEN) {
        pt_observe(table->game, table->core.state, pt_viewer_of(eye), view);
        pt_key(j, "view");
        pt_tell_view(j, table->game, view, pt_viewer_of(eye));
    }
    pt_tell_choices(j, table, eye, (int64_t)now, t->moves);
    if (table->core.phase == PT_TABLE_OVER) pt_tell_result(j, table);
    pt_tell_agreed(j, table);
    pt_close(j, '}');
}

bool api_table_watch(api_table *t, int viewer, double now) {
    pt_json j = pt_json_on(reply_anew());
    if (!is_viewer(t, viewer)) {
        PT_TEXT_IN(why, 200, reply_language());
        pt_say_refusal(&why, PT_NOT_YOUR_SEAT);
        pt_tell_refused(&j, PT_NOT_YOUR_SEAT, why.at, NULL, "");
        return false;
    }
    int eye = pt_eye_of(viewer);
    pt_open(&j, '{');
    pt_tell_start(&j, &t->t, "table", eye);
    pt_tell_about(&j, &t->t, eye);
    tell_rest(&j, t, eye, 0, now);
    return true;
}

void api_table_update(api_table *t, int viewer, uint32_t since, double now) {
    pt_json j = pt_json_on(reply_anew());
    int eye = pt_eye_of(is_viewer(t, viewer) ? viewer : PT_PUBLIC);
    pt_open(&j, '{');
    pt_tell_start(&j, &t->t, "update", eye);
    tell_rest(&j, t, eye, since, now);
}

void api_table_legal(api_table *t, int seat) {
    uint64_t view[PT_STATE_MAX / 8];
    pt_json j = pt_json_on(reply_anew());
    if (pt_table_owns(&t->t, TABLE_PERSON, seat) && pt_has(pt_table_owes(&t->t), seat)) {
        pt_observe(t->t.game, t->t.core.state, seat, view);
        pt_tell_legal(&j, t->t.game, view, seat, t->moves);
        return;
    }
    pt_open(&j, '{');
    pt_close(&j, '}');
}

void api_table_score(api_table *t, int viewer) {
    uint64_t view[PT_STATE_MAX / 8];
    pt_json j = pt_json_on(reply_anew());
    assert(t->t.core.phase != PT_TABLE_OPEN);
    pt_observe(t->t.game, t->t.core.state, is_viewer(t, viewer) ? viewer : PT_PUBLIC, view);
    pt_open(&j, '{');
    pt_tell_score(&j, t->t.game, view, t->lines);
    pt_close(&j, '}');
}

void api_table_observe(api_table *t, int seat) {
    uint64_t view[PT_STATE_MAX / 8];
    assert(seat >= 0 && seat < t->t.core.seats);
    pt_observe(t->t.game, t->t.core.state, seat, view);
    pt_putn(reply_anew(), (const char *)view, t->t.game->state_size);
}

void api_table_status(const api_table *t) {
    const pt_table_core *c = &t->t.core;
    pt_json j = pt_json_on(reply_anew());
    pt_open(&j, '{');
    pt_key_str(&j, "game", c->game);
    pt_key_str(&j, "phase", pt_phase_names[c->phase]);
    pt_key_int(&j, "created", c->created);
    pt_tell_seats(&j, &t->t);
    if (c->rematch[0]) pt_key_str(&j, "rematch", c->rematch);
    if (c->phase == PT_TABLE_OVER) pt_tell_result(&j, &t->t);
    pt_close(&j, '}');
}

void api_table_record(const api_table *t) { pt_table_record(&t->t, reply_anew()); }

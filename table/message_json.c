/* Whole messages about a table. */
/* SPDX-License-Identifier: MIT */
#include "table/table_json.h"
#include "table/words.h"
#include <assert.h>
#include <string.h>

void pt_tell_start(pt_json *j, const pt_table *t, const char *type, int eye) {
    assert(eye >= 0 && eye < PT_EYES);
    pt_key_str(j, "t", type);
    pt_key_str(j, "table", t->core.id);
    pt_key(j, "seat");
    if (eye == PT_PUBLIC_EYE)
        pt_json_null(j);
    else
        pt_json_int(j, eye);
    pt_key_int(j, "n", t->core.seen[eye]);
}

/* The view of an eye: in `memory`, or the state itself where nothing is hidden. */
static const void *view_for(const pt_table *t, int eye, uint64_t memory[PT_STATE_MAX / 8]) {
    if (!t->game->observe) return t->core.state;
    pt_observe(t->game, t->core.state, pt_viewer_of(eye), memory);
    return memory;
}

void pt_tell_choices(pt_json *j, const pt_table *t, int eye, int64_t now, pt_move *list) {
    uint64_t memory[PT_STATE_MAX / 8];
    if (t->core.phase != PT_TABLE_PLAYING) return;
    pt_tell_choices_in(j, t, view_for(t, eye, memory), eye, now, list);
}

/* Whose turn it is as this eye sees it, the clocks, who waits for consent to an undo, and what
 * its seat may do. */
void pt_tell_choices_in(pt_json *j, const pt_table *t, const void *view, int eye, int64_t now,
                        pt_move *list) {
    const pt_game *g = t->game;
    if (t->core.phase != PT_TABLE_PLAYING) return;
    pt_tell_turn(j, view);
    pt_tell_clocks(j, t, view, now);
    if (t->core.paused) pt_key_bool(j, "paused", true);
    int64_t count = t->core.began - pt_table_time(t, now);
    if (count > 0) pt_key_int(j, "count", count);
    if (t->now.undo_by >= 0) pt_key_int(j, "undo-asked", t->now.undo_by);
    if (!pt_has(pt_head_of(view)->owes, eye)) return; /* the public never owes anything */
    assert(eye < t->core.seats);
    if (t->core.seat[eye].resigned) return; /* a bot chooses */
    int captain = pt_table_captain(t, eye, now);
    if (captain >= 0)
        pt_key_str(j, "captain", pt_seat_member_name(&t->core.seat[eye], captain));
    if (g->ask) {
        PT_TEXT_IN(ask, 300, pt_json_language(j));
        g->ask(view, eye, &ask);
        pt_key_str(j, "ask", ask.at);
    }
    if (!list) return;
    pt_key(j, "legal");
    pt_tell_legal(j, g, view, eye, list);
}

static void tell_view_and_end(pt_json *j, const pt_table *t, int eye, int64_t now,
                              pt_move *list) {
    uint64_t memory[PT_STATE_MAX / 8];
    if (t->core.phase != PT_TABLE_OPEN) {
        const void *view = view_for(t, eye, memory);
        pt_key(j, "view");
        pt_tell_view(j, t->game, view, pt_viewer_of(eye));
        pt_tell_choices_in(j, t, view, eye, now, list);
    }
    if (t->core.phase == PT_TABLE_OVER) pt_tell_result(j, t);
    pt_tell_agreed(j, t);
    pt_close(j, '}');
}

void pt_tell_table(pt_json *j, const pt_table *t, int eye, int64_t now, pt_move *list) {
    enum { FEW = 4 };
    /* A game that has just begun is told from its beginning: whoever comes reads its first
     * draws. */
    uint32_t most = t->core.seen[eye] <= PT_RECENT ? PT_RECENT : FEW;
    pt_open(j, '{');
    pt_tell_start(j, t, "table", eye);
    pt_tell_about(j, t, eye);
    pt_tell_events(j, t, eye, most);
    tell_view_and_end(j, t, eye, now, list);
}

void pt_tell_update(pt_json *j, const pt_table *t, int eye, uint32_t since, int64_t now,
                    pt_move *list) {
    assert(since <= t->core.seen[eye]);
    pt_open(j, '{');
    pt_tell_start(j, t, "update", eye);
    pt_tell_missed(j, t, eye, t->core.seen[eye] - since);
    tell_view_and_end(j, t, eye, now, list);
}

void pt_tell_notice(pt_json *j, const pt_table *t, const pt_event *e) {
    assert(e->kind >= PT_LOGGED && !e->number);
    pt_open(j, '{');
    pt_key_str(j, "t", pt_event_name(e->kind));
    pt_key_str(j, "table", t->core.id);
    pt_key_int(j, "by", e->seat);
    if (e->kind == PT_UNDO_ASKED) {
        PT_TEXT_IN(words, 200, pt_json_language(j));
        pt_say(&words, tb_say_undo_asked());
        pt_key_str(j, "words", words.at);
    }
    pt_close(j, '}');
}

void pt_tell_refused(pt_json *j, pt_refusal why, const char *words, const char *key,
                     const char *re) {
    assert(why != PT_GRANTED);
    pt_open(j, '{');
    pt_key_str(j, "t", "refused");
    if (re[0]) pt_key_str(j, "re", re);
    pt_key_str(j, "code", pt_refusal_code(why));
    if (why == PT_RULE)
        pt_tell_refusal(j, words, key);
    else
        pt_key_str(j, "words", words);
    pt_close(j, '}');
}

/* Tables and their events as JSON. */
/* SPDX-License-Identifier: MIT */
#include "table/table_json.h"
#include "table/inside.h"
#include <assert.h>
#include <string.h>

/* --- events --- */

static const char *name_of(const pt_recent *e) { return e->words ? e->words : ""; }
static const char *text_of(const pt_recent *e) {
    return e->words ? e->words + strlen(e->words) + 1 : "";
}

static void tell_move(pt_json *j, const pt_table *t, const pt_recent *e, int eye) {
    if (e->sight[eye] == PT_MASKED) {
        pt_key_bool(j, "masked", true);
        return;
    }
    PT_TEXT(move, 160);
    pt_print_move(t->game->verbs, e->move, &move);
    pt_key_str(j, "move", move.at);
}

static const char *how_of(const pt_recent *e) {
    const pt_event like = {.kind = (pt_event_kind)e->kind, .how = e->how};
    return pt_event_how(&like);
}

/* A character is told beside its level. */
static void tell_level(pt_json *j, const char *level) {
    size_t plain = table_plain_level(level);
    pt_key(j, "level");
    pt_json_strn(j, level, plain);
    if (level[plain]) pt_key_str(j, "style", level + plain + sizeof TABLE_STYLE - 1);
}

/* An event's details, besides its name and seat. The lot of a draw appears only in the record:
 * it would reveal too much. */
static void tell_details(pt_json *j, const pt_table *t, const pt_recent *e, int eye) {
    switch ((pt_event_kind)e->kind) {
    case PT_MOVED:
        if (e->how != PT_BY_PERSON) pt_key_str(j, "by", how_of(e));
        tell_move(j, t, e, eye);
        return;
    case PT_DRAWN: tell_move(j, t, e, eye); return;
    case PT_EXTENDED: pt_key_int(j, "from", e->how); return;
    case PT_UNDONE: pt_key_int(j, "moves", pt_table_moves_seen(t, e->amount, eye)); return;
    case PT_SAT:
    case PT_JOINED:
    case PT_QUIT: pt_key_str(j, "name", name_of(e)); return;
    case PT_SEATED_BOT:
        if (text_of(e)[0]) pt_key_str(j, "name", text_of(e));
        tell_level(j, name_of(e));
        return;
    case PT_STOOD_IN: pt_key_str(j, "level", name_of(e)); return;
    case PT_READIED: pt_key_bool(j, "yes", e->how == PT_READY); return;
    case PT_RESIGNED: pt_key_str(j, "why", how_of(e)); return;
    case PT_ENDED: pt_key_str(j, "how", how_of(e)); return;
    case PT_REMATCHED: pt_key_str(j, "table", name_of(e)); return;
    case PT_SAID:
        pt_key_str(j, "name", name_of(e));
        pt_key_str(j, "text", text_of(e));
        return;
    case PT_CREATED:
    case PT_LEFT:
    case PT_BACK:
    case PT_PAST:
    case PT_STARTED:
    case PT_CREDITED:
    case PT_RESTED:
    case PT_HINTED:
    case PT_PAUSED:
    case PT_RESUMED:
    case PT_LOGGED: /* also the first that is not kept */
    case PT_UNDO_DENIED:
    case PT_REMATCH_ASKED:
    case PT_EVENT_KINDS: return;
    }
}

void pt_tell_event(pt_json *j, const pt_table *t, const pt_recent *e, int eye) {
    assert(e->kind < PT_LOGGED && e->sight[eye] != PT_UNSEEN);
    pt_open(j, '{');
    pt_key_str(j, "e", pt_event_name((pt_event_kind)e->kind));
    if (e->seat >= 0 && e->kind != PT_PAST) pt_key_int(j, "seat", e->seat);
    tell_details(j, t, e, eye);
    pt_close(j, '}');
}

/* How many of the recent events hold up to `most` that the eye has seen. */
static uint32_t events_back(const pt_table *t, int eye, uint32_t *most) {
    uint32_t have = t->recent_count < PT_RECENT ? t->recent_count : PT_RECENT;
    uint32_t back = 0, seen = 0;
    assert(eye >= 0 && eye < PT_EYES);
    while (back < have && seen < *most)
        seen += t->recent[(t->recent_count - ++back) % PT_RECENT].sight[eye] != PT_UNSEEN;
    *most = seen;
    return back;
}

void pt_tell_events(pt_json *j, const pt_table *t, int eye, uint32_t most) {
    uint32_t back = events_back(t, eye, &most);
    pt_key_open(j, "events", '[');
    for (; back; back--) {
        const pt_recent *e = &t->recent[(t->recent_count - back) % PT_RECENT];
        if (e->sight[eye] != PT_UNSEEN) pt_tell_event(j, t, e, eye);
    }
    pt_close(j, ']');
}

void pt_tell_missed(pt_json *j, const pt_table *t, int eye, uint32_t count) {
    enum { FEW = 8 };
    uint32_t most = count <= 2 * PT_RECENT ? count : FEW, seen = most;
    events_back(t, eye, &seen);
    if (seen < count) {
        pt_key_int(j, "skipped", count - seen);
        pt_tell_seats(j, t);
    }
    pt_tell_events(j, t, eye, most);
}

/* --- tables --- */

/* At one screen all seats are one person's: their faces follow from their names. */
static void tell_seat(pt_json *j, const pt_seat *s, int i, bool one_screen) {
    static const char *const kinds[] = {"free", "human", "bot"};
    int people = pt_seat_people(s);
    pt_open(j, '{');
    pt_key_int(j, "seat", i);
    pt_key_str(j, "kind", kinds[s->kind]);
    if (s->kind != PT_SEAT_FREE) {
        PT_TEXT_IN(label, 2 * PT_LABEL, pt_json_language(j));
        pt_seat_name(s, &label);
        pt_key_str(j, "name", label.at);
    }
    if (s->kind == PT_SEAT_HUMAN && !one_screen) pt_key_int(j, "face", pt_face(s->person));
    if (s->ready && s->kind == PT_SEAT_HUMAN) pt_key_bool(j, "ready", true);
    if (people > 1) {
        pt_key_open(j, "team", '[');
        for (int k = 0; k < people; k++) pt_json_str(j, pt_seat_member_name(s, k));
        pt_close(j, ']');
    }
    if (pt_seat_by_bot(s)) tell_level(j, s->level);
    if (s->standin) pt_key_bool(j, "standin", true);
    if (s->resigned) pt_key_bool(j, "resigned", true);
    if (s->resigned > PT_RESIGN_PERSON + 1) pt_key_bool(j, "late", true);
    pt_close(j, '}');
}

void pt_tell_seats(pt_json *j, const pt_table *t) {
    pt_key_open(j, "seats", '[');
    for (int i = 0; i < t->core.seats; i++)
        tell_seat(j, &t->core.seat[i], i, t->core.access == PT_ACCESS_LOCAL);
    pt_close(j, ']');
}

static void tell_options(pt_json *j, const pt_table *t) {
    pt_key_open(j, "options", '{');
    for (int i = 0; i < t->game->option_count; i++) {
        const pt_option *o = &t->game->options[i];
        int value = t->core.option[i];
        assert(value >= o->min && value <= o->max);
        if (o->values)
            pt_key_str(j, o->name, o->values[value - o->min]);
        else
            pt_key_int(j, o->name, value);
    }
    pt_close(j, '}');
}

static void tell_clock(pt_json *j, const pt_table_core *c) {
    pt_key_open(j, "clock", '{');
    pt_key_str(j, "kind", pt_clock_names[c->clock]);
    if (c->clock != PT_CLOCK_NONE) {
        pt_key_int(j, "ms", c->clock_ms);
        pt_key_int(j, "increment", c->clock_inc);
        pt_key_str(j, "zero", c->flag_loses ? "lose" : "bot");
        if (c->holidays) pt_key_bool(j, "holidays", true);
    }
    pt_close(j, '}');
}

void pt_tell_about(pt_json *j, const pt_table *t, int eye) {
    const pt_table_core *c = &t->core;
    char commit[PT_HEX];
    pt_fair_commit(c->seed, commit);
    pt_key_str(j, "game", c->game);
    pt_key_str(j, "phase", pt_phase_names[c->phase]);
    pt_key_str(j, "access", pt_access_names[c->access]);
    tell_options(j, t);
    tell_clock(j, c);
    pt_key_int(j, "grace", c->grace_s);
    pt_key_int(j, "created", c->created);
    pt_key_int(j, "moves", pt_table_moves_seen(t, c->steps, eye));
    pt_key_str(j, "commit", commit);
    pt_tell_seats(j, t);
    for (int i = 0; i < c->seats; i++)
        if (pt_seat_has(&c->seat[i], c->owner)) {
            pt_key_int(j, "host", i);
            break;
        }
    if (c->past) pt_key_int(j, "past", c->past);
    if (c->unrated) pt_key_bool(j, "unrated", true);
    if (c->rematch[0]) pt_key_str(j, "rematch", c->rematch);
}

void pt_tell_clocks(pt_json *j, const pt_table *t, const void *view, int64_t now) {
    const pt_table_core *c = &t->core;
    if (c->clock == PT_CLOCK_NONE || c->phase != PT_TABLE_PLAYING) return;
    pt_key_open(j, "left", '[');
    for (int i = 0; i < c->seats; i++) {
        const pt_seat *s = &c->seat[i];
        int64_t left = c->clock == PT_CLOCK_BANK ? s->left : c->clock_ms;
        int64_t used =
            pt_table_time(t, now) - s->since; /* below 0: the count runs, or it got more */
        bool counts = used < 0 && used >= -PT_COUNT_MS;
        if (s->since && !counts && pt_has(pt_head_of(view)->owes, i)) left -= used;
        pt_json_int(j, left > 0 ? left : 0);
    }
    pt_close(j, ']');
}

void pt_tell_result(pt_json *j, const pt_table *t) {
    uint8_t place[PT_SEATS];
    char seed[PT_HEX];
    assert(t->core.phase == PT_TABLE_OVER);
    pt_table_places(t, place);
    pt_to_hex(t->core.seed, sizeof t->core.seed, seed);
    pt_key_open(j, "result", '{');
    pt_tell_points(j, t->game, t->core.state);
    pt_key_open(j, "places", '[');
    for (int i = 0; i < t->core.seats; i++) pt_json_int(j, place[i]);
    pt_close(j, ']');
    const pt_event over = {.kind = PT_ENDED, .how = t->core.stopped};
    pt_key_str(j, "how", pt_event_how(&over));
    pt_key_int(j, "moves", t->core.steps);
    int64_t ms = t->core.ended - t->core.began; /* below 0 if it was given up in the count */
    pt_key_int(j, "ms", ms > 0 ? ms : 0);
    pt_key_str(j, "seed", seed);
    pt_close(j, '}');
}

void pt_tell_agreed(pt_json *j, const pt_table *t) {
    if (!t->now.rematch_yes || t->core.rematch[0]) return;
    pt_key_open(j, "rematch-asked", '[');
    for (int i = 0; i < t->core.seats; i++)
        if (pt_has(t->now.rematch_yes, i)) pt_json_int(j, i);
    pt_close(j, ']');
}

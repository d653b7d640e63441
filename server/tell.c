/* Tables and their events as JSON. */
/* SPDX-License-Identifier: MIT */
#include "server/tell.h"
#include <string.h>

static void put_word(pt_json *j, const char *key, pt_word w) {
    pt_key(j, key);
    pt_json_strn(j, w.at, w.length);
}

static const char *rest(pt_words w) { return *w.at == ' ' ? w.at + 1 : w.at; }

static void tell_luck(pt_json *j, pt_words w, int sight) {
    if (sight == PT_MASKED) {
        pt_key_bool(j, "masked", true);
        return;
    }
    for (int i = 0; i < 5; i++) pt_next(&w); /* the lot is for the record: it tells too much */
    pt_key_str(j, "move", rest(w));
}

static void tell_move(pt_json *j, pt_words w, int sight) {
    pt_next(&w);
    pt_word by = pt_next(&w);
    if (!pt_is(by, "-")) put_word(j, "by", by);
    if (sight == PT_MASKED)
        pt_key_bool(j, "masked", true);
    else
        pt_key_str(j, "move", rest(w));
}

/* "chat SEAT NAMELENGTH NAME text" */
static void tell_chat(pt_json *j, pt_words w) {
    pt_word length = pt_next(&w);
    long n = 0;
    const char *at = rest(w);
    if (!pt_number(length, 0, 200, &n) || strlen(at) < (size_t)n) return;
    pt_key(j, "name");
    pt_json_strn(j, at, (size_t)n);
    pt_key_str(j, "text", at[n] == ' ' ? at + n + 1 : at + n);
}

/* How many of the first `steps` moves an eye has seen (Myst R4.16). */
static int moves_seen(const table_log *t, long steps, int eye) {
    uint64_t state[PT_STATE_MAX / 8], view[PT_STATE_MAX / 8];
    if (steps > (long)t->core.steps)
        steps = (long)t->core.steps; /* more was taken back since */
    table_state_at(t, (uint32_t)steps, state);
    pt_observe(t->game, state, viewer_of(eye), view);
    return pt_head_of(view)->ply;
}

void tell_event(pt_json *j, const table_log *t, const char *event, int sight, int eye) {
    pt_words w = {event};
    pt_word what = pt_next(&w);
    pt_open(j, '{');
    put_word(j, "e", what);
    if (pt_is(what, "luck")) {
        tell_luck(j, w, sight);
    } else if (pt_is(what, "undo")) {
        long moves = 0;
        pt_number(pt_next(&w), 0, 1 << 20, &moves);
        pt_key_int(j, "moves", moves_seen(t, moves, eye));
    } else if (pt_is(what, "rematch")) {
        put_word(j, "table", pt_next(&w));
    } else if (pt_is(what, "over")) {
        put_word(j, "how", pt_next(&w));
    } else if (!pt_is(what, "start") && !pt_is(what, "past") && !pt_is(what, "create") &&
               !pt_is(what, "credit")) {
        long seat;
        pt_word s = pt_next(&w);
        if (pt_number(s, 0, PT_SEATS - 1, &seat)) pt_key_int(j, "seat", seat);
        if (pt_is(what, "move")) tell_move(j, w, sight);
        if (pt_is(what, "chat")) tell_chat(j, w);
        if (pt_is(what, "bot") || pt_is(what, "standin")) put_word(j, "level", pt_next(&w));
        if (pt_is(what, "resign")) put_word(j, "why", pt_next(&w));
        if (pt_is(what, "sit") || pt_is(what, "join") || pt_is(what, "quit")) {
            pt_next(&w); /* the person's id is no name */
            if (pt_is(what, "sit")) pt_next(&w);
            pt_key_str(j, "name", rest(w));
        }
    }
    pt_close(j, '}');
}

/* --- tables --- */

static void tell_seat(pt_json *j, const table_seat *s, int i) {
    static const char *const kinds[] = {"free", "human", "bot"};
    pt_open(j, '{');
    pt_key_int(j, "seat", i);
    pt_key_str(j, "kind", kinds[s->kind]);
    if (s->kind != SEAT_FREE) pt_key_str(j, "name", s->name);
    if (seat_people(s) > 1) {
        pt_key_open(j, "team", '[');
        pt_json_str(j, s->name);
        for (int k = 0; k < MATES; k++)
            if (s->mate[k].person[0]) pt_json_str(j, s->mate[k].name);
        pt_close(j, ']');
    }
    if (s->level[0] && (s->kind == SEAT_BOT || s->standin)) pt_key_str(j, "level", s->level);
    if (s->standin) pt_key_bool(j, "standin", true);
    if (s->resigned) pt_key_bool(j, "resigned", true);
    pt_close(j, '}');
}

void tell_seats(pt_json *j, const table_log *t) {
    pt_key_open(j, "seats", '[');
    for (int i = 0; i < t->core.config.seats; i++) tell_seat(j, &t->core.seat[i], i);
    pt_close(j, ']');
}

static void tell_options(pt_json *j, const table_log *t) {
    pt_key_open(j, "options", '{');
    for (int i = 0; i < t->game->option_count; i++) {
        const pt_option *o = &t->game->options[i];
        int value = t->core.config.option[i];
        if (o->values)
            pt_key_str(j, o->name, o->values[value - o->min]);
        else
            pt_key_int(j, o->name, value);
    }
    pt_close(j, '}');
}

void tell_table(pt_json *j, const table_log *t, int eye) {
    char commit[PT_HEX];
    pt_fair_commit(t->core.seed, commit);
    pt_key_str(j, "game", t->core.game);
    pt_key_str(j, "phase", phase_names[t->core.phase]);
    pt_key_str(j, "access", access_names[t->core.access]);
    tell_options(j, t);
    pt_key_open(j, "clock", '{');
    pt_key_str(j, "kind", clock_names[t->core.clock]);
    if (t->core.clock != CLOCK_NONE) {
        pt_key_int(j, "ms", t->core.clock_ms);
        pt_key_int(j, "increment", t->core.clock_inc);
        pt_key_str(j, "zero", t->core.flag_loses ? "lose" : "bot");
    }
    pt_close(j, '}');
    pt_key_int(j, "grace", t->core.grace_s);
    pt_key_int(j, "created", t->core.created);
    pt_key_int(j, "moves", t->core.phase == TABLE_OPEN ? 0 : moves_seen(t, t->core.steps, eye));
    pt_key_str(j, "commit", commit);
    tell_seats(j, t);
    if (t->core.past) pt_key_int(j, "past", t->core.past);
    if (t->core.unrated) pt_key_bool(j, "unrated", true);
    if (t->core.rematch[0]) pt_key_str(j, "rematch", t->core.rematch);
}

/* What each seat has left, in ms, as of now. A clock that runs would tell that its seat is
 * asked: it is told only where the view says so too (Myst R4.16). */
void tell_clocks(pt_json *j, const table_log *t, const void *view, int64_t now) {
    if (t->core.clock == CLOCK_NONE || t->core.phase != TABLE_PLAYING) return;
    pt_key_open(j, "left", '[');
    for (int i = 0; i < t->core.config.seats; i++) {
        const table_seat *s = &t->core.seat[i];
        int64_t left = t->core.clock == CLOCK_BANK ? s->left : t->core.clock_ms;
        if (s->since && pt_has(pt_head_of(view)->owes, i)) left -= now - s->since;
        pt_json_int(j, left > 0 ? left : 0);
    }
    pt_close(j, ']');
}

void tell_result(pt_json *j, const table_log *t) {
    uint8_t place[PT_SEATS];
    char seed[PT_HEX];
    table_places(t, place);
    pt_to_hex(t->core.seed, sizeof t->core.seed, seed);
    pt_key_open(j, "result", '{');
    pt_tell_points(j, t->game, t->core.state);
    pt_key_open(j, "places", '[');
    for (int i = 0; i < t->core.config.seats; i++) pt_json_int(j, place[i]);
    pt_close(j, ']');
    pt_key_str(j, "seed", seed);
    pt_close(j, '}');
}

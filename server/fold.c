/* Events change a table here, and nowhere else. An event is a line of text: a word that says
 * what happened, then what belongs to it; names and talk come last. */
/* SPDX-License-Identifier: MIT */
#include "server/table.h"
#include <stdlib.h>
#include <string.h>

const char *const access_names[] = {"open", "link", "private", "local", NULL};
const char *const clock_names[] = {"none", "move", "bank", NULL};
const char *const phase_names[] = {"open", "playing", "over", NULL};

static bool wrong(pt_text *why, const char *words) {
    pt_puts(why, words);
    return false;
}

static void take_word(pt_word w, char *out, size_t size) {
    pt_text t = pt_text_on(out, size);
    pt_putn(&t, w.at, w.length);
}

static void take_rest(pt_words w, char *out, size_t size) {
    pt_text t = pt_text_on(out, size);
    pt_puts(&t, w.at[0] == ' ' ? w.at + 1 : w.at);
}

static int named(const char *const *names, pt_word w) {
    for (int i = 0; names[i]; i++)
        if (pt_is(w, names[i])) return i;
    return -1;
}

static int64_t number(pt_word w) {
    char text[24];
    take_word(w, text, sizeof text);
    return strtoll(text, NULL, 10);
}

/* A seat of this table, or -1. */
static int seat_in(const table_log *t, pt_words *w) {
    long seat;
    if (!pt_number(pt_next(w), 0, t->core.config.seats - 1, &seat)) return -1;
    return (int)seat;
}

/* --- create --- */

static bool create_line(table_log *t, pt_words w, pt_text *why) {
    table_core *c = &t->core;
    pt_word key = pt_next(&w), value;
    if (pt_is(key, "game")) {
        take_word(pt_next(&w), c->game, sizeof c->game);
        t->game = pt_game_named(c->game);
        return t->game ? true : wrong(why, "no such game");
    }
    if (!t->game) return wrong(why, "the game comes first");
    if (pt_is(key, "rules"))
        return number(pt_next(&w)) == t->game->rules ? true : wrong(why, "other rules");
    if (pt_is(key, "seats")) {
        c->config = pt_config_normal(t->game, (int)number(pt_next(&w)));
        return true;
    }
    if (pt_is(key, "option")) {
        char text[80];
        take_word(pt_next(&w), text, sizeof text);
        return pt_config_set(t->game, &c->config, text, why) == PT_OK;
    }
    if (pt_is(key, "clock")) {
        int kind = named(clock_names, pt_next(&w));
        if (kind < 0) return wrong(why, "no such clock");
        c->clock = (uint8_t)kind;
        c->clock_ms = number(pt_next(&w));
        c->clock_inc = number(pt_next(&w));
        c->flag_loses = number(pt_next(&w)) != 0;
        return true;
    }
    value = pt_next(&w);
    if (pt_is(key, "access")) {
        int access = named(access_names, value);
        c->access = (uint8_t)(access < 0 ? ACCESS_PRIVATE : access);
    } else if (pt_is(key, "watch")) {
        c->watch = number(value) != 0;
    } else if (pt_is(key, "grace")) {
        c->grace_s = (uint32_t)number(value);
    } else if (pt_is(key, "key")) {
        take_word(value, c->key, sizeof c->key);
    } else if (pt_is(key, "owner")) {
        take_word(value, c->owner, sizeof c->owner);
    } else if (pt_is(key, "seed")) {
        char hex[PT_HEX];
        take_word(value, hex, sizeof hex);
        if (!pt_from_hex(hex, c->seed, sizeof c->seed)) return wrong(why, "no seed");
    }
    return true;
}

static bool fold_create(table_log *t, int64_t at, const char *lines, pt_text *why) {
    char line[256];
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        take_word((pt_word){lines, n}, line, sizeof line);
        if (n && !create_line(t, (pt_words){line}, why)) return false;
        lines += n + (lines[n] == '\n');
    }
    if (!t->game) return wrong(why, "no game");
    t->core.created = at;
    return pt_config_check(t->game, &t->core.config, why) == PT_OK;
}

/* --- seats --- */

static bool fold_sit(table_log *t, pt_words w) {
    int seat = seat_in(t, &w);
    if (seat < 0) return false;
    table_seat *s = &t->core.seat[seat];
    memset(s, 0, sizeof *s);
    s->kind = SEAT_HUMAN;
    take_word(pt_next(&w), s->person, sizeof s->person);
    pt_word entropy = pt_next(&w);
    if (!pt_is(entropy, "-")) take_word(entropy, s->entropy, sizeof s->entropy);
    take_rest(w, s->name, sizeof s->name);
    return true;
}

/* "join SEAT PERSON NAME": one more in a team. */
static bool fold_join(table_log *t, pt_words w) {
    int seat = seat_in(t, &w);
    if (seat < 0) return false;
    table_seat *s = &t->core.seat[seat];
    int free = 0;
    while (free < MATES && s->mate[free].person[0]) free++;
    if (s->kind != SEAT_HUMAN || free == MATES) return false;
    take_word(pt_next(&w), s->mate[free].person, PT_ID);
    take_rest(w, s->mate[free].name, PT_LABEL);
    return true;
}

/* "quit SEAT PERSON NAME": one of a team goes, others stay. The last who joined takes the
 * place.
 */
static bool fold_quit(table_log *t, pt_words w) {
    int seat = seat_in(t, &w), last = MATES - 1, at = 0;
    char person[PT_ID];
    take_word(pt_next(&w), person, sizeof person);
    if (seat < 0) return false;
    table_seat *s = &t->core.seat[seat];
    while (last >= 0 && !s->mate[last].person[0]) last--;
    if (last < 0 || !seat_has_person(s, person)) return false;
    table_mate moved = s->mate[last];
    memset(&s->mate[last], 0, sizeof moved);
    if (strcmp(s->person, person) == 0) {
        memcpy(s->person, moved.person, PT_ID);
        memcpy(s->name, moved.name, PT_LABEL);
        return true;
    }
    while (at < last && strcmp(s->mate[at].person, person) != 0) at++;
    if (at < last) s->mate[at] = moved;
    return true;
}

static bool fold_bot(table_log *t, pt_words w) {
    int seat = seat_in(t, &w);
    if (seat < 0) return false;
    table_seat *s = &t->core.seat[seat];
    memset(s, 0, sizeof *s);
    s->kind = SEAT_BOT;
    take_word(pt_next(&w), s->level, sizeof s->level);
    pt_text name = pt_text_on(s->name, sizeof s->name);
    pt_put(&name, "%s (bot)", s->level);
    pt_text person = pt_text_on(s->person, sizeof s->person);
    pt_put(&person, "bot:%s", s->level);
    return true;
}

static bool fold_seat(table_log *t, pt_words w, char what) {
    int seat = seat_in(t, &w);
    if (seat < 0) return false;
    table_seat *s = &t->core.seat[seat];
    switch (what) {
    case 'l': memset(s, 0, sizeof *s); break;
    case 's':
        s->standin = 1;
        take_word(pt_next(&w), s->level, sizeof s->level);
        break;
    case 'b': s->standin = 0; break;
    case 'r': s->resigned = 1; break;
    default: return false;
    }
    return true;
}

/* --- the game --- */

/* Time is taken from the seat that has moved, or that owes no longer; it starts for those who
 * owe now. The increment is for the end of a turn, so that it pays nothing to cut one in
 * pieces. */
static void charge(table_log *t, int mover, uint8_t owed, int64_t at) {
    uint8_t owes = table_timed(t);
    for (int i = 0; i < t->core.config.seats; i++) {
        table_seat *s = &t->core.seat[i];
        if (pt_has(owed, i) && (i == mover || !pt_has(owes, i))) {
            if (t->core.clock == CLOCK_BANK) {
                s->left -= at - s->since;
                if (s->left < 0) s->left = 0;
                if (!pt_has(owes, i)) s->left += t->core.clock_inc;
            }
            s->since = 0;
        }
        if (!pt_has(owes, i)) s->since = 0;
        if (pt_has(owes, i) && !s->since) s->since = at;
    }
    t->core.moved = at;
}

static bool add_step(table_log *t, int seat, pt_move m) {
    if (t->core.steps == t->step_room) {
        uint32_t room = t->step_room + t->step_room / 2 + 16;
        table_step *more = realloc(t->step, room * sizeof *more);
        if (!more) return false;
        t->step = more;
        t->step_room = room;
    }
    int32_t left = -1;
    if (seat >= 0 && t->core.clock == CLOCK_BANK && t->core.phase == TABLE_PLAYING)
        left = (int32_t)(t->core.seat[seat].left / 10);
    t->step[t->core.steps++] = (table_step){m, t->core.number + 1, left, (int8_t)seat};
    return true;
}

static bool play(table_log *t, int seat, const char *text, int64_t at, uint8_t sight[EYES],
                 pt_text *why) {
    const pt_game *g = t->game;
    pt_move m = pt_parse_move(g->verbs, text);
    if (t->core.phase != TABLE_PLAYING || !m) return wrong(why, "no such move now");
    uint8_t owed = table_timed(t);
    for (int eye = 0; eye < EYES && g->sight; eye++)
        sight[eye] = (uint8_t)g->sight(t->core.state, seat, m, viewer_of(eye));
    if (pt_play(g, t->core.state, seat, m, why)) return false;
    charge(t, seat, owed, at);
    return add_step(t, seat, m) ? true : wrong(why, "not enough memory");
}

uint64_t id_hash(const char *id) {
    uint64_t h = 14695981039346656037u;
    for (; *id; id++) h = (h ^ (unsigned char)*id) * 1099511628211u;
    return h ? h : 1;
}

bool seat_has_id(const table_seat *s, uint64_t hash) {
    for (int i = 0; i < MOVE_IDS; i++)
        if (s->ids[i] == hash) return true;
    return false;
}

/* "move SEAT ID BY text" */
static bool fold_move(table_log *t, pt_words w, int64_t at, uint8_t sight[EYES], pt_text *why) {
    int seat = seat_in(t, &w);
    if (seat < 0) return wrong(why, "no such seat");
    char id[80], text[160];
    pt_word given = pt_next(&w);
    take_word(given, id, sizeof id);
    pt_next(&w); /* by whom: told to people, no matter here */
    take_rest(w, text, sizeof text);
    if (!play(t, seat, text, at, sight, why)) return false;
    table_seat *s = &t->core.seat[seat];
    if (!pt_is(given, "-")) s->ids[s->id_count++ % MOVE_IDS] = id_hash(id);
    return true;
}

/* "luck NUMBER TICKET TOTAL FROM TO text" */
static bool fold_luck(table_log *t, pt_words w, int64_t at, uint8_t sight[EYES], pt_text *why) {
    char text[160];
    t->core.draws = (uint32_t)number(pt_next(&w));
    for (int i = 0; i < 4; i++) pt_next(&w);
    take_rest(w, text, sizeof text);
    return play(t, PT_LUCK, text, at, sight, why);
}

/* What a seat had left of its bank after its last move that stands. */
static int64_t bank_then(const table_log *t, int seat) {
    for (uint32_t i = t->core.steps; i-- > 0;)
        if (t->step[i].seat == seat && t->step[i].left >= 0) return t->step[i].left * 10ll;
    return t->core.clock_ms;
}

/* "undo N HOW": N moves stand; `agreed` if it went beyond one's own turn. The time that the
 * moves took is given back. */
static bool fold_undo(table_log *t, pt_words w, int64_t at) {
    int64_t keep = number(pt_next(&w));
    if (keep < t->core.past || keep > t->core.steps) return false;
    if (pt_is(pt_next(&w), "agreed")) t->core.unrated = 1;
    t->core.steps = (uint32_t)keep;
    t->core.draws = 0;
    for (uint32_t i = 0; i < t->core.steps; i++) t->core.draws += t->step[i].seat < 0;
    table_state_at(t, t->core.steps, t->core.state);
    for (int i = 0; i < t->core.config.seats; i++) {
        t->core.seat[i].since = 0;
        t->core.seat[i].left = bank_then(t, i);
    }
    charge(t, -1, 0, at);
    t->core.undone = t->core.number + 1;
    return true;
}

/* "past SEAT text", before the start: a move of the game that is played on from here. SEAT is a
 * number, or * for luck. */
static bool fold_past(table_log *t, pt_words w, pt_text *why) {
    char text[160];
    pt_word who = pt_next(&w);
    long seat = PT_LUCK;
    if (!pt_is(who, "*") && !pt_number(who, 0, t->core.config.seats - 1, &seat)) return false;
    take_rest(w, text, sizeof text);
    pt_move m = pt_parse_move(t->game->verbs, text);
    if (t->core.phase != TABLE_OPEN || !m) return wrong(why, "no such move");
    if (!t->core.past) pt_start(t->game, t->core.state, &t->core.config);
    if (pt_play(t->game, t->core.state, (int)seat, m, why)) return false;
    t->core.past++;
    t->core.draws += seat < 0;
    t->core.unrated = 1;
    return add_step(t, (int)seat, m);
}

static bool fold_start(table_log *t, int64_t at) {
    if (!t->core.past) pt_start(t->game, t->core.state, &t->core.config);
    t->core.phase = TABLE_PLAYING;
    t->core.started = t->core.number + 1;
    for (int i = 0; i < PT_SEATS; i++) t->core.seat[i].left = t->core.clock_ms;
    charge(t, -1, 0, at);
    return true;
}

static bool fold_credit(table_log *t, pt_words w) {
    int64_t ms = number(pt_next(&w));
    for (int i = 0; i < PT_SEATS; i++)
        if (t->core.seat[i].since) t->core.seat[i].since += ms;
    return true;
}

static bool fold_over(table_log *t, pt_words w) {
    t->core.stopped = pt_is(pt_next(&w), "stopped");
    t->core.phase = TABLE_OVER;
    for (int i = 0; i < PT_SEATS; i++) t->core.seat[i].since = 0;
    return true;
}

/* --- all --- */

static void ring_put(table_log *t, int64_t at, const char *event, const uint8_t sight[EYES]) {
    ring_event *r = &t->ring[t->rung++ % RING];
    free(r->text);
    /* How a table was made holds its secrets. */
    r->text = strdup(strncmp(event, "create", 6) == 0 ? "create" : event);
    r->at = at;
    memcpy(r->sight, sight, EYES);
}

bool table_fold(table_log *t, int64_t at, const char *event, pt_text *why) {
    uint8_t sight[EYES];
    memset(sight, PT_SEEN, sizeof sight);
    pt_words w = {event};
    pt_word what = pt_next(&w);
    bool ok, game = true;
    if (pt_is(what, "create"))
        ok = !t->core.number && fold_create(t, at, w.at, why);
    else if (!t->game)
        return wrong(why, "a table begins with create");
    else if (pt_is(what, "move"))
        ok = fold_move(t, w, at, sight, why);
    else if (pt_is(what, "luck"))
        ok = fold_luck(t, w, at, sight, why);
    else if (pt_is(what, "undo"))
        ok = fold_undo(t, w, at);
    else if (pt_is(what, "start"))
        ok = fold_start(t, at);
    else if (pt_is(what, "over"))
        ok = fold_over(t, w);
    else {
        game = false;
        ok = pt_is(what, "sit")       ? fold_sit(t, w)
             : pt_is(what, "join")    ? fold_join(t, w)
             : pt_is(what, "quit")    ? fold_quit(t, w)
             : pt_is(what, "bot")     ? fold_bot(t, w)
             : pt_is(what, "leave")   ? fold_seat(t, w, 'l')
             : pt_is(what, "standin") ? fold_seat(t, w, 's')
             : pt_is(what, "back")    ? fold_seat(t, w, 'b')
             : pt_is(what, "resign")  ? fold_seat(t, w, 'r')
             : pt_is(what, "credit")  ? fold_credit(t, w)
             : pt_is(what, "rematch") ? (take_word(pt_next(&w), t->core.rematch, PT_ID), true)
             : pt_is(what, "past")    ? fold_past(t, w, why)
             : pt_is(what, "hint")    ? (t->core.unrated = 1, true)
             : pt_is(what, "chat")    ? true
                                      : wrong(why, "unknown event");
    }
    if (!ok) return false;
    t->core.number++;
    t->core.changed = at;
    for (int eye = 0; eye < EYES; eye++) {
        if (sight[eye] == PT_UNSEEN) continue;
        t->core.seen[eye]++;
        if (game) t->core.played[eye] = t->core.seen[eye];
    }
    ring_put(t, at, event, sight);
    return true;
}

void table_log_done(table_log *t) {
    for (int i = 0; i < RING; i++) free(t->ring[i].text);
    free(t->step);
    memset(t, 0, sizeof *t);
}

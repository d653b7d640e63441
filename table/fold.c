/* Events change a table here (and in fold_seats.c), and nowhere else. An event that cannot have
 * happened at the table is rejected and changes nothing. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <stdlib.h>
#include <string.h>

/* --- the beginning --- */

static bool fold_created(pt_table *t, const pt_event *e, folding *f) {
    pt_table_core *c = &t->core;
    const pt_wish *w = &e->wish;
    if (c->number) return fold_wrong(f, "a table is created once");
    if (!w->game || pt_config_check(w->game, &w->config, f->why)) return false;
    t->game = w->game;
    table_copy_word(table_word(w->game->name), c->game, sizeof c->game);
    c->seats = w->config.seats;
    memcpy(c->option, w->config.option, sizeof c->option);
    c->access = w->access;
    c->clock = w->clock;
    c->watch = w->watch;
    c->flag_loses = w->flag_loses;
    c->grace_s = w->grace_s;
    c->clock_ms = w->clock_ms;
    c->clock_inc = w->clock_inc;
    c->holidays = w->holidays;
    table_copy_word(table_word(w->owner), c->owner, sizeof c->owner);
    table_copy_word(table_word(w->key), c->key, sizeof c->key);
    memcpy(c->seed, w->seed, sizeof c->seed);
    c->created = e->at;
    return true;
}

static void start_game(pt_table *t) {
    const pt_config config = pt_table_config(t);
    pt_start(t->game, t->core.state, &config);
}

static bool fold_started(pt_table *t, const pt_event *e, folding *f) {
    if (t->core.phase != PT_TABLE_OPEN) return fold_wrong(f, "the game has begun");
    for (int i = 0; i < t->core.seats; i++)
        if (t->core.seat[i].kind == PT_SEAT_FREE) return fold_wrong(f, "a seat is free");
    if (!t->core.past) start_game(t);
    t->core.phase = PT_TABLE_PLAYING;
    t->core.started = t->core.number + 1;
    t->core.began = e->at;
    for (int i = 0; i < PT_SEATS; i++) t->core.seat[i].left = t->core.clock_ms;
    clock_charge(t, -1, 0, e->at);
    race_note(t, -1, false, e);
    return true;
}

/* --- moves --- */

/* Room for one more step. Without memory the table is broken, which says that its log is not.
 */
static bool reserve(pt_table *t) {
    if (t->core.steps < t->step_room) return true;
    uint32_t room = t->step_room + t->step_room / 2 + 16;
    pt_table_step *more = realloc(t->step, room * sizeof *more);
    if (!more) {
        t->broken = true;
        return false;
    }
    t->step = more;
    t->step_room = room;
    return true;
}

static void add_step(pt_table *t, int seat, pt_move m) {
    int32_t left = -1;
    assert(t->core.steps < t->step_room);
    if (seat >= 0 && t->core.clock != PT_CLOCK_NONE && t->core.phase == PT_TABLE_PLAYING) {
        int64_t hundredths = t->core.seat[seat].left / 10;
        left = hundredths < INT32_MAX ? (int32_t)hundredths : INT32_MAX;
    }
    t->step[t->core.steps++] = (pt_table_step){
        .move = m, .number = t->core.number + 1, .left = left, .seat = (int8_t)seat};
}

/* A move from the log is checked here; the move of a request was checked before. */
static bool play(pt_table *t, const pt_event *e, folding *f) {
    const pt_game *g = t->game;
    if (t->core.phase != PT_TABLE_PLAYING || t->core.paused || !e->move)
        return fold_wrong(f, "no such move now");
    if (!f->judged && pt_check(g, t->core.state, e->seat, e->move, f->why)) return false;
    if (!reserve(t)) return fold_wrong(f, "not enough memory");
    assert(pt_check(g, t->core.state, e->seat, e->move, NULL) == PT_OK);
    uint8_t owed = pt_table_timed(t);
    bool racing = pt_table_racing(t);
    for (int eye = 0; eye < PT_EYES && g->sight; eye++)
        f->sight[eye] = (uint8_t)g->sight(t->core.state, e->seat, e->move, pt_viewer_of(eye));
    g->apply(t->core.state, e->seat, e->move);
    clock_charge(t, e->seat, owed, e->at);
    add_step(t, e->seat, e->move);
    race_note(t, e->seat, racing, e);
    return true;
}

static bool fold_moved(pt_table *t, const pt_event *e, folding *f) {
    if (e->seat < 0 || e->seat >= t->core.seats) return fold_wrong(f, "no such seat");
    if (!play(t, e, f)) return false;
    pt_seat *s = &t->core.seat[e->seat];
    if (e->word.length) s->ids[s->id_count++ % PT_MOVE_IDS] = table_id_hash(e->word);
    t->now.mover[e->seat] = 0; /* ask_move knows more */
    return true;
}

static bool fold_drawn(pt_table *t, const pt_event *e, folding *f) {
    assert(e->seat == PT_LUCK && e->lot.move == e->move);
    if (!play(t, e, f)) return false;
    t->core.draws = e->lot.number;
    return true;
}

/* A move of the game that this table continues; so this table is not rated. */
static bool fold_past(pt_table *t, const pt_event *e, folding *f) {
    pt_table_core *c = &t->core;
    uint64_t state[PT_STATE_MAX / 8];
    const pt_config config = pt_table_config(t);
    if (c->phase != PT_TABLE_OPEN || !e->move) return fold_wrong(f, "no such move");
    if (e->seat >= c->seats || !reserve(t)) return fold_wrong(f, "no such seat");
    if (c->past)
        memcpy(state, c->state, t->game->state_size);
    else
        pt_start(t->game, state, &config);
    if (pt_play(t->game, state, e->seat, e->move, f->why)) return false;
    memcpy(c->state, state, t->game->state_size);
    c->past++;
    c->draws += e->seat < 0;
    c->unrated = 1;
    add_step(t, e->seat, e->move);
    return true;
}

/* Fewer moves stand. Where others were asked, the time that everybody took is given back;
 * inside one's own turn the clock just goes on. */
static bool fold_undone(pt_table *t, const pt_event *e, folding *f) {
    pt_table_core *c = &t->core;
    bool playing = c->phase == PT_TABLE_PLAYING && !c->paused;
    if (!playing || e->amount < c->past || e->amount > c->steps)
        return fold_wrong(f, "there is nothing to take back");
    if (e->how == PT_UNDO_AGREED) c->unrated = 1;
    int64_t used = clock_used_from(t, (uint32_t)e->amount);
    c->steps = (uint32_t)e->amount;
    c->draws = 0;
    for (uint32_t i = 0; i < c->steps; i++) c->draws += t->step[i].seat < 0;
    assert(c->draws <= c->steps);
    pt_table_state_at(t, c->steps, c->state);
    if (e->how == PT_UNDO_TURN) {
        for (int i = 0; i < c->seats; i++)
            if (c->seat[i].since) c->seat[i].since -= used;
    } else {
        clock_give_back(t);
    }
    clock_charge(t, -1, 0, e->at);
    race_note(t, -1, false, e);
    memset(t->now.mover, 0, sizeof t->now.mover);
    c->undone = c->number + 1;
    return true;
}

static bool fold_credited(pt_table *t, const pt_event *e, folding *f) {
    if (e->amount < 0 || e->amount > PT_CLOCK_MOST) return fold_wrong(f, "no such time");
    for (int i = 0; i < PT_SEATS; i++)
        if (t->core.seat[i].since) t->core.seat[i].since += e->amount;
    if (t->core.phase == PT_TABLE_PLAYING) t->core.began += e->amount;
    race_wait(t, e->amount);
    return true;
}

/* Of a seat whose clock does not run, nothing changes: whether it does may be a secret. */
static bool fold_extended(pt_table *t, const pt_event *e, folding *f) {
    if (e->seat < 0 || e->seat >= t->core.seats || e->how >= t->core.seats)
        return fold_wrong(f, "no such seat");
    if (e->amount < 0 || e->amount > PT_CLOCK_MOST) return fold_wrong(f, "no such time");
    clock_extend(t, e->seat, e->amount);
    return true;
}

static bool fold_rested(pt_table *t, const pt_event *e, folding *f) {
    if (e->seat < 0 || e->seat >= t->core.seats || !t->core.seat[e->seat].since)
        return fold_wrong(f, "no such clock");
    if (e->amount < 0 || e->amount / 1000 > UINT32_MAX) return fold_wrong(f, "no such time");
    clock_rest(&t->core.seat[e->seat], e->amount / 1000, e->at);
    return true;
}

static bool fold_ended(pt_table *t, const pt_event *e, folding *f) {
    if (t->core.phase != PT_TABLE_PLAYING) return fold_wrong(f, "no game is being played");
    if (e->how == PT_OVER_PLAYED && pt_table_head(t)->node != PT_OVER)
        return fold_wrong(f, "the game is not over");
    t->core.stopped = e->how;
    t->core.phase = PT_TABLE_OVER;
    t->core.ended = e->at;
    t->core.paused = 0;
    for (int i = 0; i < PT_SEATS; i++) t->core.seat[i].since = t->core.seat[i].rests = 0;
    return true;
}

/* --- pauses --- */

/* A break from a clock or from a race is time to think that rated players do not have. */
static bool fold_paused(pt_table *t, const pt_event *e, folding *f) {
    pt_table_core *c = &t->core;
    bool fits = c->phase == PT_TABLE_PLAYING && pt_table_head(t)->node == PT_DECIDE;
    if (!fits || c->paused) return fold_wrong(f, "there is nothing to pause");
    if (e->seat < 0 || e->seat >= c->seats) return fold_wrong(f, "no such seat");
    if (c->clock != PT_CLOCK_NONE || pt_table_racing(t)) c->unrated = 1;
    c->paused = e->at;
    return true;
}

/* Whatever ran goes on from where it stood. */
static bool fold_resumed(pt_table *t, const pt_event *e, folding *f) {
    pt_table_core *c = &t->core;
    if (!c->paused) return fold_wrong(f, "the game is not paused");
    if (e->seat < 0 || e->seat >= c->seats) return fold_wrong(f, "no such seat");
    int64_t ms = e->at > c->paused ? e->at - c->paused : 0;
    for (int i = 0; i < PT_SEATS; i++)
        if (c->seat[i].since) c->seat[i].since += ms;
    c->began += ms;
    race_wait(t, ms);
    race_wait_locks(t, c->paused, ms);
    c->moved += ms; /* where a race counts from, after the table was read again */
    c->paused = 0;
    return true;
}

/* --- beside the game --- */

static bool fold_rematched(pt_table *t, const pt_event *e, folding *f) {
    if (t->core.phase != PT_TABLE_OVER) return fold_wrong(f, "the game is not over");
    table_copy_word(e->word, t->core.rematch, sizeof t->core.rematch);
    return true;
}

static bool fold_hinted(pt_table *t, const pt_event *e, folding *f) {
    if (e->seat >= t->core.seats) return fold_wrong(f, "no such seat");
    t->core.unrated = 1;
    return true;
}

static bool fold_said(pt_table *t, const pt_event *e, folding *f) {
    return e->seat < t->core.seats ? true : fold_wrong(f, "no such seat");
}

/* --- all --- */

/* clang-format off */
static const struct {
    bool (*fold)(pt_table *t, const pt_event *e, folding *f);
    bool game; /* an event of the game itself: a move decided before it may be stale */
    bool ends_asking; /* whoever asked for an undo has to ask again */
} rows[PT_LOGGED] = {
    [PT_CREATED]    = {fold_created,    true,  false},
    [PT_SAT]        = {fold_sat,        false, false},
    [PT_JOINED]     = {fold_joined,     false, false},
    [PT_QUIT]       = {fold_quit,       false, false},
    [PT_SEATED_BOT] = {fold_seated_bot, false, false},
    [PT_READIED]    = {fold_readied,    false, false},
    [PT_LEFT]       = {fold_left,       false, false},
    [PT_STOOD_IN]   = {fold_stood_in,   false, false},
    [PT_BACK]       = {fold_back,       false, false},
    [PT_RESIGNED]   = {fold_resigned,   false, true},
    [PT_PAST]       = {fold_past,       false, false},
    [PT_STARTED]    = {fold_started,    true,  true},
    [PT_MOVED]      = {fold_moved,      true,  true},
    [PT_DRAWN]      = {fold_drawn,      true,  true},
    [PT_UNDONE]     = {fold_undone,     true,  true},
    [PT_CREDITED]   = {fold_credited,   false, false},
    [PT_EXTENDED]   = {fold_extended,   false, false},
    [PT_RESTED]     = {fold_rested,     false, false},
    [PT_ENDED]      = {fold_ended,      true,  true},
    [PT_REMATCHED]  = {fold_rematched,  false, false},
    [PT_HINTED]     = {fold_hinted,     false, false},
    [PT_PAUSED]     = {fold_paused,     false, false},
    [PT_RESUMED]    = {fold_resumed,    false, false},
    [PT_SAID]       = {fold_said,       false, false},
};
/* clang-format on */

/* If several seats choose at the same time, one's move does not change the others' question:
 * what they have decided meanwhile is not stale. */
static bool asked_still(const pt_table *t, const pt_event *e, uint8_t owed, int eye) {
    return e->kind == PT_MOVED && pt_has(owed & pt_table_owes(t), eye) && e->seat != eye;
}

bool table_take(pt_table *t, pt_event *e, bool judged, pt_text *why) {
    folding f = {.judged = judged, .why = why};
    if (e->at <= 0 || e->at > PT_TIME_MOST) return fold_wrong(&f, "no such time");
    assert(e->kind < PT_LOGGED);
    memset(f.sight, PT_SEEN, sizeof f.sight);
    if (!t->game && e->kind != PT_CREATED) return fold_wrong(&f, "a table begins with create");
    uint8_t owed = t->game ? pt_table_owes(t) : 0;
    if (!rows[e->kind].fold(t, e, &f)) return false;
    e->number = ++t->core.number;
    assert(t->game && t->core.steps <= t->step_room);
    t->core.changed = e->at;
    for (int eye = 0; eye < PT_EYES; eye++) {
        if (f.sight[eye] == PT_UNSEEN) continue;
        t->core.seen[eye]++;
        if (rows[e->kind].game && !asked_still(t, e, owed, eye))
            t->core.played[eye] = t->core.seen[eye];
    }
    if (rows[e->kind].ends_asking) t->now.undo_by = -1;
    t->now.ready = 0; /* the next tick finds again for whom a bot must choose */
    table_remember(t, e, f.sight);
    return true;
}

bool pt_table_fold(pt_table *t, const pt_event *e, pt_text *why) {
    pt_event copy = *e;
    return table_take(t, &copy, false, why);
}

bool pt_table_read(pt_table *t, int64_t at, const char *text, pt_text *why) {
    pt_event e;
    if (!pt_event_parse(text, t->game, &e, why)) return false;
    e.at = at;
    return table_take(t, &e, false, why);
}

/* What can be asked of a table: who sits where, who owes a choice, older states. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include "table/words.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static_assert(offsetof(pt_seat, since) == 424 && sizeof(pt_seat) == 512,
              "a seat has no hidden padding");
static_assert(offsetof(pt_table_core, seat) == 320 &&
                  sizeof(pt_table_core) == 320 + PT_SEATS * 512 + PT_STATE_MAX,
              "a core has no hidden padding");
static_assert(sizeof(pt_table_step) == 16, "a step has no hidden padding");

const char *const pt_phase_names[] = {"open", "playing", "over", NULL};

void pt_table_init(pt_table *t, const char *id, const pt_table_bots *bots) {
    memset(t, 0, sizeof *t);
    table_copy_word(table_word(id), t->core.id, sizeof t->core.id);
    t->bots = bots;
    t->now.undo_by = -1;
}

void pt_table_done(pt_table *t) {
    table_free_words(t);
    free(t->step);
    memset(t, 0, sizeof *t);
    t->now.undo_by = -1;
}

pt_word table_word(const char *text) { return (pt_word){text, strlen(text)}; }

void table_copy_word(pt_word w, char *out, size_t size) {
    pt_text t = pt_text_on(out, size);
    pt_putn(&t, w.at, w.length);
}

uint64_t table_id_hash(pt_word id) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < id.length; i++) h = (h ^ (unsigned char)id.at[i]) * 1099511628211u;
    return h ? h : 1;
}

bool table_made(const pt_seat *s, const char *id) {
    uint64_t hash = table_id_hash(table_word(id));
    for (int i = 0; i < PT_MOVE_IDS; i++)
        if (s->ids[i] == hash) return true;
    return false;
}

pt_config pt_table_config(const pt_table *t) {
    pt_config c = {.seats = t->core.seats};
    memcpy(c.option, t->core.option, sizeof c.option);
    return c;
}

/* --- who is who --- */

int pt_seat_member(const pt_seat *s, const char *person) {
    if (s->kind != PT_SEAT_HUMAN || !person[0]) return -1;
    if (strcmp(s->person, person) == 0) return 0;
    for (int i = 0; i < PT_MATES; i++)
        if (strcmp(s->mate[i].person, person) == 0) return 1 + i;
    return -1;
}

bool pt_seat_has(const pt_seat *s, const char *person) {
    return pt_seat_member(s, person) >= 0;
}

int pt_seat_people(const pt_seat *s) {
    int n = s->kind == PT_SEAT_HUMAN;
    for (int i = 0; i < PT_MATES; i++) n += s->mate[i].person[0] != 0;
    return n;
}

const char *pt_seat_member_name(const pt_seat *s, int member) {
    assert(member >= 0 && member < pt_seat_people(s));
    return member ? s->mate[member - 1].name : s->name;
}

size_t table_plain_level(const char *level) {
    const char *style = strstr(level, TABLE_STYLE);
    return style ? (size_t)(style - level) : strlen(level);
}

void pt_bot_label(const char *level, pt_text *out) { pt_say(out, tb_say_bot_name(level)); }

static bool has_own_name(const pt_seat *s) {
    return s->kind == PT_SEAT_HUMAN || strncmp(s->name, s->level, strlen(s->level)) != 0;
}

/* Records have "Olyn (skilled bot)" and, of a character, "Olyn (skilled raider bot)". */
void pt_seat_label(const pt_seat *s, pt_text *out) {
    assert(s->kind != PT_SEAT_FREE);
    if (s->kind != PT_SEAT_BOT || !has_own_name(s)) {
        pt_seat_name(s, out);
        return;
    }
    PT_TEXT(level, PT_ID);
    size_t plain = table_plain_level(s->level);
    pt_putn(&level, s->level, plain);
    if (s->level[plain]) pt_put(&level, " %s", s->level + plain + sizeof TABLE_STYLE - 1);
    pt_say(out, tb_say_bot_level(s->name, level.at));
}

void pt_seat_name(const pt_seat *s, pt_text *out) {
    assert(s->kind != PT_SEAT_FREE);
    if (has_own_name(s))
        pt_puts(out, s->name);
    else
        pt_bot_label(s->level, out);
}

bool pt_table_owns(const pt_table *t, const char *person, int seat) {
    return seat >= 0 && seat < t->core.seats && pt_seat_has(&t->core.seat[seat], person);
}

bool pt_table_may_see(const pt_table *t, const char *person, const char *key) {
    const pt_table_core *c = &t->core;
    if (!t->game || t->broken) return false;
    if (c->access == PT_ACCESS_OPEN && (c->watch || c->phase == PT_TABLE_OPEN)) return true;
    if (person[0] && strcmp(c->owner, person) == 0) return true;
    for (int i = 0; i < c->seats; i++)
        if (pt_table_owns(t, person, i)) return true;
    return c->key[0] && strcmp(c->key, key) == 0;
}

/* --- the course of the game --- */

uint8_t pt_table_owes(const pt_table *t) {
    const pt_head *h = pt_table_head(t);
    assert(h->node == PT_DECIDE || !h->owes);
    return t->core.phase == PT_TABLE_PLAYING ? h->owes : 0;
}

bool pt_table_racing(const pt_table *t) {
    return t->core.phase == PT_TABLE_PLAYING && t->game->race &&
           t->game->race->on(t->core.state);
}

pt_fair pt_table_fair(const pt_table *t) {
    pt_fair f = {.seats = t->core.seats, .draws = t->core.draws};
    memcpy(f.seed, t->core.seed, sizeof f.seed);
    memcpy(f.table, t->core.id, sizeof t->core.id);
    for (int i = 0; i < f.seats; i++)
        memcpy(f.entropy[i], t->core.seat[i].entropy, sizeof f.entropy[i]);
    return f;
}

/* --- older states --- */

void pt_table_state_at(const pt_table *t, uint32_t n, void *state) {
    const pt_config config = pt_table_config(t);
    assert(n <= t->core.steps);
    pt_start(t->game, state, &config);
    for (uint32_t i = 0; i < n; i++) t->game->apply(state, t->step[i].seat, t->step[i].move);
}

int pt_table_moves_seen(const pt_table *t, uint32_t n, int eye) {
    uint64_t state[PT_STATE_MAX / 8], view[PT_STATE_MAX / 8];
    if (n > t->core.steps) n = t->core.steps; /* more moves were taken back since */
    if (t->core.phase == PT_TABLE_OPEN) return 0;
    if (!t->game->observe) return (int)n;
    pt_table_state_at(t, n, state);
    pt_observe(t->game, state, pt_viewer_of(eye), view);
    return pt_head_of(view)->ply;
}

static bool is_unseen(const pt_table *t, const void *state, uint32_t i, int eye) {
    const pt_table_step *s = &t->step[i];
    return t->game->sight && i >= t->core.past &&
           t->game->sight(state, s->seat, s->move, pt_viewer_of(eye)) == PT_UNSEEN;
}

/* How many of the moves that stand the eye has not seen. */
static uint32_t unseen_moves(const pt_table *t, int eye) {
    uint64_t state[PT_STATE_MAX / 8];
    const pt_config config = pt_table_config(t);
    uint32_t count = 0;
    if (t->core.number == t->core.seen[eye]) return 0; /* it has seen everything */
    pt_start(t->game, state, &config);
    for (uint32_t i = 0; i < t->core.steps; i++) {
        count += is_unseen(t, state, i, eye);
        t->game->apply(state, t->step[i].seat, t->step[i].move);
    }
    return count;
}

static bool same_view(const pt_game *g, const void *a, const void *b, int eye) {
    uint64_t x[PT_STATE_MAX / 8], y[PT_STATE_MAX / 8];
    pt_observe(g, a, pt_viewer_of(eye), x);
    pt_observe(g, b, pt_viewer_of(eye), y);
    return memcmp(x, y, g->state_size) == 0;
}

/* An event's number less the events that the eye has not seen is its number in the eye's
 * stream. Unseen events that were taken back are all older than the last undo, so they count
 * for every move that matters; for the first moves they may be more than the number. */
bool pt_table_state_seen(const pt_table *t, int eye, int64_t seen, void *state) {
    const pt_game *g = t->game;
    uint64_t next[PT_STATE_MAX / 8];
    if (t->core.phase == PT_TABLE_OPEN || seen < t->core.started || seen > t->core.seen[eye])
        return false;
    int64_t hidden = t->core.number - t->core.seen[eye] - unseen_moves(t, eye);
    bool undo = t->core.undone; /* the undo is still to come */
    const pt_config config = pt_table_config(t);
    pt_start(g, next, &config);
    memcpy(state, next, g->state_size);
    for (uint32_t i = 0;; i++) {
        const pt_table_step *s = i < t->core.steps ? &t->step[i] : NULL;
        if (!s || t->core.undone < s->number) {
            if (t->core.undone - hidden > seen) return false;
            undo = false;
        }
        if (!s) return true;
        bool unseen = is_unseen(t, next, i, eye);
        hidden += unseen;
        int64_t number = s->number - hidden; /* the eye's, when the move was made */
        if (number > seen) return !undo;
        g->apply(next, s->seat, s->move);
        if (unseen && number == seen && !same_view(g, state, next, eye)) return false;
        memcpy(state, next, g->state_size);
    }
}

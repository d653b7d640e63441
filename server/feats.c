/* Feats (core/feats.h): once a game between people is over, it is replayed from its moves, and
 * whoever has done something keeps a badge for it. Also what a page shows of them. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "server/feats.h"
#include "store/badges.h"
#include <string.h>

/* Somebody who sat there to the end, and for themselves. */
static bool played(const pt_seat *s) {
    return s->kind == PT_SEAT_HUMAN && !s->resigned && !s->standin;
}

/* At one screen, alone with bots, or from a record that anybody can write, nothing is proved.
 */
static bool is_between_people(const pt_table *t) {
    const pt_table_core *c = &t->core;
    int seated = 0;
    for (int i = 0; i < c->seats; i++) {
        bool again = false;
        for (int k = 0; k < i; k++) again |= strcmp(c->seat[i].person, c->seat[k].person) == 0;
        seated += c->seat[i].kind == PT_SEAT_HUMAN && !again;
    }
    return seated > 1 && !c->past && c->access != PT_ACCESS_LOCAL &&
           c->stopped == PT_OVER_PLAYED;
}

static void replay(const pt_table *t, const pt_feats *f, uint32_t done[PT_SEATS]) {
    uint64_t last[PT_STATE_MAX / 8], state[PT_STATE_MAX / 8];
    uint8_t place[PT_SEATS];
    const pt_config config = pt_table_config(t);
    pt_start(t->game, state, &config);
    for (uint32_t i = 0; i < t->core.steps; i++) {
        const pt_table_step *step = &t->step[i];
        memcpy(last, state, t->game->state_size);
        t->game->apply(state, step->seat, step->move);
        if (f->after) f->after(last, step->seat, step->move, state, done);
    }
    if (pt_head_of(state)->node != PT_OVER) return;
    t->game->rank(state, place);
    if (f->over) f->over(state, place, done);
}

static void add(pt_batch *b, const pt_table *t, const char *person, const pt_feats *f,
                uint32_t done) {
    pt_badge_row row = {.at = t->core.changed + wall_ms() - now_ms()};
    if (!person[0]) return;
    pt_copy(row.person, sizeof row.person, person);
    pt_copy(row.kind, sizeof row.kind, t->core.game);
    pt_copy(row.table, sizeof row.table, t->core.id);
    for (int i = 0; f->feat[i].key; i++) {
        if (!(done >> i & 1)) continue;
        pt_copy(row.badge, sizeof row.badge, f->feat[i].key);
        pt_batch_badge(b, &row);
    }
}

void feats_note(const pt_table *t, pt_batch *b) {
    const pt_feats *f = pt_feats_of(t->game);
    uint32_t done[PT_SEATS] = {0};
    if (!f || !is_between_people(t)) return;
    replay(t, f, done);
    for (int i = 0; i < t->core.seats; i++) {
        const pt_seat *s = &t->core.seat[i];
        if (!played(s)) continue;
        add(b, t, s->person, f, done[i]);
        for (int k = 0; k < PT_MATES; k++) add(b, t, s->mate[k].person, f, done[i]);
    }
}

/* --- what a page shows --- */

typedef struct badges {
    pt_json *json;
    bool own;
} badges;

static void put_badge(void *who, const pt_badge_row *row) {
    const badges *b = who;
    pt_open(b->json, '{');
    pt_key_str(b->json, "game", row->kind);
    pt_key_str(b->json, "badge", row->badge);
    pt_key_int(b->json, "at", row->at);
    if (b->own || row->open) pt_key_str(b->json, "table", row->table);
    pt_close(b->json, '}');
}

bool feats_put(pt_look *look, const char *person, bool own, pt_json *j) {
    badges b = {.json = j, .own = own};
    pt_key_open(j, "badges", '[');
    bool good = pt_each_badge(look, person, put_badge, &b) >= 0;
    pt_close(j, ']');
    return good;
}

void feats_put_all(pt_json *j) {
    pt_key_open(j, "feats", '[');
    for (int i = 0; pt_games[i]; i++) {
        const pt_feats *f = pt_feats_of(pt_games[i]);
        for (int k = 0; f && f->feat[k].key; k++) {
            pt_open(j, '{');
            pt_key_str(j, "game", pt_games[i]->name);
            pt_key_str(j, "badge", f->feat[k].key);
            pt_key_str(j, "rule", f->feat[k].rule);
            pt_close(j, '}');
        }
    }
    pt_close(j, ']');
}

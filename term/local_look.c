/* What can be asked of a local table: whose turn it is, older positions, moves as text. */
/* SPDX-License-Identifier: MIT */
#include "term/local_inside.h"

const pt_table *pt_local_table_of(const pt_local_table *l) { return &l->table; }
const char *pt_local_path(const pt_local_table *l) { return l->file.path; }
const char *pt_local_trouble(const pt_local_table *l) { return l->file.trouble; }
int pt_local_length(const pt_local_table *l) { return (int)l->table.core.steps; }
const void *pt_local_state(const pt_local_table *l) { return l->table.core.state; }

const void *pt_local_state_at(const pt_local_table *l, int ply) {
    assert(ply >= 0 && (uint32_t)ply < l->states);
    return l->state + (size_t)ply * local_stride(l->table.game);
}

pt_table_step pt_local_step(const pt_local_table *l, int ply) {
    assert(ply >= 0 && ply < pt_local_length(l));
    return l->table.step[ply];
}

bool pt_local_over(const pt_local_table *l) { return l->table.core.phase == PT_TABLE_OVER; }

bool pt_local_is_human(const pt_local_table *l, int seat) {
    return seat >= 0 && seat < l->table.core.seats &&
           l->table.core.seat[seat].kind == PT_SEAT_HUMAN;
}

int pt_local_humans(const pt_local_table *l) {
    int n = 0;
    for (int seat = 0; seat < l->table.core.seats; seat++) n += pt_local_is_human(l, seat);
    return n;
}

int local_next_of(const pt_local_table *l, uint8_t set) {
    int seats = l->table.core.seats, last = -1;
    for (int ply = pt_local_length(l) - 1; ply >= 0 && last < 0; ply--)
        last = pt_local_step(l, ply).seat;
    for (int i = 1; i <= seats; i++)
        if (pt_has(set, (last + i) % seats)) return (last + i) % seats;
    return -1;
}

int pt_local_asked(const pt_local_table *l) {
    uint8_t set = pt_table_owes(&l->table);
    for (int seat = 0; seat < l->table.core.seats; seat++)
        if (pt_seat_by_bot(&l->table.core.seat[seat])) set = pt_without(set, seat);
    return local_next_of(l, set);
}

int pt_local_mover(const pt_local_table *l) {
    int asked = pt_local_asked(l);
    return asked >= 0 ? asked : local_next_of(l, pt_table_owes(&l->table));
}

int64_t pt_local_time_left(const pt_local_table *l, int seat, const void *view) {
    const pt_table_core *c = &l->table.core;
    const pt_seat *s = &c->seat[seat];
    const pt_head *h = pt_head_of(view);
    if (c->clock == PT_CLOCK_NONE || c->phase == PT_TABLE_OPEN) return -1;
    int64_t deadline =
        h->node == PT_DECIDE && pt_has(h->owes, seat) ? pt_table_deadline(&l->table, seat) : 0;
    if (!deadline) return c->clock == PT_CLOCK_BANK ? s->left : -1;
    int64_t left = deadline - pt_table_time(&l->table, local_now(l));
    return left > 0 ? left : 0;
}

/* What the game adds to the notation for people. */
static void put_note(const pt_local_table *l, int ply, int viewer, pt_text *out) {
    const pt_game *g = l->table.game;
    const pt_table_step step = pt_local_step(l, ply);
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
    PT_TEXT_IN(note, 120, out->language);
    if (!g->note) return;
    pt_observe(g, pt_local_state_at(l, ply), viewer, view);
    g->note(view, step.seat, step.move, &note);
    if (note.used) pt_put(out, ": %s", note.at);
}

bool pt_local_tell(const pt_local_table *l, int ply, int viewer, pt_text *out) {
    const pt_game *g = l->table.game;
    const pt_table_step step = pt_local_step(l, ply);
    pt_sight sight =
        g->sight ? g->sight(pt_local_state_at(l, ply), step.seat, step.move, viewer) : PT_SEEN;
    if (sight == PT_UNSEEN) return false;
    if (sight == PT_MASKED) {
        pt_puts(out, "...");
        return true;
    }
    pt_print_move(g->verbs, step.move, out);
    put_note(l, ply, viewer, out);
    return true;
}

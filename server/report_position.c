/* The position that a report is about: the table as it was at the line, or when it was
 * reported, as anybody who looked on saw it. Moderators learn no secrets of a game either. */
/* SPDX-License-Identifier: MIT */
#include "server/measures.h"
#include "table/table_json.h"
#include <stdlib.h>

typedef struct walk {
    pt_table table;
    const pt_report_row *row;
    bool done, bad; /* past the moment; an event cannot be read */
} walk;

static void take_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    walk *x = who;
    char text[PT_EVENT_MAX];
    pt_text copy = pt_text_on(text, sizeof text);
    pt_putn(&copy, body, n);
    x->done |= x->row->number ? number > (uint32_t)x->row->number : at > x->row->at;
    if (x->done || x->bad) return;
    x->bad = copy.cut || !pt_table_read(&x->table, at, text, NULL);
}

static void put_position(const pt_table *t, pt_json *j) {
    uint64_t memory[PT_STATE_MAX / 8];
    const void *view = t->core.state;
    if (t->game->observe) {
        pt_observe(t->game, t->core.state, PT_PUBLIC, memory);
        view = memory;
    }
    pt_key_open(j, "position", '{');
    pt_key_str(j, "game", t->core.game);
    pt_key_int(j, "moves", pt_table_moves_seen(t, t->core.steps, PT_PUBLIC_EYE));
    pt_tell_seats(j, t);
    pt_key(j, "view");
    pt_tell_view(j, t->game, view, PT_PUBLIC);
    pt_close(j, '}');
}

bool report_position(pt_look *look, const pt_report_row *row, pt_json *j) {
    pt_table_row table;
    pt_finding found = row->place[0] ? pt_find_table(look, row->place, &table) : PT_ABSENT;
    walk *x = found == PT_FOUND ? calloc(1, sizeof *x) : NULL;
    if (!x) return found == PT_ABSENT;
    x->row = row;
    pt_table_init(&x->table, row->place, &server_bots);
    bool read = pt_each_event(look, table.num, 0, take_event, x) >= 0;
    if (read && x->table.game && x->table.core.phase != PT_TABLE_OPEN)
        put_position(&x->table, j);
    pt_table_done(&x->table);
    free(x);
    return read;
}
